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

/// What follows from which resources a program has.
const RESOURCES: &[Aspect] = &[Aspect::Handles, Aspect::Bindings, Aspect::Psv0, Aspect::Reflection];

/// What follows from which elements of a signature are read and written.
const ELEMENTS: &[Aspect] = &[Aspect::Signatures, Aspect::Psv0, Aspect::Reflection];

/// What follows from the operations and types of the code.
const FEATURES: &[Aspect] = &[Aspect::Features, Aspect::Reflection];

/// What is said of the functions of a library.
const FUNCTIONS: &[Aspect] = &[Aspect::RuntimeData, Aspect::Reflection];

const PSV0: &[Aspect] = &[Aspect::Psv0];
const REFLECTION: &[Aspect] = &[Aspect::Reflection];

/// A part of the name of a shader, the routes of it that the reason excuses, and the reason.
const EXPLAINED: &[(&str, &[Aspect], &str)] = &[
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
    ("objects/RWTexture/rwtexture2dms.hlsl", DXIL, STATUS),
    ("vector/fpexcept.hlsl", DXIL, POWER_OF_ZERO),
    ("CodeGenHLSL/fpexcept.hlsl", DXIL, POWER_OF_ZERO),
    (
        "compound/pow-mulonly-",
        DXIL,
        "the power of a number below zero is no number, but before HLSL 2018 DXC multiplies, and so where a variable turns out to be a whole number",
    ),
    ("matrix/intrinsic2.hlsl", DXIL, ONE_ROW),
    ("boolean/bool_stress.hlsl", DXIL, ONE_ROW),
    ("hlsl.structarray.flatten.frag", RESOURCES, RANGES),
    ("CbufferLegacy/resource-in-cb3.hlsl", RESOURCES, RANGES),
    ("resource_binding/resource-in-struct3.hlsl", RESOURCES, RANGES),
    ("CodeGenSPIRV/vk.binding.global-struct-of-resource", RESOURCES, RANGES),
    ("functions/arguments/readFromOutput3.hlsl", RESOURCES, UNUSED),
    ("modifiers/global/global-var-write-test01.hlsl", RESOURCES, UNUSED),
    ("dxil/dxil_cleanup_addrspacecast/", RESOURCES, UNUSED),
    ("dxil/dxil_remove_dead_pass/switch_index", RESOURCES, UNUSED),
    ("operators/swizzle/indexSwizzledBoolVec.hlsl", RESOURCES, UNUSED),
    (
        "attributes/unroll/extern.hlsl",
        HANDLES,
        "the round that appends is led out of the unrolled loop by DXC, which then does it once with an index, and stays in each round in hlslc",
    ),
    ("resource_binding/NonUniform.hlsl", HANDLES, BOTH_MARKED),
    ("test/DXC/NonUniform.hlsl", HANDLES, BOTH_MARKED),
    (
        "template/DependentWithBuiltinTemplate.hlsl",
        RESOURCES,
        "DXC lists an empty `$Globals` in place of the constant buffer that is the member of a struct (a fault of DXC)",
    ),
    (
        "CodeGenSPIRV/cs.groupshared.not-in-globals.hlsl",
        RESOURCES,
        "DXC counts a `groupshared` variable that is declared in a `cbuffer` into its size",
    ),
    ("CodeGenSPIRV/vk.spec-constant.", RESOURCES, SPECIALIZED),
    ("hlsl.specConstant.frag", RESOURCES, SPECIALIZED),
    ("CodeGenSPIRV/ifdef.spirv.hlsl", RESOURCES, SPECIALIZED),
    ("CodeGenSPIRV/implicit.global.ubo.hlsl", RESOURCES, SPECIALIZED),
    ("resource_binding/res_in_cb", RESOURCES, USE_ORDER),
    ("conversions/packreg_Mod.hlsl", RESOURCES, USE_ORDER),
    ("debug/merged_global_alloca_array.hlsl", PSV0, DEPENDENCES),
    ("control_flow/if_else/if2.hlsl", PSV0, DEPENDENCES),
    ("functions/arguments/outputArray", PSV0, DEPENDENCES),
    ("functions/arguments/writeToInput3.hlsl", PSV0, DEPENDENCES),
    ("intrinsics/basic/matFrexp.hlsl", PSV0, DEPENDENCES),
    ("RayQuery/readnone_intrinsicAttributeCollision.hlsl", PSV0, DEPENDENCES),
    ("semantics/sv_viewid/viewid1", PSV0, DEPENDENCES),
    ("types/matrix/matrix_subscript", PSV0, DEPENDENCES),
    ("types/boolean/bool_stress.hlsl", PSV0, DEPENDENCES),
    ("dxil/dxil_eliminate_output_dynamic/", PSV0, DEPENDENCES),
    ("dxil_preserve_all_outputs/preserve_all_outputs_4.hlsl", PSV0, DEPENDENCES),
    ("mesh/mesh-payload-matrix.hlsl", PSV0, DEPENDENCES),
    ("rich.debug.switch.debugscope.hlsl", PSV0, DEPENDENCES),
    ("spirv.entry-function.inout.hlsl", PSV0, DEPENDENCES),
    ("lifetimes/lifetimes-flag.hlsl", ELEMENTS, READ),
    ("RayQuery/rayquery-decls.hlsl", ELEMENTS, READ),
    ("modifiers/static/static_global_copy.hlsl", ELEMENTS, READ),
    ("dxil_preserve_all_outputs/preserve_all_outputs_2.hlsl", ELEMENTS, READ),
    ("types/matrix/matrix_subscript_ds.hlsl", ELEMENTS, READ),
    (
        "template/BitwiseOps.hlsl",
        ELEMENTS,
        "a sum with an undefined operand is undefined in DXC, which writes no output",
    ),
    ("ContactHardeningShadows11_PS.hlsl", FEATURES, OPERATIONS),
    ("TessellatorCS40_", FEATURES, OPERATIONS),
    ("NonUniformDynamic_cast.hlsl", FEATURES, OPERATIONS),
    ("groupsharedArgs/", FEATURES, OPERATIONS),
    ("decoration.relaxed-precision.array.hlsl", FEATURES, OPERATIONS),
    ("debug.line.intrinsic.hlsl", FEATURES, OPERATIONS),
    ("debug.opline.intrinsic", FEATURES, OPERATIONS),
    ("undefined.static.template.member.hlsl", FEATURES, OPERATIONS),
    (
        "debug/min16/min16",
        FEATURES,
        "a number of minimum precision that is only extended is extended by shifts of 32 bits",
    ),
    ("rawbufferloadstore_64bit_6_2.hlsl", FEATURES, "numbers of 64 bits that are only copied are copied by halves"),
    (
        "type.rwtexture.with.64bit.scalar.hlsl",
        FEATURES,
        "DXC narrows the operands of a sum of which the low bits are stored, and hlslc the sum",
    ),
    ("objects/RWTexture/rwtexture2dms.hlsl", FEATURES, STATUS),
    ("d3dreflect/lib_global.hlsl", FUNCTIONS, CONSTRUCTOR),
    ("sm6_6.descriptorheap.global.lib.hlsl", FUNCTIONS, CONSTRUCTOR),
    ("workgraph/groupshared_barrier.hlsl", FUNCTIONS, SHARED_STORE),
    ("node.group-shared.barrier.hlsl", FUNCTIONS, SHARED_STORE),
    ("vector/VectorIndexingAsArgument.hlsl", FUNCTIONS, SHARED_STORE),
    (
        "types/longvec-decls.hlsl",
        FUNCTIONS,
        "DXC copies a vector by its components, which are numbers of 64 or 16 bits",
    ),
    (
        "intrinsics/helper/IsHelperLane.hlsl",
        FUNCTIONS,
        "no lane of a compute shader is a helper lane, which hlslc folds",
    ),
    (
        "samples/MinimalTraverseShaderLib-pp.hlsl",
        FUNCTIONS,
        "called functions are listed in the order of the calls, which the optimisers change",
    ),
    (
        "library/lib_hs_shaders_only.hlsl",
        FUNCTIONS,
        "hlslc lists the copy that a patch-constant function of several hull shaders has",
    ),
    (
        "template/templateTypename.hlsl",
        REFLECTION,
        "a struct of a template in another one is named by the arguments as they are written",
    ),
    (
        "d3dreflect/tbuffer-16bit.hlsl",
        REFLECTION,
        "DXC does not see that a member is read whose bits are read together with others",
    ),
    (
        "intrinsics/basic/intrinsic3_",
        REFLECTION,
        "DXC reads the detail of an isoline and not its density (a fault of DXC)",
    ),
    ("intrinsics/matrix/intrinsic2.hlsl", REFLECTION, ONE_ROW),
    ("SubD11_SubDToBezierHS.hlsl", REFLECTION, "DXC reads a member whose value nothing uses"),
    (
        "resource_binding/resource_in_cbuffer.hlsl",
        REFLECTION,
        "DXC lists a struct of resources in a constant buffer as a member without a size",
    ),
];

/// A reason that several rows share.
const RANGES: &str = "a resource in an array of structs is one range of registers, and in DXC one for each element that constants choose";
const BOTH_MARKED: &str = "of two accesses with one index, one of which is marked as non-uniform, DXC makes one marked handle, and hlslc marks what the source marks";
const UNUSED: &str = "DXC reads a resource whose values nothing uses";
const STATUS: &str = "the status of a load of a texture of samples that can be written is lost (a fault of DXC)";
const SPECIALIZED: &str = "a specialization constant is a member of `$Globals` in DXC, and in hlslc a value that can be chosen in the container";
const USE_ORDER: &str =
    "DXC numbers resources in the order in which they are used, and hlslc in that of their declarations";
const DEPENDENCES: &str =
    "which outputs depend on which inputs follows from the code, which the two optimise differently";
const READ: &str = "DXC reads an input that has no effect";
const OPERATIONS: &str = "DXC states the feature of an operation that hlslc folds or removes";
const CONSTRUCTOR: &str = "DXC lists a constructor of static variables, which hlslc evaluates";
const SHARED_STORE: &str = "DXC removes a store to group-shared memory together with its variable, which hlslc keeps";
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
