//! What is said on request: what can be done, how likely it is, and the rules.

use dicehouse_rules::{Acts, View};
use dicehouse_telling::Narrator;

use super::Hangup;
use super::game::game;
use super::play::PlainTable;
use crate::house::Advice;
use crate::session::Session;

impl PlainTable<'_, '_> {
    /// Shows where the game stands for whoever sees `view`.
    pub(super) fn show_position(
        &mut self,
        view: &View<'_>,
        narrator: &Narrator,
    ) -> Result<(), Hangup> {
        self.talk.say("")?;
        game(view).position(narrator).iter().try_for_each(|line| self.talk.say(line))
    }

    /// Lists what can be done, by numbers, with points or plain odds; advice is for those who ask.
    pub(super) fn list_choices(&mut self, legal: &Acts, view: &View<'_>) -> Result<(), Hangup> {
        self.say_inset(&game(view).choices(legal, None))
    }

    /// Says what can be done now.
    pub(super) fn help(&mut self, legal: &Acts, view: &View<'_>) -> Result<(), Hangup> {
        let advice = self.advice(view, legal);
        self.say_inset(&game(view).choices(legal, advice.as_ref()))?;
        let odds = match legal {
            Acts::Bid(_) | Acts::Claim { .. } | Acts::Answer => "o: the odds. ",
            Acts::Immunity | Acts::Split { .. } | Acts::Nothing => "",
        };
        let more = format!("{odds}say WORDS: talk to the table. rules: the rules. q: leave.");
        self.say_inset(&[more])
    }

    /// Says how likely the bids or claims are that can be made now.
    pub(super) fn odds(&mut self, legal: &Acts, view: &View<'_>) -> Result<(), Hangup> {
        let advice = self.advice(view, legal);
        let lines = game(view).odds(legal, advice.as_ref(), &self.narrator);
        self.say_inset(&lines)
    }

    /// The rules of the game being played.
    pub(super) fn rules(&mut self, session: &Session) -> Result<(), Hangup> {
        self.talk.explain(session.ruleset())
    }

    fn advice(&self, view: &View<'_>, legal: &Acts) -> Option<Advice> {
        self.advisor.and_then(|house| house.advise(view, legal))
    }

    fn say_inset<L: AsRef<str>>(&mut self, lines: &[L]) -> Result<(), Hangup> {
        lines.iter().try_for_each(|line| self.talk.say(&format!("  {}", line.as_ref())))
    }
}
