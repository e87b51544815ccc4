//! Holds a reference to a C++ object, and calls methods through its table.
//!
//! Invariant: an [`Object`] owns exactly one reference, given back when it is dropped; the table it points to is
//! never written and lives as long as the library, which is never unloaded.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::{self, NonNull};

use super::layout::Layout;

/// `HRESULT`: negative is failure.
pub(super) type HResult = i32;

/// What a failed call says when it left no object and no status of its own (`E_FAIL`).
const FAILED: HResult = 0x8000_4005_u32 as i32;

/// How a status is shown to people.
pub(super) fn describe(status: HResult) -> String {
    format!("status {status:#010x}")
}

/// `GUID`: names a class or an interface.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Guid(pub(super) u32, pub(super) u16, pub(super) u16, pub(super) [u8; 8]);

/// A method: its place among the interface's own methods, and its C signature `F`.
#[derive(Clone, Copy)]
pub(super) struct Method<F> {
    place: usize,
    signature: PhantomData<F>,
}

impl<F: Copy> Method<F> {
    pub(super) const fn new(place: usize) -> Self {
        const { assert!(size_of::<F>() == size_of::<*const c_void>()) };
        Self { place, signature: PhantomData }
    }
}

type QueryInterface = unsafe extern "system" fn(*mut c_void, *const Guid, *mut *mut c_void) -> HResult;
type Release = unsafe extern "system" fn(*mut c_void) -> u32;
const QUERY_INTERFACE_SLOT: usize = 0;
const RELEASE_SLOT: usize = 2;

/// One owned reference to an object.
pub(super) struct Object {
    this: NonNull<c_void>,
    layout: Layout,
}

impl Object {
    /// Runs a call that hands out an object through its last argument, and takes over the reference.
    ///
    /// # Safety
    /// If the call succeeds and writes a pointer, that must be a COM object of the given layout, with one reference
    /// for the caller.
    pub(super) unsafe fn receive(
        layout: Layout,
        call: impl FnOnce(*mut *mut c_void) -> HResult,
    ) -> Result<Self, HResult> {
        let mut this = ptr::null_mut();
        let status = call(&raw mut this);
        match NonNull::new(this) {
            Some(this) if status >= 0 => Ok(Self { this, layout }),
            _ => Err(if status < 0 { status } else { FAILED }),
        }
    }

    /// [`Self::receive`] for an object that this one hands out.
    ///
    /// # Safety
    /// As for [`Self::receive`].
    pub(super) unsafe fn receive_from(&self, call: impl FnOnce(*mut *mut c_void) -> HResult) -> Result<Self, HResult> {
        // SAFETY: objects of one library share one layout; the rest is the caller's promise.
        unsafe { Self::receive(self.layout, call) }
    }

    /// The `this` pointer to pass to a method.
    pub(super) fn as_ptr(&self) -> *mut c_void {
        self.this.as_ptr()
    }

    /// The layout of this object's library.
    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// The table of methods.
    pub(super) fn vtable(&self) -> *const *const c_void {
        // SAFETY: a COM object starts with the pointer to its table.
        unsafe { self.this.cast::<*const *const c_void>().read() }
    }

    /// A method of the interface this object was received as.
    ///
    /// # Safety
    /// The interface must have that method at that place with that signature.
    pub(super) unsafe fn method<F: Copy>(&self, method: Method<F>) -> F {
        // SAFETY: by the caller's promise the table has this slot.
        unsafe { self.slot(self.layout.first_own_slot() + method.place) }
    }

    /// # Safety
    /// The table must hold a function of type `F` in that slot.
    unsafe fn slot<F: Copy>(&self, slot: usize) -> F {
        // SAFETY: `F` is a function pointer, as wide as the slot (`Method::new` checks it); the rest is promised.
        unsafe { self.vtable().add(slot).cast::<F>().read() }
    }

    /// `QueryInterface`.
    pub(super) fn query(&self, interface: &Guid) -> Option<Self> {
        // SAFETY: slot 0 of every COM object; success hands out an object of the interface with a reference.
        unsafe {
            let query: QueryInterface = self.slot(QUERY_INTERFACE_SLOT);
            self.receive_from(|object| query(self.as_ptr(), interface, object)).ok()
        }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: slot 2 of every COM object; the reference is ours and is not used again.
        unsafe {
            let release: Release = self.slot(RELEASE_SLOT);
            release(self.as_ptr());
        }
    }
}

/// An `IDxcBlob`: bytes that DXC owns.
pub(super) struct Blob(Object);

impl Blob {
    const GET_BUFFER_POINTER: Method<unsafe extern "system" fn(*mut c_void) -> *const u8> = Method::new(0);
    const GET_BUFFER_SIZE: Method<unsafe extern "system" fn(*mut c_void) -> usize> = Method::new(1);

    /// # Safety
    /// The object must be an `IDxcBlob` or an interface derived from it.
    pub(super) unsafe fn from_object(object: Object) -> Self {
        Self(object)
    }

    pub(super) fn as_ptr(&self) -> *mut c_void {
        self.0.as_ptr()
    }

    /// Gives the reference away, for a caller that returns it to DXC.
    pub(super) fn into_raw(self) -> *mut c_void {
        let this = self.0.as_ptr();
        std::mem::forget(self);
        this
    }

    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: the object is a blob (`from_object`); its bytes live as long as it and are not written meanwhile.
        unsafe {
            let data = self.0.method(Self::GET_BUFFER_POINTER)(self.0.as_ptr());
            let size = self.0.method(Self::GET_BUFFER_SIZE)(self.0.as_ptr());
            if data.is_null() { &[] } else { std::slice::from_raw_parts(data, size) }
        }
    }
}
