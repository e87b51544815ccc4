//! Tests a module with several entry points and a function that is not inlined: through the passes and both back ends.

use crate::support::Folder;
use hlslc_base::Target;
use hlslc_base::diag::Diagnostics;
use hlslc_dxil_lower::LowerOptions;
use hlslc_ir::form::CommonModule;
use hlslc_ir::text::parse;
use hlslc_passes::{PassOptions, to_common, to_dxil, to_spirv};
use std::process::Command;

const TWO_ENTRIES: &str = r#"
@Out = resource target("dx.TypedBuffer", i32, 1, 0, 0), count 1, implicit 0
@In = resource target("dx.TypedBuffer", i32, 0, 0, 0), count 1, implicit 1
@count = private global i32 5
define void @first() {
block0:
  %v0 = call i32 @dx.threadid[0]()
  %v2 = call i32 @both(i32 %v0, <2 x i32> (3, 4))
  %v3 = call target("dx.TypedBuffer", i32, 1, 0, 0) @dx.resource.handlefromimplicitbinding[@Out](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v4 = call ptr(resource, i32) @dx.resource.getpointer(target("dx.TypedBuffer", i32, 1, 0, 0) %v3, i32 %v0)
  store ptr(resource, i32) %v4, i32 %v2
  ret void
}
define void @second() {
block0:
  %v0 = call float @dx.loadinput[sig0, 0](i32 0, undef)
  %v1 = fptosi float %v0 to i32
  %v3 = call i32 @both(i32 %v1, <2 x i32> zeroinitializer)
  %v4 = sitofp i32 %v3 to float
  call void @dx.storeoutput[sig0, 0](i32 0, undef, float %v4)
  ret void
}
define i32 @both(i32 %v0, <2 x i32> %v1) keep {
block0:
  %v2 = call target("dx.TypedBuffer", i32, 0, 0, 0) @dx.resource.handlefromimplicitbinding[@In](i32 1, i32 0, i32 1, i32 0, i1 false)
  %v3 = call ptr(resource, i32) @dx.resource.getpointer(target("dx.TypedBuffer", i32, 0, 0, 0) %v2, i32 %v0)
  %v4 = load ptr(resource, i32) %v3
  %v5 = call i32 @once(i32 %v4)
  %v6 = construct i32 %v5, %v0 to <2 x i32>
  %v7 = add <2 x i32> %v6, %v1
  %v8 = extract[1] <2 x i32> %v7
  ret i32 %v8
}
define i32 @once(i32 %v0) {
block0:
  %v1 = globaladdr[@count]
  %v2 = load ptr(private, i32) %v1
  %v3 = add i32 %v2, %v0
  store ptr(private, i32) %v1, i32 %v3
  ret i32 %v3
}
entry "first" = @first "compute" {
  numthreads 8 1 1
}
entry "second" = @second "pixel" {
  input sig0 = "U" 0, [1 x 1 x float], linear
  output sig0 = "SV_Target" 0, SV_Target, [1 x 1 x float]
}"#;

fn common(diagnostics: &mut Diagnostics) -> CommonModule {
    let module = parse(TWO_ENTRIES).unwrap_or_else(|error| panic!("{error}"));
    to_common(module, &PassOptions::default(), &mut (), diagnostics).unwrap_or_else(|stopped| panic!("{stopped:?}"))
}

#[test]
fn both_entry_points_call_the_function_that_stays() {
    let mut diagnostics = Diagnostics::default();
    let module = to_dxil(common(&mut diagnostics), &PassOptions::default(), &mut (), &mut diagnostics)
        .unwrap_or_else(|stopped| panic!("{stopped:?}"));
    let complaints: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert!(complaints.is_empty(), "{complaints:?}");
    let target: Target = "lib_6_3".parse().expect("a profile");
    let lowered = hlslc_dxil_lower::lower(&module, LowerOptions::new(target), &mut diagnostics)
        .unwrap_or_else(|_| panic!("{diagnostics:?}"));
    let names: Vec<String> = lowered.shader.entries.iter().map(|entry| entry.name.to_string()).collect();
    assert_eq!(names, ["", "first", "second"]);
    let bytes = dxil::bitcode::write(&lowered.module).expect("can be written");
    let again = dxil::bitcode::read(&bytes).expect("can be read");
    let problems: Vec<String> = dxil::rules::verify(&again).iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{problems:?}");
    insta::assert_snapshot!(dxil::disasm::disassemble_module(&again));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn spirv_has_both_entry_points_and_calls() {
    let mut diagnostics = Diagnostics::default();
    let module = to_spirv(common(&mut diagnostics), &PassOptions::default(), &mut (), &mut diagnostics)
        .unwrap_or_else(|stopped| panic!("{stopped:?}"));
    let words = hlslc_spirv::emit(&module, &hlslc_spirv::SpirvOptions::default(), &mut diagnostics)
        .unwrap_or_else(|_| panic!("{diagnostics:?}"));
    validate(&words);
    insta::assert_snapshot!(hlslc_spirv::disassemble(&words));
}

/// Runs `spirv-val` on a module; a test without it fails.
fn validate(words: &[u32]) {
    let path = std::env::temp_dir().join(format!("hlslc-several-entries-{}.spv", std::process::id()));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(&path, bytes).expect("a file can be written");
    let output = Command::new("spirv-val").args(["--target-env", "vulkan1.1"]).arg(&path).output();
    // A file that remains is no failure.
    drop(std::fs::remove_file(&path));
    let output = output.unwrap_or_else(|why| panic!("this test needs spirv-val: {why}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{}", hlslc_spirv::disassemble(words));
}

/// What an included file or a macro brings stands where the `#include` and the macro are.
#[test]
fn entry_points_stand_as_they_are_read() {
    let folder = Folder::new("several-entries-order");
    let miss = |name: &str| format!("[shader(\"miss\")] void {name}(inout Payload p) {{ p.a = 1; }}\n");
    folder.file("second.hlsli", miss("Second").as_bytes());
    let source = format!(
        "struct Payload {{ float a; }};\n#define MISS(NAME) [shader(\"miss\")] void NAME(inout Payload p) {{ p.a = 2; }}\n\
         MISS(First)\n#include \"second.hlsli\"\n{}MISS(Fourth)\n",
        miss("Third")
    );
    folder.file("library.hlsl", source.as_bytes());
    let done = folder.run(&["library.hlsl", "-T", "lib_6_3"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    let defined = done.out.lines().filter_map(|line| line.strip_prefix("define void @\"\\01?")?.split('@').next());
    assert_eq!(defined.collect::<Vec<_>>(), ["First", "Second", "Third", "Fourth"]);
}
