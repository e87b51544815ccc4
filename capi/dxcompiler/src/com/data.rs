//! Represents the bytes of a blob: in memory of the library, in that of a client, or in another blob.

use super::hresult::{E_OUTOFMEMORY, Hresult};
use super::interfaces::{IDxcBlob, IMalloc};
use super::memory::Memory;
use super::object::Ref;
use super::pointers::Bytes;
use std::ffi::c_void;

/// Where bytes are and what owns them.
pub struct Data {
    address: *mut c_void,
    size: usize,
    keeper: Keeper,
}

enum Keeper {
    /// A block that is given back here.
    Ours(Memory),
    /// The client: the bytes are there as long as the blob, it says.
    Client,
    /// The client gave the block away; its allocator frees it.
    Allocator(Ref<IMalloc>),
    /// Another blob.
    Blob {
        /// Held until the bytes are no longer needed.
        _blob: Ref<IDxcBlob>,
    },
}

impl Data {
    /// No bytes, at no address.
    pub fn empty() -> Self {
        Self { address: std::ptr::null_mut(), size: 0, keeper: Keeper::Client }
    }

    /// A copy.
    pub fn copy(memory: &Memory, bytes: &[u8]) -> Result<Self, Hresult> {
        let address = memory.alloc(bytes.len());
        if address.is_null() {
            return Err(E_OUTOFMEMORY);
        }
        // SAFETY: the block is new and has the size of the bytes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address.cast(), bytes.len()) };
        Ok(Self { address, size: bytes.len(), keeper: Keeper::Ours(memory.clone()) })
    }

    /// Bytes that the client keeps, `skip` after the start of what it gave.
    pub fn pinned(bytes: Bytes, skip: usize, size: usize) -> Self {
        Self { address: bytes.address().wrapping_byte_add(skip).cast_mut(), size, keeper: Keeper::Client }
    }

    /// Bytes that the client gives away.
    pub fn moved(bytes: Bytes, size: usize, allocator: Ref<IMalloc>) -> Self {
        Self { address: bytes.address().cast_mut(), size, keeper: Keeper::Allocator(allocator) }
    }

    /// A range of another blob, which must lie inside of it.
    pub fn within(blob: &Ref<IDxcBlob>, offset: usize, size: usize) -> Self {
        let address = blob.GetBufferPointer().wrapping_byte_add(offset);
        Self { address, size, keeper: Keeper::Blob { _blob: blob.clone() } }
    }

    /// Where they are.
    pub fn address(&self) -> *mut c_void {
        self.address
    }

    /// How many.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        if self.address.is_null() || self.size == 0 {
            return &[];
        }
        // SAFETY: the owner is part of this value, so the bytes live as long as it does.
        unsafe { std::slice::from_raw_parts(self.address.cast(), self.size) }
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        match &self.keeper {
            // SAFETY: the block is one of this memory and of this size, and the value was its only user.
            Keeper::Ours(memory) => unsafe { memory.free(self.address, self.size) },
            Keeper::Allocator(allocator) if !self.address.is_null() => allocator.Free(self.address),
            Keeper::Allocator(_) | Keeper::Client | Keeper::Blob { .. } => {}
        }
    }
}

impl Ref<IDxcBlob> {
    /// The bytes of a blob of anyone.
    pub fn bytes(&self) -> &[u8] {
        let (address, size) = (self.GetBufferPointer(), self.GetBufferSize());
        if address.is_null() || isize::try_from(size).is_err() {
            return &[];
        }
        // SAFETY: a blob says where its bytes are and how many, and they stay as long as it does.
        unsafe { std::slice::from_raw_parts(address.cast(), size) }
    }

    /// Writes over the start of a blob whose owner allows it. A slice of these bytes that was taken before must not be used again.
    pub fn overwrite(&self, bytes: &[u8]) {
        let (address, size) = (self.GetBufferPointer(), self.GetBufferSize());
        if !address.is_null() {
            // SAFETY: as above; no more is written than there is.
            unsafe { std::ptr::copy(bytes.as_ptr(), address.cast(), bytes.len().min(size)) };
        }
    }
}
