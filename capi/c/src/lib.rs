//! Implements the C interface that `include/hlslc.h` declares.
//!
//! Input: a source with options, as pointers. Output: a result that the caller asks for diagnostics and outputs until it frees it.
//! Functions hold nothing beyond a call and may be called from any thread. No panic leaves them: it ends as
//! [`HlslcStatus::Internal`]. Memory of the caller is touched in [`memory`] alone.
//!
//! `cargo xtask header` makes the header out of [`abi`] and this file.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod abi;
mod includes;
mod memory;
mod request;
mod result;
mod text;

use std::ffi::c_char;
use std::panic::UnwindSafe;

use abi::*;
pub use result::HlslcResult;
use text::{Text, nothing};

/// Bytes that belong to the caller until `hlslc_blob_free`.
pub struct HlslcBlob(Text);

/// Does the work of a function; neither a wrong argument nor a panic leaves it.
fn answered(work: impl FnOnce() -> Result<(), HlslcStatus>) -> HlslcStatus {
    match hlslc::guard(work) {
        Ok(Ok(())) => HlslcStatus::Ok,
        Ok(Err(status)) => status,
        Err(_) => HlslcStatus::Internal,
    }
}

/// The kind of output that a number names.
fn kind_of(number: u32) -> Result<HlslcOutput, HlslcStatus> {
    use HlslcOutput::*;
    let all = [Object, Errors, Pdb, ReflectionJson, ReflectionPart, RootSignature, Disassembly, ShaderHash, Text];
    all.into_iter().find(|kind| *kind as u32 == number).ok_or(HlslcStatus::InvalidArgument)
}

/// The version of the interface that the library has. It works with a program if it is the `HLSLC_ABI_VERSION` of its header.
#[unsafe(no_mangle)]
pub extern "C" fn hlslc_abi_version() -> u32 {
    HLSLC_ABI_VERSION
}

/// The version of the compiler, such as `"0.1.0"`.
#[unsafe(no_mangle)]
pub extern "C" fn hlslc_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// What a status means, in English, for a log. Never null, whatever the number.
#[unsafe(no_mangle)]
pub extern "C" fn hlslc_status_text(status: i32) -> *const c_char {
    use HlslcStatus::*;
    const TEXTS: [(HlslcStatus, &std::ffi::CStr); 9] = [
        (Ok, c"done"),
        (CompileFailed, c"the source has errors"),
        (InvalidOption, c"an option is wrong"),
        (InvalidArgument, c"a pointer, size, index or kind is not valid"),
        (InvalidUtf8, c"a text is not UTF-8"),
        (InvalidSize, c"the size of a struct is not one that this library knows"),
        (NoOutput, c"there is no output of this kind"),
        (Unreadable, c"these bytes are no container, PDB or SPIR-V module"),
        (Internal, c"a fault of the compiler"),
    ];
    let found = TEXTS.iter().find(|row| row.0 as i32 == status);
    found.map_or(c"unknown status", |row| row.1).as_ptr()
}

/// Compiles. `*result` is a result whenever the source was read: also where it has errors (`HLSLC_STATUS_COMPILE_FAILED`) or an
/// option is wrong (`HLSLC_STATUS_INVALID_OPTION`); otherwise it is null. Free it with `hlslc_result_free`.
///
/// # Safety
///
/// `request` is null or leads to a request whose pointers are as their fields say; `result` is null or leads to room for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_compile(request: *const HlslcRequest, result: *mut *mut HlslcResult) -> HlslcStatus {
    answered(|| {
        // SAFETY: the caller gives room for a pointer.
        unsafe { memory::put(result, std::ptr::null_mut()) }?;
        // SAFETY: the caller gives a request as the header describes it.
        let found = unsafe { request::compile(request) }?;
        let status = found.status();
        // SAFETY: as above.
        unsafe { memory::put(result, memory::hand_out(found)) }?;
        if status == HlslcStatus::Ok { Ok(()) } else { Err(status) }
    })
}

/// Frees a result and everything that it returned. Null is allowed.
///
/// # Safety
///
/// `result` is null or came from `hlslc_compile`, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_result_free(result: *mut HlslcResult) {
    answered(|| {
        // SAFETY: the caller promises where it came from.
        unsafe { memory::take_back(result) };
        Ok(())
    });
}

/// What the compilation came to.
///
/// # Safety
///
/// `result` is null or came from `hlslc_compile` and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_result_status(result: *const HlslcResult) -> HlslcStatus {
    // SAFETY: the caller promises where it came from.
    let result = unsafe { memory::object(result) };
    result.map_or(HlslcStatus::InvalidArgument, HlslcResult::status)
}

/// An output: `kind` is one of `HlslcOutput`. The bytes belong to the result; a zero follows them.
///
/// # Safety
///
/// `result` is null or came from `hlslc_compile` and was not freed; `bytes` is null or leads to room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_result_output(
    result: *const HlslcResult,
    kind: u32,
    bytes: *mut HlslcBytes,
) -> HlslcStatus {
    answered(|| {
        // SAFETY: the caller gives room.
        unsafe { memory::put(bytes, nothing()) }?;
        // SAFETY: the caller promises where it came from.
        let result = unsafe { memory::object(result) }.ok_or(HlslcStatus::InvalidArgument)?;
        let found = result.output(kind_of(kind)?).ok_or(HlslcStatus::NoOutput)?;
        // SAFETY: as above.
        unsafe { memory::put(bytes, found.bytes()) }
    })
}

/// The name of an output that has one: of `HLSLC_OUTPUT_PDB`, which the object states.
///
/// # Safety
///
/// `result` is null or came from `hlslc_compile` and was not freed; `name` is null or leads to room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_result_output_name(
    result: *const HlslcResult,
    kind: u32,
    name: *mut HlslcText,
) -> HlslcStatus {
    answered(|| {
        // SAFETY: the caller gives room.
        unsafe { memory::put(name, Text::default().shown()) }?;
        // SAFETY: the caller promises where it came from.
        let result = unsafe { memory::object(result) }.ok_or(HlslcStatus::InvalidArgument)?;
        let found = result.output_name(kind_of(kind)?).ok_or(HlslcStatus::NoOutput)?;
        // SAFETY: as above.
        unsafe { memory::put(name, found.shown()) }
    })
}

/// How many diagnostics there are; none of null.
///
/// # Safety
///
/// `result` is null or came from `hlslc_compile` and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_result_diagnostic_count(result: *const HlslcResult) -> usize {
    // SAFETY: the caller promises where it came from.
    unsafe { memory::object(result) }.map_or(0, HlslcResult::diagnostic_count)
}

/// A diagnostic. Set `diagnostic->struct_size` before.
///
/// # Safety
///
/// `result` is null or came from `hlslc_compile` and was not freed; `diagnostic` is null or leads to `struct_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_result_diagnostic(
    result: *const HlslcResult,
    index: usize,
    diagnostic: *mut HlslcDiagnostic,
) -> HlslcStatus {
    // SAFETY: the caller of this function promises the same.
    unsafe { item(result, diagnostic, |result| result.diagnostic(index)) }
}

/// A note of a diagnostic. Set `note->struct_size` before.
///
/// # Safety
///
/// `result` is null or came from `hlslc_compile` and was not freed; `note` is null or leads to `struct_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_result_note(
    result: *const HlslcResult,
    diagnostic: usize,
    index: usize,
    note: *mut HlslcNote,
) -> HlslcStatus {
    // SAFETY: the caller of this function promises the same.
    unsafe { item(result, note, |result| result.note(diagnostic, index)) }
}

/// A repair of a diagnostic. Set `fix->struct_size` before.
///
/// # Safety
///
/// `result` is null or came from `hlslc_compile` and was not freed; `fix` is null or leads to `struct_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_result_fix(
    result: *const HlslcResult,
    diagnostic: usize,
    index: usize,
    fix: *mut HlslcFix,
) -> HlslcStatus {
    // SAFETY: the caller of this function promises the same.
    unsafe { item(result, fix, |result| result.fix(diagnostic, index)) }
}

/// How many files were included; none of null.
///
/// # Safety
///
/// `result` is null or came from `hlslc_compile` and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_result_dependency_count(result: *const HlslcResult) -> usize {
    // SAFETY: the caller promises where it came from.
    unsafe { memory::object(result) }.map_or(0, |result| result.dependencies().len())
}

/// The name of an included file; each is there once.
///
/// # Safety
///
/// `result` is null or came from `hlslc_compile` and was not freed; `name` is null or leads to room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_result_dependency(
    result: *const HlslcResult,
    index: usize,
    name: *mut HlslcText,
) -> HlslcStatus {
    answered(|| {
        // SAFETY: the caller promises where it came from.
        let result = unsafe { memory::object(result) }.ok_or(HlslcStatus::InvalidArgument)?;
        let found = result.dependencies().get(index).ok_or(HlslcStatus::InvalidArgument)?;
        // SAFETY: the caller gives room.
        unsafe { memory::put(name, found.shown()) }
    })
}

/// The reflection of a container, a PDB or a SPIR-V module of any compiler, as JSON. Free it with `hlslc_blob_free`.
///
/// # Safety
///
/// `data` leads to `size` bytes; `json` is null or leads to room for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_reflect(data: *const u8, size: usize, json: *mut *mut HlslcBlob) -> HlslcStatus {
    // SAFETY: the caller of this function promises the same.
    unsafe { read_with(data, size, json, result::reflection) }
}

/// The listing of a container or a SPIR-V module of any compiler. Free it with `hlslc_blob_free`.
///
/// # Safety
///
/// `data` leads to `size` bytes; `listing` is null or leads to room for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_disassemble(data: *const u8, size: usize, listing: *mut *mut HlslcBlob) -> HlslcStatus {
    // SAFETY: the caller of this function promises the same.
    unsafe { read_with(data, size, listing, result::disassembly) }
}

/// The bytes of a blob; a zero follows them. None of null.
///
/// # Safety
///
/// `blob` is null or came from this library and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_blob_bytes(blob: *const HlslcBlob) -> HlslcBytes {
    // SAFETY: the caller promises where it came from.
    unsafe { memory::object(blob) }.map_or_else(nothing, |blob| blob.0.bytes())
}

/// Frees a blob. Null is fine.
///
/// # Safety
///
/// `blob` is null or came from this library, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlslc_blob_free(blob: *mut HlslcBlob) {
    answered(|| {
        // SAFETY: the caller promises where it came from.
        unsafe { memory::take_back(blob) };
        Ok(())
    });
}

/// Fills a struct of the caller's with something of a result.
///
/// # Safety
///
/// As for the functions that give diagnostics.
unsafe fn item<T: memory::Sized>(
    result: *const HlslcResult,
    to: *mut T,
    find: impl FnOnce(&HlslcResult) -> Option<T> + UnwindSafe,
) -> HlslcStatus {
    answered(|| {
        // SAFETY: the caller promises where it came from.
        let result = unsafe { memory::object(result) }.ok_or(HlslcStatus::InvalidArgument)?;
        let found = find(result).ok_or(HlslcStatus::InvalidArgument)?;
        // SAFETY: the caller gives as many bytes as the struct says.
        unsafe { memory::write(to, &found) }
    })
}

/// Makes a blob of bytes.
///
/// # Safety
///
/// As for the functions that read bytes.
unsafe fn read_with(
    data: *const u8,
    size: usize,
    blob: *mut *mut HlslcBlob,
    make: fn(&[u8]) -> Result<Text, String>,
) -> HlslcStatus {
    answered(|| {
        // SAFETY: the caller gives room for a pointer.
        unsafe { memory::put(blob, std::ptr::null_mut()) }?;
        // SAFETY: the caller gives this many bytes.
        let bytes = unsafe { memory::list(data, size) }?;
        let made = make(bytes).map_err(|_| HlslcStatus::Unreadable)?;
        // SAFETY: as above.
        unsafe { memory::put(blob, memory::hand_out(HlslcBlob(made))) }
    })
}

/// Results go from thread to thread, and many may look at one.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<HlslcResult>();
    shared::<HlslcBlob>();
};
