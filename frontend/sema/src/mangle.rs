//! Mangles the names of functions for a linker, like Microsoft's C++ compiler and DXC.
//!
//! `float4 f(float4 a, inout int b)` is `\x01?f@@YA?AV?$vector@M$03@@V1@AIAH@Z`: name and scopes, innermost first; that it is a
//! plain function; result; parameters. A name that came before is the number of its first place among the names, a type of more
//! than one letter that was a parameter before its number among those. What stands inside the arguments of a template counts
//! on its own.

use crate::cx::{Checker, FnDecl, SigParam, TemplateValue};
use hlslc_hir::hir::ParamMode;
use hlslc_hir::objects::{ObjectParams, ObjectShape};
use hlslc_hir::types::{ObjectArg, ScalarKind, StructId, Ty, TyData};
use std::fmt::Write as _;

/// The most names and types that back references can refer to.
const BACK_REFERENCES: usize = 10;

/// What is declared of a parameter. A name says it about the elements of arrays; in others it hinders references back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Nothing.
    Unsaid,
    /// It is handed back.
    HandedBack,
    /// `const`.
    Constant,
}

/// A name in the making.
struct Mangler<'c, 'a> {
    checker: &'c Checker<'a>,
    out: String,
    names: Vec<String>,
    /// Parameters so far: each as it is written in full, and what is declared of it.
    params: Vec<(String, Access)>,
}

impl Checker<'_> {
    /// The name of a function for a linker, under another name of its own if one is given.
    pub fn symbol(&self, decl: &FnDecl, name: Option<&str>) -> String {
        let own = self.names.text(decl.name);
        let mut mangler = Mangler::new(self);
        mangler.out.push_str("\u{1}?");
        mangler.source_name(name.unwrap_or(own));
        mangler.scopes(self.scopes.get(decl.scope).prefix.trim_end_matches("::"));
        mangler.out.push('@');
        mangler.out.push_str(match (decl.record, decl.is_static) {
            (Some(_), false) => "QAA",
            (Some(_), true) => "SA",
            (None, _) => "YA",
        });
        mangler.result(decl.sig.ret);
        if decl.sig.params.is_empty() {
            mangler.out.push('X');
        } else {
            for param in &decl.sig.params {
                mangler.param(param);
            }
            mangler.out.push('@');
        }
        mangler.out.push('Z');
        mangler.out
    }
}

impl Checker<'_> {
    /// The name of a variable outside functions for a linker. Arrays are pointers to what they are arrays of.
    pub fn global_symbol(&self, name: &str, ty: Ty, is_const: bool) -> String {
        let (scopes, own) = name.rsplit_once("::").unwrap_or(("", name));
        let mut mangler = Mangler::new(self);
        mangler.out.push_str("\u{1}?");
        mangler.source_name(own);
        mangler.scopes(scopes);
        mangler.out.push_str("@3");
        let access = if is_const { 'B' } else { 'A' };
        if let &TyData::Array(element, _) = self.types().data(ty) {
            mangler.out.push_str("PA");
            mangler.ty(element, Access::Unsaid);
        } else {
            mangler.ty(ty, Access::Unsaid);
        }
        mangler.out.push(access);
        mangler.out
    }
}

impl<'c, 'a> Mangler<'c, 'a> {
    fn new(checker: &'c Checker<'a>) -> Self {
        Self { checker, out: String::with_capacity(64), names: Vec::new(), params: Vec::new() }
    }

    /// The mangled form of a part without previous names.
    fn alone(&self, write: impl FnOnce(&mut Self)) -> String {
        let mut inner = Self::new(self.checker);
        write(&mut inner);
        inner.out
    }

    fn source_name(&mut self, name: &str) {
        if let Some(at) = self.names.iter().position(|known| known == name) {
            let _ = write!(self.out, "{at}");
            return;
        }
        if self.names.len() < BACK_REFERENCES {
            self.names.push(name.to_owned());
        }
        self.out.push_str(name);
        self.out.push('@');
    }

    /// Writes the scopes around something, written `A::B`, innermost first.
    fn scopes(&mut self, scopes: &str) {
        if !scopes.is_empty() {
            for scope in scopes.rsplit("::") {
                self.source_name(scope);
            }
        }
    }

    /// Writes a name with its scopes.
    fn qualified(&mut self, name: &str) {
        self.scopes(name);
        self.out.push('@');
    }

    fn number(&mut self, number: u64) {
        match number {
            0 => self.out.push_str("A@"),
            1..=10 => {
                let _ = write!(self.out, "{}", number - 1);
            }
            _ => {
                let digits = (64 - number.leading_zeros()).div_ceil(4);
                for digit in (0..digits).rev() {
                    self.out.push(char::from(b'A' + (number >> (4 * digit) & 15) as u8));
                }
                self.out.push('@');
            }
        }
    }

    fn literal(&mut self, value: i64) {
        self.out.push_str("$0");
        if value < 0 {
            self.out.push('?');
        }
        self.number(value.unsigned_abs());
    }

    fn result(&mut self, ty: Ty) {
        match self.checker.types().data(ty) {
            TyData::Array(..) => self.out.push_str("$$B"),
            TyData::Vector(..) | TyData::Matrix { .. } | TyData::Struct(_) | TyData::Enum(_) | TyData::Object(..) => {
                self.out.push_str("?A");
            }
            TyData::Void | TyData::Scalar(_) | TyData::String | TyData::Error => {}
        }
        self.ty(ty, Access::Unsaid);
    }

    fn param(&mut self, param: &SigParam) {
        let ty = param.ty;
        let access = match param.mode {
            ParamMode::In if param.is_const => Access::Constant,
            ParamMode::In => Access::Unsaid,
            ParamMode::Out | ParamMode::InOut | ParamMode::Shared => Access::HandedBack,
        };
        let by_reference = access == Access::HandedBack
            && matches!(
                self.checker.types().data(ty),
                TyData::Scalar(_) | TyData::Vector(..) | TyData::Matrix { .. } | TyData::Enum(_)
            );
        let write = |this: &mut Self| {
            if by_reference {
                this.out.push_str("AIA");
            }
            this.ty(ty, access);
        };
        let key = (self.alone(write), access);
        if let Some(at) = self.params.iter().position(|known| *known == key) {
            let _ = write!(self.out, "{at}");
            return;
        }
        write(self);
        if key.0.len() > 1 && self.params.len() < BACK_REFERENCES {
            self.params.push(key);
        }
    }

    /// Writes a type. Types nest as deep as declarations may.
    fn ty(&mut self, ty: Ty, access: Access) {
        let checker = self.checker;
        match checker.types().data(ty) {
            TyData::Void | TyData::Error | TyData::String => self.out.push('X'),
            TyData::Scalar(kind) => self.scalar(*kind),
            TyData::Vector(kind, count) => {
                let name = self.alone(|inner| {
                    inner.out.push_str("?$vector@");
                    inner.scalar(*kind);
                    inner.literal(i64::from(*count));
                });
                self.class('V', &name);
            }
            TyData::Matrix { scalar, rows, cols, .. } => {
                let name = self.alone(|inner| {
                    inner.out.push_str("?$matrix@");
                    inner.scalar(*scalar);
                    inner.literal(i64::from(*rows));
                    inner.literal(i64::from(*cols));
                });
                self.class('V', &name);
            }
            TyData::Array(..) => {
                let (mut element, mut counts) = (ty, Vec::new());
                while let TyData::Array(inner, count) = checker.types().data(element) {
                    counts.push(count.unwrap_or(0));
                    element = *inner;
                }
                self.out.push('Y');
                self.number(counts.len() as u64);
                for count in counts {
                    self.number(u64::from(count));
                }
                self.out.push_str(match access {
                    Access::Unsaid => "",
                    Access::HandedBack => "$$CA",
                    Access::Constant => "$$CB",
                });
                self.ty(element, Access::Unsaid);
            }
            TyData::Struct(id) => self.record(*id),
            TyData::Enum(id) => {
                self.out.push_str("W4");
                self.qualified(&checker.types().enums[*id].name);
            }
            TyData::Object(kind, args) => {
                // Those without arguments, and buffers of constants, are structs in DXC.
                let is_struct = args.is_empty() || kind.info().shape == ObjectShape::ConstantBuffer;
                let tag = if is_struct { 'U' } else { 'V' };
                if args.is_empty() {
                    self.class(tag, kind.name());
                    return;
                }
                let name = self.alone(|inner| {
                    let _ = write!(inner.out, "?${}@", kind.name());
                    for arg in args {
                        match arg {
                            ObjectArg::Type(ty) => inner.ty(*ty, Access::Unsaid),
                            ObjectArg::Number(number) => inner.literal(i64::from(*number)),
                        }
                    }
                    // The samples are an argument that is 0 where it is left out.
                    let has_samples = matches!(
                        kind.info().params,
                        ObjectParams::ElementSamples | ObjectParams::OptionalElementSamples
                    );
                    if has_samples && args.len() == 1 {
                        inner.literal(0);
                    }
                });
                self.class(tag, &name);
            }
        }
    }

    /// Writes a class outside namespaces.
    fn class(&mut self, tag: char, name: &str) {
        self.out.push(tag);
        self.source_name(name);
        self.out.push('@');
    }

    fn record(&mut self, id: StructId) {
        let checker = self.checker;
        self.out.push(if checker.records[id].word == "class" { 'V' } else { 'U' });
        let origin = checker.records[id].origin.as_ref().filter(|_| !checker.records[id].is_numbered);
        let Some((template, values)) = origin else {
            return self.qualified(&checker.types().structs[id].name);
        };
        let template = &checker.record_templates[*template];
        let name = self.alone(|inner| {
            let _ = write!(inner.out, "?${}@", checker.names.text(template.name));
            for value in values {
                match value {
                    TemplateValue::Type(ty) => inner.ty(*ty, Access::Unsaid),
                    TemplateValue::Number(_, bits) => inner.literal(*bits as i64),
                    TemplateValue::Template(template) => inner.source_name(&checker.template_name(*template)),
                }
            }
        });
        self.source_name(&name);
        self.scopes(checker.scopes.get(template.scope).prefix.trim_end_matches("::"));
        self.out.push('@');
    }

    fn scalar(&mut self, kind: ScalarKind) {
        use ScalarKind as K;
        self.out.push_str(match kind {
            K::Bool => "_N",
            K::Int => "H",
            K::Uint => "I",
            K::Int16 => "F",
            K::Uint16 => "G",
            K::Int64 | K::LitInt => "_J",
            K::Uint64 => "_K",
            K::Float16 => "$f16@",
            K::Half | K::SNormHalf | K::UNormHalf => "$halff@",
            K::Float | K::SNormFloat | K::UNormFloat => "M",
            K::Double | K::LitFloat => "N",
            K::Min16Int => "$min16i@",
            K::Min12Int => "$min12i@",
            K::Min16Uint => "$min16ui@",
            K::Min16Float => "$min16f@",
            K::Min10Float => "$min10f@",
            K::PackedInt8x4 => "$i8_4pk@",
            K::PackedUint8x4 => "$ui8_4pk@",
        });
    }
}
