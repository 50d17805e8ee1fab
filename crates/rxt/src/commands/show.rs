//! `rxt show`: Show a position.

use crate::{input, output};
use clap::ValueEnum;
use miette::Result;
use rxt_rules::Position;
use rxt_view::{Colours, Marks, TextOptions, board_text, position_json};
use std::process::ExitCode;

/// Show a position
///
/// Prints the board with the legal tiles of the player to move, and what each player has.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  rxt show arena.map                 the start of a game on a map
  rxt show game.rxt@12               the position after 12 moves
  rxt show game.rxt --json           the last position, for scripts
  rxt show arena.map --color always | less -R")]
pub(crate) struct Args {
    /// A map, a position, a record, or RECORD@PLY; `-` is standard input
    #[arg(value_name = "POSITION")]
    position: String,
    /// Print one JSON object with board, stocks and legal moves
    #[arg(long)]
    json: bool,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = ColourChoice::Auto, value_name = "WHEN")]
    color: ColourChoice,
}

/// When output is coloured.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColourChoice {
    /// If standard output is a terminal and `NO_COLOR` is not set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColourChoice {
    /// The colours to use.
    pub(crate) fn colours(self) -> Colours {
        match self {
            Self::Never => Colours::Plain,
            Self::Auto if !output::colour() => Colours::Plain,
            Self::Auto | Self::Always => Colours::from_colorterm(std::env::var("COLORTERM").ok().as_deref()),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let position = input::read_position(&args.position)?;
    if args.json {
        output::print(&format!("{}\n", position_json(&position)))?;
    } else {
        print(&position, args.color)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a position with the legal tiles of the player to move.
pub(crate) fn print(position: &Position, color: ColourChoice) -> Result<()> {
    let options = TextOptions { colours: color.colours(), ..TextOptions::default() };
    let text = board_text(position, &Marks::default().with_legal(position), &options);
    output::print(&text)
}
