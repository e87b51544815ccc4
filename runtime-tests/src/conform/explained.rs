//! Why some shaders of the public test collections leave something else in one way than in another, as far as the source and
//! the values say: only the fault of the driver was reduced and run by itself.
//!
//! In: the name of a shader. Out: the reason, if there is one. Data only; what is a fault of a compiler or of a driver stands with the lines that
//! show it in `docs/15-faults-of-others.md`.

/// A part of the name of a shader, and the reason.
const EXPLAINED: [(&str, &str); 7] = [
    ("version_defines/define_spirv.hlsl", "the source asks for something else where `__spirv__` is defined"),
    (
        "CodeGenSPIRV/vk.spec-constant.composite.hlsl",
        "a specialization constant has its default in SPIR-V and is a member of `$Globals` in DXIL",
    ),
    (
        "ByteAddressBuffer/min_precision_raw_load_store.hlsl",
        "an integer of minimum precision keeps all 32 bits in SPIR-V, and 16 where DXIL is interpreted: both are allowed",
    ),
    ("global/global-var-write-test05.hlsl", NEGATIVE),
    ("BC7Encode_TryMode456CS.hlsl", NEGATIVE),
    (
        "TemporalSupersampling_BlendWithCurrentFrameCS.hlsl",
        "zero to a power below zero: infinite in Direct3D, open in SPIR-V, zero in the device",
    ),
    (
        "CodeGenSPIRV/sm6.quad-read-lane-at.quad.vulkan1.2.hlsl",
        "the device reads a lane that is not there in a group of four threads (a fault of the driver)",
    ),
];

/// What is said of more than one.
const NEGATIVE: &str =
    "a float below zero becomes an unsigned number: zero in Direct3D, open in SPIR-V, and wrapped in the device";

/// Why a shader differs.
pub fn why(name: &str) -> Option<&'static str> {
    EXPLAINED.iter().find(|(part, _)| name.contains(part)).map(|row| row.1)
}
