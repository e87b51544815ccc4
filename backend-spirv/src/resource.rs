//! Lowers resources: their variables as in DXC, typed and raw loads and stores.

use crate::bindings;
use crate::foreign::Decorated;
use crate::images::MAYBE_DEPTH;
use crate::layout::{BufferClass, Rules, array_stride};
use crate::reflect::user_type;
use crate::types::{Memory, Number, number};
use crate::writer::{Repr, Site, Writer};
use hlslc_base::{Diagnostics, Reported};
use hlslc_ir::module::Binding;
use hlslc_ir::types::{ComponentKind, ResourceClass, ResourceType, Scalar, TypeData};
use hlslc_ir::vulkan::VkPlace;
use hlslc_ir::{Imm, Resource, Type, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Decoration, Dim, Op as Core, StorageClass, Word};
use smallvec::SmallVec;

/// A resource, as a value of the IR: which one, and which descriptor of its array.
#[derive(Clone, Copy)]
pub(crate) struct Handle {
    pub(crate) resource: Resource,
    /// Which variable of it, where each element of an array is one; else 0.
    pub(crate) element: u32,
    /// Index into the array; none if the resource is no array.
    pub(crate) index: Option<Word>,
    pub(crate) non_uniform: bool,
}

/// The variable of a resource.
#[derive(Clone, Copy)]
pub(crate) struct ResourceVariable {
    pub(crate) id: Word,
    pub(crate) class: StorageClass,
    /// Type of one descriptor.
    pub(crate) ty: Word,
}

/// Elements of a typed buffer or texture.
#[derive(Clone, Copy)]
pub(crate) struct Texel {
    /// Kind in registers.
    pub(crate) scalar: Scalar,
    pub(crate) lanes: u16,
    /// Type of one component of what the image gives, a 32-bit number.
    pub(crate) sampled: Word,
    /// Whether that is a signed integer.
    pub(crate) signed: bool,
}

/// Bytes in a word.
pub(crate) const WORD: u32 = 4;

/// The address of a byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteAddress {
    /// The number.
    pub(crate) id: Word,
    /// Which byte of a word it is, if that is known.
    pub(crate) phase: Option<u32>,
}

impl ByteAddress {
    /// Whether a word begins `offset` bytes after it, as far as is known.
    pub(crate) fn begins_word(self, offset: u32) -> bool {
        self.phase.is_some_and(|phase| phase.wrapping_add(offset).is_multiple_of(WORD))
    }
}

impl Writer<'_> {
    pub(crate) fn resource_type(&self, resource: Resource) -> ResourceType {
        let ty = self.module.ctx.resource_type(self.module.resources[resource].ty);
        ty.expect("the verifier lets a resource have the type of one only").clone()
    }

    /// Resources that SPIR-V has no type for are mistakes, whether anything reaches them or not.
    pub(crate) fn reject_feedback(&self, sink: &mut Diagnostics) -> Result<(), Reported> {
        let is_feedback = |ty| matches!(self.module.ctx.resource_type(ty), Some(ResourceType::FeedbackTexture { .. }));
        let feedback = self.module.resources.values().filter(|resource| is_feedback(resource.ty));
        sink.absorb(feedback.map(|resource| crate::errors::no_sampler_feedback(resource.span, &resource.name)))
    }

    /// Whether each element of an array of resources is a variable of its own.
    pub(crate) fn is_flat(&self, resource: Resource) -> bool {
        let data = &self.module.resources[resource];
        self.settings.flattens && data.is_array && data.count.is_some()
    }

    /// The variable that a handle names, made at its first use.
    pub(crate) fn variable_of(&mut self, handle: &Handle) -> ResourceVariable {
        self.resource_variable(handle.resource, handle.element)
    }

    /// A variable of a resource, made at its first use.
    pub(crate) fn resource_variable(&mut self, resource: Resource, element: u32) -> ResourceVariable {
        if let Some(&variable) = self.resources.variables.get(&(resource, element)) {
            return variable;
        }
        let data = &self.module.resources[resource];
        let ty = self.descriptor_type(resource);
        let class = match self.resource_type(resource) {
            ResourceType::RawBuffer { .. } | ResourceType::TBuffer { .. } => self.storage_class(),
            ResourceType::CBuffer { .. } => match data.vk.place {
                VkPlace::Descriptor | VkPlace::Attachment => StorageClass::Uniform,
                VkPlace::ShaderRecord => StorageClass::ShaderRecordBufferKHR,
                VkPlace::PushConstant => StorageClass::PushConstant,
            },
            ResourceType::TypedBuffer { .. }
            | ResourceType::Texture { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => StorageClass::UniformConstant,
        };
        let id = self.declare(resource, element, ty, class);
        if self.settings.reflect {
            self.reflect_type(id, resource);
        }
        let variable = ResourceVariable { id, class, ty };
        self.resources.variables.insert((resource, element), variable);
        variable
    }

    /// A variable whose descriptors have a type, at the place of a resource.
    fn declare(&mut self, resource: Resource, element: u32, ty: Word, class: StorageClass) -> Word {
        let is_flat = self.is_flat(resource);
        let data = &self.module.resources[resource];
        let whole = match (data.is_array && !is_flat, data.count) {
            (false, _) => ty,
            (true, Some(count)) => {
                let count = self.uint(count);
                self.asm.global(Core::TypeArray, None, vec![Operand::IdRef(ty), Operand::IdRef(count)])
            }
            (true, None) => {
                self.asm.capability(Capability::RuntimeDescriptorArray);
                self.asm.global(Core::TypeRuntimeArray, None, vec![Operand::IdRef(ty)])
            }
        };
        let id = self.asm.variable(whole, class, None);
        if is_flat {
            self.asm.name(id, &format!("{}[{element}]", data.name));
        } else {
            self.asm.name(id, &data.name);
        }
        if data.vk.place.is_bound() {
            let place = self.resources.bindings[resource];
            self.asm.decorate(id, Decoration::DescriptorSet, &[place.set]);
            self.asm.decorate(id, Decoration::Binding, &[place.binding.saturating_add(element)]);
        }
        if let Some(attachment) = data.vk.attachment {
            self.asm.decorate(id, Decoration::InputAttachmentIndex, &[attachment]);
        }
        let is_sampled = class == StorageClass::UniformConstant
            && self.module.ctx.resource_type(data.ty).is_some_and(|of| of.class() != ResourceClass::Uav);
        let place = if is_sampled { Decorated::Sampled } else { Decorated::Variable(class) };
        self.decorate_foreign(id, place, &data.decorations);
        if data.globally_coherent {
            self.asm.decorate(id, Decoration::Coherent, &[]);
        }
        id
    }

    /// A byte address buffer as 64-bit numbers: a second variable at its place, made at its first use.
    pub(crate) fn long_variable(&mut self, handle: &Handle) -> ResourceVariable {
        let key = (handle.resource, handle.element);
        if let Some(&variable) = self.resources.long.get(&key) {
            return variable;
        }
        let words = self.variable_of(handle);
        let ty = self.long_block();
        let id = self.declare(handle.resource, handle.element, ty, words.class);
        for id in [words.id, id] {
            self.asm.decorate(id, Decoration::Aliased, &[]);
        }
        let variable = ResourceVariable { id, class: words.class, ty };
        self.resources.long.insert(key, variable);
        variable
    }

    /// Declares the variables of all resources, whether anything uses them or not.
    pub(crate) fn all_resources(&mut self) {
        for resource in self.module.resources.keys() {
            let data = &self.module.resources[resource];
            // The sampler that is one with a texture is in its variable.
            let is_part = data.vk.combined && matches!(self.resource_type(resource), ResourceType::Sampler { .. });
            if matches!(data.binding, Binding::Heap(_)) || is_part || bindings::is_empty(self.module, data) {
                continue;
            }
            let count = if self.is_flat(resource) { data.count.unwrap_or(1) } else { 1 };
            for element in 0..count {
                self.resource_variable(resource, element);
                if data.is_list {
                    self.counter_of(resource, element);
                }
            }
        }
    }

    /// The storage class of buffers that are not constant: SPIR-V 1.4 has no `BufferBlock`, and versions before 1.3
    /// nothing else.
    pub(crate) fn storage_class(&self) -> StorageClass {
        if self.is_1_4 { StorageClass::StorageBuffer } else { StorageClass::Uniform }
    }

    /// Says to who reads the module what a resource is declared as. A sampler says so by its own type.
    fn reflect_type(&mut self, id: Word, resource: Resource) {
        let data = &self.module.resources[resource];
        let text = match (self.resource_type(resource), data.declared_type.as_str()) {
            (ResourceType::Sampler { .. }, _) => return,
            (ResourceType::CBuffer { .. }, "") if data.holds_globals => return,
            (ResourceType::CBuffer { .. }, "") => "cbuffer".to_owned(),
            (ResourceType::TBuffer { .. }, "") => "tbuffer".to_owned(),
            (_, declared) => user_type(declared),
        };
        self.asm.decorate_text(id, Decoration::UserTypeGOOGLE, &text);
    }

    /// The layout rules of a constant or texture buffer.
    pub(crate) fn constant_rules(&self, resource: Resource) -> Rules {
        match self.resource_type(resource) {
            ResourceType::CBuffer { .. } => self.rules(match self.module.resources[resource].vk.place {
                VkPlace::Descriptor | VkPlace::Attachment => BufferClass::Uniform,
                VkPlace::ShaderRecord => BufferClass::Storage,
                VkPlace::PushConstant => BufferClass::Push,
            }),
            ResourceType::TBuffer { .. } => self.rules(BufferClass::Texture),
            ResourceType::RawBuffer { .. }
            | ResourceType::TypedBuffer { .. }
            | ResourceType::Texture { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => self.rules(BufferClass::Storage),
        }
    }

    /// The rules for buffers of a class.
    pub(crate) fn rules(&self, class: BufferClass) -> Rules {
        Rules::new(self.settings.layout, class)
    }

    fn descriptor_type(&mut self, resource: Resource) -> Word {
        let data = &self.module.resources[resource];
        let resource_type = self.resource_type(resource);
        match &resource_type {
            ResourceType::TypedBuffer { element, component, access } => {
                let texel = self.texel(*element, *component);
                let written = access.is_writable();
                // `ImageBuffer` has `SampledBuffer` in it, which DXC names all the same.
                self.asm.capability(Capability::SampledBuffer);
                if written {
                    self.asm.capability(Capability::ImageBuffer);
                }
                let format = self.format_of(resource, texel);
                self.image_type(
                    "type.buffer.image",
                    texel.sampled,
                    Dim::DimBuffer,
                    [MAYBE_DEPTH, 0, 0, 1 + u32::from(written)],
                    format,
                )
            }
            ResourceType::Texture { .. } => {
                let image = self.texture_type(&resource_type, resource);
                if data.vk.combined { self.sampled_type(image) } else { image }
            }
            ResourceType::Sampler { .. } => {
                let id = self.asm.global(Core::TypeSampler, None, Vec::new());
                self.name_once(id, "type.sampler");
                id
            }
            ResourceType::RawBuffer { .. } | ResourceType::CBuffer { .. } | ResourceType::TBuffer { .. } => {
                let key = (data.ty, data.matrix, data.vk.place, data.element);
                match self.types.blocks.get(&key) {
                    Some(&id) => id,
                    None => {
                        let id = self.block_type(&resource_type, resource);
                        self.types.blocks.insert(key, id);
                        id
                    }
                }
            }
            ResourceType::AccelerationStructure => self.acceleration_structure_type(),
            ResourceType::FeedbackTexture { .. } => {
                self.unsupported("this kind of resource");
                self.uint_type()
            }
        }
    }

    pub(crate) fn name_once(&mut self, id: Word, name: &str) {
        if self.types.named.insert(id) {
            self.asm.name(id, name);
        }
    }

    /// The element of a typed resource.
    pub(crate) fn texel(&mut self, element: Type, component: ComponentKind) -> Texel {
        let (scalar, lanes) = self.numbers(element);
        let signed = component == ComponentKind::Signed && scalar.is_int();
        let sampled = match number(scalar) {
            Number::Float(64) => {
                self.unsupported("a typed resource of doubles");
                self.uint_type()
            }
            Number::Uint(64) => {
                self.asm.capability(Capability::Int64ImageEXT);
                self.asm.capability(Capability::Int64);
                let operands = vec![Operand::LiteralBit32(64), Operand::LiteralBit32(u32::from(signed))];
                self.asm.global(Core::TypeInt, None, operands)
            }
            Number::Float(_) => self.float_type(),
            Number::Bool | Number::Uint(_) if signed => self.int_type(),
            Number::Bool | Number::Uint(_) => self.uint_type(),
        };
        Texel { scalar, lanes, sampled, signed }
    }

    /// The texel of a typed buffer or texture.
    pub(crate) fn texel_of(&mut self, resource: Resource) -> Texel {
        match self.resource_type(resource) {
            ResourceType::TypedBuffer { element, component, .. } | ResourceType::Texture { element, component, .. } => {
                self.texel(element, component)
            }
            ResourceType::RawBuffer { .. }
            | ResourceType::CBuffer { .. }
            | ResourceType::TBuffer { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => {
                self.internal("a texel of what has none");
                Texel { scalar: Scalar::I32, lanes: 1, sampled: self.uint_type(), signed: false }
            }
        }
    }

    /// Pointer to the descriptor that a handle names.
    pub(crate) fn descriptor(&mut self, handle: &Handle) -> Word {
        let variable = self.variable_of(handle);
        let Some(index) = handle.index else { return variable.id };
        let ty = self.asm.pointer_type(variable.ty, variable.class);
        let pointer = self.asm.op(Core::AccessChain, ty, &[variable.id, index]);
        if handle.non_uniform {
            self.mark_non_uniform(pointer);
        }
        pointer
    }

    /// The image or sampler that a handle names.
    pub(crate) fn opaque(&mut self, handle: &Handle) -> Word {
        let id = self.loaded(handle);
        if !self.module.resources[handle.resource].vk.combined {
            return id;
        }
        let ty = self.texture_type(&self.resource_type(handle.resource), handle.resource);
        let image = self.asm.op(Core::Image, ty, &[id]);
        if handle.non_uniform {
            self.mark_non_uniform(image);
        }
        image
    }

    /// The value that the variable of a handle holds.
    pub(crate) fn loaded(&mut self, handle: &Handle) -> Word {
        let pointer = self.descriptor(handle);
        let ty = self.variable_of(handle).ty;
        let id = self.asm.op(Core::Load, ty, &[pointer]);
        if handle.non_uniform {
            self.mark_non_uniform(id);
        }
        id
    }

    pub(crate) fn handle(&mut self, value: Value) -> Option<Handle> {
        match self.repr(value) {
            Repr::Handle(handle) => Some(handle),
            Repr::Missing | Repr::Nothing | Repr::Id(_) | Repr::Parts(_) | Repr::Place(_) => {
                self.unsupported("a resource that depends on control flow");
                None
            }
        }
    }

    /// Four components of an image as the value of a texel.
    pub(crate) fn texel_value(&mut self, wide: Word, texel: Texel) -> Word {
        let narrow_ty = self.vector_of(texel.sampled, texel.lanes);
        let narrow = match texel.lanes {
            4 => wide,
            1 => self.extract(narrow_ty, wide, 0),
            lanes => {
                let mut operands = vec![Operand::IdRef(wide), Operand::IdRef(wide)];
                operands.extend((0..u32::from(lanes)).map(Operand::LiteralBit32));
                self.asm.inst(Core::VectorShuffle, narrow_ty, operands)
            }
        };
        self.sampled_value(narrow, texel)
    }

    /// Components of an image's kind as those of the register type.
    pub(crate) fn sampled_value(&mut self, value: Word, texel: Texel) -> Word {
        let ty = self.vector_type(texel.scalar, texel.lanes);
        match number(texel.scalar) {
            Number::Bool => {
                let from = self.vector_of(texel.sampled, texel.lanes);
                let zero = self.null(from);
                self.asm.op(Core::INotEqual, ty, &[value, zero])
            }
            Number::Float(16) => self.asm.op(Core::FConvert, ty, &[value]),
            Number::Uint(16) if texel.signed => self.asm.op(Core::SConvert, ty, &[value]),
            Number::Uint(16) => self.asm.op(Core::UConvert, ty, &[value]),
            Number::Uint(32 | 64) if texel.signed => self.asm.op(Core::Bitcast, ty, &[value]),
            Number::Uint(_) | Number::Float(_) => value,
        }
    }

    /// A value as four components of an image.
    fn image_value(&mut self, value: Word, texel: Texel) -> Word {
        let narrow_ty = self.vector_of(texel.sampled, texel.lanes);
        let value = match number(texel.scalar) {
            Number::Bool => {
                let one = self.uint(1);
                let one = self.splat_const(texel.sampled, one, texel.lanes);
                let zero = self.null(narrow_ty);
                self.asm.op(Core::Select, narrow_ty, &[value, one, zero])
            }
            Number::Float(16) => self.asm.op(Core::FConvert, narrow_ty, &[value]),
            Number::Uint(16) if texel.signed => self.asm.op(Core::SConvert, narrow_ty, &[value]),
            Number::Uint(16) => self.asm.op(Core::UConvert, narrow_ty, &[value]),
            Number::Uint(32 | 64) if texel.signed => self.asm.op(Core::Bitcast, narrow_ty, &[value]),
            Number::Uint(_) | Number::Float(_) => value,
        };
        if texel.lanes == 4 {
            return value;
        }
        let wide_ty = self.vector_of(texel.sampled, 4);
        let mut parts: Vec<Word> = vec![value];
        let zero = self.null(texel.sampled);
        parts.resize(usize::from(5 - texel.lanes), zero);
        self.asm.op(Core::CompositeConstruct, wide_ty, &parts)
    }

    /// Whether an image is read without a sampler in between: writable, or a buffer or texture to fetch from.
    fn is_storage(&self, resource: Resource) -> bool {
        match self.resource_type(resource) {
            ResourceType::TypedBuffer { access, .. } | ResourceType::Texture { access, .. } => access.is_writable(),
            ResourceType::RawBuffer { .. }
            | ResourceType::CBuffer { .. }
            | ResourceType::TBuffer { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => false,
        }
    }

    /// Loads an element of a typed buffer or a writable texture.
    pub(crate) fn load_texel(&mut self, handle: &Handle, coord: Word) -> Word {
        self.fetch_texel(handle, coord, None).0
    }

    /// The same, and whether it is in memory, which a site may look at.
    fn fetch_texel(&mut self, handle: &Handle, coord: Word, site: Option<&Site<'_>>) -> (Word, Option<Word>) {
        let texel = self.texel_of(handle.resource);
        let image = self.opaque(handle);
        let wide = self.vector_of(texel.sampled, 4);
        let core = if self.is_storage(handle.resource) { Core::ImageRead } else { Core::ImageFetch };
        self.need_format(handle.resource, Capability::StorageImageReadWithoutFormat);
        let operands = [image, coord].map(Operand::IdRef).to_vec();
        let (value, mapped) = self.read_image(site, core, wide, operands);
        (self.texel_value(value, texel), mapped)
    }

    pub(crate) fn store_texel(&mut self, handle: &Handle, coord: Word, value: Word) {
        let texel = self.texel_of(handle.resource);
        let value = self.image_value(value, texel);
        let image = self.opaque(handle);
        self.need_format(handle.resource, Capability::StorageImageWriteWithoutFormat);
        self.asm.effect_on(Core::ImageWrite, &[image, coord, value]);
    }

    /// Asks for what an access to an image needs whose format nothing says.
    pub(crate) fn need_format(&mut self, resource: Resource, access: Capability) {
        if self.resources.unformatted.contains(&resource) {
            self.asm.capability(access);
        }
    }

    /// Pointer to a texel for atomics, and whether it is a signed integer.
    pub(crate) fn texel_pointer(&mut self, handle: &Handle, coord: Word) -> Option<(Word, bool)> {
        let texel = self.texel_of(handle.resource);
        if texel.lanes != 1 {
            return None;
        }
        let descriptor = self.descriptor(handle);
        let ty = self.asm.pointer_type(texel.sampled, StorageClass::Image);
        let sample = self.uint(0);
        let pointer = self.asm.op(Core::ImageTexelPointer, ty, &[descriptor, coord, sample]);
        if handle.non_uniform {
            self.mark_non_uniform(pointer);
        }
        Some((pointer, texel.signed))
    }

    pub(crate) fn make_handle(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[index], Imm::Handle { resource, mut non_uniform }) = (site.args, site.imm) else { return None };
        if self.is_flat(resource) {
            let element = self.func.const_bits(&self.module.ctx, index).map(|bits| bits as u32);
            if element.is_none() {
                self.problem_here(crate::errors::index_into_flat_array);
            }
            // The error is reported; a handle of some element keeps it from causing further ones.
            let element = element.unwrap_or_default();
            return Some(Repr::Handle(Handle { resource, element, index: None, non_uniform: false }));
        }
        let is_array = self.module.resources[resource].is_array;
        let index = if is_array {
            // The counter of a loop that is unrolled is a constant by now, which all lanes share.
            non_uniform &= self.func.as_const(index).is_none();
            let index = self.id(index);
            if non_uniform {
                self.mark_non_uniform(index);
                if let Some(capability) = self.non_uniform_capability(resource) {
                    self.asm.capability(capability);
                }
            }
            Some(index)
        } else {
            None
        };
        Some(Repr::Handle(Handle { resource, element: 0, index, non_uniform: non_uniform && is_array }))
    }

    /// The capability that a device must have for non-uniform indices of some resources. Buffers of structs and bytes
    /// have a capability too, but DXC does not declare it, and applications would have to enable it.
    fn non_uniform_capability(&self, resource: Resource) -> Option<Capability> {
        if self.module.resources[resource].vk.place == VkPlace::Attachment {
            return Some(Capability::InputAttachmentArrayNonUniformIndexing);
        }
        let ty = self.resource_type(resource);
        let is_written = ty.class() == ResourceClass::Uav;
        match ty {
            ResourceType::Texture { .. } | ResourceType::FeedbackTexture { .. } if is_written => {
                Some(Capability::StorageImageArrayNonUniformIndexing)
            }
            ResourceType::Texture { .. } | ResourceType::FeedbackTexture { .. } | ResourceType::Sampler { .. } => {
                Some(Capability::SampledImageArrayNonUniformIndexing)
            }
            ResourceType::TypedBuffer { .. } if is_written => {
                Some(Capability::StorageTexelBufferArrayNonUniformIndexing)
            }
            ResourceType::TypedBuffer { .. } => Some(Capability::UniformTexelBufferArrayNonUniformIndexing),
            ResourceType::RawBuffer { .. }
            | ResourceType::CBuffer { .. }
            | ResourceType::TBuffer { .. }
            | ResourceType::AccelerationStructure => None,
        }
    }

    pub(crate) fn load_typed(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[handle, at] = site.args else { return None };
        let handle = self.handle(handle)?;
        let at = self.id(at);
        let (value, mapped) = self.fetch_texel(&handle, at, Some(site));
        Some(self.checked(site, value, mapped))
    }

    pub(crate) fn store_typed(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[handle, at, value] = site.args else { return None };
        let handle = self.handle(handle)?;
        let (at, value) = (self.id(at), self.id(value));
        self.store_texel(&handle, at, value);
        Some(Repr::Nothing)
    }

    pub(crate) fn store_raw(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[handle, at, offset, value] = site.args else { return None };
        let handle = self.handle(handle)?;
        if !self.is_bytes(handle.resource) {
            return None;
        }
        let address = self.summed_address(at, offset);
        let address = self.byte_address(address, &[at, offset]);
        let data = self.data(value);
        let value = self.id(value);
        self.store_bytes(&handle, address, 0, &data, None, value);
        Some(Repr::Nothing)
    }

    pub(crate) fn step_counter(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[handle], Imm::Index(up)) = (site.args, site.imm) else { return None };
        let handle = self.handle(handle)?;
        Some(Repr::Id(self.update_counter(&handle, up == 1)))
    }

    pub(crate) fn element_stride(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[handle] = site.args else { return None };
        let handle = self.handle(handle)?;
        let ResourceType::RawBuffer { element: Some(element), .. } = self.resource_type(handle.resource) else {
            return None;
        };
        let matrix = self.module.resources[handle.resource].matrix;
        let element = self.module.ctx.type_data(element);
        let stride = array_stride(&self.module.ctx, element, matrix, self.rules(BufferClass::Storage));
        Some(Repr::Id(self.uint(stride)))
    }

    fn is_bytes(&self, resource: Resource) -> bool {
        matches!(self.resource_type(resource), ResourceType::RawBuffer { element: None, .. })
    }

    /// The address of a byte, which is the sum of two numbers.
    fn summed_address(&mut self, at: Value, offset: Value) -> Word {
        let at = self.id(at);
        if self.func.const_bits(&self.module.ctx, offset) == Some(0) {
            return at;
        }
        let (uint, offset) = (self.uint_type(), self.id(offset));
        self.asm.op(Core::IAdd, uint, &[at, offset])
    }

    pub(crate) fn load_raw(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[handle, at, offset] = site.args else { return None };
        let handle = self.handle(handle)?;
        let TypeData::Tuple(parts) = self.module.ctx.type_data(site.result) else { return None };
        let data = self.module.ctx.type_data(*parts.first()?).clone();
        if self.is_bytes(handle.resource) {
            let address = self.summed_address(at, offset);
            let value = self.load_bytes(&handle, address, 0, &data, None);
            return Some(self.checked(site, value, None));
        }
        // A structured buffer of numbers, whole elements only.
        let ResourceType::RawBuffer { element: Some(element), .. } = self.resource_type(handle.resource) else {
            return None;
        };
        let whole = *self.module.ctx.type_data(element) == data;
        if !whole || self.func.const_bits(&self.module.ctx, offset) != Some(0) {
            return None;
        }
        let declared = self.module.resources[handle.resource].element;
        let memory = Memory::new(data, None, self.rules(BufferClass::Storage)).declared(declared);
        let element = Some(self.id(at));
        let base = crate::memory::Base::Buffer { handle, element, memory };
        let value = self.load(&crate::memory::Place { base, path: SmallVec::new() });
        Some(self.checked(site, value, None))
    }
}
