//! What is known between two lines, and what each line does.

use super::command::{Command, Go, short, write};
use super::read;
use super::think::{Done, Thinking};
use crate::{input, output};
use miette::{IntoDiagnostic, Result, miette};
use rxt_engine::{Engine, Spec};
use rxt_record::{Source, position};
use rxt_rules::{Answer, Player, Position};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Something to react to.
pub(super) enum Event {
    Line(Vec<u8>),
    TooLong,
    NoMoreLines,
    Done(Box<Done>),
}

/// Lines that wait to be read, until whoever writes them has to wait too.
const WAITING: usize = 1024;
/// How often news of a search are told.
const NEWS: Duration = Duration::from_millis(50);
/// More lines than this are nobody's wish.
const MOST_LINES: usize = 100;

/// A conversation.
pub(super) struct Session {
    events: (SyncSender<Event>, Receiver<Event>),
    spec: (String, Spec),
    seed: u64,
    lines: usize,
    /// The engine while it does not think, with what it remembers.
    engine: Option<Engine>,
    position: Option<Position>,
    thinking: Option<Thinking>,
    /// The text of a position so far, and the moves to make from it.
    text: Option<(Vec<u8>, Vec<Answer>)>,
    ends: bool,
}

impl Session {
    pub(super) fn new(text: &str, seed: u64) -> Result<Self> {
        let help = "`rxt engines` lists what there is";
        let spec = Spec::parse(text).map_err(|error| miette!(help = help, "`--engine {text}`: {error}"))?;
        Ok(Self {
            events: sync_channel(WAITING),
            spec: (text.to_owned(), spec),
            seed,
            lines: 1,
            engine: None,
            position: None,
            thinking: None,
            text: None,
            ends: false,
        })
    }

    /// Answers until it is told to quit, or there are no more lines and no more thoughts.
    pub(super) fn run(mut self) -> Result<()> {
        read::start(self.events.0.clone()).into_diagnostic()?;
        while !(self.ends && self.thinking.is_none()) {
            match self.events.1.recv_timeout(NEWS) {
                Ok(Event::Line(line)) => {
                    if self.line(&line)? {
                        return Ok(());
                    }
                }
                Ok(Event::TooLong) => say(&format!("error a line is longer than {} bytes", read::LONGEST))?,
                Ok(Event::NoMoreLines) => self.no_more_lines()?,
                Ok(Event::Done(done)) => self.done(*done)?,
                Err(RecvTimeoutError::Timeout) => self.news()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
        Ok(())
    }

    fn news(&mut self) -> Result<()> {
        let news = self.thinking.as_mut().and_then(Thinking::news);
        news.map_or(Ok(()), |news| say(&news))
    }

    fn no_more_lines(&mut self) -> Result<()> {
        self.ends = true;
        if self.text.take().is_some() {
            say("error the text of the position ends without a line `end`")?;
        }
        // Whoever asked for an endless search cannot stop it any more.
        if let Some(thinking) = self.thinking.as_ref().filter(|thinking| thinking.infinite) {
            thinking.signal.stop();
        }
        Ok(())
    }

    fn done(&mut self, mut done: Done) -> Result<()> {
        let Some(thinking) = self.thinking.take() else { return Ok(()) };
        thinking.end(&done).iter().try_for_each(|line| say(line))?;
        self.engine = done.engine.take();
        Ok(())
    }

    /// Does what a line says; returns whether that is the end.
    fn line(&mut self, line: &[u8]) -> Result<bool> {
        if self.text.is_some() {
            self.text_line(line)?;
            return Ok(false);
        }
        match Command::parse(&String::from_utf8_lossy(line)) {
            Ok(Command::Quit) => return Ok(true),
            Ok(command) => {
                if let Err(error) = self.obey(command)? {
                    say(&format!("error {error}"))?;
                }
            }
            Err(error) => say(&format!("error {error}"))?,
        }
        Ok(false)
    }

    /// Obeys a command. The outer failure is that nobody listens any more, the inner one is told.
    fn obey(&mut self, command: Command) -> Result<Result<(), String>> {
        match command {
            Command::Blank | Command::Quit => {}
            Command::Hello => self.hello()?,
            Command::Ready => say("ready")?,
            Command::Stop => {
                if let Some(thinking) = &self.thinking {
                    thinking.signal.stop();
                }
            }
            _ if self.thinking.is_some() => {
                return Ok(Err("a search is under way; expected stop, ready or quit".into()));
            }
            Command::New => (self.engine, self.position) = (None, None),
            Command::Option(name, value) => return Ok(self.option(&name, &value)),
            Command::File(path, moves) => return Ok(self.file(&path, &moves)),
            Command::Text(moves) => self.text = Some((Vec::new(), moves)),
            Command::Moves(moves) => return Ok(self.position().and_then(|start| self.take(start, &moves))),
            Command::Disqualify(player) => return Ok(self.disqualify(player)),
            Command::Show => return self.show(),
            Command::Legal => return self.legal(),
            Command::Go(go) => return Ok(self.go(go)),
        }
        Ok(Ok(()))
    }

    fn hello(&self) -> Result<()> {
        say(&format!("id name rxt {}", env!("CARGO_PKG_VERSION")))?;
        say("protocol 1")?;
        say(&format!("option engine {}", self.spec.0))?;
        say(&format!("option seed {}", self.seed))?;
        say(&format!("option lines {}", self.lines))?;
        say("ok")
    }

    fn option(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "engine" => {
                self.spec = (value.to_owned(), Spec::parse(value).map_err(|error| error.to_string())?);
            }
            "seed" => {
                self.seed = value.parse().map_err(|_| format!("`{}` is no seed; expected a number", short(value)))?;
            }
            "lines" => {
                let lines = value.parse().ok().filter(|lines| (1..=MOST_LINES).contains(lines));
                self.lines = lines.ok_or_else(|| format!("`option lines` needs a number from 1 to {MOST_LINES}"))?;
            }
            other => return Err(format!("there is no option `{}`; expected engine, seed or lines", short(other))),
        }
        self.engine = None;
        Ok(())
    }

    fn file(&mut self, argument: &str, moves: &[Answer]) -> Result<(), String> {
        let start = input::read_position(argument).map_err(|report| one_line(&report.to_string()))?;
        self.take(start, moves)
    }

    /// One more line of the text of a position, or its end.
    fn text_line(&mut self, line: &[u8]) -> Result<()> {
        let Some((text, moves)) = &mut self.text else { return Ok(()) };
        if line.trim_ascii() != b"end" {
            if text.len() + line.len() < Source::MAX_BYTES {
                text.extend_from_slice(line);
                text.push(b'\n');
            }
            return Ok(());
        }
        let (text, moves) = (std::mem::take(text), std::mem::take(moves));
        self.text = None;
        match parse(&text).and_then(|start| self.take(start, &moves)) {
            Ok(()) => Ok(()),
            Err(error) => say(&format!("error {error}")),
        }
    }

    fn position(&self) -> Result<Position, String> {
        self.position
            .clone()
            .ok_or_else(|| "there is no position yet; expected `position file` or `position text`".into())
    }

    /// Makes moves and keeps the position behind them; if one is illegal, nothing changes.
    fn take(&mut self, mut position: Position, moves: &[Answer]) -> Result<(), String> {
        for (number, &answer) in (1..).zip(moves) {
            let mv = position.read(answer).map_err(|illegal| format!("move {number}, {}: {illegal}", write(answer)))?;
            position.play(mv);
        }
        self.position = Some(position);
        Ok(())
    }

    fn disqualify(&mut self, player: Player) -> Result<(), String> {
        let mut position = self.position()?;
        if player.number() > position.players() || position.to_move().is_none() {
            return Err(format!("player {player} does not play, or the game is over"));
        }
        position.disqualify(player);
        self.position = Some(position);
        Ok(())
    }

    fn show(&self) -> Result<Result<(), String>> {
        match self.position() {
            Ok(here) => {
                output::print(&format!("{}end\n", position::print(&here)))?;
                Ok(Ok(()))
            }
            Err(error) => Ok(Err(error)),
        }
    }

    fn legal(&self) -> Result<Result<(), String>> {
        match self.position() {
            Ok(here) => {
                let moves: Vec<String> = here.legal_moves().iter().map(|mv| write(mv.answer(here.map()))).collect();
                let turn = here.to_move().map_or_else(|| "over".to_owned(), |player| format!("player {player}"));
                say(format!("legal {turn} {}", moves.join(" ")).trim_end())?;
                Ok(Ok(()))
            }
            Err(error) => Ok(Err(error)),
        }
    }

    fn go(&mut self, go: Go) -> Result<(), String> {
        let position = self.position()?;
        if position.to_move().is_none() {
            return Err("the game is over, nobody is to move".into());
        }
        let engine = self.engine.take().unwrap_or_else(|| self.spec.1.engine(self.seed));
        let events = self.events.0.clone();
        let thinking = Thinking::start(engine, &position, go, self.lines, events);
        self.thinking = Some(thinking.map_err(|error| format!("cannot start to think: {error}"))?);
        Ok(())
    }
}

/// The position that a text stands for.
fn parse(text: &[u8]) -> Result<Position, String> {
    let path = Path::new("text");
    let source = input::parse_source(path, text).map_err(|report| one_line(&report.to_string()))?;
    source.position(None).map_err(|error| one_line(&error.to_string()))
}

/// A message on one line, of bounded length.
fn one_line(text: &str) -> String {
    const MOST: usize = 400;
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().filter(|letter| !letter.is_control()).take(MOST).collect()
}

fn say(line: &str) -> Result<()> {
    output::print(&format!("{line}\n"))
}
