//! Makes an archive that runs from any folder: the program, the maps, the documents.

use crate::workspace::{Workspace, cargo, output_of};
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// What goes into the archive besides the program and its manual pages.
const FILES: [&str; 5] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "CITATION.cff"];
const FOLDERS: [&str; 3] = ["deploy", "docs", "maps"];

/// Builds the program and packs everything; returns whether it worked.
pub(crate) fn run() -> io::Result<bool> {
    let workspace = Workspace::read()?;
    output_of(cargo().args(["build", "--quiet", "--release", "--package", "rxt"]))?;
    let name = format!("rxt-{}-{}-{}", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH, std::env::consts::OS);
    let out = workspace.target.join("release-archive");
    let folder = out.join(&name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    fs::copy(workspace.rxt(), folder.join("rxt"))?;
    // Names for debuggers are most of its size. Without the tool that takes them out, they stay.
    let _ = Command::new("strip").arg(folder.join("rxt")).status();
    for file in FILES {
        fs::copy(workspace.root.join(file), folder.join(file))?;
    }
    for name in FOLDERS {
        copy_folder(&workspace.root.join(name), &folder.join(name))?;
    }
    output_of(Command::new(folder.join("rxt")).args(["man", "--out"]).arg(folder.join("man")))?;
    let archive = out.join(format!("{name}.tar.gz"));
    output_of(Command::new("tar").arg("-C").arg(&out).arg("-czf").arg(&archive).arg(&name))?;
    try_out(&archive, &name, &out)?;
    println!("{}", archive.display());
    Ok(true)
}

/// Unpacks the archive elsewhere and runs what is in it, with an empty environment.
fn try_out(archive: &Path, name: &str, out: &Path) -> io::Result<()> {
    let folder = out.join("try");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    output_of(Command::new("tar").arg("-C").arg(&folder).arg("-xzf").arg(archive))?;
    let unpacked = folder.join(name);
    let tournament = "name = \"try\"\nformat = \"round-robin\"\nmaps = [\"maps/standard-8x8.map\"]\nnodes = 50\n\
                      [[bot]]\nname = \"one\"\nengine = \"greedy\"\n[[bot]]\nname = \"two\"\nengine = \"random\"\n";
    fs::write(unpacked.join("try.toml"), tournament)?;
    let rxt = |arguments: &[&str]| {
        output_of(Command::new(unpacked.join("rxt")).args(arguments).current_dir(&unpacked).env_clear())
    };
    rxt(&["arena", "run", "try.toml", "--quiet"])?;
    rxt(&["arena", "report", "--db", "try.sqlite"])?;
    fs::remove_dir_all(folder)
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
