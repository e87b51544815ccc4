//! Reads bitcode into a module.
//!
//! Input: bytes from anywhere. Output: a module whose numbers all refer to something that is there, or an error with the
//! bit at which reading stopped. Whether the module makes sense is the verifier's question. Blocks may come in any
//! order that lets numbers be resolved, which includes the order of every LLVM 3.7 writer.

use crate::attributes::{AttrKind, AttrListId, Attribute, AttributeList};
use crate::bitstream::{BitReader, Entry, Record};
use crate::bytestr::ByteStr;
use crate::constants::{ConstId, ConstKind};
use crate::errors::{BitcodeError, BitcodeErrorKind};
use crate::inst::{BlockId, Value};
use crate::metadata::MdKind;
use crate::module::{FuncId, Function, Global, GlobalId, Linkage, Module, UseListOrder, UseListTarget};
use crate::types::TypeId;

use super::{MAGIC, RELATIVE_IDS, attr_code, block, decode_align, module_code, symtab_code, uselist_code};

/// Reads a module.
pub fn read(bytes: &[u8]) -> Result<Module, BitcodeError> {
    let mut reader = Reader {
        stream: BitReader::new(bytes, MAGIC)?,
        module: Module::new(),
        types: Vec::new(),
        values: Vec::new(),
        initializers: Vec::new(),
        bodies: Vec::new(),
        next_body: 0,
        sections: Vec::new(),
        groups: Vec::new(),
        md_count: 0,
        md_kinds: Vec::new(),
    };
    let mut record = Record::default();
    match reader.stream.next(&mut record)? {
        Entry::Block(block::MODULE) => reader.module_block()?,
        Entry::Block(id) => return Err(reader.stream.error(BitcodeErrorKind::UnknownBlock(id))),
        Entry::EndBlock | Entry::Record => return Err(reader.stream.error(BitcodeErrorKind::BadNesting)),
    }
    reader.finish()
}

type Read<T> = Result<T, BitcodeError>;

/// The state of reading one module.
pub(super) struct Reader<'a> {
    pub(super) stream: BitReader<'a>,
    pub(super) module: Module,
    /// The types, by number.
    pub(super) types: Vec<TypeId>,
    /// The module-level values, by number.
    pub(super) values: Vec<ConstId>,
    /// Globals that wait for their initialiser, by number.
    initializers: Vec<(GlobalId, u64)>,
    /// Functions that are defined, in the order their bodies come.
    bodies: Vec<FuncId>,
    next_body: usize,
    sections: Vec<ByteStr>,
    groups: Vec<(u64, (u32, Vec<Attribute>))>,
    /// The number of metadata entries of the file; a function may extend the table.
    pub(super) md_count: usize,
    /// The attachment kinds of the file, by number.
    md_kinds: Vec<(u64, MdKind)>,
}

/// The operands of a record, taken in sequence.
pub(super) struct Operands<'r> {
    what: &'static str,
    rest: std::slice::Iter<'r, u64>,
    bit: u64,
}

impl<'r> Operands<'r> {
    /// The next operand.
    pub(super) fn next(&mut self) -> Read<u64> {
        self.rest.next().copied().ok_or_else(|| self.error())
    }

    /// The next operand, 0 if there is none.
    pub(super) fn next_or_zero(&mut self) -> u64 {
        self.rest.next().copied().unwrap_or(0)
    }

    /// The next operand, which must fit.
    pub(super) fn next_u32(&mut self) -> Read<u32> {
        let value = self.next()?;
        u32::try_from(value).map_err(|_| self.error())
    }

    /// The next operand, which must be 0 or 1.
    pub(super) fn next_bool(&mut self) -> Read<bool> {
        Ok(self.next()? != 0)
    }

    /// The next operand as an alignment.
    pub(super) fn next_align(&mut self) -> Read<u32> {
        let code = self.next()?;
        decode_align(code).ok_or_else(|| self.error())
    }

    /// The operands that are left.
    pub(super) fn rest(&self) -> &'r [u64] {
        self.rest.as_slice()
    }

    /// The number of operands that are left.
    pub(super) fn len(&self) -> usize {
        self.rest.len()
    }

    /// The error that the record is malformed.
    pub(super) fn error(&self) -> BitcodeError {
        BitcodeError { bit: self.bit, kind: BitcodeErrorKind::BadRecord { what: self.what } }
    }
}

/// The operands as characters.
pub(super) fn text(operands: &[u64]) -> ByteStr {
    operands.iter().map(|&operand| operand as u8).collect::<Vec<_>>().into()
}

impl Reader<'_> {
    /// An error at the current bit.
    pub(super) fn error(&self, kind: BitcodeErrorKind) -> BitcodeError {
        self.stream.error(kind)
    }

    /// The error that a number refers to nothing.
    pub(super) fn missing(&self, what: &'static str, id: u64) -> BitcodeError {
        self.error(BitcodeErrorKind::BadReference { what, id })
    }

    /// The operands of a record.
    pub(super) fn operands<'r>(&self, what: &'static str, record: &'r Record) -> Operands<'r> {
        Operands { what, rest: record.operands.iter(), bit: self.stream.bit() }
    }

    /// A type by number.
    pub(super) fn ty(&self, number: u64) -> Read<TypeId> {
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        self.types.get(index).copied().ok_or_else(|| self.missing("type", number))
    }

    /// Reads the records of a block that has none inside.
    pub(super) fn records(&mut self, mut each: impl FnMut(&mut Self, &Record) -> Read<()>) -> Read<()> {
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::EndBlock => return Ok(()),
                Entry::Record => each(self, &record)?,
                Entry::Block(id) => return Err(self.error(BitcodeErrorKind::UnknownBlock(id))),
            }
        }
    }

    /// The error that a record is not known.
    pub(super) fn unknown(&self, block: u32, code: u64) -> BitcodeError {
        self.error(BitcodeErrorKind::UnknownRecord { block, code })
    }

    fn module_block(&mut self) -> Read<()> {
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::EndBlock => return Ok(()),
                Entry::Record => self.module_record(&record)?,
                Entry::Block(id) => match id {
                    block::PARAM_ATTR_GROUP => self.attribute_groups()?,
                    block::PARAM_ATTR => self.attribute_lists()?,
                    block::TYPES => self.type_table()?,
                    block::CONSTANTS => self.module_constants()?,
                    block::METADATA => self.module_metadata()?,
                    block::VALUE_SYMTAB => self.symbol_table()?,
                    block::USELIST => self.module_use_lists()?,
                    block::FUNCTION => self.function_block()?,
                    _ => return Err(self.error(BitcodeErrorKind::UnknownBlock(id))),
                },
            }
        }
    }

    fn module_record(&mut self, record: &Record) -> Read<()> {
        match record.code {
            module_code::VERSION => {
                if record.operands.first() != Some(&RELATIVE_IDS) {
                    return Err(self.error(BitcodeErrorKind::Unsupported { what: "absolute operand numbering" }));
                }
            }
            module_code::TRIPLE => self.module.triple = text(&record.operands),
            module_code::DATALAYOUT => self.module.data_layout = text(&record.operands),
            module_code::SECTION_NAME => self.sections.push(text(&record.operands)),
            module_code::GLOBALVAR => self.global(record)?,
            module_code::FUNCTION => self.function_record(record)?,
            code => return Err(self.unknown(block::MODULE, code)),
        }
        Ok(())
    }

    fn global(&mut self, record: &Record) -> Read<()> {
        let mut operands = self.operands("global variable", record);
        let number = operands.next()?;
        let mut ty = self.ty(number)?;
        let flags = operands.next()?;
        let is_const = flags & 1 != 0;
        let explicit_type = flags & 2 != 0;
        let mut addrspace = u32::try_from(flags >> 2).map_err(|_| operands.error())?;
        if !explicit_type {
            let types = &self.module.types;
            addrspace = types.pointer_addrspace(ty).ok_or_else(|| operands.error())?;
            ty = types.pointee(ty).ok_or_else(|| operands.error())?;
        }
        let initializer = operands.next()?;
        let linkage = u8::try_from(operands.next()?).map_err(|_| operands.error())?;
        let align = operands.next_align()?;
        let section = match operands.next_or_zero() {
            0 => None,
            number => {
                let section = self.sections.get(number as usize - 1).cloned();
                Some(section.ok_or_else(|| self.missing("section", number))?)
            }
        };
        let (_visibility, thread_local) = (operands.next_or_zero(), operands.next_or_zero());
        if thread_local != 0 {
            return Err(self.error(BitcodeErrorKind::Unsupported { what: "thread-local storage" }));
        }
        let id = self.module.add_global(Global {
            name: ByteStr::default(),
            ty,
            addrspace,
            is_const,
            initializer: None,
            linkage: Linkage::from_code(linkage),
            align,
            section,
            unnamed_addr: operands.next_or_zero() != 0,
            externally_initialized: operands.next_or_zero() != 0,
        });
        if initializer != 0 {
            self.initializers.push((id, initializer - 1));
        }
        let address = self.module.global_address(id);
        self.values.push(address);
        Ok(())
    }

    fn function_record(&mut self, record: &Record) -> Read<()> {
        let mut operands = self.operands("function", record);
        let number = operands.next()?;
        let mut ty = self.ty(number)?;
        if let Some(pointee) = self.module.types.pointee(ty) {
            ty = pointee;
        }
        if self.module.types.signature(ty).is_none() {
            return Err(operands.error());
        }
        let convention = u16::try_from(operands.next()?).map_err(|_| operands.error())?;
        let is_declaration = operands.next_bool()?;
        let linkage = u8::try_from(operands.next()?).map_err(|_| operands.error())?;
        let attributes = self.attribute_list(operands.next()?);
        let align = operands.next_align()?;
        let (_section, _visibility, _collector) =
            (operands.next_or_zero(), operands.next_or_zero(), operands.next_or_zero());
        let id = self.module.add_function(Function {
            name: ByteStr::default(),
            ty,
            linkage: Linkage::from_code(linkage),
            attributes,
            align,
            unnamed_addr: operands.next_or_zero() != 0,
            convention,
            body: None,
        });
        if !is_declaration {
            self.bodies.push(id);
        }
        let address = self.module.function_address(id);
        self.values.push(address);
        Ok(())
    }

    /// An attribute list by number, 0 for none. One that is not there says nothing, as LLVM has it.
    pub(super) fn attribute_list(&self, number: u64) -> Option<AttrListId> {
        let id = u32::try_from(number.checked_sub(1)?).ok().map(AttrListId::from_u32);
        id.filter(|&id| self.module.attributes.is_valid(id))
    }

    fn attribute_groups(&mut self) -> Read<()> {
        self.records(|reader, record| {
            if record.code != attr_code::GROUP {
                return Err(reader.unknown(block::PARAM_ATTR_GROUP, record.code));
            }
            let mut operands = reader.operands("attribute group", record);
            let number = operands.next()?;
            let index = operands.next_u32()?;
            let mut attributes = Vec::new();
            while operands.len() > 0 {
                attributes.push(read_attribute(&mut operands)?);
            }
            reader.groups.push((number, (index, attributes)));
            Ok(())
        })
    }

    fn attribute_lists(&mut self) -> Read<()> {
        self.records(|reader, record| {
            if record.code != attr_code::LIST {
                return Err(reader.unknown(block::PARAM_ATTR, record.code));
            }
            let mut groups = Vec::new();
            for &number in &record.operands {
                let group = reader.groups.iter().find(|(known, _)| *known == number);
                // Nothing is said by a group that is not there, as LLVM has it.
                groups.extend(group.map(|group| group.1.clone()));
            }
            reader.module.attributes.push(AttributeList { groups });
            Ok(())
        })
    }

    fn symbol_table(&mut self) -> Read<()> {
        self.records(|reader, record| {
            let mut operands = reader.operands("symbol", record);
            let number = operands.next()?;
            if record.code != symtab_code::ENTRY {
                return Err(reader.unknown(block::VALUE_SYMTAB, record.code));
            }
            let name = text(operands.rest());
            let index = usize::try_from(number).unwrap_or(usize::MAX);
            match reader.values.get(index).map(|&id| &reader.module.constants.get(id).kind) {
                Some(&ConstKind::Global(id)) => reader.module.globals[id].name = name,
                Some(&ConstKind::Function(id)) => reader.module.rename_function(id, name),
                _ => return Err(reader.missing("global or function", number)),
            }
            Ok(())
        })
    }

    fn module_use_lists(&mut self) -> Read<()> {
        let mut orders = Vec::new();
        self.use_list_block(&mut orders, |reader, number| {
            let index = usize::try_from(number).unwrap_or(usize::MAX);
            reader.values.get(index).map(|&id| Value::Const(id))
        })?;
        self.module.use_lists.extend(orders);
        Ok(())
    }

    /// Reads a use-list block; `value` finds a value by number.
    pub(super) fn use_list_block(
        &mut self,
        orders: &mut Vec<UseListOrder>,
        value: impl Fn(&Self, u64) -> Option<Value>,
    ) -> Read<()> {
        self.records(|reader, record| {
            let Some((&number, indices)) = record.operands.split_last() else {
                return Err(reader.operands("use-list order", record).error());
            };
            let of = match record.code {
                uselist_code::VALUE => {
                    UseListTarget::Value(value(reader, number).ok_or_else(|| reader.missing("value", number))?)
                }
                uselist_code::BLOCK => UseListTarget::Block(BlockId::from_u32(number as u32)),
                code => return Err(reader.unknown(block::USELIST, code)),
            };
            orders.push(UseListOrder { of, indices: indices.iter().map(|&index| index as u32).collect() });
            Ok(())
        })
    }

    /// The function whose body comes next.
    pub(super) fn next_body(&mut self) -> Read<FuncId> {
        let id = self.bodies.get(self.next_body).copied();
        self.next_body += 1;
        id.ok_or_else(|| self.missing("function without a body", self.next_body as u64))
    }

    /// Notes the number a file gives an attachment kind.
    pub(super) fn add_md_kind(&mut self, number: u64, name: ByteStr) {
        let kind = self.module.metadata.kind(name);
        self.md_kinds.push((number, kind));
    }

    /// The attachment kind of a number.
    pub(super) fn md_kind(&self, number: u64) -> Read<MdKind> {
        let known = self.md_kinds.iter().find(|(known, _)| *known == number);
        known.map(|&(_, kind)| kind).ok_or_else(|| self.missing("metadata kind", number))
    }

    fn finish(mut self) -> Read<Module> {
        for (global, number) in std::mem::take(&mut self.initializers) {
            let index = usize::try_from(number).unwrap_or(usize::MAX);
            let value = self.values.get(index).copied();
            self.module.globals[global].initializer = Some(value.ok_or_else(|| self.missing("value", number))?);
        }
        if self.next_body < self.bodies.len() {
            return Err(self.error(BitcodeErrorKind::UnexpectedEnd));
        }
        if let Some(version) = self.module.stated_version() {
            self.module.version = version;
        }
        Ok(self.module)
    }
}

fn read_attribute(operands: &mut Operands<'_>) -> Read<Attribute> {
    let form = operands.next()?;
    match form {
        attr_code::KIND | attr_code::KIND_VALUE => {
            let kind = AttrKind::from_number(operands.next()?).ok_or_else(|| operands.error())?;
            Ok(if form == attr_code::KIND { Attribute::Kind(kind) } else { Attribute::Value(kind, operands.next()?) })
        }
        attr_code::TEXT => Ok(Attribute::Text(read_text(operands)?, None)),
        attr_code::TEXT_VALUE => Ok(Attribute::Text(read_text(operands)?, Some(read_text(operands)?))),
        _ => Err(operands.error()),
    }
}

/// Characters up to a zero.
fn read_text(operands: &mut Operands<'_>) -> Read<ByteStr> {
    let mut bytes = Vec::new();
    loop {
        match operands.next()? {
            0 => return Ok(bytes.into()),
            byte => bytes.push(byte as u8),
        }
    }
}
