//! Generates sheets of calls: random overload sets, and calls of each with random arguments, a line each.

use std::fmt::Write as _;

use crate::random::Random;

/// Overload sets of a sheet.
const SETS: u64 = 12;

/// Calls of each set.
const CALLS: u64 = 12;

/// Elements of scalars and vectors, always and by option.
const PLAIN: [&str; 7] = ["bool", "int", "uint", "float", "double", "int64_t", "uint64_t"];
const NATIVE: [&str; 3] = ["int16_t", "uint16_t", "float16_t"];
const MINIMUM: [&str; 6] = ["half", "min16float", "min10float", "min16int", "min12int", "min16uint"];

/// Shapes of numbers: what stands after the element.
const SHAPES: [&str; 10] = ["1", "2", "3", "4", "1x1", "1x3", "2x1", "2x2", "3x3", "3x4"];

/// Types that are no numbers, and the program that declares them.
const NAMED: [&str; 9] = ["E", "K", "S", "T", "D", "V", "Af", "Ai", "Av"];
const DECLARED: &str = "\
enum E { E0, E1 = 5 };
enum class K { K0, K1 };
struct S { int a; float b; };
struct T { int a; float b; };
struct D : S { int c; };
struct V { float4 v; };
typedef float Af[2];
typedef int Ai[2];
typedef float2 Av[2];
";

/// Arguments that no variable gives.
const VALUES: [&str; 22] = [
    "0",
    "1",
    "-1",
    "7 + 1",
    "1.5",
    "-0.5",
    "2.0 * 3",
    "1u",
    "2.0f",
    "1.5l",
    "3ll",
    "3ull",
    "true",
    "E0",
    "K::K1",
    "a_int + 1",
    "a_uint * 2",
    "a_float + 1",
    "a_bool ? 1 : 2",
    "a_float4 * 2.0",
    "!a_int",
    "a_int64_t + a_uint",
];

/// What a set is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Functions,
    Methods,
    StaticMethods,
    /// Some of the functions are templates.
    Templates,
}

/// A call, and what it is a call of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The number of its set.
    pub set: usize,
    /// The expression.
    pub text: String,
}

/// A program of many calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Options for both compilers.
    pub options: Vec<String>,
    /// The text of each set; overload N returns N + 1.
    pub sets: Vec<String>,
    /// The calls.
    pub calls: Vec<Call>,
    /// What stands between the sets and the calls: variables, and the head of the entry point.
    pub variables: String,
}

/// The text of a sheet without some of its calls and sets, and which call stands on each line.
pub struct Text {
    /// The program.
    pub source: String,
    /// The first line of each set that is in it, from one.
    pub first_lines: Vec<(u32, usize)>,
    /// The line after the last set.
    pub end_of_sets: u32,
    /// The line of each call that is in it, from one.
    pub lines: Vec<(u32, usize)>,
}

impl Sheet {
    /// The program with the calls for which `is_kept` says so, and the sets of these.
    pub fn text(&self, is_kept: &dyn Fn(usize) -> bool) -> Text {
        let mut source = String::from(DECLARED);
        let (mut first_lines, mut lines) = (Vec::new(), Vec::new());
        let next_line = |source: &str| source.lines().count() as u32 + 1;
        for (number, set) in self.sets.iter().enumerate() {
            if self.calls.iter().enumerate().any(|(at, call)| call.set == number && is_kept(at)) {
                first_lines.push((next_line(&source), number));
                source.push_str(set);
            }
        }
        let end_of_sets = next_line(&source);
        source.push_str(&self.variables);
        for (at, call) in self.calls.iter().enumerate().filter(|&(at, _)| is_kept(at)) {
            lines.push((next_line(&source), at));
            let _ = writeln!(source, "    O[{at}] = {};", call.text);
        }
        source.push_str("}\n");
        Text { source, first_lines, end_of_sets, lines }
    }
}

/// A parameter.
#[derive(Clone, PartialEq, Eq)]
struct Param {
    mode: &'static str,
    ty: String,
}

/// The sheet of a seed.
pub fn sheet(seed: u64) -> Sheet {
    let mut maker =
        Maker { random: Random::new(seed), is_native: seed % 2 == 1, is_2021: seed % 4 != 2, shapes: Vec::new() };
    let (mut sets, mut calls) = (Vec::new(), Vec::new());
    for number in 0..SETS {
        let (set, of_set) = maker.set(number as usize);
        sets.push(set);
        calls.extend(of_set);
    }
    let mut options = vec!["-HV".to_owned(), if maker.is_2021 { "2021" } else { "2018" }.to_owned()];
    if maker.is_native {
        options.push("-enable-16bit-types".to_owned());
    }
    Sheet { options, sets, calls, variables: maker.variables() }
}

struct Maker {
    random: Random,
    is_native: bool,
    is_2021: bool,
    /// The shapes of the set that is made: few, so that most arguments convert to most parameters.
    shapes: Vec<&'static str>,
}

impl Maker {
    fn elements(&self) -> Vec<&'static str> {
        let also: &[&str] = if self.is_native { &NATIVE } else { &MINIMUM };
        PLAIN.iter().chain(also).copied().collect()
    }

    fn element(&mut self) -> &'static str {
        let elements = self.elements();
        self.random.pick::<&str>(&elements)
    }

    /// A type of a set that takes scalars alone, also vectors and matrices, or everything.
    fn ty(&mut self, width: u64) -> String {
        match width {
            2.. if self.random.percent(30) => (*self.random.pick(&NAMED)).to_owned(),
            1.. => {
                let shapes = self.shapes.clone();
                format!("{}{}", self.element(), self.random.pick::<&str>(&shapes))
            }
            _ => self.element().to_owned(),
        }
    }

    /// The same with another element.
    fn like(&mut self, ty: &str) -> String {
        let elements = self.elements();
        match elements.iter().filter(|element| ty.starts_with(**element)).max_by_key(|element| element.len()) {
            Some(element) => format!("{}{}", self.element(), &ty[element.len()..]),
            None => ty.to_owned(),
        }
    }

    fn set(&mut self, number: usize) -> (String, Vec<Call>) {
        let form = match self.random.below(20) {
            0..=10 => Form::Functions,
            11..=13 => Form::Methods,
            14 => Form::StaticMethods,
            _ if self.is_2021 => Form::Templates,
            _ => Form::Functions,
        };
        let width = *self.random.pick(&[0, 0, 0, 1, 1, 2]);
        self.shapes = (0..3).map(|_| *self.random.pick(&SHAPES)).chain([""]).collect();
        let arity = 1 + self.random.below(4) as usize;
        let count = 2 + self.random.below(4) as usize;
        let modes: Vec<&str> =
            (0..arity).map(|_| *self.random.pick(&["", "", "", "", "", "", "out ", "inout "])).collect();
        // Some positions are the same in all.
        let shared: Vec<Option<String>> = (0..arity).map(|_| self.random.percent(20).then(|| self.ty(width))).collect();
        let mut overloads: Vec<Vec<Param>> = Vec::new();
        for _ in 0..count * 3 {
            let mut params = Vec::new();
            for (mode, same) in modes.iter().zip(&shared) {
                let mode = if self.random.percent(90) { *mode } else { *self.random.pick(&["", "out ", "inout "]) };
                let ty = same.clone().unwrap_or_else(|| self.ty(width));
                params.push(Param { mode, ty });
            }
            let is_new = overloads.iter().all(|other| other.iter().zip(&params).any(|(a, b)| a.ty != b.ty));
            if is_new && overloads.len() < count {
                overloads.push(params);
            }
        }
        let mut text = String::new();
        if matches!(form, Form::Methods | Form::StaticMethods) {
            let _ = writeln!(text, "struct M{number} {{");
        }
        for (at, params) in overloads.iter().enumerate() {
            text.push_str(&self.overload(form, number, at, params));
        }
        if matches!(form, Form::Methods | Form::StaticMethods) {
            text.push_str("};\n");
        }
        let callee = match form {
            Form::Methods => format!("o{number}.f{number}"),
            Form::StaticMethods => format!("M{number}::f{number}"),
            _ => format!("f{number}"),
        };
        if form == Form::Methods {
            let _ = writeln!(text, "static M{number} o{number};");
        }
        let calls = (0..CALLS).map(|_| {
            let args: Vec<String> = (0..arity).map(|at| self.argument(form, &overloads, at, width)).collect();
            Call { set: number, text: format!("{callee}({})", args.join(", ")) }
        });
        (text, calls.collect())
    }

    /// A declaration with its body. The parameters of a template take what they are given instead of one type or element.
    fn overload(&mut self, form: Form, number: usize, at: usize, params: &[Param]) -> String {
        let is_static = if form == Form::StaticMethods { "static " } else { "" };
        let mut list: Vec<Param> = params.to_vec();
        let mut head = String::new();
        if form == Form::Templates && self.random.percent(50) {
            let which = self.random.below(list.len() as u64) as usize;
            let ty = list[which].ty.clone();
            let (parameters, taken) = match self.random.below(5) {
                0 => ("typename P, int N", "vector<P, N>"),
                1 => ("typename P", "vector<P, 3>"),
                2 => ("typename P", "P[2]"),
                _ => ("typename P", "P"),
            };
            for param in &mut list {
                if param.ty == ty {
                    taken.clone_into(&mut param.ty);
                }
            }
            head = format!("template<{parameters}> ");
        }
        let list: Vec<String> = list
            .iter()
            .enumerate()
            .map(|(at, Param { mode, ty })| match ty.strip_suffix("[2]") {
                Some(element) => format!("{mode}{element} p{at}[2]"),
                None => format!("{mode}{ty} p{at}"),
            })
            .collect();
        format!("{head}{is_static}uint f{number}({}) {{ return {}; }}\n", list.join(", "), at + 1)
    }

    fn argument(&mut self, form: Form, overloads: &[Vec<Param>], at: usize, width: u64) -> String {
        let is_written = overloads.iter().any(|params| !params[at].mode.is_empty());
        // Mostly the type of one of the parameters, or one that differs in its element alone.
        let of_param = self.random.pick(overloads)[at].ty.clone();
        let ty = match self.random.below(10) {
            0..=4 => of_param,
            5..=8 => self.like(&of_param),
            _ => self.ty(width),
        };
        // DXC asks of a method's parameters not whether the argument can be written, and crashes where it cannot.
        let is_method = matches!(form, Form::Methods | Form::StaticMethods);
        if is_written && (is_method || self.random.percent(85)) {
            return if is_method { format!("a_{ty}") } else { self.place(&ty) };
        }
        match self.random.below(10) {
            0..=4 => self.place(&ty),
            5 => format!("({ty})0"),
            6 => format!("c_{ty}"),
            7 => format!("g_{ty}"),
            _ => (*self.random.pick(&VALUES)).to_owned(),
        }
    }

    /// What can be written: a variable, or a part of one that has the type.
    fn place(&mut self, ty: &str) -> String {
        if self.random.percent(85) {
            return format!("a_{ty}");
        }
        let element = ty.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x');
        match &ty[element.len()..] {
            "2" if self.elements().contains(&element) => {
                format!("a_{element}4.{}", self.random.pick(&["xy", "yx", "zz"]))
            }
            "3" if self.elements().contains(&element) => format!("a_{element}3x3[1]"),
            "" if self.elements().contains(&element) => {
                format!("a_{element}{}", self.random.pick(&["4.y", "3[1]", "2x2._m01", "2x2[1][0]", "4.xx"]))
            }
            _ => format!("a_{ty}"),
        }
    }

    /// A variable, a constant and a member of a constant buffer of every type, and the head of the entry point.
    fn variables(&self) -> String {
        let mut types: Vec<String> = NAMED.map(str::to_owned).to_vec();
        for element in self.elements() {
            types.push(element.to_owned());
            types.extend(SHAPES.iter().map(|shape| format!("{element}{shape}")));
        }
        let mut text = String::from("RWStructuredBuffer<uint> O : register(u0);\ncbuffer G {\n");
        for ty in &types {
            let _ = writeln!(text, "    {ty} g_{ty};");
        }
        text.push_str("};\n[numthreads(1, 1, 1)] void main() {\n");
        for ty in &types {
            let _ = writeln!(text, "    {ty} a_{ty} = ({ty})0; const {ty} c_{ty} = ({ty})0;");
        }
        text
    }
}
