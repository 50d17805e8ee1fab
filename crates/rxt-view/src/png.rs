//! PNG of bounded size: a picture that would be too large is drawn smaller, and says so.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// The most pixels of a picture; eight bytes each while it is written.
pub const MAX_PIXELS: u64 = 24_000_000;
/// The longest side of a picture.
pub const MAX_SIDE: u32 = 20_000;

/// How large a picture is meant to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PngSize {
    /// This many pixels wide; the height follows.
    Width(u32),
    /// This many pixels per unit of the SVG.
    Scale(f32),
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Png {
    /// The file's contents.
    pub bytes: Vec<u8>,
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// The size that was asked for, if it was too large.
    pub reduced_from: Option<(u64, u64)>,
}

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PngError {
    /// The SVG cannot be read.
    #[error("the SVG cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The size is zero or not a number.
    #[error("a picture needs a width of at least 1 pixel")]
    Size,
    /// The pixels cannot be written as PNG.
    #[error("the picture cannot be written as PNG: {0}")]
    Encode(String),
}

/// Draws an SVG without text as PNG.
pub fn render_png(svg: &str, size: PngSize) -> Result<Png, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let (tree_width, tree_height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let wanted = match size {
        PngSize::Width(width) => f64::from(width) / tree_width,
        PngSize::Scale(scale) => f64::from(scale),
    };
    if !(wanted.is_finite() && wanted > 0.0) {
        return Err(PngError::Size);
    }
    let scale = bounded(tree_width, tree_height, wanted);
    let pixels = |length: f64, scale: f64| (length * scale).round().max(1.0) as u64;
    let (width, height) = (pixels(tree_width, scale) as u32, pixels(tree_height, scale) as u32);
    let mut pixmap = Pixmap::new(width, height).ok_or(PngError::Size)?;
    let stretch = |pixels: u32, length: f64| (f64::from(pixels) / length) as f32;
    let transform = Transform::from_scale(stretch(width, tree_width), stretch(height, tree_height));
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    let bytes = pixmap.encode_png().map_err(|error| PngError::Encode(error.to_string()))?;
    let reduced_from = (scale < wanted).then(|| (pixels(tree_width, wanted), pixels(tree_height, wanted)));
    Ok(Png { bytes, width, height, reduced_from })
}

/// The scale, or the largest one that keeps the picture within bounds.
fn bounded(width: f64, height: f64, scale: f64) -> f64 {
    let by_area = (MAX_PIXELS as f64 / (width * height)).sqrt();
    let by_side = f64::from(MAX_SIDE) / width.max(height);
    scale.min(by_area).min(by_side)
}
