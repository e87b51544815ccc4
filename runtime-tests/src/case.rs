//! Reads the format of a test case: an HLSL file whose header states how to compile it and, if it is to be run, its
//! inputs.
//!
//! Input: the text of a `.hlsl` file. Output: a [`Case`], or every fault of its head with its line.
//!
//! Lines that start with `//:` are directives; everything else is HLSL for the compiler to judge.
//!
//! ```hlsl
//! // Adds two arrays.                                       <- the first comment says what the case is about
//! //: target cs_6_0                                         <- the profile; required
//! //: entry add                                             <- `main` if not given
//! //: args -Zpr                                             <- further compiler options
//! //: operations bufferStore atomicrmw                      <- operations and instructions that must be as DXC's
//! //: only container                                        <- only these stages (`container`, `spirv`, `run`) apply
//! //: dispatch 2 1 1                                        <- thread groups; the case is to be run
//! //: draw triangles 3                                      <- instead: this many vertices; the case is to be drawn
//! //: with ps_6_0 pixel                                     <- and another shader of its pipeline, without the options
//! //: buffer t0 StructuredBuffer<float> = 0.5 1.5 2.5 3.5   <- what lies in a register before the run
//! //: buffer u1 RWBuffer<float4> = 4*0
//! //: dxc-fault run It writes the wrong SPIR-V.             <- DXC fails this stage, and why
//! //: dxc-fault spirv 1.7 It ends in a fatal error.         <- only that release of DXC does (`1.7`, `1.9`)
//! //: expect u1 = 1 2 3 4                                   <- what lies there after it
//! //: expect u1 within 2 ulp = 1 2 3 4                      <- or about that: `N ulp`, or an absolute distance
//! //: + 5 6 7 8                                             <- goes on with the values of the line before
//! ```
//!
//! A buffer's place is a register (`t0`, `b2 space1`), which SPIR-V sees as a binding of that number in the set of that space,
//! or, for a resource without a register, its set and binding (`@0.3`) and the register that DXIL gives it (`@0.3 u1`).
//! Registers of different classes share the bindings of a set, so one case uses each number once.
//!
//! What is drawn is `points`, `lines`, `triangles`, `lines_adjacency`, `triangles_adjacency`, `patches` of this many control points
//! (`draw patches 3 6`), or `groups` of a mesh shader. The picture must be the one that DXC's SPIR-V gives.
//!
//! The type names the kind of resource and what it holds, a list of `int`, `uint` and `float` scalars and vectors
//! for a struct: `StructuredBuffer<float2, uint>`. Values are numbers (decimal, or hexadecimal for the bits), `N*V`
//! for V repeated, `A..B` for the integers from A to B, and `_` for a padding word, which is zero before and ignored after.

use std::fmt;
use std::ops::Range;

use dxc_oracle::Release;

use crate::checks::Stage;
use crate::compare::{Expected, Scalar, Tolerance};

/// One test case.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The file's name without its extension.
    pub name: String,
    /// What the case shows: its first comment line.
    pub about: String,
    /// The whole file.
    pub source: String,
    /// The profile, such as `cs_6_0`.
    pub target: String,
    /// The entry point.
    pub entry: String,
    /// Further compiler options.
    pub args: Vec<String>,
    /// The operations and instructions whose constants must be those that DXC gives them.
    pub operations: Vec<String>,
    /// The stages that apply; all if none is named.
    pub only: Vec<Stage>,
    /// The stages that DXC itself fails.
    pub dxc_faults: Vec<DxcFault>,
    /// How to run it; `None` for a case that is only compiled.
    pub execution: Option<Execution>,
    /// How to draw it, if it is to be drawn.
    pub drawing: Option<Drawing>,
}

/// How a case is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// What the vertices are.
    pub primitive: Primitive,
    /// How many vertices, or groups.
    pub count: u32,
    /// Profile and entry point of the other shaders of the pipeline.
    pub others: Vec<(String, String)>,
}

impl Drawing {
    /// Whether a mesh shader makes what is drawn.
    pub fn has_groups(&self) -> bool {
        self.primitive == Primitive::Groups
    }
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// Points.
    Points,
    /// Lines of two vertices each.
    Lines,
    /// Triangles of three.
    Triangles,
    /// Lines with their neighbours, of four.
    LinesAdjacency,
    /// Triangles with their neighbours, of six.
    TrianglesAdjacency,
    /// Patches of this many control points.
    Patches(u32),
    /// What groups of a mesh shader make.
    Groups,
}

/// A stage that DXC itself fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxcFault {
    /// The stage.
    pub stage: Stage,
    /// The release that fails; all if none is named.
    pub release: Option<Release>,
    /// Why.
    pub reason: String,
}

/// How a case is run, and what it must give.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// Thread groups in x, y, z.
    pub dispatch: [u32; 3],
    /// The resources before the run, in the order of the file.
    pub buffers: Vec<Buffer>,
    /// What some of them must hold after it; at least one.
    pub expectations: Vec<Expectation>,
}

/// A resource and its content before the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Where SPIR-V sees it.
    pub place: Place,
    /// Where DXIL sees it; `None` if the case does not say.
    pub register: Option<Register>,
    /// What kind of resource it is.
    pub kind: BufferKind,
    /// Its content.
    pub data: Vec<u8>,
}

/// The content a buffer must have after the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Index into [`Execution::buffers`].
    pub buffer: usize,
    /// One value per 32-bit word.
    pub words: Vec<Expected>,
    /// How close a float must be.
    pub tolerance: Tolerance,
}

/// A resource's place as SPIR-V names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The descriptor set: the register's space.
    pub set: u32,
    /// The binding: the register's number.
    pub binding: u32,
}

/// A register as DXIL names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its letter.
    pub letter: char,
    /// Its space.
    pub space: u32,
    /// Its number.
    pub number: u32,
}

/// The kinds of resource, with what a device needs to know about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferKind {
    /// `cbuffer`, `ConstantBuffer`.
    Constant,
    /// Raw and structured buffers, read-only or not.
    Storage,
    /// `Buffer`: elements of one format, read-only.
    TypedRead(Format),
    /// `RWBuffer`: elements of one format.
    TypedReadWrite(Format),
}

/// The format of a typed buffer's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The type of each component.
    pub scalar: Scalar,
    /// One, two or four.
    pub components: u32,
}

/// A fault in a case's head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// What starts a directive.
const MARK: &str = "//:";

/// One row per resource type: its name, and its kind given the element format, if it has one that fits.
type KindOf = fn(Option<Format>) -> Option<BufferKind>;
const RESOURCE_TYPES: &[(&str, KindOf)] = &[
    ("ConstantBuffer", |_| Some(BufferKind::Constant)),
    ("StructuredBuffer", |_| Some(BufferKind::Storage)),
    ("RWStructuredBuffer", |_| Some(BufferKind::Storage)),
    ("ByteAddressBuffer", |_| Some(BufferKind::Storage)),
    ("RWByteAddressBuffer", |_| Some(BufferKind::Storage)),
    ("Buffer", |format| format.map(BufferKind::TypedRead)),
    ("RWBuffer", |format| format.map(BufferKind::TypedReadWrite)),
];

impl Case {
    /// Parses a file; all its faults are the error.
    pub fn parse(name: &str, source: &str) -> Result<Self, Vec<CaseError>> {
        let mut head = Head::default();
        for directive in directives(source) {
            head.read(&directive);
        }
        head.finish(name, source)
    }
}

/// A directive with the lines that continue it.
struct Directive {
    line: usize,
    words: String,
}

/// Collects the directives of a file, continuation lines joined to what they continue.
fn directives(source: &str) -> Vec<Directive> {
    let mut found: Vec<Directive> = Vec::new();
    for (index, text) in source.lines().enumerate() {
        let Some(words) = text.trim_start().strip_prefix(MARK) else { continue };
        let words = words.trim();
        match (words.strip_prefix('+'), found.last_mut()) {
            (Some(more), Some(last)) => {
                last.words.push(' ');
                last.words.push_str(more.trim());
            }
            _ => found.push(Directive { line: index + 1, words: words.to_owned() }),
        }
    }
    found
}

/// What the directives said so far.
#[derive(Default)]
struct Head {
    target: Option<String>,
    entry: Option<String>,
    args: Vec<String>,
    operations: Vec<String>,
    only: Vec<Stage>,
    dxc_faults: Vec<DxcFault>,
    dispatch: Option<[u32; 3]>,
    drawing: Option<(Primitive, u32)>,
    others: Vec<(String, String)>,
    buffers: Vec<(Buffer, Vec<Scalar>)>,
    expectations: Vec<Expectation>,
    errors: Vec<CaseError>,
}

impl Head {
    fn read(&mut self, directive: &Directive) {
        let (key, rest) = directive.words.split_once(char::is_whitespace).unwrap_or((&directive.words, ""));
        let rest = rest.trim();
        let outcome = match key {
            "target" => set_once(&mut self.target, rest, "target"),
            "entry" => set_once(&mut self.entry, rest, "entry"),
            "args" => {
                self.args.extend(rest.split_whitespace().map(str::to_owned));
                Ok(())
            }
            "operations" => {
                self.operations.extend(rest.split_whitespace().map(str::to_owned));
                Ok(())
            }
            "only" => rest.split_whitespace().try_for_each(|name| {
                self.only.push(stage_named(name)?);
                Ok(())
            }),
            "dxc-fault" => parse_dxc_fault(rest).map(|fault| self.dxc_faults.push(fault)),
            "dispatch" => parse_dispatch(rest).map(|groups| self.dispatch = Some(groups)),
            "draw" => parse_draw(rest).map(|drawing| self.drawing = Some(drawing)),
            "with" => match rest.split_whitespace().collect::<Vec<_>>()[..] {
                [target, entry] => {
                    self.others.push((target.to_owned(), entry.to_owned()));
                    Ok(())
                }
                _ => Err("`with` takes a profile and an entry point".to_owned()),
            },
            "buffer" => self.read_buffer(rest),
            "expect" => self.read_expectation(rest),
            _ => Err(format!("unknown directive `{key}`")),
        };
        if let Err(message) = outcome {
            self.errors.push(CaseError { line: directive.line, message });
        }
    }

    /// `PLACE TYPE<ELEMENTS> = VALUES`
    fn read_buffer(&mut self, text: &str) -> Result<(), String> {
        let (declaration, values) = text.split_once('=').ok_or("expected `= VALUES`")?;
        let (place, mut resource) = parse_place(declaration)?;
        let mut register = register_of(declaration, place);
        if register.is_none()
            && let Ok((named, rest)) = parse_place(resource)
        {
            register = register_of(resource, named);
            resource = rest;
        }
        if self.buffers.iter().any(|(buffer, _)| buffer.place == place) {
            return Err(format!("set {} binding {} is taken already", place.set, place.binding));
        }
        let (kind, elements) = parse_resource_type(resource)?;
        let words = parse_values(values, &elements)?;
        let data = words.iter().flat_map(|word| word.bits().to_le_bytes()).collect();
        self.buffers.push((Buffer { place, register, kind, data }, elements));
        Ok(())
    }

    /// `PLACE [within TOLERANCE] = VALUES`
    fn read_expectation(&mut self, text: &str) -> Result<(), String> {
        let (head, values) = text.split_once('=').ok_or("expected `= VALUES`")?;
        let (place, tolerance) = parse_place(head)?;
        let buffer = self
            .buffers
            .iter()
            .position(|(buffer, _)| buffer.place == place)
            .ok_or("no buffer has this place; `expect` comes after `buffer`")?;
        let tolerance = parse_tolerance(tolerance)?;
        let (declared, elements) = &self.buffers[buffer];
        let words = parse_values(values, elements)?;
        if words.len() * size_of::<u32>() != declared.data.len() {
            return Err(format!(
                "{} words expected in a buffer of {}",
                words.len(),
                declared.data.len() / size_of::<u32>()
            ));
        }
        self.expectations.push(Expectation { buffer, words, tolerance });
        Ok(())
    }

    fn finish(mut self, name: &str, source: &str) -> Result<Case, Vec<CaseError>> {
        let mut fault = |message: &str| self.errors.push(CaseError { line: 1, message: message.to_owned() });
        let about = about(source);
        if about.is_empty() {
            fault("the first line must be a comment that says what the case shows");
        }
        if self.target.is_none() {
            fault("no `target`");
        }
        match self.dispatch {
            None if !self.buffers.is_empty() => fault("buffers, but no `dispatch`"),
            Some(_) if self.expectations.is_empty() => fault("a `dispatch`, but no `expect`"),
            _ => {}
        }
        match self.drawing {
            None if !self.others.is_empty() => fault("`with`, but no `draw`"),
            Some(_) if self.dispatch.is_some() => fault("a case is run or drawn, not both"),
            _ => {}
        }
        if !self.errors.is_empty() {
            self.errors.sort_by_key(|error| error.line);
            return Err(self.errors);
        }
        Ok(Case {
            name: name.to_owned(),
            about,
            source: source.to_owned(),
            target: self.target.unwrap_or_default(),
            entry: self.entry.unwrap_or_else(|| "main".to_owned()),
            args: self.args,
            operations: self.operations,
            only: self.only,
            dxc_faults: self.dxc_faults,
            execution: self.dispatch.map(|dispatch| Execution {
                dispatch,
                buffers: self.buffers.into_iter().map(|(buffer, _)| buffer).collect(),
                expectations: self.expectations,
            }),
            drawing: self.drawing.map(|(primitive, count)| Drawing { primitive, count, others: self.others }),
        })
    }
}

/// The text of the file's first line, if that is a comment.
fn about(source: &str) -> String {
    let first = source.lines().next().unwrap_or_default();
    first.strip_prefix("//").filter(|text| !text.starts_with(':')).unwrap_or_default().trim().to_owned()
}

fn set_once(place: &mut Option<String>, value: &str, key: &str) -> Result<(), String> {
    if value.is_empty() || value.contains(char::is_whitespace) {
        return Err(format!("`{key}` takes one word"));
    }
    if place.replace(value.to_owned()).is_some() {
        return Err(format!("a second `{key}`"));
    }
    Ok(())
}

/// `STAGE REASON`
/// `STAGE [RELEASE] REASON`
fn parse_dxc_fault(text: &str) -> Result<DxcFault, String> {
    const EXPECTED: &str = "expected a stage and a reason";
    let (name, rest) = text.split_once(char::is_whitespace).ok_or(EXPECTED)?;
    let (first, after) = rest.trim().split_once(char::is_whitespace).ok_or(EXPECTED)?;
    let release = Release::ALL.into_iter().find(|release| release.name() == first);
    let reason = if release.is_some() { after } else { rest };
    Ok(DxcFault { stage: stage_named(name)?, release, reason: reason.trim().to_owned() })
}

fn stage_named(name: &str) -> Result<Stage, String> {
    Stage::ALL.into_iter().find(|stage| stage.name() == name).ok_or_else(|| format!("no stage `{name}`"))
}

/// `X [Y [Z]]`
fn parse_dispatch(text: &str) -> Result<[u32; 3], String> {
    let mut groups = [1; 3];
    let counts: Vec<&str> = text.split_whitespace().collect();
    if counts.is_empty() || counts.len() > groups.len() {
        return Err("`dispatch` takes one to three counts".to_owned());
    }
    for (group, count) in groups.iter_mut().zip(counts) {
        *group = count.parse().map_err(|_| format!("`{count}` is no count"))?;
    }
    Ok(groups)
}

/// `PRIMITIVE COUNT`, `patches POINTS COUNT`
fn parse_draw(text: &str) -> Result<(Primitive, u32), String> {
    let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is no count"));
    let words: Vec<&str> = text.split_whitespace().collect();
    let (primitive, count) = match words[..] {
        ["patches", points, count] => (Primitive::Patches(number(points)?), count),
        ["points", count] => (Primitive::Points, count),
        ["lines", count] => (Primitive::Lines, count),
        ["triangles", count] => (Primitive::Triangles, count),
        ["lines_adjacency", count] => (Primitive::LinesAdjacency, count),
        ["triangles_adjacency", count] => (Primitive::TrianglesAdjacency, count),
        ["groups", count] => (Primitive::Groups, count),
        _ => return Err("`draw` takes what is drawn and a count".to_owned()),
    };
    Ok((primitive, number(count)?))
}

/// A place at the start of a text, and what follows it.
fn parse_place(text: &str) -> Result<(Place, &str), String> {
    let text = text.trim();
    let (place, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let bad = || format!("`{place}` is no place: expected a register such as `u1`, or `@SET.BINDING`");
    if let Some(numbers) = place.strip_prefix('@') {
        let (set, binding) = numbers.split_once('.').ok_or_else(bad)?;
        let place = Place { set: set.parse().map_err(|_| bad())?, binding: binding.parse().map_err(|_| bad())? };
        return Ok((place, rest));
    }
    let binding = place.strip_prefix(['t', 'u', 'b']).and_then(|number| number.parse().ok()).ok_or_else(bad)?;
    match rest.strip_prefix("space") {
        Some(after) => {
            let (number, rest) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
            let set = number.parse().map_err(|_| format!("`space{number}` is no space"))?;
            Ok((Place { set, binding }, rest.trim()))
        }
        None => Ok((Place { set: 0, binding }, rest)),
    }
}

/// The register that a text starts with, whose place is known.
fn register_of(text: &str, Place { set, binding }: Place) -> Option<Register> {
    let letter = text.trim_start().chars().next().filter(char::is_ascii_alphabetic)?;
    Some(Register { letter, space: set, number: binding })
}

/// `NAME<ELEMENTS>`: the kind of resource, and the scalars of one element in order.
fn parse_resource_type(text: &str) -> Result<(BufferKind, Vec<Scalar>), String> {
    let (name, elements) = text
        .trim()
        .strip_suffix('>')
        .and_then(|text| text.split_once('<'))
        .ok_or_else(|| format!("`{text}` is no resource type with its elements, such as `RWBuffer<float4>`"))?;
    let kind_of = RESOURCE_TYPES
        .iter()
        .find(|row| row.0 == name)
        .map(|row| row.1)
        .ok_or_else(|| format!("unknown resource type `{name}`"))?;
    let members: Vec<(Scalar, u32)> =
        elements.split(',').map(|member| parse_element(member.trim())).collect::<Result<_, _>>()?;
    let format = match members[..] {
        [(scalar, components @ (1 | 2 | 4))] => Some(Format { scalar, components }),
        _ => None,
    };
    let kind =
        kind_of(format).ok_or_else(|| format!("`{name}` holds elements of one, two or four equal components"))?;
    let scalars = members.into_iter().flat_map(|(scalar, count)| std::iter::repeat_n(scalar, count as usize)).collect();
    Ok((kind, scalars))
}

/// A scalar or vector type: `float3` is three floats.
fn parse_element(text: &str) -> Result<(Scalar, u32), String> {
    Scalar::ALL
        .into_iter()
        .find_map(|scalar| match text.strip_prefix(scalar.name())? {
            "" => Some((scalar, 1)),
            "2" => Some((scalar, 2)),
            "3" => Some((scalar, 3)),
            "4" => Some((scalar, 4)),
            _ => None,
        })
        .ok_or_else(|| format!("unknown element type `{text}`"))
}

/// Nothing, `within N ulp`, or `within DISTANCE`.
fn parse_tolerance(text: &str) -> Result<Tolerance, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let bad = || format!("`{text}` is no tolerance: expected `within N ulp` or `within DISTANCE`");
    match words[..] {
        [] => Ok(Tolerance::Exact),
        ["within", count, "ulp"] => count.parse().map(Tolerance::Ulp).map_err(|_| bad()),
        ["within", distance] => distance.parse().map(Tolerance::Absolute).map_err(|_| bad()),
        _ => Err(bad()),
    }
}

/// No case needs buffers of more words; a slip of the pen must not fill the memory.
const MOST_WORDS: usize = 1 << 20;

/// The values of a line, typed by the element's scalars in turn.
fn parse_values(text: &str, elements: &[Scalar]) -> Result<Vec<Expected>, String> {
    let mut words = Vec::new();
    for item in text.split_whitespace() {
        let (count, value) = match item.split_once('*') {
            Some((count, value)) => (count.parse().map_err(|_| format!("`{count}` is no count"))?, value),
            None => (1_usize, item),
        };
        let range = parse_range(value)?;
        if words.len() + count.saturating_mul(range.as_ref().map_or(1, ExactSizeIterator::len)) > MOST_WORDS {
            return Err(format!("more than {MOST_WORDS} words"));
        }
        for _ in 0..count {
            let mut push = |text: &str| {
                let scalar = elements[words.len() % elements.len()];
                let word = if text == "_" { Some(Expected::Anything) } else { scalar.parse(text) };
                word.map(|word| words.push(word)).ok_or_else(|| format!("`{text}` is no {}", scalar.name()))
            };
            match range.clone() {
                Some(range) => range.into_iter().try_for_each(|number| push(&number.to_string()))?,
                None => push(value)?,
            }
        }
    }
    if words.is_empty() { Err("no values".to_owned()) } else { Ok(words) }
}

/// `A..B`, both ends included, as a range; `None` if the text is no range.
fn parse_range(text: &str) -> Result<Option<Range<i32>>, String> {
    let Some((first, last)) = text.split_once("..") else { return Ok(None) };
    match (first.parse::<i32>(), last.parse::<i32>().map(|last| last.checked_add(1))) {
        (Ok(first), Ok(Some(end))) if first < end => Ok(Some(first..end)),
        _ => Err(format!("`{text}` is no range of integers")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(source: &str) -> String {
        let errors = Case::parse("case", source).expect_err("the head has faults");
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_head_says_how_to_run_the_shader() {
        let source = "// Shows something.\n//: target cs_6_2\n//: entry add\n//: args -Zpr\n//: operations a b\n//: dispatch 2 3\n\
                      //: buffer t0 Buffer<float2> = 0.5 -1\n//: buffer b2 space1 ConstantBuffer<int, uint> = -1 0xff\n\
                      //: buffer @0.7 u3 RWStructuredBuffer<uint> = 2*3 0..2\n//: + 9\n//: expect @0.7 within 2 ulp = 6*_\n\
                      void add() {}\n";
        let case = Case::parse("something", source).expect("the head is right");
        assert_eq!(
            (case.about.as_str(), case.target.as_str(), case.entry.as_str()),
            ("Shows something.", "cs_6_2", "add")
        );
        assert_eq!(
            (&case.args[..], &case.operations[..]),
            (&["-Zpr".to_owned()][..], &["a".to_owned(), "b".to_owned()][..])
        );
        let execution = case.execution.expect("it has a dispatch");
        assert_eq!(execution.dispatch, [2, 3, 1]);
        let [typed, constants, implicit] = &execution.buffers[..] else { panic!("three buffers") };
        assert_eq!(typed.kind, BufferKind::TypedRead(Format { scalar: Scalar::Float, components: 2 }));
        assert_eq!(typed.data, [0.5_f32.to_le_bytes(), (-1.0_f32).to_le_bytes()].concat());
        assert_eq!((constants.place, constants.kind), (Place { set: 1, binding: 2 }, BufferKind::Constant));
        assert_eq!(constants.data, [255, 255, 255, 255, 255, 0, 0, 0]);
        assert_eq!(implicit.place, Place { set: 0, binding: 7 });
        assert_eq!(implicit.register, Some(Register { letter: 'u', space: 0, number: 3 }));
        let words: Vec<u8> = implicit.data.iter().step_by(4).copied().collect();
        assert_eq!(words, [3, 3, 0, 1, 2, 9]);
        assert_eq!(execution.expectations[0].tolerance, Tolerance::Ulp(2));
    }

    #[test]
    fn a_drawn_case_names_the_shaders_of_its_pipeline() {
        let source =
            "// Draws.\n//: target hs_6_0\n//: draw patches 3 6\n//: with vs_6_0 vertex\n//: with ps_6_0 pixel\n";
        let drawing = Case::parse("case", source).expect("the head is right").drawing.expect("it is drawn");
        assert_eq!((drawing.primitive, drawing.count), (Primitive::Patches(3), 6));
        let others = [("vs_6_0", "vertex"), ("ps_6_0", "pixel")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(drawing.others, others);
        insta::assert_snapshot!(faults("// Draws not.\n//: target vs_6_0\n//: draw circles 3\n//: with vs_6_0\n"), @r"
        line 3: `draw` takes what is drawn and a count
        line 4: `with` takes a profile and an entry point
        ");
    }

    #[test]
    fn a_case_without_dispatch_is_only_compiled() {
        let case = Case::parse("case", "// Compiles.\n//: target ps_6_0\n").expect("the head is right");
        assert_eq!((case.entry.as_str(), case.execution), ("main", None));
    }

    #[test]
    fn every_fault_is_reported_with_its_line() {
        let source = "// Broken.\n//: target\n//: entry a b\n//: dispatch x\n//: dispatch 1 2 3 4\n//: nonsense\n\
                      //: buffer s0 Buffer<int> = 1\n//: buffer t0 Texture2D<float> = 1\n//: buffer t0 Buffer<float3> = 1 2 3\n\
                      //: buffer t0 Buffer<float2, int> = 1\n//: buffer t0 Buffer<int> 1\n//: buffer t0 Buffer<int> = 1.5\n\
                      //: buffer t0 Buffer<int> = 3..1\n//: buffer t0 Buffer<int> = 99999999*0\n//: buffer t0 Buffer<int> =\n\
                      //: buffer t0 Buffer<int> = 1\n//: buffer u0 RWBuffer<int> = 1\n//: expect u1 = 1\n\
                      //: expect t0 = 1 2\n//: expect t0 within reach = 1\n";
        insta::assert_snapshot!(faults(source), @r"
        line 1: no `target`
        line 1: buffers, but no `dispatch`
        line 2: `target` takes one word
        line 3: `entry` takes one word
        line 4: `x` is no count
        line 5: `dispatch` takes one to three counts
        line 6: unknown directive `nonsense`
        line 7: `s0` is no place: expected a register such as `u1`, or `@SET.BINDING`
        line 8: unknown resource type `Texture2D`
        line 9: `Buffer` holds elements of one, two or four equal components
        line 10: `Buffer` holds elements of one, two or four equal components
        line 11: expected `= VALUES`
        line 12: `1.5` is no int
        line 13: `3..1` is no range of integers
        line 14: more than 1048576 words
        line 15: no values
        line 17: set 0 binding 0 is taken already
        line 18: no buffer has this place; `expect` comes after `buffer`
        line 19: 2 words expected in a buffer of 1
        line 20: `within reach` is no tolerance: expected `within N ulp` or `within DISTANCE`
        ");
    }

    #[test]
    fn a_dispatch_must_expect_something() {
        insta::assert_snapshot!(faults("int a;\n//: target cs_6_0\n//: dispatch 1\n"), @r"
        line 1: the first line must be a comment that says what the case shows
        line 1: a `dispatch`, but no `expect`
        ");
    }
}
