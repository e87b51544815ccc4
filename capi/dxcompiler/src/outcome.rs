//! Represents the result of an operation: a status and outputs by their kinds.

use crate::blob;
use crate::com::hresult::{E_INVALIDARG, E_POINTER, Hresult, S_OK};
use crate::com::interface::Interface;
use crate::com::interfaces::*;
use crate::com::{Done, Guid, IUnknown, In, Memory, Out, OutAny, OutRef, Own, Ref, class};

/// `DXC_OUT_…`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Kind {
    /// Nothing.
    None = 0,
    /// A container or a module.
    Object = 1,
    /// Messages.
    Errors = 2,
    /// A file with debug information.
    Pdb = 3,
    /// The hash of a shader.
    ShaderHash = 4,
    /// A listing.
    Disassembly = 5,
    /// A source.
    Hlsl = 6,
    /// Another text.
    Text = 7,
    /// A part for reflection.
    Reflection = 8,
    /// A root signature.
    RootSignature = 9,
    /// Outputs without a kind of their own.
    ExtraOutputs = 10,
    /// What would be printed beside messages.
    Remarks = 11,
    /// Times, as a table.
    TimeReport = 12,
    /// Times, as a trace.
    TimeTrace = 13,
}

struct Output {
    kind: Kind,
    object: Ref<IUnknown>,
    name: Option<Ref<IDxcBlobWide>>,
}

/// The result of an operation.
pub struct Outcome {
    status: Hresult,
    primary: Kind,
    outputs: Vec<Output>,
}

class! { Outcome: IDxcResult }

impl Outcome {
    /// Without outputs yet.
    pub fn new(status: Hresult, primary: Kind) -> Self {
        Self { status, primary, outputs: Vec::new() }
    }

    /// With one more output, whose name may be empty.
    pub fn with<I: Interface>(
        mut self,
        memory: &Memory,
        kind: Kind,
        object: &Ref<I>,
        name: Option<&str>,
    ) -> Result<Self, Hresult> {
        let name = name.map(|name| blob::of_wide(memory, name)).transpose()?;
        self.outputs.push(Output { kind, object: object.query()?, name });
        Ok(self)
    }

    /// With messages.
    pub fn with_errors(self, memory: &Memory, text: &str) -> Result<Self, Hresult> {
        let text = blob::of_text(memory, text)?;
        self.with(memory, Kind::Errors, &text, None)
    }

    /// As an object.
    pub fn into_result(self, memory: &Memory) -> Result<Ref<IDxcResult>, Hresult> {
        Ok(Own::new(memory, self)?.into_face())
    }

    fn output(&self, kind: u32) -> Option<&Output> {
        self.outputs.iter().find(|output| output.kind as u32 == kind)
    }
}

/// A result that failed with a message and nothing else.
pub fn failed(memory: &Memory, status: Hresult, why: &str) -> Result<Ref<IDxcOperationResult>, Hresult> {
    let outcome = Outcome::new(status, Kind::None).with_errors(memory, why)?;
    Ok(outcome.into_result(memory)?.into_parent())
}

impl OperationResultMethods for Outcome {
    fn GetStatus(&self, status: Out<i32>) -> Done {
        if status.is_null() { Err(E_INVALIDARG) } else { status.put(self.status.0) }
    }
    fn GetResult(&self, result: OutRef<IDxcBlob>) -> Done {
        result.clear()?;
        match self.output(self.primary as u32) {
            Some(output) => result.put(output.object.query()?),
            None => Ok(()),
        }
    }
    fn GetErrorBuffer(&self, errors: OutRef<IDxcBlobEncoding>) -> Done {
        errors.clear()?;
        match self.output(Kind::Errors as u32) {
            Some(output) => errors.put(output.object.query()?),
            None => Ok(()),
        }
    }
}

impl ResultMethods for Outcome {
    fn HasOutput(&self, kind: u32) -> i32 {
        i32::from(self.output(kind).is_some())
    }
    fn GetOutput(&self, kind: u32, iid: In<Guid>, object: OutAny, name: OutRef<IDxcBlobWide>) -> Done {
        if object.is_null() {
            return Err(E_INVALIDARG);
        }
        let output = self.output(kind).ok_or(E_INVALIDARG)?;
        if !name.is_null() {
            name.clear()?;
        }
        object.put(&output.object, &iid.get().copied().ok_or(E_POINTER)?)?;
        match &output.name {
            Some(known) if !name.is_null() => name.put(known.clone()),
            _ => Ok(()),
        }
    }
    fn GetNumOutputs(&self) -> u32 {
        self.outputs.len() as u32
    }
    fn GetOutputByIndex(&self, index: u32) -> u32 {
        let mut kinds: Vec<u32> = self.outputs.iter().map(|output| output.kind as u32).collect();
        kinds.sort_unstable();
        kinds.get(index as usize).copied().unwrap_or(Kind::None as u32)
    }
    fn PrimaryOutput(&self) -> u32 {
        self.primary as u32
    }
}

/// The status of success.
pub const DONE: Hresult = S_OK;
