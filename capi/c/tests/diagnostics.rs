//! Diagnostics as data: severity, code, message, place, notes and repairs.

use hlslc_c::abi::*;

use crate::support::*;

#[test]
fn an_error_has_its_code_place_notes_and_repair() {
    let source = "float4 main(float4 p : A) : SV_Target\n{\n    return satrate(p);\n}\n";
    let found = compile(source, &["-T", "ps_6_0"]);
    assert_eq!(found.status, HlslcStatus::CompileFailed);
    assert_eq!(found.output(HlslcOutput::Object), Err(HlslcStatus::NoOutput));
    let reported = found.diagnostic(0);
    assert_eq!(reported.severity, HlslcSeverity::Error as u32);
    assert_eq!(
        (text_of(reported.file), reported.line, reported.column, reported.end_line, reported.end_column),
        ("shader.hlsl".to_owned(), 3, 12, 3, 19)
    );
    let code = text_of(reported.code);
    assert!(code.len() == 5 && code.starts_with('E'), "{code}");
    assert!(text_of(reported.message).contains("satrate"));
    assert_eq!(text_of(reported.group), "");
    assert_eq!(reported.fix_count, 1);
    let fix = found.fix(0, 0);
    assert_eq!(text_of(fix.replacement), "saturate");
    assert_eq!((text_of(fix.file), fix.line, fix.column, fix.size), ("shader.hlsl".to_owned(), 3, 12, 7));
    let mut repaired = source.to_owned();
    repaired.replace_range(fix.offset..fix.offset + fix.size, &text_of(fix.replacement));
    assert_eq!(compile(&repaired, &["-T", "ps_6_0"]).status, HlslcStatus::Ok);
    assert!(found.text(HlslcOutput::Errors).starts_with("shader.hlsl:3:12: error: "));
}

#[test]
fn a_note_has_a_place_of_its_own() {
    let source =
        "float f(float a) { return a; }\nfloat f(float b) { return b; }\nfloat main() : SV_Target { return f(1); }\n";
    let found = compile(source, &["-T", "ps_6_0"]);
    assert_eq!(found.status, HlslcStatus::CompileFailed);
    let reported = found.diagnostic(0);
    assert_eq!(reported.line, 2);
    let notes: Vec<_> = (0..reported.note_count as usize).map(|index| found.note(0, index)).collect();
    assert!(notes.iter().any(|note| note.line == 1 && text_of(note.file) == "shader.hlsl"), "{} notes", notes.len());
}

#[test]
fn a_warning_has_its_group_and_leaves_an_object() {
    let source = "float main(float4 a : A) : SV_Target { return a; }";
    let found = compile(source, &["-T", "ps_6_0"]);
    assert_eq!(found.status, HlslcStatus::Ok);
    let reported = found.diagnostic(0);
    assert_eq!((reported.severity, text_of(reported.group).as_str()), (HlslcSeverity::Warning as u32, "conversion"));
    let options = HlslcOptions { flags: HLSLC_WARNINGS_ARE_ERRORS, ..options() };
    let strict = compile_with(source, &["-T", "ps_6_0"], |request| request.options = &raw const options);
    assert_eq!(strict.status, HlslcStatus::CompileFailed);
}

#[test]
fn a_wrong_option_is_a_diagnostic_without_a_place() {
    for (words, part) in [
        (&["-T", "cs_9_9"][..], "cs_9_9"),
        (&["-nonsense"], "-nonsense"),
        (&["-T", "cs_6_6", "other.hlsl"], "other.hlsl"),
        (&["-dumpbin"], "for the command"),
        (&["-T", "cs_6_6", "@words"], "words"),
    ] {
        let found = compile(GOOD, words);
        assert_eq!(found.status, HlslcStatus::InvalidOption, "{words:?}");
        assert_eq!(found.output(HlslcOutput::Object), Err(HlslcStatus::NoOutput));
        let reported = found.diagnostic(0);
        assert!(text_of(reported.message).contains(part), "{}", text_of(reported.message));
        assert_eq!((text_of(reported.file).as_str(), reported.line, text_of(reported.code).as_str()), ("", 0, ""));
        assert!(found.text(HlslcOutput::Errors).starts_with("error: "));
    }
}
