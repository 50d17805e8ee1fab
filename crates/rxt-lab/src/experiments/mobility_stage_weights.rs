//! Does mobility cure the starvation of those who hoard override stones?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::Flavour;
use crate::strength::{self, STRENGTH, estimate_of};
use crate::table::number;
use rxt_record::Record;
use rxt_rules::{Phase, Player};

/// The experiment.
pub(super) struct MobilityStageWeights;

const BASE: &str = "alphabeta,order=eval,eval=stones+corners+stockpile,against=mean,stockpile=100";
const VARIANTS: [(&str, &str); 4] = [
    ("mobility 2", ",mobility=2"),
    ("mobility 8", ",mobility=8"),
    ("stages", ",stages=on"),
    ("mobility 8 and stages", ",mobility=8,stages=on"),
];
const STARVED: Schema =
    Schema { name: "starvation", columns: &["question", "engine", "map", "block", "moves", "forced"] };

impl MobilityStageWeights {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let fields = lab.deck(&[2, 3, 4, 8], Flavour::Overrides);
        let pairing = |(name, options): (&str, &str)| {
            Pairing::new(name, &format!("{BASE}{options}"), BASE, fields.clone(), lab.size("500", "20"))
        };
        VARIANTS.into_iter().map(pairing).collect()
    }
}

impl Experiment for MobilityStageWeights {
    fn about(&self) -> About {
        About {
            name: "mobility-stage-weights",
            question: "Does mobility cure the starvation of those who hoard override stones, and do weights by stage help?",
            source: "2025 report, fifth assignment, section 5.8.",
            claim: "Keeping override stones sometimes loses because no ordinary moves are left and they have to be spent. Counting possible \
                    moves, and weighting corners against stones by the stage of the game, were proposed as cures.",
            method: "The hoarder of the report (an override stone worth 100 stones) plays against itself with points for mobility, with \
                     weights by stage, and with both; 500 positions per move, 160 generated maps for two, three, four and eight players. Starved is a player who has to move in the building \
                     phase and has nothing but override moves.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[STRENGTH, STARVED]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(1600, 4)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let pairings = Self::pairings(lab);
        let (mut lines, block) = strength::play(lab, &pairings, number, 0);
        let (index, round) = crate::contest::turn(&pairings, number);
        for engine in 0..2 {
            let Some(block) = &block else { continue };
            let (mut moves, mut forced) = (0, 0);
            for (game, record) in &block.games {
                let seats: Vec<Player> = Player::all(block.players)
                    .zip(&game.seats)
                    .filter(|(_, seat)| **seat == engine)
                    .map(|(player, _)| player)
                    .collect();
                let (more, starved) = starvation(record, &seats);
                moves += more;
                forced += starved;
            }
            let name = if engine == 0 { pairings[index].question.clone() } else { "hoarder".to_owned() };
            let row = vec![
                pairings[index].question.clone(),
                name,
                block.map.clone(),
                round.to_string(),
                moves.to_string(),
                number_of(forced),
            ];
            lines.push((1, row));
        }
        lines
    }

    fn findings(&self, data: &Data) -> Findings {
        let mut findings =
            strength::findings(&data.table("strength"), "Cures against the plain hoarder", &["question"]);
        let starved = data.table("starvation");
        let mut shares = crate::Table::new(&["engine", "map", "share"]);
        for row in starved.rows() {
            shares.push(vec![
                row.text("engine").to_owned(),
                row.text("map").to_owned(),
                number(row.number("forced") / row.number("moves").max(1.0)),
            ]);
        }
        let mut table = MarkdownTable::new(
            "Moves of the building phase for which only override moves were left, in percent",
            &["engine", "starved, % [95 %]"],
        );
        for (keys, rows) in shares.groups(&["engine"]) {
            if let Some(share) = estimate_of(&rows, "share") {
                table.push(vec![keys[0].to_owned(), strength::points(&share)]);
            }
        }
        let told: Vec<String> = table.rows.iter().map(|row| format!("{} {}", row[0], row[1])).collect();
        findings.found.push(format!("Starved moves in percent of all: {}.", told.join("; ")));
        findings.tables.push(table);
        findings
    }
}

fn number_of(count: u32) -> String {
    count.to_string()
}

/// Moves of some players in the building phase, and those among them that had to be overrides.
fn starvation(record: &Record, players: &[Player]) -> (u32, u32) {
    let mut replay = record.replay();
    let (mut moves, mut forced) = (0, 0);
    loop {
        let position = replay.position();
        if position.phase() == Phase::Build
            && let Some(mover) = position.to_move()
            && players.contains(&mover)
        {
            moves += 1;
            forced += u32::from(position.legal_moves().iter().all(|mv| position.cell(mv.tile).is_occupied()));
        }
        match replay.step() {
            Some(Ok(_)) => {}
            _ => return (moves, forced),
        }
    }
}
