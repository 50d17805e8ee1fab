//! Who sits where.

use super::client::Link;
use super::plan::{Plan, SeatPlan};
use rxt_rules::agent::{Agent, Budget};
use rxt_rules::{Player, rng};

/// A player of a game.
pub(super) enum Seat {
    /// Somebody with a browser, and whether they came.
    Person { here: bool },
    /// An engine; the agent is away while it thinks.
    Engine { agent: Option<Box<dyn Agent + Send>>, budget: Budget },
    /// A program; the connection is gone once it failed.
    Client(Option<Link>),
}

impl Seat {
    pub(super) fn new(plan: &Plan, seat: &SeatPlan, player: Player) -> Self {
        match seat {
            SeatPlan::Person => Self::Person { here: false },
            SeatPlan::Client => Self::Client(None),
            SeatPlan::Engine(spec, _) => {
                let seed = rng::Rng::derived(plan.seed, u64::from(player.number())).next_u64();
                let budget = Budget { time: Some(plan.think), depth: None, nodes: plan.nodes };
                Self::Engine { agent: Some(spec.agent(seed)), budget }
            }
        }
    }

    /// Whether the game can begin as far as this seat is concerned.
    pub(super) fn is_taken(&self) -> bool {
        match self {
            Self::Person { here } => *here,
            Self::Engine { .. } => true,
            Self::Client(link) => link.is_some(),
        }
    }
}
