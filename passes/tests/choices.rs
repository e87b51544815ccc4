//! Choices, truth values as numbers, and loads behind a branch: what is done once instead of twice.

use crate::common::after;

/// A bitwise operator between comparisons is one between truth values, as DXC has it.
#[test]
fn truth_values_need_not_become_numbers_first() {
    insta::assert_snapshot!(after(
        &["simplify", "dce"],
        r"
define float @f(i1 %v0, i1 %v1, float %v2) {
block0:
  %v3 = zext i1 %v0 to i32
  %v4 = zext i1 %v1 to i32
  %v5 = and i32 %v3, %v4
  %v6 = icmp.ne i32 %v5, 0
  %v7 = select i1 %v6, float %v2, 1.0
  %v8 = zext i1 %v6 to i32
  %v9 = sitofp i32 %v8 to float
  %v10 = fadd float %v7, %v9
  ret float %v10
}
define i32 @both_are_used(i1 %v0, i1 %v1) {
block0:
  %v2 = zext i1 %v0 to i32
  %v3 = zext i1 %v1 to i32
  %v4 = and i32 %v2, %v3
  %v5 = add i32 %v2, %v3
  %v6 = mul i32 %v4, %v5
  ret i32 %v6
}
define i1 @compared(i1 %v0, i1 %v1) {
block0:
  %v2 = zext i1 %v0 to i32
  %v3 = zext i1 %v1 to i32
  %v4 = icmp.ne i32 %v2, %v3
  ret i1 %v4
}"
    ));
}

/// Only where nobody else uses the results, and with the freedom that both have.
#[test]
fn a_choice_of_results_is_the_result_of_a_choice() {
    insta::assert_snapshot!(after(
        &["simplify", "dce"],
        r"
define float @f(i1 %v0, i32 %v1, i32 %v2) {
block0:
  %v3 = and i32 %v1, 255
  %v4 = uitofp i32 %v3 to float
  %v5 = fmul float %v4, 0.5
  %v6 = and i32 %v2, 255
  %v7 = uitofp i32 %v6 to float
  %v8 = fmul float %v7, 0.5
  %v9 = select i1 %v0, float %v5, %v8
  ret float %v9
}
define float @used_twice(i1 %v0, float %v1, float %v2) {
block0:
  %v3 = sqrt float %v1
  %v4 = sqrt float %v2
  %v5 = select i1 %v0, float %v3, %v4
  %v6 = fadd float %v3, %v5
  ret float %v6
}
define float @precise(i1 %v0, float %v1, float %v2) {
block0:
  %v3 = fadd precise float %v1, 1.0
  %v4 = fadd float %v2, 1.0
  %v5 = select i1 %v0, float %v3, %v4
  ret float %v5
}
define i1 @compares(i1 %v0, float %v1, float %v2) {
block0:
  %v3 = fcmp.olt float %v1, 1.0
  %v4 = fcmp.olt float %v2, 1.0
  %v5 = select i1 %v0, i1 %v3, %v4
  ret i1 %v5
}"
    ));
}

#[test]
fn squares_and_fields_are_short() {
    insta::assert_snapshot!(after(
        &["simplify", "dce"],
        r"
define float @square(float %v0) {
block0:
  %v1 = log2 float %v0
  %v2 = fmul float %v1, 2.0
  %v3 = exp2 float %v2
  %v4 = fmul precise float %v1, 2.0
  %v5 = exp2 float %v4
  %v6 = fadd float %v3, %v5
  ret float %v6
}
define i32 @lowest_field(i32 %v0) {
block0:
  %v1 = shl i32 %v0, 24
  %v2 = lshr i32 %v1, 24
  ret i32 %v2
}"
    ));
}

/// What one way leads to sees memory as it was left; where two ways meet nothing is known, nor behind what writes.
#[test]
fn a_load_stands_for_one_behind_a_branch() {
    insta::assert_snapshot!(after(
        &["cse"],
        r#"
@B = resource target("dx.RawBuffer", i32, 1, 0), count 1, space 0, register 0
define i32 @f(i32 %v0) {
block0:
  %v1 = call target("dx.RawBuffer", i32, 1, 0) @dx.resource.handlefrombinding[@B](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, i32) @dx.resource.getpointer(target("dx.RawBuffer", i32, 1, 0) %v1, i32 %v0)
  %v3 = load ptr(resource, i32) %v2
  %v4 = icmp.eq i32 %v3, 0
  br i1 %v4, block1, block2 !selection merge block3
block1:
  %v5 = load ptr(resource, i32) %v2
  store ptr(resource, i32) %v2, i32 %v5
  %v6 = load ptr(resource, i32) %v2
  br block3(i32 %v6)
block2:
  %v7 = load ptr(resource, i32) %v2
  br block3(i32 %v7)
block3(i32 %v8):
  %v9 = load ptr(resource, i32) %v2
  %v10 = add i32 %v8, %v9
  ret i32 %v10
}"#
    ));
}

/// A function that returns in several places is the usual way to such a parameter; the variable falls apart behind it.
#[test]
fn structs_are_passed_member_by_member() {
    insta::assert_snapshot!(after(
        &["split-params", "sroa", "mem2reg", "simplify", "dce"],
        r#"
%In = type { float "a", float "b" }
%Out = type { %In "in", float "c" }
define float @f(i1 %v0, float %v1) {
block0:
  %v2 = alloca %Out
  store ptr(function, %Out) %v2, %Out zeroinitializer
  br i1 %v0, block1, block2 !selection merge block3
block1:
  %v3 = load ptr(function, %Out) %v2
  br block3(%Out %v3, float 1.0)
block2:
  %v4 = gep ptr(function, %Out) %v2, i32 0, 1
  %v5 = sin float %v1
  store ptr(function, float) %v4, float %v5
  %v6 = gep ptr(function, %Out) %v2, i32 1
  store ptr(function, float) %v6, float %v1
  %v7 = load ptr(function, %Out) %v2
  br block3(%Out %v7, float 2.0)
block3(%Out %v8, float %v9):
  %v10 = extract[1] %Out %v8
  %v11 = fadd float %v10, %v9
  ret float %v11
}"#
    ));
}
