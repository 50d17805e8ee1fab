//! The report of a run, and the page of an experiment: both are made of the tables and `run.json` and of nothing else.

use crate::experiment::{Data, Experiment, Findings};
use crate::folder::{self, FolderError, RunInfo};
use std::fmt::Write;
use std::path::Path;

/// A page with its plots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The Markdown text.
    pub markdown: String,
    /// The plots: name of the file, and SVG.
    pub plots: Vec<(String, String)>,
}

/// The page of an experiment. `images` is what stands in front of the names of plots; `fingerprint` is that of the engines
/// of today, if the page should say whether they are still those of the run.
pub fn page(experiment: &dyn Experiment, data: &Data, info: &RunInfo, images: &str, fingerprint: Option<u64>) -> Page {
    let about = experiment.about();
    let findings = experiment.findings(data);
    let mut text = format!("# {}\n\n{}\n\n", about.name, about.question);
    let _ = writeln!(text, "## What the report claimed\n\n{}\n\n{}\n", about.source, about.claim);
    let _ = writeln!(text, "## What we did\n\n{}\n", about.method);
    let _ = writeln!(text, "## What we found\n");
    paragraphs(&mut text, &findings.found);
    for table in &findings.tables {
        let _ = writeln!(text, "{}", table.markdown());
    }
    for (name, _) in &findings.plots {
        let _ = writeln!(text, "![{}]({images}{name}.svg)\n", name.replace('-', " "));
    }
    let _ = writeln!(text, "## How sure we are\n");
    paragraphs(&mut text, &findings.sure);
    text.push_str(&provenance(info, about.timed, fingerprint));
    let plots = findings.plots.iter().map(|(name, plot)| (format!("{name}.svg"), plot.svg())).collect();
    Page { markdown: text, plots }
}

fn paragraphs(text: &mut String, sentences: &[String]) {
    for sentence in sentences {
        let _ = writeln!(text, "{sentence}\n");
    }
}

/// The line that tells whether the engines are still those of the run.
pub fn status(info: &RunInfo, fingerprint: u64) -> &'static str {
    if info.fingerprint == fingerprint {
        "The engines are still those of this run."
    } else {
        "**Older engine:** the searches have changed since this run; its figures are those of the commit named above."
    }
}

fn provenance(info: &RunInfo, timed: bool, fingerprint: Option<u64>) -> String {
    let mut text = String::from("## How it was made\n\n");
    let _ = writeln!(text, "```sh\n{}\n```\n", info.command);
    let _ = writeln!(
        text,
        "{} of {} jobs in {:.0} s with seed {}, by commit `{}` (version {}, fingerprint {}), begun {} UTC on {} with {} cores.\n",
        info.jobs,
        info.jobs_of,
        info.seconds,
        info.seed,
        info.commit,
        info.version,
        info.fingerprint,
        info.began,
        info.machine.cpu,
        info.machine.cores
    );
    if timed && info.noise.is_loud(info.machine.cores) {
        let _ = writeln!(
            text,
            "**Noise:** the machine was busy with other things (load {} to {}, {} % of the time stolen). Times of the thread's \
             own CPU clock suffer less from that than times on the wall, but caches and clock rates are shared.\n",
            info.noise.load_before, info.noise.load_after, info.noise.steal_percent
        );
    }
    if let Some(fingerprint) = fingerprint {
        let _ = writeln!(text, "{}", status(info, fingerprint));
    }
    text
}

/// Writes `report.md`, `report.html`, and the plots of a run beside its tables, if wanted as PNG too.
pub fn write_report(experiment: &dyn Experiment, folder: &Path, info: &RunInfo, png: bool) -> Result<(), FolderError> {
    let data = folder::data(folder, experiment.tables())?;
    let page = page(experiment, &data, info, "plots/", None);
    let findings: Findings = experiment.findings(&data);
    for (name, plot) in &findings.plots {
        folder::write(&folder.join("plots").join(format!("{name}.svg")), plot.svg())?;
        if let Some(png) = png.then(|| plot.png().ok()).flatten() {
            folder::write(&folder.join("plots").join(format!("{name}.png")), png)?;
        }
    }
    folder::write(&folder.join("report.html"), html(&page))?;
    folder::write(&folder.join("report.md"), page.markdown)
}

/// Copies what a run found into the folder of pages: its tables, `run.json`, the plots and the page.
pub fn publish(experiment: &dyn Experiment, run: &Path, docs: &Path) -> Result<(), FolderError> {
    let info = RunInfo::read(run)?;
    let data = folder::data(run, experiment.tables())?;
    let folder = docs.join(&info.what);
    for (name, table) in &data.tables {
        folder::write(&folder.join(format!("{name}.csv")), table.to_string())?;
    }
    info.write(&folder)?;
    write_page(experiment, docs, crate::run::engine_fingerprint())
}

/// Writes a page anew from the tables beside it.
pub fn write_page(experiment: &dyn Experiment, docs: &Path, fingerprint: u64) -> Result<(), FolderError> {
    let name = experiment.about().name;
    let built = built(experiment, docs, fingerprint)?;
    for (plot, svg) in &built.plots {
        folder::write(&docs.join(name).join(plot), svg)?;
    }
    folder::write(&docs.join(format!("{name}.md")), built.markdown)
}

/// The page as its tables have it.
pub(crate) fn built(experiment: &dyn Experiment, docs: &Path, fingerprint: u64) -> Result<Page, FolderError> {
    let name = experiment.about().name;
    let folder = docs.join(name);
    let (info, data) = (RunInfo::read(&folder)?, folder::data(&folder, experiment.tables())?);
    Ok(page(experiment, &data, &info, &format!("{name}/"), Some(fingerprint)))
}

/// The page as one HTML file with its plots in it.
pub fn html(page: &Page) -> String {
    let mut body = String::new();
    let mut lines = page.markdown.lines().peekable();
    let mut code = false;
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            body.push_str(if code { "</pre>\n" } else { "<pre>" });
            code = !code;
        } else if code {
            let _ = writeln!(body, "{}", escaped(line));
        } else if let Some(title) = line.strip_prefix("## ") {
            let _ = writeln!(body, "<h2>{}</h2>", inline(title));
        } else if let Some(title) = line.strip_prefix("# ") {
            let _ = writeln!(body, "<h1>{}</h1>", inline(title));
        } else if line.starts_with("![") {
            let name = line.rsplit(['/', '(']).next().unwrap_or_default().trim_end_matches(')');
            let plot = page.plots.iter().find(|(found, _)| found == name).map_or("", |(_, svg)| svg);
            body.push_str(plot);
        } else if line.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|row| row.starts_with('|')) {
                rows.push(row);
            }
            body.push_str(&html_table(&rows));
        } else if !line.is_empty() {
            let _ = writeln!(body, "<p>{}</p>", inline(line));
        }
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n{body}</html>\n",
        escaped(page.markdown.lines().next().unwrap_or_default().trim_start_matches("# "))
    )
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#22262b;\
background:#fbfaf7}table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}td,th{padding:.25rem .7rem;\
border-bottom:1px solid #e6eae1;text-align:left}pre{background:#f1f0ea;padding:.7rem;overflow:auto}svg{max-width:100%;height:auto}";

fn html_table(rows: &[&str]) -> String {
    let mut text = String::from("<table>\n");
    for (index, row) in rows.iter().enumerate().filter(|(index, _)| *index != 1) {
        let kind = if index == 0 { "th" } else { "td" };
        text.push_str("<tr>");
        for cell in row.trim_matches('|').split('|') {
            let _ = write!(text, "<{kind}>{}</{kind}>", inline(cell.trim()));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table>\n");
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Code and strong text within a line.
fn inline(text: &str) -> String {
    let mut html = escaped(text);
    for (mark, tag) in [("**", "strong"), ("`", "code")] {
        let mut open = true;
        while let Some(at) = html.find(mark) {
            let tag = if open { format!("<{tag}>") } else { format!("</{tag}>") };
            html.replace_range(at..at + mark.len(), &tag);
            open = !open;
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_a_page_of_its_own() {
        let markdown =
            "# a\n\nHow `x < y` **is**.\n\n| h |\n| --- |\n| 1 |\n\n![p](a/p.svg)\n\n```sh\nls\n```\n".to_owned();
        let html = html(&Page { markdown, plots: vec![("p.svg".to_owned(), "<svg></svg>".to_owned())] });
        for part in [
            "<h1>a</h1>",
            "<code>x &lt; y</code> <strong>is</strong>",
            "<th>h</th>",
            "<td>1</td>",
            "<svg></svg>",
            "<pre>ls\n</pre>",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }
}
