//! Emits the scopes of debug information: sources, functions, blocks and calls.

use super::vocabulary::{Say, flag};
use super::{Arg, Debug};
use crate::assembly::{Assembly, Line, Origin};
use crate::lines::pieces;
use hlslc_base::Span;
use hlslc_base::source::FileId;
use hlslc_ir::debug::SourcePlace;
use hlslc_ir::{Func, Loc};
use rspirv::spirv::Word;

/// The position of a declaration.
pub(super) struct Declared {
    pub(super) source: Word,
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Debug<'_> {
    /// A file by its name, with its text if that is wanted and lines are counted as they stand there.
    pub(super) fn source(&mut self, asm: &mut Assembly, name: &str) -> Word {
        if let Some(&known) = self.sources.get(name) {
            return known;
        }
        let file = self.map().files().find(|(_, file)| *file.name == *name && !file.renumbers());
        let text = file.filter(|_| self.from.texts).map_or("", |(_, file)| &file.text);
        let pieces = pieces(text);
        let id = match pieces.as_slice() {
            [] => self.declare(asm, Say::Source, &[Arg::Text(name)]),
            // The first set has no instruction to go on with: such a text is one of core SPIR-V.
            [_, _, ..] if self.vocabulary.has_literals() => {
                let file = self.text(asm, name);
                asm.source(self.from.model, file, &pieces);
                self.declare(asm, Say::Source, &[Arg::Text(name)])
            }
            [first, rest @ ..] => {
                let id = self.declare(asm, Say::Source, &[Arg::Text(name), Arg::Text(first)]);
                for piece in rest {
                    self.declare(asm, Say::SourceContinued, &[Arg::Text(piece)]);
                }
                id
            }
        };
        self.sources.insert(name.to_owned(), id);
        id
    }

    fn declared_at(&mut self, asm: &mut Assembly, file: FileId, offset: u32) -> Declared {
        let file = self.map().file(file);
        let (name, line) = file.presumed(offset);
        let column = file.line_col(offset).1 + 1;
        Declared { source: self.source(asm, &name), line, column }
    }

    /// The start of a span; the first line of the main file if it is not in the source.
    pub(super) fn declared(&mut self, asm: &mut Assembly, span: Span) -> Declared {
        let found = self.map().resolve(span).filter(|_| !span.is_none());
        let (file, offset) = found.map_or((self.from.main, 0), |found| (found.file, found.range.start as u32));
        self.declared_at(asm, file, offset)
    }

    /// A function of the source.
    pub(super) fn function(&mut self, asm: &mut Assembly, at: usize) -> Word {
        if let Some(known) = self.functions[at] {
            return known;
        }
        let (file, offset) = (self.scopes.functions[at].file, self.scopes.functions[at].offset);
        let place = self.declared_at(asm, file, offset);
        let ty = self.function_type(asm, at);
        let source = &self.scopes.functions[at];
        let (name, symbol) = (source.name.clone(), source.symbol.clone().unwrap_or_default());
        let mut args = vec![
            Arg::Text(&name),
            Arg::Id(ty),
            Arg::Id(place.source),
            Arg::Number(place.line),
            Arg::Number(place.column),
            Arg::Id(self.unit),
            Arg::Text(&symbol),
            Arg::Number(flag::PUBLIC),
            Arg::Number(place.line),
        ];
        if self.vocabulary.has_literals() {
            let known = self.scopes.functions[at].funcs.iter().find_map(|&func| self.written.get(&func).copied());
            args.push(Arg::Id(match known {
                Some(function) => function,
                None => self.none(asm),
            }));
        }
        let id = self.declare(asm, Say::Function, &args);
        self.functions[at] = Some(id);
        id
    }

    /// The position of what a function of the module was in the source.
    pub(super) fn source_function(&self, func: Func) -> Option<usize> {
        self.scopes.place(self.module.ctx.span(self.module.funcs[func].loc)).map(|place| place.function)
    }

    /// The innermost scope of a place.
    pub(super) fn scope(&mut self, asm: &mut Assembly, place: SourcePlace) -> Word {
        let function = self.function(asm, place.function);
        let (new, known) = self.scopes.blocks_around(place, |block| self.blocks[block].is_some());
        let mut around = known.and_then(|block| self.blocks[block]).unwrap_or(function);
        for index in new.into_iter().rev() {
            let block = self.scopes.blocks[index];
            let at = self.declared_at(asm, block.file, block.start);
            let args = [Arg::Id(at.source), Arg::Number(at.line), Arg::Number(at.column), Arg::Id(around)];
            around = self.declare(asm, Say::LexicalBlock, &args);
            self.blocks[index] = Some(around);
        }
        around
    }

    /// The call that code of a function was inlined at, if there is one.
    pub(super) fn call(&mut self, asm: &mut Assembly, call: Loc, callee: usize) -> Option<Word> {
        let (new, known) = self.scopes.calls(self.module, call, callee, |loc| self.calls.contains_key(&loc));
        let mut outer = known.and_then(|loc| self.calls.get(&loc).copied());
        for (loc, place) in new.into_iter().rev() {
            let scope = self.scope(asm, place);
            let mut args = vec![Arg::Number(place.line), Arg::Id(scope)];
            args.extend(outer.map(Arg::Id));
            let id = self.declare(asm, Say::InlinedAt, &args);
            self.calls.insert(loc, id);
            outer = Some(id);
        }
        outer
    }

    /// The origin of code from a location.
    pub(crate) fn origin(&mut self, asm: &mut Assembly, loc: Loc) -> Option<Origin> {
        let data = self.module.ctx.loc_data(loc);
        let place = self.scopes.place(data.span)?;
        Some(self.origin_of(asm, place, data.inlined_at, place))
    }

    /// The same of code at a place that belongs to the scope of another.
    pub(super) fn origin_of(
        &mut self,
        asm: &mut Assembly,
        at: SourcePlace,
        call: Option<Loc>,
        scope: SourcePlace,
    ) -> Origin {
        let call = call.and_then(|call| self.call(asm, call, scope.function));
        let scope = Some((self.scope(asm, scope), call));
        let file = self.map().file(at.file);
        let (name, _) = file.presumed(at.start);
        if self.vocabulary.has_literals() {
            let line = Line::Core { file: self.text(asm, &name), line: at.line, column: at.column };
            return Origin { scope, line };
        }
        let source = self.source(asm, &name);
        // The last byte, if it is on a line after the first one by the same counting.
        let last = at.end.saturating_sub(1).max(at.start);
        let (last_name, last_line) = file.presumed(last);
        let (last_line, last_column) = if last_name == name && last_line >= at.line {
            (last_line, file.line_col(last).1 + 1)
        } else {
            (at.line, at.column)
        };
        let [line, last_line, column, last_column] =
            [at.line, last_line, at.column, last_column].map(|number| asm.uint(number));
        Origin { scope, line: Line::Debug([source, line, last_line, column, last_column]) }
    }

    /// Says which function of the source an entry point is, and from what options it was compiled.
    pub(crate) fn entry_point(&mut self, asm: &mut Assembly, func: Func) {
        let Some(at) = self.source_function(func).filter(|_| !self.vocabulary.has_literals()) else { return };
        let function = self.function(asm, at);
        let arguments = self.from.arguments.join(" ");
        let args = [Arg::Id(function), Arg::Id(self.unit), Arg::Text(self.from.producer), Arg::Text(&arguments)];
        self.declare(asm, Say::EntryPoint, &args);
    }

    /// Says at the start of a function which one of the source it is.
    pub(crate) fn define(&mut self, asm: &mut Assembly) {
        let Some((func, word)) = self.current.filter(|_| !self.vocabulary.has_literals()) else { return };
        let Some(at) = self.source_function(func) else { return };
        let function = self.function(asm, at);
        let outside = asm.origin.take();
        self.say(asm, Say::FunctionDefinition, &[Arg::Id(function), Arg::Id(word)]);
        asm.origin = outside;
    }
}
