//! Generates random expressions of a type.

use super::generate::Generator;
use super::types::{Base, Shape, Ty};

/// Components by number.
const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

impl Generator {
    /// An expression whose value can be kept: floats are brought back to small whole numbers unless the program is strict.
    pub fn value(&mut self, ty: Ty, depth: u32) -> String {
        let expression = self.expression(ty, depth);
        match ty.base {
            Base::Float if !self.strict => format!("clamp(floor({expression}), -64.0, 64.0)"),
            Base::Half if !self.strict => {
                let name = ty.name();
                format!("clamp(floor({expression}), ({name})-16.0, ({name})16.0)")
            }
            _ => expression,
        }
    }

    /// An expression.
    pub fn expression(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 || self.random.percent(12) {
            return self.leaf(ty);
        }
        if ty.size > 1
            && (ty.base.is_plain() || ty.base == Base::Float && self.strict)
            && !self.precise
            && self.random.percent(8)
        {
            return self.product(ty);
        }
        if self.templates && ty.base.is_integer() && self.random.percent(6) {
            return self.template(ty, depth - 1);
        }
        if self.random.percent(12) {
            return self.shuffled(ty, depth - 1);
        }
        if self.random.percent(8) {
            return self.choice(ty, depth - 1);
        }
        if self.random.percent(8)
            && let Some(call) = self.call(ty, depth - 1)
        {
            return call;
        }
        match ty.base {
            Base::Bool => self.truth(ty, depth - 1),
            base if base.is_float() => self.float(ty, depth - 1),
            _ => self.whole(ty, depth - 1),
        }
    }

    pub fn leaf(&mut self, ty: Ty) -> String {
        if self.random.percent(75)
            && let Some(read) = self.read(ty)
        {
            return read;
        }
        if self.random.percent(40)
            && let Some(input) = self.input(ty)
        {
            return input;
        }
        if ty.is_scalar() {
            return self.literal(ty.base);
        }
        let parts: Vec<String> = (0..ty.size).map(|_| self.literal(ty.base)).collect();
        format!("{}({})", ty.name(), parts.join(", "))
    }

    fn literal(&mut self, base: Base) -> String {
        let small = self.random.below(41) as i64 - 20;
        match base {
            Base::Bool => ["false", "true"][self.random.below(2) as usize].to_owned(),
            Base::Float if self.strict => format!("{:.2}f", small as f64 / 4.0),
            Base::Float => format!("{:.1}f", small as f64 / 2.0),
            Base::Half => format!("(float16_t){:.1}", small as f64 / 2.0),
            Base::Double => format!("{:.3}L", small as f64 / 8.0),
            Base::Int if self.random.percent(25) => format!("(int)0x{:x}u", self.random.next() as u32),
            Base::Uint if self.random.percent(25) => format!("0x{:x}u", self.random.next() as u32),
            Base::Uint => format!("{}u", small.unsigned_abs()),
            Base::Int => format!("({small})"),
            _ => format!("({})({small})", base.name()),
        }
    }

    /// A variable, or a part of one.
    fn read(&mut self, ty: Ty) -> Option<String> {
        let fitting: Vec<_> = self
            .variables
            .iter()
            .filter(|variable| variable.ty.base == ty.base && (variable.ty.size >= ty.size))
            // Indices of indices end.
            .filter(|variable| self.indices == 0 || variable.elements == 0 && !variable.name.contains('@'))
            .cloned()
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let variable = self.random.pick(&fitting).clone();
        let mut text = self.spelled(&variable.name);
        if variable.elements > 0 {
            let index = self.index(variable.elements);
            text = format!("{text}[{index}]");
        }
        if variable.ty.size == ty.size && self.random.percent(70) {
            return Some(text);
        }
        if variable.ty.is_scalar() {
            return Some(text);
        }
        if ty.is_scalar() && self.random.percent(25) && variable.ty.size == 4 {
            let index = self.index(4);
            return Some(format!("{text}[{index}]"));
        }
        let letters: String =
            (0..ty.size).map(|_| LETTERS[self.random.below(u64::from(variable.ty.size)) as usize]).collect();
        Some(format!("{text}.{letters}"))
    }

    /// An index below a number: a power of two, or 3.
    pub fn index(&mut self, elements: u32) -> String {
        if self.random.percent(40) {
            return self.random.below(u64::from(elements)).to_string();
        }
        let base = if self.random.percent(50) && elements != 3 { Base::Int } else { Base::Uint };
        self.indices += 1;
        let index = self.leaf(Ty::scalar(base));
        self.indices -= 1;
        if elements.is_power_of_two() {
            format!("({index}) & {}", elements - 1)
        } else {
            format!("({index}) % {elements}u")
        }
    }

    /// Something from a resource.
    fn input(&mut self, ty: Ty) -> Option<String> {
        let uint = Ty::scalar(Base::Uint);
        let item = |generator: &mut Self| {
            let index = generator.leaf(uint);
            format!("Items[({index}) & 63]")
        };
        Some(match (ty.base, ty.size) {
            (Base::Uint, 1) => match self.random.below(3) {
                0 => "Some".to_owned(),
                1 => format!("{}.b.{}", item(self), LETTERS[self.random.below(2) as usize]),
                _ => {
                    let at = self.leaf(uint);
                    format!("In.Load((({at}) & 1023) * 4)")
                }
            },
            (Base::Uint, 2) if self.random.percent(50) => format!("{}.b", item(self)),
            (Base::Uint, size) => {
                let at = self.leaf(uint);
                format!("In.Load{size}((({at}) & 1023) * 4)")
            }
            (Base::Int, 1) => match self.random.below(5) {
                0 => "Other".to_owned(),
                1 => format!("{}.a", item(self)),
                2 => {
                    let index = self.index(4);
                    format!("{}.d[{index}]", item(self))
                }
                3 => {
                    let index = self.index(8);
                    format!("Table[{index}]")
                }
                _ => {
                    let (row, column) = (self.index(4), LETTERS[self.random.below(4) as usize]);
                    format!("Fixed[{row}].{column}")
                }
            },
            (Base::Int, 4) => match self.random.below(3) {
                0 if self.textures => {
                    let (x, y, level) = (self.index(8), self.index(8), self.random.below(2));
                    format!("Picture.Load(int3(({x}) >> {level}, ({y}) >> {level}, {level}))")
                }
                1 => {
                    let index = self.index(64);
                    format!("Typed[{index}]")
                }
                _ => {
                    let row = self.index(4);
                    format!("Fixed[{row}]")
                }
            },
            (Base::Int, 3) => {
                let row = self.index(4);
                let name = *self.random.pick(&["Typed", "Fixed"]);
                format!("{name}[{row}].zxy")
            }
            (Base::Float, size) if self.strict => match self.random.below(4) {
                0 if size == 1 => "Quarter".to_owned(),
                1 if size == 1 => format!("{}.c", item(self)),
                2 if size == 1 => {
                    (*self.random.pick(&["asfloat(0x7f800000u)", "asfloat(0xffc00001u)", "-0.0f", "1e38f"])).to_owned()
                }
                _ => format!("asfloat({})", self.leaf(ty.with(Base::Uint))),
            },
            _ => return None,
        })
    }

    fn call(&mut self, ty: Ty, depth: u32) -> Option<String> {
        let fitting: Vec<_> = self
            .functions
            .iter()
            .filter(|function| function.result == Shape::Plain(ty) && function.is_pure())
            .cloned()
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let function = self.random.pick(&fitting).clone();
        let arguments: Vec<String> =
            function.parameters.iter().map(|(shape, _)| self.value_of(*shape, depth.min(1))).collect();
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    /// Components of something larger, or constructed.
    fn shuffled(&mut self, ty: Ty, depth: u32) -> String {
        if ty.size > 1 && self.random.percent(50) {
            let first = 1 + self.random.below(u64::from(ty.size) - 1) as u8;
            let (a, b) = (Ty { size: first, ..ty }, Ty { size: ty.size - first, ..ty });
            let (a, b) = (self.expression(a, depth), self.expression(b, depth));
            return format!("{}({a}, {b})", ty.name());
        }
        let size = 2 + self.random.below(3) as u8;
        let whole = self.expression(Ty { size, ..ty }, depth);
        let letters: String = (0..ty.size).map(|_| LETTERS[self.random.below(u64::from(size)) as usize]).collect();
        format!("({whole}).{letters}")
    }

    fn choice(&mut self, ty: Ty, depth: u32) -> String {
        if ty.is_scalar() || self.random.percent(40) {
            let condition = self.expression(Ty::scalar(Base::Bool), depth);
            let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
            return format!("({condition} ? {a} : {b})");
        }
        let condition = self.expression(ty.with(Base::Bool), depth);
        let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
        format!("select({condition}, {a}, {b})")
    }

    /// A function for any type.
    fn template(&mut self, ty: Ty, depth: u32) -> String {
        let (name, a) = (ty.name(), self.expression(ty, depth));
        match self.random.below(3) {
            0 => format!("doubled<{name}>({a})"),
            1 => format!("summed<{name}, {}>({a})", self.random.below(5)),
            _ => {
                let (which, b) = (self.expression(Ty::scalar(Base::Bool), depth), self.expression(ty, depth));
                format!("chosen<{name}>({which}, {a}, {b})")
            }
        }
    }

    /// A float to follow: precise programs compute none for that.
    fn considered(&mut self, ty: Ty, depth: u32) -> String {
        if self.precise { self.leaf(ty) } else { self.value(ty, depth) }
    }

    fn truth(&mut self, ty: Ty, depth: u32) -> String {
        let wide = |generator: &mut Self| Ty { base: Base::Bool, size: 2 + generator.random.below(3) as u8 };
        match self.random.below(8) {
            0 => {
                let a = self.expression(ty, depth);
                format!("(!{a})")
            }
            1 if ty.is_scalar() => {
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                let op = *self.random.pick(&["&&", "||"]);
                format!("({a} {op} {b})")
            }
            1 => {
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                let name = *self.random.pick(&["and", "or"]);
                format!("{name}({a}, {b})")
            }
            2 if ty.is_scalar() => {
                let of = wide(self);
                let a = self.expression(of, depth);
                let name = *self.random.pick(&["any", "all"]);
                format!("{name}({a})")
            }
            3 => {
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                let op = *self.random.pick(&["==", "!="]);
                format!("({a} {op} {b})")
            }
            4 if self.strict => {
                let a = self.considered(ty.with(Base::Float), depth);
                let name = *self.random.pick(&["isnan", "isinf", "isfinite"]);
                // Without `-Gis` a compiler may take it that there is nothing of the kind.
                if self.precise {
                    format!("(asuint({a}) > ({})7u)", ty.with(Base::Uint).name())
                } else {
                    format!("{name}({a})")
                }
            }
            _ if self.random.percent(25) => {
                let base = self.real();
                let of = ty.with(base);
                let (a, b) = (self.considered(of, depth), self.considered(of, depth));
                let op = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a} {op} {b})")
            }
            _ => {
                let base = self.integer();
                let (a, b) = (self.expression(ty.with(base), depth), self.expression(ty.with(base), depth));
                let op = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a} {op} {b})")
            }
        }
    }

    fn float(&mut self, ty: Ty, depth: u32) -> String {
        let (name, is_double) = (ty.name(), ty.base == Base::Double);
        match self.random.below(if self.strict { 14 } else { 10 }) {
            0 | 1 => {
                let op = *self.random.pick(&["+", "-"]);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({a} {op} {b})")
            }
            // Products of what is kept alone, so that digits do not run out.
            2 if !self.strict => {
                let (a, b) = (self.leaf(ty), self.leaf(ty));
                format!("({a} * {b})")
            }
            3 => {
                let of = *self.random.pick(&["min", "max"]);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("{of}({a}, {b})")
            }
            4 if !is_double => {
                let of = *self.random.pick(&["abs", "floor", "ceil", "trunc", "round", "saturate", "sign"]);
                let a = self.expression(ty, depth);
                let a = format!("{of}({a})");
                if of == "sign" { format!("({name})({a})") } else { a }
            }
            5 => {
                let a = self.expression(ty, depth);
                format!("(-({a}))")
            }
            6 | 7 => {
                let base = self.integer();
                let a = self.expression(ty.with(base), depth);
                // Some below zero, some in halves.
                let a = if base.is_signed() { format!("(({a} & 31) - 16)") } else { format!("({a} & 15)") };
                let half = if self.random.percent(40) && !is_double { " * 0.5" } else { "" };
                let half = if ty.base == Base::Half && !half.is_empty() { " * (float16_t)0.5" } else { half };
                format!("(({name}){a}{half})")
            }
            8 => {
                let a = self.expression(ty.with(Base::Bool), depth);
                format!("({name})({a})")
            }
            9 => {
                let base = self.real();
                let a = self.value(ty.with(base), depth);
                format!("({name})({a})")
            }
            10 => {
                let op = *self.random.pick(&["*", "/", "+"]);
                let op = if is_double && op == "/" { "*" } else { op };
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({a} {op} {b})")
            }
            11 if !is_double => {
                let a = self.expression(ty, depth);
                format!("sqrt(abs({a}))")
            }
            12 if ty.base == Base::Float => {
                let base = if self.random.percent(50) { Base::Int } else { Base::Uint };
                let a = self.expression(ty.with(base), depth);
                format!("asfloat({a})")
            }
            13 if !is_double => {
                // What comes of limits in the wrong order is not defined.
                let a = self.expression(ty, depth);
                format!("clamp({a}, ({name})-3.0f, ({name})12.5f)")
            }
            _ => {
                let a = self.expression(ty, depth);
                format!("abs({a})")
            }
        }
    }

    fn whole(&mut self, ty: Ty, depth: u32) -> String {
        let name = ty.name();
        let is_plain = ty.base.is_plain();
        match self.random.below(18) {
            0..=3 => {
                let op = *self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({a} {op} {b})")
            }
            4 | 5 => {
                let op = *self.random.pick(&["<<", ">>"]);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                let mask = match ty.base {
                    Base::Short | Base::Ushort => 15,
                    base if base.is_wide() => 63,
                    _ => 31,
                };
                format!("({a} {op} ({b} & ({name}){mask}))")
            }
            6 => {
                let op = *self.random.pick(&["/", "%"]);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({a} {op} (({b} & ({name})15) | ({name})1))")
            }
            7 => {
                let op = *self.random.pick(&["-", "~"]);
                let a = self.expression(ty, depth);
                format!("({op}({a}))")
            }
            8 => {
                let of = *self.random.pick(&["min", "max"]);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("{of}({a}, {b})")
            }
            9 if ty.base.is_signed() => {
                let a = self.expression(ty, depth);
                format!("abs({a})")
            }
            9 | 10 if is_plain => {
                let of = *self.random.pick(&["countbits", "reversebits", "firstbitlow", "firstbithigh"]);
                let of = if of == "firstbithigh" && ty.base == Base::Int { "countbits" } else { of };
                let a = self.expression(ty.with(Base::Uint), depth);
                format!("({name})({of}({a}))")
            }
            11 => {
                let a = self.expression(ty.with(Base::Bool), depth);
                format!("({name})({a})")
            }
            12 => {
                let of = ty.with(self.real());
                let a = self.considered(of, depth.min(1));
                // Numbers below zero for what has a sign.
                let low = if ty.base.is_signed() { "-100.5" } else { "0.0" };
                let (low, high) = match of.base {
                    Base::Double => (format!("({})({low}L)", of.name()), format!("({})(100.5L)", of.name())),
                    _ => (format!("({})({low})", of.name()), format!("({})(100.5)", of.name())),
                };
                format!("({name})min(max({a}, {low}), {high})")
            }
            13 if ty == Ty::scalar(Base::Int) || ty == Ty::scalar(Base::Uint) => {
                let of = Ty { size: 2 + self.random.below(3) as u8, ..ty };
                let (a, b) = (self.expression(of, depth), self.expression(of, depth));
                format!("dot({a}, {b})")
            }
            16 if is_plain => {
                let a = self.expression(ty, depth);
                format!("clamp({a}, ({name})5, ({name})77)")
            }
            14 if is_plain => {
                let (a, b, c) = (self.expression(ty, depth), self.expression(ty, depth), self.expression(ty, depth));
                format!("mad({a}, {b}, {c})")
            }
            _ => {
                let base = self.integer();
                let a = self.expression(ty.with(base), depth);
                format!("({name})({a})")
            }
        }
    }
}
