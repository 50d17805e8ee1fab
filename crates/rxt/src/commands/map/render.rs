//! `rxt map render`: Draw a map as SVG or PNG.

use crate::input;
use clap::ValueEnum;
use miette::{IntoDiagnostic, Result, miette};
use rxt_rules::Position;
use rxt_view::{Marks, Png, PngSize, SvgOptions, Theme, TransitionStyle, board_svg, render_png};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Draw a map as SVG or PNG
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  rxt map render arena.map -o arena.svg
  rxt map render arena.map -o arena.png --width 1600 --theme dark
  rxt map render arena.map -o arena.png --transitions ports --legal
  rxt map render arena.map -o - > arena.svg")]
pub(crate) struct Args {
    /// A map, a position, a record, or RECORD@PLY; `-` is standard input
    #[arg(value_name = "MAP")]
    map: String,
    /// Where to: a file ending in .svg or .png, or `-` for SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Mark the tiles on which the first player may set a stone
    #[arg(long)]
    legal: bool,
    #[command(flatten)]
    look: Look,
}

/// How a board is drawn.
#[derive(clap::Args, Debug)]
pub(crate) struct Look {
    /// Colours
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    theme: ThemeName,
    /// Width of the picture in pixels; without it, 40 pixels per tile
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    width: Option<u32>,
    /// How transitions are drawn: auto draws arcs if they are few and short, else numbered ports
    #[arg(long, value_enum, default_value_t = Transitions::Auto)]
    transitions: Transitions,
    /// A line above the board
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Leave out the list of players below the board
    #[arg(long)]
    no_legend: bool,
}

impl Look {
    /// The same for the drawing.
    pub(crate) fn options(&self) -> SvgOptions {
        SvgOptions {
            theme: match self.theme {
                ThemeName::Light => Theme::Light,
                ThemeName::Dark => Theme::Dark,
            },
            transitions: match self.transitions {
                Transitions::Auto => TransitionStyle::Auto,
                Transitions::Arcs => TransitionStyle::Arcs,
                Transitions::Ports => TransitionStyle::Ports,
                Transitions::None => TransitionStyle::None,
            },
            title: self.title.clone(),
            legend: !self.no_legend,
            width: self.width,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum ThemeName {
    Light,
    Dark,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Transitions {
    Auto,
    Arcs,
    Ports,
    None,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let format = Format::of(&args.output)?;
    let position = input::read_position(&args.map)?;
    let marks = if args.legal { Marks::default().with_legal(&position) } else { Marks::default() };
    draw(&position, &marks, &args.look, format, &args.output)?;
    Ok(ExitCode::SUCCESS)
}

/// Draws a position into a file.
pub(crate) fn draw(position: &Position, marks: &Marks, look: &Look, format: Format, output: &Path) -> Result<()> {
    let svg = board_svg(position, marks, &look.options());
    match format {
        Format::Stdout => crate::output::print(&svg),
        Format::Svg => write(output, svg.as_bytes()),
        Format::Png => {
            let png = render_png(&svg, look.width.map_or(PngSize::Scale(1.0), PngSize::Width)).into_diagnostic()?;
            write(output, &png.bytes)?;
            tell_if_reduced(&png);
            Ok(())
        }
    }
}

/// What is written, and where to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Stdout,
    Svg,
    Png,
}

impl Format {
    pub(crate) fn of(output: &Path) -> Result<Self> {
        if output.as_os_str() == "-" {
            return Ok(Self::Stdout);
        }
        match output.extension().map(|extension| extension.to_string_lossy().to_lowercase()).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(miette!(
                help = "name a file that ends in .svg or .png, or `-` for SVG on standard output",
                "cannot tell from `{}` what to draw",
                output.display()
            )),
        }
    }
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).map_err(|error| {
        let help = "name a file in a folder that exists and that you may write to";
        miette!(help = help, "cannot write `{}`: {error}", path.display())
    })
}

fn tell_if_reduced(png: &Png) {
    if let Some((width, height)) = png.reduced_from {
        let _ = writeln!(
            std::io::stderr(),
            "note: {width}x{height} pixels would be too many; the picture is {}x{}",
            png.width,
            png.height
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_tells_what_is_drawn() {
        assert_eq!(Format::of(Path::new("a.b/x.SVG")).unwrap(), Format::Svg);
        assert_eq!(Format::of(Path::new("x.png")).unwrap(), Format::Png);
        assert_eq!(Format::of(Path::new("-")).unwrap(), Format::Stdout);
        assert!(Format::of(Path::new("x.jpg")).is_err());
        assert!(Format::of(Path::new("png")).is_err());
    }
}
