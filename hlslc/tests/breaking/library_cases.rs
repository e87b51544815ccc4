//! Cases of rules on libraries: ray shaders, hit objects, nodes, ray queries.

use super::bases::*;
use super::{Arg, Broken, Case, case};
use dxil::shader::{ResourceDetail, StageProperties};
use dxil::{Op, Overload};

pub const CASES: &[Case] = &[
    case("DECL.SHADERMISSINGARG", &RAYS, "a miss shader has no payload", |m| m.parameters("gone", &[])),
    case("DECL.EXTRAARGS", &RAYS, "a miss shader has two parameters", |m| m.parameters("gone", &["P", "A"])),
    case("DECL.PAYLOADSTRUCT", &RAYS, "the payload of a miss shader is a number", |m| m.parameters("gone", &[""])),
    case("DECL.ATTRSTRUCT", &RAYS, "the attributes of a hit are a number", |m| m.parameters("hit", &["P", ""])),
    case("DECL.PARAMSTRUCT", &RAYS, "the parameter of a callable shader is a number", |m| {
        m.parameters("called", &[""]);
    }),
    case("SM.RAYSHADERPAYLOADSIZE", &RAYS, "four bytes of a payload of 16 are stated", |m| {
        m.ray("gone", |payload, _| *payload = Some(4));
    }),
    case("SM.RAYSHADERSIGNATURES", &RAYS, "a miss shader has an input", |m| m.input_of("gone")),
    case("DECL.RESOURCEINFNSIG", &FUNCTIONS, "a function takes a handle", Broken::takes_handle),
    case("INSTR.RESOURCEUSER", &RAYS, "the value of a texture is stored", Broken::resource_stored),
    case("INSTR.RESOURCEMAPTOSINGLEENTRY", &RAYS, "two resources have one variable", |m| {
        m.says(|shader| {
            let mut second = shader.resources.uavs[0].clone();
            second.lower_bound = 9;
            if let ResourceDetail::Uav { globally_coherent, .. } = &mut second.detail {
                *globally_coherent = true;
            }
            shader.resources.uavs.push(second);
        });
    }),
    case("DECL.ALLOCATERAYQUERYFLAGSARECONST", &QUERY, "the flags of a ray query are computed", |m| {
        let lane = m.lane_before(Op::AllocateRayQuery);
        m.set(Op::AllocateRayQuery, "constRayFlags", lane);
    }),
    case("DECL.ALLOCATERAYQUERY2FLAGSARECONST", &QUERY_69, "the flags of a ray query of 6.9 are computed", |m| {
        let lane = m.lane_before(Op::AllocateRayQuery2);
        m.set(Op::AllocateRayQuery2, "constRayFlags", lane);
    }),
    case(
        "DECL.ALLOWOPACITYMICROMAPSEXPECTEDGIVENFORCEOMM2STATE",
        &QUERY_69,
        "a query does not allow the micromaps that its rays force",
        |m| {
            m.set(Op::AllocateRayQuery2, "constRayQueryFlags", 0);
        },
    ),
    case("INSTR.UNDEFHITOBJECT", &HITS, "an undefined hit object is invoked", |m| {
        m.set(Op::HitObjectInvoke, "hitObject", Arg::Undef);
    }),
    case("INSTR.MAYREORDERTHREADUNDEFCOHERENCEHINTPARAM", &HITS, "the hint for a reordering is undefined", |m| {
        m.set(Op::MaybeReorderThread, "coherenceHint", Arg::Undef);
    }),
    case("INSTR.PARAMMULTIPLE", &HITS, "a root constant at byte 6", |m| {
        m.set(Op::HitObjectLoadLocalRootTableConstant, "offset", 6);
    }),
    case("INSTR.SVCONFLICTINGLAUNCHMODE", &NODES, "a node that is launched by thread asks for its group", |m| {
        let second = m.module.function_by_name(b"second").expect("the node");
        m.append_to(second, |b| {
            let zero = b.i32(0);
            b.call_op(Op::GroupId, Overload::I32, &[zero]);
        });
    }),
    case("INSTR.NODERECORDHANDLEUSEAFTERCOMPLETE", &NODES, "a record is completed twice", |m| {
        m.repeat(Op::OutputComplete);
    }),
    case("DECL.MULTIPLENODEINPUTS", &NODES, "a node has two inputs", |m| {
        m.entry_named("first", |entry| {
            if let StageProperties::Node(node) = &mut entry.stage {
                let again = node.inputs[0].clone();
                node.inputs.push(again);
            }
        });
    }),
    case("DECL.NODELAUNCHINPUTTYPE", &NODES, "a broadcasting node has the input of one launched by thread", |m| {
        m.entry_named("first", |entry| {
            if let StageProperties::Node(node) = &mut entry.stage {
                node.inputs[0].flags = node.inputs[0].flags & !0x60 | 0x20;
            }
        });
    }),
];
