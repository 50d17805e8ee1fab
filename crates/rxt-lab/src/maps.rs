//! The maps that experiments use, part of the program so that a run needs no files.

use rxt_arena::matches::Field;
use rxt_rules::Map;
use rxt_rules::map::generate::{
    Amount, JoinOptions, Options, Shapes, Specials, Stocks, Symmetry, TileOptions, generate,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

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

/// What the generated maps of a deck have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Flavour {
    /// Neither special tiles nor override stones.
    Plain,
    /// Some of everything.
    Mixed,
    /// Many override stones, and bonus tiles that give more.
    Overrides,
    /// Many inversion tiles.
    Inversions,
    /// Many choice tiles.
    Choices,
    /// Many bonus tiles.
    Bonuses,
    /// Many and stronger bombs.
    Bombs,
}

/// Maps in a deck. Where several numbers of players share a comparison, fewer of each are used.
const DECK: u64 = 120;

/// Small maps for a number of players, nearly all different and always the same: torus or not, with few holes or many, with and
/// without transitions and symmetry. The interval of a score draws maps again, so a comparison needs many of them to be settled.
pub(crate) fn deck(players: u8, flavour: Flavour) -> Vec<Field> {
    static DECKS: Mutex<BTreeMap<(u8, Flavour), Vec<Field>>> = Mutex::new(BTreeMap::new());
    let mut decks = DECKS.lock().unwrap_or_else(PoisonError::into_inner);
    decks
        .entry((players, flavour))
        .or_insert_with(|| (0..DECK).map(|card| card_of(players, flavour, card)).collect())
        .clone()
}

fn card_of(players: u8, flavour: Flavour, card: u64) -> Field {
    use Flavour::{Bombs, Bonuses, Choices, Inversions, Mixed, Overrides, Plain};
    let cycle = |of: &[u8], every: u64| of[(card / every) as usize % of.len()];
    // About a hundred squares for two players, two hundred for eight.
    let side = 7 + players + cycle(&[0, 1, 2], 1) - players / 3;
    let (height, width) = (u16::from(side), u16::from(side + cycle(&[0, 1], 3)));
    let weights = |choice, inversion, bonus, expansion| Specials { choice, inversion, bonus, expansion };
    let (specials, weights) = match flavour {
        Plain => (0, weights(1, 1, 1, 1)),
        Mixed => (cycle(&[4, 8], 1), weights(1, 1, 2, 1)),
        Overrides => (cycle(&[3, 6], 1), weights(0, 0, 2, 1)),
        Inversions => (cycle(&[4, 8], 1), weights(0, 4, 1, 1)),
        Choices => (cycle(&[4, 8], 1), weights(4, 0, 1, 1)),
        Bonuses => (cycle(&[5, 10], 1), weights(0, 0, 4, 1)),
        Bombs => (cycle(&[0, 4], 1), weights(1, 1, 1, 1)),
    };
    let (overrides, bombs, strength) = match flavour {
        Plain => (0, 1, 1),
        Overrides => (cycle(&[2, 4, 6], 1), 1, 1),
        Bombs => (1, cycle(&[3, 5], 2), cycle(&[1, 2], 1)),
        Mixed | Inversions | Choices | Bonuses => (cycle(&[1, 2, 3], 2), cycle(&[1, 2], 1), 1),
    };
    let even = players.is_multiple_of(2);
    let options = Options {
        seed: card,
        players,
        height,
        width,
        symmetry: if even && card.is_multiple_of(2) { Symmetry::Rotational } else { Symmetry::None },
        tiles: TileOptions { holes: cycle(&[5, 9, 13], 2), specials, weights, clusters: 1, fill: 0 },
        joins: JoinOptions {
            torus: card % 5 == 4,
            transitions: Amount::Percent(cycle(&[0, 15, 40], 3)),
            shapes: Shapes { any: 4, straight: 8, ring: 6, same_tile: 1, mirror: 1 },
        },
        stocks: Stocks { overrides, bombs, strength },
    };
    let map = generate(&options).unwrap_or_else(|error| panic!("card {card} of the deck for {players}: {error}"));
    let kind = format!("{flavour:?}").to_lowercase();
    Field { name: format!("{kind}-{players}p-{card:02}"), map }
}

fn parse(name: &str, text: &str) -> Field {
    let (map, _) = Map::parse(text.as_bytes()).unwrap_or_else(|error| panic!("the map `{name}` of the lab: {error}"));
    Field { name: name.to_owned(), map: Arc::new(map) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_has_different_maps_that_can_be_played() {
        use Flavour::{Bombs, Bonuses, Choices, Inversions, Mixed, Overrides, Plain};
        for flavour in [Plain, Mixed, Overrides, Inversions, Choices, Bonuses, Bombs] {
            for players in [2, 3, 4, 6, 8] {
                let texts: Vec<String> =
                    deck(players, flavour).iter().map(|field| field.map.file().to_string()).collect();
                let different: std::collections::BTreeSet<&String> = texts.iter().collect();
                assert!(different.len() > DECK as usize - 3, "{flavour:?} for {players}: {}", different.len());
                // Whatever the deck is for, nearly all of its maps have.
                let wanted = match flavour {
                    Inversions => 'i',
                    Choices => 'c',
                    Bonuses => 'b',
                    Plain | Mixed | Overrides | Bombs => continue,
                };
                let with = texts.iter().filter(|text| text.contains(wanted)).count();
                assert!(with > 105, "{flavour:?} for {players}: {with} of {DECK}");
            }
        }
    }

    #[test]
    fn all_maps_can_be_played_and_changed() {
        for name in names() {
            assert!(field(name).map.tile_count() > 0, "{name}");
        }
        let plain = changed("plain", "choices-4p-16x16", |letter| if letter == 'c' { '0' } else { letter });
        assert!(!plain.map.file().to_string().contains('c'));
    }
}
