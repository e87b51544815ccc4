//! The classes whose work this compiler does not do yet. Each is an object all the same, and its
//! methods fail as DXC's own do: with a status and a message where the interface has them, else with `E_NOTIMPL`.

use crate::com::hresult::{E_INVALIDARG, E_NOTIMPL, Hresult};
use crate::com::interfaces::*;
use crate::com::{Bytes, Done, Given, IUnknown, List, Memory, Narrow, Out, OutRef, Own, Pair, Ref, Wide, class};
use crate::outcome;

/// Links libraries: not yet.
pub struct Linker(Memory);
/// Makes containers of assembly: not yet.
pub struct Assembler(Memory);
/// Runs single optimisations: of DXC's passes there are none here.
pub struct Optimizer;
/// Rewrites HLSL: not yet.
pub struct Rewriter(Memory);
/// Serves editors: not yet.
pub struct IntelliSense;

class! { Linker: IDxcLinker }
class! { Assembler: IDxcAssembler }
class! { Optimizer: IDxcOptimizer }
class! { Rewriter: IDxcRewriter2 }
class! { IntelliSense: IDxcIntelliSense }

/// A result that says what is missing.
fn not_yet(memory: &Memory, what: &str, result: &OutRef<IDxcOperationResult>) -> Done {
    if result.is_null() {
        return Err(E_INVALIDARG);
    }
    result.clear()?;
    result.put(outcome::failed(memory, E_NOTIMPL, &format!("error: {what} is not supported yet\n"))?)
}

impl LinkerMethods for Linker {
    fn RegisterLibrary(&self, name: Wide, library: Given<IDxcBlob>) -> Done {
        if name.is_null() || library.keep().is_none() { Err(E_INVALIDARG) } else { Err(E_NOTIMPL) }
    }
    fn Link(
        &self,
        _: Wide,
        profile: Wide,
        libraries: List<Wide>,
        library_count: u32,
        arguments: List<Wide>,
        count: u32,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        if profile.is_null() || libraries.get(library_count).is_none() || arguments.get(count).is_none() {
            return Err(E_INVALIDARG);
        }
        not_yet(&self.0, "linking", &result)
    }
}

impl AssemblerMethods for Assembler {
    fn AssembleToContainer(&self, shader: Given<IDxcBlob>, result: OutRef<IDxcOperationResult>) -> Done {
        shader.required()?;
        not_yet(&self.0, "assembling", &result)
    }
}

impl OptimizerMethods for Optimizer {
    fn GetAvailablePassCount(&self, count: Out<u32>) -> Done {
        if count.is_null() { Err(E_INVALIDARG) } else { count.put(0) }
    }
    fn GetAvailablePass(&self, _: u32, pass: OutRef<IDxcOptimizerPass>) -> Done {
        pass.clear()?;
        Err(E_INVALIDARG)
    }
    fn RunOptimizer(
        &self,
        _: Given<IDxcBlob>,
        _: List<Wide>,
        _: u32,
        output: OutRef<IDxcBlob>,
        text: OutRef<IDxcBlobEncoding>,
    ) -> Done {
        output.clear()?;
        if !text.is_null() {
            text.clear()?;
        }
        Err(E_NOTIMPL)
    }
}

impl RewriterMethods for Rewriter {
    fn RemoveUnusedGlobals(
        &self,
        source: Given<IDxcBlobEncoding>,
        _: Wide,
        _: List<Pair>,
        _: u32,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        source.required()?;
        not_yet(&self.0, "rewriting", &result)
    }
    fn RewriteUnchanged(
        &self,
        source: Given<IDxcBlobEncoding>,
        _: List<Pair>,
        _: u32,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        source.required()?;
        not_yet(&self.0, "rewriting", &result)
    }
    fn RewriteUnchangedWithInclude(
        &self,
        source: Given<IDxcBlobEncoding>,
        _: Wide,
        _: List<Pair>,
        _: u32,
        _: Given<IDxcIncludeHandler>,
        _: u32,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        source.required()?;
        not_yet(&self.0, "rewriting", &result)
    }
}

impl Rewriter2Methods for Rewriter {
    fn RewriteWithOptions(
        &self,
        source: Given<IDxcBlobEncoding>,
        _: Wide,
        _: List<Wide>,
        _: u32,
        _: List<Pair>,
        _: u32,
        _: Given<IDxcIncludeHandler>,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        source.required()?;
        not_yet(&self.0, "rewriting", &result)
    }
}

/// Writes null and fails: there is no such object.
fn none(place: &OutRef<IUnknown>) -> Done {
    place.clear()?;
    Err(E_NOTIMPL)
}

impl IntelliSenseMethods for IntelliSense {
    fn CreateIndex(&self, index: OutRef<IUnknown>) -> Done {
        none(&index)
    }
    fn GetNullLocation(&self, location: OutRef<IUnknown>) -> Done {
        none(&location)
    }
    fn GetNullRange(&self, range: OutRef<IUnknown>) -> Done {
        none(&range)
    }
    fn GetRange(&self, _: Given<IUnknown>, _: Given<IUnknown>, range: OutRef<IUnknown>) -> Done {
        none(&range)
    }
    fn GetDefaultDiagnosticDisplayOptions(&self, options: Out<u32>) -> Done {
        options.put(DEFAULT_DISPLAY)
    }
    fn GetDefaultEditingTUOptions(&self, options: Out<u32>) -> Done {
        options.put(DEFAULT_EDITING)
    }
    fn CreateUnsavedFile(&self, _: Narrow, _: Bytes, _: u32, file: OutRef<IUnknown>) -> Done {
        none(&file)
    }
}

/// A linker.
pub fn create_linker(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, Linker(memory.clone()))?.into_unknown())
}

/// An assembler.
pub fn create_assembler(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, Assembler(memory.clone()))?.into_unknown())
}

/// An optimizer.
pub fn create_optimizer(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, Optimizer)?.into_unknown())
}

/// A rewriter.
pub fn create_rewriter(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, Rewriter(memory.clone()))?.into_unknown())
}

/// What serves editors.
pub fn create_editing(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, IntelliSense)?.into_unknown())
}
