//! What each player has to expect of a position, on a scale that any two searches can be compared on.

use crate::eval::Evaluation;
use crate::eval::default::{CERTAIN, DefaultEvaluation};
use crate::search::WHOLE;
use crate::spec::Spec;
use crate::standard::DEFAULT;
use rxt_rules::rank::placements;
use rxt_rules::{ByPlayer, Map, Phase, Player, Position};
use std::sync::Arc;

/// What each player has to expect.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// The expected placement score of players 1 to n: 1 is first alone, 0 last alone.
    pub placements: Vec<f64>,
    /// Stones of players 1 to n; `None` for the disqualified.
    pub stones: Vec<Option<u32>>,
    /// Whether the game is over, so that nothing is left to expect.
    pub over: bool,
}

/// What one feature of a position is worth to a player, beside his opponents.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// A short name.
    pub name: &'static str,
    /// What is counted.
    pub summary: &'static str,
    /// How much it speaks for the player, in logits: 1 more makes him come before another with odds of e to 1.
    pub worth: f64,
}

/// Judges positions of one map by the evaluation of the default engine, whoever searched them.
pub struct Judge(Evaluation);

impl Judge {
    /// A judge for positions of this map.
    pub fn new(map: &Arc<Map>) -> Self {
        let spec = Spec::parse(DEFAULT.name).expect("the default engine is in the catalogue");
        Self(Evaluation::new(&spec.settings.evaluation.0, map))
    }

    /// What everybody has to expect.
    pub fn outlook(&self, position: &Position) -> Outlook {
        let all = || Player::all(position.players());
        let stones: Vec<Option<u32>> = all().map(|player| position.points(player)).collect();
        let over = position.phase() == Phase::Over;
        let placements = if over {
            placements(&stones).into_iter().map(|placement| placement.score).collect()
        } else {
            self.expected(position)
        };
        Outlook { placements, stones, over }
    }

    /// What speaks for a player and what against him: each feature beside the mean of his opponents.
    pub fn terms(&self, position: &Position, player: Player) -> Vec<Term> {
        let active = |other: &Player| *other != player && position.is_active(*other);
        let others: Vec<Player> = Player::all(position.players()).filter(active).collect();
        let beside = |worth: &ByPlayer<i32>| {
            let sum: i64 = others.iter().map(|&other| i64::from(worth[other])).sum();
            (f64::from(worth[player]) - sum as f64 / others.len().max(1) as f64) / 1000.0
        };
        let explanation = self.evaluation().explain(position);
        if explanation.contributions.is_empty() {
            let (name, summary) = ("stones-and-bombs", "stones, and what bombs will make of them");
            return vec![Term { name, summary, worth: beside(&explanation.logits) }];
        }
        let parts = explanation.contributions.iter();
        parts
            .map(|part| Term { name: part.feature.name, summary: part.feature.summary, worth: beside(&part.worth) })
            .collect()
    }

    fn evaluation(&self) -> &DefaultEvaluation {
        self.0.as_default().expect("the judge was made from the default evaluation")
    }

    /// Places to expect while the game goes on. The disqualified share the last ones.
    fn expected(&self, position: &Position) -> Vec<f64> {
        let among_active = self.evaluation().placements(position);
        let players = f64::from(position.players());
        let out = f64::from(position.disqualified().len());
        let score = |player: Player| {
            if !position.is_active(player) {
                return (out - 1.0) / 2.0 / (players - 1.0);
            }
            let share = f64::from(among_active[player]) / f64::from(CERTAIN);
            (share * (players - out - 1.0) + out) / (players - 1.0)
        };
        Player::all(position.players()).map(score).collect()
    }
}

/// Places to expect from the scores of a search in which everybody has a share of a whole; `None` of other scores.
pub(super) fn from_shares(scores: &[i32]) -> Option<Vec<f64>> {
    let sum: i64 = scores.iter().map(|&score| i64::from(score)).sum();
    let whole = i64::from(WHOLE);
    let is_whole = (whole * 3 / 4..=whole + whole / 64).contains(&sum) && scores.iter().all(|&score| score >= 0);
    let place = |&score: &i32| (f64::from(score) / sum as f64 * scores.len() as f64 / 2.0).min(1.0);
    is_whole.then(|| scores.iter().map(place).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        Position::new(Arc::new(Map::parse(text.as_bytes()).unwrap().0))
    }

    #[test]
    fn places_to_expect_add_up_to_half_the_players() {
        let position = position("3 1 1 1 3 5  0 1 2 0 0  0 3 1 1 0  0 0 2 3 0");
        let outlook = Judge::new(position.map()).outlook(&position);
        assert!((outlook.placements.iter().sum::<f64>() - 1.5).abs() < 1e-3, "{outlook:?}");
        assert!(!outlook.over && outlook.stones == [Some(3), Some(2), Some(2)]);
    }

    #[test]
    fn the_disqualified_have_the_last_places_to_expect() {
        let mut position = position("4 1 1 1 3 5  0 1 2 0 0  0 3 1 1 0  0 4 2 3 0");
        [1, 4].into_iter().filter_map(Player::new).for_each(|player| position.disqualify(player));
        let placements = Judge::new(position.map()).outlook(&position).placements;
        assert!((placements.iter().sum::<f64>() - 2.0).abs() < 1e-3, "{placements:?}");
        assert!((placements[0] - 1.0 / 6.0).abs() < 1e-9 && placements[1] >= 2.0 / 3.0, "{placements:?}");
    }

    #[test]
    fn the_terms_of_a_position_add_up_to_the_lead() {
        let position = position("2 1 1 1 3 5  0 1 2 0 0  0 2 1 1 0  0 0 2 1 0");
        let judge = Judge::new(position.map());
        let logits = judge.evaluation().logits(&position);
        for (player, other) in [(1, 2), (2, 1)] {
            let (player, other) = (Player::new(player).unwrap(), Player::new(other).unwrap());
            let sum: f64 = judge.terms(&position, player).iter().map(|term| term.worth).sum();
            let lead = f64::from(logits[player] - logits[other]) / 1000.0;
            assert!((sum - lead).abs() < 0.03, "{sum} {lead}");
        }
    }

    #[test]
    fn what_the_engine_does_not_count_speaks_for_nobody() {
        let position = position("2 1 1 1 3 5  0 1 2 0 0  0 2 1 1 0  0 0 2 1 0");
        let terms = Judge::new(position.map()).terms(&position, Player::ONE);
        let worth = |name: &str| terms.iter().find(|term| term.name == name).unwrap().worth;
        assert!(worth("turn") == 0.0 && worth("stones") == 0.0, "{terms:?}");
        assert!(worth("mobility") != 0.0, "{terms:?}");
    }

    #[test]
    fn the_end_of_a_game_is_what_it_is() {
        let position = position("2 0 0 0 1 5  1 1 2 - -");
        let outlook = Judge::new(position.map()).outlook(&position);
        assert!(outlook.over && (outlook.placements[0] - 1.0).abs() < 1e-9, "{outlook:?}");
    }

    #[test]
    fn shares_of_a_whole_are_told_from_other_scores() {
        assert_eq!(from_shares(&[5, -5]), None);
        assert_eq!(from_shares(&[0, 0]), None);
        let places = from_shares(&[WHOLE / 2, WHOLE / 4, WHOLE / 4]).unwrap();
        assert!((places[0] - 0.75).abs() < 1e-6 && (places[1] - 0.375).abs() < 1e-6);
    }
}
