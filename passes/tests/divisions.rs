//! Tests divisions without a result.

use crate::common::after;

/// Quotients and remainders without a result are undefined, in every width and in vectors, as in LLVM and therefore
/// DXC.
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
