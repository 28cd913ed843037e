//! Kuhn poker (Kuhn 1950): three cards, one bet. Worth −1/18 to the first player.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod tree;

use dicehouse_solver::Side;
use tree::{FlatTree, NodeKind, Tree, solve};

struct Kuhn;

/// The two cards and what was done: `p` for pass, `b` for bet.
#[derive(Clone)]
struct Hand {
    cards: Option<[u8; 2]>,
    said: String,
}

impl Tree for Kuhn {
    type Node = Hand;
    type Information = (u8, String);

    fn root(&self) -> Hand {
        Hand { cards: None, said: String::new() }
    }

    fn step(&self, hand: &Hand) -> NodeKind<Hand, (u8, String)> {
        let Some(cards) = hand.cards else {
            let deals = (0..3).flat_map(|a| (0..3).filter(move |b| *b != a).map(move |b| [a, b]));
            let deal = |cards| (1.0 / 6.0, Hand { cards: Some(cards), said: String::new() });
            return NodeKind::Chance(deals.map(deal).collect());
        };
        let showdown = if cards[0] > cards[1] { 1.0 } else { -1.0 };
        match hand.said.as_str() {
            "pp" => return NodeKind::End(showdown),
            "bb" | "pbb" => return NodeKind::End(2.0 * showdown),
            "bp" => return NodeKind::End(1.0),
            "pbp" => return NodeKind::End(-1.0),
            _ => {}
        }
        let side = if hand.said.len() == 1 { Side::Second } else { Side::First };
        let act = |word: &str| Hand { cards: hand.cards, said: hand.said.clone() + word };
        NodeKind::Decision {
            side,
            information: (cards[side.index()], hand.said.clone()),
            acts: vec![act("p"), act("b")],
        }
    }
}

#[test]
fn the_first_player_loses_an_eighteenth() {
    let tree = FlatTree::new(&Kuhn).unwrap();
    assert_eq!((tree.len(), tree.information_sets()), (55, 12));
    let solution = solve(&tree, 10_000);
    assert!((solution.value() + 1.0 / 18.0).abs() < 1e-4, "{}", solution.value());
    assert!(solution.exploitability() < 1e-4, "{}", solution.exploitability());
}

/// The second player's equilibrium is unique (Kuhn 1950): with the queen it calls a bet one time
/// in three, and with the jack it bets after a pass as often.
#[test]
fn the_second_player_bluffs_and_calls_a_third() {
    let tree = FlatTree::new(&Kuhn).unwrap();
    let solution = solve(&tree, 10_000);
    let bets = |card, said: &str| solution.mix(Side::Second, &(card, said.to_owned())).unwrap()[1];
    assert!((bets(1, "b") - 1.0 / 3.0).abs() < 0.01);
    assert!((bets(0, "p") - 1.0 / 3.0).abs() < 0.01);
    assert!(bets(2, "b") > 0.999 && bets(0, "b") < 0.001);
}

/// A player who always does the same is worth nothing against one who knows it.
#[test]
fn a_start_is_exploitable() {
    let tree = FlatTree::new(&Kuhn).unwrap();
    assert!(solve(&tree, 0).exploitability() > 0.4);
}
