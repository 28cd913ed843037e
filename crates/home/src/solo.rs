//! A game of `pairs` alone, compared: with the best one so far, and with bots on the same dice.

use dicehouse_bots::Roster;
use dicehouse_room::Finished;
use dicehouse_rules::{GameKind, Seat};
use dicehouse_table::record::Header;
use dicehouse_table::{NoClock, Player, Table, run};

use crate::luck::Luck;
use crate::note::Note;
use crate::platform::Results;

/// The bots to be compared with, from easy to hard. They are quick enough to be waited for.
const BOTS: [&str; 3] = ["greedy", "steady", "planner"];

/// What is worth telling about a game that somebody played alone; nothing about any other. The
/// results of this game must not have been stored yet.
pub(crate) fn compared(finished: &Finished, luck: &Luck, results: &dyn Results) -> Vec<Note> {
    let header = &finished.header;
    let ([alone], GameKind::Pairs) = (header.seats.as_slice(), header.ruleset.game()) else {
        return Vec::new();
    };
    let scores = finished.end.standing.and_then(|standing| standing.scores);
    let Some(total) = scores.and_then(|scores| scores.get(Seat::new(0)?).copied()) else {
        return Vec::new();
    };
    let best = results.best_alone(&header.ruleset, alone.name.as_str());
    let mut notes = vec![Note::Alone { total, best }];
    let bots: Vec<(&'static str, i32)> =
        BOTS.iter().filter_map(|bot| Some((*bot, on_the_same_dice(bot, header, luck)?))).collect();
    if !bots.is_empty() {
        notes.push(Note::SameDice(bots));
    }
    notes
}

/// What a bot makes of the dice of a game that was played alone.
fn on_the_same_dice(bot: &str, header: &Header, luck: &Luck) -> Option<i32> {
    let dice = luck.dice_of(header)?;
    let bot = Roster::find_for(header.ruleset.game(), bot).ok()?;
    let mut table = Table::new(header.ruleset, vec![bot.seated(bot.name())], dice).ok()?;
    let mut players: Vec<Box<dyn Player>> = vec![bot.player(0)];
    let standing = run(&mut table, &mut players, &mut NoClock, &mut ()).ok()??;
    standing.scores?.get(Seat::new(0)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::Ruleset;
    use dicehouse_table::dice::ServerSeed;
    use dicehouse_table::record::Opening;

    #[test]
    fn bots_meet_the_dice_of_the_game_and_not_others() {
        let opening = |name: &str| Opening {
            id: format!("test-{name}").parse().unwrap(),
            started: 0,
            ruleset: Ruleset::default_of(GameKind::Pairs),
            seats: vec![dicehouse_table::Seated::person(name)],
        };
        let seed = ServerSeed::from_number(1);
        let luck = Luck::Secret(seed);
        let (header, _) = opening("Ann").trusted(&seed);
        let first = on_the_same_dice("greedy", &header, &luck);
        assert!(first.is_some());
        assert_eq!(on_the_same_dice("greedy", &header, &luck), first, "the same again");
        assert_eq!(on_the_same_dice("greedy", &header, &Luck::Seed(3)), None, "other dice");
    }
}
