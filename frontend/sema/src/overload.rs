//! Resolves overloads, with one algorithm for functions, methods and operators of the program.
//!
//! Each argument of a candidate costs what its conversion costs (`score.rs`), one that is written also what the conversion back
//! costs; the candidate with the lowest sum wins. Templates take part through the instance that deduction makes of them, and are
//! neither better nor worse than other functions: so it is in DXC.

use crate::convert::{Explicitness, Plan, ShapeChange};
use crate::cx::{Access, Checker, FnId, Operand, OperandKind, TemplateValue};
use crate::errors;
use hlslc_base::{Diagnostic, Span};
use hlslc_hir::hir::{ExprKind, GlobalKind, ParamMode, PlaceBase, Projection};
use hlslc_hir::types::{Ty, TyData};
use smallvec::SmallVec;

/// The most candidates for which an error says why they do not match.
const MOST_TOLD: usize = 32;

/// A candidate that can be called.
struct Viable {
    id: FnId,
    cost: u64,
}

/// Why a candidate cannot be called. It is put in words only where none can.
enum Rejected {
    /// The error of deduction.
    Deduction(String),
    NoTemplate,
    Count {
        least: usize,
        most: usize,
        given: usize,
    },
    Argument {
        number: usize,
        from: Ty,
        to: Ty,
        why: Mismatch,
    },
}

/// The error in an argument.
enum Mismatch {
    NotShared,
    OtherShared,
    NoConversion,
    NoTarget,
}

impl Checker<'_> {
    /// The function that a call means. Reports if there is none, or no best one.
    pub fn choose(
        &mut self,
        name: &str,
        candidates: &[FnId],
        explicit: Option<&[TemplateValue]>,
        args: &[Operand],
        span: Span,
    ) -> Option<FnId> {
        let (viable, rejected) = match self.exact_matches(candidates, explicit, args) {
            Some(exact) => (exact, Vec::new()),
            None => self.viable_candidates(candidates, explicit, args),
        };
        match best(&viable) {
            Ok(Some(found)) => Some(found.id),
            // The one that is meant may be among what was reported.
            Ok(None) if self.is_lost_function(name) => None,
            Ok(None) => {
                let tys: Vec<_> = args.iter().map(|arg| arg.ty).collect();
                let mut error = errors::no_matching_function(span, name);
                let more = rejected.len().saturating_sub(MOST_TOLD);
                for (id, why) in rejected.iter().take(MOST_TOLD) {
                    error = error.note_at(self.fns[*id].span, format!("candidate not viable: {}", self.reason(why)));
                }
                if more > 0 {
                    error = error.note(format!("{more} more candidates are not viable"));
                }
                self.report_unless_error(&tys, error);
                None
            }
            Err(tied) => {
                let error = self.ambiguous(name, &tied, span);
                let tys: Vec<_> = args.iter().map(|arg| arg.ty).collect();
                self.report_unless_error(&tys, error);
                None
            }
        }
    }

    fn ambiguous(&self, name: &str, tied: &[&Viable], span: Span) -> Diagnostic {
        let mut error = errors::ambiguous_call(span, name);
        for candidate in tied {
            let text = self.signature_text(candidate.id);
            error = error.note_at(self.fns[candidate.id].span, format!("candidate: {text}"));
        }
        error
    }

    /// Whether a call means one of the candidates.
    pub fn has_choice(&mut self, candidates: &[FnId], args: &[Operand]) -> bool {
        let (viable, _) = self.viable_candidates(candidates, None, args);
        matches!(best(&viable), Ok(Some(_)))
    }

    /// The candidates that can be called, if one of them needs no conversion that costs: all others cost more.
    fn exact_matches(
        &mut self,
        candidates: &[FnId],
        explicit: Option<&[TemplateValue]>,
        args: &[Operand],
    ) -> Option<Vec<Viable>> {
        let found = self.exact_candidates(candidates, args.iter().map(|arg| arg.ty))?;
        let (viable, _) = self.viable_candidates(&found, explicit, args);
        viable.iter().any(|candidate| candidate.cost == 0).then_some(viable)
    }

    fn viable_candidates(
        &mut self,
        candidates: &[FnId],
        explicit: Option<&[TemplateValue]>,
        args: &[Operand],
    ) -> (Vec<Viable>, Vec<(FnId, Rejected)>) {
        let mut viable: Vec<Viable> = Vec::new();
        let mut rejected = Vec::new();
        for &candidate in candidates {
            let is_template = self.fns[candidate].template.is_some();
            if is_template && args.iter().any(|arg| self.types().is_error(arg.ty)) {
                rejected.push((candidate, Rejected::Deduction(String::new())));
                continue;
            }
            let id = if is_template {
                match self.deduce_and_instantiate(candidate, explicit, args) {
                    Ok(id) => id,
                    Err(why) => {
                        rejected.push((candidate, Rejected::Deduction(why)));
                        continue;
                    }
                }
            } else if explicit.is_some() {
                rejected.push((candidate, Rejected::NoTemplate));
                continue;
            } else {
                candidate
            };
            match self.rank_arguments(id, args) {
                Ok(cost) => viable.push(Viable { id, cost }),
                Err(why) => rejected.push((candidate, why)),
            }
        }
        (viable, rejected)
    }

    /// The cost of the conversions of the arguments, or the reason why the function cannot be called.
    fn rank_arguments(&mut self, id: FnId, args: &[Operand]) -> Result<u64, Rejected> {
        let params = &self.fns[id].sig.params;
        let least = params.iter().position(|p| p.default.is_some()).unwrap_or(params.len());
        if args.len() < least || args.len() > params.len() {
            return Err(Rejected::Count { least, most: params.len(), given: args.len() });
        }
        let params: SmallVec<[(Ty, ParamMode); 8]> = params.iter().map(|param| (param.ty, param.mode)).collect();
        // Of a method DXC does not look at the conversion back; whether there is one is checked after the choice.
        let is_method = self.fns[id].record.is_some();
        let mut cost = 0u64;
        for (position, (arg, &(ty, mode))) in args.iter().zip(&params).enumerate() {
            let wrong = |why| Err(Rejected::Argument { number: position + 1, from: arg.ty, to: ty, why });
            if mode == ParamMode::In && self.array_of_text(arg) == Some(ty) {
                continue;
            }
            if mode == ParamMode::Shared {
                if !self.is_shared(arg) {
                    return wrong(Mismatch::NotShared);
                }
                if !self.same_type(arg.ty, ty) {
                    return wrong(Mismatch::OtherShared);
                }
                continue;
            }
            if mode != ParamMode::Out || is_method {
                if self.plan_conversion(arg.ty, ty, Explicitness::Implicit).is_none() {
                    return wrong(Mismatch::NoConversion);
                }
                cost = cost.saturating_add(self.conversion_score(ty, arg.ty));
            }
            if mode != ParamMode::In && !is_method {
                if !self.can_receive(arg) || self.plan_conversion(ty, arg.ty, Explicitness::Implicit).is_none() {
                    return wrong(Mismatch::NoTarget);
                }
                cost = cost.saturating_add(self.conversion_score(arg.ty, ty));
            }
        }
        Ok(cost)
    }

    /// Why a candidate cannot be called, as messages write it.
    fn reason(&self, why: &Rejected) -> String {
        match why {
            Rejected::Deduction(why) => why.clone(),
            Rejected::NoTemplate => "it is no template".to_owned(),
            Rejected::Count { least, most, given } => {
                let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
                let plural = if wanted == "1" { "" } else { "s" };
                format!("requires {wanted} argument{plural}, but {given} were given")
            }
            Rejected::Argument { number, from, to, why } => {
                let (from, to) = (self.show(*from), self.show(*to));
                match why {
                    Mismatch::NotShared => format!("argument {number} must be a groupshared variable"),
                    Mismatch::OtherShared => {
                        format!("argument {number} must be of type `{to}` as it is, not `{from}`")
                    }
                    Mismatch::NoConversion => {
                        format!("no known conversion from `{from}` to `{to}` for argument {number}")
                    }
                    Mismatch::NoTarget => format!("argument {number} must be a variable that `{to}` can be stored to"),
                }
            }
        }
    }

    /// Whether an argument is memory of the group, or a part of such that has an address.
    fn is_shared(&self, arg: &Operand) -> bool {
        let OperandKind::Place(place, _) = &arg.kind else { return matches!(arg.kind, OperandKind::Error) };
        let is_whole = |step: &Projection| matches!(step, Projection::Field(_) | Projection::Index(_));
        place.projections.iter().all(is_whole)
            && match place.base {
                PlaceBase::Global(global) => matches!(self.program.globals[global].kind, GlobalKind::Groupshared),
                PlaceBase::Local(local) => {
                    let mode = self.body.func.params.iter().find(|param| param.local == local).map(|param| param.mode);
                    mode == Some(ParamMode::Shared)
                }
                PlaceBase::This
                | PlaceBase::Temporary(_)
                | PlaceBase::Element { .. }
                | PlaceBase::BufferContents(_)
                | PlaceBase::Pointee(_)
                | PlaceBase::HeapElement { .. } => false,
            }
    }

    /// Whether an argument is something that can be stored to.
    fn can_receive(&self, arg: &Operand) -> bool {
        match &arg.kind {
            OperandKind::Error => true,
            OperandKind::Place(place, access) => {
                let is_object = matches!(self.types().data(place.ty), TyData::Object(kind, _) if !kind.is_foreign());
                *access == Access::Mutable || is_object
            }
            // DXC has it so: what was assigned to may be changed, but not as an argument.
            OperandKind::Changed(change) => !matches!(self.body.func.exprs[*change].kind, ExprKind::Assign { .. }),
            OperandKind::Value(_) | OperandKind::Heap { .. } | OperandKind::Slices { .. } => false,
        }
    }

    /// Whether the value of a parameter can go back to an argument: it keeps its shape, or the argument is a scalar, which gets the
    /// first element.
    pub fn fits_back(&mut self, arg: &Operand, param: Ty) -> bool {
        let plan = self.plan_conversion(param, arg.ty, Explicitness::Implicit);
        match plan {
            Some(Plan::Identity | Plan::Flatten | Plan::Numeric(ShapeChange::Same | ShapeChange::Reshape)) => true,
            // DXC rejects a vector for `out` of its own element, and fills it from any other.
            Some(Plan::Numeric(ShapeChange::Splat)) => {
                self.types().shape(arg.ty) == Some((1, 1))
                    || self.types().element_kind(arg.ty) != self.types().element_kind(param)
            }
            Some(_) => self.is_first_component(arg, param),
            None => self.types().is_error(arg.ty) || self.types().is_error(param),
        }
    }

    /// Whether an argument is a scalar for something larger, or a vector or matrix of one other element: it is copied to every element,
    /// and gets the first one back.
    pub fn is_first_component(&self, arg: &Operand, param: Ty) -> bool {
        let (Some((1, 1)), Some((rows, cols))) = (self.types().shape(arg.ty), self.types().shape(param)) else {
            return false;
        };
        let is_other = || self.types().element_kind(arg.ty) != self.types().element_kind(param);
        rows * cols > 1 && (matches!(self.types().data(arg.ty), TyData::Scalar(_)) || is_other())
    }

    /// A function as messages write it.
    pub fn signature_text(&self, id: FnId) -> String {
        let function = &self.fns[id];
        let params: Vec<String> = function
            .sig
            .params
            .iter()
            .map(|p| {
                let mode = match p.mode {
                    ParamMode::In => "",
                    ParamMode::Out => "out ",
                    ParamMode::InOut => "inout ",
                    ParamMode::Shared => "groupshared ",
                };
                format!("{mode}{}", self.show(p.ty))
            })
            .collect();
        format!("{} {}({})", self.show(function.sig.ret), self.names.text(function.name), params.join(", "))
    }
}

/// The best of the candidates, nothing if there is none, or those that tie.
fn best(viable: &[Viable]) -> Result<Option<&Viable>, Vec<&Viable>> {
    let Some(least) = viable.iter().map(|v| v.cost).min() else { return Ok(None) };
    let winners: Vec<&Viable> = viable.iter().filter(|v| v.cost == least).collect();
    match winners.as_slice() {
        [one] => Ok(Some(one)),
        // A template's instance may be found twice.
        [first, rest @ ..] if rest.iter().all(|other| other.id == first.id) => Ok(Some(first)),
        _ => Err(winners),
    }
}
