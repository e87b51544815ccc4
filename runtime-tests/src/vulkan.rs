//! Runs and draws SPIR-V on a Vulkan device: a GPU, or lavapipe, which is a driver for the CPU.
//!
//! Input: a SPIR-V module, an entry point, buffers by set and binding with their bytes, a count of thread groups. Output: the bytes
//! of every buffer afterwards; what is drawn is in [`draw`]. This is the only module of the crate with unsafe code: all of
//! Vulkan is reached by foreign calls. The module must be valid SPIR-V (spirv-val says so); a driver may crash on what is not.
//!
//! Invariant: every handle made for a run belongs to a [`Resources`], which destroys it when the run ends, however
//! it ends; except after a time-out, when the device still works on them and they are left alone.

#![allow(unsafe_code, reason = "Vulkan is a C interface: each call is unsafe by its declaration")]

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_void};
use std::time::Duration;
use std::{fmt, io, ptr};

use ash::vk;

mod bound;
mod draw;
mod program;
mod statistics;
pub use draw::Scene;
pub use statistics::{Descriptors, Judge, Judged, JudgedStage, Statistics};

use crate::case::{Buffer, BufferKind, Format};
use crate::compare::Scalar;

/// How long a run may take before it counts as endless. Far longer than any test case needs on a slow machine.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// The environment variable that picks a device by a part of its name.
const DEVICE_VARIABLE: &str = "HLSLC_VULKAN_DEVICE";

/// The first word of every module.
const SPIRV_MAGIC: u32 = 0x0723_0203;

/// Why a shader did not run to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// A Vulkan call failed.
    Vulkan {
        /// What was being done.
        doing: &'static str,
        /// The result code.
        result: vk::Result,
    },
    /// The SPIR-V is not a whole number of words, does not start as a module does, or cannot have this entry point.
    NotSpirv,
    /// The device, or Vulkan, has not what is asked for.
    Lacking(&'static str),
    /// The shader was still running after [`TIME_LIMIT`]. The device is of no use afterwards.
    TimedOut,
}

impl RunError {
    /// Whether the device is of no use afterwards: the shader still runs on it, or has taken it down.
    fn ends_device(&self) -> bool {
        matches!(self, Self::TimedOut | Self::Vulkan { result: vk::Result::ERROR_DEVICE_LOST, .. })
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vulkan { doing, result } => write!(f, "cannot {doing}: {result}"),
            Self::NotSpirv => write!(f, "the bytes are no SPIR-V module"),
            Self::Lacking(what) => write!(f, "{what}"),
            Self::TimedOut => write!(f, "the shader did not end within {} s", TIME_LIMIT.as_secs()),
        }
    }
}

impl std::error::Error for RunError {}

/// Names what failed when a Vulkan call does.
trait Doing<T> {
    fn doing(self, what: &'static str) -> Result<T, RunError>;
}

impl<T> Doing<T> for Result<T, vk::Result> {
    fn doing(self, what: &'static str) -> Result<T, RunError> {
        self.map_err(|result| RunError::Vulkan { doing: what, result })
    }
}

/// A device ready to run compute shaders.
pub struct Device {
    instance: ash::Instance,
    logical: ash::Device,
    queue: vk::Queue,
    queue_family: u32,
    memory: vk::PhysicalDeviceMemoryProperties,
    name: String,
    /// The lanes of a wave.
    wave_size: u32,
    mesh: Option<ash::ext::mesh_shader::Device>,
    /// What it offers, in the words of the offload-test-suite.
    features: BTreeSet<String>,
    /// Whether a shader that does not end still runs on it, or has taken it down.
    spent: Cell<bool>,
    /// The loaded Vulkan library; declared last, so that it is unloaded after everything that uses it.
    _entry: ash::Entry,
}

impl Device {
    /// Opens a device: the one `HLSLC_VULKAN_DEVICE` names, else a CPU device, whose results do not differ from
    /// machine to machine, else the first.
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

    /// The device, for a test that needs one: mark it `#[cfg_attr(without_vulkan, ignore = "needs a Vulkan device")]`.
    ///
    /// # Panics
    /// If there is no device.
    #[track_caller]
    pub fn for_test() -> Self {
        Self::new().unwrap_or_else(|reason| {
            panic!("this test needs a Vulkan device: {reason}; `HLSLC_WITHOUT=vulkan ./test.sh` ignores such tests")
        })
    }

    /// The device's own name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The lanes of a wave.
    pub fn wave_size(&self) -> u32 {
        self.wave_size
    }

    /// Whether it is of no use any more: a shader that does not end still runs on it, or has taken it down.
    pub fn is_spent(&self) -> bool {
        self.spent.get()
    }

    /// Lets go of what was made for a run: destroys it, if the device is of use afterwards.
    fn settle<T, M>(&self, outcome: Result<T, RunError>, made: M) -> Result<T, RunError> {
        if outcome.as_ref().is_err_and(RunError::ends_device) {
            // The device may still use it; freeing it now would be worse than never freeing it.
            std::mem::forget(made);
            self.spent.set(true);
        }
        outcome
    }

    /// Whether it has mesh shaders.
    pub fn has_mesh_shaders(&self) -> bool {
        self.mesh.is_some()
    }

    fn open(entry: &ash::Entry, instance: &ash::Instance) -> Result<Self, String> {
        let wanted = std::env::var(DEVICE_VARIABLE).unwrap_or_default();
        // SAFETY: `instance` is live, and every physical device is one of its own.
        let (physical, properties) = unsafe {
            let all = instance.enumerate_physical_devices().map_err(|error| format!("no devices: {error}"))?;
            all.into_iter()
                .map(|physical| (physical, instance.get_physical_device_properties(physical)))
                .filter(|(_, properties)| device_name(properties).contains(&wanted))
                .min_by_key(|(_, properties)| properties.device_type != vk::PhysicalDeviceType::CPU)
                .ok_or_else(|| format!("no device whose name contains `{wanted}`"))?
        };
        let mut waves = vk::PhysicalDeviceSubgroupProperties::default();
        let mut more = vk::PhysicalDeviceProperties2::default().push_next(&mut waves);
        // SAFETY: as above, and the chain outlives the call.
        unsafe { instance.get_physical_device_properties2(physical, &mut more) };
        // SAFETY: as above.
        let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
        let queue_family = families
            .iter()
            .position(|family| family.queue_flags.contains(vk::QueueFlags::COMPUTE | vk::QueueFlags::GRAPHICS))
            .ok_or("the device has no queue for compute and graphics")? as u32;

        // Every feature the device has is switched on: a shader uses what it uses.
        let mut features_1_1 = vk::PhysicalDeviceVulkan11Features::default();
        let mut features_1_2 = vk::PhysicalDeviceVulkan12Features::default();
        let mut features_1_3 = vk::PhysicalDeviceVulkan13Features::default();
        let mut features = vk::PhysicalDeviceFeatures2::default();
        if properties.api_version >= vk::API_VERSION_1_2 {
            features = features.push_next(&mut features_1_1).push_next(&mut features_1_2);
        }
        if properties.api_version >= vk::API_VERSION_1_3 {
            features = features.push_next(&mut features_1_3);
        }
        // SAFETY: as above.
        let extensions = unsafe { instance.enumerate_device_extension_properties(physical) }.unwrap_or_default();
        let mesh_name = ash::ext::mesh_shader::NAME;
        let has_mesh = extensions.iter().any(|known| known.extension_name_as_c_str() == Ok(mesh_name));
        // What beside these it reports would ask for further extensions.
        let mut mesh_features = vk::PhysicalDeviceMeshShaderFeaturesEXT::default().mesh_shader(true).task_shader(true);
        let names = [mesh_name.as_ptr()];
        let enabled = if has_mesh { &names[..] } else { &[] };
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(queue_family).queue_priorities(&[1.0])];
        // SAFETY: the chain of features outlives both calls; the device gets exactly the features it reported.
        let device = unsafe {
            instance.get_physical_device_features2(physical, &mut features);
            if has_mesh {
                features = features.push_next(&mut mesh_features);
            }
            let info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .enabled_extension_names(enabled)
                .push_next(&mut features);
            instance.create_device(physical, &info, None).map_err(|error| format!("no device: {error}"))?
        };
        // SAFETY: the device was made with one queue of this family; `physical` belongs to the instance.
        let (queue, memory) = unsafe {
            (device.get_device_queue(queue_family, 0), instance.get_physical_device_memory_properties(physical))
        };
        let name = device_name(&properties);
        let features = program::features(&name, &features.features, &features_1_2, &extensions);
        let mesh = has_mesh.then(|| ash::ext::mesh_shader::Device::new(instance, &device));
        Ok(Self {
            instance: instance.clone(),
            mesh,
            logical: device,
            queue,
            queue_family,
            memory,
            name,
            wave_size: waves.subgroup_size,
            features,
            spent: Cell::new(false),
            _entry: entry.clone(),
        })
    }

    /// Runs one shader; gives the bytes of all buffers afterwards, in the order they were given.
    pub fn run(
        &self,
        spirv: &[u8],
        entry: &str,
        dispatch: [u32; 3],
        buffers: &[Buffer],
    ) -> Result<Vec<Vec<u8>>, RunError> {
        let words = ash::util::read_spv(&mut io::Cursor::new(spirv)).map_err(|_| RunError::NotSpirv)?;
        if words.first() != Some(&SPIRV_MAGIC) {
            return Err(RunError::NotSpirv);
        }
        let entry = CString::new(entry).map_err(|_| RunError::NotSpirv)?;
        let mut resources = Resources::new(self);
        for buffer in buffers {
            resources.add_buffer(buffer)?;
        }
        let outcome = resources
            .make_descriptor_sets(buffers)
            .and_then(|()| resources.make_pipeline(&words, &entry))
            .and_then(|()| resources.execute(dispatch))
            .and_then(|()| resources.read_back(buffers));
        self.settle(outcome, resources)
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        if self.spent.get() {
            return;
        }
        // SAFETY: a run destroys what it made before it returns; the device goes before its instance.
        unsafe {
            self.logical.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

fn device_name(properties: &vk::PhysicalDeviceProperties) -> String {
    properties.device_name_as_c_str().map_or_else(|_| String::new(), |name| name.to_string_lossy().into_owned())
}

/// How Vulkan names each kind of buffer.
fn descriptor_type(kind: BufferKind) -> vk::DescriptorType {
    match kind {
        BufferKind::Constant => vk::DescriptorType::UNIFORM_BUFFER,
        BufferKind::Storage => vk::DescriptorType::STORAGE_BUFFER,
        BufferKind::TypedRead(_) => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
        BufferKind::TypedReadWrite(_) => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
    }
}

/// The format of a typed buffer's view; `None` for buffers without one.
fn view_format(kind: BufferKind) -> Option<vk::Format> {
    let (BufferKind::TypedRead(Format { scalar, components })
    | BufferKind::TypedReadWrite(Format { scalar, components })) = kind
    else {
        return None;
    };
    let by_components = match scalar {
        Scalar::Int => [vk::Format::R32_SINT, vk::Format::R32G32_SINT, vk::Format::R32G32B32A32_SINT],
        Scalar::Uint => [vk::Format::R32_UINT, vk::Format::R32G32_UINT, vk::Format::R32G32B32A32_UINT],
        Scalar::Float => [vk::Format::R32_SFLOAT, vk::Format::R32G32_SFLOAT, vk::Format::R32G32B32A32_SFLOAT],
    };
    Some(by_components[components.ilog2() as usize])
}

/// What every buffer of this crate may be used as.
const BUFFER_USAGE: vk::BufferUsageFlags = vk::BufferUsageFlags::from_raw(
    vk::BufferUsageFlags::UNIFORM_BUFFER.as_raw()
        | vk::BufferUsageFlags::STORAGE_BUFFER.as_raw()
        | vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER.as_raw()
        | vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER.as_raw(),
);

/// A buffer on the device with its memory.
struct DeviceBuffer {
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    view: vk::BufferView,
}

/// Everything made for one run. Null handles are those not made yet; destroying them does nothing.
struct Resources<'d> {
    owner: &'d Device,
    buffers: Vec<DeviceBuffer>,
    set_layouts: Vec<vk::DescriptorSetLayout>,
    descriptor_pool: vk::DescriptorPool,
    descriptor_sets: Vec<vk::DescriptorSet>,
    shader: vk::ShaderModule,
    pipeline_layout: vk::PipelineLayout,
    pipeline: vk::Pipeline,
    command_pool: vk::CommandPool,
    fence: vk::Fence,
}

impl<'d> Resources<'d> {
    fn new(owner: &'d Device) -> Self {
        Self {
            owner,
            buffers: Vec::new(),
            set_layouts: Vec::new(),
            descriptor_pool: vk::DescriptorPool::null(),
            descriptor_sets: Vec::new(),
            shader: vk::ShaderModule::null(),
            pipeline_layout: vk::PipelineLayout::null(),
            pipeline: vk::Pipeline::null(),
            command_pool: vk::CommandPool::null(),
            fence: vk::Fence::null(),
        }
    }

    /// Makes a buffer in memory that both sides see, and fills it.
    fn add_buffer(&mut self, source: &Buffer) -> Result<(), RunError> {
        let device = &self.owner.logical;
        let info = vk::BufferCreateInfo::default().size(source.data.len() as u64).usage(BUFFER_USAGE);
        // SAFETY: in this and the blocks below, the device is live, the infos outlive their calls, and each handle was
        // made by this device; the buffer is entered in `self` at once, so that it is destroyed in any case.
        let (index, requirements) = unsafe {
            let buffer = device.create_buffer(&info, None).doing("make a buffer")?;
            self.buffers.push(DeviceBuffer { buffer, memory: vk::DeviceMemory::null(), view: vk::BufferView::null() });
            (self.buffers.len() - 1, device.get_buffer_memory_requirements(buffer))
        };
        let made = &mut self.buffers[index];
        let allocation = vk::MemoryAllocateInfo::default()
            .allocation_size(requirements.size)
            .memory_type_index(self.owner.host_memory_type(requirements.memory_type_bits)?);
        // SAFETY: the memory is mapped while it is written, is at least as long as the data, and is not in use.
        unsafe {
            made.memory = device.allocate_memory(&allocation, None).doing("allocate memory")?;
            device.bind_buffer_memory(made.buffer, made.memory, 0).doing("bind memory")?;
            let mapped = self.owner.map(made.memory)?;
            ptr::copy_nonoverlapping(source.data.as_ptr(), mapped.cast(), source.data.len());
            device.unmap_memory(made.memory);
        }
        if let Some(format) = view_format(source.kind) {
            let info = vk::BufferViewCreateInfo::default().buffer(made.buffer).format(format).range(vk::WHOLE_SIZE);
            // SAFETY: the buffer is bound to memory and may be used for texel views.
            made.view = unsafe { device.create_buffer_view(&info, None) }.doing("make a buffer view")?;
        }
        Ok(())
    }

    /// Makes the sets' layouts (empty ones for numbers not used) and the sets, and points them to the buffers.
    fn make_descriptor_sets(&mut self, sources: &[Buffer]) -> Result<(), RunError> {
        let device = &self.owner.logical;
        let set_count = sources.iter().map(|source| source.place.set + 1).max().unwrap_or(0);
        for set in 0..set_count {
            let bindings: Vec<_> = sources
                .iter()
                .filter(|source| source.place.set == set)
                .map(|source| {
                    vk::DescriptorSetLayoutBinding::default()
                        .binding(source.place.binding)
                        .descriptor_type(descriptor_type(source.kind))
                        .descriptor_count(1)
                        .stage_flags(vk::ShaderStageFlags::COMPUTE)
                })
                .collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            // SAFETY: the info outlives the call.
            let layout = unsafe { device.create_descriptor_set_layout(&info, None) }.doing("make a set layout")?;
            self.set_layouts.push(layout);
        }
        if sources.is_empty() {
            return Ok(());
        }
        let sizes: Vec<_> = sources
            .iter()
            .map(|source| vk::DescriptorPoolSize::default().ty(descriptor_type(source.kind)).descriptor_count(1))
            .collect();
        let pool = vk::DescriptorPoolCreateInfo::default().max_sets(set_count).pool_sizes(&sizes);
        // SAFETY: the infos outlive their calls; the pool has room for exactly these sets.
        unsafe {
            self.descriptor_pool = device.create_descriptor_pool(&pool, None).doing("make a descriptor pool")?;
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(self.descriptor_pool)
                .set_layouts(&self.set_layouts);
            self.descriptor_sets = device.allocate_descriptor_sets(&info).doing("allocate descriptor sets")?;
        }
        for (source, made) in sources.iter().zip(&self.buffers) {
            let range = [vk::DescriptorBufferInfo::default().buffer(made.buffer).range(vk::WHOLE_SIZE)];
            let view = [made.view];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(self.descriptor_sets[source.place.set as usize])
                .dst_binding(source.place.binding)
                .descriptor_type(descriptor_type(source.kind));
            let write = match source.kind {
                BufferKind::Constant | BufferKind::Storage => write.buffer_info(&range),
                BufferKind::TypedRead(_) | BufferKind::TypedReadWrite(_) => write.texel_buffer_view(&view),
            };
            // SAFETY: the set has this binding with this type; buffer and view live as long as the set.
            unsafe { device.update_descriptor_sets(&[write], &[]) };
        }
        Ok(())
    }

    fn make_pipeline(&mut self, words: &[u32], entry: &CStr) -> Result<(), RunError> {
        let device = &self.owner.logical;
        let shader = vk::ShaderModuleCreateInfo::default().code(words);
        let layout = vk::PipelineLayoutCreateInfo::default().set_layouts(&self.set_layouts);
        // SAFETY: the infos outlive their calls; that the module is valid is the caller's part.
        unsafe {
            self.shader = device.create_shader_module(&shader, None).doing("make a shader module")?;
            self.pipeline_layout = device.create_pipeline_layout(&layout, None).doing("make a pipeline layout")?;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(self.shader)
                .name(entry);
            let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(self.pipeline_layout);
            self.pipeline = device
                .create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
                .map(|pipelines| pipelines[0])
                .map_err(|(_, result)| result)
                .doing("make a pipeline")?;
        }
        Ok(())
    }

    /// Records the dispatch, submits it and waits for its end.
    fn execute(&mut self, dispatch: [u32; 3]) -> Result<(), RunError> {
        let device = &self.owner.logical;
        let pool = vk::CommandPoolCreateInfo::default().queue_family_index(self.owner.queue_family);
        let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let to_host = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE)
            .dst_access_mask(vk::AccessFlags::HOST_READ);
        // SAFETY: all handles are of this device and stay until the fence says that the work is done; the infos
        // outlive their calls; the queue is used from this thread alone, for a `Device` is not shared.
        unsafe {
            self.command_pool = device.create_command_pool(&pool, None).doing("make a command pool")?;
            let info = vk::CommandBufferAllocateInfo::default().command_pool(self.command_pool).command_buffer_count(1);
            let commands = device.allocate_command_buffers(&info).doing("allocate commands")?;
            let recording = commands[0];
            device.begin_command_buffer(recording, &begin).doing("begin commands")?;
            device.cmd_bind_pipeline(recording, vk::PipelineBindPoint::COMPUTE, self.pipeline);
            if !self.descriptor_sets.is_empty() {
                let point = vk::PipelineBindPoint::COMPUTE;
                let sets = &self.descriptor_sets;
                device.cmd_bind_descriptor_sets(recording, point, self.pipeline_layout, 0, sets, &[]);
            }
            device.cmd_dispatch(recording, dispatch[0], dispatch[1], dispatch[2]);
            device.cmd_pipeline_barrier(
                recording,
                vk::PipelineStageFlags::COMPUTE_SHADER,
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

    fn read_back(&self, sources: &[Buffer]) -> Result<Vec<Vec<u8>>, RunError> {
        let read = |(source, made): (&Buffer, &DeviceBuffer)| {
            let mut data = vec![0_u8; source.data.len()];
            // SAFETY: the work is done, the memory is coherent, mapped while it is read, and as long as the data.
            unsafe {
                let mapped = self.owner.map(made.memory)?;
                ptr::copy_nonoverlapping(mapped.cast::<u8>(), data.as_mut_ptr(), data.len());
                self.owner.logical.unmap_memory(made.memory);
            }
            Ok(data)
        };
        sources.iter().zip(&self.buffers).map(read).collect()
    }
}

impl Device {
    /// A memory type, among those allowed, that the host sees without flushing.
    fn host_memory_type(&self, allowed: u32) -> Result<u32, RunError> {
        self.memory_type(allowed, vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT)
    }

    /// A memory type, among those allowed, with these properties.
    fn memory_type(&self, allowed: u32, wanted: vk::MemoryPropertyFlags) -> Result<u32, RunError> {
        self.memory
            .memory_types_as_slice()
            .iter()
            .enumerate()
            .position(|(index, kind)| allowed & (1 << index) != 0 && kind.property_flags.contains(wanted))
            .map(|index| index as u32)
            .ok_or(vk::Result::ERROR_OUT_OF_DEVICE_MEMORY)
            .doing("find memory that the host sees")
    }

    /// # Safety
    /// The memory must be of this device, visible to the host, and not mapped.
    unsafe fn map(&self, memory: vk::DeviceMemory) -> Result<*mut c_void, RunError> {
        // SAFETY: by the caller's promise.
        unsafe { self.logical.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty()) }.doing("map memory")
    }
}

impl Drop for Resources<'_> {
    fn drop(&mut self) {
        let device = &self.owner.logical;
        // SAFETY: the device is done with them (the fence was waited for, or nothing was submitted); each handle is
        // destroyed once, users before what they use; null handles are ignored.
        unsafe {
            device.destroy_fence(self.fence, None);
            device.destroy_command_pool(self.command_pool, None);
            device.destroy_pipeline(self.pipeline, None);
            device.destroy_pipeline_layout(self.pipeline_layout, None);
            device.destroy_shader_module(self.shader, None);
            device.destroy_descriptor_pool(self.descriptor_pool, None);
            for layout in &self.set_layouts {
                device.destroy_descriptor_set_layout(*layout, None);
            }
            for made in &self.buffers {
                device.destroy_buffer_view(made.view, None);
                device.destroy_buffer(made.buffer, None);
                device.free_memory(made.memory, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(without_vulkan, ignore = "needs a Vulkan device")]
    fn what_is_no_module_is_rejected() {
        let device = Device::for_test();
        assert_eq!(device.run(&[1, 2, 3], "main", [1; 3], &[]), Err(RunError::NotSpirv));
        assert_eq!(device.run(&[0; 20], "main", [1; 3], &[]), Err(RunError::NotSpirv));
    }

    #[test]
    #[cfg_attr(without_vulkan, ignore = "needs a Vulkan device")]
    fn an_entry_point_with_a_zero_in_its_name_is_rejected() {
        let device = Device::for_test();
        let magic = SPIRV_MAGIC.to_le_bytes();
        assert_eq!(device.run(&magic, "ma\0in", [1; 3], &[]), Err(RunError::NotSpirv));
    }
}
