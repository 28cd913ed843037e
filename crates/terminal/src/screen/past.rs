//! Looking at a game that is over: watching it again, telling one's story of it, reviewing it. It is the same at this
//! computer and in an online room; only where the record comes from differs.

use dicehouse_review::Review;
use dicehouse_rules::Seat;
use dicehouse_table::record::{GameId, Playback, Record};
use dicehouse_telling::{Story, text};

use super::action::Action;
use super::review::{LeaveReview, Reading};
use super::state::{Front, Screen, State, Text};
use super::watch::Watch;
use dicehouse_home::Work;

/// What somebody wants to see of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LookBack {
    /// The game itself, step by step.
    Watch,
    /// The story of the player in this seat.
    Story(Seat),
    /// Every decision against the best one.
    Review,
}

/// How a game is reviewed in the background.
pub type Reviewer<'a> = &'a dyn Fn(Record) -> Work<Review>;

/// The last game that was looked at, and what is being done for it beside the screen.
#[derive(Debug, Default)]
pub(super) struct Past {
    last: Option<Playback>,
    busy: Option<Busy>,
}

/// Something that takes a while.
#[derive(Debug)]
enum Busy {
    /// The record comes from elsewhere, to be looked at like this.
    Fetching(Box<Work<Record>>, LookBack),
    /// This game is being reviewed.
    Reviewing(Box<Work<Review>>, Box<Playback>),
}

/// How a screen about a game that is over is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Back to where one came from.
    Back,
    /// Out of the program or the room.
    Away,
}

impl Past {
    /// Whether something is being done beside the screen.
    pub(super) fn is_busy(&self) -> bool {
        self.busy.is_some()
    }

    /// Keeps a game that has just ended or was opened.
    pub(super) fn keep(&mut self, playback: Option<Playback>) {
        self.last = playback;
    }

    /// Shows what was wished for of the game that is kept here.
    pub(super) fn show(&mut self, state: &mut State, wish: LookBack, review: Reviewer<'_>) {
        let Some(playback) = self.last.clone() else { return };
        let language = state.language();
        match wish {
            LookBack::Watch => {
                let watch = Watch::new(playback, None, language);
                state.show(Screen::Watch(Box::new(watch)));
            }
            LookBack::Story(seat) => {
                let story = Story::told(&playback, seat, language).lines_in(language);
                state.tell(text!(language, "front.your-story"), story);
            }
            LookBack::Review => {
                let work = review(playback.record.clone());
                self.begins(
                    state,
                    text!(language, "front.review"),
                    Busy::Reviewing(Box::new(work), Box::new(playback)),
                );
            }
        }
    }

    /// Shows what was wished for of a game whose record is elsewhere; `fetch` asks for it.
    pub(super) fn show_from_afar(
        &mut self,
        state: &mut State,
        game: &GameId,
        wish: LookBack,
        review: Reviewer<'_>,
        fetch: impl FnOnce() -> Result<Work<Record>, String>,
    ) {
        if self.last.as_ref().is_some_and(|last| last.record.header.id == *game) {
            return self.show(state, wish, review);
        }
        let fetching = text!(state.language(), "front.record");
        match fetch() {
            Ok(work) => {
                self.begins(state, fetching, Busy::Fetching(Box::new(work), wish));
                // At this computer it is there already.
                self.look(state, review);
            }
            Err(why) => state.tell(fetching, vec![why]),
        }
    }

    fn begins(&mut self, state: &mut State, title: &'static str, busy: Busy) {
        self.busy = Some(busy);
        state.front = Some(Front::Working { title, percent: 0 });
    }

    /// Checks how far the work beside the screen is. Closing its window gives it up.
    pub(super) fn look(&mut self, state: &mut State, review: Reviewer<'_>) {
        // The work is taken out here, and put back below while it goes on.
        let (Some(busy), Some(Front::Working { title, percent })) =
            (self.busy.take(), &mut state.front)
        else {
            return;
        };
        let title = *title;
        match busy {
            Busy::Fetching(work, wish) => match work.done() {
                None => self.busy = Some(Busy::Fetching(work, wish)),
                Some(record) => {
                    state.front = None;
                    match record.and_then(|record| Playback::new(record).map_err(in_words)) {
                        Ok(playback) => {
                            self.keep(Some(playback));
                            self.show(state, wish, review);
                        }
                        Err(why) => state.tell(title, vec![why]),
                    }
                }
            },
            Busy::Reviewing(work, playback) => match work.done() {
                None => {
                    *percent = work.percent();
                    self.busy = Some(Busy::Reviewing(work, playback));
                }
                Some(Ok(review)) => {
                    state.front = None;
                    state.show(Screen::Review(Box::new(Reading::new(review, *playback))));
                }
                Some(Err(why)) => state.tell(title, vec![why]),
            },
        }
    }
}

fn in_words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Does what a key asks for where a game is watched or its review is read. Says how the screen is left, if it is.
pub(super) fn apply(state: &mut State, action: Action) -> Option<Left> {
    match &mut state.screen {
        Screen::Watch(watch) => {
            let left = if action == Action::Back { Left::Back } else { Left::Away };
            watch.apply(action).then_some(left)
        }
        Screen::Review(reading) => match reading.apply(&action)? {
            LeaveReview::Back => Some(Left::Back),
            LeaveReview::Watch(at) => {
                let language = state.settings.look.language;
                let watch = Watch::starting_at(reading.playback().clone(), at, language);
                state.show(Screen::Watch(Box::new(watch)));
                None
            }
        },
        _ => None,
    }
}

impl State {
    /// Shows another screen; Esc leads back to this one.
    pub(super) fn show(&mut self, screen: Screen) {
        let before = std::mem::replace(&mut self.screen, screen);
        self.came_from.push(before);
    }

    /// Puts something to read in front of the screen.
    pub(super) fn tell(&mut self, title: &'static str, lines: Vec<String>) {
        self.front = Some(Front::Text(Text::new(title, lines)));
    }
}
