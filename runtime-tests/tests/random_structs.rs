//! Structs have DXC's layout: programs with random structs in every kind of buffer have the same reflection, access the
//! same bytes when they run, and have the same offsets in SPIR-V with each of its layouts.
//!
//! Each number of the structs is read, but for those of matrices of other numbers than 32 bits, which DXC reads where by its
//! own word they do not lie; of them the reflection shows. What is declared, and what is done with it, stands on a line of its
//! own, so that a program that shows a difference can be made short by taking lines away.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dxc_oracle::apart::{Apart, Compile};
use dxc_oracle::{AGREED_VALIDATOR, CompileRequest, Release, oracle};
use hlslc_interp::Options;
use hlslc_runtime_tests::agreement::{Agreement, compare};
use hlslc_runtime_tests::compilers::{CompileSource, Subject};
use hlslc_runtime_tests::fuzz::reduce::reduce;
use hlslc_runtime_tests::random::Random;
use hlslc_runtime_tests::{reflected, spirv_layout};

/// How many programs are compared: fewer where nothing is optimised, which takes ten times as long.
const PROGRAMS: u64 = if cfg!(debug_assertions) { 200 } else { 500 };

/// How many of those that differ are made short.
const SHORTENED: usize = 3;

/// The layouts of SPIR-V, and what programs are asked for.
const LAYOUTS: [&[&str]; 4] = [&[], &["-fvk-use-dx-layout"], &["-fvk-use-scalar-layout"], &["-fvk-use-gl-layout"]];

/// What a number is made a word by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bool,
    /// Of 32 bits.
    Word,
    Float,
    /// Of 16 bits.
    Small,
    SmallFloat,
    /// Of 64 bits.
    Wide,
    Double,
    /// Of 16 bits or more.
    Least,
    LeastFloat,
}

/// What a member is made of.
#[derive(Clone, Copy, Debug)]
enum Of {
    Numbers { name: &'static str, kind: Kind, rows: u32, columns: u32 },
    Struct(usize),
}

#[derive(Clone, Debug)]
struct Member {
    order: &'static str,
    of: Of,
    extents: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct Struct {
    base: Option<usize>,
    members: Vec<Member>,
}

/// A program that grows.
struct Source {
    random: Random,
    names: Vec<(&'static str, Kind)>,
    structs: Vec<Struct>,
    /// What is read, on lines of their own.
    statements: String,
    /// Number of the next word that is stored.
    words: u32,
}

const NUMBERS: [(&str, Kind); 8] = [
    ("bool", Kind::Bool),
    ("int", Kind::Word),
    ("uint", Kind::Word),
    ("float", Kind::Float),
    ("float", Kind::Float),
    ("double", Kind::Double),
    ("int64_t", Kind::Wide),
    ("uint64_t", Kind::Wide),
];

const SMALL: [(&str, Kind); 3] = [("float16_t", Kind::SmallFloat), ("int16_t", Kind::Small), ("uint16_t", Kind::Small)];

const LEAST: [(&str, Kind); 4] =
    [("min16float", Kind::LeastFloat), ("min16int", Kind::Least), ("min16uint", Kind::Least), ("half", Kind::Float)];

/// A program, the options it is compiled with, and whether DXC lays its constant buffers out by one rule for both targets.
fn program(seed: u64) -> (String, Vec<String>, bool) {
    let mut random = Random::new(seed);
    let (has_small, by_rows) = (random.percent(35), random.percent(25));
    let names = NUMBERS.iter().chain(if has_small { &SMALL[..] } else { &LEAST[..] }).copied().collect();
    let mut options = vec!["-HV".to_owned(), "2021".to_owned()];
    options.extend(has_small.then(|| "-enable-16bit-types".to_owned()));
    options.extend(by_rows.then(|| "-Zpr".to_owned()));
    let source = Source { random, names, structs: Vec::new(), statements: String::new(), words: 0 };
    let (text, is_common) = source.program();
    (text, options, is_common)
}

impl Of {
    /// Whether DXC has one rule for both targets in constant buffers. In DXIL alone numbers of minimum precision, and matrices of
    /// numbers of fewer than 32 bits, share no row with others, and whether a matrix of one row or column starts a row is asked of
    /// the order that matrices have by default; in SPIR-V alone the columns of matrices of 64 bits are aligned to their size.
    fn is_common(self) -> bool {
        match self {
            Self::Struct(_) => true,
            Self::Numbers { kind: Kind::Least | Kind::LeastFloat, .. } => false,
            Self::Numbers { rows: 0, .. } => true,
            Self::Numbers { kind, rows, columns, .. } => {
                matches!(kind, Kind::Word | Kind::Float) && rows > 1 && columns > 1
            }
        }
    }
}

impl Source {
    fn program(mut self) -> (String, bool) {
        for number in 0..=self.random.below(4) as usize {
            let grown = self.grown(number);
            self.structs.push(grown);
        }
        let last = self.structs.len() - 1;
        // The members of a buffer of constants are those of a struct that has no name.
        let numbers = self.grown(self.structs.len());
        let mut text = String::new();
        for (number, one) in self.structs.iter().enumerate() {
            let base = one.base.map_or_else(String::new, |base| format!(" : S{base}"));
            let _ = writeln!(text, "struct S{number}{base} {{\n{}}};", declared(&one.members, &format!("m{number}_")));
        }
        let word = if self.random.percent(80) { "cbuffer" } else { "tbuffer" };
        let letter = if word == "cbuffer" { 'b' } else { 't' };
        let _ = writeln!(text, "{word} Numbers : register({letter}0) {{\n{}}}", declared(&numbers.members, "n"));
        let _ = writeln!(text, "ConstantBuffer<S{last}> One : register(b1);");
        let _ = writeln!(text, "StructuredBuffer<S{last}> Many : register(t2);");
        let _ = writeln!(text, "RWStructuredBuffer<S{last}> Kept : register(u4);");
        let _ = writeln!(text, "ByteAddressBuffer Bytes : register(t5);");
        let _ = writeln!(text, "RWByteAddressBuffer Out : register(u3);");
        self.read_members(&numbers.members, "", "n");
        self.read("One", last);
        self.read("Many[5]", last);
        // What DXC has of its own when a whole struct goes through memory is not compared: Booleans as they are, minimum
        // precision without the numbers it stores (the validator of 1.9 rejects it), matrices of loaded structs turned.
        let is_reported = |kind: Kind| !matches!(kind, Kind::Bool | Kind::Least | Kind::LeastFloat);
        let is_copied =
            |kind: Kind, rows: u32| is_reported(kind) && (rows == 0 || matches!(kind, Kind::Word | Kind::Float));
        if self.all(last, &|of| matches!(of, Of::Numbers { kind, rows, .. } if is_copied(kind, rows))) {
            let _ = writeln!(self.statements, "    Kept[2] = Many[3];");
        }
        if self.all(0, &|of| matches!(of, Of::Numbers { kind, rows: 0, .. } if is_reported(kind))) {
            self.read("Bytes.Load<S0>(64)", 0);
            let _ = writeln!(self.statements, "    Out.Store<S0>(4096, Bytes.Load<S0>(32));");
        }
        let all = self.structs.iter().chain([&numbers]).flat_map(|one| &one.members);
        let is_common = all.into_iter().all(|member| member.of.is_common());
        let start = "[numthreads(1, 1, 1)]\nvoid main(uint3 group : SV_GroupID) {\n    uint i = group.x & 1;\n";
        (format!("{text}{start}{}}}\n", self.statements), is_common)
    }

    /// A struct that may hold those before it.
    fn grown(&mut self, before: usize) -> Struct {
        let base = (before > 0 && before < self.structs.len() + 1 && self.random.percent(12))
            .then(|| self.random.below(before as u64) as usize);
        let members = (0..=self.random.below(5)).map(|_| self.member(before)).collect();
        Struct { base: base.filter(|&base| base < self.structs.len()), members }
    }

    /// Whether something holds of all members that are numbers.
    fn all(&self, number: usize, holds: &dyn Fn(Of) -> bool) -> bool {
        let one = &self.structs[number];
        one.base.is_none_or(|base| self.all(base, holds))
            && one.members.iter().all(|member| match member.of {
                Of::Struct(inner) => self.all(inner, holds),
                numbers @ Of::Numbers { .. } => holds(numbers),
            })
    }

    fn member(&mut self, before: usize) -> Member {
        let extents = match self.random.below(10) {
            0 | 1 => vec![1 + self.random.below(3) as u32],
            2 => vec![2, 1 + self.random.below(2) as u32],
            _ => Vec::new(),
        };
        if before > 0 && self.random.percent(30) {
            let of = Of::Struct(self.random.below(before as u64) as usize);
            return Member { order: "", of, extents };
        }
        let (name, kind) = *self.random.pick(&self.names.clone());
        let mut size = || 1 + self.random.below(4) as u32;
        let (rows, columns) = (size(), size());
        // Of an array of arrays of matrices DXC's SPIR-V does not say how the matrices lie.
        let forms = if extents.len() > 1 { 6 } else { 10 };
        let (rows, columns, order) = match self.random.below(forms) {
            0..3 => (0, 0, ""),
            3..6 => (0, columns, ""),
            6 => (rows, columns, ""),
            7 | 8 => (rows, columns, "row_major "),
            _ => (rows, columns, "column_major "),
        };
        // In SPIR-V only matrices of floats have an order.
        let (name, kind) = if rows > 0 && self.random.percent(60) { ("float", Kind::Float) } else { (name, kind) };
        Member { order, of: Of::Numbers { name, kind, rows, columns }, extents }
    }

    /// Reads each number of a struct that stands at a place.
    fn read(&mut self, place: &str, number: usize) {
        let one = self.structs[number].clone();
        if let Some(base) = one.base {
            self.read(place, base);
        }
        self.read_members(&one.members, &format!("{place}."), &format!("m{number}_"));
    }

    fn read_members(&mut self, members: &[Member], place: &str, stem: &str) {
        for (at, member) in members.iter().enumerate() {
            let mut place = format!("{place}{stem}{at}");
            // One of the elements, which one is known when the program runs at times.
            for &extent in &member.extents {
                let index = match self.random.below(3) {
                    0 if extent > 1 => "i".to_owned(),
                    _ => self.random.below(u64::from(extent)).to_string(),
                };
                let _ = write!(place, "[{index}]");
            }
            match member.of {
                Of::Struct(number) => self.read(&place, number),
                Of::Numbers { kind, rows: 0, columns, .. } => self.store(&place, kind, columns.max(1)),
                Of::Numbers { kind: Kind::Word | Kind::Float, rows, columns, .. } if rows == 1 || columns == 1 => {}
                Of::Numbers { kind: kind @ (Kind::Word | Kind::Float), rows, columns, .. } => {
                    for row in 0..rows {
                        self.store(&format!("{place}[{row}]"), kind, columns);
                    }
                }
                // DXC reads matrices of other numbers, and those that are vectors, where they do not lie.
                Of::Numbers { .. } => {}
            }
        }
    }

    fn store(&mut self, value: &str, kind: Kind, count: u32) {
        let words = match kind {
            Kind::Bool | Kind::Word | Kind::Small | Kind::Least => format!("(uint{count})({value})"),
            Kind::Wide => format!("(uint{count})({value} ^ ({value} >> 32))"),
            Kind::Float => format!("asuint({value})"),
            Kind::SmallFloat | Kind::Double | Kind::LeastFloat => format!("asuint((float{count})({value}))"),
        };
        let suffix = if count == 1 { String::new() } else { count.to_string() };
        let _ = writeln!(self.statements, "    Out.Store{suffix}({}, {words});", 4 * self.words);
        self.words += count;
    }
}

/// The members of a struct, one on a line.
fn declared(members: &[Member], stem: &str) -> String {
    let mut text = String::new();
    for (at, member) in members.iter().enumerate() {
        let ty = match member.of {
            Of::Struct(number) => format!("S{number}"),
            Of::Numbers { name, rows: 0, columns: 0, .. } => name.to_owned(),
            Of::Numbers { name, rows: 0, columns, .. } => format!("{name}{columns}"),
            Of::Numbers { name, rows, columns, .. } => format!("{name}{rows}x{columns}"),
        };
        let _ = write!(text, "    {}{ty} {stem}{at}", member.order);
        for extent in &member.extents {
            let _ = write!(text, "[{extent}]");
        }
        text.push_str(";\n");
    }
    text
}

/// The two compilers.
struct Compilers<'a> {
    dxc: &'a Apart,
    ours: &'a CompileSource,
}

/// What the two compilers make of a program.
#[derive(Debug, PartialEq)]
enum Found {
    Same,
    /// Both reject it, or DXC has no answer: it ended.
    Unknown,
    /// The kind of the difference, and what.
    Different(&'static str, String),
}

impl Compilers<'_> {
    /// What both make of a source, DXC first; or what both say against it.
    fn both(&self, source: &str, options: &[String], form: &[&str]) -> Result<[Vec<u8>; 2], Found> {
        let args: Vec<String> = options.iter().cloned().chain(form.iter().map(|&option| option.to_owned())).collect();
        let request =
            CompileRequest { source, entry: "main", target: "cs_6_2", args: args.clone(), ..Default::default() };
        let theirs = self.dxc.compile(&request);
        let named = ["-E", "main", "-T", "cs_6_2"].map(str::to_owned);
        let ours = (self.ours)(source, "structs.hlsl", &[&named[..], &args].concat());
        match (theirs.ok, ours) {
            (true, Ok(ours)) => Ok([theirs.object, ours]),
            (false, Err(_)) => Err(Found::Unknown),
            (false, Ok(_)) if theirs.diagnostics.starts_with("DXC has ended") => Err(Found::Unknown),
            (false, Ok(_)) => Err(Found::Different("refused by DXC", theirs.diagnostics)),
            (true, Err(why)) => Err(Found::Different("refused here", why)),
        }
    }

    fn in_dxil(&self, source: &str, options: &[String]) -> Found {
        let (major, minor) = AGREED_VALIDATOR;
        let both = match self.both(source, options, &["-validator-version", &format!("{major}.{minor}")]) {
            Ok(both) => both,
            Err(found) => return found,
        };
        match reflected::difference(&both[0], &both[1]) {
            Ok(None) => {}
            Ok(Some((key, what))) => return Found::Different("reflection", format!("{key}: {what}")),
            Err(why) => return Found::Different("reflection", why),
        }
        // Whole numbers alone, and all sorts.
        for seed in [0, 3] {
            match compare(&both, seed, &Options::default()) {
                Ok(Agreement::Same | Agreement::Close { .. }) => {}
                other => return Found::Different("execution", format!("{other:?}")),
            }
        }
        Found::Same
    }

    fn in_spirv(&self, source: &str, options: &[String], layout: &[&str]) -> Found {
        let both = match self.both(source, options, &[&["-spirv"], layout].concat()) {
            Ok(both) => both,
            // What one of them has no SPIR-V for cannot be compared: column-major matrices of integers have no layout that it
            // could say.
            Err(Found::Different("refused by DXC", _)) => return Found::Unknown,
            Err(Found::Different(_, why)) if why.contains("error[E0901]") => return Found::Unknown,
            Err(found) => return found,
        };
        let [theirs, ours] = both.map(|module| spirv_layout::blocks(&module));
        match (theirs, ours) {
            (Ok(theirs), Ok(ours)) if theirs == ours => Found::Same,
            (Ok(theirs), Ok(ours)) => {
                let place = theirs.keys().chain(ours.keys()).find(|place| theirs.get(place) != ours.get(place));
                let place = place.copied().unwrap_or_default();
                let list = |blocks: Option<&Vec<String>>| blocks.map_or("none".to_owned(), |lines| lines.join(", "));
                let (theirs, ours) = (list(theirs.get(&place)), list(ours.get(&place)));
                Found::Different("SPIR-V", format!("{layout:?} {place:?}\n-- dxc\n{theirs}\n-- here\n{ours}"))
            }
            (Err(why), _) | (_, Err(why)) => Found::Different("SPIR-V", why),
        }
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn random_structs_lie_as_dxc_has_them() {
    let oracle = oracle();
    let is_old = oracle.release() == Release::V1_7;
    let dxc = Apart::new(env!("CARGO_BIN_EXE_hlslc-runtime-tests"), ["oracle"]);
    let ours = Subject::Hlslc.of_sources().expect("hlslc");
    let compilers = Compilers { dxc: &dxc, ours: &ours };
    let (mut compared, mut in_spirv, mut seed) = (0, 0, 0);
    let mut different = Vec::new();
    while compared < PROGRAMS {
        assert!(seed < 2 * PROGRAMS, "only {compared} of {seed} programs can be compared");
        let (source, options, _) = program(seed);
        let layout = LAYOUTS[seed as usize % LAYOUTS.len()];
        let checks: [&dyn Fn(&str) -> Found; 2] =
            [&|source| compilers.in_dxil(source, &options), &|source| compilers.in_spirv(source, &options, layout)];
        for (number, check) in checks.into_iter().enumerate() {
            // DXC 1.7 has other scalar layouts than 1.9.
            if is_old && number == 1 && layout == ["-fvk-use-scalar-layout"] {
                continue;
            }
            match check(&source) {
                Found::Same if number == 0 => compared += 1,
                Found::Same => in_spirv += 1,
                Found::Unknown => {}
                Found::Different(how, what) => {
                    let (short, what) = shortened(&source, check, how, what, different.len());
                    different.push(format!("-- seed {seed} {options:?}: {how}: {what}\n{short}"));
                }
            }
        }
        seed += 1;
    }
    println!("{compared} of {seed} programs compared, {in_spirv} of them in SPIR-V too");
    assert!(different.is_empty(), "{} of {seed} differ:\n{}", different.len(), different.join("\n"));
    assert!(in_spirv * 10 > PROGRAMS * if is_old { 4 } else { 8 }, "only {in_spirv} programs are compared in SPIR-V");
}

/// A program that differs, made short if not too many were, and what differs then.
fn shortened(
    source: &str,
    check: &dyn Fn(&str) -> Found,
    how: &'static str,
    what: String,
    before: usize,
) -> (String, String) {
    if before >= SHORTENED {
        return (source.to_owned(), what);
    }
    let mut last = what;
    let short = reduce(source, &mut |source| match check(source) {
        Found::Different(other, what) if other == how => {
            last = what;
            true
        }
        _ => false,
    });
    (short, last)
}

/// Where the members begin that are no structs themselves, by the register of the buffer: as reflection of DXIL has them.
fn starts_in_dxil(container: &[u8]) -> BTreeMap<spirv_layout::Place, Vec<u32>> {
    let reflection = dxil::reflect::reflect(container).expect("a container");
    let mut found = BTreeMap::new();
    for buffer in &reflection.buffers {
        let binding = reflection.bindings.iter().find(|binding| binding.name == buffer.name).expect("it is bound");
        let mut rest: Vec<(u32, &dxil::reflect::Type)> = Vec::new();
        for variable in &buffer.variables {
            rest.push((variable.start_offset, variable.r#type.as_ref().expect("a layout")));
        }
        let mut starts = Vec::new();
        while let Some((at, ty)) = rest.pop() {
            match ty.r#struct {
                Some(inner) => {
                    let members = &reflection.structs[inner as usize].members;
                    rest.extend(members.iter().map(|member| (at + member.offset, &member.r#type)));
                }
                None => starts.push(at),
            }
        }
        starts.sort_unstable();
        found.insert((binding.space, binding.bind_point.expect("a register")), starts);
    }
    found
}

/// Compares the starts of members in a quarter of the programs: in structured buffers of every program, and in the constant buffers
/// of those in which DXC has one rule for both targets.
fn lie_in_spirv_where_they_lie_in_dxil(quarter: u64) {
    let ours = Subject::Hlslc.of_sources().expect("hlslc");
    let (mut compared, mut members, mut different) = (0, 0, Vec::new());
    for seed in (quarter..).step_by(4) {
        if compared == PROGRAMS / 4 {
            break;
        }
        let (source, options, is_common) = program(seed);
        let compile = |form: &[&str]| {
            // Layouts do not depend on optimisation.
            let args = ["-E", "main", "-T", "cs_6_2", "-Od"].into_iter().chain(form.iter().copied()).map(str::to_owned);
            ours(&source, "structs.hlsl", &args.chain(options.iter().cloned()).collect::<Vec<_>>())
        };
        // A program that one target rejects, for its size or for a matrix that SPIR-V cannot describe, has no layout to compare.
        let (Ok(container), Ok(module)) = (compile(&[]), compile(&["-spirv", "-fvk-use-dx-layout"])) else { continue };
        let in_dxil = starts_in_dxil(&container);
        let in_spirv = spirv_layout::starts(&module).expect("a module");
        for (place, starts) in in_dxil {
            let is_of_rows = place.1 <= 1;
            if is_of_rows && !is_common {
                continue;
            }
            members += starts.len();
            if in_spirv.get(&place) != Some(&starts) {
                different.push(format!(
                    "-- seed {seed} {place:?}\nDXIL   {starts:?}\nSPIR-V {:?}\n{source}",
                    in_spirv.get(&place)
                ));
            }
        }
        compared += u64::from(is_common);
    }
    println!("{members} members of {compared} programs compared");
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different[..different.len().min(8)].join("\n"));
}

#[test]
fn random_structs_lie_in_spirv_with_dx_layout_where_they_lie_in_dxil_first_quarter() {
    lie_in_spirv_where_they_lie_in_dxil(0);
}

#[test]
fn random_structs_lie_in_spirv_with_dx_layout_where_they_lie_in_dxil_second_quarter() {
    lie_in_spirv_where_they_lie_in_dxil(1);
}

#[test]
fn random_structs_lie_in_spirv_with_dx_layout_where_they_lie_in_dxil_third_quarter() {
    lie_in_spirv_where_they_lie_in_dxil(2);
}

#[test]
fn random_structs_lie_in_spirv_with_dx_layout_where_they_lie_in_dxil_fourth_quarter() {
    lie_in_spirv_where_they_lie_in_dxil(3);
}
