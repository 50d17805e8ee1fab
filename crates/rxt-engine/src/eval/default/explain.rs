//! Why a position is worth what it is: the part of every feature.

use super::feature::{FEATURE_COUNT, FEATURES, FeatureInfo, FeatureKind};
use super::plain::{self, Counts};
use super::score::{DefaultEvaluation, usable};
use super::terrain::STAGES;
use rxt_rules::{ByPlayer, Phase, Player, Position};

/// What a feature adds to the worth of a position.
#[derive(Clone, Copy, Debug)]
pub struct Contribution {
    /// The feature.
    pub feature: &'static FeatureInfo,
    /// What was counted for each player.
    pub count: ByPlayer<i32>,
    /// What it adds to each player's worth, in thousandths of a logit, with all that is still to come: boards are passed on
    /// by inversions.
    pub worth: ByPlayer<i32>,
}

/// A position taken apart.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// How far the game has come, from 0 to 1000.
    pub stage: i32,
    /// The part of each feature; empty when no stone can be set any more, where stones and bombs alone count. The parts of
    /// a player add up to his entry of `logits`, but for the rounding of each.
    pub contributions: Vec<Contribution>,
    /// What the position is worth to each player, in thousandths of a logit.
    pub logits: ByPlayer<i32>,
    /// The place each player has to expect, from 0 to [`CERTAIN`](super::CERTAIN).
    pub placements: ByPlayer<i32>,
}

/// What weights are fitted to: a position as the features see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// How far the game has come, from 0 to [`Sample::STAGES`].
    pub stage: i32,
    /// How open the map is, from 0 to [`OPENEST`](super::OPENEST).
    pub openness: i32,
    /// Inversion and choice tiles left.
    pub live: [u32; 2],
    /// What was counted for players 1 and up.
    pub counts: Vec<Counts>,
}

impl Sample {
    /// The end of a game.
    pub const STAGES: i32 = STAGES;
}

impl DefaultEvaluation {
    /// Takes a position apart.
    pub fn explain(&self, position: &Position) -> Explanation {
        let stage = self.terrain.stage(position);
        let building = position.phase() == Phase::Build;
        let contributions = if building { self.contributions(position, stage) } else { Vec::new() };
        Explanation {
            stage: stage * 1000 / STAGES,
            contributions,
            logits: self.logits(position),
            placements: self.placements(position),
        }
    }

    /// What is counted of a position in the building phase.
    pub fn sample(&self, position: &Position) -> Sample {
        let counts = plain::count(&self.terrain, position, self.mobility);
        Sample {
            stage: self.terrain.stage(position),
            openness: self.terrain.openness,
            live: self.terrain.live_specials(position),
            counts: counts.first(position.players()).to_vec(),
        }
    }

    fn contributions(&self, position: &Position, stage: i32) -> Vec<Contribution> {
        let counts = plain::count(&self.terrain, position, self.mobility);
        let part = |feature: usize| {
            let count = ByPlayer::from_fn(|player| counts[player][feature]);
            Contribution { feature: &FEATURES[feature], count, worth: self.part(position, feature, &count, stage) }
        };
        (0..FEATURE_COUNT).map(part).collect()
    }

    fn part(&self, position: &Position, feature: usize, count: &ByPlayer<i32>, stage: i32) -> ByPlayer<i32> {
        let mut worth = ByPlayer::all(0);
        for player in Player::all(position.players()) {
            worth[player] = self.worth(feature, count[player], stage) as i32;
        }
        let live = self.terrain.live_specials(position);
        match FEATURES[feature].kind {
            FeatureKind::Board => worth = self.outlook.of(worth, live),
            FeatureKind::Holding => worth = self.outlook.of_held(worth, live),
            _ => {}
        }
        let lack = self.outlook.lack(position, live[0]);
        ByPlayer::from_fn(|player| match FEATURES[feature].kind {
            _ if !position.is_active(player) => 0,
            FeatureKind::Player | FeatureKind::Holding => worth[player],
            FeatureKind::Board => self.scaled(i64::from(worth[player])) as i32,
            FeatureKind::Stock => self.scaled(usable(i64::from(worth[player]), lack[player])) as i32,
            FeatureKind::Lack => self.cost_of(lack[player], stage) as i32,
        })
    }
}
