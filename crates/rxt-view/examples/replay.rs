//! Writes the replay page of a random game to standard output: `cargo run --example replay -- arena.map > game.html`.

use rxt_rules::agent::{Agent, Budget, RandomAgent, Signal};
use rxt_rules::{Map, Position};
use rxt_view::{Frame, ReplayPage, TransitionStyle, replay_page};
use std::error::Error;
use std::io::Write;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected a map file")?;
    let start = Position::new(Arc::new(Map::parse(&std::fs::read(&path)?)?.0));
    let frames = play(start.clone());
    let tags = [("Map".to_owned(), path), ("Players".to_owned(), "random".to_owned())];
    let transitions = TransitionStyle::Auto;
    let page = ReplayPage { title: "A random game", tags: &tags, start: &start, frames: &frames, transitions };
    std::io::stdout().write_all(replay_page(&page).as_bytes())?;
    Ok(())
}

fn play(mut position: Position) -> Vec<Frame> {
    let mut agent = RandomAgent::new(1, 1);
    let mut frames = vec![Frame::new(&position, None, None)];
    while let Some(mover) = position.to_move() {
        let choice = agent.choose(&position, &Budget::default(), &Signal::default());
        let answer = choice.mv.answer(position.map());
        position.play(choice.mv);
        frames.push(Frame::new(&position, Some(mover), Some(answer)));
    }
    frames
}
