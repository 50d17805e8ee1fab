//! Searches behave the same with every kernel and at every CPU level, and as they did when the numbers below were written.

use rxt_engine::bench::{SPECS, fingerprint_of};
use rxt_rules::moves::{Kernel, Level};

/// What `rxt bench search` prints. A change of behaviour changes it, and says so in the commit.
const NODES: u64 = 450_087;
/// The same of the default engine, whose evaluation the number above does not cover.
const DEFAULT_NODES: u64 = 32_372;

#[test]
fn the_fingerprints_are_the_same_with_every_kernel_at_every_level() {
    for (specs, nodes) in [(SPECS, NODES), (&["default"], DEFAULT_NODES)] {
        let mut counted = 0;
        for (index, level) in Level::available().into_iter().enumerate() {
            // The ray walker is the same code at every level.
            for kernel in Kernel::ALL.into_iter().filter(|&kernel| index == 0 || kernel != Kernel::Naive) {
                assert_eq!(fingerprint_of(specs, kernel, level).unwrap(), nodes, "{kernel:?} {level:?}");
                counted += 1;
            }
        }
        println!("proof: {nodes} positions visited by {} players, the same {counted} times", specs.len());
    }
}
