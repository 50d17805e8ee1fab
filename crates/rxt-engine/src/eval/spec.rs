//! An evaluation as text: which counts are added up, and with which options.

use super::catalogue::{EVALUATIONS, EvalInfo, OPTIONS, Opt, Term};
use std::fmt;
use thiserror::Error;

/// An evaluation by name and options, as in `corners+item,against=best`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalSpec {
    terms: Vec<Term>,
    /// The value of each option, kept as a number.
    settings: [i32; Opt::COUNT],
}

/// Why text names no evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EvalSpecError {
    /// No evaluation of that name.
    #[error("`{name}` is no evaluation; expected {}, or several of them joined by `+`", evaluation_names())]
    Name {
        /// What was given.
        name: String,
    },
    /// The same evaluation twice in a sum.
    #[error("`{name}` is added twice; expected each evaluation once")]
    Repeated {
        /// Which.
        name: String,
    },
    /// An evaluation in a sum that stands alone.
    #[error("`{name}` is a whole and cannot be added to others; expected it alone")]
    Alone {
        /// Which.
        name: &'static str,
    },
    /// The evaluation has no such option.
    #[error("the evaluation `{name}` has no option `{option}`; expected {}", listed(valid))]
    Option {
        /// The evaluation.
        name: String,
        /// What was given.
        option: String,
        /// Its options.
        valid: Vec<&'static str>,
    },
    /// The same option twice.
    #[error("`{option}` is given twice; expected it once")]
    Twice {
        /// Which.
        option: &'static str,
    },
    /// A value that the option does not have.
    #[error("`{option}={value}`; expected {expected}")]
    Value {
        /// Which.
        option: &'static str,
        /// What was given.
        value: String,
        /// What may be.
        expected: String,
    },
}

impl EvalSpec {
    /// Every evaluation, for documentation.
    pub const fn all() -> &'static [EvalInfo] {
        &EVALUATIONS
    }

    /// Reads a name, or several joined by `+`, and options. An option is valid if one of the named evaluations takes it.
    pub fn parse(name: &str, options: &[(&str, &str)]) -> Result<Self, EvalSpecError> {
        let infos = read_name(name)?;
        let mut spec = Self { terms: infos.iter().map(|info| info.term).collect(), settings: [-1; Opt::COUNT] };
        for &(option, value) in options {
            spec.set(name, &infos, option, value)?;
        }
        for (setting, info) in spec.settings.iter_mut().zip(&OPTIONS) {
            if *setting < 0 {
                *setting = info.values.read(info.default).expect("a default is a valid value");
            }
        }
        Ok(spec)
    }

    /// The names of the options that an evaluation, or a sum of them, takes.
    pub fn option_names(name: &str) -> Result<Vec<&'static str>, EvalSpecError> {
        Ok(options_of(&read_name(name)?).iter().map(|option| option.info().name).collect())
    }

    pub(super) fn has(&self, term: Term) -> bool {
        self.terms.contains(&term)
    }

    /// The value of an option: a number, or the place of a word among the words it may be.
    pub(super) fn get(&self, option: Opt) -> i32 {
        self.settings[option as usize]
    }

    fn set(&mut self, name: &str, infos: &[&EvalInfo], option: &str, value: &str) -> Result<(), EvalSpecError> {
        let valid = options_of(infos);
        let Some(&found) = valid.iter().find(|valid| valid.info().name == option) else {
            let valid = valid.iter().map(|option| option.info().name).collect();
            return Err(EvalSpecError::Option { name: name.to_owned(), option: option.to_owned(), valid });
        };
        let info = found.info();
        let setting = &mut self.settings[found as usize];
        if *setting >= 0 {
            return Err(EvalSpecError::Twice { option: info.name });
        }
        *setting = info.values.read(value).ok_or_else(|| EvalSpecError::Value {
            option: info.name,
            value: value.to_owned(),
            expected: info.values.to_string(),
        })?;
        Ok(())
    }
}

fn read_name(name: &str) -> Result<Vec<&'static EvalInfo>, EvalSpecError> {
    let mut infos: Vec<&EvalInfo> = Vec::new();
    for name in name.split('+') {
        let info = EVALUATIONS.iter().find(|info| info.name == name);
        let info = info.ok_or_else(|| EvalSpecError::Name { name: name.to_owned() })?;
        if infos.iter().any(|other| other.name == name) {
            return Err(EvalSpecError::Repeated { name: name.to_owned() });
        }
        infos.push(info);
    }
    match infos.iter().find(|info| info.term == Term::Default) {
        Some(info) if infos.len() > 1 => Err(EvalSpecError::Alone { name: info.name }),
        _ => Ok(infos),
    }
}

fn options_of(infos: &[&EvalInfo]) -> Vec<Opt> {
    let mut options: Vec<Opt> = infos.iter().flat_map(|info| info.takes()).collect();
    options.sort_unstable();
    options.dedup();
    options
}

fn evaluation_names() -> String {
    listed(&EVALUATIONS.map(|info| info.name))
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The name, then every option that is not at its default.
impl fmt::Display for EvalSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |term: Term| EVALUATIONS.iter().find(|info| info.term == term).map_or("", |info| info.name);
        let names: Vec<&str> = self.terms.iter().map(|&term| name(term)).collect();
        f.write_str(&names.join("+"))?;
        for (&setting, info) in self.settings.iter().zip(&OPTIONS) {
            let value = info.values.write(setting);
            if value != info.default {
                write!(f, ",{}={value}", info.name)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::Values;
    use super::*;

    fn message(name: &str, options: &[(&str, &str)]) -> String {
        EvalSpec::parse(name, options).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let spec = EvalSpec::parse("corners+item", &[("bomb", "20"), ("against", "best"), ("corner", "5")]).unwrap();
        assert_eq!(spec.to_string(), "corners+item,against=best,bomb=20");
        let again = EvalSpec::parse("corners+item", &[("against", "best"), ("bomb", "20")]).unwrap();
        assert_eq!(spec, again);
    }

    #[test]
    fn what_is_not_known_is_refused_with_what_is_valid() {
        assert!(message("stone", &[]).starts_with("`stone` is no evaluation; expected default, first, stones,"));
        assert_eq!(
            message("first", &[("corner", "5")]),
            "the evaluation `first` has no option `corner`; expected none"
        );
        let refused = message("stones", &[("corner", "5")]);
        assert!(refused.contains("no option `corner`; expected against, inversions,"), "{refused}");
        assert_eq!(message("stones", &[("against", "all")]), "`against=all`; expected none, mean, best");
        assert_eq!(message("item", &[("bomb", "-1")]), "`bomb=-1`; expected 0 to 1000");
        assert_eq!(message("item", &[("bomb", "1"), ("bomb", "1")]), "`bomb` is given twice; expected it once");
        assert_eq!(
            message("stones+default", &[]),
            "`default` is a whole and cannot be added to others; expected it alone"
        );
        assert_eq!(message("item+item", &[]), "`item` is added twice; expected each evaluation once");
    }

    #[test]
    fn options_stand_at_their_places_and_every_evaluation_takes_all_values_of_its_options() {
        let mut specs = 0;
        for info in EvalSpec::all() {
            assert!(!info.summary.is_empty());
            for option in info.options() {
                let values: Vec<String> = match option.values {
                    Values::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
                    Values::UpTo(most) => vec!["0".to_owned(), most.to_string()],
                };
                assert!(option.values.read(option.default).is_some(), "{}", option.name);
                for value in values {
                    let spec = EvalSpec::parse(info.name, &[(option.name, &value)]).unwrap();
                    let written = spec.to_string();
                    let expected = format!("{},{}={value}", info.name, option.name);
                    assert_eq!(written, if value == option.default { info.name } else { expected.as_str() });
                    specs += 1;
                }
            }
        }
        println!("proof: {specs} evaluation specs written as they were read");
    }
}
