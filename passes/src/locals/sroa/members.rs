//! Splits an array of structs that hold handles into one array for each member, so that a dynamic index may select among the elements
//! of each.
//!
//! Input: a variable that is an array of structs, of any number of dimensions, with a dynamic index. Output: an array for each member, of
//! the same dimensions (array of structs to struct of arrays). An array that is indexed at run time stays in memory, where no handle can
//! be; an array of handles alone becomes one of indices (`resolve-handles`). A pointer to a member becomes a pointer into the array of this
//! member. A load of an element, or of all, loads the members and constructs the structs again; a store extracts the members. Arrays of
//! handles are accessed element by element, since `resolve-handles` supports no other access; an array of handles with several dimensions
//! is changed in this respect only. The debug information of such a variable is dropped: its parts are not consecutive any more. Cost:
//! linear in the scalars of all accesses.
//!
//! ```text
//! %v1 = alloca [2 x {float, target(…)}]                   %v5 = alloca [2 x float]
//! %v2 = gep … %v1, i32 %i, i32 1                     =>   %v6 = alloca [2 x target(…)]
//! %v3 = load %v2                                          %v2 = gep … %v6, i32 %i
//!                                                         %v3 = load %v2
//! ```

use super::{MAX_PARTS, Splitter};
use hlslc_ir::{AddressSpace, ConstData, Imm, Inst, Op, Type, TypeData, Value};
use smallvec::{SmallVec, smallvec};

/// Instructions that replace one.
type Expansion = SmallVec<[Inst; 6]>;

/// A variable that is split.
struct Split {
    /// The arrays of the members, in order.
    arrays: SmallVec<[Value; 8]>,
    /// The type of the elements.
    element: Type,
}

impl Splitter<'_> {
    /// Splits an array of structs, of any number of dimensions, if there are handles in it.
    pub(super) fn split_members(&mut self, variable: Value, ty: Type, work: &mut Vec<Value>) -> bool {
        let (dimensions, element) = self.dimensions(ty);
        let count = dimensions.iter().fold(1u64, |count, &n| count.saturating_mul(u64::from(n)));
        if dimensions.len() > 1 && (1..=u64::from(MAX_PARTS)).contains(&count) && self.handles(ty).is_some() {
            return self.access_each(variable, &dimensions);
        }
        if !matches!(self.ctx.type_data(element), TypeData::Struct(_) | TypeData::Tuple(_))
            || !(1..=u64::from(MAX_PARTS)).contains(&count)
            || !self.weights.of(self.ctx, element).has_handles
        {
            return false;
        }
        let mut arrays = SmallVec::new();
        for index in 0..self.ctx.parts(element) {
            let member = self.ctx.part(element, index);
            let array = self.array(&dimensions, member);
            arrays.extend(self.alloca(array, variable));
        }
        let split = Split { arrays, element };
        if !self.func.debug.is_empty() {
            self.parts[variable] = Some(Vec::new());
        }
        for user in self.users.remove(&variable).unwrap_or_default() {
            if self.func.insts[user].op != Op::Gep {
                self.access(user, &split, &dimensions, &[]);
                continue;
            }
            let mut args: SmallVec<[Value; 6]> = self.func.args(user).into();
            if args.len() > dimensions.len() + 1 {
                let member = args.remove(dimensions.len() + 1);
                let member = self.func.const_bits(self.ctx, member).expect("the index of a member is a constant");
                args[0] = split.arrays[member as usize];
                self.func.insts[user].args = cranelift_entity::EntityList::from_slice(&args, &mut self.func.pool);
                self.users.entry(args[0]).or_default().push(user);
                continue;
            }
            let Some(pointer) = self.func.result(user) else { continue };
            self.expand(user, SmallVec::new());
            self.points_to(pointer, variable, 0);
            for access in self.users.remove(&pointer).unwrap_or_default() {
                self.access(access, &split, &dimensions[args.len() - 1..], &args[1..]);
            }
        }
        if let Some(inst) = self.func.as_inst(variable) {
            let allocas = split.arrays.iter().filter_map(|&array| self.func.as_inst(array)).collect();
            self.expand(inst, allocas);
        }
        work.extend(split.arrays.iter().rev());
        true
    }

    /// Loads and stores each handle of an array of arrays by itself. Returns whether there is an access to several.
    fn access_each(&mut self, variable: Value, dimensions: &[u32]) -> bool {
        let mut changed = false;
        for user in self.users.remove(&variable).unwrap_or_default() {
            if self.func.insts[user].op != Op::Gep {
                changed = true;
                self.access_handles(user, variable, &[]);
                continue;
            }
            let args: SmallVec<[Value; 6]> = self.func.args(user).into();
            let pointer = self.func.result(user).filter(|_| args.len() <= dimensions.len());
            let Some(pointer) = pointer else {
                self.users.entry(variable).or_default().push(user);
                continue;
            };
            changed = true;
            self.expand(user, SmallVec::new());
            self.points_to(pointer, variable, 0);
            for access in self.users.remove(&pointer).unwrap_or_default() {
                self.access_handles(access, variable, &args[1..]);
            }
        }
        changed
    }

    /// Replaces a load or a store of an array of handles.
    fn access_handles(&mut self, inst: Inst, variable: Value, indices: &[Value]) {
        let mut insts = Expansion::new();
        if self.func.insts[inst].op == Op::Load {
            let Some(whole) = self.load_at(variable, indices, inst, &mut insts) else { return };
            // The load is replaced by the last construction.
            let made = insts.pop();
            let parts: SmallVec<[Value; 8]> = made.map_or(SmallVec::new(), |made| self.func.args(made).into());
            let ty = self.func.ty(whole);
            return self.replace_load(inst, Op::Construct, ty, Imm::None, &parts, insts);
        }
        let value = self.func.args(inst)[1];
        self.store_at(variable, indices, value, inst, &mut insts);
        self.expand(inst, insts);
    }

    /// The lengths of nested arrays, outermost first, and what the innermost holds.
    fn dimensions(&self, ty: Type) -> (SmallVec<[u32; 4]>, Type) {
        let (mut lengths, mut ty) = (SmallVec::new(), ty);
        while let TypeData::Array(element, count) = *self.ctx.type_data(ty) {
            lengths.push(count);
            ty = element;
        }
        (lengths, ty)
    }

    fn array(&mut self, dimensions: &[u32], element: Type) -> Type {
        dimensions.iter().rev().fold(element, |element, &count| self.ctx.array(element, count))
    }

    /// Replaces a load or a store of what lies at `indices`, structs in arrays of this many dimensions.
    fn access(&mut self, inst: Inst, split: &Split, dimensions: &[u32], indices: &[Value]) {
        let mut insts = Expansion::new();
        if self.func.insts[inst].op == Op::Load {
            let ty = self.func.insts[inst].ty;
            let mut members: SmallVec<[Value; 8]> = SmallVec::new();
            for &array in &split.arrays {
                members.extend(self.load_at(array, indices, inst, &mut insts));
            }
            let parts = self.construct(&members, dimensions, split.element, inst, &mut insts);
            return self.replace_load(inst, Op::Construct, ty, Imm::None, &parts, insts);
        }
        debug_assert_eq!(self.func.insts[inst].op, Op::Store, "any other use lets the variable escape");
        let whole = self.func.args(inst)[1];
        for (member, &array) in (0..).zip(&split.arrays) {
            let value = self.member_of(whole, member, dimensions, split.element, inst, &mut insts);
            if let Some(value) = value {
                self.store_at(array, indices, value, inst, &mut insts);
            }
        }
        self.expand(inst, insts);
    }

    /// The operands that construct structs in arrays, from the arrays of each member. Types nest within the budget, so this may call
    /// itself.
    fn construct(
        &mut self,
        members: &[Value],
        dimensions: &[u32],
        element: Type,
        like: Inst,
        insts: &mut Expansion,
    ) -> SmallVec<[Value; 8]> {
        let Some((&count, inner)) = dimensions.split_first() else { return members.into() };
        let ty = self.array(inner, element);
        let mut elements = SmallVec::new();
        for index in 0..count {
            let of_each: SmallVec<[Value; 8]> =
                members.iter().filter_map(|&member| self.extract(member, index, like, insts)).collect();
            let parts = self.construct(&of_each, inner, element, like, insts);
            elements.extend(self.make(Op::Construct, ty, Imm::None, &parts, like, insts));
        }
        elements
    }

    /// One member of structs in arrays, as an array of these dimensions. Types nest within the budget, so this may call itself.
    fn member_of(
        &mut self,
        whole: Value,
        member: u32,
        dimensions: &[u32],
        element: Type,
        like: Inst,
        insts: &mut Expansion,
    ) -> Option<Value> {
        let held = self.ctx.part_type(element, member)?;
        let ty = self.array(dimensions, held);
        if let Some(constant) = self.func.as_const(whole)
            && let data @ (ConstData::Zero | ConstData::Undef) = self.ctx.const_data(constant).1.clone()
        {
            let constant = self.ctx.constant(ty, data);
            return Some(self.func.constant(self.ctx, constant));
        }
        let Some((&count, inner)) = dimensions.split_first() else {
            return self.extract(whole, member, like, insts);
        };
        let mut parts: SmallVec<[Value; 8]> = SmallVec::new();
        for index in 0..count {
            let one = self.extract(whole, index, like, insts)?;
            parts.extend(self.member_of(one, member, inner, element, like, insts));
        }
        self.make(Op::Construct, ty, Imm::None, &parts, like, insts)
    }

    /// Loads what lies at `indices` of a variable. Types nest within the budget, so this may call itself.
    fn load_at(&mut self, variable: Value, indices: &[Value], like: Inst, insts: &mut Expansion) -> Option<Value> {
        let ty = self.type_at(variable, indices.len())?;
        let Some(count) = self.handles(ty) else {
            let pointer = self.pointer_at(variable, indices, ty, like, insts)?;
            let value = self.make(Op::Load, ty, Imm::None, &[pointer], like, insts);
            self.used_by(pointer, insts);
            return value;
        };
        let mut parts: SmallVec<[Value; 8]> = SmallVec::new();
        for index in 0..count {
            let further = self.further(indices, index);
            parts.extend(self.load_at(variable, &further, like, insts));
        }
        self.make(Op::Construct, ty, Imm::None, &parts, like, insts)
    }

    /// Stores to what lies at `indices` of a variable. Types nest within the budget, so this may call itself.
    fn store_at(&mut self, variable: Value, indices: &[Value], value: Value, like: Inst, insts: &mut Expansion) {
        let Some(ty) = self.type_at(variable, indices.len()) else { return };
        let constant = self.func.as_const(value).is_some();
        if let Some(count) = self.handles(ty).filter(|_| !constant) {
            for index in 0..count {
                let further = self.further(indices, index);
                if let Some(part) = self.extract(value, index, like, insts) {
                    self.store_at(variable, &further, part, like, insts);
                }
            }
            return;
        }
        let Some(pointer) = self.pointer_at(variable, indices, ty, like, insts) else { return };
        let void = self.ctx.void();
        self.make(Op::Store, void, Imm::None, &[pointer, value], like, insts);
        self.used_by(pointer, insts);
    }

    /// The length of an array that holds handles, or arrays of them, and nothing else.
    fn handles(&self, ty: Type) -> Option<u32> {
        let (dimensions, element) = self.dimensions(ty);
        dimensions.first().copied().filter(|_| self.ctx.resource_type(element).is_some())
    }

    /// What lies this many indices deep in the arrays of a variable.
    fn type_at(&self, variable: Value, depth: usize) -> Option<Type> {
        let (mut ty, _) = self.ctx.pointee(self.func.ty(variable))?;
        for _ in 0..depth {
            let TypeData::Array(element, _) = *self.ctx.type_data(ty) else { return None };
            ty = element;
        }
        Some(ty)
    }

    fn further(&mut self, indices: &[Value], index: u32) -> SmallVec<[Value; 6]> {
        let number = self.ctx.const_i32(index);
        let mut further: SmallVec<[Value; 6]> = indices.into();
        further.push(self.func.constant(self.ctx, number));
        further
    }

    fn pointer_at(
        &mut self,
        variable: Value,
        indices: &[Value],
        to: Type,
        like: Inst,
        insts: &mut Expansion,
    ) -> Option<Value> {
        if indices.is_empty() {
            return Some(variable);
        }
        let mut args: SmallVec<[Value; 6]> = smallvec![variable];
        args.extend_from_slice(indices);
        let ty = self.ctx.pointer(to, AddressSpace::Function);
        let pointer = self.make(Op::Gep, ty, Imm::None, &args, like, insts);
        self.used_by(variable, insts);
        pointer
    }

    fn extract(&mut self, whole: Value, index: u32, like: Inst, insts: &mut Expansion) -> Option<Value> {
        let ty = self.ctx.part_type(self.func.ty(whole), index)?;
        self.make(Op::Extract, ty, Imm::Index(index), &[whole], like, insts)
    }

    /// Makes an instruction at the place of another.
    fn make(&mut self, op: Op, ty: Type, imm: Imm, args: &[Value], like: Inst, insts: &mut Expansion) -> Option<Value> {
        let loc = self.func.insts[like].loc;
        let inst = self.func.make_inst(self.ctx, op, ty, imm, args, loc);
        insts.push(inst);
        self.func.result(inst)
    }

    /// Notes that the instruction made last uses a pointer.
    fn used_by(&mut self, pointer: Value, insts: &Expansion) {
        if let Some(&last) = insts.last() {
            self.users.entry(pointer).or_default().push(last);
        }
    }
}
