//! What the default evaluation counts: the features by name.

/// A feature as documentation.
#[derive(Clone, Copy, Debug)]
pub struct FeatureInfo {
    /// Its name in files of weights.
    pub name: &'static str,
    /// What is counted, in one line.
    pub summary: &'static str,
    /// How its worth depends on the map and on what is still to come.
    pub kind: FeatureKind,
}

/// How the worth of a feature depends on the map and on what is still to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeatureKind {
    /// Stones and what is around them: worth less each the larger the map is, and passed on by inversions and choices.
    Board,
    /// Stocks, in stones: worth less the larger the map is, but they stay with their owner.
    Stock,
    /// A state of the player: worth the same on every map.
    Player,
    /// A state of the player that is passed on with his stones, and counts for nothing as long as somebody can choose.
    Holding,
    /// That he has no stones: passed on by inversions, but no choice brings stones to who cannot move. Nobody without
    /// stones can use his stocks either.
    Lack,
}

/// How many features there are.
pub const FEATURE_COUNT: usize = 23;

/// How many of them are of the kind [`FeatureKind::Board`]; they come first.
pub(super) const BOARD_COUNT: usize = 12;

pub(super) const LOOSE: usize = 0;
pub(super) const LOOSEST: usize = 4;
pub(super) const BESIDE_CORNER: usize = 5;
pub(super) const BESIDE_BORDER: usize = 6;
pub(super) const BESIDE_INNER: usize = 7;
pub(super) const BESIDE_BONUS: usize = 8;
pub(super) const BESIDE_CHOICE: usize = 9;
pub(super) const BESIDE_INVERSION: usize = 10;
pub(super) const ANCHORED: usize = 11;
pub(super) const OVERRIDES: usize = 12;
pub(super) const LONG_OVERRIDES: usize = 13;
pub(super) const BOMBS: usize = 14;
pub(super) const NEXT_BONUS: usize = 15;
pub(super) const MOBILITY: usize = 16;
pub(super) const STUCK: usize = 17;
pub(super) const FIRST_OVERRIDE: usize = 18;
pub(super) const TURN: usize = 19;
pub(super) const OUTNUMBERED: usize = 20;
pub(super) const STONES: usize = 21;
pub(super) const EMPTY: usize = 22;

/// In how many steps a doubling of moves or stones is counted.
pub(super) const DOUBLING_STEPS: i32 = 32;

/// Whether a feature is counted in parts of a doubling.
pub(super) const fn is_doublings(feature: usize) -> bool {
    matches!(feature, MOBILITY | OUTNUMBERED | STONES)
}

const fn board(name: &'static str, summary: &'static str) -> FeatureInfo {
    FeatureInfo { name, summary, kind: FeatureKind::Board }
}

const fn stock(name: &'static str, summary: &'static str) -> FeatureInfo {
    FeatureInfo { name, summary, kind: FeatureKind::Stock }
}

const fn player(name: &'static str, summary: &'static str) -> FeatureInfo {
    FeatureInfo { name, summary, kind: FeatureKind::Player }
}

/// All features. An axis through a stone is loose if the stone can still be captured along it: a walk can pass the tile on
/// it, and some tile of its line is free.
pub const FEATURES: [FeatureInfo; FEATURE_COUNT] = [
    board("loose-0", "own stones that cannot be captured along any axis"),
    board("loose-1", "own stones with one loose axis"),
    board("loose-2", "own stones with two loose axes"),
    board("loose-3", "own stones with three loose axes"),
    board("loose-4", "own stones with four loose axes"),
    board("beside-corner", "pairs of an own stone and a free tile beside it along which no walk can pass"),
    board("beside-border", "pairs of an own stone and a free tile beside it with one open axis"),
    board("beside-inner", "pairs of an own stone and another free tile beside it"),
    board("beside-bonus", "pairs of an own stone and a bonus tile beside it"),
    board("beside-choice", "pairs of an own stone and a choice tile beside it"),
    board("beside-inversion", "pairs of an own stone and an inversion tile beside it"),
    board("anchored", "pairs of an own stone and an own stone beside it on a tile that no walk can pass"),
    stock("overrides", "override stones"),
    stock("overrides-long", "override stones times the root of the number of tiles"),
    stock("bombs", "tiles that the own bombs destroy, at most all"),
    stock("next-bonus", "1 with a bonus tile within reach that nobody takes before"),
    player("mobility", "doublings of one plus the number of ordinary moves, in 32nds"),
    player("stuck", "1 without any ordinary move"),
    player("first-override", "1 with an override stone"),
    player("turn", "1 for the player to move"),
    player("outnumbered", "doublings beyond one and a half that somebody has more stones, in 32nds"),
    FeatureInfo {
        name: "stones",
        summary: "doublings of one plus the number of own stones, in 32nds",
        kind: FeatureKind::Holding,
    },
    FeatureInfo { name: "empty", summary: "1 without any stone", kind: FeatureKind::Lack },
];

/// A part of the features that can be left out, to see what it is worth. Inversions and choices to come are no features, but
/// change what boards are worth.
pub(in super::super) const GROUPS: [(&str, &[usize]); 14] = [
    ("none", &[]),
    ("safety", &[0, 1, 2, 3]),
    ("beside", &[BESIDE_CORNER, BESIDE_BORDER, BESIDE_INNER]),
    ("specials", &[BESIDE_BONUS, BESIDE_CHOICE, BESIDE_INVERSION]),
    ("anchored", &[ANCHORED]),
    ("overrides", &[OVERRIDES, LONG_OVERRIDES, FIRST_OVERRIDE]),
    ("bombs", &[BOMBS]),
    ("next-bonus", &[NEXT_BONUS]),
    ("mobility", &[MOBILITY, STUCK]),
    ("turn", &[TURN]),
    ("stones", &[STONES]),
    ("empty", &[EMPTY]),
    (INVERSIONS, &[]),
    (CHOICES, &[]),
];

pub(super) const INVERSIONS: &str = "inversions";
pub(super) const CHOICES: &str = "choices";

/// Groups that games of so many players do not show to be worth anything, or show to be worth less than nothing
/// (`docs/strength.md`). With two players inversions to come are one: to count on them is to play for the worse board.
pub(super) const fn unproven(players: u8) -> &'static [&'static str] {
    match players {
        2 => &["bombs", "turn", "stones", INVERSIONS],
        _ => &["anchored", "bombs", CHOICES],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_stand_where_their_numbers_say() {
        let name = |index: usize| FEATURES[index].name;
        assert_eq!(
            [name(LOOSE), name(BESIDE_CORNER), name(BESIDE_INNER)],
            ["loose-0", "beside-corner", "beside-inner"]
        );
        assert_eq!([name(BESIDE_INVERSION), name(ANCHORED), name(BOMBS)], ["beside-inversion", "anchored", "bombs"]);
        assert_eq!([name(MOBILITY), name(STUCK), name(TURN)], ["mobility", "stuck", "turn"]);
        for (index, feature) in FEATURES.iter().enumerate() {
            assert_eq!(feature.kind == FeatureKind::Board, index < BOARD_COUNT, "{}", feature.name);
        }
    }
}
