//! Compares overload resolution with DXC: the function to which each of many generated calls resolves, if any.
//!
//! Input: sheets of overload sets and calls that follow from seeds ([`generate`]). Each overload returns a number of its own and
//! each call stores what it gets, so that the choice is seen in what the compiled program leaves. Output: for each call the choice
//! of both compilers. Calls that a compiler rejects are taken out, by the lines of its errors, until it takes the rest.

pub mod generate;

use dxc_oracle::apart::Compile;
use dxc_oracle::{AGREED_VALIDATOR, CompileRequest};
use dxil::shader::ResourceClass;
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

use crate::agreement::left_by;
use crate::messages::{errors, messages};
use generate::Sheet;

/// The seeds of the short mode.
pub const SHORT: std::ops::Range<u64> = 0..6;

const FILE: &str = "calls.hlsl";

/// How often a sheet is compiled until what is left of it is accepted.
const ROUNDS: usize = 6;

/// What a compiler makes of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The overload of this number, from one.
    Function(u32),
    /// Several are as good.
    Ambiguous,
    /// None can be called.
    NoneViable,
    /// The function that was chosen cannot be called so.
    Rejected(String),
    /// The declarations of its set are in error, or it was not reached.
    Unknown(String),
}

impl Choice {
    fn of_error(text: &str) -> Self {
        match text {
            text if text.contains("ambiguous") => Self::Ambiguous,
            text if text.contains("no matching") => Self::NoneViable,
            text => Self::Rejected(text.to_owned()),
        }
    }

    /// Whether both are the same function or the same error; of errors that come after the choice the words are not compared.
    pub fn agrees(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Rejected(_), Self::Rejected(_))) || self == other
    }
}

/// What compiles a source to DXIL: the container, or the messages.
type CompileSheet<'a> = dyn Fn(&str, &Sheet) -> Result<Vec<u8>, String> + 'a;

/// What a compiler makes of each call of a sheet.
pub fn choices(sheet: &Sheet, compile: &CompileSheet<'_>) -> Vec<Choice> {
    let mut found: Vec<Option<Choice>> = vec![None; sheet.calls.len()];
    let mut parts: Vec<Vec<usize>> = vec![(0..sheet.calls.len()).collect()];
    while let Some(part) = parts.pop() {
        let left = settle(sheet, &part, compile, &mut found);
        // What it fails at without a place, or crashes at, is looked for by halves.
        match left.as_slice() {
            [] => {}
            &[one] => found[one] = Some(Choice::Unknown("the compiler gave up".to_owned())),
            many => parts.extend(many.chunks(many.len().div_ceil(2)).map(<[usize]>::to_vec)),
        }
    }
    found.into_iter().map(|choice| choice.unwrap_or(Choice::Unknown("nothing was said".to_owned()))).collect()
}

/// Compiles some calls until those are left that are accepted, and runs these. Gives those of which nothing is known then.
fn settle(sheet: &Sheet, part: &[usize], compile: &CompileSheet<'_>, found: &mut [Option<Choice>]) -> Vec<usize> {
    for _ in 0..ROUNDS {
        let text = sheet.text(&|at| found[at].is_none() && part.contains(&at));
        if text.lines.is_empty() {
            break;
        }
        let reported = match compile(&text.source, sheet) {
            Ok(container) => {
                let left = left_by(&container, 0, &hlslc_interp::Options::default());
                let memory = left.map(|left| left.memory.get(&(ResourceClass::Uav as u32, 0, 0)).cloned());
                for &(_, at) in &text.lines {
                    let word = memory.as_ref().ok().and_then(|memory| memory.as_deref()?.get(at * 4..at * 4 + 4));
                    let word = word.and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
                    found[at] = Some(word.map_or(Choice::Unknown("it was not run".to_owned()), Choice::Function));
                }
                break;
            }
            Err(reported) => messages(&reported, FILE),
        };
        let mut is_placed = false;
        for error in errors(&reported) {
            if let Some(&(_, at)) = text.lines.iter().find(|(line, _)| *line == error.line) {
                found[at].get_or_insert_with(|| Choice::of_error(&error.text));
                is_placed = true;
            } else if let Some(&(_, set)) =
                text.first_lines.iter().rfind(|(line, _)| *line <= error.line).filter(|_| error.line < text.end_of_sets)
            {
                let calls = sheet.calls.iter().zip(&mut *found).filter(|(call, _)| call.set == set);
                calls.for_each(|(_, choice)| {
                    choice.get_or_insert_with(|| Choice::Unknown(error.text.clone()));
                });
                is_placed = true;
            }
        }
        if !is_placed {
            break;
        }
    }
    part.iter().copied().filter(|&at| found[at].is_none()).collect()
}

fn arguments(sheet: &Sheet) -> Vec<String> {
    let (major, minor) = AGREED_VALIDATOR;
    let version = ["-validator-version".to_owned(), format!("{major}.{minor}")];
    sheet.options.iter().cloned().chain(version).collect()
}

/// What hlslc makes of each call.
pub fn our_choices(sheet: &Sheet) -> Vec<Choice> {
    choices(sheet, &|source, sheet| {
        let mut args: Vec<String> = ["-E", "main", "-T", "cs_6_2"].map(str::to_owned).to_vec();
        args.extend(arguments(sheet));
        let line = CommandLine::parse(&args, &|path| Err(format!("no file {path}")));
        let output = Compiler::new(line.options).compile(FILE, source.as_bytes(), &NoIncludes);
        let messages = output.render(Style::Clang, false);
        output.object.ok_or(messages)
    })
}

/// What DXC makes of each call.
pub fn their_choices(sheet: &Sheet, dxc: &dyn Compile) -> Vec<Choice> {
    choices(sheet, &|source, sheet| {
        let args = arguments(sheet);
        let request =
            CompileRequest { source, name: FILE, entry: "main", target: "cs_6_2", args, ..Default::default() };
        let output = dxc.compile(&request);
        if output.ok { Ok(output.object) } else { Err(output.diagnostics) }
    })
}
