//! Tests programs that were compiled with an older header, and with a later one.

use std::ffi::CStr;
use std::ptr::null;

use hlslc_c::abi::*;
use hlslc_c::*;

use crate::support::*;

#[test]
fn the_name_of_the_shared_library_has_the_version_of_the_interface() {
    assert_eq!(hlslc_abi_version(), HLSLC_ABI_VERSION);
    // SAFETY: it is a text of the library's own.
    let version = unsafe { CStr::from_ptr(hlslc_version()) };
    assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    let script = include_str!("../build.rs");
    assert!(script.contains(&format!("libhlslc_c.so.{HLSLC_ABI_VERSION}\"")));
    assert!(script.contains(&format!("libhlslc_c.{HLSLC_ABI_VERSION}.dylib\"")));
}

#[test]
fn a_shorter_struct_is_read_and_filled_as_far_as_it_goes() {
    // A header in which a request ends with its options.
    let old = std::mem::offset_of!(HlslcRequest, include);
    let mut never = Files::new(&[("a.h", "#error read beyond its end\n")]);
    let found = compile_with("#include \"a.h\"\n", &["-T", "cs_6_6"], |request| {
        never.serve(request);
        request.struct_size = old;
    });
    assert_eq!((found.status, never.asked.len()), (HlslcStatus::CompileFailed, 0));

    let mut reported = found.diagnostic(0);
    (reported.struct_size, reported.severity, reported.line) = (std::mem::offset_of!(HlslcDiagnostic, line), 77, 77);
    // SAFETY: the result was not freed, and the struct is larger than it says.
    let status = unsafe { hlslc_result_diagnostic(found.result, 0, &raw mut reported) };
    assert_eq!((status, reported.severity, reported.line), (HlslcStatus::Ok, HlslcSeverity::Error as u32, 77));
    reported.struct_size = 0;
    // SAFETY: as above.
    let status = unsafe { hlslc_result_diagnostic(found.result, 0, &raw mut reported) };
    assert_eq!(status, HlslcStatus::InvalidSize);
}

#[test]
fn a_longer_struct_may_have_nothing_but_zeros_beyond_what_is_known() {
    #[repr(C)]
    struct Later {
        known: HlslcRequest,
        new: u64,
    }
    for (new, status) in [(0, HlslcStatus::CompileFailed), (1, HlslcStatus::InvalidSize)] {
        let later = Later { known: HlslcRequest { struct_size: size_of::<Later>(), ..request() }, new };
        let mut result = std::ptr::null_mut();
        // SAFETY: the struct is as large as it says, and there is room.
        let found = unsafe { hlslc_compile((&raw const later).cast(), &raw mut result) };
        assert_eq!(found, status);
        drop(Compiled { status: found, result });
    }
    let huge = HlslcRequest { struct_size: usize::MAX, ..request() };
    assert_eq!(run(&huge).status, HlslcStatus::InvalidSize);
    assert_eq!(run(&HlslcRequest { struct_size: 0, source: null(), ..request() }).status, HlslcStatus::InvalidSize);
}
