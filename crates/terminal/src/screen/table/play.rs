//! The state of a game being played on the screen, and what input does to it.

use std::time::Duration;

use dicehouse_rules::{Act, Acts, BySeat, Dice, Fact, Refusal, Ruleset, Seat, Seats, View, Viewer};
use dicehouse_table::{Entry, Reply, SeatKind, Seated, Talk};
use dicehouse_telling::voice::{Chatter, Remark, Voice};
use dicehouse_telling::{Line, Narrator, Tone};

use super::asking::Asking;
use super::kind::table;
use super::phase::{HELD, Over, Phase};
use super::results::Ending;
use super::scene::{Scene, Stage};
use super::showing::Showing;
use crate::house::Advice;
use crate::screen::canvas::typeset;
use crate::screen::input::Typing;
use crate::screen::settings::{Settings, Speed};

/// What the table is asked for.
#[derive(Clone, Debug)]
pub enum Command {
    /// Go on: roll, or ask the next bot or person.
    Step,
    /// Play this for a person.
    Act(Seat, Reply),
    /// Show the table as this viewer may see it, and ask them if they are due.
    Look(Viewer),
    /// Play the same again.
    Rematch,
    /// Go to the lobby.
    Lobby,
    /// Watch the game that is over.
    Replay,
    /// Tell the person's own story of the game that is over.
    Story,
    /// Review the game that is over.
    Review,
    /// Say how the game that is over can be shared.
    Share,
    /// Lift the cups, or close them.
    Cups,
    /// Leave.
    Quit,
}

/// A game being played.
#[derive(Clone, Debug)]
pub struct Play {
    /// The rules.
    pub ruleset: Ruleset,
    /// Who sits where.
    pub seats: Vec<Seated>,
    /// Where we are.
    pub phase: Phase,
    /// What is being shown.
    pub showing: Option<Showing>,
    /// What the person wants to say with their next move.
    pub saying: Option<Talk>,
    /// The line being typed.
    pub typing: Option<Typing>,
    /// A hint or a reason, until the next key.
    pub note: Option<String>,
    pub(super) people: Seats,
    pub(super) viewer: Viewer,
    view: View<'static>,
    /// The view once what is being shown has been told.
    next: Option<View<'static>>,
    log: Vec<Line>,
    /// What is not to be read before it has been shown.
    untold: Vec<Line>,
    narrator: Narrator,
    /// The bots, when they talk.
    chatter: Option<Chatter>,
    muted: bool,
    /// Whose score sheet is looked at, where it is not the viewer's.
    pub(super) sheet_of: Option<Seat>,
    /// The rest is not shown.
    pub(super) skipping: bool,
    /// The only people are out and have been asked whether to watch on.
    pub(super) told_out: bool,
    /// All dice, where those who look on have lifted the cups.
    open: Option<BySeat<Dice>>,
}

impl Play {
    /// A game that is about to begin; `view` is the table as `viewer` sees it.
    pub fn new(ruleset: Ruleset, seats: Vec<Seated>, view: View<'static>) -> Play {
        let people: Seats = Seat::first(seats.len())
            .filter(|seat| seats.get(seat.index()).is_some_and(Seated::is_person))
            .collect();
        let you = people.nth(0).filter(|_| people.len() == 1);
        Play {
            narrator: Narrator::new(&ruleset, &seats, you),
            ruleset,
            seats,
            phase: Phase::Going,
            showing: None,
            saying: None,
            typing: None,
            note: None,
            people,
            viewer: you.map_or(Viewer::Public, Viewer::Seat),
            view,
            next: None,
            log: Vec::new(),
            untold: Vec::new(),
            chatter: None,
            muted: false,
            sheet_of: None,
            skipping: false,
            told_out: people.is_empty(),
            open: None,
        }
    }

    /// Remembers what happened before, in a game that is gone on with.
    pub fn remember(&mut self, entries: &[Entry]) {
        self.log.extend(entries.iter().filter_map(|entry| Line::of(entry, &self.narrator)));
    }

    /// Lets the bots talk about what happens.
    pub fn let_talk(&mut self, mut chatter: Chatter) {
        let greeting = chatter.greet().filter(|_| !self.muted);
        self.log.extend(greeting.map(|remark| self.remark(&remark)));
        self.chatter = Some(chatter);
    }

    /// Lets the bots be silent, or talk again.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    fn remark(&self, remark: &Remark) -> Line {
        let says = self.narrator.says(remark.seat, "say", "says");
        let face = self.face(remark.seat).map_or(String::new(), |face| format!("{face} "));
        let text = format!("{face}{says}: {}", remark.text);
        Line { tone: Tone::Talk, text, speaker: Some(remark.seat) }
    }

    fn face(&self, seat: Seat) -> Option<&'static str> {
        match &self.seats.get(seat.index())?.kind {
            SeatKind::Bot(bot) => Voice::of(bot.bot.as_str()).map(|voice| voice.face.as_str()),
            SeatKind::Person => None,
        }
    }

    /// Whether somebody at this keyboard plays.
    pub fn has_people(&self) -> bool {
        !self.people.is_empty()
    }

    /// The table as the viewer sees it.
    pub fn view(&self) -> &View<'static> {
        &self.view
    }

    /// Who looks at the table now.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Who looks at a new table of these seats: the only person there is, or nobody yet.
    pub fn first_viewer(seats: &[Seated]) -> Viewer {
        let mut people = Seat::first(seats.len()).filter(|seat| seats[seat.index()].is_person());
        match (people.next(), people.next()) {
            (Some(only), None) => Viewer::Seat(only),
            _ => Viewer::Public,
        }
    }

    /// The table as it is to be seen.
    pub fn scene(&self) -> Scene<'_> {
        let stage = self.showing.as_ref().map_or(Stage::Quiet, Showing::stage);
        Scene {
            ruleset: &self.ruleset,
            seats: &self.seats,
            view: &self.view,
            near: self.viewer.seat(),
            open: self.open,
            stage,
            log: &self.log,
            due: self.view.to_act(),
            narrator: &self.narrator,
            sheet_of: self.sheet_of,
            status: self.status(),
        }
    }

    fn status(&self) -> String {
        let name = |seat: Seat| self.seats.get(seat.index()).map_or("?", |s| s.name.as_str());
        match &self.phase {
            Phase::Thinking(seat, _) => format!("{} is thinking…", name(*seat)),
            Phase::Asking(asking) if self.people.len() > 1 => {
                format!("{}’s turn", name(asking.seat))
            }
            Phase::Asking(_) => "your turn".to_owned(),
            _ => String::new(),
        }
    }

    /// How long to wait for input before time has to go by; `None` for as long as it takes.
    pub fn waits(&self, settings: &Settings) -> Option<Duration> {
        const FRAME: Duration = Duration::from_millis(40);
        if self.skipping && matches!(self.phase, Phase::Going | Phase::Thinking(..)) {
            return Some(Duration::ZERO);
        }
        match (&self.phase, &self.showing) {
            (_, Some(showing)) if showing.waits(settings.speed) => None,
            (Phase::Going | Phase::Thinking(..), _) if settings.speed == Speed::Instant => {
                Some(Duration::ZERO)
            }
            (_, Some(_)) => Some(FRAME),
            (Phase::Going | Phase::Thinking(..), None) => Some(FRAME),
            (Phase::Over(over), None) if !over.takes_keys() => Some(FRAME),
            _ => None,
        }
    }

    /// Lets time go by.
    pub fn tick(&mut self, time: Duration, settings: &Settings) -> Option<Command> {
        if self.skipping && matches!(self.phase, Phase::Going | Phase::Thinking(..)) {
            self.put_away();
            return Some(Command::Step);
        }
        if let Some(showing) = &mut self.showing {
            let over = showing.tick(time, settings.speed);
            if showing.is_told() {
                self.tell();
            }
            if over {
                self.put_away();
            }
            return None;
        }
        match &mut self.phase {
            Phase::Going => self.go_on(),
            Phase::Thinking(_, thought) => {
                *thought += time;
                (*thought >= settings.speed.of(table(&self.view).thinking())).then(|| {
                    self.phase = Phase::Going;
                    Command::Step
                })
            }
            Phase::Over(over) => {
                over.held = over.held.saturating_sub(time);
                None
            }
            _ => None,
        }
    }

    /// Nothing is being shown: what next?
    fn go_on(&mut self) -> Option<Command> {
        if !self.told_out && self.view.standing().is_none() && self.nobody_here_is_in() {
            self.told_out = true;
            self.phase = Phase::Out;
            return None;
        }
        let bot = self.view.to_act().iter().find(|seat| !self.people.contains(*seat));
        match bot {
            Some(seat) => {
                self.phase = Phase::Thinking(seat, Duration::ZERO);
                None
            }
            None => Some(Command::Step),
        }
    }

    fn people_in(&self) -> Seats {
        let still_in = table(&self.view).still_in();
        self.people.iter().filter(|seat| still_in.contains(*seat)).collect()
    }

    pub(super) fn nobody_here_is_in(&self) -> bool {
        self.people_in().is_empty()
    }

    /// What was shown has been told: now it may be read, too.
    pub(super) fn tell(&mut self) {
        self.log.append(&mut self.untold);
    }

    /// Puts away what was shown.
    pub(super) fn put_away(&mut self) {
        self.tell();
        self.showing = None;
        if let Some(next) = self.next.take() {
            self.view = next;
        }
    }

    /// Something happened; `view` is how the table looks after it. Both as the viewer may see them.
    pub fn happened(&mut self, entries: Vec<Entry>, view: View<'static>) {
        self.phase = Phase::Going;
        self.note = None;
        self.put_away();
        // Results of an act are read out after they have been shown.
        let act = entries.iter().position(is_act).map_or(0, |at| at + 1);
        let line = |entry| Line::of(entry, &self.narrator);
        self.log.extend(entries[..act].iter().filter_map(line));
        self.untold = entries[act..].iter().filter_map(line).collect();
        let remark = self.chatter.as_mut().and_then(|chatter| chatter.hear(&entries, &view));
        let remark = remark.filter(|_| !self.muted);
        self.untold.extend(remark.map(|remark| self.remark(&remark)));
        if self.skipping {
            self.view = view;
            self.tell();
            return;
        }
        let showing = Showing::new(entries).to(self.people_in());
        if showing.holds() {
            self.next = Some(view);
        } else {
            self.view = view;
        }
        if showing.is_told() {
            self.tell();
        }
        self.showing = Some(showing);
    }

    /// A person is to act. Gives the viewer to look with when it is somebody else's turn to look.
    pub fn due(&mut self, seat: Seat) -> Option<Command> {
        if self.viewer == Viewer::Seat(seat) {
            return Some(Command::Look(self.viewer));
        }
        self.phase = Phase::Pass(seat);
        None
    }

    /// The table as the viewer sees it now; a person who is due is asked, and may get advice.
    pub fn looks(
        &mut self,
        viewer: Viewer,
        view: View<'static>,
        legal: Acts,
        refusal: impl Fn(Act) -> Option<Refusal>,
        advice: Option<Advice>,
    ) {
        self.viewer = viewer;
        self.sheet_of = None;
        self.phase = Phase::Going;
        if let Some(seat) = viewer.seat()
            && let Some(choice) = table(&view).choice(legal, &refusal, advice)
        {
            self.phase = Phase::Asking(Asking::new(seat, choice));
        }
        self.view = view;
    }

    /// Somebody else may look now: the table is shown as `viewer` sees it.
    pub fn look_on(&mut self, viewer: Viewer, view: View<'static>) {
        self.viewer = viewer;
        self.view = view;
    }

    /// The act of a person was refused.
    pub fn refused(&mut self, refusal: &Refusal) {
        self.note = Some(typeset(&refusal.to_string()));
    }

    /// A step could not be taken: says why and waits for a key before it is tried again.
    pub fn stuck(&mut self, why: &str) {
        self.note = Some(why.to_owned());
        if !matches!(self.phase, Phase::Asking(_)) {
            self.phase = Phase::Stuck;
        }
    }

    /// The game is over and put away.
    pub fn over(&mut self, ending: Ending) {
        self.put_away();
        self.skipping = false;
        self.phase = Phase::Over(Over { ending, aside: false, held: HELD });
    }

    /// Whose story is told when the game is over: the first person's.
    pub fn storyteller(&self) -> Option<Seat> {
        self.people.nth(0)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// Whether the cups may be lifted: nobody at this keyboard plays, so nobody gains by it.
    pub fn may_lift_cups(&self) -> bool {
        self.told_out && self.nobody_here_is_in() && !self.is_over()
    }

    /// Whether the cups are lifted.
    pub fn cups_are_open(&self) -> bool {
        self.open.is_some()
    }

    /// Shows all dice, or hides them again.
    pub fn lift_cups(&mut self, hands: Option<BySeat<Dice>>) {
        self.open = hands.filter(|_| self.may_lift_cups());
    }

    /// Whether the rest of the game can be skipped: nobody at this keyboard plays any more.
    pub fn can_skip(&self) -> bool {
        self.told_out && !self.skipping && !self.is_over()
    }

    /// Who has to be hidden from whom when a person has acted: with several people at one
    /// keyboard nobody's dice stay on the screen.
    pub fn viewer_after_act(&self) -> Viewer {
        if self.people_in().len() > 1 { Viewer::Public } else { self.viewer }
    }
}

fn is_act(entry: &Entry) -> bool {
    matches!(entry, Entry::Event(event) if matches!(event.fact, Fact::Acted { .. }))
}
