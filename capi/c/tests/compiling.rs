//! Tests the compilation of sources to outputs of every kind.

use std::ptr::{null, null_mut};

use hlslc_c::abi::*;
use hlslc_c::*;

use crate::support::*;

#[test]
fn words_of_a_command_line_and_options_as_values_give_the_same_bytes() {
    let words = ["-T", "cs_6_6", "-E", "main", "-Od", "-D", "A=1", "-D", "B=x", "-HV", "2021", "-Zpr"];
    let by_words = compile(GOOD, &words);
    let defines =
        [HlslcDefine { name: c"A".as_ptr(), value: null() }, HlslcDefine { name: c"B".as_ptr(), value: c"x".as_ptr() }];
    let options = HlslcOptions {
        target: c"cs_6_6".as_ptr(),
        entry: c"main".as_ptr(),
        defines: defines.as_ptr(),
        define_count: 2,
        optimization: HlslcOptimization::None as u32,
        language: 2021,
        flags: HLSLC_ROW_MAJOR,
        ..options()
    };
    let by_values = compile_with(GOOD, &[], |request| request.options = &raw const options);
    assert_eq!((by_words.status, by_values.status), (HlslcStatus::Ok, HlslcStatus::Ok));
    let object = by_words.output(HlslcOutput::Object).expect("an object");
    assert_eq!(object[..4], *b"DXBC");
    assert_eq!(by_values.output(HlslcOutput::Object), Ok(object));
}

#[test]
fn arguments_have_the_last_word() {
    let options = HlslcOptions { target: c"vs_6_0".as_ptr(), entry: c"other".as_ptr(), ..options() };
    let found = compile_with(GOOD, &["-T", "cs_6_0", "-E", "main"], |request| request.options = &raw const options);
    assert_eq!((found.status, found.messages()), (HlslcStatus::Ok, Vec::new()));
}

#[test]
fn every_kind_of_output_is_there_where_it_was_asked_for() {
    use HlslcOutput::*;
    let kinds = [Object, Errors, Pdb, ReflectionJson, ReflectionPart, RootSignature, Disassembly, ShaderHash, Text];
    let source = format!("#define RS \"CBV(b0), DescriptorTable(UAV(u0))\"\n{GOOD}");
    let there = |words: &[&str]| {
        let found = compile(&source, words);
        assert_eq!(found.status, HlslcStatus::Ok, "{words:?}: {:?}", found.messages());
        kinds.into_iter().filter(|kind| found.output(*kind).is_ok()).collect::<Vec<_>>()
    };
    let usual = [Object, Errors, ReflectionJson, ReflectionPart, Disassembly, ShaderHash];
    assert_eq!(there(&["-T", "cs_6_6"]), usual);
    assert_eq!(
        there(&["-T", "cs_6_6", "-Zi", "-rootsig-define", "RS"]),
        [Object, Errors, Pdb, ReflectionJson, ReflectionPart, RootSignature, Disassembly, ShaderHash]
    );
    assert_eq!(there(&["-T", "cs_6_6", "-Qstrip_reflect"]), [Object, Errors, ReflectionJson, Disassembly, ShaderHash]);
    assert_eq!(there(&["-T", "cs_6_6", "-spirv"]), [Object, Errors, ReflectionJson, Disassembly]);
    assert_eq!(there(&["-P"]), [Errors, Text]);
    assert_eq!(there(&["-T", "cs_6_6", "--emit=ir"]), [Errors, Text]);
    assert_eq!(there(&["-T", "rootsig_1_1", "-E", "RS"]), [Object, Errors, ReflectionJson, RootSignature, Disassembly]);
}

#[test]
fn the_file_with_debug_information_is_beside_the_object_and_has_its_name() {
    let found = compile(GOOD, &["-T", "cs_6_6", "-Zi"]);
    assert_eq!((found.status, found.messages()), (HlslcStatus::Ok, Vec::new()));
    let object = found.output(HlslcOutput::Object).expect("an object");
    assert!(!object.windows(4).any(|four| four == b"ILDB"), "the object holds it, too");
    assert!(found.output(HlslcOutput::Pdb).expect("a PDB").starts_with(b"Microsoft C/C++ MSF 7.00"));
    let mut name = HlslcText { data: null(), size: 0 };
    // SAFETY: the result was not freed, and there is room.
    let status = unsafe { hlslc_result_output_name(found.result, HlslcOutput::Pdb as u32, &raw mut name) };
    let name = text_of(name);
    assert!(status == HlslcStatus::Ok && name.rsplit_once('.').is_some_and(|row| row.1 == "pdb"), "{status:?} {name}");
    assert!(object.windows(name.len()).any(|bytes| bytes == name.as_bytes()), "the object does not name it");
    let embedded = compile(GOOD, &["-T", "cs_6_6", "-Zi", "-Qembed_debug"]);
    assert_eq!(embedded.output(HlslcOutput::Pdb), Err(HlslcStatus::NoOutput));
}

#[test]
fn reflection_is_that_of_the_command_and_whole_on_request() {
    let json = |words: &[&str], flags: u32| {
        let options = HlslcOptions { flags, ..options() };
        let found = compile_with(GOOD, words, |request| request.options = &raw const options);
        serde_json::from_str::<serde_json::Value>(&found.text(HlslcOutput::ReflectionJson)).expect("JSON")
    };
    let whole = json(&["-T", "cs_6_6"], 0);
    assert_eq!(whole["buffers"][0]["variables"][0]["name"], "scale");
    let stripped = ["-T", "cs_6_6", "-Qstrip_reflect"];
    assert_eq!(json(&stripped, 0)["bindings"][0]["name"], "");
    assert_eq!(json(&stripped, HLSLC_FULL_REFLECTION)["buffers"], whole["buffers"]);

    let object = compile(GOOD, &["-T", "cs_6_6"]).output(HlslcOutput::Object).expect("an object");
    let mut blob = null_mut();
    // SAFETY: there are this many bytes, and there is room.
    let status = unsafe { hlslc_reflect(object.as_ptr(), object.len(), &raw mut blob) };
    assert_eq!(status, HlslcStatus::Ok);
    // SAFETY: the blob is not freed yet.
    let again = bytes_of(unsafe { hlslc_blob_bytes(blob) });
    // SAFETY: it is not used any more.
    unsafe { hlslc_blob_free(blob) };
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&again).expect("JSON"), whole);
}

#[test]
fn a_module_of_spirv_is_listed_as_such() {
    let found = compile(GOOD, &["-T", "cs_6_6", "-spirv"]);
    assert!(found.text(HlslcOutput::Disassembly).contains("OpEntryPoint GLCompute %main"));
}

/// A result that several threads look at.
struct Shared(Compiled);
// SAFETY: the header says that any number of threads may look at a result.
unsafe impl Sync for Shared {}

#[test]
fn compilations_on_many_threads_give_one_result_that_many_threads_read() {
    let expected = compile(GOOD, &["-T", "cs_6_6"]).output(HlslcOutput::Object);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..4 {
                    assert_eq!(compile(GOOD, &["-T", "cs_6_6"]).output(HlslcOutput::Object), expected);
                }
            });
        }
    });
    let shared = Shared(compile(GOOD, &["-T", "cs_6_6"]));
    let shared = &shared;
    std::thread::scope(|scope| {
        let lists = [(); 8].map(|()| scope.spawn(move || shared.0.text(HlslcOutput::Disassembly)));
        let lists = lists.map(|list| list.join().expect("no panic"));
        assert!(lists.iter().all(|list| *list == lists[0] && list.contains("dx.op.bufferStore")));
    });
}
