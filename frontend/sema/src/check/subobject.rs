//! Checks the subobjects of a library: the rules of their declarations, and their contents.
//!
//! Subobjects are checked in every profile, as in DXC; what becomes of them is for the target to decide.

use super::decl::Modifiers;
use crate::cx::{Checker, Operand};
use crate::errors;
use hlslc_base::Span;
use hlslc_base::literals::Literals;
use hlslc_hir::hir::{GlobalKind, HitGroupKind, ModuleRootSignature, Subobject, SubobjectValue};
use hlslc_hir::objects::{ObjectClass, ObjectKind};
use hlslc_hir::types::{ScalarKind, Ty, TyData, Types};
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_rootsig::{Element, Pos, RootFlags, RootFlagsElement};
use hlslc_syntax::ast::{self, Initializer, Literal, Modifier, Name};

/// A part of a subobject.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A number.
    Number,
    /// A text that may be empty.
    Text,
    /// A text that may not: what it is.
    Needed(&'static str),
    /// The text of a root signature.
    RootSignature,
}

/// The parts of each kind of subobject.
fn parts_of(kind: ObjectKind) -> &'static [Part] {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a state object and a pipeline are left, which hold one number")]
    match kind {
        ObjectKind::GlobalRootSignature | ObjectKind::LocalRootSignature => &[Part::RootSignature],
        ObjectKind::SubobjectToExportsAssociation => &[Part::Needed("the name of a subobject"), Part::Text],
        ObjectKind::RaytracingShaderConfig | ObjectKind::RaytracingPipelineConfig1 => &[Part::Number, Part::Number],
        ObjectKind::TriangleHitGroup => &[Part::Text, Part::Text],
        ObjectKind::ProceduralPrimitiveHitGroup => {
            &[Part::Text, Part::Text, Part::Needed("the name of an intersection shader")]
        }
        // A state object and a pipeline.
        _ => &[Part::Number],
    }
}

/// The value of a part.
enum Value {
    Number(u32),
    Text(String),
    RootSignature(ModuleRootSignature),
    /// A root signature that the options do not ask for.
    Nothing,
}

impl Checker<'_> {
    /// The kind of subobject that a type is, or is an array of.
    pub(super) fn subobject_kind(&self, ty: Ty) -> Option<ObjectKind> {
        self.object_kind(self.array_base(ty)).filter(|kind| kind.info().class == ObjectClass::Subobject)
    }

    /// Reports a subobject that is part of something else.
    pub(super) fn reject_subobject(&mut self, ty: Ty, span: Span) {
        if let Some(kind) = self.subobject_kind(ty) {
            self.report(errors::subobject_place(span, kind.name()));
        }
    }

    /// Checks the declaration of a subobject.
    pub(super) fn check_subobject(
        &mut self,
        variable: &ast::Variable,
        name: Name,
        ty: Ty,
        kind: ObjectKind,
        modifiers: &Modifiers,
    ) {
        for modifier in [Modifier::Extern, Modifier::Uniform] {
            if let Some(span) = modifiers.span_of(modifier) {
                self.report(errors::modifier_not_here(span, modifier.text(), "a subobject"));
            }
        }
        let is_array = self.array_base(ty) != ty;
        if self.scope != self.global_scope || is_array {
            self.report(errors::subobject_place(name.span, kind.name()));
        }
        let global = self.new_global(name, ty, GlobalKind::Resource, self.scope);
        self.declare_value(name, crate::scope::ValueEntity::Global(global));
        if is_array {
            return;
        }
        let Some(Initializer::Value(init)) = variable.init else {
            self.report(errors::subobject_without_value(self.ast.types[variable.ty].span, kind.name()));
            return;
        };
        let ast = self.ast;
        let ast::ExprKind::InitList(parts) = &ast.exprs[init].kind else {
            self.report(errors::subobject_not_a_list(ast.exprs[init].span, kind.name()));
            return;
        };
        if let Some(values) = self.subobject_parts(kind, parts, ast.exprs[init].span)
            && let Some(value) = value_of(kind, values)
        {
            let name = self.qualified(self.scope, name.node);
            let span = self.program.globals[global].span;
            self.program.subobjects.push(Subobject { name, span, value });
        }
    }

    /// The values of all parts, if nothing is wrong with any.
    fn subobject_parts(&mut self, kind: ObjectKind, parts: &[ast::ExprId], span: Span) -> Option<Vec<Value>> {
        let wanted = parts_of(kind);
        let (constants, body) = self.in_scratch(|this| {
            let operands = this.subobject_operands(kind, parts, span)?;
            let operands = parts.iter().zip(&operands).zip(wanted);
            let constants = operands.map(|((&part, operand), &wanted)| this.part_constant(part, operand, wanted));
            Some(constants.collect::<Vec<_>>())
        });
        self.diags.extend(body.if_reached);
        let values = parts.iter().zip(wanted).zip(constants?);
        let values: Vec<_> =
            values.map(|((&part, &wanted), constant)| self.part_value(kind, part, wanted, constant?)).collect();
        values.into_iter().collect()
    }

    /// The parts as operands, if there are as many as there should be.
    fn subobject_operands(&mut self, kind: ObjectKind, parts: &[ast::ExprId], span: Span) -> Option<Vec<Operand>> {
        let ast = self.ast;
        if let Some(&list) = parts.iter().find(|&&part| matches!(ast.exprs[part].kind, ast::ExprKind::InitList(_))) {
            self.report(errors::subobject_part(ast.exprs[list].span, "value"));
            return None;
        }
        let operands: Vec<_> = parts.iter().map(|&part| self.check_expr(part)).collect();
        if operands.iter().any(|operand| self.types().is_error(operand.ty)) {
            return None;
        }
        let need = parts_of(kind).len();
        let have = operands.iter().fold(0u64, |sum, part| sum.saturating_add(self.part_count(part.ty)));
        if have != need as u64 {
            let error = if have < need as u64 { errors::too_few_elements } else { errors::too_many_elements };
            self.report(error(span, kind.name(), &need.to_string(), &have.to_string()));
            return None;
        }
        if let Some(vector) = operands.iter().find(|part| self.part_count(part.ty) != 1) {
            self.report(errors::subobject_part(vector.span, "value"));
            return None;
        }
        Some(operands)
    }

    /// For how many parts a value stands.
    fn part_count(&self, ty: Ty) -> u64 {
        if matches!(self.types().data(ty), TyData::String) { 1 } else { self.scalar_count(ty) }
    }

    /// The constant that a part is.
    fn part_constant(&mut self, part: ast::ExprId, operand: &Operand, wanted: Part) -> Option<ConstValue> {
        let goal = match wanted {
            Part::Number => Types::scalar(ScalarKind::Uint),
            Part::Text | Part::Needed(_) | Part::RootSignature => self.types_mut().intern(TyData::String),
        };
        let is_text = matches!(self.types().data(operand.ty), TyData::String);
        if is_text != (wanted != Part::Number) {
            let (from, to) = (self.show(operand.ty), self.show(goal));
            self.report(errors::cannot_convert(operand.span, &from, &to));
            return None;
        }
        // As in DXC, a text is a literal: no variable has one.
        if is_text && !matches!(self.ast.exprs[part].kind, ast::ExprKind::Literal(Literal::String(_))) {
            self.report(errors::subobject_part(operand.span, "string"));
            return None;
        }
        let value = if is_text { self.value(operand) } else { self.convert_implicitly(operand, goal) };
        let constant = self.eval(value);
        if constant.is_none() {
            self.report(errors::subobject_part(operand.span, "unsigned int"));
        }
        constant
    }

    fn part_value(&mut self, kind: ObjectKind, part: ast::ExprId, wanted: Part, constant: ConstValue) -> Option<Value> {
        let span = self.ast.exprs[part].span;
        let needed = match wanted {
            Part::Needed(what) => what,
            Part::RootSignature => "a root signature",
            Part::Number | Part::Text => "",
        };
        match constant {
            ConstValue::Zero => Some(Value::Number(0)),
            ConstValue::Scalar(value) => Some(Value::Number(number(value))),
            ConstValue::String(text) if text.is_empty() && !needed.is_empty() => {
                self.report(errors::subobject_empty_text(span, needed));
                None
            }
            ConstValue::String(_) if wanted == Part::RootSignature => {
                self.subobject_root_signature(part, kind == ObjectKind::LocalRootSignature)
            }
            // Names of a container end at one.
            ConstValue::String(text) if text.contains('\0') => {
                self.report(errors::subobject_nul(span));
                None
            }
            ConstValue::String(text) => Some(Value::Text(text)),
            ConstValue::Composite(_) => None,
        }
    }

    /// The root signature that string literals write.
    fn subobject_root_signature(&mut self, part: ast::ExprId, local: bool) -> Option<Value> {
        let ast = self.ast;
        let span = ast.exprs[part].span;
        let ast::ExprKind::Literal(Literal::String(pieces)) = &ast.exprs[part].kind else {
            self.report(errors::subobject_part(span, "string"));
            return None;
        };
        let Some(version) = self.options.root_signatures else { return Some(Value::Nothing) };
        let mut literals = Literals::default();
        for piece in pieces {
            literals.push(self.names.text(piece.spelling), piece.span);
        }
        let syntax = hlslc_rootsig_syntax::Syntax::parse(literals);
        let resolved = syntax.resolve(version);
        self.diags.extend(resolved.diagnostics);
        let literals = syntax.literals().clone();
        let mut signature = resolved.signature?;
        let flags = signature
            .elements
            .iter_mut()
            .find_map(|element| if let Element::Flags(flags) = element { Some(flags) } else { None });
        match flags {
            Some(element) if local => element.flags |= RootFlags::LOCAL_ROOT_SIGNATURE,
            Some(element) if element.flags.contains(RootFlags::LOCAL_ROOT_SIGNATURE) => {
                self.report(errors::local_flag_in_global(span));
                return None;
            }
            None if local => {
                let flags = RootFlagsElement { pos: Pos::NONE, flags: RootFlags::LOCAL_ROOT_SIGNATURE };
                signature.elements.push(Element::Flags(flags));
            }
            _ => {}
        }
        Some(Value::RootSignature(ModuleRootSignature { signature, literals, span }))
    }
}

/// The number that a constant of 32 bits is.
fn number(value: ScalarValue) -> u32 {
    match value {
        ScalarValue::Int(bits) => bits as u32,
        ScalarValue::Bool(set) => u32::from(set),
        ScalarValue::Float(_) => 0,
    }
}

/// The value of a subobject with these parts; `None` if an unexpected part is given.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other object is a subobject")]
fn value_of(kind: ObjectKind, values: Vec<Value>) -> Option<SubobjectValue> {
    let mut numbers = [0; 2];
    let mut texts = [String::new(), String::new(), String::new()];
    let mut root_signature = None;
    for (at, value) in values.into_iter().enumerate() {
        match value {
            Value::Number(number) => numbers[at] = number,
            Value::Text(text) => texts[at] = text,
            Value::RootSignature(signature) => root_signature = Some(signature),
            Value::Nothing => return None,
        }
    }
    let [first, second] = numbers;
    let [any_hit, closest_hit, intersection] = texts;
    Some(match kind {
        ObjectKind::StateObjectConfig => SubobjectValue::StateObjectConfig { flags: first },
        ObjectKind::GlobalRootSignature => SubobjectValue::RootSignature { local: false, signature: root_signature? },
        ObjectKind::LocalRootSignature => SubobjectValue::RootSignature { local: true, signature: root_signature? },
        ObjectKind::SubobjectToExportsAssociation => {
            // The first text is the subobject, the second its exports.
            let exports = closest_hit.split(';').filter(|export| !export.is_empty()).map(str::to_owned).collect();
            SubobjectValue::Association { subobject: any_hit, exports }
        }
        ObjectKind::RaytracingShaderConfig => {
            SubobjectValue::ShaderConfig { payload_bytes: first, attribute_bytes: second }
        }
        ObjectKind::RaytracingPipelineConfig => SubobjectValue::PipelineConfig { recursion: first },
        ObjectKind::RaytracingPipelineConfig1 => SubobjectValue::PipelineConfig1 { recursion: first, flags: second },
        ObjectKind::TriangleHitGroup => {
            SubobjectValue::HitGroup { kind: HitGroupKind::Triangle, any_hit, closest_hit, intersection }
        }
        ObjectKind::ProceduralPrimitiveHitGroup => {
            SubobjectValue::HitGroup { kind: HitGroupKind::ProceduralPrimitive, any_hit, closest_hit, intersection }
        }
        _ => return None,
    })
}
