//! The passes that decide where and how often something is computed, each from IR text.

use crate::common::after;

/// What one way alone needs goes there, with all that it alone needs in turn, and what is needed behind a loop goes out of it;
/// nothing goes into a loop, or where it would be needed all the same. What is read of memory that somebody may write stays.
#[test]
fn what_some_ways_need_goes_there() {
    insta::assert_snapshot!(after(
        &["sink"],
        r"
define float @f(float %v0, i1 %v1, ptr(private, float) %v2) {
block0:
  %v3 = fadd float %v0, 1.0
  %v4 = fmul float %v3, %v0
  %v5 = fmul float %v0, 3.0
  %v6 = load ptr(private, float) %v2
  %v7 = fmul float %v0, 5.0
  br i1 %v1, block1, block2
block1:
  %v8 = fadd float %v4, %v6
  br block3(float %v8)
block2:
  br block3(float %v7)
block3(float %v9):
  %v10 = fadd float %v9, %v5
  ret float %v10
}
define float @g(float %v0, i32 %v1) {
block0:
  %v2 = fmul float %v0, 2.0
  %v3 = fmul float %v0, 7.0
  br block1(i32 0, float 0.0)
block1(i32 %v4, float %v5):
  %v6 = fadd float %v5, %v2
  %v7 = fmul float %v6, 3.0
  %v8 = add i32 %v4, 1
  %v9 = icmp.ult i32 %v8, %v1
  br i1 %v9, block1(i32 %v8, float %v6), block2
block2:
  %v10 = icmp.ult i32 %v1, 5
  br i1 %v10, block3, block4
block3:
  br block5(i32 0)
block5(i32 %v11):
  %v12 = fadd float %v3, %v7
  %v13 = add i32 %v11, 1
  %v14 = icmp.ult i32 %v13, %v1
  br i1 %v14, block5(i32 %v13), block6
block6:
  ret float %v12
block4:
  ret float 0.0
}"
    ));
}

/// What a loop reads and only what is behind it needs is read there, if nothing in the loop writes such memory: in `@g` the loop
/// inside does. Out of nested loops it goes at once. In `@h` another way leads to where the value is needed, so it stays.
#[test]
fn what_only_the_last_round_reads_for_is_read_behind_the_loop() {
    insta::assert_snapshot!(after(
        &["sink"],
        r"
define float @f(i32 %v0, ptr(private, float) %v1, ptr(groupshared, float) %v2) {
block0:
  br block1(i32 0)
block1(i32 %v3):
  br block2(i32 0)
block2(i32 %v4):
  %v5 = load ptr(private, float) %v1
  %v6 = fmul float %v5, 2.0
  store ptr(groupshared, float) %v2, float 1.0
  %v7 = add i32 %v4, 1
  %v8 = icmp.ult i32 %v7, %v0
  br i1 %v8, block2(i32 %v7), block3
block3:
  %v9 = add i32 %v3, 1
  %v10 = icmp.ult i32 %v9, %v0
  br i1 %v10, block1(i32 %v9), block4
block4:
  ret float %v6
}
define float @g(i32 %v0, ptr(private, float) %v1) {
block0:
  br block1(i32 0)
block1(i32 %v3):
  %v5 = load ptr(private, float) %v1
  br block2(i32 0)
block2(i32 %v4):
  store ptr(private, float) %v1, float 1.0
  %v7 = add i32 %v4, 1
  %v8 = icmp.ult i32 %v7, %v0
  br i1 %v8, block2(i32 %v7), block3
block3:
  %v9 = add i32 %v3, 1
  %v10 = icmp.ult i32 %v9, %v0
  br i1 %v10, block1(i32 %v9), block4
block4:
  ret float %v5
}
define float @h(i32 %v0, i1 %v1, ptr(private, float) %v2) {
block0:
  br block1(i32 0)
block1(i32 %v3):
  %v4 = load ptr(private, float) %v2
  %v5 = add i32 %v3, 1
  br i1 %v1, block2, block3
block2:
  store ptr(private, float) %v2, float 1.0
  br block4
block3:
  %v6 = icmp.ult i32 %v5, %v0
  br i1 %v6, block1(i32 %v5), block4
block4:
  ret float %v4
}"
    ));
}

/// A loop that is tested at its start is tested at its end, and for the way in; where constants decide that, there only. Of two
/// loops one behind the other the way out of the first leads to the test of the second. A head that asks other lanes stays
/// where it is.
#[test]
fn loops_are_tested_at_their_end() {
    insta::assert_snapshot!(after(
        &["rotate", "simplify-cfg", "simplify", "simplify-cfg"],
        r"
define i32 @f(i32 %v0) {
block0:
  br block1(i32 0, i32 0)
block1(i32 %v1, i32 %v2):
  %v3 = mul i32 %v1, 3
  %v4 = icmp.ult i32 %v1, %v0
  br i1 %v4, block2, block3(i32 0, i32 %v2)
block2:
  %v5 = add i32 %v2, %v3
  %v6 = add i32 %v1, 1
  br block1(i32 %v6, i32 %v5)
block3(i32 %v7, i32 %v8):
  %v9 = icmp.ult i32 %v7, 8
  br i1 %v9, block4, block6
block4:
  %v10 = icmp.eq i32 %v8, %v0
  br i1 %v10, block6, block5
block5:
  %v11 = add i32 %v8, %v7
  %v12 = add i32 %v7, 1
  br block3(i32 %v12, i32 %v11)
block6:
  %v13 = add i32 %v8, %v7
  ret i32 %v13
}
define i32 @g(i32 %v0) {
block0:
  br block1(i32 0)
block1(i32 %v1):
  %v2 = icmp.ult i32 %v1, %v0
  %v3 = call i1 @dx.wave.any(i1 %v2)
  br i1 %v3, block2, block3
block2:
  %v4 = add i32 %v1, 1
  br block1(i32 %v4)
block3:
  ret i32 %v1
}"
    ));
}

/// A loop that nobody said anything of goes if it counts to a constant and all its rounds are little work, the inner one of two
/// first; one that counts otherwise, or in which a round is much, stays, and so does one that is to stay.
#[test]
fn loops_of_little_work_go() {
    insta::assert_snapshot!(after(
        &["unroll"],
        &[
            counting("few", 0, "icmp.ult i32 %v1, 3", "add", ""),
            counting("halves", 8, "icmp.ugt i32 %v1, 0", "lshr", ""),
            counting("many", 0, "icmp.ult i32 %v1, 60", "add", ""),
            counting("kept", 0, "icmp.ult i32 %v1, 3", "add", " keep"),
        ]
        .concat()
    ));
}

/// A function with a loop that counts from a number while a test holds, each time one step further, and adds up products. What
/// stands behind the loop's merge says how it is to be treated.
fn counting(name: &str, start: u32, test: &str, step: &str, treatment: &str) -> String {
    format!(
        r"
define float @{name}(float %v0) {{
block0:
  br block1(i32 {start}, float 0.0)
block1(i32 %v1, float %v2):
  %v3 = {test}
  br i1 %v3, block2, block4 !loop merge block4 continue block3{treatment}
block2:
  %v4 = uitofp i32 %v1 to float
  %v5 = fmul float %v4, %v0
  %v6 = fadd float %v2, %v5
  br block3
block3:
  %v7 = {step} i32 %v1, 1
  br block1(i32 %v7, float %v6)
block4:
  ret float %v2
}}"
    )
}

/// What both ways of a branch compute is computed in front of it, also through several branches; a store that both end with
/// stands behind them. What one way alone computes stays, and so does a store to another place.
#[test]
fn what_both_ways_do_is_done_once() {
    insta::assert_snapshot!(after(
        &["merge-arms"],
        r"
define void @f(i32 %v0, i1 %v1, i1 %v2, ptr(groupshared, [8 x i32]) %v3) {
block0:
  br i1 %v1, block1, block2
block1:
  %v4 = add i32 %v0, 1
  %v5 = gep ptr(groupshared, [8 x i32]) %v3, i32 %v4
  store ptr(groupshared, i32) %v5, i32 %v0
  br block5
block2:
  %v6 = mul i32 %v0, 3
  br i1 %v2, block3, block4
block3:
  %v7 = add i32 %v0, 1
  %v8 = gep ptr(groupshared, [8 x i32]) %v3, i32 %v7
  store ptr(groupshared, i32) %v8, i32 %v6
  br block6
block4:
  %v9 = udiv i32 %v6, %v0
  %v10 = add i32 1, %v0
  %v11 = add i32 %v0, 1
  %v12 = gep ptr(groupshared, [8 x i32]) %v3, i32 %v11
  store ptr(groupshared, i32) %v12, i32 %v9
  br block6
block6:
  br block5
block5:
  br i1 %v2, block7, block8
block7:
  %v13 = gep ptr(groupshared, [8 x i32]) %v3, i32 %v0
  store ptr(groupshared, i32) %v13, i32 1
  br block9
block8:
  %v14 = gep ptr(groupshared, [8 x i32]) %v3, i32 1
  store ptr(groupshared, i32) %v14, i32 1
  br block9
block9:
  ret void
}"
    ));
}
