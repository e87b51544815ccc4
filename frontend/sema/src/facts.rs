//! Defines the data that the checker's state stores for its rules: one type for each fact that a rule notes and another reads.
//!
//! The rules themselves are functions of [`Checker`](crate::cx::Checker), in the module of their subject. Invariant: nothing here
//! depends on the checker, so that its state is defined after its data and before its rules.

use crate::ids::{FnId, RecordTemplateId};
use crate::scope::ScopeId;
use cranelift_entity::SecondaryMap;
use hlslc_base::{Span, Stage, Symbol};
use hlslc_hir::hir::{EntryAttributes, ExprId, LocalId, NodeAttributes, Place};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{Coherence, ScalarKind, StructId, Ty};
use hlslc_rootsig_syntax::Syntax;
use hlslc_syntax::ast::{self, DeclId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// The value of a template argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TemplateValue {
    /// A type.
    Type(Ty),
    /// A number of some type, as its extended bits.
    Number(Ty, u64),
    /// A template.
    Template(TemplateId),
}

/// A template that makes types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TemplateId {
    /// Of structs.
    Record(RecordTemplateId),
    /// Of aliases: its declaration, and the scope it stands in.
    Alias(DeclId, ScopeId),
}

/// A default argument as declared.
#[derive(Clone, Copy, Debug)]
pub struct DefaultArgument {
    /// The written expression, which is checked in the scope of the declaration.
    pub expr: ast::ExprId,
    /// The first function that was not declared yet.
    pub before: FnId,
    /// It is in error, which was reported where it is declared.
    pub is_wrong: bool,
}

/// The default arguments that are being checked.
#[derive(Default, Debug)]
pub struct DefaultArguments {
    pub open: Vec<Open>,
    /// The number of default arguments that were checked for calls so far.
    pub spent: u32,
}

/// A default argument that is being checked.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// Whose it is; none while it is declared.
    pub of: Option<(FnId, usize)>,
    pub before: FnId,
    pub record: Option<StructId>,
}

/// The attributes of a function.
#[derive(Clone, Debug, Default)]
pub struct FunctionAttributes {
    /// The attributes of entry points.
    pub entry: EntryAttributes,
    /// `[shader("…")]`, with its place.
    pub stage: Option<(Stage, Span)>,
    /// `[RootSignature("…")]`.
    pub root_signature: Option<RootSignature>,
    /// The function that `[patchconstantfunc("…")]` names.
    pub patch_constant: Option<(String, Span)>,
    /// `[noinline]`.
    pub no_inline: bool,
    /// `[clipplanes(…)]`, with its place.
    pub clip_planes: Option<Span>,
    /// The attributes of nodes.
    pub node: WrittenNode,
    /// The number of arguments of `[WaveSize(…)]`, with its position.
    pub wave_size: Option<(usize, Span)>,
    /// The attributes that only entry points have, with their positions.
    pub of_entry: SmallVec<[(EntryAttribute, Span); 2]>,
}

impl FunctionAttributes {
    /// The stage that a function of a library is an entry point of: the one named, or that of the first attribute that only one
    /// stage has. The size of a group is of four stages, and says nothing about which.
    pub fn any_stage(&self) -> Option<Stage> {
        let entry = &self.entry;
        let implied = [
            (entry.max_vertex_count.is_some() || entry.instance.is_some(), Stage::Geometry),
            (self.patch_constant.is_some(), Stage::Hull),
            (entry.domain.is_some(), Stage::Domain),
            (self.clip_planes.is_some(), Stage::Vertex),
            (entry.early_depth_stencil, Stage::Pixel),
        ];
        let implied = implied.iter().find(|row| row.0).map(|row| row.1);
        self.stage.map(|row| row.0).or(implied)
    }
}

/// A root signature as it is written.
#[derive(Clone, Debug)]
pub struct RootSignature {
    /// Its syntax.
    pub syntax: Arc<Syntax>,
    /// The argument of the attribute.
    pub span: Span,
}

/// An attribute that only an entry point has.
#[derive(Clone, Copy, Debug)]
pub struct EntryAttribute {
    /// Its name, in lower case.
    pub name: &'static str,
    /// The stages that it is for.
    pub stages: &'static [Stage],
    /// The meaning for an entry point of another stage.
    pub elsewhere: Elsewhere,
}

/// The meaning of an attribute for an entry point of another stage. DXC requires the stage of most if it emits DXIL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elsewhere {
    /// It is for all stages.
    Fine,
    /// It does nothing, which is said of programs in DXIL.
    Ignored,
    /// An error in programs in DXIL; in libraries and SPIR-V it does nothing.
    RejectedInDxil,
    /// An error everywhere.
    Rejected,
}

/// The written attributes of a node, with positions.
#[derive(Clone, Debug, Default)]
pub struct WrittenNode {
    /// The effective attributes.
    pub attributes: NodeAttributes,
    /// The position of each attribute, by its name in lower case.
    pub spans: Vec<(&'static str, Span)>,
}

impl WrittenNode {
    /// The position of an attribute.
    pub fn span(&self, name: &str) -> Option<Span> {
        self.spans.iter().find(|row| row.0 == name).map(|row| row.1)
    }
}

/// A member of a buffer with what `packoffset` is checked for.
pub struct PackedMember {
    pub name: Symbol,
    pub span: Span,
    pub ty: Ty,
    pub offset: Option<u32>,
}

/// A place that is seen as one of another type.
#[derive(Debug)]
pub struct CastPlace {
    /// The variable that stands for it.
    pub temporary: LocalId,
    /// Gives the variable the value of the place.
    pub take: ExprId,
    /// The place.
    pub place: Place,
}

/// The part of an element that is accessed. DXC checks no index that is followed by more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// All of it.
    Whole,
    /// A member or a method: `a[i].x`.
    Member,
    /// An element of it: `a[i][j]`.
    Element,
}

/// The written linkage of a function.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written {
    /// `export`.
    pub export: bool,
    /// Made so that only this source sees it: `static`, `inline`, declared in a struct, or of a template.
    pub hidden: bool,
    /// `inline`: not even a list can make it go out.
    pub inline: bool,
}

/// The words in the declaration of an alias of a type.
#[derive(Clone, Copy, Debug)]
pub struct AliasWords {
    /// Whether it is said how a matrix lies.
    pub is_oriented: bool,
    /// The coherence of writes.
    pub coherence: Coherence,
}

/// The places that need instances of functions.
#[derive(Default)]
pub struct Instances {
    /// The function whose body is being checked.
    pub current: Option<FnId>,
    /// The first call of each instance, and the function that it stands in.
    pub requests: SecondaryMap<FnId, Option<(Span, Option<FnId>)>>,
}

/// The elements of a type, as far as conversions distinguish them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Element {
    Number(ScalarKind),
    Enum,
    EnumClass,
    Object(ObjectKind),
    Text,
}

/// Equal elements that follow each other, with their number. Numbers have one run.
pub type Runs = SmallVec<[(Element, u64); 2]>;

/// The elements of each parameter, and the class that all bases of a struct end in where structs convert to their bases alone.
pub type Key = SmallVec<[(Runs, Option<StructId>); 4]>;

/// The functions of one overload set by their parameters.
#[derive(Default)]
pub struct OverloadIndex {
    /// The functions that were added so far.
    pub functions: Vec<FnId>,
    /// The functions, by number, that take parameters of these elements.
    pub by_parameters: FxHashMap<Key, Vec<usize>>,
    /// The functions that may match any arguments.
    pub others: Vec<usize>,
}
