//! One live game as viewers follow it.

use super::info::{Info, Status};
use crate::room::Room;
use rxt_rules::{Player, Position};
use rxt_view::{Frame, frame_json, game_json};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;
use tokio::sync::watch;

/// A live game: what happened so far, and a bell for those who wait for more.
pub(crate) struct LiveGame {
    pub(crate) id: String,
    start: Position,
    /// The board and its first frame, as JSON.
    board: String,
    state: Mutex<State>,
    bell: watch::Sender<usize>,
    /// How its players are spoken to, if its players are here.
    pub(crate) room: Option<Room>,
}

struct State {
    info: Info,
    position: Position,
    last: Frame,
    /// Frames behind the first one, as JSON.
    frames: Vec<Arc<str>>,
    /// All events; the number of an event is its index plus one.
    events: Vec<Arc<str>>,
    /// The newest clocks, as JSON.
    clocks: String,
    changed: Instant,
}

impl LiveGame {
    pub(crate) fn new(info: Info, start: Position, room: Option<Room>) -> Self {
        let first = Frame::new(&start, None, None);
        let board = game_json(&start, std::slice::from_ref(&first));
        let state = State {
            position: start.clone(),
            last: first,
            frames: Vec::new(),
            events: Vec::new(),
            clocks: "null".to_owned(),
            changed: Instant::now(),
            info,
        };
        let id = state.info.id.clone();
        Self { id, start, board, state: Mutex::new(state), bell: watch::Sender::new(0), room }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics while holding a live game")
    }

    /// What is known of it.
    pub(crate) fn info(&self) -> Info {
        self.state().info.clone()
    }

    /// The position now, and how many frames there are behind the first.
    pub(crate) fn position(&self) -> (Position, usize) {
        let state = self.state();
        (state.position.clone(), state.frames.len())
    }

    /// Since when nothing changed.
    pub(crate) fn changed(&self) -> Instant {
        self.state().changed
    }

    /// Changes what is known of it, and tells everybody.
    pub(crate) fn update(&self, change: impl FnOnce(&mut Info)) {
        let mut state = self.state();
        change(&mut state.info);
        let info = serde_json::to_string(&state.info).expect("what is known has only string keys");
        self.tell(&mut state, format!("{{\"type\":\"info\",\"info\":{info}}}"));
    }

    /// Adds a frame. `legal` are the tiles on which a person may set a stone, `clocks` the time left of each player.
    pub(crate) fn add(&self, position: &Position, frame: Frame, clocks: Option<&[u64]>, legal: Option<&[usize]>) {
        let mut state = self.state();
        let text: Arc<str> = frame_json(&self.start, &state.last, &frame).into();
        state.position = position.clone();
        state.last = frame;
        state.frames.push(Arc::clone(&text));
        state.clocks = json(&clocks);
        let event = format!(
            "{{\"type\":\"frame\",\"at\":{},\"frame\":{text},\"clocks\":{},\"legal\":{}}}",
            state.frames.len(),
            state.clocks,
            json(&legal)
        );
        self.tell(&mut state, event);
    }

    /// Says who is asked, and where a person may set a stone.
    pub(crate) fn ask(&self, player: Player, clocks: Option<&[u64]>, legal: Option<&[usize]>) {
        let mut state = self.state();
        state.clocks = json(&clocks);
        let event = format!(
            "{{\"type\":\"asked\",\"player\":{player},\"clocks\":{},\"legal\":{}}}",
            state.clocks,
            json(&legal)
        );
        self.tell(&mut state, event);
    }

    /// Takes frames back, so that `left` are left behind the first; `last` is the last of them.
    pub(crate) fn cut(&self, position: &Position, last: Frame, left: usize) {
        let mut state = self.state();
        state.frames.truncate(left);
        state.position = position.clone();
        state.last = last;
        self.tell(&mut state, format!("{{\"type\":\"cut\",\"at\":{left}}}"));
    }

    fn tell(&self, state: &mut State, event: String) {
        state.events.push(event.into());
        state.changed = Instant::now();
        self.bell.send_replace(state.events.len());
    }

    /// Everything so far in one event, and its number.
    pub(crate) fn snapshot(&self) -> (usize, String) {
        let state = self.state();
        let info = serde_json::to_string(&state.info).expect("what is known has only string keys");
        let frames = state.frames.join(",");
        let turn = state.position.to_move().map(Player::number);
        let (seen, clocks) = (state.events.len(), &state.clocks);
        let legal = state.info.legal_for_people(&state.position);
        let legal = json(&legal);
        let text = format!(
            "{{\"type\":\"snapshot\",\"sequence\":{seen},\"info\":{info},\"turn\":{},\"clocks\":{clocks},\
             \"legal\":{legal},\"game\":{},\"frames\":[{frames}]}}",
            json(&turn),
            self.board
        );
        (seen, text)
    }

    /// Events behind number `seen`, and whether more may come.
    pub(crate) fn since(&self, seen: usize) -> (Vec<Arc<str>>, bool) {
        let state = self.state();
        let events = state.events.get(seen..).unwrap_or_default().to_vec();
        (events, !state.info.status.is_final())
    }

    /// How many events there are.
    pub(crate) fn count(&self) -> usize {
        self.state().events.len()
    }

    /// Rings at every event.
    pub(crate) fn bell(&self) -> watch::Receiver<usize> {
        self.bell.subscribe()
    }

    /// How many follow it.
    pub(crate) fn viewers(&self) -> usize {
        self.bell.receiver_count()
    }
}

impl Info {
    /// Squares on which the person to move may set a stone or throw a bomb; `None` if no person is to move.
    pub(crate) fn legal_for_people(&self, position: &Position) -> Option<Vec<usize>> {
        use super::info::SeatKind;
        let player = position.to_move().filter(|_| self.status == Status::Running)?;
        let seat = self.seats.get(player.index())?;
        (seat.kind == SeatKind::Person).then(|| legal_squares(position))
    }
}

/// The squares of all legal moves, counted row by row.
pub(crate) fn legal_squares(position: &Position) -> Vec<usize> {
    let map = position.map();
    let square = |(x, y): (u16, u16)| usize::from(y) * usize::from(map.width()) + usize::from(x);
    let mut squares: Vec<usize> = position.legal_moves().iter().map(|mv| square(map.place(mv.tile))).collect();
    squares.dedup();
    squares
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("numbers and lists are JSON")
}
