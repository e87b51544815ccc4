//! Lowers ray tracing shaders: their parameters, payloads and attributes, and the operations that only they have.

use crate::errors;
use crate::memory::{Base, Place};
use crate::rays::{COLUMNS, ROWS};
use crate::writer::{Repr, Site, Writer};
use hlslc_base::Stage;
use hlslc_ir::interface::ParameterRole;
use hlslc_ir::module::EntryPoint;
use hlslc_ir::{Global, Imm, Scalar, TypeData, Value};
use hlslc_options_spirv::SpirvOptions;
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Capability, Decoration, ExecutionModel, Op as Core, StorageClass, Word};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Which extension ray shaders are of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RayExtension {
    /// `SPV_KHR_ray_tracing`, which asks for SPIR-V 1.4.
    Khr,
    /// `SPV_NV_ray_tracing`.
    Nv,
}

/// Names of the extensions.
pub(crate) const KHR: &str = "SPV_KHR_ray_tracing";
pub(crate) const NV: &str = "SPV_NV_ray_tracing";

/// The variables that hold what shaders pass on.
#[derive(Default)]
pub(crate) struct HandedOn {
    /// By storage class and type: the variable, and its location.
    variables: FxHashMap<(StorageClass, TypeData), (Word, u32)>,
    /// The next location of each storage class.
    next: FxHashMap<StorageClass, u32>,
}

/// The execution model of a ray shader.
pub(crate) fn model(stage: Stage) -> Option<ExecutionModel> {
    Some(match stage {
        Stage::RayGeneration => ExecutionModel::RayGenerationKHR,
        Stage::Intersection => ExecutionModel::IntersectionKHR,
        Stage::AnyHit => ExecutionModel::AnyHitKHR,
        Stage::ClosestHit => ExecutionModel::ClosestHitKHR,
        Stage::Miss => ExecutionModel::MissKHR,
        Stage::Callable => ExecutionModel::CallableKHR,
        Stage::Compute
        | Stage::Node
        | Stage::Vertex
        | Stage::Pixel
        | Stage::Geometry
        | Stage::Hull
        | Stage::Domain
        | Stage::Mesh
        | Stage::Amplification
        | Stage::Library => return None,
    })
}

impl RayExtension {
    /// The capability of ray shaders.
    pub(crate) fn capability(self) -> Capability {
        match self {
            Self::Khr => Capability::RayTracingKHR,
            Self::Nv => Capability::RayTracingNV,
        }
    }
}

impl Writer<'_> {
    /// Settles which extension the ray shaders among the entry points are of, if there are any.
    pub(crate) fn choose_ray_extension(&mut self, entries: &[&EntryPoint], options: &SpirvOptions) {
        let khr = options.env.has_1_4() && options.allows(KHR);
        let nv = !options.extensions.is_empty() && options.allows(NV);
        let Some(first) = entries.iter().find(|entry| model(entry.stage()).is_some()) else { return };
        self.ray_tracing = match (khr, nv) {
            (true, _) => Some(RayExtension::Khr),
            (false, true) => Some(RayExtension::Nv),
            (false, false) => {
                self.diagnostics.push(errors::no_ray_tracing(first.span));
                Some(RayExtension::Nv)
            }
        };
    }

    /// The storage class of a parameter of a ray shader.
    pub(crate) fn parameter_class(&self, global: Global) -> StorageClass {
        let roles = self.module.entries.iter().flat_map(|entry| &entry.parameters);
        match roles.into_iter().find(|parameter| parameter.global == global).map(|parameter| parameter.role) {
            Some(ParameterRole::Payload) => StorageClass::IncomingRayPayloadKHR,
            Some(ParameterRole::Attributes) => StorageClass::HitAttributeKHR,
            Some(ParameterRole::CallableData) => StorageClass::IncomingCallableDataKHR,
            None => StorageClass::Private,
        }
    }

    /// The variable through which a type is handed on, and its location.
    fn handed_on(&mut self, class: StorageClass, data: &TypeData) -> (Base, u32) {
        let key = (class, data.clone());
        let (id, location) = match self.handed.variables.get(&key) {
            Some(&known) => known,
            None => {
                let ty = self.register_type_of(data);
                let id = self.asm.variable(ty, class, None);
                let next = self.handed.next.entry(class).or_default();
                let location = *next;
                *next += 1;
                // Attributes of a hit have none: there is one hit.
                if class != StorageClass::HitAttributeKHR {
                    self.asm.decorate(id, Decoration::Location, &[location]);
                }
                self.handed.variables.insert(key, (id, location));
                (id, location)
            }
        };
        (Base::Variable { id, class, data: data.clone() }, location)
    }

    /// Copies what a pointer points to into the variable through which its type is handed on: that place, the place of the
    /// pointer, and what the instruction names.
    fn hand_on(&mut self, pointer: Value, class: StorageClass) -> Option<(Place, Place, Word)> {
        let (to, _) = self.module.ctx.pointee(self.func.ty(pointer))?;
        let Repr::Place(own) = self.repr(pointer) else { return None };
        let data = self.module.ctx.type_data(to).clone();
        let (base, location) = self.handed_on(class, &data);
        let Base::Variable { id, .. } = base else { return None };
        let handed = Place { base, path: SmallVec::new() };
        let value = self.load(&own);
        self.store(&handed, value);
        let name = match self.ray_tracing {
            Some(RayExtension::Nv) => self.uint(location),
            Some(RayExtension::Khr) | None => id,
        };
        Some((handed, own, name))
    }

    pub(crate) fn trace_ray(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[scene, flags, mask, contribution, multiplier, miss, ref ray @ ..] = site.args else { return None };
        let &[x, y, z, least, direction_x, direction_y, direction_z, most, payload] = ray else { return None };
        let scene = self.handle(scene)?;
        let scene = self.opaque(&scene);
        let (handed, own, payload) = self.hand_on(payload, StorageClass::RayPayloadKHR)?;
        let core = self.by_ray_extension(Core::TraceRayKHR, Core::TraceNV);
        if core == Core::TraceRayKHR {
            self.need_ray_flags(flags);
        }
        let [flags, mask, contribution, multiplier, miss] =
            [flags, mask, contribution, multiplier, miss].map(|value| self.id(value));
        let origin = self.vector_from([x, y, z]);
        let direction = self.vector_from([direction_x, direction_y, direction_z]);
        let (least, most) = (self.id(least), self.id(most));
        let args = [scene, flags, mask, contribution, multiplier, miss, origin, least, direction, most, payload];
        self.asm.effect_on(core, &args);
        let value = self.load(&handed);
        self.store(&own, value);
        Some(Repr::Nothing)
    }

    pub(crate) fn call_shader(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[index, data] = site.args else { return None };
        let (handed, own, data) = self.hand_on(data, StorageClass::CallableDataKHR)?;
        let index = self.id(index);
        let core = self.by_ray_extension(Core::ExecuteCallableKHR, Core::ExecuteCallableNV);
        self.asm.effect_on(core, &[index, data]);
        let value = self.load(&handed);
        self.store(&own, value);
        Some(Repr::Nothing)
    }

    pub(crate) fn report_hit(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[distance, kind, attributes] = site.args else { return None };
        self.hand_on(attributes, StorageClass::HitAttributeKHR)?;
        let (distance, kind) = (self.id(distance), self.id(kind));
        Some(Repr::Id(self.asm.op(Core::ReportIntersectionKHR, site.ty, &[distance, kind])))
    }

    #[expect(clippy::unnecessary_wraps, reason = "a form among forms that may fail")]
    pub(crate) fn ignore_hit(&mut self, _: &Site<'_>) -> Option<Repr> {
        self.end_of_any_hit(Core::IgnoreIntersectionKHR, Core::IgnoreIntersectionNV);
        Some(Repr::Nothing)
    }

    #[expect(clippy::unnecessary_wraps, reason = "a form among forms that may fail")]
    pub(crate) fn accept_hit(&mut self, _: &Site<'_>) -> Option<Repr> {
        self.end_of_any_hit(Core::TerminateRayKHR, Core::TerminateRayNV);
        Some(Repr::Nothing)
    }

    /// Ends the block with an instruction that ends an any-hit shader, in the later extension.
    fn end_of_any_hit(&mut self, khr: Core, nv: Core) {
        match self.ray_tracing {
            Some(RayExtension::Nv) => self.asm.effect(nv, Vec::new()),
            Some(RayExtension::Khr) | None => self.asm.end_block(khr, Vec::new()),
        }
    }

    fn by_ray_extension(&self, khr: Core, nv: Core) -> Core {
        if self.ray_tracing == Some(RayExtension::Nv) { nv } else { khr }
    }

    /// A number of a built-in matrix of three rows and four columns, which SPIR-V has as four vectors.
    pub(crate) fn transform(&mut self, site: &Site<'_>, built_in: BuiltIn) -> Option<Repr> {
        let Imm::Index(part) = site.imm else { return None };
        let column = self.vector_type(Scalar::F32, ROWS);
        let operands = vec![Operand::IdRef(column), Operand::LiteralBit32(COLUMNS)];
        let ty = self.asm.global(Core::TypeMatrix, None, operands);
        let matrix = self.load_built_in(built_in, ty);
        let at = [part % COLUMNS, part / COLUMNS].map(Operand::LiteralBit32);
        let operands = std::iter::once(Operand::IdRef(matrix)).chain(at).collect();
        Some(Repr::Id(self.asm.inst(Core::CompositeExtract, site.ty, operands)))
    }
}
