//! Defines the syntax tree of HLSL up to HLSL 2021, with the `[[vk::…]]` spellings.
//!
//! Input: what the parser recognised. Output: flat arenas of nodes that refer to each other by id, so dropping
//! or copying a tree never recurses. The tree says what was written and nothing more: names are not
//! resolved, types are not computed, rules of the language are not checked.
//!
//! What holds in every tree the parser returns:
//! - Every id in the tree was made by this tree, children before their parents.
//! - The tree is at most [`Budgets::nesting`](hlslc_base::Budgets) levels deep, so a walker may call itself,
//!   as long as it loops over the two chains that do not count: the left operands of [`ExprKind::Binary`] and
//!   [`ExprKind::Comma`], and the `else` branches of `else if`.
//! - Where a syntax error was reported stands an `Error` node, about which later stages stay silent.

use cranelift_entity::{PrimaryMap, entity_impl};
use hlslc_base::intern::Symbol;
use hlslc_base::span::{Span, Spanned};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::sync::Arc;

/// An expression of an [`Ast`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);
entity_impl!(ExprId, "expr");

/// A statement of an [`Ast`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StmtId(u32);
entity_impl!(StmtId, "stmt");

/// A declaration of an [`Ast`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeclId(u32);
entity_impl!(DeclId, "decl");

/// A type, as written, of an [`Ast`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeExprId(u32);
entity_impl!(TypeExprId, "type");

/// One translation unit.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    /// All expressions.
    pub exprs: PrimaryMap<ExprId, Expr>,
    /// All statements.
    pub stmts: PrimaryMap<StmtId, Stmt>,
    /// All declarations, nested ones too.
    pub decls: PrimaryMap<DeclId, Decl>,
    /// All types as written.
    pub types: PrimaryMap<TypeExprId, TypeExpr>,
    /// The declarations of the file, in source order.
    pub items: Vec<DeclId>,
    /// Names in what was no HLSL: they may be declared there, so that nothing knows whether they are.
    pub lost: FxHashSet<Symbol>,
    /// The lost names of function declarations.
    pub lost_functions: FxHashSet<Symbol>,
    /// Whether there is something that is no HLSL: what is missing may be missing because of that.
    pub is_broken: bool,
}

// ---------------------------------------------------------------------------------------------- names

/// A name and where it was written.
pub type Name = Spanned<Symbol>;

/// Arguments: few in most cases, and there are many lists.
pub type ExprList = SmallVec<[ExprId; 4]>;

/// A possibly qualified name with template arguments: `a`, `A::b`, `::x`, `vector<float, 4>`, `S<T>::f`.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Whether it starts with `::`.
    pub global: bool,
    /// The names between the `::`, never empty; all but the last name namespaces, types or enums.
    pub segments: SmallVec<[PathSegment; 1]>,
    /// All of it.
    pub span: Span,
}

/// One name of a [`Path`].
#[derive(Clone, Debug, PartialEq)]
pub struct PathSegment {
    /// The name.
    pub name: Name,
    /// `<…>` after it; `Some` of nothing for `<>`.
    pub args: Option<Box<[TemplateArg]>>,
}

/// An argument in `<…>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateArg {
    /// A type.
    Type(TypeExprId),
    /// A value.
    Value(ExprId),
}

impl Path {
    /// The name at the end: what is referred to or declared.
    pub fn last(&self) -> Option<&PathSegment> {
        self.segments.last()
    }

    /// The name, if it is a single one without `::` and template arguments.
    pub fn as_name(&self) -> Option<Name> {
        match self.segments.as_slice() {
            [PathSegment { name, args: None }] if !self.global => Some(*name),
            _ => None,
        }
    }
}

// ---------------------------------------------------------------------------------------------- types

/// A type as written, with every specifier that was written around it.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// The kind.
    pub kind: TypeExprKind,
    /// Specifiers before and after the type in source order; those of a declaration (`static`, `in`, …) too.
    pub modifiers: Vec<Spanned<Modifier>>,
    /// The orientation of the last `#pragma pack_matrix` before this type.
    pub pack_matrix: Option<MatrixOrder>,
    /// The keyword before the name: `struct S` declares one where none is known.
    pub elaborated: Option<Elaborated>,
    /// The type with its specifiers.
    pub span: Span,
}

/// The keyword with which a type was named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elaborated {
    /// `struct S`, `class S`.
    Record(RecordKind),
    /// `enum E`
    Enum,
}

/// The kind of a [`TypeExpr`].
#[derive(Clone, Debug)]
pub enum TypeExprKind {
    /// A syntax error that was reported.
    Error,
    /// A type by its name, built-in ones too: `float4`, `Texture2D<float>`, `A::S`, `struct S`.
    Named(Path),
    /// `unsigned`, `unsigned int`, …: an integer type spelt with C's words.
    Words(Vec<Name>),
    /// `__decltype(e)`: the type that an expression has.
    Of(ExprId),
    /// A struct, class, interface or enum that is defined right here. Its declaration stands in the surrounding
    /// list just before the one that uses this type.
    Definition(DeclId),
    /// An array type outside a declarator: `float[4]`, `float[2][3]`, outermost extent first.
    Array {
        /// The type of the elements.
        element: TypeExprId,
        /// The extents, never empty.
        extents: Vec<Extent>,
    },
}

/// `[n]` after a declared name or a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of elements; `None` for `[]`.
    pub length: Option<ExprId>,
    /// The brackets and what they hold.
    pub span: Span,
}

/// Order of the elements of a matrix in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatrixOrder {
    /// Rows in sequence.
    RowMajor,
    /// Columns in sequence.
    ColumnMajor,
}

/// Declares [`Modifier`] and its spellings.
macro_rules! modifiers {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $text:literal, )*) => {
        /// A word that qualifies a type or a declaration.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Modifier { $( $(#[doc = $doc])+ $variant, )* }

        impl Modifier {
            /// All modifiers.
            pub const ALL: &'static [Self] = &[ $( Self::$variant, )* ];

            /// The word.
            pub const fn text(self) -> &'static str {
                match self { $( Self::$variant => $text, )* }
            }
        }
    };
}

modifiers! {
    /// Storage of its own, or no storage in an object.
    Static = "static",
    /// Cannot be assigned.
    Const = "const",
    /// Set from outside.
    Uniform = "uniform",
    /// Visible from outside.
    Extern = "extern",
    /// Known when compiling. A word of HLSL 202x.
    Constexpr = "constexpr",
    /// Arithmetic as written, no reassociation.
    Precise = "precise",
    /// Shared by the threads of a group.
    GroupShared = "groupshared",
    /// Shared between effects; ignored.
    Shared = "shared",
    /// Rows of a matrix lie together.
    RowMajor = "row_major",
    /// Columns of a matrix lie together.
    ColumnMajor = "column_major",
    /// Values are fractions of the largest unsigned integer.
    UNorm = "unorm",
    /// Values are fractions of the largest signed integer.
    SNorm = "snorm",
    /// Interpolation: none.
    NoInterpolation = "nointerpolation",
    /// Interpolation: linear.
    Linear = "linear",
    /// Interpolation: at the centroid.
    Centroid = "centroid",
    /// Interpolation: without perspective.
    NoPerspective = "noperspective",
    /// Interpolation: at each sample.
    Sample = "sample",
    /// Interpolation: at the centre.
    Center = "center",
    /// Coherent over the whole device.
    GloballyCoherent = "globallycoherent",
    /// Coherent over reordering points.
    ReorderCoherent = "reordercoherent",
    /// Parameter: copied in.
    In = "in",
    /// Parameter: copied out.
    Out = "out",
    /// Parameter: copied in and out.
    InOut = "inout",
    /// Geometry input: points.
    Point = "point",
    /// Geometry input: lines.
    Line = "line",
    /// Geometry input: triangles.
    Triangle = "triangle",
    /// Geometry input: lines with adjacency.
    LineAdj = "lineadj",
    /// Geometry input: triangles with adjacency.
    TriangleAdj = "triangleadj",
    /// Mesh output: vertices.
    Vertices = "vertices",
    /// Mesh output: indices.
    Indices = "indices",
    /// Mesh output: attributes of primitives.
    Primitives = "primitives",
    /// Mesh input: the payload of the amplification shader.
    Payload = "payload",
    /// Exported from a library.
    Export = "export",
    /// Ignored.
    Inline = "inline",
}

// ---------------------------------------------------------------------------------------------- declarations

/// A declaration.
#[derive(Clone, Debug)]
pub struct Decl {
    /// The kind.
    pub kind: DeclKind,
    /// `[…]` and `[[…]]` before it.
    pub attributes: Vec<Attribute>,
    /// `template<…>` before it, outermost first: more than one for members of templates defined outside.
    pub templates: Vec<TemplateHeader>,
    /// All of it, its `;` excluded.
    pub span: Span,
}

/// The kind of a [`Decl`].
#[derive(Clone, Debug)]
pub enum DeclKind {
    /// A syntax error that was reported.
    Error,
    /// `namespace N { … }`.
    Namespace {
        /// Its name; `None` if it has none.
        name: Option<Name>,
        /// The declarations in it.
        items: Vec<DeclId>,
    },
    /// `cbuffer B { … }` and `tbuffer B { … }`.
    Buffer(BufferDecl),
    /// A struct, class or interface.
    Record(Record),
    /// `enum E { … }` and `enum class E { … }`.
    Enum(Enum),
    /// `typedef T A;` and `using A = T;`.
    Alias(Alias),
    /// `using namespace N;` and `using N::x;`.
    Using {
        /// The namespace, or the name taken over.
        path: Path,
        /// Whether it is `using namespace`.
        namespace: bool,
    },
    /// A function or method, with or without a body.
    Function(Function),
    /// A variable, constant, data member or resource. `float a, b;` makes two, which share their type.
    Variable(Variable),
    /// `_Static_assert(condition, "message");`.
    StaticAssert {
        /// The asserted condition.
        condition: ExprId,
        /// The message of a failure.
        message: Option<ExprId>,
    },
    /// `technique`, `pass` and the like of effect files, which are read over.
    EffectBlock,
}

/// A constant or texture buffer.
#[derive(Clone, Debug)]
pub struct BufferDecl {
    /// Which of the two.
    pub kind: BufferKind,
    /// Its name; `None` if it has none.
    pub name: Option<Name>,
    /// `: register(…)` after the name.
    pub annotations: Vec<Annotation>,
    /// The declarations in it; the variables belong to the surrounding scope.
    pub members: Vec<DeclId>,
}

/// The kinds of [`BufferDecl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BufferKind {
    /// `cbuffer`.
    CBuffer,
    /// `tbuffer`.
    TBuffer,
}

/// A struct, class or interface.
#[derive(Clone, Debug)]
pub struct Record {
    /// Which of the three.
    pub kind: RecordKind,
    /// Its name, with `<…>` if it specialises a template, qualified if it is defined outside its parent;
    /// `None` if it has none.
    pub name: Option<Path>,
    /// The types it extends, in source order.
    pub bases: Vec<TypeExprId>,
    /// Its members in source order (variables, functions, types); `None` for a declaration without a body.
    pub members: Option<Vec<DeclId>>,
}

/// The kinds of [`Record`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// `struct`.
    Struct,
    /// `class`.
    Class,
    /// `interface`.
    Interface,
}

impl RecordKind {
    /// The word.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Struct => "struct",
            Self::Class => "class",
            Self::Interface => "interface",
        }
    }
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Its name; `None` if it has none.
    pub name: Option<Name>,
    /// Whether it is an `enum class` (or `enum struct`), whose names are found through the enum alone.
    pub scoped: bool,
    /// The type after the colon.
    pub underlying: Option<TypeExprId>,
    /// Its values in source order; `None` for a declaration without a body.
    pub enumerators: Option<Vec<Enumerator>>,
}

/// One name of an [`Enum`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enumerator {
    /// The name.
    pub name: Name,
    /// The value, if written.
    pub value: Option<ExprId>,
}

/// A further name of a type.
#[derive(Clone, Debug)]
pub struct Alias {
    /// The new name.
    pub name: Name,
    /// The type.
    pub ty: TypeExprId,
    /// `typedef float A[4];` makes arrays of the type; outermost first.
    pub extents: Vec<Extent>,
    /// Whether it is a `typedef`, not a `using`.
    pub is_typedef: bool,
}

/// A function or method.
#[derive(Clone, Debug)]
pub struct Function {
    /// The return type, with its specifiers (`static`, `export`, `inline`, …).
    pub result: TypeExprId,
    /// The scope that it belongs to: `S` in `float S::f()`.
    pub scope: Option<Path>,
    /// The name.
    pub name: FunctionName,
    /// `<…>` after the name in a specialisation; `Some` of nothing for `<>`.
    pub args: Option<Box<[TemplateArg]>>,
    /// Its parameters; `(void)` counts as none.
    pub params: Vec<Param>,
    /// Whether `const` follows them: the method does not change its object.
    pub is_const: bool,
    /// `float f()[2]`: the result is an array with these extents, outermost first.
    pub extents: Vec<Extent>,
    /// Semantics of the result.
    pub annotations: Vec<Annotation>,
    /// Its body, a block; `None` for a declaration.
    pub body: Option<StmtId>,
}

/// The name of a [`Function`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionName {
    /// A plain name.
    Name(Name),
    /// `operator+` and the like; the span covers both words.
    Operator(Spanned<OperatorName>),
    /// `operator T`: a conversion to a type.
    Conversion(TypeExprId),
}

/// An operator that can be overloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperatorName {
    /// `+ - ! ~ ++ --`, where only one parameter (or none, in a method) distinguishes them from the binary ones.
    Unary(UnaryOp),
    /// A binary operator. `+` and `-` are always named as binary ones here.
    Binary(BinaryOp),
    /// An assignment, plain or with an operator.
    Assign(Option<BinaryOp>),
    /// `()`.
    Call,
    /// `[]`.
    Index,
    /// `,`.
    Comma,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Param {
    /// `[…]` and `[[…]]` before it.
    pub attributes: Vec<Attribute>,
    /// Its type, with its specifiers (`in`, `out`, `triangle`, …).
    pub ty: TypeExprId,
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// Array extents after the name, outermost first.
    pub extents: Vec<Extent>,
    /// Semantics and the like.
    pub annotations: Vec<Annotation>,
    /// The default argument.
    pub default: Option<ExprId>,
    /// All of it.
    pub span: Span,
}

/// A variable, constant, data member or resource.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The type before the name, with its specifiers (`static`, `const`, …).
    pub ty: TypeExprId,
    /// Its name; qualified for a static member defined outside its type; `None` for an unnamed bit-field or an
    /// anonymous struct member.
    pub name: Option<Path>,
    /// Array extents after the name, outermost first.
    pub extents: Vec<Extent>,
    /// Width of a bit-field.
    pub bits: Option<ExprId>,
    /// Semantics, registers, pack offsets, payload access, in source order.
    pub annotations: Vec<Annotation>,
    /// Its first value.
    pub init: Option<Initializer>,
}

/// The initialiser of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initializer {
    /// `= value`; a list in braces is an expression too.
    Value(ExprId),
    /// `{ Filter = …; }` or `= sampler_state { … }` of effect files, which is read over.
    StateBlock(Span),
}

/// `template<…>` before a declaration.
#[derive(Clone, Debug)]
pub struct TemplateHeader {
    /// The parameters: empty for a full specialisation (`template<>`), `None` for an explicit instantiation
    /// (`template` alone).
    pub params: Option<Vec<TemplateParam>>,
    /// `template<…>`.
    pub span: Span,
}

/// A parameter of a template.
#[derive(Clone, Debug)]
pub enum TemplateParam {
    /// `typename T = float`.
    Type {
        /// Its name, if it has one.
        name: Option<Name>,
        /// The default.
        default: Option<TypeExprId>,
        /// All of it.
        span: Span,
    },
    /// `int N = 4`.
    Value {
        /// The type of the value.
        ty: TypeExprId,
        /// Its name, if it has one.
        name: Option<Name>,
        /// The default.
        default: Option<ExprId>,
        /// All of it.
        span: Span,
    },
    /// `template<typename> class C = S`.
    Template {
        /// The parameters of the template that it stands for.
        params: Vec<Self>,
        /// Its name, if it has one.
        name: Option<Name>,
        /// The default, which names a template.
        default: Option<TypeExprId>,
        /// All of it.
        span: Span,
    },
}

/// `[name(args)]` or `[[scope::name(args)]]`.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// `vk` in `[[vk::binding(0)]]`.
    pub scope: Option<Name>,
    /// Its name, as written: names of attributes in single brackets ignore case.
    pub name: Name,
    /// Its arguments; `None` without parentheses.
    pub args: Option<ExprList>,
    /// Whether it stands in double brackets.
    pub double: bool,
    /// The string of `[RootSignature("…")]`, parsed.
    pub root_signature: Option<Arc<hlslc_rootsig_syntax::Syntax>>,
    /// The attribute, its brackets excluded.
    pub span: Span,
}

/// An annotation after a declared name and a colon.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// The kind.
    pub kind: AnnotationKind,
    /// All of it, the colon excluded.
    pub span: Span,
}

/// The kind of an [`Annotation`].
#[derive(Clone, Debug)]
pub enum AnnotationKind {
    /// `: SV_Target0`; the index is part of the name.
    Semantic(Name),
    /// `: register(…)`.
    Register(Register),
    /// `: packoffset(c3.y)`.
    PackOffset {
        /// `c3`.
        register: Name,
        /// `y`.
        component: Option<Name>,
    },
    /// `: read(caller, closesthit)` or `: write(…)` of a ray payload.
    PayloadAccess {
        /// Which of the two.
        access: PayloadAccess,
        /// The stages.
        stages: Vec<Name>,
    },
}

/// `register(profile, u3[1], space2)`: at least one of `register` and `space` is there.
#[derive(Clone, Debug)]
pub struct Register {
    /// The profile it is meant for, such as `ps` or `vs_5_1`.
    pub profile: Option<Name>,
    /// The register: a letter, mostly with a number.
    pub register: Option<Name>,
    /// `[1]` after the register.
    pub index: Option<ExprId>,
    /// `space2`.
    pub space: Option<Name>,
}

/// The shader stages that may access a member of a ray payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PayloadAccess {
    /// `read(…)`.
    Read,
    /// `write(…)`.
    Write,
}

// ---------------------------------------------------------------------------------------------- statements

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// `[unroll]` and the like before it.
    pub attributes: Vec<Attribute>,
    /// The kind.
    pub kind: StmtKind,
    /// All of it, attributes excluded.
    pub span: Span,
}

/// The kind of a [`Stmt`].
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A syntax error that was reported.
    Error,
    /// `;`.
    Empty,
    /// `f(x);`.
    Expr(ExprId),
    /// `float a = 1, b;`, also a local type.
    Decl(Vec<DeclId>),
    /// `{ … }`.
    Block(Vec<StmtId>),
    /// `if (condition) then else otherwise`.
    If {
        /// The condition.
        condition: Condition,
        /// Done if it holds.
        then: StmtId,
        /// Done if not.
        otherwise: Option<StmtId>,
    },
    /// `for (init; condition; step) body`.
    For {
        /// An expression, a declaration or an empty statement.
        init: StmtId,
        /// The condition, evaluated before each iteration.
        condition: Option<Condition>,
        /// Done after each iteration.
        step: Option<ExprId>,
        /// Done in each iteration.
        body: StmtId,
    },
    /// `while (condition) body`.
    While {
        /// The condition, evaluated before each iteration.
        condition: Condition,
        /// Done in each iteration.
        body: StmtId,
    },
    /// `do body while (condition);`.
    DoWhile {
        /// Done in each iteration.
        body: StmtId,
        /// The condition, evaluated after each iteration.
        condition: ExprId,
    },
    /// `switch (condition) body`.
    Switch {
        /// The value that is compared with the labels.
        condition: Condition,
        /// A block, in all sane code, with labels in it.
        body: StmtId,
    },
    /// `case value:`; a statement by itself, what it labels follows it; in a block something always does.
    Case(ExprId),
    /// `default:`; a statement by itself, what it labels follows it.
    Default,
    /// `break;`.
    Break,
    /// `continue;`.
    Continue,
    /// `discard;`.
    Discard,
    /// `return value;`.
    Return(Option<ExprId>),
}

/// The condition of an `if`, `while`, `for` or `switch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A value.
    Expr(ExprId),
    /// `float x = f()`: a variable, which lives in the whole statement.
    Decl(DeclId),
}

// ---------------------------------------------------------------------------------------------- expressions

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The kind.
    pub kind: ExprKind,
    /// All of it.
    pub span: Span,
}

/// The kind of an [`Expr`].
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A syntax error that was reported.
    Error,
    /// A number, Boolean, character or string.
    Literal(Literal),
    /// A variable, function, enumerator, …
    Name(Path),
    /// `this`.
    This,
    /// `(inner)`.
    Paren(ExprId),
    /// A prefix or postfix operator.
    Unary {
        /// Which one.
        op: UnaryOp,
        /// The position of the operator.
        op_span: Span,
        /// The operand.
        operand: ExprId,
    },
    /// `left op right`.
    Binary {
        /// Which operator.
        op: BinaryOp,
        /// The position of the operator.
        op_span: Span,
        /// Left operand; chains of these may be of any length.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `target = value` and `target op= value`.
    Assign {
        /// The operator before the `=`.
        op: Option<BinaryOp>,
        /// The position of the operator.
        op_span: Span,
        /// The assigned place.
        target: ExprId,
        /// With what.
        value: ExprId,
    },
    /// `condition ? then : otherwise`.
    Conditional {
        /// The condition.
        condition: ExprId,
        /// The value if it holds.
        then: ExprId,
        /// The value if not.
        otherwise: ExprId,
    },
    /// `left, right`.
    Comma {
        /// Computed and dropped; chains of these may be of any length.
        left: ExprId,
        /// The value.
        right: ExprId,
    },
    /// `(type)operand`.
    Cast {
        /// To what.
        ty: TypeExprId,
        /// The operand.
        operand: ExprId,
    },
    /// `type(args)`.
    Construct {
        /// The constructed type.
        ty: TypeExprId,
        /// From what.
        args: ExprList,
    },
    /// `callee(args)`; a method call if the callee is a [`ExprKind::Member`].
    Call {
        /// The callee.
        callee: ExprId,
        /// The arguments.
        args: ExprList,
    },
    /// `base.member`: a data member, a method, a swizzle.
    Member {
        /// Of what.
        base: ExprId,
        /// Its name, with template arguments (`Load<float4>`) or qualified by a base type (`Base::f`).
        member: Path,
    },
    /// `base.operator+`: an overloaded operator by its name.
    MemberOperator {
        /// Of what.
        base: ExprId,
        /// Which one.
        operator: Spanned<OperatorName>,
    },
    /// `base[index]`.
    Index {
        /// Of what.
        base: ExprId,
        /// Which element.
        index: ExprId,
    },
    /// `sizeof(type)`.
    SizeOfType(TypeExprId),
    /// `sizeof expression`.
    SizeOfExpr(ExprId),
    /// `{a, b, {c}}`.
    InitList(ExprList),
}

/// A value that is spelt out.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// An integer.
    Int {
        /// Its value.
        value: u64,
        /// The type suffix.
        suffix: IntSuffix,
        /// The radix of the digits.
        radix: Radix,
        /// As written.
        spelling: Symbol,
    },
    /// A floating-point number.
    Float {
        /// Its value, correctly rounded to double precision.
        value: f64,
        /// The type suffix.
        suffix: FloatSuffix,
        /// As written.
        spelling: Symbol,
    },
    /// `true` or `false`.
    Bool(bool),
    /// `'a'`.
    Char {
        /// Its code.
        value: u32,
        /// As written, with quotes.
        spelling: Symbol,
    },
    /// `"a" "b"`: pieces that make one string, never empty.
    String(Vec<StringPiece>),
}

/// One `"…"` of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StringPiece {
    /// As written, with quotes and escapes.
    pub spelling: Symbol,
    /// Where.
    pub span: Span,
}

/// The radix of the digits of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Radix {
    /// `10`.
    Decimal,
    /// `0x0a`.
    Hexadecimal,
    /// `012`.
    Octal,
    /// `0b1010`.
    Binary,
}

/// Suffix of an integer literal; case does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntSuffix {
    /// None.
    None,
    /// `u`.
    U,
    /// `l`.
    L,
    /// `ul`.
    UL,
    /// `ll`.
    LL,
    /// `ull`.
    ULL,
}

/// Suffix of a floating-point literal; case does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatSuffix {
    /// None.
    None,
    /// `h`: half.
    H,
    /// `f`: float.
    F,
    /// `l`: double.
    L,
    /// `f16`: 16 bits, of HLSL 202x.
    F16,
    /// `f32`: 32 bits, of HLSL 202x.
    F32,
    /// `f64`: 64 bits, of HLSL 202x.
    F64,
}

/// Declares an enum of operators and their spellings.
macro_rules! operators {
    ($(#[doc = $enum_doc:literal])+ $name:ident { $( $variant:ident = $text:literal, )* }) => {
        $(#[doc = $enum_doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $( #[doc = concat!("`", $text, "`")] $variant, )* }

        impl $name {
            /// As written.
            pub const fn text(self) -> &'static str {
                match self { $( Self::$variant => $text, )* }
            }
        }
    };
}

operators! {
    /// An operator with one operand.
    UnaryOp {
        Plus = "+",
        Minus = "-",
        Not = "!",
        BitNot = "~",
        PreIncrement = "++",
        PreDecrement = "--",
        PostIncrement = "++",
        PostDecrement = "--",
        Dereference = "*",
        AddressOf = "&",
    }
}

impl UnaryOp {
    /// Whether it changes its operand.
    pub const fn is_step(self) -> bool {
        matches!(self, Self::PreIncrement | Self::PreDecrement | Self::PostIncrement | Self::PostDecrement)
    }
}

operators! {
    /// An operator with two operands, assignments and `,` excluded.
    BinaryOp {
        Mul = "*",
        Div = "/",
        Rem = "%",
        Add = "+",
        Sub = "-",
        Shl = "<<",
        Shr = ">>",
        Less = "<",
        Greater = ">",
        LessEqual = "<=",
        GreaterEqual = ">=",
        Equal = "==",
        NotEqual = "!=",
        BitAnd = "&",
        BitXor = "^",
        BitOr = "|",
        And = "&&",
        Or = "||",
    }
}

impl BinaryOp {
    /// The precedence: of two operators the one with the higher precedence takes the operand between them, and of equal
    /// ones the first.
    pub fn tightness(self) -> u8 {
        match self {
            Self::Mul | Self::Div | Self::Rem => 10,
            Self::Add | Self::Sub => 9,
            Self::Shl | Self::Shr => 8,
            Self::Less | Self::Greater | Self::LessEqual | Self::GreaterEqual => 7,
            Self::Equal | Self::NotEqual => 6,
            Self::BitAnd => 5,
            Self::BitXor => 4,
            Self::BitOr => 3,
            Self::And => 2,
            Self::Or => 1,
        }
    }
}
