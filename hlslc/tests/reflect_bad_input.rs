//! Tests the reflection of malicious containers: the result comes at once, without a panic, and is no larger than a
//! small multiple of the container.

use dxil::bitcode;
use dxil::bytestr::ByteStr;
use dxil::container::program::Program;
use dxil::container::{Container, FourCc, Signing};
use dxil::reflect::{ReflectError, reflect};
use dxil::shader::Shader;
use dxil::{Module, types};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Reflection, Style};

const PIXEL: &str = "
    struct Inner { float4 a; uint b : 3; uint c : 5; }; struct Outer { Inner inner[3]; row_major float3x2 m; };
    cbuffer C { Outer outer; float4 v; } ConstantBuffer<Inner> many[4]; StructuredBuffer<Outer> s; Texture2D t; SamplerState p;
    [RootSignature(\"DescriptorTable(CBV(b0, numDescriptors = 5), SRV(t0, numDescriptors = 2)), DescriptorTable(Sampler(s0))\")]
    float4 main(float2 uv : UV, nointerpolation uint i : I) : SV_Target {
        return outer.inner[i].a * v + many[1].a + s[i].m[1].xyxy * t.Sample(p, uv);
    }";

const LIBRARY: &str = "
    struct P { float4 c; }; RaytracingAccelerationStructure s : register(t0); cbuffer K { float4 k; }
    GlobalRootSignature g = { \"SRV(t0)\" }; TriangleHitGroup h = { \"\", \"hit\" };
    [shader(\"raygeneration\")] void rays() { RayDesc r = (RayDesc)0; P p = (P)0; TraceRay(s, 0, 1, 0, 1, 0, r, p); }
    [shader(\"closesthit\")] void hit(inout P p, BuiltInTriangleIntersectionAttributes at) { p.c = at.barycentrics.xyxy * k; }";

fn compile(source: &str, options: &str) -> Vec<u8> {
    let options: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    let line = CommandLine::parse(&options, &|path| Err(format!("no file {path}")));
    let output = Compiler::new(line.options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
    output.object.expect("a container")
}

/// Whatever is said is bounded by the input.
fn harmless(bytes: &[u8]) {
    match Reflection::of(bytes) {
        Ok(found) => {
            let most = 4096 * bytes.len() + (1 << 20);
            assert!(found.to_string().len() < most && found.json().len() < most);
        }
        Err(why) => assert!(!why.is_empty()),
    }
}

/// A row of numbers that is the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn damaged_containers_do_no_harm() {
    let shaders = [
        compile(PIXEL, "-T ps_6_0"),
        compile(PIXEL, "-T ps_6_0 -Qstrip_reflect"),
        compile(LIBRARY, "-T lib_6_5"),
        compile(PIXEL, "-T ps_6_0 -spirv"),
    ];
    let mut numbers = Numbers(7);
    for whole in &shaders {
        for _ in 0..1500 {
            let mut damaged = whole.clone();
            for _ in 0..=numbers.below(3) {
                let at = numbers.below(damaged.len());
                damaged[at] = match numbers.below(4) {
                    0 => 0,
                    1 => 0xff,
                    2 => damaged[at] ^ 1 << numbers.below(8),
                    _ => numbers.below(256) as u8,
                };
            }
            harmless(&damaged);
        }
        for length in (0..whole.len()).step_by(1 + whole.len() / 300) {
            harmless(&whole[..length]);
        }
    }
}

/// Parts by themselves lie more easily than with others beside them.
#[test]
fn damaged_parts_do_no_harm() {
    let mut numbers = Numbers(11);
    for whole in [compile(PIXEL, "-T ps_6_0"), compile(LIBRARY, "-T lib_6_5")] {
        let container = Container::read(&whole).expect("a container");
        for name in [FourCc::PSV0, FourCc::RDAT, FourCc::RTS0, FourCc::ISG1, FourCc::OSG1, FourCc::HASH, FourCc::VERS] {
            if container.part(name).is_none() {
                continue;
            }
            let mut left = container.clone();
            left.parts.retain(|part| ![FourCc::DXIL, FourCc::STAT].contains(&part.name));
            let at = left.parts.iter().position(|part| part.name == name).expect("it has the part");
            for _ in 0..400 {
                let mut damaged = left.clone();
                let data = &mut damaged.parts[at].data;
                let word = numbers.below(data.len() / 4) * 4;
                let value = [0u32, 1, 0x7fff_ffff, u32::MAX, numbers.below(1 << 16) as u32][numbers.below(5)];
                data[word..word + 4].copy_from_slice(&value.to_le_bytes());
                harmless(&damaged.write(Signing::Unsigned));
            }
        }
    }
}

/// A container whose program is a module that `change` has changed.
fn changed(source: &str, options: &str, change: impl FnOnce(&mut Module, &mut Shader)) -> Vec<u8> {
    let mut container = Container::read(&compile(source, options)).expect("a container");
    let part = container.part(FourCc::STAT).expect("it has reflection");
    let mut program = Program::read(FourCc::STAT, part).expect("a program");
    let mut module = bitcode::read(&program.bitcode).expect("a module");
    let mut shader = Shader::read(&module).expect("a shader");
    change(&mut module, &mut shader);
    let written = dxil::reflection::write_reflection(&mut module, &shader).expect("it can be written");
    program.bitcode = written.bitcode;
    container.set_part(FourCc::STAT, program.write());
    container.write(Signing::Unsigned)
}

#[test]
fn a_struct_that_holds_itself_is_reported() {
    let bytes = changed(PIXEL, "-T ps_6_0", |module, _| {
        let ty = module.types.by_name(b"struct.Inner").or_else(|| module.types.by_name(b"hostlayout.struct.Inner"));
        let ty = ty.expect("the struct of the source");
        let types::Type::Named(id) = *module.types.get(ty) else { panic!("it has a name") };
        let fields: Vec<_> = module.types.struct_fields(ty).expect("its members").iter().map(|_| ty).collect();
        module.types.set_struct_fields(id, &fields);
    });
    assert_eq!(reflect(&bytes), Err(ReflectError::CyclicStruct));
}

#[test]
fn text_that_is_shared_without_measure_is_reported() {
    let bytes = changed(PIXEL, "-T ps_6_0", |_, shader| {
        let name = ByteStr::from("x".repeat(100_000));
        let first = shader.resources.cbvs[0].clone();
        shader.resources.cbvs = vec![dxil::shader::Resource { name, ..first }; 2000];
    });
    let error = reflect(&bytes).expect_err("it would be 200 megabytes of names");
    assert!(error.to_string().contains("so often") || error.to_string().contains("more often"), "{error}");
}
