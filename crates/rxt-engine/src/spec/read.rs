//! Reads the values of options.

use std::str::FromStr;

/// One of several words.
pub(super) fn word<T: Copy>(field: &mut T, value: &str, words: &[(&str, T)]) -> Option<()> {
    *field = words.iter().find(|(word, _)| *word == value)?.1;
    Some(())
}

/// Any number of the type.
pub(super) fn number<T: FromStr>(field: &mut T, value: &str) -> Option<()> {
    *field = value.parse().ok()?;
    Some(())
}

/// A number from 1, or a word for no limit.
pub(super) fn at_least_one<T>(field: &mut Option<T>, value: &str, unlimited: &str) -> Option<()>
where
    T: FromStr + PartialOrd + From<u8>,
{
    if value == unlimited {
        *field = None;
        return Some(());
    }
    let number: T = value.parse().ok()?;
    (number >= T::from(1)).then(|| *field = Some(number))
}

/// A number with up to three decimals, in thousandths.
pub(super) fn thousandths(value: &str) -> Option<u32> {
    let (whole, decimals) = value.split_once('.').unwrap_or((value, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let decimals: u32 = format!("{decimals:0<3}").parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(1000)?.checked_add(decimals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_in_thousandths() {
        let read: Vec<_> = ["0", "1", "0.2", "0.275", "12.05"].map(thousandths).into_iter().collect();
        assert_eq!(read, [Some(0), Some(1000), Some(200), Some(275), Some(12_050)]);
        assert!(
            ["", ".", "1.", ".5", "-1", "+1", "1.2345", "1e3", "5000000", "1,5"]
                .map(thousandths)
                .iter()
                .all(Option::is_none)
        );
    }

    #[test]
    fn limits_are_a_word_or_at_least_one() {
        let mut field = Some(7_u32);
        assert_eq!(at_least_one(&mut field, "0", "all"), None);
        assert_eq!((at_least_one(&mut field, "all", "all"), field), (Some(()), None));
        assert_eq!((at_least_one(&mut field, "3", "all"), field), (Some(()), Some(3)));
    }
}
