//! What `rxt map info` tells: one structure, printed for people or as JSON.

use rxt_rules::map::survey::{Survey, Symmetry};
use rxt_rules::map::{Map, MapWarning};
use rxt_rules::{Cell, Phase, Player};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Serialize)]
pub(super) struct Report {
    players: u8,
    overrides: u8,
    bombs: u8,
    strength: u8,
    height: u16,
    width: u16,
    tiles: usize,
    holes: usize,
    /// Tiles by the character of the map file.
    contents: BTreeMap<char, usize>,
    transitions: Transitions,
    lines: Lines,
    /// Sizes of the connected parts, the largest first.
    components: Vec<usize>,
    reachable: usize,
    symmetries: Vec<SymmetryReport>,
    /// Players who have the same map around them, apart from who begins.
    equal_players: Vec<Vec<u8>>,
    status: &'static str,
    first: Option<u8>,
    /// Which move generator serves this map.
    kernel: String,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct Transitions {
    count: usize,
    mirrors: usize,
    loops: usize,
}

#[derive(Serialize)]
struct Lines {
    capturing: usize,
    longest: usize,
    cycles: usize,
    self_crossing: usize,
    tiles_on_bent: usize,
    torus_like: bool,
}

#[derive(Serialize)]
struct SymmetryReport {
    motion: String,
    /// Whose stones the stones of players 1 to n fall on; `null` for players without stones.
    images: Vec<Option<u8>>,
    seats: Option<u8>,
}

impl Report {
    pub(super) fn new(map: &Map, survey: &Survey, warnings: &[MapWarning]) -> Self {
        let file = map.file();
        Self {
            players: file.players,
            overrides: file.overrides,
            bombs: file.bombs,
            strength: file.strength,
            height: file.height,
            width: file.width,
            tiles: survey.tiles(),
            holes: survey.holes,
            contents: contents(file.players, survey),
            transitions: Transitions { count: survey.transitions, mirrors: survey.mirrors, loops: survey.loops },
            lines: Lines {
                capturing: survey.lines.capturing,
                longest: survey.lines.longest,
                cycles: survey.lines.cycles,
                self_crossing: survey.lines.self_crossing,
                tiles_on_bent: survey.lines.tiles_on_bent,
                torus_like: survey.is_torus_like(),
            },
            components: survey.components.clone(),
            reachable: survey.reachable,
            symmetries: survey.symmetries.iter().map(|symmetry| SymmetryReport::new(symmetry, file.players)).collect(),
            equal_players: equal_players(file.players, survey.class_step),
            status: match survey.phase {
                Phase::Build => "normal",
                Phase::Bomb => "bombing only",
                Phase::Over => "final",
            },
            first: survey.first.map(Player::number),
            kernel: map.kernel_name(),
            warnings: warnings.iter().map(ToString::to_string).collect(),
        }
    }

    /// Prints the report for people.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let rows = self.rows();
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, value) in &rows {
            writeln!(out, "{name:width$}  {value}")?;
        }
        self.warnings.iter().try_for_each(|warning| writeln!(out, "{:width$}  {warning}", "warning"))
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let contents: Vec<String> = self.contents.iter().map(|(cell, count)| format!("{count} `{cell}`")).collect();
        let stocks = format!("{} overrides, {} bombs of strength {}", self.overrides, self.bombs, self.strength);
        let Transitions { count, mirrors, loops } = self.transitions;
        let mut rows = vec![
            ("players", self.players.to_string()),
            ("each has", stocks),
            (
                "size",
                format!("{}x{} (height x width), {} tiles, {} holes", self.height, self.width, self.tiles, self.holes),
            ),
            ("contents", contents.join(", ")),
            ("transitions", format!("{count}, {mirrors} of them mirrors, {loops} of them on one tile")),
            ("lines", self.lines_text()),
            ("components", components_text(&self.components)),
            ("reachable", format!("at most {} tiles ({})", self.reachable, percent(self.reachable, self.tiles))),
            ("symmetries", self.symmetries_text()),
            ("equal players", self.equal_players_text()),
            ("status", self.status_text()),
        ];
        rows.push(("kernel", self.kernel.clone()));
        rows
    }

    fn lines_text(&self) -> String {
        let Lines { capturing, longest, cycles, self_crossing, tiles_on_bent, torus_like } = self.lines;
        let share = percent(tiles_on_bent, self.tiles);
        let torus = if torus_like { " (torus-like)" } else { "" };
        format!(
            "{capturing} of 3 or more, longest {longest}, {cycles} cycles, {self_crossing} cross themselves, \
             {share} of tiles on lines with transitions{torus}"
        )
    }

    fn symmetries_text(&self) -> String {
        let one = |symmetry: &SymmetryReport| match symmetry.seats {
            Some(0) => symmetry.motion.clone(),
            Some(1) => format!("{} (players 1 seat on)", symmetry.motion),
            Some(seats) => format!("{} (players {seats} seats on)", symmetry.motion),
            None => format!("{} (against the turn order)", symmetry.motion),
        };
        let all: Vec<String> = self.symmetries.iter().map(one).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    }

    fn equal_players_text(&self) -> String {
        if self.equal_players.len() == 1 {
            return "all, apart from who begins".to_owned();
        }
        let class = |class: &Vec<u8>| class.iter().map(u8::to_string).collect::<Vec<_>>().join(" = ");
        let classes: Vec<String> = self.equal_players.iter().filter(|class| class.len() > 1).map(class).collect();
        if classes.is_empty() { "none".to_owned() } else { classes.join(", ") }
    }

    fn status_text(&self) -> String {
        match self.first {
            Some(first) => format!("{}, player {first} is first", self.status),
            None => "final: nobody can move and nobody has a bomb".to_owned(),
        }
    }
}

impl SymmetryReport {
    fn new(symmetry: &Symmetry, players: u8) -> Self {
        Self {
            motion: symmetry.motion.to_string(),
            images: symmetry.images.first(players).iter().map(|image| image.map(Player::number)).collect(),
            seats: symmetry.seats,
        }
    }
}

/// Everything that lies somewhere, and the stones of all players.
fn contents(players: u8, survey: &Survey) -> BTreeMap<char, usize> {
    let stones = Player::all(players).map(Cell::stone);
    let others = [Cell::EMPTY, Cell::CHOICE, Cell::INVERSION, Cell::BONUS, Cell::EXPANSION];
    let others = others.into_iter().filter(|&cell| survey.content(cell) > 0);
    stones.chain(others).map(|cell| (cell.to_char(), survey.content(cell))).collect()
}

fn equal_players(players: u8, class_step: u8) -> Vec<Vec<u8>> {
    let class = |first: u8| (first..=players).step_by(usize::from(class_step)).collect();
    (1..=class_step).map(class).collect()
}

fn components_text(sizes: &[usize]) -> String {
    const SHOWN: usize = 8;
    match sizes {
        [] => "none".to_owned(),
        [_] => "1".to_owned(),
        _ => {
            let shown: Vec<String> = sizes.iter().take(SHOWN).map(usize::to_string).collect();
            let more = if sizes.len() > SHOWN { ", ..." } else { "" };
            format!("{} of {}{more} tiles", sizes.len(), shown.join(", "))
        }
    }
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "0 %".to_owned() } else { format!("{:.0} %", 100.0 * part as f64 / whole as f64) }
}
