//! Defines the arguments of methods: pointers of the caller, with the allowed accesses.
//!
//! Values of these types exist only while a method runs, made from what its caller passed: the interface's definition promises that a
//! pointer is null or valid, and for a string that it ends with a zero. That promise is what makes the methods here safe to call.

#[cfg(test)]
pub mod samples;

use super::guid::Guid;
use super::hresult::{
    DXC_E_STRING_ENCODING_FAILED, Done, E_INVALIDARG, E_NOINTERFACE, E_OUTOFMEMORY, E_POINTER, Hresult,
};
use super::interface::{IUnknown, Interface};
use super::memory::{bstr, for_client, from_client};
use super::object::{Class, Face, Own, Ref};
use super::{WideChar, wide};
use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;

/// A place that a method writes a value to.
#[repr(transparent)]
pub struct Out<T>(*mut T);

impl<T: Copy> Out<T> {
    /// A place of our own, for a call to an object of someone else.
    pub fn to(place: &mut T) -> Self {
        Self(place)
    }

    /// Whether there is no place.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes; a failure if there is no place.
    pub fn put(&self, value: T) -> Done {
        if self.0.is_null() {
            return Err(E_POINTER);
        }
        // SAFETY: see the top of this file.
        unsafe { self.0.write(value) };
        Ok(())
    }
}

impl<T: Copy> Out<T> {
    /// Writes the first bytes of a value: the place is of a former type, which has no more members.
    pub fn put_start(&self, value: T, size: usize) -> Done {
        if self.0.is_null() {
            return Err(E_POINTER);
        }
        let size = size.min(size_of::<T>());
        // SAFETY: see the top of this file; the value has no fewer bytes.
        unsafe { std::ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), self.0.cast::<u8>(), size) };
        Ok(())
    }
}

/// A value that a method reads through a pointer.
#[repr(transparent)]
pub struct In<T>(*const T);

impl<T> In<T> {
    /// The value, if there is one.
    pub fn get(&self) -> Option<&T> {
        // SAFETY: see the top of this file.
        unsafe { self.0.as_ref() }
    }
}

impl In<Guid> {
    /// The identifier, or a failure.
    pub fn iid(&self) -> Result<Guid, Hresult> {
        self.get().copied().ok_or(E_POINTER)
    }
}

/// The first of several values, whose count is another argument.
#[repr(transparent)]
pub struct List<T>(*const T);

impl<T> List<T> {
    /// The values; nothing where there should be some and the pointer is null.
    pub fn get(&self, count: u32) -> Option<&[T]> {
        if count == 0 {
            return Some(&[]);
        }
        // SAFETY: see the top of this file.
        (!self.0.is_null()).then(|| unsafe { std::slice::from_raw_parts(self.0, count as usize) })
    }

    /// The values, or a failure.
    pub fn required(&self, count: u32) -> Result<&[T], Hresult> {
        self.get(count).ok_or(E_INVALIDARG)
    }
}

/// Bytes, whose count is another argument.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Bytes(*const c_void);

impl Bytes {
    /// Bytes of our own, for a call that does not keep them.
    pub fn of(bytes: &[u8]) -> Self {
        Self(bytes.as_ptr().cast())
    }

    /// The bytes; nothing where there should be some and the pointer is null.
    pub fn get(&self, size: usize) -> Option<&[u8]> {
        if size == 0 {
            return Some(&[]);
        }
        // SAFETY: see the top of this file; a block of memory is not larger than `isize` can express.
        (!self.0.is_null() && isize::try_from(size).is_ok())
            .then(|| unsafe { std::slice::from_raw_parts(self.0.cast(), size) })
    }

    /// The address alone.
    pub fn address(self) -> *const c_void {
        self.0
    }
}

/// A place for bytes, whose size is another argument.
#[repr(transparent)]
pub struct Space(*mut c_void);

impl Space {
    /// Whether there is none.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes bytes, no more than the caller says that there is place for.
    pub fn fill(&self, bytes: &[u8]) -> Done {
        if self.0.is_null() {
            return Err(E_POINTER);
        }
        // SAFETY: see the top of this file.
        unsafe { std::ptr::copy(bytes.as_ptr(), self.0.cast(), bytes.len()) };
        Ok(())
    }
}

/// `DxcBuffer`: text or bytes of the caller.
#[repr(C)]
pub struct Buffer {
    data: Bytes,
    size: usize,
    /// The code page.
    pub encoding: u32,
}

impl Buffer {
    /// The bytes; nothing where there should be some and the pointer is null.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.data.get(self.size)
    }

    /// Where they are.
    pub fn address(&self) -> *const c_void {
        self.data.address()
    }
}

/// `DxcDefine`, and `DxcArgPair`, which has the same members.
#[repr(C)]
pub struct Pair {
    /// The name.
    pub name: Wide,
    /// The value.
    pub value: Wide,
}

/// A wide string of the caller.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Wide(*const WideChar);

impl Wide {
    /// No string.
    pub const NULL: Self = Self(std::ptr::null());

    /// A string of our own, which ends with a zero, for a call that does not keep it.
    pub fn of(text: &[WideChar]) -> Self {
        assert!(text.last() == Some(&0), "a string ends with a zero");
        Self(text.as_ptr())
    }

    /// Whether there is none.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Its text, if there is a string; a failure if that is none in its encoding.
    pub fn text(&self) -> Result<Option<String>, Hresult> {
        if self.0.is_null() {
            return Ok(None);
        }
        // SAFETY: see the top of this file.
        let units = unsafe {
            let mut length = 0;
            while *self.0.add(length) != 0 {
                length += 1;
            }
            std::slice::from_raw_parts(self.0, length)
        };
        super::narrow(units).map(Some).ok_or(DXC_E_STRING_ENCODING_FAILED)
    }

    /// Its text, or a failure if there is none.
    pub fn required(&self) -> Result<String, Hresult> {
        self.text()?.ok_or(E_INVALIDARG)
    }
}

/// A string of bytes of the caller.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Narrow(*const c_char);

impl Narrow {
    /// Its text, if there is a string.
    pub fn text(&self) -> Option<String> {
        // SAFETY: see the top of this file.
        (!self.0.is_null()).then(|| unsafe { CStr::from_ptr(self.0).to_string_lossy().into_owned() })
    }
}

/// An object that the caller passes, or null.
#[repr(transparent)]
pub struct Given<I>(*const Face, PhantomData<fn() -> I>);

impl<I: Interface> Given<I> {
    /// A reference to it of our own.
    pub fn keep(&self) -> Option<Ref<I>> {
        // SAFETY: see the top of this file. The caller's reference stays its own: the one that is made of it is cloned and let go.
        unsafe { Ref::<I>::from_owned(self.0) }.map(|theirs| {
            let ours = theirs.clone();
            theirs.into_ptr();
            ours
        })
    }

    /// The same, or a failure.
    pub fn required(&self) -> Result<Ref<I>, Hresult> {
        self.keep().ok_or(E_INVALIDARG)
    }

    /// To pass an object on, which stays ours.
    pub fn lend(object: Option<&Ref<I>>) -> Self {
        Self(object.map_or(std::ptr::null(), Ref::as_ptr), PhantomData)
    }
}

/// A place that a method writes an object to, with a reference for the caller.
#[repr(transparent)]
pub struct OutRef<I>(*mut *const Face, PhantomData<fn() -> I>);

impl<I: Interface> OutRef<I> {
    /// Whether there is no place.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes null; a failure if there is no place.
    pub fn clear(&self) -> Done {
        self.write(std::ptr::null())
    }

    /// Writes the object; a failure if there is no place.
    pub fn put(&self, object: Ref<I>) -> Done {
        if self.0.is_null() {
            return Err(E_POINTER);
        }
        self.write(object.into_ptr())
    }

    fn write(&self, face: *const Face) -> Done {
        if self.0.is_null() {
            return Err(E_POINTER);
        }
        // SAFETY: see the top of this file.
        unsafe { self.0.write(face) };
        Ok(())
    }
}

impl<I> OutRef<I> {
    /// Calls a function that writes an object.
    pub fn receive(call: impl FnOnce(Self) -> Done) -> Result<Option<Ref<I>>, Hresult>
    where
        I: Interface,
    {
        let mut face = std::ptr::null();
        let done = call(Self(&raw mut face, PhantomData));
        // SAFETY: what was written is null or an object with a reference for us.
        let object = unsafe { Ref::from_owned(face) };
        done.map(|()| object)
    }
}

/// A place for an object by an interface that the caller names.
#[repr(transparent)]
pub struct OutAny(*mut *const Face);

impl OutAny {
    /// Whether there is no place.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes null; a failure if there is no place.
    pub fn clear(&self) -> Done {
        if self.0.is_null() {
            return Err(E_POINTER);
        }
        // SAFETY: see the top of this file.
        unsafe { self.0.write(std::ptr::null()) };
        Ok(())
    }

    /// Writes the interface of the object that has this identifier.
    pub fn put<I: Interface>(&self, object: &Ref<I>, iid: &Guid) -> Done {
        self.clear()?;
        let result = object.query_into(iid, self.0);
        if result.is_failure() { Err(result) } else { Ok(()) }
    }

    /// The same for a new object.
    pub fn put_new<T: Class>(&self, object: Own<T>, iid: &Guid) -> Done {
        self.put::<IUnknown>(&object.into_unknown(), iid)
    }

    /// Says that there is no such interface.
    pub fn reject(&self) -> Done {
        self.clear()?;
        Err(E_NOINTERFACE)
    }
}

/// A place for a string that the caller frees: wide (`LPWSTR *`), of bytes (`char **`), or with its length before it (`BSTR *`).
#[repr(transparent)]
pub struct OutString<C, K>(*mut *mut C, PhantomData<K>);

/// The kind of string that `free` frees.
pub struct Plain;
/// The kind of string with its length before it.
pub struct WithLength;

/// `LPWSTR *`.
pub type OutWide = OutString<WideChar, Plain>;
/// `char **`.
pub type OutNarrow = OutString<c_char, Plain>;
/// `BSTR *`.
pub type OutBstr = OutString<WideChar, WithLength>;

impl<C, K> OutString<C, K> {
    /// Whether there is no place.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes null; a failure if there is no place.
    pub fn clear(&self) -> Done {
        if self.0.is_null() {
            return Err(E_POINTER);
        }
        // SAFETY: see the top of this file.
        unsafe { self.0.write(std::ptr::null_mut()) };
        Ok(())
    }

    fn write(&self, string: *mut C) -> Done {
        self.clear()?;
        if string.is_null() {
            return Err(E_OUTOFMEMORY);
        }
        // SAFETY: see the top of this file.
        unsafe { self.0.write(string) };
        Ok(())
    }
}

impl OutWide {
    /// Writes a copy of a text.
    pub fn put(&self, text: &str) -> Done {
        self.clear()?;
        self.write(for_client(&wide(text)))
    }
}

impl OutNarrow {
    /// Calls a function that writes a string, which is freed here; its bytes without the zero.
    pub fn receive(call: impl FnOnce(Self) -> Done) -> Result<Option<Vec<u8>>, Hresult> {
        let mut string = std::ptr::null_mut();
        let done = call(Self(&raw mut string, PhantomData));
        // SAFETY: what was written is null or a string that its maker has allocated for us.
        let bytes = unsafe { from_client(string) };
        done.map(|()| bytes)
    }

    /// Writes a copy of a text.
    pub fn put(&self, text: &str) -> Done {
        self.clear()?;
        let bytes: Vec<u8> = text.bytes().chain([0]).collect();
        self.write(for_client(&bytes).cast())
    }
}

impl OutBstr {
    /// Writes a copy of a text.
    pub fn put(&self, text: &str) -> Done {
        self.clear()?;
        self.write(bstr(text))
    }
}
