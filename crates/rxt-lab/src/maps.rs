//! The maps that experiments use, part of the program so that a run needs no files.

use rxt_arena::matches::Field;
use rxt_rules::Map;
use std::sync::Arc;

/// By name, without `.map`.
const MAPS: &[(&str, &str)] = &[
    ("standard-8x8", include_str!("../../../maps/standard-8x8.map")),
    ("torus-2p-10x10", include_str!("../../../maps/torus-2p-10x10.map")),
    ("mirrors-2p-9x11", include_str!("../../../maps/mirrors-2p-9x11.map")),
    ("moebius-2p-6x16", include_str!("../../../maps/moebius-2p-6x16.map")),
    ("rings-2p-7x13", include_str!("../../../maps/rings-2p-7x13.map")),
    ("overrides-2p-13x13", include_str!("../../../maps/overrides-2p-13x13.map")),
    ("expansion-2p-15x15", include_str!("../../../maps/expansion-2p-15x15.map")),
    ("plain-2p-20x20", include_str!("../../../maps/plain-2p-20x20.map")),
    ("band-3p-9x15", include_str!("../../../maps/band-3p-9x15.map")),
    ("wild-3p-12x17", include_str!("../../../maps/wild-3p-12x17.map")),
    ("torus-3p-15x15", include_str!("../../../maps/torus-3p-15x15.map")),
    ("cross-4p-15x15", include_str!("../../../maps/cross-4p-15x15.map")),
    ("choices-4p-16x16", include_str!("../../../maps/choices-4p-16x16.map")),
    ("islands-4p-19x19", include_str!("../../../maps/islands-4p-19x19.map")),
    ("arena-4p-20x20", include_str!("../../../maps/arena-4p-20x20.map")),
    ("donut-4p-21x21", include_str!("../../../maps/donut-4p-21x21.map")),
    ("bombs-4p-25x25", include_str!("../../../maps/bombs-4p-25x25.map")),
    ("band-6p-8x24", include_str!("../../../maps/band-6p-8x24.map")),
    ("inversions-6p-17x19", include_str!("../../../maps/inversions-6p-17x19.map")),
    ("arena-8p-20x20", include_str!("../../../maps/arena-8p-20x20.map")),
    ("torus-8p-24x24", include_str!("../../../maps/torus-8p-24x24.map")),
    ("plain-8p-50x50", include_str!("../../../maps/plain-8p-50x50.map")),
];

/// The names of all maps of the lab.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    MAPS.iter().map(|(name, _)| *name)
}

/// A map of the lab by its name.
pub fn field(name: &str) -> Field {
    let text = MAPS.iter().find(|(found, _)| *found == name).map(|(_, text)| *text);
    let text = text
        .unwrap_or_else(|| panic!("`{name}` is no map of the lab; expected one of {:?}", names().collect::<Vec<_>>()));
    parse(name, text)
}

/// A map that was changed, such as one without special tiles.
pub(crate) fn changed(name: &str, base: &str, change: impl Fn(char) -> char) -> Field {
    let field = field(base);
    let text = field.map.file().to_string();
    // The five numbers in front hold no letters, and transitions behind the board hold none but `<->`.
    let changed: String = text.chars().map(change).collect();
    parse(name, &changed)
}

fn parse(name: &str, text: &str) -> Field {
    let (map, _) = Map::parse(text.as_bytes()).unwrap_or_else(|error| panic!("the map `{name}` of the lab: {error}"));
    Field { name: name.to_owned(), map: Arc::new(map) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_maps_can_be_played_and_changed() {
        for name in names() {
            assert!(field(name).map.tile_count() > 0, "{name}");
        }
        let plain = changed("plain", "choices-4p-16x16", |letter| if letter == 'c' { '0' } else { letter });
        assert!(!plain.map.file().to_string().contains('c'));
    }
}
