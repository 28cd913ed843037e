//! Records that somebody signed: whatever is changed in them is found out, or they are not signed any more.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Random, bots, deal, mended, opening, ruleset, seat};
use dicehouse_rules::{Cause, GameKind, Turn};
use dicehouse_table::dice::{ContestSecret, DiceSource, ServerSeed};
use dicehouse_table::record::{
    End, Header, PublicKey, Record, RecordWriter, Reveal, SigningKey, verify, without_name,
};
use dicehouse_table::{Bot, Entry, Failure, Keep as _, Player as _, Seated, Table, Talk};

fn key(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32])
}

/// Plays a game in which everything happens that can stand in a record: faults with their details, talk, notes, a bot that
/// plays for a person for a while, a pause, and many bids that nobody calls.
fn play(header: &Header, dice: impl DiceSource, seed: u64) -> (Vec<Entry>, End) {
    let mut table = Table::new(header.ruleset, header.seats.as_slice(), dice).unwrap();
    let mut players: Vec<Random> =
        (0..header.seats.len() as u64).map(|n| Random::new(seed + n)).collect();
    let mut entries = Vec::new();
    if let Ok(added) = table.add_seat_seed(seat(0), "ann's".parse().unwrap()) {
        entries.extend(added);
    }
    let mut asked = 0;
    loop {
        match table.turn() {
            Turn::Over => break,
            Turn::Roll(_) => entries.extend(table.roll().unwrap()),
            Turn::Act(due) => {
                let due = due.iter().next().unwrap();
                asked += 1;
                match asked {
                    2 => entries.extend(table.talk(due, Talk::new("a word").unwrap()).unwrap()),
                    3 => {
                        entries.extend(table.pause().unwrap());
                        entries.extend(table.go_on().unwrap());
                    }
                    4 => {
                        entries.extend(table.take_over(seat(0), Bot::new("odds", "2")).unwrap());
                    }
                    6 => entries.extend(table.give_back(seat(0)).unwrap()),
                    _ => {}
                }
                let fails = asked % 5 == 0 && !table.is_person(due);
                let answer = match fails {
                    true => Err(Failure::fault(Cause::Timeout, "thought for 1200 ms")),
                    false => players[due.index()].act(&table.question(due).unwrap()),
                };
                match table.judge(due, answer).unwrap() {
                    dicehouse_table::Judgement::Played(more)
                    | dicehouse_table::Judgement::Punished(more) => entries.extend(more),
                    dicehouse_table::Judgement::AskAgain(refusal) => panic!("{refusal}"),
                }
            }
        }
    }
    (entries, table.end())
}

fn seats() -> Vec<Seated> {
    let mut seats = bots(3);
    seats[0] = Seated::person("Ann");
    seats
}

fn written(header: &Header, entries: &[Entry], end: &End, key: Option<&SigningKey>) -> String {
    let mut writer = RecordWriter::new(Vec::new(), header).unwrap();
    writer.keep(entries).unwrap();
    match key {
        Some(key) => writer.end_signed(end, key).unwrap(),
        None => writer.end(end).unwrap(),
    }
    String::from_utf8(writer.into_inner()).unwrap()
}

/// A game of a house, signed if `key` is given.
fn of_a_house(game: GameKind, preset: &str, key: Option<&SigningKey>) -> String {
    let seed = ServerSeed::from_number(5);
    let opening = opening(ruleset(game, preset), seats(), 5);
    let (header, dice) = opening.signed_by(key.map(SigningKey::public)).trusted(&seed);
    let (entries, end) = play(&header, dice, 40);
    written(&header, &entries, &end, key)
}

/// A game of a contest, signed if `key` is given.
fn of_a_contest(key: Option<&SigningKey>) -> String {
    let opening = opening(ruleset(GameKind::Liars, "contest"), bots(3), 5);
    let secret = ContestSecret::from_seed(3);
    let (header, _) = opening.signed_by(key.map(SigningKey::public)).dealt(&secret, 4);
    let (entries, end) = play(&header, deal(3, 4), 40);
    let end = End { reveal: Some(Reveal::ContestSecret(secret)), ..end };
    written(&header, &entries, &end, key)
}

/// By whom a record is signed that somebody could be shown; `None` when it is refused.
fn accepted(text: &str) -> Option<Option<PublicKey>> {
    let record = Record::read(text).ok()?;
    verify(&record).ok()?;
    Some(record.header.signed_by)
}

/// Everything somebody could write in place of a value of a line: other numbers, other words of the format, other text.
fn other_values(line: &str) -> Vec<String> {
    let end = line.rfind(",\"check\"").unwrap();
    let mut edits = Vec::new();
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < end {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let starts = matches!(before, Some(b':' | b',' | b'['));
        let with =
            |length: usize, new: &str| format!("{}{new}{}", &line[..at], &line[at + length..]);
        if starts && bytes[at].is_ascii_digit() {
            let length = line[at..].bytes().take_while(|b| b.is_ascii_digit()).count();
            if let Ok(number) = line[at..at + length].parse::<u64>() {
                edits.push(with(length, &(number + 1).to_string()));
                edits.extend(number.checked_sub(1).map(|less| with(length, &less.to_string())));
            }
            at += length;
        } else if before == Some(b':') && bytes[at] == b'"' {
            let length = line[at + 1..].find('"').unwrap() + 2;
            let words = [
                "timeout",
                "illegal",
                "crashed",
                "unreadable",
                "left",
                "call",
                "1x2",
                "2x3",
                "3x4",
                "claim 7",
                "let pass",
                "eve",
                "thought for 9 ms",
            ];
            let old = &line[at..at + length];
            edits.extend(
                words
                    .iter()
                    .map(|word| format!("\"{word}\""))
                    .filter(|new| new != old)
                    .map(|new| with(length, &new)),
            );
            at += length;
        } else if before == Some(b':') && line[at..].starts_with("true") {
            edits.push(with(4, "false"));
            at += 4;
        } else if before == Some(b':') && line[at..].starts_with("false") {
            edits.push(with(5, "true"));
            at += 5;
        } else {
            at += 1;
        }
    }
    edits
}

/// The record with each line left out, doubled, moved and changed in every value, and all checks mended.
fn forged(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    let mut add =
        |what: String, lines: Vec<&str>| all.push((what, mended(&(lines.join("\n") + "\n"))));
    for at in 0..lines.len() {
        for changed in other_values(lines[at]) {
            let mut edited = lines.clone();
            edited[at] = &changed;
            add(format!("line {}: {changed}", at + 1), edited);
        }
        if at == 0 || at + 2 >= lines.len() {
            continue;
        }
        let mut without = lines.clone();
        without.remove(at);
        add(format!("without line {}: {}", at + 1, lines[at]), without);
        let mut doubled = lines.clone();
        doubled.insert(at, lines[at]);
        add(format!("line {} twice", at + 1), doubled);
        let mut moved = lines.clone();
        moved.swap(at, at + 1);
        add(format!("line {} after the next", at + 1), moved);
    }
    // Two lines that say the same can change places.
    all.retain(|(_, forged)| forged != text);
    all
}

#[test]
fn whatever_is_changed_in_a_signed_record_is_found_out() {
    let key = key(1);
    let records = [
        of_a_house(GameKind::Liars, "house", Some(&key)),
        of_a_house(GameKind::Claims, "full", Some(&key)),
        of_a_contest(Some(&key)),
    ];
    for text in records {
        assert_eq!(accepted(&text), Some(Some(key.public())));
        for kind in ["talk", "detail", "fault", "taken-over", "given-back", "paused", "note"] {
            let is_there = text.contains(&format!("\"event\":\"{kind}\""));
            assert!(is_there || text.contains("\"source\":\"deal\""), "there is a line of {kind}");
        }
        let forged = forged(&text);
        assert!(forged.len() > 500, "{} edits", forged.len());
        for (what, forged) in forged {
            assert!(accepted(&forged).is_none(), "{what}");
        }
    }
}

/// The same edits, where nobody has signed: some of them cannot be found out by playing the game again, and this is what the
/// signature is there for.
#[test]
fn without_a_signature_some_changes_cannot_be_found_out() {
    let house = of_a_house(GameKind::Liars, "house", None);
    let passed: Vec<String> = forged(&house)
        .into_iter()
        .filter(|(_, forged)| accepted(forged) == Some(None))
        .map(|(what, _)| what)
        .collect();
    for kind in
        ["\"event\":\"acted\"", "\"event\":\"fault\"", "\"event\":\"detail\"", "\"event\":\"talk\""]
    {
        assert!(passed.iter().any(|what| what.contains(kind)), "{kind}: {passed:#?}");
    }
    // The dice, what follows from them and line 1 prove themselves.
    for kind in
        ["rolled", "showdown", "die-lost", "\"event\":\"out\"", "\"dicehouse\":1", "{\"end\""]
    {
        assert!(!passed.iter().any(|what| what.contains(kind)), "{kind}: {passed:#?}");
    }
}

/// Takes the signature away, and the name of the one who should have signed.
fn stripped(text: &str) -> String {
    let (first, rest) = text.split_once('\n').unwrap();
    let named = first.find(",\"signed_by\":\"").unwrap();
    let first =
        format!("{}{}", &first[..named], &first[named + ",\"signed_by\":\"\"".len() + 64..]);
    let rest = &rest[..rest.rfind("{\"signature\"").unwrap()];
    format!("{first}\n{rest}")
}

#[test]
fn nobody_can_take_a_signature_away_unseen() {
    let key = key(1);
    let house = of_a_house(GameKind::Liars, "house", Some(&key));
    let missing = &house[..house.rfind("{\"signature\"").unwrap()];
    let error = verify(&Record::read(missing).unwrap()).unwrap_err().to_string();
    assert!(error.contains("is missing, which line 1 says"), "{error}");
    // The dice of a house are bound to the one who signs, by the commitment.
    assert_eq!(accepted(&mended(&stripped(&house))), None);
    // The secret of a contest is open, so its commitments can be made again. Then nobody has signed.
    let text = mended(&stripped(&of_a_contest(Some(&key))));
    let header = Record::read(&text).unwrap().header;
    let commitment = ContestSecret::from_seed(3).commitment(4, &header.hash());
    let recommitted =
        text.replacen(&header.commitment().unwrap().to_string(), &commitment.to_string(), 1);
    assert_eq!(accepted(&mended(&recommitted)), Some(None));
}

#[test]
fn nobody_can_sign_in_the_name_of_another() {
    let (house, other) = (key(1), key(2));
    let seed = ServerSeed::from_number(5);
    let opening = opening(ruleset(GameKind::Liars, "house"), seats(), 5);
    let (header, dice) = opening.signed_by(Some(house.public())).trusted(&seed);
    let (entries, end) = play(&header, dice, 40);
    let text = written(&header, &entries, &end, Some(&other));
    let error = verify(&Record::read(&text).unwrap()).unwrap_err().to_string();
    assert!(error.contains("this is not the signature of"), "{error}");
    assert!(error.contains(&house.public().to_string()), "{error}");
}

#[test]
fn a_signature_has_its_place() {
    let signed = of_a_house(GameKind::Liars, "house", Some(&key(1)));
    let lines: Vec<&str> = signed.lines().collect();
    let (signature, end) = (lines[lines.len() - 1], lines.len());
    let with = |lines: &[&str]| mended(&(lines.join("\n") + "\n"));
    let early = with(&[&lines[..3], &[signature], &lines[3..]].concat());
    let twice = with(&[&lines[..], &[signature]].concat());
    let late = with(&[&lines[..], &[lines[4]]].concat());
    let instead = with(&[&lines[..end - 1], &[lines[4]]].concat());
    for (text, expected) in [
        (early, "nobody signs before the game has ended"),
        (twice, "the line before it closed the record"),
        (late, "the line before it closed the record"),
        (instead, "the line before it ended the game"),
    ] {
        let error = Record::read(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    // A record that nobody is to sign is not signed by anybody.
    let unsigned = of_a_house(GameKind::Liars, "house", None);
    let signed_all_the_same = mended(&format!("{unsigned}{signature}\n"));
    let error = verify(&Record::read(&signed_all_the_same).unwrap()).unwrap_err().to_string();
    assert!(error.contains("line 1 does not say who signs"), "{error}");
}

/// A record that is written line by line, by a program that is killed and started again in between, is signed as a whole.
#[test]
fn a_record_that_was_gone_on_with_is_signed_as_a_whole() {
    let key = key(1);
    let whole = of_a_house(GameKind::Liars, "house", Some(&key));
    let record = Record::read(&whole).unwrap();
    let cut = record.length_of(20, whole.as_bytes());
    let begun = Record::read(&whole[..cut]).unwrap();
    let mut writer = RecordWriter::go_on(whole.as_bytes()[..cut].to_vec(), &begun);
    writer.keep(&record.entries()[20..]).unwrap();
    writer.end_signed(record.end.as_ref().unwrap(), &key).unwrap();
    assert_eq!(String::from_utf8(writer.into_inner()).unwrap(), whole);
}

/// A house that takes a name out vouches for what is left; with another key it does not pretend to.
#[test]
fn a_record_is_signed_anew_when_a_name_is_taken_out() {
    let (mine, other) = (key(1), key(2));
    let text = of_a_house(GameKind::Liars, "perudo", Some(&mine));
    let again = without_name(&text, seat(0), Some(&mine)).unwrap();
    assert!(!again.contains("\"Ann\""), "the name is still there");
    assert_eq!(accepted(&again), Some(Some(mine.public())));
    assert_ne!(again.lines().last(), text.lines().last(), "the old signature stands there");
    for key in [None, Some(&other)] {
        let unsigned = without_name(&text, seat(0), key).unwrap();
        assert_eq!(accepted(&unsigned), Some(None), "{key:?}");
        assert!(!unsigned.contains("\"signature\""), "{key:?}");
    }
}
