//! `rxt arena`: tournaments that an organiser can trust.

mod compare;
mod report;
mod results;
mod run;
mod standings;
mod status;

pub(crate) use run::house_for_strangers;

use miette::{Result, miette};
use rxt_arena::db::{Db, DbError};
use std::path::Path;
use std::process::ExitCode;

/// Play tournaments, and see what came of them
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Run(run::Args),
    Results(results::Args),
    Status(status::Args),
    Report(report::Args),
    Compare(compare::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Run(args) => run::run(args),
        Command::Results(args) => results::run(args),
        Command::Status(args) => status::run(args),
        Command::Report(args) => report::run(args),
        Command::Compare(args) => compare::run(args),
    }
}

/// Opens the database of a tournament to look at it.
fn look(path: &Path) -> Result<Db> {
    Db::look(path).map_err(|error| db_report(&error))
}

/// What is wrong with a database, and what can be done about it.
fn db_report(error: &DbError) -> miette::Report {
    let help = match error {
        DbError::File { .. } => "check the path; `rxt arena run FILE --db FILE.sqlite` makes a database",
        DbError::Network { .. } => "choose a path on a disk of this machine, such as --db /var/tmp/cup.sqlite",
        DbError::Busy(_) => "wait for it, or end it with Ctrl-C; `rxt arena status` shows how far it is",
        DbError::Other(_) => "`rxt arena run --help` shows how tournaments begin and go on",
        DbError::Sqlite(_) => "see whether the disk is full; `sqlite3 FILE 'PRAGMA integrity_check'` checks the file",
    };
    miette!(help = help, "{error}")
}
