//! The interpreter samples textures and reports undefined behaviour with its line.

use dxil::shader::ResourceClass;
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_interp::{
    Binding, Checks, Format, FormatKind, Machine, MemoryId, Options, Program, RunError, Sampler, Schedule, TextureView,
    View,
};

/// A shader whose output is `RWByteAddressBuffer Out : register(u0)`.
struct Bench {
    program: Program,
    machine: Machine,
    out: MemoryId,
}

impl Bench {
    fn new(source: &str, more: &[&str]) -> Self {
        let args = ["-E", "main", "-T", "cs_6_6", "-Zi", "-Qembed_debug"].into_iter().chain(more.iter().copied());
        let args: Vec<String> = args.map(str::to_owned).collect();
        let line = CommandLine::parse(&args, &|path| Err(format!("no file {path}")));
        assert!(line.errors.is_empty(), "{:?}", line.errors);
        let output = Compiler::new(line.options).compile("test.hlsl", source.as_bytes(), &NoIncludes);
        let messages = output.render(Style::Clang, false);
        let container = output.object.unwrap_or_else(|| panic!("{messages}"));
        let program = Program::decode(&container).unwrap_or_else(|error| panic!("{error}"));
        let mut machine = Machine::default();
        let out = machine.add_memory(vec![0; 256]);
        let view = machine.add_buffer(out);
        machine.bind(Binding { class: ResourceClass::Uav, space: 0, register: 0, view });
        Self { program, machine, out }
    }

    fn put(&mut self, class: ResourceClass, register: u32, view: View) {
        let view = self.machine.add_view(view);
        self.machine.bind(Binding { class, space: 0, register, view });
    }

    fn buffer(&mut self, class: ResourceClass, register: u32) {
        let memory = self.machine.add_memory(vec![0; 64]);
        let view = self.machine.add_buffer(memory);
        self.machine.bind(Binding { class, space: 0, register, view });
    }

    fn texture(&mut self, class: ResourceClass, texels: &[f32], size: [u32; 3], levels: u32) -> MemoryId {
        let bytes = texels.iter().flat_map(|texel| texel.to_le_bytes()).collect();
        let memory = self.machine.add_memory(bytes);
        let format = Some(Format { kind: FormatKind::Float, bits: 32, components: 1 });
        let view = TextureView { memory, start: 0, format, size, layers: 1, levels, samples: 1 };
        self.put(class, 1, View::Texture(view));
        memory
    }

    fn run(&mut self, options: &Options) -> Result<Vec<String>, RunError> {
        let outcome = self.program.dispatch(&mut self.machine, [1; 3], options)?;
        Ok(outcome.findings.iter().map(ToString::to_string).collect())
    }

    fn floats(&self) -> Vec<f32> {
        let words = self.machine.memory(self.out).chunks_exact(4);
        words.map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
    }
}

/// Two levels: 0 to 15 in four rows, and four times 100.
fn levels() -> Vec<f32> {
    (0..16u8).map(f32::from).chain([100.0; 4]).collect()
}

#[test]
fn textures_are_loaded_sampled_and_gathered() {
    let source = "
Texture2D<float> Tex : register(t1);
SamplerState Sampling : register(s0);
RWByteAddressBuffer Out : register(u0);
[numthreads(1, 1, 1)]
void main() {
    uint width, height, levels;
    Tex.GetDimensions(0, width, height, levels);
    Out.Store4(0, asuint(float4(Tex.Load(int3(2, 1, 0)), Tex.Load(int3(0, 0, 1)), Tex.Load(int3(9, 0, 0)), levels)));
    Out.Store4(16, asuint(Tex.Gather(Sampling, float2(0.5, 0.5))));
    float between = Tex.SampleLevel(Sampling, float2(0.5, 0.5), 0.5);
    Out.Store4(32, asuint(float4(Tex.SampleLevel(Sampling, float2(0.5, 0.5), 0), Tex.SampleLevel(Sampling, 0.5, 1), between,
        Tex.SampleLevel(Sampling, float2(-1, 0.125), 0))));
    Out.Store(48, asuint(Tex.SampleGrad(Sampling, float2(0.5, 0.5), float2(0.5, 0), float2(0, 0.25))));
}";
    let mut bench = Bench::new(source, &[]);
    bench.texture(ResourceClass::Srv, &levels(), [4, 4, 1], 2);
    bench.put(ResourceClass::Sampler, 0, View::Sampler(Sampler::default()));
    assert_eq!(bench.run(&Options::default()), Ok(vec![]));
    let expected = [6.0, 100.0, 0.0, 2.0, 9.0, 10.0, 6.0, 5.0, 7.5, 100.0, 53.75, 0.0, 100.0];
    assert_eq!(bench.floats()[..expected.len()], expected);
}

#[test]
fn textures_are_written() {
    let source = "
RWTexture2D<float> Tex : register(u1);
RWByteAddressBuffer Out : register(u0);
[numthreads(4, 4, 1)]
void main(uint2 id : SV_GroupThreadID) {
    Tex[id] = Tex[id] * 2;
    Tex[id + 7] = 5; // Outside: lost.
}";
    let mut bench = Bench::new(source, &[]);
    let texture = bench.texture(ResourceClass::Uav, &levels(), [4, 4, 1], 1);
    assert_eq!(bench.run(&Options::default()), Ok(vec![]));
    let texels: Vec<f32> =
        bench.machine.memory(texture).chunks_exact(4).map(|t| f32::from_le_bytes([t[0], t[1], t[2], t[3]])).collect();
    let expected: Vec<f32> = (0..16u8).map(|at| f32::from(at) * 2.0).chain([100.0; 4]).collect();
    assert_eq!(texels, expected);
}

/// Checks that look for everything.
fn all_checks() -> Options {
    let checks = Checks::UNDEFINED;
    Options { checks, wave_size: 4, ..Options::default() }
}

#[test]
fn what_is_undefined_is_told_with_its_line() {
    let source = "
groupshared uint Data[8];
groupshared uint Never[2];
RWByteAddressBuffer Out : register(u0);
[numthreads(8, 1, 1)]
void main(uint id : SV_GroupIndex) {
    Data[id] = id;
    uint other = Data[id ^ 1];
    if (id < 6) {
        GroupMemoryBarrierWithGroupSync();
    }
    uint local[4] = { 1, 2, 3, 4 };
    local[id] += other;
    Out.Store(id * 4, local[id & 3] + Never[id & 1] + Data[0]);
}";
    let mut bench = Bench::new(source, &["-Od"]);
    let findings = bench.run(&all_checks()).expect("it ends");
    let reported: Vec<String> =
        findings.iter().map(|finding| finding.split(": thread").next().unwrap_or_default().to_owned()).collect();
    insta::assert_snapshot!(reported.join("\n"));
}

#[test]
fn a_loop_without_an_end_uses_up_the_budget() {
    let source = "
RWByteAddressBuffer Out : register(u0);
[numthreads(1, 1, 1)]
void main() {
    uint sum = 0;
    while (Out.Load(0) == 0) {
        sum += Out.Load(4);
    }
    Out.Store(8, sum);
}";
    let mut bench = Bench::new(source, &[]);
    let error = bench.run(&Options { budget: 10_000, ..Options::default() }).expect_err("it does not end");
    assert!(matches!(error, RunError::Budget { place: Some(_) }), "{error}");
}

#[test]
fn a_loop_ends_where_unroll_says_at_every_level() {
    let source = "
RWByteAddressBuffer Out : register(u0);
cbuffer Constants : register(b0) { uint count; };
[numthreads(1, 1, 1)]
void main() {
    uint3 rounds = 0;
    uint known[4] = { count, 1, 2, 3 };
    known[count & 1] += 1;
    [unroll(2)] for (uint a = 0; a < count; ++a) rounds.x++;
    [unroll(2)] for (uint b = 0; b < known[count & 1]; ++b) rounds.y++;
    [unroll(1.5)] for (uint c = 0; c < 4; ++c) rounds.z++;
    Out.Store3(0, rounds);
}";
    for level in ["-Od", "-O1", "-O3"] {
        let mut bench = Bench::new(source, &[level]);
        let constants = bench.machine.add_memory([9u32, 0, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect());
        let view = bench.machine.add_buffer(constants);
        bench.machine.bind(Binding { class: ResourceClass::Cbv, space: 0, register: 0, view });
        assert_eq!(bench.run(&Options::default()), Ok(vec![]));
        assert_eq!(bench.machine.memory(bench.out)[..12], [2, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0], "{level}");
    }
}

#[test]
fn a_seed_gives_one_schedule() {
    let source = "
RWByteAddressBuffer Out : register(u0);
[numthreads(32, 1, 1)]
void main(uint id : SV_GroupIndex) {
    uint place;
    for (uint turn = 0; turn < id % 3; ++turn) {
        Out.InterlockedAdd(252, turn, place);
    }
    Out.InterlockedAdd(252, 1, place);
    Out.Store((place % 32) * 4, id);
}";
    let run = |schedule| {
        let mut bench = Bench::new(source, &[]);
        bench.run(&Options { schedule, wave_size: 4, ..Options::default() }).expect("it ends");
        bench.machine.memory(bench.out).to_vec()
    };
    assert_eq!(run(Schedule::Seeded(1)), run(Schedule::Seeded(1)));
    assert_ne!(run(Schedule::Seeded(1)), run(Schedule::Seeded(2)));
}

#[test]
fn an_address_between_words_is_told() {
    let source = "
RWByteAddressBuffer Out : register(u0);
[numthreads(2, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    Out.Store(thread * 6, Out.Load(0));
}";
    let reported = Bench::new(source, &[]).run(&Options::default()).expect("it runs");
    let expected = "test.hlsl:5:5: an address of a buffer of bytes that is no multiple of the size of a number (byte 6): thread 1 of group 0,0,0";
    assert_eq!(reported, [expected]);
}

#[test]
fn a_schedule_may_let_the_last_lane_be_first() {
    let source = "
RWByteAddressBuffer Out : register(u0);
[numthreads(4, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    Out.Store(0, thread + 1);
}";
    let last = |schedule| {
        let mut bench = Bench::new(source, &[]);
        bench.run(&Options { schedule, ..Options::default() }).expect("it runs");
        bench.machine.memory(bench.out)[0]
    };
    assert_eq!(last(Schedule::Plain), 4);
    let seeded: Vec<u8> = (1..4).map(|seed| last(Schedule::Seeded(seed))).collect();
    assert!(seeded.contains(&1) && seeded.contains(&4), "{seeded:?}");
}

#[test]
fn wave_sizes_that_are_none_are_refused() {
    let source = "
RWByteAddressBuffer Out : register(u0);
[numthreads(32, 1, 1)]
[WaveSize(16)]
void main() {
    Out.Store(0, WaveGetLaneCount());
}";
    let mut bench = Bench::new(source, &[]);
    let rejection = |bench: &mut Bench, wave_size| {
        bench.run(&Options { wave_size, ..Options::default() }).expect_err("refused").to_string()
    };
    assert_eq!(rejection(&mut bench, 5), "5 is no wave size: 4, 8, 16, 32, 64 and 128 are");
    assert_eq!(rejection(&mut bench, 32), "the shader asks for waves of 16 to 16 lanes, not 32");
    assert_eq!(bench.run(&Options::default()), Ok(vec![]));
    assert_eq!(bench.machine.memory(bench.out)[0], 16);
}

#[test]
fn what_is_no_compute_shader_is_refused() {
    assert_eq!(
        Program::decode(b"nonsense").expect_err("refused").to_string(),
        "the container is damaged: container at byte 0: the magic number is not DXBC"
    );
}

#[test]
fn a_query_of_a_ray_meets_nothing() {
    let source = "
RaytracingAccelerationStructure Scene : register(t0);
RWByteAddressBuffer Out : register(u0);
[numthreads(2, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    RayQuery<RAY_FLAG_FORCE_OPAQUE> query;
    RayDesc ray;
    ray.Origin = float3(1, 2, 3 + thread);
    ray.TMin = 0.5;
    ray.Direction = float3(4, 5, 6);
    ray.TMax = 7;
    query.TraceRayInline(Scene, RAY_FLAG_CULL_NON_OPAQUE, 0xFF, ray);
    float rounds = 1;
    while (query.Proceed()) {
        ++rounds;
    }
    if (query.CommittedStatus() != COMMITTED_NOTHING) {
        rounds = 100;
    }
    Out.Store4(thread * 32, asuint(float4(rounds, query.RayFlags(), query.RayTMin(), query.CommittedRayT())));
    Out.Store4(thread * 32 + 16, asuint(float4(query.WorldRayOrigin().yz, query.WorldRayDirection().xz)));
    if (thread == 1) {
        Out.Store(64, query.CommittedPrimitiveIndex());
    }
}";
    let mut bench = Bench::new(source, &[]);
    bench.buffer(ResourceClass::Srv, 0);
    let reported = bench.run(&Options { undefined: 9, ..Options::default() }).expect("it runs");
    let expected = "test.hlsl:23:23: a query of a ray is asked for a hit that it has not: thread 1 of group 0,0,0";
    assert_eq!(reported, [expected]);
    let (flags, first) = (129.0, [1.0, 129.0, 0.5, 7.0, 2.0, 3.0, 4.0, 6.0]);
    let second = [1.0, flags, 0.5, 7.0, 2.0, 4.0, 4.0, 6.0, f32::from_bits(9)];
    assert_eq!(bench.floats()[..17], [&first[..], &second].concat());
}

#[test]
fn a_map_of_feedback_has_the_least_level() {
    let source = "
Texture2D<float> Tex : register(t1);
SamplerState Sampling : register(s0);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> Map : register(u0);
[numthreads(3, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    Map.WriteSamplerFeedbackLevel(Tex, Sampling, float2(thread * 0.125, 0.126), 5 - thread);
}";
    let mut bench = Bench::new(source, &[]);
    bench.texture(ResourceClass::Srv, &levels(), [4, 4, 1], 2);
    bench.put(ResourceClass::Sampler, 0, View::Sampler(Sampler::default()));
    let words: Vec<u8> = [4u32; 64].iter().flat_map(|word| word.to_le_bytes()).collect();
    bench.machine.memory_mut(bench.out).copy_from_slice(&words);
    assert_eq!(bench.run(&Options::default()), Ok(vec![]));
    let levels: Vec<u32> = bench.floats().iter().map(|word| word.to_bits()).collect();
    assert_eq!(levels[8..12], [4, 4, 3, 4]);
}

#[test]
fn what_spirv_leaves_open_is_told_on_wish() {
    let source = "
RWByteAddressBuffer Out : register(u0);
[numthreads(1, 1, 1)]
void main() {
    float x = asfloat(Out.Load(0));
    Out.Store(4, uint(x));
    Out.Store(8, asuint(sqrt(x)));
    Out.Store(12, 7 / Out.Load(16));
}";
    let of = |checks| {
        let mut bench = Bench::new(source, &[]);
        bench.machine.memory_mut(bench.out)[..4].copy_from_slice(&(-3f32).to_le_bytes());
        bench.run(&Options { checks, ..Options::default() }).expect("it runs")
    };
    assert_eq!(of(Checks::UNDEFINED), Vec::<String>::new());
    let reported: Vec<String> =
        of(Checks::ALL).iter().map(|reported| reported.replace(": thread 0 of group 0,0,0", "")).collect();
    let expected = [
        "test.hlsl:6:23: a float becomes an integer that cannot hold it, which SPIR-V leaves open (-3.0)",
        "test.hlsl:7:25: a function of a number for which SPIR-V leaves open what it gives (-3.0)",
        "test.hlsl:8:19: an unsigned division by zero, which SPIR-V leaves open (7 by 0)",
    ];
    assert_eq!(reported, expected);
}

#[test]
fn what_is_read_outside_of_a_variable_is_undefined_and_how_far_is_told() {
    let source = "
groupshared uint Data[4];
RWByteAddressBuffer Out : register(u0);
[numthreads(1, 1, 1)]
void main() {
    Data[3] = 1;
    Out.Store(4, Data[Out.Load(0)]);
    Out.Store(9, 3);
}";
    let run = |index: u8, undefined, aligns| {
        let mut bench = Bench::new(source, &[]);
        bench.machine.memory_mut(bench.out)[0] = index;
        let options = Options { undefined, aligns, ..Options::default() };
        let outcome = bench.program.dispatch(&mut bench.machine, [1; 3], &options).expect("it runs");
        (bench.machine.memory(bench.out)[4..12].to_vec(), outcome.beyond)
    };
    assert_eq!(run(3, 7, false), (vec![1, 0, 0, 0, 0, 3, 0, 0], 0));
    assert_eq!(run(4, 7, true), (vec![7, 0, 0, 0, 3, 0, 0, 0], 4));
    assert_eq!(run(5, 0, true), (vec![0, 0, 0, 0, 3, 0, 0, 0], 8));
}

/// What is worked out when compiling is what runs: of two zeros the lesser is the negative one.
#[test]
fn min_and_max_of_zeros_are_the_same_folded_and_run() {
    let source = "
RWByteAddressBuffer Out : register(u0);
RWByteAddressBuffer In : register(u1);
[numthreads(1, 1, 1)]
void main() {
    float n = asfloat(In.Load(0) | 0x80000000), p = asfloat(In.Load(4));
    Out.Store4(0, asuint(float4(min(-0.0, 0.0), min(0.0, -0.0), max(-0.0, 0.0), max(0.0, -0.0))));
    Out.Store4(16, asuint(float4(min(n, p), min(p, n), max(n, p), max(p, n))));
}";
    for level in ["-Od", "-O3"] {
        let mut bench = Bench::new(source, &["-Gis", level]);
        bench.buffer(ResourceClass::Uav, 1);
        bench.run(&Options::default()).expect("it runs");
        let signs: Vec<bool> = bench.floats().iter().take(8).map(|number| number.is_sign_negative()).collect();
        assert_eq!(signs, [true, true, false, false, true, true, false, false], "{level}");
    }
}
