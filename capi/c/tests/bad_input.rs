//! Tests that violations of the header's rules end in a status, never in a crash.

use std::ffi::CStr;
use std::ptr::{null, null_mut};

use hlslc_c::abi::*;
use hlslc_c::*;

use crate::support::*;

#[test]
fn null_pointers_are_answered() {
    use HlslcStatus::InvalidArgument;
    let (mut result, empty) = (std::ptr::dangling_mut(), request());
    // SAFETY: the functions take null for each of these.
    unsafe {
        assert_eq!(hlslc_compile(null(), &raw mut result), InvalidArgument);
        assert!(result.is_null(), "there is no result to free");
        assert_eq!(hlslc_compile(&raw const empty, null_mut()), InvalidArgument);
        assert_eq!(hlslc_result_status(null()), InvalidArgument);
        assert_eq!(hlslc_result_output(null(), 1, null_mut()), InvalidArgument);
        assert_eq!(hlslc_result_output_name(null(), 1, null_mut()), InvalidArgument);
        assert_eq!(hlslc_result_diagnostic(null(), 0, null_mut()), InvalidArgument);
        assert_eq!(hlslc_result_note(null(), 0, 0, null_mut()), InvalidArgument);
        assert_eq!(hlslc_result_fix(null(), 0, 0, null_mut()), InvalidArgument);
        assert_eq!(hlslc_result_dependency(null(), 0, null_mut()), InvalidArgument);
        assert_eq!((hlslc_result_diagnostic_count(null()), hlslc_result_dependency_count(null())), (0, 0));
        assert_eq!(hlslc_reflect(null(), 4, null_mut()), InvalidArgument);
        assert_eq!(hlslc_disassemble(null(), 0, null_mut()), InvalidArgument);
        assert_eq!(bytes_of(hlslc_blob_bytes(null())), b"");
        hlslc_result_free(null_mut());
        hlslc_blob_free(null_mut());
    }
    let good = compile(GOOD, &["-T", "cs_6_6"]);
    // SAFETY: as above; the result was not freed.
    unsafe {
        assert_eq!(hlslc_result_output(good.result, 1, null_mut()), InvalidArgument);
        assert_eq!(hlslc_result_diagnostic(good.result, 0, null_mut()), InvalidArgument);
    }
    for count in [1, usize::MAX, usize::MAX / 8] {
        let lists = |change: &dyn Fn(&mut HlslcRequest)| compile_with(GOOD, &["-T", "cs_6_6"], |it| change(it)).status;
        assert_eq!(lists(&|it| (it.source, it.source_size) = (null(), count)), InvalidArgument);
        assert_eq!(lists(&|it| (it.arguments, it.argument_count) = (null(), count)), InvalidArgument);
    }
    let words = [c"-T".as_ptr(), null()];
    let missing = compile_with(GOOD, &[], |it| (it.arguments, it.argument_count) = (words.as_ptr(), 2));
    assert_eq!(missing.status, InvalidArgument);
}

#[test]
fn texts_that_are_not_utf8_are_answered() {
    let bad = c"\xff\xfe".as_ptr();
    let named = compile_with(GOOD, &["-T", "cs_6_6"], |request| request.source_name = bad);
    let words = [c"-T".as_ptr(), bad];
    let said = compile_with(GOOD, &[], |it| (it.arguments, it.argument_count) = (words.as_ptr(), 2));
    let options = HlslcOptions { entry: bad, ..options() };
    let chosen = compile_with(GOOD, &[], |request| request.options = &raw const options);
    for found in [&named, &said, &chosen] {
        assert_eq!(found.status, HlslcStatus::InvalidUtf8);
        assert!(found.result.is_null());
    }
    // A source is a text like any other that the compiler reads: what is no text is a diagnostic.
    let bytes: &[u8] = b"\xff\xff\x00\x01\x02";
    let source =
        compile_with("", &["-T", "cs_6_6"], |it| (it.source, it.source_size) = (bytes.as_ptr().cast(), bytes.len()));
    assert_eq!(source.status, HlslcStatus::CompileFailed);
}

#[test]
fn numbers_that_name_nothing_are_answered() {
    let good = compile(GOOD, &["-T", "cs_6_6"]);
    for kind in [0, 10, u32::MAX] {
        let mut bytes = HlslcBytes { data: null(), size: 0 };
        // SAFETY: the result was not freed, and there is room.
        let status = unsafe { hlslc_result_output(good.result, kind, &raw mut bytes) };
        assert_eq!(status, HlslcStatus::InvalidArgument, "{kind}");
    }
    for wrong in [
        HlslcOptions { backend: 2, ..options() },
        HlslcOptions { optimization: 5, ..options() },
        HlslcOptions { flags: 1 << 31, ..options() },
    ] {
        let found = compile_with(GOOD, &["-T", "cs_6_6"], |request| request.options = &raw const wrong);
        assert_eq!(found.status, HlslcStatus::InvalidArgument);
    }
    let unknown = HlslcOptions { language: 1999, ..options() };
    let found = compile_with(GOOD, &["-T", "cs_6_6"], |request| request.options = &raw const unknown);
    assert_eq!(found.status, HlslcStatus::InvalidOption);
    for status in [-1, 0, 8, 9, i32::MAX] {
        // SAFETY: the text is never null, and ends with a zero.
        assert!(!unsafe { CStr::from_ptr(hlslc_status_text(status)) }.is_empty());
    }
}

#[test]
fn bytes_of_anything_are_read_or_rejected() {
    let object = compile(GOOD, &["-T", "cs_6_6"]).output(HlslcOutput::Object).expect("an object");
    let cut = &object[..object.len() / 2];
    for bytes in [&b""[..], b"DXBC", b"\x03\x02\x23\x07", b"nothing of the kind", cut] {
        for read in [hlslc_reflect, hlslc_disassemble] {
            let mut blob = null_mut();
            // SAFETY: there are this many bytes, and there is room.
            let status = unsafe { read(bytes.as_ptr(), bytes.len(), &raw mut blob) };
            assert_eq!((status, blob.is_null()), (HlslcStatus::Unreadable, true), "{} bytes", bytes.len());
        }
    }
}

#[test]
fn an_empty_source_and_an_unnamed_one_compile_like_others() {
    let empty = run(&request());
    assert_eq!(empty.status, HlslcStatus::CompileFailed);
    let unnamed = compile_with("nonsense", &["-T", "cs_6_6"], |request| request.source_name = null());
    assert!(unnamed.text(HlslcOutput::Errors).starts_with("hlsl.hlsl:1:1: error: "));
}
