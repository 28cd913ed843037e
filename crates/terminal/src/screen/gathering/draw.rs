//! Drawing an online room before and between games.

use dicehouse_room::message::{Phase, SeatHolder, SeatState, Settings, TalkRule, Watching};
use dicehouse_telling::voice::called;
use dicehouse_telling::{Language, say, text};
use ratatui::layout::{Constraint, Layout, Margin, Rect};

use super::{Gathering, Next};
use crate::screen::action::Action;
use crate::screen::canvas::{Canvas, rows};
use crate::screen::format::{columns, fit, wrap};
use crate::screen::widgets::choices::{self, Choices, Columns, Listed};
use crate::screen::widgets::log;

/// Draws the room.
pub fn draw(canvas: &mut Canvas<'_>, room: &Gathering) {
    let area = canvas.area();
    title_bar(canvas, room);
    let language = canvas.language();
    let link = format!(" {}", say!(language, "room-screen.link", link = room.link));
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
    let about = about(&room.room.settings, right.width.saturating_sub(4), language);
    let tall = Constraint::Length(about.len() as u16 + 2);
    let [above, below] = Layout::vertical([tall, Constraint::Fill(1)]).areas(right);
    let inner = canvas.framed(
        above,
        text!(canvas.language(), "room-screen.what-is-played"),
        canvas.look.line(),
    );
    canvas.lines(inner.inner(Margin::new(1, 0)), &about, canvas.look.text());
    let inner = canvas.framed(
        below,
        text!(canvas.language(), "room-screen.what-happens"),
        canvas.look.line(),
    );
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
    let language = canvas.language();
    let what = match (&room.room.challenge, room.room.phase) {
        (Some(challenge), _) => say!(language, "room-screen.challenge", day = challenge.day),
        (None, Phase::Lobby) => text!(language, "room-screen.before").to_owned(),
        (None, Phase::Playing) => text!(language, "room-screen.going-on").to_owned(),
        (None, Phase::Over) => say!(language, "room-screen.after", n = room.room.games),
        (None, Phase::Closed) => text!(language, "room-screen.closed").to_owned(),
    };
    let code = say!(language, "room-screen.room", code = room.room.code);
    let text = format!("│ {code} │ {what}");
    let help = format!("? {} ", text!(language, "key.help"));
    let wide = columns(&help);
    canvas.text(
        bar.x + used,
        0,
        bar.width.saturating_sub(used + wide + 1),
        &text,
        canvas.look.bar(),
    );
    canvas.right(bar, 0, &help, canvas.look.bar());
    canvas.hit(Rect::new(bar.right().saturating_sub(wide), 0, wide, 1), Action::Help);
}

fn seats(canvas: &mut Canvas<'_>, area: Rect, room: &Gathering) {
    let inner =
        canvas.framed(area, text!(canvas.language(), "room-screen.seats"), canvas.look.line());
    let look = canvas.look;
    let line = |(n, seat): (usize, &SeatState)| {
        let (name, about) = holder(room, seat, look.language);
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
fn holder(room: &Gathering, seat: &SeatState, language: Language) -> (String, String) {
    match &seat.holder {
        SeatHolder::Free => (text!(language, "room-screen.free").to_owned(), String::new()),
        SeatHolder::Person { person, name, .. } => {
            let known = room.room.people.iter().find(|one| one.person == *person);
            let mut about = Vec::new();
            if *person == room.me {
                about.push(text!(language, "room-screen.you"));
            }
            if room.room.host.as_ref() == Some(person) {
                about.push(text!(language, "room-screen.host"));
            }
            match known {
                Some(one) if !one.here => about.push(text!(language, "room-screen.away")),
                Some(one) if one.ready => about.push(text!(language, "room-screen.ready")),
                _ => {}
            }
            (name.to_string(), about.join(", "))
        }
        SeatHolder::Gone { name, .. } => {
            (name.to_string(), text!(language, "room-screen.gone").to_owned())
        }
        SeatHolder::Bot(bot) => {
            let level = language.find(&format!("level.{}", bot.level));
            let level = match bot.level.is_empty() {
                true => bot.bot.as_str(),
                false => level.unwrap_or(bot.level.as_str()),
            };
            (bot.name.to_string(), say!(language, "room-screen.bot", level = level))
        }
    }
}

/// Those who look on.
fn people(canvas: &mut Canvas<'_>, area: Rect, room: &Gathering) {
    let language = canvas.language();
    let looking: Vec<String> = room
        .room
        .people
        .iter()
        .filter(|person| person.seat.is_none())
        .map(|person| {
            let is_host = room.room.host.as_ref() == Some(&person.person);
            let marks = [
                (person.person == room.me, text!(language, "room-screen.you")),
                (is_host, text!(language, "room-screen.host")),
                (!person.here, text!(language, "room-screen.away")),
            ];
            let marks = marks.into_iter().filter(|(holds, _)| *holds);
            let marks: String = marks.map(|(_, mark)| format!(" ({mark})")).collect();
            format!("{}{marks}", person.name)
        })
        .collect();
    if looking.is_empty() || area.height < 3 {
        return;
    }
    let inner =
        canvas.framed(area, text!(canvas.language(), "room-screen.no-seat"), canvas.look.line());
    canvas.wrapped(inner, &looking.join(", "), canvas.look.text());
}

/// What is played and how, line by line.
fn about(settings: &Settings, width: u16, language: Language) -> Vec<String> {
    let clock = match settings.clock.per_turn {
        Some(seconds) => say!(language, "room-screen.seconds", n = seconds.0),
        None => text!(language, "room-screen.no-clock").to_owned(),
    };
    let talk = match settings.talk {
        TalkRule::Off => text!(language, "room-screen.no-talk"),
        TalkRule::Phrases => text!(language, "room-screen.phrases"),
        TalkRule::Free => text!(language, "room-screen.free-talk"),
    };
    let watching = match settings.watching {
        Watching::Nobody => text!(language, "room-screen.nobody-watches").to_owned(),
        Watching::Anyone { delay } if delay.0 == 0 => {
            text!(language, "room-screen.anyone-watches").to_owned()
        }
        Watching::Anyone { delay } => say!(language, "room-screen.watched-later", n = delay.0),
    };
    let grace = settings.absence.grace.0;
    let away = match &settings.absence.stand_in {
        Some(bot) => say!(language, "room-screen.away-bot", n = grace, bot = called(bot)),
        None => say!(language, "room-screen.away-lost", n = grace),
    };
    let listed = match settings.listed {
        true => text!(language, "room-screen.listed"),
        false => text!(language, "room-screen.by-link"),
    };
    let mut lines = wrap(&language.table_in_words(&settings.ruleset), width);
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
    canvas.centered(inner, 0, &format!("{mark}{}", next.label(canvas.language())), style);
    canvas.hit(area, Action::Next);
}

fn message(canvas: &mut Canvas<'_>, area: Rect, room: &Gathering) {
    let look = canvas.look;
    let (text, style) = match (&room.notice, &room.note) {
        (Some(notice), _) => (notice.clone(), look.bad()),
        (None, Some(note)) => (note.clone(), look.turn()),
        (None, None) if room.is_host() => {
            (text!(look.language, "room-screen.you-decide").to_owned(), look.dim())
        }
        (None, None) => return,
    };
    canvas.text(area.x + 1, area.y, area.width.saturating_sub(2), &text, style);
}

fn buttons(canvas: &mut Canvas<'_>, area: Rect, room: &Gathering) {
    let language = canvas.language();
    let next = room.next();
    let mut buttons: Vec<(&str, &str, Action)> = Vec::new();
    let enter = match next {
        Next::Sit => Some(text!(language, "key.sit")),
        Next::Ready => Some(text!(language, "key.ready")),
        Next::Bots => Some(text!(language, "key.bots")),
        Next::Start => Some(text!(language, "key.start")),
        Next::Wait(_) => None,
    };
    buttons.extend(enter.map(|does| ("Enter", does, Action::Next)));
    buttons.push(("x", text!(language, "key.seat"), Action::SeatMenu));
    if room.is_host() && room.room.challenge.is_none() {
        if next != Next::Bots {
            buttons.push(("b", text!(language, "key.bots"), Action::Bots));
        }
        buttons.push(("c", text!(language, "key.change"), Action::Change));
    }
    buttons.push(("t", text!(language, "key.talk"), Action::Talk));
    buttons.push(("Esc", text!(language, "key.more"), Action::Back));
    buttons.push(("q", text!(language, "key.leave"), Action::Quit));
    if room.is_host() && room.room.challenge.is_none() {
        buttons.push(("a", text!(language, "key.add"), Action::AddSeat));
        buttons.push(("d", text!(language, "key.less"), Action::RemoveSeat));
    }
    buttons.push(("r", text!(language, "key.rules"), Action::Rules));
    canvas.buttons(area, 0, &buttons);
}
