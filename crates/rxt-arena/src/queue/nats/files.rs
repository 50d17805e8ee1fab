//! Files that workers need, by their hashes.

use super::{NatsQueue, problem};
use crate::queue::QueueError;
use tokio::io::AsyncReadExt;

impl NatsQueue {
    pub(super) async fn put(&self, hash: &str, mut bytes: &[u8]) -> Result<(), QueueError> {
        if self.server.files.info(hash).await.is_ok() {
            return Ok(());
        }
        self.server.files.put(hash, &mut bytes).await.map(drop).map_err(problem)
    }

    pub(super) async fn get(&self, hash: &str) -> Result<Vec<u8>, QueueError> {
        let mut object = self.server.files.get(hash).await.map_err(problem)?;
        let mut bytes = Vec::new();
        object.read_to_end(&mut bytes).await.map_err(problem)?;
        Ok(bytes)
    }
}
