//! How the time of an account is spent over the moves of a game. Knows no clock, so that any game can be simulated.

use super::margin::Margin;
use std::time::Duration;

/// Divides the account of a game. It is told what requests carry and what was spent, and learns from the difference what
/// the server charges for the way.
#[derive(Clone, Debug, Default)]
pub struct Allocation {
    margin: Margin,
    /// What each request adds to the account: what the first one carried.
    credit: Option<Duration>,
    /// The account of the last request, and what was spent on the answer.
    spent: Option<(Duration, Duration)>,
    /// The account of the request that is open.
    open: Duration,
}

/// What is known about the rest of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// Moves that are still expected of us, this one included.
    pub moves: u32,
}

/// When to do what, counted from the arrival of the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// About how long to think if nothing is wrong. Never after `think`.
    pub soft: Duration,
    /// Stop thinking.
    pub think: Duration,
    /// Send whatever is known. Never before `think`.
    pub send: Duration,
}

/// The part of a credit that is saved up to begin with, so that later moves are made with a reserve behind them.
const CUSHION: f64 = 0.4;
/// No larger cushion is needed, however long the moves.
const CUSHION_LIMIT: Duration = Duration::from_millis(300);
/// What is saved beyond the cushion is spread: so much of it goes into this move,
const SPREAD_LEAST: u32 = 2;
const SPREAD_MOST: u32 = 8;
/// and less while there are more moves than this to come.
const SPREAD_MOVES: u32 = 20;
/// What is meant to be spent on a move: so much of the credit, and a part of what is saved, the smaller the more moves are
/// to come.
const SOFT_CREDIT: f64 = 0.8;
const SOFT_MOVES: f64 = 1.2;
const SOFT_MORE: f64 = 4.0;
/// What may be spent when a move turns out badly: this part of what is saved.
const HARD_BANK: u32 = 3;
/// In games this fast it is not worth while to save: spread thin, it would not buy a ply anywhere.
const FAST: Duration = Duration::from_millis(500);

impl Allocation {
    /// Plans the answer to a request that carries this account.
    pub fn plan(&mut self, account: Duration, outlook: Outlook) -> Plan {
        let credit = *self.credit.get_or_insert(account);
        if let Some((before, spent)) = self.spent.take() {
            let charged = (before + credit).saturating_sub(account);
            self.margin.transported(charged.saturating_sub(spent));
        }
        self.open = account;
        let margin = self.margin.of(account);
        let send = account.saturating_sub(margin);
        let cushion = credit.mul_f64(CUSHION).min(CUSHION_LIMIT).max(margin);
        let bank = account.saturating_sub(credit);
        let think = if bank <= cushion {
            account.saturating_sub(cushion)
        } else {
            let moves = if credit < FAST { 0 } else { outlook.moves };
            let spread = (SPREAD_LEAST + moves / SPREAD_MOVES).min(SPREAD_MOST);
            credit + bank.saturating_sub(cushion) / spread
        };
        let soft = credit.mul_f64(SOFT_CREDIT) + bank.div_f64(SOFT_MOVES * f64::from(outlook.moves) + SOFT_MORE);
        let hard = if credit < FAST { think } else { think.max(credit.mul_f64(SOFT_CREDIT) + bank / HARD_BANK) };
        let think = hard.min(send);
        Plan { soft: soft.min(think), think, send }
    }

    /// The answer left so long after the request arrived.
    pub fn replied(&mut self, spent: Duration) {
        self.spent = Some((self.open, spent));
    }

    /// What the margin is made of.
    pub fn margin_mut(&mut self) -> &mut Margin {
        &mut self.margin
    }

    /// What is kept of an account at present.
    pub fn margin(&self, account: Duration) -> Duration {
        self.margin.of(account)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::rng::Rng;

    const MS: Duration = Duration::from_millis(1);

    /// A machine on which everything takes some time. All in microseconds.
    struct World {
        rng: Rng,
        /// Usual time of a way between the processes, one direction.
        way: usize,
        /// Usual lateness of a wake-up.
        lateness: usize,
        /// Every so many events one takes `stall` more.
        stall_every: usize,
        stall: usize,
        agent: Thinks,
    }

    /// How long an agent thinks.
    #[derive(Clone, Copy)]
    enum Thinks {
        /// Until it is told to stop.
        ToTheEnd,
        /// About as long as it should.
        AsWanted,
    }

    impl World {
        fn sample(&mut self, usual: usize) -> Duration {
            let stall = if self.rng.below(self.stall_every) == 0 { self.rng.below(self.stall + 1) } else { 0 };
            Duration::from_micros((self.rng.below(2 * usual + 1) + stall) as u64)
        }
    }

    /// What a game of many moves came to.
    struct Played {
        late: usize,
        shares: Vec<f64>,
        spent: Vec<Duration>,
    }

    impl Played {
        fn median(&mut self) -> f64 {
            self.shares.sort_by(f64::total_cmp);
            self.shares[self.shares.len() / 2]
        }
    }

    /// Plays games on a simulated clock, with an agent that thinks until it is told to stop.
    fn simulate(credit: Duration, games: usize, moves: u32, forced: u32, world: &mut World) -> Played {
        let mut played = Played { late: 0, shares: Vec::new(), spent: Vec::new() };
        for _ in 0..games {
            let mut allocation = Allocation::default();
            let mut account = Duration::ZERO;
            for mv in 0..moves {
                for _ in 0..100 {
                    let late = world.sample(world.lateness);
                    allocation.margin_mut().woke(late);
                }
                account += credit;
                // The request carries whole milliseconds.
                let told = Duration::from_millis(account.as_millis() as u64);
                let plan = allocation.plan(told, Outlook { moves: moves - mv });
                let is_forced = world.rng.percent(forced);
                let late = world.sample(world.lateness);
                let aim = match world.agent {
                    Thinks::ToTheEnd => plan.think,
                    // Now and then a move turns out badly, and some are easy.
                    Thinks::AsWanted => match world.rng.below(10) {
                        0 => plan.think,
                        1 | 2 => plan.soft.mul_f64(0.3),
                        _ => plan.soft.mul_f64(1.1).min(plan.think),
                    },
                };
                let think = if is_forced { MS } else { aim + late };
                if !is_forced {
                    allocation.margin_mut().overran(late);
                }
                allocation.replied(think);
                let charged = world.sample(world.way) + think + world.sample(world.way);
                if !is_forced {
                    played.spent.push(charged);
                    played.shares.push(charged.as_secs_f64() / account.as_secs_f64());
                }
                if charged > account {
                    played.late += 1;
                    break;
                }
                account -= charged;
            }
        }
        played
    }

    fn world(way: usize, lateness: usize, stall_every: usize, stall: usize) -> World {
        World { rng: Rng::new(7), way, lateness, stall_every, stall, agent: Thinks::ToTheEnd }
    }

    #[test]
    fn on_a_calm_machine_the_account_is_used_and_never_overdrawn() {
        let mut played = simulate(200 * MS, 200, 60, 10, &mut world(100, 100, usize::MAX, 0));
        assert_eq!(played.late, 0);
        assert!(played.median() > 0.70, "{}", played.median());
    }

    #[test]
    fn stalls_of_a_busy_machine_are_survived() {
        // Ways of 2 ms on average, wake-ups 4 ms late, and at each of them, now and then, up to 40 ms more.
        let mut played = simulate(200 * MS, 1000, 60, 10, &mut world(2_000, 4_000, 300, 40_000));
        assert_eq!(played.late, 0, "{} moves", played.shares.len());
        assert!(played.median() > 0.55, "{}", played.median());
    }

    #[test]
    fn delayed_acknowledgements_are_learned() {
        let played = simulate(200 * MS, 200, 60, 0, &mut world(10_000, 500, usize::MAX, 0));
        assert_eq!(played.late, 0);
    }

    #[test]
    fn long_accounts_are_nearly_used_up_and_savings_are_spread() {
        let mut played = simulate(2000 * MS, 100, 40, 0, &mut world(200, 200, usize::MAX, 0));
        assert_eq!(played.late, 0);
        assert!(played.median() > 0.85, "{}", played.median());

        let mut allocation = Allocation::default();
        allocation.plan(2000 * MS, Outlook { moves: 60 });
        let rich = allocation.plan(12_000 * MS, Outlook { moves: 60 });
        assert!(rich.soft > 1700 * MS && rich.soft < 1800 * MS, "{rich:?}");
        assert!(rich.think > 4500 * MS && rich.think < 5000 * MS, "{rich:?}");
        let last = allocation.plan(12_000 * MS, Outlook { moves: 1 });
        assert!(last.soft > 3400 * MS && last.think > 6000 * MS && last.send > 11_000 * MS, "{last:?}");
    }

    #[test]
    fn what_easy_moves_save_is_there_for_those_that_turn_out_badly() {
        let mut world = World { agent: Thinks::AsWanted, ..world(200, 200, 300, 40_000) };
        let played = simulate(1000 * MS, 200, 60, 10, &mut world);
        assert_eq!(played.late, 0);
        let (spent, credits) = (played.spent.iter().sum::<Duration>(), 200 * 60 * 1000 * MS);
        assert!(spent > credits / 2, "what is saved is spent in the end: {spent:?} of {credits:?}");
        let longest = played.spent.iter().copied().max().unwrap_or_default();
        assert!(longest > 1500 * MS, "a bad move may take longer than its credit: {longest:?}");
    }

    #[test]
    fn a_plan_never_sends_before_it_has_stopped_thinking_and_never_after_the_account() {
        let mut rng = Rng::new(3);
        let mut allocation = Allocation::default();
        for _ in 0..10_000 {
            allocation.margin_mut().woke(rng.below(400) as u32 * MS);
            let account = (rng.below(5000) as u32) * MS;
            let plan = allocation.plan(account, Outlook { moves: rng.below(100) as u32 });
            assert!(plan.soft <= plan.think && plan.think <= plan.send && plan.send <= account, "{account:?} {plan:?}");
            allocation.replied(rng.below(3000) as u32 * MS);
        }
    }
}
