//! Who a connection on this machine belongs to.

use super::processes::below;
use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::thread::sleep;
use std::time::Duration;

/// How often the kernel's tables are looked at before a connection is taken for a stranger's: they are read in pieces, and a
/// row can be missed while others come and go.
const LOOKS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(5);

/// Whether a connection from `peer` to `door` belongs to a process or to one below it. An error says what was found
/// instead.
pub fn owns_connection(root: u32, peer: SocketAddr, door: SocketAddr) -> Result<(), String> {
    for _ in 1..LOOKS {
        if is_owned(root, peer, door).is_ok() {
            return Ok(());
        }
        sleep(PAUSE);
    }
    is_owned(root, peer, door)
}

fn is_owned(root: u32, peer: SocketAddr, door: SocketAddr) -> Result<(), String> {
    let table = fs::read_to_string("/proc/net/tcp").map_err(|error| format!("/proc/net/tcp: {error}"))?;
    let inode = inode(&table, peer, door).ok_or("the connection is gone already")?;
    let name = format!("socket:[{inode}]");
    let has = |pid: u32| {
        let files = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().filter_map(Result::ok);
        files.filter_map(|file| fs::read_link(file.path()).ok()).any(|link| link.to_string_lossy() == name)
    };
    if has(root) || below(root).into_iter().any(has) {
        return Ok(());
    }
    Err(format!("it does not belong to the processes below {root}"))
}

/// The number of the socket at the other end, from the table of the kernel.
fn inode(table: &str, local: SocketAddr, remote: SocketAddr) -> Option<u64> {
    let (local, remote) = (written(local)?, written(remote)?);
    let row = table.lines().skip(1).find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        (fields.get(1) == Some(&local.as_str()) && fields.get(2) == Some(&remote.as_str())).then_some(fields)
    })?;
    row.get(9)?.parse().ok()
}

/// An address as the kernel writes it.
fn written(address: SocketAddr) -> Option<String> {
    let IpAddr::V4(ip) = address.ip() else { return None };
    Some(format!("{:08X}:{:04X}", u32::from_le_bytes(ip.octets()), address.port()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn our_own_connections_are_ours_and_nobody_elses() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let door = listener.local_addr().unwrap();
        let stream = TcpStream::connect(door).unwrap();
        let peer = stream.local_addr().unwrap();
        owns_connection(std::process::id(), peer, door).unwrap();
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let stranger = owns_connection(child.id(), peer, door);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(stranger.unwrap_err().contains("does not belong"));
    }
}
