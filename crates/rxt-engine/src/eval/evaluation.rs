//! All evaluations behind one type.

use super::bombing::Bombing;
use super::catalogue::{Opt, Term};
use super::combine::Combine;
use super::default::{DefaultEvaluation, Utility, Weights};
use super::delta::Scratch;
use super::dynamic::DynamicCorners;
use super::mobility::Mobility;
use super::neighbour::Neighbours;
use super::parts::Parts;
use super::recalibrated::Recalibrated;
use super::spec::EvalSpec;
use super::stock::Stock;
use super::weights::TileWeights;
use rxt_rules::{Map, Phase, Player, Position};
use std::cell::RefCell;
use std::sync::Arc;

/// What a position of one map is worth to a player, in [`UNIT`](super::UNIT)s.
///
/// It has room to work in, so that evaluating allocates nothing; each thread needs a clone of its own.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub(super) counts: Counts,
    pub(super) combine: Combine,
    pub(super) bombing: Bombing,
    pub(super) scratch: RefCell<Scratch>,
    /// The default evaluation, which has nothing to do with all others.
    pub(super) whole: Option<Box<DefaultEvaluation>>,
}

/// What is counted besides stones; `None` where nothing is.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub(super) weights: Option<TileWeights>,
    pub(super) recalibrated: Option<Recalibrated>,
    pub(super) dynamic: Option<DynamicCorners>,
    pub(super) neighbours: Option<Neighbours>,
    pub(super) stock: Option<Stock>,
    pub(super) mobility: Option<Mobility>,
}

impl Evaluation {
    /// Makes the tables of an evaluation for a map.
    pub fn new(spec: &EvalSpec, map: &Arc<Map>) -> Self {
        let counts = Counts {
            weights: TileWeights::new(spec, map),
            recalibrated: Recalibrated::new(spec, map),
            dynamic: DynamicCorners::new(spec, map),
            neighbours: Neighbours::new(spec, map),
            stock: Stock::new(spec, map),
            mobility: Mobility::new(spec, map),
        };
        Self {
            counts,
            combine: Combine::new(spec),
            bombing: Bombing::new(spec, map),
            scratch: RefCell::new(Scratch::new(map)),
            whole: spec.has(Term::Default).then(|| Box::new(default_evaluation(spec, map))),
        }
    }

    /// Tells the evaluation from where a search starts. Values of one search compare only if this stays the same.
    pub fn prepare(&mut self, root: &Position) {
        if let Some(recalibrated) = &mut self.counts.recalibrated {
            recalibrated.prepare(root);
        }
    }

    /// The worth of a position to a player; more is better. Never beyond [`LIMIT`](super::LIMIT).
    ///
    /// A disqualified player has no points of his own, and is nobody's opponent.
    pub fn value(&self, position: &Position, player: Player) -> i32 {
        if let Some(whole) = &self.whole {
            return whole.value(position, player);
        }
        let context = self.combine.context(position);
        if position.phase() != Phase::Build
            && let Some(value) = self.bombing.value(position, context, player)
        {
            return value;
        }
        self.combine.value(&self.parts(position, player), context, player)
    }

    /// The default evaluation, if this is it: it knows what all players have to expect at once, and why.
    pub fn as_default(&self) -> Option<&DefaultEvaluation> {
        self.whole.as_deref()
    }

    /// Everything that is counted of a position for the value to a player.
    pub(super) fn parts(&self, position: &Position, player: Player) -> Parts {
        let Counts { weights, recalibrated, dynamic, neighbours, stock, mobility } = &self.counts;
        let mut parts = Parts::counted(position);
        if let Some(weights) = weights {
            weights.add(position, &mut parts.places);
        }
        if let Some(recalibrated) = recalibrated {
            recalibrated.add(position, &mut parts.places);
        }
        if let Some(dynamic) = dynamic {
            dynamic.add(position, &mut parts.places);
        }
        if let Some(neighbours) = neighbours {
            neighbours.add(position, &mut parts.places);
        }
        if stock.is_some() || mobility.is_some() {
            for player in self.combine.needed(position, player).iter() {
                let stock = stock.as_ref();
                parts.stock[player] =
                    stock.map_or(0, |stock| stock.points(position.overrides(player), position.bombs(player)));
                parts.mobility[player] = mobility.as_ref().map_or(0, |mobility| mobility.points(position, player));
            }
        }
        parts
    }
}

/// Tiles times players up to which moves are counted with up to four players: beyond, it takes longer than all else together.
const MOST_COUNTED: i32 = 1600;
/// From so many players on games were won by counting moves on larger maps.
const MANY: u8 = 5;

fn default_evaluation(spec: &EvalSpec, map: &Map) -> DefaultEvaluation {
    let weights = match spec.get(Opt::Weights) {
        0 => Weights::best(map.players()),
        1 => Weights::hand(),
        2 => Weights::fitted(map.players()),
        _ => Weights::tried(map.players()),
    };
    let weights = weights.without(spec.get(Opt::Without) as usize);
    let proven = spec.get(Opt::Features) == 1;
    let weights = if proven { weights.proven(map.players()) } else { weights };
    let by_size = spec.get(Opt::Safety) == 1 && map.players() == 2;
    let weights = if by_size { weights.with_safety_by_size(map.tile_count()) } else { weights };
    let wary = spec.get(Opt::Outnumbered) == 1 && map.players() == 2;
    let weights = if wary { weights.wary() } else { weights };
    let utility = [Utility::Rank, Utility::Lead][spec.get(Opt::Utility) as usize];
    let most_counted = if map.players() < MANY { MOST_COUNTED } else { spec.get(Opt::Moves) };
    DefaultEvaluation::new(&weights, utility, most_counted as usize, map)
}
