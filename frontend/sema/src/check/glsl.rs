//! Suggests HLSL for words of GLSL that nothing declares.
//!
//! Input: an unknown name. Output: HLSL's word for the same, or an explanation. Declared names never get here.

use hlslc_base::{Diagnostic, Span};

/// (GLSL's word, HLSL's, which takes its place as it stands).
const WORDS: [(&str, &str); 39] = [
    ("vec2", "float2"),
    ("vec3", "float3"),
    ("vec4", "float4"),
    ("ivec2", "int2"),
    ("ivec3", "int3"),
    ("ivec4", "int4"),
    ("uvec2", "uint2"),
    ("uvec3", "uint3"),
    ("uvec4", "uint4"),
    ("bvec2", "bool2"),
    ("bvec3", "bool3"),
    ("bvec4", "bool4"),
    ("dvec2", "double2"),
    ("dvec3", "double3"),
    ("dvec4", "double4"),
    ("mat2", "float2x2"),
    ("mat3", "float3x3"),
    ("mat4", "float4x4"),
    ("mix", "lerp"),
    ("fract", "frac"),
    ("inversesqrt", "rsqrt"),
    ("roundEven", "round"),
    ("dFdx", "ddx"),
    ("dFdy", "ddy"),
    ("dFdxCoarse", "ddx_coarse"),
    ("dFdyCoarse", "ddy_coarse"),
    ("dFdxFine", "ddx_fine"),
    ("dFdyFine", "ddy_fine"),
    ("floatBitsToInt", "asint"),
    ("floatBitsToUint", "asuint"),
    ("intBitsToFloat", "asfloat"),
    ("uintBitsToFloat", "asfloat"),
    ("bitCount", "countbits"),
    ("bitfieldReverse", "reversebits"),
    ("findLSB", "firstbitlow"),
    ("findMSB", "firstbithigh"),
    ("barrier", "GroupMemoryBarrierWithGroupSync"),
    ("memoryBarrierShared", "GroupMemoryBarrier"),
    ("memoryBarrier", "AllMemoryBarrier"),
];

/// (GLSL's word, what says it in HLSL).
const PHRASES: [(&str, &str); 30] = [
    ("mod", "`x - y * floor(x / y)`; `fmod` gives something else below zero"),
    ("textureLod", "`texture.SampleLevel(sampler, coordinates, level)`"),
    ("textureGrad", "`texture.SampleGrad(sampler, coordinates, ddx, ddy)`"),
    ("textureSize", "`texture.GetDimensions(width, height)`"),
    ("texelFetch", "`texture.Load(int3(coordinates, level))`"),
    ("imageLoad", "`image[coordinates]`"),
    ("imageStore", "`image[coordinates] = value`"),
    ("atomicAdd", "`InterlockedAdd(memory, value, before)`"),
    ("atomicExchange", "`InterlockedExchange(memory, value, before)`"),
    ("matrixCompMult", "`a * b`; the product of matrices is `mul(a, b)`"),
    ("lessThan", "`a < b`"),
    ("lessThanEqual", "`a <= b`"),
    ("greaterThan", "`a > b`"),
    ("greaterThanEqual", "`a >= b`"),
    ("notEqual", "`a != b`"),
    ("gl_Position", "an output with the semantic `SV_Position`"),
    ("gl_FragColor", "an output with the semantic `SV_Target`"),
    ("gl_FragDepth", "an output with the semantic `SV_Depth`"),
    ("gl_FragCoord", "an input with the semantic `SV_Position`"),
    ("gl_FrontFacing", "an input with the semantic `SV_IsFrontFace`"),
    ("gl_SampleID", "an input with the semantic `SV_SampleIndex`"),
    ("gl_PrimitiveID", "an input with the semantic `SV_PrimitiveID`"),
    ("gl_VertexID", "an input with the semantic `SV_VertexID`"),
    ("gl_VertexIndex", "an input with the semantic `SV_VertexID`"),
    ("gl_InstanceID", "an input with the semantic `SV_InstanceID`"),
    ("gl_InstanceIndex", "an input with the semantic `SV_InstanceID`"),
    ("gl_GlobalInvocationID", "an input with the semantic `SV_DispatchThreadID`"),
    ("gl_LocalInvocationID", "an input with the semantic `SV_GroupThreadID`"),
    ("gl_LocalInvocationIndex", "an input with the semantic `SV_GroupIndex`"),
    ("gl_WorkGroupID", "an input with the semantic `SV_GroupID`"),
];

/// The error that a name is unknown, with what HLSL has in its place, if it is a word of GLSL.
pub fn explained(error: &Diagnostic, span: Span, name: &str) -> Option<Diagnostic> {
    if let Some((_, word)) = WORDS.iter().find(|row| row.0 == name) {
        return Some(error.clone().suggest(span, *word, format!("GLSL's `{name}` is `{word}` in HLSL")));
    }
    let (_, phrase) = PHRASES.iter().find(|row| row.0 == name)?;
    Some(error.clone().note(format!("GLSL's `{name}` is {phrase} in HLSL")))
}
