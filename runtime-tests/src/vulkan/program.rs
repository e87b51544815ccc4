//! Runs the pipelines of the offload-test-suite on a Vulkan device: compute shaders, and what vertices and groups of a mesh
//! shader draw.
//!
//! Input: a [`Pipeline`] and the SPIR-V of its shaders. Output: the same pipeline with what the shaders left in its buffers. State is
//! as the suite's own tool sets it: no culling, a depth test that lets equals pass, a viewport whose y grows upward.

use std::collections::BTreeSet;
use std::ffi::CString;
use std::io;

use ash::vk;

use super::bound::{self, Bindings};
use super::{Device, Doing as _, RunError, SPIRV_MAGIC, TIME_LIMIT};
use crate::offload::pipeline::{Pipeline, PipelineKind, Stage, Topology};
use crate::offload::{self, Rejection};

/// The highest shader model that tests ask for by name; Vulkan has no limit of its own.
const LAST_MODEL: u32 = 9;

/// What a device offers, in the suite's words.
pub fn features(
    name: &str,
    core: &vk::PhysicalDeviceFeatures,
    of_1_2: &vk::PhysicalDeviceVulkan12Features<'_>,
    extensions: &[vk::ExtensionProperties],
) -> BTreeSet<String> {
    let has = |name: &std::ffi::CStr| extensions.iter().any(|known| known.extension_name_as_c_str() == Ok(name));
    let rows = [
        ("Vulkan", true),
        ("Lavapipe", name.contains("llvmpipe")),
        ("Int16", core.shader_int16 != 0),
        ("Half", of_1_2.shader_float16 != 0),
        ("Double", core.shader_float64 != 0),
        ("Int64", core.shader_int64 != 0),
        ("Int64GroupSharedAtomics", of_1_2.shader_shared_int64_atomics != 0),
        ("VulkanInt64BufferAtomics", of_1_2.shader_buffer_int64_atomics != 0),
        ("Int64TypedResourceAtomics", has(ash::ext::shader_image_atomic_int64::NAME)),
        ("runtimeDescriptorArray", of_1_2.runtime_descriptor_array != 0),
        ("MeshShader", has(ash::ext::mesh_shader::NAME)),
    ];
    let named = rows.into_iter().filter(|row| row.1).map(|row| row.0.to_owned());
    let models = (0..=LAST_MODEL).map(|minor| format!("SM_6_{minor}"));
    let extensions =
        extensions.iter().filter_map(|known| Some(known.extension_name_as_c_str().ok()?.to_string_lossy()));
    named.chain(models).chain(extensions.map(std::borrow::Cow::into_owned)).collect()
}

impl offload::Device for Device {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn features(&self) -> BTreeSet<String> {
        self.features.clone()
    }

    fn options(&self) -> &'static [&'static str] {
        &["-spirv", "-fspv-target-env=vulkan1.3"]
    }

    fn execute(&self, shaders: &[Vec<u8>], pipeline: &mut Pipeline) -> Result<(), Rejection> {
        let kind = pipeline.kind().map_err(Rejection::Failed)?;
        if kind == PipelineKind::Rays || pipeline.has_acceleration_structures {
            return Err(Rejection::Lacking("rays are not traced on Vulkan here".to_owned()));
        }
        for resource in pipeline.sets.iter().flatten() {
            if resource.heap_index.is_some() {
                return Err(Rejection::Lacking("the heap of descriptors is not there on Vulkan".to_owned()));
            }
            if resource.is_reserved || resource.tiles_mapped.is_some() {
                return Err(Rejection::Lacking("textures mapped in tiles are not there on Vulkan here".to_owned()));
            }
            if resource.binding.is_none() {
                return Err(Rejection::Failed(format!("No VulkanBinding provided for '{}'", resource.name)));
            }
            if resource.has_counter && resource.binding.is_some_and(|binding| binding.counter.is_none()) {
                let name = &resource.name;
                return Err(Rejection::Failed(format!(
                    "No CounterBinding provided for resource '{name}' with a counter"
                )));
            }
        }
        let mut program = Program::new(self);
        let outcome = program
            .bindings
            .make(pipeline)
            .map_err(rejection)
            .and_then(|()| program.make_stages(pipeline, shaders))
            .and_then(|()| match kind {
                PipelineKind::Compute => program.make_compute().map_err(rejection),
                _ => program.make_target(pipeline).and_then(|()| program.make_drawing(pipeline)).map_err(rejection),
            })
            .and_then(|()| {
                program.execute(kind, pipeline).map_err(|error| {
                    self.spent.set(error.ends_device());
                    rejection(error)
                })
            })
            .and_then(|()| program.read_back(pipeline).map_err(rejection));
        if self.spent.get() {
            // The device may still use them; freeing them now would be worse than never freeing them.
            std::mem::forget(program);
        }
        outcome
    }
}

/// A failure as the suite knows it.
fn rejection(error: RunError) -> Rejection {
    match error {
        RunError::Lacking(what) => Rejection::Lacking(what.to_owned()),
        RunError::Vulkan { result: vk::Result::ERROR_FORMAT_NOT_SUPPORTED, .. } => {
            Rejection::Lacking("the device has not this format".to_owned())
        }
        other => Rejection::Failed(other.to_string()),
    }
}

fn stage(stage: Stage) -> vk::ShaderStageFlags {
    match stage {
        Stage::Compute => vk::ShaderStageFlags::COMPUTE,
        Stage::Vertex => vk::ShaderStageFlags::VERTEX,
        Stage::Hull => vk::ShaderStageFlags::TESSELLATION_CONTROL,
        Stage::Domain => vk::ShaderStageFlags::TESSELLATION_EVALUATION,
        Stage::Geometry => vk::ShaderStageFlags::GEOMETRY,
        Stage::Pixel => vk::ShaderStageFlags::FRAGMENT,
        Stage::Amplification => vk::ShaderStageFlags::TASK_EXT,
        Stage::Mesh => vk::ShaderStageFlags::MESH_EXT,
        Stage::RayGeneration => vk::ShaderStageFlags::RAYGEN_KHR,
        Stage::Miss => vk::ShaderStageFlags::MISS_KHR,
        Stage::ClosestHit => vk::ShaderStageFlags::CLOSEST_HIT_KHR,
        Stage::AnyHit => vk::ShaderStageFlags::ANY_HIT_KHR,
        Stage::Intersection => vk::ShaderStageFlags::INTERSECTION_KHR,
        Stage::Callable => vk::ShaderStageFlags::CALLABLE_KHR,
    }
}

fn topology(topology: Option<Topology>) -> vk::PrimitiveTopology {
    match topology {
        None | Some(Topology::TriangleList) => vk::PrimitiveTopology::TRIANGLE_LIST,
        Some(Topology::PointList) => vk::PrimitiveTopology::POINT_LIST,
        Some(Topology::PatchList) => vk::PrimitiveTopology::PATCH_LIST,
        Some(Topology::LineList) => vk::PrimitiveTopology::LINE_LIST,
    }
}

/// One shader, ready to be put into a pipeline.
struct Part {
    stage: vk::ShaderStageFlags,
    module: vk::ShaderModule,
    entry: CString,
    entries: Vec<vk::SpecializationMapEntry>,
    constants: Vec<u8>,
}

/// An image that is drawn into.
#[derive(Default)]
struct Attachment {
    image: vk::Image,
    memory: vk::DeviceMemory,
    view: vk::ImageView,
}

/// Everything made for one run. Null handles are those not made yet; destroying them does nothing.
struct Program<'d> {
    owner: &'d Device,
    bindings: Bindings<'d>,
    parts: Vec<Part>,
    layout: vk::PipelineLayout,
    pipeline: vk::Pipeline,
    /// What is drawn into, and the depths.
    attachments: Vec<Attachment>,
    pass: vk::RenderPass,
    frame: vk::Framebuffer,
    /// The block that the picture is read through, and that of the vertices.
    fetched: Option<usize>,
    vertices: Option<usize>,
    command_pool: vk::CommandPool,
    fence: vk::Fence,
}

/// The format of depths, as the suite has it.
const DEPTH_FORMAT: vk::Format = vk::Format::D32_SFLOAT_S8_UINT;

impl<'d> Program<'d> {
    fn new(owner: &'d Device) -> Self {
        Self {
            owner,
            bindings: Bindings::new(owner),
            parts: Vec::new(),
            layout: vk::PipelineLayout::null(),
            pipeline: vk::Pipeline::null(),
            attachments: Vec::new(),
            pass: vk::RenderPass::null(),
            frame: vk::Framebuffer::null(),
            fetched: None,
            vertices: None,
            command_pool: vk::CommandPool::null(),
            fence: vk::Fence::null(),
        }
    }

    /// The stages that a pipeline has.
    fn stages(&self) -> vk::ShaderStageFlags {
        self.parts.iter().fold(vk::ShaderStageFlags::empty(), |all, part| all | part.stage)
    }

    /// Makes the modules, the constants of each, and the layout of the pipeline.
    fn make_stages(&mut self, pipeline: &Pipeline, shaders: &[Vec<u8>]) -> Result<(), Rejection> {
        let device = &self.owner.logical;
        for (shader, code) in pipeline.shaders.iter().zip(shaders) {
            let words = ash::util::read_spv(&mut io::Cursor::new(code)).map_err(|_| rejection(RunError::NotSpirv))?;
            if words.first() != Some(&SPIRV_MAGIC) {
                return Err(rejection(RunError::NotSpirv));
            }
            let entry = CString::new(shader.entry.as_str()).map_err(|_| rejection(RunError::NotSpirv))?;
            let (mut entries, mut constants) = (Vec::new(), Vec::new());
            for (id, bytes) in shader.constant_values().map_err(Rejection::Failed)? {
                let size = bytes.len();
                // A Boolean is of four bytes for Vulkan.
                let padded = size.max(if size == 1 { 4 } else { size });
                let offset = constants.len() as u32;
                entries.push(vk::SpecializationMapEntry { constant_id: id, offset, size: padded });
                constants.extend(bytes);
                constants.resize(offset as usize + padded, 0);
            }
            let info = vk::ShaderModuleCreateInfo::default().code(&words);
            // SAFETY: the info outlives the call; that the module is valid is the caller's part.
            let module = unsafe { device.create_shader_module(&info, None) };
            let module = module.doing("make a shader module").map_err(rejection)?;
            self.parts.push(Part { stage: stage(shader.stage), module, entry, entries, constants });
        }
        let size = pipeline.push_constants.iter().map(|block| block.data.len()).max().unwrap_or(0);
        let ranges = [vk::PushConstantRange { stage_flags: self.stages(), offset: 0, size: size as u32 }];
        let info = vk::PipelineLayoutCreateInfo::default()
            .set_layouts(&self.bindings.layouts)
            .push_constant_ranges(if size > 0 { &ranges } else { &[] });
        // SAFETY: the info outlives the call.
        let layout = unsafe { device.create_pipeline_layout(&info, None) };
        self.layout = layout.doing("make a pipeline layout").map_err(rejection)?;
        Ok(())
    }

    fn make_compute(&mut self) -> Result<(), RunError> {
        let constants: Vec<_> = self.parts.iter().map(Part::constants).collect();
        let stages: Vec<_> = self.parts.iter().zip(&constants).map(|(part, constants)| part.info(constants)).collect();
        let info = vk::ComputePipelineCreateInfo::default().stage(stages[0]).layout(self.layout);
        // SAFETY: the infos outlive the call, and all handles are of this device.
        let made = unsafe { self.owner.logical.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) };
        let made = made.map(|pipelines| pipelines[0]).map_err(|(_, result)| result);
        self.pipeline = made.doing("make a pipeline")?;
        Ok(())
    }

    fn make_attachment(
        &mut self,
        format: vk::Format,
        (width, height): (u32, u32),
        usage: vk::ImageUsageFlags,
        aspect: vk::ImageAspectFlags,
    ) -> Result<(), RunError> {
        let device = &self.owner.logical;
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(format)
            .extent(vk::Extent3D { width, height, depth: 1 })
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(usage);
        self.attachments.push(Attachment::default());
        let made = self.attachments.last_mut().expect("it was pushed above");
        // SAFETY: the device is live, the infos outlive their calls, each handle was made by this device and is entered at
        // once, so that it is destroyed in any case.
        unsafe {
            made.image = device.create_image(&info, None).doing("make an image")?;
            let needs = device.get_image_memory_requirements(made.image);
            let kind = self.owner.memory_type(needs.memory_type_bits, vk::MemoryPropertyFlags::empty())?;
            let memory = vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(kind);
            made.memory = device.allocate_memory(&memory, None).doing("allocate memory")?;
            device.bind_image_memory(made.image, made.memory, 0).doing("bind memory")?;
            let range = vk::ImageSubresourceRange::default().aspect_mask(aspect).level_count(1).layer_count(1);
            let view = vk::ImageViewCreateInfo::default()
                .image(made.image)
                .view_type(vk::ImageViewType::TYPE_2D)
                .format(format)
                .subresource_range(range);
            made.view = device.create_image_view(&view, None).doing("make an image view")?;
        }
        Ok(())
    }

    /// Makes what is drawn into: a picture, depths, the pass over both, and the buffers of vertices and of the fetched picture.
    fn make_target(&mut self, pipeline: &Pipeline) -> Result<(), RunError> {
        let none = RunError::Lacking("the pipeline names nothing to draw into");
        let target = &pipeline.buffers[pipeline.drawing.target.ok_or(none)?];
        let lacking = RunError::Lacking("Vulkan has no format for what is drawn into");
        let format = bound::format(target.format, target.channels).ok_or(lacking)?;
        let extent = (target.picture.width, target.picture.height);
        let usage = vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC;
        self.make_attachment(format, extent, usage, vk::ImageAspectFlags::COLOR)?;
        let depth = vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT;
        let aspects = vk::ImageAspectFlags::DEPTH | vk::ImageAspectFlags::STENCIL;
        self.make_attachment(DEPTH_FORMAT, extent, depth, aspects)?;
        self.fetched = Some(self.bindings.make_block(&vec![0; target.size()])?);
        if let Some(vertices) = pipeline.drawing.vertices {
            self.vertices = Some(self.bindings.make_block(&pipeline.buffers[vertices].data[0])?);
        }
        let attachment = |format, layout| {
            vk::AttachmentDescription::default()
                .format(format)
                .samples(vk::SampleCountFlags::TYPE_1)
                .load_op(vk::AttachmentLoadOp::CLEAR)
                .store_op(vk::AttachmentStoreOp::STORE)
                .final_layout(layout)
        };
        let attachments = [
            attachment(format, vk::ImageLayout::TRANSFER_SRC_OPTIMAL),
            attachment(DEPTH_FORMAT, vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL),
        ];
        let color = [vk::AttachmentReference { attachment: 0, layout: vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL }];
        let depth =
            vk::AttachmentReference { attachment: 1, layout: vk::ImageLayout::DEPTH_STENCIL_ATTACHMENT_OPTIMAL };
        let subpass = [vk::SubpassDescription::default().color_attachments(&color).depth_stencil_attachment(&depth)];
        // The copy after the pass waits for what it writes.
        let dependency = [vk::SubpassDependency::default()
            .src_subpass(0)
            .dst_subpass(vk::SUBPASS_EXTERNAL)
            .src_stage_mask(vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT)
            .dst_stage_mask(vk::PipelineStageFlags::TRANSFER)
            .src_access_mask(vk::AccessFlags::COLOR_ATTACHMENT_WRITE)
            .dst_access_mask(vk::AccessFlags::TRANSFER_READ)];
        let pass =
            vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&subpass).dependencies(&dependency);
        let device = &self.owner.logical;
        // SAFETY: the infos outlive their calls, and all handles are of this device.
        unsafe {
            self.pass = device.create_render_pass(&pass, None).doing("make a render pass")?;
            let views: Vec<_> = self.attachments.iter().map(|one| one.view).collect();
            let frame = vk::FramebufferCreateInfo::default()
                .render_pass(self.pass)
                .attachments(&views)
                .width(extent.0)
                .height(extent.1)
                .layers(1);
            self.frame = device.create_framebuffer(&frame, None).doing("make a framebuffer")?;
        }
        Ok(())
    }

    fn make_drawing(&mut self, pipeline: &Pipeline) -> Result<(), RunError> {
        let constants: Vec<_> = self.parts.iter().map(Part::constants).collect();
        let stages: Vec<_> = self.parts.iter().zip(&constants).map(|(part, constants)| part.info(constants)).collect();
        let drawing = &pipeline.drawing;
        let mut attributes = Vec::new();
        let mut stride = 0;
        for (location, attribute) in drawing.attributes.iter().enumerate() {
            let lacking = RunError::Lacking("Vulkan has no format for an attribute of a vertex");
            let format = bound::format(attribute.format, attribute.channels).ok_or(lacking)?;
            let (location, offset) = (location as u32, attribute.offset);
            attributes.push(vk::VertexInputAttributeDescription { location, binding: 0, format, offset });
            stride = stride.max(offset + attribute.format.size() as u32 * attribute.channels);
        }
        let rate = vk::VertexInputRate::VERTEX;
        let bindings = [vk::VertexInputBindingDescription { binding: 0, stride, input_rate: rate }];
        let vertices = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(if attributes.is_empty() { &[] } else { &bindings })
            .vertex_attribute_descriptions(&attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(topology(drawing.topology));
        let points = drawing.control_points.unwrap_or(1);
        let tessellation = vk::PipelineTessellationStateCreateInfo::default().patch_control_points(points);
        let (viewports, scissors) = (view(pipeline), [whole(pipeline)]);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let keep = vk::StencilOpState { compare_op: vk::CompareOp::ALWAYS, ..Default::default() };
        let depths = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(true)
            .depth_write_enable(true)
            .depth_compare_op(vk::CompareOp::LESS_OR_EQUAL)
            .front(keep)
            .back(keep);
        let written =
            [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA)];
        let blending = vk::PipelineColorBlendStateCreateInfo::default().attachments(&written);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&vertices)
            .input_assembly_state(&assembly)
            .tessellation_state(&tessellation)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depths)
            .color_blend_state(&blending)
            .layout(self.layout)
            .render_pass(self.pass);
        // SAFETY: the infos outlive the call, and all handles are of this device.
        let made = unsafe { self.owner.logical.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        let made = made.map(|pipelines| pipelines[0]).map_err(|(_, result)| result);
        self.pipeline = made.doing("make a pipeline")?;
        Ok(())
    }

    /// Records everything, submits it and waits for its end.
    fn execute(&mut self, kind: PipelineKind, pipeline: &Pipeline) -> Result<(), RunError> {
        let device = &self.owner.logical;
        let pool = vk::CommandPoolCreateInfo::default().queue_family_index(self.owner.queue_family);
        let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let to_host = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE | vk::AccessFlags::TRANSFER_WRITE)
            .dst_access_mask(vk::AccessFlags::HOST_READ);
        let point = match kind {
            PipelineKind::Compute => vk::PipelineBindPoint::COMPUTE,
            _ => vk::PipelineBindPoint::GRAPHICS,
        };
        // SAFETY: all handles are of this device and stay until the fence says that the work is done; the infos outlive their
        // calls; the queue is used from this thread alone, for a `Device` is not shared.
        unsafe {
            self.command_pool = device.create_command_pool(&pool, None).doing("make a command pool")?;
            let info = vk::CommandBufferAllocateInfo::default().command_pool(self.command_pool).command_buffer_count(1);
            let commands = device.allocate_command_buffers(&info).doing("allocate commands")?;
            let recording = commands[0];
            device.begin_command_buffer(recording, &begin).doing("begin commands")?;
            self.bindings.record_filling(recording);
            device.cmd_bind_pipeline(recording, point, self.pipeline);
            if !self.bindings.sets.is_empty() {
                device.cmd_bind_descriptor_sets(recording, point, self.layout, 0, &self.bindings.sets, &[]);
            }
            for block in pipeline.push_constants.iter().filter(|block| !block.data.is_empty()) {
                device.cmd_push_constants(recording, self.layout, self.stages(), 0, &block.data);
            }
            let [x, y, z] = pipeline.groups;
            if kind == PipelineKind::Compute {
                device.cmd_dispatch(recording, x, y, z);
            } else {
                self.record_drawing(recording, pipeline);
            }
            self.bindings.record_fetching(recording, pipeline);
            device.cmd_pipeline_barrier(
                recording,
                vk::PipelineStageFlags::ALL_COMMANDS,
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
                other => other.doing("wait for the shader"),
            }
        }
    }

    /// Records the pass and the fetching of the picture.
    ///
    /// # Safety
    /// The commands must be of this device and be recorded, and the pipeline must be bound.
    unsafe fn record_drawing(&self, recording: vk::CommandBuffer, pipeline: &Pipeline) {
        let device = &self.owner.logical;
        let depth_stencil = vk::ClearDepthStencilValue { depth: 1.0, stencil: 0 };
        let clear = [vk::ClearValue::default(), vk::ClearValue { depth_stencil }];
        let area = whole(pipeline);
        let pass = vk::RenderPassBeginInfo::default()
            .render_pass(self.pass)
            .framebuffer(self.frame)
            .render_area(area)
            .clear_values(&clear);
        let layers = vk::ImageSubresourceLayers::default().aspect_mask(vk::ImageAspectFlags::COLOR).layer_count(1);
        let vk::Extent2D { width, height } = area.extent;
        let region = vk::BufferImageCopy::default().image_subresource(layers).image_extent(vk::Extent3D {
            width,
            height,
            depth: 1,
        });
        let [x, y, z] = pipeline.groups;
        // SAFETY: by the caller's promise; all handles are of this device.
        unsafe {
            device.cmd_begin_render_pass(recording, &pass, vk::SubpassContents::INLINE);
            if let Some(vertices) = self.vertices {
                device.cmd_bind_vertex_buffers(recording, 0, &[self.bindings.block(vertices).buffer], &[0]);
            }
            match (&self.owner.mesh, pipeline.kind()) {
                (Some(mesh), Ok(PipelineKind::Meshes)) => mesh.cmd_draw_mesh_tasks(recording, x, y, z),
                _ => device.cmd_draw(recording, pipeline.vertices(), 1, 0, 0),
            }
            device.cmd_end_render_pass(recording);
            if let (Some(fetched), Some(drawn)) = (self.fetched, self.attachments.first()) {
                let buffer = self.bindings.block(fetched).buffer;
                let layout = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
                device.cmd_copy_image_to_buffer(recording, drawn.image, layout, buffer, &[region]);
            }
        }
    }

    fn read_back(&self, pipeline: &mut Pipeline) -> Result<(), RunError> {
        self.bindings.read_back(pipeline)?;
        if let (Some(fetched), Some(target)) = (self.fetched, pipeline.drawing.target) {
            pipeline.buffers[target].data = vec![self.bindings.read_block(fetched)?];
        }
        Ok(())
    }
}

/// The whole of what is drawn into.
fn whole(pipeline: &Pipeline) -> vk::Rect2D {
    let picture = pipeline.drawing.target.map_or_else(Default::default, |target| pipeline.buffers[target].picture);
    let extent = vk::Extent2D { width: picture.width, height: picture.height };
    vk::Rect2D { offset: vk::Offset2D::default(), extent }
}

/// All of it as a viewport whose y grows upward, as Direct3D's does.
fn view(pipeline: &Pipeline) -> [vk::Viewport; 1] {
    let vk::Extent2D { width, height } = whole(pipeline).extent;
    let (width, height) = (width as f32, height as f32);
    [vk::Viewport { x: 0.0, y: height, width, height: -height, min_depth: 0.0, max_depth: 1.0 }]
}

impl Part {
    fn constants(&self) -> vk::SpecializationInfo<'_> {
        vk::SpecializationInfo::default().map_entries(&self.entries).data(&self.constants)
    }

    fn info<'a>(&'a self, constants: &'a vk::SpecializationInfo<'a>) -> vk::PipelineShaderStageCreateInfo<'a> {
        let info = vk::PipelineShaderStageCreateInfo::default().stage(self.stage).module(self.module).name(&self.entry);
        if self.entries.is_empty() { info } else { info.specialization_info(constants) }
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let device = &self.owner.logical;
        // SAFETY: the device is done with it (the fence was waited for, or nothing was submitted); each handle is destroyed
        // once, users before what they use; null handles are ignored.
        unsafe {
            device.destroy_fence(self.fence, None);
            device.destroy_command_pool(self.command_pool, None);
            device.destroy_pipeline(self.pipeline, None);
            device.destroy_pipeline_layout(self.layout, None);
            for part in &self.parts {
                device.destroy_shader_module(part.module, None);
            }
            device.destroy_framebuffer(self.frame, None);
            device.destroy_render_pass(self.pass, None);
            for attachment in &self.attachments {
                device.destroy_image_view(attachment.view, None);
                device.destroy_image(attachment.image, None);
                device.free_memory(attachment.memory, None);
            }
        }
    }
}
