//! Loads and stores of structured and byte address buffers are as many as DXC's, of the same scalars, with the same
//! alignment. A load with a status is a load that exists anyway.

use std::fmt::Write as _;

use dxc_oracle::{AGREED_VALIDATOR, oracle};
use hlslc_runtime_tests::shaders::Loaded;

/// Types of what is loaded and stored.
const TYPES: &[&str] = &[
    "float",
    "float3",
    "uint4",
    "double",
    "double2",
    "double3",
    "double4",
    "int64_t",
    "uint64_t3",
    "float2x3",
    "float3x2",
    "float3x3",
    "float4x4",
    "R",
    "double2x2",
    "bool2",
    "S",
    "W",
];

const STRUCTS: &str = "typedef row_major float2x3 R; struct S { float a; float3 b; float2x2 m; uint c[2]; }; struct W { uint64_t a; uint b; double2 c; };\n";

const PROFILES: &[&str] = &["cs_6_0", "cs_6_2", "cs_6_3", "cs_6_6"];

/// What is done, with `T` for the type.
const ACCESSES: &[(&str, &str, &str)] = &[
    ("StructuredBuffer.Load", "StructuredBuffer<T> b; RWStructuredBuffer<T> o;", "o[i] = b.Load(i + 1);"),
    (
        "StructuredBuffer.Load with a status",
        "StructuredBuffer<T> b; RWStructuredBuffer<T> o; RWBuffer<uint> s;",
        "uint st; o[i] = b.Load(i + 1, st); s[i] = st;",
    ),
    ("ByteAddressBuffer.Load", "ByteAddressBuffer b; RWStructuredBuffer<T> o;", "o[i] = b.Load<T>(i * 64);"),
    (
        "ByteAddressBuffer.Load with a status",
        "ByteAddressBuffer b; RWStructuredBuffer<T> o; RWBuffer<uint> s;",
        "uint st; o[i] = b.Load<T>(i * 64, st); s[i] = st;",
    ),
    ("RWByteAddressBuffer.Store", "StructuredBuffer<T> b; RWByteAddressBuffer o;", "o.Store<T>(i * 64, b[i]);"),
];

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn raw_accesses_are_those_of_dxc() {
    let dxc = oracle();
    let (mut different, mut compared, mut rejected) = (String::new(), 0, Vec::new());
    for (name, declarations, statements) in ACCESSES {
        for ty in TYPES {
            // Of an address no more is known than that it is a word's. DXC takes it for that of a number, and for the alignment of a struct.
            if *ty == "W" && name.starts_with("ByteAddressBuffer") {
                continue;
            }
            for &profile in PROFILES {
                let source = format!(
                    "{STRUCTS}{}\n[numthreads(1, 1, 1)] void main(uint i : SV_DispatchThreadID) {{ {} }}\n",
                    declarations.replace("<T>", &format!("<{ty} >")),
                    statements.replace("<T>", &format!("<{ty} >")),
                );
                let options = ["-T", profile, "-E", "main", "-HV", "2021"].map(str::to_owned).to_vec();
                let shader = Loaded::new("t.hlsl".to_owned(), source, options);
                let ours =
                    shader.ours(AGREED_VALIDATOR, &[]).unwrap_or_else(|why| panic!("{name} of {ty}, {profile}: {why}"));
                let Ok(theirs) = shader.theirs(&dxc, AGREED_VALIDATOR, &[]) else {
                    rejected.push(format!("{name} of {ty}"));
                    continue;
                };
                let [theirs, ours] =
                    [theirs, ours].map(|bytes| accesses(&dxc.disassemble(&bytes).expect("DXC lists what it takes")));
                if theirs != ours {
                    // Writing to a string cannot fail.
                    let _ =
                        writeln!(different, "{name} of {ty}, {profile}:\n  expected {theirs:?}\n  found    {ours:?}");
                }
                compared += 1;
            }
        }
    }
    rejected.dedup();
    println!("{compared} shaders compared; refused by this DXC: {rejected:?}");
    assert!(different.is_empty(), "{different}");
}

/// The raw loads and stores of a listing: the operation, its number of components, and its alignment where it says one.
fn accesses(listing: &str) -> Vec<String> {
    let calls = listing
        .lines()
        .filter(|line| line.contains("call ") && line.contains("ufferLoad") | line.contains("ufferStore"));
    let mut accesses: Vec<String> = calls.map(access).collect();
    accesses.sort();
    accesses
}

fn access(line: &str) -> String {
    let call = line.split_once("@dx.op.").map_or(line, |(_, call)| call);
    let call = call.split_once(')').map_or(call, |(call, _)| call);
    let name = call.split('(').next().unwrap_or_default();
    let operands: Vec<&str> = call.split(", ").collect();
    let constants: Vec<&str> =
        operands.iter().rev().take(2).rev().copied().filter(|operand| !operand.contains('%')).collect();
    if name.starts_with("raw") { format!("{name} {}", constants.join(", ")) } else { name.to_owned() }
}
