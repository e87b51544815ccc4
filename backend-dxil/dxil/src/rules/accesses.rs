//! Checks the rules for operations on resources: the required kind of resource of a handle, and the required arguments.

use crate::calls::{Handle, Handles, OpCall};
use crate::inst::{InstKind, Value};
use crate::module::Body;
use crate::optable::{Op, OpAttrs, ParamType};
use crate::shader::{ResourceClass, ResourceKind, Shader};
use crate::signature::ComponentType;
use crate::target::{ShaderKind, Version};

use super::{Checker, Demand, Rule};
use hlslc_semantics::limits;
use hlslc_semantics::texture::TextureShape;

/// The first DXIL version with operations that take offsets known at run time.
const DYNAMIC_OFFSETS: Version = Version::new(1, 7);
/// The first DXIL version where a query of the level takes any sampler.
const LEVEL_OF_COMPARING: Version = Version::new(1, 8);
/// The first DXIL version whose tests for infinities and NaNs take halves.
const HALF_CLASS: Version = Version::new(1, 9);
/// The bits of a barrier's mode.
const UAV_GROUP: u64 = 4;
const UAV_GLOBAL: u64 = 2;
const GROUPSHARED: u64 = 8;

/// Whether tests for infinities and NaNs take halves in a DXIL version.
pub fn takes_halves(version: Version) -> bool {
    version >= HALF_CLASS
}

/// The numbers of coordinates, offsets and dimensions of a kind of resource; those of its level do not count the slice.
struct Shape {
    coordinates: usize,
    offsets: usize,
    of_level: usize,
}

fn shape(kind: ResourceKind) -> Shape {
    use ResourceKind as K;
    if let Some(texture) = kind.texture() {
        return Shape {
            coordinates: texture.coordinates().into(),
            offsets: texture.dim.offsets().into(),
            of_level: if texture.is_filtered() { texture.dim.axes().into() } else { 0 },
        };
    }
    // Every texture with texels has returned.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what is left is no operand of an access")]
    let (coordinates, offsets, of_level) = match kind {
        K::StructuredBuffer | K::FeedbackTexture2D => (2, 0, 0),
        K::FeedbackTexture2DArray => (3, 0, 0),
        K::TypedBuffer | K::RawBuffer | K::TBuffer => (1, 0, 0),
        _ => (0, 0, 0),
    };
    Shape { coordinates, offsets, of_level }
}

/// A call, and where it stands.
struct Access<'a> {
    call: OpCall<'a>,
    handles: Handles<'a>,
    body: &'a Body,
}

impl<'a> Access<'a> {
    /// The handle given as an argument.
    fn handle(&self, name: &str) -> Option<Handle<'a>> {
        self.handles.get(self.body, self.call.arg(name)?)
    }

    fn class(&self, name: &str) -> Option<ResourceClass> {
        self.handle(name)?.properties.class()
    }

    /// The kind of resource, `Invalid` where nothing is known.
    fn kind(&self, name: &str) -> ResourceKind {
        self.handle(name).and_then(|handle| handle.properties.kind()).unwrap_or(ResourceKind::Invalid)
    }
}

impl Checker<'_> {
    /// Checks a call of an operation whose arguments have the right types.
    pub(super) fn access(&mut self, shader: &Shader, body: &Body, call: OpCall<'_>) {
        let (module, index) = (self.module, self.index.clone());
        let at = Access { call, handles: Handles::new(module, &shader.resources, &index), body };
        self.handles(&at);
        // In a library handles may be loaded from places that are not followed.
        let mut params = call.op.info().params().iter().filter(|param| param.ty == ParamType::Handle);
        if self.is_library() && params.any(|param| at.handle(&param.name).is_none()) {
            return;
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "there is no rule for accesses of the other operations")]
        match call.op {
            Op::Asin => self.finite(call, Demand::IndefiniteArcSine),
            Op::Acos => self.finite(call, Demand::IndefiniteArcCosine),
            Op::Log => self.finite(call, Demand::IndefiniteLogarithm),
            op if op.info().has(OpAttrs::Derivative) => self.finite(call, Demand::IndefiniteDerivative),
            Op::Barrier => self.barrier(shader, call),
            Op::Sample | Op::SampleBias | Op::SampleLevel | Op::SampleGrad => self.sample(&at, false),
            Op::SampleCmp | Op::SampleCmpLevelZero | Op::SampleCmpLevel | Op::SampleCmpGrad | Op::SampleCmpBias => {
                self.sample(&at, true);
            }
            Op::TextureGather => self.gather(&at, false),
            Op::TextureGatherCmp => self.gather(&at, true),
            Op::CalculateLOD => self.level(&at),
            Op::CheckAccessFullyMapped => self.mapped(&at),
            Op::BufferLoad | Op::RawBufferLoad => self.buffer_load(&at),
            Op::BufferStore | Op::RawBufferStore => self.buffer_store(&at),
            Op::TextureLoad => self.texture_load(&at),
            Op::TextureStore => self.texture_store(&at),
            Op::CBufferLoad | Op::CBufferLoadLegacy => self.constants(&at),
            Op::GetDimensions => self.dimensions(&at),
            Op::BufferUpdateCounter => self.counter(&at),
            Op::AtomicBinOp | Op::AtomicCompareExchange if at.class("handle") != Some(ResourceClass::Uav) => {
                self.demand(Demand::AtomicClass);
            }
            _ => {}
        }
    }

    /// Handles come from operations that make them, and from a register of their binding.
    fn handles(&mut self, at: &Access<'_>) {
        let takes_any = matches!(
            at.call.op,
            Op::AnnotateHandle | Op::AnnotateNodeHandle | Op::AnnotateNodeRecordHandle | Op::CreateHandleForLib
        );
        let is_handle =
            |ty: ParamType| matches!(ty, ParamType::Handle | ParamType::NodeHandle | ParamType::NodeRecordHandle);
        for (_, handle) in at.call.params().filter(|(param, _)| is_handle(param.ty) && !takes_any) {
            // An undefined one, or one of zeros.
            if matches!(handle, Value::Const(_)) {
                self.demand(Demand::UndefinedOperand);
            }
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other operation takes a handle that has properties")]
        match at.call.op {
            Op::AnnotateHandle => {
                if at.handles.of_call(at.body, at.call).is_none_or(|handle| handle.properties.kind().is_none()) {
                    self.demand(Demand::HandleOrigin);
                }
            }
            Op::CreateHandle => {
                let entry = at.handles.of_call(at.body, at.call).and_then(|handle| handle.entry);
                let index = at.call.arg("index").and_then(|index| self.module.constant_int(index));
                let is_inside = entry.is_some_and(|(resource, _)| match index {
                    Some(index) => {
                        (u64::from(resource.lower_bound)..=u64::from(resource.upper_bound())).contains(&index)
                    }
                    None => resource.is_array(self.module),
                });
                if !is_inside {
                    self.demand(Demand::HandleIndex);
                }
            }
            Op::CreateHandleFromBinding => {
                let bind = match at.call.arg("bind") {
                    Some(Value::Const(id)) => self.module.fields(id),
                    _ => None,
                };
                let index = at.call.arg("index").and_then(|index| self.module.constant_int(index));
                // The last field is the class, one of four.
                if bind.as_deref().and_then(<[u32]>::last).is_none_or(|&class| class > 3) {
                    self.demand(Demand::HandleIndex);
                }
                if let (Some([lower, upper, ..]), Some(index)) = (bind.as_deref(), index)
                    && !(u64::from(*lower)..=u64::from(*upper)).contains(&index)
                {
                    self.demand(Demand::HandleIndex);
                }
            }
            Op::CreateHandleForLib | Op::CreateHandleFromHeap => {}
            _ => {
                for (_, handle) in at.call.params().filter(|(param, _)| param.ty == ParamType::Handle) {
                    if at.handles.get(at.body, handle).is_none() && !self.is_library() {
                        self.demand(Demand::HandleOrigin);
                    }
                }
            }
        }
    }

    fn finite(&mut self, call: OpCall<'_>, demand: Demand) {
        let value = call.arg("value").and_then(|value| self.module.constant_float(value));
        if value.is_some_and(f64::is_infinite) {
            self.demand(demand);
        }
    }

    fn barrier(&mut self, shader: &Shader, call: OpCall<'_>) {
        let mode = call.arg("barrierMode").and_then(|mode| self.module.constant_int(mode));
        let Some(mode) = mode else { return };
        if !has_groups(self.kind_here(shader)) {
            if mode != UAV_GLOBAL {
                self.demand(Demand::BarrierStage);
            }
            return;
        }
        if mode & UAV_GLOBAL != 0 && mode & UAV_GROUP != 0 {
            self.demand(Demand::BarrierUseless);
        }
        if mode & (UAV_GLOBAL | UAV_GROUP | GROUPSHARED) == 0 {
            self.demand(Demand::BarrierNothing);
        }
    }

    /// A sampler that compares, or one that does not.
    fn sampler(&mut self, at: &Access<'_>, compares: bool) {
        let handle = at.handle("sampler").filter(|_| at.class("sampler") == Some(ResourceClass::Sampler));
        if handle.is_none_or(|handle| handle.properties.compares_or_counts() != compares) {
            self.demand(if compares { Demand::CompareSampler } else { Demand::SampleSampler });
        }
    }

    fn sample(&mut self, at: &Access<'_>, compares: bool) {
        if let Some(bias) = at.call.arg("bias").and_then(|bias| self.module.constant_float(bias))
            && !limits::is_level_bias(bias as f32)
        {
            self.demand(Demand::SampleBias);
        }
        self.sampler(at, compares);
        let kind = at.kind("srv");
        let component = at.handle("srv").and_then(|handle| handle.properties.typed()?.0);
        let is_float = matches!(
            component,
            Some(
                ComponentType::F32
                    | ComponentType::SNormF32
                    | ComponentType::UNormF32
                    | ComponentType::F16
                    | ComponentType::SNormF16
                    | ComponentType::UNormF16
            )
        );
        let is_int = matches!(
            component,
            Some(ComponentType::I16 | ComponentType::U16 | ComponentType::I32 | ComponentType::U32)
        );
        let takes_ints = !compares && self.module.version >= DYNAMIC_OFFSETS;
        if !(is_float || is_int && takes_ints) {
            self.demand(Demand::SampledType);
        }
        if at.class("srv") != Some(ResourceClass::Srv) {
            self.demand(Demand::SampledClass);
        }
        let can_be_sampled = kind.is_texture() && !kind.is_multisampled();
        if !can_be_sampled || compares && !kind.texture().is_some_and(TextureShape::is_compared) {
            self.demand(if compares { Demand::ComparedKind } else { Demand::SampledKind });
        }
        if can_be_sampled {
            self.coordinates(at, shape(kind).coordinates);
            self.offsets(at, shape(kind).offsets);
        }
    }

    fn gather(&mut self, at: &Access<'_>, compares: bool) {
        self.sampler(at, compares);
        if at.class("srv") != Some(ResourceClass::Srv) {
            self.demand(Demand::SampledClass);
            return;
        }
        let kind = at.kind("srv");
        self.coordinates(at, shape(kind).coordinates);
        let defined: Vec<bool> = at.call.args("offset").map(|offset| !self.module.is_undef(offset)).collect();
        match kind.texture().filter(|shape| shape.is_gathered()) {
            Some(shape) if shape.dim.offsets() > 0 => {
                if defined.first() == Some(&true) && defined.contains(&false) {
                    self.demand(Demand::OffsetMissing);
                }
            }
            Some(_) => {
                if defined.contains(&true) {
                    self.demand(Demand::OffsetExtra);
                }
            }
            None => self.demand(Demand::GatheredKind),
        }
    }

    /// The first this many coordinates are there, and no other.
    fn coordinates(&mut self, at: &Access<'_>, count: usize) {
        for (index, coordinate) in at.call.args("coord").enumerate() {
            match (index < count, self.module.is_undef(coordinate)) {
                (true, true) => self.demand(Demand::CoordinateMissing),
                (false, false) => self.demand(Demand::CoordinateExtra),
                _ => {}
            }
        }
    }

    /// All offsets are there or none, and each is a small constant.
    fn offsets(&mut self, at: &Access<'_>, count: usize) {
        let mut has_first = false;
        for (index, offset) in at.call.args("offset").enumerate() {
            let is_there = !self.module.is_undef(offset);
            if index == 0 {
                has_first = is_there;
            } else if index >= count {
                if is_there {
                    self.demand(Demand::OffsetExtra);
                }
                continue;
            } else if has_first && !is_there {
                self.demand(Demand::OffsetMissing);
                continue;
            }
            let is_small = self.module.constant_signed(offset).is_some_and(|offset| {
                (limits::TEXEL_OFFSET_LEAST.into()..=limits::TEXEL_OFFSET_MOST.into()).contains(&offset)
            });
            if has_first && is_there && !is_small && self.module.version < DYNAMIC_OFFSETS {
                self.demand(Demand::OffsetRange);
            }
        }
    }

    fn level(&mut self, at: &Access<'_>) {
        let is_sampler = at.class("sampler") == Some(ResourceClass::Sampler);
        let compares = at.handle("sampler").is_some_and(|handle| handle.properties.compares_or_counts());
        if !is_sampler || compares && self.module.version < LEVEL_OF_COMPARING {
            self.demand(Demand::LevelSampler);
        }
        if at.class("handle") != Some(ResourceClass::Srv) {
            self.demand(Demand::SampledClass);
            return;
        }
        let kind = at.kind("handle");
        self.coordinates(at, shape(kind).of_level);
        if !kind.is_texture() || kind.is_multisampled() {
            self.demand(Demand::LevelKind);
        }
    }

    /// The status is the last part of what a load or sample returns.
    fn mapped(&mut self, at: &Access<'_>) {
        let Some(Value::Inst(inst)) = at.call.arg("status") else {
            self.demand(Demand::Mapped);
            return;
        };
        let is_status = at.body.insts.get(inst).is_some_and(|inst| {
            if let InstKind::ExtractValue { aggregate: Value::Inst(of), indices } = &inst.kind {
                let ty = at.body.insts.get(*of).map(|inst| inst.ty);
                let name = ty.and_then(|ty| self.module.types.struct_name(ty));
                let last =
                    ty.and_then(|ty| self.module.types.struct_fields(ty)).map_or(0, |fields| fields.len() as u32 - 1);
                indices[..] == [last] && name.is_some_and(|name| name.starts_with(b"dx.types.ResRet."))
            } else {
                false
            }
        });
        if !is_status {
            self.demand(Demand::Mapped);
        }
    }

    /// Buffers have one coordinate, structured ones a second inside the element.
    fn buffer(&mut self, at: &Access<'_>, name: &str, second: &str, allows_typed: bool) {
        let is_there = at.call.arg(second).is_some_and(|offset| !self.module.is_undef(offset));
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other kind is a buffer that has coordinates")]
        match at.kind(name) {
            ResourceKind::TypedBuffer | ResourceKind::TBuffer if !allows_typed => self.demand(Demand::BufferKind),
            ResourceKind::RawBuffer | ResourceKind::TypedBuffer | ResourceKind::TBuffer => {
                if is_there {
                    self.demand(Demand::BufferCoordinates);
                }
            }
            ResourceKind::StructuredBuffer => {
                if !is_there {
                    self.demand(Demand::StructureCoordinates);
                }
            }
            _ => self.demand(Demand::BufferKind),
        }
    }

    fn buffer_load(&mut self, at: &Access<'_>) {
        if !matches!(at.class("srv"), Some(ResourceClass::Srv | ResourceClass::Uav)) {
            self.demand(Demand::LoadClass);
        }
        let is_raw = at.call.op == Op::RawBufferLoad;
        self.buffer(at, "srv", if is_raw { "elementOffset" } else { "wot" }, !is_raw);
    }

    fn buffer_store(&mut self, at: &Access<'_>) {
        if at.class("uav") != Some(ResourceClass::Uav) {
            self.demand(Demand::StoreClass);
        }
        let is_raw = at.call.op == Op::RawBufferStore;
        let is_typed = matches!(at.kind("uav"), ResourceKind::TypedBuffer | ResourceKind::TBuffer);
        self.store_mask(at, is_typed && !is_raw);
        self.buffer(at, "uav", if is_raw { "elementOffset" } else { "coord1" }, !is_raw);
    }

    /// The components that a store writes are those it is given.
    fn store_mask(&mut self, at: &Access<'_>, is_typed: bool) {
        let Some(mask) = at.call.arg("mask").and_then(|mask| self.module.constant_int(mask)) else {
            // A computed one was reported with other arguments that must be constants.
            if at.call.arg("mask").is_some_and(|mask| self.module.is_undef(mask)) {
                self.report(Rule::OpImmediate { op: at.call.op.info().name(), argument: "mask" });
            }
            return;
        };
        if is_typed && mask != 0xF {
            self.demand(Demand::TypedStoreMask);
        }
        if ![0x1, 0x3, 0x7, 0xF].contains(&mask) {
            self.demand(Demand::StoreMaskGap);
        }
        let values = at.call.args("value").enumerate().filter(|(_, value)| !self.module.is_undef(*value));
        let given = values.fold(0, |given, (index, _)| given | 1 << index);
        if mask & !given != 0 {
            self.demand(Demand::UndefinedStore);
        } else if mask != given {
            self.demand(Demand::StoreMaskValues);
        }
    }

    fn texture_load(&mut self, at: &Access<'_>) {
        let kind = at.kind("srv");
        let has_level = at.call.arg("mipLevelOrSampleCount").is_some_and(|level| !self.module.is_undef(level));
        match at.class("srv") {
            Some(ResourceClass::Uav) => {
                if at.call.args("offset").any(|offset| !self.module.is_undef(offset)) {
                    self.demand(Demand::OffsetOnUav);
                }
                if has_level && !kind.is_multisampled() {
                    self.demand(Demand::LevelOnUav);
                }
            }
            Some(ResourceClass::Srv) => {}
            _ => self.demand(Demand::LoadClass),
        }
        if kind.texture().is_none_or(|shape| shape.dim.is_cube()) {
            self.demand(Demand::TextureLoadKind);
            return;
        }
        if kind.is_multisampled() && !has_level {
            self.demand(Demand::SampleNumber);
        }
        self.offsets(at, shape(kind).offsets);
    }

    fn texture_store(&mut self, at: &Access<'_>) {
        if at.class("srv") != Some(ResourceClass::Uav) {
            self.demand(Demand::StoreClass);
        }
        self.store_mask(at, true);
        let kind = at.kind("srv");
        if kind.texture().is_none_or(|shape| shape.dim.is_cube()) {
            self.demand(Demand::TextureStoreKind);
        }
    }

    fn constants(&mut self, at: &Access<'_>) {
        let Some(bytes) = at.handle("handle").and_then(|handle| handle.properties.constant_bytes()) else {
            self.demand(Demand::ConstantHandle);
            return;
        };
        let (index, unit) = if matches!(at.call.op, Op::CBufferLoadLegacy) {
            (at.call.arg("regIndex"), 16)
        } else {
            (at.call.arg("byteOffset"), 1)
        };
        let offset = index.and_then(|index| self.module.constant_int(index)).map(|index| index * unit);
        if offset.is_some_and(|offset| bytes > 0 && offset >= u64::from(bytes)) {
            self.demand(Demand::ConstantBounds);
        }
    }

    /// Dimensions that are used are ones the kind has.
    fn dimensions(&mut self, at: &Access<'_>) {
        use ResourceKind as K;
        let kind = at.kind("handle");
        let is_buffer = matches!(kind, K::TypedBuffer | K::RawBuffer | K::StructuredBuffer | K::TBuffer);
        // The fourth is the number of levels or samples.
        let known = match kind.texture() {
            Some(shape) => ((1u32 << shape.sizes()) - 1) | 1 << 3,
            None if is_buffer => 1,
            None => {
                self.demand(Demand::DimensionsKind);
                return;
            }
        };
        if is_buffer && at.call.arg("mipLevel").is_some_and(|level| !self.module.is_undef(level)) {
            self.demand(Demand::DimensionsLevel);
        }
        let Some(result) = self.place.and_then(|place| place.inst) else { return };
        if self.handed_on.contains(&result) {
            self.demand(Demand::StructUser);
        }
        if self.parts_taken.get(&result).is_some_and(|taken| taken & !known != 0) {
            self.demand(Demand::DimensionsResult);
        }
    }

    fn counter(&mut self, at: &Access<'_>) {
        let Some(handle) = at.handle("uav") else { return };
        if !handle.properties.is_uav() {
            self.demand(Demand::CounterClass);
        }
        if handle.properties.kind() != Some(ResourceKind::StructuredBuffer) {
            self.demand(Demand::CounterKind);
        }
        if !handle.properties.compares_or_counts() {
            self.demand(Demand::CounterUse);
        }
        // Validators know the resource of a handle without annotation only.
        let Some((_, number)) = handle.entry.filter(|_| !handle.is_annotated) else { return };
        let Some(step) = at.call.arg("inc").and_then(|step| self.module.constant_int(step)) else { return };
        let goes_up = step == 1;
        if *self.counters.entry(number).or_insert(goes_up) != goes_up {
            self.demand(Demand::CounterUpAndDown);
        }
    }

    /// Tests for infinities and NaNs take no halves before shader model 6.9.
    pub(super) fn float_class(&mut self, op: Op, is_half: bool) {
        let is_test = matches!(op, Op::IsNaN | Op::IsInf | Op::IsFinite | Op::IsNormal);
        if is_test && is_half && !takes_halves(self.module.version) {
            self.demand(Demand::HalfClass);
        }
    }
}

/// Whether shaders of a kind run in groups of threads; functions of a library may.
pub(super) fn has_groups(kind: ShaderKind) -> bool {
    matches!(
        kind,
        ShaderKind::Compute | ShaderKind::Mesh | ShaderKind::Amplification | ShaderKind::Node | ShaderKind::Library
    )
}
