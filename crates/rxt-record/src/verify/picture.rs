//! Two boards side by side, the tiles in which they differ in brackets.

use std::fmt::Write;

/// Columns and rows shown at most; a window around the first differing tile if the board is larger.
const WINDOW: usize = 20;
/// Tiles shown around the differing ones.
const MARGIN: usize = 2;

/// Draws what the file says beside what the rules say; `None` if they are equal.
pub(super) fn compare(file: &[Vec<char>], rules: &[Vec<char>]) -> Option<String> {
    let height = file.len().max(rules.len());
    let width = file.iter().chain(rules).map(Vec::len).max().unwrap_or(0);
    let at = |rows: &[Vec<char>], x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied();
    let differs = |x: usize, y: usize| at(file, x, y) != at(rules, x, y);
    let squares = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let different: Vec<(usize, usize)> = squares.filter(|&(x, y)| differs(x, y)).collect();
    let columns = window(different.iter().map(|&(x, _)| x), width)?;
    let rows = window(different.iter().map(|&(_, y)| y), height)?;

    let row_text = |side: &[Vec<char>], y: usize| {
        columns.clone().fold(String::new(), |mut text, x| {
            let tile = at(side, x, y).unwrap_or(' ');
            let _ = if differs(x, y) { write!(text, "[{tile}]") } else { write!(text, " {tile} ") };
            text
        })
    };
    let table_width = columns.len() * 3;
    let mut text = format!("      {:table_width$}   rules", "file");
    let numbers: Vec<String> = columns.clone().map(|x| format!("{x:^3}")).collect();
    let _ = write!(text, "\n  y\\x {0}   {0}", numbers.concat());
    for y in rows.clone() {
        let _ = write!(text, "\n {y:>4} {}   {}", row_text(file, y), row_text(rules, y));
    }
    let hidden = different.iter().filter(|(x, y)| !columns.contains(x) || !rows.contains(y)).count();
    if hidden > 0 {
        let _ = write!(text, "\n      and {hidden} more tiles outside this window");
    }
    Some(text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"))
}

/// The part of a side to show: all of it, or a window that begins just before the first difference.
fn window(different: impl Iterator<Item = usize> + Clone, side: usize) -> Option<std::ops::Range<usize>> {
    let first = different.clone().min()?.saturating_sub(MARGIN);
    let last = (different.max()? + MARGIN + 1).min(side);
    if side <= WINDOW { Some(0..side) } else { Some(first..last.min(first + WINDOW)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<char>> {
        text.split('/').map(|row| row.chars().collect()).collect()
    }

    #[test]
    fn equal_boards_have_no_picture() {
        assert_eq!(compare(&rows("01/20"), &rows("01/20")), None);
    }

    #[test]
    fn differing_tiles_are_in_brackets() {
        let picture = compare(&rows("012/x0-"), &rows("011/x0-")).unwrap();
        let expected = [
            "      file        rules",
            "  y\\x  0  1  2     0  1  2",
            "    0  0  1 [2]    0  1 [1]",
            "    1  x  0  -     x  0  -",
        ];
        assert_eq!(picture.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_large_board_is_cut_to_a_window_around_the_first_difference() {
        let file = vec![vec!['0'; 900]; 900];
        let mut rules = file.clone();
        rules[500][400] = '1';
        rules[899][899] = '1';
        let picture = compare(&file, &rules).unwrap();
        assert!(picture.contains("[1]"), "{picture}");
        assert!(picture.contains("and 1 more tiles outside this window"), "{picture}");
        assert!(picture.lines().all(|line| line.len() < 160), "{picture}");
    }
}
