//! Defines what is recorded of the meanings of names, for tools that show a source: editors, above all.
//!
//! The checker fills in [`Uses`] as it resolves names (`check/noted.rs`), if a caller of [`check_with`](crate::check_with) asks for it;
//! nothing that the checker does depends on it. The body of a template is checked for each list of arguments and records its names
//! each time.

use hlslc_base::{Span, Symbol};
use hlslc_hir::hir::{FuncId, GlobalId};
use hlslc_hir::intrinsics::IntrinsicId;
use hlslc_hir::types::{EnumId, StructId, Ty};
use hlslc_hir::value::ConstValue;

/// The sort of thing that a name means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A variable of a function.
    Local,
    /// A parameter.
    Parameter,
    /// A variable outside functions, a static member included.
    Global(GlobalId),
    /// A member of a struct, by position.
    Member(StructId, u32),
    /// A function, if it is one of the program.
    Function(Option<FuncId>),
    /// A method.
    Method(Option<FuncId>),
    /// A struct, class or interface.
    Struct(StructId),
    /// An enumeration.
    Enum(EnumId),
    /// A value of an enumeration.
    Enumerator,
    /// A constant that is known by name: a template argument, a text.
    Constant,
    /// Another name of a type.
    Alias,
    /// A namespace.
    Namespace,
    /// A template of structs, aliases or variables.
    Template,
    /// A parameter of a template.
    TemplateParameter,
    /// A `cbuffer` or `tbuffer`.
    Buffer(GlobalId),
    /// A built-in function or method.
    Builtin(IntrinsicId),
    /// A built-in type.
    BuiltinType,
    /// A built-in constant or descriptor heap.
    BuiltinValue,
    /// Components of a vector or matrix.
    Swizzle,
    /// Something whose declaration is in error.
    Unknown,
}

/// A name in the source, and what it means.
#[derive(Clone, PartialEq, Debug)]
pub struct Use {
    /// The name.
    pub at: Span,
    /// What it means.
    pub sort: Sort,
    /// The name in its declaration; no place for what is built in. A declaration records a use of itself.
    pub declared: Span,
    /// The type of the value, or the type that is named; in error where there is none.
    pub ty: Ty,
    /// Its value, where the source says it.
    pub value: Option<ConstValue>,
}

/// A parameter of something that can be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CalleeParam {
    /// Its name; may be empty.
    pub name: String,
    /// As a declaration writes it: `inout float x`.
    pub text: String,
    /// Whether it may be left out.
    pub optional: bool,
}

/// Something that a call may mean.
#[derive(Clone, PartialEq, Debug)]
pub struct Callee {
    /// Its declaration in one line.
    pub text: String,
    /// Its parameters.
    pub params: Vec<CalleeParam>,
    /// Its name where it is declared; no place for what is built in.
    pub declared: Span,
    /// The row of what is built in.
    pub builtin: Option<IntrinsicId>,
    /// The sum of what the conversions of the arguments cost that are there; `None` if it cannot take them.
    pub cost: Option<u64>,
}

/// A call.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The name that is called.
    pub name: Span,
    /// The arguments.
    pub args: Vec<Span>,
    /// Everything of that name, in the order of declaration.
    pub candidates: Vec<Callee>,
    /// The one that is meant, by position; `None` while nothing fits.
    pub chosen: Option<usize>,
}

/// A name that is visible at the cursor.
#[derive(Clone, PartialEq, Debug)]
pub struct Visible {
    /// The name.
    pub name: Symbol,
    /// What it means.
    pub sort: Sort,
    /// Its type, as in [`Use`].
    pub ty: Ty,
    /// Where it is declared.
    pub declared: Span,
    /// The number of scopes between it and the cursor.
    pub distance: u32,
}

/// What stands at the cursor.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// A name by itself: a value, or a type where a statement begins.
    Name,
    /// A type.
    Type,
    /// A member of a value of this type.
    Member(Ty),
    /// A name after `N::`, or after `vk::` if that is no namespace of the program.
    Qualified {
        /// Whether it is one of the built-in namespace `vk`.
        is_vk: bool,
    },
}

/// The cursor, as the checker met it.
#[derive(Clone, PartialEq, Debug)]
pub struct AtCursor {
    /// What stands there.
    pub place: Place,
    /// What can be named there, nearest first.
    pub visible: Vec<Visible>,
    /// The type that is wanted there, if one is.
    pub wanted: Option<Ty>,
}

/// What was recorded.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Names, in the order in which they were resolved.
    pub list: Vec<Use>,
    /// Calls, in the order in which they were resolved.
    pub calls: Vec<Call>,
    /// Declarations of one thing: the one, and another.
    pub same: Vec<(Span, Span)>,
    /// Bodies in which something is wrong if an entry point reaches them.
    pub conditional: Vec<Span>,
    /// The word that stands at the cursor, if a caller looks for what can be named there.
    pub cursor: Option<Symbol>,
    /// What the checker knew when it met this word.
    pub at_cursor: Option<AtCursor>,
    /// The type that a value is converted to, outermost first.
    pub(crate) wanted: Vec<Ty>,
}
