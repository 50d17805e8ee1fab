//! Every option of every search, alone and in pairs; and what is said about those that do not exist.

mod common;

use common::{cases, somewhere};
use rxt_engine::historic::presets;
use rxt_engine::{SEARCHES, SearchInfo, Spec};
use rxt_rules::Position;
use rxt_rules::agent::{Agent, Budget, Signal};

/// All `option=value` that a search takes.
fn settings(search: &SearchInfo) -> Vec<(&'static str, String)> {
    let values = |option: &'static rxt_engine::OptionInfo| {
        option.examples.iter().map(move |value| (option.name, format!("{}={value}", option.name)))
    };
    search.options().flat_map(values).collect()
}

/// Lets a spec choose; the move has to be legal and no more positions visited than allowed.
fn check(text: &str, position: &Position) {
    const NODES: u64 = 60;
    let spec = Spec::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let budget = Budget { nodes: Some(NODES), depth: Some(4), time: None };
    let choice = spec.engine(5).choose(position, &budget, &Signal::default());
    assert!(position.legal_moves().contains(&choice.mv), "{text}: {:?}\n{position:?}", choice.mv);
    assert!(choice.nodes.is_none_or(|nodes| nodes <= NODES), "{text}: {:?} nodes", choice.nodes);
    assert!(choice.scores.is_empty() || choice.scores.len() == usize::from(position.players()), "{text}");
}

#[test]
fn every_option_works_alone_and_in_every_pair() {
    let positions: Vec<Position> = (0..cases(8)).map(|seed| somewhere(seed, 4)).collect();
    let (mut alone, mut pairs) = (0, 0);
    for search in SEARCHES {
        let settings = settings(search);
        for (index, (name, first)) in settings.iter().enumerate() {
            for position in &positions {
                check(&format!("search={},{first}", search.name), position);
            }
            alone += 1;
            for (_, second) in settings[index..].iter().filter(|(other, _)| other != name) {
                check(&format!("search={},{first},{second}", search.name), &positions[pairs % positions.len()]);
                pairs += 1;
            }
        }
    }
    println!("proof: {alone} values of options alone and {pairs} pairs of them, all searches");
}

#[test]
fn every_default_is_a_value_and_every_option_is_said_in_words() {
    for search in SEARCHES {
        for option in search.options() {
            let text = format!("search={},{}={}", search.name, option.name, search.default(option));
            assert_eq!(Spec::parse(&text).unwrap().to_string(), text);
            assert!(!option.about.is_empty() && !option.values.is_empty() && !option.examples.is_empty());
        }
    }
}

#[test]
fn every_preset_can_be_parsed_and_changed() {
    for name in presets().iter().map(|preset| preset.name).chain([rxt_engine::DEFAULT.name]) {
        let spec = Spec::parse(name).unwrap();
        assert!(Spec::parse(&spec.to_string()).is_ok());
        check(name, &somewhere(1, 3));
        assert!(Spec::parse(&format!("{name},nodes=50")).unwrap().to_string().contains("nodes=50"));
    }
}

#[test]
fn what_is_wrong_is_said_with_what_is_valid() {
    let error = |text: &str| Spec::parse(text).unwrap_err().to_string();
    assert!(error("foo").starts_with("`foo` is no engine; expected `search=...` or one of `default`, `trivial`"));
    assert!(error("search=foo").starts_with("`foo` is no search; expected one of `first`, `random`, `greedy`"));
    assert!(error("eval=stones").starts_with("no search is named; expected `search=` with one of `first`"));
    assert_eq!(error("search=alphabeta,depth"), "`depth` has no value; expected `depth=...`");
    assert_eq!(error("search=alphabeta,depth=2,depth=3"), "`depth` is given twice");
    assert_eq!(error("search=alphabeta,depth=0"), "`0` is no value of `depth`; expected `any` or a number from 1");
    assert_eq!(
        error("search=greedy,table=equal"),
        "the search `greedy` takes no option `table`; expected one of `eval`, `end`, `ties`, `overrides`, \
         `override-gain`, `override-share`, `override-keep`, `bonus`, `nodes`, `time`, `clock`, `margin`, `against`, `inversions`, `mobility`, \
         `stages`, `bombing`, `bombing-x`, `bombing-y`, `bombing-z`"
    );
    assert!(error("search=greedy,eval=foo").starts_with("`foo` is no evaluation; expected default, first, stones"));
    assert!(error("search=greedy,eval=stones,corner=5").contains("takes no option `corner`; expected one of `eval`"));
    assert_eq!(error("search=greedy,against=all"), "`against=all`; expected none, mean, best");
    assert_eq!(error("search=first,depth=1"), "the search `first` takes no option `depth`; it takes none");
}
