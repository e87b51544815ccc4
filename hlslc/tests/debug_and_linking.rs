//! What stands beside a container, and libraries that are only linked.

use dxil::container::small::DebugName;
use dxil::container::{Container, FourCc, pdb};
use hlslc::options::{DebugOptions, Emit};
use hlslc::{Compiler, NoIncludes, Options};

#[test]
fn a_file_with_debug_information_holds_the_program_under_the_name_that_the_container_states() {
    let target = Some("cs_6_0".parse().expect("a profile"));
    let debug = DebugOptions { wanted: true, separate: true, ..DebugOptions::default() };
    let options = Options { target, debug, ..Options::default() };
    let source = b"RWBuffer<float> o; [numthreads(1,1,1)] void main() { o[0] = 1; }";
    let output = Compiler::new(options).compile("shader.hlsl", source, &NoIncludes);
    let (object, file) = (output.object.expect("an object"), output.debug_file.expect("a file"));
    let container = Container::read(&object).expect("a container");
    assert!(container.part(FourCc::ILDB).is_none(), "it is beside the container, not in it");
    let stated = DebugName::read(container.part(FourCc::ILDN).expect("a name")).expect("a name");
    assert_eq!(String::from_utf8(stated.name).as_deref(), Ok(file.name.as_str()));
    let inner = Container::read(&pdb::read(&file.bytes).expect("a file")).expect("a container");
    assert!(inner.part(FourCc::ILDB).is_some());
    assert_eq!(inner.part(FourCc::HASH), container.part(FourCc::HASH));
}

#[test]
fn a_library_that_is_only_linked_is_not_to_be_validated() {
    let target = Some("lib_6_x".parse().expect("a profile"));
    let options = Options { target, emit: Emit::Dxil, ..Options::default() };
    let output = Compiler::new(options).compile("shader.hlsl", b"export float f(float x) { return x; }", &NoIncludes);
    let text = output.text.expect("a listing");
    // dx.valver
    assert!(text.contains("!{i32 0, i32 0}") && text.contains("!{!\"lib\", i32 6, i32 15}"), "{text}");
}
