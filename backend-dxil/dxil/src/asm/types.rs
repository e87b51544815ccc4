//! Reads types, and the definitions of those with names.

use crate::bytestr::ByteStr;
use crate::types::{NamedStruct, OtherType, Type, TypeId};

use super::lex::{Kind, Token};
use super::parser::{Name, Parse, Parser, TypeName};

/// The widest integer that constants can hold.
const MAX_INT_BITS: u32 = 64;
/// Address spaces have 24 bits in LLVM.
const MAX_ADDRSPACE: u32 = 1 << 24;

impl Parser<'_> {
    /// A type; `void` is one.
    pub(super) fn ty(&mut self) -> Parse<TypeId> {
        self.nested(|parser| {
            let first = parser.peek();
            let mut ty = parser.first_of_type()?;
            loop {
                let token = parser.peek();
                #[expect(clippy::wildcard_enum_match_arm, reason = "every other token ends a type")]
                match token.kind {
                    Kind::Punct(b'*') => {
                        parser.at += 1;
                        ty = parser.pointer_to(first, ty, 0)?;
                    }
                    Kind::Word if parser.is_word("addrspace") => {
                        let space = parser.addrspace()?;
                        parser.require(b'*', "after the address space of a pointer")?;
                        ty = parser.pointer_to(first, ty, space)?;
                    }
                    Kind::Punct(b'(') => ty = parser.function_type(ty)?,
                    _ => return Ok(ty),
                }
            }
        })
    }

    /// A type of which there are values.
    pub(super) fn value_type(&mut self) -> Parse<TypeId> {
        let first = self.peek();
        let ty = self.ty()?;
        #[expect(clippy::wildcard_enum_match_arm, reason = "there are values of every other type")]
        match self.module.types.get(ty) {
            Type::Void | Type::Function { .. } | Type::Label => {
                let text = self.type_text(ty);
                self.error(first, format!("there are no values of the type `{text}`: use another here"))
            }
            _ => Ok(ty),
        }
    }

    /// `addrspace(n)`, which comes next.
    pub(super) fn addrspace(&mut self) -> Parse<u32> {
        self.at += 1;
        self.require(b'(', "after `addrspace`")?;
        let token = self.peek();
        let space = self.unsigned("the number of an address space")?;
        if space >= MAX_ADDRSPACE {
            return self.error(token, format!("address spaces are below {MAX_ADDRSPACE}: DXIL's are 0 to 6"));
        }
        self.require(b')', "after the number of an address space")?;
        Ok(space)
    }

    fn pointer_to(&mut self, token: Token, pointee: TypeId, addrspace: u32) -> Parse<TypeId> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "there are pointers to every other type")]
        match self.module.types.get(pointee) {
            Type::Void => self.error(token, "there are no pointers to `void`: use `i8*`"),
            Type::Label | Type::Metadata => self.error(token, "there are no pointers to blocks or metadata"),
            _ => Ok(self.module.types.pointer(pointee, addrspace)),
        }
    }

    fn first_of_type(&mut self) -> Parse<TypeId> {
        let token = self.peek();
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other token starts a type")]
        match token.kind {
            Kind::Word => self.word_type(token),
            Kind::Local => {
                self.at += 1;
                let name = self.name_of(token)?;
                Ok(self.named_type(name, token))
            }
            Kind::Punct(b'[') => {
                self.at += 1;
                let (len, elem) = self.sequence("array")?;
                self.require(b']', "after the element type of an array")?;
                Ok(self.module.types.array(elem, len))
            }
            Kind::Punct(b'{') => {
                let fields = self.fields()?;
                Ok(self.module.types.intern(Type::Struct { packed: false, fields: fields.into() }))
            }
            Kind::Punct(b'<') => {
                self.at += 1;
                if self.is_punct(b'{') {
                    let fields = self.fields()?;
                    self.require(b'>', "after the fields of a packed struct")?;
                    return Ok(self.module.types.intern(Type::Struct { packed: true, fields: fields.into() }));
                }
                let (len, elem) = self.sequence("vector")?;
                self.require(b'>', "after the element type of a vector")?;
                let is_scalar = matches!(
                    self.module.types.get(elem),
                    Type::Int(_) | Type::Half | Type::Float | Type::Double | Type::Pointer { .. }
                );
                match u32::try_from(len) {
                    Ok(len) if len > 0 && is_scalar => Ok(self.module.types.vector(elem, len)),
                    _ => self
                        .error(token, "a vector has one element or more, which are scalars: use an array for others"),
                }
            }
            _ => self.expected("a type"),
        }
    }

    /// `n x type`, after the bracket.
    fn sequence(&mut self, what: &str) -> Parse<(u64, TypeId)> {
        let len = self.unsigned(&format!("the number of elements of a {what}"))?;
        self.require_word("x", "between the number and the type of elements")?;
        Ok((len, self.value_type()?))
    }

    /// The fields of a struct, with their braces.
    fn fields(&mut self) -> Parse<Vec<TypeId>> {
        self.require(b'{', "before the fields of a struct")?;
        let mut fields = Vec::new();
        if self.take(b'}') {
            return Ok(fields);
        }
        loop {
            fields.push(self.value_type()?);
            if !self.take(b',') {
                break;
            }
        }
        self.require(b'}', "after the fields of a struct")?;
        Ok(fields)
    }

    fn word_type(&mut self, token: Token) -> Parse<TypeId> {
        let ty = match self.text(token) {
            b"void" => Type::Void,
            b"half" => Type::Half,
            b"float" => Type::Float,
            b"double" => Type::Double,
            b"label" => Type::Label,
            b"metadata" => Type::Metadata,
            b"ptr" => {
                return self.error(
                    token,
                    "`ptr` is a type of newer LLVM: pointers of DXIL name what they point to, as in `i32*`",
                );
            }
            b"bfloat" | b"token" | b"target" => {
                return self.error(token, format!("{} is not a type of DXIL", self.shown(token)));
            }
            word => {
                let bits = word.strip_prefix(b"i").and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
                let other = OtherType::ALL.iter().find(|other| other.name().as_bytes() == word);
                match (bits, other) {
                    (Some(bits @ 1..=MAX_INT_BITS), _) => Type::Int(bits),
                    (Some(_), _) => {
                        return self.error(token, format!("integers of DXIL have 1 to {MAX_INT_BITS} bits"));
                    }
                    (None, Some(&other)) => Type::Other(other),
                    (None, None) => return self.expected("a type"),
                }
            }
        };
        self.at += 1;
        Ok(self.module.types.intern(ty))
    }

    fn function_type(&mut self, ret: TypeId) -> Parse<TypeId> {
        self.at += 1;
        let mut params = Vec::new();
        let mut vararg = false;
        while !self.take(b')') {
            if self.kind() == Kind::Dots {
                self.at += 1;
                vararg = true;
                self.require(b')', "after `...`")?;
                break;
            }
            params.push(self.value_type()?);
            if !self.is_punct(b')') {
                self.require(b',', "between the parameters of a function type")?;
            }
        }
        Ok(self.module.types.intern(Type::Function { ret, params: params.into(), vararg }))
    }

    /// The type of a name; one whose definition has not come is a struct.
    fn named_type(&mut self, name: Name, token: Token) -> TypeId {
        if let Some(known) = self.types.get(&name) {
            return known.ty;
        }
        let text = match &name {
            Name::Text(text) => text.clone(),
            Name::Number(_) => ByteStr::default(),
        };
        let ty = self.module.types.new_struct(NamedStruct { name: text, fields: None, packed: false });
        self.types.insert(name, TypeName { ty, first_use: Some(token) });
        ty
    }

    /// `%name = type …`, whose name comes next.
    pub(super) fn type_definition(&mut self) -> Parse<()> {
        let token = self.next();
        let name = self.name_of(token)?;
        if let Name::Number(number) = name {
            if number != self.next_type {
                let wanted = self.next_type;
                return self
                    .error(token, format!("types without a name are numbered in sequence: this one is `%{wanted}`"));
            }
            self.next_type += 1;
        }
        self.require(b'=', "after the name of a type")?;
        self.require_word("type", "in the definition of a type")?;
        let is_known = self.types.get(&name).is_some_and(|known| known.first_use.is_none());
        if is_known {
            return self.error(token, format!("the type {} is defined twice: remove one", self.shown(token)));
        }
        let is_packed = self.is_punct(b'<') && self.token_at(self.at + 1).kind == Kind::Punct(b'{');
        let is_opaque = self.is_word("opaque");
        if !is_packed && !is_opaque && !self.is_punct(b'{') {
            // A name for a type that is no struct is only another spelling of it.
            if self.types.contains_key(&name) {
                return self.error(token, "a type that is no struct must be defined before it is used: move this up");
            }
            let ty = self.ty()?;
            self.types.insert(name, TypeName { ty, first_use: None });
            return Ok(());
        }
        let ty = self.named_type(name.clone(), token);
        if let Some(known) = self.types.get_mut(&name) {
            known.first_use = None;
        }
        if is_opaque {
            self.at += 1;
            return Ok(());
        }
        self.at += usize::from(is_packed);
        let fields = self.fields()?;
        if is_packed {
            self.require(b'>', "after the fields of a packed struct")?;
        }
        if let Type::Named(id) = *self.module.types.get(ty) {
            self.module.types.set_struct_body(id, is_packed, &fields);
        }
        Ok(())
    }

    /// Reports types that are used and not defined, and structs that contain themselves.
    pub(super) fn check_types(&mut self) {
        let mut undefined: Vec<Token> = self.types.values().filter_map(|name| name.first_use).collect();
        undefined.sort_by_key(|token| token.start);
        for token in undefined {
            let text = self.shown(token);
            let found: Parse<()> =
                self.error(token, format!("the type {text} is not defined: add `{} = type …`", text.trim_matches('`')));
            self.errors.extend(found.err().map(|error| *error));
        }
        if let Some(ty) = self.module.types.find_infinite() {
            let text = self.type_text(ty);
            let found: Parse<()> =
                self.error(self.token_at(0), format!("the type `{text}` contains itself: use a pointer to it"));
            self.errors.extend(found.err().map(|error| *error));
        }
    }

    /// A type as it is written.
    pub(super) fn type_text(&self, ty: TypeId) -> String {
        crate::disasm::type_text(&self.module, ty)
    }
}
