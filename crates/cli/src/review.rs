//! Reviews beside the screen: what every decision of a game was worth.

use dicehouse_table::record::{Playback, Record};
use dicehouse_telling::{Verdict, label};
use dicehouse_terminal::{Outcome, Progress, Work};

use crate::problem::in_words;

/// Reviews a game that is over, while the screen shows how far it is.
///
/// # Errors
/// When there is nobody to do it, in words.
pub fn beside(record: Record) -> Result<Work, String> {
    Work::start(move |progress| verdicts(record, progress)).map_err(|error| in_words(&error))
}

fn verdicts(record: Record, progress: &Progress) -> Outcome {
    let playback = Playback::new(record).map_err(|error| error.to_string())?;
    let decisions = playback.decisions();
    let mut lines = Vec::new();
    for (n, decision) in decisions.iter().enumerate() {
        if progress.is_unwanted() {
            break;
        }
        progress.tell((100 * n / decisions.len()) as u8);
        let Some(act) = decision.outcome.act() else { continue };
        let Some(verdict) = Verdict::of(decision.before(), decision.seat, act) else { continue };
        let name = decision.seated().map_or("?", |seated| seated.name.as_str());
        lines.push(format!("{:>3}  {name}: {}: {verdict}", decision.number, label(act)));
    }
    Ok(lines)
}
