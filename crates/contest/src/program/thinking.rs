//! How long a bot thinks about a question, as its clock counts it.
//!
//! That is the time that goes by, with two corrections. Where a bot is kept from the processors because others use them, its
//! clock counts the processor time that it gets; and the processor time of all its processes together counts where it is more
//! than the time that goes by. Otherwise a bot that starts many processes could make the bots at other tables late.
//!
//! Finding that out takes longer than a quick answer does, so it is done for the others alone.

use std::time::{Duration, Instant};

use dicehouse_programs::process::{Account, ChildBot, waited_here};

/// The longest time for an answer that is quick.
const QUICK: Duration = Duration::from_millis(50);

/// How long a bot that is kept waiting is waited for at most, or ten times its limit if that is longer: a machine may hang.
const MOST: Duration = Duration::from_secs(30);

/// A question that a bot thinks about.
#[derive(Debug)]
pub(super) struct Thinking {
    began: Instant,
    limit: Duration,
    quick: Duration,
    deadline: Instant,
    /// How long this thread had waited for a processor when the question was asked.
    waited_before: Option<Duration>,
    /// What it used of its processors and how long it waited for them, as far as it was asked about.
    account: Account,
    /// The time of quick answers that the next account has in it.
    unaccounted: Duration,
}

impl Thinking {
    /// A bot is asked now, and may think for `limit`. It has given quick answers for so long since it was last asked about.
    pub(super) fn begin(limit: Duration, unaccounted: Duration) -> Thinking {
        let began = Instant::now();
        Thinking {
            began,
            limit,
            quick: QUICK.min(limit / 20),
            deadline: after(began, limit),
            waited_before: waited_here(),
            account: Account::default(),
            unaccounted,
        }
    }

    /// Until when the bot is to be waited for.
    pub(super) fn deadline(&self) -> Instant {
        self.deadline
    }

    /// How long it has been waited for.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The deadline has passed: sets another one if the bot has time left, and says whether it has.
    pub(super) fn goes_on(&mut self, bot: &mut ChildBot) -> bool {
        let used = self.used(bot);
        // What is ready to run but does not is kept waiting, however long it has been so: such a wait is in the account when it
        // is over, and counted then.
        let used = if self.account.ready { used.min(self.account.processor) } else { used };
        let left = self.limit.saturating_sub(used);
        // Less than a poll can wait for.
        if left < Duration::from_millis(1)
            || self.elapsed() >= MOST.max(self.limit.saturating_mul(10))
        {
            return false;
        }
        self.deadline = after(Instant::now(), left);
        true
    }

    /// How much of its time the bot has used.
    fn used(&mut self, bot: &mut ChildBot) -> Duration {
        let elapsed = self.elapsed();
        self.account.ready = false;
        if let Some(account) = bot.account() {
            self.account.ready = account.ready;
            let unaccounted = std::mem::take(&mut self.unaccounted);
            self.account.processor += account.processor.saturating_sub(unaccounted);
            self.account.waited += account.waited;
            self.account.delayed += account.delayed;
        }
        let here = waited_here().zip(self.waited_before);
        let here = here.map_or(Duration::ZERO, |(now, before)| now.saturating_sub(before));
        counted(elapsed, self.account, here)
    }

    /// The answer is there, or is not waited for any longer: how much of its time the bot has used, and how long it has given
    /// quick answers since it was last asked about.
    pub(super) fn end(mut self, bot: &mut ChildBot) -> (Duration, Duration) {
        let elapsed = self.elapsed();
        if elapsed <= self.quick {
            return (elapsed, self.unaccounted + elapsed);
        }
        (self.used(bot), self.unaccounted)
    }
}

/// What the clock of a bot counts. `here` is how long the house itself was kept from seeing the answer.
fn counted(elapsed: Duration, account: Account, here: Duration) -> Duration {
    let waited = account.waited + here;
    if 10 * waited > elapsed {
        // Of what a bot waits for when it waits for processes of its own, nobody keeps an account.
        return account.processor;
    }
    elapsed.saturating_sub(waited + account.delayed).max(account.processor)
}

fn after(from: Instant, limit: Duration) -> Instant {
    from.checked_add(limit).unwrap_or(from + Duration::from_secs(1 << 30))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_free_and_every_processor_counts() {
        let ms = Duration::from_millis;
        let counted = |elapsed, processor, waited, delayed, here| {
            let (processor, waited) = (ms(processor), ms(waited));
            let account = Account { processor, waited, delayed: ms(delayed), ready: false };
            counted(ms(elapsed), account, ms(here))
        };
        assert_eq!(counted(300, 290, 5, 0, 0), ms(295), "it thought");
        assert_eq!(counted(300, 10, 0, 0, 0), ms(300), "it slept");
        assert_eq!(counted(3000, 100, 2900, 0, 0), ms(100), "others had the processors");
        assert_eq!(
            counted(300, 100, 0, 0, 190),
            ms(100),
            "and kept the house from seeing the answer"
        );
        assert_eq!(counted(300, 600, 290, 0, 0), ms(600), "it used two processors");
        assert_eq!(counted(300, 10, 0, 200, 0), ms(100), "it slept, and was let go late");
    }
}
