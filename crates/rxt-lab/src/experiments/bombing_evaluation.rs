//! What should count in the bombing phase?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
use crate::maps::Flavour;
use crate::strength::{self, SEED, STRENGTH, estimate_of};
use crate::table::number;
use crate::timing::{per_call, turns};
use rxt_arena::stats::{area_under_curve, estimate, mean};
use rxt_engine::eval::{EvalSpec, Evaluation, UNIT};
use rxt_record::Record;
use rxt_rules::{Phase, Player, Position};

/// The experiment.
pub(super) struct BombingEvaluation;

const FORMULAS: [&str; 4] = ["old-2016", "new-2016", "rank", "stones"];
const COST: Schema = Schema { name: "cost", columns: &["map", "formula", "ns"] };
const LOSSES: Schema = Schema { name: "losses", columns: &["map", "block", "auc"] };

impl BombingEvaluation {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let spec = |formula: &str| format!("alphabeta,order=eval,end=eval,eval=stones,against=best,bombing={formula}");
        let mut pairings = Vec::new();
        for formula in FORMULAS {
            let pairing = Pairing::new(
                &format!("{formula} against the default"),
                &spec(formula),
                "alphabeta,order=eval,eval=stones,against=best",
                lab.deck(&[2, 3, 4], Flavour::Bombs),
                lab.size("300", "20"),
            );
            // Random moves until stones cannot be set any more: only bombs are played by the engines.
            pairings.push(Pairing { opening: 100_000, ..pairing });
        }
        pairings
    }
}

/// Where bombs began: the position, and the last one.
fn bombed(record: &Record) -> Option<(Position, Position)> {
    let mut replay = record.replay();
    let mut first = None;
    loop {
        if first.is_none() && replay.position().phase() == Phase::Bomb {
            first = Some(replay.position().clone());
        }
        if !matches!(replay.step(), Some(Ok(_))) {
            return Some((first?, replay.position().clone()));
        }
    }
}

/// How well the share of stones on corners tells who loses more of his stones to bombs.
fn corner_losses(before: &Position, after: &Position) -> Option<f64> {
    let spec = EvalSpec::parse("corners", &[("corner", "1"), ("border", "0")]).ok()?;
    let evaluation = Evaluation::new(&spec, before.map());
    let players: Vec<Player> = Player::all(before.players()).filter(|&player| before.stones(player) > 0).collect();
    let share = |player: Player| {
        f64::from(evaluation.value(before, player)) / f64::from(UNIT) / f64::from(before.stones(player))
    };
    let lost = |player: Player| 1.0 - f64::from(after.stones(player)) / f64::from(before.stones(player));
    let middle = mean(&players.iter().map(|&player| share(player)).collect::<Vec<_>>())?.mean;
    let (holders, others): (Vec<Player>, Vec<Player>) = players.into_iter().partition(|&player| share(player) > middle);
    let losses = |players: Vec<Player>| players.into_iter().map(lost).collect::<Vec<_>>();
    area_under_curve(&losses(holders), &losses(others))
}

impl Experiment for BombingEvaluation {
    fn about(&self) -> About {
        About {
            name: "bombing-evaluation",
            question: "What should count in the bombing phase, and do corner holders lose more to bombs?",
            source: "2016 report, fifth assignment, task 2; 2025 report, second assignment, section 4.1.6.",
            claim: "2016: a product of powers of stones, bombs and radius with a measure of clustering was replaced by a formula by rank, because \
                    clustering takes time and cannot be influenced; no games. 2025: owning corners makes stones cluster, and more vulnerable to \
                    bombs.",
            method: "Random moves until no stone can be set, the same for both; then the engines throw the bombs, 300 positions per move, each \
                     formula against the default, which counts stones against the best opponent and knows the result. The time of one \
                     evaluation. 120 generated maps for two, three and four players with three to five bombs each. And whether players with more of their stones on corners than the mean lose a larger part of their stones.",
            timed: true,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[STRENGTH, COST, LOSSES]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(1200, 4)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        let (mut lines, block) = strength::play(lab, &Self::pairings(lab), number, 0);
        let Some(block) = block else { return lines };
        let Some((before, after)) = block.games.first().and_then(|(_, record)| bombed(record)) else { return lines };
        if let Some(auc) = corner_losses(&before, &after) {
            lines.push((2, vec![block.map.clone(), number.to_string(), self::number(auc)]));
        }
        if self.measures_time(lab, number) {
            for index in turns(FORMULAS.len(), number / 10) {
                let formula = FORMULAS[index];
                let spec = EvalSpec::parse("stones", &[("bombing", formula)]).expect("the evaluation exists");
                let evaluation = Evaluation::new(&spec, before.map());
                let time = per_call(lab.size(3, 1), || evaluation.value(&before, Player::ONE) as u64);
                lines.push((1, vec![block.map.clone(), formula.to_owned(), self::number(time)]));
            }
        }
        lines
    }

    fn measures_time(&self, _: &Lab, number: u32) -> bool {
        number % 10 < 4
    }

    fn findings(&self, data: &Data) -> Findings {
        let mut findings = strength::findings(
            &data.table("strength"),
            "Formulas of the bombing phase against the default",
            &["question"],
        );
        let (cost, losses) = (data.table("cost"), data.table("losses"));
        let mut table = MarkdownTable::new("CPU nanoseconds of one evaluation [95 %]", &["formula", "timings", "ns"]);
        for (keys, rows) in cost.groups(&["formula"]) {
            let found = estimate_of(&rows, "ns").and_then(|found| Some((found.mean, found.interval?)));
            if let Some((mean, interval)) = found {
                table.push(vec![
                    format!("`{}`", keys[0]),
                    rows.len().to_string(),
                    format!("{mean:.0} [{:.0}, {:.0}]", interval.low.max(0.0), interval.high),
                ]);
            }
        }
        let maps: Vec<Vec<f64>> = losses
            .groups(&["map"])
            .into_iter()
            .map(|(_, rows)| rows.iter().map(|row| row.number("auc")).collect())
            .collect();
        if let Some((auc, interval)) = estimate(&maps, SEED).and_then(|found| Some((found.mean, found.interval?))) {
            findings.found.push(format!("A player with more corners than the mean loses a larger part of his stones than one with fewer with probability {auc:.2} [{:.2}, {:.2}], where 0.5 would mean that corners do not matter ({} games).", interval.low, interval.high, losses.len()));
        }
        findings.tables.push(table);
        findings
    }
}
