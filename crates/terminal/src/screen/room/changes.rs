//! What the host of a room can change about it, as lists to choose from.

use dicehouse_room::message::{Do, Seconds, SettingsChange, TalkRule, TurnClock};
use dicehouse_rules::{GameKind, Ruleset};
use dicehouse_telling::{game_about, game_title, preset_about, table_title};

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
            return self.answer(state, "Only the host changes the settings.");
        }
        let change = |settings| Offer::Do(Do::Change { settings });
        let listed = SettingsChange { listed: Some(!settings.listed), ..Default::default() };
        let listing =
            if settings.listed { "Take off the list" } else { "Show in the list of rooms" };
        let by_itself = SettingsChange {
            start_when_ready: Some(!settings.start_when_ready),
            ..Default::default()
        };
        let starting = match settings.start_when_ready {
            true => "Let the host start",
            false => "Start when all are ready",
        };
        // A rated room is in the list.
        let rated = SettingsChange {
            rated: Some(!settings.rated),
            listed: (!settings.rated).then_some(true),
            ..Default::default()
        };
        let rating = match settings.rated {
            true => ("Play for fun", "games do not count"),
            false => ("Play rated games", "nobody can be sent away"),
        };
        let choices = vec![
            choice(
                "Game and rules …",
                table_title(&settings.ruleset),
                Offer::Open(OfferList::Game),
            ),
            choice("Time for a turn …", clock_name(settings.clock), Offer::Open(OfferList::Clock)),
            choice("Talk …", talk_name(settings.talk), Offer::Open(OfferList::TalkRule)),
            choice(listing, "", change(listed)),
            choice(starting, "", change(by_itself)),
            choice(rating.0, rating.1, change(rated)),
        ];
        self.offer(state, "Change", choices);
    }

    pub(super) fn offer_games(&mut self, state: &mut State) {
        let choices = GameKind::ALL.map(|game| {
            choice(
                game_title(game),
                sentence(game_about(game)),
                Offer::Open(OfferList::Preset(game)),
            )
        });
        self.offer(state, "Which game?", choices.into());
    }

    pub(super) fn offer_presets(&mut self, state: &mut State, game: GameKind) {
        let presets = game.presets().map(|preset| {
            let ruleset: Ruleset = preset.ruleset();
            let settings = SettingsChange { ruleset: Some(ruleset), ..Default::default() };
            choice(preset.name, preset_about(preset), Offer::Do(Do::Change { settings }))
        });
        let choices = presets.collect();
        self.offer(state, format!("The rules of {}", game_title(game)), choices);
    }

    pub(super) fn offer_clocks(&mut self, state: &mut State) {
        let choices = CLOCKS.map(|per_turn| {
            let clock = TurnClock { per_turn };
            let settings = SettingsChange { clock: Some(clock), ..Default::default() };
            choice(clock_name(clock), "", Offer::Do(Do::Change { settings }))
        });
        self.offer(state, "Time for a turn", choices.into());
    }

    pub(super) fn offer_talk_rules(&mut self, state: &mut State) {
        let choices = [TalkRule::Off, TalkRule::Phrases, TalkRule::Free].map(|talk| {
            let settings = SettingsChange { talk: Some(talk), ..Default::default() };
            choice(talk_name(talk), "", Offer::Do(Do::Change { settings }))
        });
        self.offer(state, "Talk", choices.into());
    }
}

fn clock_name(clock: TurnClock) -> String {
    match clock.per_turn {
        Some(seconds) if seconds.0 >= 120 => format!("{} minutes", seconds.0 / 60),
        Some(seconds) => format!("{} seconds", seconds.0),
        None => "as much as one likes".to_owned(),
    }
}

fn talk_name(talk: TalkRule) -> &'static str {
    match talk {
        TalkRule::Off => "nothing",
        TalkRule::Phrases => "set phrases",
        TalkRule::Free => "words of one's own, too",
    }
}
