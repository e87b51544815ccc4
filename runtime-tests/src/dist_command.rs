//! Runs the command `xtask dist`, which builds the released program and lays it out after a profile.
//!
//! Input: the programs to build, or none for the command alone. Output: their programs, in a folder of their own under the build folder.
//! They are built twice: a first build counts what is run while it compiles the suite (`--train`, which this command asks of
//! it). In the second one the linker puts functions in the order of these counts ([`Functions::order`]), so that those that run lie in few pages,
//! and functions outside of those that do [`HOT`] of the work are built for size ([`Functions::cold`]). The compiler itself does not see the
//! counts (`-Cprofile-use`): it inlines more by them, which makes the program a sixth larger (chapter 39 has the figures). No source
//! depends on the counts, and none of them are kept: a build without them gives the same program, slower and larger.

use std::collections::HashMap;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::{env, fs};

use dxc_oracle::Validator;
use hlslc::ValidatorVersion;
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler as _};
use hlslc_runtime_tests::suite;

/// What compiles the suite, and counts.
const TRAINER: &str = "hlslc-runtime-tests";

/// What is given out.
const PROGRAM: &str = "hlslc";

/// The profile of what is given out.
const PROFILE: &str = "dist";

/// The validator that knows all targets of the suite.
const VALIDATOR: Validator = (ValidatorVersion::LATEST.0.major as u32, ValidatorVersion::LATEST.0.minor as u32);

/// How each case is compiled while it is counted, and how many times: as most compilations are.
const COMPILATIONS: [(&str, Form, usize); 4] = [
    ("-O3", Form::Dxil(VALIDATOR), 4),
    ("-Od", Form::Dxil(VALIDATOR), 1),
    ("-O3", Form::Spirv, 1),
    ("-Od", Form::Spirv, 1),
];

/// The share of all counts that hot functions have together, in thousandths. The others are built for size: if that made them a
/// third slower, a compilation would take 0.3 % longer.
const HOT: u64 = 990;

/// The attributes of functions that are built for size: `minsize` alone is read by some passes only.
const FOR_SIZE: [&str; 2] = ["minsize", "optsize"];

/// What LLVM says of each row of that list, in every module that does not have the function: nearly all of them.
const NOT_THERE: &str = "Function in CSV file at line ";

/// The system whose programs lld links unless a linker is named.
const HAS_LLD: &str = "x86_64-unknown-linux-gnu";

/// Between flags, as Cargo takes them where they may hold blanks.
const SEPARATOR: &str = "\u{1f}";

/// What is asked for beside the programs.
#[derive(Default)]
struct Asked {
    /// The system to build for, if it is another name for the one that this runs on.
    target: Option<String>,
    /// Flags of the compiler, with [`SEPARATOR`] between them; those of the environment if none are given.
    flags: Option<String>,
    /// Where counts are kept: they are read there, or written there if there are none.
    counts: Option<PathBuf>,
}

/// Runs the command.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let mut programs = Vec::new();
    let mut asked = Asked::default();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("`{arg}` needs a value"));
        match arg.as_str() {
            "--train" => return train(),
            "--target" => asked.target = Some(value()?),
            "--flags" => asked.flags = Some(value()?),
            "--counts" => asked.counts = Some(PathBuf::from(value()?)),
            option if option.starts_with('-') => return Err(format!("there is no option `{option}`")),
            _ => programs.push(arg),
        }
    }
    if programs.is_empty() {
        programs.push(PROGRAM.to_owned());
    }
    let build = Build::new(&asked)?;
    let kept = asked.counts.as_ref().is_some_and(|path| path.is_file());
    let merged = asked.counts.unwrap_or_else(|| build.folder.join("counts.profdata"));
    if !kept {
        let counts = build.folder.join("counts");
        if counts.exists() {
            fs::remove_dir_all(&counts).map_err(|error| format!("{}: {error}", counts.display()))?;
        }
        println!("building what counts");
        build.build(&[TRAINER.to_owned()], flag("-Cprofile-generate=", &counts))?;
        println!("compiling the suite");
        succeeded(Command::new(build.program(TRAINER)).args(["xtask", "dist", "--train"]))?;
        succeeded(Command::new(&build.merger).args(["merge", "-o"]).arg(&merged).arg(&counts))?;
    }
    println!("building what is given out");
    let flags = build.layout(&merged)?;
    build.build(&programs, flags)?;
    for program in &programs {
        println!("{}", build.program(program).display());
    }
    Ok(0)
}

/// Compiles the suite. Counts of errors would lay out the program after those.
fn train() -> Result<usize, String> {
    let (mut compiled, mut all) = (0, 0);
    for entry in suite::all()? {
        let case = entry.case?;
        for (level, form, times) in COMPILATIONS {
            let args = case.args.iter().cloned().chain([level.to_owned()]).collect();
            let case = Case { args, ..case.clone() };
            for _ in 0..times {
                all += 1;
                compiled += usize::from(Hlslc.compile(&case, form).is_ok());
            }
        }
    }
    println!("{compiled} of {all} compilations gave something");
    // Some cases are for one target alone.
    if 10 * compiled < 9 * all { Err("too few for what is counted to be of use".to_owned()) } else { Ok(0) }
}

/// What it takes to build.
struct Build {
    cargo: OsString,
    /// The system, which is named even if it is this one: then what runs during the build is built without the flags.
    target: String,
    /// Flags of the compiler.
    flags: OsString,
    /// Puts counts together. It comes with the compiler, as counts are read by the release that wrote them.
    merger: PathBuf,
    folder: PathBuf,
}

impl Build {
    fn new(asked: &Asked) -> Result<Self, String> {
        let reported = output(Command::new("rustc").arg("-vV"))?;
        let host =
            reported.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not name its host")?;
        let root = output(Command::new("rustc").args(["--print", "sysroot"]))?;
        let bin = Path::new(root.trim()).join("lib/rustlib").join(host).join("bin");
        let merger = bin.join(format!("llvm-profdata{}", env::consts::EXE_SUFFIX));
        if !merger.is_file() {
            return Err(format!("{} is missing: `rustup component add llvm-tools` brings it", merger.display()));
        }
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the package lies in no workspace")?;
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from);
        let folder = std::path::absolute(target.join("dist")).map_err(|error| error.to_string())?;
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let written =
            || env::var("RUSTFLAGS").unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(SEPARATOR);
        let given = || env::var_os("CARGO_ENCODED_RUSTFLAGS").unwrap_or_else(|| written().into());
        let flags = asked.flags.as_ref().map_or_else(given, OsString::from);
        let target = asked.target.clone().unwrap_or_else(|| host.to_owned());
        Ok(Self { cargo, target, flags, merger, folder })
    }

    fn build(&self, programs: &[String], flag: OsString) -> Result<(), String> {
        let mut command = Command::new(&self.cargo);
        command
            .args(["build", "--profile", PROFILE, "--locked", "--target", &self.target, "--target-dir"])
            .arg(&self.folder);
        // Counts belong to functions by name, and names change with the features that packages ask of their dependencies and with
        // what these are linked into: both builds make the same libraries, whatever programs they make of them.
        command.args(["-p", PROGRAM, "-p", TRAINER, "--lib"]);
        command.args(programs.iter().flat_map(|program| ["--bin", program]));
        command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("CARGO_ENCODED_RUSTFLAGS", joined(self.flags.clone(), flag));
        let mut child = command.stderr(Stdio::piped()).spawn().map_err(|error| format!("{command:?}: {error}"))?;
        if let Some(reported) = child.stderr.take() {
            let lines = BufReader::new(reported).split(b'\n').map_while(Result::ok);
            let others = lines.filter(|line| !line.starts_with(NOT_THERE.as_bytes()));
            others.for_each(|line| eprintln!("{}", String::from_utf8_lossy(&line)));
        }
        ended(&command, child.wait())
    }

    /// The flags by which the compiler and the linker lay a program out after counts.
    fn layout(&self, counts: &Path) -> Result<OsString, String> {
        let shown = output(Command::new(&self.merger).args(["show", "--all-functions", "--counts"]).arg(counts))?;
        let functions = Functions::shown(&shown);
        let (order, cold) = (functions.order(), functions.cold());
        if cold.is_empty() {
            return Err("the counts name no function that hardly runs: llvm-profdata writes another form".to_owned());
        }
        let of = functions.0.len();
        let mut flags = OsString::new();
        let rows = cold.iter().flat_map(|name| FOR_SIZE.map(|attribute| format!("{name},{attribute}\n")));
        let list = self.write("cold", &rows.collect::<String>())?;
        if list.to_string_lossy().contains(char::is_whitespace) {
            println!("nothing is built for size: options of LLVM hold no blanks, and {} has one", list.display());
        } else {
            println!("{} of {of} functions are built for size", cold.len());
            flags = joined(flags, flag("-Cllvm-args=-forceattrs-csv-path=", &list));
        }
        let list = self.write("order", &order.iter().flat_map(|name| [name, "\n"]).collect::<String>())?;
        if self.target != HAS_LLD {
            println!("functions are not ordered: the linker for {} takes no list", self.target);
        } else if list.to_string_lossy().contains(',') {
            println!("functions are not ordered: options of the linker hold no commas, and {} has one", list.display());
        } else {
            println!("{} of {of} functions are put in order", order.len());
            flags = joined(flags, flag("-Clink-arg=-Wl,--symbol-ordering-file=", &list));
            // Functions that were inlined everywhere are in the list, and not in the program.
            flags = joined(flags, "-Clink-arg=-Wl,--no-warn-symbol-ordering".into());
        }
        Ok(flags)
    }

    /// Writes a list for the compiler or the linker. Its name follows from its contents, as Cargo does not see what is in a file that a
    /// flag names.
    fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let path = self.folder.join(format!("{name}-{:016x}.txt", hasher.finish()));
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }

    /// Where a program is built.
    fn program(&self, name: &str) -> PathBuf {
        self.folder.join(&self.target).join(PROFILE).join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }
}

/// The functions that were counted, each with the sum of its counts: the greatest first, by name where these are equal.
struct Functions<'a>(Vec<(u64, &'a str)>);

impl<'a> Functions<'a> {
    /// Reads the text that `llvm-profdata show` writes. A name that is hot in one crate is hot in all: private functions have their
    /// crate before their name.
    fn shown(shown: &'a str) -> Self {
        let mut functions: HashMap<&str, u64> = HashMap::new();
        let mut name = None;
        for line in shown.lines() {
            if let Some(counts) = line.trim_start().strip_prefix("Block counts: [") {
                let counts = counts.trim_end_matches(']').split(", ").filter_map(|count| count.parse::<u64>().ok());
                if let Some(name) = name.take() {
                    let sum = functions.entry(name).or_default();
                    *sum = sum.saturating_add(counts.fold(0, u64::saturating_add));
                }
            } else if let Some(named) = line.strip_prefix("  ").and_then(|line| line.strip_suffix(':'))
                && !named.starts_with(' ')
            {
                name = Some(named.rsplit_once(';').map_or(named, |(_, name)| name));
            }
        }
        let mut functions: Vec<(u64, &str)> = functions.into_iter().map(|(name, sum)| (sum, name)).collect();
        functions.sort_unstable_by(|left, right| right.0.cmp(&left.0).then(left.1.cmp(right.1)));
        Self(functions)
    }

    /// Those that ran.
    fn order(&self) -> Vec<&'a str> {
        self.0.iter().take_while(|row| row.0 > 0).map(|row| row.1).collect()
    }

    /// Those outside of the ones that have [`HOT`] of all counts together, by name.
    fn cold(&self) -> Vec<&'a str> {
        let all = self.0.iter().fold(0u64, |all, row| all.saturating_add(row.0));
        let (mut so_far, mut hot) = (0u64, 0);
        while hot < self.0.len() && so_far < all / 1000 * HOT {
            so_far = so_far.saturating_add(self.0[hot].0);
            hot += 1;
        }
        let mut names: Vec<&str> = self.0[hot..].iter().map(|row| row.1).collect();
        names.sort_unstable();
        names
    }
}

fn flag(name: &str, path: &Path) -> OsString {
    let mut flag = OsString::from(name);
    flag.push(path);
    flag
}

/// Flags, and one more.
fn joined(mut flags: OsString, more: OsString) -> OsString {
    if flags.is_empty() {
        return more;
    }
    flags.push(SEPARATOR);
    flags.push(more);
    flags
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

fn succeeded(command: &mut Command) -> Result<(), String> {
    let status = command.status();
    ended(command, status)
}

fn ended(command: &Command, status: std::io::Result<ExitStatus>) -> Result<(), String> {
    let status = status.map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_the_user_stay() {
        let more = flag("-Cprofile-use=", Path::new("a b"));
        assert_eq!(joined(OsString::new(), more.clone()), "-Cprofile-use=a b");
        assert_eq!(joined("-Copt-level=2".into(), more), "-Copt-level=2\u{1f}-Cprofile-use=a b");
    }

    #[test]
    fn functions_that_run_are_put_in_order_and_those_that_hardly_do_are_built_for_size() {
        let shown = "\
Counters:
  one.cgu.0;_ZN3hotE:
    Hash: 0x01
    Counters: 2
    Block counts: [900000, 95000]
  _ZN5neverE:
    Hash: 0x02
    Counters: 1
    Block counts: [0]
  two.cgu.0;_ZN3hotE:
    Block counts: [0]
  _ZN4onceE:
    Block counts: [1, 0, 4999]
Instrumentation level: IR  entry_first = 0  instrument_loop_entries = 0
Functions shown: 4
";
        let functions = Functions::shown(shown);
        assert_eq!(functions.order(), ["_ZN3hotE", "_ZN4onceE"]);
        assert_eq!(functions.cold(), ["_ZN4onceE", "_ZN5neverE"]);
        assert_eq!(Functions::shown("").cold(), [""; 0]);
    }

    #[test]
    fn an_option_that_there_is_not_is_reported() {
        let said = run(["--trian".to_owned()].into_iter());
        assert_eq!(said, Err("there is no option `--trian`".to_owned()));
    }
}
