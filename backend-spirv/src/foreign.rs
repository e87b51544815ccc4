//! Lowers what the source takes from SPIR-V by number, and memory at addresses.
//!
//! Input: types, instructions, variables and decorations of the IR that hold numbers. Output: the same in SPIR-V, or an
//! error at the place in the source if the number means nothing. Memory at an address has the layout of a storage
//! buffer, and every access to it states its alignment.

mod arithmetic;
mod built_ins;
mod classes;
mod decorations;
mod modes;
mod needs;
mod others;
mod pointers;
mod scopes;
mod texels;

pub(crate) use built_ins::ForeignBuiltIn;
pub(crate) use decorations::Decorated;

use crate::errors;
use crate::grammar::{self, Given, Named};
use crate::layout::{BufferClass, Extent, Rules, extent};
use crate::memory::{Base, Place};
use crate::types::Memory;
use crate::writer::{Repr, Site, Writer};
use hlslc_base::{Diagnostic, Span, Stage};
use hlslc_ir::context::Context;
use hlslc_ir::foreign::{ForeignInst, ForeignOperand, ForeignType, ForeignVariable, TypeOperand};
use hlslc_ir::types::{ResourceType, Scalar, TypeData};
use hlslc_ir::{Global, Imm, StructId, Type, Value};
use hlslc_options_spirv::Layout;
use rspirv::dr::Operand;
use rspirv::grammar::INSTRUCTION_TABLE;
use rspirv::spirv::{Capability, Decoration, MemoryAccess, Op as Core, StorageClass, Word};
use smallvec::SmallVec;

/// The progress of a type of an address.
#[derive(Clone, Copy)]
pub(crate) enum AddressType {
    /// The pointee type is being created.
    Begun,
    /// The same, and that has an address of its own kind.
    Named(Word),
    /// It is there.
    Made(Word),
}

impl Writer<'_> {
    // ------------------------------------------------------------------------------------------ types

    /// A type that only SPIR-V has.
    pub(crate) fn foreign_type(&mut self, ty: &ForeignType) -> Word {
        match ty {
            ForeignType::Address { pointee, .. } => self.address_type(*pointee),
            ForeignType::Made { opcode, operands, .. } => self.made_type(*opcode, operands),
        }
    }

    fn made_type(&mut self, opcode: u32, operands: &[TypeOperand]) -> Word {
        let mut list = Vec::with_capacity(operands.len());
        for operand in operands {
            list.push(match *operand {
                TypeOperand::Type(ty) => {
                    let id = self.register_type(ty);
                    if let TypeData::Struct(of) = *self.module.ctx.type_data(ty) {
                        self.decorate_members(id, of);
                    }
                    Operand::IdRef(id)
                }
                TypeOperand::Literal(number) => Operand::LiteralBit32(number),
                TypeOperand::Constant(id) => Operand::IdRef(self.constant(id)),
            });
        }
        let given = |operand: &TypeOperand| match *operand {
            TypeOperand::Type(_) | TypeOperand::Constant(_) => Given::Id,
            TypeOperand::Literal(number) => Given::Literal(number),
        };
        let given: Vec<Given> = operands.iter().map(given).collect();
        let Some(core) = Core::from_u32(opcode) else {
            self.foreign_problem(|span| errors::unknown_opcode(span, opcode));
            return self.uint_type();
        };
        let name = format!("Op{core:?}");
        let named = match grammar::type_instruction(core, &given) {
            Ok(named) => named,
            Err(problem) => {
                self.foreign_problem(|span| errors::foreign_operands(span, &name, &problem));
                return self.uint_type();
            }
        };
        let span = self.span();
        self.need_instruction(core);
        self.need_named(&named, &name, span);
        self.need_one_of(needs::of_width(core, &given).as_slice(), &[], &name, span);
        for (operand, named) in list.iter_mut().zip(named) {
            if let Some(named) = named {
                *operand = named;
            }
        }
        self.asm.global(core, None, list)
    }

    /// Sees that a type which is a number or a vector has the room in memory that it takes, whatever the source says.
    pub(crate) fn see_room(&mut self, ty: &ForeignType, rules: Rules) {
        let ForeignType::Made { memory: Some((size, align)), .. } = ty else { return };
        let Some(own) = own_extent(&self.module.ctx, ty, rules).filter(|_| self.settings.is_checked) else { return };
        if *size < own.size || !align.max(&1).is_multiple_of(own.align) {
            let problem = errors::room_of_made(self.span(), own.size, own.align, *size, *align);
            self.diagnostics.push(problem);
        }
    }

    /// Decorates the members of a struct that a type made by its opcode is of, as the source says.
    fn decorate_members(&mut self, ty: Word, of: StructId) {
        if !self.types.decorated.insert(ty) {
            return;
        }
        let data = self.module.ctx.struct_data(of);
        for (at, field) in (0..).zip(&data.fields) {
            self.decorate_foreign(ty, Decorated::Member(at), &field.decorations);
        }
    }

    /// Pointer to memory of the device. A struct may hold the address of itself, so its name may come before its members.
    fn address_type(&mut self, pointee: Type) -> Word {
        match self.types.addresses.get(&pointee) {
            Some(&AddressType::Made(id) | &AddressType::Named(id)) => return id,
            Some(AddressType::Begun) => {
                let id = self.asm.id();
                let operands = vec![Operand::IdRef(id), Operand::StorageClass(StorageClass::PhysicalStorageBuffer)];
                self.asm.forward_pointer(operands);
                self.types.addresses.insert(pointee, AddressType::Named(id));
                return id;
            }
            None => {}
        }
        self.need_addresses();
        self.types.addresses.insert(pointee, AddressType::Begun);
        let memory = self.device_memory(pointee);
        let to = self.memory_type(&memory);
        let class = StorageClass::PhysicalStorageBuffer;
        let id = match self.types.addresses.get(&pointee) {
            Some(&AddressType::Named(id)) => {
                self.asm.pointer_type_as(id, to, class);
                id
            }
            Some(AddressType::Begun | AddressType::Made(_)) | None => self.asm.pointer_type(to, class),
        };
        self.types.addresses.insert(pointee, AddressType::Made(id));
        id
    }

    fn device_memory(&self, pointee: Type) -> Memory {
        Memory::new(self.module.ctx.type_data(pointee).clone(), None, self.rules(BufferClass::Storage))
    }

    fn need_addresses(&mut self) {
        self.asm.capability(Capability::PhysicalStorageBufferAddresses);
    }

    // ------------------------------------------------------------------------------------------ memory at addresses

    pub(crate) fn device_pointer(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[address], &Imm::Index(align)) = (site.args, &site.imm) else { return None };
        let (pointee, _) = self.module.ctx.pointee(site.result)?;
        let ty = self.address_type(pointee);
        let from = self.register_type(self.func.ty(address));
        let address = self.id(address);
        let id = if from == ty { address } else { self.asm.op(Core::Bitcast, ty, &[address]) };
        let memory = self.device_memory(pointee);
        let align = if align == 0 { self.natural_alignment(&memory) } else { align };
        Some(Repr::Place(Place { base: Base::Device { id, align, memory }, path: SmallVec::new() }))
    }

    /// The alignment that a type has by itself.
    pub(crate) fn natural_alignment(&self, memory: &Memory) -> u32 {
        extent(&self.module.ctx, &memory.data, memory.matrix, memory.rules).align.max(1)
    }

    /// The alignment that Vulkan requires of memory at an address: that of its largest number.
    fn least_alignment(&self, memory: &Memory) -> u32 {
        let tight = Rules::new(Layout::Scalar, BufferClass::Storage);
        extent(&self.module.ctx, &memory.data, memory.matrix, tight).align
    }

    pub(crate) fn address_cast(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[value] = site.args else { return None };
        let from = self.register_type(self.func.ty(value));
        let id = self.id(value);
        Some(Repr::Id(if from == site.ty { id } else { self.asm.op(Core::Bitcast, site.ty, &[id]) }))
    }

    /// The memory operands of a load or store, after its other operands. An alignment below the minimum of Vulkan is an
    /// error at the access, as other parts of the memory may be aligned.
    pub(crate) fn memory_operands(&mut self, place: &Place, memory: Option<&Memory>) -> Vec<Operand> {
        let (&Base::Device { align, .. }, Some(memory)) = (&place.base, memory) else { return Vec::new() };
        let align = if place.path.is_empty() { align } else { self.natural_alignment(memory).min(align) };
        let least = self.least_alignment(memory);
        if align < least {
            let span = self.span();
            self.diagnostics.push(errors::alignment_of_scalars(span, align, least));
        }
        vec![Operand::MemoryAccess(MemoryAccess::ALIGNED), Operand::LiteralBit32(align)]
    }

    /// Says that what a variable holds an address of may have others.
    pub(crate) fn mark_address(&mut self, variable: Word, data: &TypeData) {
        let mut data = data.clone();
        while let TypeData::Array(element, _) = data {
            data = self.module.ctx.type_data(element).clone();
        }
        if matches!(data, TypeData::Foreign(ForeignType::Address { .. })) {
            self.asm.decorate(variable, Decoration::AliasedPointer, &[]);
        }
    }

    // ------------------------------------------------------------------------------------------ instructions

    pub(crate) fn read_clock(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[scope] = site.args else { return None };
        self.asm.capability(Capability::ShaderClockKHR);
        if let Some(problem) = self.wrong_clock(scope).filter(|_| self.settings.is_checked) {
            self.foreign_problem(|span| errors::foreign_operands(span, "`vk::ReadClock`", problem));
        }
        let scope = self.id(scope);
        Some(Repr::Id(self.asm.op(Core::ReadClockKHR, site.ty, &[scope])))
    }

    pub(crate) fn foreign_inst(&mut self, site: &Site<'_>) -> Option<Repr> {
        let Imm::Foreign(id) = site.imm else { return None };
        let module = self.module;
        let inst = module.ctx.foreign_data(id)?;
        let is_void = site.result == module.ctx.void();
        // A buffer is no value whatever the instruction does with it, so that is reported first.
        let named = match self.handed_buffer(site.args) {
            Some(problem) => Err(problem.into()),
            None => self.named_operands(inst, site.result, site.args),
        };
        let named = match named {
            Ok(named) => named,
            Err(problem) => {
                self.diagnostics.push(*problem);
                return Some(if is_void { Repr::Nothing } else { Repr::Id(self.undef(site.ty)) });
            }
        };
        let mut operands = Vec::with_capacity(inst.operands.len() + 2);
        let core = match &inst.set {
            Some(set) => {
                if set.starts_with("NonSemantic.") {
                    self.asm.extension("SPV_KHR_non_semantic_info");
                }
                operands.push(Operand::IdRef(self.asm.import(set)));
                operands.push(Operand::LiteralExtInstInteger(inst.opcode));
                Core::ExtInst
            }
            None => Core::from_u32(inst.opcode)?,
        };
        self.need_instruction(core);
        self.need_named(&named, &format!("operand of Op{core:?}"), self.span());
        let mut args = site.args.iter();
        for (operand, name) in inst.operands.iter().zip(named) {
            operands.push(match operand {
                &ForeignOperand::Literal(number) => name.unwrap_or(Operand::LiteralBit32(number)),
                ForeignOperand::Text(text) => Operand::IdRef(self.asm.text(text)),
                &ForeignOperand::Type(ty) => Operand::IdRef(self.register_type(ty)),
                ForeignOperand::Value => Operand::IdRef(self.foreign_value(*args.next()?)),
            });
        }
        if is_void && inst.set.is_none() {
            self.asm.effect(core, operands);
            return Some(Repr::Nothing);
        }
        let ty = if is_void { self.asm.void() } else { site.ty };
        let id = if matches!(core, Core::Constant | Core::SpecConstant) {
            self.asm.global(core, Some(ty), operands)
        } else {
            self.asm.inst(core, ty, operands)
        };
        Some(if is_void { Repr::Nothing } else { Repr::Id(id) })
    }

    /// The operands of an instruction, or an error if SPIR-V does not allow it, or not with these operands.
    fn named_operands(&mut self, inst: &ForeignInst, result: Type, args: &[Value]) -> Result<Named, Box<Diagnostic>> {
        let span = self.span();
        let has_result = result != self.module.ctx.void();
        let types: SmallVec<[Type; 4]> = args.iter().map(|&arg| self.func.ty(arg)).collect();
        let given = |operand: &ForeignOperand| match operand {
            ForeignOperand::Literal(number) => Given::Literal(*number),
            ForeignOperand::Value | ForeignOperand::Type(_) | ForeignOperand::Text(_) => Given::Id,
        };
        let given: Vec<Given> = inst.operands.iter().map(given).collect();
        if let Some(set) = &inst.set {
            let name = format!("instruction {} of `{set}`", inst.opcode);
            let named = grammar::set_instruction(set, inst.opcode, &given)
                .map_err(|problem| errors::foreign_operands(span, &name, &problem))?;
            let problem = if set == "GLSL.std.450" { self.wrong_glsl_types(inst.opcode, args, result) } else { None };
            return match problem {
                Some(problem) => Err(errors::foreign_operands(span, &name, problem).into()),
                None => Ok(named),
            };
        }
        let core = Core::from_u32(inst.opcode).ok_or_else(|| errors::unknown_opcode(span, inst.opcode))?;
        let name = format!("Op{core:?}");
        let named = grammar::instruction(core, has_result, &given)
            .map_err(|problem| errors::foreign_operands(span, &name, &problem))?;
        if let Some(part) = self.missing_part(core, &given, args) {
            let problem = format!("chooses part {part}, which its operands do not have");
            return Err(errors::foreign_operands(span, &name, &problem).into());
        }
        let problem = self.wrong_types(core, &types, result).or_else(|| self.wrong_values(core, inst, args, result));
        let problem = problem.or_else(|| self.wrong_scopes(core, inst, args));
        let problem = problem.or_else(|| self.wrong_texels(core, inst, &named, args, result));
        let problem = problem.or_else(|| self.wrong_chain(core, args, result));
        if let Some(problem) = problem.or_else(|| self.wrong_access(core, inst, &named, args)) {
            return Err(errors::foreign_operands(span, &name, problem).into());
        }
        let ctx = &self.module.ctx;
        let is_pointer = args.first().map(|&value| self.func.ty(value)).is_some_and(|ty| {
            ctx.pointee(ty).is_some() || matches!(ctx.type_data(ty), TypeData::Foreign(_) | TypeData::Resource(_))
        });
        let is_wrong = grammar::takes_pointer(core) && !is_pointer;
        if is_wrong { Err(errors::foreign_pointer(span, &name).into()) } else { Ok(named) }
    }

    /// The first literal that is to name a component of vectors and does not.
    fn missing_part(&self, core: Core, given: &[Given], args: &[Value]) -> Option<u32> {
        let lanes = |value: &Value| self.module.ctx.lanes(self.func.ty(*value)).map(u32::from);
        let mut literals = given.iter().filter_map(|given| match given {
            Given::Literal(number) => Some(*number),
            Given::Id | Given::Text => None,
        });
        if core == Core::VectorShuffle {
            let count: u32 = args.iter().map(lanes).sum::<Option<u32>>()?;
            // That of no vector stands for any value.
            return literals.find(|&part| part >= count && part != u32::MAX);
        }
        if matches!(core, Core::CompositeExtract | Core::CompositeInsert) {
            let count = lanes(args.last()?).filter(|&count| count > 1)?;
            return literals.next().filter(|&part| part >= count);
        }
        None
    }

    /// Reports a buffer among the values: it has no size, so there is no value of all of it.
    fn handed_buffer(&mut self, args: &[Value]) -> Option<Diagnostic> {
        let ctx = &self.module.ctx;
        let is_buffer =
            |&&value: &&Value| matches!(ctx.resource_type(self.func.ty(value)), Some(ResourceType::RawBuffer { .. }));
        let &buffer = args.iter().find(is_buffer)?;
        let Repr::Handle(handle) = self.repr(buffer) else { return None };
        Some(errors::foreign_buffer(self.span(), &self.module.resources[handle.resource].name))
    }

    /// A value, a pointer as such, or what a descriptor holds.
    fn foreign_value(&mut self, value: Value) -> Word {
        match self.repr(value) {
            Repr::Place(place) if self.module.ctx.pointee(self.func.ty(value)).is_some() => self.pointer(&place),
            Repr::Handle(handle) => self.loaded(&handle),
            Repr::Missing | Repr::Nothing | Repr::Id(_) | Repr::Parts(_) | Repr::Place(_) => self.id(value),
        }
    }

    // ------------------------------------------------------------------------------------------ variables

    /// The place that a global is whose class the source names. Its integers have the sign that they are declared with.
    pub(crate) fn foreign_variable(&mut self, global: Global, variable: ForeignVariable) -> Base {
        let data = &self.module.globals[global];
        let class = self.class(variable.class, data.span);
        let content = self.module.ctx.type_data(data.ty).clone();
        let memory = Memory { signed: variable.signed, bare: true, ..self.device_memory(data.ty) };
        let memory = Some(memory).filter(Memory::is_signed);
        let id = match self.globals[global] {
            Some(id) => id,
            None => {
                let ty = match &memory {
                    Some(memory) => self.memory_type(memory),
                    None => self.register_type(data.ty),
                };
                let id = self.asm.variable(ty, class, None);
                self.asm.name(id, &data.name);
                if variable.built_in.is_none()
                    && let Some(problem) = self.wrong_class(class, data.ty, data.span)
                {
                    self.diagnostics.push(problem);
                }
                if let Some(number) = variable.built_in {
                    self.foreign_built_in(id, number, data.ty, class, data.span);
                    let is_float = self.module.ctx.scalar_of(data.ty).is_none_or(|s| s.is_float() || s == Scalar::Bool);
                    if class == StorageClass::Input && self.entry.stage() == Stage::Pixel && !is_float {
                        self.asm.decorate(id, Decoration::Flat, &[]);
                    }
                }
                self.decorate_foreign(id, Decorated::Variable(class), &data.decorations);
                self.globals[global] = Some(id);
                id
            }
        };
        let is_interface = matches!(class, StorageClass::Input | StorageClass::Output);
        if is_interface && !self.asm.interface.contains(&id) {
            self.asm.interface.push(id);
        }
        match memory {
            Some(memory) => Base::Shaped { id, class, memory },
            None => Base::Variable { id, class, data: content },
        }
    }

    fn class(&mut self, number: u32, span: Span) -> StorageClass {
        let Some(class) = StorageClass::from_u32(number) else {
            self.diagnostics.push(errors::unknown_storage_class(span, number));
            return StorageClass::Private;
        };
        self.need_operand(&Operand::StorageClass(class), &format!("storage class {class:?}"), span);
        class
    }

    /// Sees that the module may have an instruction.
    fn need_instruction(&mut self, core: Core) {
        let row = INSTRUCTION_TABLE.get(core);
        self.need_one_of(row.capabilities, row.extensions, &format!("instruction Op{core:?}"), self.span());
    }

    /// Reports what is wrong with a number at the current instruction.
    fn foreign_problem(&mut self, problem: impl FnOnce(Span) -> Diagnostic) {
        let span = self.span();
        self.diagnostics.push(problem(span));
    }
}

/// The room that a type takes by itself, where its opcode and operands show.
fn own_extent(ctx: &Context, ty: &ForeignType, rules: Rules) -> Option<Extent> {
    let ForeignType::Made { opcode, operands, .. } = ty else { return None };
    match (Core::from_u32(*opcode)?, operands.as_slice()) {
        (Core::TypeInt | Core::TypeFloat, &[TypeOperand::Literal(width), ..]) => {
            Some(Extent { size: width / 8, align: (width / 8).max(1) })
        }
        (Core::TypeVector, &[TypeOperand::Type(part), TypeOperand::Literal(count)]) => {
            let part = if let &TypeData::Scalar(scalar) = ctx.type_data(part) {
                Extent { size: scalar.bytes(), align: scalar.bytes() }
            } else {
                own_extent(ctx, made_number(ctx, part)?, rules)?
            };
            let lanes = if rules.is_tight() { 1 } else { count.next_power_of_two() };
            Some(Extent { size: part.size.saturating_mul(count), align: part.align.saturating_mul(lanes) })
        }
        _ => None,
    }
}

/// A type, if it is made by its opcode and no vector.
fn made_number(ctx: &Context, ty: Type) -> Option<&ForeignType> {
    let TypeData::Foreign(of @ ForeignType::Made { opcode, .. }) = ctx.type_data(ty) else { return None };
    (*opcode != Core::TypeVector as u32).then_some(of)
}

/// Numbers as they are given.
fn given_words(numbers: &[u32]) -> Vec<Given> {
    numbers.iter().copied().map(Given::Literal).collect()
}
