//! Which moves are legal, and who is asked.

use super::state::{Phase, Position};
use crate::cell::Cell;
use crate::map::Tile;
use crate::moves::{
    self, Answer, Illegal, Move, MoveList, Special, Squares, Targets, TileList, View, captures_somewhere,
};
use crate::player::Player;

impl Position {
    /// All legal moves of the player to move, in ascending order of tiles, then of special bytes.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new(&self.map);
        self.list_moves(&mut list);
        list.moves
    }

    /// The tiles on which a player may set a stone in phase 1, in ascending order, whoever's turn it is.
    pub fn legal_tiles(&self, player: Player) -> Vec<Tile> {
        let mut list = TileList::new(&self.map);
        self.list_ordinary(player, &mut list);
        let mut tiles = list.as_slice().to_vec();
        if self.overrides[player] > 0 {
            self.list_overrides(player, &mut list);
            tiles.extend_from_slice(list.as_slice());
            tiles.sort_unstable();
        }
        tiles
    }

    /// Lists the legal moves of the player to move, as [`Position::legal_moves`] does, without allocation.
    pub fn list_moves(&self, list: &mut MoveList) {
        list.moves.clear();
        match self.phase {
            Phase::Over => {}
            Phase::Bomb => {
                let targets = self.map.tiles().filter(|&tile| self.cell(tile) != Cell::HOLE);
                list.moves.extend(targets.map(|tile| Move { tile, special: Special::None }));
            }
            Phase::Build => self.list_stones(list),
        }
    }

    /// How many legal moves the player to move has; the list is room to work in.
    pub fn count_moves(&self, list: &mut MoveList) -> u64 {
        if self.phase != Phase::Build {
            self.list_moves(list);
            return list.as_slice().len() as u64;
        }
        let MoveList { ordinary, overrides, .. } = list;
        let mut count = if self.count(Cell::CHOICE) + self.count(Cell::BONUS) == 0 {
            u64::from(self.mobility(self.turn, ordinary))
        } else if let Some(squares) = self.known_reach() {
            u64::from(moves::count_choices(&self.view(self.turn), squares, self.players()))
        } else {
            self.list_own(ordinary);
            ordinary.as_slice().iter().map(|&tile| self.count_specials(tile)).sum()
        };
        if self.overrides[self.turn] > 0 {
            count += self.count_overrides(self.turn, overrides);
        }
        count
    }

    fn list_stones(&self, list: &mut MoveList) {
        let MoveList { moves, ordinary, overrides } = list;
        self.list_own(ordinary);
        let mut override_tiles: &[Tile] = &[];
        if self.overrides[self.turn] > 0 {
            self.list_overrides(self.turn, overrides);
            override_tiles = overrides.as_slice();
        }
        for &tile in ordinary.as_slice() {
            let before = override_tiles.partition_point(|&other| other < tile);
            let (first, rest) = override_tiles.split_at(before);
            moves.extend(first.iter().map(|&tile| Move { tile, special: Special::None }));
            override_tiles = rest;
            self.each_special(tile, |special| moves.push(Move { tile, special }));
        }
        moves.extend(override_tiles.iter().map(|&tile| Move { tile, special: Special::None }));
    }

    /// Lists the free tiles on which a player may set a stone in phase 1, whoever's turn it is.
    #[inline]
    pub fn list_ordinary(&self, player: Player, list: &mut TileList) {
        if self.walks() {
            return list.fill(moves::ordinary(&self.map, &self.cells, player));
        }
        if self.is_full() {
            list.len = 0;
            return;
        }
        list.len = moves::list(&self.view(player), Targets::Free, &mut list.scratch);
    }

    /// Lists the occupied tiles that a player may override in phase 1, if he has an override stone.
    #[inline]
    pub fn list_overrides(&self, player: Player, list: &mut TileList) {
        if self.walks() {
            return list.fill(moves::overrides(&self.map, &self.cells, player));
        }
        self.add_expansions(list);
        list.len = moves::list(&self.view(player), Targets::Occupied, &mut list.scratch);
    }

    /// How many tiles [`Position::list_overrides`] would list.
    #[inline]
    fn count_overrides(&self, player: Player, scratch: &mut TileList) -> u64 {
        if self.walks() {
            return moves::overrides(&self.map, &self.cells, player).count() as u64;
        }
        self.add_expansions(scratch);
        u64::from(moves::count(&self.view(player), Targets::Occupied, &mut scratch.scratch))
    }

    /// Adds the expansion stones to the tiles that are listed next as occupied.
    #[inline]
    fn add_expansions(&self, list: &mut TileList) {
        if self.count(Cell::EXPANSION) == 0 {
            return;
        }
        if self.map.layout().has_grid() {
            return self.planes.nobodys(list.scratch.extra());
        }
        for tile in self.map.tiles().filter(|&tile| self.cell(tile) == Cell::EXPANSION) {
            list.scratch.add(tile);
        }
    }

    /// How many ordinary moves a player has in phase 1, choices on special tiles not counted.
    #[inline]
    pub fn mobility(&self, player: Player, scratch: &mut TileList) -> u32 {
        if self.walks() {
            return moves::ordinary(&self.map, &self.cells, player).count() as u32;
        }
        if self.is_full() {
            return 0;
        }
        if self.reach_of == Some(player) {
            return moves::count_squares(&self.view(player), &self.reach);
        }
        moves::count(&self.view(player), Targets::Free, &mut scratch.scratch)
    }

    /// Whether a player could set a stone in phase 1.
    pub fn has_move(&self, player: Player) -> bool {
        let overrides = self.overrides[player] > 0;
        if overrides && self.count(Cell::EXPANSION) > 0 {
            return true;
        }
        if self.walks() {
            return moves::ordinary(&self.map, &self.cells, player).next().is_some()
                || overrides && moves::overrides(&self.map, &self.cells, player).next().is_some();
        }
        !self.is_full() && moves::any(&self.view(player), Targets::Free) || self.has_override(player)
    }

    /// Whether a player could set an override stone in phase 1, by the planes.
    fn has_override(&self, player: Player) -> bool {
        self.overrides[player] > 0
            && (self.count(Cell::EXPANSION) > 0 || moves::any(&self.view(player), Targets::Occupied))
    }

    /// Whether no tile is free.
    #[inline]
    fn is_full(&self) -> bool {
        let counts = &self.counts;
        counts[Cell::EMPTY.index()] == 0
            && [Cell::CHOICE, Cell::INVERSION, Cell::BONUS].iter().all(|cell| counts[cell.index()] == 0)
    }

    /// Where the player to move can set ordinary stones, if it is known.
    #[inline]
    fn known_reach(&self) -> Option<&Squares> {
        (self.reach_of == Some(self.turn)).then_some(&self.reach)
    }

    /// Lists the free tiles on which the player to move may set a stone in phase 1.
    #[inline]
    pub(super) fn list_own(&self, list: &mut TileList) {
        match self.known_reach() {
            Some(squares) => list.len = moves::list_squares(&self.view(self.turn), squares, &mut list.scratch),
            None => self.list_ordinary(self.turn, list),
        }
    }

    /// Whether a player could set a stone in phase 1; keeps where, if that is found on the way.
    #[inline]
    fn finds_move(&mut self, player: Player) -> bool {
        if !self.map.layout().finds_squares() || self.is_full() {
            return self.has_move(player);
        }
        self.reach_of = Some(player);
        let view = self.planes.view(self.map.layout(), player);
        moves::reach(&view, &mut self.reach) || self.has_override(player)
    }

    /// Whether moves are found by walking: on request, and after phase 1, when the planes are no longer kept up to date.
    #[inline]
    fn walks(&self) -> bool {
        self.map.layout().is_naive() || self.phase != Phase::Build
    }

    #[inline]
    pub(super) fn view(&self, player: Player) -> View<'_> {
        self.planes.view(self.map.layout(), player)
    }

    /// Reads the answer of the player to move.
    pub fn read(&self, answer: Answer) -> Result<Move, Illegal> {
        let Answer { x, y, special } = answer;
        let player = self.to_move().ok_or(Illegal::Over)?;
        let tile = self.map.tile_at(x, y).ok_or(Illegal::NoTile { x, y })?;
        let cell = self.cell(tile);
        if cell == Cell::HOLE {
            return Err(Illegal::NoTile { x, y });
        }
        if self.phase == Phase::Bomb {
            return Ok(Move { tile, special: Special::None });
        }
        if cell.is_occupied() && self.overrides[player] == 0 {
            return Err(Illegal::NoOverride { x, y, player });
        }
        if cell != Cell::EXPANSION && !captures_somewhere(&self.map, &self.cells, tile, Cell::stone(player)) {
            return Err(Illegal::NoCapture { x, y });
        }
        let players = self.players();
        let special = Special::on_cell(cell, special, players).ok_or(Illegal::Special { special, cell, players })?;
        Ok(Move { tile, special })
    }

    /// How many choices a stone on this tile has.
    #[inline]
    fn count_specials(&self, tile: Tile) -> u64 {
        match self.cell(tile) {
            Cell::CHOICE => u64::from(self.players()),
            Cell::BONUS => 2,
            _ => 1,
        }
    }

    /// Calls `found` with each choice that a stone on this tile has.
    pub(super) fn each_special(&self, tile: Tile, mut found: impl FnMut(Special)) {
        match self.cell(tile) {
            Cell::CHOICE => Player::all(self.players()).for_each(|player| found(Special::Swap(player))),
            Cell::BONUS => [Special::Bomb, Special::Override].into_iter().for_each(found),
            _ => found(Special::None),
        }
    }

    /// Finds who is asked next, beginning with `first`, and the phase.
    pub(super) fn settle(&mut self, first: Player) {
        let players = self.players();
        if players - self.disqualified.len() <= 1 {
            self.phase = Phase::Over;
        }
        self.reach_of = None;
        if self.phase == Phase::Build {
            match first.cycle_from(players).find(|&player| self.is_active(player) && self.finds_move(player)) {
                Some(player) => self.turn = player,
                None => self.phase = Phase::Bomb,
            }
        }
        if self.phase == Phase::Bomb {
            let tiles_left = self.map.tile_count() > self.counts[Cell::HOLE.index()] as usize;
            let thrower = first.cycle_from(players).find(|&player| self.is_active(player) && self.bombs[player] > 0);
            match thrower.filter(|_| tiles_left) {
                Some(player) => self.turn = player,
                None => self.phase = Phase::Over,
            }
        }
    }
}
