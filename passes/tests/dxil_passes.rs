//! The passes towards DXIL, each from IR text.

use crate::common;
use crate::common::after;
use hlslc_base::diag::Diagnostics;
use hlslc_ir::text::{PrintOptions, print};
use hlslc_passes::PassOptions;
use hlslc_passes::run_pass;

#[test]
fn typed_buffers_are_accessed_by_whole_elements() {
    insta::assert_snapshot!(after(
        &["resource-access", "dce"],
        r#"
@B = resource target("dx.TypedBuffer", <4 x float>, 1, 0, 0), count 1, space 0, register 0
@D = resource target("dx.TypedBuffer", double, 1, 0, 0), count 1, space 0, register 1
define void @main(i32 %v0) {
block0:
  %v1 = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @dx.resource.handlefrombinding[@B](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, <4 x float>) @dx.resource.getpointer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %v1, i32 %v0)
  %v3 = gep ptr(resource, <4 x float>) %v2, i32 2
  %v4 = load ptr(resource, float) %v3
  %v5 = gep ptr(resource, <4 x float>) %v2, i32 1
  store ptr(resource, float) %v5, float %v4
  %v6 = call target("dx.TypedBuffer", double, 1, 0, 0) @dx.resource.handlefrombinding[@D](i32 0, i32 1, i32 1, i32 0, i1 false)
  %v7 = call ptr(resource, double) @dx.resource.getpointer(target("dx.TypedBuffer", double, 1, 0, 0) %v6, i32 %v0)
  %v8 = load ptr(resource, double) %v7
  store ptr(resource, double) %v7, double %v8
  ret void
}"#
    ));
}

#[test]
fn the_stride_of_a_buffer_is_a_number_and_no_use_of_it() {
    insta::assert_snapshot!(after(
        &["resource-access", "dce"],
        r#"
%S = type { <4 x float> "a", i32 "b" }
@B = resource target("dx.RawBuffer", %S, 1, 0), count 1, space 0, implicit 0
@O = resource target("dx.TypedBuffer", i32, 1, 0, 0), count 1, space 0, register 1
define void @main() {
block0:
  %v0 = call target("dx.RawBuffer", %S, 1, 0) @dx.resource.handlefromimplicitbinding[@B](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v1 = call i32 @dx.resource.stride(target("dx.RawBuffer", %S, 1, 0) %v0)
  %v2 = call target("dx.TypedBuffer", i32, 1, 0, 0) @dx.resource.handlefrombinding[@O](i32 0, i32 1, i32 1, i32 0, i1 false)
  %v3 = call ptr(resource, i32) @dx.resource.getpointer(target("dx.TypedBuffer", i32, 1, 0, 0) %v2, i32 0)
  store ptr(resource, i32) %v3, i32 %v1
  ret void
}"#
    ));
}

/// Offsets as DXC gives them for the same declarations.
#[test]
fn structured_buffers_are_accessed_at_byte_offsets() {
    insta::assert_snapshot!(after(
        &["resource-access", "dce"],
        r#"
%S = type { i1 "b", <3 x float> "v", [2 x <3 x float>] "m" column_major, [4 x min16f] "a" }
@B = resource target("dx.RawBuffer", %S, 1, 0), count 1, space 0, register 0
define void @main(i32 %v0, i32 %v1) {
block0:
  %v2 = call target("dx.RawBuffer", %S, 1, 0) @dx.resource.handlefrombinding[@B](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v3 = call ptr(resource, %S) @dx.resource.getpointer(target("dx.RawBuffer", %S, 1, 0) %v2, i32 %v0)
  %v4 = gep ptr(resource, %S) %v3, i32 0
  %v5 = load ptr(resource, i1) %v4
  store ptr(resource, i1) %v4, i1 %v5
  %v6 = gep ptr(resource, %S) %v3, i32 1, 2
  store ptr(resource, float) %v6, float 1.0
  %v7 = gep ptr(resource, %S) %v3, i32 2
  %v8 = load ptr(resource, [2 x <3 x float>]) %v7
  %v9 = gep ptr(resource, %S) %v3, i32 2, 1
  %v10 = extract[0] [2 x <3 x float>] %v8
  store ptr(resource, <3 x float>) %v9, <3 x float> %v10
  %v11 = gep ptr(resource, %S) %v3, i32 3, %v1
  %v12 = load ptr(resource, min16f) %v11
  store ptr(resource, min16f) %v11, min16f %v12
  ret void
}"#
    ));
}

#[test]
fn constant_buffers_are_read_by_rows() {
    insta::assert_snapshot!(after(
        &["resource-access", "dce"],
        r#"
%C = type { float "f", <3 x float> "v", [2 x <3 x float>] "m" column_major, [3 x float] "a", <2 x double> "d", i1 "b", <4 x float> "p" offset 128 }
@C = resource target("dx.CBuffer", %C), count 1, space 0, register 0
@B = resource target("dx.RawBuffer", i8, 1, 0), count 1, space 0, register 0
define void @main(i32 %v0) {
block0:
  %v1 = call target("dx.CBuffer", %C) @dx.resource.handlefrombinding[@C](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, %C) @dx.resource.getpointer(target("dx.CBuffer", %C) %v1, i32 0)
  %v3 = call target("dx.RawBuffer", i8, 1, 0) @dx.resource.handlefrombinding[@B](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v4 = gep ptr(resource, %C) %v2, i32 1
  %v5 = load ptr(resource, <3 x float>) %v4
  %v6 = gep ptr(resource, %C) %v2, i32 2, %v0
  %v7 = load ptr(resource, <3 x float>) %v6
  %v8 = gep ptr(resource, %C) %v2, i32 3, %v0
  %v9 = load ptr(resource, float) %v8
  %v10 = gep ptr(resource, %C) %v2, i32 4, 1
  %v11 = load ptr(resource, double) %v10
  %v12 = gep ptr(resource, %C) %v2, i32 5
  %v13 = load ptr(resource, i1) %v12
  %v14 = gep ptr(resource, %C) %v2, i32 6, %v0
  %v15 = load ptr(resource, float) %v14
  %v16 = fadd <3 x float> %v5, %v7
  %v17 = zext i1 %v13 to i32
  call void @dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %v3, i32 0, i32 0, <3 x float> %v16)
  call void @dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %v3, i32 16, i32 0, float %v9)
  call void @dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %v3, i32 24, i32 0, double %v11)
  call void @dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %v3, i32 32, i32 0, i32 %v17)
  call void @dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %v3, i32 36, i32 0, float %v15)
  ret void
}"#
    ));
}

#[test]
fn atomics_go_to_the_resource() {
    insta::assert_snapshot!(after(
        &["resource-access", "dce"],
        r#"
%S = type { float "f", i32 "n" }
@S = resource target("dx.RawBuffer", %S, 1, 0), count 1, space 0, register 0
@B = resource target("dx.RawBuffer", i8, 1, 0), count 1, space 0, register 1
define void @main(i32 %v0) {
block0:
  %v1 = call target("dx.RawBuffer", %S, 1, 0) @dx.resource.handlefrombinding[@S](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call ptr(resource, %S) @dx.resource.getpointer(target("dx.RawBuffer", %S, 1, 0) %v1, i32 %v0)
  %v3 = gep ptr(resource, %S) %v2, i32 1
  %v4 = atomicrmw[add] ptr(resource, i32) %v3, i32 1
  %v5 = call target("dx.RawBuffer", i8, 1, 0) @dx.resource.handlefrombinding[@B](i32 0, i32 1, i32 1, i32 0, i1 false)
  %v6 = call ptr(resource, i32) @dx.resource.getpointer(target("dx.RawBuffer", i8, 1, 0) %v5, i32 8)
  %v7 = cmpxchg ptr(resource, i32) %v6, i32 %v4, 2
  ret void
}"#
    ));
}

#[test]
fn composites_come_apart() {
    insta::assert_snapshot!(after(
        &["scalarise"],
        r#"
@B = resource target("dx.TypedBuffer", <4 x float>, 1, 0, 0), count 1, space 0, register 0
@g = groupshared global [2 x <2 x float>]
define void @main(i32 %v0, i1 %v1) {
block0:
  %v2 = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @dx.resource.handlefrombinding[@B](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v3 = call {<4 x float>, i1} @dx.resource.load.typedbuffer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %v2, i32 %v0)
  %v4 = extract[0] {<4 x float>, i1} %v3
  %v5 = swizzle[zwxy] <4 x float> %v4
  %v6 = fmul precise <4 x float> %v5, (1.0, 2.0, 3.0, 4.0)
  br i1 %v1, block1, block2(<4 x float> %v6) !selection merge block2
block1:
  %v7 = dot <4 x float> %v4, %v5
  %v8 = insert[1] <4 x float> %v6, float %v7
  %v9 = extract.dynamic <4 x float> %v8, i32 %v0
  %v10 = insert.dynamic <4 x float> %v8, float %v9, i32 %v0
  br block2(<4 x float> %v10)
block2(<4 x float> %v11):
  %v12 = globaladdr[@g]
  %v13 = gep ptr(groupshared, [2 x <2 x float>]) %v12, i32 %v0
  %v14 = load ptr(groupshared, <2 x float>) %v13
  %v15 = swizzle[xyxy] <2 x float> %v14
  %v16 = select i1 %v1, <4 x float> %v11, %v15
  call void @dx.resource.store.typedbuffer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %v2, i32 %v0, <4 x float> %v16)
  ret void
}"#
    ));
}

#[test]
fn memory_becomes_flat() {
    insta::assert_snapshot!(after(
        &["flatten-memory", "simplify", "dce"],
        r#"
%S = type { float "f", [2 x i1] "b" }
@g = groupshared global [4 x <2 x float>]
@t = constant global [2 x [2 x i32]] ((1, 2), (3, 4))
@s = groupshared global [8 x %S]
define i32 @main(i32 %v0, i32 %v1) {
block0:
  %v2 = globaladdr[@g]
  %v3 = gep ptr(groupshared, [4 x <2 x float>]) %v2, i32 %v0, 1
  store ptr(groupshared, float) %v3, float 1.0
  %v4 = globaladdr[@s]
  %v5 = gep ptr(groupshared, [8 x %S]) %v4, i32 %v0, 1, %v1
  %v6 = load ptr(groupshared, i1) %v5
  store ptr(groupshared, i1) %v5, i1 %v6
  %v7 = globaladdr[@t]
  %v8 = gep ptr(constant, [2 x [2 x i32]]) %v7, i32 %v0, 1
  %v9 = load ptr(constant, i32) %v8
  %v10 = alloca i1
  store ptr(function, i1) %v10, i1 %v6
  %v11 = load ptr(function, i1) %v10
  %v12 = select i1 %v11, i32 %v9, 0
  ret i32 %v12
}"#
    ));
}

/// Nor is it told that anything changed, which would have other passes look at all of it again.
#[test]
fn memory_that_holds_what_its_type_says_is_left_alone() {
    let text = r#"
%S = type { float "f", <2 x float> "v" }
define float @shared(ptr(function, %S) %v0) keep exported "\01?shared@@" {
block0:
  %v1 = gep ptr(function, %S) %v0, i32 1, i32 0
  %v2 = load ptr(function, float) %v1
  ret float %v2
}"#;
    let (mut module, mut diagnostics) = (common::read(text), Diagnostics::default());
    let changed = run_pass(&mut module, "flatten-memory", &PassOptions::default(), &mut diagnostics);
    assert!(!changed.expect("there is such a pass").expect("it does not break the module"));
    assert!(!print(&module, PrintOptions::default()).contains("%v3"));
}

mod binding {
    use super::common::read;
    use hlslc_base::diag::Diagnostics;
    use hlslc_ir::module::Binding;
    use hlslc_passes::PassOptions;
    use hlslc_passes::run_pass;
    use std::fmt::Write;

    /// Declares buffers, `*` marking those that are not used, and says where each goes.
    fn bind(declarations: &[(&str, Option<u32>, &str)]) -> String {
        let (mut head, mut body) = (String::new(), String::new());
        let ty = r#"target("dx.TypedBuffer", float, 1, 0, 0)"#;
        let mut order = 0;
        for (at, &(name, count, binding)) in declarations.iter().enumerate() {
            let (name, used) = name.strip_suffix('*').map_or((name, true), |name| (name, false));
            let range = count.map_or("unbounded".into(), |count| format!("count {count}"));
            let count = count.map_or(-1, i64::from);
            let numbers: Vec<&str> = binding.split_whitespace().collect();
            let (place, call) = match numbers[..] {
                ["u", register] => (
                    format!("space 0, register {register}"),
                    format!("handlefrombinding[@{name}](i32 0, i32 {register}"),
                ),
                ["u", register, "space", space] => (
                    format!("space {space}, register {register}"),
                    format!("handlefrombinding[@{name}](i32 {space}, i32 {register}"),
                ),
                ["space", space] => (
                    format!("space {space}, implicit {order}"),
                    format!("handlefromimplicitbinding[@{name}](i32 {order}, i32 {space}"),
                ),
                _ => (format!("implicit {order}"), format!("handlefromimplicitbinding[@{name}](i32 {order}, i32 0")),
            };
            order += u32::from(!place.contains("register"));
            writeln!(head, "@{name} = resource {ty}, {range}, {place}").expect("strings grow");
            if used {
                writeln!(body, "  %v{at} = call {ty} @dx.resource.{call}, i32 {count}, i32 0, i1 false)")
                    .expect("strings grow");
            }
        }
        let mut module = read(&format!(
            "{head}define void @main() {{\nblock0:\n{body}  ret void\n}}\nentry \"main\" = @main \"pixel\" {{\n}}"
        ));
        let mut diagnostics = Diagnostics::default();
        run_pass(&mut module, "implicit-binding", &PassOptions::default(), &mut diagnostics)
            .expect("the pass exists")
            .unwrap_or_else(|error| panic!("{error}"));
        let mut said: Vec<String> = module
            .resources
            .values()
            .zip(declarations)
            .filter(|(_, declared)| !declared.0.ends_with('*'))
            .filter_map(|(data, _)| match data.binding {
                Binding::Explicit { space: 0, lower } => Some(format!("{} u{lower}", data.name)),
                Binding::Explicit { space, lower } => Some(format!("{} u{lower} space{space}", data.name)),
                Binding::Implicit { .. } | Binding::Heap(_) => None,
            })
            .collect();
        said.extend(diagnostics.iter().map(|d| d.message.clone()));
        said.join(", ")
    }

    #[test]
    fn simple_resources_fill_gaps() {
        // Example 1.1 of the proposal.
        let list = [("A", Some(1), "u 0"), ("B", Some(1), ""), ("C*", Some(1), "u 2"), ("D", Some(1), "")];
        assert_eq!(bind(&list), "A u0, B u1, D u2");
    }

    #[test]
    fn arrays_take_the_first_range_that_holds_them() {
        // Example 2.1.
        let list = [
            ("A", Some(1), "u 2"),
            ("B", Some(4), ""),
            ("C", Some(2), ""),
            ("D*", Some(50), "u 6"),
            ("E", Some(2), ""),
        ];
        assert_eq!(bind(&list), "A u2, B u3, C u0, E u7");
    }

    #[test]
    fn unbounded_arrays_go_to_the_end() {
        // Examples 3.1 to 3.4.
        let list = [("A", Some(1), "u 1"), ("B", None, ""), ("C", Some(1), "u 5"), ("D", Some(3), "")];
        assert_eq!(bind(&list), "A u1, B u6, C u5, D u2");
        let list = [("A", Some(1), "u 1"), ("B", None, ""), ("C", Some(1), "u 5"), ("D", Some(4), "")];
        assert_eq!(
            bind(&list),
            "A u1, B u6, C u5, `D` needs 4 registers in a row, but no such u registers are left in space 0"
        );
        let list = [("A", Some(1), "u 1"), ("D", Some(4), ""), ("B", None, ""), ("C", Some(1), "u 5")];
        assert_eq!(bind(&list), "A u1, D u6, B u10, C u5");
        let list = [("C", None, ""), ("D", None, "")];
        assert_eq!(bind(&list), "C u0, `D` needs a range without bound, but no such u registers are left in space 0");
    }

    #[test]
    fn spaces_are_separate() {
        // Examples 4.1 and 5.1.
        let list =
            [("A", Some(1), "u 0 space 1"), ("B", Some(10), ""), ("C", Some(20), "u 10 space 5"), ("D", Some(1), "")];
        assert_eq!(bind(&list), "A u0 space1, B u0, C u10 space5, D u10");
        let list = [("A", Some(1), "u 1"), ("B", None, ""), ("C", Some(3), "space 1"), ("D", Some(1), "space 1")];
        assert_eq!(bind(&list), "A u1, B u2, C u0 space1, D u3 space1");
    }

    #[test]
    fn unused_resources_leave_their_registers() {
        // Example 6.1, what is left of it after optimisation.
        let list = [("A", Some(1), ""), ("B*", Some(10), "u 0"), ("C*", Some(1), "u 2"), ("E", Some(5), "")];
        assert_eq!(bind(&list), "A u0, E u1");
    }

    #[test]
    fn the_last_register_can_be_taken() {
        let list = [("A", Some(1), "u 4294967295"), ("B", None, "")];
        assert_eq!(
            bind(&list),
            "A u4294967295, `B` needs a range without bound, but no such u registers are left in space 0"
        );
    }
}

#[test]
fn loops_unroll_where_asked_to() {
    insta::assert_snapshot!(after(
        &["unroll", "dce"],
        r"
define i32 @f(i32 %v0) {
block0:
  br block1(i32 0, %v0)
block1(i32 %v1, i32 %v2):
  %v3 = icmp.ult i32 %v1, 3
  br i1 %v3, block2, block6 !loop merge block6 continue block5 unroll
block2:
  %v4 = icmp.eq i32 %v2, 7
  br i1 %v4, block3, block4 !selection merge block4
block3:
  br block6
block4:
  %v5 = mul i32 %v2, %v1
  br block5
block5:
  %v6 = add i32 %v1, 1
  br block1(i32 %v6, %v5)
block6:
  %v7 = add i32 %v2, %v1
  ret i32 %v7
}"
    ));
}

#[test]
fn inner_loops_unroll_after_the_outer_gave_their_bounds() {
    insta::assert_snapshot!(after(
        &["unroll", "dce"],
        r"
define i32 @f(i32 %v0) {
block0:
  br block1(i32 1, %v0)
block1(i32 %v1, i32 %v2):
  %v3 = icmp.ule i32 %v1, 2
  br i1 %v3, block2, block6 !loop merge block6 continue block5 unroll
block2:
  br block3(i32 0, %v2)
block3(i32 %v4, i32 %v5):
  %v6 = icmp.ult i32 %v4, %v1
  br i1 %v6, block4, block5(i32 %v5) !loop merge block5 continue block4 unroll
block4:
  %v7 = mul i32 %v5, %v5
  %v8 = add i32 %v4, 1
  br block3(i32 %v8, %v7)
block5(i32 %v9):
  %v10 = add i32 %v1, 1
  br block1(i32 %v10, %v9)
block6:
  ret i32 %v2
}"
    ));
}

#[test]
fn a_loop_without_a_known_bound_cannot_be_unrolled() {
    insta::assert_snapshot!(after(
        &["unroll"],
        r"
define void @f(i32 %v0) {
block0:
  br block1(i32 0)
block1(i32 %v1):
  %v2 = icmp.ult i32 %v1, %v0
  br i1 %v2, block2, block3 !loop merge block3 continue block2 unroll
block2:
  %v3 = add i32 %v1, 1
  br block1(i32 %v3)
block3:
  ret void
}"
    ));
}

const HANDLES: &str = r#"
@A = resource target("dx.TypedBuffer", float, 1, 0, 0), count 4, array, space 0, register 0
@B = resource target("dx.TypedBuffer", float, 1, 0, 0), count 1, space 0, register 4
define void @main(i32 %v0, i1 %v1) {
block0:
  %v6 = alloca target("dx.TypedBuffer", float, 1, 0, 0)
  %v2 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefrombinding[@A](i32 0, i32 0, i32 4, i32 %v0, i1 true)
  %v3 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefrombinding[OTHER, i1 false)
  store ptr(function, target("dx.TypedBuffer", float, 1, 0, 0)) %v6, target("dx.TypedBuffer", float, 1, 0, 0) %v2
  br i1 %v1, block1, block2
block1:
  store ptr(function, target("dx.TypedBuffer", float, 1, 0, 0)) %v6, target("dx.TypedBuffer", float, 1, 0, 0) %v3
  br block2
block2:
  %v4 = load ptr(function, target("dx.TypedBuffer", float, 1, 0, 0)) %v6
  %v5 = select i1 %v1, target("dx.TypedBuffer", float, 1, 0, 0) %v4, %v2
  call void @dx.resource.store.typedbuffer(target("dx.TypedBuffer", float, 1, 0, 0) %v5, i32 0, float 1.0)
  ret void
}"#;

#[test]
fn a_choice_of_handles_becomes_a_choice_of_indices() {
    let text = HANDLES.replace("OTHER", "@A](i32 0, i32 0, i32 4, i32 1");
    insta::assert_snapshot!(after(&["resolve-handles", "dce"], &text));
}

/// A handle is no parameter: where different ones meet they stay in their variable.
#[test]
fn handles_do_not_meet_in_parameters() {
    let text = HANDLES.replace("OTHER", "@A](i32 0, i32 0, i32 4, i32 1");
    let left = after(&["mem2reg"], &text);
    assert!(left.rsplit("----").next().is_some_and(|after| after.contains("alloca")), "{left}");
}

/// What a loop passes on to itself is of one resource if what comes in is.
#[test]
fn a_handle_that_goes_round_a_loop_is_an_index_that_does() {
    insta::assert_snapshot!(after(
        &["mem2reg", "resolve-handles", "dce"],
        r#"
@A = resource target("dx.TypedBuffer", float, 1, 0, 0), count 4, array, space 0, register 0
define void @main(i32 %v0, i1 %v1, i1 %v2) {
block0:
  %v3 = alloca target("dx.TypedBuffer", float, 1, 0, 0)
  %v4 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefrombinding[@A](i32 0, i32 0, i32 4, i32 0, i1 false)
  store ptr(function, target("dx.TypedBuffer", float, 1, 0, 0)) %v3, target("dx.TypedBuffer", float, 1, 0, 0) %v4
  br block1
block1:
  br i1 %v1, block2, block3
block2:
  %v5 = load ptr(function, target("dx.TypedBuffer", float, 1, 0, 0)) %v3
  call void @dx.resource.store.typedbuffer(target("dx.TypedBuffer", float, 1, 0, 0) %v5, i32 0, float 1.0)
  br i1 %v2, block4, block1
block4:
  %v6 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefrombinding[@A](i32 0, i32 0, i32 4, i32 %v0, i1 true)
  store ptr(function, target("dx.TypedBuffer", float, 1, 0, 0)) %v3, target("dx.TypedBuffer", float, 1, 0, 0) %v6
  br block1
block3:
  ret void
}"#
    ));
}

/// An element of a local array may be any if all of them are of one resource.
#[test]
fn a_local_array_of_handles_of_one_resource_is_one_of_indices() {
    insta::assert_snapshot!(after(
        &["resolve-handles", "dce"],
        r#"
@A = resource target("dx.TypedBuffer", float, 1, 0, 0), count 4, array, space 0, register 0
define void @main(i32 %v0) {
block0:
  %v1 = alloca [2 x target("dx.TypedBuffer", float, 1, 0, 0)]
  %v2 = gep ptr(function, [2 x target("dx.TypedBuffer", float, 1, 0, 0)]) %v1, i32 0
  %v3 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefrombinding[@A](i32 0, i32 0, i32 4, i32 2, i1 false)
  store ptr(function, target("dx.TypedBuffer", float, 1, 0, 0)) %v2, target("dx.TypedBuffer", float, 1, 0, 0) %v3
  %v4 = gep ptr(function, [2 x target("dx.TypedBuffer", float, 1, 0, 0)]) %v1, i32 1
  %v5 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefrombinding[@A](i32 0, i32 0, i32 4, i32 0, i1 false)
  store ptr(function, target("dx.TypedBuffer", float, 1, 0, 0)) %v4, target("dx.TypedBuffer", float, 1, 0, 0) %v5
  %v6 = gep ptr(function, [2 x target("dx.TypedBuffer", float, 1, 0, 0)]) %v1, i32 %v0
  %v7 = load ptr(function, target("dx.TypedBuffer", float, 1, 0, 0)) %v6
  call void @dx.resource.store.typedbuffer(target("dx.TypedBuffer", float, 1, 0, 0) %v7, i32 0, float 1.0)
  ret void
}"#
    ));
}

#[test]
fn a_resource_that_was_never_set_is_an_error() {
    let said = after(
        &["mem2reg", "resolve-handles"],
        r#"
define void @main() {
block0:
  %v1 = alloca target("dx.TypedBuffer", float, 1, 0, 0)
  %v2 = load ptr(function, target("dx.TypedBuffer", float, 1, 0, 0)) %v1
  call void @dx.resource.store.typedbuffer(target("dx.TypedBuffer", float, 1, 0, 0) %v2, i32 0, float 1.0)
  ret void
}"#,
    );
    assert!(said.ends_with("E0705 0..0: it is not known at compile time which resource this is\n"), "{said}");
}

#[test]
fn a_choice_of_resources_is_an_error() {
    let text = HANDLES.replace("OTHER", "@B](i32 0, i32 4, i32 1, i32 0");
    let said = after(&["resolve-handles"], &text);
    assert!(said.ends_with("E0705 0..0: it is not known at compile time which resource this is\n"), "{said}");
}

#[test]
fn undefined_operands_become_zero() {
    insta::assert_snapshot!(after(
        &["settle-undefined"],
        r"
define i32 @f(i32 %v0) {
block0:
  %v1 = add i32 %v0, undef
  %v2 = icmp.eq i32 undef, %v1
  %v3 = select i1 %v2, i32 %v1, undef
  br i1 undef, block1(i32 undef), block1(i32 %v3)
block1(i32 %v4):
  ret i32 %v4
}"
    ));
}

/// Before shader model 6.3 raw buffers give words only.
#[test]
fn wide_numbers_are_loaded_as_words_where_they_must_be() {
    use hlslc_base::{Diagnostics, ShaderModel};
    use hlslc_ir::text::{PrintOptions, print};
    let mut module = common::read(
        r#"
@B = resource target("dx.RawBuffer", i8, 1, 0), count 1, space 0, register 0
define void @main(i32 %v0) {
block0:
  %v1 = call target("dx.RawBuffer", i8, 1, 0) @dx.resource.handlefrombinding[@B](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call {<2 x double>, i1} @dx.resource.load.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %v1, i32 %v0, i32 0)
  %v3 = extract[0] {<2 x double>, i1} %v2
  call void @dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %v1, i32 16, i32 0, <2 x double> %v3)
  ret void
}"#,
    );
    let options = PassOptions { model: ShaderModel::new(6, 2), ..Default::default() };
    let run = |module: &mut _, pass| run_pass(module, pass, &options, &mut Diagnostics::default());
    for pass in ["resource-access", "simplify", "dce"] {
        run(&mut module, pass).expect("the pass exists").unwrap_or_else(|error| panic!("{error}"));
    }
    insta::assert_snapshot!(print(&module, PrintOptions::default()));
}

#[test]
fn a_return_from_an_unrolled_loop_is_part_of_its_body() {
    insta::assert_snapshot!(after(
        &["unroll", "dce"],
        r"
define i32 @f(i32 %v0) {
block0:
  br block1(i32 0)
block1(i32 %v1):
  %v2 = icmp.ult i32 %v1, 2
  br i1 %v2, block2, block5 !loop merge block5 continue block4 unroll
block2:
  %v3 = icmp.eq i32 %v0, %v1
  br i1 %v3, block3, block4 !selection merge block4
block3:
  %v4 = mul i32 %v1, 10
  ret i32 %v4
block4:
  %v5 = add i32 %v1, 1
  br block1(i32 %v5)
block5:
  ret i32 -1
}"
    ));
}

#[test]
fn outputs_are_not_given_undefined_values() {
    insta::assert_snapshot!(after(
        &["settle-undefined"],
        r#"
define void @main() {
block0:
  call void @dx.storeoutput[sig0, 0](i32 0, i32 undef, float 1.0)
  call void @dx.storeoutput[sig0, 1](i32 0, i32 undef, float undef)
  ret void
}
entry "main" = @main "pixel" {
  output sig0 = "SV_Target" 0, [1 x 2 x float], linear
}"#
    ));
}

/// What an amplification shader hands on keeps its type; truth values are words, matrices lie as they are declared, and the
/// index beyond the array stays within.
#[test]
fn a_payload_is_not_taken_apart() {
    insta::assert_snapshot!(after(
        &["scalarise", "flatten-memory"],
        r#"
%Part = type { <3 x float> "offset", i1 "isLit" }
%Payload = type { i32 "first", [2 x %Part] "parts", [4 x [3 x <2 x float>]] "turned" column_major }
@payload = groupshared global %Payload
@plain = groupshared global %Part
define void @main(i32 %v0) {
block0:
  %v1 = globaladdr[@payload]
  %v2 = gep ptr(groupshared, %Payload) %v1, i32 1, i32 %v0, i32 0
  store ptr(groupshared, <3 x float>) %v2, <3 x float> zeroinitializer
  %v3 = gep ptr(groupshared, %Payload) %v1, i32 1, i32 5, i32 1
  %v4 = load ptr(groupshared, i1) %v3
  %v7 = gep ptr(groupshared, %Payload) %v1, i32 2, i32 3, i32 %v0, i32 1
  store ptr(groupshared, float) %v7, float 1.0
  %v5 = globaladdr[@plain]
  %v6 = gep ptr(groupshared, %Part) %v5, i32 1
  store ptr(groupshared, i1) %v6, i1 %v4
  call void @dx.dispatchmesh(i32 1, i32 1, i32 1, ptr(groupshared, %Payload) %v1)
  ret void
}
define void @start() {
block0:
  call void @main(i32 0)
  ret void
}
entry "main" = @start "amplification" {
  numthreads 1 1 1
  payload 132
}"#
    ));
}

/// The same of a local that is handed on, and of a payload that is read.
#[test]
fn a_payload_may_be_a_local_or_come_from_elsewhere() {
    insta::assert_snapshot!(after(
        &["flatten-memory"],
        r#"
%Payload = type { i1 "isLit", [2 x float] "factors" }
@payload = payload global %Payload
define void @main() {
block0:
  %v0 = alloca %Payload
  %v1 = gep ptr(function, %Payload) %v0, i32 0
  store ptr(function, i1) %v1, i1 true
  %v2 = globaladdr[@payload]
  %v3 = gep ptr(payload, %Payload) %v2, i32 1, i32 1
  %v4 = load ptr(payload, float) %v3
  %v5 = gep ptr(function, %Payload) %v0, i32 1, i32 0
  store ptr(function, float) %v5, float %v4
  call void @dx.dispatchmesh(i32 1, i32 1, i32 1, ptr(function, %Payload) %v0)
  ret void
}
entry "main" = @main "amplification" {
  numthreads 1 1 1
  payload 12
}"#
    ));
}

/// Parameters, results and arguments keep their types, and what is given by reference is as others see it.
#[test]
fn functions_that_stay_keep_what_crosses_their_border() {
    insta::assert_snapshot!(after(
        &["scalarise", "flatten-memory"],
        r#"
%S = type { <3 x float> "a", i1 "b", [2 x <3 x float>] "m" column_major }
declare <2 x float> @away([2 x <2 x float>], ptr(function, i1) inout, ptr(function, [2 x <3 x float>]) out column_major) external "\01?away@@"
define <4 x float> @shared(ptr(function, %S) %v0, <4 x float> %v1, ptr(function, i1) %v2 inout) keep exported "\01?shared@@" {
block0:
  %v3 = alloca [2 x <3 x float>]
  %v4 = alloca i1
  %v5 = load ptr(function, i1) %v2
  store ptr(function, i1) %v4, i1 %v5
  %v6 = extract[1] <4 x float> %v1
  %v7 = construct float %v6, %v6 to <2 x float>
  %v8 = construct <2 x float> %v7, %v7 to [2 x <2 x float>]
  %v9 = call <2 x float> @away([2 x <2 x float>] %v8, ptr(function, i1) %v4, ptr(function, [2 x <3 x float>]) %v3)
  %v10 = gep ptr(function, [2 x <3 x float>]) %v3, i32 1
  %v11 = load ptr(function, <3 x float>) %v10
  %v12 = gep ptr(function, %S) %v0, i32 2, i32 1
  store ptr(function, <3 x float>) %v12, <3 x float> %v11
  %v13 = swizzle[xyxy] <2 x float> %v9
  ret <4 x float> %v13
}
"#
    ));
}

/// The payload of a ray and what a shader hands on keep their types.
#[test]
fn what_rays_carry_stays_whole() {
    insta::assert_snapshot!(after(
        &["sroa", "mem2reg", "scalarise", "flatten-memory"],
        r#"
%P = type { <4 x float> "colour", i1 "hit" }
@scene = resource target("dx.AccelerationStructure"), count 1, space 0, register 0
@p = parameter global %P
define void @miss() {
block0:
  %v0 = globaladdr[@p]
  %v1 = alloca %P
  %v2 = load ptr(parameter, %P) %v0
  store ptr(function, %P) %v1, %P %v2
  %v3 = call target("dx.AccelerationStructure") @dx.resource.handlefrombinding[@scene](i32 0, i32 0, i32 1, i32 0, i1 false)
  call void @dx.traceray(target("dx.AccelerationStructure") %v3, i32 0, i32 255, i32 0, i32 1, i32 0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 1.0, float 1.0, ptr(function, %P) %v1)
  %v4 = load ptr(function, %P) %v1
  store ptr(parameter, %P) %v0, %P %v4
  ret void
}
entry "miss" = @miss "miss" {
  parameter @p = payload
}"#
    ));
}

/// What a ray shader is given stays although nothing uses it, and is found again once other globals are gone or in pieces.
#[test]
fn what_a_ray_shader_is_given_stays() {
    insta::assert_snapshot!(after(
        &["flatten-memory", "drop-globals"],
        r#"
%P = type { float "a", i1 "hit" }
@pieces = private global %P
@p = parameter global %P
@at = parameter global %P
define void @any() {
block0:
  %v0 = globaladdr[@at]
  %v1 = gep ptr(parameter, %P) %v0, i32 0
  %v2 = load ptr(parameter, float) %v1
  ret void
}
entry "any" = @any "any-hit" {
  parameter @p = payload
  parameter @at = attributes
}"#
    ));
}
