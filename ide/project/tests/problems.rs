//! What is wrong with a file, and where.

use hlslc_project::parse;

/// Checks the problems, each as `LINE:COLUMN: MESSAGE`.
fn wrong(text: &str, expected: &[&str]) {
    let found: Vec<String> = parse(text)
        .problems
        .iter()
        .map(|problem| {
            let (line, column) = hlslc_project::line_and_column(text, problem.range.start);
            format!("{line}:{column}: {}", problem.message)
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn unknown_keys_and_tables_are_errors_with_the_word_that_was_meant() {
    wrong(
        "[projet]\n[project]\nincldue = []\n[[entry]]\nfile = 'a'\nprofile = 'ps_6_0'\nxyzzy = 1\n",
        &[
            "1:2: unknown table `projet`: did you mean `project`?",
            "3:1: unknown key `incldue` in [project]: did you mean `include`?",
            "7:1: unknown key `xyzzy` in [[entry]]",
        ],
    );
}

#[test]
fn values_of_another_type_are_errors_at_the_value() {
    wrong(
        "[project]\ninclude = 'a'\ndefines = [1]\n[[entry]]\nfile = 1\nprofile = 'ps_6_0'\n[format]\nwidth = 'x'\nuse_tabs = 1\nindent = -1\n",
        &[
            "2:12: a list is expected here, not a string",
            "3:11: a table of macros is expected here, not a list",
            "5:1: an entry needs `file`, its source",
            "5:8: a string is expected here, not a number",
            "8:10: a string is expected here, not a number",
        ]
        .map(|text| {
            text.replace(
                "8:10: a string is expected here, not a number",
                "8:10: a number is expected here, not a string",
            )
        })
        .iter()
        .map(String::as_str)
        .chain(["9:12: `true` or `false` is expected here, not a number", "10:10: this number cannot be negative"])
        .collect::<Vec<_>>(),
    );
}

#[test]
fn a_list_of_tables_is_not_a_table() {
    wrong(
        "[entry]\nfile = 'a'\n[[project]]\noutput = 'x'\n",
        &["1:1: [[entry]] is expected here, not a table", "3:1: [project] is expected here, not a list"],
    );
}

#[test]
fn profiles_targets_and_versions_are_known_words() {
    wrong(
        "[project]\nlanguage = '2020'\n[[entry]]\nfile = 'a'\nprofile = 'ps_7_0'\n[[entry]]\nfile = 'b'\nprofile = 'pixel'\n\
         [[entry]]\nfile = 'c'\nprofile = 'ps_6_0'\ntargets = ['spriv']\n[[entry]]\nfile = 'd'\nprofile = 'ps_6_0'\ntargets = []\n",
        &[
            "2:13: `2020` is no version of HLSL: they are 2015 to 2018, 2021 and 202x",
            "5:12: `ps_7_0` has a shader model that is not known",
            "8:12: `pixel` is no profile: it is a stage and a shader model, such as `ps_6_6`",
            "12:13: `spriv` is not a target, which is one of `dxil`, `spirv`: did you mean `spirv`?",
            "16:11: an entry has a target: `dxil`, `spirv` or both",
        ],
    );
}

#[test]
fn names_are_unique_and_refer_to_what_is_there() {
    wrong(
        "[variants]\nexclude = [{ SHADOW = 1 }, {}]\n[[axis]]\nmacro = 'SHADOWS'\nvalues = [0, 1]\n[[axis]]\nmacro = 'SHADOWS'\nvalues = [0]\n\
         [[entry]]\nfile = 'a.hlsl'\nprofile = 'ps_6_0'\naxes = ['SHADWOS']\n[[entry]]\nfile = 'b/a.hlsl'\nprofile = 'ps_6_0'\n",
        &[
            "2:14: `SHADOW` is the macro of no axis: did you mean `SHADOWS`?",
            "2:28: an exclusion without a condition would leave out everything",
            "7:10: there is an axis `SHADOWS` already",
            "12:10: unknown axis `SHADWOS`: did you mean `SHADOWS`?",
            "14:9: there is an entry `a` already: give one of them another `name`",
        ],
    );
}

#[test]
fn an_axis_has_values_or_a_range_of_a_macro() {
    wrong(
        "[[axis]]\nmacro = 'A'\n[[axis]]\nmacro = 'B'\nvalues = []\n[[axis]]\nmacro = 'C'\nrange = [3, 1]\n[[axis]]\nname = 'D'\nrange = [0, 1]\n\
         [[axis]]\nmacro = 'E'\nvalues = [1, '1', 1.5]\n[[axis]]\nmacro = '2F'\nvalues = [0]\n[[axis]]\nvalues = [{ G = 1 }]\n",
        &[
            "2:10: an axis needs `values` or `range`",
            "5:10: an axis needs a value",
            "8:9: a range is two numbers, the first and the last, such as `[0, 15]`",
            "11:9: a `range` is of a `macro`, which is missing",
            "14:15: this value is there already",
            "14:19: the value of a macro (a string, a whole number, `true` or `false`) is expected here, not a number with a fraction",
            "16:10: `2F` is no name of a macro",
            "19:1: an axis needs `macro`, or `name` and tables of macros as `values`",
        ],
    );
}

#[test]
fn text_that_is_no_toml_is_one_problem_with_its_place() {
    for text in [
        "[project\n",
        "a = ",
        "a = 'x",
        "a = 1\na = 2\n",
        "[project]\n[project]\n",
        "\u{feff}[",
        "=",
        "[[[",
        "a.b = 1\na = 2",
    ] {
        let parsed = parse(text);
        assert_eq!(parsed.problems.len(), 1, "{text:?}: {:?}", parsed.problems);
        let range = &parsed.problems[0].range;
        assert!(range.end <= text.len() && !parsed.problems[0].render("hlslc.toml", text).is_empty(), "{text:?}");
    }
}

#[test]
fn a_problem_is_rendered_with_its_line_and_a_mark() {
    let text = "[project]\n  inclde = []\n";
    assert_eq!(
        parse(text).problems[0].render("hlslc.toml", text),
        "hlslc.toml:2:3: error: unknown key `inclde` in [project]: did you mean `include`?\n  inclde = []\n  ^^^^^^\n"
    );
}

#[test]
fn what_is_right_is_kept_beside_what_is_wrong() {
    let parsed = parse("[[entry]]\nfile = 'a.hlsl'\nprofile = 'ps_6_0'\nentri = 'x'\n");
    assert_eq!((parsed.problems.len(), parsed.project.entries.len()), (1, 1));
}

#[test]
fn no_prefix_of_a_file_panics() {
    let text = include_str!("../../../docs/31-hlslc-toml.md");
    let listing = text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there is a listing");
    for end in (0..=listing.len()).filter(|&end| listing.is_char_boundary(end)) {
        let text = &listing[..end];
        for problem in parse(text).problems {
            problem.render("hlslc.toml", text);
        }
    }
}
