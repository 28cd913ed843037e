//! At a table: sitting down, playing, and what follows when the game is over.

use dicehouse_rules::{Acts, BySeat, Dice, Seat, Seats, Viewer};
use dicehouse_table::{Entry, Seated};
use dicehouse_telling::Term;
use dicehouse_telling::voice::Chatter;

use super::App;
use super::doors::share;
use crate::house::{GamePlan, House};
use crate::screen::choose::Choose;
use crate::screen::past::LookBack;
use crate::screen::sound::Sound;
use crate::screen::state::Screen;
use crate::screen::table::{Command, Ending, Play, table};
use crate::session::{Finished, Played, Session, Stepped};

impl App<'_> {
    /// Sits down at a table.
    pub(super) fn sit_down(&mut self, plan: GamePlan) -> Result<(), String> {
        let Some(house) = &mut self.house else { return Err("nothing can be played here".into()) };
        let session = house.sit_down(&plan)?;
        let seats: Vec<Seated> = session.seats().to_vec();
        let view = session.view(Play::first_viewer(&seats)).into_owned();
        let chatter = Chatter::new(&seats, house.talk_seed());
        let mut play = Play::new(*session.ruleset(), seats, view);
        let before = seen(session.entries(), play.viewer());
        play.remember(&before);
        play.mute(!self.state.settings.voices);
        play.let_talk(chatter);
        let table = Screen::Table(Box::new(play));
        // Leaving the table leads to the front door, whatever was looked at on the way.
        self.state.came_from.truncate(1);
        if self.state.came_from.is_empty() {
            self.state.show(table);
        } else {
            self.state.screen = table;
        }
        self.memory.last_table = Some(plan.clone());
        self.session = Some(session);
        self.plan = Some(plan);
        self.remember();
        Ok(())
    }

    /// Does at the table what the screen asks for.
    pub(super) fn run(&mut self, command: Command) {
        match command {
            Command::Quit => self.quit(),
            Command::Lobby => self.go_to_lobby(),
            Command::Later => self.put_aside(),
            Command::Rematch => {
                if let Some(plan) = self.plan.clone()
                    && let Err(error) = self.sit_down(plan)
                {
                    self.go_to_lobby();
                    if let Screen::Choose(choose) = &mut self.state.screen {
                        choose.error = Some(error);
                    }
                }
            }
            Command::Replay => self.look_back(LookBack::Watch),
            Command::Story(seat) => self.look_back(LookBack::Story(seat)),
            Command::Review => self.look_back(LookBack::Review),
            Command::Share => {
                let lines = match &self.saved {
                    Some(record) => share(record),
                    None => vec!["The game is not saved, so there is nothing to share.".into()],
                };
                self.state.tell("Share", lines);
            }
            Command::Cups => {
                if let (Some(session), Screen::Table(play)) =
                    (&self.session, &mut self.state.screen)
                {
                    let open = !play.cups_are_open();
                    play.lift_cups(open.then(|| all_hands(session)));
                }
            }
            Command::Step | Command::Act(..) | Command::Look(_) => self.at_the_table(command),
        }
    }

    fn at_the_table(&mut self, command: Command) {
        let (Some(session), Some(house), Screen::Table(play)) =
            (&mut self.session, &self.house, &mut self.state.screen)
        else {
            return;
        };
        play.mute(!self.state.settings.voices);
        match command {
            Command::Look(viewer) => look(&**house, session, play, viewer),
            Command::Act(seat, reply) => {
                let viewer = play.viewer_after_act();
                let before = session.view(viewer).into_owned();
                match session.play(seat, &reply) {
                    Err(error) => play.stuck(&error.to_string()),
                    Ok(Played::Refused(refusal)) => play.refused(&refusal),
                    Ok(Played::Happened(entries)) => {
                        if viewer != play.viewer() {
                            // The dice of who has acted leave the screen before anything is shown.
                            play.look_on(viewer, before);
                        }
                        let entries = seen(&entries, viewer);
                        let view = session.view(viewer).into_owned();
                        let terms = self.memory.explained.meet(&entries, &view);
                        play.happened(entries, view);
                        self.explain(&terms);
                    }
                }
            }
            _ => match session.step() {
                Err(error) => play.stuck(&error.to_string()),
                Ok(Stepped::Happened(entries)) => {
                    let viewer = play.viewer();
                    let entries = seen(&entries, viewer);
                    let view = session.view(viewer).into_owned();
                    let terms = match play.has_people() {
                        true => self.memory.explained.meet(&entries, &view),
                        false => Vec::new(),
                    };
                    play.happened(entries, view);
                    if play.cups_are_open() {
                        play.lift_cups(Some(all_hands(session)));
                    }
                    self.explain(&terms);
                }
                Ok(Stepped::Person(seat)) => {
                    if let Some(Command::Look(viewer)) = play.due(seat) {
                        look(&**house, session, play, viewer);
                    }
                    self.sound = Some(Sound::YourTurn);
                }
                Ok(Stepped::Over(_)) => self.finish(),
            },
        }
    }

    /// Explains words that come up for the first time.
    fn explain(&mut self, terms: &[Term]) {
        if !terms.is_empty() {
            let line = |term: &Term| [format!("{}: {}", term.name(), term.text()), String::new()];
            let lines = terms.iter().flat_map(line).collect();
            self.state.tell("New words", lines);
        }
    }

    /// Ends the session and keeps its results.
    pub(super) fn finish(&mut self) {
        let (Some(session), Some(house)) = (self.session.take(), &mut self.house) else { return };
        let finished = session.finish();
        let kept = house.keep(&finished);
        (self.notes, self.saved) = (kept.notes, kept.record);
        self.past.keep(finished.playback().ok());
        if let Screen::Table(play) = &mut self.state.screen {
            play.over(Ending {
                standing: finished.standing(),
                notes: self.notes.clone(),
                replay: self.past.has_one(),
                games_won: games_won(&finished),
                in_room: None,
            });
        }
    }

    /// Leaves the game as it is; the front door offers to go on with it.
    fn put_aside(&mut self) {
        let (Some(session), Some(house)) = (self.session.take(), &mut self.house) else { return };
        self.notes = house.put_aside(session);
        self.front_door_again();
        self.note(self.notes.join(" "));
    }

    /// Away from the table, to choose another one.
    fn go_to_lobby(&mut self) {
        self.finish();
        self.front_door_again();
        if let Some(house) = &self.house {
            let choose = Choose::new(self.plan.as_ref(), *house);
            self.state.show(Screen::Choose(choose));
        }
    }
}

/// The entries as `viewer` may see them.
fn seen(entries: &[Entry], viewer: Viewer) -> Vec<Entry> {
    entries.iter().filter_map(|entry| entry.seen_by(viewer)).collect()
}

fn look(house: &dyn House, session: &Session, play: &mut Play, viewer: Viewer) {
    let legal = viewer.seat().map_or(Acts::Nothing, |seat| session.legal(seat));
    let refusal = |act| viewer.seat().and_then(|seat| session.refusal(seat, act));
    let view = session.view(viewer);
    let advice = house.advise(&view, &legal);
    play.looks(viewer, view.into_owned(), legal, refusal, advice);
}

/// Everybody's dice, for those who look on while only bots play.
fn all_hands(session: &Session) -> BySeat<Dice> {
    BySeat::from_fn(session.seats().len(), |seat| {
        let view = session.view(Viewer::Seat(seat));
        table(&view).own_hand().unwrap_or_default()
    })
}

/// Games each seat has won, this one included.
fn games_won(finished: &Finished) -> Vec<u32> {
    let winners = finished.standing().map_or(Seats::NONE, |standing| standing.winners());
    let seats = Seat::first(finished.header.seats.len()).zip(&finished.header.seats);
    seats.map(|(seat, seated)| seated.games_won + u32::from(winners.contains(seat))).collect()
}
