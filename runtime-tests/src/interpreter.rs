//! Provides the interpreter as a device of the offload-test-suite: compute shaders of DXContainers, as Direct3D would
//! run them.
//!
//! Input: a [`Pipeline`] and the container of its shader. Output: the same pipeline with what the shader left in its buffers. Each
//! block of a buffer is a piece of memory; a resource is a view of it at its register and its place in the heap. Parameters of
//! the root signature that no set has are found in the container.

use std::collections::BTreeSet;

use dxil::container::{Container, FourCc};
use dxil::shader::ResourceClass;
use hlslc_interp::{
    Address, Binding, BufferView, Comparison, Counter, Format, FormatKind, Machine, MemoryId, Options, Program,
    Sampler, TextureView, View, ViewId,
};
use hlslc_rootsig::{Element, RootSignature, binary};

use crate::offload::pipeline::{self, Buffer, Filter, Kind, Pipeline, PipelineKind, Resource, RootKind};
use crate::offload::{Device, Rejection};

/// The interpreter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interpreter;

/// The highest shader model whose operations it has.
const LAST_MODEL: u32 = 8;

impl Device for Interpreter {
    fn name(&self) -> String {
        "the DXIL interpreter".to_owned()
    }

    fn features(&self) -> BTreeSet<String> {
        let named = [
            "DirectX",
            "Int16",
            "Half",
            "Double",
            "Int64",
            "Int64GroupSharedAtomics",
            "Int64TypedResourceAtomics",
            "DerivativesInCompute",
        ];
        let waves = [4, 8, 16, 32, 64, 128].map(|size| format!("WaveSize_{size}"));
        let models = (0..=LAST_MODEL).map(|minor| format!("SM_6_{minor}"));
        named.into_iter().map(str::to_owned).chain(waves).chain(models).collect()
    }

    fn options(&self) -> &'static [&'static str] {
        &[]
    }

    fn execute(&self, shaders: &[Vec<u8>], pipeline: &mut Pipeline) -> Result<(), Rejection> {
        let failed = |error: &dyn std::fmt::Display| Rejection::Failed(error.to_string());
        if pipeline.kind().map_err(Rejection::Failed)? != PipelineKind::Compute || pipeline.has_acceleration_structures
        {
            return Err(Rejection::Lacking("only compute shaders without rays are interpreted".to_owned()));
        }
        let container = shaders.first().ok_or_else(|| Rejection::Failed("there is no shader".to_owned()))?;
        let program = Program::decode_flushing(container).map_err(|error| match error {
            hlslc_interp::DecodeError::Unsupported(_) => Rejection::Lacking(error.to_string()),
            other => failed(&other),
        })?;
        let mut bench = Bench::new(pipeline);
        for resource in pipeline.sets.iter().flatten() {
            bench.place(pipeline, resource)?;
        }
        bench.bind_root_parameters(pipeline, container)?;
        let outcome = program.dispatch(&mut bench.machine, pipeline.groups, &Options::default());
        outcome.map_err(|error| failed(&error))?;
        bench.read_back(pipeline);
        Ok(())
    }
}

/// A machine and where the blocks of each buffer lie in it.
struct Bench {
    machine: Machine,
    blocks: Vec<Vec<MemoryId>>,
    counters: Vec<Vec<MemoryId>>,
}

impl Bench {
    fn new(pipeline: &Pipeline) -> Self {
        let mut machine = Machine::default();
        let mut blocks = Vec::new();
        for buffer in &pipeline.buffers {
            blocks.push(buffer.data.iter().map(|block| machine.add_memory(block.clone())).collect());
        }
        Self { machine, blocks, counters: vec![Vec::new(); pipeline.buffers.len()] }
    }

    /// Puts a resource at its registers and into the heap.
    fn place(&mut self, pipeline: &Pipeline, resource: &Resource) -> Result<(), Rejection> {
        let lacking = |what: &str| Err(Rejection::Lacking(what.to_owned()));
        if resource.is_reserved || resource.tiles_mapped.is_some() {
            return lacking("textures mapped in tiles are not interpreted");
        }
        if resource.kind == Kind::AccelerationStructure {
            return lacking("rays are not interpreted");
        }
        let Some(class) = resource.kind.class() else {
            return lacking("Direct3D has no textures with their samplers");
        };
        for (at, view) in (0..).zip(self.views(pipeline, resource)?) {
            if let Some(register) = resource.register {
                let (space, register) = (register.space, register.number + at);
                self.machine.bind(Binding { class, space, register, view });
            }
            if let Some(index) = resource.heap_index {
                self.machine.put_in_heap(class == ResourceClass::Sampler, index + at, view);
            }
        }
        Ok(())
    }

    fn views(&mut self, pipeline: &Pipeline, resource: &Resource) -> Result<Vec<ViewId>, Rejection> {
        if resource.kind == Kind::Sampler {
            let sampler = resource.sampler.map(|at| sampler_of(&pipeline.samplers[at])).unwrap_or_default();
            return Ok(vec![self.machine.add_view(View::Sampler(sampler))]);
        }
        let Some(number) = resource.buffer else { return Ok(Vec::new()) };
        let buffer = &pipeline.buffers[number];
        let format = if resource.kind.is_raw() { None } else { Some(format_of(buffer)?) };
        let mut views = Vec::new();
        for memory in self.blocks[number].clone() {
            let bytes = self.machine.memory(memory).len() as u32;
            let view = if resource.kind.is_texture() {
                let picture = buffer.picture;
                View::Texture(TextureView {
                    memory,
                    start: 0,
                    format,
                    size: [picture.width, picture.height, picture.depth.max(1)],
                    layers: 1,
                    levels: picture.levels.max(1),
                    samples: 1,
                })
            } else {
                let counter = resource.has_counter.then(|| self.machine.add_memory(vec![0; 4]));
                self.counters[number].extend(counter);
                let counter = counter.map(|memory| Counter { memory, offset: 0 });
                View::Buffer(BufferView { memory, start: 0, bytes, format, counter })
            };
            views.push(self.machine.add_view(view));
        }
        Ok(views)
    }

    /// Constants and buffers that stand in the root signature itself.
    fn bind_root_parameters(&mut self, pipeline: &Pipeline, container: &[u8]) -> Result<(), Rejection> {
        let named = pipeline.root_parameters.iter().filter(|parameter| parameter.kind != RootKind::DescriptorTable);
        if named.count() == 0 {
            return Ok(());
        }
        let signature = signature_of(container)?;
        let parameters = signature
            .elements
            .iter()
            .filter(|element| matches!(element, Element::Constants(_) | Element::Descriptor(_) | Element::Table(_)));
        for (parameter, element) in pipeline.root_parameters.iter().zip(parameters) {
            let (class, register) = match element {
                Element::Constants(constants) => (ResourceClass::Cbv, constants.register),
                Element::Descriptor(descriptor) => (
                    match descriptor.kind {
                        hlslc_rootsig::DescriptorKind::Cbv => ResourceClass::Cbv,
                        hlslc_rootsig::DescriptorKind::Srv => ResourceClass::Srv,
                        hlslc_rootsig::DescriptorKind::Uav => ResourceClass::Uav,
                    },
                    descriptor.register,
                ),
                _ => continue,
            };
            let Some(number) = parameter.buffer else { continue };
            let [memory] = self.blocks[number][..] else {
                let what = if matches!(element, Element::Constants(_)) { "constant" } else { "descriptor" };
                return Err(Rejection::Failed(format!("Root {what} cannot refer to resource arrays")));
            };
            let view = self.machine.add_buffer(memory);
            let (space, register) = (register.space.value, register.number.value);
            self.machine.bind(Binding { class, space, register, view });
        }
        Ok(())
    }

    fn read_back(&self, pipeline: &mut Pipeline) {
        for ((buffer, blocks), counters) in pipeline.buffers.iter_mut().zip(&self.blocks).zip(&self.counters) {
            for (data, &memory) in buffer.data.iter_mut().zip(blocks) {
                data.clear();
                data.extend_from_slice(self.machine.memory(memory));
            }
            if !counters.is_empty() {
                let count = |&memory: &MemoryId| {
                    let bytes = self.machine.memory(memory);
                    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
                };
                buffer.counters = counters.iter().map(count).collect();
            }
        }
    }
}

fn signature_of(container: &[u8]) -> Result<RootSignature, Rejection> {
    let container = Container::read(container).map_err(|error| Rejection::Failed(error.to_string()))?;
    let missing = || Rejection::Failed("the shader has no root signature for the test's root parameters".to_owned());
    let part = container.part(FourCc::RTS0).ok_or_else(missing)?;
    binary::read(part)
        .map_err(|errors| Rejection::Failed(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))
}

/// The format of a typed resource's elements.
fn format_of(buffer: &Buffer) -> Result<Format, Rejection> {
    use pipeline::Format as Element;
    let (kind, bits) = match buffer.format {
        Element::Hex8 => (FormatKind::Uint, 8),
        Element::Hex16 | Element::UInt16 => (FormatKind::Uint, 16),
        Element::Hex32 | Element::UInt32 | Element::Bool => (FormatKind::Uint, 32),
        Element::Hex64 | Element::UInt64 => (FormatKind::Uint, 64),
        Element::Int16 => (FormatKind::Sint, 16),
        Element::Int32 => (FormatKind::Sint, 32),
        Element::Int64 => (FormatKind::Sint, 64),
        Element::Float16 => (FormatKind::Float, 16),
        Element::Float32 | Element::Depth32 => (FormatKind::Float, 32),
        Element::Float64 => (FormatKind::Float, 64),
    };
    match buffer.channels {
        components @ 1..=4 => Ok(Format { kind, bits, components: components as u8 }),
        other => Err(Rejection::Failed(format!("an element of `{}` has {other} components", buffer.name))),
    }
}

fn sampler_of(sampler: &pipeline::Sampler) -> Sampler {
    let address = match sampler.address {
        pipeline::Address::Clamp => Address::Clamp,
        pipeline::Address::Repeat => Address::Wrap,
        pipeline::Address::Mirror => Address::Mirror,
        pipeline::Address::Border => Address::Border,
        pipeline::Address::MirrorOnce => Address::MirrorOnce,
    };
    Sampler {
        linear: [sampler.smaller == Filter::Linear, sampler.larger == Filter::Linear, false],
        address: [address; 3],
        border: [0.0; 4],
        comparison: match sampler.comparison {
            pipeline::Comparison::Never => Comparison::Never,
            pipeline::Comparison::Less => Comparison::Less,
            pipeline::Comparison::Equal => Comparison::Equal,
            pipeline::Comparison::LessEqual => Comparison::LessEqual,
            pipeline::Comparison::Greater => Comparison::Greater,
            pipeline::Comparison::NotEqual => Comparison::NotEqual,
            pipeline::Comparison::GreaterEqual => Comparison::GreaterEqual,
            pipeline::Comparison::Always => Comparison::Always,
        },
        min_lod: sampler.min_lod,
        max_lod: sampler.max_lod,
        bias: sampler.bias,
    }
}
