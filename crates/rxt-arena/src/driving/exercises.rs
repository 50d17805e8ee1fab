//! What is examined.

use std::time::Duration;

/// A game that needs one thing.
#[derive(Clone, PartialEq, Debug)]
pub struct Exercise {
    /// What it is called.
    pub name: &'static str,
    /// What a program has to know for it.
    pub about: &'static str,
    /// The bytes of the map that are sent.
    pub map: Vec<u8>,
    /// The player that the program is, from 1.
    pub seat: u8,
    /// Time for each move.
    pub time: Option<Duration>,
    /// The depth of every request.
    pub depth: u8,
    /// A player who leaves in the middle of the game.
    pub leaver: Option<u8>,
    /// Whether the server has the habits of the course's.
    pub like_course: bool,
    /// The engine that plays all other seats.
    pub opponent: &'static str,
    /// Positions that it may visit for a move.
    pub nodes: u64,
}

macro_rules! map {
    ($name:literal) => {
        include_bytes!(concat!("../../../../maps/", $name, ".map")).as_slice()
    };
}

/// Name, map, and what it is about.
const RULES: [(&str, &[u8], &str); 26] = [
    ("capture", map!("rule-capture"), "a line of enemy stones is captured up to a stone of one's own"),
    ("directions", map!("rule-directions"), "captures in all eight directions at once"),
    ("all at once", map!("rule-all-at-once"), "all directions look at the board before the move"),
    ("bend", map!("rule-bend"), "a transition turns a walk round a corner"),
    ("closed ring", map!("rule-ring-closed"), "a walk that comes back to its origin captures nothing"),
    ("open ring", map!("rule-ring-open"), "a ring with one own stone on it"),
    ("mirror", map!("rule-mirror"), "an end that is joined to itself"),
    ("crossing", map!("rule-crossing"), "a walk that crosses itself"),
    ("override own", map!("rule-override-own"), "override stones on stones of one's own"),
    ("override foreign", map!("rule-override-foreign"), "override stones on foreign stones need a capture"),
    ("override ring", map!("rule-override-ring"), "an override stone in a ring of foreign stones"),
    ("expansion", map!("rule-expansion"), "expansion stones can be overridden without a capture"),
    ("expansion as enemy", map!("rule-expansion-enemy"), "expansion stones are captured like enemies"),
    ("choice", map!("rule-choice"), "a choice tile needs the number of a player"),
    ("inversion", map!("rule-inversion"), "an inversion tile gives every stone to the next player"),
    ("bonus", map!("rule-bonus"), "a bonus tile needs 20 for a bomb or 21 for an override stone"),
    ("special tiles stop", map!("rule-special-stops"), "a special tile that nobody took ends a walk"),
    ("passing", map!("rule-passing"), "whoever cannot move is not asked"),
    ("first player passes", map!("rule-first-passes"), "player 1 cannot move at the start"),
    ("bombing only", map!("rule-bombing-only"), "phase 2 begins at once"),
    ("holes", map!("rule-bomb-holes"), "explosions go round holes"),
    ("craters", map!("rule-bomb-craters"), "tiles that were bombed are holes"),
    ("bombs and transitions", map!("rule-bomb-transition"), "explosions pass transitions"),
    ("change of phase", map!("rule-phase-change"), "phase 2 begins with the next player who has a bomb"),
    ("a bomb of one's own", map!("rule-bonus-bomb"), "a bomb that was won on a bonus tile"),
    ("stock that wraps", map!("rule-stock-wrap"), "stocks are bytes: 256 override stones are none"),
];

/// Larger games.
const GAMES: [(&str, &[u8], &str); 5] = [
    ("a whole game", map!("standard-8x8"), "a game of two on the standard board"),
    ("four players", map!("islands-4p-19x19"), "special tiles, transitions and two phases"),
    ("bombs", map!("bombs-4p-25x25"), "a long second phase"),
    ("eight players", map!("arena-8p-20x20"), "eight players"),
    ("a long band", map!("moebius-2p-6x16"), "many transitions"),
];

const PLENTY: Duration = Duration::from_secs(2);
/// The shortest time that the course's server takes.
const SHORT: Duration = Duration::from_millis(200);

/// Games against engines that try to win: name, map, seat, engine, and what it is about.
const SPARRING: [(&str, &[u8], u8, &str, &str); 6] = [
    ("against chance", map!("standard-8x8"), 1, "random", "moves at random on the standard board"),
    ("against greed", map!("standard-8x8"), 2, "greedy", "takes as many stones as it can"),
    ("against playouts", map!("standard-8x8"), 1, "mcts", "a small Monte Carlo search"),
    ("against the default engine", map!("standard-8x8"), 2, rxt_engine::DEFAULT.name, "with few positions for a move"),
    ("three greedy players", map!("cross-4p-15x15"), 3, "greedy", "four players, everybody for himself"),
    ("seven greedy players", map!("arena-8p-20x20"), 5, "greedy", "eight players on one board"),
];
/// Positions that an opponent visits for a move: few, so that the program has the machine.
const NODES: u64 = 1000;
/// Time for a move against engines.
const A_SECOND: Duration = Duration::from_secs(1);

fn plain(name: &'static str, about: &'static str, map: &[u8], seat: u8) -> Exercise {
    Exercise {
        name,
        about,
        map: map.to_vec(),
        seat,
        time: Some(PLENTY),
        depth: 0,
        leaver: None,
        like_course: false,
        opponent: "random",
        nodes: NODES,
    }
}

/// Games against built-in engines, to see how well a program plays.
pub fn sparring() -> Vec<Exercise> {
    let game = |(name, map, seat, opponent, about): (_, &[u8], _, _, _)| Exercise {
        time: Some(A_SECOND),
        opponent,
        ..plain(name, about, map, seat)
    };
    SPARRING.map(game).into()
}

/// All exercises: every rule from every seat, larger games, the clock, odd bytes, and players who leave.
pub fn exercises() -> Vec<Exercise> {
    let mut all = Vec::new();
    for (name, map, about) in RULES {
        let players = map[0] - b'0';
        all.extend((1..=players).map(|seat| plain(name, about, map, seat)));
    }
    all.extend(GAMES.map(|(name, map, about)| plain(name, about, map, 2)));
    let four = map!("islands-4p-19x19");
    let two = map!("standard-8x8");
    let clock = |name, about, time, depth| Exercise { time, depth, ..plain(name, about, two, 1) };
    all.extend([
        clock("a short clock", "0.2 seconds for each move, savings are kept", Some(SHORT), 0),
        clock("no clock", "a time of 0 means no limit; the depth counts", None, 1),
        plain("line ends of Windows", "the map has CR LF", &windows(two), 1),
        plain("odd blanks", "the map has tabs, several blanks and blank lines at the end", &odd(four), 3),
        Exercise {
            leaver: Some(2),
            ..plain("a player leaves", "message 7: a player is out, his stones stay", four, 3)
        },
        Exercise {
            leaver: Some(1),
            like_course: true,
            ..plain("7 before 6", "the course's server tells of a lost player before the last move", four, 3)
        },
    ]);
    all
}

fn windows(map: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(map).replace('\n', "\r\n").into_bytes()
}

fn odd(map: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(map).into_owned();
    let lines = text.lines().enumerate().map(|(at, line)| match at % 3 {
        0 => format!("{line}  \n"),
        1 => format!(" {line}\n"),
        _ => format!("{}\n", line.replace(' ', "\t")),
    });
    (lines.collect::<String>() + "\n\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Map;

    #[test]
    fn every_map_can_be_played_on_and_every_seat_is_there() {
        let all: Vec<Exercise> = exercises().into_iter().chain(sparring()).collect();
        for exercise in &all {
            let (map, _) = Map::parse(&exercise.map).unwrap_or_else(|errors| panic!("{}: {errors}", exercise.name));
            assert!(exercise.seat >= 1 && exercise.seat <= map.players(), "{}", exercise.name);
            assert!(rxt_engine::Spec::parse(exercise.opponent).is_ok(), "{}", exercise.name);
            assert!(exercise.leaver.is_none_or(|leaver| leaver != exercise.seat));
        }
        println!("proof: {} exercises of a driving test", all.len());
    }
}
