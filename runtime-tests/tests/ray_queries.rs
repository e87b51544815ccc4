//! Ray queries call the operations that DXC calls: every method, every flag and every kind of storage for a query, in
//! compute shaders, pixel shaders and libraries. What DXC rejects is rejected.

use std::collections::BTreeSet;

use dxc_oracle::{AGREED_VALIDATOR, CompileRequest, Dxc, Release, Validator, newer_oracle, oracle};
use dxil::optable::Op;
use dxil::target::Version;
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

/// (a call on the query `q`, the type of what it gives).
const METHODS: &[(&str, &str)] = &[
    ("TraceRayInline(S, RAY_FLAG_CULL_OPAQUE, 0x0f, r)", "void"),
    ("Proceed()", "bool"),
    ("Abort()", "void"),
    ("CommitNonOpaqueTriangleHit()", "void"),
    ("CommitProceduralPrimitiveHit(0.5)", "void"),
    ("RayFlags()", "uint"),
    ("RayTMin()", "float"),
    ("WorldRayOrigin()", "float3"),
    ("WorldRayDirection()", "float3"),
    ("CandidateType()", "uint"),
    ("CandidateTriangleRayT()", "float"),
    ("CandidateTriangleBarycentrics()", "float2"),
    ("CandidateTriangleFrontFace()", "bool"),
    ("CandidateProceduralPrimitiveNonOpaque()", "bool"),
    ("CandidateInstanceIndex()", "uint"),
    ("CandidateInstanceID()", "uint"),
    ("CandidateInstanceContributionToHitGroupIndex()", "uint"),
    ("CandidateGeometryIndex()", "uint"),
    ("CandidatePrimitiveIndex()", "uint"),
    ("CandidateObjectRayOrigin()", "float3"),
    ("CandidateObjectRayDirection()", "float3"),
    ("CandidateObjectToWorld3x4()", "float3x4"),
    ("CandidateObjectToWorld4x3()", "float4x3"),
    ("CandidateWorldToObject3x4()", "float3x4"),
    ("CandidateWorldToObject4x3()", "float4x3"),
    ("CommittedStatus()", "uint"),
    ("CommittedRayT()", "float"),
    ("CommittedTriangleBarycentrics()", "float2"),
    ("CommittedTriangleFrontFace()", "bool"),
    ("CommittedInstanceIndex()", "uint"),
    ("CommittedInstanceID()", "uint"),
    ("CommittedInstanceContributionToHitGroupIndex()", "uint"),
    ("CommittedGeometryIndex()", "uint"),
    ("CommittedPrimitiveIndex()", "uint"),
    ("CommittedObjectRayOrigin()", "float3"),
    ("CommittedObjectRayDirection()", "float3"),
    ("CommittedObjectToWorld3x4()", "float3x4"),
    ("CommittedObjectToWorld4x3()", "float4x3"),
    ("CommittedWorldToObject3x4()", "float3x4"),
    ("CommittedWorldToObject4x3()", "float4x3"),
];

/// Flags of a query's type and of its rays.
const FLAGS: &[&str] = &[
    "RAY_FLAG_NONE",
    "RAY_FLAG_FORCE_OPAQUE",
    "RAY_FLAG_FORCE_NON_OPAQUE",
    "RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH",
    "RAY_FLAG_SKIP_CLOSEST_HIT_SHADER",
    "RAY_FLAG_CULL_BACK_FACING_TRIANGLES",
    "RAY_FLAG_CULL_FRONT_FACING_TRIANGLES",
    "RAY_FLAG_CULL_OPAQUE",
    "RAY_FLAG_CULL_NON_OPAQUE",
    "RAY_FLAG_SKIP_TRIANGLES",
    "RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES",
    "RAY_FLAG_CULL_OPAQUE | RAY_FLAG_SKIP_TRIANGLES",
    "0x3ff & ~3",
    "FLAGS",
];

/// (type arguments, flags of the ray) that shader model 6.9 came with.
const LATER_FLAGS: &[(&str, &str)] = &[
    ("RAY_FLAG_FORCE_OMM_2_STATE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS", "RAY_FLAG_NONE"),
    ("RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS", "RAY_FLAG_FORCE_OMM_2_STATE"),
    ("RAY_FLAG_CULL_OPAQUE, RAYQUERY_FLAG_NONE", "RAY_FLAG_NONE"),
    ("1, 1", "0"),
];

/// (what is shown, declarations, statements): means to keep, pass on and copy queries.
const SHAPES: &[(&str, &str, &str)] = &[
    (
        "array",
        "",
        "Q a[2]; a[0].TraceRayInline(S, 1, 2, r); a[1].TraceRayInline(S, 2, 2, r); a[0].Proceed(); a[1].Abort(); Out.Store(0, a[0].CommittedStatus() + a[1].CommittedStatus());",
    ),
    (
        "element by number",
        "",
        "uint k = Out.Load(4); Q a[3]; a[0].TraceRayInline(S, 1, 2, r); a[1].TraceRayInline(S, 2, 2, r); a[2].TraceRayInline(S, 4, 2, r); a[k].Proceed(); Out.Store(0, a[k & 1].CommittedStatus());",
    ),
    (
        "array in a loop",
        "",
        "Q a[3]; for (uint i = 0; i < 3; i++) a[i].TraceRayInline(S, i, 2, r); uint s = 0; for (uint j = 0; j < 3; j++) { a[j].Proceed(); s += a[j].CommittedStatus(); } Out.Store(0, s);",
    ),
    (
        "array of arrays",
        "",
        "Q a[2][2]; a[1][0].TraceRayInline(S, 1, 2, r); a[0][1].TraceRayInline(S, 2, 2, r); a[1][0].Proceed(); Out.Store(0, a[0][1].CommittedStatus());",
    ),
    (
        "copy as initial value",
        "",
        "Q q; q.TraceRayInline(S, 1, 2, r); Q p = q; p.Proceed(); Out.Store(0, q.CommittedStatus());",
    ),
    (
        "copy by assignment",
        "",
        "Q q, p; q.TraceRayInline(S, 1, 2, r); p = q; p.Proceed(); Out.Store(0, q.CommittedStatus());",
    ),
    (
        "copy of an element",
        "",
        "Q a[2]; a[0].TraceRayInline(S, 1, 2, r); a[1] = a[0]; a[1].Proceed(); Out.Store(0, a[0].CommittedStatus());",
    ),
    (
        "copy on one way",
        "",
        "Q q, p; q.TraceRayInline(S, 1, 2, r); p.TraceRayInline(S, 2, 2, r); if (Out.Load(4)) p = q; p.Proceed(); Out.Store(0, p.CommittedStatus());",
    ),
    (
        "copy of an array",
        "",
        "Q a[2], b[2]; a[0].TraceRayInline(S, 1, 2, r); a[1].TraceRayInline(S, 2, 2, r); b = a; b[0].Proceed(); Out.Store(0, b[1].CommittedStatus());",
    ),
    (
        "choice",
        "",
        "Q q, p; q.TraceRayInline(S, 1, 2, r); p.TraceRayInline(S, 2, 2, r); Q z = Out.Load(4) ? p : q; z.Proceed(); Out.Store(0, z.CommittedStatus());",
    ),
    (
        "parameter",
        "uint get(Q q) { return q.CommittedStatus(); }",
        "Q q; q.TraceRayInline(S, 1, 2, r); q.Proceed(); Out.Store(0, get(q));",
    ),
    (
        "parameter in and out",
        "void go(inout Q q) { q.Proceed(); }",
        "Q q; q.TraceRayInline(S, 1, 2, r); go(q); Out.Store(0, q.CommittedStatus());",
    ),
    (
        "array as parameter",
        "void go(inout Q q[2]) { q[1].Proceed(); }",
        "Q q[2]; q[1].TraceRayInline(S, 1, 2, r); go(q); Out.Store(0, q[1].CommittedStatus());",
    ),
    (
        "result",
        "Q make(RayDesc r) { Q q; q.TraceRayInline(S, 1, 2, r); return q; }",
        "Q q = make(r); q.Proceed(); Out.Store(0, q.CommittedStatus());",
    ),
    (
        "flags by template",
        "template<uint F> uint go(RayDesc r) { RayQuery<F> q; q.TraceRayInline(S, 1, 2, r); q.Proceed(); return q.CommittedStatus(); }",
        "Out.Store(0, go<RAY_FLAG_SKIP_TRIANGLES>(r) + go<3>(r));",
    ),
    (
        "two rays of one query",
        "",
        "Q q; q.TraceRayInline(S, 1, 2, r); q.Proceed(); q.TraceRayInline(S, 4, 5, r); q.Proceed(); Out.Store(0, q.CommittedStatus());",
    ),
    (
        "query in a loop",
        "",
        "uint s = 0, n = Out.Load(4); for (uint i = 0; i < n; i++) { Q q; q.TraceRayInline(S, 1, 2, r); q.Proceed(); s += q.CommittedStatus(); } Out.Store(0, s);",
    ),
    (
        "query in an unrolled loop",
        "",
        "uint s = 0; [unroll] for (uint i = 0; i < 3; i++) { Q q; q.TraceRayInline(S, i, 2, r); q.Proceed(); s += q.CommittedStatus(); } Out.Store(0, s);",
    ),
    (
        "query on either way",
        "",
        "uint s = 0; if (Out.Load(4)) { Q q; q.TraceRayInline(S, 1, 2, r); q.Proceed(); s += q.CommittedStatus(); } else { RayQuery<3> q; q.TraceRayInline(S, 2, 2, r); q.Proceed(); s += q.CommittedInstanceID(); } Out.Store(0, s);",
    ),
    ("no ray", "", "Q q; Out.Store(0, q.CommittedStatus());"),
    ("nothing asked", "", "Q q; q.TraceRayInline(S, 1, 2, r); Out.Store(0, 1);"),
    ("static variable", "static Q g;", "g.TraceRayInline(S, 1, 2, r); g.Proceed(); Out.Store(0, g.CommittedStatus());"),
];

/// The same, where DXC forgets to make the query.
const HELD: &[(&str, &str, &str)] = &[
    (
        "member",
        "struct H { float a; Q q; };",
        "H h; h.q.TraceRayInline(S, 1, 2, r); h.q.Proceed(); Out.Store(0, h.q.CommittedStatus());",
    ),
    (
        "member that methods ask",
        "struct H { Q q; void go() { q.Proceed(); } uint get() { return q.CommittedStatus(); } };",
        "H h; h.q.TraceRayInline(S, 1, 2, r); h.go(); Out.Store(0, h.get());",
    ),
    (
        "member of an element",
        "struct H { Q q[2]; };",
        "H h[2]; h[1].q[0].TraceRayInline(S, 1, 2, r); h[1].q[0].Proceed(); Out.Store(0, h[1].q[0].CommittedStatus());",
    ),
];

/// (declarations, statements) that no compiler takes.
const REJECTED: &[(&str, &str)] = &[
    ("", "Q q = (Q)0; q.TraceRayInline(S, 1, 2, r);"),
    ("", "RayQuery<1> q; RayQuery<2> p = q; Out.Store(0, p.CommittedStatus());"),
    ("", "RayQuery<Out.Load(4)> q; Out.Store(0, q.CommittedStatus());"),
    ("", "RayQuery q; Out.Store(0, q.CommittedStatus());"),
    ("", "RayQuery<> q; Out.Store(0, q.CommittedStatus());"),
    ("", "RayQuery<0, 0, 0> q; Out.Store(0, q.CommittedStatus());"),
    ("", "RayQuery<float> q; Out.Store(0, q.CommittedStatus());"),
    ("", "Q q; q.TraceRayInline(S, 1, 2);"),
    ("", "Q q; q.TraceRayInline(Out, 1, 2, r);"),
    ("", "Q q; q.Candidate();"),
];

/// (name, profile without its model, what stands around the statements).
const STAGES: &[(&str, &str, &str)] = &[
    ("compute", "cs", "[numthreads(1, 1, 1)] void main() { @ }"),
    ("pixel", "ps", "void main() { @ }"),
    ("library", "lib", "export void called() { @ } [shader(\"raygeneration\")] void main() { @ }"),
];

/// What every shader declares, and the ray of every function.
const SHARED: &str = "RaytracingAccelerationStructure S : register(t0);\nRWByteAddressBuffer Out : register(u0);\n\
    typedef RayQuery<RAY_FLAG_CULL_OPAQUE> Q;\nstatic const uint FLAGS = RAY_FLAG_CULL_NON_OPAQUE | 8;\n";
const RAY: &str = "RayDesc r = { float3(1, 2, 3), 0.5, float3(0, 0, 1), 100 };";

fn source(frame: &str, declarations: &str, statements: &str) -> String {
    format!("{SHARED}{declarations}\n{}\n", frame.replace('@', &format!("{RAY} {statements}")))
}

/// Statements that store all that a call gives.
fn stored(call: &str, ty: &str) -> String {
    let parts: &[&str] = match ty {
        "void" => return format!("q.{call};"),
        "bool" => return format!("Out.Store(0, q.{call} ? 3 : 5);"),
        "uint" => return format!("Out.Store(0, q.{call});"),
        "float" => return format!("Out.Store(0, asuint(q.{call}));"),
        "float2" => &["x", "y"],
        "float3" => &["x", "y", "z"],
        "float3x4" => &["_11", "_12", "_13", "_14", "_21", "_22", "_23", "_24", "_31", "_32", "_33", "_34"],
        "float4x3" => &["_11", "_12", "_13", "_21", "_22", "_23", "_31", "_32", "_33", "_41", "_42", "_43"],
        _ => panic!("{call} gives {ty}"),
    };
    let stores = parts.iter().enumerate().map(|(at, part)| format!("Out.Store({}, asuint(v.{part}));", at * 4));
    format!("{ty} v = q.{call}; {}", stores.collect::<String>())
}

fn by_dxc(dxc: &Dxc, target: &str, source: &str, validator: Validator) -> Result<Vec<u8>, String> {
    let args = ["-HV", "2021", "-validator-version"].map(str::to_owned).into_iter();
    let args = args.chain([format!("{}.{}", validator.0, validator.1)]).collect();
    let output = dxc.compile(&CompileRequest { source, target, entry: "main", args, ..Default::default() });
    if output.ok { Ok(output.object) } else { Err(output.diagnostics) }
}

fn by_hlslc(target: &str, source: &str, validator: Validator) -> Result<Vec<u8>, String> {
    let version = format!("{}.{}", validator.0, validator.1);
    let args = ["-T", target, "-E", "main", "-HV", "2021", "-validator-version", &version].map(str::to_owned);
    let line = CommandLine::parse(&args, &|path| Err(format!("no file is read, not even {path}")));
    assert_eq!(line.errors, Vec::<String>::new());
    let output = Compiler::new(line.options).compile("query.hlsl", source.as_bytes(), &NoIncludes);
    let messages = output.render(Style::Excerpt, false);
    output.object.ok_or(messages)
}

/// The calls of DXIL operations in a listing, sorted, with `%` for every value. Handles are left out: DXC makes them anew for each
/// use in libraries.
fn calls(listing: &str) -> Vec<String> {
    let lines = listing.lines().filter(|line| !line.starts_with("declare"));
    let code = lines.filter_map(|line| line.split("  ;").next()?.split_once("@dx.op.").map(|(_, call)| call));
    let code = code.filter(|call| !call.starts_with("createHandle") && !call.starts_with("annotateHandle"));
    let mut calls: Vec<String> = code.map(without_numbers).collect();
    calls.sort();
    calls
}

fn without_numbers(call: &str) -> String {
    let mut parts = call.split('%');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| shown + "%" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// What both compilers made of a shader, as calls of operations; hlslc's is valid.
fn compared(dxc: &Dxc, name: &str, target: &str, source: &str, validator: Validator) -> [Vec<String>; 2] {
    let theirs = by_dxc(dxc, target, source, validator).unwrap_or_else(|why| panic!("{name}, DXC: {why}\n{source}"));
    let ours = by_hlslc(target, source, validator).unwrap_or_else(|why| panic!("{name}: {why}"));
    dxc.validate(&ours).unwrap_or_else(|why| panic!("{name}: {why}\n{source}"));
    [theirs, ours].map(|bytes| calls(&dxc.disassemble(&bytes).unwrap_or_else(|why| panic!("{name}: {why}"))))
}

/// Compares a shader in every stage; gives all calls of DXC.
fn check(
    dxc: &Dxc,
    name: &str,
    (model, validator): (u32, Validator),
    declarations: &str,
    statements: &str,
) -> Vec<String> {
    let mut met = Vec::new();
    for (stage, profile, frame) in STAGES {
        let source = source(frame, declarations, statements);
        let name = format!("{name}, {stage} 6.{model}");
        let [theirs, ours] = compared(dxc, &name, &format!("{profile}_6_{model}"), &source, validator);
        assert_eq!(ours, theirs, "{name}\n{source}");
        met.extend(theirs);
    }
    met
}

/// The first shader model with queries, for the validator on which all agree; for today's also the newest of both.
fn models(dxc: &Dxc) -> Vec<(u32, Validator)> {
    let newest = (dxc.release() == Release::V1_9).then_some((9, (1, 9)));
    [(5, AGREED_VALIDATOR)].into_iter().chain(newest).collect()
}

/// The operations on queries that a list of calls has.
fn operations_in(calls: &[String]) -> BTreeSet<Op> {
    let is_called = |op: &&Op| calls.iter().any(|call| call.contains(&format!("(i32 {},", **op as u32)));
    Op::ALL.iter().filter(|op| is_of_queries(**op)).filter(is_called).copied().collect()
}

fn is_of_queries(op: Op) -> bool {
    let name = op.info().name();
    name.starts_with("RayQuery_") || name.starts_with("AllocateRayQuery")
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn every_method_calls_what_dxc_calls() {
    let dxc = oracle();
    for model in models(&dxc) {
        let mut met = Vec::new();
        for (call, ty) in METHODS {
            let statements = format!("Q q; q.TraceRayInline(S, RAY_FLAG_NONE, 0xff, r); {}", stored(call, ty));
            met.extend(check(&dxc, call, model, "", &statements));
        }
        // This DXC has none of shader model 6.10.
        let is_known = |op: Op| op.info().since() < Version::new(1, 10);
        let is_met = |op: Op| is_of_queries(op) && op != Op::AllocateRayQuery2 && is_known(op);
        let all: BTreeSet<Op> = Op::ALL.iter().copied().filter(|&op| is_met(op)).collect();
        assert_eq!(operations_in(&met), all, "operations of ray queries that the methods come to");
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn flags_of_types_and_rays_are_those_of_dxc() {
    let dxc = oracle();
    for model in models(&dxc) {
        for flags in FLAGS {
            let statements = format!(
                "RayQuery<{flags}> q; q.TraceRayInline(S, {flags}, 0xff, r); Out.Store(0, q.CommittedStatus());"
            );
            check(&dxc, flags, model, "", &statements);
        }
    }
}

#[test]
#[ignore = "needs DXC 1.9"]
fn queries_of_shader_model_6_9_have_flags_of_their_own() {
    let dxc = newer_oracle();
    let mut met = Vec::new();
    for (of_type, of_ray) in LATER_FLAGS {
        let statements = format!(
            "RayQuery<{of_type}> q; q.TraceRayInline(S, {of_ray}, 0xff, r); Out.Store(0, q.CommittedStatus());"
        );
        met.extend(check(&dxc, of_type, (9, (1, 9)), "", &statements));
    }
    assert!(operations_in(&met).contains(&Op::AllocateRayQuery2));
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn queries_are_kept_and_copied_as_in_dxc() {
    let dxc = oracle();
    for model in models(&dxc) {
        for (name, declarations, statements) in SHAPES {
            check(&dxc, name, model, declarations, statements);
        }
    }
}

/// In libraries DXC starts these when the function is first called, hlslc with all others.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_static_query_of_a_function_is_made_once() {
    let dxc = oracle();
    let statements = "static Q g; g.TraceRayInline(S, 1, 2, r); g.Proceed(); Out.Store(0, g.CommittedStatus());";
    for (stage, profile, frame) in &STAGES[..2] {
        let source = source(frame, "", statements);
        let [theirs, ours] = compared(&dxc, stage, &format!("{profile}_6_5"), &source, AGREED_VALIDATOR);
        assert_eq!(ours, theirs, "{stage}");
    }
}

/// DXC takes queries in structs, but makes none: its operations ask no query at all.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn queries_in_structs_are_made() {
    let dxc = oracle();
    for (name, declarations, statements) in HELD {
        let source = source(STAGES[0].2, declarations, statements);
        let [theirs, ours] = compared(&dxc, name, "cs_6_5", &source, AGREED_VALIDATOR);
        assert!(theirs.iter().any(|call| call.contains("i32 undef")), "{name}: DXC makes queries in structs now");
        let (made, asked): (Vec<String>, Vec<String>) =
            ours.into_iter().partition(|call| call.starts_with("allocateRayQuery("));
        assert_eq!(made.len(), 1, "{name}: {made:?}");
        let theirs: Vec<String> = theirs.iter().map(|call| call.replacen("i32 undef", "i32 %", 1)).collect();
        let asked: Vec<String> = asked.iter().map(|call| call.replacen("i32 undef", "i32 %", 1)).collect();
        assert_eq!(asked, theirs, "{name}");
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn what_dxc_refuses_is_refused() {
    let dxc = oracle();
    for (declarations, statements) in REJECTED {
        for (stage, profile, frame) in STAGES {
            let (target, source) = (format!("{profile}_6_5"), source(frame, declarations, statements));
            assert!(by_dxc(&dxc, &target, &source, AGREED_VALIDATOR).is_err(), "{stage}, DXC takes it: {source}");
            let Err(messages) = by_hlslc(&target, &source, AGREED_VALIDATOR) else { panic!("{stage}: {source}") };
            assert!(!messages.contains("not supported yet"), "{stage}: {messages}");
        }
    }
}
