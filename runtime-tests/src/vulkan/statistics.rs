//! Asks a driver what its compiler makes of a shader: the figures and the listings of `VK_KHR_pipeline_executable_properties`.
//!
//! Input: a SPIR-V module of a compute, vertex or pixel shader, the module of the other stage of a draw, and the descriptors of its
//! pipeline layout. Output: the statistics of the shader's executable by name, and its representations inside the driver. Nothing
//! runs, so a driver without a device serves: Mesa's RADV has one for each GPU that it knows.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::{io, ptr};

use ash::vk;

use super::{Doing, RunError, device_name};

/// The stages that are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedStage {
    /// A compute shader.
    Compute,
    /// A vertex shader; a pixel shader that reads everything follows it.
    Vertex,
    /// A pixel shader; a vertex shader that passes everything on precedes it.
    Pixel,
}

impl JudgedStage {
    /// The stage of a profile such as `ps_6_0`.
    pub fn of_profile(profile: &str) -> Option<Self> {
        match profile.split('_').next()? {
            "cs" => Some(Self::Compute),
            "vs" => Some(Self::Vertex),
            "ps" => Some(Self::Pixel),
            _ => None,
        }
    }

    fn flag(self) -> vk::ShaderStageFlags {
        match self {
            Self::Compute => vk::ShaderStageFlags::COMPUTE,
            Self::Vertex => vk::ShaderStageFlags::VERTEX,
            Self::Pixel => vk::ShaderStageFlags::FRAGMENT,
        }
    }
}

/// A descriptor of a pipeline layout: its type as Vulkan numbers it, and how many there are.
pub type Descriptors = BTreeMap<(u32, u32), (i32, u32)>;

/// A shader in its pipeline.
pub struct Judged<'a> {
    /// Its stage.
    pub stage: JudgedStage,
    /// Its module.
    pub spirv: &'a [u8],
    /// The name of its entry point.
    pub entry: &'a str,
    /// The module of the other stage of a draw, whose entry point is `main`.
    pub partner: &'a [u8],
    /// The layout, by set and binding.
    pub layout: &'a Descriptors,
}

/// What a driver says about a shader.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The figures, by their names.
    pub figures: BTreeMap<String, u64>,
    /// The names and texts of the representations, the machine code last.
    pub listings: Vec<(String, String)>,
}

/// A driver whose compiler answers.
pub struct Judge {
    instance: ash::Instance,
    logical: ash::Device,
    properties: ash::khr::pipeline_executable_properties::Device,
    name: String,
    _entry: ash::Entry,
}

/// What is made for one question; destroyed at its end.
struct Made<'a> {
    owner: &'a ash::Device,
    sets: Vec<vk::DescriptorSetLayout>,
    layout: vk::PipelineLayout,
    modules: Vec<vk::ShaderModule>,
    pipeline: vk::Pipeline,
}

impl Drop for Made<'_> {
    fn drop(&mut self) {
        // SAFETY: all handles belong to this device and are not used any more; null handles may be destroyed.
        unsafe {
            self.owner.destroy_pipeline(self.pipeline, None);
            self.modules.iter().for_each(|&module| self.owner.destroy_shader_module(module, None));
            self.owner.destroy_pipeline_layout(self.layout, None);
            self.sets.iter().for_each(|&set| self.owner.destroy_descriptor_set_layout(set, None));
        }
    }
}

impl Judge {
    /// Opens the first device.
    pub fn new() -> Result<Self, String> {
        // SAFETY: loads the system's Vulkan library, which is as trustworthy as the system.
        let entry = unsafe { ash::Entry::load() }.map_err(|error| format!("no Vulkan library: {error}"))?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the infos outlive the call.
        let instance =
            unsafe { entry.create_instance(&info, None) }.map_err(|error| format!("no instance: {error}"))?;
        Self::open(&entry, &instance).inspect_err(|_| {
            // SAFETY: nothing made from the instance is left when `open` fails.
            unsafe { instance.destroy_instance(None) };
        })
    }

    fn open(entry: &ash::Entry, instance: &ash::Instance) -> Result<Self, String> {
        // SAFETY: `instance` is live.
        let all = unsafe { instance.enumerate_physical_devices() }.map_err(|error| format!("no devices: {error}"))?;
        let &physical = all.first().ok_or("the driver has no device")?;
        // SAFETY: `physical` belongs to `instance`.
        let (known, extensions) = unsafe {
            (
                instance.get_physical_device_properties(physical),
                instance.enumerate_device_extension_properties(physical).unwrap_or_default(),
            )
        };
        let wanted = ash::khr::pipeline_executable_properties::NAME;
        if !extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(wanted)) {
            return Err(format!("{} says nothing about its code", device_name(&known)));
        }
        let names: Vec<*const c_char> = extensions.iter().map(|extension| extension.extension_name.as_ptr()).collect();
        let mut executable =
            vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default().pipeline_executable_info(true);
        let (mut v11, mut v12, mut v13) = (
            vk::PhysicalDeviceVulkan11Features::default(),
            vk::PhysicalDeviceVulkan12Features::default(),
            vk::PhysicalDeviceVulkan13Features::default(),
        );
        let mut features = vk::PhysicalDeviceFeatures2::default()
            .push_next(&mut v11)
            .push_next(&mut v12)
            .push_next(&mut v13)
            .push_next(&mut executable);
        // SAFETY: the chain outlives the call.
        unsafe { instance.get_physical_device_features2(physical, &mut features) };
        // Checks of bounds are the application's choice, and hide differences.
        features.features.robust_buffer_access = vk::FALSE;
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_extension_names(&names)
            .push_next(&mut features);
        // SAFETY: the infos outlive the call; every extension and feature is one that the device reported.
        let logical =
            unsafe { instance.create_device(physical, &info, None) }.map_err(|error| format!("no device: {error}"))?;
        let properties = ash::khr::pipeline_executable_properties::Device::new(instance, &logical);
        let name = device_name(&known);
        Ok(Self { instance: instance.clone(), logical, properties, name, _entry: entry.clone() })
    }

    /// The name of the device.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Compiles a shader and says what became of it.
    pub fn ask(&self, judged: &Judged<'_>, with_listings: bool) -> Result<Statistics, RunError> {
        let mut made = Made {
            owner: &self.logical,
            sets: Vec::new(),
            layout: vk::PipelineLayout::null(),
            modules: Vec::new(),
            pipeline: vk::Pipeline::null(),
        };
        self.make_layout(&mut made, judged.layout)?;
        let mut flags = vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR;
        if with_listings {
            flags |= vk::PipelineCreateFlags::CAPTURE_INTERNAL_REPRESENTATIONS_KHR;
        }
        let module = self.make_module(&mut made, judged.spirv)?;
        let entry = CString::new(judged.entry).map_err(|_| RunError::NotSpirv)?;
        let own = vk::PipelineShaderStageCreateInfo::default().stage(judged.stage.flag()).module(module).name(&entry);
        made.pipeline = if judged.stage == JudgedStage::Compute {
            let info = vk::ComputePipelineCreateInfo::default().flags(flags).stage(own).layout(made.layout);
            // SAFETY: the infos outlive the call, and their handles belong to this device.
            let made = unsafe { self.logical.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) };
            made.map_err(|(_, error)| error).doing("make a compute pipeline")?[0]
        } else {
            let partner = self.make_module(&mut made, judged.partner)?;
            let other = if judged.stage == JudgedStage::Vertex { JudgedStage::Pixel } else { JudgedStage::Vertex };
            let other = vk::PipelineShaderStageCreateInfo::default().stage(other.flag()).module(partner).name(c"main");
            self.make_draw(&[own, other], made.layout, flags)?
        };
        self.read(made.pipeline, judged.stage.flag(), with_listings)
    }

    fn make_module(&self, made: &mut Made<'_>, spirv: &[u8]) -> Result<vk::ShaderModule, RunError> {
        let words = ash::util::read_spv(&mut io::Cursor::new(spirv)).map_err(|_| RunError::NotSpirv)?;
        let info = vk::ShaderModuleCreateInfo::default().code(&words);
        // SAFETY: the code outlives the call; it is valid SPIR-V by the contract of the module.
        let module = unsafe { self.logical.create_shader_module(&info, None) }.doing("make a shader module")?;
        made.modules.push(module);
        Ok(module)
    }

    fn make_layout(&self, made: &mut Made<'_>, layout: &Descriptors) -> Result<(), RunError> {
        let count = layout.keys().map(|place| place.0 + 1).max().unwrap_or(0);
        for set in 0..count {
            let bindings: Vec<_> = layout
                .iter()
                .filter(|row| row.0.0 == set)
                .map(|(place, &(ty, count))| {
                    vk::DescriptorSetLayoutBinding::default()
                        .binding(place.1)
                        .descriptor_type(vk::DescriptorType::from_raw(ty))
                        .descriptor_count(count)
                        .stage_flags(vk::ShaderStageFlags::ALL)
                })
                .collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            // SAFETY: the bindings outlive the call.
            let set = unsafe { self.logical.create_descriptor_set_layout(&info, None) };
            made.sets.push(set.doing("make a descriptor set layout")?);
        }
        let ranges =
            [vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::ALL).size(PUSH_CONSTANT_BYTES)];
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&made.sets).push_constant_ranges(&ranges);
        // SAFETY: the infos outlive the call.
        let layout = unsafe { self.logical.create_pipeline_layout(&info, None) };
        made.layout = layout.doing("make a pipeline layout")?;
        Ok(())
    }

    /// A pipeline that draws triangles into as many targets as a shader may write, and reads as many attributes.
    fn make_draw(
        &self,
        stages: &[vk::PipelineShaderStageCreateInfo<'_>],
        layout: vk::PipelineLayout,
        flags: vk::PipelineCreateFlags,
    ) -> Result<vk::Pipeline, RunError> {
        const TARGETS: usize = 8;
        const ATTRIBUTES: u32 = 32;
        let format = vk::Format::R32G32B32A32_SFLOAT;
        let buffers = [vk::VertexInputBindingDescription::default().stride(ATTRIBUTES * 16)];
        let attribute = |at| vk::VertexInputAttributeDescription::default().location(at).format(format).offset(16 * at);
        let attributes: Vec<_> = (0..ATTRIBUTES).map(attribute).collect();
        let inputs = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&buffers)
            .vertex_attribute_descriptions(&attributes);
        let assembly =
            vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewports = [vk::Viewport { width: 1024.0, height: 1024.0, max_depth: 1.0, ..Default::default() }];
        let scissors = [vk::Rect2D { extent: vk::Extent2D { width: 1024, height: 1024 }, ..Default::default() }];
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let depth = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(true)
            .depth_write_enable(true)
            .depth_compare_op(vk::CompareOp::LESS);
        let blended =
            [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA); TARGETS];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blended);
        let formats = [format; TARGETS];
        let mut rendering = vk::PipelineRenderingCreateInfo::default()
            .color_attachment_formats(&formats)
            .depth_attachment_format(vk::Format::D32_SFLOAT);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .flags(flags)
            .stages(stages)
            .vertex_input_state(&inputs)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .layout(layout)
            .push_next(&mut rendering);
        // SAFETY: the infos outlive the call, and their handles belong to this device.
        let made = unsafe { self.logical.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        Ok(made.map_err(|(_, error)| error).doing("make a pipeline that draws")?[0])
    }

    fn read(
        &self,
        pipeline: vk::Pipeline,
        stage: vk::ShaderStageFlags,
        with_listings: bool,
    ) -> Result<Statistics, RunError> {
        let of = vk::PipelineInfoKHR::default().pipeline(pipeline);
        // SAFETY: the pipeline is live and was made with the flags that these calls need.
        let all = unsafe { self.properties.get_pipeline_executable_properties(&of) }.doing("list the executables")?;
        let at = all.iter().position(|executable| executable.stages.contains(stage));
        let at = at.ok_or(RunError::Lacking("the driver says nothing about this stage"))?;
        let of = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline).executable_index(at as u32);
        // SAFETY: as above.
        let rows = unsafe { self.properties.get_pipeline_executable_statistics(&of) }.doing("read the statistics")?;
        let mut answer = Statistics::default();
        for row in &rows {
            if row.format == vk::PipelineExecutableStatisticFormatKHR::UINT64 {
                // SAFETY: the format says which member of the union the driver wrote.
                answer.figures.insert(text(&row.name), unsafe { row.value.u64 });
            }
        }
        if with_listings {
            answer.listings = self.listings(&of)?;
        }
        Ok(answer)
    }

    fn listings(&self, of: &vk::PipelineExecutableInfoKHR<'_>) -> Result<Vec<(String, String)>, RunError> {
        // SAFETY: the pipeline is live; without memory for them the driver states the sizes of its texts.
        let mut rows = unsafe { self.properties.get_pipeline_executable_internal_representations(of) }
            .doing("list the representations")?;
        let mut texts: Vec<Vec<u8>> = rows.iter().map(|row| vec![0; row.data_size]).collect();
        for (row, text) in rows.iter_mut().zip(&mut texts) {
            row.p_data = text.as_mut_ptr().cast();
        }
        let mut count = rows.len() as u32;
        let call = self.properties.fp().get_pipeline_executable_internal_representations_khr;
        // SAFETY: each row points to as many bytes as its size says, which live until the call returns.
        let done = unsafe { call(self.logical.handle(), ptr::from_ref(of), &raw mut count, rows.as_mut_ptr()) };
        done.result().doing("read the representations")?;
        let read = rows.iter().zip(&texts).filter(|(row, _)| row.is_text == vk::TRUE);
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned();
        Ok(read.map(|(row, bytes)| (text(&row.name), shown(bytes))).collect())
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        // SAFETY: each question destroyed what it made; the device goes before its instance.
        unsafe {
            self.logical.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

/// What every Vulkan driver for desktops has.
const PUSH_CONSTANT_BYTES: u32 = 256;

/// A name of fixed room.
fn text(name: &[c_char]) -> String {
    let bytes: Vec<u8> = name.iter().map(|&byte| byte as u8).collect();
    CStr::from_bytes_until_nul(&bytes).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
