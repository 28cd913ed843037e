//! What is said on request: what can be done, how likely it is, and where the game stands.

use dicehouse_home::Advice;
use dicehouse_rules::{Acts, View};
use dicehouse_telling::{Narrator, say, text};

use super::game::game;
use super::{Hangup, Talkback};

/// By ear a list that is longer is told on request.
const FEW: usize = 3;

impl Talkback<'_> {
    /// Shows where the game stands for somebody who sees `view`.
    pub(super) fn show_position(
        &mut self,
        view: &View<'_>,
        narrator: &Narrator,
    ) -> Result<(), Hangup> {
        let game = game(view);
        if self.by_ear() {
            let rolled = game.rolled().map_or(Vec::new(), |_| game.hand(narrator.language()));
            return rolled.iter().chain(&game.matter(narrator)).try_for_each(|line| self.say(line));
        }
        self.say("")?;
        game.position(narrator).iter().try_for_each(|line| self.say(line))
    }

    /// Lists what can be done, with points, and with odds where they are wanted; advice is given on request.
    pub(super) fn list_choices(&mut self, legal: &Acts, view: &View<'_>) -> Result<(), Hangup> {
        let language = self.language();
        if !self.by_ear() {
            return self.say_inset(&game(view).choices(legal, None, self.tells_odds(), language));
        }
        match legal {
            Acts::Split { splits } if splits.len() > FEW => {
                self.say(&say!(language, "hint.ways", n = splits.len()))
            }
            Acts::Split { .. } => self.say_inset(&game(view).choices(legal, None, false, language)),
            _ if self.tells_odds() => {
                self.say_inset(&game(view).choices(legal, None, true, language))
            }
            _ => Ok(()),
        }
    }

    /// Says what can be done now; `advice` says whether a strong player may be asked.
    pub(super) fn help(
        &mut self,
        legal: &Acts,
        view: &View<'_>,
        advice: bool,
    ) -> Result<(), Hangup> {
        let language = self.language();
        let advice = advised(advice && !self.by_ear(), view, legal);
        let odds = self.tells_odds();
        self.say_inset(&game(view).choices(legal, advice.as_ref(), odds, language))?;
        // By ear each of them is a line.
        for words in [text!(language, "hint.hand"), text!(language, "hint.rules")] {
            match self.by_ear() {
                true => words.split_inclusive(". ").try_for_each(|word| self.say(word.trim()))?,
                false => self.say_inset(&[words])?,
            }
        }
        match self.takes_back() {
            true => self.say(text!(language, "hint.undo")),
            false => Ok(()),
        }
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
        let odds = game(view).odds(legal, advice.as_ref(), narrator);
        match odds.is_empty() {
            true => self.say_inset(&[text!(self.language(), "hint.no-odds")]),
            false => self.say_inset(&odds),
        }
    }

    pub(super) fn say_inset<L: AsRef<str>>(&mut self, lines: &[L]) -> Result<(), Hangup> {
        lines.iter().try_for_each(|line| self.say(&format!("  {}", line.as_ref())))
    }
}

fn advised(wanted: bool, view: &View<'_>, legal: &Acts) -> Option<Advice> {
    if wanted { Advice::on(view, legal) } else { None }
}
