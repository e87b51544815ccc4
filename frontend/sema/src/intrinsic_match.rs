//! Finds the built-in function or method that a call means, and the types its arguments are converted to.
//!
//! Input: a name, the object if it is a method, the types of the arguments. Output: a row of the intrinsic table with the
//! exact type of every parameter and of the result, or why no row fits. Nothing here looks at expressions: whether
//! an argument can be converted to the parameter's type, or is a place that can be written, is the caller's check.
//!
//! Rows of one name are tried in the order of the table; the first that fits wins. A row fits if
//! * the number of arguments is right;
//! * tied arguments have one shape: scalars go with anything, vectors and matrices only with their like, and the
//!   smallest of each dimension counts, so longer ones are cut; a fixed size may be cut to, never filled up to;
//! * the common kind of tied arguments is one of the class, or can be converted to the preferred one of the class.

use crate::intrinsic_words::{declaration, wanted};
use hlslc_hir::intrinsics::{
    Class, Element, IntrinsicId, Lowering, MAX_PARAMS, Mode, Param, Role, SIZE_NAMES, Shape, Size, rows_named,
};
use hlslc_hir::objects::{ObjectClass, ObjectKind};
use hlslc_hir::types::{ObjectArg, Orientation, ScalarClass, ScalarKind, StructId, Ty, TyData, Types};
use hlslc_ir::node::NodeKind;
use smallvec::SmallVec;

pub use hlslc_hir::intrinsics::names;

/// A parameter of the chosen row, in the types of the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResolvedParam {
    /// The type to which the argument is converted. For `ref` the argument's own type.
    pub ty: Ty,
    /// The passing mode.
    pub mode: Mode,
    /// The role for lowering.
    pub role: Role,
    /// Its name, for messages.
    pub name: &'static str,
}

/// A call that fits a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The row.
    pub id: IntrinsicId,
    /// Type of the result.
    pub ret: Ty,
    /// One for each argument.
    pub params: SmallVec<[ResolvedParam; MAX_PARAMS]>,
    /// Whether all arguments that decide the kind of the result are literals: the result then goes with its
    /// surroundings as a literal does, though [`Resolved::ret`] names the kind it has by itself.
    pub literal: bool,
}

impl Resolved {
    /// The lowering of the intrinsic.
    pub fn lowering(&self) -> Lowering {
        self.id.row().lowering
    }
}

/// Why one row does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// It takes another number of arguments: at least, at most (`None`: any number).
    Count(usize, Option<usize>),
    /// It takes no template arguments, or fewer.
    TemplateArguments,
    /// The argument at this position is none of what the parameter takes, which is said in words.
    Argument(usize, String),
}

/// A row that was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The row.
    pub id: IntrinsicId,
    /// Its declaration as messages write it.
    pub text: String,
    /// Why it does not fit.
    pub problem: Problem,
}

/// Why no row fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoMatch {
    /// There is no function, or no method of the object, of this name.
    UnknownName,
    /// There is, but none that takes these arguments: what was tried, in order.
    Candidates(Vec<Candidate>),
}

/// Finds the row that a call means. `template_args` are the types in angle brackets after the name.
///
/// # Errors
/// If no row fits.
pub fn resolve(
    types: &mut Types,
    object: Option<Ty>,
    name: &str,
    args: &[Ty],
    template_args: &[Ty],
) -> Result<Resolved, NoMatch> {
    let object = match object {
        Some(ty) => Some(ObjectInfo::of(types, ty).ok_or(NoMatch::UnknownName)?),
        None => None,
    };
    let kind = object.map(|object| object.kind);
    // Mostly a later row fits, and no error names those before it.
    let mut tried = SmallVec::<[(IntrinsicId, Misfit); 4]>::new();
    for id in rows_named(kind, name) {
        let mut matcher = Matcher::new(id, object, args, template_args);
        match matcher.run(types) {
            Ok(resolved) => return Ok(resolved),
            Err(misfit) => tried.push((id, misfit)),
        }
    }
    if tried.is_empty() {
        return Err(NoMatch::UnknownName);
    }
    let candidate = |(id, misfit): (IntrinsicId, Misfit)| Candidate {
        id,
        text: declaration(id, kind),
        problem: match misfit {
            Misfit::Count(least, most) => Problem::Count(least, most),
            Misfit::TemplateArguments => Problem::TemplateArguments,
            Misfit::Argument(at, param) => Problem::Argument(at, wanted(id, param, kind)),
        },
    };
    Err(NoMatch::Candidates(tried.into_iter().map(candidate).collect()))
}

/// Why a row does not fit, before it is reported.
#[derive(Clone, Copy)]
enum Misfit {
    Count(usize, Option<usize>),
    TemplateArguments,
    Argument(usize, &'static Param),
}

/// The parameter whose shape decides that of `param`. Ties only point backwards, so this ends.
fn root_of_shape(params: &[Param], mut param: u8) -> usize {
    while let Shape::Like(next) = params[param as usize].pattern.shape {
        param = next;
    }
    param as usize
}

/// The parameter whose element kind decides that of `param`.
fn root_of_element(params: &[Param], mut param: u8) -> usize {
    while let Element::Like(next) = params[param as usize].pattern.element {
        param = next;
    }
    param as usize
}

/// The object of a method call.
#[derive(Clone, Copy)]
struct ObjectInfo {
    kind: ObjectKind,
    /// The element type of values.
    element: Option<Ty>,
}

impl ObjectInfo {
    fn of(types: &mut Types, ty: Ty) -> Option<Self> {
        let TyData::Object(kind, args) = types.data(ty) else { return None };
        let kind = *kind;
        let element = args.iter().find_map(|arg| match *arg {
            ObjectArg::Type(ty) => Some(ty),
            ObjectArg::Number(_) => None,
        });
        let element = match element {
            Some(element) => Some(value_type(types, element)),
            None if kind.info().class == ObjectClass::Srv => Some(types.vector(ScalarKind::Float, 4)),
            None => None,
        };
        Some(Self { kind, element })
    }
}

/// The type of values read from memory of type `ty`: `snorm` and `unorm` are about memory only.
fn value_type(types: &mut Types, ty: Ty) -> Ty {
    match types.element_kind(ty) {
        Some(kind) if kind.value() != kind => types.with_kind(ty, kind.value()),
        _ => ty,
    }
}

/// The kind of the elements of a vector or matrix that no declaration names: the result of a built-in function, of a swizzle or of `?:`.
/// DXC makes such types of `float` where `half` is the same in all but name, which overloads show.
pub fn unnamed_kind(kind: ScalarKind) -> ScalarKind {
    if kind == ScalarKind::Half { ScalarKind::Float } else { kind }
}

/// The kind that two kinds meet in.
pub fn common_kind(a: ScalarKind, b: ScalarKind) -> ScalarKind {
    use ScalarKind as K;
    let (a_class, b_class) = (a.class(), b.class());
    if a == b {
        return a;
    }
    match (a, b) {
        (K::LitInt, K::LitFloat) | (K::LitFloat, K::LitInt) => return K::LitFloat,
        (K::LitInt, other) | (other, K::LitInt) => return if other == K::Bool { K::Int } else { other },
        // An integer of 64 bits is no exception: what it has to be converted to is a `float`.
        (K::LitFloat, other) | (other, K::LitFloat) => return if other.is_float() { other } else { K::Float },
        (K::Bool, other) | (other, K::Bool) => return other,
        _ => {}
    }
    match (a_class == ScalarClass::Float, b_class == ScalarClass::Float) {
        (true, true) => wider_float(a, b),
        (true, false) => a,
        (false, true) => b,
        (false, false) => wider_int(a, b),
    }
}

fn wider_float(a: ScalarKind, b: ScalarKind) -> ScalarKind {
    use ScalarKind as K;
    let has = |kind| a == kind || b == kind;
    if has(K::Double) {
        K::Double
    } else if a.bits().max(b.bits()) == 32 {
        K::Float
    } else if has(K::Float16) {
        K::Float16
    } else {
        K::Min16Float
    }
}

fn wider_int(a: ScalarKind, b: ScalarKind) -> ScalarKind {
    use ScalarKind as K;
    let unsigned = a.class() == ScalarClass::Unsigned || b.class() == ScalarClass::Unsigned;
    let min_precision = a.is_min_precision() && b.is_min_precision();
    match (a.bits().max(b.bits()), unsigned, min_precision) {
        (64, false, _) => K::Int64,
        (64, true, _) => K::Uint64,
        (16, false, true) => K::Min16Int,
        (16, true, true) => K::Min16Uint,
        (16, false, false) => K::Int16,
        (16, true, false) => K::Uint16,
        (_, false, _) => K::Int,
        (_, true, _) => K::Uint,
    }
}

/// The kind of an argument for matching.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arg {
    /// In error: fits anything.
    Error,
    Number(ScalarKind, Form),
    Object(ObjectKind),
    Struct(StructId),
    String,
    /// Whether its elements are numbers or vectors.
    Array {
        of_numbers: bool,
    },
    /// A value of an `enum class`: no number.
    Enumerator,
    Void,
}

/// Scalar, vector or matrix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Scalar,
    Vector(u16),
    Matrix(u8, u8),
}

fn classify(types: &Types, ty: Ty) -> Arg {
    match *types.data(ty) {
        TyData::Error => Arg::Error,
        TyData::Scalar(kind) => Arg::Number(kind.value(), Form::Scalar),
        TyData::Vector(kind, n) => Arg::Number(kind.value(), Form::Vector(n)),
        TyData::Matrix { scalar, rows, cols, .. } => Arg::Number(scalar.value(), Form::Matrix(rows, cols)),
        TyData::Enum(id) if !types.enums[id].is_class => Arg::Number(types.enums[id].underlying, Form::Scalar),
        TyData::Object(kind, _) => Arg::Object(kind),
        TyData::Struct(id) => Arg::Struct(id),
        TyData::String => Arg::String,
        TyData::Array(element, _) => {
            Arg::Array { of_numbers: matches!(types.data(element), TyData::Scalar(_) | TyData::Vector(..)) }
        }
        TyData::Enum(_) => Arg::Enumerator,
        TyData::Void => Arg::Void,
    }
}

/// The properties that tied arguments have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Common {
    Nothing,
    Scalar,
    Vector,
    Matrix,
}

/// One try of one row.
struct Matcher<'a> {
    id: IntrinsicId,
    object: Option<ObjectInfo>,
    args: &'a [Ty],
    template_args: &'a [Ty],
    /// By position in the signature; of tied parameters only the first counts.
    kinds: [Option<ScalarKind>; MAX_PARAMS],
    forms: [Common; MAX_PARAMS],
    /// Smallest component counts seen of the named sizes; 0 for none.
    sizes: [u16; SIZE_NAMES.len()],
    orientation: Orientation,
}

impl<'a> Matcher<'a> {
    fn new(id: IntrinsicId, object: Option<ObjectInfo>, args: &'a [Ty], template_args: &'a [Ty]) -> Self {
        Self {
            id,
            object,
            args,
            template_args,
            kinds: [None; MAX_PARAMS],
            forms: [Common::Nothing; MAX_PARAMS],
            sizes: [0; SIZE_NAMES.len()],
            orientation: Orientation::ColumnMajor,
        }
    }

    fn all_params(&self) -> &'static [Param] {
        self.id.row().signature.params()
    }

    fn run(&mut self, types: &mut Types) -> Result<Resolved, Misfit> {
        let signature = &self.id.row().signature;
        let params: SmallVec<[(u8, &'static Param); MAX_PARAMS]> =
            signature.params_on(self.object.map(|object| object.kind)).collect();
        let variadic = params.last().is_some_and(|(_, param)| is_variadic(param));
        let fixed = &params[..params.len() - usize::from(variadic)];
        self.check_counts(fixed, variadic)?;

        let given: SmallVec<[(Arg, u8, &'static Param); MAX_PARAMS]> =
            self.args.iter().zip(fixed).map(|(&ty, &(at, param))| (classify(types, ty), at, param)).collect();
        for (n, &(arg, at, param)) in given.iter().enumerate() {
            if !self.is_exact(types, arg, self.args[n], at) || !self.join(types, arg, at, param) {
                return Err(Misfit::Argument(n, param));
            }
            if let TyData::Matrix { orientation, .. } = *types.data(self.args[n]) {
                self.orientation = orientation;
            }
        }
        let mut resolved = SmallVec::new();
        for (n, &(arg, at, param)) in given.iter().enumerate() {
            let ty = self.param_type(types, n, arg, at, param).ok_or(Misfit::Argument(n, param))?;
            let ty = if param.mode == Mode::Ref { self.args[n] } else { ty };
            resolved.push(ResolvedParam { ty, mode: param.mode, role: param.role, name: self.id.row().name_of(param) });
        }
        for &ty in self.args.iter().skip(fixed.len()) {
            let ty = match types.element_kind(ty) {
                Some(kind) => types.with_kind(ty, kind.value().settled()),
                None => ty,
            };
            resolved.push(ResolvedParam { ty, mode: Mode::In, role: Role::Plain, name: "" });
        }
        let in_error = given.iter().any(|&(arg, ..)| arg == Arg::Error);
        let (ret, literal) = self.result_type(types);
        Ok(Resolved { id: self.id, ret: if in_error { Types::ERROR } else { ret }, params: resolved, literal })
    }

    fn check_counts(&self, params: &[(u8, &Param)], variadic: bool) -> Result<(), Misfit> {
        let least = params.iter().position(|(_, param)| param.optional).unwrap_or(params.len());
        if self.args.len() < least || (self.args.len() > params.len() && !variadic) {
            return Err(Misfit::Count(least, (!variadic).then_some(params.len())));
        }
        let takes_template = self.id.row().signature.ret.element == Element::Template
            || params.iter().any(|(_, param)| param.pattern.element == Element::Template);
        if self.template_args.len() > usize::from(takes_template) {
            return Err(Misfit::TemplateArguments);
        }
        Ok(())
    }

    /// Whether an argument by itself is one of what its class takes, where that converts nothing. Either literal will do for the other.
    fn is_exact(&self, types: &Types, arg: Arg, ty: Ty, at: u8) -> bool {
        let root = root_of_element(self.all_params(), at);
        let Element::Class(class) = self.all_params()[root].pattern.element else { return true };
        let Arg::Number(kind, _) = arg else { return true };
        let kinds = class.kinds();
        class.converts()
            || kinds.is_empty()
            || !matches!(types.data(ty), TyData::Enum(_))
                && (kinds.contains(&kind) || kind.is_literal() && kinds.iter().any(|kind| kind.is_literal()))
    }

    /// First look at an argument: joins its kind and form with those it is tied to. False if they do not go together.
    fn join(&mut self, types: &Types, arg: Arg, at: u8, param: &Param) -> bool {
        match param.pattern.element {
            Element::Class(class) if class.kinds().is_empty() => return is_of_class(types, arg, class),
            Element::Object | Element::ObjectComponent | Element::Template => return arg != Arg::Void,
            Element::Records { .. } => return false,
            Element::Void | Element::Class(_) | Element::Like(_) => {}
        }
        let (kind, form) = match arg {
            Arg::Error => return true,
            Arg::Number(kind, form) => (kind, form),
            Arg::Object(_) | Arg::Struct(_) | Arg::String | Arg::Array { .. } | Arg::Enumerator | Arg::Void => {
                return false;
            }
        };
        let kind_root = root_of_element(self.all_params(), at);
        self.kinds[kind_root] = Some(self.kinds[kind_root].map_or(kind, |other| common_kind(other, kind)));
        self.join_form(at, form)
    }

    fn join_form(&mut self, at: u8, form: Form) -> bool {
        let root = root_of_shape(self.all_params(), at);
        let common = &mut self.forms[root];
        *common = match (*common, form) {
            (Common::Nothing, Form::Scalar) => Common::Scalar,
            (kept, Form::Scalar) => kept,
            (Common::Nothing | Common::Scalar | Common::Vector, Form::Vector(_)) => Common::Vector,
            (Common::Nothing | Common::Scalar | Common::Matrix, Form::Matrix(..)) => Common::Matrix,
            (Common::Matrix, Form::Vector(_)) | (Common::Vector, Form::Matrix(..)) => return false,
        };
        let shape = self.all_params()[root].pattern.shape;
        match (shape, form) {
            (_, Form::Scalar) => true,
            (Shape::Any, Form::Vector(n)) => self.join_size(Size::Named(1), n),
            (Shape::Any, Form::Matrix(rows, cols)) => {
                self.join_size(Size::Named(0), rows.into()) && self.join_size(Size::Named(1), cols.into())
            }
            (Shape::Vector(size), Form::Vector(n)) => self.join_size(size, n),
            (Shape::Matrix(rows, cols), Form::Matrix(r, c)) => {
                self.join_size(rows, r.into()) && self.join_size(cols, c.into())
            }
            (Shape::Scalar | Shape::Like(_), _)
            | (Shape::Vector(_), Form::Matrix(..))
            | (Shape::Matrix(..), Form::Vector(_)) => false,
        }
    }

    /// Notes a component count; false if it is less than the pattern fixes.
    fn join_size(&mut self, size: Size, count: u16) -> bool {
        match size {
            Size::Exactly(n) => count >= u16::from(n),
            Size::OfObject(size) => self.object.is_some_and(|object| count >= u16::from(size.on(object.kind))),
            Size::Named(n) => {
                let least = &mut self.sizes[n as usize];
                *least = if *least == 0 { count } else { count.min(*least) };
                true
            }
        }
    }

    /// Second look: the type of a parameter, from what its ties have come to.
    fn param_type(&self, types: &mut Types, n: usize, arg: Arg, at: u8, param: &Param) -> Option<Ty> {
        match param.pattern.element {
            Element::Class(class) if class.kinds().is_empty() => return Some(self.args[n]),
            Element::Template => {
                let given = self.template_args.first().copied();
                return Some(given.unwrap_or_else(|| match types.element_kind(self.args[n]) {
                    Some(kind) => types.with_kind(self.args[n], kind.value().settled()),
                    None => self.args[n],
                }));
            }
            Element::Object => return self.object.and_then(|object| object.element),
            Element::Records { .. } => return None,
            Element::Void | Element::Class(_) | Element::Like(_) | Element::ObjectComponent => {}
        }
        if arg == Arg::Error {
            return Some(Types::ERROR);
        }
        let root = root_of_element(self.all_params(), at);
        let kind = self.settled(root, self.kind(root)?);
        Some(self.shaped(types, kind, param.pattern.shape, Some(at)))
    }

    /// The kind that the arguments tied to a parameter are taken as, still literal if all of them are.
    fn kind(&self, root: usize) -> Option<ScalarKind> {
        let Element::Class(class) = self.all_params()[root].pattern.element else { return None };
        match self.kinds[root] {
            Some(kind) => class.accept(kind),
            None => class.kinds().first().copied(),
        }
    }

    /// The kind that a literal has where the parameter that it is given to decides: `int` or `float`, and of a class without it the
    /// first kind of the class.
    fn settled(&self, root: usize, kind: ScalarKind) -> ScalarKind {
        let plain = kind.settled();
        let Element::Class(class) = self.all_params()[root].pattern.element else { return plain };
        let kinds = class.kinds();
        if plain == kind || kinds.contains(&plain) {
            return plain;
        }
        kinds.iter().copied().find(|of| !of.is_literal()).unwrap_or(plain)
    }

    fn result_type(&self, types: &mut Types) -> (Ty, bool) {
        let ret = self.id.row().signature.ret;
        let kind = match ret.element {
            Element::Void => return (Types::VOID, false),
            Element::Object => return (self.object.and_then(|object| object.element).unwrap_or(Types::ERROR), false),
            Element::Template => {
                let default = Types::scalar(ScalarKind::Uint);
                return (self.template_args.first().copied().unwrap_or(default), false);
            }
            Element::Records { per_thread } => {
                let kind =
                    if per_thread { ObjectKind::ThreadNodeOutputRecords } else { ObjectKind::GroupNodeOutputRecords };
                let Some(record) = self.object.and_then(|object| object.element) else { return (Types::ERROR, false) };
                let args = SmallVec::from_slice(&[ObjectArg::Type(record)]);
                return (types.intern(TyData::Object(kind, args)), false);
            }
            Element::Class(class) => match object_of(class) {
                Some(object) => return (types.intern(TyData::Object(object, SmallVec::new())), false),
                None => class.kinds().first().copied(),
            },
            Element::Like(param) => {
                let root = root_of_element(self.all_params(), param);
                self.kind(root)
                    .map(|kind| Some(self.settled(root, kind)).filter(|&own| own != kind.settled()).unwrap_or(kind))
            }
            Element::ObjectComponent => {
                self.object.and_then(|object| object.element).and_then(|element| types.element_kind(element))
            }
        };
        let Some(kind) = kind else { return (Types::ERROR, false) };
        let literal = kind.is_literal();
        let ty = self.shaped(types, kind.settled(), ret.shape, None);
        let ty = if matches!(types.data(ty), TyData::Scalar(_)) {
            ty
        } else {
            types.with_kind(ty, unnamed_kind(kind.settled()))
        };
        (ty, literal)
    }

    /// The type of a shape. `at` is the parameter whose shape it is, if it is one's own.
    fn shaped(&self, types: &mut Types, kind: ScalarKind, shape: Shape, at: Option<u8>) -> Ty {
        let (shape, root) = match (shape, at) {
            (Shape::Like(param), _) => {
                let root = root_of_shape(self.all_params(), param);
                (self.all_params()[root].pattern.shape, Some(root))
            }
            (shape, at) => (shape, at.map(usize::from)),
        };
        match shape {
            Shape::Scalar | Shape::Like(_) => Types::scalar(kind),
            Shape::Vector(n) => types.vector(kind, self.size(n)),
            Shape::Matrix(rows, cols) => {
                types.matrix(kind, self.size(rows) as u8, self.size(cols) as u8, self.orientation)
            }
            Shape::Any => match root.map_or(Common::Scalar, |root| self.forms[root]) {
                Common::Nothing | Common::Scalar => Types::scalar(kind),
                Common::Vector => types.vector(kind, self.size(Size::Named(1))),
                Common::Matrix => {
                    let (rows, cols) = (self.size(Size::Named(0)) as u8, self.size(Size::Named(1)) as u8);
                    types.matrix(kind, rows, cols, self.orientation)
                }
            },
        }
    }

    /// A number of components; sizes that only scalars stand for are 1.
    fn size(&self, size: Size) -> u16 {
        let count = match size {
            Size::Exactly(n) => u16::from(n),
            Size::Named(n) => self.sizes[n as usize],
            Size::OfObject(size) => self.object.map_or(0, |object| u16::from(size.on(object.kind))),
        };
        count.max(1)
    }
}

fn is_variadic(param: &Param) -> bool {
    param.pattern.element == Element::Class(Class::Variadic)
}

/// The objects of a class, if it has those of one kind, without arguments of their own.
pub(crate) fn object_of(class: Class) -> Option<ObjectKind> {
    [
        (Class::Sampler, ObjectKind::SamplerState),
        (Class::SamplerCmp, ObjectKind::SamplerComparisonState),
        (Class::Acceleration, ObjectKind::RaytracingAccelerationStructure),
        (Class::HitObject, ObjectKind::HitObject),
        (Class::RwByteBuffer, ObjectKind::RwByteAddressBuffer),
    ]
    .into_iter()
    .find_map(|(of, object)| (of == class).then_some(object))
}

/// Whether an argument is of a class of objects, structs or strings.
fn is_of_class(types: &Types, arg: Arg, class: Class) -> bool {
    match (class, arg) {
        (_, Arg::Error)
        | (Class::AnySampler, Arg::Object(ObjectKind::SamplerState | ObjectKind::SamplerComparisonState))
        | (Class::Texture2D, Arg::Object(ObjectKind::Texture2D))
        | (Class::Texture2DArray, Arg::Object(ObjectKind::Texture2DArray))
        | (Class::RayQuery, Arg::Object(ObjectKind::RayQuery))
        | (Class::LinAlgMatrix, Arg::Object(ObjectKind::LinAlgMatrix))
        | (Class::ByteBuffer, Arg::Object(ObjectKind::ByteAddressBuffer | ObjectKind::RwByteAddressBuffer))
        | (Class::SharedArray, Arg::Array { of_numbers: true })
        | (Class::Struct, Arg::Struct(_))
        | (Class::String, Arg::String) => true,
        (Class::NodeRecords, Arg::Object(kind)) => kind.node().is_some_and(NodeKind::is_record),
        (Class::Uav, Arg::Object(kind)) => kind.info().class == ObjectClass::Uav,
        (Class::RayDesc, Arg::Struct(id)) => types.structs[id].name == "RayDesc",
        (_, Arg::Object(kind)) => object_of(class) == Some(kind),
        _ => false,
    }
}
