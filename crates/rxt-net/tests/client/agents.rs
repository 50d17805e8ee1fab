//! Agents that misbehave, and one that tells what it was asked.

use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::{Move, Position, Special};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

/// What agents do that must not cost the game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Vice {
    /// Chooses a tile on which nothing is captured.
    Illegal,
    /// Never returns, having made its last legal move known or not.
    Endless { publishes: bool },
    /// Panics, having made its last legal move known or not.
    Panics { publishes: bool },
}

pub(crate) struct BadAgent(pub(crate) Vice);

impl Agent for BadAgent {
    fn choose(&mut self, position: &Position, _: &Budget, signal: &Signal) -> Choice {
        let legal = position.legal_moves();
        let last = *legal.last().unwrap();
        let publishes = matches!(self.0, Vice::Endless { publishes: true } | Vice::Panics { publishes: true });
        if publishes {
            signal.publish(last.into());
        }
        match self.0 {
            Vice::Illegal => {
                let is_legal = |mv: &Move| legal.contains(mv);
                let moves = position.map().tiles().map(|tile| Move { tile, special: Special::None });
                moves.into_iter().find(|mv| !is_legal(mv)).unwrap().into()
            }
            Vice::Endless { .. } => loop {
                thread::sleep(Duration::from_hours(1));
            },
            Vice::Panics { .. } => panic!("this agent is meant to panic"),
        }
    }
}

/// Tells each budget, and plays the first legal move.
pub(crate) struct Curious(pub(crate) Sender<Budget>);

impl Agent for Curious {
    fn choose(&mut self, position: &Position, budget: &Budget, _: &Signal) -> Choice {
        self.0.send(*budget).unwrap();
        position.legal_moves()[0].into()
    }
}

/// Thinks until it is told to stop or its time is up, as a search does.
pub(crate) struct Patient;

impl Agent for Patient {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        let mv = position.legal_moves()[0];
        signal.publish(mv.into());
        let start = std::time::Instant::now();
        while !signal.stopped() && budget.time.is_none_or(|time| start.elapsed() < time) {
            thread::sleep(Duration::from_millis(1));
        }
        mv.into()
    }
}
