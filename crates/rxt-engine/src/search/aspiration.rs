//! The window that an iteration begins with, and what follows when the score lies outside of it.

use super::leaf::POINT;
use super::tree::Tree;
use super::window::{INFINITE, Score, Window};
use crate::spec::{Aspiration, WindowForm};
use rxt_rules::Player;

/// A window to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    pub(crate) window: Window,
    /// Whether the root stops at a move that is better than the window.
    pub(crate) cuts: bool,
    /// How often the window has been widened.
    widened: u32,
}

/// How many times wider the window of the `cells` form gets on the side where it failed.
const WIDER: i64 = 4;

impl Plan {
    const FULL: Self = Self { window: Window::FULL, cuts: true, widened: 0 };

    /// The window for an iteration, from the scores of the iterations before, the shallowest first.
    pub(crate) fn new(options: Aspiration, scores: &[Score], tree: &Tree) -> Self {
        let Some(&last) = scores.last() else { return Self::FULL };
        let (last, wide) = (i64::from(last), i64::from(last.abs()));
        let share = |size: i64| wide.saturating_mul(size) / 1000;
        let points = |size: i64| size * i64::from(POINT) / 1000;
        let size = options.size.map(i64::from);
        let (alpha, beta, cuts) = match options.form {
            WindowForm::None => return Self::FULL,
            WindowForm::Side => {
                let other = share(size.unwrap_or(500));
                if moves_last(tree, scores.len() as u32 + 1) {
                    (last - other, last, true)
                } else {
                    (last, last + other, true)
                }
            }
            WindowForm::Cells => {
                let half = points(size.unwrap_or(100) * tree.position.map().tile_count() as i64);
                (last - half, last + half, true)
            }
            WindowForm::Relative => {
                let half = share(size.unwrap_or_else(|| map_share(tree)));
                if half == 0 {
                    return Self::FULL;
                }
                (last - half, last + half, false)
            }
            WindowForm::Round => {
                let centre = i64::from(one_round_before(scores, tree));
                let half = points(size.unwrap_or(8000));
                (centre - half, centre + half, true)
            }
        };
        Self { window: Window::new(alpha, beta), cuts, widened: 0 }
    }

    /// The next window if the score lies outside of this one; `None` if it does not.
    pub(crate) fn after(self, options: Aspiration, score: Score) -> Option<Self> {
        let Window { alpha, beta } = self.window;
        if self.window == Window::FULL || self.window.contains(score) {
            return None;
        }
        let half = (i64::from(beta) - i64::from(alpha)) / 2;
        let low = score <= alpha;
        let window = match options.form {
            WindowForm::Cells if self.widened == 0 && low => Window::new(i64::from(alpha) - half * WIDER, beta.into()),
            WindowForm::Cells if self.widened == 0 => Window::new(alpha.into(), i64::from(beta) + half * WIDER),
            WindowForm::Round if self.widened == 0 && low => Window { alpha: -INFINITE, beta },
            WindowForm::Round if self.widened == 0 => Window { alpha, beta: INFINITE },
            _ => Window::FULL,
        };
        Some(Self { window, cuts: true, widened: self.widened + 1 })
    }
}

/// Width times height / 10000 + 0.275, in thousandths, as in the 2025 report.
fn map_share(tree: &Tree) -> i64 {
    let map = tree.position.map();
    i64::from(map.width()) * i64::from(map.height()) / 10 + 275
}

/// The score of the iteration that ended with the same player as the next one will, if there was one.
fn one_round_before(scores: &[Score], tree: &Tree) -> Score {
    let round = active_players(tree);
    scores.len().checked_sub(round).and_then(|index| scores.get(index)).or(scores.last()).copied().unwrap_or(0)
}

/// Whether the player at the root makes the last of so many moves, if nobody is passed over.
fn moves_last(tree: &Tree, plies: u32) -> bool {
    (plies as usize - 1).is_multiple_of(active_players(tree))
}

fn active_players(tree: &Tree) -> usize {
    Player::all(tree.position.players()).filter(|&player| tree.position.is_active(player)).count().max(1)
}
