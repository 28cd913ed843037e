//! Bots that talk at the table.

use dicehouse_table::SeatKind;
use dicehouse_telling::voice::{Remark, Voice};
use dicehouse_telling::{Line, Tone, say};

use super::play::Play;
use super::showing::Showing;

impl Play {
    /// Lets the bots be silent, or talk again.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    /// A bot says something to what is being shown; the room chooses what. It is read when that has been told.
    pub fn remarked(&mut self, remark: &Remark) {
        let line = self.remark(remark).filter(|_| !self.muted);
        self.untold.extend(line);
        if self.showing.as_ref().is_none_or(Showing::is_told) {
            self.tell();
        }
    }

    pub(super) fn remark(&self, remark: &Remark) -> Option<Line> {
        let SeatKind::Bot(bot) = &self.seats.get(remark.seat.index())?.kind else { return None };
        let voice = Voice::of(bot.bot.as_str())?;
        let language = self.narrator.language();
        let (name, words) =
            (self.narrator.name_first(remark.seat), remark.words(&voice.bot, language)?);
        let text =
            format!("{} {}", voice.face, say!(language, "at.remark", name = name, words = words));
        Some(Line { tone: Tone::Talk, text, speaker: Some(remark.seat) })
    }
}
