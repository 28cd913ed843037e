//! The steps of a check, in order.

use std::time::Duration;

use dicehouse_programs::process::{CappedLog, Exit, Grace, Launch, Manner};
use dicehouse_protocol::{Ready, WireStyle};
use dicehouse_rules::{Cause, Game, GameKind, MAX_SEATS, PRESETS, Ruleset};

use super::CheckOptions;
use super::game::{Plan, Played, play};
use super::hints::{OLD_QUESTION, fault_hint, introduction, start_hint, unknown_games};
use super::report::{CheckReport, CheckStep, Figures, Problem, Verdict};
use super::style;
use super::transcript::{Transcript, last_lines};
use super::write::milliseconds;
use crate::program::{Program, ProgramOptions, StartError};

/// How long a bot may take to end after `bye`: longer than in a contest, so that a note can say how long it took.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long it is looked into why a bot did not answer.
const LATE_ANSWER: Duration = Duration::from_millis(700);

/// In so many steps a bot may be late before the rest is not tried: each costs the time of a move, and what is wrong has
/// been seen.
const LATE_STEPS: u32 = 3;

/// Walks the bot through all steps.
pub(super) fn walk(
    launch: &Launch,
    options: &CheckOptions,
    progress: &mut dyn FnMut(&CheckStep),
) -> CheckReport {
    let mut walk = Walk {
        launch,
        options,
        progress,
        transcript: Transcript::default(),
        steps: Vec::new(),
        number: 0,
        late_steps: 0,
    };
    let mut program = walk.program(WireStyle::default());
    let ready = walk.greet(&mut program);
    if let Some(ready) = &ready {
        let games = walk.games_to_play(ready);
        match options.ruleset {
            None => walk.presets(&mut program, &games),
            Some(ruleset) => walk.given_rules(&mut program, &ruleset, ready),
        }
        walk.big_tables(&mut program, &games);
        walk.game_after_game(&mut program, &games);
        walk.odd_messages(&games);
        walk.same_seed(&mut program, &games);
        walk.farewell(program);
    } else {
        walk.done(CheckStep::new("plays games", Verdict::Skipped));
    }
    let mut figures = Figures::default();
    walk.steps.iter().for_each(|step| figures.add(step.figures));
    let passed = walk.steps.iter().all(|step| step.verdict == Verdict::Passed);
    CheckReport { command: launch.command().to_string(), passed, ready, steps: walk.steps, figures }
}

struct Walk<'a> {
    launch: &'a Launch,
    options: &'a CheckOptions,
    progress: &'a mut dyn FnMut(&CheckStep),
    transcript: Transcript,
    steps: Vec<CheckStep>,
    /// The number of the last game started.
    number: u64,
    /// In how many steps the bot was late.
    late_steps: u32,
}

impl Walk<'_> {
    fn program(&self, style: WireStyle) -> Program {
        let grace = Grace { after_close: FAREWELL, after_term: FAREWELL };
        let options = ProgramOptions {
            ready_limit: self.options.ready_limit,
            grace,
            ..ProgramOptions::default()
        };
        // Where this is set, Python flushes by itself, and a missing flush would come out only in the sandbox of a contest.
        let launch = self.launch.clone().env("PYTHONUNBUFFERED", "");
        Program::with_options(launch, "checked", options)
            .with_style(style)
            .tapped(self.transcript.tap())
            .watch_late_answer(LATE_ANSWER)
    }

    /// The games that the bot is asked to play.
    fn games_to_play(&self, ready: &Ready) -> Vec<GameKind> {
        let asked = |game: &GameKind| self.options.ruleset.is_none_or(|r| r.game() == *game);
        GameKind::ALL.into_iter().filter(|game| asked(game) && ready.plays(*game)).collect()
    }

    /// The rules by which `game` is played where one set of rules is enough.
    fn rules(&self, game: GameKind) -> Ruleset {
        self.options.ruleset.unwrap_or_else(|| richest(game))
    }

    /// Whether it makes no sense to play on: the bot has answered nothing at all, or was late again and again.
    fn is_hopeless(&self) -> bool {
        let answered = self.steps.iter().any(|step| step.figures.moves > 0);
        self.late_steps >= LATE_STEPS || (self.late_steps > 0 && !answered)
    }

    fn done(&mut self, step: CheckStep) {
        (self.progress)(&step);
        self.steps.push(step);
    }

    /// The program starts and answers `hello`.
    fn greet(&mut self, program: &mut Program) -> Option<Ready> {
        const STARTS: &str = "starts";
        const READY: &str = "answers hello with ready";
        let error = match program.start() {
            Ok(ready) => {
                let ready = ready.clone();
                self.done(CheckStep::new(STARTS, Verdict::Passed));
                let mut step = CheckStep::new(READY, Verdict::Passed);
                step.notes = introduction(&ready);
                if let Some((what, hint)) = unknown_games(&ready) {
                    step.verdict = Verdict::Failed;
                    step.problem = Some(self.problem(None, what, Some(&hint), &program.log()));
                }
                self.done(step);
                return Some(ready);
            }
            Err(error) => error,
        };
        if let StartError::Spawn(_) = error {
            self.failed(STARTS, &error, program);
        } else {
            self.done(CheckStep::new(STARTS, Verdict::Passed));
            self.failed(READY, &error, program);
        }
        None
    }

    fn failed(&mut self, name: &str, error: &StartError, program: &Program) {
        let mut step = CheckStep::new(name, Verdict::Failed);
        step.problem = Some(self.problem(
            None,
            error.to_string(),
            self.start_hint(error, program),
            &program.log(),
        ));
        self.done(step);
    }

    fn start_hint(&self, error: &StartError, program: &Program) -> Option<&'static str> {
        start_hint(error, program.afterwards(), self.transcript.slip())
    }

    fn problem(
        &self,
        cause: Option<Cause>,
        what: String,
        hint: Option<&str>,
        log: &CappedLog,
    ) -> Problem {
        let (hint, lines) = (hint.map(str::to_owned), self.transcript.lines());
        Problem { cause, game: None, what, hint, lines, stderr: last_lines(log) }
    }

    /// The rules that were asked for, at tables of several sizes.
    fn given_rules(&mut self, program: &mut Program, ruleset: &Ruleset, ready: &Ready) {
        if !ready.plays(ruleset.game()) {
            let mut step = CheckStep::new(format!("plays {ruleset}"), Verdict::Failed);
            let what =
                format!("it does not play {}, by the `games` of its `ready`", ruleset.game());
            step.problem = Some(self.problem(None, what, None, &program.log()));
            return self.done(step);
        }
        let sizes =
            [1, 2, 3].into_iter().filter(|players| *players >= ruleset.game().fewest_players());
        for players in sizes.filter(|players| Game::new(ruleset, *players).is_ok()) {
            let name = format!("plays {ruleset} with {players} players");
            self.games(
                program,
                name.replace("1 players", "1 player"),
                &[Plan::new(*ruleset, players)],
            );
        }
    }

    fn presets(&mut self, program: &mut Program, games: &[GameKind]) {
        for preset in PRESETS.iter().filter(|preset| games.contains(&preset.game())) {
            let plan = Plan::new(preset.ruleset(), 2);
            let name = format!("plays {} with 2 players", plan.ruleset);
            self.games(program, name, &[plan]);
        }
        if games.contains(&GameKind::Liars)
            && let Some(ruleset) = other_dice()
        {
            let name = format!("plays {ruleset} with 3 players");
            self.games(program, name, &[Plan::new(ruleset, 3)]);
        }
        if games.contains(&GameKind::Pairs) {
            let plan = Plan::new(Ruleset::default_of(GameKind::Pairs), 1);
            self.games(program, "plays pairs alone".to_owned(), &[plan]);
        }
    }

    fn big_tables(&mut self, program: &mut Program, games: &[GameKind]) {
        for game in games {
            let plan = Plan { seat: 9, deal: 2, ..Plan::new(self.rules(*game), MAX_SEATS) };
            if Game::new(&plan.ruleset, MAX_SEATS).is_ok() {
                self.games(program, format!("plays {} with 10 players", plan.ruleset), &[plan]);
            }
        }
    }

    /// A process is kept for a whole match: games follow each other, in any seat, and may be stopped.
    fn game_after_game(&mut self, program: &mut Program, games: &[GameKind]) {
        let stopped = games.iter().map(|game| Plan {
            stopped: true,
            deal: 3,
            ..Plan::new(self.rules(*game), 3)
        });
        let others = games.iter().enumerate().flat_map(|(n, game)| {
            [1, 2].map(|seat| Plan { seat, deal: 4 + n as u64, ..Plan::new(self.rules(*game), 3) })
        });
        let plans: Vec<Plan> = stopped.chain(others).collect();
        let starts = program.starts();
        let name = format!("plays {} games one after the other in one process", plans.len());
        let restarted = self.games(program, name, &plans) && program.starts() > starts;
        if restarted && let Some(step) = self.steps.last_mut() {
            step.notes
                .push("its process ended between two games; one process plays them all".into());
        }
    }

    /// What is odd but allowed, each in a process of its own beside the first.
    fn odd_messages(&mut self, games: &[GameKind]) {
        let odd: [(&str, WireStyle, bool); 5] = [
            (
                "in a second process: copes with fields it does not know",
                style::unknown_fields(),
                false,
            ),
            ("copes with messages it does not know", style::unknown_messages(), false),
            ("copes with fields in another order, and spaces", style::other_order(), false),
            ("copes with question numbers that are large and jump", style::jumping_ids(), false),
            ("copes with odd names, long talk and the largest seed", WireStyle::default(), true),
        ];
        for (name, style, exotic) in odd {
            let mut program = self.program(style);
            let plans: Vec<Plan> = games
                .iter()
                .map(|game| Plan { exotic, seat: 1, deal: 20, ..Plan::new(self.rules(*game), 4) })
                .collect();
            self.games(&mut program, name.to_owned(), &plans);
        }
    }

    /// With the same seed a contest should go the same way again. Nobody can demand that of a bot, so it is only noted.
    fn same_seed(&mut self, program: &mut Program, games: &[GameKind]) {
        let mut step =
            CheckStep::new("answers the same when seed and dice are the same", Verdict::Passed);
        if self.is_hopeless() {
            step.verdict = Verdict::Skipped;
            return self.done(step);
        }
        for game in games {
            let plan = Plan { deal: 30, ..Plan::new(self.rules(*game), 2) };
            let twice = [self.play(program, &plan), self.play(program, &plan)];
            let [Ok(one), Ok(other)] = &twice else { continue };
            step.figures.add(one.figures);
            step.figures.add(other.figures);
            if one.acts != other.acts {
                step.notes.push(format!(
                    "its acts in {} differ: use only the seed of `start` for random choices, and \
                     a contest can be repeated",
                    plan.ruleset.game()
                ));
            }
        }
        self.done(step);
    }

    fn farewell(&mut self, program: Program) {
        self.transcript.clear();
        let closed = program.close();
        let Some(ending) = closed.ending else {
            return self.done(CheckStep::new("ends after bye", Verdict::Skipped));
        };
        let mut step = CheckStep::new("ends after bye", Verdict::Passed);
        if ending.manner != Manner::OnItsOwn {
            step.verdict = Verdict::Failed;
            let what = format!(
                "it was still running {} after `bye` and the end of its input",
                milliseconds(FAREWELL)
            );
            let hint = "a bot should end when it reads `bye`, or when its input ends";
            step.problem = Some(self.problem(None, what, Some(hint), &ending.log));
        } else if let Some(exit) = ending.exit.filter(|exit| *exit != Exit::Code(0)) {
            step.notes.push(format!("it ended with {exit}; a bot that ends normally exits with 0"));
        }
        if ending.leftovers > 0 {
            step.notes.push(format!(
                "it left {} other processes behind, which were killed",
                ending.leftovers
            ));
        }
        self.done(step);
    }

    fn play(&mut self, program: &mut Program, plan: &Plan) -> Result<Played, StartError> {
        self.number += 1;
        play(program, plan, self.number, self.options)
    }

    /// Plays the games up to the first fault, as one step. Says whether all went well.
    fn games(&mut self, program: &mut Program, name: String, plans: &[Plan]) -> bool {
        if self.is_hopeless() {
            self.done(CheckStep::new(name, Verdict::Skipped));
            return false;
        }
        self.transcript.clear();
        let late = program.late_answers();
        let mut step = CheckStep::new(name, Verdict::Passed);
        for plan in plans {
            let found = match self.play(program, plan) {
                Ok(played) => {
                    step.figures.add(played.figures);
                    played.fault.map(|(cause, detail)| {
                        let mut what =
                            format!("in {}, it {}: {detail}", plan.ruleset, cause.sentence());
                        let slip = self.transcript.slip();
                        let mut hint = fault_hint(cause, program.afterwards(), slip);
                        let dropped = program.late_answers() > late;
                        let old = program.last_late().filter(|_| dropped);
                        if let Some(id) = old.filter(|_| cause == Cause::Timeout) {
                            what.push_str(&format!(". It answered question {id}, which was over"));
                            hint = OLD_QUESTION;
                        }
                        (cause, what, Some(hint))
                    })
                }
                Err(error) => {
                    Some((error.cause(), error.to_string(), self.start_hint(&error, program)))
                }
            };
            if let Some((cause, what, hint)) = found {
                self.late_steps += u32::from(cause == Cause::Timeout);
                step.verdict = Verdict::Failed;
                let problem = self.problem(Some(cause), what, hint, &program.log());
                step.problem = Some(Problem { game: Some(plan.ruleset.game()), ..problem });
                break;
            }
        }
        step.notes.extend(self.transcript.notes());
        let dropped = program.late_answers() - late;
        if dropped > 0 {
            step.notes.push(format!("{dropped} answers came late or twice and were dropped"));
        }
        if step.verdict == Verdict::Passed && step.figures.slowest() > self.options.per_move / 2 {
            step.notes.push(format!(
                "its slowest answer took more than half of the {} it has",
                milliseconds(self.options.per_move)
            ));
        }
        let well = step.verdict == Verdict::Passed;
        self.done(step);
        well
    }
}

/// The preset of a game that has the most in it.
fn richest(game: GameKind) -> Ruleset {
    let name = match game {
        GameKind::Liars => "perudo",
        GameKind::Claims => "full",
        GameKind::Pairs => "standard",
    };
    Ruleset::preset(game, name).unwrap_or_else(|_| Ruleset::default_of(game))
}

/// Not every die has six sides, and not every hand five dice.
fn other_dice() -> Option<Ruleset> {
    let changes = [("dice", "10"), ("faces", "9"), ("wild", "9")];
    Ruleset::preset(GameKind::Liars, "variation").ok()?.with(&changes).ok()
}
