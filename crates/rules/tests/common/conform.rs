//! What every game must keep to, checked while random games are played to their end.
//!
//! A game's own test is one line: `random_games(&preset.ruleset(), 0..8)`.

use std::collections::HashSet;

use dicehouse_rules::{
    Act, Acts, BySeat, Cause, Dice, Event, Face, Fact, Game, MAX_SEATS, Refusal, RollRefusal,
    Rules, Ruleset, Seat, Seats, SecretContent, Turn, View, Viewer, liars::ExactRight,
};

use super::doors::{check_bidding, check_imagined, check_set_up, check_settlement};
use super::play::{SayOnPanic, Style, dice_for, one_of};
use super::rng::Rng;
use super::space::every_act;

/// In how many of 100 positions the whole act space is tried.
const TRY_ALL: usize = 5;
/// In how many of 100 positions the views, the seats that are not due and bad dice are tried.
const TRY_OTHERS: usize = 30;
/// In how many of 100 turns a fault is put in.
const FAULTS: usize = 4;
/// More inputs than any of the random games has; one that has more does not end.
const ENDLESS: usize = 200_000;

/// Plays a game for each seed, with a number of players drawn by it, and checks it at every step.
pub fn random_games(ruleset: &Ruleset, seeds: impl IntoIterator<Item = u64>) {
    for seed in seeds {
        let fewest = ruleset.game().fewest_players();
        let mut rng = Rng::new(seed);
        let players = fewest + rng.below(MAX_SEATS - fewest + 1);
        let style = *rng.pick(&Style::ALL);
        let _say = SayOnPanic(format!(
            "{ruleset}, {players} players, {style:?}; alone: DICEHOUSE_SEED={seed}"
        ));
        Run::new(ruleset, players, style, rng).play_out();
    }
}

/// One game under test, with its double that is replayed from the events.
struct Run {
    ruleset: Ruleset,
    game: Game,
    double: Game,
    style: Style,
    rng: Rng,
    events: Vec<Event>,
    /// Each seat's dice by the events' secrets.
    secrets: BySeat<Option<Dice>>,
    /// Each seat's score in `claims` by the events' changes.
    scores: BySeat<i32>,
    every_act: Vec<Act>,
}

impl Run {
    fn new(ruleset: &Ruleset, players: usize, style: Style, mut rng: Rng) -> Run {
        let games_won: Vec<u32> = (0..players).map(|_| rng.below(3) as u32).collect();
        let game = Game::with_games_won(ruleset, &games_won).unwrap();
        Run {
            ruleset: *ruleset,
            double: game.clone(),
            game,
            style,
            rng,
            events: Vec::new(),
            secrets: BySeat::filled(players, None),
            scores: BySeat::filled(players, 0),
            every_act: every_act(),
        }
    }

    fn play_out(mut self) {
        for _ in 0..ENDLESS {
            let others = self.rng.chance(TRY_OTHERS);
            if others || self.game.turn() == Turn::Over {
                self.check_views();
                check_set_up(&self.ruleset, &self.game);
                check_imagined(&self.game);
            }
            if self.rng.chance(TRY_ALL) {
                self.check_serialised();
                self.check_every_act();
                check_bidding(&self.game);
            }
            match self.game.turn() {
                Turn::Over => return self.check_end(),
                Turn::Roll(dealt) => {
                    if others {
                        self.check_bad_rolls(&dealt);
                        self.check_nobody_can_act(Refusal::Rolling);
                    }
                    let dice = dice_for(&dealt, &mut self.rng);
                    self.put_in(|game, out| game.roll(&dice, out).map_err(|e| e.to_string()));
                }
                Turn::Act(due) => {
                    if others {
                        self.check_no_roll();
                        self.check_others(due);
                    }
                    self.somebody_acts(due);
                }
            }
        }
        panic!("the game does not end");
    }

    fn somebody_acts(&mut self, due: Seats) {
        assert!(!due.is_empty(), "nobody is due in {:?}", self.game);
        let seat = one_of(due, &mut self.rng);
        if self.rng.chance(FAULTS) {
            let cause = *self.rng.pick(&Cause::ALL);
            self.put_in(|game, out| game.fault(seat, cause, out).map_err(|e| e.to_string()));
            let told = self.events.iter().any(|e| e.fact == Fact::Fault { seat, cause });
            assert!(told, "a fault is an event that names its cause");
        } else {
            let legal = self.game.legal(seat);
            assert!(!legal.is_empty(), "who is due can do something");
            let act = self.style.choose(&legal, &mut self.rng);
            self.put_in(|game, out| game.play(seat, act, out).map_err(|e| e.to_string()));
        }
    }

    /// Puts something in, and holds what follows against the double and what may change.
    fn put_in(&mut self, input: impl FnOnce(&mut Game, &mut Vec<Event>) -> Result<(), String>) {
        let before = dice_left(&self.game).iter().sum();
        self.events.clear();
        input(&mut self.game, &mut self.events).unwrap();
        check_settlement(&self.double, &self.game, &self.events);
        assert!(!self.events.is_empty(), "whatever happens is an event");
        self.check_dice_in_play(before);
        self.check_events();
        self.check_replay();
    }

    /// RULES.md §1: dice are lost, and come back by `caller-gains` alone.
    fn check_dice_in_play(&self, before: u32) {
        let Rules::Liars(rules) = self.ruleset.rules() else { return };
        let after: u32 = dice_left(&self.game).iter().sum();
        let gains = rules.exact.is_some_and(|exact| exact.right == ExactRight::CallerGains);
        assert!(after <= before + u32::from(gains), "{before} dice became {after}");
        if after > before {
            let gained = |e: &Event| matches!(e.fact, Fact::DieGained { .. });
            assert!(self.events.iter().any(gained), "a die came from nowhere");
        }
        assert!(dice_left(&self.game).iter().all(|dice| *dice <= rules.dice.into()));
    }

    /// Events travel as JSON, show a seat its own secrets only, and claims' scores are not below 0.
    fn check_events(&mut self) {
        for event in &self.events {
            let json = serde_json::to_string(event).unwrap();
            assert_eq!(&serde_json::from_str::<Event>(&json).unwrap(), event, "{json}");
            assert_eq!(event.seen_by(Viewer::Public).secret, None);
            for seat in Seat::first(self.game.seats()) {
                let seen = event.seen_by(Viewer::Seat(seat));
                assert_eq!(seen.fact, event.fact);
                assert_eq!(seen.secret, event.secret.filter(|secret| secret.seat == seat));
            }
            match (event.fact, event.secret) {
                (Fact::Rolled { .. }, Some(secret)) => {
                    let SecretContent::Dice(dice) = secret.content else { panic!("{event:?}") };
                    self.secrets[secret.seat] = Some(dice);
                }
                (Fact::Scored { seat, change, score }, _) => {
                    self.scores[seat] = (self.scores[seat] + i32::from(change)).max(0);
                    assert_eq!(i32::from(score), self.scores[seat], "{event:?}");
                }
                (Fact::Stacked { seat, dice }, _) => assert_eq!(self.secrets[seat], Some(dice)),
                _ => {}
            }
        }
    }

    /// The events alone bring another game to the same state, one input at a time; events that
    /// are changed or missing are noticed.
    fn check_replay(&mut self) {
        if self.rng.chance(TRY_OTHERS) {
            let mut changed = self.events.clone();
            let at = self.rng.below(changed.len());
            changed[at] = Fact::Tied { seats: Seats::NONE }.into();
            assert!(self.double.clone().replay_step(&changed).is_err(), "{:?}", self.events[at]);
            let all_but_one = &self.events[..self.events.len() - 1];
            assert!(self.double.clone().replay_step(all_but_one).is_err(), "{:?}", self.events);
        }
        let (input, used) = self.double.replay_step(&self.events).unwrap();
        assert_eq!(used, self.events.len(), "{input:?} accounts for all that followed it");
        assert_eq!(self.double, self.game, "{input:?}");
    }

    /// A seat's view is the public view with its own hand or decision added, and nothing else.
    fn check_views(&self) {
        let public = self.game.view(Viewer::Public);
        assert_eq!(public.standing(), self.game.standing());
        assert_eq!(public.to_act(), self.game.turn().due());
        for seat in Seat::first(self.game.seats()) {
            let mut view = self.game.view(Viewer::Seat(seat));
            assert_eq!(view.seat(), Some(seat));
            match &mut view {
                View::Liars(view) => {
                    view.viewer = Viewer::Public;
                    if let Some(hand) = view.hand.take() {
                        assert_eq!(Some(hand), self.secrets[seat], "the hand that {seat} rolled");
                        assert_eq!(hand.len(), usize::from(view.dice[seat]));
                    }
                }
                View::Claims(view) => {
                    view.viewer = Viewer::Public;
                    if let Some(hand) = view.hand.take() {
                        assert_eq!(Some(hand), self.secrets[seat], "the hand that {seat} rolled");
                    }
                }
                View::Pairs(view) => {
                    view.viewer = Viewer::Public;
                    let decided = view.decision.take().is_some();
                    let due = view.to_act.contains(seat);
                    let dealt = view.dice.is_some() && view.playing.contains(seat);
                    assert_eq!(dealt, due || decided, "who plays has decided or is due");
                }
            }
            assert_eq!(view, public, "what seat {seat} sees more than anybody");
        }
        // Seats that are due know what they need to decide.
        for seat in self.game.turn().due() {
            match self.game.view(Viewer::Seat(seat)) {
                View::Liars(view) => assert!(view.hand.is_some()),
                View::Claims(view) => {
                    assert!(view.hand.is_some() || view.claimant != Some(seat));
                }
                View::Pairs(view) => assert!(view.dice.is_some()),
            }
        }
    }

    fn check_serialised(&self) {
        let json = serde_json::to_string(&self.game).unwrap();
        assert_eq!(serde_json::from_str::<Game>(&json).unwrap(), self.game, "{json}");
        for seat in Seat::first(self.game.seats()) {
            let view = self.game.view(Viewer::Seat(seat));
            let json = serde_json::to_string(&view).unwrap();
            assert_eq!(serde_json::from_str::<View>(&json).unwrap(), view, "{json}");
            let legal = self.game.legal(seat);
            let json = serde_json::to_string(&legal).unwrap();
            assert_eq!(serde_json::from_str::<Acts>(&json).unwrap(), legal, "{json}");
        }
    }

    /// Legal ⇔ accepted, for every act there is; refused → unchanged, and told in words.
    fn check_every_act(&self) {
        for seat in self.game.turn().due() {
            let legal = self.game.legal(seat);
            let mut accepted = HashSet::new();
            let mut game = self.game.clone();
            let mut events = Vec::new();
            for &act in &self.every_act {
                let checked = game.check(seat, act);
                let played = game.play(seat, act, &mut events);
                assert_eq!(checked, played, "{act} is checked as it is played");
                match played {
                    Ok(()) => {
                        accepted.insert(act);
                        game.clone_from(&self.game);
                        events.clear();
                        assert!(legal.contains(act), "{act} is accepted but not legal");
                        assert_eq!(act.to_string().parse(), Ok(act), "its text reads back");
                    }
                    Err(refusal) => {
                        assert_eq!(game, self.game, "{act} was refused but changed the game");
                        assert_eq!(events, [], "{act} was refused but made events");
                        assert!(!legal.contains(act), "{act} is legal but refused: {refusal}");
                        check_sentence(&refusal.to_string());
                    }
                }
            }
            let listed: Vec<Act> = legal.iter().collect();
            assert_eq!(listed.len(), legal.len());
            assert_eq!(listed.len(), accepted.len(), "each legal act is listed once");
            assert!(listed.iter().all(|act| accepted.contains(act)));
            for (n, act) in listed.iter().enumerate() {
                assert_eq!(legal.nth(n), Some(*act));
            }
            assert_eq!(legal.nth(listed.len()), None);
            assert_eq!(legal.nth(usize::MAX), None);
        }
    }

    /// Seats that are not due are refused, whatever they try.
    fn check_others(&mut self, due: Seats) {
        let act = *self.rng.pick(&self.every_act);
        for seat in Seat::first(MAX_SEATS).filter(|seat| !due.contains(*seat)) {
            let expected = if seat.index() >= self.game.seats() {
                vec![Refusal::NoSuchSeat { seat }]
            } else {
                vec![Refusal::NotYourTurn, Refusal::AlreadyDecided]
            };
            assert_eq!(self.game.legal(seat), Acts::Nothing);
            self.check_refused(seat, act, &expected);
        }
    }

    fn check_nobody_can_act(&mut self, expected: Refusal) {
        let act = *self.rng.pick(&self.every_act);
        for seat in Seat::first(self.game.seats()) {
            assert_eq!(self.game.legal(seat), Acts::Nothing);
            self.check_refused(seat, act, &[expected]);
        }
    }

    fn check_refused(&self, seat: Seat, act: Act, expected: &[Refusal]) {
        let mut game = self.game.clone();
        let mut events = Vec::new();
        let refusal = game.play(seat, act, &mut events).unwrap_err();
        assert_eq!(game.check(seat, act), Err(refusal));
        assert!(expected.contains(&refusal), "{act} of {seat}: {refusal:?}");
        check_sentence(&refusal.to_string());
        let refusal = game.fault(seat, Cause::Timeout, &mut events).unwrap_err();
        assert!(expected.contains(&refusal), "a fault of {seat}: {refusal:?}");
        assert_eq!((&game, &events[..]), (&self.game, &[][..]));
    }

    fn check_no_roll(&mut self) {
        let mut game = self.game.clone();
        let dice = [Dice::from_pips(&[1; 5]).unwrap()];
        assert_eq!(game.roll(&dice, &mut Vec::new()), Err(RollRefusal::NotRolling));
        assert_eq!(game.roll(&[], &mut Vec::new()), Err(RollRefusal::NotRolling));
        assert_eq!(game, self.game);
    }

    /// Dice that were not asked for are refused and change nothing.
    fn check_bad_rolls(&mut self, dealt: &dicehouse_rules::Dealt) {
        assert!(!dealt.is_empty(), "a roll has a throw");
        let good = dice_for(dealt, &mut self.rng);
        let at = self.rng.below(good.len());
        let changed = |change: &dyn Fn(&Dice) -> Vec<u8>| {
            let mut bad = good.clone();
            bad[at] = Dice::from_pips(&change(&good[at])).unwrap();
            bad
        };
        let pips = |dice: &Dice| dice.faces().iter().map(|f| f.get()).collect::<Vec<u8>>();
        let mut bad = vec![Vec::new(), good[1..].to_vec(), [&good[..], &good[..1]].concat()];
        bad.push(changed(&|dice| pips(dice)[1..].to_vec()));
        if dealt[at].count < 10 {
            bad.push(changed(&|dice| [&pips(dice)[..], &[1]].concat()));
        }
        if dealt[at].sides < Face::MOST {
            let beyond = dealt[at].sides + 1;
            bad.push(changed(&|dice| [&pips(dice)[1..], &[beyond]].concat()));
        }
        let (mut game, mut events) = (self.game.clone(), Vec::new());
        for dice in bad {
            let refusal = game.roll(&dice, &mut events).unwrap_err();
            assert_ne!(refusal, RollRefusal::NotRolling);
            check_sentence(&refusal.to_string());
            assert_eq!((&game, &events[..]), (&self.game, &[][..]), "{dice:?} was refused");
        }
    }

    fn check_end(mut self) {
        let standing = self.game.standing().expect("a game that is over has a standing");
        assert!(
            matches!(self.events.last().unwrap().fact, Fact::Over { standing: told } if told == standing)
        );
        self.check_nobody_can_act(Refusal::GameOver);
        self.check_no_roll();
        let places: Vec<u8> = standing.places.values().copied().collect();
        assert_eq!(places.len(), self.game.seats());
        for place in &places {
            let better = places.iter().filter(|other| *other < place).count();
            assert_eq!(usize::from(*place), better + 1, "places count those above: {places:?}");
        }
        let winners = standing.winners();
        assert_eq!(standing.order().len(), places.len());
        match self.ruleset.rules() {
            Rules::Liars(rules) if !rules.one_round => {
                assert_eq!(winners.len(), 1);
                let left = dice_left(&self.game);
                for (seat, place) in standing.places.iter() {
                    assert_eq!(left[seat.index()] > 0, *place == 1, "the last with dice wins");
                }
            }
            Rules::Liars(_) => assert!(winners.len() < self.game.seats(), "somebody loses"),
            Rules::Claims(_) => {
                assert_eq!(winners.len(), 1, "ties are broken");
                assert_eq!(standing.scores, Some(self.scores));
            }
            Rules::Pairs(_) => {
                let scores = standing.scores.expect("pairs has totals");
                let best = scores.values().max().unwrap();
                assert_eq!(scores.seats_where(|total| total == best), winners);
            }
        }
    }
}

/// The dice each seat of `liars` has left.
fn dice_left(game: &Game) -> Vec<u32> {
    match game.view(Viewer::Public) {
        View::Liars(view) => view.dice.values().map(|n| (*n).into()).collect(),
        View::Claims(_) | View::Pairs(_) => Vec::new(),
    }
}

/// A sentence for a player: words, on one line, without the look of code.
pub fn check_sentence(text: &str) {
    assert!(text.len() > 10 && text.contains(' '), "{text:?} says nothing");
    assert!(!text.chars().any(char::is_control), "{text:?}");
    assert!(!text.contains(['{', '}', '_', '`']) && !text.contains("::"), "{text:?} is code");
}
