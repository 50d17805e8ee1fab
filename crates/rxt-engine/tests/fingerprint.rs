//! Searches behave the same with every kernel and at every CPU level, and as they did when the number below was written.

use rxt_engine::bench::fingerprint;
use rxt_rules::moves::{Kernel, Level};

/// What `rxt bench search` prints. A change of behaviour changes it, and says so in the commit.
const NODES: u64 = 450_087;

#[test]
fn the_fingerprint_is_the_same_with_every_kernel_at_every_level() {
    let mut counted = 0;
    for (index, level) in Level::available().into_iter().enumerate() {
        // The ray walker is the same code at every level.
        for kernel in Kernel::ALL.into_iter().filter(|&kernel| index == 0 || kernel != Kernel::Naive) {
            assert_eq!(fingerprint(kernel, level).unwrap(), NODES, "{kernel:?} {level:?}");
            counted += 1;
        }
    }
    println!("proof: {NODES} positions visited by all searches, the same {counted} times");
}
