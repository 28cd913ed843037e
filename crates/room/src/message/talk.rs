//! What people say: phrases and emotes that are always welcome, and free words where the host allows them.

use dicehouse_table::Talk;
use serde::{Deserialize, Serialize};

/// Something said to everyone in the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Say {
    /// A phrase from the list; each client shows it in its own language.
    Phrase(Phrase),
    /// A face or a gesture.
    Emote(Emote),
    /// Words of one's own: one line of at most 200 characters, where the room allows them.
    Text(#[cfg_attr(feature = "ts", ts(type = "string"))] Talk),
}

impl Say {
    /// The words, in English where there are several languages.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Say::Phrase(phrase) => phrase.text(),
            Say::Emote(emote) => emote.text(),
            Say::Text(talk) => talk,
        }
    }
}

/// The variants with their words, and a list of them all.
macro_rules! listed {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// All of them, in the order they are offered.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// How it reads.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }
        }
    };
}

listed! {
    /// A phrase that may be said in every room.
    pub enum Phrase {
        /// A greeting.
        Hello = "Hello!",
        /// Before the game.
        GoodLuck = "Good luck!",
        /// To a bid or claim.
        AreYouSure = "Are you sure?",
        /// To a bid or claim.
        IDontBelieveYou = "I don't believe you.",
        /// To a bid or claim.
        Bold = "That is bold.",
        /// To a call that was right.
        NiceCall = "Nice call!",
        /// To one's own luck.
        Lucky = "I was lucky.",
        /// To a mistake.
        Oops = "Oops.",
        /// While deciding.
        LetMeThink = "Let me think …",
        /// To somebody who thinks.
        TakeYourTime = "Take your time.",
        /// To praise.
        WellPlayed = "Well played!",
        /// To a kindness.
        Thanks = "Thanks!",
        /// At the end.
        GoodGame = "Good game!",
        /// At the end.
        OneMore = "One more?",
        /// On leaving.
        Goodbye = "Goodbye!",
    }
}

listed! {
    /// A face or a gesture.
    pub enum Emote {
        /// 🙂
        Smile = "🙂",
        /// 😂
        Laugh = "😂",
        /// 🤔
        Think = "🤔",
        /// 😏
        Smirk = "😏",
        /// 😅
        Sweat = "😅",
        /// 😮
        Surprise = "😮",
        /// 😭
        Cry = "😭",
        /// 👏
        Clap = "👏",
        /// 👍
        ThumbsUp = "👍",
        /// 🎲
        Dice = "🎲",
    }
}
