//! At the table of a room.

use std::time::Duration;

use dicehouse_home::{Advice, Kept, Step};
use dicehouse_room::message::{Do, GameSnapshot, Moment, Say};
use dicehouse_rules::{Fact, Seat, Seats, View, Viewer};
use dicehouse_table::{Entry, Seated};
use dicehouse_telling::voice::Remark;
use dicehouse_telling::{Language, text};

use super::{Visit, Wish};
use crate::party::{Asked, AtTable};
use crate::screen::action::Action;
use crate::screen::past::LookBack;
use crate::screen::sound::Sound;
use crate::screen::state::{Screen, State};
use crate::screen::table::{Command, Ending, Play, table};
use crate::steps::steps;

/// Something that is to be shown at the table.
#[derive(Clone, Debug)]
pub(super) enum Coming {
    /// This happened, and then the table looks like that; a bot may say something to it.
    Happened(AtTable, Option<Remark>),
    /// The game is over.
    Over,
}

/// With less time than this left, the question comes before anything that is still being shown.
const SHORT: u64 = 10;
/// With more than this still to be shown, the screen catches up.
const BEHIND: usize = 6;

impl Visit {
    pub(super) fn game_shown(&self) -> Option<&GameSnapshot> {
        self.shown()?.game.as_ref()
    }

    pub(super) fn moment(&self) -> Option<&Moment> {
        self.game_shown().filter(|game| game.end.is_none()).map(|game| &game.now)
    }

    /// The question that somebody at this keyboard is to answer next.
    pub(super) fn question(&self) -> Option<Asked> {
        self.party.asked().find(|asked| !self.answered.contains(asked))
    }

    /// Shows the table of the game that is going on, as it is now.
    pub(super) fn sit_down(&mut self, state: &mut State) {
        let Some(shown) = self.party.shown() else { return };
        let Some(game) = &shown.game else { return };
        let header = &game.header;
        let people: Seats = match self.here {
            true => people(&header.seats),
            false => game.now.view.viewer().seat().into_iter().collect(),
        };
        let view = game.now.view.clone();
        let mut play = Play::new(header.ruleset, header.seats.clone(), view, people, self.here)
            .speaking(state.language());
        play.mute(!state.settings.voices);
        play.remember(&game.entries);
        self.game = Some((header.id.clone(), game.entries.len()));
        (self.version, self.taken) = (shown.version, shown.version);
        self.coming.clear();
        self.steps.clear();
        self.others.clear();
        self.asked = None;
        self.answered.clear();
        self.offers.clear();
        state.front = None;
        let table = Screen::Table(Box::new(play));
        // Leaving a table at this computer leads to the front door, whatever was looked at on the way.
        state.came_from.truncate(usize::from(self.here));
        if self.here && state.came_from.is_empty() {
            state.show(table);
        } else {
            state.screen = table;
        }
    }

    /// Takes in what was missed.
    pub(super) fn catch_up(&mut self, entries: Vec<Entry>) {
        let Some(shown) = self.party.shown() else { return };
        let Some(game) = &shown.game else { return };
        if entries.is_empty() {
            return;
        }
        let view = Box::new(game.now.view.clone());
        let count = entries.len();
        self.coming
            .push_back(Coming::Happened(AtTable { version: shown.version, entries, view }, None));
        if let Some((_, taken)) = &mut self.game {
            *taken += count;
        }
    }

    /// What the person does at the table.
    pub(super) fn at_table(&mut self, state: &mut State, action: Action) -> Option<Wish> {
        let settings = state.settings;
        let Screen::Table(play) = &mut state.screen else { return None };
        if action == Action::Back && !play.is_over() && !play.is_confirming() {
            self.offer_more(state);
            return None;
        }
        let command = play.apply(action, &settings)?;
        self.run(state, command)
    }

    /// Lets time go by at the table.
    pub(super) fn table_goes_on(&mut self, state: &mut State, time: Duration) -> Option<Wish> {
        let settings = state.settings;
        let question = self.question();
        let short = question.is_some() && self.left().is_some_and(|left| left < SHORT);
        let behind = !self.here && self.coming.len() > BEHIND;
        let decides = self.bot_decides_next();
        let Screen::Table(play) = &mut state.screen else { return None };
        if play.showing.is_some() && (short || behind) {
            play.hurry_on();
        }
        let waits = !self.steps.is_empty() || !self.coming.is_empty();
        // At this computer bots seem to think, however fast they are.
        if play.showing.is_none() && waits && !(self.here && decides) && !play.is_out() {
            self.step(state);
            return None;
        }
        if play.is_asking() && question != self.asked {
            play.withdraw();
        }
        let command = play.tick(time, &settings)?;
        self.run(state, command)
    }

    /// Whether a bot decides in what is shown next.
    fn bot_decides_next(&self) -> bool {
        let Some(game) = self.game_shown() else { return false };
        let next = match (self.steps.front(), self.coming.front()) {
            (Some((step, _)), _) | (None, Some(Coming::Happened(step, _))) => step,
            _ => return false,
        };
        next.entries.iter().any(|entry| match entry.fact() {
            Some(Fact::Acted { seat, .. } | Fact::Decided { seat }) => {
                game.header.seats.get(seat.index()).is_some_and(|seated| !seated.is_person())
            }
            _ => false,
        })
    }

    /// Shows the next thing that happened; when there is none, asks the person who is due.
    fn step(&mut self, state: &mut State) {
        if self.steps.is_empty() && !self.takes_next(state) {
            return;
        }
        let question = self.question();
        let still_asked = question.is_some() && question == self.asked;
        let Some((step, remark)) = self.steps.pop_front() else { return };
        if self.steps.is_empty() {
            self.version = step.version;
        }
        let Screen::Table(play) = &mut state.screen else { return };
        if still_asked && play.is_asking() {
            return play.happened_meanwhile(step.entries, *step.view);
        }
        let terms = match self.here && play.has_people() {
            true => self.explained.meet(&step.entries, &step.view),
            false => Vec::new(),
        };
        play.mute(!state.settings.voices);
        play.happened(step.entries, *step.view);
        if let Some(remark) = remark {
            play.remarked(&remark);
        }
        if play.cups_are_open() {
            let hands = self.party.line.here().and_then(|here| here.all_hands(self.version));
            play.lift_cups(hands);
        }
        // The person's clock runs already.
        if question.is_some() && self.left().is_some() {
            play.shorten();
        }
        self.explain(state, &terms);
    }

    /// Takes what comes next and cuts it into steps. Says whether there is something to show.
    fn takes_next(&mut self, state: &mut State) -> bool {
        let Some(coming) = self.coming.pop_front() else {
            self.ask(state);
            return false;
        };
        let ending = self.ending(state.language());
        let Screen::Table(play) = &mut state.screen else { return false };
        match coming {
            Coming::Happened(seen, remark) => {
                let (viewer, before) = (play.viewer(), play.view().clone());
                let cut = self.cut(viewer, before, seen);
                // A bot speaks about what was done, which comes first.
                let remarks = std::iter::once(remark).chain(std::iter::repeat(None));
                self.steps.extend(cut.into_iter().zip(remarks));
                return !self.steps.is_empty();
            }
            Coming::Over => match ending {
                Some(ending) if ending.standing.is_some() => play.over(ending),
                // A game that was broken off has no results to show.
                _ if self.here => self.wish = Some(Wish::Another),
                _ => self.show_room(state),
            },
        }
        false
    }

    /// What happened in the steps in which the table shows it.
    fn cut(&mut self, viewer: Viewer, before: View<'static>, seen: AtTable) -> Vec<AtTable> {
        let version = seen.version;
        let after = std::mem::replace(&mut self.taken, version);
        let mut seen = self.as_seen_by(viewer, seen);
        if let Some(here) = self.party.line.here() {
            let steps = here.steps(after, version, viewer).into_iter();
            let at_table =
                |step: Step| AtTable { version, entries: step.entries, view: Box::new(step.view) };
            return steps.map(at_table).filter(|step| !step.entries.is_empty()).collect();
        }
        let mut cut: Vec<AtTable> = steps(std::mem::take(&mut seen.entries))
            .into_iter()
            // Only the view at the end is known: until then the table looks as before.
            .map(|entries| AtTable { version, entries, view: Box::new(before.clone()) })
            .collect();
        if let Some(last) = cut.last_mut() {
            last.view = seen.view;
        }
        cut
    }

    /// What happened as the person sees it whose dice are on the screen.
    fn as_seen_by(&mut self, viewer: Viewer, seen: AtTable) -> AtTable {
        let who = viewer
            .seat()
            .and_then(|seat| self.party.seats().find(|(_, own)| *own == seat).map(|(who, _)| who));
        let theirs = who.and_then(|who| self.others.get(&(who, seen.version)).cloned());
        self.others.retain(|(_, version), _| *version > seen.version);
        theirs.unwrap_or(seen)
    }

    /// Asks the person who is due; at one keyboard, the keyboard goes to them first.
    fn ask(&mut self, state: &mut State) {
        let Some(asked) = self.question() else { return };
        let Screen::Table(play) = &mut state.screen else { return };
        if play.is_over() || play.is_asking() || play.is_passing() {
            return;
        }
        self.sound = Some(Sound::YourTurn);
        if play.due(asked.seat) {
            self.look(state, asked);
        }
    }

    /// Shows the table to the person who is asked.
    fn look(&mut self, state: &mut State, asked: Asked) {
        let Screen::Table(play) = &mut state.screen else { return };
        let Some(game) = self.party.seen_by(asked.who).and_then(|shown| shown.game.as_ref()) else {
            return;
        };
        let now = &game.now;
        // The room has the last word on what is legal.
        let refusal = |act| match now.legal.contains(act) {
            true => None,
            false => table(&now.view).refusal(act),
        };
        // Nobody gets advice where people play against each other.
        let advice = if self.here { Advice::on(&now.view, &now.legal) } else { None };
        play.looks(now.view.viewer(), now.view.clone(), now.legal, refusal, advice);
        self.asked = Some(asked);
    }

    fn run(&mut self, state: &mut State, command: Command) -> Option<Wish> {
        match command {
            Command::Step => {
                if let Some(here) = self.party.line.here()
                    && here.stuck().is_some()
                {
                    here.try_again();
                }
                self.step(state);
            }
            Command::Look => {
                if let Some(asked) = self.question() {
                    self.look(state, asked);
                }
            }
            Command::Act(act) => self.act(state, act),
            Command::Rematch if self.here => return Some(Wish::Rematch),
            Command::Rematch => self.again(state),
            Command::Another if self.here => return Some(Wish::Another),
            Command::Another => self.show_room(state),
            Command::Quit if self.here => return Some(Wish::Out),
            Command::Quit => self.offer_to_leave(state),
            Command::Replay => return self.look_back(LookBack::Watch),
            Command::Story(seat) => return self.look_back(LookBack::Story(seat)),
            Command::Review => return self.look_back(LookBack::Review),
            Command::Share => return Some(Wish::Share),
            Command::Cups => {
                let hands = self.party.line.here().and_then(|here| here.all_hands(self.version));
                if let Screen::Table(play) = &mut state.screen {
                    let open = !play.cups_are_open();
                    play.lift_cups(hands.filter(|_| open));
                }
            }
        }
        None
    }

    fn act(&mut self, state: &mut State, act: dicehouse_rules::Act) {
        let Some(asked) = self.asked.take() else { return };
        let public = self.public_view();
        let now = self.now();
        self.answered.retain(|before| before.who != asked.who);
        self.answered.push(asked);
        self.party.want(now, asked.who, Do::Act { act, asked: asked.version });
        let Screen::Table(play) = &mut state.screen else { return };
        play.withdraw();
        // The dice of somebody who has acted leave the screen before anything is shown.
        if play.viewer_after_act() != play.viewer()
            && let Some(public) = public
        {
            play.look_on(Viewer::Public, public);
        }
    }

    /// The table as nobody in particular sees it.
    fn public_view(&self) -> Option<View<'static>> {
        let view = &self.game_shown()?.now.view;
        (view.viewer() == Viewer::Public).then(|| view.clone())
    }

    fn look_back(&self, wish: LookBack) -> Option<Wish> {
        self.game.as_ref().map(|(game, _)| Wish::LookBack(game.clone(), wish))
    }

    pub(super) fn say(&mut self, text: &str) {
        if let Some(talk) = dicehouse_table::Talk::new(text) {
            self.send(Do::Say { say: Say::Text(talk) });
        }
    }

    /// Another game with the same settings: the host starts it, the others are ready for it.
    fn again(&mut self, state: &mut State) {
        let seated = self.shown().is_some_and(|shown| shown.you.seat.is_some());
        self.show_room(state);
        match (self.is_host(), seated) {
            (true, _) => self.send(Do::Start),
            (false, true) => {
                self.send(Do::Ready { ready: true });
                let words = text!(state.language(), "hear.ready-next");
                self.answer(state, words);
            }
            (false, false) => {}
        }
    }

    fn ending(&mut self, language: Language) -> Option<Ending> {
        let in_words = |kept: &Kept| -> Vec<String> {
            kept.notes.iter().map(|note| note.text(language)).collect()
        };
        let notes = self.party.line.here().map(|here| here.kept().map_or(Vec::new(), in_words));
        let shown = self.party.shown()?;
        let game = shown.game.as_ref()?;
        let standing = game.end.as_ref().and_then(|end| end.standing);
        if let Some(notes) = notes {
            let winners = standing.map_or(Seats::NONE, |standing| standing.winners());
            let seats = Seat::first(game.header.seats.len()).zip(&game.header.seats);
            let games_won = seats
                .map(|(seat, seated)| seated.games_won + u32::from(winners.contains(seat)))
                .collect();
            return Some(Ending { standing, notes, replay: true, games_won, in_room: None });
        }
        let again = match (self.is_host(), shown.you.seat) {
            _ if shown.room.challenge.is_some() => text!(language, "key.to-room"),
            (true, _) => text!(language, "key.rematch"),
            (false, Some(_)) => text!(language, "key.ready-another"),
            (false, None) => text!(language, "key.to-room"),
        };
        let note = match game.end.as_ref().and_then(|end| end.reveal) {
            Some(_) => text!(language, "hear.seed-open"),
            None => text!(language, "hear.seed-later"),
        };
        Some(Ending {
            standing,
            notes: vec![note.to_owned()],
            replay: game.end.as_ref().is_some_and(|end| end.reveal.is_some()),
            games_won: shown.room.seats.iter().map(|seat| seat.won).collect(),
            in_room: Some(again),
        })
    }
}

/// The seats of people.
fn people(seats: &[Seated]) -> Seats {
    Seat::first(seats.len()).filter(|seat| seats[seat.index()].is_person()).collect()
}
