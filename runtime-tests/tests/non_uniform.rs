//! An index that `NonUniformResourceIndex` marks keeps its mark, whatever it goes through on its path to the resource.
//!
//! Random programs send marked values, and beside them others that are not, through locals, parameters, structs, arrays, loops,
//! choices, casts and calls to the index of arrays of resources. A marked value picks from an SRV, an unmarked one from a UAV: so it
//! is seen in the output which handles must say that they are non-uniform, and which must not.

use dxc_oracle::{CompileRequest, oracle};
use dxil::disasm::disassemble_container;
use hlslc::options::Emit;
use hlslc::{Compiler, NoIncludes, Options, Style};
use hlslc_runtime_tests::random::Random;
use hlslc_runtime_tests::spirv::{Verdict, validate};
use std::collections::HashSet;
use std::fmt::Write as _;

/// How many programs there are.
const PROGRAMS: u64 = 200;

/// Where a program runs and how it reaches its resources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Registers,
    Heap,
    Library,
}

/// The targets of DXIL: each has another operation that makes handles.
const TARGETS: &[(&str, Kind)] = &[
    ("cs_6_0", Kind::Registers),
    ("cs_6_6", Kind::Registers),
    ("cs_6_6", Kind::Heap),
    ("lib_6_3", Kind::Library),
    ("lib_6_6", Kind::Library),
];

/// The arrays that marked values pick from: declaration, and what is read of an element.
const MARKED: &[(&str, &str)] = &[
    ("Buffer<uint> M[8] : register(t0);", "M[{}][0]"),
    ("Texture2D<uint> M[8] : register(t0);", "M[{}].Load(int3(0, 0, 0))"),
    ("StructuredBuffer<uint> M[8] : register(t0);", "M[{}][0]"),
    ("ByteAddressBuffer M[8] : register(t0);", "M[{}].Load(0)"),
    ("Buffer<uint> M[2][4] : register(t0);", "M[c.w & 1][{}][0]"),
];

/// What a value may go through. `m` is marked, `p` is not; `v` gets something that depends on `m`, `w`, where it is there,
/// something that does not. First the declarations, then the statements.
const STEPS: &[(&str, &str)] = &[
    ("", "uint v = m;"),
    ("", "uint v = m + p;"),
    ("", "uint v = p - m * 3;"),
    ("", "uint v = (m ^ p) >> 1;"),
    ("", "uint v = min(m, p + 5);"),
    ("", "uint v = uint(float(m) * 2.0);"),
    ("", "uint v = asuint(asfloat(m) + 1.0);"),
    ("", "uint v = uint(-int(m) / 3);"),
    ("", "uint4 tN = uint4(p, m, p, p + 1); uint v = tN.y; uint w = tN.z;"),
    ("", "uint2 tN = uint2(p, p + 1); tN[c.x & 1] = m; uint v = tN.x + tN.y;"),
    ("", "uint v = c.x > 3 ? m : p;"),
    ("", "uint v = m > 4 ? p : p + 1;"),
    ("", "uint v = p; if (c.y > 2) { v = m; } else { v = p + 1; }"),
    ("", "uint v = p; [branch] if (m & 1) { v = p + 3; }"),
    ("", "uint v = p; [loop] for (uint iN = 0; iN < c.z; ++iN) { v += m; }"),
    ("", "uint v = p; [loop] while (true) { v += m; if (v > 50) break; }"),
    ("", "uint v = 0; [loop] while (v < m) { v += 7; }"),
    ("", "uint v; switch (c.x & 3) { case 0: v = m; break; case 1: v = p; break; default: v = m + 1; break; }"),
    ("", "uint aN[3]; aN[0] = p; aN[1] = m; aN[2] = p + 1; uint v = aN[1]; uint w = aN[2];"),
    ("", "uint aN[4] = { p, m, p, p }; uint v = aN[c.y & 3];"),
    ("", "uint aN[4]; [unroll] for (uint iN = 0; iN < 4; ++iN) { aN[iN] = m + iN; } uint v = aN[c.w & 3];"),
    ("", "uint aN[4] = { 5, 1, 7, 2 }; uint v = aN[m & 3];"),
    ("uint fN(uint a, uint b) { return a * 2 + b; }", "uint v = fN(m, p);"),
    ("void fN(uint a, out uint o) { o = a + 1; }", "uint v; fN(m, v);"),
    ("void fN(inout uint a, uint b) { a += b; }", "uint v = p; fN(v, m);"),
    (
        "void fN(inout uint a[3], uint b) { a[2] = b; }",
        "uint aN[3] = { p, p, p }; fN(aN, m); uint v = aN[2]; uint w = aN[1];",
    ),
    (
        "uint fN(uint a, uint b) { if (b > 3) return a; for (uint i = 0; i < b; ++i) { if (i == 2) return a + i; } return a * 2; }",
        "uint v = fN(m, p);",
    ),
    ("struct SN { uint a; uint b; };", "SN sN; sN.a = p; sN.b = m; uint v = sN.b; uint w = sN.a;"),
    (
        "struct SN { uint a; uint b; uint get() { return b; } };",
        "SN sN; sN.a = p; sN.b = m; uint v = sN.get(); uint w = sN.a;",
    ),
    (
        "struct SN { uint a; uint b; }; SN fN(SN s) { SN r; r.a = s.b; r.b = s.a; return r; }",
        "SN sN; sN.a = p; sN.b = m; SN rN = fN(sN); uint v = rN.a; uint w = rN.b;",
    ),
    (
        "struct SN { uint a; uint b; }; struct TN { SN s; uint c[2]; }; void fN(inout TN t, uint b) { t.s.b = b; t.c[1] = b; }",
        "TN sN = (TN)0; sN.s.a = p; fN(sN, m); uint v = sN.s.b + sN.c[c.x & 1]; uint w = sN.s.a;",
    ),
    (
        "struct SN { uint a; uint b; };",
        "SN sN[2]; sN[0].a = p; sN[0].b = p; sN[1].a = p; sN[1].b = m; uint v = sN[c.x & 1].b; uint w = sN[c.x & 1].a;",
    ),
    ("static uint gN; uint fN() { return gN + 1; }", "gN = m; uint v = fN();"),
    ("template<typename T> T fN(T a, T b) { return a + b; }", "uint v = fN(m, p);"),
];

/// A program, for each kind: its source.
fn program(seed: u64, kind: Kind) -> String {
    let mut random = Random::new(seed);
    let (array, read) = *random.pick(MARKED);
    let (mut declarations, mut body) = (String::new(), String::new());
    let mut marked = vec!["m0".to_owned()];
    let mut plain = vec!["p0".to_owned()];
    let steps = 3 + random.below(6);
    for n in 1..=steps {
        let (declared, code) = *random.pick(STEPS);
        // Mostly the newest, so that paths get long.
        let mut choose = |of: &[String]| {
            let newest = random.percent(70);
            if newest { of[of.len() - 1].clone() } else { random.pick(of).clone() }
        };
        let (m, p) = (choose(&marked), choose(&plain));
        let _ = writeln!(declarations, "{}", renamed(declared, n, &m, &p));
        let _ = writeln!(body, "    {}", renamed(code, n, &m, &p));
        marked.push(format!("v{n}"));
        if code.contains(" w = ") {
            plain.push(format!("w{n}"));
        }
    }
    let first = random.below(marked.len() as u64) as usize;
    for at in [first, marked.len() - 1] {
        let element = match kind {
            Kind::Heap => {
                let _ = writeln!(body, "    Buffer<uint> h{at} = ResourceDescriptorHeap[{}];", marked[at]);
                format!("h{at}[0]")
            }
            Kind::Registers | Kind::Library => read.replace("{}", &marked[at]),
        };
        let _ = writeln!(body, "    {{ sum += {element}; }}");
        if at == marked.len() - 1 && first == at {
            break;
        }
    }
    let _ = writeln!(body, "    sum += U[{} & 7][0];", plain[plain.len() - 1]);
    let (start, x) = match kind {
        Kind::Library => ("[shader(\"raygeneration\")] void main()", "DispatchRaysIndex().x"),
        Kind::Registers | Kind::Heap => ("[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)", "id.x"),
    };
    format!(
        "{array}\nRWBuffer<uint> U[8] : register(u0, space1);\nRWBuffer<uint> sink : register(u0, space2);\n\
         cbuffer C : register(b0, space3) {{ uint4 c; }}\n{declarations}{start} {{\n    uint x = {x}, sum = 0;\n    \
         uint m0 = NonUniformResourceIndex(x + {}), p0 = c.x + {};\n{body}    sink[x] = sum;\n}}\n",
        random.below(9),
        random.below(9)
    )
}

/// A step with its own names: words of one letter, and `N` at the end of one.
fn renamed(code: &str, n: u64, m: &str, p: &str) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some(at) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        let end = rest[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(rest.len(), |end| at + end);
        out.push_str(&rest[..at]);
        let is_member = out.ends_with('.');
        match &rest[at..end] {
            "m" => out.push_str(m),
            "p" => out.push_str(p),
            word @ ("v" | "w") if !is_member => {
                let _ = write!(out, "{word}{n}");
            }
            word => match word.strip_suffix('N') {
                Some(word) => {
                    let _ = write!(out, "{word}_{n}");
                }
                None => out.push_str(word),
            },
        }
        rest = &rest[end..];
    }
    out + rest
}

/// What is wrong with the handles in a listing of DXIL: those of marked indices that do not say so, and others that do. Also
/// how many of the former there are.
fn wrong_in_dxil(listing: &str) -> (usize, Vec<String>, Vec<String>) {
    let (mut count, mut lost, mut invented) = (0, Vec::new(), Vec::new());
    for line in listing.lines().filter(|line| line.contains(" = ")) {
        let (wants, says) = if line.contains("@dx.op.createHandle(") {
            (line.contains("i32 57, i8 0,"), line.contains("i1 true)"))
        } else if line.contains("@dx.op.createHandleFromBinding(") {
            (line.contains("i32 0, i8 0 }"), line.contains("i1 true)"))
        } else if line.contains("@dx.op.createHandleFromHeap(") {
            (true, line.contains("i1 true)"))
        } else if line.contains("getelementptr") && (line.contains("@\"\\01?M@") || line.contains("@\"\\01?U@")) {
            (line.contains("@\"\\01?M@"), line.contains("!dx.nonuniform"))
        } else {
            continue;
        };
        count += usize::from(wants);
        match (wants, says) {
            (true, false) => lost.push(line.to_owned()),
            (false, true) => invented.push(line.to_owned()),
            _ => {}
        }
    }
    (count, lost, invented)
}

/// The same for SPIR-V, of which the marked variables are those of descriptor set 0: index, pointer and
/// what is loaded of an image must be decorated.
fn wrong_in_spirv(text: &str) -> (usize, Vec<String>, Vec<String>) {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    let lines: Vec<Vec<String>> = text.lines().map(words).collect();
    let decorated: HashSet<&str> =
        lines.iter().filter(|line| line.len() == 3 && line[2] == "NonUniform").map(|line| line[1].as_str()).collect();
    let set = |id: &str| lines.iter().find(|line| line.len() == 4 && line[2] == "DescriptorSet" && line[1] == id);
    let (mut count, mut lost, mut invented) = (0, Vec::new(), Vec::new());
    let mut pointers: HashSet<&str> = HashSet::new();
    for line in &lines {
        let op = line.get(2).map_or("", String::as_str);
        if op == "OpAccessChain" && set(&line[4]).is_some_and(|set| set[3] == "0") {
            count += 1;
            pointers.insert(&line[0]);
            if !decorated.contains(line[0].as_str()) || !decorated.contains(line[5].as_str()) {
                lost.push(line.join(" "));
            }
        } else if op == "OpAccessChain" && decorated.contains(line[0].as_str()) {
            invented.push(line.join(" "));
        } else if op == "OpLoad" && pointers.contains(line[4].as_str()) && !decorated.contains(line[0].as_str()) {
            // What is loaded of memory is a number, and no object to be used.
            let used = lines.iter().any(|user| user.len() > 4 && user[2].starts_with("OpImage") && user[4] == line[0]);
            if used {
                lost.push(line.join(" "));
            }
        }
    }
    (count, lost, invented)
}

fn compiled(source: &str, options: &str, emit: Emit) -> hlslc::Output {
    let mut options = Options::from_args(options.split(' ')).expect("the words are right");
    options.emit = emit;
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}\n{source}", output.render(Style::Located, false));
    output
}

#[test]
fn a_marked_index_is_never_lost_in_dxil() {
    let mut handles = 0;
    for seed in 0..PROGRAMS {
        for &(target, kind) in TARGETS {
            let source = program(seed, kind);
            for level in ["-Od", "-O3"] {
                let output = compiled(&source, &format!("-T {target} -E main -HV 2021 {level} -Vd"), Emit::Object);
                let listing = disassemble_container(&output.object.expect("it was compiled")).expect("it can be read");
                let (count, lost, invented) = wrong_in_dxil(&listing);
                assert!(count > 0, "no handle is marked in {target} {kind:?}:\n{source}\n{listing}");
                assert!(lost.is_empty(), "{target} {kind:?} {level}, seed {seed}: lost in {lost:#?}\n{source}");
                assert!(
                    invented.is_empty(),
                    "{target} {kind:?} {level}, seed {seed}: too many in {invented:#?}\n{source}"
                );
                handles += count;
            }
        }
    }
    println!(
        "{PROGRAMS} programs, {} containers, {handles} handles with a marked index",
        2 * PROGRAMS as usize * TARGETS.len()
    );
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_marked_index_is_never_lost_in_spirv() {
    let mut chains = 0;
    for seed in 0..PROGRAMS {
        let source = program(seed, Kind::Registers);
        for level in ["-Od", "-O3"] {
            let options = format!("-T cs_6_0 -E main -HV 2021 -spirv -fspv-target-env=vulkan1.1 {level}");
            let text = compiled(&source, &options, Emit::SpirvAsm).text.expect("it was compiled");
            let (count, lost, invented) = wrong_in_spirv(&text);
            assert!(count > 0, "no access is marked:\n{source}\n{text}");
            assert!(lost.is_empty(), "{level}, seed {seed}: lost in {lost:#?}\n{source}\n{text}");
            assert!(invented.is_empty(), "{level}, seed {seed}: too many in {invented:#?}\n{source}\n{text}");
            chains += count;
            let module = compiled(&source, &options, Emit::Object).object.expect("it was compiled");
            match validate(&module, "vulkan1.1") {
                Verdict::Valid => {}
                Verdict::Invalid(why) => panic!("{level}, seed {seed}: {why}\n{source}"),
                Verdict::Unavailable(why) => panic!("{why}"),
            }
        }
    }
    println!("{PROGRAMS} programs, {} modules, {chains} accesses with a marked index", 2 * PROGRAMS);
}

/// DXC loses some, where the mark goes through more than arithmetic on one path. What it keeps hlslc keeps, as it loses none; this
/// counts what DXC does, and holds it to no more than losing.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn dxc_loses_what_goes_through_variables_and_choices() {
    let dxc = oracle();
    for &(target, kind) in TARGETS {
        let (mut programs, mut losing, mut lost_handles, mut rejected) = (0, 0, 0, 0);
        for seed in 0..PROGRAMS {
            let source = program(seed, kind);
            let args = ["-HV", "2021", "-Vd"].map(str::to_owned).to_vec();
            let entry = if kind == Kind::Library { "" } else { "main" };
            let output = dxc.compile(&CompileRequest { source: &source, entry, target, args, ..Default::default() });
            if !output.ok {
                rejected += 1;
                println!(
                    "{target} {kind:?}: DXC refuses seed {seed}: {}",
                    output.diagnostics.lines().next().unwrap_or("")
                );
                continue;
            }
            let (_, lost, _) = wrong_in_dxil(&dxc.disassemble(&output.object).expect("it can be read"));
            programs += 1;
            losing += usize::from(!lost.is_empty());
            lost_handles += lost.len();
        }
        println!(
            "{target} {kind:?}: DXC loses the bit in {losing} of {programs} programs ({lost_handles} handles), refuses {rejected}"
        );
        assert!(programs > rejected, "{target}: too few programs are DXC's");
    }
}

/// The warnings of a shader, as (line, whether the index only may differ).
fn warnings(source: &str, options: &str) -> Vec<(usize, bool)> {
    let options = Options::from_args(options.split(' ')).expect("the words are right");
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    let text = output.render(Style::Located, false);
    let lines = text.lines().filter(|line| line.contains("[-Wnon-uniform-resource-index]"));
    let place = |line: &str| line.split(':').nth(1).and_then(|number| number.parse().ok()).expect("a line");
    lines.map(|line| (place(line), line.contains("may differ"))).collect()
}

#[test]
fn an_index_that_differs_and_is_not_marked_is_a_warning() {
    let source = "Buffer<uint> T[8]; RWBuffer<uint> o; cbuffer C { uint n; }
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex) {
    uint sum = T[id.x & 7][0];
    sum += T[NonUniformResourceIndex(id.x & 7)][0];
    sum += T[group.x & 7][0] + T[id.y & 7][0] + T[n][0] + T[lane / 32][0];
    uint mixed[2] = { id.x, n };
    sum += T[mixed[1]][0];
    sum += T[mixed[0]][0];
    sum += T[WaveReadLaneFirst(id.x)][0];
    if (lane == n) sum += T[lane][0];
    sum += T[n > 3 ? 1 : 2][0];
    sum += T[id.x > 3 ? 1 : 2][0];
    [loop] for (uint i = 0; i < n; i++) sum += T[i][0];
    uint from = T[lane & 7][lane];
    for (;;) { uint one = WaveReadLaneFirst(from); if (one == from) { sum += T[one][0]; break; } }
    o[id.x] = sum;
}";
    for level in ["-Od", "-O3"] {
        for form in ["", " -spirv"] {
            let options = format!("-T cs_6_0 -E main {level}{form}");
            let expected = [(3, false), (8, false), (12, false), (14, false)];
            assert_eq!(warnings(source, &options), expected, "{options}");
            let with_all = [(3, false), (5, true), (8, false), (12, false), (14, false)];
            assert_eq!(warnings(source, &format!("{options} -Wall")), with_all, "{options}");
            assert_eq!(warnings(source, &format!("{options} -Wno-non-uniform-resource-index")), []);
        }
    }
    let pixel = "Texture2D<float> t[8]; float main(nointerpolation uint m : M, uint p : SV_PrimitiveID) : SV_Target {
        return t[m & 7].Load(0)
            + t[p & 7].Load(0); }";
    assert_eq!(warnings(pixel, "-T ps_6_0 -E main"), [(3, false)]);
    assert_eq!(warnings(pixel, "-T ps_6_0 -E main -Wall"), [(2, true), (3, false)]);
    let alone = "Buffer<uint> T[8]; RWBuffer<uint> o; [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex, uint3 t : SV_GroupThreadID) {
        o[0] = T[i][0] + T[t.x][0]; }";
    assert_eq!(warnings(alone, "-T cs_6_0 -E main -Wall"), []);
}
