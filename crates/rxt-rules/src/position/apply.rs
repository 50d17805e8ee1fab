//! Making moves and taking them back.

use super::state::{Phase, Position};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::map::{Tile, heading, heading_tile};
use crate::moves::{self, Move, Special, Squares, add_captures, each_bit, each_capture};
use crate::player::Player;
use crate::zobrist::SetHashes;

/// What is needed to take moves back. Reused, it allocates nothing once it has grown to its size.
#[derive(Clone, Debug, Default)]
pub struct UndoLog {
    frames: Vec<Frame>,
    /// Tiles changed and what lay there before, of all frames.
    changes: Vec<(Tile, Cell)>,
    /// What a move captures: where the board is kept square after square, as squares, else as tiles.
    squares: Squares,
    captured: Vec<Tile>,
    /// The planes before each move of phase 1, where they are small.
    planes: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    first_change: usize,
    mover: Player,
    phase: Phase,
    overrides: u8,
    bombs: u8,
    effect: Effect,
    counts: [u32; Cell::KINDS],
    sets: SetHashes,
}

/// What a special tile did to the stones of whole players.
#[derive(Clone, Copy, Debug)]
enum Effect {
    None,
    Inversion,
    Swap(Player),
}

impl UndoLog {
    /// A log without moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many moves can be taken back.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether there is nothing to take back.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The tiles that the last move changed, with what lay there before; an inversion or a choice comes on top.
    pub fn last_changes(&self) -> &[(Tile, Cell)] {
        self.frames.last().map_or(&[], |frame| &self.changes[frame.first_change..])
    }
}

impl Position {
    /// Makes a legal move, for good.
    pub fn play(&mut self, mv: Move) {
        self.make(mv, &mut UndoLog::new());
    }

    /// Makes a legal move that can be taken back with [`Position::unmake`].
    pub fn make(&mut self, mv: Move, log: &mut UndoLog) {
        if self.phase == Phase::Build {
            self.find_captures(mv.tile, log);
            return self.make_found(mv, log);
        }
        debug_assert!(self.phase == Phase::Bomb, "no move is made after the end");
        self.open_frame(log);
        if self.phase == Phase::Bomb {
            self.explode(mv.tile, log);
        }
        self.settle(self.turn.next(self.players()));
    }

    /// Makes a move of phase 1 if it is legal, finding what it captures only once. What is chosen on a special tile has to
    /// fit the tile.
    pub fn make_if_legal(&mut self, mv: Move, log: &mut UndoLog) -> bool {
        let cell = self.cell(mv.tile);
        if self.phase != Phase::Build || cell.is_occupied() && self.overrides[self.turn] == 0 {
            return false;
        }
        if !self.find_captures(mv.tile, log) && cell != Cell::EXPANSION {
            return false;
        }
        self.make_found(mv, log);
        true
    }

    /// Makes a move of phase 1 that captures what the log says.
    fn make_found(&mut self, mv: Move, log: &mut UndoLog) {
        let mover = self.turn;
        self.open_frame(log);
        let effect = self.set_stone(mv, log);
        if let Some(frame) = log.frames.last_mut() {
            frame.effect = effect;
        }
        self.settle(mover.next(self.players()));
    }

    /// Notes what has to be known to take back the move that is about to be made.
    fn open_frame(&self, log: &mut UndoLog) {
        let mover = self.turn;
        if self.phase == Phase::Build {
            self.planes.save(&mut log.planes);
        }
        log.frames.push(Frame {
            first_change: log.changes.len(),
            mover,
            phase: self.phase,
            overrides: self.overrides[mover],
            bombs: self.bombs[mover],
            effect: Effect::None,
            counts: self.counts,
            sets: self.sets,
        });
    }

    /// Takes the last move of the log back. Does nothing on an empty log.
    pub fn unmake(&mut self, log: &mut UndoLog) {
        let Some(frame) = log.frames.last() else { return };
        let planes_are_back = frame.phase != Phase::Build || self.planes.restore(&mut log.planes);
        match frame.effect {
            Effect::None => {}
            Effect::Swap(other) => {
                self.swap_cells(frame.mover, other);
                if !planes_are_back {
                    self.planes.swap(frame.mover, other);
                }
            }
            Effect::Inversion => {
                let players = self.players();
                self.recolour(|cell| cell.rotated_back(players));
                if !planes_are_back {
                    self.planes.rotate(false);
                }
            }
        }
        let changes = &log.changes[frame.first_change..];
        for &(tile, cell) in changes {
            self.cells[tile.index()] = cell;
        }
        if !planes_are_back {
            self.give_back(frame.mover, changes);
        }
        (self.counts, self.sets, self.reach_of) = (frame.counts, frame.sets, None);
        log.changes.truncate(frame.first_change);
        self.overrides[frame.mover] = frame.overrides;
        self.bombs[frame.mover] = frame.bombs;
        self.phase = frame.phase;
        self.turn = frame.mover;
        log.frames.pop();
    }

    /// Disqualifies a player: bombs and override stones are lost, stones stay. If it was his turn, it is the next one's.
    pub fn disqualify(&mut self, player: Player) {
        self.disqualified.insert(player);
        self.overrides[player] = 0;
        self.bombs[player] = 0;
        if self.phase != Phase::Over {
            let first = if self.turn == player { player.next(self.players()) } else { self.turn };
            self.settle(first);
        }
    }

    /// Writes what a stone on this tile captures into the log; returns whether that is anything.
    #[inline]
    fn find_captures(&self, tile: Tile, log: &mut UndoLog) -> bool {
        let own = Cell::stone(self.turn);
        let layout = self.map.layout();
        if layout.board_words() > 0 {
            let mut any = moves::captured(&self.view(self.turn), layout.square_of(tile), &mut log.squares);
            each_bit(layout.bent_directions(tile).into(), |direction| {
                each_capture(&self.map, &self.cells, tile, Direction::ALL[direction], own, |tile| {
                    let square = layout.square_of(tile);
                    log.squares[square as usize / 64] |= 1 << (square % 64);
                    any = true;
                });
            });
            return any;
        }
        log.captured.clear();
        add_captures(&self.map, &self.cells, tile, own, &mut log.captured);
        !log.captured.is_empty()
    }

    /// Sets a stone that captures what the log says.
    fn set_stone(&mut self, mv: Move, log: &mut UndoLog) -> Effect {
        let mover = self.turn;
        let before = self.cell(mv.tile);
        if self.map.layout().board_words() > 0 {
            self.take_on_board(mv.tile, mover, log);
        } else {
            self.take(mover, log);
            self.take_origin(mv.tile, mover, log);
        }
        if before.is_occupied() {
            self.overrides[mover] -= 1;
        }
        match (before, mv.special) {
            (Cell::INVERSION, _) => {
                self.rotate_stones();
                Effect::Inversion
            }
            (_, Special::Swap(other)) => {
                self.swap_stones(mover, other);
                Effect::Swap(other)
            }
            (_, Special::Bomb) => {
                self.bombs[mover] = self.bombs[mover].wrapping_add(1);
                Effect::None
            }
            (_, Special::Override) => {
                self.overrides[mover] = self.overrides[mover].wrapping_add(1);
                Effect::None
            }
            _ => Effect::None,
        }
    }

    /// Sets a stone where the board is kept square after square: what is captured is a set of squares there.
    #[inline]
    fn take_on_board(&mut self, origin: Tile, mover: Player, log: &mut UndoLog) {
        let UndoLog { squares, changes, .. } = log;
        let captured = &squares[..self.map.layout().board_words()];
        let players = self.map.players();
        for owner in Player::all(players).filter(|&owner| owner != mover) {
            self.take_from(Some(owner), mover, captured, changes);
        }
        if self.counts[Cell::EXPANSION.index()] > 0 {
            self.take_from(None, mover, captured, changes);
        }
        self.take_origin(origin, mover, log);
    }

    /// Takes those of the captured stones that belong to a player, or with nobody those that are nobody's when all players'
    /// are taken.
    #[inline]
    fn take_from(&mut self, owner: Option<Player>, mover: Player, captured: &[u64], changes: &mut Vec<(Tile, Cell)>) {
        let (layout, own) = (self.map.layout(), Cell::stone(mover));
        let before = owner.map_or(Cell::EXPANSION, Cell::stone);
        let first = changes.len();
        let mut keys = 0;
        for (word, &captured) in captured.iter().enumerate() {
            let squares = match owner {
                Some(owner) => captured & self.planes.squares(owner, word),
                None => captured & !self.planes.squares(mover, word),
            };
            each_bit(squares, |bit| {
                let tile = layout.tile_of_square(word * 64 + bit);
                self.cells[tile.index()] = own;
                changes.push((tile, before));
                keys ^= self.map.key(tile);
            });
            self.planes.turn_squares(mover, word, squares);
            if let Some(owner) = owner {
                self.planes.turn_squares(owner, word, squares);
            }
        }
        let count = (changes.len() - first) as u32;
        self.sets.change(keys, before, own);
        self.counts[before.index()] -= count;
        self.counts[own.index()] += count;
        if !layout.is_plain_board() {
            for &(tile, _) in &changes[first..] {
                self.planes.turn_lines(layout, tile, mover);
                if let Some(owner) = owner {
                    self.planes.turn_lines(layout, tile, owner);
                }
            }
        }
    }

    /// Sets the stone itself, which may lie there already.
    #[inline]
    fn take_origin(&mut self, origin: Tile, mover: Player, log: &mut UndoLog) {
        let own = Cell::stone(mover);
        let before = std::mem::replace(&mut self.cells[origin.index()], own);
        if before != own {
            log.changes.push((origin, before));
            self.transfer(&[(origin, before)], before, own);
        }
    }

    /// Turns the captured tiles of the log into stones of one player; those that are his already stay as they are.
    #[inline]
    fn take(&mut self, mover: Player, log: &mut UndoLog) {
        let (layout, own) = (self.map.layout(), Cell::stone(mover));
        let first = log.changes.len();
        let mut keys = 0;
        for &tile in &log.captured {
            let before = std::mem::replace(&mut self.cells[tile.index()], own);
            if before == own {
                continue;
            }
            log.changes.push((tile, before));
            self.planes.give(layout, tile, before.owner(), mover);
            self.counts[before.index()] -= 1;
            self.sets.add(self.map.key(tile), before);
            keys ^= self.map.key(tile);
        }
        self.counts[own.index()] += (log.changes.len() - first) as u32;
        self.sets.add(keys, own);
    }

    /// Notes in the planes that tiles are no longer stones of one player.
    #[inline]
    fn give_back(&mut self, mover: Player, changes: &[(Tile, Cell)]) {
        for group in changes.chunk_by(|a, b| a.1 == b.1) {
            let tiles = group.iter().map(|change| change.0);
            self.planes.change(self.map.layout(), tiles, Cell::stone(mover), group[0].1);
        }
    }

    /// Notes in planes, counts and hash that these tiles hold something else now.
    #[inline]
    fn transfer(&mut self, changes: &[(Tile, Cell)], from: Cell, to: Cell) {
        self.planes.change(self.map.layout(), changes.iter().map(|change| change.0), from, to);
        self.counts[from.index()] -= changes.len() as u32;
        self.counts[to.index()] += changes.len() as u32;
        let keys = changes.iter().fold(0, |keys, change| keys ^ self.map.key(change.0));
        self.sets.change(keys, from, to);
    }

    /// Destroys every tile within the map's strength of `target`; the log's changes are the queue of the search.
    fn explode(&mut self, target: Tile, log: &mut UndoLog) {
        let mut next = log.changes.len();
        self.destroy(target, log);
        for _ in 0..self.map.file().strength {
            let ring_end = log.changes.len();
            if next == ring_end {
                break;
            }
            while next < ring_end {
                let (tile, _) = log.changes[next];
                next += 1;
                for direction in Direction::ALL {
                    let neighbour = self.neighbour(tile, direction);
                    if self.cell(neighbour) != Cell::HOLE {
                        self.destroy(neighbour, log);
                    }
                }
            }
        }
        self.bombs[self.turn] -= 1;
    }

    fn destroy(&mut self, tile: Tile, log: &mut UndoLog) {
        log.changes.push((tile, self.cell(tile)));
        self.change(tile, Cell::HOLE);
    }

    /// The neighbour, or the eternal hole behind the last tile.
    fn neighbour(&self, tile: Tile, direction: Direction) -> Tile {
        heading_tile(self.map.steps()[heading(tile, direction) as usize])
    }

    /// Changes a tile in phase 2, when the planes are of no use any more.
    #[inline]
    fn change(&mut self, tile: Tile, to: Cell) {
        let from = std::mem::replace(&mut self.cells[tile.index()], to);
        self.counts[from.index()] -= 1;
        self.counts[to.index()] += 1;
        self.sets.change(self.map.key(tile), from, to);
    }

    /// Exchanges all stones of two players.
    fn swap_stones(&mut self, a: Player, b: Player) {
        self.swap_cells(a, b);
        self.counts.swap(Cell::stone(a).index(), Cell::stone(b).index());
        self.sets.swap(a, b);
        self.planes.swap(a, b);
    }

    fn swap_cells(&mut self, a: Player, b: Player) {
        let (a_stone, b_stone) = (Cell::stone(a), Cell::stone(b));
        self.recolour(|cell| {
            if cell == a_stone {
                b_stone
            } else if cell == b_stone {
                a_stone
            } else {
                cell
            }
        });
    }

    /// Inversion: every stone goes to the next player.
    fn rotate_stones(&mut self) {
        let players = self.players();
        self.recolour(|cell| cell.rotated(players));
        self.counts[1..=usize::from(players)].rotate_right(1);
        self.sets.rotate(players);
        self.planes.rotate(true);
    }

    /// Written so that the compiler works on many cells at once.
    #[inline]
    fn recolour(&mut self, new: impl Fn(Cell) -> Cell) {
        for cell in &mut self.cells {
            *cell = new(*cell);
        }
    }
}
