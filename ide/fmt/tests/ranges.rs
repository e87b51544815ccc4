//! Tests of parts of files, of styles, and of texts that are left alone.

use hlslc_fmt::{Braces, Indent, Rejection, Style, apply, format, range_edits, typed_edits};

/// The text with the lines of `range` formatted.
fn format_range(text: &str, range: &str) -> String {
    let at = text.find(range).unwrap();
    apply(text, &range_edits(text, at..at + range.len(), &Style::default()).unwrap())
}

#[test]
fn only_the_lines_of_a_range_change() {
    let text = "float  a;\nvoid f()\n{\n  x  = 1;\n      y  = 2;\n  z  = 3;\n}\n";
    let formatted = format_range(text, "y  = 2;");
    assert_eq!(formatted, "float  a;\nvoid f()\n{\n  x  = 1;\n  y = 2;\n  z  = 3;\n}\n");
}

#[test]
fn what_is_typed_ends_a_statement_or_closes_a_block() {
    let typed = |text: &str| {
        let at = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        apply(&text, &typed_edits(&text, at, &Style::default()).unwrap())
    };
    assert_eq!(
        typed("void f()\n{\n  x  = 1;\n  call(a,\n b) ;|\n}\n"),
        "void f()\n{\n  x  = 1;\n  call(a,\n    b);\n}\n"
    );
    assert_eq!(
        typed("void f()\n{\n  x  = 1;\n  if(x)\n  {\n  y  = 1;\n  }|\n}\n"),
        "void f()\n{\n  x  = 1;\n  if (x)\n  {\n    y = 1;\n  }\n}\n"
    );
    assert_eq!(typed("|"), "");
}

#[test]
fn a_style_overrides_what_the_file_has() {
    let text = "void f() {\n  if (x) {\n    y = 1;\n  } else {\n    y = 2;\n  }\n}\n";
    assert_eq!(format(text, &Style::default()).unwrap(), text, "the file agrees with itself");
    let style =
        Style { indent: Indent::Tab, braces: Braces::NextLine, control_braces: Braces::SameLine, ..Style::default() };
    let wanted = "void f()\n{\n\tif (x) {\n\t\ty = 1;\n\t} else {\n\t\ty = 2;\n\t}\n}\n";
    assert_eq!(format(text, &style).unwrap(), wanted);
    let style = Style { control_braces: Braces::NextLine, ..style };
    assert!(format(text, &style).unwrap().contains("\t}\n\telse\n\t{\n"));
    let keep = Style { braces: Braces::Keep, control_braces: Braces::Keep, ..Style::default() };
    let mixed = "void f() {\n    if (x)\n    {\n        y = 1;\n    } else {\n        y = 2;\n    }\n}\n";
    assert_eq!(format(mixed, &keep).unwrap(), mixed);
}

#[test]
fn settings_of_the_project_become_a_style() {
    let parsed = hlslc_project::parse("[format]\nwidth = 100\nindent = 2\nbrace_style = 'same-line'\n");
    assert_eq!(parsed.problems, []);
    let style = Style::of_project(&parsed.project.format);
    assert_eq!((style.width, style.indent, style.braces), (100, Indent::Spaces(2), Braces::SameLine));
    assert_eq!(Style::of_project(&hlslc_project::Format::default()), Style::default());
}

#[test]
fn line_ends_and_byte_order_marks_stay() {
    let text = "\u{feff}float  a;\r\nvoid f()\r\n{\r\n}\r\n";
    assert_eq!(format(text, &Style::default()).unwrap(), "\u{feff}float a;\r\nvoid f()\r\n{\r\n}\r\n");
    assert_eq!(format("", &Style::default()).unwrap(), "");
    assert_eq!(format("  \n\n", &Style::default()).unwrap(), "");
}

#[test]
fn a_text_whose_end_is_unknown_is_left_alone() {
    assert_eq!(format("float a; /* and", &Style::default()), Err(Rejection::UnfinishedComment));
}

#[test]
fn deep_and_long_texts_are_formatted_in_proportion() {
    let style = Style::default();
    let deep = format!("{}{}", "{ ( [ ".repeat(5_000), "} ) ] ".repeat(5_000));
    let ifs = "if (a) ".repeat(5_000);
    let elses = format!("void f() {{ {} x; }}", "if (a) x; else ".repeat(4_000));
    let branches = format!("{}{}", "#if A\nfloat f(\n#else\n".repeat(2_000), "#endif\n".repeat(2_000));
    let numbers = format!("int a[] = {{ {} }};", "1, ".repeat(30_000));
    let words = "word ".repeat(30_000);
    let comments = "// a\n".repeat(20_000);
    let angles = "A<".repeat(20_000);
    for text in [deep, ifs, elses, branches, numbers, words, comments, angles] {
        let start = std::time::Instant::now();
        format(&text, &style).unwrap();
        assert!(start.elapsed().as_secs() < 10, "{} took {:?}", &text[..20], start.elapsed());
    }
}
