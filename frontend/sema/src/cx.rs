//! Holds the state of the checker: the declarations of the program so far, the function being checked, and the basic
//! operations on which all rules build (creating expressions, reporting, querying types).

use crate::builtin_types::BuiltinType;
use crate::dx::DxScopes;
use crate::facts::{
    AliasWords, Asked, CastPlace, DefaultArgument, DefaultArguments, FunctionAttributes, Instances, OverloadIndex,
    PackedMember, Written,
};
pub use crate::facts::{TemplateId, TemplateValue};
pub use crate::ids::{FnId, FnSetId, RecordTemplateId, VariableTemplateId};
use crate::intrinsic_match::Resolved;
pub use crate::record_info::RecordInfo;
use crate::scope::{ScopeId, ScopeKind, Scopes};
pub use crate::summary::Summary;
use crate::{CheckOptions, errors};
use cranelift_entity::{PrimaryMap, SecondaryMap};
use hlslc_base::{Budgets, Diagnostic, Diagnostics, Interner, Span, Symbol};
use hlslc_hir::hir::{self, ExprKind, FuncId, GlobalId, LocalId, ParamMode, Place, PlaceBase, Program, Projection};
use hlslc_hir::intrinsics::StageSet;
use hlslc_hir::types::{Coherence, EnumId, StructId, Ty, TyData, Types};
use hlslc_hir::value::ConstValue;
use hlslc_syntax::ast::{Ast, DeclId, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::rc::Rc;

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct SigParam {
    /// Name, for messages and bodies.
    pub name: Symbol,
    /// Type.
    pub ty: Ty,
    /// The passing mode.
    pub mode: ParamMode,
    /// `const`.
    pub is_const: bool,
    /// The default argument.
    pub default: Option<DefaultArgument>,
    /// The position in the source.
    pub span: Span,
}

/// The facts about a function that callers need.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Result.
    pub ret: Ty,
    /// Parameters.
    pub params: Vec<SigParam>,
}

/// A template function's own data.
#[derive(Clone, Debug, Default)]
pub struct FnTemplate {
    /// The number of template headers of the declaration that belong to enclosing templates.
    pub header: usize,
    /// The declaration with the body, if the first one has none.
    pub definition: Option<DeclId>,
    /// Further declarations, in the order of the source.
    pub redeclared: Vec<DeclId>,
}

/// A function as declared.
#[derive(Clone, Debug)]
pub struct FnDecl {
    /// Name.
    pub name: Symbol,
    /// The position of the name.
    pub span: Span,
    /// The scope its signature and body are checked in.
    pub scope: ScopeId,
    /// Its declaration; the definition once one is met. Of a template the first one.
    pub decl: DeclId,
    /// The struct it is a method of.
    pub record: Option<StructId>,
    /// Whether a method takes no object.
    pub is_static: bool,
    /// Whether the declaration has a body.
    pub has_body: bool,
    /// For templates.
    pub template: Option<FnTemplate>,
    /// The function template that it was made from, and with what.
    pub origin: Option<(FnId, Vec<TemplateValue>)>,
    /// For anything else; of a template it is empty.
    pub sig: Signature,
    /// The function in the program; `None` for templates.
    pub func: Option<FuncId>,
    /// Whether the body still has to be asked for: methods of template instances are checked when called.
    pub lazy: bool,
}

/// A template of structs.
#[derive(Clone, Debug)]
pub struct RecordTemplate {
    /// Name.
    pub name: Symbol,
    /// The main declaration: the one with a body once it is met.
    pub decl: DeclId,
    /// Scope it is declared in.
    pub scope: ScopeId,
    /// Position of its header among those of the declaration.
    pub header: usize,
    /// Partial and full specialisations.
    pub specializations: Vec<DeclId>,
    /// Member functions defined outside.
    pub members: Vec<DeclId>,
}

/// A template of variables.
#[derive(Clone, Debug)]
pub struct VariableTemplate {
    /// Name.
    pub name: Name,
    /// The main declaration.
    pub decl: DeclId,
    /// Scope it is declared in.
    pub scope: ScopeId,
    /// Partial and full specialisations.
    pub specializations: Vec<DeclId>,
}

/// The instance of a template of variables for one list of arguments: a declaration of its own.
#[derive(Clone, Copy, Debug)]
pub struct VariableInstance {
    /// Scope that binds the template's parameters and holds the declaration.
    pub scope: ScopeId,
    /// The name it is declared under there.
    pub name: Name,
}

/// A body that waits until the declaration in progress is complete.
#[derive(Clone, Copy, Debug)]
pub struct PendingBody {
    /// Function to check.
    pub id: FnId,
    /// The depth of the instantiations that led here.
    pub depth: u32,
}

/// The function being checked. Outside functions a scratch one takes the expressions.
pub struct Body {
    /// The result so far.
    pub func: hir::Function,
    /// The struct whose members are in reach.
    pub record: Option<StructId>,
    /// Whether `this` exists.
    pub has_this: bool,
    /// Whether the method is `const`, so that `this` cannot be changed.
    pub is_const: bool,
    /// Changes of places that must happen before the expression being made: `f(++x)` for an `out` parameter.
    pub before: Vec<hir::ExprId>,
    /// The places that a cast gives another type.
    pub cast_places: Vec<CastPlace>,
    /// Problems that are errors only if an entry point reaches the function.
    pub if_reached: Vec<Diagnostic>,
    /// Problems that are errors only if an entry point of a stage that is not one of these reaches it.
    pub if_reached_from: Vec<(StageSet, Diagnostic)>,
    /// The float literals of the source, with a sign or without, in order.
    pub float_literals: Vec<hir::ExprId>,
    /// The two sides of each `?:` as they are written.
    pub choices: FxHashMap<hir::ExprId, [Operand; 2]>,
    /// Characters in quotes.
    pub characters: FxHashSet<hir::ExprId>,
    /// Loops around.
    pub loops: u32,
    /// Switches around.
    pub switches: u32,
    /// In what a `for` declares for the block around it, where names may be declared again.
    pub redeclares: bool,
    /// The loop whose condition is being checked.
    pub condition_of: Option<Span>,
    /// `const` locals.
    pub const_locals: FxHashSet<LocalId>,
    /// Values of `const` locals that are known.
    pub const_values: FxHashMap<LocalId, ConstValue>,
}

impl Body {
    /// A body to put expressions into that belong to no function.
    pub fn scratch() -> Self {
        Self {
            func: hir::Function::empty(),
            record: None,
            has_this: false,
            is_const: false,
            before: Vec::new(),
            cast_places: Vec::new(),
            if_reached: Vec::new(),
            if_reached_from: Vec::new(),
            float_literals: Vec::new(),
            choices: FxHashMap::default(),
            characters: FxHashSet::default(),
            loops: 0,
            switches: 0,
            redeclares: false,
            condition_of: None,
            const_locals: FxHashSet::default(),
            const_values: FxHashMap::default(),
        }
    }
}

/// Why a place cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It can.
    Mutable,
    /// Declared `const`.
    Const,
    /// Part of a constant buffer, or `uniform`.
    Uniform,
    /// Element of a resource that is only read.
    ReadOnly,
    /// Part of a value that has no place.
    Temporary,
    /// A swizzle on the way to it names a component twice.
    Repeated,
}

impl Access {
    /// The context of a part of something with this context.
    #[must_use]
    pub fn through(self, projection: &Projection) -> Self {
        fn repeats<T: PartialEq>(parts: &[T]) -> bool {
            (1..parts.len()).any(|i| parts[..i].contains(&parts[i]))
        }
        let is_repeated = match projection {
            Projection::Swizzle(parts) => repeats(parts),
            Projection::MatrixSwizzle(parts) => repeats(parts),
            Projection::Field(_) | Projection::Index(_) => false,
        };
        if self == Self::Mutable && is_repeated { Self::Repeated } else { self }
    }
}

/// The meaning of an expression of the source.
#[derive(Clone, Debug)]
pub struct Operand {
    /// Its type; may be of a literal kind.
    pub ty: Ty,
    /// The position in the source.
    pub span: Span,
    /// The rest.
    pub kind: OperandKind,
}

/// Kinds of [`Operand`].
#[derive(Clone, Debug)]
pub enum OperandKind {
    /// In error, which was reported.
    Error,
    /// A value.
    Value(hir::ExprId),
    /// A place, and whether it can be written.
    Place(Place, Access),
    /// The place that an expression has just changed: `++x`, `x += 1`, `x = 1`.
    Changed(hir::ExprId),
    /// An element of a descriptor heap, which becomes whatever resource is asked for.
    Heap {
        /// Whether it is the sampler heap.
        sampler: bool,
        /// Index.
        index: hir::ExprId,
    },
    /// `texture.mips` or `texture.sample`, with the level or sample once it is indexed.
    Slices {
        /// The texture.
        object: hir::ExprId,
        /// Whether it is `sample`.
        samples: bool,
        /// The first index.
        index: Option<hir::ExprId>,
        /// Whether its texels can be written.
        access: Access,
    },
}

/// The state of a check.
pub struct Checker<'a> {
    /// The tree.
    pub ast: &'a Ast,
    /// Names.
    pub names: &'a mut Interner,
    /// The options.
    pub options: &'a CheckOptions,
    /// Limits.
    pub budgets: Budgets,
    /// Problems found.
    pub diags: &'a mut Diagnostics,
    /// The result.
    pub program: Program,
    /// All scopes.
    pub scopes: Scopes,
    /// Which of the declarations of the file is being checked.
    pub position: usize,
    /// The file's scope.
    pub global_scope: ScopeId,
    /// The namespace `dx` and the scope of its hit objects.
    pub dx: DxScopes,
    /// The scope in which names are looked up now.
    pub scope: ScopeId,
    /// The built-in functions that calls without a qualifier meant, by name and types of the arguments.
    pub resolved: FxHashMap<(Symbol, SmallVec<[Ty; 8]>), Rc<Resolved>>,
    /// All functions declared.
    pub fns: PrimaryMap<FnId, FnDecl>,
    /// Overload sets.
    pub sets: PrimaryMap<FnSetId, Vec<FnId>>,
    /// The indices of large overload sets, by the first function of the set.
    pub overload_indices: FxHashMap<FnId, OverloadIndex>,
    /// Instances and full specialisations of function templates, by their arguments.
    pub fn_instances: SecondaryMap<FnId, FxHashMap<Vec<TemplateValue>, FnId>>,
    /// Instances that are called and have no body yet.
    pub awaited: Vec<FnId>,
    /// The places that need instances of functions.
    pub instances: Instances,
    /// Instances of struct templates, by their arguments.
    pub record_instances: SecondaryMap<RecordTemplateId, FxHashMap<Vec<TemplateValue>, StructId>>,
    /// Struct templates.
    pub record_templates: PrimaryMap<RecordTemplateId, RecordTemplate>,
    /// Templates of variables.
    pub variable_templates: PrimaryMap<VariableTemplateId, VariableTemplate>,
    /// Instances of templates of variables, by their arguments.
    pub variable_instances: SecondaryMap<VariableTemplateId, FxHashMap<Vec<TemplateValue>, VariableInstance>>,
    /// The facts about structs.
    pub records: SecondaryMap<StructId, RecordInfo>,
    /// Types that definitions inside other declarations made: `struct S { … } s;`.
    pub defined_types: FxHashMap<DeclId, Ty>,
    /// The function being checked.
    pub body: Body,
    /// Bodies to check after the declaration in progress.
    pub pending: VecDeque<PendingBody>,
    /// Whether members of a template's instance are being declared: their bodies wait until they are called.
    pub instantiating: bool,
    /// Whether only the type of what is checked counts: nothing is called.
    pub type_only: bool,
    /// The number of enclosing attempts that may discard an erroneous part.
    pub tentative: u32,
    /// The errors that are reported even if the attempt is discarded.
    pub definite: Diagnostics,
    /// The accessed part of the element that is indexed.
    pub asked: Asked,
    /// Whether the expression to check next is the target of an operator that changes it.
    pub is_target: bool,
    /// The declared coherence of the destination of a conversion; relevant for descriptors of the heap.
    pub destination: Coherence,
    /// The default arguments that are being checked.
    pub default_arguments: DefaultArguments,
    /// Expressions and types inside each other that are being checked, those of instances and default arguments among them.
    pub nested: u32,
    /// Depth of instantiations in progress.
    pub depth: u32,
    /// Instantiations made so far.
    pub instantiations: u32,
    /// The budget that ran out: nothing more is instantiated, no body is checked any more, and what is missing because of
    /// that is no problem of its own. It stands apart from the problems, some of which are tried and taken back.
    pub exhausted: Option<Diagnostic>,
    /// Steps that constant evaluation has left.
    pub const_steps: u32,
    /// Calls of `constexpr` functions that are evaluated, inside each other.
    pub const_calls: u32,
    /// Expressions and statements inside each other in these calls.
    pub const_depth: u32,
    /// The functions of each struct that convert it to another type.
    pub conversions: FxHashMap<StructId, Vec<FnId>>,
    /// The functions that are declared `constexpr`.
    pub constexpr_functions: FxHashSet<FuncId>,
    /// Words before declarations of which it was reported that they do nothing.
    pub idle_modifiers: FxHashSet<Span>,
    /// The `$Globals` buffer, once there is a variable in it.
    pub globals_buffer: Option<(GlobalId, StructId)>,
    /// The members of the buffers that are being declared, for the check of their places.
    pub packed: FxHashMap<StructId, Vec<PackedMember>>,
    /// The position of the push constants.
    pub push_constant: Option<Span>,
    /// The specialization constants by number: their type, and where one of it is declared.
    pub specializations: FxHashMap<u32, (Ty, Span)>,
    /// Built-ins that variables are by number: whether they go out, and where that is said.
    pub built_ins: FxHashMap<u32, (bool, Span)>,
    /// Globals that cannot be written, and why.
    pub global_access: SecondaryMap<GlobalId, Option<Access>>,
    /// The declaration of each function of the program, for entry attributes.
    pub func_decls: SecondaryMap<FuncId, Option<DeclId>>,
    /// Problems of functions that are errors only if an entry point reaches them.
    pub if_reached: SecondaryMap<FuncId, Vec<Diagnostic>>,
    /// Problems of functions that are errors only if an entry point of another stage reaches them.
    pub if_reached_from: SecondaryMap<FuncId, Vec<(StageSet, Diagnostic)>>,
    /// Whether it was said that payload qualifiers are ignored.
    pub reported_payloads: bool,
    /// Declarations of functions before or beside the one that counts, whose attributes it takes along, in their order.
    pub forward_decls: FxHashMap<FnId, Vec<DeclId>>,
    /// The written linkage of each function.
    pub written_linkage: SecondaryMap<FuncId, Written>,
    /// The attributes of each function.
    pub function_attrs: SecondaryMap<FuncId, FunctionAttributes>,
    /// Enumerators found so far of each enum, for messages.
    pub enum_scopes: SecondaryMap<EnumId, Option<ScopeId>>,
    /// The words in the declarations of aliases of types, by the position of the declaration.
    pub aliases: FxHashMap<Span, AliasWords>,
    /// Names of declarations that were ignored, with their places and what is said about them where they are used.
    pub ignored: FxHashMap<Symbol, (Span, &'static str)>,
    /// Built-in struct types by name (`RayDesc` and the like), made on first use.
    pub builtin_records: FxHashMap<Symbol, Ty>,
    /// The type of what stands in text, once it was asked for.
    pub character: Option<Ty>,
    /// The built-in types that were looked up so far.
    pub builtin_types: FxHashMap<Symbol, Option<BuiltinType>>,
    /// Takes what names mean, if a caller asks for it.
    pub uses: Option<&'a mut crate::uses::Uses>,
    /// The bodies that were left out of the tree.
    pub left_out: Option<&'a hlslc_syntax::known::LeftOut>,
}

impl<'a> Checker<'a> {
    /// A checker at the start of `ast`.
    pub fn new(
        ast: &'a Ast,
        names: &'a mut Interner,
        options: &'a CheckOptions,
        budgets: &Budgets,
        diags: &'a mut Diagnostics,
    ) -> Self {
        let mut scopes = Scopes::default();
        let global_scope = scopes.open(ScopeKind::Global, None, "");
        let mut program = Program::default();
        let dx = DxScopes::open(&mut scopes, global_scope, names, &mut program.types);
        Self {
            ast,
            names,
            options,
            budgets: *budgets,
            diags,
            program,
            scopes,
            resolved: FxHashMap::default(),
            position: 0,
            global_scope,
            dx,
            scope: global_scope,
            fns: PrimaryMap::new(),
            sets: PrimaryMap::new(),
            overload_indices: FxHashMap::default(),
            fn_instances: SecondaryMap::new(),
            awaited: Vec::new(),
            instances: Instances::default(),
            record_instances: SecondaryMap::new(),
            record_templates: PrimaryMap::new(),
            variable_templates: PrimaryMap::new(),
            variable_instances: SecondaryMap::new(),
            records: SecondaryMap::new(),
            defined_types: FxHashMap::default(),
            body: Body::scratch(),
            pending: VecDeque::new(),
            instantiating: false,
            type_only: false,
            tentative: 0,
            definite: Diagnostics::default(),
            asked: Asked::Whole,
            is_target: false,
            destination: Coherence::default(),
            default_arguments: DefaultArguments::default(),
            nested: 0,
            depth: 0,
            instantiations: 0,
            exhausted: None,
            const_steps: budgets.const_steps,
            const_calls: 0,
            const_depth: 0,
            conversions: FxHashMap::default(),
            constexpr_functions: FxHashSet::default(),
            idle_modifiers: FxHashSet::default(),
            globals_buffer: None,
            packed: FxHashMap::default(),
            push_constant: None,
            specializations: FxHashMap::default(),
            built_ins: FxHashMap::default(),
            global_access: SecondaryMap::new(),
            func_decls: SecondaryMap::new(),
            if_reached: SecondaryMap::new(),
            if_reached_from: SecondaryMap::new(),
            reported_payloads: false,
            forward_decls: FxHashMap::default(),
            written_linkage: SecondaryMap::new(),
            function_attrs: SecondaryMap::new(),
            enum_scopes: SecondaryMap::new(),
            aliases: FxHashMap::default(),
            ignored: FxHashMap::default(),
            builtin_records: FxHashMap::default(),
            character: None,
            builtin_types: FxHashMap::default(),
            uses: None,
            left_out: None,
        }
    }

    // ------------------------------------------------------------------------------------------ reporting

    /// Reports a problem.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.exhausted.is_none() {
            self.diags.push(diagnostic);
        }
    }

    /// Reports that a budget ran out, which ends the check.
    pub fn exhaust(&mut self, diagnostic: Diagnostic) {
        self.exhausted.get_or_insert(diagnostic);
    }

    /// Reports a problem about something made from `types`, unless one of them is in error already.
    pub fn report_unless_error(&mut self, types: &[Ty], diagnostic: Diagnostic) {
        if !types.iter().any(|&ty| self.types().is_error(ty)) {
            self.report(diagnostic);
        }
    }

    // ------------------------------------------------------------------------------------------ types

    /// The types.
    pub fn types(&self) -> &Types {
        &self.program.types
    }

    /// The types, to make more.
    pub fn types_mut(&mut self) -> &mut Types {
        &mut self.program.types
    }

    /// The data of a type. It is a copy, so that types can be added while it is in use.
    pub fn data(&self, ty: Ty) -> TyData {
        self.program.types.data(ty).clone()
    }

    /// A type as messages write it.
    pub fn show(&self, ty: Ty) -> String {
        self.program.types.display(ty)
    }

    /// A name as text.
    pub fn text(&self, name: Symbol) -> String {
        self.names.text(name).to_owned()
    }

    /// Whether the type is `ty` of a built-in object.
    pub fn object_kind(&self, ty: Ty) -> Option<hlslc_hir::objects::ObjectKind> {
        if let TyData::Object(kind, _) = self.types().data(ty) { Some(*kind) } else { None }
    }

    /// The element type inside any number of array extents.
    pub fn array_base(&self, mut ty: Ty) -> Ty {
        while let TyData::Array(element, _) = *self.types().data(ty) {
            ty = element;
        }
        ty
    }

    // ------------------------------------------------------------------------------------------ making expressions

    /// Adds an expression to the function.
    pub fn emit(&mut self, ty: Ty, kind: ExprKind, span: Span) -> hir::ExprId {
        self.body.func.exprs.push(hir::Expr { ty, kind, span })
    }

    /// A constant.
    pub fn constant(&mut self, ty: Ty, value: ConstValue, span: Span) -> Operand {
        let expr = self.emit(ty, ExprKind::Const(value), span);
        Operand { ty, span, kind: OperandKind::Value(expr) }
    }

    /// An operand in error.
    #[expect(clippy::unused_self, reason = "reads like its siblings, which need the checker")]
    pub fn error_operand(&self, span: Span) -> Operand {
        Operand { ty: Types::ERROR, span, kind: OperandKind::Error }
    }

    /// An operand for a value.
    pub fn value_operand(&mut self, ty: Ty, kind: ExprKind, span: Span) -> Operand {
        let expr = self.emit(ty, kind, span);
        Operand { ty, span, kind: OperandKind::Value(expr) }
    }

    /// An operand for a place.
    #[expect(clippy::unused_self, reason = "reads like its siblings, which need the checker")]
    pub fn place_operand(
        &self,
        base: PlaceBase,
        projections: Vec<Projection>,
        ty: Ty,
        access: Access,
        span: Span,
    ) -> Operand {
        let place = Place { base, projections, ty, span };
        Operand { ty, span, kind: OperandKind::Place(place, access) }
    }

    /// The expression of an operand, read if it is a place.
    pub fn value(&mut self, operand: &Operand) -> hir::ExprId {
        match &operand.kind {
            OperandKind::Value(expr) | OperandKind::Changed(expr) => *expr,
            OperandKind::Error => self.emit(Types::ERROR, ExprKind::Error, operand.span),
            OperandKind::Place(place, _) => self.load(place.clone(), operand.span),
            OperandKind::Heap { .. } | OperandKind::Slices { .. } => {
                let shown = self.show(operand.ty);
                self.report_unless_error(&[operand.ty], errors::not_a_value(operand.span, &shown));
                self.emit(Types::ERROR, ExprKind::Error, operand.span)
            }
        }
    }

    /// The expression of an operand that nothing uses: of an element of a heap, its index.
    pub fn value_or_index(&mut self, operand: &Operand) -> hir::ExprId {
        if let OperandKind::Heap { index, .. } = operand.kind { index } else { self.value(operand) }
    }

    /// Reads a place.
    pub fn load(&mut self, place: Place, span: Span) -> hir::ExprId {
        let ty = place.ty;
        let is_object = matches!(self.types().data(ty), TyData::Object(kind, _) if !kind.is_foreign());
        let kind = if is_object { ExprKind::Resource(place) } else { ExprKind::Load(place) };
        self.emit(ty, kind, span)
    }

    /// The operand as a place: itself, or a temporary that holds its value.
    pub fn place(&mut self, operand: &Operand) -> (Place, Access) {
        if let OperandKind::Place(place, access) = &operand.kind {
            return (place.clone(), *access);
        }
        let value = self.value(operand);
        let place =
            Place { base: PlaceBase::Temporary(value), projections: Vec::new(), ty: operand.ty, span: operand.span };
        (place, Access::Temporary)
    }

    /// A part of an operand: of a place if it is one, else of its value.
    pub fn project(&mut self, operand: &Operand, projection: Projection, ty: Ty, span: Span) -> Operand {
        if let OperandKind::Place(place, access) = &operand.kind {
            let access = access.through(&projection);
            let mut projections = Vec::with_capacity(place.projections.len() + 1);
            projections.extend_from_slice(&place.projections);
            projections.push(projection);
            let place = Place { base: place.base.clone(), projections, ty, span };
            return Operand { ty, span, kind: OperandKind::Place(place, access) };
        }
        let value = self.value(operand);
        let kind = match projection {
            Projection::Field(index) => ExprKind::Member(value, index),
            Projection::Index(index) => ExprKind::Index(value, index),
            Projection::Swizzle(parts) => ExprKind::Swizzle(value, parts),
            Projection::MatrixSwizzle(parts) => ExprKind::MatrixSwizzle(value, parts),
        };
        self.value_operand(ty, kind, span)
    }

    /// Runs `inside` in another scope.
    pub fn in_scope<R>(&mut self, scope: ScopeId, inside: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.scope, scope);
        let result = inside(self);
        self.scope = before;
        result
    }

    /// The namespace around what is checked, or the file.
    pub fn surrounding_namespace(&self) -> ScopeId {
        let is_namespace = |kind: ScopeKind| matches!(kind, ScopeKind::Global | ScopeKind::Namespace);
        let found = self.scopes.outwards(self.scope).find(|&scope| is_namespace(self.scopes.get(scope).kind));
        found.unwrap_or(self.global_scope)
    }

    /// Runs `inside` for a value that goes to something of this coherence.
    pub fn into<R>(&mut self, coherence: Coherence, inside: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.destination, coherence);
        let result = inside(self);
        self.destination = before;
        result
    }

    /// The coherence of what a place is declared as.
    pub fn coherence_of(&mut self, place: &Place) -> Coherence {
        let (mut coherence, mut ty) = match place.base {
            PlaceBase::Local(local) => {
                let data = &self.body.func.locals[local];
                (data.coherence, data.ty)
            }
            PlaceBase::Global(global) => (self.program.globals[global].coherence, self.program.globals[global].ty),
            PlaceBase::This => match self.body.func.this {
                Some(id) => (Coherence::default(), self.types_mut().intern(TyData::Struct(id))),
                None => return Coherence::default(),
            },
            PlaceBase::Temporary(_)
            | PlaceBase::Element { .. }
            | PlaceBase::BufferContents(_)
            | PlaceBase::Pointee(_)
            | PlaceBase::HeapElement { .. } => return Coherence::default(),
        };
        for projection in &place.projections {
            ty = match (projection, self.types().data(ty)) {
                (Projection::Index(_), TyData::Array(element, _)) => *element,
                (Projection::Field(at), TyData::Struct(id)) => {
                    let Some(field) = self.types().structs[*id].fields.get(*at as usize) else { break };
                    coherence = field.modifiers.coherence;
                    field.ty
                }
                _ => break,
            };
        }
        coherence
    }

    /// Runs `inside` in a new scope of a block.
    pub fn in_block<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let scope = self.scopes.open(ScopeKind::Block, Some(self.scope), "");
        self.in_scope(scope, inside)
    }

    /// Runs `inside` with a body that belongs to no function; gives the body back with the result.
    pub fn in_scratch<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> (R, Body) {
        let before = std::mem::replace(&mut self.body, Body::scratch());
        let result = inside(self);
        let used = std::mem::replace(&mut self.body, before);
        (result, used)
    }

    /// Whether the current scope belongs to a function's body.
    pub fn in_function(&self) -> bool {
        self.scopes.get(self.scope).kind == ScopeKind::Block
    }
}

/// Swizzle parts.
pub type Parts = SmallVec<[u16; 4]>;
