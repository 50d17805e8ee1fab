//! From values to places on the paper, and round numbers to write there.

/// How values are laid out along an axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    from: f64,
    to: f64,
}

impl Scale {
    /// A scale that shows all values between these two, on paper from `from` to `to`.
    pub fn new((low, high): (f64, f64), logarithmic: bool, from: f64, to: f64) -> Self {
        if logarithmic {
            let low = low.max(1e-12);
            let (low, high) = (low.log10(), high.max(low * 1.000_001).log10());
            let room = ((high - low) * 0.05).max(0.04);
            return Self { low: low - room, high: high + room, logarithmic, from, to };
        }
        let (low, high) = if high > low { (low, high) } else { (low - 0.5, high + 0.5) };
        Self { low, high, logarithmic, from, to }
    }

    /// Where a value is.
    pub fn place(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.max(1e-12).log10() } else { value };
        let share = ((value - self.low) / (self.high - self.low)).clamp(-0.02, 1.02);
        self.from + share * (self.to - self.from)
    }

    /// Round values to write, about as many as asked for.
    pub fn ticks(&self, count: usize) -> Vec<f64> {
        if self.logarithmic { self.powers(count) } else { round_steps(self.low, self.high, count) }
    }

    fn powers(&self, count: usize) -> Vec<f64> {
        let decades = (self.low.floor() as i32..=self.high.ceil() as i32).map(|power| 10_f64.powi(power));
        let with = |factors: &'static [f64]| -> Vec<f64> {
            let all = decades.clone().flat_map(|decade| factors.iter().map(move |factor| decade * factor));
            all.filter(|tick| (self.low..=self.high).contains(&tick.log10())).collect()
        };
        let wide = with(&[1.0]);
        if wide.len() > count + 2 {
            return wide.into_iter().step_by(2).collect();
        }
        if wide.len() >= 3 {
            return wide;
        }
        let dense = with(&[1.0, 2.0, 5.0]);
        if dense.len() >= 2 { dense } else { with(&[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]) }
    }
}

fn round_steps(low: f64, high: f64, count: usize) -> Vec<f64> {
    let raw = (high - low) / count.max(1) as f64;
    let power = 10_f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= raw * 0.999);
    let step = step.unwrap_or(power * 10.0);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|index| index as f64 * step).collect()
}

/// The range of some values with a little room, and with 0 in it if that is near.
pub(super) fn range_of(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values.filter(|value| value.is_finite()) {
        low = low.min(value);
        high = high.max(value);
    }
    if low > high {
        return None;
    }
    let room = ((high - low) * 0.06).max(high.abs() * 0.01).max(1e-9);
    let (mut from, mut to) = (low - room, high + room);
    if low >= 0.0 && low < (high - low) * 0.6 {
        from = 0.0;
    }
    if high <= 0.0 && high > (low - high) * 0.6 {
        to = 0.0;
    }
    Some((from, to))
}

/// A value as people write it beside an axis.
pub(super) fn label(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    let (scaled, suffix) = match size {
        1e9.. => (value / 1e9, "G"),
        1e6.. => (value / 1e6, "M"),
        1e4.. => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let decimals = match scaled.abs() {
        100.0.. => 0,
        1.0.. => 2,
        0.1.. => 3,
        0.001.. => 4,
        _ => 6,
    };
    let text = format!("{scaled:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let scale = Scale::new((0.0, 1.0), false, 0.0, 100.0);
        assert_eq!(
            scale.ticks(5).iter().map(|tick| label(*tick)).collect::<Vec<_>>(),
            ["0", "0.2", "0.4", "0.6", "0.8", "1"]
        );
        let scale = Scale::new((3.0, 40_000.0), true, 0.0, 100.0);
        assert_eq!(scale.ticks(5).iter().map(|tick| label(*tick)).collect::<Vec<_>>(), ["10", "100", "1000", "10k"]);
        assert!(Scale::new((5.0, 5.0), false, 0.0, 100.0).ticks(4).len() >= 2);
    }

    #[test]
    fn values_are_placed_along_the_axis() {
        let scale = Scale::new((0.0, 10.0), false, 100.0, 0.0);
        assert!((scale.place(2.5) - 75.0).abs() < 1e-9);
        let scale = Scale::new((1.0, 100.0), true, 0.0, 110.0);
        assert!((scale.place(10.0) - 55.0).abs() < 1e-9);
    }
}
