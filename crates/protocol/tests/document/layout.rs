//! JSON laid out for readers: as much on a line as fits, fields in the order they were written.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// The most columns of a line.
const WIDTH: usize = 120;

/// JSON whose objects keep the order of their fields.
pub enum Node {
    Atom(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

/// `json` laid out.
pub fn layout(json: &str) -> String {
    let node: Node = serde_json::from_str(json).unwrap();
    node.lines(0)
}

impl Node {
    /// The field at the end of `path`, laid out.
    pub fn at(json: &str, path: &[&str]) -> String {
        let mut node: Node = serde_json::from_str(json).unwrap();
        for name in path {
            let Node::Object(fields) = node else { panic!("{name} is not in an object: {json}") };
            let found = fields.into_iter().find(|(field, _)| field == name);
            node = found.unwrap_or_else(|| panic!("there is no {name} in {json}")).1;
        }
        node.lines(0)
    }

    fn in_one_line(&self) -> String {
        match self {
            Node::Atom(text) => text.clone(),
            Node::List(items) => {
                let items: Vec<String> = items.iter().map(Node::in_one_line).collect();
                format!("[{}]", items.join(", "))
            }
            Node::Object(fields) => {
                let field =
                    |(name, value): &(String, Node)| format!("\"{name}\": {}", value.in_one_line());
                let fields: Vec<String> = fields.iter().map(field).collect();
                format!("{{{}}}", fields.join(", "))
            }
        }
    }

    /// The node where a line is indented by `indent`.
    fn lines(&self, indent: usize) -> String {
        let whole = self.in_one_line();
        if whole.chars().count() + indent <= WIDTH {
            return whole;
        }
        let inner = indent + 2;
        match self {
            Node::Atom(text) => text.clone(),
            Node::List(items) => {
                let items = items.iter().map(|item| item.lines(inner)).collect();
                enclosed("[", items, "]", indent)
            }
            Node::Object(fields) => {
                let field =
                    |(name, value): &(String, Node)| format!("\"{name}\": {}", value.lines(inner));
                enclosed("{", fields.iter().map(field).collect(), "}", indent)
            }
        }
    }
}

/// Items between brackets, short ones beside each other.
fn enclosed(open: &str, items: Vec<String>, close: &str, indent: usize) -> String {
    let margin = " ".repeat(indent + 2);
    let mut lines: Vec<String> = Vec::new();
    let last = items.len().saturating_sub(1);
    for (at, item) in items.into_iter().enumerate() {
        let item = if at < last { item + "," } else { item };
        let short = !item.contains('\n');
        match lines.last_mut() {
            Some(line) if short && !line.contains('\n') && line.len() + item.len() < WIDTH => {
                line.push(' ');
                line.push_str(&item);
            }
            _ => lines.push(format!("{margin}{item}")),
        }
    }
    format!("{open}\n{}\n{}{close}", lines.join("\n"), " ".repeat(indent))
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        struct Nodes;
        fn atom(value: impl serde::Serialize) -> Node {
            Node::Atom(serde_json::to_string(&value).unwrap())
        }
        impl<'de> Visitor<'de> for Nodes {
            type Value = Node;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("JSON")
            }
            fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
                Ok(atom(value))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
                Ok(atom(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
                Ok(atom(value))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
                Ok(atom(value))
            }
            fn visit_str<E>(self, value: &str) -> Result<Node, E> {
                Ok(atom(value))
            }
            fn visit_unit<E>(self) -> Result<Node, E> {
                Ok(atom(()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(Node::List(items))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Node::Object(fields))
            }
        }
        deserializer.deserialize_any(Nodes)
    }
}
