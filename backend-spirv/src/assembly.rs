//! Holds the sections of a SPIR-V module under construction: ids, capabilities, names, decorations, and everything that
//! stands before the functions, each made once.

mod memory_model;

use crate::debug::vocabulary;
use crate::limits::LongInstructions;
use crate::origins::Origins;
use hlslc_ir::Loc;
use rspirv::dr::{Block, Function, Instruction, Module, ModuleHeader, Operand};
use rspirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, GlslStd450Op, LinkageType, MemoryModel, Op, StorageClass, Word,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The module so far.
pub(crate) struct Assembly {
    pub(crate) module: Module,
    next: Word,
    /// The lowest version that has all that is used: such a module serves every later Vulkan.
    version: (u8, u8),
    globals: FxHashMap<(Op, Option<Word>, Vec<Operand>), Word>,
    /// Type and bits of the constants of one word.
    constants: FxHashMap<Word, (Word, u32)>,
    capabilities: FxHashSet<Capability>,
    /// Constants, and among them those that depend on what is given when a pipeline is made.
    plain: FxHashMap<Word, bool>,
    extensions: FxHashSet<String>,
    /// Sets of instructions by name.
    sets: FxHashMap<String, Word>,
    /// Texts that instructions name.
    texts: FxHashMap<String, Word>,
    /// The execution modes of each entry point, by their places in the module.
    modes: FxHashMap<Word, SmallVec<[u32; 4]>>,
    /// Variables of the interface, in the order of their first use.
    pub(crate) interface: Vec<Word>,
    block: Block,
    function: Function,
    /// `OpVariable`s of the function, which open its first block.
    locals: Vec<Instruction>,
    /// The operation being written.
    pub(crate) loc: Option<Loc>,
    /// The origins of instructions, if they are asked for.
    pub(crate) origins: Option<Box<Origins>>,
    /// The origins of instructions with many operands.
    pub(crate) long: LongInstructions,
    /// Decorations without values, and what has them.
    decorated: FxHashSet<(Word, Decoration)>,
    /// The origin of the next instructions, if there is debug information.
    pub(crate) origin: Option<Origin>,
    /// The origin that the block stated last.
    last_origin: Option<Origin>,
    /// The set of instructions for debug information.
    debug_set: Option<Word>,
}

/// The stated origin of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The scope as a debugger knows it, and the call that it was inlined at.
    pub(crate) scope: Option<(Word, Option<Word>)>,
    /// The line.
    pub(crate) line: Line,
}

/// The line that an instruction came from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// As core SPIR-V says it.
    Core {
        /// Name of the file.
        file: Word,
        line: u32,
        column: u32,
    },
    /// As `NonSemantic.Shader.DebugInfo.100` says it: the source, and as constants the first line, the last one, the first
    /// column and the last one.
    Debug([Word; 5]),
}

/// The first version of SPIR-V that has a capability, or the extension that earlier ones have it by.
enum Since {
    First,
    Version(u8, u8),
    Extension(&'static str),
}

/// The generator in the header of a module: the number of a tool, which is unused in Khronos' registry, and a version.
pub(crate) const GENERATOR: Word = 0x686c << 16 | 1;

/// Extensions that build on a later version than the first.
const EXTENSION_VERSIONS: [(&str, (u8, u8)); 14] = [
    ("SPV_NV_shader_subgroup_partitioned", (1, 3)),
    ("SPV_KHR_vulkan_memory_model", (1, 3)),
    ("SPV_QCOM_cooperative_matrix_conversion", (1, 3)),
    ("SPV_KHR_workgroup_memory_explicit_layout", (1, 4)),
    (crate::raytracing::KHR, (1, 4)),
    ("SPV_KHR_opacity_micromap", (1, 4)),
    ("SPV_EXT_mesh_shader", (1, 4)),
    ("SPV_EXT_shader_invocation_reorder", (1, 4)),
    ("SPV_NV_shader_invocation_reorder", (1, 4)),
    ("SPV_NV_cluster_acceleration_structure", (1, 4)),
    ("SPV_NV_linear_swept_spheres", (1, 4)),
    ("SPV_QCOM_image_processing", (1, 4)),
    ("SPV_QCOM_image_processing2", (1, 4)),
    ("SPV_KHR_cooperative_matrix", (1, 6)),
];

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "SPIR-V has some 200 capabilities; those not named are in its first version"
)]
fn since(capability: Capability) -> Since {
    match capability {
        Capability::GroupNonUniform
        | Capability::GroupNonUniformArithmetic
        | Capability::GroupNonUniformBallot
        | Capability::GroupNonUniformClustered
        | Capability::GroupNonUniformQuad
        | Capability::GroupNonUniformShuffle
        | Capability::GroupNonUniformShuffleRelative
        | Capability::GroupNonUniformVote => Since::Version(1, 3),
        Capability::ShaderLayer | Capability::ShaderViewportIndex => Since::Version(1, 5),
        Capability::UniformDecoration => Since::Version(1, 6),
        Capability::StorageBuffer16BitAccess
        | Capability::UniformAndStorageBuffer16BitAccess
        | Capability::StorageInputOutput16 => Since::Extension("SPV_KHR_16bit_storage"),
        Capability::DenormPreserve
        | Capability::DenormFlushToZero
        | Capability::SignedZeroInfNanPreserve
        | Capability::RoundingModeRTE
        | Capability::RoundingModeRTZ => Since::Extension("SPV_KHR_float_controls"),
        Capability::FragmentShaderPixelInterlockEXT
        | Capability::FragmentShaderSampleInterlockEXT
        | Capability::FragmentShaderShadingRateInterlockEXT => Since::Extension("SPV_EXT_fragment_shader_interlock"),
        Capability::Int64ImageEXT => Since::Extension("SPV_EXT_shader_image_int64"),
        Capability::MultiView => Since::Extension("SPV_KHR_multiview"),
        Capability::FragmentBarycentricKHR => Since::Extension("SPV_KHR_fragment_shader_barycentric"),
        Capability::FragmentFullyCoveredEXT => Since::Extension("SPV_EXT_fragment_fully_covered"),
        Capability::GroupNonUniformPartitionedNV => Since::Extension("SPV_NV_shader_subgroup_partitioned"),
        Capability::StencilExportEXT => Since::Extension("SPV_EXT_shader_stencil_export"),
        Capability::SampleMaskPostDepthCoverage => Since::Extension("SPV_KHR_post_depth_coverage"),
        Capability::StoragePushConstant16 => Since::Extension("SPV_KHR_16bit_storage"),
        Capability::DeviceGroup => Since::Extension("SPV_KHR_device_group"),
        Capability::ShaderViewportMaskNV => Since::Extension("SPV_NV_viewport_array2"),
        Capability::DrawParameters => Since::Extension("SPV_KHR_shader_draw_parameters"),
        Capability::ShaderViewportIndexLayerEXT => Since::Extension("SPV_EXT_shader_viewport_index_layer"),
        Capability::FragmentShadingRateKHR => Since::Extension("SPV_KHR_fragment_shading_rate"),
        Capability::MeshShadingNV => Since::Extension("SPV_NV_mesh_shader"),
        Capability::MeshShadingEXT => Since::Extension("SPV_EXT_mesh_shader"),
        Capability::RayTracingKHR => Since::Extension(crate::raytracing::KHR),
        Capability::RayTracingNV => Since::Extension(crate::raytracing::NV),
        Capability::RayQueryKHR => Since::Extension("SPV_KHR_ray_query"),
        Capability::RayTracingOpacityMicromapEXT => Since::Extension("SPV_EXT_opacity_micromap"),
        Capability::ShaderClockKHR => Since::Extension("SPV_KHR_shader_clock"),
        Capability::PhysicalStorageBufferAddresses => Since::Extension("SPV_KHR_physical_storage_buffer"),
        Capability::VulkanMemoryModel | Capability::VulkanMemoryModelDeviceScope => {
            Since::Extension("SPV_KHR_vulkan_memory_model")
        }
        Capability::ShaderNonUniform
        | Capability::RuntimeDescriptorArray
        | Capability::SampledImageArrayNonUniformIndexing
        | Capability::StorageImageArrayNonUniformIndexing
        | Capability::UniformTexelBufferArrayNonUniformIndexing
        | Capability::StorageTexelBufferArrayNonUniformIndexing
        | Capability::InputAttachmentArrayNonUniformIndexing => Since::Extension("SPV_EXT_descriptor_indexing"),
        _ => Since::First,
    }
}

/// Variables, by their place among all globals, and functions that a function names.
fn named_in(
    function: Option<&Function>,
    places: &FxHashMap<Word, usize>,
    functions: &FxHashMap<Word, &Function>,
) -> (Vec<usize>, Vec<Word>) {
    let (mut variables, mut callees) = (Vec::new(), Vec::new());
    for inst in function.into_iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions) {
        for operand in &inst.operands {
            let Operand::IdRef(id) = operand else { continue };
            variables.extend(places.get(id));
            callees.extend(functions.contains_key(id).then_some(*id));
        }
    }
    variables.sort_unstable();
    variables.dedup();
    (variables, callees)
}

/// A text as an operand: as SPIR-V ends texts with a zero, one within would end it there, with words after that no reader expects.
pub(crate) fn literal_text(text: &str) -> Operand {
    Operand::LiteralString(text.split('\0').next().unwrap_or_default().to_owned())
}

impl Assembly {
    pub(crate) fn new() -> Self {
        Self {
            module: Module::new(),
            next: 1,
            version: (1, 0),
            globals: FxHashMap::default(),
            constants: FxHashMap::default(),
            capabilities: FxHashSet::default(),
            plain: FxHashMap::default(),
            extensions: FxHashSet::default(),
            sets: FxHashMap::default(),
            texts: FxHashMap::default(),
            modes: FxHashMap::default(),
            interface: Vec::new(),
            block: Block::new(),
            function: Function::new(),
            locals: Vec::new(),
            decorated: FxHashSet::default(),
            loc: None,
            origins: None,
            long: LongInstructions::default(),
            origin: None,
            last_origin: None,
            debug_set: None,
        }
    }

    /// A fresh id.
    pub(crate) fn id(&mut self) -> Word {
        let id = self.next;
        self.next += 1;
        id
    }

    pub(crate) fn capability(&mut self, capability: Capability) {
        if self.capabilities.insert(capability) {
            let operands = vec![Operand::Capability(capability)];
            self.module.capabilities.push(Instruction::new(Op::Capability, None, None, operands));
            match since(capability) {
                Since::First => {}
                Since::Version(major, minor) => self.version = self.version.max((major, minor)),
                Since::Extension(name) => self.extension(name),
            }
        }
    }

    /// Asks for a version at least.
    pub(crate) fn need_version(&mut self, version: (u8, u8)) {
        self.version = self.version.max(version);
    }

    /// Puts a capability before all others.
    pub(crate) fn first_capability(&mut self, capability: Capability) {
        self.capability(capability);
        let known = [Operand::Capability(capability)];
        let all = &mut self.module.capabilities;
        if let Some(at) = all.iter().position(|inst| inst.operands == known)
            && let Some(upto) = all.get_mut(..=at)
        {
            upto.rotate_right(1);
        }
    }

    /// Declares an extension that no capability asks for by itself.
    pub(crate) fn extension(&mut self, name: &'static str) {
        self.extension_by_name(name);
    }

    /// Declares an extension that the source asks for.
    pub(crate) fn extension_by_name(&mut self, name: &str) {
        if self.extensions.insert(name.to_owned()) {
            if let Some(row) = EXTENSION_VERSIONS.iter().find(|row| row.0 == name) {
                self.need_version(row.1);
            }
            let operands = vec![literal_text(name)];
            self.module.extensions.push(Instruction::new(Op::Extension, None, None, operands));
        }
    }

    pub(crate) fn name(&mut self, id: Word, name: &str) {
        let operands = vec![Operand::IdRef(id), literal_text(name)];
        self.module.debug_names.push(Instruction::new(Op::Name, None, None, operands));
    }

    pub(crate) fn member_name(&mut self, id: Word, member: u32, name: &str) {
        let operands = vec![Operand::IdRef(id), Operand::LiteralBit32(member), literal_text(name)];
        self.module.debug_names.push(Instruction::new(Op::MemberName, None, None, operands));
    }

    /// Decorates something. What has no values is said once, whoever says it: a built-in that operations read may be an element
    /// of a signature too.
    pub(crate) fn decorate(&mut self, id: Word, decoration: Decoration, values: &[u32]) {
        if values.is_empty() && !self.decorated.insert((id, decoration)) {
            return;
        }
        let mut operands = vec![Operand::IdRef(id), Operand::Decoration(decoration)];
        operands.extend(values.iter().map(|&value| Operand::LiteralBit32(value)));
        self.module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
    }

    /// Lets other modules call a function, or says that it is one of theirs.
    pub(crate) fn link(&mut self, function: Word, name: &str, linkage: LinkageType) {
        self.capability(Capability::Linkage);
        let operands = vec![
            Operand::IdRef(function),
            Operand::Decoration(Decoration::LinkageAttributes),
            literal_text(name),
            Operand::LinkageType(linkage),
        ];
        self.module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
    }

    /// Adds a decoration in whatever form.
    pub(crate) fn annotate(&mut self, op: Op, operands: Vec<Operand>) {
        self.module.annotations.push(Instruction::new(op, None, None, operands));
    }

    pub(crate) fn decorate_built_in(&mut self, id: Word, built_in: BuiltIn) {
        let operands = vec![Operand::IdRef(id), Operand::Decoration(Decoration::BuiltIn), Operand::BuiltIn(built_in)];
        self.module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
    }

    /// Adds a decoration for who reads the module, with a text.
    pub(crate) fn decorate_text(&mut self, id: Word, decoration: Decoration, text: &str) {
        let is_type = decoration == Decoration::UserTypeGOOGLE;
        self.extension(if is_type { "SPV_GOOGLE_user_type" } else { "SPV_GOOGLE_hlsl_functionality1" });
        let operands = vec![Operand::IdRef(id), Operand::Decoration(decoration), literal_text(text)];
        self.module.annotations.push(Instruction::new(Op::DecorateString, None, None, operands));
    }

    /// Says which variable counts the elements of another.
    pub(crate) fn decorate_counter(&mut self, id: Word, counter: Word) {
        self.extension("SPV_GOOGLE_hlsl_functionality1");
        let operands =
            vec![Operand::IdRef(id), Operand::Decoration(Decoration::CounterBuffer), Operand::IdRef(counter)];
        self.module.annotations.push(Instruction::new(Op::DecorateId, None, None, operands));
    }

    pub(crate) fn decorate_member(&mut self, id: Word, member: u32, decoration: Decoration, values: &[u32]) {
        let mut operands = vec![Operand::IdRef(id), Operand::LiteralBit32(member), Operand::Decoration(decoration)];
        operands.extend(values.iter().map(|&value| Operand::LiteralBit32(value)));
        self.module.annotations.push(Instruction::new(Op::MemberDecorate, None, None, operands));
    }

    /// A type or constant, made once.
    pub(crate) fn global(&mut self, op: Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        if let Some(&id) = self.globals.get(&(op, ty, operands.clone())) {
            return id;
        }
        let id = self.fresh_global(op, ty, operands.clone());
        if let (Op::Constant, Some(ty), &[Operand::LiteralBit32(bits)]) = (op, ty, operands.as_slice()) {
            self.constants.insert(id, (ty, bits));
        }
        self.globals.insert((op, ty, operands), id);
        id
    }

    /// The bits of a constant of a type of at most 32 bits.
    pub(crate) fn constant_bits(&self, id: Word, ty: Word) -> Option<u32> {
        self.constants.get(&id).filter(|row| row.0 == ty).map(|row| row.1)
    }

    /// A type or variable that differs from all others, as its decorations do.
    pub(crate) fn fresh_global(&mut self, op: Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let id = self.id();
        let is_chosen =
            matches!(op, Op::SpecConstantTrue | Op::SpecConstantFalse | Op::SpecConstant | Op::SpecConstantOp);
        let is_known = matches!(
            op,
            Op::ConstantTrue | Op::ConstantFalse | Op::Constant | Op::ConstantNull | Op::ConstantComposite
        );
        if is_chosen || is_known {
            self.plain.insert(id, is_chosen);
        }
        self.long.note(op, &operands, self.loc);
        self.module.types_global_values.push(Instruction::new(op, ty, Some(id), operands));
        id
    }

    /// Whether all of these are constants, and one depends on what is given when a pipeline is made.
    pub(crate) fn are_chosen(&self, args: &[Word]) -> bool {
        let known = args.iter().map(|arg| self.plain.get(arg).copied());
        known.clone().all(|kind| kind.is_some()) && known.flatten().any(|chosen| chosen)
    }

    /// An operation on such constants, which is one itself.
    pub(crate) fn chosen(&mut self, op: Op, ty: Word, args: &[Word]) -> Word {
        let mut operands = vec![Operand::LiteralSpecConstantOpInteger(op)];
        operands.extend(args.iter().map(|&arg| Operand::IdRef(arg)));
        self.global(Op::SpecConstantOp, Some(ty), operands)
    }

    pub(crate) fn pointer_type(&mut self, to: Word, class: StorageClass) -> Word {
        self.global(Op::TypePointer, None, vec![Operand::StorageClass(class), Operand::IdRef(to)])
    }

    /// Does the same with an id that was named before.
    pub(crate) fn pointer_type_as(&mut self, id: Word, to: Word, class: StorageClass) {
        let operands = vec![Operand::StorageClass(class), Operand::IdRef(to)];
        self.module.types_global_values.push(Instruction::new(Op::TypePointer, None, Some(id), operands.clone()));
        self.globals.insert((Op::TypePointer, None, operands), id);
    }

    /// Names a pointer type before it is made.
    pub(crate) fn forward_pointer(&mut self, operands: Vec<Operand>) {
        self.module.types_global_values.push(Instruction::new(Op::TypeForwardPointer, None, None, operands));
    }

    /// A variable outside functions.
    pub(crate) fn variable(&mut self, to: Word, class: StorageClass, init: Option<Word>) -> Word {
        let ty = self.pointer_type(to, class);
        let mut operands = vec![Operand::StorageClass(class)];
        operands.extend(init.map(Operand::IdRef));
        self.fresh_global(Op::Variable, Some(ty), operands)
    }

    /// A variable of the function being written.
    pub(crate) fn local(&mut self, to: Word) -> Word {
        let ty = self.pointer_type(to, StorageClass::Function);
        let id = self.id();
        let operands = vec![Operand::StorageClass(StorageClass::Function)];
        self.locals.push(Instruction::new(Op::Variable, Some(ty), Some(id), operands));
        id
    }

    /// Whether a capability is there, by itself or with another.
    pub(crate) fn can(&self, capability: Capability) -> bool {
        fn implies(one: Capability, other: Capability) -> bool {
            one == other || Operand::Capability(one).required_capabilities().iter().any(|&part| implies(part, other))
        }
        self.capabilities.iter().any(|&known| implies(known, capability))
    }

    /// Whether an extension is there.
    pub(crate) fn has_extension(&self, name: &str) -> bool {
        self.extensions.contains(name)
    }

    /// Makes a variable that nothing names yet stand after constants.
    pub(crate) fn put_after(&mut self, variable: Word, constants: &[Word]) {
        let all = &mut self.module.types_global_values;
        let place = |all: &[Instruction], id| all.iter().position(|inst| inst.result_id == Some(id));
        let Some(at) = place(all, variable) else { return };
        if constants.iter().any(|&id| place(all, id).is_some_and(|constant| constant > at)) {
            let inst = all.remove(at);
            all.push(inst);
        }
    }

    /// The variables of a class that are a built-in.
    pub(crate) fn built_in_variables(&self, class: StorageClass, built_in: BuiltIn) -> impl Iterator<Item = Word> {
        let wanted = [Operand::Decoration(Decoration::BuiltIn), Operand::BuiltIn(built_in)];
        self.interface.iter().copied().filter(move |&id| {
            let is_it = |inst: &Instruction| {
                inst.operands.split_first().is_some_and(|(of, said)| *of == Operand::IdRef(id) && *said == wanted)
            };
            self.module.annotations.iter().any(is_it) && self.class_of(id) == Some(class)
        })
    }

    fn class_of(&self, variable: Word) -> Option<StorageClass> {
        let made = self.module.types_global_values.iter().find(|inst| inst.result_id == Some(variable))?;
        match made.operands.first() {
            Some(&Operand::StorageClass(class)) => Some(class),
            _ => None,
        }
    }

    /// The modes that an entry point already has: the operands of each.
    pub(crate) fn modes_of(&self, entry: Word) -> Vec<&[Operand]> {
        let places = self.modes.get(&entry).into_iter().flatten();
        places.map(|&at| &self.module.execution_modes[at as usize].operands[1..]).collect()
    }

    pub(crate) fn execution_mode(&mut self, operands: Vec<Operand>, entry: Word) {
        self.add_mode(Op::ExecutionMode, operands, entry);
    }

    /// Does the same with constants for what it says.
    pub(crate) fn execution_mode_id(&mut self, operands: Vec<Operand>, entry: Word) {
        self.add_mode(Op::ExecutionModeId, operands, entry);
    }

    fn add_mode(&mut self, op: Op, mut operands: Vec<Operand>, entry: Word) {
        operands.insert(0, Operand::IdRef(entry));
        self.modes.entry(entry).or_default().push(self.module.execution_modes.len() as u32);
        self.module.execution_modes.push(Instruction::new(op, None, None, operands));
    }

    pub(crate) fn entry_point(&mut self, model: rspirv::spirv::ExecutionModel, entry: Word, name: &str) {
        let mut operands = vec![Operand::ExecutionModel(model), Operand::IdRef(entry), literal_text(name)];
        operands.extend(self.interface.iter().map(|&id| Operand::IdRef(id)));
        self.module.entry_points.push(Instruction::new(Op::EntryPoint, None, None, operands));
    }

    /// The type of nothing.
    pub(crate) fn void(&mut self) -> Word {
        self.global(Op::TypeVoid, None, Vec::new())
    }

    /// Starts a function with these types of result and parameters; `known` is its id if a call named it already. Its id
    /// and those of its parameters.
    pub(crate) fn begin_function(&mut self, known: Option<Word>, ret: Word, params: &[Word]) -> (Word, Vec<Word>) {
        let types = std::iter::once(&ret).chain(params).map(|&ty| Operand::IdRef(ty)).collect();
        let signature = self.global(Op::TypeFunction, None, types);
        self.origin = None;
        let id = known.unwrap_or_else(|| self.id());
        let control = Operand::FunctionControl(rspirv::spirv::FunctionControl::NONE);
        self.function.def =
            Some(Instruction::new(Op::Function, Some(ret), Some(id), vec![control, Operand::IdRef(signature)]));
        let mut ids = Vec::with_capacity(params.len());
        for &ty in params {
            let id = self.id();
            self.function.parameters.push(Instruction::new(Op::FunctionParameter, Some(ty), Some(id), Vec::new()));
            ids.push(id);
        }
        (id, ids)
    }

    /// Starts a block.
    pub(crate) fn begin_block(&mut self, label: Word) {
        self.last_origin = None;
        self.block.label = Some(Instruction::new(Op::Label, None, Some(label), Vec::new()));
    }

    /// Label of the block being written.
    pub(crate) fn current_label(&self) -> Option<Word> {
        self.block.label_id()
    }

    /// Says where what comes next is from, unless the block has said it last.
    fn say_origin(&mut self) {
        let Some(origin) = self.origin.filter(|_| self.origin != self.last_origin) else { return };
        if let Some((scope, call)) = origin.scope
            && self.last_origin.is_none_or(|last| last.scope != origin.scope)
        {
            let args: SmallVec<[Word; 2]> = std::iter::once(scope).chain(call).collect();
            self.say_before(vocabulary::SCOPE, &args);
        }
        if self.last_origin.is_none_or(|last| last.line != origin.line) {
            match origin.line {
                Line::Core { file, line, column } => {
                    let operands =
                        vec![Operand::IdRef(file), Operand::LiteralBit32(line), Operand::LiteralBit32(column)];
                    self.block.instructions.push(Instruction::new(Op::Line, None, None, operands));
                }
                Line::Debug(args) => self.say_before(vocabulary::LINE, &args),
            }
        }
        self.last_origin = Some(origin);
    }

    /// Adds an instruction for debuggers, on ids alone, before the next one.
    fn say_before(&mut self, number: u32, args: &[Word]) {
        let Some(set) = self.debug_set else { return };
        let mut operands = vec![Operand::IdRef(set), Operand::LiteralExtInstInteger(number)];
        operands.extend(args.iter().map(|&arg| Operand::IdRef(arg)));
        let (void, id) = (self.void(), self.id());
        self.block.instructions.push(Instruction::new(Op::ExtInst, Some(void), Some(id), operands));
    }

    /// Adds an instruction with a result.
    pub(crate) fn inst(&mut self, op: Op, ty: Word, operands: Vec<Operand>) -> Word {
        self.say_origin();
        self.long.note(op, &operands, self.loc);
        let id = self.id();
        if let Some(origins) = &mut self.origins {
            origins.result(id, self.loc);
        }
        self.block.instructions.push(Instruction::new(op, Some(ty), Some(id), operands));
        id
    }

    /// Adds an instruction with a result, on ids alone.
    pub(crate) fn op(&mut self, op: Op, ty: Word, args: &[Word]) -> Word {
        // Drivers take no instruction that composes nothing; a struct without members is a constant.
        if op == Op::CompositeConstruct && args.is_empty() {
            return self.global(Op::ConstantNull, Some(ty), Vec::new());
        }
        self.inst(op, ty, args.iter().map(|&arg| Operand::IdRef(arg)).collect())
    }

    /// Adds an instruction without a result.
    pub(crate) fn effect(&mut self, op: Op, operands: Vec<Operand>) {
        self.say_origin();
        self.long.note(op, &operands, self.loc);
        if let Some(origins) = &mut self.origins {
            origins.effect(self.block.label_id(), self.loc);
        }
        self.block.instructions.push(Instruction::new(op, None, None, operands));
    }

    /// Adds an instruction without a result, on ids alone.
    pub(crate) fn effect_on(&mut self, op: Op, args: &[Word]) {
        self.effect(op, args.iter().map(|&arg| Operand::IdRef(arg)).collect());
    }

    /// Names the set of instructions for debug information.
    pub(crate) fn import_debug(&mut self, name: &str) -> Word {
        let id = self.import(name);
        self.debug_set = Some(id);
        id
    }

    /// The id of a text.
    pub(crate) fn text(&mut self, text: &str) -> Word {
        if let Some(&known) = self.texts.get(text) {
            return known;
        }
        let id = self.id();
        self.texts.insert(text.to_owned(), id);
        let said = Instruction::new(Op::String, None, Some(id), vec![literal_text(text)]);
        self.module.debug_string_source.push(said);
        id
    }

    /// A 32-bit integer.
    pub(crate) fn uint(&mut self, value: u32) -> Word {
        let ty = self.global(Op::TypeInt, None, vec![Operand::LiteralBit32(32), Operand::LiteralBit32(0)]);
        self.global(Op::Constant, Some(ty), vec![Operand::LiteralBit32(value)])
    }

    /// The constant `true`.
    pub(crate) fn true_constant(&mut self) -> Word {
        let ty = self.global(Op::TypeBool, None, Vec::new());
        self.global(Op::ConstantTrue, Some(ty), Vec::new())
    }

    /// The variables outside functions.
    pub(crate) fn variables(&self) -> FxHashSet<Word> {
        let is_variable = |inst: &&Instruction| inst.class.opcode == Op::Variable;
        self.module.types_global_values.iter().filter(is_variable).filter_map(|inst| inst.result_id).collect()
    }

    /// A set of instructions.
    pub(crate) fn import(&mut self, name: &str) -> Word {
        if let Some(&id) = self.sets.get(name) {
            return id;
        }
        let id = self.id();
        let operands = vec![literal_text(name)];
        self.module.ext_inst_imports.push(Instruction::new(Op::ExtInstImport, None, Some(id), operands));
        self.sets.insert(name.to_owned(), id);
        id
    }

    /// Calls an instruction of `GLSL.std.450`.
    pub(crate) fn glsl(&mut self, op: GlslStd450Op, ty: Word, args: &[Word]) -> Word {
        let set = self.import("GLSL.std.450");
        let mut operands = vec![Operand::IdRef(set), Operand::LiteralExtInstInteger(op as u32)];
        operands.extend(args.iter().map(|&arg| Operand::IdRef(arg)));
        self.inst(Op::ExtInst, ty, operands)
    }

    /// Ends the block with its last instruction.
    pub(crate) fn end_block(&mut self, op: Op, operands: Vec<Operand>) {
        self.effect(op, operands);
        self.function.blocks.push(std::mem::take(&mut self.block));
    }

    /// Puts phis at the start of finished blocks: (label, phi), in order.
    pub(crate) fn add_phis(&mut self, phis: Vec<(Word, Instruction)>) {
        let at: FxHashMap<Word, usize> = self
            .function
            .blocks
            .iter()
            .enumerate()
            .filter_map(|(i, block)| block.label_id().map(|label| (label, i)))
            .collect();
        let mut grouped: FxHashMap<usize, Vec<Instruction>> = FxHashMap::default();
        for (label, phi) in phis {
            if let Some(&block) = at.get(&label) {
                grouped.entry(block).or_default().push(phi);
            }
        }
        // Each block is changed by itself, so the order of the map does not show.
        for (block, phis) in grouped {
            if let Some(block) = self.function.blocks.get_mut(block) {
                block.instructions.splice(0..0, phis);
            }
        }
    }

    pub(crate) fn end_function(&mut self) {
        if let Some(first) = self.function.blocks.first_mut() {
            first.instructions.splice(0..0, std::mem::take(&mut self.locals));
        }
        self.function.end = Some(Instruction::new(Op::FunctionEnd, None, None, Vec::new()));
        self.module.functions.push(std::mem::take(&mut self.function));
    }

    /// Takes away those of some variables that no function uses.
    pub(crate) fn forget_unused(&mut self, variables: &[Word]) {
        let mut unused: FxHashSet<Word> = variables.iter().copied().collect();
        if unused.is_empty() {
            return;
        }
        for inst in self.module.functions.iter().flat_map(Function::all_inst_iter) {
            for operand in &inst.operands {
                if let Operand::IdRef(id) = operand {
                    unused.remove(id);
                }
            }
        }
        let is_of_unused =
            |inst: &Instruction| matches!(inst.operands.first(), Some(Operand::IdRef(id)) if unused.contains(id));
        self.interface.retain(|id| !unused.contains(id));
        self.module.debug_names.retain(|inst| !is_of_unused(inst));
        self.module.annotations.retain(|inst| !is_of_unused(inst));
        self.module.types_global_values.retain(|inst| inst.result_id.is_none_or(|id| !unused.contains(&id)));
    }

    /// Lists the variables of the interface. From SPIR-V 1.4 on that is every variable outside functions that the entry
    /// point uses. Inputs, outputs and payloads of mesh shaders are there already.
    fn list_used_variables(&mut self) {
        let of_interface = [StorageClass::Input, StorageClass::Output, StorageClass::TaskPayloadWorkgroupEXT];
        let is_listed = |inst: &Instruction| {
            let class = inst.operands.first();
            of_interface.iter().any(|&known| class == Some(&Operand::StorageClass(known)))
        };
        let variables = self.module.types_global_values.iter().enumerate();
        let variables = variables.filter(|(_, inst)| inst.class.opcode == Op::Variable && !is_listed(inst));
        let places: FxHashMap<Word, usize> =
            variables.filter_map(|(at, inst)| inst.result_id.map(|id| (id, at))).collect();
        let functions: FxHashMap<Word, &Function> =
            self.module.functions.iter().filter_map(|function| Some((function.def_id()?, function))).collect();
        // Of each function the variables and the functions that it names itself.
        let mut named: FxHashMap<Word, (Vec<usize>, Vec<Word>)> = FxHashMap::default();
        for entry in &mut self.module.entry_points {
            let Some(&Operand::IdRef(start)) = entry.operands.get(1) else { continue };
            let (mut used, mut work) = (Vec::new(), vec![start]);
            let mut seen: FxHashSet<Word> = work.iter().copied().collect();
            while let Some(id) = work.pop() {
                let (variables, callees) =
                    named.entry(id).or_insert_with(|| named_in(functions.get(&id).copied(), &places, &functions));
                used.extend_from_slice(variables);
                work.extend(callees.iter().copied().filter(|&callee| seen.insert(callee)));
            }
            used.sort_unstable();
            used.dedup();
            let ids = used.iter().filter_map(|&at| self.module.types_global_values.get(at)?.result_id);
            entry.operands.extend(ids.map(Operand::IdRef));
        }
    }

    /// Takes away what another capability says too: what lanes can do together builds on one, but for partitions, which imply
    /// nothing.
    fn forget_implied(&mut self) {
        use Capability as C;
        let more = [
            C::GroupNonUniformVote,
            C::GroupNonUniformArithmetic,
            C::GroupNonUniformBallot,
            C::GroupNonUniformShuffle,
            C::GroupNonUniformQuad,
        ];
        if more.iter().any(|capability| self.capabilities.contains(capability)) {
            let implied = [Operand::Capability(C::GroupNonUniform)];
            self.module.capabilities.retain(|inst| inst.operands != implied);
        }
    }

    /// The finished module.
    pub(crate) fn finish(mut self) -> Module {
        if self.capabilities.contains(&Capability::VulkanMemoryModel) {
            self.say_who_sees();
        }
        if self.version >= (1, 4) {
            self.list_used_variables();
        }
        self.forget_implied();
        // Those without a body stand before the others.
        self.module.functions.sort_by_key(|function| !function.blocks.is_empty());
        let mut header = ModuleHeader::new(self.next);
        header.set_version(self.version.0, self.version.1);
        header.generator = GENERATOR;
        self.module.header = Some(header);
        self.module.memory_model = Some(Instruction::new(
            Op::MemoryModel,
            None,
            None,
            vec![
                Operand::AddressingModel(if self.capabilities.contains(&Capability::PhysicalStorageBufferAddresses) {
                    AddressingModel::PhysicalStorageBuffer64
                } else {
                    AddressingModel::Logical
                }),
                Operand::MemoryModel(if self.capabilities.contains(&Capability::VulkanMemoryModel) {
                    MemoryModel::Vulkan
                } else {
                    MemoryModel::GLSL450
                }),
            ],
        ));
        self.module
    }
}
