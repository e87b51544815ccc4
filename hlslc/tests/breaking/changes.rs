//! The changes that cases name, where one needs more than a line.

use super::broken::Broken;
use dxil::container::FourCc;
use dxil::metadata::{MdId, Metadata};
use dxil::module::{Global, Linkage};
use dxil::semantics::{Interpretation, SemanticKind, SigPoint};
use dxil::shader::{Element, FieldAnnotation, ResourceDetail, ResourceKind, StageProperties};
use dxil::signature::{ComponentType, Location, SignatureElement};
use dxil::types::addrspace::GROUPSHARED;
use dxil::{BlockId, FuncId, FunctionBuilder, InstId, InstKind, Module, Op, Overload, TypeId, Value, Version};

impl Broken {
    /// A readable resource with another kind and contents.
    pub fn srv(&mut self, name: &str, change: impl FnOnce(ResourceKind, u32, Element) -> (ResourceKind, Element)) {
        let at = self.srv_number(name);
        let detail = &mut self.shader.resources.srvs[at].detail;
        if let ResourceDetail::Srv { kind, sample_count, element } = detail {
            let (kind, element) = change(*kind, *sample_count, *element);
            *detail = ResourceDetail::Srv { kind, sample_count: *sample_count, element };
        }
    }

    pub fn srv_samples(&mut self, name: &str, count: u32) {
        let at = self.srv_number(name);
        if let ResourceDetail::Srv { sample_count, .. } = &mut self.shader.resources.srvs[at].detail {
            *sample_count = count;
        }
    }

    /// Names of resources are gone from the program; registers are those of the bases' sources.
    fn srv_number(&self, name: &str) -> usize {
        let register = match name {
            "image" => 0,
            "pairs" => 3,
            "typed" => 4,
            "cube" => 5,
            _ => panic!("no texture or buffer {name}"),
        };
        let at = self.shader.resources.srvs.iter().position(|found| found.lower_bound == register);
        at.expect("the resource")
    }

    pub fn uav(&mut self, name: &str, change: impl FnOnce(&mut ResourceDetail)) {
        let register = match name {
            "out_" => 0,
            "other" => 1,
            "raw" => 2,
            _ => panic!("no writable resource {name}"),
        };
        let found = self.shader.resources.uavs.iter_mut().find(|found| found.lower_bound == register);
        change(&mut found.expect("the resource").detail);
    }

    /// The argument of the first call of an operation.
    pub fn handle_of(&self, op: Op, argument: &str) -> Value {
        let (function, _, inst) = self.call(op, 0);
        let body = self.module.functions[function].body.as_ref().expect("a body");
        self.module.op_call(&body.insts[inst].kind).and_then(|call| call.arg(argument)).expect("an argument")
    }

    pub fn sampler_of(&self, op: Op) -> Value {
        self.handle_of(op, "sampler")
    }

    /// The call of a texture load whose handle is of a class and a register.
    fn load_from(&self, class: u64, register: u64) -> usize {
        let is_one = |(function, _, inst): (FuncId, BlockId, InstId)| {
            let body = self.module.functions[function].body.as_ref().expect("a body");
            let call = self.module.op_call(&body.insts[inst].kind)?;
            let Value::Inst(handle) = call.arg("srv")? else { return None };
            let made = self.module.op_call(&body.insts[handle].kind)?;
            let number = |name: &str| made.arg(name).and_then(|arg| self.module.constant_int(arg));
            Some(number("resourceClass") == Some(class) && number("index") == Some(register))
        };
        self.calls(Op::TextureLoad).into_iter().position(|call| is_one(call) == Some(true)).expect("such a load")
    }

    pub fn load_of_writable(&self) -> usize {
        self.load_from(1, 0)
    }

    pub fn load_of(&self, name: &str) -> usize {
        self.load_from(0, self.shader.resources.srvs[self.srv_number(name)].lower_bound.into())
    }

    /// The mask of the store to a raw buffer, which is the one of two components.
    pub fn mask_of_raw_store(&mut self, mask: i64) {
        let all = self.calls(Op::BufferStore);
        let two = all.iter().position(|&(function, _, inst)| {
            let body = self.module.functions[function].body.as_ref().expect("a body");
            let call = self.module.op_call(&body.insts[inst].kind);
            call.and_then(|call| call.arg("mask")).and_then(|arg| self.module.constant_int(arg)) == Some(3)
        });
        self.set_nth(Op::BufferStore, two.expect("a store of two components"), "mask", mask);
    }

    /// Removes the first store to an output.
    pub fn remove_store_of(&mut self, output: u64) {
        let of = |&(function, _, inst): &(FuncId, BlockId, InstId)| {
            let body = self.module.functions[function].body.as_ref().expect("a body");
            let call = self.module.op_call(&body.insts[inst].kind).expect("a call");
            call.arg("outputSigId").and_then(|arg| self.module.constant_int(arg)) == Some(output)
        };
        let nth = self.calls(Op::StoreOutput).iter().position(of).expect("a store");
        self.remove(Op::StoreOutput, nth);
    }

    /// Another cull distance, which is written.
    pub fn extra_distance(&mut self) {
        self.entry(|entry| {
            let mut element = entry.outputs[2].clone();
            element.indices = vec![1];
            element.columns = 1;
            element.location = Some(Location { row: 1, column: 0 });
            element.usage_mask = 1;
            entry.outputs.push(element);
        });
        self.append(|b| {
            let (three, zero, column, value) = (b.i32(3), b.i32(0), b.i8(0), b.float(0.0));
            b.call_op(Op::StoreOutput, Overload::F32, &[three, zero, column, value]);
        });
    }

    pub fn barycentrics(&mut self, change: impl FnOnce(&mut SignatureElement)) {
        self.entry(|entry| {
            let found = entry.inputs.iter_mut().find(|element| element.semantic == SemanticKind::Barycentrics);
            change(found.expect("barycentrics"));
        });
    }

    pub fn second_barycentrics(&mut self) {
        self.entry(|entry| {
            let found = entry.inputs.iter().find(|element| element.semantic == SemanticKind::Barycentrics);
            let mut second = found.expect("barycentrics").clone();
            second.indices = vec![1];
            entry.inputs.push(second);
        });
    }

    /// Inputs in every component of every register.
    pub fn fill_inputs(&mut self) {
        self.entry(|entry| {
            let last = entry.inputs.iter().filter_map(|element| element.location).map(|location| location.row).max();
            for row in last.map_or(0, |row| row + 1)..32 {
                let mut element = entry.inputs[0].clone();
                element.name = format!("FILL{row}_");
                element.columns = 4;
                element.usage_mask = 0;
                element.dynamic_mask = 0;
                element.location = Some(Location { row, column: 0 });
                entry.inputs.push(element);
            }
        });
    }

    /// A value that starts a row and is generated comes before one that is not.
    pub fn generated_first(&mut self) {
        self.entry(|entry| {
            let mut first = entry.inputs[2].clone();
            first.name = "SV_IsFrontFace".into();
            first.semantic = SemanticKind::IsFrontFace;
            first.interpretation = Interpretation::SystemGenerated;
            let location = first.location.expect("a register");
            let mut second = entry.inputs[2].clone();
            second.location = Some(Location { column: location.column + 1, ..location });
            second.usage_mask = 0;
            entry.inputs[2] = first;
            entry.inputs.push(second);
        });
    }

    /// Gives the edge factors of a hull shader a meaning of the shader's own.
    pub fn other_factors(&mut self) {
        self.patch(0, |element| {
            element.name = "OTHER".into();
            element.semantic = SemanticKind::Arbitrary;
            element.interpretation = Interpretation::Arbitrary;
        });
    }

    /// Replaces a number of the properties of a hull shader.
    pub fn hull_number(&mut self, index: usize, value: i32) {
        self.metadata(move |module| {
            let properties = properties(module);
            let hull = properties[tag(module, &properties, 3).expect("a hull shader") + 1].expect("a node");
            let mut operands = module.metadata.operands(hull).expect("a node").to_vec();
            operands[index] = Some(module.md_i32(value));
            module.metadata.replace(hull, Metadata::Node { distinct: false, operands: operands.into() });
        });
    }

    /// States a property of the entry point once more.
    pub fn state_tag(&mut self, tag: i32, numbers: &'static [i32]) {
        self.metadata(move |module| {
            let numbers: Vec<MdId> = numbers.iter().map(|&number| module.md_i32(number)).collect();
            let value = module.metadata.tuple(&numbers);
            add_property(module, tag, value);
        });
    }

    /// The same where the value is a number.
    pub fn state_tag_number(&mut self, tag: i32, number: i32) {
        self.metadata(move |module| {
            let value = module.md_i32(number);
            add_property(module, tag, value);
        });
    }

    /// States another property in the place of one; what is no number is a word.
    pub fn retag(&mut self, old: i32, new: i32, numbers: &'static [Option<i32>]) {
        self.metadata(move |module| {
            let mut operands = properties(module);
            let at = tag(module, &operands, old).expect("the property");
            let made = |number: &Option<i32>| match number {
                Some(number) => module.md_i32(*number),
                None => module.metadata.string("many"),
            };
            let numbers: Vec<MdId> = numbers.iter().map(made).collect();
            operands[at] = Some(module.md_i32(new));
            operands[at + 1] = Some(module.metadata.tuple(&numbers));
            set_properties(module, operands);
        });
    }

    /// Removes the code of the entry point.
    pub fn without_code(&mut self) {
        let main = self.main();
        self.module.functions[main].body = None;
        self.module.functions[main].linkage = Linkage::External;
    }

    /// Outputs of a mesh shader in this many more registers: of vertices, or of primitives.
    pub fn many_rows(&mut self, of_primitives: bool, rows: u32) {
        self.entry(|entry| {
            let elements = if of_primitives { &mut entry.patch } else { &mut entry.outputs };
            let first =
                elements.iter().filter_map(|element| element.location).map(|at| at.row).max().map_or(0, |row| row + 1);
            let last = elements.last().expect("an element").clone();
            for row in 0..rows {
                let mut element = last.clone();
                element.name = format!("ROW{row}_");
                element.columns = 4;
                element.usage_mask = 0;
                element.location = Some(Location { row: first + row, column: 0 });
                elements.push(element);
            }
        });
    }

    /// Group-shared memory of this many words, which the entry point reads.
    pub fn group_memory(&mut self, words: u64) {
        let i32 = self.module.types.i32();
        let ty = self.module.types.array(i32, words);
        let initializer = Some(self.module.undef(ty));
        let global = self.module.add_global(Global {
            name: "cells".into(),
            ty,
            addrspace: GROUPSHARED,
            is_const: false,
            initializer,
            linkage: Linkage::Internal,
            align: 4,
            section: None,
            unnamed_addr: false,
            externally_initialized: false,
        });
        self.append(|b| {
            let (base, zero) = (b.module.global_address(global).into(), b.i32(0));
            let cell = b.gep(base, &[zero, zero], true);
            b.load(cell, 4);
        });
    }

    /// Makes the entry point return a number.
    pub fn returns_number(&mut self) {
        let i32 = self.module.types.i32();
        let main = self.main();
        self.module.functions[main].ty = self.module.types.function(i32, &[]);
        let zero: Value = self.module.i32_const(0).into();
        for inst in self.body(main).insts.values_mut() {
            if let InstKind::Ret(value) = &mut inst.kind {
                *value = Some(zero);
            }
        }
    }

    /// The function of a library whose name holds a word.
    pub fn function(&self, word: &str) -> FuncId {
        let named = |id: &FuncId| {
            let function = &self.module.functions[*id];
            function.body.is_some() && function.name.to_string().contains(word)
        };
        self.module.functions.keys().find(named).expect("the function")
    }

    /// Gives a function other parameters, each an address of a struct or, without a name, of a number; its body is empty.
    pub fn parameters(&mut self, of: &str, structs: &[&str]) {
        let float = self.module.types.float();
        let function = self.function(of);
        let params: Vec<TypeId> = structs
            .iter()
            .map(|name| {
                let vector = self.module.types.vector(float, 4);
                let pointee = if name.is_empty() {
                    float
                } else {
                    self.module.types.named_struct(format!("struct.Own{name}"), &[vector])
                };
                self.module.types.pointer(pointee, 0)
            })
            .collect();
        let void = self.module.types.void();
        self.module.functions[function].ty = self.module.types.function(void, &params);
        self.shader.annotations.functions.retain(|annotation| annotation.function != function);
        self.module.functions[function].body = None;
        let mut b = FunctionBuilder::new(&mut self.module, function);
        let block = b.create_block();
        b.switch_to(block);
        b.ret(None);
    }

    /// Payload and attribute sizes of a ray shader.
    pub fn ray(&mut self, of: &str, change: impl FnOnce(&mut Option<u32>, &mut Option<u32>)) {
        let function = self.function(of);
        let entry =
            self.shader.entries.iter_mut().find(|entry| entry.function == Some(function)).expect("the entry point");
        if let StageProperties::RayTracing { payload_bytes, attribute_bytes } = &mut entry.stage {
            change(payload_bytes, attribute_bytes);
        }
    }

    /// Gives a ray shader an input.
    pub fn input_of(&mut self, of: &str) {
        let function = self.function(of);
        let mut element = SignatureElement::new(SigPoint::PsIn, Version::new(6, 3), "A", 0, ComponentType::F32, 1);
        element.location = Some(Location { row: 0, column: 0 });
        let entry =
            self.shader.entries.iter_mut().find(|entry| entry.function == Some(function)).expect("the entry point");
        entry.inputs.push(element);
    }

    /// Adds a function that takes a handle.
    pub fn takes_handle(&mut self) {
        let handle = self.module.types.by_name(b"dx.types.Handle").expect("handles");
        let void = self.module.types.void();
        let ty = self.module.types.function(void, &[handle]);
        let function = self.module.declare_function("takes", ty, None);
        let mut b = FunctionBuilder::new(&mut self.module, function);
        let block = b.create_block();
        b.switch_to(block);
        b.ret(None);
    }

    /// Stores the value of the first writable resource's variable to a local.
    pub fn resource_stored(&mut self) {
        let variable = self.shader.resources.uavs[0].variable;
        let ty = self.module.constants.ty(variable);
        let pointee = self.module.types.pointee(ty).expect("an address");
        let function = self.function("gen");
        self.append_to(function, |b| {
            let place = b.alloca(pointee, 4);
            let value = b.load(variable.into(), 4);
            b.store(place, value, 4);
        });
    }

    /// The number of the thread in its group, computed before a call.
    pub fn lane_before(&mut self, op: Op) -> Value {
        let (function, block, before) = self.call(op, 0);
        let (lane_function, lane_block, lane) = self.call(Op::FlattenedThreadIdInGroup, 0);
        assert_eq!(function, lane_function);
        let body = self.body(function);
        body.blocks[lane_block].insts.retain(|&inst| inst != lane);
        let insts = &mut body.blocks[block].insts;
        let at = insts.iter().position(|&inst| inst == before).expect("its place");
        insts.insert(at, lane);
        lane.into()
    }

    /// Replaces a word of a signature element in `PSV0`.
    pub fn element_word(&mut self, index: usize, word: usize, value: u32) {
        self.part(FourCc::PSV0, move |data| {
            let at = elements_at(data) + 16 * index + 4 * word;
            data[at..at + 4].copy_from_slice(&value.to_le_bytes());
        });
    }

    /// Gives the second signature element in `PSV0` the name of the first.
    pub fn same_name(&mut self) {
        self.part(FourCc::PSV0, |data| {
            let at = elements_at(data);
            let first: [u8; 4] = data[at..at + 4].try_into().expect("four bytes");
            data[at + 16..at + 20].copy_from_slice(&first);
        });
    }

    /// The annotation of a member of a struct.
    pub fn member(&mut self, of: &str, index: usize, change: impl FnOnce(&mut FieldAnnotation)) {
        let types = &self.module.types;
        let named = |ty| types.struct_name(ty).is_some_and(|name| name.to_string().ends_with(of));
        let found = self.shader.annotations.structs.iter_mut().find(|found| named(found.ty));
        change(&mut found.expect("the struct").fields[index]);
    }

    /// The value of an argument, computed at the start of its function; it is a handle that needs nothing but constants.
    pub fn early(&mut self, op: Op, argument: &str) -> Value {
        let (function, _, _) = self.call(op, 0);
        let value = self.handle_of(op, argument);
        let Value::Inst(handle) = value else { panic!("a handle") };
        let body = self.body(function);
        body.blocks.values_mut().for_each(|block| block.insts.retain(|&inst| inst != handle));
        let first = body.blocks.keys().next().expect("a block");
        body.blocks[first].insts.insert(0, handle);
        value
    }

    /// Annotates what rays are traced through as a buffer.
    pub fn buffer_of_trace(&mut self) {
        let Value::Inst(annotated) = self.handle_of(Op::HitObjectTraceRay, "accelerationStructure") else {
            panic!("a handle")
        };
        let nth = self.calls(Op::AnnotateHandle).iter().position(|call| call.2 == annotated).expect("an annotation");
        let (function, _, inst) = self.call(Op::AnnotateHandle, nth);
        let body = self.module.functions[function].body.as_ref().expect("a body");
        let call = self.module.op_call(&body.insts[inst].kind).expect("a call");
        let Some(Value::Const(old)) = call.arg("props") else { panic!("a constant") };
        let made = self.changed_fields(old, |fields| fields[0] = ResourceKind::RawBuffer as u32);
        self.set_nth(Op::AnnotateHandle, nth, "props", Value::Const(made));
    }

    /// A second position, which is written.
    pub fn second_position(&mut self) {
        self.entry(|entry| {
            let mut second = entry.outputs[0].clone();
            second.indices = vec![1];
            second.location = Some(Location { row: 4, column: 0 });
            entry.outputs.push(second);
        });
        self.append(|b| {
            let (four, zero, value) = (b.i32(4), b.i32(0), b.float(0.0));
            for column in 0..4 {
                let column = b.i8(column);
                b.call_op(Op::StoreOutput, Overload::F32, &[four, zero, column, value]);
            }
        });
    }

    /// Gives the compute shader of a library the kind of a pixel shader with one input.
    pub fn inputs_of_main(&mut self) {
        self.entry(|entry| {
            let mut element = SignatureElement::new(SigPoint::PsIn, Version::new(6, 6), "A", 0, ComponentType::F32, 1);
            element.location = Some(Location { row: 0, column: 0 });
            entry.inputs.push(element);
        });
    }

    /// Gives the first conditional branch other hints.
    pub fn hint(&mut self, hints: &'static [i32]) {
        self.instruction(|module, function, inst| {
            let body = module.functions[function].body.as_mut().expect("a body");
            let is_branch = matches!(body.insts[inst].kind, InstKind::CondBr { .. });
            if is_branch {
                body.attachments.remove(&inst);
                FunctionBuilder::new(module, function).mark_hints(inst, hints);
            }
            is_branch
        });
    }
}

/// Where the signature elements of a `PSV0` without resources begin.
fn elements_at(data: &[u8]) -> usize {
    let word = |at: usize| u32::from_le_bytes(data[at..at + 4].try_into().expect("four bytes")) as usize;
    let resources = 4 + word(0);
    assert_eq!(word(resources), 0, "a shader without resources");
    let strings = resources + 4;
    let indices = strings + 4 + word(strings);
    indices + 4 + 4 * word(indices) + 4
}

/// The properties of the entry point, in a library of the first after the one for the whole.
fn properties(module: &Module) -> Vec<Option<MdId>> {
    let entry = entry_node(module);
    let node = module.metadata.operands(entry).expect("a node")[4];
    node.map_or(Vec::new(), |node| module.metadata.operands(node).expect("a node").to_vec())
}

fn entry_node(module: &Module) -> MdId {
    let nodes = module.named_nodes("dx.entryPoints");
    nodes[usize::from(nodes.len() > 1)]
}

/// Where a tag stands among properties.
fn tag(module: &Module, properties: &[Option<MdId>], tag: i32) -> Option<usize> {
    let is_one = |at: &usize| properties[*at].and_then(|id| module.md_int(id)) == Some(tag as u64);
    (0..properties.len()).step_by(2).find(is_one)
}

fn add_property(module: &mut Module, tag: i32, value: MdId) {
    let mut operands = properties(module);
    operands.extend([Some(module.md_i32(tag)), Some(value)]);
    set_properties(module, operands);
}

fn set_properties(module: &mut Module, properties: Vec<Option<MdId>>) {
    let entry = entry_node(module);
    let node = module.metadata.node(&properties);
    let mut operands = module.metadata.operands(entry).expect("a node").to_vec();
    operands[4] = Some(node);
    module.metadata.replace(entry, Metadata::Node { distinct: false, operands: operands.into() });
}
