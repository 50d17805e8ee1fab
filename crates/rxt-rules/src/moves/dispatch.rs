//! Runs the kernels with the instructions that the CPU has. The only `unsafe` code of the workspace.

use super::board::{self, Squares};
use super::kernel::{self, Level, Scratch, Targets, View};

impl Level {
    /// The best level of this CPU.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
        {
            return Self::V3;
        }
        Self::Baseline
    }

    /// The levels that this CPU can run, the plainest first.
    pub fn available() -> Vec<Self> {
        match Self::detect() {
            Self::Baseline => vec![Self::Baseline],
            Self::V3 => vec![Self::Baseline, Self::V3],
        }
    }

    /// This level, or the plain one where the CPU cannot run it. Layouts keep only levels that went through here.
    pub(super) fn supported(self) -> Self {
        if self == Self::V3 { Self::detect() } else { self }
    }
}

/// Calls a function of a board, compiled for each kind of target where it has targets.
macro_rules! on_board {
    ($($module:ident)::*, $name:ident(; $($argument:expr),*)) => {
        $($module::)*$name($($argument),*)
    };
    ($($module:ident)::*, $name:ident($targets:expr; $($argument:expr),*)) => {
        match $targets {
            Targets::Free => $($module::)*$name::<false>($($argument),*),
            Targets::Occupied => $($module::)*$name::<true>($($argument),*),
        }
    };
}

/// Defines a function that runs at the level of the view: `board` where the board is kept in few words, else `lines`, which
/// may use the scan of rows for the given targets.
/// Only the choice is inlined: the kernels are large and would be compiled again in every crate that lists moves.
macro_rules! dispatched {
    (
        $(#[$doc:meta])*
        $name:ident($view:ident $(, $argument:ident: $type:ty)*) -> $result:ty,
        $(scan($scanned:expr): $scan:ident,)?
        lines: $lines:expr,
        board: $board:ident($($targets:expr)?; $($board_argument:expr),*)
    ) => {
        $(#[$doc])*
        #[inline]
        #[expect(unsafe_code, reason = "the CPU's features are known only at run time")]
        pub(crate) fn $name($view: &View<'_> $(, $argument: $type)*) -> $result {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
            fn v3($view: &View<'_> $(, $argument: $type)*) -> $result {
                $(let $scan = |view: &View<'_>, hits: &mut [u64]| on_board!(board::v3, scan_rows($scanned; view, hits));)?
                if !$view.layout.finds_squares() {
                    $lines
                } else {
                    on_board!(board::v3, $board($($targets)?; $view $(, $board_argument)*))
                }
            }

            fn baseline($view: &View<'_> $(, $argument: $type)*) -> $result {
                $(let $scan =
                    |view: &View<'_>, hits: &mut [u64]| on_board!(board::portable, scan_rows($scanned; view, hits));)?
                if !$view.layout.finds_squares() {
                    $lines
                } else {
                    on_board!(board::portable, $board($($targets)?; $view $(, $board_argument)*))
                }
            }

            match $view.layout.level {
                // SAFETY: `Level::supported` lets `V3` into a layout only if the CPU has all of its features.
                #[cfg(target_arch = "x86_64")]
                Level::V3 => unsafe { v3($view $(, $argument)*) },
                _ => baseline($view $(, $argument)*),
            }
        }
    };
}

dispatched! {
    /// Writes the target tiles from which something is captured into the scratch, ascending; returns how many. Tiles
    /// that are marked already are taken along.
    list(view, targets: Targets, scratch: &mut Scratch) -> usize,
    scan(targets): scan,
    lines: kernel::list(view, targets, scratch, scan),
    board: list(targets; &mut scratch.extra, &mut scratch.tiles)
}

dispatched! {
    /// Counts the target tiles from which something is captured. Tiles that are marked already are taken along.
    count(view, targets: Targets, scratch: &mut Scratch) -> u32,
    scan(targets): scan,
    lines: kernel::count(view, targets, scratch, scan),
    board: count(targets; &mut scratch.extra)
}

dispatched! {
    /// Whether something is captured from any target tile.
    any(view, targets: Targets) -> bool,
    lines: kernel::any(view, targets),
    board: any(targets;)
}

dispatched! {
    /// Writes the squares that a stone captures by ordinary steps, where the board is kept square after square; returns
    /// whether there are any.
    captured(view, square: u32, squares: &mut Squares) -> bool,
    lines: false,
    board: captured(; square, squares)
}

dispatched! {
    /// Writes the free squares from which something is captured, where the board is kept square after square; returns
    /// whether there are any.
    reach(view, squares: &mut Squares) -> bool,
    lines: false,
    board: reach(; squares)
}

dispatched! {
    /// Writes the tiles of squares into the scratch, ascending; returns how many.
    list_squares(view, squares: &Squares, scratch: &mut Scratch) -> usize,
    lines: 0,
    board: tiles_of(; &squares[..], &mut scratch.tiles)
}

dispatched! {
    /// Counts squares.
    count_squares(view, squares: &Squares) -> u32,
    lines: 0,
    board: count_squares(; squares)
}

dispatched! {
    /// Counts squares, each as often as there is something to choose there by the map.
    count_choices(view, squares: &Squares, players: u8) -> u32,
    lines: 0,
    board: count_choices(; squares, players)
}
