//! How a position begins: the start of a map, or any state written down.

use super::state::{Phase, Position};
use crate::cell::Cell;
use crate::map::{Map, MapFile};
use crate::moves::{Planes, Squares};
use crate::player::{ByPlayer, Player, PlayerSet};
use std::sync::Arc;
use thiserror::Error;

/// A position taken apart, to be written down or put together.
///
/// The board is the map's: `map.tiles` are the present tiles, destroyed ones are holes, and the transitions of destroyed
/// tiles are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The map with the present board.
    pub map: MapFile,
    /// The first candidate for the next turn; whoever cannot move is passed over.
    pub turn: Player,
    /// The phase.
    pub phase: Phase,
    /// Override stones of each player.
    pub overrides: ByPlayer<u8>,
    /// Bombs of each player.
    pub bombs: ByPlayer<u8>,
    /// Who is disqualified.
    pub disqualified: PlayerSet,
}

/// Why a setup is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The map cannot be played on.
    #[error(transparent)]
    Map(#[from] crate::map::MapErrors),
    /// A player who does not take part.
    #[error("player {player} does not take part; the map has {players} players")]
    Stranger {
        /// Who.
        player: Player,
        /// Number of players of the map.
        players: u8,
    },
    /// The player to move is disqualified.
    #[error("player {player} is to move, but disqualified")]
    DisqualifiedTurn {
        /// Who.
        player: Player,
    },
}

impl Position {
    /// The start of a game. Players who cannot move are passed over, and phases in which nobody can are skipped.
    pub fn new(map: Arc<Map>) -> Self {
        let stock = |amount: u8| {
            let players = usize::from(map.players());
            ByPlayer::from_fn(|player| if player.index() < players { amount } else { 0 })
        };
        let (overrides, bombs) = (stock(map.file().overrides), stock(map.file().bombs));
        Self::assemble(map, Player::ONE, Phase::Build, overrides, bombs, PlayerSet::EMPTY)
    }

    /// Puts a position together.
    pub fn from_setup(setup: Setup) -> Result<Self, SetupError> {
        let Setup { map, turn, phase, overrides, bombs, disqualified } = setup;
        let players = map.players;
        let map = Arc::new(Map::new(map)?);
        let strangers = disqualified.iter().chain([turn]).find(|player| player.number() > players);
        if let Some(player) = strangers {
            return Err(SetupError::Stranger { player, players });
        }
        if phase != Phase::Over && disqualified.contains(turn) {
            return Err(SetupError::DisqualifiedTurn { player: turn });
        }
        Ok(Self::assemble(map, turn, phase, overrides, bombs, disqualified))
    }

    /// Takes a position apart.
    pub fn setup(&self) -> Setup {
        let mut map = self.map.file().clone();
        for tile in self.map.tiles() {
            let (x, y) = self.map.place(tile);
            map.tiles[usize::from(y) * usize::from(map.width) + usize::from(x)] = self.cell(tile);
        }
        map.transitions
            .retain(|&crate::map::Transition(a, b)| [a, b].iter().all(|end| self.cell_at(end.x, end.y) != Cell::HOLE));
        let Self { turn, phase, overrides, bombs, disqualified, .. } = *self;
        Setup { map, turn, phase, overrides, bombs, disqualified }
    }

    fn assemble(
        map: Arc<Map>,
        turn: Player,
        phase: Phase,
        overrides: ByPlayer<u8>,
        bombs: ByPlayer<u8>,
        disqualified: PlayerSet,
    ) -> Self {
        let cells: Box<[Cell]> = map.tiles().map(|tile| map.initial(tile)).chain([Cell::HOLE]).collect();
        let (counts, sets) = Self::fresh_counts_and_sets(&map, &cells);
        let planes = Planes::new(&map, &cells);
        let mut position = Self {
            map,
            cells,
            counts,
            overrides,
            bombs,
            disqualified,
            phase,
            turn,
            sets,
            planes,
            reach: Squares::default(),
            reach_of: None,
        };
        position.settle(turn);
        position
    }
}
