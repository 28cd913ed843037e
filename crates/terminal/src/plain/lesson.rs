//! A lesson line by line.

use dicehouse_table::Entry;
use dicehouse_telling::Narrator;
use dicehouse_telling::lesson::{Course, Input, Lesson};

use super::answer::{Answer, question, read};
use super::play::PlainTable;
use super::{Hangup, Talkback};

/// Gives a lesson. Says whether it was taken to its end.
pub(super) fn teach(
    talk: &mut Talkback<'_>,
    lesson: &'static Lesson,
    name: &str,
) -> Result<bool, Hangup> {
    let Some(mut course) = Course::new(lesson) else { return Ok(false) };
    let you = Some(course.learner());
    let narrator = Narrator::new(lesson.ruleset(), &lesson.seats(name), you);
    talk.say("")?;
    talk.say(&format!("{}. Enter goes on, q leaves.", lesson.title))?;
    let people = Vec::new();
    let mut table = PlainTable { talk, narrator, you, people, at_keyboard: you, advisor: None };
    while !course.is_over() {
        let moment = course.moment();
        table.talk.say("")?;
        table.talk.say(&moment.text)?;
        let input = match moment.task {
            None => {
                table.talk.wait_for_enter("Press Enter to go on. ")?;
                Input::GoOn
            }
            Some(task) => {
                table.show_position(&course.view(), &table.narrator.clone())?;
                let asked = question(&task.legal);
                let answer = table.talk.ask(&format!("({}) {asked} ", task.expected))?;
                match read(&answer, &task.legal) {
                    Answer::Leave => return Err(Hangup::Left),
                    Answer::Act(act) => Input::Act(act),
                    _ => {
                        table.talk.say(&format!("  Type {} to {}.", task.expected, task.hint))?;
                        continue;
                    }
                }
            }
        };
        let reply = course.take(input);
        if let Some(refused) = reply.refused {
            table.talk.say(&format!("  That does not work: {refused}."))?;
        }
        let entries: Vec<Entry> = reply.events.into_iter().map(Entry::Event).collect();
        table.tell(&entries)?;
    }
    table.talk.say("")?;
    table.talk.say("That was the lesson. Well done!")?;
    Ok(true)
}
