//! Vectors that every CPU has: four words.

use super::kernel::board_kernel;
use super::rows::row_kernel;
use crate::moves::runs::Block;

type Vector = Block;

board_kernel! { #[doc(alias = "board")] }
row_kernel! { #[doc(alias = "board")] }

#[inline]
fn zero() -> Vector {
    [0; BLOCK]
}

#[inline]
fn splat(word: u64) -> Vector {
    [word; BLOCK]
}

#[inline]
fn load(words: &Block) -> Vector {
    *words
}

#[inline]
fn words(a: Vector) -> Block {
    a
}

#[inline]
fn and(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] & b[axis])
}

#[inline]
fn or(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] | b[axis])
}

/// What is in the first and not in the second.
#[inline]
fn without(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] & !b[axis])
}

#[inline]
fn sum(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis].wrapping_add(b[axis]))
}

#[inline]
fn shl(a: Vector, by: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] << (by[axis] & 63))
}

#[inline]
fn shr(a: Vector, by: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] >> (by[axis] & 63))
}

/// The second lane one bit up, the third one bit down.
#[inline]
fn lean(a: Vector) -> Vector {
    [a[0], a[1] << 1, a[2] >> 1, a[3]]
}

/// The first lane of each half as its second.
#[inline]
fn to_high(a: Vector) -> Vector {
    [0, a[0], 0, a[2]]
}

/// The second lane of each half as its first.
#[inline]
fn to_low(a: Vector) -> Vector {
    [a[1], 0, a[3], 0]
}

/// All ones where a lane has any.
#[inline]
fn filled(a: Vector) -> Vector {
    a.map(|lane| if lane == 0 { 0 } else { u64::MAX })
}

#[inline]
fn is_zero(a: Vector) -> bool {
    united(a) == 0
}

/// All lanes together.
#[inline]
fn united(a: Vector) -> u64 {
    a[0] | a[1] | a[2] | a[3]
}
