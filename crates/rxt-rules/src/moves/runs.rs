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

/// Gives the hits on all lines to the sink, and those along rows of one word.
#[inline(always)]
pub(super) fn each_hit<const OCCUPIED: bool>(view: &View<'_>, sink: &mut (impl Sink + ?Sized)) -> bool {
    let layout = view.layout;
    let words = layout.packed.clone();
    let stopped = match layout.doublings {
        0..=3 => packed::<OCCUPIED, 3>(view, words, sink),
        4 => packed::<OCCUPIED, 4>(view, words, sink),
        5 => packed::<OCCUPIED, 5>(view, words, sink),
        _ => packed::<OCCUPIED, 6>(view, words, sink),
    };
    stopped || rings::<OCCUPIED>(view, sink) || chained::<OCCUPIED>(view, layout.chains.clone(), sink)
}

/// Gives the hits along rows of several words to the sink.
#[inline(always)]
pub(super) fn each_hit_in_wide_rows<const OCCUPIED: bool>(view: &View<'_>, sink: &mut (impl Sink + ?Sized)) -> bool {
    let words = if view.layout.row_words > 1 { 0..view.layout.packed.start } else { 0..0 };
    chained::<OCCUPIED>(view, words, sink)
}

/// Words that need nothing from each other.
#[inline(always)]
fn packed<const OCCUPIED: bool, const DOUBLINGS: u32>(
    view: &View<'_>,
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
fn rings<const OCCUPIED: bool>(view: &View<'_>, sink: &mut (impl Sink + ?Sized)) -> bool {
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

/// Words whose runs go on in other words: rows of several words, and chains.
#[inline(always)]
fn chained<const OCCUPIED: bool>(view: &View<'_>, words: Range<usize>, sink: &mut (impl Sink + ?Sized)) -> bool {
    let planes = blocks(view.own, &words).zip(blocks(view.occupied, &words));
    let starts = blocks(&view.layout.down, &words).zip(blocks(&view.layout.up, &words));
    for (block, ((own, occupied), (may_down, may_up))) in planes.zip(starts).enumerate() {
        let word = words.start + block * BLOCK;
        let (mut below, mut above) = ([[0; BLOCK]; 2], [[0; BLOCK]; 2]);
        for lane in 0..BLOCK {
            let (low, high) = (carry_from_below(view, word + lane), carry_from_above(view, word + lane));
            ([below[0][lane], below[1][lane]], [above[0][lane], above[1][lane]]) =
                ([low.any, low.run], [high.any, high.run]);
        }
        let foreign: Block = std::array::from_fn(|lane| occupied[lane] & !own[lane]);
        let target = occupied.map(|occupied| target::<OCCUPIED>(u64::MAX, occupied));
        let down: Block = std::array::from_fn(|lane| {
            let first = foreign[lane] & (own[lane] << 1 | below[0][lane]);
            let run = foreign[lane] & !foreign[lane].wrapping_add(first);
            (run << 1 | below[1][lane]) & may_down[lane] & target[lane]
        });
        let first: Block = std::array::from_fn(|lane| foreign[lane] & (own[lane] >> 1 | above[0][lane]));
        let run = filled_up::<6>(first, foreign);
        let up: Block = std::array::from_fn(|lane| (run[lane] >> 1 | above[1][lane]) & may_up[lane] & target[lane]);
        if sink.set(word, &hits::<OCCUPIED>(view, word, &down, &up)) {
            return true;
        }
    }
    false
}

/// What comes into a word from the next: a bit each, where it comes in.
#[derive(Clone, Copy, Default)]
struct Carry {
    /// There is an own stone, or a run that ends at one.
    any: u64,
    /// There is a run.
    run: u64,
}

/// What comes in at the lowest bit.
#[inline(always)]
fn carry_from_below(view: &View<'_>, word: usize) -> Carry {
    let mut at = view.layout.links[word].before as usize;
    let mut passed = 0;
    while let (Some(link), Some(&own)) = (view.layout.links.get(at), view.own.get(at)) {
        let (own, foreign) = (own << (63 - link.top), (view.occupied[at] & !own) << (63 - link.top));
        let stones = foreign.leading_ones();
        if stones <= link.top {
            let any = own << stones >> 63;
            return Carry { any, run: any & (passed | u64::from(stones > 0)) };
        }
        if at == word {
            break;
        }
        (at, passed) = (link.before as usize, 1);
    }
    Carry::default()
}

/// What comes in at the highest bit.
#[inline(always)]
fn carry_from_above(view: &View<'_>, word: usize) -> Carry {
    let Link { after, top, .. } = view.layout.links[word];
    let mut at = after as usize;
    let mut passed = 0;
    while let (Some(link), Some(&own)) = (view.layout.links.get(at), view.own.get(at)) {
        let stones = (view.occupied[at] & !own).trailing_ones();
        if stones <= link.top {
            let any = own >> stones & 1;
            return Carry { any: any << top, run: (any & (passed | u64::from(stones > 0))) << top };
        }
        if at == word {
            break;
        }
        (at, passed) = (link.after as usize, 1);
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
    let foreign: Block = std::array::from_fn(|lane| occupied[lane] & !own[lane]);
    filled_up::<DOUBLINGS>(std::array::from_fn(|lane| foreign[lane] & own[lane] >> 1), foreign)
}

/// The stones of `through` that are reached from those of `runs` towards lower bits.
#[inline(always)]
fn filled_up<const DOUBLINGS: u32>(mut runs: Block, mut through: Block) -> Block {
    for doubling in 0..DOUBLINGS {
        for lane in 0..BLOCK {
            runs[lane] |= through[lane] & runs[lane] >> (1 << doubling);
            through[lane] &= through[lane] >> (1 << doubling);
        }
    }
    runs
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Down,
    Up,
}

/// All origins of a block but those that [`without_returns`] drops; from free tiles no walk comes back.
#[inline(always)]
fn hits<const OCCUPIED: bool>(view: &View<'_>, word: usize, down: &Block, up: &Block) -> Block {
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
fn without_returns(view: &View<'_>, word: usize, origins: u64, way: Way) -> u64 {
    let returns = &view.layout.returns[way as usize];
    let risky = origins & returns.mask[word] & (!returns.simple[word] | view.own[word]);
    if risky == 0 || !has_run(view.occupied[word] & !view.own[word], returns.passed[word]) {
        return origins;
    }
    origins & !returning(view, word, risky, way)
}

/// Whether a word has so many ones in a row.
#[inline(always)]
fn has_run(word: u64, length: u32) -> bool {
    let (mut runs, mut known) = (word, 1);
    while known < length {
        let step = known.min(length - known);
        runs &= runs >> step;
        known += step;
    }
    runs != 0 || length == 0
}

#[inline(never)]
fn returning(view: &View<'_>, word: usize, risky: u64, way: Way) -> u64 {
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
fn whole_line(view: &View<'_>, word: usize) -> Ring {
    let layout = view.layout;
    if layout.rings.contains(&word) {
        let last_bit = layout.rounds[word - layout.rings.start] as u32 - 1;
        return Ring { first_word: word as u32, last_word: word as u32, last_bit };
    }
    if layout.chains.contains(&word) {
        return layout.links[word].ring;
    }
    Ring { first_word: word as u32, last_word: word as u32, last_bit: 63 }
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
