//! Extracts from DXC's disassembly of debug information the lines that have instructions and the variables that have a
//! location.

use std::collections::{BTreeMap, BTreeSet};

use dxc_oracle::Dxc;
use dxil::container::{Container, FourCc};

/// What a listing shows of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Lines of instructions.
    pub lines: BTreeSet<u32>,
    /// Names and lines of the variables that are known to be somewhere at some point.
    pub variables: BTreeSet<(String, u32)>,
}

/// What DXC's disassembler shows of a container.
pub fn shown(dxc: &Dxc, container: &[u8]) -> Result<Shown, String> {
    let listing = dxc.disassemble(container)?;
    Ok(Shown::of(&listing))
}

impl Shown {
    /// What a listing shows.
    pub fn of(listing: &str) -> Self {
        let mut shown = Self::default();
        let mut declared: BTreeMap<&str, (String, u32)> = BTreeMap::new();
        let mut placed: BTreeSet<&str> = BTreeSet::new();
        for line in listing.lines() {
            let after = line.split("; line:").nth(1).and_then(|text| text.split_whitespace().next());
            shown.lines.extend(after.and_then(|number| number.parse::<u32>().ok()));
            if let Some((id, record)) = line.split_once(" = !DILocalVariable(") {
                let name = record.split("name: \"").nth(1).and_then(|text| text.split('"').next());
                let number = record.split("line: ").nth(1).and_then(|text| text.split([',', ')']).next());
                let number = number.and_then(|number| number.parse().ok()).unwrap_or(0);
                declared.extend(name.map(|name| (id, (name.to_owned(), number))));
            } else if line.contains("@llvm.dbg.value(metadata ") || line.contains("@llvm.dbg.declare(metadata ") {
                let mut operands = line.split("metadata ").skip(1);
                let is_known = operands.next().is_some_and(|value| !value.contains("undef"));
                let variable = operands.next().and_then(|text| text.split([',', ')']).next());
                placed.extend(variable.filter(|_| is_known));
            }
        }
        shown.variables.extend(placed.into_iter().filter_map(|id| declared.remove(id)));
        shown
    }
}

/// The parts of a container but those of debug information.
pub fn without_debug_information(bytes: &[u8]) -> Result<Vec<(FourCc, Vec<u8>)>, String> {
    let container = Container::read(bytes).map_err(|error| error.to_string())?;
    let parts = container.parts.into_iter().map(|part| (part.name, part.data));
    Ok(parts.filter(|(name, _)| ![FourCc::ILDB, FourCc::ILDN].contains(name)).collect())
}

/// How much of what one compiler shows another does, over many shaders.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coverage {
    /// Shaders.
    pub compared: usize,
    /// Lines that the one shows, and that both do.
    pub lines: (usize, usize),
    /// Variables, in the same way.
    pub variables: (usize, usize),
}

impl Coverage {
    /// Adds a shader.
    pub fn add(&mut self, ours: &Shown, theirs: &Shown) {
        self.compared += 1;
        self.lines.0 += theirs.lines.len();
        self.lines.1 += theirs.lines.intersection(&ours.lines).count();
        self.variables.0 += theirs.variables.len();
        self.variables.1 += theirs.variables.intersection(&ours.variables).count();
    }

    /// Whether this many percent of lines and of variables are covered.
    pub fn reaches(&self, lines: usize, variables: usize) -> bool {
        let covers = |(all, both): (usize, usize), percent: usize| both * 100 >= all * percent;
        covers(self.lines, lines) && covers(self.variables, variables)
    }
}
