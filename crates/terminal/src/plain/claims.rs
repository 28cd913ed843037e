//! `claims`, line by line.

use dicehouse_rules::claims::{ClaimsView, Exchange, ExchangeEnd, chance_of_sum};
use dicehouse_rules::{Acts, Dice, Seat};
use dicehouse_telling::{Language, Narrator, say, spoken_dice, tells, text};

use super::game::{GameLines, dice_lines};
use crate::screen::percent;
use dicehouse_home::Advice;

impl GameLines for ClaimsView<'_> {
    fn position(&self, narrator: &Narrator) -> Vec<String> {
        let language = narrator.language();
        let score = |(seat, score)| format!("{} {score}", narrator.name(seat));
        let scores: Vec<String> = self.scores.iter().map(score).collect();
        let mut lines = vec![say!(language, "line.scores", scores = scores.join(", "))];
        let won = |(seat, won)| format!("{} {won}", narrator.name(seat));
        if self.games_won.values().any(|won| *won > 0) {
            let won: Vec<String> = self.games_won.iter().map(won).collect();
            lines.push(say!(language, "line.won-before", won = won.join(", ")));
        }
        if let Some(hand) = self.hand {
            lines.push(text!(language, "line.your-dice").to_owned());
            lines.extend(dice_lines(&hand));
            lines.push(say!(language, "line.add-up", sum = hand.sum()));
        }
        lines.extend(self.matter(narrator));
        lines
    }

    fn matter(&self, narrator: &Narrator) -> Vec<String> {
        let claim = self.claim.zip(self.claimant);
        let line = |(claim, seat)| tells!(narrator, seat, "line.claim-by", claim = claim);
        claim.map(line).into_iter().collect()
    }

    fn choices(
        &self,
        legal: &Acts,
        _: Option<&Advice>,
        _: bool,
        language: Language,
    ) -> Vec<String> {
        let claim = self.claim.unwrap_or_default();
        match legal {
            Acts::Claim { min, max } => {
                vec![say!(language, "line.claim-range", min = min, max = max)]
            }
            Acts::Answer => vec![
                say!(language, "line.call-claim", claim = claim),
                say!(language, "line.pass-claim", claim = claim),
            ],
            Acts::Immunity => vec![
                text!(language, "line.play-card").to_owned(),
                say!(language, "line.keep-card", claim = claim),
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

    fn hand(&self, language: Language) -> Vec<String> {
        let line = |hand: Dice| {
            say!(language, "line.your-dice-sum", dice = spoken_dice(&hand), sum = hand.sum())
        };
        self.rolled().map(line).into_iter().collect()
    }

    fn bids(&self, narrator: &Narrator) -> Vec<String> {
        let language = narrator.language();
        let now = |exchange: &&Exchange| exchange.round == self.round;
        let line = |exchange: &Exchange| {
            let nothing = || text!(language, "line.nothing").to_owned();
            let claimed = exchange.claim.map_or_else(nothing, |claim| claim.to_string());
            let end = match exchange.end {
                ExchangeEnd::Void => text!(language, "line.claim-void"),
                ExchangeEnd::Passed => text!(language, "line.claim-passed"),
                ExchangeEnd::Truthful => text!(language, "line.claim-true"),
                ExchangeEnd::Caught => text!(language, "line.claim-bluff"),
                ExchangeEnd::Immune => text!(language, "line.claim-immune"),
            };
            format!("{}: {claimed}, {end}.", narrator.name_first(exchange.claimant))
        };
        let mut lines: Vec<String> = self.past.iter().filter(now).map(line).collect();
        lines.extend(self.matter(narrator));
        match lines.is_empty() {
            true => vec![text!(language, "line.no-claims").to_owned()],
            false => lines,
        }
    }

    fn standings(&self, narrator: &Narrator) -> Vec<String> {
        let language = narrator.language();
        let line = |(seat, score): (Seat, &u16)| {
            let has = self.cards.contains(seat);
            let card = if has { text!(language, "line.with-card") } else { "" };
            let won = match self.games_won[seat] {
                0 => String::new(),
                won => say!(language, "line.games-won", n = won),
            };
            let points = say!(language, "line.points", n = score);
            format!("{}: {points}{card}{won}.", narrator.name_first(seat))
        };
        self.scores.iter().map(line).collect()
    }
}

/// How likely the claim that is answered is.
fn answer(view: &ClaimsView<'_>, truth: Option<f64>, narrator: &Narrator) -> Vec<String> {
    let (language, claim) = (narrator.language(), view.claim.unwrap_or_default());
    let rolled = percent(chance_of_sum(view.rules.dice, claim));
    let mut lines = vec![say!(language, "line.rolled", claim = claim, chance = rolled)];
    if let (Some(truth), Some(claimant)) = (truth, view.claimant) {
        let name = narrator.name(claimant);
        lines.push(say!(language, "line.going-by", name = name, chance = percent(truth)));
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
    let language = narrator.language();
    let line = |(n, claim): (usize, u8)| {
        let rolled = percent(chance_of_sum(view.rules.dice, claim));
        match called.get(n).map(|chance| percent(*chance)) {
            Some(called) => {
                say!(language, "line.sum-called", claim = claim, chance = rolled, called = called)
            }
            None => say!(language, "line.sum-rolled", claim = claim, chance = rolled),
        }
    };
    let mut lines: Vec<String> = (min..=max).enumerate().map(line).collect();
    if let Some(caller) = view.caller.filter(|_| !called.is_empty()) {
        lines.push(say!(language, "line.called-by", name = narrator.name(caller)));
    }
    lines
}
