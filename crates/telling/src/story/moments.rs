//! Single decisions worth telling.

use dicehouse_rules::{Act, Fact, View, Viewer};
use dicehouse_table::record::{Decision, Playback};

use super::{Told, round, verdict};
use crate::language::Language;
use crate::narrator::facts;
use crate::percent::percent;
use crate::say;
use crate::verdict::Verdict;

/// The decisions of one player.
type Own<'a, 'p> = &'a [&'a Decision<'p>];

/// The boldest lie that nobody called: the least likely bid, or the claim that was lifted most.
pub(super) fn best_bluff(
    playback: &Playback,
    own: Own<'_, '_>,
    language: Language,
) -> Option<Told> {
    let uncalled = own.iter().filter(|decision| !was_called(playback, decision.at));
    let bluffs = uncalled.filter_map(|decision| {
        let (boldness, what) = match (verdict(decision)?, decision.outcome.act()?) {
            (Verdict::Bid { truthful: false, chance }, Act::Bid(bid)) => {
                (-chance, language.bid(bid))
            }
            (Verdict::Claim { truthful: false }, Act::Claim(claim)) => {
                let lifted = f64::from(claim) - f64::from(own_sum(decision)?);
                // Claiming too little is a bluff by the rules, but none to be proud of.
                (lifted > 0.0).then(|| (lifted, say!(language, "story.claim-of", claim = claim)))?
            }
            _ => return None,
        };
        let text = say!(language, "story.uncalled", what = what, round = round(decision));
        Some((boldness, Told { text, position: decision.at }))
    });
    bluffs.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, told)| told)
}

/// What the dice of a claimant added up to.
fn own_sum(decision: &Decision<'_>) -> Option<u16> {
    match decision.view() {
        View::Claims(view) => view.hand.map(|hand| hand.sum()),
        View::Liars(_) | View::Pairs(_) => None,
    }
}

/// Whether the next act after the position was a call.
fn was_called(playback: &Playback, position: usize) -> bool {
    let later = playback.positions.iter().skip(position + 1);
    let mut acts = later.flat_map(|position| facts(&position.entries)).filter_map(|f| match f {
        Fact::Acted { act, .. } => Some(act),
        _ => None,
    });
    matches!(acts.next(), Some(Act::Call | Act::Exact) | None)
}

/// The wrong call that was least likely to be right, or that cost most.
pub(super) fn worst_call(own: Own<'_, '_>, language: Language) -> Option<Told> {
    let calls = own.iter().filter_map(|decision| {
        let round = round(decision);
        let (badness, text) = match verdict(decision)? {
            // A call that was likely to be right is bad luck, not a bad call.
            Verdict::Call { right: false, chance } if chance < 0.5 => {
                let told = percent(chance);
                (1.0 - chance, say!(language, "story.bad-chance", round = round, chance = told))
            }
            Verdict::Answer { called: true, right: false } => {
                let claim = claim(decision)?;
                (claim.into(), say!(language, "story.was-true", round = round, claim = claim))
            }
            _ => return None,
        };
        Some((badness, Told { text, position: decision.at }))
    });
    calls.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, told)| told)
}

/// The claim that was answered.
fn claim(decision: &Decision<'_>) -> Option<u8> {
    match decision.before().view(Viewer::Public) {
        View::Claims(view) => view.claim,
        View::Liars(_) | View::Pairs(_) => None,
    }
}

/// The split that brought most points at once, if one brought any.
pub(super) fn best_split(own: Own<'_, '_>, language: Language) -> Option<Told> {
    let gains = own.iter().filter_map(|decision| split(decision, language));
    let gains = gains.filter(|(gain, _)| *gain > 0);
    gains.max_by_key(|(gain, _)| *gain).map(|(_, told)| told)
}

/// The split that cost most points at once, if one cost any.
pub(super) fn worst_split(own: Own<'_, '_>, language: Language) -> Option<Told> {
    let losses = own.iter().filter_map(|decision| split(decision, language));
    let losses = losses.filter(|(gain, _)| *gain < 0);
    losses.min_by_key(|(gain, _)| *gain).map(|(_, told)| told)
}

/// What a split did to the total, and in words.
fn split(decision: &Decision<'_>, language: Language) -> Option<(i32, Told)> {
    let (View::Pairs(view), Act::Split(split)) = (decision.view(), decision.outcome.act()?) else {
        return None;
    };
    let before = view.sheets.get(decision.seat)?;
    let gain = before.after(split, &view.dice?, &view.rules).total() - before.total();
    let [low, high] = split.pairs();
    let sign = if gain < 0 { "−" } else { "+" };
    let text = say!(
        language,
        "story.split",
        low = low,
        high = high,
        removed = split.removed(),
        round = round(decision),
        gain = format!("{sign}{}", gain.unsigned_abs()),
    );
    Some((gain, Told { text, position: decision.at }))
}
