//! Implements a stream that reads a blob.

use crate::com::hresult::{E_FAIL, E_NOTIMPL, Hresult, S_FALSE};
use crate::com::interfaces::*;
use crate::com::{Bytes, Done, Given, Out, OutRef, Ref, Space, class};
use std::ffi::c_void;
use std::sync::Mutex;

/// The origin of a position is none of the three.
const INVALID_FUNCTION: Hresult = Hresult(0x8003_0001_u32.cast_signed());
/// What cannot be written.
const ACCESS_DENIED: Hresult = Hresult(0x8003_0005_u32.cast_signed());

/// Reads the bytes of a blob, and is one.
pub struct BlobStream {
    blob: Ref<IDxcBlob>,
    position: Mutex<u32>,
}

class! { BlobStream: IStream, IDxcBlob }

impl BlobStream {
    /// At the start of a blob.
    pub fn new(blob: Ref<IDxcBlob>) -> Self {
        Self { blob, position: Mutex::new(0) }
    }

    fn position(&self) -> std::sync::MutexGuard<'_, u32> {
        self.position.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl BlobMethods for BlobStream {
    fn GetBufferPointer(&self) -> *mut c_void {
        self.blob.GetBufferPointer()
    }
    fn GetBufferSize(&self) -> usize {
        self.blob.GetBufferSize()
    }
}

impl SequentialStreamMethods for BlobStream {
    fn Read(&self, to: Space, count: u32, read: Out<u32>) -> Done {
        let mut position = self.position();
        let rest = self.blob.bytes().get(*position as usize..).unwrap_or(&[]);
        let part = &rest[..rest.len().min(count as usize)];
        read.put(part.len() as u32)?;
        to.fill(part)?;
        *position += part.len() as u32;
        if part.len() < count as usize { Err(S_FALSE) } else { Ok(()) }
    }
    fn Write(&self, _: Bytes, _: u32, _: Out<u32>) -> Done {
        Err(ACCESS_DENIED)
    }
}

impl StreamMethods for BlobStream {
    fn Seek(&self, distance: i64, origin: u32, place: Out<u64>) -> Done {
        let mut position = self.position();
        let start = match origin {
            0 => 0,
            1 => i64::from(*position),
            2 => self.blob.GetBufferSize() as i64,
            _ => return Err(INVALID_FUNCTION),
        };
        let wanted = start.checked_add(distance).and_then(|wanted| u32::try_from(wanted).ok()).ok_or(E_FAIL)?;
        *position = wanted;
        if place.is_null() { Ok(()) } else { place.put(u64::from(wanted)) }
    }
    fn SetSize(&self, _: u64) -> Done {
        Err(ACCESS_DENIED)
    }
    fn CopyTo(&self, _: Given<IStream>, _: u64, _: Out<u64>, _: Out<u64>) -> Done {
        Err(E_NOTIMPL)
    }
    fn Commit(&self, _: u32) -> Done {
        Err(E_NOTIMPL)
    }
    fn Revert(&self) -> Done {
        Err(E_NOTIMPL)
    }
    fn LockRegion(&self, _: u64, _: u64, _: u32) -> Done {
        Err(E_NOTIMPL)
    }
    fn UnlockRegion(&self, _: u64, _: u64, _: u32) -> Done {
        Err(E_NOTIMPL)
    }
    fn Stat(&self, about: Space, _: u32) -> Done {
        /// `STATSTG` up to its size: the name, the kind (a stream is 2), the size.
        const SIZE_AT: usize = 2 * size_of::<usize>();
        let mut bytes = [0; SIZE_AT + 8];
        bytes[size_of::<usize>()] = 2;
        bytes[SIZE_AT..].copy_from_slice(&(self.blob.GetBufferSize() as u64).to_le_bytes());
        about.fill(&bytes)
    }
    fn Clone(&self, copy: OutRef<IStream>) -> Done {
        copy.clear()?;
        Err(E_NOTIMPL)
    }
}
