//! Searches bombs: everybody wants the best place for himself; with two players that is alpha-beta.

use super::balls::Balls;
use super::utility::{Utility, bombs, stones};
use crate::limits::Stopped;
use crate::search::buffers::Candidate;
use crate::search::leaf::result;
use crate::search::tree::Tree;
use crate::search::window::{Score, Window};
use rxt_rules::agent::Choice;
use rxt_rules::{ByPlayer, Move, Phase, Player, Special};
use std::cmp::Reverse;

/// A search of the bombing phase.
pub(crate) struct Bombing<'a> {
    pub(crate) tree: Tree<'a>,
    balls: Balls,
    /// Whether there are only two who can win.
    two: bool,
    /// How many bombs each player considers below the root.
    width: usize,
}

/// What everybody gets.
type Outcome = ByPlayer<Score>;

/// How wide and how far one stage looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stage {
    depth: u32,
    width: usize,
}

/// The narrowest look ahead.
const FIRST_WIDTH: usize = 3;
/// With no more bombs than this left, every stage looks to the end.
const FEW_BOMBS: u32 = 6;
/// A stage is begun if it should visit no more positions than this, or than may still be visited.
const MOST_VISITS: f64 = 5e7;

impl<'a> Bombing<'a> {
    pub(crate) fn new(mut tree: Tree<'a>) -> Self {
        let balls = Balls::find(&tree.position, &mut tree.spending);
        let two = tree.position.players() - tree.position.disqualified().len() <= 2;
        Self { tree, balls, two, width: usize::MAX }
    }

    /// Looks further and wider until everything is known or nothing is left to spend.
    pub(crate) fn run(&mut self) -> Choice {
        let mut root = self.root_moves();
        let mut choice = self.choice(root[0].mv, 1, &[]);
        for stage in self.stages() {
            if !self.is_affordable(stage) {
                break;
            }
            let found = self.stage(stage, &mut root, &mut choice);
            if found.is_err() {
                self.tree.unwind();
                break;
            }
        }
        self.tree.spending.signal().publish(choice.clone());
        choice
    }

    /// All targets, the best at first sight first.
    fn root_moves(&mut self) -> Vec<Candidate> {
        let mut moves = Vec::new();
        self.candidates(usize::MAX, &mut moves);
        self.tree.restrict_root(&mut moves);
        moves
    }

    /// From the narrowest to one that leaves nothing out.
    fn stages(&self) -> Vec<Stage> {
        let left = bombs(&self.tree.position);
        let players = self.tree.position.players();
        let throwers = Player::all(players).filter(|&player| self.tree.position.bombs(player) > 0).count() as u32;
        let mut stages = vec![Stage { depth: 1, width: usize::MAX }];
        let mut width = FIRST_WIDTH;
        loop {
            let all = width >= self.balls.len();
            let width_here = if all { usize::MAX } else { width };
            let depths = if left <= FEW_BOMBS { vec![left] } else { vec![throwers + 1, 2 * throwers + 1, left] };
            let depths = depths.into_iter().filter(|&depth| depth <= left);
            stages.extend(depths.map(|depth| Stage { depth, width: width_here }));
            if all {
                break;
            }
            width *= 2;
        }
        stages
    }

    fn is_affordable(&self, stage: Stage) -> bool {
        if stage.depth == 1 {
            return true;
        }
        let targets = self.balls.len() as f64;
        let root = self.root_width(stage) as f64;
        let below = targets.min(stage.width as f64);
        // Alpha-beta visits about the root of what there is.
        let plies = f64::from(stage.depth - 1) * if self.two { 0.6 } else { 1.0 };
        let left =
            self.tree.spending.most_visits().map_or(MOST_VISITS, |most| (most - self.tree.spending.visits()) as f64);
        root * below.powf(plies) <= 4.0 * left.min(MOST_VISITS)
    }

    /// At the root more bombs are considered than below.
    fn root_width(&self, stage: Stage) -> usize {
        stage.width.saturating_mul(4).min(self.balls.len())
    }

    /// Searches the moves at the root; the best one comes first afterwards.
    fn stage(&mut self, stage: Stage, root: &mut [Candidate], choice: &mut Choice) -> Result<(), Stopped> {
        self.width = stage.width;
        let me = self.tree.me;
        let mut best: Option<Score> = None;
        for index in 0..self.root_width(stage).min(root.len()) {
            self.tree.make(&root[index])?;
            let window = Window { alpha: best.unwrap_or(Window::FULL.alpha), ..Window::FULL };
            let outcome = self.outcome(stage.depth - 1, window)?;
            self.tree.unmake();
            root[index].key = outcome[me];
            if best.is_none_or(|best| outcome[me] > best) {
                best = Some(outcome[me]);
                *choice = self.choice(root[index].mv, stage.depth, outcome.first(self.tree.position.players()));
                self.tree.spending.signal().publish(choice.clone());
            }
        }
        if let Some(at) = root.iter().position(|one| one.mv == choice.mv) {
            root[..=at].rotate_right(1);
        }
        Ok(())
    }

    fn choice(&self, mv: Move, depth: u32, scores: &[Score]) -> Choice {
        Choice { mv, depth: Some(depth), nodes: Some(self.tree.spending.visits()), scores: scores.to_vec() }
    }

    /// What comes of the present position.
    fn outcome(&mut self, depth: u32, window: Window) -> Result<Outcome, Stopped> {
        if self.two {
            let (me, score) = (self.tree.me, self.two_sided(depth, window)?);
            return Ok(ByPlayer::from_fn(|player| if player == me { score } else { -score }));
        }
        self.max_n(depth)
    }

    fn max_n(&mut self, depth: u32) -> Result<Outcome, Stopped> {
        let Some(mover) = self.tree.position.to_move().filter(|_| depth > 0) else { return Ok(self.leaf()) };
        let me = self.tree.me;
        let mut buffer = self.tree.take_buffer();
        self.candidates(self.width, &mut buffer.candidates);
        let mut best: Option<Outcome> = None;
        for candidate in &buffer.candidates {
            self.tree.make(candidate)?;
            let found = self.max_n(depth - 1)?;
            self.tree.unmake();
            // Who does not care is expected to do what is worse for us.
            if best.is_none_or(|best| (found[mover], Reverse(found[me])) > (best[mover], Reverse(best[me]))) {
                best = Some(found);
            }
        }
        self.tree.buffers.give_back(buffer);
        Ok(best.unwrap_or_else(|| self.leaf()))
    }

    fn two_sided(&mut self, depth: u32, mut window: Window) -> Result<Score, Stopped> {
        if depth == 0 || self.tree.position.phase() == Phase::Over {
            return Ok(self.leaf()[self.tree.me]);
        }
        let side = self.tree.side();
        let mut buffer = self.tree.take_buffer();
        self.candidates(self.width, &mut buffer.candidates);
        let mut best = side.worst();
        for candidate in &buffer.candidates {
            self.tree.make(candidate)?;
            let score = self.two_sided(depth - 1, window)?;
            self.tree.unmake();
            if side.prefers(score, best) {
                best = score;
            }
            window = window.after(side, score);
            if window.is_empty() {
                self.tree.counters.cutoffs += 1;
                break;
            }
        }
        self.tree.buffers.give_back(buffer);
        Ok(best)
    }

    fn leaf(&mut self) -> Outcome {
        self.tree.counters.leaves += 1;
        let position = &self.tree.position;
        let players = position.players();
        if position.phase() == Phase::Over {
            return ByPlayer::from_fn(|player| if player.number() <= players { result(position, player) } else { 0 });
        }
        self.tree.horizon += 1;
        let utility = Utility::new(bombs(position), self.balls.mean_size(), position);
        let stones = stones(position);
        ByPlayer::from_fn(|player| if player.number() <= players { utility.of(&stones, position, player) } else { 0 })
    }

    /// The targets that look best to the player to move, the best first. Targets at which the same stones are lost are one,
    /// unless all are asked for.
    fn candidates(&self, width: usize, candidates: &mut Vec<Candidate>) {
        let position = &self.tree.position;
        let Some(mover) = position.to_move() else { return };
        let left = bombs(position).saturating_sub(1);
        let utility = Utility::new(left, self.balls.mean_size(), position);
        let stones = stones(position);
        for (tile, losses) in self.balls.losses(position) {
            let after = ByPlayer::from_fn(|player| stones[player] - i32::from(losses[player]));
            let mv = Move { tile, special: Special::None };
            let key = utility.of(&after, position, mover);
            candidates.push(Candidate { mv, mover, key, tie: tile.index() as u32 });
        }
        candidates.sort_unstable_by_key(|one| (Reverse(one.key), one.tie));
        if width < candidates.len() {
            candidates.dedup_by_key(|one| one.key);
            candidates.truncate(width);
        }
    }
}
