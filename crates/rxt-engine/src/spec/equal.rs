//! Which players have to find the same value as plain minimax, and the minimax to compare each with.

use super::parse::{Spec, parse_options};
use super::searches::{SEARCHES, SearchInfo, SearchKind};
use super::settings::Successors;
use thiserror::Error;

/// Why a player need not find what plain minimax finds.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotMinimax {
    /// The search looks for something else.
    #[error("`{search}` looks for something else than minimax does, so they may differ")]
    Search {
        /// Its name.
        search: &'static str,
    },
    /// An option cuts away or adds what minimax looks at.
    #[error("with `{option}={value}` the search `{search}` need not find the value of minimax")]
    Option {
        /// The name of the search.
        search: &'static str,
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
    },
}

/// Options that decide which tree is searched and what its leaves are worth, rather than how.
const SAME_TREE: [&str; 8] =
    ["eval", "end", "overrides", "override-gain", "override-share", "override-keep", "bonus", "quiesce"];

/// Options that change the way to the value, but not the value.
const SAME_VALUE: [&str; 19] = [
    "successors",
    "order",
    "ties",
    "scout",
    "aspiration",
    "window",
    "stop",
    "threshold",
    "scale",
    "partial",
    "depth",
    "nodes",
    "time",
    "clock",
    "margin",
    "early",
    "threads",
    "memory",
    "ponder",
];

/// Options that keep the value with these values only.
const WITH_CARE: [(&str, &[&str]); 5] = [
    ("beam", &["all"]),
    ("table", &["off", "equal"]),
    ("internal", &["off"]),
    ("crowd", &["all"]),
    ("reuse", &["off"]),
];

impl Spec {
    /// Plain minimax with the same evaluation and the same moves, whose value this player has to find as well if both
    /// search to the same depth.
    pub fn minimax_twin(&self) -> Result<Self, NotMinimax> {
        let search = self.search.name;
        let minimax = SEARCHES.iter().find(|search| search.kind == SearchKind::Minimax);
        let equal = [SearchKind::Minimax, SearchKind::AlphaBeta, SearchKind::Pvs, SearchKind::Paranoid];
        let Some(minimax) = minimax.filter(|_| equal.contains(&self.search.kind)) else {
            return Err(NotMinimax::Search { search });
        };
        for option in self.search.options() {
            let value = self.value(option.name);
            if !keeps_value(option.name, value) && value != self.search.default(option) {
                return Err(NotMinimax::Option { search, option: option.name, value: value.to_owned() });
            }
        }
        parse_options(self.twin_options(minimax)).map_err(|_| NotMinimax::Search { search })
    }

    fn twin_options(&self, minimax: &SearchInfo) -> Vec<(String, String)> {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut options = vec![pair("search", minimax.name), pair("partial", "drop")];
        let tree = SAME_TREE.iter().filter(|name| minimax.option(name).is_some());
        let given = tree.filter_map(|&name| Some(pair(name, self.given(name)?)));
        options.extend(given);
        if self.settings.successors == Successors::Delta && self.given("end").is_none() {
            options.push(pair("end", "eval"));
        }
        options.extend(self.evaluation.iter().cloned());
        options
    }

    /// The value of an option of the search, given or not.
    fn value(&self, name: &str) -> &str {
        let default = self.search.option(name).map_or("", |option| self.search.default(option));
        self.given(name).unwrap_or(default)
    }

    fn given(&self, name: &str) -> Option<&str> {
        self.given.iter().find(|(option, _)| option.name == name).map(|(_, value)| value.as_str())
    }
}

fn keeps_value(option: &str, value: &str) -> bool {
    let careful = WITH_CARE.iter().find(|(name, _)| *name == option);
    careful.map_or_else(
        || SAME_TREE.contains(&option) || SAME_VALUE.contains(&option) || value == "off",
        |(_, values)| values.contains(&value),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn twin(text: &str) -> Result<String, String> {
        let twin = Spec::parse(text).unwrap().minimax_twin();
        twin.map(|spec| spec.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_twin_has_the_same_tree_and_the_same_leaves() {
        let options = "pvs,order=history,overrides=spare,quiesce=round,eval=corners,against=mean,aspiration=round";
        let same = "search=minimax,eval=corners,overrides=spare,quiesce=round,partial=drop,against=mean";
        assert_eq!(twin(options).unwrap(), same);
        assert_eq!(twin("minimax,successors=delta").unwrap(), "search=minimax,end=eval,partial=drop");
        assert_eq!(twin("minimax,successors=delta,end=result").unwrap(), "search=minimax,end=result,partial=drop");
    }

    #[test]
    fn what_looks_for_something_else_is_refused_by_name() {
        let words = |text: &str| twin(text).unwrap_err();
        assert_eq!(words("mcts"), "`mcts` looks for something else than minimax does, so they may differ");
        assert_eq!(words("report-2019"), "`brs` looks for something else than minimax does, so they may differ");
        let beam = "with `beam=5` the search `alphabeta` need not find the value of minimax";
        assert_eq!(words("alphabeta,order=eval,beam=5"), beam);
        assert!(words("pvs,table=deeper").contains("`table=deeper`"));
        assert!(words("pvs,reduce=3").contains("`reduce=3`"));
    }
}
