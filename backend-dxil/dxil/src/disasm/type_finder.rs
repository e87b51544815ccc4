//! Finds the structs a module uses, in the order LLVM lists them: by globals, functions, instructions, metadata.

use cranelift_entity::SecondaryMap;

use crate::constants::{ConstId, ConstKind};
use crate::debug_info::DebugField;
use crate::inst::Value;
use crate::metadata::{MdId, MdKind, Metadata};
use crate::module::Module;
use crate::types::{Type, TypeId};

struct Finder<'m> {
    module: &'m Module,
    structs: Vec<TypeId>,
    types_seen: SecondaryMap<TypeId, bool>,
    constants_seen: SecondaryMap<ConstId, bool>,
    metadata_seen: SecondaryMap<MdId, bool>,
}

/// The structs without a name, in the order of their numbers, and those with one, in the order they are listed.
pub(super) fn find(module: &Module, numbered: &[TypeId]) -> (Vec<TypeId>, Vec<TypeId>) {
    let mut named = structs(module);
    named.retain(|&ty| module.types.struct_name(ty).is_some_and(|name| !name.is_empty()));
    (numbered.to_vec(), named)
}

/// All structs that are not anonymous, in the order they are found.
pub(super) fn structs(module: &Module) -> Vec<TypeId> {
    let mut finder = Finder {
        module,
        structs: Vec::new(),
        types_seen: SecondaryMap::new(),
        constants_seen: SecondaryMap::new(),
        metadata_seen: SecondaryMap::new(),
    };
    for global in module.globals.values() {
        finder.ty(global.ty);
        if let Some(initializer) = global.initializer {
            finder.constant(initializer);
        }
    }
    for function in module.functions.values() {
        finder.ty(function.ty);
        let Some(body) = &function.body else { continue };
        for (_, id) in body.layout() {
            let inst = &body.insts[id];
            finder.ty(inst.ty);
            for operand in inst.kind.operands() {
                match operand {
                    Value::Const(constant) => finder.constant(constant),
                    Value::Metadata(entry) => finder.metadata(entry),
                    Value::Arg(_) | Value::Inst(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => {}
                }
            }
            let mut attachments: Vec<_> = body.attachments.get(&id).into_iter().flatten().copied().collect();
            attachments.retain(|&(kind, _)| kind != MdKind::DBG);
            attachments.sort_by_key(|&(kind, _)| kind);
            for (_, node) in attachments {
                finder.metadata(node);
            }
        }
    }
    for &node in module.named_metadata.values().flatten() {
        finder.metadata(node);
    }
    finder.structs
}

impl Finder<'_> {
    fn ty(&mut self, ty: TypeId) {
        if std::mem::replace(&mut self.types_seen[ty], true) {
            return;
        }
        let types = &self.module.types;
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            if matches!(types.get(ty), Type::Named(_)) {
                self.structs.push(ty);
            }
            for part in types.named_by(ty).rev() {
                if !std::mem::replace(&mut self.types_seen[part], true) {
                    work.push(part);
                }
            }
        }
    }

    fn constant(&mut self, id: ConstId) {
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            let constant = self.module.constants.get(id);
            let is_address = matches!(constant.kind, ConstKind::Global(_) | ConstKind::Function(_));
            if is_address || std::mem::replace(&mut self.constants_seen[id], true) {
                continue;
            }
            self.ty(constant.ty);
            work.extend(constant.kind.operands().into_iter().rev());
        }
    }

    fn metadata(&mut self, id: MdId) {
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut self.metadata_seen[id], true) {
                continue;
            }
            match self.module.metadata.get(id) {
                Metadata::String(_) => {}
                Metadata::Value(value) => self.constant(*value),
                Metadata::Node { operands, .. } => work.extend(operands.iter().rev().flatten()),
                Metadata::Debug(record) => work.extend(record.fields.iter().rev().filter_map(|field| match field {
                    DebugField::Ref(target) => *target,
                    DebugField::Int(_) => None,
                })),
            }
        }
    }
}
