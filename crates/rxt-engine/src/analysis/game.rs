//! A whole game: what every move cost whoever made it, and where it was lost.

use super::judge::Judge;
use super::line::{Line, search};
use super::position::{Question, Why, why};
use crate::agent::Engine;
use rxt_rules::agent::Signal;
use rxt_rules::{Move, Player, Position};

/// Something that happens in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Whoever is to move makes a move, which is legal.
    Move(Move),
    /// A player is disqualified.
    Disqualified(Player),
}

/// A game taken apart.
#[derive(Clone, PartialEq, Debug)]
pub struct GameAnalysis {
    /// Every move.
    pub moves: Vec<MoveAnalysis>,
    /// The placement scores in the end, or as far as the game goes.
    pub placements: Vec<f64>,
    /// Of every player who could have done better: where that was decided.
    pub turnings: Vec<Turning>,
}

/// A move and what would have been better.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveAnalysis {
    /// Moves made before.
    pub ply: usize,
    /// Who moved.
    pub player: Player,
    /// The move that was made.
    pub played: Move,
    /// The line behind the best move.
    pub best: Line,
    /// What the player had to expect before, with the best move.
    pub expected: f64,
    /// What he had to expect behind the move that he made.
    pub left: f64,
    /// How many moves he could choose from.
    pub choices: usize,
    /// What speaks for the best move, where it was not made.
    pub why: Option<Why>,
}

impl MoveAnalysis {
    /// From this loss of expected placement on a move is a blunder.
    pub const BLUNDER: f64 = 0.1;

    /// What the move cost: the expected placement score lost by it.
    pub fn loss(&self) -> f64 {
        (self.expected - self.left).max(0.0)
    }

    /// Whether it cost much.
    pub fn is_blunder(&self) -> bool {
        self.loss() >= Self::BLUNDER
    }
}

/// Where a game was decided for a player who did not come first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turning {
    /// Who.
    pub player: Player,
    /// The first move, as an index into the moves, that cost him something and behind which he never had as much as an
    /// equal share to expect again; `None` if he never had that.
    pub lost_by: Option<usize>,
    /// His move that cost most, as an index into the moves; `None` if none cost anything.
    pub costliest: Option<usize>,
}

/// Analyses a game move by move. `seen` is told how many moves are done; the game ends early if it returns false.
pub fn analyse_game(
    start: &Position,
    steps: &[Step],
    question: &Question,
    signal: &Signal,
    seen: &mut dyn FnMut(usize) -> bool,
) -> GameAnalysis {
    let judge = Judge::new(start.map());
    let mut engine = question.engine.engine(question.seed);
    let mut position = start.clone();
    let mut analysed: Vec<MoveAnalysis> = Vec::new();
    for &step in steps {
        match step {
            Step::Disqualified(player) => position.disqualify(player),
            Step::Move(mv) => {
                let Some(found) = judged(&mut engine, &judge, &position, mv, question, signal) else { break };
                analysed.push(MoveAnalysis { ply: analysed.len(), ..found });
                position.play(mv);
                if !seen(analysed.len()) || signal.stopped() {
                    break;
                }
            }
        }
    }
    let placements = judge.outlook(&position).placements;
    let turnings = turnings(&analysed, &placements);
    GameAnalysis { moves: analysed, placements, turnings }
}

/// What a move costs; `None` if the game is over.
fn judged(
    engine: &mut Engine,
    judge: &Judge,
    position: &Position,
    made: Move,
    question: &Question,
    signal: &Signal,
) -> Option<MoveAnalysis> {
    let player = position.to_move()?;
    let best = search(engine, judge, position, None, &question.budget, signal);
    let (expected, choices) = (best.placement(player), position.legal_moves().len());
    let found = MoveAnalysis { ply: 0, player, played: made, expected, left: expected, choices, why: None, best };
    if found.best.mv == made {
        return Some(found);
    }
    // Both alone, so that neither has more of the budget.
    let budget = found.best.no_deeper(&question.budget);
    let mut alone = |mv| search(engine, judge, position, Some(vec![mv]), &budget, signal);
    let (best, other) = (alone(found.best.mv), alone(made));
    Some(compared(judge, found, best, &other))
}

/// A move beside the best one; if that turns out to be no better, nothing is lost.
fn compared(judge: &Judge, found: MoveAnalysis, best: Line, made: &Line) -> MoveAnalysis {
    let player = found.player;
    let (expected, left) = (best.placement(player), made.placement(player));
    let no_better = !made.compares_with(&best) || made.score >= best.score || left >= expected;
    if no_better {
        return MoveAnalysis { expected: left, left, ..found };
    }
    MoveAnalysis { expected, left, why: Some(why(judge, &best, made, player)), best, ..found }
}

/// Where the game was decided for everybody who did not come first.
fn turnings(moves: &[MoveAnalysis], placements: &[f64]) -> Vec<Turning> {
    /// Less than this is no loss that could be told from noise.
    const LEAST: f64 = 0.02;
    const EQUAL: f64 = 0.5;
    let players = Player::all(placements.len() as u8);
    let losers = players.zip(placements).filter(|&(_, &score)| score < 1.0 - 1e-9).map(|(player, _)| player);
    let turning = |player: Player| {
        let own: Vec<(usize, &MoveAnalysis)> = moves.iter().enumerate().filter(|(_, mv)| mv.player == player).collect();
        let last_good = own.iter().rposition(|(_, mv)| mv.expected >= EQUAL);
        let behind = last_good.map_or(&[][..], |last| &own[last..]);
        let lost_by = behind.iter().find(|(_, mv)| mv.loss() >= LEAST).map(|&(index, _)| index);
        let costliest = own.iter().max_by(|one, other| one.1.loss().total_cmp(&other.1.loss()));
        let costliest = costliest.filter(|(_, mv)| mv.loss() >= LEAST).map(|&(index, _)| index);
        Turning { player, lost_by, costliest }
    };
    losers.map(turning).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Spec;
    use rxt_rules::Map;
    use rxt_rules::agent::{Agent, Budget};
    use std::sync::Arc;

    /// A game of a player who looks ahead against one who takes the first move.
    fn game() -> (Position, Vec<Step>) {
        let map = Map::parse(include_bytes!("../../../../maps/standard-8x8.map")).unwrap().0;
        let start = Position::new(Arc::new(map));
        let mut engines = ["pvs,eval=default", "first"].map(|spec| Spec::parse(spec).unwrap().engine(1));
        let mut position = start.clone();
        let mut steps = Vec::new();
        while let Some(player) = position.to_move() {
            let budget = Budget { nodes: Some(1000), ..Budget::default() };
            let mv = engines[player.index()].choose(&position, &budget, &Signal::default()).mv;
            position.play(mv);
            steps.push(Step::Move(mv));
        }
        (start, steps)
    }

    #[test]
    fn whoever_plays_any_move_makes_the_mistakes() {
        let (start, steps) = game();
        let engine = Spec::parse("pvs,eval=default").unwrap();
        let budget = Budget { nodes: Some(1500), ..Budget::default() };
        let question = Question { engine, budget, lines: 1, tiles: false, seed: 1 };
        let mut done = 0;
        let mut seen = |count| {
            done = count;
            true
        };
        let analysis = analyse_game(&start, &steps, &question, &Signal::default(), &mut seen);
        assert_eq!((analysis.moves.len(), done), (steps.len(), steps.len()));
        let lost = |number: u8| -> f64 {
            let own = analysis.moves.iter().filter(|mv| mv.player.number() == number);
            own.map(MoveAnalysis::loss).sum()
        };
        assert!(lost(2) > lost(1), "{} {}", lost(1), lost(2));
        assert!(analysis.placements[0] > 0.99, "{:?}", analysis.placements);
        let [turning] = analysis.turnings[..] else { panic!("one loser: {:?}", analysis.turnings) };
        let blamed = &analysis.moves[turning.lost_by.or(turning.costliest).unwrap()];
        assert!(blamed.player == turning.player && blamed.loss() > 0.0 && blamed.why.is_some());
        println!("proof: {done} moves of a game judged");
    }

    #[test]
    fn a_disqualification_is_part_of_a_game() {
        let (start, steps) = game();
        let two = Player::new(2).unwrap();
        let cut: Vec<Step> =
            steps[..3].iter().copied().chain([Step::Disqualified(two)]).chain(steps[3..4].iter().copied()).collect();
        let budget = Budget { depth: Some(1), ..Budget::default() };
        let engine = Spec::parse("alphabeta").unwrap();
        let question = Question { engine, budget, lines: 1, tiles: false, seed: 1 };
        let analysis = analyse_game(&start, &cut, &question, &Signal::default(), &mut |_| true);
        assert_eq!((analysis.moves.len(), analysis.placements), (3, vec![1.0, 0.0]));
    }
}
