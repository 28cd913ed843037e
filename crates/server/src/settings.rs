//! The settings a room starts with when its maker says nothing else.

use dicehouse_room::House as Offers;
use dicehouse_room::message::{
    Absence, Seconds, Settings, SettingsChange, TalkRule, TurnClock, Watching,
};
use dicehouse_rules::{GameKind, Ruleset};

/// How long a turn takes at most.
const PER_TURN: Seconds = Seconds(60);
/// How long a player may be away before a bot plays for them.
const GRACE: Seconds = Seconds(30);

/// The usual settings for these rules.
pub fn usual(offers: &Offers, ruleset: Ruleset) -> Settings {
    let game = ruleset.game();
    Settings {
        ruleset,
        seats: match game {
            GameKind::Liars | GameKind::Claims => 4,
            GameKind::Pairs => 2,
        },
        clock: TurnClock { per_turn: Some(PER_TURN) },
        listed: false,
        watching: Watching::Anyone { delay: Seconds(0) },
        talk: TalkRule::Phrases,
        absence: Absence {
            grace: GRACE,
            stand_in: offers.stand_in(game).map(|bot| bot.name.clone()),
        },
        start_when_ready: false,
    }
}

/// The settings with these changes.
pub fn changed(settings: Settings, change: SettingsChange) -> Settings {
    Settings {
        ruleset: change.ruleset.unwrap_or(settings.ruleset),
        seats: change.seats.unwrap_or(settings.seats),
        clock: change.clock.unwrap_or(settings.clock),
        listed: change.listed.unwrap_or(settings.listed),
        watching: change.watching.unwrap_or(settings.watching),
        talk: change.talk.unwrap_or(settings.talk),
        absence: change.absence.unwrap_or(settings.absence),
        start_when_ready: change.start_when_ready.unwrap_or(settings.start_when_ready),
    }
}
