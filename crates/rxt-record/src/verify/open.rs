//! Verifies a file of any kind: records, course logs, and conformance vectors, packed or not.

use super::lines::{LineError, Lines};
use super::record_game::{verify_log, verify_record};
use super::report::GameReport;
use crate::course_log::CourseLog;
use crate::record::Record;
use crate::source::Kind;
use crate::text::TextError;
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read};
use thiserror::Error;

/// Why a file cannot be verified.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A conformance file with a bad line.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A bad record or log.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Something else.
    #[error("there is no game in it; expected a record, a course log or conformance vectors (`.jsonl`, `.jsonl.gz`)")]
    NoGame,
}

/// The reports of a file, one game at a time.
pub type Reports<'a> = Box<dyn Iterator<Item = Result<GameReport, VerifyError>> + 'a>;

/// Verifies what a reader contains; `name` is the game's name where the file does not give one.
pub fn verify_reader<'a>(name: &str, mut reader: impl BufRead + 'a) -> Result<Reports<'a>, VerifyError> {
    if reader.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        verify_unpacked(name, BufReader::with_capacity(1 << 16, MultiGzDecoder::new(reader)))
    } else {
        verify_unpacked(name, reader)
    }
}

fn verify_unpacked<'a>(name: &str, mut reader: impl BufRead + 'a) -> Result<Reports<'a>, VerifyError> {
    let start = reader.fill_buf()?;
    let report = match Kind::detect(start) {
        Kind::Map if start.trim_ascii_start().starts_with(b"{") => {
            return Ok(Box::new(Lines::new(reader).map(|report| Ok(report?))));
        }
        Kind::Map | Kind::Position => return Err(VerifyError::NoGame),
        Kind::Record => verify_record(name, &Record::parse(&read_all(reader)?)?),
        Kind::RecordJson => verify_record(name, &Record::from_json(&read_all(reader)?)?),
        Kind::CourseLog => verify_log(name, &CourseLog::parse(&read_all(reader)?)?),
    };
    Ok(Box::new(std::iter::once(Ok(report))))
}

/// Reads one byte more than any record has, so that longer ones are refused by their length.
fn read_all(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(Record::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
