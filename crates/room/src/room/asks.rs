//! What a room asks of those who carry out its effects: answers of bots, a deal, to be woken, to keep a result.

use dicehouse_rules::Seat;

use super::Room;
use crate::decide;
use crate::effect::{Ask, Effect, Effects, Finished, Wanted};
use crate::message::{Time, Version};
use crate::state::Holder;

impl Room {
    pub(super) fn ask_bots(&mut self, effects: &mut Effects) {
        let Some(play) = self.state.playing() else {
            self.asked.clear();
            return;
        };
        let open: Vec<(Seat, Version)> = play
            .due()
            .iter()
            .filter(|seat| play.bot(*seat).is_some())
            .filter_map(|seat| Some((seat, play.asked[seat.index()]?)))
            .collect();
        self.asked.retain(|asked| open.contains(asked));
        for (seat, asked) in open {
            if self.asked.contains(&(seat, asked)) {
                continue;
            }
            if let (Some(bot), Some(question)) = (play.bot(seat), play.table.question(seat)) {
                let bot = bot.clone();
                effects.push(Effect::Ask(Box::new(Ask {
                    bot,
                    seat,
                    asked,
                    question: question.into_owned(),
                    luck: play.secret.luck_of(seat),
                })));
                self.asked.push((seat, asked));
            }
        }
    }

    pub(super) fn next_wake(&self, now: Time) -> Option<Time> {
        let room = decide::next_wake(&self.house, &self.state, &self.presences, now);
        let delayed = self.delayed.as_ref().and_then(|delayed| delayed.next());
        room.into_iter().chain(delayed).min()
    }

    pub(super) fn wanted(&self) -> Wanted {
        let seats = self.state.room.chairs.iter().map(|chair| match &chair.holder {
            Holder::Person(person) => Some(person.clone()),
            Holder::Free | Holder::Gone(_) | Holder::Bot(_) => None,
        });
        Wanted {
            ruleset: self.state.room.settings.ruleset,
            seats: seats.collect(),
            challenge: self.state.room.challenge.clone(),
        }
    }

    pub(super) fn finished(&self) -> Option<Box<Finished>> {
        let play = self.state.play.as_ref()?;
        let (end, why) = play.over.clone()?;
        Some(Box::new(Finished {
            header: (*play.header).clone(),
            people: play.began.to_vec(),
            entries: play.entries().cloned().collect(),
            end,
            why,
            rated: play.rated,
            is_private: play.is_private,
            challenge: self.state.room.challenge.clone(),
        }))
    }
}
