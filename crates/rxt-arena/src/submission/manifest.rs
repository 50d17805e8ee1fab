//! What a program says of itself: its name, its runtime, its file, its arguments.

use super::SubmissionError;
use serde::{Deserialize, Serialize};

/// The name of the file.
pub const MANIFEST: &str = "rxt-bot.toml";

/// A manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// What the program is called.
    pub name: String,
    /// What runs it.
    pub runtime: Runtime,
    /// The file that is run, seen from the manifest.
    pub file: String,
    /// What it is given, with `{host}` and `{port}` in the places of both.
    #[serde(default = "usual_arguments")]
    pub arguments: Vec<String>,
}

/// What can run a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Runtime {
    /// A jar that says where it begins.
    Java,
    /// A Python 3 program that needs nothing but the standard library and the files beside it.
    Python,
    /// A program of this machine: Linux, linked statically or with the usual libraries.
    Native,
}

fn usual_arguments() -> Vec<String> {
    vec!["{host}".to_owned(), "{port}".to_owned()]
}

/// The longest name of a program.
const LONGEST_NAME: usize = 40;
/// The most arguments, and the longest.
const MOST_ARGUMENTS: usize = 16;
const LONGEST_ARGUMENT: usize = 100;
/// The longest manifest.
const LONGEST: usize = 16 << 10;

impl Runtime {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Java, Self::Python, Self::Native];

    /// Its name in a manifest.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Java => "java",
            Self::Python => "python",
            Self::Native => "native",
        }
    }

    /// The words that start a file.
    fn words(self, file: &str) -> Vec<String> {
        match self {
            Self::Java => ["java", "-XX:+UseSerialGC", "-Xmx512m", "-jar", file].map(str::to_owned).into(),
            Self::Python => ["python3", "-B", "-u", file].map(str::to_owned).into(),
            Self::Native => vec![format!("./{file}")],
        }
    }
}

impl Manifest {
    /// Reads a manifest.
    pub fn parse(bytes: &[u8]) -> Result<Self, SubmissionError> {
        let problem = |problem: String| SubmissionError::Manifest(problem);
        if bytes.len() > LONGEST {
            return Err(problem(format!("more than {LONGEST} bytes; expected a few lines")));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| problem("no text; expected UTF-8".to_owned()))?;
        let manifest: Self = toml::from_str(text).map_err(|error| problem(error.to_string().trim_end().to_owned()))?;
        manifest.problem().map_or(Ok(manifest), |found| Err(problem(found)))
    }

    fn problem(&self) -> Option<String> {
        let is_line = |text: &str| !text.contains(char::is_control);
        if self.name.trim().is_empty() || self.name.chars().count() > LONGEST_NAME || !is_line(&self.name) {
            return Some(format!("`name` is a line of 1 to {LONGEST_NAME} characters"));
        }
        if !super::archive::is_inside(&self.file) || self.file.contains(['{', '}']) {
            return Some(format!("`file = {:?}` is no file of the archive", self.file));
        }
        if self.arguments.len() > MOST_ARGUMENTS {
            return Some(format!("{} arguments; expected at most {MOST_ARGUMENTS}", self.arguments.len()));
        }
        if let Some(bad) = self.arguments.iter().find(|text| text.len() > LONGEST_ARGUMENT || !is_line(text)) {
            return Some(format!("the argument {bad:?}; expected a line of at most {LONGEST_ARGUMENT} bytes"));
        }
        if !self.arguments.iter().any(|argument| argument.contains("{port}")) {
            return Some("no argument has {port}; the program has to be told where to connect".to_owned());
        }
        None
    }

    /// The command that starts it, with `{host}` and `{port}`. Every word of it is quoted, so that none of them means
    /// anything to a shell.
    pub fn command(&self) -> String {
        let words = self.runtime.words(&self.file).into_iter().chain(self.arguments.iter().cloned());
        words.map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: &str = "name = \"night owl\"\nruntime = \"python\"\nfile = \"owl.py\"\n";

    #[test]
    fn a_manifest_becomes_words_that_mean_nothing_to_a_shell() {
        let usual = Manifest::parse(USUAL.as_bytes()).unwrap();
        assert_eq!(usual.command(), "'python3' '-B' '-u' 'owl.py' '{host}' '{port}'");
        let evil = format!("{USUAL}arguments = [\"{{port}}\", \"$(reboot)\", \"'; reboot; '\", \"a b\"]");
        let command = Manifest::parse(evil.as_bytes()).unwrap().command();
        assert!(command.ends_with(r"'{port}' '$(reboot)' ''\''; reboot; '\''' 'a b'"), "{command}");
        let output =
            std::process::Command::new("sh").args(["-c", &format!("printf '<%s>' {command}")]).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.ends_with("<{port}><$(reboot)><'; reboot; '><a b>"), "{said}");
    }

    #[test]
    fn what_is_wrong_with_a_manifest_is_said() {
        for (from, to, expected) in [
            ("python", "bash", "unknown variant `bash`"),
            ("owl.py", "../owl.py", "no file of the archive"),
            ("owl.py", "/bin/sh", "no file of the archive"),
            ("night owl", "", "1 to 40 characters"),
            ("file = ", "command = ", "unknown field `command`"),
            ("\"owl.py\"", "\"owl.py\"\narguments = [\"-p\"]", "no argument has {port}"),
            ("\"owl.py\"", "\"owl.py\"\narguments = [\"{port}\\n\"]", "expected a line"),
        ] {
            let error = Manifest::parse(USUAL.replace(from, to).as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("`rxt-bot.toml`: ") && error.contains(expected), "{error}");
        }
        assert!(Manifest::parse(&[0xff]).is_err());
    }
}
