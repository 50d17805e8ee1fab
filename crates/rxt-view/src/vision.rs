//! How different two colours look, to people who see all colours and to people who do not. For tests of the palette.

use crate::colour::Rgb;

/// A way to see colours.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Vision {
    Normal,
    Protanopia,
    Deuteranopia,
    Tritanopia,
}

impl Vision {
    pub(crate) const ALL: [Self; 4] = [Self::Normal, Self::Protanopia, Self::Deuteranopia, Self::Tritanopia];

    /// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
    const fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Self::Normal => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }
}

/// CIE76: the distance in Lab of what is seen.
pub(crate) fn difference(one: Rgb, two: Rgb, vision: Vision) -> f64 {
    let (one, two) = (lab(seen(one, vision)), lab(seen(two, vision)));
    one.iter().zip(two).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn seen(colour: Rgb, vision: Vision) -> [f64; 3] {
    apply(vision.matrix(), colour.linear()).map(|value| value.clamp(0.0, 1.0))
}

fn apply(matrix: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

/// CIE Lab under D65.
fn lab(linear: [f64; 3]) -> [f64; 3] {
    const TO_XYZ: [[f64; 3]; 3] = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9, 0.119_192_0, 0.950_304_1],
    ];
    const WHITE: [f64; 3] = [0.950_47, 1.0, 1.088_83];
    let xyz = apply(TO_XYZ, linear);
    let root = |value: f64| {
        if value > 216.0 / 24389.0 { value.cbrt() } else { (24389.0 / 27.0 * value + 16.0) / 116.0 }
    };
    let [x, y, z] = std::array::from_fn(|axis| root(xyz[axis] / WHITE[axis]));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_a_hundred_away_from_black_for_everybody() {
        for vision in Vision::ALL {
            let found = difference(Rgb::hex(0), Rgb::hex(0xff_ffff), vision);
            assert!((found - 100.0).abs() < 0.1, "{vision:?}: {found}");
        }
    }

    #[test]
    fn red_and_green_are_closer_without_red_or_green_cones() {
        let (red, green) = (Rgb::hex(0xcc_3311), Rgb::hex(0x5f_7a12));
        let normal = difference(red, green, Vision::Normal);
        assert!(difference(red, green, Vision::Deuteranopia) < normal / 2.0);
    }
}
