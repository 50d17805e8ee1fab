//! Records games of random players as conformance vectors: everything a server shows of a game, from our own rules.

use crate::latin1;
use crate::vector::{Scores, VectorDisqualification, VectorEnd, VectorGame, VectorMove};
use crate::verify::{phase_number, points};
use flate2::{Compression, GzBuilder};
use rxt_rules::referee::{Command, Event, Reason, Referee};
use rxt_rules::rng::Rng;
use rxt_rules::{Answer, Cell, Map, Phase, Player, Position};
use std::io::{self, Write};
use std::sync::Arc;

/// Boards of at most this many squares are written after every move, larger ones after every twentieth.
const SMALL_BOARD: usize = 400;
/// How often a player fails in a game with failing players, in percent of the requests.
const FAILS_PERCENT: u32 = 2;
/// Stream of random numbers that decides about failures; the seats use theirs from 1 on.
const FAILURES: u64 = 0;

/// Plays and records a game of random players. In one of four games, decided by the seed, players fail now and then:
/// they answer with an illegal move, a wrong message, or hang up.
pub fn record_game(map_name: &str, map: &Map, seed: u64) -> VectorGame {
    let failing = Rng::derived(seed, u64::MAX).below(4) == 0;
    play(map_name, map, seed, failing)
}

/// Like [`record_game`], but players fail in every game.
pub fn record_failing_game(map_name: &str, map: &Map, seed: u64) -> VectorGame {
    play(map_name, map, seed, true)
}

/// The line of a conformance file that holds a game, with its line end.
pub fn line(game: &VectorGame) -> String {
    let mut line = serde_json::to_string(game).expect("a game has only string and number keys");
    line.push('\n');
    line
}

/// Writes games as a packed conformance file; the same games always give the same bytes.
pub fn write_packed(out: impl Write, games: impl IntoIterator<Item = VectorGame>) -> io::Result<()> {
    let mut packed = GzBuilder::new().mtime(0).write(out, Compression::best());
    for game in games {
        packed.write_all(line(&game).as_bytes())?;
    }
    packed.finish()?.flush()
}

fn play(map_name: &str, map: &Map, seed: u64, failing: bool) -> VectorGame {
    let text = map.file().to_string();
    let map = Arc::new(Map::new(map.file().clone()).expect("a map is made from a valid map file"));
    let (referee, _) = Referee::start(Arc::clone(&map));
    let end = VectorEnd { board: Vec::new(), scores: Scores::new(), result_file: None };
    let game = VectorGame {
        id: format!("{}-{seed}", map_name.trim_end_matches(".map")),
        source: map_name.to_owned(),
        players: map.players(),
        policy: if failing { "random, failing" } else { "random" }.to_owned(),
        seed,
        map: latin1::from_bytes(text.as_bytes()),
        initial: referee.position().rows(),
        moves: Vec::new(),
        dq: Vec::new(),
        dq_messages: Vec::new(),
        phase1_scores: (referee.position().phase() != Phase::Build).then(|| points(referee.position())),
        end,
        n_answers: None,
    };
    let mut seats: Vec<Rng> = (0..=u64::from(map.players())).map(|seat| Rng::derived(seed, seat)).collect();
    let mut recording = Recording { referee, game };
    while let Some(player) = recording.referee.position().to_move() {
        let fails = failing && seats[FAILURES as usize].percent(FAILS_PERCENT);
        if fails {
            recording.fail(player, &mut seats[FAILURES as usize]);
        } else {
            recording.answer(player, &mut seats[usize::from(player.number())]);
        }
    }
    recording.finish()
}

struct Recording {
    referee: Referee,
    game: VectorGame,
}

impl Recording {
    fn answer(&mut self, player: Player, rng: &mut Rng) {
        let position = self.referee.position();
        let moves = position.legal_moves();
        let mv = *rng.pick(&moves).expect("a player who is asked has a legal move");
        let map = Arc::clone(position.map());
        let before: Vec<Cell> = map.tiles().map(|tile| position.cell(tile)).collect();
        let answer = mv.answer(&map);
        let mut entry = VectorMove {
            n: self.game.moves.len(),
            p: player.number(),
            phase: phase_number(position.phase()),
            ov: position.overrides(player),
            bombs: position.bombs(player),
            legal: legal_squares(position, player),
            x: answer.x,
            y: answer.y,
            s: answer.special,
            diff: Vec::new(),
            board: None,
        };
        let commands = self.referee.on(Event::Answered(player, answer));
        let after = self.referee.position();
        let changed = map.tiles().filter(|tile| before[tile.index()] != after.cell(*tile));
        entry.diff = changed.map(|tile| (map.place(tile), after.cell(tile).to_char())).map(flat).collect();
        let squares = usize::from(map.width()) * usize::from(map.height());
        if squares <= SMALL_BOARD || entry.n % 20 == 19 {
            entry.board = Some(after.rows());
        }
        self.game.moves.push(entry);
        self.note_phase(&commands);
    }

    fn fail(&mut self, player: Player, rng: &mut Rng) {
        let position = self.referee.position();
        let (how, answer) = match rng.below(4) {
            0 => ("type", None),
            1 => ("close", None),
            2 => ("special", wrong_special(position, player, rng)),
            _ => ("illegal", illegal_square(position, rng)),
        };
        let how = if answer.is_none() && how != "close" { "type" } else { how };
        self.game.dq.push(VectorDisqualification {
            before_move: self.game.moves.len(),
            player: player.number(),
            phase: phase_number(position.phase()),
            how: how.to_owned(),
            board: Some(position.rows()),
            ov: position.overrides(player),
            bombs: position.bombs(player),
            legal: legal_squares(position, player),
            answer: answer.map(|answer| (answer.x, answer.y, answer.special)),
        });
        let told = Player::all(position.players()).filter(|&other| position.is_active(other));
        let told: Vec<(u8, u8)> = told.map(|other| (other.number(), player.number())).collect();
        self.game.dq_messages.extend(told);
        let event = match (how, answer) {
            (_, Some(answer)) => Event::Answered(player, answer),
            ("close", _) => Event::Failed(player, Reason::Gone),
            _ => Event::Failed(player, Reason::Message),
        };
        let commands = self.referee.on(event);
        self.note_phase(&commands);
    }

    fn note_phase(&mut self, commands: &[Command]) {
        if commands.contains(&Command::EndBuilding) {
            self.game.phase1_scores = Some(points(self.referee.position()));
        }
    }

    fn finish(mut self) -> VectorGame {
        let position = self.referee.position();
        self.game.end = VectorEnd { board: position.rows(), scores: points(position), result_file: None };
        self.game
    }
}

const fn flat(((x, y), tile): ((u16, u16), char)) -> (u16, u16, char) {
    (x, y, tile)
}

/// The squares on which a player may set a stone, `None` in phase 2.
fn legal_squares(position: &Position, player: Player) -> Option<Vec<u32>> {
    let map = position.map();
    let square = |tile| {
        let (x, y) = map.place(tile);
        u32::from(y) * u32::from(map.width()) + u32::from(x)
    };
    (position.phase() == Phase::Build).then(|| position.legal_tiles(player).into_iter().map(square).collect())
}

/// A legal tile with a special byte that does not fit; `None` in phase 2, where every byte does.
fn wrong_special(position: &Position, player: Player, rng: &mut Rng) -> Option<Answer> {
    let tiles = if position.phase() == Phase::Build { position.legal_tiles(player) } else { Vec::new() };
    let (x, y) = position.map().place(*rng.pick(&tiles)?);
    let bytes = [0, 1, position.players() + 1, 19, 20, 21, 22, 255];
    let wrong = bytes.map(|special| Answer { x, y, special });
    let wrong: Vec<Answer> = wrong.into_iter().filter(|&answer| position.read(answer).is_err()).collect();
    rng.pick(&wrong).copied()
}

/// A square where nothing may be set or thrown; the square behind the last row and column is always one.
fn illegal_square(position: &Position, rng: &mut Rng) -> Option<Answer> {
    let (width, height) = (position.map().width(), position.map().height());
    let tries = (0..20).map(|_| (rng.below(usize::from(width)) as u16, rng.below(usize::from(height)) as u16));
    let mut answers = tries.chain([(width, height)]).map(|(x, y)| Answer { x, y, special: 0 });
    answers.find(|&answer| position.read(answer).is_err())
}
