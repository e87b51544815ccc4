//! Allocates memory of objects, for which a client may have an allocator, and of texts that clients free; and finds the
//! path of this library.

use super::interfaces::IMalloc;
use super::object::Ref;
use super::{WideChar, wide};
use std::alloc::Layout;
use std::ffi::{CStr, c_char, c_void};

/// What every allocator aligns blocks to.
pub const ALIGNMENT: usize = 16;

/// Where objects are allocated: by the allocator of the client that created the first of them, or by ours.
#[derive(Clone, Default)]
pub struct Memory(Option<Ref<IMalloc>>);

impl Memory {
    /// That of an allocator; ours if there is none.
    pub fn new(allocator: Option<Ref<IMalloc>>) -> Self {
        Self(allocator)
    }

    /// A block, or null.
    pub(super) fn alloc(&self, size: usize) -> *mut c_void {
        match &self.0 {
            Some(allocator) => allocator.Alloc(size),
            None => Layout::from_size_align(size.max(1), ALIGNMENT).map_or(std::ptr::null_mut(), |layout| {
                // SAFETY: the size is not zero.
                unsafe { std::alloc::alloc(layout).cast() }
            }),
        }
    }

    /// Gives a block back.
    ///
    /// # Safety
    /// The block is one that `alloc` gave for this size, of the same memory, and is not used again.
    pub(super) unsafe fn free(&self, block: *mut c_void, size: usize) {
        match &self.0 {
            Some(allocator) => allocator.Free(block),
            None => {
                if let Ok(layout) = Layout::from_size_align(size.max(1), ALIGNMENT) {
                    // SAFETY: by the condition of this function.
                    unsafe { std::alloc::dealloc(block.cast(), layout) };
                }
            }
        }
    }
}

#[cfg(not(windows))]
unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
}

#[cfg(windows)]
#[link(name = "ole32")]
unsafe extern "system" {
    #[link_name = "CoTaskMemAlloc"]
    fn malloc(size: usize) -> *mut c_void;
    #[link_name = "CoTaskMemFree"]
    fn free(block: *mut c_void);
}

#[cfg(windows)]
#[link(name = "oleaut32")]
unsafe extern "system" {
    fn SysAllocStringLen(text: *const WideChar, length: u32) -> *mut WideChar;
}

/// A copy of bytes that the client frees as it frees what DXC allocates: by `free`, on Windows by `CoTaskMemFree`. Null if there is no
/// memory.
pub(super) fn for_client<T: Copy>(values: &[T]) -> *mut T {
    // SAFETY: the block has the size of the values.
    unsafe {
        let block = malloc(size_of_val(values).max(1)).cast::<T>();
        if !block.is_null() {
            std::ptr::copy_nonoverlapping(values.as_ptr(), block, values.len());
        }
        block
    }
}

/// The bytes of a string that a client has allocated as [`for_client`] does, without its zero; the string is freed.
///
/// # Safety
/// It is null or such a string, which nothing uses any more.
pub(super) unsafe fn from_client(string: *mut c_char) -> Option<Vec<u8>> {
    if string.is_null() {
        return None;
    }
    // SAFETY: by the condition of this function.
    unsafe {
        let bytes = CStr::from_ptr(string).to_bytes().to_vec();
        free(string.cast());
        Some(bytes)
    }
}

/// A `BSTR`: a wide text with its length in bytes before it. Null if there is no memory.
pub(super) fn bstr(text: &str) -> *mut WideChar {
    let units = wide(text);
    #[cfg(windows)]
    // SAFETY: the length is that of the text, which ends with a zero that is not counted.
    return unsafe { SysAllocStringLen(units.as_ptr(), units.len() as u32 - 1) };
    #[cfg(not(windows))]
    // SAFETY: the block holds the length, the text and its zero.
    unsafe {
        let bytes = size_of_val(&units[..]);
        let block = malloc(size_of::<u32>() + bytes).cast::<u8>();
        if block.is_null() {
            return std::ptr::null_mut();
        }
        let length = (bytes - size_of::<WideChar>()) as u32;
        block.cast::<u32>().write_unaligned(length);
        let text = block.add(size_of::<u32>());
        std::ptr::copy_nonoverlapping(units.as_ptr().cast::<u8>(), text, bytes);
        text.cast()
    }
}

/// What `dladdr` returns for an address.
#[cfg(unix)]
#[repr(C)]
struct PlaceOfAddress {
    file: *const c_char,
    base: *mut c_void,
    name: *const c_char,
    start: *mut c_void,
}

#[cfg(unix)]
unsafe extern "C" {
    fn dladdr(address: *const c_void, place: *mut PlaceOfAddress) -> i32;
}

/// The name under which this library was loaded.
#[cfg(unix)]
pub(super) fn file_of_library() -> Option<String> {
    let mut place = std::mem::MaybeUninit::<PlaceOfAddress>::uninit();
    let here: fn() -> Option<String> = file_of_library;
    // SAFETY: the address is that of a function of this library; where it is found, the place is filled in.
    unsafe {
        if dladdr(here as *const c_void, place.as_mut_ptr()) == 0 {
            return None;
        }
        let file = place.assume_init().file;
        (!file.is_null()).then(|| CStr::from_ptr(file).to_string_lossy().into_owned())
    }
}

/// The name does not matter where there is one layout.
#[cfg(not(unix))]
pub(super) fn file_of_library() -> Option<String> {
    let _: Option<(&CStr, c_char)> = None;
    None
}
