//! Runs the program and keeps what it said.

#[allow(dead_code, reason = "not every test file needs it")]
pub mod pty;
#[allow(dead_code, reason = "not every test file needs it")]
pub mod served;

use std::process::Output;

use assert_cmd::Command;

/// What one run of the program left.
#[allow(dead_code, reason = "not every test file looks at everything")]
pub struct Run {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit code.
    pub code: i32,
}

/// Runs `dicehouse` with these arguments, separated by spaces.
#[allow(dead_code, reason = "not every test file needs it")]
pub fn dicehouse(arguments: &str) -> Run {
    finished(program().args(arguments.split_whitespace()).output().unwrap())
}

/// As [`dicehouse`], with text on standard input.
#[allow(dead_code, reason = "not every test file needs it")]
pub fn dicehouse_reading(arguments: &str, input: &str) -> Run {
    let done = program().args(arguments.split_whitespace()).write_stdin(input).output();
    finished(done.unwrap())
}

/// The program, in surroundings that do not change what it prints.
#[allow(dead_code, reason = "not every test file needs it")]
pub fn program() -> Command {
    let mut program = Command::new(assert_cmd::cargo::cargo_bin!("dicehouse"));
    program.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    // What is remembered here is nobody's.
    program.env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/config"));
    program
}

#[allow(dead_code, reason = "not every test file needs it")]
fn finished(output: Output) -> Run {
    Run {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}
