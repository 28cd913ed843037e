//! Solved endgames as players ask for them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::rules;
use dicehouse_rules::liars::{LiarsPosition, LiarsRules};
use dicehouse_rules::{
    Act, Bid, BySeat, Dice, Face, Game, GameKind, Position, Ruleset, Seat, View, Viewer,
};
use dicehouse_solver::matches::Endgames;
use dicehouse_solver::tables::Tables;

/// What `endgames` say to seat 0, who opened, after `bids` with these hands.
fn asked(
    endgames: &Endgames,
    (preset, changes): (&str, &[(&str, &str)]),
    hands: [&[u8]; 2],
    bids: &[Bid],
) -> Option<Vec<(Act, f64)>> {
    let ruleset = Ruleset::preset(GameKind::Liars, preset).unwrap().with(changes).unwrap();
    let opener = Seat::first(2).next().unwrap();
    let dice = BySeat::from_fn(2, |seat| hands[seat.index()].len() as u8);
    let hands = BySeat::from_fn(2, |seat: Seat| Dice::from_pips(hands[seat.index()]).unwrap());
    let mut position = LiarsPosition::new(dice, opener).bidding(hands, bids.to_vec());
    position.round = 7;
    let game = Game::set_up(&ruleset, &Position::Liars(position)).unwrap();
    let mover = game.turn().due().nth(0).unwrap();
    let View::Liars(view) = game.view(Viewer::Seat(mover)) else { unreachable!() };
    endgames.mix(&view)
}

/// With one die each the end is worked out on the spot, for any rules that order all bids.
#[test]
fn one_die_each_is_known_without_files() {
    let endgames = Endgames::default();
    for preset in ["contest", "variation"] {
        let mix = asked(&endgames, (preset, &[]), [&[4], &[2]], &[]).unwrap();
        assert!((mix.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9, "{preset}");
        assert!(mix.iter().filter(|(_, share)| *share > 0.02).count() > 1, "it mixes: {mix:?}");
    }
    assert_eq!(asked(&endgames, ("markovok", &[]), [&[4], &[2]], &[]), None, "bids have no order");
    assert_eq!(asked(&endgames, ("contest", &[]), [&[4], &[2, 2]], &[]), None, "not at once");
}

/// A bid of more dice than there are is called.
#[test]
fn impossible_bids_are_called() {
    let bid = Bid::new(9, Face::ONE);
    let mix = asked(&Endgames::default(), ("contest", &[]), [&[4], &[2]], &[bid]).unwrap();
    assert_eq!(mix, [(Act::Call, 1.0)]);
}

#[test]
fn small_tables_are_made_once_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let changes: &[(&str, &str)] = &[("faces", "3")];
    let rules: LiarsRules = rules("contest", changes);
    let endgames = Endgames::new(Tables::new(folder.path()));
    assert_eq!(asked(&endgames, ("contest", changes), [&[2], &[1, 2]], &[]), None);
    endgames.make_small(&rules, 3, 1, &|| true).unwrap();
    let mix = asked(&endgames, ("contest", changes), [&[2], &[1, 2]], &[]).unwrap();
    assert!((mix.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    endgames.make_small(&rules, 3, 1, &|| panic!("all is kept")).unwrap();
    // A damaged table is as good as none.
    for file in std::fs::read_dir(folder.path()).unwrap() {
        std::fs::write(file.unwrap().path(), b"no table").unwrap();
    }
    let anew = Endgames::new(Tables::new(folder.path()));
    assert_eq!(asked(&anew, ("contest", changes), [&[2], &[1, 2]], &[]), None);
    assert!(asked(&anew, ("contest", changes), [&[2], &[1]], &[]).is_some(), "worked out");
}
