//! Tests spans through includes and macro expansions, and the styles of diagnostics.

use hlslc_base::diag::Diagnostic;
use hlslc_base::render::{Style, render};
use hlslc_base::source::{SourceMap, Starts};
use hlslc_base::span::Span;

hlslc_base::diagnostics! {
    /// For this test.
    T0001 error odd_name(name: &str) => "odd name `{name}`";
    /// For this test.
    T0002 warning["odd"] odd_value(value: u32) => "odd value {value}";
}

fn sample() -> (SourceMap, Diagnostic) {
    let mut map = SourceMap::new();
    let file = map.add_file("a.hlsl", "float x;\n  float yy = 1;\n", Span::NONE).unwrap();
    let span = map.span_in(file, 17..19);
    let first = map.span_in(file, 6..7);
    let diagnostic = odd_name(span, "yy")
        .remark("here")
        .label(first, "first one")
        .note("names want one letter")
        .suggest(span, "y", "call it `y`");
    (map, diagnostic)
}

fn styles() -> impl Iterator<Item = Style> {
    std::iter::once(Style::Excerpt).chain(Style::ALL.map(|row| row.0))
}

/// An error in `BAD` of `part.hlsli`, which `mid.hlsli` includes, which `main.hlsl` includes; after a letter of two bytes.
fn far_away() -> (SourceMap, Diagnostic) {
    let mut map = SourceMap::new();
    let main = map.add_file("main.hlsl", "\n#include \"mid.hlsli\"\n", Span::NONE).unwrap();
    let mid = map.add_file("mid.hlsli", "#include \"part.hlsli\"\n", map.span_in(main, 10..21)).unwrap();
    let text = "#define BAD wrong\n/* é */ int x = BAD;\n";
    let part = map.add_file("part.hlsli", text, map.span_in(mid, 9..21)).unwrap();
    let call = text.rfind("BAD").unwrap();
    let (body, call) = (map.span_in(part, 12..17), map.span_in(part, call..call + 3));
    let base = map.add_expansion("BAD", call, vec![body]).unwrap();
    let diagnostic = odd_name(Span::new(base, base + 1), "wrong").suggest(call, "GOOD", "did you mean `GOOD`?");
    (map, diagnostic)
}

#[test]
fn where_spans_start_is_what_they_are_resolved_to() {
    let (mut map, diagnostic) = far_away();
    let inner = map.add_expansion("INNER", diagnostic.primary.span, vec![diagnostic.primary.span; 3]).unwrap();
    let mut starts = Starts::new(&map);
    let ascending = 0..inner + 5;
    for lo in ascending.clone().chain(ascending.rev()).chain([inner, 3, inner + 1, inner]) {
        let span = Span::new(lo, lo + 1);
        let resolved = map.resolve(span).map(|place| (place.file, place.range.start as u32));
        // The place after a text counts as its end.
        let start = starts.of(span).map(|(file, at)| (file, at.min(map.file(file).text.len() as u32)));
        assert_eq!(start, resolved, "{lo}");
    }
}

#[test]
fn every_style_has_the_macro_and_the_includes() {
    let (map, diagnostic) = far_away();
    for (style, name) in Style::ALL {
        let text = render(&map, [&diagnostic, &diagnostic], style, false);
        for place in ["BAD", "main.hlsl", "mid.hlsli", "part.hlsli"] {
            assert!(text.contains(place), "{place} is not in the style {name}:\n{text}");
        }
    }
    insta::assert_snapshot!(render(&map, [&diagnostic, &diagnostic], Style::Clang, false));
    insta::assert_snapshot!(render(&map, [&diagnostic], Style::Msvc, false));
    insta::assert_snapshot!(render(&map, [&diagnostic], Style::Json, false));
    insta::assert_snapshot!(render(&map, [&diagnostic], Style::Github, false));
    insta::assert_snapshot!(render(&map, [&diagnostic], Style::Sarif, false));
}

#[test]
fn a_column_counts_bytes_in_every_style() {
    let (map, diagnostic) = far_away();
    // `é` is one character and two bytes, of which dxc says 18 too.
    for style in styles() {
        let text = render(&map, [&diagnostic], style, false);
        let column = match style {
            Style::Excerpt => "part.hlsli:2:18\n",
            Style::Located | Style::Clang | Style::Caret => "part.hlsli:2:18: error",
            Style::Msvc => "part.hlsli(2,18): error",
            Style::Json => {
                "\"column\":18,\"length\":3,\"end_line\":2,\"end_column\":21,\"character\":17,\"end_character\":20"
            }
            Style::Github => "line=2,endLine=2,col=18,endColumn=21,",
            // Its columns are code points, and the document says so.
            Style::Sarif => "{\"startLine\":2,\"startColumn\":17,\"endLine\":2,\"endColumn\":20}",
        };
        assert!(text.contains(column), "{style:?}:\n{text}");
    }
}

#[test]
fn sarif_without_results_is_a_document_too() {
    let text = render(&SourceMap::new(), [], Style::Sarif, false);
    assert!(text.starts_with("{\"$schema\":") && text.ends_with("\"results\":[]}]}\n"), "{text}");
}

#[test]
fn excerpt_shows_label_note_and_help() {
    let (map, diagnostic) = sample();
    insta::assert_snapshot!(render(&map, [&diagnostic], Style::Excerpt, false));
}

#[test]
fn one_line_styles() {
    let (map, diagnostic) = sample();
    insta::assert_snapshot!(render(&map, [&diagnostic], Style::Clang, false));
    insta::assert_snapshot!(render(&map, [&diagnostic], Style::Msvc, false));
    insta::assert_snapshot!(render(&map, [&diagnostic], Style::Json, false));
}

#[test]
fn a_span_in_a_macro_resolves_to_the_call() {
    let mut map = SourceMap::new();
    let main = map.add_file("m.hlsl", "#define A b + c\nint x = A;\n", Span::NONE).unwrap();
    let body: Vec<Span> = [10..11, 12..13, 14..15].into_iter().map(|r| map.span_in(main, r)).collect();
    let call = map.span_in(main, 24..25);
    let base = map.add_expansion("A", call, body).unwrap();
    let c = Span::new(base + 2, base + 3);
    assert_eq!(map.resolve(c).unwrap().range, 24..25);
    assert_eq!(map.expansion_chain(c)[0].spelling.range, 14..15);
    insta::assert_snapshot!(render(&map, [&odd_value(c, 3)], Style::Excerpt, false));
}

#[test]
fn line_directives_change_what_is_shown() {
    let mut map = SourceMap::new();
    let file = map.add_file("a.hlsl", "#line 100 \"b.hlsl\"\nint x;\n", Span::NONE).unwrap();
    map.add_line_mark(file, 19, 100, Some("b.hlsl".into()));
    let span = map.span_in(file, 23..24);
    assert_eq!(hlslc_base::render::place(&map, span), ("b.hlsl".to_owned(), 100, 5));
}

#[test]
fn a_located_excerpt_starts_with_the_line_that_tools_find() {
    let (map, diagnostic) = sample();
    let text = render(&map, [&diagnostic], Style::Located, false);
    let (head, body) = text.split_once('\n').unwrap();
    assert_eq!(head, "a.hlsl:2:9: error: odd name `yy` [T0001]");
    assert!(render(&map, [&diagnostic], Style::Excerpt, false).ends_with(body));
}

#[test]
fn a_line_that_is_too_long_is_not_shown() {
    let mut map = SourceMap::new();
    let file = map.add_file("a.hlsl", format!("{}y", "x ".repeat(1000)), Span::NONE).unwrap();
    let text = render(&map, [&odd_name(map.span_in(file, 2000..2001), "y")], Style::Excerpt, false);
    assert_eq!(text, "a.hlsl:1:2001: error: odd name `y`\n");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let mut map = SourceMap::new();
    let text = "a\x1b]52;c;eA==\x07\u{9b}2J b\n/* \u{202e} */ c\r\n";
    let file = map.add_file("x\x1b[1m.hlsl", text, Span::NONE).unwrap();
    map.add_line_mark(file, 23, 7, Some("evil\nmain.hlsl:1:1: error: no".into()));
    let (b, c) = (text.find(" b").unwrap() + 1, text.find(" c").unwrap() + 1);
    let diagnostic = odd_name(map.span_in(file, b..b + 1), "\x1b[2J\r")
        .remark("\x07")
        .label(map.span_in(file, c..c + 1), "\x1b")
        .note("\u{9d}")
        .suggest(map.span_in(file, b..b), "\x1b", "\x1bc");
    for style in styles() {
        let text = render(&map, [&diagnostic], style, false);
        assert!(!text.chars().any(|c| c != '\n' && hlslc_base::shown::is_control(c)), "{text:?}");
        assert!(!text.lines().any(|line| line.starts_with("main.hlsl")), "{text}");
    }
    insta::assert_snapshot!(render(&map, [&diagnostic], Style::Excerpt, false));
}

#[test]
fn names_of_a_megabyte_are_shown_without_their_middle() {
    let mut map = SourceMap::new();
    let name = "x".repeat(1 << 20);
    let file = map.add_file("a.hlsl", name.clone(), Span::NONE).unwrap();
    let diagnostic = odd_name(map.span_in(file, 0..1 << 20), &name)
        .remark(format!("`{name}`"))
        .note(format!("`{name}` as declared here"))
        .suggest(Span::NONE, "y", format!("did you mean `{name}`?"));
    for style in styles() {
        let text = render(&map, [&diagnostic], style, false);
        assert!(text.len() < 2000, "{} bytes", text.len());
        assert!(text.contains("xxx…xxx"), "{text}");
    }
}
