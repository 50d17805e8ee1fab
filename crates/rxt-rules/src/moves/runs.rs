//! Captures along lines that are written bit after bit: runs of foreign stones that end at an own stone.
//!
//! With `own` the stones of a player and `foreign` all other stones on a line, the foreign stones in runs that end at an
//! own stone below them are found by one addition, whose carry runs through them:
//! `R = foreign & !(foreign + ((own << 1) & foreign))`. The bit above each bit of `R` is a tile from which a walk
//! downwards captures something. No carry runs towards lower bits, so the mirrored runs are filled by doubling.

use super::kernel::{Sink, View, each_bit, target};
use std::ops::Range;

/// Words that are worked on together, so that vector instructions apply.
pub(super) const BLOCK: usize = 4;

pub(super) type Block = [u64; BLOCK];

/// Gives the hits on all lines to the sink, and those on rows.
#[inline(always)]
pub(super) fn each_hit<const OCCUPIED: bool>(view: View<'_>, sink: &mut (impl Sink + ?Sized)) -> bool {
    let words = view.layout.packed.clone();
    let stopped = match view.layout.doublings {
        0..=3 => packed::<OCCUPIED, 3>(view, words, sink),
        4 => packed::<OCCUPIED, 4>(view, words, sink),
        5 => packed::<OCCUPIED, 5>(view, words, sink),
        _ => packed::<OCCUPIED, 6>(view, words, sink),
    };
    stopped
        || rings::<OCCUPIED>(view, sink)
        || view.layout.chained.iter().any(|words| chained::<OCCUPIED>(view, words.clone(), sink))
}

/// Words that need nothing from each other.
#[inline(always)]
fn packed<const OCCUPIED: bool, const DOUBLINGS: u32>(
    view: View<'_>,
    words: Range<usize>,
    sink: &mut (impl Sink + ?Sized),
) -> bool {
    let planes = blocks(view.own, &words).zip(blocks(view.occupied, &words));
    let starts = blocks(&view.layout.down, &words).zip(blocks(&view.layout.up, &words));
    for (block, ((own, occupied), (may_down, may_up))) in planes.zip(starts).enumerate() {
        let word = words.start + block * BLOCK;
        let (down, up) = (runs_down(own, occupied), runs_up::<DOUBLINGS>(own, occupied));
        let target = occupied.map(|occupied| target::<OCCUPIED>(u64::MAX, occupied));
        let down: Block = std::array::from_fn(|lane| down[lane] << 1 & may_down[lane] & target[lane]);
        let up: Block = std::array::from_fn(|lane| up[lane] >> 1 & may_up[lane] & target[lane]);
        let hits = if OCCUPIED {
            std::array::from_fn(|lane| {
                without_returns(view, word + lane, down[lane], Way::Down)
                    | without_returns(view, word + lane, up[lane], Way::Up)
            })
        } else {
            std::array::from_fn(|lane| down[lane] | up[lane])
        };
        if sink.set(word, &hits) {
            return true;
        }
    }
    false
}

/// Words with a cycle each, from bit 0 on: what leaves at one end comes in at the other.
#[inline(always)]
fn rings<const OCCUPIED: bool>(view: View<'_>, sink: &mut (impl Sink + ?Sized)) -> bool {
    let words = &view.layout.rings;
    let planes = blocks(view.own, words).zip(blocks(view.occupied, words));
    let rounds = view.layout.rounds.as_chunks::<BLOCK>().0;
    for (block, ((own, occupied), rounds)) in planes.zip(rounds).enumerate() {
        let word = words.start + block * BLOCK;
        let last = rounds.map(|round| round - 1);
        let foreign: Block = std::array::from_fn(|lane| occupied[lane] & !own[lane]);
        let down: Block = std::array::from_fn(|lane| {
            let first = foreign[lane] & (own[lane] << 1 | own[lane] >> last[lane]);
            let once = foreign[lane].wrapping_add(first);
            let run = foreign[lane] & !once.wrapping_add(once >> rounds[lane] & 1);
            run << 1 | run >> last[lane]
        });
        // Runs down from the highest tile are found apart: they go on where the others arrive at the lowest.
        let mut runs: Block = std::array::from_fn(|lane| foreign[lane] & (own[lane] >> 1 | own[lane] << last[lane]));
        let mut highest: Block = std::array::from_fn(|lane| foreign[lane] & 1 << last[lane]);
        let mut through = foreign;
        for doubling in 0..6 {
            for lane in 0..BLOCK {
                runs[lane] |= through[lane] & runs[lane] >> (1 << doubling);
                highest[lane] |= through[lane] & highest[lane] >> (1 << doubling);
                through[lane] &= through[lane] >> (1 << doubling);
            }
        }
        let up: Block = std::array::from_fn(|lane| {
            let run = runs[lane] | highest[lane] & (runs[lane] & 1).wrapping_neg();
            run >> 1 | run << last[lane]
        });
        let hits: Block = std::array::from_fn(|lane| {
            let word = word + lane;
            let target = target::<OCCUPIED>(view.layout.down[word], occupied[lane]) & view.layout.down[word];
            if OCCUPIED {
                without_returns(view, word, down[lane] & target, Way::Down)
                    | without_returns(view, word, up[lane] & target, Way::Up)
            } else {
                (down[lane] | up[lane]) & target
            }
        });
        if sink.set(word, &hits) {
            return true;
        }
    }
    false
}

/// Words whose runs go on in the next word.
#[inline(always)]
fn chained<const OCCUPIED: bool>(view: View<'_>, words: Range<usize>, sink: &mut (impl Sink + ?Sized)) -> bool {
    let checked = |word, hits, way| if OCCUPIED { without_returns(view, word, hits, way) } else { hits };
    // The highest bit of the word before: own stone or run, and run alone.
    let (mut carry, mut run_carry) = (0, 0);
    for first in words.clone().step_by(BLOCK) {
        let hits = std::array::from_fn(|lane| {
            let word = first + lane;
            let (own, occupied) = (view.own[word], view.occupied[word]);
            let foreign = occupied & !own;
            let first = foreign & (own << 1 | carry);
            let run = foreign & !foreign.wrapping_add(first);
            let hits = (run << 1 | run_carry) & target::<OCCUPIED>(u64::MAX, occupied) & view.layout.down[word];
            (carry, run_carry) = ((run | own) >> 63, run >> 63);
            checked(word, hits, Way::Down)
        });
        if sink.set(first, &hits) {
            return true;
        }
    }
    // The lowest bit of the word after it, in the same way.
    let (mut carry, mut run_carry) = (0_u64, 0);
    let planes = blocks(view.own, &words).zip(blocks(view.occupied, &words));
    for (block, (own, occupied)) in planes.enumerate().rev() {
        let runs = runs_up::<6>(own, occupied);
        for lane in (0..BLOCK).rev() {
            let word = words.start + block * BLOCK + lane;
            let (own, occupied) = (own[lane], occupied[lane]);
            let run = runs[lane] | highest_ones(occupied & !own) & carry.wrapping_neg();
            let hits = (run >> 1 | run_carry << 63) & target::<OCCUPIED>(u64::MAX, occupied) & view.layout.up[word];
            (carry, run_carry) = ((run | own) & 1, run & 1);
            if sink.add(word, checked(word, hits, Way::Up)) {
                return true;
            }
        }
    }
    false
}

#[inline(always)]
fn blocks<'a>(
    plane: &'a [u64],
    words: &Range<usize>,
) -> impl DoubleEndedIterator<Item = &'a Block> + ExactSizeIterator + use<'a> {
    plane[words.clone()].as_chunks::<BLOCK>().0.iter()
}

/// Foreign stones in runs that end at an own stone at lower bits.
#[inline(always)]
fn runs_down(own: &Block, occupied: &Block) -> Block {
    std::array::from_fn(|lane| {
        let foreign = occupied[lane] & !own[lane];
        let first = foreign & own[lane] << 1;
        foreign & !foreign.wrapping_add(first)
    })
}

/// Foreign stones in runs that end at an own stone at higher bits; the doublings reach through the longest of them.
#[inline(always)]
fn runs_up<const DOUBLINGS: u32>(own: &Block, occupied: &Block) -> Block {
    let mut through: Block = std::array::from_fn(|lane| occupied[lane] & !own[lane]);
    let mut runs: Block = std::array::from_fn(|lane| through[lane] & own[lane] >> 1);
    for doubling in 0..DOUBLINGS {
        for lane in 0..BLOCK {
            runs[lane] |= through[lane] & runs[lane] >> (1 << doubling);
            through[lane] &= through[lane] >> (1 << doubling);
        }
    }
    runs
}

/// The ones at the upper end of a word.
#[inline(always)]
fn highest_ones(word: u64) -> u64 {
    !(u64::MAX.checked_shr(word.leading_ones()).unwrap_or(0))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Down,
    Up,
}

/// Drops the origins whose walk comes back to their own tile before it meets an own stone: those capture nothing.
#[inline(always)]
fn without_returns(view: View<'_>, word: usize, origins: u64, way: Way) -> u64 {
    let returns = &view.layout.returns[way as usize];
    let risky = origins & returns.mask[word] & (!returns.simple[word] | view.own[word]);
    if risky == 0 { origins } else { origins & !returning(view, word, risky, way) }
}

#[inline(never)]
fn returning(view: View<'_>, word: usize, risky: u64, way: Way) -> u64 {
    let returns = &view.layout.returns[way as usize];
    let ring = word.checked_sub(view.layout.rings.start).and_then(|ring| view.layout.rounds.get(ring));
    let mut gone = 0;
    each_bit(risky, |bit| {
        let steps = match (ring, way) {
            (Some(&round), _) => steps_round(view.own[word], bit, round as usize, way),
            (None, Way::Down) => steps_down(view.own, word, bit),
            (None, Way::Up) => steps_up(view.own, word, bit),
        };
        if steps >= returns.steps[word * 64 + bit] as usize {
            gone |= 1 << bit;
        }
    });
    gone
}

/// Steps to the next own stone on a ring; the caller knows that there is one.
fn steps_round(own: u64, bit: usize, round: usize, way: Way) -> usize {
    let (below, above) = (own & ((1 << bit) - 1), own >> bit >> 1);
    let highest = 63 - own.leading_zeros() as usize;
    match way {
        Way::Down if below != 0 => bit - (63 - below.leading_zeros() as usize),
        Way::Down => bit + round - highest,
        Way::Up if above != 0 => 1 + above.trailing_zeros() as usize,
        Way::Up => round - bit + own.trailing_zeros() as usize,
    }
}

/// Steps to the next own stone at lower bits; the caller knows that there is one.
fn steps_down(own: &[u64], word: usize, bit: usize) -> usize {
    let below = own[word] & ((1 << bit) - 1);
    if below != 0 {
        return bit - (63 - below.leading_zeros() as usize);
    }
    let words = own[..word].iter().rev().take_while(|&&word| word == 0).count();
    let next = own[..word].iter().rev().nth(words).copied().unwrap_or(0);
    bit + words * 64 + 1 + next.leading_zeros() as usize
}

/// Steps to the next own stone at higher bits; the caller knows that there is one.
fn steps_up(own: &[u64], word: usize, bit: usize) -> usize {
    let above = own[word] >> bit >> 1;
    if above != 0 {
        return 1 + above.trailing_zeros() as usize;
    }
    let words = own[word + 1..].iter().take_while(|&&word| word == 0).count();
    let next = own[word + 1..].get(words).copied().unwrap_or(0);
    64 - bit + words * 64 + next.trailing_zeros() as usize
}
