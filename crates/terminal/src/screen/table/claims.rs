//! What of the table is particular to `claims`.

use dicehouse_rules::claims::{ClaimOrder, ClaimsView, Exchange, ExchangeEnd};
use dicehouse_rules::{Act, Acts, Dice, Fact, Seat, Seats};
use dicehouse_table::Entry;
use dicehouse_telling::{Line, Tone};
use ratatui::layout::Rect;

use super::asking::Choice;
use super::circle::Direction;
use super::kind::{CircleTable, GameTable, Layout, Question, Refuses};
use super::scene::{Scene, Stage};
use crate::house::Advice;
use crate::screen::canvas::{Canvas, compact, fit, percent, rows, signed};
use crate::screen::settings::Settings;
use crate::screen::widgets::digits;
use crate::screen::widgets::seat::{Card, Front};

impl GameTable for ClaimsView<'_> {
    fn heading(&self, _: &Scene<'_>) -> Vec<String> {
        vec![match self.elimination {
            Some(n) => format!("elimination round {n}"),
            None => format!("round {} of {}", self.round, self.rules.rounds),
        }]
    }

    fn still_in(&self) -> Seats {
        self.contenders
    }

    fn dice(&self) -> Option<Dice> {
        self.hand
    }

    fn order(&self, seats: usize) -> (Vec<Seat>, Direction) {
        let all: Vec<Seat> = Seat::first(seats).collect();
        if self.rules.order == ClaimOrder::Seats {
            return (all, Direction::Clockwise);
        }
        let others = all.into_iter().filter(|seat| !self.order.contains(seat));
        (self.order.iter().copied().chain(others).collect(), Direction::Counterclockwise)
    }

    fn choice(&self, legal: Acts, _: Refuses<'_>, _: Option<Advice>) -> Option<Choice> {
        Some(match legal {
            Acts::Claim { min, max } => {
                let truth = self.hand.map_or(min.into(), |hand| hand.sum());
                Choice::Claim { min, max, at: (truth as u8).clamp(min, max), typed: None }
            }
            Acts::Answer => Choice::Either { acts: [Act::Call, Act::LetPass], at: 1 },
            Acts::Immunity => Choice::Either { acts: [Act::Immunity, Act::NoImmunity], at: 0 },
            Acts::Bid(_) | Acts::Split { .. } | Acts::Nothing => return None,
        })
    }

    fn question(&self, choice: &Choice, settings: &Settings) -> Question {
        Question::Asks(match choice {
            Choice::Either { acts: [Act::Immunity, _], .. } => {
                "You were caught. Play your immunity card, and nobody scores?".to_owned()
            }
            Choice::Either { .. } => answer_question(self, settings.hints.are_on()),
            _ => {
                "What do your dice add up to, truly or not? Arrows or digits choose, Enter claims."
                    .to_owned()
            }
        })
    }

    fn warning(&self, act: Act) -> Option<String> {
        match act {
            Act::Claim(sum) if chance(self.rules.dice, sum) == 0.0 => {
                let dice = self.rules.dice;
                Some(format!("{dice} dice never show {sum}: whoever calls it wins."))
            }
            _ => None,
        }
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Circle(self)
    }
}

impl CircleTable for ClaimsView<'_> {
    fn most_dice(&self) -> u8 {
        self.rules.dice
    }

    fn card(&self, scene: &Scene<'_>, seat: Seat) -> Card {
        card(scene, self, seat)
    }

    fn middle(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) {
        middle(canvas, area, scene, self);
    }

    fn history_title(&self) -> &'static str {
        "Claims"
    }

    fn history(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) {
        history(canvas, area, scene, self);
    }

    fn told(&self, scene: &Scene<'_>) -> Vec<Line> {
        match scene.stage {
            Stage::Exchange(step, entries) => {
                vec![Line::new(Tone::Plain, told(scene, step, entries))]
            }
            _ => Vec::new(),
        }
    }

    fn standings(&self, canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>) -> Option<()> {
        points(canvas, area, scene, self);
        Some(())
    }
}

/// Everybody's points, the leader first.
fn points(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &ClaimsView<'_>) {
    let inner = canvas.framed(area, "Points", canvas.look.line());
    let mut ranked: Vec<(Seat, u16)> = view.scores.iter().map(|(seat, p)| (seat, *p)).collect();
    ranked.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
    let most = ranked.first().map_or(1, |(_, points)| (*points).max(1));
    let down = usize::from(inner.height).max(1);
    let across = ranked.len().div_ceil(down).max(1) as u16;
    let wide = inner.width / across;
    for (n, (seat, points)) in ranked.into_iter().enumerate() {
        let x = inner.x + (n / down) as u16 * wide;
        let y = inner.y + (n % down) as u16;
        canvas.text(x + 1, y, 9, scene.name(seat), canvas.look.text());
        let room = wide.saturating_sub(16);
        let bar = "■".repeat(usize::from(room * points / most));
        let text = format!("{points:>3} {bar}");
        canvas.text(x + 10, y, wide.saturating_sub(11), &text, canvas.look.series(seat.index()));
    }
}

/// What is to be seen of a player.
fn card(scene: &Scene<'_>, view: &ClaimsView<'_>, seat: Seat) -> Card {
    let mut news = None;
    let mut shown = view.shown.filter(|_| view.claimant == Some(seat));
    if let Stage::Exchange(step, entries) = scene.stage {
        if step >= 1 {
            shown = shown.or(dice_shown(seat, entries));
        }
        if step >= 2 {
            news = scored(seat, entries);
        }
    }
    let open = scene.open.and_then(|open| open.get(seat).copied()).filter(|hand| !hand.is_empty());
    let rolled = match view.rules.roll {
        dicehouse_rules::claims::RollTime::RoundStart => view.contenders.contains(seat),
        dicehouse_rules::claims::RollTime::EachTurn => view.claimant == Some(seat),
    };
    let front = match scene.opened(seat).or(shown).or(open) {
        Some(dice) => Front::Open(dice),
        None if rolled => Front::Cup(view.rules.dice),
        None => Front::Nothing,
    };
    let score = view.scores.get(seat).copied().unwrap_or(0);
    let leads = score > 0 && view.scores.values().all(|other| *other <= score);
    let mut info = format!("{}{score} points", if leads { "▲ " } else { "" });
    if view.cards.contains(seat) {
        info.push_str(" ♦");
    }
    if let Some(won) = view.games_won.get(seat).filter(|won| **won > 0) {
        info.push_str(&format!(" ★{won}"));
    }
    Card {
        name: scene.name(seat).to_owned(),
        turn: !scene.is_telling() && scene.due.contains(seat),
        out: !view.contenders.contains(seat),
        front,
        lost: 0,
        info,
        news,
    }
}

/// The dice `seat` had to show, if it had.
fn dice_shown(seat: Seat, entries: &[Entry]) -> Option<Dice> {
    entries.iter().find_map(|entry| match entry {
        Entry::Event(event) => match event.fact {
            Fact::ClaimShown { seat: who, dice, .. } if who == seat => Some(dice),
            _ => None,
        },
        _ => None,
    })
}

/// What `seat` scored, in a few words, and whether it is good.
fn scored(seat: Seat, entries: &[Entry]) -> Option<(String, bool)> {
    let mut total = None;
    for entry in entries {
        if let Entry::Event(event) = entry
            && let Fact::Scored { seat: who, change, score } = event.fact
            && who == seat
        {
            total = Some((change, score));
        }
    }
    let (change, score) = total?;
    Some((format!("{} → {score}", signed(change.into())), change >= 0))
}

/// The middle of the table: the claim, large.
fn middle(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &ClaimsView<'_>) {
    let look = canvas.look;
    let area = compact(area);
    let between = rows(area, 1, area.height.saturating_sub(2));
    let last_row = area.height.saturating_sub(1);
    let claimant = view.claimant.map_or("", |seat| scene.name(seat));
    let caller = view.caller.map_or("", |seat| scene.name(seat));
    let (above, below) = match (scene.stage, view.claim) {
        (Stage::Opened(_, _, what), _) => (what.title().to_owned(), what.means().to_owned()),
        (Stage::Exchange(step, entries), _) => exchange_lines(scene, step, entries, caller),
        (_, Some(_)) => (scene.status.clone(), format!("{claimant} → {caller}")),
        (_, None) if view.claimant.is_some() => {
            (scene.status.clone(), format!("{claimant} → {caller}"))
        }
        _ => (scene.status.clone(), "the order is drawn".to_owned()),
    };
    canvas.centered(area, 0, &above, look.turn());
    canvas.centered(area, last_row, &below, look.text());
    match view.claim {
        Some(claim) if between.height >= digits::HEIGHT => {
            let wide = digits::width(claim.into());
            let x = between.x + between.width.saturating_sub(wide) / 2;
            let y = between.y + (between.height - digits::HEIGHT) / 2;
            digits::draw(canvas, x, y, claim.into(), look.title());
        }
        Some(claim) => {
            canvas.centered(between, between.height / 2, &format!("claim: {claim}"), look.title());
        }
        None => canvas.centered(between, between.height / 2, "no claim yet", look.dim()),
    }
}

fn exchange_lines(
    scene: &Scene<'_>,
    step: usize,
    entries: &[Entry],
    caller: &str,
) -> (String, String) {
    let shown = entries.iter().find_map(|entry| match entry {
        Entry::Event(event) => match event.fact {
            Fact::ClaimShown { seat, dice, truthful, .. } => Some((seat, dice, truthful)),
            _ => None,
        },
        _ => None,
    });
    match (shown, step) {
        (None, _) => (done(scene, entries), String::new()),
        (Some(_), 0) => (format!("{caller} calls!"), String::new()),
        (Some((seat, dice, _)), 1) => {
            (format!("{} shows {dice}", scene.name(seat)), format!("the sum is {}", dice.sum()))
        }
        (Some((seat, dice, truthful)), _) => {
            let verdict = if truthful { "the truth!" } else { "a bluff!" };
            (format!("{} shows {}", scene.name(seat), dice.sum()), verdict.to_owned())
        }
    }
}

/// What was done that led to points, or to none.
fn done(scene: &Scene<'_>, entries: &[Entry]) -> String {
    let done = entries.iter().find_map(|entry| {
        let Entry::Event(event) = entry else { return None };
        match event.fact {
            Fact::Acted { seat, act: Act::LetPass } => {
                Some(format!("{} lets it pass", scene.name(seat)))
            }
            Fact::Acted { seat, act: Act::NoImmunity } => {
                Some(format!("{} keeps the card", scene.name(seat)))
            }
            Fact::Fault { seat, cause } => {
                Some(format!("{} {}", scene.name(seat), cause.sentence()))
            }
            _ => None,
        }
    });
    done.unwrap_or_default()
}

/// What happened so far, in sentences: the dice are not told before they are seen, nor the points.
fn told(scene: &Scene<'_>, step: usize, entries: &[Entry]) -> String {
    let narrator = scene.narrator;
    let mut told: Vec<String> = Vec::new();
    for entry in entries {
        let Entry::Event(event) = entry else { continue };
        match event.fact {
            Fact::ClaimShown { seat, claim, .. } if step == 0 => {
                told.push(narrator.doubt(seat, claim));
            }
            Fact::ClaimShown { seat, dice, truthful, claim } => {
                told.push(narrator.claim_opened(seat, claim, dice, truthful));
            }
            Fact::Scored { .. } if step >= 2 => told.extend(narrator.event(event)),
            _ => {}
        }
    }
    if step >= 2 {
        told.extend(narrator.card_offered(entries));
    }
    told.join(" ")
}

/// What the one who answers a claim is asked, with the odds if wanted.
fn answer_question(view: &ClaimsView<'_>, odds: bool) -> String {
    let claim = view.claim.unwrap_or_default();
    let asked = format!("Is {claim} the truth? Call it (win or lose {claim}) or let it pass.");
    if !odds {
        return asked;
    }
    format!(
        "Is {claim} true? It is rolled {} of the time. Call it (±{claim}) or let it pass.",
        percent(chance(view.rules.dice, claim))
    )
}

/// How often `dice` dice add up to `sum`.
fn chance(dice: u8, sum: u8) -> f64 {
    let mut ways = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; ways.len() + 6];
        for (total, chance) in ways.iter().enumerate() {
            for pips in 1..=6 {
                next[total + pips] += chance / 6.0;
            }
        }
        ways = next;
    }
    ways.get(usize::from(sum)).copied().unwrap_or(0.0)
}

/// The past claims, newest at the bottom.
fn history(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene<'_>, view: &ClaimsView<'_>) {
    let shown: Vec<&Exchange> = view.past.iter().rev().take(usize::from(area.height)).collect();
    let look = canvas.look;
    for (n, exchange) in shown.into_iter().rev().enumerate() {
        let claim = exchange.claim.map_or("–".to_owned(), |claim| claim.to_string());
        let (mark, end, style) = match exchange.end {
            ExchangeEnd::Void => ("!", "void", look.dim()),
            ExchangeEnd::Passed => ("·", "passed", look.text()),
            ExchangeEnd::Truthful => ("✓", "true", look.good()),
            ExchangeEnd::Caught => ("✗", "caught", look.bad()),
            ExchangeEnd::Immune => ("♦", "immune", look.turn()),
        };
        let name = fit(scene.name(exchange.claimant), 10);
        let line = format!("{:>2} {mark} {name} {claim}: {end}", exchange.round);
        canvas.text(area.x, area.y + n as u16, area.width, &line, style);
    }
}

#[cfg(test)]
mod tests {
    use super::chance;

    #[test]
    fn seven_is_the_most_likely_sum_of_two_dice() {
        assert!((chance(2, 7) - 1.0 / 6.0).abs() < 1e-12);
        assert!((chance(2, 2) - 1.0 / 36.0).abs() < 1e-12);
        assert_eq!(chance(2, 1), 0.0);
        assert_eq!(chance(2, 200), 0.0);
    }
}
