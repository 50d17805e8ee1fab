//! How should a position be kept?

use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::plots::{Axis, Chart, Point, Series};
use crate::table::{Row, Table, number};
use crate::timing::{per_call, turns};
use rxt_arena::stats::{Mean, mean};
use rxt_engine::historic::{HashState, Key, Mask, NeighbourTable, Owner};
use rxt_rules::position::ChangeList;
use rxt_rules::rng::Rng;
use rxt_rules::{Answer, Cell, Move, Phase, Player, Position, Tile, UndoLog};
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

/// A move with what lies behind it: the position, whose turn it is there, and the replies.
struct Branch {
    mv: Move,
    answer: Answer,
    behind: Position,
    next: Player,
    replies: Vec<(Move, Answer)>,
}

/// A position in every storage.
struct Stored {
    position: Position,
    hash: HashState,
    table: NeighbourTable,
    nested: Vec<Vec<u8>>,
    flat: Vec<u8>,
    tiles: Vec<Place>,
    moves: Vec<(Move, Answer)>,
    /// The tree of the search: the first moves and their first replies, the same in every storage.
    tree: Vec<Branch>,
    player: Player,
}

/// The first few legal moves that do not exchange stones, because bytes know how to capture and no more.
fn ordinary(position: &Position) -> impl Iterator<Item = (Move, Answer)> {
    let moves = position.legal_moves().into_iter();
    let moves = moves.filter(|mv| !matches!(position.cell(mv.tile), Cell::CHOICE | Cell::INVERSION));
    moves.map(|mv| (mv, mv.answer(position.map()))).take(12)
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
        let tree = ordinary(&position).filter_map(|(mv, answer)| {
            let mut behind = position.clone();
            behind.play(mv);
            let next = behind.to_move().filter(|_| behind.phase() == Phase::Build)?;
            let replies = ordinary(&behind).collect();
            Some(Branch { mv, answer, behind, next, replies })
        });
        let tree = tree.collect();
        let (hash, table) = (HashState::new(&position)?, NeighbourTable::new(&map)?);
        let player = position.to_move()?;
        Some(Self { position, hash, table, nested, flat, tiles, moves, tree, player })
    }

    /// Nanoseconds for one look at a tile.
    fn read(&self, storage: &str, rounds: usize) -> f64 {
        let me = self.player;
        let own = Owner::stone(me);
        let byte = Cell::stone(me).to_byte();
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
                let mut changes = ChangeList::new(self.position.map());
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

    /// Own stones at all leaves of a search two moves deep, counted by looking at every tile as the report did, or known
    /// to the position. All storages find the same sum.
    fn leaves(&self, storage: &str) -> u64 {
        let (own, byte) = (Owner::stone(self.player), Cell::stone(self.player).to_byte());
        let in_hash = |state: &HashState| self.tiles.iter().filter(|tile| state.owner(tile.1) == own).count() as u64;
        let in_mask =
            |mask: &Mask| self.tiles.iter().filter(|tile| mask.owner(&self.hash, tile.1) == own).count() as u64;
        let in_bytes = |bytes: &[Vec<u8>]| bytes.iter().flatten().filter(|found| **found == byte).count() as u64;
        let stones = |position: &Position| u64::from(position.stones(self.player));
        let mut sum = 0;
        match storage {
            "hash map, copied" => {
                for branch in &self.tree {
                    let mut state = self.hash.clone();
                    state.set_stone(&self.table, self.player, branch.answer);
                    for &(_, answer) in &branch.replies {
                        let mut leaf = state.clone();
                        leaf.set_stone(&self.table, branch.next, answer);
                        sum += in_hash(&leaf);
                    }
                }
            }
            "mask over hash map" => {
                for branch in &self.tree {
                    let mask = Mask::new(&self.hash, &self.table, self.player, branch.answer);
                    for &(_, answer) in &branch.replies {
                        sum += in_mask(&mask.clone().next(&self.hash, &self.table, branch.next, answer));
                    }
                }
            }
            "bytes, duplicated" => {
                let mut changes = ChangeList::new(self.position.map());
                let mut duplicate = |bytes: &[Vec<u8>], position: &Position, mover: Player, mv: Move| {
                    let mut state = bytes.to_vec();
                    position.list_changes(mv, &mut changes);
                    for &(tile, _) in changes.as_slice() {
                        let (x, y) = self.position.map().place(tile);
                        state[usize::from(x)][usize::from(y)] = Cell::stone(mover).to_byte();
                    }
                    state
                };
                for branch in &self.tree {
                    let state = duplicate(&self.nested, &self.position, self.player, branch.mv);
                    for &(mv, _) in &branch.replies {
                        sum += in_bytes(&duplicate(&state, &branch.behind, branch.next, mv));
                    }
                }
            }
            "position, copied" => {
                for branch in &self.tree {
                    let mut state = self.position.clone();
                    state.play(branch.mv);
                    for &(mv, _) in &branch.replies {
                        let mut leaf = state.clone();
                        leaf.play(mv);
                        sum += stones(&leaf);
                    }
                }
            }
            _ => {
                let (mut state, mut log) = (self.position.clone(), UndoLog::new());
                for branch in &self.tree {
                    state.make(branch.mv, &mut log);
                    for &(mv, _) in &branch.replies {
                        state.make(mv, &mut log);
                        sum += stones(&state);
                        state.unmake(&mut log);
                    }
                    state.unmake(&mut log);
                }
            }
        }
        sum
    }

    /// Nanoseconds for one position of that search.
    fn search(&self, storage: &str, rounds: usize) -> f64 {
        let states: usize = self.tree.iter().map(|branch| 1 + branch.replies.len()).sum();
        per_call(rounds, || self.leaves(storage)) / states.max(1) as f64
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
                     copied position, and making and unmaking a move; rxt keeps planes of bits up to date with each. Then the same \
                     five in a search two moves deep, the same tree for all, whose leaves count own stones.",
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
        let searches = turns(STEPS.len(), number)
            .into_iter()
            .map(|index| row("search", STEPS[index], stored.search(STEPS[index], rounds)));
        reads.chain(steps).chain(searches).collect()
    }

    fn findings(&self, data: &Data) -> Findings {
        let times = data.table("times");
        let mut findings = Findings::default();
        for (what, list, caption) in [
            ("look", &READS[..], "CPU nanoseconds per look at a tile [95 %]"),
            ("step", &STEPS[..], "CPU nanoseconds per position behind a move [95 %]"),
            (
                "search",
                &STEPS[..],
                "CPU nanoseconds per position of a search two moves deep, stones counted at its leaves [95 %]",
            ),
        ] {
            let head: Vec<&str> = std::iter::once("map").chain(list.iter().copied()).collect();
            let mut table = MarkdownTable::new(caption, &head);
            for map in times.only(|row| row.text("what") == what).distinct("map") {
                let told = |storage: &&str| {
                    value(&times, map, what, storage).and_then(|mean| Some((mean.mean, mean.interval?))).map_or_else(
                        || "-".to_owned(),
                        |(mean, interval)| format!("{mean:.1} [{:.1}, {:.1}]", interval.low.max(0.0), interval.high),
                    )
                };
                table.push(std::iter::once(format!("`{map}`")).chain(list.iter().map(told)).collect());
            }
            findings.tables.push(table);
        }
        findings.found.extend(multiples(&times));
        findings
            .found
            .push("Masks spare the copy but look twice, first into the mask and then into the hash map.".to_owned());
        findings.sure.push(format!(
            "{} timings of CPU time in A B B A order on {} positions.",
            times.len(),
            times.distinct("position").len()
        ));
        findings.plots.push(("steps", chart(&times).into()));
        findings
    }
}

/// The mean time of something.
fn value(times: &Table, map: &str, what: &str, storage: &str) -> Option<Mean> {
    let here = |row: &Row<'_>| row.text("map") == map && row.text("what") == what && row.text("storage") == storage;
    mean(&times.rows().filter(here).map(|row| row.number("ns")).collect::<Vec<_>>())
}

/// How many times as long the hash map takes, in sentences.
fn multiples(times: &Table) -> [String; 2] {
    let on_maps = |told: &dyn Fn(&str) -> String| {
        let maps = times.distinct("map");
        maps.into_iter().map(|map| format!("{} times on `{map}`", told(map))).collect::<Vec<_>>().join(", ")
    };
    let ratio = |map: &str, what: &str, one: &str, other: &str| {
        let both = value(times, map, what, one).zip(value(times, map, what, other));
        both.map_or(f64::NAN, |(one, other)| one.mean / other.mean)
    };
    let (copied, unmade) = ("hash map, copied", "position, made and unmade");
    let looks = on_maps(&|map| format!("{:.0}", ratio(map, "look", "hash map", "nested bytes")));
    let steps = on_maps(&|map| format!("{:.0}", ratio(map, "step", copied, unmade)));
    let searches = on_maps(&|map| {
        let to_bytes = ratio(map, "search", copied, "bytes, duplicated");
        format!("{to_bytes:.1} and {:.0}", ratio(map, "search", copied, unmade))
    });
    [
        format!(
            "A look at a tile takes longer in a hash map than in nested bytes by: {looks}. A step takes longer with a copied hash map than by making and unmaking a move by: {steps}."
        ),
        format!(
            "In a search whose moves are given and whose leaves count stones, a copied hash map takes longer than duplicated bytes, and than making and unmaking moves, by: {searches}. The report saw 7.7, 12.9 and 4.3 times as long as with an array in its three searches, which also found their moves by such looks."
        ),
    ]
}

fn chart(times: &Table) -> Chart {
    let maps = times.distinct("map");
    let series = STEPS.iter().map(|storage| {
        let points = maps.iter().enumerate().filter_map(|(index, map)| {
            let found = value(times, map, "step", storage)?;
            let point = Point::new(index as f64, found.mean);
            Some(found.interval.map_or(point, |interval| point.between(interval.low.max(1.0), interval.high)))
        });
        Series::marks(storage, points.collect())
    });
    Chart {
        title: "Time for the position behind a move".to_owned(),
        x: Axis::new("map").named(maps.iter().map(|&map| map.to_owned())),
        y: Axis::new("CPU time, ns").logarithmic(),
        series: series.collect(),
        ..Chart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_storages_find_the_same_leaves() {
        let mut compared = 0;
        for (seed, map) in MAPS.into_iter().cycle().take(24).enumerate() {
            let mut rng = Rng::new(seed as u64);
            let mut position = Position::new(crate::field(map).map);
            for _ in 0..position.map().tile_count() / 3 {
                let Some(&mv) = rng.pick(&position.legal_moves()) else { break };
                position.play(mv);
            }
            let Some(stored) = Stored::new(position) else { continue };
            let sums = STEPS.map(|storage| stored.leaves(storage));
            assert!(sums.iter().all(|sum| *sum == sums[0]), "{map}: {sums:?}");
            compared += stored.tree.iter().map(|branch| branch.replies.len()).sum::<usize>();
        }
        println!("proof: {compared} leaves of a search alike in {} storages", STEPS.len());
        assert!(compared > 1000);
    }
}
