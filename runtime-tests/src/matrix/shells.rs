//! Wraps cases in a shader: for each stage the smallest that is valid, with inputs for all cases and an output for their
//! results.
//!
//! Input: cases of one stage. Output: one source in which each has a block of its own. The arguments come from one element of a
//! structured buffer and the results go into one of another, in which every case has members of its own.

use std::fmt::Write as _;

use hlslc::Stage;

use super::Case;

/// What stands around the code of a stage: declarations, the head of the entry point, what comes before and after the code.
struct Shell {
    before: &'static str,
    /// What stands before the parameters, `(` included.
    head: &'static str,
    /// The parameters of the stage itself.
    parameters: &'static str,
    behind: &'static str,
    /// What comes first in the body.
    start: &'static str,
    /// What comes last.
    end: &'static str,
}

const PLAIN: Shell = Shell { before: "", head: "void main(", parameters: "", behind: ")", start: "", end: "" };

/// The shell of a stage.
fn shell(stage: Stage) -> Shell {
    const V: &str = "struct V { float4 p : SV_Position; };\n";
    const P: &str = "struct P { float4 x; };\n";
    const HIT: &str = "struct P { float4 x; };\nstruct B { float2 b; };\n";
    match stage {
        Stage::Pixel => Shell {
            head: "float4 main(",
            parameters: "float4 position : SV_Position",
            behind: ") : SV_Target",
            end: "return position;",
            ..PLAIN
        },
        Stage::Vertex => Shell {
            head: "float4 main(",
            parameters: "float4 position : P",
            behind: ") : SV_Position",
            end: "return position;",
            ..PLAIN
        },
        Stage::Geometry => Shell {
            before: V,
            head: "[maxvertexcount(3)] void main(",
            parameters: "triangle V corners[3], inout TriangleStream<V> stream",
            end: "stream.Append(corners[0]);",
            ..PLAIN
        },
        Stage::Hull => Shell {
            before: "struct V { float4 p : SV_Position; };\nstruct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n\
                     F constants() { F f; f.e[0] = f.e[1] = f.e[2] = 1; f.i = 1; return f; }\n",
            head: "[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] \
                   [patchconstantfunc(\"constants\")] V main(",
            parameters: "InputPatch<V, 3> patch, uint point_id : SV_OutputControlPointID",
            end: "return patch[point_id];",
            ..PLAIN
        },
        Stage::Domain => Shell {
            before: "struct V { float4 p : SV_Position; };\nstruct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n",
            head: "[domain(\"tri\")] V main(",
            parameters: "F factors, OutputPatch<V, 3> patch, float3 where : SV_DomainLocation",
            end: "return patch[0];",
            ..PLAIN
        },
        Stage::Compute => Shell { head: "[numthreads(8, 8, 1)] void main(", ..PLAIN },
        Stage::Library => Shell { head: "export void main(", ..PLAIN },
        Stage::RayGeneration => Shell { head: "[shader(\"raygeneration\")] void main(", ..PLAIN },
        Stage::Intersection => Shell { head: "[shader(\"intersection\")] void main(", ..PLAIN },
        Stage::AnyHit => Shell {
            before: HIT,
            head: "[shader(\"anyhit\")] void main(",
            parameters: "inout P payload, B barycentrics",
            ..PLAIN
        },
        Stage::ClosestHit => Shell {
            before: HIT,
            head: "[shader(\"closesthit\")] void main(",
            parameters: "inout P payload, B barycentrics",
            ..PLAIN
        },
        Stage::Miss => {
            Shell { before: P, head: "[shader(\"miss\")] void main(", parameters: "inout P payload", ..PLAIN }
        }
        Stage::Callable => {
            Shell { before: P, head: "[shader(\"callable\")] void main(", parameters: "inout P payload", ..PLAIN }
        }
        Stage::Mesh => Shell {
            before: V,
            head: "[numthreads(8, 8, 1)] [outputtopology(\"triangle\")] void main(",
            parameters: "out vertices V corners[3], out indices uint3 triangles[1]",
            start: "SetMeshOutputCounts(3, 1);",
            end: "corners[0].p = 1; triangles[0] = uint3(0, 1, 2);",
            ..PLAIN
        },
        Stage::Amplification => Shell {
            before: "struct Load { float4 x; };\ngroupshared Load load;\n",
            head: "[numthreads(8, 8, 1)] void main(",
            end: "DispatchMesh(1, 1, 1, load);",
            ..PLAIN
        },
        Stage::Node => Shell {
            head: "[Shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NodeDispatchGrid(1, 1, 1)] [NumThreads(8, 8, 1)] void main(",
            ..PLAIN
        },
    }
}

/// The profile of a stage in shader model 6.`minor`.
pub fn profile(stage: Stage, minor: u8) -> String {
    let prefix = match stage.profile_prefix() {
        "" => "lib",
        prefix => prefix,
    };
    format!("{prefix}_6_{minor}")
}

/// The first shader model that has a stage.
pub fn first_model(stage: Stage) -> u8 {
    match stage {
        Stage::Mesh | Stage::Amplification => 5,
        Stage::Node => 8,
        stage if stage.is_ray() || stage == Stage::Library => 3,
        _ => 0,
    }
}

/// One source with the code of cases of one stage.
pub fn source(cases: &[Case]) -> String {
    let Some(first) = cases.first() else { return String::new() };
    if let Some(whole) = &first.whole {
        return whole.clone();
    }
    let shell = shell(first.stage);
    let mut text = String::from(shell.before);
    let mut globals: Vec<&str> = Vec::new();
    for line in cases.iter().flat_map(|case| &case.globals) {
        if !globals.contains(&line.as_str()) {
            globals.push(line);
        }
    }
    for line in globals {
        text.extend([line, "\n"]);
    }
    let (mut arguments, mut results) = (String::new(), String::new());
    for (n, case) in cases.iter().enumerate() {
        for (members, types) in [(&mut arguments, &case.arguments), (&mut results, &case.results)] {
            for (i, ty) in types.iter().enumerate() {
                // Writing to a string cannot fail.
                let _ = write!(members, " {ty} m{n}_{i};");
            }
        }
    }
    for (name, members) in [("Arguments", arguments), ("Results", results)] {
        let members = if members.is_empty() { " uint none;".to_owned() } else { members };
        let _ = writeln!(text, "struct {name} {{{members} }};");
    }
    text.push_str(
        "StructuredBuffer<Arguments> given : register(t0, space9);\nRWStructuredBuffer<Results> taken : register(u0, space9);\n",
    );
    let mut body = String::new();
    let mut parameters = vec![shell.parameters.to_owned()];
    for (n, case) in cases.iter().enumerate() {
        for line in &case.functions {
            text.extend([&numbered(line, n), "\n"]);
        }
        let _ = writeln!(body, "    {{ {} }}", numbered(&case.body, n));
        parameters.extend(case.parameters.iter().map(|parameter| numbered(parameter, n)));
    }
    let has_results = cases.iter().any(|case| !case.results.is_empty() || !case.functions.is_empty());
    let (declared, stored) = if has_results { ("Results r = (Results)0;", "taken[0] = r;") } else { ("", "") };
    let parameters: Vec<String> = parameters.into_iter().filter(|text| !text.is_empty()).collect();
    let Shell { head, behind, start, end, .. } = shell;
    let parameters = parameters.join(", ");
    let _ = write!(
        text,
        "{head}{parameters}{behind} {{\n    {start} Arguments a = given[0]; {declared}\n{body}    {stored} {end}\n}}\n"
    );
    text
}

/// Code with the members of the case of a number.
fn numbered(code: &str, n: usize) -> String {
    let mut text = String::with_capacity(code.len());
    let mut rest = code;
    while let Some((before, after)) = rest.split_once('$') {
        text.push_str(before);
        let length = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
        let (word, behind) = after.split_at(length);
        let _ = match word.split_at_checked(1) {
            Some(("n", tail)) => write!(text, "{n}{tail}"),
            Some(("r", index)) => write!(text, "r.m{n}_{index}"),
            _ => write!(text, "a.m{n}_{word}"),
        };
        rest = behind;
    }
    text.push_str(rest);
    text
}
