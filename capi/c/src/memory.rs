//! Memory of the caller: every read and write of it is here, and each says on what promise of the header it rests.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

use crate::abi::{HlslcDiagnostic, HlslcFix, HlslcIncluded, HlslcNote, HlslcOptions, HlslcRequest, HlslcStatus};

/// A struct of the interface that begins with its size: nothing but numbers and pointers, for which any bytes are a value.
///
/// # Safety
///
/// The type is `repr(C)`, its first field is a `usize` with the size of the struct, and all of it may be zero.
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

/// A struct of which every byte is zero.
pub fn zeroed<T: Sized>() -> T {
    // SAFETY: the trait says that zeros are a value.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// The size that a struct of the caller's begins with.
///
/// # Safety
///
/// The pointer is null, or leads to a struct of the interface.
unsafe fn stated_size<T: Sized>(from: *const T) -> Result<usize, HlslcStatus> {
    if from.is_null() {
        return Err(HlslcStatus::InvalidArgument);
    }
    // SAFETY: it is not null, so there is a struct, which begins with its size.
    let stated = unsafe { from.cast::<usize>().read_unaligned() };
    if stated < size_of::<usize>() { Err(HlslcStatus::InvalidSize) } else { Ok(stated) }
}

/// Reads a struct of the caller's. What a shorter one lacks is zero; what a longer one has besides must be zero, as this library
/// would not heed it.
///
/// # Safety
///
/// The pointer is null, or leads to as many bytes as the struct says.
pub unsafe fn read<T: Sized>(from: *const T) -> Result<T, HlslcStatus> {
    // SAFETY: what the caller of this function promises.
    let stated = unsafe { stated_size(from) }?;
    if isize::try_from(stated).is_err() {
        return Err(HlslcStatus::InvalidSize);
    }
    let known = stated.min(size_of::<T>());
    // SAFETY: there are as many bytes as the struct says, and they fit an `isize`.
    let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), stated) };
    if bytes[known..].iter().any(|&byte| byte != 0) {
        return Err(HlslcStatus::InvalidSize);
    }
    let mut value = zeroed::<T>();
    // SAFETY: both have so many bytes, one of them is a value of this function's own, and any bytes are a value of it.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), (&raw mut value).cast::<u8>(), known) };
    Ok(value)
}

/// Fills a struct of the caller's as far as it goes; its size stays.
///
/// # Safety
///
/// The pointer is null, or leads to as many bytes as the struct says, which may be written.
pub unsafe fn write<T: Sized>(to: *mut T, value: &T) -> Result<(), HlslcStatus> {
    // SAFETY: what the caller of this function promises.
    let stated = unsafe { stated_size(to.cast_const()) }?;
    let skipped = size_of::<usize>();
    let count = stated.min(size_of::<T>()).saturating_sub(skipped);
    // SAFETY: the value is larger than its first field.
    let from = unsafe { std::ptr::from_ref(value).cast::<u8>().add(skipped) };
    // SAFETY: the size was read from there, so that the first field is there.
    let to = unsafe { to.cast::<u8>().add(skipped) };
    // SAFETY: both have so many bytes after the first field, and the caller's are not part of a value that only this function has.
    unsafe { std::ptr::copy_nonoverlapping(from, to, count) };
    Ok(())
}

/// Puts something where the caller wants it.
///
/// # Safety
///
/// The pointer is null, or leads to room for it.
pub unsafe fn put<T: Copy>(to: *mut T, value: T) -> Result<(), HlslcStatus> {
    if to.is_null() {
        return Err(HlslcStatus::InvalidArgument);
    }
    // SAFETY: it is not null, so there is room.
    unsafe { to.write(value) };
    Ok(())
}

/// A text of the caller's, if there is one.
///
/// # Safety
///
/// The pointer is null, or leads to bytes of which one is zero, which stay as they are for as long as the text is used.
pub unsafe fn text<'a>(from: *const c_char) -> Result<Option<&'a str>, HlslcStatus> {
    if from.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not null, so it ends with a zero.
    let text = unsafe { CStr::from_ptr(from) };
    text.to_str().map(Some).map_err(|_| HlslcStatus::InvalidUtf8)
}

/// A list of the caller's. None at all may have a null pointer.
///
/// # Safety
///
/// The pointer is null, or leads to so many values, which stay as they are for as long as the list is used.
pub unsafe fn list<'a, T>(from: *const T, count: usize) -> Result<&'a [T], HlslcStatus> {
    if count == 0 {
        return Ok(&[]);
    }
    let bytes = count.checked_mul(size_of::<T>()).filter(|&bytes| isize::try_from(bytes).is_ok());
    if from.is_null() || !from.is_aligned() || bytes.is_none() {
        return Err(HlslcStatus::InvalidArgument);
    }
    // SAFETY: it is neither null nor crooked, the size fits an `isize`, and the caller of this function promises the values.
    Ok(unsafe { std::slice::from_raw_parts(from, count) })
}

/// An object that this library has handed out.
///
/// # Safety
///
/// The pointer is null, or one that the library gave and that was not freed, nor is freed while the object is used.
pub unsafe fn object<'a, T>(from: *const T) -> Option<&'a T> {
    // SAFETY: what the caller of this function promises.
    unsafe { from.as_ref() }
}

/// Takes back an object that this library has handed out.
///
/// # Safety
///
/// The pointer is null, or one that [`hand_out`] gave and that was not freed.
pub unsafe fn take_back<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: it came out of a box, and no one else has it.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// Gives an object to the caller, until [`take_back`].
pub fn hand_out<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}
