//! Verifies the invariants of a module that is to be written and signed.
//!
//! Structure: blocks end in one terminator, phis match predecessors, definitions dominate uses. Types: operands and results
//! agree. Operations: calls agree with the table in type, overload, stage and version. Metadata: it can be read, and code
//! and signatures agree. All violations are collected, each with its instruction and that instruction's tag. The rules of
//! DXC's validator beyond structure are the table of [`Demand`]s.
//!
//! It accepts what DXC writes, and a validator of the version that the module states accepts what it accepts. In a library
//! each entry point must satisfy the rules of its kind; rules for functions that follow from their callers are not checked.

mod accesses;
mod attachments;
mod body;
mod cbuffers;
mod compatible;
mod container;
mod demands;
mod flow;
mod interface;
mod linear_algebra;
mod needs;
mod nodes;
mod operations;
mod psv;
mod rays;
mod reordering;
mod resources;
mod signatures;
mod stages;
mod stated;
mod types;
mod values;
mod verdict;

pub use accesses::takes_halves;
pub use container::{validate, validate_for, validate_module, validate_root_signature};
pub use demands::Demand;
pub use verdict::{Fault, Finding, RuleRow, Verdict, Where, all};

use std::fmt;
use std::rc::Rc;

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::calls::ResourceIndex;
use crate::compatibility::Compatibility;
use crate::constants::{ConstId, ConstKind};
use crate::inst::{InstId, Value};
use crate::metadata::MdKind;
use crate::module::{FuncId, Global, LAYOUT_MIN_PRECISION, LAYOUT_NATIVE_16BIT, Linkage, Module, TRIPLE};
use crate::ops::Overload;
use crate::optable::Op;
use crate::shader::{EntryPoint, MetadataError, Shader, StageProperties};
use crate::target::ShaderKind;
use crate::types::{Type, TypeId};
use crate::validator::ValidatorVersion;

use linear_algebra::Matrix;
use signatures::Seen;

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The kind.
    pub rule: Rule,
    /// The place, if it is at an instruction or in a function.
    pub place: Option<Place>,
}

/// A place in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The function.
    pub function: FuncId,
    /// The instruction, if one is meant.
    pub inst: Option<InstId>,
    /// The tag of the instruction, by which its producer finds its source; 0 for none.
    pub tag: u32,
}

macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident $({ $($(#[$of:meta])* $field:ident: $ty:ty),* })? = $rule:literal $text:literal;)*) => {
        /// A rule that is broken.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Rule {
            $($(#[$doc])* $variant $({ $($(#[$of])* $field: $ty),* })?,)*
            /// Metadata that cannot be read.
            Metadata(MetadataError),
            /// One of the demands on what can be read.
            Demand {
                /// Which.
                demand: Demand,
                /// The signature element, resource or function that it is demanded of, if it has a name.
                of: String,
            },
        }

        impl Rule {
            /// The rows of this table: name and text.
            const ROWS: &[(&'static str, &'static str)] = &[$(($rule, $text)),*];

            /// The name of the rule, as DXC has it.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $rule,)*
                    Self::Metadata(error) => error.rule.name(),
                    Self::Demand { demand, .. } => demand.rule(),
                }
            }
        }

        impl fmt::Display for Rule {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant $({ $($field),* })? => write!(f, $text),)*
                    Self::Metadata(error) => error.fmt(f),
                    Self::Demand { demand, of } if of.is_empty() => f.write_str(&demand.text()),
                    Self::Demand { demand, of } => write!(f, "{}: {of}", demand.text()),
                }
            }
        }
    };
}

rules! {
    /// The target triple or data layout is not DXIL's.
    Target = "META.TARGET" "the target triple or data layout is not that of DXIL";
    /// A global's initialiser is not of its type.
    Initializer {
        /// The global.
        global: String
    } = "BITCODE.VALID" "the initialiser of `{global}` has another type";
    /// A struct, array or vector constant whose parts are not those of its type.
    Aggregate = "BITCODE.VALID" "a constant has other parts than its type";
    /// A function is declared that is neither an operation nor one of LLVM's own.
    Declaration {
        /// The function.
        name: String
    } = "DECL.DXILFNEXTERN" "`{name}` is declared but not an operation of DXIL";
    /// A function without blocks, or a block without a terminator at its end and only there.
    Terminator = "BITCODE.VALID" "a block must end with its only terminator";
    /// The entry block has predecessors.
    EntryPredecessors = "BITCODE.VALID" "the entry block has predecessors";
    /// A phi after another instruction, or with other blocks than its predecessors.
    Phi = "BITCODE.VALID" "a phi must come first and match the predecessors of its block";
    /// An operand that is not there.
    Dangling = "BITCODE.VALID" "an operand is not defined in the function";
    /// A use that its definition does not dominate.
    Dominance = "BITCODE.VALID" "a value is used where it may not be computed yet";
    /// Operand types that do not fit.
    Types {
        /// The instruction.
        what: &'static str
    } = "BITCODE.VALID" "the operand types of `{what}` do not fit";
    /// An instruction DXIL does not have.
    Instruction {
        /// The instruction.
        what: &'static str
    } = "INSTR.ALLOWED" "`{what}` is not an instruction of DXIL";
    /// An operation number that is no constant or not known.
    OpNumber = "INSTR.ILLEGALDXILOPCODE" "the number of an operation must be a constant that the table knows";
    /// A call of an operation through a function of another name or type.
    OpFunction {
        /// The operation.
        op: &'static str,
        /// The function.
        name: String
    } = "INSTR.ILLEGALDXILOPFUNCTION" "`{name}` is not the function of operation {op}";
    /// An overload the operation does not have in this version.
    OpOverload {
        /// The operation.
        op: &'static str
    } = "INSTR.OLOAD" "operation {op} has no such overload in this version";
    /// An operation that this version does not have.
    OpVersion {
        /// The operation.
        op: &'static str
    } = "SM.OPCODE" "operation {op} does not exist in this version";
    /// An operation that this kind of shader does not have.
    OpStage {
        /// The operation.
        op: &'static str
    } = "SM.OPCODE" "operation {op} does not exist in this kind of shader";
    /// An argument that must be a constant.
    OpImmediate {
        /// The operation.
        op: &'static str,
        /// The argument.
        argument: &'static str
    } = "INSTR.OPCONST" "argument `{argument}` of {op} must be a constant";
    /// A metadata list that no DXIL module has.
    List {
        /// Its name.
        name: String
    } = "META.KNOWN" "metadata list `{name}` is not part of DXIL";
    /// An access to an element, row or component that is not there.
    SignatureAccess {
        /// The operation.
        op: &'static str
    } = "INSTR.OPERANDRANGE" "{op} refers to a signature element that is not there";
    /// Resources of a class that share registers.
    Overlap {
        /// The first.
        first: String,
        /// The second.
        second: String
    } = "SM.RESOURCERANGEOVERLAP" "resources `{first}` and `{second}` share registers";
}

impl Rule {
    /// The name of what breaks it, if the rule says one.
    pub fn of(&self) -> &str {
        if let Self::Demand { of: name, .. } | Self::Declaration { name } | Self::List { name } = self {
            name
        } else {
            ""
        }
    }

    /// What would make it valid, where the message leaves that open; else empty.
    pub fn remedy(&self) -> &'static str {
        if let Self::Demand { demand, .. } = self { demand.remedy() } else { "" }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rule.fmt(f)
    }
}

/// Collects violations.
pub(crate) struct Checker<'m> {
    module: &'m Module,
    /// The version of the validator.
    latest: ValidatorVersion,
    /// What the metadata says, if it can be read.
    shader: Option<Rc<Shader>>,
    /// The index of its resources.
    index: Rc<ResourceIndex>,
    /// What it states of the types of matrices.
    matrices: FxHashMap<TypeId, Matrix>,
    /// The requirements of its functions, once they are known.
    needs: Option<Rc<SecondaryMap<FuncId, Compatibility>>>,
    violations: Vec<Violation>,
    place: Option<Place>,
    /// The kind of the attachment that says that an instruction is precise.
    precise: Option<MdKind>,
    /// In this body: the parts that are taken of each result, the results that are handed on as they are, and whether each
    /// counter counts up or down.
    parts_taken: FxHashMap<InstId, u32>,
    handed_on: FxHashSet<InstId>,
    counters: FxHashMap<u32, bool>,
    /// For each function that an operation was called by: the overload that its name ends in, and whether it is declared so.
    declared: FxHashMap<(FuncId, Op), (Option<Overload>, bool)>,
    /// The entry point that the current function belongs to: in a library there may be none.
    here: Option<usize>,
    /// For each entry point: what is done with its signatures, and where derivatives are taken first.
    seen: Vec<Seen>,
}

impl Checker<'_> {
    #[cold]
    fn report(&mut self, rule: Rule) {
        self.violations.push(Violation { rule, place: self.place });
    }

    fn demand(&mut self, demand: Demand) {
        self.demand_of(demand, "");
    }

    fn demand_of(&mut self, demand: Demand, of: &str) {
        self.report(Rule::Demand { demand, of: of.to_owned() });
    }

    /// The entry point that the current function belongs to.
    fn entry_here<'s>(&self, shader: &'s Shader) -> Option<&'s EntryPoint> {
        shader.entries.get(self.here?)
    }

    /// The kind of shader that the current function belongs to; functions of a library that are no entry points may be of any.
    fn kind_here(&self, shader: &Shader) -> ShaderKind {
        self.entry_here(shader).map_or(shader.shader_model.kind, |entry| entry.kind)
    }

    /// The entry points by their functions.
    fn entries_by_function(&self) -> FxHashMap<FuncId, usize> {
        let Some(shader) = &self.shader else { return FxHashMap::default() };
        let functions = shader.entries.iter().enumerate().flat_map(|(at, entry)| {
            let patch = if let StageProperties::Hull { patch_function, .. } = entry.stage {
                Some(patch_function)
            } else {
                None
            };
            [entry.function, patch].into_iter().flatten().map(move |function| (function, at))
        });
        functions.collect()
    }

    /// Whether the module is a library, or does not say what it is.
    fn is_library(&self) -> bool {
        self.shader.as_ref().is_none_or(|shader| shader.shader_model.kind == ShaderKind::Library)
    }
}

/// The lists of LLVM that a program must keep, and those of what runs before and after it.
const USED: [&[u8]; 2] = [b"llvm.used", b"llvm.compiler.used"];
const CONSTRUCTORS: [&[u8]; 2] = [b"llvm.global_ctors", b"llvm.global_dtors"];

/// Verifies a module; the result is empty if it is sound.
pub fn verify(module: &Module) -> Vec<Violation> {
    verify_for(module, ValidatorVersion::LATEST).violations
}

/// What comes of checking a module.
struct Checked {
    violations: Vec<Violation>,
    /// What the metadata says, if it can be read.
    shader: Option<Rc<Shader>>,
    /// The requirements of its functions, if they were asked for.
    needs: Option<Rc<SecondaryMap<FuncId, Compatibility>>>,
}

/// The same, as a validator of some version does.
fn verify_for(module: &Module, latest: ValidatorVersion) -> Checked {
    let mut checker = Checker {
        module,
        latest,
        shader: None,
        index: Rc::default(),
        matrices: linear_algebra::stated(module),
        needs: None,
        violations: Vec::new(),
        place: None,
        precise: module.metadata.find_kind(b"dx.precise"),
        parts_taken: FxHashMap::default(),
        handed_on: FxHashSet::default(),
        counters: FxHashMap::default(),
        declared: FxHashMap::default(),
        here: None,
        seen: Vec::new(),
    };
    checker.module();
    Checked { violations: checker.violations, shader: checker.shader, needs: checker.needs }
}

impl Checker<'_> {
    fn module(&mut self) {
        let module = self.module;
        let layouts = [LAYOUT_MIN_PRECISION, LAYOUT_NATIVE_16BIT];
        if module.triple != TRIPLE || !layouts.iter().any(|layout| module.data_layout == *layout) {
            self.report(Rule::Target);
        }
        self.versions();
        for global in module.globals.values() {
            if !self.is_list_sound(global) {
                self.demand_of(Demand::ListInitializer, &global.name.to_string());
            }
            if global.initializer.is_some_and(|id| module.constants.ty(id) != global.ty) {
                self.report(Rule::Initializer { global: global.name.to_string() });
            }
        }
        for (_, constant) in module.constants.iter() {
            if let ConstKind::Aggregate(parts) = &constant.kind
                && !self.has_parts(constant.ty, parts)
            {
                self.report(Rule::Aggregate);
            }
        }
        match Shader::read_strictly(module) {
            Ok(shader) => {
                self.seen = shader.entries.iter().map(|_| Seen::default()).collect();
                self.index = Rc::new(ResourceIndex::new(module, &shader.resources));
                self.shader = Some(Rc::new(shader));
                self.interface();
            }
            Err(error) => self.report(Rule::Metadata(error)),
        }
        if !self.is_library() {
            self.recursion();
        }
        let entries = self.entries_by_function();
        let only = self.shader.as_ref().and_then(|shader| shader.entry()).map(|_| 0);
        for (id, function) in &module.functions {
            let Some(body) = &function.body else {
                let known = [&b"dx.op."[..], b"llvm.lifetime.", b"llvm.dbg."];
                let is_library = self.shader.as_ref().is_none_or(|shader| shader.entry().is_none());
                let is_visible = function.linkage == Linkage::External;
                if !is_visible || !is_library && !known.iter().any(|prefix| function.name.starts_with(prefix)) {
                    self.report(Rule::Declaration { name: function.name.to_string() });
                }
                let is_own = function.name.starts_with(b"dx.op.") || function.name.starts_with(b"llvm.");
                if !is_own && self.takes_resources(function.ty) {
                    self.demand_of(Demand::ResourceParameter, &function.name.to_string());
                }
                continue;
            };
            if self.takes_resources(function.ty) {
                self.demand_of(Demand::ResourceParameter, &function.name.to_string());
            }
            self.function_attributes(function);
            let of_struct = |&ty: &TypeId| {
                let mut ty = module.types.pointee(ty).unwrap_or(ty);
                while let Type::Array { elem, .. } = module.types.get(ty) {
                    ty = *elem;
                }
                module.types.struct_fields(ty).is_some()
            };
            let params = module.types.signature(function.ty).map_or(&[][..], |(_, params)| params);
            if !self.is_library() && params.iter().any(of_struct) {
                self.demand_of(Demand::StructParameter, &function.name.to_string());
            }
            self.here = only.or_else(|| entries.get(&id).copied());
            self.place = Some(Place { function: id, inst: None, tag: 0 });
            self.body(id, body);
            (self.place, self.here) = (None, None);
        }
        for global in module.globals.values() {
            if global.is_variable() {
                self.variable_type(global.ty);
            }
        }
        if let Some(shader) = self.shader.clone() {
            self.share_patches(&shader);
            for (at, entry) in shader.entries.iter().enumerate() {
                self.signatures_seen(at, entry);
            }
            self.compatible(&shader);
        }
    }

    /// Whether constants are the parts of an aggregate type.
    fn has_parts(&self, ty: TypeId, parts: &[ConstId]) -> bool {
        let of_type = |part: ConstId, ty: TypeId| self.module.constants.ty(part) == ty;
        let types = &self.module.types;
        if let Some((elem, len)) = types.elements(ty) {
            return parts.len() as u64 == len && parts.iter().all(|&part| of_type(part, elem));
        }
        types.struct_fields(ty).is_some_and(|fields| {
            fields.len() == parts.len() && parts.iter().zip(fields).all(|(&part, &field)| of_type(part, field))
        })
    }

    /// Whether a variable is none of LLVM's lists, or has the linkage, the type and the value of one (LLVM 3.7, `Verifier.cpp`,
    /// `visitGlobalVariable`).
    fn is_list_sound(&self, global: &Global) -> bool {
        let types = &self.module.types;
        let element = if let Type::Array { elem, .. } = types.get(global.ty) { Some(*elem) } else { None };
        let is_joined = global.linkage == Linkage::Appending;
        let (name, initial) =
            (global.name.as_bytes(), global.initializer.map(|id| &self.module.constants.get(id).kind));
        let is_pointer = |ty: TypeId| matches!(types.get(ty), Type::Pointer { .. });
        if USED.contains(&name) {
            let is_aggregate = matches!(initial, None | Some(ConstKind::Aggregate(_)));
            return is_aggregate && (initial.is_none() || is_joined) && element.is_none_or(is_pointer);
        }
        if !CONSTRUCTORS.contains(&name) {
            return !is_joined || element.is_some();
        }
        let is_function = |ty: TypeId| {
            let Type::Pointer { pointee, .. } = *types.get(ty) else { return false };
            types.signature(pointee).is_some_and(|(ret, params)| *types.get(ret) == Type::Void && params.is_empty())
        };
        let is_entry = |ty: TypeId| match types.struct_fields(ty) {
            Some(&[priority, function]) => *types.get(priority) == Type::Int(32) && is_function(function),
            Some(&[priority, function, data]) => {
                *types.get(priority) == Type::Int(32) && is_function(function) && is_pointer(data)
            }
            _ => false,
        };
        // An array of no entries is what remains where all of them were evaluated.
        (initial.is_none() || is_joined)
            && if is_joined { element.is_some_and(is_entry) } else { element.is_none_or(is_entry) }
    }

    /// The function a constant is the address of.
    fn callee(&self, value: Value) -> Option<FuncId> {
        if let Value::Const(id) = value {
            if let ConstKind::Function(function) = self.module.constants.get(id).kind { Some(function) } else { None }
        } else {
            None
        }
    }

    /// Whether a type is one that has values.
    fn is_value_type(&self, ty: TypeId) -> bool {
        !matches!(self.module.types.get(ty), Type::Void | Type::Label | Type::Function { .. })
    }
}
