//! What is known of a live game besides its moves.

use serde::Serialize;

/// What lists and pages say of a live game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Info {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) map: String,
    pub(crate) status: Status,
    /// Whether moves may be taken back and hints asked for.
    pub(crate) casual: bool,
    /// Milliseconds credited per move, if there is a clock.
    pub(crate) clock_ms: Option<u64>,
    pub(crate) seats: Vec<SeatInfo>,
    /// Where programs connect to take a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) port: Option<u16>,
    /// Points at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) points: Option<Vec<Option<u32>>>,
    /// Whether the game can be replayed under the same name.
    pub(crate) recorded: bool,
}

/// Where a live game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Status {
    /// Seats are still to be taken.
    Waiting,
    /// It is being played.
    Running,
    /// It was played to its end.
    Over,
    /// It was broken off.
    Aborted,
}

/// Who sits at a seat.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SeatInfo {
    pub(crate) kind: SeatKind,
    pub(crate) name: String,
    /// Whether somebody is there.
    pub(crate) taken: bool,
}

/// What sits at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SeatKind {
    /// An engine of ours.
    Engine,
    /// A person with a browser.
    Person,
    /// A program that connects by the course's protocol.
    Client,
}

impl Status {
    /// Whether nothing more will happen.
    pub(crate) const fn is_final(self) -> bool {
        matches!(self, Self::Over | Self::Aborted)
    }

    /// In a word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting for players",
            Self::Running => "live",
            Self::Over => "over",
            Self::Aborted => "broken off",
        }
    }
}
