//! Tests thousands of damaged containers, which are made from intact ones with a fixed seed. Every reader of containers
//! returns an error or a result, never panics, and needs no more memory than a small multiple of its input.

use dxil::container::edit::lies;
use dxil::container::program::Program;
use dxil::container::psv0::Psv0;
use dxil::container::rdat::RuntimeData;
use dxil::container::signature::SignaturePart;
use dxil::container::small::{CompilerVersion, DebugName, Features, ShaderHash};
use dxil::container::sources::Sources;
use dxil::container::{Container, FourCc, Signing, dump, pdb};
use dxil::metadata::Metadata;
use dxil::module::{Global, Linkage, Module};
use dxil::types::addrspace::GROUPSHARED;
use dxil::{bitcode, disasm, reflect};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What a reader may need for each byte of its input, and for an input of none. A program in memory is larger than its packed
/// bits, and a listing larger than both.
const PER_BYTE: usize = 200;
const LEAST: usize = 1 << 19;

/// Damaged inputs made of each whole one.
const EACH: u32 = 120;

const VERTEX: &str = "\
cbuffer C : register(b0) { float4x4 m; float4 k[3]; }; Buffer<float> B : register(t2); SamplerState S : register(s0);
[RootSignature(\"CBV(b0), DescriptorTable(SRV(t2), UAV(u1, numDescriptors=4)), StaticSampler(s0), RootConstants(num32BitConstants=3, b4)\")]
void main(float4 p : P, uint2 i[2] : I, uint id : SV_InstanceID, out float4 o : SV_Position, out float3 a[2] : A,
    out nointerpolation uint b : B) { o = mul(m, p); a[0] = k[i[1].x % 3].xyz; a[1] = B[id]; b = i[0].y; }
";
const HULL: &str = "\
struct V { float4 p : P; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 n : N; };
C patch(InputPatch<V, 3> v) { C c; c.e[0] = v[0].p.x; c.e[1] = 2; c.e[2] = 1; c.i = 2; c.n = v[1].p.xyz; return c; }
[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)]
[patchconstantfunc(\"patch\")] V main(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { return v[i]; }
";
const LIBRARY: &str = "\
RWBuffer<float> O : register(u0); cbuffer K : register(b1) { float k; }; struct P { float x; }; struct A { float2 b; };
LocalRootSignature rs = { \"CBV(b1)\" }; TriangleHitGroup group = { \"\", \"hit\" };
SubobjectToExportsAssociation for_hits = { \"rs\", \"hit;missed\" };
export float twice(float x) { return x * k; } [shader(\"miss\")] void missed(inout P p) { p.x = k; }
[shader(\"closesthit\")] void hit(inout P p, in A a) { O[0] = p.x + a.b.x; }
";

/// Random numbers by xorshift: the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

fn compile(source: &str, options: &[&str]) -> hlslc::Output {
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    let line = CommandLine::parse(&options, &|path| Err(format!("no file {path}")));
    assert_eq!(line.errors, Vec::<String>::new());
    let output = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(Style::Excerpt, false));
    output
}

/// Changes a few bytes, as whoever means harm would: sizes, counts and offsets.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        if bytes.len() < 8 {
            return;
        }
        let at = random.below(bytes.len() - 4);
        let word_at = at & !3;
        let len = bytes.len() as u32;
        let mut word = |value: u32| bytes[word_at..word_at + 4].copy_from_slice(&value.to_le_bytes());
        match random.below(10) {
            0 => word(u32::MAX),
            1 => word(u32::MAX / 2),
            2 => word(len),
            3 => word(0),
            4 => word(random.below(len as usize) as u32),
            5 => word(1 << random.below(32)),
            6 => bytes[at] ^= 1 << random.below(8),
            7 => bytes[at] = random.next() as u8,
            8 => {
                let other = random.below(bytes.len() - 4) & !3;
                bytes.copy_within(word_at..word_at + 4, other);
            }
            _ => bytes.truncate(bytes.len() - random.below(bytes.len() / 4)),
        }
    }
}

/// Calls something that reads, and looks at the memory it takes.
fn bounded(what: &str, bytes: usize, read: impl FnOnce()) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    read();
    let needed = MEMORY.peak_usage().saturating_sub(before);
    assert!(needed <= bytes * PER_BYTE + LEAST, "{what} takes {needed} bytes for {bytes}");
}

/// Everything that reads a part.
fn read_part(name: FourCc, data: &[u8]) {
    match name {
        FourCc::PSV0 => drop(Psv0::read(data).map(|psv| psv.write())),
        FourCc::RDAT => drop(RuntimeData::read(data).map(|data| (data.list_all(), data.write()))),
        FourCc::RTS0 => drop(hlslc_rootsig::binary::read(data)),
        FourCc::ISG1 | FourCc::OSG1 | FourCc::PSG1 => drop(SignaturePart::read(name, data).map(|part| part.write())),
        FourCc::SFI0 => drop(Features::read(data)),
        FourCc::HASH => drop(ShaderHash::read(data)),
        FourCc::ILDN => drop(DebugName::read(data)),
        FourCc::VERS => drop(CompilerVersion::read(data)),
        FourCc::SRCI => drop(Sources::read_srci(data)),
        FourCc::DXIL | FourCc::ILDB | FourCc::STAT => {
            drop(Program::read(name, data).map(|program| bitcode::read(&program.bitcode)));
        }
        _ => {}
    }
}

/// Everything that reads a container or a file with debug information.
fn read_all(bytes: &[u8]) {
    let size = bytes.len();
    bounded("the list of parts", size, || drop(dump::overview(bytes)));
    bounded("the listing of fields", size, || drop(dump::fields(bytes, &[])));
    bounded("reflection", size, || drop(reflect::reflect(bytes)));
    bounded("the sources", size, || drop(hlslc::recompile::recompilation(bytes)));
    bounded("the file with debug information", size, || drop(pdb::read(bytes)));
    bounded("the container", size, || drop(Container::read(bytes)));
    bounded("the listing of the program", size, || drop(disasm::disassemble_container(bytes)));
    if let Ok(container) = Container::read(bytes) {
        bounded("what is not so", size, || drop(lies(&container)));
        for part in &container.parts {
            bounded(&part.name.to_string(), part.data.len(), || read_part(part.name, &part.data));
        }
    }
}

/// Memory is counted for the whole process, so there is one test.
#[test]
fn whatever_is_read_is_an_error_or_an_answer_and_takes_little_memory() {
    let mut random = Random(0x5EED_7E57);
    let vertex = compile(VERTEX, &["-T", "vs_6_0"]).object.expect("a container");
    let with_debug = compile(VERTEX, &["-T", "vs_6_0", "-Zi", "-Qembed_debug"]).object.expect("a container");
    let hull = compile(HULL, &["-T", "hs_6_0"]).object.expect("a container");
    let library = compile(LIBRARY, &["-T", "lib_6_3"]).object.expect("a container");
    let file = pdb::write(&with_debug, [7; 16]);
    for whole in [&vertex, &with_debug, &hull, &library, &file] {
        read_all(whole);
        for _ in 0..EACH {
            let mut damaged = whole.clone();
            damage(&mut damaged, &mut random);
            read_all(&damaged);
        }
    }
    // Inside parts, under a container that is right: what is above would be noticed first.
    for whole in [&vertex, &with_debug, &hull, &library] {
        let container = Container::read(whole).expect("it is whole");
        for _ in 0..EACH {
            let mut container = container.clone();
            let part = random.below(container.parts.len());
            damage(&mut container.parts[part].data, &mut random);
            read_all(&container.write(Signing::Unsigned));
        }
    }
    // Metadata that points to itself, or to what it should not.
    for whole in [&vertex, &with_debug, &hull, &library] {
        let container = Container::read(whole).expect("it is whole");
        for name in [FourCc::DXIL, FourCc::ILDB, FourCc::STAT] {
            let Some(program) = container.part(name).map(|part| Program::read(name, part).expect("it is whole")) else {
                continue;
            };
            let module = bitcode::read(&program.bitcode).expect("it is whole");
            for damaged in with_wrong_metadata(&module, &mut random) {
                let Ok(bitcode) = bitcode::write(&damaged) else { continue };
                let mut container = container.clone();
                container.set_part(name, Program { bitcode, ..program.clone() }.write());
                read_all(&container.write(Signing::Unsigned));
            }
        }
    }
    // Types whose text is far longer than they are.
    read_all(&nested_types(&vertex));
}

/// The module with each of its nodes pointing to itself, and to any other, in one place.
fn with_wrong_metadata(module: &Module, random: &mut Random) -> Vec<Module> {
    let nodes: Vec<_> = module.metadata.iter().map(|(id, entry)| (id, entry.clone())).collect();
    let mut found = Vec::new();
    for (id, entry) in &nodes {
        let Metadata::Node { distinct, operands } = entry else { continue };
        if operands.is_empty() {
            continue;
        }
        let other = nodes[random.below(nodes.len())].0;
        for target in [*id, other] {
            let mut operands = operands.to_vec();
            let place = random.below(operands.len());
            operands[place] = Some(target);
            let mut damaged = module.clone();
            damaged.metadata.replace(*id, Metadata::Node { distinct: *distinct, operands: operands.into() });
            found.push(damaged);
        }
    }
    found
}

/// A container whose program has a variable of a struct of two structs of two structs, and so on.
fn nested_types(whole: &[u8]) -> Vec<u8> {
    let mut container = Container::read(whole).expect("it is whole");
    let part = container.part(FourCc::DXIL).expect("a program");
    let program = Program::read(FourCc::DXIL, part).expect("it is whole");
    let mut module = bitcode::read(&program.bitcode).expect("it is whole");
    let mut ty = module.types.float();
    for _ in 0..64 {
        ty = module.types.anon_struct(&[ty, ty]);
    }
    // As a variable of the program, and as what a resource is made of.
    for global in module.globals.values_mut() {
        global.ty = ty;
    }
    module.add_global(Global {
        name: "nested".into(),
        ty,
        addrspace: GROUPSHARED,
        is_const: false,
        initializer: None,
        linkage: Linkage::Internal,
        align: 4,
        section: None,
        unnamed_addr: false,
        externally_initialized: false,
    });
    container.set_part(FourCc::DXIL, Program { bitcode: bitcode::write(&module).expect("it fits"), ..program }.write());
    container.write(Signing::Unsigned)
}
