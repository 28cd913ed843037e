//! What happens, in sentences. Both the screen and the line mode speak with this voice.

use dicehouse_rules::{
    Act, Bid, BySeat, Cause, Dice, Event, Fact, LossReason, Seat, Seats, SecretContent, Showdown,
    Standing, ThrowKind,
};
use dicehouse_table::{Entry, Seated};

/// Tells what happens at a table to one listener.
#[derive(Clone, Debug)]
pub struct Narrator {
    names: Vec<String>,
    /// Who is spoken to as "you".
    you: Option<Seat>,
    /// Losing a round is losing the game.
    one_round: bool,
}

impl Narrator {
    /// A narrator for the player in seat `you`, or for a spectator.
    pub fn new(seats: &[Seated], you: Option<Seat>) -> Narrator {
        let names = seats.iter().map(|seated| seated.name.clone()).collect();
        Narrator { names, you, one_round: false }
    }

    /// The same narrator speaking to somebody else.
    #[must_use]
    pub fn speaking_to(&self, you: Option<Seat>) -> Narrator {
        Narrator { you, ..self.clone() }
    }

    /// The same narrator for a game of one round.
    #[must_use]
    pub fn for_one_round(self, one_round: bool) -> Narrator {
        Narrator { one_round, ..self }
    }

    /// What to call the player in `seat`: their name, or "you".
    pub fn name(&self, seat: Seat) -> String {
        if self.you == Some(seat) { "you".to_owned() } else { self.third_person(seat).to_owned() }
    }

    /// The name at the beginning of a sentence. Names stay as their owners write them.
    fn name_first(&self, seat: Seat) -> String {
        if self.you == Some(seat) { "You".to_owned() } else { self.third_person(seat).to_owned() }
    }

    fn third_person(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("somebody", String::as_str)
    }

    /// A sentence's beginning: "You bid", "Ann bids".
    fn says(&self, seat: Seat, you_do: &str, they_do: &str) -> String {
        if self.you == Some(seat) {
            format!("You {you_do}")
        } else {
            format!("{} {they_do}", self.third_person(seat))
        }
    }

    fn list(&self, seats: Seats) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.name(seat)).collect();
        joined(&names)
    }

    /// The entry in words; `None` for what needs none (a lot that the next sentence tells of).
    pub fn tell(&self, entry: &Entry) -> Option<String> {
        match entry {
            Entry::Event(event) => self.event(event),
            Entry::Talk(seat, talk) => {
                Some(format!("{} \"{talk}\"", self.says(*seat, "say:", "says:")))
            }
            Entry::Info(..) => None,
            Entry::Detail(seat, detail) => Some(format!("({}: {detail})", self.name(*seat))),
        }
    }

    fn event(&self, event: &Event) -> Option<String> {
        Some(match event.fact {
            Fact::Rolled { what, seat, shown, .. } => return self.rolled(event, what, seat, shown),
            Fact::Acted { seat, act } => self.acted(seat, act),
            Fact::Fault { seat, cause } => self.fault(seat, cause),
            Fact::Over { standing } => self.over(&standing),
            Fact::Round { round, opener, palifico } => {
                let special = if palifico { " It is a palifico round!" } else { "" };
                format!("Round {round}. {}.{special}", self.says(opener, "open", "opens"))
            }
            Fact::Stacked { seat, dice } => format!(
                "{} a stack: {dice}. Everyone sees it, and it is rolled again.",
                self.says(seat, "have rolled", "has rolled")
            ),
            Fact::Showdown(showdown) => self.showdown(&showdown),
            Fact::DieLost { seat, left, why } => self.die_lost(seat, left, why),
            Fact::DieGained { seat, left } => {
                format!("{} a die back: {left} now.", self.says(seat, "get", "gets"))
            }
            Fact::Out { seat } => format!("{} out.", self.says(seat, "are", "is")),
            Fact::ClaimRound { round, elimination, order } => {
                let names: Vec<String> = order.iter().map(|seat| self.name(*seat)).collect();
                let what = match elimination {
                    Some(n) => format!("Elimination round {n}"),
                    None => format!("Round {round}"),
                };
                format!("{what}. The order: {}.", names.join(", "))
            }
            Fact::ClaimShown { seat, claim, dice, truthful } => {
                let verdict = if truthful { "the truth" } else { "a bluff" };
                format!(
                    "{} {dice}, which is {}: {claim} was {verdict}.",
                    self.says(seat, "show", "shows"),
                    dice.sum()
                )
            }
            Fact::Scored { seat, change, score } => {
                let (you, they) = if change < 0 { ("lose", "loses") } else { ("score", "scores") };
                format!("{} {}: {score} now.", self.says(seat, you, they), change.abs())
            }
            Fact::Tied { seats } => format!("A tie for the lead: {}.", self.list(seats)),
            Fact::SplitRound { round, .. } => format!("Round {round}."),
            Fact::Decided { seat } => match event.secret.map(|secret| secret.content) {
                Some(SecretContent::Split(split)) if self.you == Some(seat) => {
                    format!("You split {split}.")
                }
                _ => format!("{} decided.", self.says(seat, "have", "has")),
            },
            Fact::Marked { seat, split, free_ride, total } => {
                let [low, high] = split.pairs();
                let removed = split.removed();
                let free = if free_ride { " (a free ride)" } else { "" };
                format!(
                    "{} {low} and {high}, without the {removed}{free}: {total}.",
                    self.says(seat, "mark", "marks")
                )
            }
            Fact::Finished { seat, total } => {
                format!("{} done with {total} points.", self.says(seat, "are", "is"))
            }
        })
    }

    fn rolled(
        &self,
        event: &Event,
        what: ThrowKind,
        seat: Option<Seat>,
        shown: Option<Dice>,
    ) -> Option<String> {
        match (what, seat, shown, event.secret.map(|secret| secret.content)) {
            (ThrowKind::Hand, Some(seat), _, Some(SecretContent::Dice(dice)))
                if self.you == Some(seat) =>
            {
                Some(format!("You roll {dice}."))
            }
            (ThrowKind::OpenerDie, Some(seat), Some(dice), _) => {
                Some(format!("{} a {dice} for the first bid.", self.says(seat, "roll", "rolls")))
            }
            (ThrowKind::RollOff, Some(seat), Some(dice), _) => {
                Some(format!("{} {dice}: {}.", self.says(seat, "roll", "rolls"), dice.sum()))
            }
            (ThrowKind::Shared, _, Some(dice), _) => Some(format!("The dice: {dice}.")),
            _ => None,
        }
    }

    fn acted(&self, seat: Seat, act: Act) -> String {
        match act {
            Act::Bid(bid) => format!("{} {}.", self.says(seat, "bid", "bids"), bid.spoken()),
            Act::Call => format!("{}!", self.says(seat, "call", "calls")),
            Act::Exact => format!("{}: exact!", self.says(seat, "say", "says")),
            Act::Claim(sum) => format!("{} {sum}.", self.says(seat, "claim", "claims")),
            Act::LetPass => format!("{} it pass.", self.says(seat, "let", "lets")),
            Act::Immunity => {
                format!("{} the immunity card: nobody scores.", self.says(seat, "play", "plays"))
            }
            Act::NoImmunity => {
                format!("{} the immunity card.", self.says(seat, "keep", "keeps"))
            }
            Act::Split(split) => format!("{} {split}.", self.says(seat, "split", "splits")),
        }
    }

    fn fault(&self, seat: Seat, cause: Cause) -> String {
        format!("{} {}.", self.name_first(seat), cause.sentence())
    }

    /// "All cups up: Ann 1 5 5; Bob 1 1 2. There are 5 fives: the bid of 5 fives was true."
    fn showdown(&self, showdown: &Showdown) -> String {
        let hands: Vec<String> = showdown
            .hands
            .iter()
            .filter(|(_, hand)| !hand.is_empty())
            .map(|(seat, hand)| format!("{} {}", self.name(seat), hand.sorted()))
            .collect();
        let bid = showdown.bid;
        let found = Bid::new(showdown.count, bid.face).spoken();
        let are = if showdown.count == 1 { "is" } else { "are" };
        let wild = match showdown.wild {
            Some(wild) if wild != bid.face => {
                let wilds: u8 = showdown.hands.values().map(|hand| hand.count(wild)).sum();
                match wilds {
                    0 => String::new(),
                    n => format!(" ({n} of them wild)"),
                }
            }
            _ => String::new(),
        };
        let verdict = match (showdown.exact, showdown.right) {
            (false, true) => format!("the bid of {} was a lie", bid.spoken()),
            (false, false) => format!("the bid of {} was true", bid.spoken()),
            (true, true) => "exactly as many as were bid".to_owned(),
            (true, false) => format!("not exactly {}", bid.quantity),
        };
        format!("All cups up: {}. There {are} {found}{wild}: {verdict}.", hands.join("; "))
    }

    fn die_lost(&self, seat: Seat, left: u8, why: LossReason) -> String {
        let because = match why {
            LossReason::FalseBid => "for the lie",
            LossReason::WrongCall => "for the wrong call",
            LossReason::OthersExact => "for somebody else's exact call",
            LossReason::WrongExact => "for the wrong exact call",
            LossReason::NotExact => "since the bid was not exact",
            LossReason::Fault => "for the fault",
        };
        if self.one_round {
            return format!("{} the game {because}.", self.says(seat, "lose", "loses"));
        }
        format!("{} a die {because}: {left} left.", self.says(seat, "lose", "loses"))
    }

    fn over(&self, standing: &Standing) -> String {
        let winners = standing.winners();
        let winning = match (winners.nth(0), winners.len()) {
            (Some(winner), 1) => format!("{} the game!", self.says(winner, "win", "wins")),
            _ => format!("The win is shared by {}!", self.list(winners)),
        };
        match &standing.scores {
            Some(scores) => format!("{winning} {}", self.final_scores(standing, scores)),
            None => winning,
        }
    }

    fn final_scores(&self, standing: &Standing, scores: &BySeat<i32>) -> String {
        let of = |seat: &Seat| format!("{} {}", self.name(*seat), scores[*seat]);
        format!("Scores: {}.", standing.order().iter().map(of).collect::<Vec<_>>().join(", "))
    }
}

/// "a", "a and b", "a, b and c".
fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Face, Secret};

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    fn narrator() -> Narrator {
        Narrator::new(&[Seated::person("Ann"), Seated::bot("Bob", "dicey", "1")], Some(seat(0)))
    }

    fn tell(fact: Fact) -> Option<String> {
        narrator().tell(&Entry::Event(fact.into()))
    }

    #[test]
    fn speaks_to_you_and_of_others() {
        let bid = Act::Bid(Bid::new(3, Face::new(5).unwrap()));
        assert_eq!(tell(Fact::Acted { seat: seat(0), act: bid }).unwrap(), "You bid 3 fives.");
        assert_eq!(tell(Fact::Acted { seat: seat(1), act: bid }).unwrap(), "Bob bids 3 fives.");
        assert_eq!(tell(Fact::Out { seat: seat(1) }).unwrap(), "Bob is out.");
        assert_eq!(
            tell(Fact::Fault { seat: seat(1), cause: Cause::Timeout }).unwrap(),
            "Bob did not answer in time."
        );
    }

    #[test]
    fn a_showdown_says_what_there_is_and_who_was_right() {
        let hands = [[1, 5, 5], [1, 1, 2]].map(|pips| Dice::from_pips(&pips).unwrap());
        let showdown = Showdown {
            round: 1,
            bid: Bid::new(5, Face::new(5).unwrap()),
            bidder: seat(0),
            caller: seat(1),
            exact: false,
            right: false,
            count: 5,
            wild: Some(Face::ONE),
            hands: BySeat::from_fn(2, |s| hands[s.index()]),
            losers: Seats::only(seat(1)),
        };
        assert_eq!(
            tell(Fact::Showdown(showdown)).unwrap(),
            "All cups up: you 1 5 5; Bob 1 1 2. There are 5 fives (3 of them wild): \
             the bid of 5 fives was true."
        );
    }

    #[test]
    fn another_seats_roll_is_never_told() {
        let roll = Fact::Rolled {
            what: ThrowKind::Hand,
            seat: Some(seat(1)),
            count: 2,
            sides: 6,
            shown: None,
        };
        let dice = Dice::from_pips(&[2, 3]).unwrap();
        let secret = Some(Secret { seat: seat(1), content: SecretContent::Dice(dice) });
        assert_eq!(narrator().tell(&Entry::Event(Event { fact: roll, secret })), None);
    }
}
