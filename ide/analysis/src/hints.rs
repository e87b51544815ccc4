//! Computes inlay hints: names of parameters, implicit conversions, offsets in constant buffers.

use crate::TextRange;
use crate::snapshot::Snapshot;
use hlslc_hir::hir::{Conversion, ExprKind, GlobalKind};
use hlslc_hir::types::TyData;
use hlslc_semantics::layout::ROW;
use hlslc_syntax::ast::ExprKind as Syntax;
use rustc_hash::FxHashSet;

/// The kind of a hint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HintKind {
    /// The name of a parameter.
    Parameter,
    /// The type that a value is converted to.
    Conversion,
    /// The offset of a member of a constant buffer.
    Offset,
}

/// An inlay hint: a text that an editor shows and that is not in the file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hint {
    /// Where: before this byte.
    pub at: usize,
    /// The text.
    pub text: String,
    /// Its kind.
    pub kind: HintKind,
}

impl Snapshot {
    /// The hints of a part of a file.
    pub fn hints(&self, file: &str, part: TextRange) -> Vec<Hint> {
        let Some(id) = self.file(file) else { return Vec::new() };
        let mut list = Vec::new();
        let within = |range: &TextRange| part.start <= range.start && range.end <= part.end;
        for call in &self.uses.calls {
            let Some(callee) = call.chosen.and_then(|chosen| call.candidates.get(chosen)) else { continue };
            // The function's name explains a single argument; names of built-in parameters such as `x` explain nothing.
            if callee.builtin.is_some() || callee.params.len() < 2 {
                continue;
            }
            for (arg, param) in call.args.iter().zip(&callee.params) {
                let Some(range) = self.in_file(id, *arg).filter(within) else { continue };
                let written = self.sources.file(id).text.get(range.start..range.end).unwrap_or_default();
                if param.name.len() > 1 && !written.eq_ignore_ascii_case(&param.name) {
                    list.push(Hint { at: range.start, text: format!("{}:", param.name), kind: HintKind::Parameter });
                }
            }
        }
        self.add_conversions(id, &within, &mut list);
        for global in self.program.globals.values() {
            let GlobalKind::BufferMember { buffer, field } = global.kind else { continue };
            let Some(range) = self.in_file(id, global.span).filter(within) else { continue };
            if let TyData::Struct(layout) = *self.program.types.data(self.program.globals[buffer].ty)
                && let Some((offset, _)) = self.offsets(layout).get(field as usize)
            {
                let row = u64::from(ROW);
                let text = format!("c{}.{}", offset / row, &"xyzw"[(offset % row / 4) as usize..][..1]);
                list.push(Hint { at: range.start, text, kind: HintKind::Offset });
            }
        }
        list.sort();
        list.dedup();
        list
    }

    /// Conversions between kinds of numbers that are not written and that may change a value.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other conversion changes a value")]
    fn add_conversions(&self, id: hlslc_base::FileId, within: &dyn Fn(&TextRange) -> bool, list: &mut Vec<Hint>) {
        let written: FxHashSet<_> = self
            .ast
            .exprs
            .values()
            .filter(|expr| matches!(expr.kind, Syntax::Cast { .. } | Syntax::Construct { .. } | Syntax::Literal(_)))
            .map(|expr| expr.span)
            .collect();
        for func in self.program.funcs.values() {
            for expr in func.exprs.values() {
                let ExprKind::Convert(conversion, inner) = expr.kind else { continue };
                let Some(inner) = func.exprs.get(inner) else { continue };
                let (from, to) = (self.program.types.element_kind(inner.ty), self.program.types.element_kind(expr.ty));
                let changes = match conversion {
                    Conversion::Elements => {
                        from.map(hlslc_hir::types::ScalarKind::class) != to.map(hlslc_hir::types::ScalarKind::class)
                    }
                    Conversion::Truncate => true,
                    _ => false,
                };
                let is_constant = matches!(inner.kind, ExprKind::Const(_));
                if !changes || is_constant || written.contains(&expr.span) {
                    continue;
                }
                if let Some(range) = self.in_file(id, expr.span).filter(within) {
                    let text = format!("({})", self.type_text(expr.ty));
                    list.push(Hint { at: range.start, text, kind: HintKind::Conversion });
                }
            }
        }
    }
}
