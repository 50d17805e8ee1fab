//! Measuring as others use it. One test, because there is one recorder for the whole process.

use rxt_measure::{Clocks, Content, Sample, overhead, span, start, stop, take, text, value};
use std::panic::catch_unwind;
use std::thread;

fn series(samples: &[Sample]) -> Vec<&str> {
    samples.iter().map(|sample| sample.series.as_ref()).collect()
}

fn wall(sample: &Sample) -> u64 {
    match sample.content {
        Content::Time { wall_ns, .. } => wall_ns,
        _ => panic!("{sample:?} is no time"),
    }
}

#[test]
fn what_is_measured_is_found_again_in_the_order_in_which_it_ended() {
    value("before", 1);
    drop(span("before"));
    text("before", || panic!("nobody reads it"));
    assert!(stop().is_empty(), "nothing is kept while it is off");

    start(Clocks::Both);
    {
        let _outer = span("outer");
        let _inner = span("inner");
        value("depth", 7);
        text("move", || "d3".to_owned());
    }
    let samples = stop();
    assert_eq!(series(&samples), ["depth", "move", "inner", "outer"]);
    assert_eq!(samples.iter().map(|sample| sample.depth).collect::<Vec<_>>(), [2, 2, 1, 0]);
    assert_eq!(samples[0].content, Content::Number(7.0));
    assert_eq!(samples[1].content, Content::Text("d3".to_owned()));
    assert!(wall(&samples[3]) >= wall(&samples[2]));
    assert!(matches!(samples[3].content, Content::Time { cpu_ns: Some(_), .. }));

    start(Clocks::Wall);
    let threads: Vec<_> = (0..4_u32)
        .map(|number| thread::spawn(move || (0..1000).for_each(|_| value(format!("thread {number}"), number))))
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let samples = take();
    assert_eq!(samples.len(), 4000);
    assert!(samples.is_sorted_by_key(|sample| sample.ended_ns));
    let broken = catch_unwind(|| {
        let _game = span("game");
        value("ply", 3);
        panic!("the game breaks off");
    });
    assert!(broken.is_err());
    let samples = stop();
    assert_eq!(series(&samples), ["ply", "game"], "what a panic leaves is kept");
    assert!(matches!(samples[1].content, Content::Time { cpu_ns: None, .. }));

    let off = overhead();
    start(Clocks::Both);
    let on = overhead();
    let kept = stop();
    assert!(off.span_ns < on.span_ns, "{off:?} {on:?}");
    println!("proof: {} spans measured to find what a span costs", kept.len());
}
