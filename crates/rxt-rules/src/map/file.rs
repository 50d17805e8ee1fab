//! Map text: header, tiles and transitions, well-formed but not yet matched with each other.

use super::error::{MapErrorKind, MapErrors, MapWarning, MapWarningKind, Place, Which};
use super::playable::check_transitions;
use super::token::{Token, Tokens};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::player::Player;
use std::fmt;

/// The contents of a map file: numbers in range, tiles that exist, transitions that lie on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapFile {
    /// Number of players, 2 to 8.
    pub players: u8,
    /// Override stones of each player at the start.
    pub overrides: u8,
    /// Bombs of each player at the start.
    pub bombs: u8,
    /// How many steps an explosion reaches.
    pub strength: u8,
    /// Rows, at most 1000.
    pub height: u16,
    /// Columns, at most 1000.
    pub width: u16,
    /// `height * width` cells, row by row.
    pub tiles: Vec<Cell>,
    /// Transitions in the order of the file.
    pub transitions: Vec<Transition>,
}

/// `x1 y1 r1 <-> x2 y2 r2`: leaving either end leads to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Transition(pub End, pub End);

/// One end of a transition: a tile and the direction in which it is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct End {
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// Direction in which the tile is left.
    pub direction: Direction,
}

impl MapFile {
    /// The longest text that is read: the largest board with a transition at every end, and some blanks.
    pub const MAX_BYTES: usize = 32 << 20;
    /// Largest height and width.
    pub const MAX_SIDE: u16 = 1000;

    /// Reads map text. Errors in transitions are all listed, those that [`super::Map::new`] would find included.
    pub fn parse(text: &[u8]) -> Result<(Self, Vec<MapWarning>), MapErrors> {
        let mut reader = Reader::new(text)?;
        let mut file = reader.header()?;
        file.tiles = reader.tiles(&file)?;
        let mut errors = MapErrors::none();
        let (indices, transitions) = reader.transitions(&file, &mut errors);
        file.transitions = transitions;
        if !errors.is_empty() {
            errors.merge(check_transitions(&file, |nth| indices[nth]));
            return Err(errors);
        }
        let later = check_transitions(&file, |nth| indices[nth]);
        reader.warnings.sort_by_key(|warning| warning.place.offset);
        if later.is_empty() { Ok((file, reader.warnings)) } else { Err(later) }
    }

    /// The cell at column `x` of row `y`; a hole outside the board.
    pub fn cell(&self, x: i32, y: i32) -> Cell {
        match (u16::try_from(x), u16::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.width && y < self.height => {
                self.tiles[usize::from(y) * usize::from(self.width) + usize::from(x)]
            }
            _ => Cell::HOLE,
        }
    }
}

/// Writes the map in the usual form: four header lines, a line per row, a line per transition.
impl fmt::Display for MapFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}\n{} {}", self.players, self.overrides, self.bombs, self.strength)?;
        writeln!(f, "{} {}", self.height, self.width)?;
        for row in self.tiles.chunks(usize::from(self.width).max(1)) {
            for (column, cell) in row.iter().enumerate() {
                let blank = if column == 0 { "" } else { " " };
                write!(f, "{blank}{cell}")?;
            }
            writeln!(f)?;
        }
        for transition in &self.transitions {
            writeln!(f, "{transition}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Transition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(a, b) = self;
        write!(f, "{} {} {} <-> {} {} {}", a.x, a.y, a.direction, b.x, b.y, b.direction)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{},{})", self.x, self.y, self.direction)
    }
}

/// Where a transition stands: its number in the file and its place in the text.
pub(super) type Located = (usize, Place);

struct Reader<'a> {
    tokens: Tokens<'a>,
    warnings: Vec<MapWarning>,
}

impl<'a> Reader<'a> {
    /// Warnings kept; more of them would only repeat themselves.
    const MAX_WARNINGS: usize = 100;

    fn new(text: &'a [u8]) -> Result<Self, MapErrors> {
        if text.len() > MapFile::MAX_BYTES {
            let place = Place { line: 1, column: 1, ..Place::default() };
            return Err(single(place, MapErrorKind::TooLong { bytes: text.len() }));
        }
        let tokens = Tokens::new(text);
        let mut reader = Self { tokens, warnings: Vec::new() };
        if let Some(nul) = text.iter().position(|&byte| byte == 0) {
            let lines: Vec<&[u8]> = text[..nul].split(|&byte| byte == b'\n').collect();
            let column = lines.last().map_or(0, |line| line.len()) + 1;
            let place = Place { offset: nul, length: 1, line: lines.len(), column };
            reader.warn(place, MapWarningKind::Nul { ignored: text.len() - nul - 1 });
        }
        Ok(reader)
    }

    fn header(&mut self) -> Result<MapFile, MapErrors> {
        let players = self.tokens.first();
        let players = self.players(players)?;
        let overrides = self.stock("override stones")?;
        let bombs = self.stock("bombs")?;
        let strength = self.stock("bomb strength")?;
        let height = self.side("height")?;
        let width = self.side("width")?;
        let (tiles, transitions) = (Vec::new(), Vec::new());
        Ok(MapFile { players, overrides, bombs, strength, height, width, tiles, transitions })
    }

    fn players(&mut self, token: Option<Token<'a>>) -> Result<u8, MapErrors> {
        let token = self.present(token, "number of players")?;
        let read = token.number() as u8;
        if !(2..=8).contains(&read) {
            return Err(single(token.place, MapErrorKind::Players { found: token.shown(), read }));
        }
        self.check_read_as(token, "number of players", i64::from(read));
        Ok(read)
    }

    fn stock(&mut self, what: &'static str) -> Result<u8, MapErrors> {
        let token = self.header_token(what)?;
        let read = token.number() as u8; // The course's server keeps 8 bits.
        self.check_read_as(token, what, i64::from(read));
        Ok(read)
    }

    fn side(&mut self, what: &'static str) -> Result<u16, MapErrors> {
        let token = self.header_token(what)?;
        let read = token.number();
        match u16::try_from(read) {
            Ok(side) if side <= MapFile::MAX_SIDE => {
                self.check_read_as(token, what, read);
                Ok(side)
            }
            _ => Err(single(token.place, MapErrorKind::Dimension { what, found: token.shown(), read })),
        }
    }

    fn tiles(&mut self, file: &MapFile) -> Result<Vec<Cell>, MapErrors> {
        let MapFile { players, height, width, .. } = *file;
        let mut tiles = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let Some(token) = self.tokens.next() else {
                    return Err(single(self.tokens.end(), MapErrorKind::BoardEnds { x, y, height, width }));
                };
                tiles.push(tile(token, players, x, y)?);
            }
        }
        Ok(tiles)
    }

    /// Reads all transitions; those that can be read come with their number and place.
    fn transitions(&mut self, file: &MapFile, errors: &mut MapErrors) -> (Vec<Located>, Vec<Transition>) {
        let (mut located, mut transitions) = (Vec::new(), Vec::new());
        for index in 0.. {
            let tokens: Vec<Token<'a>> = std::iter::from_fn(|| self.tokens.next()).take(7).collect();
            let Some(first) = tokens.first() else { break };
            let [x1, y1, r1, delimiter, x2, y2, r2] = tokens[..] else {
                errors.push(first.place, MapErrorKind::TransitionEnds { index, found: tokens.len() });
                break;
            };
            if delimiter.bytes != b"<->" {
                errors.push(delimiter.place, MapErrorKind::Delimiter { found: delimiter.shown(), index });
                continue;
            }
            let mut end = |tokens, which| self.end(file, tokens, index, which, errors);
            let (a, b) = (end([x1, y1, r1], Which::First), end([x2, y2, r2], Which::Second));
            if let (Some(a), Some(b)) = (a, b) {
                let length = r2.place.offset + r2.place.length - x1.place.offset;
                located.push((index, Place { length, ..x1.place }));
                transitions.push(Transition(a, b));
            }
        }
        (located, transitions)
    }

    fn end(
        &mut self,
        file: &MapFile,
        tokens: [Token<'a>; 3],
        index: usize,
        which: Which,
        errors: &mut MapErrors,
    ) -> Option<End> {
        let MapFile { height, width, .. } = *file;
        let [x, y, r] = tokens.map(|token| token.number());
        let end = read_end(file, x, y, r);
        if end.is_none() {
            errors.push(tokens[0].place, MapErrorKind::Coordinate { index, which, x, y, r, height, width });
        }
        for (token, what) in tokens.into_iter().zip(["column", "row", "direction"]) {
            self.check_read_as(token, what, token.number());
        }
        end
    }

    fn header_token(&mut self, what: &'static str) -> Result<Token<'a>, MapErrors> {
        let token = self.tokens.next();
        self.present(token, what)
    }

    fn present(&self, token: Option<Token<'a>>, expected: &'static str) -> Result<Token<'a>, MapErrors> {
        token.ok_or_else(|| single(self.tokens.end(), MapErrorKind::HeaderEnds { expected }))
    }

    fn check_read_as(&mut self, token: Token<'a>, what: &'static str, read: i64) {
        if !token.is_plain_number() || token.number() != read {
            self.warn(token.place, MapWarningKind::ReadAs { found: token.shown(), what, read });
        }
    }

    fn warn(&mut self, place: Place, kind: MapWarningKind) {
        if self.warnings.len() < Self::MAX_WARNINGS {
            self.warnings.push(MapWarning { place, kind });
        }
    }
}

fn single(place: Place, kind: MapErrorKind) -> MapErrors {
    super::MapError { place, kind }.into()
}

fn tile(token: Token<'_>, players: u8, x: u16, y: u16) -> Result<Cell, MapErrors> {
    let cell = match token.bytes {
        &[byte] => Cell::from_byte(byte),
        _ => None,
    };
    let Some(cell) = cell else {
        return Err(single(token.place, MapErrorKind::Tile { found: token.shown(), x, y }));
    };
    match cell.owner().map(Player::number) {
        Some(digit) if digit > players => Err(single(token.place, MapErrorKind::Stranger { digit, players, x, y })),
        _ => Ok(cell),
    }
}

fn read_end(file: &MapFile, x: i64, y: i64, r: i64) -> Option<End> {
    let (x, y) = (u16::try_from(x).ok()?, u16::try_from(y).ok()?);
    let direction = Direction::new(u8::try_from(r).ok()?)?;
    (x < file.width && y < file.height).then_some(End { x, y, direction })
}
