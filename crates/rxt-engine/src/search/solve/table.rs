//! What the solver knows about positions that can be reached in several ways.

use rxt_rules::moves::Sides;
use rxt_rules::rng::mix;

/// Bounds on the score of a position, and the square that was best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) low: i8,
    pub(super) high: i8,
    pub(super) best: u8,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    sides: Sides,
    known: Known,
    /// Free squares: what took longer to find stays.
    free: u8,
}

/// A table of a fixed size; two places for each position.
#[derive(Debug)]
pub(super) struct SolverTable {
    slots: Vec<Slot>,
}

/// No square.
pub(super) const NOWHERE: u8 = 64;
const NOTHING: Slot =
    Slot { sides: Sides { own: 0, other: 0 }, known: Known { low: i8::MIN, high: i8::MAX, best: NOWHERE }, free: 0 };

impl SolverTable {
    /// A table of two to this power of slots.
    pub(super) fn new(bits: u32) -> Self {
        Self { slots: vec![NOTHING; 1 << bits] }
    }

    fn place(&self, sides: Sides) -> usize {
        mix(sides.own ^ sides.other.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15)) as usize
            & (self.slots.len() - 2)
    }

    #[inline]
    pub(super) fn find(&self, sides: Sides) -> Option<Known> {
        let place = self.place(sides);
        self.slots[place..place + 2].iter().find(|slot| slot.sides == sides).map(|slot| slot.known)
    }

    #[inline]
    pub(super) fn note(&mut self, sides: Sides, known: Known, free: u32) {
        let place = self.place(sides);
        let pair = &mut self.slots[place..place + 2];
        let fresh = Slot { sides, known, free: free as u8 };
        if pair[0].sides == sides || pair[0].free <= fresh.free {
            if pair[0].sides != sides {
                pair[1] = pair[0];
            }
            pair[0] = fresh;
        } else {
            pair[1] = fresh;
        }
    }
}
