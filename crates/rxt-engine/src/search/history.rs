//! What earlier nodes teach about the order of moves: tiles that cut off often, and the last moves that did on each ply.

use rxt_rules::{Map, Move, Player};

/// Keys of killers lie above all of history, the table's move above all killers.
const KILLER: i32 = i32::MAX - 2;
const TABLE_MOVE: i32 = i32::MAX;
/// When an entry grows above this, all are halved.
const MOST: i32 = 1 << 26;

/// How often moves made others superfluous.
#[derive(Debug)]
pub(crate) struct History {
    cutoffs: Box<[i32]>,
    tiles: usize,
    killers: Vec<[Option<Move>; 2]>,
}

impl History {
    pub(crate) fn new(map: &Map) -> Self {
        let tiles = map.tile_count();
        Self { cutoffs: vec![0; tiles * usize::from(map.players())].into(), tiles, killers: Vec::new() }
    }

    /// The key of a move: the table's move first, then killers, then by history.
    #[inline]
    pub(crate) fn key(&self, mover: Player, mv: Move, ply: usize, table_move: Option<Move>) -> i32 {
        self.known(mv, ply, table_move).unwrap_or_else(|| self.learnt(mover, mv))
    }

    /// The key of the table's move and of killers.
    #[inline]
    pub(crate) fn known(&self, mv: Move, ply: usize, table_move: Option<Move>) -> Option<i32> {
        if table_move == Some(mv) {
            return Some(TABLE_MOVE);
        }
        match self.killers.get(ply) {
            Some(&[first, _]) if first == Some(mv) => Some(KILLER + 1),
            Some(&[_, second]) if second == Some(mv) => Some(KILLER),
            _ => None,
        }
    }

    /// How often a move cut off, weighed by depth.
    #[inline]
    pub(crate) fn learnt(&self, mover: Player, mv: Move) -> i32 {
        self.cutoffs[mover.index() * self.tiles + mv.tile.index()]
    }

    /// Learns that a move made the others superfluous.
    pub(crate) fn learn(&mut self, mover: Player, mv: Move, ply: usize, depth: u32) {
        let entry = &mut self.cutoffs[mover.index() * self.tiles + mv.tile.index()];
        *entry += (depth * depth).min(1 << 16) as i32;
        if *entry > MOST {
            self.cutoffs.iter_mut().for_each(|entry| *entry /= 2);
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}
