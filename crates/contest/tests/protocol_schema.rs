//! What goes over the pipe of a real program is what `docs/protocol.schema.json` says, and nothing else.
#![allow(clippy::unwrap_used, missing_docs)]

#[macro_use]
#[path = "fixtures/protocol_bots/table.rs"]
mod table;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use dicehouse_contest::program::{Program, Tap, Way};
use dicehouse_protocol::{BotSeed, FromBot, Start, ToBot};
use dicehouse_rules::{Acts, Cause, GameKind, PRESETS, Ruleset, Seat};
use dicehouse_table::dice::{ContestSecret, DealStream};
use dicehouse_table::{Failure, NoClock, Player, Question, Reply, Seated, Table, run};
use jsonschema::Validator;
use serde_json::{Value, json};
use table::{fixture, workspace};

kept_tests!(every_line_of_many_games_fits_the_schema,);

fn schema() -> Value {
    let text = std::fs::read_to_string(workspace().join("docs/protocol.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A validator of one of the definitions.
fn validator(schema: &Value, definition: &str) -> Validator {
    let mut schema = schema.clone();
    schema.as_object_mut().unwrap().remove("anyOf");
    schema["$ref"] = json!(format!("#/$defs/{definition}"));
    jsonschema::draft202012::new(&schema).unwrap()
}

/// The schema without room for fields it does not name: nothing the house says may be undocumented.
fn strict() -> Value {
    /// Closes the objects below; `here` says whether the schema is that of a whole value, not one part of it.
    fn close(schema: &mut Value, here: bool) {
        let Some(fields) = schema.as_object_mut() else { return };
        for (key, inner) in fields.iter_mut() {
            match (key.as_str(), inner) {
                ("properties", Value::Object(all)) => all.values_mut().for_each(|s| close(s, true)),
                ("$defs", Value::Object(all)) => all.values_mut().for_each(|s| close(s, false)),
                ("oneOf" | "anyOf" | "allOf", Value::Array(all)) => {
                    all.iter_mut().for_each(|s| close(s, false));
                }
                ("items" | "additionalProperties", inner) => close(inner, true),
                _ => {}
            }
        }
        if here {
            fields.insert("unevaluatedProperties".to_owned(), json!(false));
        }
    }
    let mut schema = schema();
    close(&mut schema, true);
    schema
}

#[track_caller]
fn assert_valid(validator: &Validator, line: &str) {
    let value: Value = serde_json::from_str(line).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&value)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{line}\n{}", errors.join("\n"));
}

/// Somebody who fails in every way now and then, and otherwise plays something different each time.
#[derive(Default)]
struct Clumsy(usize);

impl Player for Clumsy {
    fn act(&mut self, ask: &Question<'_>) -> Result<Reply, Failure> {
        self.0 += 1;
        if self.0 % 5 == 4 {
            return Err(Failure::fault(Cause::ALL[self.0 % Cause::ALL.len()], "clumsy"));
        }
        // Calls first, so that games end; otherwise the lowest bid, and claims and splits in turn.
        let choice = match &ask.legal {
            Acts::Bid(acts) if acts.exact && self.0.is_multiple_of(3) => 1,
            Acts::Bid(acts) if acts.call && self.0.is_multiple_of(2) => 0,
            Acts::Bid(acts) => usize::from(acts.call) + usize::from(acts.exact),
            legal => self.0 % legal.len(),
        };
        let mut reply = Reply::from(ask.legal.nth(choice).or(ask.legal.nth(0)).unwrap());
        reply.talk = dicehouse_table::Talk::new("好!");
        Ok(reply)
    }
}

/// Every line of games under all presets, at tables of all sizes.
fn all_lines() -> Vec<(Way, String)> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let tap = {
        let heard = Arc::clone(&heard);
        Tap::new(move |way, line| heard.lock().unwrap().push((way, line.to_owned())))
    };
    let mut program = Program::new(fixture(&["talks-briefly"]), "heard").tapped(tap);
    let mut number = 0;
    let stacked = Ruleset::default_of(GameKind::Liars).with(&[("stacked", "50")]).unwrap();
    for ruleset in PRESETS.iter().map(|preset| preset.ruleset()).chain([stacked]) {
        for players in [2, 3, 10, 2, 3, 4, 5] {
            number += 1;
            let seats: Vec<Seated> = (0..players)
                .map(|n| if n == 0 { Seated::person("Ann") } else { Seated::bot("b", "b", "1") })
                .collect();
            let seat = Seat::new(1).unwrap();
            let seed = BotSeed::derive(3, number, seat);
            program.begin(&Start::new(number, &ruleset, seat, &seats, None, seed)).unwrap();
            let mut table =
                Table::new(ruleset, seats, DealStream::new(&ContestSecret::from_seed(3), number))
                    .unwrap();
            let mut bot = Some(&mut program);
            let mut seated: Vec<Box<dyn Player + '_>> = Vec::new();
            for n in 0..players {
                match bot.take_if(|_| n == 1) {
                    Some(bot) => seated.push(Box::new(bot)),
                    None => seated.push(Box::new(Clumsy(n))),
                }
            }
            run(&mut table, &mut seated, &mut NoClock, &mut ()).unwrap().expect("it ends");
        }
    }
    // A game with a clock, then one that is stopped, and the end.
    let ruleset = Ruleset::default_of(GameKind::Pairs).with(&[("last_count", "1")]).unwrap();
    table::play(&mut program, &ruleset, Duration::from_secs(20));
    program.begin(&table::start_of(&ruleset, 99, Duration::from_secs(1))).unwrap();
    program.close();
    std::mem::take(&mut *heard.lock().unwrap())
}

fn every_line_of_many_games_fits_the_schema() {
    let strict = strict();
    let (to_bot, from_bot) = (validator(&strict, "ToBot"), validator(&strict, "FromBot"));
    let lines = all_lines();
    assert!(lines.len() > 1000, "{}", lines.len());
    for (way, line) in &lines {
        match way {
            Way::ToBot => {
                assert_valid(&to_bot, line);
                let message: ToBot<'_> = serde_json::from_str(line).unwrap();
                assert_eq!(message.line(), *line, "what is read is what was written");
            }
            Way::FromBot => {
                assert_valid(&from_bot, line);
                FromBot::read(line).unwrap();
            }
        }
    }
    // The games were rich enough to say something about all that the schema has.
    let text: String = lines.iter().map(|(_, line)| line.as_str()).collect();
    for (definition, tag) in [("Event", "event"), ("Acts", "decide")] {
        let kinds = strict["$defs"][definition]["oneOf"].as_array().unwrap().iter();
        let names: Vec<&Value> = kinds.map(|kind| &kind["properties"][tag]["const"]).collect();
        assert!(names.len() > 4, "{names:?}");
        for name in names.into_iter().filter(|name| **name != "nothing") {
            assert!(text.contains(&format!("{{\"{tag}\":{name}")), "no {name} in any game");
        }
    }
}
