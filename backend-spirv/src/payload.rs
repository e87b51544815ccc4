//! Lowers the payload that an amplification shader passes to mesh shaders.
//!
//! With `SPV_EXT_mesh_shader` the payload is one variable of its own storage class: the mesh shader's parameter, and the
//! groupshared variable that `DispatchMesh` names, unless it names several or a part of one. With `SPV_NV_mesh_shader` each
//! member of the struct is an input or output, at any nesting depth, and groupshared data is copied there.

use crate::layout::{BufferClass, members};
use crate::memory::{Base, Place};
use crate::types::Memory;
use crate::writer::{Repr, Site, Writer};
use hlslc_ir::module::EntryPoint;
use hlslc_ir::reach::CallGraph;
use hlslc_ir::types::{AddressSpace, Scalar, TypeData};
use hlslc_ir::{Global, Imm, Module, Op, Value, ValueDef};
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Decoration, MemorySemantics, Op as Core, Scope, StorageClass, Word};
use smallvec::SmallVec;
use std::rc::Rc;

/// A part of a payload.
pub(crate) enum Part {
    /// A variable of its own.
    Variable(Base),
    /// The parts of a struct of this type.
    Members(TypeData, Vec<Rc<Part>>),
}

/// The groupshared variable that is the payload itself: the only one that an amplification shader dispatches with, and whole.
pub(crate) fn dispatched(module: &Module, entries: &[&EntryPoint]) -> Option<Global> {
    let &[entry] = entries else { return None };
    let mut found = None;
    for func in CallGraph::new(module).reached([entry.func]) {
        let func = &module.funcs[func];
        let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
        for &inst in insts.filter(|&&inst| func.insts[inst].op == Op::DispatchMesh) {
            let &pointer = func.args(inst).get(3)?;
            let ValueDef::Inst(address) = func.values[pointer].def else { return None };
            let data = &func.insts[address];
            let (Op::GlobalAddr, Imm::Global(global)) = (data.op, data.imm) else { return None };
            if found.is_some_and(|found| found != global) || module.globals[global].space != AddressSpace::Groupshared {
                return None;
            }
            found = Some(global);
        }
    }
    found
}

impl Writer<'_> {
    /// Starts the mesh shader's groups; nothing of this one runs after it.
    pub(crate) fn dispatch_mesh(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[x, y, z, pointer] = site.args else { return None };
        let Repr::Place(place) = self.repr(pointer) else { return None };
        // All lanes have written their part of the payload before it goes.
        let semantics = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::WORKGROUP_MEMORY;
        let scope = Scope::Workgroup as u32;
        let barrier = [scope, scope, semantics.bits()].map(|number| self.uint(number));
        self.asm.effect_on(Core::ControlBarrier, &barrier);
        let [x, y, z] = [x, y, z].map(|count| self.id(count));
        if !self.settings.mesh_extension {
            self.send(&place, pointer)?;
            let uint = self.uint_type();
            let slice = self.asm.op(Core::IMul, uint, &[y, z]);
            let groups = self.asm.op(Core::IMul, uint, &[x, slice]);
            let count = self.built_in_variable(BuiltIn::TaskCountNV, uint, StorageClass::Output);
            self.asm.effect_on(Core::Store, &[count, groups]);
            return Some(Repr::Nothing);
        }
        let payload = if let &Base::Variable { id, class: StorageClass::TaskPayloadWorkgroupEXT, .. } = &place.base
            && place.path.is_empty()
        {
            id
        } else {
            let payload = self.payload_out(pointer)?;
            let Part::Variable(Base::Variable { id, .. }) = *payload else { return None };
            let value = self.load(&place);
            self.asm.effect_on(Core::Store, &[id, value]);
            id
        };
        self.asm.end_block(Core::EmitMeshTasksEXT, [x, y, z, payload].map(Operand::IdRef).into());
        // What the group would do next is after its end.
        let rest = self.asm.id();
        self.asm.begin_block(rest);
        Some(Repr::Nothing)
    }

    /// Copies a place to the payload that goes out.
    fn send(&mut self, place: &Place, pointer: Value) -> Option<()> {
        let payload = self.payload_out(pointer)?;
        let value = self.load(place);
        let mut work = vec![(payload, value)];
        while let Some((part, value)) = work.pop() {
            match &*part {
                Part::Variable(base) => {
                    let place = Place { base: base.clone(), path: SmallVec::new() };
                    self.store(&place, value);
                }
                Part::Members(data, parts) => {
                    for (at, (part, data)) in (0..).zip(parts.iter().zip(self.parts_of(data))) {
                        let ty = self.register_type_of(&data);
                        let value = self.extract(ty, value, at);
                        work.push((Rc::clone(part), value));
                    }
                }
            }
        }
        Some(())
    }

    /// The payload that goes out, made for the first pointer that is dispatched with.
    fn payload_out(&mut self, pointer: Value) -> Option<Rc<Part>> {
        if let Some(payload) = &self.interface.payload_out {
            return Some(Rc::clone(payload));
        }
        let (to, _) = self.module.ctx.pointee(self.func.ty(pointer))?;
        let data = self.module.ctx.type_data(to).clone();
        let payload = Rc::new(self.payload(&data, "out.var.payload", StorageClass::Output, (0, false)));
        self.interface.payload_out = Some(Rc::clone(&payload));
        Some(payload)
    }

    /// The payload that comes in.
    pub(crate) fn payload_in(&mut self, global: Global) -> Rc<Part> {
        if let Some(payload) = &self.interface.payload {
            return Rc::clone(payload);
        }
        let data = self.module.ctx.type_data(self.module.globals[global].ty).clone();
        let name = format!("in.var.{}", self.module.globals[global].name);
        let payload = Rc::new(self.payload(&data, &name, StorageClass::Input, (0, false)));
        self.interface.payload = Some(Rc::clone(&payload));
        payload
    }

    /// The variables of a payload of a type. Types nest as deep as the checker allows, which is little.
    fn payload(&mut self, data: &TypeData, name: &str, class: StorageClass, (offset, signed): (u32, bool)) -> Part {
        if self.settings.mesh_extension {
            let (ty, class) = (self.register_type_of(data), StorageClass::TaskPayloadWorkgroupEXT);
            let id = self.asm.variable(ty, class, None);
            self.asm.name(id, name);
            self.asm.interface.push(id);
            return Part::Variable(Base::Variable { id, class, data: data.clone() });
        }
        if let TypeData::Struct(id) = *data {
            let ctx = &self.module.ctx;
            let places = members(ctx, id, self.rules(BufferClass::Storage));
            let fields = ctx.struct_data(id).fields.iter().zip(places);
            let direction = if class == StorageClass::Input { "in" } else { "out" };
            let parts = fields.map(|(field, (at, _))| {
                let name = format!("{direction}.var.{}", field.name);
                let signed = field.declared.is_signed_type();
                Rc::new(self.payload(ctx.type_data(field.ty), &name, class, (offset + at, signed)))
            });
            return Part::Members(data.clone(), parts.collect());
        }
        // Booleans cannot go from stage to stage.
        let memory = Memory { signed, bare: true, ..Memory::new(data.clone(), None, self.rules(BufferClass::Storage)) };
        let is_shaped = signed || self.has_truth_values(data);
        let ty = if is_shaped { self.memory_type(&memory) } else { self.register_type_of(data) };
        let id = self.asm.variable(ty, class, None);
        self.asm.name(id, name);
        self.asm.decorate(id, Decoration::PerTaskNV, &[]);
        self.asm.decorate(id, Decoration::Offset, &[offset]);
        self.asm.interface.push(id);
        if class == StorageClass::Input {
            self.interface.payload_inputs.push(id);
        }
        Part::Variable(if is_shaped {
            Base::Shaped { id, class, memory }
        } else {
            Base::Variable { id, class, data: data.clone() }
        })
    }

    fn has_truth_values(&self, data: &TypeData) -> bool {
        let mut work = vec![data.clone()];
        while let Some(data) = work.pop() {
            match data {
                TypeData::Scalar(Scalar::Bool) | TypeData::Vector(Scalar::Bool, _) => return true,
                TypeData::Array(element, _) => work.push(self.module.ctx.type_data(element).clone()),
                TypeData::Struct(_) | TypeData::Tuple(_) => work.extend(self.parts_of(&data)),
                TypeData::Void
                | TypeData::Scalar(_)
                | TypeData::Vector(..)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => {}
            }
        }
        false
    }

    /// A member of what lies in a payload that comes in as several variables; none if the value is something else.
    pub(crate) fn part_of_payload(&mut self, aggregate: Value, at: u32) -> Option<Repr> {
        let Repr::Place(Place { base: Base::Payload(payload), path }) = self.repr(aggregate) else { return None };
        let Part::Members(_, parts) = &*payload else { return None };
        let part = parts.get(at as usize).filter(|_| path.is_empty())?;
        Some(match &**part {
            Part::Variable(base) => Repr::Id(self.load(&Place { base: base.clone(), path: SmallVec::new() })),
            Part::Members(..) => Repr::Place(Place { base: Base::Payload(Rc::clone(part)), path: SmallVec::new() }),
        })
    }

    /// The value that a path into a payload leads to.
    pub(crate) fn load_payload(&mut self, payload: &Rc<Part>, path: &[Value]) -> Word {
        let (mut part, mut path) = (Rc::clone(payload), path);
        loop {
            let inner = match (&*part, path.split_first()) {
                (Part::Variable(base), _) => {
                    return self.load(&Place { base: base.clone(), path: path.iter().copied().collect() });
                }
                (Part::Members(_, parts), Some((&index, rest))) => {
                    let at = self.func.const_bits(&self.module.ctx, index);
                    let Some(inner) = at.and_then(|at| parts.get(at as usize)) else {
                        self.internal("a member of the payload that no constant names");
                        return self.uint(0);
                    };
                    path = rest;
                    Some(Rc::clone(inner))
                }
                (Part::Members(..), None) => None,
            };
            match inner {
                Some(inner) => part = inner,
                None => break,
            }
        }
        // Types nest as deep as the checker allows, which is little.
        let Part::Members(data, parts) = &*part else { return self.uint(0) };
        let ty = self.register_type_of(data);
        let values: SmallVec<[Word; 8]> = parts.iter().map(|part| self.load_payload(part, &[])).collect();
        self.asm.op(Core::CompositeConstruct, ty, &values)
    }
}
