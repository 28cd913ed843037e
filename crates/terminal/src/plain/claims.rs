//! `claims`, line by line.

use dicehouse_rules::claims::{ClaimsView, Exchange, ExchangeEnd, chance_of_sum};
use dicehouse_rules::{Acts, Dice, Seat};
use dicehouse_telling::{Narrator, spoken_dice};

use super::game::{GameLines, counted, dice_lines};
use crate::screen::percent;
use dicehouse_home::Advice;

impl GameLines for ClaimsView<'_> {
    fn position(&self, narrator: &Narrator) -> Vec<String> {
        let score = |(seat, score)| format!("{} {score}", narrator.name(seat));
        let scores: Vec<String> = self.scores.iter().map(score).collect();
        let mut lines = vec![format!("Scores: {}.", scores.join(", "))];
        let won = |(seat, won)| format!("{} {won}", narrator.name(seat));
        if self.games_won.values().any(|won| *won > 0) {
            let won: Vec<String> = self.games_won.iter().map(won).collect();
            lines.push(format!("Games won before: {}.", won.join(", ")));
        }
        if let Some(hand) = self.hand {
            lines.push("Your dice:".to_owned());
            lines.extend(dice_lines(&hand));
            lines.push(format!("They add up to {}.", hand.sum()));
        }
        lines.extend(self.matter(narrator));
        lines
    }

    fn matter(&self, narrator: &Narrator) -> Vec<String> {
        let claim = self.claim.zip(self.claimant);
        let line = |(claim, seat)| format!("The claim is {claim} by {}.", narrator.name(seat));
        claim.map(line).into_iter().collect()
    }

    fn choices(&self, legal: &Acts, _: Option<&Advice>, _: bool) -> Vec<String> {
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

    fn rolled(&self) -> Option<Dice> {
        self.hand.filter(|hand| !hand.is_empty())
    }

    fn hand(&self) -> Vec<String> {
        let line =
            |hand: Dice| format!("Your dice: {}, which is {}.", spoken_dice(&hand), hand.sum());
        self.rolled().map(line).into_iter().collect()
    }

    fn bids(&self, narrator: &Narrator) -> Vec<String> {
        let now = |exchange: &&Exchange| exchange.round == self.round;
        let line = |exchange: &Exchange| {
            let claimed = exchange.claim.map_or("nothing".to_owned(), |claim| claim.to_string());
            let end = match exchange.end {
                ExchangeEnd::Void => "no claim",
                ExchangeEnd::Passed => "not called",
                ExchangeEnd::Truthful => "called, and true",
                ExchangeEnd::Caught => "called, and a bluff",
                ExchangeEnd::Immune => "called, a bluff, and immune",
            };
            format!("{}: {claimed}, {end}.", narrator.name_first(exchange.claimant))
        };
        let mut lines: Vec<String> = self.past.iter().filter(now).map(line).collect();
        lines.extend(self.matter(narrator));
        match lines.is_empty() {
            true => vec!["No claims in this round yet.".to_owned()],
            false => lines,
        }
    }

    fn standings(&self, narrator: &Narrator) -> Vec<String> {
        let line = |(seat, score): (Seat, &u16)| {
            let card = if self.cards.contains(seat) { ", with the card" } else { "" };
            let won = match self.games_won[seat] {
                0 => String::new(),
                won => format!(", {} won before", counted(won, "game", "games")),
            };
            let points = counted(*score, "point", "points");
            format!("{}: {points}{card}{won}.", narrator.name_first(seat))
        };
        self.scores.iter().map(line).collect()
    }
}

/// How likely the claim that is answered is.
fn answer(view: &ClaimsView<'_>, truth: Option<f64>, narrator: &Narrator) -> Vec<String> {
    let claim = view.claim.unwrap_or_default();
    let rolled = percent(chance_of_sum(view.rules.dice, claim));
    let mut lines = vec![format!("{claim} is rolled {rolled} of the time.")];
    if let (Some(truth), Some(claimant)) = (truth, view.claimant) {
        let name = narrator.name(claimant);
        lines.push(format!("Going by how {name} claims, it is {} likely.", percent(truth)));
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
        let called = called.get(n).map(|chance| format!(", called {}", percent(*chance)));
        format!("{claim}: rolled {rolled} of the time{}.", called.unwrap_or_default())
    };
    let mut lines: Vec<String> = (min..=max).enumerate().map(line).collect();
    if let Some(caller) = view.caller.filter(|_| !called.is_empty()) {
        lines.push(format!("(Called: going by how {} answers.)", narrator.name(caller)));
    }
    lines
}
