//! Checks expressions: turns the tree into typed operands.

use crate::convert::{Explicitness, Plan, ShapeChange};
use crate::cx::{Access, Checker, Operand, OperandKind};
use crate::errors;
use crate::facts::Asked;
use crate::resolve_type::Qualifier;
use crate::scope::{ScopeId, ScopeKind, ValueEntity};
use hlslc_base::intern::Symbol;
use hlslc_base::{ShaderModel, Span};
use hlslc_hir::bit_fields::BitFields;
use hlslc_hir::hir::{self, ExprKind, GlobalId, GlobalKind, PlaceBase, Projection};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ObjectArg, ScalarKind, StructId, Ty, TyData, Types};
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_semantics::layout::{Extent, Lines, Members, Rules};
use hlslc_syntax::LanguageVersion;
use hlslc_syntax::ast::{self, ExprKind as Syntax, FloatSuffix, IntSuffix, Literal, Path, Radix};
use smallvec::SmallVec;

/// After this many errors no message suggests what else a name may have meant: each search looks at all names.
pub const SUGGESTIONS: usize = 100;

impl Checker<'_> {
    /// Checks an expression of which only a part is asked for.
    pub(super) fn check_part(&mut self, whole: ast::ExprId, part: Asked) -> Operand {
        let mut inner = whole;
        while let Syntax::Paren(next) = self.ast.exprs[inner].kind {
            inner = next;
        }
        if matches!(self.ast.exprs[inner].kind, Syntax::Index { .. }) {
            self.asked = part;
        }
        self.check_expr(whole)
    }

    /// Checks an expression.
    pub fn check_expr(&mut self, id: ast::ExprId) -> Operand {
        let span = self.ast.exprs[id].span;
        if !self.enter(span) {
            return self.error_operand(span);
        }
        let operand = self.check_one(id);
        self.nested -= 1;
        operand
    }

    fn check_one(&mut self, id: ast::ExprId) -> Operand {
        let ast = self.ast;
        let expr = &ast.exprs[id];
        let span = expr.span;
        // What a part of the target is a part of is changed with it, but not what it is found by.
        let is_target = std::mem::take(&mut self.is_target);
        match &expr.kind {
            Syntax::Error => self.error_operand(span),
            Syntax::Literal(literal) => self.literal(literal, span),
            Syntax::Name(path) => self.name(path, span),
            Syntax::This => self.this(span),
            Syntax::Paren(inner) => {
                self.is_target = is_target;
                let mut operand = self.check_expr(*inner);
                operand.span = span;
                operand
            }
            Syntax::Unary { op, op_span, operand } => {
                self.is_target = op.is_step();
                let operand = self.check_expr(*operand);
                let result = self.unary(*op, &operand, span, *op_span);
                if matches!(op, ast::UnaryOp::Plus | ast::UnaryOp::Minus) && self.is_float_literal(&operand) {
                    self.note_float_literal(&result);
                }
                result
            }
            Syntax::Binary { .. } => self.binary_chain(id),
            Syntax::Comma { .. } => self.comma_chain(id),
            Syntax::Assign { op, op_span, target, value } => {
                let target = self.check_changed(*target);
                let value = self.check_initial(*value, target.ty, op.is_none());
                self.assign(*op, &target, &value, span, *op_span)
            }
            Syntax::Conditional { condition, then, otherwise } => {
                let written = [*condition, *then, *otherwise];
                let [condition, then, otherwise] = written.map(|part| self.check_expr(part));
                self.conditional([&condition, &then, &otherwise], written, span)
            }
            Syntax::Cast { ty, operand } => {
                let to = self.resolve_type(*ty);
                self.warn_if_comma_list(*operand);
                let operand = self.check_expr(*operand);
                if self.types().is_error(to) || self.types().is_error(operand.ty) {
                    return self.error_operand(span);
                }
                let memory = if is_target { self.cast_memory(&operand, to, span) } else { None };
                memory.unwrap_or_else(|| self.cast(&operand, to, span))
            }
            Syntax::Construct { ty, args } => {
                let ty = self.resolve_type(*ty);
                self.construct(ty, args, span)
            }
            Syntax::Call { callee, args } => self.call(*callee, args, span),
            Syntax::Member { base, member } => {
                self.is_target = is_target;
                let base = self.check_part(*base, Asked::Member);
                self.member(&base, member, span)
            }
            Syntax::MemberOperator { operator, .. } => {
                self.report(errors::method_without_call(operator.span, "operator"));
                self.error_operand(span)
            }
            Syntax::Index { base, index } => {
                let asked = std::mem::replace(&mut self.asked, Asked::Whole);
                self.is_target = is_target;
                let base = self.check_part(*base, Asked::Element);
                let index = self.check_expr(*index);
                self.asked = asked;
                let element = self.index(&base, &index, span);
                self.asked = Asked::Whole;
                element
            }
            Syntax::SizeOfType(ty) => {
                let ty = self.resolve_type(*ty);
                self.size_of(ty, span)
            }
            Syntax::SizeOfExpr(inner) => {
                let operand = self.check_expr(*inner);
                self.size_of(operand.ty, span)
            }
            Syntax::InitList(_) => {
                // The grammar has lists only where `check_initial` takes them.
                self.report(errors::list_does_not_fit(span, "an expression"));
                self.error_operand(span)
            }
        }
    }

    /// A cast; literals go to their own type first where the target is no number.
    fn cast(&mut self, operand: &Operand, to: Ty, span: Span) -> Operand {
        if matches!(self.types().data(to), TyData::Array(_, None)) {
            let shown = self.show(to);
            self.report(errors::incomplete_type(span, &shown));
            return self.error_operand(span);
        }
        let to = self.possible_type(to, span);
        if self.types().is_error(to) {
            return self.error_operand(span);
        }
        // A cast to the same type, or to a part of it, is still a place.
        if let OperandKind::Place(..) = operand.kind
            && self.same_type(operand.ty, to)
        {
            let mut result = operand.clone();
            result.span = span;
            return result;
        }
        if let Some(part) = self.cast_place(operand, to, span) {
            return part;
        }
        self.convert_explicitly(operand, to, span)
    }

    /// A cast of a place to a part of it (fewer components, a base class), which can still be written.
    fn cast_place(&mut self, operand: &Operand, to: Ty, span: Span) -> Option<Operand> {
        let OperandKind::Place(..) = operand.kind else { return None };
        let plan = self.plan_conversion(operand.ty, to, Explicitness::Explicit)?;
        if let Plan::ToBase(levels) = plan {
            return Some(self.member_at(operand, levels, &[], span));
        }
        let same_kind = self.types().element_kind(operand.ty) == self.types().element_kind(to);
        let is_matrix = matches!(self.types().data(to), TyData::Matrix { .. });
        if plan != Plan::Numeric(ShapeChange::Truncate) || !same_kind || is_matrix {
            return None;
        }
        let (rows, cols) = self.types().shape(to)?;
        let projection = match self.types().data(operand.ty) {
            TyData::Vector(..) if rows == 1 => Projection::Swizzle((0..cols).collect()),
            TyData::Matrix { .. } if rows == 1 => Projection::MatrixSwizzle((0..cols as u8).map(|c| (0, c)).collect()),
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => return None,
        };
        Some(self.project(operand, projection, to, span))
    }

    /// A binary operator and those on its left side, which may be many.
    fn binary_chain(&mut self, id: ast::ExprId) -> Operand {
        let ast = self.ast;
        let mut spine = SmallVec::<[_; 4]>::new();
        let mut at = id;
        while let Syntax::Binary { op, op_span, left, right } = &ast.exprs[at].kind {
            self.warn_about_precedence(*op, *op_span, *left, *right);
            spine.push((*op, *op_span, *right, ast.exprs[at].span));
            at = *left;
        }
        let mut left = self.check_expr(at);
        let mut leftmost = Some(at);
        for (op, op_span, written, span) in spine.into_iter().rev() {
            let right = self.check_expr(written);
            self.warn_if_decided(op, op_span, (&left, leftmost.take()), (&right, written));
            left = self.binary(op, &left, &right, span, op_span);
        }
        left
    }

    fn comma_chain(&mut self, id: ast::ExprId) -> Operand {
        let ast = self.ast;
        let mut spine = Vec::new();
        let mut at = id;
        while let Syntax::Comma { left, right } = &ast.exprs[at].kind {
            spine.push((*right, ast.exprs[at].span));
            at = *left;
        }
        let mut result = self.check_expr(at);
        for (right, span) in spine.into_iter().rev() {
            let right = self.check_expr(right);
            if self.types().is_error(result.ty) || self.types().is_error(right.ty) {
                result = self.error_operand(span);
                continue;
            }
            let first = self.value(&result);
            let first = self.concrete(first);
            let second = self.value(&right);
            result = self.value_operand(right.ty, ExprKind::Sequence(first, second), span);
        }
        result
    }

    // ------------------------------------------------------------------------------------------ leaves

    fn literal(&mut self, literal: &Literal, span: Span) -> Operand {
        match literal {
            Literal::Int { value, suffix, radix, .. } => {
                let kind = match suffix {
                    _ if self.options.language >= LanguageVersion::V202X => int_kind(*suffix, *value, *radix),
                    IntSuffix::None => ScalarKind::LitInt,
                    // As in C, and as DXC has it: digits that are no decimals may be those of an unsigned number.
                    IntSuffix::L if *radix != Radix::Decimal && i32::try_from(*value).is_err() => ScalarKind::Uint,
                    IntSuffix::L => ScalarKind::Int,
                    IntSuffix::U | IntSuffix::UL => ScalarKind::Uint,
                    IntSuffix::LL => ScalarKind::Int64,
                    IntSuffix::ULL => ScalarKind::Uint64,
                };
                let is_unsigned = matches!(suffix, IntSuffix::U | IntSuffix::UL | IntSuffix::ULL);
                if !is_unsigned {
                    self.warn_about_sign(kind, *value, *radix, span);
                }
                let bits = crate::fold::wrap(*value, kind);
                self.constant(Types::scalar(kind), ConstValue::int(bits), span)
            }
            Literal::Float { value, suffix, .. } => {
                self.check_sized_suffix(*suffix, span);
                let kind = match suffix {
                    FloatSuffix::None if self.options.language >= LanguageVersion::V202X => ScalarKind::Float,
                    FloatSuffix::None => ScalarKind::LitFloat,
                    FloatSuffix::F => ScalarKind::Float,
                    FloatSuffix::H | FloatSuffix::F16 if self.options.native_16bit => ScalarKind::Float16,
                    FloatSuffix::H | FloatSuffix::F16 if self.options.language >= LanguageVersion::V202X => {
                        ScalarKind::Half
                    }
                    FloatSuffix::H | FloatSuffix::F16 => ScalarKind::Float,
                    FloatSuffix::L | FloatSuffix::F64 => ScalarKind::Double,
                    FloatSuffix::F32 => ScalarKind::Float,
                };
                let value = crate::fold::round(*value, kind);
                let operand = self.constant(Types::scalar(kind), ConstValue::float(value), span);
                self.note_float_literal(&operand);
                operand
            }
            Literal::Bool(value) => self.constant(Types::scalar(ScalarKind::Bool), ConstValue::bool(*value), span),
            Literal::Char { value, .. } => {
                let operand = self.constant(Types::scalar(ScalarKind::Uint), ConstValue::int(u64::from(*value)), span);
                if let OperandKind::Value(expr) = operand.kind {
                    self.body.characters.insert(expr);
                }
                operand
            }
            Literal::String(pieces) => {
                let text = self.string_value(pieces);
                let ty = self.types_mut().intern(TyData::String);
                self.constant(ty, ConstValue::String(text), span)
            }
        }
    }

    /// Warns about an integer that takes the bit of the sign without saying so.
    fn warn_about_sign(&mut self, kind: ScalarKind, value: u64, radix: Radix, span: Span) {
        let takes_sign = |bits: u32| (value >> (bits - 1)) == 1;
        if radix != Radix::Decimal {
            if takes_sign(32) || takes_sign(64) {
                self.report(errors::legacy_literal(span));
            }
        } else if takes_sign(64) && kind == ScalarKind::Uint64 && self.options.language >= LanguageVersion::V202X {
            self.report(errors::implicitly_unsigned(span));
        }
    }

    /// Checks `1.0f16` and its kin.
    fn check_sized_suffix(&mut self, suffix: FloatSuffix, span: Span) {
        let text = match suffix {
            FloatSuffix::F16 => "f16",
            FloatSuffix::F32 => "f32",
            FloatSuffix::F64 => "f64",
            FloatSuffix::None | FloatSuffix::H | FloatSuffix::F | FloatSuffix::L => return,
        };
        if suffix == FloatSuffix::F16 && !self.options.native_16bit {
            self.report(errors::suffix_needs_16bit(span));
        } else if self.options.language < LanguageVersion::V202X {
            self.report(errors::early_suffix(span, text));
        }
    }

    fn this(&mut self, span: Span) -> Operand {
        let (Some(record), true) = (self.body.record, self.body.has_this) else {
            self.report(errors::this_outside_method(span));
            return self.error_operand(span);
        };
        let ty = self.types_mut().intern(TyData::Struct(record));
        self.place_operand(PlaceBase::This, Vec::new(), ty, self.access_of_this(), span)
    }

    /// Whether the object of the method can be changed.
    pub fn access_of_this(&self) -> Access {
        if self.body.is_const { Access::Const } else { Access::Mutable }
    }

    /// `sizeof`: bytes as in structured buffers.
    fn size_of(&mut self, ty: Ty, span: Span) -> Operand {
        if self.types().is_error(ty) {
            return self.error_operand(span);
        }
        let ty = if self.options.language >= LanguageVersion::V202X { self.settled_type(ty) } else { ty };
        let complete = match self.types().data(ty) {
            // Literals have no size before they are something.
            _ if self.types().element_kind(ty).is_some_and(ScalarKind::is_literal) => false,
            TyData::Object(kind, _) => kind.is_foreign(),
            TyData::Void | TyData::String | TyData::Array(_, None) => false,
            TyData::Struct(id) => self.types().structs[*id].is_complete,
            TyData::Error
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Enum(_) => true,
        };
        if !complete || self.holds_object(ty) {
            let shown = self.show(ty);
            self.report(errors::size_of_type(span, &shown));
            return self.error_operand(span);
        }
        let (size, _) = self.memory_size(ty);
        self.constant(Types::scalar(ScalarKind::Uint), ConstValue::int(size & 0xFFFF_FFFF), span)
    }

    /// Bytes and alignment of a type in structured memory.
    pub fn memory_size(&self, ty: Ty) -> (u64, u64) {
        let extent = self.memory_extent(ty);
        (extent.size, extent.align.into())
    }

    /// The extent of a type in structured memory. Structs nest within the budget, so this may call itself.
    ///
    /// `Layouts` of the IR lays out the types of the IR, which are made after everything is checked and have no resources in them; a size is
    /// asked for in the middle of that, and of resources too. What both must agree on has one place: the rules of memory are [`Rules`] and
    /// [`Members`], those of bit-fields [`BitFields`].
    pub(super) fn memory_extent(&self, ty: Ty) -> Extent {
        const RULES: Rules = Rules::STRUCTURED;
        let native = self.options.native_16bit;
        let scalar_size = |kind: ScalarKind| match kind.bits() {
            64 => 8u32,
            16 if native => 2,
            _ => 4,
        };
        match self.types().data(ty) {
            TyData::Scalar(kind) => RULES.vector(scalar_size(*kind), 1),
            TyData::Vector(kind, n) => RULES.vector(scalar_size(*kind), u32::from(*n)),
            TyData::Matrix { scalar, rows, cols, .. } => {
                // Either order takes the same room.
                let lines = Lines { vectors: u32::from(*rows), lanes: u32::from(*cols), bytes: scalar_size(*scalar) };
                RULES.matrix(lines)
            }
            TyData::Enum(id) => RULES.vector(scalar_size(self.types().enums[*id].underlying), 1),
            TyData::Array(element, count) => RULES.array(&self.memory_extent(*element), count.unwrap_or(0)),
            TyData::Struct(id) => {
                let mut members = Members::after(RULES, 0);
                let mut numbers = BitFields::default();
                for field in &self.types().structs[*id].fields {
                    let place = numbers.next(self.types(), field);
                    if !place.is_some_and(|place| place.is_shared) {
                        members.next(&self.memory_extent(field.ty), false);
                    }
                }
                members.finish()
            }
            TyData::Object(ObjectKind::BufferPointer, _) => Extent::opaque(8, 8),
            TyData::Object(ObjectKind::SpirvType, args) => match args.as_slice() {
                &[_, ObjectArg::Number(size), ObjectArg::Number(align), ..] => Extent::opaque(size.into(), align),
                _ => Extent::opaque(0, 1),
            },
            TyData::Object(kind, args) => self.object_extent(*kind, args),
            TyData::Void | TyData::String | TyData::Error => Extent::opaque(0, 1),
        }
    }

    // ------------------------------------------------------------------------------------------ names

    /// A name as a value.
    pub fn name(&mut self, path: &Path, span: Span) -> Operand {
        let Some(last) = path.last() else { return self.error_operand(span) };
        let qualifier = self.resolve_qualifier(path);
        if qualifier == Qualifier::Error {
            return self.error_operand(span);
        }
        let name = last.name.node;
        if self.uses.is_some() && self.meets_cursor(last.name, crate::uses::Place::Name, qualifier) {
            return self.error_operand(span);
        }
        let found = match qualifier {
            Qualifier::None => self.scopes.lookup_value(self.scope, name),
            Qualifier::In(scope) => self.scopes.value_in(scope, name),
            Qualifier::Vk | Qualifier::Error => None,
        };
        if let Some((scope, declared)) = found {
            let (entity, declared) = (declared.entity.clone(), declared.span);
            if let Some(rival) = self.rival(qualifier, name, true) {
                let text = self.text(name);
                self.report(
                    errors::ambiguous_name(last.name.span, &text)
                        .label(declared, "this one")
                        .label(rival, "or this one"),
                );
                return self.error_operand(span);
            }
            self.note_value(last.name.span, scope, &entity, declared);
            if let ValueEntity::Variables(template) = entity {
                return self.variable_operand(template, last, span);
            }
            return self.entity_operand(&entity, scope, last.name.node, span);
        }
        let text = self.text(name);
        let qualifier = self.or_vk(qualifier);
        if matches!(qualifier, Qualifier::None | Qualifier::Vk)
            && let Some(found) = crate::builtin_values::builtin_constant(&text, qualifier == Qualifier::Vk)
        {
            if let Some(model) = found.since.filter(|&model| self.options.target.model < model) {
                self.body.if_reached.push(errors::early_constant(span, &text, &model.to_string()));
            }
            let value = self.uses.is_some().then(|| found.value.clone());
            self.note(last.name.span, crate::uses::Sort::BuiltinValue, Span::NONE, found.ty, value);
            return self.constant(found.ty, found.value, span);
        }
        if qualifier == Qualifier::None
            && let Some(operand) = self.descriptor_heap(&text, span)
        {
            self.note(last.name.span, crate::uses::Sort::BuiltinValue, Span::NONE, operand.ty, None);
            return operand;
        }
        self.report_unknown_name(last.name.span, &text, qualifier);
        self.error_operand(span)
    }

    /// Whether a name may be declared in what is no HLSL, which was reported.
    pub fn is_lost(&self, name: Symbol) -> bool {
        self.ast.lost.contains(&name)
    }

    /// Whether a function of the name may be declared there.
    pub fn is_lost_function(&self, text: &str) -> bool {
        self.names.get(text).is_some_and(|name| self.ast.lost_functions.contains(&name))
    }

    /// `ResourceDescriptorHeap` and `SamplerDescriptorHeap`.
    fn descriptor_heap(&mut self, text: &str, span: Span) -> Option<Operand> {
        use hlslc_hir::objects::ObjectKind;
        let kind = match text {
            "ResourceDescriptorHeap" => ObjectKind::ResourceDescriptorHeap,
            "SamplerDescriptorHeap" => ObjectKind::SamplerDescriptorHeap,
            _ => return None,
        };
        if !self.options.target.model.has_annotated_handles() {
            self.report(self.needs_model(span, text, ShaderModel::new(6, 6)));
            return Some(self.error_operand(span));
        }
        let ty = self.types_mut().intern(TyData::Object(kind, SmallVec::new()));
        // Only ever indexed, so there is no expression for the heap itself.
        let expr = self.emit(ty, ExprKind::Const(ConstValue::Zero), span);
        Some(Operand { ty, span, kind: OperandKind::Value(expr) })
    }

    pub(super) fn entity_operand(&mut self, entity: &ValueEntity, scope: ScopeId, name: Symbol, span: Span) -> Operand {
        match entity {
            ValueEntity::Local(local) => {
                let ty = self.body.func.locals.get(*local).map_or(Types::ERROR, |l| l.ty);
                let access = if self.body.const_locals.contains(local) { Access::Const } else { Access::Mutable };
                self.place_operand(PlaceBase::Local(*local), Vec::new(), ty, access, span)
            }
            ValueEntity::Global(global) => self.global_operand(*global, span),
            ValueEntity::Field(index) => self.own_member(scope, &[*index], name, span),
            ValueEntity::Path(path) => self.own_member(scope, path, name, span),
            ValueEntity::Functions(_) => {
                let text = self.text(name);
                self.report(errors::function_as_value(span, &text));
                self.error_operand(span)
            }
            ValueEntity::Constant(ty, value) => {
                if let TyData::Enum(id) = *self.types().data(*ty) {
                    // An enumerator: its integer, converted to the enum.
                    let underlying = Types::scalar(self.types().enums[id].underlying);
                    let value = self.emit(underlying, ExprKind::Const(value.clone()), span);
                    let expr = self.convert_step(hir::Conversion::Enum, value, *ty, span);
                    return Operand { ty: *ty, span, kind: OperandKind::Value(expr) };
                }
                self.constant(*ty, value.clone(), span)
            }
            ValueEntity::Variables(_) | ValueEntity::Error => self.error_operand(span),
        }
    }

    /// A variable outside functions.
    pub fn global_operand(&mut self, global: GlobalId, span: Span) -> Operand {
        let data = &self.program.globals[global];
        let ty = data.ty;
        let access = match (&data.kind, self.global_access[global]) {
            (_, Some(access)) => access,
            (GlobalKind::Constant | GlobalKind::Specialization(_), _) => Access::Const,
            (GlobalKind::BufferMember { .. } | GlobalKind::Buffer { .. }, _) => Access::Uniform,
            (GlobalKind::Resource, _) => Access::Uniform,
            (GlobalKind::Static | GlobalKind::Groupshared, _) => Access::Mutable,
        };
        self.place_operand(PlaceBase::Global(global), Vec::new(), ty, access, span)
    }

    /// A member of the object of the method, named without `this`. `scope` is that of the struct that declares it.
    fn own_member(&mut self, scope: ScopeId, path: &[u32], name: Symbol, span: Span) -> Operand {
        let ScopeKind::Record(owner) = self.scopes.get(scope).kind else { return self.error_operand(span) };
        let (Some(record), true) = (self.body.record, self.body.has_this) else {
            let text = self.text(name);
            self.report(errors::member_without_object(span, &text));
            return self.error_operand(span);
        };
        let Some(levels) = self.base_distance(record, owner) else {
            let text = self.text(name);
            self.report(errors::member_without_object(span, &text));
            return self.error_operand(span);
        };
        let object = self.this(span);
        self.member_at(&object, levels, path, span)
    }

    /// A member of `object`, `levels` base classes up, by its path there.
    pub fn member_at(&mut self, object: &Operand, levels: u32, path: &[u32], span: Span) -> Operand {
        let mut at = object.clone();
        for field in std::iter::repeat_n(0, levels as usize).chain(path.iter().copied()) {
            let TyData::Struct(id) = *self.types().data(at.ty) else { return self.error_operand(span) };
            let Some(ty) = self.types().structs[id].fields.get(field as usize).map(|f| f.ty) else {
                return self.error_operand(span);
            };
            at = self.project(&at, Projection::Field(field), ty, span);
        }
        at
    }

    /// The struct that `ty` is.
    pub fn struct_of(&self, ty: Ty) -> Option<StructId> {
        if let TyData::Struct(id) = *self.types().data(ty) { Some(id) } else { None }
    }

    /// The decoded text of a string literal.
    pub fn string_value(&self, pieces: &[ast::StringPiece]) -> String {
        crate::rootsig::text_of(self.names, pieces)
    }

    /// A constant scalar operand's value.
    pub fn scalar_constant(&self, operand: &Operand) -> Option<ScalarValue> {
        let OperandKind::Value(expr) = operand.kind else { return None };
        if let ConstValue::Scalar(value) = self.constant_of(expr)? { Some(*value) } else { None }
    }
}

/// The kind of an integer since HLSL 202x: as in C, the first that its suffix allows and its value fits. What is no decimal may be
/// unsigned without saying so. A small one without a suffix fits what it goes to.
fn int_kind(suffix: IntSuffix, value: u64, radix: Radix) -> ScalarKind {
    let (fits_int, fits_uint) = (i32::try_from(value).is_ok(), u32::try_from(value).is_ok());
    let (fits_long, is_decimal) = (i64::try_from(value).is_ok(), radix == Radix::Decimal);
    match suffix {
        IntSuffix::None if fits_int => ScalarKind::LitInt,
        IntSuffix::None if fits_uint && !is_decimal => ScalarKind::Uint,
        IntSuffix::U if fits_uint => ScalarKind::Uint,
        IntSuffix::None | IntSuffix::L | IntSuffix::LL if fits_long => ScalarKind::Int64,
        IntSuffix::None | IntSuffix::U | IntSuffix::L | IntSuffix::UL | IntSuffix::LL | IntSuffix::ULL => {
            ScalarKind::Uint64
        }
    }
}
