//! Creates the block types of constant, structured and byte address buffers, and of their counters.
//!
//! Input: a buffer. Output: the struct that Vulkan requires around its contents, with DXC's names.

use crate::errors;
use crate::layout::{BufferClass, Rules, array_stride, overlap};
use crate::resource::Handle;
use crate::types::{Memory, Number, number};
use crate::writer::Writer;
use hlslc_ir::Resource;
use hlslc_ir::types::{Access, Field, ResourceType, Scalar, TypeData};
use hlslc_ir::vulkan::VkPlace;
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Decoration, Op as Core, Scope, Word};
use smallvec::SmallVec;

impl Writer<'_> {
    /// The block of a byte address buffer that is seen as 64-bit numbers.
    pub(crate) fn long_block(&mut self) -> Word {
        if let Some(block) = self.types.long_block {
            return block;
        }
        let ulong = self.scalar_type(Scalar::I64);
        let array = self.strided_array(ulong, None, Scalar::I64.bytes());
        let block = self.asm.fresh_global(Core::TypeStruct, None, vec![Operand::IdRef(array)]);
        self.asm.name(block, "type.RWByteAddressBuffer.uint64");
        self.asm.decorate_member(block, 0, Decoration::Offset, &[0]);
        self.decorate_storage_block(block);
        self.types.long_block = Some(block);
        block
    }

    /// Marks the block of such a buffer.
    pub(crate) fn decorate_storage_block(&mut self, block: Word) {
        let kind = if self.is_1_4 { Decoration::Block } else { Decoration::BufferBlock };
        self.asm.decorate(block, kind, &[]);
    }

    /// The block of a buffer.
    pub(crate) fn block_type(&mut self, ty: &ResourceType, resource: Resource) -> Word {
        let data = &self.module.resources[resource];
        let ctx = &self.module.ctx;
        match *ty {
            ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout } => {
                let is_texture = matches!(ty, ResourceType::TBuffer { .. });
                let rules = self.constant_rules(resource);
                let Some(id) = ctx.struct_of(layout) else {
                    self.internal("a constant buffer that holds no struct");
                    return self.uint_type();
                };
                let (own, declared) = (&ctx.struct_data(id).name, &data.name);
                let is_push = data.vk.place == VkPlace::PushConstant;
                let name = match (own == declared || own.strip_prefix("type.") == Some(declared), is_texture) {
                    _ if is_push => format!("type.PushConstant.{own}"),
                    (true, _) => format!("type.{declared}"),
                    (false, false) => format!("type.ConstantBuffer.{own}"),
                    (false, true) => format!("type.TextureBuffer.{own}"),
                };
                let count = ctx.struct_data(id).fields.len() as u32;
                self.check_overlap(resource, &TypeData::Struct(id), rules);
                let block = self.memory_struct(id, rules, Some(&name));
                if !is_texture {
                    self.asm.decorate(block, Decoration::Block, &[]);
                } else {
                    self.decorate_storage_block(block);
                    (0..count).for_each(|at| self.asm.decorate_member(block, at, Decoration::NonWritable, &[]));
                }
                block
            }
            ResourceType::RawBuffer { element, access } => {
                let prefix = if access == Access::ReadOnly { "" } else { "RW" };
                let (array, memory, name) = match element {
                    Some(element) => {
                        let element = ctx.type_data(element).clone();
                        let name = format!("type.{prefix}StructuredBuffer.{}", self.short_name(&element));
                        let rules = self.rules(BufferClass::Storage);
                        let memory = Memory::new(element, data.matrix, rules).declared(data.element);
                        self.check_overlap(resource, &memory.data, rules);
                        let stride = array_stride(&self.module.ctx, &memory.data, memory.matrix, memory.rules);
                        if stride == 0 {
                            self.diagnostics.push(errors::elements_without_room(data.span, &data.name));
                        }
                        let ty = self.memory_type(&memory);
                        (self.strided_array(ty, None, stride), Some(memory), name)
                    }
                    None => {
                        let uint = self.uint_type();
                        (self.strided_array(uint, None, 4), None, format!("type.{prefix}ByteAddressBuffer"))
                    }
                };
                let block = self.asm.fresh_global(Core::TypeStruct, None, vec![Operand::IdRef(array)]);
                self.asm.name(block, &name);
                self.asm.decorate_member(block, 0, Decoration::Offset, &[0]);
                if let Some(memory) = memory {
                    self.decorate_matrix(block, 0, &memory);
                }
                if access == Access::ReadOnly {
                    self.asm.decorate_member(block, 0, Decoration::NonWritable, &[]);
                }
                self.decorate_storage_block(block);
                block
            }
            ResourceType::TypedBuffer { .. }
            | ResourceType::Texture { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => {
                self.internal("the block of what is no buffer");
                self.uint_type()
            }
        }
    }

    /// Rejects a buffer in which members share bytes.
    fn check_overlap(&mut self, resource: Resource, data: &TypeData, rules: Rules) {
        let buffer = &self.module.resources[resource];
        if let Some((field, other)) = overlap(&self.module.ctx, data, rules) {
            // What a struct inherits is a member without a name.
            let name_of = |field: &Field| if field.name.is_empty() { "base".to_owned() } else { field.name.clone() };
            let (name, other) = (name_of(field), name_of(other));
            self.diagnostics.push(errors::members_overlap(buffer.span, &buffer.name, &name, &other));
        }
    }

    /// A type's name in the names of blocks: `v3float`, `P`.
    pub(crate) fn short_name(&self, data: &TypeData) -> String {
        let ctx = &self.module.ctx;
        let scalar_name = |scalar: Scalar| match number(scalar) {
            Number::Bool => "bool",
            Number::Uint(16) => "ushort",
            Number::Uint(64) => "ulong",
            Number::Uint(_) => "uint",
            Number::Float(16) => "half",
            Number::Float(64) => "double",
            Number::Float(_) => "float",
        };
        match data {
            TypeData::Scalar(scalar) => scalar_name(*scalar).to_owned(),
            TypeData::Vector(scalar, lanes) => format!("v{lanes}{}", scalar_name(*scalar)),
            TypeData::Struct(id) => ctx.struct_data(*id).name.clone(),
            TypeData::Array(element, count) => match ctx.type_data(*element) {
                TypeData::Vector(scalar, lanes) => format!("mat{count}v{lanes}{}", scalar_name(*scalar)),
                inner @ (TypeData::Void
                | TypeData::Scalar(_)
                | TypeData::Array(..)
                | TypeData::Struct(_)
                | TypeData::Tuple(_)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_)) => format!("arr{count}{}", self.short_name(inner)),
            },
            TypeData::Void
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => String::new(),
        }
    }

    /// The counter of a structured buffer: a buffer of its own that holds one integer.
    pub(crate) fn update_counter(&mut self, handle: &Handle, up: bool) -> Word {
        let variable = self.counter_of(handle.resource, handle.element);
        let (uint, int, zero, one) = (self.uint_type(), self.int_type(), self.uint(0), self.uint(1));
        let pointer_ty = self.asm.pointer_type(int, self.storage_class());
        let mut args: SmallVec<[Word; 4]> = SmallVec::from_slice(&[variable]);
        args.extend(handle.index);
        args.push(zero);
        let pointer = self.asm.op(Core::AccessChain, pointer_ty, &args);
        let scope = self.uint(Scope::Device as u32);
        let core = if up { Core::AtomicIAdd } else { Core::AtomicISub };
        let step = self.asm.global(Core::Constant, Some(int), vec![Operand::LiteralBit32(1)]);
        let before = self.asm.op(core, int, &[pointer, scope, zero, step]);
        let before = self.asm.op(Core::Bitcast, uint, &[before]);
        if up { before } else { self.asm.op(Core::ISub, uint, &[before, one]) }
    }

    /// The counter of a resource, made at its first use.
    pub(crate) fn counter_of(&mut self, resource: Resource, element: u32) -> Word {
        if let Some(&id) = self.resources.counters.get(&(resource, element)) {
            return id;
        }
        let id = self.counter_variable(resource, element);
        self.resources.counters.insert((resource, element), id);
        if self.settings.reflect {
            let of = self.resource_variable(resource, element).id;
            self.asm.decorate_counter(of, id);
        }
        id
    }

    pub(crate) fn counter_variable(&mut self, resource: Resource, element: u32) -> Word {
        let is_flat = self.is_flat(resource);
        let data = &self.module.resources[resource];
        let block = match self.types.counter {
            Some(block) => block,
            None => {
                let int = self.int_type();
                let block = self.asm.fresh_global(Core::TypeStruct, None, vec![Operand::IdRef(int)]);
                self.asm.name(block, "type.ACSBuffer.counter");
                self.asm.member_name(block, 0, "counter");
                self.asm.decorate_member(block, 0, Decoration::Offset, &[0]);
                self.decorate_storage_block(block);
                self.types.counter = Some(block);
                block
            }
        };
        let variable_type = match (data.is_array && !is_flat, data.count) {
            (true, Some(count)) => {
                let count = self.uint(count);
                self.asm.global(Core::TypeArray, None, vec![Operand::IdRef(block), Operand::IdRef(count)])
            }
            (true, None) => {
                self.asm.capability(Capability::RuntimeDescriptorArray);
                self.asm.global(Core::TypeRuntimeArray, None, vec![Operand::IdRef(block)])
            }
            (false, _) => block,
        };
        let id = self.asm.variable(variable_type, self.storage_class(), None);
        self.asm.name(id, &format!("counter.var.{}", data.name));
        let place = self.resources.bindings[resource];
        match place.counter {
            Some(counter) => {
                self.asm.decorate(id, Decoration::DescriptorSet, &[counter.set]);
                self.asm.decorate(id, Decoration::Binding, &[counter.binding.saturating_add(element)]);
            }
            None => self.internal("the counter of a resource that has none"),
        }
        id
    }
}
