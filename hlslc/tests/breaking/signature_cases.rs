//! Cases of rules on signatures.

use super::bases::*;
use super::{Broken, Case, case};
use dxil::semantics::{Interpretation, SemanticKind, SigPoint};
use dxil::signature::{ComponentType, Interpolation, Location, SignatureElement};
use dxil::{Op, Overload, Version};

/// Moves an element to another place.
fn to(row: u32, column: u8) -> impl FnOnce(&mut SignatureElement) {
    move |element| element.location = Some(Location { row, column })
}

pub const CASES: &[Case] = &[
    case("INSTR.OPERANDRANGE", &VERTEX, "component 9 of an input is read", |m| m.set(Op::LoadInput, "colIndex", 9)),
    case("INSTR.SIGNATUREOPERATIONNOTINENTRY", &FUNCTIONS, "a function that is no entry point reads an input", |m| {
        m.inputs_of_main();
        let slope = m.function("slope");
        m.append_to(slope, |b| {
            let (zero, column, i32) = (b.i32(0), b.i8(0), b.module.types.i32());
            let undef = b.undef(i32);
            b.call_op(Op::LoadInput, Overload::F32, &[zero, zero, column, undef]);
        });
    })
    .also(&["SM.CSNOSIGNATURES"]),
    case("INSTR.CANNOTPULLPOSITION", &PIXEL_MANY, "the position is evaluated", |m| {
        m.set(Op::EvalCentroid, "inputSigId", 0);
    }),
    case("INSTR.EVALINTERPOLATIONMODE", &PIXEL_MANY, "an input is evaluated that is constant", |m| {
        m.input(1, |element| element.interpolation = Interpolation::Constant);
    }),
    case(
        "INSTR.ATTRIBUTEATVERTEXNOINTERPOLATION",
        &PIXEL_MANY,
        "an attribute is read at a vertex that is interpolated",
        |m| {
            m.set(Op::AttributeAtVertex, "inputSigId", 1);
        },
    ),
    case("SM.UNDEFINEDOUTPUT", &VERTEX, "a clip distance is not written", |m| m.remove_store_of(3)),
    case("SM.COMPLETEPOSITION", &VERTEX, "the last component of the position is not written", |m| {
        m.remove(Op::StoreOutput, 3);
    })
    .also(&["SM.UNDEFINEDOUTPUT"]),
    case("SM.OPERAND", &VERTEX, "an input of a vertex shader is read at a vertex", |m| {
        m.set(Op::LoadInput, "gsVertexAxis", 0);
    }),
    case("SM.NOINTERPMODE", &VERTEX, "an input of a vertex shader is interpolated", |m| {
        m.input(0, |element| element.interpolation = Interpolation::Linear);
    }),
    case("SM.CONSTANTINTERPMODE", &MESH, "what belongs to a primitive is interpolated", |m| {
        m.patch(0, |element| element.interpolation = Interpolation::Undefined);
    }),
    case("SM.STREAMINDEXRANGE", &VERTEX, "an output of a vertex shader has a stream", |m| {
        m.output(1, |element| element.stream = 1);
    }),
    case("SM.PSTARGETINDEXMATCHESROW", &PIXEL_MANY, "the second render target has register 3", |m| {
        m.output(1, |element| element.location = Some(Location { row: 3, column: 0 }));
    }),
    case("SM.PSTARGETCOL0", &PIXEL_MANY, "a render target begins with the second component", |m| {
        m.output(1, |element| element.location = Some(Location { row: 1, column: 1 }));
    }),
    case("SM.NOPSOUTPUTIDX", &PIXEL_MANY, "a render target is an array", |m| {
        m.output(1, |element| {
            element.rows = 2;
            element.indices = vec![1, 2];
        });
    }),
    case("SM.PSOUTPUTSEMANTIC", &PIXEL, "a pixel shader writes what is no render target", |m| {
        m.output(0, |element| {
            element.name = "COLOUR".into();
            element.semantic = SemanticKind::Arbitrary;
            element.interpretation = Interpretation::Arbitrary;
        });
    }),
    case("SM.PSMULTIPLEDEPTHSEMANTIC", &PIXEL_MANY, "two depths are written", |m| {
        m.output(3, |element| {
            element.name = "SV_Depth".into();
            element.semantic = SemanticKind::Depth;
            element.component = ComponentType::F32;
        });
    }),
    case("SM.PSCONSISTENTINTERP", &PIXEL_MANY, "the position is linear with a conservative depth", |m| {
        m.input(0, |element| element.interpolation = Interpolation::LinearNoPerspective);
    }),
    case("SM.PSCOVERAGEANDINNERCOVERAGE", &PIXEL_INNER, "both coverages are read", |m| {
        m.append(|b| {
            b.call_op(Op::Coverage, Overload::I32, &[]);
        });
    }),
    case("SM.CSNOSIGNATURES", &COMPUTE, "a compute shader has an input", |m| {
        let mut element = SignatureElement::new(SigPoint::PsIn, Version::new(6, 0), "A", 0, ComponentType::F32, 1);
        element.location = Some(Location { row: 0, column: 0 });
        m.entry(|entry| entry.inputs.push(element));
    }),
    case("SM.VIEWIDNEEDSSLOT", &PIXEL_VIEW, "no component is left for the view", Broken::fill_inputs),
    case("META.SEMANTICLEN", &VERTEX, "a semantic has no name", |m| m.input(0, |element| element.name.clear())),
    case("META.INTEGERINTERPMODE", &PIXEL, "an integer is interpolated", |m| {
        m.input(2, |element| element.interpolation = Interpolation::Linear);
    }),
    case("META.SIGNATURECOMPTYPE", &VERTEX, "an input has no type", |m| {
        m.input(0, |element| element.component = ComponentType::Invalid);
    }),
    case("META.INTERPMODEVALID", &VERTEX, "the interpolation of an output is 99", |m| {
        m.number("dx.entryPoints", &[2, 1, 1, 5], 99);
    }),
    case("SM.SEMANTIC", &VERTEX, "the system value of an input is 99", |m| {
        m.number("dx.entryPoints", &[2, 0, 0, 3], 99);
    }),
    case("META.SEMANTICSHOULDBEALLOCATED", &VERTEX, "an input has no register", |m| {
        m.input(0, |element| element.location = None);
    }),
    case("META.SEMANTICSHOULDNOTBEALLOCATED", &PIXEL_MANY, "a coverage has a register", |m| {
        m.output(3, to(5, 0));
    }),
    case("META.SEMANTICCOMPTYPE", &VERTEX, "a vertex number is a float", |m| {
        m.input(2, |element| element.component = ComponentType::F32);
    }),
    case("META.SEMANTICINDEXMAX", &VERTEX, "a second position", |m| m.output(0, |element| element.indices = vec![1])),
    case("META.SYSTEMVALUEROWS", &VERTEX, "a vertex number of two rows", |m| {
        m.input(2, |element| {
            element.rows = 2;
            element.indices = vec![0, 1];
        });
    }),
    case("META.NOSEMANTICOVERLAP", &VERTEX, "two inputs have one semantic", |m| {
        m.input(1, |element| element.name = "POINT".into());
    }),
    case("META.DUPLICATESYSVALUE", &VERTEX, "two positions", Broken::second_position).also(&["META.SEMANTICINDEXMAX"]),
    case("META.CLIPCULLMAXROWS", &VERTEX, "clip distances of three rows", |m| {
        m.output(3, |element| {
            element.rows = 3;
            element.indices = vec![0, 1, 2];
        });
    }),
    case("META.CLIPCULLMAXCOMPONENTS", &CLIP, "nine clip and cull distances", |m| {
        m.extra_distance();
    })
    .also(&["META.SIGNATUREOVERLAP"]),
    case("META.BARYCENTRICSINTERPOLATION", &PIXEL_MANY, "barycentrics are constant", |m| {
        m.barycentrics(|element| element.interpolation = Interpolation::Constant);
    }),
    case("META.BARYCENTRICSFLOAT3", &PIXEL_MANY, "barycentrics have two components", |m| {
        m.barycentrics(|element| element.columns = 2);
    }),
    case("META.BARYCENTRICSTWOPERSPECTIVES", &PIXEL_MANY, "two barycentrics with perspective", |m| {
        m.second_barycentrics();
    }),
    case("META.SIGNATUREOUTOFRANGE", &VERTEX, "an input lies in register 32", |m| m.input(1, to(32, 0))),
    case("META.SIGNATUREOVERLAP", &VERTEX, "two inputs have one component", |m| m.input(1, to(0, 0))),
    case("META.SIGNATUREINDEXCONFLICT", &VERTEX_ARRAY, "an array lies beside the position", |m| {
        m.output(1, |element| {
            element.columns = 1;
            element.location = Some(Location { row: 0, column: 0 });
        });
    }),
    case("META.INTERPMODEINONEROW", &VERTEX, "an output shares a register with one of another interpolation", |m| {
        m.output(2, to(1, 2));
    }),
    case("META.SIGNATUREDATAWIDTH", &VERTEX_HALF, "a half shares a register with a float", |m| m.output(2, to(1, 2))),
    case("META.SIGNATUREILLEGALCOMPONENTORDER", &PIXEL, "a generated value is left of another", |m| {
        m.generated_first();
    }),
];
