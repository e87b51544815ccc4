//! Converts between types: determines whether a conversion exists, and creates its expression. Its cost in overload
//! resolution is in `score.rs`.
//!
//! A numeric conversion changes the shape, the element kind, or both. The order keeps work small: elements are
//! dropped before the rest is converted, and converted before they are copied to more places.

use crate::cx::{Access, Checker, FnId, Operand, OperandKind};
use crate::errors;
use crate::fold;
use hlslc_base::Span;
use hlslc_hir::hir::{Conversion, ExprId, ExprKind, Place, PlaceBase, Projection};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{Coherence, ObjectArg, ScalarClass, ScalarKind, StructId, Ty, TyData, Types};
use hlslc_hir::value::ConstValue;
use hlslc_ir::module::Heap;
use std::mem::discriminant;

/// Change of shape of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapeChange {
    /// None.
    Same,
    /// Scalar and vector or matrix of one, or vector and matrix of as many elements.
    Reshape,
    /// A scalar to all elements.
    Splat,
    /// Elements are dropped.
    Truncate,
}

/// The method of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Nothing to do.
    Identity,
    /// Numbers.
    Numeric(ShapeChange),
    /// Aggregates by flattening both.
    Flatten,
    /// A scalar to every scalar of an aggregate.
    SplatAggregate,
    /// Enum to number: to its integer first.
    FromEnum,
    /// Number to enum: to its integer first.
    ToEnum,
    /// Derived class to a base, this many levels up.
    ToBase(u32),
    /// The contents of a constant buffer object.
    Contents,
    /// An element of a descriptor heap to a resource.
    Heap,
    /// To `void`.
    Discard,
    /// Between an address and its bits.
    Address,
    /// A function of the struct this many levels up, that converts it.
    Function(FnId, u32),
}

/// Whether a conversion is asked for by the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Explicitness {
    /// By the context.
    Implicit,
    /// By a cast.
    Explicit,
}

/// Most leaves looked at when comparing aggregates that hold objects.
const LEAF_LIMIT: u64 = 1 << 16;

impl Checker<'_> {
    /// Whether two types are the same but for the orientation of matrices in memory.
    pub fn same_type(&self, a: Ty, b: Ty) -> bool {
        let (mut a, mut b) = (a, b);
        loop {
            if a == b {
                return true;
            }
            match (self.types().data(a), self.types().data(b)) {
                (
                    TyData::Matrix { scalar: s1, rows: r1, cols: c1, .. },
                    TyData::Matrix { scalar: s2, rows: r2, cols: c2, .. },
                ) => return (s1, r1, c1) == (s2, r2, c2),
                (TyData::Array(e1, n1), TyData::Array(e2, n2)) if n1 == n2 => (a, b) = (*e1, *e2),
                (TyData::Object(k1, a1), TyData::Object(k2, a2)) => {
                    return k1 == k2
                        && a1.len() == a2.len()
                        && a1.iter().zip(a2).all(|pair| match pair {
                            (ObjectArg::Type(x), ObjectArg::Type(y)) => {
                                // Of numbers neither the orientation in memory nor `snorm` counts; `float1` is no `float`.
                                x == y
                                    || (self.types().shape(*x).is_some()
                                        && discriminant(self.types().data(*x)) == discriminant(self.types().data(*y))
                                        && self.types().shape(*x) == self.types().shape(*y)
                                        && self.types().element_kind(*x).map(ScalarKind::value)
                                            == self.types().element_kind(*y).map(ScalarKind::value))
                            }
                            (x, y) => x == y,
                        });
                }
                _ => return false,
            }
        }
    }

    /// Levels from `derived` up to `base`.
    pub fn base_distance(&self, derived: StructId, base: StructId) -> Option<u32> {
        let mut at = derived;
        let mut distance = 0;
        while at != base {
            at = self.records[at].base?;
            distance += 1;
        }
        Some(distance)
    }

    /// The conversion from one type to another, if there is one.
    pub fn plan_conversion(&mut self, from: Ty, to: Ty, how: Explicitness) -> Option<Plan> {
        if self.types().is_error(from) || self.types().is_error(to) || self.same_type(from, to) {
            return Some(Plan::Identity);
        }
        let explicit = how == Explicitness::Explicit;
        let (from_data, to_data) = (self.data(from), self.data(to));
        if let TyData::Struct(id) = from_data
            && let Some((function, levels)) = self.conversion_function(id, to)
        {
            return Some(Plan::Function(function, levels));
        }
        if self.types().element_kind(from).is_some() && self.types().element_kind(to).is_some() {
            return self.shape_change(from, to, explicit).map(Plan::Numeric);
        }
        match (from_data, to_data) {
            (_, TyData::Void) if explicit => Some(Plan::Discard),
            (TyData::Enum(_), TyData::Enum(_)) if explicit => Some(Plan::ToEnum),
            (TyData::Enum(id), _) if self.types().element_kind(to).is_some() => {
                if self.types().enums[id].is_class && !explicit {
                    return None;
                }
                let underlying = Types::scalar(self.types().enums[id].underlying);
                let shape = self.shape_change(underlying, to, explicit)?;
                if self.types().enums[id].is_class && shape != ShapeChange::Same {
                    return None;
                }
                Some(Plan::FromEnum)
            }
            (TyData::Enum(id), TyData::Struct(_) | TyData::Array(..)) if !self.types().enums[id].is_class => {
                let underlying = Types::scalar(self.types().enums[id].underlying);
                self.plan_conversion(underlying, to, how).map(|_| Plan::FromEnum)
            }
            (TyData::Scalar(_), TyData::Enum(_)) if explicit => Some(Plan::ToEnum),
            (TyData::Object(ObjectKind::ConstantBuffer | ObjectKind::TextureBuffer, args), _)
                if matches!(self.types().data(to), TyData::Struct(_)) =>
            {
                let Some(&ObjectArg::Type(contents)) = args.first() else { return None };
                self.plan_conversion(contents, to, how).map(|_| Plan::Contents)
            }
            (TyData::Object(ObjectKind::BufferPointer, _), TyData::Scalar(kind))
            | (TyData::Scalar(kind), TyData::Object(ObjectKind::BufferPointer, _))
                if explicit && kind.is_int() =>
            {
                Some(Plan::Address)
            }
            (
                TyData::Object(ObjectKind::ResourceDescriptorHeap | ObjectKind::SamplerDescriptorHeap, _),
                TyData::Object(kind, _),
            ) => {
                // Who asks the other heap is warned.
                kind.is_resource().then_some(Plan::Heap)
            }
            (TyData::Struct(a), TyData::Struct(b)) => {
                if let Some(levels) = self.base_distance(a, b) {
                    return Some(Plan::ToBase(levels));
                }
                // Structs of equal layout may be assigned to each other where a cast says so, and in older HLSL or without names
                // anyway.
                let without_names = [a, b].iter().all(|&id| self.types().structs[id].name.is_empty());
                let fits = match how {
                    Explicitness::Explicit => self.flattens(from, to),
                    Explicitness::Implicit if without_names => self.equal_leaves(from, to),
                    Explicitness::Implicit => self.same_layout(from, to),
                };
                fits.then_some(Plan::Flatten)
            }
            (TyData::Array(e1, n1), TyData::Array(e2, n2))
                if (n1.is_none() || n2.is_none()) && self.same_type(e1, e2) =>
            {
                Some(Plan::Identity)
            }
            (TyData::Array(..), TyData::Array(..)) if !explicit => {
                let fits = self.equal_leaves(from, to);
                fits.then_some(Plan::Flatten)
            }
            (TyData::Array(..), TyData::Struct(_)) | (TyData::Struct(_), TyData::Array(..)) if !explicit => {
                let fits = self.same_layout(from, to);
                fits.then_some(Plan::Flatten)
            }
            (
                TyData::Scalar(_) | TyData::Vector(_, 1) | TyData::Matrix { rows: 1, cols: 1, .. },
                TyData::Struct(_) | TyData::Array(..),
            ) if explicit && !self.holds_object(to) => Some(Plan::SplatAggregate),
            // The number goes to the numbers; objects after the first of them remain undefined.
            (TyData::Scalar(_), TyData::Struct(_) | TyData::Array(..)) if explicit && self.begins_with_number(to) => {
                Some(Plan::SplatAggregate)
            }
            (
                TyData::Struct(_) | TyData::Array(..) | TyData::Vector(..) | TyData::Matrix { .. },
                TyData::Struct(_) | TyData::Array(..) | TyData::Vector(..) | TyData::Matrix { .. } | TyData::Scalar(_),
            ) if explicit && self.flattens(from, to) => Some(Plan::Flatten),
            _ => None,
        }
    }

    /// The function of a struct or of its bases that converts it to a type: the one with that result, else the only one whose result is
    /// a number where a number is wanted. One that is hidden by a function of a derived struct is none.
    fn conversion_function(&self, id: StructId, to: Ty) -> Option<(FnId, u32)> {
        if self.conversions.is_empty() {
            return None;
        }
        let mut all: Vec<(FnId, u32)> = Vec::new();
        let (mut at, mut levels) = (Some(id), 0);
        while let Some(record) = at {
            for &function in self.conversions.get(&record).into_iter().flatten() {
                let result = self.fns[function].sig.ret;
                if !all.iter().any(|&(known, _)| self.same_type(self.fns[known].sig.ret, result)) {
                    all.push((function, levels));
                }
            }
            at = self.records[record].base;
            levels += 1;
        }
        if let Some(&exact) = all.iter().find(|&&(function, _)| self.same_type(self.fns[function].sig.ret, to)) {
            return Some(exact);
        }
        self.types().element_kind(to)?;
        all.retain(|&(function, _)| {
            let result = self.fns[function].sig.ret;
            self.types().element_kind(result).is_some() && self.shape_change(result, to, false).is_some()
        });
        match all[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The number that a struct is converted to as an operand: the result of its only function that converts it to one.
    pub fn number_of(&self, ty: Ty) -> Option<Ty> {
        let TyData::Struct(mut id) = *self.types().data(ty) else { return None };
        let mut all = Vec::new();
        loop {
            let functions = self.conversions.get(&id).into_iter().flatten();
            all.extend(functions.map(|&function| self.fns[function].sig.ret));
            let Some(base) = self.records[id].base else { break };
            id = base;
        }
        all.retain(|&ty| self.types().element_kind(ty).is_some());
        match all[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Calls the function that converts a struct, and converts its result.
    fn convert_by_function(
        &mut self,
        operand: &Operand,
        to: Ty,
        (function, levels): (FnId, u32),
        span: Span,
    ) -> ExprId {
        let object = self.member_at(operand, levels, &[], operand.span);
        let Some(record) = self.struct_of(object.ty) else { return self.emit(Types::ERROR, ExprKind::Error, span) };
        let this = self.method_object(function, &object, record, span);
        let result = self.emit_call(function, this, &[], span);
        match self.plan_conversion(result.ty, to, Explicitness::Implicit) {
            Some(found) => self.apply_plan(&result, to, found, span),
            None => self.emit(Types::ERROR, ExprKind::Error, span),
        }
    }

    /// Whether the first leaf of an aggregate is a number.
    fn begins_with_number(&self, mut ty: Ty) -> bool {
        loop {
            ty = match self.types().data(ty) {
                TyData::Array(element, _) => *element,
                TyData::Struct(id) => {
                    let mut fields = self.types().structs[*id].fields.iter().map(|field| field.ty);
                    let Some(first) = fields.find(|&ty| self.scalar_count(ty) > 0) else { return false };
                    first
                }
                TyData::Scalar(_) | TyData::Vector(..) | TyData::Matrix { .. } | TyData::Enum(_) => return true,
                TyData::Error | TyData::Void | TyData::Object(..) | TyData::String => return false,
            };
        }
    }

    /// Whether aggregates of one layout may stand for each other, as they may before HLSL 2021.
    fn same_layout(&mut self, from: Ty, to: Ty) -> bool {
        !self.options.strict_structs() && self.equal_leaves(from, to)
    }

    /// Whether two aggregates hold the same scalars and objects in the same order.
    fn equal_leaves(&mut self, from: Ty, to: Ty) -> bool {
        let (have, need) = (self.scalar_count(from), self.scalar_count(to));
        if have != need || have > LEAF_LIMIT {
            return false;
        }
        let (mut a, mut b) = (Vec::new(), Vec::new());
        self.leaves(from, &mut a);
        self.leaves(to, &mut b);
        a.iter().zip(&b).all(|(&x, &y)| self.same_type(x, y))
    }

    /// Whether `from`, flattened, has at least the elements that `to` needs, in kinds that convert.
    fn flattens(&mut self, from: Ty, to: Ty) -> bool {
        let (have, need) = (self.summary(from), self.summary(to));
        if have.scalars < need.scalars || need.scalars == 0 {
            return have.scalars >= need.scalars;
        }
        if !have.objects && !need.objects {
            return true;
        }
        if have.scalars > LEAF_LIMIT {
            return false;
        }
        let (mut a, mut b) = (Vec::new(), Vec::new());
        self.leaves(from, &mut a);
        self.leaves(to, &mut b);
        a.iter().zip(&b).all(|(&x, &y)| match (self.types().data(x), self.types().data(y)) {
            (TyData::Object(..), _) | (_, TyData::Object(..)) => self.same_type(x, y),
            _ => true,
        })
    }

    /// Lists the scalars and objects of a type, in order. Only for types whose number of scalars was checked.
    pub fn leaves(&self, ty: Ty, list: &mut Vec<Ty>) {
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            match self.types().data(ty) {
                TyData::Scalar(_) | TyData::Object(..) | TyData::String | TyData::Enum(_) => list.push(ty),
                TyData::Vector(kind, n) => list.extend((0..*n).map(|_| Types::scalar(*kind))),
                TyData::Matrix { scalar, rows, cols, .. } => {
                    list.extend((0..rows * cols).map(|_| Types::scalar(*scalar)));
                }
                TyData::Array(element, count) => stack.extend((0..count.unwrap_or(0)).map(|_| *element)),
                TyData::Struct(id) => {
                    stack.extend(self.types().structs[*id].fields.iter().rev().map(|f| f.ty));
                }
                TyData::Error | TyData::Void => {}
            }
        }
    }

    /// The change of shape between numeric types, if there is one.
    fn shape_change(&self, from: Ty, to: Ty, explicit: bool) -> Option<ShapeChange> {
        use ShapeChange::*;
        let (from_data, to_data) = (self.types().data(from), self.types().data(to));
        let (from_rows, from_cols) = self.types().shape(from)?;
        let (to_rows, to_cols) = self.types().shape(to)?;
        let (have, need) = (from_rows * from_cols, to_rows * to_cols);
        Some(match (from_data, to_data) {
            (TyData::Scalar(_), TyData::Scalar(_)) => Same,
            (TyData::Scalar(_), TyData::Vector(_, 1)) => Reshape,
            (TyData::Scalar(_), _) => Splat,
            (_, TyData::Scalar(_)) => {
                if have == 1 {
                    Reshape
                } else {
                    Truncate
                }
            }
            (TyData::Vector(_, n), TyData::Vector(_, m)) => match n.cmp(m) {
                std::cmp::Ordering::Equal => Same,
                std::cmp::Ordering::Greater => Truncate,
                std::cmp::Ordering::Less if *n == 1 => Splat,
                std::cmp::Ordering::Less => return None,
            },
            (TyData::Matrix { .. }, TyData::Matrix { .. }) => {
                if (from_rows, from_cols) == (to_rows, to_cols) {
                    Same
                } else if to_rows <= from_rows && to_cols <= from_cols {
                    Truncate
                } else if have == 1 {
                    Splat
                } else {
                    return None;
                }
            }
            // Between vectors and matrices.
            _ if have == need => Reshape,
            _ if have == 1 => Splat,
            (TyData::Vector(..), _) if (explicit || to_rows == 1 || to_cols == 1) && have > need => Truncate,
            (TyData::Matrix { .. }, _) if (from_rows == 1 || from_cols == 1) && have > need => Truncate,
            // One component is a scalar.
            (TyData::Matrix { .. }, _) if need == 1 && have > need => Truncate,
            _ => return None,
        })
    }

    // ------------------------------------------------------------------------------------------ doing it

    /// Converts an operand as its context asks, or reports that it cannot be.
    pub fn convert_implicitly(&mut self, operand: &Operand, to: Ty) -> ExprId {
        if self.types().is_error(to) || self.is_number_as_it_is(operand, to) {
            return self.value(operand);
        }
        if self.array_of_text(operand) == Some(to)
            && let Some(array) = self.text_as_array(operand)
        {
            return self.value(&array);
        }
        match self.plan_conversion(operand.ty, to, Explicitness::Implicit) {
            Some(found) => {
                self.warn_about_coherence(operand, to);
                self.warn_about_conversion(operand, to, found);
                self.apply_plan(operand, to, found, operand.span)
            }
            None => {
                self.report_no_conversion(operand, to);
                self.emit(Types::ERROR, ExprKind::Error, operand.span)
            }
        }
    }

    /// Whether an operand is a number of the very type that is asked for, as most are: then there is nothing to do or to say. The
    /// sides of a `?:` may have been of other types.
    fn is_number_as_it_is(&self, operand: &Operand, to: Ty) -> bool {
        operand.ty == to && self.types().element_kind(to).is_some() && self.arms_of(operand).is_none()
    }

    /// Converts one side of `?:` to the type that both meet in. What becomes of its value is reported where the whole is converted.
    pub fn convert_arm(&mut self, operand: &Operand, to: Ty) -> ExprId {
        match self.plan_conversion(operand.ty, to, Explicitness::Implicit) {
            Some(found) => {
                self.warn_about_coherence(operand, to);
                self.warn_about_loss(operand, to, found);
                self.apply_plan(operand, to, found, operand.span)
            }
            None => self.convert_implicitly(operand, to),
        }
    }

    /// Converts a part of a list or of the arguments of a constructor. That it becomes smaller is what the list is for.
    pub fn convert_part(&mut self, operand: &Operand, to: Ty) -> ExprId {
        match self.plan_conversion(operand.ty, to, Explicitness::Implicit) {
            Some(found) => {
                self.warn_about_values(operand, to);
                self.apply_plan(operand, to, found, operand.span)
            }
            None => self.convert_implicitly(operand, to),
        }
    }

    /// Says that there is no implicit conversion, and whether a cast would help.
    pub fn report_no_conversion(&mut self, operand: &Operand, to: Ty) {
        let (from_name, to_name) = (self.show(operand.ty), self.show(to));
        let mut error = errors::cannot_convert(operand.span, &from_name, &to_name);
        if self.plan_conversion(operand.ty, to, Explicitness::Explicit).is_some() {
            error = error.note(format!("a cast `({to_name})` converts it"));
        }
        if let (&TyData::Vector(_, have), &TyData::Vector(_, need)) =
            (self.types().data(operand.ty), self.types().data(to))
            && have < need
        {
            let missing = need - have;
            let zeros = ", 0".repeat(usize::from(missing.min(4)));
            let (what, them) = if missing == 1 { ("component is", "it") } else { ("components are", "them") };
            error = error.note(format!("{missing} {what} missing: `{to_name}(…{zeros})` adds {them}"));
        }
        self.report_unless_error(&[operand.ty, to], error);
    }

    /// Warns where a resource goes to something that is declared of another coherence.
    fn warn_about_coherence(&mut self, operand: &Operand, to: Ty) {
        let TyData::Object(kind, _) = self.types().data(self.array_base(to)) else { return };
        if !kind.is_resource() {
            return;
        }
        let have = match &operand.kind {
            OperandKind::Place(place, _) => {
                let place = place.clone();
                self.coherence_of(&place)
            }
            OperandKind::Value(value) => {
                if let ExprKind::Call { func, .. } = self.body.func.exprs[*value].kind {
                    self.program.funcs[func].ret_modifiers.coherence
                } else {
                    return;
                }
            }
            OperandKind::Error | OperandKind::Changed(..) | OperandKind::Heap { .. } | OperandKind::Slices { .. } => {
                return;
            }
        };
        let want = self.destination;
        // Who is coherent for all is so for those that are reordered.
        let words = |of: Coherence| match of {
            Coherence { globally: true, .. } => "`globallycoherent`",
            Coherence { reorder: true, .. } => "`reordercoherent`",
            Coherence { .. } => "not coherent",
        };
        if words(have) != words(want) {
            self.report(errors::coherence_changed(operand.span, words(have), words(want)));
        }
    }

    /// Converts an operand as a cast asks.
    pub fn convert_explicitly(&mut self, operand: &Operand, to: Ty, span: Span) -> Operand {
        match self.plan_conversion(operand.ty, to, Explicitness::Explicit) {
            Some(Plan::Identity) => {
                let value = self.value(operand);
                Operand { ty: to, span, kind: OperandKind::Value(value) }
            }
            Some(found) => {
                let expr = self.apply_plan(operand, to, found, span);
                Operand { ty: to, span, kind: OperandKind::Value(expr) }
            }
            None => {
                let (from_name, to_name) = (self.show(operand.ty), self.show(to));
                self.report_unless_error(&[operand.ty, to], errors::cannot_cast(span, &from_name, &to_name));
                self.error_operand(span)
            }
        }
    }

    fn convert_explicitly_to(&mut self, operand: &Operand, to: Ty, span: Span) -> ExprId {
        let converted = self.convert_explicitly(operand, to, span);
        self.value(&converted)
    }

    /// Makes the expressions that carry out a conversion.
    pub fn apply_plan(&mut self, operand: &Operand, to: Ty, plan: Plan, span: Span) -> ExprId {
        match plan {
            Plan::Identity => self.value(operand),
            Plan::Function(function, levels) => self.convert_by_function(operand, to, (function, levels), span),
            Plan::Address => {
                let bits = Types::scalar(ScalarKind::Uint64);
                if self.types().element_kind(to).is_some() {
                    let address = self.value(operand);
                    let value = self.emit(bits, ExprKind::Convert(Conversion::Address, address), span);
                    let value = Operand { ty: bits, span, kind: OperandKind::Value(value) };
                    return self.convert_explicitly_to(&value, to, span);
                }
                let value = self.convert_explicitly_to(operand, bits, span);
                self.emit(to, ExprKind::Convert(Conversion::Address, value), span)
            }
            Plan::Heap => {
                let OperandKind::Heap { sampler, index } = operand.kind else {
                    return self.emit(Types::ERROR, ExprKind::Error, span);
                };
                if let &TyData::Object(kind, _) = self.types().data(to)
                    && kind.is_sampler() != sampler
                {
                    let mut heaps = [Heap::Resources, Heap::Samplers].map(Heap::name);
                    heaps.rotate_left(usize::from(sampler));
                    let [heap, right] = heaps;
                    self.report(errors::other_heap(operand.span, &self.show(to), heap, right));
                }
                let base = PlaceBase::HeapElement { sampler, index, coherence: self.destination };
                self.load(Place { base, projections: Vec::new(), ty: to, span: operand.span }, operand.span)
            }
            Plan::Contents => {
                let contents = self.contents_of_buffer(operand);
                match self.plan_conversion(contents.ty, to, Explicitness::Explicit) {
                    Some(found) => self.apply_plan(&contents, to, found, span),
                    None => self.emit(Types::ERROR, ExprKind::Error, span),
                }
            }
            Plan::ToBase(levels) => {
                let mut at = operand.clone();
                for _ in 0..levels {
                    let Some(base) = self.base_type(at.ty) else { break };
                    at = self.project(&at, Projection::Field(0), base, span);
                }
                self.value(&at)
            }
            Plan::Numeric(shape) => {
                let value = self.value(operand);
                self.convert_numeric(value, operand.ty, to, shape, span)
            }
            Plan::FromEnum => {
                let TyData::Enum(id) = *self.types().data(operand.ty) else {
                    return self.emit(Types::ERROR, ExprKind::Error, span);
                };
                let number = Types::scalar(self.types().enums[id].number());
                let value = self.value(operand);
                let integer = self.convert_step(Conversion::Enum, value, number, span);
                let integer = Operand { ty: number, span, kind: OperandKind::Value(integer) };
                match self.plan_conversion(number, to, Explicitness::Explicit) {
                    Some(found) => self.apply_plan(&integer, to, found, span),
                    None => self.emit(Types::ERROR, ExprKind::Error, span),
                }
            }
            Plan::ToEnum => {
                let TyData::Enum(id) = *self.types().data(to) else {
                    return self.emit(Types::ERROR, ExprKind::Error, span);
                };
                let underlying = Types::scalar(self.types().enums[id].underlying);
                let integer = match self.plan_conversion(operand.ty, underlying, Explicitness::Explicit) {
                    Some(found) => self.apply_plan(operand, underlying, found, span),
                    None => self.emit(Types::ERROR, ExprKind::Error, span),
                };
                self.convert_step(Conversion::Enum, integer, to, span)
            }
            Plan::Flatten | Plan::SplatAggregate => {
                let value = match *self.types().data(operand.ty) {
                    TyData::Matrix { scalar, .. } if plan == Plan::SplatAggregate => {
                        self.convert_explicitly_to(operand, Types::scalar(scalar), span)
                    }
                    TyData::Error
                    | TyData::Void
                    | TyData::Scalar(_)
                    | TyData::Vector(..)
                    | TyData::Matrix { .. }
                    | TyData::Array(..)
                    | TyData::Struct(_)
                    | TyData::Enum(_)
                    | TyData::Object(..)
                    | TyData::String => self.value(operand),
                };
                let value = self.concrete(value);
                let step = if plan == Plan::Flatten { Conversion::Flatten } else { Conversion::SplatAggregate };
                self.convert_step(step, value, to, span)
            }
            Plan::Discard => {
                let value = self.value_or_index(operand);
                self.convert_step(Conversion::Discard, value, Types::VOID, span)
            }
        }
    }

    /// The struct after a `ConstantBuffer<T>` or `TextureBuffer<T>`.
    pub fn contents_of_buffer(&mut self, operand: &Operand) -> Operand {
        let TyData::Object(_, args) = self.data(operand.ty) else { return self.error_operand(operand.span) };
        let Some(&ObjectArg::Type(ty)) = args.first() else { return self.error_operand(operand.span) };
        let object = self.value(operand);
        self.place_operand(PlaceBase::BufferContents(object), Vec::new(), ty, Access::Uniform, operand.span)
    }

    /// The base class of a struct.
    pub fn base_type(&self, ty: Ty) -> Option<Ty> {
        let TyData::Struct(id) = *self.types().data(ty) else { return None };
        let data = &self.types().structs[id];
        data.has_base.then(|| data.fields.first().map(|f| f.ty))?
    }

    /// One `Convert`.
    pub fn convert_step(&mut self, step: Conversion, value: ExprId, to: Ty, span: Span) -> ExprId {
        self.emit(to, ExprKind::Convert(step, value), span)
    }

    /// Numbers: shape and elements.
    pub fn convert_numeric(&mut self, value: ExprId, from: Ty, to: Ty, shape: ShapeChange, span: Span) -> ExprId {
        let (Some(from_kind), Some(to_kind)) = (self.types().element_kind(from), self.types().element_kind(to)) else {
            return self.emit(Types::ERROR, ExprKind::Error, span);
        };
        // Fewer elements first.
        if matches!(shape, ShapeChange::Truncate | ShapeChange::Reshape) {
            let narrowed = self.types_mut().with_kind(to, from_kind);
            let step = if shape == ShapeChange::Truncate || matches!(self.types().data(to), TyData::Scalar(_)) {
                Conversion::Truncate
            } else {
                Conversion::Reshape
            };
            let value = self.shape_step(step, value, narrowed, span);
            return self.convert_elements(value, from_kind, to_kind, to, span);
        }
        if shape == ShapeChange::Splat {
            let value = if matches!(self.types().data(from), TyData::Scalar(_)) {
                value
            } else {
                self.convert_step(Conversion::Truncate, value, Types::scalar(from_kind), span)
            };
            let scalar = self.convert_elements(value, from_kind, to_kind, Types::scalar(to_kind), span);
            return self.shape_step(Conversion::Splat, scalar, to, span);
        }
        self.convert_elements(value, from_kind, to_kind, to, span)
    }

    /// A change of shape, done at once on a constant scalar.
    fn shape_step(&mut self, step: Conversion, value: ExprId, to: Ty, span: Span) -> ExprId {
        if let ExprKind::Const(ConstValue::Scalar(scalar)) = self.body.func.exprs[value].kind
            && let Some((rows, cols)) = self.types().shape(to)
        {
            let parts = vec![ConstValue::Scalar(scalar); usize::from(rows) * usize::from(cols)];
            return self.emit(to, ExprKind::Const(ConstValue::Composite(parts)), span);
        }
        self.convert_step(step, value, to, span)
    }

    fn convert_elements(&mut self, value: ExprId, from: ScalarKind, to: ScalarKind, ty: Ty, span: Span) -> ExprId {
        if from == to {
            return value;
        }
        if let ExprKind::Const(constant) = &self.body.func.exprs[value].kind
            && let Some(folded) = fold::convert_all(constant, from, to)
        {
            return self.emit(ty, ExprKind::Const(folded), span);
        }
        if from.is_literal() {
            let value = self.retype_literal(value, to);
            let now = self.types().element_kind(self.body.func.exprs[value].ty).unwrap_or(to);
            return if now == to { value } else { self.convert_step(Conversion::Elements, value, ty, span) };
        }
        self.convert_step(Conversion::Elements, value, ty, span)
    }

    /// The value with a concrete type: literals become `int` or `float`.
    pub fn concrete(&mut self, value: ExprId) -> ExprId {
        let ty = self.body.func.exprs[value].ty;
        let kind = match self.types().element_kind(ty) {
            Some(ScalarKind::LitInt) => ScalarKind::Int,
            Some(ScalarKind::LitFloat) => ScalarKind::Float,
            _ => return value,
        };
        let to = self.types_mut().with_kind(ty, kind);
        let span = self.body.func.exprs[value].span;
        let from = if kind == ScalarKind::Int { ScalarKind::LitInt } else { ScalarKind::LitFloat };
        self.convert_elements(value, from, kind, to, span)
    }

    /// Gives an expression of a literal kind that is no constant (`c ? 1 : 2`) the kind `to`, or, where the classes
    /// differ, `int` or `float`, by changing the constants at its leaves.
    fn retype_literal(&mut self, value: ExprId, to: ScalarKind) -> ExprId {
        let expr = self.body.func.exprs[value].clone();
        let Some(from) = self.types().element_kind(expr.ty).filter(|k| k.is_literal()) else { return value };
        let kind = match (from, to.class()) {
            (ScalarKind::LitInt, ScalarClass::Signed | ScalarClass::Unsigned) => to,
            (ScalarKind::LitInt, _) => ScalarKind::Int,
            (_, ScalarClass::Float) => to,
            _ => ScalarKind::Float,
        };
        let ty = self.types_mut().with_kind(expr.ty, kind);
        let kind_of = match expr.kind {
            ExprKind::Const(constant) => match fold::convert_all(&constant, from, kind) {
                Some(folded) => ExprKind::Const(folded),
                None => ExprKind::Const(constant),
            },
            ExprKind::Unary(op, a) => ExprKind::Unary(op, self.retype_literal(a, kind)),
            ExprKind::Conditional { cond, then, otherwise } => {
                let then = self.retype_literal(then, kind);
                ExprKind::Conditional { cond, then, otherwise: self.retype_literal(otherwise, kind) }
            }
            ExprKind::Select { cond, then, otherwise } => {
                let then = self.retype_literal(then, kind);
                ExprKind::Select { cond, then, otherwise: self.retype_literal(otherwise, kind) }
            }
            ExprKind::Convert(Conversion::Elements, a) => ExprKind::Convert(Conversion::Elements, a),
            ExprKind::Convert(step, a) => ExprKind::Convert(step, self.retype_literal(a, kind)),
            ExprKind::Swizzle(a, parts) => ExprKind::Swizzle(self.retype_literal(a, kind), parts),
            ExprKind::Index(a, index) => ExprKind::Index(self.retype_literal(a, kind), index),
            ExprKind::Construct(parts) => {
                ExprKind::Construct(parts.into_iter().map(|p| self.retype_literal(p, kind)).collect())
            }
            ExprKind::Sequence(a, b) => ExprKind::Sequence(a, self.retype_literal(b, kind)),
            other @ (ExprKind::Error
            | ExprKind::Load(_)
            | ExprKind::Binary(..)
            | ExprKind::ShortCircuit { .. }
            | ExprKind::MatrixSwizzle(..)
            | ExprKind::Member(..)
            | ExprKind::Assign { .. }
            | ExprKind::Update { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call { .. }
            | ExprKind::Intrinsic { .. }
            | ExprKind::Resource(_)
            | ExprKind::NonUniform(_)) => other,
        };
        self.emit(ty, kind_of, expr.span)
    }

    /// Converts a condition to `bool`.
    pub fn truth_value(&mut self, operand: &Operand) -> ExprId {
        self.convert_implicitly(operand, Types::scalar(ScalarKind::Bool))
    }
}
