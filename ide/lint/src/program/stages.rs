//! Lints of entry points: thread groups, early depth tests, root signatures.

use super::Look;
use crate::errors;
use hlslc_base::{Span, Stage};
use hlslc_hir::hir::{ExprKind, FuncId, PlaceBase, StmtKind};
use hlslc_hir::intrinsics::{Expansion, Lowering, math};
use hlslc_hir::objects::ObjectClass;
use hlslc_hir::types::{Ty, TyData};

/// Lanes of the smallest wave of most devices.
const WAVE: u32 = 32;
/// Words of a root signature that devices keep in registers.
const ROOT_WORDS: u32 = 16;

pub(super) fn look(look: &mut Look<'_>) {
    let program = look.program;
    for entry in &program.entries {
        let span = program.funcs[entry.func].span;
        if let Some([x, y, z]) = entry.attributes.num_threads
            && matches!(entry.stage, Stage::Compute | Stage::Mesh | Stage::Amplification)
        {
            let threads = x.saturating_mul(y).saturating_mul(z);
            let fits = entry.attributes.wave_size.is_some_and(|size| size.min > 0 && threads.is_multiple_of(size.min));
            if threads == 1 {
                look.found.push(errors::single_thread_group(span));
            } else if !threads.is_multiple_of(WAVE) && !fits {
                look.found.push(errors::partial_waves(span, threads));
            }
        }
        if entry.stage == Stage::Pixel {
            pixel(look, entry.func, entry.attributes.early_depth_stencil);
        }
        if let Some(signature) = &entry.root_signature {
            let words = u32::try_from(signature.signature.cost_in_dwords()).unwrap_or(u32::MAX);
            if words > ROOT_WORDS {
                look.found.push(errors::root_signature_cost(signature.span, words));
            }
        }
    }
}

/// Functions that a function reaches, itself first.
fn from(look: &Look<'_>, first: FuncId) -> Vec<FuncId> {
    let (mut all, mut at) = (vec![first], 0);
    while let Some(&id) = all.get(at) {
        at += 1;
        for expr in look.program.funcs[id].exprs.values() {
            if let ExprKind::Call { func, .. } = expr.kind
                && !all.contains(&func)
            {
                all.push(func);
            }
        }
    }
    all
}

fn pixel(look: &mut Look<'_>, entry: FuncId, is_early: bool) {
    let program = look.program;
    let mut found = Vec::new();
    for id in from(look, entry) {
        let func = &program.funcs[id];
        if is_early {
            let discards = func.stmts.values().filter(|stmt| matches!(stmt.kind, StmtKind::Discard));
            found.extend(discards.map(|stmt| errors::discard_with_early_depth(stmt.span)));
        }
        for expr in func.exprs.values() {
            match &expr.kind {
                ExprKind::Intrinsic { id, .. }
                    if is_early && id.row().lowering == Lowering::Expand(Expansion::Math(math::Expansion::Clip)) =>
                {
                    found.push(errors::discard_with_early_depth(expr.span));
                }
                ExprKind::Assign { place, .. } if !is_early => {
                    if let PlaceBase::Element { object, .. } = place.base
                        && is_writable(look, func.exprs[object].ty)
                    {
                        found.push(errors::write_without_early_depth(place.span));
                    }
                }
                _ => {}
            }
        }
    }
    // One is enough to see.
    let mut seen: Vec<(&'static str, Span)> = Vec::new();
    for report in found {
        if !seen.iter().any(|(code, _)| *code == report.info.code) {
            seen.push((report.info.code, report.primary.span));
            look.found.push(report);
        }
    }
}

fn is_writable(look: &Look<'_>, ty: Ty) -> bool {
    matches!(look.program.types.data(ty), TyData::Object(kind, _) if kind.info().class == ObjectClass::Uav)
}
