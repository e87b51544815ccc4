//! Takes in debug information: all of it, as scopes of functions that were inlined are part of it too.

use super::Merger;
use hlslc_ir::Module;
use hlslc_ir::context::Renumbering;
use hlslc_ir::debug::{DebugGlobal, DebugPlace, DebugSignature, DebugTypeData, VariableData};

impl Merger {
    pub(super) fn debug(&mut self, from: &Module, known: &mut Renumbering) {
        let Some(info) = &from.debug else { return };
        let made = self.made.module.debug.get_or_insert_default();
        for (id, data) in &info.types {
            // Types name earlier ones only.
            let new = made.types.push(type_data(data, known));
            known.set_debug_type(id, new);
        }
        for (id, data) in &info.variables {
            let ty = data.ty.map(|ty| known.debug_type(ty));
            let new = made.variables.push(VariableData { ty, ..data.clone() });
            known.set_debug_variable(id, new);
        }
        made.blocks.extend(&info.blocks);
        for global in &info.globals {
            let place = match global.place {
                DebugPlace::Global(id) => {
                    let new = known.global(id);
                    if self.made.module.globals.is_valid(new) { DebugPlace::Global(new) } else { DebugPlace::Nowhere }
                }
                place @ (DebugPlace::Resource | DebugPlace::Buffer | DebugPlace::Member | DebugPlace::Nowhere) => place,
            };
            made.globals.push(DebugGlobal { ty: known.debug_type(global.ty), place, ..global.clone() });
        }
        for func in from.funcs.keys() {
            let Some(signature) = &info.signatures[func] else { continue };
            let new = known.func(func);
            // A declaration says no more than the definition.
            if new.as_u32() as usize >= self.made.origins.len() || made.signatures[new].is_some() {
                continue;
            }
            made.signatures[new] = Some(DebugSignature {
                ret: signature.ret.map(|ty| known.debug_type(ty)),
                params: signature.params.iter().map(|&ty| known.debug_type(ty)).collect(),
                is_method: signature.is_method,
            });
        }
    }
}

fn type_data(data: &DebugTypeData, known: &Renumbering) -> DebugTypeData {
    let mut data = data.clone();
    match &mut data {
        DebugTypeData::Number { .. } | DebugTypeData::Object { .. } => {}
        DebugTypeData::Alias { to: element, .. }
        | DebugTypeData::Vector { element, .. }
        | DebugTypeData::Matrix { element, .. }
        | DebugTypeData::Array { element, .. }
        | DebugTypeData::Enum { element, .. } => *element = known.debug_type(*element),
        DebugTypeData::Struct { members, .. } => {
            for member in members {
                member.ty = known.debug_type(member.ty);
            }
        }
    }
    data
}
