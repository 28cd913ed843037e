//! Nobody learns anything from dice they may not see.
//!
//! Two games that differ only in what is hidden from a viewer (others' dice; in `pairs` others'
//! decisions of the round) are played side by side. Until the hidden is shown they must give that
//! viewer the same, byte by byte: views, events, legal acts and refusals.
#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

mod common;

use common::play::{Style, dice_for, one_of, throw_dice};
use common::rng::Rng;
use common::rulesets;
use common::space::every_act;
use dicehouse_rules::{
    Act, Acts, Cause, Dealt, Dice, Event, Fact, Game, PRESETS, Rules, Ruleset, Seat, ThrowKind,
    Turn, Viewer,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// A game, and one that differs from it only in what `viewer` may not see.
struct Twins {
    ruleset: Ruleset,
    viewer: Viewer,
    one: Game,
    other: Game,
    /// How often they were compared while they differed.
    compared: usize,
    rng: Rng,
    acts: Vec<Act>,
}

impl Twins {
    fn new(ruleset: Ruleset, players: usize, viewer: Viewer, seed: u64) -> Twins {
        let one = Game::new(&ruleset, players).unwrap();
        let other = one.clone();
        Twins { ruleset, viewer, one, other, compared: 0, rng: Rng::new(seed), acts: every_act() }
    }

    fn play_out(mut self, style: Style) -> usize {
        loop {
            self.compare();
            match self.one.turn() {
                Turn::Over => return self.compared,
                Turn::Roll(dealt) => self.roll(&dealt),
                Turn::Act(due) => {
                    let seat = one_of(due, &mut self.rng);
                    if self.rng.chance(5) {
                        self.fault(seat);
                    } else {
                        self.play(seat, style);
                    }
                }
            }
        }
    }

    fn sees(&self, seat: Option<Seat>) -> bool {
        seat.is_none() || self.viewer.seat() == seat
    }

    fn roll(&mut self, dealt: &Dealt) {
        let dice = dice_for(dealt, &mut self.rng);
        let mut others = dice.clone();
        for (n, throw) in dealt.iter().enumerate() {
            let hidden = throw.what == ThrowKind::Hand && !self.sees(throw.seat);
            if hidden && !self.is_stacked(dealt, &dice, throw.seat) {
                others[n] = throw_dice(throw.count, throw.sides, &mut self.rng);
            }
        }
        let mut events = [Vec::new(), Vec::new()];
        self.one.roll(&dice, &mut events[0]).unwrap();
        self.other.roll(&others, &mut events[1]).unwrap();
        self.compare_events(&events);
    }

    /// A stacked roll is shown to all, so that it is no secret.
    fn is_stacked(&self, dealt: &Dealt, dice: &[Dice], seat: Option<Seat>) -> bool {
        let Rules::Liars(rules) = self.ruleset.rules() else { return false };
        let check = dealt.iter().position(|t| t.what == ThrowKind::StackCheck && t.seat == seat);
        check.is_some_and(|at| dice[at].sum() <= rules.stacked.into())
    }

    fn play(&mut self, seat: Seat, style: Style) {
        let legal = self.one.legal(seat);
        let act = style.choose(&legal, &mut self.rng);
        let other = match &legal {
            Acts::Split { .. } if !self.sees(Some(seat)) => style.choose(&legal, &mut self.rng),
            _ => act,
        };
        let mut events = [Vec::new(), Vec::new()];
        self.one.play(seat, act, &mut events[0]).unwrap();
        // The acts that lift cups or end a round of splits show what was hidden: from there on
        // the twins are one again.
        if shows(&events[0]) {
            self.other = self.one.clone();
            return;
        }
        self.other.play(seat, other, &mut events[1]).unwrap();
        self.compare_events(&events);
    }

    fn fault(&mut self, seat: Seat) {
        let mut events = [Vec::new(), Vec::new()];
        self.one.fault(seat, Cause::Timeout, &mut events[0]).unwrap();
        if shows(&events[0]) {
            self.other = self.one.clone();
            return;
        }
        self.other.fault(seat, Cause::Timeout, &mut events[1]).unwrap();
        self.compare_events(&events);
    }

    fn compare_events(&self, [one, other]: &[Vec<Event>; 2]) {
        let seen = |events: &[Event]| {
            let seen: Vec<Event> = events.iter().map(|e| e.seen_by(self.viewer)).collect();
            serde_json::to_string(&seen).unwrap()
        };
        assert_eq!(seen(one), seen(other), "events for {:?}", self.viewer);
    }

    fn compare(&mut self) {
        let view = |game: &Game| serde_json::to_string(&game.view(self.viewer)).unwrap();
        assert_eq!(view(&self.one), view(&self.other), "views of {:?}", self.viewer);
        assert_eq!(self.one.turn(), self.other.turn());
        if let Some(seat) = self.viewer.seat() {
            assert_eq!(self.one.legal(seat), self.other.legal(seat));
            for _ in 0..3 {
                let act = *self.rng.pick(&self.acts);
                let says = |game: &Game| {
                    game.clone().play(seat, act, &mut Vec::new()).map_err(|r| r.to_string())
                };
                assert_eq!(says(&self.one), says(&self.other), "{act} of {seat}");
            }
        }
        self.compared += usize::from(self.one != self.other);
    }
}

/// Whether these events show everybody what was hidden.
fn shows(events: &[Event]) -> bool {
    events.iter().any(|event| {
        matches!(event.fact, Fact::Showdown(_) | Fact::ClaimShown { .. } | Fact::Marked { .. })
    })
}

#[derive(Clone, Debug)]
struct Case {
    /// `None` for a random ruleset.
    preset: Option<usize>,
    players: usize,
    viewer: usize,
    style: usize,
    seed: u64,
}

fn cases() -> impl Strategy<Value = Case> {
    let preset = prop::option::weighted(0.75, 0..PRESETS.len());
    (preset, 2usize..=10, any::<prop::sample::Index>(), 0..Style::ALL.len(), any::<u64>()).prop_map(
        |(preset, players, viewer, style, seed)| Case {
            preset,
            players,
            // One more than there are seats stands for the public.
            viewer: viewer.index(players + 1),
            style,
            seed,
        },
    )
}

#[test]
fn hidden_dice_change_nothing_that_others_see() {
    let seed = common::play::seed(1);
    println!("proptest seed {seed}; another with DICEHOUSE_SEED=N");
    let config = Config {
        cases: 200,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    };
    let compared = std::cell::Cell::new(0);
    let result = TestRunner::new(config).run(&cases(), |case| {
        let ruleset = match case.preset {
            Some(preset) => PRESETS[preset].ruleset(),
            None => rulesets::random(&mut Rng::new(case.seed)),
        };
        let viewer = match case.viewer {
            public if public == case.players => Viewer::Public,
            seat => Viewer::Seat(Seat::new(seat).unwrap()),
        };
        let twins = Twins::new(ruleset, case.players, viewer, case.seed);
        compared.set(compared.get() + twins.play_out(Style::ALL[case.style]));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(compared.get() > 2000, "the twins differed {} times only", compared.get());
}
