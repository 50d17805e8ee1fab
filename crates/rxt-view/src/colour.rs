//! A colour: hexadecimal for SVG, contrast for readability, the nearest of 256 for terminals.

use std::fmt;

/// An sRGB colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colour written as `0xRRGGBB`.
    pub const fn hex(value: u32) -> Self {
        Self((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// The colour `share` of the way from this one to `other`; 0 is this one, 1 the other.
    #[must_use]
    pub fn mix(self, other: Self, share: f64) -> Self {
        let share = share.clamp(0.0, 1.0);
        let blend = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u8;
        Self(blend(self.0, other.0), blend(self.1, other.1), blend(self.2, other.2))
    }

    /// Red, green and blue as light, 0 to 1.
    pub fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|value| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// Relative luminance as WCAG defines it: 0 is black, 1 is white.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Contrast ratio as WCAG defines it, 1 to 21. Text needs 4.5.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The nearest colour of the 6x6x6 cube and the greys of a 256-colour terminal.
    pub fn ansi256(self) -> u8 {
        (16..=255).min_by_key(|&index| self.distance(Self::from_ansi256(index))).unwrap_or(7)
    }

    /// The colour with this number on a 256-colour terminal; the first 16, which people choose, count as black.
    pub(crate) fn from_ansi256(index: u8) -> Self {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let level = |digit: u8| LEVELS[usize::from(digit % 6)];
        match index {
            0..16 => Self(0, 0, 0),
            16..232 => Self(level((index - 16) / 36), level((index - 16) / 6), level(index - 16)),
            232.. => Self(8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)),
        }
    }

    fn distance(self, other: Self) -> u32 {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }
}

/// Written as `#rrggbb`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_has_the_largest_contrast() {
        assert!((Rgb::hex(0).contrast(Rgb::hex(0xff_ffff)) - 21.0).abs() < 1e-9);
        assert!((Rgb(9, 9, 9).contrast(Rgb(9, 9, 9)) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn colours_of_the_terminal_are_their_own_nearest() {
        assert_eq!(Rgb(255, 215, 0).ansi256(), 220);
        assert_eq!(Rgb(0, 0, 0).ansi256(), 16);
        assert_eq!(Rgb(238, 238, 238).ansi256(), 255);
    }

    #[test]
    fn a_colour_is_written_in_hexadecimal() {
        assert_eq!(Rgb::hex(0x01_ab_ff).to_string(), "#01abff");
        assert_eq!(Rgb(0, 0, 0).mix(Rgb(255, 255, 255), 0.5), Rgb(128, 128, 128));
    }
}
