//! Provides the results of methods for missing parts: objects whose `GetDesc` fails, so that clients need not look for
//! null.
//!
//! Each reflection has its own, which live as long as its other members.

use super::descs::NONE;
use crate::com::hresult::{E_FAIL, Hresult};
use crate::com::interfaces::d3d12::*;
use crate::com::{Address, Done, Memory, Narrow, Out, Own, TextAddress, class};
use std::sync::OnceLock;

/// No type.
pub struct NoType {
    /// It stands for all types that it is asked for.
    own: OnceLock<Address<ID3D12ShaderReflectionType>>,
}

/// No variable.
pub struct NoVariable {
    types: Address<ID3D12ShaderReflectionType>,
    buffer: OnceLock<Address<ID3D12ShaderReflectionConstantBuffer>>,
}

/// No buffer.
pub struct NoBuffer {
    variable: Address<ID3D12ShaderReflectionVariable>,
}

/// No function.
pub struct NoFunction {
    buffer: Address<ID3D12ShaderReflectionConstantBuffer>,
    parameter: Address<ID3D12FunctionParameterReflection>,
}

/// No parameter, as all parameters of functions are.
pub struct NoParameter;

class! { NoType: ID3D12ShaderReflectionType }
class! { NoVariable: ID3D12ShaderReflectionVariable }
class! { NoBuffer: ID3D12ShaderReflectionConstantBuffer }
class! { NoFunction: ID3D12FunctionReflection }
class! { NoParameter: ID3D12FunctionParameterReflection }

/// One of each.
pub struct Absent {
    types: Own<NoType>,
    variable: Own<NoVariable>,
    buffer: Own<NoBuffer>,
    function: Own<NoFunction>,
    parameter: Own<NoParameter>,
}

impl Absent {
    /// Those of one reflection.
    pub fn new(memory: &Memory) -> Result<Self, Hresult> {
        let types = Own::new(memory, NoType { own: OnceLock::new() })?;
        let _ = types.own.set(types.address());
        let variable = Own::new(memory, NoVariable { types: types.address(), buffer: OnceLock::new() })?;
        let buffer = Own::new(memory, NoBuffer { variable: variable.address() })?;
        let _ = variable.buffer.set(buffer.address());
        let parameter = Own::new(memory, NoParameter)?;
        let function = Own::new(memory, NoFunction { buffer: buffer.address(), parameter: parameter.address() })?;
        Ok(Self { types, variable, buffer, function, parameter })
    }

    /// No type.
    pub fn r#type(&self) -> Address<ID3D12ShaderReflectionType> {
        self.types.address()
    }

    /// No variable.
    pub fn variable(&self) -> Address<ID3D12ShaderReflectionVariable> {
        self.variable.address()
    }

    /// No buffer.
    pub fn buffer(&self) -> Address<ID3D12ShaderReflectionConstantBuffer> {
        self.buffer.address()
    }

    /// No function.
    pub fn function(&self) -> Address<ID3D12FunctionReflection> {
        self.function.address()
    }

    /// No parameter.
    pub fn parameter(&self) -> Address<ID3D12FunctionParameterReflection> {
        self.parameter.address()
    }
}

impl NoType {
    fn own(&self) -> Address<ID3D12ShaderReflectionType> {
        self.own.get().copied().unwrap_or(Address::NULL)
    }
}

impl TypeMethods for NoType {
    fn GetDesc(&self, _: Out<TypeDesc>) -> Done {
        Err(E_FAIL)
    }

    fn GetMemberTypeByIndex(&self, _: u32) -> Address<ID3D12ShaderReflectionType> {
        self.own()
    }

    fn GetMemberTypeByName(&self, _: Narrow) -> Address<ID3D12ShaderReflectionType> {
        self.own()
    }

    fn GetMemberTypeName(&self, _: u32) -> TextAddress {
        TextAddress::of(c"$Invalid")
    }

    fn IsEqual(&self, _: Address<ID3D12ShaderReflectionType>) -> Done {
        Err(E_FAIL)
    }

    fn GetSubType(&self) -> Address<ID3D12ShaderReflectionType> {
        self.own()
    }

    fn GetBaseClass(&self) -> Address<ID3D12ShaderReflectionType> {
        self.own()
    }

    fn GetNumInterfaces(&self) -> u32 {
        0
    }

    fn GetInterfaceByIndex(&self, _: u32) -> Address<ID3D12ShaderReflectionType> {
        self.own()
    }

    fn IsOfType(&self, _: Address<ID3D12ShaderReflectionType>) -> Done {
        Err(E_FAIL)
    }

    fn ImplementsInterface(&self, _: Address<ID3D12ShaderReflectionType>) -> Done {
        Err(E_FAIL)
    }
}

impl VariableMethods for NoVariable {
    fn GetDesc(&self, _: Out<VariableDesc>) -> Done {
        Err(E_FAIL)
    }

    fn GetType(&self) -> Address<ID3D12ShaderReflectionType> {
        self.types
    }

    fn GetBuffer(&self) -> Address<ID3D12ShaderReflectionConstantBuffer> {
        self.buffer.get().copied().unwrap_or(Address::NULL)
    }

    fn GetInterfaceSlot(&self, _: u32) -> u32 {
        NONE
    }
}

impl ConstantBufferMethods for NoBuffer {
    fn GetDesc(&self, _: Out<BufferDesc>) -> Done {
        Err(E_FAIL)
    }

    fn GetVariableByIndex(&self, _: u32) -> Address<ID3D12ShaderReflectionVariable> {
        self.variable
    }

    fn GetVariableByName(&self, _: Narrow) -> Address<ID3D12ShaderReflectionVariable> {
        self.variable
    }
}

impl FunctionReflectionMethods for NoFunction {
    fn GetDesc(&self, _: Out<FunctionDesc>) -> Done {
        Err(E_FAIL)
    }

    fn GetConstantBufferByIndex(&self, _: u32) -> Address<ID3D12ShaderReflectionConstantBuffer> {
        self.buffer
    }

    fn GetConstantBufferByName(&self, _: Narrow) -> Address<ID3D12ShaderReflectionConstantBuffer> {
        self.buffer
    }

    fn GetResourceBindingDesc(&self, _: u32, _: Out<BindingDesc>) -> Done {
        Err(E_FAIL)
    }

    /// Null, as DXC has it here alone.
    fn GetVariableByName(&self, _: Narrow) -> Address<ID3D12ShaderReflectionVariable> {
        Address::NULL
    }

    fn GetResourceBindingDescByName(&self, _: Narrow, _: Out<BindingDesc>) -> Done {
        Err(E_FAIL)
    }

    fn GetFunctionParameter(&self, _: i32) -> Address<ID3D12FunctionParameterReflection> {
        self.parameter
    }
}

impl FunctionParameterMethods for NoParameter {
    fn GetDesc(&self, _: Out<ParameterDesc>) -> Done {
        Err(E_FAIL)
    }
}
