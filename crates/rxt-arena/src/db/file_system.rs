//! On which file system a file lies. Locks do not work well enough for a database over a network.

use std::path::{Path, PathBuf};

/// Names of network file systems, as the kernel has them.
const NETWORK: [&str; 20] = [
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "afs",
    "9p",
    "ceph",
    "lustre",
    "gpfs",
    "beegfs",
    "ocfs2",
    "gfs2",
    "coda",
    "ncpfs",
    "orangefs",
    "glusterfs",
    "fuse.sshfs",
    "fuse.glusterfs",
    "fuse.rclone",
];

/// The network file system on which a path lies, if it is one, from the text of `/proc/self/mountinfo`.
pub fn network_file_system(mountinfo: &str, path: &Path) -> Option<String> {
    let mounts = mountinfo.lines().filter_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        let point = place.split(' ').nth(4)?.replace("\\040", " ");
        Some((PathBuf::from(point), kind.split(' ').next()?.to_owned()))
    });
    // The last of the longest: later mounts hide earlier ones.
    let (_, kind) =
        mounts.filter(|(point, _)| path.starts_with(point)).max_by_key(|(point, _)| point.components().count())?;
    NETWORK.contains(&kind.as_str()).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw
40 22 0:40 / /home rw,nosuid shared:2 - nfs4 server:/home rw,vers=4.2
41 40 254:1 / /home/local\\040disk rw - ext4 /dev/vdb rw
42 22 0:42 / /mnt/far rw - fuse.sshfs me@far: rw
";

    #[test]
    fn files_on_network_file_systems_are_told_from_others() {
        for (path, expected) in [
            ("/tmp/cup.sqlite", None),
            ("/home/me/cup.sqlite", Some("nfs4")),
            ("/home/local disk/cup.sqlite", None),
            ("/mnt/far/cup.sqlite", Some("fuse.sshfs")),
            ("/mnt/farther/cup.sqlite", None),
        ] {
            assert_eq!(network_file_system(MOUNTS, Path::new(path)).as_deref(), expected, "{path}");
        }
    }
}
