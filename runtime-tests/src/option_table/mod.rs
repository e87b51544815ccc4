//! Compares every option of the command line with DXC.
//!
//! Input: the compiler's own table of options, and for each row at least one command line ([`cases`]). Output: for each command line
//! whether both take it, and its effect: the facts of what comes out that it changes, for both. What differs has a row with its
//! reason ([`known`]).

pub mod cases;
pub mod facts;
pub mod known;

use std::collections::{BTreeMap, BTreeSet};

use dxc_oracle::{CompileRequest, Dxc};
use hlslc::args::{Action, CommandLine};
use hlslc::flags::{Flag, GROUPS, Takes};
use hlslc::{Compiler, IncludeResolver, IncludedFile, Style};

pub use cases::{Case, SHADERS, Shader};
use facts::Facts;

/// What both compilers make of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Both take it, and it changes the same.
    Same(Facts),
    /// Both reject it.
    Rejected,
    /// DXC's library does not know the option: it is read by dxc's command, or is none of DXC.
    NotOfLibrary {
        /// Whether hlslc takes it.
        taken: bool,
    },
    /// DXC's library was built without SPIR-V.
    NotBuilt,
    /// Only DXC rejects it, for this reason.
    OnlyDxcRejects(String),
    /// Only hlslc rejects it, for this reason.
    OnlyHlslcRejects(String),
    /// Both take it, and it changes different facts: those of DXC with `-`, those of hlslc with `+`.
    Differs(String),
}

impl Found {
    /// In a word and what there is to show.
    pub fn reported(&self) -> (&'static str, String) {
        match self {
            Self::Same(effect) => ("same", effect.join("\n")),
            Self::Rejected => ("both reject", String::new()),
            Self::NotOfLibrary { taken: true } => ("not of DXC's library", "taken".to_owned()),
            Self::NotOfLibrary { taken: false } => ("not of DXC's library", "refused".to_owned()),
            Self::NotBuilt => ("needs SPIR-V in DXC's library", String::new()),
            Self::OnlyDxcRejects(why) => ("only DXC rejects", why.clone()),
            Self::OnlyHlslcRejects(why) => ("only hlslc rejects", why.clone()),
            Self::Differs(what) => ("differs", what.clone()),
        }
    }
}

/// The rows of the compiler's table that no case is about.
pub fn without_case() -> Vec<String> {
    let named: BTreeSet<&str> = cases::CASES.iter().map(|case| case.option).collect();
    let rows = GROUPS.iter().flat_map(|group| group.1).map(|flag| flag.names[0]);
    rows.filter(|name| !named.contains(name)).map(|name| format!("-{name}")).collect()
}

/// The row of the compiler's table that a case is about.
pub fn flag_of(case: &Case) -> Option<&'static Flag> {
    GROUPS.iter().flat_map(|group| group.1).find(|flag| flag.names[0] == case.option)
}

/// The file that the shaders include.
const INCLUDED: (&str, &str) = ("part.hlsli", "static const float PART = 0.5;\n");

struct Includes;

impl IncludeResolver for Includes {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        let found = || IncludedFile { name: path.to_owned(), bytes: INCLUDED.1.as_bytes().to_vec() };
        Ok(path.ends_with(INCLUDED.0).then(found))
    }
}

/// What hlslc makes of words: facts of what comes out, or why nothing does.
fn ours(shader: &Shader, words: &[String]) -> Result<Vec<u8>, String> {
    let line = CommandLine::parse(words, &|path| Err(format!("no file {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("; "));
    }
    if !matches!(line.action, Action::Compile | Action::Dependencies) {
        return Ok(Vec::new());
    }
    let compiler = Compiler::new(line.options);
    let output = match line.root_signature_target {
        Some(version) => compiler.compile_root_signature("shader.hlsl", shader.text.as_bytes(), version, &Includes),
        None => compiler.compile("shader.hlsl", shader.text.as_bytes(), &Includes),
    };
    if output.is_ok() {
        Ok(output.object.or(output.text.map(String::into_bytes)).unwrap_or_default())
    } else {
        Err(first_error(&output.render(Style::Clang, false)))
    }
}

fn theirs(dxc: &Dxc, shader: &Shader, words: &[String]) -> Result<Vec<u8>, String> {
    let includes = BTreeMap::from([INCLUDED].map(|(name, text)| (name.to_owned(), text.to_owned())));
    let request = CompileRequest {
        source: shader.text,
        name: "shader.hlsl",
        args: words.to_vec(),
        includes,
        ..Default::default()
    };
    let output = dxc.compile(&request);
    if output.ok { Ok(output.object) } else { Err(first_error(&output.diagnostics)) }
}

fn first_error(messages: &str) -> String {
    let line = messages.lines().find(|line| line.contains("error")).or(messages.lines().next());
    line.unwrap_or_default().trim().to_owned()
}

impl Case {
    /// Its shader.
    ///
    /// # Panics
    /// If the table names one that is not there.
    pub fn shader(&self) -> &'static Shader {
        SHADERS.iter().find(|shader| shader.name == self.shader).expect("a shader of the table")
    }

    /// What the option is held against: the command line without it.
    fn base(&self) -> Vec<String> {
        self.shader().options.split_whitespace().chain(self.with.split_whitespace()).map(str::to_owned).collect()
    }

    /// The whole command line.
    fn words(&self) -> Vec<String> {
        let shader = self.shader().options.split_whitespace();
        shader.chain(self.with.split_whitespace()).chain(self.words.split_whitespace()).map(str::to_owned).collect()
    }

    /// Whether hlslc takes it; the error says why not.
    pub fn taken(&self) -> Result<(), String> {
        ours(self.shader(), &self.words()).map(drop)
    }

    /// The same with each option and its value in one argument, `"-T ps_6_6"`; nothing if no option of it has one value that may
    /// stand in the next argument.
    pub fn in_one_argument(&self) -> Option<Vec<String>> {
        let mut words = self.words.split_whitespace();
        let mut joined = Vec::new();
        while let Some(word) = words.next() {
            let name = word.strip_prefix(['-', '/']).unwrap_or_default();
            let flag = GROUPS.iter().flat_map(|group| group.1).find(|flag| flag.names.contains(&name));
            let value = match flag.map(|flag| flag.takes) {
                Some(Takes::Separate(1) | Takes::Either) => words.next(),
                _ => None,
            };
            joined.push(value.map_or_else(|| word.to_owned(), |value| format!("{word} {value}")));
        }
        let with = self.shader().options.split_whitespace().chain(self.with.split_whitespace());
        joined.iter().any(|word| word.contains(' ')).then(|| with.map(str::to_owned).chain(joined).collect())
    }

    /// What hlslc makes of one of both spellings, and the other: bytes or the reason why there are none.
    pub fn spellings(&self) -> Option<[Result<Vec<u8>, String>; 2]> {
        let words = self.in_one_argument()?;
        Some([ours(self.shader(), &self.words()), ours(self.shader(), &words)])
    }

    /// Whether DXC takes both spellings or neither; what it says of the one in one argument if not.
    pub fn spellings_of_dxc(&self, dxc: &Dxc) -> Result<(), String> {
        let Some(words) = self.in_one_argument() else { return Ok(()) };
        match (theirs(dxc, self.shader(), &self.words()), theirs(dxc, self.shader(), &words)) {
            (Ok(_), Ok(_)) | (Err(_), Err(_)) => Ok(()),
            (Ok(_), Err(why)) => Err(format!("only apart: {why}")),
            (Err(why), Ok(_)) => Err(format!("only in one argument: {why}")),
        }
    }

    /// What both compilers make of it.
    pub fn compare(&self, dxc: &Dxc) -> Found {
        let (shader, words) = (self.shader(), self.words());
        let (with, mine) = (theirs(dxc, shader, &words), ours(shader, &words));
        let (with, mine) = match (with, mine) {
            (Err(why), mine) if why.contains("Unknown argument") => return Found::NotOfLibrary { taken: mine.is_ok() },
            (Err(why), _) if why.contains("SPIR-V CodeGen not available") => return Found::NotBuilt,
            (Err(_), Err(_)) => return Found::Rejected,
            (Err(why), Ok(_)) => return Found::OnlyDxcRejects(why),
            (Ok(_), Err(why)) => return Found::OnlyHlslcRejects(why),
            (Ok(with), Ok(mine)) => (with, mine),
        };
        let base = self.base();
        let effect = |without: Result<Vec<u8>, String>, with: &[u8]| {
            let without = without.map(|bytes| facts::of(dxc, &bytes)).unwrap_or_default();
            facts::changes(&without, &facts::of(dxc, with))
        };
        let of_dxc = effect(theirs(dxc, shader, &base), &with);
        let of_hlslc = effect(ours(shader, &base), &mine);
        let differences = facts::changes(&of_dxc, &of_hlslc);
        if differences.is_empty() { Found::Same(of_dxc) } else { Found::Differs(differences.join("; ")) }
    }
}
