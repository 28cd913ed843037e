//! Ratings: boards apart, counted once, never lost to a race.

use dicehouse_store::{Finish, Kind, Rated, Rater, Rating, SeatResult, Store};

use crate::common::{Ground, block_on, game};

/// A rating that counts games by tens: easy to check.
fn ten_a_game(rated: &[Rated]) -> Vec<Rating> {
    let after = |rated: &Rated| Rating {
        rating: rated.before.map_or(0.0, |before| before.rating) + 10.0 / f64::from(rated.place),
        uncertainty: 1.0,
    };
    rated.iter().map(after).collect()
}

fn finished(id: &str) -> dicehouse_store::FinishedGame {
    game(
        id,
        1,
        vec![
            SeatResult::person("Ada", 1).with_account("ada"),
            SeatResult::person("a guest", 2),
            SeatResult::bot("odds", "1", 2),
        ],
    )
}

async fn finish(store: &Store, id: &str, board: &str) -> bool {
    let rated = Some((board.to_owned(), ten_a_game as Rater));
    let finish = Finish { game: finished(id), record: None, rated, day: None, is_private: false };
    store.finish(finish).await.unwrap().is_new()
}

pub fn people_and_bots_have_boards_of_their_own(ground: &Ground) {
    block_on(async {
        let store = Store::open(ground.place()).await.unwrap();
        assert!(finish(&store, "1", "full").await);
        assert!(finish(&store, "2", "full").await);
        assert!(finish(&store, "3", "simple").await);
        let people = store.ratings("claims", "full", Kind::Person, 9).await.unwrap();
        let shown: Vec<_> = people
            .iter()
            .map(|row| (row.player.as_str(), row.rating.rating, row.games, row.wins))
            .collect();
        assert_eq!(shown, [("ada", 20.0, 2, 2)], "a guest is not rated");
        let bots = store.ratings("claims", "full", Kind::Bot, 9).await.unwrap();
        assert_eq!((bots.len(), bots[0].player.as_str(), bots[0].rating.rating), (1, "odds", 10.0));
        assert!(store.ratings("liars", "full", Kind::Bot, 9).await.unwrap().is_empty());
        assert_eq!(store.boards("claims").await.unwrap(), ["full", "simple"]);
        assert_eq!(store.ratings_of("ada").await.unwrap().len(), 2);
        store.close().await;
    });
}

/// Two players who meet again and again in a day move each other less and less; the next day is a new one.
pub fn the_same_pair_counts_for_less_each_time(ground: &Ground) {
    fn by_weight(rated: &[Rated]) -> Vec<Rating> {
        rated.iter().map(|rated| Rating { rating: rated.weight, uncertainty: 1.0 }).collect()
    }
    block_on(async {
        let store = Store::open(ground.place()).await.unwrap();
        let seat = |name: &str, place| SeatResult::person(name, place).with_account(name);
        let mut number = 0;
        let mut play = async |day: i64, names: &[&str]| {
            number += 1;
            let seats = names.iter().zip(1..).map(|(name, place)| seat(name, place)).collect();
            let game = game(&format!("g{number}"), day * 86_400_000 + 5, seats);
            let rated = Some(("full".to_owned(), by_weight as Rater));
            let finish = Finish { game, record: None, rated, day: None, is_private: false };
            assert!(store.finish(finish).await.unwrap().is_new());
            let rows = store.ratings_of(names[0]).await.unwrap();
            rows[0].rating.rating
        };
        assert_eq!(play(1, &["ada", "bob"]).await, 1.0);
        assert_eq!(play(1, &["bob", "ada"]).await, 0.5, "whoever sits where");
        assert_eq!(play(1, &["ada", "bob", "cem"]).await, (1.0 / 3.0 + 1.0) / 2.0);
        assert_eq!(play(1, &["ada", "dan"]).await, 1.0, "somebody else");
        assert_eq!(play(2, &["ada", "bob"]).await, 1.0, "another day");
        store.close().await;
    });
}

pub fn rating_again_changes_nothing(ground: &Ground) {
    block_on(async {
        let store = Store::open(ground.place()).await.unwrap();
        assert!(finish(&store, "1", "full").await);
        let before = store.ratings_of("ada").await.unwrap();
        assert!(!finish(&store, "1", "full").await);
        assert_eq!(store.ratings_of("ada").await.unwrap(), before);
        store.close().await;
    });
}

pub fn games_that_end_together_are_rated_one_after_the_other(ground: &Ground) {
    let place = ground.place();
    block_on(async {
        let mut tasks = Vec::new();
        for house in 0..4 {
            let store = Store::open(place.clone()).await.unwrap();
            tasks.push(tokio::spawn(async move {
                for number in 0..10 {
                    assert!(finish(&store, &format!("{house}-{number}"), "full").await);
                }
                store.close().await;
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        let store = Store::open(place.clone()).await.unwrap();
        let ada = &store.ratings_of("ada").await.unwrap()[0];
        assert_eq!((ada.rating.rating, ada.games, ada.wins), (400.0, 40, 40));
        store.close().await;
    });
}
