//! x
use rxt_rules::moves::*;
use rxt_rules::rng::Rng;
use rxt_rules::*;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let mut args = std::env::args().skip(1);
    let mode = args.next().unwrap();
    for f in args {
        let bytes = std::fs::read(&f).unwrap();
        let (file, _) = MapFile::parse(&bytes).unwrap();
        let map = Arc::new(
            Map::with_kernel(
                file.clone(),
                match &std::env::var("K").unwrap_or_default()[..] {
                    "lines" => Kernel::Lines,
                    "rows" => Kernel::Rows,
                    "chain" => Kernel::Chain,
                    _ => Kernel::Best,
                },
                Level::V3,
            )
            .unwrap(),
        );
        let nmap = Arc::new(Map::with_kernel(file.clone(), Kernel::Naive, Level::V3).unwrap());
        let mut s = vec![];
        let mut seed = 0;
        while s.len() < 600 && seed < 300 {
            seed += 1;
            let mut rng = Rng::new(seed);
            let mut p = Position::new(map.clone());
            let mut q = Position::new(nmap.clone());
            while p.phase() == Phase::Build {
                let ms = p.legal_moves();
                let m = *rng.pick(&ms).unwrap();
                if rng.percent(20) {
                    s.push((p.clone(), q.clone()));
                }
                p.play(m);
                q.play(m);
            }
        }
        s.truncate(600);
        if s.len() < 100 {
            continue;
        }
        let mut l = TileList::new(&map);
        let mut ln = TileList::new(&nmap);
        let run = |q: &(Position, Position), fast: bool, l: &mut TileList| -> usize {
            let p = if fast { &q.0 } else { &q.1 };
            let pl = p.to_move().unwrap();
            match &mode[..] {
                "o" => {
                    p.list_overrides(pl, l);
                    l.as_slice().len()
                }
                "f" => {
                    p.list_ordinary(pl, l);
                    l.as_slice().len()
                }
                "m" => Player::all(p.players()).map(|pl| p.mobility(pl, l) as usize).sum(),
                _ => p.has_move(pl) as usize,
            }
        };
        let mut bf = f64::MAX;
        let mut bn = f64::MAX;
        let mut c = 0;
        for _ in 0..std::env::var("N").map_or(60, |v| v.parse().unwrap()) {
            let t = Instant::now();
            for q in &s {
                c += run(q, true, &mut l);
            }
            bf = bf.min(t.elapsed().as_nanos() as f64 / s.len() as f64);
        }
        for _ in 0..4 {
            let t = Instant::now();
            for q in &s {
                c += run(q, false, &mut ln);
            }
            bn = bn.min(t.elapsed().as_nanos() as f64 / s.len() as f64);
        }
        println!(
            "{:40} {:5} {:18} {:8.0} {:8.0} {:5.1}x  avg {}",
            f.rsplit('/').next().unwrap(),
            map.tile_count(),
            map.kernel_name(),
            bf,
            bn,
            bn / bf,
            c / 64 / s.len()
        );
    }
}
