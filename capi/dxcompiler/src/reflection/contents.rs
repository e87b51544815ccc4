//! Implements the common parts of shaders and libraries: buffers with their variables and types, and bindings.
//!
//! A type object is made for each variable and for each member of a struct, not for each place where a struct stands: structs that
//! nest a hundredfold have no more objects than members.

use super::absent::Absent;
use super::descs::{self, NONE};
use super::names::Name;
use crate::com::hresult::{E_INVALIDARG, E_POINTER, Hresult, NOT_FOUND, S_FALSE};
use crate::com::interfaces::d3d12::*;
use crate::com::{Address, Done, Memory, Narrow, Out, Own, TextAddress, class};
use dxil::reflect::d3d::BufferType;
use dxil::reflect::{BitField, Buffer, Reflection, Type, Variable};
use std::sync::OnceLock;

/// A type.
pub struct TypeObject {
    desc: TypeDesc,
    _name: Name,
    members: Vec<(Name, Address<ID3D12ShaderReflectionType>)>,
    absent: Address<ID3D12ShaderReflectionType>,
}

/// A variable.
pub struct VariableObject {
    desc: VariableDesc,
    name: Name,
    types: Address<ID3D12ShaderReflectionType>,
    buffer: OnceLock<Address<ID3D12ShaderReflectionConstantBuffer>>,
}

/// A buffer.
pub struct BufferObject {
    desc: BufferDesc,
    name: Name,
    variables: Vec<Own<VariableObject>>,
    absent: Address<ID3D12ShaderReflectionVariable>,
}

class! { TypeObject: ID3D12ShaderReflectionType }
class! { VariableObject: ID3D12ShaderReflectionVariable }
class! { BufferObject: ID3D12ShaderReflectionConstantBuffer }

/// The members of a reflection, which live as long as it does.
pub struct Contents {
    /// Stands for what is not there.
    pub absent: Absent,
    buffers: Vec<Own<BufferObject>>,
    bindings: Vec<(Name, BindingDesc)>,
    _types: Vec<Own<TypeObject>>,
}

/// Makes the objects of types.
struct Types<'a> {
    memory: &'a Memory,
    absent: Address<ID3D12ShaderReflectionType>,
    /// Of each struct its name and its members, those of all structs that stand in it before.
    structs: Vec<(String, Vec<Member>)>,
    made: Vec<Own<TypeObject>>,
}

/// The name and the object of a member.
type Member = (Name, Address<ID3D12ShaderReflectionType>);

impl Contents {
    /// The members of what was found.
    pub fn new(memory: &Memory, found: &Reflection) -> Result<Self, Hresult> {
        let absent = Absent::new(memory)?;
        let mut types = Types { memory, absent: absent.r#type(), structs: Vec::new(), made: Vec::new() };
        for structure in &found.structs {
            let mut members = Vec::with_capacity(structure.members.len());
            for member in &structure.members {
                let object = types.object(&member.r#type, member.offset, &member.bit_fields)?;
                members.push((Name::new(&member.name), object));
            }
            types.structs.push((structure.name.clone(), members));
        }
        let mut buffers = Vec::with_capacity(found.buffers.len());
        for buffer in &found.buffers {
            buffers.push(types.buffer(buffer, absent.variable())?);
        }
        let bindings = found.bindings.iter().map(|found| {
            let name = Name::new(&found.name);
            let desc = descs::binding(found, &name);
            (name, desc)
        });
        Ok(Self { absent, buffers, bindings: bindings.collect(), _types: types.made })
    }

    /// A buffer by its place.
    pub fn buffer(&self, index: u32) -> Address<ID3D12ShaderReflectionConstantBuffer> {
        self.buffers.get(index as usize).map_or(self.absent.buffer(), Own::address)
    }

    /// A buffer by its name. Structured buffers come after others, and of several with one name the last is meant, as in DXC.
    pub fn buffer_named(&self, name: &Narrow) -> Address<ID3D12ShaderReflectionConstantBuffer> {
        let Some(name) = name.text() else { return self.absent.buffer() };
        let is_structured = |buffer: &BufferObject| buffer.desc.kind == BufferType::ResourceBindInfo as u32;
        let find = |structured| {
            self.buffers.iter().rev().find(|buffer| is_structured(buffer) == structured && buffer.name.is(&name))
        };
        find(false).or_else(|| find(true)).map_or(self.absent.buffer(), Own::address)
    }

    /// A variable by its name, of the first buffer that has one of this name.
    pub fn variable_named(&self, name: &Narrow) -> Address<ID3D12ShaderReflectionVariable> {
        let Some(name) = name.text() else { return self.absent.variable() };
        let found = self.buffers.iter().find_map(|buffer| buffer.variable(&name));
        found.unwrap_or(self.absent.variable())
    }

    /// What is bound, by its place.
    pub fn binding(&self, index: usize, desc: &Out<BindingDesc>) -> Done {
        match self.bindings.get(index) {
            Some((_, found)) if !desc.is_null() => desc.put(*found),
            _ => Err(E_INVALIDARG),
        }
    }

    /// What is bound, by its name.
    pub fn binding_named(&self, name: &Narrow, desc: &Out<BindingDesc>) -> Done {
        let name = name.text().ok_or(E_INVALIDARG)?;
        let (_, found) = self.bindings.iter().find(|row| row.0.is(&name)).ok_or(NOT_FOUND)?;
        if desc.is_null() { Err(E_INVALIDARG) } else { desc.put(*found) }
    }
}

impl Types<'_> {
    /// The object of a type that stands at an offset and holds bit-fields.
    fn object(
        &mut self,
        found: &Type,
        offset: u32,
        bit_fields: &[BitField],
    ) -> Result<Address<ID3D12ShaderReflectionType>, Hresult> {
        let structure = found.r#struct.and_then(|at| self.structs.get(at as usize));
        let name = match structure {
            Some((name, _)) => Name::new(name),
            None => Name::new(found.name.as_deref().unwrap_or("")),
        };
        let mut members = structure.map_or_else(Vec::new, |row| row.1.clone());
        for field in bit_fields {
            let desc = descs::bit_field(found, &name, field);
            members.push((Name::new(&field.name), self.keep(desc, name.clone(), Vec::new())?));
        }
        let desc = descs::r#type(found, &name, members.len() as u32, offset);
        self.keep(desc, name, members)
    }

    fn keep(
        &mut self,
        desc: TypeDesc,
        name: Name,
        members: Vec<Member>,
    ) -> Result<Address<ID3D12ShaderReflectionType>, Hresult> {
        // Each object has a copy of its name, which lives as long as it.
        let desc = TypeDesc { name: if desc.name.is_null() { desc.name } else { name.address() }, ..desc };
        let object = Own::new(self.memory, TypeObject { desc, _name: name, members, absent: self.absent })?;
        let address = object.address();
        self.made.push(object);
        Ok(address)
    }

    fn buffer(
        &mut self,
        found: &Buffer,
        absent: Address<ID3D12ShaderReflectionVariable>,
    ) -> Result<Own<BufferObject>, Hresult> {
        let name = Name::new(&format!("{}{}", found.name, "[0]".repeat(found.dimensions as usize)));
        // Constant buffers say that their textures start at the first one.
        let textures = if found.buffer_type == BufferType::CBuffer { 0 } else { NONE };
        let mut variables = Vec::with_capacity(found.variables.len());
        for variable in &found.variables {
            variables.push(self.variable(variable, textures)?);
        }
        let desc = descs::buffer(found, &name);
        let buffer = Own::new(self.memory, BufferObject { desc, name, variables, absent })?;
        for variable in &buffer.variables {
            let _ = variable.buffer.set(buffer.address());
        }
        Ok(buffer)
    }

    fn variable(&mut self, found: &Variable, textures: u32) -> Result<Own<VariableObject>, Hresult> {
        let types = match &found.r#type {
            Some(ty) => self.object(ty, 0, &[])?,
            // What the container does not describe is a type of zeros.
            None => self.keep(TypeDesc::default(), Name::new(""), Vec::new())?,
        };
        let name = Name::new(&found.name);
        let desc = descs::variable(found, &name, textures);
        Own::new(self.memory, VariableObject { desc, name, types, buffer: OnceLock::new() })
    }
}

impl BufferObject {
    fn variable(&self, name: &str) -> Option<Address<ID3D12ShaderReflectionVariable>> {
        self.variables.iter().find(|variable| variable.name.is(name)).map(Own::address)
    }
}

/// Fills a description; a failure if there is no place for it.
pub fn fill<T: Copy>(to: &Out<T>, desc: &T) -> Done {
    if to.is_null() { Err(E_POINTER) } else { to.put(*desc) }
}

impl TypeMethods for TypeObject {
    fn GetDesc(&self, desc: Out<TypeDesc>) -> Done {
        fill(&desc, &self.desc)
    }

    fn GetMemberTypeByIndex(&self, index: u32) -> Address<ID3D12ShaderReflectionType> {
        self.members.get(index as usize).map_or(self.absent, |row| row.1)
    }

    /// Null if there is none, as DXC has it.
    fn GetMemberTypeByName(&self, name: Narrow) -> Address<ID3D12ShaderReflectionType> {
        let name = name.text();
        let found = self.members.iter().find(|row| name.as_deref().is_some_and(|name| row.0.is(name)));
        found.map_or(Address::NULL, |row| row.1)
    }

    fn GetMemberTypeName(&self, index: u32) -> TextAddress {
        self.members.get(index as usize).map_or(TextAddress::NULL, |row| row.0.address())
    }

    /// DXC compares no types.
    fn IsEqual(&self, _: Address<ID3D12ShaderReflectionType>) -> Done {
        Err(S_FALSE)
    }

    fn GetSubType(&self) -> Address<ID3D12ShaderReflectionType> {
        Address::NULL
    }

    fn GetBaseClass(&self) -> Address<ID3D12ShaderReflectionType> {
        Address::NULL
    }

    fn GetNumInterfaces(&self) -> u32 {
        0
    }

    fn GetInterfaceByIndex(&self, _: u32) -> Address<ID3D12ShaderReflectionType> {
        Address::NULL
    }

    fn IsOfType(&self, _: Address<ID3D12ShaderReflectionType>) -> Done {
        Err(S_FALSE)
    }

    fn ImplementsInterface(&self, _: Address<ID3D12ShaderReflectionType>) -> Done {
        Err(S_FALSE)
    }
}

impl VariableMethods for VariableObject {
    fn GetDesc(&self, desc: Out<VariableDesc>) -> Done {
        fill(&desc, &self.desc)
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

impl ConstantBufferMethods for BufferObject {
    fn GetDesc(&self, desc: Out<BufferDesc>) -> Done {
        fill(&desc, &self.desc)
    }

    fn GetVariableByIndex(&self, index: u32) -> Address<ID3D12ShaderReflectionVariable> {
        self.variables.get(index as usize).map_or(self.absent, Own::address)
    }

    fn GetVariableByName(&self, name: Narrow) -> Address<ID3D12ShaderReflectionVariable> {
        name.text().and_then(|name| self.variable(&name)).unwrap_or(self.absent)
    }
}
