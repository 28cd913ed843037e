//! Golden reviews: whole texts of recorded games. `cargo xtask bless` rewrites them when the bots
//! behind the reviews, or the reviews, are meant to say something else.
#![allow(clippy::unwrap_used)]

use dicehouse_review::{Options, review};
use dicehouse_table::record::Record;

#[test]
fn reviews_of_recorded_games() {
    let games = [
        ("liars", include_str!("golden/liars.jsonl")),
        ("claims", include_str!("golden/claims.jsonl")),
        ("pairs", include_str!("golden/pairs.jsonl")),
    ];
    for (name, record) in games {
        let record = Record::read(record).unwrap();
        let review = review(record, &Options::QUICK, &|_, _| {}).unwrap();
        insta::assert_snapshot!(name, review.text(100, true));
    }
}
