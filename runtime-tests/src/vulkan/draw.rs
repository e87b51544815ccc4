//! Draws with the shaders of a pipeline into an image.
//!
//! Input: SPIR-V modules with their stages, what the vertices are and how many there are. Output: the texels of the image, four bytes
//! each, layer by layer; zero where nothing was drawn. There are no vertex buffers: vertices know their number only. There are
//! two viewports, the whole image and its left half, and [`LAYERS`] layers.

use std::ffi::CString;
use std::{io, ptr};

use ash::vk;

use super::{Device, Doing as _, RunError, SPIRV_MAGIC, TIME_LIMIT};
use crate::case::Primitive;

/// Width and height of the image.
const SIDE: u16 = 32;
const SIZE: u32 = SIDE as u32;

/// Layers of the image, for shaders that choose one.
const LAYERS: u32 = 2;

/// What a texel is.
const FORMAT: vk::Format = vk::Format::R8G8B8A8_UNORM;

/// Bytes of all texels.
const BYTES: u32 = SIZE * SIZE * LAYERS * 4;

/// What to draw.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What the vertices are.
    pub primitive: Primitive,
    /// How many vertices, or groups of a mesh shader.
    pub count: u32,
    /// Profile, entry point and SPIR-V of each shader.
    pub shaders: Vec<(String, String, Vec<u8>)>,
}

/// The stage that a profile is of.
fn stage_of(target: &str) -> vk::ShaderStageFlags {
    match target.split('_').next().unwrap_or_default() {
        "vs" => vk::ShaderStageFlags::VERTEX,
        "hs" => vk::ShaderStageFlags::TESSELLATION_CONTROL,
        "ds" => vk::ShaderStageFlags::TESSELLATION_EVALUATION,
        "gs" => vk::ShaderStageFlags::GEOMETRY,
        "as" => vk::ShaderStageFlags::TASK_EXT,
        "ms" => vk::ShaderStageFlags::MESH_EXT,
        _ => vk::ShaderStageFlags::FRAGMENT,
    }
}

fn topology(primitive: Primitive) -> vk::PrimitiveTopology {
    match primitive {
        Primitive::Points => vk::PrimitiveTopology::POINT_LIST,
        Primitive::Lines => vk::PrimitiveTopology::LINE_LIST,
        Primitive::Triangles | Primitive::Groups => vk::PrimitiveTopology::TRIANGLE_LIST,
        Primitive::LinesAdjacency => vk::PrimitiveTopology::LINE_LIST_WITH_ADJACENCY,
        Primitive::TrianglesAdjacency => vk::PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY,
        Primitive::Patches(_) => vk::PrimitiveTopology::PATCH_LIST,
    }
}

impl Device {
    /// Draws; gives the texels.
    pub fn draw(&self, scene: &Scene) -> Result<Vec<u8>, RunError> {
        let mut picture = Picture::new(self);
        let outcome = picture
            .make_image()
            .and_then(|()| picture.make_pipeline(scene))
            .and_then(|()| picture.execute(scene))
            .and_then(|()| picture.read_back());
        self.settle(outcome, picture)
    }
}

/// Everything made for one picture. Null handles are those not made yet; destroying them does nothing.
struct Picture<'d> {
    owner: &'d Device,
    image: vk::Image,
    image_memory: vk::DeviceMemory,
    view: vk::ImageView,
    buffer: vk::Buffer,
    buffer_memory: vk::DeviceMemory,
    pass: vk::RenderPass,
    target: vk::Framebuffer,
    shaders: Vec<vk::ShaderModule>,
    layout: vk::PipelineLayout,
    pipeline: vk::Pipeline,
    command_pool: vk::CommandPool,
    fence: vk::Fence,
}

impl<'d> Picture<'d> {
    fn new(owner: &'d Device) -> Self {
        Self {
            owner,
            image: vk::Image::null(),
            image_memory: vk::DeviceMemory::null(),
            view: vk::ImageView::null(),
            buffer: vk::Buffer::null(),
            buffer_memory: vk::DeviceMemory::null(),
            pass: vk::RenderPass::null(),
            target: vk::Framebuffer::null(),
            shaders: Vec::new(),
            layout: vk::PipelineLayout::null(),
            pipeline: vk::Pipeline::null(),
            command_pool: vk::CommandPool::null(),
            fence: vk::Fence::null(),
        }
    }

    /// Makes the image, the buffer that it is read back through, and the pass that draws into it.
    fn make_image(&mut self) -> Result<(), RunError> {
        let device = &self.owner.logical;
        let image = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(FORMAT)
            .extent(vk::Extent3D { width: SIZE, height: SIZE, depth: 1 })
            .mip_levels(1)
            .array_layers(LAYERS)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC);
        let buffer = vk::BufferCreateInfo::default().size(u64::from(BYTES)).usage(vk::BufferUsageFlags::TRANSFER_DST);
        let layers = vk::ImageSubresourceRange::default()
            .aspect_mask(vk::ImageAspectFlags::COLOR)
            .level_count(1)
            .layer_count(LAYERS);
        let attachment = [vk::AttachmentDescription::default()
            .format(FORMAT)
            .samples(vk::SampleCountFlags::TYPE_1)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .store_op(vk::AttachmentStoreOp::STORE)
            .final_layout(vk::ImageLayout::TRANSFER_SRC_OPTIMAL)];
        let color = [vk::AttachmentReference { attachment: 0, layout: vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL }];
        let subpass = [vk::SubpassDescription::default().color_attachments(&color)];
        // The copy after the pass waits for what it writes.
        let dependency = [vk::SubpassDependency::default()
            .src_subpass(0)
            .dst_subpass(vk::SUBPASS_EXTERNAL)
            .src_stage_mask(vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT)
            .dst_stage_mask(vk::PipelineStageFlags::TRANSFER)
            .src_access_mask(vk::AccessFlags::COLOR_ATTACHMENT_WRITE)
            .dst_access_mask(vk::AccessFlags::TRANSFER_READ)];
        let pass =
            vk::RenderPassCreateInfo::default().attachments(&attachment).subpasses(&subpass).dependencies(&dependency);
        // SAFETY: the device is live, the infos outlive their calls, each handle was made by this device and is entered in
        // `self` at once, so that it is destroyed in any case.
        unsafe {
            self.image = device.create_image(&image, None).doing("make an image")?;
            let needs = device.get_image_memory_requirements(self.image);
            let kind = self.owner.memory_type(needs.memory_type_bits, vk::MemoryPropertyFlags::empty())?;
            let memory = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
            self.image_memory = device.allocate_memory(&memory, None).doing("allocate memory")?;
            device.bind_image_memory(self.image, self.image_memory, 0).doing("bind memory")?;
            let view = vk::ImageViewCreateInfo::default()
                .image(self.image)
                .view_type(vk::ImageViewType::TYPE_2D_ARRAY)
                .format(FORMAT)
                .subresource_range(layers);
            self.view = device.create_image_view(&view, None).doing("make an image view")?;

            self.buffer = device.create_buffer(&buffer, None).doing("make a buffer")?;
            let needs = device.get_buffer_memory_requirements(self.buffer);
            let kind = self.owner.host_memory_type(needs.memory_type_bits)?;
            let memory = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
            self.buffer_memory = device.allocate_memory(&memory, None).doing("allocate memory")?;
            device.bind_buffer_memory(self.buffer, self.buffer_memory, 0).doing("bind memory")?;

            self.pass = device.create_render_pass(&pass, None).doing("make a render pass")?;
            let views = [self.view];
            let target = vk::FramebufferCreateInfo::default()
                .render_pass(self.pass)
                .attachments(&views)
                .width(SIZE)
                .height(SIZE)
                .layers(LAYERS);
            self.target = device.create_framebuffer(&target, None).doing("make a framebuffer")?;
        }
        Ok(())
    }

    fn make_pipeline(&mut self, scene: &Scene) -> Result<(), RunError> {
        let device = &self.owner.logical;
        let mut names = Vec::new();
        for (_, entry, module) in &scene.shaders {
            let words = ash::util::read_spv(&mut io::Cursor::new(module)).map_err(|_| RunError::NotSpirv)?;
            if words.first() != Some(&SPIRV_MAGIC) {
                return Err(RunError::NotSpirv);
            }
            let info = vk::ShaderModuleCreateInfo::default().code(&words);
            // SAFETY: the info outlives the call; that the module is valid is the caller's part.
            self.shaders.push(unsafe { device.create_shader_module(&info, None) }.doing("make a shader module")?);
            names.push(CString::new(entry.as_str()).map_err(|_| RunError::NotSpirv)?);
        }
        let stages: Vec<_> = scene
            .shaders
            .iter()
            .zip(self.shaders.iter().zip(&names))
            .map(|((target, ..), (&module, name))| {
                vk::PipelineShaderStageCreateInfo::default().stage(stage_of(target)).module(module).name(name)
            })
            .collect();
        let vertices = vk::PipelineVertexInputStateCreateInfo::default();
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(topology(scene.primitive));
        let points = if let Primitive::Patches(points) = scene.primitive { points } else { 1 };
        let tessellation = vk::PipelineTessellationStateCreateInfo::default().patch_control_points(points);
        let whole = vk::Rect2D { offset: vk::Offset2D::default(), extent: vk::Extent2D { width: SIZE, height: SIZE } };
        let size = f32::from(SIDE);
        let viewport =
            |width: f32| vk::Viewport { x: 0.0, y: 0.0, width, height: size, min_depth: 0.0, max_depth: 1.0 };
        let (viewports, scissors) = ([viewport(size), viewport(size / 2.0)], [whole; 2]);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let written =
            [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA)];
        let blending = vk::PipelineColorBlendStateCreateInfo::default().attachments(&written);
        // SAFETY: the infos outlive their calls, and all handles are of this device.
        unsafe {
            let layout = vk::PipelineLayoutCreateInfo::default();
            self.layout = device.create_pipeline_layout(&layout, None).doing("make a pipeline layout")?;
            let info = vk::GraphicsPipelineCreateInfo::default()
                .stages(&stages)
                .vertex_input_state(&vertices)
                .input_assembly_state(&assembly)
                .tessellation_state(&tessellation)
                .viewport_state(&viewport)
                .rasterization_state(&raster)
                .multisample_state(&samples)
                .color_blend_state(&blending)
                .layout(self.layout)
                .render_pass(self.pass);
            self.pipeline = device
                .create_graphics_pipelines(vk::PipelineCache::null(), &[info], None)
                .map(|pipelines| pipelines[0])
                .map_err(|(_, result)| result)
                .doing("make a pipeline")?;
        }
        Ok(())
    }

    /// Records the drawing and the copy, submits them and waits for their end.
    fn execute(&mut self, scene: &Scene) -> Result<(), RunError> {
        let device = &self.owner.logical;
        let pool = vk::CommandPoolCreateInfo::default().queue_family_index(self.owner.queue_family);
        let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let extent = vk::Extent2D { width: SIZE, height: SIZE };
        let clear = [vk::ClearValue::default()];
        let pass = vk::RenderPassBeginInfo::default()
            .render_pass(self.pass)
            .framebuffer(self.target)
            .render_area(vk::Rect2D { offset: vk::Offset2D::default(), extent })
            .clear_values(&clear);
        let copy = [vk::BufferImageCopy::default()
            .image_subresource(
                vk::ImageSubresourceLayers::default().aspect_mask(vk::ImageAspectFlags::COLOR).layer_count(LAYERS),
            )
            .image_extent(vk::Extent3D { width: SIZE, height: SIZE, depth: 1 })];
        let to_host = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::TRANSFER_WRITE)
            .dst_access_mask(vk::AccessFlags::HOST_READ);
        // SAFETY: all handles are of this device and stay until the fence says that the work is done; the infos outlive their
        // calls; the queue is used from this thread alone, for a `Device` is not shared.
        unsafe {
            self.command_pool = device.create_command_pool(&pool, None).doing("make a command pool")?;
            let info = vk::CommandBufferAllocateInfo::default().command_pool(self.command_pool).command_buffer_count(1);
            let commands = device.allocate_command_buffers(&info).doing("allocate commands")?;
            let recording = commands[0];
            device.begin_command_buffer(recording, &begin).doing("begin commands")?;
            device.cmd_begin_render_pass(recording, &pass, vk::SubpassContents::INLINE);
            device.cmd_bind_pipeline(recording, vk::PipelineBindPoint::GRAPHICS, self.pipeline);
            match (&self.owner.mesh, scene.primitive) {
                (Some(mesh), Primitive::Groups) => mesh.cmd_draw_mesh_tasks(recording, scene.count, 1, 1),
                _ => device.cmd_draw(recording, scene.count, 1, 0, 0),
            }
            device.cmd_end_render_pass(recording);
            let layout = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
            device.cmd_copy_image_to_buffer(recording, self.image, layout, self.buffer, &copy);
            device.cmd_pipeline_barrier(
                recording,
                vk::PipelineStageFlags::TRANSFER,
                vk::PipelineStageFlags::HOST,
                vk::DependencyFlags::empty(),
                &[to_host],
                &[],
                &[],
            );
            device.end_command_buffer(recording).doing("end commands")?;
            self.fence = device.create_fence(&vk::FenceCreateInfo::default(), None).doing("make a fence")?;
            let submit = vk::SubmitInfo::default().command_buffers(&commands);
            device.queue_submit(self.owner.queue, &[submit], self.fence).doing("submit")?;
            match device.wait_for_fences(&[self.fence], true, TIME_LIMIT.as_nanos() as u64) {
                Err(vk::Result::TIMEOUT) => Err(RunError::TimedOut),
                other => other.doing("wait for the picture"),
            }
        }
    }

    fn read_back(&self) -> Result<Vec<u8>, RunError> {
        let mut texels = vec![0_u8; BYTES as usize];
        // SAFETY: the work is done, the memory is coherent, mapped while it is read, and as long as the texels.
        unsafe {
            let mapped = self.owner.map(self.buffer_memory)?;
            ptr::copy_nonoverlapping(mapped.cast::<u8>(), texels.as_mut_ptr(), texels.len());
            self.owner.logical.unmap_memory(self.buffer_memory);
        }
        Ok(texels)
    }
}

impl Drop for Picture<'_> {
    fn drop(&mut self) {
        let device = &self.owner.logical;
        // SAFETY: the device is done with it (the fence was waited for, or nothing was submitted); each handle is destroyed
        // once, users before what they use; null handles are ignored.
        unsafe {
            device.destroy_fence(self.fence, None);
            device.destroy_command_pool(self.command_pool, None);
            device.destroy_pipeline(self.pipeline, None);
            device.destroy_pipeline_layout(self.layout, None);
            for &shader in &self.shaders {
                device.destroy_shader_module(shader, None);
            }
            device.destroy_framebuffer(self.target, None);
            device.destroy_render_pass(self.pass, None);
            device.destroy_image_view(self.view, None);
            device.destroy_image(self.image, None);
            device.free_memory(self.image_memory, None);
            device.destroy_buffer(self.buffer, None);
            device.free_memory(self.buffer_memory, None);
        }
    }
}
