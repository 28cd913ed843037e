//! `claims`, line by line.

use dicehouse_rules::Acts;
use dicehouse_rules::claims::{ClaimsView, chance_of_sum};
use dicehouse_telling::Narrator;

use super::game::{GameLines, dice_lines};
use crate::screen::percent;
use dicehouse_home::Advice;

impl GameLines for ClaimsView<'_> {
    fn position(&self, narrator: &Narrator) -> Vec<String> {
        let score = |(seat, score)| format!("{} {score}", narrator.name(seat));
        let scores: Vec<String> = self.scores.iter().map(score).collect();
        let mut lines = vec![format!("Scores: {}.", scores.join(", "))];
        if let Some(hand) = self.hand {
            lines.push("Your dice:".to_owned());
            lines.extend(dice_lines(&hand));
            lines.push(format!("They add up to {}.", hand.sum()));
        }
        if let (Some(claim), Some(claimant)) = (self.claim, self.claimant) {
            lines.push(format!("The claim is {claim} by {}.", narrator.name(claimant)));
        }
        lines
    }

    fn choices(&self, legal: &Acts, _: Option<&Advice>) -> Vec<String> {
        let claim = self.claim.unwrap_or_default();
        match legal {
            Acts::Claim { min, max } => {
                vec![format!("Claim a sum from {min} to {max}, true or not.")]
            }
            Acts::Answer => vec![
                format!(
                    "(1) call: you think it is a bluff; you win {claim} points or lose as many"
                ),
                format!("(2) pass: you let it go; it brings the claimant {claim} points"),
            ],
            Acts::Immunity => vec![
                "(1) immunity: play the card, and nobody wins or loses".to_owned(),
                format!("(2) keep: pay {claim} points and keep it for later"),
            ],
            Acts::Bid(_) | Acts::Split { .. } | Acts::Nothing => Vec::new(),
        }
    }

    fn odds(&self, legal: &Acts, advice: Option<&Advice>, narrator: &Narrator) -> Vec<String> {
        match (legal, advice) {
            (Acts::Answer, Some(Advice::Truth(truth))) => answer(self, Some(*truth), narrator),
            (Acts::Answer, _) => answer(self, None, narrator),
            (Acts::Claim { min, max }, Some(Advice::Calls(called))) => {
                claims(self, (*min, *max), called, narrator)
            }
            (Acts::Claim { min, max }, _) => claims(self, (*min, *max), &[], narrator),
            _ => Vec::new(),
        }
    }
}

/// How likely the claim that is answered is.
fn answer(view: &ClaimsView<'_>, truth: Option<f64>, narrator: &Narrator) -> Vec<String> {
    let claim = view.claim.unwrap_or_default();
    let rolled = percent(chance_of_sum(view.rules.dice, claim));
    let mut lines = vec![format!("{claim} is rolled {rolled} of the time.")];
    if let (Some(truth), Some(claimant)) = (truth, view.claimant) {
        let name = narrator.name(claimant);
        lines.push(format!("By how {name} claims, it is true with {}.", percent(truth)));
    }
    lines
}

/// How likely each sum is, and how likely it is to be called.
fn claims(
    view: &ClaimsView<'_>,
    (min, max): (u8, u8),
    called: &[f64],
    narrator: &Narrator,
) -> Vec<String> {
    let line = |(n, claim): (usize, u8)| {
        let rolled = percent(chance_of_sum(view.rules.dice, claim));
        let called = called.get(n).map(|chance| format!(", called with {}", percent(*chance)));
        format!("{claim}: rolled {rolled} of the time{}.", called.unwrap_or_default())
    };
    let mut lines: Vec<String> = (min..=max).enumerate().map(line).collect();
    if let Some(caller) = view.caller.filter(|_| !called.is_empty()) {
        lines.push(format!("(Called: by how {} answers.)", narrator.name(caller)));
    }
    lines
}
