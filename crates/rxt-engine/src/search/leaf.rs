//! The one place where searches meet evaluations: what leaves are worth.

use super::window::Score;
use crate::eval::{EvalSpec, Evaluation};
use crate::spec::End;
use rxt_rules::{Map, Phase, Player, Position};
use std::sync::Arc;

/// Far above every evaluation, so that a result known for sure counts more; times the places, far below infinity.
const PLACE: Score = 20_000_000;
/// Evaluations stay within these bounds.
const MOST: Score = PLACE - 1;

/// An evaluation as a spec names it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum EvaluationName {
    /// Own stones minus those of the best opponent.
    #[default]
    StonesLead,
}

impl EvaluationName {
    /// Reads a name; `None` if there is no such evaluation.
    pub(crate) fn set(&mut self, name: &str) -> Option<()> {
        *self = (name == "stones-lead").then_some(Self::StonesLead)?;
        Some(())
    }

    /// The evaluation of this name for a map.
    pub(crate) fn evaluation(&self, map: &Arc<Map>) -> Evaluation {
        let spec = match self {
            Self::StonesLead => EvalSpec::parse("stones", &[("against", "best")]),
        };
        Evaluation::new(&spec.expect("the evaluation exists"), map)
    }
}

/// Values the leaves of a search.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    evaluation: Evaluation,
    end: End,
}

impl Leaf {
    pub(crate) fn new(evaluation: Evaluation, end: End) -> Self {
        Self { evaluation, end }
    }

    /// What a position is worth to a player.
    #[inline]
    pub(crate) fn value(&self, position: &Position, player: Player) -> Score {
        if position.phase() == Phase::Over && self.end == End::Result {
            return result(position, player);
        }
        self.evaluation.value(position, player).clamp(-MOST, MOST)
    }
}

/// What the end of a game is worth: places first, then stones more or fewer than the best opponent has.
fn result(position: &Position, player: Player) -> Score {
    let own = position.points(player);
    let points = |other: Player| position.points(other);
    let others = || Player::all(position.players()).filter(move |&other| other != player);
    let below = others().filter(|&other| points(other) < own).count() as Score;
    let above = others().filter(|&other| points(other) > own).count() as Score;
    let stones = |points: Option<u32>| points.map_or(-1, |points| points as Score);
    let best = others().map(|other| stones(points(other))).max().unwrap_or(0);
    (below - above) * PLACE + (stones(own) - best)
}
