//! Local arrays that hold constants, or one value.

use crate::common::after;

/// A local array of constants is a table; one that is written after it was read is none.
#[test]
fn arrays_of_constants_become_tables() {
    insta::assert_snapshot!(after(
        &["constant-tables", "dce"],
        r"
define float @f(i32 %v0) {
block0:
  %v1 = alloca [3 x float]
  %v2 = gep ptr(function, [3 x float]) %v1, i32 0
  store ptr(function, float) %v2, float 1.0
  %v3 = gep ptr(function, [3 x float]) %v1, i32 2
  store ptr(function, float) %v3, float 3.0
  %v4 = gep ptr(function, [3 x float]) %v1, i32 %v0
  %v5 = load ptr(function, float) %v4
  ret float %v5
}
define float @later(i32 %v0) {
block0:
  %v1 = alloca [2 x float]
  %v2 = gep ptr(function, [2 x float]) %v1, i32 0
  store ptr(function, float) %v2, float 1.0
  %v3 = gep ptr(function, [2 x float]) %v1, i32 %v0
  %v4 = load ptr(function, float) %v3
  store ptr(function, float) %v2, float 3.0
  %v5 = load ptr(function, float) %v3
  %v6 = fadd float %v4, %v5
  ret float %v6
}"
    ));
}

/// Two arrays with the same constants are one table.
#[test]
fn equal_arrays_are_one_table() {
    insta::assert_snapshot!(after(
        &["constant-tables", "dce"],
        r"
define float @f(i32 %v0) {
block0:
  %v1 = alloca [2 x float]
  %v2 = alloca [2 x float]
  %v3 = gep ptr(function, [2 x float]) %v1, i32 1
  store ptr(function, float) %v3, float 1.0
  %v4 = gep ptr(function, [2 x float]) %v2, i32 1
  store ptr(function, float) %v4, float 1.0
  %v5 = gep ptr(function, [2 x float]) %v1, i32 %v0
  %v6 = load ptr(function, float) %v5
  %v7 = gep ptr(function, [2 x float]) %v2, i32 %v0
  %v8 = load ptr(function, float) %v7
  %v9 = fadd float %v6, %v8
  ret float %v9
}"
    ));
}

/// What an array holds everywhere is what is loaded from it; what a loop puts in it round by round is not, and neither is what is
/// loaded before.
#[test]
fn an_array_of_one_value_is_the_value() {
    insta::assert_snapshot!(after(
        &["one-value", "dce"],
        r"
define float @f(i32 %v0, float %v1) {
block0:
  %v2 = alloca [3 x float]
  %v3 = gep ptr(function, [3 x float]) %v2, i32 0
  store ptr(function, float) %v3, float %v1
  %v4 = gep ptr(function, [3 x float]) %v2, i32 2
  store ptr(function, float) %v4, float %v1
  %v5 = gep ptr(function, [3 x float]) %v2, i32 %v0
  %v6 = load ptr(function, float) %v5
  ret float %v6
}
define i32 @round_by_round(i32 %v0, i32 %v1) {
block0:
  %v2 = alloca [4 x i32]
  br block1(i32 0)
block1(i32 %v3):
  %v4 = mul i32 %v3, %v1
  %v5 = gep ptr(function, [4 x i32]) %v2, i32 %v3
  store ptr(function, i32) %v5, i32 %v4
  %v6 = add i32 %v3, 1
  %v7 = icmp.ult i32 %v6, 4
  br i1 %v7, block1(i32 %v6), block2
block2:
  %v8 = gep ptr(function, [4 x i32]) %v2, i32 %v0
  %v9 = load ptr(function, i32) %v8
  ret i32 %v9
}
define float @before(i32 %v0, float %v1) {
block0:
  %v2 = alloca [2 x float]
  %v3 = gep ptr(function, [2 x float]) %v2, i32 %v0
  %v4 = load ptr(function, float) %v3
  store ptr(function, float) %v3, float %v1
  ret float %v4
}"
    ));
}

#[test]
fn constants_at_different_places_are_a_table_wherever_they_are_stored() {
    insta::assert_snapshot!(after(
        &["constant-tables", "dce"],
        r"
define i32 @f(i32 %v0, i1 %v1) {
block0:
  %v2 = alloca [3 x i32]
  %v3 = gep ptr(function, [3 x i32]) %v2, i32 0
  store ptr(function, i32) %v3, i32 7
  br i1 %v1, block1, block2
block1:
  %v4 = gep ptr(function, [3 x i32]) %v2, i32 2
  store ptr(function, i32) %v4, i32 9
  br block2
block2:
  %v5 = gep ptr(function, [3 x i32]) %v2, i32 %v0
  %v6 = load ptr(function, i32) %v5
  ret i32 %v6
}
define i32 @twice_the_same_place(i32 %v0, i1 %v1) {
block0:
  %v2 = alloca [3 x i32]
  %v3 = gep ptr(function, [3 x i32]) %v2, i32 0
  store ptr(function, i32) %v3, i32 7
  br i1 %v1, block1, block2
block1:
  %v4 = gep ptr(function, [3 x i32]) %v2, i32 0
  store ptr(function, i32) %v4, i32 9
  br block2
block2:
  %v5 = gep ptr(function, [3 x i32]) %v2, i32 %v0
  %v6 = load ptr(function, i32) %v5
  ret i32 %v6
}
"
    ));
}

/// A store to an element of a local array goes where each way from it stores there again before it may be read, and where nothing
/// is read any more. What is read at an unknown place may be any element (`f`); what stands in one way only stays (`g`).
#[test]
fn what_is_overwritten_before_it_is_read_is_not_stored() {
    insta::assert_snapshot!(after(
        &["drop-overwritten"],
        r"
define i32 @f(i32 %v0, i32 %v1) {
block0:
  %v2 = alloca [3 x i32]
  %v3 = gep ptr(function, [3 x i32]) %v2, i32 0
  %v4 = gep ptr(function, [3 x i32]) %v2, i32 1
  store ptr(function, i32) %v3, i32 %v0
  store ptr(function, i32) %v4, i32 1
  store ptr(function, i32) %v3, i32 %v1
  %v5 = gep ptr(function, [3 x i32]) %v2, i32 %v1
  %v6 = load ptr(function, i32) %v5
  store ptr(function, i32) %v4, i32 2
  store ptr(function, i32) %v5, i32 3
  ret i32 %v6
}
define i32 @g(i1 %v0, i32 %v1) {
block0:
  %v2 = alloca [2 x i32]
  %v3 = gep ptr(function, [2 x i32]) %v2, i32 0
  %v4 = gep ptr(function, [2 x i32]) %v2, i32 1
  store ptr(function, i32) %v3, i32 1
  store ptr(function, i32) %v4, i32 2
  br i1 %v0, block1, block2 !selection merge block3
block1:
  %v5 = gep ptr(function, [2 x i32]) %v2, i32 0
  store ptr(function, i32) %v5, i32 3
  store ptr(function, i32) %v4, i32 %v1
  br block3
block2:
  store ptr(function, i32) %v4, i32 4
  br block3
block3:
  %v6 = load ptr(function, i32) %v3
  %v7 = load ptr(function, i32) %v4
  %v8 = add i32 %v6, %v7
  ret i32 %v8
}
define i32 @round(i32 %v0) {
block0:
  %v1 = alloca [2 x i32]
  %v2 = gep ptr(function, [2 x i32]) %v1, i32 0
  %v3 = gep ptr(function, [2 x i32]) %v1, i32 1
  store ptr(function, i32) %v2, i32 0
  store ptr(function, i32) %v3, i32 0
  br block1(i32 0)
block1(i32 %v4):
  %v5 = load ptr(function, i32) %v2
  store ptr(function, i32) %v3, i32 %v5
  %v6 = add i32 %v5, %v4
  store ptr(function, i32) %v2, i32 %v6
  %v7 = add i32 %v4, 1
  %v8 = icmp.ult i32 %v7, %v0
  br i1 %v8, block1(i32 %v7), block2 !loop merge block2 continue block1
block2:
  %v9 = load ptr(function, i32) %v3
  ret i32 %v9
}"
    ));
}
