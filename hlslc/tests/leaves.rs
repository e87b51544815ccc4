//! Tests which results of variants an edit concerns: those that are taken over are what they would be if they were compiled again.

use hlslc::leaves::{Leaf, Leaves, Verdict, macros_of};
use hlslc::variants::{Found, VariantSet};
use hlslc::{IncludeResolver, IncludedFile, Memory, Options, Output, Style};
use std::sync::Arc;

/// One header.
struct Header<'h>(&'h str);

impl IncludeResolver for Header<'_> {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        Ok(Some(IncludedFile { name: path.to_owned(), bytes: self.0.as_bytes().to_vec() }))
    }
}

const SOURCE: &str = "\
#include \"h.hlsli\"
RWBuffer<float> Out;
[numthreads(1, 1, 1)] void main(uint i : SV_DispatchThreadID)
{
#if MODE == 1
    Out[i] = first(i);
#elif MODE == 2
    Out[i] = second(i);
#else
    Out[i] = MODE;
#endif
}
";

const HEADER: &str = "\
#define SCALE(x) ((x) * 2)
struct Material { float k; float value() { return k + 1; } };
static const float Bias = 0.5;
float helper(float a) { return a; }
float first(float a)
{
    Material m = { a };
#if MODE > 2
    a += Bias;
#endif
    return m.value() * SCALE(a) + 3.5;
}
float second(float a)
{
    return a + 7.5;
}
";

const MODES: [&str; 4] = ["0", "1", "2", "3"];

/// A build of all modes: what came of each, and what it is made of.
fn build(header: &str, memory: &Arc<Memory>, leaves: &Arc<Leaves>) -> Vec<(Output, Option<Arc<Leaf>>)> {
    let files = Header(header);
    let options = Options::new("cs_6_0".parse().expect("a profile"));
    let names = ["MODE".to_owned()];
    let set = VariantSet::new(options, "a.hlsl", SOURCE.as_bytes(), &files, &names, memory.clone());
    let set = set.noting(leaves.clone());
    let one = |mode: &&str| match set.compile(&[Some(mode)]) {
        Found::New(id, output) => (*output, set.leaf(id)),
        found => panic!("{mode}: {found:?}"),
    };
    MODES.iter().map(one).collect()
}

fn whole(output: &Output) -> (Option<Vec<u8>>, String) {
    (output.object.clone(), output.render(Style::Excerpt, false))
}

/// Edits the header. Of each mode: `=` if its result is taken over, `?` if it is so once one like it was compiled, `!` if it is compiled
/// again. Each result that is taken over is compared with that of a build from nothing.
fn edit(old: &str, from: &str, to: &str) -> String {
    assert!(old.contains(from), "{from}");
    let new = old.replacen(from, to, 1);
    let (memory, leaves) = (Arc::new(Memory::default()), Arc::new(Leaves::default()));
    let before = build(old, &memory, &leaves);
    let cold = build(&new, &Arc::new(Memory::default()), &Arc::new(Leaves::default()));
    let mut macros = macros_of(old).expect("tokens");
    macros.extend(macros_of(&new).unwrap_or_default());
    macros.push("MODE".to_owned());
    let has_lines = old.contains("__LINE__");
    let Some(edits) =
        leaves.edits(&[("h.hlsli", old, &new)], &|word| macros.iter().any(|name| name == word), has_lines)
    else {
        return "all".to_owned();
    };
    let mut shown = String::new();
    for (at, (output, leaf)) in before.iter().enumerate() {
        let leaf = leaf.as_ref().expect("it is noted");
        shown.push(match edits.judge(leaf) {
            Verdict::Same(_) => {
                assert_eq!(whole(output), whole(&cold[at].0), "{from} -> {to}, mode {at}");
                '='
            }
            Verdict::Like(likeness) => {
                let is_silent = cold[at].0.diagnostics.is_empty();
                let again = build(&new, &memory, &leaves).swap_remove(at).1;
                edits.settle(likeness, leaf, again.as_deref().filter(|_| is_silent));
                if let Verdict::Same(_) = edits.judge(leaf) {
                    assert_eq!(whole(output), whole(&cold[at].0), "{from} -> {to}, mode {at}");
                    '?'
                } else {
                    '!'
                }
            }
            Verdict::Other => '!',
        });
    }
    shown
}

#[test]
fn an_edit_of_a_body_concerns_those_that_reach_it_and_one_of_each_kind() {
    // Modes 0 and 2 have the same body of `first`, mode 3 another.
    assert_eq!(edit(HEADER, "3.5", "4.5"), "?!=?");
    assert_eq!(edit(HEADER, "return m.value()", "float other = sin(a); return other + m.value()"), "?!=?");
    assert_eq!(edit(HEADER, "7.5", "8.5 + a"), "?=!=");
    // What only one of the modes has.
    assert_eq!(edit(HEADER, "a += Bias;", "a -= Bias;"), "?!=?");
}

#[test]
fn an_edit_of_a_comment_concerns_nothing() {
    let with = HEADER.replace("float second", "// A comment.\nfloat second");
    assert_eq!(edit(&with, "// A comment.\n", "// Another\n// one.\n"), "====");
}

#[test]
fn an_edit_with_something_to_say_is_said_by_every_variant() {
    assert_eq!(edit(HEADER, "return a + 7.5", "return a.xxx + 7.5"), "!!!!");
    assert_eq!(edit(HEADER, "return a + 7.5", "return missing"), "!!!!");
}

#[test]
fn an_edit_of_more_than_a_body_concerns_all() {
    for (from, to) in [
        // What others refer to.
        ("k + 1", "k + 2"),
        ("Bias = 0.5", "Bias = 1.5"),
        ("float first(float a)", "float first(float b)"),
        // Directives, macros and what they are called with.
        ("MODE > 2", "MODE > 1"),
        ("((x) * 2)", "((x) * 3)"),
        ("SCALE(a)", "SCALE(a + 1)"),
        ("3.5", "MODE"),
        // A name that some program declares.
        ("7.5", "helper(a)"),
        // Brackets and what stands outside of blocks.
        ("{\n    return a + 7.5;\n}", "{\n    return a + 7.5;\n} float third() { return 1; }"),
        ("float second", "float inserted; float second"),
    ] {
        let shown = edit(HEADER, from, to);
        assert!(shown == "all" || shown == "!!!!", "{from} -> {to}: {shown}");
    }
    // Lines that are asked for.
    let asks = HEADER.replace("7.5", "__LINE__");
    assert_eq!(edit(&asks, "3.5", "\n4.5"), "all");
}
