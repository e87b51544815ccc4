//! Cases of rules on instructions and the operations they call.

use super::bases::*;
use super::{Arg, Case, Dxc, case};
use dxil::module::{Global, Linkage};
use dxil::types::addrspace::GROUPSHARED;
use dxil::{AtomicOp, BinaryOp, CastOp, FunctionBuilder, Op, Overload, TypeId, Value};

/// A variable in a function.
fn local(b: &mut FunctionBuilder<'_>, ty: TypeId) -> Value {
    b.alloca(ty, 4)
}

pub const CASES: &[Case] = &[
    case("BITCODE.VALID", &VERTEX, "a value is used before it is computed", |m| {
        m.move_to_end(Op::LoadInput);
    }),
    case("INSTR.ALLOWED", &COMPUTE, "`insertvalue` is used", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let pair = b.module.types.anon_struct(&[i32, i32]);
            let (pair, one) = (b.module.zero(pair).into(), b.i32(1));
            b.insert_value(pair, one, 0);
        });
    }),
    case("INSTR.NOREADINGUNINITIALIZED", &COMPUTE, "an undefined value is added", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let (undef, one) = (b.undef(i32), b.i32(1));
            b.binary(BinaryOp::Add, undef, one, 0);
        });
    }),
    case("TYPES.I8", &COMPUTE, "two bytes are added", |m| {
        m.append(|b| {
            let (one, two) = (b.i8(1), b.i8(2));
            b.binary(BinaryOp::Add, one, two, 0);
        });
    }),
    case("TYPES.INTWIDTH", &COMPUTE, "a variable of 24 bits", |m| {
        m.append(|b| {
            let odd = b.module.types.int(24);
            local(b, odd);
        });
    }),
    case("TYPES.INTWIDTH", &COMPUTE, "a variable of 128 bits", |m| {
        m.append(|b| {
            let wide = b.module.types.int(128);
            local(b, wide);
        });
    }),
    case("TYPES.NOMULTIDIM", &COMPUTE, "a variable is an array of arrays", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let row = b.module.types.array(i32, 2);
            let rows = b.module.types.array(row, 2);
            local(b, rows);
        });
    }),
    case("TYPES.NOVECTOR", &COMPUTE, "a variable is a vector", |m| {
        m.append(|b| {
            let float = b.module.types.float();
            let vector = b.module.types.vector(float, 4);
            local(b, vector);
        });
    }),
    case("TYPES.NOPTRTOPTR", &COMPUTE, "a variable holds the address of an address", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let address = b.module.types.pointer(i32, 0);
            let second = b.module.types.pointer(address, 0);
            local(b, second);
        });
    }),
    case("TYPES.DEFINED", &COMPUTE, "a variable is an array of addresses", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let address = b.module.types.pointer(i32, 0);
            let array = b.module.types.array(address, 2);
            local(b, array);
        });
    }),
    case("INSTR.NOIDIVBYZERO", &COMPUTE, "7 is divided by 0, signed", |m| {
        m.append(|b| {
            let (seven, zero) = (b.i32(7), b.i32(0));
            b.binary(BinaryOp::SDiv, seven, zero, 0);
        });
    }),
    case("INSTR.NOUDIVBYZERO", &COMPUTE, "7 is divided by 0", |m| {
        m.append(|b| {
            let (seven, zero) = (b.i32(7), b.i32(0));
            b.binary(BinaryOp::UDiv, seven, zero, 0);
        });
    }),
    case("INSTR.INBOUNDSACCESS", &COMPUTE, "element 9 of an array of 4", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let four = b.module.types.array(i32, 4);
            let (array, zero, nine) = (local(b, four), b.i32(0), b.i32(9));
            b.gep(array, &[zero, nine], true);
        });
    }),
    case("INSTR.PTRBITCAST", &COMPUTE, "the address of an int becomes one of a double", |m| {
        m.append(|b| {
            let (i32, double) = (b.module.types.i32(), b.module.types.double());
            let (one, to) = (local(b, i32), b.module.types.pointer(double, 0));
            b.cast(CastOp::Bitcast, one, to);
        });
    }),
    case("INSTR.STRUCTBITCAST", &COMPUTE, "the address of a struct becomes one of an int", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let single = b.module.types.named_struct("struct.Single", &[i32]);
            let (one, to) = (local(b, single), b.module.types.pointer(i32, 0));
            b.cast(CastOp::Bitcast, one, to);
        });
    }),
    case("INSTR.MINPRECISONBITCAST", &COMPUTE, "the bits of a half become an integer of 16 bits", |m| {
        m.append(|b| {
            let (i16, half) = (b.module.types.i16(), b.module.half_const(0x3C00).into());
            b.cast(CastOp::Bitcast, half, i16);
        });
    }),
    case("INSTR.NOGENERICPTRADDRSPACECAST", &SHARED, "the address of a local becomes a group-shared one", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let (one, to) = (local(b, i32), b.module.types.pointer(i32, 6));
            b.cast(CastOp::AddrSpaceCast, one, to);
        });
    }),
    case("INSTR.ATOMICOPNONGROUPSHAREDORRECORD", &COMPUTE, "an atomic operation on a local", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let (one, two) = (local(b, i32), b.i32(2));
            b.atomic_rmw(AtomicOp::Add, one, two);
        });
    }),
    case("INSTR.ATOMICCONST", &SHARED, "an atomic operation on a constant variable", |m| {
        m.instruction(|module, _, _| {
            module
                .globals
                .values_mut()
                .filter(|global| global.addrspace == GROUPSHARED)
                .map(|global| global.is_const = true)
                .count()
                > 0
        });
    }),
    case("INSTR.FAILTORESLOVETGSMPOINTER", &SHARED, "a group-shared address comes from a null", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let to = b.module.types.pointer(i32, GROUPSHARED);
            let (null, zero) = (b.module.zero(to).into(), b.i32(0));
            b.gep(null, &[zero], true);
        });
    }),
    case("INSTR.MINPRECISIONNOTPRECISE", &HALVES, "a product of halves is marked precise", |m| {
        m.append(|b| {
            let half: Value = b.module.half_const(0x3C00).into();
            if let Value::Inst(inst) = b.binary(BinaryOp::FMul, half, half, 0) {
                b.mark_precise(inst);
            }
        });
    }),
    case("INSTR.EXTRACTVALUE", &COMPUTE, "a part of a constant struct of the shader's own is taken", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let pair = b.module.types.named_struct("struct.Pair", &[i32, i32]);
            let pair = b.module.zero(pair).into();
            b.extract_value(pair, 0);
        });
    }),
    case("INSTR.DXILSTRUCTUSER", &COMPUTE, "a variable holds what a load returns", |m| {
        m.append(|b| {
            let found = b.module.types.by_name(b"dx.types.ResRet.f32").unwrap_or_else(|| {
                let (float, i32) = (b.module.types.float(), b.module.types.i32());
                b.module.types.named_struct("dx.types.ResRet.f32", &[float, float, float, float, i32])
            });
            local(b, found);
        });
    })
    .also(&["DECL.DXILNSRESERVED"]),
    case("DECL.DXILNSRESERVED", &COMPUTE, "a variable has a type named `dx.own`", |m| {
        m.append(|b| {
            let i32 = b.module.types.i32();
            let own = b.module.types.named_struct("dx.own", &[i32]);
            local(b, own);
        });
    }),
    case("INSTR.NOINDEFINITEASIN", &COMPUTE, "the arc sine of infinity", |m| m.set(Op::Asin, "value", f64::INFINITY)),
    case("INSTR.NOINDEFINITEACOS", &COMPUTE, "the arc cosine of infinity", |m| m.set(Op::Acos, "value", f64::INFINITY)),
    case("INSTR.NOINDEFINITELOG", &COMPUTE, "the logarithm of infinity", |m| m.set(Op::Log, "value", f64::INFINITY)),
    case("INSTR.NOINDEFINITEDSXY", &PIXEL, "the derivative of infinity", |m| {
        m.set(Op::DerivCoarseX, "value", f64::INFINITY);
    }),
    case("SM.ISSPECIALFLOAT", &NATIVE_HALVES, "a half is asked for infinity", |m| {
        m.append(|b| {
            let half = b.module.half_const(0x3C00).into();
            b.call_op(Op::IsInf, Overload::F16, &[half]);
        });
    }),
    case("INSTR.BARRIERMODEUSELESSUGROUP", &RESOURCES, "a barrier orders writable resources twice", |m| {
        m.set(Op::Barrier, "barrierMode", 6);
    }),
    case("INSTR.BARRIERMODENOMEMORY", &RESOURCES, "a barrier of mode 1", |m| m.set(Op::Barrier, "barrierMode", 1)),
    case("INSTR.BARRIERMODEFORNONCS", &PIXEL, "a pixel shader waits for a group", |m| {
        m.append(|b| {
            let mode = b.i32(9);
            b.call_op(Op::Barrier, Overload::None, &[mode]);
        });
    })
    .also(&["SM.INCOMPATIBLEOPERATION", "SM.INCOMPATIBLEREQUIRESGROUP", "SM.INCOMPATIBLESTAGE"]),
    case("INSTR.BARRIERFLAGINVALID", &COMPUTE_68, "a barrier has flag 64", |m| {
        m.set(Op::BarrierByMemoryType, "MemoryTypeFlags", 64);
    }),
    case("INSTR.BARRIERNONCONSTANTFLAGARGUMENT", &COMPUTE_68, "the flags of a barrier are computed", |m| {
        let lane = m.result(Op::ThreadId, 0);
        m.set(Op::BarrierByMemoryType, "MemoryTypeFlags", lane);
    }),
    case("INSTR.BARRIERREQUIRESNODE", &COMPUTE_68, "a compute shader orders the records of nodes", |m| {
        m.set(Op::BarrierByMemoryType, "MemoryTypeFlags", 4);
    })
    .also(&["SM.INCOMPATIBLEOPERATION", "SM.INCOMPATIBLESTAGE"]),
    case("INSTR.OPCONST", &COMPUTE, "the number of an operation is computed", |m| {
        let sum = m.result(Op::ThreadId, 0);
        m.set_opcode(Op::Log, sum);
    }),
    case("INSTR.ILLEGALDXILOPCODE", &COMPUTE, "an operation of number 9999", |m| m.set_opcode(Op::Log, 9999)),
    case("INSTR.EXPDXILOPCODEREQUIRESEXPSM", &COMPUTE, "an operation of a preview", |m| {
        m.set_opcode(Op::Log, Arg::Int(-0x8000_0000));
    }),
    case(
        "INSTR.ILLEGALDXILOPFUNCTION",
        &COMPUTE,
        "the logarithm is called through the function of another class",
        |m| {
            m.set_opcode(Op::Log, i64::from(Op::FMax as u32));
        },
    ),
    case("INSTR.OLOAD", &COMPUTE, "the sine of a double", |m| {
        m.append(|b| {
            let half = b.module.double_const(0.5).into();
            b.call_op(Op::Sin, Overload::F64, &[half]);
        });
    }),
    case("INSTR.CALLOLOAD", &COMPUTE, "the sine is declared with two operands", |m| {
        let float = m.module.types.float();
        let (i32, name) = (m.module.types.i32(), "dx.op.unary.f64");
        let double = m.module.types.double();
        let ty = m.module.types.function(float, &[i32, double]);
        let function = m.module.declare_function(name, ty, None);
        m.append(|b| {
            let (op, value) = (b.u32(Op::Sqrt as u32), b.module.double_const(0.5).into());
            b.call(function, &[op, value]);
        });
    })
    .also(&["INSTR.OLOAD"]),
    case("SM.OPCODE", &COMPUTE, "a compute shader discards", |m| {
        m.append(|b| {
            let yes = b.i1(true);
            b.call_op(Op::Discard, Overload::None, &[yes]);
        });
    })
    .also(&["SM.INCOMPATIBLEOPERATION", "SM.INCOMPATIBLESTAGE"]),
    case("SM.OPCODEININVALIDFUNCTION", &WIDE_ATOMIC, "a 64-bit atomic operation in shader model 6.5", |m| {
        m.says(|shader| {
            shader.shader_model.version.minor = 5;
            shader.dxil_version.minor = 5;
        });
        m.module.version.minor = 5;
    })
    .also(&["SM.INCOMPATIBLEOPERATION", "SM.INCOMPATIBLESHADERMODEL", "SM.OPCODE"]),
    case("SM.64BITRAWBUFFERLOADSTORE", &RAW_64, "64 bits of a raw buffer in shader model 6.2", |m| {
        m.says(|shader| {
            shader.shader_model.version.minor = 2;
            shader.dxil_version.minor = 2;
        });
        m.module.version.minor = 2;
    })
    .also(&["INSTR.OLOAD"]),
    case("DECL.USEDEXTERNALFUNCTION", &COMPUTE, "an operation is declared and not called", |m| {
        m.module.declare_op(Op::Sqrt, Overload::F16);
    }),
    case("DECL.DXILFNEXTERN", &COMPUTE, "a function of another name is declared and called", |m| {
        let void = m.module.types.void();
        let ty = m.module.types.function(void, &[]);
        let function = m.module.declare_function("other", ty, None);
        m.append(|b| {
            b.call(function, &[]);
        });
    }),
    case("DECL.FNISCALLED", &COMPUTE, "the address of an operation is cast", |m| {
        let root = m.module.declare_op(Op::Sqrt, Overload::F32);
        m.append(|b| {
            let address: Value = b.module.function_address(root).into();
            let i32 = b.module.types.i32();
            let place = b.module.types.pointer(i32, 0);
            b.cast(CastOp::Bitcast, address, place);
        });
    })
    .also(&["INSTR.PTRBITCAST"])
    .dxc(Dxc::Other("it fails when it loads the metadata, as it takes every use of an operation for a call")),
    case("DECL.USEDINTERNAL", &COMPUTE, "a variable of the module is not used", |m| {
        let ty = m.module.types.i32();
        let zero = m.module.i32_const(0);
        m.module.add_global(Global {
            name: "left".into(),
            ty,
            addrspace: 0,
            is_const: false,
            initializer: Some(zero),
            linkage: Linkage::Internal,
            align: 4,
            section: None,
            unnamed_addr: false,
            externally_initialized: false,
        });
    }),
    case("DECL.NOTUSEDEXTERNAL", &COMPUTE, "code loads a variable that other modules may have", |m| {
        let ty = m.module.types.i32();
        let global = m.module.add_global(Global {
            name: "outside".into(),
            ty,
            addrspace: 0,
            is_const: true,
            initializer: None,
            linkage: Linkage::External,
            align: 4,
            section: None,
            unnamed_addr: false,
            externally_initialized: false,
        });
        m.append(|b| {
            let address = b.module.global_address(global).into();
            b.load(address, 4);
        });
    }),
    case("DECL.FNFLATTENPARAM", &COMPUTE, "a function takes a struct", |m| {
        let (void, i32) = (m.module.types.void(), m.module.types.i32());
        let pair = m.module.types.named_struct("struct.Pair", &[i32, i32]);
        let ty = m.module.types.function(void, &[pair]);
        let function = m.module.declare_function("taking", ty, None);
        m.module.functions[function].body.get_or_insert_default();
        let mut b = FunctionBuilder::new(&mut m.module, function);
        let block = b.create_block();
        b.switch_to(block);
        b.ret(None);
        m.append(|b| {
            let pair = b.module.zero(pair).into();
            b.call(function, &[pair]);
        });
    }),
    case("DECL.FNATTRIBUTE", &COMPUTE, "a function has the attribute `colour`", |m| {
        let main = m.main();
        let list = dxil::AttributeList {
            groups: vec![(
                dxil::attributes::FUNCTION_INDEX,
                vec![dxil::Attribute::Text("colour".into(), Some("red".into()))],
            )],
        };
        let list = m.module.intern_attributes(list);
        m.module.functions[main].attributes = Some(list);
    }),
    case("FLOW.NORECURSION", &COMPUTE, "the entry point calls itself", |m| {
        let main = m.main();
        m.append(|b| {
            b.call(main, &[]);
        });
    }),
    case("FLOW.DEADLOOP", &BRANCHES, "a loop has no exit", |m| {
        m.append(|b| {
            let end = b.create_block();
            let yes = b.i1(true);
            let after = b.create_block();
            b.cond_br(yes, end, after);
            b.switch_to(end);
            b.br(end);
            b.switch_to(after);
        });
    }),
    case("FLOW.REDUCIBLE", &BRANCHES, "a loop is entered at both of its blocks", |m| {
        m.append(|b| {
            let (first, second, after) = (b.create_block(), b.create_block(), b.create_block());
            let yes = b.i1(true);
            b.cond_br(yes, first, second);
            b.switch_to(first);
            b.cond_br(yes, second, after);
            b.switch_to(second);
            b.br(first);
            b.switch_to(after);
        });
    }),
    case("FLOW.FUNCTIONCALL", &COMPUTE, "the entry point takes a number", |m| {
        let (void, i32) = (m.module.types.void(), m.module.types.i32());
        let main = m.main();
        m.module.functions[main].ty = m.module.types.function(void, &[i32]);
    }),
    case("INSTR.MULTIPLESETMESHOUTPUTCOUNTS", &MESH, "the counts are set twice", |m| m.repeat(Op::SetMeshOutputCounts)),
    case("INSTR.MISSINGSETMESHOUTPUTCOUNTS", &MESH, "the counts are not set", |m| m.remove(Op::SetMeshOutputCounts, 0))
        .also(&["DECL.USEDEXTERNALFUNCTION"]),
    case("INSTR.NONDOMINATINGSETMESHOUTPUTCOUNTS", &MESH, "the counts are set on one path", |m| {
        m.remove(Op::SetMeshOutputCounts, 0);
        m.append(|b| {
            let (inside, after) = (b.create_block(), b.create_block());
            let yes = b.i1(true);
            b.cond_br(yes, inside, after);
            b.switch_to(inside);
            let one = b.i32(1);
            b.call_op(Op::SetMeshOutputCounts, Overload::None, &[one, one]);
            b.br(after);
            b.switch_to(after);
        });
    }),
    case("INSTR.MULTIPLEGETMESHPAYLOAD", &MESH, "the payload is fetched twice", |m| m.repeat(Op::GetMeshPayload)),
    case("INSTR.NOTONCEDISPATCHMESH", &AMPLIFICATION, "meshes are dispatched twice", |m| m.repeat(Op::DispatchMesh)),
    case("INSTR.NONDOMINATINGDISPATCHMESH", &AMPLIFICATION, "meshes are dispatched on one path", |m| {
        m.instruction(|module, function, inst| {
            let is_dispatch = module
                .op_call(&module.functions[function].body.as_ref().expect("a body").insts[inst].kind)
                .is_some_and(|call| call.op == Op::DispatchMesh);
            if !is_dispatch {
                return false;
            }
            let yes = module.i1_const(true).into();
            let body = module.functions[function].body.as_mut().expect("a body");
            let first = body.blocks.keys().next().expect("a block");
            // The dispatch and the end go to blocks of their own.
            let insts = std::mem::take(&mut body.blocks[first].insts);
            let at = insts.iter().position(|&other| other == inst).expect("in the first block");
            let (before, after) = insts.split_at(at);
            let (inside, end) =
                (body.blocks.push(dxil::module::Block::default()), body.blocks.push(dxil::module::Block::default()));
            body.blocks[first].insts = before.to_vec();
            body.blocks[inside].insts = vec![after[0]];
            body.blocks[end].insts = after[1..].to_vec();
            let mut b = FunctionBuilder::new(module, function);
            b.switch_to(first);
            b.cond_br(yes, inside, end);
            b.switch_to(inside);
            b.br(end);
            true
        });
    }),
    case("META.CONTROLFLOWHINTNOTONCONTROLFLOW", &BRANCHES, "a hint for control flow is at a call", |m| {
        m.append(|b| {
            let one = b.i32(1);
            let sum = b.binary(BinaryOp::Add, one, one, 0);
            if let Value::Inst(inst) = sum {
                b.mark_hints(inst, &[1]);
            }
        });
    }),
    case("META.BRANCHFLATTEN", &BRANCHES, "a branch is to be both taken and flattened", |m| m.hint(&[1, 2])),
    case("META.FORCECASEONSWITCH", &BRANCHES, "a branch is to force its cases", |m| m.hint(&[5])),
    case("META.INVALIDCONTROLFLOWHINT", &BRANCHES, "a hint of number 9", |m| m.hint(&[9])),
    case("META.USED", &COMPUTE, "an instruction has metadata of the kind `other`", |m| {
        m.append(|b| {
            let one = b.i32(1);
            let kind = b.module.metadata.kind("other");
            let node = b.module.metadata.tuple(&[]);
            if let Value::Inst(inst) = b.binary(BinaryOp::Add, one, one, 0) {
                b.attach(inst, kind, node);
            }
        });
    }),
    case("META.VALUERANGE", &HALVES, "`dx.precise` is 7", |m| {
        m.append(|b| {
            let one = b.float(1.0);
            let kind = b.module.metadata.kind("dx.precise");
            let seven = b.module.md_i32(7);
            let node = b.module.metadata.tuple(&[seven]);
            if let Value::Inst(inst) = b.binary(BinaryOp::FAdd, one, one, 0) {
                b.attach(inst, kind, node);
            }
        });
    }),
    case("META.TARGET", &COMPUTE, "the target triple is that of a processor", |m| {
        m.module.triple = "x86_64-linux".into();
    }),
    case("META.KNOWN", &COMPUTE, "there is a metadata list `own.list`", |m| {
        m.metadata(|module| {
            let node = module.metadata.tuple(&[]);
            module.add_named_metadata("own.list", node);
        });
    }),
];
