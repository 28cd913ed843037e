//! What of the table is particular to `liars`.

mod card;
mod history;
mod middle;
mod warning;

use dicehouse_rules::liars::{Illegal, LiarsView};
use dicehouse_rules::{Act, Acts, Dice, Face, Refusal, Seat, Seats, Showdown};
use dicehouse_table::Entry;
use dicehouse_telling::{Line, Tone};
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
    fn heading(&self, _: &Scene<'_>) -> Vec<String> {
        // Before the first round it is rolled for who opens.
        let round = (self.round > 0).then(|| format!("round {}", self.round));
        let mut parts: Vec<String> = round.into_iter().collect();
        parts.push(dice_in_words(self.in_play()));
        parts.extend(self.wild.map(|wild| format!("{} wild", wild.plural())));
        parts.extend(self.palifico.then(|| "palifico".to_owned()));
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

    fn choice(&self, legal: Acts, refuses: Refuses<'_>, advice: Option<Advice>) -> Option<Choice> {
        let Acts::Bid(acts) = legal else { return None };
        let believed = match advice {
            Some(Advice::Bids(chances)) => Some(chances),
            _ => None,
        };
        let reason = |bid| refuses(Act::Bid(bid)).map(|refusal| refusal.to_string());
        let chance = |bid| self.chance_at_least(bid);
        let picker = BidPicker::new(acts, self.standing_bid(), self.in_play(), reason, chance);
        Some(Choice::Bid(picker.believing(believed)))
    }

    fn question(&self, _: &Scene<'_>, choice: &Choice, settings: &Settings) -> Question {
        let Choice::Bid(picker) = choice else { return Question::Asks(String::new()) };
        let hints = settings.hints;
        match (picker.reason(), picker.chance(hints)) {
            _ if !picker.any() => Question::Asks("No raise is possible any more.".to_owned()),
            (Some(reason), _) => Question::Forbids(typeset(reason)),
            (None, Some(chance)) if hints.are_on() => {
                Question::Asks(odds(self, picker, chance, hints))
            }
            _ if picker.acts.call => Question::Explains(
                "Arrows choose a higher bid, Enter makes it; c: the last bid is a lie.".to_owned(),
            ),
            _ => Question::Explains("Arrows choose a bid, Enter makes it.".to_owned()),
        }
    }

    fn help(&self) -> &'static [Key] {
        &[
            ("← →", "choose the face of a bid"),
            ("↑ ↓", "choose how many"),
            ("5, 3 5", "choose fives, choose three fives"),
            ("c", "call: the last bid is a lie"),
            ("e", "exact: it is exactly right, where the rules have it"),
            ("o", "hints: how likely a bid is, also by what was bid"),
        ]
    }

    fn warning(&self, act: Act) -> Option<String> {
        warning::certain_loss(self, act)
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

    fn history_title(&self) -> &'static str {
        "Bids"
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

/// "1 die", "15 dice".
fn dice_in_words(count: u8) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// How likely the bid under the cursor and the standing bid are, for all the viewer knows.
fn odds(view: &LiarsView<'_>, picker: &BidPicker, chance: f64, hints: Hints) -> String {
    let mut text = format!("{}: {}", picker.cursor.spoken(), percent(chance));
    let believed = picker.believed(hints);
    if let Some(last) = view.standing_bid() {
        let holds = believed.map_or_else(|| view.chance_at_least(last), |b| b.at_least(last));
        text.push_str(&format!(" · is {} true? {}", last.spoken(), percent(holds)));
        if picker.acts.exact {
            let exact = believed.map_or_else(|| view.chance_exactly(last), |b| b.exactly(last));
            text.push_str(&format!(", exact? {}", percent(exact)));
        }
    }
    let by = if believed.is_some() { "by what was bid" } else { "by plain chance" };
    format!("{text} ({by})")
}

/// The showdown so far in sentences.
fn told(scene: &Scene<'_>, showdown: &Showdown, step: usize, entries: &[Entry]) -> Vec<Line> {
    if is_told(showdown, step) {
        return scene.narrator.settled(showdown, entries);
    }
    let mut lines = vec![Line::new(Tone::Plain, scene.narrator.call(showdown))];
    if step >= 1 {
        lines.push(Line::new(Tone::Plain, "All cups up!".to_owned()));
    }
    lines
}
