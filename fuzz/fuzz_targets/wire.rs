//! Fuzzes `wire_body::wire`.
#![no_main]

#[path = "../wire_body.rs"]
mod wire_body;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wire_body::wire(bytes));
