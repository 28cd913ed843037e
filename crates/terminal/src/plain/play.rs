//! Playing line by line.

use dicehouse_rules::{Act, Asked, Fact, Refusal, Seat, Viewer};
use dicehouse_table::{Entry, Reply, Seated, Talk};
use dicehouse_telling::{Narrator, table_in_words};

use crate::house::{GamePlan, House};
use crate::screen::warning;
use crate::session::{Played, Session, StepError, Stepped};
use crate::way_online::WayOnline;

use super::afterwards::{Afterwards, afterwards};
use super::answer::{Answer, example, question, read};
use super::lobby::{Chosen, choose_game};
use super::{Hangup, Talkback, asks_to_leave, starts_round};

/// How playing ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayEnd {
    /// The last game was played to its end.
    Finished,
    /// The input ended, or somebody left.
    Left,
    /// Somebody wants to go to a room online.
    Online(WayOnline),
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
        Hangup::Left | Hangup::EndOfInput => Ok(PlayEnd::Left),
        Hangup::Broken(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            Ok(PlayEnd::Left)
        }
        Hangup::Broken(error) => Err(format!("the terminal is gone: {error}")),
    };
    let plan = match plan {
        Some(plan) => plan,
        None => match choose_game(talk, house) {
            Ok(Chosen::Play(plan)) => plan,
            Ok(Chosen::Online(way)) => return Ok(PlayEnd::Online(way)),
            Ok(Chosen::Nothing) => return Ok(PlayEnd::Finished),
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
        let people = people(&finished.header.seats);
        // Where only bots played, nobody is there to be asked.
        let (Ok(playback), false) = (finished.playback(), people.is_empty()) else {
            return Ok(PlayEnd::Finished);
        };
        let only = people.first().copied().filter(|_| people.len() == 1);
        match afterwards(talk, &*house, &playback, only) {
            Ok(Afterwards::Rematch) => {}
            Ok(Afterwards::Leave) => return Ok(PlayEnd::Finished),
            Err(hangup) => return gone(hangup),
        }
    }
}

/// Those who are people.
fn people(seats: &[Seated]) -> Vec<Seat> {
    Seat::first(seats.len()).filter(|seat| seats[seat.index()].is_person()).collect()
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
    let people = people(session.seats());
    // A single person is spoken to as "you"; several hear of each other by name.
    let you = if let [only] = people[..] { Some(only) } else { None };
    let narrator = Narrator::new(session.ruleset(), session.seats(), you);
    talk.say("")?;
    let keys = if people.is_empty() { "" } else { " Type ? for help, q to leave." };
    talk.say(&format!("The game is {}.{keys}", table_in_words(session.ruleset())))?;
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
            Ok(Stepped::Happened(entries)) => table.tell(&entries)?,
            Ok(Stepped::Over(_)) => return Ok(()),
            Ok(Stepped::Person(seat)) => {
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
            // Secrets of a seat are told when that person is at the keyboard.
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
            self.talk.wait_for_enter("Press Enter to go on. ")?;
        }
        Ok(())
    }

    /// Says why the game does not go on, and gives whether to try again.
    fn stuck(&mut self, error: &StepError) -> Result<bool, Hangup> {
        self.talk.say(&format!("  {error}."))?;
        let answer = self.talk.ask("Press Enter to try again, or q to leave. ")?;
        Ok(!asks_to_leave(&answer))
    }

    /// Lets `seat` act. Gives whether the game goes on.
    fn turn(&mut self, session: &mut Session, seat: Seat) -> Result<bool, Hangup> {
        if self.people.len() > 1 && self.at_keyboard != Some(seat) {
            self.pass_the_keyboard(seat)?;
        }
        let narrator = self.narrator.speaking_to(Some(seat));
        let view = session.view(Viewer::Seat(seat)).into_owned();
        self.show_position(&view, &narrator)?;
        self.list_choices(&session.legal(seat), &view)?;
        let mut said: Option<Talk> = None;
        let mut warned = None;
        loop {
            let legal = session.legal(seat);
            let answer = self.talk.ask(&format!("{} ", question(&legal)))?;
            match read(&answer, &legal) {
                Answer::Leave => return Ok(false),
                Answer::Help => self.help(&legal, &view)?,
                Answer::Rules => self.rules(session)?,
                Answer::Odds => self.odds(&legal, &view)?,
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

    /// Plays `act`. Gives whether anything happened. A player is warned once of an act that
    /// certainly loses; repeating the act plays it.
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

    /// Refusing to bid means a call, as in the original game; the player is asked once more.
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
        self.talk.wait_for_enter(&format!("Pass the keyboard to {name}. {name}, press Enter. "))
    }

    fn refused(&mut self, refusal: &Refusal, session: &Session, seat: Seat) -> Result<(), Hangup> {
        self.talk.say(&format!("  That does not work: {refusal}."))?;
        // Somebody who answers the wrong question may not know what is asked.
        if let Refusal::WrongKind { asked: Asked::Split } = refusal {
            self.help(&session.legal(seat), &session.view(Viewer::Seat(seat)))?;
        }
        Ok(())
    }
}
