//! Tests each query by its fixtures.

use crate::fixtures::{Cursor, check, check_typed, shown};
use hlslc_analysis::complete::complete;
use hlslc_analysis::rename::rename;
use hlslc_analysis::signature::signatures;
use hlslc_analysis::symbols::SymbolItem;
use hlslc_analysis::{Snapshot, TextRange, folding};
use std::fmt::Write as _;

/// Completions that an answer lists.
const LISTED: usize = 7;

#[test]
fn completion_offers_what_can_be_typed() {
    let count = check_typed("completion", &|cursor| {
        let list = complete(&cursor.host, &cursor.context, &cursor.file, cursor.offset);
        let text = cursor.host.text(&cursor.file).expect("it is there");
        let typed = text[list.replaces.start..list.replaces.end].to_ascii_lowercase();
        let fits = list.items.iter().filter(|item| item.label.to_ascii_lowercase().starts_with(&typed));
        let mut lines: Vec<String> = fits
            .map(|item| format!("{} ({:?}) {}", item.label, item.kind, item.detail).trim_end().to_owned())
            .collect();
        let more = lines.len().saturating_sub(LISTED);
        lines.truncate(LISTED);
        if more > 0 {
            lines.push(format!("and {more} more"));
        }
        if lines.is_empty() { "nothing".to_owned() } else { lines.join("\n") }
    });
    assert!(count >= 100, "{count} cursors");
}

#[test]
fn hover_says_what_a_name_means() {
    let count = check("hover", &|cursor| match cursor.snapshot().hover(&cursor.file, cursor.offset) {
        Some(hover) => std::iter::once(hover.code).chain(hover.notes).collect::<Vec<_>>().join("\n"),
        None => "nothing".to_owned(),
    });
    assert!(count >= 80, "{count} cursors");
}

#[test]
fn definition_leads_to_where_a_name_is_defined() {
    let count = check("definition", &|cursor| {
        let snapshot = cursor.snapshot();
        let mut text = String::new();
        match snapshot.definition(&cursor.file, cursor.offset) {
            Some((_, places)) => places.iter().for_each(|place| {
                let _ = writeln!(text, "{}", shown(&cursor.host, place));
            }),
            None => text.push_str("nothing\n"),
        }
        if let Some((_, places)) = snapshot.declaration(&cursor.file, cursor.offset)
            && Some(&places) != snapshot.definition(&cursor.file, cursor.offset).as_ref().map(|(_, places)| places)
        {
            for place in places {
                let _ = writeln!(text, "declared {}", shown(&cursor.host, &place));
            }
        }
        for place in snapshot.type_definition(&cursor.file, cursor.offset) {
            let _ = writeln!(text, "type {}", shown(&cursor.host, &place));
        }
        text
    });
    assert!(count >= 70, "{count} cursors");
}

#[test]
fn references_are_all_names_of_one_thing() {
    check("references", &|cursor| {
        let list = cursor.snapshot().references(&cursor.file, cursor.offset, true);
        let lines = list.iter().map(|found| {
            let kind = if found.is_declaration { " declares" } else { "" };
            let write = if found.is_write { " writes" } else { "" };
            format!("{}{kind}{write}", shown(&cursor.host, &found.place))
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() { "nothing".to_owned() } else { lines.join("\n") }
    });
}

#[test]
fn rename_changes_all_names_or_says_why_not() {
    let count = check("rename", &|cursor| {
        let programs = [cursor.context.clone()];
        match rename(&cursor.host, &programs, &cursor.file, cursor.offset, &cursor.text) {
            Err(why) => format!("rejected: {why}"),
            Ok(edits) => {
                let lines = edits.iter().map(|edit| shown(&cursor.host, &edit.place));
                lines.collect::<Vec<_>>().join("\n")
            }
        }
    });
    assert!(count >= 50, "{count} cursors");
}

#[test]
fn signatures_say_what_a_call_takes() {
    check_typed("signature", &|cursor| {
        let found = signatures(&cursor.host, &cursor.context, &cursor.file, cursor.offset);
        let Some(found) = found else { return "nothing".to_owned() };
        let mut text = format!("argument {}\n", found.argument + 1);
        for (at, signature) in found.list.iter().enumerate() {
            let mark = if at == found.active { "> " } else { "  " };
            let _ = writeln!(text, "{mark}{}", signature.text);
            if let Some(documentation) = &signature.documentation {
                let _ = writeln!(text, "    {documentation}");
            }
        }
        text
    });
}

#[test]
fn symbols_are_what_a_file_declares() {
    check("symbols", &|cursor| {
        fn add(list: &[SymbolItem], depth: usize, text: &mut String) {
            for item in list {
                let _ = writeln!(text, "{}{} ({:?}) {}", "  ".repeat(depth), item.name, item.kind, item.detail);
                add(&item.children, depth + 1, text);
            }
        }
        let mut text = String::new();
        add(&cursor.snapshot().symbols(&cursor.file), 0, &mut text);
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    });
}

#[test]
fn tokens_say_what_each_name_is() {
    check("tokens", &|cursor| {
        let text = cursor.host.text(&cursor.file).expect("it is there");
        let list = cursor.snapshot().semantic_tokens(&cursor.file);
        let words = list.iter().map(|token| {
            let bits = token.modifiers.bits();
            let word = &text[token.range.start..token.range.end];
            format!("{word}:{:?}{}", token.ty, if bits > 0 { format!("/{bits}") } else { String::new() })
        });
        words.collect::<Vec<_>>().join(" ")
    });
}

#[test]
fn hints_show_what_is_not_written() {
    check("hints", &|cursor| {
        let text = cursor.host.text(&cursor.file).expect("it is there");
        let hints = cursor.snapshot().hints(&cursor.file, TextRange::new(0, text.len()));
        let mut shown = text.to_string();
        hints.iter().rev().for_each(|hint| shown.insert_str(hint.at, &format!("«{}» ", hint.text)));
        shown
    });
}

#[test]
fn folds_and_selections_follow_the_text() {
    check("folding", &|cursor| {
        let text = cursor.host.text(&cursor.file).expect("it is there");
        let line = |at: usize| text[..at].matches('\n').count() + 1;
        let folds = folding::folds(&text);
        let folds: Vec<String> = folds
            .iter()
            .map(|fold| format!("{}-{} {:?}", line(fold.range.start), line(fold.range.end), fold.kind))
            .collect();
        let grown = folding::selections(&text, cursor.offset);
        let grown: Vec<String> = grown
            .iter()
            .map(|range| text[range.start..range.end].split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        format!("{}\n{}", folds.join(", "), grown.join("\n"))
    });
}

#[test]
fn calls_lead_to_callers_and_callees() {
    check("calls", &|cursor| {
        let snapshot = cursor.snapshot();
        let Some(function) = snapshot.function_at(&cursor.file, cursor.offset) else { return "nothing".to_owned() };
        let mut text = format!("{}\n", shown(&cursor.host, &function.place));
        for (word, list) in [("from", snapshot.incoming_calls(&function)), ("to", snapshot.outgoing_calls(&function))] {
            for call in list {
                let _ = writeln!(text, "{word} {} ({})", shown(&cursor.host, &call.function.place), call.calls.len());
            }
        }
        text
    });
}

#[test]
fn links_and_branches_follow_the_program() {
    check("links", &|cursor| {
        let snapshot: Snapshot = cursor.snapshot();
        let text = cursor.host.text(&cursor.file).expect("it is there");
        let mut shown = String::new();
        for link in snapshot.links(&cursor.file) {
            let _ = writeln!(shown, "{} -> {}", &text[link.range.start..link.range.end], link.file);
        }
        for range in snapshot.inactive(&cursor.file) {
            let _ = writeln!(shown, "inactive: {}", text[range.start..range.end].trim_end().replace('\n', " | "));
        }
        shown
    });
}

#[test]
fn diagnostics_have_places_and_repairs() {
    check("diagnostics", &|cursor: &Cursor| {
        let mut text = String::new();
        for found in cursor.snapshot().diagnostics() {
            let at = shown(&cursor.host, &found.place);
            let _ = writeln!(text, "{at} {}: {}", found.info.code, found.message.replace('\n', " | "));
            for related in &found.related {
                let _ = writeln!(text, "    {} {}", shown(&cursor.host, &related.place), related.message);
            }
            if let Some(fix) = &found.fix {
                let place = shown(&cursor.host, &fix.edit.place);
                let _ = writeln!(text, "    fix: {}: {place} -> `{}`", fix.title, fix.edit.text);
            }
        }
        if text.is_empty() { "nothing".to_owned() } else { text }
    });
}
