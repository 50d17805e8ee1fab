//! The server end to end: good clients, bad ones, strangers, watchers, and networks that misbehave.
//!
//! One program, because each that speaks with a server takes long to compile.

mod edge;
mod faults;
mod games;
mod spectators;
mod strangers;
mod support;
mod vectors;
mod zoo;
