//! The images of a square under the motion that makes a map symmetric.

use super::options::{GenerateError, Options, Symmetry};
use crate::direction::Direction;
use crate::map::Motion;
use crate::player::Player;

/// Which players a symmetric map makes equal, apart from who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fairness {
    /// Players whose numbers differ by a multiple of this have the same map around them: 1 is full fairness, the number
    /// of players is none.
    pub class_step: u8,
    /// The motion behind it, if any.
    pub motion: Option<Motion>,
}

/// A motion that is repeated until everything is back, and how far it changes the players each time.
pub(super) struct Orbits {
    motion: Option<Motion>,
    order: usize,
    seats: u8,
    players: u8,
    height: u16,
    width: u16,
}

impl Orbits {
    pub(super) fn new(options: &Options) -> Result<Self, GenerateError> {
        let &Options { players, height, width, .. } = options;
        let (motion, order) = match options.symmetry {
            Symmetry::None => (None, 1),
            Symmetry::Rotational if players % 2 == 1 => return Err(GenerateError::NoRotation { players }),
            Symmetry::Rotational if players % 4 == 0 && height == width => (Some(Motion::QuarterTurn), 4),
            Symmetry::Rotational => (Some(Motion::HalfTurn), 2),
            Symmetry::Translational => (Some(translation(options)?), usize::from(players)),
        };
        let seats = players / order as u8;
        Ok(Self { motion, order, seats, players, height, width })
    }

    pub(super) fn fairness(&self) -> Fairness {
        Fairness { class_step: self.seats, motion: self.motion }
    }

    /// How many images most squares have; those that stay where they are have fewer.
    pub(super) fn order(&self) -> usize {
        self.order
    }

    /// The different images of a square, itself first; the nth goes with the nth change of players.
    pub(super) fn squares(&self, square: usize) -> Vec<usize> {
        let mut images = vec![square];
        let mut here = square;
        for _ in 1..self.order {
            here = self.moved(here);
            if here == square {
                break;
            }
            images.push(here);
        }
        images
    }

    /// All images of a square and a direction, itself first.
    pub(super) fn ends(&self, square: usize, direction: Direction) -> Vec<(usize, Direction)> {
        let mut images = vec![(square, direction)];
        for _ in 1..self.order {
            let (square, direction) = images[images.len() - 1];
            let direction = self.motion.map_or(direction, |motion| motion.direction(direction));
            images.push((self.moved(square), direction));
        }
        images
    }

    /// The player who is at the nth image where `player` is at the place itself.
    pub(super) fn player(&self, player: Player, nth: usize) -> Player {
        let index = (player.index() + nth * usize::from(self.seats)) % usize::from(self.players);
        Player::new(index as u8 + 1).expect("a player's index is below 8")
    }

    fn moved(&self, square: usize) -> usize {
        let Some(motion) = self.motion else { return square };
        let width = usize::from(self.width);
        let place = ((square % width) as u16, (square / width) as u16);
        let (x, y) = motion.square(place, self.height, self.width);
        usize::from(y) * width + usize::from(x)
    }
}

fn translation(options: &Options) -> Result<Motion, GenerateError> {
    let &Options { players, height, width, .. } = options;
    let part = u16::from(players);
    if options.joins.torus && width.is_multiple_of(part) {
        Ok(Motion::Shift { columns: width / part, rows: 0 })
    } else if options.joins.torus && height.is_multiple_of(part) {
        Ok(Motion::Shift { columns: 0, rows: height / part })
    } else {
        Err(GenerateError::NoTranslation { players, height, width })
    }
}
