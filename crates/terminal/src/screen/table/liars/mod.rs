//! What of the table is particular to `liars`.

mod card;
mod history;
mod middle;
mod warning;

use dicehouse_rules::liars::{Illegal, LiarsView};
use dicehouse_rules::{Act, Acts, Dice, Face, Refusal, Seat, Seats, Showdown};
use dicehouse_table::Entry;
use dicehouse_telling::{Language, Line, Tone, say, text};
use ratatui::layout::Rect;

use super::asking::Choice;
use super::kind::{CircleTable, GameTable, Layout, Question, Refuses};
use super::scene::{Scene, Stage, counted};
use super::showing::COUNTING;
use crate::screen::canvas::Canvas;
use crate::screen::format::{percent, typeset};
use crate::screen::help::Key;
use dicehouse_home::Advice;
use dicehouse_home::Hints;

use crate::screen::settings::Settings;
use crate::screen::widgets::picker::BidPicker;
use crate::screen::widgets::seat::Card;

/// Whether everything about a showdown has been told.
fn is_told(showdown: &Showdown, step: usize) -> bool {
    step >= COUNTING + showdown.hands.seats_where(|hand| !hand.is_empty()).len()
}

impl GameTable for LiarsView<'_> {
    fn heading(&self, scene: &Scene<'_>) -> Vec<String> {
        let language = scene.language();
        // Before the first round it is rolled for who opens.
        let round = (self.round > 0).then(|| say!(language, "table.round", n = self.round));
        let mut parts: Vec<String> = round.into_iter().collect();
        parts.push(language.dice(self.in_play()));
        let wild = |wild| say!(language, "table.wild", faces = language.faces(wild));
        parts.extend(self.wild.map(wild));
        parts.extend(self.palifico.then(|| text!(language, "table.palifico").to_owned()));
        parts
    }

    fn still_in(&self) -> Seats {
        self.seats_in()
    }

    fn dice(&self) -> Option<Dice> {
        self.hand
    }

    fn sides(&self) -> u8 {
        self.rules.faces
    }

    fn refusal(&self, act: Act) -> Option<Refusal> {
        let Act::Bid(bid) = act else { return None };
        self.bidding(self.viewer.seat()?).check(self.standing_bid(), bid).err()
    }

    fn choice(
        &self,
        legal: Acts,
        refuses: Refuses<'_>,
        advice: Option<Advice>,
        language: Language,
    ) -> Option<Choice> {
        let Acts::Bid(acts) = legal else { return None };
        let believed = match advice {
            Some(Advice::Bids(chances)) => Some(chances),
            _ => None,
        };
        let reason = |bid| refuses(Act::Bid(bid)).map(|refusal| language.refusal(&refusal));
        let chance = |bid| self.chance_at_least(bid);
        let picker = BidPicker::new(acts, self.standing_bid(), self.in_play(), reason, chance);
        Some(Choice::Bid(picker.believing(believed)))
    }

    fn question(&self, scene: &Scene<'_>, choice: &Choice, settings: &Settings) -> Question {
        let language = scene.language();
        let Choice::Bid(picker) = choice else { return Question::Asks(String::new()) };
        let hints = settings.hints;
        match (picker.reason(), picker.chance(hints)) {
            _ if !picker.any() => Question::Asks(text!(language, "table.no-raise").to_owned()),
            (Some(reason), _) => Question::Forbids(typeset(reason)),
            (None, Some(chance)) if hints.are_on() => {
                Question::Asks(odds(self, picker, chance, hints, language))
            }
            _ if picker.acts.call => {
                Question::Explains(text!(language, "table.arrows-call").to_owned())
            }
            _ => Question::Explains(text!(language, "table.arrows").to_owned()),
        }
    }

    fn help(&self, language: Language) -> Vec<Key> {
        vec![
            ("← →", text!(language, "help.choose-face")),
            ("↑ ↓", text!(language, "help.choose-many")),
            ("5, 3 5", text!(language, "help.choose-fives")),
            ("c", text!(language, "help.call-bid")),
            ("e", text!(language, "help.exact")),
            ("o", text!(language, "help.hints-bids")),
        ]
    }

    fn warning(&self, act: Act, language: Language) -> Option<String> {
        warning::certain_loss(self, act, language)
    }

    fn costs(&self, choice: &Choice) -> Option<Act> {
        let Choice::Bid(picker) = choice else { return None };
        (self.rules.illegal == Illegal::LoseDie).then_some(Act::Bid(picker.cursor))
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Circle(self)
    }
}

impl CircleTable for LiarsView<'_> {
    fn most_dice(&self) -> u8 {
        self.dice.values().copied().max().unwrap_or(0)
    }

    fn card(&self, scene: &Scene<'_>, seat: Seat) -> Card {
        card::card(scene, self, seat)
    }

    fn counts(&self, scene: &Scene<'_>, seat: Seat, face: Face) -> bool {
        let Stage::Showdown(showdown, step, _) = scene.stage else { return false };
        let matches = face == showdown.bid.face || Some(face) == showdown.wild;
        matches && counted(showdown, step).contains(seat)
    }

    fn middle(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) {
        middle::middle(canvas, area, scene, self);
    }

    fn history_title(&self, language: Language) -> &'static str {
        text!(language, "table.bids-title")
    }

    fn history(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) {
        history::history(canvas, area, scene, self);
    }

    fn told(&self, scene: &Scene<'_>) -> Vec<Line> {
        match scene.stage {
            Stage::Showdown(showdown, step, entries) => told(scene, showdown, step, entries),
            _ => Vec::new(),
        }
    }

    fn standings(&self, _: &mut Canvas<'_>, _: Rect, _: &Scene<'_>) -> Option<()> {
        None
    }
}

/// How likely the bid under the cursor and the standing bid are, for all the viewer knows.
fn odds(
    view: &LiarsView<'_>,
    picker: &BidPicker,
    chance: f64,
    hints: Hints,
    language: Language,
) -> String {
    let mut text = format!("{}: {}", language.bid(picker.cursor), percent(chance));
    let believed = picker.believed(hints);
    if let Some(last) = view.standing_bid() {
        let holds = believed.map_or_else(|| view.chance_at_least(last), |b| b.at_least(last));
        let (bid, holds) = (language.bid(last), percent(holds));
        let is_true = say!(language, "table.is-bid-true", bid = bid, chance = holds);
        text.push_str(&format!(" {is_true}"));
        if picker.acts.exact {
            let exact = believed.map_or_else(|| view.chance_exactly(last), |b| b.exactly(last));
            text.push_str(&say!(language, "table.exact-chance", chance = percent(exact)));
        }
    }
    let by = match believed.is_some() {
        true => text!(language, "table.by-bids"),
        false => text!(language, "table.by-chance"),
    };
    format!("{text} ({by})")
}

/// The showdown so far in sentences.
fn told(scene: &Scene<'_>, showdown: &Showdown, step: usize, entries: &[Entry]) -> Vec<Line> {
    if is_told(showdown, step) {
        return scene.narrator.settled(showdown, entries);
    }
    let mut lines = vec![Line::new(Tone::Plain, scene.narrator.call(showdown))];
    if step >= 1 {
        let up = text!(scene.language(), "table.cups-up").to_owned();
        lines.push(Line::new(Tone::Plain, up));
    }
    lines
}
