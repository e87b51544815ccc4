//! Writes a module as bitcode.
//!
//! Input: a module that the verifier accepts. Output: bytes, a multiple of four, the same for the same module.
//! Blocks come in the order of DXC's writer, and each record has the form that DXC's has: in full, or in the abbreviation that
//! DXC takes for it. Some readers were only ever given DXC's output and read nothing else.

use crate::attributes::{Attribute, AttributeList};
use crate::bitstream::{AbbreviationId, BitWriter, LongVbr, char6, rotate_sign, unrotate_sign};
use crate::bytestr::ByteStr;
use crate::constants::{ConstId, ConstKind};
use crate::debug_info::{DebugField, DebugKind, FieldKind};
use crate::enumerate::{Numbering, is_data};
use crate::errors::WriteError;
use crate::metadata::Metadata;
use crate::module::{Module, NumberClass, UseListOrder, UseListTarget};
use crate::types::{Type, TypeId};

use super::abbreviations::{self as abbreviation, GlobalLimits};
use super::{
    MAGIC, RELATIVE_IDS, attr_code, block, const_code, encode_align, md_code, module_code, symtab_code, type_code,
    uselist_code,
};

/// The width of abbreviation numbers in blocks that define few abbreviations or none.
pub(super) const WIDTH: u32 = 3;
/// Their width in the others: functions, types, constants and symbol tables.
pub(super) const WIDE: u32 = 4;

/// Room for the operands of most records.
const RECORD: usize = 256;

/// Bitcode, and where the constants stand in it whose values can be chosen later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The bitcode.
    pub bytes: Vec<u8>,
    /// The records of [`Module::specializations`], in the order of the bits.
    pub places: Vec<Place>,
}

/// A record of a constant whose value can be chosen later: one in each function that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which of [`Module::specializations`].
    pub specialization: u32,
    /// The bit where the number starts; [`stored_form`] is how it is stored.
    pub bit: u64,
}

/// How a constant of this many bits is stored whose value can be chosen later.
pub fn stored_form(class: NumberClass, bits: u32) -> LongVbr {
    // The sign of an integer is stored apart; the least number of 64 bits is stored as a negative zero.
    LongVbr::holding(if class == NumberClass::Float { bits } else { (bits + 1).min(64) })
}

/// The number that is stored for the bits of a constant whose value can be chosen later.
pub fn stored(class: NumberClass, bits: u32, value: u64) -> u64 {
    if class == NumberClass::Float { value } else { rotate_sign(sign_extend(value, bits)) }
}

/// The bits of a constant for which a number is stored: the inverse of [`stored`].
pub fn unstored(class: NumberClass, bits: u32, stored: u64) -> u64 {
    let value = if class == NumberClass::Float { stored } else { unrotate_sign(stored) as u64 };
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// Writes a module.
pub fn write(module: &Module) -> Result<Vec<u8>, WriteError> {
    write_specializable(module).map(|written| written.bytes)
}

/// Writes a module; where the constants stand whose values can be chosen later.
pub fn write_specializable(module: &Module) -> Result<Written, WriteError> {
    let mut writer = ModuleWriter {
        module,
        numbers: Numbering::new(module),
        out: BitWriter::new(MAGIC),
        record: Vec::with_capacity(RECORD),
        attribute_groups: Vec::new(),
        places: Vec::new(),
    };
    writer.out.enter_block(block::MODULE, WIDTH);
    writer.out.record(module_code::VERSION, &[RELATIVE_IDS]);
    writer.out.define(abbreviation::of_blocks(writer.numbers.types.len()));
    writer.attributes();
    writer.types();
    writer.text(module_code::TRIPLE, &module.triple);
    writer.text(module_code::DATALAYOUT, &module.data_layout);
    writer.globals_and_functions()?;
    let values = writer.numbers.first_local();
    let constants = std::mem::take(&mut writer.numbers.constants);
    writer.module_constants(&constants, values)?;
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
    Ok(Written { bytes, places: writer.places })
}

/// The state of writing one module.
pub(super) struct ModuleWriter<'m> {
    pub(super) module: &'m Module,
    pub(super) numbers: Numbering,
    pub(super) out: BitWriter,
    /// The operands of the record that is being constructed.
    pub(super) record: Vec<u64>,
    /// The distinct attribute groups, by number.
    attribute_groups: Vec<(u32, Vec<Attribute>)>,
    /// The records so far of constants whose values can be chosen later.
    places: Vec<Place>,
}

impl ModuleWriter<'_> {
    /// Writes the collected operands as a record.
    pub(super) fn flush(&mut self, code: u64) {
        self.out.record(code, &self.record);
        self.record.clear();
    }

    /// Writes the collected operands as a record, in the shape of an abbreviation if there is one.
    pub(super) fn flush_as(&mut self, id: Option<AbbreviationId>, code: u64) {
        match id {
            Some(id) => self.out.record_as(id, code, &self.record),
            None => self.out.record(code, &self.record),
        }
        self.record.clear();
    }

    /// Writes a record of characters.
    pub(super) fn text(&mut self, code: u64, text: &[u8]) {
        self.out.text(None, code, &[], text);
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
        self.out.enter_block(block::TYPES, WIDE);
        for row in abbreviation::of_types(self.numbers.types.len()) {
            self.out.abbreviate(row);
        }
        self.out.record(type_code::NUM_ENTRY, &[self.numbers.types.len() as u64]);
        for number in 0..self.numbers.types.len() {
            let numbers = &self.numbers;
            let record = &mut self.record;
            let mut shape = None;
            let code = match module.types.get(numbers.types[number]) {
                Type::Void => type_code::VOID,
                Type::Half => type_code::HALF,
                Type::Float => type_code::FLOAT,
                Type::Double => type_code::DOUBLE,
                Type::Label => type_code::LABEL,
                Type::Metadata => type_code::METADATA,
                Type::Other(other) => other.code(),
                Type::Int(bits) => {
                    record.push(u64::from(*bits));
                    type_code::INTEGER
                }
                Type::Pointer { pointee, addrspace } => {
                    record.extend([numbers.ty(*pointee), u64::from(*addrspace)]);
                    shape = (*addrspace == 0).then_some(abbreviation::types::POINTER);
                    type_code::POINTER
                }
                Type::Array { elem, len } => {
                    record.extend([*len, numbers.ty(*elem)]);
                    shape = Some(abbreviation::types::ARRAY);
                    type_code::ARRAY
                }
                Type::Vector { elem, len } => {
                    record.extend([u64::from(*len), numbers.ty(*elem)]);
                    type_code::VECTOR
                }
                Type::Struct { packed, fields } => {
                    record.push(u64::from(*packed));
                    record.extend(fields.iter().map(|&field| numbers.ty(field)));
                    shape = Some(abbreviation::types::STRUCT_ANON);
                    type_code::STRUCT_ANON
                }
                Type::Named(id) => {
                    let named = module.types.named(*id);
                    if !named.name.is_empty() {
                        let is_short = named.name.iter().all(|&letter| char6(letter).is_some());
                        let shape = is_short.then_some(abbreviation::types::STRUCT_NAME);
                        self.out.text(shape, type_code::STRUCT_NAME, &[], &named.name);
                    }
                    record.push(u64::from(named.packed));
                    match &named.fields {
                        Some(fields) => {
                            record.extend(fields.iter().map(|&field| numbers.ty(field)));
                            shape = Some(abbreviation::types::STRUCT_NAMED);
                            type_code::STRUCT_NAMED
                        }
                        None => type_code::OPAQUE,
                    }
                }
                Type::Function { ret, params, vararg } => {
                    record.extend([u64::from(*vararg), numbers.ty(*ret)]);
                    record.extend(params.iter().map(|&param| numbers.ty(param)));
                    shape = Some(abbreviation::types::FUNCTION);
                    type_code::FUNCTION
                }
            };
            self.flush_as(shape, code);
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
        let aligns = module.globals.values().map(|global| global.align);
        let aligns = aligns.chain(module.functions.values().map(|function| function.align));
        let limits = GlobalLimits {
            ty: module.globals.values().map(|global| self.numbers.ty(global.ty) as u32).max().unwrap_or(0),
            align: aligns.map(|align| encode_align(align) as u32).max().unwrap_or(0),
            section: sections.len() as u32,
        };
        let simple = (!module.globals.is_empty()).then(|| self.out.abbreviate(abbreviation::of_globals(limits)));
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
                self.flush(module_code::GLOBALVAR);
            } else {
                self.flush_as(simple, module_code::GLOBALVAR);
            }
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

    /// Writes the constants block of the module, in which values have the numbers below `values`.
    fn module_constants(&mut self, constants: &[ConstId], values: u32) -> Result<(), WriteError> {
        if constants.is_empty() {
            return Ok(());
        }
        self.out.enter_block(block::CONSTANTS, WIDE);
        for row in abbreviation::of_module_constants(values) {
            self.out.abbreviate(row);
        }
        self.constant_records(constants, Level::Module)?;
        self.out.end_block();
        Ok(())
    }

    /// Writes the constants block of a function.
    pub(super) fn constants(&mut self, constants: &[ConstId]) -> Result<(), WriteError> {
        if constants.is_empty() {
            return Ok(());
        }
        self.out.enter_block(block::CONSTANTS, WIDE);
        self.constant_records(constants, Level::Function)?;
        self.out.end_block();
        Ok(())
    }

    fn constant_records(&mut self, constants: &[ConstId], level: Level) -> Result<(), WriteError> {
        let mut current = None;
        for &id in constants {
            let ty = self.module.constants.ty(id);
            if current != Some(ty) {
                current = Some(ty);
                let number = self.numbers.ty(ty);
                self.out.record_as(abbreviation::constants::SETTYPE, const_code::SETTYPE, &[number]);
            }
            self.constant(id, level)?;
        }
        Ok(())
    }

    fn constant(&mut self, id: ConstId, level: Level) -> Result<(), WriteError> {
        let module = self.module;
        let constant = module.constants.get(id);
        let typed = |writer: &mut Self, operand: ConstId| -> Result<(), WriteError> {
            let number = writer.constant_number(operand)?;
            writer.record.extend([writer.numbers.ty(module.constants.ty(operand)), u64::from(number)]);
            Ok(())
        };
        if let Some(at) = module.specializations.iter().position(|chosen| chosen.constant == id) {
            self.specialization(at);
            return Ok(());
        }
        let in_module = |id| (level == Level::Module).then_some(id);
        let mut shape = None;
        let code = match &constant.kind {
            _ if module.constants.is_zero(id) => const_code::NULL,
            ConstKind::Undef => const_code::UNDEF,
            ConstKind::Int(bits) => {
                let width = module.types.int_bits(constant.ty).unwrap_or(64);
                self.record.push(rotate_sign(sign_extend(*bits, width)));
                shape = Some(abbreviation::constants::INTEGER);
                const_code::INTEGER
            }
            ConstKind::Float(bits) => {
                self.record.push(*bits);
                const_code::FLOAT
            }
            ConstKind::Aggregate(parts) if is_data(module, id) => {
                self.record.extend(parts.iter().map(|&part| {
                    if let ConstKind::Int(bits) | ConstKind::Float(bits) = module.constants.get(part).kind {
                        bits
                    } else {
                        0
                    }
                }));
                if is_text(module, constant.ty) {
                    let (code, abbreviation) = self.text_constant();
                    shape = abbreviation.and_then(in_module);
                    code
                } else {
                    const_code::DATA
                }
            }
            ConstKind::Aggregate(parts) => {
                for &part in parts {
                    let number = self.constant_number(part)?;
                    self.record.push(u64::from(number));
                }
                shape = in_module(abbreviation::module_constants::AGGREGATE);
                const_code::AGGREGATE
            }
            ConstKind::Cast { op, value } => {
                self.record.push(u64::from(op.code()));
                typed(self, *value)?;
                shape = Some(abbreviation::constants::CAST);
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
        self.flush_as(shape, code);
        Ok(())
    }

    /// Writes the record of a constant whose value can be chosen later.
    fn specialization(&mut self, at: usize) {
        let module = self.module;
        let class = module.specializations[at].class;
        let ty = module.constants.ty(module.specializations[at].constant);
        let bits = module.types.number_bits(ty).unwrap_or(64);
        let value = module.constants.as_number(module.specializations[at].constant).unwrap_or(0);
        let code = if class == NumberClass::Float { const_code::FLOAT } else { const_code::INTEGER };
        let bit = self.out.record_of_fixed_length(code, stored(class, bits, value), stored_form(class, bits));
        self.places.push(Place { specialization: at as u32, bit });
    }

    /// Makes a text of the bytes that were collected: one that ends with its only zero is written without that.
    fn text_constant(&mut self) -> (u64, Option<AbbreviationId>) {
        use abbreviation::module_constants::{CSTRING_6, CSTRING_7, STRING_8};
        let (letters, code, general) = match self.record.as_slice() {
            [letters @ .., 0] if !letters.contains(&0) => (letters, const_code::CSTRING, None),
            letters => (letters, const_code::STRING, Some(STRING_8)),
        };
        let all = |is_held: fn(u8) -> bool| letters.iter().all(|&letter| is_held(letter as u8));
        let abbreviation = match code {
            const_code::CSTRING if all(|letter| char6(letter).is_some()) => Some(CSTRING_6),
            const_code::CSTRING if all(|letter| letter.is_ascii()) => Some(CSTRING_7),
            _ => general,
        };
        let len = letters.len();
        self.record.truncate(len);
        (code, abbreviation)
    }

    fn metadata(&mut self) -> Result<(), WriteError> {
        let module = self.module;
        if !self.numbers.metadata.is_empty() || !module.named_metadata.is_empty() {
            self.out.enter_block(block::METADATA, WIDTH);
            let entries = self.numbers.metadata.iter().map(|&id| module.metadata.get(id));
            let has = |what: fn(&Metadata) -> bool| entries.clone().any(what);
            let strings = has(|entry| matches!(entry, Metadata::String(_)));
            let locations = has(Metadata::is_location);
            let shapes = MetadataShapes {
                string: strings.then(|| self.out.abbreviate(abbreviation::of_strings())),
                location: locations
                    .then(|| self.out.abbreviate(abbreviation::of_locations(DebugKind::DILocation as u64))),
            };
            let has_lists = !module.named_metadata.is_empty();
            let name_shape = has_lists.then(|| self.out.abbreviate(abbreviation::of_names()));
            for number in 0..self.numbers.metadata.len() {
                self.metadata_entry(module.metadata.get(self.numbers.metadata[number]), &shapes)?;
            }
            for (name, nodes) in &module.named_metadata {
                self.out.text(name_shape, md_code::NAME, &[], name);
                self.record.extend(nodes.iter().map(|&node| self.numbers.metadata(node)));
                self.flush(md_code::NAMED_NODE);
            }
            self.out.end_block();
        }
        let attached = module.functions.values().filter_map(|function| function.body.as_ref());
        if attached.into_iter().any(|body| !body.attachments.is_empty()) {
            self.out.enter_block(block::METADATA, WIDTH);
            for (kind, name) in module.metadata.kinds() {
                self.out.text(None, md_code::KIND, &[u64::from(kind.0)], name);
            }
            self.out.end_block();
        }
        Ok(())
    }

    fn metadata_entry(&mut self, entry: &Metadata, shapes: &MetadataShapes) -> Result<(), WriteError> {
        match entry {
            Metadata::String(text) => self.out.text(shapes.string, md_code::STRING, &[], text),
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
                self.flush_as(if entry.is_location() { shapes.location } else { None }, record.kind as u64);
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
        self.out.enter_block(block::VALUE_SYMTAB, WIDE);
        for (number, name) in names {
            self.name(symtab_code::ENTRY, number as u32, name);
        }
        self.out.end_block();
    }

    /// Writes an entry of a symbol table.
    pub(super) fn name(&mut self, code: u64, number: u32, name: &ByteStr) {
        use abbreviation::symtab::{BLOCK_ENTRY_6, ENTRY_6, ENTRY_7, ENTRY_8};
        let is_block = code == symtab_code::BLOCK_ENTRY;
        let shape = if name.iter().all(|&letter| char6(letter).is_some()) {
            if is_block { BLOCK_ENTRY_6 } else { ENTRY_6 }
        } else if !is_block && name.is_ascii() {
            ENTRY_7
        } else {
            ENTRY_8
        };
        self.out.text(Some(shape), code, &[u64::from(number)], name);
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

/// Whose constants a block holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Module,
    Function,
}

/// The abbreviations of a metadata block for its entries, which it defines if it has such entries.
struct MetadataShapes {
    string: Option<AbbreviationId>,
    location: Option<AbbreviationId>,
}

/// Whether a type is that of texts: an array of bytes.
fn is_text(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Type::Array { elem, .. } if module.types.int_bits(*elem) == Some(8))
}

/// A number of `width` bits, sign-extended.
fn sign_extend(bits: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((bits << unused) as i64) >> unused
}
