//! Makes a program: declarations, functions, the body of `main`.
//!
//! What holds: every variable has a value from the start; indices are masked to the size of what they index; shifts are masked, divisors are
//! odd and positive; loops have a bound; group-shared memory is written by one thread at a time, with barriers between; a thread
//! writes to its own place in the output. Floats are small whole numbers, which no order of adding changes, or in strict programs
//! (`-Gis`) anything. One statement stands on one line, so that programs can be made shorter by taking lines away.

use std::fmt::Write as _;

use super::types::{Base, Ty};
use crate::random::Random;

/// Threads in a group.
pub const THREADS: u32 = 32;

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
}

/// A variable that is in scope.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub name: String,
    pub ty: Ty,
    /// Elements of an array, 0 for none.
    pub elements: u32,
    pub writable: bool,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub name: String,
    pub result: Ty,
    /// Types, and how each is passed.
    pub parameters: Vec<(Ty, &'static str)>,
}

/// Makes one program.
pub(super) struct Generator {
    pub random: Random,
    pub text: String,
    pub depth: usize,
    pub variables: Vec<Variable>,
    pub functions: Vec<Function>,
    pub names: u32,
    /// Whether floats are computed as written.
    pub strict: bool,
    bases: Vec<Base>,
    /// Loops around this place, of which `break` and `continue` may leave the innermost.
    pub loops: u32,
    /// Whether this is the body of `main`.
    pub in_main: bool,
    /// Whether all lanes come here that ever do.
    pub uniform: bool,
    pub shared: bool,
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

    fn function(&mut self) {
        let result = self.ty();
        let name = self.name("f");
        let mut parameters = Vec::new();
        for _ in 0..=self.random.below(3) {
            let how = *self.random.pick(&["in", "in", "inout", "out"]);
            parameters.push((self.ty(), how));
        }
        let mut listed = Vec::new();
        let before = std::mem::take(&mut self.variables);
        for (ty, how) in &parameters {
            let name = self.name("p");
            listed.push(format!("{how} {} {name}", ty.name()));
            self.variables.push(Variable { name, ty: *ty, elements: 0, writable: true });
        }
        self.open(&format!("{} {name}({}) {{", result.name(), listed.join(", ")));
        // What comes out has a value on every way.
        for ((ty, how), variable) in parameters.iter().zip(self.variables.clone()) {
            if *how == "out" {
                self.line(&format!("{} = ({})0;", variable.name, ty.name()));
            }
        }
        let count = 1 + self.random.below(4);
        self.statements(count, 2);
        if self.random.percent(40) {
            let condition = self.expression(Ty::scalar(Base::Bool), 2);
            let early = self.value(result, 2);
            self.line(&format!("if ({condition}) {{ return {early}; }}"));
            self.statements(2, 2);
        }
        let value = self.value(result, 3);
        self.line(&format!("return {value};"));
        self.close();
        self.variables = before;
        self.functions.push(Function { name, result, parameters });
    }

    fn main(&mut self) {
        self.line(&format!("[numthreads({THREADS}, 1, 1)]"));
        self.open("void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {");
        self.line(&format!("uint place = (group.y * 2 + group.x) * {THREADS} + thread;"));
        for name in ["place", "thread"] {
            let ty = Ty::scalar(Base::Uint);
            self.variables.push(Variable { name: name.to_owned(), ty, elements: 0, writable: false });
        }
        self.in_main = true;
        let count = 6 + self.random.below(10);
        self.statements(count, 4);
        self.stores();
        self.close();
    }

    /// Stores what the variables of `main` hold.
    fn stores(&mut self) {
        let mut at = 0;
        for variable in self.variables.clone().into_iter().rev() {
            let elements = variable.elements.max(1);
            for element in 0..elements {
                let name = if variable.elements == 0 {
                    variable.name.clone()
                } else {
                    format!("{}[{element}]", variable.name)
                };
                for component in 0..variable.ty.size {
                    let part = if variable.ty.is_scalar() {
                        name.clone()
                    } else {
                        format!("{name}.{}", ["x", "y", "z", "w"][usize::from(component)])
                    };
                    let words = match variable.ty.base {
                        Base::Float => vec![format!("asuint({part})")],
                        base if base.is_wide() => vec![format!("(uint){part}"), format!("(uint)({part} >> 32)")],
                        _ => vec![format!("(uint){part}")],
                    };
                    for word in words {
                        if at + 4 > STRIDE {
                            return;
                        }
                        self.line(&format!("Out.Store(place * {STRIDE} + {at}, {word});"));
                        at += 4;
                    }
                }
            }
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
static const int Table[8] = { 3, -7, 11, 0, 250, -1, 42, 5 };
";

/// The program of a seed.
pub fn shader(seed: u64) -> Shader {
    let mut random = Random::new(seed);
    let mut bases = vec![Base::Bool, Base::Int, Base::Int, Base::Uint, Base::Uint, Base::Float];
    let (has_long, has_short, strict, shared) =
        (random.percent(20), random.percent(20), random.percent(30), random.percent(40));
    let mut options = vec!["-HV".to_owned(), "2021".to_owned()];
    if has_long {
        bases.extend([Base::Long, Base::Ulong]);
    }
    if has_short {
        bases.extend([Base::Short, Base::Ushort]);
        options.push("-enable-16bit-types".to_owned());
    }
    if strict {
        options.push("-Gis".to_owned());
    }
    let mut generator = Generator {
        random,
        text: HEAD.to_owned(),
        depth: 0,
        variables: Vec::new(),
        functions: Vec::new(),
        names: 0,
        strict,
        bases,
        loops: 0,
        in_main: false,
        uniform: true,
        shared,
    };
    if shared {
        generator.line(&format!("groupshared int Shared[{THREADS}];"));
    }
    for _ in 0..generator.random.below(4) {
        generator.uniform = false;
        generator.function();
    }
    generator.uniform = true;
    generator.main();
    Shader { source: generator.text, options, target: "cs_6_2" }
}
