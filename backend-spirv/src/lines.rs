//! Where code came from: the files with their texts, and the lines of instructions, as core SPIR-V says them.
//!
//! In: the sources of a module. Out: `OpString` and `OpSource` for each file, `OpLine` before instructions whose line is
//! another than that of the one before. Nothing else changes.

use crate::lower::Writer;
use hlslc_base::source::{FileId, SourceMap};
use hlslc_ir::Loc;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Op, SourceLanguage, Word};

/// What is said of the sources.
#[derive(Clone, Copy, Debug)]
pub struct SpirvSources<'a> {
    /// The files.
    pub sources: &'a SourceMap,
    /// The main file.
    pub main: FileId,
    /// The shader model, as `OpSource` has it: 660 for 6.6.
    pub model: u32,
    /// Whether the texts are there.
    pub texts: bool,
    /// Whether instructions say their lines.
    pub lines: bool,
    /// The options of the command line, if they are to be there.
    pub arguments: Option<&'a [String]>,
}

/// The most bytes of text that one instruction holds: it has at most 65535 words.
const MOST_TEXT: usize = 4 * (65535 - 8);

impl Writer<'_> {
    /// Names the main file and gives its text.
    pub(crate) fn sources(&mut self) {
        let Some(from) = self.from else { return };
        self.file(&from.sources.file(from.main).name, Some(from.main));
    }

    /// Repeats the options, where the version has an instruction for it.
    pub(crate) fn arguments(&mut self) {
        let Some(arguments) = self.from.and_then(|from| from.arguments).filter(|_| self.asm.has_1_1()) else { return };
        let text = format!("dxc-cl-option: {}", arguments.join(" "));
        let operands = vec![Operand::LiteralString(text)];
        self.asm.module.debug_module_processed.push(Instruction::new(Op::ModuleProcessed, None, None, operands));
    }

    /// What comes next came from a place.
    pub(crate) fn at(&mut self, loc: Loc) {
        let Some(from) = self.from.filter(|from| from.lines) else { return };
        let Some(place) = from.sources.resolve(self.module.ctx.span(loc)) else { return };
        let file = from.sources.file(place.file);
        let offset = place.range.start as u32;
        let (name, line) = file.presumed(offset);
        let column = file.line_col(offset).1 + 1;
        let named = (*name == *file.name).then_some(place.file);
        let id = self.file(&name, named);
        self.asm.line = Some((id, line, column));
    }

    /// The id of a file's name; when it is new, the file is a source.
    fn file(&mut self, name: &str, file: Option<FileId>) -> Word {
        if let Some(&known) = self.files.get(name) {
            return known;
        }
        let id = self.asm.id();
        self.files.insert(name.to_owned(), id);
        let named = Instruction::new(Op::String, None, Some(id), vec![Operand::LiteralString(name.to_owned())]);
        self.asm.module.debug_string_source.push(named);
        let Some(from) = self.from else { return id };
        let mut operands =
            vec![Operand::SourceLanguage(SourceLanguage::HLSL), Operand::LiteralBit32(from.model), Operand::IdRef(id)];
        let mut rest = file.filter(|_| from.texts).map_or("", |file| &*from.sources.file(file).text);
        if !rest.is_empty() {
            let first = split(&mut rest);
            operands.push(Operand::LiteralString(first.to_owned()));
        }
        self.asm.module.debug_string_source.push(Instruction::new(Op::Source, None, None, operands));
        while !rest.is_empty() {
            let next = vec![Operand::LiteralString(split(&mut rest).to_owned())];
            self.asm.module.debug_string_source.push(Instruction::new(Op::SourceContinued, None, None, next));
        }
        id
    }
}

/// As much of a text as one instruction holds.
fn split<'t>(rest: &mut &'t str) -> &'t str {
    let mut end = rest.len().min(MOST_TEXT);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    let (first, behind) = rest.split_at(end);
    *rest = behind;
    first
}
