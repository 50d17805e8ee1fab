//! Is it right to keep override stones for the end?

use crate::contest::Pairing;
use crate::experiment::{About, Data, Experiment, Findings, Lab, Lines, Schema};
use crate::maps::Flavour;
use crate::strength::{self, STRENGTH};

/// The experiment.
pub(super) struct Stockpiling;

const PRICES: [u32; 6] = [0, 5, 12, 40, 100, 300];

impl Stockpiling {
    fn pairings(lab: &Lab) -> Vec<Pairing> {
        let spec = |price: u32| format!("alphabeta,order=eval,eval=stones+stockpile,against=mean,stockpile={price}");
        let mut pairings = Vec::new();
        for price in PRICES.into_iter().filter(|&price| price != 12) {
            for players in [2, 3, 4, 8] {
                pairings.push(Pairing::new(
                    &format!("price {price} against 12, {players} players"),
                    &spec(price),
                    &spec(12),
                    lab.deck(&[players], Flavour::Overrides),
                    lab.size("500", "20"),
                ));
            }
        }
        pairings
    }
}

impl Experiment for Stockpiling {
    fn about(&self) -> About {
        About {
            name: "stockpiling",
            question: "How much should an override stone be worth?",
            source: "2025 report, fifth assignment, sections 5.5 to 5.8.",
            claim: "Who keeps override stones for the end captures much of the map then, so they were given a very high value; results \
                    with eight players improved. The price was never varied.",
            method: "The same alpha-beta with stones and a constant price for each override stone: 0, 5, 40, 100 and 300 stones against \
                     12 stones, 500 positions per move, on 120 generated maps for each number of players with two to six override stones \
                     each and bonus tiles.",
            timed: false,
        }
    }

    fn tables(&self) -> &'static [Schema] {
        &[STRENGTH]
    }

    fn jobs(&self, lab: &Lab) -> u32 {
        lab.size(2400, 5)
    }

    fn job(&self, lab: &Lab, number: u32) -> Lines {
        strength::play(lab, &Self::pairings(lab), number, 0).0
    }

    fn findings(&self, data: &Data) -> Findings {
        strength::findings(&data.table("strength"), "Prices of an override stone against 12 stones", &["question"])
    }
}
