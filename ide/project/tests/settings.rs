//! What a file says, as settings.

use hlslc_project::{AxisValues, BraceStyle, DefineValue, LanguageVersion, Level, OutputKind, parse};

fn project(text: &str) -> hlslc_project::Project {
    let parsed = parse(text);
    let problems: String = parsed.problems.iter().map(|problem| problem.render("hlslc.toml", text)).collect();
    assert_eq!(problems, "");
    parsed.project
}

#[test]
fn an_empty_file_is_a_project_without_entries() {
    assert_eq!(project(""), hlslc_project::Project::default());
}

#[test]
fn the_project_has_folders_macros_language_and_options() {
    let general = project(
        "[project]\n\
         include = ['include', '/opt/shaders']\n\
         defines = { ZED = 1, NAME = 'float4', ON = true, OFF = false }\n\
         language = '202x'\n\
         options = ['-enable-16bit-types']\n\
         output = 'build'\n",
    )
    .general;
    let include: Vec<&str> = general.include.iter().map(|it| it.value.as_str()).collect();
    assert_eq!(include, ["include", "/opt/shaders"]);
    let defines: Vec<_> = general.defines.iter().map(|it| (it.name.value.as_str(), it.value.value.text())).collect();
    assert_eq!(defines, [("ZED", Some("1")), ("NAME", Some("float4")), ("ON", Some("1")), ("OFF", None)]);
    assert_eq!(general.language.map(|it| it.value), Some(LanguageVersion::V202X));
    assert_eq!(general.options[0].value, "-enable-16bit-types");
    assert_eq!(general.output.map(|it| it.value).as_deref(), Some("build"));
}

#[test]
fn an_entry_is_named_after_its_file_and_its_entry_point() {
    let entries = project(
        "[[entry]]\nfile = 'a/lit.hlsl'\nprofile = 'ps_6_6'\n\
         [[entry]]\nfile = 'a/lit.hlsl'\nentry = 'shadow'\nprofile = 'vs_6_0'\ntargets = ['spirv', 'dxil']\n\
         [[entry]]\nname = 'third'\nfile = 'lit.hlsl'\nprofile = 'lib_6_3'\naxes = []\n",
    )
    .entries;
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.value.as_str()).collect();
    assert_eq!(names, ["lit", "lit.shadow", "third"]);
    assert_eq!(
        (&entries[0].targets[..], &entries[1].targets[..]),
        (&[OutputKind::Dxil][..], &[OutputKind::Spirv, OutputKind::Dxil][..])
    );
    assert_eq!((entries[0].axes.is_none(), entries[2].axes.as_deref().map(<[_]>::len)), (true, Some(0)));
    assert_eq!(entries[1].profile.value.to_string(), "vs_6_0");
}

#[test]
fn an_axis_is_a_list_a_range_or_sets_of_macros() {
    let axes = project(
        "[[axis]]\nmacro = 'SHADOWS'\nvalues = [false, true, 'SOFT', 4]\n\
         [[axis]]\nmacro = 'COUNT'\nrange = [-1, 999998]\n\
         [[axis]]\nname = 'precision'\nvalues = [{ HALF = 1, REAL = 'half' }, { REAL = 'float' }]\n",
    )
    .axes;
    let counts: Vec<u64> = axes.iter().map(|axis| axis.values.count()).collect();
    assert_eq!(counts, [4, 1_000_000, 2]);
    let AxisValues::List(values) = &axes[0].values else { panic!("a list") };
    let values: Vec<Option<&str>> = values.iter().map(|value| value.value.text()).collect();
    assert_eq!(values, [None, Some("1"), Some("SOFT"), Some("4")]);
    let macros: Vec<Vec<&str>> = axes.iter().map(|axis| axis.macros().collect()).collect();
    assert_eq!(macros, [vec!["SHADOWS"], vec!["COUNT"], vec!["HALF", "REAL", "REAL"]]);
}

#[test]
fn exclusions_are_conjunctions_of_values() {
    let variants = project(
        "[variants]\nlimit = 5\npack = 'all.pack'\nmanifest = 'all.json'\nexclude = [{ A = 1, B = [2, false] }]\n\
         [[axis]]\nmacro = 'A'\nvalues = [0, 1]\n[[axis]]\nmacro = 'B'\nvalues = [false, 2]\n",
    )
    .variants;
    let conditions = &variants.exclude[0].conditions;
    assert_eq!((conditions[0].0.value.as_str(), &conditions[0].1[..]), ("A", &[DefineValue::Text("1".to_owned())][..]));
    assert_eq!(conditions[1].1, [DefineValue::Text("2".to_owned()), DefineValue::Undefined]);
    assert_eq!(variants.limit.map(|it| it.value), Some(5));
}

#[test]
fn format_and_lints_have_words() {
    let project = project(
        "[format]\nwidth = 100\nindent = 2\nuse_tabs = true\nbrace_style = 'same-line'\n[lint]\nW0123 = 'deny'\nunused = 'allow'\n",
    );
    assert_eq!(project.format.width.map(|it| it.value), Some(100));
    assert_eq!(project.format.brace_style.map(|it| it.value), Some(BraceStyle::SameLine));
    let lints: Vec<_> = project.lints.iter().map(|lint| (lint.code.value.as_str(), lint.level.value)).collect();
    assert_eq!(lints, [("W0123", Level::Deny), ("unused", Level::Allow)]);
}

#[test]
fn words_and_their_order_agree_with_the_variants_of_each_kind() {
    for (kind, name) in OutputKind::ALL {
        assert_eq!(kind.name(), name);
    }
}
