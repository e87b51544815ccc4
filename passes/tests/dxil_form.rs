//! The passes that bring IR into DXIL form, each on a few lines of IR text.

use hlslc_base::{Diagnostics, ShaderModel};
use hlslc_ir::text::{PrintOptions, parse, print};
use hlslc_ir::verify::{Form, verify};
use hlslc_passes::PassOptions;
use hlslc_passes::run_pass;

/// Applies passes and prints what is left of the functions.
fn after(text: &str, passes: &[&str]) -> String {
    after_with(&PassOptions { model: ShaderModel::new(6, 6), ..PassOptions::default() }, text, passes)
}

fn after_with(options: &PassOptions, text: &str, passes: &[&str]) -> String {
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    verify(&module, Form::Any).unwrap_or_else(|errors| panic!("before: {}", errors[0]));
    let mut problems = Diagnostics::default();
    for pass in passes {
        let run = run_pass(&mut module, pass, options, &mut problems);
        run.unwrap_or_else(|| panic!("no pass `{pass}`")).unwrap_or_else(|error| panic!("{error}"));
    }
    let problems: Vec<String> = problems.iter().map(|problem| format!("; {}\n", problem.message)).collect();
    verify(&module, Form::Any).unwrap_or_else(|errors| {
        panic!("after: {}\n{}", errors[0], print(&module, PrintOptions::default()));
    });
    let text = print(&module, PrintOptions::default());
    let from = text.find("define").unwrap_or(0);
    let to = text.find("entry \"").unwrap_or(text.len());
    problems.concat() + text[from..to].trim_end()
}

const STRUCTURED: &str = r#"
%S = type { <4 x float> "a", i1 "b", [3 x <2 x float>] "m" column_major }
@Buf = resource target("dx.RawBuffer", %S, 1, 0), count 1, space 0, register 0

define void @main() {
block0:
  %v0 = call i32 @dx.threadid[0]()
  %v1 = call target("dx.RawBuffer", %S, 1, 0) @dx.resource.handlefrombinding[@Buf](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, %S) @dx.resource.getpointer(target("dx.RawBuffer", %S, 1, 0) %v1, i32 %v0)
  %v3 = gep ptr(resource, %S) %v2, i32 2, i32 1
  %v4 = load ptr(resource, <2 x float>) %v3
  %v5 = gep ptr(resource, %S) %v2, i32 1
  store ptr(resource, i1) %v5, i1 true
  %v6 = gep ptr(resource, %S) %v2, i32 0, i32 %v0 to ptr(resource, float)
  %v7 = extract[0] <2 x float> %v4
  store ptr(resource, float) %v6, float %v7
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;

#[test]
fn structured_buffers_are_accessed_by_the_byte() {
    insta::assert_snapshot!(after(STRUCTURED, &["resource-access"]));
}

const CONSTANTS: &str = r#"
%C = type { float "s", [4 x float] "list", [2 x <3 x float>] "m" column_major, i1 "on" }
@C = resource target("dx.CBuffer", %C), count 1, space 0, register 0

define void @main() {
block0:
  %v0 = call i32 @dx.threadid[0]()
  %v1 = call target("dx.CBuffer", %C) @dx.resource.handlefrombinding[@C](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, %C) @dx.resource.getpointer(target("dx.CBuffer", %C) %v1, i32 0)
  %v3 = gep ptr(resource, %C) %v2, i32 1, i32 %v0
  %v4 = load ptr(resource, float) %v3
  %v5 = gep ptr(resource, %C) %v2, i32 2, i32 %v0
  %v6 = load ptr(resource, <3 x float>) %v5
  %v7 = gep ptr(resource, %C) %v2, i32 3
  %v8 = load ptr(resource, i1) %v7
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;

#[test]
fn constant_buffers_are_read_by_rows() {
    insta::assert_snapshot!(after(CONSTANTS, &["resource-access"]));
}

const TYPED: &str = r#"
@T = resource target("dx.TypedBuffer", <4 x float>, 1, 0, 0), count 1, space 0, register 0

define void @main() {
block0:
  %v0 = call i32 @dx.threadid[0]()
  %v1 = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @dx.resource.handlefrombinding[@T](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, <4 x float>) @dx.resource.getpointer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %v1, i32 %v0)
  %v3 = gep ptr(resource, <4 x float>) %v2, i32 1 to ptr(resource, float)
  store ptr(resource, float) %v3, float 2.0
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;

#[test]
fn part_of_a_typed_element_is_stored_by_writing_the_whole() {
    insta::assert_snapshot!(after(TYPED, &["resource-access"]));
}

#[test]
fn scalars_only() {
    insta::assert_snapshot!(after(TYPED, &["resource-access", "scalarise"]));
}

const MEMORY: &str = r#"
%P = type { <2 x float> "p", [3 x i1] "q" }
@table = constant global [2 x <2 x i32>] ((1, 2), (3, 4))

define void @main() {
block0:
  %v0 = call i32 @dx.threadid[0]()
  %v1 = alloca [4 x %P]
  %v2 = gep ptr(function, [4 x %P]) %v1, i32 %v0, i32 0, i32 1 to ptr(function, float)
  store ptr(function, float) %v2, float 1.0
  %v3 = gep ptr(function, [4 x %P]) %v1, i32 2, i32 1, i32 %v0 to ptr(function, i1)
  %v4 = load ptr(function, i1) %v3
  %v5 = globaladdr[@table]
  %v6 = gep ptr(constant, [2 x <2 x i32>]) %v5, i32 %v0
  %v7 = load ptr(constant, <2 x i32>) %v6
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;

#[test]
fn variables_become_arrays_of_scalars() {
    insta::assert_snapshot!(after(MEMORY, &["scalarise", "flatten-memory"]));
}

const ARRAYS_OF_VECTORS: &str = r#"
%P = type { <2 x float> "p", float "q" }
@table = constant global [2 x <3 x i32>] ((1, 2, 7), (3, 4, 7))
@mixed = private global [2 x <2 x i32>]
@shared = groupshared global [2 x <2 x i32>]

define i32 @main(i32 %v0, float %v1) {
block0:
  %v2 = alloca [4 x %P]
  %v3 = gep ptr(function, [4 x %P]) %v2, i32 %v0, i32 0, i32 1
  store ptr(function, float) %v3, float %v1
  %v4 = globaladdr[@table]
  %v5 = gep ptr(constant, [2 x <3 x i32>]) %v4, i32 %v0, 1
  %v6 = load ptr(constant, i32) %v5
  %v7 = gep ptr(constant, [2 x <3 x i32>]) %v4, i32 %v0, 2
  %v8 = load ptr(constant, i32) %v7
  %v9 = globaladdr[@mixed]
  %v10 = gep ptr(private, [2 x <2 x i32>]) %v9, i32 1, %v0
  store ptr(private, i32) %v10, i32 %v6
  %v11 = globaladdr[@shared]
  %v12 = gep ptr(groupshared, [2 x <2 x i32>]) %v11, i32 %v0, 1
  store ptr(groupshared, i32) %v12, i32 %v8
  ret i32 %v8
}
"#;

/// Not where a component is chosen at run time, and not in group-shared memory.
#[test]
fn each_component_of_an_array_of_vectors_has_an_array() {
    insta::assert_snapshot!(after(ARRAYS_OF_VECTORS, &["split-lanes", "flatten-memory", "simplify", "dce"]));
}

const LARGE: &str = r#"
%Inner = type { <4 x float> "p", float "q" }
%Large = type { [100 x <4 x float>] "rows", %Inner "last", i32 "whole" }
%C = type { %Large "large" }
@C = resource target("dx.CBuffer", %C), count 1, space 0, register 0
@Out = resource target("dx.TypedBuffer", float, 1, 0, 0), count 1, space 0, register 0

define void @main() {
block0:
  %v0 = call target("dx.CBuffer", %C) @dx.resource.handlefrombinding[@C](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v1 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefrombinding[@Out](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, %C) @dx.resource.getpointer(target("dx.CBuffer", %C) %v0, i32 0)
  %v3 = gep ptr(resource, %C) %v2, i32 0
  %v4 = load ptr(resource, %Large) %v3
  %v5 = extract[1] %Large %v4
  %v6 = extract[0] %Inner %v5
  %v7 = extract[2] <4 x float> %v6
  %v8 = extract[1] %Inner %v5
  %v9 = extract[0] %Large %v4
  %v10 = extract[7] [100 x <4 x float>] %v9
  %v11 = extract[7] [100 x <4 x float>] %v9
  %v12 = extract[0] <4 x float> %v10
  %v13 = extract[1] <4 x float> %v11
  %v14 = fadd float %v7, %v8
  %v15 = fadd float %v12, %v13
  %v16 = fadd float %v14, %v15
  %v17 = call ptr(resource, float) @dx.resource.getpointer(target("dx.TypedBuffer", float, 1, 0, 0) %v1, i32 0)
  store ptr(resource, float) %v17, float %v16
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;

#[test]
fn of_a_large_struct_what_is_used_is_loaded() {
    insta::assert_snapshot!(after(LARGE, &["resource-access"]));
}

const VECTORS: &str = r#"
define void @main() {
block0:
  %v0 = call i32 @dx.threadid[0]()
  %v1 = construct i32 %v0, i32 7 to <2 x i32>
  %v2 = icmp.ult <2 x i32> %v1, (3, 4)
  %v3 = select <2 x i1> %v2, <2 x i32> %v1, (0, 0)
  %v4 = extract.dynamic <2 x i32> %v3, i32 %v0 to i32
  %v5 = extract[0] <2 x i1> %v2
  br i1 %v5, block1, block2(<2 x i32> %v3, i32 %v4)
block1:
  %v6 = swizzle[yx] <2 x i32> %v3
  br block2(<2 x i32> %v6, i32 1)
block2(<2 x i32> %v7, i32 %v8):
  %v9 = add <2 x i32> %v7, %v7
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;

#[test]
fn vectors_come_apart_through_blocks() {
    insta::assert_snapshot!(after(VECTORS, &["scalarise"]));
}

const BINDINGS: &str = r#"
@A = resource target("dx.TypedBuffer", float, 1, 0, 0), count 1, space 0, register 2
@B = resource target("dx.TypedBuffer", float, 1, 0, 0), count 4, array, implicit 0
@Unused = resource target("dx.TypedBuffer", float, 1, 0, 0), count 1, implicit 1
@C = resource target("dx.TypedBuffer", float, 1, 0, 0), count 2, array, implicit 2
@D = resource target("dx.TypedBuffer", float, 1, 0, 0), unbounded, array, implicit 3
@E = resource target("dx.TypedBuffer", float, 1, 0, 0), unbounded, array, implicit 4

define void @main() {
block0:
  %v0 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefrombinding[@A](i32 0, i32 2, i32 1, i32 0, i1 false)
  %v1 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefromimplicitbinding[@B](i32 0, i32 0, i32 4, i32 0, i1 false)
  %v2 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefromimplicitbinding[@C](i32 2, i32 0, i32 2, i32 0, i1 false)
  %v3 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefromimplicitbinding[@D](i32 3, i32 0, i32 -1, i32 0, i1 false)
  %v4 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefromimplicitbinding[@E](i32 4, i32 0, i32 -1, i32 0, i1 false)
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;

#[test]
fn registers_are_given_in_order_where_they_fit() {
    insta::assert_snapshot!(after(BINDINGS, &["implicit-binding"]));
}

/// `light` was never written: its product is told, not the quotient, and what nobody needs is not.
#[test]
fn products_of_what_was_never_written_are_told() {
    let text = r"
define float @main(float %v0) {
block0:
  %v1 = fmul float undef, %v0
  %v2 = fdiv float %v0, undef
  %v3 = select i1 false, float undef, float %v0
  %v4 = fadd float %v3, LAST
  ret float %v4
}
";
    let options = PassOptions { checks_reads: true, ..PassOptions::default() };
    let said = |last: &str| after_with(&options, &text.replace("LAST", last), &["check-reads"]);
    // What the validator does not look into is taken.
    let sums = "  %v5 = fadd float undef, 1.0\n  %v6 = fmul float %v5, %v5\n  %v4 = fadd float %v3, LAST";
    let deep = text.replace("  %v4 = fadd float %v3, LAST", sums).replace("LAST", "%v6");
    for taken in [said("%v0"), after_with(&options, &deep, &["check-reads"])] {
        assert!(!taken.starts_with(';'), "{taken}");
    }
    for last in ["undef", "%v1", "%v2"] {
        assert!(said(last).starts_with("; an undefined value is read here"), "{}", said(last));
    }
}
