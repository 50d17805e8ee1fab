//! What a generated map shall be like.

use crate::map::{Map, MapFile};
use thiserror::Error;

/// Everything that decides how a generated map looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Other seeds give other maps with the same options.
    pub seed: u64,
    /// Number of players, 2 to 8.
    pub players: u8,
    /// Rows, 1 to 1000.
    pub height: u16,
    /// Columns, 1 to 1000.
    pub width: u16,
    /// Which players find the same map around them.
    pub symmetry: Symmetry,
    /// What lies on the tiles.
    pub tiles: TileOptions,
    /// Which ends are joined.
    pub joins: JoinOptions,
    /// What the players have at the start.
    pub stocks: Stocks,
}

/// Symmetry of a generated map, transitions included.
///
/// A map is symmetric if a motion of the board, together with a change of players, leaves it as it is. Turn order and
/// inversion tiles number the players in a circle, so only a change of everyone by the same number of seats keeps the
/// *game* as it is; [`generate`](super::generate) uses no other. Who moves first is the one difference that no map removes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symmetry {
    /// None.
    #[default]
    None,
    /// The board is turned: by 90 degrees if it is square and the players are 4 or 8, else by 180 degrees. Full fairness
    /// for 2 players on any board and for 4 on square ones; 4 on other boards, 6 and 8 fall into classes of players with
    /// the same map around them. An odd number of players is refused.
    Rotational,
    /// The board is shifted by an n-th of its width, or else of its height. Full fairness for any number of players; needs
    /// a torus with a side that is a multiple of the players.
    Translational,
}

/// What lies on the tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileOptions {
    /// Percent of the squares that are holes.
    pub holes: u8,
    /// Percent of the other tiles that are special tiles or expansion stones.
    pub specials: u8,
    /// How the special tiles are divided.
    pub weights: Specials,
    /// Blocks of stones in which all players meet; the first lies in the middle, and each comes with all its images.
    pub clusters: u16,
    /// Percent of the tiles then still empty that get a random stone.
    pub fill: u8,
}

/// Weights of the special tiles among each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Specials {
    /// Choice tiles.
    pub choice: u8,
    /// Inversion tiles.
    pub inversion: u8,
    /// Bonus tiles.
    pub bonus: u8,
    /// Expansion stones.
    pub expansion: u8,
}

/// Which ends are joined by transitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JoinOptions {
    /// Join opposite edges of the board, diagonals too, wherever there are tiles on both sides.
    pub torus: bool,
    /// Transitions besides those of the torus.
    pub transitions: Amount,
    /// What these transitions are like.
    pub shapes: Shapes,
}

/// How many transitions. There are fewer if the map has not enough free ends, and with symmetry they come by the orbit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// About this many.
    Count(usize),
    /// As many as use this percentage of the free ends.
    Percent(u8),
}

/// Weights of the shapes of transitions among each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shapes {
    /// Any two ends: lines get bends and cross themselves.
    pub any: u8,
    /// Two ends that keep the direction of a walk.
    pub straight: u8,
    /// The two ends of one row, column or diagonal: a ring.
    pub ring: u8,
    /// Two directions of one tile.
    pub same_tile: u8,
    /// An end joined to itself.
    pub mirror: u8,
}

/// What each player has at the start, and how strong bombs are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stocks {
    /// Override stones.
    pub overrides: u8,
    /// Bombs.
    pub bombs: u8,
    /// How many steps an explosion reaches.
    pub strength: u8,
}

/// Why no map could be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GenerateError {
    /// Not 2 to 8 players.
    #[error("{0} players; expected 2 to 8")]
    Players(u8),
    /// A board without tiles, or too large.
    #[error("a board of {height}x{width}; expected 1 to {} rows and columns", MapFile::MAX_SIDE)]
    Size {
        /// Rows.
        height: u16,
        /// Columns.
        width: u16,
    },
    /// A percentage above 100.
    #[error("{percent} % {what}; expected at most 100")]
    Percent {
        /// Of what.
        what: &'static str,
        /// The percentage.
        percent: u8,
    },
    /// More tiles than a map can have.
    #[error(
        "the board would have {count} playable tiles; expected at most {}: make it smaller or add holes",
        Map::MAX_TILES
    )]
    TooManyTiles {
        /// Tiles that are no holes.
        count: usize,
    },
    /// Rotation with an odd number of players.
    #[error(
        "no rotation is fair to {players} players; expected 2 (any board), 4 (square boards), or 4, 6 or 8 in classes; \
         a torus with a side that is a multiple of {players} can have translational symmetry"
    )]
    NoRotation {
        /// Number of players.
        players: u8,
    },
    /// Translation without a torus of the right size.
    #[error(
        "no translation is fair to {players} players on this board of {height}x{width}; expected a torus with a side that \
         is a multiple of {players}"
    )]
    NoTranslation {
        /// Number of players.
        players: u8,
        /// Rows.
        height: u16,
        /// Columns.
        width: u16,
    },
    /// Nobody can move on any map drawn.
    #[error("nobody could move on any of {attempts} maps drawn; expected room for stones and free tiles beside them")]
    NoMove {
        /// How many were drawn.
        attempts: u64,
    },
}

impl Options {
    /// A board with the usual extras: a few holes and special tiles, no transitions, one cluster.
    pub fn new(players: u8, height: u16, width: u16) -> Self {
        Self {
            seed: 0,
            players,
            height,
            width,
            symmetry: Symmetry::None,
            tiles: TileOptions { holes: 5, specials: 5, weights: Specials::EQUAL, clusters: 1, fill: 0 },
            joins: JoinOptions { torus: false, transitions: Amount::Count(0), shapes: Shapes::PLAYABLE },
            stocks: Stocks { overrides: 1, bombs: 1, strength: 1 },
        }
    }

    pub(super) fn check(&self) -> Result<(), GenerateError> {
        if !(2..=8).contains(&self.players) {
            return Err(GenerateError::Players(self.players));
        }
        let sides = 1..=MapFile::MAX_SIDE;
        if !sides.contains(&self.height) || !sides.contains(&self.width) {
            return Err(GenerateError::Size { height: self.height, width: self.width });
        }
        let transitions = match self.joins.transitions {
            Amount::Percent(percent) => percent,
            Amount::Count(_) => 0,
        };
        let TileOptions { holes, specials, fill, .. } = self.tiles;
        let percentages =
            [("holes", holes), ("special tiles", specials), ("filled tiles", fill), ("joined ends", transitions)];
        match percentages.into_iter().find(|&(_, percent)| percent > 100) {
            Some((what, percent)) => Err(GenerateError::Percent { what, percent }),
            None => Ok(()),
        }
    }
}

impl Specials {
    /// As many of each.
    pub const EQUAL: Self = Self { choice: 1, inversion: 1, bonus: 1, expansion: 1 };
}

impl Shapes {
    /// Mostly bends and straight passages, some rings, now and then a mirror.
    pub const PLAYABLE: Self = Self { any: 4, straight: 8, ring: 6, same_tile: 1, mirror: 1 };
}
