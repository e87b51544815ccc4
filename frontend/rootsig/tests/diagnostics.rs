//! Tests the diagnostics of invalid texts, with their places: one snapshot for each table of `tests/data`.

use crate::support::{explain, table};

fn explained(name: &str) -> String {
    let rows = table(name).into_iter().flat_map(|row| {
        let explain = |version| {
            let explained = explain(&row.text, version);
            format!("-- {} ({version})\n{}\n{explained}\n", row.name, row.text)
        };
        row.versions.iter().copied().map(explain).collect::<Vec<String>>()
    });
    rows.collect::<Vec<String>>().concat()
}

/// Every row of an invalid table has at least one error.
fn snapshot_of_invalid(name: &str) {
    for row in table(name) {
        for &version in &row.versions {
            let explained = explain(&row.text, version);
            assert!(explained.lines().any(|line| line.starts_with('E')), "{} is valid: {explained}", row.name);
        }
    }
    insta::assert_snapshot!(name, explained(name));
}

#[test]
fn syntax() {
    snapshot_of_invalid("invalid-syntax");
}

#[test]
fn values() {
    snapshot_of_invalid("invalid-values");
}

#[test]
fn rules() {
    snapshot_of_invalid("invalid-rules");
}

#[test]
fn warnings() {
    let explained = explained("warnings");
    assert!(!explained.lines().any(|line| line.starts_with('E')), "{explained}");
    insta::assert_snapshot!("warnings", explained);
}

#[test]
fn every_diagnostic_has_a_case() {
    let tables = ["invalid-syntax", "invalid-values", "invalid-rules", "warnings"].map(explained);
    let all = hlslc_rootsig_syntax::errors::ALL.iter().chain(hlslc_rootsig_diag::errors::ALL.iter());
    // YAML and findings about shaders have tests of their own; a text cannot have bits without a name.
    let elsewhere =
        |name: &str| name.starts_with("yaml_") || about_shaders().contains(&name) || name == "unknown_flag_bits";
    for info in all.filter(|info| !elsewhere(info.name)) {
        assert!(tables.iter().any(|text| text.contains(info.code)), "no text gives {} {}", info.code, info.name);
    }
}

fn about_shaders() -> [&'static str; 7] {
    [
        "not_bound",
        "not_visible",
        "not_for_root_descriptor",
        "stage_denied",
        "local_root_signature",
        "heap_flag_missing",
        "too_few_constants",
    ]
}

#[test]
fn what_dxc_rejects_is_valid_here_with_warnings_at_most() {
    let explained = explained("beyond-dxc");
    assert!(!explained.lines().any(|line| line.starts_with('E')), "{explained}");
    insta::assert_snapshot!("beyond-dxc", explained);
}

#[test]
fn valid_texts_have_no_errors() {
    for row in table("valid") {
        for &version in &row.versions {
            let explained = explain(&row.text, version);
            assert!(!explained.lines().any(|line| line.starts_with('E')), "{}: {explained}", row.name);
        }
    }
}

#[test]
fn long_nonsense_is_answered_soon_and_shortly() {
    use hlslc_base::Span;
    use hlslc_rootsig::Version;
    let pieces = [
        ",",
        "(",
        ")",
        "#",
        "foo ",
        "= ",
        "CBV(",
        "CBV(,",
        "CBV(b0) ",
        "CBV(foo ",
        "CBV(b0,foo(",
        "DescriptorTable(",
        "RootFlags(|",
        "SRV(t0, x=",
        "\u{fc}",
    ];
    let start = std::time::Instant::now();
    for piece in pieces {
        let text = piece.repeat(50_000 / piece.len());
        let parsed = hlslc_rootsig_syntax::parse(&text, Version::V1_1, &|_| Span::NONE);
        assert!(parsed.signature.is_none() && !parsed.diagnostics.is_empty(), "{piece}");
        assert!(parsed.diagnostics.len() <= 200, "{piece}: {} diagnostics", parsed.diagnostics.len());
        let _ = hlslc_rootsig_syntax::yaml::read(&text, &|_| Span::NONE);
    }
    // What takes time that grows with the square of the text takes minutes.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
