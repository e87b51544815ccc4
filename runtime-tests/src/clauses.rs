//! Programs that paragraphs of the draft of HLSL's specification accept or reject, in the files of `clauses`.
//!
//! Input: files whose lines `//# LABEL` begin a clause of the draft and whose lines `//@ …` begin a case: the paragraph, what the
//! draft says, where it differs what DXC does and which of the two we follow, options, and a title. Output: the cases, and what
//! a compiler makes of them.

use std::fmt;
use std::path::{Path, PathBuf};

use dxc_oracle::CompileRequest;
use dxc_oracle::apart::Compile;
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

/// What is done with a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It compiles.
    Accept,
    /// It gives an error.
    Reject,
}

impl Verdict {
    fn named(word: &str) -> Option<Self> {
        match word {
            "accept" => Some(Self::Accept),
            "reject" => Some(Self::Reject),
            _ => None,
        }
    }

    fn of(is_accepted: bool) -> Self {
        if is_accepted { Self::Accept } else { Self::Reject }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
        })
    }
}

/// Whom we follow where the draft and DXC differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Followed {
    /// What DXC does.
    Dxc,
    /// What the draft says.
    Draft,
}

/// One program.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file.
    pub file: String,
    /// The line of its head.
    pub line: usize,
    /// The label of the clause.
    pub clause: String,
    /// The paragraph.
    pub paragraph: String,
    /// What the draft says.
    pub draft: Verdict,
    /// What DXC does.
    pub dxc: Verdict,
    /// Whom we follow.
    pub followed: Followed,
    /// Options of the command.
    pub options: Vec<String>,
    /// What it shows.
    pub title: String,
    /// The program.
    pub source: String,
}

impl Case {
    /// What hlslc has to do.
    pub fn expected(&self) -> Verdict {
        match self.followed {
            Followed::Dxc => self.dxc,
            Followed::Draft => self.draft,
        }
    }

    /// Where it stands, for a report.
    pub fn place(&self) -> String {
        format!("{}:{}: {} {}: {}", self.file, self.line, self.clause, self.paragraph, self.title)
    }

    fn target(&self) -> &str {
        let at = self.options.iter().position(|word| word == "-T");
        at.and_then(|at| self.options.get(at + 1)).map_or("cs_6_6", String::as_str)
    }
}

/// The folder of the files.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("clauses")
}

/// All cases, in the order of the files.
pub fn all() -> Result<Vec<Case>, String> {
    let listed = std::fs::read_dir(folder()).map_err(|error| error.to_string())?;
    let mut paths = listed.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
    let paths = paths.as_mut().map_err(|error| error.to_string())?;
    paths.sort();
    let mut cases = Vec::new();
    for path in paths.iter() {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        cases.extend(read(&name, &text)?);
    }
    Ok(cases)
}

/// The cases of one file.
fn read(file: &str, text: &str) -> Result<Vec<Case>, String> {
    let (mut cases, mut clause) = (Vec::<Case>::new(), String::new());
    for (number, line) in text.lines().enumerate() {
        let line_number = number + 1;
        let fault = |what: &str| format!("{file}:{line_number}: {what}");
        if let Some(label) = line.strip_prefix("//# ") {
            label.trim().clone_into(&mut clause);
        } else if let Some(head) = line.strip_prefix("//@ ") {
            let mut case = head_of(head).ok_or_else(|| fault("this is no head of a case"))?;
            file.clone_into(&mut case.file);
            (case.line, case.clause) = (line_number, clause.clone());
            cases.push(case);
        } else if let Some(case) = cases.last_mut() {
            case.source.push_str(line);
            case.source.push('\n');
        } else if !(line.is_empty() || line.starts_with("//")) {
            return Err(fault("no case has begun"));
        }
    }
    for case in &mut cases {
        let has_entry = case.source.contains(" main(") || case.source.contains("//@@ entry");
        if !has_entry && !case.target().starts_with("lib") {
            case.source.push_str("[numthreads(1, 1, 1)] void main() {}\n");
        }
    }
    Ok(cases)
}

/// `4 accept dxc reject follow draft -T lib_6_6: the title`
fn head_of(head: &str) -> Option<Case> {
    let (words, title) = head.split_once(": ")?;
    let mut words = words.split_whitespace().peekable();
    let paragraph = words.next()?.to_owned();
    let draft = Verdict::named(words.next()?)?;
    let (mut dxc, mut followed) = (draft, Followed::Dxc);
    if words.next_if_eq(&"dxc").is_some() {
        dxc = Verdict::named(words.next()?)?;
        if words.next_if_eq(&"follow").is_some() {
            followed = match words.next()? {
                "draft" => Followed::Draft,
                "dxc" => Followed::Dxc,
                _ => return None,
            };
        }
    }
    let options: Vec<String> = words.map(str::to_owned).collect();
    let is_option = options.first().is_none_or(|first| first.starts_with('-'));
    is_option.then(|| Case {
        file: String::new(),
        line: 0,
        clause: String::new(),
        paragraph,
        draft,
        dxc,
        followed,
        options,
        title: title.to_owned(),
        source: String::new(),
    })
}

/// What hlslc does with a program, and what it says.
pub fn by_hlslc(case: &Case) -> (Verdict, String) {
    let given = ["-T", case.target(), "-E", "main"].map(str::to_owned);
    let words: Vec<String> = given.into_iter().chain(case.options.iter().cloned()).collect();
    let line = CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
    if !line.errors.is_empty() {
        return (Verdict::Reject, line.errors.join("\n"));
    }
    let output = Compiler::new(line.options).compile("clause.hlsl", case.source.as_bytes(), &NoIncludes);
    let said = output.render(Style::Clang, false);
    (Verdict::of(output.object.is_some()), said)
}

/// What DXC does with a program, and what it says.
pub fn by_dxc(dxc: &dyn Compile, case: &Case) -> (Verdict, String) {
    let mut args = case.options.clone();
    if let Some(at) = args.iter().position(|word| word == "-T") {
        args.drain(at..(at + 2).min(args.len()));
    }
    let (source, target) = (case.source.as_str(), case.target());
    let request = CompileRequest { source, name: "clause.hlsl", entry: "main", target, args, ..Default::default() };
    let output = dxc.compile(&request);
    (Verdict::of(output.ok), output.diagnostics)
}
