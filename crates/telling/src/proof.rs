//! What a record that is right proves, and what one has to believe somebody for.

use dicehouse_table::record::{DiceProof, Record};
use serde::Serialize;

/// What is behind a record that was verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// What anybody can compute again, and what to compare it with.
    pub by_mathematics: Vec<String>,
    /// What somebody vouches for who signed the record; nothing when nobody did.
    pub by_signature: Vec<String>,
    /// What stands in the record and nobody vouches for.
    pub by_nobody: Vec<String>,
    /// What the dice are bound by: it was shown before the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The key of the one who signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed_by: Option<String>,
}

impl Proof {
    /// What is behind `record`, which [`verify`](dicehouse_table::record::verify) found right.
    pub fn of(record: &Record, dice: DiceProof) -> Proof {
        let commitment = record.header.commitment().map(ToString::to_string);
        let signed_by = record.header.signed_by.map(|key| key.to_string());
        let mut proof = Proof {
            by_mathematics: mathematics(record, dice),
            by_signature: Vec::new(),
            by_nobody: Vec::new(),
            commitment,
            signed_by,
        };
        let open = open(record, dice);
        if proof.signed_by.is_some() {
            proof.by_signature = open;
            proof.by_nobody.push(
                "that the signer wrote down what happened: a player's acts are not signed by the player"
                    .to_owned(),
            );
        } else {
            proof.by_nobody = open;
        }
        if dice == DiceProof::Given {
            proof.by_nobody.insert(0, "the dice: they were given and prove nothing".to_owned());
        }
        proof
    }

    /// The proof as text, line by line.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut part = |title: &str, what: &[String]| {
            if !what.is_empty() {
                lines.push(title.to_owned());
                lines.extend(what.iter().map(|one| format!("  - {one}")));
            }
        };
        part("Proven by mathematics:", &self.by_mathematics);
        part("Vouched for by the signature:", &self.by_signature);
        part("Vouched for by nobody:", &self.by_nobody);
        if let Some(commitment) = &self.commitment {
            lines.push(format!("Commitment: {commitment}"));
            lines.push("  Compare it with the one that was shown before the game.".to_owned());
        }
        lines.push(match &self.signed_by {
            Some(key) => format!("Signed by:  {key}"),
            None => "Signed by:  nobody".to_owned(),
        });
        if self.signed_by.is_some() {
            lines.push(
                "  Compare it with the key that the house or the contest publishes.".to_owned(),
            );
        }
        lines
    }
}

/// What is computed again when a record is verified.
fn mathematics(record: &Record, dice: DiceProof) -> Vec<String> {
    let lines = record.lines.len();
    let broken_off = record.end.as_ref().is_some_and(|end| end.standing.is_none());
    let standing = match broken_off {
        true => "the game was broken off before its end",
        false => "the standing follows from them",
    };
    let mut proven = vec![format!("all {lines} lines keep to the rules, and {standing}")];
    match dice {
        DiceProof::Trusted => {
            proven.push(
                "every throw follows from the server seed and the seeds of the players".to_owned(),
            );
            if record.header.header_hash.is_none() {
                proven.push(
                    "the commitment binds that seed to the players, the rules, the time and the signer in line 1"
                        .to_owned(),
                );
            }
        }
        DiceProof::Deal => proven
            .push("every throw follows from the secret that is revealed at the end".to_owned()),
        DiceProof::Given => {}
    }
    proven
}

/// What could have been otherwise without anything else in the record being different.
fn open(record: &Record, dice: DiceProof) -> Vec<String> {
    let mut open = vec![
        "acts that nothing followed from, such as a bid that nobody called".to_owned(),
        "why and how players failed, what was said, who played for whom, and pauses".to_owned(),
    ];
    if record.header.ruleset.game() == dicehouse_rules::GameKind::Pairs {
        open[0] = "splits that would have fitted the same dice".to_owned();
    }
    if record.header.header_hash.is_some() {
        open.push(
            "line 1: who played, when, and as which game, because a name was taken out of it"
                .to_owned(),
        );
    } else if dice != DiceProof::Trusted {
        // Whoever knows the secret of a deal can commit to another line 1.
        open.push("line 1: who played, when, and as which game".to_owned());
    }
    open
}
