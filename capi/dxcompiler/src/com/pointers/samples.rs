//! Provides arguments for calls of any method: null pointers, or places and texts that a method can use.

use super::{Buffer, Bytes, Given, In, List, Narrow, Out, OutAny, OutRef, OutString, Pair, Space, Wide};
use crate::com::guid::Guid;
use crate::com::hresult::Hresult;
use crate::com::interface::{IUnknown, Interface};
use crate::com::interfaces::{IDxcBlob, IDxcBlobEncoding, IDxcOperationResult};
use crate::com::object::{Address, Face, Ref, TextAddress};
use crate::com::wide;
use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::mem::MaybeUninit;

/// What arguments are made of. Places are never freed: a method may keep what it was given, and a test ends soon.
pub struct Samples {
    /// Whether pointers are null.
    pub are_null: bool,
    /// The bytes of a container.
    pub container: &'static [u8],
    /// The same as a blob.
    pub blob: Option<Ref<IDxcBlob>>,
    /// A text.
    pub text: Option<Ref<IDxcBlobEncoding>>,
    /// Where a result of an operation may have been written.
    results: RefCell<Vec<*mut *const Face>>,
}

impl Samples {
    /// Null pointers.
    pub fn null() -> Self {
        Self { are_null: true, container: &[], blob: None, text: None, results: RefCell::default() }
    }

    /// A container, its blob, a text, and places.
    pub fn of(container: &'static [u8], blob: Ref<IDxcBlob>, text: Ref<IDxcBlobEncoding>) -> Self {
        Self { are_null: false, container, blob: Some(blob), text: Some(text), results: RefCell::default() }
    }

    fn pointer<T>(&self, value: T) -> *mut T {
        if self.are_null { std::ptr::null_mut() } else { Box::leak(Box::new(value)) }
    }

    /// The status of the result that the last call has written, if it has.
    pub fn status(&self) -> Option<Hresult> {
        let place = self.results.borrow_mut().drain(..).next()?;
        // SAFETY: the place is one of `pointer`, so it stays; what a method writes to it is an object with a reference for the caller.
        let object = unsafe { Ref::<IUnknown>::from_owned(place.read()) }?;
        let result = object.query::<IDxcOperationResult>().ok()?;
        let mut status = 0;
        result.GetStatus(Out::to(&mut status)).ok()?;
        Some(Hresult(status))
    }
}

impl Buffer {
    /// A text, in an encoding that is not said.
    pub fn of(bytes: &[u8]) -> Self {
        Self { data: Bytes::of(bytes), size: bytes.len(), encoding: 0 }
    }
}

impl<T> In<T> {
    /// A value of our own.
    pub fn of(value: &T) -> Self {
        Self(value)
    }
}

impl<T> List<T> {
    /// Values of our own.
    pub fn of(values: &[T]) -> Self {
        Self(values.as_ptr())
    }
}

impl Narrow {
    /// A text of our own.
    pub fn of(text: &'static CStr) -> Self {
        Self(text.as_ptr())
    }
}

impl OutAny {
    /// A place of our own.
    pub fn to(place: &mut *const Face) -> Self {
        Self(place)
    }
}

/// A type of arguments.
pub trait Sample {
    /// A value.
    fn sample(samples: &Samples) -> Self;
}

macro_rules! numbers {
    ($($type:ty)*) => { $(impl Sample for $type { fn sample(_: &Samples) -> Self { 1 } })* };
}
numbers! { u32 i32 u64 i64 usize }

impl Sample for *mut c_void {
    fn sample(_: &Samples) -> Self {
        std::ptr::null_mut()
    }
}

impl<T> Sample for Out<T> {
    fn sample(samples: &Samples) -> Self {
        Self(samples.pointer(MaybeUninit::<T>::zeroed()).cast())
    }
}

impl Sample for In<u32> {
    fn sample(samples: &Samples) -> Self {
        Self(samples.pointer(0))
    }
}

impl Sample for In<Guid> {
    fn sample(samples: &Samples) -> Self {
        Self(samples.pointer(IUnknown::LINEAGE.iid.expect("it has one")))
    }
}

impl Sample for In<Buffer> {
    fn sample(samples: &Samples) -> Self {
        let data = Bytes(samples.container.as_ptr().cast());
        Self(samples.pointer(Buffer { data, size: samples.container.len(), encoding: 0 }))
    }
}

impl<T: Sample> Sample for List<T> {
    fn sample(samples: &Samples) -> Self {
        Self(samples.pointer(T::sample(samples)))
    }
}

impl Sample for Bytes {
    fn sample(samples: &Samples) -> Self {
        Self(if samples.are_null { std::ptr::null() } else { samples.container.as_ptr().cast() })
    }
}

impl Sample for Space {
    fn sample(samples: &Samples) -> Self {
        // As much as any method of a stream writes.
        Self(samples.pointer([0_u64; 64]).cast())
    }
}

impl Sample for Pair {
    fn sample(samples: &Samples) -> Self {
        Self { name: Wide::sample(samples), value: Wide::sample(samples) }
    }
}

impl Sample for Wide {
    fn sample(samples: &Samples) -> Self {
        Self(if samples.are_null { std::ptr::null() } else { wide("main").leak().as_ptr() })
    }
}

impl Sample for Narrow {
    fn sample(samples: &Samples) -> Self {
        Self(if samples.are_null { std::ptr::null() } else { c"main".as_ptr() })
    }
}

impl<I: Interface> Sample for Given<I> {
    fn sample(samples: &Samples) -> Self {
        let found = match I::LINEAGE.name {
            "IDxcBlob" => samples.blob.as_ref().map(Ref::as_ptr),
            "IDxcBlobEncoding" => samples.text.as_ref().map(Ref::as_ptr),
            _ => None,
        };
        Self(found.unwrap_or(std::ptr::null()), std::marker::PhantomData)
    }
}

impl<I> Sample for OutRef<I> {
    fn sample(samples: &Samples) -> Self {
        let place: *mut *const Face = samples.pointer(std::ptr::null());
        if !place.is_null() {
            samples.results.borrow_mut().push(place);
        }
        Self(place, std::marker::PhantomData)
    }
}

impl Sample for OutAny {
    fn sample(samples: &Samples) -> Self {
        Self(OutRef::<IUnknown>::sample(samples).0)
    }
}

impl<C, K> Sample for OutString<C, K> {
    fn sample(samples: &Samples) -> Self {
        Self(samples.pointer(std::ptr::null_mut()), std::marker::PhantomData)
    }
}

impl<I> Sample for Address<I> {
    fn sample(_: &Samples) -> Self {
        Self::NULL
    }
}

/// What a method returns, as a result if it is one.
pub trait Reported {
    /// The result.
    fn reported(self) -> Option<Hresult>;
}

impl Reported for crate::com::Done {
    fn reported(self) -> Option<Hresult> {
        Some(self.err().unwrap_or(crate::com::hresult::S_OK))
    }
}

macro_rules! values {
    ($($type:ty)*) => { $(impl Reported for $type { fn reported(self) -> Option<Hresult> { None } })* };
}
values! { () u8 i32 u32 u64 usize *mut c_void *const u8 *const crate::com::WideChar *const *const crate::com::WideChar TextAddress }

impl<I> Reported for Address<I> {
    fn reported(self) -> Option<Hresult> {
        None
    }
}
