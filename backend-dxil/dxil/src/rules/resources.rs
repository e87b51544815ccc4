//! Checks the rules for the resource table: the properties that each class allows, and that no two resources of a class
//! share registers.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::constants::{ConstId, ConstKind};
use crate::inst::{InstId, InstKind, Value};
use crate::shader::{
    Element, Resource, ResourceDetail, ResourceKind, ResourceProperties, SamplerKind, Shader, UNBOUNDED,
};
use crate::signature::ComponentType;
use crate::target::{ShaderKind, Version};

use super::{Checker, Demand, Place, Rule};
use hlslc_semantics::limits;

/// The first DXIL version with threads that are reordered.
const REORDERING: Version = Version::new(1, 9);

/// How many constant steps from one address to another are followed.
const MOST_STEPS: usize = 64;

impl Checker<'_> {
    pub(super) fn resources(&mut self, shader: &Shader) {
        for resource in shader.resources.classes().into_iter().flatten() {
            self.resource(shader, resource);
        }
        shader.resources.classes().into_iter().for_each(|class| self.overlaps(class));
        if shader.is_library() {
            self.resource_users(shader);
        }
    }

    fn resource(&mut self, shader: &Shader, resource: &Resource) {
        let of = resource.name.to_string();
        match resource.detail {
            ResourceDetail::Srv { kind, sample_count, element } => {
                self.contents(&of, resource, kind, element);
                if sample_count > 0 && !kind.is_multisampled() && kind != ResourceKind::RTAccelerationStructure {
                    self.demand_of(Demand::SampleCountKind, &of);
                }
            }
            ResourceDetail::Uav {
                kind,
                globally_coherent,
                has_counter,
                rasterizer_ordered,
                element,
                reorder_coherent,
                atomic64: _,
            } => {
                self.contents(&of, resource, kind, element);
                let rows = [
                    (
                        rasterizer_ordered
                            && !matches!(shader.shader_model.kind, ShaderKind::Pixel | ShaderKind::Library),
                        Demand::OrderedStage,
                    ),
                    (kind.texture().is_some_and(|shape| shape.dim.is_cube()), Demand::CubeUav),
                    (has_counter && kind != ResourceKind::StructuredBuffer, Demand::CounterKind),
                    (has_counter && (globally_coherent || reorder_coherent), Demand::CoherentCounter),
                    (reorder_coherent && self.module.version < REORDERING, Demand::ReorderModel),
                ];
                rows.into_iter().filter(|row| row.0).for_each(|row| self.demand_of(row.1, &of));
            }
            ResourceDetail::Cbv { size } => {
                let is_struct =
                    resource.object_type(self.module).is_some_and(|ty| self.module.types.struct_fields(ty).is_some());
                let is_array = resource.is_array(self.module);
                if resource.range_size != 1 && !is_array && !self.is_library() {
                    self.demand_of(Demand::ConstantArray, &of);
                }
                if !is_struct {
                    self.demand_of(Demand::ConstantStruct, &of);
                } else if size > limits::CONSTANT_BUFFER_BYTES {
                    self.demand_of(Demand::ConstantSize, &of);
                } else if let Some(ty) = resource.object_type(self.module) {
                    self.constant_layout(&of, ty, &shader.annotations);
                }
            }
            ResourceDetail::Sampler { kind: SamplerKind::Invalid } => self.demand_of(Demand::SamplerKindUnknown, &of),
            ResourceDetail::Sampler { .. } => {}
        }
    }

    /// Checks the contents of a readable or writable resource.
    fn contents(&mut self, of: &str, resource: &Resource, kind: ResourceKind, element: Element) {
        use ComponentType as C;
        if matches!(kind, ResourceKind::Invalid | ResourceKind::CBuffer | ResourceKind::Sampler) {
            self.demand_of(Demand::ResourceKindUnknown, of);
        }
        let is_untyped = matches!(
            kind,
            ResourceKind::StructuredBuffer
                | ResourceKind::RawBuffer
                | ResourceKind::FeedbackTexture2D
                | ResourceKind::FeedbackTexture2DArray
        );
        let fits = match element {
            Element::Typed(component) => matches!(
                component,
                C::F32
                    | C::SNormF32
                    | C::UNormF32
                    | C::F64
                    | C::I32
                    | C::I64
                    | C::U32
                    | C::U64
                    | C::F16
                    | C::I16
                    | C::U16
            ),
            Element::Struct { .. } => kind == ResourceKind::StructuredBuffer,
            Element::Bytes => matches!(kind, ResourceKind::RawBuffer | ResourceKind::StructuredBuffer),
            Element::Feedback(_) => true,
        };
        if !fits && !is_untyped {
            self.demand_of(Demand::ElementType, of);
        }
        if let Element::Struct { stride } = element {
            if stride % 4 != 0 && !self.module.has_native_16bit() {
                self.demand_of(Demand::StrideAlignment, of);
            }
            if stride > limits::STRUCTURE_BYTES {
                self.demand_of(Demand::StrideLimit, of);
            }
        }
        let member = resource
            .object_type(self.module)
            .and_then(|ty| if kind.is_typed() { self.module.types.struct_fields(ty)?.first().copied() } else { None });
        if member
            .and_then(|member| self.module.alloc_size(member))
            .is_some_and(|bytes| bytes > u64::from(limits::TYPED_ELEMENT_BYTES))
        {
            self.demand_of(Demand::ElementSize, of);
        }
    }

    fn overlaps(&mut self, class: &[Resource]) {
        let end = |resource: &Resource| match resource.range_size {
            UNBOUNDED => u64::MAX,
            size => u64::from(resource.lower_bound) + u64::from(size),
        };
        // What has no register yet gets one of its own.
        let mut sorted: Vec<_> = class.iter().filter(|resource| resource.is_allocated()).collect();
        sorted.sort_by_key(|resource| (resource.space, resource.lower_bound));
        for pair in sorted.windows(2) {
            if pair[0].space == pair[1].space && end(pair[0]) > u64::from(pair[1].lower_bound) {
                let name = |resource: &Resource| resource.name.to_string();
                self.report(Rule::Overlap { first: name(pair[0]), second: name(pair[1]) });
            }
        }
    }

    /// In a library the variable of a resource is loaded, and the value turned into a handle; nothing else may use either.
    fn resource_users(&mut self, shader: &Shader) {
        let mut owners: FxHashMap<ConstId, (ResourceProperties, &Resource)> = FxHashMap::default();
        let mut twice = Vec::new();
        for resource in shader.resources.classes().into_iter().flatten() {
            let properties = resource.properties(self.module);
            match owners.entry(resource.variable) {
                Entry::Vacant(place) => {
                    place.insert((properties, resource));
                }
                Entry::Occupied(known) if known.get().0 != properties => twice.push(resource.name.to_string()),
                Entry::Occupied(_) => {}
            }
        }
        for of in &twice {
            self.demand_of(Demand::ResourceEntries, of);
        }
        for (id, function) in &self.module.functions {
            let Some(body) = &function.body else { continue };
            // The loads of each resource, and addresses of its elements.
            let mut values: FxHashMap<InstId, &Resource> = FxHashMap::default();
            for (_, at) in body.layout() {
                let Some(inst) = body.insts.get(at) else { continue };
                let resource_of = |value: Value| match value {
                    Value::Const(id) => owners.get(&self.variable_below(id)).map(|owner| owner.1),
                    Value::Inst(inst) => values.get(&inst).copied(),
                    Value::Arg(_) | Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => None,
                };
                let mut found = None;
                inst.kind.each_operand(|operand| found = found.or_else(|| resource_of(operand)));
                let Some(resource) = found else { continue };
                if matches!(inst.kind, InstKind::Load { .. } | InstKind::Gep { .. }) {
                    values.insert(at, resource);
                } else if !matches!(inst.kind, InstKind::Call { .. }) {
                    self.place = Some(Place { function: id, inst: Some(at), tag: body.tags[at] });
                    self.demand_of(Demand::ResourceUser, &resource.name.to_string());
                    self.place = None;
                }
            }
        }
    }

    /// The address that constant steps start at.
    fn variable_below(&self, id: ConstId) -> ConstId {
        let mut at = id;
        for _ in 0..MOST_STEPS {
            let ConstKind::Gep { operands, .. } = &self.module.constants.get(at).kind else { break };
            let Some(&base) = operands.first() else { break };
            at = base;
        }
        at
    }
}
