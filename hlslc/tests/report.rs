//! Tests what `hlslc report` says: each kind of cost with the line that makes it, the fate of loops, and the form of the JSON.

use crate::support::Folder;

/// An unrolled loop, a loop that stays, a branch that threads take differently and one that they do not, a dynamic index into a local
/// array, and values that are live across a read.
const SHADER: &str = "\
Buffer<float> In;
RWBuffer<float> Out;
cbuffer C { uint count; uint mode; }
[numthreads(64, 1, 1)]
void main(uint t : SV_DispatchThreadID) {
    float table[4] = { In[0], In[1], In[2], In[3] };
    float sum = 0;
    for (uint i = 0; i < count; i++)
        sum += In[i * 64 + t];
    [unroll] for (uint j = 0; j < 3; j++)
        sum = sqrt(sum + j);
    if (sum > In[t])
        Out[t + 64] = 1;
    if (mode == 3)
        Out[128] = table[t & 3];
    Out[t] = sum;
}
";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("report-{name}"));
    folder.file("a.hlsl", SHADER.as_bytes());
    folder
}

#[test]
fn each_cost_has_the_line_that_makes_it() {
    let said = folder("text").run(&["report", "a.hlsl", "-T", "cs_6_0"]);
    assert_eq!(said.code, 0, "{said:?}");
    let has = |line: &str| assert!(said.out.contains(line), "{line}:\n{}", said.out);
    has("entry point main");
    has("a.hlsl:8: not unrolled:");
    has("a.hlsl:10: unrolled: 3 iterations, as its attribute demands");
    has("loops that are left: 1\n    depth 1 at a.hlsl:8");
    has("dynamic indices into local arrays: 1\n    a.hlsl:15");
    has("divergent branches: 1\n    a.hlsl:12");
    has("transcendental       3 operations");
}

#[test]
fn the_same_is_there_as_data_and_for_spirv() {
    let folder = folder("json");
    let said = folder.run(&["report", "a.hlsl", "-T", "cs_6_0", "-spirv", "--json", "-Fo", "a.json"]);
    assert_eq!(said.code, 0, "{said:?}");
    let data: serde_json::Value = serde_json::from_slice(&folder.read("a.json")).expect("it is JSON");
    let entry = &data["entries"][0];
    assert_eq!(entry["entry"], "main");
    assert_eq!(entry["divergent_branches"][0]["at"]["line"], 12);
    assert!(entry["live"]["words"].as_u64().is_some_and(|words| words > 0), "{data:#}");
    assert!(entry["reads"]["executed"].as_u64() > entry["reads"]["operations"].as_u64(), "{data:#}");
}

#[test]
fn a_shader_with_errors_has_no_report() {
    let folder = folder("bad");
    folder.file("bad.hlsl", b"float4 main() : SV_Target { return x; }");
    let said = folder.run(&["report", "bad.hlsl", "-T", "ps_6_0"]);
    assert!(said.code != 0 && said.stderr.contains("undeclared identifier") && said.out.is_empty(), "{said:?}");
}
