//! Errors about records of nodes that are found after the front end.

use hlslc::{Compiler, NoIncludes, Options, Style};

/// What stands after `OutputComplete` in the same block, or where only it can lead.
#[test]
fn records_that_were_handed_on_are_used_no_more() {
    let source = "struct R { uint a; };
[Shader(\"node\")] [NodeLaunch(\"thread\")]
void n(ThreadNodeInputRecord<R> given, [MaxRecords(1)] NodeOutput<R> next) {
    ThreadNodeOutputRecords<R> records = next.GetThreadNodeOutputRecords(1);
    records.Get().a = given.Get().a;
    records.OutputComplete();
    if (given.Get().a > 3)
        records.Get().a = 1;
}
";
    let options = Options::from_args(["-T", "lib_6_8"]).expect("the words are right");
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    insta::assert_snapshot!(output.render(Style::Located, false));
}
