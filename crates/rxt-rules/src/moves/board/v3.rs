//! Vectors of `x86-64-v3`. Written out, because the compiler finds them in plain code for some sizes only.

use super::kernel::board_kernel;
use super::rows::row_kernel;
use crate::moves::runs::Block;
use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_or_si128, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_blend_epi32, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extract_epi64,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_slli_epi64, _mm256_slli_si256, _mm256_sllv_epi64, _mm256_srli_epi64, _mm256_srli_si256, _mm256_srlv_epi64,
    _mm256_testz_si256, _mm256_xor_si256,
};

type Vector = __m256i;

board_kernel! { #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")] }
row_kernel! { #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")] }

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn zero() -> Vector {
    _mm256_setzero_si256()
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn splat(word: u64) -> Vector {
    _mm256_set1_epi64x(word.cast_signed())
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn load(words: &Block) -> Vector {
    let [a, b, c, d] = words.map(u64::cast_signed);
    _mm256_set_epi64x(d, c, b, a)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn words(a: Vector) -> Block {
    let words = [
        _mm256_extract_epi64::<0>(a),
        _mm256_extract_epi64::<1>(a),
        _mm256_extract_epi64::<2>(a),
        _mm256_extract_epi64::<3>(a),
    ];
    words.map(i64::cast_unsigned)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn and(a: Vector, b: Vector) -> Vector {
    _mm256_and_si256(a, b)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn or(a: Vector, b: Vector) -> Vector {
    _mm256_or_si256(a, b)
}

/// What is in the first and not in the second.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn without(a: Vector, b: Vector) -> Vector {
    _mm256_andnot_si256(b, a)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn sum(a: Vector, b: Vector) -> Vector {
    _mm256_add_epi64(a, b)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn shl(a: Vector, by: Vector) -> Vector {
    _mm256_sllv_epi64(a, by)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn shr(a: Vector, by: Vector) -> Vector {
    _mm256_srlv_epi64(a, by)
}

/// The second lane one bit up, the third one bit down.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn lean(a: Vector) -> Vector {
    let right = _mm256_blend_epi32::<0b0000_1100>(a, _mm256_slli_epi64::<1>(a));
    _mm256_blend_epi32::<0b0011_0000>(right, _mm256_srli_epi64::<1>(a))
}

/// The first lane of each half as its second.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn to_high(a: Vector) -> Vector {
    _mm256_slli_si256::<8>(a)
}

/// The second lane of each half as its first.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn to_low(a: Vector) -> Vector {
    _mm256_srli_si256::<8>(a)
}

/// All ones where a lane has any.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn filled(a: Vector) -> Vector {
    let empty = _mm256_cmpeq_epi64(a, zero());
    _mm256_xor_si256(empty, _mm256_set1_epi64x(-1))
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn is_zero(a: Vector) -> bool {
    _mm256_testz_si256(a, a) != 0
}

/// All lanes together.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn united(a: Vector) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a));
    (_mm_cvtsi128_si64(halves) | _mm_extract_epi64::<1>(halves)).cast_unsigned()
}
