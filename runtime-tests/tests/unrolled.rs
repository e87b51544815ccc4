//! Loops are unrolled for little work per iteration exactly where DXC unrolls them, which counts operands of calls.
//!
//! Each row is an iteration of one operation and the greatest trip count with which a loop of it is unrolled; with one more, both
//! compilers leave it a loop. A row that another DXC disagrees with shows that it counts otherwise.

use dxc_oracle::{AGREED_VALIDATOR, oracle};
use dxil::disasm::disassemble_container;
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};

const RESOURCES: &str = "Texture2D t; RWTexture2D<float4> rt; RWTexture2D<float> rt1; SamplerState s; SamplerComparisonState sc;
struct S { float a; float4 b; }; StructuredBuffer<float4> sb; StructuredBuffer<float> sb1; StructuredBuffer<S> sbs;
RWStructuredBuffer<float> ws; RWByteAddressBuffer wb; RWBuffer<float> wt; Buffer<float> tb; Buffer<float4> tb4; ByteAddressBuffer bb;
cbuffer C { float4 off[64]; float k; };
";

const ROUNDS: &[(&str, u32)] = &[
    ("c.x = c.x * x.x + i;", 37),
    ("c.x += (i * i);", 37),
    ("c.x += sin(x.x * i);", 21),
    ("c.x = max(c.x, x.x * i);", 21),
    ("c.x += sqrt(x.x + i);", 21),
    ("c.x = mad(c.x, x.x, i);", 21),
    ("c.x += ddx(x.x * i);", 21),
    ("c.x += dot(x, x * i);", 8),
    ("c.x += off[i].x;", 21),
    ("c += off[i];", 11),
    ("c.x += t.Sample(s, uv * i).x;", 4),
    ("c.xy += t.Sample(s, uv * i).xy;", 4),
    ("c += t.Sample(s, uv * i);", 3),
    ("c += t.Sample(s, uv + off[i].xy);", 3),
    ("c.x += t.SampleLevel(s, uv * i, 0).x;", 4),
    ("c.x += t.SampleGrad(s, uv * i, uv, uv).x;", 3),
    ("c.x += t.SampleCmp(sc, uv * i, 0.5);", 4),
    ("c += t.Gather(s, uv * i);", 4),
    ("c.x += t.Load(int3(i, 0, 0)).x;", 7),
    ("c += t.Load(int3(i, 0, 0));", 5),
    ("c.x += rt1[uint2(i, 0)];", 7),
    ("rt[uint2(i, 0)] = x;", 7),
    ("c.x += tb[i];", 9),
    ("c += tb4[i];", 7),
    ("wt[i] = x.x;", 8),
    ("c.x += sb1[i];", 8),
    ("c += sb[i];", 6),
    ("c.x += sbs[i].a;", 8),
    ("ws[i] = x.x;", 7),
    ("c.x += asfloat(bb.Load(i * 4));", 7),
    ("c += asfloat(bb.Load4(i * 16));", 5),
    ("wb.Store(i * 4, i);", 7),
    ("c.x += t.Sample(s, uv * i).x + t.Sample(s, uv.yx * i).x;", 3),
    ("c.x += sb1[i] + sb1[i + 1];", 5),
    // A barrier is never there twice.
    ("DeviceMemoryBarrier(); c.x += x.y * i;", 1),
];

/// Whether a loop of this many iterations is still one.
fn is_loop(compiler: &dyn ShaderCompiler, round: &str, count: u32) -> bool {
    let source = format!(
        "{RESOURCES}float4 main(float2 uv : U, float4 x : X) : SV_Target {{ float4 c = 0; \
         for (int i = 0; i < {count}; i++) {{ {round} }} return c; }}"
    );
    let text = format!("// A loop.\n//: target ps_6_0\n{source}");
    let case = Case::parse("loop", &text).expect("the head is right");
    let bytes =
        compiler.compile(&case, Form::Dxil(AGREED_VALIDATOR)).unwrap_or_else(|error| panic!("{round}: {error}"));
    disassemble_container(&bytes).unwrap_or_else(|error| panic!("{round}: {error}")).contains(" phi ")
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn loops_are_unrolled_as_often_as_in_dxc() {
    let dxc = oracle();
    let compilers: [(&str, &dyn ShaderCompiler); 2] = [("hlslc", &Hlslc), ("DXC", &dxc)];
    let mut wrong = Vec::new();
    for &(round, most) in ROUNDS {
        for (name, compiler) in &compilers {
            let (little, much) = (is_loop(*compiler, round, most), is_loop(*compiler, round, most + 1));
            if little || !much {
                wrong.push(format!("{name}: {round} {most} times: {little}, once more: {much}"));
            }
        }
    }
    assert!(wrong.is_empty(), "whether it is a loop:\n{}", wrong.join("\n"));
}
