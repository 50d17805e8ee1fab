//! A hand-written generator for plain 8x8 Reversi on two words, as Othello programs have it: the yardstick for perft.

/// The standard start: stones of the player to move, and of the other.
const START: (u64, u64) = (1 << 27 | 1 << 36, 1 << 28 | 1 << 35);

const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Leaves at `depth` plies from the standard start, a silent pass being no ply.
pub(crate) fn perft(depth: u32) -> u64 {
    count(START.0, START.1, depth)
}

fn count(own: u64, other: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal(own, other);
    if moves == 0 {
        // Passed over, or the end if neither can move.
        return if legal(other, own) == 0 { 1 } else { count(other, own, depth) };
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    let (mut rest, mut leaves) = (moves, 0);
    while rest != 0 {
        let stone = rest & rest.wrapping_neg();
        rest ^= stone;
        let flips = flipped(own, other, stone);
        leaves += count(other ^ flips, own ^ flips ^ stone, depth - 1);
    }
    leaves
}

/// One step in each of the eight directions.
#[inline(always)]
fn step(direction: usize, bits: u64) -> u64 {
    match direction {
        0 => bits >> 8,
        1 => bits << 8,
        2 => bits << 1 & NOT_LEFT,
        3 => bits >> 1 & NOT_RIGHT,
        4 => bits << 9 & NOT_LEFT,
        5 => bits >> 9 & NOT_RIGHT,
        6 => bits << 7 & NOT_RIGHT,
        _ => bits >> 7 & NOT_LEFT,
    }
}

#[inline(always)]
fn legal(own: u64, other: u64) -> u64 {
    let mut moves = 0;
    for direction in 0..8 {
        let mut run = step(direction, own) & other;
        for _ in 0..5 {
            run |= step(direction, run) & other;
        }
        moves |= step(direction, run);
    }
    moves & !(own | other)
}

#[inline(always)]
fn flipped(own: u64, other: u64, stone: u64) -> u64 {
    let mut flips = 0;
    for direction in 0..8 {
        let mut run = step(direction, stone) & other;
        for _ in 0..5 {
            run |= step(direction, run) & other;
        }
        if step(direction, run) & own != 0 {
            flips |= run;
        }
    }
    flips
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_yardstick_counts_as_the_rules_do() {
        let leaves: Vec<u64> = (1..=8).map(super::perft).collect();
        assert_eq!(leaves, [4, 12, 56, 244, 1396, 8200, 55092, 390_216]);
    }
}
