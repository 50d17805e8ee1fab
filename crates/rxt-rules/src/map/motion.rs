//! Motions of the board: turns, reflections and shifts, as they act on squares and directions.

use crate::direction::Direction;
use std::fmt;

/// A way to lay the board onto itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// By 90 degrees clockwise; square boards only.
    QuarterTurn,
    /// By 180 degrees.
    HalfTurn,
    /// By 270 degrees clockwise; square boards only.
    ThreeQuarterTurn,
    /// Left and right change places.
    MirrorColumns,
    /// Top and bottom change places.
    MirrorRows,
    /// Columns become rows; square boards only.
    MainDiagonal,
    /// Columns become rows, counted from the other end; square boards only.
    OtherDiagonal,
    /// To the right and down; what leaves the board comes in on the other side.
    Shift {
        /// Columns to the right, below the width.
        columns: u16,
        /// Rows down, below the height.
        rows: u16,
    },
}

impl Motion {
    /// The turns and reflections, without the one that moves nothing.
    pub const TURNS_AND_REFLECTIONS: [Self; 7] = [
        Self::QuarterTurn,
        Self::HalfTurn,
        Self::ThreeQuarterTurn,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::MainDiagonal,
        Self::OtherDiagonal,
    ];

    /// Whether the motion lays a board of this size onto itself.
    pub fn fits(self, height: u16, width: u16) -> bool {
        match self {
            Self::QuarterTurn | Self::ThreeQuarterTurn | Self::MainDiagonal | Self::OtherDiagonal => height == width,
            Self::HalfTurn | Self::MirrorColumns | Self::MirrorRows => true,
            Self::Shift { columns, rows } => columns < width && rows < height,
        }
    }

    /// Where the square at column `x` of row `y` goes, on a board that the motion fits.
    pub fn square(self, (x, y): (u16, u16), height: u16, width: u16) -> (u16, u16) {
        let (left, up) = (width - 1 - x, height - 1 - y);
        match self {
            Self::QuarterTurn => (up, x),
            Self::HalfTurn => (left, up),
            Self::ThreeQuarterTurn => (y, left),
            Self::MirrorColumns => (left, y),
            Self::MirrorRows => (x, up),
            Self::MainDiagonal => (y, x),
            Self::OtherDiagonal => (up, left),
            Self::Shift { columns, rows } => ((x + columns) % width, (y + rows) % height),
        }
    }

    /// What becomes of a direction.
    #[must_use]
    pub fn direction(self, direction: Direction) -> Direction {
        let number = i32::from(direction.number());
        let turned = match self {
            Self::QuarterTurn => number + 2,
            Self::HalfTurn => number + 4,
            Self::ThreeQuarterTurn => number + 6,
            Self::MirrorColumns => -number,
            Self::MirrorRows => 4 - number,
            Self::MainDiagonal => 6 - number,
            Self::OtherDiagonal => 2 - number,
            Self::Shift { .. } => number,
        };
        Direction::ALL[turned.rem_euclid(8) as usize]
    }
}

impl fmt::Display for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::QuarterTurn => "quarter turn",
            Self::HalfTurn => "half turn",
            Self::ThreeQuarterTurn => "three-quarter turn",
            Self::MirrorColumns => "mirror left-right",
            Self::MirrorRows => "mirror top-bottom",
            Self::MainDiagonal => "mirror at the main diagonal",
            Self::OtherDiagonal => "mirror at the other diagonal",
            Self::Shift { columns, rows } => return write!(f, "shift by {columns} columns and {rows} rows"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stay_neighbours_in_the_moved_direction() {
        const SIDE: u16 = 5;
        for motion in Motion::TURNS_AND_REFLECTIONS {
            for direction in Direction::ALL {
                let (dx, dy) = direction.offset();
                let neighbour = ((2 + dx) as u16, (2 + dy) as u16);
                let (x, y) = motion.square((2, 2), SIDE, SIDE);
                let (dx, dy) = motion.direction(direction).offset();
                let moved = ((i32::from(x) + dx) as u16, (i32::from(y) + dy) as u16);
                assert_eq!(motion.square(neighbour, SIDE, SIDE), moved, "{motion}, {direction:?}");
            }
        }
    }

    #[test]
    fn only_square_boards_can_be_turned_by_a_quarter() {
        assert!(Motion::QuarterTurn.fits(4, 4) && !Motion::QuarterTurn.fits(4, 5));
        assert!(Motion::HalfTurn.fits(4, 5));
        assert!(!Motion::Shift { columns: 5, rows: 0 }.fits(4, 5));
    }
}
