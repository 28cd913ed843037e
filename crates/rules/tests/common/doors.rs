//! The doors that solvers, bots and reviews use without a game of their own, held against what
//! the game does.

use dicehouse_rules::claims::ClaimsStage;
use dicehouse_rules::liars::{Challenge, LiarsStage, LiarsView, NextRound, PlacedBid, Settlement};
use dicehouse_rules::{
    Acts, Bid, BySeat, Dice, Event, Fact, Game, Guess, Position, Ruleset, Seat, Seats, Showdown,
    ThrowKind, Turn, Unseen, View, Viewer,
};

/// The bids a view allows are those the game takes.
pub fn check_bidding(game: &Game) {
    let View::Liars(view) = game.view(Viewer::Public) else { return };
    for seat in game.turn().due() {
        let Acts::Bid(legal) = game.legal(seat) else { panic!("who is due in liars may bid") };
        let bidding = view.bidding(seat);
        let last = view.standing_bid();
        assert_eq!(bidding.acts(last, view.bids.len()), legal);
        let bids: Vec<Bid> = bidding.bids(last).collect();
        for bid in &bids {
            assert!(bidding.allows(last, *bid) && bidding.check(last, *bid).is_ok(), "{bid}");
        }
        if !view.rules.used_up(view.bids.len()) {
            let calls = usize::from(legal.call) + usize::from(legal.exact);
            assert_eq!(bids.len() + calls, game.legal(seat).len());
        }
    }
}

/// The position of a game makes the same game again, also after a journey through JSON.
pub fn check_set_up(ruleset: &Ruleset, game: &Game) {
    let Some(position) = game.position() else {
        assert_eq!(game.turn(), Turn::Over, "only a game that is over has no position");
        return;
    };
    let json = serde_json::to_string(&position).unwrap();
    let read: Position = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{e}: {json}"));
    assert_eq!(read, position, "{json}");
    let again = Game::set_up(ruleset, &read).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(&again, game, "{json}");
}

/// A view with the truth for what it leaves open is the game, whoever looks.
pub fn check_imagined(game: &Game) {
    let seats = game.seats();
    for viewer in Seat::first(seats).map(Viewer::Seat).chain([Viewer::Public]) {
        let view = game.view(viewer);
        let unseen = view.unseen();
        if game.turn().due().is_empty() {
            assert!(Game::imagine(&view, &Guess::nothing(seats)).is_err());
            continue;
        }
        let truth = truth(game, &unseen);
        let imagined = Game::imagine(&view, &truth).unwrap_or_else(|e| panic!("{e}: {view:?}"));
        assert_eq!(&imagined, game, "{viewer:?}");
        assert_eq!(imagined.view(viewer), view);
        // What is open is neither left out nor guessed where it is known.
        let anything = unseen.hands.values().any(|n| *n > 0) || !unseen.splits.is_empty();
        assert_eq!(Game::imagine(&view, &Guess::nothing(seats)).is_err(), anything);
        let own = viewer.seat().filter(|_| matches!(view, View::Liars(_)));
        if let Some(own) = own {
            let mut known = truth;
            known.hands[own] = Dice::from_pips(&[1]).unwrap();
            assert!(Game::imagine(&view, &known).is_err(), "the own dice are not guessed");
        }
    }
}

/// What is under the cups and on the hidden sheets, for what a view leaves open.
fn truth(game: &Game, unseen: &Unseen) -> Guess {
    let mut truth = Guess::nothing(game.seats());
    let hands = match game.position().unwrap() {
        Position::Liars(position) => match position.stage {
            LiarsStage::Bidding { hands, .. } => hands,
            other => panic!("{other:?}"),
        },
        Position::Claims(position) => match position.stage {
            ClaimsStage::Claim(turn)
            | ClaimsStage::Answer { turn, .. }
            | ClaimsStage::Immunity { turn, .. } => turn.hands,
            other => panic!("{other:?}"),
        },
        Position::Pairs(position) => {
            for seat in unseen.splits {
                truth.splits[seat] = position.decisions[seat];
            }
            truth.hands
        }
    };
    for (seat, hidden) in unseen.hands.iter().filter(|(_, hidden)| **hidden > 0) {
        assert_eq!(hands[seat].len(), usize::from(*hidden));
        truth.hands[seat] = hands[seat];
    }
    truth
}

/// What a challenge costs by the rules alone is what it cost in the game.
pub fn check_settlement(before: &Game, after: &Game, events: &[Event]) {
    let (View::Liars(was), View::Liars(is)) =
        (before.view(Viewer::Public), after.view(Viewer::Public))
    else {
        return;
    };
    let shown = events.iter().find_map(|event| match event.fact {
        Fact::Showdown(showdown) => Some(showdown),
        _ => None,
    });
    let Some(shown) = shown else { return };
    let counted: u8 =
        shown.hands.values().map(|hand: &Dice| hand.count_for(shown.bid.face, was.wild)).sum();
    assert_eq!(shown.count, counted);
    let settled = settled(&was, &shown);
    assert_eq!(settled.right, shown.right);
    assert_eq!(settled.losers, shown.losers);
    assert_eq!(
        settled.losers,
        seats_of(events, |fact| matches!(fact, Fact::DieLost { why, .. } if *why == settled.why))
    );
    assert_eq!(
        settled.gainer.into_iter().collect::<Seats>(),
        seats_of(events, |fact| matches!(fact, Fact::DieGained { .. }))
    );
    assert_eq!(settled.dice, is.dice);
    match (settled.next, after.turn()) {
        (NextRound::Over, turn) => assert_eq!(turn, Turn::Over),
        (NextRound::OpenedBy(opener), _) => assert_eq!(is.opener, Some(opener)),
        (NextRound::OpenedByLot(seats), Turn::Roll(dealt)) => {
            assert_eq!((dealt[0].what, usize::from(dealt[0].sides)), (ThrowKind::Lot, seats.len()));
        }
        (next, turn) => panic!("{next:?}, but {turn:?}"),
    }
}

fn settled(view: &LiarsView<'_>, shown: &Showdown) -> Settlement {
    let last = PlacedBid { seat: shown.bidder, bid: shown.bid };
    let exact = view.rules.exact.filter(|_| shown.exact);
    let challenge = Challenge { last, caller: shown.caller, exact };
    let dice: BySeat<u8> = view.dice;
    view.rules.settle(&challenge, shown.count, &dice)
}

fn seats_of(events: &[Event], test: impl Fn(&Fact) -> bool) -> Seats {
    events
        .iter()
        .filter(|event| test(&event.fact))
        .filter_map(|event| match event.fact {
            Fact::DieLost { seat, .. } | Fact::DieGained { seat, .. } => Some(seat),
            _ => None,
        })
        .collect()
}
