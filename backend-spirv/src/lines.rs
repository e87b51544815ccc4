//! Emits line information: the source files with their texts, and the lines of instructions, in core SPIR-V.
//!
//! Input: the sources of a module. Output: `OpString` and `OpSource` for each file, `OpLine` before each instruction whose
//! line differs from that of the previous one, and the command line in `OpModuleProcessed`. Where there is rich debug information,
//! [`Debug`] writes the lines instead.

use crate::assembly::{Assembly, Line, Origin, literal_text};
use crate::debug::Debug;
use crate::limits::MOST_WORDS;
use crate::writer::Writer;
use hlslc_base::source::{FileId, SourceMap};
use hlslc_ir::Loc;
use hlslc_options_spirv::{SpirvEnv, Vocabulary};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Op, SourceLanguage, Word};

/// The sources, and which facts about them the module states.
#[derive(Clone, Copy, Debug)]
pub struct SpirvSources<'a> {
    /// The files.
    pub sources: &'a SourceMap,
    /// Whether files are named.
    pub files: bool,
    /// The main file.
    pub main: FileId,
    /// The shader model, as `OpSource` has it: 660 for 6.6.
    pub model: u32,
    /// Whether the texts are there.
    pub texts: bool,
    /// Whether instructions say their lines.
    pub lines: bool,
    /// The options of the command line.
    pub arguments: &'a [String],
    /// Whether the command line is also recorded in an `OpModuleProcessed`.
    pub repeats_arguments: bool,
    /// The instruction set for types and variables, if they are described.
    pub variables: Option<Vocabulary>,
    /// The compiler that produced the module.
    pub producer: &'a str,
}

/// The most bytes of text that one instruction holds.
const MOST_TEXT: usize = 4 * (MOST_WORDS - 8);

impl Writer<'_> {
    /// Names the main file and gives its text.
    pub(crate) fn sources(&mut self) {
        let Some(from) = self.from else { return };
        match (from.variables, self.module.debug.as_deref()) {
            (Some(vocabulary), Some(info)) => {
                let debug = Debug::new(&mut self.asm, self.module, info, from, vocabulary);
                self.debug = Some(Box::new(debug));
            }
            _ if from.files => {
                self.file(&from.sources.file(from.main).name, Some(from.main));
            }
            _ => {}
        }
    }

    /// Repeats the options. SPIR-V 1.0 has no instruction for it.
    pub(crate) fn arguments(&mut self, env: SpirvEnv) {
        let is_wanted = |from: &SpirvSources<'_>| from.repeats_arguments && env != SpirvEnv::Vulkan1_0;
        let Some(arguments) = self.from.filter(is_wanted).map(|from| from.arguments) else { return };
        self.asm.need_version((1, 1));
        let text = format!("dxc-cl-option: {}", arguments.join(" "));
        let operands = vec![literal_text(&text)];
        self.asm.module.debug_module_processed.push(Instruction::new(Op::ModuleProcessed, None, None, operands));
    }

    /// Sets the origin of the next instructions.
    pub(crate) fn at(&mut self, loc: Loc) {
        self.asm.loc = Some(loc);
        if let Some(debug) = &mut self.debug {
            let origin = debug.origin(&mut self.asm, loc);
            self.asm.origin = origin.or(self.asm.origin);
            return;
        }
        let Some(from) = self.from.filter(|from| from.lines) else { return };
        let Some(place) = from.sources.resolve(self.module.ctx.span(loc)) else { return };
        let file = from.sources.file(place.file);
        let offset = place.range.start as u32;
        let (name, line) = file.presumed(offset);
        let column = file.line_col(offset).1 + 1;
        let named = (*name == *file.name).then_some(place.file);
        let file = self.file(&name, named);
        self.asm.origin = Some(Origin { scope: None, line: Line::Core { file, line, column } });
    }

    /// The id of a file's name; when it is new, the file is a source.
    fn file(&mut self, name: &str, file: Option<FileId>) -> Word {
        if let Some(&known) = self.files.get(name) {
            return known;
        }
        let id = self.asm.id();
        self.files.insert(name.to_owned(), id);
        let named = Instruction::new(Op::String, None, Some(id), vec![literal_text(name)]);
        self.asm.module.debug_string_source.push(named);
        let Some(from) = self.from else { return id };
        let text = file.filter(|_| from.texts).map_or("", |file| &*from.sources.file(file).text);
        self.asm.source(from.model, id, &pieces(text));
        id
    }
}

impl Assembly {
    /// Gives the text of a file, in pieces that instructions can hold.
    pub(crate) fn source(&mut self, model: u32, name: Word, pieces: &[&str]) {
        let mut operands =
            vec![Operand::SourceLanguage(SourceLanguage::HLSL), Operand::LiteralBit32(model), Operand::IdRef(name)];
        operands.extend(pieces.first().map(|&first| literal_text(first)));
        self.module.debug_string_source.push(Instruction::new(Op::Source, None, None, operands));
        for &piece in pieces.iter().skip(1) {
            let next = vec![literal_text(piece)];
            self.module.debug_string_source.push(Instruction::new(Op::SourceContinued, None, None, next));
        }
    }
}

/// A text in pieces that instructions can hold.
pub(crate) fn pieces(text: &str) -> Vec<&str> {
    let (mut rest, mut pieces) = (text, Vec::new());
    while !rest.is_empty() {
        let mut end = rest.len().min(MOST_TEXT);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (first, remaining) = rest.split_at(end);
        pieces.push(first);
        rest = remaining;
    }
    pieces
}
