//! The way into the engine for a Web Worker, by hand: text goes in and text comes out, as bytes in the memory of the
//! engine. This is all there is:
//!
//! - `room_for(length)` gives the address of that many bytes, into which the caller writes its text;
//! - `call(length)`, `review(length)` and `bring_weights(length)` read what was written there and give the address of the
//!   answer: its length in four bytes, little-endian, and then the answer itself. It stays there until the next call;
//! - the caller brings `tell(address, length)`, which is told how far a review is, and why the engine broke.
//!
//! One thread calls, and never from within `tell`. After a panic the engine is broken, and every further call is refused:
//! the caller starts a new one and opens it with what was kept.
#![expect(
    unsafe_code,
    reason = "the exports of a module, and the memory it shares with its caller"
)]

use std::cell::{Cell, RefCell};
use std::sync::Once;

use crate::house::TabHouse;
use crate::review::{Reviewed, review as reviewed};

/// No text that makes sense is longer.
const LONGEST: usize = 64 << 20;

thread_local! {
    static HOUSE: RefCell<TabHouse> = RefCell::default();
    /// What the caller writes into, and what it reads from.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static BROKEN: Cell<bool> = const { Cell::new(false) };
}

#[link(wasm_import_module = "tab")]
unsafe extern "C" {
    /// Tells the caller something, as JSON text.
    fn tell(address: *const u8, length: usize);
}

fn say(text: &str) {
    // SAFETY: the caller reads these bytes before `tell` returns, and writes nothing.
    unsafe { tell(text.as_ptr(), text.len()) }
}

/// Where the caller may write so many bytes; null when that is too much.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn room_for(length: usize) -> *mut u8 {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            BROKEN.set(true);
            say(&serde_json::json!({ "broke": panic.to_string() }).to_string());
        }));
    });
    if length > LONGEST {
        return std::ptr::null_mut();
    }
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Takes a call of the house. The answer is `{"reply": …}` or `{"refused": "why"}`.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn call(length: usize) -> *const u8 {
    answer(length, |text| {
        HOUSE.with_borrow_mut(|house| match house.call_text(text) {
            Ok(reply) => format!("{{\"reply\":{reply}}}"),
            Err(why) => refused(&why),
        })
    })
}

/// Reviews a record. The answer is `{"review": …}` or `{"refused": "why"}`; meanwhile `tell` gets
/// `{"done": 3, "decisions": 40}`.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn review(length: usize) -> *const u8 {
    let progress = |done: usize, decisions: usize| {
        say(&format!("{{\"done\":{done},\"decisions\":{decisions}}}"));
    };
    answer(length, |record| {
        let reviewed: Reviewed = reviewed(record, &progress);
        serde_json::to_string(&reviewed).unwrap_or_else(|error| refused(&error.to_string()))
    })
}

/// Takes the weights of the bots. The answer is `{}` or `{"refused": "why"}`.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn bring_weights(length: usize) -> *const u8 {
    let brought = TEXT.with_borrow_mut(|text| {
        let pack = std::mem::take(text);
        pack.get(..length).is_some_and(dicehouse_bots::bring_weights)
    });
    put(match brought {
        true => "{}".to_owned(),
        false => refused("these are not the weights of this engine"),
    })
}

fn answer(length: usize, answer: impl FnOnce(&str) -> String) -> *const u8 {
    let text = TEXT.with_borrow_mut(std::mem::take);
    let text = text.get(..length).and_then(|text| std::str::from_utf8(text).ok());
    put(match text {
        _ if BROKEN.get() => refused("the engine broke before"),
        Some(text) => answer(text),
        None => refused("this is not text"),
    })
}

fn refused(why: &str) -> String {
    serde_json::json!({ "refused": why }).to_string()
}

/// Puts the answer where the caller finds it.
fn put(text: String) -> *const u8 {
    ANSWER.with_borrow_mut(|answer| {
        answer.clear();
        // Memory has 32-bit addresses here, so nothing is longer.
        answer.extend_from_slice(&(text.len() as u32).to_le_bytes());
        answer.extend_from_slice(text.as_bytes());
        answer.as_ptr()
    })
}
