//! A recorded game that was changed in any way is reported, and an unchanged one is not.

use crate::common::maps;
use rxt_record::conformance::{line, record_failing_game, record_game, write_packed};
use rxt_record::vector::VectorGame;
use rxt_record::verify::{Check, Lines, verify_game, verify_reader};

/// Corrupts many games and checks that each one that could be corrupted is reported with this check.
fn reported(checks: &[Check], corrupt: impl Fn(&mut VectorGame) -> Option<()>) {
    let mut corrupted = 0;
    for (name, map) in maps() {
        for seed in 0..30 {
            let mut game = record_failing_game(name, &map, seed);
            if seed % 2 == 0 {
                game = record_game(name, &map, seed);
            }
            let original = game.clone();
            if corrupt(&mut game).is_none() || game == original {
                continue;
            }
            corrupted += 1;
            let found = verify_game(&game).disagreements;
            assert!(
                found.iter().any(|disagreement| checks.contains(&disagreement.check)),
                "{}: expected one of {checks:?}, found {found:?}",
                game.id
            );
        }
    }
    assert!(corrupted >= 5, "only {corrupted} games could be corrupted");
}

/// The index of a move in the middle of the game for which `suits` holds.
fn middle(game: &VectorGame, suits: impl Fn(usize) -> bool) -> Option<usize> {
    let half = game.moves.len() / 2;
    (half..game.moves.len()).chain(0..half).find(|&index| suits(index))
}

#[test]
fn recorded_games_agree_with_the_rules_also_after_a_round_trip_through_a_file() {
    let mut text = String::new();
    for (name, map) in maps() {
        for seed in 0..40 {
            text.push_str(&line(&record_game(name, &map, seed)));
            text.push_str(&line(&record_failing_game(name, &map, seed)));
        }
    }
    let reports: Vec<_> = Lines::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(reports.len(), 240);
    for report in &reports {
        assert_eq!(report.disagreements, [], "{}", report.game);
    }
    assert!(text.contains("\"how\":\"special\"") && text.contains("\"how\":\"illegal\""));
    assert!(text.contains("\"how\":\"type\"") && text.contains("\"how\":\"close\""));
}

#[test]
fn packed_files_are_verified_without_unpacking_them_first() {
    let (name, map) = maps().remove(2);
    let games = || (0..20).map(|seed| record_game(name, &map, seed));
    let (mut packed, mut again) = (Vec::new(), Vec::new());
    write_packed(&mut packed, games()).unwrap();
    write_packed(&mut again, games()).unwrap();
    assert_eq!(packed, again);
    let reports: Vec<_> = verify_reader("packed", packed.as_slice()).unwrap().map(Result::unwrap).collect();
    assert_eq!(reports.len(), 20);
    assert!(reports.iter().all(|report| report.disagreements.is_empty() && report.moves > 10));
    let cut = verify_reader("cut", &packed[..packed.len() / 2]).unwrap();
    assert!(cut.last().unwrap().is_err());
}

#[test]
fn the_same_seed_records_the_same_game() {
    let (name, map) = maps().remove(0);
    assert_eq!(line(&record_game(name, &map, 7)), line(&record_game(name, &map, 7)));
    assert_ne!(line(&record_game(name, &map, 7)), line(&record_game(name, &map, 8)));
}

#[test]
fn a_missing_flip_is_reported() {
    reported(&[Check::Diff], |game| {
        let index = middle(game, |index| game.moves[index].diff.len() > 1)?;
        game.moves[index].diff.pop().map(|_| ())
    });
}

#[test]
fn an_additional_flip_is_reported() {
    reported(&[Check::Diff], |game| {
        let index = middle(game, |index| !game.moves[index].diff.iter().any(|&(x, y, _)| (x, y) == (3, 3)))?;
        game.moves[index].diff.push((3, 3, '1'));
        Some(())
    });
}

#[test]
fn a_flip_to_the_wrong_player_is_reported() {
    reported(&[Check::Diff], |game| {
        let index = middle(game, |index| game.moves[index].phase == 1)?;
        let tile = &mut game.moves[index].diff[0].2;
        *tile = if *tile == '1' { '2' } else { '1' };
        Some(())
    });
}

#[test]
fn a_missing_legal_tile_is_reported() {
    reported(&[Check::Legal], |game| {
        let index = middle(game, |index| game.moves[index].legal.is_some())?;
        game.moves[index].legal.as_mut()?.pop().map(|_| ())
    });
}

#[test]
fn an_extra_legal_tile_is_reported() {
    reported(&[Check::Legal], |game| {
        let index = middle(game, |index| game.moves[index].legal.as_ref().is_some_and(|legal| legal[0] > 0))?;
        game.moves[index].legal.as_mut()?.insert(0, 0);
        Some(())
    });
}

#[test]
fn a_missing_list_of_legal_tiles_is_reported() {
    reported(&[Check::Legal], |game| {
        let index = middle(game, |index| game.moves[index].legal.is_some())?;
        game.moves[index].legal = None;
        Some(())
    });
}

#[test]
fn a_wrong_stock_of_override_stones_is_reported() {
    reported(&[Check::Overrides], |game| {
        let index = middle(game, |_| true)?;
        game.moves[index].ov += 1;
        Some(())
    });
}

#[test]
fn a_wrong_stock_of_bombs_is_reported() {
    reported(&[Check::Bombs], |game| {
        let index = middle(game, |_| true)?;
        game.moves[index].bombs += 1;
        Some(())
    });
}

#[test]
fn a_wrong_player_to_move_is_reported() {
    reported(&[Check::Turn], |game| {
        let index = middle(game, |_| true)?;
        game.moves[index].p = game.moves[index].p % game.players + 1;
        Some(())
    });
}

#[test]
fn a_wrong_phase_is_reported() {
    reported(&[Check::Phase], |game| {
        let index = middle(game, |_| true)?;
        game.moves[index].phase = 3 - game.moves[index].phase;
        Some(())
    });
}

#[test]
fn a_wrong_special_byte_is_reported() {
    reported(&[Check::Answer], |game| {
        let index = middle(game, |index| game.moves[index].phase == 1)?;
        game.moves[index].s = 99;
        Some(())
    });
}

#[test]
fn another_choice_on_a_special_tile_is_reported() {
    reported(&[Check::Diff, Check::Overrides, Check::Bombs, Check::Turn, Check::Legal, Check::End], |game| {
        let index = middle(game, |index| (20..=21).contains(&game.moves[index].s))?;
        // The choice shows only when the player is asked again.
        let player = game.moves[index].p;
        game.moves[index + 1..].iter().find(|mv| mv.p == player)?;
        game.moves[index].s = 41 - game.moves[index].s;
        Some(())
    });
}

#[test]
fn a_move_to_another_tile_is_reported() {
    reported(&[Check::Diff, Check::Answer], |game| {
        let index = middle(game, |index| game.moves[index].legal.as_ref().is_some_and(|legal| legal.len() > 1))?;
        let width = game.initial[0].len() as u32;
        let mv = &mut game.moves[index];
        let own = u32::from(mv.y) * width + u32::from(mv.x);
        let other = *mv.legal.as_ref()?.iter().find(|&&square| square != own)?;
        (mv.x, mv.y) = ((other % width) as u16, (other / width) as u16);
        Some(())
    });
}

#[test]
fn a_wrong_board_after_a_move_is_reported() {
    reported(&[Check::Board], |game| {
        let index = middle(game, |index| game.moves[index].board.is_some())?;
        let row = game.moves[index].board.as_mut()?.last_mut()?;
        *row = if row.starts_with('x') { row.replacen('x', "0", 1) } else { format!("x{}", &row[1..]) };
        Some(())
    });
}

#[test]
fn a_wrong_first_board_is_reported() {
    reported(&[Check::Board], |game| {
        game.initial[0] = game.initial[0].replace('0', "1");
        Some(())
    });
}

#[test]
fn a_wrong_last_board_is_reported() {
    reported(&[Check::Board], |game| {
        let row = game.end.board.last_mut()?;
        *row = format!("{}i", &row[..row.len() - 1]);
        Some(())
    });
}

#[test]
fn wrong_points_at_the_end_are_reported() {
    reported(&[Check::FinalScores], |game| {
        *game.end.scores.values_mut().next()? += 1;
        Some(())
    });
}

#[test]
fn wrong_points_at_the_end_of_phase_one_are_reported() {
    reported(&[Check::PhaseOneScores], |game| {
        *game.phase1_scores.as_mut()?.values_mut().next_back()? += 1;
        Some(())
    });
}

#[test]
fn missing_points_at_the_end_of_phase_one_are_reported() {
    reported(&[Check::PhaseOneScores], |game| game.phase1_scores.take().map(|_| ()));
}

#[test]
fn a_missing_disqualification_is_reported() {
    let checks = [Check::Turn, Check::Disqualification, Check::End, Check::Overrides, Check::Bombs];
    reported(&checks, |game| game.dq.pop().map(|_| ()));
}

#[test]
fn a_disqualification_of_the_wrong_player_is_reported() {
    reported(&[Check::Turn], |game| {
        let players = game.players;
        let dq = game.dq.first_mut()?;
        dq.player = dq.player % players + 1;
        Some(())
    });
}

#[test]
fn a_disqualification_for_a_legal_move_is_reported() {
    reported(&[Check::Answer], |game| {
        let width = game.initial[0].len() as u32;
        let dq = game.dq.iter_mut().find(|dq| dq.answer.is_some() && dq.legal.is_some())?;
        let plain = |square: &&u32| {
            let row = &dq.board.as_ref().unwrap()[(**square / width) as usize];
            matches!(row.as_bytes()[(**square % width) as usize], b'0' | b'x' | b'1'..=b'4')
        };
        let square = *dq.legal.as_ref()?.iter().find(plain)?;
        dq.answer = Some(((square % width) as u16, (square / width) as u16, 0));
        Some(())
    });
}

#[test]
fn an_invented_disqualification_is_reported() {
    reported(&[Check::Disqualification, Check::Turn, Check::End], |game| {
        let player = game.moves.last()?.p;
        game.dq_messages.push((1, player));
        game.dq.iter().all(|dq| dq.player != player).then_some(())
    });
}

#[test]
fn a_dropped_move_is_reported() {
    reported(&[Check::Numbering, Check::Turn, Check::Legal, Check::Phase], |game| {
        let index = middle(game, |index| index + 1 < game.moves.len())?;
        game.moves.remove(index);
        Some(())
    });
}

#[test]
fn two_swapped_moves_are_reported() {
    reported(&[Check::Turn, Check::Legal, Check::Numbering], |game| {
        let index = middle(game, |index| index + 1 < game.moves.len())?;
        game.moves.swap(index, index + 1);
        Some(())
    });
}

#[test]
fn a_repeated_move_is_reported() {
    reported(&[Check::Turn, Check::Numbering, Check::End], |game| {
        let last = game.moves.last()?.clone();
        game.moves.push(last);
        Some(())
    });
}

#[test]
fn a_game_that_ends_too_early_is_reported() {
    reported(&[Check::End], |game| {
        game.dq.is_empty().then_some(())?;
        game.moves.pop()?;
        game.end.board = game.moves.last()?.board.clone()?;
        Some(())
    });
}

#[test]
fn a_wrong_number_of_players_is_reported() {
    reported(&[Check::Players], |game| {
        game.players += 1;
        Some(())
    });
}

#[test]
fn a_broken_map_is_reported() {
    reported(&[Check::Map], |game| {
        game.map.push_str("0 0 0 <-> 9999 0 0\n");
        Some(())
    });
}

#[test]
fn another_map_is_reported() {
    reported(&[Check::Overrides], |game| {
        game.map = game.map.replacen("\n0\n", "\n4\n", 1).replacen("\n1\n", "\n2\n", 1).replacen("\n3\n", "\n9\n", 1);
        Some(())
    });
}

#[test]
fn a_wrong_number_of_answers_is_reported() {
    reported(&[Check::Numbering], |game| {
        game.n_answers = Some(game.moves.len() + 1);
        Some(())
    });
}
