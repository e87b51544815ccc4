//! What calls of built-in functions and methods mean, by the types of their arguments. The expected types are those
//! that DXC gives the same calls.

use hlslc_hir::intrinsics::{Role, TABLE, Unmet};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ObjectArg, Orientation, ScalarKind, StructData, Ty, TyData, Types};
use hlslc_sema::intrinsic_match::{NoMatch, Resolved, names, resolve};
use smallvec::smallvec;

/// Reads `float3`, `int2x3`, `litint`, `RWBuffer<int>`, `S` (a struct).
fn ty(types: &mut Types, text: &str) -> Ty {
    if let Some((object, element)) = text.trim_end_matches('>').split_once('<') {
        let element = ty(types, element);
        let kind = ObjectKind::from_name(object).unwrap_or_else(|| panic!("no object {object}"));
        return types.intern(TyData::Object(kind, smallvec![ObjectArg::Type(element)]));
    }
    if let Some(kind) = ObjectKind::from_name(text) {
        return types.intern(TyData::Object(kind, smallvec![]));
    }
    if text == "S" {
        return a_struct(types);
    }
    let scalar = |name: &str| match name {
        "litint" => Some(ScalarKind::LitInt),
        "litfloat" => Some(ScalarKind::LitFloat),
        name => ScalarKind::all().find(|kind| kind.name() == name),
    };
    if let Some(kind) = scalar(text) {
        return Types::scalar(kind);
    }
    let digit = |text: &str| text.parse::<u8>().unwrap_or_else(|_| panic!("no type {text}"));
    let (head, last) = text.split_at(text.len() - 1);
    if let Some(head) = head.strip_suffix('x') {
        let (head, rows) = head.split_at(head.len() - 1);
        let kind = scalar(head).unwrap_or_else(|| panic!("no type {text}"));
        return types.matrix(kind, digit(rows), digit(last), Orientation::ColumnMajor);
    }
    types.vector(scalar(head).unwrap_or_else(|| panic!("no type {text}")), digit(last))
}

fn a_struct(types: &mut Types) -> Ty {
    let id = types.structs.push(StructData {
        name: "S".to_owned(),
        span: hlslc_base::Span::default(),
        has_base: false,
        fields: Vec::new(),
        is_interface: false,
        is_complete: true,
    });
    types.intern(TyData::Struct(id))
}

/// Resolves `f(a, b)` or `Object.f(a, b)` or `Object.f:T(a)`.
fn call(types: &mut Types, text: &str) -> Result<Resolved, NoMatch> {
    let (head, args) = text.trim_end_matches(')').split_once('(').unwrap_or_else(|| panic!("no call: {text}"));
    let (object, name) = head.rsplit_once('.').map_or((None, head), |(object, name)| (Some(object), name));
    let (name, template) = match name.split_once(':') {
        Some((name, argument)) if !argument.starts_with(':') => (name, Some(argument)),
        _ => (name, None),
    };
    let object = object.map(|object| ty(types, object));
    let template: Vec<Ty> = template.iter().map(|argument| ty(types, argument)).collect();
    let args: Vec<Ty> = args.split(", ").filter(|arg| !arg.is_empty()).map(|arg| ty(types, arg)).collect();
    resolve(types, object, name, &args, &template)
}

/// The meaning of a call: `ret(parameters)`, or `no match`. A result that goes on being a literal has `lit`.
fn meaning(text: &str) -> String {
    let mut types = Types::default();
    match call(&mut types, text) {
        Ok(resolved) => {
            let params: Vec<String> = resolved.params.iter().map(|param| types.display(param.ty)).collect();
            let literal = if resolved.literal { "lit " } else { "" };
            format!("{literal}{}({})", types.display(resolved.ret), params.join(", "))
        }
        Err(NoMatch::UnknownName) => "unknown".to_owned(),
        Err(NoMatch::Candidates(_)) => "no match".to_owned(),
    }
}

/// One case a line: a call, `=>`, its meaning.
#[track_caller]
fn check(cases: &str) {
    let mut wrong = Vec::new();
    for case in cases.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (call, want) = case.split_once(" => ").unwrap_or_else(|| panic!("no case: {case}"));
        let got = meaning(call);
        if got != want {
            wrong.push(format!("{call}: {got} instead of {want}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tied_arguments_meet_in_the_wider_kind() {
    check(
        "max(int, float3) => float3(float3, float3)
         max(float3, litint) => float3(float3, float3)
         max(litint, litint) => lit int(int, int)
         max(litfloat, int) => float(float, float)
         max(litfloat, litint) => lit float(float, float)
         max(bool, bool) => float(float, float)
         max(bool, litint) => int(int, int)
         max(int, uint) => uint(uint, uint)
         max(min16float, float) => float(float, float)
         max(min16float, int) => min16float(min16float, min16float)
         max(min16float, litfloat) => min16float(min16float, min16float)
         max(min16float, half) => float(float, float)
         max(min16int, min16uint) => min16uint(min16uint, min16uint)
         max(min16int, uint) => uint(uint, uint)
         max(min16uint, int) => uint(uint, uint)
         max(half, float) => float(float, float)
         min(half, litint) => half(half, half)
         max(double, litint) => double(double, double)
         max(double, min16float) => double(double, double)
         max(int64_t, int) => int64_t(int64_t, int64_t)
         max(int64_t, uint) => uint64_t(uint64_t, uint64_t)
         max(int64_t, float) => float(float, float)
         mad(int, uint, litint) => uint(uint, uint, uint)
         mad(litint, litint, litfloat) => lit float(float, float, float)",
    );
}

#[test]
fn the_smallest_vector_counts_and_scalars_go_with_all() {
    check(
        "max(float3, float2) => float2(float2, float2)
         max(float1, float3) => float1(float1, float1)
         max(float, float1) => float1(float1, float1)
         max(float4x4, float) => float4x4(float4x4, float4x4)
         max(float2x3, float4x4) => float2x3(float2x3, float2x3)
         max(float4x4, float3) => no match
         clamp(litint, float3, float2) => float2(float2, float2, float2)
         lerp(float3, float3, litfloat) => float3(float3, float3, float3)
         lerp(float, float3, float2) => float2(float2, float2, float2)
         select(bool3, float3, litint) => float3(bool3, float3, float3)
         select(bool, int, float) => float(bool, float, float)
         select(bool2, float3, float3) => float2(bool2, float2, float2)
         refract(float3, float2, litint) => float2(float2, float2, float)
         refract(float3, float3, float3) => no match
         smoothstep(litint, litint, int) => float(float, float, float)
         frexp(float3, float3) => float3(float3, float3)
         sincos(int, float, int) => void(float, float, float)",
    );
}

#[test]
fn float_functions_take_integers_as_float() {
    check(
        "sin(int) => float(float)
         sin(bool) => float(float)
         sin(double) => float(float)
         sin(half) => half(half)
         sin(int3) => float3(float3)
         sin(float4x4) => float4x4(float4x4)
         sin(litfloat) => lit float(float)
         sin(litint) => float(float)
         saturate(double) => double(double)
         rcp(int) => float(float)
         fma(double3, double, double) => double3(double3, double3, double3)
         fma(float, float, float) => no match
         isnan(int) => bool(float)
         sign(float2x3) => int2x3(float2x3)
         abs(bool) => float(float)
         abs(min16int) => min16int(min16int)
         sin(S) => no match
         sin(Texture2D<float4>) => no match",
    );
}

#[test]
fn vector_functions_give_scalars_and_vectors() {
    check(
        "length(float) => float(float1)
         length(int3) => float(float3)
         dot(litint, float3) => float(float3, float3)
         dot(int3, uint) => uint(uint3, uint3)
         dot(float3, float2) => float(float2, float2)
         dot(litint, litint) => lit int(int1, int1)
         dot(float4x4, float4x4) => no match
         normalize(float) => float1(float1)
         cross(float4, float4) => float3(float3, float3)
         cross(float2, float3) => no match
         cross(litint, litint) => float3(float3, float3)
         dst(float4, litint) => float4(float4, float4)
         lit(litint, litint, litint) => float4(float, float, float)
         distance(float3, float3) => float(float3, float3)",
    );
}

#[test]
fn mul_takes_all_pairs_of_shapes() {
    check(
        "mul(int, int) => int(int, int)
         mul(litint, float4x4) => float4x4(float, float4x4)
         mul(float4x4, int) => float4x4(float4x4, float)
         mul(float3, float3) => float(float3, float3)
         mul(float3, litint) => float3(float3, float)
         mul(float4x4, float3) => float4(float4x3, float3)
         mul(float3, float4x4) => float4(float3, float3x4)
         mul(float2x3, float3) => float2(float2x3, float3)
         mul(float2x3, float4x4) => float2x4(float2x3, float3x4)
         mul(float2x3, float3x2) => float2x2(float2x3, float3x2)
         mul(float1, float3) => float(float1, float1)
         mul(int2x2, float2) => float2(float2x2, float2)
         mul(bool3, float3) => float(float3, float3)
         mul(int3, uint) => uint3(uint3, uint)
         transpose(float2x3) => float3x2(float2x3)
         transpose(float3) => no match
         transpose(float) => float1x1(float1x1)
         determinant(float2x3) => float(float2x2)
         determinant(int2x2) => float(float2x2)",
    );
}

#[test]
fn bit_functions_are_strict_where_dxc_is() {
    check(
        "asuint(float3) => uint3(float3)
         asuint(float4x4) => uint4x4(float4x4)
         asuint(litint) => uint(int)
         asuint(bool) => no match
         asuint(min16float) => no match
         asuint(double, uint, uint) => void(double, uint, uint)
         asdouble(uint2, uint) => double2(uint2, uint2)
         asint(int64_t) => no match
         asfloat(int3) => float3(int3)
         countbits(int64_t) => uint(int64_t)
         countbits(float) => uint(int)
         firstbithigh(float3) => uint3(int3)
         reversebits(int3) => int3(int3)
         reversebits(litint) => lit int(int)
         f32tof16(int) => uint(float)
         AddUint64(uint4, uint2) => uint2(uint2, uint2)
         pack_u8(int) => uint8_t4_packed(int4)
         unpack_s8s32(uint) => int4(uint)
         msad4(int, int2, int) => uint4(uint, uint2, uint4)",
    );
}

#[test]
fn atomics_keep_the_type_of_their_destination() {
    check(
        "InterlockedAdd(int, litint) => void(int, uint)
         InterlockedAdd(uint, litint, uint) => void(uint, uint, uint)
         InterlockedAdd(uint64_t, litint) => void(uint64_t, uint64_t)
         InterlockedAdd(int, litint, float) => void(int, uint, int)
         InterlockedMax(int, litint) => void(int, int)
         InterlockedMax(int, uint) => void(int, uint)
         InterlockedAdd(float, litint) => no match
         InterlockedExchange(float, float, float) => void(float, float, float)
         InterlockedExchange(int, litint, int) => void(int, uint, int)
         RWByteAddressBuffer.InterlockedAdd(litint, litint) => void(uint, uint)
         RWByteAddressBuffer.InterlockedAdd64(litint, litint, int64_t) => void(uint, uint64_t, int64_t)
         ByteAddressBuffer.InterlockedAdd(litint, litint) => unknown",
    );
}

#[test]
fn lane_functions() {
    check(
        "WaveActiveSum(int3) => int3(int3)
         WaveActiveSum(bool) => float(float)
         WaveActiveBitAnd(int) => no match
         WaveActiveBitAnd(uint) => uint(uint)
         WaveActiveBallot(int) => uint4(bool)
         WaveReadLaneAt(bool3, int) => bool3(bool3, uint)
         WaveReadLaneAt(float, float1) => no match
         WaveReadLaneFirst(float4x4) => float4x4(float4x4)
         WaveActiveAllEqual(float3) => bool3(float3)
         QuadReadLaneAt(float, int) => float(float, uint)
         ddx(int) => float(float)
         CheckAccessFullyMapped(int) => no match
         EvaluateAttributeSnapped(float3, int2) => float3(float3, int2)",
    );
}

#[test]
fn sampling_goes_by_the_texture() {
    check(
        "Texture2D<float4>.Sample(SamplerState, float2) => float4(SamplerState, float2)
         Texture2D<float4>.Sample(SamplerState, float3) => float4(SamplerState, float2)
         Texture2D<float4>.Sample(SamplerState, int) => float4(SamplerState, float2)
         Texture2D<float4>.Sample(SamplerComparisonState, float2) => no match
         Texture2D<float4>.Sample(SamplerState, float2, int2) => float4(SamplerState, float2, int2)
         Texture2D<float4>.Sample(SamplerState, float2, int2, litfloat) => float4(SamplerState, float2, int2, float)
         Texture2D<float4>.Sample(SamplerState, float2, int2, float, int) => no match
         Texture2D<unorm float2>.SampleLevel(SamplerState, float2, litint) => float2(SamplerState, float2, float)
         Texture2DArray<float>.SampleGrad(SamplerState, float3, float2, float2) => float(SamplerState, float3, float2, float2)
         TextureCube.Sample(SamplerState, float3, litfloat) => float4(SamplerState, float3, float)
         TextureCubeArray.SampleGrad(SamplerState, float4, float3, float3) => float4(SamplerState, float4, float3, float3)
         TextureCube.Gather(SamplerState, float3) => float4(SamplerState, float3)
         Texture2DArray<int3>.Gather(SamplerState, float3) => int4(SamplerState, float3)
         Texture2D<float>.GatherRed(SamplerState, float2, int2, int2, int2, int2) => float4(SamplerState, float2, int2, int2, int2, int2)
         Texture1D<float>.Gather(SamplerState, float) => unknown
         Texture1D<float2>.Sample(SamplerState, float) => float2(SamplerState, float1)
         Texture2D<float>.SampleCmp(SamplerComparisonState, float2, int) => float(SamplerComparisonState, float2, float)
         Texture2D<float>.CalculateLevelOfDetail(SamplerState, float2) => float(SamplerState, float2)",
    );
}

#[test]
fn loads_and_sizes_go_by_the_resource() {
    check(
        "Texture2D<float4>.Load(int3) => float4(int3)
         Texture2D<float4>.Load(int) => float4(int3)
         Texture2D<float4>.Load(int2) => no match
         Texture2D<float4>.Load(int4) => float4(int3)
         Texture2DMS<float3>.Load(int2, litint) => float3(int2, int)
         RWTexture2D<float>.Load(int2) => float(int2)
         Buffer<uint2>.Load(float) => uint2(int)
         StructuredBuffer<S>.Load(litint, uint) => S(int, uint)
         ByteAddressBuffer.Load(litint) => uint(uint)
         ByteAddressBuffer.Load:float3(litint) => float3(uint)
         ByteAddressBuffer.Load2:float(litint) => no match
         RWByteAddressBuffer.Store(litint, float3) => void(uint, float3)
         RWByteAddressBuffer.Store:float3(litint, litint) => void(uint, float3)
         RWByteAddressBuffer.Store(litint, litfloat) => void(uint, float)
         AppendStructuredBuffer<S>.Append(S) => void(S)
         ConsumeStructuredBuffer<S>.Consume() => S()
         Texture2D<float4>.GetDimensions(uint, uint) => void(uint, uint)
         Texture2D<float4>.GetDimensions(float, float) => void(float, float)
         Texture2D<float4>.GetDimensions(int, int) => void(float, float)
         Texture2D<float4>.GetDimensions(litint, uint, uint, uint) => void(uint, uint, uint, uint)
         Texture1D<float4>.GetDimensions(uint) => void(uint)
         Texture2DArray<float4>.GetDimensions(uint, uint, uint) => void(uint, uint, uint)
         Texture2DMS<float4>.GetDimensions(uint, uint, uint) => void(uint, uint, uint)
         TextureCube.GetDimensions(uint, uint) => void(uint, uint)
         RWTexture3D<float>.GetDimensions(uint, uint, uint) => void(uint, uint, uint)
         StructuredBuffer<S>.GetDimensions(uint, uint) => void(uint, uint)",
    );
}

#[test]
fn a_failed_call_says_what_was_tried() {
    let mut types = Types::default();
    let mut tried = |text: &str| match call(&mut types, text) {
        Err(NoMatch::Candidates(tried)) => {
            let lines: Vec<String> = tried.iter().map(|one| format!("{}: {:?}", one.text, one.problem)).collect();
            lines.join("\n")
        }
        other => panic!("it must not match: {other:?}"),
    };
    insta::assert_snapshot!(tried("asuint(bool)"), @r#"
    asuint(numeric32_only<any> x): Argument(0, "numeric32_only<any>")
    asuint(double<any> d, out uint<any> low, out uint<any> high): Count(3, Some(3))
    "#);
    insta::assert_snapshot!(tried("TextureCube.Sample(SamplerState, float2)"), @r#"Sample(sampler sampler, float<3> coord [, float clamp [, out uint_only status]]): Argument(1, "float<3>")"#);
}

#[test]
fn unknown_names_can_be_compared_with_all_names() {
    let mut types = Types::default();
    assert_eq!(call(&mut types, "sine(float)"), Err(NoMatch::UnknownName));
    assert!(names(None).any(|name| name == "sin"));
    assert!(names(Some(ObjectKind::RwBuffer)).all(|name| name != "sin"));
}

#[test]
fn arguments_in_error_fit_silently() {
    let mut types = Types::default();
    let three = ty(&mut types, "float3");
    let resolved = resolve(&mut types, None, "lerp", &[three, Types::ERROR, three], &[]);
    assert_eq!(resolved.map(|resolved| resolved.ret), Ok(Types::ERROR));
}

#[test]
fn targets_that_lack_an_intrinsic_are_named() {
    let mut types = Types::default();
    let mut unmet = |text: &str, target: &str| {
        let resolved = call(&mut types, text).unwrap_or_else(|_| panic!("{text}"));
        resolved.id.row().unmet(target.parse().unwrap_or_else(|_| panic!("{target}")), false)
    };
    assert_eq!(unmet("sin(float)", "vs_6_0"), None);
    assert!(matches!(unmet("ddx(float)", "vs_6_0"), Some(Unmet::Stage(_))));
    assert!(matches!(unmet("ddx(float)", "cs_6_0"), Some(Unmet::Stage(_))));
    assert_eq!(unmet("ddx(float)", "cs_6_6"), None);
    assert_eq!(unmet("ddx(float)", "lib_6_3"), None);
    assert_eq!(unmet("QuadReadAcrossX(float)", "cs_6_0"), None);
    assert!(matches!(unmet("pack_u8(int)", "cs_6_5"), Some(Unmet::ShaderModel(_))));
    assert!(matches!(unmet("vk::ReadClock(uint)", "cs_6_5"), Some(Unmet::VulkanOnly)));
}

#[test]
fn roles_tell_arguments_apart() {
    let mut types = Types::default();
    let mut clamp = |text: &str| {
        let resolved = call(&mut types, text).unwrap_or_else(|_| panic!("{text}"));
        resolved.params.iter().position(|param| param.role == Role::Clamp)
    };
    assert_eq!(clamp("Texture2D<float4>.Sample(SamplerState, float2, int2, litfloat)"), Some(3));
    assert_eq!(clamp("TextureCube.Sample(SamplerState, float3, litfloat)"), Some(2));
}

#[test]
fn every_row_can_be_found_by_its_name() {
    for row in &TABLE {
        let object = row.objects.first().copied();
        let mut found = hlslc_hir::intrinsics::rows_named(object, row.name);
        assert!(found.any(|id| id.row().signature == row.signature), "{}", row.name);
    }
}
