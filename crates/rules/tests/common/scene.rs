//! A game played from text, for tables of cases.

use dicehouse_rules::{
    Acts, Cause, Dealt, Dice, Event, Fact, Game, Standing, Throw, ThrowKind, Turn, View, Viewer,
    claims::ClaimsView, liars::LiarsView, pairs::PairsView,
};

use super::{act, dice, ruleset, seat};

/// A game, the rules line it came from, and everything that happened in it.
#[derive(Clone)]
pub struct Scene {
    pub game: Game,
    pub events: Vec<Event>,
    line: String,
}

impl Scene {
    /// A game by a ruleset line (`"liars contest dice=2"`).
    pub fn new(line: &str, players: usize) -> Scene {
        Scene::with_games_won(line, &vec![0; players])
    }

    pub fn with_games_won(line: &str, games_won: &[u32]) -> Scene {
        let game = Game::with_games_won(&ruleset(line), games_won).unwrap();
        Scene { game, events: Vec::new(), line: line.to_owned() }
    }

    /// Gives dice, one throw per part: `"1 5 5 | 1 1 2"`.
    pub fn roll(&mut self, throws: &str) -> &mut Scene {
        let throws: Vec<Dice> = throws.split('|').map(dice).collect();
        let rolled = self.game.roll(&throws, &mut self.events);
        rolled.unwrap_or_else(|error| {
            panic!("{}: {error}; waits for {:?}", self.line, self.throws())
        });
        self
    }

    /// Rolls whatever is asked for: every hand shows ones, the lowest seat opens, nothing is
    /// stacked.
    pub fn roll_ones(&mut self) -> &mut Scene {
        while let Turn::Roll(dealt) = self.game.turn() {
            let pips = |throw: &Throw| match (throw.what, throw.seat) {
                (ThrowKind::StackCheck, _) => 100,
                (ThrowKind::OpenerDie, Some(seat)) if seat.index() > 0 => 2,
                _ => 1,
            };
            let thrown = |throw: &Throw| Dice::from_pips(&vec![pips(throw); throw.count.into()]);
            let throws: Vec<Dice> = dealt.iter().map(|throw| thrown(throw).unwrap()).collect();
            self.game.roll(&throws, &mut self.events).unwrap();
        }
        self
    }

    /// Plays acts in turn, whoever is due: `"3x4, 4x4, call"`.
    pub fn acts(&mut self, acts: &str) -> &mut Scene {
        for text in acts.split(", ") {
            let due = self.game.turn().due().nth(0);
            let due = due.unwrap_or_else(|| panic!("{}: nobody is to act at {text}", self.line));
            self.play(due.index(), text);
        }
        self
    }

    pub fn play(&mut self, who: usize, text: &str) -> &mut Scene {
        let played = self.game.play(seat(who), act(text), &mut self.events);
        played.unwrap_or_else(|refusal| panic!("{}: {who} {text}: {refusal}", self.line));
        self
    }

    pub fn fault(&mut self, who: usize, cause: Cause) -> &mut Scene {
        self.game.fault(seat(who), cause, &mut self.events).unwrap();
        self
    }

    /// Why an act is refused; the game must not have changed.
    pub fn refusal(&self, who: usize, text: &str) -> String {
        let (mut game, mut events) = (self.game.clone(), Vec::new());
        match game.play(seat(who), act(text), &mut events) {
            Ok(()) => panic!("{}: {who} {text} is accepted", self.line),
            Err(refusal) => {
                assert_eq!(game, self.game, "{text} changed the game");
                assert_eq!(events, [], "{text} made events");
                refusal.to_string()
            }
        }
    }

    /// Whether an act of the seat that is due is accepted.
    pub fn accepts(&self, text: &str) -> bool {
        let due = self.game.turn().due().nth(0).expect("somebody is to act");
        let accepted = self.game.clone().play(due, act(text), &mut Vec::new()).is_ok();
        assert_eq!(self.game.legal(due).contains(act(text)), accepted, "{}: {text}", self.line);
        accepted
    }

    /// The throws waited for: `(kind, seat, count, sides)`.
    pub fn throws(&self) -> Dealt {
        match self.game.turn() {
            Turn::Roll(dealt) => dealt,
            other => panic!("{}: waits for {other:?}, not for dice", self.line),
        }
    }

    pub fn legal(&self, who: usize) -> Acts {
        self.game.legal(seat(who))
    }

    /// The legal acts of a seat as text.
    pub fn legal_texts(&self, who: usize) -> Vec<String> {
        self.legal(who).iter().map(|act| act.to_string()).collect()
    }

    /// Who is to act, alone.
    pub fn to_act(&self) -> usize {
        let due = self.game.turn().due();
        assert_eq!(due.len(), 1, "{}: {:?}", self.line, self.game.turn());
        due.nth(0).unwrap().index()
    }

    /// The facts since they were last asked for.
    pub fn facts(&mut self) -> Vec<Fact> {
        self.events.drain(..).map(|event| event.fact).collect()
    }

    pub fn standing(&self) -> Standing {
        self.game.standing().unwrap_or_else(|| panic!("{}: not over", self.line))
    }

    pub fn places(&self) -> Vec<u8> {
        self.standing().places.values().copied().collect()
    }

    pub fn liars(&self, viewer: Viewer) -> LiarsView<'_> {
        match self.game.view(viewer) {
            View::Liars(view) => view,
            other => panic!("{other:?}"),
        }
    }

    pub fn claims(&self, viewer: Viewer) -> ClaimsView<'_> {
        match self.game.view(viewer) {
            View::Claims(view) => view,
            other => panic!("{other:?}"),
        }
    }

    pub fn pairs(&self, viewer: Viewer) -> PairsView<'_> {
        match self.game.view(viewer) {
            View::Pairs(view) => view,
            other => panic!("{other:?}"),
        }
    }

    /// How many dice each seat of `liars` holds.
    pub fn counts(&self) -> Vec<u8> {
        self.liars(Viewer::Public).dice.values().copied().collect()
    }

    /// Everybody's score in `claims`.
    pub fn scores(&self) -> Vec<u16> {
        self.claims(Viewer::Public).scores.values().copied().collect()
    }
}
