//! Reads the `dx.*` metadata of a module.

use std::cell::Cell;
use std::fmt;

use crate::bytestr::ByteStr;
use crate::constants::{ConstId, ConstKind};
use crate::dependencies::Dependencies;
use crate::flags::ShaderFlags;
use crate::metadata::{MdId, Metadata};
use crate::module::{FuncId, Module};
use crate::semantics::{Domain, Interpretation, SemanticKind, SigPoint, semantic_kind};
use crate::signature::{ComponentType, Interpolation, Location, SignatureElement};
use crate::target::{ShaderKind, ShaderModel, Version};
use crate::validator::ValidatorVersion;
use hlslc_semantics::MAX_ROWS;

use super::annotations;
use super::{
    Element, EntryPoint, FeedbackKind, Resource, ResourceClass, ResourceDetail, ResourceKind, Resources, SamplerKind,
    Shader, StageProperties, TypeAnnotations, WaveSize, element_tag, entry_tag, names, node, resource_tag,
};

macro_rules! metadata_rules {
    ($($variant:ident = $rule:literal $text:literal;)*) => {
        /// A rule that metadata can break before anything else can be said of it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum MetadataRule {
            $(#[doc = $text] $variant,)*
        }

        impl MetadataRule {
            /// Every rule.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name of the validator's rule; empty where it has none.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $rule,)* }
            }

            /// The message if it is broken, without the place.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

metadata_rules! {
    WellFormed = "META.WELLFORMED" "malformed metadata";
    Annotation = "" "Metadata error encountered in non-critical metadata: an annotation cannot be read";
    Producer = "BITCODE.VALID" "the name of the compiler is no string";
    Dense = "META.DENSERESIDS" "the numbers of a class of resources are not 0, 1, 2 and so on";
    ResourceComponent = "SM.INVALIDRESOURCECOMPTYPE" "the elements of a resource have a type that is not known";
    FeedbackKind = "SM.INVALIDSAMPLERFEEDBACKTYPE" "the kind of sampler feedback is not known";
    ResourceKind = "SM.INVALIDRESOURCEKIND" "the kind of a resource is not known";
    Domain = "SM.VALIDDOMAIN" "the domain of a patch is none";
    WaveSizeTwice = "SM.WAVESIZETAGDUPLICATE" "the wave size is stated twice";
    WaveSizeConstant = "SM.WAVESIZENEEDSCONSTANTOPERANDS" "a wave size is no constant";
    WaveSizeOne = "SM.WAVESIZEEXPECTSONEPARAM" "a wave size is one number";
    WaveSizeThree = "SM.WAVESIZERANGEEXPECTSTHREEPARAMS" "a range of wave sizes is three numbers";
    Semantic = "SM.SEMANTIC" "the kind of system value is not known";
    SignatureComponent = "META.SIGNATURECOMPTYPE" "the component type of a signature element is not known";
    Interpolation = "META.INTERPMODEVALID" "the interpolation of a signature element is not known";
    SignatureRange = "META.SIGNATUREOUTOFRANGE" "a signature element takes registers that are not there";
}

/// Metadata that is not of the form DXIL asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetadataError {
    /// The malformed part.
    pub what: &'static str,
    /// The rule that it breaks.
    pub rule: MetadataRule,
}

impl MetadataError {
    /// Metadata of another form than DXIL's.
    pub(crate) fn new(what: &'static str) -> Self {
        Self { what, rule: MetadataRule::WellFormed }
    }

    /// Metadata that only annotates, and cannot be read.
    fn annotation() -> Self {
        Self { what: "", rule: MetadataRule::Annotation }
    }

    /// The same, which breaks another rule.
    pub(super) fn under(self, rule: MetadataRule) -> Self {
        Self { rule, ..self }
    }
}

impl fmt::Display for MetadataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule.text())?;
        if self.what.is_empty() { Ok(()) } else { write!(f, ": {}", self.what) }
    }
}

impl std::error::Error for MetadataError {}

pub(super) type Read<T> = Result<T, MetadataError>;

/// How much may be read: a multiple of what the module holds.
///
/// Entries are stored once and referred to from many places, and each place reads all of it. No module comes near the bound,
/// but one that is made up could ask for the square of its size.
pub(super) struct Room {
    left: Cell<usize>,
    /// Whether there was something that nothing is known of.
    has_unknown: Cell<bool>,
}

impl Room {
    /// The minimum budget, and its multiple of the module's size.
    const LEAST: usize = 1 << 16;
    const TIMES: usize = 64;

    pub(super) fn of(module: &Module) -> Self {
        let sizes = module.metadata.iter().map(|(_, entry)| match entry {
            Metadata::String(text) => text.len(),
            Metadata::Node { operands, .. } => operands.len(),
            Metadata::Value(_) | Metadata::Debug(_) => 1,
        });
        let left = sizes.sum::<usize>().saturating_mul(Self::TIMES).saturating_add(Self::LEAST);
        Self { left: Cell::new(left), has_unknown: Cell::new(false) }
    }

    fn draw(&self, size: usize) -> Read<()> {
        let left = self.left.get().checked_sub(size);
        self.left.set(left.ok_or(MetadataError::new("it is referred to more often than in any module"))?);
        Ok(())
    }
}

/// A tuple that is being read.
#[derive(Clone, Copy)]
pub(super) struct Node<'m> {
    module: &'m Module,
    room: &'m Room,
    operands: &'m [Option<MdId>],
    what: &'static str,
}

impl<'m> Node<'m> {
    pub(super) fn new(module: &'m Module, room: &'m Room, id: MdId, what: &'static str) -> Read<Self> {
        let operands = module.metadata.operands(id).ok_or(MetadataError::new(what))?;
        room.draw(1 + operands.len())?;
        Ok(Self { module, room, operands, what })
    }

    /// The same tuple, if it has that many entries.
    pub(super) fn of_length(self, length: usize) -> Read<Self> {
        if self.operands.len() == length { Ok(self) } else { Err(self.error()) }
    }

    pub(super) fn module(&self) -> &'m Module {
        self.module
    }

    pub(super) fn error(&self) -> MetadataError {
        MetadataError::new(self.what)
    }

    pub(super) fn len(&self) -> usize {
        self.operands.len()
    }

    pub(super) fn optional(&self, index: usize) -> Option<MdId> {
        self.operands.get(index).copied().flatten()
    }

    pub(super) fn id(&self, index: usize) -> Read<MdId> {
        self.optional(index).ok_or_else(|| self.error())
    }

    pub(super) fn node(&self, index: usize, what: &'static str) -> Read<Node<'m>> {
        Node::new(self.module, self.room, self.id(index)?, what)
    }

    /// Notes that there is something that nothing is known of.
    pub(super) fn note_unknown(&self) {
        self.room.has_unknown.set(true);
    }

    /// A tuple in a list whose entries begin with their place in it.
    pub(super) fn numbered(&self, index: usize, what: &'static str) -> Read<Node<'m>> {
        let node = self.node(index, what)?;
        let is_dense = usize::try_from(node.u32(0)?) == Ok(index);
        if is_dense { Ok(node) } else { Err(node.error().under(MetadataRule::Dense)) }
    }

    pub(super) fn optional_node(&self, index: usize, what: &'static str) -> Read<Option<Node<'m>>> {
        self.optional(index).map(|id| Node::new(self.module, self.room, id, what)).transpose()
    }

    pub(super) fn text(&self, index: usize) -> Read<ByteStr> {
        let text = self.module.metadata.as_string(self.id(index)?).ok_or_else(|| self.error())?;
        self.room.draw(text.len())?;
        Ok(text.clone())
    }

    pub(super) fn int(&self, index: usize) -> Read<u64> {
        self.module.md_int(self.id(index)?).ok_or_else(|| self.error())
    }

    pub(super) fn u32(&self, index: usize) -> Read<u32> {
        u32::try_from(self.int(index)?).map_err(|_| self.error())
    }

    pub(super) fn u8(&self, index: usize) -> Read<u8> {
        u8::try_from(self.int(index)?).map_err(|_| self.error())
    }

    pub(super) fn bool(&self, index: usize) -> Read<bool> {
        Ok(self.int(index)? != 0)
    }

    pub(super) fn value(&self, index: usize) -> Read<ConstId> {
        self.module.metadata.as_value(self.id(index)?).ok_or_else(|| self.error())
    }

    /// An array of bytes.
    pub(super) fn bytes(&self, index: usize) -> Read<Vec<u8>> {
        let constants = &self.module().constants;
        let id = self.value(index)?;
        let byte = |&part: &ConstId| u8::try_from(constants.as_int(part)? & 0xFF).ok();
        let bytes: Option<Vec<u8>> = if let ConstKind::Aggregate(parts) = &constants.get(id).kind {
            parts.iter().map(byte).collect()
        } else {
            None
        };
        bytes.ok_or_else(|| self.error())
    }

    pub(super) fn function(&self, index: usize) -> Read<FuncId> {
        if let ConstKind::Function(function) = self.module.constants.get(self.value(index)?).kind {
            Ok(function)
        } else {
            Err(self.error())
        }
    }

    /// The numbers of the whole tuple.
    pub(super) fn numbers<const N: usize>(&self) -> Read<[u32; N]> {
        let mut numbers = [0; N];
        self.of_length(N)?;
        for (index, number) in numbers.iter_mut().enumerate() {
            *number = self.u32(index)?;
        }
        Ok(numbers)
    }

    /// The numbers that a tuple begins with.
    fn leading_numbers<const N: usize>(&self) -> Read<[u32; N]> {
        let mut numbers = [0; N];
        for (index, number) in numbers.iter_mut().enumerate() {
            *number = self.u32(index)?;
        }
        Ok(numbers)
    }

    /// The tuple as tags, each with the place of its value.
    pub(super) fn tags(&self) -> Read<Vec<(u32, usize)>> {
        if !self.len().is_multiple_of(2) {
            return Err(self.error());
        }
        (0..self.len() / 2).map(|pair| Ok((self.u32(2 * pair)?, 2 * pair + 1))).collect()
    }
}

impl Shader {
    /// Reads what the metadata of a module says.
    pub fn read(module: &Module) -> Read<Self> {
        Self::read_within(module, &Room::of(module))
    }

    /// The same, where nothing may be there that is not known.
    pub fn read_strictly(module: &Module) -> Read<Self> {
        let room = Room::of(module);
        let shader = Self::read_within(module, &room)?;
        annotations::check_payloads(module, &room).map_err(|_| MetadataError::annotation())?;
        if room.has_unknown.get() { Err(MetadataError::annotation()) } else { Ok(shader) }
    }

    fn read_within(module: &Module, room: &Room) -> Read<Self> {
        let version = |name: &'static str| -> Read<Option<Version>> {
            let Some(&id) = module.named_nodes(name).first() else { return Ok(None) };
            let node = Node::new(module, room, id, name)?.of_length(2)?;
            let part = |index| Ok::<u8, MetadataError>(u8::try_from(node.int(index)?).unwrap_or(u8::MAX));
            Ok(Some(Version::new(part(0)?, part(1)?)))
        };
        let model = *module.named_nodes(names::SHADER_MODEL).first().ok_or(MetadataError::new(names::SHADER_MODEL))?;
        let model = Node::new(module, room, model, names::SHADER_MODEL)?.of_length(3)?;
        let prefix = model.text(0)?;
        let kind = prefix.as_str().and_then(ShaderKind::from_prefix).ok_or_else(|| model.error())?;
        let shader_model = ShaderModel::new(kind, model.u8(1)?, model.u8(2)?);
        let producer = match module.named_nodes(names::IDENT).first() {
            Some(&id) => {
                let text = Node::new(module, room, id, names::IDENT).and_then(|node| node.of_length(1)?.text(0));
                Some(text.map_err(|error| error.under(MetadataRule::Producer))?)
            }
            None => None,
        };
        // The first entry point names the resources; the list beside is for those who look for resources alone.
        let whole = module.named_nodes(names::ENTRY_POINTS).first();
        let of_entry = whole.and_then(|&id| module.metadata.operands(id)?.get(3).copied());
        let listed = module.named_nodes(names::RESOURCES).first().copied();
        let resources = match of_entry.unwrap_or(listed) {
            Some(id) => read_resources(&Node::new(module, room, id, names::RESOURCES)?.of_length(4)?)?,
            None => Resources::default(),
        };
        let entries = module.named_nodes(names::ENTRY_POINTS).iter();
        let entries = entries
            .map(|&id| read_entry(&Node::new(module, room, id, names::ENTRY_POINTS)?.of_length(5)?, shader_model));
        let entries: Vec<_> = entries.collect::<Read<_>>()?;
        let uses_view_id = entries.iter().any(|entry| entry.flags.contains(ShaderFlags::VIEW_ID));
        Ok(Self {
            shader_model,
            dxil_version: version(names::VERSION)?.unwrap_or(Version::new(1, 0)),
            validator: version(names::VALIDATOR)?.map_or(ValidatorVersion::FIRST, ValidatorVersion),
            producer,
            resources,
            dependencies: read_dependencies(module, room, kind, uses_view_id)?,
            annotations: TypeAnnotations::read(module, room).map_err(|_| MetadataError::annotation())?,
            entries,
            subobjects: Vec::new(),
        })
    }
}

fn read_dependencies(module: &Module, room: &Room, kind: ShaderKind, uses_view_id: bool) -> Read<Option<Dependencies>> {
    let Some(&id) = module.named_nodes(names::VIEW_ID_STATE).first() else { return Ok(None) };
    let node = Node::new(module, room, id, names::VIEW_ID_STATE)?;
    let words: Vec<u32> = match &module.constants.get(node.value(0)?).kind {
        ConstKind::Aggregate(parts) => {
            let word = |&part| module.constants.as_int(part).map(|word| word as u32).ok_or_else(|| node.error());
            parts.iter().map(word).collect::<Read<_>>()?
        }
        // An array of zeros: nothing depends on anything, since there is nothing.
        ConstKind::Null => {
            let array = module.types.array_elements(module.constants.ty(node.value(0)?));
            let count = array.map(|(_, count)| count).filter(|&count| count <= MAX_STATE_WORDS);
            vec![0; count.ok_or_else(|| node.error())? as usize]
        }
        ConstKind::Undef
        | ConstKind::Int(_)
        | ConstKind::Float(_)
        | ConstKind::Global(_)
        | ConstKind::Function(_)
        | ConstKind::Cast { .. }
        | ConstKind::Gep { .. }
        | ConstKind::Binary { .. }
        | ConstKind::Cmp { .. }
        | ConstKind::Select { .. } => return Err(node.error()),
    };
    let layout = Shader::dependency_layout(kind);
    Dependencies::from_words(&words, layout, uses_view_id).ok_or_else(|| node.error()).map(Some)
}

/// More words than any state has.
const MAX_STATE_WORDS: u64 = 1 << 12;

fn read_resources(node: &Node<'_>) -> Read<Resources> {
    let class = |index: usize, class: ResourceClass| -> Read<Vec<Resource>> {
        let Some(list) = node.optional_node(index, "resource list")? else { return Ok(Vec::new()) };
        (0..list.len()).map(|index| read_resource(&list.numbered(index, "resource")?, class)).collect()
    };
    Ok(Resources {
        srvs: class(0, ResourceClass::Srv)?,
        uavs: class(1, ResourceClass::Uav)?,
        cbvs: class(2, ResourceClass::Cbv)?,
        samplers: class(3, ResourceClass::Sampler)?,
    })
}

/// The properties of a resource that come as tags.
#[derive(Default)]
struct ResourceTags {
    element: Option<Element>,
    atomic64: bool,
    reorder_coherent: bool,
}

fn read_resource_tags(node: Option<Node<'_>>) -> Read<ResourceTags> {
    let mut tags = ResourceTags::default();
    let Some(node) = node else { return Ok(tags) };
    for (tag, value) in node.tags()? {
        match tag {
            resource_tag::COMPONENT_TYPE => {
                let component = ComponentType::from_number(node.u32(value)?);
                let component = component.ok_or_else(|| node.error().under(MetadataRule::ResourceComponent))?;
                tags.element = Some(Element::Typed(component));
            }
            resource_tag::STRIDE => tags.element = Some(Element::Struct { stride: node.u32(value)? }),
            resource_tag::FEEDBACK => {
                let kind = FeedbackKind::from_number(node.u32(value)?);
                let kind = kind.ok_or_else(|| node.error().under(MetadataRule::FeedbackKind))?;
                tags.element = Some(Element::Feedback(kind));
            }
            resource_tag::ATOMIC64 => tags.atomic64 = node.bool(value)?,
            resource_tag::REORDER_COHERENT => tags.reorder_coherent = node.bool(value)?,
            _ => return Err(MetadataError::annotation()),
        }
    }
    Ok(tags)
}

fn read_resource(node: &Node<'_>, class: ResourceClass) -> Read<Resource> {
    node.of_length(match class {
        ResourceClass::Srv => 9,
        ResourceClass::Uav => 11,
        ResourceClass::Cbv | ResourceClass::Sampler => 8,
    })?;
    let kind = || {
        let kind = ResourceKind::from_number(node.u32(6)?);
        kind.ok_or_else(|| node.error().under(MetadataRule::ResourceKind))
    };
    let detail = match class {
        ResourceClass::Srv => {
            let tags = read_resource_tags(node.optional_node(8, "resource properties")?)?;
            let element = tags.element.unwrap_or(Element::Bytes);
            ResourceDetail::Srv { kind: kind()?, sample_count: node.u32(7)?, element }
        }
        ResourceClass::Uav => {
            let tags = read_resource_tags(node.optional_node(10, "resource properties")?)?;
            ResourceDetail::Uav {
                kind: kind()?,
                globally_coherent: node.bool(7)?,
                has_counter: node.bool(8)?,
                rasterizer_ordered: node.bool(9)?,
                element: tags.element.unwrap_or(Element::Bytes),
                atomic64: tags.atomic64,
                reorder_coherent: tags.reorder_coherent,
            }
        }
        ResourceClass::Cbv => ResourceDetail::Cbv { size: node.u32(6)? },
        ResourceClass::Sampler => {
            // Of a kind that is not known, all that is asked is whether it compares.
            let kind = SamplerKind::from_number(node.u32(6)?).unwrap_or(SamplerKind::Default);
            ResourceDetail::Sampler { kind }
        }
    };
    Ok(Resource {
        variable: node.value(1)?,
        name: node.text(2)?,
        space: node.u32(3)?,
        lower_bound: node.u32(4)?,
        range_size: node.u32(5)?,
        detail,
    })
}

fn read_entry(node: &Node<'_>, model: ShaderModel) -> Read<EntryPoint> {
    let properties = node.optional_node(4, "entry properties")?;
    let tags = properties.map_or(Ok(Vec::new()), |properties| properties.tags())?;
    let is_wave_size = |tag: &&(u32, usize)| [entry_tag::WAVE_SIZE, entry_tag::WAVE_SIZE_RANGE].contains(&tag.0);
    if tags.iter().filter(is_wave_size).count() > 1 {
        return Err(node.error().under(MetadataRule::WaveSizeTwice));
    }
    let mut kind = model.kind;
    if let (Some(properties), Some(&(_, value))) = (properties, tags.iter().find(|tag| tag.0 == entry_tag::SHADER_KIND))
    {
        kind = ShaderKind::from_number(properties.u32(value)?).ok_or_else(|| properties.error())?;
    }
    let mut entry = EntryPoint {
        function: node.optional(0).map(|_| node.function(0)).transpose()?,
        kind,
        name: node.text(1)?,
        inputs: Vec::new(),
        outputs: Vec::new(),
        patch: Vec::new(),
        flags: ShaderFlags::empty(),
        stage: match kind {
            ShaderKind::RayGeneration
            | ShaderKind::Intersection
            | ShaderKind::AnyHit
            | ShaderKind::ClosestHit
            | ShaderKind::Miss
            | ShaderKind::Callable => StageProperties::RayTracing { payload_bytes: None, attribute_bytes: None },
            ShaderKind::Node => StageProperties::Node(Box::default()),
            ShaderKind::Pixel
            | ShaderKind::Vertex
            | ShaderKind::Geometry
            | ShaderKind::Hull
            | ShaderKind::Domain
            | ShaderKind::Compute
            | ShaderKind::Library
            | ShaderKind::Mesh
            | ShaderKind::Amplification => StageProperties::None,
        },
        auto_space: None,
        root_signature: Vec::new(),
        group_memory_limit: None,
    };
    if let Some(signatures) = node.optional_node(2, "signatures")? {
        signatures.of_length(3)?;
        let points = signature_points(kind);
        let read = |index: usize| read_signature(&signatures, index, points[index], model.version);
        (entry.inputs, entry.outputs, entry.patch) = (read(0)?, read(1)?, read(2)?);
    }
    if let Some(properties) = properties {
        for (tag, value) in tags {
            let since = match tag {
                entry_tag::WAVE_SIZE_RANGE => WAVE_SIZE_RANGE,
                entry_tag::GROUP_MEMORY => GROUP_MEMORY,
                _ => Version::new(0, 0),
            };
            if model.version < since {
                properties.note_unknown();
            }
            read_property(&mut entry, &properties, tag, value)?;
        }
    }
    Ok(entry)
}

/// The signature points of a stage's input, output and third signature.
fn signature_points(kind: ShaderKind) -> [SigPoint; 3] {
    match kind {
        ShaderKind::Vertex => [SigPoint::VsIn, SigPoint::VsOut, SigPoint::PcOut],
        ShaderKind::Hull => [SigPoint::HscpIn, SigPoint::HscpOut, SigPoint::PcOut],
        ShaderKind::Domain => [SigPoint::DscpIn, SigPoint::DsOut, SigPoint::DsIn],
        ShaderKind::Geometry => [SigPoint::GsvIn, SigPoint::GsOut, SigPoint::PcOut],
        ShaderKind::Mesh => [SigPoint::MsIn, SigPoint::MsOut, SigPoint::MspOut],
        ShaderKind::Pixel
        | ShaderKind::Compute
        | ShaderKind::Library
        | ShaderKind::RayGeneration
        | ShaderKind::Intersection
        | ShaderKind::AnyHit
        | ShaderKind::ClosestHit
        | ShaderKind::Miss
        | ShaderKind::Callable
        | ShaderKind::Amplification
        | ShaderKind::Node => [SigPoint::PsIn, SigPoint::PsOut, SigPoint::PcOut],
    }
}

fn read_property(entry: &mut EntryPoint, node: &Node<'_>, tag: u32, value: usize) -> Read<()> {
    let domain = |number: u32| Domain::from_number(number).ok_or_else(|| node.error().under(MetadataRule::Domain));
    match tag {
        entry_tag::FLAGS => entry.flags = ShaderFlags::from_bits_retain(node.int(value)?),
        entry_tag::GEOMETRY => {
            let [input_primitive, max_vertex_count, stream_mask, topology, instance_count] =
                node.node(value, "geometry shader")?.numbers()?;
            entry.stage =
                StageProperties::Geometry { input_primitive, max_vertex_count, stream_mask, topology, instance_count };
        }
        entry_tag::DOMAIN => {
            let [number, input_points] = node.node(value, "domain shader")?.numbers()?;
            entry.stage = StageProperties::Domain { domain: domain(number)?, input_points };
        }
        entry_tag::HULL => {
            let hull = node.node(value, "hull shader")?;
            let ConstKind::Float(factor) = node.module.constants.get(hull.value(6)?).kind else {
                return Err(hull.error());
            };
            entry.stage = StageProperties::Hull {
                patch_function: hull.function(0)?,
                input_points: hull.u32(1)?,
                output_points: hull.u32(2)?,
                domain: domain(hull.u32(3)?)?,
                partitioning: hull.u32(4)?,
                output_primitive: hull.u32(5)?,
                max_tess_factor: factor as u32,
            };
        }
        entry_tag::NUM_THREADS => {
            let num_threads = node.node(value, "thread group")?.leading_numbers()?;
            if let StageProperties::Node(properties) = &mut entry.stage {
                properties.num_threads = Some(num_threads);
                return Ok(());
            }
            let wave_size = if let StageProperties::Compute { wave_size, .. } = entry.stage { wave_size } else { None };
            entry.stage = StageProperties::Compute { num_threads, wave_size };
        }
        entry_tag::WAVE_SIZE | entry_tag::WAVE_SIZE_RANGE => {
            let sizes = node.node(value, "wave size")?;
            let size = |index: usize| sizes.u32(index).map_err(|error| error.under(MetadataRule::WaveSizeConstant));
            let (max, preferred) = if tag == entry_tag::WAVE_SIZE {
                sizes.of_length(1).map_err(|error| error.under(MetadataRule::WaveSizeOne))?;
                (0, 0)
            } else {
                sizes.of_length(3).map_err(|error| error.under(MetadataRule::WaveSizeThree))?;
                (size(1)?, size(2)?)
            };
            let wave_size = Some(WaveSize { min: size(0)?, max, preferred });
            if let StageProperties::Node(properties) = &mut entry.stage {
                properties.wave_size = wave_size;
                return Ok(());
            }
            let num_threads =
                if let StageProperties::Compute { num_threads, .. } = entry.stage { num_threads } else { [0; 3] };
            // Other stages have none; that one is stated is for rules to say.
            if entry.kind == ShaderKind::Compute {
                entry.stage = StageProperties::Compute { num_threads, wave_size };
            }
        }
        entry_tag::MESH => {
            let mesh = node.node(value, "mesh shader")?;
            entry.stage = StageProperties::Mesh {
                num_threads: mesh.node(0, "thread group")?.leading_numbers()?,
                max_vertices: mesh.u32(1)?,
                max_primitives: mesh.u32(2)?,
                topology: mesh.u32(3)?,
                payload_bytes: mesh.u32(4)?,
            };
        }
        entry_tag::AMPLIFICATION => {
            let amplification = node.node(value, "amplification shader")?;
            entry.stage = StageProperties::Amplification {
                num_threads: amplification.node(0, "thread group")?.leading_numbers()?,
                payload_bytes: amplification.u32(1)?,
            };
        }
        entry_tag::PAYLOAD_BYTES | entry_tag::ATTRIBUTE_BYTES => {
            let bytes = Some(node.u32(value)?);
            if let StageProperties::RayTracing { payload_bytes, attribute_bytes } = &mut entry.stage {
                *(if tag == entry_tag::PAYLOAD_BYTES { payload_bytes } else { attribute_bytes }) = bytes;
            }
        }
        entry_tag::GROUP_MEMORY => entry.group_memory_limit = Some(node.u32(value)?),
        entry_tag::AUTO_SPACE => entry.auto_space = Some(node.node(value, "automatic space")?.u32(0)?),
        entry_tag::ROOT_SIGNATURE => entry.root_signature = node.node(value, "root signature")?.bytes(0)?,
        _ => {
            if let StageProperties::Node(properties) = &mut entry.stage {
                if !node::read_property(properties, node, tag, value)? && tag > LAST_TAG {
                    node.note_unknown();
                }
            } else if tag > LAST_TAG {
                // It is what later versions add; nothing here depends on it.
                node.note_unknown();
            }
        }
    }
    Ok(())
}

fn read_signature(
    node: &Node<'_>,
    index: usize,
    point: SigPoint,
    shader_model: Version,
) -> Read<Vec<SignatureElement>> {
    let Some(list) = node.optional_node(index, "signature")? else { return Ok(Vec::new()) };
    let element = |index: usize| {
        let node = list.node(index, "signature element")?.of_length(11)?;
        node.u32(0)?;
        read_element(&node, point, shader_model)
    };
    (0..list.len()).map(element).collect()
}

fn read_element(node: &Node<'_>, point: SigPoint, shader_model: Version) -> Read<SignatureElement> {
    let semantic = semantic_kind(node.u32(3)?).ok_or_else(|| node.error().under(MetadataRule::Semantic))?;
    let indices = node.node(4, "semantic indices")?;
    // A register of -1 says that there is none.
    let location = match (node.u32(8)?, node.u32(9)? as u8) {
        (u32::MAX, _) | (_, 0x80..) => None,
        (row, column) => Some(Location { row, column }),
    };
    #[expect(clippy::wildcard_enum_match_arm, reason = "every system value has a row of interpretations")]
    let interpretation = match semantic {
        SemanticKind::Arbitrary => Interpretation::Arbitrary,
        known => match known.interpretation(point, (shader_model.major, shader_model.minor)) {
            // It belongs to another point of the stage and only shows here.
            Interpretation::NotAllowed => Interpretation::Shadow,
            other @ (Interpretation::Arbitrary
            | Interpretation::SystemValue
            | Interpretation::SystemGenerated
            | Interpretation::NotInSignature
            | Interpretation::NotPacked
            | Interpretation::Target
            | Interpretation::TessFactor
            | Interpretation::Shadow
            | Interpretation::ClipCull) => other,
        },
    };
    let mut indices: Vec<u32> = (0..indices.len()).map(|index| indices.u32(index)).collect::<Read<_>>()?;
    let mut name = node.text(1)?.to_string();
    if semantic != SemanticKind::Arbitrary {
        // The kind says what it is; the name only repeats it.
        if indices.is_empty() {
            indices.push(0);
        }
        if SemanticKind::from_name(&name) != Some(semantic) {
            semantic.name().clone_into(&mut name);
        }
    } else if indices.is_empty() {
        // It would be in no signature, and in `PSV0` have the indices of another element. DXC's validator rejects it or crashes.
        return Err(node.error());
    }
    let mut element = SignatureElement {
        name,
        semantic,
        indices,
        rows: node.u32(6)?,
        columns: node.u32(7)? as u8,
        component: ComponentType::from_number(node.u32(2)?)
            .ok_or_else(|| node.error().under(MetadataRule::SignatureComponent))?,
        interpolation: Interpolation::from_number(node.u32(5)?)
            .ok_or_else(|| node.error().under(MetadataRule::Interpolation))?,
        interpretation,
        location,
        stream: 0,
        dynamic_mask: 0,
        usage_mask: 0,
    };
    if element.columns > 4 || element.rows > MAX_ROWS || location.is_some_and(|location| location.row > MAX_ROWS) {
        return Err(node.error().under(MetadataRule::SignatureRange));
    }
    if let Some(tags) = node.optional_node(10, "signature element properties")? {
        for (tag, value) in tags.tags()? {
            match tag {
                element_tag::STREAM => element.stream = tags.u32(value)? as u8 & 3,
                element_tag::DYNAMIC_MASK => element.dynamic_mask = tags.u32(value)? as u8,
                element_tag::USAGE_MASK => element.usage_mask = tags.u32(value)? as u8,
                element_tag::GLOBAL => {}
                _ => tags.note_unknown(),
            }
        }
    }
    Ok(element)
}

/// The first shader models with a range of wave sizes, and with a limit of group-shared memory.
const WAVE_SIZE_RANGE: Version = Version::new(6, 8);
const GROUP_MEMORY: Version = Version::new(6, 10);
/// The last tag of entry points that is known.
const LAST_TAG: u32 = 24;
