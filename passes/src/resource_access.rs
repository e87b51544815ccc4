//! Turns pointers into resources into the loads, stores and atomics that DXIL has.
//!
//! In: loads, stores and atomics through `resource.getpointer` and `gep`. Out: `resource.load.*`, `resource.store.*`,
//! `resource.atomic*` with an element index and byte offsets of the Direct3D layout; no pointer into a resource is left.
//! The spec calls this the resource access pass.
//!
//! ```text
//!   %p = call ptr(resource, %S) @dx.resource.getpointer(%buf, i32 %i)
//!   %q = gep ptr(resource, %S) %p, i32 1                      ; member at byte 16
//!   %x = load ptr(resource, float) %q
//! becomes
//!   %r = call {float, i1} @dx.resource.load.rawbuffer(%buf, i32 %i, i32 16)
//!   %x = extract[0] {float, i1} %r
//! ```
//!
//! What a typed buffer holds is only written whole, so a partial store loads, inserts and stores. Raw buffers are
//! written by the part. Constant buffers are read by rows of 16 bytes. `bool` is 32 bits wide in all of them. Costs one
//! look at each instruction; a value of many parts takes one access for each of its vectors.

use crate::access_path::{Index, Path, Tail};
use crate::pipeline::PassCx;
use hlslc_base::ShaderModel;
use hlslc_ir::builder::Builder;
use hlslc_ir::layout::{LayoutRules, Layouts, MatrixShape, matrix_shape};
use hlslc_ir::types::MatrixOrder;
use hlslc_ir::{
    Block, ConstData, Context, Func, Function, Imm, Inst, Module, Op, ResourceType, Scalar, Type, TypeData, Value,
};
use rustc_hash::FxHashMap;

/// Runs the pass on every function.
pub(crate) fn run(module: &mut Module, cx: &mut PassCx) -> bool {
    let funcs: Vec<Func> = module.funcs.keys().collect();
    let mut changed = false;
    for id in funcs {
        let matrices = resource_matrices(module);
        let func = &mut module.funcs[id];
        let mut rewriter = Rewriter {
            ctx: &mut module.ctx,
            func,
            structured: Layouts::new(LayoutRules::Structured),
            constants: Layouts::new(LayoutRules::ConstantBuffer),
            matrices,
            wide_loads: cx.options.model >= ShaderModel::new(6, 3),
            renames: FxHashMap::default(),
            changed: false,
        };
        for index in 0..rewriter.func.layout.len() {
            let block = rewriter.func.layout[index];
            rewriter.block(block);
        }
        changed |= rewriter.changed;
        let renames = std::mem::take(&mut rewriter.renames);
        func.replace_uses(&renames);
    }
    changed
}

/// Which way the matrices lie in structured buffers whose element is a matrix.
fn resource_matrices(module: &Module) -> FxHashMap<hlslc_ir::Resource, MatrixOrder> {
    module.resources.iter().filter_map(|(id, data)| Some((id, data.matrix?))).collect()
}

struct Rewriter<'a> {
    ctx: &'a mut Context,
    func: &'a mut Function,
    structured: Layouts,
    constants: Layouts,
    matrices: FxHashMap<hlslc_ir::Resource, MatrixOrder>,
    /// Whether 64-bit numbers can be loaded from and stored to raw buffers.
    wide_loads: bool,
    renames: FxHashMap<Value, Value>,
    changed: bool,
}

/// Where an access goes: a byte in a resource.
#[derive(Clone, Debug)]
struct Place {
    handle: Value,
    memory: Memory,
    /// Constant part of the byte offset.
    offset: u32,
    /// The rest: values times bytes.
    terms: Vec<(Value, u32)>,
}

/// How a resource is addressed.
#[derive(Clone, Copy, Debug)]
enum Memory {
    /// Element and byte offset.
    Structured(Value),
    /// Byte address, to which the offset is added.
    Bytes(Value),
    /// Rows of 16 bytes.
    Constants,
}

impl Place {
    fn at(&self, bytes: u32) -> Self {
        Self { offset: self.offset.saturating_add(bytes), ..self.clone() }
    }

    fn indexed(mut self, index: Index, stride: u32) -> Self {
        match index {
            Index::Const(n) => self.offset = self.offset.saturating_add(n.saturating_mul(stride)),
            Index::Value(value) => self.terms.push((value, stride)),
        }
        self
    }
}

/// So many numbers of one kind, a fixed distance apart.
#[derive(Clone, Copy, Debug)]
struct Lanes {
    scalar: Scalar,
    count: u32,
    /// Distance in bytes.
    step: u32,
}

impl Rewriter<'_> {
    fn block(&mut self, block: Block) {
        let insts = std::mem::take(&mut self.func.blocks[block].insts);
        for inst in insts {
            if !self.access(block, inst) && !self.is_resource_pointer(inst) {
                self.func.blocks[block].insts.push(inst);
            }
        }
    }

    /// Whether the instruction makes a pointer into a resource: nothing uses it any more.
    fn is_resource_pointer(&mut self, inst: Inst) -> bool {
        let pointee = self.ctx.pointee(self.func.insts[inst].ty);
        matches!(pointee, Some((_, hlslc_ir::AddressSpace::Resource)))
    }

    fn builder(&mut self, block: Block, inst: Inst) -> Builder<'_> {
        let loc = self.func.insts[inst].loc;
        let mut builder = Builder::new(self.ctx, self.func);
        builder.switch_to(block);
        builder.loc = loc;
        builder
    }

    /// Replaces a load, store or atomic through a pointer into a resource.
    fn access(&mut self, block: Block, inst: Inst) -> bool {
        let op = self.func.insts[inst].op;
        if !matches!(op, Op::Load | Op::Store | Op::AtomicRmw | Op::AtomicCmpXchg) {
            return false;
        }
        let args: Vec<Value> = self.func.args(inst).to_vec();
        let Some(path) = args.first().and_then(|&pointer| Path::of(self.ctx, self.func, pointer)) else { return false };
        self.changed = true;
        let resource = self.ctx.resource_type(self.func.ty(path.handle)).cloned();
        let result = match resource {
            Some(ResourceType::TypedBuffer { element, .. }) => self.typed(block, inst, &path, element, &args),
            Some(other) => self.untyped(block, inst, &path, &other, &args),
            None => None,
        };
        if let (Some(old), Some(new)) = (self.func.result(inst), result) {
            self.renames.insert(old, new);
        }
        true
    }

    // ------------------------------------------------------------------------------------------ typed buffers

    fn typed(&mut self, block: Block, inst: Inst, path: &Path, element: Type, args: &[Value]) -> Option<Value> {
        let data = self.func.insts[inst].clone();
        let component = path.indices.first().copied();
        let mut b = self.builder(block, inst);
        let zero = b.i32(0);
        match data.op {
            Op::AtomicRmw => {
                let args = [path.handle, path.element, zero, args[1]];
                return b.inst(Op::ResourceAtomicRmw, data.ty, data.imm, &args);
            }
            Op::AtomicCmpXchg => {
                let args = [path.handle, path.element, zero, args[1], args[2]];
                return b.inst(Op::ResourceCmpXchg, data.ty, data.imm, &args);
            }
            _ => {}
        }
        let load = |b: &mut Builder| {
            let ty = b.ctx.checked(element);
            let loaded = b.value(Op::LoadTyped, ty, Imm::None, &[path.handle, path.element]);
            b.extract(loaded, 0)
        };
        if data.op == Op::Load {
            let whole = load(&mut b);
            return Some(match component {
                None => whole,
                Some(index) => extract(&mut b, whole, index),
            });
        }
        let value = match component {
            None => args[1],
            Some(index) => {
                let whole = load(&mut b);
                insert(&mut b, whole, args[1], index)
            }
        };
        let void = b.ctx.void();
        b.inst(Op::StoreTyped, void, Imm::None, &[path.handle, path.element, value])
    }

    // ------------------------------------------------------------------------------- raw and constant buffers

    fn untyped(
        &mut self,
        block: Block,
        inst: Inst,
        path: &Path,
        resource: &ResourceType,
        args: &[Value],
    ) -> Option<Value> {
        let memory = match resource {
            ResourceType::RawBuffer { element: Some(_), .. } => Memory::Structured(path.element),
            ResourceType::RawBuffer { element: None, .. } => Memory::Bytes(path.element),
            _ => Memory::Constants,
        };
        let place = Place { handle: path.handle, memory, offset: 0, terms: Vec::new() };
        let order = path.resource.and_then(|resource| self.matrices.get(&resource).copied());
        let (place, tail) = self.walk(place, path, order);
        let data = self.func.insts[inst].clone();
        match data.op {
            Op::Load => Some(self.load_tail(block, inst, &place, &tail)),
            Op::Store => {
                self.store_tail(block, inst, &place, &tail, args[1]);
                None
            }
            _ => {
                let mut b = self.builder(block, inst);
                let (element, offset) = address(&mut b, &place)?;
                let mut operands = vec![place.handle, element, offset];
                operands.extend_from_slice(&args[1..]);
                let op = if data.op == Op::AtomicRmw { Op::ResourceAtomicRmw } else { Op::ResourceCmpXchg };
                b.inst(op, data.ty, data.imm, &operands)
            }
        }
    }

    fn layouts(&mut self, memory: Memory) -> &mut Layouts {
        match memory {
            Memory::Structured(_) | Memory::Bytes(_) => &mut self.structured,
            Memory::Constants => &mut self.constants,
        }
    }

    /// Follows the indices of a path. What is left at the end is a whole value, or a part of a matrix or vector.
    fn walk(&mut self, mut place: Place, path: &Path, order: Option<MatrixOrder>) -> (Place, Tail) {
        let mut tail = Tail::Whole { ty: path.ty, matrix: order };
        for &index in &path.indices {
            tail = match tail {
                Tail::Whole { ty, matrix } => match self.ctx.type_data(ty).clone() {
                    TypeData::Struct(id) => {
                        let at = index.as_const().unwrap_or(0);
                        let memory = place.memory;
                        let ctx = &*self.ctx;
                        let layouts = match memory {
                            Memory::Structured(_) | Memory::Bytes(_) => &mut self.structured,
                            Memory::Constants => &mut self.constants,
                        };
                        let offset = layouts.offsets(ctx, id).get(at as usize).copied().unwrap_or(0);
                        place = place.at(offset);
                        match ctx.struct_data(id).fields.get(at as usize) {
                            Some(field) => Tail::Whole { ty: field.ty, matrix: field.matrix },
                            None => Tail::Whole { ty, matrix: None },
                        }
                    }
                    TypeData::Array(element, _) => {
                        match matrix.and_then(|order| Some((order, matrix_shape(self.ctx, ty, order)?))) {
                            Some((order, shape)) => Tail::Row { shape, order, row: index },
                            None => {
                                let stride = match place.memory {
                                    Memory::Structured(_) | Memory::Bytes(_) => {
                                        self.structured.stride(self.ctx, element, matrix)
                                    }
                                    Memory::Constants => self.constants.stride(self.ctx, element, matrix),
                                };
                                place = place.indexed(index, stride);
                                Tail::Whole { ty: element, matrix }
                            }
                        }
                    }
                    TypeData::Vector(scalar, lanes) => Tail::Component { scalar, lanes: u32::from(lanes), index },
                    _ => Tail::Whole { ty, matrix },
                },
                Tail::Row { shape, order, row } => Tail::Element { shape, order, row, col: index },
                done @ (Tail::Component { .. } | Tail::Element { .. }) => done,
            };
        }
        (place, tail)
    }

    /// Lanes of a row of a matrix, if its place does not depend on how a register is read.
    fn row_lanes(
        &mut self,
        place: &Place,
        shape: MatrixShape,
        order: MatrixOrder,
        row: Index,
    ) -> Option<(Place, Lanes)> {
        let stride = self.layouts(place.memory).vector_stride(shape);
        let bytes = shape.scalar.bytes();
        match order {
            MatrixOrder::RowMajor => {
                let lanes = Lanes { scalar: shape.scalar, count: shape.lanes, step: bytes };
                Some((place.clone().indexed(row, stride), lanes))
            }
            MatrixOrder::ColumnMajor => {
                let within_register = matches!((place.memory, row), (Memory::Constants, Index::Value(_)));
                let lanes = Lanes { scalar: shape.scalar, count: shape.vectors, step: stride };
                (!within_register).then(|| (place.clone().indexed(row, bytes), lanes))
            }
        }
    }

    fn load_tail(&mut self, block: Block, inst: Inst, place: &Place, tail: &Tail) -> Value {
        match *tail {
            Tail::Whole { ty, matrix } => self.load(block, inst, place, ty, matrix),
            Tail::Component { scalar, index: Index::Value(value), lanes } if is_constants(place) => {
                let whole = self.load_lanes(block, inst, place, Lanes { scalar, count: lanes, step: scalar.bytes() });
                extract(&mut self.builder(block, inst), whole, Index::Value(value))
            }
            Tail::Component { scalar, index, .. } => {
                let place = place.clone().indexed(index, scalar.bytes());
                self.load_lanes(block, inst, &place, Lanes { scalar, count: 1, step: 0 })
            }
            Tail::Row { shape, order, row } => self.load_row(block, inst, place, shape, order, row),
            Tail::Element { shape, order, row, col } => {
                let stride = self.layouts(place.memory).vector_stride(shape);
                let (vector, lane) = match order {
                    MatrixOrder::RowMajor => (row, col),
                    MatrixOrder::ColumnMajor => (col, row),
                };
                let vector = place.clone().indexed(vector, stride);
                let lanes = Tail::Component { scalar: shape.scalar, lanes: shape.lanes, index: lane };
                self.load_tail(block, inst, &vector, &lanes)
            }
        }
    }

    fn load_row(
        &mut self,
        block: Block,
        inst: Inst,
        place: &Place,
        shape: MatrixShape,
        order: MatrixOrder,
        row: Index,
    ) -> Value {
        if let Some((place, lanes)) = self.row_lanes(place, shape, order, row) {
            return self.load_lanes(block, inst, &place, lanes);
        }
        // One lane, chosen at run time, of every column.
        let columns = self.load_vectors(block, inst, place, shape);
        let mut b = self.builder(block, inst);
        let parts: Vec<Value> = columns.into_iter().map(|column| extract(&mut b, column, row)).collect();
        let ty = b.ctx.vector(shape.scalar, shape.vectors as u8);
        b.construct(ty, &parts)
    }

    /// The rows of a row-major matrix, the columns of a column-major one.
    fn load_vectors(&mut self, block: Block, inst: Inst, place: &Place, shape: MatrixShape) -> Vec<Value> {
        let stride = self.layouts(place.memory).vector_stride(shape);
        let lanes = Lanes { scalar: shape.scalar, count: shape.lanes, step: shape.scalar.bytes() };
        (0..shape.vectors).map(|n| self.load_lanes(block, inst, &place.at(n * stride), lanes)).collect()
    }

    /// Loads a whole value. Types nest as deep as the checker allows, which is little.
    fn load(&mut self, block: Block, inst: Inst, place: &Place, ty: Type, matrix: Option<MatrixOrder>) -> Value {
        match self.ctx.type_data(ty).clone() {
            TypeData::Scalar(scalar) => self.load_lanes(block, inst, place, Lanes { scalar, count: 1, step: 0 }),
            TypeData::Vector(scalar, count) => {
                let lanes = Lanes { scalar, count: u32::from(count), step: scalar.bytes() };
                self.load_lanes(block, inst, place, lanes)
            }
            TypeData::Array(element, count) => {
                let shape = matrix.and_then(|order| Some((order, matrix_shape(self.ctx, ty, order)?)));
                let parts = match shape {
                    Some((order, shape)) => self.load_rows(block, inst, place, shape, order),
                    None => {
                        let stride = self.stride(place.memory, element, matrix);
                        (0..count).map(|n| self.load(block, inst, &place.at(n * stride), element, matrix)).collect()
                    }
                };
                self.builder(block, inst).construct(ty, &parts)
            }
            TypeData::Struct(id) => {
                let offsets = self.offsets(place.memory, id);
                let fields: Vec<_> = self.ctx.struct_data(id).fields.iter().map(|f| (f.ty, f.matrix)).collect();
                let parts: Vec<Value> = fields
                    .into_iter()
                    .zip(offsets.iter())
                    .map(|((ty, matrix), &offset)| self.load(block, inst, &place.at(offset), ty, matrix))
                    .collect();
                self.builder(block, inst).construct(ty, &parts)
            }
            TypeData::Void | TypeData::Tuple(_) | TypeData::Pointer(..) | TypeData::Resource(_) => {
                self.builder(block, inst).undef(ty)
            }
        }
    }

    fn stride(&mut self, memory: Memory, element: Type, matrix: Option<MatrixOrder>) -> u32 {
        match memory {
            Memory::Structured(_) | Memory::Bytes(_) => self.structured.stride(self.ctx, element, matrix),
            Memory::Constants => self.constants.stride(self.ctx, element, matrix),
        }
    }

    fn offsets(&mut self, memory: Memory, id: hlslc_ir::StructId) -> std::sync::Arc<[u32]> {
        match memory {
            Memory::Structured(_) | Memory::Bytes(_) => self.structured.offsets(self.ctx, id),
            Memory::Constants => self.constants.offsets(self.ctx, id),
        }
    }

    /// The rows of a matrix. Column-major ones are loaded by columns and turned.
    fn load_rows(
        &mut self,
        block: Block,
        inst: Inst,
        place: &Place,
        shape: MatrixShape,
        order: MatrixOrder,
    ) -> Vec<Value> {
        let vectors = self.load_vectors(block, inst, place, shape);
        if order == MatrixOrder::RowMajor {
            return vectors;
        }
        let mut b = self.builder(block, inst);
        let ty = b.ctx.vector(shape.scalar, shape.vectors as u8);
        (0..shape.lanes)
            .map(|row| {
                let parts: Vec<Value> = vectors.iter().map(|&column| b.extract(column, row)).collect();
                b.construct(ty, &parts)
            })
            .collect()
    }

    /// Loads one scalar or vector.
    fn load_lanes(&mut self, block: Block, inst: Inst, place: &Place, lanes: Lanes) -> Value {
        let parts = if is_constants(place) {
            self.load_constants(block, inst, place, lanes)
        } else {
            self.load_raw(block, inst, place, lanes)
        };
        let mut b = self.builder(block, inst);
        let parts: Vec<Value> = parts.into_iter().map(|part| from_memory(&mut b, part, lanes.scalar)).collect();
        let ty = b.ctx.vector(lanes.scalar, lanes.count as u8);
        b.construct(ty, &parts)
    }

    fn load_constants(&mut self, block: Block, inst: Inst, place: &Place, lanes: Lanes) -> Vec<Value> {
        let mut b = self.builder(block, inst);
        let scalar = memory_scalar(lanes.scalar);
        let width = 16 / scalar.bytes();
        let part = b.ctx.scalar(scalar);
        let ty = b.ctx.tuple(vec![part; width as usize]);
        let mut rows: Vec<(u32, Value)> = Vec::new();
        let mut parts = Vec::new();
        for lane in 0..lanes.count {
            let offset = place.offset + lane * lanes.step;
            let row = offset / 16;
            let loaded = match rows.iter().find(|known| known.0 == row) {
                Some(known) => known.1,
                None => {
                    // Strides of arrays are whole rows.
                    let index = sum(&mut b, row, place.terms.iter().map(|&(value, stride)| (value, stride / 16)));
                    let loaded = b.value(Op::LoadCBufferRow, ty, Imm::None, &[place.handle, index]);
                    rows.push((row, loaded));
                    loaded
                }
            };
            parts.push(b.extract(loaded, offset % 16 / scalar.bytes()));
        }
        parts
    }

    fn load_raw(&mut self, block: Block, inst: Inst, place: &Place, lanes: Lanes) -> Vec<Value> {
        let scalar = memory_scalar(lanes.scalar);
        if scalar.bytes() == 8 && !self.wide_loads {
            let halves = self.load_halves(block, inst, place, lanes);
            let mut b = self.builder(block, inst);
            return halves
                .chunks(2)
                .filter_map(|pair| Some(join(&mut b, scalar, *pair.first()?, *pair.get(1)?)))
                .collect();
        }
        let contiguous = lanes.count == 1 || lanes.step == scalar.bytes();
        let runs = if contiguous { vec![(0, lanes.count)] } else { (0..lanes.count).map(|n| (n, 1)).collect() };
        let mut b = self.builder(block, inst);
        let mut parts = Vec::new();
        for (first, count) in runs {
            let Some((element, offset)) = address(&mut b, &place.at(first * lanes.step)) else { continue };
            let ty = b.ctx.vector(scalar, count as u8);
            let checked = b.ctx.checked(ty);
            let loaded = b.value(Op::LoadRaw, checked, Imm::None, &[place.handle, element, offset]);
            let whole = b.extract(loaded, 0);
            parts.extend((0..count).map(|n| b.extract(whole, n)));
        }
        parts
    }

    /// 64-bit numbers as pairs of 32-bit ones, for shader models that load no wider.
    fn load_halves(&mut self, block: Block, inst: Inst, place: &Place, lanes: Lanes) -> Vec<Value> {
        let mut halves = Vec::new();
        for lane in 0..lanes.count {
            let pair = Lanes { scalar: Scalar::I32, count: 2, step: 4 };
            halves.extend(self.load_raw(block, inst, &place.at(lane * lanes.step), pair));
        }
        halves
    }

    // ------------------------------------------------------------------------------------------------- stores

    fn store_tail(&mut self, block: Block, inst: Inst, place: &Place, tail: &Tail, value: Value) {
        match *tail {
            Tail::Whole { ty, matrix } => self.store(block, inst, place, ty, matrix, value),
            Tail::Component { scalar, index, .. } => {
                let place = place.clone().indexed(index, scalar.bytes());
                self.store_lanes(block, inst, &place, Lanes { scalar, count: 1, step: 0 }, value);
            }
            Tail::Row { shape, order, row } => {
                if let Some((place, lanes)) = self.row_lanes(place, shape, order, row) {
                    self.store_lanes(block, inst, &place, lanes, value);
                }
            }
            Tail::Element { shape, order, row, col } => {
                let stride = self.layouts(place.memory).vector_stride(shape);
                let (vector, lane) = match order {
                    MatrixOrder::RowMajor => (row, col),
                    MatrixOrder::ColumnMajor => (col, row),
                };
                let place = place.clone().indexed(vector, stride).indexed(lane, shape.scalar.bytes());
                self.store_lanes(block, inst, &place, Lanes { scalar: shape.scalar, count: 1, step: 0 }, value);
            }
        }
    }

    /// Stores a whole value, part by part.
    fn store(&mut self, block: Block, inst: Inst, place: &Place, ty: Type, matrix: Option<MatrixOrder>, value: Value) {
        match self.ctx.type_data(ty).clone() {
            TypeData::Scalar(scalar) => {
                self.store_lanes(block, inst, place, Lanes { scalar, count: 1, step: 0 }, value);
            }
            TypeData::Vector(scalar, count) => {
                let lanes = Lanes { scalar, count: u32::from(count), step: scalar.bytes() };
                self.store_lanes(block, inst, place, lanes, value);
            }
            TypeData::Array(element, count) => {
                let shape = matrix.and_then(|order| Some((order, matrix_shape(self.ctx, ty, order)?)));
                let stride = self.stride(place.memory, element, matrix);
                for n in 0..count {
                    let part = self.builder(block, inst).extract(value, n);
                    match shape {
                        Some((order, shape)) => {
                            let row = Tail::Row { shape, order, row: Index::Const(n) };
                            self.store_tail(block, inst, place, &row, part);
                        }
                        None => self.store(block, inst, &place.at(n * stride), element, matrix, part),
                    }
                }
            }
            TypeData::Struct(id) => {
                let offsets = self.offsets(place.memory, id);
                let fields: Vec<_> = self.ctx.struct_data(id).fields.iter().map(|f| (f.ty, f.matrix)).collect();
                for (n, ((ty, matrix), &offset)) in fields.into_iter().zip(offsets.iter()).enumerate() {
                    let part = self.builder(block, inst).extract(value, n as u32);
                    self.store(block, inst, &place.at(offset), ty, matrix, part);
                }
            }
            TypeData::Void | TypeData::Tuple(_) | TypeData::Pointer(..) | TypeData::Resource(_) => {}
        }
    }

    /// Stores one scalar or vector.
    fn store_lanes(&mut self, block: Block, inst: Inst, place: &Place, lanes: Lanes, value: Value) {
        let wide_loads = self.wide_loads;
        let mut b = self.builder(block, inst);
        let scalar = memory_scalar(lanes.scalar);
        let mut parts: Vec<Value> = (0..lanes.count)
            .map(|n| {
                let part = b.extract(value, n);
                to_memory(&mut b, part, lanes.scalar)
            })
            .collect();
        let (mut scalar, mut step) = (scalar, lanes.step);
        let mut at = 1;
        if scalar.bytes() == 8 && !wide_loads {
            parts = parts.into_iter().flat_map(|part| split(&mut b, scalar, part)).collect();
            // Halves follow each other; the wide lanes may not.
            (scalar, step, at) = (Scalar::I32, 4, 2);
        }
        let contiguous = parts.len() == 1 || step == scalar.bytes() && (at == 1 || lanes.step == 8 || lanes.count == 1);
        let run = if contiguous { 4 } else { at };
        for (n, chunk) in parts.chunks(run).enumerate() {
            let bytes = if contiguous { (n * run) as u32 * scalar.bytes() } else { n as u32 * lanes.step };
            let Some((element, offset)) = address(&mut b, &place.at(bytes)) else { continue };
            let ty = b.ctx.vector(scalar, chunk.len() as u8);
            let stored = b.construct(ty, chunk);
            let void = b.ctx.void();
            b.inst(Op::StoreRaw, void, Imm::None, &[place.handle, element, offset, stored]);
        }
    }
}

fn is_constants(place: &Place) -> bool {
    matches!(place.memory, Memory::Constants)
}

/// Element and byte offset of a place in a raw buffer.
fn address(b: &mut Builder, place: &Place) -> Option<(Value, Value)> {
    match place.memory {
        Memory::Structured(element) => {
            let offset = sum(b, place.offset, place.terms.iter().copied());
            Some((element, offset))
        }
        Memory::Bytes(start) => {
            let terms = std::iter::once((start, 1)).chain(place.terms.iter().copied());
            let address = sum(b, place.offset, terms);
            let zero = b.i32(0);
            Some((address, zero))
        }
        Memory::Constants => None,
    }
}

/// `constant + Σ value * factor`, folded where it can be.
fn sum(b: &mut Builder, constant: u32, terms: impl Iterator<Item = (Value, u32)>) -> Value {
    let mut constant = constant;
    let mut total: Option<Value> = None;
    for (value, factor) in terms {
        if let Some(bits) = b.func.const_bits(b.ctx, value) {
            constant = constant.wrapping_add((bits as u32).wrapping_mul(factor));
            continue;
        }
        let term = match factor {
            1 => value,
            _ if factor.is_power_of_two() => {
                let shift = b.i32(factor.trailing_zeros());
                b.op(Op::Shl, &[value, shift])
            }
            _ => {
                let factor = b.i32(factor);
                b.op(Op::Mul, &[value, factor])
            }
        };
        total = Some(match total {
            Some(total) => b.op(Op::Add, &[total, term]),
            None => term,
        });
    }
    match total {
        None => b.i32(constant),
        Some(total) if constant == 0 => total,
        Some(total) => {
            let constant = b.i32(constant);
            b.op(Op::Add, &[total, constant])
        }
    }
}

/// The kind that a number has in memory.
fn memory_scalar(scalar: Scalar) -> Scalar {
    if scalar == Scalar::Bool { Scalar::I32 } else { scalar }
}

fn from_memory(b: &mut Builder, value: Value, scalar: Scalar) -> Value {
    if scalar != Scalar::Bool {
        return value;
    }
    let zero = b.i32(0);
    b.op(Op::INe, &[value, zero])
}

fn to_memory(b: &mut Builder, value: Value, scalar: Scalar) -> Value {
    if scalar == Scalar::Bool { b.cast(Op::ZExt, value, Scalar::I32) } else { value }
}

/// A 64-bit number from its halves.
fn join(b: &mut Builder, scalar: Scalar, low: Value, high: Value) -> Value {
    if scalar == Scalar::F64 {
        let ty = b.ctx.scalar(Scalar::F64);
        return b.value(Op::MakeDouble, ty, Imm::None, &[low, high]);
    }
    let (low, high) = (b.cast(Op::ZExt, low, Scalar::I64), b.cast(Op::ZExt, high, Scalar::I64));
    let ty = b.func.ty(high);
    let shift = b.const_of(ty, ConstData::Scalar(32));
    let high = b.op(Op::Shl, &[high, shift]);
    b.op(Op::Or, &[low, high])
}

/// The halves of a 64-bit number.
fn split(b: &mut Builder, scalar: Scalar, value: Value) -> [Value; 2] {
    if scalar == Scalar::F64 {
        let i32 = b.ctx.i32();
        let ty = b.ctx.tuple([i32, i32]);
        let halves = b.value(Op::SplitDouble, ty, Imm::None, &[value]);
        return [b.extract(halves, 0), b.extract(halves, 1)];
    }
    let ty = b.func.ty(value);
    let shift = b.const_of(ty, ConstData::Scalar(32));
    let high = b.op(Op::LShr, &[value, shift]);
    [b.cast(Op::Trunc, value, Scalar::I32), b.cast(Op::Trunc, high, Scalar::I32)]
}

fn extract(b: &mut Builder, whole: Value, index: Index) -> Value {
    match index {
        Index::Const(n) => b.extract(whole, n),
        Index::Value(value) => {
            let scalar = b.ctx.scalar_of(b.func.ty(whole)).unwrap_or(Scalar::I32);
            let ty = b.ctx.scalar(scalar);
            if b.ctx.lanes(b.func.ty(whole)) == Some(1) {
                return whole;
            }
            b.value(Op::ExtractDynamic, ty, Imm::None, &[whole, value])
        }
    }
}

fn insert(b: &mut Builder, whole: Value, part: Value, index: Index) -> Value {
    match index {
        Index::Const(n) => b.insert(whole, part, n),
        Index::Value(value) => {
            let ty = b.func.ty(whole);
            b.value(Op::InsertDynamic, ty, Imm::None, &[whole, part, value])
        }
    }
}
