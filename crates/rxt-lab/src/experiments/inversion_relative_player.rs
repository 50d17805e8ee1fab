//! Does it help to count the stones that will be one's own after all inversions?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, Schema};
use crate::maps::Flavour;
use crate::strength::{self, STRENGTH};

/// The experiment.
pub(super) struct InversionRelativePlayer;

const PLAYERS: [u8; 5] = [2, 3, 4, 6, 8];

impl InversionRelativePlayer {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        for (limit, every) in lab.size(vec![("500", 1), ("5000", 8)], vec![("20", 1)]) {
            for eval in ["stones", "stones+corners"] {
                for players in PLAYERS.into_iter().take(lab.size(5, 1)) {
                    let spec =
                        |option: &str| format!("alphabeta,order=eval,eval={eval},against=mean,inversions={option}");
                    let pairing = Pairing::new(
                        &format!("{eval}, {players} players"),
                        &spec("relative"),
                        &spec("ignore"),
                        lab.deck(&[players], Flavour::Inversions),
                        limit,
                    );
                    pairings.push(Pairing { every, ..pairing });
                }
            }
        }
        pairings
    }
}

impl Experiment for InversionRelativePlayer {
    fn about(&self) -> About {
        About {
            name: "inversion-relative-player",
            question: "Does it help to count the stones that will be one's own once every inversion tile is taken?",
            source: "2025 report, fifth assignment, section 5.3.",
            claim: "Each player is evaluated as the \"relative player\" whose stones he will receive after all inversions left. The report \
                    implemented it, named two flaws (not every inversion is taken, and who has few stones is forced to use override \
                    stones) and did not test it.",
            method: "The same alpha-beta with and without it, on 120 generated maps with inversion tiles for each number of players.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[STRENGTH]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(2000, 2)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        strength::play(lab, &Self::pairings(lab), number, 0).0
    }

    fn findings(&self, data: &Data) -> Findings {
        strength::findings(&data.table("strength"), "Relative players against plain counting", &["question", "limit"])
    }
}
