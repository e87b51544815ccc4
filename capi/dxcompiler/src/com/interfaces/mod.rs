//! Describes every interface of the library.
//!
//! Identifiers and the order of methods are those of DXC, which clients are compiled against. Sizes and order of arguments are theirs
//! too; what an argument may be asked for is in its type.

pub mod d3d12;
pub(super) mod editing;
pub(super) mod results;
pub(super) mod tools;

pub use editing::*;
pub use results::*;
pub use tools::*;

use super::interface::{IUnknown, UnknownMethods, interface};
use super::{Bool, Bytes, Done, Given, Out, OutRef, WideChar};
use super::{Buffer, Guid, In, List, OutAny, Pair, Wide};
use std::ffi::c_void;

interface! {
    /// An allocator: always one of a client.
    IMalloc (MallocMethods): IUnknown (UnknownMethods) = "00000002-0000-0000-c000-000000000046" {
        fn Alloc(size: usize) -> *mut c_void;
        fn Realloc(block: *mut c_void, size: usize) -> *mut c_void;
        fn Free(block: *mut c_void) -> ();
    }

    /// Bytes that are read or written in sequence.
    ISequentialStream (SequentialStreamMethods): IUnknown (UnknownMethods) = "0c733a30-2a1c-11ce-ade5-00aa0044773d" {
        fn Read(to: super::pointers::Space, count: u32, read: Out<u32>) -> Done;
        fn Write(from: Bytes, count: u32, written: Out<u32>) -> Done;
    }

    /// Bytes with a position.
    IStream (StreamMethods): ISequentialStream (SequentialStreamMethods) = "0000000c-0000-0000-c000-000000000046" {
        fn Seek(distance: i64, origin: u32, position: Out<u64>) -> Done;
        fn SetSize(size: u64) -> Done;
        fn CopyTo(other: Given<IStream>, count: u64, read: Out<u64>, written: Out<u64>) -> Done;
        fn Commit(flags: u32) -> Done;
        fn Revert() -> Done;
        fn LockRegion(offset: u64, count: u64, kind: u32) -> Done;
        fn UnlockRegion(offset: u64, count: u64, kind: u32) -> Done;
        fn Stat(about: super::pointers::Space, flags: u32) -> Done;
        fn Clone(copy: OutRef<IStream>) -> Done;
    }

    /// Bytes.
    IDxcBlob (BlobMethods): IUnknown (UnknownMethods) = "8ba5fb08-5195-40e2-ac58-0d989c3a0102" {
        fn GetBufferPointer() -> *mut c_void;
        fn GetBufferSize() -> usize;
    }

    /// Bytes that may be text of a known encoding.
    IDxcBlobEncoding (BlobEncodingMethods): IDxcBlob (BlobMethods) = "7241d424-2646-4191-97c0-98e96e42fc68" {
        fn GetEncoding(is_known: Out<Bool>, page: Out<u32>) -> Done;
    }

    /// A wide string.
    IDxcBlobWide (BlobWideMethods): IDxcBlobEncoding (BlobEncodingMethods) = "a3f84eab-0faa-497e-a39c-ee6ed60b2d84" {
        fn GetStringPointer() -> *const WideChar;
        fn GetStringLength() -> usize;
    }

    /// A string in UTF-8.
    IDxcBlobUtf8 (BlobUtf8Methods): IDxcBlobEncoding (BlobEncodingMethods) = "3da636c9-ba71-4024-a301-30cbf125305b" {
        fn GetStringPointer() -> *const u8;
        fn GetStringLength() -> usize;
    }

    /// Finds included files.
    IDxcIncludeHandler (IncludeHandlerMethods): IUnknown (UnknownMethods) = "7f61fc7d-950d-467f-b3e3-3c02fb49187c" {
        fn LoadSource(name: Wide, source: OutRef<IDxcBlob>) -> Done;
    }

    /// Arguments of a compilation.
    IDxcCompilerArgs (CompilerArgsMethods): IUnknown (UnknownMethods) = "73effe2a-70dc-45f8-9690-eff64c02429d" {
        fn GetArguments() -> *const *const WideChar;
        fn GetCount() -> u32;
        fn AddArguments(arguments: List<Wide>, count: u32) -> Done;
        fn AddArgumentsUTF8(arguments: List<super::Narrow>, count: u32) -> Done;
        fn AddDefines(defines: List<Pair>, count: u32) -> Done;
    }

    /// Blobs and include handlers, as clients of before `IDxcUtils` ask for them.
    IDxcLibrary (LibraryMethods): IUnknown (UnknownMethods) = "e5204dc7-d18c-4c3c-bdfb-851673980fe7" {
        fn SetMalloc(allocator: Given<IMalloc>) -> Done;
        fn CreateBlobFromBlob(blob: Given<IDxcBlob>, offset: u32, length: u32, result: OutRef<IDxcBlob>) -> Done;
        fn CreateBlobFromFile(name: Wide, page: In<u32>, blob: OutRef<IDxcBlobEncoding>) -> Done;
        fn CreateBlobWithEncodingFromPinned(text: Bytes, size: u32, page: u32, blob: OutRef<IDxcBlobEncoding>) -> Done;
        fn CreateBlobWithEncodingOnHeapCopy(text: Bytes, size: u32, page: u32, blob: OutRef<IDxcBlobEncoding>) -> Done;
        fn CreateBlobWithEncodingOnMalloc(text: Bytes, allocator: Given<IMalloc>, size: u32, page: u32, blob: OutRef<IDxcBlobEncoding>) -> Done;
        fn CreateIncludeHandler(result: OutRef<IDxcIncludeHandler>) -> Done;
        fn CreateStreamFromBlobReadOnly(blob: Given<IDxcBlob>, stream: OutRef<IStream>) -> Done;
        fn GetBlobAsUtf8(blob: Given<IDxcBlob>, result: OutRef<IDxcBlobEncoding>) -> Done;
        fn GetBlobAsWide(blob: Given<IDxcBlob>, result: OutRef<IDxcBlobEncoding>) -> Done;
    }

    /// Blobs, include handlers, arguments, parts of containers and reflection.
    IDxcUtils (UtilsMethods): IUnknown (UnknownMethods) = "4605c4cb-2019-492a-ada4-65f20bb7d67f" {
        fn CreateBlobFromBlob(blob: Given<IDxcBlob>, offset: u32, length: u32, result: OutRef<IDxcBlob>) -> Done;
        fn CreateBlobFromPinned(data: Bytes, size: u32, page: u32, blob: OutRef<IDxcBlobEncoding>) -> Done;
        fn MoveToBlob(data: Bytes, allocator: Given<IMalloc>, size: u32, page: u32, blob: OutRef<IDxcBlobEncoding>) -> Done;
        fn CreateBlob(data: Bytes, size: u32, page: u32, blob: OutRef<IDxcBlobEncoding>) -> Done;
        fn LoadFile(name: Wide, page: In<u32>, blob: OutRef<IDxcBlobEncoding>) -> Done;
        fn CreateReadOnlyStreamFromBlob(blob: Given<IDxcBlob>, stream: OutRef<IStream>) -> Done;
        fn CreateDefaultIncludeHandler(result: OutRef<IDxcIncludeHandler>) -> Done;
        fn GetBlobAsUtf8(blob: Given<IDxcBlob>, result: OutRef<IDxcBlobUtf8>) -> Done;
        fn GetBlobAsWide(blob: Given<IDxcBlob>, result: OutRef<IDxcBlobWide>) -> Done;
        fn GetDxilContainerPart(shader: In<Buffer>, part: u32, data: Out<*const c_void>, size: Out<u32>) -> Done;
        fn CreateReflection(data: In<Buffer>, iid: In<Guid>, reflection: OutAny) -> Done;
        fn BuildArguments(name: Wide, entry: Wide, profile: Wide, arguments: List<Wide>, count: u32, defines: List<Pair>, define_count: u32, result: OutRef<IDxcCompilerArgs>) -> Done;
        fn GetPDBContents(pdb: Given<IDxcBlob>, hash: OutRef<IDxcBlob>, container: OutRef<IDxcBlob>) -> Done;
    }
}
