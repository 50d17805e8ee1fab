//! The search on rows of one or two words each, written once for all kinds of vectors.

/// Defines the search with the vectors of the module, beside [`super::kernel::board_kernel`].
macro_rules! row_kernel {
    (#[$attribute:meta]) => {
        /// Adds the hits across rows of a word each to those along them, or writes all hits on rows of two words.
        #[$attribute]
        pub(in crate::moves) fn scan_rows<const OCCUPIED: bool>(view: &View<'_>, hits: &mut [u64]) {
            if view.layout.row_words == 2 {
                return scan_pairs::<OCCUPIED>(view, hits);
            }
            let rows = view.layout.height;
            let planes = || view.own[..rows].iter().zip(&view.occupied[..rows]);
            let exists = &view.layout.down[..rows];
            let mut walk = Walk { before: zero(), runs: zero() };
            for ((&own, &occupied), (&exists, hits)) in planes().zip(exists.iter().zip(&mut hits[..rows])) {
                *hits |= next_row(&mut walk, own, occupied & !own) & target::<OCCUPIED>(exists, occupied);
            }
            let mut walk = Walk { before: zero(), runs: zero() };
            for ((&own, &occupied), (&exists, hits)) in planes().zip(exists.iter().zip(&mut hits[..rows])).rev() {
                *hits |= next_row(&mut walk, own, occupied & !own) & target::<OCCUPIED>(exists, occupied);
            }
        }

        /// Writes the hits on rows of two words each, along them and across.
        #[$attribute]
        #[inline]
        fn scan_pairs<const OCCUPIED: bool>(view: &View<'_>, hits: &mut [u64]) {
            along_pairs::<OCCUPIED>(view, hits);
            across_pairs::<OCCUPIED>(view, hits);
        }

        /// Sets the hits along rows of two words each, two rows at a time.
        #[$attribute]
        #[inline]
        fn along_pairs<const OCCUPIED: bool>(view: &View<'_>, hits: &mut [u64]) {
            let blocks = (view.layout.height * 2).div_ceil(BLOCK);
            let [own, occupied, exists] =
                [view.own, view.occupied, &view.layout.down].map(|plane| &plane.as_chunks::<BLOCK>().0[..blocks]);
            let hits = &mut hits.as_chunks_mut::<BLOCK>().0[..blocks];
            let (one, last) = (splat(1), splat(63));
            for ((own, occupied), (exists, hits)) in own.iter().zip(occupied).zip(exists.iter().zip(hits)) {
                let (own, occupied) = (load(own), load(occupied));
                let foreign = without(occupied, own);
                // Each high word once more with what the low one leaves to it.
                let above = shl(own, one);
                let low = without(foreign, sum(foreign, and(foreign, above)));
                let carried = to_high(shr(or(own, low), last));
                let down = without(foreign, sum(foreign, and(foreign, or(above, carried))));
                // Runs from the highest tile of the low word are found apart: they go on where those of the high word arrive.
                let mut up = and(foreign, shr(own, one));
                let mut highest = and(foreign, shl(one, last));
                let (mut through, mut by) = (foreign, one);
                for _ in 0..6 {
                    up = or(up, and(through, shr(up, by)));
                    highest = or(highest, and(through, shr(highest, by)));
                    through = and(through, shr(through, by));
                    by = sum(by, by);
                }
                up = or(up, and(highest, to_low(filled(and(or(own, up), one)))));
                let found = or(pairs_up(down), pairs_down(up));
                *hits = words(and(found, if OCCUPIED { occupied } else { without(load(exists), occupied) }));
            }
        }

        /// Adds the hits across rows of two words each, from the first and from the last row at the same time.
        #[$attribute]
        #[inline]
        fn across_pairs<const OCCUPIED: bool>(view: &View<'_>, hits: &mut [u64]) {
            let rows = view.layout.height;
            let [own, occupied, exists] =
                [view.own, view.occupied, &view.layout.down].map(|plane| &plane.as_chunks::<2>().0[..rows]);
            let hits = &mut hits.as_chunks_mut::<2>().0[..rows];
            let (mut straight, mut right, mut left) = (zero(), zero(), zero());
            let mut before = zero();
            for row in 0..rows {
                let other = rows - 1 - row;
                let [own, occupied, exists] = [own, occupied, exists]
                    .map(|plane| load(&[plane[row][0], plane[row][1], plane[other][0], plane[other][1]]));
                let foreign = without(occupied, own);
                let (right_beyond, left_beyond) = (pairs_up(right), pairs_down(left));
                let target = if OCCUPIED { occupied } else { without(exists, occupied) };
                let found = words(and(target, or(straight, or(right_beyond, left_beyond))));
                straight = and(foreign, or(before, straight));
                right = and(foreign, or(pairs_up(before), right_beyond));
                left = and(foreign, or(pairs_down(before), left_beyond));
                before = own;
                hits[row][0] |= found[0];
                hits[row][1] |= found[1];
                hits[other][0] |= found[2];
                hits[other][1] |= found[3];
            }
        }

        /// Two numbers of two words each, one bit up.
        #[$attribute]
        #[inline]
        fn pairs_up(a: Vector) -> Vector {
            or(shl(a, splat(1)), to_high(shr(a, splat(63))))
        }

        /// Two numbers of two words each, one bit down.
        #[$attribute]
        #[inline]
        fn pairs_down(a: Vector) -> Vector {
            or(shr(a, splat(1)), to_low(shl(a, splat(63))))
        }
    };
}

pub(super) use row_kernel;
