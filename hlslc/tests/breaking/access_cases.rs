//! Cases of rules on resources, their handles and accesses.

use super::bases::*;
use super::{Arg, Broken, Case, case};
use dxil::shader::{Element, ResourceDetail, ResourceKind, SamplerKind};
use dxil::signature::ComponentType;
use dxil::{Op, Overload};

pub const CASES: &[Case] = &[
    case("INSTR.HANDLENOTFROMCREATEHANDLE", &COMPUTE_66, "a handle is annotated as nothing", |m| {
        m.fields(Op::AnnotateHandle, "props", |fields| fields[0] = 0);
    })
    .also(&["INSTR.RESOURCECLASSFORSAMPLERGATHER", "INSTR.RESOURCEKINDFORSAMPLE", "INSTR.SAMPLECOMPTYPE"]),
    case("INSTR.OPCONSTRANGE", &RESOURCES, "a handle of register 9 of a binding of one", |m| {
        m.set(Op::CreateHandle, "index", 9);
    }),
    case("INSTR.SAMPLERMODEFORSAMPLE", &PIXEL, "a sampler of comparisons samples", |m| {
        m.says(|shader| {
            shader
                .resources
                .samplers
                .iter_mut()
                .for_each(|sampler| sampler.detail = ResourceDetail::Sampler { kind: SamplerKind::Comparison });
        });
    })
    .also(&["INSTR.SAMPLERMODEFORLOD"]),
    case("INSTR.SAMPLERMODEFORSAMPLEC", &PIXEL, "a plain sampler compares", |m| {
        m.says(|shader| {
            shader
                .resources
                .samplers
                .iter_mut()
                .for_each(|sampler| sampler.detail = ResourceDetail::Sampler { kind: SamplerKind::Default });
        });
    }),
    case("INSTR.SAMPLERMODEFORLOD", &PIXEL, "the level is queried with a sampler of comparisons", |m| {
        let compare = m.sampler_of(Op::SampleCmp);
        m.set(Op::CalculateLOD, "sampler", compare);
    }),
    case("INSTR.SAMPLECOMPTYPE", &PIXEL, "a texture of integers is sampled", |m| {
        m.srv("image", |kind, _, _| (kind, Element::Typed(ComponentType::U32)));
    }),
    case("INSTR.RESOURCECLASSFORSAMPLERGATHER", &PIXEL, "a sampler is sampled", |m| {
        let sampler = m.sampler_of(Op::Sample);
        m.set(Op::CalculateLOD, "handle", sampler);
    }),
    case("INSTR.RESOURCEKINDFORSAMPLE", &PIXEL, "a buffer is sampled", |m| {
        m.srv("image", |_, _, element| (ResourceKind::TypedBuffer, element));
    })
    .also(&[
        "INSTR.RESOURCECOORDINATETOOMANY",
        "INSTR.RESOURCEKINDFORCALCLOD",
        "INSTR.RESOURCEKINDFORGATHER",
        "INSTR.RESOURCEKINDFORSAMPLEC",
    ]),
    case("INSTR.RESOURCEKINDFORSAMPLEC", &PIXEL, "a texture of three dimensions is compared", |m| {
        m.srv("image", |_, _, element| (ResourceKind::Texture3D, element));
    })
    .also(&["INSTR.RESOURCECOORDINATEMISS", "INSTR.RESOURCEKINDFORGATHER", "INSTR.RESOURCEOFFSETMISS"]),
    case("INSTR.RESOURCEKINDFORGATHER", &PIXEL, "a texture of one dimension is gathered from", |m| {
        m.srv("image", |_, _, element| (ResourceKind::Texture1D, element));
    })
    .also(&["INSTR.RESOURCECOORDINATETOOMANY", "INSTR.RESOURCEOFFSETTOOMANY"]),
    case("INSTR.RESOURCEKINDFORCALCLOD", &PIXEL, "a multisampled texture has its level queried", |m| {
        m.srv("image", |_, _, element| (ResourceKind::Texture2DMS, element));
    })
    .also(&[
        "INSTR.RESOURCECOORDINATETOOMANY",
        "INSTR.RESOURCEKINDFORGATHER",
        "INSTR.RESOURCEKINDFORSAMPLE",
        "INSTR.RESOURCEKINDFORSAMPLEC",
    ]),
    case("INSTR.RESOURCECOORDINATEMISS", &PIXEL, "a sample without its second coordinate", |m| {
        m.set(Op::Sample, "coord1", Arg::Undef);
    }),
    case("INSTR.RESOURCECOORDINATETOOMANY", &PIXEL, "a sample with a third coordinate", |m| {
        m.set(Op::Sample, "coord2", 0.5);
    }),
    case("INSTR.RESOURCEOFFSETMISS", &PIXEL, "a sample with one offset of two", |m| {
        m.set(Op::Sample, "offset1", Arg::Undef);
    }),
    case("INSTR.RESOURCEOFFSETTOOMANY", &PIXEL, "a sample with a third offset", |m| m.set(Op::Sample, "offset2", 1)),
    case("INSTR.TEXTUREOFFSET", &PIXEL, "an offset of eight texels", |m| m.set(Op::Sample, "offset0", 8)),
    case("INSTR.IMMBIASFORSAMPLEB", &PIXEL, "a bias of 17 levels", |m| m.set(Op::SampleBias, "bias", 17.0)),
    case("INSTR.CHECKACCESSFULLYMAPPED", &RESOURCES, "a thread number is taken for a status", |m| {
        let lane = m.result(Op::ThreadId, 0);
        m.set(Op::CheckAccessFullyMapped, "status", lane);
    }),
    case("INSTR.RESOURCECLASSFORUAVSTORE", &RESOURCES, "a store goes to a read-only buffer", |m| {
        let typed = m.handle_of(Op::BufferLoad, "srv");
        m.set(Op::BufferStore, "uav", typed);
    })
    .also(&["INSTR.COORDINATECOUNTFORSTRUCTBUF"]),
    case("INSTR.RESOURCECLASSFORLOAD", &RESOURCES, "a load is from a constant buffer", |m| {
        let constants = m.early(Op::CBufferLoadLegacy, "handle");
        m.set(Op::BufferLoad, "srv", constants);
    })
    .also(&["INSTR.RESOURCEKINDFORBUFFERLOADSTORE"]),
    case("INSTR.RESOURCEKINDFORBUFFERLOADSTORE", &RESOURCES, "a texture is loaded as a buffer", |m| {
        m.srv("typed", |_, _, element| (ResourceKind::Texture2D, element));
    }),
    case("INSTR.RESOURCEKINDFORTEXTURESTORE", &RESOURCES, "a buffer is stored as a texture", |m| {
        let buffer = m.handle_of(Op::BufferStore, "uav");
        m.set(Op::TextureStore, "srv", buffer);
    }),
    case("INSTR.RESOURCEKINDFORTEXTURELOAD", &RESOURCES, "a buffer is loaded as a texture", |m| {
        m.srv("image", |_, _, element| (ResourceKind::TypedBuffer, element));
    })
    .also(&["INSTR.MIPLEVELFORGETDIMENSION", "INSTR.RESOURCEKINDFORSAMPLE"]),
    case("INSTR.COORDINATECOUNTFORRAWTYPEDBUF", &RESOURCES, "a typed load with a second coordinate", |m| {
        m.srv("pairs", |_, _, _| (ResourceKind::RawBuffer, Element::Bytes));
    }),
    case("INSTR.COORDINATECOUNTFORSTRUCTBUF", &RESOURCES, "a load of a struct without the offset in it", |m| {
        let (function, offset) = ("srv", "wot");
        let _ = function;
        m.set(Op::BufferLoad, offset, Arg::Undef);
    }),
    case("INSTR.WRITEMASKFORTYPEDUAVSTORE", &RESOURCES, "a typed store of three components", |m| {
        m.set(Op::TextureStore, "mask", 7);
    })
    .also(&["INSTR.WRITEMASKMATCHVALUEFORUAVSTORE"]),
    case("INSTR.OPCONST", &RESOURCES, "the mask of a store is undefined", |m| {
        m.set(Op::TextureStore, "mask", Arg::Undef);
    }),
    case("INSTR.WRITEMASKGAPFORUAV", &RESOURCES, "a store of the first and third component", |m| {
        m.mask_of_raw_store(5);
    })
    .also(&["INSTR.UNDEFINEDVALUEFORUAVSTORE"]),
    case("INSTR.WRITEMASKMATCHVALUEFORUAVSTORE", &RESOURCES, "a store of one component is given two", |m| {
        m.mask_of_raw_store(1);
    }),
    case("INSTR.UNDEFINEDVALUEFORUAVSTORE", &RESOURCES, "a store of three components is given two", |m| {
        m.mask_of_raw_store(7);
    }),
    case("INSTR.OFFSETONUAVLOAD", &RESOURCES, "a load from a writable texture has an offset", |m| {
        let at = m.load_of_writable();
        m.set_nth(Op::TextureLoad, at, "offset0", 1);
    })
    .also(&["INSTR.RESOURCEOFFSETMISS"]),
    case("INSTR.MIPONUAVLOAD", &RESOURCES, "a load from a writable texture has a level", |m| {
        let at = m.load_of_writable();
        m.set_nth(Op::TextureLoad, at, "mipLevelOrSampleCount", 1);
    }),
    case("INSTR.SAMPLEINDEXFORLOAD2DMS", &RESOURCES, "a load from a multisampled texture says no sample", |m| {
        m.srv("image", |_, _, element| (ResourceKind::Texture2DMS, element));
        let at = m.load_of("image");
        m.set_nth(Op::TextureLoad, at, "mipLevelOrSampleCount", Arg::Undef);
    })
    .also(&["INSTR.RESOURCEKINDFORSAMPLE"]),
    case("INSTR.CBUFFEROUTOFBOUND", &RESOURCES, "register 99 of a constant buffer of two", |m| {
        m.set(Op::CBufferLoadLegacy, "regIndex", 99);
    }),
    case("INSTR.CBUFFERCLASSFORCBUFFERHANDLE", &RESOURCES, "constants are loaded from a buffer", |m| {
        let typed = m.handle_of(Op::BufferLoad, "srv");
        m.set(Op::CBufferLoadLegacy, "handle", typed);
    }),
    case("INSTR.RESOURCEKINDFORGETDIM", &RESOURCES, "the dimensions of a sampler", |m| {
        let sampler = m.early(Op::SampleLevel, "sampler");
        m.set(Op::GetDimensions, "handle", sampler);
    }),
    case("INSTR.UNDEFRESULTFORGETDIMENSION", &RESOURCES, "the height of a buffer", |m| {
        let typed = m.handle_of(Op::BufferLoad, "srv");
        m.append(|b| {
            let i32 = b.module.types.i32();
            let undef = b.undef(i32);
            let found = b.call_op(Op::GetDimensions, Overload::None, &[typed, undef]);
            b.extract_value(found.into(), 1);
        });
    }),
    case("INSTR.MIPLEVELFORGETDIMENSION", &RESOURCES, "the dimensions of a level of a buffer", |m| {
        let typed = m.handle_of(Op::BufferLoad, "srv");
        m.append(|b| {
            let level = b.i32(1);
            b.call_op(Op::GetDimensions, Overload::None, &[typed, level]);
        });
    }),
    case("INSTR.BUFFERUPDATECOUNTERONUAV", &RESOURCES, "the counter of a read-only buffer", |m| {
        let typed = m.handle_of(Op::BufferLoad, "srv");
        m.set(Op::BufferUpdateCounter, "uav", typed);
    })
    .also(&["INSTR.BUFFERUPDATECOUNTERONRESHASCOUNTER"]),
    case("SM.COUNTERONLYONSTRUCTBUF", &RESOURCES, "a raw buffer states a counter", |m| {
        m.uav("raw", |detail| {
            if let ResourceDetail::Uav { has_counter, .. } = detail {
                *has_counter = true;
            }
        });
    }),
    case("INSTR.BUFFERUPDATECOUNTERONRESHASCOUNTER", &RESOURCES, "a counter that its buffer does not state", |m| {
        m.uav("other", |detail| {
            if let ResourceDetail::Uav { has_counter, .. } = detail {
                *has_counter = false;
            }
        });
    }),
    case("INSTR.ONLYONEALLOCCONSUME", &RESOURCES, "a counter counts up and down", |m| {
        let handle = m.handle_of(Op::BufferUpdateCounter, "uav");
        m.append(|b| {
            let down = b.i8(-1);
            b.call_op(Op::BufferUpdateCounter, Overload::None, &[handle, down]);
        });
    }),
    case("INSTR.ATOMICINTRINNONUAV", &RESOURCES, "an atomic operation on a read-only buffer", |m| {
        let typed = m.handle_of(Op::BufferLoad, "srv");
        m.set(Op::AtomicBinOp, "handle", typed);
    }),
    case("INSTR.CONSTALIGNFORRAWBUF", &RAW_64, "the alignment of a load is computed", |m| {
        let lane = m.result(Op::FlattenedThreadIdInGroup, 0);
        m.set(Op::RawBufferLoad, "alignment", lane);
    }),
    case("META.COHERENCENOTONAPPENDCONSUME", &RESOURCES, "a buffer with a counter is coherent", |m| {
        m.uav("other", |detail| {
            if let ResourceDetail::Uav { globally_coherent, .. } = detail {
                *globally_coherent = true;
            }
        });
    }),
    case("INSTR.REORDERCOHERENTREQUIRESSM69", &COMPUTE_66, "a buffer of 6.6 is coherent for reordered threads", |m| {
        m.metadata(|module| {
            let (tag, yes) = (module.md_i32(4), module.md_i1(true));
            let extended = module.metadata.tuple(&[tag, yes]);
            Broken::set_node(module, "dx.resources", &[1, 1, 10], Some(extended));
        });
    }),
    case("SM.ROVONLYINPS", &RESOURCES, "a rasterizer-ordered texture in a compute shader", |m| {
        m.uav("out_", |detail| {
            if let ResourceDetail::Uav { rasterizer_ordered, .. } = detail {
                *rasterizer_ordered = true;
            }
        });
    }),
    case("SM.INVALIDTEXTUREKINDONUAV", &RESOURCES, "a writable cube texture", |m| {
        m.uav("out_", |detail| {
            if let ResourceDetail::Uav { kind, .. } = detail {
                *kind = ResourceKind::TextureCube;
            }
        });
    })
    .also(&["INSTR.RESOURCEKINDFORTEXTURELOAD", "INSTR.RESOURCEKINDFORTEXTURESTORE"]),
    case("SM.INVALIDRESOURCEKIND", &RESOURCES, "a readable resource is a constant buffer", |m| {
        m.srv("cube", |_, _, element| (ResourceKind::CBuffer, element));
    })
    .also(&["INSTR.RESOURCECLASSFORSAMPLERGATHER", "INSTR.RESOURCEKINDFORSAMPLE", "INSTR.SAMPLECOMPTYPE"]),
    case("SM.SAMPLECOUNTONLYON2DMS", &RESOURCES, "a plain texture has four samples", |m| {
        m.srv_samples("image", 4);
    }),
    case("SM.INVALIDRESOURCECOMPTYPE", &RESOURCES, "the elements of a texture are packed bytes", |m| {
        m.srv("cube", |kind, _, _| (kind, Element::Typed(ComponentType::PackedU8x32)));
    })
    .also(&["INSTR.SAMPLECOMPTYPE"]),
    case("SM.INVALIDSAMPLERFEEDBACKTYPE", &PIXEL_FEEDBACK, "sampler feedback of kind 7", |m| {
        m.number("dx.resources", &[1, 0, 10, 1], 7);
    }),
    case("META.TEXTURETYPE", &RESOURCES, "an element of a texture has 32 bytes", |m| {
        m.instruction(|module, _, _| {
            let double = module.types.double();
            let wide = module.types.vector(double, 4);
            let found = module.types.by_name(b"class.TextureCube<vector<float, 4> >");
            let Some(dxil::Type::Named(id)) = found.map(|ty| module.types.get(ty).clone()) else { return false };
            module.types.set_struct_fields(id, &[wide]);
            true
        });
    }),
    case("META.STRUCTBUFALIGNMENT", &RESOURCES, "structs of 22 bytes", |m| {
        m.srv("pairs", |kind, _, _| (kind, Element::Struct { stride: 22 }));
    }),
    case("META.STRUCTBUFALIGNMENTOUTOFBOUND", &RESOURCES, "structs of 4096 bytes", |m| {
        m.srv("pairs", |kind, _, _| (kind, Element::Struct { stride: 4096 }));
    }),
    case("META.VALIDSAMPLERMODE", &PIXEL, "a sampler of no kind", |m| {
        m.says(|shader| shader.resources.samplers[0].detail = ResourceDetail::Sampler { kind: SamplerKind::Invalid });
    }),
    case("META.DENSERESIDS", &RESOURCES, "the first texture has number 7", |m| m.number("dx.resources", &[0, 0, 0], 7)),
    case("SM.CBUFFERSIZE", &RESOURCES, "a constant buffer of 128 KiB", |m| {
        m.says(|shader| shader.resources.cbvs[0].detail = ResourceDetail::Cbv { size: 1 << 17 });
    }),
    case("SM.CBUFFERTEMPLATETYPEMUSTBESTRUCT", &RESOURCES, "a constant buffer holds a number", |m| {
        let float = m.module.types.float();
        let pointer = m.module.types.pointer(float, 0);
        let variable = m.module.undef(pointer);
        m.says(|shader| shader.resources.cbvs[0].variable = variable);
    }),
    case("SM.CBUFFEROFFSETOVERLAP", &RAYS_REFLECTED, "a member of a constant buffer lies in another", |m| {
        m.member("Made", 2, |field| field.offset = Some(8));
    }),
    case("SM.CBUFFERELEMENTOVERFLOW", &RAYS_REFLECTED, "a member ends after its constant buffer", |m| {
        m.member("Made", 2, |field| field.offset = Some(4096));
    }),
    case("SM.CBUFFERARRAYOFFSETALIGNMENT", &RAYS_REFLECTED, "an array begins at byte 20", |m| {
        m.member("Made", 1, |field| field.offset = Some(20));
    }),
    case("SM.RESOURCERANGEOVERLAP", &RESOURCES, "two textures have register 0", |m| {
        m.says(|shader| shader.resources.srvs[1].lower_bound = 0);
    })
    .also(&["INSTR.OPCONSTRANGE"]),
    case("INSTR.RESOURCEKINDFORTRACERAY", &HITS, "rays for a hit object are traced through a buffer", |m| {
        m.buffer_of_trace();
    }),
];
