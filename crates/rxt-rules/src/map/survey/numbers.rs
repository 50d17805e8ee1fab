//! All numbers about a map in one structure.

use super::lines::{self, LineSurvey};
use super::reach::{components, reachable};
use super::symmetry::{Symmetry, class_step, symmetries};
use crate::cell::Cell;
use crate::map::{Map, Transition};
use crate::player::Player;
use crate::position::{Phase, Position};
use std::sync::Arc;

/// Numbers about a map.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// Squares of the board that are no tiles.
    pub holes: usize,
    /// How many tiles hold each content at the start, by [`Cell::index`].
    pub contents: [usize; Cell::KINDS],
    /// All transitions.
    pub transitions: usize,
    /// Transitions that join an end to itself.
    pub mirrors: usize,
    /// Transitions that join two directions of one tile.
    pub loops: usize,
    /// About the lines.
    pub lines: LineSurvey,
    /// Number of parts of the map between which there is no way, the sizes in descending order.
    pub components: Vec<usize>,
    /// Tiles that might hold a player's stone at some time; see [`reachable`].
    pub reachable: usize,
    /// The motions that leave the map as it is, with a change of players.
    pub symmetries: Vec<Symmetry>,
    /// Players whose numbers differ by a multiple of this have the same map around them: 1 is full fairness, the number of
    /// players is none.
    pub class_step: u8,
    /// The phase at the start; [`Phase::Over`] means that the map is final, nobody can do anything.
    pub phase: Phase,
    /// Who is asked first.
    pub first: Option<Player>,
}

/// Measures a map.
pub fn survey(map: &Arc<Map>) -> Survey {
    let file = map.file();
    let mut contents = [0; Cell::KINDS];
    for cell in &file.tiles {
        contents[cell.index()] += 1;
    }
    let mut sizes = component_sizes(&components(map));
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let symmetries = symmetries(map);
    let start = Position::new(Arc::clone(map));
    Survey {
        holes: std::mem::take(&mut contents[Cell::HOLE.index()]),
        contents,
        transitions: file.transitions.len(),
        mirrors: file.transitions.iter().filter(|Transition(a, b)| a == b).count(),
        loops: file.transitions.iter().filter(|Transition(a, b)| a != b && (a.x, a.y) == (b.x, b.y)).count(),
        lines: lines::survey(map),
        components: sizes,
        reachable: reachable(map).iter().filter(|&&reached| reached).count(),
        class_step: class_step(map.players(), &symmetries),
        symmetries,
        phase: start.phase(),
        first: start.to_move(),
    }
}

impl Survey {
    /// How many tiles hold this content at the start.
    pub fn content(&self, cell: Cell) -> usize {
        self.contents[cell.index()]
    }

    /// Tiles of the map.
    pub fn tiles(&self) -> usize {
        self.contents.iter().sum()
    }

    /// Whether more than half of the tiles lie on lines that use transitions.
    pub fn is_torus_like(&self) -> bool {
        2 * self.lines.tiles_on_bent > self.tiles()
    }
}

fn component_sizes(component_of: &[u32]) -> Vec<usize> {
    let mut sizes = vec![0; component_of.iter().max().map_or(0, |&last| last as usize + 1)];
    for &component in component_of {
        sizes[component as usize] += 1;
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey_of(text: &str) -> Survey {
        survey(&Arc::new(Map::parse(text.as_bytes()).unwrap().0))
    }

    #[test]
    fn contents_and_transitions_are_counted() {
        let survey = survey_of("3 0 0 0 2 4  1 2 x -  c 0 0 b  3 1 2 <-> 3 1 2  0 0 7 <-> 0 0 6  0 1 6 <-> 3 1 0");
        assert_eq!((survey.tiles(), survey.holes), (7, 1));
        assert_eq!((survey.content(Cell::EMPTY), survey.content(Cell::EXPANSION)), (2, 1));
        assert_eq!((survey.transitions, survey.mirrors, survey.loops), (3, 1, 1));
    }

    #[test]
    fn the_status_at_the_start_is_normal_bombing_only_or_final() {
        assert_eq!(survey_of("2 0 0 0 1 3  0 2 1").phase, Phase::Build);
        let bombing = survey_of("2 0 1 0 1 2  1 2");
        assert_eq!((bombing.phase, bombing.first), (Phase::Bomb, Some(Player::ONE)));
        let last = survey_of("2 0 0 0 1 2  1 2");
        assert_eq!((last.phase, last.first), (Phase::Over, None));
    }

    #[test]
    fn a_torus_is_torus_like_and_a_plain_board_is_not() {
        assert!(!survey_of("2 0 0 0 1 4  0 1 2 0").is_torus_like());
        assert!(survey_of("2 0 0 0 1 4  0 1 2 0  0 0 6 <-> 3 0 2").is_torus_like());
    }

    #[test]
    fn a_board_without_squares_is_final_and_has_no_components() {
        let survey = survey_of("2 0 5 0 0 7");
        assert_eq!((survey.phase, survey.components.len(), survey.tiles()), (Phase::Over, 0, 0));
    }
}
