//! Creates the resources of a pipeline of the offload-test-suite on a Vulkan device, and the sets that bind them.
//!
//! Input: a [`Pipeline`] of the suite. Output: buffers, images, samplers and sets; commands that fill the images before a run and
//! fetch them after it; then the bytes. Buffers lie in memory that the host sees, images are filled and fetched through such a
//! buffer each.

use std::ptr;

use ash::vk;

use super::{Device, Doing as _, RunError};
use crate::offload::pipeline::{self, Address, Comparison, Filter, Format, Kind, Picture, Pipeline, Resource, Shape};

/// What a buffer of the suite may be used as.
const USAGE: vk::BufferUsageFlags = vk::BufferUsageFlags::from_raw(
    super::BUFFER_USAGE.as_raw()
        | vk::BufferUsageFlags::TRANSFER_SRC.as_raw()
        | vk::BufferUsageFlags::TRANSFER_DST.as_raw()
        | vk::BufferUsageFlags::VERTEX_BUFFER.as_raw(),
);

/// The stages that see the sets. A device without mesh shaders does not know theirs.
const STAGES: vk::ShaderStageFlags = vk::ShaderStageFlags::from_raw(
    vk::ShaderStageFlags::COMPUTE.as_raw() | vk::ShaderStageFlags::ALL_GRAPHICS.as_raw(),
);

/// What is said of elements that no format is for.
const NO_FORMAT: RunError = RunError::Lacking("Vulkan has no format for the elements of a buffer");

/// The format of elements; `None` where Vulkan has none.
pub fn format(format: Format, channels: u32) -> Option<vk::Format> {
    use vk::Format as V;
    let by_channels = match format {
        Format::Int16 => [V::R16_SINT, V::R16G16_SINT, V::R16G16B16_SINT, V::R16G16B16A16_SINT],
        Format::UInt16 => [V::R16_UINT, V::R16G16_UINT, V::R16G16B16_UINT, V::R16G16B16A16_UINT],
        Format::Float16 => [V::R16_SFLOAT, V::R16G16_SFLOAT, V::R16G16B16_SFLOAT, V::R16G16B16A16_SFLOAT],
        Format::Int32 => [V::R32_SINT, V::R32G32_SINT, V::R32G32B32_SINT, V::R32G32B32A32_SINT],
        Format::UInt32 => [V::R32_UINT, V::R32G32_UINT, V::R32G32B32_UINT, V::R32G32B32A32_UINT],
        Format::Float32 => [V::R32_SFLOAT, V::R32G32_SFLOAT, V::R32G32B32_SFLOAT, V::R32G32B32A32_SFLOAT],
        // Two numbers of 64 bits are read as four of 32, as the suite does.
        Format::Int64 => [V::R64_SINT, V::R32G32B32A32_SINT, V::R64G64B64_SINT, V::R64G64B64A64_SINT],
        Format::UInt64 => [V::R64_UINT, V::R32G32B32A32_UINT, V::R64G64B64_UINT, V::R64G64B64A64_UINT],
        Format::Float64 => [V::R64_SFLOAT, V::R64G64_SFLOAT, V::R64G64B64_SFLOAT, V::R64G64B64A64_SFLOAT],
        Format::Depth32 => return (channels == 1).then_some(V::D32_SFLOAT),
        Format::Hex8 | Format::Hex16 | Format::Hex32 | Format::Hex64 | Format::Bool => return None,
    };
    by_channels.get((channels as usize).checked_sub(1)?).copied()
}

fn descriptor_type(kind: Kind) -> vk::DescriptorType {
    match kind {
        Kind::Buffer => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
        Kind::RWBuffer => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
        Kind::Texture2D => vk::DescriptorType::SAMPLED_IMAGE,
        Kind::RWTexture2D => vk::DescriptorType::STORAGE_IMAGE,
        Kind::ByteAddressBuffer | Kind::RWByteAddressBuffer | Kind::StructuredBuffer | Kind::RWStructuredBuffer => {
            vk::DescriptorType::STORAGE_BUFFER
        }
        Kind::ConstantBuffer => vk::DescriptorType::UNIFORM_BUFFER,
        Kind::Sampler => vk::DescriptorType::SAMPLER,
        Kind::SampledTexture2D => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        Kind::AccelerationStructure => vk::DescriptorType::ACCELERATION_STRUCTURE_KHR,
    }
}

fn aspect(format: Format) -> vk::ImageAspectFlags {
    if format == Format::Depth32 { vk::ImageAspectFlags::DEPTH } else { vk::ImageAspectFlags::COLOR }
}

fn filter(filter: Filter) -> vk::Filter {
    match filter {
        Filter::Nearest => vk::Filter::NEAREST,
        Filter::Linear => vk::Filter::LINEAR,
    }
}

fn address(address: Address) -> vk::SamplerAddressMode {
    match address {
        Address::Clamp => vk::SamplerAddressMode::CLAMP_TO_EDGE,
        Address::Repeat => vk::SamplerAddressMode::REPEAT,
        Address::Mirror => vk::SamplerAddressMode::MIRRORED_REPEAT,
        Address::Border => vk::SamplerAddressMode::CLAMP_TO_BORDER,
        Address::MirrorOnce => vk::SamplerAddressMode::MIRROR_CLAMP_TO_EDGE,
    }
}

fn comparison(comparison: Comparison) -> vk::CompareOp {
    match comparison {
        Comparison::Never => vk::CompareOp::NEVER,
        Comparison::Less => vk::CompareOp::LESS,
        Comparison::Equal => vk::CompareOp::EQUAL,
        Comparison::LessEqual => vk::CompareOp::LESS_OR_EQUAL,
        Comparison::Greater => vk::CompareOp::GREATER,
        Comparison::NotEqual => vk::CompareOp::NOT_EQUAL,
        Comparison::GreaterEqual => vk::CompareOp::GREATER_OR_EQUAL,
        Comparison::Always => vk::CompareOp::ALWAYS,
    }
}

/// Bytes on the device.
pub struct Block {
    /// The buffer.
    pub buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    size: usize,
}

/// A texture with the bytes it is filled from and fetched into.
pub struct Image {
    /// The image.
    pub image: vk::Image,
    memory: vk::DeviceMemory,
    /// The view of all its levels.
    pub view: vk::ImageView,
    /// Its place among the blocks.
    staging: usize,
    aspect: vk::ImageAspectFlags,
    picture: Picture,
    element: usize,
}

/// What stands at one binding.
struct Bound {
    /// The blocks of a buffer, one for each resource of an array.
    blocks: Vec<usize>,
    /// The images of a texture.
    images: Vec<usize>,
    /// The views of a buffer with a format.
    views: Vec<vk::BufferView>,
    sampler: vk::Sampler,
    /// The blocks of the counters.
    counters: Vec<usize>,
}

/// Everything bound. Null handles are those not made; destroying them does nothing.
pub struct Bindings<'d> {
    owner: &'d Device,
    blocks: Vec<Block>,
    images: Vec<Image>,
    /// In the order of the sets and of the resources in them.
    bound: Vec<Bound>,
    /// The layouts of the sets.
    pub layouts: Vec<vk::DescriptorSetLayout>,
    pool: vk::DescriptorPool,
    /// The sets.
    pub sets: Vec<vk::DescriptorSet>,
}

impl<'d> Bindings<'d> {
    /// Nothing yet.
    pub fn new(owner: &'d Device) -> Self {
        Self {
            owner,
            blocks: Vec::new(),
            images: Vec::new(),
            bound: Vec::new(),
            layouts: Vec::new(),
            pool: vk::DescriptorPool::null(),
            sets: Vec::new(),
        }
    }

    /// Makes all that the sets of a pipeline name, and the sets.
    pub fn make(&mut self, pipeline: &Pipeline) -> Result<(), RunError> {
        for resource in pipeline.sets.iter().flatten() {
            self.make_resource(pipeline, resource)?;
        }
        self.make_layouts(pipeline)?;
        self.make_sets(pipeline)
    }

    /// Makes a buffer of bytes in memory that the host sees; gives its place.
    pub fn make_block(&mut self, data: &[u8]) -> Result<usize, RunError> {
        let device = &self.owner.logical;
        // Vulkan has no buffer without bytes.
        let info = vk::BufferCreateInfo::default().size(data.len().max(4) as u64).usage(USAGE);
        // SAFETY: in this and the blocks below, the device is live, the infos outlive their calls, each handle was made by this
        // device and is entered in `self` at once, so that it is destroyed in any case.
        let needs = unsafe {
            let buffer = device.create_buffer(&info, None).doing("make a buffer")?;
            self.blocks.push(Block { buffer, memory: vk::DeviceMemory::null(), size: data.len() });
            device.get_buffer_memory_requirements(buffer)
        };
        let at = self.blocks.len() - 1;
        let memory = vk::MemoryAllocateInfo::default()
            .allocation_size(needs.size)
            .memory_type_index(self.owner.host_memory_type(needs.memory_type_bits)?);
        let block = &mut self.blocks[at];
        // SAFETY: the memory is mapped while it is written, is at least as long as the data, and is not in use.
        unsafe {
            block.memory = device.allocate_memory(&memory, None).doing("allocate memory")?;
            device.bind_buffer_memory(block.buffer, block.memory, 0).doing("bind memory")?;
            let mapped = self.owner.map(block.memory)?;
            ptr::copy_nonoverlapping(data.as_ptr(), mapped.cast(), data.len());
            device.unmap_memory(block.memory);
        }
        Ok(at)
    }

    /// A block by its place.
    pub fn block(&self, at: usize) -> &Block {
        &self.blocks[at]
    }

    /// The bytes of a block.
    pub fn read_block(&self, at: usize) -> Result<Vec<u8>, RunError> {
        let block = &self.blocks[at];
        let mut data = vec![0_u8; block.size];
        // SAFETY: the work is done, the memory is coherent, mapped while it is read, and as long as the data.
        unsafe {
            let mapped = self.owner.map(block.memory)?;
            ptr::copy_nonoverlapping(mapped.cast::<u8>(), data.as_mut_ptr(), data.len());
            self.owner.logical.unmap_memory(block.memory);
        }
        Ok(data)
    }

    /// Makes what stands at one binding. It is entered before it is whole, for what is made must be destroyed.
    fn make_resource(&mut self, pipeline: &Pipeline, resource: &Resource) -> Result<(), RunError> {
        let place = self.bound.len();
        let nothing =
            || Bound { blocks: vec![], images: vec![], views: vec![], sampler: vk::Sampler::null(), counters: vec![] };
        self.bound.push(nothing());
        if let Some(sampler) = resource.sampler {
            self.bound[place].sampler = self.make_sampler(&pipeline.samplers[sampler])?;
        }
        let Some(buffer) = resource.buffer.map(|buffer| &pipeline.buffers[buffer]) else { return Ok(()) };
        for data in &buffer.data {
            if resource.kind.is_texture() {
                let image = self.make_image(resource, buffer, data)?;
                self.bound[place].images.push(image);
                continue;
            }
            let block = self.make_block(data)?;
            self.bound[place].blocks.push(block);
            if !resource.kind.is_raw() {
                let format = format(buffer.format, buffer.channels).ok_or(NO_FORMAT)?;
                let info = vk::BufferViewCreateInfo::default()
                    .buffer(self.blocks[block].buffer)
                    .format(format)
                    .range(vk::WHOLE_SIZE);
                // SAFETY: the buffer is bound to memory and may be used for texel views.
                let view = unsafe { self.owner.logical.create_buffer_view(&info, None) }.doing("make a buffer view")?;
                self.bound[place].views.push(view);
            }
        }
        if resource.has_counter {
            for _ in &buffer.data {
                let block = self.make_block(&[0; 4])?;
                self.bound[place].counters.push(block);
            }
        }
        Ok(())
    }

    fn make_sampler(&self, sampler: &pipeline::Sampler) -> Result<vk::Sampler, RunError> {
        let address = address(sampler.address);
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(filter(sampler.larger))
            .min_filter(filter(sampler.smaller))
            .mipmap_mode(vk::SamplerMipmapMode::NEAREST)
            .address_mode_u(address)
            .address_mode_v(address)
            .address_mode_w(address)
            .mip_lod_bias(sampler.bias)
            .max_anisotropy(1.0)
            .compare_enable(sampler.kind == pipeline::SamplerKind::SamplerComparison)
            .compare_op(comparison(sampler.comparison))
            .min_lod(sampler.min_lod)
            .max_lod(sampler.max_lod)
            .border_color(vk::BorderColor::FLOAT_TRANSPARENT_BLACK);
        // SAFETY: the device is live and the info outlives the call.
        unsafe { self.owner.logical.create_sampler(&info, None) }.doing("make a sampler")
    }

    fn make_image(&mut self, resource: &Resource, buffer: &pipeline::Buffer, data: &[u8]) -> Result<usize, RunError> {
        let staging = self.make_block(data)?;
        let device = &self.owner.logical;
        let texel = format(buffer.format, buffer.channels).ok_or(NO_FORMAT)?;
        let use_as = if resource.kind.is_written() {
            vk::ImageUsageFlags::STORAGE | vk::ImageUsageFlags::TRANSFER_SRC
        } else {
            vk::ImageUsageFlags::SAMPLED
        };
        let picture = buffer.picture;
        let (image_type, view_type) = image_types(picture.shape);
        let of_cubes = matches!(picture.shape, Shape::Cube | Shape::CubeArray);
        let flags = if of_cubes { vk::ImageCreateFlags::CUBE_COMPATIBLE } else { vk::ImageCreateFlags::empty() };
        let info = vk::ImageCreateInfo::default()
            .flags(flags)
            .image_type(image_type)
            .format(texel)
            .extent(vk::Extent3D { width: picture.width, height: picture.height, depth: depth(&picture) })
            .mip_levels(picture.levels)
            .array_layers(layers(&picture))
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(vk::ImageUsageFlags::TRANSFER_DST | use_as);
        let aspect = aspect(buffer.format);
        // SAFETY: as in `make_block`.
        unsafe {
            let image = device.create_image(&info, None).doing("make an image")?;
            let element = buffer.element_size();
            let (memory, view) = (vk::DeviceMemory::null(), vk::ImageView::null());
            self.images.push(Image { image, memory, view, staging, aspect, picture, element });
            let made = self.images.last_mut().expect("it was pushed above");
            let needs = device.get_image_memory_requirements(image);
            let kind = self.owner.memory_type(needs.memory_type_bits, vk::MemoryPropertyFlags::empty())?;
            let memory = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
            made.memory = device.allocate_memory(&memory, None).doing("allocate memory")?;
            device.bind_image_memory(image, made.memory, 0).doing("bind memory")?;
            let view =
                vk::ImageViewCreateInfo::default().image(image).view_type(view_type).format(texel).subresource_range(
                    if resource.kind.is_written() { made.range().level_count(1) } else { made.range() },
                );
            made.view = device.create_image_view(&view, None).doing("make an image view")?;
        }
        Ok(self.images.len() - 1)
    }

    fn make_layouts(&mut self, pipeline: &Pipeline) -> Result<(), RunError> {
        for set in &pipeline.sets {
            let mut bindings = Vec::new();
            for resource in set {
                let binding = resource.binding.ok_or(RunError::Lacking("a resource has no binding"))?;
                let mut add = |number, kind| {
                    bindings.push(
                        vk::DescriptorSetLayoutBinding::default()
                            .binding(number)
                            .descriptor_type(kind)
                            .descriptor_count(pipeline.array_size(resource) as u32)
                            .stage_flags(STAGES),
                    );
                };
                add(binding.number, descriptor_type(resource.kind));
                if let Some(counter) = binding.counter {
                    add(counter, vk::DescriptorType::STORAGE_BUFFER);
                }
            }
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            // SAFETY: the info outlives the call.
            let layout = unsafe { self.owner.logical.create_descriptor_set_layout(&info, None) };
            self.layouts.push(layout.doing("make a set layout")?);
        }
        Ok(())
    }

    fn make_sets(&mut self, pipeline: &Pipeline) -> Result<(), RunError> {
        let device = &self.owner.logical;
        let sizes: Vec<_> = pipeline
            .sets
            .iter()
            .flatten()
            .flat_map(|resource| {
                let size = |ty| {
                    let count = pipeline.array_size(resource) as u32;
                    vk::DescriptorPoolSize::default().ty(ty).descriptor_count(count)
                };
                [size(descriptor_type(resource.kind)), size(vk::DescriptorType::STORAGE_BUFFER)]
            })
            .collect();
        if sizes.is_empty() {
            return Ok(());
        }
        let pool = vk::DescriptorPoolCreateInfo::default().max_sets(pipeline.sets.len() as u32).pool_sizes(&sizes);
        // SAFETY: the infos outlive their calls; the pool has room for these sets.
        unsafe {
            self.pool = device.create_descriptor_pool(&pool, None).doing("make a descriptor pool")?;
            let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(self.pool).set_layouts(&self.layouts);
            self.sets = device.allocate_descriptor_sets(&info).doing("allocate descriptor sets")?;
        }
        let mut bound = self.bound.iter();
        for (set, resources) in self.sets.iter().zip(&pipeline.sets) {
            for (resource, bound) in resources.iter().zip(&mut bound) {
                self.write_set(*set, resource, bound)?;
            }
        }
        Ok(())
    }

    fn write_set(&self, set: vk::DescriptorSet, resource: &Resource, bound: &Bound) -> Result<(), RunError> {
        let binding = resource.binding.ok_or(RunError::Lacking("a resource has no binding"))?;
        let whole = |block: &usize| {
            vk::DescriptorBufferInfo::default().buffer(self.blocks[*block].buffer).range(vk::WHOLE_SIZE)
        };
        let buffers: Vec<_> = bound.blocks.iter().map(whole).collect();
        let counters: Vec<_> = bound.counters.iter().map(whole).collect();
        let image = |view| {
            let info = vk::DescriptorImageInfo::default().sampler(bound.sampler);
            info.image_view(view).image_layout(vk::ImageLayout::GENERAL)
        };
        let images: Vec<_> = if resource.kind == Kind::Sampler {
            vec![image(vk::ImageView::null())]
        } else {
            bound.images.iter().map(|at| image(self.images[*at].view)).collect()
        };
        let write = vk::WriteDescriptorSet::default()
            .dst_set(set)
            .dst_binding(binding.number)
            .descriptor_type(descriptor_type(resource.kind));
        let write = if !images.is_empty() {
            write.image_info(&images)
        } else if resource.kind.is_raw() {
            write.buffer_info(&buffers)
        } else {
            write.texel_buffer_view(&bound.views)
        };
        let mut writes = vec![write];
        if let (Some(counter), false) = (binding.counter, counters.is_empty()) {
            let write = vk::WriteDescriptorSet::default().dst_set(set).dst_binding(counter);
            writes.push(write.descriptor_type(vk::DescriptorType::STORAGE_BUFFER).buffer_info(&counters));
        }
        // SAFETY: the set has these bindings with these types; what they show lives as long as the set.
        unsafe { self.owner.logical.update_descriptor_sets(&writes, &[]) };
        Ok(())
    }

    /// Records the filling of the images.
    ///
    /// # Safety
    /// The commands must be of this device and be recorded.
    pub unsafe fn record_filling(&self, commands: vk::CommandBuffer) {
        let device = &self.owner.logical;
        for image in &self.images {
            let to_general = image
                .barrier(vk::AccessFlags::empty(), vk::AccessFlags::TRANSFER_WRITE)
                .old_layout(vk::ImageLayout::UNDEFINED);
            let to_shader = image
                .barrier(vk::AccessFlags::TRANSFER_WRITE, vk::AccessFlags::SHADER_READ | vk::AccessFlags::SHADER_WRITE);
            let buffer = self.blocks[image.staging].buffer;
            // SAFETY: by the caller's promise; image and buffer are of this device, and the regions lie in both.
            unsafe {
                let (top, transfer) = (vk::PipelineStageFlags::TOP_OF_PIPE, vk::PipelineStageFlags::TRANSFER);
                let none = vk::DependencyFlags::empty();
                device.cmd_pipeline_barrier(commands, top, transfer, none, &[], &[], &[to_general]);
                let regions = image.regions();
                let layout = vk::ImageLayout::GENERAL;
                device.cmd_copy_buffer_to_image(commands, buffer, image.image, layout, &regions);
                let all = vk::PipelineStageFlags::ALL_COMMANDS;
                device.cmd_pipeline_barrier(commands, transfer, all, none, &[], &[], &[to_shader]);
            }
        }
    }

    /// Records the fetching of the images that shaders write.
    ///
    /// # Safety
    /// As for [`Self::record_filling`].
    pub unsafe fn record_fetching(&self, commands: vk::CommandBuffer, pipeline: &Pipeline) {
        let device = &self.owner.logical;
        let written =
            pipeline.sets.iter().flatten().zip(&self.bound).filter(|(resource, _)| resource.kind.is_written());
        for image in written.flat_map(|(_, bound)| &bound.images).map(|at| &self.images[*at]) {
            let barrier = image.barrier(vk::AccessFlags::SHADER_WRITE, vk::AccessFlags::TRANSFER_READ);
            // SAFETY: as above.
            unsafe {
                let (all, transfer) = (vk::PipelineStageFlags::ALL_COMMANDS, vk::PipelineStageFlags::TRANSFER);
                let none = vk::DependencyFlags::empty();
                device.cmd_pipeline_barrier(commands, all, transfer, none, &[], &[], &[barrier]);
                let buffer = self.blocks[image.staging].buffer;
                let layout = vk::ImageLayout::GENERAL;
                device.cmd_copy_image_to_buffer(commands, image.image, layout, buffer, &image.regions());
            }
        }
    }

    /// Hands what the shaders wrote to the pipeline's buffers.
    pub fn read_back(&self, pipeline: &mut Pipeline) -> Result<(), RunError> {
        let resources = pipeline.sets.iter().flatten();
        let written: Vec<_> = resources
            .zip(&self.bound)
            .filter(|(resource, _)| resource.kind.is_written())
            .filter_map(|(resource, bound)| resource.buffer.map(|buffer| (buffer, bound)))
            .collect();
        for (buffer, bound) in written {
            let images = bound.images.iter().map(|at| self.images[*at].staging);
            let blocks = bound.blocks.iter().copied().chain(images);
            let buffer = &mut pipeline.buffers[buffer];
            buffer.data = blocks.map(|block| self.read_block(block)).collect::<Result<_, _>>()?;
            let count = |block: &usize| {
                let bytes = self.read_block(*block)?;
                Ok(<[u8; 4]>::try_from(bytes).map_or(0, u32::from_le_bytes))
            };
            let counters = bound.counters.iter().map(count).collect::<Result<Vec<_>, RunError>>()?;
            if !counters.is_empty() {
                buffer.counters = counters;
            }
        }
        Ok(())
    }
}

impl Image {
    /// All levels.
    fn range(&self) -> vk::ImageSubresourceRange {
        let range = vk::ImageSubresourceRange::default().aspect_mask(self.aspect);
        range.level_count(self.picture.levels).layer_count(layers(&self.picture))
    }

    fn barrier(&self, before: vk::AccessFlags, after: vk::AccessFlags) -> vk::ImageMemoryBarrier<'static> {
        vk::ImageMemoryBarrier::default()
            .image(self.image)
            .subresource_range(self.range())
            .src_access_mask(before)
            .dst_access_mask(after)
            .old_layout(vk::ImageLayout::GENERAL)
            .new_layout(vk::ImageLayout::GENERAL)
            .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
    }

    /// Where each level of each layer lies in the staging buffer: in sequence, without gaps.
    fn regions(&self) -> Vec<vk::BufferImageCopy> {
        let mut offset = 0;
        let places =
            (0..layers(&self.picture)).flat_map(|layer| (0..self.picture.levels).map(move |level| (layer, level)));
        places
            .map(|(layer, level)| {
                let extent = |full: u32| full.checked_shr(level).unwrap_or(0).max(1);
                let (width, height) = (extent(self.picture.width), extent(self.picture.height));
                let depth = extent(depth(&self.picture));
                let place = vk::ImageSubresourceLayers::default().aspect_mask(self.aspect).mip_level(level);
                let region = vk::BufferImageCopy::default()
                    .buffer_offset(offset)
                    .image_subresource(place.base_array_layer(layer).layer_count(1))
                    .image_extent(vk::Extent3D { width, height, depth });
                offset += u64::from(width) * u64::from(height) * u64::from(depth) * self.element as u64;
                region
            })
            .collect()
    }
}

/// How Vulkan calls a shape: as an image, as a view of it.
fn image_types(shape: Shape) -> (vk::ImageType, vk::ImageViewType) {
    use vk::{ImageType as I, ImageViewType as V};
    match shape {
        Shape::Flat => (I::TYPE_2D, V::TYPE_2D),
        Shape::FlatArray => (I::TYPE_2D, V::TYPE_2D_ARRAY),
        Shape::Line => (I::TYPE_1D, V::TYPE_1D),
        Shape::LineArray => (I::TYPE_1D, V::TYPE_1D_ARRAY),
        Shape::Block => (I::TYPE_3D, V::TYPE_3D),
        Shape::Cube => (I::TYPE_2D, V::CUBE),
        Shape::CubeArray => (I::TYPE_2D, V::CUBE_ARRAY),
    }
}

/// What the suite calls the depth of a flat picture says nothing.
fn depth(picture: &Picture) -> u32 {
    if picture.shape == Shape::Block { picture.depth.max(1) } else { 1 }
}

fn layers(picture: &Picture) -> u32 {
    picture.layers.max(1)
}

impl Drop for Bindings<'_> {
    fn drop(&mut self) {
        let device = &self.owner.logical;
        // SAFETY: the device is done with them (the fence was waited for, or nothing was submitted); each handle is destroyed
        // once, users before what they use; null handles are ignored.
        unsafe {
            device.destroy_descriptor_pool(self.pool, None);
            for &layout in &self.layouts {
                device.destroy_descriptor_set_layout(layout, None);
            }
            for bound in &self.bound {
                device.destroy_sampler(bound.sampler, None);
                for &view in &bound.views {
                    device.destroy_buffer_view(view, None);
                }
            }
            for image in &self.images {
                device.destroy_image_view(image.view, None);
                device.destroy_image(image.image, None);
                device.free_memory(image.memory, None);
            }
            for block in &self.blocks {
                device.destroy_buffer(block.buffer, None);
                device.free_memory(block.memory, None);
            }
        }
    }
}
