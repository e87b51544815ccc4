//! Lowers resource declarations: the used resources, and the metadata of each.
//!
//! The used resources of a class are numbered in the order of the entities (`$Globals` before the other constant buffers,
//! `tbuffer`s after the other read-only resources). All facts come from the IR's `Resource` entity or, for counters, from
//! the operations on it. In a library each is a global variable, and may have no register yet.

use crate::declared::DeclaredTypes;
use crate::features::resource_of;
use cranelift_entity::SecondaryMap;
use dxil::Module as DxModule;
use dxil::constants::ConstId;
use dxil::inst::CastOp;
use dxil::module::{Global as DxGlobal, GlobalId, Linkage};
use dxil::shader::{
    Element, FeedbackKind, Held, Resource as DxResource, ResourceDetail, ResourceKind, ResourceProperties,
    Resources as DxResources, SamplerKind as DxSamplerKind, UNALLOCATED, UNBOUNDED,
};
use dxil::signature::ComponentType;
use dxil::types::{TypeId, addrspace};
use hlslc_base::{Stage, Target};
use hlslc_ir::layout::{Extent, LayoutRules, Layouts};
use hlslc_ir::module::{Binding, Heap, ResourceData};
use hlslc_ir::types::{Access, ComponentKind, ResourceClass, SamplerKind, TypeData};
use hlslc_ir::{Context, Func, Imm, Module, Op, Resource, ResourceType, Scalar, Type};
use rustc_hash::FxHashSet;

/// The record of one used resource.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// Class.
    pub(crate) class: ResourceClass,
    /// Position in its class.
    pub(crate) number: u32,
    /// The place.
    pub(crate) place: Place,
    /// The properties that annotate its handles.
    pub(crate) properties: ResourceProperties,
}

/// The place of a resource.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// In a register range.
    Registers(Range),
    /// In a global variable of the library, which may be an array of them.
    Global {
        /// The variable.
        global: GlobalId,
        /// Whether it is an array.
        is_array: bool,
    },
    /// In a heap.
    Heap(Heap),
    /// Nowhere yet.
    Unbound,
}

/// The requirements of the operations on a resource.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    /// Its hidden counter.
    counter: bool,
    /// 64-bit atomics.
    atomic64: bool,
}

/// A register range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// Space.
    pub(crate) space: u32,
    /// First register.
    pub(crate) lower: u32,
    /// Last register; the largest number for an unbounded array.
    pub(crate) upper: u32,
}

/// Which resources of a class come before others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// The constant buffer of the globals that stand in none.
    Globals,
    /// All others, as they are declared.
    Other,
    /// Texture buffers.
    TBuffer,
}

impl Turn {
    const ALL: [Self; 3] = [Self::Globals, Self::Other, Self::TBuffer];
}

/// The classes in the order in which DXC gives what they hold a layout.
const LAYOUT_ORDER: [ResourceClass; 4] =
    [ResourceClass::Cbv, ResourceClass::Uav, ResourceClass::Srv, ResourceClass::Sampler];

/// The used resources of a module.
#[derive(Debug)]
pub(crate) struct Resources {
    records: SecondaryMap<Resource, Option<Record>>,
    /// As the metadata lists them.
    pub(crate) lists: DxResources,
    /// The same resources by their IR ids, in the order SRV, UAV, CBV, sampler.
    pub(crate) used: Vec<Resource>,
    /// The type that stands for each used resource.
    objects: SecondaryMap<Resource, Option<TypeId>>,
    /// The structs that resources hold.
    pub(crate) types: DeclaredTypes,
    names: Names,
}

/// The names of the variables of a library.
#[derive(Debug, Default)]
struct Names {
    taken: FxHashSet<String>,
    /// The number of names that were taken already.
    clashes: u32,
}

impl Resources {
    /// The resources that a function makes handles of.
    pub(crate) fn new(dx: &mut DxModule, module: &Module, funcs: &[Func], target: Target) -> Self {
        let mut used: SecondaryMap<Resource, bool> = SecondaryMap::new();
        let mut needs: SecondaryMap<Resource, Needs> = SecondaryMap::new();
        // What annotations of parameters state.
        let params = funcs.iter().flat_map(|&id| &module.funcs[id].param_data);
        params.filter_map(|data| data.resource).for_each(|resource| used[resource] = true);
        let insts = funcs.iter().flat_map(|&id| {
            let func = &module.funcs[id];
            func.layout.iter().flat_map(|&block| &func.blocks[block].insts).map(move |&inst| (func, inst))
        });
        for (func, inst) in insts {
            let data = &func.insts[inst];
            if let Imm::Handle { resource, .. } = data.imm {
                used[resource] = true;
            }
            let Some(resource) = func.args(inst).first().and_then(|&handle| resource_of(func, handle)) else {
                continue;
            };
            let is_atomic = matches!(data.op, Op::ResourceAtomicRmw | Op::ResourceCmpXchg);
            needs[resource].counter |= data.op == Op::UpdateCounter;
            needs[resource].atomic64 |= is_atomic && module.ctx.scalar_of(data.ty) == Some(Scalar::I64);
        }
        let mut out = Self {
            records: SecondaryMap::new(),
            lists: DxResources::default(),
            used: Vec::new(),
            objects: SecondaryMap::new(),
            types: DeclaredTypes::new(module.flags),
            names: Names::default(),
        };
        let turn_of = |data: &ResourceData| match module.ctx.resource_type(data.ty) {
            Some(ResourceType::TBuffer { .. }) => Turn::TBuffer,
            _ if data.holds_globals => Turn::Globals,
            _ => Turn::Other,
        };
        let of_class = |class: ResourceClass| {
            Turn::ALL.into_iter().flat_map(move |turn| {
                module.resources.iter().filter_map(move |(id, data)| {
                    let ty = module.ctx.resource_type(data.ty)?;
                    (ty.class() == class && turn_of(data) == turn).then_some((id, data, ty))
                })
            })
        };
        for class in LAYOUT_ORDER {
            for (id, data, ty) in
                of_class(class).filter(|&(id, data, _)| used[id] && !matches!(data.binding, Binding::Heap(_)))
            {
                out.objects[id] = Some(out.types.resource(dx, &module.ctx, id, data, ty));
            }
        }
        for class in ResourceClass::ALL {
            for (id, data, ty) in of_class(class).filter(|&(id, ..)| used[id]) {
                out.add(dx, &module.ctx, (id, data), ty, needs[id], target);
            }
        }
        out
    }

    fn add(
        &mut self,
        dx: &mut DxModule,
        ctx: &Context,
        (id, data): (Resource, &ResourceData),
        ty: &ResourceType,
        needs: Needs,
        target: Target,
    ) {
        let class = ty.class();
        let list = match class {
            ResourceClass::Srv => &mut self.lists.srvs,
            ResourceClass::Uav => &mut self.lists.uavs,
            ResourceClass::Cbv => &mut self.lists.cbvs,
            ResourceClass::Sampler => &mut self.lists.samplers,
        };
        let number = list.len() as u32;
        let detail = detail(ctx, data, ty, needs);
        let extent = element_extent(ctx, ty);
        let align = base_align(ctx, data, ty);
        // What has no type for its element counts no components.
        let lanes = element_type(ty).map_or(0, |element| ctx.components(element).1);
        let samples = if let ResourceType::Texture { samples, .. } = ty { *samples } else { 0 };
        let held = Held { components: u32::from(lanes), samples, base_align: align, size: extent.size };
        let properties = detail.properties(held);
        let is_library = target.stage == Stage::Library;
        let (space, lower) = match data.binding {
            Binding::Heap(heap) => {
                self.records[id] = Some(Record { class, number, place: Place::Heap(heap), properties });
                return;
            }
            Binding::Explicit { space, lower } => (space, lower),
            // The linker finds a register. That of `$Globals` will be in space 0.
            Binding::Implicit { space, .. } if is_library => {
                let space = space.unwrap_or(if data.holds_globals { 0 } else { UNALLOCATED });
                (space, UNALLOCATED)
            }
            Binding::Implicit { .. } => {
                self.records[id] = Some(Record { class, number, place: Place::Unbound, properties });
                return;
            }
        };
        // Whatever is used and in no heap has one; a handle of what had none would be an error.
        let Some(object) = self.objects[id] else { return };
        let (place, variable, name) = if is_library {
            let is_laid_out = self.types.laid_out().iter().any(|known| known.1 == object);
            let (global, variable) = self.names.library_variable(dx, data, ty, (object, is_laid_out), target);
            (Place::Global { global, is_array: data.is_array }, variable, data.name.as_str())
        } else {
            let upper = data.count.map_or(UNBOUNDED, |count| lower.saturating_add(count.max(1) - 1));
            (Place::Registers(Range { space, lower, upper }), variable(dx, data, ty, object), unqualified(&data.name))
        };
        list.push(DxResource {
            variable,
            name: name.into(),
            space,
            lower_bound: lower,
            range_size: data.count.unwrap_or(UNBOUNDED),
            detail,
        });
        self.used.push(id);
        self.records[id] = Some(Record { class, number, place, properties });
    }

    /// The type that stands for a resource, if it is used.
    pub(crate) fn object(&self, resource: Resource) -> Option<TypeId> {
        self.objects[resource]
    }

    /// The types that stand for used resources.
    pub(crate) fn object_types(&self) -> impl Iterator<Item = TypeId> {
        self.objects.values().copied().flatten()
    }

    /// The record of a used resource.
    pub(crate) fn record(&self, resource: Resource) -> Option<Record> {
        self.records[resource]
    }
}

/// Element of a typed resource.
fn element_type(ty: &ResourceType) -> Option<Type> {
    ty.element().filter(|_| !matches!(ty, ResourceType::RawBuffer { .. }))
}

/// Size and alignment of what a buffer holds.
fn element_extent(ctx: &Context, ty: &ResourceType) -> Extent {
    match ty {
        ResourceType::RawBuffer { element: Some(element), .. } => {
            Layouts::new(LayoutRules::STRUCTURED).extent(ctx, *element, None)
        }
        ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout } => {
            Layouts::new(LayoutRules::CONSTANT_BUFFER).extent(ctx, *layout, None)
        }
        ResourceType::RawBuffer { element: None, .. }
        | ResourceType::TypedBuffer { .. }
        | ResourceType::Texture { .. }
        | ResourceType::FeedbackTexture { .. }
        | ResourceType::Sampler { .. }
        | ResourceType::AccelerationStructure => Extent::default(),
    }
}

/// Whether a handle shows how the elements of a structured buffer are aligned: those that are structs to LLVM, as matrices are, and
/// arrays of anything are not.
fn has_aligned_elements(ctx: &Context, data: &ResourceData, ty: &ResourceType) -> bool {
    let ResourceType::RawBuffer { element: Some(element), .. } = ty else { return false };
    match *ctx.type_data(*element) {
        TypeData::Struct(_) => true,
        TypeData::Array(row, _) => data.matrix.is_some() && !matches!(ctx.type_data(row), TypeData::Array(..)),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Vector(..)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => false,
    }
}

/// The alignment of the elements of a structured buffer, if a handle states it; 0 elsewhere.
pub(crate) fn base_align(ctx: &Context, data: &ResourceData, ty: &ResourceType) -> u32 {
    if has_aligned_elements(ctx, data, ty) { element_extent(ctx, ty).align } else { 0 }
}

/// Stride of the elements of a structured buffer.
pub(crate) fn stride(ctx: &Context, ty: &ResourceType) -> u32 {
    let extent = element_extent(ctx, ty);
    extent.size.checked_next_multiple_of(extent.align.max(1)).unwrap_or(u32::MAX)
}

fn detail(ctx: &Context, data: &ResourceData, ty: &ResourceType, needs: Needs) -> ResourceDetail {
    let kind = kind(ty);
    let (access, element) = match ty {
        ResourceType::TypedBuffer { element, component, access }
        | ResourceType::Texture { element, component, access, .. } => {
            let (scalar, _) = ctx.components(*element);
            let declared = data.element.component();
            let component = if declared.is_normalised() { declared } else { *component };
            (*access, Element::Typed(typed_component(scalar, component)))
        }
        ResourceType::RawBuffer { element: None, access } => (*access, Element::Bytes),
        ResourceType::RawBuffer { element: Some(_), access } => (*access, Element::Struct { stride: stride(ctx, ty) }),
        ResourceType::FeedbackTexture { kind, .. } => {
            let kind = if *kind == 0 { FeedbackKind::MinMip } else { FeedbackKind::MipRegionUsed };
            (Access::ReadWrite, Element::Feedback(kind))
        }
        ResourceType::TBuffer { .. } => (Access::ReadOnly, Element::Typed(ComponentType::U32)),
        ResourceType::AccelerationStructure => (Access::ReadOnly, Element::Typed(ComponentType::I32)),
        ResourceType::CBuffer { .. } => return ResourceDetail::Cbv { size: element_extent(ctx, ty).size },
        ResourceType::Sampler { kind } => {
            let kind = match kind {
                SamplerKind::Default => DxSamplerKind::Default,
                SamplerKind::Comparison => DxSamplerKind::Comparison,
            };
            return ResourceDetail::Sampler { kind };
        }
    };
    if !access.is_writable() {
        let sample_count = if let ResourceType::Texture { samples, .. } = ty { *samples } else { 0 };
        return ResourceDetail::Srv { kind, sample_count, element };
    }
    ResourceDetail::Uav {
        kind,
        globally_coherent: data.globally_coherent,
        has_counter: needs.counter,
        rasterizer_ordered: access == Access::RasterizerOrdered,
        element,
        atomic64: needs.atomic64,
        reorder_coherent: data.reorder_coherent,
    }
}

pub(crate) fn kind(ty: &ResourceType) -> ResourceKind {
    use ResourceKind as K;
    match *ty {
        ResourceType::Texture { shape, .. } => K::of_texture(shape),
        ResourceType::TypedBuffer { .. } => K::TypedBuffer,
        ResourceType::RawBuffer { element: None, .. } => K::RawBuffer,
        ResourceType::RawBuffer { element: Some(_), .. } => K::StructuredBuffer,
        ResourceType::CBuffer { .. } => K::CBuffer,
        ResourceType::Sampler { .. } => K::Sampler,
        ResourceType::TBuffer { .. } => K::TBuffer,
        ResourceType::AccelerationStructure => K::RTAccelerationStructure,
        ResourceType::FeedbackTexture { array, .. } => {
            if array {
                K::FeedbackTexture2DArray
            } else {
                K::FeedbackTexture2D
            }
        }
    }
}

/// The component type of a typed resource. 64-bit components go as pairs of `u32`.
fn typed_component(scalar: Scalar, component: ComponentKind) -> ComponentType {
    match scalar {
        Scalar::I64 | Scalar::F64 | Scalar::Bool => ComponentType::U32,
        Scalar::I16 | Scalar::I32 | Scalar::F16 | Scalar::F32 | Scalar::MinI16 | Scalar::MinF16 => {
            component_type(scalar, component)
        }
    }
}

/// The component type of a signature element.
pub(crate) fn component_type(scalar: Scalar, component: ComponentKind) -> ComponentType {
    use ComponentType as C;
    let by_sign = |signed: C, unsigned: C| if component == ComponentKind::Signed { signed } else { unsigned };
    match (scalar, component) {
        (Scalar::F32, ComponentKind::SNorm) => C::SNormF32,
        (Scalar::F32, ComponentKind::UNorm) => C::UNormF32,
        (Scalar::F16 | Scalar::MinF16, ComponentKind::SNorm) => C::SNormF16,
        (Scalar::F16 | Scalar::MinF16, ComponentKind::UNorm) => C::UNormF16,
        (Scalar::F16 | Scalar::MinF16, _) => C::F16,
        (Scalar::F32, _) => C::F32,
        (Scalar::F64, _) => C::F64,
        (Scalar::I16 | Scalar::MinI16, _) => by_sign(C::I16, C::U16),
        (Scalar::I32, _) => by_sign(C::I32, C::U32),
        (Scalar::I64, _) => by_sign(C::I64, C::U64),
        (Scalar::Bool, _) => C::U32,
    }
}

impl Names {
    /// The name, with a number where another variable has it, as LLVM writes it.
    fn free(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        while !self.taken.insert(free.clone()) {
            self.clashes += 1;
            free = format!("{name}.{}", self.clashes);
        }
        free
    }

    /// The variable that a resource of a library is, and its address as the type that stands for the HLSL object. From shader
    /// model 6.6 on variables hold handles, but those of what is laid out for the host, which DXC makes after it has settled that:
    /// these are of their object, and have a name of their own.
    fn library_variable(
        &mut self,
        dx: &mut DxModule,
        data: &ResourceData,
        ty: &ResourceType,
        (object, is_laid_out): (TypeId, bool),
        target: Target,
    ) -> (GlobalId, ConstId) {
        let holds_handle = target.model.has_annotated_handles() && !is_laid_out;
        let held = if holds_handle { dx.handle_type() } else { object };
        let name = data.symbol.as_deref().unwrap_or(data.name.as_str());
        let name = self.free(&if is_laid_out { format!("{name}{LAID_OUT}") } else { name.to_owned() });
        let is_constants = ty.class() == ResourceClass::Cbv || matches!(ty, ResourceType::TBuffer { .. });
        let open = if is_constants { UNBOUNDED } else { 0 };
        let count = data.is_array.then(|| u64::from(data.count.unwrap_or(open)));
        let of = |dx: &mut DxModule, one| count.map_or(one, |count| dx.types.array(one, count));
        let held_type = of(dx, held);
        let global = dx.add_global(DxGlobal {
            name: name.into(),
            ty: held_type,
            addrspace: addrspace::DEFAULT,
            is_const: true,
            initializer: None,
            linkage: Linkage::External,
            align: if is_constants { 0 } else { OBJECT_ALIGN },
            section: None,
            unnamed_addr: false,
            externally_initialized: false,
        });
        let address = dx.global_address(global);
        if held == object {
            return (global, address);
        }
        let object = of(dx, object);
        let pointer = dx.types.pointer(object, addrspace::DEFAULT);
        (global, dx.const_cast(CastOp::Bitcast, address, pointer))
    }
}

/// The suffix of DXC for names of variables that are laid out for the host.
const LAID_OUT: &str = "_legacy";

/// Alignment of the variables of resources.
pub(crate) const OBJECT_ALIGN: u32 = 4;

/// The name of a resource without the namespaces it is in, which those of members of structs keep.
pub(crate) fn unqualified(name: &str) -> &str {
    name.rsplit_once("::").filter(|(_, last)| !last.contains('.')).map_or(name, |(_, last)| last)
}

/// An undefined pointer to the type that stands for the HLSL object. Its first member is the element: below shader
/// model 6.6 that is where the number of components of a typed resource is read.
fn variable(dx: &mut DxModule, data: &ResourceData, ty: &ResourceType, mut object: TypeId) -> ConstId {
    // What holds constants is a list, whatever its dimensions, and one without an end is as long as can be.
    let holds_constants = matches!(ty, ResourceType::CBuffer { .. } | ResourceType::TBuffer { .. });
    let dims_of_array = data.is_array.then(|| data.count.unwrap_or(if holds_constants { UNBOUNDED } else { 0 }));
    let dims = if data.dims.is_empty() || holds_constants { dims_of_array.as_slice() } else { &data.dims };
    for &dim in dims.iter().rev() {
        object = dx.types.array(object, u64::from(dim));
    }
    let pointer = dx.types.pointer(object, addrspace::DEFAULT);
    dx.undef(pointer)
}
