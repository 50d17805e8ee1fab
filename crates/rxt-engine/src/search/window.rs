//! Scores, the two sides of a search, and the window between their bounds.

/// What a position is worth to the player at the root.
pub(crate) type Score = i32;

/// Above every score.
pub(crate) const INFINITE: Score = 2_000_000_000;

/// Who chooses at a node: the player at the root, who wants much, or somebody who wants him to have little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Me,
    Them,
}

impl Side {
    /// Worse than every score, for this side.
    pub(crate) fn worst(self) -> Score {
        match self {
            Self::Me => -INFINITE,
            Self::Them => INFINITE,
        }
    }

    /// Whether this side would rather have `a` than `b`.
    #[inline]
    pub(crate) fn prefers(self, a: Score, b: Score) -> bool {
        match self {
            Self::Me => a > b,
            Self::Them => a < b,
        }
    }
}

/// The scores that still matter: above `alpha`, which the root can have for sure, and below `beta`, which the others can
/// hold it to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// A window around a score; never empty.
    pub(crate) fn new(alpha: i64, beta: i64) -> Self {
        let clamp = |score: i64| score.clamp(i64::from(-INFINITE), i64::from(INFINITE)) as Score;
        let alpha = clamp(alpha).min(INFINITE - 1);
        Self { alpha, beta: clamp(beta).max(alpha + 1) }
    }

    /// Whether a score is known exactly when a search of this window returns it.
    pub(crate) fn contains(self, score: Score) -> bool {
        score > self.alpha && score < self.beta
    }

    /// The window for the next move of a side that already has `best`.
    #[inline]
    pub(crate) fn after(self, side: Side, best: Score) -> Self {
        match side {
            Side::Me => Self { alpha: self.alpha.max(best), ..self },
            Side::Them => Self { beta: self.beta.min(best), ..self },
        }
    }

    /// The window for the next move at a root without cutoffs: `beta` gives way.
    pub(crate) fn raised(self, best: Score) -> Self {
        let alpha = self.alpha.max(best).min(INFINITE - 1);
        Self { alpha, beta: self.beta.max(alpha + 1) }
    }

    /// Whether a score is better for a side than what it has.
    #[inline]
    pub(crate) fn improves(self, side: Side, score: Score) -> bool {
        match side {
            Side::Me => score > self.alpha,
            Side::Them => score < self.beta,
        }
    }

    /// Nothing below can matter any more.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// The empty window that only tells whether a move is better for a side than what it has.
    #[inline]
    pub(crate) fn scout(self, side: Side) -> Self {
        match side {
            Side::Me => Self { alpha: self.alpha, beta: self.alpha + 1 },
            Side::Them => Self { alpha: self.beta - 1, beta: self.beta },
        }
    }

    /// Whether there is only one question left to ask.
    #[inline]
    pub(crate) fn is_scout(self) -> bool {
        self.alpha + 1 >= self.beta
    }
}
