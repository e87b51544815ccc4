//! Tests the allocation of registers for resources without explicit ones.

use crate::common::{after_with, read};
use hlslc_base::diag::Diagnostics;
use hlslc_ir::module::Binding;
use hlslc_passes::{PassOptions, run_pass};
use std::fmt::Write;

#[test]
fn registers_of_unused_resources_are_reserved_on_request() {
    let text = r#"
@A = resource target("dx.TypedBuffer", float, 1, 0, 0), count 1, implicit 0
@Unused = resource target("dx.TypedBuffer", float, 1, 0, 0), count 3, array, space 0, register 0
@Beside = resource target("dx.TypedBuffer", float, 1, 0, 0), count 4, array, space 0, register 2
@B = resource target("dx.TypedBuffer", float, 1, 0, 0), count 1, space 0, register 4

define void @main() {
block0:
  %v0 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefromimplicitbinding[@A](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v1 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefrombinding[@B](i32 0, i32 4, i32 1, i32 0, i1 false)
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;
    let reserves_unused = PassOptions { reserves_unused: true, ..PassOptions::default() };
    let register = |options: &PassOptions, text: &str| {
        let after = after_with(options, &["implicit-binding"], text);
        let behind = after.rsplit("----").next().unwrap_or_default();
        behind.lines().filter(|line| line.starts_with("@A") || line.starts_with("E0")).collect::<Vec<_>>().join("\n")
    };
    assert!(register(&PassOptions::default(), text).ends_with("register 0"));
    assert!(register(&reserves_unused, text).ends_with("register 6"), "{}", register(&reserves_unused, text));
    let unbounded = text.replace("count 3, array", "unbounded, array");
    assert!(register(&reserves_unused, &unbounded).contains("E0747"));
}

/// Declares buffers, of which `*` marks the unused ones, and lists their registers.
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
            ["u", register] => {
                (format!("space 0, register {register}"), format!("handlefrombinding[@{name}](i32 0, i32 {register}"))
            }
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
    let list =
        [("A", Some(1), "u 2"), ("B", Some(4), ""), ("C", Some(2), ""), ("D*", Some(50), "u 6"), ("E", Some(2), "")];
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
    // Example 6.1, as far as it remains after optimisation.
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
