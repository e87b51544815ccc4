//! Writes declarations, values and layouts as an editor shows them.

use crate::index::{Entry, Source};
use crate::snapshot::Snapshot;
use hlslc_base::Stage;
use hlslc_hir::hir::{BufferKind, FuncId, GlobalId, GlobalKind, ParamMode};
use hlslc_hir::intrinsics::{IntrinsicId, Lowering, rows_named, stages};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{Orientation, ScalarClass, ScalarKind, StructId, Ty, TyData};
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_sema::uses::{Sort, Use};
use hlslc_semantics::layout::{Extent, Lines, Members, Rules};
use std::fmt::Write as _;

/// Members that a list shows; more are counted.
const MOST_MEMBERS: usize = 24;

impl Snapshot {
    /// A type as messages write it.
    pub fn type_text(&self, ty: Ty) -> String {
        self.program.types.display(ty)
    }

    /// The declaration of what a name means, in one line or a few.
    pub(crate) fn declaration_text(&self, entry: &Entry, used: &Use) -> String {
        let place = self.place_of(entry);
        let text = self.file_text(&place.file).and_then(|text| text.get(place.range.start..place.range.end));
        let name = text.unwrap_or_default();
        let ty = self.type_text(used.ty);
        let typed = || self.declarator(used.ty, name);
        match used.sort {
            Sort::Local => self.with_value(typed(), used),
            Sort::Parameter => format!("{}{}", self.mode_of(used), typed()),
            Sort::Global(id) => self.global_text(id, name, used),
            Sort::Member(owner, index) => self.member_text(owner, index, name),
            Sort::Function(Some(func)) | Sort::Method(Some(func)) => self.function_text(func),
            Sort::Function(None) | Sort::Method(None) => self
                .uses
                .calls
                .iter()
                .find(|call| call.name == used.at)
                .and_then(|call| call.candidates.get(call.chosen.unwrap_or(0)))
                .map_or_else(|| self.written_line(entry), |callee| callee.text.clone()),
            Sort::Struct(id) => self.struct_text(id),
            Sort::Enum(_) => self.enum_text(used.ty),
            Sort::Enumerator | Sort::Constant | Sort::TemplateParameter if used.value.is_some() => {
                self.with_value(format!("{ty} {name}"), used)
            }
            Sort::TemplateParameter => format!("typename {name} = {ty}"),
            Sort::Alias => format!("typedef {ty} {name}"),
            Sort::Namespace => format!("namespace {name}"),
            Sort::Template => self.written_line(entry),
            Sort::Buffer(id) => self.buffer_text(id),
            Sort::Builtin(id) => hlslc_sema::prototype(id, id.row().objects.first()),
            Sort::BuiltinType => ty,
            Sort::BuiltinValue => self.with_value(format!("{ty} {name}"), used),
            Sort::Swizzle => format!("{ty} .{name}"),
            Sort::Enumerator | Sort::Constant | Sort::Unknown => name.to_owned(),
        }
    }

    /// A variable with its type, as HLSL declares it: extents stand after the name.
    fn declarator(&self, ty: Ty, name: &str) -> String {
        let text = self.type_text(ty);
        match text.find('[').filter(|_| matches!(self.program.types.data(ty), TyData::Array(..))) {
            Some(at) => format!("{} {name}{}", &text[..at], &text[at..]),
            None => format!("{text} {name}"),
        }
    }

    fn with_value(&self, text: String, used: &Use) -> String {
        match &used.value {
            Some(value) => format!("{text} = {}", self.value_text(value, used.ty)),
            None => text,
        }
    }

    /// A constant as a source writes it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "other values are shown as they are")]
    pub(crate) fn value_text(&self, value: &ConstValue, ty: Ty) -> String {
        let kind = self.program.types.element_kind(ty);
        match value {
            ConstValue::Scalar(ScalarValue::Bool(value)) => value.to_string(),
            ConstValue::Scalar(ScalarValue::Float(value)) => match kind.map(ScalarKind::bits) {
                // As many digits as distinguish it from other numbers of its width.
                Some(..=32) => format!("{:?}", *value as f32),
                _ => format!("{value:?}"),
            },
            ConstValue::Scalar(ScalarValue::Int(bits)) => match kind.map(ScalarKind::class) {
                Some(ScalarClass::Unsigned) => format!("{bits}u"),
                _ => (*bits as i64).to_string(),
            },
            ConstValue::Composite(parts) => {
                let inner = match self.program.types.data(ty) {
                    TyData::Array(element, _) => *element,
                    _ => kind.map_or(ty, hlslc_hir::types::Types::scalar),
                };
                let shown: Vec<String> = parts.iter().take(16).map(|part| self.value_text(part, inner)).collect();
                let more = if parts.len() > 16 { ", …" } else { "" };
                format!("{{{}{more}}}", shown.join(", "))
            }
            ConstValue::Zero => "0".to_owned(),
            ConstValue::String(text) => format!("{text:?}"),
        }
    }

    fn mode_of(&self, used: &Use) -> &'static str {
        let params = self.program.funcs.values().flat_map(|func| {
            func.params.iter().filter_map(|param| Some((func.locals.get(param.local)?.span, param.mode)))
        });
        match params.into_iter().find(|(span, _)| *span == used.declared).map(|found| found.1) {
            Some(ParamMode::Out) => "out ",
            Some(ParamMode::InOut) => "inout ",
            Some(ParamMode::Shared) => "groupshared ",
            Some(ParamMode::In) | None => "",
        }
    }

    fn global_text(&self, id: GlobalId, name: &str, used: &Use) -> String {
        let Some(global) = self.program.globals.get(id) else { return name.to_owned() };
        let typed = self.declarator(global.ty, name);
        match global.kind {
            GlobalKind::Static => format!("static {typed}"),
            GlobalKind::Constant => {
                let value = used.value.as_ref().or(global.init.as_ref());
                let value = value.map_or_else(String::new, |value| format!(" = {}", self.value_text(value, global.ty)));
                format!("static const {typed}{value}")
            }
            GlobalKind::Specialization(number) => format!("[[vk::constant_id({number})]] const {typed}"),
            GlobalKind::Groupshared => format!("groupshared {typed}"),
            GlobalKind::Resource => format!("{typed}{}", self.register_text(id)),
            GlobalKind::BufferMember { .. } | GlobalKind::Buffer(_) => typed,
        }
    }

    /// The registers that a declaration names.
    pub(crate) fn register_text(&self, id: GlobalId) -> String {
        let Some(global) = self.program.globals.get(id) else { return String::new() };
        let object = |ty: Ty| {
            let mut ty = ty;
            while let TyData::Array(element, _) = self.program.types.data(ty) {
                ty = *element;
            }
            if let TyData::Object(kind, _) = self.program.types.data(ty) { Some(kind.info().class) } else { None }
        };
        use hlslc_hir::objects::ObjectClass as C;
        let mut text = String::new();
        for register in &global.registers {
            let class = register.class.or_else(|| object(global.ty));
            let letter = match class {
                Some(C::Srv) => "t",
                Some(C::Uav) => "u",
                Some(C::Sampler) => "s",
                _ => "b",
            };
            let number = register.number.map(|number| format!("{letter}{number}"));
            let space = register.space.map(|space| format!("space{space}"));
            let parts: Vec<String> = number.into_iter().chain(space).collect();
            let _ = write!(text, " : register({})", parts.join(", "));
        }
        text
    }

    fn member_text(&self, owner: StructId, index: u32, name: &str) -> String {
        let Some(data) = self.program.types.structs.get(owner) else { return name.to_owned() };
        let Some(field) = data.fields.get(index as usize) else { return name.to_owned() };
        let semantic = field.semantic.as_ref().map_or_else(String::new, |semantic| format!(" : {}", semantic.written));
        let typed = self.declarator(field.ty, name);
        let of = if data.name.is_empty() { "an unnamed struct" } else { &data.name };
        format!("{typed}{semantic}  // member of {of}")
    }

    /// A function with its parameters.
    pub(crate) fn function_text(&self, func: FuncId) -> String {
        let Some(func) = self.program.funcs.get(func) else { return String::new() };
        let params = func.params.iter().map(|param| {
            let mode = match param.mode {
                ParamMode::In => "",
                ParamMode::Out => "out ",
                ParamMode::InOut => "inout ",
                ParamMode::Shared => "groupshared ",
            };
            let local = func.locals.get(param.local);
            let name = local.map_or("", |local| self.text(local.name));
            let semantic =
                param.semantic.as_ref().map_or_else(String::new, |semantic| format!(" : {}", semantic.written));
            let typed = local.map_or_else(String::new, |local| self.declarator(local.ty, name));
            format!("{mode}{}{semantic}", typed.trim_end())
        });
        let params: Vec<String> = params.collect();
        let semantic =
            func.ret_semantic.as_ref().map_or_else(String::new, |semantic| format!(" : {}", semantic.written));
        format!("{} {}({}){semantic}", self.type_text(func.ret), func.name, params.join(", "))
    }

    fn struct_text(&self, id: StructId) -> String {
        let Some(data) = self.program.types.structs.get(id) else { return String::new() };
        let word = match (data.is_interface, data.is_class) {
            (true, _) => "interface",
            (false, true) => "class",
            (false, false) => "struct",
        };
        let mut text = format!("{word} {} {{", data.name);
        for (at, field) in data.fields.iter().enumerate() {
            if at == MOST_MEMBERS {
                let _ = write!(text, "\n    // {} more", data.fields.len() - at);
                break;
            }
            let name = if data.has_base && at == 0 { "/* base */" } else { self.text(field.name) };
            let semantic =
                field.semantic.as_ref().map_or_else(String::new, |semantic| format!(" : {}", semantic.written));
            let _ = write!(text, "\n    {}{semantic};", self.declarator(field.ty, name));
        }
        text.push_str(if data.fields.is_empty() { " }" } else { "\n}" });
        text
    }

    fn enum_text(&self, ty: Ty) -> String {
        let TyData::Enum(id) = *self.program.types.data(ty) else { return self.type_text(ty) };
        let data = &self.program.types.enums[id];
        let word = if data.is_class { "enum class" } else { "enum" };
        let mut text = format!("{word} {} : {} {{", data.name, data.underlying.name());
        for (name, value) in data.values.iter().take(MOST_MEMBERS) {
            let _ = write!(text, "\n    {} = {value},", self.text(*name));
        }
        text.push_str("\n}");
        text
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other buffer is one of constants")]
    fn buffer_text(&self, id: GlobalId) -> String {
        let Some(global) = self.program.globals.get(id) else { return String::new() };
        let word = match global.kind {
            GlobalKind::Buffer(BufferKind::Texture) => "tbuffer",
            _ => "cbuffer",
        };
        let mut text = format!("{word} {}{} {{", global.name, self.register_text(id));
        if let TyData::Struct(layout) = *self.program.types.data(global.ty) {
            for (field, (offset, _)) in self.program.types.structs[layout].fields.iter().zip(self.offsets(layout)) {
                let typed = self.declarator(field.ty, self.text(field.name));
                let _ = write!(text, "\n    {typed};  // offset {offset}");
            }
        }
        text.push_str("\n}");
        text
    }

    /// The line of the text that declares what a name means.
    fn written_line(&self, entry: &Entry) -> String {
        let definition = self.definition_of(entry.target).unwrap_or(entry);
        let place = self.place_of(definition);
        let Some(text) = self.file_text(&place.file) else { return String::new() };
        let start = text[..place.range.start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        line.trim().trim_end_matches(['{', ';']).trim_end().to_owned()
    }

    // ------------------------------------------------------------------------------------------ memory

    /// Offset and size of each member of a constant buffer.
    pub fn offsets(&self, layout: StructId) -> Vec<(u64, u64)> {
        let mut members = Members::after(Rules::CONSTANT_BUFFER, 0);
        let fields = &self.program.types.structs[layout].fields;
        let place = |field: &hlslc_hir::types::FieldData| {
            let extent = self.extent(field.ty, Rules::CONSTANT_BUFFER, 0);
            let offset = match field.packoffset {
                Some(offset) => members.go_on_at(offset.into(), &extent),
                None => members.next(&extent, false),
            };
            (offset, extent.size)
        };
        fields.iter().map(place).collect()
    }

    /// The size of a type in a structured buffer, if it has one.
    pub fn size_of(&self, ty: Ty) -> Option<u64> {
        Some(self.extent(ty, Rules::STRUCTURED, 0).size).filter(|&size| size > 0)
    }

    fn extent(&self, ty: Ty, rules: Rules, depth: u32) -> Extent {
        let bytes = |kind: ScalarKind| match kind.bits() {
            64 => 8u32,
            16 if self.program.native_16bit => 2,
            _ => 4,
        };
        match self.program.types.data(ty) {
            TyData::Scalar(kind) => rules.vector(bytes(*kind), 1),
            TyData::Vector(kind, n) => rules.vector(bytes(*kind), u32::from(*n)),
            TyData::Matrix { scalar, rows, cols, orientation } => {
                let (vectors, lanes) = match orientation {
                    Orientation::RowMajor => (*rows, *cols),
                    Orientation::ColumnMajor => (*cols, *rows),
                };
                rules.matrix(Lines { vectors: vectors.into(), lanes: lanes.into(), bytes: bytes(*scalar) })
            }
            TyData::Enum(id) => rules.vector(bytes(self.program.types.enums[*id].underlying), 1),
            TyData::Array(element, count) => rules.array(&self.extent(*element, rules, depth + 1), count.unwrap_or(0)),
            // Structs nest within the budget of the checker.
            TyData::Struct(id) if depth < 256 => {
                let mut members = Members::after(rules, 0);
                for field in &self.program.types.structs[*id].fields {
                    let member = self.extent(field.ty, rules, depth + 1);
                    members.next(&member, false);
                }
                members.finish()
            }
            TyData::Struct(_) | TyData::Error | TyData::Void | TyData::Object(..) | TyData::String => {
                Extent::opaque(0, 1)
            }
        }
    }
}

/// What the table says of a built-in function or method.
pub(crate) fn builtin_facts(id: IntrinsicId) -> Vec<String> {
    let row = id.row();
    let mut facts: Vec<String> = crate::prose::prose(row).map(str::to_owned).into_iter().collect();
    if row.since > hlslc_base::ShaderModel::new(6, 0) {
        facts.push(format!("Shader model {} and later.", row.since));
    }
    if row.stages != stages::ANY {
        let names: Vec<String> = row.stages.iter().map(|stage: Stage| stage.to_string()).collect();
        facts.push(format!("Stages: {}.", names.join(", ")));
    }
    if row.derivatives {
        facts.push("Takes derivatives: lanes of a quad must all reach it.".to_owned());
    }
    if row.vulkan_only {
        facts.push("Only for SPIR-V.".to_owned());
    }
    let names: Vec<String> = row.lowering.operations().iter().map(|op| format!("`{}`", op.name())).collect();
    facts.push(match row.lowering {
        Lowering::Op(_) | Lowering::ByClass(..) => format!("Becomes {}.", names.join(" or ")),
        Lowering::Expand(_) if names.is_empty() => "Is expanded to arithmetic.".to_owned(),
        Lowering::Expand(_) => format!("Is expanded, with {}.", names.join(", ")),
        Lowering::NotYet => "Is not supported yet.".to_owned(),
        Lowering::Gone(today) => format!("Is gone: `{}` has taken its place.", today.text()),
    });
    facts
}

/// The overloads of a built-in function or method.
pub(crate) fn overloads(object: Option<ObjectKind>, name: &str) -> Vec<String> {
    rows_named(object, name).map(|id| hlslc_sema::prototype(id, object)).collect()
}

impl Snapshot {
    /// What a macro stands for.
    pub(crate) fn macro_text(&self, entry: &Entry) -> Option<String> {
        let definition = match entry.source {
            Source::MacroDefinition(at) => self.watched.definitions.get(at as usize)?,
            Source::MacroUse(at) => {
                let used = self.watched.uses.get(at as usize)?;
                self.watched.definitions.iter().find(|definition| definition.at == used.declared)?
            }
            Source::Use(_) => return None,
        };
        let place = self.place(definition.whole)?;
        let text = self.file_text(&place.file)?.get(place.range.start..place.range.end)?;
        Some(format!("#define {text}"))
    }

    /// What a use of a macro expands to, after all macros in it.
    pub(crate) fn expansion_text(&self, entry: &Entry) -> Option<String> {
        /// Tokens that are shown.
        const MOST: usize = 200;
        let Source::MacroUse(at) = entry.source else { return None };
        let call = self.watched.uses.get(at as usize)?.call?;
        let place = self.place(call)?;
        let mut text = String::new();
        let mut count = 0;
        for token in &self.tokens {
            // Tokens of expansions alone: those of the text itself are what is written.
            if self.sources.spelling_span(token.span) == Some(token.span) {
                continue;
            }
            if self.place(token.span).as_ref() == Some(&place) {
                if token.space_before && count > 0 {
                    text.push(' ');
                }
                text.push_str(token.text(&self.names));
                count += 1;
                if count == MOST {
                    text.push_str(" …");
                    break;
                }
            }
        }
        Some(text)
    }
}
