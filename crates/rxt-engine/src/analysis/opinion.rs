//! The same position under several searches: what each chooses, and what it assumes of the others.

use super::judge::Judge;
use super::line::{Line, search};
use crate::spec::{SearchKind, Spec};
use rxt_rules::Position;
use rxt_rules::agent::{Budget, Signal};

/// What one engine makes of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// The engine, as it was asked for.
    pub engine: String,
    /// What its search assumes of the other players.
    pub assumes: &'static str,
    /// Its move and what it expects.
    pub line: Line,
}

/// Asks several engines, each with the same budget.
pub fn opinions(
    position: &Position,
    engines: &[(String, Spec)],
    budget: &Budget,
    seed: u64,
    signal: &Signal,
) -> Vec<Opinion> {
    let judge = Judge::new(position.map());
    let ask = |(name, spec): &(String, Spec)| {
        let line = search(&mut spec.engine(seed), &judge, position, None, budget, signal);
        Opinion { engine: name.clone(), assumes: spec.assumes(), line }
    };
    engines.iter().map(ask).collect()
}

impl Spec {
    /// What the search assumes of the other players, in a few words.
    pub fn assumes(&self) -> &'static str {
        match self.search.kind {
            SearchKind::First | SearchKind::Random | SearchKind::Greedy => "nothing, it does not look at them",
            SearchKind::Minimax | SearchKind::AlphaBeta | SearchKind::Pvs | SearchKind::Paranoid => {
                "all stand together against it, each with any move"
            }
            SearchKind::Opponents => "all stand together, but few leave their first moves",
            SearchKind::BestReplyPlus => "one replies with any move, the others with their first",
            SearchKind::BestReply => "only the one with the strongest reply moves",
            SearchKind::MaxN => "each wants the most for himself",
            SearchKind::MonteCarlo => match self.settings.monte_carlo.backup {
                crate::spec::Backup::MaxN => "each wants the most for himself, as tried often",
                crate::spec::Backup::Paranoid => "all stand together against it, as tried often",
                crate::spec::Backup::BestReply => "only the strongest reply counts, as tried often",
            },
        }
    }
}
