//! Which games are played: a function of the seed and the number of the game.

use rxt_rules::map::generate::{Amount, Options, Stocks, generate};
use rxt_rules::rng::Rng;
use rxt_rules::{Cell, Map};
use std::sync::Arc;
use std::time::Duration;

/// One game of a soak.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// Its number, from 0.
    pub number: u64,
    /// What its map is called.
    pub map_name: String,
    /// The map.
    pub map: Arc<Map>,
    /// How many seats are ours.
    pub seats: u8,
    /// Time credited per request.
    pub time: Duration,
    /// Whether busy threads run beside it.
    pub loaded: bool,
    /// Where all random numbers of the game come from.
    pub seed: u64,
}

/// Maps of ours that are played on, the large ones apart.
const MAPS: [(&str, &[u8]); 13] = [
    ("standard-8x8", include_bytes!("../../../../maps/standard-8x8.map")),
    ("rings-2p-7x13", include_bytes!("../../../../maps/rings-2p-7x13.map")),
    ("torus-2p-10x10", include_bytes!("../../../../maps/torus-2p-10x10.map")),
    ("overrides-2p-13x13", include_bytes!("../../../../maps/overrides-2p-13x13.map")),
    ("band-3p-9x15", include_bytes!("../../../../maps/band-3p-9x15.map")),
    ("wild-3p-12x17", include_bytes!("../../../../maps/wild-3p-12x17.map")),
    ("choices-4p-16x16", include_bytes!("../../../../maps/choices-4p-16x16.map")),
    ("cross-4p-15x15", include_bytes!("../../../../maps/cross-4p-15x15.map")),
    ("bombs-4p-25x25", include_bytes!("../../../../maps/bombs-4p-25x25.map")),
    ("torus-5p-15x15", include_bytes!("../../../../maps/torus-5p-15x15.map")),
    ("inversions-6p-17x19", include_bytes!("../../../../maps/inversions-6p-17x19.map")),
    ("torus-7p-14x21", include_bytes!("../../../../maps/torus-7p-14x21.map")),
    ("arena-8p-20x20", include_bytes!("../../../../maps/arena-8p-20x20.map")),
];

const LARGE_MAPS: [(&str, &[u8]); 3] = [
    ("plain-8p-50x50", include_bytes!("../../../../maps/plain-8p-50x50.map")),
    ("torus-5p-50x50", include_bytes!("../../../../maps/torus-5p-50x50.map")),
    ("bends-4p-50x50", include_bytes!("../../../../maps/bends-4p-50x50.map")),
];

/// Percent of the games.
const LARGE: u32 = 5;
const OURS: u32 = 45;
const TWO_SEATS: u32 = 25;
const FAST: u32 = 85;
/// The usual time per move, and what the others have.
const FAST_TIME: Duration = Duration::from_millis(200);
const SLOWER_TIMES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(1)];

/// The game with a number. Every other one is loaded.
pub fn plan(seed: u64, number: u64) -> GamePlan {
    // Two games in a row differ in load alone, so that both halves are played on the same maps.
    let mut rng = Rng::derived(seed, number / 2);
    let (map_name, map, is_large) = if rng.percent(LARGE) {
        let (name, map) = ours(&LARGE_MAPS, &mut rng);
        (name, map, true)
    } else if rng.percent(OURS) {
        let (name, map) = ours(&MAPS, &mut rng);
        (name, map, false)
    } else {
        let (name, map) = generated(&mut rng);
        (name, map, false)
    };
    let seats = if !is_large && rng.percent(TWO_SEATS) { 2 } else { 1 };
    let fast = is_large || rng.percent(FAST);
    let time = if fast { FAST_TIME } else { *rng.pick(&SLOWER_TIMES).unwrap_or(&FAST_TIME) };
    GamePlan { number, map_name, map, seats, time, loaded: number % 2 == 1, seed: rng.next_u64() }
}

impl GamePlan {
    /// How long the game takes, about: ours think as long as they may.
    pub fn estimate(&self) -> Duration {
        let free = [Cell::EMPTY, Cell::CHOICE, Cell::INVERSION, Cell::BONUS];
        let tiles = self.map.tiles().filter(|&tile| free.contains(&self.map.initial(tile))).count() as u32;
        let file = self.map.file();
        let own = tiles / u32::from(file.players) + u32::from(file.overrides) + u32::from(file.bombs);
        self.time * own * u32::from(self.seats)
    }
}

fn ours(maps: &[(&str, &[u8])], rng: &mut Rng) -> (String, Arc<Map>) {
    let (name, bytes) = maps[rng.below(maps.len())];
    let (map, _) = Map::parse(bytes).expect("our maps are checked by a test");
    (name.to_owned(), Arc::new(map))
}

fn generated(rng: &mut Rng) -> (String, Arc<Map>) {
    let players = 2 + rng.below(7) as u8;
    let mut side = || 6 + rng.below(11) as u16;
    let (height, width) = (side(), side());
    let mut options = Options::new(players, height, width);
    options.seed = rng.next_u64();
    options.tiles.holes = rng.below(20) as u8;
    options.tiles.specials = rng.below(15) as u8;
    options.tiles.clusters = 1 + rng.below(3) as u16;
    options.joins.torus = rng.percent(15);
    options.joins.transitions = Amount::Percent(rng.below(30) as u8);
    options.stocks = Stocks { overrides: rng.below(4) as u8, bombs: rng.below(4) as u8, strength: rng.below(3) as u8 };
    match generate(&options) {
        Ok(map) => (format!("generated-{players}p-{height}x{width}"), map),
        Err(_) => ours(&MAPS, rng),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_maps_can_be_read() {
        for (name, bytes) in MAPS.iter().chain(&LARGE_MAPS) {
            let (map, warnings) = Map::parse(bytes).unwrap();
            assert!(warnings.is_empty() && map.tile_count() > 0, "{name}");
        }
    }

    #[test]
    fn games_are_the_same_for_the_same_seed_and_cover_what_matters() {
        let games: Vec<GamePlan> = (0..400).map(|number| plan(1, number)).collect();
        let again = plan(1, 17);
        assert_eq!((again.seed, &again.map), (games[17].seed, &games[17].map));
        assert_ne!(plan(2, 17).seed, games[17].seed);
        for players in 2..=8 {
            assert!(games.iter().filter(|game| game.map.players() == players).count() > 10, "{players}");
        }
        let count = |is: fn(&GamePlan) -> bool| games.iter().filter(|game| is(game)).count();
        assert_eq!(count(|game| game.loaded), 200);
        assert!(count(|game| game.map.tile_count() > 1500) >= 8);
        assert!(count(|game| game.time == FAST_TIME) > 300);
        assert!(count(|game| game.seats == 2) > 50);
        let hours: Duration = games.iter().map(GamePlan::estimate).sum();
        assert!(hours < Duration::from_hours(4), "{hours:?} one after the other");
    }
}
