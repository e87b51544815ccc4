//! Combinations of axes.

use hlslc_project::parse;
use hlslc_variants::{Count, plan};

const ENTRY: &str = "[[entry]]\nfile = 'a.hlsl'\nprofile = 'ps_6_0'\n";

/// The combinations of the only group, a line each.
fn combinations(text: &str) -> Vec<String> {
    let parsed = parse(&format!("{ENTRY}{text}"));
    assert_eq!(parsed.problems, []);
    let groups = plan(&parsed.project);
    let [group] = &groups[..] else { panic!("there is one group") };
    let line = |values: Vec<Option<String>>| {
        let one = |(name, value): (&&str, Option<String>)| {
            value.map_or(format!("!{name}"), |value| format!("{name}={value}"))
        };
        group.macros.iter().zip(values).map(one).collect::<Vec<_>>().join(" ")
    };
    group.combinations().map(line).collect()
}

#[test]
fn an_entry_without_axes_is_one_variant() {
    assert_eq!(combinations(""), [""]);
}

#[test]
fn the_last_axis_is_the_fastest_and_false_is_not_defined() {
    let found = combinations("[[axis]]\nmacro = 'A'\nvalues = [false, true]\n[[axis]]\nmacro = 'B'\nrange = [-1, 1]\n");
    assert_eq!(found, ["!A B=-1", "!A B=0", "!A B=1", "A=1 B=-1", "A=1 B=0", "A=1 B=1"]);
}

#[test]
fn an_exclusion_leaves_out_what_it_names_and_nothing_else() {
    let axes = "[[axis]]\nmacro = 'A'\nvalues = [0, 1]\n[[axis]]\nmacro = 'B'\nvalues = [0, 1]\n[[axis]]\nmacro = 'C'\nvalues = [false, 1]\n";
    let excluding = |rows: &str| combinations(&format!("[variants]\nexclude = [{rows}]\n{axes}"));
    assert_eq!(excluding("{ A = 0 }"), ["A=1 B=0 !C", "A=1 B=0 C=1", "A=1 B=1 !C", "A=1 B=1 C=1"]);
    assert_eq!(excluding("{ B = 1, C = false }, { A = [0, 1], B = 0 }"), ["A=0 B=1 C=1", "A=1 B=1 C=1"]);
    assert_eq!(excluding("{ A = [0, 1] }"), Vec::<String>::new());
}

#[test]
fn values_of_an_axis_override_those_of_the_entry_and_the_project() {
    let parsed = parse(
        "[project]\ndefines = { A = 1, B = 2, C = 3 }\n[[entry]]\nfile = 'a'\nprofile = 'ps_6_0'\ndefines = { B = 4, C = false }\n\
         [[axis]]\nname = 'x'\nvalues = [{ B = 5 }, { A = false }]\n",
    );
    let groups = plan(&parsed.project);
    assert_eq!(groups[0].defines, []);
    let text = |value: &str| Some(value.to_owned());
    // Macros in the order in which the axis names them: B, A.
    assert_eq!(groups[0].combinations().collect::<Vec<_>>(), [[text("5"), text("1")], [text("4"), None]]);
}

#[test]
fn a_million_values_are_counted_without_being_listed() {
    let parsed = parse(&format!(
        "{ENTRY}[variants]\nexclude = [{{ A = 7 }}]\n[[axis]]\nmacro = 'A'\nrange = [0, 999999]\n[[axis]]\nmacro = 'B'\nrange = [0, 999999]\n"
    ));
    let groups = plan(&parsed.project);
    assert_eq!(groups[0].count(1000), Count::MoreThan { limit: 1000, at_most: 1_000_000_000_000 });
    assert_eq!(groups[0].combinations().count_up_to(3), 3);
    let parsed = parse(&format!("{ENTRY}[[axis]]\nmacro = 'A'\nrange = [{}, {}]\n", i64::MIN, i64::MAX));
    assert_eq!(plan(&parsed.project)[0].count(9), Count::MoreThan { limit: 9, at_most: u64::MAX });
}

trait CountUpTo: Iterator + Sized {
    fn count_up_to(self, most: usize) -> usize {
        self.take(most).count()
    }
}
impl<I: Iterator> CountUpTo for I {}

#[test]
fn an_excluded_part_of_the_space_is_not_visited() {
    // A billion combinations have `A = 0`, and four do not.
    let found = combinations(
        "[variants]\nexclude = [{ A = 0 }]\n[[axis]]\nmacro = 'A'\nvalues = [0, 1]\n[[axis]]\nmacro = 'B'\nrange = [0, 1000000000]\n\
         [[axis]]\nmacro = 'C'\nvalues = [0]\n"
            .replace("range = [0, 1000000000]", "values = [0, 1, 2, 3]")
            .as_str(),
    );
    assert_eq!(found.len(), 4);
    let parsed = parse(&format!(
        "{ENTRY}[variants]\nexclude = [{{ A = 0 }}, {{ A = 1 }}]\n[[axis]]\nmacro = 'A'\nvalues = [0, 1]\n[[axis]]\nmacro = 'B'\nrange = [0, 1000000000]\n"
    ));
    assert_eq!(plan(&parsed.project)[0].count(10), Count::Exactly(0));
}

#[test]
fn every_target_is_a_group_and_an_entry_may_leave_axes_out() {
    let parsed = parse(
        "[[entry]]\nfile = 'a'\nprofile = 'ps_6_0'\ntargets = ['dxil', 'spirv']\naxes = ['B']\n[[axis]]\nmacro = 'A'\nvalues = [0, 1]\n\
         [[axis]]\nmacro = 'B'\nvalues = [0, 1, 2]\n[variants]\nexclude = [{ A = 0, B = 1 }, { B = 2 }]\n",
    );
    let groups = plan(&parsed.project);
    let counts: Vec<_> = groups.iter().map(|group| (group.target.name(), group.count(99))).collect();
    assert_eq!(counts, [("dxil", Count::Exactly(2)), ("spirv", Count::Exactly(2))]);
}
