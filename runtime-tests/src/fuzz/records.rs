//! Declares the structs, matrices and arrays of random programs: their members and initial values.
//!
//! A variable of such a type is known by its root, and by each place in it that holds a scalar or vector: `s.f`, `m[@3]`,
//! `m._m01`. `@N` stands for an index below N that is made up anew wherever the place is used.

use super::generate::{Generator, Root, Variable};
use super::types::{Base, Grid, Shape, Ty};

/// A field of a struct.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: String,
    pub shape: Shape,
    /// `row_major`, where it says so.
    pub order: &'static str,
}

impl Generator {
    /// A matrix type.
    pub fn grid(&mut self) -> Grid {
        let base = *self.random.pick(&[Base::Int, Base::Uint, Base::Float]);
        Grid { base, rows: 2 + self.random.below(3) as u8, columns: 2 + self.random.below(3) as u8 }
    }

    /// Writes the structs of the program. What the first holds may come from a buffer.
    pub fn declare_records(&mut self) {
        for number in 0..=self.random.below(3) as usize {
            let mut fields = Vec::new();
            for at in 0..=self.random.below(4) {
                let shape = match self.random.below(10) {
                    0..=5 => Shape::Plain(self.ty()),
                    6 | 7 => Shape::Array(self.ty(), *self.random.pick(&[2, 4])),
                    8 if number > 0 => Shape::Record(self.random.below(number as u64) as usize),
                    _ => Shape::Grid(self.grid()),
                };
                // Floats of a buffer are not small whole numbers, and its bits are no Booleans.
                let shape = match shape {
                    Shape::Plain(ty) if number == 0 && !self.is_storable(ty.base) => Shape::Plain(ty.with(Base::Int)),
                    Shape::Array(ty, count) if number == 0 && !self.is_storable(ty.base) => {
                        Shape::Array(ty.with(Base::Uint), count)
                    }
                    Shape::Grid(grid) if number == 0 && !self.is_storable(grid.base) => {
                        Shape::Grid(Grid { base: Base::Int, ..grid })
                    }
                    other => other,
                };
                let order = match shape {
                    Shape::Grid(_) if !self.by_columns => "row_major ",
                    Shape::Grid(_) => *self.random.pick(&["", "row_major ", "column_major "]),
                    _ => "",
                };
                fields.push(Field { name: format!("m{at}"), shape, order });
            }
            self.open(&format!("struct R{number} {{"));
            for field in &fields {
                self.line(&format!("{}{};", field.order, field.shape.declare(&field.name)));
            }
            self.depth -= 1;
            self.line("};");
            self.records.push(fields);
        }
    }

    fn is_storable(&self, base: Base) -> bool {
        base.is_integer() || base.is_float() && self.strict
    }

    /// Makes a variable known, and all places in it.
    pub fn know(&mut self, name: &str, shape: Shape, writable: bool) {
        self.roots.push(Root { name: name.to_owned(), shape, writable });
        self.know_places(name, shape, writable);
    }

    fn know_places(&mut self, name: &str, shape: Shape, writable: bool) {
        match shape {
            Shape::Plain(ty) => {
                self.variables.push(Variable { name: name.to_owned(), ty, elements: 0, writable });
            }
            Shape::Array(ty, elements) => {
                self.variables.push(Variable { name: name.to_owned(), ty, elements, writable });
            }
            Shape::Grid(grid) => {
                let row = format!("{name}[@{}]", grid.rows);
                // DXC loses such stores to parameters.
                let to_row = writable && self.returns.is_none();
                self.variables.push(Variable { name: row, ty: grid.row(), elements: 0, writable: to_row });
                let (row, column) = (self.random.below(grid.rows.into()), self.random.below(grid.columns.into()));
                let cell = format!("{name}._m{row}{column}");
                self.variables.push(Variable { name: cell, ty: Ty::scalar(grid.base), elements: 0, writable });
                let pair =
                    format!("{name}._{}_{}", ["12", "21"][(row & 1) as usize], ["11", "22"][(column & 1) as usize]);
                let ty = Ty { base: grid.base, size: 2 };
                // DXC's SPIR-V lacks stores to such.
                self.variables.push(Variable { name: pair, ty, elements: 0, writable: writable && self.by_columns });
            }
            Shape::Record(number) => {
                for field in self.records[number].clone() {
                    self.know_places(&format!("{name}.{}", field.name), field.shape, writable);
                }
            }
            Shape::Records(number, count) => {
                self.know_places(&format!("{name}[@{count}]"), Shape::Record(number), writable);
            }
        }
    }

    /// The name of a place, with an index in place of each `@`.
    pub fn spelled(&mut self, name: &str) -> String {
        let mut text = String::new();
        let mut rest = name;
        while let Some((before, after)) = rest.split_once('@') {
            text.push_str(before);
            let index = self.index(u32::from(after.as_bytes()[0] - b'0'));
            text.push_str(&index);
            rest = &after[1..];
        }
        text + rest
    }

    /// Declares a variable that is no scalar or vector.
    pub fn declare_large(&mut self) {
        let number = self.random.below(self.records.len().max(1) as u64) as usize;
        let name = self.name("r");
        match self.random.below(5) {
            0 | 1 => {
                let grid = self.grid();
                let value = self.matrix_value(grid, 2);
                self.line(&format!("{} {name} = {value};", grid.name()));
                self.know(&name, Shape::Grid(grid), true);
            }
            2 if !self.records.is_empty() => {
                let count = *self.random.pick(&[2, 4]);
                let values: Vec<String> = (0..count).map(|_| self.record(number)).collect();
                self.line(&format!("R{number} {name}[{count}] = {{ {} }};", values.join(", ")));
                self.know(&name, Shape::Records(number, count), true);
            }
            3 | 4 if !self.records.is_empty() => {
                let value = self.record(number);
                self.line(&format!("R{number} {name} = {value};"));
                self.know(&name, Shape::Record(number), true);
            }
            _ => {
                let ty = self.ty();
                let count = *self.random.pick(&[2u32, 4, 8]);
                let values: Vec<String> = (0..count).map(|_| self.value(ty, 1)).collect();
                self.line(&format!("{} {name}[{count}] = {{ {} }};", ty.name(), values.join(", ")));
                self.know(&name, Shape::Array(ty, count), true);
            }
        }
    }

    /// A variable of a type, by its root.
    fn root(&mut self, shape: Shape) -> Option<String> {
        let mut fitting: Vec<String> =
            self.roots.iter().filter(|root| root.shape == shape).map(|root| root.name.clone()).collect();
        if let Shape::Record(number) = shape {
            for root in &self.roots {
                if let Shape::Records(of, count) = root.shape
                    && of == number
                {
                    fitting.push(format!("{}[@{count}]", root.name));
                }
            }
        }
        if fitting.is_empty() {
            return None;
        }
        let name = self.random.pick(&fitting).clone();
        Some(self.spelled(&name))
    }

    /// A value of a struct.
    pub fn record(&mut self, number: usize) -> String {
        if number == 0 && self.random.percent(35) {
            let index = self.index(64);
            return format!("Records[{index}]");
        }
        let found = self.root(Shape::Record(number));
        found.filter(|_| self.random.percent(70)).unwrap_or_else(|| format!("(R{number})0"))
    }

    /// A value of any type.
    pub fn value_of(&mut self, shape: Shape, depth: u32) -> String {
        match shape {
            Shape::Plain(ty) => self.value(ty, depth),
            Shape::Grid(grid) => self.matrix_value(grid, depth),
            Shape::Record(number) => self.record(number),
            Shape::Array(..) | Shape::Records(..) => {
                if let Some(name) = self.root(shape) {
                    return name;
                }
                let name = self.name("r");
                let declared = shape.declare(&name);
                self.line(&format!("{declared} = ({})0;", declared.replacen(&format!(" {name}"), "", 1)));
                self.know(&name, shape, true);
                name
            }
        }
    }

    /// Gives a whole struct or matrix another value.
    pub fn assign_large(&mut self) {
        let fitting: Vec<Root> = self.roots.iter().filter(|root| root.writable).cloned().collect();
        let large: Vec<Root> = fitting.into_iter().filter(|root| !matches!(root.shape, Shape::Plain(_))).collect();
        if large.is_empty() {
            return self.declare_large();
        }
        let root = self.random.pick(&large).clone();
        match root.shape {
            Shape::Grid(grid) => {
                let value = self.matrix_value(grid, 3);
                self.line(&format!("{} = {value};", root.name));
            }
            Shape::Record(number) => {
                let value = self.record(number);
                self.line(&format!("{} = {value};", root.name));
            }
            Shape::Records(number, count) => {
                let (index, value) = (self.index(count), self.record(number));
                self.line(&format!("{}[{index}] = {value};", root.name));
            }
            Shape::Array(..) | Shape::Plain(_) => {
                if let Some(other) = self.root(root.shape) {
                    self.line(&format!("{} = {other};", root.name));
                }
            }
        }
    }

    /// A matrix whose components can be kept.
    pub fn matrix_value(&mut self, grid: Grid, depth: u32) -> String {
        let matrix = self.matrix(grid, depth);
        if grid.base == Base::Float && !self.strict { format!("clamp(floor({matrix}), -64.0, 64.0)") } else { matrix }
    }

    fn matrix_leaf(&mut self, grid: Grid) -> String {
        if let Some(root) = self.root(Shape::Grid(grid))
            && self.random.percent(70)
        {
            return root;
        }
        if grid.base == Base::Int && grid.rows <= 3 && self.random.percent(40) {
            // The upper left of a matrix of constants.
            let name = *self.random.pick(&["Across", "Down"]);
            return format!("({})({name})", grid.name());
        }
        let rows: Vec<String> = (0..grid.rows).map(|_| self.value(grid.row(), 1)).collect();
        format!("{}({})", grid.name(), rows.join(", "))
    }

    /// A matrix.
    pub fn matrix(&mut self, grid: Grid, depth: u32) -> String {
        if depth == 0 {
            return self.matrix_leaf(grid);
        }
        let is_exact = grid.base != Base::Float;
        match self.random.below(8) {
            0 => {
                let (a, b) = (self.matrix(grid, depth - 1), self.matrix(grid, depth - 1));
                let op = *self.random.pick(&["+", "-"]);
                format!("({a} {op} {b})")
            }
            1 if is_exact => {
                let (a, b) = (self.matrix(grid, depth - 1), self.matrix(grid, depth - 1));
                // Nor has it operators on the bits of a matrix.
                let op = if self.by_columns { *self.random.pick(&["*", "&", "^"]) } else { "*" };
                format!("({a} {op} {b})")
            }
            2 => format!("transpose({})", self.matrix(grid.turned(), depth - 1)),
            3 if is_exact || self.strict => {
                let inner = 2 + self.random.below(3) as u8;
                let a = self.matrix_leaf(Grid { columns: inner, ..grid });
                let b = self.matrix_leaf(Grid { rows: inner, ..grid });
                format!("mul({a}, {b})")
            }
            // DXC takes what is less than zero by as much, which is not the same for zeros.
            4 if is_exact || !self.strict => format!("(-({}))", self.matrix(grid, depth - 1)),
            5 => {
                let (a, b) = (self.matrix(grid, depth - 1), self.matrix(grid, depth - 1));
                let name = *self.random.pick(&["min", "max"]);
                format!("{name}({a}, {b})")
            }
            6 => {
                let condition = self.expression(Ty::scalar(Base::Bool), depth - 1);
                let (a, b) = (self.matrix(grid, depth - 1), self.matrix(grid, depth - 1));
                format!("({condition} ? {a} : {b})")
            }
            _ => self.matrix_leaf(grid),
        }
    }

    /// A vector of a matrix and another.
    pub fn product(&mut self, ty: Ty) -> String {
        let inner = 2 + self.random.below(3) as u8;
        let vector = self.leaf(Ty { size: inner, ..ty });
        if self.random.percent(50) {
            let matrix = self.matrix_leaf(Grid { base: ty.base, rows: ty.size, columns: inner });
            format!("mul({matrix}, {vector})")
        } else {
            let matrix = self.matrix_leaf(Grid { base: ty.base, rows: inner, columns: ty.size });
            format!("mul({vector}, {matrix})")
        }
    }
}
