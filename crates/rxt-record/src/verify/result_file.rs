//! The result file of the course's server: a line `group, points, time, ok or disq.` for each player.

use super::checker::Checker;
use super::report::Check;
use rxt_rules::Player;

/// Compares the lines behind the map name with the position.
pub(super) fn compare<'a>(checker: &mut Checker, lines: impl Iterator<Item = &'a str>) {
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    checker.equal(Check::FinalScores, lines.len(), usize::from(checker.position().players()));
    for (player, line) in Player::all(checker.position().players()).zip(lines) {
        let points = checker.position().points(player);
        let expected = (points.unwrap_or(0).to_string(), if points.is_some() { "ok" } else { "disq." });
        let fields: Vec<&str> = line.split('\t').collect();
        let found = (fields.get(1).copied().unwrap_or_default(), fields.get(3).copied().unwrap_or_default());
        if found != (expected.0.as_str(), expected.1) {
            let message = format!(
                "the result file gives player {player} `{} {}`, the rules `{} {}`",
                found.0, found.1, expected.0, expected.1
            );
            checker.disagree(Check::FinalScores, message, None);
        }
    }
}
