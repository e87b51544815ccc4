//! Calls DXC's C++ objects. No other module of the tests has unsafe code that calls C++.
//!
//! Input: Rust strings and bytes. Output: Rust strings and bytes; no pointer leaves this module.
//!
//! DXC's objects are COM objects: a pointer to a table of function pointers, the first three of which are
//! `QueryInterface`, `AddRef` and `Release`. Three things differ from one DXC to another and are dealt with in one
//! place each: where an interface's own methods start ([`layout`]), how wide a character is ([`wide`]), and who
//! answers for `#include` ([`mod@include`]).
//!
//! Invariant: an [`object::Object`] owns one reference; every method is named with its place in the interface and
//! its exact C signature in one declaration, so that each call can be compared with the interface's definition.

#![allow(unsafe_code)]

mod include;
mod layout;
mod object;
mod reflection;
mod wide;

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::path::Path;

use libloading::Library;

use crate::CompileOutput;
use include::IncludeHandler;
use layout::Layout;
use object::{Blob, Guid, HResult, Object, describe};

/// `DXC_CP_UTF8`, the code page of UTF-8 text.
const UTF8: u32 = 65001;

/// The kinds of output this crate asks a result for (`DXC_OUT_KIND`).
#[derive(Clone, Copy)]
#[repr(u32)]
enum OutputKind {
    Object = 1,
    Errors = 2,
    DebugFile = 3,
    Disassembly = 5,
    Hlsl = 6,
}

/// Whether the validator may write into the container it is given.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Edit {
    /// `DxcValidatorFlags_Default`.
    Keep = 0,
    /// `DxcValidatorFlags_InPlaceEdit`.
    InPlace = 1,
}

/// Classes that `DxcCreateInstance` makes objects of.
mod class {
    use super::Guid;
    pub(super) const COMPILER: Guid =
        Guid(0x73e22d93, 0xe6ce, 0x47f3, [0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0]);
    pub(super) const UTILS: Guid = Guid(0x6245d6af, 0x66e0, 0x48fd, [0x80, 0xb4, 0x4d, 0x27, 0x17, 0x96, 0x74, 0x8c]);
    pub(super) const VALIDATOR: Guid =
        Guid(0x8ca3e215, 0xf728, 0x4cf3, [0x8c, 0xdd, 0x88, 0xaf, 0x91, 0x75, 0x87, 0xa1]);
    pub(super) const ASSEMBLER: Guid =
        Guid(0xd728db68, 0xf903, 0x4f80, [0x94, 0xcd, 0xdc, 0xcf, 0x76, 0xec, 0x71, 0x51]);
    pub(super) const LINKER: Guid = Guid(0xef6a8087, 0xb0ea, 0x4d56, [0x9e, 0x45, 0xd0, 0x7e, 0x1a, 0x8b, 0x78, 0x06]);
}

/// Interfaces this crate calls.
mod interface {
    use super::Guid;
    pub(super) const UNKNOWN: Guid = Guid(0, 0, 0, [0xc0, 0, 0, 0, 0, 0, 0, 0x46]);
    pub(super) const BLOB: Guid = Guid(0x8ba5fb08, 0x5195, 0x40e2, [0xac, 0x58, 0x0d, 0x98, 0x9c, 0x3a, 0x01, 0x02]);
    pub(super) const UTILS: Guid = Guid(0x4605c4cb, 0x2019, 0x492a, [0xad, 0xa4, 0x65, 0xf2, 0x0b, 0xb7, 0xd6, 0x7f]);
    pub(super) const COMPILER3: Guid =
        Guid(0x228b4687, 0x5a6a, 0x4730, [0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54]);
    pub(super) const RESULT: Guid = Guid(0x58346cda, 0xdde7, 0x4497, [0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59]);
    pub(super) const VALIDATOR: Guid =
        Guid(0xa6e82bd2, 0x1fd7, 0x4826, [0x98, 0x11, 0x28, 0x57, 0xe7, 0x97, 0xf4, 0x9a]);
    pub(super) const ASSEMBLER: Guid =
        Guid(0x091f7a26, 0x1c1f, 0x4948, [0x90, 0x4b, 0xe6, 0xe3, 0xa8, 0xa7, 0x71, 0xd5]);
    pub(super) const LINKER: Guid = Guid(0xf1b5be2a, 0x62dd, 0x4327, [0xa1, 0xc2, 0x42, 0xac, 0x1e, 0x1e, 0x78, 0xe6]);
    pub(super) const VERSION_INFO: Guid =
        Guid(0xb04f5b50, 0x2059, 0x4f12, [0xa8, 0xff, 0xa1, 0xe0, 0xcd, 0xe1, 0xcc, 0x7e]);
    pub(super) const INCLUDE_HANDLER: Guid =
        Guid(0x7f61fc7d, 0x950d, 0x467f, [0xb3, 0xe3, 0x3c, 0x02, 0xfb, 0x49, 0x18, 0x7c]);
}

/// `DxcBuffer`: text or bytes handed in.
#[repr(C)]
struct Buffer {
    data: *const c_void,
    size: usize,
    encoding: u32,
}

/// `DxcCreateInstance(class, interface, &object)`.
type CreateInstance = unsafe extern "system" fn(*const Guid, *const Guid, *mut *mut c_void) -> HResult;

/// The methods called, by interface: name, place among the interface's own methods (those of its bases counted,
/// `IUnknown`'s not), and what follows `this` in the C signature.
mod method {
    use super::{Buffer, Guid, HResult, c_void, object, wide};
    use object::Method;

    pub(super) const VERSION_INFO_GET_VERSION: Method<
        unsafe extern "system" fn(*mut c_void, *mut u32, *mut u32) -> HResult,
    > = Method::new(0);

    pub(super) type Compile = unsafe extern "system" fn(
        *mut c_void,
        *const Buffer,
        *const *const wide::Char,
        u32,
        *mut c_void,
        *const Guid,
        *mut *mut c_void,
    ) -> HResult;
    pub(super) const COMPILER3_COMPILE: Method<Compile> = Method::new(0);

    pub(super) type Disassemble =
        unsafe extern "system" fn(*mut c_void, *const Buffer, *const Guid, *mut *mut c_void) -> HResult;
    pub(super) const COMPILER3_DISASSEMBLE: Method<Disassemble> = Method::new(1);

    pub(super) type Validate = unsafe extern "system" fn(*mut c_void, *mut c_void, u32, *mut *mut c_void) -> HResult;
    pub(super) const VALIDATOR_VALIDATE: Method<Validate> = Method::new(0);

    pub(super) type RegisterLibrary = unsafe extern "system" fn(*mut c_void, *const wide::Char, *mut c_void) -> HResult;
    pub(super) const LINKER_REGISTER_LIBRARY: Method<RegisterLibrary> = Method::new(0);

    pub(super) type Link = unsafe extern "system" fn(
        *mut c_void,
        *const wide::Char,
        *const wide::Char,
        *const *const wide::Char,
        u32,
        *const *const wide::Char,
        u32,
        *mut *mut c_void,
    ) -> HResult;
    pub(super) const LINKER_LINK: Method<Link> = Method::new(1);

    pub(super) type CreateBlob =
        unsafe extern "system" fn(*mut c_void, *const c_void, u32, u32, *mut *mut c_void) -> HResult;
    pub(super) const UTILS_CREATE_BLOB: Method<CreateBlob> = Method::new(3);

    pub(super) type CreateReflection =
        unsafe extern "system" fn(*mut c_void, *const Buffer, *const Guid, *mut *mut c_void) -> HResult;
    pub(super) const UTILS_CREATE_REFLECTION: Method<CreateReflection> = Method::new(10);

    pub(super) const OPERATION_RESULT_GET_STATUS: Method<
        unsafe extern "system" fn(*mut c_void, *mut HResult) -> HResult,
    > = Method::new(0);
    pub(super) const OPERATION_RESULT_GET_ERROR_BUFFER: Method<
        unsafe extern "system" fn(*mut c_void, *mut *mut c_void) -> HResult,
    > = Method::new(2);

    pub(super) type GetOutput =
        unsafe extern "system" fn(*mut c_void, u32, *const Guid, *mut *mut c_void, *mut *mut c_void) -> HResult;
    pub(super) const RESULT_GET_OUTPUT: Method<GetOutput> = Method::new(4);
}

/// One compiler, its helper and its validator.
pub(crate) struct Objects {
    compiler: Object,
    validator: Object,
    utils: Utils,
    create: CreateInstance,
    layout: Layout,
}

impl Objects {
    /// Loads the library and makes the objects.
    pub(crate) fn create(library: &Path) -> Result<Self, String> {
        // SAFETY: loading runs the library's initialisers; it is the one the user or the pinned checksum vouches for.
        let loaded = unsafe { Library::new(library) }.map_err(|error| error.to_string())?;
        // SAFETY: the symbol has this signature in every release of DXC, on every system.
        let create: CreateInstance = unsafe { loaded.get::<CreateInstance>(c"DxcCreateInstance") }
            .map(|symbol| *symbol)
            .map_err(|error| format!("it is not a DXC library: {error}"))?;
        // DXC keeps per-process state that does not survive unloading, so the library stays for good.
        std::mem::forget(loaded);

        let make = |what: &str, class: Guid, interface: Guid, layout: Layout| {
            // SAFETY: `create` returns an object of the interface asked for, with one reference for us.
            unsafe { Object::receive(layout, |object| create(&class, &interface, object)) }
                .map_err(|status| format!("it makes no {what}: {}", describe(status)))
        };
        // Only `Release`, the same in every layout, is called on this first object.
        let probe = make("assembler", class::ASSEMBLER, interface::ASSEMBLER, Layout::Plain)?;
        let layout = Layout::detect(&probe)?;
        Ok(Self {
            compiler: make("compiler", class::COMPILER, interface::COMPILER3, layout)?,
            validator: make("validator", class::VALIDATOR, interface::VALIDATOR, layout)?,
            utils: Utils(make("utilities", class::UTILS, interface::UTILS, layout)?),
            create,
            layout,
        })
    }

    /// Major and minor version.
    pub(crate) fn version(&self) -> Option<(u32, u32)> {
        let info = self.compiler.query(&interface::VERSION_INFO)?;
        let (mut major, mut minor) = (0, 0);
        // SAFETY: `info` is an IDxcVersionInfo; both places are valid for the call.
        let status =
            unsafe { info.method(method::VERSION_INFO_GET_VERSION)(info.as_ptr(), &raw mut major, &raw mut minor) };
        (status >= 0).then_some((major, minor))
    }

    /// `IDxcCompiler3::Compile`. The error is a failure of the call itself, not of the shader.
    pub(crate) fn compile(
        &self,
        source: &str,
        args: &[&str],
        includes: &BTreeMap<String, String>,
    ) -> Result<CompileOutput, String> {
        let args: Vec<Vec<wide::Char>> = args.iter().map(|arg| wide::encode(arg)).collect();
        let arg_pointers: Vec<*const wide::Char> = args.iter().map(Vec::as_ptr).collect();
        let arg_count = u32::try_from(arg_pointers.len()).map_err(|_| "too many arguments".to_owned())?;
        let buffer = Buffer { data: source.as_ptr().cast(), size: source.len(), encoding: UTF8 };
        let handler = IncludeHandler::new(includes, &self.utils);
        // SAFETY: everything pointed to outlives the call: the buffer, the arguments, and the handler, which DXC
        // releases before it returns.
        let result = unsafe {
            self.compiler.receive_from(|result| {
                self.compiler.method(method::COMPILER3_COMPILE)(
                    self.compiler.as_ptr(),
                    &raw const buffer,
                    arg_pointers.as_ptr(),
                    arg_count,
                    handler.as_ptr(),
                    &interface::RESULT,
                    result,
                )
            })
        };
        let result = OperationResult(result.map_err(|status| format!("DXC failed: {}", describe(status)))?);
        let ok = result.status() >= 0;
        let object = if ok {
            let object = result.output(OutputKind::Object);
            if object.is_empty() { without_final_nul(result.output(OutputKind::Hlsl)) } else { object }
        } else {
            Vec::new()
        };
        let debug_file = if ok { result.output(OutputKind::DebugFile) } else { Vec::new() };
        Ok(CompileOutput { ok, object, debug_file, diagnostics: text(result.output(OutputKind::Errors)) })
    }

    /// `IDxcLinker::Link` of libraries by their names, with a linker of its own. The error is a failure of a call itself.
    pub(crate) fn link(
        &self,
        libraries: &[(&str, &[u8])],
        entry: &str,
        target: &str,
        args: &[&str],
    ) -> Result<CompileOutput, String> {
        // SAFETY: `create` returns an object of the interface asked for, with one reference for us.
        let linker =
            unsafe { Object::receive(self.layout, |object| (self.create)(&class::LINKER, &interface::LINKER, object)) };
        let linker = linker.map_err(|status| format!("it makes no linker: {}", describe(status)))?;
        let names: Vec<Vec<wide::Char>> = libraries.iter().map(|(name, _)| wide::encode(name)).collect();
        // A linker reads functions when it needs them.
        let mut blobs = Vec::new();
        for ((_, bytes), name) in libraries.iter().zip(&names) {
            let blob = self.utils.blob(bytes, 0)?;
            // SAFETY: `blob` is an IDxcBlob, which lives until the linker is gone; the name ends in a zero.
            let status = unsafe {
                linker.method(method::LINKER_REGISTER_LIBRARY)(linker.as_ptr(), name.as_ptr(), blob.as_ptr())
            };
            if status < 0 {
                return Err(format!("not a library: {}", describe(status)));
            }
            blobs.push(blob);
        }
        let args: Vec<Vec<wide::Char>> = args.iter().map(|arg| wide::encode(arg)).collect();
        let arg_pointers: Vec<*const wide::Char> = args.iter().map(Vec::as_ptr).collect();
        let name_pointers: Vec<*const wide::Char> = names.iter().map(Vec::as_ptr).collect();
        let (entry, target) = (wide::encode(entry), wide::encode(target));
        let count = |list: &[*const wide::Char]| u32::try_from(list.len()).map_err(|_| "too many of them".to_owned());
        let (name_count, arg_count) = (count(&name_pointers)?, count(&arg_pointers)?);
        // SAFETY: everything pointed to outlives the call, and the counts are those of the lists.
        let result = unsafe {
            linker.receive_from(|result| {
                linker.method(method::LINKER_LINK)(
                    linker.as_ptr(),
                    entry.as_ptr(),
                    target.as_ptr(),
                    name_pointers.as_ptr(),
                    name_count,
                    arg_pointers.as_ptr(),
                    arg_count,
                    result,
                )
            })
        };
        let result = OperationResult(result.map_err(|status| format!("DXC failed: {}", describe(status)))?);
        let ok = result.status() >= 0;
        let object = if ok { result.output(OutputKind::Object) } else { Vec::new() };
        let diagnostics = text(result.output(OutputKind::Errors));
        drop(linker);
        drop(blobs);
        Ok(CompileOutput { ok, object, debug_file: Vec::new(), diagnostics })
    }

    /// `IDxcCompiler3::Disassemble`.
    pub(crate) fn disassemble(&self, container: &[u8]) -> Result<String, String> {
        let blob = self.utils.blob(container, 0)?;
        let buffer = Buffer { data: blob.bytes().as_ptr().cast(), size: container.len(), encoding: 0 };
        // SAFETY: the buffer points into `blob`, which outlives the call.
        let result = unsafe {
            self.compiler.receive_from(|result| {
                self.compiler.method(method::COMPILER3_DISASSEMBLE)(
                    self.compiler.as_ptr(),
                    &raw const buffer,
                    &interface::RESULT,
                    result,
                )
            })
        };
        let result = OperationResult(result.map_err(|status| format!("not a container: {}", describe(status)))?);
        let listing = text(result.output(OutputKind::Disassembly));
        if listing.is_empty() { Err(text(result.output(OutputKind::Errors))) } else { Ok(listing) }
    }

    /// `IDxcUtils::CreateReflection`: what D3D's interfaces for reflection show, in lines.
    pub(crate) fn reflect(&self, container: &[u8], is_library: bool) -> Result<Vec<String>, String> {
        let blob = self.utils.blob(container, 0)?;
        let buffer = Buffer { data: blob.bytes().as_ptr().cast(), size: container.len(), encoding: 0 };
        let utils = &self.utils.0;
        // SAFETY: the buffer points into `blob`, which outlives the object. Asked for nothing but an IUnknown, DXC makes the
        // interface for the kind of program, whose methods follow those of IUnknown.
        let lines = unsafe {
            let object = utils.receive_from(|object| {
                utils.method(method::UTILS_CREATE_REFLECTION)(
                    utils.as_ptr(),
                    &raw const buffer,
                    &interface::UNKNOWN,
                    object,
                )
            });
            let object = object.map_err(|status| format!("DXC does not reflect it: {}", describe(status)))?;
            if is_library { reflection::library(&object) } else { reflection::shader(&object) }
        };
        lines.ok_or_else(|| "DXC's reflection has no description".to_owned())
    }

    /// `IDxcValidator::Validate`; gives back the container as it is afterwards.
    pub(crate) fn validate(&self, container: &[u8], edit: Edit) -> Result<Vec<u8>, String> {
        let blob = self.utils.blob(container, 0)?;
        // SAFETY: `blob` is an IDxcBlob that outlives the call.
        let result = unsafe {
            self.validator.receive_from(|result| {
                self.validator.method(method::VALIDATOR_VALIDATE)(
                    self.validator.as_ptr(),
                    blob.as_ptr(),
                    edit as u32,
                    result,
                )
            })
        };
        let result = OperationResult(result.map_err(|status| format!("not a container: {}", describe(status)))?);
        let status = result.status();
        if status >= 0 {
            return Ok(blob.bytes().to_vec());
        }
        let messages = result.errors();
        Err(if messages.is_empty() { describe(status) } else { messages })
    }
}

/// An `IDxcUtils`, used to make blobs.
struct Utils(Object);

impl Utils {
    /// `IDxcUtils::CreateBlob`: a copy of the bytes that DXC owns, aligned as an allocation is.
    fn blob(&self, bytes: &[u8], code_page: u32) -> Result<Blob, String> {
        let size = u32::try_from(bytes.len()).map_err(|_| "4 GiB or more in one blob".to_owned())?;
        // SAFETY: the bytes are valid for the call, which copies them.
        let blob = unsafe {
            self.0.receive_from(|blob| {
                self.0.method(method::UTILS_CREATE_BLOB)(self.0.as_ptr(), bytes.as_ptr().cast(), size, code_page, blob)
            })
        };
        // SAFETY: `CreateBlob` makes an IDxcBlobEncoding, which starts as an IDxcBlob does.
        blob.map(|object| unsafe { Blob::from_object(object) })
            .map_err(|status| format!("DXC made no blob: {}", describe(status)))
    }
}

/// An `IDxcOperationResult` and, where the call promised one, an `IDxcResult`.
struct OperationResult(Object);

impl OperationResult {
    fn status(&self) -> HResult {
        let mut status: HResult = -1;
        // SAFETY: the object is an IDxcOperationResult; a failing call leaves the status a failure.
        unsafe { self.0.method(method::OPERATION_RESULT_GET_STATUS)(self.0.as_ptr(), &raw mut status) };
        status
    }

    /// The messages of a validation, which gives a plain `IDxcOperationResult`.
    fn errors(&self) -> String {
        // SAFETY: the object is an IDxcOperationResult; the error buffer is an IDxcBlobEncoding.
        let blob = unsafe {
            self.0
                .receive_from(|blob| self.0.method(method::OPERATION_RESULT_GET_ERROR_BUFFER)(self.0.as_ptr(), blob))
                .map(|object| Blob::from_object(object))
        };
        blob.map_or_else(|_| String::new(), |blob| text(blob.bytes().to_vec()))
    }

    /// One output of a compilation or disassembly, which give an `IDxcResult`; empty if there is none.
    fn output(&self, kind: OutputKind) -> Vec<u8> {
        // SAFETY: the object is an IDxcResult; an IDxcBlob is asked for; the output's name is not wanted.
        let blob = unsafe {
            self.0
                .receive_from(|blob| {
                    self.0.method(method::RESULT_GET_OUTPUT)(
                        self.0.as_ptr(),
                        kind as u32,
                        &interface::BLOB,
                        blob,
                        std::ptr::null_mut(),
                    )
                })
                .map(|object| Blob::from_object(object))
        };
        blob.map_or_else(|_| Vec::new(), |blob| blob.bytes().to_vec())
    }
}

/// Text as DXC gives it, which ends in a zero byte.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&without_final_nul(bytes)).into_owned()
}

fn without_final_nul(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.last() == Some(&0) {
        bytes.pop();
    }
    bytes
}
