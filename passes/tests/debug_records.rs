//! What becomes of the records of debug information in passes: each test shows where the variables are afterwards, and that the
//! code is the same without the records.

use crate::common::after;

const VARIABLES: &str = "variable var0 \"a\"\nvariable var1 \"b\" argument 1\n";

/// Lines that are no records.
fn code(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("debug ")).collect::<Vec<_>>().join("\n")
}

/// A function after passes, with records, having made sure that it is the same without.
fn with_records(passes: &[&str], text: &str) -> String {
    let text = format!("{VARIABLES}{text}");
    let (with, without) = (after(passes, &text), after(passes, &code(&text)));
    let made = |text: &str| text.split_once(" ----\n").map(|parts| parts.1.to_owned()).unwrap_or_default();
    assert_eq!(code(&made(&with)), made(&without).trim_end(), "the code differs");
    made(&with).replace(VARIABLES, "")
}

#[test]
fn a_variable_is_what_was_stored_last() {
    insta::assert_snapshot!(with_records(
        &["mem2reg"],
        r"
define i32 @f(i32 %v0) {
block0:
  debug var0[0, 32] in ptr(function, i32) %v1
  debug var1[32, 32] in ptr(function, i32) %v1
  %v1 = alloca i32
  store ptr(function, i32) %v1, i32 0
  br block1
block1:
  %v3 = load ptr(function, i32) %v1
  %v4 = icmp.slt i32 %v3, %v0
  br i1 %v4, block2, block3 !loop merge block3 continue block2
block2:
  %v5 = add i32 %v3, 1
  store ptr(function, i32) %v1, i32 %v5
  br block1
block3:
  %v6 = load ptr(function, i32) %v1
  ret i32 %v6
}"
    ));
}

#[test]
fn the_parts_of_a_variable_are_its_bits() {
    insta::assert_snapshot!(with_records(
        &["sroa"],
        r#"
%S = type { <2 x float> "xy", i32 "n" }
define i32 @f(i32 %v0) {
block0:
  debug var0[0, 96] in ptr(function, %S) %v1
  debug var1[0, 32] in ptr(function, i32) %v2
  debug var1[32, 32] in ptr(function, float) %v3
  %v1 = alloca %S
  %v2 = gep ptr(function, %S) %v1, i32 1
  %v3 = gep ptr(function, %S) %v1, i32 0, 1
  store ptr(function, i32) %v2, i32 %v0
  store ptr(function, float) %v3, float 1.0
  %v4 = load ptr(function, i32) %v2
  ret i32 %v4
}"#
    ));
}

#[test]
fn copies_of_a_body_know_where_they_were_inlined() {
    insta::assert_snapshot!(with_records(
        &["inline"],
        r#"
define i32 @g(i32 %v0, ptr(function, i32) %v1) {
block0:
  debug var0[0, 32] in ptr(function, i32) %v1
  debug var1[0, 32] = i32 %v0
  %v2 = add i32 %v0, 1
  debug var1[0, 32] = i32 %v2
  ret i32 %v2
}
define void @main() {
block0:
  %v0 = alloca i32
  %v1 = call i32 @g(i32 3, ptr(function, i32) %v0)
  ret void
}
entry "main" = @main "pixel" {
}"#
    ));
}

#[test]
fn each_round_has_its_own_values_and_what_follows_the_last() {
    insta::assert_snapshot!(with_records(
        &["unroll"],
        r"
define i32 @f(i32 %v0) {
block0:
  br block1(i32 0, i32 %v0)
block1(i32 %v1, i32 %v2):
  debug var0[0, 32] = i32 %v1
  %v3 = icmp.slt i32 %v1, 2
  br i1 %v3, block2, block3 !loop merge block3 continue block2 unroll
block2:
  %v4 = mul i32 %v2, %v2
  debug var1[0, 32] = i32 %v4
  %v5 = add i32 %v1, 1
  br block1(i32 %v5, i32 %v4)
block3:
  debug var0[0, 32] = i32 %v1
  debug var1[0, 32] = i32 %v2
  ret i32 %v2
}"
    ));
}

#[test]
fn of_a_vector_the_scalars_are_known() {
    insta::assert_snapshot!(with_records(
        &["scalarise"],
        r"
define float @f(float %v0, float %v1) {
block0:
  %v2 = construct float %v0, %v1 to <2 x float>
  %v3 = fadd <2 x float> %v2, %v2
  debug var0[32, 64] = <2 x float> %v3
  debug var1[0, 32] = <2 x float> %v3 from 32
  %v4 = extract[0] <2 x float> %v3
  ret float %v4
}"
    ));
}

#[test]
fn flat_memory_holds_what_the_variable_does() {
    insta::assert_snapshot!(with_records(
        &["flatten-memory"],
        r#"
%S = type { float "x", i32 "n" }
define i32 @f(i32 %v0) {
block0:
  debug var0[0, 128] in ptr(function, [4 x i32]) %v1
  debug var1[0, 256] in ptr(function, [4 x %S]) %v2
  %v1 = alloca [4 x i32]
  %v2 = alloca [4 x %S]
  %v3 = gep ptr(function, [4 x i32]) %v1, i32 %v0
  %v4 = load ptr(function, i32) %v3
  %v5 = gep ptr(function, [4 x %S]) %v2, i32 %v0, 1
  store ptr(function, i32) %v5, i32 %v4
  ret i32 %v4
}"#
    ));
}

#[test]
fn what_is_dead_is_unknown_unless_it_is_made_of_what_stays() {
    insta::assert_snapshot!(with_records(
        &["dce"],
        r"
define float @f(float %v0, float %v1) {
block0:
  %v2 = construct float %v0, %v1, 1.0 to <3 x float>
  debug var0[0, 96] = <3 x float> %v2
  %v3 = fadd float %v0, %v1
  debug var1[0, 32] = float %v3
  %v4 = extract[1] <3 x float> %v2
  debug var1[0, 32] = float %v4
  ret float %v0
}"
    ));
}

#[test]
fn what_stands_for_a_value_stands_for_it_in_records() {
    insta::assert_snapshot!(with_records(
        &["cse", "simplify", "dce"],
        r"
define i32 @f(i32 %v0) {
block0:
  %v1 = mul i32 %v0, 3
  debug var0[0, 32] = i32 %v1
  %v2 = mul i32 %v0, 3
  debug var1[0, 32] = i32 %v2
  %v3 = add i32 4, 5
  debug var0[0, 32] = i32 %v3
  ret i32 %v2
}"
    ));
}

#[test]
fn records_follow_what_is_left_of_their_block() {
    insta::assert_snapshot!(with_records(
        &["simplify-cfg"],
        r"
define i32 @f(i32 %v0) {
block0:
  debug var0[0, 32] = i32 1
  br block1
block1:
  debug var0[0, 32] = i32 2
  br block2
block2:
  %v1 = add i32 %v0, 1
  debug var0[0, 32] = i32 %v1
  br block3(i32 %v1)
block3(i32 %v2):
  debug var1[0, 32] = i32 %v2
  ret i32 %v2
}"
    ));
}

#[test]
fn points_to_stop_at_stay_where_code_goes() {
    insta::assert_snapshot!(with_records(
        &["inline", "mem2reg", "simplify-cfg", "dce"],
        r#"
define i32 @g(i32 %v0) {
block0:
  %v1 = alloca i32
  store ptr(function, i32) %v1, i32 %v0
  debug step !10:11
  %v2 = load ptr(function, i32) %v1
  ret i32 %v2
}
define void @main() {
block0:
  debug step !20:21
  %v0 = call i32 @g(i32 3)
  debug step !30:31
  br i1 true, block1, block2
block1:
  debug step !40:41
  br block2
block2:
  ret void
}
entry "main" = @main "pixel" {
}"#
    ));
}
