//! Quantiles of samples.

/// The value below or at which this part of the sorted samples lies; `None` of none. Never between two samples.
pub fn quantile<T: Copy>(sorted: &[T], part: f64) -> Option<T> {
    let last = sorted.len().checked_sub(1)?;
    let rank = (part * sorted.len() as f64).ceil() as usize;
    Some(sorted[rank.saturating_sub(1).min(last)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_samples() {
        let sorted: Vec<u32> = (1..=1000).collect();
        assert_eq!(quantile(&sorted, 0.5), Some(500));
        assert_eq!(quantile(&sorted, 0.999), Some(999));
        assert_eq!((quantile(&sorted, 0.0), quantile(&sorted, 1.0)), (Some(1), Some(1000)));
        assert_eq!(quantile::<u32>(&[], 0.5), None);
    }
}
