//! Logarithms and powers of two in integers, the same on every machine.

/// Bits behind the binary point.
pub(crate) const FRACTION: u32 = 20;

/// The binary logarithm of a number with [`FRACTION`] bits behind the point, rounded down; 0 for 0.
pub(crate) const fn log2(number: u64) -> i64 {
    if number == 0 {
        return 0;
    }
    let whole = number.ilog2();
    // Between 1 and 2 with 32 bits behind the point; each squaring moves one bit of the logarithm to the front.
    let mut rest = if whole >= 32 { number >> (whole - 32) } else { number << (32 - whole) };
    let mut bits = whole as i64;
    let mut left = FRACTION;
    while left > 0 {
        let square = (rest as u128 * rest as u128) >> 32;
        let carry = (square >> 33) as i64;
        rest = (square >> carry) as u64;
        bits = bits << 1 | carry;
        left -= 1;
    }
    bits
}

/// The least number whose binary logarithm is at least `logarithm`; the largest there is if there is none.
pub(crate) fn exp2(logarithm: i64) -> u64 {
    let (mut low, mut high) = (0, u64::MAX);
    while low < high {
        let middle = low + (high - low) / 2;
        if log2(middle) >= logarithm {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_floating_point_up_to_the_last_bits() {
        for number in (1..3000).chain((10..60).map(|bits| (1 << bits) + 12_345)) {
            let difference = log2(number) as f64 / f64::from(1 << FRACTION) - (number as f64).log2();
            assert!(difference.abs() < 4e-6, "{number}: {difference}");
        }
        assert_eq!([log2(0), log2(1), log2(2), log2(1 << 40)], [0, 0, 1 << FRACTION, 40 << FRACTION]);
    }

    #[test]
    fn powers_undo_logarithms() {
        for number in (2..2000).chain([1 << 20, 1 << 50]) {
            let found = exp2(log2(number));
            assert!(found <= number && number - found <= number >> 16, "{number}: {found}");
        }
    }
}
