//! What a soak has shown.

use super::game::{Answered, Disqualified, GameLine};
use crate::stats::{Interval, clopper_pearson, quantile};
use serde::Serialize;
use std::fmt;

/// The findings of a soak.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// All games.
    pub all: Part,
    /// Games without busy threads beside them.
    pub quiet: Part,
    /// Games with them.
    pub loaded: Part,
    /// Every disqualification, with the number of its game.
    pub disqualified: Vec<(u64, Disqualified)>,
    /// Whatever else must not happen, with the number of its game.
    pub troubles: Vec<(u64, String)>,
    /// Memory of the process in MiB: medians over each quarter of the games.
    pub memory_mib: Option<[f64; 4]>,
}

/// The findings in some of the games.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Part {
    /// Games.
    pub games: usize,
    /// Seats of ours in them.
    pub seats: usize,
    /// Answers of ours.
    pub answers: usize,
    /// Games in which a seat of ours was disqualified.
    pub lost: usize,
    /// At most this part of all games is lost, with 95 % confidence.
    pub lost_at_most: f64,
    /// Share of the account that was charged where there was a choice: median, 90 %, 99 %, 99.9 %, largest.
    pub shares: Option<[f64; 5]>,
    /// Median over all answers, those without a choice included.
    pub median_of_all: Option<f64>,
    /// The least that was left on an account, in milliseconds, where there was a choice.
    pub closest_ms: Option<f64>,
    /// Answers that were sent before the validator had caught up.
    pub unchecked: usize,
}

/// How sure the bound is.
const CONFIDENCE: f64 = 0.95;
/// Whoever uses less than this of the account is hardly ever in danger of being late.
const LEAST_USED: f64 = 0.7;
const PARTS: [f64; 5] = [0.5, 0.9, 0.99, 0.999, 1.0];

impl Summary {
    /// Sums up.
    pub fn new(lines: &[GameLine]) -> Self {
        let part = |wanted: &dyn Fn(&GameLine) -> bool| Part::new(lines.iter().filter(|line| wanted(line)));
        let disqualified = |line: &GameLine| line.disqualified.iter().map(|out| (line.number, out.clone())).collect();
        let troubles = |line: &GameLine| line.troubles.iter().map(|what| (line.number, what.clone())).collect();
        Self {
            all: part(&|_| true),
            quiet: part(&|line| !line.loaded),
            loaded: part(&|line| line.loaded),
            disqualified: lines.iter().flat_map::<Vec<_>, _>(disqualified).collect(),
            troubles: lines.iter().flat_map::<Vec<_>, _>(troubles).collect(),
            memory_mib: memory(lines),
        }
    }

    /// Whether nothing happened that must not.
    pub fn is_clean(&self) -> bool {
        self.lost() == 0 && self.troubles.is_empty()
    }

    /// Disqualifications that are not the machine's doing.
    pub fn lost(&self) -> usize {
        self.disqualified.iter().filter(|(_, out)| !out.host).count()
    }
}

impl Part {
    fn new<'a>(lines: impl Iterator<Item = &'a GameLine> + Clone) -> Self {
        let games = lines.clone().count();
        let lost = lines.clone().filter(|line| line.disqualified.iter().any(|out| !out.host)).count();
        let answers: Vec<Answered> = lines.clone().flat_map(|line| line.answers.iter().copied()).collect();
        let choices = || answers.iter().filter(|answer| answer.2 > 1);
        let Interval { high, .. } = clopper_pearson(lost as u64, games as u64, CONFIDENCE);
        let shares = sorted(choices());
        Self {
            games,
            seats: lines.clone().map(|line| usize::from(line.seats)).sum(),
            answers: answers.len(),
            lost,
            lost_at_most: high,
            shares: (!shares.is_empty()).then(|| PARTS.map(|part| quantile(&shares, part).unwrap_or_default())),
            median_of_all: quantile(&sorted(answers.iter()), 0.5),
            closest_ms: choices()
                .map(|answer| answer.0.saturating_sub(answer.1))
                .min()
                .map(|left| left as f64 / 1000.0),
            unchecked: lines.map(|line| line.unchecked).sum(),
        }
    }
}

/// How much memory there was in each quarter of the games that say so.
fn memory(lines: &[GameLine]) -> Option<[f64; 4]> {
    let known: Vec<f64> = lines.iter().map(|line| line.resident_kib as f64 / 1024.0).filter(|&mib| mib > 0.0).collect();
    let mut quarters = [0.0; 4];
    for (index, quarter) in quarters.iter_mut().enumerate() {
        let mut part = known[known.len() * index / 4..known.len() * (index + 1) / 4].to_vec();
        part.sort_by(f64::total_cmp);
        *quarter = quantile(&part, 0.5)?;
    }
    Some(quarters)
}

fn sorted<'a>(answers: impl Iterator<Item = &'a Answered>) -> Vec<f64> {
    let mut shares: Vec<f64> =
        answers.map(|Answered(account, used, _)| *used as f64 / (*account).max(1) as f64).collect();
    shares.sort_by(f64::total_cmp);
    shares
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, Disqualified { player, reason, client, host }) in &self.disqualified {
            let whose = if *host { " (the machine delivered the request too late to answer; not counted)" } else { "" };
            writeln!(f, "game {number}: player {player} was disqualified: {reason}; the client says: {client}{whose}")?;
        }
        for (number, trouble) in &self.troubles {
            writeln!(f, "game {number}: {trouble}")?;
        }
        writeln!(
            f,
            "               games  seats  answers  lost  95 % bound    share of the account used      least left"
        )?;
        writeln!(
            f,
            "                                                     median   90 %   99 % 99.9 %  most          ms"
        )?;
        for (name, part) in [("quiet", &self.quiet), ("four per core", &self.loaded), ("all", &self.all)] {
            writeln!(f, "{name:<13}{part}")?;
        }
        if let Some(median) = self.all.median_of_all {
            let median = 100.0 * median;
            writeln!(f, "Shares are of answers with a choice; the median of all answers is {median:.1} %.")?;
        }
        if self.all.shares.is_some_and(|[median, ..]| median < LEAST_USED) {
            let least = 100.0 * LEAST_USED;
            writeln!(f, "Half of the answers came early: a median below {least:.0} % says little about late ones.")?;
        }
        if let Some([first, second, third, last]) = self.memory_mib {
            writeln!(f, "Memory by quarters of the games: {first:.0}, {second:.0}, {third:.0}, {last:.0} MiB.")?;
        }
        if self.all.unchecked > 0 {
            writeln!(f, "{} answers were sent before the validator had caught up.", self.all.unchecked)?;
        }
        write!(f, "{} games, {} answers, {} disqualifications", self.all.games, self.all.answers, self.lost())?;
        let host = self.disqualified.len() - self.lost();
        if host > 0 {
            write!(f, ", {host} by the machine")?;
        }
        if !self.troubles.is_empty() {
            write!(f, ", {} troubles", self.troubles.len())?;
        }
        Ok(())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, seats, answers, lost, .. } = self;
        write!(f, "{games:>7}{seats:>7}{answers:>9}{lost:>6}{:>10.2} %  ", 100.0 * self.lost_at_most)?;
        for share in self.shares.unwrap_or_default() {
            write!(f, "{:>6.1}%", 100.0 * share)?;
        }
        write!(f, "{:>10.1}", self.closest_ms.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u64, answers: &[(u64, u64, usize)]) -> GameLine {
        let answers = answers.iter().map(|&(account, used, moves)| Answered(account, used, moves)).collect();
        GameLine { number, seats: 1, loaded: number % 2 == 1, answers, ..GameLine::default() }
    }

    #[test]
    fn answers_without_a_choice_do_not_count_as_time_used() {
        let lines = [line(0, &[(1000, 800, 5), (1000, 1, 1)]), line(1, &[(2000, 1000, 3), (9000, 10, 1)])];
        let summary = Summary::new(&lines);
        assert!(summary.is_clean());
        assert_eq!(summary.quiet.shares, Some([0.8; 5]));
        assert_eq!(summary.all.shares, Some([0.5, 0.8, 0.8, 0.8, 0.8]));
        assert_eq!((summary.all.answers, summary.all.closest_ms), (4, Some(0.2)));
        assert!(summary.all.median_of_all.unwrap() < 0.01);
        assert!(summary.to_string().ends_with("\n2 games, 4 answers, 0 disqualifications"));
    }

    #[test]
    fn memory_is_that_of_each_quarter_of_the_games() {
        let game = |number: u64| GameLine { resident_kib: 1024 * (100 + number), ..line(number, &[]) };
        let lines: Vec<GameLine> = (0..20).map(game).collect();
        assert_eq!(Summary::new(&lines).memory_mib, Some([102.0, 107.0, 112.0, 117.0]));
        assert_eq!(Summary::new(&lines[..3]).memory_mib, None);
    }

    #[test]
    fn a_disqualification_and_a_trouble_spoil_it() {
        let mut lines = [line(0, &[]), line(1, &[])];
        lines[1].disqualified.push(Disqualified {
            player: 2,
            reason: "timeout".to_owned(),
            client: "-".to_owned(),
            host: false,
        });
        assert!(!Summary::new(&lines).is_clean());
        assert_eq!(Summary::new(&lines).all.lost, 1);
        lines[1].disqualified[0].host = true;
        let summary = Summary::new(&lines);
        assert!(summary.is_clean() && summary.all.lost == 0);
        assert!(summary.to_string().ends_with("0 disqualifications, 1 by the machine"));
        lines[1].disqualified.clear();
        lines[0].troubles.push("the engine panicked".to_owned());
        let summary = Summary::new(&lines);
        assert!(!summary.is_clean() && summary.to_string().contains("game 0: the engine panicked"));
    }
}
