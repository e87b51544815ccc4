//! Implements the default include handler, which reads files.

use crate::blob::{Take, from_client};
use crate::com::hresult::{DXC_E_INPUT_FILE_TOO_LARGE, E_POINTER, Hresult, of_system_error};
use crate::com::interfaces::*;
use crate::com::{Bytes, Done, Memory, OutRef, Ref, Wide, class};

/// Reads files.
pub struct FileIncludes {
    memory: Memory,
}

class! { FileIncludes: IDxcIncludeHandler }

impl FileIncludes {
    /// Its blobs are in this memory.
    pub fn new(memory: Memory) -> Self {
        Self { memory }
    }
}

impl IncludeHandlerMethods for FileIncludes {
    fn LoadSource(&self, name: Wide, source: OutRef<IDxcBlob>) -> Done {
        source.clear()?;
        source.put(load(&self.memory, &name, None)?.into_parent())
    }
}

/// A blob of a file; its page, if the client names one.
pub fn load(memory: &Memory, name: &Wide, page: Option<u32>) -> Result<Ref<IDxcBlobEncoding>, Hresult> {
    let name = name.text()?.ok_or(E_POINTER)?;
    let bytes = std::fs::read(name).map_err(|error| of_system_error(error.raw_os_error().unwrap_or(2)))?;
    if u32::try_from(bytes.len()).is_err() {
        return Err(DXC_E_INPUT_FILE_TOO_LARGE);
    }
    from_client(memory, Bytes::of(&bytes), bytes.len(), page, Take::Copy)
}
