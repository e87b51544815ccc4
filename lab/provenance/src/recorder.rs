//! Takes in the data of one stage after the other.

use crate::model::{
    DiagnosticItem, ItemId, MacroStep, Provenance, SourceItem, SourceText, Stage, TextItem, TokenItem, VERSION,
};
use crate::passes::Follower;
use crate::tokens::TokenIndex;
use crate::trees::Nodes;
use hlslc_base::diag::{Diagnostics, Severity};
use hlslc_base::marked::Mark;
use hlslc_base::source::Resolved;
use hlslc_base::{Interner, SourceMap, Span};
use hlslc_hir::hir::Program;
use hlslc_ir::Module;
use hlslc_passes::{Remark, RunName};
use hlslc_syntax::Preprocessed;
use hlslc_syntax::ast::Ast;
use hlslc_syntax::token::{Token, TokenKind};
use rustc_hash::FxHashMap;

/// Records one compilation.
#[derive(Debug, Default)]
pub struct Recorder {
    pub(crate) found: Provenance,
    ranges: FxHashMap<SourceItem, ItemId>,
    tokens: TokenIndex,
    ast: Nodes,
    pub(crate) hir: Nodes,
    pub(crate) follower: Option<Follower>,
}

impl Recorder {
    /// A recorder for a target and an entry point.
    pub fn new(target: String, entry: String) -> Self {
        let found = Provenance { version: VERSION, target, entry, ..Provenance::default() };
        Self { found, ..Self::default() }
    }

    fn range(&mut self, place: Resolved) -> ItemId {
        let item = SourceItem {
            file: place.file.index() as u32,
            start: place.range.start as u32,
            end: place.range.end as u32,
        };
        if let Some(&known) = self.ranges.get(&item) {
            return known;
        }
        let id = self.found.source.items.len() as ItemId;
        self.found.source.items.push(item);
        self.ranges.insert(item, id);
        id
    }

    /// The tokens after preprocessing.
    pub fn tokens(&mut self, preprocessed: &Preprocessed, interner: &Interner, sources: &SourceMap) {
        let tokens: Vec<Token> =
            preprocessed.tokens.iter().copied().filter(|token| token.kind != TokenKind::Eof).collect();
        let mut items = Vec::with_capacity(tokens.len());
        for token in &tokens {
            let Some(place) = sources.resolve(token.span) else { continue };
            let source = self.range(place);
            let macros = sources.expansion_chain(token.span).into_iter().map(|step| {
                let source = self.range(step.spelling);
                MacroStep { name: step.name.to_string(), source }
            });
            let macros = macros.collect();
            let kind = if token.kind.mark().is_empty() { token.kind.describe() } else { "mark" };
            items.push(TokenItem { text: token.text(interner).to_owned(), kind, source, macros });
        }
        self.tokens = TokenIndex::new(&tokens);
        let first = self.found.source.items.len() as ItemId;
        self.found.tokens = Stage { first, text: String::new(), items };
        for (id, token) in self.found.tokens.numbered() {
            let from = std::iter::once(token.source).chain(token.macros.iter().map(|step| step.source));
            let mut from: Vec<ItemId> = from.collect();
            from.sort_unstable();
            from.dedup();
            self.found.links.extend(from.into_iter().map(|from| (from, id)));
        }
        self.found.items = first + self.found.tokens.items.len() as u32;
    }

    /// A stage that is text with marks, and its nodes by their tokens.
    fn tree(&mut self, (text, marks): (String, Vec<Mark>), sources: &SourceMap) -> (Stage<TextItem>, Nodes) {
        let first = self.found.items;
        let item = |mark: &Mark| TextItem { start: mark.text.start as u32, end: mark.text.end as u32 };
        let stage = Stage { first, items: marks.iter().map(item).collect(), text };
        let tokens_of =
            |(index, mark): (usize, &Mark)| Some((self.tokens.tokens_of(sources, mark.span)?, first + index as ItemId));
        let nodes = Nodes::new(marks.iter().enumerate().filter_map(tokens_of), self.found.tokens.items.len());
        self.found.items += stage.items.len() as u32;
        (stage, nodes)
    }

    /// The syntax tree.
    pub fn ast(&mut self, ast: &Ast, interner: &Interner, sources: &SourceMap) {
        let (stage, nodes) = self.tree(hlslc_syntax::print::print_marked(ast, interner), sources);
        for (index, (id, _)) in self.found.tokens.numbered().enumerate() {
            self.found.links.extend(nodes.of_token(index).iter().map(|&node| (id, node)));
        }
        (self.found.ast, self.ast) = (stage, nodes);
    }

    /// The typed tree.
    pub fn hir(&mut self, program: &Program, interner: &Interner, sources: &SourceMap) {
        let (stage, nodes) = self.tree(hlslc_hir::print::print_marked(program, interner), sources);
        for (range, items) in nodes.all() {
            let from = self.ast.of(range);
            self.found.links.extend(items.iter().flat_map(|&to| from.iter().map(move |&from| (from, to))));
        }
        // What has no node of its own, as the name of a type has none, is part of one.
        for (range, items) in self.ast.all().filter(|(range, _)| nodes.equal(range).is_none()) {
            let to = nodes.of(range);
            self.found.links.extend(items.iter().flat_map(|&from| to.iter().map(move |&to| (from, to))));
        }
        (self.found.hir, self.hir) = (stage, nodes);
    }

    /// The IR before any pass.
    pub fn ir(&mut self, module: &Module, sources: &SourceMap) {
        let follower = Follower::new(module, self.found.items);
        let mut lines: Vec<(Span, ItemId)> = follower.lines().map(|row| (row.3, row.4)).collect();
        lines.extend(follower.declared());
        lines.sort_unstable_by_key(|row| row.1);
        for (span, item) in lines {
            let Some(range) = self.tokens.tokens_of(sources, span) else { continue };
            self.found.links.extend(self.hir.of(&range).iter().map(|&node| (node, item)));
        }
        self.follower = Some(follower);
    }

    /// A pass gave reasons.
    pub fn remarked(&mut self, remarks: Vec<Remark>) {
        if let Some(follower) = &mut self.follower {
            follower.remarked(remarks);
        }
    }

    /// A pass has run.
    pub fn ran(&mut self, run: RunName, changed: bool, module: &Module) {
        if let Some(follower) = &mut self.follower {
            follower.ran(run, changed, module);
        }
    }

    /// The passes are done: their items are all there.
    pub(crate) fn settle_passes(&mut self) {
        if let Some(follower) = &mut self.follower {
            self.found.items = follower.next();
            self.found.links.append(&mut follower.links);
            self.found.ir = std::mem::take(&mut follower.stage);
        }
    }

    /// The texts and what was said about them; nothing comes after this.
    pub fn finish(mut self, sources: &SourceMap, diagnostics: &Diagnostics) -> Provenance {
        if self.found.ir.steps.is_empty() {
            self.settle_passes();
        }
        let file = |file: &hlslc_base::source::SourceFile| SourceText {
            name: file.name.to_string(),
            text: file.text.to_string(),
        };
        self.found.files = sources.files().map(|(_, found)| file(found)).collect();
        let reported = diagnostics.iter().map(|diagnostic| {
            let place = sources.resolve(diagnostic.primary.span).map(|place| SourceItem {
                file: place.file.index() as u32,
                start: place.range.start as u32,
                end: place.range.end as u32,
            });
            let severity = match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            DiagnosticItem {
                severity: severity.to_owned(),
                code: diagnostic.info.code.to_string(),
                message: diagnostic.message.clone(),
                place,
            }
        });
        self.found.diagnostics = reported.collect();
        let mut links = std::mem::take(&mut self.found.links);
        links.sort_unstable();
        links.dedup();
        self.found.links = links;
        self.found
    }
}
