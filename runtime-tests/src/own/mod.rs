//! Tests of our own in the format of LLVM's offload-test-suite: every operation on every kind of number, conversions, atomic
//! and wave operations, memory of every kind.
//!
//! Input: tables of rows, each with what is computed, in HLSL and in Rust. Output: for each row and kind of number a test as the
//! suite has them, whose wanted results come from Rust's arithmetic (in double precision, or in 128 bits), not from any
//! compiler of HLSL. `hlslc-runtime-tests suite --write DIR` writes them as files.

pub mod conversions;
pub mod floats;
pub mod integers;
pub mod memory;
pub mod waves;

use std::fmt::Write as _;

use half::f16;

/// A kind of number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `float16_t`.
    F16,
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// `int16_t`.
    I16,
    /// `uint16_t`.
    U16,
    /// `int`.
    I32,
    /// `uint`.
    U32,
    /// `int64_t`.
    I64,
    /// `uint64_t`.
    U64,
}

use Kind::{F16, F32, F64, I16, I32, I64, U16, U32, U64};

impl Kind {
    /// All of them.
    pub const ALL: [Self; 9] = [F16, F32, F64, I16, U16, I32, U32, I64, U64];
    /// Those of floats.
    pub const FLOATS: [Self; 3] = [F16, F32, F64];
    /// Those of integers.
    pub const INTEGERS: [Self; 6] = [I16, U16, I32, U32, I64, U64];

    /// Its name in HLSL.
    pub fn name(self) -> &'static str {
        match self {
            F16 => "float16_t",
            F32 => "float",
            F64 => "double",
            I16 => "int16_t",
            U16 => "uint16_t",
            I32 => "int",
            U32 => "uint",
            I64 => "int64_t",
            U64 => "uint64_t",
        }
    }

    /// Its name in the suite's files.
    fn format(self) -> &'static str {
        match self {
            F16 => "Float16",
            F32 => "Float32",
            F64 => "Float64",
            I16 => "Int16",
            U16 => "UInt16",
            I32 => "Int32",
            U32 => "UInt32",
            I64 => "Int64",
            U64 => "UInt64",
        }
    }

    /// Its size in bits.
    pub fn bits(self) -> u32 {
        match self {
            F16 | I16 | U16 => 16,
            F32 | I32 | U32 => 32,
            F64 | I64 | U64 => 64,
        }
    }

    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(self, F16 | F32 | F64)
    }

    /// Whether it has a sign.
    pub fn is_signed(self) -> bool {
        !matches!(self, U16 | U32 | U64)
    }

    /// What the suite calls a device that has it; none that every device has.
    fn feature(self) -> Option<&'static str> {
        match self {
            F16 => Some("Half"),
            F64 => Some("Double"),
            I16 | U16 => Some("Int16"),
            I64 | U64 => Some("Int64"),
            F32 | I32 | U32 => None,
        }
    }

    /// The nearest number of the kind, as its bits.
    pub fn of_float(self, value: f64) -> u64 {
        match self {
            F16 => u64::from(f16::from_f64(value).to_bits()),
            F32 => u64::from((value as f32).to_bits()),
            F64 => value.to_bits(),
            _ => self.of_integer(value as i128),
        }
    }

    /// The number modulo those of the kind, as its bits.
    pub fn of_integer(self, value: i128) -> u64 {
        if self.is_float() { self.of_float(value as f64) } else { value as u64 & (u64::MAX >> (64 - self.bits())) }
    }

    /// The number with these bits.
    pub fn float(self, bits: u64) -> f64 {
        match self {
            F16 => f16::from_bits(bits as u16).to_f64(),
            F32 => f64::from(f32::from_bits(bits as u32)),
            F64 => f64::from_bits(bits),
            _ => self.integer(bits) as f64,
        }
    }

    /// The integer with these bits.
    pub fn integer(self, bits: u64) -> i128 {
        let unused = 64 - self.bits();
        if self.is_signed() { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits) }
    }

    /// As the suite's files have it.
    fn shown(self, bits: u64) -> String {
        match self {
            F16 => format!("{bits:#06x}"),
            F32 | F64 => match self.float(bits) {
                value if value.is_nan() => "nan".to_owned(),
                value if value.is_infinite() => if value > 0.0 { "inf" } else { "-inf" }.to_owned(),
                value => format!("{value:?}"),
            },
            _ => self.integer(bits).to_string(),
        }
    }
}

/// How near a result has to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Near {
    /// The same bits.
    Exact,
    /// A number of units in the last place.
    Ulp(u32),
    /// So far at most.
    Within(f64),
}

/// Numbers of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbers {
    /// The kind.
    pub kind: Kind,
    /// Their bits.
    pub bits: Vec<u64>,
}

impl Numbers {
    /// The floats nearest to these.
    pub fn floats(kind: Kind, values: &[f64]) -> Self {
        Self { kind, bits: values.iter().map(|&value| kind.of_float(value)).collect() }
    }

    /// These integers, modulo those of the kind.
    pub fn integers(kind: Kind, values: &[i128]) -> Self {
        Self { kind, bits: values.iter().map(|&value| kind.of_integer(value)).collect() }
    }

    fn yaml(&self, name: &str, layout: &str) -> String {
        let data: Vec<String> = self.bits.iter().map(|&bits| self.kind.shown(bits)).collect();
        let format = self.kind.format();
        format!("  - {{ Name: {name}, Format: {format}, {layout}, Data: [ {} ] }}\n", data.join(", "))
    }
}

/// What numbers lie in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `StructuredBuffer`.
    Structured,
    /// `Buffer`.
    Typed,
    /// `ByteAddressBuffer`.
    Raw,
    /// `Texture2D`.
    Plane,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Structured, Self::Typed, Self::Raw, Self::Plane];

    /// Its name in HLSL, which is the suite's too.
    pub fn name(self) -> &'static str {
        match self {
            Self::Structured => "StructuredBuffer",
            Self::Typed => "Buffer",
            Self::Raw => "ByteAddressBuffer",
            Self::Plane => "Texture2D",
        }
    }

    /// Whether its elements have a format.
    pub fn is_typed(self) -> bool {
        !matches!(self, Self::Structured | Self::Raw)
    }

    fn declare(self, prefix: &str, ty: &str, name: &str, register: &str) -> String {
        let element = if self == Self::Raw { String::new() } else { format!("<{ty}>") };
        format!("{prefix}{}{element} {name} : register({register});\n", self.name())
    }

    fn place(self) -> &'static str {
        match self {
            Self::Structured | Self::Typed | Self::Raw => "i",
            Self::Plane => "uint2(i, 0)",
        }
    }

    /// Element `i`.
    fn read(self, name: &str, ty: &str) -> String {
        match self {
            Self::Raw => format!("{name}.Load<{ty}>(i * sizeof({ty}))"),
            _ => format!("{name}[{}]", self.place()),
        }
    }

    /// Element `i` becomes something.
    fn write(self, name: &str, ty: &str, value: &str) -> String {
        match self {
            Self::Raw => format!("{name}.Store<{ty}>(i * sizeof({ty}), {value});"),
            _ => format!("{name}[{}] = {value};", self.place()),
        }
    }

    /// What a buffer of it says beside its data, of this many elements.
    fn layout(self, lanes: u32, stride: u32, elements: u32) -> String {
        let image = format!("Channels: {lanes}, OutputProps: {{ Width: {elements}, Height: 1, Depth: 1 }}");
        match self {
            Self::Structured => format!("Stride: {stride}"),
            Self::Raw => "Channels: 1".to_owned(),
            Self::Typed => format!("Channels: {lanes}"),
            Self::Plane => image,
        }
    }
}

/// A test: a compute shader that reads `A`, `B`, … and writes `Out`.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// Its name, which is that of its file.
    pub name: String,
    /// What stands before `main`.
    pub declarations: String,
    /// The body of `main`, where `i` is the number of the thread.
    pub body: String,
    /// How many threads there are, in one group.
    pub threads: u32,
    /// What is read.
    pub inputs: Vec<Numbers>,
    /// What they lie in.
    pub input_shape: Shape,
    /// What the results lie in.
    pub output_shape: Shape,
    /// How many numbers are one element of a buffer.
    pub lanes: u32,
    /// What `Out` has to hold in the end.
    pub wanted: Numbers,
    /// How near.
    pub near: Near,
    /// The shader model: 6 and this.
    pub minor: u32,
    /// What else a device has to have, in the suite's words.
    pub requires: Option<&'static str>,
    /// How large waves have to be.
    pub wave: Option<u32>,
}

impl Test {
    /// `Out[i] = expression` of `a`, `b`, … for every element, by this many lanes at once.
    pub fn of_expression(name: String, expression: &str, inputs: Vec<Numbers>, wanted: Numbers, lanes: u32) -> Self {
        Self::of_shape(name, expression, inputs, wanted, lanes, Shape::Structured)
    }

    /// The same of inputs that lie in something else.
    pub fn of_shape(
        name: String,
        expression: &str,
        inputs: Vec<Numbers>,
        wanted: Numbers,
        lanes: u32,
        input_shape: Shape,
    ) -> Self {
        let mut test = Self {
            name,
            declarations: String::new(),
            body: String::new(),
            threads: wanted.bits.len() as u32 / lanes,
            inputs,
            input_shape,
            output_shape: Shape::Structured,
            lanes,
            wanted,
            near: Near::Exact,
            minor: 2,
            requires: None,
            wave: None,
        };
        test.body = test.body_of(expression);
        test
    }

    /// `Out[i] = expression`.
    pub fn body_of(&self, expression: &str) -> String {
        let read = |(lower, numbers): (char, &Numbers)| {
            let ty = vector(numbers.kind, self.lanes);
            let value = self.input_shape.read(&lower.to_ascii_uppercase().to_string(), &ty);
            format!("{ty} {lower} = {value};\n  ")
        };
        let reads: String = ('a'..).zip(&self.inputs).map(read).collect();
        reads + &self.output_shape.write("Out", &vector(self.wanted.kind, self.lanes), expression)
    }

    fn features(&self) -> Vec<&'static str> {
        let kinds = self.inputs.iter().chain([&self.wanted]).map(|numbers| numbers.kind);
        let mut features: Vec<_> = kinds.filter_map(Kind::feature).chain(self.requires).collect();
        features.sort_unstable();
        features.dedup();
        features
    }

    /// The test as the suite has it.
    pub fn text(&self) -> String {
        let mut text = "#--- source.hlsl\n".to_owned();
        for (at, (letter, numbers)) in ('A'..).zip(&self.inputs).enumerate() {
            let ty = vector(numbers.kind, self.lanes);
            text += &self.input_shape.declare("", &ty, &letter.to_string(), &format!("t{at}"));
        }
        let (output, register) = (vector(self.wanted.kind, self.lanes), self.inputs.len());
        text += &self.output_shape.declare("RW", &output, "Out", &format!("u{register}"));
        text += &self.declarations;
        let Self { threads, body, minor, .. } = self;
        if let Some(size) = self.wave {
            let _ = writeln!(text, "[WaveSize({size})]");
        }
        let _ = write!(text, "[numthreads({threads}, 1, 1)]\nvoid main(uint i : SV_GroupIndex) {{\n  {body}\n}}\n");
        text += "#--- pipeline.yaml\n---\nShaders:\n  - Stage: Compute\n    Entry: main\nBuffers:\n";
        let layout = |shape: Shape, numbers: &Numbers| {
            let stride = numbers.kind.bits() / 8 * self.lanes;
            shape.layout(self.lanes, stride, numbers.bits.len() as u32 / self.lanes)
        };
        for (letter, numbers) in ('A'..).zip(&self.inputs) {
            text += &numbers.yaml(&letter.to_string(), &layout(self.input_shape, numbers));
        }
        let wanted = &self.wanted;
        let size = wanted.bits.len() as u32 * wanted.kind.bits() / 8;
        let layout = layout(self.output_shape, wanted);
        let _ = writeln!(text, "  - {{ Name: Out, Format: {}, {layout}, FillSize: {size} }}", wanted.kind.format());
        text += &wanted.yaml("Wanted", &layout);
        text += "Results:\n";
        let rule = match self.near {
            Near::Exact => "BufferExact".to_owned(),
            Near::Ulp(count) => format!("BufferFloatULP, ULPT: {count}"),
            Near::Within(distance) => format!("BufferFloatEpsilon, Epsilon: {distance}"),
        };
        let _ = writeln!(text, "  - {{ Result: Numbers, Rule: {rule}, Actual: Out, Expected: Wanted }}");
        text.push_str("DescriptorSets:\n  - Resources:\n");
        let mut bind = |name: &str, kind: &str, at: usize| {
            let place = format!("DirectXBinding: {{ Register: {at}, Space: 0 }}, VulkanBinding: {{ Binding: {at} }}");
            let _ = writeln!(text, "    - {{ Name: {name}, Kind: {kind}, {place} }}");
        };
        for (at, letter) in ('A'..).take(self.inputs.len()).enumerate() {
            bind(&letter.to_string(), self.input_shape.name(), at);
        }
        bind("Out", &format!("RW{}", self.output_shape.name()), register);
        text.push_str("...\n#--- end\n\n");
        if let Some(size) = self.wave {
            let _ = writeln!(text, "# REQUIRES: WaveSize_{size}");
        }
        for feature in self.features() {
            let _ = writeln!(text, "# REQUIRES: {feature}");
        }
        let _ = write!(
            text,
            "# RUN: split-file %s %t\n# RUN: %dxc_target -enable-16bit-types -T cs_6_{minor} -Fo %t.o %t/source.hlsl\n\
             # RUN: %offloader %t/pipeline.yaml %t.o\n"
        );
        text
    }
}

/// A vector of a kind of number; the number itself for one lane.
pub fn vector(kind: Kind, lanes: u32) -> String {
    if lanes == 1 { kind.name().to_owned() } else { format!("{}{lanes}", kind.name()) }
}

/// All of them. No two have one name.
pub fn all() -> Vec<Test> {
    [floats::all(), integers::all(), conversions::all(), waves::all(), memory::all()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_many_and_each_has_a_name() {
        let all = all();
        let mut names: Vec<&str> = all.iter().map(|test| &*test.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        assert!(all.len() >= 250, "{}", all.len());
    }

    #[test]
    fn numbers_keep_their_bits() {
        assert_eq!(I16.integer(I16.of_integer(-2)), -2);
        assert_eq!(U16.of_integer(-1), 0xffff);
        assert_eq!(I64.integer(I64.of_integer(i128::from(i64::MIN))), i128::from(i64::MIN));
        assert_eq!(F16.shown(F16.of_float(1.0)), "0x3c00");
        assert_eq!(F32.shown(F32.of_float(0.1)), "0.10000000149011612");
    }
}
