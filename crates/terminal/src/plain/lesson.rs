//! A lesson line by line.

use dicehouse_table::Entry;
use dicehouse_telling::lesson::{Course, Input, Lesson};
use dicehouse_telling::{Narrator, Wish, say, text};

use super::answer::{Answer, question, read};
use super::{Hangup, Talkback};

/// Gives a lesson. Says whether it was taken to its end.
pub(super) fn teach(
    talk: &mut Talkback<'_>,
    lesson: &'static Lesson,
    name: &str,
) -> Result<bool, Hangup> {
    let Some(mut course) = Course::new(lesson) else { return Ok(false) };
    let you = Some(course.learner());
    let language = talk.language();
    let narrator = Narrator::new(lesson.ruleset(), &lesson.seats(name), you).speaking(language);
    talk.say("")?;
    talk.say(&say!(language, "lesson.begins", title = lesson.title))?;
    while !course.is_over() {
        let moment = course.moment();
        talk.say("")?;
        talk.say(&moment.text)?;
        let input = match moment.task {
            None => {
                talk.wait_for_enter(&format!("{} ", text!(language, "lesson.go-on")))?;
                Input::GoOn
            }
            Some(task) => {
                talk.show_position(&course.view(), &narrator)?;
                let asked = question(&task.legal, language);
                let answer = talk.ask(&format!("({}) {asked} ", task.expected))?;
                match read(&answer, &task.legal) {
                    Answer::Wish(Wish::Leave) => return Err(Hangup::Left),
                    Answer::Act(act) => Input::Act(act),
                    _ => {
                        let (act, hint) = (task.expected, task.hint);
                        let line = say!(language, "lesson.type", act = act, hint = hint);
                        talk.say(&format!("  {line}"))?;
                        continue;
                    }
                }
            }
        };
        let reply = course.take(input);
        if let Some(refused) = reply.refused {
            let why = language.refusal(&refused);
            talk.say(&format!("  {}", say!(language, "lesson.refused", why = why)))?;
        }
        let entries: Vec<Entry> = reply.events.into_iter().map(Entry::Event).collect();
        talk.tell(&narrator, &entries, None)?;
    }
    talk.say("")?;
    talk.say(text!(language, "lesson.over"))?;
    Ok(true)
}
