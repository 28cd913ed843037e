//! Practising line by line: how one has played, and exercises: "what would you do?"

use dicehouse_home::Home;
use dicehouse_review::Exercise;
use dicehouse_rules::{Act, GameKind};
use dicehouse_telling::{Narrator, Wish, say, text};

use super::answer::{Answer, example, question, read};
use super::{Hangup, Talkback};
use crate::practise_texts::{self as texts, form_lines};

/// Says how the person here plays `game`, and asks exercises until they have had enough.
///
/// # Errors
/// When the output is gone, in words.
pub fn practise(talk: &mut Talkback<'_>, home: &Home, game: GameKind) -> Result<(), String> {
    match exercises(talk, home, game) {
        Ok(()) | Err(Hangup::Left | Hangup::EndOfInput) => Ok(()),
        Err(Hangup::Broken(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        Err(Hangup::Broken(error)) => Err(format!("the terminal is gone: {error}")),
    }
}

/// As [`practise`], in a conversation that goes on.
pub(super) fn exercises(
    talk: &mut Talkback<'_>,
    home: &Home,
    game: GameKind,
) -> Result<(), Hangup> {
    let language = talk.language();
    if !home.past_games().is_empty() {
        talk.say(text!(language, "practise.looking-back"))?;
    }
    let played = home.look_back().wait().unwrap_or_default();
    match home.forms().into_iter().find(|form| form.game == game) {
        Some(form) => form_lines(&form, language).iter().try_for_each(|line| talk.say(line))?,
        None => {
            talk.say(&say!(language, "practise.no-games", game = language.game_title(game)))?;
        }
    }
    let exercises = home.exercises(game, &played);
    talk.say("")?;
    talk.say(&texts::exercises(exercises.len(), language))?;
    for (n, exercise) in exercises.iter().enumerate() {
        let own = !Exercise::built_in(game).iter().any(|of| of.name == exercise.name);
        talk.say("")?;
        talk.say(&texts::title(n + 1, own, language))?;
        let Some(act) = ask(talk, exercise)? else { continue };
        let Some(answered) = exercise.answer(act) else { continue };
        talk.say_inset(&[
            &texts::verdict(&answered, act, language),
            &exercise.why(&answered, language),
        ])?;
        let before = home.memory().practised.rating;
        let now = home.practised(exercise, &answered);
        talk.say(&format!("  {}", texts::rating(before.value, &now, language)))?;
    }
    talk.say("")?;
    talk.say(&texts::all_done(&home.memory().practised.rating, language))
}

/// Shows the position and asks what to do; `None` when the exercise is skipped.
fn ask(talk: &mut Talkback<'_>, exercise: &Exercise) -> Result<Option<Act>, Hangup> {
    let (Some(view), Some(legal)) = (exercise.view(), exercise.legal()) else { return Ok(None) };
    let narrator = Narrator::new(exercise.ruleset(), exercise.seats(), Some(exercise.seat()))
        .speaking(talk.language());
    talk.show_position(&view, &narrator)?;
    talk.list_choices(&legal, &view)?;
    let language = talk.language();
    let what = text!(language, "practise.what");
    loop {
        let answer = talk.ask(&format!("{what} {} ", question(&legal, language)))?;
        if answer.trim().is_empty() {
            talk.say_inset(&[text!(language, "practise.skipped")])?;
            return Ok(None);
        }
        match read(&answer, &legal) {
            Answer::Act(act) => return Ok(Some(act)),
            Answer::Wish(Wish::Leave) => return Err(Hangup::Left),
            _ => talk
                .say_inset(&[example(&legal, language), text!(language, "practise.enter-skips")])?,
        }
    }
}
