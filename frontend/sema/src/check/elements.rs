//! Checks the signature elements of one side of a shader: the number of registers, mutually exclusive system values, and
//! the types of system values.
//!
//! Input: the parameters and the result of an entry point, one element at a time. Output: [`Elements`], and errors.

use crate::cx::Checker;
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::types::{FieldModifiers, Orientation, ScalarClass, ScalarKind, Semantic, Ty, TyData};
use hlslc_semantics::{MAX_ROWS, Number, Numbers, SigPoint, SystemValue, limits};

/// Semantics met so far on one side of a function.
#[derive(Debug)]
pub(super) struct Elements {
    pub(super) list: Vec<Noted>,
    /// The effective modifiers of the current element.
    pub(super) modifiers: FieldModifiers,
    /// Registers, so far.
    pub(super) rows: u64,
    /// Structs of the arrays around the current element whose members have semantics of their own.
    pub(super) structs: u32,
}

impl Default for Elements {
    fn default() -> Self {
        Self { list: Vec::new(), modifiers: FieldModifiers::default(), rows: 0, structs: 1 }
    }
}

/// A semantic with its numbers.
#[derive(Debug)]
pub(super) struct Noted {
    /// In upper case.
    pub(super) name: String,
    pub(super) first: u32,
    last: u32,
    pub(super) span: Span,
    modifiers: FieldModifiers,
}

impl Checker<'_> {
    /// Checks the depth that a pixel shader writes: it is one; one that only grows or only shrinks is compared where
    /// the pixel is covered.
    pub(super) fn check_depth(&mut self, inputs: &Elements, outputs: &Elements) {
        let system = |element: &Noted| SystemValue::from_name(&element.name);
        let is_depth = |element: &&Noted| {
            use SystemValue as S;
            matches!(system(element), Some(S::Depth | S::DepthLessEqual | S::DepthGreaterEqual))
        };
        let mut depths = outputs.list.iter().filter(is_depth);
        let Some(first) = depths.next() else { return };
        if let Some(second) = depths.next() {
            self.report(errors::two_depths(second.span).label(first.span, "this one is written too"));
            return;
        }
        let each_sample = inputs
            .list
            .iter()
            .any(|element| element.modifiers.sample || system(element) == Some(SystemValue::SampleIndex));
        let position = inputs.list.iter().find(|element| system(element) == Some(SystemValue::Position));
        if let Some(position) = position
            && !self.options.dialect.limited_depth_at_centre
            && system(first) != Some(SystemValue::Depth)
            && !position.modifiers.centroid
            && !each_sample
        {
            let error = errors::conservative_depth_position(position.span);
            self.report(error.label(first.span, "the depth is limited here"));
        }
    }

    /// Elements of an array and of the arrays in it; 1 if it is none.
    pub(super) fn array_elements(&self, ty: Ty) -> u32 {
        let (mut count, mut at) = (1u32, ty);
        while let TyData::Array(element, extent) = *self.types().data(at) {
            count = count.saturating_mul(extent.unwrap_or(1));
            at = element;
        }
        count
    }

    /// Registers that a value takes.
    pub(super) fn rows(&self, ty: Ty) -> u32 {
        let each = match self.types().data(self.array_base(ty)) {
            TyData::Matrix { rows, orientation: Orientation::RowMajor, .. } => u32::from(*rows),
            TyData::Matrix { cols, orientation: Orientation::ColumnMajor, .. } => u32::from(*cols),
            TyData::Struct(id) => {
                self.types().structs[*id].fields.iter().fold(0u32, |n, f| n.saturating_add(self.rows(f.ty)))
            }
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Array(..)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => 1,
        };
        self.array_elements(ty).saturating_mul(each)
    }

    /// Reports two elements of one name and number.
    pub(super) fn note_element(&mut self, semantic: &Semantic, ty: Ty, elements: &mut Elements) {
        let mut name = semantic.name.to_ascii_uppercase();
        // For SPIR-V a semantic names a variable, however many locations that takes; but each target is one of its own.
        let is_variable =
            !self.options.dialect.signatures && SystemValue::from_name(&name) != Some(SystemValue::Target);
        let mut rows = if is_variable { 1 } else { self.rows(ty) };
        // All structs of an array have the indices of one, but each render target is one of its own.
        if SystemValue::from_name(&name) == Some(SystemValue::Target) {
            rows = rows.saturating_mul(elements.structs);
        }
        // The two kinds of coverage exclude each other.
        if name == "SV_INNERCOVERAGE" {
            "SV_COVERAGE".clone_into(&mut name);
        }
        let (first, last) = (semantic.index, semantic.index.saturating_add(rows.max(1) - 1));
        let overlaps = |old: &&Noted| old.name == name && old.first <= last && first <= old.last;
        if let Some(old) = elements.list.iter().find(overlaps) {
            let shown = format!("{}{}", semantic.name, semantic.index);
            let old = old.span;
            self.report(errors::duplicate_semantic(semantic.span, &shown).label(old, "first used here"));
            return;
        }
        elements.list.push(Noted { name, first, last, span: semantic.span, modifiers: elements.modifiers });
    }

    /// Notes the share of the array's semantic that the structs after the first one take.
    pub(super) fn note_array(&mut self, semantic: &Semantic, ty: Ty, before: usize, elements: &mut Elements) {
        let end = semantic.index.saturating_add(self.rows(ty).max(1) - 1);
        let Some((last, others)) = elements.list.split_last_mut().filter(|_| self.options.dialect.signatures) else {
            return;
        };
        if others.len() < before || last.last >= end {
            return;
        }
        let overlaps = |old: &&Noted| old.name == last.name && last.last < old.last && old.first <= end;
        if let Some(old) = others[..before].iter().find(overlaps) {
            let shown = format!("{}{}", semantic.name, old.first.max(last.last + 1));
            self.report(errors::duplicate_semantic(semantic.span, &shown).label(old.span, "first used here"));
            return;
        }
        last.last = end;
    }

    /// A render target that a pixel shader cannot have: a matrix of several registers, which could be indexed.
    pub(super) fn check_target(&mut self, ty: Ty, semantic: &Semantic, elements: &Elements) -> bool {
        let base = self.array_base(ty);
        if matches!(self.types().data(base), TyData::Matrix { .. })
            && self.rows(base) > 1
            && self.options.dialect.signatures
        {
            let shown = self.show(base);
            self.report(errors::matrix_target(semantic.span, &shown));
            return false;
        }
        let rows = u64::from(self.rows(ty).saturating_mul(elements.structs));
        if rows > 1 && rows + u64::from(semantic.index) > u64::from(limits::RENDER_TARGETS) {
            let name =
                if semantic.index == 0 { "SV_Target".to_owned() } else { format!("SV_Target{}", semantic.index) };
            self.report(errors::too_many_targets(semantic.span, &name, rows, limits::RENDER_TARGETS));
            return false;
        }
        true
    }

    /// Checks a whole parameter or result: that there is room for it, and each element of it.
    pub(super) fn check_whole(
        &mut self,
        ty: Ty,
        semantic: Option<&Semantic>,
        point: SigPoint,
        span: Span,
        elements: &mut Elements,
    ) {
        let before = elements.rows;
        elements.rows = before.saturating_add(self.rows(ty).into());
        if before <= MAX_ROWS.into() && elements.rows > MAX_ROWS.into() {
            self.report(errors::too_many_rows(span, elements.rows, MAX_ROWS));
        }
        self.check_element(ty, semantic, point, span, elements);
    }

    /// Whether a type is an array of no elements, on any level.
    pub(super) fn is_empty_array(&self, mut ty: Ty) -> bool {
        while let TyData::Array(element, count) = *self.types().data(ty) {
            if count == Some(0) {
                return true;
            }
            ty = element;
        }
        false
    }

    /// System values have types of their own. False if it is another one, which was reported.
    pub(super) fn check_semantic_type(
        &mut self,
        (kind, point): (SystemValue, SigPoint),
        ty: Ty,
        semantic: &Semantic,
        in_signature: bool,
    ) -> bool {
        let base = self.array_base(ty);
        let Some(element) = self.types().element_kind(base) else { return true };
        let numbers = self.numbers_of(kind, point);
        let is_integer = element.is_int() || element == ScalarKind::Bool;
        let fits = match numbers.kind {
            Number::Any => true,
            Number::Integer => is_integer,
            // SPIR-V takes any integer.
            Number::Unsigned if !in_signature || self.options.dialect.loose_system_values => is_integer,
            Number::Unsigned => element.class() == ScalarClass::Unsigned,
            Number::Float => element.is_float(),
            Number::Truth => element == ScalarKind::Bool,
        };
        let count = u32::try_from(self.scalar_count(base)).unwrap_or(u32::MAX);
        // In a signature a matrix of several rows is several values.
        let is_one = !in_signature || numbers.most == u32::MAX || self.rows(base) == 1;
        let is_right = fits && is_one && numbers.fits(count);
        if !is_right {
            let shown = self.show(ty);
            self.report(errors::semantic_type(semantic.span, kind.name(), numbers.name, &shown));
        }
        is_right
    }

    /// The type of a system value, with the choices of the target.
    fn numbers_of(&self, kind: SystemValue, point: SigPoint) -> Numbers {
        let numbers = kind.numbers();
        let loose = self.options.dialect.loose_system_values;
        #[expect(clippy::wildcard_enum_match_arm, reason = "the row of every other system value says what it holds")]
        match kind {
            // What a mesh shader wrote is read as any integer.
            SystemValue::CullPrimitive if point == SigPoint::PsIn => {
                Numbers { kind: Number::Integer, most: u32::MAX, ..numbers }
            }
            SystemValue::Barycentrics if loose => Numbers { least: 1, most: u32::MAX, ..numbers },
            SystemValue::IsFrontFace if loose => Numbers { kind: Number::Any, ..numbers },
            _ => numbers,
        }
    }
}
