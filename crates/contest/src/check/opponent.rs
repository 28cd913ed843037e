//! Somebody to play against: no master, but awake, and different in every round.

use dicehouse_rules::{Act, Acts, View};
use dicehouse_table::{Failure, Player, Question, Reply, Talk};

/// Plays by the odds, and says something now and then. The same game gets the same acts.
#[derive(Debug)]
pub(super) struct Opponent {
    /// What it says with every other act.
    says: Option<Talk>,
    /// After how many acts it leaves the table, which stops the game.
    leaves_after: Option<u32>,
    turns: u32,
}

impl Opponent {
    pub(super) fn new(says: &str, leaves_after: Option<u32>) -> Opponent {
        Opponent { says: Talk::new(says), leaves_after, turns: 0 }
    }
}

impl Player for Opponent {
    fn act(&mut self, ask: &Question<'_>) -> Result<Reply, Failure> {
        self.turns += 1;
        if self.leaves_after.is_some_and(|turns| self.turns > turns) {
            return Err(Failure::Stop);
        }
        // There is always something legal for a seat that is due.
        let act = self.choose(ask).or(ask.legal.nth(0)).unwrap_or(Act::Call);
        let talk = self.says.clone().filter(|_| !self.turns.is_multiple_of(2));
        Ok(Reply { act, talk, info: None })
    }
}

impl Opponent {
    fn choose(&self, ask: &Question<'_>) -> Option<Act> {
        match (&ask.legal, &ask.view) {
            (Acts::Bid(acts), View::Liars(view)) => {
                if let Some(last) = view.standing_bid() {
                    if acts.exact && view.chance_exactly(last) > 0.3 {
                        return Some(Act::Exact);
                    }
                    if view.chance_at_least(last) < 0.4 {
                        return Some(Act::Call);
                    }
                }
                let chance = |bid: &_| view.chance_at_least(*bid);
                let best = acts.lowest_bids().max_by(|a, b| chance(a).total_cmp(&chance(b)));
                best.map(Act::Bid)
            }
            (Acts::Claim { max, .. }, View::Claims(view)) => {
                let truth = view.hand.map_or(7, |hand| hand.sum() as u8);
                let bluff = self.turns.is_multiple_of(3);
                Some(Act::Claim(if bluff { *max } else { truth }))
            }
            (Acts::Answer, _) => {
                Some(if self.turns.is_multiple_of(2) { Act::Call } else { Act::LetPass })
            }
            (legal, _) => legal.nth(self.turns as usize % legal.len().max(1)),
        }
    }
}
