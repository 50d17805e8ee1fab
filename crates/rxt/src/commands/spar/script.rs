//! The command that starts a student's program.

use miette::{Result, miette};
use std::net::SocketAddr;

/// A command with places for host and port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Script(String);

impl Script {
    /// A command has to say where the port goes; a program that does not know it cannot connect.
    pub(super) fn new(text: &str) -> Result<Self> {
        if !text.contains("{port}") {
            let help = "for example: rxt spar 'java -jar my.jar {host} {port}'";
            return Err(miette!(help = help, "the command `{text}` has no {{port}}; expected where the port goes"));
        }
        Ok(Self(text.to_owned()))
    }

    /// The command for a server.
    pub(super) fn for_server(&self, address: SocketAddr) -> String {
        self.0.replace("{host}", &address.ip().to_string()).replace("{port}", &address.port().to_string())
    }

    /// The command as it was given.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_and_port_are_filled_in_wherever_they_stand() {
        let script = Script::new("bot --at={host}:{port} -p {port}").unwrap();
        let address = "127.0.0.1:4000".parse().unwrap();
        assert_eq!(script.for_server(address), "bot --at=127.0.0.1:4000 -p 4000");
    }

    #[test]
    fn a_command_without_a_port_is_refused() {
        let error = Script::new("bot {host}").unwrap_err();
        assert_eq!(error.to_string(), "the command `bot {host}` has no {port}; expected where the port goes");
    }
}
