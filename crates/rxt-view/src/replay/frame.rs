//! One moment of a game, as a replay shows it.

use rxt_rules::{Answer, Phase, Player, Position};

/// One moment of a game: the board and the stocks, and the move that led there.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// The rows of the board as in map files, without blanks.
    pub rows: Vec<String>,
    /// Who moved; `None` at the start.
    pub mover: Option<Player>,
    /// The move; `None` at the start and for a disqualification.
    pub answer: Option<Answer>,
    /// Who is asked next; `None` at the end.
    pub to_move: Option<Player>,
    /// The phase.
    pub phase: Phase,
    /// What each player has, in order.
    pub stocks: Vec<Stock>,
    /// What the mover expected for each player, in its own unit; may be empty.
    pub scores: Vec<i32>,
    /// A remark, as plain text.
    pub note: String,
}

/// What a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stock {
    /// Stones on the board.
    pub stones: u32,
    /// Override stones.
    pub overrides: u8,
    /// Bombs.
    pub bombs: u8,
    /// Whether the player is disqualified.
    pub disqualified: bool,
}

impl Frame {
    /// The frame of a position, and the move that led there.
    pub fn new(position: &Position, mover: Option<Player>, answer: Option<Answer>) -> Self {
        let stock = |player: Player| Stock {
            stones: position.stones(player),
            overrides: position.overrides(player),
            bombs: position.bombs(player),
            disqualified: !position.is_active(player),
        };
        Self {
            rows: position.rows(),
            mover,
            answer,
            to_move: position.to_move(),
            phase: position.phase(),
            stocks: Player::all(position.players()).map(stock).collect(),
            scores: Vec::new(),
            note: String::new(),
        }
    }

    /// The same frame with a remark.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The same frame with what the mover expected.
    #[must_use]
    pub fn with_scores(mut self, scores: Vec<i32>) -> Self {
        self.scores = scores;
        self
    }
}
