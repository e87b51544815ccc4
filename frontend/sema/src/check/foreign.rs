//! Checks what a program takes from SPIR-V: attributes with numbers, calls that are instructions, addresses of memory.
//!
//! Input: attributes in a valid place, calls whose function or type is known. Output: typed values for the HIR. The meaning
//! of a number is the business of the back end.

use super::decl::Modifiers;
use crate::consteval::scalar;
use crate::cx::{Access, Checker, Operand};
use crate::errors;
use crate::resolve_type::Qualifier;
use hlslc_base::Span;
use hlslc_hir::foreign::{Decoration, DecorationOperands, ForeignAttributes, ForeignFunction, ForeignParam, Need};
use hlslc_hir::hir::{Arg, Conversion, ExprKind, ForeignVariable, FuncId, PlaceBase};
use hlslc_hir::objects::{ObjectKind, ObjectParams};
use hlslc_hir::types::{ObjectArg, ScalarKind, Ty, TyData, Types};
use hlslc_syntax::ast::{self, Attribute, Literal, Name, PathSegment, TemplateArg};
use smallvec::SmallVec;

/// The attributes of one declaration that are passed to SPIR-V.
#[derive(Clone, Debug, Default)]
pub struct Foreign {
    /// The requirements and decorations.
    pub attributes: ForeignAttributes,
    /// The instruction that a function is.
    pub instruction: Option<ForeignFunction>,
    /// The role of an argument.
    pub param: ForeignParam,
    /// The built-in that a variable is: its number, whether it goes out, and where it is said.
    pub built_in: Option<(u32, bool, Span)>,
    /// The storage class of a variable.
    pub class: Option<(u32, Span)>,
}

impl Checker<'_> {
    /// Notes what an attribute says; false if it is none of this family.
    pub(super) fn foreign_attribute(&mut self, found: &mut Foreign, name: &str, attribute: &Attribute) -> bool {
        let span = attribute.span;
        match name {
            "ext_capability" => {
                found.attributes.needs.extend(self.vk_number(attribute).map(|number| Need::Capability(number, span)));
            }
            "ext_extension" => {
                let text = self.string_argument(attribute);
                found.attributes.needs.extend(text.map(|(name, _)| Need::Extension(name, span)));
            }
            "ext_decorate" | "ext_decorate_id" | "ext_decorate_string" => {
                found.attributes.decorations.extend(self.decoration(name, attribute));
            }
            "ext_instruction" => found.instruction = self.foreign_instruction(attribute),
            "ext_literal" => found.param = ForeignParam::Literal,
            "ext_reference" => found.param = ForeignParam::Reference,
            "ext_builtin_input" | "ext_builtin_output" => {
                let is_output = name == "ext_builtin_output";
                if let Some((_, _, other)) = found.built_in {
                    self.report(errors::both_ways(span).label(other, "the other"));
                }
                found.built_in = self.vk_number(attribute).map(|number| (number, is_output, span));
            }
            "ext_storage_class" => found.class = self.vk_number(attribute).map(|number| (number, span)),
            _ => return false,
        }
        true
    }

    /// The storage class of a variable that the source takes out of its usual place, where it may.
    pub(super) fn foreign_class(
        &mut self,
        foreign: &Foreign,
        modifiers: &Modifiers,
        name: Name,
    ) -> Option<ForeignVariable> {
        if let Some((number, is_output, span)) = foreign.built_in {
            if !modifiers.is_static || (!is_output && !modifiers.is_const) {
                let wanted = if is_output { "static" } else { "static const" };
                self.report(errors::built_in_modifiers(span, wanted).label(name.span, "this variable"));
            }
            let other = self.built_ins.insert(number, (is_output, span));
            if let Some((_, other)) = other.filter(|other| other.0 != is_output) {
                self.report(errors::built_in_twice(span, number).label(other, "the first stands here"));
            }
            let class = if is_output { ForeignVariable::OUTPUT } else { ForeignVariable::INPUT };
            return Some(ForeignVariable { class, built_in: Some(number), signed: false });
        }
        foreign.class.map(|(class, _)| ForeignVariable { class, built_in: None, signed: false })
    }

    /// The execution modes that `[[vk::spvexecutionmode(n)]]` names; what else stands there is read with the function.
    pub(super) fn foreign_modes(&mut self, attributes: &[Attribute]) -> Vec<(u32, Span)> {
        let mut found = Vec::new();
        for attribute in attributes.iter().filter(|attribute| attribute.scope.is_some() && self.options.dialect.has_vk)
        {
            if self.names.text(attribute.name.node) == "spvexecutionmode"
                && let Some(&[arg]) = attribute.args.as_deref()
            {
                found.extend(self.attribute_number(attribute, arg).map(|number| (number, attribute.span)));
            }
        }
        found
    }

    fn decoration(&mut self, name: &str, attribute: &Attribute) -> Option<Decoration> {
        let args = attribute.args.clone().unwrap_or_default();
        let (&first, rest) = args.split_first()?;
        let number = self.attribute_number(attribute, first)?;
        let operands = match name {
            "ext_decorate_string" => {
                let texts: Option<Vec<String>> = rest.iter().map(|&arg| self.text_argument(attribute, arg)).collect();
                DecorationOperands::Texts(texts?)
            }
            "ext_decorate_id" => {
                let ids: Option<Vec<_>> = rest.iter().map(|&arg| self.constant_argument(attribute, arg)).collect();
                DecorationOperands::Ids(ids?)
            }
            _ => {
                let numbers: Option<Vec<u32>> = rest.iter().map(|&arg| self.attribute_number(attribute, arg)).collect();
                DecorationOperands::Literals(numbers?)
            }
        };
        Some(Decoration { number, operands, span: attribute.span })
    }

    fn foreign_instruction(&mut self, attribute: &Attribute) -> Option<ForeignFunction> {
        let args = attribute.args.clone().unwrap_or_default();
        let opcode = self.attribute_number(attribute, *args.first()?)?;
        let set = match args.get(1) {
            Some(&arg) => Some(self.text_argument(attribute, arg)?).filter(|set| !set.is_empty()),
            None => None,
        };
        Some(ForeignFunction { opcode, set })
    }

    /// An argument that is a string.
    fn text_argument(&mut self, attribute: &Attribute, arg: ast::ExprId) -> Option<String> {
        let ast = self.ast;
        if let ast::ExprKind::Literal(Literal::String(pieces)) = &ast.exprs[arg].kind {
            return Some(self.string_value(pieces));
        }
        let text = self.text(attribute.name.node);
        self.report(errors::attribute_string(ast.exprs[arg].span, &text));
        None
    }

    /// An argument that is a constant of a type of its own.
    fn constant_argument(
        &mut self,
        attribute: &Attribute,
        arg: ast::ExprId,
    ) -> Option<(Ty, hlslc_hir::value::ConstValue)> {
        let (made, _) = self.in_scratch(|this| {
            let operand = this.check_expr(arg);
            let ty = match this.types().element_kind(operand.ty) {
                Some(ScalarKind::LitInt) => Types::scalar(ScalarKind::Int),
                Some(ScalarKind::LitFloat) => Types::scalar(ScalarKind::Float),
                _ => operand.ty,
            };
            let value = this.convert_implicitly(&operand, ty);
            (ty, this.eval(value))
        });
        if let (ty, Some(value)) = made {
            return Some((ty, value));
        }
        let text = self.text(attribute.name.node);
        self.report_unless_error(&[made.0], errors::attribute_not_constant(self.ast.exprs[arg].span, &text));
        None
    }

    /// Notes what attributes of a statement ask of the module while the function runs.
    pub fn foreign_statement(&mut self, attributes: &[Attribute]) {
        let foreign = self.vk_foreign(attributes, super::vulkan::On::Statement);
        self.body.func.foreign.needs.extend(foreign.attributes.needs);
    }

    // ------------------------------------------------------------------------------------------ types

    /// A type that only SPIR-V has, or an argument of one.
    pub(crate) fn foreign_type(&mut self, kind: ObjectKind, given: &[TemplateArg], span: Span) -> Ty {
        if !self.options.dialect.has_vk {
            self.report(errors::vulkan_object(span, kind.name()));
            return Types::ERROR;
        }
        let numbers = match kind.info().params {
            ObjectParams::Opcode => 1,
            ObjectParams::OpcodeInMemory => 3,
            ObjectParams::None
            | ObjectParams::OptionalElement
            | ObjectParams::Element
            | ObjectParams::ElementSamples
            | ObjectParams::OptionalElementSamples
            | ObjectParams::ElementCount
            | ObjectParams::Number
            | ObjectParams::FiveNumbers
            | ObjectParams::Flags
            | ObjectParams::Address
            | ObjectParams::Type
            | ObjectParams::TypeNumber => 0,
        };
        let mut list: SmallVec<[ObjectArg; 2]> = SmallVec::new();
        for (position, &arg) in given.iter().enumerate() {
            let wants_number = position < numbers || (position > 0 && numbers == 0);
            let names_type = match arg {
                TemplateArg::Type(_) => true,
                TemplateArg::Value(id) => {
                    matches!(&self.ast.exprs[id].kind, ast::ExprKind::Name(path) if self.try_type(path).is_some())
                }
            };
            if wants_number || !names_type && numbers > 0 {
                let Some(number) = self.number_arg(arg) else { return Types::ERROR };
                list.push(ObjectArg::Number(number as u32));
            } else {
                let Some(ty) = self.type_arg(arg) else { return Types::ERROR };
                list.push(ObjectArg::Type(ty));
            }
        }
        match (kind, list.as_slice()) {
            (ObjectKind::SpirvResultId, &[ObjectArg::Type(ty)]) => return ty,
            (ObjectKind::SpirvLiteral, &[ObjectArg::Type(ty)])
                if !matches!(self.types().data(ty), TyData::Object(ObjectKind::SpirvConstant, _)) =>
            {
                let shown = self.show(ty);
                self.report_unless_error(&[ty], errors::literal_of_no_constant(span, &shown));
                return Types::ERROR;
            }
            (ObjectKind::BufferPointer, &[_, ObjectArg::Number(align)]) if !align.is_power_of_two() => {
                self.report(errors::alignment_value(span, align));
                return Types::ERROR;
            }
            _ => {}
        }
        self.types_mut().intern(TyData::Object(kind, list))
    }

    // ------------------------------------------------------------------------------------------ calls that are instructions

    /// An argument of a call that is an instruction, if it is passed by its own rule.
    pub(super) fn foreign_argument(&mut self, func: FuncId, position: usize, arg: &Operand, ty: Ty) -> Option<Arg> {
        let function = &self.program.funcs[func];
        function.instruction.as_ref()?;
        match function.params.get(position)?.foreign_use {
            ForeignParam::Value => None,
            ForeignParam::Literal => {
                let value = self.convert_implicitly(arg, ty);
                // The number itself goes on, so that nothing has to work it out again and find less.
                match self.eval(value).filter(|known| scalar(known).is_some()) {
                    Some(known) => Some(Arg::In(self.emit(ty, ExprKind::Const(known), arg.span))),
                    None => {
                        self.report_unless_error(&[arg.ty], errors::literal_not_constant(arg.span));
                        Some(Arg::In(value))
                    }
                }
            }
            ForeignParam::Reference => {
                let (place, access) = self.place(arg);
                if access == Access::Temporary {
                    self.report_unless_error(&[arg.ty], errors::reference_to_value(arg.span));
                } else if !self.same_type(place.ty, ty) {
                    self.report_no_conversion(arg, ty);
                }
                Some(Arg::Ref(Box::new(place)))
            }
        }
    }

    // ------------------------------------------------------------------------------------------ addresses

    /// The pointee type of an address and its declared alignment; 0 for that of its type.
    pub fn address_of(&self, ty: Ty) -> Option<(Ty, u32)> {
        let TyData::Object(ObjectKind::BufferPointer, args) = self.types().data(ty) else { return None };
        let Some(&ObjectArg::Type(pointee)) = args.first() else { return None };
        let align = match args.get(1) {
            Some(&ObjectArg::Number(align)) => align,
            Some(ObjectArg::Type(_)) | None => 0,
        };
        Some((pointee, align))
    }

    /// `address.Get()`.
    pub(super) fn address_method(
        &mut self,
        base: &Operand,
        name: &str,
        args: &[Operand],
        span: Span,
    ) -> Option<Operand> {
        let (pointee, _) = self.address_of(base.ty)?;
        if name != "Get" || !args.is_empty() {
            return None;
        }
        let address = self.value(base);
        Some(self.place_operand(PlaceBase::Pointee(address), Vec::new(), pointee, Access::Mutable, span))
    }

    /// `vk::static_pointer_cast<T, align>(address)` and `vk::reinterpret_pointer_cast<T, align>(address)`.
    pub(super) fn pointer_cast(
        &mut self,
        segment: &PathSegment,
        qualifier: Qualifier,
        args: &[Operand],
        span: Span,
    ) -> Option<Operand> {
        if self.or_vk(qualifier) != Qualifier::Vk {
            return None;
        }
        let checks = match self.names.text(segment.name.node) {
            "static_pointer_cast" => true,
            "reinterpret_pointer_cast" => false,
            _ => return None,
        };
        let [address] = args else { return None };
        let (from, from_align) = self.address_of(address.ty)?;
        let to = self.object_type(ObjectKind::BufferPointer, segment.args.as_deref(), segment.name.span);
        let Some((pointee, align)) = self.address_of(to) else { return Some(self.error_operand(span)) };
        let of =
            |this: &Self, ty: Ty, align: u32| if align == 0 { this.memory_size(ty).1.max(1) as u32 } else { align };
        if of(self, pointee, align) > of(self, from, from_align) {
            self.report(errors::pointer_alignment(span, align, from_align.max(1)));
        }
        let is_base = match (self.struct_of(from), self.struct_of(pointee)) {
            (Some(derived), Some(base)) => self.base_distance(derived, base).is_some(),
            _ => self.same_type(from, pointee),
        };
        if checks && !is_base {
            let (have, want) = (self.show(from), self.show(pointee));
            self.report(errors::pointer_not_to_base(span, &want, &have));
        }
        let value = self.value(address);
        Some(self.value_operand(to, ExprKind::Convert(Conversion::Address, value), span))
    }
}
