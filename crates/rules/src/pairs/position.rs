//! Positions of `pairs`.

use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::dice::{Dice, Face};
use crate::position::{Guess, PositionError, Unseen, check_players, same_seats};
use crate::ruleset::GameKind;
use crate::seat::{BySeat, Seat, Seats};
use crate::split::{DICE_PER_ROUND, Split};

use super::game::{Pairs, SplitRound};
use super::rules::PairsRules;
use super::sheet::{NUMBERS, Removed, Sheet};
use super::view::PairsView;

/// A position of `pairs`, splits that are not shown yet included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairsPosition {
    /// The round being played, from 1.
    pub round: u16,
    /// This round's dice; `None` while they are to be rolled.
    pub dice: Option<Dice>,
    /// What each seat has decided this round.
    pub decisions: BySeat<Option<Split>>,
    /// Everybody's score sheet; a player with a full counter plays no more.
    pub sheets: BySeat<Sheet>,
    /// The past rounds; players read them, the rules do not need them.
    #[serde(default)]
    pub past: Vec<SplitRound>,
}

impl PairsPosition {
    /// The start of `round` with these sheets.
    pub fn new(round: u16, sheets: BySeat<Sheet>) -> PairsPosition {
        let decisions = BySeat::filled(sheets.len(), None);
        PairsPosition { round, dice: None, decisions, sheets, past: Vec::new() }
    }
}

impl Sheet {
    /// A sheet with `marks` for the numbers from 2 to 12 and these removed numbers, in the order
    /// they were first removed; `None` when a number is removed twice or there are more than six.
    pub fn new(marks: [u8; 11], removed: &[Removed]) -> Option<Sheet> {
        let mut sheet = Sheet::default();
        sheet.set(marks, removed).then_some(sheet)
    }

    /// Whether a player can have come to this sheet in a game with these rules.
    fn is_possible(&self, rules: &PairsRules) -> bool {
        let marks: Vec<u32> = NUMBERS.map(|number| self.marks(number).into()).collect();
        let (total, uncounted) = (marks.iter().sum::<u32>(), marks.contains(&u8::MAX.into()));
        let counted: u32 = self.removed().iter().map(|removed| u32::from(removed.count)).sum();
        let full = self.removed().iter().filter(|r| r.count >= rules.last_count).count();
        let counts = |removed: &Removed| (1..=rules.last_count).contains(&removed.count);
        let bound = self.removed().len() == usize::from(rules.removed_numbers);
        // Each round marks two numbers and moves one counter, but for free rides.
        let rounds_fit = uncounted
            || (total % 2 == 0 && if bound { counted <= total / 2 } else { counted == total / 2 });
        rounds_fit
            && full <= 1
            && self.removed().len() <= usize::from(rules.removed_numbers)
            && self.removed().iter().all(counts)
    }
}

impl Pairs {
    /// Where the game stands; `None` when it is over.
    pub(crate) fn position(&self) -> Option<PairsPosition> {
        self.standing.is_none().then(|| PairsPosition {
            round: self.round,
            dice: self.dice,
            decisions: self.decisions,
            sheets: self.sheets,
            past: self.past.clone(),
        })
    }

    pub(crate) fn set_up(
        rules: PairsRules,
        position: &PairsPosition,
    ) -> Result<Pairs, PositionError> {
        let seats = position.sheets.len();
        check_players(GameKind::Pairs, seats)?;
        same_seats("the list of decisions", &position.decisions, seats)?;
        if position.round == 0 {
            return Err(PositionError::Round { given: 0, least: 1, most: u16::MAX });
        }
        if !position.sheets.values().all(|sheet| sheet.is_possible(&rules)) {
            let why = "a sheet has two marks and one removed number for each round, as the rules \
                       count them";
            return Err(PositionError::Impossible(why));
        }
        let of_table = |past: &SplitRound| past.splits.len() == seats && past.totals.len() == seats;
        if !position.past.iter().all(of_table) {
            return Err(PositionError::Impossible("a past round is of another table"));
        }
        let mut game = Pairs::new(rules, seats);
        game.round = position.round;
        game.sheets = position.sheets;
        game.playing = position.sheets.seats_where(|sheet| !sheet.is_full(&rules));
        game.past.extend_from_slice(&position.past);
        if game.playing.is_empty() {
            return Err(PositionError::Over("every sheet has a full counter"));
        }
        game.set_up_dice(position)?;
        Ok(game)
    }

    fn set_up_dice(&mut self, position: &PairsPosition) -> Result<(), PositionError> {
        let decided = position.decisions.seats_where(Option::is_some);
        let Some(dice) = position.dice else {
            return if decided.is_empty() {
                Ok(())
            } else {
                Err(PositionError::Impossible("nobody decides before the dice are rolled"))
            };
        };
        let is_die = |face: &Face| face.get() <= 6;
        if dice.len() != DICE_PER_ROUND || !dice.faces().iter().all(is_die) {
            return Err(PositionError::Impossible("five dice with six sides are rolled"));
        }
        self.dice = Some(dice);
        if decided == self.playing {
            return Err(PositionError::Impossible("everybody has decided: the round is over"));
        }
        for (seat, split) in position.decisions.iter() {
            let Some(act) = split.map(Act::Split) else { continue };
            let played = self.play(seat, act, &mut crate::event::Ignore);
            played.map_err(|why| PositionError::Act { seat, act, why })?;
        }
        Ok(())
    }

    /// The game as it may be by what `view` tells.
    pub(crate) fn imagine(view: &PairsView<'_>, guess: &Guess) -> Result<Pairs, PositionError> {
        let own = view.viewer.seat();
        let decision = |seat: Seat| {
            if own == Some(seat) { view.decision } else { guess.split(seat) }
        };
        let position = PairsPosition {
            round: view.round,
            dice: view.dice,
            decisions: BySeat::from_fn(view.sheets.len(), decision),
            sheets: view.sheets,
            past: view.past.to_vec(),
        };
        Pairs::set_up(view.rules, &position)
    }
}

impl PairsView<'_> {
    /// What the view leaves open: the splits of others that are decided and not shown.
    pub fn unseen(&self) -> Unseen {
        let dealt = self.dice.is_some();
        let decided = |seat: &Seat| dealt && !self.to_act.contains(*seat);
        let others = self.playing.iter().filter(|seat| self.viewer.seat() != Some(*seat));
        Unseen {
            hands: BySeat::filled(self.sheets.len(), 0),
            sides: 6,
            splits: others.filter(decided).collect::<Seats>(),
        }
    }
}
