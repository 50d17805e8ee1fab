//! The examples in `docs/record.md` are valid.

use rxt_record::verify::verify_record;
use rxt_record::{Record, position};

/// The fenced blocks of the documentation that begin with a first line.
fn examples(first: &str) -> Vec<String> {
    let text = include_str!("../../../../docs/record.md");
    let blocks = text.split("```").skip(1).step_by(2);
    let blocks = blocks.map(|block| block.split_once('\n').unwrap_or_default().1);
    blocks.filter(|block| block.starts_with(first)).map(str::to_owned).collect()
}

#[test]
fn the_record_of_the_documentation_is_read_written_and_agrees_with_the_rules() {
    let examples = examples("rxt-record");
    assert_eq!(examples.len(), 1);
    let record = Record::parse(examples[0].as_bytes()).unwrap();
    assert_eq!(record.to_string(), examples[0]);
    assert_eq!(verify_record("docs", &record).disagreements, []);
}

#[test]
fn the_json_of_the_documentation_is_the_same_record() {
    let record = Record::parse(examples("rxt-record")[0].as_bytes()).unwrap();
    let json = examples("{");
    assert_eq!(Record::from_json(json[0].as_bytes()).unwrap(), record);
}

#[test]
fn the_position_of_the_documentation_is_read_and_written() {
    let examples = examples("rxt-position");
    assert_eq!(examples.len(), 1);
    let read = position::parse(examples[0].as_bytes()).unwrap();
    assert_eq!(position::print(&read), examples[0]);
    let record = Record::parse(self::examples("rxt-record")[0].as_bytes()).unwrap();
    assert_eq!(record.position_at(Some(1)).unwrap().setup(), read.setup());
}
