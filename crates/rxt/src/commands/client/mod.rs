//! `rxt client`: plays a game on a server of the course's protocol.

mod compare;
mod lines;
mod printer;
mod repro;

use super::lab::measured::MeasureArgs;
use crate::output;
use crate::process::{EXIT_INTERRUPTED, interrupt};
use compare::Choices;
use lines::Lines;
use miette::{IntoDiagnostic, Report, Result, WrapErr, miette};
use printer::Printer;
use rxt_engine::Spec;
use rxt_net::client::{Address, ClientErrorKind, ConnectError, Event, Outcome, Settings, connect, play};
use rxt_net::wire::GROUP_LIMIT;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Play a game on a server
///
/// Connects to a server of the course's protocol, ours or the course's, and plays one game. The account of time is used
/// nearly up, with a margin that adapts to what the way to the server and stalls of this machine were seen to take. Every
/// move is checked by a second, slow implementation of the rules before it is sent.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Args {
    /// The server; port 7777 unless named here or with --port
    #[arg(short, long, value_name = "HOST[:PORT]", default_value = "127.0.0.1", value_parser = address)]
    server: Address,
    /// Its port
    #[arg(short, long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// Group number
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(..i64::from(GROUP_LIMIT)))]
    group: u8,
    /// Who thinks: a preset or search, with options behind commas
    #[arg(long, value_name = "SPEC", default_value = DEFAULT_ENGINE)]
    engine: String,
    /// Threads that think, where the engine has this option
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Megabytes that the engine may remember positions in, where it has this option
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    memory: Option<u32>,
    /// Think while others do, where the engine has this option
    #[arg(long)]
    ponder: bool,
    /// Seed of the engine's random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Obey the depth of a request in games with a time limit too
    #[arg(long)]
    obey_depth: bool,
    /// Compare every move with plain minimax after the game; only for minimax, alphabeta, pvs and paranoid
    #[arg(short, long)]
    compare: bool,
    /// Write the record of the game to this file, which is replaced if it exists
    #[arg(long, value_name = "FILE.rxt")]
    record: Option<PathBuf>,
    /// How many seconds to go on trying while nobody listens
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    patience: f32,
    /// Print the result only
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Print the moves of the others and the margin as well
    #[arg(short, long)]
    verbose: bool,
    /// Print one JSON object per move and one for the result
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    measure: MeasureArgs,
}

const EXAMPLES: &str = "\
The depth that a request carries is obeyed in games without a time limit; with one it is only
a hint, because the course's server sends 1 if it was not given any. Without either, a move
takes 2 seconds; a search to a depth is given up after 5 minutes.

With --compare the engine searches whole depths only, and after the game plain minimax searches
every position to the same depth, or as deep as a million positions go. Every difference in
value or move is printed; another move that minimax values as highly is none.

Examples:
  rxt client -s localhost                          port 7777
  rxt client -s 192.168.1.5:2000 -g 7 --record game.rxt
  rxt client -s localhost --threads 2 --ponder
  rxt client -s localhost --engine pvs,order=history,table=deeper -v
  rxt client -s localhost --engine report-2025-pruning -c

Exit codes: 0 the game was played, 1 disqualified or cut off, or --compare found a difference,
2 no connection or wrong use, 70 a mistake of ours that did not lose the game; the position is then saved.";

/// Who thinks unless told otherwise.
pub(crate) const DEFAULT_ENGINE: &str = rxt_engine::DEFAULT.name;
const EXIT_LOST: u8 = 1;
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let plan = Plan::new(args)?;
    rxt_net::client::stay_in_memory();
    let interrupt = interrupt()?;
    for note in &plan.notes {
        output::note(note);
    }
    let stream = connect(&plan.address, plan.patience).map_err(|error| unreachable(&error))?;
    let mut printer = Printer::start();
    let mut lines = Lines::new(args.quiet, args.verbose, args.json);
    let mut saved = Vec::new();
    let spec = &plan.spec;
    let mut seed = args.seed;
    let choices = Choices::default();
    let agents = Box::new(|| {
        seed = seed.wrapping_add(1);
        let agent = spec.agent(seed);
        if args.compare { choices.watch(agent) } else { agent }
    });
    let measuring = args.measure.start("client", args.seed);
    let outcome = play(stream, agents, &plan.settings, &interrupt, &mut |event| {
        lines.on(event).into_iter().for_each(|line| printer.print(line));
        if let Event::Trouble(trouble) = event
            && let Some(position) = trouble.position()
        {
            saved.push(repro::save(position, Path::new(".")));
        }
    });
    lines.result(&outcome).into_iter().for_each(|line| printer.print(line));
    let compared =
        args.compare.then(|| compare::compare(spec, args.seed, &choices, args.json, |line| printer.print(line)));
    printer.finish();
    for note in &saved {
        output::note(note);
    }
    if let Some(measuring) = measuring {
        measuring.finish()?;
    }
    write_record(args.record.as_deref(), &outcome)?;
    let differs = compared.is_some_and(|summary| summary.differences > 0);
    Ok(if differs { ExitCode::from(EXIT_LOST) } else { exit_code(&outcome) })
}

/// The command line, understood.
struct Plan {
    address: Address,
    patience: Duration,
    spec: Spec,
    settings: Settings,
    /// What the user should know before it begins.
    notes: Vec<String>,
}

impl Plan {
    fn new(args: &Args) -> Result<Self> {
        let mut address = args.server.clone();
        if let (Some(one), Some(other)) = (address.port, args.port)
            && one != other
        {
            let help = "leave one of them out";
            return Err(miette!(help = help, "port {one} in `--server`, but {other} in `--port`"));
        }
        address.port = address.port.or(args.port);
        let patience = Duration::try_from_secs_f32(args.patience)
            .map_err(|_| miette!(help = "name a number from 0", "`--patience {}` is no time", args.patience))?;
        let mut notes = Vec::new();
        let mut spec = spec(args, &mut notes)?;
        if args.compare {
            spec = compare::whole_depths(&args.engine, spec)?;
        }
        let settings = Settings { group: args.group, name: format!("rxt {spec}"), obey_depth: args.obey_depth };
        if let Some(folder) = args.record.as_deref().and_then(Path::parent)
            && !folder.as_os_str().is_empty()
            && !folder.is_dir()
        {
            let help = "make it first, or name a file elsewhere";
            return Err(miette!(help = help, "there is no folder `{}` for the record", folder.display()));
        }
        Ok(Self { address, patience, spec, settings, notes })
    }
}

/// The engine, with what the options add to it.
fn spec(args: &Args, notes: &mut Vec<String>) -> Result<Spec> {
    let parse = |text: &str| {
        let help = "try `--engine default`";
        Spec::parse(text).map_err(|error| miette!(help = help, "`--engine {text}`: {error}"))
    };
    let mut text = args.engine.clone();
    let mut spec = parse(&text)?;
    let wishes = [("threads", args.threads.map(u32::from)), ("memory", args.memory)];
    if args.ponder {
        if spec.search().option("ponder").is_some() {
            text = format!("{text},ponder=on,reuse=on");
            spec = parse(&text)?;
        } else {
            notes.push(format!("note: `{}` has no option `ponder`, so --ponder has no effect", spec.search().name));
        }
    }
    for (option, value) in wishes.into_iter().filter_map(|(option, value)| Some((option, value?))) {
        if spec.search().option(option).is_some() {
            text = format!("{text},{option}={value}");
            spec = parse(&text)?;
        } else if (option, value) != ("threads", 1) {
            let name = spec.search().name;
            notes.push(format!("note: `{name}` has no option `{option}`, so --{option} {value} has no effect"));
        }
    }
    Ok(spec)
}

fn address(text: &str) -> Result<Address, String> {
    text.parse().map_err(|error: rxt_net::client::AddressError| error.to_string())
}

fn unreachable(error: &ConnectError) -> Report {
    let help = match error {
        ConnectError::Host { .. } => "check the name of the host",
        ConnectError::Refused { .. } => "start the server first, or check its port; --patience waits longer",
        ConnectError::Failed { .. } => "check host, port and network",
    };
    miette!(help = help, "{error}")
}

fn write_record(path: Option<&Path>, outcome: &Outcome) -> Result<()> {
    let (Some(path), Some(record)) = (path, &outcome.record) else { return Ok(()) };
    output::replace(path, record.to_string().as_bytes())
        .into_diagnostic()
        .wrap_err_with(|| format!("cannot write the record to `{}`", path.display()))
}

fn exit_code(outcome: &Outcome) -> ExitCode {
    let interrupted = matches!(&outcome.error, Some(error) if matches!(error.kind, ClientErrorKind::Interrupted));
    if interrupted {
        ExitCode::from(EXIT_INTERRUPTED)
    } else if outcome.error.is_some() {
        ExitCode::from(EXIT_LOST)
    } else if outcome.troubles.iter().any(rxt_net::client::Trouble::is_ours) {
        ExitCode::from(crate::EXIT_BUG)
    } else {
        ExitCode::SUCCESS
    }
}
