//! Drawing an online room before and between games.

use dicehouse_room::message::{Phase, SeatHolder, SeatState, Settings, TalkRule, Watching};
use dicehouse_telling::table_in_words;
use dicehouse_telling::voice::called;
use ratatui::layout::{Constraint, Layout, Margin, Rect};

use super::{Gathering, Next};
use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::format::{fit, wrap};
use crate::screen::widgets::choices::{self, Choices, Columns, Listed};
use crate::screen::widgets::log;

/// Draws the room.
pub fn draw(canvas: &mut Canvas<'_>, room: &Gathering) {
    let area = canvas.area();
    title_bar(canvas, room);
    let link = format!(" Others join with: dicehouse join {}", room.link);
    canvas.text(area.x, area.y + 1, area.width, &link, canvas.look.dim());
    let parts = [2, 0, 3, 1, 1].map(|rows| match rows {
        0 => Constraint::Fill(1),
        rows => Constraint::Length(rows),
    });
    let [_, body, next_step, said, keys] = Layout::vertical(parts).areas(area);
    let [left, right] = Layout::horizontal([Constraint::Fill(1); 2]).areas(body);
    let needed = Constraint::Length(room.room.seats.len() as u16 + 2);
    let [seated, others] = Layout::vertical([needed, Constraint::Fill(1)]).areas(left);
    seats(canvas, seated, room);
    people(canvas, others, room);
    let about = about(&room.room.settings, right.width.saturating_sub(4));
    let tall = Constraint::Length(about.len() as u16 + 2);
    let [above, below] = Layout::vertical([tall, Constraint::Fill(1)]).areas(right);
    let inner = canvas.framed(above, "What is played", canvas.look.line());
    canvas.lines(inner.inner(Margin::new(1, 0)), &about, canvas.look.text());
    let inner = canvas.framed(below, "What happens", canvas.look.line());
    log::draw(canvas, inner, room.log.iter());
    next(canvas, next_step, room);
    message(canvas, said, room);
    buttons(canvas, keys, room);
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
    let look = canvas.look;
    let line = |(n, seat): (usize, &SeatState)| {
        let (name, about) = holder(room, seat);
        let stars = if seat.won > 0 { format!(" ★{}", seat.won) } else { String::new() };
        let label = format!("{:>2} {}{stars}", n + 1, fit(&name, 16));
        Listed::whole(label, about, if n == room.at { look.chosen() } else { look.text() })
    };
    let lines: Vec<Listed> = room.room.seats.iter().enumerate().map(line).collect();
    let columns = Columns::Texts(Choices::widest_label(&lines) + 1);
    let choices = Choices::new(lines, Some(room.at), columns).marked("▶");
    choices::draw(canvas, inner, &choices, Action::Seat);
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
    canvas.wrapped(inner, &looking.join(", "), canvas.look.text());
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
