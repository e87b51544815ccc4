//! Represents the functions and blocks of the source, and finds those that contain a place.
//!
//! Input: a module with spans, and the sources. Output: functions in the order of their places, blocks with what is around them, and for
//! each span its line, its function and its innermost block. Back ends write of them what their debug information has.
//!
//! Bodies are inlined, so a location says which function it is in by its place alone: functions do not lie in each other, and each
//! begins at its name. Blocks lie in functions and in each other.

use crate::entity::{Func, Loc};
use crate::module::Module;
use hlslc_base::Span;
use hlslc_base::source::{FileId, SourceMap};
use smallvec::SmallVec;

/// A function of the source.
#[derive(Clone, Debug)]
pub struct SourceFunction {
    /// Its file.
    pub file: FileId,
    /// The position of its name in the file.
    pub offset: u32,
    /// Its name.
    pub name: String,
    /// The name that a linker sees.
    pub symbol: Option<String>,
    /// What it became: instances of one template are one function of the source, and so are an entry point and the function
    /// that calls it with its inputs.
    pub funcs: SmallVec<[Func; 1]>,
}

/// A statement of the source with variables of its own.
#[derive(Clone, Copy, Debug)]
pub struct SourceBlock {
    /// Its file.
    pub file: FileId,
    /// The position of its start.
    pub start: u32,
    /// After its end.
    pub end: u32,
    /// The one around it, by its position in the list.
    pub around: Option<usize>,
}

/// A place in the source.
#[derive(Clone, Copy, Debug)]
pub struct SourcePlace {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// After the last byte.
    pub end: u32,
    /// Line of the first byte, from 1, as `#line` says it is.
    pub line: u32,
    /// Column of the first byte, from 1.
    pub column: u32,
    /// The function, by its position in the list.
    pub function: usize,
    /// The innermost block, in the same way.
    pub block: Option<usize>,
}

/// All functions and blocks of the source of a module.
#[derive(Debug)]
pub struct Scopes<'a> {
    sources: &'a SourceMap,
    /// Functions, in the order of their places.
    pub functions: Vec<SourceFunction>,
    /// Blocks, outer ones before what they hold.
    pub blocks: Vec<SourceBlock>,
}

impl<'a> Scopes<'a> {
    /// Finds the scopes of a module.
    pub fn new(module: &Module, sources: &'a SourceMap) -> Self {
        Self { sources, functions: functions(module, sources), blocks: blocks(module, sources) }
    }

    /// The start of a span, and its scope.
    pub fn place(&self, span: Span) -> Option<SourcePlace> {
        let found = self.sources.resolve(span)?;
        let file = self.sources.file(found.file);
        let (start, end) = (found.range.start as u32, found.range.end as u32);
        let before = self.functions.partition_point(|one| (one.file, one.offset) <= (found.file, start));
        // What stands between two functions counts as the first one's, what stands before all as that of the first in the file.
        let function = before.checked_sub(1).filter(|&at| self.functions[at].file == found.file);
        let function = function.or_else(|| self.functions.iter().position(|one| one.file == found.file))?;
        let (line, column) = (file.presumed(start).1, file.line_col(start).1 + 1);
        let block = self.block_at(found.file, start);
        Some(SourcePlace { file: found.file, start, end, line, column, function, block })
    }

    /// The innermost block around an offset.
    fn block_at(&self, file: FileId, offset: u32) -> Option<usize> {
        let before = self.blocks.partition_point(|block| (block.file, block.start) <= (file, offset));
        let mut at = before.checked_sub(1);
        while let Some(index) = at.filter(|&index| self.blocks[index].file != file || self.blocks[index].end <= offset)
        {
            at = self.blocks[index].around;
        }
        at
    }

    /// The blocks around a place from the inside outwards, up to one that is known.
    pub fn blocks_around(&self, place: SourcePlace, is_known: impl Fn(usize) -> bool) -> (Vec<usize>, Option<usize>) {
        let (mut found, mut at) = (Vec::new(), place.block);
        while let Some(index) = at.filter(|&index| !is_known(index)) {
            found.push(index);
            at = self.blocks[index].around;
        }
        (found, at)
    }

    /// The calls that code of a function was inlined through, from the inside outwards, up to one that is known. Where the
    /// caller is the callee there is no call: it is the function that calls an entry point with its inputs.
    pub fn calls(
        &self,
        module: &Module,
        call: Loc,
        callee: usize,
        is_known: impl Fn(Loc) -> bool,
    ) -> (Vec<(Loc, SourcePlace)>, Option<Loc>) {
        let mut found: Vec<(Loc, SourcePlace)> = Vec::new();
        let (mut at, mut below) = (Some(call), callee);
        while let Some(loc) = at.filter(|&loc| !is_known(loc)) {
            let data = module.ctx.loc_data(loc);
            if let Some(place) = self.place(data.span).filter(|place| place.function != below) {
                found.push((loc, place));
                below = place.function;
            }
            at = data.inlined_at;
        }
        (found, at)
    }
}

/// The functions of the source, in the order of their places.
fn functions(module: &Module, sources: &SourceMap) -> Vec<SourceFunction> {
    let mut found: Vec<SourceFunction> = Vec::new();
    for (id, func) in &module.funcs {
        let Some(place) = sources.resolve(module.ctx.span(func.loc)) else { continue };
        let (name, symbol) = (func.name.clone(), func.symbol.clone());
        let funcs = SmallVec::from_slice(&[id]);
        found.push(SourceFunction { file: place.file, offset: place.range.start as u32, name, symbol, funcs });
    }
    found.sort_by_key(|one| (one.file, one.offset));
    found.dedup_by(|later, first| {
        let is_same = (later.file, later.offset) == (first.file, first.offset);
        if is_same {
            first.funcs.append(&mut later.funcs);
        }
        is_same
    });
    found
}

/// The statements with variables, outer ones before what they hold.
fn blocks(module: &Module, sources: &SourceMap) -> Vec<SourceBlock> {
    let mut found: Vec<SourceBlock> = Vec::new();
    for &span in module.debug.iter().flat_map(|info| &info.blocks) {
        let Some(place) = sources.resolve(span) else { continue };
        let (start, end) = (place.range.start as u32, place.range.end as u32);
        found.push(SourceBlock { file: place.file, start, end, around: None });
    }
    found.sort_by_key(|block| (block.file, block.start, u32::MAX - block.end));
    found.dedup_by_key(|block| (block.file, block.start, block.end));
    let mut open: Vec<usize> = Vec::new();
    for at in 0..found.len() {
        let (file, start) = (found[at].file, found[at].start);
        while open.last().is_some_and(|&last| found[last].file != file || found[last].end <= start) {
            open.pop();
        }
        found[at].around = open.last().copied();
        open.push(at);
    }
    found
}
