//! The commands, one file each.

pub mod book;
mod bots;
mod check;
mod completions;
mod connect;
pub mod contest;
mod doctor;
mod exploit;
mod host;
mod house;
mod join;
mod ladder;
mod licences;
mod man;
mod merge;
mod operator;
mod page;
pub mod play;
mod practise;
mod replay_turn;
mod review;
mod rules;
pub mod scores;
pub mod serve;
mod share;
mod solve;
pub mod verify;
mod watch;

/// What `dicehouse` can do.
#[derive(clap::Subcommand)]
pub enum Command {
    Play(play::PlayArgs),
    Rules(rules::RulesArgs),
    Bots(bots::BotsArgs),
    Watch(watch::WatchArgs),
    Verify(verify::VerifyArgs),
    Review(review::ReviewArgs),
    Practise(practise::PractiseArgs),
    Share(share::ShareArgs),
    Scores(scores::ScoresArgs),
    Contest(Box<contest::ContestArgs>),
    Merge(merge::MergeArgs),
    Ladder(Box<ladder::LadderArgs>),
    Check(check::CheckArgs),
    ReplayTurn(replay_turn::ReplayTurnArgs),
    Solve(Box<solve::SolveArgs>),
    Exploit(exploit::ExploitArgs),
    Host(host::HostArgs),
    Serve(serve::ServeArgs),
    Page(page::PageArgs),
    Book(book::BookArgs),
    House(house::HouseArgs),
    Join(join::JoinArgs),
    Connect(connect::ConnectArgs),
    Doctor(doctor::DoctorArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
    Licences(licences::LicencesArgs),
}

impl Command {
    /// Runs the command. `program` describes all of them, for those that write about the others.
    pub fn run(self, program: clap::Command) -> anyhow::Result<()> {
        match self {
            Command::Play(args) => play::run(&args),
            Command::Rules(args) => rules::run(&args),
            Command::Bots(args) => bots::run(&args),
            Command::Watch(args) => watch::run(&args),
            Command::Verify(args) => verify::run(&args),
            Command::Review(args) => review::run(&args),
            Command::Practise(args) => practise::run(&args),
            Command::Share(args) => share::run(&args),
            Command::Scores(args) => scores::run(&args),
            Command::Contest(args) => contest::run(&args),
            Command::Merge(args) => merge::run(&args),
            Command::Ladder(args) => ladder::run(&args),
            Command::Check(args) => check::run(&args),
            Command::ReplayTurn(args) => replay_turn::run(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Exploit(args) => exploit::run(&args),
            Command::Host(args) => host::run(&args),
            Command::Serve(args) => serve::run(&args),
            Command::Page(args) => page::run(&args),
            Command::Book(args) => book::run(&args),
            Command::House(args) => house::run(&args),
            Command::Join(args) => join::run(&args),
            Command::Connect(args) => connect::run(&args),
            Command::Doctor(args) => doctor::run(&args),
            Command::Completions(args) => completions::run(&args, program),
            Command::Man(args) => man::run(&args, program),
            Command::Licences(args) => licences::run(&args),
        }
    }
}
