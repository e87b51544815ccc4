//! Cases of rules on stages: geometry, tessellation, meshes, thread groups, waves.

use super::bases::*;
use super::{Broken, Case, Dxc, case};
use dxil::semantics::Domain;
use dxil::shader::{StageProperties, WaveSize};
use dxil::{Op, Overload};

/// Changes the numbers of a geometry shader: primitive, vertices, streams, topology, instances.
fn geometry(m: &mut Broken, change: impl FnOnce([&mut u32; 5])) {
    m.stage(|stage| {
        if let StageProperties::Geometry { input_primitive, max_vertex_count, stream_mask, topology, instance_count } =
            stage
        {
            change([input_primitive, max_vertex_count, stream_mask, topology, instance_count]);
        }
    });
}

/// The same of a hull shader: points read and written, partitioning, output, factor.
fn hull(m: &mut Broken, change: impl FnOnce([&mut u32; 5])) {
    m.stage(|stage| {
        if let StageProperties::Hull {
            input_points,
            output_points,
            partitioning,
            output_primitive,
            max_tess_factor,
            ..
        } = stage
        {
            change([input_points, output_points, partitioning, output_primitive, max_tess_factor]);
        }
    });
}

/// The same of a mesh shader: vertices, primitives, payload.
fn mesh(m: &mut Broken, change: impl FnOnce([&mut u32; 3])) {
    m.stage(|stage| {
        if let StageProperties::Mesh { max_vertices, max_primitives, payload_bytes, .. } = stage {
            change([max_vertices, max_primitives, payload_bytes]);
        }
    });
}

fn threads(m: &mut Broken, threads: [u32; 3]) {
    m.stage(|stage| {
        if let StageProperties::Compute { num_threads, .. }
        | StageProperties::Mesh { num_threads, .. }
        | StageProperties::Amplification { num_threads, .. } = stage
        {
            *num_threads = threads;
        }
    });
}

fn wave(m: &mut Broken, min: u32, max: u32, preferred: u32) {
    m.stage(|stage| {
        if let StageProperties::Compute { wave_size, .. } = stage {
            *wave_size = Some(WaveSize { min, max, preferred });
        }
    });
}

fn model(m: &mut Broken, minor: u8) {
    m.says(|shader| {
        shader.shader_model.version.minor = minor;
        shader.dxil_version.minor = minor;
    });
    m.module.version.minor = minor;
}

pub const CASES: &[Case] = &[
    case("SM.GSOUTPUTVERTEXCOUNTRANGE", &GEOMETRY, "1025 vertices", |m| {
        geometry(m, |[_, vertices, ..]| *vertices = 1025);
    })
    .also(&["SM.GSTOTALOUTPUTVERTEXDATARANGE"]),
    case("SM.GSINSTANCECOUNTRANGE", &GEOMETRY, "33 instances", |m| geometry(m, |[.., instances]| *instances = 33)),
    case("SM.GSVALIDINPUTPRIMITIVE", &GEOMETRY, "an input primitive of number 5", |m| {
        geometry(m, |[primitive, ..]| *primitive = 5);
    })
    .also(&["INSTR.OPERANDRANGE"]),
    case("SM.GSVALIDOUTPUTPRIMITIVETOPOLOGY", &GEOMETRY, "an output topology of number 2", |m| {
        geometry(m, |[_, _, _, topology, _]| *topology = 2);
    }),
    case("SM.MULTISTREAMMUSTBEPOINT", &STREAMS, "two streams of lines", |m| {
        geometry(m, |[_, _, _, topology, _]| *topology = 3);
    }),
    case("SM.GSTOTALOUTPUTVERTEXDATARANGE", &GEOMETRY, "1000 vertices of six components", |m| {
        geometry(m, |[_, vertices, ..]| *vertices = 1000);
    }),
    case("SM.ZEROHSINPUTCONTROLPOINTWITHINPUT", &HULL, "a hull shader with inputs reads no control points", |m| {
        hull(m, |[points, ..]| *points = 0);
    })
    .also(&["INSTR.OPERANDRANGE"]),
    case("SM.HSINPUTCONTROLPOINTCOUNTRANGE", &HULL, "a hull shader reads 33 control points", |m| {
        hull(m, |[points, ..]| *points = 33);
    }),
    case("SM.OUTPUTCONTROLPOINTCOUNTRANGE", &HULL, "a hull shader writes 33 control points", |m| {
        hull(m, |[_, points, ..]| *points = 33);
    }),
    case("SM.DSINPUTCONTROLPOINTCOUNTRANGE", &DOMAIN, "a domain shader reads 33 control points", |m| {
        m.stage(|stage| {
            if let StageProperties::Domain { input_points, .. } = stage {
                *input_points = 33;
            }
        });
    }),
    case("META.TESSELLATORPARTITION", &HULL, "no partitioning", |m| {
        hull(m, |[_, _, partitioning, ..]| *partitioning = 0);
    }),
    case("META.TESSELLATOROUTPUTPRIMITIVE", &HULL, "the tessellator makes nothing", |m| {
        hull(m, |[_, _, _, output, _]| *output = 0);
    }),
    case("META.MAXTESSFACTOR", &HULL, "a factor of 65", |m| hull(m, |[.., factor]| *factor = 65f32.to_bits())),
    case("SM.ISOLINEOUTPUTPRIMITIVEMISMATCH", &HULL, "lines are tessellated to triangles", |m| {
        domain(m, Domain::Isoline);
    })
    .also(&["SM.INSIDETESSFACTORSIZEMATCHDOMAIN", "SM.TESSFACTORSIZEMATCHDOMAIN"]),
    case("SM.TRIOUTPUTPRIMITIVEMISMATCH", &HULL, "triangles are tessellated to lines", |m| {
        hull(m, |[_, _, _, output, _]| *output = 2);
    }),
    case("SM.TESSFACTORFORDOMAIN", &HULL, "the edge factors are something else", Broken::other_factors),
    case("SM.TESSFACTORSIZEMATCHDOMAIN", &HULL, "four edge factors of a triangle", |m| {
        m.patch(0, |element| {
            element.rows = 4;
            element.indices = vec![0, 1, 2, 3];
        });
    })
    .also(&["META.SIGNATUREINDEXCONFLICT"]),
    case("SM.INSIDETESSFACTORSIZEMATCHDOMAIN", &HULL, "two inside factors of a triangle", |m| {
        m.patch(1, |element| {
            element.rows = 2;
            element.indices = vec![0, 1];
        });
    }),
    case("SM.VALIDDOMAIN", &HULL, "a domain of number 7", |m| m.hull_number(3, 7)),
    case("SM.DOMAINLOCATIONIDXOOB", &DOMAIN, "the third coordinate of a quad", |m| {
        m.set(Op::DomainLocation, "component", 2);
    }),
    case(
        "SM.HULLPASSTHRUCONTROLPOINTCOUNTMATCH",
        &HULL,
        "a hull shader without code writes more points than it reads",
        |m| {
            hull(m, |[_, points, ..]| *points = 4);
            m.without_code();
        },
    )
    .also(&["DECL.DXILFNEXTERN", "DECL.USEDEXTERNALFUNCTION"]),
    case("SM.OUTPUTCONTROLPOINTSTOTALSCALARS", &HULL, "a hull shader without code passes on 4096 components", |m| {
        hull(m, |[read, written, ..]| (*read, *written) = (32, 32));
        m.without_code();
        m.output(0, |element| {
            element.rows = 32;
            element.indices = (0..32).collect();
        });
    })
    .also(&["DECL.DXILFNEXTERN", "DECL.USEDEXTERNALFUNCTION"]),
    case("SM.MAXTHEADGROUP", &COMPUTE, "2048 threads", |m| threads(m, [1024, 2, 1])),
    case("SM.THREADGROUPCHANNELRANGE", &COMPUTE, "a group 65 deep", |m| threads(m, [1, 1, 65])),
    case("SM.MESHSHADERMAXVERTEXCOUNT", &MESH, "257 vertices", |m| mesh(m, |[vertices, ..]| *vertices = 257)),
    case("SM.MESHSHADERMAXPRIMITIVECOUNT", &MESH, "257 primitives", |m| {
        mesh(m, |[_, primitives, _]| *primitives = 257);
    }),
    case("SM.MESHSHADERPAYLOADSIZE", &MESH, "a payload of 16388 bytes", |m| {
        mesh(m, |[_, _, payload]| *payload = 16_388);
    }),
    case("SM.MESHSHADERPAYLOADSIZEDECLARED", &MESH, "four bytes of a payload of 16 are stated", |m| {
        mesh(m, |[_, _, payload]| *payload = 4);
    }),
    case("SM.MESHSHADEROUTPUTSIZE", &MESH, "256 vertices of 34 components", |m| {
        mesh(m, |[vertices, ..]| *vertices = 256);
        m.many_rows(false, 7);
    }),
    case("SM.MESHSHADERINOUTSIZE", &MESH, "a payload of 16 KiB beside vertices of 30 KiB", |m| {
        mesh(m, |[vertices, _, payload]| (*vertices, *payload) = (256, 16_384));
        m.many_rows(false, 6);
        m.output(1, |element| element.columns = 3);
    }),
    case("SM.MESHTOTALSIGROWCOUNT", &MESH, "33 registers of vertices and primitives", |m| {
        m.many_rows(false, 20);
        m.many_rows(true, 10);
    }),
    case("SM.MESHVSIGROWCOUNT", &MESH, "33 registers of vertices", |m| m.many_rows(false, 31))
        .also(&["META.SIGNATUREOUTOFRANGE", "SM.MESHTOTALSIGROWCOUNT"]),
    case("SM.MESHPSIGROWCOUNT", &MESH, "33 registers of primitives", |m| m.many_rows(true, 32))
        .also(&["META.SIGNATUREOUTOFRANGE", "SM.MESHTOTALSIGROWCOUNT"]),
    case("SM.AMPLIFICATIONSHADERPAYLOADSIZE", &AMPLIFICATION, "a payload of 16388 bytes is handed on", |m| {
        payload(m, 16_388);
    }),
    case("SM.AMPLIFICATIONSHADERPAYLOADSIZEDECLARED", &AMPLIFICATION, "no byte of a payload is stated", |m| {
        payload(m, 0);
    }),
    case("SM.TGSMUNSUPPORTED", &GEOMETRY, "a geometry shader has group-shared memory", |m| m.group_memory(16))
        .also(&["SM.INCOMPATIBLEOPERATION", "SM.INCOMPATIBLEREQUIRESGROUP"]),
    case("SM.MAXTGSMSIZEONENTRY", &COMPUTE, "40000 bytes of group-shared memory", |m| m.group_memory(10_000)),
    case("SM.EXPLICITTGSMSIZEONENTRY", &COMPUTE_610, "400 bytes of group-shared memory where 64 are stated", |m| {
        m.group_memory(100);
    })
    .dxc(Dxc::Other("DXC 1.9 has no shader model 6.10")),
    case("SM.WAVESIZEVALUE", &COMPUTE_66, "waves of 5 lanes", |m| wave(m, 5, 0, 0)),
    case("SM.WAVESIZEPREFERREDINRANGE", &COMPUTE_68, "64 lanes are preferred of 16 to 32", |m| wave(m, 16, 32, 64)),
    case("SM.WAVESIZEALLZEROWHENUNDEFINED", &COMPUTE_68, "at most 32 lanes, but no least", |m| wave(m, 0, 32, 0)),
    case("SM.WAVESIZEMAXANDPREFERREDZEROWHENNORANGE", &COMPUTE_68, "32 lanes are preferred of no range", |m| {
        wave(m, 16, 0, 32);
    }),
    case("SM.WAVESIZEMAXGREATERTHANMIN", &COMPUTE_68, "at least 32 lanes and at most 16", |m| wave(m, 32, 16, 0)),
    case("SM.WAVESIZENEEDSSM66OR67", &COMPUTE_68, "one wave size in shader model 6.8", |m| {
        m.retag(23, 11, &[Some(32)]);
    }),
    case("SM.WAVESIZEONCOMPUTEORNODE", &PIXEL, "a pixel shader has a wave size", |m| m.state_tag(11, &[32])),
    case("SM.WAVESIZETAGDUPLICATE", &COMPUTE_66, "the wave size is stated twice", |m| m.state_tag(11, &[32])),
    case("SM.WAVESIZEEXPECTSONEPARAM", &COMPUTE_66, "a wave size of two numbers", |m| {
        m.retag(11, 11, &[Some(32), Some(64)]);
    }),
    case("SM.WAVESIZERANGEEXPECTSTHREEPARAMS", &COMPUTE_68, "a range of two numbers", |m| {
        m.retag(23, 23, &[Some(16), Some(64)]);
    })
    .dxc(Dxc::Other("it crashes as it reads the third number")),
    case("SM.WAVESIZENEEDSCONSTANTOPERANDS", &COMPUTE_66, "a wave size that is a word", |m| m.retag(11, 11, &[None]))
        .dxc(Dxc::Other("it fails to load the metadata, before its rules")),
    case("META.COMPUTEWITHNODE", &FUNCTIONS, "a compute shader has a launch mode", |m| m.state_tag_number(13, 1)),
    case("SM.INCOMPATIBLETHREADGROUPDIM", &DERIVATIVES, "derivatives in a group of 3 by 1", |m| threads(m, [3, 1, 1]))
        .also(&["SM.INCOMPATIBLEOPERATION"]),
    case("SM.INCOMPATIBLEDERIVINCOMPUTESHADERMODEL", &DERIVATIVES, "derivatives of a compute shader in 6.5", |m| {
        model(m, 5);
    })
    .also(&["SM.INCOMPATIBLEOPERATION", "SM.INCOMPATIBLESHADERMODEL", "SM.OPCODE"]),
    case("SM.INCOMPATIBLEOPERATION", &DERIVATIVES, "derivatives in a group of 5 by 5", |m| threads(m, [5, 5, 1]))
        .also(&["SM.INCOMPATIBLETHREADGROUPDIM"]),
    case("SM.INCOMPATIBLECALLINENTRY", &FUNCTIONS, "the function with derivatives is called by a group of 5", |m| {
        threads(m, [5, 1, 1]);
    })
    .also(&["SM.INCOMPATIBLETHREADGROUPDIM"]),
    case("SM.INCOMPATIBLESTAGE", &COMPUTE, "a compute shader asks for its coverage", |m| {
        m.append(|b| {
            b.call_op(Op::Coverage, Overload::I32, &[]);
        });
    })
    .also(&["SM.INCOMPATIBLEOPERATION", "SM.OPCODE"]),
    case("SM.INCOMPATIBLESHADERMODEL", &COMPUTE_66, "a shader of 6.6 states 6.5", |m| model(m, 5)).also(&[
        "SM.INCOMPATIBLEOPERATION",
        "SM.OPCODE",
        "SM.WAVESIZENEEDSSM66OR67",
    ]),
    case("SM.INCOMPATIBLEREQUIRESGROUP", &NODES, "a node that is launched by thread waits for a group", |m| {
        let second = m.module.function_by_name(b"second").expect("the node");
        m.append_to(second, |b| {
            let mode = b.i32(9);
            b.call_op(Op::Barrier, Overload::None, &[mode]);
        });
    })
    .also(&["SM.INCOMPATIBLEOPERATION"]),
    case("SM.INCOMPATIBLEDERIVLAUNCH", &NODES, "a node that is launched by thread takes a derivative", |m| {
        let second = m.module.function_by_name(b"second").expect("the node");
        m.append_to(second, |b| {
            let one = b.float(1.0);
            b.call_op(Op::DerivFineX, Overload::F32, &[one]);
        });
    })
    .also(&["SM.INCOMPATIBLEOPERATION", "SM.INCOMPATIBLETHREADGROUPDIM"]),
];

fn domain(m: &mut Broken, to: Domain) {
    m.stage(|stage| {
        if let StageProperties::Hull { domain, .. } = stage {
            *domain = to;
        }
    });
}

fn payload(m: &mut Broken, bytes: u32) {
    m.stage(|stage| {
        if let StageProperties::Amplification { payload_bytes, .. } = stage {
            *payload_bytes = bytes;
        }
    });
}
