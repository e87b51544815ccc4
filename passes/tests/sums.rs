//! The passes over sums and products, each from IR text.

use crate::common::after;

/// Two products share what both have; a precise one keeps its order.
#[test]
fn what_chains_share_is_computed_once() {
    insta::assert_snapshot!(after(
        &["reassociate", "cse", "dce"],
        r"
define {float, float, float} @f(float %v0, float %v1, float %v2, float %v3) {
block0:
  %v4 = fmul float %v0, %v1
  %v5 = fmul float %v4, %v2
  %v6 = fmul float %v3, %v1
  %v7 = fmul float %v6, %v2
  %v8 = fmul precise float %v1, %v3
  %v9 = fmul precise float %v8, %v2
  %v10 = construct float %v5, float %v7, float %v9 to {float, float, float}
  ret {float, float, float} %v10
}
define i32 @cancels(i32 %v0, i32 %v1, i32 %v2) {
block0:
  %v3 = add i32 %v0, %v1
  %v4 = add i32 %v3, 5
  %v5 = sub i32 %v4, %v0
  %v6 = add i32 %v5, 7
  %v7 = add i32 %v6, %v2
  ret i32 %v7
}"
    ));
}

/// A sum of three or four products is a dot product, further ones add to it; a sum with anything else in it starts with that.
/// What is taken away is a product with a constant. What others use too, what is precise and what stands elsewhere stays.
#[test]
fn sums_of_products_are_dot_products_and_multiply_adds() {
    insta::assert_snapshot!(after(
        &["fuse-products", "dce"],
        r"
define float @five_products(float %v0, float %v1, float %v2) {
block0:
  %v3 = fmul float %v0, %v1
  %v4 = fmad float %v1, %v2, %v3
  %v5 = fmul float %v2, %v2
  %v6 = fadd float %v4, %v5
  %v7 = fmul float %v0, %v0
  %v8 = fmul float %v1, %v1
  %v9 = fadd float %v7, %v8
  %v10 = fadd float %v6, %v9
  ret float %v10
}
define float @two_products(float %v0, float %v1, float %v2) {
block0:
  %v3 = fmul float %v0, %v1
  %v4 = fmul float %v1, %v2
  %v5 = fadd float %v3, %v4
  ret float %v5
}
define float @difference(float %v0, float %v1, float %v2) {
block0:
  %v3 = fmul float %v1, 3.0
  %v4 = fsub float %v0, %v3
  ret float %v4
}
define float @others(float %v0, float %v1, float %v2) {
block0:
  %v3 = fmul float %v0, %v1
  %v4 = fmul float %v1, 3.0
  %v5 = fadd float %v3, %v2
  %v6 = fsub float %v5, %v4
  ret float %v6
}
define float @shared(float %v0, float %v1, float %v2) {
block0:
  %v3 = fmul float %v0, %v1
  %v4 = fadd float %v3, %v2
  %v5 = fmul precise float %v0, %v2
  %v6 = fadd precise float %v5, %v1
  %v7 = fmul float %v4, %v3
  %v8 = fmul float %v7, %v6
  ret float %v8
}
define float @elsewhere(float %v0, float %v1, i1 %v2) {
block0:
  %v3 = fmul float %v0, %v1
  br i1 %v2, block1, block2
block1:
  %v4 = fadd float %v3, %v1
  br block3(float %v4)
block2:
  br block3(float %v1)
block3(float %v5):
  ret float %v5
}
define double @doubles(double %v0, double %v1) {
block0:
  %v2 = fmul double %v0, %v1
  %v3 = fadd double %v2, %v0
  ret double %v3
}"
    ));
}

/// Two comparisons of integers that say together whether a number is in a range, or whether some bits are so, are one; so are
/// those of two numbers with zero or a power of two.
#[test]
fn comparisons_of_bits_and_ranges_are_one() {
    insta::assert_snapshot!(after(
        &["simplify", "dce", "simplify", "dce"],
        r"
define i1 @between(i32 %v0) {
block0:
  %v1 = icmp.uge i32 %v0, 5
  %v2 = icmp.ule i32 %v0, 8
  %v3 = and i1 %v1, %v2
  ret i1 %v3
}
define i1 @three_in_a_row(i32 %v0) {
block0:
  %v1 = icmp.eq i32 %v0, 5
  %v2 = icmp.eq i32 %v0, 7
  %v3 = icmp.eq i32 %v0, 6
  %v4 = or i1 %v1, %v3
  %v5 = or i1 %v4, %v2
  ret i1 %v5
}
define i1 @low_bits_of_both(i32 %v0, i32 %v1) {
block0:
  %v2 = and i32 %v0, 7
  %v3 = icmp.eq i32 %v2, 0
  %v4 = and i32 %v1, 7
  %v5 = icmp.eq i32 %v4, 0
  %v6 = and i1 %v3, %v5
  ret i1 %v6
}
define i1 @two_flags(i32 %v0) {
block0:
  %v1 = and i32 %v0, 1
  %v2 = icmp.ne i32 %v1, 0
  %v3 = and i32 %v0, 4
  %v4 = icmp.ne i32 %v3, 0
  %v5 = and i1 %v2, %v4
  ret i1 %v5
}
define i1 @in_a_block(i32 %v0, i32 %v1) {
block0:
  %v2 = icmp.ult i32 %v0, 16
  %v3 = icmp.ult i32 %v1, 16
  %v4 = and i1 %v2, %v3
  ret i1 %v4
}
define i1 @of_unknown_width(min16i %v0) {
block0:
  %v1 = icmp.sge min16i %v0, 3
  %v2 = icmp.slt min16i %v0, 9
  %v3 = and i1 %v1, %v2
  ret i1 %v3
}
define i1 @not_one(i32 %v0, i32 %v1) {
block0:
  %v2 = icmp.ult i32 %v0, 15
  %v3 = icmp.ult i32 %v1, 15
  %v4 = and i1 %v2, %v3
  %v5 = icmp.eq i32 %v0, 3
  %v6 = icmp.eq i32 %v0, 8
  %v7 = or i1 %v5, %v6
  %v8 = and i1 %v4, %v7
  ret i1 %v8
}"
    ));
}

/// Quotients and remainders that do not exist are undefined, in every width and in vectors, as LLVM has them and DXC with it.
#[test]
fn divisions_without_a_result_are_undefined() {
    let result = |ty: &str, division: &str| {
        let text = after(
            &["simplify", "dce"],
            &format!("define {ty} @f({ty} %v0) {{\nblock0:\n  %v1 = {division}\n  ret {ty} %v1\n}}"),
        );
        let line = text.lines().rfind(|line| line.trim_start().starts_with("ret ")).expect("the function returns");
        line.trim().to_owned()
    };
    for ty in ["i16", "i32", "i64", "<3 x i32>"] {
        for op in ["sdiv", "udiv", "srem", "urem"] {
            let zero = if ty.starts_with('<') { "zeroinitializer" } else { "0" };
            assert_eq!(result(ty, &format!("{op} {ty} %v0, {zero}")), format!("ret {ty} undef"), "{op}");
        }
    }
    for (ty, least) in [("i16", "-32768"), ("i32", "-2147483648"), ("i64", "-9223372036854775808")] {
        for op in ["sdiv", "srem"] {
            assert_eq!(result(ty, &format!("{op} {ty} {least}, -1")), format!("ret {ty} undef"), "{op}");
        }
        assert_eq!(result(ty, &format!("udiv {ty} {least}, -1")), format!("ret {ty} 0"));
    }
}

/// Who is dead asks for nothing: the products of `(a * 0.5 + 0.5) - (b * 0.5 + 0.5)` are the sum's alone once it is put together anew.
#[test]
fn a_factor_is_shared_beside_dead_code() {
    insta::assert_snapshot!(after(
        &["reassociate", "simplify", "dce"],
        r"
define float @f(float %v0, float %v1) {
block0:
  %v2 = fmul float %v0, 0.5
  %v3 = fadd float %v2, 0.5
  %v4 = fmul float %v1, 0.5
  %v5 = fadd float %v4, 0.5
  %v6 = fsub float %v3, %v5
  ret float %v6
}"
    ));
}

#[test]
fn a_comparison_the_other_way_round_is_the_same() {
    insta::assert_snapshot!(after(
        &["cse"],
        r"
define i1 @f(i32 %v0, i32 %v1, float %v2, float %v3) {
block0:
  %v4 = icmp.slt i32 %v0, %v1
  %v5 = icmp.sgt i32 %v1, %v0
  %v6 = icmp.ugt i32 %v1, %v0
  %v7 = fcmp.ule float %v2, %v3
  %v8 = fcmp.uge float %v3, %v2
  %v9 = and i1 %v4, %v5
  %v10 = or i1 %v7, %v8
  %v11 = and i1 %v9, %v10
  %v12 = or i1 %v11, %v6
  ret i1 %v12
}"
    ));
}

/// What is asked of an undefined number goes as in DXC: it is no number, not less and not greater; what is undefined for lack of
/// an answer takes no branch, and the first of two values.
#[test]
fn undefined_numbers_answer_as_in_dxc() {
    insta::assert_snapshot!(after(
        &["settle-undefined", "simplify", "dce"],
        r"
define i1 @equal_floats(float %v0) {
block0:
  %v1 = fcmp.oeq float undef, %v0
  ret i1 %v1
}
define i1 @other_floats(float %v0) {
block0:
  %v1 = fcmp.une float %v0, undef
  ret i1 %v1
}
define i1 @less(i32 %v0) {
block0:
  %v1 = icmp.slt i32 undef, %v0
  ret i1 %v1
}
define i1 @at_least(i32 %v0) {
block0:
  %v1 = icmp.uge i32 %v0, undef
  ret i1 %v1
}
define i32 @equal(i32 %v0) {
block0:
  %v1 = icmp.ne i32 undef, 7
  %v2 = select i1 %v1, i32 1, 2
  br i1 %v1, block1, block2
block1:
  ret i32 %v0
block2:
  ret i32 %v2
}"
    ));
}
