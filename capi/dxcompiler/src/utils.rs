//! Implements `IDxcUtils`, and `IDxcLibrary` for older clients.

use crate::arguments::{CompilerArgs, build};
use crate::blob::{self, Take};
use crate::com::hresult::{
    DXC_E_CONTAINER_INVALID, DXC_E_MISSING_PART, E_FAIL, E_INVALIDARG, E_NOTIMPL, E_POINTER, Hresult,
};
use crate::com::interfaces::*;
use crate::com::{Buffer, Bytes, Done, Given, Guid, In, List, Memory, Out, OutAny, OutRef, Own, Pair, Wide, class};
use crate::includes::{self, FileIncludes};
use crate::stream::BlobStream;
use crate::{parts, pdb};
use std::ffi::c_void;

/// Makes blobs and other things that compilations need.
pub struct Utils {
    memory: Memory,
}

class! { Utils: IDxcUtils, IDxcLibrary }

impl Utils {
    /// What it makes is in this memory.
    pub fn new(memory: Memory) -> Self {
        Self { memory }
    }

    fn blob(&self, bytes: Bytes, size: u32, page: u32, take: Take, result: &OutRef<IDxcBlobEncoding>) -> Done {
        if result.is_null() {
            return Err(E_INVALIDARG);
        }
        result.clear()?;
        result.put(blob::from_client(&self.memory, bytes, size as usize, Some(page), take)?)
    }

    fn file(&self, name: &Wide, page: &In<u32>, result: &OutRef<IDxcBlobEncoding>) -> Done {
        if name.is_null() {
            return Err(E_POINTER);
        }
        result.clear()?;
        result.put(includes::load(&self.memory, name, page.get().copied())?)
    }

    fn stream(&self, blob: &Given<IDxcBlob>, stream: &OutRef<IStream>) -> Done {
        stream.clear()?;
        stream.put(Own::new(&self.memory, BlobStream::new(blob.keep().ok_or(E_POINTER)?))?.into_face())
    }

    fn part_of_blob(&self, from: &Given<IDxcBlob>, offset: u32, length: u32, result: &OutRef<IDxcBlob>) -> Done {
        result.clear()?;
        let from = from.keep().ok_or(E_POINTER)?;
        result.put(blob::from_blob(&self.memory, &from, offset, length)?.into_parent())
    }

    fn include_handler(&self, result: &OutRef<IDxcIncludeHandler>) -> Done {
        result.put(Own::new(&self.memory, FileIncludes::new(self.memory.clone()))?.into_face())
    }
}

fn moving(allocator: &Given<IMalloc>) -> Result<Take, Hresult> {
    allocator.required().map(Take::Move)
}

impl UtilsMethods for Utils {
    fn CreateBlobFromBlob(&self, blob: Given<IDxcBlob>, offset: u32, length: u32, result: OutRef<IDxcBlob>) -> Done {
        self.part_of_blob(&blob, offset, length, &result)
    }
    fn CreateBlobFromPinned(&self, data: Bytes, size: u32, page: u32, blob: OutRef<IDxcBlobEncoding>) -> Done {
        self.blob(data, size, page, Take::Pin, &blob)
    }
    fn MoveToBlob(
        &self,
        data: Bytes,
        allocator: Given<IMalloc>,
        size: u32,
        page: u32,
        blob: OutRef<IDxcBlobEncoding>,
    ) -> Done {
        self.blob(data, size, page, moving(&allocator)?, &blob)
    }
    fn CreateBlob(&self, data: Bytes, size: u32, page: u32, blob: OutRef<IDxcBlobEncoding>) -> Done {
        self.blob(data, size, page, Take::Copy, &blob)
    }
    fn LoadFile(&self, name: Wide, page: In<u32>, blob: OutRef<IDxcBlobEncoding>) -> Done {
        self.file(&name, &page, &blob)
    }
    fn CreateReadOnlyStreamFromBlob(&self, blob: Given<IDxcBlob>, stream: OutRef<IStream>) -> Done {
        self.stream(&blob, &stream)
    }
    fn CreateDefaultIncludeHandler(&self, result: OutRef<IDxcIncludeHandler>) -> Done {
        self.include_handler(&result)
    }
    fn GetBlobAsUtf8(&self, blob: Given<IDxcBlob>, result: OutRef<IDxcBlobUtf8>) -> Done {
        result.clear()?;
        result.put(blob::as_utf8(&self.memory, blob.keep())?)
    }
    fn GetBlobAsWide(&self, blob: Given<IDxcBlob>, result: OutRef<IDxcBlobWide>) -> Done {
        result.clear()?;
        result.put(blob::as_wide(&self.memory, blob.keep())?)
    }
    fn GetDxilContainerPart(&self, shader: In<Buffer>, part: u32, data: Out<*const c_void>, size: Out<u32>) -> Done {
        if data.is_null() || size.is_null() {
            return Err(E_INVALIDARG);
        }
        data.put(std::ptr::null())?;
        let bytes = shader.get().and_then(Buffer::bytes).ok_or(DXC_E_CONTAINER_INVALID)?;
        let parts = parts::of(bytes).ok_or(DXC_E_CONTAINER_INVALID)?;
        let found = parts.into_iter().find(|found| found.kind == part).ok_or(DXC_E_MISSING_PART)?;
        data.put(bytes[found.range.clone()].as_ptr().cast())?;
        size.put(found.range.len() as u32)
    }
    fn CreateReflection(&self, data: In<Buffer>, iid: In<Guid>, reflection: OutAny) -> Done {
        let bytes = data.get().filter(|data| data.encoding == 0).and_then(Buffer::bytes);
        let bytes = bytes.filter(|bytes| bytes.len() >= 8).ok_or(E_INVALIDARG)?;
        if reflection.is_null() {
            return Err(E_INVALIDARG);
        }
        reflection.clear()?;
        crate::reflection::of_bytes(&self.memory, bytes, &iid.iid()?, &reflection)
    }
    fn BuildArguments(
        &self,
        name: Wide,
        entry: Wide,
        profile: Wide,
        arguments: List<Wide>,
        count: u32,
        defines: List<Pair>,
        define_count: u32,
        result: OutRef<IDxcCompilerArgs>,
    ) -> Done {
        result.clear()?;
        let list = Own::new(&self.memory, CompilerArgs::default())?;
        let arguments = arguments.get(count).unwrap_or(&[]);
        list.add(build(&name, &entry, &profile, arguments, defines.get(define_count).unwrap_or(&[]))?);
        result.put(list.into_face())
    }
    fn GetPDBContents(&self, pdb: Given<IDxcBlob>, hash: OutRef<IDxcBlob>, container: OutRef<IDxcBlob>) -> Done {
        hash.clear()?;
        container.clear()?;
        let pdb = pdb.keep().ok_or(E_POINTER)?;
        let inner = dxil::container::pdb::read(pdb.bytes()).map_err(|_| E_FAIL)?;
        let digest = pdb::hash_of(pdb.bytes()).ok_or(E_FAIL)?;
        hash.put(blob::of_object(&self.memory, &digest)?)?;
        container.put(blob::of_object(&self.memory, &inner)?)
    }
}

impl LibraryMethods for Utils {
    fn SetMalloc(&self, _: Given<IMalloc>) -> Done {
        Err(E_NOTIMPL)
    }
    fn CreateBlobFromBlob(&self, blob: Given<IDxcBlob>, offset: u32, length: u32, result: OutRef<IDxcBlob>) -> Done {
        self.part_of_blob(&blob, offset, length, &result)
    }
    fn CreateBlobFromFile(&self, name: Wide, page: In<u32>, blob: OutRef<IDxcBlobEncoding>) -> Done {
        self.file(&name, &page, &blob)
    }
    fn CreateBlobWithEncodingFromPinned(
        &self,
        text: Bytes,
        size: u32,
        page: u32,
        blob: OutRef<IDxcBlobEncoding>,
    ) -> Done {
        self.blob(text, size, page, Take::Pin, &blob)
    }
    fn CreateBlobWithEncodingOnHeapCopy(
        &self,
        text: Bytes,
        size: u32,
        page: u32,
        blob: OutRef<IDxcBlobEncoding>,
    ) -> Done {
        self.blob(text, size, page, Take::Copy, &blob)
    }
    fn CreateBlobWithEncodingOnMalloc(
        &self,
        text: Bytes,
        allocator: Given<IMalloc>,
        size: u32,
        page: u32,
        blob: OutRef<IDxcBlobEncoding>,
    ) -> Done {
        self.blob(text, size, page, moving(&allocator)?, &blob)
    }
    fn CreateIncludeHandler(&self, result: OutRef<IDxcIncludeHandler>) -> Done {
        self.include_handler(&result)
    }
    fn CreateStreamFromBlobReadOnly(&self, blob: Given<IDxcBlob>, stream: OutRef<IStream>) -> Done {
        self.stream(&blob, &stream)
    }
    fn GetBlobAsUtf8(&self, blob: Given<IDxcBlob>, result: OutRef<IDxcBlobEncoding>) -> Done {
        result.clear()?;
        result.put(blob::as_utf8(&self.memory, blob.keep())?.into_parent())
    }
    fn GetBlobAsWide(&self, blob: Given<IDxcBlob>, result: OutRef<IDxcBlobEncoding>) -> Done {
        result.clear()?;
        result.put(blob::as_wide(&self.memory, blob.keep())?.into_parent())
    }
}
