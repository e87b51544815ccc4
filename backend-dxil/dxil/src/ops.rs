//! Declares and calls DXIL operations in a module: the function types of the rows of the table, their declarations, and
//! calls.
//!
//! Everything here follows the row. What a lowering does is name an operation, an overload and the arguments after the
//! operation number.

use crate::attributes::{AttrKind, AttrListId, AttributeList};
use crate::builder::FunctionBuilder;
use crate::inst::{InstId, Value};
use crate::module::{FuncId, LAYOUT_NATIVE_16BIT, Module};
use crate::optable::{Op, OpAttrs, Overloads, ParamType};
use crate::target::Version;
use crate::types::{Type, TypeId, addrspace};
use smallvec::SmallVec;

/// The overload of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overload {
    /// The operation has none.
    None,
    /// `half`.
    F16,
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// `i1`.
    I1,
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
    /// A vector of the module.
    Vector(TypeId),
    /// A struct of the module: a payload, or a resource object.
    Type(TypeId),
    /// The type of the function, of whose types several stand in its name.
    Each(TypeId),
}

/// How the names of matrix types begin; their properties follow.
pub const MATRIX_PREFIX: &str = "dx.types.LinAlgMatrix";

/// The scalar overloads: their suffix, their bit in [`Overloads`] and their type.
const SCALARS: [(Overload, &str, Overloads, Type); 8] = [
    (Overload::F16, "f16", Overloads::F16, Type::Half),
    (Overload::F32, "f32", Overloads::F32, Type::Float),
    (Overload::F64, "f64", Overloads::F64, Type::Double),
    (Overload::I1, "i1", Overloads::I1, Type::Int(1)),
    (Overload::I8, "i8", Overloads::I8, Type::Int(8)),
    (Overload::I16, "i16", Overloads::I16, Type::Int(16)),
    (Overload::I32, "i32", Overloads::I32, Type::Int(32)),
    (Overload::I64, "i64", Overloads::I64, Type::Int(64)),
];

/// The numbers that operations of linear algebra take.
const OF_LINEAR_ALGEBRA: Overloads = Overloads::F16
    .union(Overloads::F32)
    .union(Overloads::F64)
    .union(Overloads::I16)
    .union(Overloads::I32)
    .union(Overloads::I64);

impl Overload {
    /// The scalar overload with that suffix.
    pub fn from_suffix(suffix: &str) -> Option<Self> {
        SCALARS.iter().find(|row| row.1 == suffix).map(|row| row.0)
    }

    /// Which sets of the table it can be in; what a vector is of says the module.
    pub fn set(self) -> Overloads {
        match self {
            Self::None | Self::Vector(_) => Overloads::empty(),
            Self::Type(_) => Overloads::Udt | Overloads::Object,
            Self::Each(_) => Overloads::EachType,
            scalar @ (Self::F16 | Self::F32 | Self::F64 | Self::I1 | Self::I8 | Self::I16 | Self::I32 | Self::I64) => {
                SCALARS.iter().find(|row| row.0 == scalar).map_or(Overloads::empty(), |row| row.2)
            }
        }
    }
}

impl Module {
    /// Whether 16-bit types are native here, rather than of minimum precision.
    pub fn has_native_16bit(&self) -> bool {
        self.data_layout == LAYOUT_NATIVE_16BIT
    }

    /// The overload of a scalar, vector or struct type.
    pub fn overload_of(&self, ty: TypeId) -> Overload {
        match self.types.get(ty) {
            Type::Half => Overload::F16,
            Type::Float => Overload::F32,
            Type::Double => Overload::F64,
            Type::Int(1) => Overload::I1,
            Type::Int(8) => Overload::I8,
            Type::Int(16) => Overload::I16,
            Type::Int(32) => Overload::I32,
            Type::Int(64) => Overload::I64,
            Type::Void => Overload::None,
            Type::Vector { .. } => Overload::Vector(ty),
            Type::Label
            | Type::Metadata
            | Type::Other(_)
            | Type::Int(_)
            | Type::Pointer { .. }
            | Type::Array { .. }
            | Type::Struct { .. }
            | Type::Named(_)
            | Type::Function { .. } => Overload::Type(ty),
        }
    }

    /// The type of an overload; `void` for none.
    pub fn overload_type(&mut self, overload: Overload) -> TypeId {
        match overload {
            Overload::None => self.types.void(),
            Overload::F16 => self.types.half(),
            Overload::F32 => self.types.float(),
            Overload::F64 => self.types.double(),
            Overload::I1 => self.types.i1(),
            Overload::I8 => self.types.i8(),
            Overload::I16 => self.types.i16(),
            Overload::I32 => self.types.i32(),
            Overload::I64 => self.types.i64(),
            Overload::Vector(ty) | Overload::Type(ty) | Overload::Each(ty) => ty,
        }
    }

    /// Whether a set of overloads has this one.
    pub fn is_among(&self, overload: Overload, set: Overloads) -> bool {
        match overload {
            Overload::Vector(ty) => {
                let element = self.overload_of(self.types.scalar(ty));
                set.intersects(Overloads::Vectors | Overloads::OnlyVectors) && set.intersects(element.set())
            }
            other @ (Overload::None
            | Overload::F16
            | Overload::F32
            | Overload::F64
            | Overload::I1
            | Overload::I8
            | Overload::I16
            | Overload::I32
            | Overload::I64
            | Overload::Type(_)
            | Overload::Each(_)) => !set.contains(Overloads::OnlyVectors) && set.intersects(other.set()),
        }
    }

    /// The overload that a suffix of a function's name says.
    pub fn overload_of_suffix(&self, suffix: &[u8]) -> Option<Overload> {
        let text = std::str::from_utf8(suffix).ok();
        if let Some(scalar) = text.and_then(Overload::from_suffix) {
            return Some(scalar);
        }
        if let Some(ty) = self.types.by_name(suffix) {
            return Some(Overload::Type(ty));
        }
        let vector = text?.strip_prefix('v')?;
        let digits = vector.len() - vector.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (lanes, element) = vector.split_at_checked(digits)?;
        let (lanes, element) = (lanes.parse().ok()?, Overload::from_suffix(element)?);
        let scalar = SCALARS.iter().find(|row| row.0 == element).and_then(|row| self.types.find(&row.3))?;
        self.types.find(&Type::Vector { elem: scalar, len: lanes }).map(Overload::Vector)
    }

    /// The suffix of an overload in function and type names.
    fn overload_suffix(&self, overload: Overload) -> Vec<u8> {
        match overload {
            Overload::None => Vec::new(),
            Overload::Vector(ty) => {
                let lanes = self.types.lanes(ty);
                let element = self.overload_suffix(self.overload_of(self.types.scalar(ty)));
                [format!("v{lanes}").into_bytes(), element].concat()
            }
            Overload::Type(ty) => self.types.struct_name(ty).map(|name| name.to_vec()).unwrap_or_default(),
            // The row of the operation says which of its types these are.
            Overload::Each(_) => Vec::new(),
            scalar @ (Overload::F16
            | Overload::F32
            | Overload::F64
            | Overload::I1
            | Overload::I8
            | Overload::I16
            | Overload::I32
            | Overload::I64) => SCALARS.iter().find(|row| row.0 == scalar).map(|row| row.1.into()).unwrap_or_default(),
        }
    }

    /// The name of the function of an operation.
    pub fn op_function_name(&self, op: Op, overload: Overload) -> Vec<u8> {
        let mut name = format!("dx.op.{}", op.info().class()).into_bytes();
        if let Overload::Each(function) = overload {
            for ty in self.open_types_of(op, function) {
                name.push(b'.');
                name.extend(self.suffix_of_open_type(ty));
            }
        } else if overload != Overload::None {
            name.push(b'.');
            name.extend(self.overload_suffix(overload));
        }
        name
    }

    /// The types of a function that the row of its operation leaves open, in order.
    fn open_types_of(&self, op: Op, function: TypeId) -> Vec<TypeId> {
        let Some((result, params)) = self.types.signature(function) else { return Vec::new() };
        let info = op.info();
        let stated = std::iter::once(info.result).chain(info.params().iter().map(|param| param.ty));
        // The first parameter is the number of the operation.
        let found = std::iter::once(result).chain(params.iter().skip(1).copied());
        stated.zip(found).filter(|(stated, _)| stated.is_open()).map(|(_, ty)| ty).collect()
    }

    /// What a function's name says of a type that its row leaves open.
    fn suffix_of_open_type(&self, ty: TypeId) -> Vec<u8> {
        let ty = self.types.pointee(ty).unwrap_or(ty);
        match self.types.struct_name(ty).and_then(|name| name.strip_prefix(MATRIX_PREFIX.as_bytes())) {
            Some(properties) => [b"m", properties].concat(),
            None => self.overload_suffix(self.overload_of(ty)),
        }
    }

    /// The type of a matrix with these properties: what its components are, rows, columns, role, scope.
    pub fn matrix_type(&mut self, [component, rows, columns, role, scope]: [u32; 5]) -> TypeId {
        self.pointer_struct(&format!("{MATRIX_PREFIX}C{component}M{rows}N{columns}U{role}S{scope}"))
    }

    /// The properties of a matrix, if a type is one.
    pub fn matrix_properties(&self, ty: TypeId) -> Option<[u32; 5]> {
        let name = self.types.struct_name(ty)?;
        let mut rest = std::str::from_utf8(name.strip_prefix(MATRIX_PREFIX.as_bytes())?).ok()?;
        let mut numbers = [0; 5];
        for (number, letter) in numbers.iter_mut().zip(['C', 'M', 'N', 'U', 'S']) {
            rest = rest.strip_prefix(letter)?;
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            *number = rest.get(..end)?.parse().ok()?;
            rest = rest.get(end..)?;
        }
        rest.is_empty().then_some(numbers)
    }

    /// The type `dx.types.Handle`.
    pub fn handle_type(&mut self) -> TypeId {
        self.pointer_struct("dx.types.Handle")
    }

    /// Whether a type is `dx.types.Handle`.
    pub fn is_handle(&self, ty: TypeId) -> bool {
        self.types.struct_name(ty).is_some_and(|name| *name == *"dx.types.Handle")
    }

    /// The type `dx.types.HitObject`.
    pub fn hit_object_type(&mut self) -> TypeId {
        self.pointer_struct("dx.types.HitObject")
    }

    /// A struct of one `i8*`, the form of all handles.
    fn pointer_struct(&mut self, name: &str) -> TypeId {
        let i8 = self.types.i8();
        let pointer = self.types.pointer(i8, addrspace::DEFAULT);
        self.types.named_struct(name, &[pointer])
    }

    /// A struct of `count` times a type.
    fn uniform_struct(&mut self, name: &str, field: TypeId, count: usize) -> TypeId {
        self.types.named_struct(name, &vec![field; count])
    }

    /// The type of a parameter or result of an operation.
    pub fn param_type(&mut self, ty: ParamType, overload: Overload) -> TypeId {
        let value = self.overload_type(overload);
        let (i1, i8, i32) = (self.types.i1(), self.types.i8(), self.types.i32());
        let suffix = || String::from_utf8_lossy(&self.overload_suffix(overload)).into_owned();
        match ty {
            ParamType::Void => self.types.void(),
            ParamType::Overload => value,
            ParamType::I1 => i1,
            ParamType::I8 => i8,
            ParamType::I16 => self.types.i16(),
            ParamType::I32 => i32,
            ParamType::I64 => self.types.i64(),
            ParamType::Half => self.types.half(),
            ParamType::Float => self.types.float(),
            ParamType::Double => self.types.double(),
            ParamType::Handle => self.handle_type(),
            ParamType::ResRet => {
                let name = format!("dx.types.ResRet.{}", suffix());
                if let Overload::Vector(_) = overload {
                    return self.types.named_struct(name, &[value, i32]);
                }
                self.types.named_struct(name, &[value, value, value, value, i32])
            }
            ParamType::CBufRet => {
                let (count, tail) = match overload {
                    Overload::F64 | Overload::I64 => (2, ""),
                    Overload::F16 | Overload::I16 if self.has_native_16bit() => (8, ".8"),
                    Overload::None
                    | Overload::F16
                    | Overload::F32
                    | Overload::I1
                    | Overload::I8
                    | Overload::I16
                    | Overload::I32
                    | Overload::Vector(_)
                    | Overload::Type(_)
                    | Overload::Each(_) => (4, ""),
                };
                let name = format!("dx.types.CBufRet.{}{tail}", suffix());
                self.uniform_struct(&name, value, count)
            }
            ParamType::Dimensions => self.uniform_struct("dx.types.Dimensions", i32, 4),
            ParamType::SamplePos => {
                let float = self.types.float();
                self.uniform_struct("dx.types.SamplePos", float, 2)
            }
            ParamType::SplitDouble => self.uniform_struct("dx.types.splitdouble", i32, 2),
            ParamType::I32Carry => self.types.named_struct("dx.types.i32c", &[i32, i1]),
            ParamType::TwoI32 => self.uniform_struct("dx.types.twoi32", i32, 2),
            ParamType::FourI32 => self.uniform_struct("dx.types.fouri32", i32, 4),
            ParamType::FourOverload => {
                let name = format!("dx.types.four{}", suffix());
                self.uniform_struct(&name, value, 4)
            }
            ParamType::ResBind => self.types.named_struct("dx.types.ResBind", &[i32, i32, i32, i8]),
            ParamType::ResourceProperties => self.uniform_struct("dx.types.ResourceProperties", i32, 2),
            ParamType::Element => self.types.scalar(value),
            ParamType::Truths => self.types.with_lanes_of(i1, value),
            ParamType::Counts => self.types.with_lanes_of(i32, value),
            ParamType::HitObject => self.hit_object_type(),
            ParamType::NineOverload => self.types.vector(value, 9),
            ParamType::VectorOfTwo => self.types.vector(i32, 2),
            // A function with open types has an overload that is its type.
            ParamType::Matrix | ParamType::AnyNumber | ParamType::AnyVector | ParamType::AnyGroupPointer => value,
            ParamType::NodeHandle => self.pointer_struct("dx.types.NodeHandle"),
            ParamType::NodeRecordHandle => self.pointer_struct("dx.types.NodeRecordHandle"),
            ParamType::NodeInfo => self.uniform_struct("dx.types.NodeInfo", i32, 2),
            ParamType::NodeRecordInfo => self.uniform_struct("dx.types.NodeRecordInfo", i32, 2),
            ParamType::FloatPointer => {
                let float = self.types.float();
                self.types.pointer(float, addrspace::DEFAULT)
            }
            ParamType::UdtPointer => self.types.pointer(value, addrspace::DEFAULT),
            ParamType::UdtGroupPointer => self.types.pointer(value, addrspace::GROUPSHARED),
            ParamType::UdtNodePointer => self.types.pointer(value, addrspace::NODE_RECORD),
        }
    }

    /// Whether a type is that of a parameter or result of an operation. Structs are known by their names, as drivers
    /// know them.
    pub fn is_param_type(&self, ty: TypeId, expected: ParamType, overload: Overload) -> bool {
        let is_named = |name: &str| self.types.struct_name(ty).is_some_and(|found| *found == name);
        let is_pointer = |space: u32| {
            self.types.pointer_addrspace(ty) == Some(space)
                && self.types.pointee(ty).is_some_and(|pointee| Overload::Type(pointee) == overload)
        };
        let is_number = |ty: TypeId| OF_LINEAR_ALGEBRA.intersects(self.overload_of(ty).set());
        let is_shaped = |bits: u32| {
            let lanes = if let Overload::Vector(vector) = overload { self.types.lanes(vector) } else { 1 };
            self.types.int_bits(self.types.scalar(ty)) == Some(bits) && self.types.lanes(ty) == lanes
        };
        let suffix = || String::from_utf8_lossy(&self.overload_suffix(overload)).into_owned();
        match expected {
            ParamType::Void => *self.types.get(ty) == Type::Void,
            ParamType::Overload => self.overload_of(ty) == overload,
            ParamType::I1 => self.types.int_bits(ty) == Some(1),
            ParamType::I8 => self.types.int_bits(ty) == Some(8),
            ParamType::I16 => self.types.int_bits(ty) == Some(16),
            ParamType::I32 => self.types.int_bits(ty) == Some(32),
            ParamType::I64 => self.types.int_bits(ty) == Some(64),
            ParamType::Half => *self.types.get(ty) == Type::Half,
            ParamType::Float => *self.types.get(ty) == Type::Float,
            ParamType::Double => *self.types.get(ty) == Type::Double,
            ParamType::Handle => is_named("dx.types.Handle"),
            ParamType::ResRet => is_named(&format!("dx.types.ResRet.{}", suffix())),
            ParamType::CBufRet => {
                let name = format!("dx.types.CBufRet.{}", suffix());
                is_named(&name) || is_named(&format!("{name}.8"))
            }
            ParamType::Dimensions => is_named("dx.types.Dimensions"),
            ParamType::SamplePos => is_named("dx.types.SamplePos"),
            ParamType::SplitDouble => is_named("dx.types.splitdouble"),
            ParamType::I32Carry => is_named("dx.types.i32c"),
            ParamType::TwoI32 => is_named("dx.types.twoi32"),
            ParamType::FourI32 => is_named("dx.types.fouri32"),
            ParamType::FourOverload => is_named(&format!("dx.types.four{}", suffix())),
            ParamType::ResBind => is_named("dx.types.ResBind"),
            ParamType::ResourceProperties => is_named("dx.types.ResourceProperties"),
            ParamType::Element => matches!(overload, Overload::Vector(vector) if self.types.scalar(vector) == ty),
            ParamType::Truths => is_shaped(1),
            ParamType::Counts => is_shaped(32),
            ParamType::HitObject => is_named("dx.types.HitObject"),
            ParamType::NineOverload => self.types.lanes(ty) == 9 && self.overload_of(self.types.scalar(ty)) == overload,
            ParamType::VectorOfTwo => {
                self.types.lanes(ty) == 2 && self.types.int_bits(self.types.scalar(ty)) == Some(32)
            }
            ParamType::Matrix => self.matrix_properties(ty).is_some(),
            ParamType::AnyNumber => is_number(ty),
            ParamType::AnyVector => {
                matches!(self.types.get(ty), Type::Vector { .. }) && is_number(self.types.scalar(ty))
            }
            ParamType::AnyGroupPointer => {
                self.types.pointer_addrspace(ty) == Some(addrspace::GROUPSHARED)
                    && self.types.pointee(ty).is_some_and(|to| is_number(self.types.scalar(to)))
            }
            ParamType::NodeHandle => is_named("dx.types.NodeHandle"),
            ParamType::NodeRecordHandle => is_named("dx.types.NodeRecordHandle"),
            ParamType::NodeInfo => is_named("dx.types.NodeInfo"),
            ParamType::NodeRecordInfo => is_named("dx.types.NodeRecordInfo"),
            ParamType::FloatPointer => self.types.pointee(ty).is_some_and(|pointee| self.types.is_float(pointee)),
            ParamType::UdtPointer => is_pointer(addrspace::DEFAULT),
            // Payloads may also be local variables.
            ParamType::UdtGroupPointer => is_pointer(addrspace::GROUPSHARED) || is_pointer(addrspace::DEFAULT),
            ParamType::UdtNodePointer => is_pointer(addrspace::NODE_RECORD),
        }
    }

    /// The function type of an operation.
    pub fn op_function_type(&mut self, op: Op, overload: Overload) -> TypeId {
        self.op_type_in(op, overload, addrspace::GROUPSHARED)
    }

    /// The same where payloads that are handed on lie in an address space.
    fn op_type_in(&mut self, op: Op, overload: Overload, space: u32) -> TypeId {
        if let Overload::Each(function) = overload {
            return function;
        }
        let info = op.info();
        let ret = self.param_type(info.result, overload);
        let mut params = vec![self.types.i32()];
        for param in info.params() {
            let ty = self.param_type(param.ty, overload);
            params.push(match (param.ty, self.types.pointee(ty)) {
                (ParamType::UdtGroupPointer, Some(payload)) => self.types.pointer(payload, space),
                _ => ty,
            });
        }
        self.types.function(ret, &params)
    }

    /// The attributes of the function of an operation.
    pub fn op_function_attributes(&mut self, op: Op) -> AttrListId {
        // A library that is linked later may have operations that its version does not.
        let attrs = op.info().attrs(self.version.max(op.info().since()));
        let kinds: Vec<_> =
            FUNCTION_ATTRIBUTES.into_iter().filter(|(needs, _)| attrs.contains(*needs)).map(|(_, kind)| kind).collect();
        self.intern_attributes(AttributeList::function(&kinds))
    }

    /// Declares the function of an operation, once.
    pub fn declare_op(&mut self, op: Op, overload: Overload) -> FuncId {
        if let Some(&known) = self.declared_ops.get(&(op, overload)) {
            return known;
        }
        let name = self.op_function_name(op, overload);
        let function = match self.function_by_name(&name) {
            Some(known) => known,
            None => {
                let ty = self.op_function_type(op, overload);
                let attributes = self.op_function_attributes(op);
                self.declare_function(name, ty, Some(attributes))
            }
        };
        self.declared_ops.insert((op, overload), function);
        function
    }

    /// The operation a call is of: the callee has an operation's name, and the first argument is its number.
    pub fn called_op(&self, callee: FuncId, args: &[Value]) -> Option<Op> {
        if !self.functions[callee].name.starts_with(b"dx.op.") {
            return None;
        }
        let Some(Value::Const(number)) = args.first() else { return None };
        let op = Op::from_number(u32::try_from(self.constants.as_int(*number)?).ok()?)?;
        // The numbers of experimental operations mean nothing before the version that has them.
        let is_meant = op.info().number() >= 0 || !op.info().stages(self.version).is_empty();
        is_meant.then_some(op)
    }
}

/// The attributes of a declaration of an operation, in the order of their numbers.
const FUNCTION_ATTRIBUTES: [(OpAttrs, AttrKind); 6] = [
    (OpAttrs::NoDuplicate, AttrKind::NoDuplicate),
    (OpAttrs::NoReturn, AttrKind::NoReturn),
    (OpAttrs::empty(), AttrKind::NoUnwind),
    (OpAttrs::ReadNone, AttrKind::ReadNone),
    (OpAttrs::ReadOnly, AttrKind::ReadOnly),
    (OpAttrs::ArgMemOnly, AttrKind::ArgMemOnly),
];

/// The newest DXIL version the table speaks of.
pub const NEWEST: Version = Version::new(1, 10);

impl FunctionBuilder<'_> {
    /// A call of an operation; `args` are those after the operation number.
    pub fn call_op(&mut self, op: Op, overload: Overload, args: &[Value]) -> InstId {
        let callee =
            if op == Op::DispatchMesh { self.dispatch(overload, args) } else { self.module.declare_op(op, overload) };
        let mut all: SmallVec<[Value; 16]> = SmallVec::new();
        all.push(self.u32(op as u32));
        all.extend_from_slice(args);
        self.call(callee, &all)
    }

    /// The function that hands a payload on: the type says whether it is group-shared or a local.
    fn dispatch(&mut self, overload: Overload, args: &[Value]) -> FuncId {
        let pointer = args.last().map(|&payload| self.type_of(payload));
        let space = pointer.and_then(|ty| self.module.types.pointer_addrspace(ty)).unwrap_or(addrspace::GROUPSHARED);
        let name = self.module.op_function_name(Op::DispatchMesh, overload);
        if let Some(known) = self.module.function_by_name(&name) {
            return known;
        }
        let ty = self.module.op_type_in(Op::DispatchMesh, overload, space);
        let attributes = self.module.op_function_attributes(Op::DispatchMesh);
        self.module.declare_function(name, ty, Some(attributes))
    }
}
