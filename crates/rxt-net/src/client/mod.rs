//! A client: follows a game as the server tells it, lets an agent think, and answers in time with a move that was checked.
//!
//! Four threads: one thinks, one lists the legal moves by the slow rules, one watches the clock, and the one that called
//! [`play`] owns the game and watches the clock too. When the move is found, the thread that thinks sends it; when the time
//! is up, whoever notices first sends the best that is known. So neither an agent that never returns, panics or errs nor a single thread that the system keeps
//! waiting costs more than the quality of a move.

mod allocation;
mod connect;
mod error;
mod event;
mod follow;
mod link;
mod margin;
mod play;
mod record;
mod reply;
mod resident;
mod thinker;
mod twin;
mod watchdog;

pub use allocation::{Allocation, Outlook, Plan};
pub use connect::{Address, AddressError, ConnectError, DEFAULT_PORT, connect};
pub use error::{ClientError, ClientErrorKind, Stage, Suspicion};
pub use event::{Event, Reply, Source, Trouble};
pub use follow::{Follower, OutOfStep, Told};
pub use margin::Margin;
pub use play::{DEFAULT_THINK, DEPTH_LIMIT, Outcome, Settings, play};
pub use resident::stay_in_memory;
pub use thinker::AgentFactory;
