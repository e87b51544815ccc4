//! Generates a random program: declarations, functions, and the body of `main`.
//!
//! Invariant: every variable has a value from the start; indices are masked to the size of what they index; shifts are masked,
//! divisors are odd and positive; loops have a bound; group-shared memory is written by one thread at a time, with barriers
//! between, where all threads of the group come; a thread writes to its own place in the output. Floats are small whole numbers
//! and halves, which no order of adding changes, or anything: in strict programs (`-Gis`), and in precise ones, whose float
//! variables are all `precise` and nothing else is a float. One statement stands on one line, so that programs can be made
//! shorter by taking lines away.

use std::fmt::Write as _;

use super::records::Field;
use super::types::{Base, Grid, Shape, Ty};
use crate::random::Random;

/// Threads in a group.
pub const THREADS: u32 = 32;

/// The line that gives each thread of all groups a place of its own.
pub fn place() -> String {
    format!("uint place = (group.y * 2 + group.x) * {THREADS} + thread;")
}

/// Bytes of output of a thread.
pub const STRIDE: u32 = 128;

/// A random program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shader {
    /// Its text.
    pub source: String,
    /// The options it is compiled with.
    pub options: Vec<String>,
    /// Its profile.
    pub target: &'static str,
    /// Whether it can be expected of a Vulkan device to run it as Direct3D would: not every one has small and wide numbers.
    pub on_devices: bool,
}

/// A place that is in scope: a scalar or vector, or an array of them.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// How it is written, but for indices.
    pub name: String,
    pub ty: Ty,
    /// Elements of an array, 0 for none.
    pub elements: u32,
    pub writable: bool,
}

/// A variable that is in scope, as a whole.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub name: String,
    pub shape: Shape,
    pub writable: bool,
}

/// What was in scope at a place of the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    variables: usize,
    roots: usize,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub name: String,
    pub result: Shape,
    /// Types, and how each is passed.
    pub parameters: Vec<(Shape, &'static str)>,
    /// Whether it changes a static variable.
    pub has_effect: bool,
}

impl Function {
    /// Whether it may stand in an expression.
    pub fn is_pure(&self) -> bool {
        let is_plain =
            |(shape, how): &(Shape, &str)| *how == "in" && !matches!(shape, Shape::Array(..) | Shape::Records(..));
        !self.has_effect && self.parameters.iter().all(is_plain)
    }
}

/// Makes one program.
pub(super) struct Generator {
    pub random: Random,
    pub text: String,
    pub depth: usize,
    pub variables: Vec<Variable>,
    pub roots: Vec<Root>,
    pub functions: Vec<Function>,
    /// The structs, by their numbers.
    pub records: Vec<Vec<Field>>,
    pub names: u32,
    /// Whether floats may be anything, and are computed as written.
    pub strict: bool,
    /// Whether only `precise` says that they are.
    pub precise: bool,
    bases: Vec<Base>,
    /// Loops around this place, of which `break` and `continue` may leave the innermost.
    pub loops: u32,
    /// Whether a `break` would be for a switch.
    pub in_switch: bool,
    /// Whether this is the body of `main`.
    pub in_main: bool,
    /// What the function returns, of whose body this is.
    pub returns: Option<Shape>,
    /// Whether nothing but branches lies around this place.
    pub uniform: bool,
    /// Whether all threads of the group come here.
    pub together: bool,
    /// What group-shared memory has for each thread.
    pub shared: Option<Shape>,
    /// How deep inside an index this is.
    pub indices: u32,
    pub templates: bool,
    pub textures: bool,
    /// Whether matrices of integers may lie in buffers by columns, which SPIR-V has no word for.
    pub by_columns: bool,
}

impl Generator {
    /// A type.
    pub fn ty(&mut self) -> Ty {
        let base = *self.random.pick(&self.bases.clone());
        let size = if self.random.percent(55) { 1 } else { 2 + self.random.below(3) as u8 };
        Ty { base, size }
    }

    /// An integer of the program.
    pub fn integer(&mut self) -> Base {
        let integers: Vec<Base> = self.bases.iter().copied().filter(|base| base.is_integer()).collect();
        *self.random.pick(&integers)
    }

    /// A float of the program.
    pub fn real(&mut self) -> Base {
        let floats: Vec<Base> = self.bases.iter().copied().filter(|base| base.is_float()).collect();
        *self.random.pick(&floats)
    }

    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Writes a line.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.depth * 4);
    }

    pub fn open(&mut self, text: &str) {
        self.line(text);
        self.depth += 1;
    }

    pub fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// What is in scope.
    pub fn scope(&self) -> Scope {
        Scope { variables: self.variables.len(), roots: self.roots.len() }
    }

    /// Leaves only what was in scope then.
    pub fn leave(&mut self, scope: Scope) {
        self.variables.truncate(scope.variables);
        self.roots.truncate(scope.roots);
    }

    /// What functions take and return.
    fn shape(&mut self) -> Shape {
        match self.random.below(10) {
            0 | 1 if !self.records.is_empty() => Shape::Record(self.random.below(self.records.len() as u64) as usize),
            2 => Shape::Grid(self.grid()),
            _ => Shape::Plain(self.ty()),
        }
    }

    fn function(&mut self) {
        let result = self.shape();
        let name = self.name("f");
        let has_effect = self.random.percent(25);
        let mut parameters = Vec::new();
        for _ in 0..=self.random.below(3) {
            let how = *self.random.pick(&["in", "in", "inout", "out"]);
            let shape = if self.random.percent(15) {
                Shape::Array(self.ty(), *self.random.pick(&[2, 4]))
            } else {
                self.shape()
            };
            parameters.push((shape, how));
        }
        let (mut listed, mut named) = (Vec::new(), Vec::new());
        let (variables, roots) = (std::mem::take(&mut self.variables), std::mem::take(&mut self.roots));
        self.know_constants();
        if has_effect {
            self.know("Static", Shape::Plain(Ty::scalar(Base::Int)), true);
        }
        self.returns = Some(result);
        for (shape, how) in &parameters {
            let name = self.name("p");
            listed.push(format!("{how} {}", shape.declare(&name)));
            self.know(&name, *shape, true);
            named.push(name);
        }
        self.open(&format!("{} {name}({}) {{", result.returned(), listed.join(", ")));
        // What comes out has a value on every path.
        for ((shape, how), name) in parameters.iter().zip(&named) {
            if *how == "out" {
                self.line(&format!("{name} = ({})0;", shape.declare("").replace(' ', "")));
            }
        }
        let count = 1 + self.random.below(4);
        self.statements(count, 2);
        if self.random.percent(40) {
            self.early_return();
            self.statements(2, 2);
        }
        let value = self.value_of(result, 3);
        self.line(&format!("return {value};"));
        self.close();
        self.returns = None;
        (self.variables, self.roots) = (variables, roots);
        self.functions.push(Function { name, result, parameters, has_effect });
    }

    /// Constants of a matrix type.
    fn know_constants(&mut self) {
        for name in ["Across", "Down"] {
            self.know(name, Shape::Grid(Grid { base: Base::Int, rows: 3, columns: 4 }), false);
        }
    }

    fn main(&mut self) {
        self.line(&format!("[numthreads({THREADS}, 1, 1)]"));
        self.open("void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {");
        self.line(&place());
        self.know_constants();
        for name in ["place", "thread"] {
            self.know(name, Shape::Plain(Ty::scalar(Base::Uint)), false);
        }
        if !self.records.is_empty() {
            self.know("Kept[place]", Shape::Record(0), true);
        }
        self.know("Static", Shape::Plain(Ty::scalar(Base::Int)), true);
        (self.in_main, self.together) = (true, true);
        let count = 3 + self.random.below(10);
        self.statements(count, 4);
        if self.shared.is_some() {
            self.share();
        }
        self.stores();
        self.close();
    }

    /// Stores what the variables of `main` hold; what there is no room for goes into one number.
    fn stores(&mut self) {
        let mut words = Vec::new();
        for variable in self.variables.clone().into_iter().rev() {
            for element in 0..variable.elements.max(1) {
                let mut name = self.spelled(&variable.name);
                if variable.elements > 0 {
                    name = format!("{name}[{element}]");
                }
                for component in 0..variable.ty.size {
                    let part = if variable.ty.is_scalar() {
                        name.clone()
                    } else {
                        format!("{name}.{}", ["x", "y", "z", "w"][usize::from(component)])
                    };
                    words.extend(self.words(variable.ty.base, &part));
                }
            }
        }
        let room = (STRIDE / 4 - 1) as usize;
        for (at, word) in words.iter().take(room).enumerate() {
            self.line(&format!("Out.Store(place * {STRIDE} + {}, {word});", at * 4));
        }
        if words.len() > room {
            self.line("uint rest = 0u;");
            for chunk in words[room..].chunks(4) {
                let terms: Vec<String> = chunk.iter().map(|word| format!("rest = rest * 33u ^ {word};")).collect();
                self.line(&terms.join(" "));
            }
            self.line(&format!("Out.Store(place * {STRIDE} + {}, rest);", room * 4));
        }
    }

    /// The bits of a component; zeros have one sign, and what is no number one form.
    fn words(&mut self, base: Base, part: &str) -> Vec<String> {
        match base {
            Base::Float | Base::Half => {
                let bits =
                    if base == Base::Float { format!("asuint({part})") } else { format!("asuint((float){part})") };
                if !self.strict {
                    return vec![format!("({part} == 0 ? 0u : {bits})")];
                }
                vec![format!("({part} != {part} ? 0x7fc00000u : {bits})")]
            }
            Base::Double => {
                let (low, high) = (self.name("low"), self.name("high"));
                self.line(&format!("uint {low}, {high}; asuint({part}, {low}, {high});"));
                vec![format!("({part} != {part} ? 0u : {low})"), format!("({part} != {part} ? 0u : {high})")]
            }
            base if base.is_wide() => vec![format!("(uint){part}"), format!("(uint)({part} >> 32)")],
            _ => vec![format!("(uint){part}")],
        }
    }
}

/// Resources of every program: what can be read, what is counted, what comes out.
const HEAD: &str = "\
struct Item { int a; uint2 b; float c; int d[4]; };
ByteAddressBuffer In : register(t0);
StructuredBuffer<Item> Items : register(t1);
cbuffer Constants : register(b2) { int4 Fixed[4]; uint Some; int Other; float Quarter; }
RWByteAddressBuffer Out : register(u3);
RWByteAddressBuffer Counts : register(u4);
Buffer<int4> Typed : register(t5);
RWBuffer<uint> Marks : register(u6);
cbuffer Grids : register(b7) { row_major int3x4 Across; ORDER int3x4 Down; }
static const int Table[8] = { 3, -7, 11, 0, 250, -1, 42, 5 };
static int Static = 5;
";

/// Resources of structs of the program.
const RECORDS: &str = "\
StructuredBuffer<R0> Records : register(t8);
RWStructuredBuffer<R0> Kept : register(u9);
";

/// Functions and a struct for any type.
const TEMPLATES: &str = "\
template<typename T> T chosen(bool which, T a, T b) { if (which) { return a; } return b; }
template<typename T> T doubled(T a) { return a + a; }
template<typename T, int N> T summed(T a) { T sum = a; for (int i = 0; i < N; i++) { sum = sum * (T)3 + a; } return sum; }
template<typename T> struct Pair { T first; T second; T greater() { return max(first, second); } };
";

/// The program of a seed.
pub fn shader(seed: u64) -> Shader {
    let mut random = Random::new(seed);
    let mut bases = vec![Base::Bool, Base::Int, Base::Int, Base::Uint, Base::Uint, Base::Float];
    let mut chance = |percent| random.percent(percent);
    let (has_long, has_short, strict, shared) = (chance(20), chance(20), chance(30), chance(40));
    let (templates, textures, by_columns) = (chance(25), chance(12), chance(40));
    let precise = !strict && chance(12);
    let mut options = vec!["-HV".to_owned(), "2021".to_owned()];
    if has_long {
        bases.extend([Base::Long, Base::Ulong]);
        if strict {
            bases.push(Base::Double);
        }
    }
    if has_short {
        bases.extend([Base::Short, Base::Ushort]);
        if !precise {
            bases.push(Base::Half);
        }
        options.push("-enable-16bit-types".to_owned());
    }
    if strict {
        options.push("-Gis".to_owned());
    }
    let mut generator = Generator {
        random,
        text: HEAD.replace("ORDER", if by_columns { "column_major" } else { "row_major" }),
        depth: 0,
        variables: Vec::new(),
        roots: Vec::new(),
        functions: Vec::new(),
        records: Vec::new(),
        names: 0,
        strict: strict || precise,
        precise,
        bases,
        loops: 0,
        in_switch: false,
        in_main: false,
        returns: None,
        uniform: true,
        together: false,
        shared: None,
        indices: 0,
        templates,
        textures,
        by_columns,
    };
    if textures {
        generator.line("Texture2D<int4> Picture : register(t10);");
    }
    if templates {
        generator.text.push_str(TEMPLATES);
    }
    // What is precise is said of variables alone.
    if !precise {
        generator.declare_records();
        generator.text.push_str(RECORDS);
    }
    if shared {
        let of = if generator.random.percent(30) && !precise { Shape::Record(0) } else { Shape::Plain(generator.ty()) };
        let of = if precise { Shape::Plain(Ty::scalar(Base::Int)) } else { of };
        generator.shared = Some(of);
        let array = match of {
            Shape::Record(number) => Shape::Records(number, THREADS),
            Shape::Plain(ty) => Shape::Array(ty, THREADS),
            other => other,
        };
        generator.line(&format!("groupshared {};", array.declare("Shared")));
        generator.line("groupshared uint Sums[8];");
    }
    let functions = if precise { 0 } else { generator.random.below(3) };
    for _ in 0..functions {
        generator.uniform = false;
        generator.function();
    }
    generator.uniform = true;
    generator.main();
    // Nor does Vulkan say what comes of what is no number.
    let on_devices = !has_long && !has_short && !textures && !by_columns && !strict && !precise;
    Shader { source: generator.text, options, target: "cs_6_2", on_devices }
}
