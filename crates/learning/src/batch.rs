//! Many games at once, stepped into arrays that the caller owns.

use dicehouse_rules::{Acts, BySeat, Game, Ignore, Ruleset, RulesetError, Seat, Turn, Viewer};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use crate::acts::ActSpace;
use crate::luck::Luck;
use crate::observation::Observation;
use crate::reward::{Reward, returns, worth};

/// Games per piece of work: enough that handing it to a thread costs nothing beside it.
const CHUNK: usize = 256;

/// Games of one ruleset that go on together. A game that is over starts again at once, with new dice.
///
/// No step allocates, but for what threads need to hand work over.
pub struct Batch {
    acts: ActSpace,
    observation: Observation,
    reward: Reward,
    players: usize,
    tables: Vec<BatchTable>,
    /// Who is to act at each of them: apart, because choosing and checking acts look at nothing else.
    due: Vec<Due>,
    /// None where one thread is enough.
    pool: Option<ThreadPool>,
}

/// One of the games.
struct BatchTable {
    game: Game,
    luck: Luck,
}

/// A seat that is to act.
#[derive(Clone, Copy)]
struct Due {
    seat: Seat,
    /// What it may do, of the acts that have a number.
    legal: Acts,
    choices: Choices,
}

/// A stream of choices among acts. Nothing hidden depends on it, so it is small and quick: SplitMix64.
#[derive(Clone, Copy)]
struct Choices(u64);

impl Choices {
    fn new(seed: u64, stream: u64) -> Choices {
        let mut choices = Choices(seed ^ stream.wrapping_mul(0xd134_2543_de82_ef95));
        choices.next();
        choices
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`; 0 when there is none.
    fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}

/// Where the results of a step go: `n` games of `players` seats, one row each.
pub struct Arrays<'a> {
    /// What the seat to act sees: `n` rows of [`Observation::len`].
    pub observations: &'a mut [f32],
    /// Which acts it may choose: `n` rows of [`ActSpace::len`].
    pub masks: &'a mut [bool],
    /// The seat to act: `n`.
    pub seats: &'a mut [i64],
    /// What the step was worth: `n` rows of `players`.
    pub rewards: &'a mut [f32],
    /// Whether the step ended the game, so that another one has begun: `n`.
    pub dones: &'a mut [bool],
}

/// Why a batch was not stepped; nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchRefusal {
    /// An array has another size than the batch.
    #[error("{what} has {given} items, {wanted} are needed")]
    Size {
        /// Which array.
        what: &'static str,
        /// How many items it has.
        given: usize,
        /// How many it should have.
        wanted: usize,
    },
    /// An act that is not legal, or not an act at all.
    #[error("game {game}: act {act} is not legal for seat {seat}")]
    Illegal {
        /// The number of the game.
        game: usize,
        /// The number of the act.
        act: i64,
        /// The seat that was to act.
        seat: Seat,
    },
}

/// The rows of one game.
struct Row<'a> {
    due: &'a mut Due,
    observation: &'a mut [f32],
    mask: &'a mut [bool],
    seat: &'a mut i64,
    rewards: &'a mut [f32],
    done: &'a mut bool,
}

impl Batch {
    /// `n` games of `ruleset` among `players`, played on `threads` threads, which have no influence on what happens.
    ///
    /// # Errors
    /// When the game does not seat this number of players.
    pub fn new(
        ruleset: &Ruleset,
        players: usize,
        n: usize,
        reward: Reward,
        threads: usize,
    ) -> Result<Batch, RulesetError> {
        // Made one by one: the memory that a new game reserves is not cloned.
        let table = |_| {
            let (game, luck) = (Game::new(ruleset, players)?, Luck::new(0, 0));
            Ok(BatchTable { game, luck })
        };
        let tables: Result<Vec<BatchTable>, RulesetError> = (0..n).map(table).collect();
        let tables = tables?;
        let nobody =
            Due { seat: Seat::default(), legal: Acts::Nothing, choices: Choices::new(0, 0) };
        let wanted = threads.min(n.div_ceil(CHUNK));
        let pool = (wanted > 1).then(|| ThreadPoolBuilder::new().num_threads(wanted).build().ok());
        Ok(Batch {
            acts: ActSpace::new(ruleset, players),
            observation: Observation::new(ruleset, players),
            reward,
            players,
            tables,
            due: vec![nobody; n],
            pool: pool.flatten(),
        })
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.tables.len()
    }

    /// How many sit at each table.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The numbers of acts.
    pub fn acts(&self) -> &ActSpace {
        &self.acts
    }

    /// The layout of observations.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// Starts all games again, with the dice of `seed`.
    ///
    /// # Errors
    /// When an array has another size than the batch.
    pub fn reset(&mut self, seed: u64, arrays: &mut Arrays<'_>) -> Result<(), BatchRefusal> {
        self.check(arrays)?;
        for (stream, (table, due)) in (0..).zip(self.tables.iter_mut().zip(&mut self.due)) {
            table.luck = Luck::new(seed, stream);
            due.choices = Choices::new(seed, stream);
        }
        let Batch { acts, observation, .. } = self;
        let begin = |_: usize, table: &mut BatchTable, row: Row<'_>| {
            row.rewards.fill(0.0);
            *row.done = false;
            table.begin();
            table.show(acts, observation, row);
        };
        let tables = (&mut self.tables[..], &mut self.due[..]);
        each(&self.pool, tables, arrays, (acts.len(), observation.len()), &begin);
        Ok(())
    }

    /// Plays one act in each game: the act with the number `chosen[game]`, by the seat to act.
    ///
    /// # Errors
    /// When an act is not legal or an array has another size than the batch: nothing has changed then.
    pub fn step(&mut self, chosen: &[i64], arrays: &mut Arrays<'_>) -> Result<(), BatchRefusal> {
        self.check(arrays)?;
        size("actions", chosen.len(), self.games())?;
        self.check_acts(chosen)?;
        let Batch { acts, observation, reward, .. } = self;
        let (acts, reward) = (*acts, *reward);
        let step = |at: usize, table: &mut BatchTable, row: Row<'_>| {
            *row.done = table.play(&acts, row.due.seat, chosen[at], reward, row.rewards);
            table.show(&acts, observation, row);
        };
        let tables = (&mut self.tables[..], &mut self.due[..]);
        each(&self.pool, tables, arrays, (acts.len(), observation.len()), &step);
        Ok(())
    }

    /// A legal act for each game, each as likely as the others.
    ///
    /// # Errors
    /// When there is not one place for each game.
    pub fn random_acts(&mut self, chosen: &mut [i64]) -> Result<(), BatchRefusal> {
        size("actions", chosen.len(), self.games())?;
        let acts = self.acts;
        let choose = |(due, chosen): (&mut Due, &mut i64)| {
            let act = due.legal.nth(due.choices.below(due.legal.len()));
            *chosen = act.and_then(|act| acts.number(act)).map_or(-1, |number| number as i64);
        };
        // Too little work to be worth other threads.
        self.due.iter_mut().zip(chosen).for_each(choose);
        Ok(())
    }

    fn check(&self, arrays: &Arrays<'_>) -> Result<(), BatchRefusal> {
        let n = self.games();
        size("observations", arrays.observations.len(), n * self.observation.len())?;
        size("masks", arrays.masks.len(), n * self.acts.len())?;
        size("seats", arrays.seats.len(), n)?;
        size("rewards", arrays.rewards.len(), n * self.players)?;
        size("dones", arrays.dones.len(), n)
    }

    fn check_acts(&self, chosen: &[i64]) -> Result<(), BatchRefusal> {
        let is_legal = |due: &Due, number: i64| {
            let act = usize::try_from(number).ok().and_then(|number| self.acts.act(number));
            act.is_some_and(|act| due.legal.contains(act))
        };
        let wrong = self.due.iter().zip(chosen).position(|(due, act)| !is_legal(due, *act));
        match wrong {
            Some(game) => {
                let seat = self.due[game].seat;
                Err(BatchRefusal::Illegal { game, act: chosen[game], seat })
            }
            None => Ok(()),
        }
    }
}

impl BatchTable {
    /// Starts the game again.
    fn begin(&mut self) {
        self.game.restart();
        self.go_on();
    }

    /// Rolls until somebody is to act or the game is over, which it says.
    fn go_on(&mut self) -> bool {
        loop {
            match self.game.turn() {
                Turn::Roll(dealt) => {
                    let taken = self.game.roll(&self.luck.roll(&dealt), &mut Ignore);
                    debug_assert_eq!(taken, Ok(()), "luck makes what the game asks for");
                }
                Turn::Act(_) => return false,
                Turn::Over => return true,
            }
        }
    }

    /// Plays an act that was checked; whether that ended the game.
    fn play(
        &mut self,
        acts: &ActSpace,
        seat: Seat,
        number: i64,
        reward: Reward,
        rewards: &mut [f32],
    ) -> bool {
        let before = (reward == Reward::Round).then(|| worth(&self.game));
        let act = usize::try_from(number).ok().and_then(|number| acts.act(number));
        let played = act.map(|act| self.game.play(seat, act, &mut Ignore));
        debug_assert_eq!(played, Some(Ok(())), "the act was checked");
        let over = self.go_on();
        let gained = match (before, self.game.standing()) {
            (Some(before), _) => {
                let after = worth(&self.game);
                Some(BySeat::from_fn(before.len(), |seat| after[seat] - before[seat]))
            }
            (None, standing) => standing.as_ref().map(returns),
        };
        match gained {
            Some(gained) => {
                rewards.iter_mut().zip(gained.values()).for_each(|(cell, gained)| *cell = *gained);
            }
            None => rewards.fill(0.0),
        }
        if over {
            self.begin();
        }
        over
    }

    /// Writes what the seat to act sees and may do.
    fn show(&self, acts: &ActSpace, observation: &Observation, row: Row<'_>) {
        let seat = self.game.turn().due().nth(0).unwrap_or_default();
        row.due.seat = seat;
        row.due.legal = acts.numbered(self.game.legal(seat));
        *row.seat = seat.index() as i64;
        observation.write(&self.game.view(Viewer::Seat(seat)), row.observation);
        acts.mask(&row.due.legal, row.mask);
    }
}

fn size(what: &'static str, given: usize, wanted: usize) -> Result<(), BatchRefusal> {
    if given == wanted { Ok(()) } else { Err(BatchRefusal::Size { what, given, wanted }) }
}

/// Does `work` for each game and its rows, `(acts, numbers seen)` wide.
fn each(
    pool: &Option<ThreadPool>,
    (tables, due): (&mut [BatchTable], &mut [Due]),
    arrays: &mut Arrays<'_>,
    (acts, seen): (usize, usize),
    work: &(impl Fn(usize, &mut BatchTable, Row<'_>) + Sync),
) {
    let players = arrays.rewards.len() / tables.len().max(1);
    let Some(pool) = pool else {
        let rows = tables
            .iter_mut()
            .zip(due)
            .zip(arrays.observations.chunks_mut(seen))
            .zip(arrays.masks.chunks_mut(acts))
            .zip(arrays.seats.iter_mut())
            .zip(arrays.rewards.chunks_mut(players.max(1)))
            .zip(arrays.dones.iter_mut());
        let rows = rows.enumerate();
        rows.for_each(|(at, ((((((table, due), observation), mask), seat), rewards), done))| {
            work(at, table, Row { due, observation, mask, seat, rewards, done });
        });
        return;
    };
    pool.install(|| {
        let rows = tables
            .par_iter_mut()
            .with_min_len(CHUNK)
            .zip(due)
            .zip(arrays.observations.par_chunks_mut(seen))
            .zip(arrays.masks.par_chunks_mut(acts))
            .zip(arrays.seats.par_iter_mut())
            .zip(arrays.rewards.par_chunks_mut(players.max(1)))
            .zip(arrays.dones.par_iter_mut());
        let rows = rows.enumerate();
        rows.for_each(|(at, ((((((table, due), observation), mask), seat), rewards), done))| {
            work(at, table, Row { due, observation, mask, seat, rewards, done });
        });
    });
}
