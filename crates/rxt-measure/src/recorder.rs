//! Keeps samples: a buffer for each thread, and a list of all buffers for whoever takes them.

use crate::clock::{monotonic_ns, thread_cpu_ns};
use crate::sample::{Content, Name, Sample};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Samples that a thread's buffer has room for before it has to grow.
pub const CAPACITY: usize = 1 << 14;

/// Which clocks are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clocks {
    /// The one on the wall, which is quick to read.
    Wall,
    /// That of the thread's CPU time as well.
    #[default]
    Both,
}

type Buffer = Arc<Mutex<Vec<Sample>>>;

const OFF: u8 = 0;
const WALL: u8 = 1;
const BOTH: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(OFF);
static ORIGIN: AtomicU64 = AtomicU64::new(0);
static THREADS: AtomicU32 = AtomicU32::new(0);
static BUFFERS: Mutex<Vec<Buffer>> = Mutex::new(Vec::new());

thread_local! {
    static OWN: RefCell<Option<(u32, Buffer)>> = const { RefCell::new(None) };
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Begins to measure, in all threads. What was measured before and not taken is forgotten.
pub fn start(clocks: Clocks) {
    take();
    ORIGIN.store(monotonic_ns(), Ordering::Relaxed);
    STATE.store(if clocks == Clocks::Both { BOTH } else { WALL }, Ordering::Relaxed);
}

/// Ends it and returns all samples in the order in which they ended. Spans that are still open are not among them.
pub fn stop() -> Vec<Sample> {
    STATE.store(OFF, Ordering::Relaxed);
    take()
}

/// Returns the samples so far, in the order in which they ended, and goes on.
pub fn take() -> Vec<Sample> {
    let mut samples = Vec::new();
    for buffer in lock(&BUFFERS).iter() {
        samples.append(&mut lock(buffer));
    }
    samples.sort_by_key(|sample| sample.ended_ns);
    samples
}

/// Whether anything is measured at present.
#[inline]
pub fn is_on() -> bool {
    STATE.load(Ordering::Relaxed) != OFF
}

/// Measures the time until the span is dropped.
#[inline]
#[must_use = "the time ends where the span is dropped"]
pub fn span(series: impl Into<Name>) -> Span {
    match STATE.load(Ordering::Relaxed) {
        OFF => Span(None),
        state => Span(Some(Open::new(series.into(), state == BOTH))),
    }
}

/// Adds a number to a series.
#[inline]
pub fn value(series: impl Into<Name>, number: impl IntoNumber) {
    if is_on() {
        add(series.into(), monotonic_ns(), DEPTH.get(), Content::Number(number.into_number()));
    }
}

/// Adds a text to a series. It is made only if somebody measures.
#[inline]
pub fn text(series: impl Into<Name>, make: impl FnOnce() -> String) {
    if is_on() {
        add(series.into(), monotonic_ns(), DEPTH.get(), Content::Text(make()));
    }
}

/// What [`value`] takes for a number.
pub trait IntoNumber {
    /// The number as it is kept.
    fn into_number(self) -> f64;
}

macro_rules! numbers {
    ($($kind:ty),*) => {
        $(impl IntoNumber for $kind {
            #[inline]
            fn into_number(self) -> f64 {
                self as f64
            }
        })*
    };
}

numbers!(f64, u64, i64, usize);

macro_rules! small_numbers {
    ($($kind:ty),*) => {
        $(impl IntoNumber for $kind {
            #[inline]
            fn into_number(self) -> f64 {
                f64::from(self)
            }
        })*
    };
}

small_numbers!(u32, i32, u16, u8, f32);

/// A span of time that is measured, if anything is.
#[derive(Debug)]
pub struct Span(Option<Open>);

#[derive(Debug)]
struct Open {
    series: Name,
    cpu_ns: Option<u64>,
    wall_ns: u64,
}

impl Open {
    fn new(series: Name, cpu: bool) -> Self {
        DEPTH.set(DEPTH.get() + 1);
        own(|_, _| {});
        let cpu_ns = cpu.then(thread_cpu_ns);
        Self { series, cpu_ns, wall_ns: monotonic_ns() }
    }
}

impl Drop for Span {
    fn drop(&mut self) {
        let Some(open) = self.0.take() else { return };
        let now = monotonic_ns();
        let cpu_ns = open.cpu_ns.map(|before| thread_cpu_ns().saturating_sub(before));
        let depth = DEPTH.get().saturating_sub(1);
        DEPTH.set(depth);
        if is_on() {
            add(open.series, now, depth, Content::Time { wall_ns: now.saturating_sub(open.wall_ns), cpu_ns });
        }
    }
}

fn add(series: Name, now: u64, depth: u32, content: Content) {
    let ended_ns = now.saturating_sub(ORIGIN.load(Ordering::Relaxed));
    own(|thread, buffer| lock(buffer).push(Sample { series, ended_ns, thread, depth, content }));
}

/// The buffer of this thread; it is made when the thread measures for the first time.
fn own(act: impl FnOnce(u32, &Buffer)) {
    OWN.with_borrow_mut(|own| {
        let (thread, buffer) = own.get_or_insert_with(|| {
            let buffer: Buffer = Arc::new(Mutex::new(Vec::with_capacity(CAPACITY)));
            lock(&BUFFERS).push(Arc::clone(&buffer));
            (THREADS.fetch_add(1, Ordering::Relaxed), buffer)
        });
        act(*thread, buffer);
    });
}

/// Samples stay readable when a thread has panicked: a game that broke off is to be looked at, too.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
