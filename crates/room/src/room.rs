//! A room: decide, keep, apply, tell.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use dicehouse_rules::{Ruleset, Seat};
use dicehouse_table::Entry;
use dicehouse_table::record::{End, Header};

use crate::decide;
use crate::effect::{Ask, Effect, Effects, Finished, Wanted};
use crate::house::House;
use crate::input::Input;
use crate::lag::Lag;
use crate::message::{
    Answer, Challenge, CommandId, Happened, Notice, Outcome, PersonId, Phase, Presence, Refusal,
    RefusalCode, RoomCode, RoomEntry, RoomState, Settings, Time, ToClient, Version, WhyLeft,
};
use crate::presence::Presences;
use crate::state::{ApplyError, Holder, Known, State};
use crate::tell::{self, Audience, Missed, Viewpoint};

/// How many entries are held for those who come back.
const HELD: usize = 1000;
/// How many refusals are remembered of each person.
const REFUSALS: usize = 16;

/// People round one table.
///
/// A room takes [`Input`]s and asks for [`Effect`]s: it [considers](Room::consider) an input, the entries are kept, and it
/// [carries on](Room::carry_on). A [`Driver`](crate::Driver) does this in order. After a restart comes [`Room::replay`] of the log, then
/// [`Input::Woke`].
#[derive(Clone, Debug)]
pub struct Room {
    house: Arc<House>,
    state: State,
    presences: Presences,
    /// The last entries, for those who come back.
    held: VecDeque<Arc<RoomEntry>>,
    /// What those see who watch with a delay.
    lag: Option<Box<Lag>>,
    /// What bots have been asked and have not answered.
    asked: Vec<(Seat, Version)>,
    /// Commands that were refused, so that a doubled one is refused again. It is not kept: who heard a refusal does
    /// not send the command again.
    refused: BTreeMap<PersonId, VecDeque<(CommandId, Refusal)>>,
}

/// What follows from an input, before it is kept.
#[derive(Clone, Debug)]
pub struct Step {
    /// When it was considered: what was due by then is part of it.
    at: Time,
    input: Input,
    decided: Result<Vec<Arc<RoomEntry>>, Refusal>,
}

impl Step {
    /// The entries to keep.
    #[must_use]
    pub fn entries(&self) -> &[Arc<RoomEntry>] {
        self.decided.as_deref().unwrap_or_default()
    }
}

impl Room {
    /// The first entry of a new room's log.
    ///
    /// # Errors
    /// When a setting is out of its range.
    pub fn open(
        house: &House,
        now: Time,
        code: RoomCode,
        settings: Settings,
    ) -> Result<RoomEntry, Refusal> {
        decide::check_settings(house, &settings)?;
        let what = Happened::Opened { code, settings, challenge: None };
        Ok(RoomEntry { version: Version(1), at: now, by: None, what, secret: None })
    }

    /// The first entry of the log of a room for a try at the daily challenge.
    #[must_use]
    pub fn open_challenge(
        now: Time,
        code: RoomCode,
        ruleset: Ruleset,
        challenge: Challenge,
    ) -> RoomEntry {
        let settings = Challenge::settings(ruleset);
        let what = Happened::Opened { code, settings, challenge: Some(challenge) };
        RoomEntry { version: Version(1), at: now, by: None, what, secret: None }
    }

    /// The room that wrote `log`. The log begins with the opening of the room or with a checkpoint. Everybody is away
    /// since `now`.
    ///
    /// # Errors
    /// When it is not the log of a room.
    pub fn replay<'e>(
        house: Arc<House>,
        now: Time,
        log: impl IntoIterator<Item = &'e RoomEntry>,
    ) -> Result<Room, ApplyError> {
        let mut log = log.into_iter();
        let first = log.next().ok_or(ApplyError::NoBeginning)?;
        let mut room = Room {
            house,
            state: State::begin(first)?,
            presences: Presences::all_away(now),
            held: VecDeque::new(),
            lag: None,
            asked: Vec::new(),
            refused: BTreeMap::new(),
        };
        for entry in log {
            room.take_in(&Arc::new(entry.clone()))?;
        }
        // Nobody is there yet who could see less than the others.
        room.lag = None;
        Ok(room)
    }

    /// What follows from `input`: entries to keep, or why it is refused. Nothing changes.
    ///
    /// # Errors
    /// When it is refused.
    pub fn decide(&self, now: Time, input: &Input) -> Result<Vec<RoomEntry>, Refusal> {
        if let Input::Command { person, command } = input
            && let Some(refusal) = self.refusal_of(person, command.id)
        {
            return Err(refusal.clone());
        }
        decide::decide(&self.house, &self.presences, &self.state, now, input)
    }

    /// Takes in an entry that was kept: the only way a room changes, apart from who is connected.
    ///
    /// # Errors
    /// When it is not the next entry of this room.
    pub fn apply(&mut self, now: Time, entry: &RoomEntry) -> Result<Effects, ApplyError> {
        self.apply_all(now, &[Arc::new(entry.clone())])
    }

    /// Decides what follows from `input`.
    #[must_use]
    pub fn consider(&self, now: Time, input: Input) -> Step {
        let decided = self.decide(now, &input);
        let decided = decided.map(|entries| entries.into_iter().map(Arc::new).collect());
        Step { at: now, input, decided }
    }

    /// Goes on with a step whose entries are kept: applies them, and tells everybody.
    ///
    /// # Errors
    /// When something else was applied since the step was considered.
    pub fn carry_on(&mut self, now: Time, step: Step) -> Result<Effects, ApplyError> {
        let Step { at, input, decided } = step;
        let mut effects = self.apply_all(now, decided.as_deref().unwrap_or_default())?;
        self.react(now, &input, decided.err(), &mut effects);
        self.release(now, &mut effects);
        self.ask_bots(&mut effects);
        // What fell due while the entries were being kept is still to come, at once.
        effects.push(Effect::WakeAt(self.next_wake(at)));
        Ok(effects)
    }

    fn apply_all(&mut self, now: Time, entries: &[Arc<RoomEntry>]) -> Result<Effects, ApplyError> {
        if entries.is_empty() {
            return Ok(Effects::new());
        }
        let before = Before::of(&self.state, self.presences.here(), Audience::Live);
        for entry in entries {
            self.take_in(entry)?;
        }
        let mut effects = Effects::new();
        self.tell(now, &before, entries, &mut effects);
        for entry in entries {
            self.after(entry, &mut effects);
        }
        Ok(effects)
    }

    fn take_in(&mut self, entry: &Arc<RoomEntry>) -> Result<(), ApplyError> {
        Lag::take_in(&mut self.lag, &self.state, entry);
        self.state.apply(entry)?;
        if entry.is_checkpoint() {
            self.held.clear();
        }
        self.held.push_back(Arc::clone(entry));
        if self.held.len() > HELD {
            self.held.pop_front();
        }
        Ok(())
    }

    /// Tells everybody who is here and sees the room as it is now.
    fn tell(
        &mut self,
        now: Time,
        before: &Before,
        entries: &[Arc<RoomEntry>],
        effects: &mut Effects,
    ) {
        let live: Vec<PersonId> =
            self.presences.here().filter(|person| !self.is_late(person)).cloned().collect();
        tell_all(&self.state, &self.presences, now, &live, before, entries, effects);
    }

    /// Whether somebody watches with a delay.
    fn is_late(&self, person: &PersonId) -> bool {
        let plays = self.state.play.as_ref().is_some_and(|play| play.seat_of(person).is_some());
        self.lag.is_some() && !plays
    }

    /// What an entry brings apart from being told.
    fn after(&mut self, entry: &RoomEntry, effects: &mut Effects) {
        match &entry.what {
            Happened::Left { person, why } => {
                if self.presences.is_here(person) {
                    let code = match why {
                        WhyLeft::Kicked => RefusalCode::Kicked,
                        WhyLeft::Left | WhyLeft::Absent => RefusalCode::NotHere,
                    };
                    let refusal = Refusal::new(code);
                    send(effects, person, ToClient::Notice(Notice::Refused { refusal }));
                }
                self.refused.remove(person);
            }
            Happened::Ended { .. } => effects.extend(self.finished().map(Effect::Over)),
            Happened::Starting => effects.push(Effect::Deal(self.wanted())),
            Happened::Closed => {
                let here: Vec<PersonId> = self.presences.here().cloned().collect();
                effects.push(Effect::Send(here, Arc::new(ToClient::Notice(Notice::Closed))));
                effects.push(Effect::Closed);
            }
            _ => {}
        }
    }

    /// What an input brings apart from entries: answers, presence, and everything again after a restart.
    fn react(&mut self, now: Time, input: &Input, refusal: Option<Refusal>, effects: &mut Effects) {
        match input {
            Input::Come { person, have, .. } => match refusal {
                Some(refusal) => {
                    send(effects, person, ToClient::Notice(Notice::Refused { refusal }));
                    effects.push(Effect::Drop(person.clone()));
                }
                None => self.comes(now, person, *have, effects),
            },
            Input::Gone { person } => self.goes(now, person, effects),
            Input::Command { person, command } => {
                self.answer(person, command.id, refusal, effects);
                // People who left are told so before their connection is closed.
                if self.state.guest(person).is_none() && self.presences.is_here(person) {
                    self.goes(now, person, effects);
                }
            }
            Input::Woke { .. } => {
                self.asked.clear();
                if self.state.room.starting {
                    effects.push(Effect::Deal(self.wanted()));
                }
                // The house may have stopped just before it kept the result.
                if matches!(self.state.room.phase, Phase::Over | Phase::Closed) {
                    effects.extend(self.finished().map(Effect::Over));
                }
                if self.state.room.phase == Phase::Closed {
                    effects.push(Effect::Closed);
                }
            }
            Input::Answer { .. } | Input::Deal(_) | Input::Tick | Input::Shut => {}
        }
        self.drop_strangers(effects);
    }

    /// Ends the connections of those who are no longer in the room.
    fn drop_strangers(&mut self, effects: &mut Effects) {
        let strangers: Vec<PersonId> = self
            .presences
            .here()
            .filter(|person| self.state.guest(person).is_none())
            .cloned()
            .collect();
        for person in strangers {
            self.presences.forget(&person);
            effects.push(Effect::Drop(person));
        }
    }

    fn comes(
        &mut self,
        now: Time,
        person: &PersonId,
        have: Option<Version>,
        effects: &mut Effects,
    ) {
        if self.presences.comes(person) {
            self.tell_presence(person, true, effects);
        }
        let message = self.greeting(now, person, have);
        send(effects, person, message);
    }

    fn goes(&mut self, now: Time, person: &PersonId, effects: &mut Effects) {
        if self.presences.goes(person, now) {
            self.tell_presence(person, false, effects);
        }
        if self.state.guest(person).is_none() {
            self.presences.forget(person);
            effects.push(Effect::Drop(person.clone()));
        }
    }

    fn tell_presence(&self, person: &PersonId, here: bool, effects: &mut Effects) {
        let others: Vec<PersonId> =
            self.presences.here().filter(|other| *other != person).cloned().collect();
        if !others.is_empty() && self.state.guest(person).is_some() {
            let message = ToClient::Presence(Presence { person: person.clone(), here });
            effects.push(Effect::Send(others, Arc::new(message)));
        }
    }

    /// Everything, or what `person` missed since the version they have.
    fn greeting(&self, now: Time, person: &PersonId, have: Option<Version>) -> ToClient {
        let (state, held, audience) = match &self.lag {
            Some(lag) if self.is_late(person) => (lag.state(), None, Audience::Late),
            _ => (&self.state, Some(&self.held), Audience::Live),
        };
        let from = Viewpoint::of(state, person, audience);
        let next = self.state.guest(person).map_or(CommandId(1), |guest| guest.commands.next());
        if let (Some(have), Some(held)) = (have, held)
            && let Some(entries) = missed_since(held, have, state.version, person)
        {
            let missed = Missed { from: have, entries: &entries };
            return ToClient::Resumed(Box::new(tell::resumed(
                state,
                &self.presences,
                person,
                from,
                next,
                now,
                missed,
            )));
        }
        ToClient::Welcome(Box::new(tell::snapshot(state, &self.presences, person, from, next, now)))
    }

    fn refusal_of(&self, person: &PersonId, id: CommandId) -> Option<&Refusal> {
        let refused = self.refused.get(person)?;
        refused.iter().find(|(number, _)| *number == id).map(|(_, refusal)| refusal)
    }

    fn answer(
        &mut self,
        person: &PersonId,
        id: CommandId,
        refusal: Option<Refusal>,
        effects: &mut Effects,
    ) {
        let outcome = match (self.state.known(person, id), refusal) {
            (Some(Known::Done(version)), None) => Outcome::Done(version),
            (_, refusal) => {
                let refusal = refusal.unwrap_or_else(|| Refusal::new(RefusalCode::Failed));
                self.remember(person, id, &refusal);
                Outcome::Refused(refusal)
            }
        };
        send(effects, person, ToClient::Answer(Answer { id, outcome }));
    }

    fn remember(&mut self, person: &PersonId, id: CommandId, refusal: &Refusal) {
        // A command that comes too fast may be tried again as it is.
        let again = matches!(refusal.code, RefusalCode::TooFast);
        if self.state.guest(person).is_none() || again || self.refusal_of(person, id).is_some() {
            return;
        }
        let refused = self.refused.entry(person.clone()).or_default();
        refused.push_back((id, refusal.clone()));
        if refused.len() > REFUSALS {
            refused.pop_front();
        }
    }

    /// Lets those who watch with a delay see what they may see by now.
    fn release(&mut self, now: Time, effects: &mut Effects) {
        let Some(lag) = &mut self.lag else { return };
        let plays = |person: &&PersonId| {
            self.state.play.as_ref().is_some_and(|play| play.seat_of(person).is_some())
        };
        let late: Vec<PersonId> =
            self.presences.here().filter(|person| !plays(person)).cloned().collect();
        lag.release(now, &self.presences, &late, effects);
        if lag.is_done(&self.state) {
            self.lag = None;
        }
    }

    fn ask_bots(&mut self, effects: &mut Effects) {
        let Some(play) = self.state.playing() else {
            self.asked.clear();
            return;
        };
        let open: Vec<(Seat, Version)> = play
            .due()
            .iter()
            .filter(|seat| play.bot(*seat).is_some())
            .filter_map(|seat| Some((seat, play.asked[seat.index()]?)))
            .collect();
        self.asked.retain(|asked| open.contains(asked));
        for (seat, asked) in open {
            if self.asked.contains(&(seat, asked)) {
                continue;
            }
            if let (Some(bot), Some(question)) = (play.bot(seat), play.table.question(seat)) {
                let bot = bot.clone();
                effects.push(Effect::Ask(Box::new(Ask {
                    bot,
                    seat,
                    asked,
                    question: question.into_owned(),
                })));
                self.asked.push((seat, asked));
            }
        }
    }

    fn next_wake(&self, now: Time) -> Option<Time> {
        let room = decide::next_wake(&self.state, &self.presences, now);
        let lag = self.lag.as_ref().and_then(|lag| lag.next());
        room.into_iter().chain(lag).min()
    }

    fn wanted(&self) -> Wanted {
        let seats = self.state.room.chairs.iter().map(|chair| match &chair.holder {
            Holder::Person(person) => Some(person.clone()),
            _ => None,
        });
        Wanted {
            ruleset: self.state.room.settings.ruleset,
            seats: seats.collect(),
            challenge: self.state.room.challenge.clone(),
        }
    }

    fn finished(&self) -> Option<Box<Finished>> {
        let play = self.state.play.as_ref()?;
        let (end, why) = play.over.clone()?;
        Some(Box::new(Finished {
            header: (*play.header).clone(),
            people: play.began.to_vec(),
            entries: play.entries().cloned().collect(),
            end,
            why,
            challenge: self.state.room.challenge.clone(),
        }))
    }

    /// The version of the last entry.
    #[must_use]
    pub fn version(&self) -> Version {
        self.state.version
    }

    /// What is going on.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.room.phase
    }

    /// The room as everybody knows it, for lists of rooms.
    #[must_use]
    pub fn summary(&self) -> RoomState {
        tell::room_state(&self.state, &self.presences)
    }

    /// Whether anybody is connected.
    #[must_use]
    pub fn is_anybody_here(&self) -> bool {
        self.presences.here().next().is_some()
    }

    /// The record of the game that is going on, or of the last one. It holds all dice: nobody may see it while the game
    /// goes on.
    #[must_use]
    pub fn record(&self) -> Option<(Header, Vec<Entry>, Option<End>)> {
        let play = self.state.play.as_ref()?;
        let end = play.over.as_ref().map(|(end, _)| end.clone());
        Some(((*play.header).clone(), play.entries().cloned().collect(), end))
    }

    /// What `person` would be told on coming in now.
    #[must_use]
    pub fn snapshot(&self, now: Time, person: &PersonId) -> ToClient {
        self.greeting(now, person, None)
    }
}

/// What the listeners had before.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    version: Version,
    /// How many items of the game's past they had.
    past: usize,
    /// From where each of them looked.
    looked: Vec<(PersonId, Viewpoint)>,
    audience: Audience,
}

impl Before {
    pub(crate) fn of<'p>(
        state: &State,
        people: impl Iterator<Item = &'p PersonId>,
        audience: Audience,
    ) -> Before {
        let looked = people.map(|who| (who.clone(), Viewpoint::of(state, who, audience)));
        Before {
            audience,
            version: state.version,
            past: state.play.as_ref().map_or(0, tell::past_len),
            looked: looked.collect(),
        }
    }

    /// Whether `person` looked from the same place.
    fn same(&self, person: &PersonId, from: Viewpoint) -> bool {
        self.looked.iter().any(|(who, before)| who == person && *before == from)
    }
}

/// Tells `people` what happened, those who see the same together. Who looks from another place now, or at another game,
/// is shown everything.
pub(crate) fn tell_all(
    state: &State,
    presences: &Presences,
    now: Time,
    people: &[PersonId],
    before: &Before,
    entries: &[Arc<RoomEntry>],
    effects: &mut Effects,
) {
    let missed = Missed { from: before.version, entries };
    let starts = entries.iter().any(|entry| matches!(entry.what, Happened::Started { .. }));
    let game = entries.iter().any(|entry| tell::changes_game(entry));
    let acted = |person: &PersonId| {
        entries.iter().any(|entry| entry.by.as_ref().is_some_and(|by| by.person == *person))
    };
    let mut groups: Vec<(Viewpoint, Vec<PersonId>)> = Vec::new();
    for person in people {
        let from = Viewpoint::of(state, person, before.audience);
        if starts || !before.same(person, from) {
            let next = state.guest(person).map_or(CommandId(1), |guest| guest.commands.next());
            let all = tell::snapshot(state, presences, person, from, next, now);
            send(effects, person, ToClient::Welcome(Box::new(all)));
            continue;
        }
        // The number of a command is only told to whoever sent it.
        let alone = acted(person);
        let group = groups.iter_mut().find(|(of, who)| *of == from && !who.iter().any(acted));
        match group {
            Some((_, group)) if !alone => group.push(person.clone()),
            _ => groups.push((from, vec![person.clone()])),
        }
    }
    let past = game.then_some(before.past);
    for (from, people) in groups {
        let Some(first) = people.first() else { continue };
        let update = tell::update(state, presences, first, from, &missed, past);
        effects.push(Effect::Send(people, Arc::new(ToClient::Update(update))));
    }
}

/// The entries after `have`, if they are all there and leave `person` where they were.
fn missed_since(
    held: &VecDeque<Arc<RoomEntry>>,
    have: Version,
    version: Version,
    person: &PersonId,
) -> Option<Vec<Arc<RoomEntry>>> {
    let first = held.front()?.version;
    if have.next() < first || have > version {
        return None;
    }
    let missed: Vec<Arc<RoomEntry>> =
        held.iter().filter(|entry| entry.version > have).cloned().collect();
    let elsewhere = |entry: &Arc<RoomEntry>| match &entry.what {
        Happened::Started { .. }
        | Happened::Ended { .. }
        | Happened::Changed { .. }
        | Happened::Checkpoint(_) => true,
        Happened::Came { person: who, .. } | Happened::Left { person: who, .. } => who == person,
        _ => false,
    };
    (!missed.iter().any(elsewhere)).then_some(missed)
}

fn send(effects: &mut Effects, person: &PersonId, message: ToClient) {
    effects.push(Effect::Send(vec![person.clone()], Arc::new(message)));
}
