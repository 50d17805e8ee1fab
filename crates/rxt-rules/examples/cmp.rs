use rxt_rules::moves::*;
use rxt_rules::rng::Rng;
use rxt_rules::*;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let mut total = 0u64;
    for f in std::env::args().skip(1) {
        let bytes = std::fs::read(&f).unwrap();
        let Ok((file, _)) = MapFile::parse(&bytes) else {
            println!("bad {f}");
            continue;
        };
        let mut rng = Rng::new(1);
        let mut maps: Vec<Arc<Map>> = vec![];
        for k in Kernel::ALL {
            for l in Level::available() {
                maps.push(Arc::new(Map::with_kernel(file.clone(), k, l).unwrap()));
            }
        }
        let mut ps: Vec<Position> = maps.iter().map(|m| Position::new(m.clone())).collect();
        let mut lists: Vec<TileList> = maps.iter().map(|m| TileList::new(m)).collect();
        let mut n = 0;
        let mut samples = vec![];
        while ps[0].phase() == Phase::Build {
            for pl in Player::all(ps[0].players()) {
                for o in [false, true] {
                    for (p, l) in ps.iter().zip(&mut lists) {
                        if o { p.list_overrides(pl, l) } else { p.list_ordinary(pl, l) }
                    }
                    for k in 1..ps.len() {
                        assert_eq!(lists[0].as_slice(), lists[k].as_slice(), "{f} {n} {pl} {o} {k} {:?}", ps[0]);
                    }
                    total += 1;
                }
            }
            samples.push(ps.iter().cloned().collect::<Vec<_>>());
            let ms = ps[2].legal_moves();
            let m = *rng.pick(&ms).unwrap();
            for p in &mut ps {
                p.play(m);
            }
            n += 1;
        }
    }
    println!("{total} comparisons");
}
