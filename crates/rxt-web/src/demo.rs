//! The demonstration: built-in engines play one game after the other, so that there is always something to watch.

use crate::room::{self, Plan, SeatPlan};
use crate::shared::Shared;
use std::sync::Arc;
use std::time::Duration;

/// Maps of the demonstrations, in turn.
const MAPS: [&str; 6] =
    ["cross-4p-15x15", "torus-3p-15x15", "choices-4p-16x16", "donut-4p-21x21", "inversions-6p-17x19", "standard-8x8"];
/// Who plays, in turn.
const ENGINES: [&str; 4] = ["mcts", "brs+", "paranoid", "greedy"];
/// Positions that a demonstration's engine visits per move: enough to play sensibly, little enough to disturb nobody.
const NODES: u64 = 4000;
/// How long each move is shown.
const PACE: Duration = Duration::from_millis(900);
/// How long the end of a game is shown.
const INTERVAL: Duration = Duration::from_secs(12);
/// So many demonstrations are kept; the next one takes the place of the oldest.
const KEPT: u64 = 12;

/// Plays for ever.
pub(crate) async fn run(shared: Arc<Shared>) {
    for number in 0_u64.. {
        let Some(plan) = plan(&shared, number) else { continue };
        let id = format!("demo-{}", number % KEPT + 1);
        let Ok(opened) = room::open(&shared, id, plan, None).await else { return };
        shared.hall.show_as_demo(&opened.live.id);
        let mut bell = opened.live.bell();
        while !opened.live.info().status.is_final() {
            if bell.changed().await.is_err() {
                break;
            }
        }
        drop(bell);
        tokio::time::sleep(INTERVAL).await;
    }
}

fn plan(shared: &Shared, number: u64) -> Option<Plan> {
    let sheet = shared.atlas.find(MAPS[(number % MAPS.len() as u64) as usize])?;
    let engine = |index: usize| SeatPlan::parse(ENGINES[(index + number as usize) % ENGINES.len()]).ok();
    Some(Plan {
        map: Arc::clone(&sheet.map),
        map_name: sheet.name.clone(),
        map_bytes: sheet.text.clone(),
        seats: (0..usize::from(sheet.map.players())).map(engine).collect::<Option<_>>()?,
        clock: None,
        think: Duration::from_secs(2),
        casual: false,
        seed: number,
        pace: PACE,
        nodes: Some(NODES),
        event: "demonstration",
    })
}
