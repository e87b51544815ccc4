//! Generates cases that need a separate shader: nodes of work graphs, streams and patches, and subobjects of libraries.

use hlslc::Stage;
use hlslc_hir::intrinsics::TABLE;
use hlslc_hir::objects::{ObjectClass, ObjectKind};

use super::{Case, Row};

/// A case that is a whole source.
fn whole(name: String, row: Row, stage: Stage, minor: u8, source: String) -> Case {
    Case { whole: Some(source), is_alone: true, ..Case::new(name, row, stage, minor) }
}

/// The elements of records and vertices.
const ELEMENTS: [(&str, &str); 3] = [
    ("numbers", "uint a; float b;"),
    ("vectors and arrays", "uint a; float b; float3 c[2]; int2 d;"),
    ("a matrix and wide numbers", "uint a; float b; row_major float2x3 c; double d; uint64_t e;"),
];

/// What stands around an input or output of a node of each kind: attributes of the node, parameter, statements that make
/// the object `it`, statements after.
fn around(object: ObjectKind) -> Option<[&'static str; 4]> {
    use ObjectKind as K;
    const BROADCASTING: &str = "[NodeLaunch(\"broadcasting\")] [NodeDispatchGrid(2, 1, 1)] [NumThreads(8, 1, 1)]";
    const COALESCING: &str = "[NodeLaunch(\"coalescing\")] [NumThreads(8, 1, 1)]";
    const THREAD: &str = "[NodeLaunch(\"thread\")]";
    Some(match object {
        K::DispatchNodeInputRecord => [BROADCASTING, "DispatchNodeInputRecord<T> it", "", ""],
        K::RwDispatchNodeInputRecord => [BROADCASTING, "RWDispatchNodeInputRecord<T> it", "", ""],
        K::GroupNodeInputRecords => [COALESCING, "[MaxRecords(4)] GroupNodeInputRecords<T> it", "", ""],
        K::RwGroupNodeInputRecords => [COALESCING, "[MaxRecords(4)] RWGroupNodeInputRecords<T> it", "", ""],
        K::ThreadNodeInputRecord => [THREAD, "ThreadNodeInputRecord<T> it", "", ""],
        K::RwThreadNodeInputRecord => [THREAD, "RWThreadNodeInputRecord<T> it", "", ""],
        K::EmptyNodeInput => [COALESCING, "[MaxRecords(4)] EmptyNodeInput it", "", ""],
        K::NodeOutput => [BROADCASTING, "[MaxRecords(4)] NodeOutput<T> it", "", ""],
        K::NodeOutputArray => [BROADCASTING, "[MaxRecords(4)] [NodeArraySize(4)] NodeOutputArray<T> it", "", ""],
        K::EmptyNodeOutput => [BROADCASTING, "[MaxRecords(4)] EmptyNodeOutput it", "", ""],
        K::EmptyNodeOutputArray => [BROADCASTING, "[MaxRecords(4)] [NodeArraySize(4)] EmptyNodeOutputArray it", "", ""],
        K::GroupNodeOutputRecords => [
            BROADCASTING,
            "[MaxRecords(4)] NodeOutput<T> output",
            "GroupNodeOutputRecords<T> it = output.GetGroupNodeOutputRecords(2);",
            "it.OutputComplete();",
        ],
        K::ThreadNodeOutputRecords => [
            BROADCASTING,
            "[MaxRecords(16)] NodeOutput<T> output",
            "ThreadNodeOutputRecords<T> it = output.GetThreadNodeOutputRecords(2);",
            "it.OutputComplete();",
        ],
        _ => return None,
    })
}

/// Whether an object can be written through.
fn is_writable(object: ObjectKind) -> bool {
    use ObjectKind as K;
    matches!(
        object,
        K::RwDispatchNodeInputRecord
            | K::RwGroupNodeInputRecords
            | K::RwThreadNodeInputRecord
            | K::GroupNodeOutputRecords
            | K::ThreadNodeOutputRecords
    )
}

/// What is done with a method of an object of a node.
fn used(name: &str, object: ObjectKind) -> Vec<&'static str> {
    let is_empty = object == ObjectKind::EmptyNodeOutputArray;
    match name {
        "Get" if is_writable(object) => {
            vec!["taken[0] = it.Get().a;", "it.Get().a = thread; it.Get().b += 1.5;", "InterlockedAdd(it.Get().a, 3);"]
        }
        "Get" => vec!["taken[0] = it.Get().a;", "taken[0] = it.Get().b;", "T t = it.Get(); taken[0] = t.a + t.b;"],
        "Get(n)" if is_writable(object) => {
            vec!["taken[0] = it.Get(1).a;", "it.Get(thread & 1).a = 7; it[1].b = 2;", "it[thread & 1].a += 5;"]
        }
        "Get(n)" => {
            vec!["taken[0] = it.Get(1).a;", "taken[0] = it[thread & 1].b;", "T t = it.Get(1); taken[0] = t.a + t.b;"]
        }
        "[]" if is_empty => vec!["it[1].GroupIncrementOutputCount(2);", "it[given[0]].ThreadIncrementOutputCount(1);"],
        "[]" => vec![
            "ThreadNodeOutputRecords<T> r = it[1].GetThreadNodeOutputRecords(1); r.Get().a = 2; r.OutputComplete();",
            "GroupNodeOutputRecords<T> r = it[given[0]].GetGroupNodeOutputRecords(1); r.Get().a = 2; r.OutputComplete();",
        ],
        "Count" => vec!["taken[0] = it.Count();"],
        "FinishedCrossGroupSharing" => vec!["taken[0] = it.FinishedCrossGroupSharing();"],
        "OutputComplete" => vec!["it.Get().a = 1;"],
        "GetThreadNodeOutputRecords" => {
            vec!["ThreadNodeOutputRecords<T> r = it.GetThreadNodeOutputRecords(given[0] & 1); r.OutputComplete();"]
        }
        "GetGroupNodeOutputRecords" => {
            vec!["GroupNodeOutputRecords<T> r = it.GetGroupNodeOutputRecords(2); r.Get(1).a = 4; r.OutputComplete();"]
        }
        "IsValid" => vec!["taken[0] = it.IsValid();"],
        "ThreadIncrementOutputCount" => vec!["it.ThreadIncrementOutputCount(given[0]);"],
        "GroupIncrementOutputCount" => vec!["it.GroupIncrementOutputCount(3);"],
        "Barrier" => vec!["Barrier(it, 4);"],
        "Barrier of a group" => vec!["Barrier(it, 3);"],
        _ => Vec::new(),
    }
}

fn node(object: ObjectKind, what: &str, element: &str, name: String, row: Row) -> Option<Case> {
    let [attributes, parameter, start, end] = around(object)?;
    let thread = if attributes.contains("NumThreads") { ", uint thread : SV_GroupIndex" } else { "" };
    let local = if thread.is_empty() { "uint thread = given[1];" } else { "" };
    let source = format!(
        "struct T {{ {element} }};\nStructuredBuffer<uint> given : register(t0);\nRWStructuredBuffer<float> taken : register(u0);\n\
         [Shader(\"node\")] {attributes}\nvoid main({parameter}{thread}) {{ {local} {start} {what} {end} }}\n"
    );
    // An empty object has no record.
    let source =
        if parameter.contains("<T>") { source } else { source.replacen(&format!("struct T {{ {element} }};"), "", 1) };
    Some(whole(name, row, Stage::Node, 8, source))
}

fn nodes() -> Vec<Case> {
    let mut cases = Vec::new();
    let is_node = |object: &&ObjectKind| object.info().class == ObjectClass::Node;
    for (at, row) in TABLE.iter().enumerate() {
        for object in row.objects.iter().filter(|kind| is_node(&kind)) {
            let several = row.name() == "Get" && !row.signature.params().is_empty();
            let method = if several { "Get(n)" } else { row.name() };
            for what in used(method, object) {
                for (kind, element) in ELEMENTS {
                    let name = format!("{}<{kind}>.{method}: {what}", object.name());
                    cases.extend(node(object, what, element, name, Row::Method(at, object)));
                }
            }
        }
        if row.name() == "Barrier" && row.signature_text().contains("node_records") {
            for object in ObjectKind::ALL.iter().filter(is_node).filter(|object| is_writable(**object)) {
                let is_of_a_group =
                    matches!(object, ObjectKind::RwGroupNodeInputRecords | ObjectKind::GroupNodeOutputRecords);
                for what in used(if is_of_a_group { "Barrier of a group" } else { "Barrier" }, *object) {
                    let name = format!("Barrier of {}", object.name());
                    cases.extend(node(*object, what, ELEMENTS[0].1, name, Row::Function(at)));
                }
            }
        }
    }
    for &object in ObjectKind::ALL.iter().filter(is_node) {
        cases.extend(node(
            object,
            "taken[0] = given[0];",
            ELEMENTS[0].1,
            format!("{} alone", object.name()),
            Row::Object(object),
        ));
    }
    cases
}

/// Streams: each method, with one stream and with the second of several.
fn streams() -> Vec<Case> {
    let mut cases = Vec::new();
    let is_stream = |object: &&ObjectKind| object.info().class == ObjectClass::Stream;
    for (at, row) in TABLE.iter().enumerate() {
        for object in row.objects.iter().filter(|kind| is_stream(&kind)) {
            for (kind, element) in [
                ("a position", "float4 p : SV_Position;"),
                ("more", "float4 p : SV_Position; float3 a : A; uint2 b[2] : B;"),
            ] {
                let name = object.name();
                let call = if row.name() == "Append" { "it.Append(v);" } else { "it.Append(v); it.RestartStrip();" };
                let source = format!(
                    "struct T {{ {element} }};\n[maxvertexcount(6)] void main(triangle float4 corners[3] : P, inout {name}<T> it) {{ \
                     T v = (T)0; v.p = corners[1]; {call} v.p = corners[2]; {call} }}\n"
                );
                cases.push(whole(
                    format!("{name}.{} of {kind}", row.name()),
                    Row::Method(at, object),
                    Stage::Geometry,
                    0,
                    source,
                ));
            }
        }
    }
    for &object in ObjectKind::ALL.iter().filter(is_stream) {
        let name = object.name();
        let second = if object == ObjectKind::PointStream { "inout PointStream<U> other" } else { "" };
        let (comma, use_of_other) =
            if second.is_empty() { ("", "") } else { (", ", "U u; u.a = 3; other.Append(u); other.RestartStrip();") };
        let source = format!(
            "struct T {{ float4 p : SV_Position; }}; struct U {{ float3 a : A; }};\n[maxvertexcount(6)] void main(point float4 corners[1] : P, \
             inout {name}<T> it{comma}{second}) {{ T v; v.p = corners[0]; it.Append(v); {use_of_other} }}\n"
        );
        cases.push(whole(format!("{name} alone"), Row::Object(object), Stage::Geometry, 0, source));
    }
    cases
}

/// Patches: elements by constant and by index, and the number of them.
fn patches() -> Vec<Case> {
    const POINT: &str = "struct V { float4 p : SV_Position; float3 a : A; };\n";
    const FACTORS: &str = "struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n";
    const HEAD: &str = "[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] \
                        [patchconstantfunc(\"constants\")]";
    let mut cases = Vec::new();
    for (name, value) in [
        ("by a constant", "it[1].p"),
        ("by the number of the point", "it[n % 3].p"),
        ("a component", "it[n % 3].a.zyxz"),
        ("a whole point", "read(it[2])"),
    ] {
        let read = "float4 read(V v) { return v.p + v.a.xxxx; }\n";
        let hull = |in_constants: bool| {
            let factor = if in_constants { value.replace('n', "1u") } else { "1".to_owned() };
            let point = if in_constants { "it[0].p".to_owned() } else { value.to_owned() };
            let factor = factor.replace("co1u", "con");
            format!(
                "{POINT}{FACTORS}{read}F constants(InputPatch<V, 3> it) {{ F f; f.e[0] = f.e[1] = f.e[2] = ({factor}).x; f.i = 1; return f; }}\n\
                 {HEAD} V main(InputPatch<V, 3> it, uint n : SV_OutputControlPointID) {{ V v = it[n]; v.p = {point}; return v; }}\n"
            )
        };
        let input = Row::Object(ObjectKind::InputPatch);
        cases.push(whole(format!("InputPatch {name}"), input, Stage::Hull, 0, hull(false)));
        cases.push(whole(format!("InputPatch {name} in constants"), input, Stage::Hull, 0, hull(true)));
        let output = Row::Object(ObjectKind::OutputPatch);
        let domain = format!(
            "{POINT}{FACTORS}{read}[domain(\"tri\")] float4 main(F f, OutputPatch<V, 3> it, float3 w : SV_DomainLocation) : SV_Position {{ \
             uint n = uint(w.x); return {value} * w.y; }}\n"
        );
        cases.push(whole(format!("OutputPatch {name}"), output, Stage::Domain, 0, domain));
        let constants = format!(
            "{POINT}{FACTORS}{read}F constants(OutputPatch<V, 3> it, uint n : SV_PrimitiveID) {{ F f; f.e[0] = f.e[1] = f.e[2] = ({value}).x; f.i = 1; return f; }}\n\
             {HEAD} V main(InputPatch<V, 3> patch, uint k : SV_OutputControlPointID) {{ return patch[k]; }}\n"
        );
        cases.push(whole(format!("OutputPatch {name} in constants"), output, Stage::Hull, 0, constants));
    }
    cases
}

/// The objects of a library that are no resources, beside a shader.
fn subobjects() -> Vec<Case> {
    let declared = [
        (
            ObjectKind::StateObjectConfig,
            "StateObjectConfig c = { STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS };",
        ),
        (ObjectKind::GlobalRootSignature, "GlobalRootSignature g = { \"CBV(b0)\" };"),
        (ObjectKind::LocalRootSignature, "LocalRootSignature l = { \"SRV(t0)\" };"),
        (
            ObjectKind::SubobjectToExportsAssociation,
            "LocalRootSignature l = { \"SRV(t0)\" }; SubobjectToExportsAssociation s = { \"l\", \"main\" };",
        ),
        (ObjectKind::RaytracingShaderConfig, "RaytracingShaderConfig r = { 32, 8 };"),
        (ObjectKind::RaytracingPipelineConfig, "RaytracingPipelineConfig p = { 4 };"),
        (
            ObjectKind::RaytracingPipelineConfig1,
            "RaytracingPipelineConfig1 p = { 4, RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES };",
        ),
        (ObjectKind::TriangleHitGroup, "TriangleHitGroup h = { \"any\", \"closest\" };"),
        (ObjectKind::ProceduralPrimitiveHitGroup, "ProceduralPrimitiveHitGroup h = { \"any\", \"closest\", \"hit\" };"),
    ];
    let case = |(object, line): (ObjectKind, &str)| {
        let source = format!("{line}\n[shader(\"raygeneration\")] void main() {{ }}\n");
        whole(format!("{} in a library", object.name()), Row::Object(object), Stage::RayGeneration, 6, source)
    };
    declared.map(case).to_vec()
}

/// Objects that are none of a register: hit objects, queries, heaps.
fn others() -> Vec<Case> {
    let heap = |object: ObjectKind, text: &str| {
        let source = format!(
            "Texture2D<float4> t; SamplerState s; RWBuffer<float4> o;\n[numthreads(8, 8, 1)] void main(uint n : SV_GroupIndex) {{ {text} }}\n"
        );
        whole(format!("{} {text}", object.name()), Row::Object(object), Stage::Compute, 6, source)
    };
    let mut cases = vec![
        heap(
            ObjectKind::ResourceDescriptorHeap,
            "Texture2D<float4> h = ResourceDescriptorHeap[n]; o[n] = h[uint2(n, 1)];",
        ),
        heap(
            ObjectKind::ResourceDescriptorHeap,
            "RWBuffer<float4> h = ResourceDescriptorHeap[NonUniformResourceIndex(n)]; o[n] = h[n]; h[1] = 3;",
        ),
        heap(
            ObjectKind::SamplerDescriptorHeap,
            "SamplerState h = SamplerDescriptorHeap[n]; o[n] = t.SampleLevel(h, 0.5, 1);",
        ),
    ];
    let query = "RaytracingAccelerationStructure scene; RWBuffer<uint> o;\n[numthreads(8, 8, 1)] void main() { RayDesc ray; ray.Origin = 1; \
                 ray.TMin = 2; ray.Direction = 3; ray.TMax = 4; RayQuery<FLAGS> q; q.TraceRayInline(scene, 1, 2, ray); \
                 if (q.Proceed()) q.Abort(); o[0] = q.CommittedStatus(); }\n";
    for (minor, flags) in
        [(5, "0"), (5, "RAY_FLAG_FORCE_OPAQUE"), (9, "RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS")]
    {
        let name = format!("RayQuery<{flags}> alone");
        cases.push(whole(
            name,
            Row::Object(ObjectKind::RayQuery),
            Stage::Compute,
            minor,
            query.replace("FLAGS", flags),
        ));
    }
    let hit = "RWBuffer<uint> o;\n[shader(\"raygeneration\")] void main() { dx::HitObject hit; o[0] = hit.IsNop(); }\n";
    cases.push(whole(
        "dx::HitObject alone".to_owned(),
        Row::Object(ObjectKind::HitObject),
        Stage::RayGeneration,
        9,
        hit.to_owned(),
    ));
    cases
}

/// All of them.
pub fn cases() -> Vec<Case> {
    [nodes(), streams(), patches(), subobjects(), others()].concat()
}
