//! Each geometry, tessellation, mesh or amplification shader is damaged in one respect: our verifier names the violated
//! rule, and DXC's validator rejects the container too.

use dxc_oracle::oracle;
use dxil::container::{ExtraParts, Signing, assemble};
use dxil::flags::ShaderFlags;
use dxil::module::FuncId;
use dxil::requirements::shader_flags;
use dxil::rules::{Demand, Rule, verify};
use dxil::semantics::{Domain, SigPoint};
use dxil::shader::{EntryPoint, Resources, Shader, StageProperties};
use dxil::signature::{ComponentType, Interpolation, Location, SignatureElement};
use dxil::target::Version;
use dxil::types::addrspace;
use dxil::{FunctionBuilder, Global, Linkage, Module, Op, Overload, ShaderKind, ShaderModel, ValidatorVersion, Value};

/// The shader before it is damaged: one triangle in, one out.
struct Made {
    module: Module,
    shader: Shader,
    main: FuncId,
    patch: FuncId,
}

fn element(point: SigPoint, name: &str, columns: u8, row: u32) -> SignatureElement {
    let model = Version::new(6, 5);
    let mut element = SignatureElement::new(point, model, name, 0, ComponentType::F32, columns);
    element.location = Some(Location { row, column: 0 });
    element.interpolation = match point {
        SigPoint::PcOut | SigPoint::DsIn => Interpolation::Undefined,
        SigPoint::MspOut => Interpolation::Constant,
        _ => Interpolation::Linear,
    };
    element
}

/// The factors of a triangle.
fn factors(point: SigPoint) -> Vec<SignatureElement> {
    let mut edges = element(point, "SV_TessFactor", 1, 0).with_rows(3);
    edges.location = Some(Location { row: 0, column: 3 });
    vec![edges, element(point, "SV_InsideTessFactor", 1, 3)]
}

impl Made {
    fn new(kind: ShaderKind, validator: ValidatorVersion) -> Self {
        let model = ShaderModel::new(kind, 6, 5);
        let mut module = Module::new();
        module.version = model.dxil_version();
        let void = module.types.void();
        let ty = module.types.function(void, &[]);
        let main = module.declare_function("main", ty, None);
        let patch = if kind == ShaderKind::Hull { module.declare_function("constants", ty, None) } else { main };
        let num_threads = [8, 1, 1];
        let stage = match kind {
            ShaderKind::Geometry => StageProperties::Geometry {
                input_primitive: 3,
                max_vertex_count: 3,
                stream_mask: 1,
                topology: 5,
                instance_count: 1,
            },
            ShaderKind::Hull => StageProperties::Hull {
                patch_function: patch,
                input_points: 3,
                output_points: 3,
                domain: Domain::Tri,
                partitioning: 1,
                output_primitive: 3,
                max_tess_factor: 64f32.to_bits(),
            },
            ShaderKind::Domain => StageProperties::Domain { domain: Domain::Tri, input_points: 3 },
            ShaderKind::Mesh => {
                StageProperties::Mesh { num_threads, max_vertices: 3, max_primitives: 1, topology: 2, payload_bytes: 4 }
            }
            _ => StageProperties::Amplification { num_threads, payload_bytes: 4 },
        };
        let patch_elements = match kind {
            ShaderKind::Hull => factors(SigPoint::PcOut),
            ShaderKind::Domain => factors(SigPoint::DsIn),
            _ => Vec::new(),
        };
        let entry = EntryPoint {
            function: Some(main),
            kind: model.kind,
            name: "main".into(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            patch: patch_elements,
            flags: ShaderFlags::empty(),
            stage,
            auto_space: None,
            root_signature: Vec::new(),
            group_memory_limit: None,
        };
        let shader = Shader {
            subobjects: Vec::new(),
            shader_model: model,
            dxil_version: model.dxil_version(),
            validator: validator.at_least(model.dxil_version()),
            producer: None,
            resources: Resources::default(),
            dependencies: None,
            annotations: dxil::shader::TypeAnnotations::default(),
            entries: vec![entry],
        };
        Self { module, shader, main, patch }
    }

    fn entry(&mut self) -> &mut EntryPoint {
        &mut self.shader.entries[0]
    }

    fn change(&mut self, change: impl FnOnce(&mut StageProperties)) {
        change(&mut self.entry().stage);
    }

    /// Writes the main function, and a patch-constant function that writes all factors, and finishes the module.
    fn finish(mut self, body: impl FnOnce(&mut FunctionBuilder<'_>)) -> (Module, Shader) {
        if self.patch != self.main {
            let mut b = FunctionBuilder::new(&mut self.module, self.patch);
            for (id, element) in self.shader.entries[0].patch.iter().enumerate() {
                for row in 0..element.rows {
                    let args = [b.u32(id as u32), b.u32(row), b.i8(0), b.float(1.0)];
                    b.call_op(Op::StorePatchConstant, Overload::F32, &args);
                }
            }
            b.ret(None);
        }
        let mut b = FunctionBuilder::new(&mut self.module, self.main);
        body(&mut b);
        b.ret(None);
        let flags = shader_flags(&self.module, &self.shader);
        self.shader.entries[0].flags |= flags;
        self.shader.write(&mut self.module);
        (self.module, self.shader)
    }
}

/// A store to component 0 of output 0.
fn write(b: &mut FunctionBuilder<'_>, op: Op) {
    let mut args = vec![b.i32(0), b.i32(0), b.i8(0), b.float(1.0)];
    if matches!(op, Op::StoreVertexOutput | Op::StorePrimitiveOutput) {
        args.push(b.i32(0));
    }
    b.call_op(op, Overload::F32, &args);
}

fn counts(b: &mut FunctionBuilder<'_>) {
    let args = [b.i32(3), b.i32(1)];
    b.call_op(Op::SetMeshOutputCounts, Overload::None, &args);
}

/// Passes on a payload of this many words.
fn dispatch(b: &mut FunctionBuilder<'_>, words: u64) -> Value {
    let i32_ty = b.module.types.i32();
    let array = b.module.types.array(i32_ty, words);
    let ty = b.module.types.named_struct("struct.Payload", &[array]);
    let global = b.module.add_global(Global {
        name: format!("payload{}", b.module.globals.len()).as_str().into(),
        ty,
        addrspace: addrspace::GROUPSHARED,
        is_const: false,
        initializer: None,
        linkage: Linkage::External,
        align: 4,
        section: None,
        unnamed_addr: false,
        externally_initialized: false,
    });
    let payload: Value = b.module.global_address(global).into();
    let args = [b.i32(1), b.i32(1), b.i32(1), payload];
    b.call_op(Op::DispatchMesh, Overload::Type(ty), &args);
    payload
}

fn fetch(b: &mut FunctionBuilder<'_>, words: u64) {
    let i32_ty = b.module.types.i32();
    let array = b.module.types.array(i32_ty, words);
    let ty = b.module.types.named_struct("struct.Payload", &[array]);
    b.call_op(Op::GetMeshPayload, Overload::Type(ty), &[]);
}

/// What is done to a shader, and what is then not met; nothing if it is sound.
type Case = (&'static str, ShaderKind, Option<Demand>, fn(Made) -> (Module, Shader));

fn judge(cases: &[Case]) {
    let dxc = oracle();
    for (_, minor) in dxc.validators() {
        let validator = ValidatorVersion::minor(minor as u8);
        for &(name, kind, demand, build) in cases {
            let (module, shader) = build(Made::new(kind, validator));
            let found = verify(&module);
            let container = assemble(&module, &shader, ExtraParts::default()).expect("it can be written");
            let verdict = dxc.validate(&container.write(Signing::Digest));
            let Some(demand) = demand else {
                assert_eq!(found, [], "{name} for {validator}");
                assert_eq!(verdict, Ok(()), "{name} for {validator}");
                continue;
            };
            let is_it = |rule: &Rule| matches!(rule, Rule::Demand { demand: broken, .. } if *broken == demand);
            assert!(found.iter().any(|violation| is_it(&violation.rule)), "{name} for {validator}: found {found:?}");
            assert!(verdict.is_err(), "{name} for {validator}: DXC accepts it");
        }
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn geometry_shaders() {
    use ShaderKind::Geometry as G;
    judge(&[
        ("sound", G, None, |made| made.finish(|_| {})),
        ("too many vertices", G, Some(Demand::GeometryVertices), |mut made| {
            made.change(|stage| {
                if let StageProperties::Geometry { max_vertex_count, .. } = stage {
                    *max_vertex_count = 1025;
                }
            });
            made.finish(|_| {})
        }),
        ("no instance", G, Some(Demand::GeometryInstances), |mut made| {
            made.change(|stage| {
                if let StageProperties::Geometry { instance_count, .. } = stage {
                    *instance_count = 33;
                }
            });
            made.finish(|_| {})
        }),
        ("an output that is none", G, Some(Demand::GeometryTopology), |mut made| {
            made.change(|stage| {
                if let StageProperties::Geometry { topology, .. } = stage {
                    *topology = 2;
                }
            });
            made.finish(|_| {})
        }),
        ("too much data", G, Some(Demand::GeometryData), |mut made| {
            made.entry().outputs = vec![element(SigPoint::GsOut, "A", 4, 0)];
            made.change(|stage| {
                if let StageProperties::Geometry { max_vertex_count, .. } = stage {
                    *max_vertex_count = 257;
                }
            });
            made.finish(|_| {})
        }),
        ("streams of triangles", G, Some(Demand::StreamsOfPoints), |mut made| {
            let mut other = element(SigPoint::GsOut, "A", 4, 0);
            other.stream = 1;
            made.entry().outputs = vec![other];
            made.change(|stage| {
                if let StageProperties::Geometry { stream_mask, .. } = stage {
                    *stream_mask = 3;
                }
            });
            made.finish(|_| {})
        }),
        ("a fourth vertex", G, Some(Demand::VertexNumber), |mut made| {
            made.entry().inputs = vec![element(SigPoint::GsvIn, "A", 4, 0)];
            made.finish(|b| {
                let args = [b.i32(0), b.i32(0), b.i8(0), b.i32(3)];
                b.call_op(Op::LoadInput, Overload::F32, &args);
            })
        }),
        ("another stream", G, Some(Demand::StreamNumber), |made| {
            made.finish(|b| {
                let args = [b.i8(1)];
                b.call_op(Op::EmitStream, Overload::None, &args);
            })
        }),
        ("half a position", G, Some(Demand::UndefinedOutput), |mut made| {
            made.entry().outputs = vec![element(SigPoint::GsOut, "SV_Position", 4, 0)];
            made.finish(|b| write(b, Op::StoreOutput))
        }),
    ]);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn hull_shaders() {
    use ShaderKind::Hull as H;
    judge(&[
        ("sound", H, None, |made| made.finish(|_| {})),
        ("too many control points read", H, Some(Demand::InputPoints), |mut made| {
            made.change(|stage| {
                if let StageProperties::Hull { input_points, .. } = stage {
                    *input_points = 33;
                }
            });
            made.finish(|_| {})
        }),
        ("inputs of no control points", H, Some(Demand::PointsOfNoPatch), |mut made| {
            made.entry().inputs = vec![element(SigPoint::HscpIn, "A", 4, 0)];
            made.change(|stage| {
                if let StageProperties::Hull { input_points, .. } = stage {
                    *input_points = 0;
                }
            });
            made.finish(|_| {})
        }),
        ("too many control points written", H, Some(Demand::OutputPoints), |mut made| {
            made.change(|stage| {
                if let StageProperties::Hull { output_points, .. } = stage {
                    *output_points = 33;
                }
            });
            made.finish(|_| {})
        }),
        ("a factor of 65", H, Some(Demand::TessFactorLimit), |mut made| {
            made.change(|stage| {
                if let StageProperties::Hull { max_tess_factor, .. } = stage {
                    *max_tess_factor = 65f32.to_bits();
                }
            });
            made.finish(|_| {})
        }),
        ("lines of a triangle", H, Some(Demand::TriangleOutput), |mut made| {
            made.change(|stage| {
                if let StageProperties::Hull { output_primitive, .. } = stage {
                    *output_primitive = 2;
                }
            });
            made.finish(|_| {})
        }),
        ("triangles of a line", H, Some(Demand::IsolineOutput), |mut made| {
            made.change(|stage| {
                if let StageProperties::Hull { domain, .. } = stage {
                    *domain = Domain::Isoline;
                }
            });
            made.finish(|_| {})
        }),
        ("factors of another domain", H, Some(Demand::EdgeFactors), |mut made| {
            made.change(|stage| {
                if let StageProperties::Hull { domain, .. } = stage {
                    *domain = Domain::Quad;
                }
            });
            made.finish(|_| {})
        }),
        ("no factor inside", H, Some(Demand::FactorsMissing), |mut made| {
            made.entry().patch.truncate(1);
            made.finish(|_| {})
        }),
        ("an interpolated patch constant", H, Some(Demand::PatchInterpolation), |mut made| {
            let mut constant = element(SigPoint::PcOut, "A", 1, 4);
            constant.interpolation = Interpolation::Linear;
            made.entry().patch.push(constant);
            made.finish(|_| {})
        }),
        ("a patch constant of a control point", H, Some(Demand::HullFunction), |made| {
            made.finish(|b| write(b, Op::StorePatchConstant))
        }),
    ]);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn domain_shaders() {
    use ShaderKind::Domain as D;
    judge(&[
        ("sound", D, None, |made| made.finish(|_| {})),
        ("too many control points", D, Some(Demand::DomainPoints), |mut made| {
            made.change(|stage| {
                if let StageProperties::Domain { input_points, .. } = stage {
                    *input_points = 33;
                }
            });
            made.finish(|_| {})
        }),
        ("a third component in a quad", D, Some(Demand::DomainComponent), |mut made| {
            made.entry().patch.clear();
            made.change(|stage| {
                if let StageProperties::Domain { domain, .. } = stage {
                    *domain = Domain::Quad;
                }
            });
            made.finish(|b| {
                let args = [b.i8(2)];
                b.call_op(Op::DomainLocation, Overload::F32, &args);
            })
        }),
        ("factors of another domain", D, Some(Demand::InsideFactors), |mut made| {
            made.change(|stage| {
                if let StageProperties::Domain { domain, .. } = stage {
                    *domain = Domain::Quad;
                }
            });
            made.finish(|_| {})
        }),
    ]);
}

#[test]
fn mesh_shaders() {
    use ShaderKind::Mesh as M;
    fn change(made: &mut Made, change: impl FnOnce(&mut [u32; 3], &mut u32, &mut u32, &mut u32)) {
        made.change(|stage| {
            if let StageProperties::Mesh { num_threads, max_vertices, max_primitives, payload_bytes, .. } = stage {
                change(num_threads, max_vertices, max_primitives, payload_bytes);
            }
        });
    }
    judge(&[
        ("sound", M, None, |mut made| {
            made.entry().outputs = vec![element(SigPoint::MsOut, "A", 1, 0)];
            made.entry().patch = vec![element(SigPoint::MspOut, "B", 1, 0)];
            made.finish(|b| {
                fetch(b, 1);
                counts(b);
                write(b, Op::StoreVertexOutput);
                write(b, Op::StorePrimitiveOutput);
            })
        }),
        ("too many threads", M, Some(Demand::MeshThreads), |mut made| {
            change(&mut made, |threads, _, _, _| *threads = [129, 1, 1]);
            made.finish(|_| {})
        }),
        ("too many vertices", M, Some(Demand::MeshVertices), |mut made| {
            change(&mut made, |_, vertices, _, _| *vertices = 257);
            made.finish(|_| {})
        }),
        ("too many primitives", M, Some(Demand::MeshPrimitives), |mut made| {
            change(&mut made, |_, _, primitives, _| *primitives = 257);
            made.finish(|_| {})
        }),
        ("too much made", M, Some(Demand::MeshOutputBytes), |mut made| {
            made.entry().outputs = (0..9).map(|row| element(SigPoint::MsOut, &format!("A{row}x"), 4, row)).collect();
            change(&mut made, |_, vertices, _, _| *vertices = 256);
            made.finish(|_| {})
        }),
        ("a payload that is too large", M, Some(Demand::MeshPayload), |mut made| {
            change(&mut made, |_, _, _, bytes| *bytes = 16388);
            made.finish(|b| fetch(b, 1))
        }),
        ("a payload of another size", M, Some(Demand::MeshPayloadStated), |made| made.finish(|b| fetch(b, 2))),
        ("a payload fetched twice", M, Some(Demand::PayloadTwice), |made| {
            made.finish(|b| {
                fetch(b, 1);
                fetch(b, 1);
            })
        }),
        ("counts twice", M, Some(Demand::CountsTwice), |made| {
            made.finish(|b| {
                counts(b);
                counts(b);
            })
        }),
        ("no counts", M, Some(Demand::CountsMissing), |mut made| {
            made.entry().outputs = vec![element(SigPoint::MsOut, "A", 1, 0)];
            made.finish(|b| write(b, Op::StoreVertexOutput))
        }),
        ("an interpolated primitive", M, Some(Demand::PrimitiveInterpolation), |mut made| {
            let mut part = element(SigPoint::MspOut, "B", 1, 0);
            part.interpolation = Interpolation::Linear;
            made.entry().patch = vec![part];
            made.finish(|_| {})
        }),
    ]);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn amplification_shaders() {
    use ShaderKind::Amplification as A;
    judge(&[
        ("sound", A, None, |made| {
            made.finish(|b| {
                dispatch(b, 1);
            })
        }),
        ("too many threads", A, Some(Demand::MeshThreads), |mut made| {
            made.change(|stage| {
                if let StageProperties::Amplification { num_threads, .. } = stage {
                    *num_threads = [16, 16, 1];
                }
            });
            made.finish(|b| {
                dispatch(b, 1);
            })
        }),
        ("a payload that is too large", A, Some(Demand::AmplificationPayload), |mut made| {
            made.change(|stage| {
                if let StageProperties::Amplification { payload_bytes, .. } = stage {
                    *payload_bytes = 16388;
                }
            });
            made.finish(|b| {
                dispatch(b, 4097);
            })
        }),
        ("no dispatch", A, Some(Demand::DispatchOnce), |made| made.finish(|_| {})),
        ("two dispatches", A, Some(Demand::DispatchOnce), |made| {
            made.finish(|b| {
                dispatch(b, 1);
                dispatch(b, 1);
            })
        }),
    ]);
}
