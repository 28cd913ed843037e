//! What of the table is particular to `claims`.

mod boards;
mod card;
mod exchange;
mod odds;

use dicehouse_rules::claims::{ClaimOrder, ClaimsView, chance_of_sum};
use dicehouse_rules::{Act, Acts, Dice, Seat, Seats};
use dicehouse_telling::{Language, Line, Tone, say, text};
use ratatui::layout::Rect;

use super::asking::Choice;
use super::circle::Direction;
use super::kind::{CircleTable, GameTable, Layout, Question, Refuses};
use super::scene::{Scene, Stage};
use crate::screen::canvas::Canvas;
use crate::screen::help::Key;
use crate::screen::settings::Settings;
use crate::screen::widgets::seat::Card;
use dicehouse_home::Advice;

impl GameTable for ClaimsView<'_> {
    fn heading(&self, scene: &Scene<'_>) -> Vec<String> {
        let language = scene.language();
        vec![match self.elimination {
            Some(n) => say!(language, "table.elimination", n = n),
            None => say!(language, "table.round-of", n = self.round, all = self.rules.rounds),
        }]
    }

    fn still_in(&self) -> Seats {
        self.contenders
    }

    fn dice(&self) -> Option<Dice> {
        self.hand
    }

    fn order(&self, seats: usize) -> (Vec<Seat>, Direction) {
        let all: Vec<Seat> = Seat::first(seats).collect();
        if self.rules.order == ClaimOrder::Seats {
            return (all, Direction::Clockwise);
        }
        let others = all.into_iter().filter(|seat| !self.order.contains(seat));
        (self.order.iter().copied().chain(others).collect(), Direction::Counterclockwise)
    }

    fn draws_order(&self) -> bool {
        self.rules.order == ClaimOrder::Shuffled
    }

    fn choice(
        &self,
        legal: Acts,
        _: Refuses<'_>,
        advice: Option<Advice>,
        _: Language,
    ) -> Option<Choice> {
        Some(match (legal, advice) {
            (Acts::Claim { min, max }, advice) => {
                let sum = self.hand.map_or(min.into(), |hand| hand.sum());
                let called = match advice {
                    Some(Advice::Calls(called)) => called,
                    _ => Vec::new(),
                };
                Choice::Claim { min, max, at: (sum as u8).clamp(min, max), typed: None, called }
            }
            (Acts::Answer, advice) => {
                let truth = match advice {
                    Some(Advice::Truth(truth)) => Some(truth),
                    _ => None,
                };
                Choice::Either { acts: [Act::Call, Act::LetPass], at: 1, truth }
            }
            (Acts::Immunity, _) => {
                Choice::Either { acts: [Act::Immunity, Act::NoImmunity], at: 0, truth: None }
            }
            (Acts::Bid(_) | Acts::Split { .. } | Acts::Nothing, _) => return None,
        })
    }

    fn question(&self, scene: &Scene<'_>, choice: &Choice, settings: &Settings) -> Question {
        Question::Asks(match choice {
            Choice::Either { acts: [Act::Immunity, _], .. } => {
                text!(scene.language(), "table.caught-card").to_owned()
            }
            Choice::Either { truth, .. } => {
                odds::answer_question(self, scene, *truth, settings.hints)
            }
            Choice::Claim { min, at, called, .. } => {
                let called = called.get(usize::from(at.saturating_sub(*min))).copied();
                odds::claim_question(self, scene, *at, called, settings.hints)
            }
            Choice::Bid(_) | Choice::Split { .. } => String::new(),
        })
    }

    fn help(&self, language: Language) -> Vec<Key> {
        vec![
            ("← → ↑ ↓", text!(language, "help.choose-claim")),
            ("0 – 9", text!(language, "help.type-sum")),
            ("c", text!(language, "help.call-claim")),
            ("p", text!(language, "help.pass-claim")),
            ("y, n", text!(language, "help.card")),
            ("o", text!(language, "help.hints-claims")),
        ]
    }

    fn warning(&self, act: Act, language: Language) -> Option<String> {
        match act {
            Act::Claim(sum) if chance_of_sum(self.rules.dice, sum) == 0.0 => {
                let dice = self.rules.dice;
                Some(say!(language, "warn.never-show", dice = dice, sum = sum))
            }
            _ => None,
        }
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Circle(self)
    }
}

impl CircleTable for ClaimsView<'_> {
    fn most_dice(&self) -> u8 {
        self.rules.dice
    }

    fn card(&self, scene: &Scene<'_>, seat: Seat) -> Card {
        card::card(scene, self, seat)
    }

    fn middle(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) {
        exchange::middle(canvas, area, scene, self);
    }

    fn history_title(&self, language: Language) -> &'static str {
        text!(language, "table.claims-title")
    }

    fn history(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) {
        boards::history(canvas, area, scene, self);
    }

    fn told(&self, scene: &Scene<'_>) -> Vec<Line> {
        match scene.stage {
            Stage::Exchange(step, entries) => {
                vec![Line::new(Tone::Plain, exchange::told(scene, step, entries))]
            }
            _ => Vec::new(),
        }
    }

    fn standings(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) -> Option<()> {
        boards::points(canvas, area, scene, self);
        Some(())
    }
}
