//! Bots that talk at the table.

use dicehouse_table::SeatKind;
use dicehouse_telling::voice::{Chatter, Remark, Voice};
use dicehouse_telling::{Language, Line, Tone};

use super::play::Play;

impl Play {
    /// Lets the bots talk about what happens.
    pub fn let_talk(&mut self, mut chatter: Chatter) {
        let greeting = chatter.greet().filter(|_| !self.muted);
        self.log.extend(greeting.and_then(|remark| self.remark(&remark)));
        self.chatter = Some(chatter);
    }

    /// Lets the bots be silent, or talk again.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    /// A bot says something in an online room, where the house chooses what.
    pub fn remarked(&mut self, remark: &Remark) {
        let line = self.remark(remark).filter(|_| !self.muted);
        self.log.extend(line);
    }

    pub(super) fn remark(&self, remark: &Remark) -> Option<Line> {
        let SeatKind::Bot(bot) = &self.seats.get(remark.seat.index())?.kind else { return None };
        let voice = Voice::of(bot.bot.as_str())?;
        let says = self.narrator.says(remark.seat, "say", "says");
        let words = remark.words(&voice.bot, Language::English)?;
        let text = format!("{} {says}: {words}", voice.face);
        Some(Line { tone: Tone::Talk, text, speaker: Some(remark.seat) })
    }
}
