//! Turns answers of the analysis into values of the protocol.

use crate::paths::uri_of;
use crate::positions::{Encoding, Lines};
use hlslc_analysis::complete::{Completion, Item, Kind};
use hlslc_analysis::folding::{Fold, FoldKind};
use hlslc_analysis::hints::{Hint, HintKind};
use hlslc_analysis::host::Host;
use hlslc_analysis::hover::Hover;
use hlslc_analysis::signature::Signatures;
use hlslc_analysis::symbols::{SymbolItem, SymbolKind};
use hlslc_analysis::tokens::{Modifiers, SemanticToken, TokenType};
use hlslc_analysis::{Diagnostic, Edit, Place, TextRange};
use hlslc_base::Severity;
use lsp_types as lsp;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// The texts that places are converted in.
pub struct Texts<'h> {
    host: &'h Host,
    encoding: Encoding,
    known: HashMap<Arc<str>, Option<Arc<str>>>,
}

impl<'h> Texts<'h> {
    pub fn new(host: &'h Host, encoding: Encoding) -> Self {
        Self { host, encoding, known: HashMap::new() }
    }

    fn text(&mut self, file: &Arc<str>) -> Option<Arc<str>> {
        let host = self.host;
        self.known.entry(file.clone()).or_insert_with(|| host.text(file)).clone()
    }

    /// The range of a place in its file.
    pub fn range(&mut self, place: &Place) -> lsp::Range {
        let text = self.text(&place.file).unwrap_or_default();
        Lines::new(&text, self.encoding).range(place.range)
    }

    pub fn location(&mut self, place: &Place) -> Option<lsp::Location> {
        Some(lsp::Location { uri: uri_of(&place.file)?, range: self.range(place) })
    }

    pub fn diagnostic(&mut self, found: &Diagnostic, lines: &Lines) -> lsp::Diagnostic {
        let related = found.related.iter().filter_map(|related| {
            let location = self.location(&related.place)?;
            Some(lsp::DiagnosticRelatedInformation { location, message: related.message.clone() })
        });
        let related: Vec<_> = related.collect();
        let mut message = found.message.clone();
        if !found.only_in.is_empty() {
            let _ = write!(message, "\nin {} only", found.only_in.join(", "));
        }
        let is_unused = found.info.group.starts_with("unused");
        let is_old = found.info.group.contains("deprecated");
        let tags: Vec<lsp::DiagnosticTag> =
            [is_unused.then_some(lsp::DiagnosticTag::UNNECESSARY), is_old.then_some(lsp::DiagnosticTag::DEPRECATED)]
                .into_iter()
                .flatten()
                .collect();
        lsp::Diagnostic {
            range: lines.range(found.place.range),
            severity: Some(match found.severity {
                Severity::Error => lsp::DiagnosticSeverity::ERROR,
                Severity::Warning => lsp::DiagnosticSeverity::WARNING,
                Severity::Note => lsp::DiagnosticSeverity::INFORMATION,
            }),
            code: Some(lsp::NumberOrString::String(found.info.code.to_owned())),
            code_description: link_of(found.info.code),
            source: Some("hlslc".to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            tags: (!tags.is_empty()).then_some(tags),
            data: None,
        }
    }

    /// Edits of several files.
    #[expect(clippy::mutable_key_type, reason = "the type of the protocol has URIs as keys")]
    pub fn workspace_edit(&mut self, edits: &[Edit]) -> lsp::WorkspaceEdit {
        let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
        for edit in edits {
            let Some(uri) = uri_of(&edit.place.file) else { continue };
            let edit = lsp::TextEdit { range: self.range(&edit.place), new_text: edit.text.clone() };
            changes.entry(uri).or_default().push(edit);
        }
        lsp::WorkspaceEdit { changes: Some(changes), ..lsp::WorkspaceEdit::default() }
    }
}

/// Where all lints are described. The codes of messages have no such page: `hlslc explain` knows them.
const LINTS: &str = "https://github.com/hlslc/hlslc/blob/main/docs/lints.md";

/// The page that says what a code means.
fn link_of(code: &str) -> Option<lsp::CodeDescription> {
    let href = code.starts_with('L').then(|| LINTS.parse().ok())??;
    Some(lsp::CodeDescription { href })
}

pub fn hover(hover: Hover, lines: &Lines) -> lsp::Hover {
    let mut value = format!("```hlsl\n{}\n```", hover.code);
    for note in &hover.notes {
        let _ = write!(value, "\n\n{note}");
    }
    let contents = lsp::HoverContents::Markup(lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value });
    lsp::Hover { contents, range: Some(lines.range(hover.range)) }
}

/// Items that are sent at once; the client asks again as more is typed.
const MOST_ITEMS: usize = 400;

pub fn completion(list: Completion, text: &str, lines: &Lines, snippets: bool) -> lsp::CompletionList {
    let typed = text.get(list.replaces.start..list.replaces.end).unwrap_or_default().to_ascii_lowercase();
    // What holds the letters that are typed, in their order.
    let fits = |item: &&Item| {
        let mut letters = item.label.chars().map(|c| c.to_ascii_lowercase());
        typed.chars().all(|wanted| letters.any(|c| c == wanted))
    };
    let range = lines.range(list.replaces);
    let fitting: Vec<&Item> = list.items.iter().filter(fits).collect();
    let is_incomplete = fitting.len() > MOST_ITEMS;
    let items = fitting.into_iter().take(MOST_ITEMS).map(|item| completion_item(item, range, snippets)).collect();
    lsp::CompletionList { is_incomplete, items }
}

fn completion_item(item: &Item, range: lsp::Range, snippets: bool) -> lsp::CompletionItem {
    let kind = match item.kind {
        Kind::Variable | Kind::Parameter => lsp::CompletionItemKind::VARIABLE,
        Kind::Field => lsp::CompletionItemKind::FIELD,
        Kind::Function | Kind::Builtin => lsp::CompletionItemKind::FUNCTION,
        Kind::Method => lsp::CompletionItemKind::METHOD,
        Kind::Struct => lsp::CompletionItemKind::STRUCT,
        Kind::Enum => lsp::CompletionItemKind::ENUM,
        Kind::Enumerator => lsp::CompletionItemKind::ENUM_MEMBER,
        Kind::Constant | Kind::Macro => lsp::CompletionItemKind::CONSTANT,
        Kind::Type => lsp::CompletionItemKind::CLASS,
        Kind::Namespace => lsp::CompletionItemKind::MODULE,
        Kind::Keyword => lsp::CompletionItemKind::KEYWORD,
        Kind::Value => lsp::CompletionItemKind::VALUE,
        Kind::File => lsp::CompletionItemKind::FILE,
        Kind::Folder => lsp::CompletionItemKind::FOLDER,
    };
    let has_cursor = item.insert.contains("$0") && item.insert != item.label;
    let new_text = if snippets { item.insert.clone() } else { item.label.clone() };
    lsp::CompletionItem {
        label: item.label.clone(),
        kind: Some(kind),
        detail: Some(item.detail.clone()).filter(|detail| !detail.is_empty()),
        sort_text: Some(format!("{:02}{}", item.rank.min(99), item.label)),
        filter_text: Some(item.label.clone()),
        insert_text_format: (snippets && has_cursor).then_some(lsp::InsertTextFormat::SNIPPET),
        text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit { range, new_text })),
        ..lsp::CompletionItem::default()
    }
}

pub fn signature_help(found: Signatures) -> lsp::SignatureHelp {
    let signatures = found.list.iter().map(|signature| lsp::SignatureInformation {
        label: signature.text.clone(),
        documentation: signature.documentation.clone().map(lsp::Documentation::String),
        parameters: Some(
            signature
                .params
                .iter()
                .map(|text| lsp::ParameterInformation {
                    label: lsp::ParameterLabel::Simple(text.clone()),
                    documentation: None,
                })
                .collect(),
        ),
        active_parameter: None,
    });
    lsp::SignatureHelp {
        signatures: signatures.collect(),
        active_signature: Some(found.active as u32),
        active_parameter: Some(found.argument as u32),
    }
}

pub fn symbol_kind(kind: SymbolKind) -> lsp::SymbolKind {
    match kind {
        SymbolKind::Namespace => lsp::SymbolKind::NAMESPACE,
        SymbolKind::Struct => lsp::SymbolKind::STRUCT,
        SymbolKind::Enum => lsp::SymbolKind::ENUM,
        SymbolKind::Enumerator => lsp::SymbolKind::ENUM_MEMBER,
        SymbolKind::Buffer => lsp::SymbolKind::OBJECT,
        SymbolKind::Function => lsp::SymbolKind::FUNCTION,
        SymbolKind::Method => lsp::SymbolKind::METHOD,
        SymbolKind::Variable => lsp::SymbolKind::VARIABLE,
        SymbolKind::Field => lsp::SymbolKind::FIELD,
        SymbolKind::Alias => lsp::SymbolKind::CLASS,
        SymbolKind::Macro => lsp::SymbolKind::CONSTANT,
    }
}

pub fn document_symbol(item: &SymbolItem, lines: &Lines) -> lsp::DocumentSymbol {
    let children: Vec<_> = item.children.iter().map(|child| document_symbol(child, lines)).collect();
    #[expect(deprecated, reason = "the field has to be there")]
    lsp::DocumentSymbol {
        name: item.name.clone(),
        detail: Some(item.detail.clone()).filter(|detail| !detail.is_empty()),
        kind: symbol_kind(item.kind),
        tags: None,
        deprecated: None,
        range: lines.range(item.whole),
        selection_range: lines.range(item.range),
        children: (!children.is_empty()).then_some(children),
    }
}

/// The legend of semantic tokens.
pub fn legend() -> lsp::SemanticTokensLegend {
    lsp::SemanticTokensLegend {
        token_types: TokenType::ALL.iter().map(|row| lsp::SemanticTokenType::new(row.1)).collect(),
        token_modifiers: Modifiers::ALL.iter().map(|name| lsp::SemanticTokenModifier::new(name)).collect(),
    }
}

/// Tokens by their distances, as the protocol has them. A name has one line.
pub fn semantic_tokens(list: &[SemanticToken], lines: &Lines, part: Option<TextRange>) -> Vec<lsp::SemanticToken> {
    let mut last = lsp::Position::default();
    let inside = list.iter().filter(|token| part.is_none_or(|part| part.covers(token.range)));
    let mut made = Vec::new();
    for token in inside {
        let range = lines.range(token.range);
        if range.start.line != range.end.line {
            continue;
        }
        let delta_line = range.start.line - last.line;
        let delta_start = if delta_line == 0 { range.start.character - last.character } else { range.start.character };
        made.push(lsp::SemanticToken {
            delta_line,
            delta_start,
            length: range.end.character - range.start.character,
            token_type: token.ty as u32,
            token_modifiers_bitset: token.modifiers.bits(),
        });
        last = range.start;
    }
    made
}

pub fn inlay_hint(hint: &Hint, lines: &Lines) -> lsp::InlayHint {
    lsp::InlayHint {
        position: lines.position(hint.at),
        label: lsp::InlayHintLabel::String(hint.text.clone()),
        kind: Some(match hint.kind {
            HintKind::Parameter => lsp::InlayHintKind::PARAMETER,
            HintKind::Conversion | HintKind::Offset => lsp::InlayHintKind::TYPE,
        }),
        text_edits: None,
        tooltip: None,
        padding_left: None,
        padding_right: Some(true),
        data: None,
    }
}

pub fn folding_range(fold: &Fold, lines: &Lines) -> lsp::FoldingRange {
    let range = lines.range(fold.range);
    lsp::FoldingRange {
        start_line: range.start.line,
        start_character: Some(range.start.character),
        end_line: range.end.line,
        end_character: Some(range.end.character),
        kind: Some(match fold.kind {
            FoldKind::Comment => lsp::FoldingRangeKind::Comment,
            FoldKind::Imports => lsp::FoldingRangeKind::Imports,
            FoldKind::Region | FoldKind::Branch => lsp::FoldingRangeKind::Region,
        }),
        collapsed_text: None,
    }
}
