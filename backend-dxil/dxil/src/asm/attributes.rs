//! Reads attributes: in groups, of functions, results, parameters and calls.

use crate::attributes::{AttrKind, AttrListId, Attribute, AttributeList, FUNCTION_INDEX, in_llvm_order};

use super::lex::{Kind, Token};
use super::parser::{Parse, Parser};

/// The attributes of a function or call as the text gives them.
#[derive(Default)]
pub(super) struct RawAttributes {
    /// Those of the result.
    pub(super) result: Vec<Attribute>,
    /// Those of each parameter.
    pub(super) params: Vec<Vec<Attribute>>,
    /// Those of the function that are written in place.
    pub(super) own: Vec<Attribute>,
    /// The groups that are named.
    pub(super) groups: Vec<Token>,
}

impl Parser<'_> {
    /// `attributes #n = { … }`, whose first word comes next.
    pub(super) fn attribute_group(&mut self) -> Parse<()> {
        self.at += 1;
        let token = self.peek();
        if token.kind != Kind::Group {
            return self.expected("the number of an attribute group, such as `#0`");
        }
        let number = self.number_in(token)?;
        self.at += 1;
        self.require(b'=', "after the number of an attribute group")?;
        self.require(b'{', "before the attributes of a group")?;
        let mut attributes = Vec::new();
        while !self.take(b'}') {
            match self.attribute()? {
                Some(attribute) => attributes.push(attribute),
                None => return self.expected("an attribute or `}`"),
            }
        }
        if self.groups.insert(number, attributes).is_some() {
            return self
                .error(token, format!("the attribute group {} is defined twice: remove one", self.shown(token)));
        }
        Ok(())
    }

    /// An attribute, if one comes next.
    fn attribute(&mut self) -> Parse<Option<Attribute>> {
        if self.kind() == Kind::Text {
            let key = self.string("the name of an attribute")?;
            let value = if self.take(b'=') { Some(self.string("the value of an attribute")?) } else { None };
            return Ok(Some(Attribute::Text(key, value)));
        }
        let Some(word) = self.word() else { return Ok(None) };
        let Some(&kind) = AttrKind::ALL.iter().find(|kind| kind.text().as_bytes() == word) else { return Ok(None) };
        self.at += 1;
        let has_value = matches!(
            kind,
            AttrKind::Align | AttrKind::StackAlign | AttrKind::Dereferenceable | AttrKind::DereferenceableOrNull
        );
        if !has_value {
            return Ok(Some(Attribute::Kind(kind)));
        }
        // `align 4`, `align=4`, `alignstack(8)`.
        let in_parentheses = self.take(b'(');
        if !in_parentheses {
            self.take(b'=');
        }
        let value = self.unsigned("the value of an attribute")?;
        if in_parentheses {
            self.require(b')', "after the value of an attribute")?;
        }
        Ok(Some(Attribute::Value(kind, value)))
    }

    /// The attributes of a result or parameter, as many as come next.
    pub(super) fn attributes(&mut self) -> Parse<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while let Some(attribute) = self.attribute()? {
            attributes.push(attribute);
        }
        Ok(attributes)
    }

    /// The attributes of a function or call, as many as come next. `align` is not among them: it is that of the function.
    pub(super) fn own_attributes(&mut self, raw: &mut RawAttributes) -> Parse<()> {
        loop {
            let token = self.peek();
            if token.kind == Kind::Group {
                self.at += 1;
                raw.groups.push(token);
                continue;
            }
            if self.is_word("align") {
                return Ok(());
            }
            match self.attribute()? {
                Some(attribute) => raw.own.push(attribute),
                None => return Ok(()),
            }
        }
    }

    /// The attribute list, new or known, if there is an attribute.
    pub(super) fn attribute_list(&mut self, raw: RawAttributes) -> Parse<Option<AttrListId>> {
        let mut own = raw.own;
        for token in raw.groups {
            let number = self.number_in(token)?;
            // LLVM takes a group that is not defined for an empty one.
            own.extend(self.groups.get(&number).into_iter().flatten().cloned());
        }
        let params = raw.params.into_iter().enumerate().map(|(index, attributes)| (index as u32 + 1, attributes));
        let groups = std::iter::once((0, raw.result)).chain(params).chain([(FUNCTION_INDEX, own)]);
        let groups = groups.filter(|(_, attributes)| !attributes.is_empty());
        let groups: Vec<_> = groups.map(|(index, attributes)| (index, in_llvm_order(&attributes))).collect();
        Ok((!groups.is_empty()).then(|| self.module.intern_attributes(AttributeList { groups })))
    }
}
