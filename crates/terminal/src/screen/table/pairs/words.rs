//! What a split does, in words and letters.

use dicehouse_rules::pairs::PairsView;
use dicehouse_rules::{Dice, Split};

use dicehouse_telling::{Language, say, text};

use crate::screen::format::signed;

/// What a split does to the viewer's sheet: "9 and 11, drop the 2: opens two numbers, −400 now".
pub(super) fn consequence(
    view: &PairsView<'_>,
    split: Split,
    language: Language,
) -> Option<String> {
    let before = view.sheets.get(view.viewer.seat()?)?;
    let after = before.after(split, &view.dice?, &view.rules);
    let [low, high] = split.pairs();
    let mut pairs = vec![low];
    pairs.extend((high != low).then_some(high));
    let count = |test: &dyn Fn(u8) -> bool| pairs.iter().filter(|n| test(**n)).count();
    let opened = count(&|n| before.marks(n) == 0);
    let paid = count(&|n| before.marks(n) < 5 && after.marks(n) >= 5);
    let mut does: Vec<String> = Vec::new();
    match opened {
        0 => {}
        1 => does.push(text!(language, "table.opens-one").to_owned()),
        _ => does.push(text!(language, "table.opens-two").to_owned()),
    }
    does.extend((paid > 0).then(|| text!(language, "table.pays-off").to_owned()));
    let change = after.total() - before.total();
    does.push(match change {
        0 => text!(language, "table.no-points").to_owned(),
        change => say!(language, "table.points-now", points = signed(change)),
    });
    let (removed, does) = (split.removed(), does.join(", "));
    Some(match low == high {
        true => say!(language, "table.twice", low = low, removed = removed, does = does),
        false => {
            say!(language, "table.two", low = low, high = high, removed = removed, does = does)
        }
    })
}

/// The letter of each die in a split: the first way that adds up.
pub(super) fn parts(split: Split, dice: &Dice) -> Option<Vec<&'static str>> {
    let pips: Vec<u8> = dice.faces().iter().map(|face| face.get()).collect();
    let [low, _] = split.pairs();
    let removed = pips.iter().position(|pips| *pips == split.removed().get())?;
    let others: Vec<usize> = (0..pips.len()).filter(|n| *n != removed).collect();
    let first = others.iter().flat_map(|a| others.iter().map(move |b| (*a, *b)));
    let (a, b) = first.into_iter().find(|(a, b)| a < b && pips[*a] + pips[*b] == low)?;
    let letter = |n| match n {
        n if n == removed => "×",
        n if n == a || n == b => "A",
        _ => "B",
    };
    Some((0..pips.len()).map(letter).collect())
}
