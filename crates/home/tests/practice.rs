//! Practising at home: games are looked at once, mistakes become exercises, and results choose the company.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use dicehouse_bots::Roster;
use dicehouse_home::{Home, InMemory, SeatPlan};
use dicehouse_rules::{Act, Dice, Event, Game, GameKind, Ruleset};
use dicehouse_table::record::{End, Opening, Record, RecordWriter};
use dicehouse_table::{Entry, Keep as _, Seated};
use dicehouse_telling::Language;

/// A game between Ann and a bot in which Ann raises what her own dice disprove.
fn blundered(n: usize) -> Record {
    let ruleset = Ruleset::preset(GameKind::Liars, "contest").unwrap();
    let ruleset = ruleset.with(&[("dice", "1"), ("first_opener", "seat-0")]).unwrap();
    let mut game = Game::new(&ruleset, 2).unwrap();
    let mut events: Vec<Event> = Vec::new();
    let dice = [4, 3].map(|pips| Dice::from_pips(&[pips]).unwrap());
    game.roll(&dice, &mut events).unwrap();
    for act in ["2x4", "2x5", "call"] {
        let seat = game.turn().due().nth(0).unwrap();
        game.play(seat, act.parse().unwrap(), &mut events).unwrap();
    }
    let bot = Roster::find("gambler").unwrap();
    let opening = Opening {
        id: format!("game-{n}").parse().unwrap(),
        started: 0,
        ruleset,
        seats: vec![bot.seated("Gil"), Seated::person("Ann")],
    };
    let end = End { standing: game.standing(), reveal: None };
    Record::of(opening.given(), events.into_iter().map(Entry::from).collect(), Some(end))
}

fn kept(files: &InMemory, record: &Record) {
    let mut writer = RecordWriter::new(Vec::new(), &record.header).unwrap();
    writer.keep(&record.entries()).unwrap();
    writer.end(record.end.as_ref().unwrap()).unwrap();
    let bytes = writer.into_inner();
    files.platform(1).shelf.keep_record(&record.header.id, None, &bytes).unwrap();
}

#[test]
fn mistakes_of_ones_own_games_become_exercises() {
    let files = InMemory::default();
    kept(&files, &blundered(1));
    let home = Home::new(files.platform(1));
    assert!(home.forms().is_empty(), "nothing was looked at yet");
    let played = home.look_back().wait().unwrap();
    assert_eq!(played.len(), 1);
    assert_eq!(played[0].lapses.len(), 1, "{played:?}");
    let form = &home.forms()[0];
    assert_eq!((form.games, form.practise), (1, Some(dicehouse_review::Lapse::CalledTooLate)));

    // Looked at once: the second time nothing is reviewed, and the same comes out.
    assert_eq!(home.look_back().wait().unwrap(), played);

    let exercises = home.exercises(GameKind::Liars, &played);
    assert_eq!(exercises[0].name, "game-1-2");
    let house = exercises.len() - 1;
    assert!(house >= 10, "those of the house come after it");
    let wrong = exercises[0].answer("2x5".parse().unwrap()).unwrap();
    let rating = home.practised(&exercises[0], &wrong);
    assert!(rating.value < 1200.0 && rating.answered == 1 && rating.right == 0);
    assert_eq!(home.exercises(GameKind::Liars, &played)[0].name, "game-1-2", "asked again");
    let right = exercises[0].answer(Act::Call).unwrap();
    let rating = home.practised(&exercises[0], &right);
    assert_eq!((rating.answered, rating.right), (2, 1));
    let left = home.exercises(GameKind::Liars, &played);
    assert_eq!(left.len(), house, "what was answered well is not asked again");
}

#[test]
fn results_choose_the_company() {
    let files = InMemory::default();
    let home = Home::new(files.platform(1));
    let first = home.my_level(GameKind::Liars, 1);
    assert_eq!((first.games, first.won, first.bots.len()), (0, 0, 1));
    assert!(
        first.sentence(Language::English).contains("no results here yet"),
        "{}",
        first.sentence(Language::English)
    );
    for n in 0..12 {
        kept(&files, &blundered(n));
    }
    let later = home.my_level(GameKind::Liars, 1);
    assert_eq!((later.games, later.won), (12, 0));
    assert!(
        later.sentence(Language::English).contains("you won 0 of your last 12 games"),
        "{}",
        later.sentence(Language::English)
    );
    assert_eq!(later.name, "easy", "somebody who loses meets easy bots");
    assert!(matches!(&later.bots[0], SeatPlan::Bot { bot, .. } if bot == "gambler"));
    let others = home.my_level(GameKind::Claims, 2);
    assert_eq!((others.games, others.bots.len()), (0, 2), "each game has results of its own");
}
