//! Coming and leaving.

use dicehouse_table::Name;
use dicehouse_telling::voice::Voice;

use crate::message::{
    Happened, PersonId, Refusal, RefusalCode, Say, TalkRule, Version, WhyLeft, WhyOver,
};
use crate::state::{Guest, Holder, Play};

use super::looks::Looks;
use super::{Decided, Draft, HOST_AGAIN, MOST_PEOPLE};

impl Draft<'_> {
    /// Somebody is here: they are a guest of the room now, and play again themselves.
    pub(super) fn come(&mut self, person: &PersonId, name: &Name) -> Decided {
        self.invited(person)?;
        if self.state.is_banned(person) {
            return Err(RefusalCode::Kicked.into());
        }
        let known = self.state.guest(person).map(|guest| guest.name.clone());
        if known.is_none() && self.state.room.people.len() >= MOST_PEOPLE {
            return Err(RefusalCode::Full.into());
        }
        let name = self.unlike_others(Some(person), name);
        // A name at a table stays: the header has it.
        let renamed = known.as_ref() != Some(&name) && !self.state.is_playing();
        if known.is_none() || renamed {
            self.add(Happened::Came { person: person.clone(), name })?;
        }
        let was_host = self
            .state
            .room
            .host_away
            .as_ref()
            .is_some_and(|(host, since)| host == person && self.at.since(*since) <= HOST_AGAIN);
        if self.state.room.host.is_none() || was_host {
            self.add(Happened::Host { person: Some(person.clone()) })?;
        }
        self.try_begins(person)?;
        self.back_at_the_table(person)
    }

    /// Somebody who comes back plays again, unless they asked for the bot.
    fn back_at_the_table(&mut self, person: &PersonId) -> Decided {
        let Some(play) = self.state.playing() else { return Ok(()) };
        let seat = play.seat_of(person);
        match seat {
            Some(seat) if play.table.stand_in(seat).is_some() && !play.wished.contains(seat) => {
                self.at_table(|table| Ok(table.give_back(seat)?))
            }
            _ => Ok(()),
        }
    }

    /// The name for one more bot of a kind: a character has other names for a second one.
    pub(super) fn bot_name(&self, bot: &str, name: &Name) -> Name {
        let voice = Voice::of(bot);
        let free = voice.and_then(|voice| voice.free_name(|name| self.is_taken(None, name)));
        free.map_or_else(|| self.unlike_others(None, name), Name::new)
    }

    /// Whether somebody else in the room is called this, or something that looks like it.
    fn is_taken(&self, person: Option<&PersonId>, name: &str) -> bool {
        let room = &self.state.room;
        let looks = Looks::of(name);
        let same = |other: &Name| Looks::of(other).could_be(&looks);
        let people = room.people.iter().filter(|guest| Some(&guest.person) != person);
        let bots = room.chairs.iter().filter_map(|chair| match &chair.holder {
            Holder::Bot(bot) => Some(&bot.name),
            Holder::Gone(name) => Some(name),
            Holder::Free | Holder::Person(_) => None,
        });
        people.map(|guest| &guest.name).chain(bots).any(same)
    }

    /// The name, with a number when somebody else in the room has it.
    pub(super) fn unlike_others(&self, person: Option<&PersonId>, name: &Name) -> Name {
        let numbered = (2..).map(|n| {
            let short: String = name.chars().take(Name::LONGEST - 4).collect();
            Name::new(&format!("{} {n}", short.trim_end()))
        });
        std::iter::once(name.clone())
            .chain(numbered)
            .find(|name| !self.is_taken(person, name))
            .unwrap_or(name.clone())
    }

    /// Somebody leaves for good, or is sent away.
    pub(super) fn leave(&mut self, person: &PersonId, why: WhyLeft) -> Decided {
        let seat = self.state.playing().and_then(|play| play.seat_of(person));
        if let Some(seat) = seat
            && let Some(bot) = self.stand_in()
            && self.state.playing().is_some_and(|play| play.table.stand_in(seat).is_none())
        {
            self.at_table(|table| Ok(table.take_over(seat, bot)?))?;
        }
        // The room notes who left before the game goes on.
        self.add(Happened::Left { person: person.clone(), why })?;
        if self.state.room.host.as_ref() == Some(person) {
            let next = self.next_host();
            self.add(Happened::Host { person: next })?;
        }
        if self.state.playing().is_some_and(nobody_plays) {
            return self.break_off(WhyOver::Deserted);
        }
        self.stop_when_all_want()
    }

    /// The next host: somebody who is here before somebody who is away, somebody with a seat before somebody who looks
    /// on, and of those whoever sat down first or has been in the room longest.
    pub(super) fn next_host(&self) -> Option<PersonId> {
        let rank = |(at, guest): &(usize, &Guest)| {
            let chair = self.state.seat_of(&guest.person);
            let since = chair.and_then(|seat| self.state.room.chairs.get(seat.index()));
            let since = since.map_or(Version(u32::MAX), |chair| chair.since);
            (!self.presences.is_here(&guest.person), since, *at)
        };
        let people = self.state.room.people.iter().enumerate();
        people.min_by_key(rank).map(|(_, guest)| guest.person.clone())
    }

    pub(super) fn say(&mut self, person: &PersonId, say: &Say) -> Decided {
        let allowed = match (self.state.room.settings.talk, say) {
            (TalkRule::Free, _) => true,
            (TalkRule::Phrases, Say::Phrase(_) | Say::Emote(_)) => true,
            (TalkRule::Phrases, Say::Text(_)) | (TalkRule::Off, _) => false,
        };
        if !allowed {
            return Err(RefusalCode::TalkOff.into());
        }
        let wait = self.guest(person)?.patience.wait(self.at);
        if wait > 0 {
            let wait = Some(wait.try_into().unwrap_or(u32::MAX));
            return Err(Refusal { wait, ..Refusal::new(RefusalCode::TooFast) });
        }
        let seat = self.state.playing().and_then(|play| play.seat_of(person));
        self.add(Happened::Said { person: person.clone(), seat, say: say.clone() })
    }
}

/// Whether everybody who played has left, and at least one person did.
fn nobody_plays(play: &Play) -> bool {
    play.began.iter().any(Option::is_some) && play.players.iter().all(Option::is_none)
}
