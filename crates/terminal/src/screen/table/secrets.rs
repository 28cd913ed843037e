//! Nothing hidden reaches the screen: two games that differ only in what a viewer may not know look
//! the same, frame by frame, until it is shown.

use std::time::Duration;

use dicehouse_rules::{
    Act, Acts, Dice, Event, Game, GameKind, Ruleset, Seat, Throw, ThrowKind, Turn, Viewer,
};
use dicehouse_table::{Entry, Seated};
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::{Play, draw};
use crate::screen::canvas::Canvas;
use dicehouse_home::Hints;

use crate::screen::settings::Settings;

const PLAYERS: usize = 3;
const NEAR: usize = 0;

/// Dice from a number, the same for every throw of the near seat and of the table, and different
/// for the hands of the others when `other` is.
fn throw(throw: &Throw, n: u64, own: u64, other: u64) -> Dice {
    let hidden = throw.what == ThrowKind::Hand && throw.seat != Seat::new(NEAR);
    let mut state = (if hidden { other } else { own })
        .wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_add(throw.seat.map_or(77, |seat| seat.index() as u64) << 32);
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u8 % throw.sides + 1
    };
    let pips: Vec<u8> = (0..throw.count).map(|_| next()).collect();
    Dice::from_pips(&pips).unwrap()
}

/// Whether the act keeps hidden what is hidden.
fn is_quiet(act: Act) -> bool {
    matches!(act, Act::Bid(_) | Act::Claim(_) | Act::LetPass)
}

fn frame(play: &Play, settings: &Settings) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
    let draw = |frame: &mut ratatui::Frame<'_>| {
        let mut canvas = Canvas::new(frame.buffer_mut(), settings.look);
        draw(&mut canvas, play, settings);
        canvas.finish();
    };
    terminal.draw(draw).unwrap();
    terminal.backend().buffer().clone()
}

/// The frames that the near person, or a spectator, sees of a game without calls. In `pairs` the
/// others choose their splits by `other`.
fn frames(ruleset: &Ruleset, viewer: Viewer, own: u64, other: u64, choices: &[u16]) -> Vec<Buffer> {
    let mut game = Game::new(ruleset, PLAYERS).unwrap();
    let mut seats = vec![Seated::person("Ann")];
    if viewer == Viewer::Public {
        seats = vec![Seated::bot("Ann", "odds", "1")];
    }
    seats.push(Seated::bot("Bob", "odds", "1"));
    seats.push(Seated::bot("Cid", "odds", "1"));
    let settings = Settings { hints: Hints::Chance, ..Settings::default() };
    let people = viewer.seat().into_iter().collect();
    let view = game.view(viewer).into_owned();
    let mut play = Play::new(*ruleset, seats, view, people, true);
    let mut shown = Vec::new();
    for (n, choice) in choices.iter().enumerate() {
        let mut events: Vec<Event> = Vec::new();
        match game.turn() {
            Turn::Over => break,
            Turn::Roll(dealt) => {
                let dice: Vec<Dice> =
                    dealt.iter().map(|t| throw(t, n as u64, own, other)).collect();
                game.roll(&dice, &mut events).unwrap();
            }
            Turn::Act(due) => {
                let seat = due.nth(0).unwrap();
                let legal = game.legal(seat);
                if viewer == Viewer::Seat(seat) {
                    let refusal =
                        |act| game.clone().play(seat, act, &mut dicehouse_rules::Ignore).err();
                    play.looks(viewer, game.view(viewer).into_owned(), legal, refusal, None);
                    shown.push(frame(&play, &settings));
                }
                let secret = matches!(legal, Acts::Split { .. }) && viewer != Viewer::Seat(seat);
                let by = if secret { u64::from(*choice) + other } else { u64::from(*choice) };
                let quiet: Vec<Act> = legal
                    .iter()
                    .filter(|act| is_quiet(*act) || matches!(act, Act::Split(_)))
                    .collect();
                let Some(act) = quiet.get(by as usize % quiet.len().max(1)) else { break };
                game.play(seat, *act, &mut events).unwrap();
                if matches!(act, Act::Split(_)) && !matches!(game.turn(), Turn::Act(_)) {
                    // Now everybody has decided and the splits are shown.
                    break;
                }
            }
        }
        let entries =
            events.iter().filter_map(|event| Entry::Event(*event).seen_by(viewer)).collect();
        play.happened(entries, game.view(viewer).into_owned());
        for _ in 0..8 {
            shown.push(frame(&play, &settings));
            if play.showing.is_none() {
                break;
            }
            play.tick(Duration::from_millis(400), &settings);
        }
    }
    shown
}

fn rulesets() -> impl Strategy<Value = Ruleset> {
    let all: Vec<Ruleset> = GameKind::ALL
        .into_iter()
        .flat_map(|game| game.presets().map(|preset| preset.ruleset()).collect::<Vec<_>>())
        // A stacked roll is shown to all.
        .map(|ruleset| match ruleset.game() {
            GameKind::Liars => ruleset.with(&[("stacked", "0")]).unwrap(),
            _ => ruleset,
        })
        .collect();
    proptest::sample::select(all)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hidden_dice_and_decisions_change_nothing_on_the_screen(
        ruleset in rulesets(),
        watching in any::<bool>(),
        own in any::<u64>(),
        one in any::<u32>(),
        another in any::<u32>(),
        choices in proptest::collection::vec(any::<u16>(), 1..14),
    ) {
        // A spectator sees no dice at all, so for them Ann's dice may differ, too: that is the
        // case of the near seat seen from another one.
        let viewer = if watching { Viewer::Public } else { Viewer::Seat(Seat::new(NEAR).unwrap()) };
        let first = frames(&ruleset, viewer, own, one.into(), &choices);
        let second = frames(&ruleset, viewer, own, another.into(), &choices);
        prop_assert_eq!(first.len(), second.len());
        for (n, (first, second)) in first.iter().zip(&second).enumerate() {
            prop_assert_eq!(first, second, "frame {}", n);
        }
    }
}

/// The comparison above can fail: once the cups are lifted, the same two games look different.
#[test]
fn a_showdown_shows_what_was_hidden() {
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    let showdown = |other| {
        let mut game = Game::new(&ruleset, PLAYERS).unwrap();
        let viewer = Viewer::Seat(Seat::new(NEAR).unwrap());
        let seats = ["Ann", "Bob", "Cid"].map(Seated::person).to_vec();
        let Turn::Roll(dealt) = game.turn() else { panic!("dice come first") };
        let dice: Vec<Dice> = dealt.iter().map(|t| throw(t, 0, 1, other)).collect();
        game.roll(&dice, &mut dicehouse_rules::Ignore).unwrap();
        let people = viewer.seat().into_iter().collect();
        let view = game.view(viewer).into_owned();
        let mut play = Play::new(ruleset, seats, view, people, true);
        let mut events: Vec<Event> = Vec::new();
        game.play(Seat::new(0).unwrap(), "1x1".parse().unwrap(), &mut events).unwrap();
        game.play(Seat::new(1).unwrap(), Act::Call, &mut events).unwrap();
        play.happened(
            events.into_iter().map(Entry::Event).collect(),
            game.view(viewer).into_owned(),
        );
        let settings = Settings::default();
        play.tick(Duration::from_millis(1500), &settings);
        frame(&play, &settings)
    };
    assert_ne!(showdown(1), showdown(2));
}
