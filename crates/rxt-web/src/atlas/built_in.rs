//! The maps that come with rxt, part of the program so that they are there wherever it runs.

/// A map by name.
pub(super) struct BuiltIn {
    pub(super) name: &'static str,
    pub(super) text: &'static [u8],
}

macro_rules! maps {
    ($($name:literal)*) => {
        &[$(BuiltIn { name: $name, text: include_bytes!(concat!("../../../../maps/", $name, ".map")) }),*]
    };
}

/// Maps for playing, then those that teach a rule each.
pub(super) const MAPS: &[BuiltIn] = maps! {
    "arena-4p-20x20"
    "arena-8p-20x20"
    "band-3p-9x15"
    "band-6p-8x24"
    "bends-4p-50x50"
    "bombs-4p-25x25"
    "choices-4p-16x16"
    "cross-4p-15x15"
    "donut-4p-21x21"
    "expansion-2p-15x15"
    "inversions-6p-17x19"
    "islands-4p-19x19"
    "large-4p-100x100"
    "mirrors-2p-9x11"
    "moebius-2p-6x16"
    "overrides-2p-13x13"
    "plain-2p-20x20"
    "plain-8p-50x50"
    "rings-2p-7x13"
    "standard-8x8"
    "torus-2p-10x10"
    "torus-3p-15x15"
    "torus-5p-15x15"
    "torus-5p-50x50"
    "torus-7p-14x21"
    "torus-8p-24x24"
    "wild-3p-12x17"
    "rule-all-at-once"
    "rule-bend"
    "rule-bomb-craters"
    "rule-bomb-holes"
    "rule-bomb-transition"
    "rule-bombing-only"
    "rule-bonus-bomb"
    "rule-bonus"
    "rule-capture"
    "rule-choice"
    "rule-crossing"
    "rule-directions"
    "rule-expansion-enemy"
    "rule-expansion"
    "rule-first-passes"
    "rule-inversion"
    "rule-mirror"
    "rule-override-foreign"
    "rule-override-own"
    "rule-override-ring"
    "rule-passing"
    "rule-phase-change"
    "rule-ring-closed"
    "rule-ring-open"
    "rule-special-stops"
    "rule-stock-wrap"
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_maps_of_the_folder_are_part_of_the_program() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let names: BTreeSet<String> = files.filter_map(|name| name.strip_suffix(".map").map(str::to_owned)).collect();
        let known: BTreeSet<String> = MAPS.iter().map(|map| map.name.to_owned()).collect();
        assert_eq!(names, known);
    }
}
