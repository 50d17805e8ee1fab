//! Which search suits a position: what the default engine does where, as games decided (`docs/strength.md`).

use crate::spec::{Many, SearchKind, Settings};
use rxt_rules::{Phase, Position};

/// Up to so many players best-reply search does better, at every budget tried.
const MOST_REPLIED: u8 = 4;

/// The search that suits a position.
pub(super) fn suited(settings: &Settings, position: &Position) -> SearchKind {
    let active = position.players() - position.disqualified().len();
    let by_monte_carlo = active > MOST_REPLIED && settings.mcts_most.is_none_or(|most| usize::from(active) <= most);
    match settings.many {
        _ if position.phase() == Phase::Bomb => SearchKind::Bombing,
        _ if active <= 2 => SearchKind::Pvs,
        Many::Table if by_monte_carlo => SearchKind::MonteCarlo,
        Many::MonteCarlo => SearchKind::MonteCarlo,
        Many::Opponents => SearchKind::Opponents,
        Many::Table | Many::BestReplyPlus => SearchKind::BestReplyPlus,
        Many::Paranoid => SearchKind::Paranoid,
    }
}
