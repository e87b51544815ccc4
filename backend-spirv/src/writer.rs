//! Defines the state of the writer of a module, by concept: settings, types, variables of resources, and the function that is
//! being written.
//!
//! Input: the module of the IR and the options. Output: a [`Writer`] whose functions, in the module of their subject, add to the
//! [`Assembly`]. Invariant: [`Body`] belongs to one function; all else holds for the whole module.

use crate::assembly::Assembly;
use crate::bindings;
use crate::debug::Debug;
use crate::foreign::{AddressType, ForeignBuiltIn};
use crate::fused::Groups;
use crate::interface::Interface;
use crate::interlock::Interlock;
use crate::lines::SpirvSources;
use crate::memory::Place;
use crate::rays::Queries;
use crate::raytracing::{HandedOn, RayExtension};
use crate::resource::{Handle, ResourceVariable};
use crate::types::Memory;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_base::Diagnostics;
use hlslc_ir::module::{EntryPoint, Module};
use hlslc_ir::types::{Declared, MatrixOrder, TypeData};
use hlslc_ir::vulkan::VkPlace;
use hlslc_ir::{Block, BlockCall, Const, Func, Function, Global, Imm, Inst, Op, Resource, Type, Value};
use hlslc_options_spirv::{Bases, Keep, Layout, Positions, SpirvOptions};
use rspirv::spirv::Word;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The representation of a value in SPIR-V.
#[derive(Clone)]
pub(crate) enum Repr {
    /// Not defined yet.
    Missing,
    /// The value of an operation without a result.
    Nothing,
    /// The result of an instruction.
    Id(Word),
    /// The parts of a tuple.
    Parts(SmallVec<[Word; 4]>),
    /// A resource.
    Handle(Handle),
    /// Something in memory: a pointer to it, or what lies there if nothing can change it and it is to be read in parts.
    Place(Place),
}

/// An instruction to be written.
#[derive(Clone, Copy)]
pub(crate) struct Site<'m> {
    pub(crate) inst: Inst,
    pub(crate) op: Op,
    pub(crate) imm: Imm,
    pub(crate) args: &'m [Value],
    /// Type of its result.
    pub(crate) result: Type,
    /// The same in SPIR-V.
    pub(crate) ty: Word,
}

/// Values that a jump brings to a block, by the label it comes from.
pub(crate) type Edges = Vec<(Word, SmallVec<[Word; 2]>)>;

/// The parts of its result that other instructions use, for each instruction: a bit for each of the first 32.
pub(crate) type UsedParts = SecondaryMap<Inst, u32>;

/// The options of a compilation, as they apply to this module.
pub(crate) struct Settings {
    /// The order of every matrix in a byte address buffer.
    pub(crate) raw_matrices: MatrixOrder,
    /// Whether inline SPIR-V of the source must please a validator, beyond the grammar of SPIR-V.
    pub(crate) is_checked: bool,
    /// Whether the environment is one that links modules, not a Vulkan.
    pub(crate) links: bool,
    /// Whether mesh shaders are those of `SPV_EXT_mesh_shader`, not of `SPV_NV_mesh_shader`.
    pub(crate) mesh_extension: bool,
    /// The layout of buffers.
    pub(crate) layout: Layout,
    /// Whether each element of an array of resources is a variable of its own.
    pub(crate) flattens: bool,
    /// Whether images have no format where none is written.
    pub(crate) unknown_formats: bool,
    /// The origins of vertex and instance numbers.
    pub(crate) bases: Bases,
    /// The conversion of positions.
    pub(crate) positions: Positions,
    /// The unused declarations to keep.
    pub(crate) keep: Keep,
    /// Whether the semantics of inputs and outputs and the types of resources are written too.
    pub(crate) reflect: bool,
    /// Whether locations follow the names of semantics.
    pub(crate) locations_by_name: bool,
    /// Whether elements share locations.
    pub(crate) packs_locations: bool,
    /// The behaviour of a discarded lane.
    pub(crate) discarded: Discarded,
}

impl Settings {
    fn of(options: &SpirvOptions) -> Self {
        let by_rows = options.raw_matrices_by_rows;
        Self {
            raw_matrices: if by_rows { MatrixOrder::RowMajor } else { MatrixOrder::ColumnMajor },
            is_checked: !options.unchecked,
            links: options.env.links(),
            mesh_extension: options.env.has_1_4() && options.allows("SPV_EXT_mesh_shader"),
            layout: options.layout,
            flattens: options.bindings.flatten,
            unknown_formats: options.unknown_formats,
            bases: options.bases,
            positions: options.positions,
            keep: options.keep,
            reflect: options.reflect,
            locations_by_name: options.locations_by_name,
            packs_locations: options.packs_locations,
            discarded: Discarded::of(options),
        }
    }
}

/// The ids of types and constants.
#[derive(Default)]
pub(crate) struct TypeIds {
    /// Types of values.
    pub(crate) register: FxHashMap<TypeData, Word>,
    /// Types of memory.
    pub(crate) memory: FxHashMap<Memory, Word>,
    /// Arrays by element, length and stride.
    pub(crate) strided: FxHashMap<(Word, Option<u32>, u32), Word>,
    /// Constants.
    pub(crate) constants: FxHashMap<Const, Word>,
    /// Blocks: the structs of buffers.
    pub(crate) blocks: FxHashMap<(Type, Option<MatrixOrder>, VkPlace, Declared), Word>,
    /// The block of a byte address buffer as 64-bit integers.
    pub(crate) long_block: Option<Word>,
    /// The block of a hidden counter.
    pub(crate) counter: Option<Word>,
    /// Pointers to memory of the device by their pointees.
    pub(crate) addresses: FxHashMap<Type, AddressType>,
    /// Types whose members are decorated as the source says.
    pub(crate) decorated: FxHashSet<Word>,
    /// Types that have their name already.
    pub(crate) named: FxHashSet<Word>,
}

/// The variables of resources.
pub(crate) struct ResourceIds {
    /// The descriptor of each resource.
    pub(crate) bindings: SecondaryMap<Resource, bindings::Place>,
    /// The variable of each resource; of an array that is flattened, one for each element.
    pub(crate) variables: FxHashMap<(Resource, u32), ResourceVariable>,
    /// Images whose format nothing says.
    pub(crate) unformatted: FxHashSet<Resource>,
    /// Byte address buffers as 64-bit integers.
    pub(crate) long: FxHashMap<(Resource, u32), ResourceVariable>,
    /// Hidden counters.
    pub(crate) counters: FxHashMap<(Resource, u32), Word>,
}

/// The function that is being written.
pub(crate) struct Body {
    /// Whether it is an entry point's.
    pub(crate) is_entry: bool,
    /// The representation of each value that is defined so far.
    pub(crate) values: SecondaryMap<Value, Option<Repr>>,
    /// The parts of results that are used: whether a read needs its residency check, and sizes the number of levels.
    pub(crate) used_parts: UsedParts,
    /// Maps a vector that repeats one scalar and is only used as a factor to that scalar.
    pub(crate) splats: SecondaryMap<Value, Option<Value>>,
    /// The operations that one instruction expresses.
    pub(crate) groups: Groups,
    /// The label of each block.
    pub(crate) labels: SecondaryMap<Block, Option<Word>>,
    /// The arguments that each block gets on its incoming edges.
    pub(crate) edges: SecondaryMap<Block, Edges>,
    /// Parameters of the blocks written so far, with the ids of their phis.
    pub(crate) phi_ids: Vec<(Block, Value, Word)>,
    /// Jumps that get a copy of the return block they lead to.
    pub(crate) copied_returns: FxHashSet<(Block, Block)>,
    /// The ray queries.
    pub(crate) queries: Queries,
    /// The header of the loop that a block is the continue block of.
    pub(crate) heads: FxHashMap<Block, Block>,
    /// Continue blocks without an edge to the header of their loop, and that header.
    pub(crate) missing_back_edges: FxHashMap<Block, Block>,
    /// Copies to be written after the current block.
    pub(crate) copies: Vec<(Word, BlockCall)>,
    /// The block of the IR being written.
    pub(crate) current: Option<Block>,
    /// The critical section.
    pub(crate) interlock: Interlock,
}

/// Writes a module, one function at a time.
pub(crate) struct Writer<'m> {
    pub(crate) module: &'m Module,
    /// The entry point being written, or the first that calls what is being written.
    pub(crate) entry: &'m EntryPoint,
    pub(crate) func: &'m Function,
    pub(crate) asm: Assembly,
    /// The sources of the module, if they are to be described.
    pub(crate) from: Option<SpirvSources<'m>>,
    /// The debug information beyond lines, if it is requested.
    pub(crate) debug: Option<Box<Debug<'m>>>,
    /// The names of files.
    pub(crate) files: FxHashMap<String, Word>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) settings: Settings,
    pub(crate) types: TypeIds,
    pub(crate) resources: ResourceIds,
    pub(crate) globals: SecondaryMap<Global, Option<Word>>,
    pub(crate) interface: Interface,
    /// The built-ins that inline SPIR-V of the source refers to.
    pub(crate) foreign_built_ins: Vec<ForeignBuiltIn>,
    /// Whether the module is one of SPIR-V 1.4, which lists every variable that an entry point uses.
    pub(crate) is_1_4: bool,
    /// The extension that ray shaders are of, if there are any.
    pub(crate) ray_tracing: Option<RayExtension>,
    /// The payloads, attributes and parameters that ray shaders pass on.
    pub(crate) handed: HandedOn,
    /// The group-shared variable that is the payload of an amplification shader.
    pub(crate) payload_global: Option<Global>,
    /// The variable with the standard positions of samples.
    pub(crate) sample_positions: Option<Word>,
    /// Functions that were written or called.
    pub(crate) functions: SecondaryMap<Func, Option<Word>>,
    pub(crate) written: EntitySet<Func>,
    pub(crate) body: Body,
    /// The ids that depend on an index which differs between lanes.
    pub(crate) non_uniform: FxHashSet<Word>,
}

/// The behaviour of a discarded lane.
#[derive(Clone, Copy)]
pub(crate) enum Discarded {
    /// It ends.
    Ends,
    /// It goes on as a helper, which SPIR-V has since a version.
    Helps,
    /// The same, by an extension.
    HelpsByExtension,
}

impl Discarded {
    pub(crate) const VERSION: (u8, u8) = (1, 6);
    pub(crate) const EXTENSION: &'static str = "SPV_EXT_demote_to_helper_invocation";

    fn of(options: &SpirvOptions) -> Self {
        if options.env.version() >= Self::VERSION {
            Self::Helps
        } else if options.extensions.iter().any(|name| name == Self::EXTENSION) {
            Self::HelpsByExtension
        } else {
            Self::Ends
        }
    }
}

impl<'m> Writer<'m> {
    pub(crate) fn new(module: &'m Module, entry: &'m EntryPoint, func: &'m Function, options: &SpirvOptions) -> Self {
        let mut diagnostics = Diagnostics::default();
        let bindings = bindings::assign(module, &options.bindings, &mut diagnostics);
        let resources = ResourceIds {
            bindings,
            variables: FxHashMap::default(),
            unformatted: FxHashSet::default(),
            long: FxHashMap::default(),
            counters: FxHashMap::default(),
        };
        let body = Body {
            is_entry: true,
            values: SecondaryMap::new(),
            used_parts: UsedParts::default(),
            splats: SecondaryMap::new(),
            groups: Groups::default(),
            labels: SecondaryMap::new(),
            edges: SecondaryMap::new(),
            phi_ids: Vec::new(),
            copied_returns: FxHashSet::default(),
            queries: Queries::default(),
            heads: FxHashMap::default(),
            missing_back_edges: FxHashMap::default(),
            copies: Vec::new(),
            current: None,
            interlock: Interlock::None,
        };
        Self {
            module,
            entry,
            func,
            asm: Assembly::new(),
            from: None,
            debug: None,
            files: FxHashMap::default(),
            diagnostics,
            settings: Settings::of(options),
            types: TypeIds::default(),
            resources,
            globals: SecondaryMap::new(),
            interface: Interface::new(entry, options.locations_by_name, options.packs_locations),
            foreign_built_ins: Vec::new(),
            is_1_4: false,
            ray_tracing: None,
            handed: HandedOn::default(),
            payload_global: None,
            sample_positions: None,
            functions: SecondaryMap::new(),
            written: EntitySet::new(),
            body,
            non_uniform: FxHashSet::default(),
        }
    }
}
