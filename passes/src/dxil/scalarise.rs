//! Scalarises values: splits vectors, arrays, structs and tuples into scalars, or into vectors if the shader model has
//! them; a row of [`legality`](crate::analysis::legality) states the first such model, and the operations that are
//! scalar even there. LLVM has the same transformation for vectors as `Scalarizer`.
//!
//! Input: any function without accesses through pointers into resources (after `resource_access`). Output: every value is a
//! scalar, a handle, a pointer, or the tuple of scalars that one operation returns. Memory keeps its types and is accessed
//! scalar by scalar; memory with a fixed layout is accessed by vectors. Functions that are not inlined keep their
//! parameters and results: `extract` splits those, and `construct` builds arguments and results.
//!
//! Each composite value is represented by the list of its scalars (its *leaves*) in order. Construction, extraction and
//! shuffles only rearrange leaves; a component-wise operation is repeated for each component; an operation that returns a
//! composite returns a flat tuple, with an `extract` for each leaf; one that takes a composite takes its leaves as
//! consecutive operands. A dynamic component index becomes a chain of selects. Cost: linear in leaves.
//! If vectors remain, they are leaves. Operations that move, select or are component-wise remain on vectors; those that
//! exist on scalars only are repeated for each component, and the vector is constructed again. Matrices in memory with
//! a fixed layout are still accessed by scalars, since they may be column-major there.
//!
//! ```text
//! %v2 = fmul <2 x float> %v0, %v1           %v3 = fmul float %v0x, %v1x
//! %v4 = extract[1] <2 x float> %v2     =>   %v5 = fmul float %v0y, %v1y
//! ret float %v4                             ret float %v5
//! ```

mod memory;

use self::memory::{accesses_fixed_layout, copied, lanes_used};
use crate::edit::leaves::{Leaves, Parts};
use crate::edit::{Renames, by_value};
use crate::run::pass::PassCx;
use cranelift_entity::{EntityList, EntitySet, PrimaryMap, SecondaryMap};
use hlslc_ir::context::Context;
use hlslc_ir::debug::{self, Location};
use hlslc_ir::function::{Inline, Linkage};
use hlslc_ir::ops::Scalars;
use hlslc_ir::{Block, Builder, Func, Function, Imm, Inst, Module, Op, Scalar, Type, TypeData, Value, fixed_layout};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    let limits = cx.options.target.limits();
    let vectors = limits.has_vectors(cx.options.model).then_some(limits.on_numbers);
    // In shader models without vectors, only libraries may have them in memory.
    let may_have_vectors = vectors.is_some() || cx.options.is_library;
    let fixed = if may_have_vectors { fixed_layout::locals(module, func) } else { EntitySet::new() };
    let accesses_fixed = vectors.is_none() && cx.options.is_library && accesses_fixed_layout(module, &fixed);
    let lanes = if accesses_fixed { lanes_used(func) } else { SecondaryMap::new() };
    let copied = if accesses_fixed { copied(&module.ctx, func) } else { EntitySet::new() };
    let cfg = cx.analyses.cfg(func);
    let mut order = cfg.reverse_post_order().to_vec();
    order.extend(func.layout.iter().copied().filter(|&block| !cfg.is_reachable(block)));
    let types = types_in_records(func);
    let leaves = by_value(func, None);
    let mut scalariser = Scalariser {
        b: Builder::new(&mut module.ctx, func),
        funcs: &module.funcs,
        leaves,
        intact: EntitySet::new(),
        vectors,
        fixed,
        accesses_fixed,
        lanes,
        copied,
        renames: Renames::default(),
        changed: false,
    };
    let (entry, keeps_signature) = (scalariser.b.func.entry(), keeps_signature(scalariser.b.func));
    for &block in order.iter().filter(|&&block| !keeps_signature || Some(block) != entry) {
        scalariser.params(block);
    }
    for &block in &order {
        let insts = scalariser.b.func.take_insts(block);
        scalariser.b.switch_to(block);
        if Some(block) == entry && keeps_signature {
            scalariser.function_params(block);
        }
        for inst in insts {
            scalariser.inst(block, inst);
        }
    }
    for &block in &order {
        scalariser.b.switch_to(block);
        scalariser.terminator(block);
    }
    let Scalariser { mut renames, changed, leaves, .. } = scalariser;
    split_records(&module.ctx, func, &types, &leaves, vectors.is_some());
    renames.apply_rest(func, &cfg);
    changed
}

/// The types of the values that debug records name.
fn types_in_records(func: &Function) -> FxHashMap<Value, Type> {
    let values = func.debug.iter().filter_map(|record| match record.location {
        Location::Value(value, _) => Some(value),
        Location::Memory(_) | Location::Constant(..) | Location::Unknown(_) => None,
    });
    values.map(|value| (value, func.ty(value))).collect()
}

/// Replaces debug records of composite values by records of their leaves.
fn split_records(
    ctx: &Context,
    func: &mut Function,
    types: &FxHashMap<Value, Type>,
    leaves: &SecondaryMap<Value, Option<Leaves>>,
    keeps_vectors: bool,
) {
    let named = types.keys().filter_map(|&value| leaves[value].as_ref()).flat_map(|leaves| leaves.iter());
    let lanes: FxHashMap<Value, u16> = named.map(|&leaf| (leaf, ctx.lanes(func.ty(leaf)).unwrap_or(1))).collect();
    func.debug.split_values(|value| {
        let ty = types.get(&value).copied().filter(|&ty| is_split(ctx, ty, keeps_vectors))?;
        let leaves = leaves[value].as_ref()?;
        let mut scalars = debug::leaves(ctx, ty).into_iter();
        let place = |&leaf: &Value| {
            let (start, bits) = scalars.next()?;
            let more = lanes.get(&leaf).map_or(0, |&lanes| usize::from(lanes) - 1);
            let bits = scalars.by_ref().take(more).fold(bits, |sum, (_, bits)| sum.saturating_add(bits));
            Some((leaf, (start, bits)))
        };
        Some(leaves.iter().map_while(place).collect())
    });
}

/// The types of leaves.
type Types = SmallVec<[Type; 4]>;

struct Scalariser<'a> {
    b: Builder<'a>,
    funcs: &'a PrimaryMap<Func, Function>,
    /// The leaves of each composite value visited so far.
    leaves: SecondaryMap<Value, Option<Leaves>>,
    /// The composite values that still exist.
    intact: EntitySet<Value>,
    /// If vectors remain: the operations that exist on scalars only.
    vectors: Option<&'static [Op]>,
    /// The addresses of locals with a fixed layout.
    fixed: EntitySet<Value>,
    /// Whether memory with a fixed layout is accessed by vectors.
    accesses_fixed: bool,
    /// The used components of each value, in a function that accesses memory with a fixed layout.
    lanes: SecondaryMap<Value, u64>,
    /// The values among these that are only copied from memory to memory.
    copied: EntitySet<Value>,
    renames: Renames,
    changed: bool,
}

/// Whether a function keeps its parameters and its result: it is not inlined, or visible to a linker.
fn keeps_signature(func: &Function) -> bool {
    func.linkage != Linkage::Internal || func.inline == Inline::Keep
}

/// Whether values of a type are split.
fn is_split(ctx: &Context, ty: Type, keeps_vectors: bool) -> bool {
    ctx.part_count(ty).is_some() && !(keeps_vectors && ctx.lanes(ty).is_some())
}

/// Appends the types of the leaves. The recursion is as deep as types nest, which the front end bounds.
fn leaf_types(ctx: &mut Context, ty: Type, keeps_vectors: bool, out: &mut Types) {
    let Some(count) = ctx.part_count(ty).filter(|_| is_split(ctx, ty, keeps_vectors)) else {
        out.push(ty);
        return;
    };
    if let TypeData::Array(element, _) = *ctx.type_data(ty) {
        let start = out.len();
        leaf_types(ctx, element, keeps_vectors, out);
        let one = Types::from_slice(&out[start..]);
        for _ in 1..count {
            out.extend_from_slice(&one);
        }
        if count == 0 {
            out.truncate(start);
        }
        return;
    }
    for part in 0..count {
        if let Some(part) = ctx.part_type(ty, part) {
            leaf_types(ctx, part, keeps_vectors, out);
        }
    }
}

/// The number of leaves of a type.
fn leaf_count(ctx: &Context, ty: Type, keeps_vectors: bool) -> usize {
    let count = |ty| leaf_count(ctx, ty, keeps_vectors);
    match ctx.type_data(ty) {
        TypeData::Vector(..) if keeps_vectors => 1,
        TypeData::Vector(_, n) => usize::from(*n),
        TypeData::Array(element, n) => count(*element) * *n as usize,
        TypeData::Struct(id) => ctx.struct_data(*id).fields.iter().map(|f| count(f.ty)).sum(),
        TypeData::Tuple(parts) => parts.iter().map(|&part| count(part)).sum(),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => 1,
    }
}

/// The range of the leaves of part `index` among those of the composite.
fn part_range(ctx: &mut Context, ty: Type, index: u32, keeps_vectors: bool) -> std::ops::Range<usize> {
    let before = match *ctx.type_data(ty) {
        TypeData::Array(element, _) => leaf_count(ctx, element, keeps_vectors) * index as usize,
        TypeData::Vector(..) => index as usize,
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => {
            unreachable!("a part of a type without parts")
        }
        TypeData::Struct(_) | TypeData::Tuple(_) => {
            let parts: Vec<Type> = (0..index).filter_map(|part| ctx.part_type(ty, part)).collect();
            parts.into_iter().map(|part| leaf_count(ctx, part, keeps_vectors)).sum()
        }
    };
    let count = ctx.part_type(ty, index).map_or(0, |part| leaf_count(ctx, part, keeps_vectors));
    before..before + count
}

impl Scalariser<'_> {
    fn is_composite(&self, ty: Type) -> bool {
        is_split(self.b.ctx, ty, self.vectors.is_some())
    }

    fn leaf_types(&mut self, ty: Type) -> Types {
        let mut types = Types::new();
        leaf_types(self.b.ctx, ty, self.vectors.is_some(), &mut types);
        types
    }

    /// The leaves of a value; the value itself if it is one.
    fn leaves(&mut self, value: Value) -> Leaves {
        let value = self.renames.find(value);
        if let Some(leaves) = &self.leaves[value] {
            return leaves.clone();
        }
        if !self.is_composite(self.b.func.ty(value)) {
            return Leaves::from(&[value][..]);
        }
        let mut parts = Parts::new();
        match self.b.func.as_const(value) {
            Some(constant) => self.constant_leaves(constant, &mut parts),
            None => parts.push(value),
        }
        let leaves = Leaves::from(parts);
        self.leaves[value] = Some(leaves.clone());
        leaves
    }

    fn constant_leaves(&mut self, constant: hlslc_ir::Const, out: &mut Parts) {
        let ty = self.b.ctx.const_data(constant).0;
        let Some(count) = self.b.ctx.part_count(ty).filter(|_| self.is_composite(ty)) else {
            out.push(self.b.constant(constant));
            return;
        };
        for part in 0..count {
            if let Some(part) = self.b.ctx.const_part(constant, part) {
                self.constant_leaves(part, out);
            }
        }
    }

    fn set(&mut self, inst: Inst, leaves: impl Into<Leaves>) {
        let leaves = leaves.into();
        self.changed = true;
        let Some(result) = self.b.func.result(inst) else { return };
        if self.is_composite(self.b.func.ty(result)) {
            self.leaves[result] = Some(leaves);
        } else if let [only] = leaves[..] {
            self.renames.rename(result, only);
        }
    }

    /// Splits the composite parameters of a block.
    fn params(&mut self, block: Block) {
        let old = std::mem::take(&mut self.b.func.blocks[block].params);
        if old.iter().all(|&param| !self.is_composite(self.b.func.ty(param))) {
            self.b.func.blocks[block].params = old;
            return;
        }
        self.changed = true;
        for param in old {
            let ty = self.b.func.ty(param);
            if self.is_composite(ty) {
                let types = self.leaf_types(ty);
                let name = self.b.func.names[param];
                let leaves: Parts = types.iter().map(|&ty| self.b.func.add_param(block, ty)).collect();
                for &leaf in &leaves {
                    self.b.func.names[leaf] = name;
                }
                self.leaves[param] = Some(leaves.into());
            } else {
                let index = self.b.func.blocks[block].params.len() as u32;
                self.b.func.values[param].def = hlslc_ir::ValueDef::Param(block, index);
                self.b.func.blocks[block].params.push(param);
            }
        }
    }

    /// Splits the composite parameters of the function at the start of its entry block.
    fn function_params(&mut self, entry: Block) {
        for param in self.b.func.blocks[entry].params.clone() {
            if self.is_composite(self.b.func.ty(param)) {
                self.extract_leaves(param);
            }
        }
    }

    /// Extracts the leaves of a composite value that remains.
    fn extract_leaves(&mut self, composite: Value) {
        let mut leaves = Parts::new();
        let mut open = vec![composite];
        while let Some(value) = open.pop() {
            let ty = self.b.func.ty(value);
            let Some(count) = self.b.ctx.part_count(ty).filter(|_| self.is_composite(ty)) else {
                leaves.push(value);
                continue;
            };
            let mut parts = Vec::new();
            for index in 0..count {
                let part = self.b.ctx.part(ty, index);
                parts.push(self.b.value(Op::Extract, part, Imm::Index(index), &[value]));
            }
            open.extend(parts.into_iter().rev());
        }
        self.changed = true;
        self.intact.insert(composite);
        self.leaves[composite] = Some(leaves.into());
    }

    /// Constructs a composite value again, as an argument or result of a function.
    fn reconstruct(&mut self, value: Value) -> Value {
        let ty = self.b.func.ty(value);
        if !self.is_composite(ty) || self.intact.contains(value) || self.b.func.as_const(value).is_some() {
            return value;
        }
        self.changed = true;
        let leaves = self.leaves(value);
        self.put_together(ty, &mut leaves.iter().copied())
    }

    fn put_together(&mut self, ty: Type, leaves: &mut dyn Iterator<Item = Value>) -> Value {
        let Some(count) = self.b.ctx.part_count(ty).filter(|_| self.is_composite(ty)) else {
            return leaves.next().expect("there is one for each leaf of the type");
        };
        let mut parts = Vec::new();
        for index in 0..count {
            let part = self.b.ctx.part(ty, index);
            parts.push(self.put_together(part, leaves));
        }
        self.b.value(Op::Construct, ty, Imm::None, &parts)
    }

    /// Whether an instruction calls a function that keeps its parameters.
    fn calls_kept(&self, inst: Inst) -> bool {
        let Imm::Func(callee) = self.b.func.insts[inst].imm else { return false };
        self.funcs.get(callee).is_some_and(keeps_signature)
    }

    /// Rewrites a call of a function that keeps its parameters.
    fn call(&mut self, block: Block, inst: Inst, args: &[Value]) {
        let args: SmallVec<[Value; 4]> = args.iter().map(|&arg| self.reconstruct(arg)).collect();
        self.b.func.insts[inst].args = EntityList::from_slice(&args, &mut self.b.func.pool);
        self.b.func.append_inst(block, inst);
        if let Some(result) = self.b.func.result(inst)
            && self.is_composite(self.b.func.ty(result))
        {
            self.extract_leaves(result);
        }
    }

    fn terminator(&mut self, block: Block) {
        let mut terminator =
            std::mem::replace(&mut self.b.func.blocks[block].terminator, hlslc_ir::Terminator::Missing);
        if let hlslc_ir::Terminator::Return(Some(value)) = &mut terminator
            && keeps_signature(self.b.func)
        {
            self.b.loc = self.b.func.blocks[block].loc;
            *value = self.reconstruct(*value);
        }
        for to in terminator.targets_mut() {
            let mut args = SmallVec::new();
            for &arg in &to.args {
                args.extend_from_slice(&self.leaves(arg));
            }
            to.args = args;
        }
        self.b.func.blocks[block].terminator = terminator;
    }

    fn inst(&mut self, block: Block, inst: Inst) {
        self.renames.apply_inst(self.b.func, inst);
        let data = &self.b.func.insts[inst];
        let (op, ty) = (data.op, data.ty);
        self.b.loc = data.loc;
        self.b.flags = data.flags;
        let args: SmallVec<[Value; 4]> = SmallVec::from_slice(self.b.func.args(inst));
        let arg_composite = |this: &Self, &arg: &Value| this.is_composite(this.b.func.ty(arg));
        if !self.is_composite(ty)
            && !args.iter().any(|arg| arg_composite(self, arg))
            && !self.accesses_row(op, &args, ty)
            && (self.vectors.is_none() || self.has_vector_form(op) || !self.touches_vectors(ty, &args))
        {
            self.b.func.append_inst(block, inst);
            return;
        }
        match op.info().scalars {
            _ if self.calls_kept(inst) => self.call(block, inst, &args),
            Scalars::Each if self.has_vector_form(op) => self.by_leaf(inst, &args),
            Scalars::Each => self.by_component(inst, &args),
            Scalars::Parts => self.move_parts(inst, &args),
            Scalars::Choice => self.select(inst, &args),
            Scalars::Memory => self.access(inst, &args),
            // There is no dot product of doubles.
            Scalars::Rows if op == Op::Dot && self.b.ctx.scalar_of(ty) == Some(Scalar::F64) => self.dot(inst, &args),
            Scalars::Rows | Scalars::Result | Scalars::Whole => self.flatten(block, inst, &args),
        }
    }

    /// Whether an operation exists on vectors, if vectors remain.
    fn has_vector_form(&self, op: Op) -> bool {
        let Some(on_numbers) = self.vectors else { return false };
        match op.info().scalars {
            Scalars::Each => !on_numbers.contains(&op),
            Scalars::Parts | Scalars::Choice | Scalars::Whole => true,
            Scalars::Memory => matches!(op, Op::Load | Op::Store),
            Scalars::Rows | Scalars::Result => matches!(
                op,
                Op::VectorDot | Op::AnyTrue | Op::AllTrue | Op::LoadRaw | Op::StoreRaw | Op::WaveMatch | Op::Call
            ),
        }
    }

    fn touches_vectors(&self, ty: Type, args: &[Value]) -> bool {
        let is_vector = |ty: Type| self.b.ctx.lanes(ty).is_some_and(|lanes| lanes > 1);
        is_vector(ty) || args.iter().any(|&arg| is_vector(self.b.func.ty(arg)))
    }

    /// The scalars of a value.
    fn scalars(&mut self, value: Value) -> Parts {
        let leaves = self.leaves(value);
        let mut scalars = Parts::new();
        for &leaf in &*leaves {
            match self.b.ctx.lanes(self.b.func.ty(leaf)) {
                Some(lanes @ 2..) => scalars.extend((0..u32::from(lanes)).map(|lane| self.b.extract(leaf, lane))),
                _ => scalars.push(leaf),
            }
        }
        scalars
    }

    /// Sets the result of an instruction, given its scalars.
    fn set_scalars(&mut self, inst: Inst, scalars: &[Value]) {
        let leaves = self.built(self.b.func.insts[inst].ty, scalars);
        self.set(inst, leaves);
    }

    /// The leaves of a type, constructed of its scalars.
    fn built(&mut self, ty: Type, scalars: &[Value]) -> Parts {
        if self.vectors.is_none() {
            return Parts::from_slice(scalars);
        }
        let mut rest = scalars.iter().copied();
        let mut leaves = Parts::new();
        for ty in self.leaf_types(ty) {
            let lanes = self.b.ctx.lanes(ty).map_or(1, usize::from);
            let parts: Parts = rest.by_ref().take(lanes).collect();
            leaves.push(self.b.construct(ty, &parts));
        }
        leaves
    }

    /// The types of the scalars of a type.
    fn scalar_types(&mut self, ty: Type) -> Types {
        let mut types = Types::new();
        leaf_types(self.b.ctx, ty, false, &mut types);
        types
    }

    /// Rewrites an operation that only moves components.
    fn move_parts(&mut self, inst: Inst, args: &[Value]) {
        let data = &self.b.func.insts[inst];
        match (data.op, data.imm, args) {
            (Op::Construct, ..) => {
                let mut leaves = Parts::new();
                for &arg in args {
                    leaves.extend_from_slice(&self.leaves(arg));
                }
                self.set(inst, leaves);
            }
            (Op::Extract, Imm::Index(index), &[composite]) => {
                let range = part_range(self.b.ctx, self.b.func.ty(composite), index, self.vectors.is_some());
                let leaves = Leaves::from(&self.leaves(composite)[range]);
                self.set(inst, leaves);
            }
            (Op::Insert, Imm::Index(index), &[composite, part]) => {
                let range = part_range(self.b.ctx, self.b.func.ty(composite), index, self.vectors.is_some());
                let mut leaves = Parts::from_slice(&self.leaves(composite));
                let part = self.leaves(part);
                if let Some(slots) = leaves.get_mut(range) {
                    slots.copy_from_slice(&part);
                }
                self.set(inst, leaves);
            }
            (Op::Swizzle, Imm::Mask { lanes, len }, &[composite]) => {
                let from = self.leaves(composite);
                let lanes = lanes.iter().take(usize::from(len));
                let leaves: Parts = lanes.filter_map(|&lane| from.get(usize::from(lane)).copied()).collect();
                self.set(inst, leaves);
            }
            (Op::Leading, _, &[composite]) => {
                let count = leaf_count(self.b.ctx, self.b.func.insts[inst].ty, false);
                let leaves: Parts = self.leaves(composite).iter().copied().take(count).collect();
                self.set(inst, leaves);
            }
            (Op::ExtractDynamic, ..) => self.extract_dynamic(inst, args),
            (Op::InsertDynamic, ..) => self.insert_dynamic(inst, args),
            (op, ..) => unreachable!("`{}` has other operands, or moves more than parts", op.name()),
        }
    }

    /// Rewrites an access to memory, or to the interface of the stage: one access for each component.
    fn access(&mut self, inst: Inst, args: &[Value]) {
        let data = &self.b.func.insts[inst];
        let (op, imm, ty) = (data.op, data.imm, data.ty);
        match (op, imm) {
            (Op::Load, _) => self.load(inst, args[0], ty),
            (Op::Store, _) => self.store(args[0], args[1]),
            (
                Op::LoadInput
                | Op::LoadControlPoint
                | Op::LoadPatchConstant
                | Op::EvalCentroid
                | Op::EvalSample
                | Op::EvalSnapped
                | Op::AttributeAtVertex,
                Imm::Element { element, col },
            ) => {
                let at = |lane: usize| Imm::Element { element, col: col + lane as u8 };
                let types = self.scalar_types(ty);
                let types = types.iter().enumerate();
                let scalars: Parts = types.map(|(lane, &ty)| self.b.value(op, ty, at(lane), args)).collect();
                self.set_scalars(inst, &scalars);
            }
            (Op::StoreOutput | Op::StorePatchConstant, Imm::Element { element, col }) => {
                let leaves = self.scalars(args[2]);
                let void = self.b.ctx.void();
                for (lane, &leaf) in leaves.iter().enumerate() {
                    let at = Imm::Element { element, col: col + lane as u8 };
                    self.b.inst(op, void, at, &[args[0], args[1], leaf]);
                }
                self.changed = true;
            }
            (op, _) => unreachable!("`{}` is no access to memory", op.name()),
        }
    }

    /// Repeats an operation for each leaf.
    fn by_leaf(&mut self, inst: Inst, args: &[Value]) {
        let types = self.leaf_types(self.b.func.insts[inst].ty);
        let args: SmallVec<[Leaves; 4]> = args.iter().map(|&arg| self.leaves(arg)).collect();
        let args: SmallVec<[&[Value]; 4]> = args.iter().map(|leaves| &**leaves).collect();
        let leaves = self.repeat(inst, &types, &args);
        self.set(inst, leaves);
    }

    /// Repeats an operation for each scalar.
    fn by_component(&mut self, inst: Inst, args: &[Value]) {
        let types = self.scalar_types(self.b.func.insts[inst].ty);
        let args: SmallVec<[Parts; 4]> = args.iter().map(|&arg| self.scalars(arg)).collect();
        let args: SmallVec<[&[Value]; 4]> = args.iter().map(|scalars| &**scalars).collect();
        let scalars = self.repeat(inst, &types, &args);
        self.set_scalars(inst, &scalars);
    }

    /// Repeats an operation for each type of result. Scalar operands are used by all.
    fn repeat(&mut self, inst: Inst, types: &[Type], args: &[&[Value]]) -> Parts {
        let (op, imm) = (self.b.func.insts[inst].op, self.b.func.insts[inst].imm);
        let mut results = Parts::with_capacity(types.len());
        for (at, &ty) in types.iter().enumerate() {
            let args: SmallVec<[Value; 4]> =
                args.iter().filter_map(|arg| arg.get(at).or(arg.first()).copied()).collect();
            results.push(self.b.value(op, ty, imm, &args));
        }
        results
    }

    fn select(&mut self, inst: Inst, args: &[Value]) {
        let (conds, then, otherwise) = (self.leaves(args[0]), self.leaves(args[1]), self.leaves(args[2]));
        let mut leaves = Parts::with_capacity(then.len());
        for (lane, (&then, &otherwise)) in then.iter().zip(&*otherwise).enumerate() {
            let Some(&cond) = (if conds.len() == 1 { conds.first() } else { conds.get(lane) }) else { continue };
            leaves.push(if then == otherwise { then } else { self.b.select(cond, then, otherwise) });
        }
        self.set(inst, leaves);
    }

    fn dot(&mut self, inst: Inst, args: &[Value]) {
        let (a, b) = (self.scalars(args[0]), self.scalars(args[1]));
        let mut sum = None;
        for (&a, &b) in a.iter().zip(&b) {
            let product = self.b.op(Op::FMul, &[a, b]);
            sum = Some(match sum {
                None => product,
                Some(sum) => self.b.op(Op::FAdd, &[sum, product]),
            });
        }
        self.set(inst, sum.into_iter().collect::<Parts>());
    }

    /// Selects a component by a chain of selects: the last component, unless the index is that of an earlier one.
    fn extract_dynamic(&mut self, inst: Inst, args: &[Value]) {
        let (leaves, index) = (self.leaves(args[0]), args[1]);
        let Some((&last, before)) = leaves.split_last() else { return };
        let mut found = last;
        for (lane, &leaf) in before.iter().enumerate().rev() {
            let lane = self.b.i32(lane as u32);
            let is_it = self.b.op(Op::IEq, &[index, lane]);
            found = self.b.select(is_it, leaf, found);
        }
        self.set(inst, &[found][..]);
    }

    fn insert_dynamic(&mut self, inst: Inst, args: &[Value]) {
        let (mut leaves, part, index) = (Parts::from_slice(&self.leaves(args[0])), args[1], args[2]);
        for (lane, leaf) in leaves.iter_mut().enumerate() {
            let lane = self.b.i32(lane as u32);
            let is_it = self.b.op(Op::IEq, &[index, lane]);
            *leaf = self.b.select(is_it, part, *leaf);
        }
        self.set(inst, leaves);
    }

    /// Rewrites any other operation: composite operands become their leaves, a composite result a flat tuple.
    fn flatten(&mut self, block: Block, inst: Inst, args: &[Value]) {
        let (op, ty) = (self.b.func.insts[inst].op, self.b.func.insts[inst].ty);
        let keeps_vectors = self.has_vector_form(op);
        let mut flat = Parts::new();
        for &arg in args {
            if keeps_vectors {
                flat.extend_from_slice(&self.leaves(arg));
            } else {
                flat.extend_from_slice(&self.scalars(arg));
            }
        }
        self.b.func.insts[inst].args = EntityList::from_slice(&flat, &mut self.b.func.pool);
        self.b.func.append_inst(block, inst);
        self.changed = true;
        let types = if keeps_vectors { self.leaf_types(ty) } else { self.scalar_types(ty) };
        let Some(result) = self.b.func.result(inst).filter(|_| types[..] != [ty]) else { return };
        let flat = self.b.ctx.tuple(types.iter().copied());
        // The instruction gets a new result of the flat type; the old one is only represented by its leaves.
        let tuple = self.b.func.replace_result(inst, flat);
        let parts: Parts = types
            .iter()
            .enumerate()
            .map(|(index, &ty)| self.b.value(Op::Extract, ty, Imm::Index(index as u32), &[tuple]))
            .collect();
        let leaves = if keeps_vectors { parts } else { self.built(ty, &parts) };
        match leaves[..] {
            [only] if !self.is_composite(ty) => self.renames.rename(result, only),
            _ => self.leaves[result] = Some(leaves.into()),
        }
    }
}
