//! The bots one can choose here, and what they are called at the table.

use dicehouse_bots::{BotInfo, Difficulty, HouseBot, Roster};
use dicehouse_rules::{GameKind, MAX_SEATS};
use dicehouse_table::{Name, SeatKind, Seated};
use dicehouse_telling::voice::Voice;

use crate::plan::SeatPlan;

/// How many bots sit down with a person who asks for none in particular.
pub const DEFAULT_BOTS: usize = 3;

/// The bots that play `game`, the one to offer first in front.
pub fn bots(game: GameKind) -> Vec<&'static BotInfo> {
    let default = Roster::default_for(game).name();
    let mut bots: Vec<&BotInfo> = Roster::of(game).collect();
    // The default comes first, the rest stays in the roster's order.
    bots.sort_by_key(|bot| bot.name != default);
    bots
}

/// Bots of a level for `count` seats, by their names at the table.
pub fn company(game: GameKind, level: Difficulty, count: usize) -> Vec<SeatPlan> {
    let bots = Roster::company(game, level, count);
    as_characters(bots.iter().map(HouseBot::spec)).collect()
}

/// The bot to offer for one more seat: the one that sits there least often so far, so that several bots make a mixed
/// table. `seated` are those that sit there already, with or without options.
pub fn next_bot(game: GameKind, seated: &[&str]) -> Option<&'static BotInfo> {
    let alike = |bot: &BotInfo| seated.iter().filter(|spec| bot_name(spec) == bot.name).count();
    bots(game).into_iter().min_by_key(|bot| alike(bot))
}

/// The name in a bot's specification: `gambler` in `gambler:best=3`.
pub fn bot_name(spec: &str) -> &str {
    spec.split(':').next().unwrap_or(spec)
}

/// Bots as the characters people meet, each by a name of its own.
pub fn as_characters<'b>(bots: impl Iterator<Item = &'b str>) -> impl Iterator<Item = SeatPlan> {
    let mut names: Vec<&str> = Vec::new();
    bots.map(move |bot| {
        let name = Voice::of(bot).and_then(|voice| voice.free_name(|name| names.contains(&name)));
        names.extend(name);
        SeatPlan::Bot { bot: bot.to_owned(), name: name.map(str::to_owned) }
    })
}

/// What somebody is called among `others`: a character whose name is taken has other names, and everybody else gets a
/// number.
pub(crate) fn free_name(seated: &Seated, others: &[Seated]) -> Name {
    let taken = |name: &str| others.iter().any(|other| other.name.as_str() == name);
    let character = match &seated.kind {
        SeatKind::Person => None,
        SeatKind::Bot(bot) => {
            Voice::of(&bot.bot).filter(|_| bot.bot.as_str() != seated.name.as_str())
        }
    };
    match character.filter(|_| taken(&seated.name)).and_then(|voice| voice.free_name(taken)) {
        Some(name) => Name::new(name),
        None => unlike(&seated.name, others),
    }
}

/// `name`, or "name 2" when somebody at the table is called that already.
fn unlike(name: &Name, others: &[Seated]) -> Name {
    let taken = |name: &Name| others.iter().any(|other| other.name == *name);
    // A long name makes room for its number.
    let short: String = name.chars().take(Name::LONGEST - 4).collect();
    let numbered = (2..=MAX_SEATS).map(|n| Name::new(&format!("{short} {n}")));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_else(|| name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(seated: Vec<Seated>) -> Vec<String> {
        let mut seats: Vec<Seated> = Vec::new();
        for mut one in seated {
            one.name = free_name(&one, &seats);
            seats.push(one);
        }
        seats.iter().map(|seated| seated.name.to_string()).collect()
    }

    #[test]
    fn characters_have_names_of_their_own_and_everybody_else_a_number() {
        let hanna = || Seated::bot("Hanna", "honest", "1");
        let two = names(vec![Seated::person("Ann"), hanna(), hanna(), Seated::person("Ann")]);
        assert_eq!(two, ["Ann", "Hanna", "Hugo", "Ann 2"]);
        // A person comes first, also with the name of a bot.
        assert_eq!(names(vec![Seated::person("Hanna"), hanna()]), ["Hanna", "Hugo"]);
        // Bots that were asked for by name keep it.
        let odds = || Seated::bot("odds", "odds", "1");
        assert_eq!(names(vec![odds(), odds()]), ["odds", "odds 2"]);
    }

    #[test]
    fn a_company_has_nobody_twice() {
        let plans: Vec<SeatPlan> =
            as_characters(["honest", "chancer"].into_iter().cycle().take(9)).collect();
        let mut called: Vec<&str> = plans
            .iter()
            .filter_map(|plan| match plan {
                SeatPlan::Bot { name, .. } => name.as_deref(),
                SeatPlan::Person { .. } => None,
            })
            .collect();
        assert_eq!(called[..4], ["Hanna", "Chaz", "Hugo", "Cleo"]);
        called.sort_unstable();
        called.dedup();
        assert_eq!(called.len(), 9);
    }

    #[test]
    fn a_table_of_bots_is_a_mixed_one() {
        let next = |seated: &[&str]| next_bot(GameKind::Claims, seated).map(|bot| bot.name);
        let first = next(&[]).unwrap();
        let options = format!("{first}:best=3");
        let second = next(&[&options]).unwrap();
        assert_ne!(second, first, "one with options sits there already");
        let all: Vec<&str> = bots(GameKind::Claims).iter().map(|bot| bot.name).collect();
        assert_eq!(next(&all), Some(first), "everybody once, then from the start");
    }
}
