//! Prints a module like `spirv-dis`.
//!
//! Input: the words of any module. Output: its text, in which ids are numbers or have [names](crate::names). What debug information declares outside functions stays where it stands, among
//! the constants; the reader of words that this builds on knows instructions of extended sets in functions only.

use crate::assembly::GENERATOR;
use crate::debug::vocabulary::DECLARATIONS;
use crate::names::Names;
use hlslc_options_spirv::Vocabulary;
use rspirv::binary::{Consumer, Disassemble, ParseAction, parse_bytes, parse_words};
use rspirv::dr::{Instruction, Loader, Module, ModuleHeader, Operand};
use rspirv::grammar::reflect::is_location_debug;
use rspirv::spirv::{Op, Word};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// The text of a SPIR-V module, with the ids as numbers. Words that are no module give a line that says so.
pub fn disassemble(words: &[u32]) -> String {
    let mut reader = Reader { generator: words.get(GENERATOR_AT).copied().unwrap_or(0), ..Reader::default() };
    match parse_words(words, &mut reader) {
        Ok(()) => reader.text(),
        Err(error) => format!("; no SPIR-V module: {error}\n"),
    }
}

/// The text of a SPIR-V module, with names.
pub fn named(words: &[u32]) -> String {
    let mut reader = Reader { generator: words.get(GENERATOR_AT).copied().unwrap_or(0), ..Reader::default() };
    match parse_words(words, &mut reader) {
        Ok(()) => reader.named_text(),
        Err(error) => format!("; no SPIR-V module: {error}\n"),
    }
}

/// The text of a SPIR-V module in bytes, with names.
///
/// # Errors
/// If the bytes are no module.
pub fn listing(bytes: &[u8]) -> Result<String, String> {
    let word: Option<&[u8; 4]> = bytes.get(4 * GENERATOR_AT..).and_then(|rest| rest.first_chunk());
    let generator = word.map_or(0, |&word| Word::from_le_bytes(word));
    let mut reader = Reader { generator, ..Reader::default() };
    parse_bytes(bytes, &mut reader).map_err(|error| format!("no SPIR-V module: {error}"))?;
    Ok(reader.named_text())
}

/// Which word of a module says what made it.
const GENERATOR_AT: usize = 2;

/// The width of the column of results.
const RESULTS: usize = 15;

/// A line with names in place of numbers, and one blank between words. Texts in quotes stay as they are.
fn with_names(line: &str, names: &Names) -> String {
    let mut out = String::with_capacity(2 * line.len());
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '"' => quoted(rest),
            ' ' => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
                rest = &rest[1..];
                continue;
            }
            '%' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                let name = rest[1..=digits].parse().ok().and_then(|id: Word| names.get(id));
                if let Some(name) = name {
                    out.push('%');
                    out.push_str(name);
                    rest = &rest[1 + digits..];
                    continue;
                }
                1 + digits
            }
            other => other.len_utf8(),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// The length of the text in quotes that a line begins with.
fn quoted(line: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in line.char_indices().skip(1) {
        match letter {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    line.len()
}

/// Reads a module, with what debug information declares outside functions.
#[derive(Default)]
struct Reader {
    inner: Loader,
    /// The generator of the module, which the underlying reader of words does not keep.
    generator: Word,
    in_function: bool,
    /// The number of types, constants and variables so far.
    globals: usize,
    /// Declarations of debug information, each with how many of those stand before it.
    declared: Vec<(usize, Instruction)>,
    /// The sets of instructions for debug information.
    sets: Vec<(Word, Vocabulary)>,
}

impl Reader {
    fn module(self) -> Module {
        let mut module = self.inner.module();
        let mut declared = self.declared.into_iter().peekable();
        let globals = std::mem::take(&mut module.types_global_values);
        for (at, global) in globals.into_iter().enumerate() {
            while let Some((_, inst)) = declared.next_if(|declared| declared.0 <= at) {
                module.types_global_values.push(inst);
            }
            module.types_global_values.push(global);
        }
        module.types_global_values.extend(declared.map(|declared| declared.1));
        module
    }

    /// The text with names for ids, the results of instructions in a column of their own.
    fn named_text(self) -> String {
        let (module, text) = self.module_and_text();
        let names = Names::new(&module);
        let mut out = String::with_capacity(2 * text.len());
        for line in text.lines() {
            if line.starts_with(';') {
                out.push_str(line);
            } else {
                let line = with_names(line, &names);
                let (result, rest) = match line.split_once(" = ") {
                    Some((result, rest)) if result.starts_with('%') => (format!("{result} = "), rest),
                    _ => (String::new(), line.as_str()),
                };
                let _ = write!(out, "{result:>RESULTS$}{rest}");
            }
            out.push('\n');
        }
        out
    }

    fn text(self) -> String {
        self.module_and_text().1
    }

    /// The module and its text, in which declarations have their names too.
    fn module_and_text(self) -> (Module, String) {
        let prefix = |inst: &Instruction| match inst.operands.first_chunk() {
            Some(&[Operand::IdRef(set), Operand::LiteralExtInstInteger(number)]) => {
                Some((inst.result_id?, format!(" %{set} {number}"), number))
            }
            _ => None,
        };
        let is_known = |id: Word| self.sets.iter().any(|set| set.0 == id);
        let named = self.declared.iter().filter_map(|(_, inst)| {
            let (id, said, number) = prefix(inst)?;
            let row = DECLARATIONS.iter().find(|row| row.number == number)?;
            let Some(&Operand::IdRef(set)) = inst.operands.first() else { return None };
            is_known(set).then(|| (format!("%{id} = "), (said, format!(" %{set} {}", row.name))))
        });
        let named: FxHashMap<String, (String, String)> = named.collect();
        let generator = self.generator;
        let module = self.module();
        let mut text = module.disassemble();
        if generator >> 16 == GENERATOR >> 16 {
            let version = generator & 0xffff;
            text = text.replacen("; Generator: Unknown", &format!("; Generator: hlslc; {version}"), 1);
        }
        let lines = text.lines().map(|line| {
            let found = line.find("= ").and_then(|end| named.get(&line[..end + 2]));
            found.map_or_else(|| line.to_owned(), |(said, name)| line.replacen(said.as_str(), name, 1))
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        (module, text)
    }

    /// Says of the operands of an instruction of the first set which ones are numbers.
    fn name_literals(&self, inst: &mut Instruction) {
        let [Operand::IdRef(set), Operand::LiteralExtInstInteger(number), args @ ..] = inst.operands.as_mut_slice()
        else {
            return;
        };
        let row = DECLARATIONS.iter().find(|row| row.number == *number);
        let Some(row) = row.filter(|_| self.sets.contains(&(*set, Vocabulary::OpenCl))) else { return };
        for (at, arg) in args.iter_mut().enumerate() {
            if let Operand::IdRef(value) = *arg
                && row.is_literal(at)
            {
                *arg = Operand::LiteralBit32(value);
            }
        }
    }
}

impl Consumer for Reader {
    fn initialize(&mut self) -> ParseAction {
        self.inner.initialize()
    }

    fn finalize(&mut self) -> ParseAction {
        self.inner.finalize()
    }

    fn consume_header(&mut self, mut header: ModuleHeader) -> ParseAction {
        header.generator = self.generator;
        self.inner.consume_header(header)
    }

    fn consume_instruction(&mut self, mut inst: Instruction) -> ParseAction {
        let opcode = inst.class.opcode;
        let is_extended = [Op::ExtInst, Op::ExtInstWithForwardRefsKHR].contains(&opcode);
        if is_extended {
            self.name_literals(&mut inst);
        }
        if let (Op::ExtInstImport, [Operand::LiteralString(name)]) = (opcode, inst.operands.as_slice()) {
            let known = [Vocabulary::OpenCl, Vocabulary::Vulkan].into_iter().find(|set| set.name() == name);
            self.sets.extend(inst.result_id.zip(known));
        }
        self.in_function = (self.in_function || opcode == Op::Function) && opcode != Op::FunctionEnd;
        if !self.in_function {
            if is_extended {
                self.declared.push((self.globals, inst));
                return ParseAction::Continue;
            }
            let is_global = opcode.is_type()
                || opcode.is_constant()
                || is_location_debug(opcode)
                || [Op::Variable, Op::Undef].contains(&opcode);
            self.globals += usize::from(is_global);
        }
        self.inner.consume_instruction(inst)
    }
}
