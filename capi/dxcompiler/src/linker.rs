//! Implements the linker: libraries that clients have registered become a shader or another library.

use crate::arguments::texts;
use crate::com::hresult::{DXC_E_CONTAINER_INVALID, DXC_E_CONTAINER_MISSING_DXIL, E_FAIL, E_INVALIDARG, Hresult};
use crate::com::interfaces::*;
use crate::com::{Done, Given, IUnknown, List, Memory, OutRef, Own, Ref, Wide, class};
use crate::compiler::Compiler;
use crate::outcome;
use crate::version;
use dxil::container::{Container, FourCc};
use hlslc::request::{self, LinkRequest};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Links the libraries that clients have registered.
pub struct Linker {
    memory: Memory,
    libraries: Mutex<BTreeMap<String, Vec<u8>>>,
}

class! { Linker: IDxcLinker }

impl Linker {
    fn libraries(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.libraries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LinkerMethods for Linker {
    fn RegisterLibrary(&self, name: Wide, library: Given<IDxcBlob>) -> Done {
        let (name, library) = (name.required()?, library.required()?);
        let container = Container::read(library.bytes()).map_err(|_| DXC_E_CONTAINER_INVALID)?;
        container.part(FourCc::DXIL).ok_or(DXC_E_CONTAINER_MISSING_DXIL)?;
        match self.libraries().entry(name) {
            Entry::Vacant(place) => {
                place.insert(library.bytes().to_vec());
                Ok(())
            }
            Entry::Occupied(_) => Err(E_INVALIDARG),
        }
    }
    fn Link(
        &self,
        entry: Wide,
        profile: Wide,
        libraries: List<Wide>,
        library_count: u32,
        arguments: List<Wide>,
        count: u32,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        let libraries = libraries.get(library_count).filter(|libraries| !libraries.is_empty()).ok_or(E_INVALIDARG)?;
        let (Some(arguments), false) = (arguments.get(count), result.is_null()) else { return Err(E_INVALIDARG) };
        let profile = profile.required()?;
        let entry = if entry.is_null() { String::new() } else { entry.required()? };
        let names = libraries.iter().map(Wide::required).collect::<Result<Vec<_>, _>>()?;
        let arguments = texts(arguments)?;
        result.clear()?;
        let known = self.libraries();
        let mut given = Vec::new();
        for name in &names {
            let Some(bytes) = known.get(name) else {
                let why = format!("error: no library is registered as `{name}`\n");
                return result.put(outcome::failed(&self.memory, E_FAIL, &why)?);
            };
            given.push((name.as_str(), bytes.as_slice()));
        }
        let answer = request::link(&LinkRequest {
            arguments: &arguments,
            entry: &entry,
            profile: &profile,
            libraries: &given,
            stated_compiler: Some(version::stated()),
        });
        let outcome = Compiler::new(self.memory.clone()).result(&answer, "", true)?;
        result.put(outcome.into_result(&self.memory)?.into_parent())
    }
}

/// A linker.
pub fn create(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, Linker { memory: memory.clone(), libraries: Mutex::default() })?.into_unknown())
}
