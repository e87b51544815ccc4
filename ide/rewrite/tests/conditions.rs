//! Tests of conditions that known macros decide.

use hlslc_rewrite::{Condition, fold_conditions};

/// The text with `A` defined as 2, `B` undefined, and everything else unknown.
fn folded(text: &str) -> String {
    let known = [("A", Some(2)), ("B", None)];
    let known = known.map(|(name, value)| Condition { name: name.to_owned(), value });
    fold_conditions(text, &known)
}

#[test]
fn decided_branches_stay_without_their_directives() {
    assert_eq!(folded("#if A == 2\na\n#else\nb\n#endif\nc\n"), "a\nc\n");
    assert_eq!(folded("#ifdef B\na\n#else\nb\n#endif\n"), "b\n");
    assert_eq!(folded("#ifndef B\na\n#endif"), "a\n");
    assert_eq!(folded("#if defined(A) && A > 3\na\n#elif A > 1\nb\n#else\nc\n#endif\n"), "b\n");
}

#[test]
fn conditions_with_unknown_macros_stay_as_they_are() {
    let text = "#if C\na\n#elif defined C\nb\n#else\nc\n#endif\n";
    assert_eq!(folded(text), text);
    let text = "#if A(1)\na\n#endif\n#if C / 0\nb\n#endif\n";
    assert_eq!(folded(text), text);
}

#[test]
fn known_macros_decide_whatever_the_others_are() {
    assert_eq!(folded("#if C && defined(B)\na\n#else\nb\n#endif\n"), "b\n");
    assert_eq!(folded("#if A || C\na\n#endif\n"), "a\n");
}

#[test]
fn a_chain_goes_on_with_the_branches_that_are_left() {
    assert_eq!(folded("#if B\na\n#elif C\nb\n#else\nc\n#endif\n"), "#if C\nb\n#else\nc\n#endif\n");
    assert_eq!(folded("#if C\na\n#elif A\nb\n#elif D\nc\n#endif\n"), "#if C\na\n#else\nb\n#endif\n");
    assert_eq!(folded("#if C\na\n#elif B\nb\n#else\nc\n#endif\n"), "#if C\na\n#else\nc\n#endif\n");
}

#[test]
fn what_is_no_directive_stays() {
    let text = "/*\n#if A\n*/\nx = \"#if A\"; // #if A\n#define D \\\n  #if\n";
    assert_eq!(folded(text), text);
    assert_eq!(folded("#if B\n#if C\na\n#endif\n#endif\nb\n"), "b\n");
    assert_eq!(folded("#if B // never\r\na\r\n#endif\r\nb\r\n"), "b\r\n");
    assert_eq!(folded("#if A /* always */ + 0\na\n#endif\n"), "a\n");
    assert_eq!(folded("#else\n#endif\n"), "#else\n#endif\n");
    let deep = format!("#if {}A{}\na\n#endif\n", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(folded(&deep), deep, "more brackets than are looked at");
}
