//! The solver finds what searching everything finds.

use super::words::{Count, MORE, WordSolver};
use rxt_rules::map::generate::{Amount, Options, generate};
use rxt_rules::moves::{Sides, WordBoard};
use rxt_rules::rng::Rng;
use rxt_rules::{Phase, Position};

/// Everything, one move after the other.
fn plain(board: &WordBoard, sides: Sides, count: Count) -> i32 {
    let moves = |sides| (0..64).filter(move |square| board.legal(sides) >> square & 1 != 0);
    if board.legal(sides) == 0 {
        if board.legal(sides.passed()) != 0 {
            return -plain(board, sides.passed(), count);
        }
        let lead = sides.own.count_ones() as i32 - sides.other.count_ones() as i32;
        let free = if count == Count::Stones { 0 } else { board.free(sides).count_ones() as i32 };
        return lead + lead.signum() * free;
    }
    let behind = moves(sides).map(|square| WordBoard::after(sides, square, board.captures(sides, square)));
    behind.map(|after| -plain(board, after, count)).max().unwrap()
}

/// A position with few free squares.
fn ending(seed: u64) -> Option<(Position, WordBoard, Sides)> {
    let mut rng = Rng::derived(seed, 8);
    let mut options = Options::new(2, 4 + rng.below(5) as u16, 4 + rng.below(5) as u16);
    options.seed = seed;
    options.tiles.holes = [0, 0, 12][rng.below(3)];
    options.tiles.specials = 0;
    options.joins.transitions = Amount::Count(0);
    (options.stocks.overrides, options.stocks.bombs) = (0, 0);
    let mut position = Position::new(generate(&options).ok()?);
    let board = WordBoard::new(position.map())?;
    while position.phase() == Phase::Build {
        let sides = board.sides(&position)?;
        if board.free(sides).count_ones() <= 7 {
            return Some((position, board, sides));
        }
        position.play(*rng.pick(&position.legal_moves())?);
    }
    None
}

#[test]
fn the_solver_finds_what_searching_everything_finds() {
    const COUNT: usize = 150;
    for (position, board, sides) in (0..).filter_map(ending).take(COUNT) {
        for count in [Count::Stones, Count::FreeToWinner] {
            let expected = plain(&board, sides, count);
            let mut solver = WordSolver::new(board.clone(), count, 12);
            let (square, score) = solver.solve(sides, -MORE, MORE, &mut || true).unwrap();
            assert_eq!(score, expected, "{count:?}\n{position:?}");
            let after = WordBoard::after(sides, square, board.captures(sides, square));
            assert_eq!(-plain(&board, after, count), expected, "{count:?}\n{position:?}");
            // Whether it is won at all is found in a window around nothing.
            let mut solver = WordSolver::new(board.clone(), count, 12);
            let (_, sign) = solver.solve(sides, -1, 1, &mut || true).unwrap();
            assert_eq!(sign.signum(), expected.signum(), "{count:?}\n{position:?}");
        }
    }
    println!("proof: {COUNT} endings solved as by searching everything, counted in two ways");
}
