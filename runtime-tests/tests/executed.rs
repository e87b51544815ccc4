//! The conformance report executes the output of DXC and of hlslc for a compute shader, on the interpreter and on a device.
//!
//! The tests need DXC and a Vulkan device.

use hlslc_runtime_tests::conform::executed::Executed;
use hlslc_runtime_tests::conform::{Aspect, Outcome};
use hlslc_runtime_tests::shaders::{Loaded, validator_of};
use hlslc_runtime_tests::vulkan::Device;

/// The outcome of each route of executing the shader.
fn executed(source: &str) -> Vec<(Aspect, Outcome)> {
    let dxc = dxc_oracle::oracle();
    let device = Device::for_test();
    let options = ["-T", "cs_6_2", "-E", "main"].map(str::to_owned).to_vec();
    let loaded = Loaded::new("test.hlsl".to_owned(), source.to_owned(), options);
    let validator = validator_of(&dxc);
    let theirs = loaded.theirs(&dxc, validator, &[]).unwrap_or_else(|said| panic!("{said}"));
    let judge = Executed { dxc: &dxc, validator, device: Ok(&device), their_device: Ok(&device), loaded: &loaded };
    judge.judge(&theirs)
}

fn assert_equal(source: &str) {
    for (aspect, outcome) in executed(source) {
        assert!(matches!(outcome, Outcome::Equal(_)), "{}: {outcome:?}", aspect.name());
    }
}

#[test]
#[cfg_attr(any(without_dxc, without_vulkan), ignore = "needs DXC and a Vulkan device")]
fn every_kind_of_resource_is_the_same_in_every_way() {
    assert_equal(
        "
struct Inner { uint2 place; bool on; };
struct Item { float a; Inner inner[2]; int b; float2x3 m; double d; };
cbuffer Constants { float scale; Inner inners[3]; row_major float2x3 matrix_; float table[4]; };
StructuredBuffer<Item> items : register(t3, space2);
ByteAddressBuffer bytes;
Buffer<float3> typed;
Texture1D<float> line_;
Texture2D<float3> flat;
Texture2DArray<int2> layers;
Texture3D<float4> block;
TextureCube<float4> cube;
TextureCubeArray<float4> cubes;
Texture2D<float> many[3];
SamplerState linear_;
SamplerComparisonState compare;
RWStructuredBuffer<Item> out_items;
RWByteAddressBuffer out_bytes;
RWBuffer<uint> out_typed;
RWTexture2D<float3> out_flat;
RWTexture3D<int> out_block;
RWTexture2DArray<float2> out_layers;
AppendStructuredBuffer<uint2> appended;
groupshared float sums[8];

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint g : SV_GroupIndex, uint3 group : SV_GroupID) {
    uint at = (group.y * 2 + group.x) * 8 + g;
    Item item = items[at];
    item.a *= scale;
    item.inner[1].place += inners[at % 3].place;
    item.m = item.m + matrix_;
    item.d = item.d * 2;
    out_items[at] = item;
    sums[g] = typed[at].z + table[at & 3];
    GroupMemoryBarrierWithGroupSync();
    out_bytes.Store(at * 4, bytes.Load(at * 4) + asuint(sums[7 - g]));
    out_typed[at] = layers.Load(int4(g, 1, 1, 0)).y;
    float3 middle = flat.SampleLevel(linear_, float2(0.3, 0.6), 1) + block.SampleLevel(linear_, float3(0.2, 0.5, 0.7), 0).xyz;
    middle.x += line_.SampleLevel(linear_, 0.4, 0) + many[at % 3].Load(int3(1, 2, 0));
    middle.y += flat.SampleCmpLevelZero(compare, float2(0.5, 0.5), 0.5);
    middle.z += cube.SampleLevel(linear_, float3(1, 0.2, 0.3), 0).y + cubes.SampleLevel(linear_, float4(0.1, -1, 0.3, 1), 0).x;
    out_flat[uint2(at % 8, at / 8)] = middle;
    out_block[uint3(at % 4, at / 4 % 4, at / 16)] = (int)at;
    out_layers[uint3(at % 8, at / 8, 1)] = middle.xy;
    if (g == 0) appended.Append(uint2(at, 1));
}",
    );
}

#[test]
#[cfg_attr(any(without_dxc, without_vulkan), ignore = "needs DXC and a Vulkan device")]
fn group_shared_memory_that_nobody_wrote_is_zero_in_every_way() {
    assert_equal(
        "
RWBuffer<uint> found;
groupshared uint shared_[4];
[numthreads(2, 1, 1)]
void main(uint g : SV_GroupIndex, uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID) {
    found[(group.y * 2 + group.x) * 2 + g] = shared_[g + 1];
    shared_[g] = id.x;
}",
    );
}

#[test]
#[cfg_attr(any(without_dxc, without_vulkan), ignore = "needs DXC and a Vulkan device")]
fn a_difference_is_reported_with_its_place() {
    let source = "
RWBuffer<float> found;
[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID) {
    uint at = group.y * 2 + group.x;
#ifdef __spirv__
    found[at] = at == 2 ? 7 : at;
#else
    found[at] = at;
#endif
}";
    let found = executed(source);
    let outcome = |aspect| found.iter().find(|row| row.0 == aspect).map(|row| row.1.clone());
    assert!(matches!(outcome(Aspect::RunO3), Some(Outcome::Equal(_))), "{found:?}");
    let Some(Outcome::Different(what)) = outcome(Aspect::SpirvO3) else { panic!("{found:?}") };
    assert_eq!(what, "seed 0: u0 space0 word 2: 0x40000000 (2e0) and 0x40e00000 (7e0)");
}

#[test]
#[cfg_attr(any(without_dxc, without_vulkan), ignore = "needs DXC and a Vulkan device")]
fn what_is_raced_for_is_left_out_and_the_rest_compared() {
    let source = "
RWByteAddressBuffer found;
[numthreads(2, 1, 1)]
void main(uint g : SV_GroupIndex) {
    found.Store3(g * 4, uint3(11, 12, 13));
}";
    let found = executed(source);
    for (aspect, outcome) in found {
        let Outcome::Equal(note) = &outcome else { panic!("{}: {outcome:?}", aspect.name()) };
        // Of four words two are written by both, on each of two inputs.
        assert!(note.starts_with("compared except 4 words that are undefined"), "{}: {note}", aspect.name());
    }
}

#[test]
#[cfg_attr(any(without_dxc, without_vulkan), ignore = "needs DXC and a Vulkan device")]
fn a_shader_that_leaves_its_arrays_is_compared_where_that_does_not_show() {
    let source = "
RWBuffer<uint> found;
groupshared uint sums[8];
[numthreads(8, 1, 1)]
void main(uint g : SV_GroupIndex) {
    sums[g] = g + 1;
    GroupMemoryBarrierWithGroupSync();
    uint sum = sums[g] + sums[g + 4];
    if (g < 4) {
        found[g] = sum;
    }
}";
    let found = executed(source);
    for (aspect, outcome) in found {
        let Outcome::Equal(note) = &outcome else { panic!("{}: {outcome:?}", aspect.name()) };
        let is_reported = note.starts_with("what is undefined does not show (");
        assert!(is_reported || note.contains("instructions executed"), "{}: {note}", aspect.name());
    }
}

#[test]
#[cfg_attr(any(without_dxc, without_vulkan), ignore = "needs DXC and a Vulkan device")]
fn what_is_all_undefined_is_not_compared() {
    let source = "
RWBuffer<uint> found;
[numthreads(64, 1, 1)]
void main(uint g : SV_GroupIndex) {
    found[0] = g;
}";
    let found = executed(source);
    for (aspect, outcome) in found {
        let is_reported = matches!(&outcome, Outcome::Skipped(why) if why.starts_with("undefined: all that it writes"));
        assert!(is_reported, "{}: {outcome:?}", aspect.name());
    }
}

#[test]
#[cfg_attr(any(without_dxc, without_vulkan), ignore = "needs DXC and a Vulkan device")]
fn inputs_are_chosen_on_which_nothing_is_open() {
    // The first inputs have floats below zero.
    assert_equal(
        "
StructuredBuffer<float> given;
RWBuffer<uint> found;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    found[id.y * 16 + id.x] = uint(given[id.x] * 100);
}",
    );
}
