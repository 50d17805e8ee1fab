//! Dependencies point one way.

use super::check::Finding;
use crate::workspace::Package;
use std::path::{Path, PathBuf};

/// Which crates of the workspace a crate may use, in tests too. A crate that is not in this table fails the check.
const ALLOWED: [(&str, &[&str]); 11] = [
    ("rxt-rules", &[]),
    ("rxt-measure", &[]),
    ("rxt-record", &["rxt-rules"]),
    ("rxt-engine", &["rxt-measure", "rxt-rules"]),
    ("rxt-view", &["rxt-record", "rxt-rules"]),
    ("rxt-net", &["rxt-record", "rxt-rules"]),
    ("rxt-arena", &["rxt-net", "rxt-engine", "rxt-record", "rxt-rules"]),
    ("rxt-lab", &["rxt-arena", "rxt-view", "rxt-net", "rxt-engine", "rxt-record", "rxt-measure", "rxt-rules"]),
    ("rxt-web", &["rxt-arena", "rxt-view", "rxt-net", "rxt-engine", "rxt-record", "rxt-rules"]),
    (
        "rxt",
        &[
            "rxt-web",
            "rxt-lab",
            "rxt-arena",
            "rxt-view",
            "rxt-net",
            "rxt-engine",
            "rxt-record",
            "rxt-measure",
            "rxt-rules",
        ],
    ),
    ("xtask", &[]),
];

/// What crates that have to stay small may use from elsewhere, tests aside.
const FROM_ELSEWHERE: [(&str, &[&str]); 1] = [("rxt-rules", &["thiserror"])];

/// Finds dependencies that are not allowed.
pub(super) fn check(packages: &[Package]) -> Vec<Finding> {
    packages.iter().flat_map(check_package).collect()
}

fn check_package(package: &Package) -> Vec<Finding> {
    let manifest = manifest(&package.name);
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == package.name) else {
        let problem = format!("{} is not in the table of xtask/src/tidy/edges.rs", package.name);
        return vec![Finding::new(&manifest, 0, problem)];
    };
    let elsewhere = FROM_ELSEWHERE.iter().find(|(name, _)| *name == package.name).map(|(_, allowed)| *allowed);
    let forbidden = package.dependencies.iter().filter(|dependency| {
        let name = dependency.name.as_str();
        if dependency.path.is_some() {
            !allowed.contains(&name)
        } else {
            dependency.kind.as_deref() != Some("dev") && elsewhere.is_some_and(|allowed| !allowed.contains(&name))
        }
    });
    let problem = |name: &str| format!("{} must not depend on {name}", package.name);
    forbidden.map(|dependency| Finding::new(&manifest, 0, problem(&dependency.name))).collect()
}

fn manifest(package: &str) -> PathBuf {
    let folder = if package == "xtask" { Path::new("") } else { Path::new("crates") };
    folder.join(package).join("Cargo.toml")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Dependency;

    fn problems(name: &str, dependencies: &[(&str, Option<&str>, bool)]) -> Vec<String> {
        let dependency = |&(name, kind, ours): &(&str, Option<&str>, bool)| Dependency {
            name: name.to_owned(),
            kind: kind.map(str::to_owned),
            path: ours.then(|| PathBuf::from("crates").join(name)),
        };
        let package = Package { name: name.to_owned(), dependencies: dependencies.iter().map(dependency).collect() };
        check(&[package]).into_iter().map(|finding| finding.problem).collect()
    }

    #[test]
    fn dependencies_point_downwards_only() {
        assert!(problems("rxt-view", &[("rxt-rules", None, true), ("resvg", None, false)]).is_empty());
        assert_eq!(problems("rxt-rules", &[("rxt-view", None, true)]), ["rxt-rules must not depend on rxt-view"]);
        assert_eq!(
            problems("rxt-net", &[("rxt-engine", Some("dev"), true)]),
            ["rxt-net must not depend on rxt-engine"]
        );
    }

    #[test]
    fn the_rules_use_little_from_elsewhere() {
        assert!(problems("rxt-rules", &[("thiserror", None, false), ("proptest", Some("dev"), false)]).is_empty());
        assert_eq!(problems("rxt-rules", &[("tokio", None, false)]), ["rxt-rules must not depend on tokio"]);
    }

    #[test]
    fn a_crate_has_to_be_listed() {
        assert_eq!(problems("rxt-core", &[]), ["rxt-core is not in the table of xtask/src/tidy/edges.rs"]);
    }

    #[test]
    fn the_table_has_no_cycle() {
        for (at, (name, allowed)) in ALLOWED.iter().enumerate() {
            let above = &ALLOWED[at..];
            assert!(allowed.iter().all(|lower| above.iter().all(|(name, _)| name != lower)), "{name}");
        }
    }
}
