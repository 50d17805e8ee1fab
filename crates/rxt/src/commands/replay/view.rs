//! The replay in the terminal: draws what the state says, and tells the state what was heard.

use super::state::State;
use crate::commands::show::ColourChoice;
use crate::game::{self, Moment, Timeline};
use crate::tui::{self, Heard, Scene, Screen};
use rxt_record::Record;
use rxt_record::record::Tag;
use rxt_rules::Player;
use std::io;
use std::time::{Duration, Instant};

/// A replay that does not play waits for keys; this long, then it looks again.
const IDLE: Duration = Duration::from_secs(30);

const HELP: &str = "← → move · PgUp PgDn ten · Home End · space plays · + - · g go to · q quits";
const SCROLL_HELP: &str = "w a s d scroll · ← → move · space plays · g go to · q quits";

/// Shows a game until the user has seen enough.
pub(super) fn run(record: &Record, name: &str, timeline: &Timeline) -> io::Result<()> {
    let board = (record.map.width(), record.map.height());
    let mut state = State::new(0, timeline.last(), board);
    let names: Vec<String> = Player::all(record.map.players())
        .map(|player| record.tag(&Tag::player_key(player)).unwrap_or_default().to_owned())
        .collect();
    let colours = ColourChoice::Auto.colours();
    let mut screen = Screen::open()?;
    let mut moment = timeline.moment(state.at);
    let mut shown = state.at;
    let mut next_tick = Instant::now();
    while !state.done {
        if shown != state.at {
            moment = timeline.moment(state.at);
            shown = state.at;
        }
        let sight = tui::in_sight(&moment.position, screen.area()?);
        state.look(sight, moment.marks.last);
        let scene = Scene {
            title: title(record, name, timeline, &state, &moment),
            position: &moment.position,
            marks: &moment.marks,
            window: state.window,
            names: &names,
            notes: notes(timeline, &state, &moment),
            help: if sight == board { HELP } else { SCROLL_HELP },
            colours,
        };
        screen.draw(|frame| tui::draw(frame, &scene))?;
        listen(&mut screen, &mut state, timeline, &mut next_tick)?;
    }
    Ok(())
}

/// Waits until something changes, and takes all keys that have been pressed by then.
fn listen(screen: &mut Screen, state: &mut State, timeline: &Timeline, next_tick: &mut Instant) -> io::Result<()> {
    let mut wait = if state.playing { next_tick.saturating_duration_since(Instant::now()) } else { IDLE };
    loop {
        match screen.listen(wait)? {
            Heard::Key(key) => {
                let was_playing = state.playing;
                state.press(key, &|ply| timeline.moment_of(ply));
                if state.playing && !was_playing {
                    *next_tick = Instant::now() + state.pause();
                }
            }
            Heard::Stop => state.done = true,
            Heard::Resized => {}
            Heard::Nothing => break,
        }
        if state.done {
            return Ok(());
        }
        wait = Duration::ZERO;
    }
    if state.playing && Instant::now() >= *next_tick {
        state.tick();
        *next_tick = Instant::now() + state.pause();
    }
    Ok(())
}

fn title(record: &Record, name: &str, timeline: &Timeline, state: &State, moment: &Moment) -> String {
    let (ply, plies) = (timeline.ply_of(state.at), timeline.plies());
    let name = game::title(record, name);
    format!("{name} · move {ply} of {plies} · {}", game::phase(moment.position.phase()))
}

fn notes(timeline: &Timeline, state: &State, moment: &Moment) -> Vec<String> {
    let mut notes = vec![moment.happened.as_ref().map_or_else(|| "start".to_owned(), ToString::to_string)];
    if let (Some(broken), true) = (timeline.broken(), state.at == timeline.last()) {
        notes.push(format!("here the record breaks the rules: {broken}"));
    }
    if let Some(digits) = &state.prompt {
        notes.push(format!("go to move {digits}_ (of {})", timeline.plies()));
    } else if state.playing {
        notes.push(format!("playing, {} moves a second", state.speed()));
    }
    notes
}
