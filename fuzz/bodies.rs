//! What the fuzz targets do with their bytes. `crates/rules/tests/fuzz_bounded.rs` runs the same
//! for a bounded number of seeded cases, so that `cargo test` covers them.

use dicehouse_rules::{
    Act, Acts, Bid, Cause, Dice, Event, Face, Game, MAX_SEATS, PRESETS, Ruleset, Seat, Split, Turn,
    Viewer,
};

/// Any text as an act.
pub fn text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Act>() {
        Ok(act) => {
            assert_eq!(act.to_string().parse(), Ok(act), "{text:?}");
            let json = serde_json::to_string(&act).expect("an act is text");
            assert_eq!(serde_json::from_str::<Act>(&json).expect("its own text"), act);
        }
        Err(error) => {
            let says = error.to_string();
            assert!(says.len() < 500, "{text:?}: {says}");
            assert!(!says.chars().any(char::is_control), "{text:?}: {says:?}");
            assert!(!says.starts_with(' '), "{text:?} quotes nothing: {says:?}");
        }
    }
}

/// Any text as a ruleset, in TOML and in JSON.
pub fn ruleset(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for read in [Ruleset::from_toml(&text), Ruleset::from_json(&text)] {
        match read {
            Ok(ruleset) => check_ruleset(&ruleset),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn check_ruleset(ruleset: &Ruleset) {
    assert_eq!(Ruleset::from_toml(&ruleset.to_toml()).as_ref(), Ok(ruleset));
    let json = serde_json::to_string(ruleset).expect("a ruleset is data");
    assert_eq!(Ruleset::from_json(&json).as_ref(), Ok(ruleset));
    let game = Game::new(ruleset, 2).expect("every game seats two");
    assert_ne!(game.turn(), Turn::Over);
}

/// Any inputs in any order.
pub fn acts(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut game = new_game(&mut bytes);
    let mut events = Vec::new();
    while !bytes.is_empty() {
        let before = game.clone();
        let told = events.len();
        if !put_in(&mut game, &mut bytes, &mut events) {
            assert_eq!(game, before, "a refused input changes nothing");
            assert_eq!(events.len(), told, "and makes no events");
        }
        for seat in Seat::first(game.seats()) {
            let view = game.view(Viewer::Seat(seat));
            assert_eq!(view.standing(), game.standing());
        }
        assert_eq!(game.turn() == Turn::Over, game.standing().is_some());
    }
}

/// A game's events, some of them changed.
pub fn replay(data: &[u8]) {
    let mut bytes = Bytes(data);
    let start = new_game(&mut bytes);
    let changes: Vec<[u8; 3]> = (0..bytes.next() % 4).map(|_| bytes.array()).collect();
    let mut game = start.clone();
    let mut events: Vec<Event> = Vec::new();
    while !bytes.is_empty() && events.len() < 2000 {
        put_in(&mut game, &mut bytes, &mut events);
    }

    let mut again = start.clone();
    let mut rest = &events[..];
    while !rest.is_empty() {
        let (_, used) = again.replay_step(rest).expect("what happened can happen again");
        rest = &rest[used..];
    }
    assert_eq!(again, game, "the same events make the same game");

    let Some(changed) = change(&events, &changes) else { return };
    let mut again = start;
    let mut rest = &changed[..];
    while let Ok((_, used)) = again.replay_step(rest) {
        assert!(used > 0, "every input leaves an event");
        rest = &rest[used..];
    }
}

/// The events with bytes of their JSON changed, where that still reads as events.
fn change(events: &[Event], changes: &[[u8; 3]]) -> Option<Vec<Event>> {
    let mut json = serde_json::to_vec(events).expect("events are data");
    for [high, low, byte] in changes {
        let at = (usize::from(*high) << 8 | usize::from(*low)) % json.len();
        // Digits for digits, so that most changes can be read and reach the rules.
        json[at] = if json[at].is_ascii_digit() { b'0' + byte % 10 } else { *byte };
    }
    serde_json::from_slice(&json).ok()
}

fn new_game(bytes: &mut Bytes) -> Game {
    let preset = &PRESETS[usize::from(bytes.next()) % PRESETS.len()];
    let options = preset.game().options();
    let mut ruleset = preset.ruleset();
    for _ in 0..bytes.next() % 4 {
        let option = options[usize::from(bytes.next()) % options.len()].name;
        let words = [
            "true",
            "false",
            "none",
            "quantity",
            "face",
            "half",
            "perudo",
            "caller-gains",
            "bidder-loses",
            "lowest-roll",
            "loser",
            "random",
            "leader",
            "round-start",
            "shuffled",
            "elimination",
        ];
        let byte = bytes.next();
        let number = (byte & 0x7f).to_string();
        let word = words[usize::from(byte) % words.len()];
        let value = if byte < 0x80 { number.as_str() } else { word };
        ruleset = ruleset.with(&[(option, value)]).unwrap_or(ruleset);
    }
    let players = 2 + usize::from(bytes.next()) % (MAX_SEATS - 1);
    Game::new(&ruleset, players).expect("every game seats two to ten")
}

/// Puts in what the bytes say; whether the game took it.
fn put_in(game: &mut Game, bytes: &mut Bytes, events: &mut Vec<Event>) -> bool {
    let choice = bytes.next();
    match (game.turn(), choice) {
        // Mostly what the game waits for, or few games would come far.
        (Turn::Roll(dealt), 16..) => {
            let dice = dealt.iter().map(|throw| {
                let pips: Vec<u8> =
                    (0..throw.count).map(|_| 1 + bytes.next() % throw.sides).collect();
                Dice::from_pips(&pips).expect("faces of the die asked for")
            });
            let dice: Vec<Dice> = dice.collect();
            game.roll(&dice, events).expect("the dice asked for");
            true
        }
        (Turn::Act(due), 16..240) => {
            let seat = due.nth(usize::from(choice) % due.len()).expect("one of them");
            let legal = game.legal(seat);
            let n = usize::from(u16::from_be_bytes(bytes.array())) % legal.len();
            let act = legal.nth(n).expect("one of the legal acts");
            game.play(seat, act, events).expect("a legal act");
            true
        }
        (_, 0..8) => {
            let throws = usize::from(bytes.next() % 4);
            let dice = |bytes: &mut Bytes| Dice::from_pips(&bytes.array::<5>().map(|b| b % 110));
            let dice: Option<Vec<Dice>> = (0..throws).map(|_| dice(bytes)).collect();
            dice.is_some_and(|dice| game.roll(&dice, events).is_ok())
        }
        (_, 8..12) => {
            let cause = Cause::ALL[usize::from(bytes.next()) % Cause::ALL.len()];
            game.fault(any_seat(bytes), cause, events).is_ok()
        }
        _ => {
            let (seat, act) = (any_seat(bytes), any_act(bytes));
            let legal = game.legal(seat);
            let taken = game.play(seat, act, events).is_ok();
            assert_eq!(legal.contains(act), taken, "{act} of {seat}");
            assert_eq!(legal == Acts::Nothing, legal.is_empty());
            taken
        }
    }
}

fn any_seat(bytes: &mut Bytes) -> Seat {
    Seat::new(usize::from(bytes.next()) % MAX_SEATS).expect("below the most there are")
}

fn any_act(bytes: &mut Bytes) -> Act {
    let [kind, a, b, c] = bytes.array();
    let face = Face::new(1 + c % Face::MOST).expect("1 to the most");
    match kind % 8 {
        0 => Act::Bid(Bid::new(a, face)),
        1 => Act::Call,
        2 => Act::Exact,
        3 => Act::Claim(a),
        4 => Act::LetPass,
        5 => Act::Immunity,
        6 => Act::NoImmunity,
        _ => Act::Split(Split::new(a, b, face)),
    }
}

/// Bytes one after the other; zeros after the last.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn next(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.next())
    }
}
