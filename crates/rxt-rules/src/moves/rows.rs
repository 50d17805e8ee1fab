//! Captures along columns and diagonals, followed from row to row, all columns of a word together.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled with the CPU features of the caller")]

use super::kernel::{RowSink, View, target};
use crate::map::MapFile;

/// Gives the hits on columns and diagonals of ordinary neighbours to the sink.
#[inline(always)]
pub(super) fn each_hit<const OCCUPIED: bool>(view: &View<'_>, sink: &mut (impl RowSink + ?Sized)) -> bool {
    if !view.layout.scan {
        return false;
    }
    let height = view.layout.height;
    if view.layout.row_words > 1 {
        return wide::<OCCUPIED, MOST>(view, 0..height, sink) || wide::<OCCUPIED, MOST>(view, (0..height).rev(), sink);
    }
    narrow::<OCCUPIED>(view, 0..height, sink) || narrow::<OCCUPIED>(view, (0..height).rev(), sink)
}

/// Rows of one word each; the walks go against the order of `rows`.
#[inline(always)]
fn narrow<const OCCUPIED: bool>(
    view: &View<'_>,
    rows: impl Iterator<Item = usize>,
    sink: &mut (impl RowSink + ?Sized),
) -> bool {
    let height = view.layout.height;
    let (own_rows, occupied_rows, exists) =
        (&view.own[..height], &view.occupied[..height], &view.layout.down[..height]);
    // Own stones of the row before, and the runs there: straight, leaning right, leaning left.
    let (mut before, mut straight, mut right, mut left) = (0, 0, 0, 0);
    for row in rows {
        let (own, occupied) = (own_rows[row], occupied_rows[row]);
        let foreign = occupied & !own;
        let hits = (straight | right << 1 | left >> 1) & target::<OCCUPIED>(exists[row], occupied);
        straight = foreign & (before | straight);
        right = foreign & (before | right) << 1;
        left = foreign & (before | left) >> 1;
        before = own;
        if sink.add(row, hits) {
            return true;
        }
    }
    false
}

/// The most words that a row can have.
const MOST: usize = (MapFile::MAX_SIDE as usize + 1).div_ceil(64);

/// Rows of up to `MOST` words each.
#[inline(always)]
fn wide<const OCCUPIED: bool, const MOST: usize>(
    view: &View<'_>,
    rows: impl Iterator<Item = usize>,
    sink: &mut (impl RowSink + ?Sized),
) -> bool {
    let words = view.layout.row_words.min(MOST);
    let (mut before, mut straight, mut right, mut left) = ([0; MOST], [0; MOST], [0; MOST], [0; MOST]);
    for row in rows {
        let first = row * words;
        let planes = view.own[first..][..words].iter().zip(&view.occupied[first..][..words]);
        let cells = planes.zip(&view.layout.down[first..][..words]);
        // What the shifts take over from the word at the left, before it was changed.
        let (mut right_carry, mut before_carry) = (0, 0);
        for (column, ((&own, &occupied), &exists)) in cells.enumerate() {
            let foreign = occupied & !own;
            let beyond = if column + 1 < words { (left[column + 1], before[column + 1]) } else { (0, 0) };
            let from_right = |word: u64, next: u64| word >> 1 | next << 63;
            let hits = (straight[column] | right[column] << 1 | right_carry | from_right(left[column], beyond.0))
                & target::<OCCUPIED>(exists, occupied);
            let leaning = (before[column] | right[column]) << 1 | right_carry | before_carry;
            (right_carry, before_carry) = (right[column] >> 63, before[column] >> 63);
            straight[column] = foreign & (before[column] | straight[column]);
            right[column] = foreign & leaning;
            left[column] = foreign & from_right(before[column] | left[column], beyond.0 | beyond.1);
            before[column] = own;
            if sink.add(first + column, hits) {
                return true;
            }
        }
    }
    false
}
