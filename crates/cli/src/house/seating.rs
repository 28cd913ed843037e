//! Who sits where: people, bots and programs, with names that differ and games won before.

use dicehouse_rules::{GameKind, MAX_SEATS, Seat};
use dicehouse_table::{Name, Seated};
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
            seated.name = unlike(&seated.name, &seats);
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

    /// Games won before, from the results kept here. A store that cannot be read costs nobody a
    /// game: then nobody has won one.
    fn bring_games_won(&self, game: GameKind, seats: &mut [Seated]) {
        let Some(store) = self.data.as_deref().and_then(|data| open_store(data).ok()) else {
            return;
        };
        let names: Vec<&str> = seats.iter().map(|seated| seated.name.as_str()).collect();
        let won = store.games_won(game.name(), &names).unwrap_or_default();
        for (seated, won) in seats.iter_mut().zip(won) {
            seated.games_won = u32::try_from(won).unwrap_or(u32::MAX);
        }
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
