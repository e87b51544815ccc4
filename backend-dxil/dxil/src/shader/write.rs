//! Writes the `dx.*` metadata of a module.

use crate::bytestr::ByteStr;
use crate::metadata::MdId;
use crate::module::Module;
use crate::signature::SignatureElement;
use crate::target::{ShaderKind, Version};
use crate::validator::ValidatorVersion;

use super::{
    Element, EntryPoint, Resource, ResourceDetail, Resources, Shader, StageProperties, WaveSize, element_tag,
    entry_tag, names, node, resource_tag,
};

/// The first DXIL version where a wave size is a range.
const WAVE_SIZE_RANGES: Version = Version::new(1, 8);

/// The extent of the metadata.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// All of it.
    All,
    /// The metadata of a program that runs: no names of resources unless a linker needs them, no annotations.
    Program,
}

impl Shader {
    /// Writes the metadata into a module that has none of it yet.
    pub fn write(&self, module: &mut Module) {
        self.write_as(module, Detail::All, self.validator);
    }

    /// Writes the metadata as [`Self::write`] does, without what only reflection asks for.
    pub fn write_program(&self, module: &mut Module) {
        self.write_as(module, Detail::Program, self.validator);
    }

    /// Writes the metadata as [`Self::write`] does, for a module that is not to be validated and has all that any version brought.
    pub fn write_reflection(&self, module: &mut Module) {
        self.write_as(module, Detail::All, ValidatorVersion::NONE);
    }

    fn write_as(&self, module: &mut Module, detail: Detail, validator: ValidatorVersion) {
        let is_library = self.shader_model.kind == ShaderKind::Library;
        module.version = self.dxil_version;
        if let Some(producer) = &self.producer {
            let text = module.metadata.string(producer.clone());
            let node = module.metadata.tuple(&[text]);
            module.add_named_metadata(names::IDENT, node);
        }
        for (name, version) in [(names::VERSION, self.dxil_version), (names::VALIDATOR, validator.0)] {
            let numbers = [version.major, version.minor].map(|number| module.md_u32(u32::from(number)));
            let node = module.metadata.tuple(&numbers);
            module.add_named_metadata(name, node);
        }
        let model = self.shader_model;
        let kind = module.metadata.string(model.kind.prefix());
        let [major, minor] = [model.version.major, model.version.minor].map(|n| module.md_u32(u32::from(n)));
        let node = module.metadata.tuple(&[kind, major, minor]);
        module.add_named_metadata(names::SHADER_MODEL, node);

        let named = is_library || detail == Detail::All;
        let resources = write_resources(module, &self.resources, validator, named);
        if let Some(node) = resources {
            module.add_named_metadata(names::RESOURCES, node);
        }
        match detail {
            Detail::All => self.annotations.write(module, validator),
            Detail::Program if !validator.drops_function_annotations() || is_library && !module.has_native_16bit() => {
                self.annotations.write_functions(module, validator);
            }
            Detail::Program => {}
        }
        write_matrix_types(module);
        let words = self.dependencies.as_ref().map(|state| state.to_words(Self::dependency_layout(model.kind)));
        // A state of zeros only is left out, as DXC does: its disassembler cannot read one.
        let words = words.filter(|words| validator.states_dependencies() && words.iter().any(|&word| word != 0));
        if let Some(words) = words {
            let node = write_words(module, &words);
            module.add_named_metadata(names::VIEW_ID_STATE, node);
        }
        for (index, entry) in self.entries.iter().enumerate() {
            let resources = resources.filter(|_| index == 0);
            let node = self.write_entry(module, entry, resources, validator);
            module.add_named_metadata(names::ENTRY_POINTS, node);
        }
    }

    fn write_entry(
        &self,
        module: &mut Module,
        entry: &EntryPoint,
        resources: Option<MdId>,
        validator: ValidatorVersion,
    ) -> MdId {
        let function = entry.function.map(|function| {
            let address = module.function_address(function);
            module.metadata.value(address)
        });
        let name = module.metadata.string(entry.name.clone());
        let signatures =
            [&entry.inputs, &entry.outputs, &entry.patch].map(|elements| write_signature(module, elements, validator));
        let signatures = signatures.iter().any(Option::is_some).then(|| module.metadata.node(&signatures));
        let properties = self.write_properties(module, entry);
        module.metadata.node(&[function, Some(name), signatures, resources, properties])
    }

    fn write_properties(&self, module: &mut Module, entry: &EntryPoint) -> Option<MdId> {
        let mut tags = Tags::default();
        if !entry.flags.is_empty() {
            tags.push(module, entry_tag::FLAGS, |module| module.md_i64(entry.flags.bits().cast_signed()));
        }
        if self.is_library() && entry.kind != ShaderKind::Library {
            tags.push(module, entry_tag::SHADER_KIND, |module| module.md_u32(entry.kind as u32));
        }
        match &entry.stage {
            StageProperties::None => {}
            StageProperties::Geometry { input_primitive, max_vertex_count, stream_mask, topology, instance_count } => {
                let fields = [*input_primitive, *max_vertex_count, *stream_mask, *topology, *instance_count];
                tags.push(module, entry_tag::GEOMETRY, |module| numbers(module, &fields));
            }
            StageProperties::Domain { domain, input_points } => {
                tags.push(module, entry_tag::DOMAIN, |module| numbers(module, &[*domain as u32, *input_points]));
            }
            StageProperties::Hull {
                patch_function,
                input_points,
                output_points,
                domain,
                partitioning,
                output_primitive,
                max_tess_factor,
            } => tags.push(module, entry_tag::HULL, |module| {
                let function = module.function_address(*patch_function);
                let factor = module.float_const(f32::from_bits(*max_tess_factor));
                let mut fields = vec![module.metadata.value(function)];
                let integers = [*input_points, *output_points, *domain as u32, *partitioning, *output_primitive];
                fields.extend(integers.map(|number| module.md_u32(number)));
                fields.push(module.metadata.value(factor));
                module.metadata.tuple(&fields)
            }),
            StageProperties::Compute { num_threads, wave_size } => {
                tags.push(module, entry_tag::NUM_THREADS, |module| numbers(module, num_threads));
                if let Some(size) = *wave_size {
                    write_wave_size(module, &mut tags, size);
                }
            }
            StageProperties::Mesh { num_threads, max_vertices, max_primitives, topology, payload_bytes } => {
                tags.push(module, entry_tag::MESH, |module| {
                    let mut fields = vec![numbers(module, num_threads)];
                    let integers = [*max_vertices, *max_primitives, *topology, *payload_bytes];
                    fields.extend(integers.map(|number| module.md_u32(number)));
                    module.metadata.tuple(&fields)
                });
            }
            StageProperties::Amplification { num_threads, payload_bytes } => {
                tags.push(module, entry_tag::AMPLIFICATION, |module| {
                    let fields = [numbers(module, num_threads), module.md_u32(*payload_bytes)];
                    module.metadata.tuple(&fields)
                });
            }
            StageProperties::Node(properties) => {
                node::write(module, &mut tags, properties);
                if let Some(num_threads) = properties.num_threads {
                    tags.push(module, entry_tag::NUM_THREADS, |module| numbers(module, &num_threads));
                }
            }
            StageProperties::RayTracing { payload_bytes, attribute_bytes } => {
                for (tag, bytes) in
                    [(entry_tag::PAYLOAD_BYTES, payload_bytes), (entry_tag::ATTRIBUTE_BYTES, attribute_bytes)]
                {
                    if let Some(bytes) = bytes {
                        tags.push(module, tag, |module| module.md_u32(*bytes));
                    }
                }
            }
        }
        if let Some(bytes) = entry.group_memory_limit {
            tags.push(module, entry_tag::GROUP_MEMORY, |module| module.md_u32(bytes));
        }
        if let Some(space) = entry.auto_space {
            tags.push(module, entry_tag::AUTO_SPACE, |module| numbers(module, &[space]));
        }
        if !entry.root_signature.is_empty() && self.validator.states_root_signatures() {
            tags.push(module, entry_tag::ROOT_SIGNATURE, |module| write_bytes(module, &entry.root_signature));
        }
        tags.node(module)
    }
}

/// Writes the properties of the types of matrices that the module has.
fn write_matrix_types(module: &mut Module) {
    let matrices: Vec<_> =
        module.types.iter().filter_map(|(ty, _)| Some((ty, module.matrix_properties(ty)?))).collect();
    for (ty, properties) in matrices {
        let undefined = module.undef(ty);
        let mut fields = vec![module.metadata.value(undefined)];
        fields.extend(properties.map(|number| module.md_u32(number)));
        let node = module.metadata.tuple(&fields);
        module.add_named_metadata(names::TARGET_TYPES, node);
    }
}

/// Appends the lanes of a wave, in the form of the module's DXIL version.
pub(super) fn write_wave_size(module: &mut Module, tags: &mut Tags, size: WaveSize) {
    if module.version >= WAVE_SIZE_RANGES {
        let fields = [size.min, size.max, size.preferred];
        tags.push(module, entry_tag::WAVE_SIZE_RANGE, |module| numbers(module, &fields));
    } else {
        tags.push(module, entry_tag::WAVE_SIZE, |module| numbers(module, &[size.min]));
    }
}

fn write_signature(module: &mut Module, elements: &[SignatureElement], validator: ValidatorVersion) -> Option<MdId> {
    let nodes: Vec<_> =
        elements.iter().enumerate().map(|(id, element)| write_element(module, id as u32, element, validator)).collect();
    (!nodes.is_empty()).then(|| module.metadata.tuple(&nodes))
}

fn write_element(module: &mut Module, id: u32, element: &SignatureElement, validator: ValidatorVersion) -> MdId {
    let mut tags = Tags::default();
    if element.stream != 0 {
        tags.push(module, element_tag::STREAM, |module| module.md_u32(u32::from(element.stream)));
    }
    if element.dynamic_mask != 0 {
        tags.push(module, element_tag::DYNAMIC_MASK, |module| module.md_u32(u32::from(element.dynamic_mask)));
    }
    if element.usage_mask != 0 && validator.states_component_use() {
        tags.push(module, element_tag::USAGE_MASK, |module| module.md_u32(u32::from(element.usage_mask)));
    }
    let tags = tags.node(module);
    let indices: Vec<_> = element.indices.iter().map(|&index| module.md_u32(index)).collect();
    let (row, column) = match element.location {
        Some(location) => (location.row.cast_signed(), location.column.cast_signed()),
        None => (-1, -1),
    };
    let fields = [
        Some(module.md_u32(id)),
        Some(module.metadata.string(element.name.as_str())),
        Some(module.md_i8(element.component as i8)),
        Some(module.md_i8(element.semantic as i8)),
        Some(module.metadata.tuple(&indices)),
        Some(module.md_i8(element.interpolation as i8)),
        Some(module.md_u32(element.rows)),
        Some(module.md_i8(element.columns.cast_signed())),
        Some(module.md_i32(row)),
        Some(module.md_i8(column)),
        tags,
    ];
    module.metadata.node(&fields)
}

/// A flat list of tags and values.
#[derive(Default)]
pub(super) struct Tags(Vec<MdId>);

impl Tags {
    pub(super) fn push(&mut self, module: &mut Module, tag: u32, value: impl FnOnce(&mut Module) -> MdId) {
        let tag = module.md_u32(tag);
        let value = value(module);
        self.0.extend([tag, value]);
    }

    /// The list.
    pub(super) fn list(&self, module: &mut Module) -> MdId {
        module.metadata.tuple(&self.0)
    }

    /// The list; none if it is empty.
    pub(super) fn node(&self, module: &mut Module) -> Option<MdId> {
        (!self.0.is_empty()).then(|| module.metadata.tuple(&self.0))
    }
}

/// A tuple of `i32`.
pub(super) fn numbers(module: &mut Module, values: &[u32]) -> MdId {
    let values: Vec<_> = values.iter().map(|&value| module.md_u32(value)).collect();
    module.metadata.tuple(&values)
}

/// A tuple of one array of `i32`.
fn write_bytes(module: &mut Module, bytes: &[u8]) -> MdId {
    let i8 = module.types.int(8);
    let ty = module.types.array(i8, bytes.len() as u64);
    let parts: Vec<_> = bytes.iter().map(|&byte| module.i8_const(byte.cast_signed())).collect();
    let array = module.aggregate(ty, &parts);
    let value = module.metadata.value(array);
    module.metadata.tuple(&[value])
}

fn write_words(module: &mut Module, words: &[u32]) -> MdId {
    let i32 = module.types.i32();
    let ty = module.types.array(i32, words.len() as u64);
    let parts: Vec<_> = words.iter().map(|&word| module.u32_const(word)).collect();
    let array = module.aggregate(ty, &parts);
    let value = module.metadata.value(array);
    module.metadata.tuple(&[value])
}

fn write_resources(
    module: &mut Module,
    resources: &Resources,
    validator: ValidatorVersion,
    named: bool,
) -> Option<MdId> {
    if resources.is_empty() {
        return None;
    }
    let classes = resources.classes().map(|class| {
        let nodes: Vec<_> = class
            .iter()
            .enumerate()
            .map(|(id, resource)| write_resource(module, id as u32, resource, validator, named))
            .collect();
        (!nodes.is_empty()).then(|| module.metadata.tuple(&nodes))
    });
    Some(module.metadata.node(&classes))
}

fn write_resource(module: &mut Module, id: u32, resource: &Resource, validator: ValidatorVersion, named: bool) -> MdId {
    let name = if named { resource.name.clone() } else { ByteStr::default() };
    let mut fields = vec![
        Some(module.md_u32(id)),
        Some(module.metadata.value(resource.variable)),
        Some(module.metadata.string(name)),
        Some(module.md_u32(resource.space)),
        Some(module.md_u32(resource.lower_bound)),
        Some(module.md_u32(resource.range_size)),
    ];
    match resource.detail {
        ResourceDetail::Srv { kind, sample_count, element } => {
            fields.extend([Some(module.md_u32(kind as u32)), Some(module.md_u32(sample_count))]);
            let mut tags = Tags::default();
            write_element_tags(module, &mut tags, element);
            fields.push(tags.node(module));
        }
        ResourceDetail::Uav {
            kind,
            globally_coherent,
            has_counter,
            rasterizer_ordered,
            element,
            atomic64,
            reorder_coherent,
        } => {
            fields.push(Some(module.md_u32(kind as u32)));
            fields.extend([globally_coherent, has_counter, rasterizer_ordered].map(|flag| Some(module.md_i1(flag))));
            let mut tags = Tags::default();
            write_element_tags(module, &mut tags, element);
            if atomic64 && validator.marks_atomic64() {
                tags.push(module, resource_tag::ATOMIC64, |module| module.md_i32(1));
            }
            if reorder_coherent && validator.marks_reorder_coherence() {
                tags.push(module, resource_tag::REORDER_COHERENT, |module| module.md_i1(true));
            }
            fields.push(tags.node(module));
        }
        ResourceDetail::Cbv { size } => fields.extend([Some(module.md_u32(size)), None]),
        ResourceDetail::Sampler { kind } => fields.extend([Some(module.md_u32(kind as u32)), None]),
    }
    module.metadata.node(&fields)
}

fn write_element_tags(module: &mut Module, tags: &mut Tags, element: Element) {
    match element {
        Element::Bytes => {}
        Element::Typed(component) => {
            tags.push(module, resource_tag::COMPONENT_TYPE, |module| module.md_u32(component as u32));
        }
        Element::Struct { stride } => tags.push(module, resource_tag::STRIDE, |module| module.md_u32(stride)),
        Element::Feedback(kind) => tags.push(module, resource_tag::FEEDBACK, |module| module.md_u32(kind as u32)),
    }
}

impl ShaderKind {
    /// Whether shaders of this kind have signatures, and so a state of dependencies.
    pub fn has_signatures(self) -> bool {
        matches!(self, Self::Pixel | Self::Vertex | Self::Geometry | Self::Hull | Self::Domain | Self::Mesh)
    }
}
