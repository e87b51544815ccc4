//! Random statements.

use super::generate::{Generator, THREADS, Variable};
use super::types::{Base, Ty};

impl Generator {
    /// So many statements, nested so deep at most.
    pub fn statements(&mut self, count: u64, depth: u32) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.random.below(22) {
            0..=4 => self.declare(),
            5 => self.declare_array(),
            11..=12 if depth > 0 => self.branch(depth - 1),
            13..=14 if depth > 0 => self.count(depth - 1),
            15 if depth > 0 => self.repeat(depth - 1),
            16 if depth > 0 => self.switch(depth - 1),
            17 if self.in_main => self.tally(),
            18 if self.in_main && self.uniform => self.across(),
            19 if self.in_main && self.uniform && self.shared && self.loops == 0 => self.share(),
            20 => self.call_for_effect(),
            21 if self.loops > 0 => {
                let condition = self.expression(Ty::scalar(Base::Bool), 2);
                let way = *self.random.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {{ {way}; }}"));
            }
            _ => self.assign(),
        }
    }

    fn declare(&mut self) {
        let ty = self.ty();
        let value = self.value(ty, 3);
        let name = self.name("v");
        self.line(&format!("{} {name} = {value};", ty.name()));
        self.variables.push(Variable { name, ty, elements: 0, writable: true });
    }

    fn declare_array(&mut self) {
        let ty = self.ty();
        let elements = *self.random.pick(&[2u32, 4, 8]);
        let values: Vec<String> = (0..elements).map(|_| self.value(ty, 1)).collect();
        let name = self.name("a");
        self.line(&format!("{} {name}[{elements}] = {{ {} }};", ty.name(), values.join(", ")));
        self.variables.push(Variable { name, ty, elements, writable: true });
    }

    fn writable(&mut self) -> Option<Variable> {
        let writable: Vec<_> = self.variables.iter().filter(|variable| variable.writable).cloned().collect();
        (!writable.is_empty()).then(|| self.random.pick(&writable).clone())
    }

    fn assign(&mut self) {
        let Some(variable) = self.writable() else { return self.declare() };
        let mut place = variable.name.clone();
        let mut ty = variable.ty;
        if variable.elements > 0 {
            let index = self.index(variable.elements);
            place = format!("{place}[{index}]");
        }
        if ty.size > 1 && self.random.percent(40) {
            let letters = ["x", "y", "z", "w"];
            let start = self.random.below(u64::from(ty.size)) as usize;
            let count = 1 + self.random.below(u64::from(ty.size) - start as u64) as usize;
            place = format!("{place}.{}", letters[start..start + count].concat());
            ty = Ty { size: count as u8, ..ty };
        }
        if ty.base.is_integer() && self.random.percent(25) {
            let op = *self.random.pick(&["+=", "-=", "*=", "&=", "|=", "^="]);
            let value = self.value(ty, 3);
            return self.line(&format!("{place} {op} {value};"));
        }
        let value = self.value(ty, 4);
        self.line(&format!("{place} = {value};"));
    }

    /// Statements whose variables end with them.
    fn body(&mut self, depth: u32) {
        let known = self.variables.len();
        let count = 1 + self.random.below(3);
        self.statements(count, depth);
        self.variables.truncate(known);
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.expression(Ty::scalar(Base::Bool), 3);
        let attribute = *self.random.pick(&["", "", "[branch] ", "[flatten] "]);
        // What writes memory cannot be flattened.
        let attribute = if self.in_main { "" } else { attribute };
        self.open(&format!("{attribute}if ({condition}) {{"));
        self.body(depth);
        if self.random.percent(50) {
            self.depth -= 1;
            self.open("} else {");
            self.body(depth);
        }
        self.close();
    }

    fn count(&mut self, depth: u32) {
        let name = self.name("i");
        let bound = if self.random.percent(60) {
            (1 + self.random.below(6)).to_string()
        } else {
            let bound = self.expression(Ty::scalar(Base::Int), 1);
            format!("(({bound}) & 7)")
        };
        let attribute = *self.random.pick(&["", "", "", "[loop] ", "[unroll(4)] "]);
        let attribute = if bound.contains('&') && attribute == "[unroll(4)] " { "" } else { attribute };
        let attribute = if attribute == "[unroll(4)] " { "" } else { attribute };
        let step = *self.random.pick(&[1, 1, 2]);
        // The bound is worked out once: what it is made of may change inside.
        let limit = self.name("n");
        self.line(&format!("int {limit} = {bound};"));
        self.open(&format!("{attribute}for (int {name} = 0; {name} < {limit}; {name} += {step}) {{"));
        let known = self.variables.len();
        self.variables.push(Variable { name, ty: Ty::scalar(Base::Int), elements: 0, writable: false });
        self.within_loop(depth);
        self.variables.truncate(known);
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
        let uniform = std::mem::replace(&mut self.uniform, false);
        self.loops += 1;
        self.body(depth);
        self.loops -= 1;
        self.uniform = uniform;
    }

    fn switch(&mut self, depth: u32) {
        let base = if self.random.percent(50) { Base::Int } else { Base::Uint };
        let value = self.expression(Ty::scalar(base), 2);
        self.open(&format!("switch (({value}) & 3) {{"));
        // A `continue` in a switch is for the loop around it, a `break` is not: neither is made here.
        let loops = std::mem::replace(&mut self.loops, 0);
        let uniform = std::mem::replace(&mut self.uniform, false);
        for case in 0..2 + self.random.below(2) {
            self.open(&format!("case {case}: {{"));
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
        self.loops = loops;
        self.uniform = uniform;
        self.close();
    }

    /// Counts in memory in a way whose order does not matter.
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
        let ty = Ty::scalar(if self.random.percent(50) { Base::Int } else { Base::Uint });
        let name = self.name("w");
        let value = self.expression(ty, 2);
        let how = *self.random.pick(&[
            "WaveActiveSum",
            "WaveActiveMin",
            "WaveActiveMax",
            "WavePrefixSum",
            "WaveReadLaneFirst",
        ]);
        self.line(&format!("{} {name} = {how}({value});", ty.name()));
        self.variables.push(Variable { name, ty, elements: 0, writable: true });
    }

    /// Hands a value to another thread of the group.
    fn share(&mut self) {
        if self.depth != 1 {
            return self.declare();
        }
        let ty = Ty::scalar(Base::Int);
        let value = self.expression(ty, 2);
        let name = self.name("s");
        let index = self.leaf_index();
        self.line(&format!("Shared[thread] = {value};"));
        self.line("GroupMemoryBarrierWithGroupSync();");
        self.line(&format!("int {name} = Shared[({index}) & {}];", THREADS - 1));
        self.line("GroupMemoryBarrierWithGroupSync();");
        self.variables.push(Variable { name, ty, elements: 0, writable: true });
    }

    fn leaf_index(&mut self) -> String {
        self.expression(Ty::scalar(Base::Uint), 1)
    }

    /// Calls a function that may change what it is given.
    fn call_for_effect(&mut self) {
        if self.functions.is_empty() {
            return self.assign();
        }
        let function = self.random.pick(&self.functions.clone()).clone();
        let mut used: Vec<String> = Vec::new();
        let mut arguments = Vec::new();
        for (ty, how) in &function.parameters {
            if *how == "in" {
                arguments.push(self.value(*ty, 2));
                continue;
            }
            // What is changed through two parameters would be changed in no certain order.
            let fitting = |variable: &&Variable| {
                variable.writable && variable.elements == 0 && variable.ty == *ty && !used.contains(&variable.name)
            };
            let found: Vec<_> = self.variables.iter().filter(fitting).cloned().collect();
            let name = if found.is_empty() {
                let value = self.value(*ty, 1);
                let name = self.name("v");
                self.line(&format!("{} {name} = {value};", ty.name()));
                self.variables.push(Variable { name: name.clone(), ty: *ty, elements: 0, writable: true });
                name
            } else {
                self.random.pick(&found).name.clone()
            };
            used.push(name.clone());
            arguments.push(name);
        }
        let result = self.name("v");
        let ty = function.result;
        self.line(&format!("{} {result} = {}({});", ty.name(), function.name, arguments.join(", ")));
        self.variables.push(Variable { name: result, ty, elements: 0, writable: true });
    }
}
