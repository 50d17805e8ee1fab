//! The eight directions, numbered clockwise from up as in map files.

use std::fmt;

/// One of the eight directions; the number is the one in transitions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// 0, towards row 0.
    Up,
    /// 1.
    UpRight,
    /// 2, towards higher columns.
    Right,
    /// 3.
    DownRight,
    /// 4, towards higher rows.
    Down,
    /// 5.
    DownLeft,
    /// 6.
    Left,
    /// 7.
    UpLeft,
}

impl Direction {
    /// All directions in the order of their numbers.
    pub const ALL: [Self; 8] =
        [Self::Up, Self::UpRight, Self::Right, Self::DownRight, Self::Down, Self::DownLeft, Self::Left, Self::UpLeft];

    /// The direction with this number, `None` above 7.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The number in map files, 0 to 7.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// The change of column and row of one ordinary step.
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::Up => (0, -1),
            Self::UpRight => (1, -1),
            Self::Right => (1, 0),
            Self::DownRight => (1, 1),
            Self::Down => (0, 1),
            Self::DownLeft => (-1, 1),
            Self::Left => (-1, 0),
            Self::UpLeft => (-1, -1),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
