//! The passes that make code smaller, each from IR text.

use crate::common::{after, read};
use hlslc_base::diag::Diagnostics;
use hlslc_ir::ops::OpSet;
use hlslc_ir::{Module, Op};
use hlslc_passes::PassOptions;
use hlslc_passes::run_pass;

/// A loop whose result nobody needs goes, and so does a choice whose ways do nothing; what decides about a store stays.
#[test]
fn what_decides_about_nothing_goes() {
    insta::assert_snapshot!(after(
        &["dce", "simplify-cfg"],
        r"
define void @f(i32 %v0, i1 %v1) {
block0:
  %v2 = alloca i32
  br block1(i32 0, i32 0)
block1(i32 %v3, i32 %v4):
  %v5 = icmp.ult i32 %v3, %v0
  br i1 %v5, block2, block4 !loop merge block4 continue block3
block2:
  %v6 = add i32 %v4, %v3
  br block3
block3:
  %v7 = add i32 %v3, 1
  br block1(i32 %v7, i32 %v6)
block4:
  br i1 %v1, block5, block6 !selection merge block6
block5:
  %v8 = mul i32 %v0, 3
  br block6
block6:
  ret void
}
define i32 @g(i32 %v0) {
block0:
  br block1(i32 0, i32 0)
block1(i32 %v1, i32 %v2):
  %v3 = icmp.ult i32 %v1, %v0
  br i1 %v3, block2, block4 !loop merge block4 continue block3
block2:
  %v4 = icmp.eq i32 %v1, 7
  br i1 %v4, block5, block6 !selection merge block6
block5:
  %v5 = mul i32 %v1, 5
  br block6
block6:
  br block3
block3:
  %v6 = add i32 %v1, 1
  %v7 = add i32 %v2, %v1
  br block1(i32 %v6, i32 %v7)
block4:
  ret i32 %v2
}"
    ));
}

/// A loop that never ends stays, and so does the branch to it.
#[test]
fn a_loop_without_a_way_out_stays() {
    insta::assert_snapshot!(after(
        &["dce", "simplify-cfg"],
        r"
define void @f(i1 %v0) {
block0:
  br i1 %v0, block1, block3 !selection merge block3
block1:
  br block2
block2:
  br block2 !loop merge block4 continue block2
block4:
  unreachable
block3:
  ret void
}"
    ));
}

/// Small ways become a choice; what must not move, costs much, or is marked `[branch]`, stays a branch.
#[test]
fn small_branches_become_choices() {
    insta::assert_snapshot!(after(
        &["if-to-select", "simplify-cfg"],
        r"
define float @f(i1 %v0, float %v1) {
block0:
  br i1 %v0, block1, block2 !selection merge block3
block1:
  %v2 = fadd float %v1, 1.0
  br block3(float %v2)
block2:
  br block4
block4:
  %v3 = fmul float %v1, %v1
  br block3(float %v3)
block3(float %v4):
  ret float %v4
}
define float @hinted(i1 %v0, float %v1) {
block0:
  br i1 %v0, block1, block2(float %v1) !selection merge block2 branch
block1:
  %v2 = fadd float %v1, 1.0
  br block2(float %v2)
block2(float %v3):
  ret float %v3
}
define i32 @divides(i1 %v0, i32 %v1) {
block0:
  br i1 %v0, block1, block2(i32 0) !selection merge block2
block1:
  %v2 = udiv i32 7, %v1
  br block2(i32 %v2)
block2(i32 %v3):
  ret i32 %v3
}
define float @across(i1 %v0, float %v1) {
block0:
  br i1 %v0, block1, block2(float %v1) !selection merge block2
block1:
  %v2 = derivcoarse.x float %v1
  br block2(float %v2)
block2(float %v3):
  ret float %v3
}"
    ));
}

/// A switch of few cases is choices too, if little is computed for each; `[branch]` and work that costs more leave it.
#[test]
fn small_switches_become_choices() {
    insta::assert_snapshot!(after(
        &["if-to-select", "simplify-cfg"],
        r"
define float @of_numbers(i32 %v0) {
block0:
  switch i32 %v0, block3(float 1.0) [4: block3(float 2.0), 7: block1, 9: block1]
block1:
  br block3(float 3.0)
block3(float %v1):
  ret float %v1
}
define float @of_a_sum(i32 %v0, float %v1, float %v2) {
block0:
  switch i32 %v0, block3(float %v1) [0: block1, 1: block2]
block1:
  %v3 = fadd float %v1, %v2
  br block3(float %v3)
block2:
  br block3(float %v2)
block3(float %v4):
  ret float %v4
}
define float @of_too_much(i32 %v0, float %v1) {
block0:
  switch i32 %v0, block3(float %v1) [0: block1, 1: block2]
block1:
  %v3 = sin float %v1
  br block3(float %v3)
block2:
  %v4 = cos float %v1
  br block3(float %v4)
block3(float %v5):
  ret float %v5
}
define float @marked(i32 %v0, float %v1, float %v2) {
block0:
  switch i32 %v0, block3(float %v1) [0: block1] !selection merge block3 branch
block1:
  br block3(float %v2)
block3(float %v3):
  ret float %v3
}"
    ));
}

/// For both targets a truth value that a jump passes on stays in its loop, and what is computed of numbers leaves it.
#[test]
fn truth_values_that_jumps_pass_on_stay_in_their_loop() {
    insta::assert_snapshot!(after(
        &["hoist-numbers"],
        r"
define i1 @f(i1 %v0, i32 %v1, i32 %v2) {
block0:
  br block1(i1 %v0, i32 0)
block1(i1 %v3, i32 %v4):
  %v5 = icmp.slt i32 %v4, %v2
  br i1 %v5, block2, block3 !loop merge block3 continue block2
block2:
  %v6 = mul i32 %v1, 3
  %v7 = icmp.eq i32 %v6, %v2
  %v8 = add i32 %v4, 1
  br block1(i1 %v7, i32 %v8)
block3:
  ret i1 %v3
}"
    ));
}

/// What a loop does not change leaves it, with its operands, as far out as it can; what reads memory that may be written stays.
#[test]
fn what_a_loop_does_not_change_leaves_it() {
    insta::assert_snapshot!(after(
        &["hoist"],
        r"
@g = groupshared global i32
define i32 @f(i32 %v0, i32 %v1) {
block0:
  br block1(i32 0)
block1(i32 %v2):
  br block2(i32 %v2) !loop merge block6 continue block5
block2(i32 %v3):
  %v4 = mul i32 %v0, %v1
  %v5 = add i32 %v4, %v2
  %v6 = globaladdr[@g]
  %v7 = load ptr(groupshared, i32) %v6
  %v8 = add i32 %v3, %v5
  %v9 = udiv i32 %v0, %v1
  %v10 = add i32 %v8, %v9
  %v11 = icmp.ult i32 %v10, %v7
  br i1 %v11, block3, block4 !loop merge block4 continue block3
block3:
  br block2(i32 %v10)
block4:
  %v12 = icmp.ult i32 %v10, 100
  br i1 %v12, block5, block6 !selection merge block6
block5:
  br block1(i32 %v10)
block6:
  ret i32 %v10
}"
    ));
}

/// A load stands for a later one until something writes what may be the same memory; a store for a load of what it stored.
#[test]
fn equal_loads_are_one_until_memory_is_written() {
    insta::assert_snapshot!(after(
        &["cse", "dce"],
        r"
@g = groupshared global [4 x i32]
define i32 @f(i32 %v0) {
block0:
  %v1 = globaladdr[@g]
  %v2 = gep ptr(groupshared, [4 x i32]) %v1, i32 %v0
  %v3 = alloca i32
  %v4 = alloca i32
  store ptr(function, i32) %v3, i32 %v0
  %v5 = load ptr(groupshared, i32) %v2
  store ptr(function, i32) %v4, i32 7
  %v6 = load ptr(groupshared, i32) %v2
  %v7 = load ptr(function, i32) %v3
  %v8 = gep ptr(groupshared, [4 x i32]) %v1, i32 1
  store ptr(groupshared, i32) %v8, i32 %v7
  %v9 = load ptr(groupshared, i32) %v2
  %v10 = load ptr(groupshared, i32) %v8
  %v11 = add i32 %v5, %v6
  %v12 = add i32 %v11, %v9
  %v13 = add i32 %v12, %v10
  %v14 = load ptr(function, i32) %v4
  %v15 = add i32 %v13, %v14
  ret i32 %v15
}"
    ));
}

/// Jumps lead past empty blocks, but not where the same block leads there with another value already.
#[test]
fn jumps_lead_past_empty_blocks() {
    insta::assert_snapshot!(after(
        &["skip-empty", "simplify-cfg"],
        r"
define i32 @f(i32 %v0) {
block0:
  switch i32 %v0, block3 [1: block1, 2: block2, 3: block4]
block1:
  br block6(i32 10)
block2:
  br block6(i32 20)
block3:
  br block5(i32 %v0)
block4:
  %v1 = add i32 %v0, 1
  br block5(i32 %v1)
block5(i32 %v2):
  br block6(i32 %v2)
block6(i32 %v3):
  ret i32 %v3
}"
    ));
}

/// A small loop that indexes a local array by what it counts is unrolled, unless the source says `[loop]`; one that indexes
/// otherwise stays.
#[test]
fn small_loops_over_arrays_are_unrolled() {
    insta::assert_snapshot!(after(
        &["unroll", "simplify-cfg", "simplify", "sroa", "mem2reg", "simplify", "simplify-cfg"],
        r"
@table = constant global [3 x i32] (5, 7, 9)
define i32 @sum() {
block0:
  %v0 = globaladdr[@table]
  br block1(i32 0, i32 0)
block1(i32 %v1, i32 %v2):
  %v3 = icmp.ult i32 %v1, 3
  br i1 %v3, block2, block4 !loop merge block4 continue block3
block2:
  %v4 = gep ptr(constant, [3 x i32]) %v0, i32 %v1
  %v5 = load ptr(constant, i32) %v4
  %v6 = add i32 %v2, %v5
  br block3
block3:
  %v7 = add i32 %v1, 1
  br block1(i32 %v7, i32 %v6)
block4:
  ret i32 %v2
}
define i32 @kept() {
block0:
  %v0 = globaladdr[@table]
  br block1(i32 0, i32 0)
block1(i32 %v1, i32 %v2):
  %v3 = icmp.ult i32 %v1, 3
  br i1 %v3, block2, block4 !loop merge block4 continue block3 keep
block2:
  %v4 = gep ptr(constant, [3 x i32]) %v0, i32 %v1
  %v5 = load ptr(constant, i32) %v4
  %v6 = add i32 %v2, %v5
  br block3
block3:
  %v7 = add i32 %v1, 1
  br block1(i32 %v7, i32 %v6)
block4:
  ret i32 %v2
}"
    ));
}

/// The only component that is used of a vector is loaded by itself; two are one load of the vector.
#[test]
fn one_component_of_a_vector_in_a_buffer_is_loaded_by_itself() {
    let read = |name: &str, sum: &str| {
        format!(
            r#"
define float @{name}(i32 %v0) {{
block0:
  %v1 = call target("dx.RawBuffer", <4 x float>, 0, 0) @dx.resource.handlefrombinding[@in](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, <4 x float>) @dx.resource.getpointer(target("dx.RawBuffer", <4 x float>, 0, 0) %v1, i32 %v0)
  %v3 = load ptr(resource, <4 x float>) %v2
{sum}  ret float %v6
}}"#
        )
    };
    let resource = r#"@in = resource target("dx.RawBuffer", <4 x float>, 0, 0), count 1, space 0, register 0, type "StructuredBuffer<vector<float, 4> >""#;
    let text = resource.to_owned()
        + &read("one", "  %v4 = extract[2] <4 x float> %v3\n  %v6 = fadd float %v4, %v4\n")
        + &read(
            "two",
            "  %v4 = extract[2] <4 x float> %v3\n  %v5 = extract[0] <4 x float> %v3\n  %v6 = fadd float %v4, %v5\n",
        );
    insta::assert_snapshot!(after(&["narrow-loads", "dce"], &text));
}

/// A struct from a buffer of which little is used is loaded by its parts: vectors, matrices and what is handed on as it is. One of
/// which most is used, or that is used as a whole, is loaded at once.
#[test]
fn parts_of_what_lies_in_buffers_are_loaded_by_themselves() {
    insta::assert_snapshot!(after(
        &["narrow-loads", "cse", "dce"],
        r#"
%I = type { <2 x float> "a", float "b" }
%S = type { <4 x float> "a", [2 x <2 x float>] "m" row_major, [4 x <4 x float>] "t", %I "i" }
@in = resource target("dx.RawBuffer", %S, 0, 0), count 1, space 0, register 0, type "StructuredBuffer<S>"
@small = resource target("dx.RawBuffer", %I, 0, 0), count 1, space 0, register 1, type "StructuredBuffer<I>"
@out = resource target("dx.RawBuffer", %I, 1, 0), count 1, space 0, register 0, type "RWStructuredBuffer<I>"
define float @parts(i32 %v0) {
block0:
  %v1 = call target("dx.RawBuffer", %S, 0, 0) @dx.resource.handlefrombinding[@in](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, %S) @dx.resource.getpointer(target("dx.RawBuffer", %S, 0, 0) %v1, i32 %v0)
  %v3 = load ptr(resource, %S) %v2
  %v4 = call target("dx.RawBuffer", %I, 1, 0) @dx.resource.handlefrombinding[@out](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v5 = call ptr(resource, %I) @dx.resource.getpointer(target("dx.RawBuffer", %I, 1, 0) %v4, i32 %v0)
  %v6 = extract[3] %S %v3
  store ptr(resource, %I) %v5, %I %v6
  %v7 = extract[2] %S %v3
  %v8 = extract[3] [4 x <4 x float>] %v7
  %v9 = extract[1] <4 x float> %v8
  %v10 = extract[1] %S %v3
  %v11 = extract[0] [2 x <2 x float>] %v10
  %v12 = extract[1] <2 x float> %v11
  %v13 = fadd float %v9, %v12
  ret float %v13
}
define float @most(i32 %v0) {
block0:
  %v1 = call target("dx.RawBuffer", %I, 0, 0) @dx.resource.handlefrombinding[@small](i32 0, i32 1, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, %I) @dx.resource.getpointer(target("dx.RawBuffer", %I, 0, 0) %v1, i32 %v0)
  %v3 = load ptr(resource, %I) %v2
  %v4 = extract[0] %I %v3
  %v5 = extract[1] %I %v3
  %v6 = extract[1] <2 x float> %v4
  %v7 = fadd float %v5, %v6
  ret float %v7
}
define float @whole(i32 %v0) {
block0:
  %v1 = call target("dx.RawBuffer", %I, 0, 0) @dx.resource.handlefrombinding[@small](i32 0, i32 1, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, %I) @dx.resource.getpointer(target("dx.RawBuffer", %I, 0, 0) %v1, i32 %v0)
  %v3 = load ptr(resource, %I) %v2
  %v4 = call target("dx.RawBuffer", %I, 1, 0) @dx.resource.handlefrombinding[@out](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v5 = call ptr(resource, %I) @dx.resource.getpointer(target("dx.RawBuffer", %I, 1, 0) %v4, i32 %v0)
  store ptr(resource, %I) %v5, %I %v3
  %v6 = extract[1] %I %v3
  ret float %v6
}"#
    ));
}

/// Sums and products in each component of a vector are those of vectors, where vectors stay; others stay as they are: what
/// else uses, what must be exact, what is not the same in each component.
#[test]
fn operations_on_components_are_operations_on_vectors() {
    insta::assert_snapshot!(after(
        &["gather-lanes", "dce"],
        r"
define <2 x float> @row_times_matrix(<2 x float> %v0, [2 x <2 x float>] %v1) {
block0:
  %v2 = extract[0] <2 x float> %v0
  %v3 = extract[1] <2 x float> %v0
  %v4 = extract[0] [2 x <2 x float>] %v1
  %v5 = extract[1] [2 x <2 x float>] %v1
  %v6 = extract[0] <2 x float> %v4
  %v7 = extract[1] <2 x float> %v4
  %v8 = extract[0] <2 x float> %v5
  %v9 = extract[1] <2 x float> %v5
  %v10 = fmul float %v2, %v6
  %v11 = fmad float %v3, %v8, %v10
  %v12 = fmul float %v2, %v7
  %v13 = fmad float %v3, %v9, %v12
  %v14 = construct float %v11, %v13 to <2 x float>
  ret <2 x float> %v14
}
define float @shared(<2 x float> %v0, float %v1) {
block0:
  %v2 = extract[0] <2 x float> %v0
  %v3 = extract[1] <2 x float> %v0
  %v4 = fmul float %v2, %v1
  %v5 = fmul float %v3, %v1
  %v6 = construct float %v4, %v5 to <2 x float>
  %v7 = extract[0] <2 x float> %v6
  %v8 = fadd float %v4, %v7
  ret float %v8
}
define <2 x float> @exact(<2 x float> %v0, float %v1) {
block0:
  %v2 = extract[0] <2 x float> %v0
  %v3 = extract[1] <2 x float> %v0
  %v4 = fmul precise float %v2, %v1
  %v5 = fmul precise float %v3, %v1
  %v6 = construct float %v4, %v5 to <2 x float>
  ret <2 x float> %v6
}
define <2 x float> @different(<2 x float> %v0, float %v1) {
block0:
  %v2 = extract[0] <2 x float> %v0
  %v3 = extract[1] <2 x float> %v0
  %v4 = fmul float %v2, %v1
  %v5 = fadd float %v3, %v1
  %v6 = construct float %v4, %v5 to <2 x float>
  ret <2 x float> %v6
}
"
    ));
}

/// A chain of multiply-adds over all components of a vector is a dot product, also where one factor is 1.
#[test]
fn chains_over_a_vector_are_dot_products() {
    insta::assert_snapshot!(after(
        &["gather-lanes", "dce"],
        r"
define float @of_vectors(<3 x float> %v0, <3 x float> %v1) {
block0:
  %v2 = extract[0] <3 x float> %v0
  %v3 = extract[0] <3 x float> %v1
  %v4 = fmul float %v2, %v3
  %v5 = extract[1] <3 x float> %v0
  %v6 = extract[1] <3 x float> %v1
  %v7 = fmad float %v5, %v6, %v4
  %v8 = extract[2] <3 x float> %v0
  %v9 = extract[2] <3 x float> %v1
  %v10 = fmad float %v8, %v9, %v7
  ret float %v10
}
define float @with_a_one(<3 x float> %v0, float %v1, float %v2) {
block0:
  %v3 = extract[0] <3 x float> %v0
  %v4 = fmul float %v3, %v1
  %v5 = extract[1] <3 x float> %v0
  %v6 = fmad float %v2, %v5, %v4
  %v7 = extract[2] <3 x float> %v0
  %v8 = fadd float %v7, %v6
  ret float %v8
}
define float @not_all(<3 x float> %v0, <3 x float> %v1) {
block0:
  %v2 = extract[0] <3 x float> %v0
  %v3 = extract[0] <3 x float> %v1
  %v4 = fmul float %v2, %v3
  %v5 = extract[1] <3 x float> %v0
  %v6 = extract[1] <3 x float> %v1
  %v7 = fmad float %v5, %v6, %v4
  ret float %v7
}
"
    ));
}

#[test]
fn a_copy_in_another_shape_gives_way_to_what_it_was_copied_from() {
    insta::assert_snapshot!(after(
        &["forward-copies", "simplify", "dce"],
        r#"
%Rows = type { i32 "before", [4 x <2 x i32>] "rows" }
@rows = resource target("dx.CBuffer", %Rows), count 1, implicit 0
define i32 @numbers_of_vectors(i32 %v0) {
block0:
  %v1 = alloca [6 x i32]
  %v2 = call target("dx.CBuffer", %Rows) @dx.resource.handlefromimplicitbinding[@rows](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v3 = call ptr(resource, %Rows) @dx.resource.getpointer(target("dx.CBuffer", %Rows) %v2, i32 0)
  %v4 = load ptr(resource, %Rows) %v3
  %v5 = extract[1] %Rows %v4
  %v6 = extract[1] [4 x <2 x i32>] %v5
  %v7 = extract[0] <2 x i32> %v6
  %v8 = extract[1] <2 x i32> %v6
  %v9 = extract[2] [4 x <2 x i32>] %v5
  %v10 = extract[0] <2 x i32> %v9
  %v11 = extract[1] <2 x i32> %v9
  %v12 = extract[3] [4 x <2 x i32>] %v5
  %v13 = extract[0] <2 x i32> %v12
  %v14 = extract[1] <2 x i32> %v12
  %v15 = construct i32 %v7, %v8, %v10, %v11, %v13, %v14 to [6 x i32]
  store ptr(function, [6 x i32]) %v1, [6 x i32] %v15
  %v16 = gep ptr(function, [6 x i32]) %v1, i32 %v0
  %v17 = load ptr(function, i32) %v16
  ret i32 %v17
}
"#
    ));
}

#[test]
fn each_read_of_a_copy_made_twice_sees_the_last() {
    insta::assert_snapshot!(after(
        &["forward-copies", "simplify", "dce"],
        r#"
%Rows = type { [4 x <2 x i32>] "rows" }
@rows = resource target("dx.CBuffer", %Rows), count 1, implicit 0
define <2 x i32> @zero_then_rows(i32 %v0) {
block0:
  %v1 = alloca [4 x <2 x i32>]
  store ptr(function, [4 x <2 x i32>]) %v1, [4 x <2 x i32>] zeroinitializer
  %v2 = gep ptr(function, [4 x <2 x i32>]) %v1, i32 %v0
  %v3 = load ptr(function, <2 x i32>) %v2
  %v4 = call target("dx.CBuffer", %Rows) @dx.resource.handlefromimplicitbinding[@rows](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v5 = call ptr(resource, %Rows) @dx.resource.getpointer(target("dx.CBuffer", %Rows) %v4, i32 0)
  %v6 = gep ptr(resource, %Rows) %v5, i32 0
  %v7 = load ptr(resource, [4 x <2 x i32>]) %v6
  store ptr(function, [4 x <2 x i32>]) %v1, [4 x <2 x i32>] %v7
  %v8 = gep ptr(function, [4 x <2 x i32>]) %v1, i32 %v0
  %v9 = load ptr(function, <2 x i32>) %v8
  %v10 = add <2 x i32> %v3, %v9
  ret <2 x i32> %v10
}
define <2 x i32> @now_this_now_that(i32 %v0, i1 %v1) {
block0:
  %v2 = alloca [4 x <2 x i32>]
  store ptr(function, [4 x <2 x i32>]) %v2, [4 x <2 x i32>] zeroinitializer
  br i1 %v1, block1, block2
block1:
  %v3 = call target("dx.CBuffer", %Rows) @dx.resource.handlefromimplicitbinding[@rows](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v4 = call ptr(resource, %Rows) @dx.resource.getpointer(target("dx.CBuffer", %Rows) %v3, i32 0)
  %v5 = gep ptr(resource, %Rows) %v4, i32 0
  %v6 = load ptr(resource, [4 x <2 x i32>]) %v5
  store ptr(function, [4 x <2 x i32>]) %v2, [4 x <2 x i32>] %v6
  br block2
block2:
  %v7 = gep ptr(function, [4 x <2 x i32>]) %v2, i32 %v0
  %v8 = load ptr(function, <2 x i32>) %v7
  ret <2 x i32> %v8
}
"#
    ));
}

/// What the shared pointers have in common is their variable; the places behind equally many fixed indices are different ones.
#[test]
fn a_store_to_another_element_leaves_what_was_stored() {
    insta::assert_snapshot!(after(
        &["cse", "drop-unread", "dce"],
        r"
@unread = groupshared global [2 x i32]
@read = groupshared global [2 x i32]
define i32 @f(i32 %v0, i32 %v1) {
block0:
  %v2 = globaladdr[@unread]
  %v3 = gep ptr(groupshared, [2 x i32]) %v2, i32 0
  %v4 = gep ptr(groupshared, [2 x i32]) %v2, i32 1
  store ptr(groupshared, i32) %v3, i32 %v0
  store ptr(groupshared, i32) %v4, i32 %v1
  %v5 = load ptr(groupshared, i32) %v3
  %v6 = globaladdr[@read]
  %v7 = gep ptr(groupshared, [2 x i32]) %v6, i32 0
  %v8 = gep ptr(groupshared, [2 x i32]) %v6, i32 %v1
  store ptr(groupshared, i32) %v7, i32 %v0
  store ptr(groupshared, i32) %v8, i32 %v1
  %v9 = load ptr(groupshared, i32) %v7
  %v10 = add i32 %v5, %v9
  ret i32 %v10
}
"
    ));
}

#[test]
fn what_is_widened_to_be_narrowed_is_computed_as_it_is() {
    insta::assert_snapshot!(after(
        &["simplify", "dce"],
        r"
define i32 @f(i32 %v0, i32 %v1) {
block0:
  %v2 = zext i32 %v0 to i64
  %v3 = sext i32 %v1 to i64
  %v4 = mul i64 %v2, %v3
  %v5 = trunc i64 %v4 to i32
  %v6 = xor i64 %v2, 4294967301
  %v7 = trunc i64 %v6 to i32
  %v8 = add i64 %v2, %v3
  %v9 = trunc i64 %v8 to i32
  %v10 = lshr i64 %v8, 32
  %v11 = trunc i64 %v10 to i32
  %v12 = add i32 %v5, %v7
  %v13 = add i32 %v9, %v11
  %v14 = add i32 %v12, %v13
  ret i32 %v14
}
"
    ));
}

#[test]
fn what_is_never_discarded_and_what_is_no_number_goes() {
    insta::assert_snapshot!(after(
        &["simplify", "dce"],
        r"
define float @f(float %v0) {
block0:
  call void @dx.discard(i1 false)
  %v1 = fmul float %v0, 0x7FC00000
  %v2 = fadd float %v1, %v0
  ret float %v2
}
"
    ));
}

#[test]
fn a_quotient_of_one_value_is_one_and_conversions_there_and_back_are_masks_and_shifts() {
    insta::assert_snapshot!(after(
        &["simplify", "dce"],
        r"
define float @f(float %v0, i32 %v1) {
block0:
  %v2 = fdiv float %v0, %v0
  %v3 = fdiv precise float %v0, %v0
  %v4 = and i32 %v1, 255
  %v5 = trunc i32 %v4 to min16i
  %v6 = zext min16i %v5 to i32
  %v7 = trunc i32 %v1 to min16i
  %v8 = zext min16i %v7 to i32
  %v9 = add i32 %v6, %v8
  %v10 = mul i32 %v1, %v1
  %v11 = trunc i32 %v10 to i16
  %v12 = sext i16 %v11 to i32
  %v13 = add i32 %v9, %v12
  %v14 = uitofp i32 %v13 to float
  %v15 = fadd float %v2, %v3
  %v16 = fadd float %v15, %v14
  ret float %v16
}
"
    ));
}

#[test]
fn a_choice_among_constants_is_compared_and_converted_by_its_constants() {
    insta::assert_snapshot!(after(
        &["simplify"],
        r"
define i1 @clipped(i1 %v0) {
block0:
  %v1 = select i1 %v0, i32 -1, 1
  %v2 = sitofp i32 %v1 to float
  %v3 = fcmp.olt float %v2, 0.0
  ret i1 %v3
}
define i1 @never(i1 %v0) {
block0:
  %v1 = select i1 %v0, i32 3, 2
  %v2 = icmp.sgt i32 %v1, 5
  ret i1 %v2
}
define i1 @other(i1 %v0, i32 %v1) {
block0:
  %v2 = select i1 %v0, i32 %v1, 2
  %v3 = icmp.sgt i32 %v2, 5
  ret i1 %v3
}"
    ));
}

/// What another value stands for is renamed where a jump leads back as well, and where nothing leads.
#[test]
fn what_is_equal_is_one_everywhere() {
    insta::assert_snapshot!(after(
        &["cse"],
        r"
define i32 @f(i32 %v0, i1 %v1) {
block0:
  %v2 = add i32 %v0, 1
  %v3 = add i32 %v0, 1
  br block1(i32 %v3)
block1(i32 %v4):
  %v5 = add i32 %v0, 1
  br i1 %v1, block1(i32 %v5), block2
block2:
  ret i32 %v4
block3:
  %v6 = mul i32 %v5, %v3
  ret i32 %v6
}"
    ));
}

/// Behind the pass that takes the last one away nobody looks for an operation any more.
#[test]
fn operations_that_are_gone_are_forgotten() {
    let mut module = read("define float @f(float %v0) {\nblock0:\n  %v1 = fmul float %v0, 2.0\n  ret float %v0\n}");
    let multiplies = OpSet::of(&[Op::FMul]);
    let may = |module: &Module| module.funcs.values().any(|func| func.may_hold(&multiplies));
    assert!(may(&module));
    run_pass(&mut module, "dce", &PassOptions::default(), &mut Diagnostics::default()).unwrap().unwrap();
    assert!(!may(&module));
}
