//! Changing the settings.

use dicehouse_rules::MAX_SEATS;

use crate::message::{Happened, Refusal, RefusalCode, Seconds, Settings, SettingsChange, Watching};
use crate::offers::Offers;
use crate::state::Holder;

use super::{Decided, Draft};

/// The longest turn in a rated game: nobody gets out of losing by waiting.
const LONGEST_RATED_TURN: Seconds = Seconds(600);

/// Whether the settings are in their ranges.
pub(crate) fn check(house: &Offers, settings: &Settings) -> Decided {
    let game = settings.ruleset.game();
    let fewest = game.fewest_players();
    if !(fewest..=MAX_SEATS).contains(&settings.seats.into()) {
        return Err(bad(format!("{game} is played on {fewest} to {MAX_SEATS} seats")));
    }
    if let Some(time) = settings.clock.per_turn {
        within("the time for a turn", time, 5, 86_400)?;
    }
    if let Watching::Anyone { delay } = settings.watching {
        within("the delay for spectators", delay, 0, 600)?;
    }
    if settings.rated && !settings.listed {
        return Err(bad("a rated room is in the list of rooms".to_owned()));
    }
    if settings.rated && settings.clock.per_turn.is_none_or(|time| time > LONGEST_RATED_TURN) {
        let Seconds(most) = LONGEST_RATED_TURN;
        return Err(bad(format!("a turn in a rated game takes {most} seconds at most")));
    }
    within("the grace for people who are away", settings.absence.grace, 5, 3600)?;
    if let Some(bot) = &settings.absence.stand_in
        && house.bot(game, bot).is_none()
    {
        return Err(RefusalCode::NoSuchBot.into());
    }
    Ok(())
}

fn within(what: &str, time: Seconds, least: u32, most: u32) -> Decided {
    if (least..=most).contains(&time.0) {
        return Ok(());
    }
    Err(bad(format!("{what} is {least} to {most} seconds, not {}", time.0)))
}

fn bad(text: String) -> Refusal {
    Refusal::because(RefusalCode::BadSetting, text)
}

impl Draft<'_> {
    pub(super) fn change(&mut self, change: &SettingsChange) -> Decided {
        self.between_games()?;
        let settings = self.changed(change);
        check(self.house, &settings)?;
        self.make_room_for(&settings)?;
        self.add(Happened::Changed { settings })
    }

    fn changed(&self, change: &SettingsChange) -> Settings {
        let before = &self.state.room.settings;
        let mut settings = before.clone().with(change.clone());
        // Another game has other bots: unless the host says which, the usual one stands in.
        let game = settings.ruleset.game();
        if change.absence.is_none() && game != before.ruleset.game() {
            let usual = self.house.stand_in(game).map(|bot| bot.name.clone());
            settings.absence.stand_in = settings.absence.stand_in.and(usual);
        }
        settings
    }

    /// People on seats that are taken away stand up; bots that do not play the game go.
    fn make_room_for(&mut self, settings: &Settings) -> Decided {
        for seat in self.state.seats() {
            let kept = seat.index() < usize::from(settings.seats);
            match self.state.holder(seat).clone() {
                Holder::Person(person) if !kept => self.add(Happened::Stood { person })?,
                Holder::Bot(bot)
                    if !kept || self.house.bot(settings.ruleset.game(), &bot.bot).is_none() =>
                {
                    self.add(Happened::BotRemoved { seat })?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}
