//! Requests: the same paths and answers as those of a server, as far as one person needs them.

use dicehouse_answers::{
    Learner, NewRoom, Opened, Person, Problem, ProblemCode, bots, companies, explained, lesson,
    rules, ruleset, voices,
};
use dicehouse_bots::Advice;
use dicehouse_room::message::RoomCode;
use dicehouse_rules::{Acts, View};
use dicehouse_table::clean;
use dicehouse_telling::Language;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::call::{HttpAnswer, Keep};
use crate::games::past_games;
use crate::house::{Moment, TabHouse, bots_can_play};
use crate::room::Outcomes;

/// The longest name, in characters.
const LONGEST_NAME: usize = 24;
/// The most games that are listed.
const LAST_GAMES: usize = 50;

/// The answer to a request.
pub(crate) fn answer(
    house: &mut TabHouse,
    method: &str,
    path: &str,
    body: &str,
    moment: &mut Moment,
    out: &mut Outcomes,
) -> HttpAnswer {
    match answered(house, method, path, body, moment, out) {
        Ok(value) => HttpAnswer { status: 200, body: value.to_string() },
        Err(problem) => refused(&problem),
    }
}

/// The answer to a request that is not done.
pub(crate) fn refused(problem: &Problem) -> HttpAnswer {
    let body = serde_json::to_string(problem).unwrap_or_default();
    HttpAnswer { status: problem.code.status(), body }
}

/// What somebody wants to be called.
#[derive(Deserialize)]
struct NewPerson {
    name: String,
}

/// A choice that somebody wants a hint for: what they see, and what they may do.
#[derive(Deserialize)]
struct Choice {
    view: View<'static>,
    legal: Acts,
}

/// What a strong player thinks of a choice; nothing where there is nothing to say.
fn advice(choice: &Choice) -> Result<Option<Advice>, Problem> {
    if !bots_can_play() {
        let text = "The bots have not come in yet.";
        return Err(Problem::new(ProblemCode::Unavailable, text));
    }
    Ok(Advice::on(&choice.view, &choice.legal))
}

fn answered(
    house: &mut TabHouse,
    method: &str,
    path: &str,
    body: &str,
    moment: &mut Moment,
    out: &mut Outcomes,
) -> Result<Value, Problem> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(decoded).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let known = |house: &TabHouse| house.me.clone().ok_or_else(Problem::who_are_you);
    let [api, parts @ ..] = parts.as_slice() else { return Err(Problem::not_found("endpoint")) };
    match (*api, method, parts) {
        ("api", "GET", ["me"]) => value(&house.me),
        ("api", "POST", ["people"]) => {
            let name = name(&read::<NewPerson>(body)?.name)?;
            let since = i64::try_from(moment.now.0).unwrap_or(i64::MAX);
            let id = format!("tab-{}", moment.letters(12));
            let me = Person { id, name, kind: "person".to_owned(), since };
            keep_me(house, me.clone(), out);
            // Nobody needs a code to come back to their own browser.
            Ok(json!({ "me": me, "recovery": null }))
        }
        ("api", "PATCH", ["me"]) => {
            let name = name(&read::<NewPerson>(body)?.name)?;
            let me = Person { name, ..known(house)? };
            keep_me(house, me.clone(), out);
            value(&me)
        }
        ("api", "DELETE", ["me"]) => {
            *house = TabHouse::default();
            out.keep = vec![Keep::Nothing];
            Ok(Value::Null)
        }
        ("api", "GET", ["me", "rooms"]) => {
            known(house)?;
            value(&house.own_rooms())
        }
        ("api", "GET", ["rules"]) => value(&rules()),
        ("api", "GET", ["rules", game, preset]) => {
            let options = asked(query, "options").unwrap_or_default();
            value(&explained(game, preset, &options, language(query)?)?)
        }
        ("api", "GET", ["bots"]) => value(&bots()),
        ("api", "GET", ["companies"]) => value(&companies()),
        ("api", "GET", ["voices"]) => value(&voices(language(query)?)),
        ("api", "POST", ["hints"]) => value(&advice(&read::<Choice>(body)?)?),
        ("api", "POST", ["lessons", game]) => value(&lesson(game, &read::<Learner>(body)?)?),
        // Nobody else is here.
        ("api", "GET", ["rooms"]) => Ok(json!([])),
        ("api", "POST", ["rooms"]) => {
            known(house)?;
            let new: NewRoom = read(body)?;
            let ruleset = ruleset(&new.game, new.preset.as_deref(), &new.options)?;
            let code = house.open_room(ruleset, new.settings, moment, out)?;
            value(&Opened { code: code.to_string() })
        }
        ("api", "GET", ["rooms", code]) => {
            let code = RoomCode::new(&code.to_ascii_uppercase());
            let room = code.and_then(|code| house.rooms.get(&code));
            value(room.ok_or_else(|| Problem::not_found("room"))?.summary())
        }
        ("api", "GET", ["games"]) => {
            let most = asked(query, "limit").and_then(|limit| limit.parse().ok());
            let most = most.unwrap_or(LAST_GAMES).min(LAST_GAMES);
            value(&house.games.iter().rev().take(most).collect::<Vec<_>>())
        }
        ("api", "GET", ["players", id]) => {
            let me = known(house)?;
            if me.id != *id {
                return Err(Problem::not_found("player"));
            }
            let games = past_games(&house.games, id, LAST_GAMES);
            Ok(json!({ "who": me, "ratings": [], "games": games }))
        }
        _ => Err(Problem::not_found("endpoint")),
    }
}

fn keep_me(house: &mut TabHouse, me: Person, out: &mut Outcomes) {
    house.me = Some(me.clone());
    out.keep.push(Keep::Me { me });
}

fn value(answer: &impl Serialize) -> Result<Value, Problem> {
    serde_json::to_value(answer)
        .map_err(|error| Problem::new(ProblemCode::Unavailable, error.to_string()))
}

fn read<T: DeserializeOwned>(body: &str) -> Result<T, Problem> {
    serde_json::from_str(body).map_err(|error| {
        Problem::new(ProblemCode::BadRequest, format!("The body cannot be read: {error}."))
    })
}

/// The name as it is used.
fn name(text: &str) -> Result<String, Problem> {
    let name = clean(text, usize::MAX).split_whitespace().collect::<Vec<_>>().join(" ");
    let bad = |text: &str| Err(Problem::new(ProblemCode::BadName, text));
    if !name.chars().any(char::is_alphanumeric) {
        return bad("A name needs at least one letter or digit.");
    }
    if name.chars().count() > LONGEST_NAME {
        return bad("A name has at most 24 characters.");
    }
    Ok(name)
}

/// What a query says about `key`.
fn asked(query: &str, key: &str) -> Option<String> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(name, _)| *name == key).map(|(_, value)| decoded(&value.replace('+', " ")))
}

fn language(query: &str) -> Result<Language, Problem> {
    let Some(name) = asked(query, "language") else { return Ok(Language::default()) };
    serde_json::from_value(Value::String(name))
        .map_err(|_| Problem::new(ProblemCode::BadRequest, "The language is not one of ours."))
}

/// A part of an address, as it was meant: `%20` is a space. What is not written like that stays as it is.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let [first, after @ ..] = rest {
        let code = match (first, after) {
            (b'%', [high, low, ..]) => hex::decode([*high, *low]).ok(),
            _ => None,
        };
        match code {
            Some(code) => {
                bytes.extend(code);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{asked, decoded};

    #[test]
    fn addresses_are_read_as_browsers_write_them() {
        for (part, meant) in [
            ("liars", "liars"),
            ("a%20b", "a b"),
            ("%C3%A4", "ä"),
            ("100%", "100%"),
            ("%zz%4", "%zz%4"),
            ("%ff", "\u{fffd}"),
        ] {
            assert_eq!(decoded(part), meant, "{part}");
        }
        let query = "options=wild%3Dnone%2Cdice%3D3&language=de";
        assert_eq!(asked(query, "options").as_deref(), Some("wild=none,dice=3"));
        assert_eq!(asked(query, "limit"), None);
    }
}
