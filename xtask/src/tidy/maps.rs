//! Every map has a line in `maps/README.md`.

use super::check::Finding;
use std::fs;
use std::io;
use std::path::Path;

/// Finds maps that are not listed.
pub(super) fn check(root: &Path) -> io::Result<Vec<Finding>> {
    let folder = root.join("maps");
    let list = fs::read_to_string(folder.join("README.md"))?;
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().filter(|_| path.extension().is_some_and(|extension| extension == "map"));
        names.extend(name.map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(unlisted(&list, &names).map(|name| Finding::new(&Path::new("maps").join(name), 0, PROBLEM)).collect())
}

const PROBLEM: &str = "not in maps/README.md";

fn unlisted<'a>(list: &str, names: &'a [String]) -> impl Iterator<Item = &'a String> {
    names.iter().filter(move |name| !list.contains(&format!("({name})")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_has_to_be_linked() {
        let names = ["a.map".to_owned(), "b.map".to_owned()];
        assert!(unlisted("| [a.map](a.map) | b.map |", &names).eq(&names[1..]));
    }
}
