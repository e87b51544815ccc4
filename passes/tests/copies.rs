//! Copies of arrays that nobody needs, each from IR text.

use crate::common::after;

/// What is copied may have been loaded before other copies, as arguments of one call are; but what is written between the load and
/// the copy is another array still.
#[test]
fn a_copy_may_be_of_what_was_loaded_before() {
    insta::assert_snapshot!(after(
        &["merge-copies", "dce"],
        r"
define float @arguments(float %v0, i32 %v1) {
block0:
  %v2 = alloca [2 x float]
  %v3 = alloca [2 x float]
  %v4 = alloca [2 x float]
  %v5 = alloca [2 x float]
  %v6 = gep ptr(function, [2 x float]) %v2, i32 %v1
  store ptr(function, float) %v6, float %v0
  %v7 = gep ptr(function, [2 x float]) %v3, i32 %v1
  store ptr(function, float) %v7, float 1.0
  %v8 = load ptr(function, [2 x float]) %v2
  %v9 = load ptr(function, [2 x float]) %v3
  store ptr(function, [2 x float]) %v4, [2 x float] %v8
  store ptr(function, [2 x float]) %v5, [2 x float] %v9
  %v10 = gep ptr(function, [2 x float]) %v4, i32 %v1
  %v11 = load ptr(function, float) %v10
  %v12 = gep ptr(function, [2 x float]) %v5, i32 %v1
  %v13 = load ptr(function, float) %v12
  %v14 = fadd float %v11, %v13
  ret float %v14
}
define float @written_between(float %v0, i32 %v1) {
block0:
  %v2 = alloca [2 x float]
  %v3 = alloca [2 x float]
  %v4 = alloca [2 x float]
  %v5 = gep ptr(function, [2 x float]) %v2, i32 %v1
  store ptr(function, float) %v5, float %v0
  %v6 = load ptr(function, [2 x float]) %v2
  store ptr(function, [2 x float]) %v3, [2 x float] %v6
  %v7 = load ptr(function, [2 x float]) %v2
  %v8 = gep ptr(function, [2 x float]) %v3, i32 0
  store ptr(function, float) %v8, float 1.0
  store ptr(function, [2 x float]) %v4, [2 x float] %v7
  %v9 = gep ptr(function, [2 x float]) %v4, i32 %v1
  %v10 = load ptr(function, float) %v9
  %v11 = gep ptr(function, [2 x float]) %v3, i32 %v1
  %v12 = load ptr(function, float) %v11
  %v13 = fadd float %v10, %v12
  ret float %v13
}
define float @source_written(float %v0, i32 %v1) {
block0:
  %v2 = alloca [2 x float]
  %v3 = alloca [2 x float]
  %v4 = gep ptr(function, [2 x float]) %v2, i32 %v1
  store ptr(function, float) %v4, float %v0
  %v5 = load ptr(function, [2 x float]) %v2
  %v6 = gep ptr(function, [2 x float]) %v2, i32 0
  store ptr(function, float) %v6, float 1.0
  store ptr(function, [2 x float]) %v3, [2 x float] %v5
  %v7 = gep ptr(function, [2 x float]) %v3, i32 %v1
  %v8 = load ptr(function, float) %v7
  ret float %v8
}"
    ));
}

/// Arrays that are given the same, as by value to two functions, are one array; one that changes stays another, and so does one
/// that is given it where the first is not.
#[test]
fn arrays_that_are_given_the_same_are_one() {
    insta::assert_snapshot!(after(
        &["merge-copies"],
        r"
define float @f(float %v0, float %v1, i32 %v2) {
block0:
  %v3 = alloca [2 x float]
  %v4 = alloca [2 x float]
  %v5 = construct float %v0, %v1 to [2 x float]
  store ptr(function, [2 x float]) %v3, [2 x float] %v5
  %v6 = gep ptr(function, [2 x float]) %v3, i32 %v2
  %v7 = load ptr(function, float) %v6
  %v8 = fcmp.olt float %v7, 0.0
  br i1 %v8, block1, block2(float 1.0) !selection merge block2
block1:
  %v9 = construct float %v0, %v1 to [2 x float]
  store ptr(function, [2 x float]) %v4, [2 x float] %v9
  %v10 = gep ptr(function, [2 x float]) %v4, i32 0
  %v11 = load ptr(function, float) %v10
  br block2(float %v11)
block2(float %v12):
  ret float %v12
}
define float @changes(float %v0, float %v1, i32 %v2) {
block0:
  %v3 = alloca [2 x float]
  %v4 = alloca [2 x float]
  %v5 = construct float %v0, %v1 to [2 x float]
  store ptr(function, [2 x float]) %v3, [2 x float] %v5
  store ptr(function, [2 x float]) %v4, [2 x float] %v5
  %v6 = gep ptr(function, [2 x float]) %v4, i32 %v2
  store ptr(function, float) %v6, float 1.0
  %v7 = gep ptr(function, [2 x float]) %v3, i32 %v2
  %v8 = load ptr(function, float) %v7
  %v9 = load ptr(function, float) %v6
  %v10 = fadd float %v8, %v9
  ret float %v10
}
define float @one_or_the_other(float %v0, float %v1, i32 %v2, i1 %v3) {
block0:
  %v4 = alloca [2 x float]
  %v5 = alloca [2 x float]
  %v6 = construct float %v0, %v1 to [2 x float]
  br i1 %v3, block1, block2 !selection merge block3
block1:
  store ptr(function, [2 x float]) %v4, [2 x float] %v6
  %v7 = gep ptr(function, [2 x float]) %v4, i32 %v2
  %v8 = load ptr(function, float) %v7
  br block3(float %v8)
block2:
  store ptr(function, [2 x float]) %v5, [2 x float] %v6
  %v9 = gep ptr(function, [2 x float]) %v5, i32 %v2
  %v10 = load ptr(function, float) %v9
  %v11 = fneg float %v10
  br block3(float %v11)
block3(float %v12):
  ret float %v12
}"
    ));
}

/// An array that is copied in and out again is one array; one that is needed besides stays two.
#[test]
fn copies_become_the_same_variable() {
    insta::assert_snapshot!(after(
        &["merge-copies", "dce"],
        r"
define float @f(i32 %v0) {
block0:
  %v1 = alloca [2 x float]
  %v2 = alloca [2 x float]
  %v3 = gep ptr(function, [2 x float]) %v1, i32 %v0
  store ptr(function, float) %v3, float 1.0
  %v4 = load ptr(function, [2 x float]) %v1
  store ptr(function, [2 x float]) %v2, [2 x float] %v4
  %v5 = gep ptr(function, [2 x float]) %v2, i32 %v0
  store ptr(function, float) %v5, float 2.0
  %v6 = load ptr(function, [2 x float]) %v2
  store ptr(function, [2 x float]) %v1, [2 x float] %v6
  %v7 = load ptr(function, float) %v3
  ret float %v7
}
define float @both(i32 %v0) {
block0:
  %v1 = alloca [2 x float]
  %v2 = alloca [2 x float]
  %v3 = gep ptr(function, [2 x float]) %v1, i32 %v0
  store ptr(function, float) %v3, float 1.0
  %v4 = load ptr(function, [2 x float]) %v1
  store ptr(function, [2 x float]) %v2, [2 x float] %v4
  %v5 = gep ptr(function, [2 x float]) %v2, i32 %v0
  store ptr(function, float) %v5, float 2.0
  %v6 = load ptr(function, float) %v3
  %v7 = load ptr(function, float) %v5
  %v8 = fadd float %v6, %v7
  ret float %v8
}"
    ));
}
