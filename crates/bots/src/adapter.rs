//! How a bot that decides by what it is asked sits at a table.

use dicehouse_rules::Cause;
use dicehouse_table::{Answer, Failure, Player, Question, Reply};

/// Seats `decide` at a table. It is given the whole question, the time it may take included, and
/// answers with an act and, where it likes, a note; `None` at a table of another game.
pub(crate) fn seat(
    decide: impl FnMut(&Question<'_>) -> Option<Reply> + Send + 'static,
) -> Box<dyn Player + Send> {
    Box::new(DecidingPlayer(decide))
}

struct DecidingPlayer<D>(D);

impl<D: FnMut(&Question<'_>) -> Option<Reply>> Player for DecidingPlayer<D> {
    fn act(&mut self, question: &Question<'_>) -> Answer {
        (self.0)(question).ok_or_else(|| {
            let game = question.view.kind();
            Failure::fault(Cause::Unreadable, format!("this bot does not play {game}"))
        })
    }
}
