//! Implements blobs: bytes without encoding, in UTF-8 or UTF-16.
//!
//! Three classes differ in what they answer to. A blob of text ends with a zero, which its size counts; an empty one has no bytes at
//! all. What is not known to be text, or does not end with a zero, is of no kind.

use crate::com::hresult::{E_INVALIDARG, E_POINTER, Hresult};
use crate::com::interfaces::*;
use crate::com::{Bool, Bytes, Data, Done, Memory, Out, Own, Ref, WIDE_PAGE, WideChar, class};
use crate::encoding::{self, ANY, UTF8};
use std::ffi::c_void;

/// What all kinds of blobs have.
struct Content {
    data: Data,
    /// The page, if it is known.
    page: Option<u32>,
}

impl Content {
    fn encoding(&self, is_known: &Out<Bool>, page: &Out<u32>) -> Done {
        is_known.put(Bool::from(self.page.is_some()))?;
        page.put(self.page.unwrap_or(ANY))
    }

    fn characters(&self) -> usize {
        let unit = self.page.map_or(1, encoding::unit);
        (self.data.size() / unit).saturating_sub(1)
    }
}

/// A blob of no kind.
pub struct PlainBlob(Content);
/// A blob in UTF-8.
pub struct Utf8Blob(Content);
/// A wide blob.
pub struct WideBlob(Content);
/// A blob that does not know what an encoding is: what a compilation makes.
pub struct BareBlob(Data);

class! { PlainBlob: IDxcBlobEncoding }
class! { Utf8Blob: IDxcBlobUtf8 }
class! { WideBlob: IDxcBlobWide }
class! { BareBlob: IDxcBlob }

impl BlobMethods for BareBlob {
    fn GetBufferPointer(&self) -> *mut c_void {
        self.0.address()
    }
    fn GetBufferSize(&self) -> usize {
        self.0.size()
    }
}

macro_rules! bytes_and_encoding {
    ($($class:ident)*) => {
        $(impl BlobMethods for $class {
            fn GetBufferPointer(&self) -> *mut c_void {
                self.0.data.address()
            }
            fn GetBufferSize(&self) -> usize {
                self.0.data.size()
            }
        }
        impl BlobEncodingMethods for $class {
            fn GetEncoding(&self, is_known: Out<Bool>, page: Out<u32>) -> Done {
                self.0.encoding(&is_known, &page)
            }
        })*
    };
}
bytes_and_encoding! { PlainBlob Utf8Blob WideBlob }

impl BlobUtf8Methods for Utf8Blob {
    fn GetStringPointer(&self) -> *const u8 {
        if self.0.data.size() == 0 { c"".as_ptr().cast() } else { self.0.data.address().cast() }
    }
    fn GetStringLength(&self) -> usize {
        self.0.characters()
    }
}

impl BlobWideMethods for WideBlob {
    fn GetStringPointer(&self) -> *const WideChar {
        const EMPTY: &[WideChar] = &[0];
        if self.0.data.size() == 0 { EMPTY.as_ptr() } else { self.0.data.address().cast() }
    }
    fn GetStringLength(&self) -> usize {
        self.0.characters()
    }
}

/// Whose memory the bytes of a new blob are in.
pub enum Take {
    /// They are copied.
    Copy,
    /// The client keeps them.
    Pin,
    /// They are the blob's, which frees them by this allocator.
    Move(Ref<IMalloc>),
}

/// A blob of the kind that its page and its bytes say.
fn of_kind(memory: &Memory, data: Data, page: Option<u32>) -> Result<Ref<IDxcBlobEncoding>, Hresult> {
    let is_text = data.size() == 0 || page.is_some_and(|page| encoding::ends_with_zero(data.bytes(), page));
    let content = Content { data, page };
    Ok(match page {
        Some(UTF8) if is_text => Own::new(memory, Utf8Blob(content))?.into_face::<IDxcBlobUtf8>().into_parent(),
        Some(WIDE_PAGE) if is_text => Own::new(memory, WideBlob(content))?.into_face::<IDxcBlobWide>().into_parent(),
        _ => Own::new(memory, PlainBlob(content))?.into_face(),
    })
}

/// A blob of the bytes of a client. If their page is given, a mark at their start is left out, and a copy gets the zero that is not
/// there.
pub fn from_client(
    memory: &Memory,
    bytes: Bytes,
    size: usize,
    page: Option<u32>,
    take: Take,
) -> Result<Ref<IDxcBlobEncoding>, Hresult> {
    let slice = bytes.get(size).unwrap_or(&[]);
    let skip = if page.is_some_and(|page| page != ANY) { encoding::mark(slice).1 } else { 0 };
    let slice = &slice[skip..];
    let has_zero = page.is_some_and(|page| encoding::ends_with_zero(slice, page));
    if slice.is_empty() || has_zero && slice.len() == encoding::unit(page.unwrap_or(ANY)) {
        if let Take::Move(allocator) = take {
            // What is given away is freed here: the blob has no use for it.
            drop(Data::moved(bytes, size, allocator));
        }
        return of_kind(memory, Data::empty(), page);
    }
    let data = match take {
        Take::Pin => Data::pinned(bytes, skip, slice.len()),
        Take::Move(allocator) if skip == 0 => Data::moved(bytes, size, allocator),
        Take::Move(allocator) => {
            let copy = Data::copy(memory, slice)?;
            drop(Data::moved(bytes, size, allocator));
            copy
        }
        Take::Copy => copy_with_zero(memory, slice, page)?,
    };
    of_kind(memory, data, page)
}

fn copy_with_zero(memory: &Memory, bytes: &[u8], page: Option<u32>) -> Result<Data, Hresult> {
    match page {
        Some(page @ (UTF8 | WIDE_PAGE)) if !encoding::ends_with_zero(bytes, page) => {
            let zero = std::iter::repeat_n(0, encoding::unit(page));
            Data::copy(memory, &bytes.iter().copied().chain(zero).collect::<Vec<u8>>())
        }
        _ => Data::copy(memory, bytes),
    }
}

/// A blob of our own bytes, of no kind.
pub fn of_bytes(memory: &Memory, bytes: &[u8]) -> Result<Ref<IDxcBlob>, Hresult> {
    let data = if bytes.is_empty() { Data::empty() } else { Data::copy(memory, bytes)? };
    Ok(of_kind(memory, data, None)?.into_parent())
}

/// A blob of what was compiled.
pub fn of_object(memory: &Memory, bytes: &[u8]) -> Result<Ref<IDxcBlob>, Hresult> {
    let data = if bytes.is_empty() { Data::empty() } else { Data::copy(memory, bytes)? };
    Ok(Own::new(memory, BareBlob(data))?.into_face())
}

/// A blob of a text in UTF-8; an empty text has no bytes.
pub fn of_text(memory: &Memory, text: &str) -> Result<Ref<IDxcBlobUtf8>, Hresult> {
    let data = if text.is_empty() { Data::empty() } else { Data::copy(memory, &encoding::utf8_bytes(text))? };
    Ok(Own::new(memory, Utf8Blob(Content { data, page: Some(UTF8) }))?.into_face())
}

/// A blob of a text as a wide string; an empty text has no bytes.
pub fn of_wide(memory: &Memory, text: &str) -> Result<Ref<IDxcBlobWide>, Hresult> {
    let data = if text.is_empty() { Data::empty() } else { Data::copy(memory, &encoding::wide_bytes(text))? };
    Ok(Own::new(memory, WideBlob(Content { data, page: Some(WIDE_PAGE) }))?.into_face())
}

/// A range of a blob; the blob itself if both numbers are zero.
pub fn from_blob(
    memory: &Memory,
    blob: &Ref<IDxcBlob>,
    offset: u32,
    length: u32,
) -> Result<Ref<IDxcBlobEncoding>, Hresult> {
    if offset != 0 || length != 0 {
        let end = offset.checked_add(length).ok_or(E_INVALIDARG)?;
        if end as usize > blob.GetBufferSize() {
            return Err(E_INVALIDARG);
        }
        let data = Data::within(blob, offset as usize, length as usize);
        return Ok(Own::new(memory, PlainBlob(Content { data, page: None }))?.into_face());
    }
    if let Ok(text) = blob.query::<IDxcBlobUtf8>() {
        return Ok(text.into_parent());
    }
    if let Ok(text) = blob.query::<IDxcBlobWide>() {
        return Ok(text.into_parent());
    }
    let Ok(known) = blob.query::<IDxcBlobEncoding>() else {
        let data = Data::within(blob, 0, blob.GetBufferSize());
        return Ok(Own::new(memory, PlainBlob(Content { data, page: None }))?.into_face());
    };
    match page_of(&known) {
        Some(page) if encoding::ends_with_zero(blob.bytes(), page) => {
            of_kind(memory, Data::within(blob, 0, blob.GetBufferSize()), Some(page))
        }
        _ => Ok(known),
    }
}

/// The page of a blob, if it knows it.
pub fn page_of(blob: &Ref<IDxcBlobEncoding>) -> Option<u32> {
    let (mut is_known, mut page) = (0, 0);
    let asked = blob.GetEncoding(Out::to(&mut is_known), Out::to(&mut page));
    (asked.is_ok() && is_known != 0).then_some(page)
}

/// The page of the text in bytes, and where the text starts: what is said, or by a mark, or `otherwise`.
pub fn settle(bytes: &[u8], page: Option<u32>, otherwise: u32) -> (u32, usize) {
    match page {
        Some(page) if page != ANY => (page, 0),
        _ => match encoding::mark(bytes) {
            (ANY, skip) => (otherwise, skip),
            found => found,
        },
    }
}

/// The text of a blob of anyone.
pub fn text_of(blob: &Ref<IDxcBlob>) -> Result<String, Hresult> {
    let page = blob.query::<IDxcBlobEncoding>().ok().and_then(|blob| page_of(&blob));
    let (page, skip) = settle(blob.bytes(), page, ANY);
    encoding::text(&blob.bytes()[skip..], page)
}

/// The bytes of the text of a source in UTF-8, as it is or converted; the zeros at its end are not of it.
pub fn source(bytes: &[u8], page: Option<u32>, otherwise: u32) -> Result<Vec<u8>, Hresult> {
    let (page, skip) = settle(bytes, page, otherwise);
    let bytes = &bytes[skip..];
    let mut text = if page == UTF8 { bytes.to_vec() } else { encoding::text(bytes, page)?.into_bytes() };
    text.truncate(text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1));
    Ok(text)
}

/// The same of a blob.
pub fn source_of(blob: &Ref<IDxcBlob>, otherwise: u32) -> Result<Vec<u8>, Hresult> {
    source(blob.bytes(), blob.query::<IDxcBlobEncoding>().ok().and_then(|blob| page_of(&blob)), otherwise)
}

/// The text of a blob in UTF-8: the blob itself where it is that.
pub fn as_utf8(memory: &Memory, blob: Option<Ref<IDxcBlob>>) -> Result<Ref<IDxcBlobUtf8>, Hresult> {
    let blob = blob.ok_or(E_POINTER)?;
    if let Ok(same) = blob.query() {
        return Ok(same);
    }
    let page = blob.query::<IDxcBlobEncoding>().ok().and_then(|blob| page_of(&blob));
    let (page, skip) = settle(blob.bytes(), page, ANY);
    let bytes = &blob.bytes()[skip..];
    let data = match page {
        UTF8 if encoding::ends_with_zero(bytes, UTF8) => Data::within(&blob, skip, bytes.len()),
        UTF8 if bytes.is_empty() => Data::empty(),
        UTF8 => copy_with_zero(memory, bytes, Some(UTF8))?,
        page => return of_text(memory, &encoding::text(bytes, page)?),
    };
    Ok(Own::new(memory, Utf8Blob(Content { data, page: Some(UTF8) }))?.into_face())
}

/// The text of a blob as a wide string: the blob itself where it is that.
pub fn as_wide(memory: &Memory, blob: Option<Ref<IDxcBlob>>) -> Result<Ref<IDxcBlobWide>, Hresult> {
    let blob = blob.ok_or(E_POINTER)?;
    if let Ok(same) = blob.query() {
        return Ok(same);
    }
    let page = blob.query::<IDxcBlobEncoding>().ok().and_then(|blob| page_of(&blob));
    let (page, skip) = settle(blob.bytes(), page, ANY);
    let bytes = &blob.bytes()[skip..];
    if page == WIDE_PAGE && encoding::ends_with_zero(bytes, WIDE_PAGE) {
        let data = Data::within(&blob, skip, bytes.len());
        return Ok(Own::new(memory, WideBlob(Content { data, page: Some(WIDE_PAGE) }))?.into_face());
    }
    of_wide(memory, &encoding::text(bytes, page)?)
}
