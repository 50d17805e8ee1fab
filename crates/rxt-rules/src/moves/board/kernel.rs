//! The search on a board, written once for all kinds of vectors.

use super::MOST;
use crate::moves::kernel::{Sink, each_bit};
use crate::moves::runs::{BLOCK, Block};

/// Adds the hits on lines to the squares.
pub(super) struct Merge<'a> {
    pub(super) squares: &'a mut [u64],
    /// The square of each bit of the planes.
    pub(super) marks: &'a [u32],
    /// Words whose hits are squares already.
    pub(super) direct: usize,
}

impl Sink for Merge<'_> {
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled with the CPU features of the caller")]
    #[inline(always)]
    fn set(&mut self, word: usize, hits: &Block) -> bool {
        if word < self.direct {
            self.squares[word..word + BLOCK].copy_from_slice(hits);
        } else if *hits != Block::default() {
            for (marks, &hits) in self.marks[word * 64..].as_chunks::<64>().0.iter().zip(hits) {
                each_bit(hits, |bit| self.squares[marks[bit] as usize / 64] |= 1 << (marks[bit] % 64));
            }
        }
        false
    }
}

/// Adds the tiles of the hits of a word, on a map of few tiles; the 65th entry of a word stands for no tile.
#[expect(clippy::inline_always, reason = "only what is inlined is compiled with the CPU features of the caller")]
#[inline(always)]
pub(super) fn add_tiles(tiles: &mut [u64; MOST], hits: u64, of_word: &[u16; 65]) {
    let mut rest = hits;
    loop {
        // Some of these may be the 65th entry; that is cheaper than to guess.
        for _ in 0..UNCONDITIONAL {
            let bit = &BITS[usize::from(of_word[rest.trailing_zeros() as usize])];
            for word in 0..MOST {
                tiles[word] |= bit[word];
            }
            rest &= rest.wrapping_sub(1);
        }
        if rest == 0 {
            break;
        }
    }
}

/// Takes a tile out, all words at once: a vector that waits for a word would wait long.
#[expect(clippy::inline_always, reason = "only what is inlined is compiled with the CPU features of the caller")]
#[inline(always)]
pub(super) fn without_tile(tiles: &mut [u64; MOST], tile: usize) {
    let bit = &BITS[tile];
    for word in 0..MOST {
        tiles[word] &= !bit[word];
    }
}

/// Hits of a word that are looked at whether or not there are as many.
const UNCONDITIONAL: usize = 2;

/// Each of the first tiles as a bit; the last entry stands for no tile.
static BITS: [[u64; MOST]; MOST * 64 + 1] = {
    let mut bits = [[0; MOST]; MOST * 64 + 1];
    let mut tile = 0;
    while tile < MOST * 64 {
        bits[tile][tile / 64] = 1 << (tile % 64);
        tile += 1;
    }
    bits
};

/// Defines the search with the vectors of the module: a lane for each axis, `zero`, `splat`, `load`, `words`, `and`, `or`,
/// `without`, `sum`, `shl`, `shr`, `lean`, `to_high`, `to_low`, `filled`, `is_zero` and `united`. All functions get the given attribute, because vectors of more than the
/// plainest kind must not leave functions that may use them.
macro_rules! board_kernel {
    (#[$attribute:meta]) => {
        use crate::map::Tile;
        use crate::moves::board::kernel::{Merge, add_tiles, without_tile};
        use crate::moves::board::{FOLD, MOST, MOST_FOLDED, MOST_LINES, Squares};
        use crate::moves::kernel::{Any, View, flatten, target};
        use crate::moves::runs::{BLOCK, each_hit};

        /// Lists the tiles of the target squares from which something is captured, and of those in `extra`.
        #[$attribute]
        pub(in crate::moves) fn list<const OCCUPIED: bool>(
            view: &View<'_>,
            extra: &mut [u64],
            tiles: &mut [Tile],
        ) -> usize {
            if view.layout.board.few {
                return tiles_of(view, &few_with_extra::<OCCUPIED>(view, extra), tiles);
            }
            if view.layout.board.folded > 0 {
                return tiles_of(view, &folded_with_extra::<OCCUPIED>(view, extra), tiles);
            }
            match view.layout.board.words {
                1 => list_in::<OCCUPIED, 1>(view, extra, tiles),
                2 => list_in::<OCCUPIED, 2>(view, extra, tiles),
                _ => list_in::<OCCUPIED, MOST>(view, extra, tiles),
            }
        }

        #[$attribute]
        #[inline]
        fn list_in<const OCCUPIED: bool, const WORDS: usize>(
            view: &View<'_>,
            extra: &mut [u64],
            tiles: &mut [Tile],
        ) -> usize {
            let squares = with_extra::<OCCUPIED, WORDS>(view, extra);
            tiles_of(view, &squares, tiles)
        }

        /// The target squares from which something is captured, and those in `extra`, which is cleared.
        #[$attribute]
        #[inline]
        fn with_extra<const OCCUPIED: bool, const WORDS: usize>(view: &View<'_>, extra: &mut [u64]) -> [u64; WORDS] {
            let mut squares = hits::<OCCUPIED, WORDS>(view);
            add_extra::<OCCUPIED>(&mut squares, extra);
            squares
        }

        /// The same on a map of few tiles, by number.
        #[$attribute]
        #[inline]
        fn few_with_extra<const OCCUPIED: bool>(view: &View<'_>, extra: &mut [u64]) -> [u64; MOST] {
            let mut tiles = few_hits::<OCCUPIED>(view);
            add_extra::<OCCUPIED>(&mut tiles, extra);
            tiles
        }

        /// Adds what is listed whether found or not, and clears it.
        #[$attribute]
        #[inline]
        fn add_extra<const OCCUPIED: bool>(squares: &mut [u64], extra: &mut [u64]) {
            if OCCUPIED {
                for (squares, extra) in squares.iter_mut().zip(extra) {
                    *squares |= std::mem::take(extra);
                }
            }
        }

        /// Lists the tiles of squares.
        #[$attribute]
        #[inline]
        pub(in crate::moves) fn tiles_of(view: &View<'_>, squares: &[u64], tiles: &mut [Tile]) -> usize {
            let listed = view.layout.listed.as_chunks::<64>().0;
            let mut count = 0;
            if view.layout.board.folded == 0 {
                for (&squares, of_word) in squares.iter().zip(listed) {
                    count += flatten(squares, &mut tiles[count..], |bit| of_word[bit]);
                }
                return count;
            }
            // The upper rows two by two, then the lower ones, which are in the upper halves from the last word on.
            let pairs = &squares.as_chunks::<2>().0[..view.layout.board.words.div_ceil(2)];
            let (upper, lower) = listed.split_at(pairs.len().min(listed.len()));
            for ([first, second], of_word) in pairs.iter().zip(upper) {
                let rows = first << FOLD >> FOLD | second << FOLD;
                count += flatten(rows, &mut tiles[count..], |bit| of_word[bit]);
            }
            for ([second, first], of_word) in pairs.iter().rev().zip(lower) {
                let rows = first >> FOLD | second >> FOLD << FOLD;
                count += flatten(rows, &mut tiles[count..], |bit| of_word[bit]);
            }
            count
        }

        /// The target squares of a folded board from which something is captured, and those in `extra`, which is cleared.
        #[$attribute]
        #[inline]
        fn folded_with_extra<const OCCUPIED: bool>(view: &View<'_>, extra: &mut [u64]) -> Squares {
            let mut squares = [0; MOST_FOLDED];
            folded_hits::<OCCUPIED>(view, &mut squares);
            add_extra::<OCCUPIED>(&mut squares, extra);
            squares
        }

        /// Writes the target squares from which something is captured, where the board is folded, or tiles are found by
        /// number; returns whether there are any.
        #[$attribute]
        #[inline]
        fn many_hits<const OCCUPIED: bool>(view: &View<'_>, squares: &mut Squares) -> bool {
            if view.layout.board.few {
                return write(&few_hits::<OCCUPIED>(view), squares);
            }
            folded_hits::<OCCUPIED>(view, squares);
            squares[..view.layout.board.words].iter().any(|&squares| squares != 0)
        }

        /// The tiles, by number, from which something is captured, on a map of few tiles.
        #[$attribute]
        #[inline(never)]
        fn few_hits<const OCCUPIED: bool>(view: &View<'_>) -> [u64; MOST] {
            // Written first and read again, so that vectors of hits are found.
            let mut hits = [0; MOST_LINES];
            each_hit::<OCCUPIED>(view, &mut hits[..]);
            let layout = view.layout;
            let mut tiles = [0; MOST];
            for (&hits, of_word) in hits[..layout.words()].iter().zip(&layout.tiles) {
                add_tiles(&mut tiles, hits, of_word);
            }
            without_tile(&mut tiles, layout.no_tile());
            tiles
        }

        /// Writes the target squares of a folded board from which something is captured.
        #[$attribute]
        #[inline(never)]
        fn folded_hits<const OCCUPIED: bool>(view: &View<'_>, squares: &mut Squares) {
            let layout = view.layout;
            let (words, height) = (layout.board.words.min(MOST_FOLDED), layout.board.folded.min(2 * MOST_FOLDED));
            let direct = words.next_multiple_of(BLOCK);
            each_hit::<OCCUPIED>(view, &mut Merge { squares, marks: &layout.marks, direct });
            if !layout.scan || words == 0 {
                return;
            }
            let half = height / 2;
            let rows = Rows {
                own: &view.own[..words],
                occupied: &view.occupied[..words],
                exists: &layout.down[..words],
                squares: &mut squares[..words],
            };
            fold_rows::<OCCUPIED>(rows, half);
        }

        /// The rows of a folded board, two in a word.
        struct Rows<'a> {
            own: &'a [u64],
            occupied: &'a [u64],
            exists: &'a [u64],
            squares: &'a mut [u64],
        }

        /// Adds the target squares from which something is captured across rows; `half` words have two rows, and the next,
        /// if there is one, has the row in the middle.
        #[$attribute]
        #[inline]
        fn fold_rows<const OCCUPIED: bool>(rows: Rows<'_>, half: usize) {
            let Rows { own, occupied, exists, squares } = rows;
            let mut walk = Walk { before: zero(), runs: zero() };
            let outer = own[..half].iter().zip(&occupied[..half]).zip(exists[..half].iter().zip(&mut squares[..half]));
            for ((&own, &occupied), (&exists, squares)) in outer {
                *squares |= next_row(&mut walk, own, occupied & !own) & target::<OCCUPIED>(exists, occupied);
            }
            if let (Some(&own), Some(&occupied)) = (own.get(half), occupied.get(half)) {
                let both = |row: u64| row | row << FOLD;
                let beyond = next_row(&mut walk, both(own), both(occupied & !own));
                squares[half] |= (beyond | beyond >> FOLD) & target::<OCCUPIED>(exists[half], occupied);
            }
            let outer = own[..half].iter().zip(&occupied[..half]).zip(exists[..half].iter().zip(&mut squares[..half]));
            for ((&own, &occupied), (&exists, squares)) in outer.rev() {
                let swapped = |rows: u64| rows.rotate_left(32);
                let beyond = next_row(&mut walk, swapped(own), swapped(occupied & !own));
                *squares |= swapped(beyond) & target::<OCCUPIED>(exists, occupied);
            }
        }

        /// What the row before leaves to the next: own stones as they lean, and runs. A lane is for the columns, one for the
        /// diagonals that lean to each side, and one is not needed.
        struct Walk {
            before: Vector,
            runs: Vector,
        }

        /// Follows runs of foreign stones into a row; returns the squares behind them.
        #[$attribute]
        #[inline]
        fn next_row(walk: &mut Walk, own: u64, foreign: u64) -> u64 {
            let beyond = lean(walk.runs);
            walk.runs = and(splat(foreign), or(beyond, walk.before));
            walk.before = lean(splat(own));
            united(beyond)
        }

        /// Writes the free squares from which something is captured; returns whether there are any. As everywhere,
        /// squares are written and read word by word: reading a vector of words just written would wait for them.
        #[$attribute]
        pub(in crate::moves) fn reach(view: &View<'_>, squares: &mut Squares) -> bool {
            if view.layout.board.few || view.layout.board.folded > 0 {
                return many_hits::<false>(view, squares);
            }
            match view.layout.board.words {
                1 => write(&hits::<false, 1>(view), squares),
                2 => write(&hits::<false, 2>(view), squares),
                _ => write(&hits::<false, MOST>(view), squares),
            }
        }

        #[$attribute]
        #[inline]
        fn write<const WORDS: usize>(found: &[u64; WORDS], squares: &mut Squares) -> bool {
            let mut any = 0;
            for (squares, &found) in squares.iter_mut().zip(found) {
                *squares = found;
                any |= found;
            }
            any != 0
        }

        /// Counts the target squares from which something is captured, and those in `extra`.
        #[$attribute]
        pub(in crate::moves) fn count<const OCCUPIED: bool>(view: &View<'_>, extra: &mut [u64]) -> u32 {
            if view.layout.board.few {
                return ones(&few_with_extra::<OCCUPIED>(view, extra));
            }
            if view.layout.board.folded > 0 {
                return count_squares(view, &folded_with_extra::<OCCUPIED>(view, extra));
            }
            match view.layout.board.words {
                1 => ones(&with_extra::<OCCUPIED, 1>(view, extra)),
                2 => ones(&with_extra::<OCCUPIED, 2>(view, extra)),
                _ => ones(&with_extra::<OCCUPIED, MOST>(view, extra)),
            }
        }

        /// Counts squares.
        #[$attribute]
        pub(in crate::moves) fn count_squares(view: &View<'_>, squares: &Squares) -> u32 {
            let mut ones = 0;
            for squares in &squares[..view.layout.board.words] {
                ones += squares.count_ones();
            }
            ones
        }

        /// Counts squares, each as often as there is something to choose there by the map.
        #[$attribute]
        pub(in crate::moves) fn count_choices(view: &View<'_>, squares: &Squares, players: u8) -> u32 {
            let layout = view.layout;
            let mut moves = 0;
            for (squares, (choices, bonuses)) in squares.iter().zip(layout.choices.iter().zip(&layout.bonuses)) {
                let more = (squares & choices).count_ones() * (u32::from(players) - 1);
                moves += squares.count_ones() + more + (squares & bonuses).count_ones();
            }
            moves
        }

        #[$attribute]
        #[inline]
        fn ones<const WORDS: usize>(squares: &[u64; WORDS]) -> u32 {
            let mut ones = 0;
            for squares in squares {
                ones += squares.count_ones();
            }
            ones
        }

        /// Whether there is any target square from which something is captured.
        #[$attribute]
        pub(in crate::moves) fn any<const OCCUPIED: bool>(view: &View<'_>) -> bool {
            if view.layout.board.few {
                return each_hit::<OCCUPIED>(view, &mut Any);
            }
            if view.layout.board.folded > 0 {
                return many_hits::<OCCUPIED>(view, &mut [0; MOST_FOLDED]);
            }
            let found = match view.layout.board.words {
                1 => plain_hits::<OCCUPIED, 1>(view) != [0; 1],
                2 => plain_hits::<OCCUPIED, 2>(view) != [0; 2],
                _ => plain_hits::<OCCUPIED, MOST>(view) != [0; MOST],
            };
            found || !view.layout.board.plain && each_hit::<OCCUPIED>(view, &mut Any)
        }

        /// Writes the squares that a stone on a square captures by ordinary steps; returns whether there are any.
        #[$attribute]
        pub(in crate::moves) fn captured(view: &View<'_>, square: u32, squares: &mut Squares) -> bool {
            match view.layout.board.words {
                1 => write(&captured_in::<1>(view, square), squares),
                2 => write(&captured_in::<2>(view, square), squares),
                _ => write(&captured_in::<MOST>(view, square), squares),
            }
        }

        /// The target squares from which something is captured.
        #[$attribute]
        #[inline]
        fn hits<const OCCUPIED: bool, const WORDS: usize>(view: &View<'_>) -> [u64; WORDS] {
            let mut squares = plain_hits::<OCCUPIED, WORDS>(view);
            if !view.layout.board.plain {
                let mut merge = Merge { squares: &mut squares, marks: &view.layout.marks, direct: 0 };
                each_hit::<OCCUPIED>(view, &mut merge);
            }
            squares
        }

        /// The target squares from which something is captured by ordinary steps.
        #[$attribute]
        #[inline]
        fn plain_hits<const OCCUPIED: bool, const WORDS: usize>(view: &View<'_>) -> [u64; WORDS] {
            let mut squares = origins::<WORDS>(view);
            for (word, squares) in squares.iter_mut().enumerate() {
                *squares &= target::<OCCUPIED>(view.layout.down[word], view.occupied[word]);
            }
            squares
        }

        /// The squares from which something is captured, whatever lies there.
        #[$attribute]
        #[inline]
        fn origins<const WORDS: usize>(view: &View<'_>) -> [u64; WORDS] {
            let mut squares = [0; WORDS];
            let Some(planes) = planes::<WORDS>(view) else { return squares };
            let by = planes.by;
            if WORDS == 1 && view.layout.board.short {
                let (up, down) = short_runs(&planes, &planes.own);
                squares[0] = united(or(step_up(&up, 0, by), step_down(&down, 0, by)));
                return squares;
            }
            let (mut up, mut down) = first(&planes, &planes.own);
            let mut beyond = [zero(); WORDS];
            loop {
                let mut more = zero();
                // Each word is changed after those that still need it as it was.
                for word in 0..WORDS {
                    let (high, low) = (WORDS - 1 - word, word);
                    let (above, below) = (step_up(&up, high, by), step_down(&down, low, by));
                    beyond[high] = or(beyond[high], above);
                    beyond[low] = or(beyond[low], below);
                    (up[high], down[low]) = (and(above, planes.foreign[high]), and(below, planes.foreign[low]));
                    more = or(more, or(up[high], down[low]));
                }
                if is_zero(more) {
                    break;
                }
            }
            for (squares, beyond) in squares.iter_mut().zip(beyond) {
                *squares = united(beyond);
            }
            squares
        }

        #[$attribute]
        #[inline]
        fn captured_in<const WORDS: usize>(view: &View<'_>, square: u32) -> [u64; WORDS] {
            let mut squares = [0; WORDS];
            let Some(planes) = planes::<WORDS>(view) else { return squares };
            let by = planes.by;
            let mut origin = [zero(); WORDS];
            origin[square as usize / 64 % WORDS] = splat(1 << (square % 64));
            let short = WORDS == 1 && view.layout.board.short;
            let (up, down) = if short { short_runs(&planes, &origin) } else { runs(&planes, &origin) };
            let (mut end_up, mut end_down) = (zero(), zero());
            for word in 0..WORDS {
                end_up = or(end_up, and(planes.own[word], step_up(&up, word, by)));
                end_down = or(end_down, and(planes.own[word], step_down(&down, word, by)));
            }
            let (end_up, end_down) = (filled(end_up), filled(end_down));
            for word in 0..WORDS {
                squares[word] = united(or(and(up[word], end_up), and(down[word], end_down)));
            }
            squares
        }

        /// How far apart neighbours are on each axis, and how far the words are from that.
        #[derive(Clone, Copy)]
        struct Steps {
            by: Vector,
            back: Vector,
        }

        struct Planes<const WORDS: usize> {
            by: Steps,
            own: [Vector; WORDS],
            /// Foreign stones that can be captured on each axis.
            foreign: [Vector; WORDS],
        }

        #[$attribute]
        #[inline]
        fn planes<const WORDS: usize>(view: &View<'_>) -> Option<Planes<WORDS>> {
            let (stones, occupied) = (view.own.first_chunk::<WORDS>()?, view.occupied.first_chunk::<WORDS>()?);
            let board = &view.layout.board;
            let inner = board.inner.first_chunk::<WORDS>()?;
            let (mut own, mut foreign) = ([zero(); WORDS], [zero(); WORDS]);
            for word in 0..WORDS {
                own[word] = splat(stones[word]);
                foreign[word] = and(splat(occupied[word] & !stones[word]), load(&inner[word]));
            }
            Some(Planes { by: Steps { by: load(&board.steps), back: load(&board.back) }, own, foreign })
        }

        /// The foreign stones next to the stones of `from`, towards higher and towards lower squares.
        #[$attribute]
        #[inline]
        fn first<const WORDS: usize>(
            planes: &Planes<WORDS>,
            from: &[Vector; WORDS],
        ) -> ([Vector; WORDS], [Vector; WORDS]) {
            let (mut up, mut down) = ([zero(); WORDS], [zero(); WORDS]);
            for word in 0..WORDS {
                up[word] = and(planes.foreign[word], step_up(from, word, planes.by));
                down[word] = and(planes.foreign[word], step_down(from, word, planes.by));
            }
            (up, down)
        }

        /// The runs of foreign stones that begin behind the stones of `from`.
        #[$attribute]
        #[inline]
        fn runs<const WORDS: usize>(
            planes: &Planes<WORDS>,
            from: &[Vector; WORDS],
        ) -> ([Vector; WORDS], [Vector; WORDS]) {
            let (mut up, mut down) = first(planes, from);
            let (mut runs_up, mut runs_down) = (up, down);
            loop {
                let mut more = zero();
                for word in 0..WORDS {
                    let (high, low) = (WORDS - 1 - word, word);
                    up[high] = and(step_up(&up, high, planes.by), planes.foreign[high]);
                    down[low] = and(step_down(&down, low, planes.by), planes.foreign[low]);
                    runs_up[high] = or(runs_up[high], up[high]);
                    runs_down[low] = or(runs_down[low], down[low]);
                    more = or(more, or(up[high], down[low]));
                }
                if is_zero(more) {
                    return (runs_up, runs_down);
                }
            }
        }

        /// The same on a board of one word where no run has more than eight stones.
        #[$attribute]
        #[inline]
        fn short_runs<const WORDS: usize>(
            planes: &Planes<WORDS>,
            from: &[Vector; WORDS],
        ) -> ([Vector; WORDS], [Vector; WORDS]) {
            let (mut up, mut down) = first(planes, from);
            let (mut through_up, mut through_down, mut by) = (planes.foreign[0], planes.foreign[0], planes.by.by);
            for _ in 0..3 {
                up[0] = or(up[0], and(through_up, shl(up[0], by)));
                down[0] = or(down[0], and(through_down, shr(down[0], by)));
                through_up = and(through_up, shl(through_up, by));
                through_down = and(through_down, shr(through_down, by));
                by = sum(by, by);
            }
            (up, down)
        }

        /// A word one step towards higher squares.
        #[$attribute]
        #[inline]
        fn step_up<const WORDS: usize>(words: &[Vector; WORDS], word: usize, by: Steps) -> Vector {
            let here = shl(words[word], by.by);
            if word == 0 { here } else { or(here, shr(words[word - 1], by.back)) }
        }

        /// A word one step towards lower squares.
        #[$attribute]
        #[inline]
        fn step_down<const WORDS: usize>(words: &[Vector; WORDS], word: usize, by: Steps) -> Vector {
            let here = shr(words[word], by.by);
            if word + 1 == WORDS { here } else { or(here, shl(words[word + 1], by.back)) }
        }
    };
}

pub(super) use board_kernel;
