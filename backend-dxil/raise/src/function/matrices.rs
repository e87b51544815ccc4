//! Raises matrices that functions of libraries take and return by value, and memory that is seen as one.
//!
//! DXIL has them as `%class.matrix.float.2.3`, a struct of an array of vectors; here they are the array. Around calls DXC sees
//! memory that holds the numbers in sequence as such a struct. So a matrix is loaded and stored number by number, and an
//! argument in memory of another type is copied to memory of the right one before the call, and back after it.

use super::memory::Pointer;
use super::{Known, Raising, Step};
use crate::types::rows_of_matrix;
use dxil::inst::{InstId, Value as Dv};
use dxil::types::{Type as DxType, TypeId};
use hlslc_ir::{Type, TypeData, Value};
use smallvec::SmallVec;

/// The most numbers that are copied one by one.
const MOST: usize = 256;

/// Where a number lies within something larger: the indices into it.
type Path = SmallVec<[u32; 3]>;

impl Raising<'_> {
    /// Whether values of a type are matrices.
    pub(super) fn is_array(&self, ty: Type) -> bool {
        matches!(self.module.ctx.type_data(ty), TypeData::Array(..))
    }

    /// Whether a vector is in memory whose numbers are parts of other vectors, or lie by themselves.
    pub(super) fn is_in_parts(&mut self, pointer: &Pointer, ty: Type) -> bool {
        let Some(lanes) = self.module.ctx.lanes(ty).filter(|&lanes| lanes > 1) else { return false };
        let mut own = self.pointee(pointer);
        while let Some(part) = own.filter(|&own| self.module.ctx.scalar_of(own).is_none()) {
            own = self.module.ctx.part_type(part, 0);
        }
        own.is_some_and(|own| self.module.ctx.lanes(own).is_some_and(|found| found != lanes))
    }

    /// The numbers that a type consists of, in order.
    fn leaves(&mut self, ty: Type) -> Step<Vec<Path>> {
        let ctx = &mut self.module.ctx;
        let (mut open, mut found) = (vec![(Path::new(), ty)], Vec::new());
        while let Some((path, ty)) = open.pop() {
            if matches!(ctx.type_data(ty), TypeData::Scalar(_)) {
                found.push(path);
            } else {
                let count = ctx.part_count(ty).filter(|&count| count as usize <= MOST);
                for index in (0..count.ok_or("a matrix of too many numbers, or of none")?).rev() {
                    let part = ctx.part_type(ty, index).ok_or("a matrix of no numbers")?;
                    open.push((path.iter().copied().chain([index]).collect(), part));
                }
            }
            if found.len() + open.len() > MOST {
                return Err("a matrix of too many numbers".to_owned());
            }
        }
        Ok(found)
    }

    /// The places of this many numbers from a pointer on.
    fn numbers_at(&mut self, pointer: &Pointer, count: usize) -> Step<Vec<Pointer>> {
        let own = self.pointee(pointer).ok_or("an address of nothing")?;
        let paths = self.leaves(own)?;
        if paths.len() >= count {
            let mut places = Vec::with_capacity(count);
            for path in paths.into_iter().take(count) {
                let mut place = pointer.clone();
                for index in path {
                    let index = self.b().i32(index);
                    place.push(index);
                }
                places.push(place);
            }
            return Ok(places);
        }
        // A pointer to the first number of a part of an array.
        let (array, first) = pointer.clone().before_last().ok_or("memory of fewer numbers than a matrix")?;
        let holder = self.pointee(&array).filter(|&holder| self.module.ctx.part_type(holder, 0) == Some(own));
        if holder.is_none() || paths.len() != 1 {
            return Err("memory of fewer numbers than a matrix".to_owned());
        }
        let mut places = Vec::with_capacity(count);
        for number in 0..count as u32 {
            let number = self.b().i32(number);
            let index = self.b().op(hlslc_ir::Op::Add, &[first, number]);
            let mut place = array.clone();
            place.push(index);
            places.push(place);
        }
        Ok(places)
    }

    /// The matrix in memory, or the vector that is in parts.
    pub(super) fn load_matrix(&mut self, pointer: &Pointer, ty: Type) -> Step<Value> {
        let paths = self.leaves(ty)?;
        let leaf = self.leaf_of(ty)?;
        let scalar = self.module.ctx.scalar_of(leaf).ok_or("a matrix of no numbers")?;
        let scalar = self.module.ctx.scalar(scalar);
        let mut numbers = Vec::with_capacity(paths.len());
        for place in self.numbers_at(pointer, paths.len())? {
            let address = self.address(&place)?;
            let number = self.b().load(address);
            numbers.push(self.same_bits(number, scalar)?);
        }
        self.of_numbers(ty, &numbers)
    }

    /// Stores a matrix, or a vector in parts.
    pub(super) fn store_matrix(&mut self, pointer: &Pointer, value: Value) -> Step<()> {
        let paths = self.leaves(self.func.ty(value))?;
        let places = self.numbers_at(pointer, paths.len())?;
        for (path, place) in paths.iter().zip(places) {
            let mut number = value;
            for &index in path {
                number = self.b().extract(number, index);
            }
            let address = self.address(&place)?;
            let ty = self.module.ctx.pointee(self.func.ty(address)).ok_or("an address of nothing")?.0;
            let number = self.same_bits(number, ty)?;
            self.b().store(address, number);
        }
        Ok(())
    }

    /// The type of the numbers of a matrix.
    fn leaf_of(&mut self, mut ty: Type) -> Step<Type> {
        while self.module.ctx.scalar_of(ty).is_none() {
            ty = self.module.ctx.part_type(ty, 0).ok_or("a matrix of no numbers")?;
        }
        Ok(ty)
    }

    /// The matrix of these numbers: its rows are vectors.
    fn of_numbers(&mut self, ty: Type, numbers: &[Value]) -> Step<Value> {
        if self.module.ctx.scalar_of(ty).is_some() {
            return Ok(self.b().construct(ty, numbers));
        }
        let rows = self.module.ctx.part_count(ty).filter(|&rows| rows > 0).ok_or("a matrix of no rows")? as usize;
        let row = self.module.ctx.part_type(ty, 0).ok_or("a matrix of no rows")?;
        let mut made = Vec::with_capacity(rows);
        for numbers in numbers.chunks((numbers.len() / rows).max(1)) {
            made.push(if self.is_array(row) {
                return Err("an array of matrices as a value".to_owned());
            } else {
                self.b().construct(row, numbers)
            });
        }
        Ok(self.b().construct(ty, &made))
    }

    /// The address of an argument in memory. Where the callee takes memory of another type, a copy, and the two to copy back.
    pub(super) fn argument(&mut self, arg: Dv, wanted: Option<Type>) -> Step<(Value, Option<(Pointer, Pointer)>)> {
        let pointer = self.pointer(arg)?;
        let own = self.pointee(&pointer);
        let Some(to) = wanted.filter(|&to| own != Some(to)) else { return Ok((self.address(&pointer)?, None)) };
        let copy = self.b().alloca(to);
        self.move_to_entry(copy)?;
        let copy = Pointer::of_value(copy);
        self.copy(&pointer, &copy, to)?;
        Ok((self.address(&copy)?, Some((copy, pointer))))
    }

    /// Moves the instruction that was just made to the start of the function.
    pub(super) fn move_to_entry(&mut self, value: Value) -> Step<()> {
        let entry = self.func.entry().ok_or("no blocks")?;
        let inst = self.func.as_inst(value).ok_or("no variable")?;
        self.func.remove_inst(self.at, inst);
        self.func.prepend_insts(entry, [inst]);
        Ok(())
    }

    /// Copies as many numbers as a type has.
    pub(super) fn copy(&mut self, from: &Pointer, to: &Pointer, ty: Type) -> Step<()> {
        let count = self.leaves(ty)?.len();
        let (from, to) = (self.numbers_at(from, count)?, self.numbers_at(to, count)?);
        for (from, to) in from.iter().zip(&to) {
            let (from, to) = (self.address(from)?, self.address(to)?);
            let number = self.b().load(from);
            let ty = self.module.ctx.pointee(self.func.ty(to)).ok_or("an address of nothing")?.0;
            let number = self.same_bits(number, ty)?;
            self.b().store(to, number);
        }
        Ok(())
    }

    /// The indices into a matrix or the array in it as the IR has them, if a value is one.
    fn indices_of_matrix<'b>(&self, aggregate: Dv, indices: &'b [u32]) -> Option<&'b [u32]> {
        let dx = self.env.dx;
        let ty: TypeId = dx.value_type(self.id, aggregate)?;
        if rows_of_matrix(dx, ty).is_some() {
            return indices.split_first().filter(|(first, _)| **first == 0).map(|(_, rest)| rest);
        }
        matches!(dx.types.get(ty), DxType::Array { .. }).then_some(indices)
    }

    /// A part of a matrix. Returns whether the value is one.
    pub(super) fn part_of_matrix(&mut self, inst: InstId, aggregate: Dv, indices: &[u32]) -> Step<bool> {
        let Some(indices) = self.indices_of_matrix(aggregate, indices) else { return Ok(false) };
        let mut value = self.operand(aggregate)?;
        for &index in indices {
            self.module.ctx.part_type(self.func.ty(value), index).ok_or("a part that is not there")?;
            value = self.b().extract(value, index);
        }
        self.known.insert(inst, Known::One(value));
        Ok(true)
    }

    /// A matrix with another part.
    pub(super) fn insert_value(&mut self, inst: InstId, aggregate: Dv, value: Dv, indices: &[u32]) -> Step<()> {
        let indices = self.indices_of_matrix(aggregate, indices).ok_or("structs are no values in the IR")?;
        let mut parts = vec![self.operand(aggregate)?];
        for &index in indices {
            let last = parts[parts.len() - 1];
            self.module.ctx.part_type(self.func.ty(last), index).ok_or("a part that is not there")?;
            parts.push(self.b().extract(last, index));
        }
        let mut value = self.operand(value)?;
        for (&index, &holder) in indices.iter().zip(&parts).rev() {
            value = self.b().insert(holder, value, index);
        }
        self.set(inst, value);
        Ok(())
    }
}
