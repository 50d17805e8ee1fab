//! What is taken, and what is refused.

use super::*;
use crate::submission::SubmissionError as Error;
use flate2::{Compression, write::GzEncoder};
use std::path::PathBuf;

const GOOD: &str = "name = \"owl\"\nruntime = \"native\"\nfile = \"bin/owl\"\n";

fn tarred(entries: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (path, kind, content) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(*kind);
        header.set_size(if *kind == EntryType::Regular { content.len() as u64 } else { 0 });
        header.set_mode(0o644);
        // Written by hand: the library itself refuses names that lead elsewhere.
        header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
        if matches!(kind, EntryType::Symlink | EntryType::Link) {
            header.as_old_mut().linkname[..content.len()].copy_from_slice(content);
        }
        header.set_cksum();
        builder.append(&header, if *kind == EntryType::Regular { *content } else { &[] }).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap()
}

fn files(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let entries: Vec<_> = entries.iter().map(|(path, content)| (*path, EntryType::Regular, *content)).collect();
    tarred(&entries)
}

fn zipped(entries: &[(&str, u32, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, mode, content) in entries {
        let options = zip::write::SimpleFileOptions::default().unix_permissions(*mode);
        if mode & 0o170_000 == 0o120_000 {
            writer.add_symlink(*path, String::from_utf8_lossy(content), options).unwrap();
        } else {
            writer.start_file(*path, options).unwrap();
            writer.write_all(content).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rxt-unpack-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn refused(archive: &[u8]) -> String {
    let folder = folder("refused");
    let error = unpack(archive, &folder, &Bounds { archive: 1 << 20, entries: 8, bytes: 1 << 16 }).unwrap_err();
    assert!(!folder.exists() || matches!(error, Error::Write(_)), "{error}");
    error.to_string()
}

#[test]
fn both_kinds_of_archives_are_unpacked_with_and_without_a_folder_around() {
    use std::os::unix::fs::PermissionsExt;
    let script: &[u8] = b"#!/bin/sh\n";
    let archives = [
        files(&[("rxt-bot.toml", GOOD.as_bytes()), ("bin/owl", script), ("data.txt", b"7")]),
        files(&[("./rxt-bot.toml", GOOD.as_bytes()), ("./bin/owl", script), ("./data.txt", b"7")]),
        zipped(&[("rxt-bot.toml", 0o644, GOOD.as_bytes()), ("bin/owl", 0o755, script), ("data.txt", 0o644, b"7")]),
        zipped(&[
            ("owl/rxt-bot.toml", 0o644, GOOD.as_bytes()),
            ("owl/bin/owl", 0o755, script),
            ("owl/data.txt", 0o644, b"7"),
        ]),
    ];
    for (number, archive) in archives.iter().enumerate() {
        let folder = folder(&format!("good-{number}"));
        let unpacked = unpack(archive, &folder, &Bounds::default()).unwrap();
        assert_eq!((unpacked.files, unpacked.manifest.name.as_str()), (3, "owl"));
        assert_eq!(fs::read(folder.join("bin/owl")).unwrap(), script);
        let mode = |file: &str| fs::metadata(folder.join(file)).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode("bin/owl"), mode("data.txt")), (0o755, 0o644));
        fs::remove_dir_all(folder).unwrap();
    }
    println!("proof: {} archives were unpacked", archives.len());
}

#[test]
fn what_leads_elsewhere_or_is_too_much_is_refused_in_words() {
    let good = GOOD.as_bytes();
    let many: Vec<String> = (0..20).map(|number| format!("f{number}")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    let link = |kind| tarred(&[("rxt-bot.toml", EntryType::Regular, good), ("bin", kind, b"/etc")]);
    let evil = zipped(&[("rxt-bot.toml", 0o644, good), ("bin", 0o120_777, b"/etc")]);
    let large = vec![0; 70_000];
    let cases: [(Vec<u8>, &str); 18] = [
        (Vec::new(), "no archive"),
        (b"#!/bin/sh".to_vec(), "no archive"),
        (b"PK\x03\x04 and nothing".to_vec(), "cannot be read"),
        (vec![0x1f, 0x8b, 1, 2, 3], "cannot be read"),
        (vec![0; (1 << 20) + 1], "more than 1048576 bytes"),
        (files(&[("../rxt-bot.toml", good)]), "no name that we take"),
        (files(&[("/etc/rxt-bot.toml", good)]), "no name that we take"),
        (files(&[("a/../../b", good)]), "no name that we take"),
        (files(&[("a\\b", good)]), "no name that we take"),
        (zipped(&[("../rxt-bot.toml", 0o644, good)]), "no name that we take"),
        (link(EntryType::Symlink), "`bin` in the archive is a link"),
        (link(EntryType::Link), "is a link"),
        (evil, "is a link"),
        (link(EntryType::Char), "is a device"),
        (link(EntryType::Fifo), "is no file"),
        (files(&many), "more than 8 files and folders"),
        (files(&[("rxt-bot.toml", good), ("bin/owl", &large)]), "more than 65536 bytes when it is unpacked"),
        (zipped(&[("rxt-bot.toml", 0o644, good), ("bin/owl", 0o755, &large)]), "more than 65536 bytes"),
    ];
    let count = cases.len();
    for (archive, expected) in cases {
        let told = refused(&archive);
        assert!(told.contains(expected), "{told}, expected {expected}");
    }
    for (archive, expected) in [
        (files(&[("bin/owl", b"x")]), "there is no `rxt-bot.toml`"),
        (files(&[("rxt-bot.toml", good)]), "there is no file `bin/owl`"),
        (files(&[("rxt-bot.toml", good), ("bin/owl", b"1"), ("bin/owl", b"2")]), "is in the archive twice"),
        (files(&[("rxt-bot.toml", GOOD.replace("native", "java").as_bytes()), ("bin/owl", b"1")]), "is no jar"),
        (files(&[("rxt-bot.toml", b"name = 1")]), "`rxt-bot.toml`: "),
        (files(&[("bin", b"file"), ("bin/owl", b"x"), ("rxt-bot.toml", good)]), "cannot be unpacked"),
    ] {
        let told = refused(&archive);
        assert!(told.contains(expected), "{told}, expected {expected}");
    }
    println!("proof: {} archives of strangers were refused", count + 6);
}
