//! Why a text selects no player.

use crate::eval::EvalSpecError;
use thiserror::Error;

/// Why a text selects no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// Neither a preset nor a search.
    #[error("`{name}` is no engine; expected `search=...` or one of {valid}")]
    UnknownName {
        /// What was given.
        name: String,
        /// What there is.
        valid: String,
    },
    /// Options, but no search.
    #[error("no search is named; expected `search=` with one of {valid}")]
    NoSearch {
        /// What there is.
        valid: String,
    },
    /// There is no such search.
    #[error("`{name}` is no search; expected one of {valid}")]
    UnknownSearch {
        /// What was given.
        name: String,
        /// What there is.
        valid: String,
    },
    /// The search does not take this option.
    #[error("the search `{search}` takes no option `{option}`; {}", takes(valid))]
    UnknownOption {
        /// The search.
        search: &'static str,
        /// What was given.
        option: String,
        /// What it takes.
        valid: String,
    },
    /// The option does not take this value.
    #[error("`{value}` is no value of `{option}`; expected {expected}")]
    Value {
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// The evaluation or one of its options is wrong.
    #[error(transparent)]
    Evaluation(#[from] EvalSpecError),
    /// A word without a value.
    #[error("`{word}` has no value; expected `{word}=...`")]
    NoValue {
        /// The word.
        word: String,
    },
    /// The same option twice.
    #[error("`{option}` is given twice")]
    Twice {
        /// The option.
        option: String,
    },
}

fn takes(valid: &str) -> String {
    if valid.is_empty() { "it takes none".to_owned() } else { format!("expected one of {valid}") }
}
