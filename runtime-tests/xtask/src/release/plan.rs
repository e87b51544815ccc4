//! Reads the options of `cargo xtask release`.

use std::path::PathBuf;

use super::targets::{TARGETS, Target};

/// How the command is called.
pub const USAGE: &str = "\
cargo xtask release [--version X] [--out DIR] [--target TRIPLE]... [--profile NAME] [--counts FILE]
  --version X       the version, with or without a `v`: an error unless it is that of the source
  --out DIR         the folder that is made anew; dist if not given
  --target TRIPLE   builds for this system alone, any number of times; for all that can be built for if not given
  --profile NAME    the profile of Cargo; dist if not given
  --counts FILE     lays programs that run here out after what compilations run: counts are read there, or made if there are none
  --list            prints the table of artefacts and builds nothing
  --order           prints the crates in the order in which the registry takes them, and whether their names are free
";

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub struct Plan {
    /// The version that is asked for.
    pub version: Option<String>,
    /// The folder that is filled.
    pub out: PathBuf,
    /// Systems by their triples; none for all.
    pub triples: Vec<String>,
    /// The profile of Cargo.
    pub profile: String,
    /// Where counts of a profile are.
    pub counts: Option<PathBuf>,
    /// Whether only the table is printed.
    pub is_list: bool,
    /// Whether only the crates are printed.
    pub is_publishing_order: bool,
}

impl Plan {
    /// Reads the words.
    pub fn parse(args: &[String]) -> Result<Self, String> {
        let mut plan = Self {
            version: None,
            out: PathBuf::from("dist"),
            triples: Vec::new(),
            profile: super::sizes::PROFILE.to_owned(),
            counts: None,
            is_list: false,
            is_publishing_order: false,
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().cloned().ok_or_else(|| format!("`{arg}` needs a value\n{USAGE}"));
            match arg.as_str() {
                "--version" => plan.version = Some(value()?),
                "--out" => plan.out = PathBuf::from(value()?),
                "--profile" => plan.profile = value()?,
                "--counts" => plan.counts = Some(PathBuf::from(value()?)),
                "--list" => plan.is_list = true,
                "--order" => plan.is_publishing_order = true,
                "--target" => {
                    let triple = value()?;
                    if !TARGETS.iter().any(|row| row.triple == triple) {
                        let known: Vec<&str> = TARGETS.iter().map(|row| row.triple).collect();
                        return Err(format!("there is no row for `{triple}`; there is one for {}", known.join(", ")));
                    }
                    plan.triples.push(triple);
                }
                other => return Err(format!("there is no option `{other}`\n{USAGE}")),
            }
        }
        Ok(plan)
    }

    /// The systems to build for.
    pub fn targets(&self) -> impl Iterator<Item = &'static Target> {
        let is_asked = |row: &&Target| self.triples.is_empty() || self.triples.iter().any(|asked| asked == row.triple);
        TARGETS.iter().filter(is_asked)
    }

    /// Checks the version that is asked for against that of the source.
    pub fn check_version(&self, of_source: &str) -> Result<(), String> {
        match self.version.as_deref() {
            Some(asked) if asked.strip_prefix('v').unwrap_or(asked) != of_source => Err(format!(
                "the source has version {of_source}, not {asked}: `version` in Cargo.toml is where it is set"
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<Plan, String> {
        Plan::parse(&words.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_version_is_that_of_the_source_or_an_error() {
        let plan = parse("--version v0.1.0 --target x86_64-unknown-linux-gnu").unwrap();
        assert_eq!(plan.check_version("0.1.0"), Ok(()));
        assert!(plan.check_version("0.2.0").unwrap_err().contains("not v0.1.0"));
        assert_eq!(plan.targets().count(), 1);
        assert_eq!(parse("").unwrap().targets().count(), TARGETS.len());
    }

    #[test]
    fn words_that_make_no_sense_are_reported() {
        assert!(parse("--target z80-unknown-none").unwrap_err().starts_with("there is no row for `z80-unknown-none`"));
        assert!(parse("--out").unwrap_err().starts_with("`--out` needs a value"));
        assert!(parse("--all").unwrap_err().starts_with("there is no option `--all`"));
    }
}
