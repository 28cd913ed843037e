//! Help on request: what can be done, how likely it is, and the rules.

use dicehouse_rules::pairs::{PairsRules, Sheet};
use dicehouse_rules::{Acts, Dice, Seat, View};

use super::Hangup;
use super::play::PlainTable;
use crate::house::Advice;
use crate::session::Session;

impl PlainTable<'_, '_> {
    /// Says what can be done now.
    pub(super) fn help(&mut self, legal: &Acts, view: &View<'_>) -> Result<(), Hangup> {
        match legal {
            Acts::Bid(acts) => {
                let least: Vec<String> = acts.lowest_bids().map(|bid| bid.to_string()).collect();
                if least.is_empty() {
                    self.talk.say("  No higher bid is possible.")?;
                } else {
                    self.talk.say(&format!(
                        "  The lowest bids you can make: {} (at most {} dice).",
                        least.join(", "),
                        acts.most
                    ))?;
                }
                if acts.call {
                    self.talk.say("  call: you do not believe the bid.")?;
                }
                if acts.exact {
                    self.talk.say("  exact: there are exactly as many as were bid.")?;
                }
            }
            Acts::Claim { min, max } => {
                self.talk.say(&format!("  Claim a sum from {min} to {max}, true or not."))?;
            }
            Acts::Answer => {
                self.talk.say("  call: you think it is a bluff. pass: you let it go.")?;
            }
            Acts::Immunity => {
                self.talk.say("  immunity: play the card, nobody scores. keep: pay for it.")?;
            }
            Acts::Split { splits } => {
                self.talk.say("  Two pair sums and the die you remove, as in 4+10-3. You can:")?;
                let own = view.viewer().seat().and_then(|seat| sheet_and_dice(view, seat));
                let planned = match self.advisor.and_then(|house| house.advise(view, legal)) {
                    Some(Advice::Splits(totals)) => totals,
                    _ => Vec::new(),
                };
                for (n, split) in splits.iter().enumerate() {
                    let points = own.map_or(String::new(), |(sheet, dice, rules)| {
                        let gain = sheet.after(*split, &dice, &rules).total() - sheet.total();
                        format!("  {gain:+}")
                    });
                    let planner = planned.get(n).map_or(String::new(), |total| {
                        format!(", planner expects {total:.0} in the end")
                    });
                    self.talk.say(&format!("  {split}  ({}){points}{planner}", n + 1))?;
                }
            }
            Acts::Nothing => {}
        }
        let odds = match legal {
            Acts::Bid(_) | Acts::Claim { .. } | Acts::Answer => "o: the odds. ",
            Acts::Immunity | Acts::Split { .. } | Acts::Nothing => "",
        };
        self.talk
            .say(&format!("  {odds}say WORDS: talk to the table. rules: the rules. q: leave."))?;
        Ok(())
    }

    /// The rules, unwrapped: a screen reader or the terminal breaks lines better than we could.
    pub(super) fn rules(&mut self, session: &Session) -> Result<(), Hangup> {
        for section in session.ruleset().explain().sections {
            self.talk.say(&format!("{}:", section.heading))?;
            for line in section.lines {
                self.talk.say(&format!("  {line}"))?;
            }
        }
        Ok(())
    }
}

/// The sheet of `seat`, the dice to be split and the rules.
fn sheet_and_dice<'v>(view: &'v View<'_>, seat: Seat) -> Option<(&'v Sheet, Dice, PairsRules)> {
    let View::Pairs(view) = view else { return None };
    Some((view.sheets.get(seat)?, view.dice?, view.rules))
}
