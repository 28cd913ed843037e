//! What is said on request: what can be done, how likely it is, and where the game stands.

use dicehouse_home::Advice;
use dicehouse_rules::{Acts, View};
use dicehouse_telling::Narrator;

use super::game::game;
use super::{Hangup, Talkback};

impl Talkback<'_> {
    /// Shows where the game stands for somebody who sees `view`.
    pub(super) fn show_position(
        &mut self,
        view: &View<'_>,
        narrator: &Narrator,
    ) -> Result<(), Hangup> {
        self.say("")?;
        game(view).position(narrator).iter().try_for_each(|line| self.say(line))
    }

    /// Lists what can be done, by numbers, with points or plain odds; advice is given on request.
    pub(super) fn list_choices(&mut self, legal: &Acts, view: &View<'_>) -> Result<(), Hangup> {
        self.say_inset(&game(view).choices(legal, None))
    }

    /// Says what can be done now; `advice` says whether a strong player may be asked.
    pub(super) fn help(
        &mut self,
        legal: &Acts,
        view: &View<'_>,
        advice: bool,
    ) -> Result<(), Hangup> {
        let advice = advised(advice, view, legal);
        self.say_inset(&game(view).choices(legal, advice.as_ref()))?;
        let odds = match legal {
            Acts::Bid(_) | Acts::Claim { .. } | Acts::Answer => "o: the odds. ",
            Acts::Immunity | Acts::Split { .. } | Acts::Nothing => "",
        };
        let more = format!("{odds}say WORDS: talk to the table. rules: the rules. q: leave.");
        self.say_inset(&[more])
    }

    /// Says how likely the bids or claims are that can be made now.
    pub(super) fn odds(
        &mut self,
        legal: &Acts,
        view: &View<'_>,
        narrator: &Narrator,
        advice: bool,
    ) -> Result<(), Hangup> {
        let advice = advised(advice, view, legal);
        self.say_inset(&game(view).odds(legal, advice.as_ref(), narrator))
    }

    pub(super) fn say_inset<L: AsRef<str>>(&mut self, lines: &[L]) -> Result<(), Hangup> {
        lines.iter().try_for_each(|line| self.say(&format!("  {}", line.as_ref())))
    }
}

fn advised(wanted: bool, view: &View<'_>, legal: &Acts) -> Option<Advice> {
    if wanted { Advice::on(view, legal) } else { None }
}
