//! The part of a board that is in sight.

/// The first tile in sight, when not all of them are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Window {
    /// Its column.
    pub(crate) left: u16,
    /// Its row.
    pub(crate) top: u16,
}

/// Columns and rows: of a board, or of the part in sight.
pub(crate) type Extent = (u16, u16);

impl Window {
    /// Tiles that stay in sight around the one that is looked at.
    const MARGIN: u16 = 2;

    /// Moves by so many columns and rows, but not beyond the board.
    pub(crate) fn scroll(&mut self, columns: i32, rows: i32, board: Extent, sight: Extent) {
        let moved = |start: u16, by: i32| i32::from(start).saturating_add(by).clamp(0, i32::from(u16::MAX)) as u16;
        (self.left, self.top) = (moved(self.left, columns), moved(self.top, rows));
        self.fit(board, sight);
    }

    /// Moves as little as possible to bring a tile into sight, with some around it.
    pub(crate) fn reveal(&mut self, (x, y): (u16, u16), board: Extent, sight: Extent) {
        self.left = revealed(self.left, x, sight.0);
        self.top = revealed(self.top, y, sight.1);
        self.fit(board, sight);
    }

    /// Moves to the middle of the board.
    pub(crate) fn centre(&mut self, board: Extent, sight: Extent) {
        self.left = board.0.saturating_sub(sight.0) / 2;
        self.top = board.1.saturating_sub(sight.1) / 2;
    }

    /// Moves back onto the board, e.g. after the terminal has grown.
    pub(crate) fn fit(&mut self, board: Extent, sight: Extent) {
        self.left = self.left.min(board.0.saturating_sub(sight.0));
        self.top = self.top.min(board.1.saturating_sub(sight.1));
    }
}

fn revealed(start: u16, tile: u16, sight: u16) -> u16 {
    let margin = Window::MARGIN.min(sight.saturating_sub(1) / 2);
    let lowest = (tile + margin + 1).saturating_sub(sight);
    let highest = tile.saturating_sub(margin);
    start.clamp(lowest.min(highest), highest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Extent = (50, 50);
    const SIGHT: Extent = (18, 20);

    #[test]
    fn a_board_that_fits_does_not_scroll() {
        let mut window = Window::default();
        window.scroll(5, 5, (10, 10), (20, 10));
        window.reveal((9, 9), (10, 10), (20, 10));
        assert_eq!(window, Window::default());
    }

    #[test]
    fn scrolling_ends_at_the_edges() {
        let mut window = Window::default();
        window.scroll(-3, 40, BOARD, SIGHT);
        assert_eq!((window.left, window.top), (0, 30));
        window.scroll(i32::MAX, i32::MIN, BOARD, SIGHT);
        assert_eq!((window.left, window.top), (32, 0));
    }

    #[test]
    fn a_tile_comes_into_sight_with_some_around_it_and_no_further() {
        let mut window = Window::default();
        window.reveal((30, 3), BOARD, SIGHT);
        assert_eq!((window.left, window.top), (15, 0));
        window.reveal((31, 40), BOARD, SIGHT);
        assert_eq!((window.left, window.top), (16, 23));
        window.reveal((20, 30), BOARD, SIGHT);
        assert_eq!((window.left, window.top), (16, 23), "it was in sight");
        window.reveal((0, 0), BOARD, SIGHT);
        assert_eq!(window, Window::default());
    }

    #[test]
    fn a_growing_terminal_leaves_no_gap() {
        let mut window = Window { left: 32, top: 30 };
        window.fit(BOARD, (40, 60));
        assert_eq!((window.left, window.top), (10, 0));
    }

    #[test]
    fn tiny_terminals_do_no_harm() {
        for sight in [(0, 0), (1, 1), (2, 3)] {
            let mut window = Window::default();
            window.reveal((49, 49), BOARD, sight);
            assert!(window.left <= 50 && window.top <= 50);
        }
    }
}
