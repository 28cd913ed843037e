//! A contest signs its records: once its secret is open, anybody could commit to another line 1 with it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use dicehouse_contest::config::Options;
use dicehouse_contest::runner::{Contest, Setup, Where};
use dicehouse_table::dice::ContestSecret;
use dicehouse_table::record::{DiceHeader, Record, RecordWriter, SigningKey, VerifyError, verify};
use dicehouse_table::{Keep as _, Name};

fn key(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32])
}

fn contest(signs: Option<SigningKey>) -> Contest {
    let toml = "bots = ['odds', 'truthful']\ngames = 4\nkeep = 'all'\nthreads = 1";
    let config = Options::from_toml(toml).unwrap().config(ContestSecret::from_seed(0)).unwrap();
    Contest::new(config, &Setup { signs, ..Setup::default() }).unwrap()
}

fn hold(signs: Option<SigningKey>, place: &Where) -> Result<(), String> {
    let held = contest(signs).run(place, &AtomicBool::new(false), &mut ());
    held.map(drop).map_err(|error| error.to_string())
}

fn records(folder: &Path) -> Vec<Record> {
    let files = fs::read_dir(folder.join("games")).unwrap();
    let read = |file: fs::DirEntry| Record::read_bytes(&fs::read(file.path()).unwrap()).unwrap();
    files.map(|file| read(file.unwrap())).collect()
}

#[test]
fn a_contest_signs_its_records_and_names_the_key() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("out");
    hold(Some(key(1)), &Where::New(out.clone())).unwrap();
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("contest.json")).unwrap()).unwrap();
    assert_eq!(manifest["signed_by"], key(1).public().to_string());
    let records = records(&out);
    assert_eq!(records.len(), 4);
    for record in records {
        verify(&record).unwrap();
        assert_eq!(record.header.signed_by, Some(key(1).public()));
        // Another name, committed to again: the dice are right, and the signature is not.
        let DiceHeader::Deal { deal, .. } = record.header.dice else { panic!("another source") };
        let mut header = record.header.clone();
        header.seats[0].name = Name::new("Eve");
        let (header, _) = header.dealt(&ContestSecret::from_seed(0), deal);
        let mut forged = record.clone();
        forged.header = header;
        let error = verify(&forged).unwrap_err();
        assert!(matches!(error, VerifyError::Signature { .. }), "{error}");
        // With a key of one's own it is signed by somebody else.
        signed_by_another(&record, &key(2), deal);
    }
}

fn signed_by_another(record: &Record, other: &SigningKey, deal: u64) {
    let mut header = record.header.clone();
    header.signed_by = Some(other.public());
    let (header, _) = header.dealt(&ContestSecret::from_seed(0), deal);
    let mut writer = RecordWriter::new(Vec::new(), &header).unwrap();
    writer.keep(&record.entries()).unwrap();
    writer.end_signed(record.end.as_ref().unwrap(), other).unwrap();
    let forged = Record::read_bytes(&writer.into_inner()).unwrap();
    verify(&forged).unwrap();
    assert_ne!(forged.header.signed_by, record.header.signed_by, "contest.json names another");
}

#[test]
fn without_a_key_nobody_signs() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("out");
    hold(None, &Where::New(out.clone())).unwrap();
    for record in records(&out) {
        verify(&record).unwrap();
        assert_eq!((record.header.signed_by, record.signature), (None, None));
    }
}

#[test]
fn a_contest_goes_on_with_its_own_key_alone() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("out");
    hold(Some(key(1)), &Where::New(out.clone())).unwrap();
    for other in [Some(key(2)), None] {
        let why = hold(other, &Where::Resume(out.clone())).unwrap_err();
        assert!(why.contains(&format!("signed by {}", key(1).public())), "{why}");
    }
    hold(Some(key(1)), &Where::Resume(out)).unwrap();
}
