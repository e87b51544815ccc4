//! Registers of resources that name none.

#[allow(dead_code, reason = "not every test needs all of it")]
use crate::common;
use hlslc_passes::PassOptions;

#[test]
fn registers_of_unused_resources_are_kept_if_that_is_asked_for() {
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
        let after = common::after_with(options, &["implicit-binding"], text);
        let behind = after.rsplit("----").next().unwrap_or_default();
        behind.lines().filter(|line| line.starts_with("@A") || line.starts_with("E0")).collect::<Vec<_>>().join("\n")
    };
    assert!(register(&PassOptions::default(), text).ends_with("register 0"));
    assert!(register(&reserves_unused, text).ends_with("register 6"), "{}", register(&reserves_unused, text));
    let unbounded = text.replace("count 3, array", "unbounded, array");
    assert!(register(&reserves_unused, &unbounded).contains("E0747"));
}
