//! Lists the rules of DXC's validator other than those on structure: one row each.
//!
//! A row has a name here, the name of the validator's rule, and a message. The checks are in the files for their subjects:
//! values, accesses, resources, signatures, control flow and requirements.

use hlslc_semantics::limits::*;

macro_rules! demands {
    ($($variant:ident = $rule:literal $text:literal $(=> $remedy:literal)?;)*) => {
        /// A demand.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Demand {
            $(#[doc = $text] $variant,)*
        }

        impl Demand {
            /// Every demand.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name of the validator's rule.
            pub const fn rule(self) -> &'static str {
                match self { $(Self::$variant => $rule,)* }
            }

            /// The message if it is violated.
            pub fn text(self) -> String {
                match self { $(Self::$variant => format!($text),)* }
            }

            /// What would make it valid, where the message leaves that open; else empty.
            pub const fn remedy(self) -> &'static str {
                match self { $(Self::$variant => concat!($($remedy)?),)* }
            }
        }
    };
}

demands! {
    // Values.
    UndefinedOperand = "INSTR.NOREADINGUNINITIALIZED" "an undefined value is used" => "only phis, stores and the unused lanes of vectors take undefined values";
    ByteOperand = "TYPES.I8" "only operations take bytes" => "widen it to 32 bits";
    IntegerWidth = "TYPES.INTWIDTH" "integers have 1, 16, 32 or 64 bits";
    ArrayOfArrays = "TYPES.NOMULTIDIM" "a variable is an array of arrays" => "flatten it to one dimension";
    VectorType = "TYPES.NOVECTOR" "vectors are not values before shader model 6.9" => "take it apart to scalars";
    PointerToPointer = "TYPES.NOPTRTOPTR" "a variable holds a pointer" => "hold the index of what it points to";
    VectorInstruction = "INSTR.ALLOWED" "instructions on vectors are not allowed before shader model 6.9" => "take it apart to scalars";
    Unreachable = "INSTR.ALLOWED" "`unreachable` is not an instruction of DXIL" => "end the block with a branch or a return";
    SignedDivisionByZero = "INSTR.NOIDIVBYZERO" "a signed division by zero";
    UnsignedDivisionByZero = "INSTR.NOUDIVBYZERO" "an unsigned division by zero";
    OutOfBounds = "INSTR.INBOUNDSACCESS" "a constant index is out of the bounds of a variable" => "the index is less than the number of elements";
    PointerCast = "INSTR.PTRBITCAST" "an address is cast to one of something of another size" => "cast only between types of one size";
    StructCast = "INSTR.STRUCTBITCAST" "a struct is cast" => "take it apart to its members";
    MinPrecisionCast = "INSTR.MINPRECISONBITCAST" "the bits of a minimum-precision value are taken" => "convert it to 32 bits first";
    AddressSpaces = "INSTR.NOGENERICPTRADDRSPACECAST" "an address changes between two address spaces" => "use the address in the space of its variable";
    AtomicTarget = "INSTR.ATOMICOPNONGROUPSHAREDORRECORD" "an atomic operation on memory that is not group-shared" => "only group-shared memory and records of nodes take atomic instructions";
    AtomicConstant = "INSTR.ATOMICCONST" "an atomic operation on a constant" => "only memory that can be written takes one";
    Atomic64Model = "SM.OPCODEININVALIDFUNCTION" "64-bit atomic operations need shader model 6.6";
    GroupsharedAddress = "INSTR.FAILTORESLOVETGSMPOINTER" "a group-shared address does not come from one variable" => "select the index instead of the address";
    PreciseMinPrecision = "INSTR.MINPRECISIONNOTPRECISE" "a precise operation takes a minimum-precision value" => "remove the mark, or compute with 32 bits";
    ResultUse = "INSTR.EXTRACTVALUE" "parts are taken only of what operations return";
    StructUser = "INSTR.DXILSTRUCTUSER" "a struct of DXIL's own is used otherwise than for its parts" => "take its parts with `extractvalue`";
    PreviewOperation = "INSTR.EXPDXILOPCODEREQUIRESEXPSM" "an operation of a preview is in a released shader model" => "state the shader model that the operation belongs to";
    TypeUnknown = "TYPES.DEFINED" "a value or a variable has a type that DXIL does not know" => "use `half`, `float`, `double`, integers, and arrays or structs of them";
    WideRawAccess = "SM.64BITRAWBUFFERLOADSTORE" "raw buffers are accessed by 64 bits from shader model 6.3 on";
    FunctionMention = "DECL.FNISCALLED" "a declared function is used otherwise than by a call" => "call it, or remove the declaration";
    // Numbers given to operations.
    IndefiniteArcSine = "INSTR.NOINDEFINITEASIN" "the arc sine of an infinity";
    IndefiniteArcCosine = "INSTR.NOINDEFINITEACOS" "the arc cosine of an infinity";
    IndefiniteLogarithm = "INSTR.NOINDEFINITELOG" "the logarithm of an infinity";
    IndefiniteDerivative = "INSTR.NOINDEFINITEDSXY" "the derivative of an infinity";
    HalfClass = "SM.ISSPECIALFLOAT" "tests for infinities and NaNs take halves from shader model 6.9 on";
    SampleBias = "INSTR.IMMBIASFORSAMPLEB" "the level bias of a sample must lie between {LEVEL_BIAS_LEAST} and {LEVEL_BIAS_MOST}";
    BarrierUseless = "INSTR.BARRIERMODEUSELESSUGROUP" "a barrier orders writable resources both in the group and globally";
    BarrierNothing = "INSTR.BARRIERMODENOMEMORY" "a barrier orders no memory";
    BarrierStage = "INSTR.BARRIERMODEFORNONCS" "without thread groups a barrier can order writable resources only, globally";
    UndefinedHitObject = "INSTR.UNDEFHITOBJECT" "a hit object is used that nothing was given to" => "make it with HitObject_MakeNop, or on every path";
    UndefinedHint = "INSTR.MAYREORDERTHREADUNDEFCOHERENCEHINTPARAM" "threads are sorted by a hint that is undefined" => "give a number, or sort by the hit object alone";
    RootConstantOffset = "INSTR.PARAMMULTIPLE" "the offset of a local root constant is a multiple of 4";
    // Handles.
    HandleOrigin = "INSTR.HANDLENOTFROMCREATEHANDLE" "a handle does not come from an operation that makes one" => "make it by createHandle, createHandleFromBinding, createHandleFromHeap or createHandleForLib";
    HandleIndex = "INSTR.OPCONSTRANGE" "the index of a resource is out of the range of its binding" => "the index lies between the bounds of the binding, both included";
    // Accesses.
    SampleSampler = "INSTR.SAMPLERMODEFORSAMPLE" "a sample takes a sampler that does not compare";
    CompareSampler = "INSTR.SAMPLERMODEFORSAMPLEC" "a comparing sample takes a sampler that compares";
    LevelSampler = "INSTR.SAMPLERMODEFORLOD" "a query of the level takes a sampler that does not compare";
    SampledType = "INSTR.SAMPLECOMPTYPE" "a texture that is sampled holds floats";
    SampledClass = "INSTR.RESOURCECLASSFORSAMPLERGATHER" "samples, gathers and queries of the level take read-only textures";
    SampledKind = "INSTR.RESOURCEKINDFORSAMPLE" "this kind of resource cannot be sampled" => "textures of one, two or three dimensions and cubes can be";
    ComparedKind = "INSTR.RESOURCEKINDFORSAMPLEC" "this kind of resource cannot be sampled with a comparison" => "textures of one or two dimensions and cubes can be";
    GatheredKind = "INSTR.RESOURCEKINDFORGATHER" "this kind of resource cannot be gathered from" => "textures of two dimensions and cubes can be";
    LevelKind = "INSTR.RESOURCEKINDFORCALCLOD" "this kind of resource has no level to query";
    CoordinateMissing = "INSTR.RESOURCECOORDINATEMISS" "a coordinate is missing" => "give one for each dimension, and one for an array";
    CoordinateExtra = "INSTR.RESOURCECOORDINATETOOMANY" "there is a coordinate too many" => "those that the texture does not have are `undef`";
    OffsetMissing = "INSTR.RESOURCEOFFSETMISS" "an offset is missing" => "give one for each dimension";
    OffsetExtra = "INSTR.RESOURCEOFFSETTOOMANY" "there is an offset too many" => "those that the texture does not have are `undef`";
    OffsetRange = "INSTR.TEXTUREOFFSET" "offsets are constants from {TEXEL_OFFSET_LEAST} to {TEXEL_OFFSET_MOST} before shader model 6.7";
    Mapped = "INSTR.CHECKACCESSFULLYMAPPED" "only the status of an access says whether it was mapped" => "take the last part of what a load or a sample returns";
    StoreClass = "INSTR.RESOURCECLASSFORUAVSTORE" "a store takes a writable resource";
    LoadClass = "INSTR.RESOURCECLASSFORLOAD" "a load takes a resource that can be read";
    BufferKind = "INSTR.RESOURCEKINDFORBUFFERLOADSTORE" "this kind of resource is not accessed as a buffer" => "typed, raw and structured buffers are";
    TextureStoreKind = "INSTR.RESOURCEKINDFORTEXTURESTORE" "this kind of resource is not written as a texture";
    TextureLoadKind = "INSTR.RESOURCEKINDFORTEXTURELOAD" "this kind of resource is not read as a texture";
    BufferCoordinates = "INSTR.COORDINATECOUNTFORRAWTYPEDBUF" "raw and typed buffers have one coordinate";
    StructureCoordinates = "INSTR.COORDINATECOUNTFORSTRUCTBUF" "structured buffers have two coordinates";
    TypedStoreMask = "INSTR.WRITEMASKFORTYPEDUAVSTORE" "a typed store writes four components" => "state a mask of 15 and repeat a component";
    StoreMaskGap = "INSTR.WRITEMASKGAPFORUAV" "the components that a store writes start with the first and have no gap" => "masks are 1, 3, 7 and 15";
    StoreMaskValues = "INSTR.WRITEMASKMATCHVALUEFORUAVSTORE" "a store is given components that it does not write" => "state a mask of the components that are given";
    UndefinedStore = "INSTR.UNDEFINEDVALUEFORUAVSTORE" "a component that is stored is undefined" => "state a mask without it, or give it a value";
    OffsetOnUav = "INSTR.OFFSETONUAVLOAD" "a load from a writable texture has no offsets";
    LevelOnUav = "INSTR.MIPONUAVLOAD" "a load from a writable texture has no level";
    SampleNumber = "INSTR.SAMPLEINDEXFORLOAD2DMS" "a load from a multisampled texture needs the number of a sample";
    ConstantBounds = "INSTR.CBUFFEROUTOFBOUND" "a constant is read after the end of its buffer";
    ConstantHandle = "INSTR.CBUFFERCLASSFORCBUFFERHANDLE" "constants are read from a constant buffer";
    DimensionsKind = "INSTR.RESOURCEKINDFORGETDIM" "this kind of resource has no dimensions to query";
    DimensionsResult = "INSTR.UNDEFRESULTFORGETDIMENSION" "a dimension is used that this kind of resource does not have";
    DimensionsLevel = "INSTR.MIPLEVELFORGETDIMENSION" "buffers have no level to query dimensions of";
    CounterClass = "INSTR.BUFFERUPDATECOUNTERONUAV" "only writable buffers have counters";
    CounterKind = "SM.COUNTERONLYONSTRUCTBUF" "only structured buffers have counters";
    CounterUse = "INSTR.BUFFERUPDATECOUNTERONRESHASCOUNTER" "a counter is used that the resource does not state" => "the resource states that it has a counter";
    CounterUpAndDown = "INSTR.ONLYONEALLOCCONSUME" "a counter is both incremented and decremented" => "use two buffers";
    AtomicClass = "INSTR.ATOMICINTRINNONUAV" "atomic operations take writable resources";
    // Signatures.
    CoverageBoth = "SM.PSCOVERAGEANDINNERCOVERAGE" "SV_Coverage and SV_InnerCoverage are both read" => "read one of the two";
    EvaluatedInput = "INSTR.EVALINTERPOLATIONMODE" "an input is evaluated that is not interpolated" => "declare an interpolation, or read it with LoadInput";
    EvaluatedPosition = "INSTR.CANNOTPULLPOSITION" "the position is evaluated" => "read it with LoadInput";
    VertexAttribute = "INSTR.ATTRIBUTEATVERTEXNOINTERPOLATION" "an attribute is read at a vertex that is interpolated" => "declare it `nointerpolation`";
    VertexAxis = "SM.OPERAND" "inputs of vertex and pixel shaders have no vertex";
    SemanticLength = "META.SEMANTICLEN" "a semantic name has 1 to {SEMANTIC_NAME_LENGTH} characters";
    IntegerInterpolation = "META.INTEGERINTERPMODE" "integers are not interpolated";
    SemanticPlace = "SM.SEMANTIC" "the semantic is not allowed there";
    SemanticPacked = "META.SEMANTICSHOULDBEALLOCATED" "the element needs a register" => "state its row and its column";
    SemanticUnpacked = "META.SEMANTICSHOULDNOTBEALLOCATED" "the element has no register" => "its row and its column are -1";
    SemanticType = "META.SEMANTICCOMPTYPE" "the system value has another type";
    TargetRegister = "SM.PSTARGETINDEXMATCHESROW" "a render target has the register of its index";
    TargetColumn = "SM.PSTARGETCOL0" "a render target starts with the first component";
    TargetRows = "SM.NOPSOUTPUTIDX" "render targets are no arrays";
    SemanticIndex = "META.SEMANTICINDEXMAX" "the semantic index is too large";
    SystemValueRows = "META.SYSTEMVALUEROWS" "the system value has one row";
    StreamIndex = "SM.STREAMINDEXRANGE" "only geometry shaders have output streams";
    SemanticTwice = "META.NOSEMANTICOVERLAP" "the semantic is there twice" => "give one of the two another index";
    SystemValueTwice = "META.DUPLICATESYSVALUE" "the system value is there twice" => "remove one of the two";
    ClipCullRows = "META.CLIPCULLMAXROWS" "clip and cull distances take at most {CLIP_CULL_REGISTERS} registers";
    ClipCullComponents = "META.CLIPCULLMAXCOMPONENTS" "clip and cull distances have at most {CLIP_CULL_DISTANCES} components";
    DepthTwice = "SM.PSMULTIPLEDEPTHSEMANTIC" "more than one kind of depth is written" => "write one of them";
    BarycentricsMode = "META.BARYCENTRICSINTERPOLATION" "barycentrics are interpolated";
    BarycentricsType = "META.BARYCENTRICSFLOAT3" "barycentrics have three components";
    BarycentricsTwice = "META.BARYCENTRICSTWOPERSPECTIVES" "there are at most two barycentrics, one with perspective and one without";
    NoInterpolation = "SM.NOINTERPMODE" "the element states no interpolation";
    SignatureWidth = "META.SIGNATUREOUTOFRANGE" "the element does not fit in the components of a register";
    RegisterFit = "META.SIGNATUREOUTOFRANGE" "the element does not fit in the registers";
    RegisterShared = "META.SIGNATUREOVERLAP" "the element has components that another has" => "give it the first free component";
    RegisterIndexing = "META.SIGNATUREINDEXCONFLICT" "an array shares a register with a system value that no array goes with" => "give the array registers of its own";
    RegisterInterpolation = "META.INTERPMODEINONEROW" "the element has another interpolation than the others in its register" => "give it a register of its own";
    RegisterWidth = "META.SIGNATUREDATAWIDTH" "the element has another width than the others in its register" => "give it a register of its own";
    RegisterOrder = "META.SIGNATUREILLEGALCOMPONENTORDER" "the element is on the wrong side of another in its register" => "system values come after elements of the shader's own, and generated values after both";
    PositionIncomplete = "SM.COMPLETEPOSITION" "a position is not written in all its components" => "write all four components";
    DepthInterpolation = "SM.PSCONSISTENTINTERP" "with a conservative depth the position is interpolated without perspective at the centroid or at samples" => "declare it `noperspective centroid` or `noperspective sample`";
    PixelOutput = "SM.PSOUTPUTSEMANTIC" "pixel shaders write render targets, depth, coverage and stencil only";
    ComputeSignature = "SM.CSNOSIGNATURES" "compute shaders have no signatures";
    UndefinedOutput = "SM.UNDEFINEDOUTPUT" "not all components are written" => "write every component of a system value on some path";
    // Geometry, tessellation and meshes.
    GeometryVertices = "SM.GSOUTPUTVERTEXCOUNTRANGE" "a geometry shader writes at most {GEOMETRY_VERTICES} vertices";
    GeometryInstances = "SM.GSINSTANCECOUNTRANGE" "a geometry shader has 1 to {GEOMETRY_INSTANCES} instances";
    GeometryInput = "SM.GSVALIDINPUTPRIMITIVE" "the input primitive is none";
    GeometryTopology = "SM.GSVALIDOUTPUTPRIMITIVETOPOLOGY" "a geometry shader writes points, lines or triangles";
    StreamsOfPoints = "SM.MULTISTREAMMUSTBEPOINT" "streams beside the first hold points, and so does the first beside them";
    GeometryData = "SM.GSTOTALOUTPUTVERTEXDATARANGE" "all vertices of a geometry shader have at most {GEOMETRY_COMPONENTS} components";
    VertexNumber = "INSTR.OPERANDRANGE" "an input of a vertex is read that is not there";
    StreamNumber = "INSTR.OPERANDRANGE" "a stream is written that is not there";
    PointsOfNoPatch = "SM.ZEROHSINPUTCONTROLPOINTWITHINPUT" "a hull shader without input control points has no inputs";
    InputPoints = "SM.HSINPUTCONTROLPOINTCOUNTRANGE" "a patch has at most {CONTROL_POINTS} control points";
    OutputPoints = "SM.OUTPUTCONTROLPOINTCOUNTRANGE" "a hull shader writes 1 to {CONTROL_POINTS} control points";
    DomainPoints = "SM.DSINPUTCONTROLPOINTCOUNTRANGE" "a domain shader reads at most {CONTROL_POINTS} control points";
    Partitioning = "META.TESSELLATORPARTITION" "the partitioning is none";
    TessellatorOutput = "META.TESSELLATOROUTPUTPRIMITIVE" "the output of the tessellator is none";
    TessFactorLimit = "META.MAXTESSFACTOR" "the greatest tessellation factor is {TESS_FACTOR_LEAST} to {TESS_FACTOR_MOST}";
    IsolineOutput = "SM.ISOLINEOUTPUTPRIMITIVEMISMATCH" "lines are not tessellated to triangles";
    TriangleOutput = "SM.TRIOUTPUTPRIMITIVEMISMATCH" "triangles and quads are not tessellated to lines";
    FactorsMissing = "SM.TESSFACTORFORDOMAIN" "the tessellation factors of the domain are missing";
    EdgeFactors = "SM.TESSFACTORSIZEMATCHDOMAIN" "the number of edge factors is not that of the domain";
    InsideFactors = "SM.INSIDETESSFACTORSIZEMATCHDOMAIN" "the number of inside factors is not that of the domain";
    DomainComponent = "SM.DOMAINLOCATIONIDXOOB" "the domain location does not have this component";
    HullFunction = "SM.OPCODEININVALIDFUNCTION" "what belongs to one function of a hull shader stands in the other";
    PatchInterpolation = "SM.NOINTERPMODE" "patch constants state no interpolation";
    PrimitiveInterpolation = "SM.CONSTANTINTERPMODE" "what belongs to a primitive is not interpolated";
    MeshThreads = "SM.MAXTHEADGROUP" "a group of a mesh or amplification shader has at most {MESH_GROUP_THREADS} threads";
    MeshVertices = "SM.MESHSHADERMAXVERTEXCOUNT" "a mesh shader writes at most {MESH_ELEMENTS} vertices";
    MeshPrimitives = "SM.MESHSHADERMAXPRIMITIVECOUNT" "a mesh shader writes at most {MESH_ELEMENTS} primitives";
    MeshRegisters = "SM.MESHTOTALSIGROWCOUNT" "the vertices and primitives of a mesh shader take at most {MESH_REGISTERS} registers";
    MeshOutputBytes = "SM.MESHSHADEROUTPUTSIZE" "what a group of a mesh shader makes has at most {MESH_OUTPUT_BYTES} bytes";
    MeshBytes = "SM.MESHSHADERINOUTSIZE" "the payload and what a group of a mesh shader makes have at most {MESH_BYTES} bytes";
    MeshPayload = "SM.MESHSHADERPAYLOADSIZE" "a payload has at most {PAYLOAD_BYTES} bytes";
    MeshPayloadStated = "SM.MESHSHADERPAYLOADSIZEDECLARED" "the payload that is read is larger than stated" => "state the size of the type";
    AmplificationPayload = "SM.AMPLIFICATIONSHADERPAYLOADSIZE" "the payload that is handed on has at most {PAYLOAD_BYTES} bytes";
    AmplificationPayloadStated = "SM.AMPLIFICATIONSHADERPAYLOADSIZEDECLARED" "the payload that is handed on is larger than stated" => "state the size of the type";
    CountsTwice = "INSTR.MULTIPLESETMESHOUTPUTCOUNTS" "a mesh shader says more than once how much it makes" => "join the paths before the call";
    CountsMissing = "INSTR.MISSINGSETMESHOUTPUTCOUNTS" "a mesh shader does not say how much it makes" => "call SetMeshOutputCounts before the first output";
    CountsLate = "INSTR.NONDOMINATINGSETMESHOUTPUTCOUNTS" "a mesh shader makes something before it says how much" => "the call dominates every output";
    PayloadTwice = "INSTR.MULTIPLEGETMESHPAYLOAD" "the payload is fetched more than once" => "fetch it once, where that dominates its uses";
    DispatchOnce = "INSTR.NOTONCEDISPATCHMESH" "an amplification shader calls DispatchMesh exactly once";
    DispatchSkipped = "INSTR.NONDOMINATINGDISPATCHMESH" "an amplification shader calls DispatchMesh on every path" => "the call dominates every return";
    // Resources.
    OrderedStage = "SM.ROVONLYINPS" "rasterizer-ordered resources are for pixel shaders";
    CubeUav = "SM.INVALIDTEXTUREKINDONUAV" "cube textures cannot be written";
    CoherentCounter = "META.COHERENCENOTONAPPENDCONSUME" "a buffer with a counter is not coherent" => "remove the mark, or do not count";
    ReorderModel = "INSTR.REORDERCOHERENTREQUIRESSM69" "reorder coherence needs shader model 6.9";
    ResourceKindUnknown = "SM.INVALIDRESOURCEKIND" "the kind is not one of its class";
    SampleCountKind = "SM.SAMPLECOUNTONLYON2DMS" "only multisampled textures have a number of samples";
    ElementType = "SM.INVALIDRESOURCECOMPTYPE" "the elements have a type that resources cannot hold";
    ElementSize = "META.TEXTURETYPE" "an element of a typed resource has at most {TYPED_ELEMENT_BYTES} bytes";
    StrideAlignment = "META.STRUCTBUFALIGNMENT" "the stride of a structured buffer is a multiple of 4 bytes";
    StrideLimit = "META.STRUCTBUFALIGNMENTOUTOFBOUND" "the stride of a structured buffer is at most {STRUCTURE_BYTES} bytes";
    ConstantSize = "SM.CBUFFERSIZE" "a constant buffer has at most {CONSTANT_BUFFER_BYTES} bytes";
    ConstantArray = "" "a constant buffer takes several registers, but its type is no array";
    ConstantOverlap = "SM.CBUFFEROFFSETOVERLAP" "two members of a constant buffer share bytes" => "move one of the two";
    ConstantOverflow = "SM.CBUFFERELEMENTOVERFLOW" "a member ends after its constant buffer" => "the size reaches to the end of the last member";
    ConstantAlignment = "SM.CBUFFERARRAYOFFSETALIGNMENT" "an array in a constant buffer does not begin at a register" => "its offset is a multiple of 16";
    SamplerKindUnknown = "META.VALIDSAMPLERMODE" "the kind of the sampler is not known";
    ResourceUser = "INSTR.RESOURCEUSER" "the variable of a resource is used otherwise than to make a handle" => "load it, and make a handle of the value";
    ResourceEntries = "INSTR.RESOURCEMAPTOSINGLEENTRY" "two resources of other properties have one variable" => "give each resource a variable of its own";
    ConstantStruct = "SM.CBUFFERTEMPLATETYPEMUSTBESTRUCT" "a constant buffer holds a struct";
    // Entry points and modules.
    EntryCount = "META.ENTRYFUNCTION" "a shader has exactly one entry point, and a library one for the whole";
    EntryBody = "META.ENTRYFUNCTION" "the function of the entry point is not there" => "define the function";
    PassThroughPoints = "SM.HULLPASSTHRUCONTROLPOINTCOUNTMATCH" "a hull shader without a function for control points has more of them than it reads" => "state the same number twice";
    PassThroughData = "SM.OUTPUTCONTROLPOINTSTOTALSCALARS" "the control points of a hull shader have at most {CONTROL_POINT_COMPONENTS} components";
    WaveSizeModel = "SM.WAVESIZENEEDSSM66OR67" "a wave size of one number needs shader model 6.6 or 6.7" => "later shader models state a range of three numbers";
    WaveSizeStage = "SM.WAVESIZEONCOMPUTEORNODE" "only compute shaders and nodes have a wave size";
    ComputeNode = "META.COMPUTEWITHNODE" "a compute shader has the properties of a node" => "remove the properties, or make it a node";
    GroupsharedStage = "SM.TGSMUNSUPPORTED" "group-shared memory is for stages with thread groups";
    GroupsharedLimit = "SM.MAXTGSMSIZEONENTRY" "group-shared memory is at most {GROUP_MEMORY_BYTES} bytes, and {MESH_GROUP_MEMORY_BYTES} in a mesh shader";
    GroupsharedStatedLimit = "SM.EXPLICITTGSMSIZEONENTRY" "group-shared memory is at most what the entry point states" => "raise its `GroupSharedLimit`";
    WaveSize = "SM.WAVESIZEVALUE" "wave sizes are powers of two from {WAVE_LANES_LEAST} to {WAVE_LANES_MOST}";
    WaveSizeRange = "SM.WAVESIZEPREFERREDINRANGE" "the numbers of a wave size do not go together" => "the least, the preferred and the most are in this order";
    QuadGroup = "SM.INCOMPATIBLETHREADGROUPDIM" "derivatives in a compute shader need thread groups of whole quads: one dimension of a multiple of 4, or two even ones";
    IncompatibleOperation = "SM.INCOMPATIBLEOPERATION" "the entry point does what its stage or shader model does not allow";
    IncompatibleCall = "SM.INCOMPATIBLECALLINENTRY" "the entry point calls a function that does what its stage or shader model does not allow";
    IncompatibleStage = "SM.INCOMPATIBLESTAGE" "the function does what this stage does not have" => "move it to a function that this stage does not call";
    IncompatibleModel = "SM.INCOMPATIBLESHADERMODEL" "the function does what this shader model does not have";
    DerivativeLaunch = "SM.INCOMPATIBLEDERIVLAUNCH" "a node that is launched by thread has no derivatives";
    DerivativeModel = "SM.INCOMPATIBLEDERIVINCOMPUTESHADERMODEL" "derivatives in stages with thread groups need shader model 6.6";
    FlagsDiffer = "META.FLAGSUSAGE" "the stated flags are not those that the code needs" => "compute the flags again from the code";
    ViewIdSlot = "SM.VIEWIDNEEDSSLOT" "no component is left for SV_ViewID in the input signature";
    DeadLoop = "FLOW.DEADLOOP" "a loop has no end" => "an edge leaves the loop";
    Irreducible = "FLOW.REDUCIBLE" "a loop is entered at more than one place" => "duplicate the blocks that are entered from outside";
    UnusedVariable = "DECL.USEDINTERNAL" "a variable of the module is not used" => "remove the variable";
    UnusedFunction = "DECL.USEDEXTERNALFUNCTION" "a declared operation is not used" => "remove the declaration";
    UndeclaredVariable = "DECL.NOTUSEDEXTERNAL" "code uses a variable that is neither the module's own nor a resource" => "define it, or list it among the resources";
    ResourceParameter = "DECL.RESOURCEINFNSIG" "a function takes or returns a resource" => "inline the function";
    // Entry points and versions.
    ModelUnknown = "SM.NAME" "the shader model is not one of DXIL's";
    DxilVersion = "SM.DXILVERSION" "the DXIL version is not that of the shader model" => "the minor versions of both are the same";
    VersionUnknown = "META.VERSIONSUPPORTED" "a version is not one that this validator knows" => "validate it with a later validator";
    VersionMalformed = "META.WELLFORMED" "a version is not stated as two numbers, once";
    GroupSide = "SM.THREADGROUPCHANNELRANGE" "a side of the thread group is 0 or too large";
    GroupThreads = "SM.MAXTHEADGROUP" "the thread group has too many threads";
    EntryParameters = "FLOW.FUNCTIONCALL" "the entry point takes parameters" => "only ray shaders take parameters";
    EntryResult = "DECL.SHADERRETURNVOID" "the entry point returns something" => "write outputs with StoreOutput";
    PayloadMissing = "DECL.SHADERMISSINGARG" "a ray shader lacks its payload, attributes or parameter" => "the payload comes first, and the attributes of a hit second";
    PayloadExtra = "DECL.EXTRAARGS" "a ray shader has a parameter too many" => "the payload comes first, the attributes of a hit second, and nothing else";
    PayloadStruct = "DECL.PAYLOADSTRUCT" "a payload is no struct" => "make it the member of a struct";
    AttributeStruct = "DECL.ATTRSTRUCT" "attributes are no struct" => "make them the members of a struct";
    ParameterStruct = "DECL.PARAMSTRUCT" "the parameter of a callable shader is no struct" => "make it the member of a struct";
    // Metadata of instructions.
    NodeShape = "META.WELLFORMED" "metadata of an instruction has not the form that its kind asks for";
    NodeValue = "META.VALUERANGE" "metadata of an instruction has a value that it cannot have";
    NodeUnknown = "META.USED" "an instruction has metadata of an unknown kind";
    HintUnknown = "META.INVALIDCONTROLFLOWHINT" "a hint for control flow is not known";
    HintBoth = "META.BRANCHFLATTEN" "a branch is to be both taken and flattened" => "remove one of the two hints";
    HintForceCase = "META.FORCECASEONSWITCH" "only a switch can force its cases";
    HintPlace = "META.CONTROLFLOWHINTNOTONCONTROLFLOW" "a hint for control flow is not at a branch or switch" => "move it to the terminator of the block";
    ListInitializer = "BITCODE.VALID" "a list of LLVM, or a variable with appending linkage, has a type, a linkage or a value that LLVM does not allow";
    OpcodeConstant = "INSTR.OPCONST" "the number of an operation is not a constant" => "the first operand is the number of the operation itself";
    ElementNumber = "INSTR.OPCONSTRANGE" "there is no signature element of this number";
    FunctionAttribute = "DECL.FNATTRIBUTE" "a function has an attribute that DXIL does not know" => "remove the attribute";
    NamespaceReserved = "DECL.DXILNSRESERVED" "a variable has a type of DXIL's own" => "give the type a name that does not begin with `dx.`";
    BarrierFlags = "INSTR.BARRIERFLAGINVALID" "a barrier has flags that are not known";
    BarrierNode = "INSTR.BARRIERREQUIRESNODE" "a barrier orders records of nodes in another kind of shader";
    MicromapFlags = "DECL.ALLOWOPACITYMICROMAPSEXPECTEDGIVENFORCEOMM2STATE" "rays force micromaps into two states that the query does not allow";
    TracedKind = "INSTR.RESOURCEKINDFORTRACERAY" "rays are traced through acceleration structures only";
    NodeInputs = "DECL.MULTIPLENODEINPUTS" "a node has more than one input" => "keep one, and read the others from memory";
    NodeInputKind = "DECL.NODELAUNCHINPUTTYPE" "the input of a node is not that of its launch mode";
    RayPayload = "SM.RAYSHADERPAYLOADSIZE" "what a ray shader is given is larger than stated" => "state the size of the type";
    Recursion = "FLOW.NORECURSION" "a function calls itself, at once or through others" => "inline the call, or write a loop";
    CallOverload = "INSTR.CALLOLOAD" "an operation is called through a function of another type" => "declare the operation for this type";
    RawAlignment = "INSTR.CONSTALIGNFORRAWBUF" "the alignment of an access to a raw buffer is a constant";
    RayQueryFlags = "DECL.ALLOCATERAYQUERYFLAGSARECONST" "the flags of a ray query are constants";
    RayQueryTwoFlags = "DECL.ALLOCATERAYQUERY2FLAGSARECONST" "both flags of a ray query are constants";
    BarrierConstant = "INSTR.BARRIERNONCONSTANTFLAGARGUMENT" "the flags of a barrier are constants";
    SignaturePlace = "INSTR.SIGNATUREOPERATIONNOTINENTRY" "signatures are accessed in functions of entry points only";
    StructParameter = "DECL.FNFLATTENPARAM" "a parameter of a function is a struct" => "pass its address";
    MeshVertexRows = "SM.MESHVSIGROWCOUNT" "the vertices of a mesh shader take at most {MESH_REGISTERS} registers";
    MeshPrimitiveRows = "SM.MESHPSIGROWCOUNT" "the primitives of a mesh shader take at most {MESH_REGISTERS} registers";
    RaySignature = "SM.RAYSHADERSIGNATURES" "a ray shader has no signatures";
    LaunchMode = "INSTR.SVCONFLICTINGLAUNCHMODE" "a node of this launch mode has no such system value";
    GroupRequired = "SM.INCOMPATIBLEREQUIRESGROUP" "a group is synchronised where there is none";
    RecordCompleted = "INSTR.NODERECORDHANDLEUSEAFTERCOMPLETE" "a record is used after it was completed" => "complete it after its last use";
    ComponentInvalid = "META.SIGNATURECOMPTYPE" "a signature element has a type that signatures cannot hold";
    WaveSizeUndefined = "SM.WAVESIZEALLZEROWHENUNDEFINED" "a wave size without a least has no other number";
    WaveSizeNoRange = "SM.WAVESIZEMAXANDPREFERREDZEROWHENNORANGE" "a wave size without a most has no preferred one";
    WaveSizeOrder = "SM.WAVESIZEMAXGREATERTHANMIN" "the most lanes of a wave are less than the least";
    // Matrices of linear algebra.
    MatrixUnstated = "INSTR.LINALGMETADATAMISSING" "nothing states the properties of a matrix" => "`!dx.targetTypes` has an entry for each type of a matrix";
    MatrixInner = "INSTR.LINALGILLEGALKDIM" "the inner dimension of a factor is not {MATRIX_INNER_LEAST} to {MATRIX_INNER_MOST}, and {GROUP_MATRIX_INNER_LEAST} to {GROUP_MATRIX_INNER_MOST} for a thread group";
    MatrixComponent = "INSTR.LINALGILLEGALCOMPONENTTYPE" "a matrix, or what a vector is read as, has components of a type that no matrix has";
    MatrixOfThread = "INSTR.LINALGMATRIXSCOPEMISMATCH" "a matrix that a vector is multiplied with does not belong to one thread";
    MatrixOfGroup = "INSTR.LINALGMATRIXSCOPEMISMATCH2" "a matrix belongs neither to a wave nor to a thread group";
    MatrixUse = "INSTR.LINALGMATRIXUSEMISMATCH" "a matrix has another use than the operation asks for";
    MatrixFactor = "INSTR.LINALGMATRIXUSEMISMATCH2" "what is added to an accumulator is no factor" => "give it the use `A` or `B`";
    MatrixSame = "INSTR.LINALGMATRIXNOTEXACTMATCH" "a sum has another type than the matrix that is added to";
    MatrixLayoutOfScope = "INSTR.LINALGMATRIXSCOPEREQLAYOUT2" "a matrix of this scope has another layout in memory" => "that of a wave or a thread group lies there by rows or by columns, and a sum of one thread as outer products do";
    MatrixStride = "INSTR.LINALGMATRIXLAYOUTREQSTRIDE" "there is a stride, but the layout is neither by rows nor by columns" => "state the stride 0";
    MatrixRows = "INSTR.LINALGMATRIXDIMVECTORMISMATCH" "a vector has not as many components as the matrix has rows";
    MatrixColumns = "INSTR.LINALGMATRIXDIMKVECKMISMATCH" "a vector that a matrix is multiplied with has not as many components as it has columns";
    MatrixBias = "INSTR.LINALGMATRIXOUTPUTBIASVECMISMATCH" "a vector is added to one of another type";
    MatrixUnsigned = "INSTR.LINALGMATRIXUNSIGNEDFLOATTYPENOTALLOWED" "floats are said to be unsigned";
    MatrixOfBytes = "INSTR.LINALGMATRIXLOADTHREADREQUIRESBAB" "a matrix of one thread is loaded from anything but a ByteAddressBuffer";
    MatrixToBytes = "INSTR.LINALGMATRIXREQUIRESRWBAB" "a matrix is written to anything but an RWByteAddressBuffer";
    MatrixLayout = "INSTR.LINALGMATRIXREQUIRESLAYOUT2" "a matrix is stored neither by rows nor by columns";
    MatrixParts = "INSTR.LINALGMATRIX2PARTSMUSTMATCH" "two matrices differ in their scope or in their dimensions";
    MatrixScopes = "INSTR.LINALGMATRIXSCOPEMUSTMATCH3" "the matrices of a product have different scopes";
    MatrixScopesOfSum = "INSTR.LINALGMATRIXSCOPEMUSTMATCH4" "the matrices of a product that is added to have different scopes";
    MatrixFactors = "INSTR.LINALGMATRIXMATRIXKDIMMUSTMATCH" "the left factor has not as many columns as the right one has rows";
    MatrixProduct = "INSTR.LINALGMATRIXMATRIXRESDIMMUSTMATCH" "a product has not the rows of its left factor and the columns of its right one";
    MatrixAlignmentLeast = "INSTR.PARAMMINIMUMVALUE" "the alignment of a matrix in memory is 0";
    MatrixAlignment = "INSTR.PARAMMULTIPLE" "the alignment of a matrix in memory is no multiple of {MATRIX_ALIGNMENT}";
    // Containers.
    PartDiffers = "CONTAINER.PARTMATCHES" "a part is not as it follows from the program" => "make the part again from the program";
    PartRepeated = "CONTAINER.PARTREPEATED" "a part is there twice" => "remove one of the two";
    PartMissing = "CONTAINER.PARTMISSING" "a part is missing that the program needs" => "make the part from the program";
    PartUnknown = "CONTAINER.PARTINVALID" "a part has no place in the container" => "remove the part";
    PartContent = "CONTAINER.CONTENTMATCHES" "a field is not as it follows from the program";
    PartMalformed = "CONTAINER.CONTENTINVALID" "a part is not well-formed";
    PartUnused = "CONTAINER.UNUSEDITEMINTABLE" "an entry of a table is not used" => "remove what no element refers to";
    RootSignature = "CONTAINER.ROOTSIGNATUREINCOMPATIBLE" "the root signature does not serve the shader" => "each resource of the shader lies in a range of its kind that its stage sees";
    ProgramVersion = "SM.PROGRAMVERSION" "the header of the program states another shader model" => "state the shader model of the metadata";
}
