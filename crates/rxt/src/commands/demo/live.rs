//! The match in the terminal, move by move.

use super::play::{Ending, Stop, play};
use crate::commands::show::ColourChoice;
use crate::game::{self, Moment};
use crate::tui::{self, Heard, Scene, Screen, Window};
use ratatui::crossterm::event::KeyCode;
use rxt_record::record::Recorder;
use rxt_view::Colours;
use std::io;
use std::time::{Duration, Instant};

const HELP: &str = "space pauses · q quits";
/// How long a pause waits before it looks for signals again.
const PAUSE: Duration = Duration::from_secs(1);

/// Plays a match on the screen; each move is shown for a while.
pub(super) fn run(name: &str, seed: u64, delay: Duration, recorder: &mut Recorder) -> io::Result<Ending> {
    let mut show = Show {
        screen: Screen::open()?,
        name: format!("{name} · seed {seed}"),
        window: Window::default(),
        colours: ColourChoice::Auto.colours(),
        moves: 0,
    };
    play(seed, recorder, |moment| show.moment(moment, delay))
}

struct Show {
    screen: Screen,
    name: String,
    window: Window,
    colours: Colours,
    moves: usize,
}

impl Show {
    /// Shows a moment until its time is over.
    fn moment(&mut self, moment: &Moment, delay: Duration) -> io::Result<Option<Stop>> {
        self.moves += usize::from(moment.happened.is_some());
        let end = Instant::now() + delay;
        let mut paused = false;
        loop {
            self.draw(moment, paused)?;
            let left = end.saturating_duration_since(Instant::now());
            match self.screen.listen(if paused { PAUSE } else { left })? {
                Heard::Stop => return Ok(Some(Stop::Interrupt)),
                Heard::Key(key) => match key.code {
                    KeyCode::Char('q') | KeyCode::Esc => return Ok(Some(Stop::Enough)),
                    KeyCode::Char(' ') => paused = !paused,
                    _ => {}
                },
                Heard::Resized => {}
                Heard::Nothing if paused => {}
                Heard::Nothing => return Ok(None),
            }
        }
    }

    fn draw(&mut self, moment: &Moment, paused: bool) -> io::Result<()> {
        let map = moment.position.map();
        let board = (map.width(), map.height());
        let sight = tui::in_sight(&moment.position, self.screen.area()?);
        match moment.marks.last {
            Some(place) => self.window.reveal(place, board, sight),
            None => self.window.centre(board, sight),
        }
        let happened = moment.happened.as_ref().map_or_else(|| "start".to_owned(), ToString::to_string);
        let scene = Scene {
            title: format!("{} · move {} · {}", self.name, self.moves, game::phase(moment.position.phase())),
            position: &moment.position,
            marks: &moment.marks,
            window: self.window,
            names: &[],
            notes: [Some(happened), paused.then(|| "paused".to_owned())].into_iter().flatten().collect(),
            help: HELP,
            colours: self.colours,
        };
        self.screen.draw(|frame| tui::draw(frame, &scene))
    }
}
