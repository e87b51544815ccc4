//! Prints debug information: records with their fields in LLVM's order, DWARF numbers by name, and the comments that
//! DXC puts after instructions with a location.

use std::fmt::Write as _;

use crate::bitstream::unrotate_sign;
use crate::constants::ConstKind;
use crate::debug_info::{DebugField, DebugKind, DebugRecord, FieldKind};
use crate::inst::{InstId, InstKind, Value};
use crate::metadata::{MdId, Metadata};
use crate::module::Body;

use super::dwarf::{
    ACCESS, ACCESS_MASK, BASE_TYPE, ENCODINGS, FLAGS, LANGUAGES, OPERATIONS, TAGS, TEMPLATE_VALUE_PARAMETER,
};
use super::{Printer, emit};

/// When a field is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Omit {
    /// Never.
    Never,
    /// If it is zero, null or empty.
    IfNothing,
    /// If it is that number.
    If(u64),
    /// If it is zero and the record is of a variable that is no argument.
    InAutomatic,
}
use Omit::{If, IfNothing, InAutomatic, Never};

/// The tag of a local variable that is no argument.
const AUTO_VARIABLE: DebugField = DebugField::Int(0x100);

/// The fields of a record in the order they are printed.
fn printed_fields(kind: DebugKind) -> &'static [(&'static str, Omit)] {
    match kind {
        DebugKind::DILocation => &[("line", Never), ("column", IfNothing), ("scope", Never), ("inlinedAt", IfNothing)],
        DebugKind::GenericDINode | DebugKind::DIExpression => &[],
        DebugKind::DISubrange => &[("count", Never), ("lowerBound", IfNothing)],
        DebugKind::DIEnumerator => &[("name", Never), ("value", Never)],
        DebugKind::DIBasicType => &[
            ("tag", If(BASE_TYPE)),
            ("name", IfNothing),
            ("size", IfNothing),
            ("align", IfNothing),
            ("encoding", IfNothing),
        ],
        DebugKind::DIFile => &[("filename", Never), ("directory", Never)],
        DebugKind::DIDerivedType => &[
            ("tag", Never),
            ("name", IfNothing),
            ("scope", IfNothing),
            ("file", IfNothing),
            ("line", IfNothing),
            ("baseType", Never),
            ("size", IfNothing),
            ("align", IfNothing),
            ("offset", IfNothing),
            ("flags", IfNothing),
            ("extraData", IfNothing),
        ],
        DebugKind::DICompositeType => &[
            ("tag", Never),
            ("name", IfNothing),
            ("scope", IfNothing),
            ("file", IfNothing),
            ("line", IfNothing),
            ("baseType", IfNothing),
            ("size", IfNothing),
            ("align", IfNothing),
            ("offset", IfNothing),
            ("flags", IfNothing),
            ("elements", IfNothing),
            ("runtimeLang", IfNothing),
            ("vtableHolder", IfNothing),
            ("templateParams", IfNothing),
            ("identifier", IfNothing),
        ],
        DebugKind::DISubroutineType => &[("flags", IfNothing), ("types", Never)],
        DebugKind::DICompileUnit => &[
            ("language", Never),
            ("file", Never),
            ("producer", IfNothing),
            ("isOptimized", Never),
            ("flags", IfNothing),
            ("runtimeVersion", Never),
            ("splitDebugFilename", IfNothing),
            ("emissionKind", Never),
            ("enums", IfNothing),
            ("retainedTypes", IfNothing),
            ("subprograms", IfNothing),
            ("globals", IfNothing),
            ("imports", IfNothing),
            ("dwoId", IfNothing),
        ],
        DebugKind::DISubprogram => &[
            ("name", IfNothing),
            ("linkageName", IfNothing),
            ("scope", Never),
            ("file", IfNothing),
            ("line", IfNothing),
            ("type", IfNothing),
            ("isLocal", Never),
            ("isDefinition", Never),
            ("scopeLine", IfNothing),
            ("containingType", IfNothing),
            ("virtuality", IfNothing),
            ("virtualIndex", IfNothing),
            ("flags", IfNothing),
            ("isOptimized", Never),
            ("function", IfNothing),
            ("templateParams", IfNothing),
            ("declaration", IfNothing),
            ("variables", IfNothing),
        ],
        DebugKind::DILexicalBlock => {
            &[("scope", Never), ("file", IfNothing), ("line", IfNothing), ("column", IfNothing)]
        }
        DebugKind::DILexicalBlockFile => &[("scope", Never), ("file", IfNothing), ("discriminator", Never)],
        DebugKind::DINamespace => &[("name", IfNothing), ("scope", Never), ("file", IfNothing), ("line", IfNothing)],
        DebugKind::DITemplateTypeParameter => &[("name", IfNothing), ("type", Never)],
        DebugKind::DITemplateValueParameter => {
            &[("tag", If(TEMPLATE_VALUE_PARAMETER)), ("name", IfNothing), ("type", IfNothing), ("value", Never)]
        }
        DebugKind::DIGlobalVariable => &[
            ("name", IfNothing),
            ("linkageName", IfNothing),
            ("scope", Never),
            ("file", IfNothing),
            ("line", IfNothing),
            ("type", IfNothing),
            ("isLocal", Never),
            ("isDefinition", Never),
            ("variable", IfNothing),
            ("declaration", IfNothing),
        ],
        DebugKind::DILocalVariable => &[
            ("tag", Never),
            ("name", IfNothing),
            ("arg", InAutomatic),
            ("scope", Never),
            ("file", IfNothing),
            ("line", IfNothing),
            ("type", IfNothing),
            ("flags", IfNothing),
        ],
        DebugKind::DIObjCProperty => &[
            ("name", IfNothing),
            ("file", IfNothing),
            ("line", IfNothing),
            ("setter", IfNothing),
            ("getter", IfNothing),
            ("attributes", IfNothing),
            ("type", IfNothing),
        ],
        DebugKind::DIImportedEntity => {
            &[("tag", Never), ("name", IfNothing), ("scope", Never), ("entity", IfNothing), ("line", IfNothing)]
        }
        DebugKind::DIModule => &[
            ("scope", Never),
            ("name", IfNothing),
            ("configMacros", IfNothing),
            ("includePath", IfNothing),
            ("isysroot", IfNothing),
        ],
    }
}

/// Writes a number by its name, with a prefix.
fn named(out: &mut String, table: &[(u64, &str)], prefix: &str, number: u64) {
    let _ = match table.iter().find(|(known, _)| *known == number) {
        Some((_, name)) => write!(out, "{prefix}{name}"),
        None => write!(out, "{number}"),
    };
}

fn write_flags(out: &mut String, flags: u64) {
    let mut rest = flags & !ACCESS_MASK;
    let mut parts = vec![ACCESS[(flags & ACCESS_MASK) as usize].to_owned()];
    for &(bit, name) in FLAGS.iter().filter(|(bit, _)| flags & bit != 0) {
        parts.push(name.into());
        rest &= !bit;
    }
    if rest != 0 {
        parts.push(rest.to_string());
    }
    parts.retain(|part| !part.is_empty());
    out.push_str(&parts.join(" | "));
}

impl DebugRecord {
    /// A field by name.
    fn named_field(&self, name: &str) -> Option<(FieldKind, DebugField)> {
        let index = self.kind.fields().iter().position(|(known, _)| *known == name)?;
        Some((self.kind.fields()[index].1, *self.fields.get(index)?))
    }

    /// An entry the record refers to, by the name of the field.
    fn reference(&self, name: &str) -> Option<MdId> {
        match self.named_field(name)?.1 {
            DebugField::Ref(target) => target,
            DebugField::Int(_) => None,
        }
    }

    /// The entries a record refers to, in the order LLVM holds them: the file comes before the scope, except in
    /// variables.
    pub(super) fn operands_in_llvm_order(&self) -> Vec<MdId> {
        let is_variable = matches!(self.kind, DebugKind::DIGlobalVariable | DebugKind::DILocalVariable);
        let file = self.reference("file").filter(|_| !is_variable);
        let others = self.fields.iter().enumerate().filter_map(|(index, field)| {
            let is_file = !is_variable && self.kind.fields().get(index).is_some_and(|(name, _)| *name == "file");
            match field {
                DebugField::Ref(target) if !is_file => *target,
                DebugField::Ref(_) | DebugField::Int(_) => None,
            }
        });
        file.into_iter().chain(others).collect()
    }
}

impl Printer<'_> {
    /// Writes a debug record.
    pub(super) fn debug_record(&mut self, record: &DebugRecord) {
        emit!(self, "{}!{}(", if record.distinct { "distinct " } else { "" }, record.kind.name());
        if record.kind == DebugKind::DIExpression {
            write_expression(&mut self.out, record);
        }
        let mut first = true;
        for &(name, omit) in printed_fields(record.kind) {
            let Some((kind, field)) = record.named_field(name) else { continue };
            let is_nothing = match field {
                DebugField::Int(value) => value == 0,
                DebugField::Ref(target) => {
                    let text = target.and_then(|id| self.module.metadata.as_string(id));
                    target.is_none() || kind == FieldKind::Text && text.is_some_and(|text| text.is_empty())
                }
            };
            let is_silent = match omit {
                Never => false,
                IfNothing => is_nothing,
                If(number) => field == DebugField::Int(number),
                InAutomatic => is_nothing && record.named_field("tag").is_some_and(|(_, tag)| tag == AUTO_VARIABLE),
            };
            if is_silent {
                continue;
            }
            if !std::mem::take(&mut first) {
                self.out.push_str(", ");
            }
            emit!(self, "{name}: ");
            self.debug_field(name, kind, field);
        }
        self.out.push(')');
    }

    fn debug_field(&mut self, name: &str, kind: FieldKind, field: DebugField) {
        match (field, kind) {
            (DebugField::Ref(None), FieldKind::Text) => self.out.push_str("\"\""),
            (DebugField::Ref(None), _) => self.out.push_str("null"),
            (DebugField::Ref(Some(id)), FieldKind::Text) => {
                self.out.push('"');
                if let Some(text) = self.module.metadata.as_string(id) {
                    let _ = text.write_escaped(&mut self.out);
                }
                self.out.push('"');
            }
            (DebugField::Ref(Some(id)), _) => self.metadata_operand(id),
            (DebugField::Int(value), FieldKind::Bool) => {
                self.out.push_str(if value == 0 { "false" } else { "true" });
            }
            (DebugField::Int(value), FieldKind::Signed) => emit!(self, "{}", unrotate_sign(value)),
            (DebugField::Int(value), FieldKind::Tag) => named(&mut self.out, TAGS, "DW_TAG_", value),
            (DebugField::Int(value), FieldKind::Flags) => write_flags(&mut self.out, value),
            (DebugField::Int(value), _) => match name {
                "language" => named(&mut self.out, LANGUAGES, "DW_LANG_", value),
                // An array of unknown length has one below zero.
                "count" => emit!(self, "{}", value.cast_signed()),
                "encoding" => named(&mut self.out, ENCODINGS, "DW_ATE_", value),
                _ => emit!(self, "{value}"),
            },
        }
    }

    /// The comment after an instruction with debug information; the result says whether there is one that takes the
    /// place of any other.
    pub(super) fn debug_comment(&mut self, body: &Body, inst: InstId) -> bool {
        if let Some((variable, expression)) = self.described_variable(body, inst) {
            let name = self.text_of(&variable, "name").unwrap_or_default();
            emit!(self, " ; var:\"{name}\" ");
            self.debug_record(&expression);
            let function = self.function_of(&variable);
            emit!(self, " func:\"{}\"", function.unwrap_or_default());
            return true;
        }
        if let Some(loc) = body.debug_locs.get(&inst) {
            emit!(self, " ; line:{} col:{}", loc.line, loc.column);
        }
        false
    }

    fn record(&self, id: MdId) -> Option<&DebugRecord> {
        match self.module.metadata.get(id) {
            Metadata::Debug(record) => Some(record),
            Metadata::String(_) | Metadata::Value(_) | Metadata::Node { .. } => None,
        }
    }

    fn text_of(&self, record: &DebugRecord, field: &str) -> Option<String> {
        Some(self.module.metadata.as_string(record.reference(field)?)?.to_string())
    }

    /// The variable and expression a call of a debug intrinsic is about: its last two arguments.
    fn described_variable(&self, body: &Body, inst: InstId) -> Option<(DebugRecord, DebugRecord)> {
        let InstKind::Call { callee: Value::Const(callee), args, .. } = &body.insts[inst].kind else { return None };
        let ConstKind::Function(function) = self.module.constants.get(*callee).kind else { return None };
        if !self.module.functions[function].name.starts_with(b"llvm.dbg.") {
            return None;
        }
        let [.., Value::Metadata(variable), Value::Metadata(expression)] = args.as_slice() else { return None };
        Some((self.record(*variable)?.clone(), self.record(*expression)?.clone()))
    }

    /// The name of the function a variable is in.
    fn function_of(&self, variable: &DebugRecord) -> Option<String> {
        let mut record = variable;
        // Scopes nest less deep than there are entries.
        for _ in 0..self.module.metadata.len() {
            record = self.record(record.reference("scope")?)?;
            if record.kind == DebugKind::DISubprogram {
                return self.text_of(record, "name");
            }
        }
        None
    }
}

/// Writes the operations of an expression, by name where they are known.
fn write_expression(out: &mut String, record: &DebugRecord) {
    let mut arguments = 0;
    for (index, field) in record.fields.iter().enumerate() {
        let DebugField::Int(value) = field else { continue };
        out.push_str(if index > 0 { ", " } else { "" });
        let operation = OPERATIONS.iter().find(|(number, ..)| number == value).filter(|_| arguments == 0);
        match operation {
            Some((_, name, count)) => {
                let _ = write!(out, "DW_OP_{name}");
                arguments = *count;
            }
            None => {
                let _ = write!(out, "{value}");
                arguments = arguments.saturating_sub(1);
            }
        }
    }
}
