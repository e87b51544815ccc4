//! Reads the debug information of a program: types, variables, scopes and calls, and the text of each instruction.
//!
//! Input: the module and the program that the interpreter decoded of it. Output: tables by the numbers of the program's
//! instructions and variables; the module is not needed afterwards. What is damaged or missing is described as far as it goes.

use dxil::debug_info::{DebugField, DebugKind, DebugRecord};
use dxil::disasm::Lister;
use dxil::metadata::Metadata;
use dxil::{MdId, Module};
use hlslc_interp::Program;
use rustc_hash::FxHashMap;

use crate::types::{Kind, Member, Scalar, Type, TypeId, Types};

/// Scopes, calls and types that are nested deeper are not followed.
const MOST_DEPTH: u32 = 64;

/// The prefix of variables that stand for static globals.
const GLOBAL: &str = "global.";

/// A place in the source, and the calls that led there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The file, by its number among [`Info::files`].
    pub file: u32,
    /// The line.
    pub line: u32,
    /// The column; 0 if it is not known.
    pub column: u32,
    pub(crate) scope: Option<MdId>,
    pub(crate) inlined_at: Option<MdId>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct VariableInfo {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Whether it is a static global.
    pub is_global: bool,
    pub(crate) scope: Option<MdId>,
    pub(crate) inlined_at: Option<MdId>,
}

/// A global variable in memory.
#[derive(Clone, Debug)]
pub struct GlobalInfo {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its address.
    pub address: u64,
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct UnitInfo {
    /// Its text in the listing.
    pub text: String,
    /// The register of its result.
    pub register: Option<String>,
    /// Its place, if debug information states one.
    pub spot: Option<Spot>,
    /// Equal for instructions of one line in one copy of a function; 0 if there is no place.
    pub(crate) key: u32,
    /// The number of calls that led there, as far as they were inlined.
    pub(crate) depth: u32,
}

/// Everything that debug information says.
#[derive(Clone, Debug, Default)]
pub struct Info {
    /// The types.
    pub types: Types,
    /// The names of files.
    pub files: Vec<String>,
    /// The instructions, as the program numbers them.
    pub units: Vec<UnitInfo>,
    /// The variables, as the program numbers them.
    pub variables: Vec<VariableInfo>,
    /// The global variables that are in memory.
    pub globals: Vec<GlobalInfo>,
    /// The texts of files, by their names, where the container has them.
    texts: Vec<(String, String)>,
    /// Each scope: what encloses it, and the name if it is a function.
    scopes: FxHashMap<MdId, (Option<MdId>, Option<String>)>,
    /// Each call that something was inlined at.
    calls: FxHashMap<MdId, Spot>,
}

impl Info {
    /// Reads it.
    pub fn new(module: &Module, program: &Program) -> Self {
        let mut reader =
            Reader { module, info: Self::default(), types: FxHashMap::default(), files: FxHashMap::default() };
        reader.units(program);
        for variable in program.variables() {
            let name = reader.text(variable.variable, "name");
            let ty = reader.ty(reader.reference(variable.variable, "type"), MOST_DEPTH);
            let scope = reader.reference(variable.variable, "scope");
            reader.scope(scope);
            reader.info.variables.push(VariableInfo {
                is_global: name.starts_with(GLOBAL),
                name: name.strip_prefix(GLOBAL).unwrap_or(&name).to_owned(),
                ty,
                scope,
                inlined_at: variable.inlined_at,
            });
        }
        for &(id, address) in program.globals() {
            let name = reader.text(id, "name");
            let ty = reader.ty(reader.reference(id, "type"), MOST_DEPTH);
            reader.info.globals.push(GlobalInfo { name, ty, address });
        }
        for &node in module.named_nodes("dx.source.contents") {
            let text = |at: usize| {
                let node = module.metadata.is_valid(node).then_some(node)?;
                let entry = module.metadata.operands(node)?.get(at).copied()??;
                let entry = module.metadata.is_valid(entry).then_some(entry)?;
                Some(String::from_utf8_lossy(module.metadata.as_string(entry)?.as_bytes()).into_owned())
            };
            reader.info.texts.extend(text(0).zip(text(1)));
        }
        reader.info
    }

    /// The text of a file, if the container has it.
    pub fn source(&self, file: &str) -> Option<&str> {
        self.texts.iter().find(|(name, _)| name == file).map(|(_, text)| &**text)
    }

    /// The name of the function that a scope is in.
    pub fn function(&self, mut scope: Option<MdId>) -> &str {
        for _ in 0..MOST_DEPTH {
            match scope.and_then(|scope| self.scopes.get(&scope)) {
                Some((_, Some(name))) => return name,
                Some((outer, None)) => scope = *outer,
                None => break,
            }
        }
        ""
    }

    /// Whether a scope is another one or in it, and how far up.
    pub(crate) fn within(&self, mut inner: Option<MdId>, outer: Option<MdId>) -> Option<u32> {
        for steps in 0..MOST_DEPTH {
            if inner == outer {
                return Some(steps);
            }
            inner = self.scopes.get(&inner?)?.0;
        }
        None
    }

    /// The calls that led to a place, itself first.
    pub fn frames(&self, spot: &Spot) -> Vec<Spot> {
        let mut frames = vec![spot.clone()];
        let mut call = spot.inlined_at;
        while let Some(next) = call.and_then(|call| self.calls.get(&call)) {
            if frames.len() > MOST_DEPTH as usize {
                break;
            }
            call = next.inlined_at;
            frames.push(next.clone());
        }
        frames
    }
}

struct Reader<'m> {
    module: &'m Module,
    info: Info,
    types: FxHashMap<MdId, TypeId>,
    files: FxHashMap<String, u32>,
}

impl<'m> Reader<'m> {
    fn record(&self, id: MdId) -> Option<&'m DebugRecord> {
        match self.module.metadata.is_valid(id).then(|| self.module.metadata.get(id))? {
            Metadata::Debug(record) => Some(record),
            Metadata::String(_) | Metadata::Value(_) | Metadata::Node { .. } => None,
        }
    }

    fn field(&self, id: MdId, name: &str) -> Option<DebugField> {
        let record = self.record(id)?;
        let at = record.kind.fields().iter().position(|(field, _)| *field == name)?;
        record.fields.get(at).copied()
    }

    fn reference(&self, id: MdId, name: &str) -> Option<MdId> {
        match self.field(id, name)? {
            DebugField::Ref(target) => target,
            DebugField::Int(_) => None,
        }
    }

    fn number(&self, id: MdId, name: &str) -> u32 {
        match self.field(id, name) {
            Some(DebugField::Int(number)) => u32::try_from(number).unwrap_or(0),
            Some(DebugField::Ref(_)) | None => 0,
        }
    }

    fn text(&self, id: MdId, name: &str) -> String {
        let text = self.reference(id, name).filter(|&text| self.module.metadata.is_valid(text));
        let text = text.and_then(|text| self.module.metadata.as_string(text));
        text.map_or_else(String::new, |text| String::from_utf8_lossy(text.as_bytes()).into_owned())
    }

    /// Notes a scope and those around it.
    fn scope(&mut self, mut scope: Option<MdId>) {
        for _ in 0..MOST_DEPTH {
            let Some(id) = scope.filter(|id| !self.info.scopes.contains_key(id)) else { return };
            let Some(record) = self.record(id) else { return };
            let is_function = record.kind == DebugKind::DISubprogram;
            let name = is_function.then(|| self.text(id, "name"));
            let outer = if is_function { None } else { self.reference(id, "scope") };
            self.info.scopes.insert(id, (outer, name));
            scope = outer;
        }
    }

    fn file(&mut self, name: &str) -> u32 {
        let next = self.info.files.len() as u32;
        let number = *self.files.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.info.files.push(name.to_owned());
        }
        number
    }

    fn file_of(&self, mut scope: Option<MdId>) -> String {
        for _ in 0..MOST_DEPTH {
            let Some(id) = scope else { break };
            let Some(record) = self.record(id) else { break };
            if record.kind == DebugKind::DIFile {
                return self.text(id, "filename");
            }
            scope = self.reference(id, "file").or_else(|| self.reference(id, "scope"));
        }
        String::new()
    }

    /// Notes the calls that something was inlined at; how many they are.
    fn calls(&mut self, mut call: Option<MdId>) -> u32 {
        let mut depth = 0;
        while let Some(id) = call.filter(|_| depth < MOST_DEPTH) {
            depth += 1;
            let inlined_at = self.reference(id, "inlinedAt");
            if !self.info.calls.contains_key(&id) {
                let scope = self.reference(id, "scope");
                self.scope(scope);
                let file = self.file_of(scope);
                let file = self.file(&file);
                let (line, column) = (self.number(id, "line"), self.number(id, "column"));
                self.info.calls.insert(id, Spot { file, line, column, scope, inlined_at });
            }
            call = inlined_at;
        }
        depth
    }

    fn units(&mut self, program: &Program) {
        let mut lister = Lister::new(self.module);
        let mut keys = FxHashMap::default();
        for (number, unit) in (0..).zip(program.units()) {
            let text = lister.instruction(unit.function, unit.inst).unwrap_or_default();
            // What follows is metadata, and a comment that says what an operation is called.
            let text =
                [", !dbg", "  ;"].iter().fold(&*text, |text, end| text.split(end).next().unwrap_or(text)).trim_end();
            let register = unit.has_result().then(|| text.split(" = ").next().unwrap_or(text).to_owned());
            let location = program.location(number).filter(|location| location.place.line != 0);
            let mut info = UnitInfo { text: text.to_owned(), register, spot: None, key: 0, depth: 0 };
            if let Some(location) = location {
                self.scope(location.scope);
                info.depth = self.calls(location.inlined_at);
                let file = self.file(&location.place.file);
                let next = keys.len() as u32 + 1;
                info.key = *keys.entry((file, location.place.line, location.inlined_at)).or_insert(next);
                info.spot = Some(Spot {
                    file,
                    line: location.place.line,
                    column: location.place.column,
                    scope: location.scope,
                    inlined_at: location.inlined_at,
                });
            }
            self.info.units.push(info);
        }
    }

    fn ty(&mut self, id: Option<MdId>, depth: u32) -> TypeId {
        if let Some(&known) = id.and_then(|id| self.types.get(&id)) {
            return known;
        }
        let described = id.zip(depth.checked_sub(1)).and_then(|(id, depth)| self.described(id, depth));
        let opaque =
            || Type { name: id.map_or_else(String::new, |id| self.text(id, "name")), kind: Kind::Opaque, bits: 32 };
        let ty = described.unwrap_or_else(opaque);
        let ty = self.info.types.add(ty);
        if let Some(id) = id {
            self.types.insert(id, ty);
        }
        ty
    }

    fn described(&mut self, id: MdId, depth: u32) -> Option<Type> {
        let record = self.record(id)?;
        let (name, bits) = (self.text(id, "name"), self.number(id, "size"));
        if record.kind == DebugKind::DIBasicType {
            let scalar = match self.number(id, "encoding") {
                ENCODING_BOOLEAN => Scalar::Bool,
                ENCODING_FLOAT => Scalar::Float { bits },
                ENCODING_SIGNED => Scalar::Int { bits, signed: true },
                _ => Scalar::Int { bits, signed: false },
            };
            let name = if name == "unsigned int" { "uint".to_owned() } else { name };
            return Some(Type { name, kind: Kind::Scalar(scalar), bits });
        }
        if record.kind == DebugKind::DIDerivedType {
            // Another name of a type, or a type that is constant.
            let base = self.ty(self.reference(id, "baseType"), depth);
            let base = self.info.types.get(base).clone();
            return Some(Type { name: if name.is_empty() { base.name.clone() } else { name }, ..base });
        }
        if record.kind != DebugKind::DICompositeType {
            return None;
        }
        let list = self.reference(id, "elements").filter(|&list| self.module.metadata.is_valid(list));
        let elements = list.and_then(|list| self.module.metadata.operands(list));
        let elements: Vec<MdId> = elements.unwrap_or_default().iter().copied().flatten().collect();
        if self.number(id, "tag") == TAG_ARRAY {
            let mut ty = self.ty(self.reference(id, "baseType"), depth);
            for &range in elements.iter().rev() {
                let count = self.number(range, "count");
                let of = self.info.types.get(ty);
                let (stride, name) = (of.bits, of.name.clone());
                let name = match name.split_once('[') {
                    Some((base, rest)) => format!("{base}[{count}][{rest}"),
                    None => format!("{name}[{count}]"),
                };
                let kind = Kind::Array { of: ty, count, stride };
                ty = self.info.types.add(Type { name, kind, bits: count.saturating_mul(stride) });
            }
            return Some(self.info.types.get(ty).clone());
        }
        let mut members = Vec::new();
        for &member in &elements {
            let is_member = self.record(member).is_some_and(|record| record.kind == DebugKind::DIDerivedType);
            if is_member {
                let name = self.text(member, "name");
                let (tag, bit) = (self.number(member, "tag"), self.number(member, "offset"));
                let ty = self.ty(self.reference(member, "baseType"), depth);
                // The base of a struct has no name.
                let name = if tag == TAG_INHERITANCE { self.info.types.get(ty).name.clone() } else { name };
                members.push(Member { name, ty, bit });
            }
        }
        let first = members.first().map(|member| (member.ty, self.info.types.get(member.ty).bits));
        let kind = match first {
            // A long vector has more components than members.
            Some((of, each)) if name.starts_with("vector<") => {
                Kind::Vector { of, count: (members.len() as u32).max(bits.checked_div(each).unwrap_or(0)) }
            }
            Some((of, each)) if name.starts_with("matrix<") => matrix(&members, of, each),
            None => Kind::Opaque,
            Some(_) => Kind::Struct(members),
        };
        Some(Type { name, kind, bits })
    }
}

/// A matrix by its members, which are named `_11` and so on.
fn matrix(members: &[Member], of: TypeId, each: u32) -> Kind {
    let place = |row: u32, column: u32| {
        let name = format!("_{row}{column}");
        members.iter().find(|member| member.name == name).map(|member| member.bit)
    };
    let rows = (1..=4).take_while(|&row| place(row, 1).is_some()).count() as u32;
    let columns = (1..=4).take_while(|&column| place(1, column).is_some()).count() as u32;
    let apart = |other: Option<u32>| other.map_or(each, |bit| bit.wrapping_sub(place(1, 1).unwrap_or(0)));
    Kind::Matrix { of, rows: [rows, apart(place(2, 1))], columns: [columns, apart(place(1, 2))] }
}

/// Numbers of DWARF.
const ENCODING_BOOLEAN: u32 = 2;
const ENCODING_FLOAT: u32 = 4;
const ENCODING_SIGNED: u32 = 5;
const TAG_ARRAY: u32 = 1;
const TAG_INHERITANCE: u32 = 0x1c;
