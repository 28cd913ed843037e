use super::*;
use dicehouse_rules::GameKind;

/// Takes the lesson by doing what it asks for; `choice` picks among the expected acts.
fn take_all(game: GameKind, choice: usize) -> (Course, Vec<String>) {
    let mut course = Course::new(Lesson::of(game).unwrap()).unwrap();
    let mut said = Vec::new();
    while !course.is_over() {
        let moment = course.moment();
        assert!(!moment.text.is_empty(), "{game}: step {} says nothing", moment.step);
        said.push(moment.text);
        let step = &course.lesson.steps[course.at];
        let reply = match (step, course.asked()) {
            (_, Some(ask)) => {
                let due = course.game.turn().due();
                assert!(due.contains(LEARNER), "{game}: step {}: not due", moment.step);
                course.take(Input::Act(ask.expect[choice % ask.expect.len()]))
            }
            (_, None) => course.take(Input::GoOn),
        };
        assert_eq!(reply.refused, None, "{game}: step {}", moment.step);
        assert!(said.len() < 100, "{game}: never over");
    }
    (course, said)
}

#[test]
fn every_game_has_a_lesson_whose_script_follows_the_rules() {
    for game in GameKind::ALL {
        for choice in 0..3 {
            let mut events = Vec::new();
            let lesson = Lesson::of(game).unwrap();
            let mut table = Game::new(&lesson.ruleset, lesson.seats("Ann").len()).unwrap();
            for (n, step) in lesson.steps.iter().enumerate() {
                let name = format!("{game}: step {}: {step:?}, due {:?}", n + 1, table.turn());
                match step {
                    Step::Say { text } => assert!(!text.is_empty()),
                    Step::Roll { dice, .. } => table.roll(dice, &mut events).expect(&name),
                    Step::Act { seat, act, .. } => {
                        table.play(*seat, *act, &mut events).expect(&name)
                    }
                    Step::Ask(ask) => {
                        let act = ask.expect[choice % ask.expect.len()];
                        table.play(LEARNER, act, &mut events).expect(&name)
                    }
                }
            }
            let (course, said) = take_all(game, choice);
            assert_eq!(course.game, table, "{game}");
            assert!((8..=30).contains(&said.len()), "{game}: {} moments", said.len());
        }
    }
}

#[test]
fn a_lesson_takes_about_three_minutes() {
    for game in GameKind::ALL {
        let (_, said) = take_all(game, 0);
        let words: usize = said.iter().map(|text| text.split_whitespace().count()).sum();
        // People read some 200 words a minute, and look at the dice in between.
        assert!((250..=650).contains(&words), "{game}: {words} words");
    }
}

/// Beside a table of cups there is room for four lines, beside a score sheet for three.
#[test]
fn every_text_fits_on_the_smallest_screen() {
    for game in GameKind::ALL {
        let room = if game == GameKind::Pairs { 3 } else { 4 };
        for step in &Lesson::of(game).unwrap().steps {
            for text in step.texts() {
                let mut lines = vec![0];
                for word in text.split_whitespace().map(|word| word.chars().count()) {
                    match lines.last_mut() {
                        Some(line) if *line + 1 + word <= 76 => *line += 1 + word,
                        _ => lines.push(word),
                    }
                }
                assert!(lines.len() <= room, "{game}: {text}");
            }
        }
    }
}

#[test]
fn another_act_is_answered_and_changes_nothing() {
    let mut course = Course::new(Lesson::of(GameKind::Liars).unwrap()).unwrap();
    while course.asked().is_none() {
        course.take(Input::GoOn);
    }
    let before = course.view();
    let asked = course.moment();
    assert_eq!(course.take(Input::GoOn), Reply::default(), "reading on is no answer");
    let reply = course.take(Input::Act("call".parse().unwrap()));
    assert!(reply.refused.is_some(), "there is nothing to call");
    let reply = course.take(Input::Act("6x6".parse().unwrap()));
    assert_eq!(reply, Reply::default());
    assert_ne!(course.moment().text, asked.text);
    assert_eq!((course.view(), course.moment().task), (before, asked.task));
}

#[test]
fn the_same_inputs_lead_to_the_same_moment() {
    for game in GameKind::ALL {
        let lesson = Lesson::of(game).unwrap();
        let (mut course, mut inputs) = (Course::new(lesson).unwrap(), Vec::new());
        while !course.is_over() {
            let input = match course.asked() {
                Some(ask) => Input::Act(ask.expect[0]),
                None => Input::GoOn,
            };
            inputs.push(input);
            assert!(inputs.len() < 100, "{game}: never over");
            course.take(input);
            let text = serde_json::to_string(&inputs).unwrap();
            let again: Vec<Input> = serde_json::from_str(&text).unwrap();
            assert_eq!(Course::after(lesson, &again).unwrap().moment(), course.moment());
        }
    }
}

#[test]
fn nobody_elses_dice_are_in_a_moment_before_they_are_shown() {
    let mut course = Course::new(Lesson::of(GameKind::Liars).unwrap()).unwrap();
    let reply = loop {
        let reply = course.take(Input::GoOn);
        if !reply.events.is_empty() {
            break reply;
        }
    };
    let secrets = reply.events.iter().filter_map(|event| event.secret);
    assert!(secrets.clone().count() > 0 && secrets.clone().all(|s| s.seat == LEARNER));
}

#[test]
fn moments_are_counted_one_by_one() {
    for game in GameKind::ALL {
        let mut course = Course::new(Lesson::of(game).unwrap()).unwrap();
        let mut counted = 0;
        while !course.is_over() {
            let Moment { step, steps, .. } = course.moment();
            assert!(step == counted || step == counted + 1, "{game}: {step} after {counted}");
            assert!(step <= steps, "{game}: {step} of {steps}");
            counted = step;
            course.take(course.asked().map_or(Input::GoOn, |ask| Input::Act(ask.expect[0])));
        }
        assert_eq!(counted, course.moment().steps, "{game}");
    }
}

/// What a split changes about the learner's total.
fn effect(course: &Course, act: Act) -> i32 {
    let total = |game: &Game| match game.view(Viewer::Seat(LEARNER)) {
        View::Pairs(view) => view.totals[LEARNER],
        _ => unreachable!("a lesson about pairs"),
    };
    let mut after = course.game.clone();
    after.play(LEARNER, act, &mut Vec::new()).unwrap();
    total(&after) - total(&course.game)
}

/// The lesson of pairs never calls a split wrong that is as good as the one it asks for. On an empty sheet many splits
/// cost the same; there none may cost less.
#[test]
fn no_split_that_is_refused_is_as_good_as_the_expected_one() {
    let mut course = Course::new(Lesson::of(GameKind::Pairs).unwrap()).unwrap();
    let mut asked = 0;
    while !course.is_over() {
        let Some(ask) = course.asked() else {
            course.take(Input::GoOn);
            continue;
        };
        let Acts::Split { splits } = course.game.legal(LEARNER) else { panic!("a split is due") };
        let expected = ask.expect.iter().map(|act| effect(&course, *act)).min().unwrap();
        let all = splits.iter().map(|split| Act::Split(*split));
        for act in all.filter(|act| !ask.expect.contains(act)) {
            let change = effect(&course, act);
            let as_good = if asked == 0 { change > expected } else { change >= expected };
            assert!(!as_good, "{act} brings {change}, as against {expected}: {}", ask.text);
        }
        asked += 1;
        course.take(Input::Act(ask.expect[0]));
    }
    assert!(asked > 4);
}
