//! Samples of real games as files: tidy, wide, drawn, and described.

use crate::folder::{self, FolderError, RunInfo};
use crate::page::{Page, html};
use crate::plots::{Axis, Chart, Plot, Point, Series};
use crate::table::{Table, TableError, number};
use rxt_measure::{Content, Sample};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The unit in which times are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// Nanoseconds.
    #[default]
    Nanoseconds,
    /// Microseconds.
    Microseconds,
    /// Milliseconds.
    Milliseconds,
}

impl Unit {
    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nanoseconds => "ns",
            Self::Microseconds => "us",
            Self::Milliseconds => "ms",
        }
    }

    /// The unit by its name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Nanoseconds, Self::Microseconds, Self::Milliseconds].into_iter().find(|unit| unit.name() == name)
    }

    fn of(self, nanoseconds: u64) -> String {
        let nanoseconds = nanoseconds as f64;
        match self {
            Self::Nanoseconds => format!("{nanoseconds:.0}"),
            Self::Microseconds => format!("{:.3}", nanoseconds / 1e3),
            Self::Milliseconds => format!("{:.6}", nanoseconds / 1e6),
        }
    }
}

/// All samples, one row each, in the order in which they ended.
pub fn tidy(samples: &[Sample], unit: Unit) -> Table {
    let mut table = Table::new(&["series", "ended", "thread", "depth", "value", "cpu", "unit"]);
    for sample in samples {
        let (value, cpu, name) = match &sample.content {
            Content::Time { wall_ns, cpu_ns } => {
                (unit.of(*wall_ns), cpu_ns.map(|cpu| unit.of(cpu)).unwrap_or_default(), unit.name())
            }
            Content::Number(value) => (number(*value), String::new(), ""),
            Content::Text(text) => (text.clone(), String::new(), "text"),
        };
        table.push(vec![
            sample.series.to_string(),
            unit.of(sample.ended_ns),
            sample.thread.to_string(),
            sample.depth.to_string(),
            value,
            cpu,
            name.to_owned(),
        ]);
    }
    table
}

/// One column for each series, and in it the values in the order in which they ended.
pub fn wide(tidy: &Table) -> Table {
    let groups = tidy.groups(&["series"]);
    let names: Vec<&str> = groups.iter().map(|(keys, _)| keys[0]).collect();
    let mut table = Table::new(&names);
    let longest = groups.iter().map(|(_, rows)| rows.len()).max().unwrap_or(0);
    for index in 0..longest {
        table.push(
            groups.iter().map(|(_, rows)| rows.get(index).map_or("", |row| row.text("value")).to_owned()).collect(),
        );
    }
    table
}

/// A plot for each series of a table with numbers, of tidy files and of wide ones.
pub fn plots(table: &Table) -> Vec<(String, Plot)> {
    let is_tidy = ["series", "value"].iter().all(|name| table.columns().iter().any(|column| column == name));
    if is_tidy {
        let groups = table.groups(&["series"]).into_iter();
        return groups
            .filter_map(|(keys, rows)| {
                let unit = rows[0].text("unit");
                let values = rows.iter().map(|row| row.number("value"));
                chart(keys[0], if unit.is_empty() { "value" } else { unit }, values)
            })
            .collect();
    }
    let columns = table.columns().iter();
    columns.filter_map(|column| chart(column, "value", table.rows().map(|row| row.number(column)))).collect()
}

fn chart(name: &str, unit: &str, values: impl Iterator<Item = f64>) -> Option<(String, Plot)> {
    let values = values.enumerate().filter(|(_, value)| value.is_finite());
    let points: Vec<Point> = values.map(|(index, value)| Point::new(index as f64 + 1.0, value)).collect();
    if points.is_empty() {
        return None;
    }
    let chart = Chart {
        title: format!("{name}: {} values in the order in which they ended", points.len()),
        x: Axis::new("number of the measurement"),
        y: Axis::new(unit),
        series: vec![Series::line(name, points)],
        ..Chart::default()
    };
    Some((name.replace(['/', ' ', '.'], "-"), chart.into()))
}

/// Reads a CSV file and draws it.
pub fn plot_text(text: &str) -> Result<Vec<(String, Plot)>, TableError> {
    Table::parse(text).map(|table| plots(&table))
}

/// Writes the folder of a measured game or match: `run.json`, `samples.csv`, `wide.csv`, plots and a report.
pub fn write(folder: &Path, samples: &[Sample], unit: Unit, info: &RunInfo) -> Result<PathBuf, FolderError> {
    let tidy = tidy(samples, unit);
    folder::write(&folder.join("samples.csv"), tidy.to_string())?;
    folder::write(&folder.join("wide.csv"), wide(&tidy).to_string())?;
    info.write(folder)?;
    let plots = plots(&tidy);
    for (name, plot) in &plots {
        folder::write(&folder.join("plots").join(format!("{name}.svg")), plot.svg())?;
        if let Ok(png) = plot.png() {
            folder::write(&folder.join("plots").join(format!("{name}.png")), png)?;
        }
    }
    let page = report(&tidy, info, unit, &plots);
    folder::write(&folder.join("report.html"), html(&page))?;
    folder::write(&folder.join("report.md"), page.markdown)?;
    Ok(folder.to_owned())
}

fn report(tidy: &Table, info: &RunInfo, unit: Unit, plots: &[(String, Plot)]) -> Page {
    let mut text = format!("# {}\n\n`{}`\n\n", info.what, info.command);
    let RunInfo { began, commit, seed, seconds, machine, noise, .. } = info;
    let _ = writeln!(
        text,
        "Begun {began} UTC, {seconds} s, commit `{commit}`, seed {seed}, on {} with {} cores, load {} to {}.\n",
        machine.cpu, machine.cores, noise.load_before, noise.load_after
    );
    let _ =
        writeln!(text, "| series | samples | least | middle | most | unit |\n| --- | --- | --- | --- | --- | --- |");
    for (keys, rows) in tidy.groups(&["series"]) {
        let mut values: Vec<f64> =
            rows.iter().map(|row| row.number("value")).filter(|value| value.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        let at = |part: f64| rxt_arena::stats::quantile(&values, part).map_or_else(|| "-".to_owned(), number);
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            keys[0],
            rows.len(),
            at(0.0),
            at(0.5),
            at(1.0),
            rows[0].text("unit")
        );
    }
    let cost = rxt_measure::overhead();
    let _ = writeln!(
        text,
        "\nTimes are in {}. Reading the clock takes {:.0} ns, the CPU clock {:.0} ns; a span reads both twice, and what it \
         encloses is shorter than its time by about one reading of each.\n",
        unit.name(),
        cost.wall_clock_ns,
        cost.cpu_clock_ns
    );
    for (name, _) in plots {
        let _ = writeln!(text, "![{name}](plots/{name}.svg)\n");
    }
    let plots = plots.iter().map(|(name, plot)| (format!("{name}.svg"), plot.svg())).collect();
    Page { markdown: text, plots }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(series: &'static str, ended_ns: u64, content: Content) -> Sample {
        Sample { series: series.into(), ended_ns, thread: 0, depth: 0, content }
    }

    #[test]
    fn samples_become_tidy_and_wide_tables_and_plots() {
        let samples = [
            sample("move", 10, Content::Text("d3".to_owned())),
            sample("time", 20, Content::Time { wall_ns: 1_500, cpu_ns: Some(1_200) }),
            sample("time", 30, Content::Time { wall_ns: 2_500, cpu_ns: None }),
            sample("nodes", 31, Content::Number(7.0)),
        ];
        let tidy = tidy(&samples, Unit::Microseconds);
        assert_eq!(tidy.to_string().lines().nth(2), Some("time,0.020,0,0,1.500,1.200,us"));
        assert_eq!(wide(&tidy).to_string(), "move,time,nodes\nd3,1.500,7\n,2.500,\n");
        let names = |plots: Vec<(String, Plot)>| plots.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names(plots(&tidy)), ["time", "nodes"], "text is not drawn");
        assert_eq!(names(plot_text(&wide(&tidy).to_string()).unwrap()), ["time", "nodes"]);
        assert_eq!(Unit::parse("ms"), Some(Unit::Milliseconds));
        assert_eq!(Unit::parse("s"), None);
    }
}
