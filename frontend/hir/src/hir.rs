//! Represents a checked program.
//!
//! Expressions, statements and places refer to each other by id. What holds in every program the checker
//! returns without errors:
//! * operands of arithmetic have the type the operation is done in; conversions stand as `Convert`;
//! * literal kinds (`LitInt`, `LitFloat`) are gone: every constant has a concrete type;
//! * a place is only read through `Load` and only written through `Assign`, `Update`, `Step` or an `out` argument;
//! * every call names its function, passes every argument, defaults included;
//! * the tree is as deep as the source at most, times a small factor, so a walker may call itself, as long as it loops
//!   over the chains that may be of any length: the left sides of [`ExprKind::Binary`], [`ExprKind::ShortCircuit`] and
//!   [`ExprKind::Sequence`], and the `otherwise` of [`StmtKind::If`].

pub use crate::entries::{Entry, EntryAttributes, NodeAttributes, NodePortAttributes};
use crate::foreign::{ForeignAttributes, ForeignFunction, ForeignParam, Need};
use crate::intrinsics::IntrinsicId;
use crate::objects::ObjectClass;
pub use crate::types::{BufferKind, TypeName};
use crate::types::{Coherence, FieldModifiers, Orientation, ScalarClass, Semantic, StructId, Ty, Types};
use crate::value::ConstValue;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, entity_impl};
use hlslc_base::{Diagnostic, Span, Symbol};
use hlslc_ir::Op;
pub use hlslc_ir::foreign::ForeignVariable;
pub use hlslc_ir::module::ModuleRootSignature;
pub use hlslc_ir::node::{NodeId, NodeLaunch};
pub use hlslc_ir::stage::WaveSize;
pub use hlslc_ir::subobject::{HitGroupKind, Subobject, SubobjectValue};
use hlslc_ir::vulkan::VkResource;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident $prefix:literal;)*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )*};
}

ids! {
    /// An expression.
    ExprId "e";
    /// A statement.
    StmtId "s";
    /// A function.
    FuncId "f";
    /// A variable of a function, or a parameter.
    LocalId "l";
    /// A variable outside functions.
    GlobalId "g";
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Type of its value; `void` for none.
    pub ty: Ty,
    /// The operation.
    pub kind: ExprKind,
    /// The position in the source.
    pub span: Span,
}

/// Operators on one operand, of the operand's type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-x`.
    Neg,
    /// `~x`, integers.
    BitNot,
    /// `!x`, bools.
    Not,
}

/// Operators on two operands of one type, component by component. Comparisons give bools.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the variants are the operators' own names")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// `&&` without short-circuit: vectors, and scalars before HLSL 2021.
    LogicalAnd,
    /// `||` without short-circuit.
    LogicalOr,
}

impl BinaryOp {
    /// The operation on elements of a class. Bits and Booleans share theirs.
    pub fn operation(self, class: ScalarClass) -> Op {
        use ScalarClass::{Float, Signed};
        match (self, class) {
            (Self::Add, Float) => Op::FAdd,
            (Self::Add, _) => Op::Add,
            (Self::Sub, Float) => Op::FSub,
            (Self::Sub, _) => Op::Sub,
            (Self::Mul, Float) => Op::FMul,
            (Self::Mul, _) => Op::Mul,
            (Self::Div, Float) => Op::FDiv,
            (Self::Div, Signed) => Op::SDiv,
            (Self::Div, _) => Op::UDiv,
            (Self::Rem, Float) => Op::FRem,
            (Self::Rem, Signed) => Op::SRem,
            (Self::Rem, _) => Op::URem,
            (Self::Shl, _) => Op::Shl,
            (Self::Shr, Signed) => Op::AShr,
            (Self::Shr, _) => Op::LShr,
            (Self::BitAnd | Self::LogicalAnd, _) => Op::And,
            (Self::BitOr | Self::LogicalOr, _) => Op::Or,
            (Self::BitXor, _) => Op::Xor,
            (Self::Eq, Float) => Op::FOeq,
            (Self::Eq, _) => Op::IEq,
            (Self::Ne, Float) => Op::FUne,
            (Self::Ne, _) => Op::INe,
            (Self::Lt, Float) => Op::FOlt,
            (Self::Lt, Signed) => Op::SLt,
            (Self::Lt, _) => Op::ULt,
            (Self::Le, Float) => Op::FOle,
            (Self::Le, Signed) => Op::SLe,
            (Self::Le, _) => Op::ULe,
            (Self::Gt, Float) => Op::FOgt,
            (Self::Gt, Signed) => Op::SGt,
            (Self::Gt, _) => Op::UGt,
            (Self::Ge, Float) => Op::FOge,
            (Self::Ge, Signed) => Op::SGe,
            (Self::Ge, _) => Op::UGe,
        }
    }
}

/// A conversion of a value to another type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// Same shape, other element kind.
    Elements,
    /// A scalar to every component of a vector or matrix (of the same element kind).
    Splat,
    /// First components of a longer vector or of a matrix (upper left part); a vector of one to a scalar.
    Truncate,
    /// Vector to matrix or back with as many elements, in row order; scalar to vector of one.
    Reshape,
    /// Aggregate to aggregate (or vector, or matrix) with element-wise conversion after flattening both.
    Flatten,
    /// A scalar to every scalar of an aggregate: `(S)0`.
    SplatAggregate,
    /// Enumeration to its integer or back; no change of bits after the integer has the right kind.
    Enum,
    /// Derived class to its base.
    ToBase,
    /// To `void`.
    Discard,
    /// Between addresses, or an address and its bits.
    Address,
}

/// A (row, column) of a matrix.
pub type MatrixElement = (u8, u8);

/// The kind of an expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A place in error, or an expression in error. Only in programs with errors.
    Error,
    /// A constant of the expression's type.
    Const(ConstValue),
    /// The value of a place.
    Load(Place),
    /// An operator on one operand.
    Unary(UnaryOp, ExprId),
    /// An operator on two operands of one type.
    Binary(BinaryOp, ExprId, ExprId),
    /// `a && b` (`and` true) or `a || b` of scalars, the right side evaluated only if needed.
    ShortCircuit {
        /// Whether it is `&&`.
        and: bool,
        /// Always evaluated.
        left: ExprId,
        /// Evaluated if the left side does not decide.
        right: ExprId,
    },
    /// `c ? a : b` with a scalar condition: only one side is evaluated.
    Conditional {
        /// `bool`.
        cond: ExprId,
        /// If true.
        then: ExprId,
        /// If false.
        otherwise: ExprId,
    },
    /// Both sides are evaluated, then chosen component by component: `select`, and `?:` on vectors.
    Select {
        /// `bool`s of the shape of the result, or one `bool`.
        cond: ExprId,
        /// If true.
        then: ExprId,
        /// If false.
        otherwise: ExprId,
    },
    /// A conversion to the expression's type.
    Convert(Conversion, ExprId),
    /// Components of a vector value (or of a scalar, all 0).
    Swizzle(ExprId, SmallVec<[u16; 4]>),
    /// Elements of a matrix value, as a vector (or scalar).
    MatrixSwizzle(ExprId, SmallVec<[MatrixElement; 4]>),
    /// A member of a struct value.
    Member(ExprId, u32),
    /// An element of an array value, row of a matrix value or component of a vector value.
    Index(ExprId, ExprId),
    /// A value from its parts. Vectors and matrices: scalars and vectors of the right element kind whose
    /// components, in order, fill it exactly. Arrays and structs: one value of the right type for each element or member.
    Construct(Vec<ExprId>),
    /// Evaluates the first for its effects, then the second.
    Sequence(ExprId, ExprId),
    /// Stores a value; the result is the value stored.
    Assign {
        /// The destination.
        place: Place,
        /// Value of the place's type.
        value: ExprId,
    },
    /// `place op= value`. The place is evaluated once. `op` is done in `op_ty`: the place's value is converted to it
    /// before, and the result back to the place's type after, by `Elements`/`Splat`/`Truncate` as needed.
    Update {
        /// The destination.
        place: Place,
        /// Operator (not a comparison).
        op: BinaryOp,
        /// Right side, of `op_ty`.
        value: ExprId,
        /// Type the operation is done in.
        op_ty: Ty,
    },
    /// `++`/`--`. The result is the value before (`postfix`) or after.
    Step {
        /// The changed place.
        place: Place,
        /// Whether it counts down.
        decrement: bool,
        /// Whether the result is the value before.
        postfix: bool,
    },
    /// A call of a function of the program.
    Call {
        /// Which one.
        func: FuncId,
        /// `this`, for a method that is not static: an l-value place (copied in and out) or a temporary.
        this: Option<Box<Place>>,
        /// One for each parameter.
        args: Vec<Arg>,
    },
    /// A call of a built-in function or method.
    Intrinsic {
        /// Row of the table.
        id: IntrinsicId,
        /// The object, for a method.
        object: Option<ExprId>,
        /// One for each argument, converted to the parameter's type.
        args: Vec<Arg>,
    },
    /// The value of a place whose type is an object. Resources are values: lowering follows them to their declaration.
    Resource(Place),
    /// `NonUniformResourceIndex(x)`: the value of `x`, an index that may differ between lanes.
    NonUniform(ExprId),
}

/// An argument.
#[derive(Clone, Debug)]
pub enum Arg {
    /// A value.
    In(ExprId),
    /// `out`: a place to store to afterwards, converted from `param_ty`, the type of the parameter, on the way out.
    Out {
        /// The destination.
        place: Box<Place>,
        /// Type the callee writes.
        param_ty: Ty,
    },
    /// `inout`: converted to `param_ty` on the way in and back on the way out.
    InOut {
        /// The changed place.
        place: Box<Place>,
        /// Type the callee reads and writes.
        param_ty: Ty,
    },
    /// A reference to a place that is not copied: destination of atomics, payloads, streams.
    Ref(Box<Place>),
}

/// Something that can be read and, mostly, written.
#[derive(Clone, Debug)]
pub struct Place {
    /// The base.
    pub base: PlaceBase,
    /// The path from there; each step applies to the type the step before gave.
    pub projections: Vec<Projection>,
    /// Type at the end of the path.
    pub ty: Ty,
    /// The position in the source.
    pub span: Span,
}

/// The base of a place.
#[derive(Clone, Debug)]
pub enum PlaceBase {
    /// A local variable or parameter.
    Local(LocalId),
    /// A variable outside functions, resource globals included.
    Global(GlobalId),
    /// The object of the method.
    This,
    /// A value without a place of its own, put into a temporary.
    Temporary(ExprId),
    /// An element of a buffer or texture: `buf[i]`, `tex[uv]`, `tex.mips[m][uv]`, `tex.sample[s][uv]`.
    Element {
        /// Resource-typed expression.
        object: ExprId,
        /// Index, `uint` or vector of it.
        index: ExprId,
        /// Mip level.
        mip: PackedOption<ExprId>,
        /// Sample.
        sample: PackedOption<ExprId>,
    },
    /// The contents of a `ConstantBuffer<T>` or `TextureBuffer<T>`; its type is `T`.
    BufferContents(ExprId),
    /// The pointee of an address.
    Pointee(ExprId),
    /// Element of `ResourceDescriptorHeap` (or the sampler heap): a resource of the place's type.
    HeapElement {
        /// Whether it is the sampler heap.
        sampler: bool,
        /// Index.
        index: ExprId,
        /// As what takes the descriptor is declared.
        coherence: Coherence,
    },
}

/// A step from a place to a part of it.
#[derive(Clone, Debug)]
pub enum Projection {
    /// A member of a struct, by position.
    Field(u32),
    /// An element of an array, row of a matrix or component of a vector.
    Index(ExprId),
    /// Components of a vector, none twice if the place is written. On a scalar, all 0.
    Swizzle(SmallVec<[u16; 4]>),
    /// Elements of a matrix.
    MatrixSwizzle(SmallVec<[MatrixElement; 4]>),
}

/// Hints on an `if` or `switch`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SelectionAttributes {
    /// `[branch]`.
    pub branch: bool,
    /// `[flatten]`.
    pub flatten: bool,
    /// `[forcecase]`.
    pub force_case: bool,
    /// `[call]`.
    pub call: bool,
}

/// Hints on a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoopAttributes {
    /// `[unroll]` (0) or `[unroll(n)]`.
    pub unroll: Option<u32>,
    /// `[loop]`.
    pub keep: bool,
    /// `[fastopt]`.
    pub fast_opt: bool,
    /// `[allow_uav_condition]`.
    pub allow_uav_condition: bool,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The kind.
    pub kind: StmtKind,
    /// The position in the source.
    pub span: Span,
}

/// The kind of a statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Evaluates an expression for its effects.
    Expr(ExprId),
    /// Starts the life of a local; undefined without an initial value.
    Declare {
        /// The variable.
        local: LocalId,
        /// Initial value, of its type.
        init: Option<ExprId>,
    },
    /// Statements in order.
    Block(Vec<StmtId>),
    /// `if`.
    If {
        /// `bool`.
        cond: ExprId,
        /// If true.
        then: StmtId,
        /// If false.
        otherwise: Option<StmtId>,
        /// Hints.
        attributes: SelectionAttributes,
    },
    /// `for` and `while`. Declarations of the head stand before it, in a block around both; those of the condition, in the body.
    Loop {
        /// `bool`, checked before each iteration; `None` is true.
        cond: Option<ExprId>,
        /// After each iteration, also after `continue`.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
        /// Hints.
        attributes: LoopAttributes,
    },
    /// `do … while`.
    DoWhile {
        /// The body.
        body: StmtId,
        /// `bool`, checked after each iteration.
        cond: ExprId,
        /// Hints.
        attributes: LoopAttributes,
    },
    /// `switch`; cases fall through unless they end otherwise.
    Switch {
        /// `int`, `uint`, `int64_t` or `uint64_t`.
        value: ExprId,
        /// In source order; no value twice, at most one default.
        cases: Vec<SwitchCase>,
        /// Hints.
        attributes: SelectionAttributes,
    },
    /// Leaves the innermost loop or switch.
    Break,
    /// Goes on with the next iteration of the innermost loop.
    Continue,
    /// Leaves the function.
    Return(Option<ExprId>),
    /// Ends the lane.
    Discard,
}

/// Consecutive labels of a `switch` and the statements after them.
#[derive(Clone, Debug)]
pub struct SwitchCase {
    /// Values, as the bits of the switch's type; `None` is `default`.
    pub labels: Vec<Option<u64>>,
    /// Up to the next label.
    pub body: Vec<StmtId>,
}

/// The passing mode of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamMode {
    /// Copied in.
    In,
    /// Copied out.
    Out,
    /// Copied in and out.
    InOut,
    /// Memory of the group, used where it is.
    Shared,
}

/// Which primitive a geometry shader takes, or what a mesh shader writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the variants are the keywords")]
pub enum ParamRole {
    Point,
    Line,
    Triangle,
    LineAdj,
    TriangleAdj,
    Vertices,
    Indices,
    Primitives,
    Payload,
}

/// A variable of a function, or a parameter.
#[derive(Clone, Debug)]
pub struct Local {
    /// Name.
    pub name: Symbol,
    /// Type.
    pub ty: Ty,
    /// The position of the declaration.
    pub span: Span,
    /// `precise`.
    pub precise: bool,
    /// `globallycoherent` and `reordercoherent`.
    pub coherence: Coherence,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its variable.
    pub local: LocalId,
    /// The passing mode.
    pub mode: ParamMode,
    /// Semantic.
    pub semantic: Option<Semantic>,
    /// Interpolation and so on.
    pub modifiers: FieldModifiers,
    /// Role in a geometry or mesh shader.
    pub role: Option<ParamRole>,
    /// `uniform`: of an entry point, a value from a constant buffer.
    pub is_uniform: bool,
    /// The node attributes.
    pub node: Option<Box<NodePortAttributes>>,
    /// The attributes that are passed to SPIR-V.
    pub foreign: ForeignAttributes,
    /// The role of its argument if the function is an instruction.
    pub foreign_use: ForeignParam,
}

/// A function. Arenas are its own, so that functions can be handled one by one.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name, qualified: `N::S::f`, with template arguments where it is an instance.
    pub name: String,
    /// The position of the name.
    pub span: Span,
    /// Its place among the declarations, as they are read: positions do not say it, since those of a file that is included lie
    /// after all of the file around it.
    pub order: u32,
    /// Result type.
    pub ret: Ty,
    /// Semantic of the result.
    pub ret_semantic: Option<Semantic>,
    /// Modifiers of the result (`precise`, interpolation).
    pub ret_modifiers: FieldModifiers,
    /// The struct a method belongs to, unless static.
    pub this: Option<StructId>,
    /// Parameters.
    pub params: Vec<Param>,
    /// Variables and parameters.
    pub locals: PrimaryMap<LocalId, Local>,
    /// Expressions.
    pub exprs: PrimaryMap<ExprId, Expr>,
    /// Statements.
    pub stmts: PrimaryMap<StmtId, Stmt>,
    /// The body, a block; `None` if only declared.
    pub body: Option<StmtId>,
    /// `[noinline]`.
    pub no_inline: bool,
    /// Who may call it.
    pub linkage: Linkage,
    /// The names under which a linker sees it: all that a library exports it as, or the one of a function that stays or is
    /// another's.
    pub symbols: Vec<String>,
    /// The attributes of the function, or of its result, that are passed to SPIR-V.
    pub foreign: ForeignAttributes,
    /// The instruction that its calls are; it has no body then.
    pub instruction: Option<ForeignFunction>,
}

/// The linkage of a function: who may call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Linkage {
    /// This program.
    #[default]
    Internal,
    /// Others too.
    Exported,
    /// It is another's; this program only calls it.
    External,
}

impl Function {
    /// A function with nothing in it.
    pub fn empty() -> Self {
        Self {
            name: String::new(),
            span: Span::NONE,
            order: 0,
            ret: Types::VOID,
            ret_semantic: None,
            ret_modifiers: FieldModifiers::default(),
            this: None,
            params: Vec::new(),
            locals: PrimaryMap::new(),
            exprs: PrimaryMap::new(),
            stmts: PrimaryMap::new(),
            body: None,
            no_inline: false,
            linkage: Linkage::default(),
            symbols: Vec::new(),
            foreign: ForeignAttributes::default(),
            instruction: None,
        }
    }

    /// The function without its body: no statements, no expressions, and of the variables only the parameters.
    #[must_use]
    pub fn declaration(&self) -> Self {
        let params = self.params.iter().map(|param| param.local.as_u32() as usize + 1).max().unwrap_or(0);
        Self {
            name: self.name.clone(),
            ret_semantic: self.ret_semantic.clone(),
            params: self.params.clone(),
            locals: self.locals.values().take(params).cloned().collect(),
            exprs: PrimaryMap::new(),
            stmts: PrimaryMap::new(),
            body: None,
            symbols: self.symbols.clone(),
            foreign: self.foreign.clone(),
            instruction: self.instruction.clone(),
            ..*self
        }
    }
}

/// The kind of a global.
#[derive(Clone, Debug)]
pub enum GlobalKind {
    /// `static` (not const): one for each thread.
    Static,
    /// `static const` (or `const` with a value known when compiling): its initial value is its value.
    Constant,
    /// `[[vk::constant_id(n)]]`: its initial value is its value unless another is given when a pipeline is made.
    Specialization(u32),
    /// `groupshared`.
    Groupshared,
    /// A resource (or array of resources, or struct with resources) with its register.
    Resource,
    /// A member of a `cbuffer`, a `tbuffer` or `$Globals`.
    BufferMember {
        /// Buffer, a global of kind `Buffer`.
        buffer: GlobalId,
        /// Position among its members.
        field: u32,
    },
    /// A `cbuffer`, `tbuffer` or `$Globals`. Its type is the struct of its members.
    Buffer(BufferKind),
}

/// A register that counts for a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RegisterBinding {
    /// The only class of resources it is for, of those that a struct holds; `None` is for whatever the global holds.
    pub class: Option<ObjectClass>,
    /// Number, unless only a space is given.
    pub number: Option<u32>,
    /// Space, where given.
    pub space: Option<u32>,
    /// The position in the source.
    pub span: Span,
}

/// A variable outside functions.
#[derive(Clone, Debug)]
pub struct Global {
    /// Name, qualified.
    pub name: String,
    /// The name for a linker, of a resource of a library that is declared as one.
    pub symbol: Option<String>,
    /// Type.
    pub ty: Ty,
    /// The position of the declaration.
    pub span: Span,
    /// Kind.
    pub kind: GlobalKind,
    /// Initial value known when compiling.
    pub init: Option<ConstValue>,
    /// Initial value worked out when the shader starts: body of a function without parameters returning it.
    pub init_func: Option<FuncId>,
    /// Registers: at most one for each class, or one for all.
    pub registers: Vec<RegisterBinding>,
    /// Whether it is a resource among the members of a `cbuffer` or `tbuffer`.
    pub in_buffer: bool,
    /// For Vulkan.
    pub vk: VkResource,
    /// `globallycoherent` and `reordercoherent`.
    pub coherence: Coherence,
    /// `precise`.
    pub precise: bool,
    /// The attributes that are passed to SPIR-V.
    pub foreign: ForeignAttributes,
    /// The storage class that it is in, if the source names one.
    pub foreign_variable: Option<ForeignVariable>,
}

/// A checked program.
#[derive(Debug, Default)]
pub struct Program {
    /// Types.
    pub types: Types,
    /// Functions in declaration order, instances of templates where they were first needed.
    pub funcs: PrimaryMap<FuncId, Function>,
    /// Variables outside functions, in declaration order.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// Entry points: one, or those of a library.
    pub entries: Vec<Entry>,
    /// Subobjects of a library, in declaration order.
    pub subobjects: Vec<Subobject>,
    /// Order of matrices without a modifier.
    pub default_orientation: Option<Orientation>,
    /// Whether `half` and `min16…` are native 16-bit types.
    pub native_16bit: bool,
    /// By where they are declared, the variables, parameters and members that are declared by another name of their type.
    pub type_names: FxHashMap<Span, TypeName>,
    /// The requirements of names of types on the module where they are used, by the type.
    pub type_needs: Vec<(Ty, Vec<Need>)>,
    /// Errors that are none if nothing needs what is computed at their places.
    pub unless_unused: Vec<Diagnostic>,
}

// A function has hundreds of expressions, a program hundreds of thousands.
const _: () = assert!(size_of::<Expr>() <= 88);
