//! The steps of a check, in order.

use dicehouse_programs::process::{CappedLog, Exit, Fault, Grace, Launch, Manner};
use dicehouse_protocol::{Manners, Ready};
use dicehouse_rules::{Cause, GameKind, PRESETS, Ruleset};

use super::CheckOptions;
use super::game::{Plan, Played, play};
use super::manners;
use super::report::{Figures, Problem, Report, Step, Verdict};
use super::transcript::{Transcript, last_lines};
use super::write::milliseconds;
use crate::program::{Program, ProgramOptions, StartError, Trouble};

/// How long a bot may take to end after `bye`: longer than in a contest, so that a note can say how long it took.
const FAREWELL: std::time::Duration = std::time::Duration::from_secs(2);

/// Walks the bot through all steps.
pub(super) fn walk(
    launch: &Launch,
    options: &CheckOptions,
    progress: &mut dyn FnMut(&Step),
) -> Report {
    let mut walk = Walk {
        launch,
        options,
        progress,
        transcript: Transcript::default(),
        steps: Vec::new(),
        number: 0,
    };
    let mut program = walk.program(Manners::default());
    let ready = walk.greet(&mut program);
    if let Some(ready) = &ready {
        let games: Vec<GameKind> =
            GameKind::ALL.into_iter().filter(|game| ready.plays(*game)).collect();
        walk.presets(&mut program, &games);
        walk.big_tables(&mut program, &games);
        walk.game_after_game(&mut program, &games);
        walk.odd_messages(&games);
        walk.same_seed(&mut program, &games);
        walk.farewell(program);
    } else {
        walk.done(Step::new("plays games", Verdict::Skipped));
    }
    let mut figures = Figures::default();
    walk.steps.iter().for_each(|step| figures.add(step.figures));
    let passed = walk.steps.iter().all(|step| step.verdict == Verdict::Passed);
    Report { command: launch.command().to_string(), passed, ready, steps: walk.steps, figures }
}

struct Walk<'a> {
    launch: &'a Launch,
    options: &'a CheckOptions,
    progress: &'a mut dyn FnMut(&Step),
    transcript: Transcript,
    steps: Vec<Step>,
    /// The number of the last game started.
    number: u64,
}

impl Walk<'_> {
    fn program(&self, manners: Manners) -> Program {
        let grace = Grace { after_close: FAREWELL, after_term: FAREWELL };
        let options = ProgramOptions {
            ready_limit: self.options.ready_limit,
            grace,
            ..ProgramOptions::default()
        };
        Program::with_options(self.launch.clone(), "checked", options)
            .with_manners(manners)
            .tapped(self.transcript.tap())
    }

    fn done(&mut self, step: Step) {
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
                self.done(Step::new(STARTS, Verdict::Passed));
                let mut step = Step::new(READY, Verdict::Passed);
                step.notes = introduction(&ready);
                self.done(step);
                return Some(ready);
            }
            Err(error) => error,
        };
        if let StartError::Spawn(_) = error {
            self.failed(STARTS, &error, program.log());
        } else {
            self.done(Step::new(STARTS, Verdict::Passed));
            self.failed(READY, &error, program.log());
        }
        None
    }

    fn failed(&mut self, name: &str, error: &StartError, log: CappedLog) {
        let mut step = Step::new(name, Verdict::Failed);
        step.problem = Some(Problem {
            cause: None,
            what: error.to_string(),
            hint: start_hint(error).map(str::to_owned),
            lines: self.transcript.lines(),
            stderr: last_lines(&log),
        });
        self.done(step);
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
            let plan = Plan { seat: 9, deal: 2, ..Plan::new(richest(*game), 10) };
            self.games(program, format!("plays {} with 10 players", plan.ruleset), &[plan]);
        }
    }

    /// A process is kept for a whole match: games follow each other, in any seat, and may be stopped.
    fn game_after_game(&mut self, program: &mut Program, games: &[GameKind]) {
        let stopped = games.iter().map(|game| Plan {
            stopped: true,
            deal: 3,
            ..Plan::new(richest(*game), 3)
        });
        let others = games.iter().enumerate().flat_map(|(n, game)| {
            [1, 2].map(|seat| Plan { seat, deal: 4 + n as u64, ..Plan::new(richest(*game), 3) })
        });
        let plans: Vec<Plan> = stopped.chain(others).collect();
        let starts = program.starts();
        let name = format!("plays {} games one after the other in one process", plans.len());
        let restarted = self.games(program, name, &plans) && program.starts() > starts;
        if restarted && let Some(step) = self.steps.last_mut() {
            step.notes.push("its process had ended between two games; it is kept for all".into());
        }
    }

    /// What is odd but allowed, each in a process of its own beside the first.
    fn odd_messages(&mut self, games: &[GameKind]) {
        let odd: [(&str, Manners, bool); 5] = [
            (
                "in a second process: bears fields it does not know",
                manners::unknown_fields(),
                false,
            ),
            ("bears messages it does not know", manners::unknown_messages(), false),
            ("bears fields in another order, and spaces", manners::other_order(), false),
            ("bears question numbers that are large and jump", manners::jumping_ids(), false),
            ("bears odd names, long talk and the largest seed", Manners::default(), true),
        ];
        for (name, manners, exotic) in odd {
            let mut program = self.program(manners);
            let plans: Vec<Plan> = games
                .iter()
                .map(|game| Plan { exotic, seat: 1, deal: 20, ..Plan::new(richest(*game), 4) })
                .collect();
            self.games(&mut program, name.to_owned(), &plans);
        }
    }

    /// With the same seed a contest should go the same way again. Nobody can demand that of a bot, so it is only noted.
    fn same_seed(&mut self, program: &mut Program, games: &[GameKind]) {
        let mut step =
            Step::new("answers the same when seed and dice are the same", Verdict::Passed);
        let plans = games.iter().map(|game| Plan { deal: 30, ..Plan::new(richest(*game), 2) });
        for plan in plans {
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
            return self.done(Step::new("ends after bye", Verdict::Skipped));
        };
        let mut step = Step::new("ends after bye", Verdict::Passed);
        if ending.manner != Manner::OnItsOwn {
            step.verdict = Verdict::Failed;
            step.problem = Some(Problem {
                cause: None,
                what: format!(
                    "it was still running {} after `bye` and the end of its input",
                    milliseconds(FAREWELL)
                ),
                hint: Some("a bot should end when it reads `bye`, or when its input ends".into()),
                lines: self.transcript.lines(),
                stderr: last_lines(&ending.log),
            });
        } else if let Some(exit) = ending.exit.filter(|exit| *exit != Exit::Code(0)) {
            step.notes.push(format!("it ended with {exit}; 0 is the code of one that is well"));
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
        self.transcript.clear();
        let late = program.late_answers();
        let mut step = Step::new(name, Verdict::Passed);
        for plan in plans {
            let problem = match self.play(program, plan) {
                Ok(played) => {
                    step.figures.add(played.figures);
                    let fault = played.fault;
                    fault.map(|(cause, detail)| {
                        let what =
                            format!("in {}, it {}: {detail}", plan.ruleset, cause.sentence());
                        (cause, what, Some(fault_hint(cause)))
                    })
                }
                Err(error) => Some((error.cause(), error.to_string(), start_hint(&error))),
            };
            if let Some((cause, what, hint)) = problem {
                step.verdict = Verdict::Failed;
                step.problem = Some(Problem {
                    cause: Some(cause),
                    what,
                    hint: hint.map(str::to_owned),
                    lines: self.transcript.lines(),
                    stderr: last_lines(&program.log()),
                });
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

fn introduction(ready: &Ready) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(name) = &ready.name {
        let version = ready.version.as_deref().map_or(String::new(), |text| format!(" {text}"));
        notes.push(dicehouse_table::clean(&format!("it is {name}{version}"), 100));
    }
    if let Some(games) = &ready.games {
        let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
        notes.push(match names.is_empty() {
            true => "its `games` name none that there is: liars, claims, pairs".to_owned(),
            false => format!("it plays {}", names.join(", ")),
        });
    }
    notes
}

fn fault_hint(cause: Cause) -> &'static str {
    match cause {
        Cause::Timeout => {
            "every answer is one whole line, and has to be flushed: print(…, flush=True), \
             fflush(stdout)"
        }
        Cause::Unreadable => {
            "standard output takes one JSON object per line and nothing else, such as \
             {\"type\":\"move\",\"id\":7,\"act\":\"3x5\"}; `id` is that of the `act` message"
        }
        Cause::Illegal => "`legal` in the `act` message says what may be done",
        Cause::Crashed | Cause::Left => {
            "a bot runs until `bye` or the end of its input, through any number of games"
        }
    }
}

fn start_hint(error: &StartError) -> Option<&'static str> {
    match error {
        StartError::NotReady { trouble, .. } => Some(match trouble {
            Trouble::Fault(Fault::Timeout { .. }) => {
                "the first line a bot reads is `hello`; it answers {\"type\":\"ready\",\"protocol\":1} \
                 and has to flush it"
            }
            Trouble::Fault(Fault::Exited(_) | Fault::HalfLine { .. }) => {
                "run the command by hand to see what it says"
            }
            _ => "the answer to `hello` is the line {\"type\":\"ready\",\"protocol\":1}",
        }),
        StartError::Spawn(_) | StartError::NotItsGame { .. } => None,
    }
}
