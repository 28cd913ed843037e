//! The doors that solvers, bots and reviews use without a game of their own, held against what
//! the game does.

use dicehouse_rules::liars::{Challenge, LiarsView, NextRound, PlacedBid, Settlement};
use dicehouse_rules::{
    Acts, Bid, BySeat, Dice, Event, Fact, Game, Seats, Showdown, ThrowKind, Turn, View, Viewer,
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
