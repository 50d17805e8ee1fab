//! Samples as a fit of the weights needs them: what each weight is multiplied with. The only fractions around the evaluation;
//! no move depends on them.

use super::explain::Sample;
use super::feature::{BOARD_COUNT, DOUBLING_STEPS, EMPTY, FEATURE_COUNT, FEATURES, FeatureKind, is_doublings};
use super::outlook::Outlook;
use super::terrain::STAGES;
use super::weights::{KINDS, KNOTS, Knots, OPENEST, Weights, at_stage};

impl Sample {
    /// How the stage is divided among the moments for which there are weights; adds up to 1.
    pub fn moments(&self) -> [f64; KNOTS] {
        let only = |knot: usize| -> Knots { std::array::from_fn(|other| i32::from(other == knot) * STAGES) };
        std::array::from_fn(|knot| f64::from(at_stage(only(knot), self.stage)) / f64::from(STAGES))
    }

    /// How a map is divided among the kinds for which there are weights; adds up to 1.
    pub fn kinds(&self) -> [f64; KINDS] {
        let open = f64::from(self.openness) / f64::from(OPENEST);
        [1.0 - open, open]
    }

    /// For each player, what the weight of each feature is multiplied with to give thousandths of a logit, on a map of so
    /// many tiles and with the settings of these weights.
    pub fn rows(&self, settings: &Weights, tiles: usize) -> Vec<[f64; FEATURE_COUNT]> {
        let players = self.counts.len();
        let (seats, kept) = Outlook::new(settings, players as u8).shares(self.live);
        let scale = (64.0 / tiles as f64).powf(f64::from(settings.exponent) / 1000.0);
        let later = |player: usize, feature: usize| -> f64 {
            let from = |seat: usize| f64::from(self.counts[(player + players - seat) % players][feature]);
            seats.iter().enumerate().map(|(seat, share)| share * from(seat)).sum::<f64>()
        };
        let no_choice = f64::from(u8::from(self.live[1] == 0));
        let row = |player: usize| {
            let lack = later(player, EMPTY);
            std::array::from_fn(|feature| match FEATURES[feature].kind {
                FeatureKind::Board => later(player, feature) * kept * scale,
                FeatureKind::Stock => f64::from(self.counts[player][feature]) * (1.0 - lack) * scale,
                FeatureKind::Holding => later(player, feature) * no_choice / f64::from(DOUBLING_STEPS),
                FeatureKind::Lack => lack,
                FeatureKind::Player if is_doublings(feature) => {
                    f64::from(self.counts[player][feature]) / f64::from(DOUBLING_STEPS)
                }
                FeatureKind::Player => f64::from(self.counts[player][feature]),
            })
        };
        (0..players).map(row).collect()
    }

    /// How large the weight of a feature may be.
    pub fn most(feature: usize) -> f64 {
        f64::from(if feature < BOARD_COUNT { Weights::MOST_BOARD } else { Weights::MOST })
    }
}
