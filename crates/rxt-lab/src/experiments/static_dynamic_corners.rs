//! Static corner values, values made new at the root, or values that follow every move?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, Schema};
use crate::maps::Flavour;
use crate::strength::{self, STRENGTH};

/// The experiment.
pub(super) struct StaticDynamicCorners;

impl StaticDynamicCorners {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let spec = |eval: &str| format!("alphabeta,order=eval,eval=stones+{eval},against=mean");
        let pairs = [
            ("corner-recalibrated", "corners"),
            ("corner-dynamic", "corner-map"),
            ("corner-dynamic", "corner-recalibrated"),
            ("corner-map", "corners"),
        ];
        let mut pairings = Vec::new();
        for (limit, every) in lab.size(vec![("1000", 1), ("5ms", 3)], vec![("20", 1)]) {
            for (first, second) in pairs {
                let pairing = Pairing::new(
                    &format!("{first} against {second}"),
                    &spec(first),
                    &spec(second),
                    lab.deck(&[2, 3, 4], Flavour::Mixed),
                    limit,
                );
                pairings.push(Pairing { every, ..pairing });
            }
        }
        pairings
    }
}

impl Experiment for StaticDynamicCorners {
    fn about(&self) -> About {
        About {
            name: "static-dynamic-corners",
            question: "Is it worth the time to let the values of corners follow the game?",
            source: "2025 report, first assignment, section 1.5.",
            claim: "Values that follow every change of the board play well and cost too much time; a compromise makes them new only before \
                    each search, own corners taken for holes. What the compromise loses was not measured.",
            method: "Stones plus one of four corner evaluations in the same alpha-beta: `corners` (fixed), `corner-map` (fixed, with \
                     penalties beside corners), `corner-recalibrated` (made new at the root), `corner-dynamic` (follows every move). With \
                     1000 positions per move the quality counts alone; with 5 ms the cost counts too. 120 generated maps for two, three and four \
                     players.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[STRENGTH]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(1600, 4)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        strength::play(lab, &Self::pairings(lab), number, 0).0
    }

    fn measures_time(&self, lab: &Lab, number: u32) -> bool {
        strength::by_the_clock(&Self::pairings(lab), number)
    }

    fn findings(&self, data: &Data) -> Findings {
        let mut findings = strength::findings(&data.table("strength"), "Corner evaluations", &["question", "limit"]);
        findings
            .sure
            .push("The limit of 5 ms is wall time; nothing else of the run goes on beside such games.".to_owned());
        findings
    }
}
