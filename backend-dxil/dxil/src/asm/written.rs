//! Removes from a module what its text does not say, so that a module and the one that is read from its text have the same bytes.

use rustc_hash::FxHashMap;

use crate::attributes::{AttrListId, AttributeList, in_llvm_order};
use crate::debug_info::{DebugField, FieldKind};
use crate::inst::{Flags, InstId, InstKind};
use crate::metadata::Metadata;
use crate::module::{Body, Module};

/// Removes what the text of a module does not say:
///
/// * orders of uses, which only decide in which sequence predecessors are listed;
/// * attribute lists that nothing has, and the sequence of attributes in a list;
/// * kinds of attachments that no instruction has, their numbers, and the sequence of the attachments of an instruction;
/// * the flags that `fast` implies, which LLVM sets as it reads a module;
/// * the difference between no string and an empty one in debug information.
pub fn keep_written(module: &mut Module) {
    module.use_lists.clear();
    for body in module.functions.values_mut().filter_map(|function| function.body.as_mut()) {
        body.use_lists.clear();
    }
    keep_attributes(module);
    keep_kinds(module);
    imply_flags(module);
    let is_empty = |module: &Module, field: &DebugField| {
        let DebugField::Ref(Some(id)) = field else { return false };
        module.metadata.as_string(*id).is_some_and(|text| text.is_empty())
    };
    let ids: Vec<_> = module.metadata.iter().map(|(id, _)| id).collect();
    for id in ids {
        let Metadata::Debug(record) = module.metadata.get(id) else { continue };
        let texts = record
            .fields
            .iter()
            .enumerate()
            .filter(|&(index, field)| record.kind.field(index) == Some(FieldKind::Text) && is_empty(module, field));
        let texts: Vec<usize> = texts.map(|(index, _)| index).collect();
        if !texts.is_empty() {
            let mut record = record.clone();
            for index in texts {
                record.fields[index] = DebugField::Ref(None);
            }
            module.metadata.replace(id, Metadata::Debug(record));
        }
    }
}

/// Leaves the attribute lists of functions, then of calls, in their sequence.
fn keep_attributes(module: &mut Module) {
    let old = std::mem::take(&mut module.attributes);
    let mut kept: FxHashMap<AttrListId, Option<AttrListId>> = FxHashMap::default();
    let mut keep = |module: &mut Module, id: AttrListId| {
        *kept.entry(id).or_insert_with(|| {
            let groups = old.get(id).into_iter().flat_map(|list| &list.groups).filter(|(_, group)| !group.is_empty());
            let mut groups: Vec<_> = groups.map(|(index, group)| (*index, in_llvm_order(group))).collect();
            groups.sort_by_key(|&(index, _)| index);
            (!groups.is_empty()).then(|| module.intern_attributes(AttributeList { groups }))
        })
    };
    let functions: Vec<_> = module.functions.keys().collect();
    for &id in &functions {
        module.functions[id].attributes = module.functions[id].attributes.and_then(|list| keep(module, list));
    }
    for id in functions {
        let Some(mut body) = module.functions[id].body.take() else { continue };
        for inst in layout(&body) {
            if let InstKind::Call { info, .. } = &mut body.insts[inst].kind {
                info.attributes = info.attributes.and_then(|list| keep(module, list));
            }
        }
        module.functions[id].body = Some(body);
    }
}

/// Sets the flags that `fast` implies.
fn imply_flags(module: &mut Module) {
    let bodies = module.functions.values_mut().filter_map(|function| function.body.as_mut());
    for inst in bodies.flat_map(|body| body.insts.values_mut()) {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others have no flags of floats")]
        let flags = match &mut inst.kind {
            InstKind::Binary { op, flags, .. } if op.is_float() => flags,
            InstKind::Cmp { pred, flags, .. } if pred.is_float() => flags,
            _ => continue,
        };
        if *flags & Flags::UNSAFE_ALGEBRA != 0 {
            *flags = Flags::FAST;
        }
    }
}

fn layout(body: &Body) -> Vec<InstId> {
    body.layout().map(|(_, inst)| inst).collect()
}

/// Numbers the kinds of attachments in the sequence in which instructions have them.
fn keep_kinds(module: &mut Module) {
    let names: Vec<_> = module.metadata.kinds().map(|(_, name)| name.to_vec()).collect();
    module.metadata.forget_kinds();
    let Module { functions, metadata, .. } = module;
    for body in functions.values_mut().filter_map(|function| function.body.as_mut()) {
        for inst in layout(body) {
            let Some(attachments) = body.attachments.get_mut(&inst) else { continue };
            attachments.sort_by_key(|&(kind, _)| kind);
            for (kind, _) in attachments.iter_mut() {
                if let Some(name) = names.get(kind.0 as usize) {
                    *kind = metadata.kind(name.as_slice());
                }
            }
            attachments.sort_by_key(|&(kind, _)| kind);
        }
    }
}
