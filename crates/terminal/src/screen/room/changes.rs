//! What the host of a room can change about it, as lists to choose from.

use dicehouse_room::message::{Do, Seconds, SettingsChange, TalkRule, TurnClock};
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_telling::{Language, say, text};

use super::Visit;
use super::offers::{Offer, OfferList, choice};
use crate::screen::format::sentence;
use crate::screen::state::State;

/// The choices of time for a turn.
const CLOCKS: [Option<Seconds>; 6] = [
    Some(Seconds(15)),
    Some(Seconds(30)),
    Some(Seconds(60)),
    Some(Seconds(120)),
    Some(Seconds(600)),
    None,
];

impl Visit {
    /// What the host can change.
    pub(super) fn offer_changes(&mut self, state: &mut State) {
        let Some(settings) = self.room().map(|room| room.settings.clone()) else { return };
        if !self.is_host() {
            let words = text!(state.language(), "change.only-host");
            return self.answer(state, words);
        }
        let language = state.language();
        let change = |settings| Offer::Do(Do::Change { settings });
        let listed = SettingsChange { listed: Some(!settings.listed), ..Default::default() };
        let listing = match settings.listed {
            true => text!(language, "change.unlist"),
            false => text!(language, "change.list"),
        };
        let by_itself = SettingsChange {
            start_when_ready: Some(!settings.start_when_ready),
            ..Default::default()
        };
        let starting = match settings.start_when_ready {
            true => text!(language, "change.host-starts"),
            false => text!(language, "change.when-ready"),
        };
        // A rated room is in the list.
        let rated = SettingsChange {
            rated: Some(!settings.rated),
            listed: (!settings.rated).then_some(true),
            ..Default::default()
        };
        let rating = match settings.rated {
            true => (text!(language, "change.for-fun"), text!(language, "change.not-count")),
            false => (text!(language, "change.rated"), text!(language, "change.not-sent-away")),
        };
        let choices = vec![
            choice(
                text!(language, "change.game"),
                language.table_title(&settings.ruleset),
                Offer::Open(OfferList::Game),
            ),
            choice(
                text!(language, "change.clock"),
                clock_name(settings.clock, language),
                Offer::Open(OfferList::Clock),
            ),
            choice(
                text!(language, "change.talk"),
                talk_name(settings.talk, language),
                Offer::Open(OfferList::TalkRule),
            ),
            choice(listing, "", change(listed)),
            choice(starting, "", change(by_itself)),
            choice(rating.0, rating.1, change(rated)),
        ];
        self.offer(state, text!(language, "change.title"), choices);
    }

    pub(super) fn offer_games(&mut self, state: &mut State) {
        let language = state.language();
        let choices = GameKind::ALL.map(|game| {
            choice(
                language.game_title(game),
                sentence(language.game_about(game)),
                Offer::Open(OfferList::Preset(game)),
            )
        });
        self.offer(state, text!(language, "change.which-game"), choices.into());
    }

    pub(super) fn offer_presets(&mut self, state: &mut State, game: GameKind) {
        let language = state.language();
        let presets = game.presets().map(|preset| {
            let ruleset: Ruleset = preset.ruleset();
            let settings = SettingsChange { ruleset: Some(ruleset), ..Default::default() };
            let (name, about) = (language.preset_name(preset), language.preset_about(preset));
            choice(name, about, Offer::Do(Do::Change { settings }))
        });
        let choices = presets.collect();
        self.offer(
            state,
            say!(language, "change.rules-of", game = language.game_title(game)),
            choices,
        );
    }

    pub(super) fn offer_clocks(&mut self, state: &mut State) {
        let language = state.language();
        let choices = CLOCKS.map(|per_turn| {
            let clock = TurnClock { per_turn };
            let settings = SettingsChange { clock: Some(clock), ..Default::default() };
            choice(clock_name(clock, language), "", Offer::Do(Do::Change { settings }))
        });
        self.offer(state, text!(language, "change.clock-title"), choices.into());
    }

    pub(super) fn offer_talk_rules(&mut self, state: &mut State) {
        let language = state.language();
        let choices = [TalkRule::Off, TalkRule::Phrases, TalkRule::Free].map(|talk| {
            let settings = SettingsChange { talk: Some(talk), ..Default::default() };
            choice(talk_name(talk, language), "", Offer::Do(Do::Change { settings }))
        });
        self.offer(state, text!(language, "change.talk-title"), choices.into());
    }
}

fn clock_name(clock: TurnClock, language: Language) -> String {
    match clock.per_turn {
        Some(seconds) if seconds.0 >= 120 => say!(language, "change.minutes", n = seconds.0 / 60),
        Some(seconds) => say!(language, "change.seconds", n = seconds.0),
        None => text!(language, "change.no-clock").to_owned(),
    }
}

fn talk_name(talk: TalkRule, language: Language) -> &'static str {
    match talk {
        TalkRule::Off => text!(language, "change.no-talk"),
        TalkRule::Phrases => text!(language, "change.phrases"),
        TalkRule::Free => text!(language, "change.free"),
    }
}
