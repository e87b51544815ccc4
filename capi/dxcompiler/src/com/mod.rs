//! Implements the C++ interface: objects with tables of functions, and the pointers of clients. All unsafe code of this
//! crate is in this folder.
//!
//! - [`interface`]: what an interface is, and the macro that describes one;
//! - [`interfaces`]: every interface, described;
//! - [`object`]: objects and references to them, and the macro that makes a type a class;
//! - [`pointers`]: the arguments of methods;
//! - [`memory`]: allocators and strings that clients free; [`data`]: the bytes of blobs;
//! - [`layout`]: the two layouts of tables;
//! - [`exports`]: the functions that the library exports.
//!
//! A class is a type of ordinary safe code: it implements the traits of its interfaces and is named in [`class!`](object::class).

#![allow(unsafe_code)]

#[cfg(test)]
pub mod calls;
pub mod data;
pub mod exports;
pub mod guid;
pub mod hresult;
pub mod interface;
pub mod interfaces;
pub mod layout;
pub mod memory;
pub mod object;
pub mod pointers;

pub use data::Data;
pub use guid::Guid;
pub use hresult::{Done, Hresult};
pub use interface::IUnknown;
pub use memory::Memory;
pub(crate) use object::class;
pub use object::{Address, Own, Ref, TextAddress};
pub use pointers::{
    Buffer, Bytes, Given, In, List, Narrow, Out, OutAny, OutBstr, OutNarrow, OutRef, OutWide, Pair, Space, Wide,
};

/// What a wide string is made of: `wchar_t`.
#[cfg(windows)]
pub type WideChar = u16;
/// What a wide string is made of: `wchar_t`.
#[cfg(not(windows))]
pub type WideChar = u32;

/// `BOOL`.
#[cfg(windows)]
pub type Bool = i32;
/// `BOOL`: that of DXC's headers has one byte where there is no Windows, and so has the place that a client gives for it.
#[cfg(not(windows))]
pub type Bool = u8;

/// The code page of wide strings.
pub const WIDE_PAGE: u32 = if cfg!(windows) { 1200 } else { 12000 };

/// A text as a wide string, with its zero.
#[cfg(windows)]
pub fn wide(text: &str) -> Vec<WideChar> {
    text.encode_utf16().chain([0]).collect()
}

/// A text as a wide string, with its zero.
#[cfg(not(windows))]
pub fn wide(text: &str) -> Vec<WideChar> {
    text.chars().map(u32::from).chain([0]).collect()
}

/// The text of a wide string, if it is one.
#[cfg(windows)]
pub fn narrow(units: &[WideChar]) -> Option<String> {
    String::from_utf16(units).ok()
}

/// The text of a wide string, if it is one.
#[cfg(not(windows))]
pub fn narrow(units: &[WideChar]) -> Option<String> {
    units.iter().map(|&unit| char::from_u32(unit)).collect()
}
