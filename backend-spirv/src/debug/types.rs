//! Emits the types of variables and functions in debug information.
//!
//! A type is declared after its parts. A struct of the first set refers to its members, and so follows them; members of the
//! second set do not refer to it, and precede it.

use super::vocabulary::{Say, flag};
use super::{Arg, Debug};
use crate::assembly::Assembly;
use hlslc_base::Span;
use hlslc_ir::debug::{DebugMember, DebugTypeData, Encoding};
use hlslc_ir::entity::DebugType;
use rspirv::spirv::Word;

/// The most components that the sets know a vector to have.
const MOST_LANES: u32 = 4;
/// The tag of a composite.
const CLASS: u32 = 0;
const STRUCTURE: u32 = 1;

/// (the name of a number in debug information of C, the one in HLSL).
const NAMES: [(&str, &str); 1] = [("unsigned int", "uint")];

/// The encoding of a number.
fn encoding(encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Bool => 2,
        Encoding::Float => 3,
        Encoding::Signed => 4,
        Encoding::Unsigned => 6,
    }
}

impl Debug<'_> {
    /// The declaration of a type. Types refer to earlier ones only, and nest as deep as the front end allows.
    pub(super) fn ty(&mut self, asm: &mut Assembly, ty: DebugType) -> Word {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let info = self.info;
        let bits = info.extent(ty).0;
        let made = match &info.types[ty] {
            DebugTypeData::Number { name, encoding: how, .. } => {
                let name = NAMES.iter().find(|row| row.0 == name).map_or(name.as_str(), |row| row.1);
                let mut args = vec![Arg::Text(name), Arg::Constant(bits), Arg::Number(encoding(*how))];
                if !self.vocabulary.has_literals() {
                    args.push(Arg::Number(0));
                }
                self.declare(asm, Say::TypeBasic, &args)
            }
            DebugTypeData::Alias { name, span, to } => self.alias(asm, name, *span, *to),
            DebugTypeData::Vector { element, count } => {
                let element = self.ty(asm, *element);
                if *count <= MOST_LANES {
                    self.declare(asm, Say::TypeVector, &[Arg::Id(element), Arg::Number(*count)])
                } else {
                    self.declare(asm, Say::TypeArray, &[Arg::Id(element), Arg::Constant(*count)])
                }
            }
            DebugTypeData::Matrix { element, rows, cols } => {
                let element = self.ty(asm, *element);
                if self.vocabulary.has_literals() {
                    let args = [Arg::Id(element), Arg::Constant(*rows), Arg::Constant(*cols)];
                    self.declare(asm, Say::TypeArray, &args)
                } else {
                    // The rows of HLSL are what SPIR-V calls columns.
                    let row = self.declare(asm, Say::TypeVector, &[Arg::Id(element), Arg::Number(*cols)]);
                    let by_columns = asm.true_constant();
                    let args = [Arg::Id(row), Arg::Number(*rows), Arg::Id(by_columns)];
                    self.declare(asm, Say::TypeMatrix, &args)
                }
            }
            DebugTypeData::Array { .. } => self.array(asm, ty),
            DebugTypeData::Struct { name, span, is_class, members, .. } => {
                let kind = if *is_class { CLASS } else { STRUCTURE };
                self.structure(asm, (name, *span, kind), bits, members)
            }
            DebugTypeData::Enum { name, span, element, is_class, values } => {
                let (element, at) = (self.ty(asm, *element), self.declared(asm, *span));
                let mut args = vec![
                    Arg::Text(name),
                    Arg::Id(element),
                    Arg::Id(at.source),
                    Arg::Number(at.line),
                    Arg::Number(at.column),
                    Arg::Id(self.unit),
                    Arg::Constant(bits),
                    Arg::Number(if *is_class { flag::ENUM_CLASS } else { flag::PUBLIC }),
                ];
                for (name, value) in values {
                    args.extend([Arg::Constant(*value as u32), Arg::Text(name)]);
                }
                self.declare(asm, Say::TypeEnum, &args)
            }
            DebugTypeData::Object { name } => self.object(asm, name),
        };
        self.types.insert(ty, made);
        made
    }

    /// Another name of a type. Those of the language are none, and validators take others of numbers only.
    fn alias(&mut self, asm: &mut Assembly, name: &str, span: Span, to: DebugType) -> Word {
        let is_number = matches!(self.info.types[to], DebugTypeData::Number { .. });
        let base = self.ty(asm, to);
        if span.is_none() || !is_number {
            return base;
        }
        let at = self.declared(asm, span);
        let args = [
            Arg::Text(name),
            Arg::Id(base),
            Arg::Id(at.source),
            Arg::Number(at.line),
            Arg::Number(at.column),
            Arg::Id(self.unit),
        ];
        self.declare(asm, Say::Typedef, &args)
    }

    /// An array with all its dimensions.
    fn array(&mut self, asm: &mut Assembly, ty: DebugType) -> Word {
        let (mut element, mut counts) = (ty, Vec::new());
        while let DebugTypeData::Array { element: inner, count } = &self.info.types[element] {
            counts.push(*count);
            element = *inner;
        }
        let base = self.ty(asm, element);
        if self.vocabulary.has_literals() && counts.contains(&0) {
            // The first set has no array without an end.
            let name = format!("{}[]", self.name(element));
            return self.object(asm, &name);
        }
        let mut args = vec![Arg::Id(base)];
        args.extend(counts.into_iter().map(Arg::Constant));
        self.declare(asm, Say::TypeArray, &args)
    }

    /// The name of a type, if it has one.
    fn name(&self, ty: DebugType) -> &str {
        match &self.info.types[ty] {
            DebugTypeData::Number { name, .. }
            | DebugTypeData::Alias { name, .. }
            | DebugTypeData::Struct { name, .. }
            | DebugTypeData::Enum { name, .. }
            | DebugTypeData::Object { name } => name,
            DebugTypeData::Vector { .. } | DebugTypeData::Matrix { .. } | DebugTypeData::Array { .. } => "",
        }
    }

    /// A struct, or a class.
    fn structure(
        &mut self,
        asm: &mut Assembly,
        (name, span, kind): (&str, Span, u32),
        bits: u32,
        members: &[DebugMember],
    ) -> Word {
        let at = self.declared(asm, span);
        // Types are declared before the struct, whatever its members look like.
        let types: Vec<Word> = members.iter().map(|member| self.ty(asm, member.ty)).collect();
        let own: Vec<Word> = members.iter().map(|_| asm.id()).collect();
        let mut args = vec![
            Arg::Text(name),
            Arg::Number(kind),
            Arg::Id(at.source),
            Arg::Number(at.line),
            Arg::Number(at.column),
            Arg::Id(self.unit),
            Arg::Text(name),
            Arg::Constant(bits),
            Arg::Number(flag::PUBLIC),
        ];
        args.extend(own.iter().copied().map(Arg::Id));
        let parent = self.vocabulary.has_literals().then(|| self.declare(asm, Say::TypeComposite, &args));
        for ((member, ty), id) in members.iter().zip(types).zip(own) {
            let at = self.declared(asm, if member.is_base { span } else { member.span });
            // No validator takes a base class as one.
            let name = if member.is_base { self.name(member.ty).to_owned() } else { member.name.clone() };
            let mut args =
                vec![Arg::Text(&name), Arg::Id(ty), Arg::Id(at.source), Arg::Number(at.line), Arg::Number(at.column)];
            args.extend(parent.map(Arg::Id));
            args.extend([Arg::Constant(member.offset), Arg::Constant(member.bits), Arg::Number(flag::PUBLIC)]);
            self.declare_as(asm, id, Say::TypeMember, &args);
        }
        parent.unwrap_or_else(|| self.declare(asm, Say::TypeComposite, &args))
    }

    /// A built-in object, of which nothing is known but its name.
    fn object(&mut self, asm: &mut Assembly, name: &str) -> Word {
        let (at, size) = (self.declared(asm, Span::NONE), self.none(asm));
        let linkage = format!("@{name}");
        let args = [
            Arg::Text(name),
            Arg::Number(CLASS),
            Arg::Id(at.source),
            Arg::Number(0),
            Arg::Number(0),
            Arg::Id(self.unit),
            Arg::Text(&linkage),
            Arg::Id(size),
            Arg::Number(flag::PUBLIC),
        ];
        self.declare(asm, Say::TypeComposite, &args)
    }

    /// The type of a function of the source.
    pub(super) fn function_type(&mut self, asm: &mut Assembly, at: usize) -> Word {
        let funcs = &self.scopes.functions[at].funcs;
        let info = self.info;
        let signature = funcs.iter().find_map(|&func| info.signatures[func].as_ref());
        let ret = signature.and_then(|signature| signature.ret).map(|ret| self.ty(asm, ret));
        let mut args = vec![Arg::Number(flag::PUBLIC), Arg::Id(ret.unwrap_or_else(|| asm.void()))];
        for &param in signature.iter().flat_map(|signature| &signature.params) {
            args.push(Arg::Id(self.ty(asm, param)));
        }
        let key = args.iter().filter_map(|arg| if let Arg::Id(id) = arg { Some(*id) } else { None }).collect();
        if let Some(&known) = self.function_types.get(&key) {
            return known;
        }
        let made = self.declare(asm, Say::TypeFunction, &args);
        self.function_types.insert(key, made);
        made
    }
}
