//! Whether a search found what plain minimax finds at the same depth.

use crate::agent::Engine;
use crate::spec::{NotMinimax, Spec};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::{Move, Position};

/// Plain minimax beside a search that has to find the same value.
pub struct MinimaxTwin {
    spec: Spec,
    minimax: Engine,
    seed: u64,
    most_nodes: u64,
}

/// What one search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its move.
    pub mv: Move,
    /// What the move is worth to whoever makes it.
    pub value: i32,
    /// Positions visited.
    pub nodes: u64,
}

/// What both searches found in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Plies that both searched.
    pub depth: u32,
    /// Plies that were asked for; more than `depth` if they are too many for minimax.
    pub wanted: u32,
    /// The search.
    pub search: Found,
    /// Plain minimax.
    pub minimax: Found,
    /// Whether they agree.
    pub verdict: Verdict,
}

/// Whether a search found what minimax finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The same move with the same value.
    Same,
    /// Another move that minimax values just as highly.
    Tie,
    /// Another move, which minimax values less: this much.
    WorseMove(i32),
    /// Another value.
    Value,
}

impl Verdict {
    /// Whether the search is wrong.
    pub const fn is_difference(self) -> bool {
        matches!(self, Self::WorseMove(_) | Self::Value)
    }
}

impl MinimaxTwin {
    /// A twin for a player. Where minimax cannot reach a depth within `most_nodes` positions, both are compared at the
    /// largest depth that it can reach.
    pub fn new(spec: &Spec, seed: u64, most_nodes: u64) -> Result<Self, NotMinimax> {
        let minimax = spec.minimax_twin()?.engine(seed);
        Ok(Self { spec: spec.clone(), minimax, seed, most_nodes })
    }

    /// Compares what the player chose in a position, after searching whole depths only. `None` if there is nothing to
    /// compare: not even one ply was searched, minimax cannot do one, or it was told to stop.
    pub fn check(&mut self, position: &Position, choice: &Choice, signal: &Signal) -> Option<Comparison> {
        let wanted = choice.depth?;
        let (depth, minimax) = self.minimax(position, None, wanted, signal)?;
        let search = if depth == wanted {
            found(position, choice)?
        } else {
            let budget = Budget { depth: Some(depth), ..Budget::default() };
            found(position, &self.spec.engine(self.seed).choose(position, &budget, signal))?
        };
        let verdict = if search.value != minimax.value {
            Verdict::Value
        } else if search.mv == minimax.mv {
            Verdict::Same
        } else {
            let (_, alone) = self.minimax(position, Some(search.mv), depth, signal)?;
            if alone.value == minimax.value { Verdict::Tie } else { Verdict::WorseMove(alone.value) }
        };
        (!signal.stopped()).then_some(Comparison { depth, wanted, search, minimax, verdict })
    }

    /// What minimax finds, of one move or of all, and at which depth.
    fn minimax(
        &mut self,
        position: &Position,
        only: Option<Move>,
        depth: u32,
        signal: &Signal,
    ) -> Option<(u32, Found)> {
        let budget = Budget { depth: Some(depth), nodes: Some(self.most_nodes), time: None };
        self.minimax.restrict(only.map(|mv| vec![mv]));
        let choice = self.minimax.choose(position, &budget, signal);
        let reached = choice.depth.filter(|&reached| reached > 0)?;
        Some((reached, found(position, &choice)?))
    }
}

fn found(position: &Position, choice: &Choice) -> Option<Found> {
    let value = *choice.scores.get(position.to_move()?.index())?;
    Some(Found { mv: choice.mv, value, nodes: choice.nodes.unwrap_or(0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Map;
    use std::sync::Arc;

    fn check(spec: &str, depth: u32, most_nodes: u64, spoil: impl Fn(&Position, &mut Choice)) -> Comparison {
        let spec = Spec::parse(spec).unwrap();
        let map = Map::parse(include_bytes!("../../../../maps/standard-8x8.map")).unwrap().0;
        let mut position = Position::new(Arc::new(map));
        let first = position.legal_moves()[0];
        position.play(first);
        let budget = Budget { depth: Some(depth), ..Budget::default() };
        let mut choice = spec.engine(1).choose(&position, &budget, &Signal::default());
        spoil(&position, &mut choice);
        MinimaxTwin::new(&spec, 1, most_nodes).unwrap().check(&position, &choice, &Signal::default()).unwrap()
    }

    #[test]
    fn a_sound_search_agrees_and_a_spoilt_one_does_not() {
        let sound = check("alphabeta", 4, 100_000, |_, _| {});
        assert_eq!((sound.verdict, sound.depth), (Verdict::Same, 4));
        assert!(sound.search.nodes < sound.minimax.nodes);
        let value = check("alphabeta", 4, 100_000, |_, choice| choice.scores.iter_mut().for_each(|score| *score += 1));
        assert_eq!(value.verdict, Verdict::Value);
        // After one ply all moves are worth the same.
        let other = |position: &Position, choice: &mut Choice| {
            let moves = position.legal_moves();
            choice.mv = *moves.iter().rfind(|&&mv| mv != choice.mv).unwrap();
        };
        assert!(check("alphabeta", 4, 100_000, other).verdict != Verdict::Same);
    }

    #[test]
    fn what_is_too_deep_for_minimax_is_compared_less_deep() {
        let found = check("pvs", 7, 2000, |_, _| {});
        assert_eq!(found.wanted, 7);
        assert!(found.depth >= 3 && found.depth < 7 && !found.verdict.is_difference(), "{found:?}");
    }
}
