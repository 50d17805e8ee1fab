//! The clients of the reports as specs. `docs/engines/` has a page for each, with the same lists.

/// A client rebuilt from its report.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name in place of a spec.
    pub name: &'static str,
    /// What the name stands for.
    pub spec: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// What the report says and the spec has.
    pub fixed: &'static [&'static str],
    /// What the report does not say, and what was chosen.
    pub guessed: &'static [&'static str],
}

/// All of them, oldest first.
pub const fn presets() -> &'static [Preset] {
    PRESETS
}

const PRESETS: &[Preset] = &[
    Preset {
        name: "trivial",
        spec: "search=alphabeta,order=eval,eval=stones,against=best",
        summary: "alpha-beta with sorting; own stones minus those of the best opponent",
        fixed: &["Alpha-beta with all moves sorted by the evaluation.", "Own stones minus those of the best opponent."],
        guessed: &["Iterations go on until the time is used up, and one that is interrupted counts as far as it went."],
    },
    Preset {
        name: "report-2016",
        spec: "search=alphabeta,order=eval,aspiration=none,partial=drop,end=eval,eval=stones+corner-dynamic+item,\
               against=mean,mobility=4,bombing=new-2016",
        summary: "group 3 of 2016: paranoid alpha-beta, sorted, with the rank formula for bombs",
        fixed: &[
            "Alpha-beta with sorted moves in iterations of growing depth, all others taken to stand together.",
            "Aspiration windows are off, as in the end; `aspiration=side` and `aspiration=cells` are the two forms tried.",
            "In the bombing phase the newer rank formula; `bombing=old-2016` is the one before it.",
        ],
        guessed: &[
            "The evaluation of the building phase: the report only says that it has terms of both signs which can cancel \
             out, and that it values special stones.",
            "An interrupted iteration is dropped.",
            "The end of the game is worth what the formula says; there is no other word for it in the report.",
            "Override moves are tried like any others.",
        ],
    },
    Preset {
        name: "report-2019",
        spec: "search=brs,order=insertion,beam=5,scout=off,table=off,stop=threshold,threshold=0.2,margin=100,partial=drop,\
               end=eval,eval=stones+corner-map+item,against=mean",
        summary: "group 6 of 2019: best-reply search in a beam of five, stopped at a fifth of the time",
        fixed: &[
            "Best-reply search with alpha-beta pruning in iterations of growing depth.",
            "Of each position the best five moves by evaluation, inserted one by one into a list of five; `beam=all` with \
             `order=eval` is the sorting without a beam, `order=none` neither.",
            "No iteration is begun after 0.2 of the time of the move; the search stops 100 ms before it is over.",
            "An interrupted iteration is dropped, and the one before it counts.",
        ],
        guessed: &[
            "The evaluation: the report calls it a rating of the board and says no more.",
            "The end of the game is worth what the evaluation says.",
            "Override moves are tried like any others.",
        ],
    },
    Preset {
        name: "report-2025-assignment2",
        spec: "search=greedy,ties=first,end=eval,eval=corners,against=mean",
        summary: "group 6 of 2025, second assignment: the best move at first sight by corners and borders",
        fixed: &[
            "Corners count 5 and borders 1; `eval=stones`, `eval=stones-least` and `eval=first` are the others compared, \
             `eval=item` and `eval=neighbour` those proposed.",
        ],
        guessed: &[
            "The opponents' mean is taken off: the report has a form of each rating for several players, and calls it a \
             delta.",
            "No search: the move with the best rating is made. The report rates moves and mentions no search, but does not rule \
             one out.",
            "Of equally good moves the first is made.",
            "Corners and borders are told by the axes along which a stone can be captured, on any map.",
            "The weights of item and neighbour, for which the report gives only the direction.",
        ],
    },
    Preset {
        name: "report-2025-zwei",
        spec: "search=minimax,successors=validated,ties=first,partial=drop,end=eval,eval=stones+corner-recalibrated",
        summary: "group 6 of 2025, MiniMaxZwei: all of the tree, each move checked and then made",
        fixed: &[
            "Plain minimax: the player wants the most, all others want him to have the least.",
            "Each tile is checked for a legal move first, and what a move captures is found again when it is made.",
            "Passes cost no depth, and the tree goes on into the bombing phase.",
            "The end of the game is worth what the evaluation says.",
        ],
        guessed: &[
            "Iterations of growing depth until the time is used up: the report searches to a given depth, which `depth=N` \
             does.",
            "Corners count 5 and borders 1, as in the report before, and every stone counts 1 besides: on maps without corners \
             all positions would be worth the same otherwise.",
            "The evaluation is that of corners and borders as they are at the root, own corners taken for holes: the report \
             describes it, but does not say which search used it.",
            "Nothing is taken off for opponents.",
        ],
    },
    Preset {
        name: "report-2025-drei",
        spec: "search=minimax,successors=executed,ties=first,partial=drop,end=eval,eval=stones+corner-recalibrated",
        summary: "group 6 of 2025, MiniMaxDrei: all of the tree, each move made if it captures",
        fixed: &[
            "Plain minimax as in `report-2025-zwei`.",
            "Each tile is tried, and the move is made at once if it captures anything.",
        ],
        guessed: &["The same as for `report-2025-zwei`."],
    },
    Preset {
        name: "report-2025-minimax",
        spec: "search=minimax,successors=delta,ties=first,partial=drop,end=eval,eval=stones",
        summary: "group 6 of 2025, MiniMaxVier: all of the tree, the last ply valued by what each move changes",
        fixed: &[
            "Plain minimax as in `report-2025-drei`.",
            "The last ply is not made: the change that each move brings is added to the value of the position before it.",
            "It is the one that played on the course's server.",
        ],
        guessed: &[
            "The evaluation: own stones, which the report names as one that suits this form.",
            "Iterations of growing depth until the time is used up.",
            "Moves of the last ply are generated, not looked for tile by tile.",
        ],
    },
    Preset {
        name: "report-2025-pruning",
        spec: "search=alphabeta,successors=executed,order=none,partial=drop,end=eval,eval=stones+corner-recalibrated",
        summary: "group 6 of 2025: MiniMaxDrei with alpha-beta pruning",
        fixed: &[
            "Alpha-beta on top of `report-2025-drei`, with the same move as minimax; cut off at equal values.",
            "Moves are not sorted: that is an idea of the report, which `order=eval` has.",
            "Override moves are not pruned: that is an idea, too; `overrides=spare`, `overrides=weak` and \
             `overrides=corners` are its three forms.",
        ],
        guessed: &["The same as for `report-2025-zwei`."],
    },
    Preset {
        name: "report-2025-final",
        spec: "search=alphabeta,successors=executed,order=none,aspiration=relative,window=auto,stop=predict,scale=1,\
               partial=drop,margin=100,end=eval,eval=stones+corners+stockpile,border=0,inversions=relative",
        summary: "group 6 of 2025, fifth assignment: predicted times, relative windows, override stones kept for the end",
        fixed: &[
            "Iterations of growing depth; the time of the next is predicted from the same depth of the move before, and for \
             the first move by regression; predictions are not scaled.",
            "Windows of A times the last score to both sides without cutoffs at the root, and a full search if that fails; A \
             is width * height / 10000 + 0.275.",
            "An interrupted iteration is dropped.",
            "Stones that will be one's own after all inversions left; corners above other stones; override stones so high \
             that they are kept for the end.",
        ],
        guessed: &[
            "Windows are on: the report chose the formula, but had not switched it on yet.",
            "A corner is worth 5 more than another stone, an override stone 100 stones, a border nothing.",
            "Alpha-beta on top of MiniMaxDrei, unsorted, as in the report before.",
            "100 ms are left unused.",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EvalSpec;

    #[test]
    fn the_evaluation_of_every_preset_exists_with_its_options() {
        for preset in presets() {
            let options: Vec<(&str, &str)> = preset.spec.split(',').map(|word| word.split_once('=').unwrap()).collect();
            let name = options.iter().find(|(option, _)| *option == "eval").unwrap().1;
            // Options of the evaluation come behind its name.
            let own = options.iter().skip_while(|(option, _)| *option != "eval").skip(1).copied();
            let own: Vec<(&str, &str)> = own.collect();
            EvalSpec::parse(name, &own).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
            assert!(!preset.fixed.is_empty() && !preset.guessed.is_empty(), "{}", preset.name);
        }
    }

    #[test]
    fn names_are_different() {
        let mut names: Vec<&str> = presets().iter().map(|preset| preset.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), presets().len());
    }
}
