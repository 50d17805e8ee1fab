//! What a verification found.

use serde::Serialize;
use std::fmt;

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Whether a map is accepted.
    Map,
    /// The number of players.
    Players,
    /// The numbering of moves and answers.
    Numbering,
    /// Who is asked.
    Turn,
    /// The phase.
    Phase,
    /// Override stones.
    Overrides,
    /// Bombs.
    Bombs,
    /// The legal squares.
    Legal,
    /// Whether an answer is a legal move.
    Answer,
    /// The tiles a move changes.
    Diff,
    /// The board.
    Board,
    /// Who is disqualified, and why.
    Disqualification,
    /// Whether the game is over.
    End,
    /// Points at the end of phase 1.
    PhaseOneScores,
    /// Points at the end.
    FinalScores,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Map => "map",
            Self::Players => "number of players",
            Self::Numbering => "numbering",
            Self::Turn => "turn",
            Self::Phase => "phase",
            Self::Overrides => "override stones",
            Self::Bombs => "bombs",
            Self::Legal => "legal tiles",
            Self::Answer => "answer",
            Self::Diff => "changed tiles",
            Self::Board => "board",
            Self::Disqualification => "disqualification",
            Self::End => "end of the game",
            Self::PhaseOneScores => "points at the end of phase 1",
            Self::FinalScores => "points at the end",
        })
    }
}

/// The file says one thing, the rules another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Disagreement {
    /// The game.
    pub game: String,
    /// The move about to be made, counted from 0; `None` if it concerns the whole game.
    #[serde(rename = "move")]
    pub move_number: Option<usize>,
    /// What was compared.
    pub check: Check,
    /// What the file says and what the rules say.
    pub message: String,
    /// The part of the board where they differ, if it is about tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game)?;
        if let Some(number) = self.move_number {
            write!(f, ", move {number}")?;
        }
        write!(f, ": {}: {}", self.check, self.message)?;
        self.picture.iter().try_for_each(|picture| write!(f, "\n{picture}"))
    }
}

/// Why a case, or a part of it, was not compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// It is about connections, times or options of the server, not about the rules.
    Network,
    /// It is not recorded what a player did.
    UnknownAction,
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Network => "network",
            Self::UnknownAction => "unknown action",
        })
    }
}

/// The verification of one game or case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameReport {
    /// Its name.
    pub game: String,
    /// Moves replayed.
    pub moves: usize,
    /// All disagreements.
    pub disagreements: Vec<Disagreement>,
    /// Why the rest, or all of it, was not compared.
    pub skipped: Option<Skip>,
}

impl GameReport {
    pub(super) fn new(game: impl Into<String>) -> Self {
        Self { game: game.into(), moves: 0, disagreements: Vec::new(), skipped: None }
    }

    /// Adds a disagreement that is not about a move.
    pub(super) fn disagree(&mut self, check: Check, message: String) {
        let disagreement = Disagreement { game: self.game.clone(), move_number: None, check, message, picture: None };
        self.disagreements.push(disagreement);
    }
}

/// Sums over many games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Summary {
    /// Games and cases, skipped ones included.
    pub games: usize,
    /// Moves replayed.
    pub moves: usize,
    /// Disagreements.
    pub disagreements: usize,
    /// Cases that are about the network and were not compared.
    pub skipped_network: usize,
    /// Cases that could not be followed to the end.
    pub skipped_unknown_action: usize,
}

impl Summary {
    /// Adds a game.
    pub fn add(&mut self, report: &GameReport) {
        self.games += 1;
        self.moves += report.moves;
        self.disagreements += report.disagreements.len();
        match report.skipped {
            None => {}
            Some(Skip::Network) => self.skipped_network += 1,
            Some(Skip::UnknownAction) => self.skipped_unknown_action += 1,
        }
    }

    /// A line for each reason why cases were not compared, e.g. `(4 cases skipped: network)`.
    pub fn skipped_lines(&self) -> Vec<String> {
        let counts = [(self.skipped_network, Skip::Network), (self.skipped_unknown_action, Skip::UnknownAction)];
        let skipped = counts.into_iter().filter(|(count, _)| *count > 0);
        skipped.map(|(count, skip)| format!("({count} cases skipped: {skip})")).collect()
    }
}

/// `N games, M moves, K disagreements`.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games, {} moves, {} disagreements", self.games, self.moves, self.disagreements)
    }
}
