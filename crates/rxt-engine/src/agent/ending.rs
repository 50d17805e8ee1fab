//! Endings of plain Reversi for two are solved, as soon as that should not cost more than may be spent.

use super::task::{Found, Task};
use crate::search::{Counters, Spending, WordSolver};
use rxt_rules::agent::Choice;
use rxt_rules::moves::Sides;
use rxt_rules::{Move, Player, Special};

/// Positions that a solver visits in a millisecond, at least.
const VISITS_PER_MS: u64 = 1500;
/// Above every score.
const MORE: i32 = 65;

impl Task<'_> {
    /// The best move, if it can be known for sure.
    pub(super) fn solved(&mut self, wanted: bool) -> Option<Found> {
        if !wanted || self.allowed.depth.is_some() || self.only.is_some() {
            return None;
        }
        let mut spending = self.spending();
        let solver = self.memory.solver(self.root.map())?;
        let sides = solver.board().sides(self.root)?;
        let free = solver.board().free(sides).count_ones();
        let by_time = self.allowed.time.map(|time| time.as_millis() as u64 * VISITS_PER_MS);
        let most = match (self.allowed.visits, by_time) {
            (Some(visits), Some(time)) => visits.min(time),
            (visits, time) => visits.or(time)?,
        } / 2;
        if expected_visits(free) > most {
            return None;
        }
        let best = find(solver, sides, most, &mut spending)?;
        let mv = Move { tile: solver.board().tile(best.0)?, special: Special::None };
        let players = self.root.players();
        let scores = Player::all(players).map(|player| if player == self.me { best.1 } else { -best.1 }).collect();
        let choice = Choice { mv, depth: Some(free), nodes: Some(solver.nodes.min(most)), scores };
        self.signal.publish(choice.clone());
        let counters = Counters { nodes: solver.nodes, complete: true, ..Counters::default() };
        Some(Found { choice, line: Vec::new(), counters })
    }
}

/// Whether it is won comes first, then by how much; a loss has to be known to the last stone to be worth anything.
fn find(solver: &mut WordSolver, sides: Sides, most: u64, spending: &mut Spending) -> Option<(u32, i32)> {
    solver.nodes = 0;
    solver.most = most;
    let mut go_on = || spending.look_now().is_ok();
    let (square, sign) = solver.solve(sides, -1, 1, &mut go_on).ok()?;
    let window = match sign.signum() {
        1 => (0, MORE),
        -1 => (-MORE, 0),
        _ => return Some((square, 0)),
    };
    match solver.solve(sides, window.0, window.1, &mut go_on) {
        Ok(exact) => Some(exact),
        Err(_) if sign > 0 => Some((square, sign)),
        Err(_) => None,
    }
}

/// How many positions it takes to solve so many free squares, about: twice as many for each.
fn expected_visits(free: u32) -> u64 {
    const FIRST: u32 = 6;
    50_u64.saturating_mul(1 << free.saturating_sub(FIRST).min(40))
}
