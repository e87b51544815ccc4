//! Tests the rest of LLVM assembly that Clang writes for HLSL: control flow, memory, arithmetic, and rejected input.

use crate::documents::{shader, text_of};
use hlslc_base::Span;

#[test]
fn phis_become_parameters_of_blocks() {
    insta::assert_snapshot!(text_of(
        r"
define i32 @count(i32 %n, i1 %c) {
entry:
  br i1 %c, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add nuw i32 %sum, %i
  %next = add nsw i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %all = phi i32 [ 7, %entry ], [ %more, %loop ]
  switch i32 %all, label %other [ i32 1, label %one
                                  i32 -2, label %one ]
one:
  ret i32 1
other:
  ret i32 %all
dead:
  ret i32 0
}
"
    ));
}

#[test]
fn addresses_are_walked_by_members_elements_and_bytes() {
    insta::assert_snapshot!(text_of(
        r"
%struct.Light = type { <3 x float>, float, [4 x i32] }
@shared = internal addrspace(3) global [64 x float] undef, align 4
@table = internal unnamed_addr constant [3 x float] [float 1.0, float 0x3FB99999A0000000, float -2.0e+00]
@counter = internal global i32 0

define float @f(i32 %i) {
  %light = alloca %struct.Light, align 4
  %copy = alloca [2 x %struct.Light]
  %tail = getelementptr inbounds %struct.Light, ptr %light, i32 0, i32 2, i32 %i
  store i32 %i, ptr %tail
  %power = getelementptr inbounds i8, ptr %light, i32 12
  store float 2.0, ptr %power
  %y = getelementptr i8, ptr %light, i32 4
  store float 3.0, ptr %y
  %second = getelementptr %struct.Light, ptr %copy, i32 %i
  %first = getelementptr inbounds %struct.Light, ptr %second, i32 0, i32 0
  store <3 x float> splat (float 1.0), ptr %first
  %slot = getelementptr [64 x float], ptr addrspace(3) @shared, i32 0, i32 %i
  %old = atomicrmw add ptr @counter, i32 1 monotonic
  store float 0.0, ptr addrspace(3) %slot
  %entry = getelementptr float, ptr @table, i32 %i
  %a = load float, ptr %entry
  %b = load float, ptr getelementptr inbounds (i8, ptr @table, i32 8)
  %bits = load i32, ptr %power
  %c = bitcast i32 %bits to float
  %ab = fadd fast float %a, %b
  %abc = fadd float %ab, %c
  ret float %abc
}
"
    ));
}

#[test]
fn constant_buffers_keep_the_places_of_their_members() {
    insta::assert_snapshot!(text_of(
        &(r#"
%__cblayout_CB = type <{ float, target("dx.Padding", 12), [2 x <{ <3 x float>, target("dx.Padding", 4) }>], i32 }>
"#
        .to_owned()
            + &shader(
                r#"
  %cb = call target("dx.CBuffer", %__cblayout_CB) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, i1 false, ptr null)
  %p = call ptr @llvm.dx.resource.getpointer(target("dx.CBuffer", %__cblayout_CB) %cb, i32 0)
  %a = load float, ptr %p
  %q = getelementptr i8, ptr %p, i32 32
  %v = load <3 x float>, ptr %q
  %n = getelementptr inbounds <{ float, target("dx.Padding", 12), [2 x <{ <3 x float>, target("dx.Padding", 4) }>], i32 }>, ptr %p, i32 0, i32 3
  %i = load i32, ptr %n
  %old = call target("dx.CBuffer", target("dx.Layout", {float, <4 x i32>}, 32, 0, 16)) @llvm.dx.resource.handlefrombinding(i32 0, i32 1, i32 1, i32 0, i1 false)
  %row = call {i32, i32, i32, i32} @llvm.dx.resource.load.cbufferrow.4(target("dx.CBuffer", target("dx.Layout", {float, <4 x i32>}, 32, 0, 16)) %old, i32 1)
  %x = extractvalue {i32, i32, i32, i32} %row, 0
"#
            ))
    ));
}

#[test]
fn names_of_resources_come_from_their_strings() {
    let text = text_of(
        &("@Buf.str = private unnamed_addr constant [4 x i8] c\"Buf\\00\", align 1\n".to_owned()
            + &shader(
                r#"
  %u = call target("dx.RawBuffer", float, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 -1, i32 3, i1 true, ptr @Buf.str)
  %n = call i32 @llvm.dx.resource.updatecounter(target("dx.RawBuffer", float, 1, 0) %u, i8 -1)
"#,
            )),
    );
    assert!(text.contains("@Buf = resource target(\"dx.RawBuffer\", float, 1, 0), unbounded"), "{text}");
    assert!(text.contains("type \"RWStructuredBuffer<float>\""), "{text}");
    assert!(text.contains("i1 true)") && text.contains("updatecounter[0]"), "{text}");
}

#[test]
fn every_row_of_intrinsics_has_a_name_of_its_own() {
    let mut names: Vec<&str> = hlslc_llvm::intrinsics().collect();
    names.sort_unstable();
    assert!(names.is_sorted_by(|a, b| a < b), "two rows have one name");
}

/// (text, what is wrong, where).
const REJECTED: &[(&str, &str, &str)] = &[
    ("define void @f() { ret void", "`}` is needed here", ""),
    ("define void @f() {\n  %x = frob i32 1\n  ret void }", "unknown instruction `frob`", "frob"),
    (
        "define i24 @f() {\n  ret i24 1 }",
        "a value of type i24: numbers of the IR have 1, 16, 32 or 64 bits",
        "define i24 @f() {",
    ),
    ("define i32 @f() {\n  ret i32 %x }", "`%x` is not defined before", "%x"),
    ("define float @f(i32 %x) {\n  %y = fadd float %x, 1.0\n  ret float %y }", "the operand is of another type", "%x"),
    ("define i32 @f(i32 %x) {\n  %y = add i32 %x, 1.5\n  ret i32 %y }", "the number is none of its type", "1.5"),
    (
        "define void @f() {\n  call void @llvm.dx.nothing()\n  ret void }",
        "the intrinsic `llvm.dx.nothing` is not known",
        "call void @llvm.dx.nothing()",
    ),
    ("define void @f() {\n  br label %b }", "no block `%b`", "br label %b"),
    (
        "define void @f() {\na:\n  br label %a\na:\n  ret void }",
        "two blocks of `@f` have one name",
        "define void @f() {",
    ),
    (
        "define void @f() {\n  %p = alloca i32\n  %v = load <4 x float>, ptr %p\n  ret void }",
        "the memory holds no value of this type there",
        "%v = load <4 x float>, ptr %p",
    ),
    ("define void @f(ptr %p) {\n  ret void }", "a value of this type cannot be kept", "ptr %p"),
    ("define void @f() { ret void }\ndefine void @f() { ret void }", "`@f` is defined twice", "define void @f() {"),
    ("define void @f() {}", "`@f` has no block", "define void @f() {"),
    (
        "define void @f() #0 { ret void }\nattributes #0 = { \"hlsl.shader\"=\"compote\" }",
        "`compote` is no stage that a shader runs in",
        "define void @f() #0 {",
    ),
    ("@g = global i32 0\n@g = global i32 1", "`@g` is defined twice", "@g"),
    ("%t = type { %t }\ndefine void @f() {\n  %p = alloca %t\n  ret void }", "the type holds itself", "%p = alloca %t"),
];

#[test]
fn what_is_wrong_is_said_where_it_stands() {
    for (text, message, place) in REJECTED {
        let why = hlslc_llvm::read(text, &|_| Span::NONE).map(drop).expect_err(text);
        assert_eq!(why.message, *message, "{text}");
        let found = text.get(why.range.clone()).unwrap_or_default();
        assert!(
            found.trim_end_matches([' ', '{', '\n']) == place.trim_end_matches([' ', '{', '\n']),
            "{text}: at `{found}`"
        );
    }
}

/// Nesting is limited; long texts take no more than their length.
#[test]
fn hostile_texts_are_refused_in_time() {
    let deep =
        |open: &str, close: &str| format!("@g = global {}i32{} undef", open.repeat(100_000), close.repeat(100_000));
    for text in [deep("[1 x ", "]"), deep("{", "}"), deep("<1 x ", ">"), "(".repeat(100_000), "!0 = !{".repeat(50_000)]
    {
        let _ = hlslc_llvm::read(&text, &|_| Span::NONE).map(drop);
    }
    let blocks: Vec<String> = (0..20_000).map(|at| format!("b{at}:\n  br label %b{}\n", at + 1)).collect();
    let blocks = blocks.concat();
    let text = format!("define void @f() {{\n{blocks}b20000:\n  ret void\n}}\n");
    assert!(hlslc_llvm::read(&text, &|_| Span::NONE).is_ok());
    // Each type is two of the one before.
    let doubled: Vec<String> = (1..64).map(|at| format!("%t{at} = type {{ %t{}, %t{} }}\n", at - 1, at - 1)).collect();
    let doubled = doubled.concat();
    let text = format!("%t0 = type {{ i32 }}\n{doubled}define void @f() {{\n  %p = alloca %t63\n  ret void\n}}\n");
    let _ = hlslc_llvm::read(&text, &|_| Span::NONE).map(drop);
}
