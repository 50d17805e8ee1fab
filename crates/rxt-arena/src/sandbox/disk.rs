//! What a program has on the disk: its temporary folder, and files that it deleted and still has open.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// An entry costs at least this, so that many empty files are many bytes too.
const LEAST: u64 = 4096;
/// The unit in which the system counts what a file has on the disk.
const SECTOR: u64 = 512;

/// The bytes that a program has on the disk, counted until they are more than `most`.
pub(super) fn used(folder: &Path, pids: &[u32], most: u64) -> u64 {
    let mut seen = BTreeSet::new();
    let mut bytes = 0;
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
            let Ok(found) = entry.metadata() else { continue };
            if found.is_dir() {
                open.push(entry.path());
            }
            bytes += of(&found, &mut seen);
            if bytes > most {
                return bytes;
            }
        }
    }
    for path in pids.iter().flat_map(|pid| descriptors(*pid)) {
        let deleted = fs::metadata(path).ok().filter(|found| found.is_file() && found.nlink() == 0);
        bytes += deleted.map_or(0, |found| of(&found, &mut seen));
    }
    bytes
}

/// What a file has on the disk, unless it was counted before.
fn of(found: &Metadata, seen: &mut BTreeSet<(u64, u64)>) -> u64 {
    if seen.insert((found.dev(), found.ino())) { (found.blocks() * SECTOR).max(LEAST) } else { 0 }
}

/// The open files of a process.
fn descriptors(pid: u32) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::Write;

    #[test]
    fn files_folders_and_deleted_files_count_once() {
        let folder = std::env::temp_dir().join(format!("rxt-disk-{}", std::process::id()));
        fs::create_dir_all(folder.join("a/b")).unwrap();
        let own = [std::process::id()];
        let empty = used(&folder, &[], u64::MAX);
        fs::write(folder.join("a/b/file"), vec![1; 100_000]).unwrap();
        fs::hard_link(folder.join("a/b/file"), folder.join("again")).unwrap();
        let with_file = used(&folder, &[], u64::MAX);
        assert!((100_000..120_000).contains(&(with_file - empty)), "{empty} {with_file}");
        let before = used(&folder, &own, u64::MAX);
        let mut open = File::create(folder.join("deleted")).unwrap();
        open.write_all(&vec![1; 1_000_000]).unwrap();
        open.sync_all().unwrap();
        fs::remove_file(folder.join("deleted")).unwrap();
        assert!(used(&folder, &own, u64::MAX) >= before + 1_000_000);
        assert!(used(&folder, &own, 5000) > 5000, "it is enough to know that it is too much");
        fs::remove_dir_all(folder).unwrap();
    }
}
