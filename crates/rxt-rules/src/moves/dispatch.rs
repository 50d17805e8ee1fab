//! Runs the kernels with the instructions that the CPU has. The only `unsafe` code of the workspace.

use super::kernel::{self, Level, Scratch, Targets, View};

impl Level {
    /// The best level of this CPU.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
        {
            return Self::V3;
        }
        Self::Baseline
    }

    /// The levels that this CPU can run, the plainest first.
    pub fn available() -> Vec<Self> {
        match Self::detect() {
            Self::Baseline => vec![Self::Baseline],
            Self::V3 => vec![Self::Baseline, Self::V3],
        }
    }

    /// This level, or the plain one where the CPU cannot run it. Layouts keep only levels that went through here.
    pub(super) fn supported(self) -> Self {
        if self == Self::V3 { Self::detect() } else { self }
    }
}

/// Defines a function that runs a kernel function at the level of the view.
macro_rules! dispatched {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        #[inline]
        #[expect(unsafe_code, reason = "the CPU's features are known only at run time")]
        pub(crate) fn $name(view: View<'_>, $($argument: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
            fn v3(view: View<'_>, $($argument: $type),*) -> $result {
                kernel::$name(view, $($argument),*)
            }

            match view.layout.level {
                // SAFETY: `Level::supported` lets `V3` into a layout only if the CPU has all of its features.
                #[cfg(target_arch = "x86_64")]
                Level::V3 => unsafe { v3(view, $($argument),*) },
                _ => kernel::$name(view, $($argument),*),
            }
        }
    };
}

dispatched! {
    /// Writes the target tiles from which something is captured into the scratch, ascending; returns how many. Tiles
    /// that are marked already are taken along.
    list(targets: Targets, scratch: &mut Scratch) -> usize
}

dispatched! {
    /// Counts the target tiles from which something is captured.
    count(targets: Targets, scratch: &mut Scratch) -> u32
}

dispatched! {
    /// Whether something is captured from any target tile.
    any(targets: Targets) -> bool
}
