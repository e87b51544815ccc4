//! `ID3D12…Reflection`: what a shader says of itself.

use crate::com::hresult::{DXC_E_MISSING_PART, E_INVALIDARG};
use crate::com::{Done, Guid, Memory, OutAny};
use dxil::container::{Container, FourCc, pdb};

/// The reflection of a container, of a file with debug information or of a part for reflection, by the interface that is asked for.
pub fn of_container(_memory: &Memory, bytes: &[u8], _iid: &Guid, reflection: &OutAny) -> Done {
    let inner = pdb::read(bytes).ok();
    let bytes = inner.as_deref().unwrap_or(bytes);
    let container = Container::read(bytes).map_err(|_| E_INVALIDARG)?;
    let parts = [FourCc::STAT, FourCc::ILDB, FourCc::DXIL];
    if !parts.iter().any(|&part| container.part(part).is_some()) {
        return Err(DXC_E_MISSING_PART);
    }
    reflection.refuse()
}

/// The same of the bytes that a compilation gives for reflection too: the part for reflection with its header, and of a library the
/// part with its runtime data after it.
pub fn of_bytes(memory: &Memory, bytes: &[u8], iid: &Guid, reflection: &OutAny) -> Done {
    if bytes.starts_with(b"DXBC") || pdb::is_pdb(bytes) {
        return of_container(memory, bytes, iid, reflection);
    }
    let mut container = Container::new();
    let mut rest = bytes;
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let [name @ .., a, b, c, d] = *head;
        let size = u32::from_le_bytes([a, b, c, d]) as usize;
        let Some(data) = after.get(..size) else { return Err(E_INVALIDARG) };
        container.push(FourCc(name), data.to_vec());
        rest = &after[size..];
    }
    if container.part(FourCc::STAT).is_none() {
        return Err(E_INVALIDARG);
    }
    of_container(memory, &container.write(dxil::container::Signing::Unsigned), iid, reflection)
}
