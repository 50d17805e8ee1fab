//! All experiments. A new one is a file here and a line in [`all`].

mod aspiration;
mod beam;
mod bombing;
mod bombing_evaluation;
mod bonus_tiles;
mod choice_tiles;
mod coin_walk;
mod execute_if_possible;
mod heuristics;
mod inversion_relative_player;
mod loop_detection;
mod measurement_overhead;
mod minimax_variants;
mod mobility_stage_weights;
mod move_sorting;
mod override_pruning;
mod placements;
mod pruning;
mod search_per_players;
mod state_storage;
mod static_dynamic_corners;
mod stockpiling;
mod time_prediction;
mod watchdog;
mod what_predicts_victory;

use crate::experiment::Experiment;

/// All experiments, those that decide defaults first.
pub fn all() -> Vec<&'static dyn Experiment> {
    vec![
        &search_per_players::SearchPerPlayers,
        &override_pruning::OverridePruning,
        &aspiration::Aspiration,
        &beam::Beam,
        &heuristics::Heuristics,
        &state_storage::StateStorage,
        &bombing::Bombing,
        &loop_detection::Loops,
        &minimax_variants::MinimaxVariants,
        &execute_if_possible::ExecuteIfPossible,
        &pruning::Pruning,
        &move_sorting::MoveSorting,
        &time_prediction::TimePrediction,
        &watchdog::Watchdog,
        &measurement_overhead::MeasurementOverhead,
        &what_predicts_victory::WhatPredictsVictory,
        &bonus_tiles::BonusTiles,
        &stockpiling::Stockpiling,
        &mobility_stage_weights::MobilityStageWeights,
        &inversion_relative_player::InversionRelativePlayer,
        &choice_tiles::ChoiceTiles,
        &static_dynamic_corners::StaticDynamicCorners,
        &bombing_evaluation::BombingEvaluation,
        &placements::Placements,
        &coin_walk::CoinWalk,
    ]
}

/// An experiment by its name.
pub fn find(name: &str) -> Option<&'static dyn Experiment> {
    all().into_iter().find(|experiment| experiment.about().name == name)
}
