//! Generates random statements.

use super::generate::{Generator, Root, THREADS, Variable};
use super::types::{Base, Shape, Ty};

impl Generator {
    /// The number of statements, and how deep they are nested at most.
    pub fn statements(&mut self, count: u64, depth: u32) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.random.below(28) {
            0..=3 => self.declare(),
            4..=6 if !self.precise => self.declare_large(),
            4 => self.declare_array(),
            7 if !self.precise => self.assign_large(),
            8 | 9 => self.call_for_effect(),
            11..=12 if depth > 0 => self.branch(depth - 1),
            13..=14 if depth > 0 => self.count(depth - 1),
            15 if depth > 0 => self.repeat(depth - 1),
            16 if depth > 0 => self.switch(depth - 1),
            17 if self.in_main => self.tally(),
            18 | 19 if self.in_main && self.uniform => self.across(),
            20 | 21 if self.in_main && self.together && self.shared.is_some() => self.share(),
            22 if self.in_main && self.together && depth > 0 => self.part_of_groups(depth - 1),
            23 if self.loops > 0 => {
                let condition = self.expression(Ty::scalar(Base::Bool), 2);
                // A `break` in a switch would be for the switch.
                let route = if self.in_switch { "continue" } else { *self.random.pick(&["break", "continue"]) };
                self.line(&format!("if ({condition}) {{ {route}; }}"));
            }
            24 if self.returns.is_some() => self.early_return(),
            25 if self.templates && !self.precise => self.declare_pair(),
            26 if self.in_main => {
                let value = self.expression(Ty::scalar(Base::Uint), 2);
                self.line(&format!("Marks[place] = {value};"));
            }
            _ => self.assign(),
        }
    }

    pub fn early_return(&mut self) {
        let Some(result) = self.returns else { return };
        let condition = self.expression(Ty::scalar(Base::Bool), 2);
        let early = self.value_of(result, 2);
        self.line(&format!("if ({condition}) {{ return {early}; }}"));
    }

    fn declare(&mut self) {
        let ty = self.ty();
        let value = self.value(ty, 3);
        let name = self.name("v");
        let precise = if self.precise && ty.base.is_float() { "precise " } else { "" };
        self.line(&format!("{precise}{} {name} = {value};", ty.name()));
        self.know(&name, Shape::Plain(ty), true);
    }

    fn declare_array(&mut self) {
        let ty = self.ty();
        let elements = *self.random.pick(&[2u32, 4, 8]);
        let values: Vec<String> = (0..elements).map(|_| self.value(ty, 1)).collect();
        let name = self.name("a");
        let precise = if self.precise && ty.base.is_float() { "precise " } else { "" };
        self.line(&format!("{precise}{} {name}[{elements}] = {{ {} }};", ty.name(), values.join(", ")));
        self.know(&name, Shape::Array(ty, elements), true);
    }

    /// A struct for any type.
    fn declare_pair(&mut self) {
        let ty = Ty { base: self.integer(), ..self.ty() };
        let (first, second, name, greater) = (self.value(ty, 2), self.value(ty, 2), self.name("pair"), self.name("v"));
        self.line(&format!("Pair<{}> {name};", ty.name()));
        self.line(&format!("{name}.first = {first};"));
        self.line(&format!("{name}.second = {second};"));
        self.line(&format!("{} {greater} = {name}.greater();", ty.name()));
        self.know(&greater, Shape::Plain(ty), true);
    }

    /// What only some groups do, each with all its threads.
    fn part_of_groups(&mut self, depth: u32) {
        let (axis, parity) = (*self.random.pick(&["x", "y"]), self.random.below(2));
        self.open(&format!("if ((group.{axis} & 1) == {parity}) {{"));
        self.body(depth);
        self.close();
    }

    fn writable(&mut self) -> Option<Variable> {
        let writable: Vec<_> = self.variables.iter().filter(|variable| variable.writable).cloned().collect();
        (!writable.is_empty()).then(|| self.random.pick(&writable).clone())
    }

    fn assign(&mut self) {
        let Some(variable) = self.writable() else { return self.declare() };
        let mut place = self.spelled(&variable.name);
        let mut ty = variable.ty;
        if variable.elements > 0 {
            let index = self.index(variable.elements);
            place = format!("{place}[{index}]");
        }
        if ty.size > 1 && self.random.percent(50) {
            // Some components, each once, in any order.
            let mut letters: Vec<char> = "xyzw".chars().take(ty.size.into()).collect();
            let count = 1 + self.random.below(u64::from(ty.size));
            let chosen: String =
                (0..count).map(|_| letters.remove(self.random.below(letters.len() as u64) as usize)).collect();
            place = format!("{place}.{chosen}");
            ty = Ty { size: count as u8, ..ty };
        }
        if ty.base.is_integer() && self.random.percent(30) {
            if ty.is_scalar() && self.random.percent(25) {
                let op = *self.random.pick(&["++", "--"]);
                return self.line(&format!("{place}{op};"));
            }
            let op = *self.random.pick(&["+=", "-=", "*=", "&=", "|=", "^="]);
            let value = self.value(ty, 3);
            return self.line(&format!("{place} {op} {value};"));
        }
        let value = self.value(ty, 4);
        self.line(&format!("{place} = {value};"));
    }

    /// Statements whose variables end with them.
    fn body(&mut self, depth: u32) {
        let scope = self.scope();
        let count = 1 + self.random.below(3);
        self.statements(count, depth);
        self.leave(scope);
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.expression(Ty::scalar(Base::Bool), 3);
        let attribute = *self.random.pick(&["", "", "[branch] ", "[flatten] "]);
        // What writes memory cannot be flattened.
        let attribute = if self.in_main { "" } else { attribute };
        let together = std::mem::replace(&mut self.together, false);
        self.open(&format!("{attribute}if ({condition}) {{"));
        self.body(depth);
        if self.random.percent(50) {
            self.depth -= 1;
            self.open("} else {");
            self.body(depth);
        }
        self.together = together;
        self.close();
    }

    fn count(&mut self, depth: u32) {
        let name = self.name("i");
        let step = *self.random.pick(&[1, 1, 2]);
        if self.random.percent(40) {
            let bound = 1 + self.random.below(4);
            let attribute = *self.random.pick(&["", "[loop] ", "[unroll] "]);
            self.open(&format!("{attribute}for (int {name} = 0; {name} < {bound}; {name} += {step}) {{"));
        } else {
            let bound = self.expression(Ty::scalar(Base::Int), 1);
            // The bound is worked out once: what it is made of may change inside.
            let limit = self.name("n");
            self.line(&format!("int {limit} = (({bound}) & 7);"));
            let attribute = *self.random.pick(&["", "", "[loop] "]);
            self.open(&format!("{attribute}for (int {name} = 0; {name} < {limit}; {name} += {step}) {{"));
        }
        let scope = self.scope();
        self.know(&name, Shape::Plain(Ty::scalar(Base::Int)), false);
        self.within_loop(depth);
        self.leave(scope);
        self.close();
    }

    fn repeat(&mut self, depth: u32) {
        let fuel = self.name("n");
        let condition = self.expression(Ty::scalar(Base::Bool), 2);
        let turns = 1 + self.random.below(6);
        self.line(&format!("int {fuel} = {turns};"));
        if self.random.percent(50) {
            self.open(&format!("while ({fuel}-- > 0 && {condition}) {{"));
            self.within_loop(depth);
            self.close();
        } else {
            self.open("do {");
            self.within_loop(depth);
            self.depth -= 1;
            self.line(&format!("}} while (--{fuel} > 0 && {condition});"));
        }
    }

    fn within_loop(&mut self, depth: u32) {
        let (uniform, together, in_switch) = (self.uniform, self.together, self.in_switch);
        (self.uniform, self.together, self.in_switch) = (false, false, false);
        self.loops += 1;
        self.body(depth);
        self.loops -= 1;
        (self.uniform, self.together, self.in_switch) = (uniform, together, in_switch);
    }

    fn switch(&mut self, depth: u32) {
        let base = if self.random.percent(50) { Base::Int } else { Base::Uint };
        let value = self.expression(Ty::scalar(base), 2);
        self.open(&format!("switch (({value}) & 3) {{"));
        let (uniform, together, in_switch) = (self.uniform, self.together, self.in_switch);
        (self.uniform, self.together, self.in_switch) = (false, false, true);
        for case in 0..2 + self.random.below(2) {
            let label = if case == 1 && self.random.percent(30) { "case 1: case 3: {" } else { "" };
            let label = if label.is_empty() { format!("case {case}: {{") } else { label.to_owned() };
            self.open(&label);
            self.body(depth);
            self.line("break;");
            self.close();
        }
        if self.random.percent(60) {
            self.open("default: {");
            self.body(depth);
            self.line("break;");
            self.close();
        }
        (self.uniform, self.together, self.in_switch) = (uniform, together, in_switch);
        self.close();
    }

    /// Counts in memory by an operation whose order does not matter.
    fn tally(&mut self) {
        let uint = Ty::scalar(Base::Uint);
        let (at, by) = (self.expression(uint, 2), self.expression(uint, 2));
        let how = *self.random.pick(&["Add", "Or", "Max", "Xor"]);
        // One kind of operation for each part of the memory.
        let part = match how {
            "Add" => 0,
            "Or" => 64,
            "Max" => 128,
            _ => 192,
        };
        self.line(&format!("Counts.Interlocked{how}((({at}) & 15) * 4 + {part}, {by});"));
    }

    /// An operation across a wave.
    fn across(&mut self) {
        let name = self.name("w");
        let (result, text) = match self.random.below(12) {
            0..=4 => {
                let ty = Ty { base: self.integer(), ..self.ty() };
                let ty = if matches!(ty.base, Base::Short | Base::Ushort) { ty.with(Base::Int) } else { ty };
                let value = self.expression(ty, 2);
                let how = *self.random.pick(&["ActiveSum", "ActiveMin", "ActiveMax", "PrefixSum", "ReadLaneFirst"]);
                (ty, format!("Wave{how}({value})"))
            }
            5 => {
                let ty = Ty { base: Base::Uint, ..self.ty() };
                let value = self.expression(ty, 2);
                let how = *self.random.pick(&["BitAnd", "BitOr", "BitXor"]);
                (ty, format!("WaveActive{how}({value})"))
            }
            6 | 7 => {
                let value = self.expression(Ty::scalar(Base::Bool), 2);
                let how = *self.random.pick(&["ActiveCountBits", "PrefixCountBits"]);
                (Ty::scalar(Base::Uint), format!("Wave{how}({value})"))
            }
            8 => {
                let value = self.expression(Ty::scalar(Base::Bool), 2);
                let how = *self.random.pick(&["AllTrue", "AnyTrue"]);
                (Ty::scalar(Base::Bool), format!("WaveActive{how}({value})"))
            }
            9 => {
                let ty = Ty { base: Base::Int, ..self.ty() };
                let value = self.expression(ty, 2);
                (ty.with(Base::Bool), format!("WaveActiveAllEqual({value})"))
            }
            10 if self.together => {
                let ty = Ty { base: Base::Int, ..self.ty() };
                let value = self.expression(ty, 2);
                let how = *self.random.pick(&["QuadReadAcrossX", "QuadReadAcrossY", "QuadReadAcrossDiagonal"]);
                (ty, format!("{how}({value})"))
            }
            11 if self.together => {
                let ty = Ty { base: Base::Int, ..self.ty() };
                let (value, lane) = (self.expression(ty, 2), self.index(4));
                (ty, format!("WaveReadLaneAt({value}, {lane})"))
            }
            _ => (Ty::scalar(Base::Bool), "WaveIsFirstLane()".to_owned()),
        };
        self.line(&format!("{} {name} = {text};", result.name()));
        self.know(&name, Shape::Plain(result), true);
    }

    /// Hands values to other threads of the group.
    pub fn share(&mut self) {
        let Some(shape) = self.shared else { return };
        let (index, uint) = (self.index(8), Ty::scalar(Base::Uint));
        if self.random.percent(30) {
            let (start, by, name) = (self.expression(uint, 1), self.expression(uint, 2), self.name("s"));
            let how = *self.random.pick(&["Add", "Or", "Max", "Xor", "Min", "And"]);
            self.line(&format!("if (thread < 8) {{ Sums[thread] = {start}; }}"));
            self.line("GroupMemoryBarrierWithGroupSync();");
            self.line(&format!("Interlocked{how}(Sums[{index}], {by});"));
            self.line("GroupMemoryBarrierWithGroupSync();");
            let other = self.index(8);
            self.line(&format!("uint {name} = Sums[{other}];"));
            self.line("GroupMemoryBarrierWithGroupSync();");
            return self.know(&name, Shape::Plain(uint), true);
        }
        let (value, index, name) = (self.value_of(shape, 2), self.expression(uint, 1), self.name("s"));
        self.line(&format!("Shared[thread] = {value};"));
        self.line("GroupMemoryBarrierWithGroupSync();");
        self.line(&format!("{} = Shared[({index}) & {}];", shape.declare(&name), THREADS - 1));
        self.line("GroupMemoryBarrierWithGroupSync();");
        self.know(&name, shape, true);
    }

    /// Calls a function that may change what it is given.
    fn call_for_effect(&mut self) {
        if self.functions.is_empty() {
            return self.assign();
        }
        let function = self.random.pick(&self.functions.clone()).clone();
        // A static variable may be changed by the call itself, and functions that are called in expressions leave it alone.
        if function.has_effect && !self.roots.iter().any(|root| root.name == "Static") {
            return self.assign();
        }
        let mut used = vec!["Static".to_owned()];
        let mut arguments = Vec::new();
        for (shape, how) in &function.parameters {
            if *how == "in" {
                arguments.push(self.value_of(*shape, 2));
                continue;
            }
            // What is changed through two parameters would be changed in no certain order.
            let of_root = |name: &str| name.split(['.', '[']).next().unwrap_or_default().to_owned();
            let is_free = |name: &str| !name.contains('@') && !used.contains(&of_root(name));
            let fitting: Vec<String> = match shape {
                Shape::Plain(ty) => {
                    let fits = |variable: &&Variable| {
                        variable.writable && variable.elements == 0 && variable.ty == *ty && is_free(&variable.name)
                    };
                    self.variables.iter().filter(fits).map(|variable| variable.name.clone()).collect()
                }
                shape => {
                    let fits = |root: &&Root| root.writable && root.shape == *shape && is_free(&root.name);
                    self.roots.iter().filter(fits).map(|root| root.name.clone()).collect()
                }
            };
            let name = if fitting.is_empty() {
                let (value, name) = (self.fresh(*shape), self.name("v"));
                self.line(&format!("{} = {value};", shape.declare(&name)));
                self.know(&name, *shape, true);
                name
            } else {
                self.random.pick(&fitting).clone()
            };
            used.push(of_root(&name));
            arguments.push(name);
        }
        let (result, shape) = (self.name("v"), function.result);
        self.line(&format!("{} = {}({});", shape.declare(&result), function.name, arguments.join(", ")));
        self.know(&result, shape, true);
    }

    /// A value for a new variable.
    fn fresh(&mut self, shape: Shape) -> String {
        match shape {
            Shape::Array(ty, count) => {
                let values: Vec<String> = (0..count).map(|_| self.value(ty, 1)).collect();
                format!("{{ {} }}", values.join(", "))
            }
            shape => self.value_of(shape, 1),
        }
    }
}
