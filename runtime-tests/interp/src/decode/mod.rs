//! Decodes the bytes of a container into a [`Program`].
//!
//! The program part is read by the crate `dxil`; this folder makes flat code of it. Constants, variables and ranges of
//! registers are laid out here, the bodies of functions in [`body`], calls of operations in [`calls`], places in the source in
//! [`places`], what a trace needs in [`notes`] and [`records`].

mod body;
mod calls;
mod constants;
mod notes;
mod places;
mod records;
mod vectors;

use dxil::attributes::{Attribute, FUNCTION_INDEX, HELPER_LANES};
use dxil::container::program::Program as ProgramPart;
use dxil::container::{Container, FourCc};
use dxil::shader::{Element, Resource, ResourceClass, ResourceDetail, Shader, StageProperties};
use dxil::types::addrspace;
use dxil::{ConstId, FuncId, GlobalId, Module, ShaderKind, bitcode};
use rustc_hash::FxHashMap;

use crate::debug::DebugTable;
use crate::meshes::Payload;
use crate::program::{BoundRange, Inst, Object, Program, Properties, Slot, Target};
use crate::report::DecodeError;
use crate::shapes;
use crate::stages::Signature;
use crate::value::{Pointer, Space};

/// The most bytes that variables of one kind may take together.
const MOST_BYTES: u32 = 1 << 24;

pub(crate) fn damaged(what: impl ToString) -> DecodeError {
    DecodeError::Damaged(what.to_string())
}

fn unsupported(what: impl Into<String>) -> DecodeError {
    DecodeError::Unsupported(what.into())
}

/// Which floats of 16 and 32 bits are blurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Blurs {
    #[default]
    Nothing,
    /// Fast products that leave the range of normal numbers.
    Losses,
    /// The results of arithmetic.
    Results,
    /// These, products that leave the range, and the terms of sums before they are added.
    Terms,
}

/// The options of decoding.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Manner {
    /// Whether denormals are flushed where functions say nothing.
    pub flushes: bool,
    /// What is blurred.
    pub blurs: Blurs,
    /// Whether floats are undefined that arithmetic promised not to meet.
    pub poisons: bool,
    /// Whether what a trace needs is noted.
    pub traces: bool,
}

/// Decodes the program of a container, the one with debug information if there is one.
pub(crate) fn decode(bytes: &[u8], manner: Manner) -> Result<Program, DecodeError> {
    let container = Container::read(bytes).map_err(damaged)?;
    let part = [FourCc::ILDB, FourCc::DXIL].into_iter().find_map(|name| Some((name, container.part(name)?)));
    let (name, data) = part.ok_or_else(|| damaged("it has no program"))?;
    let part = ProgramPart::read(name, data).map_err(damaged)?;
    let module = bitcode::read(&part.bitcode).map_err(damaged)?;
    let shader = Shader::read(&module).map_err(damaged)?;
    Decoder::new(&module, &shader, manner)?.decode()
}

/// The facts about a called function.
#[derive(Clone, Copy)]
struct Callee {
    function: FuncId,
    /// The slots of its parameters and of its result.
    args: Slot,
    result: Slot,
    start: Target,
}

struct Decoder<'m> {
    module: &'m Module,
    shader: &'m Shader,
    program: Program,
    constants: FxHashMap<ConstId, Slot>,
    globals: FxHashMap<GlobalId, u64>,
    callees: Vec<Callee>,
    by_function: FxHashMap<FuncId, usize>,
    places: places::Places,
    named: records::Named,
    manner: Manner,
    /// Whether denormals are flushed in the current function.
    flushes: bool,
    /// A slot that holds zero.
    zero: Option<Slot>,
}

impl<'m> Decoder<'m> {
    fn new(module: &'m Module, shader: &'m Shader, manner: Manner) -> Result<Self, DecodeError> {
        let is_known =
            |kind| kind <= ShaderKind::Compute || matches!(kind, ShaderKind::Mesh | ShaderKind::Amplification);
        let Some(entry) = shader.entry().filter(|entry| is_known(entry.kind)) else {
            return Err(DecodeError::Stage(format!("a {} shader", shader.shader_model.kind.prefix())));
        };
        let group_size = match entry.stage {
            StageProperties::Compute { num_threads, .. }
            | StageProperties::Mesh { num_threads, .. }
            | StageProperties::Amplification { num_threads, .. } => num_threads,
            _ if entry.kind >= ShaderKind::Compute => {
                return Err(damaged("it does not say how many threads a group has"));
            }
            StageProperties::None
            | StageProperties::Geometry { .. }
            | StageProperties::Domain { .. }
            | StageProperties::Hull { .. }
            | StageProperties::Node(_)
            | StageProperties::RayTracing { .. } => [1; 3],
        };
        let control_points =
            if let StageProperties::Hull { output_points, .. } = entry.stage { output_points } else { 0 };
        let attributes = entry.function.and_then(|function| module.functions[function].attributes);
        let attributes = attributes.map_or(&[][..], |list| module.attributes[list].at(FUNCTION_INDEX));
        let is_with_helpers =
            |attribute: &Attribute| matches!(attribute, Attribute::Text(key, _) if *key == HELPER_LANES);
        let wave = entry.wave_size();
        let program = Program {
            code: Vec::new(),
            lines: Vec::new(),
            places: Vec::new(),
            args: Vec::new(),
            edges: Vec::new(),
            tables: Vec::new(),
            returns: Vec::new(),
            slots: 0,
            constants: Vec::new(),
            undefined: Vec::new(),
            entry: 0,
            stage: entry.kind,
            inputs: Signature::new(&entry.inputs),
            outputs: Signature::new(&entry.outputs),
            patch: Signature::new(&entry.patch),
            patch_entry: None,
            control_points,
            waves_have_helpers: attributes.iter().any(is_with_helpers),
            group_size,
            payload: Payload::default(),
            wave_sizes: wave.map(|wave| (wave.min, wave.max.max(wave.min))),
            preferred_wave_size: wave.map_or(0, |wave| wave.preferred),
            locals: Vec::new(),
            local_bytes: 0,
            local_data: Vec::new(),
            tables_of_constants: Vec::new(),
            constant_data: Vec::new(),
            shared: Vec::new(),
            shared_bytes: 0,
            shared_names: Vec::new(),
            properties: Vec::new(),
            ranges: Vec::new(),
            native_16bit: module.has_native_16bit(),
            origins: Vec::new(),
            records: Vec::new(),
            debug: DebugTable::default(),
            queries: Vec::new(),
        };
        let mut decoder = Self {
            module,
            shader,
            program,
            constants: FxHashMap::default(),
            globals: FxHashMap::default(),
            callees: Vec::new(),
            by_function: FxHashMap::default(),
            places: places::Places::default(),
            named: records::Named::default(),
            manner,
            flushes: manner.flushes,
            zero: None,
        };
        decoder.lay_out_globals()?;
        decoder.list_ranges();
        Ok(decoder)
    }

    fn decode(mut self) -> Result<Program, DecodeError> {
        let shader = self.shader.entry();
        let entry = shader.and_then(|entry| entry.function).ok_or_else(|| damaged("it has no entry point"))?;
        self.callee(entry)?;
        let patch = match shader.map(|entry| &entry.stage) {
            Some(StageProperties::Hull { patch_function, .. }) => Some(self.callee(*patch_function)?),
            _ => None,
        };
        let mut at = 0;
        while let Some(&Callee { function, .. }) = self.callees.get(at) {
            self.callees[at].start = self.program.code.len() as Target;
            self.decode_function(function, at)?;
            at += 1;
        }
        // Calls name the number of the function until all are decoded.
        for inst in &mut self.program.code {
            if let Inst::Call { target } = inst {
                *target = self.callees[*target as usize].start;
            }
        }
        self.program.entry = self.callees[0].start;
        self.program.patch_entry = patch.map(|number| self.callees[number].start);
        self.lay_out_variables()?;
        (self.program.places, self.program.debug.scopes) = self.places.finish();
        Ok(self.program)
    }

    /// The number of a function among those that are called.
    fn callee(&mut self, function: FuncId) -> Result<usize, DecodeError> {
        if let Some(&known) = self.by_function.get(&function) {
            return Ok(known);
        }
        let signature = self.module.types.signature(self.module.functions[function].ty);
        let (result, params) = signature.ok_or_else(|| damaged("a function without a type"))?;
        let count = params.iter().try_fold(0, |sum, &param| Ok(sum + shapes::count(self.module, param)?))?;
        let args = self.new_slots(count)?;
        let result_count = shapes::count(self.module, result)?;
        let result = self.new_slots(result_count)?;
        let number = self.callees.len();
        self.callees.push(Callee { function, args, result, start: 0 });
        self.by_function.insert(function, number);
        Ok(number)
    }

    /// A slot that holds zero.
    fn zero(&mut self) -> Result<Slot, DecodeError> {
        if let Some(known) = self.zero {
            return Ok(known);
        }
        let slot = self.new_slots(1)?;
        self.program.constants.push((slot, 0));
        self.zero = Some(slot);
        Ok(slot)
    }

    fn new_slots(&mut self, count: u32) -> Result<Slot, DecodeError> {
        const MOST: u32 = 1 << 22;
        let first = self.program.slots;
        self.program.slots += count;
        if self.program.slots > MOST {
            return Err(unsupported("room for this many values"));
        }
        Ok(first)
    }

    /// Places an object in a space; gives its offset.
    fn place(end: &mut u32, objects: &mut Vec<Object>, size: u32) -> Result<u32, DecodeError> {
        let start = end.next_multiple_of(16);
        let after = start.checked_add(size).filter(|&after| after <= MOST_BYTES);
        *end = after.ok_or_else(|| unsupported("room for variables of this many bytes"))?;
        objects.push(Object { start, size });
        Ok(start)
    }

    /// Variables of the module: group-shared, constant, or of each thread.
    fn lay_out_globals(&mut self) -> Result<(), DecodeError> {
        for (id, global) in &self.module.globals {
            if !global.is_variable() {
                continue;
            }
            let size = shapes::stride(self.module, global.ty)?;
            let program = &mut self.program;
            let (space, object, offset) = if global.addrspace == addrspace::GROUPSHARED {
                program.shared_names.push(String::from_utf8_lossy(global.name.as_bytes()).into_owned());
                let start = Self::place(&mut program.shared_bytes, &mut program.shared, size)?;
                (Space::Shared, program.shared.len() - 1, start)
            } else if global.is_const {
                let mut end = program.constant_data.len() as u32;
                let start = Self::place(&mut end, &mut program.tables_of_constants, size)?;
                program.constant_data.resize(end as usize, 0);
                (Space::Constant, program.tables_of_constants.len() - 1, start)
            } else {
                let start = Self::place(&mut program.local_bytes, &mut program.locals, size)?;
                (Space::Local, program.locals.len() - 1, start)
            };
            let pointer = Pointer { space, object: object as u32, offset }.pack();
            self.globals.insert(id, pointer);
            let Some(initial) = global.initializer.filter(|_| space != Space::Shared) else { continue };
            let data = self.bytes_of(initial, size)?;
            if space == Space::Constant {
                let start = offset as usize;
                self.program.constant_data[start..start + data.len()].copy_from_slice(&data);
            } else {
                self.program.local_data.push((offset, data));
            }
        }
        Ok(())
    }

    /// The ranges of registers that the metadata lists, in its order.
    fn list_ranges(&mut self) {
        for class in self.shader.resources.classes() {
            for resource in class {
                self.program.ranges.push(range_of(self.module, resource));
            }
        }
    }
}

/// The properties of a handle of a range without an annotation.
fn properties_of(range: &BoundRange) -> Properties {
    Properties {
        kind: range.kind,
        element: range.element,
        components: range.components,
        stride: range.stride,
        is_written: range.class == ResourceClass::Uav,
    }
}

fn range_of(module: &Module, resource: &Resource) -> BoundRange {
    let element = match resource.detail {
        ResourceDetail::Srv { element, .. } | ResourceDetail::Uav { element, .. } => Some(element),
        ResourceDetail::Cbv { .. } | ResourceDetail::Sampler { .. } => None,
    };
    BoundRange {
        class: resource.class(),
        space: resource.space,
        first: resource.lower_bound,
        count: resource.range_size,
        kind: resource.kind(),
        stride: match (element, resource.detail) {
            (Some(Element::Struct { stride }), _) => stride,
            (_, ResourceDetail::Cbv { size }) => size,
            _ => 0,
        },
        element: match element {
            Some(Element::Typed(component)) => Some(component),
            _ => None,
        },
        components: resource.components(module),
        has_counter: matches!(resource.detail, ResourceDetail::Uav { has_counter: true, .. }),
    }
}
