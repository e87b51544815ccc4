//! Accesses memory of the caller: every read and write of it is in this file, with the promise of the header that it
//! relies on.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

use crate::abi::{HlslcDiagnostic, HlslcFix, HlslcIncluded, HlslcNote, HlslcOptions, HlslcRequest, HlslcStatus};

/// A struct of the interface that starts with its size: only numbers and pointers, for which all bytes are valid
/// values.
///
/// # Safety
///
/// The type is `repr(C)`, its first field is a `usize` with the size of the struct, and all its bytes may be zero.
pub unsafe trait Sized: Copy {}

// SAFETY: `repr(C)`, `struct_size` comes first, the rest are integers and pointers, which may be null.
unsafe impl Sized for HlslcRequest {}
// SAFETY: as above.
unsafe impl Sized for HlslcOptions {}
// SAFETY: as above.
unsafe impl Sized for HlslcDiagnostic {}
// SAFETY: as above.
unsafe impl Sized for HlslcNote {}
// SAFETY: as above.
unsafe impl Sized for HlslcFix {}
// SAFETY: as above.
unsafe impl Sized for HlslcIncluded {}

/// A struct whose bytes are all zero.
pub fn zeroed<T: Sized>() -> T {
    // SAFETY: the trait guarantees that zeros are a valid value.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// The size at the start of a struct of the caller.
///
/// # Safety
///
/// The pointer is null, or points to a struct of the interface.
unsafe fn stated_size<T: Sized>(from: *const T) -> Result<usize, HlslcStatus> {
    if from.is_null() {
        return Err(HlslcStatus::InvalidArgument);
    }
    // SAFETY: it is not null, so it points to a struct, which starts with its size.
    let stated = unsafe { from.cast::<usize>().read_unaligned() };
    if stated < size_of::<usize>() { Err(HlslcStatus::InvalidSize) } else { Ok(stated) }
}

/// Reads a struct of the caller. Fields that a shorter struct lacks are zero; additional fields of a longer one must be
/// zero, as this library would ignore them.
///
/// # Safety
///
/// The pointer is null, or points to as many bytes as the struct states.
pub unsafe fn read<T: Sized>(from: *const T) -> Result<T, HlslcStatus> {
    // SAFETY: the caller of this function guarantees it.
    let stated = unsafe { stated_size(from) }?;
    if isize::try_from(stated).is_err() {
        return Err(HlslcStatus::InvalidSize);
    }
    let known = stated.min(size_of::<T>());
    // SAFETY: there are as many bytes as the struct states, and their size fits an `isize`.
    let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), stated) };
    if bytes[known..].iter().any(|&byte| byte != 0) {
        return Err(HlslcStatus::InvalidSize);
    }
    let mut value = zeroed::<T>();
    // SAFETY: both have that many bytes, one is a local value of this function, and any bytes are a valid value of it.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), (&raw mut value).cast::<u8>(), known) };
    Ok(value)
}

/// Fills a struct of the caller up to its size, which is not changed.
///
/// # Safety
///
/// The pointer is null, or points to as many bytes as the struct states, which may be written.
pub unsafe fn write<T: Sized>(to: *mut T, value: &T) -> Result<(), HlslcStatus> {
    // SAFETY: the caller of this function guarantees it.
    let stated = unsafe { stated_size(to.cast_const()) }?;
    let skipped = size_of::<usize>();
    let count = stated.min(size_of::<T>()).saturating_sub(skipped);
    // SAFETY: the value is larger than its first field.
    let from = unsafe { std::ptr::from_ref(value).cast::<u8>().add(skipped) };
    // SAFETY: the size was read from there, so the first field exists.
    let to = unsafe { to.cast::<u8>().add(skipped) };
    // SAFETY: both have that many bytes after the first field, and the caller's are not part of the local value.
    unsafe { std::ptr::copy_nonoverlapping(from, to, count) };
    Ok(())
}

/// Writes a value to a place of the caller.
///
/// # Safety
///
/// The pointer is null, or points to memory for the value.
pub unsafe fn put<T: Copy>(to: *mut T, value: T) -> Result<(), HlslcStatus> {
    if to.is_null() {
        return Err(HlslcStatus::InvalidArgument);
    }
    // SAFETY: it is not null, so it points to memory for the value.
    unsafe { to.write(value) };
    Ok(())
}

/// A text of the caller, if there is one.
///
/// # Safety
///
/// The pointer is null, or points to bytes that end in a zero and do not change for as long as the text is used.
pub unsafe fn text<'a>(from: *const c_char) -> Result<Option<&'a str>, HlslcStatus> {
    if from.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not null, so the text ends in a zero.
    let text = unsafe { CStr::from_ptr(from) };
    text.to_str().map(Some).map_err(|_| HlslcStatus::InvalidUtf8)
}

/// A list of the caller. An empty one may have a null pointer.
///
/// # Safety
///
/// The pointer is null, or points to that many values, which do not change for as long as the list is used.
pub unsafe fn list<'a, T>(from: *const T, count: usize) -> Result<&'a [T], HlslcStatus> {
    if count == 0 {
        return Ok(&[]);
    }
    let bytes = count.checked_mul(size_of::<T>()).filter(|&bytes| isize::try_from(bytes).is_ok());
    if from.is_null() || !from.is_aligned() || bytes.is_none() {
        return Err(HlslcStatus::InvalidArgument);
    }
    // SAFETY: it is neither null nor misaligned, the size fits an `isize`, and the caller of this function guarantees
    // the values.
    Ok(unsafe { std::slice::from_raw_parts(from, count) })
}

/// An object that this library returned.
///
/// # Safety
///
/// The pointer is null, or was returned by the library and not freed, and is not freed while the object is used.
pub unsafe fn object<'a, T>(from: *const T) -> Option<&'a T> {
    // SAFETY: the caller of this function guarantees it.
    unsafe { from.as_ref() }
}

/// Frees an object that this library returned.
///
/// # Safety
///
/// The pointer is null, or was returned by [`hand_out`] and not freed.
pub unsafe fn take_back<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: it came from a box, and has no other owner.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// Passes ownership of an object to the caller, until [`take_back`].
pub fn hand_out<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}
