//! Runs the SPIR-V module of a compute shader on the inputs on which its DXIL is interpreted.
//!
//! Input: a module of any compiler, a reflection of the container of the same shader, a [`Setting`]. Output: the
//! contents of the writable registers after the run. A variable of a module is the resource of the same name in the
//! container. Sets and bindings are replaced by consecutive ones, so that neither those of the source nor the limits of
//! a device affect the comparison.

use std::collections::{BTreeMap, BTreeSet};

use dxil::reflect::{Binding, Reflection};
use dxil::shader::{ResourceClass, ResourceKind, SamplerKind as DeclaredSampler};
use dxil::signature::ComponentType;
use hlslc_spirv::reflection::{self as spirv, DescriptorType};
use rspirv::spirv::{Capability, Dim};

use super::standing::UNDEFINED;
use crate::agreement::{BYTES, COUNT, Extent, Left, Setting, bytes_of, extent};
use crate::inputs::MOST;
use crate::offload::pipeline::{
    self, Address, Buffer, Comparison, Filter, Format, Kind, Picture, Pipeline, PushConstants, Resource, Sampler,
    SamplerKind, Shader, Shape, Stage,
};
use crate::offload::{Device as _, Rejection};
use crate::vulkan::Device;

/// The prefix of the names of hidden counters, before the name of the buffer.
const COUNTER: &str = "counter.var.";

/// The most bytes of padding after a variable: an access beyond it could crash the process.
pub const MOST_BEYOND: u32 = 1 << 14;

/// The size of push constants on most devices.
const MOST_PUSHED: u32 = 256;

/// The inputs of a run.
pub struct Run<'a> {
    /// The resources that the shader's container declares.
    pub declared: &'a Reflection,
    /// Their contents.
    pub setting: &'a Setting,
    /// Whether the shader has 16-bit types.
    pub is_16bit: bool,
    /// The most bytes by which the shader exceeds its variables.
    pub beyond: u32,
}

impl Run<'_> {
    /// Runs a module. The error is a reason, which starts with [`UNDEFINED`] if the shader has undefined behaviour.
    pub fn on(&self, device: &Device, module: &[u8]) -> Result<Left, String> {
        let &Self { declared, setting, is_16bit, beyond } = self;
        if beyond > MOST_BEYOND {
            return Err(format!("{UNDEFINED}it leaves its arrays"));
        }
        let module = prepared(module, beyond)?;
        let reflection = spirv::reflect(&module).map_err(|error| error.to_string())?;
        if let Some(lacking) = lacking(device, &reflection) {
            return Err(format!("the device has no {lacking}"));
        }
        let mut bench =
            Bench { declared, setting, is_16bit, pipeline: empty(&reflection, setting)?, written: Vec::new() };
        for binding in &reflection.bindings {
            bench.add(binding)?;
        }
        for block in &reflection.push_constants {
            let end = block.offset.saturating_add(block.size);
            if end > MOST_PUSHED {
                return Err(format!("{end} bytes of push constants"));
            }
            let place = bench.named(&block.name).and_then(|binding| Some((binding.space, binding.bind_point?)));
            let data = match place {
                Some((space, register)) => setting.content(ResourceClass::Cbv, space, register, BYTES),
                None => vec![0; end as usize],
            };
            let data = data[..end.next_multiple_of(4) as usize].to_vec();
            bench.pipeline.push_constants.push(PushConstants { stage: Stage::Compute, data });
        }
        let Bench { mut pipeline, written, .. } = bench;
        device.execute(std::slice::from_ref(&module), &mut pipeline).map_err(|rejection| match rejection {
            Rejection::Lacking(why) | Rejection::Failed(why) => why,
        })?;
        let mut left = BTreeMap::new();
        for (&place, range) in setting.ranges().iter().filter(|(_, range)| range.class == ResourceClass::Uav) {
            left.insert(place, setting.content(range.class, place.1, place.2, bytes_of(range)));
        }
        for (buffer, first) in written {
            for (register, data) in (first.2..).zip(&pipeline.buffers[buffer].data) {
                // The contents of a texture are followed by padding that no shader can write.
                if let Some(known) = left.get_mut(&(first.0, first.1, register)) {
                    let length = known.len().min(data.len());
                    known[..length].copy_from_slice(&data[..length]);
                }
            }
        }
        Ok(left.into_iter().map(|(place, bytes)| (place, setting.settled(place, bytes))).collect())
    }
}

/// The capabilities that modules may require, and the extension that provides each.
const NEEDS: [(Capability, &str); 13] = [
    (Capability::ComputeDerivativeGroupQuadsNV, "VK_NV_compute_shader_derivatives"),
    (Capability::ComputeDerivativeGroupLinearNV, "VK_NV_compute_shader_derivatives"),
    (Capability::RayQueryKHR, "VK_KHR_ray_query"),
    (Capability::RayTracingKHR, "VK_KHR_ray_tracing_pipeline"),
    (Capability::Int64ImageEXT, "VK_EXT_shader_image_atomic_int64"),
    (Capability::AtomicFloat32AddEXT, "VK_EXT_shader_atomic_float"),
    (Capability::AtomicFloat32MinMaxEXT, "VK_EXT_shader_atomic_float2"),
    (Capability::ShaderClockKHR, "VK_KHR_shader_clock"),
    (Capability::VulkanMemoryModelDeviceScope, "VK_KHR_vulkan_memory_model"),
    (Capability::RuntimeDescriptorArray, "runtimeDescriptorArray"),
    (Capability::SparseResidency, "sparse residency"),
    (Capability::ImageGatherBiasLodAMD, "VK_AMD_texture_gather_bias_lod"),
    (Capability::FragmentShaderPixelInterlockEXT, "VK_EXT_fragment_shader_interlock"),
];

/// The first required capability that a device lacks.
fn lacking(device: &Device, reflection: &spirv::Reflection) -> Option<&'static str> {
    let features = device.features();
    let is_needed = |capability: &Capability| reflection.capabilities.contains(capability);
    NEEDS.iter().find(|(capability, name)| is_needed(capability) && !features.contains(*name)).map(|row| row.1)
}

/// Creates a pipeline without resources.
fn empty(reflection: &spirv::Reflection, setting: &Setting) -> Result<Pipeline, String> {
    let [entry] = &reflection.entry_points[..] else { return Err("it has several entry points".to_owned()) };
    let shader = Shader { stage: Stage::Compute, entry: entry.name.clone(), constants: Vec::new() };
    Ok(Pipeline {
        shaders: vec![shader],
        buffers: Vec::new(),
        samplers: Vec::new(),
        expectations: Vec::new(),
        sets: vec![Vec::new()],
        root_parameters: Vec::new(),
        drawing: pipeline::Drawing::default(),
        push_constants: Vec::new(),
        groups: setting.groups(),
        vertex_count: None,
        has_acceleration_structures: false,
    })
}

/// A pipeline under construction.
struct Bench<'a> {
    declared: &'a Reflection,
    setting: &'a Setting,
    is_16bit: bool,
    pipeline: Pipeline,
    /// The buffers that are read back, and the first register of each.
    written: Vec<(usize, (u32, u32, u32))>,
}

impl Bench<'_> {
    fn named(&self, name: &str) -> Option<&Binding> {
        let of_name = |binding: &&Binding| binding.name == name && !name.is_empty();
        // The names of resources in structs contain the path.
        let same =
            |binding: &&Binding| binding.name.replace(['.', '[', ']'], "_") == name.replace(['.', '[', ']'], "_");
        let all = &self.declared.bindings;
        all.iter().find(of_name).or_else(|| all.iter().find(same).filter(|_| !name.is_empty()))
    }

    fn add(&mut self, found: &spirv::Binding) -> Result<(), String> {
        use DescriptorType as D;
        let name = &found.name;
        let kind = match found.descriptor_type {
            D::Sampler => Kind::Sampler,
            D::CombinedImageSampler => Kind::SampledTexture2D,
            D::SampledImage => Kind::Texture2D,
            D::StorageImage => Kind::RWTexture2D,
            D::UniformTexelBuffer => Kind::Buffer,
            D::StorageTexelBuffer => Kind::RWBuffer,
            D::UniformBuffer => Kind::ConstantBuffer,
            D::StorageBuffer => Kind::RWStructuredBuffer,
            other => return Err(format!("`{name}` is a {}", other.text())),
        };
        let number = found.binding.ok_or_else(|| format!("`{name}` has no binding"))?;
        let count = found.count.unwrap_or(MOST);
        let declared = self.named(name).cloned();
        let is_counter = name.starts_with(COUNTER);
        let (mut buffer, mut sampler) = (None, None);
        if kind.has_sampler() {
            if count != 1 {
                return Err(format!("`{name}` is an array of samplers"));
            }
            sampler = Some(self.pipeline.samplers.len());
            let compares = declared.as_ref().is_some_and(|known| known.sampler == Some(DeclaredSampler::Comparison));
            self.pipeline.samplers.push(plain_sampler(compares));
        }
        if kind != Kind::Sampler {
            buffer = Some(self.pipeline.buffers.len());
            let made = if is_counter {
                plain_buffer(name, vec![COUNT.to_le_bytes().to_vec(); count as usize])
            } else {
                self.buffer(found, kind, declared.as_ref(), count)?
            };
            if let (Some(known), true, false) = (&declared, kind.is_written(), is_counter)
                && let (ResourceClass::Uav, Some(first)) = (known.class, known.bind_point)
            {
                self.written.push((self.pipeline.buffers.len(), (known.class as u32, known.space, first)));
            }
            self.pipeline.buffers.push(made);
        }
        self.pipeline.sets[0].push(Resource {
            name: name.clone(),
            kind,
            register: None,
            binding: Some(pipeline::Binding { number, counter: None }),
            heap_index: None,
            has_counter: false,
            tiles_mapped: None,
            is_reserved: false,
            buffer,
            sampler,
        });
        Ok(())
    }

    /// Adds the contents of a resource, one buffer for each element of an array.
    fn buffer(
        &self,
        found: &spirv::Binding,
        kind: Kind,
        declared: Option<&Binding>,
        count: u32,
    ) -> Result<Buffer, String> {
        let name = &found.name;
        let place = declared.and_then(|known| Some((known, known.bind_point?)));
        let range =
            place.and_then(|(known, first)| self.setting.ranges().get(&(known.class as u32, known.space, first)));
        let bytes = range.map_or(BYTES, bytes_of);
        let content = |at: u32| match place {
            // Only the first elements of a long array are bound.
            Some((known, first)) if at < MOST => self.setting.content(known.class, known.space, first + at, bytes),
            _ => vec![0; bytes as usize],
        };
        let data: Vec<Vec<u8>> = (0..count).map(content).collect();
        let mut buffer = plain_buffer(name, data);
        if kind.is_raw() {
            return Ok(buffer);
        }
        (buffer.format, buffer.channels) = match declared {
            Some(known) => self.format(known).ok_or_else(|| format!("no format for the elements of `{name}`"))?,
            None => (Format::Float32, 4),
        };
        if kind.is_texture() {
            let image = found.image.as_ref().ok_or_else(|| format!("`{name}` is no image"))?;
            let of_image = shape_of(image);
            let declared = declared.map_or(of_image, |known| of_kind(known.kind));
            let (kind, shape) = declared.or(of_image).ok_or_else(|| format!("`{name}` has several samples"))?;
            let Some(Extent { size: [width, height, depth], layers, levels, .. }) = extent(kind) else {
                return Err(format!("`{name}` is no texture"));
            };
            buffer.picture = Picture { height, width, depth, levels, layers, shape };
            let texels: u32 = (0..levels)
                .map(|level| [width, height, depth].map(|full| (full >> level).max(1)).iter().product::<u32>())
                .sum();
            let bytes = (texels * layers) as usize * buffer.element_size();
            buffer.data.iter_mut().for_each(|data| data.truncate(bytes));
        }
        Ok(buffer)
    }

    /// The format of a resource that the interpreter supports, too.
    fn format(&self, known: &Binding) -> Option<(Format, u32)> {
        use ComponentType as C;
        let components = known.components.unwrap_or(4).clamp(1, 4);
        let small = |short: Format, long: Format| if self.is_16bit { short } else { long };
        let format = match known.component? {
            C::I16 => small(Format::Int16, Format::Int32),
            C::U16 => small(Format::UInt16, Format::UInt32),
            C::F16 => small(Format::Float16, Format::Float32),
            C::I32 => Format::Int32,
            C::U32 => Format::UInt32,
            C::I64 => Format::Int64,
            C::U64 => Format::UInt64,
            C::F32 | C::SNormF16 | C::UNormF16 | C::SNormF32 | C::UNormF32 => Format::Float32,
            C::F64 => Format::Float64,
            _ => return None,
        };
        let is_wide = format.size() == 4 && components == 3;
        Some((format, if is_wide { 4 } else { components }))
    }
}

fn plain_buffer(name: &str, data: Vec<Vec<u8>>) -> Buffer {
    let picture = Picture::default();
    Buffer { name: name.to_owned(), format: Format::Hex32, channels: 1, stride: 0, data, counters: Vec::new(), picture }
}

/// The sampler that the interpreter uses everywhere.
fn plain_sampler(compares: bool) -> Sampler {
    Sampler {
        name: String::new(),
        smaller: Filter::Linear,
        larger: Filter::Linear,
        address: Address::Clamp,
        min_lod: 0.0,
        max_lod: f32::MAX,
        bias: 0.0,
        comparison: Comparison::LessEqual,
        kind: if compares { SamplerKind::SamplerComparison } else { SamplerKind::Sampler },
    }
}

fn of_kind(kind: ResourceKind) -> Option<(ResourceKind, Shape)> {
    let shape = match kind {
        ResourceKind::Texture1D => Shape::Line,
        ResourceKind::Texture1DArray => Shape::LineArray,
        ResourceKind::Texture2D => Shape::Flat,
        ResourceKind::Texture2DArray => Shape::FlatArray,
        ResourceKind::Texture3D => Shape::Block,
        ResourceKind::TextureCube => Shape::Cube,
        ResourceKind::TextureCubeArray => Shape::CubeArray,
        _ => return None,
    };
    Some((kind, shape))
}

fn shape_of(image: &spirv::Image) -> Option<(ResourceKind, Shape)> {
    let kind = match (image.dim, image.arrayed) {
        _ if image.multisampled => return None,
        (Dim::Dim1D, false) => ResourceKind::Texture1D,
        (Dim::Dim1D, true) => ResourceKind::Texture1DArray,
        (Dim::Dim2D, false) => ResourceKind::Texture2D,
        (Dim::Dim2D, true) => ResourceKind::Texture2DArray,
        (Dim::Dim3D, _) => ResourceKind::Texture3D,
        (Dim::DimCube, false) => ResourceKind::TextureCube,
        (Dim::DimCube, true) => ResourceKind::TextureCubeArray,
        _ => return None,
    };
    of_kind(kind)
}

// Constants of SPIR-V: the index of the bound of ids, the header, instructions, decorations, storage classes.
const BOUND: usize = 3;
const HEADER: usize = 5;
const TYPE_BOOL: u32 = 20;
const TYPE_INT: u32 = 21;
const TYPE_FLOAT: u32 = 22;
const TYPE_VECTOR: u32 = 23;
const TYPE_ARRAY: u32 = 28;
const TYPE_STRUCT: u32 = 30;
const TYPE_POINTER: u32 = 32;
const CONSTANT: u32 = 43;
const CONSTANT_NULL: u32 = 46;
const VARIABLE: u32 = 59;
const DECORATE: u32 = 71;
const BINDING: u32 = 33;
const DESCRIPTOR_SET: u32 = 34;
const WORKGROUP: u32 = 4;
const PRIVATE: u32 = 6;
const FUNCTION: u32 = 7;

/// A module that is rewritten.
#[derive(Default)]
struct Prepared {
    words: Vec<u32>,
    /// The new numbers of bindings.
    numbers: BTreeMap<u32, u32>,
    /// The pointee of each pointer type, the element and length of each array type, and the type and value of each
    /// constant.
    pointees: BTreeMap<u32, u32>,
    arrays: BTreeMap<u32, [u32; 2]>,
    constants: BTreeMap<u32, [u32; 2]>,
    /// For each type of pointers to arrays, that of pointers to longer arrays.
    longer: BTreeMap<u32, u32>,
    /// The types of scalars, of vectors of them and of structs of such.
    plain: BTreeSet<u32>,
}

/// Rewrites a module: all its resources are in set 0 at distinct bindings, and group-shared memory is zero at the
/// start, as in the interpreter. Arrays are followed by padding of `beyond` bytes: accesses to it are undefined, but do
/// not affect other variables.
fn prepared(module: &[u8], beyond: u32) -> Result<Vec<u8>, String> {
    let words: Vec<u32> =
        module.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let (header, mut rest) = words.split_at_checked(HEADER).ok_or("it has no header")?;
    let mut made = Prepared { words: header.to_vec(), ..Prepared::default() };
    while let Some(&first) = rest.first() {
        let (inst, after) =
            rest.split_at_checked(((first >> 16) as usize).max(1)).ok_or("an instruction is cut off")?;
        rest = after;
        made.add(inst, beyond)?;
    }
    Ok(made.words.into_iter().flat_map(u32::to_le_bytes).collect())
}

impl Prepared {
    fn add(&mut self, inst: &[u32], beyond: u32) -> Result<(), String> {
        let opcode = inst[0] & 0xffff;
        match (opcode, &inst[1..]) {
            (DECORATE, &[id, BINDING, _]) => {
                let next = self.numbers.len() as u32;
                self.words.extend([inst[0], id, BINDING, *self.numbers.entry(id).or_insert(next)]);
            }
            (DECORATE, &[id, DESCRIPTOR_SET, _]) => self.words.extend([inst[0], id, DESCRIPTOR_SET, 0]),
            (VARIABLE, &[ty, id, WORKGROUP]) if self.pointees.contains_key(&ty) => {
                let ty = match self.longer.get(&ty) {
                    Some(&longer) => longer,
                    None if beyond > 0 && self.has_parts(self.pointees[&ty]) => {
                        return Err(format!("{UNDEFINED}it leaves its arrays"));
                    }
                    None => ty,
                };
                let null = self.make(CONSTANT_NULL, &[], self.pointees[&ty]);
                self.words.extend([5 << 16 | VARIABLE, ty, id, WORKGROUP, null]);
            }
            (VARIABLE, &[ty, id, class @ (PRIVATE | FUNCTION)]) => {
                self.words.extend([inst[0], self.longer.get(&ty).copied().unwrap_or(ty), id, class]);
            }
            (_, operands) => {
                self.words.extend(inst);
                self.note(opcode, operands, beyond);
            }
        }
        Ok(())
    }

    /// Records types, and creates those of longer arrays.
    fn note(&mut self, opcode: u32, operands: &[u32], beyond: u32) {
        match (opcode, operands) {
            (TYPE_BOOL | TYPE_INT | TYPE_FLOAT | TYPE_VECTOR, &[id, ..]) => {
                self.plain.insert(id);
            }
            (TYPE_STRUCT, &[id, ref members @ ..]) if members.iter().all(|member| self.plain.contains(member)) => {
                self.plain.insert(id);
            }
            (CONSTANT, &[ty, id, value]) => {
                self.constants.insert(id, [ty, value]);
            }
            (TYPE_ARRAY, &[id, element, length]) => {
                self.arrays.insert(id, [element, length]);
            }
            (TYPE_POINTER, &[id, class, pointee]) => {
                self.pointees.insert(id, pointee);
                let is_variable = matches!(class, WORKGROUP | PRIVATE | FUNCTION);
                let Some(&[element, length]) = self.arrays.get(&pointee).filter(|_| is_variable && beyond > 0) else {
                    return;
                };
                let Some(&[ty, value]) = self.constants.get(&length) else { return };
                // An element has at least two bytes.
                let length = self.make(CONSTANT, &[value + beyond.div_ceil(2)], ty);
                let array = self.words[BOUND];
                self.words.extend([4 << 16 | TYPE_ARRAY, array, element, length]);
                self.words.extend([4 << 16 | TYPE_POINTER, array + 1, class, array]);
                self.words[BOUND] += 2;
                self.pointees.insert(array + 1, array);
                self.longer.insert(id, array + 1);
            }
            _ => {}
        }
    }

    /// Writes a constant and returns its id.
    fn make(&mut self, opcode: u32, operands: &[u32], ty: u32) -> u32 {
        let id = self.words[BOUND];
        self.words[BOUND] += 1;
        self.words.extend([(operands.len() as u32 + 3) << 16 | opcode, ty, id]);
        self.words.extend(operands);
        id
    }

    /// Whether a type may have elements that an index can exceed.
    fn has_parts(&self, ty: u32) -> bool {
        !self.plain.contains(&ty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_are_given_anew_and_shared_memory_is_zero() {
        let inst = |opcode: u32, operands: &[u32]| {
            let mut words = vec![(operands.len() as u32 + 1) << 16 | opcode];
            words.extend(operands);
            words
        };
        let bytes = |parts: &[Vec<u32>]| parts.concat().iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let head = |bound| vec![0x0723_0203, 0x0001_0500, 0, bound, 0];
        let module = bytes(&[
            head(9),
            inst(DECORATE, &[5, BINDING, 3]),
            inst(DECORATE, &[5, DESCRIPTOR_SET, 7]),
            inst(DECORATE, &[6, BINDING, 3]),
            inst(TYPE_POINTER, &[2, WORKGROUP, 1]),
            inst(VARIABLE, &[2, 8, WORKGROUP]),
        ]);
        let expected = bytes(&[
            head(10),
            inst(DECORATE, &[5, BINDING, 0]),
            inst(DECORATE, &[5, DESCRIPTOR_SET, 0]),
            inst(DECORATE, &[6, BINDING, 1]),
            inst(TYPE_POINTER, &[2, WORKGROUP, 1]),
            inst(CONSTANT_NULL, &[1, 9]),
            inst(VARIABLE, &[2, 8, WORKGROUP, 9]),
        ]);
        assert_eq!(prepared(&module, 0), Ok(expected));
        assert!(prepared(&module[..module.len() - 4], 0).is_err());
        assert!(prepared(b"abc", 0).is_err());
    }

    #[test]
    fn arrays_have_room_behind_them() {
        let inst = |opcode: u32, operands: &[u32]| [&[(operands.len() as u32 + 1) << 16 | opcode], operands].concat();
        let bytes = |parts: &[Vec<u32>]| parts.concat().iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let head = |bound| vec![0x0723_0203, 0x0001_0500, 0, bound, 0];
        let types = [
            inst(TYPE_INT, &[1, 32, 0]),
            inst(CONSTANT, &[1, 2, 4]),
            inst(TYPE_ARRAY, &[3, 1, 2]),
            inst(TYPE_POINTER, &[4, WORKGROUP, 3]),
        ];
        let module = bytes(&[&[head(6)], &types[..], &[inst(VARIABLE, &[4, 5, WORKGROUP])]].concat());
        let longer = [
            inst(CONSTANT, &[1, 6, 4 + 8]),
            inst(TYPE_ARRAY, &[7, 1, 6]),
            inst(TYPE_POINTER, &[8, WORKGROUP, 7]),
            inst(CONSTANT_NULL, &[7, 9]),
            inst(VARIABLE, &[8, 5, WORKGROUP, 9]),
        ];
        assert_eq!(prepared(&module, 16), Ok(bytes(&[&[head(10)], &types[..], &longer[..]].concat())));
        // The place of padding in a struct is unknown.
        let odd = bytes(&[head(4), inst(TYPE_POINTER, &[2, WORKGROUP, 1]), inst(VARIABLE, &[2, 3, WORKGROUP])]);
        assert!(prepared(&odd, 16).is_err());
        assert!(prepared(&odd, 0).is_ok());
    }
}
