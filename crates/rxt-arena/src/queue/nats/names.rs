//! What the things of a queue are called on the server.

use crate::queue::Job;

/// The name of a queue, and all that follows from it.
#[derive(Clone, Debug)]
pub(super) struct Names {
    queue: String,
}

/// The jobs that are to be done.
pub(super) const JOBS: &str = "jobs";
/// The results.
pub(super) const DONE: &str = "done";
/// The jobs that failed too often.
pub(super) const ASIDE: &str = "aside";

impl Names {
    pub(super) fn new(queue: &str) -> Self {
        Self { queue: word(queue) }
    }

    /// A stream or a bucket.
    pub(super) fn store(&self, kind: &str) -> String {
        format!("rxt-{}-{kind}", self.queue)
    }

    /// The subject of what is kept of one job.
    pub(super) fn subject(&self, kind: &str, run: &str, key: &str) -> String {
        format!("rxt.{}.{kind}.{}.{}", self.queue, word(run), word(key))
    }

    /// The subjects of all jobs of a run.
    pub(super) fn of_run(&self, kind: &str, run: &str) -> String {
        format!("rxt.{}.{kind}.{}.*", self.queue, word(run))
    }

    /// The subjects of all jobs.
    pub(super) fn subjects(&self, kind: &str) -> String {
        format!("rxt.{}.{kind}.*.*", self.queue)
    }
}

/// Under which the holder of a job is known.
pub(super) fn holder(job: &Job) -> String {
    format!("{}.{}", word(&job.run), word(&job.key))
}

/// Any text as one word that subjects and keys may consist of.
pub(super) fn word(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let part = |byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("_{byte:02x}") };
    text.bytes().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_texts_are_different_words() {
        assert_eq!(word("block-3"), "block-3");
        assert_eq!(word("a.b *>"), "a_2eb_20_2a_3e");
        assert_ne!(word("a_2e"), word("a."));
    }
}
