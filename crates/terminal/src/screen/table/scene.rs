//! What is to be seen at a table: the same for those who play and those who watch a record.

use std::time::Duration;

use dicehouse_rules::{BySeat, Dice, Ruleset, Seat, SeatOrder, Seats, Showdown, View};
use dicehouse_table::{Entry, Seated};
use dicehouse_telling::{Language, Line, Narrator, say, text};

use super::circle::Direction;
use super::kind::{GameTable, table};
use super::showing::{COUNTING, Opened};

/// A table at one moment, as one person may see it.
pub struct Scene<'a> {
    /// The rules.
    pub ruleset: &'a Ruleset,
    /// Who sits where.
    pub seats: &'a [Seated],
    /// What the viewer may know.
    pub view: &'a View<'static>,
    /// Whose dice lie in front of the screen.
    pub near: Option<Seat>,
    /// All dice, for those who watch a game that is over.
    pub open: Option<BySeat<Dice>>,
    /// What is being shown.
    pub stage: Stage<'a>,
    /// What has happened so far.
    pub log: &'a [Line],
    /// Who is to act.
    pub due: Seats,
    /// Who tells the viewer what happens.
    pub narrator: &'a Narrator,
    /// Whose score sheet is looked at, where it is not the near player's.
    pub sheet_of: Option<Seat>,
    /// What is said in the middle of the table, above the bid.
    pub status: String,
}

/// What is being shown at a table.
#[derive(Clone, Copy, Debug)]
pub enum Stage<'a> {
    /// Nothing in particular.
    Quiet,
    /// Dice are rolling for so long.
    Rolling(Duration),
    /// A call: which step of it, and what follows from it.
    Showdown(&'a Showdown, usize, &'a [Entry]),
    /// A called claim, or points given: which step of it, and what follows from it.
    Exchange(usize, &'a [Entry]),
    /// Everybody's splits.
    Marks(&'a [Entry]),
    /// The order of a round is drawn: how many places of it by now.
    Order(&'a SeatOrder, usize),
    /// Dice rolled for all to see: how many of them by now, and what for.
    Opened(&'a [(Seat, Dice)], usize, Opened),
}

impl Scene<'_> {
    /// The name of the player in `seat`.
    pub fn name(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("?", |seated| seated.name.as_str())
    }

    /// The language it is told in.
    pub fn language(&self) -> Language {
        self.narrator.language()
    }

    /// What differs by game.
    pub fn table(&self) -> &dyn GameTable {
        table(self.view)
    }

    /// The seats in the order of play, the near one first, and which way it goes round.
    pub fn order(&self) -> (Vec<Seat>, Direction) {
        let (mut order, direction) = self.table().order(self.seats.len());
        let first = self.near.and_then(|near| order.iter().position(|seat| *seat == near));
        order.rotate_left(first.unwrap_or(0));
        (order, direction)
    }

    /// The viewer's own dice.
    pub fn hand(&self) -> Option<Dice> {
        let hand = self.table().dice();
        match self.stage {
            // The dice come after the order.
            Stage::Order(..) => None,
            Stage::Rolling(elapsed) => {
                hand.map(|hand| tumbling(hand.len(), elapsed, self.table().sides()))
            }
            _ => hand,
        }
    }

    /// The dice that `seat` has just rolled for all to see.
    pub fn opened(&self, seat: Seat) -> Option<Dice> {
        match self.stage {
            Stage::Opened(dice, step, _) => {
                dice.iter().take(step).find(|(who, _)| *who == seat).map(|(_, dice)| *dice)
            }
            _ => None,
        }
    }

    /// What dice rolled for all to see are about, and what follows from them once the last one lies there.
    pub fn opened_words(&self) -> Option<(&'static str, String)> {
        let Stage::Opened(dice, step, what) = self.stage else { return None };
        let language = self.language();
        let chosen = what.chosen(dice);
        let follows = match (step >= dice.len(), what, chosen.nth(0)) {
            (true, _, Some(_)) if chosen.len() > 1 => text!(language, "table.tie-again").to_owned(),
            (true, Opened::FirstBid, Some(seat)) => {
                say!(language, "table.opens", name = self.name(seat))
            }
            (true, Opened::RollOff, Some(seat)) => {
                say!(language, "table.name-wins", name = self.name(seat))
            }
            _ => what.means(language).to_owned(),
        };
        Some((what.title(dice, self.seats.len(), language), follows))
    }

    /// Whether something is being told that ends a round.
    pub fn is_telling(&self) -> bool {
        !matches!(self.stage, Stage::Quiet | Stage::Rolling(_))
    }
}

/// Dice in the air: faces that change with time and tell nothing.
fn tumbling(count: usize, elapsed: Duration, sides: u8) -> Dice {
    let frame = elapsed.as_millis() as usize / 90;
    let sides = usize::from(sides.max(1));
    let face = |n: usize| ((frame * 5 + n * 7 + frame * n) % sides) as u8 + 1;
    let pips: Vec<u8> = (0..count).map(face).collect();
    Dice::from_pips(&pips).unwrap_or_default()
}

/// How far the counting of a showdown has come: the seats counted.
pub fn counted(showdown: &Showdown, step: usize) -> Seats {
    let with_dice = showdown.hands.seats_where(|hand| !hand.is_empty());
    with_dice.iter().take(step.saturating_sub(COUNTING - 1)).collect()
}
