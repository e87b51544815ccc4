//! Lists what can be typed at a place.

use crate::TextRange;
use crate::context::Context;
use crate::cursor::{Around, around, check_at, typed};
use crate::host::{Host, Includes, folder_of, join};
use crate::snapshot::{CURSOR_WORD, Session, Snapshot};
use hlslc_base::Stage;
use hlslc_hir::intrinsics::{self, rows_named};
use hlslc_hir::objects::{ObjectClass, ObjectKind};
use hlslc_hir::types::{ScalarKind, Ty, TyData};
use hlslc_sema::uses::{AtCursor, Place, Sort, Visible};
use hlslc_semantics::SystemValue;
use hlslc_syntax::ast::Modifier;
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// What is offered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A variable.
    Variable,
    /// A parameter.
    Parameter,
    /// A member of a struct.
    Field,
    /// A function of the program.
    Function,
    /// A method.
    Method,
    /// A built-in function.
    Builtin,
    /// A struct.
    Struct,
    /// An enumeration.
    Enum,
    /// A value of one.
    Enumerator,
    /// A constant.
    Constant,
    /// A type that is built in, or another name of one.
    Type,
    /// A namespace.
    Namespace,
    /// A word of the language.
    Keyword,
    /// A macro.
    Macro,
    /// A semantic, attribute, register or clause.
    Value,
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// Something that can be typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The word.
    pub label: String,
    /// What it is.
    pub kind: Kind,
    /// Its type or declaration, in one line.
    pub detail: String,
    /// The text that is put in; `$0` is where the cursor goes.
    pub insert: String,
    /// The order: less comes first.
    pub rank: u32,
}

/// What can be typed at a place, and what it replaces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Completion {
    /// What is typed so far.
    pub replaces: TextRange,
    /// What can be there, by rank and name.
    pub items: Vec<Item>,
}

/// Words that begin statements.
const STATEMENTS: [&str; 14] = [
    "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "discard", "return",
    "static", "const",
];
/// Words that begin declarations.
const DECLARATIONS: [&str; 12] = [
    "struct",
    "class",
    "interface",
    "enum",
    "namespace",
    "cbuffer",
    "tbuffer",
    "typedef",
    "using",
    "template",
    "static",
    "groupshared",
];
/// Words that stand in expressions.
const EXPRESSIONS: [&str; 4] = ["true", "false", "this", "sizeof"];
/// Directives.
const DIRECTIVES: [&str; 13] = [
    "include", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "pragma", "error", "warning",
    "line",
];
/// Scalars that have vectors and matrices.
const SHAPED: [&str; 8] = ["float", "int", "uint", "bool", "half", "double", "min16float", "min16int"];
/// Clauses of a root signature.
const CLAUSES: [&str; 8] =
    ["RootFlags()", "RootConstants()", "CBV()", "SRV()", "UAV()", "DescriptorTable()", "StaticSampler()", "Sampler()"];
/// Arguments of clauses of a root signature.
const CLAUSE_WORDS: [&str; 42] = [
    "space =",
    "num32BitConstants =",
    "numDescriptors =",
    "offset =",
    "visibility =",
    "flags =",
    "filter =",
    "addressU =",
    "addressV =",
    "addressW =",
    "mipLODBias =",
    "maxAnisotropy =",
    "comparisonFunc =",
    "borderColor =",
    "minLOD =",
    "maxLOD =",
    "unbounded",
    "DESCRIPTOR_RANGE_OFFSET_APPEND",
    "SHADER_VISIBILITY_ALL",
    "SHADER_VISIBILITY_VERTEX",
    "SHADER_VISIBILITY_PIXEL",
    "SHADER_VISIBILITY_GEOMETRY",
    "SHADER_VISIBILITY_HULL",
    "SHADER_VISIBILITY_DOMAIN",
    "SHADER_VISIBILITY_MESH",
    "SHADER_VISIBILITY_AMPLIFICATION",
    "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
    "CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED",
    "SAMPLER_HEAP_DIRECTLY_INDEXED",
    "LOCAL_ROOT_SIGNATURE",
    "DATA_VOLATILE",
    "DATA_STATIC",
    "DATA_STATIC_WHILE_SET_AT_EXECUTE",
    "DESCRIPTORS_VOLATILE",
    "FILTER_MIN_MAG_MIP_LINEAR",
    "FILTER_MIN_MAG_MIP_POINT",
    "FILTER_ANISOTROPIC",
    "TEXTURE_ADDRESS_WRAP",
    "TEXTURE_ADDRESS_CLAMP",
    "TEXTURE_ADDRESS_MIRROR",
    "TEXTURE_ADDRESS_BORDER",
    "COMPARISON_LESS_EQUAL",
];

/// What can be typed at a place of a file.
pub fn complete(host: &Host, context: &Context, file: &str, offset: usize) -> Completion {
    complete_in(None, host, context, file, offset)
}

/// The same with what is kept between checks.
pub fn complete_in(session: Option<&Session>, host: &Host, context: &Context, file: &str, offset: usize) -> Completion {
    let Some(text) = host.text(file) else { return Completion::default() };
    let offset = offset.min(text.len());
    if !text.is_char_boundary(offset) {
        return Completion::default();
    }
    let mut list = List::new(typed(&text, offset));
    match around(&text, offset) {
        Around::Nothing => {}
        Around::Directive => DIRECTIVES.iter().for_each(|word| list.word(word, Kind::Keyword, "", 0)),
        Around::Macro => list.macros(host, context, 0),
        Around::Include(folder, angled) => list.files(host, context, file, &folder, angled),
        Around::Attribute { is_vk } => list.attributes(is_vk),
        Around::RootSignature(written) => list.root_signature(&written),
        Around::Annotation => list.annotations(),
        Around::Register => {
            for (word, what) in
                [("t", "SRV"), ("u", "UAV"), ("b", "CBV"), ("s", "sampler"), ("space", "register space")]
            {
                list.word(word, Kind::Value, what, 0);
            }
        }
        Around::Code => list.code(session, host, context, file, offset),
    }
    list.finish()
}

struct List {
    made: Completion,
    seen: FxHashSet<String>,
}

impl List {
    fn new(replaces: TextRange) -> Self {
        Self { made: Completion { replaces, items: Vec::new() }, seen: FxHashSet::default() }
    }

    fn finish(mut self) -> Completion {
        self.made.items.sort_by(|one, other| (one.rank, &one.label).cmp(&(other.rank, &other.label)));
        self.made
    }

    fn add(&mut self, item: Item) {
        if !item.label.is_empty() && !item.label.starts_with("hlslc__") && self.seen.insert(item.label.clone()) {
            self.made.items.push(item);
        }
    }

    fn word(&mut self, word: &str, kind: Kind, detail: &str, rank: u32) {
        let (label, insert) = (word.to_owned(), word.to_owned());
        self.add(Item { label, kind, detail: detail.to_owned(), insert, rank });
    }

    // ------------------------------------------------------------------------------------------ outside of code

    fn macros(&mut self, host: &Host, context: &Context, rank: u32) {
        let Some(snapshot) = Snapshot::new(host, context) else { return };
        self.macros_of(&snapshot, rank);
        if rank == 0 {
            self.word("defined", Kind::Keyword, "", 1);
        }
    }

    fn macros_of(&mut self, snapshot: &Snapshot, rank: u32) {
        for definition in &snapshot.watched.definitions {
            let is_built_in = snapshot.place(definition.at).is_none_or(|place| place.file.starts_with("<built-in"));
            let name = snapshot.text(definition.name);
            if is_built_in || name.starts_with("__") {
                continue;
            }
            let params = definition.params.as_ref().map(|params| {
                let names: Vec<&str> = params.iter().map(|name| snapshot.text(*name)).collect();
                format!("({})", names.join(", "))
            });
            let insert = if params.is_some() { format!("{name}($0)") } else { name.to_owned() };
            let detail = format!("#define {name}{}", params.unwrap_or_default());
            self.add(Item { label: name.to_owned(), kind: Kind::Macro, detail, insert, rank });
        }
    }

    fn files(&mut self, host: &Host, context: &Context, file: &str, folder: &str, angled: bool) {
        let includes = Includes { host, folders: &context.includes };
        let beside = (!angled).then(|| folder_of(file).to_owned());
        for root in beside.into_iter().chain(includes.folders.iter().cloned()) {
            for name in host.list(&join(&root, folder)) {
                let is_folder = name.ends_with('/');
                let is_header = [".hlsl", ".hlsli", ".h", ".fxh", ".inc", ".ush", ".usf"]
                    .iter()
                    .any(|ending| name.to_ascii_lowercase().ends_with(ending));
                if is_folder || is_header {
                    self.word(&name, if is_folder { Kind::Folder } else { Kind::File }, "", u32::from(is_folder));
                }
            }
        }
    }

    fn attributes(&mut self, is_vk: bool) {
        for row in hlslc_sema::vulkan::ROWS {
            let args = if row.args.1 > 0 { "($0)" } else { "" };
            let label = if is_vk { row.name.to_owned() } else { format!("vk::{}", row.name) };
            let (insert, rank) = (format!("{label}{args}"), u32::from(!is_vk));
            self.add(Item { label, kind: Kind::Value, detail: "Vulkan".to_owned(), insert, rank });
        }
        if is_vk {
            return;
        }
        for (name, args) in hlslc_sema::attributes() {
            let insert = format!("{name}{}", if *args { "($0)" } else { "" });
            self.add(Item {
                label: (*name).to_owned(),
                kind: Kind::Value,
                detail: "attribute".to_owned(),
                insert,
                rank: 0,
            });
        }
    }

    fn root_signature(&mut self, written: &str) {
        let (opened, closed) = (written.matches('(').count(), written.matches(')').count());
        let innermost = written.rfind('(').map_or("", |at| &written[..at]);
        let is_outside = opened <= closed;
        if is_outside || innermost.trim_end().ends_with("DescriptorTable") {
            for clause in CLAUSES {
                let label = clause.trim_end_matches("()").to_owned();
                let insert = format!("{label}($0)");
                self.add(Item { label, kind: Kind::Value, detail: "root signature".to_owned(), insert, rank: 0 });
            }
        }
        if !is_outside {
            for word in CLAUSE_WORDS {
                self.word(word, Kind::Value, "root signature", 1);
            }
            for stage in ["VERTEX", "PIXEL", "GEOMETRY", "HULL", "DOMAIN", "MESH", "AMPLIFICATION"] {
                self.word(&format!("DENY_{stage}_SHADER_ROOT_ACCESS"), Kind::Value, "root signature", 1);
            }
        }
    }

    fn annotations(&mut self) {
        for value in SystemValue::ALL.iter().filter(|value| value.name().starts_with("SV_")) {
            self.word(value.name(), Kind::Value, value.numbers().name, 0);
        }
        for word in ["TEXCOORD", "COLOR", "NORMAL", "TANGENT", "BINORMAL", "POSITION"] {
            self.word(word, Kind::Value, "semantic", 1);
        }
        for stage in [Stage::Compute] {
            let _ = stage;
            for word in ["SV_DispatchThreadID", "SV_GroupID", "SV_GroupIndex", "SV_GroupThreadID"] {
                self.word(word, Kind::Value, "", 0);
            }
        }
        for (word, insert) in [("register", "register($0)"), ("packoffset", "packoffset(c$0)")] {
            self.add(Item {
                label: word.to_owned(),
                kind: Kind::Keyword,
                detail: String::new(),
                insert: insert.to_owned(),
                rank: 0,
            });
        }
    }

    // ------------------------------------------------------------------------------------------ code

    fn code(&mut self, session: Option<&Session>, host: &Host, context: &Context, file: &str, offset: usize) {
        let Some(snapshot) = check_at(host, context, session, file, offset) else { return };
        match &snapshot.uses.at_cursor {
            Some(found) => self.at_cursor(&snapshot, found),
            None => {
                // The checker never met the word: it stands where a declaration begins, or in code that is not compiled.
                self.declared(&snapshot);
                self.types(2);
                self.macros_of(&snapshot, 3);
                self.words(&DECLARATIONS, 4);
                self.modifiers(4);
            }
        }
    }

    fn at_cursor(&mut self, snapshot: &Snapshot, found: &AtCursor) {
        match found.place {
            Place::Member(ty) => self.members(snapshot, found, ty),
            Place::Qualified { is_vk: true } => {
                for row in intrinsics::TABLE.iter().filter(|row| row.objects.is_empty()) {
                    if let Some(name) = row.name().strip_prefix("vk::") {
                        self.function(name, row.name(), None, 0);
                    }
                }
                let objects = ObjectKind::ALL.iter().filter_map(|kind| kind.name().strip_prefix("vk::"));
                objects.for_each(|name| self.word(name, Kind::Type, "", 1));
            }
            Place::Qualified { is_vk: false } => {
                found.visible.iter().for_each(|visible| self.visible(snapshot, visible, found.wanted));
                let hit = intrinsics::TABLE.iter().filter_map(|row| row.name().strip_prefix("dx::"));
                let is_dx = found.visible.is_empty();
                hit.filter(|name| is_dx && !name.contains("::")).for_each(|name| self.word(name, Kind::Builtin, "", 0));
            }
            Place::Name => {
                found.visible.iter().for_each(|visible| self.visible(snapshot, visible, found.wanted));
                for row in intrinsics::TABLE.iter().filter(|row| row.objects.is_empty() && !row.name().contains("::")) {
                    self.function(row.name(), row.name(), None, 5);
                }
                self.types(6);
                self.macros_of(snapshot, 4);
                self.words(&STATEMENTS, 4);
                self.words(&EXPRESSIONS, 4);
                self.word("unsigned", Kind::Keyword, "", 7);
                self.modifiers(8);
            }
            Place::Type => {
                let is_type = |sort: Sort| {
                    matches!(
                        sort,
                        Sort::Struct(_)
                            | Sort::Enum(_)
                            | Sort::Alias
                            | Sort::Template
                            | Sort::TemplateParameter
                            | Sort::Namespace
                    )
                };
                for visible in &found.visible {
                    if is_type(visible.sort) {
                        self.visible(snapshot, visible, None);
                    }
                }
                self.types(2);
                self.macros_of(snapshot, 3);
                for visible in found.visible.iter().filter(|visible| !is_type(visible.sort)) {
                    let mut later = visible.clone();
                    later.distance += 40;
                    self.visible(snapshot, &later, None);
                }
                for row in intrinsics::TABLE.iter().filter(|row| row.objects.is_empty() && !row.name().contains("::")) {
                    self.function(row.name(), row.name(), None, 60);
                }
                self.words(&DECLARATIONS, 4);
                self.words(&STATEMENTS, 6);
                self.modifiers(5);
            }
        }
    }

    /// Names of the outermost level.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what is no type and no namespace is completed from the scopes")]
    fn declared(&mut self, snapshot: &Snapshot) {
        let mut seen = FxHashSet::default();
        for used in &snapshot.uses.list {
            let kind = match used.sort {
                Sort::Struct(_) => Kind::Struct,
                Sort::Enum(_) => Kind::Enum,
                Sort::Alias => Kind::Type,
                Sort::Namespace => Kind::Namespace,
                _ => continue,
            };
            if used.at == used.declared
                && seen.insert(used.declared)
                && let Some(place) = snapshot.place(used.at)
                && let Some(text) = snapshot.file_text(&place.file)
            {
                self.word(&text[place.range.start..place.range.end], kind, "", 0);
            }
        }
    }

    fn visible(&mut self, snapshot: &Snapshot, visible: &Visible, wanted: Option<Ty>) {
        let name = snapshot.text(visible.name).to_owned();
        if name == CURSOR_WORD || name.starts_with("operator") || name.starts_with('$') {
            return;
        }
        let ty = snapshot.type_text(visible.ty);
        let (kind, detail) = match visible.sort {
            Sort::Local => (Kind::Variable, ty),
            Sort::Parameter => (Kind::Parameter, ty),
            Sort::Global(_) | Sort::Buffer(_) => (Kind::Variable, ty),
            Sort::Member(..) => (Kind::Field, ty),
            Sort::Function(func) => (Kind::Function, func.map_or(ty, |func| snapshot.function_text(func))),
            Sort::Method(func) => (Kind::Method, func.map_or(ty, |func| snapshot.function_text(func))),
            Sort::Struct(_) => (Kind::Struct, String::new()),
            Sort::Enum(_) => (Kind::Enum, String::new()),
            Sort::Enumerator => (Kind::Enumerator, ty),
            Sort::Constant | Sort::BuiltinValue => (Kind::Constant, ty),
            Sort::Alias | Sort::Template | Sort::TemplateParameter | Sort::BuiltinType => (Kind::Type, String::new()),
            Sort::Namespace => (Kind::Namespace, String::new()),
            Sort::Builtin(_) => (Kind::Builtin, String::new()),
            Sort::Swizzle | Sort::Unknown => (Kind::Variable, String::new()),
        };
        // What has the type that is wanted comes first, then what is declared nearest.
        let is_value = !matches!(kind, Kind::Struct | Kind::Enum | Kind::Type | Kind::Namespace);
        let fits = wanted.is_some_and(|wanted| wanted == visible.ty && is_value);
        let near = if visible.distance < 2 { 1 } else { 2 };
        let rank = if fits { 0 } else { near + u32::from(!is_value) + if visible.distance >= 40 { 50 } else { 0 } };
        let is_called = matches!(kind, Kind::Function | Kind::Method | Kind::Builtin);
        let insert = if is_called { call_text(&name, detail.contains("()")) } else { name.clone() };
        self.add(Item { label: name, kind, detail, insert, rank });
    }

    /// A built-in function or method, with its first overload.
    fn function(&mut self, label: &str, name: &str, object: Option<ObjectKind>, rank: u32) {
        if self.seen.contains(label) {
            return;
        }
        let rows: Vec<_> = rows_named(object, name).collect();
        let Some(&first) = rows.first() else { return };
        let mut detail = hlslc_sema::prototype(first, object);
        let takes_nothing = detail.ends_with("()") && rows.len() == 1;
        if rows.len() > 1 {
            let _ = write!(detail, " (+{})", rows.len() - 1);
        }
        let kind = if object.is_some() { Kind::Method } else { Kind::Builtin };
        self.add(Item { label: label.to_owned(), kind, detail, insert: call_text(label, takes_nothing), rank });
    }

    fn words(&mut self, words: &[&str], rank: u32) {
        for word in words {
            self.word(word, Kind::Keyword, "", rank);
        }
    }

    fn modifiers(&mut self, rank: u32) {
        for modifier in Modifier::ALL {
            self.word(modifier.text(), Kind::Keyword, "", rank);
        }
    }

    fn types(&mut self, rank: u32) {
        self.word("void", Kind::Type, "", rank);
        for scalar in SHAPED {
            self.word(scalar, Kind::Type, "", rank);
            for n in 2..=4 {
                self.word(&format!("{scalar}{n}"), Kind::Type, "", rank);
            }
        }
        for (rows, cols) in [(2, 2), (3, 3), (4, 4), (3, 4), (4, 3)] {
            self.word(&format!("float{rows}x{cols}"), Kind::Type, "", rank);
        }
        for word in ["uint64_t", "int64_t", "float16_t", "int16_t", "uint16_t", "vector", "matrix"] {
            self.word(word, Kind::Type, "", rank);
        }
        for kind in ObjectKind::ALL.iter().filter(|kind| !kind.name().contains("::")) {
            self.word(kind.name(), Kind::Type, "", rank + 1);
        }
        for word in ["RayDesc", "BuiltInTriangleIntersectionAttributes"] {
            self.word(word, Kind::Struct, "", rank + 1);
        }
    }

    // ------------------------------------------------------------------------------------------ members

    fn members(&mut self, snapshot: &Snapshot, found: &AtCursor, ty: Ty) {
        match snapshot.program.types.data(ty) {
            TyData::Struct(_) => {
                found.visible.iter().for_each(|visible| self.visible(snapshot, visible, found.wanted));
            }
            TyData::Scalar(kind) => self.swizzles(*kind, 1),
            TyData::Vector(kind, n) => self.swizzles(*kind, (*n).min(4)),
            TyData::Matrix { scalar, rows, cols, .. } => {
                for (base, prefix) in [(0, "_m"), (1, "_")] {
                    for row in 0..*rows {
                        for col in 0..*cols {
                            let word = format!("{prefix}{}{}", row + base, col + base);
                            self.word(&word, Kind::Field, scalar.name(), u32::from(base));
                        }
                    }
                }
            }
            TyData::Object(kind, _) => {
                let kind = *kind;
                for row in intrinsics::TABLE.iter().filter(|row| row.objects.contains(kind)) {
                    self.function(row.name(), row.name(), Some(kind), 0);
                }
                if kind == ObjectKind::HitObject {
                    let methods = intrinsics::TABLE.iter().filter_map(|row| row.name().strip_prefix("dx::HitObject."));
                    methods.for_each(|name| self.function(name, &format!("dx::HitObject.{name}"), None, 0));
                }
                if let Some(texture) = kind.texture() {
                    if texture.has_levels() {
                        self.word("mips", Kind::Field, "texels of a level: `mips[level][texel]`", 1);
                    }
                    if texture.has_samples() {
                        self.word("sample", Kind::Field, "texels of a sample: `sample[n][texel]`", 1);
                    }
                }
                if kind.info().class == ObjectClass::Patch {
                    self.word("Length", Kind::Field, "uint", 0);
                }
            }
            TyData::Array(..) => self.word("Length", Kind::Field, "uint", 0),
            TyData::Error | TyData::Void | TyData::Enum(_) | TyData::String => {}
        }
    }

    /// Components of a vector: those by themselves, the first ones together, and all orders of two.
    fn swizzles(&mut self, kind: ScalarKind, count: u16) {
        for (set, rank) in [("xyzw", 0), ("rgba", 2)] {
            let names = &set[..usize::from(count)];
            for (at, _) in names.char_indices() {
                self.word(&names[at..=at], Kind::Field, kind.name(), rank);
            }
            for length in 2..=names.len() {
                self.word(&names[..length], Kind::Field, &format!("{}{length}", kind.name()), rank + 1);
            }
            let pairs = names.chars().flat_map(|one| names.chars().map(move |other| format!("{one}{other}")));
            for pair in pairs.filter(|_| rank == 0) {
                self.word(&pair, Kind::Field, &format!("{}2", kind.name()), 3);
            }
        }
        if count == 1 {
            self.word("xxx", Kind::Field, &format!("{}3", kind.name()), 3);
            self.word("xxxx", Kind::Field, &format!("{}4", kind.name()), 3);
        }
    }
}

fn call_text(name: &str, takes_nothing: bool) -> String {
    if takes_nothing { format!("{name}()$0") } else { format!("{name}($0)") }
}
