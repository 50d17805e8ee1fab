//! What counts once no stone can be set any more, until the end: the option `bombing`.

mod new_2016;
mod old_2016;
mod rank;

use super::catalogue::Opt;
use super::combine::{Context, UNIT, active_stones, clamp};
use super::parts::Parts;
use super::spec::EvalSpec;
use old_2016::Old2016;
use rxt_rules::{ByPlayer, Map, Player, Position};

/// The formula of the bombing phase.
#[derive(Clone, Debug)]
pub(super) enum Bombing {
    /// The evaluation of the building phase.
    Same,
    /// One point for each own stone.
    Stones,
    /// See [`rank::rank`].
    Rank,
    /// See [`Old2016`].
    Old2016(Old2016),
    /// See [`new_2016::new_2016`].
    New2016,
}

impl Bombing {
    pub(super) fn new(spec: &EvalSpec, map: &Map) -> Self {
        match spec.get(Opt::Bombing) {
            0 => Self::Same,
            1 => Self::Stones,
            2 => Self::Rank,
            3 => Self::Old2016(Old2016::new(spec, map)),
            _ => Self::New2016,
        }
    }

    /// The value to a player; `None` if the bombing phase has no formula of its own. The disqualified have no stones.
    pub(super) fn value(&self, position: &Position, context: Context, player: Player) -> Option<i32> {
        match self {
            Self::Old2016(formula) => Some(formula.value(position, context, player)),
            _ => self.counted(&Parts::counted(position).stones, context, player),
        }
    }

    /// The same from the stones alone; `None` if they do not tell.
    pub(super) fn counted(&self, stones: &ByPlayer<i32>, context: Context, player: Player) -> Option<i32> {
        let others = active_stones(stones, context).filter(|&(other, _)| other != player).map(|(_, stones)| stones);
        let points = match self {
            Self::Same | Self::Old2016(_) => return None,
            _ if context.disqualified.contains(player) => 0,
            Self::Stones => stones[player],
            Self::Rank => rank::rank(others, stones[player], context.map_tiles),
            Self::New2016 => new_2016::new_2016(others, stones[player], i32::from(context.players)),
        };
        Some(clamp(i64::from(points) * i64::from(UNIT)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::UNIT;
    use super::super::testing::{player, start, values};

    #[test]
    fn the_formula_holds_in_the_bombing_phase_only() {
        let building = start("2 0 1 0 1 4  1 2 0 0");
        assert_eq!(values("corners,bombing=stones", &building), [5 * UNIT, UNIT]);
        let bombing = start("2 0 1 0 1 4  1 0 2 2");
        assert_eq!(values("corners,bombing=stones", &bombing), [UNIT, 2 * UNIT]);
        assert_eq!(values("corners", &bombing), [5 * UNIT, 6 * UNIT]);
    }

    #[test]
    fn a_disqualified_player_has_nothing_to_gain() {
        let mut position = start("3 0 1 0 1 6  1 1 0 2 0 3");
        position.disqualify(player(1));
        for bombing in ["stones", "rank", "new-2016"] {
            assert_eq!(values(&format!("stones,bombing={bombing}"), &position)[0], 0, "{bombing}");
        }
    }
}
