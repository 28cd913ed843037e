//! Drawing an online room before and between games.

use dicehouse_room::message::{Phase, SeatHolder, SeatState, Settings, TalkRule, Watching};
use dicehouse_telling::table_in_words;
use dicehouse_telling::voice::called;
use ratatui::layout::Rect;

use super::{Gathering, Next};
use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::format::{fit, wrap};
use crate::screen::widgets::log;

/// Draws the room.
pub fn draw(canvas: &mut Canvas<'_>, room: &Gathering) {
    let area = canvas.area();
    title_bar(canvas, room);
    let link = format!(" Others join with: dicehouse join {}", room.link);
    canvas.text(area.x, area.y + 1, area.width, &link, canvas.look.dim());
    let body = rows(area, 2, area.height.saturating_sub(7));
    let half = area.width / 2;
    let left = Rect::new(body.x, body.y, half, body.height);
    let right = Rect::new(body.x + half, body.y, area.width - half, body.height);
    let needed = room.room.seats.len() as u16 + 2;
    seats(canvas, rows(left, 0, needed), room);
    people(canvas, rows(left, needed, left.height.saturating_sub(needed)), room);
    let about = about(&room.room.settings, right.width.saturating_sub(4));
    let tall = about.len() as u16 + 2;
    let inner = canvas.framed(rows(right, 0, tall), "What is played", canvas.look.line());
    for (n, line) in about.iter().enumerate() {
        canvas.text(inner.x + 1, inner.y + n as u16, inner.width, line, canvas.look.text());
    }
    let below = rows(right, tall, right.height.saturating_sub(tall));
    let inner = canvas.framed(below, "What happens", canvas.look.line());
    log::draw(canvas, inner, room.log.iter());
    next(canvas, rows(area, area.height.saturating_sub(5), 3), room);
    message(canvas, rows(area, area.height.saturating_sub(2), 1), room);
    buttons(canvas, rows(area, area.height.saturating_sub(1), 1), room);
}

fn title_bar(canvas: &mut Canvas<'_>, room: &Gathering) {
    let bar = rows(canvas.area(), 0, 1);
    canvas.tint(bar, canvas.look.bar());
    let style = canvas.look.bar().patch(canvas.look.title());
    let used = canvas.text(bar.x, 0, bar.width, " ⚄ Dicehouse ", style);
    let what = match (&room.room.challenge, room.room.phase) {
        (Some(challenge), _) => format!("the challenge of {}", challenge.day),
        (None, Phase::Lobby) => "before the first game".to_owned(),
        (None, Phase::Playing) => "a game is going on".to_owned(),
        (None, Phase::Over) => format!("after game {}", room.room.games),
        (None, Phase::Closed) => "closed".to_owned(),
    };
    let text = format!("│ Room {} │ {what}", room.room.code);
    canvas.text(bar.x + used, 0, bar.width.saturating_sub(used + 8), &text, canvas.look.bar());
    canvas.right(bar, 0, "? help ", canvas.look.bar());
    canvas.hit(Rect::new(bar.right().saturating_sub(7), 0, 7, 1), Action::Help);
}

fn seats(canvas: &mut Canvas<'_>, area: Rect, room: &Gathering) {
    let inner = canvas.framed(area, "Seats", canvas.look.line());
    for (n, seat) in room.room.seats.iter().enumerate() {
        let line = rows(inner, n as u16, 1);
        if line.height == 0 {
            return;
        }
        let chosen = n == room.at;
        let style = if chosen { canvas.look.chosen() } else { canvas.look.text() };
        canvas.tint(line, style);
        let (name, about) = holder(room, seat);
        let stars = if seat.won > 0 { format!(" ★{}", seat.won) } else { String::new() };
        let name = format!("{:>2} {}{stars}", n + 1, fit(&name, 16));
        let used = canvas.text(line.x, line.y, line.width, &name, style);
        let room = line.width.saturating_sub(used + 2);
        canvas.text(line.x + used + 2, line.y, room, &about, style);
        canvas.hit(line, Action::Seat(n));
    }
}

/// Who has a seat, and a few words on them.
fn holder(room: &Gathering, seat: &SeatState) -> (String, String) {
    match &seat.holder {
        SeatHolder::Free => ("(free)".to_owned(), String::new()),
        SeatHolder::Person { person, name, .. } => {
            let known = room.room.people.iter().find(|one| one.person == *person);
            let mut about = Vec::new();
            if *person == room.me {
                about.push("you");
            }
            if room.room.host.as_ref() == Some(person) {
                about.push("host");
            }
            match known {
                Some(one) if !one.here => about.push("away"),
                Some(one) if one.ready => about.push("ready"),
                _ => {}
            }
            (name.to_string(), about.join(", "))
        }
        SeatHolder::Gone { name, .. } => (name.to_string(), "gone".to_owned()),
        SeatHolder::Bot(bot) => {
            let level = if bot.level.is_empty() { &bot.bot } else { &bot.level };
            (bot.name.to_string(), format!("bot · {level}"))
        }
    }
}

/// Those who look on.
fn people(canvas: &mut Canvas<'_>, area: Rect, room: &Gathering) {
    let looking: Vec<String> = room
        .room
        .people
        .iter()
        .filter(|person| person.seat.is_none())
        .map(|person| {
            let you = if person.person == room.me { " (you)" } else { "" };
            let host = if room.room.host.as_ref() == Some(&person.person) { " (host)" } else { "" };
            let away = if person.here { "" } else { " (away)" };
            format!("{}{you}{host}{away}", person.name)
        })
        .collect();
    if looking.is_empty() || area.height < 3 {
        return;
    }
    let inner = canvas.framed(area, "Without a seat", canvas.look.line());
    for (n, line) in wrap(&looking.join(", "), inner.width).iter().enumerate() {
        let line_area = rows(inner, n as u16, 1);
        if line_area.height > 0 {
            canvas.text(line_area.x, line_area.y, line_area.width, line, canvas.look.text());
        }
    }
}

/// What is played and how, line by line.
fn about(settings: &Settings, width: u16) -> Vec<String> {
    let clock = match settings.clock.per_turn {
        Some(seconds) => format!("{} seconds for a turn", seconds.0),
        None => "as much time as one likes".to_owned(),
    };
    let talk = match settings.talk {
        TalkRule::Off => "no talk",
        TalkRule::Phrases => "talk in set phrases",
        TalkRule::Free => "talk in words of one's own",
    };
    let watching = match settings.watching {
        Watching::Nobody => "nobody watches".to_owned(),
        Watching::Anyone { delay } if delay.0 == 0 => "anyone may watch".to_owned(),
        Watching::Anyone { delay } => format!("watched {} seconds later", delay.0),
    };
    let away = match &settings.absence.stand_in {
        Some(bot) => format!("away for {} s: {} plays", settings.absence.grace.0, called(bot)),
        None => format!("away for {} s: turns are lost", settings.absence.grace.0),
    };
    let listed = if settings.listed { "in the list of rooms" } else { "for those with the link" };
    let mut lines = wrap(&table_in_words(&settings.ruleset), width);
    lines.extend([clock, talk.to_owned(), watching, away, listed.to_owned()]);
    lines.iter().map(|line| fit(line, width)).collect()
}

fn next(canvas: &mut Canvas<'_>, area: Rect, room: &Gathering) {
    let next = room.next();
    let waits = matches!(next, Next::Wait(_));
    let border = if waits { canvas.look.line() } else { canvas.look.turn() };
    let inner = canvas.framed(area, "", border);
    let (style, mark) = match waits {
        true => (canvas.look.dim(), ""),
        false => (canvas.look.chosen(), "▶ "),
    };
    canvas.tint(inner, style);
    canvas.centered(inner, 0, &format!("{mark}{}", next.label()), style);
    canvas.hit(area, Action::Next);
}

fn message(canvas: &mut Canvas<'_>, area: Rect, room: &Gathering) {
    let look = canvas.look;
    let (text, style) = match (&room.notice, &room.note) {
        (Some(notice), _) => (notice.clone(), look.bad()),
        (None, Some(note)) => (note.clone(), look.turn()),
        (None, None) if room.is_host() => (
            "You are the host: you decide what is played, and when it starts.".to_owned(),
            look.dim(),
        ),
        (None, None) => return,
    };
    canvas.text(area.x + 1, area.y, area.width.saturating_sub(2), &text, style);
}

fn buttons(canvas: &mut Canvas<'_>, area: Rect, room: &Gathering) {
    let next = room.next();
    let mut buttons: Vec<(&str, &str, Action)> = Vec::new();
    let enter = match next {
        Next::Sit => Some("sit"),
        Next::Ready => Some("ready"),
        Next::Bots => Some("bots"),
        Next::Start => Some("start"),
        Next::Wait(_) => None,
    };
    buttons.extend(enter.map(|does| ("Enter", does, Action::Next)));
    buttons.push(("x", "seat", Action::SeatMenu));
    if room.is_host() && room.room.challenge.is_none() {
        if next != Next::Bots {
            buttons.push(("b", "bots", Action::Bots));
        }
        buttons.push(("c", "change", Action::Change));
    }
    buttons.push(("t", "talk", Action::Talk));
    buttons.push(("Esc", "more", Action::Back));
    buttons.push(("q", "leave", Action::Quit));
    if room.is_host() && room.room.challenge.is_none() {
        buttons.push(("a", "add", Action::AddSeat));
        buttons.push(("d", "drop", Action::RemoveSeat));
    }
    buttons.push(("r", "rules", Action::Rules));
    canvas.buttons(area, 0, &buttons);
}
