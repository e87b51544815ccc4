//! Prints the resources of a module like LLVM's analysis (`opt -passes='print<dxil-resources>'`): for each record the
//! binding and what the resource is, then for each handle the record that it is of.
//!
//! Input: the module in DXIL form and what it was lowered to. Output: text. Record numbers are those of the metadata, which follow the
//! declarations; LLVM numbers the resources of a class by space and register. Elements are aligned as Direct3D aligns them.

use std::fmt::Write as _;

use dxil::shader::{Element, Resource as Record, ResourceDetail, ResourceKind};
use hlslc_ir::text::print_inst;
use hlslc_ir::{Imm, Module, Op, Resource};

use crate::lower::Lowered;
use crate::resource::{base_align, kind};

/// In which direction the hidden counter of a buffer goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counter {
    Unknown,
    Increment,
    Decrement,
    /// In both, which no target has.
    Invalid,
}

impl Counter {
    fn name(self) -> &'static str {
        match self {
            Self::Unknown => "Unknown",
            Self::Increment => "Increment",
            Self::Decrement => "Decrement",
            Self::Invalid => "Invalid",
        }
    }

    fn and(self, is_up: bool) -> Self {
        match (self, is_up) {
            (Self::Unknown | Self::Increment, true) => Self::Increment,
            (Self::Unknown | Self::Decrement, false) => Self::Decrement,
            _ => Self::Invalid,
        }
    }
}

/// The listing of a module's resources.
pub fn resources(module: &Module, lowered: &Lowered) -> String {
    let all = &lowered.shader.resources;
    let classes = [("SRV", &all.srvs), ("UAV", &all.uavs), ("CBV", &all.cbvs), ("Sampler", &all.samplers)];
    let records = classes.iter().flat_map(|&(class, records)| (0u32..).zip(records).map(move |(id, r)| (class, id, r)));
    let mut out = String::new();
    for ((at, &resource), (class, id, record)) in lowered.resources.iter().enumerate().zip(records) {
        let _ = writeln!(out, "Resource {at}:");
        let data = &module.resources[resource];
        let _ = writeln!(out, "  Name: {}", data.name);
        let _ = writeln!(out, "  Binding:\n    Record ID: {id}\n    Space: {}", record.space);
        let _ = writeln!(out, "    Lower Bound: {}\n    Size: {}", record.lower_bound, record.range_size);
        let _ = writeln!(out, "  Globally Coherent: {}", u32::from(data.globally_coherent));
        let _ = writeln!(out, "  Counter Direction: {}", counter(module, resource).name());
        let _ = writeln!(out, "  Class: {class}");
        describe(&mut out, module, resource, record);
        out.push('\n');
    }
    for func in module.funcs.values() {
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            let Imm::Handle { resource, .. } = func.insts[inst].imm else { continue };
            let Some(at) = lowered.resources.iter().position(|&known| known == resource) else { continue };
            let _ = writeln!(out, "Call bound to {at}:  {}", print_inst(module, func, inst).trim());
        }
    }
    out
}

/// The use of the counter of a resource in the module.
fn counter(module: &Module, resource: Resource) -> Counter {
    let mut found = Counter::Unknown;
    for func in module.funcs.values() {
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            let data = &func.insts[inst];
            let handle = func.args(inst).first().and_then(|&handle| func.as_inst(handle));
            let is_of = |imm: Imm| matches!(imm, Imm::Handle { resource: of, .. } if of == resource);
            if data.op == Op::UpdateCounter && handle.is_some_and(|handle| is_of(func.insts[handle].imm)) {
                found = found.and(data.imm.index() == Some(1));
            }
        }
    }
    found
}

/// LLVM's name of a kind.
fn kind_name(kind: ResourceKind) -> &'static str {
    // (kind, where its name is not the one of listings).
    let others = [(ResourceKind::TypedBuffer, "Buffer"), (ResourceKind::RawBuffer, "RawBuffer")];
    others.iter().find(|row| row.0 == kind).map_or(kind.text(), |row| row.1)
}

fn describe(out: &mut String, module: &Module, resource: Resource, record: &Record) {
    let ctx = &module.ctx;
    let Some(ty) = ctx.resource_type(module.resources[resource].ty) else { return };
    let _ = writeln!(out, "  Kind: {}", kind_name(kind(ty)));
    let (element, samples) = match record.detail {
        ResourceDetail::Cbv { size } => {
            let _ = writeln!(out, "  CBuffer size: {size}");
            return;
        }
        ResourceDetail::Sampler { kind } => {
            let _ = writeln!(out, "  Sampler Type: {}", capitalized(kind.text()));
            return;
        }
        ResourceDetail::Srv { element, sample_count, .. } => (element, sample_count),
        ResourceDetail::Uav { element, rasterizer_ordered, .. } => {
            let _ = writeln!(out, "  IsROV: {}", u32::from(rasterizer_ordered));
            (element, 0)
        }
    };
    if record.kind().is_multisampled() {
        let _ = writeln!(out, "  Sample Count: {samples}");
    }
    match element {
        Element::Struct { stride } => {
            let align = base_align(ctx, &module.resources[resource], ty).max(1).ilog2();
            let _ = writeln!(out, "  Buffer Stride: {stride}\n  Alignment: {align}");
        }
        Element::Typed(component) if record.kind().is_typed() => {
            let lanes = ty.element().and_then(|element| ctx.lanes(element)).unwrap_or(1);
            let _ = writeln!(out, "  Element Type: {}\n  Element Count: {lanes}", component.text().to_lowercase());
        }
        Element::Feedback(kind) => {
            let _ = writeln!(out, "  Feedback Type: {}", kind.text());
        }
        Element::Typed(_) | Element::Bytes => {}
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}
