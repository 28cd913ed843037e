//! Bots that talk at the table.

use dicehouse_rules::Seat;
use dicehouse_table::SeatKind;
use dicehouse_telling::voice::{Chatter, Remark, Voice};
use dicehouse_telling::{Line, Tone};

use super::play::Play;

impl Play {
    /// Lets the bots talk about what happens.
    pub fn let_talk(&mut self, mut chatter: Chatter) {
        let greeting = chatter.greet().filter(|_| !self.muted);
        self.log.extend(greeting.map(|remark| self.remark(&remark)));
        self.chatter = Some(chatter);
    }

    /// Lets the bots be silent, or talk again.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    pub(super) fn remark(&self, remark: &Remark) -> Line {
        let says = self.narrator.says(remark.seat, "say", "says");
        let face = self.face(remark.seat).map_or(String::new(), |face| format!("{face} "));
        let text = format!("{face}{says}: {}", remark.text);
        Line { tone: Tone::Talk, text, speaker: Some(remark.seat) }
    }

    fn face(&self, seat: Seat) -> Option<&'static str> {
        match &self.seats.get(seat.index())?.kind {
            SeatKind::Bot(bot) => Voice::of(bot.bot.as_str()).map(|voice| voice.face.as_str()),
            SeatKind::Person => None,
        }
    }
}
