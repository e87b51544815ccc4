//! Implements `IDxcContainerBuilder`, which assembles containers, and `IDxcContainerReflection`, which splits them.

use crate::blob;
use crate::com::hresult::{
    DXC_E_DUPLICATE_PART, DXC_E_MISSING_PART, E_BOUNDS, E_INVALIDARG, E_NOT_VALID_STATE, E_NOTIMPL, E_POINTER, Hresult,
    NOT_FOUND,
};
use crate::com::interfaces::*;
use crate::com::{Done, Given, Guid, IUnknown, In, Memory, Out, OutAny, OutRef, Own, Ref, class};
use crate::outcome::{DONE, Kind, Outcome};
use crate::parts::{self, Place};
use crate::reflection;
use dxil::container::{Container, Digest, FourCc, Part, Signing, pdb};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The parts that may be added and removed: those that say nothing that the others rely on.
const LOOSE: [FourCc; 5] = [FourCc::ILDB, FourCc::ILDN, FourCc::RTS0, FourCc::STAT, FourCc::PRIV];

/// Puts containers together.
pub struct ContainerBuilder {
    memory: Memory,
    state: Mutex<Built>,
}

#[derive(Default)]
struct Built {
    is_loaded: bool,
    parts: Vec<Part>,
    /// A container that was signed is signed again.
    is_signed: bool,
    needs_check: bool,
}

class! { ContainerBuilder: IDxcContainerBuilder }

impl ContainerBuilder {
    fn state(&self) -> MutexGuard<'_, Built> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Built {
    fn add(&mut self, part: Part) -> Done {
        if self.parts.iter().any(|known| known.name == part.name) {
            return Err(DXC_E_DUPLICATE_PART);
        }
        // Private data may have any length, so it stays last.
        let is_last_private = self.parts.last().is_some_and(|last| last.name == FourCc::PRIV);
        let at = self.parts.len() - usize::from(is_last_private);
        self.parts.insert(at, part);
        Ok(())
    }
}

impl ContainerBuilderMethods for ContainerBuilder {
    fn Load(&self, container: Given<IDxcBlob>) -> Done {
        let container = container.required()?;
        let bytes = container.bytes();
        let read = Container::read(bytes).map_err(|_| E_INVALIDARG)?;
        let mut state = self.state();
        if state.is_loaded {
            return Err(E_INVALIDARG);
        }
        state.is_loaded = true;
        state.is_signed = Container::digest_of(bytes).is_some_and(|digest: Digest| digest == read.digest);
        read.parts.into_iter().try_for_each(|part| state.add(part))
    }

    fn AddPart(&self, kind: u32, part: Given<IDxcBlob>) -> Done {
        let part = part.required()?;
        let name = FourCc(kind.to_le_bytes());
        if part.bytes().starts_with(b"DXBC") || !LOOSE.contains(&name) {
            return Err(E_INVALIDARG);
        }
        let mut state = self.state();
        state.add(Part { name, data: part.bytes().to_vec() })?;
        state.needs_check |= name == FourCc::RTS0;
        Ok(())
    }

    fn RemovePart(&self, kind: u32) -> Done {
        let name = FourCc(kind.to_le_bytes());
        if !LOOSE.contains(&name) {
            return Err(E_INVALIDARG);
        }
        let mut state = self.state();
        let at = state.parts.iter().position(|part| part.name == name).ok_or(DXC_E_MISSING_PART)?;
        state.parts.remove(at);
        Ok(())
    }

    fn SerializeContainer(&self, result: OutRef<IDxcOperationResult>) -> Done {
        if result.is_null() {
            return Err(E_INVALIDARG);
        }
        result.clear()?;
        let state = self.state();
        let container = Container { parts: state.parts.clone(), ..Container::default() };
        let unsigned = container.write(Signing::Unsigned);
        let checked = if state.needs_check { crate::validator::check_root_signature(&unsigned) } else { Ok(()) };
        let (status, text) = checked.map_or_else(|fault| fault.as_told(), |()| (DONE, String::new()));
        let is_signed = state.is_signed && status == DONE;
        let bytes = if is_signed { container.write(Signing::Digest) } else { unsigned };
        let object = blob::of_object(&self.memory, &bytes)?;
        let mut outcome = Outcome::new(status, Kind::Object).with(&self.memory, Kind::Object, &object, None)?;
        if !text.is_empty() {
            outcome = outcome.with_errors(&self.memory, &text)?;
        }
        result.put(outcome.into_result(&self.memory)?.into_parent())
    }
}

/// Takes containers apart.
pub struct ContainerReflection {
    memory: Memory,
    loaded: Mutex<Option<Loaded>>,
}

struct Loaded {
    blob: Ref<IDxcBlob>,
    parts: Vec<Place>,
}

class! { ContainerReflection: IDxcContainerReflection }

impl ContainerReflection {
    fn with<T>(&self, what: impl FnOnce(&Loaded) -> Result<T, Hresult>) -> Result<T, Hresult> {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        what(loaded.as_ref().ok_or(E_NOT_VALID_STATE)?)
    }
}

impl ContainerReflectionMethods for ContainerReflection {
    fn Load(&self, container: Given<IDxcBlob>) -> Done {
        let loaded = match container.keep() {
            None => None,
            Some(blob) => {
                let inner = pdb::read(blob.bytes()).ok();
                let blob = inner.map_or(Ok(blob), |inner| blob::of_object(&self.memory, &inner))?;
                let parts = parts::of(blob.bytes()).ok_or(E_INVALIDARG)?;
                Some(Loaded { blob, parts })
            }
        };
        *self.loaded.lock().unwrap_or_else(PoisonError::into_inner) = loaded;
        Ok(())
    }

    fn GetPartCount(&self, count: Out<u32>) -> Done {
        if count.is_null() {
            return Err(E_POINTER);
        }
        count.put(self.with(|loaded| Ok(loaded.parts.len() as u32))?)
    }

    fn GetPartKind(&self, index: u32, kind: Out<u32>) -> Done {
        if kind.is_null() {
            return Err(E_POINTER);
        }
        kind.put(self.with(|loaded| loaded.parts.get(index as usize).map(|part| part.kind).ok_or(E_BOUNDS))?)
    }

    fn GetPartContent(&self, index: u32, content: OutRef<IDxcBlob>) -> Done {
        content.clear()?;
        content.put(self.with(|loaded| {
            let range = &loaded.parts.get(index as usize).ok_or(E_BOUNDS)?.range;
            let (start, length) = (range.start as u32, range.len() as u32);
            Ok(blob::from_blob(&self.memory, &loaded.blob, start, length)?.into_parent())
        })?)
    }

    fn FindFirstPartKind(&self, kind: u32, index: Out<u32>) -> Done {
        index.put(0)?;
        let found = self.with(|loaded| loaded.parts.iter().position(|part| part.kind == kind).ok_or(NOT_FOUND))?;
        index.put(found as u32)
    }

    fn GetPartReflection(&self, index: u32, iid: In<Guid>, found: OutAny) -> Done {
        found.clear()?;
        let iid = iid.iid()?;
        self.with(|loaded| {
            let asked = loaded.parts.get(index as usize).ok_or(E_BOUNDS)?;
            let named = |name: FourCc| loaded.parts.iter().find(|part| part.kind == u32::from_le_bytes(name.0));
            let is_program =
                |part: &&Place| reflection::PROGRAMS.iter().any(|name| part.kind == u32::from_le_bytes(name.0));
            let asked = Some(asked).filter(is_program).ok_or(E_NOTIMPL)?;
            let bytes = |part: &Place| loaded.blob.bytes().get(part.range.clone()).unwrap_or_default();
            // The part for reflection says more than the one that was named.
            let best = named(FourCc::STAT).filter(|part| reflection::is_program(bytes(part))).unwrap_or(asked);
            let (name, runtime) = (FourCc(best.kind.to_le_bytes()), named(FourCc::RDAT).map(bytes));
            reflection::of_program(&self.memory, name, bytes(best), runtime, &iid, &found)
        })
    }
}

/// A builder.
pub fn create_builder(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    let state = Mutex::default();
    Ok(Own::new(memory, ContainerBuilder { memory: memory.clone(), state })?.into_unknown())
}

/// A reflection of containers.
pub fn create_reflection(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    let loaded = Mutex::default();
    Ok(Own::new(memory, ContainerReflection { memory: memory.clone(), loaded })?.into_unknown())
}
