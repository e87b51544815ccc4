//! Random expressions of a type.

use super::generate::Generator;
use super::types::{Base, Ty};

/// Components by number.
const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

impl Generator {
    /// An expression whose value can be kept: floats are brought back to small whole numbers unless the program is strict.
    pub fn value(&mut self, ty: Ty, depth: u32) -> String {
        let expression = self.expression(ty, depth);
        if ty.base == Base::Float && !self.strict {
            format!("clamp(floor({expression}), -64.0, 64.0)")
        } else {
            expression
        }
    }

    /// An expression.
    pub fn expression(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 || self.random.percent(12) {
            return self.leaf(ty);
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
            Base::Float => self.float(ty, depth - 1),
            _ => self.whole(ty, depth - 1),
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
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
            Base::Float if self.strict => format!("{:.2}", small as f64 / 4.0),
            Base::Float => format!("{:.1}", small as f64 / 2.0),
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
            .cloned()
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let variable = self.random.pick(&fitting).clone();
        let mut text = variable.name.clone();
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

    /// An index below a power of two.
    pub fn index(&mut self, elements: u32) -> String {
        if self.random.percent(40) {
            return self.random.below(u64::from(elements)).to_string();
        }
        let base = if self.random.percent(50) { Base::Uint } else { Base::Int };
        let index = self.leaf(Ty::scalar(base));
        format!("({index}) & {}", elements - 1)
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
            (Base::Int, 4) => {
                let row = self.index(4);
                format!("Fixed[{row}]")
            }
            (Base::Float, 1) if self.strict => {
                if self.random.percent(50) {
                    "Quarter".to_owned()
                } else {
                    format!("{}.c", item(self))
                }
            }
            _ => return None,
        })
    }

    fn call(&mut self, ty: Ty, depth: u32) -> Option<String> {
        let fitting: Vec<_> = self
            .functions
            .iter()
            .filter(|function| function.result == ty && function.parameters.iter().all(|(_, how)| *how == "in"))
            .cloned()
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let function = self.random.pick(&fitting).clone();
        let arguments: Vec<String> = function.parameters.iter().map(|(ty, _)| self.value(*ty, depth.min(1))).collect();
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    /// Components of something larger, or put together.
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
            _ => {
                let base = if self.random.percent(25) { Base::Float } else { self.integer() };
                let (a, b) = (self.expression(ty.with(base), depth), self.expression(ty.with(base), depth));
                let op = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a} {op} {b})")
            }
        }
    }

    fn float(&mut self, ty: Ty, depth: u32) -> String {
        match self.random.below(if self.strict { 12 } else { 9 }) {
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
                let name = *self.random.pick(&["min", "max"]);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("{name}({a}, {b})")
            }
            4 => {
                let name = *self.random.pick(&["abs", "floor", "ceil", "trunc", "round", "saturate", "sign"]);
                let a = self.expression(ty, depth);
                let a = format!("{name}({a})");
                if name == "sign" { format!("({})({a})", ty.name()) } else { a }
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
                let half = if self.random.percent(40) { " * 0.5" } else { "" };
                format!("(({}){a}{half})", ty.name())
            }
            8 => {
                let a = self.expression(ty.with(Base::Bool), depth);
                format!("({})({a})", ty.name())
            }
            9 => {
                let op = *self.random.pick(&["*", "/", "+"]);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({a} {op} {b})")
            }
            10 => {
                let a = self.expression(ty, depth);
                format!("sqrt(abs({a}))")
            }
            _ => {
                let a = self.expression(ty, depth);
                format!("frac(abs({a}))")
            }
        }
    }

    fn whole(&mut self, ty: Ty, depth: u32) -> String {
        let name = ty.name();
        let is_plain = matches!(ty.base, Base::Int | Base::Uint);
        match self.random.below(16) {
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
                let a = self.value(ty.with(Base::Float), depth.min(1));
                format!("({name})clamp({a}, 0.0, 100.0)")
            }
            13 if ty == Ty::scalar(Base::Int) || ty == Ty::scalar(Base::Uint) => {
                let of = Ty { size: 2 + self.random.below(3) as u8, ..ty };
                let (a, b) = (self.expression(of, depth), self.expression(of, depth));
                format!("dot({a}, {b})")
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
