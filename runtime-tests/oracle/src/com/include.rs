//! Implements `IDxcIncludeHandler` in Rust: a C++ object, as DXC sees it, that answers `#include` from a map of files.
//!
//! Invariant: the object lives on the stack of one compile call and counts no references, because DXC drops its
//! references before that call returns. Nothing here can panic, for a panic must not cross into C++.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::marker::PhantomData;

use super::layout::Layout;
use super::object::{Guid, HResult};
use super::{UTF8, Utils, interface, wide};

const OK: HResult = 0;
const NO_INTERFACE: HResult = 0x8000_4002_u32 as i32;
const FILE_NOT_FOUND: HResult = 0x8007_0002_u32 as i32;

/// The object: its first word is the table of methods, as C++ expects.
#[repr(C)]
pub(super) struct IncludeHandler<'a> {
    vtable: *const c_void,
    files: &'a BTreeMap<String, String>,
    utils: &'a Utils,
    /// Keeps the object from moving to another thread.
    thread_bound: PhantomData<*const ()>,
}

type QueryInterface = unsafe extern "system" fn(*mut c_void, *const Guid, *mut *mut c_void) -> HResult;
type Count = unsafe extern "system" fn(*mut c_void) -> u32;
type Destroy = unsafe extern "system" fn(*mut c_void);
type LoadSource = unsafe extern "system" fn(*mut c_void, *const wide::Char, *mut *mut c_void) -> HResult;

/// The table for [`Layout::Plain`].
#[repr(C)]
struct PlainTable {
    query_interface: QueryInterface,
    add_ref: Count,
    release: Count,
    load_source: LoadSource,
}

/// The table for [`Layout::WithDestructor`].
#[repr(C)]
struct DestructorTable {
    query_interface: QueryInterface,
    add_ref: Count,
    release: Count,
    destroy: Destroy,
    destroy_and_free: Destroy,
    load_source: LoadSource,
}

static PLAIN: PlainTable = PlainTable { query_interface, add_ref: one, release: one, load_source };
static WITH_DESTRUCTOR: DestructorTable = DestructorTable {
    query_interface,
    add_ref: one,
    release: one,
    destroy: nothing,
    destroy_and_free: nothing,
    load_source,
};

impl<'a> IncludeHandler<'a> {
    pub(super) fn new(files: &'a BTreeMap<String, String>, utils: &'a Utils) -> Self {
        let vtable = match utils.0.layout() {
            Layout::Plain => (&raw const PLAIN).cast(),
            Layout::WithDestructor => (&raw const WITH_DESTRUCTOR).cast(),
        };
        Self { vtable, files, utils, thread_bound: PhantomData }
    }

    /// The pointer to hand to DXC, valid while this object is.
    pub(super) fn as_ptr(&self) -> *mut c_void {
        (&raw const *self).cast_mut().cast()
    }

    /// The file DXC asks for. It tries the name beside the including file first and writes that as `./name`.
    fn find(&self, name: &str) -> Option<&str> {
        let found = self.files.get(name.strip_prefix("./").unwrap_or(name)).or_else(|| self.files.get(&direct(name)));
        found.map(String::as_str)
    }
}

/// A path without `.` and, where that is safe, without `..`: `./a/../b.h` is `b.h`.
fn direct(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for (at, part) in path.split(['/', '\\']).enumerate() {
        match (part, parts.last()) {
            ("", _) if at > 0 => {}
            (".", _) => {}
            ("..", Some(&last)) if !["", ".."].contains(&last) => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// # Safety
/// `this` is an [`IncludeHandler`], `wanted` an interface's name and `object` a place to write to, as COM demands.
unsafe extern "system" fn query_interface(this: *mut c_void, wanted: *const Guid, object: *mut *mut c_void) -> HResult {
    // SAFETY: by COM's rules both pointers are valid.
    unsafe {
        let known = [interface::UNKNOWN, interface::INCLUDE_HANDLER].contains(&*wanted);
        *object = if known { this } else { std::ptr::null_mut() };
        if known { OK } else { NO_INTERFACE }
    }
}

/// `AddRef` and `Release` of an object that the stack owns.
extern "system" fn one(_this: *mut c_void) -> u32 {
    1
}

/// The destructors of an object that the stack owns.
extern "system" fn nothing(_this: *mut c_void) {}

/// # Safety
/// `this` is an [`IncludeHandler`], `name` a wide string and `source` a place to write to.
unsafe extern "system" fn load_source(this: *mut c_void, name: *const wide::Char, source: *mut *mut c_void) -> HResult {
    // SAFETY: DXC passes back the pointer it was given, during the call that the handler outlives; `name` is
    // zero-terminated and `source` valid by the interface's contract.
    unsafe {
        let handler = &*this.cast::<IncludeHandler>();
        let text = handler.find(&wide::decode(name));
        let blob = text.and_then(|text| handler.utils.blob(text.as_bytes(), UTF8).ok());
        let found = blob.is_some();
        *source = blob.map_or(std::ptr::null_mut(), super::object::Blob::into_raw);
        if found { OK } else { FILE_NOT_FOUND }
    }
}

#[cfg(test)]
mod tests {
    use super::direct;

    #[test]
    fn one_file_has_one_name() {
        assert_eq!(direct("./a/../b//./c.h"), "b/c.h");
        assert_eq!(direct("/x/y/../a.h"), "/x/a.h");
        assert_eq!(direct("../../a\\b.h"), "../../a/b.h");
    }
}
