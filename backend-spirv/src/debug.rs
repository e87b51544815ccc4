//! Emits debug information other than lines: types, functions, blocks, variables and their locations, in an extended
//! instruction set.
//!
//! Input: the [`DebugInfo`](hlslc_ir::debug::DebugInfo) of a module and the records of its functions. Output: declarations
//! among the constants, and, in functions, instructions for the scope of code and the location of variables. [`Vocabulary`]
//! hides the differences between the sets `OpenCL.DebugInfo.100` and `NonSemantic.Shader.DebugInfo.100`, which number their
//! instructions alike, but the first has literals where the second has constants. Nothing here changes the code: without
//! these instructions the module equals the one without debug information.
//!
//! `scopes` declares functions, blocks and calls, `types` the types, `variables` the variables; each declares an entity at
//! its first use, so that no name precedes its declaration.

mod scopes;
mod types;
mod variables;
pub(crate) mod vocabulary;

use crate::assembly::{Assembly, literal_text};
use crate::lines::SpirvSources;
use hlslc_base::source::SourceMap;
use hlslc_ir::debug::{DebugInfo, DebugRecord, Point, Scopes};
use hlslc_ir::entity::{DebugType, DebugVariable};
use hlslc_ir::module::Module;
use hlslc_ir::{Func, Loc, Value};
use hlslc_options_spirv::Vocabulary;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Op, Word};
use rustc_hash::FxHashMap;
use vocabulary::Say;

/// An operand of an instruction of the set.
#[derive(Clone, Copy)]
enum Arg<'t> {
    /// Something declared.
    Id(Word),
    /// A number that the set has as it likes them.
    Number(u32),
    /// A number that is a constant in both.
    Constant(u32),
    /// A text.
    Text(&'t str),
}

/// The debug information that was emitted so far.
pub(crate) struct Debug<'m> {
    vocabulary: Vocabulary,
    module: &'m Module,
    info: &'m DebugInfo,
    from: SpirvSources<'m>,
    scopes: Scopes<'m>,
    /// The set.
    set: Word,
    unit: Word,
    texts: FxHashMap<String, Word>,
    /// By the names of files.
    sources: FxHashMap<String, Word>,
    functions: Vec<Option<Word>>,
    blocks: Vec<Option<Word>>,
    calls: FxHashMap<Loc, Word>,
    types: FxHashMap<DebugType, Word>,
    /// By the types of their results and parameters.
    function_types: FxHashMap<Vec<Word>, Word>,
    /// The ids of functions of the module.
    written: FxHashMap<Func, Word>,
    /// The function being written.
    current: Option<(Func, Word)>,
    variables: FxHashMap<DebugVariable, Word>,
    /// The id of `DebugInfoNone`, for unknown facts.
    none: Option<Word>,
    /// The expression that is a variable itself.
    plain: Option<Word>,
    /// Records of the function being written, and the points to stop at.
    at: FxHashMap<Point, Vec<DebugRecord>>,
    memory: FxHashMap<Value, Vec<DebugRecord>>,
    steps: FxHashMap<Point, Vec<Loc>>,
}

/// The version of the sets, and that of DWARF, which their enumerations follow.
const VERSION: u32 = 1;
const DWARF_VERSION: u32 = 4;
/// The language.
const HLSL: u32 = 5;

impl<'m> Debug<'m> {
    /// Begins: names the set, the main file and the unit.
    pub(crate) fn new(
        asm: &mut Assembly,
        module: &'m Module,
        info: &'m DebugInfo,
        from: SpirvSources<'m>,
        vocabulary: Vocabulary,
    ) -> Self {
        if let Some(extension) = vocabulary.extension() {
            asm.extension(extension);
        }
        let set = asm.import_debug(vocabulary.name());
        let scopes = Scopes::new(module, from.sources);
        let mut debug = Self {
            vocabulary,
            module,
            info,
            from,
            functions: vec![None; scopes.functions.len()],
            blocks: vec![None; scopes.blocks.len()],
            scopes,
            set,
            unit: 0,
            texts: FxHashMap::default(),
            sources: FxHashMap::default(),
            calls: FxHashMap::default(),
            types: FxHashMap::default(),
            function_types: FxHashMap::default(),
            written: FxHashMap::default(),
            current: None,
            variables: FxHashMap::default(),
            none: None,
            plain: None,
            at: FxHashMap::default(),
            memory: FxHashMap::default(),
            steps: FxHashMap::default(),
        };
        let main = from.sources.file(from.main).name.clone();
        let source = debug.source(asm, &main);
        let args = [Arg::Number(VERSION), Arg::Number(DWARF_VERSION), Arg::Id(source), Arg::Number(HLSL)];
        debug.unit = debug.declare(asm, Say::CompilationUnit, &args);
        debug
    }

    /// The sources.
    fn map(&self) -> &'m SourceMap {
        self.from.sources
    }

    /// The operands as the set has them.
    fn operands(&mut self, asm: &mut Assembly, say: Say, args: &[Arg<'_>]) -> Vec<Operand> {
        let mut operands = vec![Operand::IdRef(self.set), Operand::LiteralExtInstInteger(say as u32)];
        for &arg in args {
            operands.push(match arg {
                Arg::Id(id) => Operand::IdRef(id),
                Arg::Number(number) if self.vocabulary.has_literals() => Operand::LiteralBit32(number),
                Arg::Number(number) | Arg::Constant(number) => Operand::IdRef(asm.uint(number)),
                Arg::Text(text) => Operand::IdRef(self.text(asm, text)),
            });
        }
        operands
    }

    /// Adds a declaration.
    fn declare(&mut self, asm: &mut Assembly, say: Say, args: &[Arg<'_>]) -> Word {
        let operands = self.operands(asm, say, args);
        let void = asm.void();
        asm.fresh_global(Op::ExtInst, Some(void), operands)
    }

    /// Does the same under an id that others have named already.
    fn declare_as(&mut self, asm: &mut Assembly, id: Word, say: Say, args: &[Arg<'_>]) {
        let operands = self.operands(asm, say, args);
        let void = asm.void();
        asm.module.types_global_values.push(Instruction::new(Op::ExtInst, Some(void), Some(id), operands));
    }

    /// Adds an instruction to the function being written.
    fn say(&mut self, asm: &mut Assembly, say: Say, args: &[Arg<'_>]) {
        let operands = self.operands(asm, say, args);
        let void = asm.void();
        asm.inst(Op::ExtInst, void, operands);
    }

    /// The id of a text.
    fn text(&mut self, asm: &mut Assembly, text: &str) -> Word {
        if let Some(&known) = self.texts.get(text) {
            return known;
        }
        let id = asm.id();
        self.texts.insert(text.to_owned(), id);
        let said = Instruction::new(Op::String, None, Some(id), vec![literal_text(text)]);
        asm.module.debug_string_source.push(said);
        id
    }

    /// The id of `DebugInfoNone`, for unknown facts.
    fn none(&mut self, asm: &mut Assembly) -> Word {
        match self.none {
            Some(none) => none,
            None => {
                let none = self.declare(asm, Say::InfoNone, &[]);
                self.none = Some(none);
                none
            }
        }
    }
}
