//! How should a position be kept?

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Point, Series};
use crate::table::number;
use crate::timing::{per_call, turns};
use rxt_arena::stats::mean;
use rxt_engine::historic::{HashState, Key, Mask, NeighbourTable};
use rxt_rules::rng::Rng;
use rxt_rules::{Answer, Move, Player, Position, Tile, UndoLog};
use std::sync::Arc;

/// The experiment.
pub(super) struct StateStorage;

const MAPS: [&str; 4] = ["standard-8x8", "torus-3p-15x15", "arena-4p-20x20", "plain-8p-50x50"];
const TIMES: Schema = Schema { name: "times", columns: &["map", "position", "what", "storage", "ns"] };
const READS: [&str; 4] = ["hash map", "nested bytes", "flat bytes", "position"];
const STEPS: [&str; 5] =
    ["hash map, copied", "mask over hash map", "bytes, duplicated", "position, copied", "position, made and unmade"];

/// A tile: its number, its key, and its column and row.
type Place = (Tile, Key, usize, usize);

/// A position in every storage.
struct Stored {
    position: Position,
    hash: HashState,
    table: NeighbourTable,
    nested: Vec<Vec<u8>>,
    flat: Vec<u8>,
    tiles: Vec<Place>,
    moves: Vec<(Move, Answer)>,
    player: Player,
}

impl Stored {
    fn new(position: Position) -> Option<Self> {
        let map = Arc::clone(position.map());
        let tiles: Vec<Place> = map
            .tiles()
            .map(|tile| {
                let (x, y) = map.place(tile);
                (tile, Key::tile(x, y), usize::from(x), usize::from(y))
            })
            .collect();
        let cell = |x: u16, y: u16| position.cell_at(x, y).to_byte();
        let nested = (0..map.width()).map(|x| (0..map.height()).map(|y| cell(x, y)).collect()).collect();
        let flat = map.tiles().map(|tile| position.cell(tile).to_byte()).collect();
        let moves = position.legal_moves().into_iter().map(|mv| (mv, mv.answer(&map))).take(24).collect();
        let (hash, table) = (HashState::new(&position)?, NeighbourTable::new(&map)?);
        let player = position.to_move()?;
        Some(Self { position, hash, table, nested, flat, tiles, moves, player })
    }

    /// Nanoseconds for one look at a tile.
    fn read(&self, storage: &str, rounds: usize) -> f64 {
        let me = self.player;
        let own = rxt_engine::historic::Owner::stone(me);
        let byte = rxt_rules::Cell::stone(me).to_byte();
        let count = |hit: &dyn Fn(&Place) -> bool| self.tiles.iter().filter(|tile| hit(tile)).count() as u64;
        let time = match storage {
            "hash map" => per_call(rounds, || count(&|tile| self.hash.owner(tile.1) == own)),
            "nested bytes" => per_call(rounds, || count(&|tile| self.nested[tile.2][tile.3] == byte)),
            "flat bytes" => per_call(rounds, || count(&|tile| self.flat[tile.0.index()] == byte)),
            _ => per_call(rounds, || count(&|tile| self.position.cell(tile.0).owner() == Some(me))),
        };
        time / self.tiles.len() as f64
    }

    /// Nanoseconds for one position behind a legal move.
    fn step(&self, storage: &str, rounds: usize) -> f64 {
        let each = |act: &mut dyn FnMut(Move, Answer) -> u64| {
            self.moves.iter().map(|&(mv, answer)| act(mv, answer)).sum::<u64>()
        };
        let time = match storage {
            "hash map, copied" => per_call(rounds, || {
                each(&mut |_, answer| {
                    let mut state = self.hash.clone();
                    state.set_stone(&self.table, self.player, answer);
                    u64::from(state.stock(Key::bombs(self.player)))
                })
            }),
            "mask over hash map" => per_call(rounds, || {
                each(&mut |_, answer| Mask::new(&self.hash, &self.table, self.player, answer).len() as u64)
            }),
            "bytes, duplicated" => {
                let mut changes = rxt_rules::position::ChangeList::new(self.position.map());
                per_call(rounds, || {
                    each(&mut |mv, _| {
                        let mut state = self.nested.clone();
                        self.position.list_changes(mv, &mut changes);
                        for &(tile, _) in changes.as_slice() {
                            let (x, y) = self.position.map().place(tile);
                            state[usize::from(x)][usize::from(y)] = self.player.number();
                        }
                        state.len() as u64
                    })
                })
            }
            "position, copied" => per_call(rounds, || {
                each(&mut |mv, _| {
                    let mut state = self.position.clone();
                    state.play(mv);
                    u64::from(state.stones(self.player))
                })
            }),
            _ => {
                let (mut state, mut log) = (self.position.clone(), UndoLog::new());
                per_call(rounds, || {
                    each(&mut |mv, _| {
                        state.make(mv, &mut log);
                        let stones = u64::from(state.stones(self.player));
                        state.unmake(&mut log);
                        stones
                    })
                })
            }
        };
        time / self.moves.len().max(1) as f64
    }
}

impl Experiment for StateStorage {
    fn about(&self) -> About {
        About {
            name: "state-storage",
            question: "How should a position be kept: hash map, array, masks over a base, or planes of bits?",
            source: "2025 report, first assignment, sections 1.3 and 1.4; second assignment, sections 2.1 and 3.2.",
            claim: "Time per state in three searches: 3.01, 2.34 and 1.58 with an array, 23.23, 30.25 and 6.72 with a hash map, said to be \
                    milliseconds; the other figures of the report show that they must be microseconds. Masks of changed tiles over a base \
                    position were built and not measured.",
            method: "Positions from the middle of random games in every storage. Per look at a tile: hash map, nested bytes, flat bytes, and \
                     the position of rxt. Per position behind a legal move: a copied hash map, a mask over it, duplicated nested bytes, a \
                     copied position, and making and unmaking a move; rxt keeps planes of bits up to date with each.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[TIMES]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(80, 2)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let fields = lab.fields(&MAPS[..lab.size(4, 1)]);
        let field = &fields[number as usize % fields.len()];
        let mut rng = Rng::derived(lab.seed, u64::from(number));
        let mut position = Position::new(Arc::clone(&field.map));
        for _ in 0..field.map.tile_count() / 3 {
            let Some(&mv) = rng.pick(&position.legal_moves()) else { break };
            position.play(mv);
        }
        let Some(stored) = Stored::new(position).filter(|stored| !stored.moves.is_empty()) else { return Vec::new() };
        let rounds = lab.size(5, 1);
        let row = |what: &str, storage: &str, time: f64| {
            (0, vec![field.name.clone(), number.to_string(), what.to_owned(), storage.to_owned(), self::number(time)])
        };
        let reads = turns(READS.len(), number)
            .into_iter()
            .map(|index| row("look", READS[index], stored.read(READS[index], rounds)));
        let steps = turns(STEPS.len(), number)
            .into_iter()
            .map(|index| row("step", STEPS[index], stored.step(STEPS[index], rounds)));
        reads.chain(steps).collect()
    }

    fn findings(&self, data: &Data) -> Findings {
        let times = data.table("times");
        let value = |map: &str, storage: &str| {
            let rows = times.rows().filter(|row| row.text("map") == map && row.text("storage") == storage);
            mean(&rows.map(|row| row.number("ns")).collect::<Vec<_>>())
        };
        let mut findings = Findings::default();
        for (what, list, caption) in [
            ("look", &READS[..], "CPU nanoseconds per look at a tile [95 %]"),
            ("step", &STEPS[..], "CPU nanoseconds per position behind a move [95 %]"),
        ] {
            let head: Vec<&str> = std::iter::once("map").chain(list.iter().copied()).collect();
            let mut table = MarkdownTable::new(caption, &head);
            for map in times.only(|row| row.text("what") == what).distinct("map") {
                let told = |storage: &&str| {
                    value(map, storage).and_then(|mean| Some((mean.mean, mean.interval?))).map_or_else(
                        || "-".to_owned(),
                        |(mean, interval)| format!("{mean:.1} [{:.1}, {:.1}]", interval.low.max(0.0), interval.high),
                    )
                };
                table.push(std::iter::once(format!("`{map}`")).chain(list.iter().map(told)).collect());
            }
            findings.tables.push(table);
        }
        let ratio = |map: &str, one: &str, other: &str| {
            value(map, one).zip(value(map, other)).map_or(f64::NAN, |(one, other)| one.mean / other.mean)
        };
        let maps = times.distinct("map");
        let looks: Vec<String> =
            maps.iter().map(|map| format!("{:.0} times on `{map}`", ratio(map, "hash map", "nested bytes"))).collect();
        let steps: Vec<String> = maps
            .iter()
            .map(|map| format!("{:.0} times on `{map}`", ratio(map, "hash map, copied", "position, made and unmade")))
            .collect();
        findings.found.push(format!("A look at a tile takes longer in a hash map than in nested bytes by: {}. A step takes longer with a copied hash map than by making and unmaking a move by: {}.", looks.join(", "), steps.join(", ")));
        findings
            .found
            .push("Masks spare the copy but look twice, first into the mask and then into the hash map.".to_owned());
        findings.sure.push(format!(
            "{} timings of CPU time in A B B A order on {} positions.",
            times.len(),
            times.distinct("position").len()
        ));
        let series = STEPS.iter().map(|storage| {
            let points = maps.iter().enumerate().filter_map(|(index, map)| {
                let found = value(map, storage)?;
                let point = Point::new(index as f64, found.mean);
                Some(found.interval.map_or(point, |interval| point.between(interval.low.max(1.0), interval.high)))
            });
            Series::marks(storage, points.collect())
        });
        let chart = Chart {
            title: "Time for the position behind a move".to_owned(),
            x: Axis::new("map").named(maps.iter().map(|&map| map.to_owned())),
            y: Axis::new("CPU time, ns").logarithmic(),
            series: series.collect(),
            ..Chart::default()
        };
        findings.plots.push(("steps", chart.into()));
        findings
    }
}
