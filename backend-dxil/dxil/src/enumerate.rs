//! Numbers the types, constants and metadata entries that a module uses, for bitcode.
//!
//! Absolute value numbers are: globals, functions, module constants; then, in each function, its parameters, its
//! constants and the results of its instructions. Types come before the types made of them (named structs may close
//! cycles), operands of constants and nodes before their users where there is no cycle. Only what something refers to
//! gets a number, and the types of addresses, of metadata and of blocks. The order is that of LLVM's `ValueEnumerator`: a
//! module of DXC's gets the numbers that it had. Nothing here recurses; the order depends on the module alone.

use std::cmp::Reverse;

use cranelift_entity::{EntitySet, SecondaryMap};

use crate::constants::{ConstId, ConstKind};
use crate::debug_info::DebugField;
use crate::inst::{InstKind, Value};
use crate::metadata::{MdId, Metadata};
use crate::module::{Body, FuncId, Module};
use crate::types::{Type, TypeId};

/// The numbers of a module.
#[derive(Debug)]
pub struct Numbering {
    /// The types, by number.
    pub types: Vec<TypeId>,
    /// The module-level constants, in the order of their numbers, which follow those of globals and functions.
    pub constants: Vec<ConstId>,
    /// The metadata entries, by number.
    pub metadata: Vec<MdId>,
    /// The numbers of the constants that only one function uses, by function.
    pub function_constants: SecondaryMap<FuncId, Vec<ConstId>>,
    /// The functions that use parameters or results as metadata.
    with_local_metadata: EntitySet<FuncId>,
    type_numbers: SecondaryMap<TypeId, Option<u32>>,
    value_numbers: SecondaryMap<ConstId, Option<u32>>,
    metadata_numbers: SecondaryMap<MdId, Option<u32>>,
    globals_and_functions: u32,
}

impl Numbering {
    /// Numbers a module.
    pub fn new(module: &Module) -> Self {
        let mut builder = Builder {
            module,
            types: Vec::with_capacity(module.types.len()),
            type_states: SecondaryMap::new(),
            constants: Vec::with_capacity(module.constants.len()),
            const_uses: SecondaryMap::new(),
            metadata: Vec::with_capacity(module.metadata.len()),
            md_seen: SecondaryMap::new(),
            with_local_metadata: EntitySet::new(),
            type_work: Vec::with_capacity(WORK),
            const_work: Vec::with_capacity(WORK),
            md_work: Vec::with_capacity(WORK),
        };
        // All rows at once: a table that grows row by row does so in many steps.
        builder.type_states.resize(module.types.len());
        builder.const_uses.resize(module.constants.len());
        builder.md_seen.resize(module.metadata.len());
        builder.run()
    }

    /// The number of a type.
    pub fn ty(&self, ty: TypeId) -> u64 {
        u64::from(self.type_numbers[ty].unwrap_or(0))
    }

    /// The absolute number of a constant, if it has one at the moment.
    pub fn constant(&self, id: ConstId) -> Option<u32> {
        self.value_numbers[id]
    }

    /// The number of a metadata entry.
    pub fn metadata(&self, id: MdId) -> u64 {
        u64::from(self.metadata_numbers[id].unwrap_or(0))
    }

    /// Whether a function uses parameters or results as metadata.
    pub fn has_local_metadata(&self, function: FuncId) -> bool {
        self.with_local_metadata.contains(function)
    }

    /// The number of the first value of a function, its first parameter.
    pub fn first_local(&self) -> u32 {
        self.globals_and_functions + self.constants.len() as u32
    }

    /// Gives the constants of a function their numbers, from `first` on.
    pub fn enter_function(&mut self, function: FuncId, first: u32) {
        for (index, &id) in self.function_constants[function].iter().enumerate() {
            self.value_numbers[id] = Some(first + index as u32);
        }
    }

    /// Takes the numbers of [`Self::enter_function`] back.
    pub fn leave_function(&mut self, function: FuncId) {
        for &id in &self.function_constants[function] {
            self.value_numbers[id] = None;
        }
    }
}

/// Whether a constant array or vector is written as raw element values.
pub fn is_data(module: &Module, id: ConstId) -> bool {
    let constant = module.constants.get(id);
    let (ConstKind::Aggregate(parts), Type::Array { elem, .. } | Type::Vector { elem, .. }) =
        (&constant.kind, module.types.get(constant.ty))
    else {
        return false;
    };
    matches!(module.types.get(*elem), Type::Int(8 | 16 | 32 | 64) | Type::Float | Type::Double)
        && parts.iter().all(|&part| matches!(module.constants.get(part).kind, ConstKind::Int(_) | ConstKind::Float(_)))
}

/// Room for the work of a small module.
const WORK: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Unseen,
    Open,
    Done(u32),
}

/// Work on a type: look at its parts, or give it its number once they have theirs.
enum Step<T> {
    Open(T),
    Close(T),
}

struct Builder<'m> {
    module: &'m Module,
    types: Vec<TypeId>,
    type_states: SecondaryMap<TypeId, State>,
    constants: Vec<ConstId>,
    /// The number of uses of numbered constants.
    const_uses: SecondaryMap<ConstId, u32>,
    metadata: Vec<MdId>,
    md_seen: SecondaryMap<MdId, bool>,
    with_local_metadata: EntitySet<FuncId>,
    /// The stacks of the three walks, empty between them.
    type_work: Vec<Step<TypeId>>,
    const_work: Vec<Step<ConstId>>,
    md_work: Vec<Step<MdId>>,
}

impl Builder<'_> {
    fn run(&mut self) -> Numbering {
        let module = self.module;
        for global in module.globals.values() {
            self.add_pointer_type(global.ty, global.addrspace);
        }
        for function in module.functions.values() {
            self.add_pointer_type(function.ty, 0);
        }
        for initializer in module.globals.values().filter_map(|global| global.initializer) {
            self.add_constant(initializer);
        }
        self.add_known_type(&Type::Metadata);
        for &node in module.named_metadata.values().flatten() {
            self.add_metadata(node);
        }
        for (id, function) in &module.functions {
            if let Some(body) = &function.body {
                self.add_body_types(id, body);
            }
        }
        let mut constants = std::mem::take(&mut self.constants);
        self.order_constants(&mut constants);

        let mut function_constants = SecondaryMap::new();
        for (id, function) in &module.functions {
            if let Some(body) = &function.body {
                function_constants[id] = self.add_body_constants(body);
            }
        }
        self.numbering(constants, function_constants)
    }

    fn numbering(
        &mut self,
        constants: Vec<ConstId>,
        function_constants: SecondaryMap<FuncId, Vec<ConstId>>,
    ) -> Numbering {
        let module = self.module;
        let mut value_numbers = SecondaryMap::new();
        value_numbers.resize(module.constants.len());
        for (id, constant) in module.constants.iter() {
            value_numbers[id] = match constant.kind {
                ConstKind::Global(global) => Some(global.as_u32()),
                ConstKind::Function(function) => Some(module.globals.len() as u32 + function.as_u32()),
                ConstKind::Null
                | ConstKind::Undef
                | ConstKind::Int(_)
                | ConstKind::Float(_)
                | ConstKind::Aggregate(_)
                | ConstKind::Cast { .. }
                | ConstKind::Gep { .. }
                | ConstKind::Binary { .. }
                | ConstKind::Cmp { .. }
                | ConstKind::Select { .. } => None,
            };
        }
        let globals_and_functions = (module.globals.len() + module.functions.len()) as u32;
        for (index, &id) in constants.iter().enumerate() {
            value_numbers[id] = Some(globals_and_functions + index as u32);
        }
        let mut metadata_numbers = SecondaryMap::new();
        metadata_numbers.resize(module.metadata.len());
        for (index, &id) in self.metadata.iter().enumerate() {
            metadata_numbers[id] = Some(index as u32);
        }
        let mut type_numbers = SecondaryMap::new();
        type_numbers.resize(module.types.len());
        for (id, _) in module.types.iter() {
            if let State::Done(number) = self.type_states[id] {
                type_numbers[id] = Some(number);
            }
        }
        Numbering {
            types: std::mem::take(&mut self.types),
            constants,
            metadata: std::mem::take(&mut self.metadata),
            function_constants,
            with_local_metadata: std::mem::take(&mut self.with_local_metadata),
            type_numbers,
            value_numbers,
            metadata_numbers,
            globals_and_functions,
        }
    }

    /// Puts constants of one type together, so that the type is stated once, those with the most uses first, and integers
    /// before everything else, as `ValueEnumerator::OptimizeConstants` does.
    fn order_constants(&self, constants: &mut [ConstId]) {
        let module = self.module;
        let [_, _, ..] = constants else { return };
        constants.sort_by_key(|&id| {
            let number = match self.type_states[module.constants.ty(id)] {
                State::Done(number) => number,
                State::Unseen | State::Open => u32::MAX,
            };
            (number, Reverse(self.const_uses[id]))
        });
        partition(constants, |&id| module.types.int_bits(module.types.scalar(module.constants.ty(id))).is_some());
    }

    /// Numbers a type that values have without naming it, if the module knows it.
    fn add_known_type(&mut self, ty: &Type) {
        if let Some(ty) = self.module.types.find(ty) {
            self.add_type(ty);
        }
    }

    fn add_pointer_type(&mut self, pointee: TypeId, addrspace: u32) {
        self.add_known_type(&Type::Pointer { pointee, addrspace });
        // What it points to has a number even in a module that was constructed without the type of the address.
        self.add_type(pointee);
    }

    fn add_type(&mut self, ty: TypeId) {
        if self.type_states[ty] != State::Unseen {
            return;
        }
        let types = &self.module.types;
        let mut work = std::mem::take(&mut self.type_work);
        work.push(Step::Open(ty));
        while let Some(step) = work.pop() {
            match step {
                Step::Open(ty) if self.type_states[ty] == State::Unseen => {
                    // Only named structs may be referred to before they come, so only they end a cycle here; another
                    // type of a cycle is looked at again inside the struct, and gets its number there.
                    if matches!(types.get(ty), Type::Named(_)) {
                        self.type_states[ty] = State::Open;
                    }
                    work.push(Step::Close(ty));
                    work.extend(types.named_by(ty).rev().map(Step::Open));
                }
                Step::Open(_) => {}
                Step::Close(ty) if matches!(self.type_states[ty], State::Done(_)) => {}
                Step::Close(ty) => {
                    self.type_states[ty] = State::Done(self.types.len() as u32);
                    self.types.push(ty);
                }
            }
        }
        self.type_work = work;
    }

    /// Numbers a constant and what it is made of, or counts one more use of it.
    fn add_constant(&mut self, id: ConstId) {
        let module = self.module;
        let mut work = std::mem::take(&mut self.const_work);
        work.push(Step::Open(id));
        while let Some(step) = work.pop() {
            match step {
                Step::Open(id) => {
                    let constant = module.constants.get(id);
                    if matches!(constant.kind, ConstKind::Global(_) | ConstKind::Function(_)) {
                        self.add_type(constant.ty);
                        continue;
                    }
                    self.const_uses[id] += 1;
                    if self.const_uses[id] > 1 {
                        continue;
                    }
                    self.add_type(constant.ty);
                    work.push(Step::Close(id));
                    if !is_data(module, id) {
                        work.extend(constant.kind.operands().into_iter().rev().map(Step::Open));
                    }
                }
                Step::Close(id) => {
                    if let ConstKind::Gep { source_ty, .. } = module.constants.get(id).kind {
                        self.add_type(source_ty);
                    }
                    self.constants.push(id);
                }
            }
        }
        self.const_work = work;
    }

    /// Numbers the types of a constant operand, of which the constants themselves are numbered later, in their function.
    fn add_operand_types(&mut self, id: ConstId) {
        let module = self.module;
        let mut work = std::mem::take(&mut self.const_work);
        work.push(Step::Open(id));
        while let Some(Step::Open(id) | Step::Close(id)) = work.pop() {
            self.add_type(module.constants.ty(id));
            if self.const_uses[id] == 0 && !is_data(module, id) {
                work.extend(module.constants.get(id).kind.operands().into_iter().rev().map(Step::Open));
            }
        }
        self.const_work = work;
    }

    fn add_metadata(&mut self, id: MdId) {
        if self.md_seen[id] {
            return;
        }
        let module = self.module;
        let mut work = std::mem::take(&mut self.md_work);
        work.push(Step::Open(id));
        while let Some(step) = work.pop() {
            match step {
                Step::Open(id) => {
                    if self.md_seen[id] {
                        continue;
                    }
                    self.md_seen[id] = true;
                    work.push(Step::Close(id));
                    match module.metadata.get(id) {
                        Metadata::String(_) => {}
                        Metadata::Value(value) => self.add_constant(*value),
                        Metadata::Node { operands, .. } => {
                            work.extend(operands.iter().rev().flatten().map(|&operand| Step::Open(operand)));
                        }
                        Metadata::Debug(record) => {
                            work.extend(record.fields.iter().rev().filter_map(|field| match field {
                                DebugField::Ref(Some(target)) => Some(Step::Open(*target)),
                                DebugField::Ref(None) | DebugField::Int(_) => None,
                            }));
                        }
                    }
                }
                Step::Close(id) => self.metadata.push(id),
            }
        }
        self.md_work = work;
    }

    /// Numbers the types and the metadata of a function.
    fn add_body_types(&mut self, id: FuncId, body: &Body) {
        let module = self.module;
        if let Some((_, params)) = module.types.signature(module.functions[id].ty) {
            for &param in params {
                self.add_type(param);
            }
        }
        for (_, inst) in body.layout() {
            let data = &body.insts[inst];
            data.kind.each_operand(|operand| match operand {
                Value::Const(constant) => self.add_operand_types(constant),
                Value::Metadata(node) => self.add_metadata(node),
                Value::MetadataArg(_) | Value::MetadataInst(_) => {
                    self.with_local_metadata.insert(id);
                }
                // The types of parameters have their numbers, those of results get them where they are made.
                Value::Arg(_) => {}
                Value::Inst(operand) => {
                    if let Some(operand) = body.insts.get(operand) {
                        self.add_type(operand.ty);
                    }
                }
            });
            #[expect(
                clippy::wildcard_enum_match_arm,
                reason = "the other instructions name no type besides that of their result"
            )]
            match &data.kind {
                InstKind::Br(_) | InstKind::CondBr { .. } | InstKind::Switch { .. } => {
                    self.add_known_type(&Type::Label);
                    self.add_type(data.ty);
                }
                InstKind::Gep { source_ty: ty, .. }
                | InstKind::Alloca { allocated_ty: ty, .. }
                | InstKind::Call { fn_ty: ty, .. } => {
                    self.add_type(data.ty);
                    self.add_type(*ty);
                }
                _ => self.add_type(data.ty),
            }
            if let Some(attachments) = body.attachments.get(&inst) {
                attachments.iter().for_each(|&(_, node)| self.add_metadata(node));
            }
            if let Some(loc) = body.debug_locs.get(&inst) {
                loc.scope.into_iter().chain(loc.inlined_at).for_each(|id| self.add_metadata(id));
            }
        }
    }

    /// The constants of a body that the module level does not have.
    fn add_body_constants(&mut self, body: &Body) -> Vec<ConstId> {
        for (_, inst) in body.layout() {
            body.insts[inst].kind.each_operand(|operand| {
                if let Value::Const(id) = operand {
                    self.add_constant(id);
                }
            });
        }
        let mut constants = std::mem::take(&mut self.constants);
        self.order_constants(&mut constants);
        for &id in &constants {
            self.const_uses[id] = 0;
        }
        constants
    }
}

/// Puts what has a property before what has not, in the order in which `std::partition` leaves them: each misplaced element
/// from the front changes places with one from the back.
fn partition<T>(items: &mut [T], mut has: impl FnMut(&T) -> bool) {
    let (mut first, mut last) = (0, items.len());
    loop {
        while first < last && has(&items[first]) {
            first += 1;
        }
        while first < last && !has(&items[last - 1]) {
            last -= 1;
        }
        if first >= last {
            return;
        }
        items.swap(first, last - 1);
        (first, last) = (first + 1, last - 1);
    }
}
