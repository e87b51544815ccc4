//! Generates cases for every system value at every signature point: accepted as in the table, and rejected elsewhere.

use hlslc::Stage;
use hlslc_semantics::{SigPoint, SystemValue};

use super::{Case, Row};

/// The type of a value where it is taken.
fn type_of(value: SystemValue, point: SigPoint) -> &'static str {
    use SystemValue as V;
    match value {
        V::Arbitrary | V::Position | V::Target => "float4",
        V::ClipDistance | V::CullDistance => "float2",
        V::DomainLocation | V::Barycentrics => "float3",
        V::Depth | V::DepthLessEqual | V::DepthGreaterEqual => "float",
        V::DispatchThreadId | V::GroupId | V::GroupThreadId => "uint3",
        V::IsFrontFace | V::CullPrimitive => "bool",
        V::StartVertexLocation => "int",
        V::TessFactor | V::InsideTessFactor => "float",
        _ if point == SigPoint::VsIn || value != V::Arbitrary => "uint",
        _ => "uint",
    }
}

// A table of shaders.
#[allow(clippy::too_many_lines)]
/// The shader that takes or gives a value at a point: `TYPE`, `NAME` stand for it, `TAKE` for using it.
fn shader(point: SigPoint, value: SystemValue) -> (Stage, String) {
    use SigPoint as P;
    let has_extent = matches!(value, SystemValue::TessFactor | SystemValue::InsideTessFactor);
    let is_inside = value == SystemValue::InsideTessFactor;
    let extent = if has_extent && !is_inside { "[3]" } else { "" };
    let element = if extent.is_empty() { "" } else { "[1]" };
    let name = if value == SystemValue::Arbitrary { "OWN" } else { value.name() };
    let ty = type_of(value, point);
    let semantic = format!("{ty} x{extent} : {name}");
    let sink = "RWStructuredBuffer<float4> taken : register(u0, space9); StructuredBuffer<float> given : register(t0, space9);\n\
                float4 wide(float4 x) { return x; } float4 wide(float3 x) { return x.xyzz; } float4 wide(float2 x) { return x.xyxy; } \
                float4 wide(float x) { return x; } float4 wide(uint x) { return x; } float4 wide(int x) { return x; } \
                float4 wide(bool x) { return x; } float4 wide(uint3 x) { return x.xyzz; }\n";
    let factors = |has: bool| match (has, is_inside) {
        (true, false) => "float i : SV_InsideTessFactor;",
        (true, true) => "float e[3] : SV_TessFactor;",
        (false, _) => "float e[3] : SV_TessFactor; float i : SV_InsideTessFactor;",
    };
    let own = factors(has_extent);
    let set = match (has_extent, is_inside) {
        (true, false) => "f.i = 1;",
        (true, true) => "f.e[0] = f.e[1] = f.e[2] = 1;",
        (false, _) => "f.e[0] = f.e[1] = f.e[2] = 1; f.i = 1;",
    };
    let value_of = format!("({ty})0 + ({ty})given[1]");
    let give = |place: &str| {
        if extent.is_empty() {
            format!("{place}x = {value_of};")
        } else {
            format!("{place}x[0] = {place}x[1] = {place}x[2] = given[1];")
        }
    };
    let plain = "struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n";
    let hull_head = "[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] \
                     [patchconstantfunc(\"constants\")]";
    let constants = "F constants() { F f; f.e[0] = f.e[1] = f.e[2] = 1; f.i = 1; return f; }\n";
    // A position beside the value, where it is not the value itself.
    let position = if value == SystemValue::Position { "" } else { "float4 p : SV_Position;" };
    let set_position = |place: &str| if position.is_empty() { String::new() } else { format!("{place}p = given[0];") };
    let take = format!("taken[0] = wide(x{element});");
    let (stage, text) = match point {
        P::VsIn => (Stage::Vertex, format!("float4 main({semantic}) : SV_Position {{ {take} return given[0]; }}")),
        P::VsOut => (
            Stage::Vertex,
            format!(
                "struct V {{ {position} {semantic}; }}; V main(float4 a : A) {{ V v; {} {} return v; }}",
                set_position("v."),
                give("v.")
            ),
        ),
        P::PcIn => (
            Stage::Hull,
            format!(
                "{plain}struct V {{ float4 p : P; }};\nF constants({semantic}) {{ F f; f.e[0] = f.e[1] = f.e[2] = wide(x{element}).x; f.i = 1; return f; }}\n\
                 {hull_head} V main(InputPatch<V, 3> patch, uint n : SV_OutputControlPointID) {{ return patch[n]; }}"
            ),
        ),
        P::HsIn => (
            Stage::Hull,
            format!(
                "{plain}{constants}struct V {{ float4 p : P; }};\n{hull_head} V main(InputPatch<V, 3> patch, {semantic}) {{ {take} return patch[0]; }}"
            ),
        ),
        P::HscpIn => (
            Stage::Hull,
            format!(
                "{plain}{constants}struct U {{ {semantic}; }}; struct V {{ float4 p : P; }};\n\
                 {hull_head} V main(InputPatch<U, 3> patch) {{ V v; v.p = wide(patch[1].x{element}); return v; }}"
            ),
        ),
        P::HscpOut => (
            Stage::Hull,
            format!(
                "{plain}{constants}struct U {{ float4 p : P; }}; struct V {{ float4 q : Q; {semantic}; }};\n\
                 {hull_head} V main(InputPatch<U, 3> patch) {{ V v; v.q = patch[1].p; {} return v; }}",
                give("v.")
            ),
        ),
        P::PcOut => (
            Stage::Hull,
            format!(
                "struct F {{ {own} {semantic}; }};\nF constants() {{ F f; {set} {} return f; }}\nstruct V {{ float4 p : P; }};\n\
                 {hull_head} V main(InputPatch<V, 3> patch) {{ return patch[0]; }}",
                give("f.")
            ),
        ),
        P::DsIn if matches!(value, SystemValue::DomainLocation | SystemValue::PrimitiveId | SystemValue::ViewId) => (
            Stage::Domain,
            format!(
                "{plain}struct V {{ float4 p : P; }};\n[domain(\"tri\")] float4 main(F f, OutputPatch<V, 3> patch, {semantic}) : SV_Position {{ {take} return patch[0].p; }}"
            ),
        ),
        P::DsIn => (
            Stage::Domain,
            format!(
                "struct F {{ {own} {semantic}; }}; struct V {{ float4 p : P; }};\n[domain(\"tri\")] \
                 float4 main(F f, OutputPatch<V, 3> patch) : SV_Position {{ taken[0] = wide(f.x{element}); return patch[0].p; }}"
            ),
        ),
        P::DscpIn => (
            Stage::Domain,
            format!(
                "{plain}struct V {{ {semantic}; }};\n[domain(\"tri\")] float4 main(F f, OutputPatch<V, 3> patch) : SV_Position \
                 {{ return wide(patch[1].x{element}); }}"
            ),
        ),
        P::DsOut => (
            Stage::Domain,
            format!(
                "{plain}struct U {{ float4 p : P; }}; struct V {{ {position} {semantic}; }};\n[domain(\"tri\")] V main(F f, OutputPatch<U, 3> patch) \
                 {{ V v; {} {} return v; }}",
                set_position("v."),
                give("v.")
            ),
        ),
        P::GsvIn => (
            Stage::Geometry,
            format!(
                "struct U {{ {semantic}; }}; struct V {{ float4 p : SV_Position; }};\n[maxvertexcount(3)] \
                 void main(triangle U corners[3], inout PointStream<V> s) {{ V v; v.p = wide(corners[2].x{element}); s.Append(v); }}"
            ),
        ),
        P::GsIn => (
            Stage::Geometry,
            format!(
                "struct V {{ float4 p : SV_Position; }};\n{}[maxvertexcount(3)] \
                 void main(triangle V corners[3], {semantic}, inout PointStream<V> s) {{ V v; v.p = wide(x{element}); s.Append(v); }}",
                if value == SystemValue::GsInstanceId { "[instance(4)] " } else { "" }
            ),
        ),
        P::GsOut => (
            Stage::Geometry,
            format!(
                "struct U {{ float4 p : P; }}; struct V {{ {position} {semantic}; }};\n[maxvertexcount(3)] \
                 void main(triangle U corners[3], inout PointStream<V> s) {{ V v; {} {} s.Append(v); }}",
                set_position("v."),
                give("v.")
            ),
        ),
        P::PsIn => (Stage::Pixel, format!("float4 main({semantic}) : SV_Target {{ return wide(x{element}); }}")),
        P::PsOut => (
            Stage::Pixel,
            format!(
                "struct V {{ {} {semantic}; }};\nV main(float4 a : A) {{ V v; {} {} return v; }}",
                if value == SystemValue::Target { "" } else { "float4 t : SV_Target;" },
                if value == SystemValue::Target { "" } else { "v.t = a;" },
                give("v.")
            ),
        ),
        P::CsIn => (Stage::Compute, format!("[numthreads(4, 2, 2)] void main({semantic}) {{ {take} }}")),
        P::MsIn => (
            Stage::Mesh,
            format!(
                "struct V {{ float4 p : SV_Position; }};\n[numthreads(4, 2, 2)] [outputtopology(\"triangle\")] \
                 void main({semantic}, out vertices V v[3], out indices uint3 i[1]) {{ SetMeshOutputCounts(3, 1); v[0].p = wide(x{element}); i[0] = uint3(0, 1, 2); }}"
            ),
        ),
        P::MsOut => (
            Stage::Mesh,
            format!(
                "struct V {{ {position} {semantic}; }};\n[numthreads(4, 2, 2)] [outputtopology(\"triangle\")] \
                 void main(out vertices V v[3], out indices uint3 i[1]) {{ SetMeshOutputCounts(3, 1); {} {} i[0] = uint3(0, 1, 2); }}",
                set_position("v[0]."),
                give("v[0].")
            ),
        ),
        P::MspOut => (
            Stage::Mesh,
            format!(
                "struct V {{ float4 p : SV_Position; }}; struct W {{ {semantic}; }};\n[numthreads(4, 2, 2)] [outputtopology(\"triangle\")] \
                 void main(out vertices V v[3], out primitives W w[1], out indices uint3 i[1]) {{ SetMeshOutputCounts(3, 1); v[0].p = given[0]; {} i[0] = uint3(0, 1, 2); }}",
                give("w[0].")
            ),
        ),
        P::AsIn => (
            Stage::Amplification,
            format!(
                "struct L {{ float4 x; }}; groupshared L load;\n[numthreads(4, 2, 2)] void main({semantic}) {{ {take} DispatchMesh(1, 1, 1, load); }}"
            ),
        ),
    };
    (stage, format!("{sink}{text}\n"))
}

/// Every value at every point.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for &value in SystemValue::ALL {
        for &point in SigPoint::ALL {
            let (stage, source) = shader(point, value);
            let name = format!(
                "{} at {}",
                if value == SystemValue::Arbitrary { "a name" } else { value.name() },
                point.name()
            );
            let minor = value.at(point).since.max(6);
            let case = Case::new(name, Row::Value(value, point), stage, minor);
            cases.push(Case { whole: Some(source), is_alone: true, ..case });
        }
    }
    cases
}
