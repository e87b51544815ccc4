//! The interpreter runs the stages of a draw: each shader as hlslc compiles it, at two levels, and as DXC does.
//!
//! The tests need DXC for the last.

use dxc_oracle::AGREED_VALIDATOR;
use dxil::shader::ResourceClass;
use dxil::signature::ComponentType;
use hlslc_interp::{
    Asked, Binding, Checks, Draw, DrawnGroup, DrawnLane, Emitted, Format, FormatKind, Machine, Options, Outcome,
    Program, RunError, Sampler, Schedule, Signature, Spot, Started, TextureView, View,
};
use hlslc_runtime_tests::agreement::{Agreement, compare};
use hlslc_runtime_tests::shaders::Loaded;

/// A number that stands at an input.
#[derive(Clone, Copy)]
enum Number {
    Float(f32),
    Int(u32),
}

/// What a lane leaves: each output by its name, as a float, or as an integer where it is none.
type Row = Vec<(String, f64)>;

/// A shader and what its lanes are given at inputs by name, component and spot.
struct Stage<'a> {
    source: &'a str,
    profile: &'a str,
    lanes: u32,
    helpers: &'a [u32],
    given: &'a dyn Fn(u32, &str, u32, Spot) -> Number,
}

impl Stage<'_> {
    /// The containers that are made of it.
    fn containers(&self) -> Vec<(String, Vec<u8>)> {
        let options = ["-T", self.profile, "-E", "main"].map(str::to_owned).to_vec();
        let loaded = Loaded::new("test.hlsl".to_owned(), self.source.to_owned(), options);
        let ours = |level: &str| {
            let made = loaded.ours(AGREED_VALIDATOR, &[level]).unwrap_or_else(|said| panic!("{level}: {said}"));
            (format!("hlslc {level}"), made)
        };
        let mut all = vec![ours("-Od"), ours("-O3")];
        let made = loaded.theirs(&dxc_oracle::oracle(), AGREED_VALIDATOR, &[]).unwrap_or_else(|said| panic!("{said}"));
        all.push(("DXC".to_owned(), made));
        all
    }

    /// What all containers leave: the lanes, nothing of helpers, and 64 bytes at `u0`.
    fn assert(&self, expected: &[Option<&[f64]>], memory: &[u32]) {
        for (name, container) in self.containers() {
            let (rows, words, findings) = self.run(&container);
            let numbers: Vec<Option<Vec<f64>>> = rows
                .iter()
                .map(|row| row.as_ref().map(|row| row.iter().map(|(_, number)| *number).collect()))
                .collect();
            let numbers: Vec<Option<&[f64]>> = numbers.iter().map(Option::as_deref).collect();
            assert_eq!(numbers, expected, "{name}");
            assert_eq!(words[..memory.len()], *memory, "{name}");
            assert_eq!(findings, Vec::<String>::new(), "{name}");
        }
    }

    fn run(&self, container: &[u8]) -> (Vec<Option<Row>>, Vec<u32>, Vec<String>) {
        let program = Program::decode(container).unwrap_or_else(|error| panic!("{error}"));
        let mut machine = Machine::default();
        let out = machine.add_memory(vec![0; 64]);
        let view = machine.add_buffer(out);
        machine.bind(Binding { class: ResourceClass::Uav, space: 0, register: 0, view });
        texture(&mut machine);
        let (lanes, outcome) = self.draw(&program, &mut machine);
        let row = |outputs: &[Option<u32>], signature: &Signature| -> Row {
            let named = signature.scalars().zip(outputs);
            let number = |bits: u32, is_float: bool| {
                if is_float { f64::from(f32::from_bits(bits)) } else { f64::from(bits.cast_signed()) }
            };
            named
                .filter_map(|((_, element), value)| {
                    let is_float = matches!(element.component.text(), "f32" | "f16");
                    Some((element.name.clone(), number((*value)?, is_float)))
                })
                .collect()
        };
        let signature =
            |at: usize| if at < self.lanes as usize { program.outputs() } else { program.patch_constants() };
        let rows = lanes.iter().enumerate();
        let rows = rows.map(|(at, lane)| (!lane.is_helper).then(|| row(&lane.outputs, signature(at)))).collect();
        let words = machine.memory(out).chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect();
        (rows, words, outcome.findings.iter().map(ToString::to_string).collect())
    }

    fn draw(&self, program: &Program, machine: &mut Machine) -> (Vec<DrawnLane>, Outcome) {
        let given = |lane: u32, asked: Asked| match asked {
            Asked::PatchConstant(scalar) => {
                let name = &program.patch_constants().elements()[scalar.element as usize].name;
                match (self.given)(lane, name, scalar.column, Spot::Here) {
                    Number::Float(value) => value.to_bits(),
                    Number::Int(value) => value,
                }
            }
            Asked::PrimitiveId => 4,
            Asked::DomainLocation(axis) => ((lane + axis + 1) as f32).to_bits(),
            Asked::Input(scalar, spot) => {
                let name = &program.inputs().elements()[scalar.element as usize].name;
                match (self.given)(lane, name, scalar.column, spot) {
                    Number::Float(value) => value.to_bits(),
                    Number::Int(value) => value,
                }
            }
            Asked::ViewId => 7,
            Asked::SampleIndex => 2,
            Asked::Coverage => 5,
            Asked::InnerCoverage => 1,
            Asked::SampleCount => 4,
            other => panic!("{other:?}"),
        };
        let draw = Draw { lanes: self.lanes, helpers: self.helpers, given: &given };
        let options = Options { wave_size: 4, ..Options::default() };
        program.shade(machine, draw, &options).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// `t0`, a texture of 8 by 8 zeros, then 4 by 4 ones, 2 by 2 twos, a three; `s0`, a sampler of the nearest texel of two mixed
/// levels.
fn texture(machine: &mut Machine) {
    let texels = [(64, 0f32), (16, 1.0), (4, 2.0), (1, 3.0)];
    let bytes = texels.iter().flat_map(|&(count, texel)| std::iter::repeat_n(texel.to_le_bytes(), count));
    let memory = machine.add_memory(bytes.flatten().collect());
    let format = Some(Format { kind: FormatKind::Float, bits: 32, components: 1 });
    let view = TextureView { memory, start: 0, format, size: [8, 8, 1], layers: 1, levels: 4, samples: 1 };
    let view = machine.add_view(View::Texture(view));
    machine.bind(Binding { class: ResourceClass::Srv, space: 0, register: 0, view });
    let view = machine.add_view(View::Sampler(Sampler { linear: [false, false, true], ..Sampler::default() }));
    machine.bind(Binding { class: ResourceClass::Sampler, space: 0, register: 0, view });
}

/// Where a lane of a quad is.
fn place(lane: u32) -> [f32; 2] {
    [lane % 2, lane / 2 % 2].map(|at| at as f32)
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn vertices_are_shaded() {
    let source = "
struct In { float3 p : POSITION; int2 n[2] : NUMBERS; min16float h : HALF; uint v : SV_VertexID; uint i : SV_InstanceID; };
struct Out { float4 p : SV_Position; int2 n : NUMBERS; min16float h[2] : HALF; uint v : VIEW; };
RWByteAddressBuffer U : register(u0);
Out main(In i, uint view : SV_ViewID) {
    Out o;
    o.p = float4(i.p.zyx, i.v);
    o.n = i.n[i.i & 1];
    o.h[0] = i.h * 2;
    o.h[1] = -i.h;
    o.v = view;
    U.Store(i.v * 4, i.v + 1);
    return o;
}";
    let given = |lane: u32, name: &str, column: u32, _: Spot| match name {
        "POSITION" => Number::Float(lane as f32 + column as f32 / 4.0),
        "NUMBERS" => Number::Int((lane * 10 + column).wrapping_neg()),
        "HALF" => Number::Float(0.5),
        "SV_InstanceID" => Number::Int(1),
        _ => Number::Int(lane),
    };
    let stage = Stage { source, profile: "vs_6_1", lanes: 3, helpers: &[], given: &given };
    stage.assert(
        &[
            Some(&[0.5, 0.25, 0.0, 0.0, 0.0, -1.0, 1.0, -0.5, 7.0]),
            Some(&[1.5, 1.25, 1.0, 1.0, -10.0, -11.0, 1.0, -0.5, 7.0]),
            Some(&[2.5, 2.25, 2.0, 2.0, -20.0, -21.0, 1.0, -0.5, 7.0]),
        ],
        &[1, 2, 3, 0],
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn differences_are_those_of_a_quad_with_its_helpers() {
    let source = "
float4 main(float2 uv : UV) : SV_Target {
    float of = uv.x * uv.y;
    return float4(ddx_coarse(of), ddy_coarse(of), ddx_fine(of), ddy_fine(of));
}";
    let given = |lane: u32, _: &str, column: u32, _: Spot| Number::Float(1.0 + place(lane)[column as usize]);
    let stage = Stage { source, profile: "ps_6_0", lanes: 4, helpers: &[3], given: &given };
    stage.assert(&[Some(&[1.0, 1.0, 1.0, 1.0]), Some(&[1.0, 1.0, 1.0, 2.0]), Some(&[1.0, 1.0, 2.0, 1.0]), None], &[]);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn levels_follow_from_differences() {
    let source = "
Texture2D<float> T : register(t0);
SamplerState S : register(s0);
float4 main(float2 uv : UV) : SV_Target {
    return float4(T.Sample(S, uv), T.SampleBias(S, uv, 1), T.CalculateLevelOfDetailUnclamped(S, uv), T.SampleLevel(S, uv, 0.5));
}";
    // Two texels from pixel to pixel: the second level.
    let given = |lane: u32, _: &str, column: u32, _: Spot| Number::Float(place(lane)[column as usize] / 4.0);
    let stage = Stage { source, profile: "ps_6_0", lanes: 4, helpers: &[0, 1, 2], given: &given };
    stage.assert(&[None, None, None, Some(&[1.0, 2.0, 1.0, 0.5])], &[]);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn who_is_discarded_goes_on_as_a_helper() {
    let source = "
RWByteAddressBuffer U : register(u0);
float4 main(nointerpolation uint n : N, float x : X) : SV_Target {
    U.Store(n * 4, 1);
    if (n == 1) discard;
    bool is_helper = IsHelperLane();
    float slope = ddx_fine(is_helper ? x * 8 : x);
    uint old;
    U.InterlockedAdd(32, 1, old);
    U.Store(n * 4 + 16, 2 + is_helper);
    return float4(slope, WaveActiveSum(1), WaveActiveSum(n), QuadReadAcrossX(n));
}";
    let given = |lane: u32, name: &str, _: u32, _: Spot| match name {
        "N" => Number::Int(lane),
        _ => Number::Float(place(lane)[0]),
    };
    let stage = Stage { source, profile: "ps_6_6", lanes: 4, helpers: &[2], given: &given };
    stage.assert(&[Some(&[8.0, 2.0, 3.0, 1.0]), None, None, Some(&[1.0, 2.0, 3.0, 2.0])], &[1, 1, 0, 1, 2, 0, 0, 2, 2]);
}

#[test]
fn waves_count_helpers_where_the_shader_says_so() {
    let source = "
[WaveOpsIncludeHelperLanes]
float2 main(nointerpolation uint n : N) : SV_Target {
    return float2(WaveActiveSum(n), WavePrefixSum(n));
}";
    let given = |lane: u32, _: &str, _: u32, _: Spot| Number::Int(lane);
    let stage = Stage { source, profile: "ps_6_7", lanes: 4, helpers: &[2], given: &given };
    // The version of the validator that all agree on knows no shader model 6.7: hlslc is asked alone.
    for container in stage.ours_alone() {
        let (rows, ..) = stage.run(&container);
        let sums: Vec<Option<f64>> =
            rows.iter().map(|row| row.as_ref().map(|row| row[0].1 * 10.0 + row[1].1)).collect();
        assert_eq!(sums, [Some(60.0), Some(60.0), None, Some(63.0)]);
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn inputs_are_taken_at_other_spots() {
    let source = "
struct In { float2 a : A; nointerpolation float b : B; };
float4 main(In i, uint sample_ : SV_SampleIndex, uint coverage : SV_Coverage) : SV_Target {
    float2 snapped = EvaluateAttributeSnapped(i.a, int2(-8, 4));
    float2 at = EvaluateAttributeAtSample(i.a, sample_);
    float2 middle = EvaluateAttributeCentroid(i.a);
    float2 place = GetRenderTargetSamplePosition(1);
    return float4(snapped.x + snapped.y * 10, at.x, middle.y, place.x + GetAttributeAtVertex(i.b, 2) + GetRenderTargetSampleCount() * 100 + coverage * 1000);
}";
    let given = |_: u32, name: &str, column: u32, spot: Spot| {
        Number::Float(match (name, spot) {
            ("A", Spot::Snapped(x, y)) => [x, y][column as usize] as f32,
            ("A", Spot::Sample(number)) => 100.0 + number as f32,
            ("A", Spot::Centroid) => 50.0 + column as f32,
            ("B", Spot::Vertex(number)) => number as f32 * 4.0,
            other => panic!("{other:?}"),
        })
    };
    let stage = Stage { source, profile: "ps_6_1", lanes: 4, helpers: &[], given: &given };
    let expected: &[f64] = &[32.0, 102.0, 51.0, 5408.375];
    stage.assert(&[Some(expected); 4], &[]);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn depth_coverage_and_stencil_are_outputs() {
    let source = "
struct Out { float4 c : SV_Target; float4 e : SV_Target1; float d : SV_DepthLessEqual; uint m : SV_Coverage; uint s : SV_StencilRef; };
Out main(centroid float4 p : SV_Position, bool front : SV_IsFrontFace, uint inner : SV_InnerCoverage) {
    Out o;
    o.c = p;
    o.e = front ? 1 : 2;
    o.d = p.z / 2;
    o.m = 3 + inner;
    o.s = 9;
    return o;
}";
    let given = |lane: u32, name: &str, column: u32, _: Spot| match name {
        "SV_Position" => Number::Float(if column < 2 { place(lane)[column as usize] + 0.5 } else { column as f32 }),
        _ => Number::Int(lane & 1),
    };
    let stage = Stage { source, profile: "ps_6_0", lanes: 4, helpers: &[1, 2, 3], given: &given };
    let expected: &[f64] = &[0.5, 0.5, 2.0, 3.0, 2.0, 2.0, 2.0, 2.0, 1.0, 4.0, 9.0];
    stage.assert(&[Some(expected), None, None, None], &[]);
}

#[test]
fn a_difference_to_a_pixel_that_went_another_way_is_told() {
    let source = "
float main(nointerpolation uint n : N, float x : X) : SV_Target {
    float slope = 0;
    [branch] if (n != 2) {
        slope = ddx(x);
    }
    return slope;
}";
    let given = |lane: u32, name: &str, _: u32, _: Spot| match name {
        "N" => Number::Int(lane),
        _ => Number::Float(lane as f32),
    };
    let stage = Stage { source, profile: "ps_6_0", lanes: 4, helpers: &[], given: &given };
    for container in stage.ours_alone() {
        let (.., findings) = stage.run(&container);
        assert_eq!(findings, ["a value is read of a lane that does not run (of its quad): thread 0 of group 0,0,0"]);
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn domains_read_patch_constants_and_control_points() {
    let source = "
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float2 c : C; };
struct Point { float3 p : P; };
[domain(\"tri\")]
float4 main(Constants c, float3 at : SV_DomainLocation, OutputPatch<Point, 3> points, uint n : SV_PrimitiveID) : SV_Position {
    return float4(points[0].p.x * at.x + points[1].p.y * at.y + points[2].p.z * at.z, c.c.y, c.edges[1], n);
}";
    let given = |_: u32, name: &str, column: u32, spot: Spot| match (name, spot) {
        ("P", Spot::Vertex(number)) => Number::Float((number * 10 + column) as f32),
        ("C", Spot::Here) => Number::Float(5.0 + column as f32),
        _ => Number::Float(3.0),
    };
    let stage = Stage { source, profile: "ds_6_0", lanes: 2, helpers: &[], given: &given };
    // Lane 0 is at 1 2 3, lane 1 at 2 3 4.
    stage.assert(&[Some(&[88.0, 6.0, 3.0, 4.0]), Some(&[121.0, 6.0, 3.0, 4.0])], &[]);
}

/// Patches in local and static variables, members, elements of arrays, results and arguments are copies of their points.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn patches_are_copied() {
    let source = "
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
struct Point { float3 p : P; };
typedef OutputPatch<Point, 3> Patch;
struct Held { Patch points; float more; float3 at(uint n) { return points[n].p; } };
static Held kept;
float y(Patch points, uint n) { return points[n].p.y; }
Held hold(Patch points) { Held held; held.points = points; held.more = 1000; return held; }
Patch same(Patch points) { return points; }
[domain(\"tri\")]
float4 main(Constants c, float3 at : SV_DomainLocation, Patch points, uint n : SV_PrimitiveID) : SV_Position {
    Patch local = points;
    Held two[2];
    two[0] = hold(local);
    two[1].points = same(local);
    two[1].more = 2000;
    kept = two[n % 2];
    uint other = (n + 1) % 3;
    return float4(local[other].p.x, y(two[n % 2].points, 2) + y(kept.points, other), kept.at(other).z, kept.more + same(points)[1].p.y);
}";
    let given = |_: u32, name: &str, column: u32, spot: Spot| match (name, spot) {
        ("P", Spot::Vertex(number)) => Number::Float((number * 10 + column) as f32),
        _ => Number::Float(3.0),
    };
    let stage = Stage { source, profile: "ds_6_0", lanes: 2, helpers: &[], given: &given };
    // Primitive 4 takes element 0 and point 2.
    let row: &[f64] = &[20.0, 42.0, 22.0, 1011.0];
    stage.assert(&[Some(row); 2], &[]);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn hulls_make_control_points_and_then_patch_constants() {
    let source = "
struct Point { float p : P; };
struct Made { float q : Q; };
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
Constants patch(InputPatch<Point, 2> given, OutputPatch<Made, 3> made, uint n : SV_PrimitiveID) {
    Constants c;
    [unroll] for (uint at = 0; at < 3; ++at) c.edges[at] = made[at].q;
    c.inside = given[1].p + n;
    return c;
}
[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"patch\")]
Made main(InputPatch<Point, 2> given, uint at : SV_OutputControlPointID) {
    Made made;
    made.q = given[at & 1].p * 2 + at;
    return made;
}";
    let given = |_: u32, _: &str, _: u32, spot: Spot| match spot {
        Spot::Vertex(number) => Number::Float(1.0 + number as f32),
        other => panic!("{other:?}"),
    };
    let stage = Stage { source, profile: "hs_6_0", lanes: 3, helpers: &[], given: &given };
    stage.assert(&[Some(&[2.0]), Some(&[5.0]), Some(&[4.0]), Some(&[2.0, 5.0, 4.0, 6.0])], &[]);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn geometry_is_emitted_to_streams() {
    let source = "
struct Vertex { float4 p : SV_Position; };
struct Other { float a : A; };
[maxvertexcount(4)]
void main(point Vertex given[1], uint n : SV_PrimitiveID, inout PointStream<Vertex> one, inout PointStream<Other> two) {
    Vertex v;
    v.p = given[0].p + n;
    one.Append(v);
    Other o;
    o.a = 7;
    two.Append(o);
    two.RestartStrip();
    v.p.x = 0;
    one.Append(v);
}";
    let given = |_: u32, _: &str, column: u32, _: Spot| Number::Float(column as f32);
    let stage = Stage { source, profile: "gs_6_0", lanes: 1, helpers: &[], given: &given };
    for (name, container) in stage.containers() {
        let (lanes, _) = stage.shade(&container);
        let bits = |numbers: [Option<f32>; 5]| numbers.map(|number| number.map(f32::to_bits)).to_vec();
        let expected = [
            Emitted::Vertex(0, bits([Some(4.0), Some(5.0), Some(6.0), Some(7.0), None])),
            Emitted::Vertex(1, bits([None, None, None, None, Some(7.0)])),
            Emitted::Cut(1),
            Emitted::Vertex(0, bits([Some(0.0), Some(5.0), Some(6.0), Some(7.0), None])),
        ];
        assert_eq!(lanes[0].emitted, expected, "{name}");
    }
}

impl Stage<'_> {
    /// The lanes of a run without resources.
    fn shade(&self, container: &[u8]) -> (Vec<DrawnLane>, Outcome) {
        let program = Program::decode(container).unwrap_or_else(|error| panic!("{error}"));
        self.draw(&program, &mut Machine::default())
    }

    /// The containers that hlslc makes.
    fn ours_alone(&self) -> Vec<Vec<u8>> {
        let options = ["-T", self.profile, "-E", "main"].map(str::to_owned).to_vec();
        let loaded = Loaded::new("test.hlsl".to_owned(), self.source.to_owned(), options);
        ["-Od", "-O3"].map(|level| loaded.ours((1, 8), &[level]).unwrap_or_else(|said| panic!("{said}"))).to_vec()
    }
}

#[test]
fn a_stage_is_run_as_what_it_is() {
    let given = |_: u32, _: &str, _: u32, _: Spot| Number::Int(0);
    let pixel = Stage {
        source: "float main() : SV_Target { return 1; }",
        profile: "ps_6_0",
        lanes: 4,
        helpers: &[],
        given: &given,
    };
    let program = Program::decode(&pixel.ours_alone()[0]).expect("it is decoded");
    let mut machine = Machine::default();
    let dispatched = program.dispatch(&mut machine, [1; 3], &Options::default());
    assert_eq!(dispatched, Err(RunError::Stage("a ps shader is not dispatched".to_owned())));
    let draw = Draw { lanes: 3, helpers: &[], given: &|_, _| 0 };
    let drawn = program.shade(&mut machine, draw, &Options::default()).map(|_| ());
    assert_eq!(drawn, Err(RunError::Stage("the lanes of a pixel shader come in quads".to_owned())));
}

/// What each container of a mesh or an amplification shader leaves in two groups, given a payload of a float and an integer.
fn assert_groups(profile: &str, source: &str, expected: &[DrawnGroup]) {
    let stage = Stage { source, profile, lanes: 0, helpers: &[], given: &|_, _, _, _| Number::Int(0) };
    for (name, container) in stage.containers() {
        let program = Program::decode(&container).unwrap_or_else(|error| panic!("{name}: {error}"));
        let given = |_: u32, asked: Asked| match asked {
            Asked::Payload(0) => 0.5f32.to_bits(),
            Asked::Payload(word) => 10 + word,
            other => panic!("{other:?}"),
        };
        for schedule in [Schedule::Plain, Schedule::Seeded(1), Schedule::Seeded(2)] {
            let options = Options { wave_size: 4, schedule, checks: Checks::UNDEFINED, ..Options::default() };
            let run = program.shade_groups(&mut Machine::default(), [2, 1, 1], &given, &options);
            let (groups, outcome) = run.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(groups, expected, "{name}, {schedule:?}");
            let findings: Vec<String> = outcome.findings.iter().map(ToString::to_string).collect();
            assert_eq!(findings, Vec::<String>::new(), "{name}, {schedule:?}");
        }
    }
}

const MESH: &str = r#"
struct Load { float scale; uint first; };
struct Vertex { float4 place : SV_Position; nointerpolation uint number : NUMBER; };
struct Face { uint layer : SV_RenderTargetArrayIndex; };

[outputtopology("triangle")]
[numthreads(8, 1, 1)]
void main(in payload Load load, uint t : SV_GroupThreadID, uint g : SV_GroupID, out vertices Vertex v[3],
          out primitives Face f[2], out indices uint3 corners[2]) {
    SetMeshOutputCounts(3, 1 + g);
    if (t < 3) {
        v[t].place = float4(t, g, load.scale, 1);
        v[t].number = load.first + t;
    }
    if (t < 1 + g) {
        corners[t] = uint3(t, 1 - t, 2);
        f[t].layer = 5 + t;
    }
}"#;

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn mesh_shaders_leave_vertices_and_primitives() {
    let float = |value: u32| (value as f32).to_bits();
    let group = |g: u32| DrawnGroup {
        group: [g, 0, 0],
        counts: Some([3, 1 + g]),
        vertices: (0..3)
            .map(|t| (t, (0..).zip([float(t), float(g), 0.5f32.to_bits(), float(1), 11 + t]).collect()))
            .collect(),
        primitives: (0..=g).map(|t| (t, [(0, 5 + t)].into())).collect(),
        indices: (0..=g).map(|t| (t, [t, 1 - t, 2])).collect(),
        started: None,
    };
    assert_groups("ms_6_5", MESH, &[group(0), group(1)]);
}

const AMPLIFICATION: &str = r"
struct Load { float scale; uint numbers[2]; uint late; };
groupshared Load load;

[numthreads(8, 1, 1)]
void main(uint t : SV_GroupThreadID, uint g : SV_GroupID) {
    if (t == 0) {
        load.scale = 2.5 + g;
    }
    if (t < 2) {
        load.numbers[t] = 7 * g + t;
    }
    GroupMemoryBarrierWithGroupSync();
    // Threads need no barrier for what groups are started with.
    if (t == 7) {
        load.late = 3 + g;
    }
    DispatchMesh(g + 1, 2, load.numbers[1], load);
}";

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn amplification_shaders_start_groups_with_a_payload() {
    let group = |g: u32| DrawnGroup {
        group: [g, 0, 0],
        started: Some(Started {
            groups: [g + 1, 2, 7 * g + 1],
            payload: vec![
                (0, ComponentType::F32, (2.5 + g as f32).to_bits().into()),
                (4, ComponentType::U32, (7 * g).into()),
                (8, ComponentType::U32, (7 * g + 1).into()),
                (12, ComponentType::U32, (3 + g).into()),
            ],
        }),
        ..DrawnGroup::default()
    };
    assert_groups("as_6_5", AMPLIFICATION, &[group(0), group(1)]);
}

#[test]
fn groups_that_leave_something_else_differ() {
    let made = |profile: &str, source: &str, level: &str| {
        let options = ["-T", profile, "-E", "main"].map(str::to_owned).to_vec();
        let loaded = Loaded::new("test.hlsl".to_owned(), source.to_owned(), options);
        loaded.ours(AGREED_VALIDATOR, &[level]).unwrap_or_else(|said| panic!("{said}"))
    };
    let rows = [
        ("ms_6_5", MESH, "Counts(3, 1 + g)", "Counts(2, 1 + g)", "of lane 0"),
        ("ms_6_5", MESH, "Counts(3, 1 + g)", "Counts(3, 1)", "of lane 1"),
        ("ms_6_5", MESH, "load.first + t", "load.first + 2 * t", "NUMBER0"),
        ("ms_6_5", MESH, "5 + t", "6 + t", "SV_RENDERTARGETARRAYINDEX0"),
        ("ms_6_5", MESH, "uint3(t, 1 - t, 2)", "uint3(t, 1 - t, 1)", "the vertices of a primitive"),
        ("as_6_5", AMPLIFICATION, "(g + 1, 2", "(g + 1, 3", "the groups that are started"),
        ("as_6_5", AMPLIFICATION, "2.5 + g", "2.75 + g", "the payload"),
        ("as_6_5", AMPLIFICATION, "3 + g", "4 + g", "the payload"),
    ];
    for (profile, source, from, to, at) in rows {
        let plain = made(profile, source, "-Od");
        let same = compare(&[plain.clone(), made(profile, source, "-O3")], 1, &Options::default());
        assert_eq!(same, Ok(Agreement::Same), "{profile}");
        let other = source.replace(from, to);
        assert_ne!(other, source);
        match compare(&[plain, made(profile, &other, "-Od")], 1, &Options::default()) {
            Ok(Agreement::Different { what, .. }) => assert!(what.contains(at), "{what}"),
            found => panic!("{to}: {found:?}"),
        }
    }
}
