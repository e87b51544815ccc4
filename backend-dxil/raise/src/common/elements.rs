//! Accesses elements of structured buffers through pointers to the numbers in them.
//!
//! Input: accesses that name an element and a byte in it. Output: loads and stores of integers as wide as the narrowest number that is
//! accessed in the buffer; a wider number is several of them, the lowest bits first. So no access touches more bytes than it names, which
//! matters where another thread has the rest, and where the buffer ends.

use super::Accesses;
use hlslc_ir::{
    AddressSpace, Block, Builder, ConstData, Context, Function, Imm, Inst, Module, Op, Resource, Scalar, Type,
    TypeData, Value,
};

/// The integers that elements are arrays of.
const INTEGERS: [Scalar; 3] = [Scalar::I16, Scalar::I32, Scalar::I64];

/// Whether a structured buffer is accessed so, and not as bytes. A counter belongs to elements. A buffer whose elements end within a
/// word of 32 bits may itself end there, and what is read as words has no such end.
pub(super) fn stay(module: &Module, id: Resource, element: Type) -> bool {
    let is_counter = |(func, inst): (&Function, Inst)| func.insts[inst].op == Op::UpdateCounter;
    number_in(&module.ctx, element) == Some(Scalar::I16) || operations_on(module, id).any(is_counter)
}

/// An element of the same size: an array of integers as wide as the narrowest number that is accessed in the buffer.
pub(super) fn of_narrowest(module: &mut Module, id: Resource, element: Type) -> Type {
    let bytes = super::bytes_of(&module.ctx, element);
    let declared = number_in(&module.ctx, element).unwrap_or(Scalar::I32);
    let accessed = operations_on(module, id).filter_map(|(func, inst)| accessed(&module.ctx, func, inst));
    let width = accessed.map(Scalar::bytes).chain([declared.bytes()]).min().unwrap_or(declared.bytes());
    let integer = INTEGERS.into_iter().find(|integer| integer.bytes() == width && bytes.is_multiple_of(width));
    let integer = integer.unwrap_or(declared);
    let ty = module.ctx.scalar(integer);
    module.ctx.array(ty, (bytes / integer.bytes()).max(1))
}

/// The instructions whose first operand is a handle of a resource.
fn operations_on(module: &Module, id: Resource) -> impl Iterator<Item = (&Function, Inst)> {
    let all = module.funcs.values().flat_map(|func| {
        let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
        insts.map(move |&inst| (func, inst))
    });
    all.filter(move |&(func, inst)| {
        let handle = func.args(inst).first().and_then(|&handle| func.as_inst(handle));
        handle.and_then(|handle| func.insts[handle].imm.resource()) == Some(id)
    })
}

/// The scalar of the numbers that a load or store of raw memory names.
fn accessed(ctx: &Context, func: &Function, inst: Inst) -> Option<Scalar> {
    let ty = func.insts[inst].ty;
    match (func.insts[inst].op, ctx.type_data(ty)) {
        (Op::LoadRaw, TypeData::Tuple(parts)) => ctx.scalar_of(*parts.first()?),
        (Op::LoadRaw, _) => ctx.scalar_of(ty),
        (Op::StoreRaw, _) => ctx.scalar_of(func.ty(*func.args(inst).get(3)?)),
        _ => None,
    }
}

/// The number that the element of a structured buffer is an array of.
fn number_in(ctx: &Context, element: Type) -> Option<Scalar> {
    let members = ctx.struct_of(element).map(|id| &ctx.struct_data(id).fields);
    let words = members.and_then(|fields| fields.first()).map_or(element, |field| field.ty);
    match ctx.type_data(words) {
        TypeData::Array(number, _) => ctx.scalar_of(*number),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Vector(..)
        | TypeData::Tuple(_)
        | TypeData::Struct(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => None,
    }
}

/// A place in an element.
#[derive(Clone, Copy)]
struct Place {
    /// The address of the element.
    element: Value,
    /// The index of its first integer.
    first: Value,
    integer: Scalar,
}

impl Place {
    /// The address of the integer that is this many after the first.
    fn pointer(self, b: &mut Builder<'_>, at: u32) -> Value {
        let step = b.i32(at);
        let index = b.op(Op::Add, &[self.first, step]);
        b.gep(self.element, &[index])
    }

    /// How many integers a number is; an error if that cannot be said.
    fn integers_in(self, scalar: Scalar) -> Result<u32, String> {
        let (bits, unit) = (scalar.bits(), self.integer.bits());
        // A Boolean, and a number of which only the least precision is stated, is not in memory what it is in registers.
        if bits != 8 * scalar.bytes() || bits < unit {
            return Err(format!("numbers of {bits} bits in elements of integers of {unit}"));
        }
        Ok(bits / unit)
    }

    /// Loads the number whose first integer is this many after that of the place.
    fn load(self, b: &mut Builder<'_>, at: u32, scalar: Scalar) -> Result<Value, String> {
        let count = self.integers_in(scalar)?;
        let whole = integer_like(scalar);
        let mut bits = None;
        for part in 0..count {
            let pointer = self.pointer(b, at + part);
            let loaded = b.load(pointer);
            let wide = if whole == self.integer { loaded } else { b.cast(Op::ZExt, loaded, whole) };
            bits = Some(match bits {
                None => wide,
                Some(lower) => {
                    let shift = shift(b, whole, part * self.integer.bits());
                    let upper = b.op(Op::Shl, &[wide, shift]);
                    b.op(Op::Or, &[lower, upper])
                }
            });
        }
        let bits = bits.ok_or("a number of no bits")?;
        Ok(if whole == scalar { bits } else { b.cast(Op::Bitcast, bits, scalar) })
    }

    /// Stores a number, so that its first integer is this many after that of the place; how many it is.
    fn store(self, b: &mut Builder<'_>, at: u32, value: Value) -> Result<u32, String> {
        let scalar = b.ctx.scalar_of(b.func.ty(value)).ok_or("a store of what is no number")?;
        let count = self.integers_in(scalar)?;
        let whole = integer_like(scalar);
        let bits = if whole == scalar { value } else { b.cast(Op::Bitcast, value, whole) };
        for part in 0..count {
            let shifted = if part == 0 {
                bits
            } else {
                let shift = shift(b, whole, part * self.integer.bits());
                b.op(Op::LShr, &[bits, shift])
            };
            let narrow = if whole == self.integer { shifted } else { b.cast(Op::Trunc, shifted, self.integer) };
            let pointer = self.pointer(b, at + part);
            b.store(pointer, narrow);
        }
        Ok(count)
    }
}

/// The integer with as many bits as a number.
fn integer_like(scalar: Scalar) -> Scalar {
    INTEGERS.into_iter().find(|integer| integer.bits() == scalar.bits()).unwrap_or(scalar)
}

/// A distance to shift an integer of this kind by.
fn shift(b: &mut Builder<'_>, integer: Scalar, bits: u32) -> Value {
    let ty = b.ctx.scalar(integer);
    b.const_of(ty, ConstData::Scalar(bits.into()))
}

impl Accesses<'_> {
    /// An access to the numbers in an element.
    pub(super) fn numbers(&mut self, block: Block, inst: Inst, args: &[Value], element: Type) -> Result<(), String> {
        let integer = number_in(&self.module.ctx, element).ok_or("an element of no numbers")?;
        let op = self.func.insts[inst].op;
        let ty = self.func.insts[inst].ty;
        let mut b = self.b(block, inst);
        let pointer = b.ctx.pointer(element, AddressSpace::Resource);
        let start = b.value(Op::GetPointer, pointer, Imm::None, &[args[0], args[1]]);
        let shift = b.i32(integer.bytes().ilog2());
        let first = b.op(Op::LShr, &[args[2], shift]);
        let place = Place { element: start, first, integer };
        let mut at = 0;
        if op == Op::StoreRaw {
            for &value in &args[3..] {
                let lanes = b.ctx.lanes(b.func.ty(value)).unwrap_or(1);
                if lanes == 1 {
                    at += place.store(&mut b, at, value)?;
                    continue;
                }
                for lane in 0..u32::from(lanes) {
                    let component = b.extract(value, lane);
                    at += place.store(&mut b, at, component)?;
                }
            }
            return Ok(());
        }
        let TypeData::Tuple(parts) = b.ctx.type_data(ty).clone() else {
            return Err("a load without its status".to_owned());
        };
        let mut out = Vec::new();
        for &part in &parts[..parts.len() - 1] {
            let scalar = b.ctx.scalar_of(part).ok_or("a load of what is no number")?;
            let mut components = Vec::new();
            for _ in 0..b.ctx.lanes(part).unwrap_or(1) {
                components.push(place.load(&mut b, at, scalar)?);
                at += place.integers_in(scalar)?;
            }
            out.push(if let [only] = components[..] { only } else { b.construct(part, &components) });
        }
        out.push(b.bool(true));
        let old = self.func.result(inst).ok_or("a load that nothing reads")?;
        self.parts.insert(old, out);
        Ok(())
    }
}
