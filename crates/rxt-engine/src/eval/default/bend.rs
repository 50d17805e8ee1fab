//! From differences in logits to expected places, by an integer table.

use crate::fixed::{FRACTION, exp2};
use std::sync::LazyLock;

/// Thousandths of a logit between two entries of the table.
const STEP: i32 = 32;
const ENTRIES: usize = 256;

/// What stands for certainty.
pub const CERTAIN: i32 = 1 << 20;

/// The binary logarithm of e, with [`FRACTION`] bits behind the point.
const LOG2_E: i64 = 1_512_775;

static TABLE: LazyLock<[i32; ENTRIES + 1]> = LazyLock::new(|| std::array::from_fn(entry));

/// How likely it is to come before somebody who is this much behind, minus how likely to come after him: from minus
/// [`CERTAIN`] to it. The difference is in thousandths of a logit.
#[inline]
pub(super) fn bend(difference: i32) -> i32 {
    let table: &[i32; ENTRIES + 1] = &TABLE;
    let ahead = difference.saturating_abs();
    let index = (ahead / STEP) as usize;
    let bent = if index >= ENTRIES {
        table[ENTRIES]
    } else {
        table[index] + (table[index + 1] - table[index]) * (ahead % STEP) / STEP
    };
    if difference < 0 { -bent } else { bent }
}

/// `(e^x - 1) / (e^x + 1)`.
fn entry(index: usize) -> i32 {
    const BITS: i64 = 24;
    let logarithm = index as i64 * i64::from(STEP) * LOG2_E / 1000 + (BITS << FRACTION);
    let (power, one) = (i128::from(exp2(logarithm)), 1_i128 << BITS);
    ((power - one) * i128::from(CERTAIN) / (power + one)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_that_of_floating_point_and_odd() {
        let mut last = -CERTAIN - 1;
        for difference in (-12_000..12_000).step_by(7) {
            let found = bend(difference);
            let exact = (f64::from(difference).clamp(-8192.0, 8192.0) / 2000.0).tanh();
            assert!((f64::from(found) / f64::from(CERTAIN) - exact).abs() < 2e-4, "{difference}: {found}");
            assert_eq!(found, -bend(-difference));
            assert!(found >= last, "{difference}");
            last = found;
        }
    }
}
