//! A client: follows a game as the server tells it, lets an agent think, and answers in time with a move that was checked.
//!
//! Three threads: one reads the socket and notes when each message arrived, one thinks, and the one that called [`play`]
//! owns the game. It waits for the other two with a deadline, so that an agent which never returns, panics or errs costs
//! the quality of a move and nothing else.

mod allocation;
mod connect;
mod error;
mod event;
mod follow;
mod margin;
mod play;
mod reader;
mod record;
mod reply;
mod thinker;
mod twin;

pub use allocation::{Allocation, Outlook, Plan};
pub use connect::{Address, AddressError, ConnectError, DEFAULT_PORT, connect};
pub use error::{ClientError, ClientErrorKind, Stage, Suspicion};
pub use event::{Event, Reply, Source, Trouble};
pub use follow::{Follower, OutOfStep, Told};
pub use margin::Margin;
pub use play::{DEFAULT_THINK, DEPTH_LIMIT, Outcome, Settings, play};
pub use thinker::AgentFactory;
