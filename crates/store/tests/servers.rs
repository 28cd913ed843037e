//! Database servers that are not what they should be: a clear error, and the database left alone.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking, its helpers too")]

mod common;

use common::{numbered, postgres};
use dicehouse_store::blocking::Store;
use dicehouse_store::{Error, Place};

fn refused(url: &str, advice: &str) -> Error {
    let place = Place::parse(url);
    let error = Store::open(place.clone()).unwrap_err();
    let message = error.to_string();
    assert!(message.contains(&place.to_string()), "{message}");
    assert!(message.contains(advice), "{message}");
    assert!(!format!("{message} {error:?}").contains("secret"), "{message} {error:?}");
    error
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let server = postgres::Server::start();

    let other = server.new_database("other");
    server.sql("other", "CREATE TABLE bookmarks (url TEXT)");
    assert!(matches!(refused(&other, "left as it is"), Error::OtherProgram { .. }));
    server.sql("other", "CREATE TABLE games (ours INT)"); // nothing of ours is there

    let newer = server.new_database("newer");
    drop(Store::open(Place::parse(&newer)).unwrap());
    server.sql(
        "newer",
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (7000, 'from the future', TRUE, '\\x00', 1);",
    );
    assert!(matches!(refused(&newer, "Update Dicehouse"), Error::Newer { found: 7000, .. }));

    let missing = server.url("missing").replace("dice@", "dice:secret@");
    let error = refused(&missing, "Check that the database server runs");
    assert!(matches!(error, Error::CannotOpen { .. }), "{error:?}");
    let nowhere = "postgres://dice:secret@127.0.0.1:1/dice";
    assert!(matches!(refused(nowhere, "database server runs"), Error::CannotOpen { .. }));

    // A server that goes away under the store.
    let store = Store::open(Place::parse(&server.new_database("mine"))).unwrap();
    assert!(store.record_game(&numbered("a", 1)).unwrap().is_new());
    server.stop();
    let error = store.record_game(&numbered("b", 1)).unwrap_err();
    let known = matches!(error, Error::CannotOpen { .. } | Error::CannotWrite { .. });
    assert!(known, "{error:?}");
}
