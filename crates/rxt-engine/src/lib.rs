//! Players that think: searches, evaluations, and the text that selects them.

pub mod eval;
