//! Generates the matrix, which compares the operations that both compilers call, for every overload of every built-in
//! function in every stage, every method of every object with every element type, every system value at every signature
//! point, and every conversion.
//!
//! Input: the tables of the compiler. Output: cases, and for some of them together what comes of them. Many cases share a source;
//! what differs is taken apart until it is one. What has no case is reported, so that a new row of the compiler's tables asks for
//! one here.

mod building;
pub mod calls;
mod conversions;
mod intrinsics;
pub mod known;
mod methods;
pub mod shells;
mod values;
mod whole;

use std::collections::BTreeSet;

use dxc_oracle::{CompileRequest, Dxc};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Stage, Style};
use hlslc_hir::intrinsics::TABLE;
use hlslc_hir::objects::ObjectKind;
use hlslc_semantics::{Interpretation, SigPoint, SystemValue};

use calls::Calls;

/// A row of a table of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// A function, by its place in the table.
    Function(usize),
    /// A method of an object.
    Method(usize, ObjectKind),
    /// An object.
    Object(ObjectKind),
    /// A system value at a point.
    Value(SystemValue, SigPoint),
    /// None.
    None,
}

/// A piece of code to compare.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is about.
    pub name: String,
    /// The row of a table.
    pub row: Row,
    /// The stage of its shader.
    pub stage: Stage,
    /// The shader model, 6.`minor`.
    pub minor: u8,
    /// Whether 16-bit types are native.
    pub native: bool,
    /// Declarations, each once in a source.
    pub globals: Vec<String>,
    /// Functions of its own, which know the arguments and results.
    pub functions: Vec<String>,
    /// Parameters of the entry point.
    pub parameters: Vec<String>,
    /// Types of the arguments, which are `$0`, `$1` and so on.
    pub arguments: Vec<String>,
    /// Types of the results, which are `$r0`, `$r1` and so on.
    pub results: Vec<String>,
    /// The statements.
    pub body: String,
    /// The whole source instead.
    pub whole: Option<String>,
    /// Whether no other case may be in its shader.
    pub is_alone: bool,
    /// Whether conversions of numbers count as operations.
    pub casts: bool,
}

impl Case {
    /// A case without code.
    pub fn new(name: String, row: Row, stage: Stage, minor: u8) -> Self {
        Self {
            name,
            row,
            stage,
            minor: minor.max(shells::first_model(stage)),
            native: false,
            globals: Vec::new(),
            functions: Vec::new(),
            parameters: Vec::new(),
            arguments: Vec::new(),
            results: Vec::new(),
            body: String::new(),
            whole: None,
            is_alone: false,
            casts: false,
        }
    }

    /// A new argument: how it is written.
    fn argument(&mut self, ty: &str) -> String {
        let stored = stored_as(ty);
        let written = format!("${}", self.arguments.len());
        let written = if stored == ty { written } else { format!("(({ty}){written})") };
        self.arguments.push(stored);
        written
    }

    /// A new result: how it is written.
    fn result(&mut self, ty: &str) -> String {
        self.results.push(stored_as(ty));
        format!("$r{}", self.results.len() - 1)
    }

    /// A declaration of all cases, once in a source.
    fn global(&mut self, line: &str) {
        if !self.globals.iter().any(|known| known == line) {
            self.globals.push(line.to_owned());
        }
    }

    /// Whether the case may be in one source with another.
    fn goes_with(&self, other: &Self) -> bool {
        let key = |case: &Self| (case.stage, case.minor, case.native, case.casts, known::crashes(&case.name));
        !self.is_alone && !other.is_alone && self.whole.is_none() && other.whole.is_none() && key(self) == key(other)
    }

    /// Profile and options.
    fn args(&self) -> Vec<String> {
        let profile = shells::profile(self.stage, self.minor);
        let validator = if self.minor >= 9 { "1.9" } else { "1.8" };
        let mut args: Vec<String> =
            ["-E", "main", "-T", &profile, "-HV", "2021", "-validator-version", validator].map(str::to_owned).to_vec();
        if self.native {
            args.push("-enable-16bit-types".to_owned());
        }
        args
    }
}

/// The type that numbers lie in memory with: vectors of small integers cannot be stored by DXC.
fn stored_as(ty: &str) -> String {
    let small = [("min16int", "int"), ("min12int", "int"), ("min16uint", "uint")];
    let found = small.into_iter().find_map(|(small, wide)| ty.strip_prefix(small).map(|form| format!("{wide}{form}")));
    found.unwrap_or_else(|| ty.to_owned())
}

/// What makes the cases of a part.
pub type Maker = fn() -> Vec<Case>;

/// The parts, by name.
pub const PARTS: [(&str, Maker); 8] = [
    ("functions", intrinsics::of_compute),
    ("stages", intrinsics::of_other_stages),
    ("elements", methods::elements_of_methods),
    ("forms", methods::forms),
    ("accesses", methods::accesses),
    ("whole", whole::cases),
    ("values", values::cases),
    ("conversions", conversions::cases),
];

/// What both compilers make of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Both accept them and call the same operations on the same operands.
    Same,
    /// Both call the same operations with the same constants; the other operands differ.
    Operands(String),
    /// Both reject them.
    Rejected,
    /// What hlslc writes is valid; DXC is not asked, as it crashes.
    Crashes,
    /// Only DXC rejects them, for this reason.
    OnlyDxcRejects(String),
    /// Only hlslc rejects them, for this reason.
    OnlyHlslcRejects(String),
    /// Both accept them and call other operations.
    Differs(String),
    /// What hlslc writes is not valid.
    Invalid(String),
}

impl Found {
    /// In a word and what there is to show.
    pub fn reported(&self) -> (&'static str, &str) {
        match self {
            Self::Same => ("same", ""),
            Self::Operands(what) => ("operands", what),
            Self::Rejected => ("both reject", ""),
            Self::Crashes => ("DXC crashes", ""),
            Self::OnlyDxcRejects(why) => ("only DXC rejects", why),
            Self::OnlyHlslcRejects(why) => ("only hlslc rejects", why),
            Self::Differs(what) => ("differs", what),
            Self::Invalid(why) => ("invalid", why),
        }
    }
}

/// The most cases in a source.
const MOST_TOGETHER: usize = 16;

/// Cases in groups that share a source, in the order in which they come.
pub fn groups(cases: Vec<Case>) -> Vec<Vec<Case>> {
    let mut groups: Vec<Vec<Case>> = Vec::new();
    for case in cases {
        let fitting =
            groups.iter_mut().rev().take(4).find(|group| group.len() < MOST_TOGETHER && group[0].goes_with(&case));
        match fitting {
            Some(group) => group.push(case),
            None => groups.push(vec![case]),
        }
    }
    groups
}

/// hlslc's container of a source, or what it says. Products and sums stay what they are: to make one operation of two is for the
/// optimiser, and not for the function that is called.
pub fn ours(source: &str, args: &[String]) -> Result<Vec<u8>, String> {
    let apart = ["-opt-disable", "fuse-products"].map(str::to_owned);
    let args: Vec<String> = args.iter().cloned().chain(apart).collect();
    let line = CommandLine::parse(&args, &|path| Err(format!("no file {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("; "));
    }
    let output = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    let messages = output.render(Style::Clang, false);
    output.object.ok_or(messages)
}

/// What both compilers make of cases in one source.
pub fn compare(dxc: &Dxc, cases: &[Case]) -> Found {
    let Some(first) = cases.first() else { return Found::Same };
    let source = shells::source(cases);
    let args = first.args();
    if known::crashes(&first.name) {
        return match ours(&source, &args) {
            Ok(ours) => dxc.validate(&ours).map_or_else(|why| Found::Invalid(first_error(&why)), |()| Found::Crashes),
            Err(why) => Found::OnlyHlslcRejects(first_error(&why)),
        };
    }
    let theirs = dxc.compile(&CompileRequest { source: &source, args: args.clone(), ..Default::default() });
    let ours = match (theirs.ok, ours(&source, &args)) {
        (false, Ok(_)) => return Found::OnlyDxcRejects(first_error(&theirs.diagnostics)),
        (true, Err(why)) => return Found::OnlyHlslcRejects(first_error(&why)),
        (false, Err(_)) => return Found::Rejected,
        (true, Ok(ours)) => ours,
    };
    if let Err(why) = dxc.validate(&ours) {
        return Found::Invalid(first_error(&why));
    }
    let casts = first.casts;
    match (Calls::of_container(&theirs.object, casts), Calls::of_container(&ours, casts)) {
        (Ok(theirs), Ok(ours)) => match (theirs.differences(&ours), theirs.differences_of_operands(&ours)) {
            (Some(what), _) => Found::Differs(what),
            (None, Some(what)) => Found::Operands(what),
            (None, None) => Found::Same,
        },
        (Err(why), _) | (_, Err(why)) => Found::Differs(why),
    }
}

/// What both compilers make of each of some cases: all in one source if they are the same, else each in its own.
pub fn compare_all<'a>(dxc: &Dxc, cases: &'a [Case]) -> Vec<(&'a Case, Found)> {
    let found = compare(dxc, cases);
    if cases.len() <= 1 || found == Found::Same {
        return cases.iter().map(|case| (case, found.clone())).collect();
    }
    let (first, rest) = cases.split_at(cases.len() / 2);
    let mut all = compare_all(dxc, first);
    all.extend(compare_all(dxc, rest));
    all
}

/// Every row of the tables that DXIL has a part in.
pub fn rows() -> BTreeSet<Row> {
    let mut rows = BTreeSet::new();
    for (at, intrinsic) in TABLE.iter().enumerate() {
        if intrinsic.vulkan_only || intrinsic.lowering.is_missing() {
            continue;
        }
        if intrinsic.objects.is_empty() {
            rows.insert(Row::Function(at));
        }
        let objects = intrinsic.objects.iter().filter(|object| !object.is_vulkan_only());
        rows.extend(objects.map(|object| Row::Method(at, object)));
    }
    // No release of DXC has matrices of linear algebra as an object of the language.
    let is_compared = |object: &&ObjectKind| !object.is_vulkan_only() && **object != ObjectKind::LinAlgMatrix;
    rows.extend(ObjectKind::ALL.iter().filter(is_compared).map(|&object| Row::Object(object)));
    for &value in SystemValue::ALL {
        let allowed = |point: &&SigPoint| value.at(**point).interpretation != Interpretation::NotAllowed;
        rows.extend(SigPoint::ALL.iter().filter(allowed).map(|&point| Row::Value(value, point)));
    }
    rows
}

/// A row in words.
pub fn row_name(row: Row) -> String {
    let signature = |at: usize| format!("{}({})", TABLE[at].name(), TABLE[at].signature_text());
    match row {
        Row::Function(at) => signature(at),
        Row::Method(at, object) => format!("{}.{}", object.name(), signature(at)),
        Row::Object(object) => object.name().to_owned(),
        Row::Value(value, point) => format!("{} at {}", value.name(), point.name()),
        Row::None => "nothing".to_owned(),
    }
}

fn first_error(messages: &str) -> String {
    let line = messages.lines().find(|line| line.contains("error")).or(messages.lines().next());
    line.unwrap_or_default().to_owned()
}
