//! The kernels one by one: `cargo bench -p rxt-rules`. Ratios between them count, not the times.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use rxt_rules::moves::{Kernel, Level, TileList};
use rxt_rules::rng::Rng;
use rxt_rules::{Map, MapFile, Phase, Position, UndoLog};
use std::hint::black_box;
use std::sync::Arc;

const MAPS: [(&str, &str); 4] = [
    ("standard-8x8", include_str!("../../../maps/standard-8x8.map")),
    ("cross-4p-15x15", include_str!("../../../maps/cross-4p-15x15.map")),
    ("plain-8p-50x50", include_str!("../../../maps/plain-8p-50x50.map")),
    ("torus-5p-50x50", include_str!("../../../maps/torus-5p-50x50.map")),
];

/// Positions of a few random games, one in three.
fn positions(map: &Arc<Map>) -> Vec<Position> {
    let mut sampled = Vec::new();
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let mut position = Position::new(map.clone());
        while position.phase() == Phase::Build && sampled.len() < 512 {
            let moves = position.legal_moves();
            if rng.percent(33) {
                sampled.push(position.clone());
            }
            position.play(*rng.pick(&moves).expect("who is asked has a move"));
        }
        if sampled.len() >= 512 {
            break;
        }
    }
    sampled
}

fn lists(criterion: &mut Criterion) {
    for (name, text) in MAPS {
        let (file, _) = MapFile::parse(text.as_bytes()).expect("our maps are valid");
        let mut group = criterion.benchmark_group(format!("list/{name}"));
        let mut found = None;
        for kernel in Kernel::ALL {
            let map = Arc::new(Map::with_kernel(file.clone(), kernel, Level::detect()).expect("our maps are valid"));
            let positions = positions(&map);
            let mut list = TileList::new(&map);
            let mut all = || -> usize {
                let listed = |position: &Position, list: &mut TileList| {
                    position.list_ordinary(position.to_move().expect("sampled before the end"), list);
                    list.as_slice().len()
                };
                positions.iter().map(|position| listed(position, &mut list)).sum()
            };
            assert_eq!(all(), *found.get_or_insert_with(&mut all), "every kernel lists the same");
            group.bench_function(BenchmarkId::from_parameter(format!("{kernel:?}")), |bencher| {
                bencher.iter(|| black_box(all()));
            });
        }
    }
}

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("make and undo");
    for (name, text) in MAPS {
        let (map, _) = Map::parse(text.as_bytes()).expect("our maps are valid");
        let mut positions: Vec<_> = positions(&Arc::new(map))
            .into_iter()
            .map(|position| {
                let mv = position.legal_moves()[0];
                (position, mv)
            })
            .collect();
        let mut log = UndoLog::new();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for (position, mv) in &mut positions {
                    position.make(*mv, &mut log);
                    position.unmake(&mut log);
                }
            });
        });
        assert!(log.is_empty());
    }
}

criterion_group! {
    name = kernels;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2));
    targets = lists, moves
}
criterion_main!(kernels);
