//! The thread that thinks, and what is done if it does not come back.

use super::event::Source;
use super::reply::Pending;
use rxt_rules::Position;
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Makes an agent; called again if one is lost.
pub type AgentFactory<'a> = Box<dyn FnMut() -> Box<dyn Agent + Send> + 'a>;

/// Thinks about one position at a time in a thread of its own. That thread sends the move itself: it is running when it
/// has found it, while any other would first have to be woken up.
pub(super) struct Thinker<'a> {
    factory: AgentFactory<'a>,
    done: (Sender<Done>, Receiver<Done>),
    jobs: Option<Sender<Job>>,
    /// Whether the agent wants to think while others do.
    ponders: bool,
    /// Stops the agent while it ponders.
    pondering: Option<Arc<Signal>>,
    /// The jobs that are not done yet, oldest first. More than one only if the agent is slow to stop.
    open: Vec<Open>,
    lost: u32,
}

/// A job that came to its end.
struct Done {
    /// Its number; `None` of pondering, which is told of only if it failed.
    job: Option<u32>,
    /// What the agent said if it panicked.
    panic: Option<String>,
}

struct Open {
    pending: Arc<Pending>,
    stopped: Option<Instant>,
}

enum Job {
    /// Find a move.
    Think {
        pending: Arc<Pending>,
        /// When to stop.
        end: Instant,
        depth: Option<u32>,
    },
    /// Think while somebody else does.
    Ponder { position: Box<Position>, signal: Arc<Signal> },
}

/// How long an agent may go on after it was told to stop, before it is given up. Moves go out in time without it. With a
/// dozen threads for each core, an agent of two threads was seen to need half a second until both had had their turn.
const STUCK: Duration = Duration::from_secs(1);
/// How many agents may be lost in a game before we go on without one.
const LOSSES: u32 = 3;

impl<'a> Thinker<'a> {
    /// Nothing is started before the first job.
    pub(super) fn new(factory: AgentFactory<'a>) -> Self {
        Self { factory, done: channel(), jobs: None, ponders: false, pondering: None, open: Vec::new(), lost: 0 }
    }

    /// Makes the agent ready, so that the first job need not wait for it.
    pub(super) fn prepare(&mut self) {
        if self.jobs.is_none() && self.lost < LOSSES {
            let agent = (self.factory)();
            self.ponders = agent.ponders();
            self.jobs = spawn(agent, self.done.0.clone());
        }
    }

    /// Begins to think about a request; returns whether anybody does.
    pub(super) fn start(&mut self, pending: &Arc<Pending>, depth: Option<u32>) -> bool {
        self.prepare();
        let end = pending.arrived + pending.plan.think;
        let job = Job::Think { pending: Arc::clone(pending), end, depth };
        let started = self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        if started {
            self.open.push(Open { pending: Arc::clone(pending), stopped: None });
        }
        started
    }

    /// Begins to think about a position in which somebody else is to move, if the agent wants to.
    pub(super) fn ponder(&mut self, position: Position) {
        let Some(jobs) = self.jobs.as_ref().filter(|_| self.ponders && self.open.is_empty()) else { return };
        let signal = Arc::new(Signal::default());
        self.pondering = Some(Arc::clone(&signal));
        // If the thread is gone, the next request will know.
        let _ = jobs.send(Job::Ponder { position: Box::new(position), signal });
    }

    /// Tells the agent to stop pondering.
    pub(super) fn stop_pondering(&mut self) {
        if let Some(signal) = self.pondering.take() {
            signal.stop();
        }
    }

    /// Tells the agent to stop, if it is thinking.
    pub(super) fn stop(&mut self) {
        for open in &mut self.open {
            open.pending.signal.stop();
            open.stopped.get_or_insert_with(Instant::now);
        }
    }

    /// Takes note of the jobs that are done; returns what an agent said that panicked, and the request it was about.
    pub(super) fn collect(&mut self) -> Option<(String, Arc<Pending>)> {
        let mut panicked = None;
        while let Ok(Done { job, panic }) = self.done.1.try_recv() {
            let Some(job) = job else {
                // It panicked while it pondered: nobody waits for it, and the next request finds another one.
                self.lose();
                continue;
            };
            let Some(at) = self.open.iter().position(|open| open.pending.number == job) else { continue };
            let finished = self.open.drain(..=at).next_back();
            if let (Some(message), Some(finished)) = (panic, finished) {
                panicked = Some((message, finished.pending));
                self.lose();
            }
        }
        panicked
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
        self.stop_pondering();
        self.stop();
    }
}

/// Starts a thread that thinks until it has no more jobs; `None` if the system has no thread for it.
fn spawn(mut agent: Box<dyn Agent + Send>, done: Sender<Done>) -> Option<Sender<Job>> {
    let (jobs, received) = channel::<Job>();
    let think = move || {
        for job in received {
            let goes_on = match job {
                Job::Think { pending, end, depth } => answer(agent.as_mut(), &pending, end, depth, &done),
                Job::Ponder { position, signal } => ponder(agent.as_mut(), &position, &signal, &done),
            };
            if !goes_on {
                return;
            }
        }
    };
    thread::Builder::new().name("rxt-client-think".to_owned()).spawn(think).ok().map(|_| jobs)
}

/// Finds a move and sends it; false if the thread has to end.
fn answer(agent: &mut dyn Agent, pending: &Pending, end: Instant, depth: Option<u32>, done: &Sender<Done>) -> bool {
    let done = |panic| done.send(Done { job: Some(pending.number), panic }).is_ok();
    match choose(agent, pending, end, depth) {
        Some(Ok(choice)) => {
            pending.send(Some(choice), Source::Agent);
            done(None)
        }
        None => done(None),
        Some(Err(panic)) => {
            // Known before the answer is out, so that the next request finds another agent.
            done(Some(message(panic.as_ref())));
            pending.send_best_known();
            false
        }
    }
}

/// Ponders; false if the thread has to end.
fn ponder(agent: &mut dyn Agent, position: &Position, signal: &Signal, done: &Sender<Done>) -> bool {
    if signal.stopped() {
        return true;
    }
    match catch_unwind(AssertUnwindSafe(|| agent.ponder(position, signal))) {
        Ok(()) => true,
        Err(panic) => {
            let _ = done.send(Done { job: None, panic: Some(message(panic.as_ref())) });
            false
        }
    }
}

/// Thinks; `None` if there is nothing to think about any more, because the job before took too long.
fn choose(
    agent: &mut dyn Agent,
    pending: &Pending,
    end: Instant,
    depth: Option<u32>,
) -> Option<thread::Result<Choice>> {
    if pending.is_sent() {
        return None;
    }
    let time = end.saturating_duration_since(Instant::now());
    let budget = Budget { time: Some(time), depth, nodes: None };
    Some(catch_unwind(AssertUnwindSafe(|| agent.choose(&pending.position, &budget, &pending.signal))))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it did not say why").to_owned()
}
