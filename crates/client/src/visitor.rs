//! Somebody who visits a house.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::address::Address;
use crate::http::{self, Request};
use crate::trust::{self, Trust};

/// Somebody who visits a house, with or without a token.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The house that is visited.
    pub house: Address,
    /// What the house knows them by.
    pub token: Option<Token>,
    /// Which authorities are trusted to say who the house is.
    pub trust: Trust,
}

/// A token. It is not shown by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(pub String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Why a request was not done.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The house cannot be reached.
    #[error(
        "the house at {house} cannot be reached: {source}. Is it open, and is the address right?"
    )]
    Unreachable {
        /// Where it should be.
        house: Address,
        /// What the system said.
        source: std::io::Error,
    },
    /// The house may be somebody else.
    #[error(
        "the certificate of {house} cannot be trusted: {why}. If the house has a certificate of its own, or one of your own authority, name its file with --ca FILE"
    )]
    Untrusted {
        /// The address that was asked for.
        house: Address,
        /// What is wrong with it.
        why: String,
    },
    /// The house refused; in its words.
    #[error("{text}")]
    Refused {
        /// The status of the answer.
        status: u16,
        /// What is wrong.
        text: String,
    },
    /// The server that answered is not a house, or one of another version.
    #[error("{house} is not a compatible Dicehouse: {why}")]
    Strange {
        /// The address that was asked for.
        house: Address,
        /// What is odd.
        why: String,
    },
}

impl ClientError {
    /// Whether it would be the same the next time.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self, ClientError::Refused { status, .. } if *status < 500 && *status != 429)
    }
}

/// The answer to somebody new.
#[derive(Debug, Clone, Deserialize)]
pub struct Welcome {
    /// Who one is.
    pub me: Person,
    /// The visitor can come back from another device with this code.
    pub recovery: String,
    /// What the house knows one by.
    pub token: String,
}

/// Somebody the house knows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Person {
    /// The public id.
    pub id: String,
    /// What they are called.
    pub name: String,
}

/// A bot's account.
#[derive(Debug, Clone, Deserialize)]
pub struct NewBot {
    /// The account of the bot.
    pub bot: Person,
    /// What the house knows it by.
    pub token: String,
}

#[derive(Deserialize)]
struct Opened {
    code: String,
}

impl Visitor {
    /// Somebody the house does not know yet.
    pub fn new(house: Address) -> Visitor {
        Visitor { house, token: None, trust: Trust::default() }
    }

    /// Somebody the house knows.
    pub fn known(house: Address, token: impl Into<String>) -> Visitor {
        Visitor { house, token: Some(Token(token.into())), trust: Trust::default() }
    }

    /// The same visitor, trusting other authorities.
    #[must_use]
    pub fn trusting(self, trust: Trust) -> Visitor {
        Visitor { trust, ..self }
    }

    /// Why the house was not reached.
    pub(crate) fn unreached(&self, source: std::io::Error) -> ClientError {
        let house = self.house.clone();
        match trust::distrust(&source) {
            Some(why) => ClientError::Untrusted { house, why },
            None if trust::is_no_tls(&source) => {
                let why = "it does not speak HTTPS there; try http://".to_owned();
                ClientError::Strange { house, why }
            }
            None => ClientError::Unreachable { house, source },
        }
    }

    /// Introduces the visitor by name.
    ///
    /// # Errors
    /// When the house cannot be reached or refuses the name.
    pub async fn come(&mut self, name: &str) -> Result<Welcome, ClientError> {
        let welcome: Welcome = self.post("/api/people", &json!({ "name": name })).await?;
        self.token = Some(Token(welcome.token.clone()));
        Ok(welcome)
    }

    /// Who the visitor is to the house.
    ///
    /// # Errors
    /// When the house cannot be reached.
    pub async fn me(&self) -> Result<Option<Person>, ClientError> {
        self.get("/api/me").await
    }

    /// Makes an account for a bot of one's own.
    ///
    /// # Errors
    /// When the house cannot be reached or refuses.
    pub async fn new_bot(&self, name: &str) -> Result<NewBot, ClientError> {
        self.post("/api/me/bots", &json!({ "name": name })).await
    }

    /// Opens a room with these settings; gives its code.
    ///
    /// # Errors
    /// When the house cannot be reached or refuses.
    pub async fn open_room(&self, room: &Value) -> Result<String, ClientError> {
        let opened: Opened = self.post("/api/rooms", room).await?;
        Ok(opened.code)
    }

    /// Finds a room with a free seat, or opens one; gives its code.
    ///
    /// # Errors
    /// When the house cannot be reached or refuses.
    pub async fn quick_match(
        &self,
        game: &str,
        preset: Option<&str>,
    ) -> Result<String, ClientError> {
        let opened: Opened =
            self.post("/api/match", &json!({ "game": game, "preset": preset })).await?;
        Ok(opened.code)
    }

    /// The room of one's own try at today's challenge; gives its code.
    ///
    /// # Errors
    /// When the house cannot be reached or refuses.
    pub async fn daily(&self) -> Result<String, ClientError> {
        let opened: Opened = self.post("/api/daily", &json!({})).await?;
        Ok(opened.code)
    }

    /// Reads something of the API.
    ///
    /// # Errors
    /// When the house cannot be reached or refuses.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ClientError> {
        self.request("GET", path, None).await
    }

    /// Does something by the API.
    ///
    /// # Errors
    /// When the house cannot be reached or refuses.
    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        // Requests are plain data, which JSON can always say.
        let body = serde_json::to_string(body).unwrap_or_default();
        self.request("POST", path, Some(&body)).await
    }

    /// Reads something that is not JSON.
    ///
    /// # Errors
    /// When the house cannot be reached or refuses.
    pub async fn text(&self, path: &str) -> Result<String, ClientError> {
        self.answer("GET", path, None).await
    }

    async fn request<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> Result<T, ClientError> {
        let text = self.answer(method, path, body).await?;
        serde_json::from_str(&text).map_err(|error| ClientError::Strange {
            house: self.house.clone(),
            why: error.to_string(),
        })
    }

    async fn answer(
        &self,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> Result<String, ClientError> {
        let token = self.token.as_ref().map(|token| token.0.as_str());
        let request = Request { method, path, token, body };
        let reply = http::send(&self.house, &self.trust, request)
            .await
            .map_err(|source| self.unreached(source))?;
        if (200..300).contains(&reply.status) {
            return Ok(reply.body);
        }
        let text = problem_text(reply.body.as_bytes())
            .unwrap_or_else(|| format!("the house answers with status {}", reply.status));
        Err(ClientError::Refused { status: reply.status, text })
    }
}

/// What a house says about a problem. It goes to a terminal, so control characters are left out.
pub(crate) fn problem_text(body: &[u8]) -> Option<String> {
    let problem: Value = serde_json::from_slice(body).ok()?;
    let text = problem["text"].as_str()?;
    Some(text.chars().filter(|c| !c.is_control()).take(500).collect())
}

#[cfg(test)]
mod tests {
    use super::problem_text;

    #[test]
    fn problems_are_told_without_control_characters_and_not_at_length() {
        let told = |body: &str| problem_text(body.as_bytes());
        assert_eq!(told(r#"{"text":"No.\u001b[31m\nNo."}"#).as_deref(), Some("No.[31mNo."));
        let long = format!(r#"{{"text":"{}"}}"#, "x".repeat(10_000));
        assert_eq!(told(&long).map(|text| text.len()), Some(500));
        for other in ["", "null", "[]", "{}", r#"{"text":7}"#, "\u{feff}"] {
            assert_eq!(told(other), None, "{other:?}");
        }
    }
}
