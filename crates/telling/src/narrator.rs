//! What happens, in sentences, told to one listener.

use dicehouse_rules::{
    Act, Cause, Dice, Event, Fact, Rules, Ruleset, Seat, Seats, SecretContent, ThrowKind,
};
use dicehouse_table::{Entry, Name, Seated};

use crate::language::Language;
use crate::voice::called;
use crate::{say, tells, text};

/// Tells what happens at a table to one listener.
#[derive(Clone, Debug)]
pub struct Narrator {
    ruleset: Ruleset,
    names: Vec<Name>,
    /// Who is spoken to as "you".
    you: Option<Seat>,
    language: Language,
}

impl Narrator {
    /// A narrator of a game by `ruleset`, for the player in seat `you` or for a spectator, in English.
    pub fn new(ruleset: &Ruleset, seats: &[Seated], you: Option<Seat>) -> Narrator {
        let names = seats.iter().map(|seated| seated.name.clone()).collect();
        Narrator { ruleset: *ruleset, names, you, language: Language::English }
    }

    /// The same narrator in another language.
    #[must_use]
    pub fn speaking(self, language: Language) -> Narrator {
        Narrator { language, ..self }
    }

    /// The same narrator speaking to somebody else.
    #[must_use]
    pub fn speaking_to(&self, you: Option<Seat>) -> Narrator {
        Narrator { you, ..self.clone() }
    }

    /// The rules of the game told about.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Who is spoken to as "you".
    pub fn you(&self) -> Option<Seat> {
        self.you
    }

    /// The language it tells in.
    pub fn language(&self) -> Language {
        self.language
    }

    /// What to call the player in `seat`: their name, or "you".
    pub fn name(&self, seat: Seat) -> String {
        let you = || text!(self.language, "name.you");
        if self.you == Some(seat) { you().to_owned() } else { self.third_person(seat).to_owned() }
    }

    /// The name at the beginning of a sentence. Names stay as their owners write them.
    pub fn name_first(&self, seat: Seat) -> String {
        let you = || text!(self.language, "name.you-first");
        if self.you == Some(seat) { you().to_owned() } else { self.third_person(seat).to_owned() }
    }

    /// The name of the player in `seat`, whoever listens.
    pub fn third_person(&self, seat: Seat) -> &str {
        let somebody = || text!(self.language, "name.somebody");
        self.names.get(seat.index()).map_or_else(somebody, Name::as_str)
    }

    pub(crate) fn list(&self, seats: Seats) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.name(seat)).collect();
        self.language.list(&names)
    }

    /// Losing a round is losing the game.
    pub(crate) fn is_one_round(&self) -> bool {
        matches!(self.ruleset.rules(), Rules::Liars(rules) if rules.one_round)
    }

    /// The entry in words; `None` for what needs none (a lot that the next sentence tells of).
    pub fn tell(&self, entry: &Entry) -> Option<String> {
        match entry {
            Entry::Event(event) => self.event(event),
            Entry::Talk { seat, talk } => Some(tells!(self, *seat, "tell.says", words = talk)),
            Entry::Note { .. } => None,
            Entry::Detail { seat, detail } => Some(format!("({}: {detail})", self.name(*seat))),
            Entry::SeatSeed { seat, .. } => Some(tells!(self, *seat, "tell.seed")),
            Entry::TakenOver { seat, by } => {
                Some(tells!(self, *seat, "tell.taken-over", bot = called(&by.bot)))
            }
            Entry::GivenBack { seat } => Some(tells!(self, *seat, "tell.given-back")),
            Entry::Paused => Some(text!(self.language, "tell.paused").to_owned()),
            Entry::GoesOn => Some(text!(self.language, "tell.goes-on").to_owned()),
        }
    }

    /// The event in words; `None` for what needs none.
    pub fn event(&self, event: &Event) -> Option<String> {
        Some(match event.fact {
            Fact::Rolled { what, seat, shown, .. } => return self.rolled(event, what, seat, shown),
            Fact::Acted { seat, act } => self.acted(seat, act),
            Fact::Fault { seat, cause } => self.fault(seat, cause),
            Fact::Over { standing } => self.over(&standing),
            Fact::Round { round, opener, palifico } => self.round(round, opener, palifico),
            Fact::Stacked { seat, dice } => self.stacked(seat, dice),
            Fact::Showdown(showdown) => self.showdown(&showdown),
            Fact::DieLost { seat, left, why } => self.die_lost(seat, left, why),
            Fact::DieGained { seat, left } => self.die_gained(seat, left),
            Fact::Out { seat } => self.out(seat),
            Fact::ClaimRound { round, elimination, order } => {
                self.claim_round(round, elimination, &order)
            }
            Fact::ClaimShown { seat, claim, dice, truthful } => {
                self.claim_shown(seat, claim, dice, truthful)
            }
            Fact::Scored { seat, change, score } => self.scored(seat, change.into(), score.into()),
            Fact::Tied { seats } => say!(self.language, "tell.tied", names = self.list(seats)),
            Fact::SplitRound { round, .. } => {
                say!(self.language, "tell.split-round", round = round)
            }
            Fact::Decided { seat } => self.decided(event, seat),
            Fact::Marked { seat, split, free_ride, total } => {
                self.marked(seat, split, free_ride, total)
            }
            Fact::Finished { seat, total } => self.finished(seat, total),
        })
    }

    fn rolled(
        &self,
        event: &Event,
        what: ThrowKind,
        seat: Option<Seat>,
        shown: Option<Dice>,
    ) -> Option<String> {
        let secret = event.secret.map(|secret| secret.content);
        match (what, seat, shown, secret) {
            (ThrowKind::Hand, Some(seat), _, Some(SecretContent::Dice(dice)))
                if self.you == Some(seat) =>
            {
                Some(say!(self.language, "tell.your-roll", dice = dice))
            }
            (ThrowKind::OpenerDie, Some(seat), Some(dice), _) => {
                Some(tells!(self, seat, "tell.opener-roll", dice = dice))
            }
            (ThrowKind::RollOff, Some(seat), Some(dice), _) => {
                Some(tells!(self, seat, "tell.roll-off", dice = dice, sum = dice.sum()))
            }
            (ThrowKind::Shared, _, Some(dice), _) => {
                Some(say!(self.language, "tell.shared", dice = dice))
            }
            _ => None,
        }
    }

    /// What somebody did: "Ann bids 3 fives."
    pub fn acted(&self, seat: Seat, act: Act) -> String {
        match act {
            Act::Bid(bid) => tells!(self, seat, "tell.bid", bid = self.language.bid(bid)),
            Act::Call => tells!(self, seat, "tell.call"),
            Act::Exact => tells!(self, seat, "tell.exact"),
            Act::Claim(sum) => tells!(self, seat, "tell.claim", sum = sum),
            Act::LetPass => tells!(self, seat, "tell.pass"),
            Act::Immunity => tells!(self, seat, "tell.immunity"),
            Act::NoImmunity => tells!(self, seat, "tell.no-immunity"),
            Act::Split(split) => self.split(seat, split),
        }
    }

    /// What went wrong: "Bob did not answer in time."
    pub fn fault(&self, seat: Seat, cause: Cause) -> String {
        match cause {
            Cause::Illegal => tells!(self, seat, "tell.illegal"),
            Cause::Timeout => tells!(self, seat, "tell.timeout"),
            Cause::Unreadable => tells!(self, seat, "tell.unreadable"),
            Cause::Crashed => tells!(self, seat, "tell.crashed"),
            Cause::Left => tells!(self, seat, "tell.left"),
        }
    }
}

/// The facts among `entries`, in order.
pub(crate) fn facts(entries: &[Entry]) -> impl Iterator<Item = Fact> {
    entries.iter().filter_map(|entry| match entry {
        Entry::Event(event) => Some(event.fact),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehouse_rules::{Bid, BySeat, Face, GameKind, Secret, Showdown};

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    fn narrator() -> Narrator {
        let seats = [Seated::person("Ann"), Seated::bot("Bob", "dicey", "1")];
        Narrator::new(&Ruleset::default_of(GameKind::Liars), &seats, Some(seat(0)))
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
