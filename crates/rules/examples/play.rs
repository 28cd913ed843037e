//! A game of Liar's Dice between two players who bid as low as they can and call the seventh bid.
#![allow(clippy::print_stdout, reason = "an example shows something")]

use dicehouse_rules::{
    Act, Acts, Dice, Event, Face, Game, GameKind, Ruleset, Seat, Throw, Turn, View, Viewer,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ruleset = Ruleset::preset(GameKind::Liars, "perudo")?.with(&[("dice", "3")])?;
    let mut game = Game::new(&ruleset, 2)?;
    let mut seed = 7;
    loop {
        let mut events: Vec<Event> = Vec::new();
        match game.turn() {
            Turn::Roll(throws) => {
                let dice: Vec<Dice> = throws.iter().map(|throw| thrown(throw, &mut seed)).collect();
                game.roll(&dice, &mut events)?;
            }
            Turn::Act(seats) => {
                let seat = seats.iter().next().ok_or("somebody is to act")?;
                game.play(seat, decide(&game, seat), &mut events)?;
            }
            Turn::Over => break,
        }
        for event in events {
            println!("{:?}", event.fact);
        }
    }
    println!("winner: {:?}", game.standing().map(|standing| standing.winners()));
    Ok(())
}

/// What a player does who looks at nothing but the view and the legal acts.
fn decide(game: &Game, seat: Seat) -> Act {
    let legal = game.legal(seat);
    let bids = match game.view(Viewer::Seat(seat)) {
        View::Liars(view) => view.bids.len(),
        View::Claims(_) | View::Pairs(_) => 0,
    };
    match legal {
        Acts::Bid(acts) if bids < 6 => acts.lowest_bids().next().map_or(Act::Call, Act::Bid),
        _ => legal.nth(0).unwrap_or(Act::Call),
    }
}

/// Dice from a small generator: where they come from is up to the program.
fn thrown(throw: &Throw, seed: &mut u32) -> Dice {
    let faces = (0..throw.count).filter_map(|_| {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Face::new((*seed >> 16) as u8 % throw.sides + 1)
    });
    Dice::from_faces(faces).unwrap_or_default()
}
