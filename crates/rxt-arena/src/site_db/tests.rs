//! What was written is there again, and queues go in order.

use super::*;
use crate::sandbox::Printed;
use crate::submission::Manifest;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rxt-site-db-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("site.sqlite")
}

fn manifest() -> Manifest {
    Manifest::parse(b"name = \"owl\"\nruntime = \"python\"\nfile = \"owl.py\"\n").unwrap()
}

#[test]
fn games_and_settings_are_there_again_and_one_site_at_a_time_has_them() {
    let path = path("games");
    let db = SiteDb::open(&path).unwrap();
    let game = |id: &str, ended_at| GameRow { id: id.to_owned(), ended_at, listed: true, summary: "{}".to_owned() };
    let printed = Printed { text: "hello".to_owned(), cuts: vec![2] };
    db.keep_game(&game("one", 10), "first", &[OutputRow { player: 2, printed: printed.clone() }]).unwrap();
    db.keep_game(&game("two", 30), "second", &[]).unwrap();
    db.keep_game(&game("three", 20), "third", &[]).unwrap();
    db.keep_game(&game("two", 31), "again", &[]).unwrap();
    db.set("submission", "on").unwrap();
    assert!(SiteDb::open(&path).unwrap_err().to_string().contains("is in use"));
    drop(db);
    let db = SiteDb::open(&path).unwrap();
    let ids: Vec<String> = db.games(2).unwrap().into_iter().map(|game| game.id).collect();
    assert_eq!(ids, ["three", "two"]);
    assert_eq!(db.game_record("two").unwrap().as_deref(), Some("again"));
    assert_eq!(db.game_record("nine").unwrap(), None);
    assert_eq!(db.game_outputs("one").unwrap(), [OutputRow { player: 2, printed }]);
    assert_eq!(db.setting("submission").unwrap().as_deref(), Some("on"));
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn submissions_wait_in_order_and_go_with_their_token() {
    let path = path("queue");
    let db = SiteDb::open(&path).unwrap();
    let (ada, bob) = (db.add_token("Ada", "a").unwrap(), db.add_token("Bob", "b").unwrap());
    let manifest = manifest();
    for (id, token) in [("first", ada), ("second", bob), ("third", ada)] {
        db.add_submission(&NewSubmission { id, token, manifest: &manifest, files: 2, bytes: 99 }).unwrap();
    }
    assert_eq!(db.queued(ada).unwrap(), (2, 3));
    assert_eq!(db.submitted_within(ada, 3600).unwrap(), 2);
    let next = || db.next_submission().unwrap().map(|row| row.id);
    assert_eq!(next().as_deref(), Some("first"));
    db.begin_trial("first").unwrap();
    assert_eq!(next().as_deref(), Some("first"), "it goes on after a restart");
    let step = |number, passed| TrialRow {
        number,
        kind: TrialKind::Exercise,
        name: "capture".to_owned(),
        about: String::new(),
        seat: 1,
        passed,
        what: "3 moves".to_owned(),
        hint: String::new(),
        game: None,
    };
    db.add_trial("first", &step(1, true), 0.5).unwrap();
    db.add_trial("first", &step(2, false), 0.25).unwrap();
    db.end_trial("first", State::Done, "").unwrap();
    let row = db.submission("first").unwrap().unwrap();
    assert_eq!((row.state, row.exercises, row.seconds, row.owner.as_str()), (State::Done, (1, 2), 0.75, "Ada"));
    assert_eq!(db.trials("first").unwrap().len(), 2);
    assert_eq!(next().as_deref(), Some("second"));
    assert!(db.revoke_token(bob).unwrap() && !db.revoke_token(bob).unwrap());
    assert_eq!(db.token("b").unwrap(), None);
    assert_eq!(next().as_deref(), Some("third"), "what a revoked token waited for is not tried");
    assert_eq!(db.outdated(ada, 1).unwrap(), ["first"]);
    db.add_tournament("cup", &["first".to_owned()]).unwrap();
    assert!(db.outdated(ada, 1).unwrap().is_empty(), "it plays in a tournament");
    assert_eq!(db.playing().unwrap(), ["cup"]);
    db.set_playing("cup", false).unwrap();
    assert!(db.playing().unwrap().is_empty());
    db.forget_submission("third").unwrap();
    assert_eq!(db.submissions(Some(ada), 10).unwrap().len(), 1);
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
}
