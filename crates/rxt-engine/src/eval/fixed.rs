//! Logarithms in integers, equal on every machine.

/// Bits behind the binary point of a logarithm.
pub(super) const FRACTION: u32 = 20;

/// The binary logarithm of a number, with [`FRACTION`] bits behind the point, rounded down; 0 for 0.
pub(super) const fn log2(number: u64) -> i64 {
    if number == 0 {
        return 0;
    }
    let whole = number.ilog2();
    // Between 1 and 2, with 32 bits behind the point. Each squaring brings the next bit of the logarithm to the front.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_floating_point_up_to_the_last_bits() {
        let numbers = (1..3000).chain((10..60).map(|bits| (1 << bits) + 12_345));
        for number in numbers {
            let exact = (number as f64).log2();
            let found = log2(number) as f64 / f64::from(1 << FRACTION);
            assert!((exact - found).abs() < 4e-6, "{number}: {exact} {found}");
        }
        assert_eq!([log2(0), log2(1), log2(2), log2(1 << 40)], [0, 0, 1 << FRACTION, 40 << FRACTION]);
    }
}
