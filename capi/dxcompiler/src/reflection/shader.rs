//! Implements `ID3D12ShaderReflection`, and its two forms of Direct3D 11, which answer to their own identifiers alone.

use super::contents::{Contents, fill};
use super::descs;
use super::names::Name;
use crate::com::hresult::{E_INVALIDARG, Hresult};
use crate::com::interfaces::d3d12::*;
use crate::com::{Address, Bool, Done, Memory, Narrow, Out, class};
use dxil::reflect::{Parameter, Reflection, Stage};

/// `D3D_FEATURE_LEVEL_12_0`, which every shader of DXIL asks for.
const FEATURE_LEVEL: u32 = 0xc000;

/// A shader, for clients of one [`api`].
pub struct ShaderReflection<const API: u8> {
    desc: ShaderDesc,
    _creator: Name,
    contents: Contents,
    inputs: Vec<SignatureRow>,
    outputs: Vec<SignatureRow>,
    patch_constants: Vec<SignatureRow>,
    input_primitive: u32,
    threads: [u32; 3],
    requires: u64,
}

/// Which headers a client was compiled with.
pub mod api {
    /// Those of Direct3D 12.
    pub const D3D12: u8 = 12;
    /// Those of Direct3D 11, with the compiler's version 47.
    pub const D3D11_47: u8 = 47;
    /// The same with 43, whose description of a parameter has no precision.
    pub const D3D11_43: u8 = 43;
}

class! { ShaderReflection<{ api::D3D12 }>: ID3D12ShaderReflection }
class! { ShaderReflection<{ api::D3D11_47 }>: ID3D11ShaderReflection47 }
class! { ShaderReflection<{ api::D3D11_43 }>: ID3D11ShaderReflection43 }

/// A row of a signature, with its name.
type SignatureRow = (Name, SignatureDesc);

impl<const API: u8> ShaderReflection<API> {
    /// The reflection of what was found.
    pub fn new(memory: &Memory, found: &Reflection) -> Result<Self, Hresult> {
        let creator = Name::new(found.creator.as_deref().unwrap_or(""));
        let rows = |list: fn(&dxil::reflect::EntryPoint) -> &[Parameter]| {
            let rows = found.entry_point.iter().flat_map(list);
            let row = |parameter: &Parameter| {
                let name = Name::new(&parameter.semantic_name);
                let desc = descs::parameter(parameter, &name);
                (name, desc)
            };
            rows.map(row).collect::<Vec<_>>()
        };
        let input_primitive = match found.entry_point.as_ref().map(|entry| &entry.stage) {
            Some(Stage::Geometry { input_primitive, .. }) => input_primitive.0,
            _ => 0,
        };
        Ok(Self {
            desc: descs::shader(found, &creator),
            _creator: creator,
            contents: Contents::new(memory, found)?,
            inputs: rows(|entry| &entry.inputs),
            outputs: rows(|entry| &entry.outputs),
            patch_constants: rows(|entry| &entry.patch_constants),
            input_primitive,
            threads: found.thread_group_size().unwrap_or_default(),
            requires: found.requires.bits(),
        })
    }
}

fn row<const API: u8>(rows: &[SignatureRow], index: u32, desc: &Out<SignatureDesc>) -> Done {
    let size = if API == api::D3D11_43 { SignatureDesc::SIZE_OF_43 } else { size_of::<SignatureDesc>() };
    match rows.get(index as usize) {
        Some((_, found)) if !desc.is_null() => desc.put_start(*found, size),
        _ => Err(E_INVALIDARG),
    }
}

impl<const API: u8> ID3D12ShaderReflectionMethods for ShaderReflection<API> {}
impl<const API: u8> ID3D11ShaderReflection47Methods for ShaderReflection<API> {}
impl<const API: u8> ID3D11ShaderReflection43Methods for ShaderReflection<API> {}

impl<const API: u8> ShaderReflectionMethods for ShaderReflection<API> {
    fn GetDesc(&self, desc: Out<ShaderDesc>) -> Done {
        fill(&desc, &self.desc)
    }

    fn GetConstantBufferByIndex(&self, index: u32) -> Address<ID3D12ShaderReflectionConstantBuffer> {
        self.contents.buffer(index)
    }

    fn GetConstantBufferByName(&self, name: Narrow) -> Address<ID3D12ShaderReflectionConstantBuffer> {
        self.contents.buffer_named(&name)
    }

    fn GetResourceBindingDesc(&self, index: u32, desc: Out<BindingDesc>) -> Done {
        self.contents.binding(index as usize, &desc)
    }

    fn GetInputParameterDesc(&self, index: u32, desc: Out<SignatureDesc>) -> Done {
        row::<API>(&self.inputs, index, &desc)
    }

    fn GetOutputParameterDesc(&self, index: u32, desc: Out<SignatureDesc>) -> Done {
        row::<API>(&self.outputs, index, &desc)
    }

    fn GetPatchConstantParameterDesc(&self, index: u32, desc: Out<SignatureDesc>) -> Done {
        row::<API>(&self.patch_constants, index, &desc)
    }

    fn GetVariableByName(&self, name: Narrow) -> Address<ID3D12ShaderReflectionVariable> {
        self.contents.variable_named(&name)
    }

    fn GetResourceBindingDescByName(&self, name: Narrow, desc: Out<BindingDesc>) -> Done {
        self.contents.binding_named(&name, &desc)
    }

    fn GetMovInstructionCount(&self) -> u32 {
        0
    }

    fn GetMovcInstructionCount(&self) -> u32 {
        0
    }

    fn GetConversionInstructionCount(&self) -> u32 {
        0
    }

    fn GetBitwiseInstructionCount(&self) -> u32 {
        0
    }

    fn GetGSInputPrimitive(&self) -> u32 {
        self.input_primitive
    }

    /// DXC says so of every shader.
    fn IsSampleFrequencyShader(&self) -> Bool {
        0
    }

    fn GetNumInterfaceSlots(&self) -> u32 {
        0
    }

    fn GetMinFeatureLevel(&self, level: Out<u32>) -> Done {
        fill(&level, &FEATURE_LEVEL)
    }

    fn GetThreadGroupSize(&self, x: Out<u32>, y: Out<u32>, z: Out<u32>) -> u32 {
        for (place, count) in [x, y, z].iter().zip(self.threads) {
            // A null pointer says that an output is not wanted.
            let _ = place.put(count);
        }
        self.threads.into_iter().fold(1, u32::wrapping_mul)
    }

    fn GetRequiresFlags(&self) -> u64 {
        self.requires
    }
}
