//! The passes over control flow, each from IR text.

use crate::common::{after, read};
use hlslc_base::Diagnostics;
use hlslc_ir::text::{PrintOptions, print};
use hlslc_passes::run_pass;
use hlslc_passes::{PassOptions, Target};
use std::fmt::Write as _;

/// What passes for SPIR-V leave of a text, and what they complain about.
fn for_spirv(passes: &[&str], text: &str) -> String {
    let mut module = read(text);
    let (options, mut said) = (PassOptions { target: Target::Spirv, ..PassOptions::default() }, Diagnostics::default());
    for pass in passes {
        run_pass(&mut module, pass, &options, &mut said)
            .unwrap_or_else(|| panic!("no pass `{pass}`"))
            .unwrap_or_else(|error| panic!("{error}\n{}", error.ir));
    }
    let mut out = print(&module, PrintOptions::default());
    for diagnostic in &said {
        let _ = writeln!(out, "{}: {}", diagnostic.info.code, diagnostic.message);
    }
    out
}

/// A jump out of two loops makes the merge block of the inner one a place where ways meet. The address does not meet
/// there: it is made again, of an index that does.
#[test]
fn addresses_are_made_again_where_they_are_used() {
    insta::assert_snapshot!(after(
        &["structurize", "dce"],
        r"
define i32 @f(i32 %v0, i1 %v1) {
block0:
  %v2 = alloca [4 x i32]
  br block1
block1:
  br block2 !loop merge block9 continue block8
block2:
  br i1 %v1, block6, block3 !loop merge block5 continue block4
block6:
  br block9(i32 5)
block3:
  %v3 = add i32 %v0, 1
  %v4 = gep ptr(function, [4 x i32]) %v2, i32 %v3
  %v5 = load ptr(function, i32) %v4
  %v6 = icmp.eq i32 %v5, 0
  br i1 %v6, block5, block4 !selection merge block4
block4:
  br block2
block5:
  store ptr(function, i32) %v4, i32 7
  br block9(i32 %v5)
block8:
  br block1
block9(i32 %v7):
  ret i32 %v7
}"
    ));
}

/// Every level of an exit through three loops ends at the loop's own merge block.
#[test]
fn exits_leave_one_loop_after_the_other() {
    insta::assert_snapshot!(after(
        &["structurize", "dce"],
        r"
define i32 @f(i1 %v0, i1 %v1, i1 %v2) {
block0:
  br block1
block1:
  br block2 !loop merge block9 continue block8
block2:
  br block3 !loop merge block7 continue block6
block3:
  br i1 %v0, block4, block5 !loop merge block11 continue block10
block4:
  br i1 %v1, block9(i32 1), block6 !selection merge block5
block5:
  br i1 %v2, block11, block10
block10:
  br block3
block11:
  br block7
block6:
  br block2
block7:
  br block9(i32 2)
block8:
  br block1
block9(i32 %v3):
  ret i32 %v3
}"
    ));
}

/// Readers of DXIL want a branch where one way leaves a loop and the other goes round.
#[test]
fn a_switch_with_one_case_is_a_branch() {
    insta::assert_snapshot!(after(
        &["simplify-cfg"],
        r"
define i32 @f(i32 %v0, i32 %v1) {
block0:
  br block1(i32 0)
block1(i32 %v2):
  %v3 = icmp.ult i32 %v2, %v0
  br i1 %v3, block2, block5(i32 0)
block2:
  switch i32 %v1, block4 [2: block3, 9: block4]
block3:
  %v4 = add i32 %v2, 1
  br block1(i32 %v4)
block4:
  %v5 = mul i32 %v2, 3
  br block5(i32 %v5)
block5(i32 %v6):
  ret i32 %v6
}"
    ));
}

/// Labels that differ in their high words are different ones, for every pass that asks which is taken.
#[test]
fn a_switch_on_64_bits_is_decided_by_all_of_them() {
    insta::assert_snapshot!(after(
        &["propagate-constants", "simplify-cfg", "if-to-select", "simplify-cfg"],
        r"
define i32 @known() {
block0:
  switch i64 4294967298, block1 [2: block2, 4294967298: block3]
block1:
  ret i32 1
block2:
  ret i32 2
block3:
  ret i32 3
}
define i32 @one_case(i64 %v0) {
block0:
  switch i64 %v0, block1 [4294967298: block2, 2: block1]
block1:
  ret i32 1
block2:
  %v1 = trunc i64 %v0 to i32
  ret i32 %v1
}
define i32 @choices(i64 %v0) {
block0:
  switch i64 %v0, block1(i32 1) [4294967298: block1(i32 2), -1: block1(i32 3)]
block1(i32 %v1):
  ret i32 %v1
}"
    ));
}

/// A block that asks the other lanes on its way out of the loop can go round again, for all that anybody knows: otherwise
/// it would not be part of the loop, and would run when all lanes have left.
#[test]
fn ways_out_on_which_other_lanes_matter_stay_in_the_loop() {
    insta::assert_snapshot!(after(
        &["keep-exits"],
        r"
define i32 @f(i32 %v0, i32 %v1) {
block0:
  br block1(i32 0)
block1(i32 %v2):
  %v3 = icmp.ult i32 %v2, %v0
  br i1 %v3, block2, block5(i32 0) !loop merge block5 continue block4
block2:
  %v4 = add i32 %v2, 1
  %v5 = icmp.eq i32 %v2, %v1
  br i1 %v5, block3, block6 !selection merge block6
block3:
  %v6 = call i32 @dx.wave.countbits(i1 true)
  br block5(i32 %v6)
block6:
  %v8 = mul i32 %v4, 3
  br block4
block4:
  br block1(i32 %v8)
block5(i32 %v7):
  ret i32 %v7
}"
    ));
}

/// What lanes said before the loop or behind it needs no care, nor does a way out that asks nobody.
#[test]
fn other_ways_out_stay_as_they_are() {
    let said = after(
        &["keep-exits"],
        r"
define i32 @f(i32 %v0, i32 %v1) {
block0:
  %v9 = call i32 @dx.wave.countbits(i1 true)
  br block1(i32 0)
block1(i32 %v2):
  %v3 = icmp.ult i32 %v2, %v0
  br i1 %v3, block2, block5(i32 0) !loop merge block5 continue block4
block2:
  %v5 = icmp.eq i32 %v2, %v1
  br i1 %v5, block3, block4 !selection merge block4
block3:
  %v6 = add i32 %v9, %v2
  br block5(i32 %v6)
block4:
  %v4 = add i32 %v2, 1
  br block1(i32 %v4)
block5(i32 %v7):
  %v8 = call i1 @dx.wave.any(i1 true)
  ret i32 %v7
}",
    );
    let parts: Vec<&str> = said.split("---- keep-exits ----").map(str::trim).collect();
    assert_eq!(parts[0], parts[1]);
}

/// `[unroll(n)]` ends a loop.
#[test]
fn a_count_ends_a_loop_that_has_more_iterations() {
    insta::assert_snapshot!(after(
        &["unroll", "dce"],
        r"
define i32 @f(i32 %v0) {
block0:
  br block1(i32 1, i32 0)
block1(i32 %v1, i32 %v2):
  %v3 = icmp.ult i32 %v2, 100
  br i1 %v3, block2, block3 !loop merge block3 continue block2 unroll 2
block2:
  %v4 = mul i32 %v1, %v0
  %v5 = add i32 %v2, 1
  br block1(i32 %v4, i32 %v5)
block3:
  ret i32 %v1
}"
    ));
}

const OFFSETS: &str = r#"
@t = resource target("dx.Texture", <4 x float>, 0, 0, 0, 2D, 0, 0), count 1, space 0, register 0
@s = resource target("dx.Sampler", 0), count 1, space 0, register 0
define float @f(i32 %v0, <2 x float> %v1, i1 %v2, i1 %v3) {
block0:
  br block1(float 0.0, i32 -1)
block1(float %v4, i32 %v5):
  %v6 = icmp.sle i32 %v5, LAST
  br i1 %v6, block2, block7 !loop merge block7 continue block6
block2:
  br i1 %v2, block6(float %v4), block3 !selection merge block3
block3:
  br i1 %v3, block7, block4 !selection merge block4
block4:
  %v7 = call target("dx.Texture", <4 x float>, 0, 0, 0, 2D, 0, 0) @dx.resource.handlefrombinding[@t](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v8 = call target("dx.Sampler", 0) @dx.resource.handlefrombinding[@s](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v9 = construct i32 %v5, 0 to <2 x i32>
  %v10 = call {<4 x float>, i1} @dx.resource.sample(target("dx.Texture", <4 x float>, 0, 0, 0, 2D, 0, 0) %v7, target("dx.Sampler", 0) %v8, <2 x float> %v1, <2 x i32> %v9, float undef)
  %v11 = extract[0] {<4 x float>, i1} %v10
  %v12 = extract[0] <4 x float> %v11
  %v13 = fadd float %v4, %v12
  br block6(float %v13)
block6(float %v14):
  %v15 = add i32 %v5, 1
  br block1(float %v14, i32 %v15)
block7:
  ret float %v4
}"#;

/// The counter reaches an offset, which must be a constant.
#[test]
fn loops_unroll_where_an_offset_counts_with_them() {
    insta::assert_snapshot!(after(&["unroll", "check-constants", "dce"], &OFFSETS.replace("LAST", "0")));
}

/// The same where control flow stays structured: `break` and `continue` leave loops that run once.
#[test]
fn unrolled_loops_stay_structured_for_spirv() {
    insta::assert_snapshot!(for_spirv(
        &["unroll", "check-constants", "structurize", "dce"],
        &OFFSETS.replace("LAST", "0")
    ));
}

/// Where the rounds of the loop cannot be counted there is no constant.
#[test]
fn offsets_that_are_no_constants_are_errors() {
    let dxil = after(&["unroll", "check-constants"], &OFFSETS.replace("LAST", "%v0"));
    let spirv = for_spirv(&["unroll", "check-constants"], &OFFSETS.replace("LAST", "%v0"));
    insta::assert_snapshot!(
        [dxil, spirv].map(|said| said.rsplit("\n}\n").next().unwrap_or_default().to_owned()).concat()
    );
}

/// Nor are those that leave their range when the loop is unrolled.
#[test]
fn offsets_out_of_range_are_errors() {
    let said = after(&["unroll", "check-constants"], &OFFSETS.replace("LAST", "8"));
    insta::assert_snapshot!(said.rsplit("\n}\n").next().unwrap_or_default());
}

/// Nobody else sees what a thread has for itself.
#[test]
fn atomic_operations_on_memory_of_one_thread_are_errors() {
    let on = |space: &str| {
        let text = format!(
            r"
define i32 @f(ptr({space}, i32) %v0) {{
block0:
  %v1 = atomicrmw[add] ptr({space}, i32) %v0, i32 1
  ret i32 %v1
}}"
        );
        [after(&["check-constants"], &text), for_spirv(&["check-constants"], &text)]
            .map(|said| said.rsplit("\n}\n").next().unwrap_or_default().to_owned())
    };
    assert_eq!(on("groupshared"), [""; 2]);
    assert!(on("private").iter().all(|said| said.starts_with("E0748") && said.contains("other threads see")));
}

/// A loop in a loop that counts by another component of one vector passes the first component on, so both are counted.
#[test]
fn loops_may_count_by_components() {
    insta::assert_snapshot!(after(
        &["split-counters", "simplify", "simplify-cfg"],
        r"
define i32 @f(i32 %v0) {
block0:
  br block1(i32 0, <2 x i32> (undef, -1))
block1(i32 %v1, <2 x i32> %v2):
  %v3 = extract[1] <2 x i32> %v2
  %v4 = icmp.sle i32 %v3, 1
  br i1 %v4, block2, block7 !loop merge block7 continue block6 unroll
block2:
  %v5 = insert[0] <2 x i32> %v2, i32 0
  br block3(i32 %v1, <2 x i32> %v5)
block3(i32 %v6, <2 x i32> %v7):
  %v8 = extract[0] <2 x i32> %v7
  %v9 = icmp.slt i32 %v8, 2
  br i1 %v9, block4, block5 !loop merge block5 continue block4 unroll
block4:
  %v10 = add i32 %v6, %v8
  %v11 = add i32 %v8, 1
  %v12 = insert[0] <2 x i32> %v7, i32 %v11
  br block3(i32 %v10, <2 x i32> %v12)
block5:
  br block6
block6:
  %v13 = extract[1] <2 x i32> %v7
  %v14 = add i32 %v13, 1
  %v15 = insert[1] <2 x i32> %v7, i32 %v14
  br block1(i32 %v6, <2 x i32> %v15)
block7:
  ret i32 %v1
}"
    ));
}

/// `[unroll]` counts what is certain however the unknown turns out.
#[test]
fn rounds_are_counted_where_one_operand_decides() {
    insta::assert_snapshot!(after(
        &["unroll", "dce"],
        r"
define i32 @f(i1 %v0, i32 %v1) {
block0:
  %v2 = select i1 %v0, i32 1, 2
  br block1(i32 1, i32 0)
block1(i32 %v3, i32 %v4):
  %v5 = icmp.ult i32 %v4, %v2
  %v6 = icmp.ne i32 %v3, %v1
  %v7 = and i1 %v5, %v6
  br i1 %v7, block2, block3 !loop merge block3 continue block2 unroll
block2:
  %v8 = mul i32 %v3, %v1
  %v9 = add i32 %v4, 1
  br block1(i32 %v8, i32 %v9)
block3:
  ret i32 %v3
}"
    ));
}

/// Behind a loop memory is read again for SPIR-V, and not for DXIL: lavapipe loses values of loops that lanes leave at
/// different rounds.
#[test]
fn what_a_loop_reads_is_read_again_behind_it_for_spirv() {
    const LOOP: &str = r#"
@B = resource target("dx.RawBuffer", i32, 1, 0), count 1, space 0, register 0
define i32 @f(ptr(resource, i32) %v0, i32 %v1) {
block0:
  br block1(i32 0)
block1(i32 %v2):
  %v3 = load ptr(resource, i32) %v0
  %v4 = add i32 %v2, %v3
  %v5 = icmp.ult i32 %v4, %v1
  br i1 %v5, block2, block3 !loop merge block3 continue block2
block2:
  br block1(i32 %v4)
block3:
  %v6 = load ptr(resource, i32) %v0
  ret i32 %v6
}"#;
    insta::assert_snapshot!([after(&["cse"], LOOP), for_spirv(&["cse"], LOOP)].concat());
}

/// Where only the attributes of a source are left of regions, a block where ways met may go like any other.
#[test]
fn attributes_keep_no_block() {
    insta::assert_snapshot!(after(
        &["drop-regions", "skip-empty", "simplify-cfg"],
        r"
define i32 @f(i1 %v0, i1 %v1, i32 %v2) {
block0:
  br i1 %v0, block1, block4(i32 %v2) !selection merge block4 branch
block1:
  %v3 = udiv i32 %v2, 3
  br i1 %v1, block2, block3(i32 %v3) !selection merge block3 flatten
block2:
  %v4 = udiv i32 %v3, 5
  br block3(i32 %v4)
block3(i32 %v5):
  br block4(i32 %v5)
block4(i32 %v6):
  ret i32 %v6
}"
    ));
}

/// Branches that ask the same one after the other are one: what lies between them is computed in front of it, or on both ways
/// if it depends on them. With more on both ways than two instructions, or with something between that is not fixed, they stay.
#[test]
fn branches_that_ask_the_same_are_one() {
    insta::assert_snapshot!(after(
        &["thread-jumps", "simplify-cfg"],
        r"
define float @two_ways(i1 %v0, float %v1, float %v2) {
block0:
  br i1 %v0, block1, block2
block1:
  %v3 = fmul float %v1, 3.0
  br block3(float %v3)
block2:
  %v4 = fadd float %v1, 5.0
  br block3(float %v4)
block3(float %v5):
  %v6 = saturate float %v2
  %v7 = fabs float %v6
  %v8 = sqrt float %v7
  %v9 = fadd float %v8, %v5
  br i1 %v0, block4, block5
block4:
  %v10 = fmul float %v9, 7.0
  br block6(float %v10)
block5:
  %v11 = fadd float %v9, 11.0
  br block6(float %v11)
block6(float %v12):
  ret float %v12
}

define float @one_way_each(i1 %v0, float %v1, float %v2) {
block0:
  br i1 %v0, block1, block2(float %v1)
block1:
  %v3 = fmul float %v1, 3.0
  br block2(float %v3)
block2(float %v4):
  br i1 %v0, block3, block4(float %v2)
block3:
  %v5 = fmul float %v2, %v4
  br block4(float %v5)
block4(float %v6):
  %v7 = fadd float %v4, %v6
  ret float %v7
}

define float @too_much_depends_on_the_way(i1 %v0, float %v1) {
block0:
  br i1 %v0, block1, block2
block1:
  %v2 = fmul float %v1, 3.0
  br block3(float %v2)
block2:
  br block3(float %v1)
block3(float %v3):
  %v4 = saturate float %v3
  %v5 = sqrt float %v4
  %v6 = fadd float %v5, %v3
  br i1 %v0, block4, block5(float %v6)
block4:
  %v7 = fmul float %v6, 7.0
  br block5(float %v7)
block5(float %v8):
  ret float %v8
}"
    ));
}

/// Ways that answer what a block asks go on by themselves: each to a place of its own, or all but one to where all meet again.
/// What is used behind the block comes along. A third way to where two would go stays, and so do heads of loops.
#[test]
fn ways_that_know_the_answer_are_not_asked() {
    insta::assert_snapshot!(after(
        &["thread-jumps", "simplify-cfg"],
        r"
define i32 @each_its_own(i1 %v0, i32 %v1) {
block0:
  br i1 %v0, block1, block2
block1:
  %v2 = add i32 %v1, 3
  br block3(i32 1, i32 %v2)
block2:
  br block3(i32 0, i32 %v1)
block3(i32 %v3, i32 %v4):
  %v5 = icmp.eq i32 %v3, 1
  br i1 %v5, block4, block5
block4:
  ret i32 %v4
block5:
  %v6 = mul i32 %v4, 5
  ret i32 %v6
}
define i32 @all_but_one_to_the_end(i1 %v0, i1 %v1, i32 %v2) {
block0:
  br i1 %v0, block1, block3(i1 false)
block1:
  %v3 = icmp.ult i32 %v2, 9
  br block3(i1 %v3)
block3(i1 %v4):
  br i1 %v4, block4, block5(i32 %v2)
block4:
  %v5 = mul i32 %v2, 5
  br block5(i32 %v5)
block5(i32 %v6):
  ret i32 %v6
}
define i32 @two_to_one_place(i1 %v0, i1 %v1, i32 %v2) {
block0:
  br i1 %v0, block1, block3(i1 false)
block1:
  %v3 = add i32 %v2, 9
  br i1 %v1, block2, block3(i1 false)
block2:
  br block3(i1 true)
block3(i1 %v4):
  br i1 %v4, block4, block5
block4:
  br block6(i32 %v2)
block5:
  %v5 = mul i32 %v2, 5
  br block6(i32 %v5)
block6(i32 %v6):
  ret i32 %v6
}
define void @a_loop(i1 %v0) {
block0:
  br block1(i1 false)
block1(i1 %v1):
  br i1 %v1, block2, block3
block3:
  br block1(i1 true)
block2:
  ret void
}"
    ));
}

/// What lies behind a way out of the middle comes once, but where it indexes an array by what only a round knows (`g`) or is a
/// constant in each (`h`).
#[test]
fn what_lies_behind_a_way_out_comes_once() {
    let leaving = |name: &str, behind: &str| {
        format!(
            r"
define i32 @{name}(i32 %v0) {{
block0:
  %v10 = alloca [2 x i32]
  %v11 = gep ptr(function, [2 x i32]) %v10, i32 0
  store ptr(function, i32) %v11, i32 %v0
  %v12 = gep ptr(function, [2 x i32]) %v10, i32 1
  store ptr(function, i32) %v12, i32 9
  br block1(i32 0)
block1(i32 %v1):
  %v2 = icmp.ult i32 %v1, 2
  br i1 %v2, block2, block6(i32 0) !loop merge block6 continue block5 unroll
block2:
  %v3 = shl i32 %v0, %v1
  %v4 = icmp.ugt i32 %v3, 7
  br i1 %v4, block3, block5 !selection merge block5
block3:
{behind}
  br block6(i32 %v9)
block5:
  %v6 = add i32 %v1, 1
  br block1(i32 %v6)
block6(i32 %v7):
  ret i32 %v7
}}"
        )
    };
    let text = leaving("f", "  %v8 = mul i32 %v3, %v1\n  %v9 = add i32 %v8, %v0")
        + &leaving("g", "  %v8 = gep ptr(function, [2 x i32]) %v10, i32 %v1\n  %v9 = load ptr(function, i32) %v8")
        + &leaving("h", "  %v8 = mul i32 %v1, 3\n  %v9 = add i32 %v8, 1");
    insta::assert_snapshot!(after(&["unroll", "simplify", "simplify-cfg", "sroa", "mem2reg", "dce"], &text));
}

/// The end of a loop is neither the end of the branch around it nor where an early return leads; a loop in a loop has its own exit
/// before that of the outer one, and what every jump passes on alike is passed on once.
#[test]
fn loops_get_exits_of_their_own() {
    insta::assert_snapshot!(after(
        &["dedicate-exits"],
        r"
define i32 @guarded(i1 %v0, i1 %v1) {
block0:
  br i1 %v0, block1, block2(i32 0)
block1:
  br i1 %v1, block1, block2(i32 1)
block2(i32 %v2):
  ret i32 %v2
}
define i32 @nested(i32 %v0, i1 %v1, i1 %v2) {
block0:
  br block1
block1:
  br block2(i32 %v0)
block2(i32 %v3):
  %v4 = add i32 %v3, i32 1
  br i1 %v1, block6(i32 %v4), block3
block3:
  %v5 = icmp.ult i32 %v4, i32 9
  br i1 %v5, block2(i32 %v4), block4
block4:
  br i1 %v2, block6(i32 7), block5
block5:
  br i1 %v1, block1, block6(i32 %v0)
block6(i32 %v6):
  ret i32 %v6
}
define i32 @alone(i1 %v0) {
block0:
  br block1
block1:
  br i1 %v0, block1, block2
block2:
  ret i32 1
}"
    ));
}
