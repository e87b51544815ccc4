//! Generates the sources of the ladders, each of which grows in one dimension.
//!
//! Input: a size. Output: a shader with this many of what the ladder counts.

use std::fmt::Write as _;

/// `count` pieces, each made of its number.
fn repeat(count: u32, mut piece: impl FnMut(u32) -> String) -> String {
    (0..count).map(&mut piece).collect()
}

/// A compute shader: declarations, and the body of its function.
fn shader(declarations: &str, body: &str) -> String {
    format!(
        "RWBuffer<float> Out; Buffer<float> In; cbuffer Numbers {{ float p, q; int n; }};\n{declarations}\n\
         [numthreads(64, 1, 1)]\nvoid main(uint id : SV_DispatchThreadID)\n{{\nfloat x = p;\n{body}\nOut[id] = x;\n}}\n"
    )
}

pub(super) fn statements(size: u32) -> String {
    shader("", &repeat(size, |at| format!("x = x * p + {}.25 - q;\n", at % 89)))
}

pub(super) fn unrolled_loops(size: u32) -> String {
    shader(
        "",
        &repeat(size, |at| format!("[unroll] for (int i{at} = 0; i{at} < 4; i{at}++) x += In[i{at} + n] * q;\n")),
    )
}

pub(super) fn unrolled_nest(size: u32) -> String {
    let body = format!(
        "[unroll] for (int i = 0; i < {size}; i++) [unroll] for (int j = 0; j < 8; j++) [unroll] for (int k = 0; k < 4; k++) \
         x += In[i * 32 + j * 4 + k];"
    );
    shader("", &body)
}

pub(super) fn inlined_returns(size: u32) -> String {
    let function = "float pick(float a) { if (a > p) return a * 2; if (a > q) return a + 1; return a; }";
    shader(function, &repeat(size, |at| format!("x += pick(In[{at}]);\n")))
}

/// What libraries share: resources, and what their functions take.
const SHARED: &str = "cbuffer Numbers { float4 k; int m; }; Texture2D<float4> image; SamplerState smooth;\n\
    RWStructuredBuffer<float4> results; struct Surface { float4 position; float2 uv; };\n";

pub(super) fn exported(size: u32) -> String {
    let function = |at| {
        format!(
            "export float4 shade{at}(Surface s, inout int count, float weight)\n{{\n\
             float4 colour = image.SampleLevel(smooth, s.uv, weight) * k;\n\
             for (int i = 0; i < m; ++i)\n    if (i & count) colour += results[i + {at}] * weight;\n\
             count += {at};\nreturn normalize(colour + s.position);\n}}\n"
        )
    };
    SHARED.to_owned() + &repeat(size, function)
}

pub(super) fn exported_chain(size: u32) -> String {
    let function = |at: u32| match at.checked_sub(1) {
        None => "export float4 shade0(float4 a, inout int b) { b += 1; return a * k; }\n".to_owned(),
        Some(before) => format!(
            "[noinline] export float4 shade{at}(float4 a, inout int b) {{ b += {at}; return shade{before}(a * k, b) + results[b]; }}\n"
        ),
    };
    SHARED.to_owned() + &repeat(size, function)
}

pub(super) fn miss_shaders(size: u32) -> String {
    let shader = |at| {
        format!(
            "[shader(\"miss\")] void miss{at}(inout Surface s) {{ s.position += results[{at}] * WorldRayDirection().x; }}\n"
        )
    };
    SHARED.to_owned() + &repeat(size, shader)
}

pub(super) fn call_chain(size: u32) -> String {
    let mut functions = "float f0(float a) { return a + q; }\n".to_owned();
    for at in 1..size {
        let _ = writeln!(functions, "float f{at}(float a) {{ return f{}(a * {at}.5) + p; }}", at - 1);
    }
    shader(&functions, &format!("x = f{}(x);", size - 1))
}

pub(super) fn struct_through_calls(size: u32) -> String {
    let mut declarations =
        "struct Wide { float parts[800]; };\nWide f0(Wide w) { w.parts[0] += q; return w; }\n".to_owned();
    for at in 1..size {
        let _ = writeln!(declarations, "Wide f{at}(Wide w) {{ w.parts[{}] += p; return f{}(w); }}", at % 800, at - 1);
    }
    shader(&declarations, &format!("Wide w = (Wide)x; w = f{}(w); x = w.parts[0] + w.parts[5];", size - 1))
}

pub(super) fn breaks(size: u32) -> String {
    let exits = repeat(size, |at| format!("if (x > {at}.5) break; x += In[i + {at}];\n"));
    shader("", &format!("for (int i = 0; i < n; i++) {{\n{exits}}}"))
}

pub(super) fn else_ifs(size: u32) -> String {
    let chain = repeat(size, |at| format!("if (n == {at}) x = q * {at}; else\n"));
    shader("", &format!("{chain} x = 0;"))
}

pub(super) fn breaks_on_inputs(size: u32) -> String {
    let exits = repeat(size, |at| {
        let (lane, other) = (["x", "y", "z", "w"][at as usize % 4], ["x", "y", "z", "w"][at as usize / 4 % 4]);
        format!("if (x > {at}.5 + b.{lane}) break; x += In[i + {at}]; y += x * c.{other};\n")
    });
    format!(
        "Buffer<float> In; cbuffer Numbers {{ int n; }};\n\
         float4 main(float4 a : A, float4 b : B, float4 c : C, float4 d : D) : SV_Target\n{{\nfloat x = a.x, y = 0;\n\
         for (int i = 0; i < n; i++) {{\n{exits}}}\nreturn float4(x, y, d.xy);\n}}\n"
    )
}

pub(super) fn cases(size: u32) -> String {
    let cases = repeat(size, |at| format!("case {at}: x = q * {at}; break;\n"));
    shader("", &format!("switch (n) {{\n{cases}}}"))
}

pub(super) fn case_constants(size: u32) -> String {
    let cases = repeat(size, |at| format!("case {at}: x = {}; break;\n", at * at % 97));
    shader("", &format!("switch (n) {{\n{cases}default: x = 0; }}"))
}

pub(super) fn cases_that_run_on(size: u32) -> String {
    let end = |at: u32| if at % 3 == 2 || at + 1 == size { "break;" } else { "" };
    let cases = repeat(size, |at| format!("case {at}: x += In[{at}]; {}\n", end(at)));
    shader("", &format!("switch (n) {{\n{cases}}}"))
}

pub(super) fn loop_variables(size: u32) -> String {
    let declared = repeat(size, |at| format!("float v{at} = In[{at}];\n"));
    let changed = repeat(size, |at| format!("v{at} = v{at} * v{} + q;\n", (at + 1) % size));
    let summed = repeat(size, |at| format!("x += v{at};\n"));
    shader("", &format!("{declared}for (int i = 0; i < n; i++) {{\n{changed}}}\n{summed}"))
}

pub(super) fn early_returns(size: u32) -> String {
    shader("", &repeat(size, |at| format!("if (x > {at}.5) {{ Out[id] = x; return; }} x += In[{at}];\n")))
}

pub(super) fn unbound_resources(size: u32) -> String {
    shader(&repeat(size, |at| format!("Buffer<float> B{at};\n")), &repeat(size, |at| format!("x += B{at}[id];\n")))
}

pub(super) fn conditionals(size: u32) -> String {
    shader("", &repeat(size, |at| format!("x = n > {at} ? x * q : x + {at};\n")))
}

pub(super) fn constant_table(size: u32) -> String {
    let values = repeat(size, |at| format!("{at}.5, "));
    shader(&format!("static const float Table[{size}] = {{ {values} }};"), "x = Table[n];")
}

pub(super) fn local_table(size: u32) -> String {
    let values = repeat(size, |at| format!("p * {at}, "));
    shader("", &format!("float table[{size}] = {{ {values} }}; x = table[n];"))
}

pub(super) fn struct_reads(size: u32) -> String {
    let declarations =
        "struct Wide { float4 rows[100]; float4 last; }; cbuffer C { Wide w; }; Wide get() { return w; }";
    shader(declarations, &repeat(size, |at| format!("x += get().last.x * {at};\n")))
}

pub(super) fn struct_rows(size: u32) -> String {
    let declarations = format!(
        "struct Wide {{ float4 rows[{size}]; float4 last; }}; cbuffer C {{ Wide w; }}; Wide get() {{ return w; }}"
    );
    shader(&declarations, &repeat(20, |at| format!("x += get().last.x * {at};\n")))
}

pub(super) fn functions_unused(size: u32) -> String {
    shader(&repeat(size, |at| format!("float f{at}(float a) {{ return a * {at}.5 + q; }}\n")), "")
}

pub(super) fn functions_called(size: u32) -> String {
    let functions = repeat(size, |at| format!("float f{at}(float a) {{ return a * {at}.5 + q; }}\n"));
    shader(&functions, &repeat(size, |at| format!("x = f{at}(x);\n")))
}

pub(super) fn functions_of_25_lines(size: u32) -> String {
    let line = |at: u32| format!("a = a * {at}.5 + In[{at} + n];\n");
    let functions = repeat(size, |at| {
        format!("float f{at}(float a) {{\n{}return a;\n}}\n", repeat(23, |line_at| line(line_at + at)))
    });
    shader(&functions, &repeat(size, |at| format!("x = f{at}(x);\n")))
}

pub(super) fn loops(size: u32) -> String {
    shader("", &repeat(size, |at| format!("for (int i{at} = 0; i{at} < n; i{at}++) x += In[i{at} + {at}];\n")))
}

pub(super) fn nests(size: u32) -> String {
    let nest = |at: u32| {
        format!(
            "for (int i{at} = 0; i{at} < n; i{at}++) {{ if (x > {at}.5) {{ for (int j{at} = i{at}; j{at} < n; j{at}++) {{ \
             if (x < j{at}) {{ x += In[j{at}] * q; }} }} }} }}\n"
        )
    };
    shader("", &repeat(size, nest))
}

pub(super) fn nested_ifs(size: u32) -> String {
    shader("", &(repeat(size, |at| format!("if (n > {at}) {{ x += q * {at};\n")) + &"}".repeat(size as usize)))
}

pub(super) fn nested_expression(size: u32) -> String {
    let size = size as usize;
    shader("", &format!("x = {}x{};", "(".repeat(size), " * p + q)".repeat(size)))
}

pub(super) fn resources(size: u32) -> String {
    let declarations = repeat(size, |at| format!("Buffer<float> B{at} : register(t{});\n", at + 1));
    shader(&declarations, &repeat(size, |at| format!("x += B{at}[id];\n")))
}

pub(super) fn constants(size: u32) -> String {
    let members = repeat(size, |at| format!("float m{at};\n"));
    shader(&format!("cbuffer Many {{\n{members}}};"), &repeat(size, |at| format!("x += m{at};\n")))
}

pub(super) fn unroll_count(size: u32) -> String {
    shader("", &format!("[unroll] for (int i = 0; i < {size}; i++) x += In[i] * q;"))
}

pub(super) fn unroll_array(size: u32) -> String {
    let body = format!(
        "float v[{size}];\n[unroll] for (int i = 0; i < {size}; i++) v[i] = In[i] * q;\n\
         [unroll] for (int j = 0; j < {size}; j++) x += v[j] * v[(j * 7) % {size}];"
    );
    shader("", &body)
}

pub(super) fn array_by_value(size: u32) -> String {
    let declarations =
        format!("struct S {{ float v[{size}]; }};\nfloat f(S s, int at) {{ s.v[at] = 1; return s.v[n]; }}\n");
    shader(
        &declarations,
        &format!("S s; for (int i = 0; i < {size}; i++) s.v[i] = In[i]; x = f(s, 0) + f(s, 1) + f(s, 2);"),
    )
}

pub(super) fn struct_members(size: u32) -> String {
    let members = repeat(size, |at| format!("float m{at};\n"));
    let stores = repeat(size, |at| format!("s.m{at} = q * {at};\n"));
    let loads = repeat(size, |at| format!("x += s.m{at};\n"));
    shader(&format!("struct S {{\n{members}}};"), &format!("S s;\n{stores}{loads}"))
}

pub(super) fn macros(size: u32) -> String {
    let defined = repeat(size, |at| format!("#define M{at} ({at}.5 * q)\n"));
    shader(&defined, &repeat(size, |at| format!("x += M{at};\n")))
}

pub(super) fn comments(size: u32) -> String {
    shader(&"// words of a comment that the lexer passes over, one line after the other\n".repeat(size as usize), "")
}

pub(super) fn stores(size: u32) -> String {
    shader("", &repeat(size, |at| format!("Out[id + {at}] = x * {at};\n")))
}

pub(super) fn instances(size: u32) -> String {
    shader("template<int N> float t(float a) { return a * N + 1; }", &repeat(size, |at| format!("x = t<{at}>(x);\n")))
}

pub(super) fn matrices(size: u32) -> String {
    shader("float4x4 a;", &format!("float4x4 m = a;\n{}x = m[0][0];", "m = mul(m, a);\n".repeat(size as usize)))
}

pub(super) fn library_resources(size: u32) -> String {
    let buffers = repeat(size, |at| format!("StructuredBuffer<float> in{at}; RWStructuredBuffer<float> out{at};\n"));
    let functions = repeat(size, |at| {
        format!(
            "[shader(\"miss\")] void miss{at}(inout Payload p) {{ out{at}[0] = in{at}[1] + in{}[2]; }}\n",
            at * 7 % size
        )
    });
    format!("struct Payload {{ float color; }};\n{buffers}{functions}")
}

pub(super) fn nameless(size: u32) -> String {
    let members = repeat(size, |at| format!("struct {{ float a, b; }} s{at};\n"));
    shader(&format!("cbuffer Many {{\n{members}}}\n"), &repeat(size, |at| format!("x += s{at}.a;\n")))
}
