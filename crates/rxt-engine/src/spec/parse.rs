//! Reads the text that selects a player.

use super::error::SpecError;
use super::options::OptionInfo;
use super::searches::{SEARCHES, SearchInfo};
use super::settings::{End, EvaluationChoice, Settings, Successors};
use crate::agent::Engine;
use crate::eval::EvalSpec;
use crate::historic::presets;
use rxt_rules::agent::Agent;
use std::fmt;

/// A player as text selects it: a search and its options.
#[derive(Clone, Debug)]
pub struct Spec {
    pub(crate) search: &'static SearchInfo,
    pub(crate) settings: Settings,
    /// Options that were given, in the order of the search's declaration.
    pub(super) given: Vec<(&'static OptionInfo, String)>,
    /// Options of the evaluation.
    pub(super) evaluation: Vec<(String, String)>,
}

impl Spec {
    /// Reads `search=NAME,option=value,...`, or the name of a preset or search, followed by options if need be.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.split_once(',').map_or((text, None), |(name, rest)| (name, Some(rest)));
        if name.contains('=') {
            return parse_options(pairs(text)?);
        }
        let base = base(name)?;
        let mut options = pairs(&base)?;
        for (option, value) in rest.map_or_else(|| Ok(Vec::new()), pairs)? {
            options.retain(|(other, _)| *other != option);
            options.push((option, value));
        }
        parse_options(options)
    }

    /// The player, with its own random numbers.
    pub fn agent(&self, seed: u64) -> Box<dyn Agent + Send> {
        Box::new(self.engine(seed))
    }

    /// The same, as a type that also tells what its last search did.
    pub fn engine(&self, seed: u64) -> Engine {
        Engine::new(self.clone(), seed)
    }

    /// Reads the evaluation and its options, which are all that are not the search's.
    fn read_evaluation(&mut self) -> Result<(), SpecError> {
        let named = self.given.iter().find(|(option, _)| option.name == "eval").map(|(_, name)| name.as_str());
        let name = named.unwrap_or(DEFAULT_EVALUATION);
        let taken = if self.search.option("eval").is_some() { EvalSpec::option_names(name)? } else { Vec::new() };
        if let Some((option, _)) = self.evaluation.iter().find(|(option, _)| !taken.contains(&option.as_str())) {
            let valid = quoted(self.search.options().map(|option| option.name).chain(taken));
            return Err(SpecError::UnknownOption { search: self.search.name, option: option.clone(), valid });
        }
        let own = self.evaluation.iter().map(|(option, value)| (option.as_str(), value.as_str()));
        let unsaid = named.is_none() && !self.evaluation.iter().any(|(option, _)| option == DEFAULT_OPTION.0);
        let options: Vec<(&str, &str)> = own.chain(unsaid.then_some(DEFAULT_OPTION)).collect();
        self.settings.evaluation = EvaluationChoice(EvalSpec::parse(name, &options)?);
        Ok(())
    }

    /// What follows from other options.
    fn settle(&mut self) {
        if self.settings.successors == Successors::Delta {
            self.settings.end = End::Eval;
        }
    }

    /// The search.
    pub fn search(&self) -> &'static SearchInfo {
        self.search
    }
}

/// The evaluation if none is named, and its option if that is not given either.
const DEFAULT_EVALUATION: &str = "stones";
const DEFAULT_OPTION: (&str, &str) = ("against", "best");

/// The text that a bare name stands for.
fn base(name: &str) -> Result<String, SpecError> {
    if let Some(preset) = presets().iter().find(|preset| preset.name == name) {
        return Ok(preset.spec.to_owned());
    }
    if SEARCHES.iter().any(|search| search.name == name) {
        return Ok(format!("search={name}"));
    }
    let names = presets().iter().map(|preset| preset.name).chain(SEARCHES.iter().map(|search| search.name));
    Err(SpecError::UnknownName { name: name.to_owned(), valid: quoted(names) })
}

/// Takes `key=value,...` apart.
fn pairs(text: &str) -> Result<Vec<(String, String)>, SpecError> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for word in text.split(',') {
        let (key, value) = word.split_once('=').ok_or_else(|| SpecError::NoValue { word: word.to_owned() })?;
        if pairs.iter().any(|(other, _)| other == key) {
            return Err(SpecError::Twice { option: key.to_owned() });
        }
        pairs.push((key.to_owned(), value.to_owned()));
    }
    Ok(pairs)
}

pub(super) fn parse_options(options: Vec<(String, String)>) -> Result<Spec, SpecError> {
    let search = search(&options)?;
    let mut spec = Spec { search, settings: Settings::default(), given: Vec::new(), evaluation: Vec::new() };
    for option in search.options() {
        set(&mut spec.settings, option, search.default(option))?;
    }
    for (name, value) in options.into_iter().filter(|(name, _)| name != "search") {
        let Some(option) = search.option(&name) else {
            spec.evaluation.push((name, value));
            continue;
        };
        set(&mut spec.settings, option, &value)?;
        spec.given.push((option, value));
    }
    spec.read_evaluation()?;
    spec.settle();
    let place = |name: &str| search.options().position(|option| option.name == name);
    spec.given.sort_by_key(|(option, _)| place(option.name));
    Ok(spec)
}

fn search(options: &[(String, String)]) -> Result<&'static SearchInfo, SpecError> {
    let valid = || quoted(SEARCHES.iter().map(|search| search.name));
    let named = options.iter().find(|(name, _)| name == "search");
    let (_, name) = named.ok_or_else(|| SpecError::NoSearch { valid: valid() })?;
    let found = SEARCHES.iter().find(|search| search.name == name);
    found.ok_or_else(|| SpecError::UnknownSearch { name: name.clone(), valid: valid() })
}

fn set(settings: &mut Settings, option: &'static OptionInfo, value: &str) -> Result<(), SpecError> {
    let wrong =
        || SpecError::Value { option: option.name, value: value.to_owned(), expected: option.values.to_owned() };
    (option.set)(settings, value).ok_or_else(wrong)
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The full form, with the options that were given.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "search={}", self.search.name)?;
        self.given.iter().try_for_each(|(option, value)| write!(f, ",{}={value}", option.name))?;
        self.evaluation.iter().try_for_each(|(option, value)| write!(f, ",{option}={value}"))
    }
}
