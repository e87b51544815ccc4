//! What shader model 6.10 brings. DXC 1.9 has no profile of it, so what is expected here follows the tests and the
//! tables of DXC's main branch: the operations have numbers of the experimental range, which `hlslc ops` shows too.

use hlslc::{Compiler, NoIncludes, Style};

/// The listing of a module, or the messages.
fn listing(options: &[&str], source: &str) -> Result<String, String> {
    let words: Vec<String> = options.iter().map(|&word| word.to_owned()).collect();
    let line = hlslc::args::CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let output = Compiler::new(line.options).compile("model.hlsl", source.as_bytes(), &NoIncludes);
    let said = output.render(Style::Located, false);
    match output.object {
        Some(object) => Ok(hlslc::disassemble(&object).expect("an object has a listing")),
        None => Err(said),
    }
}

/// A compute shader whose body is this.
fn body(model: &str, statement: &str) -> Result<String, String> {
    let source = format!(
        "RWByteAddressBuffer o; ByteAddressBuffer i; groupshared float s[64];
[numthreads(32, 2, 1)] void main(uint t : SV_GroupIndex) {{ {statement} }}"
    );
    listing(&["-T", model, "-enable-16bit-types"], &source)
}

/// (statement, what the listing has of it).
const OPERATIONS: &[(&str, &str)] = &[
    ("o.Store(0, GetGroupWaveIndex());", "call i32 @dx.op.getGroupWaveIndex(i32 -2147483647)"),
    ("o.Store(0, GetGroupWaveCount());", "call i32 @dx.op.getGroupWaveCount(i32 -2147483646)"),
    ("DebugBreak();", "call void @dx.op.debugBreak(i32 -2147483615)"),
    ("o.Store(0, dx::IsDebuggingEnabled());", "call i1 @dx.op.isDebuggingEnabled(i32 -2147483614)"),
];

#[test]
fn an_operation_of_6_10_has_its_number() {
    for (statement, expected) in OPERATIONS {
        let text = body("cs_6_10", statement).unwrap_or_else(|said| panic!("{statement}: {said}"));
        assert!(text.contains(expected), "{statement}:\n{text}");
        assert!(text.contains("!\"cs\", i32 6, i32 10}"), "{text}");
    }
}

#[test]
fn an_operation_of_6_10_needs_its_model() {
    for (statement, _) in OPERATIONS {
        let said = body("cs_6_9", statement).expect_err(statement);
        assert!(said.contains("6.10"), "{statement}: {said}");
    }
}

const RAYS: &str = "struct [raypayload] P { float3 c : write(caller, closesthit, miss) : read(caller); };
struct A { float2 b; };
RaytracingAccelerationStructure scene; RWByteAddressBuffer o;\n";

#[test]
fn a_node_that_runs_by_threads_has_no_group() {
    let node = |launch: &str, input: &str, statement: &str| {
        let source = format!(
            "struct R {{ uint v; }}; RWByteAddressBuffer o; void f() {{ {statement} }}
[Shader(\"node\")] [NodeLaunch(\"{launch}\")] [NumThreads(1, 1, 1)] {input} {{ f(); }}"
        );
        listing(&["-T", "lib_6_10"], &source)
    };
    for statement in
        ["o.Store(0, GetGroupWaveIndex());", "GroupMemoryBarrierWithGroupSync();", "Barrier(ALL_MEMORY, GROUP_SYNC);"]
    {
        let alone = node("thread", "void n(ThreadNodeInputRecord<R> i)", statement);
        let said = alone.expect_err(statement);
        assert!(said.contains("E0442") || said.contains("E0493"), "{statement}: {said}");
        let together = node("coalescing", "void n([MaxRecords(2)] GroupNodeInputRecords<R> i)", statement);
        assert!(together.is_ok(), "{statement}: {}", together.err().unwrap_or_default());
    }
}

#[test]
fn rays_know_clusters_and_corners() {
    let source = format!(
        "{RAYS}[shader(\"closesthit\")] void hit(inout P p, A a) {{
    BuiltInTrianglePositions t = TriangleObjectPositions();
    p.c = t.p0 + t.p1 * t.p2 + ClusterID();
}}
[shader(\"raygeneration\")] void gen() {{
    RayQuery<RAY_FLAG_NONE> q; RayDesc r = (RayDesc)0;
    q.TraceRayInline(scene, 0, 255, r); q.Proceed();
    o.Store(0, q.CandidateClusterID() + q.CommittedClusterID());
    o.Store(4, q.CandidateTriangleObjectPositions().p0 + q.CommittedTriangleObjectPositions().p2);
    dx::HitObject h = dx::HitObject::FromRayQuery(q);
    o.Store(16, h.GetClusterID()); o.Store(20, h.TriangleObjectPositions().p1);
}}"
    );
    let text = listing(&["-T", "lib_6_10"], &source).unwrap_or_else(|said| panic!("{said}"));
    for part in [
        "call i32 @dx.op.clusterID(i32 -2147483645)",
        "@dx.op.rayQuery_StateScalar.i32(i32 -2147483644,",
        "@dx.op.rayQuery_StateScalar.i32(i32 -2147483643,",
        "@dx.op.hitObject_StateScalar.i32(i32 -2147483642,",
        "@dx.op.triangleObjectPosition.f32(",
        "@dx.op.rayQuery_CandidateTriangleObjectPosition.f32(",
        "@dx.op.rayQuery_CommittedTriangleObjectPosition.f32(",
        "@dx.op.hitObject_TriangleObjectPosition.f32(",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

const LIMITED: &str = "groupshared float s[64]; RWByteAddressBuffer o;
[GroupSharedLimit(LIMIT)] [numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) { s[t] = t; GroupMemoryBarrierWithGroupSync(); o.Store(0, s[63 - t]); }";

#[test]
fn a_group_may_use_as_much_memory_as_its_entry_says() {
    let text = listing(&["-T", "cs_6_10", "-D", "LIMIT=256"], LIMITED).unwrap_or_else(|said| panic!("{said}"));
    assert!(text.contains("i32 24, i32 256"), "{text}");
    let said = listing(&["-T", "cs_6_10", "-D", "LIMIT=252"], LIMITED).expect_err("it uses 256 bytes");
    assert!(said.contains("E0811") && said.contains("252"), "{said}");
    // More than the 32 KiB that every shader has.
    let large = LIMITED.replace("s[64]", "s[16384]");
    assert!(listing(&["-T", "cs_6_10", "-D", "LIMIT=65536"], &large).is_ok());
    assert!(listing(&["-T", "cs_6_9", "-D", "LIMIT=65536"], &large).is_err());
}

#[test]
fn a_mesh_payload_has_vectors_lane_by_lane() {
    let source = "struct P { float2 a; float4 b; }; RWBuffer<float4> o; groupshared P s;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { s.a = i; s.b = float4(s.a, i, 2); o[i] = s.b; DispatchMesh(1, 1, 1, s); }";
    for model in ["as_6_8", "as_6_9", "as_6_10"] {
        let text = listing(&["-T", model], source).unwrap_or_else(|said| panic!("{model}: {said}"));
        assert!(text.contains("%struct.P = type { [2 x float], [4 x float] }"), "{model}:\n{text}");
    }
}

const MATRICES: &str = "#include <dx/linalg.h>
using namespace dx::linalg;
ByteAddressBuffer i; RWByteAddressBuffer o; groupshared float16_t s[256];
using A = Matrix<ComponentType::F16, 8, 32, MatrixUse::A, MatrixScope::Wave>;
using B = Matrix<ComponentType::F16, 32, 16, MatrixUse::B, MatrixScope::Wave>;
[numthreads(32, 1, 1)] void main() {
    A a = A::Load(i, 0, 64, MatrixLayout::RowMajor);
    B b = B::Splat(float16_t(2));
    Matrix<ComponentType::F16, 8, 16, MatrixUse::Accumulator, MatrixScope::Wave> c = Multiply(a, b);
    c.Set(0, c.Get(1) + float16_t(c.Length()));
    c.MultiplyAccumulate(a, b);
    c.Store(o, 0, 32, MatrixLayout::ColMajor);
    c.InterlockedAccumulate(o, 1024, 32, MatrixLayout::RowMajor);
}";

#[test]
fn matrices_of_linear_algebra_are_operations_of_their_types() {
    let text = listing(&["-T", "cs_6_10", "-enable-16bit-types"], MATRICES).unwrap_or_else(|said| panic!("{said}"));
    for part in [
        "%dx.types.LinAlgMatrixC8M8N32U0S1 = type { i8* }",
        "call %dx.types.LinAlgMatrixC8M8N32U0S1 @dx.op.linAlgMatrixLoadFromDescriptor.mC8M8N32U0S1(i32 -2147483634",
        "@dx.op.linAlgFillMatrix.mC8M32N16U1S1.f16(i32 -2147483636, half 0xH4000)",
        "@dx.op.linAlgMatrixMultiply.mC8M8N16U2S1.mC8M8N32U0S1.mC8M32N16U1S1(",
        "@dx.op.linAlgMatrixMultiplyAccumulate.",
        "@dx.op.linAlgMatrixStoreToDescriptor.mC8M8N16U2S1(",
        "@dx.op.linAlgMatrixAccumulateToDescriptor.mC8M8N16U2S1(",
        "!dx.targetTypes = !{",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn the_header_of_matrices_is_empty_before_6_10() {
    let said = listing(&["-T", "cs_6_9", "-enable-16bit-types"], MATRICES).expect_err("6.9 has none");
    assert!(said.contains("linalg"), "{said}");
    // SPIR-V has no operation for them yet.
    let spirv = ["-T", "cs_6_10", "-enable-16bit-types", "-spirv", "-fspv-target-env=vulkan1.3"];
    assert!(listing(&spirv, MATRICES).is_err());
}

/// (statement, code).
const REFUSED: &[(&str, &str)] = &[
    ("__builtin_LinAlgMatrix m;", "E0501"),
    ("__builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(8, 4, 4, 7, 0)]] m;", "E0629"),
    (
        "__builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(9, 4, 4, 0, 0)]] m; float f[4] = { 1, 2, 3, 4 };
__builtin_LinAlg_MatrixLoadFromMemory(m, f, 0, 0, 0);",
        "E0630",
    ),
];

#[test]
fn properties_of_a_matrix_are_checked() {
    for (statement, code) in REFUSED {
        let said = body("cs_6_10", statement).expect_err(statement);
        assert!(said.contains(code), "{statement}: {said}");
    }
    let global =
        "__builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(9, 4, 4, 0, 0)]] m; [numthreads(1, 1, 1)] void main() {}";
    let said = listing(&["-T", "cs_6_10"], global).expect_err("a matrix cannot be given to a shader");
    assert!(said.contains("E0628"), "{said}");
}
