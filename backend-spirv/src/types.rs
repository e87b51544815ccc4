//! Lowers types and constants.
//!
//! A value has a *register type*: integers are unsigned (operations carry the sign), minimum precision is 32 bits wide, a
//! Boolean is `OpTypeBool`, a matrix an array of rows. Contents of buffers have a *memory type* besides: with offsets
//! and strides, Booleans as `uint`, float matrices as SPIR-V matrices. The columns of such a matrix are the rows of
//! HLSL, so that indices mean the same in both; its decoration states its orientation, which is the opposite of that in
//! HLSL.

use crate::foreign::Decorated;
use crate::layout::{BufferClass, Rules, array_stride, matrix_stride, members, proper_matrix, shape_of, spreads};
use crate::writer::Writer;
use hlslc_ir::context::Context;
use hlslc_ir::types::{Declared, Field, MatrixOrder, Scalar, StructData, TypeData};
use hlslc_ir::{Const, ConstData, Global, StructId, Type};
use hlslc_semantics::layout::ROW;
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Decoration, Op, Word};

/// A memory type: what it is, whether its innermost array level is a matrix, and under which rules it lies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Memory {
    pub(crate) data: TypeData,
    pub(crate) matrix: Option<MatrixOrder>,
    pub(crate) rules: Rules,
    /// Whether its integers are declared with a sign.
    pub(crate) signed: bool,
    /// Whether the components of a vector lie in rows of their own, as in a matrix of Direct3D's constant buffers.
    pub(crate) spread: bool,
    /// Whether it is a variable of the interface, whose arrays have no stride.
    pub(crate) bare: bool,
}

impl Memory {
    /// The memory with these contents under these rules.
    pub(crate) fn new(data: TypeData, matrix: Option<MatrixOrder>, rules: Rules) -> Self {
        Self { data, matrix, rules, signed: false, spread: false, bare: false }
    }

    /// The same of numbers declared so.
    pub(crate) fn declared(self, declared: Declared) -> Self {
        Self { signed: declared.is_signed_type(), ..self }
    }

    /// A member of it.
    pub(crate) fn member(&self, ctx: &Context, field: &Field) -> Self {
        self.part(ctx.type_data(field.ty).clone(), field.matrix).declared(field.declared)
    }

    /// A part of this type.
    pub(crate) fn part(&self, data: TypeData, matrix: Option<MatrixOrder>) -> Self {
        Self { data, matrix, rules: self.rules, signed: self.signed, spread: false, bare: self.bare }
    }

    /// Whether it is integers with a sign.
    pub(crate) fn is_signed(&self) -> bool {
        matches!(self.data, TypeData::Scalar(scalar) | TypeData::Vector(scalar, _) if self.signed && scalar.is_int())
    }
}

/// Number kinds as SPIR-V has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    Bool,
    Uint(u32),
    Float(u32),
}

/// The type of a scalar kind in SPIR-V. Minimum precision is 32 bits wide.
pub(crate) fn number(scalar: Scalar) -> Number {
    match scalar {
        Scalar::Bool => Number::Bool,
        Scalar::I16 => Number::Uint(16),
        Scalar::I32 | Scalar::MinI16 => Number::Uint(32),
        Scalar::I64 => Number::Uint(64),
        Scalar::F16 => Number::Float(16),
        Scalar::F32 | Scalar::MinF16 => Number::Float(32),
        Scalar::F64 => Number::Float(64),
    }
}

impl Writer<'_> {
    pub(crate) fn number_type(&mut self, number: Number) -> Word {
        match number {
            Number::Bool => self.asm.global(Op::TypeBool, None, Vec::new()),
            Number::Uint(bits) => {
                match bits {
                    16 => self.asm.capability(Capability::Int16),
                    64 => self.asm.capability(Capability::Int64),
                    _ => {}
                }
                let operands = vec![Operand::LiteralBit32(bits), Operand::LiteralBit32(0)];
                self.asm.global(Op::TypeInt, None, operands)
            }
            Number::Float(bits) => {
                match bits {
                    16 => self.asm.capability(Capability::Float16),
                    64 => self.asm.capability(Capability::Float64),
                    _ => {}
                }
                self.asm.global(Op::TypeFloat, None, vec![Operand::LiteralBit32(bits)])
            }
        }
    }

    pub(crate) fn scalar_type(&mut self, scalar: Scalar) -> Word {
        self.number_type(number(scalar))
    }

    pub(crate) fn vector_type(&mut self, scalar: Scalar, lanes: u16) -> Word {
        let element = self.scalar_type(scalar);
        self.vector_of(element, lanes)
    }

    /// A vector of a scalar type; the scalar itself for one component.
    pub(crate) fn vector_of(&mut self, element: Word, lanes: u16) -> Word {
        if lanes <= 1 {
            return element;
        }
        let operands = vec![Operand::IdRef(element), Operand::LiteralBit32(u32::from(lanes))];
        self.asm.global(Op::TypeVector, None, operands)
    }

    pub(crate) fn uint_type(&mut self) -> Word {
        self.scalar_type(Scalar::I32)
    }

    pub(crate) fn float_type(&mut self) -> Word {
        self.scalar_type(Scalar::F32)
    }

    pub(crate) fn bool_type(&mut self) -> Word {
        self.scalar_type(Scalar::Bool)
    }

    pub(crate) fn int_type(&mut self) -> Word {
        self.asm.global(Op::TypeInt, None, vec![Operand::LiteralBit32(32), Operand::LiteralBit32(1)])
    }

    /// The register type of an IR type.
    pub(crate) fn register_type(&mut self, ty: Type) -> Word {
        let data = self.module.ctx.type_data(ty).clone();
        self.register_type_of(&data)
    }

    pub(crate) fn register_type_of(&mut self, data: &TypeData) -> Word {
        if let Some(&id) = self.types.register.get(data) {
            return id;
        }
        // Types nest as deep as the checker allows, which is little.
        let id = match data {
            TypeData::Foreign(foreign) => self.foreign_type(foreign),
            TypeData::Void
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_) => self.asm.global(Op::TypeVoid, None, Vec::new()),
            TypeData::Scalar(scalar) => self.scalar_type(*scalar),
            TypeData::Vector(scalar, lanes) => self.vector_type(*scalar, *lanes),
            TypeData::Array(element, count) => {
                let element = self.register_type(*element);
                self.array_of(element, *count)
            }
            TypeData::Struct(id) => {
                let data = self.module.ctx.struct_data(*id);
                let parts: Vec<Operand> =
                    data.fields.iter().map(|field| Operand::IdRef(self.register_type(field.ty))).collect();
                let ty = self.asm.fresh_global(Op::TypeStruct, None, parts);
                self.name_struct(ty, &data.name, data);
                ty
            }
            TypeData::Tuple(parts) => {
                let parts = parts.iter().map(|&part| Operand::IdRef(self.register_type(part))).collect();
                self.asm.fresh_global(Op::TypeStruct, None, parts)
            }
        };
        self.types.register.insert(data.clone(), id);
        id
    }

    pub(crate) fn name_struct(&mut self, ty: Word, name: &str, data: &StructData) {
        self.asm.name(ty, name);
        for (at, field) in (0..).zip(&data.fields) {
            self.asm.member_name(ty, at, &field.name);
        }
    }

    /// The memory type of a type.
    pub(crate) fn memory_type(&mut self, memory: &Memory) -> Word {
        if let Some(&id) = self.types.memory.get(memory) {
            return id;
        }
        let id = match &memory.data {
            TypeData::Foreign(foreign) => {
                if !memory.bare {
                    self.see_room(foreign, memory.rules);
                }
                self.foreign_type(foreign)
            }
            TypeData::Vector(scalar, lanes) if memory.spread => {
                let element = self.memory_type(&memory.part(TypeData::Scalar(*scalar), None));
                self.strided_array(element, Some(u32::from(*lanes)), ROW)
            }
            TypeData::Scalar(Scalar::Bool) => self.uint_type(),
            TypeData::Vector(Scalar::Bool, lanes) => self.vector_type(Scalar::I32, *lanes),
            TypeData::Scalar(scalar) | TypeData::Vector(scalar, _) if memory.is_signed() => {
                if !memory.bare {
                    self.storage_of(*scalar, memory.rules);
                }
                // Its width is that of the register, where the capability of the width is asked for.
                self.register_type_of(&memory.data);
                let bits = if let Number::Uint(bits) = number(*scalar) { bits } else { 32 };
                let operands = vec![Operand::LiteralBit32(bits), Operand::LiteralBit32(1)];
                let element = self.asm.global(Op::TypeInt, None, operands);
                self.vector_of(element, if let TypeData::Vector(_, lanes) = memory.data { lanes } else { 1 })
            }
            TypeData::Scalar(scalar) | TypeData::Vector(scalar, _) => {
                self.storage_of(*scalar, memory.rules);
                self.register_type_of(&memory.data)
            }
            TypeData::Array(element, count) => self.memory_array(memory, *element, *count),
            TypeData::Struct(id) => self.memory_struct(*id, memory.rules, None),
            // A resource in a struct is bound by itself; in memory there is nothing.
            TypeData::Resource(_) | TypeData::Node(_) | TypeData::Opaque(_) => {
                self.asm.global(Op::TypeStruct, None, Vec::new())
            }
            TypeData::Void | TypeData::Tuple(_) | TypeData::Pointer(..) => self.register_type_of(&memory.data),
        };
        self.types.memory.insert(memory.clone(), id);
        id
    }

    fn storage_of(&mut self, scalar: Scalar, rules: Rules) {
        if scalar.bytes() == 2 {
            self.asm.capability(match rules.class {
                BufferClass::Storage | BufferClass::Texture => Capability::StorageBuffer16BitAccess,
                BufferClass::Uniform => Capability::UniformAndStorageBuffer16BitAccess,
                BufferClass::Push => Capability::StoragePushConstant16,
            });
        }
    }

    fn memory_array(&mut self, memory: &Memory, element: Type, count: u32) -> Word {
        let ctx = &self.module.ctx;
        let element_data = ctx.type_data(element).clone();
        if let Some(shape) = memory.matrix.and_then(|order| shape_of(ctx, &memory.data, order)) {
            let lanes = (shape.vectors * shape.lanes) as u16;
            let Some(shape) = memory.matrix.and_then(|order| proper_matrix(ctx, &memory.data, order)) else {
                let spread = spreads(shape, memory.rules);
                let vector = memory.part(TypeData::Vector(shape.scalar, lanes), None);
                return self.memory_type(&Memory { spread, ..vector });
            };
            let row = self.memory_type(&memory.part(element_data, None));
            if shape.scalar.is_float() {
                self.storage_of(shape.scalar, memory.rules);
                return self.asm.global(Op::TypeMatrix, None, vec![Operand::IdRef(row), Operand::LiteralBit32(count)]);
            }
            if memory.matrix == Some(MatrixOrder::ColumnMajor) {
                self.unsupported("a column-major matrix of integers in a buffer");
            }
            return self.strided_array(row, Some(count), matrix_stride(shape, memory.rules));
        }
        let is_empty = self.has_no_room(memory);
        let inner = memory.part(element_data, memory.matrix);
        let stride = array_stride(&self.module.ctx, &inner.data, inner.matrix, inner.rules);
        let element = self.memory_type(&inner);
        if memory.bare {
            return self.array_of(element, count);
        }
        if is_empty { element } else { self.strided_array(element, Some(count), stride) }
    }

    /// Whether something is an array of what takes no room, such as structs without members. No array in a buffer may have a
    /// distance of zero between its elements: one of them stands for all.
    pub(crate) fn has_no_room(&self, memory: &Memory) -> bool {
        let ctx = &self.module.ctx;
        let TypeData::Array(element, _) = memory.data else { return false };
        !memory.bare && array_stride(ctx, ctx.type_data(element), memory.matrix, memory.rules) == 0
    }

    /// An array with a stride; without a count it is as long as its buffer.
    pub(crate) fn strided_array(&mut self, element: Word, count: Option<u32>, stride: u32) -> Word {
        if let Some(&id) = self.types.strided.get(&(element, count, stride)) {
            return id;
        }
        let id = match count {
            Some(count) => {
                let count = self.uint(count);
                let operands = vec![Operand::IdRef(element), Operand::IdRef(count)];
                self.asm.fresh_global(Op::TypeArray, None, operands)
            }
            None => self.asm.fresh_global(Op::TypeRuntimeArray, None, vec![Operand::IdRef(element)]),
        };
        self.asm.decorate(id, Decoration::ArrayStride, &[stride]);
        self.types.strided.insert((element, count, stride), id);
        id
    }

    /// A struct with offsets; `name` if it is not its own.
    pub(crate) fn memory_struct(&mut self, id: StructId, rules: Rules, name: Option<&str>) -> Word {
        let ctx = &self.module.ctx;
        let data = ctx.struct_data(id);
        let places = members(ctx, id, rules);
        let parts: Vec<Operand> = data
            .fields
            .iter()
            .map(|field| {
                let data = ctx.type_data(field.ty).clone();
                Operand::IdRef(self.memory_type(&Memory::new(data, field.matrix, rules).declared(field.declared)))
            })
            .collect();
        let ty = self.asm.fresh_global(Op::TypeStruct, None, parts);
        self.name_struct(ty, name.unwrap_or(&data.name), data);
        let end = places.iter().map(|(offset, inner)| offset.saturating_add(inner.size)).max().unwrap_or(0);
        for ((at, field), (mut offset, inner)) in (0..).zip(&data.fields).zip(places) {
            // What takes no room goes after all others where it may not lie between them.
            if inner.size == 0 && !offset.is_multiple_of(rules.empty_align()) {
                offset = end.next_multiple_of(rules.empty_align());
            }
            self.asm.decorate_member(ty, at, Decoration::Offset, &[offset]);
            let memory = Memory::new(ctx.type_data(field.ty).clone(), field.matrix, rules);
            self.decorate_matrix(ty, at, &memory);
            self.decorate_foreign(ty, Decorated::Member(at), &field.decorations);
        }
        ty
    }

    /// Says how the matrices of a member lie.
    pub(crate) fn decorate_matrix(&mut self, ty: Word, member: u32, memory: &Memory) {
        let Some(order) = memory.matrix else { return };
        let ctx = &self.module.ctx;
        // The innermost array level is the matrix.
        let mut data = memory.data.clone();
        while let TypeData::Array(element, _) = data {
            if let Some(shape) = proper_matrix(ctx, &data, order) {
                if shape.scalar.is_float() {
                    let decoration = match order {
                        MatrixOrder::RowMajor => Decoration::ColMajor,
                        MatrixOrder::ColumnMajor => Decoration::RowMajor,
                    };
                    let stride = matrix_stride(shape, memory.rules);
                    self.asm.decorate_member(ty, member, Decoration::MatrixStride, &[stride]);
                    self.asm.decorate_member(ty, member, decoration, &[]);
                }
                return;
            }
            data = ctx.type_data(element).clone();
        }
    }

    pub(crate) fn uint(&mut self, value: u32) -> Word {
        self.asm.uint(value)
    }

    pub(crate) fn float(&mut self, value: f32) -> Word {
        let ty = self.float_type();
        self.asm.global(Op::Constant, Some(ty), vec![Operand::LiteralBit32(value.to_bits())])
    }

    /// A number of a kind, from its bits.
    pub(crate) fn scalar_const(&mut self, scalar: Scalar, bits: u64) -> Word {
        let ty = self.scalar_type(scalar);
        let low = bits as u32;
        match number(scalar) {
            Number::Bool if bits & 1 != 0 => self.asm.global(Op::ConstantTrue, Some(ty), Vec::new()),
            Number::Bool => self.asm.global(Op::ConstantFalse, Some(ty), Vec::new()),
            Number::Uint(64) | Number::Float(64) => {
                self.asm.global(Op::Constant, Some(ty), vec![Operand::LiteralBit64(bits)])
            }
            Number::Uint(_) | Number::Float(_) => {
                self.asm.global(Op::Constant, Some(ty), vec![Operand::LiteralBit32(low)])
            }
        }
    }

    /// A vector with a constant in each of `lanes` components.
    pub(crate) fn splat_const(&mut self, element_ty: Word, constant: Word, lanes: u16) -> Word {
        if lanes <= 1 {
            return constant;
        }
        let ty = self.vector_of(element_ty, lanes);
        self.asm.global(Op::ConstantComposite, Some(ty), vec![Operand::IdRef(constant); usize::from(lanes)])
    }

    /// The null of a register type.
    pub(crate) fn null(&mut self, ty: Word) -> Word {
        self.asm.global(Op::ConstantNull, Some(ty), Vec::new())
    }

    /// Any value of a register type.
    pub(crate) fn undef(&mut self, ty: Word) -> Word {
        self.asm.global(Op::Undef, Some(ty), Vec::new())
    }

    /// A constant whose value is given when a pipeline is made, in the form of registers.
    pub(crate) fn specialization(&mut self, global: Global) -> Word {
        if let Some(id) = self.globals[global] {
            return id;
        }
        let data = &self.module.globals[global];
        let ctx = &self.module.ctx;
        let bits = data.init.and_then(|init| ctx.scalar_bits(init)).unwrap_or(0);
        let (Some(scalar), Some(chosen)) = (ctx.scalar_of(data.ty), data.specialization) else {
            self.internal("a specialization constant that is no scalar");
            return self.uint(0);
        };
        let register = self.scalar_type(scalar);
        let signed = scalar.is_int() && chosen.declared.is_signed_type();
        let ty = match number(scalar) {
            Number::Uint(bits) if signed => {
                self.asm.global(Op::TypeInt, None, vec![Operand::LiteralBit32(bits), Operand::LiteralBit32(1)])
            }
            Number::Bool | Number::Uint(_) | Number::Float(_) => register,
        };
        let (core, operands) = match number(scalar) {
            Number::Bool if bits & 1 != 0 => (Op::SpecConstantTrue, Vec::new()),
            Number::Bool => (Op::SpecConstantFalse, Vec::new()),
            Number::Uint(64) | Number::Float(64) => (Op::SpecConstant, vec![Operand::LiteralBit64(bits)]),
            Number::Uint(16) if signed => {
                let wide = i32::from(bits as u16 as i16) as u32;
                (Op::SpecConstant, vec![Operand::LiteralBit32(wide)])
            }
            Number::Uint(_) | Number::Float(_) => (Op::SpecConstant, vec![Operand::LiteralBit32(bits as u32)]),
        };
        let mut id = self.asm.fresh_global(core, Some(ty), operands);
        self.asm.name(id, &data.name);
        self.asm.decorate(id, Decoration::SpecId, &[chosen.id]);
        if signed {
            // Registers have no sign; a sum does not ask for one, where a cast would be no constant.
            let zero = self.scalar_const(scalar, 0);
            let operands =
                vec![Operand::LiteralSpecConstantOpInteger(Op::IAdd), Operand::IdRef(id), Operand::IdRef(zero)];
            id = self.asm.global(Op::SpecConstantOp, Some(register), operands);
        }
        self.globals[global] = Some(id);
        id
    }

    /// A constant of the module.
    pub(crate) fn constant(&mut self, id: Const) -> Word {
        if let Some(&word) = self.types.constants.get(&id) {
            return word;
        }
        let (ty, data) = self.module.ctx.const_data(id);
        let word = match data {
            ConstData::Scalar(bits) => match self.module.ctx.scalar_of(ty) {
                Some(scalar) => self.scalar_const(scalar, *bits),
                None => {
                    let ty = self.register_type(ty);
                    self.null(ty)
                }
            },
            ConstData::Zero => {
                let ty = self.register_type(ty);
                self.null(ty)
            }
            ConstData::Undef => {
                let ty = self.register_type(ty);
                self.undef(ty)
            }
            // Constants nest as their types do.
            ConstData::Composite(parts) => {
                let parts = parts.iter().map(|&part| Operand::IdRef(self.constant(part))).collect();
                let ty = self.register_type(ty);
                self.asm.global(Op::ConstantComposite, Some(ty), parts)
            }
        };
        self.types.constants.insert(id, word);
        word
    }
}
