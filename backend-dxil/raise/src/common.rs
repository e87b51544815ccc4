//! Turns a raised module into the form that the passes for all targets leave: what DXIL splits is one value again.
//!
//! Input: a module as it is raised. Output: the same with vectors for the components of coordinates, elements and texels; with
//! structured buffers as bytes, or read through pointers to the scalars in their elements ([`elements`]), and constant buffers
//! read through pointers to their rows; with structured regions. SPIR-V is written from this form.

mod elements;

use crate::RaiseError;
use crate::regions;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::module::{Binding, Heap};
use hlslc_ir::types::Field;
use hlslc_ir::{
    AddressSpace, Block, Builder, ConstData, Context, Func, Function, Imm, Inst, Module, Op, Resource, ResourceType,
    Scalar, Type, TypeData, Value,
};
use hlslc_semantics::layout::ROW;
use rustc_hash::FxHashMap;

/// The shape of a resource before it was changed.
#[derive(Clone, Copy)]
enum Was {
    /// A structured buffer with this many bytes in an element.
    Structured(u32),
    /// A constant or texture buffer, whose layout now is an array of rows in a struct.
    Rows,
}

/// Brings a raised module to common form.
///
/// # Errors
/// If an access has no such form, or the flow of a function is not structured.
pub fn to_common_form(module: &mut Module) -> Result<(), RaiseError> {
    let mut were: FxHashMap<Resource, Was> = FxHashMap::default();
    for id in module.resources.keys().collect::<Vec<_>>() {
        if module.resources[id].binding == Binding::Heap(Heap::Raw) && !goes_as_it_is(module, id) {
            return Err(RaiseError::new(
                "it passes a buffer of constants or of small numbers, which is not translated",
            ));
        }
        if let Some(was) = change_resource(module, id) {
            were.insert(id, was);
        }
    }
    for id in module.funcs.keys().collect::<Vec<Func>>() {
        if module.funcs[id].layout.is_empty() {
            continue;
        }
        let is_long = |value: &hlslc_ir::function::ValueData| module.ctx.lanes(value.ty).is_some_and(|lanes| lanes > 4);
        if module.funcs[id].values.values().any(is_long) {
            return Err(RaiseError::new("it has vectors of more than four numbers, which SPIR-V does not have"));
        }
        let empty = module.funcs[id].without_body();
        let mut func = std::mem::replace(&mut module.funcs[id], empty);
        let name = func.name.clone();
        let done = Accesses {
            module,
            func: &mut func,
            were: &were,
            parts: FxHashMap::default(),
            renamed: FxHashMap::default(),
        }
        .run()
        .and_then(|()| regions::find(&mut module.ctx, &mut func));
        module.funcs[id] = func;
        done.map_err(|why| RaiseError::new(format!("function `{name}`: {why}")))?;
    }
    Ok(())
}

/// Whether the form of a resource that functions are given does not depend on what uses it, which other modules do not know.
fn goes_as_it_is(module: &Module, id: Resource) -> bool {
    match module.ctx.resource_type(module.resources[id].ty) {
        Some(ResourceType::CBuffer { .. } | ResourceType::TBuffer { .. }) => false,
        Some(&ResourceType::RawBuffer { element: Some(element), .. }) => !elements::stay(module, id, element),
        _ => true,
    }
}

/// The bytes of the words in the element of a structured buffer.
fn bytes_of(ctx: &Context, ty: Type) -> u32 {
    #[expect(clippy::wildcard_enum_match_arm, reason = "layouts makes the elements of buffers of nothing else")]
    match ctx.type_data(ty) {
        TypeData::Array(element, count) => bytes_of(ctx, *element).saturating_mul(*count),
        TypeData::Scalar(scalar) => scalar.bytes(),
        TypeData::Vector(scalar, lanes) => scalar.bytes() * u32::from(*lanes),
        TypeData::Struct(id) => ctx.struct_data(*id).fields.iter().map(|field| bytes_of(ctx, field.ty)).sum(),
        _ => 0,
    }
}

fn change_resource(module: &mut Module, id: Resource) -> Option<Was> {
    let ty = module.ctx.resource_type(module.resources[id].ty)?.clone();
    #[expect(clippy::wildcard_enum_match_arm, reason = "only these have another form in memory that is seen as words")]
    let (changed, was) = match ty {
        ResourceType::RawBuffer { element: Some(element), access } if elements::stay(module, id, element) => {
            let element = Some(elements::of_narrowest(module, id, element));
            module.resources[id].ty = module.ctx.handle(ResourceType::RawBuffer { element, access });
            return None;
        }
        ResourceType::RawBuffer { element: Some(element), access } => {
            let stride = bytes_of(&module.ctx, element);
            (ResourceType::RawBuffer { element: None, access }, Was::Structured(stride))
        }
        ResourceType::CBuffer { layout } => {
            let layout = rows(module, layout);
            (ResourceType::CBuffer { layout }, Was::Rows)
        }
        ResourceType::TBuffer { layout } => {
            let layout = rows(module, layout);
            (ResourceType::TBuffer { layout }, Was::Rows)
        }
        _ => return None,
    };
    module.resources[id].ty = module.ctx.handle(changed);
    Some(was)
}

/// A struct of whole rows.
fn rows(module: &mut Module, layout: Type) -> Type {
    let count = bytes_of(&module.ctx, layout).div_ceil(ROW).max(1);
    let name = module.ctx.struct_of(layout).map_or("constants", |id| &module.ctx.struct_data(id).name).to_owned();
    let row = module.ctx.vector(Scalar::I32, 4);
    let all = module.ctx.array(row, count);
    module.ctx.add_struct(format!("{name}.rows"), vec![Field::new("rows", all)])
}

struct Accesses<'a> {
    module: &'a mut Module,
    func: &'a mut Function,
    were: &'a FxHashMap<Resource, Was>,
    /// The components that replace each tuple.
    parts: FxHashMap<Value, Vec<Value>>,
    renamed: FxHashMap<Value, Value>,
}

impl Accesses<'_> {
    fn run(mut self) -> Result<(), String> {
        let order: Vec<Block> = Cfg::new(self.func).reverse_post_order().to_vec();
        for block in order {
            for inst in self.func.take_insts(block) {
                self.inst(block, inst)?;
            }
        }
        let renamed = std::mem::take(&mut self.renamed);
        self.func.replace_uses(&renamed);
        self.func.forget_gone();
        Ok(())
    }

    fn b(&mut self, block: Block, inst: Inst) -> Builder<'_> {
        let (loc, flags) = (self.func.insts[inst].loc, self.func.insts[inst].flags);
        let mut b = Builder::new(&mut self.module.ctx, self.func);
        b.switch_to(block);
        (b.loc, b.flags) = (loc, flags);
        b
    }

    /// The resource that a handle is of.
    fn resource(&self, handle: Value) -> Option<(Resource, ResourceType)> {
        let id = self.func.as_inst(handle).and_then(|inst| self.func.insts[inst].imm.resource())?;
        Some((id, self.module.ctx.resource_type(self.module.resources[id].ty)?.clone()))
    }

    fn inst(&mut self, block: Block, inst: Inst) -> Result<(), String> {
        let (op, imm) = (self.func.insts[inst].op, self.func.insts[inst].imm);
        let args: Vec<Value> =
            self.func.args(inst).iter().map(|arg| self.renamed.get(arg).copied().unwrap_or(*arg)).collect();
        let handle = args.first().and_then(|&handle| self.resource(handle));
        let row = op.info();
        match (op, handle) {
            (Op::Extract, _) if args.first().is_some_and(|arg| self.parts.contains_key(arg)) => {
                let part = imm.index().and_then(|at| self.parts[&args[0]].get(at as usize).copied());
                let part = part.ok_or("a part that is not there")?;
                self.rename(inst, part);
                return Ok(());
            }
            (Op::Handle | Op::HandleOfRaw, _) => {
                if let Some(resource) = imm.resource() {
                    let ty = self.module.resources[resource].ty;
                    if self.func.insts[inst].ty != ty {
                        let old = self.func.result(inst).ok_or("a handle of nothing")?;
                        self.func.insts[inst].ty = ty;
                        self.func.values[old].ty = ty;
                    }
                }
            }
            (Op::LoadHidden, _) => {
                let zero = self.b(block, inst).i32(0);
                self.rename(inst, zero);
                return Ok(());
            }
            (Op::LoadCBufferRow, Some(_)) => return self.row(block, inst, &args),
            (Op::LoadTyped, Some((_, ResourceType::TBuffer { .. }))) => return self.row(block, inst, &args),
            (Op::LoadRaw | Op::StoreRaw, Some(resource)) => return self.raw(block, inst, &args, resource),
            (Op::ResourceAtomicRmw | Op::ResourceCmpXchg, Some((id, ResourceType::RawBuffer { element, .. }))) => {
                if element.is_some() {
                    return Err("an atomic on a buffer with a counter".to_owned());
                }
                let address = self.address(block, inst, id, args[1], args[2]);
                let zero = self.b(block, inst).i32(0);
                let mut all = vec![args[0], address, zero];
                all.extend_from_slice(&args[3..]);
                self.again(block, inst, &all);
                return Ok(());
            }
            (Op::GetDimensions, Some((id, _))) if matches!(self.were.get(&id), Some(Was::Structured(_))) => {
                return self.dimensions(block, inst, &args, id);
            }
            (Op::TraceRayInline, _) if args.get(2).is_some_and(|&flags| self.is_undefined(flags)) => {
                return Err("one of several ray queries, whose flags differ".to_owned());
            }
            (Op::ElementStride, _) => return Err("the stride of a buffer".to_owned()),
            (Op::LoadTyped | Op::StoreTyped, Some((_, ResourceType::TypedBuffer { element, .. }))) => {
                return self.vectors(block, inst, &args, &[1, 1], element);
            }
            (_, Some((_, ResourceType::Texture { shape, element, .. }))) if row.args().is_some() => {
                if let Some(counts) = counts(op, shape.coordinates(), shape.dim.axes()) {
                    return self.vectors(block, inst, &args, &counts, element);
                }
            }
            (Op::Dot, _) if args.len() > 2 => {
                let half = args.len() as u16 / 2;
                let scalar = self.module.ctx.scalar_of(self.func.ty(args[0])).ok_or("a product of no numbers")?;
                let mut b = self.b(block, inst);
                let ty = b.ctx.vector(scalar, half);
                let (one, other) =
                    (b.construct(ty, &args[..usize::from(half)]), b.construct(ty, &args[usize::from(half)..]));
                let value = b.op(Op::Dot, &[one, other]);
                self.rename(inst, value);
                return Ok(());
            }
            _ => {}
        }
        self.func.append_inst(block, inst);
        Ok(())
    }

    fn is_undefined(&self, value: Value) -> bool {
        let id = self.func.as_const(value);
        id.is_some_and(|id| *self.module.ctx.const_data(id).1 == ConstData::Undef)
    }

    fn rename(&mut self, inst: Inst, value: Value) {
        if let Some(old) = self.func.result(inst) {
            self.renamed.insert(old, value);
        }
    }

    /// The same operation on other operands.
    fn again(&mut self, block: Block, inst: Inst, args: &[Value]) {
        let (op, imm) = (self.func.insts[inst].op, self.func.insts[inst].imm);
        self.func.change_inst(inst, op, imm, args);
        self.func.append_inst(block, inst);
    }

    /// The byte that an access of a structured buffer begins at.
    fn address(&mut self, block: Block, inst: Inst, id: Resource, index: Value, offset: Value) -> Value {
        let was = self.were.get(&id).copied();
        let mut b = self.b(block, inst);
        match was {
            Some(Was::Structured(stride)) => {
                let stride = b.i32(stride);
                let start = b.op(Op::Mul, &[index, stride]);
                b.op(Op::Add, &[start, offset])
            }
            Some(Was::Rows) | None => b.op(Op::Add, &[index, offset]),
        }
    }

    /// Replaces a load of a row by a load of four words, and converts them to the requested scalars.
    fn row(&mut self, block: Block, inst: Inst, args: &[Value]) -> Result<(), String> {
        let &[handle, row] = args else { return Err("a row of nothing".to_owned()) };
        let (_, resource) = self.resource(handle).ok_or("a row of nothing")?;
        let (ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout }) = resource else {
            return Err("a row of nothing".to_owned());
        };
        let TypeData::Tuple(parts) = self.module.ctx.type_data(self.func.insts[inst].ty).clone() else {
            return Err("a row that is no tuple".to_owned());
        };
        let mut wanted: Vec<Scalar> = parts.iter().filter_map(|&part| self.module.ctx.scalar_of(part)).collect();
        let is_checked = self.func.insts[inst].op == Op::LoadTyped;
        if is_checked {
            wanted.pop();
        }
        let mut b = self.b(block, inst);
        let pointer = b.ctx.pointer(layout, AddressSpace::Resource);
        let first = b.i32(0);
        let start = b.value(Op::GetPointer, pointer, Imm::None, &[handle, first]);
        let at = b.gep(start, &[first, row]);
        let words = b.load(at);
        let words: Vec<Value> = (0..4).map(|at| b.extract(words, at)).collect();
        let mut out = Vec::new();
        for (at, &scalar) in wanted.iter().enumerate() {
            out.push(match scalar {
                Scalar::I32 => words[at],
                Scalar::F32 => b.cast(Op::Bitcast, words[at], Scalar::F32),
                Scalar::F64 => b.op(Op::MakeDouble, &[words[2 * at], words[2 * at + 1]]),
                Scalar::I64 => {
                    let (low, high) = (
                        b.cast(Op::ZExt, words[2 * at], Scalar::I64),
                        b.cast(Op::ZExt, words[2 * at + 1], Scalar::I64),
                    );
                    let ty = b.ctx.scalar(Scalar::I64);
                    let shift = b.const_of(ty, ConstData::Scalar(32));
                    let high = b.op(Op::Shl, &[high, shift]);
                    b.op(Op::Or, &[low, high])
                }
                Scalar::MinF16 => {
                    let wide = b.cast(Op::Bitcast, words[at], Scalar::F32);
                    b.cast(Op::FpTrunc, wide, Scalar::MinF16)
                }
                Scalar::MinI16 => b.cast(Op::Trunc, words[at], Scalar::MinI16),
                Scalar::I16 | Scalar::F16 => {
                    let shift = b.i32(if at % 2 == 0 { 0 } else { 16 });
                    let word = b.op(Op::LShr, &[words[at / 2], shift]);
                    let half = b.cast(Op::Trunc, word, Scalar::I16);
                    if scalar == Scalar::F16 { b.cast(Op::Bitcast, half, Scalar::F16) } else { half }
                }
                Scalar::Bool => return Err("a row of truth values".to_owned()),
            });
        }
        if is_checked {
            out.push(b.bool(true));
        }
        let old = self.func.result(inst).ok_or("a row that nothing reads")?;
        self.parts.insert(old, out);
        Ok(())
    }

    fn raw(
        &mut self,
        block: Block,
        inst: Inst,
        args: &[Value],
        (id, ty): (Resource, ResourceType),
    ) -> Result<(), String> {
        if let ResourceType::RawBuffer { element: Some(element), .. } = ty {
            return self.numbers(block, inst, args, element);
        }
        let address = self.address(block, inst, id, args[1], args[2]);
        let zero = self.b(block, inst).i32(0);
        if self.func.insts[inst].op == Op::StoreRaw {
            let stored = self.joined(block, inst, &args[3..])?;
            self.again(block, inst, &[args[0], address, zero, stored]);
            return Ok(());
        }
        self.checked(block, inst, &[args[0], address, zero]);
        Ok(())
    }

    /// The elements that there are, from the bytes.
    fn dimensions(&mut self, block: Block, inst: Inst, args: &[Value], id: Resource) -> Result<(), String> {
        let Some(Was::Structured(stride)) = self.were.get(&id).copied() else { return Ok(()) };
        let mut b = self.b(block, inst);
        let all = b.op(Op::GetDimensions, args);
        let (bytes, size) = (b.extract(all, 0), b.i32(stride.max(1)));
        let count = b.op(Op::UDiv, &[bytes, size]);
        let rest: Vec<Value> = (1..4).map(|at| b.extract(all, at)).collect();
        let old = self.func.result(inst).ok_or("dimensions that nothing reads")?;
        self.parts.insert(old, std::iter::once(count).chain(rest).collect());
        Ok(())
    }

    /// Constructs a vector of values; a single value stays a scalar.
    fn joined(&mut self, block: Block, inst: Inst, values: &[Value]) -> Result<Value, String> {
        let &first = values.first().ok_or("an operand of no components")?;
        if values.len() == 1 {
            return Ok(first);
        }
        let scalar = self.module.ctx.scalar_of(self.func.ty(first)).ok_or("a vector of what is no number")?;
        let mut b = self.b(block, inst);
        if values
            .iter()
            .all(|&value| b.func.as_const(value).is_some_and(|id| *b.ctx.const_data(id).1 == ConstData::Undef))
        {
            let ty = b.ctx.vector(scalar, values.len() as u16);
            return Ok(b.undef(ty));
        }
        let ty = b.ctx.vector(scalar, values.len() as u16);
        Ok(b.construct(ty, values))
    }

    /// Emits a load that returns a vector, and whether all of it was mapped.
    fn checked(&mut self, block: Block, inst: Inst, args: &[Value]) {
        let (op, imm, ty) = (self.func.insts[inst].op, self.func.insts[inst].imm, self.func.insts[inst].ty);
        #[expect(clippy::wildcard_enum_match_arm, reason = "what gives no tuple gives one value already")]
        let parts = match self.module.ctx.type_data(ty) {
            TypeData::Tuple(parts) => parts.clone(),
            _ => return self.again(block, inst, args),
        };
        let count = parts.len() as u16 - 1;
        let scalar = self.module.ctx.scalar_of(parts[0]);
        let (Some(scalar), false) = (scalar, matches!(self.module.ctx.type_data(parts[0]), TypeData::Vector(..)))
        else {
            return self.again(block, inst, args);
        };
        let old = self.func.result(inst);
        let mut b = self.b(block, inst);
        let vector = b.ctx.vector(scalar, count);
        let ty = b.ctx.checked(vector);
        let loaded = b.value(op, ty, imm, args);
        let (value, mapped) = (b.extract(loaded, 0), b.extract(loaded, 1));
        let mut out: Vec<Value> = (0..u32::from(count)).map(|at| b.extract(value, at)).collect();
        out.push(mapped);
        if let Some(old) = old {
            self.parts.insert(old, out);
        }
    }

    /// Rebuilds an operation with its scalar operands grouped into vectors, by `counts`; the rest is the element that is stored.
    fn vectors(
        &mut self,
        block: Block,
        inst: Inst,
        args: &[Value],
        counts: &[u16],
        element: Type,
    ) -> Result<(), String> {
        let mut all = Vec::new();
        let mut rest = args;
        for &count in counts {
            let (own, others) = rest.split_at_checked(usize::from(count)).ok_or("too few operands")?;
            all.push(self.joined(block, inst, own)?);
            rest = others;
        }
        let op = self.func.insts[inst].op;
        if matches!(op, Op::StoreTyped | Op::StoreTexture) {
            let wide = self.module.ctx.scalar_of(element).is_some_and(|scalar| scalar.bits() == 64);
            if wide {
                return Err("texels of 64 bits".to_owned());
            }
            all.push(self.joined(block, inst, rest)?);
            rest = &[];
        }
        all.extend_from_slice(rest);
        let TypeData::Tuple(parts) = self.module.ctx.type_data(self.func.insts[inst].ty).clone() else {
            self.again(block, inst, &all);
            return Ok(());
        };
        // A sample gives as many components as a texel has.
        let lanes = self.module.ctx.lanes(element).ok_or("texels of nothing")?;
        let scalar = self.module.ctx.scalar_of(element).ok_or("texels of nothing")?;
        let gathers = matches!(op, Op::Gather | Op::GatherCmp | Op::GatherRaw);
        let compares = matches!(
            op,
            Op::SampleCmp | Op::SampleCmpLevelZero | Op::SampleCmpLevel | Op::SampleCmpBias | Op::SampleCmpGrad
        );
        let own = self.module.ctx.scalar_of(parts[0]).ok_or("texels of nothing")?;
        let (kind, count) = match (gathers, compares) {
            (true, _) => (own, 4),
            (false, true) => (own, 1),
            (false, false) => (scalar, lanes),
        };
        if kind.bits() == 64 {
            return Err("texels of 64 bits".to_owned());
        }
        let imm = self.func.insts[inst].imm;
        let old = self.func.result(inst);
        let total = parts.len() - 1;
        let mut b = self.b(block, inst);
        let vector = b.ctx.vector(kind, count);
        let ty = b.ctx.checked(vector);
        let loaded = b.value(op, ty, imm, &all);
        let (value, mapped) = (b.extract(loaded, 0), b.extract(loaded, 1));
        let mut out: Vec<Value> = Vec::new();
        for at in 0..total as u32 {
            out.push(if at < u32::from(count) {
                let part = b.extract(value, at);
                if kind == own { part } else { b.cast(if own.is_float() { Op::FpExt } else { Op::ZExt }, part, own) }
            } else {
                let ty = b.ctx.scalar(own);
                b.zero(ty)
            });
        }
        out.push(mapped);
        if let Some(old) = old {
            self.parts.insert(old, out);
        }
        Ok(())
    }
}

/// The number of components of each leading operand of an operation on a texture; later operands are unchanged.
fn counts(op: Op, coords: u16, axes: u16) -> Option<Vec<u16>> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations have no coordinates in a row")]
    Some(match op {
        Op::LoadTexture => vec![1, coords, 1, axes],
        Op::StoreTexture => vec![1, coords, 1],
        Op::ResourceAtomicRmw | Op::ResourceCmpXchg => vec![1, coords, 1],
        Op::Sample
        | Op::SampleBias
        | Op::SampleLevel
        | Op::SampleCmp
        | Op::SampleCmpLevelZero
        | Op::SampleCmpLevel
        | Op::SampleCmpBias
        | Op::Gather
        | Op::GatherCmp
        | Op::GatherRaw => vec![1, 1, coords, axes],
        Op::SampleGrad => vec![1, 1, coords, axes, axes, axes],
        Op::SampleCmpGrad => vec![1, 1, coords, axes, 1, axes, axes],
        Op::CalculateLod => vec![1, 1, axes],
        _ => return None,
    })
}
