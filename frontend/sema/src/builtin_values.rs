//! Declares the built-in names of HLSL: constants of ray tracing and the like, and their structs.

use crate::cx::{Checker, RecordInfo, Summary};
use crate::scope::{Declared, ScopeKind, ValueEntity};
use hlslc_base::{ShaderModel, Span, Symbol};
use hlslc_hir::types::{FieldData, ScalarKind, StructData, Ty, TyData, Types};
use hlslc_hir::value::ConstValue;
use indexmap::IndexSet;

/// The model that a constant came with.
const MODEL_6_9: Option<ShaderModel> = Some(ShaderModel::new(6, 9));

/// (name, value, the shader model that it came with if not the first) of constants of type `uint`.
const CONSTANTS: &[(&str, u32, Option<ShaderModel>)] = &[
    ("RAY_FLAG_NONE", 0x000, None),
    ("RAY_FLAG_FORCE_OPAQUE", 0x001, None),
    ("RAY_FLAG_FORCE_NON_OPAQUE", 0x002, None),
    ("RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH", 0x004, None),
    ("RAY_FLAG_SKIP_CLOSEST_HIT_SHADER", 0x008, None),
    ("RAY_FLAG_CULL_BACK_FACING_TRIANGLES", 0x010, None),
    ("RAY_FLAG_CULL_FRONT_FACING_TRIANGLES", 0x020, None),
    ("RAY_FLAG_CULL_OPAQUE", 0x040, None),
    ("RAY_FLAG_CULL_NON_OPAQUE", 0x080, None),
    ("RAY_FLAG_SKIP_TRIANGLES", 0x100, None),
    ("RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES", 0x200, None),
    ("HIT_KIND_NONE", 0, None),
    ("HIT_KIND_TRIANGLE_FRONT_FACE", 0xFE, None),
    ("HIT_KIND_TRIANGLE_BACK_FACE", 0xFF, None),
    ("CLUSTER_ID_INVALID", 0xFFFF_FFFF, None),
    ("COMMITTED_NOTHING", 0, None),
    ("COMMITTED_TRIANGLE_HIT", 1, None),
    ("COMMITTED_PROCEDURAL_PRIMITIVE_HIT", 2, None),
    ("CANDIDATE_NON_OPAQUE_TRIANGLE", 0, None),
    ("CANDIDATE_PROCEDURAL_PRIMITIVE", 1, None),
    ("RAYTRACING_PIPELINE_FLAG_NONE", 0x000, None),
    ("RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES", 0x100, None),
    ("RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES", 0x200, None),
    ("STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS", 0x1, None),
    ("STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS", 0x1, None),
    ("STATE_OBJECT_FLAGS_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS", 0x2, None),
    ("STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS", 0x1, None),
    ("STATE_OBJECT_FLAG_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS", 0x2, None),
    ("STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS", 0x4, None),
    ("UAV_MEMORY", 1, None),
    ("GROUP_SHARED_MEMORY", 2, None),
    ("NODE_INPUT_MEMORY", 4, None),
    ("NODE_OUTPUT_MEMORY", 8, None),
    ("ALL_MEMORY", 15, None),
    ("GROUP_SYNC", 1, None),
    ("GROUP_SCOPE", 2, None),
    ("DEVICE_SCOPE", 4, None),
    ("REORDER_SCOPE", 8, MODEL_6_9),
    ("RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS", 0x400, MODEL_6_9),
    ("RAY_FLAG_FORCE_OMM_2_STATE", 0x400, MODEL_6_9),
    ("RAYQUERY_FLAG_NONE", 0, None),
    ("RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS", 1, MODEL_6_9),
    ("SAMPLER_FEEDBACK_MIN_MIP", 0, None),
    ("SAMPLER_FEEDBACK_MIP_REGION_USED", 1, None),
];

/// (name, value) of constants of the `vk` namespace.
const VK_CONSTANTS: &[(&str, u32)] = &[
    ("CrossDeviceScope", 0),
    ("DeviceScope", 1),
    ("WorkgroupScope", 2),
    ("SubgroupScope", 3),
    ("InvocationScope", 4),
    ("QueueFamilyScope", 5),
];

/// (name, element, components) of a member.
type Member = (&'static str, ScalarKind, u8);

/// (struct, its members).
const RECORDS: &[(&str, &[Member])] = &[
    (
        "RayDesc",
        &[
            ("Origin", ScalarKind::Float, 3),
            ("TMin", ScalarKind::Float, 1),
            ("Direction", ScalarKind::Float, 3),
            ("TMax", ScalarKind::Float, 1),
        ],
    ),
    ("BuiltInTriangleIntersectionAttributes", &[("barycentrics", ScalarKind::Float, 2)]),
    (
        "BuiltInTrianglePositions",
        &[("p0", ScalarKind::Float, 3), ("p1", ScalarKind::Float, 3), ("p2", ScalarKind::Float, 3)],
    ),
];

/// A constant that HLSL declares by itself.
pub struct BuiltinConstant {
    /// Its type.
    pub ty: Ty,
    /// Its value.
    pub value: ConstValue,
    /// The shader model that it came with, if not the first.
    pub since: Option<ShaderModel>,
}

/// The constant of a name, of the `vk` namespace or outside it.
pub fn builtin_constant(name: &str, vk: bool) -> Option<BuiltinConstant> {
    let (value, since) = if vk {
        (VK_CONSTANTS.iter().find(|row| row.0 == name)?.1, None)
    } else {
        let &(_, value, since) = CONSTANTS.iter().find(|row| row.0 == name)?;
        (value, since)
    };
    Some(BuiltinConstant { ty: Types::scalar(ScalarKind::Uint), value: ConstValue::int(u64::from(value)), since })
}

/// Whether HLSL declares a struct of this name by itself.
pub fn is_builtin_record(name: &str) -> bool {
    RECORDS.iter().any(|row| row.0 == name)
}

impl Checker<'_> {
    /// A struct that HLSL declares by itself.
    pub fn builtin_record(&mut self, symbol: Symbol) -> Option<Ty> {
        let text = self.names.text(symbol);
        let &(name, members) = RECORDS.iter().find(|row| row.0 == text)?;
        if let Some(&ty) = self.builtin_records.get(&symbol) {
            return Some(ty);
        }
        let mut fields = Vec::with_capacity(members.len());
        let mut names = IndexSet::new();
        let mut scalars = 0;
        for &(member, kind, count) in members {
            let ty = self.vector_or_scalar(kind, usize::from(count));
            let member = self.names.intern(member);
            names.insert(member);
            scalars += u64::from(count);
            fields.push(FieldData::plain(member, ty, Span::NONE));
        }
        let id = self.types_mut().structs.push(StructData {
            name: name.to_owned(),
            span: Span::NONE,
            has_base: false,
            fields,
            is_interface: false,
            is_class: false,
            leaves_out_objects: false,
            tracks_sharing: false,
            arguments: Vec::new(),
            is_complete: true,
        });
        let scope = self.scopes.open(ScopeKind::Record(id), Some(self.global_scope), name);
        for (index, member) in names.into_iter().enumerate() {
            let declared = Declared { entity: ValueEntity::Field(index as u32), span: Span::NONE };
            self.scopes.get_mut(scope).values.insert(member, declared);
        }
        let summary = Summary { scalars, numbers: true, depth: 1, ..Summary::default() };
        self.records[id] = RecordInfo { scope: Some(scope), summary, word: "struct", ..RecordInfo::default() };
        let ty = self.types_mut().intern(TyData::Struct(id));
        self.builtin_records.insert(symbol, ty);
        Some(ty)
    }
}
