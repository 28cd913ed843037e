//! Playing line by line.

use dicehouse_rules::pairs::{NUMBERS, PairsRules, Sheet};
use dicehouse_rules::{Act, Acts, Asked, Dice, Fact, Refusal, Seat, View, Viewer};
use dicehouse_table::{Entry, Reply, Talk};
use dicehouse_telling::Narrator;

use crate::art::{self, Glyphs};
use crate::house::{Advice, GamePlan, House};
use crate::screen::{percent, warning};
use crate::session::{Played, Session, Step, StepError};

use super::lobby::choose_game;
use super::{Hangup, Talkback, starts_round};

/// How playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayEnd {
    /// The last game was played to its end.
    Finished,
    /// The input ended, or somebody left.
    Left,
}

/// Plays `plan`, or asks for one when there is none, until nobody wants another game.
///
/// # Errors
/// When the game cannot be started (a sentence for the player) or the output is gone.
pub fn play(
    talk: &mut Talkback<'_>,
    house: &mut dyn House,
    plan: Option<GamePlan>,
) -> Result<PlayEnd, String> {
    let gone = |hangup: Hangup| match hangup {
        Hangup::EndOfInput => Ok(PlayEnd::Left),
        Hangup::Broken(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            Ok(PlayEnd::Left)
        }
        Hangup::Broken(error) => Err(format!("the terminal is gone: {error}")),
    };
    let asked_for = plan.is_some();
    let plan = match plan {
        Some(plan) => plan,
        None => match choose_game(talk, house) {
            Ok(Some(plan)) => plan,
            Ok(None) => return Ok(PlayEnd::Finished),
            Err(hangup) => return gone(hangup),
        },
    };
    loop {
        let mut session = house.sit_down(&plan)?;
        let mut memory = house.memory();
        memory.last_table = Some(plan.clone());
        house.remember(&memory);
        let outcome = one_game(talk, &*house, &mut session);
        let finished = session.finish();
        let over = finished.standing().is_some();
        let kept = house.keep(&finished);
        let farewell = farewell(talk, over, &kept.notes);
        if let Err(hangup) = outcome.and(farewell) {
            return gone(hangup);
        }
        if !over {
            return Ok(PlayEnd::Left);
        }
        if asked_for {
            return Ok(PlayEnd::Finished);
        }
        match talk.ask("Another game? [y/N]: ") {
            Ok(answer) if matches!(answer.to_lowercase().as_str(), "y" | "yes") => {}
            Ok(_) | Err(Hangup::EndOfInput) => return Ok(PlayEnd::Finished),
            Err(hangup) => return gone(hangup),
        }
    }
}

fn farewell(talk: &mut Talkback<'_>, over: bool, notes: &[String]) -> Result<(), Hangup> {
    if !over {
        talk.say("The game ends here. Thank you for playing!")?;
    }
    for note in notes {
        talk.say(note)?;
    }
    Ok(())
}

/// Plays one game; ends early, without an error, when somebody leaves.
fn one_game(
    talk: &mut Talkback<'_>,
    house: &dyn House,
    session: &mut Session,
) -> Result<(), Hangup> {
    let people: Vec<Seat> = Seat::first(session.seats().len())
        .filter(|seat| session.seats()[seat.index()].is_person())
        .collect();
    // A single person is spoken to as "you"; several hear of each other by name.
    let you = if let [only] = people[..] { Some(only) } else { None };
    let narrator = Narrator::new(session.ruleset(), session.seats(), you);
    talk.say("")?;
    let keys = if people.is_empty() { "" } else { " Type ? for help, q to leave." };
    talk.say(&format!("The game is {}.{keys}", session.ruleset()))?;
    if !session.entries().is_empty() {
        let round = session.view(Viewer::Public).round();
        talk.say(&format!("It goes on where it was interrupted, in round {round}."))?;
    }
    let advisor = Some(house);
    let mut table = PlainTable { talk, narrator, you, people, at_keyboard: you, advisor };
    loop {
        match session.step() {
            Err(error) => {
                if !table.stuck(&error)? {
                    return Ok(());
                }
            }
            Ok(Step::Happened(entries)) => table.tell(&entries)?,
            Ok(Step::Over(_)) => return Ok(()),
            Ok(Step::Person(seat)) => {
                if !table.turn(session, seat)? {
                    return Ok(());
                }
            }
        }
    }
}

pub(super) struct PlainTable<'a, 't> {
    pub talk: &'a mut Talkback<'t>,
    pub narrator: Narrator,
    pub you: Option<Seat>,
    pub people: Vec<Seat>,
    /// Whose dice may be shown: the person at the keyboard.
    pub at_keyboard: Option<Seat>,
    /// Who is asked for hints.
    pub advisor: Option<&'a dyn House>,
}

impl PlainTable<'_, '_> {
    pub(super) fn tell(&mut self, entries: &[Entry]) -> Result<(), Hangup> {
        let mut showed = false;
        for entry in entries {
            // What only one seat may see is told when that person is at the keyboard.
            let viewer = self.you.map_or(Viewer::Public, Viewer::Seat);
            let Some(entry) = entry.seen_by(viewer) else { continue };
            if let Some(line) = self.narrator.tell(&entry) {
                if entry.fact().is_some_and(starts_round) {
                    self.talk.say("")?;
                }
                self.talk.say(&line)?;
            }
            showed |= matches!(entry.fact(), Some(Fact::Showdown(_)));
        }
        // Where only bots play, nobody has to be waited for.
        if showed && !self.people.is_empty() {
            self.talk.ask("Press Enter to go on. ")?;
        }
        Ok(())
    }

    /// Says why the game does not go on; says whether to try again.
    fn stuck(&mut self, error: &StepError) -> Result<bool, Hangup> {
        self.talk.say(&format!("  {error}."))?;
        let answer = self.talk.ask("Press Enter to try again, or q to leave. ")?;
        Ok(!matches!(answer.as_str(), "q" | "quit" | "leave"))
    }

    /// Lets `seat` act; says whether the game goes on.
    fn turn(&mut self, session: &mut Session, seat: Seat) -> Result<bool, Hangup> {
        if self.people.len() > 1 && self.at_keyboard != Some(seat) {
            self.pass_the_keyboard(seat)?;
        }
        let narrator = self.narrator.speaking_to(Some(seat));
        self.show_position(&session.view(Viewer::Seat(seat)), &narrator)?;
        let mut said: Option<Talk> = None;
        let mut warned = None;
        loop {
            let legal = session.legal(seat);
            let answer = self.talk.ask(&format!("{} ", question(&legal)))?;
            match read(&answer, &legal) {
                Answer::Leave => return Ok(false),
                Answer::Help => self.help(&legal, &session.view(Viewer::Seat(seat)))?,
                Answer::Rules => self.rules(session)?,
                Answer::Odds => self.odds(session, seat, &legal)?,
                Answer::Say(text) => said = Talk::new(&text),
                Answer::Unclear => {
                    self.talk
                        .say(&format!("  \"{answer}\" means nothing here. {}", example(&legal)))?;
                }
                Answer::Nothing => {
                    if self.refuses_to_bid()?
                        && self.play(session, seat, Act::Call, &said, &mut warned)?
                    {
                        return Ok(true);
                    }
                }
                Answer::Act(act) => {
                    if self.play(session, seat, act, &said, &mut warned)? {
                        return Ok(true);
                    }
                }
            }
        }
    }

    /// Plays `act`; says whether anything happened. An act that certainly loses is warned of first,
    /// once: who does it again means it.
    fn play(
        &mut self,
        session: &mut Session,
        seat: Seat,
        act: Act,
        said: &Option<Talk>,
        warned: &mut Option<Act>,
    ) -> Result<bool, Hangup> {
        if *warned != Some(act)
            && session.refusal(seat, act).is_none()
            && let Some(why) = warning(&session.view(Viewer::Seat(seat)), act)
        {
            *warned = Some(act);
            self.talk.say(&format!("  {why} Type it again to do it all the same."))?;
            return Ok(false);
        }
        let reply = Reply { talk: said.clone(), ..Reply::from(act) };
        match session.play(seat, &reply) {
            Err(error) => self.talk.say(&format!("  That was not played: {error}."))?,
            Ok(Played::Refused(refusal)) => self.refused(&refusal, session, seat)?,
            Ok(Played::Happened(entries)) => {
                self.tell(&entries)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whoever will not bid calls, as in the original; it is asked once more.
    fn refuses_to_bid(&mut self) -> Result<bool, Hangup> {
        let answer = self.talk.ask("No bid: that is a call. Call? [y/N]: ")?;
        Ok(matches!(answer.to_lowercase().as_str(), "y" | "yes"))
    }

    /// Hides what the last person saw before the next one sits down.
    fn pass_the_keyboard(&mut self, seat: Seat) -> Result<(), Hangup> {
        if self.at_keyboard.is_some() {
            for _ in 0..40 {
                self.talk.say("")?;
            }
        }
        self.at_keyboard = Some(seat);
        let name = self.narrator.name(seat);
        self.talk.ask(&format!("Pass the keyboard to {name}. {name}, press Enter. "))?;
        Ok(())
    }

    pub(super) fn show_position(
        &mut self,
        view: &View<'_>,
        narrator: &Narrator,
    ) -> Result<(), Hangup> {
        self.talk.say("")?;
        match view {
            View::Liars(view) => {
                if let Some(hand) = view.hand {
                    self.talk.say("Your dice:")?;
                    self.show_dice(&hand.sorted())?;
                }
                let counts: Vec<String> = view
                    .dice
                    .iter()
                    .map(|(seat, count)| format!("{} {count}", narrator.name(seat)))
                    .collect();
                self.talk.say(&format!(
                    "Dice in play: {} ({}).",
                    view.in_play(),
                    counts.join(", ")
                ))?;
                if let Some(wild) = view.wild {
                    self.talk.say(&format!("The {} are wild.", wild.plural()))?;
                }
                match view.last_bid() {
                    Some(last) => self.talk.say(&format!(
                        "The bid is {} by {}.",
                        last.bid.spoken(),
                        narrator.name(last.seat)
                    ))?,
                    None => self.talk.say("You open the round.")?,
                }
            }
            View::Claims(view) => {
                let scores: Vec<String> = view
                    .scores
                    .iter()
                    .map(|(seat, score)| format!("{} {score}", narrator.name(seat)))
                    .collect();
                self.talk.say(&format!("Scores: {}.", scores.join(", ")))?;
                if let Some(hand) = view.hand {
                    self.talk.say("Your dice:")?;
                    self.show_dice(&hand)?;
                    self.talk.say(&format!("They add up to {}.", hand.sum()))?;
                }
                if let (Some(claim), Some(claimant)) = (view.claim, view.claimant) {
                    self.talk
                        .say(&format!("The claim is {claim} by {}.", narrator.name(claimant)))?;
                }
            }
            View::Pairs(view) => {
                if let Some(sheet) = view.viewer.seat().and_then(|seat| view.sheets.get(seat)) {
                    self.show_sheet(sheet)?;
                }
                if let Some(dice) = view.dice {
                    self.show_dice(&dice.sorted())?;
                }
            }
        }
        Ok(())
    }

    fn show_dice(&mut self, dice: &dicehouse_rules::Dice) -> Result<(), Hangup> {
        for line in art::row(dice, Glyphs::Ascii) {
            self.talk.say(&format!("  {line}"))?;
        }
        // For those who listen rather than look.
        self.talk.say(&format!("  ({dice})"))
    }

    fn show_sheet(&mut self, sheet: &Sheet) -> Result<(), Hangup> {
        self.talk.say("Your sheet (number: marks, points):")?;
        let marked: Vec<String> = NUMBERS
            .filter(|number| sheet.marks(*number) > 0)
            .map(|number| {
                format!("{number}: {} marks, {}", sheet.marks(number), sheet.score(number))
            })
            .collect();
        let marked = if marked.is_empty() { "no marks yet".to_owned() } else { marked.join("; ") };
        self.talk.say(&format!("  {marked}"))?;
        let removed: Vec<String> = sheet
            .removed()
            .iter()
            .map(|removed| format!("{} ({} times)", removed.number, removed.count))
            .collect();
        let removed = if removed.is_empty() { "none yet".to_owned() } else { removed.join(", ") };
        self.talk.say(&format!("  Removed: {removed}. Total: {}.", sheet.total()))
    }

    fn refused(&mut self, refusal: &Refusal, session: &Session, seat: Seat) -> Result<(), Hangup> {
        self.talk.say(&format!("  That does not work: {refusal}."))?;
        // Somebody who answers the wrong question may not know what is asked.
        if let Refusal::WrongKind { asked: Asked::Split } = refusal {
            self.help(&session.legal(seat), &session.view(Viewer::Seat(seat)))?;
        }
        Ok(())
    }

    fn help(&mut self, legal: &Acts, view: &View<'_>) -> Result<(), Hangup> {
        match legal {
            Acts::Bid(acts) => {
                let least: Vec<String> = acts.lowest_bids().map(|bid| bid.to_string()).collect();
                if least.is_empty() {
                    self.talk.say("  No higher bid is possible.")?;
                } else {
                    self.talk.say(&format!(
                        "  The lowest bids you can make: {} (at most {} dice).",
                        least.join(", "),
                        acts.most
                    ))?;
                }
                if acts.call {
                    self.talk.say("  call: you do not believe the bid.")?;
                }
                if acts.exact {
                    self.talk.say("  exact: there are exactly as many as were bid.")?;
                }
            }
            Acts::Claim { min, max } => {
                self.talk.say(&format!("  Claim a sum from {min} to {max}, true or not."))?;
            }
            Acts::Answer => {
                self.talk.say("  call: you think it is a bluff. pass: you let it go.")?;
            }
            Acts::Immunity => {
                self.talk.say("  immunity: play the card, nobody scores. keep: pay for it.")?;
            }
            Acts::Split { splits } => {
                self.talk.say("  Two pair sums and the die you remove, as in 4+10-3. You can:")?;
                let own = view.viewer().seat().and_then(|seat| sheet_and_dice(view, seat));
                let planned = match self.advisor.and_then(|house| house.advise(view, legal)) {
                    Some(Advice::Splits(totals)) => totals,
                    _ => Vec::new(),
                };
                for (n, split) in splits.iter().enumerate() {
                    let points = own.map_or(String::new(), |(sheet, dice, rules)| {
                        let gain = sheet.after(*split, &dice, &rules).total() - sheet.total();
                        format!("  {gain:+}")
                    });
                    let planner = planned.get(n).map_or(String::new(), |total| {
                        format!(", planner expects {total:.0} in the end")
                    });
                    self.talk.say(&format!("  {split}  ({}){points}{planner}", n + 1))?;
                }
            }
            Acts::Nothing => {}
        }
        let odds = if matches!(legal, Acts::Bid(_)) { "o: the odds. " } else { "" };
        self.talk
            .say(&format!("  {odds}say WORDS: talk to the table. rules: the rules. q: leave."))?;
        Ok(())
    }

    /// The rules, unwrapped: a screen reader or the terminal breaks lines better than we could.
    fn rules(&mut self, session: &Session) -> Result<(), Hangup> {
        for section in session.ruleset().explain().sections {
            self.talk.say(&format!("{}:", section.heading))?;
            for line in section.lines {
                self.talk.say(&format!("  {line}"))?;
            }
        }
        Ok(())
    }

    fn odds(&mut self, session: &Session, seat: Seat, legal: &Acts) -> Result<(), Hangup> {
        let view = session.view(Viewer::Seat(seat));
        let believed = match self.advisor.and_then(|house| house.advise(&view, legal)) {
            Some(Advice::Bids(chances)) => Some(chances),
            _ => None,
        };
        let by_bids = |bid| match &believed {
            Some(believed) => format!(" ({})", percent(believed.at_least(bid))),
            None => String::new(),
        };
        match (view, legal) {
            (View::Liars(view), Acts::Bid(acts)) => {
                if let Some(bid) = view.standing_bid() {
                    self.talk.say(&format!(
                        "  {bid} is true with {}{}{}.",
                        percent(view.chance_at_least(bid)),
                        by_bids(bid),
                        if acts.exact {
                            format!(", exact with {}", percent(view.chance_exactly(bid)))
                        } else {
                            String::new()
                        }
                    ))?;
                }
                for bid in acts.lowest_bids() {
                    self.talk.say(&format!(
                        "  {bid} would be true with {}{}.",
                        percent(view.chance_at_least(bid)),
                        by_bids(bid)
                    ))?;
                }
                self.talk.say("  (By plain chance first, then by what the others have bid.)")
            }
            _ => self.talk.say("  There are no odds to give here."),
        }
    }
}

/// The sheet of `seat`, the dice to be split and the rules.
fn sheet_and_dice<'v>(view: &'v View<'_>, seat: Seat) -> Option<(&'v Sheet, Dice, PairsRules)> {
    let View::Pairs(view) = view else { return None };
    Some((view.sheets.get(seat)?, view.dice?, view.rules))
}

/// The prompt for what is asked.
pub(super) fn question(legal: &Acts) -> &'static str {
    match legal {
        Acts::Bid(acts) if acts.exact => "Bid, call or exact?",
        Acts::Bid(acts) if acts.call => "Bid or call?",
        Acts::Bid(_) => "Your bid?",
        Acts::Claim { .. } => "Your claim?",
        Acts::Answer => "Call or pass?",
        Acts::Immunity => "Play your immunity card (immunity or keep)?",
        Acts::Split { .. } => "Your split?",
        Acts::Nothing => ">",
    }
}

pub(super) enum Answer {
    Act(Act),
    Say(String),
    Help,
    Odds,
    Rules,
    Leave,
    /// Just Enter, where refusing to bid is a call.
    Nothing,
    Unclear,
}

/// What can be typed, by example.
fn example(legal: &Acts) -> &'static str {
    match legal {
        Acts::Bid(acts) if acts.exact => "Bid like 3x5 or 3 fives, or say call or exact.",
        Acts::Bid(acts) if acts.call => "Bid like 3x5 or 3 fives, or say call.",
        Acts::Bid(_) => "Bid like 3x5 or 3 fives.",
        Acts::Claim { .. } => "Type the sum you claim, like 7.",
        Acts::Answer => "Type call or pass.",
        Acts::Immunity => "Type immunity or keep.",
        Acts::Split { .. } => "Type a number of the list, or a split like 4+10-3; ? lists them.",
        Acts::Nothing => "",
    }
}

/// Reads what was typed. Yes and no, and a bare number, mean what is asked now.
pub(super) fn read(answer: &str, legal: &Acts) -> Answer {
    let lower = answer.to_lowercase();
    match (lower.as_str(), legal) {
        ("q" | "quit" | "leave", _) => Answer::Leave,
        ("", Acts::Bid(acts)) if acts.call => Answer::Nothing,
        ("" | "?" | "help", _) => Answer::Help,
        ("o" | "odds", Acts::Bid(_)) => Answer::Odds,
        ("r" | "rules", _) => Answer::Rules,
        ("y" | "yes" | "c", Acts::Answer) => Answer::Act(Act::Call),
        ("n" | "no" | "p", Acts::Answer) => Answer::Act(Act::LetPass),
        ("y" | "yes", Acts::Immunity) => Answer::Act(Act::Immunity),
        ("n" | "no", Acts::Immunity) => Answer::Act(Act::NoImmunity),
        ("c", Acts::Bid(_)) => Answer::Act(Act::Call),
        ("e" | "x", Acts::Bid(_)) => Answer::Act(Act::Exact),
        _ => match answer.strip_prefix("say ") {
            Some(words) => Answer::Say(words.to_owned()),
            None => match (legal, lower.parse::<usize>()) {
                (Acts::Split { .. }, Ok(number)) => numbered(number, legal),
                _ => answer.parse().ok(),
            }
            .map_or(Answer::Unclear, Answer::Act),
        },
    }
}

/// The split with this number in the list.
fn numbered(number: usize, legal: &Acts) -> Option<Act> {
    let Acts::Split { splits } = legal else { return None };
    splits.get(number.checked_sub(1)?).copied().map(Act::Split)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Dice, Game, GameKind, Ignore, Ruleset};

    fn legal(game: GameKind, dice: &[&[u8]], acts: &[&str]) -> Acts {
        let ruleset = match game {
            GameKind::Liars => Ruleset::preset(game, "contest").unwrap(),
            _ => Ruleset::default_of(game),
        };
        let players = if game == GameKind::Pairs { 1 } else { 2 };
        let mut game = Game::new(&ruleset, players).unwrap();
        let dice: Vec<Dice> = dice.iter().map(|pips| Dice::from_pips(pips).unwrap()).collect();
        game.roll(&dice, &mut Ignore).unwrap();
        for act in acts {
            let due = game.turn().due().nth(0).unwrap();
            game.play(due, act.parse().unwrap(), &mut Ignore).unwrap();
        }
        game.legal(game.turn().due().nth(0).unwrap())
    }

    #[test]
    fn what_makes_no_sense_is_answered_for_the_game_being_played() {
        let hand: &[u8] = &[1, 2, 3, 4, 5];
        let bids = legal(GameKind::Liars, &[hand, hand], &["2x3"]);
        assert!(matches!(read("6x", &bids), Answer::Unclear));
        assert_eq!(example(&bids), "Bid like 3x5 or 3 fives, or say call.");
        let claims = legal(GameKind::Claims, &[&[1, 2]], &[]);
        assert!(!example(&claims).contains("bid") && !example(&claims).contains("+"));
    }

    #[test]
    fn refusing_to_bid_is_a_call_where_there_is_something_to_call() {
        let hand: &[u8] = &[1, 2, 3, 4, 5];
        let opening = legal(GameKind::Liars, &[hand, hand], &[]);
        assert!(matches!(read("", &opening), Answer::Help));
        let raise = legal(GameKind::Liars, &[hand, hand], &["2x3"]);
        assert!(matches!(read("", &raise), Answer::Nothing));
    }

    #[test]
    fn splits_are_chosen_by_number_and_have_no_odds() {
        let splits = legal(GameKind::Pairs, &[&[3, 1, 5, 5, 3]], &[]);
        let Acts::Split { splits: all } = &splits else { panic!("a split is asked for") };
        assert!(matches!(read("1", &splits), Answer::Act(Act::Split(split)) if split == all[0]));
        assert!(matches!(read("99", &splits), Answer::Unclear));
        assert!(matches!(read("o", &splits), Answer::Unclear), "there are no odds to give");
    }
}
