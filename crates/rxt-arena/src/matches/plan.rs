//! Which games are played: in blocks in which every competitor sits everywhere.

use rxt_engine::Spec;
use rxt_rules::agent::Budget;
use rxt_rules::rng::Rng;
use rxt_rules::{Cell, Map, Move, Position};
use std::sync::Arc;

/// A map to play on.
#[derive(Clone, Debug)]
pub struct Field {
    /// What it is called.
    pub name: String,
    /// The map.
    pub map: Arc<Map>,
}

/// A match.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// Who plays.
    pub competitors: Vec<Spec>,
    /// Where.
    pub fields: Vec<Field>,
    /// How many games; the last block is finished in any case.
    pub games: u32,
    /// What a move may cost.
    pub budget: Budget,
    /// Random legal moves at the beginning, the same in all games of a block.
    pub opening: u32,
    /// Seed of openings and engines.
    pub seed: u64,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePlan {
    /// The block, from 0. Its games share map, opening and competitors.
    pub block: u32,
    /// Which game of the block, from 0.
    pub rotation: u32,
    /// Which map.
    pub field: usize,
    /// Which competitor sits where.
    pub seats: Vec<usize>,
    /// Seed of everything random in this game.
    pub seed: u64,
}

impl MatchPlan {
    /// All games, block by block.
    pub fn schedule(&self) -> Vec<GamePlan> {
        let mut schedule = Vec::new();
        let mut drawn = vec![0; self.fields.len()];
        for block in 0.. {
            if schedule.len() >= self.games as usize || self.fields.is_empty() {
                break;
            }
            let field = self.field_of(block);
            let players = usize::from(self.fields[field].map.players());
            let table = table(self.competitors.len(), players, drawn[field]);
            drawn[field] += 1;
            for (rotation, seats) in rotations(&table, players).into_iter().enumerate() {
                let seed = Rng::derived(self.seed, u64::from(block) << 16 | rotation as u64).next_u64();
                schedule.push(GamePlan { block, rotation: rotation as u32, field, seats, seed });
            }
        }
        schedule
    }

    /// Which map a block is played on: one after the other.
    pub(super) fn field_of(&self, block: u32) -> usize {
        block as usize % self.fields.len()
    }

    /// The opening of a block: the same random moves for all of its games. It never ends the game.
    pub fn opening(&self, game: &GamePlan) -> Vec<Move> {
        let mut rng = Rng::derived(self.seed ^ 0x6f70_656e, u64::from(game.block));
        opening_moves(&self.fields[game.field].map, self.opening, &mut rng)
    }
}

/// Random moves from the start of a map. They never end the game. As long as there are moves onto tiles without effect no
/// others are made, so that nobody begins with more override stones or bombs than the others: those decide games.
pub(crate) fn opening_moves(map: &Arc<Map>, count: u32, rng: &mut Rng) -> Vec<Move> {
    let mut position = Position::new(Arc::clone(map));
    let mut moves = Vec::new();
    for _ in 0..count {
        let mut candidates = position.legal_moves();
        for wanted in [Cell::is_free, |cell: Cell| cell == Cell::EMPTY] {
            if candidates.iter().any(|mv| wanted(position.cell(mv.tile))) {
                candidates.retain(|mv| wanted(position.cell(mv.tile)));
            }
        }
        let Some(mv) = rng.pick(&candidates).copied() else { break };
        position.play(mv);
        if position.to_move().is_none() {
            break;
        }
        moves.push(mv);
    }
    moves
}

/// The competitors at a table: all of them if there are seats enough, else one combination after the other.
fn table(competitors: usize, players: usize, number: usize) -> Vec<usize> {
    if competitors <= players {
        return (0..competitors).collect();
    }
    let all = combinations(competitors, players);
    all[number % all.len()].clone()
}

/// All ways to choose `count` of `from`, in order.
pub(crate) fn combinations(from: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |chosen: Vec<usize>| {
            let first = chosen.last().map_or(0, |last| last + 1);
            (first..from).map(move |next| [chosen.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Seats filled in turn, begun with each competitor once: each sits everywhere equally often.
pub(crate) fn rotations(table: &[usize], players: usize) -> Vec<Vec<usize>> {
    let seat = |begin: usize, seat: usize| table[(begin + seat) % table.len()];
    (0..table.len()).map(|begin| (0..players).map(|index| seat(begin, index)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Player;

    fn plan(specs: &[&str], maps: &[&str], games: u32) -> MatchPlan {
        let field =
            |text: &&str| Field { name: "field".to_owned(), map: Arc::new(Map::parse(text.as_bytes()).unwrap().0) };
        MatchPlan {
            competitors: specs.iter().map(|spec| Spec::parse(spec).unwrap()).collect(),
            fields: maps.iter().map(field).collect(),
            games,
            budget: Budget::default(),
            opening: 3,
            seed: 1,
        }
    }

    const TWO: &str = "2 0 0 0 4 4  0 0 0 0  0 1 2 0  0 2 1 0  0 0 0 0";
    const FOUR: &str = "4 0 0 0 4 4  0 0 0 0  0 1 2 0  0 3 4 0  0 0 0 0";

    #[test]
    fn in_a_block_each_competitor_sits_on_each_seat_equally_often() {
        for (specs, map) in [
            (&["first", "random"][..], TWO),
            (&["first", "random"], FOUR),
            (&["first", "random", "greedy"], FOUR),
            (&["first", "random", "greedy"], TWO),
        ] {
            let plan = plan(specs, &[map], 24);
            let games = plan.schedule();
            let players = usize::from(plan.fields[0].map.players());
            for block in 0..=games.last().unwrap().block {
                let games: Vec<_> = games.iter().filter(|game| game.block == block).collect();
                for seat in 0..players {
                    let mut sitting: Vec<usize> = games.iter().map(|game| game.seats[seat]).collect();
                    sitting.sort_unstable();
                    sitting.dedup();
                    assert_eq!(sitting.len(), games.len(), "block {block}, seat {seat}");
                }
            }
        }
    }

    #[test]
    fn with_fewer_seats_than_competitors_all_meet_all() {
        let games = plan(&["first", "random", "greedy"], &[TWO], 6).schedule();
        let mut pairs: Vec<Vec<usize>> = games
            .iter()
            .map(|game| {
                let mut seats = game.seats.clone();
                seats.sort_unstable();
                seats
            })
            .collect();
        pairs.sort();
        pairs.dedup();
        assert_eq!(pairs, [vec![0, 1], vec![0, 2], vec![1, 2]]);
    }

    #[test]
    fn games_of_a_block_begin_alike_and_have_seeds_of_their_own() {
        let plan = plan(&["first", "random"], &[TWO, FOUR], 40);
        let games = plan.schedule();
        assert_eq!(games.len(), 40);
        assert_eq!(plan.opening(&games[0]), plan.opening(&games[1]));
        assert_eq!(plan.opening(&games[0]).len(), 3);
        let openings: std::collections::BTreeSet<_> =
            games.iter().filter(|game| game.field == 0).map(|game| plan.opening(game)).collect();
        assert!(openings.len() > 3, "blocks begin differently");
        let seeds: std::collections::BTreeSet<u64> = games.iter().map(|game| game.seed).collect();
        assert_eq!(seeds.len(), games.len());
    }

    #[test]
    fn an_opening_leaves_everybody_the_same_stocks() {
        // Bonus tiles above and below the first stones, and two override stones each that could be spent at once.
        let text = "2 2 1 1 6 6  0 0 0 0 0 0  0 0 b b 0 0  0 b 1 2 b 0  0 b 2 1 b 0  0 0 b b 0 0  0 0 0 0 0 0";
        let plain = "2 2 1 1 6 6  0 0 0 0 0 0  0 0 0 b 0 0  0 0 1 2 0 0  0 0 2 1 0 0  0 0 b 0 0 0  0 0 0 0 0 0";
        let stocks = |position: &Position| Player::all(2).map(|player| position.overrides(player)).collect::<Vec<_>>();
        let begun = |text: &str, seed| {
            let map = Arc::new(Map::parse(text.as_bytes()).unwrap().0);
            let mut position = Position::new(Arc::clone(&map));
            for mv in opening_moves(&map, 6, &mut Rng::new(seed)) {
                position.play(mv);
            }
            stocks(&position)
        };
        assert!((0..50).all(|seed| begun(plain, seed) == [2, 2]));
        assert!((0..50).any(|seed| begun(text, seed) != [2, 2]), "where there is nothing else, bonus tiles are taken");
    }
}
