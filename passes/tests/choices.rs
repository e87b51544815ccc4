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

/// What is decompiled has comparisons as masks: they are truth values again where they meet, are tested, or hide a number.
#[test]
fn masks_are_truth_values() {
    insta::assert_snapshot!(after(
        &["simplify", "dce"],
        r"
define float @met_and_tested(float %v0, float %v1, i32 %v2) {
block0:
  %v3 = fcmp.olt float %v0, %v1
  %v4 = zext i1 %v3 to i32
  %v5 = sub i32 0, %v4
  %v6 = icmp.ne i32 %v2, 0
  %v7 = select i1 %v6, i32 -1, 0
  %v8 = and i32 %v5, %v7
  %v9 = icmp.ne i32 %v8, 0
  %v10 = select i1 %v9, float %v0, %v1
  ret float %v10
}
define i32 @hiding(i1 %v0, i32 %v1) {
block0:
  %v2 = select i1 %v0, i32 -1, 0
  %v3 = and i32 %v2, %v1
  %v4 = xor i32 %v2, -1
  %v5 = or i32 %v4, %v1
  %v6 = mul i32 %v3, %v5
  ret i32 %v6
}
define i32 @both_turned(i1 %v0, i1 %v1) {
block0:
  %v2 = select i1 %v0, i32 0, -1
  %v3 = select i1 %v1, i32 0, -1
  %v4 = and i32 %v2, %v3
  ret i32 %v4
}
define i32 @used_besides(i1 %v0, i1 %v1) {
block0:
  %v2 = select i1 %v0, i32 -1, 0
  %v3 = select i1 %v1, i32 -1, 0
  %v4 = or i32 %v2, %v3
  %v5 = icmp.eq i32 %v4, 0
  %v6 = zext i1 %v5 to i32
  %v7 = mul i32 %v2, %v3
  %v8 = add i32 %v6, %v7
  ret i32 %v8
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

/// What one way leads to sees memory as it was left, whatever was written beside; where two ways meet it is as it was in front
/// of them, but for what was written on either. At the head of a loop nothing is known.
#[test]
fn a_load_stands_for_one_behind_a_branch() {
    insta::assert_snapshot!(after(
        &["cse"],
        r#"
@B = resource target("dx.RawBuffer", i32, 1, 0), count 1, space 0, register 0
@g = groupshared global [4 x i32]
@h = groupshared global [4 x i32]
define i32 @f(i32 %v0) {
block0:
  %v1 = call target("dx.RawBuffer", i32, 1, 0) @dx.resource.handlefrombinding[@B](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, i32) @dx.resource.getpointer(target("dx.RawBuffer", i32, 1, 0) %v1, i32 %v0)
  %v3 = load ptr(resource, i32) %v2
  %v10 = globaladdr[@g]
  %v11 = gep ptr(groupshared, [4 x i32]) %v10, i32 %v0
  %v12 = load ptr(groupshared, i32) %v11
  %v4 = icmp.eq i32 %v3, %v12
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
  %v13 = load ptr(groupshared, i32) %v11
  %v14 = add i32 %v8, %v9
  %v15 = add i32 %v14, %v13
  ret i32 %v15
}

define i32 @places(i1 %v0) {
block0:
  %v1 = globaladdr[@g]
  %v2 = globaladdr[@h]
  %v3 = gep ptr(groupshared, [4 x i32]) %v1, i32 0
  %v4 = gep ptr(groupshared, [4 x i32]) %v1, i32 1
  %v5 = gep ptr(groupshared, [4 x i32]) %v2, i32 0
  %v6 = load ptr(groupshared, i32) %v3
  %v7 = load ptr(groupshared, i32) %v4
  %v8 = load ptr(groupshared, i32) %v5
  %v9 = add i32 %v6, %v7
  %v10 = add i32 %v9, %v8
  br i1 %v0, block1, block2 !selection merge block2
block1:
  store ptr(groupshared, i32) %v4, i32 %v10
  br block2
block2:
  %v11 = load ptr(groupshared, i32) %v3
  %v12 = load ptr(groupshared, i32) %v4
  %v13 = load ptr(groupshared, i32) %v5
  %v14 = add i32 %v11, %v12
  %v15 = add i32 %v14, %v13
  ret i32 %v15
}

define i32 @loops(i32 %v0) {
block0:
  %v1 = globaladdr[@g]
  %v2 = gep ptr(groupshared, [4 x i32]) %v1, i32 %v0
  %v3 = load ptr(groupshared, i32) %v2
  br block1(i32 %v3)
block1(i32 %v4):
  %v5 = load ptr(groupshared, i32) %v2
  %v6 = icmp.ult i32 %v5, %v4
  br i1 %v6, block2, block5 !loop merge block5 continue block4
block2:
  %v7 = icmp.eq i32 %v5, 3
  br i1 %v7, block5, block3
block3:
  store ptr(groupshared, i32) %v2, i32 %v4
  br block4
block4:
  %v8 = add i32 %v4, 1
  br block1(i32 %v8)
block5:
  %v9 = load ptr(groupshared, i32) %v2
  ret i32 %v9
}"#
    ));
}

/// A mask goes where who reads behind it does not read what it clears; so does what only sets or turns bits that nobody reads,
/// and what shifts all out that is read is zero. What another reads whole stays for that one.
#[test]
fn what_decides_unread_bits_goes() {
    insta::assert_snapshot!(after(
        &["unread-bits", "simplify", "dce"],
        r"
define i32 @field(i32 %v0) {
block0:
  %v1 = and i32 %v0, 65280
  %v2 = lshr i32 %v1, 8
  %v3 = and i32 %v2, 31
  ret i32 %v3
}

define i32 @low_bits(i32 %v0, i32 %v1) {
block0:
  %v2 = shl i32 %v0, 13
  %v3 = and i32 %v2, -8192
  %v4 = or i32 %v1, 1024
  %v5 = xor i32 %v3, %v4
  %v6 = add i32 %v5, %v0
  %v7 = and i32 %v6, 1023
  ret i32 %v7
}

define i32 @sums_carry(i32 %v0, i32 %v1) {
block0:
  %v2 = and i32 %v0, 255
  %v3 = add i32 %v2, %v1
  %v4 = and i32 %v3, 256
  ret i32 %v4
}

define i32 @signs(i32 %v0) {
block0:
  %v1 = and i32 %v0, 2147483647
  %v2 = ashr i32 %v1, 16
  %v3 = and i32 %v2, 32767
  %v4 = and i32 %v2, 65536
  %v5 = or i32 %v3, %v4
  ret i32 %v5
}

define float @halves(i32 %v0) {
block0:
  %v1 = and i32 %v0, 65535
  %v2 = f16tof32 i32 %v1 to float
  ret float %v2
}

define i32 @others_read_it(i32 %v0) {
block0:
  %v1 = and i32 %v0, 65535
  %v2 = shl i32 %v1, 16
  %v3 = add i32 %v1, %v2
  ret i32 %v3
}

define i32 @rounds(i32 %v0) {
block0:
  %v1 = and i32 %v0, 255
  br block1(i32 %v1, i32 0)
block1(i32 %v2, i32 %v3):
  %v4 = add i32 %v3, 1
  %v5 = and i32 %v2, 15
  %v6 = icmp.ult i32 %v4, %v5
  br i1 %v6, block1(i32 %v2, i32 %v4), block2
block2:
  ret i32 %v5
}"
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

/// What all ways to a block end with stands behind them once, one operation after the other, if only one operand is not the same.
/// What a way needs itself stays, and so does what ends a round of a loop.
#[test]
fn what_all_ways_end_with_is_done_behind_them() {
    insta::assert_snapshot!(after(
        &["merge-arms"],
        r"
define float @f(i32 %v0, float %v1, float %v2) {
block0:
  switch i32 %v0, block1 [1: block2, 2: block3]
block1:
  %v3 = fmul float %v1, %v1
  %v4 = fadd float %v3, %v2
  %v5 = fneg float %v4
  br block4(float %v5, i32 %v0)
block2:
  %v6 = fmul float %v1, %v2
  %v7 = fadd float %v6, %v2
  %v8 = fneg float %v7
  %v9 = add i32 %v0, 1
  br block4(float %v8, i32 %v9)
block3:
  %v10 = fdiv float %v1, %v2
  %v11 = fadd float %v10, %v2
  %v12 = fneg float %v11
  %v13 = add i32 %v0, 2
  br block4(float %v12, i32 %v13)
block4(float %v14, i32 %v15):
  br block5(float %v14, i32 %v15)
block5(float %v16, i32 %v17):
  %v18 = fneg float %v16
  %v19 = sub i32 %v17, 1
  %v20 = icmp.eq i32 %v19, 0
  br i1 %v20, block6, block5(float %v18, i32 %v19)
block6:
  ret float %v18
}"
    ));
}

/// An operation on a choice between numbers is one between other numbers; comparisons with the least number are for equality;
/// a difference from a constant is a sum, and what is done with sums is done with it.
#[test]
fn choices_between_numbers_take_in_what_is_done_with_them() {
    insta::assert_snapshot!(after(
        &["simplify", "dce"],
        r"
define i32 @f(i1 %v0, i32 %v1, i32 %v2) {
block0:
  %v3 = select i1 %v0, i32 8, i32 32
  %v4 = udiv i32 %v3, 8
  %v5 = sub i32 %v4, 1
  %v6 = select i1 %v0, float 1.0, float 0.0
  %v7 = bitcast float %v6 to i32
  %v8 = add i32 %v5, %v7
  %v9 = udiv i32 %v1, %v2
  %v10 = mul i32 %v2, %v9
  %v11 = sub i32 %v1, %v10
  %v12 = sdiv i32 %v8, %v11
  %v13 = mul i32 %v12, %v11
  %v14 = sub i32 %v8, %v13
  ret i32 %v14
}
define i1 @g(i32 %v0, i32 %v1) {
block0:
  %v2 = icmp.ult i32 %v0, 1
  %v3 = icmp.ugt i32 %v1, 0
  %v4 = and i1 %v2, %v3
  %v5 = icmp.uge i32 %v0, 1
  %v6 = icmp.ule i32 %v1, 0
  %v7 = or i1 %v5, %v6
  %v8 = xor i1 %v4, %v7
  ret i1 %v8
}
define i16 @h(i32 %v0) {
block0:
  %v1 = and i32 %v0, 65535
  %v2 = trunc i32 %v1 to i16
  %v3 = and i32 %v0, 255
  %v4 = trunc i32 %v3 to i16
  %v5 = mul i16 %v2, %v4
  ret i16 %v5
}
define float @i(float %v0) {
block0:
  %v1 = fsub float %v0, 0.5
  %v2 = fadd float %v1, 0.75
  %v3 = fmul float %v2, 4.0
  %v4 = fneg float %v3
  ret float %v4
}
define i1 @k(i32 %v0, i32 %v1) {
block0:
  %v2 = icmp.sge i32 %v0, 0
  %v3 = icmp.sge i32 %v1, 0
  %v4 = and i1 %v2, %v3
  %v5 = shl i32 %v0, 16
  %v6 = and i32 %v5, 4294901760
  %v7 = lshr i32 %v1, 24
  %v8 = and i32 %v7, 511
  %v9 = or i32 %v6, %v8
  %v10 = icmp.slt i32 %v9, 0
  %v11 = icmp.slt i32 %v8, 0
  %v12 = or i1 %v10, %v11
  %v13 = xor i1 %v4, %v12
  ret i1 %v13
}
define float @j(float %v0) {
block0:
  %v1 = fsub float %v0, 1.0
  %v2 = fneg float %v1
  ret float %v2
}"
    ));
}

/// Choices in choices take it in too, if nobody else asks for them.
#[test]
fn choices_in_choices_take_in_what_is_done_with_them() {
    insta::assert_snapshot!(after(
        &["simplify", "dce"],
        r"
define float @f(i1 %v0, i1 %v1, i1 %v2) {
block0:
  %v3 = select i1 %v0, float 1.0, float 0.0
  %v4 = select i1 %v1, float 2.0, float %v3
  %v5 = select i1 %v2, float %v4, float 3.0
  %v6 = fmul float %v5, 2.0
  ret float %v6
}
define float @asked_for_twice(i1 %v0, i1 %v1) {
block0:
  %v2 = select i1 %v0, float 1.0, float 0.0
  %v3 = select i1 %v1, float 2.0, float %v2
  %v4 = fmul float %v3, 2.0
  %v5 = fadd float %v4, %v2
  ret float %v5
}"
    ));
}

/// The lowest bit of an odd number is not shifted out; of an even one all bits may be.
#[test]
fn a_bit_that_is_shifted_is_not_zero() {
    insta::assert_snapshot!(after(
        &["simplify", "dce"],
        r"
define i1 @f(i32 %v0) {
block0:
  %v1 = and i32 %v0, 31
  %v2 = shl i32 1, %v1
  %v3 = icmp.ne i32 %v2, 0
  ret i1 %v3
}
define i1 @even(i32 %v0) {
block0:
  %v1 = and i32 %v0, 31
  %v2 = shl i32 2, %v1
  %v3 = icmp.ne i32 %v2, 0
  ret i1 %v3
}"
    ));
}

/// Two parameters that are given the same wherever the block is reached from are one.
#[test]
fn what_is_given_twice_is_given_once() {
    insta::assert_snapshot!(after(
        &["simplify-cfg"],
        r"
define float @f(i32 %v0, float %v1) {
block0:
  switch i32 %v0, block3(float 0.0, float 0.0, float 0.0) [1: block1, 2: block2]
block1:
  br block3(float 1.0, float %v1, float 1.0)
block2:
  br block3(float %v1, float %v1, float %v1)
block3(float %v2, float %v3, float %v4):
  %v5 = fmul float %v2, %v3
  %v6 = fmul float %v5, %v4
  ret float %v6
}"
    ));
}

/// A loop that is left in the middle of its body counts as well as one that is left at its head, once round too.
#[test]
fn loops_that_are_left_in_the_middle_are_counted() {
    let leaving = |name: &str, rounds: u32, back: &str| {
        format!(
            r"
define i32 @{name}(i32 %v0) {{
block0:
  br block1(i32 0, i32 0)
block1(i32 %v1, i32 %v2):
  br block2 !loop merge block6 continue block5
block2:
  %v3 = icmp.uge i32 %v1, {rounds}
  br i1 %v3, block3, block4 !selection merge block4
block3:
  br block6
block4:
  %v4 = add i32 %v1, %v0
  %v5 = mul i32 %v2, %v4
  %v6 = add i32 %v1, 1
  br block5
block5:
  br block1(i32 {back}, i32 %v5)
block6:
  ret i32 %v2
}}"
        )
    };
    let text = leaving("f", 2, "%v6") + &leaving("g", 1, "1") + &leaving("h", 2, "%v0");
    insta::assert_snapshot!(after(&["unroll", "simplify", "simplify-cfg", "dce"], &text));
}
