//! What keys do to a replay. Knows no terminal and no clock, so it can be tested.

use crate::tui::Window;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::time::Duration;

/// What a replay shows, and how it goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// The moment that is shown.
    pub(super) at: usize,
    /// The last moment.
    last: usize,
    /// Whether it goes on by itself.
    pub(super) playing: bool,
    speed: usize,
    /// The number of a move that is being typed.
    pub(super) prompt: Option<String>,
    /// The part of the board in sight.
    pub(super) window: Window,
    /// Whether the last move is kept in sight.
    pub(super) follows: bool,
    /// Columns and rows of the board, and of the part in sight.
    board: (u16, u16),
    sight: (u16, u16),
    /// Whether it is over.
    pub(super) done: bool,
}

/// Moments per second.
const SPEEDS: [u32; 8] = [1, 2, 5, 10, 20, 50, 100, 200];
const USUAL_SPEED: usize = 2;
/// Moments of a page.
const PAGE: isize = 10;
/// Digits that a move number can have.
const DIGITS: usize = 6;
/// Tiles that a key scrolls by.
const SCROLL: i32 = 4;

impl State {
    /// A replay that shows a moment of `0..=last` on a board with so many columns and rows.
    pub(super) fn new(at: usize, last: usize, board: (u16, u16)) -> Self {
        Self {
            at: at.min(last),
            last,
            playing: false,
            speed: USUAL_SPEED,
            prompt: None,
            window: Window::default(),
            follows: true,
            board,
            sight: board,
            done: false,
        }
    }

    /// Moments per second.
    pub(super) fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// How long a moment is shown while it plays.
    pub(super) fn pause(&self) -> Duration {
        Duration::from_secs(1) / self.speed()
    }

    /// Takes note of how much of the board is in sight, and of the tile that should be.
    pub(super) fn look(&mut self, sight: (u16, u16), at: Option<(u16, u16)>) {
        self.sight = sight;
        match at {
            None if self.follows && self.at == 0 => self.window.centre(self.board, sight),
            Some(place) if self.follows => self.window.reveal(place, self.board, sight),
            _ => self.window.fit(self.board, sight),
        }
    }

    /// Time has passed: a replay that plays goes on.
    pub(super) fn tick(&mut self) {
        if self.playing {
            self.step(1);
            self.playing = self.at < self.last;
        }
    }

    /// A key was pressed; `moment_of` finds the moment after so many moves.
    pub(super) fn press(&mut self, key: KeyEvent, moment_of: &dyn Fn(usize) -> usize) {
        if let Some(digits) = self.prompt.take() {
            self.type_number(digits, key.code, moment_of);
        } else if key.modifiers.contains(KeyModifiers::SHIFT) && self.scroll(key.code) {
            self.follows = false;
        } else {
            self.command(key.code);
        }
    }

    fn type_number(&mut self, mut digits: String, key: KeyCode, moment_of: &dyn Fn(usize) -> usize) {
        match key {
            KeyCode::Enter => {
                if let Ok(ply) = digits.parse() {
                    self.go(moment_of(ply));
                }
                return;
            }
            KeyCode::Esc | KeyCode::Char('q') => return,
            KeyCode::Backspace => drop(digits.pop()),
            KeyCode::Char(digit) if digit.is_ascii_digit() && digits.len() < DIGITS => digits.push(digit),
            _ => {}
        }
        self.prompt = Some(digits);
    }

    fn command(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('q') | KeyCode::Esc => self.done = true,
            KeyCode::Right | KeyCode::Down | KeyCode::Char('l' | 'n') => self.hand_step(1),
            KeyCode::Left | KeyCode::Up | KeyCode::Char('h' | 'p') => self.hand_step(-1),
            KeyCode::PageDown => self.hand_step(PAGE),
            KeyCode::PageUp => self.hand_step(-PAGE),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(self.last),
            KeyCode::Char(' ') => self.toggle(),
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('g') => self.prompt = Some(String::new()),
            KeyCode::Char('c') => self.follows = true,
            KeyCode::Char('w' | 'a' | 's' | 'd') => {
                self.scroll(key);
                self.follows = false;
            }
            _ => {}
        }
    }

    /// Scrolls the board, if this is a key that does.
    fn scroll(&mut self, key: KeyCode) -> bool {
        let (columns, rows) = match key {
            KeyCode::Left | KeyCode::Char('a') => (-SCROLL, 0),
            KeyCode::Right | KeyCode::Char('d') => (SCROLL, 0),
            KeyCode::Up | KeyCode::Char('w') => (0, -SCROLL),
            KeyCode::Down | KeyCode::Char('s') => (0, SCROLL),
            _ => return false,
        };
        self.window.scroll(columns, rows, self.board, self.sight);
        true
    }

    fn toggle(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.at == self.last {
            self.at = 0;
        }
    }

    fn go(&mut self, moment: usize) {
        self.playing = false;
        self.at = moment.min(self.last);
    }

    fn hand_step(&mut self, by: isize) {
        self.playing = false;
        self.step(by);
    }

    fn step(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Presses keys one after the other; move numbers are moments here.
    fn press(state: &mut State, keys: &[KeyCode]) {
        for &code in keys {
            state.press(KeyEvent::new(code, KeyModifiers::NONE), &|ply| ply);
        }
    }

    fn letters(text: &str) -> Vec<KeyCode> {
        text.chars().map(KeyCode::Char).collect()
    }

    fn state() -> State {
        State::new(0, 100, (50, 50))
    }

    #[test]
    fn arrows_and_letters_step_and_stop_at_the_ends() {
        let mut state = state();
        press(&mut state, &[KeyCode::Right, KeyCode::Char('l'), KeyCode::Down, KeyCode::Left]);
        assert_eq!(state.at, 2);
        press(&mut state, &[KeyCode::Char('h'), KeyCode::Up, KeyCode::Left]);
        assert_eq!(state.at, 0);
        press(&mut state, &[KeyCode::PageDown, KeyCode::PageDown, KeyCode::PageUp, KeyCode::PageDown]);
        assert_eq!(state.at, 20);
        press(&mut state, &[KeyCode::End, KeyCode::Right, KeyCode::PageDown]);
        assert_eq!(state.at, 100);
        press(&mut state, &[KeyCode::Home]);
        assert_eq!(state.at, 0);
    }

    #[test]
    fn space_plays_until_the_end_and_then_from_the_start() {
        let mut state = State::new(98, 100, (8, 8));
        state.tick();
        assert_eq!(state.at, 98, "it does not play yet");
        press(&mut state, &letters(" "));
        state.tick();
        assert!(state.playing);
        state.tick();
        assert_eq!((state.at, state.playing), (100, false));
        press(&mut state, &letters(" "));
        assert_eq!((state.at, state.playing), (0, true));
        press(&mut state, &[KeyCode::Right]);
        assert_eq!((state.at, state.playing), (1, false), "a step by hand stops it");
    }

    #[test]
    fn the_speed_stays_within_bounds() {
        let mut state = state();
        press(&mut state, &letters("++++++++++++"));
        assert_eq!(state.pause(), Duration::from_millis(5));
        press(&mut state, &letters("------------"));
        assert_eq!(state.pause(), Duration::from_secs(1));
    }

    #[test]
    fn a_move_number_can_be_typed() {
        let mut state = state();
        press(&mut state, &letters("g4x27"));
        assert_eq!(state.prompt.as_deref(), Some("427"));
        press(&mut state, &[KeyCode::Backspace, KeyCode::Enter]);
        assert_eq!((state.at, state.prompt.as_deref()), (42, None));
        press(&mut state, &letters("g9999999999"));
        assert_eq!(state.prompt.as_ref().map(String::len), Some(DIGITS));
        press(&mut state, &[KeyCode::Enter]);
        assert_eq!(state.at, 100);
    }

    #[test]
    fn escape_leaves_the_prompt_first_and_then_the_replay() {
        let mut state = state();
        press(&mut state, &[KeyCode::Char('g'), KeyCode::Char('5'), KeyCode::Esc]);
        assert_eq!((state.at, state.prompt.is_none(), state.done), (0, true, false));
        press(&mut state, &[KeyCode::Char('g'), KeyCode::Enter]);
        assert_eq!((state.at, state.done), (0, false), "no number, no jump");
        press(&mut state, &[KeyCode::Esc]);
        assert!(state.done);
        let mut state = self::state();
        press(&mut state, &letters("q"));
        assert!(state.done);
    }

    #[test]
    fn the_last_move_is_kept_in_sight_until_somebody_scrolls() {
        let mut state = state();
        state.look((10, 10), Some((30, 30)));
        assert_eq!((state.window.left, state.window.top), (23, 23));
        press(&mut state, &letters("w"));
        state.look((10, 10), Some((30, 30)));
        assert_eq!((state.window.left, state.window.top), (23, 19));
        state.press(KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT), &|ply| ply);
        assert_eq!((state.window.left, state.at), (27, 0));
        press(&mut state, &letters("c"));
        state.look((10, 10), Some((30, 30)));
        assert_eq!((state.window.left, state.window.top), (27, 23));
    }
}
