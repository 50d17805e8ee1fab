//! The bombing search finds what searching everything finds, where that can be done.

use super::run::Bombing;
use crate::Spec;
use crate::limits::{Clock, Spending};
use crate::search::Leaf;
use crate::search::leaf::result;
use crate::search::tree::Tree;
use rxt_rules::agent::{Choice, Signal};
use rxt_rules::map::generate::{Amount, Options, generate};
use rxt_rules::rng::Rng;
use rxt_rules::{Phase, Player, Position};

/// Positions at the beginning of the bombing phase, with few tiles and few bombs.
fn bombings(players: u8, count: usize) -> impl Iterator<Item = Position> {
    let position = move |seed: u64| {
        let mut rng = Rng::derived(seed, 5);
        let mut options = Options::new(players, 3, 3 + rng.below(2) as u16);
        options.seed = seed;
        options.tiles.fill = 70;
        options.tiles.holes = [0, 15][rng.below(2)];
        options.joins.transitions = Amount::Percent([0, 50][rng.below(2)]);
        options.stocks.bombs = if players == 2 { 1 + rng.below(2) as u8 } else { 1 };
        options.stocks.strength = rng.below(3) as u8;
        let mut position = Position::new(generate(&options).ok()?);
        while position.phase() == Phase::Build {
            position.play(*rng.pick(&position.legal_moves())?);
        }
        (position.phase() == Phase::Bomb).then_some(position)
    };
    (0..).filter_map(position).take(count)
}

fn search(position: &Position) -> Choice {
    let settings = Spec::parse("auto").unwrap().settings;
    let leaf = Leaf::new(&settings.evaluation.0, position.map(), settings.end);
    let signal = Signal::default();
    let spending = Spending::new(&signal, Clock::Wall, None, None, position.map());
    let mut search = Bombing::new(Tree::new(position, position.to_move().unwrap(), &leaf, spending));
    search.run()
}

fn after(position: &Position, mv: rxt_rules::Move) -> Position {
    let mut position = position.clone();
    position.play(mv);
    position
}

fn minimax(position: &Position, me: Player) -> i32 {
    let values = || position.legal_moves().into_iter().map(|mv| minimax(&after(position, mv), me));
    match position.to_move() {
        None => result(position, me),
        Some(mover) if mover == me => values().max().unwrap(),
        Some(_) => values().min().unwrap(),
    }
}

/// What everybody gets if each wants the most for himself, and whoever does not care does what is worse for `me`.
fn max_n(position: &Position, me: Player) -> Vec<i32> {
    let Some(mover) = position.to_move() else {
        return Player::all(position.players()).map(|player| result(position, player)).collect();
    };
    let ends = position.legal_moves().into_iter().map(|mv| max_n(&after(position, mv), me));
    ends.max_by_key(|end| (end[mover.index()], -end[me.index()])).unwrap()
}

#[test]
fn few_bombs_of_two_players_are_searched_exactly() {
    const COUNT: usize = 60;
    for position in bombings(2, COUNT) {
        let me = position.to_move().unwrap();
        let found = search(&position);
        let expected = minimax(&position, me);
        assert_eq!(found.scores[me.index()], expected, "{position:?}");
        assert_eq!(minimax(&after(&position, found.mv), me), expected, "{position:?}");
    }
    println!("proof: {COUNT} bombing phases of two players searched exactly");
}

#[test]
fn few_bombs_of_three_players_are_searched_exactly() {
    const COUNT: usize = 40;
    for position in bombings(3, COUNT) {
        let me = position.to_move().unwrap();
        let found = search(&position);
        let expected = max_n(&position, me)[me.index()];
        assert_eq!(found.scores[me.index()], expected, "{position:?}");
        assert_eq!(max_n(&after(&position, found.mv), me)[me.index()], expected, "{position:?}");
    }
    println!("proof: {COUNT} bombing phases of three players searched exactly");
}

#[test]
fn a_bomb_hits_the_rival_who_can_be_overtaken() {
    // Player 1 has 3 stones, player 2 has 4 and player 3 has 9: with bombs of strength 0, only player 2 is in reach.
    let text = "3 0 1 0 1 22  1 - 1 - 1 - 2 2 - 2 2 - 3 3 3 3 3 3 3 3 3 -";
    let map = rxt_rules::Map::parse(text.as_bytes()).unwrap().0;
    let position = Position::new(std::sync::Arc::new(map));
    assert_eq!(position.phase(), Phase::Bomb);
    let choice = search(&position);
    assert_eq!(position.cell(choice.mv.tile).owner(), Player::new(2));
}
