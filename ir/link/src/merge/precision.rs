//! Checks that 16-bit numbers are of one kind: native ones, or those of minimum precision. No shader has both.
//!
//! Input: libraries and the functions that are reached. What a library declares and nothing uses does not count.

use crate::Library;
use crate::errors::LinkError;
use crate::symbols::Place;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::{Context, Imm, Module, Scalar, Type, TypeData};

/// The kinds of 16-bit numbers that something has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Kinds {
    native: bool,
    minimum: bool,
}

impl Kinds {
    fn add(&mut self, other: Self) {
        self.native |= other.native;
        self.minimum |= other.minimum;
    }
}

/// The kinds in each type. Types name earlier ones, but for a struct that holds its own address.
fn kinds_of_types(ctx: &Context) -> SecondaryMap<Type, Kinds> {
    let mut all: SecondaryMap<Type, Kinds> = SecondaryMap::new();
    for (ty, data) in ctx.types() {
        let mut kinds = Kinds::default();
        match data {
            TypeData::Scalar(scalar) | TypeData::Vector(scalar, _) => {
                kinds.native = matches!(scalar, Scalar::I16 | Scalar::F16);
                kinds.minimum = matches!(scalar, Scalar::MinI16 | Scalar::MinF16);
            }
            TypeData::Array(inner, _) | TypeData::Pointer(inner, _) => kinds = all[*inner],
            TypeData::Struct(id) => ctx.struct_data(*id).fields.iter().for_each(|field| kinds.add(all[field.ty])),
            TypeData::Tuple(parts) => parts.iter().for_each(|part| kinds.add(all[*part])),
            TypeData::Resource(resource) => {
                let layout = match resource {
                    hlslc_ir::ResourceType::CBuffer { layout } | hlslc_ir::ResourceType::TBuffer { layout } => {
                        Some(*layout)
                    }
                    other @ (hlslc_ir::ResourceType::TypedBuffer { .. }
                    | hlslc_ir::ResourceType::RawBuffer { .. }
                    | hlslc_ir::ResourceType::Texture { .. }
                    | hlslc_ir::ResourceType::FeedbackTexture { .. }
                    | hlslc_ir::ResourceType::Sampler { .. }
                    | hlslc_ir::ResourceType::AccelerationStructure) => other.element(),
                };
                if let Some(inner) = layout {
                    kinds.add(all[inner]);
                }
            }
            TypeData::Node(node) => node.record.into_iter().for_each(|inner| kinds.add(all[inner])),
            TypeData::Void | TypeData::Opaque(_) | TypeData::Foreign(_) => {}
        }
        all[ty] = kinds;
    }
    all
}

/// The kinds in some functions of a library.
fn kinds(module: &Module, places: impl Iterator<Item = Place>) -> Kinds {
    let of_types = kinds_of_types(&module.ctx);
    let (mut found, mut seen) = (Kinds::default(), EntitySet::<Type>::new());
    let mut add = |ty: Type| {
        if seen.insert(ty) {
            found.add(of_types[ty]);
        }
    };
    for place in places {
        let func = &module.funcs[place.func];
        func.values.values().for_each(|value| add(value.ty));
        func.declared.iter().copied().for_each(&mut add);
        add(func.ret);
        for inst in func.insts.values() {
            if let Imm::Handle { resource, .. } = inst.imm {
                add(module.resources[resource].ty);
            }
        }
    }
    found
}

fn by_library(libraries: &[Library], places: &[Place]) -> Vec<Kinds> {
    let of = |(at, library): (usize, &Library)| {
        kinds(&library.module, places.iter().copied().filter(|place| place.library == at))
    };
    libraries.iter().enumerate().map(of).collect()
}

/// An error if some libraries use one kind and some the other.
pub(super) fn check(libraries: &[Library], places: &[Place]) -> Vec<LinkError> {
    let kinds = by_library(libraries, places);
    let native = kinds.iter().position(|kinds| kinds.native);
    let minimum = kinds.iter().position(|kinds| kinds.minimum);
    match (native, minimum) {
        (Some(native), Some(minimum)) => vec![LinkError::Precision {
            native: libraries[native].name.clone(),
            minimum: libraries[minimum].name.clone(),
        }],
        _ => Vec::new(),
    }
}

/// Whether 16-bit numbers are native ones; `None` where there are none at all.
pub(super) fn decided(libraries: &[Library], places: &[Place]) -> Option<bool> {
    let kinds = by_library(libraries, places);
    if kinds.iter().any(|kinds| kinds.native) {
        return Some(true);
    }
    kinds.iter().any(|kinds| kinds.minimum).then_some(false)
}
