//! Checks `register(…)`: its parts, the rules about several of them, and which one applies.
//!
//! In DXIL the last of several registers counts, whatever profile it names; for a struct of resources the last one of each
//! class. In SPIR-V the first one counts, and the members of a struct share one counter, as `dxc -spirv` has it.

use crate::cx::Checker;
use crate::errors;
use hlslc_base::{Span, Symbol};
use hlslc_hir::hir::{GlobalId, RegisterBinding};
use hlslc_hir::objects::{ObjectClass, ObjectShape};
use hlslc_hir::types::{FieldData, ScalarKind, Ty, TyData, Types};
use hlslc_syntax::ast::{self, Annotation, AnnotationKind};

/// A register as written.
#[derive(Clone, Copy, Debug)]
pub struct WrittenRegister {
    /// Its letter in lower case; `None` where only a space is given.
    letter: Option<char>,
    /// Its number; none is zero.
    number: u32,
    /// The number in brackets, which nothing but comparison looks at.
    index: u32,
    /// Its space.
    space: Option<u32>,
    profile: Option<Symbol>,
    span: Span,
}

impl WrittenRegister {
    /// Whether both name one kind of register for one profile, but not the same one.
    fn conflicts(&self, other: &Self) -> bool {
        let share_profile = self.profile.is_none() || other.profile.is_none() || self.profile == other.profile;
        share_profile && self.letter == other.letter && (self.number, self.index) != (other.number, other.index)
    }

    fn binding(&self) -> RegisterBinding {
        let number = self.letter.map(|_| self.number);
        RegisterBinding { class: None, number, space: self.space, span: self.span }
    }
}

impl Checker<'_> {
    /// The registers among the annotations, as written.
    pub fn registers_of(&mut self, annotations: &[Annotation]) -> Vec<WrittenRegister> {
        let mut result: Vec<WrittenRegister> = Vec::new();
        for annotation in annotations {
            let AnnotationKind::Register(register) = &annotation.kind else { continue };
            let Some(written) = self.read_register(register, annotation.span) else { continue };
            let earlier = result.iter().find(|old| old.conflicts(&written)).map(|old| old.span);
            if let Some(old) = earlier {
                self.report(errors::conflicting_registers(annotation.span).label(old, "the other one"));
            }
            result.push(written);
        }
        result
    }

    fn read_register(&mut self, register: &ast::Register, span: Span) -> Option<WrittenRegister> {
        let profile = register.profile.map(|profile| profile.node);
        let mut written = WrittenRegister { letter: None, number: 0, index: 0, space: None, profile, span };
        if let Some(profile) = register.profile
            && !is_profile(self.names.text(profile.node))
        {
            let text = self.text(profile.node);
            self.report(errors::bad_register(profile.span, &text));
            return None;
        }
        if let Some(name) = register.register {
            let text = self.text(name.node);
            let Some((letter, number)) = split_register(&text) else {
                self.report(errors::bad_register(name.span, &text));
                return None;
            };
            written.letter = Some(letter);
            written.number = number;
            if let Some(index) = register.index {
                written.index = self.register_index(index)?;
            }
        }
        if let Some(space) = register.space {
            let text = self.text(space.node);
            match text.strip_prefix("space").and_then(|n| n.parse().ok()) {
                Some(number) => written.space = Some(number),
                None => {
                    self.report(errors::bad_space(space.span, &text));
                    return None;
                }
            }
        }
        Some(written)
    }

    fn register_index(&mut self, index: ast::ExprId) -> Option<u32> {
        // What is after the point of a number goes.
        let (value, _) = self.in_const_context(|this| {
            let mut operand = this.check_expr(index);
            if *this.types().data(operand.ty) == TyData::Scalar(ScalarKind::LitFloat) {
                operand = this.convert_explicitly(&operand, Types::scalar(ScalarKind::Int), operand.span);
            }
            this.integer_of(&operand, errors::not_constant)
        })?;
        let value = u32::try_from(value);
        if value.is_err() {
            self.report(errors::register_index(self.ast.exprs[index].span));
        }
        value.ok()
    }

    /// The one register that counts for something that is no struct.
    fn counting_register(&self, written: &[WrittenRegister]) -> Option<RegisterBinding> {
        if self.options.dialect.first_register {
            return written.first().map(WrittenRegister::binding);
        }
        let mut found: Option<RegisterBinding> = None;
        for register in written {
            // A space alone moves the register before it; a register takes its space along.
            let number = register.binding().number.or(found.and_then(|old| old.number));
            found = Some(RegisterBinding { number, ..register.binding() });
        }
        found
    }

    /// The registers that count for the resources of a struct.
    fn struct_registers(&self, written: &[WrittenRegister]) -> Vec<RegisterBinding> {
        if self.options.dialect.first_register {
            return written.first().map(WrittenRegister::binding).into_iter().collect();
        }
        let mut found: Vec<RegisterBinding> = Vec::new();
        for register in written {
            let class = match register.letter {
                Some('t') => ObjectClass::Srv,
                Some('u') => ObjectClass::Uav,
                Some('s') => ObjectClass::Sampler,
                _ => continue,
            };
            found.retain(|old| old.class != Some(class));
            found.push(RegisterBinding { class: Some(class), ..register.binding() });
        }
        found
    }

    /// Binds a resource, an array of them or a struct that holds some.
    pub fn bind_resources(&mut self, global: GlobalId, annotations: &[Annotation]) {
        let written = self.registers_of(annotations);
        let base = self.array_base(self.program.globals[global].ty);
        if self.struct_of(base).is_some() {
            self.check_no_space(&written);
            self.program.globals[global].registers = self.struct_registers(&written);
            self.keep_room(global, &written);
            return;
        }
        if let Some((wanted, also)) = self.register_letters(base) {
            self.check_letters(&written, &[wanted, also]);
        }
        self.program.globals[global].registers = self.counting_register(&written).into_iter().collect();
    }

    /// A struct of resources stands in `$Globals` too, where it takes no bytes, but its register is a place like that of
    /// a number: loose constants come after it.
    fn keep_room(&mut self, global: GlobalId, written: &[WrittenRegister]) {
        let Some(offset) = self.loose_offset(written) else { return };
        let data = &self.program.globals[global];
        let (ty, span, in_buffer) = (data.ty, data.span, data.in_buffer);
        if !self.options.dialect.first_register && !in_buffer {
            let mut field = FieldData::plain(Symbol::EMPTY, ty, span);
            field.packoffset = Some(offset);
            self.push_loose(field);
        }
    }

    /// Binds a resource among the members of a buffer: only its number counts there.
    pub fn bind_buffer_resources(&mut self, global: GlobalId, annotations: &[Annotation]) {
        self.program.globals[global].in_buffer = true;
        self.bind_resources(global, annotations);
        let is_struct = self.struct_of(self.array_base(self.program.globals[global].ty)).is_some();
        let data = &mut self.program.globals[global];
        if self.options.dialect.first_register {
            return;
        }
        if is_struct {
            data.registers.clear();
        }
        for register in &mut data.registers {
            register.space = None;
        }
    }

    /// Binds a `cbuffer` (`b`) or `tbuffer` (`t`).
    pub fn bind_buffer(&mut self, global: GlobalId, letter: char, annotations: &[Annotation]) {
        let written = self.registers_of(annotations);
        self.check_letters(&written, &[letter]);
        for register in &written {
            if register.profile.is_some() && register.letter.is_some() {
                self.report(errors::buffer_register_profile(register.span));
            }
        }
        self.program.globals[global].registers = self.counting_register(&written).into_iter().collect();
    }

    /// Binds a member of `$Globals`. Returns its byte offset, if a register gives one.
    pub fn bind_loose(&mut self, ty: Ty, annotations: &[Annotation]) -> (Option<u32>, Vec<RegisterBinding>) {
        let written = self.registers_of(annotations);
        self.check_no_space(&written);
        self.check_number_letters(ty, &written);
        let offset = self.loose_offset(&written);
        (offset, self.struct_registers(&written))
    }

    /// The byte offset that registers give to a member of `$Globals`.
    fn loose_offset(&mut self, written: &[WrittenRegister]) -> Option<u32> {
        let register = if self.options.dialect.first_register {
            written.first().filter(|register| register.letter == Some('c'))
        } else {
            written.iter().rfind(|register| register.letter.is_some())
        };
        let (number, span) = register.map(|register| (register.number, register.span))?;
        self.constant_offset(number, 0, span)
    }

    /// The byte at which a component of a register of constants begins. Reports a register that no offset reaches.
    pub(super) fn constant_offset(&mut self, number: u32, component: u32, span: Span) -> Option<u32> {
        let offset = number.checked_mul(16).map(|row| row + component * 4);
        if offset.is_none() {
            self.report(errors::constant_register_too_far(span, number));
        }
        offset
    }

    /// The byte offset that a register gives to a member of a `cbuffer`, in a dialect that has any.
    pub fn bind_member(&mut self, ty: Ty, annotations: &[Annotation]) -> Option<u32> {
        let written = self.registers_of(annotations);
        self.check_number_letters(ty, &written);
        let first =
            written.first().filter(|register| self.options.dialect.constant_registers && register.letter == Some('c'));
        let (number, span) = first.map(|register| (register.number, register.span))?;
        self.constant_offset(number, 0, span)
    }

    fn check_number_letters(&mut self, ty: Ty, written: &[WrittenRegister]) {
        let base = self.array_base(ty);
        if matches!(self.types().data(base), TyData::Scalar(_) | TyData::Vector(..) | TyData::Matrix { .. }) {
            self.check_letters(written, &['c', 'b', 'i']);
        }
    }

    fn check_letters(&mut self, written: &[WrittenRegister], allowed: &[char]) {
        for register in written {
            if let (Some(letter), Some(wanted)) = (register.letter, allowed.first())
                && !allowed.contains(&letter)
            {
                self.report(errors::register_class(register.span, &letter.to_string(), &wanted.to_string()));
            }
        }
    }

    /// Rejects a space for members of `$Globals`, which is in space 0.
    fn check_no_space(&mut self, written: &[WrittenRegister]) {
        for register in written {
            if register.space.is_some() && !self.options.dialect.constant_registers {
                self.report(errors::space_on_constants(register.span));
            }
        }
    }

    /// The letter of the registers that an object goes to, and another one that it may be given: textures and samplers
    /// share a register where they share a name.
    fn register_letters(&self, ty: Ty) -> Option<(char, char)> {
        let info = self.object_kind(ty)?.info();
        Some(match (info.class, info.shape) {
            (ObjectClass::Srv, ObjectShape::Texture(_)) => ('t', 's'),
            (ObjectClass::Srv, _) => ('t', 't'),
            (ObjectClass::Uav, _) => ('u', 'u'),
            (ObjectClass::Cbv, _) => ('b', 'b'),
            (ObjectClass::Sampler, _) => ('s', 't'),
            _ => return None,
        })
    }
}

/// Whether a word names a profile: `ps`, or letters, digits and an underscore as in `ps_5_1`.
fn is_profile(text: &str) -> bool {
    let is_short = matches!(text, "vs" | "ps" | "gs" | "cs" | "hs" | "ds");
    let has = |test: fn(char) -> bool| text.chars().any(test);
    let all = text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    is_short || (all && has(|c| c == '_') && has(|c| c.is_ascii_digit()) && has(|c| c.is_ascii_lowercase()))
}

/// `t12` into letter and number.
fn split_register(text: &str) -> Option<(char, u32)> {
    let mut chars = text.chars();
    let letter = chars.next()?.to_ascii_lowercase();
    let number = chars.as_str();
    if !matches!(letter, 'b' | 't' | 'u' | 's' | 'c' | 'i') {
        return None;
    }
    let number = if number.is_empty() { 0 } else { number.parse().ok()? };
    Some((letter, number))
}
