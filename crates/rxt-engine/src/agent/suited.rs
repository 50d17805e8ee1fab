//! Which search suits a position: what the default engine does where, as games decided (`docs/strength.md`).

use crate::spec::{Many, SearchKind, Settings};
use rxt_rules::{Phase, Position};

/// The search that suits a position.
pub(super) fn suited(settings: &Settings, position: &Position) -> SearchKind {
    let active = position.players() - position.disqualified().len();
    match settings.many {
        _ if position.phase() == Phase::Bomb => SearchKind::Bombing,
        _ if active <= 2 => SearchKind::Pvs,
        Many::MonteCarlo => SearchKind::MonteCarlo,
        Many::Opponents => SearchKind::Opponents,
        Many::BestReplyPlus => SearchKind::BestReplyPlus,
        Many::Paranoid => SearchKind::Paranoid,
    }
}
