//! What is expected of moves before they are tried, and which of very many are worth trying.

use super::nodes::NodeId;
use super::run::{MonteCarlo, lock};
use crate::limits::Stopped;
use crate::search::buffers::Candidate;
use crate::search::shares::{WHOLE, shares};
use crate::spec::Prior;
use std::cmp::Reverse;

/// Hundredths of a stone that raise a share by a half of what everybody has on average, times an eighth of the tiles.
const STONE: i64 = 100;

impl MonteCarlo<'_> {
    /// Keys of the moves of a node: what the mover expects of each, as a share. The best come first, and of very many only
    /// those that look best stay.
    pub(super) fn impress(&mut self, here: NodeId, candidates: &mut Vec<Candidate>) -> Result<(), Stopped> {
        self.thin_out(here, candidates);
        match self.settings.monte_carlo.prior {
            Prior::None => {
                let node = lock(self.nodes).node(here).clone();
                for candidate in candidates.iter_mut() {
                    candidate.key = self.worth(candidate.mover, |player| node.share(player));
                }
                return Ok(());
            }
            Prior::Sight => self.by_sight(here, candidates),
            Prior::Eval => {
                for candidate in candidates.iter_mut() {
                    self.tree.probe(candidate)?;
                    let found = shares(self.tree.leaf, &self.tree.position);
                    candidate.key = self.worth(candidate.mover, |player| found[player]);
                    self.tree.unmake();
                }
            }
        }
        candidates.sort_by_key(|candidate| Reverse(candidate.key));
        Ok(())
    }

    /// The node's own share, more or less by how the move looks beside the others.
    fn by_sight(&self, here: NodeId, candidates: &mut [Candidate]) {
        let (node, position) = (lock(self.nodes).node(here).clone(), &self.tree.position);
        let look = |candidate: &Candidate| i64::from(self.lister.sight().of(position, candidate.mover, candidate.mv));
        let mean = candidates.iter().map(look).sum::<i64>() / (candidates.len() as i64).max(1);
        let whole = i64::from(WHOLE) / i64::from(position.players());
        let bend = STONE * (position.map().tile_count() as i64 / 8 + 1);
        for candidate in candidates.iter_mut() {
            let gain = look(candidate) - mean;
            let own = i64::from(self.worth(candidate.mover, |player| node.share(player)));
            candidate.key = (own + whole * gain / (gain.abs() + bend)).clamp(0, i64::from(WHOLE)) as i32;
        }
    }

    /// Below the root, and at the root too if there is no time to look at all of them, only the moves that look best stay.
    fn thin_out(&self, here: NodeId, candidates: &mut Vec<Candidate>) {
        let Some(most) = self.settings.crowd.filter(|&most| candidates.len() > most && here != NodeId::ROOT) else {
            return;
        };
        let position = &self.tree.position;
        for candidate in candidates.iter_mut() {
            candidate.key = self.lister.sight().of(position, candidate.mover, candidate.mv);
        }
        candidates.sort_by_key(|candidate| Reverse(candidate.key));
        candidates.truncate(most);
    }
}
