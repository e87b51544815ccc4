//! The passes over control flow, each from IR text.

mod common;

use common::after;

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
