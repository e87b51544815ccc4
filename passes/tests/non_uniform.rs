//! Tests how the mark of `NonUniformResourceIndex` propagates, and which indices differ between lanes without one.

use crate::common::after;

/// A compute shader of 64 threads with an array of buffers and a constant buffer.
fn shader(body: &str) -> String {
    format!(
        r#"
%C = type {{ i32 "n" }}
@C = resource target("dx.CBuffer", %C), count 1, space 0, register 0
@T = resource target("dx.RawBuffer", i8, 0, 0), count 8, space 0, register 0

define void @f() {{
{body}
}}

entry "main" = @f "compute" {{
  numthreads 64 1 1
}}
"#
    )
}

/// The module after the pass.
fn after_pass(body: &str) -> String {
    after(&["carry-non-uniform"], &shader(body)).split("----\n").nth(1).unwrap_or_default().to_owned()
}

/// The flags of the handles of `T`, and the warnings.
fn flags_and_warnings(body: &str) -> String {
    let text = after_pass(body);
    let handles = text.lines().filter(|line| line.contains("handlefrombinding[@T]"));
    let flags = handles.map(|line| if line.contains("i1 true)") { "marked" } else { "not marked" });
    let warnings = text.lines().filter(|line| line.starts_with('W'));
    let warnings = warnings.map(|line| line.split_once(' ').map_or(line, |(code, _)| code));
    flags.chain(warnings).collect::<Vec<_>>().join(", ")
}

/// A handle of `T` at an index.
fn at(number: u32, index: &str) -> String {
    format!(
        "  %v{number} = call target(\"dx.RawBuffer\", i8, 0, 0) @dx.resource.handlefrombinding[@T](i32 0, i32 0, i32 8, i32 {index}, i1 false)\n"
    )
}

const THREAD: &str = "block0:\n  %v0 = call i32 @dx.threadid[0]()\n  %v1 = marknonuniform i32 %v0\n";

#[test]
fn a_mark_propagates_through_arithmetic_and_selects() {
    for through in [
        "%v2 = add i32 %v1, 1",
        "%v2 = mul i32 3, %v1",
        "%v2 = select i1 true, i32 5, %v1",
        "%v3 = uitofp i32 %v1 to float\n  %v2 = fptoui float %v3 to i32",
        "%v3 = construct i32 7, %v1 to <2 x i32>\n  %v2 = extract[1] <2 x i32> %v3",
        "%v3 = icmp.ugt i32 %v1, 4\n  %v2 = select i1 %v3, i32 0, 1",
    ] {
        assert_eq!(
            flags_and_warnings(&format!("{THREAD}  {through}\n{}  ret void", at(9, "%v2"))),
            "marked",
            "{through}"
        );
    }
}

#[test]
fn a_mark_of_a_part_is_not_one_of_the_composite() {
    let body = "  %v2 = construct i32 7, %v1 to <2 x i32>\n  %v3 = extract[0] <2 x i32> %v2\n";
    assert_eq!(flags_and_warnings(&format!("{THREAD}{body}{}  ret void", at(9, "%v3"))), "not marked");
}

#[test]
fn a_mark_propagates_through_elements_with_constant_indices() {
    let body = |index: &str| {
        format!(
            "{THREAD}  %v2 = alloca [3 x i32]\n  %v3 = gep ptr(function, [3 x i32]) %v2, i32 1\n  \
             store ptr(function, i32) %v3, i32 %v1\n  %v4 = gep ptr(function, [3 x i32]) %v2, i32 {index}\n  \
             %v5 = load ptr(function, i32) %v4\n{}  ret void",
            at(9, "%v5")
        )
    };
    assert_eq!(flags_and_warnings(&body("1")), "marked");
    assert_eq!(flags_and_warnings(&body("2")), "not marked");
}

#[test]
fn a_mark_propagates_around_a_loop_and_out_of_it() {
    let body = format!(
        "{THREAD}  br block1(i32 0, i32 0)\nblock1(i32 %v2, i32 %v3):\n  %v4 = icmp.ult i32 %v2, 8\n  \
         br i1 %v4, block2, block4 !loop merge block4 continue block3\nblock2:\n  %v5 = add i32 %v3, %v1\n  br block3\n\
         block3:\n  %v6 = add i32 %v2, 1\n  br block1(i32 %v6, i32 %v5)\nblock4:\n{}{}  ret void",
        at(9, "%v3"),
        at(10, "%v2")
    );
    assert_eq!(flags_and_warnings(&body), "marked, not marked");
}

/// A value at a join depends on the marked condition on which lanes diverged.
#[test]
fn a_marked_condition_marks_a_select_of_constants() {
    let body = format!(
        "{THREAD}  %v2 = icmp.ult i32 %v1, 8\n  br i1 %v2, block1, block2 !selection merge block3\nblock1:\n  \
         br block3(i32 1, i32 5)\nblock2:\n  br block3(i32 2, i32 5)\nblock3(i32 %v3, i32 %v4):\n{}  ret void",
        at(9, "%v3")
    );
    assert_eq!(flags_and_warnings(&body), "marked");
}

#[test]
fn a_loaded_value_does_not_inherit_the_mark_of_its_index() {
    let body = format!(
        "{THREAD}{}  %v3 = call {{i32, i1}} @dx.resource.load.rawbuffer(target(\"dx.RawBuffer\", i8, 0, 0) %v2, i32 0, i32 0)\n  \
         %v4 = extract[0] {{i32, i1}} %v3\n{}  ret void",
        at(2, "%v1"),
        at(9, "%v4")
    );
    assert_eq!(flags_and_warnings(&body), "marked, not marked, W0703");
}

#[test]
fn a_thread_differs_from_its_neighbours_and_its_group_does_not() {
    for (index, says) in [
        ("%v9 = call i32 @dx.threadid[0]()", "not marked, W0703"),
        ("%v9 = call i32 @dx.threadid[1]()", "not marked"),
        ("%v9 = call i32 @dx.groupid[0]()", "not marked"),
        ("%v9 = call i32 @dx.flattenedthreadidingroup()", "not marked, W0703"),
        ("%v9 = call i32 @dx.wave.laneindex()", "not marked, W0703"),
        ("%v9 = call i32 @dx.wave.lanecount()", "not marked"),
        ("%v8 = call i32 @dx.threadid[0]()\n  %v9 = call i32 @dx.wave.readfirst(i32 %v8)", "not marked"),
        ("%v8 = call i32 @dx.threadid[0]()\n  %v9 = lshr i32 %v8, 6", "not marked, W0704"),
        ("%v8 = call i32 @dx.threadid[0]()\n  %v9 = and i32 %v8, 7", "not marked, W0703"),
    ] {
        assert_eq!(flags_and_warnings(&format!("block0:\n  {index}\n{}  ret void", at(10, "%v9"))), says, "{index}");
    }
}

/// In an arm that only lanes with one value enter, the value is the same in all of them; after a loop that lanes leave
/// with different values, it is not.
#[test]
fn branches_make_lanes_diverge_or_agree() {
    let same = format!(
        "block0:\n  %v0 = call i32 @dx.threadid[0]()\n  %v1 = call i32 @dx.groupid[0]()\n  %v2 = icmp.eq i32 %v0, %v1\n  \
         br i1 %v2, block1, block2 !selection merge block2\nblock1:\n{}  br block2\nblock2:\n{}  ret void",
        at(9, "%v0"),
        at(10, "%v0")
    );
    assert_eq!(flags_and_warnings(&same), "not marked, not marked, W0703");
    let left = format!(
        "block0:\n  %v0 = call i32 @dx.threadid[0]()\n  br block1(i32 0)\nblock1(i32 %v2):\n  %v4 = icmp.ult i32 %v2, %v0\n  \
         br i1 %v4, block2, block4 !loop merge block4 continue block3\nblock2:\n{}  br block3\nblock3:\n  %v6 = add i32 %v2, 1\n  \
         br block1(i32 %v6)\nblock4:\n{}  ret void",
        at(9, "%v2"),
        at(10, "%v2")
    );
    assert_eq!(flags_and_warnings(&left), "not marked, not marked, W0703");
}
