//! What the command line looks like; each subcommand is a file in `commands`.

use crate::commands;
use clap::{Parser, Subcommand};
use miette::Result;
use std::process::ExitCode;

/// The platform for ReversiXT: Reversi for two to eight players on any map.
#[derive(Parser, Debug)]
#[command(name = "rxt", version, max_term_width = 100, help_template = TEMPLATE, after_help = TOUR)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Without the list of subcommands: the tour has them all, by what people want to do.
const TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}{after-help}\n\nOptions:\n{options}\n";

/// At most 80 columns wide, so that no terminal breaks its lines.
const TOUR: &str = "\
A first look
  rxt up                                 the site: play, watch, replay, analyse
  rxt demo                               a demonstration game in the terminal

For students: learn the rules, look at games, let your program play
  rxt show maps/rule-bend.map            a position and its legal moves
  rxt legal maps/rule-choice.map         every move and what it captures
  rxt replay game.rxt                    step through a game in the terminal
  rxt render game.rxt -o game.html       the game as a page for any browser
  rxt spar './my-client {host} {port}'   your program against an engine
  rxt client -s localhost:7777           our player for a server of the course
  rxt bot check './me {host} {port}'     a driving test for your program

For organisers: make maps, judge games
  rxt map generate --players 4 --seed 7  a random map, symmetric if asked
  rxt map check my.map                   all problems of a map, and where
  rxt map info my.map                    size, lines, symmetries, who is equal
  rxt map show my.map                    the map in the terminal
  rxt map render my.map -o my.svg        the map as a picture
  rxt map format my.map                  the map in the usual form
  rxt map seats my.map                   how fair the map is, by games
  rxt verify log_game_*.txt              replay games, report disagreements
  rxt serve -m my.map -t 1               a server for clients of the course
  rxt bot add me './me {host} {port}'    remember a program by name
  rxt bot list                           the programs that are known
  rxt bot remove me                      forget one
  rxt arena run cup.toml                 play a tournament, or go on with it
  rxt arena status --db cup.sqlite       how far it is, and who leads
  rxt arena results --db cup.sqlite      all games of it
  rxt arena report --db cup.sqlite       a page: who is how strong, where, why
  rxt arena compare a b --db cup.sqlite  is a better than b, and how sure
  rxt worker --queue nats://lab:4222     play games of another machine's arena

For researchers: count and measure
  rxt perft maps/standard-8x8.map 8      leaves of the game tree
  rxt engines                            searches, presets, evaluations
  rxt bench moves                        speed of the move generation
  rxt bench server                       moves per second of the server
  rxt bench arena                        games at once that this machine holds
  rxt bench queue                        games per hour with more workers
  rxt bench site                         the site with 500 viewers, 100 games
  rxt match pvs greedy --games 100       engines against each other
  rxt analyse game.rxt                   blunders, and where a game was lost
  rxt engine --engine pvs                think for other programs, by text
  rxt solve game.rxt@48                  the exact result of a position
  rxt bench search                       searches: nodes, speed, pruning
  rxt bench reports                      what the reports say, measured again
  rxt selfplay --out games               games to learn weights from
  rxt fit games --out weights.txt        weights of the evaluation from games
  rxt soak --budget 120                  is our client ever disqualified?
  rxt lab list                           experiments on engines and rules
  rxt lab run beam --budget 5m           run experiments, with a report
  rxt lab join RUN RUN --out lab/both    several runs of one experiment as one
  rxt lab report lab/RUN                 the report of a run once more
  rxt lab plot wide.csv                  a plot for each series of a table
  rxt lab check                          do the pages say what their data say?

Setting up
  rxt doctor                             what this machine can enforce for bots
  rxt completions bash                   completions for your shell
  rxt man --out man                      a manual page for every command

A position can be a map, a position file, or a moment of a recorded game such
as game.rxt@12; `-` is standard input. Each command has examples of its own:
try rxt map generate --help.

Exit codes: 0 yes, 1 no (a check failed), 2 wrong use or bad input,
70 a bug in rxt.";

#[derive(Subcommand, Debug)]
enum Command {
    Up(commands::up::Args),
    Demo(commands::demo::Args),
    Map(commands::map::Args),
    Show(commands::show::Args),
    Legal(commands::legal::Args),
    Replay(commands::replay::Args),
    Render(commands::render::Args),
    Verify(commands::verify::Args),
    Serve(commands::serve::Args),
    Spar(commands::spar::Args),
    Perft(commands::perft::Args),
    Engine(commands::engine::Args),
    Engines(commands::engines::Args),
    Bench(commands::bench::Args),
    Client(commands::client::Args),
    Analyse(commands::analyse::Args),
    Solve(commands::solve::Args),
    Soak(commands::soak::Args),
    Match(commands::matches::Args),
    Arena(commands::arena::Args),
    Bot(commands::bot::Args),
    Worker(commands::worker::Args),
    Doctor(commands::doctor::Args),
    Lab(commands::lab::Args),
    Selfplay(commands::selfplay::Args),
    Fit(commands::fit::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

pub(crate) fn run(cli: &Cli) -> Result<ExitCode> {
    match &cli.command {
        Command::Up(args) => commands::up::run(args),
        Command::Demo(args) => commands::demo::run(args),
        Command::Map(args) => commands::map::run(args),
        Command::Show(args) => commands::show::run(args),
        Command::Legal(args) => commands::legal::run(args),
        Command::Replay(args) => commands::replay::run(args),
        Command::Render(args) => commands::render::run(args),
        Command::Verify(args) => commands::verify::run(args),
        Command::Serve(args) => commands::serve::run(args),
        Command::Spar(args) => commands::spar::run(args),
        Command::Perft(args) => commands::perft::run(args),
        Command::Engine(args) => commands::engine::run(args),
        Command::Engines(args) => commands::engines::run(args),
        Command::Bench(args) => commands::bench::run(args),
        Command::Client(args) => commands::client::run(args),
        Command::Analyse(args) => commands::analyse::run(args),
        Command::Solve(args) => commands::solve::run(args),
        Command::Soak(args) => commands::soak::run(args),
        Command::Match(args) => commands::matches::run(args),
        Command::Arena(args) => commands::arena::run(args),
        Command::Bot(args) => commands::bot::run(args),
        Command::Worker(args) => commands::worker::run(args),
        Command::Doctor(args) => commands::doctor::run(args),
        Command::Lab(args) => commands::lab::run(args),
        Command::Selfplay(args) => commands::selfplay::run(args),
        Command::Fit(args) => commands::fit::run(args),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// The names of all commands without subcommands, `map check` among them.
    fn leaves(command: &clap::Command, above: &str) -> Vec<String> {
        let below = command.get_subcommands().flat_map(|sub| {
            let name = format!("{above} {}", sub.get_name());
            if sub.has_subcommands() { leaves(sub, &name) } else { vec![name] }
        });
        below.collect()
    }

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_tour_has_every_command_once_and_fits_any_terminal() {
        let entries: Vec<&str> = TOUR.lines().filter(|line| line.starts_with("  ")).map(str::trim_start).collect();
        let names = leaves(&Cli::command(), "rxt");
        for name in &names {
            assert_eq!(entries.iter().filter(|entry| entry.starts_with(&format!("{name} "))).count(), 1, "{name}");
        }
        assert_eq!(entries.len(), names.len(), "nothing that is not there");
        assert!(TOUR.lines().all(|line| line.len() <= 80));
    }

    #[test]
    fn the_examples_of_the_tour_are_understood() {
        for line in TOUR.lines().filter(|line| line.starts_with("  ")) {
            let example = line.trim_start().split("  ").next().unwrap();
            // What stands in quotes is one word.
            let words = example.split('\'').enumerate().flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().collect::<Vec<_>>(),
                _ => vec![part],
            });
            if let Err(error) = Cli::try_parse_from(words) {
                panic!("{example}: {error}");
            }
        }
    }
}
