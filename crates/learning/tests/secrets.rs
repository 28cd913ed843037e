//! Nobody's array tells of dice, or decisions, that its seat may not see (invariant 2).
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

use dicehouse_learning::{ActSpace, Luck, Observation};
use dicehouse_rules::{
    Act, Dealt, Dice, Game, Ignore, PRESETS, Preset, Seat, ThrowKind, Turn, View, Viewer,
};

/// Two games that differ only in what `viewer` may not see.
struct Twins {
    preset: &'static Preset,
    games: [Game; 2],
    viewer: Seat,
    luck: Luck,
    acts: ActSpace,
    observation: Observation,
}

/// How often two games were compared that were not the same.
#[derive(Default)]
struct Compared {
    different: usize,
}

impl Twins {
    fn new(preset: &'static Preset, players: usize, seed: u64) -> Twins {
        let ruleset = preset.ruleset();
        let game = Game::new(&ruleset, players).unwrap();
        let mut luck = Luck::new(seed, 7);
        let viewer = Seat::new(luck.below(players)).unwrap();
        let (acts, observation) =
            (ActSpace::new(&ruleset, players), Observation::new(&ruleset, players));
        Twins { preset, games: [game.clone(), game], viewer, luck, acts, observation }
    }

    /// Plays until the hidden is shown: a call, or everybody has split.
    fn play(mut self, compared: &mut Compared) {
        loop {
            self.compare(compared);
            match self.games[0].turn() {
                Turn::Over => return,
                Turn::Roll(dealt) => self.roll(&dealt),
                Turn::Act(due) => {
                    let seat = due.nth(self.luck.below(due.len())).unwrap();
                    let legal = self.acts.numbered(self.games[0].legal(seat));
                    let mut pick = || legal.nth(self.luck.below(legal.len())).unwrap();
                    let (act, mut other) = (pick(), pick());
                    let hidden = matches!(act, Act::Split(_)) && seat != self.viewer;
                    if !hidden {
                        other = act;
                    }
                    let shows = matches!(act, Act::Call | Act::Exact);
                    if shows || (matches!(act, Act::Split(_)) && due.len() == 1) {
                        return;
                    }
                    for (game, act) in self.games.iter_mut().zip([act, other]) {
                        game.play(seat, act, &mut Ignore).unwrap();
                    }
                }
            }
        }
    }

    fn roll(&mut self, dealt: &Dealt) {
        let [one, other] = [self.luck.roll(dealt), self.luck.roll(dealt)];
        let kept: Vec<Dice> = dealt
            .iter()
            .enumerate()
            .map(|(at, throw)| {
                let hidden = throw.what == ThrowKind::Hand && throw.seat != Some(self.viewer);
                if hidden { other[at] } else { one[at] }
            })
            .collect();
        self.games[0].roll(&one, &mut Ignore).unwrap();
        self.games[1].roll(&kept, &mut Ignore).unwrap();
    }

    fn compare(&self, compared: &mut Compared) {
        let seen = self.games.each_ref().map(|game| {
            let mut seen = vec![f32::NAN; self.observation.len()];
            self.observation.write(&game.view(Viewer::Seat(self.viewer)), &mut seen);
            let mut mask = vec![true; self.acts.len()];
            self.acts.mask(&game.legal(self.viewer), &mut mask);
            (seen.iter().map(|number| number.to_bits()).collect::<Vec<u32>>(), mask)
        });
        assert_eq!(seen[0], seen[1], "{} seat {}", self.preset.name, self.viewer);
        compared.different += usize::from(self.games[0] != self.games[1]);
    }
}

#[test]
fn arrays_do_not_tell_what_is_hidden() {
    for preset in &PRESETS {
        let mut compared = Compared::default();
        for seed in 0..300 {
            Twins::new(preset, 2 + seed as usize % 4, seed).play(&mut compared);
        }
        // In `simple` only the claimant holds dice: half of the games of two hide nothing from the viewer.
        assert!(compared.different > 100, "{}: {}", preset.name, compared.different);
    }
}

#[test]
fn a_view_that_is_nobodys_shows_nothing() {
    let preset = &PRESETS[0];
    let game = Game::new(&preset.ruleset(), 2).unwrap();
    let observation = Observation::new(&preset.ruleset(), 2);
    let mut seen = vec![1.0; observation.len()];
    observation.write(&game.view(Viewer::Public), &mut seen);
    assert!(seen.iter().all(|number| *number == 0.0));
}

/// Numbers stay within their bounds, and every field has its place in every preset.
#[test]
fn fields_follow_each_other_and_numbers_are_small() {
    for preset in &PRESETS {
        let (ruleset, players) = (preset.ruleset(), 4);
        let observation = Observation::new(&ruleset, players);
        let mut next = 0;
        for field in observation.fields() {
            assert_eq!(field.start, next, "{} {}", preset.name, field.name);
            next += field.len;
        }
        assert_eq!(next, observation.len());
        let acts = ActSpace::new(&ruleset, players);
        let mut luck = Luck::new(3, 0);
        let mut game = Game::new(&ruleset, players).unwrap();
        let mut seen = vec![0.0; observation.len()];
        for _ in 0..2_000 {
            match game.turn() {
                Turn::Over => game.restart(),
                Turn::Roll(dealt) => game.roll(&luck.roll(&dealt), &mut Ignore).unwrap(),
                Turn::Act(due) => {
                    let seat = due.nth(0).unwrap();
                    let view = game.view(Viewer::Seat(seat));
                    observation.write(&view, &mut seen);
                    let points = if matches!(view, View::Liars(_)) { 1.0 } else { 60.0 };
                    let fits = |number: &f32| number.is_finite() && number.abs() <= points + 1e-6;
                    assert!(seen.iter().all(fits), "{} {seen:?}", preset.name);
                    let legal = acts.numbered(game.legal(seat));
                    game.play(seat, legal.nth(luck.below(legal.len())).unwrap(), &mut Ignore)
                        .unwrap();
                }
            }
        }
    }
}
