//! Lists the known reasons why some shaders of public test collections have different results on two routes, or other
//! handles than with DXC. Only the fault of a driver was reduced and run separately; the other reasons follow from the
//! source and the values.
//!
//! Input: the name of a shader and the aspect that is compared. Output: the reason, if there is one. This is data only;
//! faults of compilers and drivers are in `docs/15-faults-of-others.md`, with the lines that show them.

use super::Aspect;

/// The routes on a device.
const SPIRV: &[Aspect] = &[Aspect::SpirvOd, Aspect::SpirvO3, Aspect::TheirSpirv];

/// The routes through DXIL other than that of DXC.
const DXIL: &[Aspect] = &[Aspect::RunOd, Aspect::RunO1, Aspect::RunO3];

/// The handles of a program.
const HANDLES: &[Aspect] = &[Aspect::Handles];

/// A part of the name of a shader, the routes of it that the reason excuses, and the reason.
const EXPLAINED: [(&str, &[Aspect], &str); 34] = [
    ("version_defines/define_spirv.hlsl", SPIRV, "the source asks for something else where `__spirv__` is defined"),
    (
        "CodeGenSPIRV/vk.spec-constant.composite.hlsl",
        SPIRV,
        "a specialization constant has its default in SPIR-V and is a member of `$Globals` in DXIL",
    ),
    (
        "ByteAddressBuffer/min_precision_raw_load_store.hlsl",
        SPIRV,
        "an integer of minimum precision keeps all 32 bits in SPIR-V, and 16 where DXIL is interpreted: both are allowed",
    ),
    ("barrier/share_mem2Dim.hlsl", DXIL, TURNED),
    ("swizzle/swizzleAtomic.hlsl", DXIL, TURNED),
    ("global/global-var-write-test05.hlsl", SPIRV, NEGATIVE),
    ("BC7Encode_TryMode456CS.hlsl", SPIRV, NEGATIVE),
    (
        "TemporalSupersampling_BlendWithCurrentFrameCS.hlsl",
        SPIRV,
        "zero to a power below zero: infinite in Direct3D, open in SPIR-V, zero in the device",
    ),
    (
        "CodeGenSPIRV/sm6.quad-read-lane-at.quad.vulkan1.2.hlsl",
        SPIRV,
        "the device reads a lane that is not there in a group of four threads (a fault of the driver)",
    ),
    ("StructuredBuffer/struct_buf_mat_load_method.hlsl", DXIL, TURNED),
    ("CodeGenDXIL/hlsl/intrinsics/buffer-agg-load-stores.hlsl", DXIL, TURNED),
    (
        "intrinsics/basic/matFrexp.hlsl",
        DXIL,
        "the matrix that an `out` parameter of `frexp` gives is turned (a fault of DXC)",
    ),
    (
        "intrinsics/basic/frac_literal.hlsl",
        DXIL,
        "`frac` of a matrix of numbers below zero that DXC works out is not what the operation gives (a fault of DXC)",
    ),
    (
        "intrinsics/basic/intrinsic3_",
        DXIL,
        "`ProcessIsolineTessFactors` makes the density of the detail (a fault of DXC)",
    ),
    (
        "objects/RWTexture/rwtexture2dms.hlsl",
        DXIL,
        "the status of a load of a texture of samples that can be written is lost (a fault of DXC)",
    ),
    ("vector/fpexcept.hlsl", DXIL, POWER_OF_ZERO),
    ("CodeGenHLSL/fpexcept.hlsl", DXIL, POWER_OF_ZERO),
    (
        "compound/pow-mulonly-",
        DXIL,
        "the power of a number below zero is no number, but before HLSL 2018 DXC multiplies, and so where a variable turns out to be a whole number",
    ),
    ("matrix/intrinsic2.hlsl", DXIL, ONE_ROW),
    ("boolean/bool_stress.hlsl", DXIL, ONE_ROW),
    ("hlsl.structarray.flatten.frag", HANDLES, RANGES),
    ("CbufferLegacy/resource-in-cb3.hlsl", HANDLES, RANGES),
    ("resource_binding/resource-in-struct3.hlsl", HANDLES, RANGES),
    ("CodeGenSPIRV/vk.binding.global-struct-of-resource", HANDLES, RANGES),
    ("functions/arguments/readFromOutput3.hlsl", HANDLES, UNUSED),
    ("modifiers/global/global-var-write-test01.hlsl", HANDLES, UNUSED),
    ("dxil/dxil_cleanup_addrspacecast/", HANDLES, UNUSED),
    ("dxil/dxil_remove_dead_pass/switch_index", HANDLES, UNUSED),
    ("operators/swizzle/indexSwizzledBoolVec.hlsl", HANDLES, UNUSED),
    (
        "attributes/unroll/extern.hlsl",
        HANDLES,
        "the round that appends is led out of the unrolled loop by DXC, which then does it once with an index, and stays in each round in hlslc",
    ),
    ("resource_binding/NonUniform.hlsl", HANDLES, BOTH_MARKED),
    ("test/DXC/NonUniform.hlsl", HANDLES, BOTH_MARKED),
    (
        "template/DependentWithBuiltinTemplate.hlsl",
        HANDLES,
        "DXC lists an empty `$Globals` in place of the constant buffer that is the member of a struct (a fault of DXC)",
    ),
    (
        "CodeGenSPIRV/cs.groupshared.not-in-globals.hlsl",
        HANDLES,
        "DXC counts a `groupshared` variable that is declared in a `cbuffer` into its size",
    ),
];

/// A reason that several rows share.
const RANGES: &str = "a resource in an array of structs is one range of registers, and in DXC one for each element that constants choose";
const BOTH_MARKED: &str = "of two accesses with one index, one of which is marked as non-uniform, DXC makes one marked handle, and hlslc marks what the source marks";
const UNUSED: &str = "DXC reads a resource whose values nothing uses";
const TURNED: &str = "`Load` of a structured buffer of matrices gives them turned (a fault of DXC)";
const ONE_ROW: &str =
    "a matrix of one row that does not begin a row of a `cbuffer` is read as if it did (a fault of DXC)";
const POWER_OF_ZERO: &str =
    "zero to the power of zero is one where DXC works it out, and no number where the shader does";
const NEGATIVE: &str =
    "a float below zero becomes an unsigned number: zero in Direct3D, open in SPIR-V, and wrapped in the device";

/// The reason why a shader differs in an aspect.
pub fn why(name: &str, route: Aspect) -> Option<&'static str> {
    EXPLAINED.iter().find(|(part, routes, _)| name.contains(part) && routes.contains(&route)).map(|row| row.2)
}
