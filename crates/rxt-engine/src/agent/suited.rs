//! Which search suits a position: what the default engine does where, as games decided (`docs/strength.md`).

use crate::spec::{Many, SearchKind, Settings};
use rxt_rules::{Phase, Position};

/// Up to so many players best-reply search did better against the clients of the reports; with more Monte Carlo search did as
/// well against them and better against searches with the same evaluation, and its tree can be used again for the next move.
const MOST_REPLIED: u8 = 3;

/// The search that suits a position.
pub(super) fn suited(settings: &Settings, position: &Position) -> SearchKind {
    let active = position.players() - position.disqualified().len();
    match settings.many {
        _ if position.phase() == Phase::Bomb => SearchKind::Bombing,
        _ if active <= 2 => SearchKind::Pvs,
        Many::Table if active > MOST_REPLIED => SearchKind::MonteCarlo,
        Many::MonteCarlo => SearchKind::MonteCarlo,
        Many::Opponents => SearchKind::Opponents,
        Many::Table | Many::BestReplyPlus => SearchKind::BestReplyPlus,
        Many::Paranoid => SearchKind::Paranoid,
    }
}
