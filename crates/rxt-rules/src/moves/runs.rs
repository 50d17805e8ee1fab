//! Captures along lines that are written bit after bit: runs of foreign stones that end at an own stone.
//!
//! With `own` the stones of a player and `foreign` all other stones on a line, the foreign stones in runs that end at an
//! own stone below them are found by one addition, whose carry runs through them:
//! `R = foreign & !(foreign + ((own << 1) & foreign))`. The bit above each bit of `R` is a tile from which a walk
//! downwards captures something. No carry runs towards lower bits, so the mirrored runs are filled by doubling.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled with the CPU features of the caller")]

use super::kernel::{Sink, View, each_bit, target};
use super::layout::{Link, Returns, Ring};
use std::ops::Range;

/// Words that are worked on together, so that vector instructions apply.
pub(super) const BLOCK: usize = 4;

pub(super) type Block = [u64; BLOCK];

/// Gives the hits on all lines to the sink, and those on rows.
#[inline(always)]
pub(super) fn each_hit<const OCCUPIED: bool>(view: View<'_>, sink: &mut (impl Sink + ?Sized)) -> bool {
    let layout = view.layout;
    let plan = if OCCUPIED { &layout.occupied } else { &layout.free };
    let words = plan.packed.clone();
    let stopped = match layout.doublings {
        0..=3 => packed::<OCCUPIED, 3>(view, words, sink),
        4 => packed::<OCCUPIED, 4>(view, words, sink),
        5 => packed::<OCCUPIED, 5>(view, words, sink),
        _ => packed::<OCCUPIED, 6>(view, words, sink),
    };
    let wide_rows = if plan.rows && layout.row_words > 1 { 0..plan.packed.start } else { 0..0 };
    stopped
        || rings::<OCCUPIED>(view, sink)
        || chained::<OCCUPIED, false>(view, wide_rows, sink)
        || chained::<OCCUPIED, true>(view, layout.chains.clone(), sink)
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
        if sink.set(word, &hits::<OCCUPIED>(view, word, &down, &up)) {
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
        let exists: Block = std::array::from_fn(|lane| view.layout.down[word + lane]);
        let simple = &view.layout.returns[0].simple[word..];
        let target: Block = std::array::from_fn(|lane| {
            // From the only own stone of a simple ring every walk comes back to it.
            let sole = if OCCUPIED && own[lane].is_power_of_two() { own[lane] & simple[lane] } else { 0 };
            target::<OCCUPIED>(exists[lane], occupied[lane]) & exists[lane] & !sole
        });
        let down: Block = std::array::from_fn(|lane| down[lane] & target[lane]);
        let up: Block = std::array::from_fn(|lane| up[lane] & target[lane]);
        if sink.set(word, &hits::<OCCUPIED>(view, word, &down, &up)) {
            return true;
        }
    }
    false
}

/// Words whose runs go on in the next word: rows of several words, or with links chains that may be closed.
#[inline(always)]
fn chained<const OCCUPIED: bool, const LINKS: bool>(
    view: View<'_>,
    words: Range<usize>,
    sink: &mut (impl Sink + ?Sized),
) -> bool {
    let checked = |word, hits, way| if OCCUPIED { without_returns(view, word, hits, way) } else { hits };
    let link = |word: usize| if LINKS { view.layout.links[word - words.start] } else { Link::default() };
    // What comes in from the word before: own stone or run, and run alone.
    let mut carry = Carry::default();
    for first in words.clone().step_by(BLOCK) {
        let hits = std::array::from_fn(|lane| {
            let word = first + lane;
            if let Some(ring) = link(word).first {
                carry = if ring.cyclic { carry_down(view, ring) } else { Carry::default() };
            }
            let (own, occupied) = (view.own[word], view.occupied[word]);
            let foreign = occupied & !own;
            let first = foreign & (own << 1 | carry.any);
            let run = foreign & !foreign.wrapping_add(first);
            let hits = (run << 1 | carry.run) & target::<OCCUPIED>(u64::MAX, occupied) & view.layout.down[word];
            carry = Carry { any: (run | own) >> 63, run: run >> 63 };
            checked(word, hits, Way::Down)
        });
        if sink.set(first, &hits) {
            return true;
        }
    }
    // In the same way from the word behind.
    let mut carry = Carry::default();
    let planes = blocks(view.own, &words).zip(blocks(view.occupied, &words));
    for (block, (own, occupied)) in planes.enumerate().rev() {
        let runs = runs_up::<6>(own, occupied);
        for lane in (0..BLOCK).rev() {
            let word = words.start + block * BLOCK + lane;
            // The bit at which the carry comes in.
            let mut top = 63;
            if let Some(ring) = link(word).last {
                carry = if ring.cyclic { carry_up(view, ring) } else { Carry::default() };
                top = ring.last_bit;
            }
            let (own, occupied) = (own[lane], occupied[lane]);
            let foreign = occupied & !own;
            let run = runs[lane] | highest_ones(foreign << (63 - top)) >> (63 - top) & carry.any.wrapping_neg();
            let hits = (run >> 1 | carry.run << top) & target::<OCCUPIED>(u64::MAX, occupied) & view.layout.up[word];
            carry = Carry { any: (run | own) & 1, run: run & 1 };
            if sink.add(word, checked(word, hits, Way::Up)) {
                return true;
            }
        }
    }
    false
}

/// What a word hands on to the next: 0 or 1 each.
#[derive(Clone, Copy, Default)]
struct Carry {
    /// There is an own stone, or a run that ends at one.
    any: u64,
    /// There is a run.
    run: u64,
}

/// What the last tile of a closed chain hands on to the first.
fn carry_down(view: View<'_>, ring: Ring) -> Carry {
    let last = ring.last_word as usize;
    let mut run = 0;
    for word in (ring.first_word as usize..=last).rev() {
        let exists = if word == last { u64::MAX >> (63 - ring.last_bit) } else { u64::MAX };
        let (own, foreign) = (view.own[word], view.occupied[word] & !view.own[word]);
        let other = !foreign & exists;
        if other != 0 {
            let end = other.ilog2();
            run |= u64::from(word < last || end < ring.last_bit);
            let any = own >> end & 1;
            return Carry { any, run: run & any };
        }
        run = 1;
    }
    Carry::default()
}

/// What the first tile of a closed chain hands on to the last.
fn carry_up(view: View<'_>, ring: Ring) -> Carry {
    for word in ring.first_word..=ring.last_word {
        let (own, foreign) = (view.own[word as usize], view.occupied[word as usize] & !view.own[word as usize]);
        let other = !foreign;
        if other != 0 {
            let end = other.trailing_zeros();
            let any = own >> end & 1;
            return Carry { any, run: any & u64::from(word > ring.first_word || end > 0) };
        }
    }
    Carry::default()
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

/// All origins of a block but those that [`without_returns`] drops; from free tiles no walk comes back.
#[inline(always)]
fn hits<const OCCUPIED: bool>(view: View<'_>, word: usize, down: &Block, up: &Block) -> Block {
    if !OCCUPIED {
        return std::array::from_fn(|lane| down[lane] | up[lane]);
    }
    let [returns_down, returns_up] = &view.layout.returns;
    let mask = |returns: &'_ Returns| -> Block { std::array::from_fn(|lane| returns.mask[word + lane]) };
    let (mask_down, mask_up) = (mask(returns_down), mask(returns_up));
    let risky: Block = std::array::from_fn(|lane| down[lane] & mask_down[lane] | up[lane] & mask_up[lane]);
    if risky == [0; BLOCK] {
        return std::array::from_fn(|lane| down[lane] | up[lane]);
    }
    std::array::from_fn(|lane| {
        without_returns(view, word + lane, down[lane], Way::Down)
            | without_returns(view, word + lane, up[lane], Way::Up)
    })
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
    let line = whole_line(view, word);
    let mut gone = 0;
    each_bit(risky, |bit| {
        let steps = match way {
            Way::Down => steps_down(view.own, line, word, bit as u32),
            Way::Up => steps_up(view.own, line, word, bit as u32),
        };
        if steps >= returns.steps[word * 64 + bit] {
            gone |= 1 << bit;
        }
    });
    gone
}

/// The line of a ring or chain; other lines do not leave their word.
fn whole_line(view: View<'_>, word: usize) -> Ring {
    let layout = view.layout;
    if layout.rings.contains(&word) {
        let last_bit = layout.rounds[word - layout.rings.start] as u32 - 1;
        return Ring { first_word: word as u32, last_word: word as u32, last_bit, cyclic: true };
    }
    let chain = word.checked_sub(layout.chains.start);
    let first = chain.and_then(|chain| layout.links[..=chain].iter().rev().find_map(|link| link.first));
    first.unwrap_or(Ring { first_word: word as u32, last_word: word as u32, last_bit: 63, cyclic: false })
}

/// Steps to the next own stone at lower bits; the caller knows that there is one.
fn steps_down(own: &[u64], line: Ring, word: usize, bit: u32) -> u32 {
    let below = own[word] & ((1 << bit) - 1);
    if below != 0 {
        return bit - below.ilog2();
    }
    let mut steps = bit;
    for before in (line.first_word as usize..word).rev() {
        if own[before] != 0 {
            return steps + 1 + own[before].leading_zeros();
        }
        steps += 64;
    }
    // On from the last tile of the cycle.
    let mut free_bits = 63 - line.last_bit;
    for before in (word..=line.last_word as usize).rev() {
        if own[before] != 0 {
            return steps + 1 + own[before].leading_zeros() - free_bits;
        }
        (steps, free_bits) = (steps + 64 - free_bits, 0);
    }
    u32::MAX
}

/// Steps to the next own stone at higher bits; the caller knows that there is one.
fn steps_up(own: &[u64], line: Ring, word: usize, bit: u32) -> u32 {
    let above = own[word] >> bit >> 1;
    if above != 0 {
        return 1 + above.trailing_zeros();
    }
    let last = line.last_word as usize;
    let bits = |word: usize| if word == last { line.last_bit + 1 } else { 64 };
    let mut steps = bits(word) - bit;
    // On to the last tile, and for a cycle on from the first.
    for after in (word + 1..=last).chain(line.first_word as usize..=word) {
        if own[after] != 0 {
            return steps + own[after].trailing_zeros();
        }
        steps += bits(after);
    }
    u32::MAX
}
