//! What a seat sees, as an array of numbers.
//!
//! It is made from a [`View`], so that it cannot hold what the seat may not know. `docs/python.md` documents the fields.

use dicehouse_rules::claims::{ClaimsRules, ClaimsView, ExchangeEnd};
use dicehouse_rules::liars::{LiarsRules, LiarsView};
use dicehouse_rules::pairs::{PairsRules, PairsView};
use dicehouse_rules::{Dice, Face, Rules, Ruleset, Seat, Seats, View};

/// The version of the layout. It changes whenever a field does.
pub const VERSION: u32 = 1;

/// A part of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it is called.
    pub name: &'static str,
    /// Where it begins.
    pub start: usize,
    /// How many numbers it has.
    pub len: usize,
}

/// How the views of a ruleset for a number of players become arrays.
///
/// Seats are counted from the one that looks: it is 0, the next clockwise 1, and so on. Numbers are between 0 and 1, but
/// for points, which are in hundreds and may be below 0.
#[derive(Clone, Debug)]
pub struct Observation {
    rules: Rules,
    players: usize,
    fields: Vec<Field>,
}

/// Sides of the dice of `claims` and `pairs`.
const SIDES: usize = 6;
/// Numbers on a score sheet of `pairs`: 2 to 12.
const SHEET: std::ops::RangeInclusive<u8> = 2..=12;

impl Observation {
    /// The layout for `ruleset` and this number of players.
    pub fn new(ruleset: &Ruleset, players: usize) -> Observation {
        let rules = *ruleset.rules();
        let sizes = match &rules {
            Rules::Liars(rules) => liars_fields(rules, players),
            Rules::Claims(rules) => claims_fields(rules, players),
            Rules::Pairs(_) => pairs_fields(players),
        };
        let mut start = 0;
        let fields = sizes.into_iter().map(|(name, len)| {
            let field = Field { name, start, len };
            start += len;
            field
        });
        let fields = fields.collect();
        Observation { rules, players, fields }
    }

    /// How many numbers there are.
    #[expect(clippy::len_without_is_empty, reason = "there is always something to see")]
    pub fn len(&self) -> usize {
        self.fields.last().map_or(0, |last| last.start + last.len)
    }

    /// The parts of the array, in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Writes what the seat of `view` sees; nothing but zeros for a view that is nobody's or of another game. `out` is
    /// [`Observation::len`] long.
    pub fn write(&self, view: &View<'_>, out: &mut [f32]) {
        out.fill(0.0);
        let Some(seat) = view.seat().filter(|seat| seat.index() < self.players) else { return };
        let mut pen = Pen { out, at: 0, seat: seat.index(), players: self.players };
        match (&self.rules, view) {
            (Rules::Liars(rules), View::Liars(view)) => liars(&mut pen, rules, view),
            (Rules::Claims(rules), View::Claims(view)) => claims(&mut pen, rules, view),
            (Rules::Pairs(rules), View::Pairs(view)) => pairs(&mut pen, rules, view),
            _ => return,
        }
        debug_assert_eq!(pen.at, self.len(), "the fields and what is written differ");
    }
}

/// Writes one field after the other.
struct Pen<'a> {
    out: &'a mut [f32],
    at: usize,
    /// The seat that looks.
    seat: usize,
    players: usize,
}

impl Pen<'_> {
    /// The place of `seat`, counted from the one that looks.
    fn relative(&self, seat: Seat) -> usize {
        let steps = seat.index() + self.players - self.seat;
        // Quicker than a remainder, and this is asked for every number.
        if steps >= self.players { steps - self.players } else { steps }
    }

    fn set(&mut self, cell: usize, value: f32) {
        if let Some(cell) = self.out.get_mut(self.at + cell) {
            *cell = value;
        }
    }

    fn number(&mut self, value: f32) {
        self.set(0, value);
        self.at += 1;
    }

    /// A cell for each face: how many of `dice` show it.
    fn counts(&mut self, dice: Option<&Dice>, sides: usize, of: f32) {
        for face in dice.into_iter().flat_map(Dice::faces) {
            if let Some(cell) = self.out.get_mut(self.at + face.index()) {
                *cell += 1.0 / of;
            }
        }
        self.at += sides;
    }

    /// A cell for each face, 1 for this one.
    fn face(&mut self, face: Option<Face>, sides: usize) {
        if let Some(face) = face {
            self.set(face.index(), 1.0);
        }
        self.at += sides;
    }

    /// A cell for each seat, 1 for these.
    fn seats(&mut self, seats: impl IntoIterator<Item = Seat>) {
        for seat in seats {
            self.set(self.relative(seat), 1.0);
        }
        self.at += self.players;
    }

    /// A cell for each seat with its number.
    fn by_seat(&mut self, values: impl Iterator<Item = (Seat, f32)>) {
        for (seat, value) in values {
            self.set(self.relative(seat), value);
        }
        self.at += self.players;
    }
}

fn liars_fields(rules: &LiarsRules, players: usize) -> Vec<(&'static str, usize)> {
    let faces = usize::from(rules.faces);
    vec![
        ("hand", faces),
        ("dice", players),
        ("to_act", players),
        ("opener", players),
        ("wild", faces),
        ("palifico", 1),
        ("fixed_face", faces),
        ("last_quantity", 1),
        ("last_face", faces),
        ("last_bidder", players),
        ("bids", 1),
        ("named", players * faces),
    ]
}

fn liars(pen: &mut Pen<'_>, rules: &LiarsRules, view: &LiarsView<'_>) {
    let faces = usize::from(rules.faces);
    let each = f32::from(rules.dice);
    let all = each * pen.players as f32;
    let share = |quantity: u8| (f32::from(quantity) / all).min(1.0);
    pen.counts(view.hand.as_ref(), faces, each);
    pen.by_seat(view.dice.iter().map(|(seat, count)| (seat, f32::from(*count) / each)));
    pen.seats(view.to_act);
    pen.seats(view.opener);
    pen.face(view.wild, faces);
    pen.number(if view.palifico { 1.0 } else { 0.0 });
    pen.face(view.fixed_face, faces);
    let last = view.last_bid();
    pen.number(last.map_or(0.0, |placed| share(placed.bid.quantity)));
    pen.face(last.map(|placed| placed.bid.face), faces);
    pen.seats(last.map(|placed| placed.seat));
    pen.number((view.bids.len() as f32 / (all * faces as f32)).min(1.0));
    for placed in view.bids.iter() {
        let cell = pen.relative(placed.seat) * faces + placed.bid.face.index();
        pen.set(cell, share(placed.bid.quantity));
    }
    pen.at += pen.players * faces;
}

fn claims_fields(rules: &ClaimsRules, players: usize) -> Vec<(&'static str, usize)> {
    vec![
        ("hand", SIDES),
        ("sum", 1),
        ("decide", 3),
        ("claim", usize::from(rules.claim_max())),
        ("shown", SIDES),
        ("claimant", players),
        ("caller", players),
        ("contenders", players),
        ("cards", players),
        ("rounds_left", 1),
        ("scores", players),
        ("passed", players),
        ("truthful", players),
        ("caught", players),
    ]
}

fn claims(pen: &mut Pen<'_>, rules: &ClaimsRules, view: &ClaimsView<'_>) {
    let dice = f32::from(rules.dice);
    let most = f32::from(rules.claim_max());
    let rounds = f32::from(rules.rounds);
    pen.counts(view.hand.as_ref(), SIDES, dice);
    pen.number(view.hand.map_or(0.0, |hand| f32::from(hand.sum()) / most));
    let decision = match (view.to_act, view.claim, view.shown) {
        (None, ..) => None,
        (Some(_), None, _) => Some(0),
        (Some(_), Some(_), None) => Some(1),
        (Some(_), Some(_), Some(_)) => Some(2),
    };
    if let Some(decision) = decision {
        pen.set(decision, 1.0);
    }
    pen.at += 3;
    if let Some(claim) = view.claim.and_then(|claim| claim.checked_sub(1)) {
        pen.set(claim.into(), 1.0);
    }
    pen.at += usize::from(rules.claim_max());
    pen.counts(view.shown.as_ref(), SIDES, dice);
    pen.seats(view.claimant);
    pen.seats(view.caller);
    pen.seats(view.contenders);
    pen.seats(view.cards);
    pen.number((1.0 - (f32::from(view.round) - 1.0) / rounds).max(0.0));
    pen.by_seat(view.scores.iter().map(|(seat, score)| (seat, f32::from(*score) / 100.0)));
    for ends in [
        &[ExchangeEnd::Passed][..],
        &[ExchangeEnd::Truthful],
        &[ExchangeEnd::Caught, ExchangeEnd::Immune],
    ] {
        for past in view.past.iter().filter(|past| ends.contains(&past.end)) {
            let cell = pen.at + pen.relative(past.claimant);
            if let Some(cell) = pen.out.get_mut(cell) {
                *cell = (*cell + 1.0 / rounds).min(1.0);
            }
        }
        pen.at += pen.players;
    }
}

fn pairs_fields(players: usize) -> Vec<(&'static str, usize)> {
    vec![
        ("dice", SIDES),
        ("to_act", players),
        ("playing", players),
        ("totals", players),
        ("marks", players * SHEET.count()),
        ("removed", players * SIDES),
    ]
}

fn pairs(pen: &mut Pen<'_>, rules: &PairsRules, view: &PairsView<'_>) {
    pen.counts(view.dice.as_ref(), SIDES, 5.0);
    pen.seats(Seats::iter(view.to_act));
    pen.seats(Seats::iter(view.playing));
    pen.by_seat(view.totals.iter().map(|(seat, total)| (seat, *total as f32 / 100.0)));
    let numbers = SHEET.count();
    for (seat, sheet) in view.sheets.iter() {
        let row = pen.relative(seat) * numbers;
        for (cell, number) in SHEET.enumerate() {
            pen.set(row + cell, (f32::from(sheet.marks(number)) / 10.0).min(1.0));
        }
    }
    pen.at += pen.players * numbers;
    for (seat, sheet) in view.sheets.iter() {
        let row = pen.relative(seat) * SIDES;
        for removed in sheet.removed() {
            let share = f32::from(removed.count) / f32::from(rules.last_count);
            pen.set(row + removed.number.index(), share.min(1.0));
        }
    }
    pen.at += pen.players * SIDES;
}
