//! One moment of a game, as a replay shows it.

use rxt_rules::{Answer, Cell, Phase, Player, Position};

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
    /// How long the mover thought, where known.
    pub time_ms: Option<u64>,
    /// What is special about the move.
    pub mark: Option<Mark>,
}

/// What is special about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// All stones are handed on.
    Inversion,
    /// Two players exchange their stones.
    Choice,
    /// A bomb or an override stone is won.
    Bonus,
    /// A stone is set on a stone.
    Override,
    /// Tiles are destroyed.
    Bomb,
    /// A player is disqualified.
    Out,
}

impl Mark {
    /// What a move by this answer is marked with.
    pub fn of(before: &Position, answer: Answer) -> Option<Self> {
        let cell = before.cell_at(answer.x, answer.y);
        match (before.phase(), cell) {
            (Phase::Bomb, _) => Some(Self::Bomb),
            (_, Cell::INVERSION) => Some(Self::Inversion),
            (_, Cell::CHOICE) => Some(Self::Choice),
            (_, Cell::BONUS) => Some(Self::Bonus),
            (_, cell) if cell.is_occupied() => Some(Self::Override),
            _ => None,
        }
    }

    /// The name that pages know.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inversion => "inversion",
            Self::Choice => "choice",
            Self::Bonus => "bonus",
            Self::Override => "override",
            Self::Bomb => "bomb",
            Self::Out => "out",
        }
    }
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
            time_ms: None,
            mark: None,
        }
    }

    /// The same frame with a remark.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The same frame with the time that the mover took.
    #[must_use]
    pub fn with_time(mut self, time_ms: Option<u64>) -> Self {
        self.time_ms = time_ms;
        self
    }

    /// The same frame with what is special about the move.
    #[must_use]
    pub fn with_mark(mut self, mark: Option<Mark>) -> Self {
        self.mark = mark;
        self
    }

    /// The same frame with what the mover expected.
    #[must_use]
    pub fn with_scores(mut self, scores: Vec<i32>) -> Self {
        self.scores = scores;
        self
    }
}
