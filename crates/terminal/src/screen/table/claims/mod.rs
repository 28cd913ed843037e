//! What of the table is particular to `claims`.

mod boards;
mod card;
mod exchange;
mod odds;

use dicehouse_rules::claims::{ClaimOrder, ClaimsView};
use dicehouse_rules::{Act, Acts, Dice, Seat, Seats};
use dicehouse_telling::{Line, Tone};
use ratatui::layout::Rect;

use super::asking::Choice;
use super::circle::Direction;
use super::kind::{CircleTable, GameTable, Layout, Question, Refuses};
use super::scene::{Scene, Stage};
use crate::house::Advice;
use crate::screen::canvas::Canvas;
use crate::screen::settings::Settings;
use crate::screen::widgets::seat::Card;

impl GameTable for ClaimsView<'_> {
    fn heading(&self, _: &Scene<'_>) -> Vec<String> {
        vec![match self.elimination {
            Some(n) => format!("elimination round {n}"),
            None => format!("round {} of {}", self.round, self.rules.rounds),
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

    fn choice(&self, legal: Acts, _: Refuses<'_>, _: Option<Advice>) -> Option<Choice> {
        Some(match legal {
            Acts::Claim { min, max } => {
                let truth = self.hand.map_or(min.into(), |hand| hand.sum());
                Choice::Claim { min, max, at: (truth as u8).clamp(min, max), typed: None }
            }
            Acts::Answer => Choice::Either { acts: [Act::Call, Act::LetPass], at: 1 },
            Acts::Immunity => Choice::Either { acts: [Act::Immunity, Act::NoImmunity], at: 0 },
            Acts::Bid(_) | Acts::Split { .. } | Acts::Nothing => return None,
        })
    }

    fn question(&self, choice: &Choice, settings: &Settings) -> Question {
        Question::Asks(match choice {
            Choice::Either { acts: [Act::Immunity, _], .. } => {
                "You were caught. Play your immunity card, and nobody scores?".to_owned()
            }
            Choice::Either { .. } => odds::answer_question(self, settings.hints.are_on()),
            _ => {
                "What do your dice add up to, truly or not? Arrows or digits choose, Enter claims."
                    .to_owned()
            }
        })
    }

    fn warning(&self, act: Act) -> Option<String> {
        match act {
            Act::Claim(sum) if odds::chance(self.rules.dice, sum) == 0.0 => {
                let dice = self.rules.dice;
                Some(format!("{dice} dice never show {sum}: whoever calls it wins."))
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

    fn history_title(&self) -> &'static str {
        "Claims"
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
