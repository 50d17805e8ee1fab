//! Every result is replayed by our rules before it counts.

use rxt_record::Record;
use rxt_record::record::Points;
use rxt_record::verify::verify_record;

/// A result that stood up to the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The points of players 1 to n; `None` of the disqualified.
    pub points: Points,
    /// Moves made.
    pub plies: u32,
}

/// Reads the text of a record, replays the game, and compares all that it says with the rules. An error says what does
/// not fit.
pub fn judge(text: &str, map_bytes: &[u8]) -> Result<Outcome, String> {
    let record = Record::parse(text.as_bytes()).map_err(|error| format!("the record cannot be read: {error}"))?;
    let (map, _) = rxt_rules::Map::parse(map_bytes).map_err(|errors| format!("the map cannot be read: {errors}"))?;
    if record.map.file().to_string() != map.file().to_string() {
        return Err("the record is of a game on another map".to_owned());
    }
    let report = verify_record("game", &record);
    if let Some(first) = report.disagreements.first() {
        return Err(format!("the record does not agree with the rules: {first}"));
    }
    let plies = record.plies() as u32;
    let points = record.result.ok_or("the record has no result")?;
    Ok(Outcome { points, plies })
}
