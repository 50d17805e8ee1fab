//! Links between documents lead somewhere: to files of this repository, and to headings that exist.

use super::check::Finding;
use std::path::{Component, Path, PathBuf};

/// Finds links that lead nowhere. Links to the web are not followed.
pub(super) fn check(root: &Path, documents: &[(PathBuf, String)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (file, text) in documents {
        for (line, link) in links(text) {
            if let Some(problem) = problem(root, documents, file, &link) {
                findings.push(Finding::new(file, line, format!("link `{link}`: {problem}")));
            }
        }
    }
    findings
}

fn problem(root: &Path, documents: &[(PathBuf, String)], file: &Path, link: &str) -> Option<&'static str> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() { Some(file.to_owned()) } else { resolve(file, path) };
    let Some(target) = target else {
        return Some("leads out of the repository");
    };
    let document = documents.iter().find(|(file, _)| *file == target);
    if document.is_none() && !root.join(&target).exists() {
        return Some("there is no such file");
    }
    let missing = |(_, text): &(PathBuf, String)| !heading.is_empty() && !headings(text).any(|found| found == heading);
    document.is_some_and(missing).then_some("there is no such heading")
}

/// A path relative to a file, as a path relative to the root.
fn resolve(file: &Path, link: &str) -> Option<PathBuf> {
    let mut path = file.parent()?.to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            Component::ParentDir => {
                if !path.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

/// The targets of all links of a document with their lines; code is left out.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        let line: String = line.split('`').step_by(2).collect::<Vec<_>>().join("``");
        for (opening, closing) in [("](", ')'), ("src=\"", '"'), ("srcset=\"", '"'), ("href=\"", '"')] {
            for (at, _) in line.match_indices(opening) {
                let target = line[at + opening.len()..].split(closing).next().unwrap_or_default();
                let target = target.split_whitespace().next().unwrap_or_default();
                found.push((number, target.to_owned()));
            }
        }
    }
    found
}

/// The headings of a document as links name them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let titles = prose(text).filter_map(|(_, line)| line.strip_prefix('#').map(|rest| rest.trim_start_matches('#')));
    titles.filter(|title| title.starts_with(' ')).map(|title| anchor(title.trim()))
}

fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|char| char.is_alphanumeric() || [' ', '-', '_'].contains(char));
    kept.flat_map(char::to_lowercase).map(|char| if char == ' ' { '-' } else { char }).collect()
}

/// The numbered lines outside of fenced code.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fenced && !fence).then_some((at + 1, line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "[a](b.md) and `[no](x)`\n```\n[no](y)\n```\n![c](d.png \"title\") <img src=\"e.png\"> [f](#g)\n";
        let expected = [(1, "b.md"), (5, "d.png"), (5, "#g"), (5, "e.png")];
        assert_eq!(links(text), expected.map(|(line, link)| (line, link.to_owned())));
    }

    #[test]
    fn paths_are_relative_to_the_document() {
        assert_eq!(resolve(Path::new("docs/a.md"), "../maps/b.map"), Some("maps/b.map".into()));
        assert_eq!(resolve(Path::new("README.md"), "./docs"), Some("docs".into()));
        assert_eq!(resolve(Path::new("docs/a.md"), "../../x"), None);
        assert_eq!(resolve(Path::new("a.md"), "/etc"), None);
    }

    #[test]
    fn headings_become_anchors() {
        let text = "# The Map, file!\n```\n# no\n```\n### A `b`-c\n#no\n";
        assert!(headings(text).eq(["the-map-file", "a-b-c"]));
    }

    #[test]
    fn broken_links_are_told_and_others_are_not() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = "# Here\n[a](Cargo.toml) [b](#here) [c](https://example.org) [d](gone.md) [e](#gone) [f](../x)\n";
        let findings = check(root, &[("a.md".into(), text.to_owned())]);
        let found: Vec<&str> = findings.iter().map(|finding| finding.problem.split('`').nth(1).unwrap()).collect();
        assert_eq!(found, ["a", "b", "c", "gone.md", "#gone", "../x"][3..]);
    }
}
