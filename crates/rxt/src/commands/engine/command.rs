//! Lines as commands.

use rxt_rules::agent::Budget;
use rxt_rules::{Answer, Player};
use std::time::Duration;
use thiserror::Error;

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Nothing.
    Blank,
    Hello,
    Ready,
    New,
    Option(String, String),
    /// A file with a map, a position, or a record and a ply, and moves to make from there.
    File(String, Vec<Answer>),
    /// The same as text in the lines that follow, up to one that says `end`.
    Text(Vec<Answer>),
    Moves(Vec<Answer>),
    Disqualify(Player),
    Show,
    Legal,
    Go(Go),
    Stop,
    Quit,
}

/// What a search may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub(super) budget: Budget,
    /// Whether it goes on until it is stopped.
    pub(super) infinite: bool,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum CommandError {
    #[error(
        "`{0}` is no command; expected hello, ready, new, option, position, moves, disqualify, show, legal, go, stop or quit"
    )]
    Unknown(String),
    #[error("`{0}` takes nothing behind it")]
    Nothing(&'static str),
    #[error("`option` needs a name and a value; expected `option engine SPEC`, `option seed N` or `option lines K`")]
    Option,
    #[error("`position` needs `file PATH` or `text`, then perhaps `moves X,Y ...`")]
    Position,
    #[error("`{0}` is no move; expected `X,Y` or `X,Y,SPECIAL`")]
    Move(String),
    #[error("`moves` needs at least one move `X,Y` or `X,Y,SPECIAL`")]
    NoMoves,
    #[error("`disqualify` needs a player from 1 to 8")]
    Player,
    #[error("`go` takes `depth N`, `nodes N`, `movetime MS` and `infinite`, numbers from 1; not `{0}`")]
    Go(String),
}

impl Command {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Result<Self, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Ok(Self::Blank),
            "hello" => alone("hello", rest, Self::Hello),
            "ready" => alone("ready", rest, Self::Ready),
            "new" => alone("new", rest, Self::New),
            "show" => alone("show", rest, Self::Show),
            "legal" => alone("legal", rest, Self::Legal),
            "stop" => alone("stop", rest, Self::Stop),
            "quit" => alone("quit", rest, Self::Quit),
            "option" => {
                let (name, value) = rest.split_once(char::is_whitespace).ok_or(CommandError::Option)?;
                Ok(Self::Option(name.to_owned(), value.trim().to_owned()))
            }
            "position" => position(rest),
            "moves" if rest.is_empty() => Err(CommandError::NoMoves),
            "moves" => moves(rest).map(Self::Moves),
            "disqualify" => {
                let player = rest.parse().ok().and_then(Player::new);
                player.map(Self::Disqualify).ok_or(CommandError::Player)
            }
            "go" => go(rest).map(Self::Go),
            other => Err(CommandError::Unknown(short(other))),
        }
    }
}

fn alone(name: &'static str, rest: &str, command: Command) -> Result<Command, CommandError> {
    if rest.is_empty() { Ok(command) } else { Err(CommandError::Nothing(name)) }
}

fn position(rest: &str) -> Result<Command, CommandError> {
    let (start, made) = match rest.split_once(" moves ") {
        Some((start, made)) => (start.trim(), moves(made)?),
        None => (rest, Vec::new()),
    };
    match start.split_once(char::is_whitespace) {
        Some(("file", path)) if !path.trim().is_empty() => Ok(Command::File(path.trim().to_owned(), made)),
        None if start == "text" => Ok(Command::Text(made)),
        _ => Err(CommandError::Position),
    }
}

fn moves(text: &str) -> Result<Vec<Answer>, CommandError> {
    text.split_whitespace().map(|word| answer(word).ok_or_else(|| CommandError::Move(short(word)))).collect()
}

fn answer(word: &str) -> Option<Answer> {
    let mut numbers = word.split(',');
    let (x, y) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    let special = numbers.next().map_or(Some(0), |special| special.parse().ok())?;
    numbers.next().is_none().then_some(Answer { x, y, special })
}

fn go(rest: &str) -> Result<Go, CommandError> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            go.infinite = true;
            continue;
        }
        let wrong = || CommandError::Go(short(word));
        let number: u64 = words.next().and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
        if number == 0 {
            return Err(wrong());
        }
        match word {
            "depth" => go.budget.depth = Some(u32::try_from(number).map_err(|_| wrong())?),
            "nodes" => go.budget.nodes = Some(number),
            "movetime" => go.budget.time = Some(Duration::from_millis(number)),
            _ => return Err(wrong()),
        }
    }
    Ok(go)
}

/// A word of a stranger, of bounded length and without what could upset a terminal.
pub(super) fn short(word: &str) -> String {
    const MOST: usize = 40;
    word.chars().take(MOST).map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

/// A move as this mode writes it.
pub(super) fn write(Answer { x, y, special }: Answer) -> String {
    if special == 0 { format!("{x},{y}") } else { format!("{x},{y},{special}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        Command::parse(line).map_err(|error| error.to_string())
    }

    #[test]
    fn commands_are_read() {
        assert_eq!(parse("  hello \r"), Ok(Command::Hello));
        assert_eq!(parse(""), Ok(Command::Blank));
        assert_eq!(
            parse("option engine pvs,order=eval"),
            Ok(Command::Option("engine".into(), "pvs,order=eval".into()))
        );
        let moves = vec![Answer { x: 2, y: 3, special: 0 }, Answer { x: 0, y: 1, special: 21 }];
        assert_eq!(parse("position file a b.map moves 2,3 0,1,21"), Ok(Command::File("a b.map".into(), moves.clone())));
        assert_eq!(parse("position text"), Ok(Command::Text(Vec::new())));
        assert_eq!(parse("moves 2,3 0,1,21"), Ok(Command::Moves(moves)));
        let budget = Budget { depth: Some(4), nodes: Some(99), time: Some(Duration::from_millis(250)) };
        assert_eq!(parse("go movetime 250 depth 4 nodes 99"), Ok(Command::Go(Go { budget, infinite: false })));
        assert_eq!(parse("go infinite"), Ok(Command::Go(Go { infinite: true, ..Go::default() })));
    }

    #[test]
    fn what_is_no_command_is_told_why() {
        let wrong = |line: &str| parse(line).unwrap_err();
        assert!(wrong("fly").starts_with("`fly` is no command; expected hello"));
        assert!(wrong("stop it").contains("takes nothing behind it"));
        assert!(wrong("moves 1;2").contains("`1;2` is no move"));
        assert!(wrong("moves 1,2,3,4").contains("is no move"));
        assert!(wrong("go depth").contains("not `depth`") && wrong("go depth 0").contains("not `depth`"));
        assert!(wrong("disqualify 9").contains("from 1 to 8"));
        assert!(wrong("position maps").contains("`position` needs"));
        assert!(wrong(&"x".repeat(5000)).len() < 300);
    }
}
