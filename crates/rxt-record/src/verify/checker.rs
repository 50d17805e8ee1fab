//! Replays one game and compares what a file says with what the rules say.

use super::picture;
use super::report::{Check, Disagreement, GameReport};
use crate::vector::Scores;
use rxt_rules::{Answer, Cell, Map, Phase, Player, Position};
use std::fmt::Display;
use std::sync::Arc;

/// The state of one verification. Once the file and the rules have parted, no further move is compared.
pub(super) struct Checker {
    position: Position,
    number: Option<usize>,
    report: GameReport,
    parted: bool,
    /// Points when phase 1 ended, unless a sole remaining player ended it.
    phase_one: Option<Scores>,
}

/// What a file says of a request.
pub(super) struct Request<'a> {
    pub(super) player: u8,
    pub(super) phase: Option<u8>,
    pub(super) overrides: u8,
    pub(super) bombs: u8,
    /// Legal squares, ascending.
    pub(super) legal: Option<&'a [u32]>,
    pub(super) board: Option<&'a [String]>,
}

impl Checker {
    pub(super) fn new(game: &str, map: Arc<Map>) -> Self {
        let mut checker = Self {
            position: Position::new(map),
            number: None,
            report: GameReport::new(game),
            parted: false,
            phase_one: None,
        };
        if checker.position.phase() != Phase::Build {
            checker.phase_one = Some(points(&checker.position));
        }
        checker
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn phase_one(&self) -> Option<&Scores> {
        self.phase_one.as_ref()
    }

    pub(super) fn parted(&self) -> bool {
        self.parted
    }

    /// Says which move the next comparisons are about.
    pub(super) fn at(&mut self, number: Option<usize>) {
        self.number = number;
    }

    pub(super) fn finish(self) -> GameReport {
        self.report
    }

    pub(super) fn disagree(&mut self, check: Check, message: String, picture: Option<String>) {
        let (game, move_number) = (self.report.game.clone(), self.number);
        self.report.disagreements.push(Disagreement { game, move_number, check, message, picture });
    }

    /// A disagreement after which the game cannot be followed.
    pub(super) fn part(&mut self, check: Check, message: String, picture: Option<String>) {
        self.disagree(check, message, picture);
        self.parted = true;
    }

    pub(super) fn equal<T: PartialEq + Display + Copy>(&mut self, check: Check, file: T, rules: T) {
        if file != rules {
            self.disagree(check, format!("the file says {file}, the rules say {rules}"), None);
        }
    }

    /// Compares a request with the position; returns whether it is the turn of that player.
    pub(super) fn request(&mut self, request: &Request) -> bool {
        let Some(player) = self.position.to_move() else {
            self.part(Check::End, format!("player {} is asked, but the game is over", request.player), None);
            return false;
        };
        if let Some(phase) = request.phase {
            self.equal(Check::Phase, phase, phase_number(self.position.phase()));
        }
        if let Some(board) = request.board {
            self.board(board);
        }
        if !self.turn(request.player) {
            return false;
        }
        self.equal(Check::Overrides, request.overrides, self.position.overrides(player));
        self.equal(Check::Bombs, request.bombs, self.position.bombs(player));
        if self.position.phase() == Phase::Build {
            self.legal(request.legal, player);
        }
        !self.parted
    }

    /// Whether it is the turn of this player.
    pub(super) fn turn(&mut self, file: u8) -> bool {
        match self.position.to_move() {
            Some(player) if player.number() == file => return true,
            Some(player) => {
                let message = format!("it is the turn of player {file}, by the rules of player {player}");
                self.part(Check::Turn, message, None);
            }
            None => self.part(Check::End, format!("it is the turn of player {file}, but the game is over"), None),
        }
        false
    }

    fn legal(&mut self, file: Option<&[u32]>, player: Player) {
        let map = self.position.map();
        let width = u32::from(map.width());
        let square = |tile| {
            let (x, y) = map.place(tile);
            u32::from(y) * width + u32::from(x)
        };
        let rules: Vec<u32> = self.position.legal_tiles(player).into_iter().map(square).collect();
        let Some(file) = file else {
            self.disagree(Check::Legal, "the file has no list of legal tiles".to_owned(), None);
            return;
        };
        let mut file = file.to_vec();
        file.sort_unstable();
        if file == rules {
            return;
        }
        let places = |squares: &[u32], without: &[u32]| {
            let only = squares.iter().filter(|square| !without.contains(square)).take(8);
            let shown: Vec<String> = only.map(|square| format!("({},{})", square % width, square / width)).collect();
            shown.join(" ")
        };
        let mut message = format!("for player {player} the file lists {}, the rules {};", file.len(), rules.len());
        let only = [("file", places(&file, &rules)), ("rules", places(&rules, &file))];
        for (side, places) in only.iter().filter(|(_, places)| !places.is_empty()) {
            message = format!("{message} only the {side}: {places}");
        }
        let marked = |squares: &[u32]| mark(rows(&self.position), squares, width as usize);
        let picture = picture::compare(&marked(&file), &marked(&rules));
        self.disagree(Check::Legal, message, picture.map(|picture| format!("{picture}\n      * is legal")));
    }

    /// Compares a whole board.
    pub(super) fn board(&mut self, file: &[String]) {
        let file: Vec<Vec<char>> = file.iter().map(|row| row.chars().collect()).collect();
        let rules = rows(&self.position);
        if file == rules {
            return;
        }
        let message = "the boards differ".to_owned();
        let picture = picture::compare(&file, &rules);
        self.part(Check::Board, message, picture);
    }

    /// Carries out an answer that the file says was accepted.
    pub(super) fn accepted(&mut self, answer: Answer) {
        match self.position.read(answer) {
            Ok(mv) => {
                self.report.moves += 1;
                self.change(|position| position.play(mv));
            }
            Err(illegal) => {
                let message = format!("{answer} was accepted; the rules say: {illegal}");
                let picture = self.picture_of(answer);
                self.part(Check::Answer, message, picture);
            }
        }
    }

    /// An answer that the file says was refused.
    pub(super) fn refused(&mut self, answer: Answer) {
        if self.position.read(answer).is_ok() {
            let picture = self.picture_of(answer);
            self.part(Check::Answer, format!("{answer} was refused, but is a legal move"), picture);
        }
    }

    /// The board with the tile of an answer marked, beside the board with the legal tiles marked.
    fn picture_of(&self, answer: Answer) -> Option<String> {
        let map = self.position.map();
        let width = u32::from(map.width());
        let square = |x: u16, y: u16| u32::from(y) * width + u32::from(x);
        let legal: Vec<u32> =
            self.position.legal_moves().iter().map(|mv| map.place(mv.tile)).map(|(x, y)| square(x, y)).collect();
        let chosen = map.tile_at(answer.x, answer.y).map(|_| square(answer.x, answer.y));
        let marked = |squares: &[u32]| mark(rows(&self.position), squares, width as usize);
        let file = marked(chosen.as_slice());
        let picture = picture::compare(&file, &marked(&legal))?;
        Some(format!("{picture}\n      * was played in the file, and is legal by the rules"))
    }

    /// Disqualifies a player, on turn or not.
    pub(super) fn disqualified(&mut self, number: u8) {
        let player = Player::new(number).filter(|player| player.number() <= self.position.players());
        let Some(player) = player.filter(|&player| self.position.is_active(player)) else {
            self.part(Check::Disqualification, format!("player {number} does not take part in the game"), None);
            return;
        };
        if self.position.phase() == Phase::Over {
            self.part(Check::End, format!("player {number} is disqualified, but the game is over"), None);
            return;
        }
        self.change(|position| position.disqualify(player));
    }

    /// Compares the tiles that the last move changed; `before` is the board before it.
    pub(super) fn diff(&mut self, before: &[Cell], file: &[(u16, u16, char)]) {
        let map = Arc::clone(self.position.map());
        let changed = map.tiles().filter(|tile| before[tile.index()] != self.position.cell(*tile));
        let rules: Vec<(u16, u16, char)> = changed
            .map(|tile| {
                let (x, y) = map.place(tile);
                (x, y, self.position.cell(tile).to_char())
            })
            .collect();
        let mut file = file.to_vec();
        file.sort_unstable_by_key(|&(x, y, _)| (y, x));
        if file == rules {
            return;
        }
        let mut after: Vec<Vec<char>> = vec![vec!['-'; usize::from(map.width())]; usize::from(map.height())];
        for tile in map.tiles() {
            let (x, y) = map.place(tile);
            after[usize::from(y)][usize::from(x)] = before[tile.index()].to_char();
        }
        for &(x, y, tile) in &file {
            if let Some(square) = after.get_mut(usize::from(y)).and_then(|row| row.get_mut(usize::from(x))) {
                *square = tile;
            }
        }
        let message = format!("the file changes {} tiles, the rules {}", file.len(), rules.len());
        let picture = picture::compare(&after, &rows(&self.position));
        self.part(Check::Diff, message, picture);
    }

    /// Compares points of players who are not disqualified.
    pub(super) fn scores(&mut self, check: Check, file: Option<&Scores>, rules: Option<&Scores>) {
        if file != rules {
            let shown = |scores: Option<&Scores>| scores.map_or_else(|| "nothing".to_owned(), shown_scores);
            let message = format!("the file says {}, the rules say {}", shown(file), shown(rules));
            self.disagree(check, message, None);
        }
    }

    /// Checks that the game is over.
    pub(super) fn over(&mut self) {
        if let Some(player) = self.position.to_move() {
            self.disagree(Check::End, format!("the game has ended, but player {player} is to move"), None);
        }
    }

    /// The present board, to be handed to [`Checker::diff`] after the move.
    pub(super) fn cells(&self) -> Vec<Cell> {
        self.position.map().tiles().map(|tile| self.position.cell(tile)).collect()
    }

    fn change(&mut self, change: impl FnOnce(&mut Position)) {
        let phase = self.position.phase();
        change(&mut self.position);
        let position = &self.position;
        let sole = position.players() - position.disqualified().len() <= 1;
        if phase == Phase::Build && position.phase() != Phase::Build && !sole {
            self.phase_one = Some(points(position));
        }
    }
}

/// Points of everybody who is not disqualified.
pub(crate) fn points(position: &Position) -> Scores {
    let points = |player: Player| position.points(player).map(|points| (player.number(), points));
    Player::all(position.players()).filter_map(points).collect()
}

/// 1 or 2; 0 when the game is over.
pub(crate) const fn phase_number(phase: Phase) -> u8 {
    match phase {
        Phase::Build => 1,
        Phase::Bomb => 2,
        Phase::Over => 0,
    }
}

fn shown_scores(scores: &Scores) -> String {
    let shown: Vec<String> = scores.iter().map(|(player, points)| format!("{player}: {points}")).collect();
    shown.join(", ")
}

fn rows(position: &Position) -> Vec<Vec<char>> {
    position.rows().iter().map(|row| row.chars().collect()).collect()
}

fn mark(mut rows: Vec<Vec<char>>, squares: &[u32], width: usize) -> Vec<Vec<char>> {
    for &square in squares {
        let (x, y) = (square as usize % width.max(1), square as usize / width.max(1));
        if let Some(tile) = rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *tile = '*';
        }
    }
    rows
}
