//! How the lines of a map run.

use crate::direction::Direction;
use crate::map::{Line, Map, Tile, Transition, lines};

/// Numbers about the lines of a map. Positions are counted: a tile that a line meets twice counts twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineSurvey {
    /// Lines with at least three positions; on shorter ones nothing can be captured.
    pub capturing: usize,
    /// Positions of the longest line.
    pub longest: usize,
    /// Lines that lead back to their beginning.
    pub cycles: usize,
    /// Lines that meet some tile more than once.
    pub self_crossing: usize,
    /// Tiles on at least one line that uses a transition.
    pub tiles_on_bent: usize,
}

pub(super) fn survey(map: &Map) -> LineSurvey {
    let mut survey = LineSurvey { tiles_on_bent: tiles_on_bent(map), ..LineSurvey::default() };
    let mut last_line = vec![usize::MAX; map.tile_count()];
    for (number, line) in lines(map).iter().enumerate() {
        survey.capturing += usize::from(line.tiles.len() >= 3);
        survey.longest = survey.longest.max(line.tiles.len());
        survey.cycles += usize::from(line.cyclic);
        survey.self_crossing += usize::from(crosses_itself(line, number, &mut last_line));
    }
    survey
}

fn crosses_itself(line: &Line, number: usize, last_line: &mut [usize]) -> bool {
    let mut crosses = false;
    for tile in &line.tiles {
        crosses |= std::mem::replace(&mut last_line[tile.index()], number) == number;
    }
    crosses
}

fn tiles_on_bent(map: &Map) -> usize {
    let mut met = vec![false; map.tile_count()];
    let mut walked = vec![false; map.tile_count() * 8];
    for &Transition(a, b) in &map.file().transitions {
        for end in [a, b] {
            let tile = map.tile_at(end.x, end.y).expect("transitions join tiles");
            // The walk away from the transition; the walk through it is the other end's.
            walk(map, tile, end.direction.opposite(), &mut met, &mut walked);
        }
    }
    met.iter().filter(|&&met| met).count()
}

fn walk(map: &Map, tile: Tile, direction: Direction, met: &mut [bool], walked: &mut [bool]) {
    let mut here = Some((tile, direction));
    while let Some((tile, direction)) = here
        && !std::mem::replace(&mut walked[tile.index() * 8 + direction as usize], true)
    {
        met[tile.index()] = true;
        here = map.step(tile, direction);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey_of(text: &str) -> LineSurvey {
        survey(&Map::parse(text.as_bytes()).unwrap().0)
    }

    #[test]
    fn a_plain_square_has_eight_capturing_lines() {
        let survey = survey_of("2 0 0 0 3 3  0 0 0  0 0 0  0 0 0");
        assert_eq!(survey, LineSurvey { capturing: 8, longest: 3, ..LineSurvey::default() });
    }

    #[test]
    fn a_mirror_makes_a_line_cross_itself() {
        let survey = survey_of("2 0 0 0 1 3  0 0 0  2 0 2 <-> 2 0 2");
        assert_eq!((survey.longest, survey.self_crossing, survey.cycles), (6, 1, 0));
        assert_eq!(survey.tiles_on_bent, 3);
    }

    #[test]
    fn a_bend_marks_both_of_its_arms_only() {
        let survey = survey_of("2 0 0 0 3 4  0 0 0 0  - - - -  0 0 0 0  3 0 2 <-> 0 2 6");
        assert_eq!((survey.tiles_on_bent, survey.longest), (8, 8));
        let survey = survey_of("2 0 0 0 3 4  0 0 0 0  - - - -  0 0 0 0  3 0 0 <-> 0 2 4");
        assert_eq!((survey.tiles_on_bent, survey.longest), (2, 4));
    }
}
