//! The thread that thinks, and what is done if it does not come back.

use super::reader::Input;
use rxt_rules::Position;
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Makes an agent; called again if one is lost.
pub type AgentFactory<'a> = Box<dyn FnMut() -> Box<dyn Agent + Send> + 'a>;

/// What came of a job.
#[derive(Debug)]
pub(super) struct Thought {
    /// The number of the job.
    pub(super) job: u32,
    /// The choice, or what the agent said when it panicked.
    pub(super) choice: Result<Choice, String>,
}

/// Thinks about one position at a time in a thread of its own.
pub(super) struct Thinker<'a> {
    factory: AgentFactory<'a>,
    inputs: SyncSender<Input>,
    jobs: Option<Sender<Job>>,
    /// The jobs that are not done yet, oldest first. More than one only if the agent is slow to stop.
    open: Vec<Open>,
    lost: u32,
}

struct Open {
    job: u32,
    signal: Arc<Signal>,
    stopped: Option<Instant>,
}

struct Job {
    number: u32,
    position: Position,
    budget: Budget,
    signal: Arc<Signal>,
}

/// How long an agent may go on after it was told to stop, before it is given up.
const STUCK: Duration = Duration::from_millis(500);
/// How many agents may be lost in a game before we go on without one.
const LOSSES: u32 = 3;

impl<'a> Thinker<'a> {
    /// Nothing is started before the first job.
    pub(super) fn new(factory: AgentFactory<'a>, inputs: SyncSender<Input>) -> Self {
        Self { factory, inputs, jobs: None, open: Vec::new(), lost: 0 }
    }

    /// Makes the agent ready, so that the first job need not wait for it.
    pub(super) fn prepare(&mut self) {
        if self.jobs.is_none() && self.lost < LOSSES {
            self.jobs = spawn((self.factory)(), self.inputs.clone());
        }
    }

    /// Begins to think. The signal is where the best move becomes known; without an agent it stays silent.
    pub(super) fn start(&mut self, number: u32, position: Position, budget: Budget) -> Arc<Signal> {
        self.prepare();
        let signal = Arc::new(Signal::default());
        let job = Job { number, position, budget, signal: Arc::clone(&signal) };
        if let Some(jobs) = &self.jobs
            && jobs.send(job).is_ok()
        {
            self.open.push(Open { job: number, signal: Arc::clone(&signal), stopped: None });
        }
        signal
    }

    /// Whether a job is not done yet.
    pub(super) fn is_busy(&self) -> bool {
        !self.open.is_empty()
    }

    /// Tells the agent to stop, if it is thinking.
    pub(super) fn stop(&mut self) {
        for open in &mut self.open {
            open.signal.stop();
            open.stopped.get_or_insert_with(Instant::now);
        }
    }

    /// Takes note that a job is done. An agent that panicked is gone.
    pub(super) fn done(&mut self, thought: &Thought) {
        if let Some(at) = self.open.iter().position(|open| open.job == thought.job) {
            self.open.drain(..=at);
            if thought.choice.is_err() {
                self.lose();
            }
        }
    }

    /// Gives up an agent that was told to stop long ago and goes on; returns how long ago.
    pub(super) fn give_up_if_stuck(&mut self) -> Option<Duration> {
        let since = self.open.first()?.stopped?.elapsed();
        if since < STUCK {
            return None;
        }
        self.lose();
        Some(since)
    }

    fn lose(&mut self) {
        self.open.clear();
        self.jobs = None;
        self.lost += 1;
    }
}

impl Drop for Thinker<'_> {
    /// The thread is not waited for: an agent may never return.
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts a thread that thinks until it has no more jobs; `None` if the system has no thread for it.
fn spawn(mut agent: Box<dyn Agent + Send>, inputs: SyncSender<Input>) -> Option<Sender<Job>> {
    let (jobs, received) = channel::<Job>();
    let think = move || {
        for Job { number, position, budget, signal } in received {
            let choice = catch_unwind(AssertUnwindSafe(|| agent.choose(&position, &budget, &signal)));
            let choice = choice.map_err(|panic| message(panic.as_ref()));
            let panicked = choice.is_err();
            if inputs.send(Input::Thought(Thought { job: number, choice })).is_err() || panicked {
                return;
            }
        }
    };
    thread::Builder::new().name("rxt-client-think".to_owned()).spawn(think).ok().map(|_| jobs)
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it did not say why").to_owned()
}
