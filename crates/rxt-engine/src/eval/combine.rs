//! How counts become one number: stages, remaining inversions, comparison with the opponents.

use super::catalogue::{Opt, Term};
use super::parts::Parts;
use super::spec::EvalSpec;
use rxt_rules::{ByPlayer, Cell, Phase, Player, PlayerSet, Position};

/// One point. A 420th is the finest step because 420 can be divided by every number of opponents from 1 to 7: so the mean
/// over them is exact.
pub const UNIT: i32 = 420;

/// No value is larger, and none smaller than minus this: 476 190 points, which only extreme options on the largest boards
/// could exceed. Seven times as much is still an `i32`, so that a search can put places above all values.
pub const LIMIT: i32 = 200_000_000;

/// What is taken off the own points: the option `against`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Against {
    /// Nothing.
    None,
    /// The mean of the opponents' points.
    Mean,
    /// The points of the opponent who has most.
    Best,
}

/// The rule by which counts become the value to a player.
///
/// A player's points are the sum of his parts. With `stages`, what lies on the board is weighed by how full the board is:
/// places count double and stones nothing on an empty board, the other way round on a full one. With
/// `inversions=relative`, what lies on the board is that of the player whose stones he will have once every inversion tile
/// left is taken; stocks and moves stay his own. When no stone can be set any more, no inversion comes.
///
/// Disqualified players get no points at the end and are nobody's opponents: they are left out of the mean and of the best,
/// and their own points are 0. Their stones can still come to others through inversions, where they count like any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Combine {
    against: Against,
    relative: bool,
    stages: bool,
    /// Points for a stone wherever it lies.
    stone: i32,
}

/// What decides how counts are combined, besides the counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Context {
    pub(super) players: u8,
    pub(super) disqualified: PlayerSet,
    /// Tiles at the start of the game.
    pub(super) map_tiles: i32,
    /// How many seats the stones will move on.
    inversions: u8,
}

impl Combine {
    pub(super) fn new(spec: &EvalSpec) -> Self {
        let against = [Against::None, Against::Mean, Against::Best][spec.get(Opt::Against) as usize];
        Self {
            against,
            relative: spec.get(Opt::Inversions) == 1,
            stages: spec.get(Opt::Stages) == 1,
            stone: i32::from(spec.has(Term::Stones)) - i32::from(spec.has(Term::StonesLeast)),
        }
    }

    pub(super) fn context(self, position: &Position) -> Context {
        let players = position.players();
        let inversions = if self.depends_on_inversions(position) {
            (position.count(Cell::INVERSION) % u32::from(players)) as u8
        } else {
            0
        };
        Context {
            players,
            disqualified: position.disqualified(),
            map_tiles: position.map().tile_count() as i32,
            inversions,
        }
    }

    /// Whether the value depends on how many inversion tiles are left.
    pub(super) fn depends_on_inversions(self, position: &Position) -> bool {
        self.relative && position.phase() == Phase::Build && position.count(Cell::INVERSION) > 0
    }

    /// Those whose stocks and moves have to be known for the value to a player.
    pub(super) fn needed(self, position: &Position, player: Player) -> PlayerSet {
        let compared = |&other: &Player| other == player || self.against != Against::None && position.is_active(other);
        Player::all(position.players()).filter(compared).collect()
    }

    /// The value to a player.
    pub(super) fn value(self, parts: &Parts, context: Context, player: Player) -> i32 {
        let points = |player| self.points(parts, context, player);
        let unit = i64::from(UNIT);
        let own = points(player) * unit;
        let others = Player::all(context.players);
        let others = others.filter(|&other| other != player && !context.disqualified.contains(other));
        let value = match self.against {
            Against::None => own,
            Against::Mean => {
                let (count, sum) = others.fold((0, 0), |(count, sum), other| (count + 1, sum + points(other)));
                own - if count == 0 { 0 } else { sum * (unit / count) }
            }
            Against::Best => own - others.map(points).max().unwrap_or(0) * unit,
        };
        clamp(value)
    }

    fn points(self, parts: &Parts, context: Context, player: Player) -> i64 {
        if context.disqualified.contains(player) {
            return 0;
        }
        let source = stones_to_come(player, context);
        let (stones, places) = (i64::from(self.stone * parts.stones[source]), i64::from(parts.places[source]));
        let board = if self.stages {
            // From 0 on an empty board to 256 on a full one.
            let stage = i64::from(parts.occupied) * 256 / i64::from(parts.tiles.max(1));
            (stones * stage + places * (256 - stage)) >> 7
        } else {
            stones + places
        };
        board + i64::from(parts.stock[player]) + i64::from(parts.mobility[player])
    }
}

/// Keeps a value within the limits.
pub(super) fn clamp(value: i64) -> i32 {
    value.clamp(-i64::from(LIMIT), i64::from(LIMIT)) as i32
}

/// Whose stones a player will have: with each inversion, stones move on to the next player.
fn stones_to_come(player: Player, context: Context) -> Player {
    let back = usize::from(context.players - context.inversions);
    player.cycle_from(context.players).nth(back % usize::from(context.players)).unwrap_or(player)
}

/// What every player has on the board by stones alone, the disqualified left out.
pub(super) fn active_stones(stones: &ByPlayer<i32>, context: Context) -> impl Iterator<Item = (Player, i32)> + Clone {
    let active = move |player: &Player| !context.disqualified.contains(*player);
    Player::all(context.players).filter(active).map(|player| (player, stones[player]))
}

#[cfg(test)]
mod tests {
    use super::super::UNIT;
    use super::super::testing::{player, start, values};

    const THREE: &str = "3 0 0 0 2 6
        1 1 1 1 2 0
        3 0 i 0 0 3";

    #[test]
    fn opponents_are_taken_off_by_their_mean_or_their_best() {
        let position = start(THREE);
        assert_eq!(values("stones", &position), [4 * UNIT, UNIT, 2 * UNIT]);
        assert_eq!(values("stones,against=mean", &position), [UNIT * 5 / 2, -2 * UNIT, -UNIT / 2]);
        assert_eq!(values("stones,against=best", &position), [2 * UNIT, -3 * UNIT, -2 * UNIT]);
        assert_eq!(values("stones-least,against=best", &position), [-3 * UNIT, UNIT, -UNIT]);
        assert_eq!(values("first", &position), [0, 0, 0]);
    }

    #[test]
    fn the_disqualified_are_no_opponents_and_have_no_points() {
        let mut position = start(THREE);
        position.disqualify(player(1));
        assert_eq!(values("stones,against=mean", &position), [-UNIT * 3 / 2, -UNIT, UNIT]);
        assert_eq!(values("stones,against=best", &position), [-2 * UNIT, -UNIT, UNIT]);
    }

    #[test]
    fn who_is_alone_is_compared_with_nobody() {
        let mut position = start(THREE);
        position.disqualify(player(1));
        position.disqualify(player(3));
        assert_eq!(values("stones,against=mean", &position)[1], UNIT);
        assert_eq!(values("stones,against=best", &position)[1], UNIT);
    }

    #[test]
    fn with_one_inversion_left_the_stones_of_the_player_before_count() {
        let position = start(THREE);
        assert_eq!(values("stones,inversions=relative", &position), [2 * UNIT, 4 * UNIT, UNIT]);
        assert_eq!(values("stones,inversions=relative,against=best", &position), [-2 * UNIT, 2 * UNIT, -3 * UNIT]);
        // Stocks stay: player 1 has the stones of player 2, and his own override stones.
        let position = start("2 3 0 0 1 5  1 1 2 0 i");
        assert_eq!(values("stones+stockpile,inversions=relative", &position), [301 * UNIT, 302 * UNIT]);
        // Two inversions of two players change nothing.
        let position = start("2 0 0 0 1 6  1 1 2 0 i i");
        assert_eq!(values("stones,inversions=relative", &position), [2 * UNIT, UNIT]);
    }

    #[test]
    fn inversions_that_nobody_can_take_do_not_count() {
        let position = start("2 0 1 0 1 5  1 1 0 2 i");
        assert_eq!(values("stones,inversions=relative", &position), [2 * UNIT, UNIT]);
    }

    #[test]
    fn places_count_early_and_stones_late() {
        // 4 of 16 tiles: a quarter. Player 1 has two corners and 3 stones: 3 * 2/4 + 10 * 6/4 = 16.5, rounded down.
        let position = start("2 0 0 0 4 4  1 0 0 1  0 1 2 0  0 0 0 0  0 0 0 0");
        assert_eq!(values("stones+corners,stages=on", &position), [16 * UNIT, 0]);
        // A full board: stones count double.
        let position = start("2 0 0 0 1 3  1 2 2");
        assert_eq!(values("stones+corners,stages=on", &position), [2 * UNIT, 4 * UNIT]);
    }
}
