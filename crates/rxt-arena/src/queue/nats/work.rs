//! What a queue does, on a server.

use super::names::{ASIDE, DONE, JOBS, holder, word};
use super::{NatsQueue, problem};
use crate::queue::{Done, Job, Lease, MOST_ATTEMPTS, Queue, QueueError, QueueState, WorkerNews};
use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::kv::Entry;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::Stream;
use async_nats::jetstream::{AckKind, Message};
use futures_util::{StreamExt, TryStreamExt};
use std::collections::BTreeSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Headers: whose job, which, and who did it.
const RUN: &str = "Rxt-Run";
const KEY: &str = "Rxt-Key";
const WORKER: &str = "Rxt-Worker";
/// Messages under way to the server at a time.
const AT_ONCE: usize = 128;
/// How long the server remembers a reader of results that went away.
const READER_LIFE: Duration = Duration::from_secs(30);

/// How long the server may take for what is small, and for many jobs or a large file. A server that ends in the middle of a
/// request leaves it without an answer for ever.
const SHORT: Duration = Duration::from_secs(20);
const LONG: Duration = Duration::from_mins(5);

/// Who holds a job.
struct Holder {
    worker: String,
    revision: u64,
}

impl Queue for NatsQueue {
    fn submit(&self, jobs: &[Job]) -> Result<usize, QueueError> {
        self.within(LONG, async {
            let mut known = self.subjects(&self.server.done, DONE).await?;
            known.extend(self.subjects(&self.server.aside, ASIDE).await?);
            let is_known = |job: &Job, kind: &str| known.contains(&self.names.subject(kind, &job.run, &job.key));
            let fresh = jobs.iter().filter(|job| !is_known(job, DONE) && !is_known(job, ASIDE));
            let fresh = fresh.map(|job| self.publish_once(JOBS, job, "", &job.payload));
            let published = futures_util::stream::iter(fresh).buffered(AT_ONCE).try_collect::<Vec<bool>>().await?;
            Ok(published.into_iter().filter(|fresh| *fresh).count())
        })
    }

    fn lease(&self, worker: &str, most: usize) -> Result<Vec<Lease>, QueueError> {
        self.within(SHORT, async {
            let fetch = self.server.workers.fetch().max_messages(most);
            let mut messages = fetch.messages().await.map_err(problem)?;
            let mut leases = Vec::new();
            while let Some(message) = messages.next().await {
                leases.extend(self.hand_out(message.map_err(problem)?, worker).await?);
            }
            Ok(leases)
        })
    }

    fn heartbeat(&self, lease: &Lease) -> Result<(), QueueError> {
        self.within(SHORT, async {
            self.holder_of(lease).await?;
            self.answer(lease, AckKind::Progress).await
        })
    }

    fn complete(&self, lease: &Lease, result: &[u8]) -> Result<(), QueueError> {
        self.within(SHORT, async {
            let holder = self.holder_of(lease).await?;
            let first = self.publish_once(DONE, &lease.job, &holder.worker, result).await?;
            self.answer(lease, AckKind::Ack).await?;
            self.release(lease, &holder).await;
            if first { Ok(()) } else { Err(QueueError::Lost(lease.job.key.clone())) }
        })
    }

    fn fail(&self, lease: &Lease, why: &str) -> Result<(), QueueError> {
        self.within(SHORT, async {
            let holder = self.holder_of(lease).await?;
            if lease.attempt < MOST_ATTEMPTS {
                self.answer(lease, AckKind::Nak(None)).await?;
            } else {
                self.publish_once(ASIDE, &lease.job, &holder.worker, why.as_bytes()).await?;
                self.answer(lease, AckKind::Ack).await?;
            }
            self.release(lease, &holder).await;
            Ok(())
        })
    }

    fn collect(&self, run: &str, most: usize) -> Result<Vec<Done>, QueueError> {
        self.within(SHORT, async {
            let results = self.read(&self.server.done, &self.names.of_run(DONE, run), most).await?;
            let done = |message: Message| Done {
                run: run.to_owned(),
                key: header(message.headers.as_ref(), KEY),
                worker: header(message.headers.as_ref(), WORKER),
                result: message.payload.to_vec(),
            };
            Ok(results.into_iter().map(done).collect())
        })
    }

    fn confirm(&self, done: &Done) -> Result<(), QueueError> {
        let subject = self.names.subject(DONE, &done.run, &done.key);
        self.within(SHORT, async { self.server.done.purge().filter(subject).await.map(drop).map_err(problem) })
    }

    fn state(&self) -> Result<QueueState, QueueError> {
        self.within(SHORT, async {
            let workers = self.server.workers.get_info().await.map_err(problem)?;
            let done = self.server.done.get_info().await.map_err(problem)?;
            let aside = self.server.aside.get_info().await.map_err(problem)?;
            let poison =
                self.read(&self.server.aside, &self.names.subjects(ASIDE), aside.state.messages as usize).await?;
            let name = |message: Message| {
                (header(message.headers.as_ref(), KEY), String::from_utf8_lossy(&message.payload).into_owned())
            };
            Ok(QueueState {
                waiting: workers.num_pending,
                leased: workers.num_ack_pending as u64,
                again: workers.num_redelivered as u64,
                done: done.state.messages,
                aside: poison.into_iter().map(name).collect(),
            })
        })
    }

    fn keep_file(&self, hash: &str, bytes: &[u8]) -> Result<(), QueueError> {
        self.within(LONG, self.put(hash, bytes))
    }

    fn file(&self, hash: &str) -> Result<Vec<u8>, QueueError> {
        self.within(LONG, self.get(hash))
    }

    fn announce(&self, worker: &str, news: &str) -> Result<(), QueueError> {
        let value = format!("{worker}\n{news}");
        self.within(SHORT, async { self.server.news.put(word(worker), value.into()).await.map(drop).map_err(problem) })
    }

    fn workers(&self) -> Result<Vec<WorkerNews>, QueueError> {
        self.within(SHORT, async {
            let mut workers = Vec::new();
            let mut keys = self.server.news.keys().await.map_err(problem)?;
            while let Some(key) = keys.next().await {
                let entry = self.server.news.entry(key.map_err(problem)?).await.map_err(problem)?;
                workers.extend(entry.as_ref().and_then(news));
            }
            workers.sort_by(|one: &WorkerNews, other| one.worker.cmp(&other.worker));
            Ok(workers)
        })
    }
}

impl NatsQueue {
    /// Waits for the server, but not for ever.
    fn within<T>(&self, time: Duration, act: impl Future<Output = Result<T, QueueError>>) -> Result<T, QueueError> {
        let late = |_| Err(QueueError::Queue(format!("the NATS server gave no answer within {} s", time.as_secs())));
        self.runtime.block_on(async { tokio::time::timeout(time, act).await.unwrap_or_else(late) })
    }

    /// Notes who holds a job; one that was handed out too often is set aside instead.
    async fn hand_out(&self, message: Message, worker: &str) -> Result<Option<Lease>, QueueError> {
        let key = header(message.headers.as_ref(), KEY);
        let attempt = message.info().map_err(problem)?.delivered as u32;
        let token = message.reply.as_ref().map(ToString::to_string).unwrap_or_default();
        let run = header(message.headers.as_ref(), RUN);
        let job = Job { run, key, payload: message.payload.to_vec() };
        let lease = Lease { job, attempt, token };
        if attempt > MOST_ATTEMPTS {
            let why = format!("handed out {MOST_ATTEMPTS} times, and nobody brought a result");
            self.publish_once(ASIDE, &lease.job, "", why.as_bytes()).await?;
            self.answer(&lease, AckKind::Ack).await?;
            return Ok(None);
        }
        let value = format!("{}\n{worker}", lease.token);
        self.server.holders.put(holder(&lease.job), value.into()).await.map_err(problem)?;
        Ok(Some(lease))
    }

    /// Who has this lease, unless it is over.
    async fn holder_of(&self, lease: &Lease) -> Result<Holder, QueueError> {
        let lost = || QueueError::Lost(lease.job.key.clone());
        let entry = self.server.holders.entry(holder(&lease.job)).await.map_err(problem)?.ok_or_else(lost)?;
        let value = String::from_utf8_lossy(&entry.value).into_owned();
        match value.split_once('\n') {
            Some((token, worker)) if token == lease.token => {
                Ok(Holder { worker: worker.to_owned(), revision: entry.revision })
            }
            _ => Err(lost()),
        }
    }

    /// Forgets who held a job. Somebody who holds it by now is not forgotten, and a holder that stays harms nobody.
    async fn release(&self, lease: &Lease, held: &Holder) {
        let _ = self.server.holders.purge_expect_revision(holder(&lease.job), Some(held.revision)).await;
    }

    /// Says what becomes of a job that was handed out, and waits until the server knows.
    async fn answer(&self, lease: &Lease, kind: AckKind) -> Result<(), QueueError> {
        self.server.client.request(lease.token.clone(), kind.into()).await.map(drop).map_err(problem)
    }

    /// Publishes a message unless there is one of this kind and job already; returns whether it did.
    async fn publish_once(&self, kind: &str, job: &Job, worker: &str, bytes: &[u8]) -> Result<bool, QueueError> {
        let message = PublishMessage::build()
            .payload(bytes.to_vec().into())
            .header(RUN, job.run.as_str())
            .header(KEY, job.key.as_str())
            .header(WORKER, worker)
            .expected_last_subject_sequence(0);
        let subject = self.names.subject(kind, &job.run, &job.key);
        let sent = self.server.context.send_publish(subject, message).await.map_err(problem)?;
        match sent.await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(false),
            Err(error) => Err(problem(error)),
        }
    }

    /// The subjects that a stream has messages of.
    async fn subjects(&self, stream: &Stream, kind: &str) -> Result<BTreeSet<String>, QueueError> {
        let all = self.names.subjects(kind);
        let info = stream.info_with_subjects(all).await.map_err(problem)?;
        let subjects = info.try_collect::<Vec<(String, usize)>>().await.map_err(problem)?;
        Ok(subjects.into_iter().map(|(subject, _)| subject).collect())
    }

    /// Up to `most` messages of some subjects of a stream, the oldest first; they stay there.
    async fn read(&self, stream: &Stream, subjects: &str, most: usize) -> Result<Vec<Message>, QueueError> {
        if most == 0 {
            return Ok(Vec::new());
        }
        let config = pull::Config {
            ack_policy: AckPolicy::None,
            filter_subject: subjects.to_owned(),
            memory_storage: true,
            inactive_threshold: READER_LIFE,
            ..pull::Config::default()
        };
        let reader = stream.create_consumer(config).await.map_err(problem)?;
        let messages = reader.fetch().max_messages(most).messages().await.map_err(problem)?;
        let messages = messages.try_collect().await.map_err(problem)?;
        let _ = stream.delete_consumer(&reader.cached_info().name).await;
        Ok(messages)
    }
}

/// What a worker told last, by the clock of the server and ours.
fn news(entry: &Entry) -> Option<WorkerNews> {
    let value = String::from_utf8_lossy(&entry.value);
    let (worker, news) = value.split_once('\n')?;
    let told = u64::try_from(entry.created.unix_timestamp()).unwrap_or_default();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let age = now.saturating_sub(Duration::from_secs(told));
    Some(WorkerNews { worker: worker.to_owned(), news: news.to_owned(), age })
}

fn header(headers: Option<&HeaderMap>, name: &str) -> String {
    headers.and_then(|headers| headers.get(name)).map(ToString::to_string).unwrap_or_default()
}
