//! Creates the payload annotations of a library: the stages that read and write each member of a ray payload.
//!
//! Input: a module whose structs carry the qualifiers. Output: `dx.dxrPayloadAnnotations`, one entry for each struct that
//! is a payload of an entry point or of a traced ray, and for the structs in it.

use crate::types::{Vectors, fixed};
use cranelift_entity::EntitySet;
use dxil::Module as DxModule;
use dxil::shader::PAYLOADS;
use hlslc_ir::interface::ParameterRole;
use hlslc_ir::{Func, Module, Op, StructId, Type, TypeData};

/// The tag of a struct, and of its members.
const TAG: u32 = 0;

/// Writes the annotations.
pub(crate) fn annotate(module: &Module, reached: &[Func], dx: &mut DxModule) {
    let used = used(module, reached);
    let mut fields = vec![dx.md_u32(TAG)];
    for id in used {
        let data = module.ctx.struct_data(id);
        let accesses: Option<Vec<u16>> = data.fields.iter().map(|field| field.payload_access).collect();
        let ty = module.ctx.find(&TypeData::Struct(id));
        let Some((accesses, ty)) = accesses.filter(|all| !all.is_empty()).zip(ty) else { continue };
        let Some(ty) = fixed(dx, &module.ctx, ty, Vectors::Kept) else { continue };
        let undefined = dx.undef(ty);
        let members: Vec<_> = accesses
            .iter()
            .map(|&access| {
                let member = [TAG, u32::from(access)].map(|number| dx.md_u32(number));
                dx.metadata.tuple(&member)
            })
            .collect();
        let members = dx.metadata.tuple(&members);
        fields.extend([dx.metadata.value(undefined), members]);
    }
    if fields.len() > 1 {
        let node = dx.metadata.tuple(&fields);
        dx.add_named_metadata(PAYLOADS, node);
    }
}

/// The structs that rays carry, each before those in it.
fn used(module: &Module, reached: &[Func]) -> Vec<StructId> {
    let given = module.entries.iter().filter_map(|entry| entry.parameter(ParameterRole::Payload));
    let mut open: Vec<Type> = given.map(|global| module.globals[global].ty).collect();
    for func in reached.iter().map(|&func| &module.funcs[func]) {
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            if func.insts[inst].op == Op::TraceRay {
                let payload = func.args(inst).last().and_then(|&payload| module.ctx.pointee(func.ty(payload)));
                open.extend(payload.map(|pointee| pointee.0));
            }
        }
    }
    open.reverse();
    let (mut seen, mut found) = (EntitySet::new(), Vec::new());
    while let Some(ty) = open.pop() {
        match *module.ctx.type_data(ty) {
            TypeData::Array(element, _) => open.push(element),
            TypeData::Struct(id) => {
                if seen.insert(id) {
                    found.push(id);
                    open.extend(module.ctx.struct_data(id).fields.iter().rev().map(|field| field.ty));
                }
            }
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => {}
        }
    }
    found
}
