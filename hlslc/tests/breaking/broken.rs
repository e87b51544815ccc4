//! Changes a compiled shader in one place and makes a container of it again.

use super::bases::Base;
use dxil::container::program::Program;
use dxil::container::{Container, ExtraParts, FourCc, Part, Signing, assemble};
use dxil::metadata::{MdId, Metadata};
use dxil::requirements::{shader_flags, worked_out};
use dxil::shader::{EntryPoint, Shader, StageProperties};
use dxil::signature::SignatureElement;
use dxil::{
    BlockId, Body, ConstId, FuncId, FunctionBuilder, InstId, InstKind, Module, Op, Type, TypeId, Value, bitcode,
};
use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    /// The containers of bases that were compiled already.
    static COMPILED: RefCell<HashMap<&'static str, Container>> = RefCell::default();
}

/// An argument that takes the place of another; it has the type of the one before.
#[derive(Clone, Copy)]
pub enum Arg {
    Int(i64),
    Float(f64),
    Undef,
    /// The result of another instruction.
    Of(Value),
}

impl From<i64> for Arg {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<f64> for Arg {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<Value> for Arg {
    fn from(value: Value) -> Self {
        Self::Of(value)
    }
}

type LateEdit<T> = Box<dyn FnOnce(&mut T)>;

/// A shader that is being changed.
pub struct Broken {
    pub module: Module,
    pub shader: Shader,
    /// The parts of the container that do not follow from the program.
    others: Vec<Part>,
    keeps_flags: bool,
    metadata: Vec<LateEdit<Module>>,
    parts: Vec<LateEdit<Container>>,
}

impl Broken {
    pub fn of(base: &'static Base) -> Self {
        let known = COMPILED.with_borrow_mut(|known| known.entry(base.name).or_insert_with(|| base.compile()).clone());
        let container = known;
        let program = Program::read(FourCc::DXIL, container.part(FourCc::DXIL).expect("a program")).expect("a program");
        let module = bitcode::read(&program.bitcode).expect("a module");
        let shader = Shader::read(&module).expect("metadata");
        let kept = [FourCc::RTS0, FourCc::VERS];
        let others = container.parts.into_iter().filter(|part| kept.contains(&part.name)).collect();
        Self { module, shader, others, keeps_flags: false, metadata: Vec::new(), parts: Vec::new() }
    }

    /// Changes what the metadata says.
    pub fn says(&mut self, change: impl FnOnce(&mut Shader)) {
        change(&mut self.shader);
    }

    /// The same, of the entry point: in a library the first after the one for the whole.
    pub fn entry(&mut self, change: impl FnOnce(&mut EntryPoint)) {
        let at = usize::from(self.shader.is_library());
        change(&mut self.shader.entries[at]);
    }

    /// The same, of an entry point with a name.
    pub fn entry_named(&mut self, name: &str, change: impl FnOnce(&mut EntryPoint)) {
        change(self.shader.entries.iter_mut().find(|entry| entry.name == *name).expect("an entry point"));
    }

    pub fn stage(&mut self, change: impl FnOnce(&mut StageProperties)) {
        self.entry(|entry| change(&mut entry.stage));
    }

    pub fn input(&mut self, index: usize, change: impl FnOnce(&mut SignatureElement)) {
        self.entry(|entry| change(&mut entry.inputs[index]));
    }

    pub fn output(&mut self, index: usize, change: impl FnOnce(&mut SignatureElement)) {
        self.entry(|entry| change(&mut entry.outputs[index]));
    }

    pub fn patch(&mut self, index: usize, change: impl FnOnce(&mut SignatureElement)) {
        self.entry(|entry| change(&mut entry.patch[index]));
    }

    /// States these flags, whatever the code needs.
    pub fn keep_flags(&mut self) {
        self.keeps_flags = true;
    }

    /// Changes metadata after everything else was written to it.
    pub fn metadata(&mut self, change: impl FnOnce(&mut Module) + 'static) {
        self.metadata.push(Box::new(change));
    }

    /// Replaces an operand of a node, which is found by the operands that lead to it from the first of a named list.
    pub fn set_node(module: &mut Module, list: &str, path: &[usize], value: Option<MdId>) {
        let (&last, steps) = path.split_last().expect("a path");
        let mut at = module.named_nodes(list)[0];
        for &step in steps {
            at = module.metadata.operands(at).expect("a node")[step].expect("an operand");
        }
        let mut operands = module.metadata.operands(at).expect("a node").to_vec();
        if last == operands.len() {
            operands.push(value);
        } else {
            operands[last] = value;
        }
        module.metadata.replace(at, Metadata::Node { distinct: false, operands: operands.into() });
    }

    /// The same with a number, after everything else was written.
    pub fn number(&mut self, list: &'static str, path: &'static [usize], value: i32) {
        self.metadata(move |module| {
            let value = module.md_i32(value);
            Self::set_node(module, list, path, Some(value));
        });
    }

    /// Changes parts of the container once it is made.
    pub fn container(&mut self, change: impl FnOnce(&mut Container) + 'static) {
        self.parts.push(Box::new(change));
    }

    /// Changes the bytes of a part.
    pub fn part(&mut self, name: FourCc, change: impl FnOnce(&mut Vec<u8>) + 'static) {
        self.container(move |container| {
            let mut data = container.part(name).expect("the part").to_vec();
            change(&mut data);
            container.set_part(name, data);
        });
    }

    fn bodies(&self) -> impl Iterator<Item = (FuncId, &Body)> {
        self.module.functions.iter().filter_map(|(id, function)| Some((id, function.body.as_ref()?)))
    }

    /// The calls of an operation.
    pub fn calls(&self, op: Op) -> Vec<(FuncId, BlockId, InstId)> {
        let in_body = |(id, body): (FuncId, &Body)| {
            let is_one = |inst: InstId| self.module.op_call(&body.insts[inst].kind).is_some_and(|call| call.op == op);
            let found = body.layout().filter(|&(_, inst)| is_one(inst)).map(|(block, inst)| (id, block, inst));
            found.collect::<Vec<_>>()
        };
        self.bodies().flat_map(in_body).collect()
    }

    pub fn call(&self, op: Op, nth: usize) -> (FuncId, BlockId, InstId) {
        *self.calls(op).get(nth).unwrap_or_else(|| panic!("there is no call {nth} of {}", op.info().name()))
    }

    pub fn body(&mut self, function: FuncId) -> &mut Body {
        self.module.functions[function].body.as_mut().expect("a body")
    }

    /// The result of a call.
    pub fn result(&self, op: Op, nth: usize) -> Value {
        self.call(op, nth).2.into()
    }

    /// Replaces an argument of the first call of an operation.
    pub fn set(&mut self, op: Op, argument: &str, value: impl Into<Arg>) {
        self.set_nth(op, 0, argument, value);
    }

    /// The same of a later call.
    pub fn set_nth(&mut self, op: Op, nth: usize, argument: &str, value: impl Into<Arg>) {
        let (function, _, inst) = self.call(op, nth);
        let at = op.info().params().iter().position(|param| param.name == argument);
        let at = at.unwrap_or_else(|| panic!("{} has no `{argument}`", op.info().name())) + 1;
        self.set_operand(function, inst, at, value.into());
    }

    /// Replaces the number of the operation that a call names.
    pub fn set_opcode(&mut self, op: Op, number: impl Into<Arg>) {
        let (function, _, inst) = self.call(op, 0);
        self.set_operand(function, inst, 0, number.into());
    }

    fn set_operand(&mut self, function: FuncId, inst: InstId, at: usize, value: Arg) {
        let InstKind::Call { args, .. } = &self.body(function).insts[inst].kind else { panic!("a call") };
        let old = args[at];
        let ty = self.module.value_type(function, old).expect("a type");
        let value = self.value(ty, value);
        if let InstKind::Call { args, .. } = &mut self.body(function).insts[inst].kind {
            args[at] = value;
        }
    }

    fn value(&mut self, ty: TypeId, value: Arg) -> Value {
        match (value, self.module.types.get(ty)) {
            (Arg::Of(value), _) => value,
            (Arg::Undef, _) => self.module.undef(ty).into(),
            (Arg::Int(value), _) => self.module.int_const(ty, value as u64).into(),
            (Arg::Float(value), Type::Double) => self.module.double_const(value).into(),
            (Arg::Float(value), _) => self.module.float_const(value as f32).into(),
        }
    }

    /// Removes a call.
    pub fn remove(&mut self, op: Op, nth: usize) {
        let (function, block, inst) = self.call(op, nth);
        self.body(function).blocks[block].insts.retain(|&other| other != inst);
    }

    /// Repeats a call after itself.
    pub fn repeat(&mut self, op: Op) {
        let (function, block, inst) = self.call(op, 0);
        let body = self.body(function);
        let copy = body.insts[inst].clone();
        let copy = body.insts.push(copy);
        let insts = &mut body.blocks[block].insts;
        let at = insts.iter().position(|&other| other == inst).expect("its place");
        insts.insert(at + 1, copy);
    }

    /// Moves a call to the end of its function.
    pub fn move_to_end(&mut self, op: Op) {
        let (function, block, inst) = self.call(op, 0);
        let body = self.body(function);
        body.blocks[block].insts.retain(|&other| other != inst);
        let last = body.blocks.keys().next_back().expect("a block");
        let insts = &mut body.blocks[last].insts;
        insts.insert(insts.len() - 1, inst);
    }

    /// The function of the entry point.
    pub fn main(&self) -> FuncId {
        let at = usize::from(self.shader.is_library());
        self.shader.entries[at].function.expect("a function")
    }

    /// Adds code at the end of the entry point, before its last instruction.
    pub fn append(&mut self, build: impl FnOnce(&mut FunctionBuilder<'_>)) {
        let main = self.main();
        self.append_to(main, build);
    }

    /// The same in another function.
    pub fn append_to(&mut self, function: FuncId, build: impl FnOnce(&mut FunctionBuilder<'_>)) {
        let body = self.body(function);
        let returns = |block: &BlockId| matches!(body.terminator(*block), Some(InstKind::Ret(_)));
        let block = body.blocks.keys().find(returns).expect("a block that returns");
        let end = body.blocks[block].insts.pop().expect("a terminator");
        let mut builder = FunctionBuilder::new(&mut self.module, function);
        builder.switch_to(block);
        build(&mut builder);
        let last = builder.current_block().unwrap_or(block);
        self.body(function).blocks[last].insts.push(end);
    }

    /// Changes every instruction that a test finds; there must be one.
    pub fn instruction(&mut self, mut change: impl FnMut(&mut Module, FuncId, InstId) -> bool) {
        let all: Vec<(FuncId, InstId)> = self
            .bodies()
            .flat_map(|(id, body)| body.layout().map(move |(_, inst)| (id, inst)).collect::<Vec<_>>())
            .collect();
        assert!(
            all.into_iter().any(|(function, inst)| change(&mut self.module, function, inst)),
            "no such instruction"
        );
    }

    /// A constant struct with other numbers, as annotations and bindings are.
    pub fn fields(&mut self, op: Op, argument: &str, change: impl FnOnce(&mut Vec<u32>)) {
        let (function, _, inst) = self.call(op, 0);
        let call = &self.module.functions[function].body.as_ref().expect("a body").insts[inst].kind;
        let call = self.module.op_call(call).expect("a call");
        let Some(Value::Const(old)) = call.arg(argument) else { panic!("a constant") };
        let made = self.changed_fields(old, change);
        self.set(op, argument, Value::Const(made));
    }

    pub fn changed_fields(&mut self, old: ConstId, change: impl FnOnce(&mut Vec<u32>)) -> ConstId {
        let mut numbers = self.module.fields(old).expect("numbers").to_vec();
        change(&mut numbers);
        let ty = self.module.constants.ty(old);
        let types = self.module.types.struct_fields(ty).expect("a struct").to_vec();
        let parts: Vec<ConstId> =
            types.iter().zip(numbers).map(|(&ty, number)| self.module.int_const(ty, number.into())).collect();
        self.module.aggregate(ty, &parts)
    }

    /// The container.
    pub fn finish(mut self) -> Vec<u8> {
        let needed = shader_flags(&self.module, &self.shader) & worked_out();
        if !self.keeps_flags {
            let stated = &mut self.shader.entries[0].flags;
            *stated = (*stated - worked_out()) | needed;
        }
        self.module.named_metadata.clear();
        self.shader.write(&mut self.module);
        for edit in self.metadata {
            edit(&mut self.module);
        }
        let shader = Shader::read(&self.module).unwrap_or(self.shader);
        let mut container = assemble(&self.module, &shader, ExtraParts::default()).expect("a container");
        for part in self.others {
            if container.part(part.name).is_some() {
                container.set_part(part.name, part.data);
            } else {
                let program = container.parts.iter().position(|other| other.name == FourCc::HASH).expect("a hash");
                container.parts.insert(program, part);
            }
        }
        for edit in self.parts {
            edit(&mut container);
        }
        container.write(Signing::Digest)
    }
}
