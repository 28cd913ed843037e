//! What somebody can do in a room, as lists to choose from.

use dicehouse_home::bots;
use dicehouse_room::message::{Do, Emote, Person, Phase, Phrase, Say, SeatHolder, TalkRule};
use dicehouse_rules::{GameKind, Seat};
use dicehouse_telling::voice::Voice;

use dicehouse_bots::BotInfo;
use dicehouse_telling::{Language, say, text};

use super::{Visit, Wish};
use crate::screen::format::sentence;
use crate::screen::list::List;
use crate::screen::state::{Front, Screen, State, Text};
use crate::words::{about_bot, level_name, said};

/// Something to choose.
#[derive(Clone, Debug)]
pub(super) enum Offer {
    /// Send this.
    Do(Do),
    /// Open another list.
    Open(OfferList),
    /// Type words of one's own.
    Type,
    /// Leave for good.
    Leave,
    /// Go away for now.
    GoAway,
    /// Do nothing.
    Stay,
}

/// The lists to choose from.
#[derive(Clone, Debug)]
pub(super) enum OfferList {
    Talk,
    Bots(Option<Seat>),
    Game,
    Preset(GameKind),
    Clock,
    TalkRule,
    Leave,
    People,
    Kick,
    HandOver,
    /// Really do this?
    Sure(&'static str, Do),
}

/// What can be chosen, with a few words on it and what it leads to.
pub(super) type Offered = (String, String, Offer);

pub(super) fn choice(label: impl Into<String>, about: impl Into<String>, offer: Offer) -> Offered {
    (label.into(), about.into(), offer)
}

/// Ends the game before its end, after another question.
fn break_off(language: Language) -> Offered {
    let sure = OfferList::Sure(text!(language, "offer.really-break"), Do::BreakOff);
    choice(
        text!(language, "offer.break-off"),
        text!(language, "offer.nobody-wins"),
        Offer::Open(sure),
    )
}

impl Visit {
    pub(super) fn offer(
        &mut self,
        state: &mut State,
        title: impl Into<String>,
        choices: Vec<Offered>,
    ) {
        self.offer_explained(state, title, choices, Vec::new());
    }

    /// Offers a list with a sentence on each line, shown while it is the chosen one.
    fn offer_explained(
        &mut self,
        state: &mut State,
        title: impl Into<String>,
        choices: Vec<Offered>,
        explained: Vec<String>,
    ) {
        let lines = choices.iter().map(|(label, about, _)| (label.clone(), about.clone()));
        let list = List::new(title, lines.collect()).explained(explained);
        state.front = Some(Front::List(list));
        self.offers = choices.into_iter().map(|(.., offer)| offer).collect();
    }

    pub(super) fn take_offer(&mut self, state: &mut State, offer: Offer) -> Option<Wish> {
        match offer {
            Offer::Do(what) => {
                // Somebody who fills the table with bots plays at it: a seat is kept for them.
                let fills = matches!(what, Do::SeatBot { seat: None, .. });
                if fills && self.shown().is_some_and(|shown| shown.you.seat.is_none()) {
                    self.send(Do::Sit { seat: None });
                }
                self.send(what);
            }
            Offer::Open(menu) => self.open(state, menu),
            Offer::Type => self.type_words(state),
            Offer::Leave => self.leave(state),
            Offer::GoAway if self.here => return Some(Wish::Later),
            Offer::GoAway => return Some(Wish::Out),
            Offer::Stay => {}
        }
        None
    }

    fn open(&mut self, state: &mut State, menu: OfferList) {
        let language = state.language();
        match menu {
            OfferList::Talk => self.offer_talk(state),
            OfferList::Bots(seat) => self.offer_bots(state, seat),
            OfferList::Game => self.offer_games(state),
            OfferList::Preset(game) => self.offer_presets(state, game),
            OfferList::Clock => self.offer_clocks(state),
            OfferList::TalkRule => self.offer_talk_rules(state),
            OfferList::Leave => self.offer_to_leave(state),
            OfferList::People => self.show_people(state),
            OfferList::Kick => {
                self.offer_people(state, text!(language, "offer.kick-whom"), |person| Do::Kick {
                    person: person.person,
                });
            }
            OfferList::Sure(title, what) => {
                let choices = vec![
                    choice(text!(language, "offer.no"), "", Offer::Stay),
                    choice(text!(language, "offer.yes"), "", Offer::Do(what)),
                ];
                self.offer(state, title, choices);
            }
            OfferList::HandOver => {
                self.offer_people(state, text!(language, "offer.new-host"), |person| {
                    Do::HandOver { person: person.person }
                });
            }
        }
    }

    /// What can be said.
    pub(super) fn offer_talk(&mut self, state: &mut State) {
        let language = state.language();
        if self.here {
            return self.type_words(state);
        }
        let rule = self.room().map(|room| room.settings.talk);
        let mut choices = Vec::new();
        match rule {
            None | Some(TalkRule::Off) => {
                return self.answer(state, text!(language, "offer.nobody-talks"));
            }
            Some(TalkRule::Phrases) => {}
            Some(TalkRule::Free) => {
                choices.push(choice(text!(language, "offer.own-words"), "", Offer::Type))
            }
        }
        let saying = |say| Offer::Do(Do::Say { say });
        let phrases = Phrase::ALL.iter();
        choices.extend(
            phrases.map(|one| {
                choice(said(&Say::Phrase(*one), language), "", saying(Say::Phrase(*one)))
            }),
        );
        let emotes = Emote::ALL.iter();
        choices.extend(emotes.map(|one| choice(one.text(), "", saying(Say::Emote(*one)))));
        self.offer(state, text!(language, "front.say-something"), choices);
    }

    /// Bots for a seat, or for every free one.
    pub(super) fn offer_bots(&mut self, state: &mut State, seat: Option<Seat>) {
        let language = state.language();
        let Some(room) = self.room() else { return };
        if !self.is_host() {
            return self.answer(state, text!(language, "offer.host-bots"));
        }
        let game = room.settings.ruleset.game();
        let bots = bots(game);
        let choices = bots.iter().map(|bot| {
            let offer = Offer::Do(Do::SeatBot { seat, bot: bot.name.to_owned() });
            match Voice::of(bot.name) {
                Some(Voice { face, name, .. }) => choice(
                    format!("{face} {name}"),
                    format!("{} · {}", level_name(bot.difficulty, language), bot.name),
                    offer,
                ),
                None => choice(bot.name, level_name(bot.difficulty, language), offer),
            }
        });
        let choices = choices.collect();
        let about = |bot: &&BotInfo| {
            format!("{}.", sentence(about_bot(bot, language).trim_end_matches('.')))
        };
        let explained = bots.iter().map(about).collect();
        let title = match seat {
            Some(seat) => say!(language, "offer.bot-for", n = seat.index() + 1),
            None => text!(language, "offer.bots").to_owned(),
        };
        self.offer_explained(state, title, choices, explained);
    }

    /// What can be done with the chosen seat.
    pub(super) fn offer_seat(&mut self, state: &mut State) {
        let language = state.language();
        let Screen::Room(room) = &state.screen else { return };
        let host = room.is_host() && room.room.challenge.is_none();
        let Some((seat, holder)) = room.chosen() else { return };
        let mut choices = Vec::new();
        match holder {
            SeatHolder::Free => {
                choices.push(choice(
                    text!(language, "offer.sit"),
                    "",
                    Offer::Do(Do::Sit { seat: Some(seat) }),
                ));
                if host {
                    choices.push(choice(
                        text!(language, "offer.seat-bot"),
                        "",
                        Offer::Open(OfferList::Bots(Some(seat))),
                    ));
                }
            }
            SeatHolder::Person { person, .. } if *person == room.me => {
                choices.push(choice(
                    text!(language, "offer.stand"),
                    text!(language, "offer.look-on"),
                    Offer::Do(Do::Stand),
                ));
                let not_ready = Offer::Do(Do::Ready { ready: false });
                choices.push(choice(text!(language, "offer.not-ready"), "", not_ready));
            }
            SeatHolder::Person { person, name, .. } if host => {
                let hand_over = Offer::Do(Do::HandOver { person: person.clone() });
                choices.push(choice(
                    text!(language, "offer.make-host"),
                    say!(language, "offer.decides", name = name),
                    hand_over,
                ));
                let kick = Offer::Do(Do::Kick { person: person.clone() });
                choices.push(choice(
                    text!(language, "offer.kick"),
                    text!(language, "offer.no-return"),
                    kick,
                ));
            }
            SeatHolder::Bot(_) if host => {
                choices.push(choice(
                    text!(language, "offer.remove-bot"),
                    "",
                    Offer::Do(Do::RemoveBot { seat }),
                ));
            }
            SeatHolder::Person { .. } | SeatHolder::Bot(_) | SeatHolder::Gone { .. } => {
                return self.answer(state, text!(language, "offer.host-decides"));
            }
        }
        self.offer(state, say!(language, "offer.seat", n = seat.index() + 1), choices);
    }

    /// Everything else that can be done.
    pub(super) fn offer_more(&mut self, state: &mut State) {
        let language = state.language();
        let Some(shown) = self.shown() else { return };
        let playing = shown.room.phase == Phase::Playing;
        let own = shown.you.seat.and_then(|seat| shown.room.seats.get(seat.index()));
        let stood_in =
            own.is_some_and(|s| matches!(s.holder, SeatHolder::Person { stand_in: Some(_), .. }));
        let paused = shown.game.as_ref().is_some_and(|game| game.paused);
        let seated = own.is_some();
        let challenge = shown.room.challenge.is_some();
        let rated = playing && shown.room.rated;
        let mut choices = vec![choice(text!(language, "offer.to-table"), "", Offer::Stay)];
        if !playing {
            choices[0].0 = text!(language, "offer.to-room").to_owned();
        }
        if !challenge {
            choices.push(choice(text!(language, "offer.say"), "", Offer::Open(OfferList::Talk)));
        }
        if !challenge && !self.here {
            choices.push(choice(text!(language, "offer.who"), "", Offer::Open(OfferList::People)));
        }
        if playing && seated && stood_in {
            choices.push(choice(text!(language, "offer.play-again"), "", Offer::Do(Do::TakeBack)));
        } else if playing && seated && !challenge && !rated {
            choices.push(choice(text!(language, "offer.let-bot"), "", Offer::Do(Do::GiveToBot)));
        }
        if self.is_host() && !challenge {
            if playing && !self.here && !rated {
                let (label, what) = match paused {
                    true => (text!(language, "offer.go-on"), Do::GoOn),
                    false => (text!(language, "offer.pause"), Do::Pause),
                };
                choices.push(choice(label, "", Offer::Do(what)));
            }
            if playing && !rated {
                choices.push(break_off(language));
            }
        }
        if rated && seated {
            let sure = OfferList::Sure(text!(language, "offer.ask-break"), Do::BreakOff);
            choices.push(choice(
                text!(language, "offer.break-off"),
                text!(language, "offer.all-want"),
                Offer::Open(sure),
            ));
        }
        if self.is_host() && !challenge && !self.here {
            choices.push(choice(
                text!(language, "offer.hand-over"),
                text!(language, "offer.other-host"),
                Offer::Open(OfferList::HandOver),
            ));
            choices.push(choice(
                text!(language, "offer.kick-more"),
                text!(language, "offer.no-return"),
                Offer::Open(OfferList::Kick),
            ));
            choices.push(choice(
                text!(language, "offer.close"),
                text!(language, "offer.for-good"),
                Offer::Open(OfferList::Sure(text!(language, "offer.really-close"), Do::Close)),
            ));
        }
        choices.push(choice(text!(language, "offer.leave"), "", Offer::Open(OfferList::Leave)));
        self.offer(
            state,
            if self.here {
                text!(language, "offer.the-table")
            } else {
                text!(language, "offer.the-room")
            },
            choices,
        );
    }

    /// For good, or for now?
    pub(super) fn offer_to_leave(&mut self, state: &mut State) {
        let language = state.language();
        if self.here {
            let choices = vec![
                choice(text!(language, "offer.stay"), "", Offer::Stay),
                choice(
                    text!(language, "offer.later"),
                    text!(language, "offer.waits"),
                    Offer::GoAway,
                ),
                break_off(language),
            ];
            return self.offer(state, text!(language, "offer.leave-game"), choices);
        }
        let playing = self
            .shown()
            .is_some_and(|shown| shown.room.phase == Phase::Playing && shown.you.seat.is_some());
        let rated = self.shown().is_some_and(|shown| shown.room.rated);
        let for_good = match (playing, rated) {
            (true, true) => text!(language, "offer.lose-rated"),
            (true, false) => text!(language, "offer.bot-ends"),
            (false, _) => text!(language, "offer.seat-free"),
        };
        let choices = vec![
            choice(text!(language, "offer.stay"), "", Offer::Stay),
            choice(
                text!(language, "offer.for-now"),
                text!(language, "offer.seat-kept"),
                Offer::GoAway,
            ),
            choice(text!(language, "offer.leave-good"), for_good, Offer::Leave),
        ];
        self.offer(state, text!(language, "offer.leave-room"), choices);
    }

    fn offer_people(&mut self, state: &mut State, title: &str, what: impl Fn(Person) -> Do) {
        let language = state.language();
        let Some(shown) = self.shown() else { return };
        let others = shown.room.people.iter().filter(|one| one.person != shown.you.person);
        let choices: Vec<Offered> = others
            .map(|one| {
                let about = if one.here { "" } else { text!(language, "offer.away") };
                choice(one.name.as_str(), about, Offer::Do(what(one.clone())))
            })
            .collect();
        match choices.is_empty() {
            true => self.answer(state, text!(language, "offer.nobody-else")),
            false => self.offer(state, title, choices),
        }
    }

    fn show_people(&mut self, state: &mut State) {
        let language = state.language();
        let Some(room) = self.room() else { return };
        let lines = room.people.iter().map(|one| {
            let at = match one.seat {
                Some(seat) => say!(language, "offer.at-seat", n = seat.index() + 1),
                None => text!(language, "offer.looks-on").to_owned(),
            };
            let away = if one.here { "" } else { text!(language, "offer.and-away") };
            let host = if room.host.as_ref() == Some(&one.person) {
                text!(language, "offer.and-host")
            } else {
                ""
            };
            format!("{}: {at}{host}{away}", one.name)
        });
        state.front = Some(Front::Text(Text::new(text!(language, "offer.who"), lines.collect())));
    }
}
