//! Raises types: scalars, vectors, matrices, and memory types with the member names and payload accesses of the annotations.

use crate::RaiseError;
use dxil::Module as DxModule;
use dxil::metadata::MdId;
use dxil::shader::{PAYLOADS, Shader, StructAnnotation};
use dxil::types::{Type as DxType, TypeId};
use hlslc_dxil_lower::OF_HANDLES;
use hlslc_ir::types::Field;
use hlslc_ir::{Context, CooperativeMatrix, Scalar, Type};
use rustc_hash::FxHashMap;

/// How deep the types of memory may nest.
const DEPTH: u32 = 64;

/// The array of rows in the struct by which DXIL represents a matrix: `%class.matrix.float.2.3`.
pub(crate) fn rows_of_matrix(dx: &DxModule, ty: TypeId) -> Option<TypeId> {
    dx.types.struct_name(ty).filter(|name| name.starts_with(b"class.matrix."))?;
    match dx.types.struct_fields(ty)? {
        &[rows] => Some(rows),
        _ => None,
    }
}

/// The types raised so far.
#[derive(Debug, Default)]
pub(crate) struct Types {
    structs: FxHashMap<TypeId, Type>,
    /// The names of members, of the structs that the module annotates.
    names: FxHashMap<TypeId, Vec<String>>,
    /// Who reads and writes each member, of the payloads that say so.
    accesses: FxHashMap<TypeId, Vec<u16>>,
    native_16bit: bool,
}

/// The accesses of the members of payloads: `!{0, %T undef, !{!{0, accesses}, …}, …}`.
fn accesses(dx: &DxModule) -> Option<FxHashMap<TypeId, Vec<u16>>> {
    let mut found = FxHashMap::default();
    let operand = |node: MdId, at: usize| dx.metadata.operands(node)?.get(at).copied().flatten();
    for &node in dx.named_nodes(PAYLOADS) {
        for at in (1..dx.metadata.operands(node)?.len()).step_by(2) {
            let ty = dx.constants.ty(dx.metadata.as_value(operand(node, at)?)?);
            let members = dx.metadata.operands(operand(node, at + 1)?)?;
            let access = |member: &Option<MdId>| u16::try_from(dx.md_int(operand((*member)?, 1)?)?).ok();
            found.insert(ty, members.iter().map(access).collect::<Option<_>>()?);
        }
    }
    Some(found)
}

impl Types {
    /// Creates the type cache of a module.
    pub(crate) fn new(dx: &DxModule, shader: &Shader, native_16bit: bool) -> Result<Self, RaiseError> {
        let names = |annotation: &StructAnnotation| {
            let names = annotation.fields.iter().map(|field| field.name.as_ref().map(ToString::to_string));
            Some((annotation.ty, names.collect::<Option<_>>()?))
        };
        let names = shader.annotations.structs.iter().filter_map(names).collect();
        let accesses = accesses(dx).ok_or_else(|| RaiseError::new(format!("`!{PAYLOADS}` is of another form")))?;
        Ok(Self { structs: FxHashMap::default(), names, accesses, native_16bit })
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

    /// A number, a vector or a matrix of numbers, a hit object or a raw handle.
    pub(crate) fn value(&self, dx: &DxModule, ctx: &mut Context, ty: TypeId) -> Option<Type> {
        if let Some(rows) = rows_of_matrix(dx, ty) {
            let DxType::Array { elem, len } = *dx.types.get(rows) else { return None };
            let DxType::Vector { elem, len: columns } = *dx.types.get(elem) else { return None };
            let scalar = self.scalar(dx, elem)?;
            let row = ctx.vector(scalar, u16::try_from(columns).ok()?);
            return Some(ctx.array(row, u32::try_from(len).ok().filter(|&len| len > 0)?));
        }
        if let DxType::Vector { elem, len } = *dx.types.get(ty) {
            let scalar = self.scalar(dx, elem)?;
            return Some(ctx.vector(scalar, u16::try_from(len).ok()?));
        }
        if dx.types.struct_name(ty).is_some_and(|name| *name == *"dx.types.HitObject") {
            return Some(ctx.hit_object());
        }
        if dx.is_handle(ty) {
            return Some(ctx.raw_handle());
        }
        if let Some(numbers) = dx.matrix_properties(ty) {
            return Some(ctx.cooperative_matrix(CooperativeMatrix::of(numbers)));
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
        for (index, &member) in fields.iter().enumerate() {
            let memory = self.memory_at(dx, ctx, member, depth)?;
            let name = self.names.get(&ty).and_then(|names| names.get(index)).cloned();
            let mut field = Field::new(name.unwrap_or_else(|| format!("member{index}")), memory);
            field.payload_access = self.accesses.get(&ty).and_then(|accesses| accesses.get(index)).copied();
            raised.push(field);
        }
        let name = dx.types.struct_name(ty).map(ToString::to_string).unwrap_or_default();
        let name = name.strip_prefix("struct.").or_else(|| name.strip_prefix("class.")).unwrap_or(&name);
        let name = name.strip_suffix(OF_HANDLES).unwrap_or(name);
        let made = ctx.add_struct(if name.is_empty() { "anonymous" } else { name }, raised);
        self.structs.insert(ty, made);
        Some(made)
    }
}
