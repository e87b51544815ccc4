//! Tests included files: from a callback, and from disk.

use hlslc_c::abi::*;

use crate::support::*;

const MAIN: &str = "#include \"one.h\"\n#include <two.h>\n[numthreads(ONE, TWO, 1)] void main() {}\n";

#[test]
fn a_callback_is_asked_beside_the_file_and_then_in_each_folder() {
    let files = [
        ("dir/inc/one.h", "#define ONE 1\n"),
        ("lib/two.h", "#include \"deep.h\"\n"),
        ("lib/deep.h", "#define TWO 2\n"),
    ];
    let mut files = Files::new(&files);
    let found = compile_with(MAIN, &["-T", "cs_6_6", "-I", "dir/inc", "-Ilib/"], |request| {
        request.source_name = c"dir/shader.hlsl".as_ptr();
        files.serve(request);
    });
    assert_eq!((found.status, found.messages()), (HlslcStatus::Ok, Vec::new()));
    let asked = ["dir/one.h", "dir/inc/one.h", "dir/inc/two.h", "lib/two.h", "lib/deep.h"];
    assert_eq!(files.asked, asked);
    assert_eq!(files.released, asked.len(), "each answer is taken back once");
    assert_eq!(found.dependencies(), ["dir/inc/one.h", "lib/two.h", "lib/deep.h"]);
}

#[test]
fn what_a_callback_cannot_find_or_read_is_an_error_at_the_include() {
    let mut none = Files::new(&[]);
    let found = compile_with(MAIN, &["-T", "cs_6_6"], |request| none.serve(request));
    assert_eq!(found.status, HlslcStatus::CompileFailed);
    assert_eq!(found.diagnostic(0).line, 1);
    // In angle brackets it is asked for beside the file too, so that the message can say that quotes would find it.
    assert_eq!(none.asked, ["one.h", "two.h"]);

    let files = [("one.h", "unreadable")];
    let mut locked = Files::new(&files);
    let found = compile_with(MAIN, &["-T", "cs_6_6"], |request| locked.serve(request));
    assert_eq!(found.status, HlslcStatus::CompileFailed);
    assert!(found.messages()[0].contains("one.h is locked"), "{:?}", found.messages());
    assert_eq!(locked.released, locked.asked.len());
}

#[test]
fn without_a_callback_files_are_read_from_disk_on_request_alone() {
    let folder = std::env::temp_dir().join(format!("hlslc-c-includes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    std::fs::write(folder.join("one.h"), "#define ONE 4\n").expect("it can be written");
    std::fs::write(folder.join("two.h"), "#define TWO 2\n").expect("it can be written");
    let dir = folder.to_str().expect("UTF-8");
    let words = ["-T", "cs_6_6", "-I", dir];
    assert_eq!(compile(MAIN, &words).status, HlslcStatus::CompileFailed);
    let options = HlslcOptions { flags: HLSLC_INCLUDE_FROM_DISK, ..options() };
    let found = compile_with(MAIN, &words, |request| request.options = &raw const options);
    assert_eq!((found.status, found.messages()), (HlslcStatus::Ok, Vec::new()));
    assert!(found.text(HlslcOutput::ReflectionJson).contains("4,\n"), "the file was not heeded");
    std::fs::remove_dir_all(&folder).expect("it was there");
}
