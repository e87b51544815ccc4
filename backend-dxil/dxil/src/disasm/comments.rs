//! Prints the comments after instructions: the operation of a call, and the resource that a handle is annotated with.
//!
//! Input: an instruction. Output: text in the words and order of `dxc -dumpbin`, or nothing for an instruction without a comment.

use std::fmt::Write as _;

use crate::constants::ConstKind;
use crate::inst::{InstId, InstKind, Value};
use crate::module::Body;
use crate::optable::Op;
use crate::shader::{FeedbackKind, ResourceKind};
use crate::signature::ComponentType;

use super::Printer;

/// Appends the comment of an instruction, if it has one.
pub(super) fn write(printer: &mut Printer<'_>, body: &Body, inst: InstId) {
    let module = printer.module;
    if printer.debug_comment(body, inst) {
        return;
    }
    let InstKind::Call { callee: Value::Const(callee), args, .. } = &body.insts[inst].kind else { return };
    let ConstKind::Function(function) = module.constants.get(*callee).kind else { return };
    if !module.functions[function].name.starts_with(b"dx.op.") {
        return;
    }
    let Some(Value::Const(number)) = args.first() else { return };
    let Some(number) = module.constants.as_int(*number) else { return };
    let out = &mut printer.out;
    let Some(op) = u32::try_from(number).ok().and_then(Op::from_number) else {
        let _ = write!(out, "  ; invalid DXIL opcode #{number}");
        return;
    };
    let _ = write!(out, "  ; {}(", op.info().name());
    for (index, param) in op.info().params().iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        out.push_str(&param.name);
    }
    out.push(')');
    if op == Op::AnnotateHandle
        && let Some((first, second)) = properties(printer, args.get(2))
    {
        printer.out.push_str("  resource: ");
        write_properties(&mut printer.out, first, second);
    }
}

/// The two numbers of a constant `ResourceProperties`.
fn properties(printer: &Printer<'_>, value: Option<&Value>) -> Option<(u32, u32)> {
    let Some(Value::Const(id)) = value else { return None };
    let constants = &printer.module.constants;
    match &constants.get(*id).kind {
        ConstKind::Null => Some((0, 0)),
        ConstKind::Aggregate(parts) => {
            let number = |index: usize| u32::try_from(constants.as_int(*parts.get(index)?)?).ok();
            Some((number(0)?, number(1)?))
        }
        ConstKind::Undef
        | ConstKind::Int(_)
        | ConstKind::Float(_)
        | ConstKind::Global(_)
        | ConstKind::Function(_)
        | ConstKind::Cast { .. }
        | ConstKind::Gep { .. }
        | ConstKind::Binary { .. }
        | ConstKind::Cmp { .. }
        | ConstKind::Select { .. } => None,
    }
}

fn write_properties(out: &mut String, first: u32, second: u32) {
    let Some(kind) = ResourceKind::from_number(first & 0xFF).filter(|&kind| kind != ResourceKind::Invalid) else {
        out.push_str("<invalid resource properties>");
        return;
    };
    let flag = |bit: u32| first >> bit & 1 == 1;
    let (is_uav, is_ordered, is_coherent, compares_or_counts) = (flag(12), flag(13), flag(14), flag(15));
    out.push_str(if is_coherent { "globallycoherent " } else { "" });
    if kind == ResourceKind::Sampler {
        out.push_str(if compares_or_counts { "SamplerComparisonState" } else { "SamplerState" });
        return;
    }
    let is_feedback = matches!(kind, ResourceKind::FeedbackTexture2D | ResourceKind::FeedbackTexture2DArray);
    if is_uav && !is_feedback {
        out.push_str(if is_ordered { "ROV" } else { "RW" });
    }
    out.push_str(kind.text());
    #[expect(clippy::wildcard_enum_match_arm, reason = "textures and typed buffers are left, which have components")]
    let _ = match kind {
        ResourceKind::Invalid
        | ResourceKind::RawBuffer
        | ResourceKind::CBuffer
        | ResourceKind::Sampler
        | ResourceKind::TBuffer
        | ResourceKind::RTAccelerationStructure => Ok(()),
        ResourceKind::StructuredBuffer => {
            let counter = if compares_or_counts { ", counter" } else { "" };
            write!(out, "<stride={second}{counter}>")
        }
        ResourceKind::FeedbackTexture2D | ResourceKind::FeedbackTexture2DArray => {
            match FeedbackKind::from_number(second) {
                Some(kind) => write!(out, "<{}>", kind.text()),
                None => write!(out, "<<invalid sampler feedback type>>"),
            }
        }
        _ => {
            let component = component_text(second & 0xFF);
            out.push('<');
            let count = second >> 8 & 0xFF;
            if count > 1 {
                let _ = write!(out, "{count}x");
            }
            out.push_str(component);
            out.write_char('>')
        }
    };
}

/// Returns the spelling of a component type, which is upper case in these comments.
fn component_text(number: u32) -> &'static str {
    match ComponentType::from_number(number) {
        Some(ComponentType::I1) => "I1",
        Some(ComponentType::I16) => "I16",
        Some(ComponentType::U16) => "U16",
        Some(ComponentType::I32) => "I32",
        Some(ComponentType::U32) => "U32",
        Some(ComponentType::I64) => "I64",
        Some(ComponentType::U64) => "U64",
        Some(ComponentType::F16) => "F16",
        Some(ComponentType::F32) => "F32",
        Some(ComponentType::F64) => "F64",
        Some(ComponentType::SNormF16) => "SNormF16",
        Some(ComponentType::UNormF16) => "UNormF16",
        Some(ComponentType::SNormF32) => "SNormF32",
        Some(ComponentType::UNormF32) => "UNormF32",
        Some(ComponentType::SNormF64) => "SNormF64",
        Some(ComponentType::UNormF64) => "UNormF64",
        Some(ComponentType::Invalid | ComponentType::PackedS8x32 | ComponentType::PackedU8x32) | None => {
            "<invalid CompType>"
        }
    }
}
