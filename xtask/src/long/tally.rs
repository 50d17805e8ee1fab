//! What a proof has counted: numbers with units, such as `494 games, 0 disagreements`.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Numbers by unit, in the order in which the units first came.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(super) struct Tally(Vec<(String, u64)>);

impl Tally {
    /// One number.
    pub(super) fn of(count: u64, unit: &str) -> Self {
        Self(vec![(unit.to_owned(), count)])
    }

    /// Reads `N unit, M unit`; `None` if it is anything else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let number = |part: &str| {
            let (count, unit) = part.trim().split_once(' ')?;
            Some((unit.to_owned(), count.replace(['_', ','], "").parse().ok()?))
        };
        text.split(", ").map(number).collect::<Option<Vec<_>>>().map(Self)
    }

    /// The number with a unit, 0 if there is none.
    pub(super) fn get(&self, unit: &str) -> u64 {
        self.0.iter().find(|(name, _)| name == unit).map_or(0, |&(_, count)| count)
    }

    /// Adds number to number.
    pub(super) fn add(&mut self, other: &Self) {
        for (unit, count) in &other.0 {
            match self.0.iter_mut().find(|(name, _)| name == unit) {
                Some((_, sum)) => *sum += count,
                None => self.0.push((unit.clone(), *count)),
            }
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            f.write_str("nothing counted")?;
        }
        for (at, (unit, count)) in self.0.iter().enumerate() {
            write!(f, "{}{count} {unit}", if at == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_added_by_unit() {
        let mut sum = Tally::parse("185 games, 1_000 moves, 0 disagreements").unwrap();
        sum.add(&Tally::parse("1 games, 2 skipped cases").unwrap());
        assert_eq!(sum.to_string(), "186 games; 1000 moves; 0 disagreements; 2 skipped cases");
        assert_eq!((sum.get("moves"), sum.get("draws")), (1000, 0));
    }

    #[test]
    fn prose_is_no_tally() {
        assert_eq!(Tally::parse("all is well"), None);
        assert_eq!(Tally::parse("12"), None);
        assert_eq!(Tally::parse(""), None);
    }
}
