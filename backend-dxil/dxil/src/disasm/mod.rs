//! Disassembles modules and containers as `dxc -dumpbin` prints them.
//!
//! The text of a module is LLVM 3.7 assembly with a comment after every call of an operation; that of a container has a
//! header of comments with signatures, pipeline facts, resources and dependencies. Where releases of DXC print differently,
//! DXC 1.9 is the model: all facts of the pipeline, where earlier ones listed those of the stage only. Damaged modules are
//! printed as far as they make sense; nothing here fails.

mod buffers;
mod comments;
mod constants;
mod debug;
pub(crate) mod dwarf;
mod function;
mod header;
mod metadata;
mod slots;
mod type_finder;
mod types;

use std::fmt::Write as _;
use std::ops::Range;

use crate::bitcode;
use crate::container::program::Program;
use crate::container::{Container, ContainerError, FourCc};
use crate::errors::BitcodeError;
use crate::inst::InstId;
use crate::module::{FuncId, Global, GlobalId, Linkage, Module};
use crate::types::TypeId;

use slots::Slots;

/// Why a container could not be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DisassembleError {
    /// It, or its program part, is damaged.
    Container(ContainerError),
    /// The bitcode is damaged.
    Bitcode(BitcodeError),
    /// There is no program in it.
    NoProgram,
}

impl std::fmt::Display for DisassembleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Container(error) => error.fmt(f),
            Self::Bitcode(error) => error.fmt(f),
            Self::NoProgram => f.write_str("the container holds no program"),
        }
    }
}

impl std::error::Error for DisassembleError {}

impl From<ContainerError> for DisassembleError {
    fn from(error: ContainerError) -> Self {
        Self::Container(error)
    }
}

impl From<BitcodeError> for DisassembleError {
    fn from(error: BitcodeError) -> Self {
        Self::Bitcode(error)
    }
}

/// The place of an instruction in a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedInstruction {
    /// The position of its function among those with a body.
    pub body: u32,
    /// Its position in the order of the blocks.
    pub index: u32,
    /// Its line in the text, without the end of the line.
    pub text: Range<usize>,
}

/// A listing, and where its instructions are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The text.
    pub text: String,
    /// The instructions, in the order of the text.
    pub instructions: Vec<ListedInstruction>,
}

/// The text of a container; the program with debug information is printed if there is one.
pub fn disassemble_container(bytes: &[u8]) -> Result<String, DisassembleError> {
    list_container(bytes).map(|listing| listing.text)
}

/// The same with the places of instructions.
pub fn list_container(bytes: &[u8]) -> Result<Listing, DisassembleError> {
    let container = Container::read(bytes)?;
    let part = |name| Some((name, container.part(name)?));
    let (name, data) = part(FourCc::ILDB).or_else(|| part(FourCc::DXIL)).ok_or(DisassembleError::NoProgram)?;
    let program = Program::read(name, data)?;
    let module = bitcode::read(&program.bitcode)?;
    let names = match container.part(FourCc::STAT) {
        Some(data) => Some(bitcode::read(&Program::read(FourCc::STAT, data)?.bitcode)?),
        None => None,
    };
    let mut printer = Printer::new(&module);
    printer.out = header::print(&container, program.shader_model.kind, &module, names.as_ref())?;
    printer.module();
    Ok(Listing { text: printer.out, instructions: printer.listed })
}

/// A type as it is written in the text of a module.
pub(crate) fn type_text(module: &Module, ty: TypeId) -> String {
    let slots = Slots::empty(module);
    let mut printer =
        Printer { module, slots, limit: types::LEAST_TEXT, out: String::new(), listed: Vec::new(), bodies: 0 };
    printer.ty(ty);
    printer.out
}

/// The text of a module.
pub fn disassemble_module(module: &Module) -> String {
    let mut printer = Printer::new(module);
    printer.module();
    printer.out
}

/// Lists single instructions of a module, numbered as in the listing of the whole.
pub struct Lister<'m> {
    printer: Printer<'m>,
    /// The function whose values are numbered.
    context: Option<function::Context<'m>>,
}

impl<'m> Lister<'m> {
    /// For a module.
    pub fn new(module: &'m Module) -> Self {
        Self { printer: Printer::new(module), context: None }
    }

    /// An instruction; `None` if it is not there.
    pub fn instruction(&mut self, id: FuncId, inst: InstId) -> Option<String> {
        let body = self.printer.module.functions.get(id)?.body.as_ref()?;
        body.insts.get(inst)?;
        if self.context.as_ref().is_none_or(|context| !context.is_of(id)) {
            self.context = Some(self.printer.context(id, body));
        }
        self.printer.out.clear();
        self.printer.instruction(self.context.as_ref()?, inst);
        Some(self.printer.out.trim().to_owned())
    }
}

/// The state of printing one module.
struct Printer<'m> {
    module: &'m Module,
    slots: Slots<'m>,
    /// The length at which the text of types and constants stops.
    limit: usize,
    out: String,
    listed: Vec<ListedInstruction>,
    /// The number of functions with a body so far.
    bodies: u32,
}

/// Appends formatted text. Writing to a string cannot fail.
macro_rules! emit {
    ($printer:expr, $($arguments:tt)*) => {{
        let _ = write!($printer.out, $($arguments)*);
    }};
}
use emit;

impl<'m> Printer<'m> {
    fn new(module: &'m Module) -> Self {
        let (slots, limit) = (Slots::new(module), types::text_limit(module));
        Self { module, slots, limit, out: String::new(), listed: Vec::new(), bodies: 0 }
    }
}

impl Printer<'_> {
    fn module(&mut self) {
        let module = self.module;
        for (what, text) in [("datalayout", &module.data_layout), ("triple", &module.triple)] {
            if !text.is_empty() {
                emit!(self, "target {what} = \"{text}\"\n");
            }
        }
        self.type_declarations();
        if !module.globals.is_empty() {
            self.out.push('\n');
        }
        for (id, global) in &module.globals {
            self.global(id, global);
        }
        for id in module.functions.keys() {
            self.function(id);
        }
        self.attribute_groups();
        self.named_metadata();
        self.metadata_nodes();
    }

    fn type_declarations(&mut self) {
        let (numbered, named) = type_finder::find(self.module, &self.slots.numbered_structs);
        if !numbered.is_empty() || !named.is_empty() {
            self.out.push('\n');
        }
        for ty in numbered.into_iter().chain(named) {
            self.ty(ty);
            self.out.push_str(" = type ");
            self.struct_body(ty);
            self.out.push('\n');
        }
    }

    fn global(&mut self, id: GlobalId, global: &Global) {
        self.global_name(id);
        self.out.push_str(" = ");
        if global.initializer.is_none() && global.linkage == Linkage::External {
            self.out.push_str("external ");
        }
        self.out.push_str(linkage_text(global.linkage));
        if global.unnamed_addr {
            self.out.push_str("unnamed_addr ");
        }
        if global.addrspace != 0 {
            emit!(self, "addrspace({}) ", global.addrspace);
        }
        if global.externally_initialized {
            self.out.push_str("externally_initialized ");
        }
        self.out.push_str(if global.is_const { "constant " } else { "global " });
        self.ty(global.ty);
        if let Some(initializer) = global.initializer {
            self.out.push(' ');
            self.constant(initializer);
        }
        if let Some(section) = &global.section {
            self.out.push_str(", section \"");
            let _ = section.write_escaped(&mut self.out);
            self.out.push('"');
        }
        if global.align != 0 {
            emit!(self, ", align {}", global.align);
        }
        self.out.push('\n');
    }

    /// Writes `@name`, or a number for a global without a name.
    fn global_name(&mut self, id: GlobalId) {
        let name = &self.module.globals[id].name;
        self.out.push('@');
        if name.is_empty() {
            emit!(self, "{}", self.slots.unnamed_globals.iter().position(|&known| known == id).unwrap_or(0));
        } else {
            let _ = name.write_identifier(&mut self.out);
        }
    }

    fn attribute_groups(&mut self) {
        if !self.slots.attributes.is_empty() {
            self.out.push('\n');
        }
        for (slot, attributes) in self.slots.attributes.iter().enumerate() {
            let _ = write!(self.out, "attributes #{slot} = {{ ");
            for (index, attribute) in attributes.iter().enumerate() {
                if index > 0 {
                    self.out.push(' ');
                }
                function::write_attribute(&mut self.out, attribute);
            }
            self.out.push_str(" }\n");
        }
    }
}

/// The word for a linkage, with a space after it.
fn linkage_text(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "",
        Linkage::Appending => "appending ",
        Linkage::Internal => "internal ",
        Linkage::Private => "private ",
        Linkage::LinkOnceOdr => "linkonce_odr ",
        Linkage::Other(code) => match code {
            7 => "extern_weak ",
            8 => "common ",
            12 => "available_externally ",
            1 | 16 => "weak ",
            4 | 18 => "linkonce ",
            10 | 17 => "weak_odr ",
            _ => "",
        },
    }
}
