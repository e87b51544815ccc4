//! Prints metadata: named lists, nodes, attachments and the records of debug information.

use std::fmt::Write as _;

use crate::debug_info::{DebugField, DebugKind, DebugRecord};
use crate::metadata::{MdId, MdKind, Metadata};

use super::slots::NodeRef;
use super::{Printer, emit};

impl Printer<'_> {
    pub(super) fn named_metadata(&mut self) {
        let module = self.module;
        if !module.named_metadata.is_empty() {
            self.out.push('\n');
        }
        for (name, nodes) in &module.named_metadata {
            self.out.push('!');
            write_identifier(&mut self.out, name);
            self.out.push_str(" = !{");
            for (index, &node) in nodes.iter().enumerate() {
                if index > 0 {
                    self.out.push_str(", ");
                }
                self.node_reference(NodeRef::Entry(node));
            }
            self.out.push_str("}\n");
        }
    }

    pub(super) fn metadata_nodes(&mut self) {
        if !self.slots.nodes.is_empty() {
            self.out.push('\n');
        }
        for number in 0..self.slots.nodes.len() {
            emit!(self, "!{number} = ");
            match self.slots.nodes[number] {
                NodeRef::Entry(id) => self.node_body(id),
                NodeRef::Location(loc) => {
                    let fields = [
                        DebugField::Int(u64::from(loc.line)),
                        DebugField::Int(u64::from(loc.column)),
                        DebugField::Ref(loc.scope),
                        DebugField::Ref(loc.inlined_at),
                    ];
                    let kind = DebugKind::DILocation;
                    self.debug_record(&DebugRecord { kind, distinct: false, fields: fields.into() });
                }
            }
            self.out.push('\n');
        }
    }

    fn node_body(&mut self, id: MdId) {
        match self.module.metadata.get(id) {
            Metadata::Node { distinct, operands } => {
                self.out.push_str(if *distinct { "distinct !{" } else { "!{" });
                for (index, operand) in operands.iter().enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    match operand {
                        Some(id) => self.metadata_operand(*id),
                        None => self.out.push_str("null"),
                    }
                }
                self.out.push('}');
            }
            Metadata::Debug(record) => self.debug_record(record),
            Metadata::String(_) | Metadata::Value(_) => self.metadata_operand(id),
        }
    }

    /// Writes an entry as an operand: strings and values as they are, nodes by number.
    pub(super) fn metadata_operand(&mut self, id: MdId) {
        match self.module.metadata.get(id) {
            Metadata::String(text) => {
                self.out.push_str("!\"");
                let _ = text.write_escaped(&mut self.out);
                self.out.push('"');
            }
            Metadata::Value(value) => self.typed_constant(*value),
            Metadata::Node { .. } | Metadata::Debug(_) => self.node_reference(NodeRef::Entry(id)),
        }
    }

    fn node_reference(&mut self, node: NodeRef) {
        match self.slots.node(node) {
            Some(number) => emit!(self, "!{number}"),
            None => self.out.push_str("<badref>"),
        }
    }

    /// Writes an attachment: its kind and its node.
    pub(super) fn attachment(&mut self, kind: MdKind, node: NodeRef) {
        self.out.push('!');
        match self.module.metadata.kind_name(kind) {
            Some(name) => write_identifier(&mut self.out, name),
            None => emit!(self, "<unknown kind #{}>", kind.0),
        }
        self.out.push(' ');
        self.node_reference(node);
    }
}

/// Writes a metadata name: what is not a letter, a digit or one of `-$._` is escaped.
fn write_identifier(out: &mut String, name: &[u8]) {
    for (index, &byte) in name.iter().enumerate() {
        let is_plain = byte.is_ascii_alphabetic() || b"-$._".contains(&byte) || index > 0 && byte.is_ascii_digit();
        if is_plain {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "\\{byte:02X}");
        }
    }
}
