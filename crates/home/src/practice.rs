//! Practising: how the person here has played, what to practise next, and exercises from their own games.

use std::path::Path;
use std::sync::Arc;

use dicehouse_review::{Answered, Exercise, Form, Mark, Options, PlayedGame, Rating, review};
use dicehouse_rules::{GameKind, Seat};
use dicehouse_table::Seated;
use dicehouse_table::record::{GameId, Record};
use serde::{Deserialize, Serialize};

use crate::home::Home;
use crate::platform::{Platform, Shelf};
use crate::work::Work;

/// The newest games that are looked at.
const MOST_GAMES: usize = 20;
/// Exercises from one's own games that are asked in one go.
const MOST_OWN: usize = 5;
/// The file in which it is kept how one did in each game.
const BOOK: &str = "practice.json";
/// Another version is made again: the games were judged in another way.
const VERSION: u32 = 1;

/// What is remembered of somebody's exercises.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Practised {
    /// Their rating.
    pub rating: Rating,
    /// The exercises that were answered well.
    pub right: Vec<String>,
}

impl Practised {
    /// Whether nothing was practised yet.
    pub fn is_new(&self) -> bool {
        *self == Practised::default()
    }

    /// Notes an answer.
    pub fn note(&mut self, exercise: &Exercise, answered: &Answered) {
        /// More than anybody answers; the oldest are asked again.
        const MOST: usize = 500;
        self.rating = self.rating.after(answered.rating, answered.points);
        self.right.retain(|name| *name != exercise.name);
        if answered.points >= 1.0 {
            self.right.push(exercise.name.clone());
        }
        self.right.drain(..self.right.len().saturating_sub(MOST));
    }
}

/// How somebody did in the games played here.
#[derive(Default, Serialize, Deserialize)]
struct Book {
    version: u32,
    /// Newest first.
    games: Vec<PlayedGame>,
}

impl Book {
    fn read(shelf: &dyn Shelf) -> Book {
        let kept = shelf.note(BOOK).and_then(|bytes| serde_json::from_slice::<Book>(&bytes).ok());
        kept.filter(|book| book.version == VERSION)
            .unwrap_or(Book { version: VERSION, games: Vec::new() })
    }

    fn find(&self, id: &GameId) -> Option<&PlayedGame> {
        self.games.iter().find(|game| game.id == *id)
    }
}

impl Home {
    /// How the person here did in the games played last, newest first. Games that were not looked at before are
    /// reviewed in the background; what came of it is kept.
    pub fn look_back(&self) -> Work<Vec<PlayedGame>> {
        let (platform, name) = (Arc::clone(self.platform()), self.person_name());
        Work::start_or_do(move |progress| {
            Ok(look_back(&platform, &name, &|percent| progress.tell(percent)))
        })
    }

    /// How the person here plays each game, as far as it was looked at before.
    pub fn forms(&self) -> Vec<Form> {
        let book = Book::read(&*self.platform().shelf);
        GameKind::ALL.into_iter().filter_map(|game| Form::new(game, &book.games)).collect()
    }

    /// What to answer next: mistakes of one's own, those of the kind to practise first, then what comes with the house.
    /// What was answered well is not asked again as long as there is something else.
    pub fn exercises(&self, game: GameKind, played: &[PlayedGame]) -> Vec<Exercise> {
        let right = self.memory().practised.right;
        let practise = Form::new(game, played).and_then(|form| form.practise);
        let mut own: Vec<_> = played
            .iter()
            .filter(|of| of.game == game)
            .flat_map(|of| of.lapses.iter().map(move |lapsed| (of, lapsed)))
            .filter(|(_, lapsed)| lapsed.mark >= Mark::Mistake)
            .filter(|(of, lapsed)| !right.contains(&format!("{}-{}", of.id, lapsed.decision)))
            .collect();
        own.sort_by_key(|(_, lapsed)| Some(lapsed.lapse) != practise);
        let records = self.platform().shelf.records();
        let shelf = &*self.platform().shelf;
        let own = own.into_iter().filter_map(|(of, lapsed)| {
            Exercise::of_game(record_of(shelf, &records, &of.id)?, lapsed.decision)
        });
        let mut exercises: Vec<Exercise> = own.take(MOST_OWN).collect();
        let (new, known): (Vec<Exercise>, Vec<Exercise>) =
            Exercise::built_in(game).into_iter().partition(|of| !right.contains(&of.name));
        exercises.extend(new);
        if exercises.is_empty() {
            exercises = known;
        }
        exercises
    }

    /// Notes an answer, and gives the rating that follows from it.
    pub fn practised(&self, exercise: &Exercise, answered: &Answered) -> Rating {
        self.remember(|memory| memory.practised.note(exercise, answered)).practised.rating
    }
}

/// The record of the game with this id.
fn record_of(shelf: &dyn Shelf, records: &[std::path::PathBuf], id: &GameId) -> Option<Record> {
    let named = |path: &&std::path::PathBuf| {
        path.file_stem().is_some_and(|stem| stem.to_string_lossy() == id.as_str())
    };
    read(shelf, records.iter().find(named)?)
}

fn read(shelf: &dyn Shelf, path: &Path) -> Option<Record> {
    Record::read_bytes(&shelf.read_record(path).ok()?).ok()
}

/// Where the person sits whose play is looked at: by their name, or as the only person.
fn seat_of(seats: &[Seated], name: &str) -> Option<Seat> {
    let people = || Seat::first(seats.len()).filter(|seat| seats[seat.index()].is_person());
    let only = people().next().filter(|_| people().count() == 1);
    people().find(|seat| seats[seat.index()].name.as_str() == name).or(only)
}

fn look_back(platform: &Platform, name: &str, tell: &dyn Fn(u8)) -> Vec<PlayedGame> {
    let shelf = &*platform.shelf;
    let before = Book::read(shelf);
    let mut games = Vec::new();
    let paths: Vec<_> = shelf.records().into_iter().take(MOST_GAMES).collect();
    for (n, path) in paths.iter().enumerate() {
        tell((100 * n / paths.len().max(1)) as u8);
        let Some(record) = read(shelf, path) else { continue };
        let Some(seat) = seat_of(&record.header.seats, name) else { continue };
        if let Some(known) = before.find(&record.header.id) {
            games.push(known.clone());
        } else if let Ok(review) = review(record, &Options::default(), &|_, _| {}) {
            games.push(PlayedGame::new(&review, seat));
        }
    }
    let book = Book { version: VERSION, games };
    if book.games != before.games
        && let Ok(bytes) = serde_json::to_vec(&book)
    {
        shelf.keep_note(BOOK, &bytes);
    }
    book.games
}
