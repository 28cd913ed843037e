//! An endpoint: its route and what is said about it.

use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::routing::{self, MethodRouter};
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::house::House;

type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// One thing the API can do.
pub struct Endpoint {
    /// `get`, `post`, `patch` or `delete`.
    pub method: &'static str,
    /// Its path, with `{names}` for what differs.
    pub path: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Whether it wants to know who asks.
    pub known: bool,
    /// What stands behind the `?`.
    pub query: Option<MakeSchema>,
    /// The body it takes.
    pub body: Option<Taken>,
    /// What it answers.
    pub reply: Reply,
    /// What does it.
    pub route: MethodRouter<House>,
}

/// The body an endpoint takes.
pub enum Taken {
    /// A JSON object of this shape.
    Json(MakeSchema),
    /// Something else, by its media type.
    Other(&'static str),
}

/// What an endpoint answers.
pub enum Reply {
    /// Nothing but that it was done.
    Nothing,
    /// A JSON value of this shape.
    Json(MakeSchema),
    /// Something else, by its media type.
    Other(&'static str),
    /// The connection becomes a WebSocket.
    Socket,
}

macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident),+) => {
        $($(#[$doc])*
        pub fn $name<H: Handler<T, House>, T: 'static>(
            path: &'static str,
            about: &'static str,
            handler: H,
        ) -> Endpoint {
            Endpoint {
                method: stringify!($name),
                path,
                about,
                known: false,
                query: None,
                body: None,
                reply: Reply::Nothing,
                route: routing::$name(handler),
            }
        })+
    };
}

methods! {
    /// An endpoint that only reads.
    get,
    /// An endpoint that makes or does something.
    post,
    /// An endpoint that changes something.
    patch,
    /// An endpoint that removes something.
    delete
}

impl Endpoint {
    /// It wants to know who asks.
    pub fn known(mut self) -> Self {
        self.known = true;
        self
    }

    /// It takes these words behind the `?`.
    pub fn query<T: JsonSchema>(mut self) -> Self {
        self.query = Some(T::json_schema);
        self
    }

    /// It takes this body.
    pub fn body<T: JsonSchema>(mut self) -> Self {
        self.body = Some(Taken::Json(|generator| generator.subschema_for::<T>()));
        self
    }

    /// It takes a body that is not one JSON value.
    pub fn body_as(mut self, media: &'static str) -> Self {
        self.body = Some(Taken::Other(media));
        self
    }

    /// Its body has another limit than those of the others.
    pub fn limited(mut self, limit: DefaultBodyLimit) -> Self {
        self.route = self.route.layer(limit);
        self
    }

    /// It answers with this.
    pub fn replies<T: JsonSchema>(mut self) -> Self {
        self.reply = Reply::Json(|generator| generator.subschema_for::<T>());
        self
    }

    /// It answers with something that is not JSON.
    pub fn replies_as(mut self, media: &'static str) -> Self {
        self.reply = Reply::Other(media);
        self
    }

    /// It opens a WebSocket.
    pub fn opens_socket(mut self) -> Self {
        self.reply = Reply::Socket;
        self
    }
}
