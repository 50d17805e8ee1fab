//! The default evaluation: features that know no map, their worth by stage, and the place that follows from them.
//!
//! `docs/evaluation.md` says what is counted and how the weights were found.

mod bend;
mod explain;
mod feature;
mod fitting;
mod next;
mod outlook;
mod plain;
mod score;
mod sums;
mod terrain;
mod weights;

pub use bend::CERTAIN;
pub use explain::{Contribution, Explanation, Sample};
pub(super) use feature::GROUPS;
pub use feature::{FEATURE_COUNT, FEATURES, FeatureInfo, FeatureKind};
pub use plain::Counts;
pub use score::DefaultEvaluation;
pub(super) use score::Utility;
pub use weights::{KINDS, KNOTS, Knots, OPENEST, Weights, WeightsError, WeightsErrorKind};
