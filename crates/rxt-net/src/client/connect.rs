//! Where the server is, and getting through to it.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The port of the course's server.
pub const DEFAULT_PORT: u16 = 7777;

/// How long a single attempt may take.
const ATTEMPT: Duration = Duration::from_secs(5);
/// How long to wait before a refused connection is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// A host, with a port if one was named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// Name or number.
    pub host: String,
    /// Port, if it was named.
    pub port: Option<u16>,
}

/// Why a text is no address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AddressError {
    /// Nothing in front of the port.
    #[error("no host; expected HOST or HOST:PORT")]
    NoHost,
    /// Not a port.
    #[error("`{0}` is no port; expected a number from 1 to 65535")]
    Port(String),
}

impl FromStr for Address {
    type Err = AddressError;

    /// Reads `host`, `host:port`, `[v6]`, `[v6]:port` or a bare IPv6 number.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, rest)) => (host, rest.strip_prefix(':')),
            None => match text.split_once(':') {
                Some((_, rest)) if rest.contains(':') => (text, None),
                Some((host, port)) => (host, Some(port)),
                None => (text, None),
            },
        };
        if host.is_empty() {
            return Err(AddressError::NoHost);
        }
        let number = |port: &str| match port.parse() {
            Ok(0) | Err(_) => Err(AddressError::Port(port.to_owned())),
            Ok(number) => Ok(number),
        };
        Ok(Self { host: host.to_owned(), port: port.map(number).transpose()? })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        let port = port.unwrap_or(DEFAULT_PORT);
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

/// Why there is no connection.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// The name says nothing to anybody.
    #[error("cannot find the host `{host}`: {source}")]
    Host {
        /// The name.
        host: String,
        /// What the system says.
        source: io::Error,
    },
    /// Nobody listens.
    #[error("nobody listens at {address}, tried for {} s", .patience.as_secs_f32())]
    Refused {
        /// Where.
        address: Address,
        /// For how long it was tried.
        patience: Duration,
    },
    /// Anything else.
    #[error("cannot connect to {address}: {source}")]
    Failed {
        /// Where.
        address: Address,
        /// What the system says.
        source: io::Error,
    },
}

/// Connects, and tries again for a while if nobody listens yet: the course's server announces its port before it does.
pub fn connect(address: &Address, patience: Duration) -> Result<TcpStream, ConnectError> {
    let start = Instant::now();
    let port = address.port.unwrap_or(DEFAULT_PORT);
    let found = (address.host.as_str(), port).to_socket_addrs();
    let places: Vec<SocketAddr> =
        found.map_err(|source| ConnectError::Host { host: address.host.clone(), source })?.collect();
    loop {
        match try_all(&places) {
            Ok(stream) => return Ok(stream),
            Err(error) if error.kind() != io::ErrorKind::ConnectionRefused => {
                return Err(ConnectError::Failed { address: address.clone(), source: error });
            }
            Err(_) if start.elapsed() + PAUSE > patience => {
                return Err(ConnectError::Refused { address: address.clone(), patience });
            }
            Err(_) => thread::sleep(PAUSE),
        }
    }
}

/// The first of these places that answers; a refusal if any of them refused, since that can change.
fn try_all(places: &[SocketAddr]) -> io::Result<TcpStream> {
    let mut failure = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for place in places {
        match TcpStream::connect_timeout(place, ATTEMPT) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) if failure.kind() != io::ErrorKind::ConnectionRefused => failure = error,
            Err(_) => {}
        }
    }
    Err(failure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn address(text: &str) -> Result<(String, Option<u16>), AddressError> {
        text.parse::<Address>().map(|address| (address.host, address.port))
    }

    #[test]
    fn hosts_come_with_and_without_a_port() {
        assert_eq!(address("localhost"), Ok(("localhost".to_owned(), None)));
        assert_eq!(address("10.0.0.7:2000"), Ok(("10.0.0.7".to_owned(), Some(2000))));
        assert_eq!(address("[::1]:2000"), Ok(("::1".to_owned(), Some(2000))));
        assert_eq!(address("::1"), Ok(("::1".to_owned(), None)));
        assert_eq!(address(":2000"), Err(AddressError::NoHost));
        assert_eq!(address("host:0"), Err(AddressError::Port("0".to_owned())));
        let error = address("host:seven").unwrap_err();
        assert_eq!(error.to_string(), "`seven` is no port; expected a number from 1 to 65535");
        assert_eq!("::1".parse::<Address>().unwrap().to_string(), "[::1]:7777");
    }

    /// A port that was free a moment ago.
    fn free_port() -> u16 {
        TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
    }

    #[test]
    fn a_server_that_listens_late_is_waited_for() {
        let address = Address { host: "127.0.0.1".to_owned(), port: Some(free_port()) };
        let late = address.clone();
        let server = thread::spawn(move || {
            thread::sleep(3 * PAUSE);
            TcpListener::bind((late.host.as_str(), late.port.unwrap())).unwrap().accept().unwrap();
        });
        let stream = connect(&address, Duration::from_secs(20)).unwrap();
        assert!(stream.nodelay().unwrap());
        server.join().unwrap();
    }

    #[test]
    fn patience_ends() {
        let address = Address { host: "127.0.0.1".to_owned(), port: Some(free_port()) };
        let error = connect(&address, Duration::from_millis(120)).unwrap_err();
        assert_eq!(error.to_string(), format!("nobody listens at {address}, tried for 0.12 s"));
    }
}
