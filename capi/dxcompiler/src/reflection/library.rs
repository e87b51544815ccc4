//! Implements `ID3D12LibraryReflection`, and the functions of a library.
//!
//! Input: what the reader of containers found in a library. Output: objects with the methods of the interface; an absent one
//! is an object too, whose `GetDesc` fails.

use super::contents::{Contents, fill};
use super::descs;
use super::names::Name;
use crate::com::hresult::{E_INVALIDARG, Hresult};
use crate::com::interfaces::d3d12::*;
use crate::com::{Address, Done, Memory, Narrow, Out, Own, class};
use dxil::reflect::Reflection;
use std::sync::Arc;

/// A library.
pub struct LibraryReflection {
    contents: Arc<Contents>,
    functions: Vec<Own<FunctionReflection>>,
}

/// A function of a library. Indices count what it uses; names are those of the library.
pub struct FunctionReflection {
    desc: FunctionDesc,
    _name: Name,
    contents: Arc<Contents>,
    bindings: Vec<u32>,
    buffers: Vec<u32>,
}

class! { LibraryReflection: ID3D12LibraryReflection }
class! { FunctionReflection: ID3D12FunctionReflection }

impl LibraryReflection {
    /// The reflection of what was found.
    pub fn new(memory: &Memory, found: &Reflection) -> Result<Self, Hresult> {
        let contents = Arc::new(Contents::new(memory, found)?);
        let mut functions = Vec::with_capacity(found.functions.len());
        for function in &found.functions {
            let Some(library) = &found.shader else { continue };
            let name = Name::new(&function.name);
            let desc = descs::function(function, library, &name);
            let (bindings, buffers) = (function.bindings.clone(), function.buffers.clone());
            let contents = contents.clone();
            functions.push(Own::new(memory, FunctionReflection { desc, _name: name, contents, bindings, buffers })?);
        }
        Ok(Self { contents, functions })
    }
}

impl LibraryReflectionMethods for LibraryReflection {
    /// DXC names no creator of a library.
    fn GetDesc(&self, desc: Out<LibraryDesc>) -> Done {
        let found = LibraryDesc { function_count: self.functions.len() as u32, ..LibraryDesc::default() };
        fill(&desc, &found)
    }

    fn GetFunctionByIndex(&self, index: i32) -> Address<ID3D12FunctionReflection> {
        let found = usize::try_from(index).ok().and_then(|index| self.functions.get(index));
        found.map_or(self.contents.absent.function(), Own::address)
    }
}

impl FunctionReflectionMethods for FunctionReflection {
    fn GetDesc(&self, desc: Out<FunctionDesc>) -> Done {
        fill(&desc, &self.desc)
    }

    fn GetConstantBufferByIndex(&self, index: u32) -> Address<ID3D12ShaderReflectionConstantBuffer> {
        let found = self.buffers.get(index as usize);
        found.map_or(self.contents.absent.buffer(), |&at| self.contents.buffer(at))
    }

    fn GetConstantBufferByName(&self, name: Narrow) -> Address<ID3D12ShaderReflectionConstantBuffer> {
        self.contents.buffer_named(&name)
    }

    fn GetResourceBindingDesc(&self, index: u32, desc: Out<BindingDesc>) -> Done {
        let at = *self.bindings.get(index as usize).ok_or(E_INVALIDARG)?;
        self.contents.binding(at as usize, &desc)
    }

    fn GetVariableByName(&self, name: Narrow) -> Address<ID3D12ShaderReflectionVariable> {
        self.contents.variable_named(&name)
    }

    fn GetResourceBindingDescByName(&self, name: Narrow, desc: Out<BindingDesc>) -> Done {
        self.contents.binding_named(&name, &desc)
    }

    fn GetFunctionParameter(&self, _: i32) -> Address<ID3D12FunctionParameterReflection> {
        self.contents.absent.parameter()
    }
}
