//! Answers requests: a row for each method.

use crate::convert::{self, Texts};
use crate::diagnose::Depth;
use crate::formatting;
use crate::paths::{path_of, uri_of};
use crate::positions::Lines;
use crate::worker::{Failure, Job, Work, Worker};
use hlslc_analysis::complete::complete_in;
use hlslc_analysis::context::Context;
use hlslc_analysis::folding;
use hlslc_analysis::hierarchy::FunctionItem;
use hlslc_analysis::hints::{Hint, HintKind};
use hlslc_analysis::host::Host;
use hlslc_analysis::hover::NO_REGISTER;
use hlslc_analysis::rename;
use hlslc_analysis::signature::signatures_in;
use hlslc_analysis::symbols::SymbolItem;
use hlslc_analysis::{Place, Snapshot, TextRange};
use lsp_types as lsp;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Arc;

/// The commands of the server.
pub const COMMANDS: [&str; 2] = ["hlslc.showDxil", "hlslc.switchProgram"];

/// Symbols of a workspace that are sent.
const MOST_SYMBOLS: usize = 256;

/// An answer, or why there is none.
pub type Answer = Result<Value, Failure>;
type Row = (&'static str, fn(&mut Worker, Value, &Host) -> Answer);

/// Every method.
const ROWS: &[Row] = &[
    ("textDocument/completion", completion),
    ("textDocument/signatureHelp", signature_help),
    ("textDocument/hover", hover),
    ("textDocument/definition", definition),
    ("textDocument/declaration", declaration),
    ("textDocument/typeDefinition", type_definition),
    ("textDocument/references", references),
    ("textDocument/documentHighlight", highlights),
    ("textDocument/prepareRename", prepare_rename),
    ("textDocument/rename", rename),
    ("textDocument/documentSymbol", document_symbols),
    ("workspace/symbol", workspace_symbols),
    ("textDocument/semanticTokens/full", semantic_tokens),
    ("textDocument/semanticTokens/range", semantic_tokens),
    ("textDocument/inlayHint", inlay_hints),
    ("textDocument/foldingRange", folding_ranges),
    ("textDocument/selectionRange", selection_ranges),
    ("textDocument/prepareCallHierarchy", prepare_calls),
    ("callHierarchy/incomingCalls", incoming_calls),
    ("callHierarchy/outgoingCalls", outgoing_calls),
    ("textDocument/documentLink", links),
    ("textDocument/codeLens", code_lens),
    ("codeLens/resolve", resolve_lens),
    ("textDocument/codeAction", code_actions),
    ("textDocument/formatting", formatting::whole),
    ("textDocument/rangeFormatting", formatting::range),
    ("textDocument/onTypeFormatting", formatting::typed),
    ("workspace/executeCommand", execute),
    ("hlslc/programs", programs),
    ("hlslc/listing", listing),
];

/// Answers a request.
pub fn answer(worker: &mut Worker, method: &str, params: Value, host: &Host) -> Answer {
    match ROWS.iter().find(|row| row.0 == method) {
        Some((_, run)) => run(worker, params, host),
        None => Err(Failure::Params(format!("there is no method `{method}`"))),
    }
}

/// What the parameters of a request are about: a text and a place in it.
struct At {
    file: String,
    text: Arc<str>,
    offset: usize,
}

/// The path of the document that a request is about.
pub fn document(params: &Value) -> Result<String, Failure> {
    let uri: lsp::Uri = serde_json::from_value(params["textDocument"]["uri"].clone())
        .map_err(|why| Failure::Params(format!("textDocument: {why}")))?;
    Ok(path_of(&uri))
}

/// The text of a file.
pub fn text(host: &Host, file: &str) -> Result<Arc<str>, Failure> {
    host.text(file).ok_or_else(|| Failure::Refused(format!("{file} cannot be read")))
}

fn at(worker: &Worker, params: &Value, host: &Host) -> Result<At, Failure> {
    let file = document(params)?;
    let position: lsp::Position = serde_json::from_value(params["position"].clone())
        .map_err(|why| Failure::Params(format!("position: {why}")))?;
    let text = text(host, &file)?;
    let offset = Lines::new(&text, worker.client.encoding).offset(position);
    Ok(At { file, text, offset })
}

fn snapshot(worker: &mut Worker, host: &Host, file: &str) -> Result<Arc<Snapshot>, Failure> {
    worker.snapshot(host, file).ok_or_else(|| Failure::Refused(format!("{file} is no program")))
}

fn context(worker: &mut Worker, host: &Host, file: &str) -> Context {
    worker.programs.of(host, file).into_iter().next().unwrap_or_else(|| Context::library(file))
}

/// An answer as JSON.
pub fn value<T: serde::Serialize>(of: T) -> Answer {
    serde_json::to_value(of).map_err(|why| Failure::Refused(why.to_string()))
}

fn completion(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, text, offset } = at(worker, &params, host)?;
    let context = context(worker, host, &file);
    let list = complete_in(Some(&worker.session), host, &context, &file, offset);
    let lines = Lines::new(&text, worker.client.encoding);
    value(convert::completion(list, &text, &lines, worker.client.snippets))
}

fn signature_help(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, offset, .. } = at(worker, &params, host)?;
    let context = context(worker, host, &file);
    value(signatures_in(Some(&worker.session), host, &context, &file, offset).map(convert::signature_help))
}

fn hover(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, text, offset } = at(worker, &params, host)?;
    let snapshot = snapshot(worker, host, &file)?;
    let lines = Lines::new(&text, worker.client.encoding);
    let mut found = snapshot.hover(&file, offset);
    if let Some(note) = found.iter_mut().flat_map(|found| &mut found.notes).find(|note| *note == NO_REGISTER)
        && let Some((_, places)) = snapshot.definition(&file, offset)
        && let Some(linted) = worker.linted(host, &snapshot.context)
        && let Some((_, register)) = linted.registers.iter().find(|row| places.iter().any(|place| is_at(place, &row.0)))
    {
        *note = format!("No register is written: `register({register})` is assigned.");
    }
    value(found.map(|found| convert::hover(found, &lines)))
}

/// Whether two places share text.
fn is_at(one: &Place, other: &Place) -> bool {
    one.file == other.file && one.range.start < other.range.end && other.range.start < one.range.end
}

fn locations(worker: &Worker, host: &Host, places: &[Place]) -> Answer {
    let mut texts = Texts::new(host, worker.client.encoding);
    let list: Vec<lsp::Location> = places.iter().filter_map(|place| texts.location(place)).collect();
    value((!list.is_empty()).then_some(list))
}

fn definition(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, offset, .. } = at(worker, &params, host)?;
    let snapshot = snapshot(worker, host, &file)?;
    let places = snapshot.definition(&file, offset).map(|found| found.1).unwrap_or_default();
    locations(worker, host, &places)
}

fn declaration(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, offset, .. } = at(worker, &params, host)?;
    let snapshot = snapshot(worker, host, &file)?;
    let places = snapshot.declaration(&file, offset).map(|found| found.1).unwrap_or_default();
    locations(worker, host, &places)
}

fn type_definition(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, offset, .. } = at(worker, &params, host)?;
    let places = snapshot(worker, host, &file)?.type_definition(&file, offset);
    locations(worker, host, &places)
}

fn references(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, offset, .. } = at(worker, &params, host)?;
    let with_declarations = params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
    // What other programs of the file read counts too.
    let mut places: Vec<Place> = Vec::new();
    for context in worker.programs.of(host, &file).into_iter().take(8) {
        let Some((snapshot, _)) = worker.checked(host, &context) else { continue };
        for found in snapshot.references(&file, offset, with_declarations) {
            if !places.contains(&found.place) {
                places.push(found.place);
            }
        }
    }
    places.sort();
    locations(worker, host, &places)
}

fn highlights(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, text, offset } = at(worker, &params, host)?;
    let snapshot = snapshot(worker, host, &file)?;
    let lines = Lines::new(&text, worker.client.encoding);
    let found = snapshot.references(&file, offset, true).into_iter().filter(|found| *found.place.file == *file);
    let list = found.map(|found| lsp::DocumentHighlight {
        range: lines.range(found.place.range),
        kind: Some(if found.is_write { lsp::DocumentHighlightKind::WRITE } else { lsp::DocumentHighlightKind::READ }),
    });
    value(list.collect::<Vec<_>>())
}

fn prepare_rename(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, text, offset } = at(worker, &params, host)?;
    let snapshot = snapshot(worker, host, &file)?;
    let range = rename::prepare(&snapshot, &file, offset).map_err(Failure::Refused)?;
    let lines = Lines::new(&text, worker.client.encoding);
    value(json!({ "range": lines.range(range), "placeholder": &text[range.start..range.end] }))
}

fn rename(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, offset, .. } = at(worker, &params, host)?;
    let Some(name) = params["newName"].as_str() else { return Err(Failure::Params("newName".to_owned())) };
    let mut programs = worker.programs.of(host, &file);
    // Programs of other files that are open may read what is declared here.
    let open: Vec<String> = host.open_files().map(str::to_owned).collect();
    for other in open {
        for context in worker.programs.of(host, &other).into_iter().take(8) {
            if !programs.contains(&context) {
                programs.push(context);
            }
        }
    }
    let edits = rename::rename(host, &programs, &file, offset, name).map_err(Failure::Refused)?;
    value(Texts::new(host, worker.client.encoding).workspace_edit(&edits))
}

fn document_symbols(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let file = document(&params)?;
    let (text, snapshot) = (text(host, &file)?, snapshot(worker, host, &file)?);
    let lines = Lines::new(&text, worker.client.encoding);
    let list = snapshot.symbols(&file);
    value(list.iter().map(|item| convert::document_symbol(item, &lines)).collect::<Vec<_>>())
}

fn workspace_symbols(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let wanted = params["query"].as_str().unwrap_or_default().to_ascii_lowercase();
    let open: Vec<String> = host.open_files().map(str::to_owned).collect();
    let mut list: Vec<(Place, String, lsp::SymbolKind, Option<String>)> = Vec::new();
    for file in open {
        let Some(snapshot) = worker.snapshot(host, &file) else { continue };
        for name in snapshot.files() {
            let mut todo: Vec<(SymbolItem, Option<String>)> =
                snapshot.symbols(&name).into_iter().map(|item| (item, None)).collect();
            while let Some((item, container)) = todo.pop() {
                if item.name.to_ascii_lowercase().contains(&wanted) && list.len() < MOST_SYMBOLS {
                    let place = Place { file: name.clone(), range: item.range };
                    if !list.iter().any(|known| known.0 == place) {
                        list.push((place, item.name.clone(), convert::symbol_kind(item.kind), container));
                    }
                }
                todo.extend(item.children.into_iter().map(|child| (child, Some(item.name.clone()))));
            }
        }
    }
    list.sort_by(|one, other| (one.1.len(), &one.0).cmp(&(other.1.len(), &other.0)));
    let mut texts = Texts::new(host, worker.client.encoding);
    let list = list.into_iter().filter_map(|(place, name, kind, container)| {
        let location = texts.location(&place)?;
        Some(json!({ "name": name, "kind": kind, "location": location, "containerName": container }))
    });
    value(list.collect::<Vec<_>>())
}

fn semantic_tokens(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let file = document(&params)?;
    let (text, snapshot) = (text(host, &file)?, snapshot(worker, host, &file)?);
    let lines = Lines::new(&text, worker.client.encoding);
    let part = serde_json::from_value::<lsp::Range>(params["range"].clone()).ok().map(|range| lines.bytes(range));
    let data = convert::semantic_tokens(&snapshot.semantic_tokens(&file), &lines, part);
    value(lsp::SemanticTokens { result_id: None, data })
}

fn inlay_hints(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let file = document(&params)?;
    let (text, snapshot) = (text(host, &file)?, snapshot(worker, host, &file)?);
    let lines = Lines::new(&text, worker.client.encoding);
    let range = serde_json::from_value::<lsp::Range>(params["range"].clone()).ok().map(|range| lines.bytes(range));
    let part = range.unwrap_or(TextRange::new(0, text.len()));
    let mut hints = snapshot.hints(&file, part);
    for (place, register) in worker.linted(host, &snapshot.context).map_or(&[][..], |linted| &linted.registers) {
        let after = text.get(place.range.end..).unwrap_or_default();
        let end = after.find([';', ',', '{']).unwrap_or(after.len());
        let is_written = after[..end].contains(':');
        if *place.file == *file && !is_written && part.covers(place.range) {
            // After the dimensions of an array, and before what ends the declaration.
            let at = place.range.end + after[..end].trim_end().len();
            hints.push(Hint { at, text: format!(": register({register})"), kind: HintKind::Offset });
        }
    }
    value(hints.iter().map(|hint| convert::inlay_hint(hint, &lines)).collect::<Vec<_>>())
}

fn folding_ranges(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let text = text(host, &document(&params)?)?;
    let lines = Lines::new(&text, worker.client.encoding);
    value(folding::folds(&text).iter().map(|fold| convert::folding_range(fold, &lines)).collect::<Vec<_>>())
}

fn selection_ranges(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let text = text(host, &document(&params)?)?;
    let lines = Lines::new(&text, worker.client.encoding);
    let positions: Vec<lsp::Position> = serde_json::from_value(params["positions"].clone())
        .map_err(|why| Failure::Params(format!("positions: {why}")))?;
    let of_position = |position: &lsp::Position| {
        let offset = lines.offset(*position);
        let grown = folding::selections(&text, offset);
        let outermost_first = grown.into_iter().rev();
        let nested = outermost_first
            .fold(None, |parent, range| Some(Box::new(lsp::SelectionRange { range: lines.range(range), parent })));
        let empty = || lsp::SelectionRange { range: lines.range(TextRange::new(offset, offset)), parent: None };
        nested.map_or_else(empty, |nested| *nested)
    };
    value(positions.iter().map(of_position).collect::<Vec<_>>())
}

fn call_item(texts: &mut Texts, function: &FunctionItem) -> Option<lsp::CallHierarchyItem> {
    let whole = Place { file: function.place.file.clone(), range: function.whole };
    Some(lsp::CallHierarchyItem {
        name: function.name.clone(),
        kind: lsp::SymbolKind::FUNCTION,
        tags: None,
        detail: None,
        uri: uri_of(&function.place.file)?,
        range: texts.range(&whole),
        selection_range: texts.range(&function.place),
        data: None,
    })
}

fn prepare_calls(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let At { file, offset, .. } = at(worker, &params, host)?;
    let snapshot = snapshot(worker, host, &file)?;
    let mut texts = Texts::new(host, worker.client.encoding);
    let item = snapshot.function_at(&file, offset).and_then(|function| call_item(&mut texts, &function));
    value(item.map(|item| vec![item]))
}

/// The function that an item of the client names.
fn function_of(worker: &mut Worker, params: &Value, host: &Host) -> Result<(Arc<Snapshot>, FunctionItem), Failure> {
    let item: lsp::CallHierarchyItem =
        serde_json::from_value(params["item"].clone()).map_err(|why| Failure::Params(format!("item: {why}")))?;
    let file = path_of(&item.uri);
    let text = text(host, &file)?;
    let offset = Lines::new(&text, worker.client.encoding).offset(item.selection_range.start);
    let snapshot = snapshot(worker, host, &file)?;
    let function = snapshot.function_at(&file, offset);
    let function = function.ok_or_else(|| Failure::Refused("there is no function".to_owned()))?;
    Ok((snapshot, function))
}

fn incoming_calls(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let (snapshot, function) = function_of(worker, &params, host)?;
    let mut texts = Texts::new(host, worker.client.encoding);
    let list = snapshot.incoming_calls(&function).into_iter().filter_map(|call| {
        let from = call_item(&mut texts, &call.function)?;
        let from_ranges = call.calls.iter().map(|place| texts.range(place)).collect();
        Some(lsp::CallHierarchyIncomingCall { from, from_ranges })
    });
    value(list.collect::<Vec<_>>())
}

fn outgoing_calls(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let (snapshot, function) = function_of(worker, &params, host)?;
    let mut texts = Texts::new(host, worker.client.encoding);
    let list = snapshot.outgoing_calls(&function).into_iter().filter_map(|call| {
        let to = call_item(&mut texts, &call.function)?;
        let from_ranges = call.calls.iter().map(|place| texts.range(place)).collect();
        Some(lsp::CallHierarchyOutgoingCall { to, from_ranges })
    });
    value(list.collect::<Vec<_>>())
}

fn links(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let file = document(&params)?;
    let (text, snapshot) = (text(host, &file)?, snapshot(worker, host, &file)?);
    let lines = Lines::new(&text, worker.client.encoding);
    let list = snapshot.links(&file).into_iter().map(|link| lsp::DocumentLink {
        range: lines.range(link.range),
        target: uri_of(&link.file),
        tooltip: None,
        data: None,
    });
    value(list.collect::<Vec<_>>())
}

fn code_lens(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let file = document(&params)?;
    let (text, snapshot) = (text(host, &file)?, snapshot(worker, host, &file)?);
    let lines = Lines::new(&text, worker.client.encoding);
    let uri = params["textDocument"]["uri"].clone();
    let programs = worker.programs.of(host, &file);
    let mut list: Vec<Value> = Vec::new();
    for entry in snapshot.entry_points().into_iter().filter(|entry| *entry.place.file == *file) {
        let range = lines.range(entry.place.range);
        let of_entry = programs.iter().filter(|context| context.root == file && context.entry == entry.name);
        for context in of_entry.take(4) {
            list.push(json!({ "range": range, "data": { "uri": uri, "program": context.label } }));
            for (command, title) in [("hlslc.run", "run"), ("hlslc.debug", "debug")] {
                if worker.client.runs {
                    let arguments = json!([uri, context.label]);
                    let command = json!({ "title": title, "command": command, "arguments": arguments });
                    list.push(json!({ "range": range, "command": command }));
                }
            }
        }
    }
    if programs.len() > 1 {
        let title = format!("program: {}", programs[0].label);
        let command = json!({ "title": title, "command": "hlslc.switchProgram", "arguments": [uri] });
        list.push(json!({ "range": lines.range(TextRange::default()), "command": command }));
    }
    Ok(Value::Array(list))
}

/// The program of a file with a label, or the one that is shown.
fn program_of(worker: &mut Worker, host: &Host, uri: &Value, label: &Value) -> Result<Context, Failure> {
    let uri: lsp::Uri = serde_json::from_value(uri.clone()).map_err(|why| Failure::Params(format!("uri: {why}")))?;
    let file = path_of(&uri);
    let programs = worker.programs.of(host, &file);
    let named = label.as_str().and_then(|label| programs.iter().find(|context| context.label == label));
    let found = named.or(programs.first().filter(|_| label.is_null())).cloned();
    found.ok_or_else(|| Failure::Refused(format!("{file} has no program {label}")))
}

fn compile(
    worker: &mut Worker,
    host: &Host,
    context: Context,
    wants_listing: bool,
    finish: impl FnOnce(crate::Compiled) -> Value + Send + 'static,
) -> Answer {
    let (id, revision) = (worker.id.clone(), worker.revision);
    let job = Job { id, host: host.clone(), context, wants_listing, revision, finish: Box::new(finish) };
    match worker.compiler.send(Work::Answer(job)) {
        Ok(()) => Err(Failure::Later),
        Err(_) => Err(Failure::Refused("the compiler has ended".to_owned())),
    }
}

fn resolve_lens(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let (uri, label) = (params["data"]["uri"].clone(), params["data"]["program"].clone());
    let context = program_of(worker, host, &uri, &label)?;
    compile(worker, host, context, false, move |compiled| {
        let mut title = label.as_str().unwrap_or_default().to_owned();
        let _ = write!(title, " · {}", compiled.figures.as_deref().unwrap_or("does not compile"));
        let mut lens = params;
        lens["command"] = json!({ "title": title, "command": "hlslc.showDxil", "arguments": [uri, label] });
        lens
    })
}

fn code_actions(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let file = document(&params)?;
    let text = text(host, &file)?;
    let lines = Lines::new(&text, worker.client.encoding);
    let range: lsp::Range =
        serde_json::from_value(params["range"].clone()).map_err(|why| Failure::Params(format!("range: {why}")))?;
    let range = lines.bytes(range);
    let context = context(worker, host, &file);
    let Some((_, reported)) = worker.checked(host, &context) else { return Ok(Value::Array(Vec::new())) };
    let mut texts = Texts::new(host, worker.client.encoding);
    let mut list: Vec<Value> = Vec::new();
    for found in reported.iter().filter(|found| *found.place.file == *file) {
        let Some(fix) = &found.fix else { continue };
        if found.place.range.start > range.end || range.start > found.place.range.end {
            continue;
        }
        let edit = texts.workspace_edit(std::slice::from_ref(&fix.edit));
        let diagnostic = texts.diagnostic(found, &lines);
        list.push(json!({
            "title": fix.title,
            "kind": "quickfix",
            "diagnostics": [diagnostic],
            "edit": edit,
            "isPreferred": true,
        }));
    }
    Ok(Value::Array(list))
}

fn execute(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let arguments = &params["arguments"];
    match params["command"].as_str() {
        Some("hlslc.showDxil") => {
            listing(worker, json!({ "textDocument": { "uri": arguments[0] }, "program": arguments[1] }), host)
        }
        Some("hlslc.switchProgram") => {
            let uri = arguments[0].clone();
            let context = program_of(worker, host, &uri, &arguments[1])?;
            let file: lsp::Uri = serde_json::from_value(uri).map_err(|why| Failure::Params(format!("uri: {why}")))?;
            worker.programs.choose(&path_of(&file), &context.label);
            worker.diagnose(host, &[path_of(&file)], Depth::Shown);
            Ok(json!({ "active": context.label }))
        }
        other => Err(Failure::Params(format!("there is no command `{}`", other.unwrap_or_default()))),
    }
}

/// The programs of a file, the one that is shown first.
fn programs(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let list = worker.programs.of(host, &document(&params)?);
    let list: Vec<Value> = list
        .iter()
        .map(|context| {
            json!({
                "label": context.label,
                "root": uri_of(&context.root),
                "entry": context.entry,
                "profile": context.target.to_string(),
                "command": context.command(),
                "isStated": context.is_stated,
            })
        })
        .collect();
    Ok(json!({ "active": list.first().map(|first| first["label"].clone()), "programs": list }))
}

/// The assembly of a program.
fn listing(worker: &mut Worker, params: Value, host: &Host) -> Answer {
    let context = program_of(worker, host, &params["textDocument"]["uri"], &params["program"])?;
    let label = context.label.clone();
    compile(worker, host, context, true, move |compiled| {
        json!({
            "program": label,
            "text": compiled.listing.unwrap_or_default(),
            "figures": compiled.figures,
            "registers": compiled.registers,
        })
    })
}
