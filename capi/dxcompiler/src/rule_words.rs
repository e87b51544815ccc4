//! Lists what DXC's validator says of the rules that are broken, for clients that look for its words.
//!
//! Input: the name of a rule, and the name of what breaks it, if it has one. Output: the message of DXC. Rules whose messages
//! have other parts, such as two sizes, are not here: they are reported in the words of [`dxil::rules`].

use hlslc_texts::{Texts, column};

/// The name of a rule, and the message; `{}` stands for the name of what breaks it. In the order of the names.
const WORDS: &[(&str, &str)] = &[
    ("BITCODE.VALID", "Module bitcode is invalid."),
    ("CONTAINER.ROOTSIGNATUREINCOMPATIBLE", "Root Signature in DXIL container is not compatible with shader."),
    (
        "DECL.ALLOCATERAYQUERY2FLAGSARECONST",
        "constRayFlags and RayQueryFlags arguments of AllocateRayQuery2 must be constant",
    ),
    ("DECL.ALLOCATERAYQUERYFLAGSARECONST", "constRayFlags argument of AllocateRayQuery must be constant"),
    (
        "DECL.ALLOWOPACITYMICROMAPSEXPECTEDGIVENFORCEOMM2STATE",
        "RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS must be set for RayQueryFlags when RAY_FLAG_FORCE_OMM_2_STATE is set for constRayFlags on AllocateRayQuery2 operation.",
    ),
    ("DECL.DXILFNEXTERN", "External function '{}' is not a DXIL function."),
    ("DECL.FNISCALLED", "Function '{}' is used for something other than calling."),
    ("DECL.NOTUSEDEXTERNAL", "External declaration '{}' is unused."),
    ("DECL.RESOURCEINFNSIG", "Function '{}' uses resource in function signature."),
    ("DECL.USEDEXTERNALFUNCTION", "External function '{}' is unused."),
    ("DECL.USEDINTERNAL", "Internal declaration '{}' is unused."),
    ("FLOW.DEADLOOP", "Loop must have break."),
    ("FLOW.NORECURSION", "Recursion is not permitted."),
    ("FLOW.REDUCIBLE", "Execution flow must be reducible."),
    ("INSTR.ALLOWED", "Instructions must be of an allowed type."),
    ("INSTR.ATOMICCONST", "Constant destination to atomic."),
    ("INSTR.ATOMICINTRINNONUAV", "Non-UAV destination to atomic intrinsic."),
    ("INSTR.ATOMICOPNONGROUPSHAREDORRECORD", "Non-groupshared or node record destination to atomic operation."),
    (
        "INSTR.BARRIERMODEFORNONCS",
        "sync in a non-Compute/Amplification/Mesh/Node Shader must only sync UAV (sync_uglobal).",
    ),
    (
        "INSTR.BARRIERMODENOMEMORY",
        "sync must include some form of memory barrier - _u (UAV) and/or _g (Thread Group Shared Memory).  Only _t (thread group sync) is optional.",
    ),
    (
        "INSTR.BARRIERMODEUSELESSUGROUP",
        "sync can't specify both _ugroup and _uglobal. If both are needed, just specify _uglobal.",
    ),
    ("INSTR.BARRIERNONCONSTANTFLAGARGUMENT", "Memory type, access, or sync flag is not constant"),
    ("INSTR.BARRIERREQUIRESNODE", "sync in a non-Node Shader must not sync node record memory."),
    ("INSTR.BUFFERUPDATECOUNTERONRESHASCOUNTER", "BufferUpdateCounter valid only when HasCounter is true."),
    ("INSTR.BUFFERUPDATECOUNTERONUAV", "BufferUpdateCounter valid only on UAV."),
    ("INSTR.CBUFFERCLASSFORCBUFFERHANDLE", "Expect Cbuffer for CBufferLoad handle."),
    ("INSTR.CBUFFEROUTOFBOUND", "Cbuffer access out of bound."),
    ("INSTR.CHECKACCESSFULLYMAPPED", "CheckAccessFullyMapped should only be used on resource status."),
    ("INSTR.CONSTALIGNFORRAWBUF", "Raw Buffer alignment value must be a constant."),
    ("INSTR.COORDINATECOUNTFORRAWTYPEDBUF", "raw/typed buffer offset must be undef."),
    ("INSTR.COORDINATECOUNTFORSTRUCTBUF", "structured buffer requires defined index and offset coordinates."),
    ("INSTR.DXILSTRUCTUSER", "Dxil struct types should only be used by ExtractValue."),
    ("INSTR.EXPDXILOPCODEREQUIRESEXPSM", "Use of experimental DXILOpCode requires an experimental shader model."),
    ("INSTR.EXTRACTVALUE", "ExtractValue should only be used on dxil struct types and cmpxchg."),
    ("INSTR.FAILTORESLOVETGSMPOINTER", "TGSM pointers must originate from an unambiguous TGSM global variable."),
    ("INSTR.HANDLENOTFROMCREATEHANDLE", "Resource handle should returned by createHandle."),
    ("INSTR.INBOUNDSACCESS", "Access to out-of-bounds memory is disallowed."),
    (
        "INSTR.MAYREORDERTHREADUNDEFCOHERENCEHINTPARAM",
        "Use of undef coherence hint or num coherence hint bits in MaybeReorderThread.",
    ),
    ("INSTR.MINPRECISIONNOTPRECISE", "Instructions marked precise may not refer to minprecision values."),
    ("INSTR.MINPRECISONBITCAST", "Bitcast on minprecison types is not allowed."),
    ("INSTR.MIPLEVELFORGETDIMENSION", "Use mip level on buffer when GetDimensions."),
    ("INSTR.MIPONUAVLOAD", "uav load don't support mipLevel/sampleIndex."),
    ("INSTR.MISSINGSETMESHOUTPUTCOUNTS", "Missing SetMeshOutputCounts call."),
    ("INSTR.MULTIPLEGETMESHPAYLOAD", "GetMeshPayload cannot be called multiple times."),
    ("INSTR.MULTIPLESETMESHOUTPUTCOUNTS", "SetMeshOUtputCounts cannot be called multiple times."),
    ("INSTR.NODERECORDHANDLEUSEAFTERCOMPLETE", "Invalid use of completed record handle."),
    (
        "INSTR.NOGENERICPTRADDRSPACECAST",
        "Address space cast between pointer types must have one part to be generic address space.",
    ),
    ("INSTR.NOIDIVBYZERO", "No signed integer division by zero."),
    ("INSTR.NOINDEFINITEACOS", "No indefinite arccosine."),
    ("INSTR.NOINDEFINITEASIN", "No indefinite arcsine."),
    ("INSTR.NOINDEFINITEDSXY", "No indefinite derivative calculation."),
    ("INSTR.NOINDEFINITELOG", "No indefinite logarithm."),
    ("INSTR.NONDOMINATINGDISPATCHMESH", "Non-Dominating DispatchMesh call."),
    ("INSTR.NONDOMINATINGSETMESHOUTPUTCOUNTS", "Non-Dominating SetMeshOutputCounts call."),
    ("INSTR.NOREADINGUNINITIALIZED", "Instructions should not read uninitialized value."),
    ("INSTR.NOTONCEDISPATCHMESH", "DispatchMesh must be called exactly once in an Amplification shader."),
    ("INSTR.NOUDIVBYZERO", "No unsigned integer division by zero."),
    ("INSTR.OFFSETONUAVLOAD", "uav load don't support offset."),
    ("INSTR.OLOAD", "DXIL intrinsic overload must be valid."),
    ("INSTR.ONLYONEALLOCCONSUME", "RWStructuredBuffers may increment or decrement their counters, but not both."),
    ("INSTR.OPCONSTRANGE", "Constant values must be in-range for operation."),
    ("INSTR.PTRBITCAST", "Pointer type bitcast must be have same size."),
    ("INSTR.REORDERCOHERENTREQUIRESSM69", "reordercoherent requires SM 6.9 or later."),
    ("INSTR.RESOURCECLASSFORLOAD", "load can only run on UAV/SRV resource."),
    ("INSTR.RESOURCECLASSFORSAMPLERGATHER", "sample, lod and gather should be on srv resource."),
    ("INSTR.RESOURCECLASSFORUAVSTORE", "store should be on uav resource."),
    ("INSTR.RESOURCECOORDINATEMISS", "coord uninitialized."),
    ("INSTR.RESOURCECOORDINATETOOMANY", "out of bound coord must be undef."),
    ("INSTR.RESOURCEKINDFORBUFFERLOADSTORE", "buffer load/store only works on Raw/Typed/StructuredBuffer."),
    (
        "INSTR.RESOURCEKINDFORCALCLOD",
        "lod requires resource declared as texture1D/2D/3D/Cube/CubeArray/1DArray/2DArray.",
    ),
    ("INSTR.RESOURCEKINDFORGATHER", "gather requires resource declared as texture/2D/Cube/2DArray/CubeArray."),
    ("INSTR.RESOURCEKINDFORGETDIM", "Invalid resource kind on GetDimensions."),
    (
        "INSTR.RESOURCEKINDFORSAMPLE",
        "sample/_l/_d requires resource declared as texture1D/2D/3D/Cube/1DArray/2DArray/CubeArray.",
    ),
    (
        "INSTR.RESOURCEKINDFORSAMPLEC",
        "samplec requires resource declared as texture1D/2D/Cube/1DArray/2DArray/CubeArray.",
    ),
    ("INSTR.RESOURCEKINDFORTEXTURELOAD", "texture load only works on Texture1D/1DArray/2D/2DArray/3D/MS2D/MS2DArray."),
    ("INSTR.RESOURCEKINDFORTEXTURESTORE", "texture store only works on Texture1D/1DArray/2D/2DArray/3D."),
    ("INSTR.RESOURCEKINDFORTRACERAY", "TraceRay should only use RTAccelerationStructure."),
    ("INSTR.RESOURCEMAPTOSINGLEENTRY", "Fail to map resource to resource table."),
    ("INSTR.RESOURCEOFFSETMISS", "offset uninitialized."),
    ("INSTR.RESOURCEOFFSETTOOMANY", "out of bound offset must be undef."),
    ("INSTR.RESOURCEUSER", "Resource should only be used by Load/GEP/Call."),
    ("INSTR.SAMPLECOMPTYPE", "sample_* instructions require resource to be declared to return UNORM, SNORM or FLOAT."),
    ("INSTR.SAMPLEINDEXFORLOAD2DMS", "load on Texture2DMS/2DMSArray require sampleIndex."),
    ("INSTR.SAMPLERMODEFORLOD", "lod instruction requires sampler declared in default mode."),
    ("INSTR.SAMPLERMODEFORSAMPLE", "sample/_l/_d/_cl_s/gather instruction requires sampler declared in default mode."),
    ("INSTR.SAMPLERMODEFORSAMPLEC", "sample_c_*/gather_c instructions require sampler declared in comparison mode."),
    ("INSTR.SIGNATUREOPERATIONNOTINENTRY", "Dxil operation for input output signature must be in entryPoints."),
    ("INSTR.STRUCTBITCAST", "Bitcast on struct types is not allowed."),
    (
        "INSTR.TEXTUREOFFSET",
        "offset texture instructions must take offset which can resolve to integer literal in the range -8 to 7.",
    ),
    ("INSTR.UNDEFHITOBJECT", "HitObject is undef."),
    ("INSTR.UNDEFINEDVALUEFORUAVSTORE", "Assignment of undefined values to UAV."),
    ("INSTR.WRITEMASKFORTYPEDUAVSTORE", "store on typed uav must write to all four components of the UAV."),
    ("INSTR.WRITEMASKGAPFORUAV", "UAV write mask must be contiguous, starting at x: .x, .xy, .xyz, or .xyzw."),
    ("META.BARYCENTRICSFLOAT3", "only 'float3' type is allowed for SV_Barycentrics."),
    ("META.BARYCENTRICSINTERPOLATION", "SV_Barycentrics cannot be used with 'nointerpolation' type."),
    (
        "META.BARYCENTRICSTWOPERSPECTIVES",
        "There can only be up to two input attributes of SV_Barycentrics with different perspective interpolation mode.",
    ),
    ("META.BRANCHFLATTEN", "Can't use branch and flatten attributes together."),
    ("META.CLIPCULLMAXCOMPONENTS", "ClipDistance and CullDistance use more than the maximum of 8 components combined."),
    ("META.CLIPCULLMAXROWS", "ClipDistance and CullDistance occupy more than the maximum of 2 rows combined."),
    ("META.CONTROLFLOWHINTNOTONCONTROLFLOW", "Control flow hint only works on control flow inst."),
    ("META.DENSERESIDS", "Resource identifiers must be zero-based and dense."),
    ("META.ENTRYFUNCTION", "entrypoint not found."),
    ("META.FLAGSUSAGE", "Flags must match usage."),
    ("META.FORCECASEONSWITCH", "Attribute forcecase only works for switch."),
    ("META.INVALIDCONTROLFLOWHINT", "Invalid control flow hint."),
    ("META.KNOWN", "Named metadata '{}' is unknown."),
    ("META.SEMANTICLEN", "Semantic length must be at least 1 and at most 64."),
    (
        "META.TESSELLATOROUTPUTPRIMITIVE",
        "Invalid Tessellator Output Primitive specified. Must be point, line, triangleCW or triangleCCW.",
    ),
    (
        "META.TESSELLATORPARTITION",
        "Invalid Tessellator Partitioning specified. Must be integer, pow2, fractional_odd or fractional_even.",
    ),
    ("META.TEXTURETYPE", "elements of typed buffers and textures must fit in four 32-bit quantities."),
    ("META.USED", "All metadata must be used by dxil."),
    ("META.VALIDSAMPLERMODE", "Invalid sampler mode on sampler ."),
    ("META.VALUERANGE", "Metadata value must be within range."),
    ("META.WELLFORMED", "Metadata must be well-formed in operand count and types."),
    ("SM.64BITRAWBUFFERLOADSTORE", "i64/f64 rawBufferLoad/Store overloads are allowed after SM 6.3."),
    ("SM.CBUFFERTEMPLATETYPEMUSTBESTRUCT", "D3D12 constant/texture buffer template element can only be a struct."),
    ("SM.COMPLETEPOSITION", "Not all elements of SV_Position were written."),
    ("SM.COUNTERONLYONSTRUCTBUF", "BufferUpdateCounter valid only on structured buffers."),
    ("SM.CSNOSIGNATURES", "Compute shaders must not have shader signatures."),
    ("SM.DOMAINLOCATIONIDXOOB", "DomainLocation component index out of bounds for the domain."),
    ("SM.GSVALIDINPUTPRIMITIVE", "GS input primitive unrecognized."),
    ("SM.GSVALIDOUTPUTPRIMITIVETOPOLOGY", "GS output primitive topology unrecognized."),
    (
        "SM.HULLPASSTHRUCONTROLPOINTCOUNTMATCH",
        "For pass thru hull shader, input control point count must match output control point count",
    ),
    (
        "SM.INCOMPATIBLECALLINENTRY",
        "Entry function calls one or more functions using incompatible features.  See other errors for details.",
    ),
    (
        "SM.INCOMPATIBLEDERIVINCOMPUTESHADERMODEL",
        "Function uses derivatives in compute-model shader, which is only supported in shader model 6.6 and above.",
    ),
    (
        "SM.INCOMPATIBLEOPERATION",
        "Entry function performs some operation that is incompatible with the shader stage or other entry properties.  See other errors for details.",
    ),
    ("SM.INCOMPATIBLEREQUIRESGROUP", "Function requires a visible group, but is called from a shader without one."),
    ("SM.INCOMPATIBLESHADERMODEL", "Function uses features incompatible with the shader model."),
    ("SM.INVALIDRESOURCECOMPTYPE", "Invalid resource return type."),
    ("SM.INVALIDRESOURCEKIND", "Invalid resources kind."),
    ("SM.INVALIDSAMPLERFEEDBACKTYPE", "Invalid sampler feedback type."),
    ("SM.INVALIDTEXTUREKINDONUAV", "TextureCube[Array] resources are not supported with UAVs."),
    (
        "SM.ISOLINEOUTPUTPRIMITIVEMISMATCH",
        "Hull Shader declared with IsoLine Domain must specify output primitive point or line. Triangle_cw or triangle_ccw output are not compatible with the IsoLine Domain.",
    ),
    ("SM.ISSPECIALFLOAT", "16 bit IsSpecialFloat overloads require Shader Model 6.9 or higher."),
    ("SM.NOINTERPMODE", "Interpolation mode for '{}' is set but should be undefined."),
    ("SM.NOPSOUTPUTIDX", "Pixel shader output registers are not indexable."),
    ("SM.OPERAND", "Operand must be defined in target shader model."),
    (
        "SM.OUTPUTCONTROLPOINTSTOTALSCALARS",
        "Total number of scalars across all HS output control points must not exceed .",
    ),
    (
        "SM.PSCONSISTENTINTERP",
        "Interpolation mode for PS input position must be linear_noperspective_centroid or linear_noperspective_sample when outputting oDepthGE or oDepthLE and not running at sample frequency (which is forced by inputting SV_SampleIndex or declaring an input linear_sample or linear_noperspective_sample).",
    ),
    ("SM.PSCOVERAGEANDINNERCOVERAGE", "InnerCoverage and Coverage are mutually exclusive."),
    ("SM.PSMULTIPLEDEPTHSEMANTIC", "Pixel Shader only allows one type of depth semantic to be declared."),
    ("SM.PSTARGETCOL0", "SV_Target packed location must start at column 0."),
    ("SM.PSTARGETINDEXMATCHESROW", "SV_Target semantic index must match packed row location."),
    ("SM.ROVONLYINPS", "RasterizerOrdered objects are only allowed in 5.0+ pixel shaders."),
    ("SM.SAMPLECOUNTONLYON2DMS", "Only Texture2DMS/2DMSArray could has sample count."),
    ("SM.TESSFACTORFORDOMAIN", "Required TessFactor for domain not found declared anywhere in Patch Constant data."),
    (
        "SM.TRIOUTPUTPRIMITIVEMISMATCH",
        "Hull Shader declared with Tri Domain must specify output primitive point, triangle_cw or triangle_ccw. Line output is not compatible with the Tri domain.",
    ),
    ("SM.UNDEFINEDOUTPUT", "Not all elements of output {} were written."),
    ("SM.VALIDDOMAIN", "Invalid Tessellator Domain specified. Must be isoline, tri or quad."),
    ("SM.VIEWIDNEEDSSLOT", "Pixel shader input signature lacks available space for ViewID."),
    ("SM.WAVESIZEEXPECTSONEPARAM", "WaveSize tag expects exactly 1 parameter."),
    ("SM.WAVESIZENEEDSCONSTANTOPERANDS", "WaveSize metadata operands must be constant values."),
    ("SM.WAVESIZENEEDSSM66OR67", "WaveSize is valid only for Shader Model 6.6 and 6.7."),
    ("SM.WAVESIZEONCOMPUTEORNODE", "WaveSize only allowed on compute or node shaders"),
    ("SM.WAVESIZERANGEEXPECTSTHREEPARAMS", "WaveSize Range tag expects exactly 3 parameters."),
    ("SM.WAVESIZETAGDUPLICATE", "WaveSize or WaveSizeRange tag may only appear once per entry point."),
    ("SM.ZEROHSINPUTCONTROLPOINTWITHINPUT", "When HS input control point count is 0, no input signature should exist."),
    ("TYPES.I8", "I8 can only be used as immediate value for intrinsic or as i8* via bitcast by lifetime intrinsics."),
    ("TYPES.NOMULTIDIM", "Only one dimension allowed for array type."),
    ("TYPES.NOPTRTOPTR", "Pointers to pointers, or pointers in structures are not allowed."),
];

static RULES: Texts = column!(WORDS, 0);
static MESSAGES: Texts = column!(WORDS, 1);

/// The message of DXC for a rule, if it is known.
pub fn of_rule(rule: &str, name: &str) -> Option<String> {
    let at = (0..RULES.len()).find(|&at| RULES.get(at) == rule)?;
    let text = MESSAGES.get(at);
    let needs_name = text.contains("{}");
    (!needs_name || !name.is_empty()).then(|| text.replace("{}", name))
}

#[cfg(test)]
mod tests {
    use super::{WORDS, of_rule};
    use dxil::rules;

    #[test]
    fn rows_are_in_order_and_name_rules() {
        assert!(WORDS.is_sorted_by_key(|row| row.0));
        let known: Vec<&str> = rules::all().iter().map(|row| row.name).collect();
        let unknown: Vec<&str> = WORDS.iter().map(|row| row.0).filter(|rule| !known.contains(rule)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn messages_name_what_they_are_of() {
        let told = |rule, name| of_rule(rule, name).unwrap_or_default();
        assert_eq!(told("INSTR.OLOAD", ""), "DXIL intrinsic overload must be valid.");
        assert_eq!(told("DECL.USEDINTERNAL", "table"), "Internal declaration 'table' is unused.");
        assert_eq!(told("DECL.USEDINTERNAL", ""), "", "nothing is named");
        assert_eq!(told("SM.CBUFFERSIZE", ""), "", "it states a size");
    }
}
