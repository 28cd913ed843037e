//! During a game: seeds, acts, bots, stand-ins.

use dicehouse_rules::{Act, Seat, Seats, Turn, Viewer};
use dicehouse_table::dice::SeatSeed;
use dicehouse_table::{Answer, Bot, Entry, Judgement, NotNow, Reply, Table};
use dicehouse_telling::voice::Remark;

use crate::message::{Happened, PersonId, Refusal, RefusalCode, TalkRule, Time, Version, WhyOver};
use crate::state::{HouseDice, Play};

use super::{Decided, Draft};

type OnTable<'t> = &'t mut Table<HouseDice>;

impl From<NotNow> for Refusal {
    fn from(why: NotNow) -> Refusal {
        let code = match why {
            NotNow::Over => RefusalCode::NoGame,
            NotNow::Paused => RefusalCode::Paused,
            NotNow::NotPaused => RefusalCode::NotPaused,
            NotNow::NoSuchSeat { .. } => RefusalCode::NoSuchSeat,
            NotNow::NothingToRoll | NotNow::NotDue { .. } => RefusalCode::Stale,
            NotNow::NoSeeds | NotNow::SeedTooLate | NotNow::SecondSeed { .. } => {
                RefusalCode::SeedsClosed
            }
            NotNow::TakenOver { .. } => RefusalCode::BotPlays,
            NotNow::NotTakenOver { .. } => RefusalCode::NoBotPlays,
            NotNow::NoFaultOfAPerson { .. } => RefusalCode::Failed,
        };
        code.into()
    }
}

impl Draft<'_> {
    /// Takes a step at the table, rolls what is due then, and ends the game when it is over.
    pub(super) fn at_table(
        &mut self,
        step: impl FnOnce(OnTable<'_>) -> Result<Vec<Entry>, Refusal>,
    ) -> Decided {
        let play = self.state.playing().ok_or(RefusalCode::NoGame)?;
        let mut table = play.table.clone();
        let mut entries = step(&mut table)?;
        let seeds_open = play.gathering && !self.seeds_done(play, &entries);
        if !seeds_open {
            roll_what_is_due(&mut table, &mut entries)?;
        }
        if entries.is_empty() {
            return Ok(());
        }
        let due = if seeds_open || table.is_paused() { Seats::NONE } else { table.turn().due() };
        let until = self.until(play, &table, &entries, due, seeds_open);
        let remark = self.remark(play, &table, &entries, seeds_open);
        let played = Happened::Played { entries, due, until, remark };
        self.add_with(played, None, Some(table))?;
        if self.state.playing().is_some_and(Play::is_over) {
            self.break_off(WhyOver::Finished)?;
        }
        Ok(())
    }

    /// What a bot says to `entries`, by what everybody may know of them; nothing where nobody may talk.
    fn remark(
        &self,
        play: &Play,
        table: &Table<HouseDice>,
        entries: &[Entry],
        seeds_open: bool,
    ) -> Option<Remark> {
        if seeds_open || self.state.room.settings.talk == TalkRule::Off {
            return None;
        }
        if play.gathering {
            return play.chatter.greeting();
        }
        let public: Vec<Entry> =
            entries.iter().filter_map(|entry| entry.seen_by(Viewer::Public)).collect();
        play.chatter.remark(&public, &table.view(Viewer::Public))
    }

    /// Whether the dice can be thrown: everybody has added a seed, or the time is over.
    fn seeds_done(&self, play: &Play, entries: &[Entry]) -> bool {
        if play.table.is_paused() {
            return false;
        }
        let over = play.until.is_none_or(|until| self.at >= until);
        let mut after = play.clone();
        after.steps.push(entries.into());
        over || after.all_seeded()
    }

    /// Until when those who are due have time after `entries`.
    fn until(
        &self,
        play: &Play,
        table: &Table<HouseDice>,
        entries: &[Entry],
        due: Seats,
        seeds_open: bool,
    ) -> Option<Time> {
        if table.is_paused() {
            return None;
        }
        if entries.contains(&Entry::GoesOn) {
            return play.pause.and_then(|pause| pause.left).map(|left| self.at.plus(left));
        }
        if seeds_open {
            return play.until;
        }
        let per_turn = self.state.room.settings.clock.per_turn?;
        let new = due.iter().any(|seat| !play.still_asked(seat, entries));
        if new { Some(self.at.plus(per_turn.millis())) } else { play.until }
    }

    pub(super) fn seat_seed(&mut self, person: &PersonId, seed: &SeatSeed) -> Decided {
        let seat = self.players_seat(person)?;
        let play = self.state.playing().ok_or(RefusalCode::NoGame)?;
        if !play.gathering {
            return Err(RefusalCode::SeedsClosed.into());
        }
        self.at_table(|table| Ok(table.add_seat_seed(seat, seed.clone())?))
    }

    pub(super) fn act(&mut self, person: &PersonId, act: Act, asked: Version) -> Decided {
        let seat = self.players_seat(person)?;
        let play = self.state.playing().ok_or(RefusalCode::NoGame)?;
        if play.table.stand_in(seat).is_some() {
            return Err(RefusalCode::BotPlays.into());
        }
        if play.table.is_paused() {
            return Err(RefusalCode::Paused.into());
        }
        let is_stale = play.asked[seat.index()] != Some(asked);
        #[cfg(test)]
        let is_stale = is_stale && !crate::planted::has(crate::planted::Bug::TakesStaleActs);
        if is_stale {
            return Err(RefusalCode::Stale.into());
        }
        self.at_table(|table| match table.judge(seat, Ok(Reply::from(act)))? {
            Judgement::Played(entries) | Judgement::Punished(entries) => Ok(entries),
            Judgement::AskAgain(refusal) => Err(refusal.into()),
        })
    }

    /// A bot answered. Answers to questions that are no longer open are passed over.
    pub(super) fn answered(&mut self, seat: Seat, asked: Version, answer: &Answer) -> Decided {
        let Some(play) = self.state.playing() else { return Ok(()) };
        let open = play.asked.get(seat.index()) == Some(&Some(asked));
        if !open || play.bot(seat).is_none() || play.table.is_paused() {
            return Ok(());
        }
        let answer = answer.clone();
        self.at_table(|table| match table.judge(seat, answer)? {
            Judgement::Played(entries) | Judgement::Punished(entries) => Ok(entries),
            Judgement::AskAgain(_) => Ok(Vec::new()),
        })
    }

    pub(super) fn give_to_bot(&mut self, person: &PersonId) -> Decided {
        let seat = self.players_seat(person)?;
        let bot = self.stand_in().ok_or(RefusalCode::NoStandIn)?;
        self.at_table(|table| Ok(table.take_over(seat, bot)?))
    }

    pub(super) fn take_back(&mut self, person: &PersonId) -> Decided {
        let seat = self.players_seat(person)?;
        self.at_table(|table| Ok(table.give_back(seat)?))
    }

    /// The bot that plays for whoever is away; none in a rated game, which everybody plays themselves.
    pub(super) fn stand_in(&self) -> Option<Bot> {
        if self.is_rated() {
            return None;
        }
        let settings = &self.state.room.settings;
        let name = settings.absence.stand_in.as_ref()?;
        let offer = self.house.bot(settings.ruleset.game(), name)?;
        Some(Bot::new(&offer.name, &offer.version))
    }

    fn players_seat(&self, person: &PersonId) -> Result<Seat, Refusal> {
        let play = self.state.playing().ok_or(RefusalCode::NoGame)?;
        play.seat_of(person).ok_or_else(|| RefusalCode::NotSeated.into())
    }
}

/// Rolls until somebody is to act or the game is over.
pub(super) fn roll_what_is_due(table: OnTable<'_>, entries: &mut Vec<Entry>) -> Decided {
    while matches!(table.turn(), Turn::Roll(_)) && !table.is_paused() {
        entries.extend(table.roll()?);
    }
    Ok(())
}
