//! Raises types: numbers, memory, and the structs that memory with a fixed layout has.

use dxil::Module as DxModule;
use dxil::types::{Type as DxType, TypeId};
use hlslc_ir::types::Field;
use hlslc_ir::{Context, Scalar, Type};
use rustc_hash::FxHashMap;

/// How deep the types of memory may nest.
const DEPTH: u32 = 64;

/// The types raised so far.
#[derive(Debug, Default)]
pub(crate) struct Types {
    structs: FxHashMap<TypeId, Type>,
    native_16bit: bool,
}

impl Types {
    /// No types yet.
    pub(crate) fn new(native_16bit: bool) -> Self {
        Self { structs: FxHashMap::default(), native_16bit }
    }

    /// The kind of a scalar.
    pub(crate) fn scalar(&self, dx: &DxModule, ty: TypeId) -> Option<Scalar> {
        let native = self.native_16bit;
        Some(match *dx.types.get(ty) {
            DxType::Half if native => Scalar::F16,
            DxType::Half => Scalar::MinF16,
            DxType::Float => Scalar::F32,
            DxType::Double => Scalar::F64,
            DxType::Int(1) => Scalar::Bool,
            DxType::Int(16) if native => Scalar::I16,
            DxType::Int(16) => Scalar::MinI16,
            DxType::Int(32) => Scalar::I32,
            DxType::Int(64) => Scalar::I64,
            DxType::Void
            | DxType::Label
            | DxType::Metadata
            | DxType::Other(_)
            | DxType::Int(_)
            | DxType::Pointer { .. }
            | DxType::Array { .. }
            | DxType::Vector { .. }
            | DxType::Struct { .. }
            | DxType::Named(_)
            | DxType::Function { .. } => return None,
        })
    }

    /// A number or a vector of numbers, or a hit object.
    pub(crate) fn value(&self, dx: &DxModule, ctx: &mut Context, ty: TypeId) -> Option<Type> {
        if let DxType::Vector { elem, len } = *dx.types.get(ty) {
            let scalar = self.scalar(dx, elem)?;
            return Some(ctx.vector(scalar, u16::try_from(len).ok()?));
        }
        if dx.types.struct_name(ty).is_some_and(|name| *name == *"dx.types.HitObject") {
            return Some(ctx.hit_object());
        }
        let scalar = self.scalar(dx, ty)?;
        Some(ctx.scalar(scalar))
    }

    /// What memory holds: numbers, vectors, and arrays and structs of such.
    pub(crate) fn memory(&mut self, dx: &DxModule, ctx: &mut Context, ty: TypeId) -> Option<Type> {
        self.memory_at(dx, ctx, ty, DEPTH)
    }

    fn memory_at(&mut self, dx: &DxModule, ctx: &mut Context, ty: TypeId, depth: u32) -> Option<Type> {
        let depth = depth.checked_sub(1)?;
        if let DxType::Array { elem, len } = *dx.types.get(ty) {
            let element = self.memory_at(dx, ctx, elem, depth)?;
            return Some(ctx.array(element, u32::try_from(len).ok().filter(|&len| len > 0)?));
        }
        if let Some(value) = self.value(dx, ctx, ty) {
            return Some(value);
        }
        if let Some(&known) = self.structs.get(&ty) {
            return Some(known);
        }
        let fields = dx.types.struct_fields(ty)?.to_vec();
        let mut raised = Vec::with_capacity(fields.len());
        for (index, &field) in fields.iter().enumerate() {
            let ty = self.memory_at(dx, ctx, field, depth)?;
            raised.push(Field::new(format!("member{index}"), ty));
        }
        let name = dx.types.struct_name(ty).map(ToString::to_string).unwrap_or_default();
        let name = name.strip_prefix("struct.").or_else(|| name.strip_prefix("class.")).unwrap_or(&name);
        let made = ctx.add_struct(if name.is_empty() { "anonymous" } else { name }, raised);
        self.structs.insert(ty, made);
        Some(made)
    }
}
