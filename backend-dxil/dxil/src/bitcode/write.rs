//! Writes a module as bitcode.
//!
//! In: a module that the verifier accepts. Out: bytes, a multiple of four, the same for the same module.
//! Blocks come in the order DXC uses; `abbreviations` says which records are stored more briefly than others.

use crate::attributes::{Attribute, AttributeList};
use crate::bitstream::{BitWriter, rotate_sign};
use crate::bytestr::ByteStr;
use crate::constants::{ConstId, ConstKind};
use crate::debug_info::{DebugField, FieldKind};
use crate::enumerate::{Numbering, is_data};
use crate::errors::WriteError;
use crate::metadata::Metadata;
use crate::module::{Module, UseListOrder, UseListTarget};
use crate::types::Type;

use super::abbreviations::{OF_ALL, OF_CODE};
use super::{
    MAGIC, RELATIVE_IDS, attr_code, block, const_code, encode_align, md_code, module_code, symtab_code, type_code,
    uselist_code,
};

/// The width of abbreviation numbers in every block without code.
pub(super) const WIDTH: u32 = 3;
/// Their width in functions.
pub(super) const CODE_WIDTH: u32 = 4;

/// Room for the operands of most records.
const RECORD: usize = 256;

/// Writes a module.
pub fn write(module: &Module) -> Result<Vec<u8>, WriteError> {
    let mut writer = ModuleWriter {
        module,
        numbers: Numbering::new(module),
        out: BitWriter::new(MAGIC),
        record: Vec::with_capacity(RECORD),
        attribute_groups: Vec::new(),
    };
    writer.out.enter_block(block::MODULE, WIDTH);
    writer.out.record(module_code::VERSION, &[RELATIVE_IDS]);
    let has_code = module.functions.values().any(|function| function.body.is_some());
    writer.out.define(OF_ALL.iter().copied().chain(has_code.then_some(OF_CODE)));
    writer.attributes();
    writer.types();
    writer.text(module_code::TRIPLE, &module.triple);
    writer.text(module_code::DATALAYOUT, &module.data_layout);
    writer.globals_and_functions()?;
    let constants = std::mem::take(&mut writer.numbers.constants);
    writer.constants(&constants)?;
    writer.numbers.constants = constants;
    writer.metadata()?;
    writer.symbol_table();
    writer.use_lists(&module.use_lists, |_| None);
    for (id, function) in &module.functions {
        if let Some(body) = &function.body {
            writer.function(id, body)?;
        }
    }
    writer.out.end_block();
    let bytes = writer.out.finish();
    if u32::try_from(bytes.len()).is_err() {
        return Err(WriteError::TooLarge);
    }
    Ok(bytes)
}

/// The state of writing one module.
pub(super) struct ModuleWriter<'m> {
    pub(super) module: &'m Module,
    pub(super) numbers: Numbering,
    pub(super) out: BitWriter,
    /// The operands of the record that is being put together.
    pub(super) record: Vec<u64>,
    /// The distinct attribute groups, by number.
    attribute_groups: Vec<(u32, Vec<Attribute>)>,
}

impl ModuleWriter<'_> {
    /// Writes the collected operands as a record.
    pub(super) fn flush(&mut self, code: u64) {
        self.out.record(code, &self.record);
        self.record.clear();
    }

    /// Writes a record of characters.
    pub(super) fn text(&mut self, code: u64, text: &[u8]) {
        self.out.text(code, &[], text);
    }

    fn attributes(&mut self) {
        let module = self.module;
        for group in module.attributes.values().flat_map(|list| &list.groups) {
            if !group.1.is_empty() && !self.attribute_groups.contains(group) {
                self.attribute_groups.push(group.clone());
            }
        }
        if self.attribute_groups.is_empty() && module.attributes.is_empty() {
            return;
        }
        self.out.enter_block(block::PARAM_ATTR_GROUP, WIDTH);
        for number in 0..self.attribute_groups.len() {
            let (index, attributes) = self.attribute_groups[number].clone();
            self.record.extend([number as u64 + 1, u64::from(index)]);
            for attribute in &attributes {
                self.attribute(attribute);
            }
            self.flush(attr_code::GROUP);
        }
        self.out.end_block();

        self.out.enter_block(block::PARAM_ATTR, WIDTH);
        for AttributeList { groups } in module.attributes.values() {
            for group in groups {
                let number = self.attribute_groups.iter().position(|known| known == group);
                self.record.extend(number.map(|number| number as u64 + 1));
            }
            self.flush(attr_code::LIST);
        }
        self.out.end_block();
    }

    fn attribute(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::Kind(kind) => self.record.extend([attr_code::KIND, *kind as u64]),
            Attribute::Value(kind, value) => self.record.extend([attr_code::KIND_VALUE, *kind as u64, *value]),
            Attribute::Text(key, value) => {
                self.record.push(if value.is_some() { attr_code::TEXT_VALUE } else { attr_code::TEXT });
                for text in [Some(key), value.as_ref()].into_iter().flatten() {
                    self.record.extend(text.iter().map(|&byte| u64::from(byte)));
                    self.record.push(0);
                }
            }
        }
    }

    fn types(&mut self) {
        let module = self.module;
        self.out.enter_block(block::TYPES, WIDTH);
        self.out.record(type_code::NUM_ENTRY, &[self.numbers.types.len() as u64]);
        for number in 0..self.numbers.types.len() {
            let numbers = &self.numbers;
            let record = &mut self.record;
            let code = match module.types.get(numbers.types[number]) {
                Type::Void => type_code::VOID,
                Type::Half => type_code::HALF,
                Type::Float => type_code::FLOAT,
                Type::Double => type_code::DOUBLE,
                Type::Label => type_code::LABEL,
                Type::Metadata => type_code::METADATA,
                Type::Int(bits) => {
                    record.push(u64::from(*bits));
                    type_code::INTEGER
                }
                Type::Pointer { pointee, addrspace } => {
                    record.extend([numbers.ty(*pointee), u64::from(*addrspace)]);
                    type_code::POINTER
                }
                Type::Array { elem, len } => {
                    record.extend([*len, numbers.ty(*elem)]);
                    type_code::ARRAY
                }
                Type::Vector { elem, len } => {
                    record.extend([u64::from(*len), numbers.ty(*elem)]);
                    type_code::VECTOR
                }
                Type::Struct { packed, fields } => {
                    record.push(u64::from(*packed));
                    record.extend(fields.iter().map(|&field| numbers.ty(field)));
                    type_code::STRUCT_ANON
                }
                Type::Named(id) => {
                    let named = module.types.named(*id);
                    if !named.name.is_empty() {
                        self.out.text(type_code::STRUCT_NAME, &[], &named.name);
                    }
                    record.push(u64::from(named.packed));
                    match &named.fields {
                        Some(fields) => {
                            record.extend(fields.iter().map(|&field| numbers.ty(field)));
                            type_code::STRUCT_NAMED
                        }
                        None => type_code::OPAQUE,
                    }
                }
                Type::Function { ret, params, vararg } => {
                    record.extend([u64::from(*vararg), numbers.ty(*ret)]);
                    record.extend(params.iter().map(|&param| numbers.ty(param)));
                    type_code::FUNCTION
                }
            };
            self.flush(code);
        }
        self.out.end_block();
    }

    fn globals_and_functions(&mut self) -> Result<(), WriteError> {
        let module = self.module;
        let mut sections: Vec<&ByteStr> = Vec::new();
        for section in module.globals.values().filter_map(|global| global.section.as_ref()) {
            if !sections.contains(&section) {
                sections.push(section);
                self.text(module_code::SECTION_NAME, section);
            }
        }
        for global in module.globals.values() {
            const EXPLICIT_TYPE: u64 = 2;
            let initializer = match global.initializer {
                Some(id) => u64::from(self.constant_number(id)?) + 1,
                None => 0,
            };
            let section = global.section.as_ref().and_then(|name| sections.iter().position(|known| *known == name));
            self.record.extend([
                self.numbers.ty(global.ty),
                u64::from(global.addrspace) << 2 | EXPLICIT_TYPE | u64::from(global.is_const),
                initializer,
                u64::from(global.linkage.code()),
                encode_align(global.align),
                section.map_or(0, |index| index as u64 + 1),
            ]);
            if global.unnamed_addr || global.externally_initialized {
                let (visibility, thread_local, dll_storage, comdat) = (0, 0, 0, 0);
                let (unnamed, external) = (u64::from(global.unnamed_addr), u64::from(global.externally_initialized));
                self.record.extend([visibility, thread_local, unnamed, external, dll_storage, comdat]);
            }
            self.flush(module_code::GLOBALVAR);
        }
        for function in module.functions.values() {
            let (section, visibility, collector) = (0, 0, 0);
            self.record.extend([
                self.numbers.ty(function.ty),
                u64::from(function.convention),
                u64::from(function.body.is_none()),
                u64::from(function.linkage.code()),
                function.attributes.map_or(0, |list| u64::from(list.as_u32()) + 1),
                encode_align(function.align),
                section,
                visibility,
                collector,
                u64::from(function.unnamed_addr),
            ]);
            // Prologue data, DLL storage, comdat, prefix data, personality: DXIL has none of them.
            self.record.extend([0; 5]);
            self.flush(module_code::FUNCTION);
        }
        Ok(())
    }

    /// The number of a constant that is used at module level or in the current function.
    pub(super) fn constant_number(&self, id: ConstId) -> Result<u32, WriteError> {
        self.numbers.constant(id).ok_or_else(|| WriteError::DanglingOperand { function: String::new() })
    }

    /// Writes a constants block.
    pub(super) fn constants(&mut self, constants: &[ConstId]) -> Result<(), WriteError> {
        if constants.is_empty() {
            return Ok(());
        }
        self.out.enter_block(block::CONSTANTS, WIDTH);
        let mut current = None;
        for &id in constants {
            let ty = self.module.constants.ty(id);
            if current != Some(ty) {
                current = Some(ty);
                self.out.record(const_code::SETTYPE, &[self.numbers.ty(ty)]);
            }
            self.constant(id)?;
        }
        self.out.end_block();
        Ok(())
    }

    fn constant(&mut self, id: ConstId) -> Result<(), WriteError> {
        let module = self.module;
        let constant = module.constants.get(id);
        let typed = |writer: &mut Self, operand: ConstId| -> Result<(), WriteError> {
            let number = writer.constant_number(operand)?;
            writer.record.extend([writer.numbers.ty(module.constants.ty(operand)), u64::from(number)]);
            Ok(())
        };
        let code = match &constant.kind {
            _ if module.constants.is_zero(id) => const_code::NULL,
            ConstKind::Undef => const_code::UNDEF,
            ConstKind::Int(bits) => {
                let width = module.types.int_bits(constant.ty).unwrap_or(64);
                self.record.push(rotate_sign(sign_extend(*bits, width)));
                const_code::INTEGER
            }
            ConstKind::Float(bits) => {
                self.record.push(*bits);
                const_code::FLOAT
            }
            ConstKind::Aggregate(parts) if is_data(module, id) => {
                self.record.extend(parts.iter().map(|&part| match module.constants.get(part).kind {
                    ConstKind::Int(bits) | ConstKind::Float(bits) => bits,
                    _ => 0,
                }));
                const_code::DATA
            }
            ConstKind::Aggregate(parts) => {
                for &part in parts {
                    let number = self.constant_number(part)?;
                    self.record.push(u64::from(number));
                }
                const_code::AGGREGATE
            }
            ConstKind::Cast { op, value } => {
                self.record.push(u64::from(op.code()));
                typed(self, *value)?;
                const_code::CAST
            }
            ConstKind::Gep { inbounds, source_ty, operands } => {
                self.record.push(self.numbers.ty(*source_ty));
                operands.iter().try_for_each(|&operand| typed(self, operand))?;
                if *inbounds { const_code::INBOUNDS_GEP } else { const_code::GEP }
            }
            ConstKind::Binary { op, flags, lhs, rhs } => {
                let (lhs, rhs) = (self.constant_number(*lhs)?, self.constant_number(*rhs)?);
                self.record.extend([u64::from(op.code()), u64::from(lhs), u64::from(rhs)]);
                self.record.extend((*flags != 0).then_some(u64::from(*flags)));
                const_code::BINOP
            }
            ConstKind::Cmp { pred, lhs, rhs } => {
                let operand_ty = self.numbers.ty(module.constants.ty(*lhs));
                let (lhs, rhs) = (self.constant_number(*lhs)?, self.constant_number(*rhs)?);
                self.record.extend([operand_ty, u64::from(lhs), u64::from(rhs), u64::from(pred.code())]);
                const_code::CMP
            }
            ConstKind::Select { cond, on_true, on_false } => {
                for part in [cond, on_true, on_false] {
                    let number = self.constant_number(*part)?;
                    self.record.push(u64::from(number));
                }
                const_code::SELECT
            }
            // Zero, and addresses, which have their numbers from the module's globals and functions.
            ConstKind::Null | ConstKind::Global(_) | ConstKind::Function(_) => const_code::NULL,
        };
        self.flush(code);
        Ok(())
    }

    fn metadata(&mut self) -> Result<(), WriteError> {
        let module = self.module;
        if !self.numbers.metadata.is_empty() || !module.named_metadata.is_empty() {
            self.out.enter_block(block::METADATA, WIDTH);
            for number in 0..self.numbers.metadata.len() {
                self.metadata_entry(module.metadata.get(self.numbers.metadata[number]))?;
            }
            for (name, nodes) in &module.named_metadata {
                self.text(md_code::NAME, name);
                self.record.extend(nodes.iter().map(|&node| self.numbers.metadata(node)));
                self.flush(md_code::NAMED_NODE);
            }
            self.out.end_block();
        }
        let attached = module.functions.values().filter_map(|function| function.body.as_ref());
        if attached.into_iter().any(|body| !body.attachments.is_empty()) {
            self.out.enter_block(block::METADATA, WIDTH);
            for (kind, name) in module.metadata.kinds() {
                self.out.text(md_code::KIND, &[u64::from(kind.0)], name);
            }
            self.out.end_block();
        }
        Ok(())
    }

    fn metadata_entry(&mut self, entry: &Metadata) -> Result<(), WriteError> {
        match entry {
            Metadata::String(text) => self.text(md_code::STRING, text),
            Metadata::Value(value) => {
                let number = self.constant_number(*value)?;
                let ty = self.numbers.ty(self.module.constants.ty(*value));
                self.out.record(md_code::VALUE, &[ty, u64::from(number)]);
            }
            Metadata::Node { distinct, operands } => {
                let numbers = &self.numbers;
                self.record.extend(operands.iter().map(|op| op.map_or(0, |id| numbers.metadata(id) + 1)));
                self.flush(if *distinct { md_code::DISTINCT_NODE } else { md_code::NODE });
            }
            Metadata::Debug(record) => {
                self.record.push(u64::from(record.distinct));
                for (index, field) in record.fields.iter().enumerate() {
                    let required = record.kind.field(index) == Some(FieldKind::RequiredRef);
                    self.record.push(match field {
                        DebugField::Int(value) => *value,
                        DebugField::Ref(Some(target)) => self.numbers.metadata(*target) + u64::from(!required),
                        DebugField::Ref(None) => 0,
                    });
                }
                self.flush(record.kind as u64);
            }
        }
        Ok(())
    }

    /// Writes the names of globals and functions, sorted.
    fn symbol_table(&mut self) {
        let module = self.module;
        let globals = module.globals.values().map(|global| &global.name);
        let functions = module.functions.values().map(|function| &function.name);
        let mut names: Vec<_> = globals.chain(functions).enumerate().filter(|(_, name)| !name.is_empty()).collect();
        if names.is_empty() {
            return;
        }
        names.sort_by_key(|&(_, name)| name);
        self.out.enter_block(block::VALUE_SYMTAB, WIDTH);
        for (number, name) in names {
            self.out.text(symtab_code::ENTRY, &[number as u64], name);
        }
        self.out.end_block();
    }

    /// Writes use-list orders; `local` numbers what is not a constant.
    pub(super) fn use_lists(&mut self, orders: &[UseListOrder], local: impl Fn(UseListTarget) -> Option<u32>) {
        if orders.is_empty() {
            return;
        }
        self.out.enter_block(block::USELIST, WIDTH);
        for order in orders {
            let (code, number) = match order.of {
                UseListTarget::Value(crate::inst::Value::Const(id)) => (uselist_code::VALUE, self.numbers.constant(id)),
                UseListTarget::Value(_) => (uselist_code::VALUE, local(order.of)),
                UseListTarget::Block(block) => (uselist_code::BLOCK, Some(block.as_u32())),
            };
            // The order of the uses of something that is not written any more means nothing.
            let Some(number) = number else { continue };
            self.record.extend(order.indices.iter().map(|&index| u64::from(index)));
            self.record.push(u64::from(number));
            self.flush(code);
        }
        self.out.end_block();
    }
}

/// A number of `width` bits, sign-extended.
fn sign_extend(bits: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((bits << unused) as i64) >> unused
}

/// The names a symbol table of a function gives, in the order of the numbers.
pub(super) fn symtab_entry(writer: &mut ModuleWriter<'_>, code: u64, number: u32, name: &ByteStr) {
    writer.out.text(code, &[u64::from(number)], name);
}
