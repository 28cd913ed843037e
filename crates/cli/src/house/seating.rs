//! Who sits where: people, bots and programs, with names that differ and games won before.

use dicehouse_rules::{GameKind, MAX_SEATS, Seat};
use dicehouse_table::{Name, SeatKind, Seated};
use dicehouse_telling::voice::Voice;
use dicehouse_terminal::{BotPlayer, GamePlan, SeatPlan};
use rand::Rng as _;
use rand_chacha::ChaCha8Rng;

use super::{LocalHouse, open_store};
use crate::opponent::Opponent;

impl LocalHouse {
    pub(super) fn participants(
        &self,
        plan: &GamePlan,
        luck: &mut ChaCha8Rng,
    ) -> Result<(Vec<Seated>, Vec<Option<BotPlayer>>), String> {
        let game = plan.ruleset.game();
        let mut seats: Vec<Seated> = Vec::new();
        let mut opponents = Vec::new();
        for seat in &plan.seats {
            let (mut seated, opponent) = match seat {
                SeatPlan::Person { name } => (Seated::person(name), None),
                SeatPlan::Bot { bot, name } => {
                    let opponent = Opponent::find(game, bot, plan.sandbox)?;
                    (opponent.seated(name.as_deref()), Some((opponent, luck.next_u64())))
                }
            };
            seated.name = free_name(&seated, &seats);
            seats.push(seated);
            opponents.push(opponent);
        }
        let mut players = Vec::new();
        for (seat, opponent) in Seat::first(seats.len()).zip(opponents) {
            players.push(match opponent {
                Some((opponent, seed)) => {
                    Some(opponent.player(&plan.ruleset, seat, &seats, seed)?)
                }
                None => None,
            });
        }
        // A game that can be repeated does not depend on those before it.
        if self.seed.is_none() {
            self.bring_games_won(game, &mut seats);
        }
        Ok((seats, players))
    }

    /// Games won before, from the results kept here. When the store cannot be read, the game goes
    /// on and everybody counts as having won none.
    fn bring_games_won(&self, game: GameKind, seats: &mut [Seated]) {
        let Some(store) = self.data.as_deref().and_then(|data| open_store(data).ok()) else {
            return;
        };
        // A bot has won what its kind has won, whatever it is called at this table.
        let name = |seated: &Seated| match &seated.kind {
            SeatKind::Person => seated.name.to_string(),
            SeatKind::Bot(bot) => bot.bot.to_string(),
        };
        let names: Vec<String> = seats.iter().map(name).collect();
        let won = store.games_won(game.name(), &names).unwrap_or_default();
        for (seated, won) in seats.iter_mut().zip(won) {
            seated.games_won = u32::try_from(won).unwrap_or(u32::MAX);
        }
    }
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
fn free_name(seated: &Seated, others: &[Seated]) -> Name {
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
}
