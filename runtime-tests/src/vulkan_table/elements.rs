//! Generates cases for attributes of inputs and outputs: at every point where values go in or out, as a parameter, a
//! member, a nested member and a result, of numbers, vectors, matrices and arrays; every built-in by name; what says
//! how a pixel shader runs.

use hlslc::vulkan::{On, built_ins, modes};

use super::Case;

/// A point where values go in or out: its name, profile, the text of the shader. `@D` is what is declared before, `@P` the
/// parameter, `@U` reads what is there as a `float4`, `@W` writes it.
struct Point {
    name: &'static str,
    target: &'static str,
    /// How a parameter of it begins.
    way: &'static str,
    text: &'static str,
}

/// Points whose elements may be parameters.
const POINTS: &[Point] = &[
    Point { name: "vertex in", target: "vs_6_2", way: "", text: "@D float4 main(@P) : SV_Position { return @U; }" },
    Point { name: "vertex out", target: "vs_6_2", way: "out ", text: "@D void main(out float4 p : SV_Position, @P) { p = 0; @W }" },
    Point { name: "pixel in", target: "ps_6_2", way: "nointerpolation ", text: "@D float4 main(@P) : SV_Target { return @U; }" },
    Point {
        name: "domain in",
        target: "ds_6_2",
        way: "",
        text: "@D struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; struct C { float4 c : CP; };
               [domain(\"tri\")] float4 main(F f, float3 l : SV_DomainLocation, const OutputPatch<C, 3> c, @P) : SV_Position { return @U; }",
    },
    Point {
        name: "domain out",
        target: "ds_6_2",
        way: "out ",
        text: "@D struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; struct C { float4 c : CP; };
               [domain(\"tri\")] void main(F f, const OutputPatch<C, 3> c, out float4 p : SV_Position, @P) { p = 0; @W }",
    },
];

/// Points whose elements are members of the struct `I`, which `@D` declares, or whose members are `@M`. `@U` reads `i`, `@W`
/// writes it.
const MEMBERS: &[Point] = &[
    Point {
        name: "hull control points in",
        target: "hs_6_2",
        way: "",
        text: "@D struct C { float4 c : CP; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
               F patch() { F f; f.e[0] = f.e[1] = f.e[2] = f.i = 1; return f; }
               [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"patch\")]
               C main(InputPatch<I, 3> q, uint n : SV_OutputControlPointID) { I i = q[n]; C c; c.c = @U; return c; }",
    },
    Point {
        name: "hull control points out",
        target: "hs_6_2",
        way: "",
        text: "@D struct C { float4 c : CP; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
               F patch() { F f; f.e[0] = f.e[1] = f.e[2] = f.i = 1; return f; }
               [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"patch\")]
               I main(InputPatch<C, 3> q, uint n : SV_OutputControlPointID) { I i; @W return i; }",
    },
    Point {
        name: "hull patch constants out",
        target: "hs_6_2",
        way: "",
        text: "@D struct C { float4 c : CP; }; struct F { float e[3] : SV_TessFactor; float n : SV_InsideTessFactor; I i; };
               F patch() { F f; f.e[0] = f.e[1] = f.e[2] = f.n = 1; I i; @W f.i = i; return f; }
               [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"patch\")]
               C main(InputPatch<C, 3> q, uint n : SV_OutputControlPointID) { return q[n]; }",
    },
    Point {
        name: "domain control points in",
        target: "ds_6_2",
        way: "",
        text: "@D struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
               [domain(\"tri\")] float4 main(F f, float3 l : SV_DomainLocation, const OutputPatch<I, 3> q) : SV_Position { I i = q[1]; return @U; }",
    },
    Point {
        name: "geometry in",
        target: "gs_6_2",
        way: "",
        text: "@D struct O { float4 p : SV_Position; }; [maxvertexcount(1)] void main(point I q[1], inout PointStream<O> s) { I i = q[0]; O o; o.p = @U; s.Append(o); }",
    },
    Point {
        name: "geometry out",
        target: "gs_6_2",
        way: "",
        text: "@D struct V { float4 p : P; }; struct O { float4 p : SV_Position; I i; };
               [maxvertexcount(1)] void main(point V v[1], inout PointStream<O> s) { I i; @W O o; o.p = 0; o.i = i; s.Append(o); }",
    },
    Point {
        name: "mesh vertices out",
        target: "ms_6_5",
        way: "",
        text: "struct I { float4 p : SV_Position; @M }; [outputtopology(\"triangle\")] [numthreads(3, 1, 1)]
               void main(uint t : SV_GroupIndex, out vertices I v[3], out indices uint3 n[1]) { SetMeshOutputCounts(3, 1); I i; @W i.p = t; v[t] = i; n[0] = uint3(0, 1, 2); }",
    },
    Point {
        name: "mesh primitives out",
        target: "ms_6_5",
        way: "",
        text: "struct I { @M }; struct O { float4 p : SV_Position; }; [outputtopology(\"triangle\")] [numthreads(3, 1, 1)]
               void main(uint t : SV_GroupIndex, out vertices O v[3], out indices uint3 n[1], out primitives I r[1]) { SetMeshOutputCounts(3, 1); O o; o.p = t; v[t] = o; n[0] = uint3(0, 1, 2); I i; @W r[0] = i; }",
    },
];

/// A shape of an element: its name, type, what follows its name, how it is read as a number, and written. `@` is the element.
struct Shape {
    name: &'static str,
    ty: &'static str,
    after: &'static str,
    read: &'static str,
    write: &'static str,
}

const SHAPES: &[Shape] = &[
    Shape { name: "float4", ty: "float4", after: "", read: "@.x", write: "@ = 2;" },
    Shape { name: "int2", ty: "int2", after: "", read: "@.y", write: "@ = 2;" },
    Shape { name: "float[2]", ty: "float", after: "[2]", read: "@[1]", write: "@[0] = 1; @[1] = 2;" },
    Shape { name: "float2x3", ty: "float2x3", after: "", read: "@[1][2]", write: "@ = 2;" },
    Shape { name: "row_major float3x2", ty: "row_major float3x2", after: "", read: "@[1][1]", write: "@ = 2;" },
    Shape { name: "uint3[2]", ty: "uint3", after: "[2]", read: "@[1].z", write: "@[0] = 1; @[1] = 2;" },
];

/// What two elements say: the attribute it is about, and what stands before the first and the second.
const PAIRS: &[(&str, &str, &str)] = &[
    ("location", "[[vk::location(7)]]", "[[vk::location(2)]]"),
    ("location", "[[vk::location(3)]]", ""),
    ("location", "[[vk::location(1)]]", "[[vk::location(1)]]"),
    ("ext_decorate", "[[vk::ext_decorate(30, 11)]]", ""),
    ("ext_decorate", "[[vk::ext_decorate(14)]]", ""),
    ("ext_decorate_string", "[[vk::ext_decorate_string(5635, \"name\")]]", ""),
    ("ext_decorate_id", "[[vk::ext_decorate_id(27, 3)]]", ""),
];

/// Built-ins with their types.
const BUILT_IN_TYPES: &[(&str, &str, &str)] = &[
    ("PointSize", "float", ""),
    ("HelperInvocation", "bool", ""),
    ("BaseVertex", "int", ""),
    ("BaseInstance", "uint", ""),
    ("DrawIndex", "int", ""),
    ("DeviceIndex", "int", ""),
    ("ViewportMaskNV", "int", "[1]"),
];

/// Environment of all of them.
const ENVIRONMENT: &str = "-fspv-target-env=vulkan1.2";

fn case(name: String, word: &'static str, on: On, target: &'static str, text: String) -> Case {
    Case { name, word, on: Some(on), target, options: ENVIRONMENT, text }
}

/// The cases.
pub fn cases() -> Vec<Case> {
    let mut list = Vec::new();
    for shape in SHAPES {
        for &(word, first, second) in PAIRS {
            let (ty, after) = (shape.ty, shape.after);
            let element =
                |attribute: &str, name: &str, semantic: &str| format!("{attribute} {ty} {name}{after} : {semantic}");
            let title = |point: &Point, place: &str| {
                let both = if second.is_empty() { first.to_owned() } else { format!("{first} and {second}") };
                format!("{both} on {} as {place}, {}", shape.name, point.name)
            };
            for point in POINTS {
                let with = |declared: &str, parameter: &str, a: &str, b: &str| {
                    let read = format!("{} + {}", shape.read.replace('@', a), shape.read.replace('@', b));
                    let write = format!("{} {}", shape.write.replace('@', a), shape.write.replace('@', b));
                    let text = point.text.replace("@D", declared).replace("@P", parameter);
                    text.replace("@U", &read).replace("@W", &write)
                };
                let way = point.way;
                let one = format!("{first} {way}{}", element("", "x", "X"));
                let two = format!("{second} {way}{}", element("", "y", "Y"));
                let parameters = with("", &format!("{one}, {two}"), "x", "y");
                list.push(case(title(point, "parameters"), word, On::Parameter, point.target, parameters));
                let members = format!("struct I {{ {}; {}; }};", element(first, "x", "X"), element(second, "y", "Y"));
                let text = with(&members, &format!("{way}I i"), "i.x", "i.y");
                list.push(case(title(point, "members"), word, On::Member, point.target, text));
                let nested = format!(
                    "struct J {{ {}; }}; struct I {{ J j; {}; }};",
                    element(first, "x", "X"),
                    element(second, "y", "Y")
                );
                let text = with(&nested, &format!("{way}I i"), "i.j.x", "i.y");
                list.push(case(title(point, "nested members"), word, On::Member, point.target, text));
            }
            for point in MEMBERS {
                let members = format!("{}; {};", element(first, "x", "X"), element(second, "y", "Y"));
                let read = format!("{} + {}", shape.read.replace('@', "i.x"), shape.read.replace('@', "i.y"));
                let write = format!("{} {}", shape.write.replace('@', "i.x"), shape.write.replace('@', "i.y"));
                let text = point.text.replace("@D", &format!("struct I {{ {members} }};")).replace("@M", &members);
                let text = text.replace("@U", &read).replace("@W", &write);
                list.push(case(title(point, "members"), word, On::Member, point.target, text));
            }
        }
    }
    list.extend(results());
    list.extend(with_built_ins());
    list.extend(with_modes());
    list
}

/// Attributes of results, and of render targets.
fn results() -> Vec<Case> {
    let mut list = Vec::new();
    let attributes = [
        ("location", "[[vk::location(3)]]"),
        ("index", "[[vk::location(0), vk::index(1)]]"),
        ("index", "[[vk::index(1)]]"),
        ("ext_decorate", "[[vk::ext_decorate(30, 2)]]"),
        ("ext_decorate_string", "[[vk::ext_decorate_string(5635, \"name\")]]"),
    ];
    for (word, attribute) in attributes {
        let sources = [
            (
                "a vertex shader's result",
                On::Function,
                "vs_6_2",
                "@ float4 main(out float4 p : SV_Position) : A { p = 0; return 1; }",
            ),
            ("a pixel shader's result", On::Function, "ps_6_2", "@ float4 main() : SV_Target { return 1; }"),
            ("a pixel shader's second target", On::Function, "ps_6_2", "@ float4 main() : SV_Target1 { return 1; }"),
            ("a target as a parameter", On::Parameter, "ps_6_2", "void main(@ out float4 t : SV_Target) { t = 1; }"),
            (
                "a target as a member",
                On::Member,
                "ps_6_2",
                "struct O { [[vk::location(0)]] float4 a : SV_Target0; @ float4 b : SV_Target1; }; O main() { O o; o.a = 1; o.b = 2; return o; }",
            ),
            ("depth", On::Function, "ps_6_2", "@ float main() : SV_Depth { return 1; }"),
        ];
        for (place, on, target, text) in sources {
            list.push(case(format!("{attribute} on {place}"), word, on, target, text.replace('@', attribute)));
        }
    }
    list
}

/// Every built-in at every point.
fn with_built_ins() -> Vec<Case> {
    let mut list = Vec::new();
    for name in built_ins() {
        let Some((_, ty, after)) = BUILT_IN_TYPES.iter().find(|row| row.0 == name) else { continue };
        let attribute = format!("[[vk::builtin(\"{name}\")]]");
        let (read, write) = if after.is_empty() { ("@", "@ = 1;") } else { ("@[0]", "@[0] = 1;") };
        for point in POINTS {
            let parameter = format!("{attribute} {}{ty} x{after} : X", point.way);
            let text = point.text.replace("@D", "").replace("@P", &parameter);
            let text = text.replace("@U", &read.replace('@', "x")).replace("@W", &write.replace('@', "x"));
            list.push(case(
                format!("{attribute} on a parameter, {}", point.name),
                "builtin",
                On::Parameter,
                point.target,
                text,
            ));
        }
        for point in POINTS.iter().chain(MEMBERS) {
            let members = format!("{attribute} {ty} x{after} : X;");
            let text = point
                .text
                .replace("@D", &format!("struct I {{ {members} }};"))
                .replace("@M", &members)
                .replace("@P", &format!("{}I i", point.way));
            let text = text.replace("@U", &read.replace('@', "i.x")).replace("@W", &write.replace('@', "i.x"));
            list.push(case(
                format!("{attribute} on a member, {}", point.name),
                "builtin",
                On::Member,
                point.target,
                text,
            ));
        }
    }
    list
}

/// What says how a pixel shader runs, in several shaders.
fn with_modes() -> Vec<Case> {
    let mut list = Vec::new();
    let sources = [
        ("a pixel shader", "ps_6_0", "@ float4 main() : SV_Target { return 1; }"),
        ("a pixel shader that writes depth", "ps_6_0", "@ float main() : SV_Depth { return 1; }"),
        ("a pixel shader that writes more depth", "ps_6_0", "@ float main() : SV_DepthGreaterEqual { return 1; }"),
        ("a pixel shader that writes a stencil reference", "ps_6_0", "@ uint main() : SV_StencilRef { return 1; }"),
        (
            "a pixel shader that reads coverage",
            "ps_6_0",
            "@ float4 main(uint c : SV_Coverage) : SV_Target { return c; }",
        ),
        (
            "a pixel shader with early tests",
            "ps_6_0",
            "@ [earlydepthstencil] float4 main(uint c : SV_Coverage) : SV_Target { return c; }",
        ),
        (
            "a pixel shader with early and late tests",
            "ps_6_0",
            "@ [[vk::early_and_late_tests]] uint main(out float d : SV_Depth) : SV_StencilRef { d = 1; return 1; }",
        ),
        ("a vertex shader", "vs_6_0", "@ float4 main() : SV_Position { return 1; }"),
        ("a compute shader", "cs_6_0", "@ [numthreads(1, 1, 1)] void main() {}"),
    ];
    for mode in modes() {
        for (place, target, text) in sources {
            let text = text.replace('@', &format!("[[vk::{mode}]]"));
            list.push(case(format!("{mode} on {place}"), mode, On::Function, target, text));
        }
    }
    list
}
