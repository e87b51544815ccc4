//! Creates the records of the nodes of work graphs in runtime data, in DXC's order.
//!
//! Input: the nodes of a library with their inputs and outputs. Output: their records, and the places where the functions refer to them.

use cranelift_entity::SecondaryMap;

use super::fields::{Ref, Refs};
use super::{Builder, NodeAttribute, NodeAttributeRecord, NodeIdRecord, NodeIoAttribute, NodeIoAttributeRecord};
use super::{NodeIoRecord, NodeRecord};
use crate::constants::ConstKind;
use crate::inst::Value;
use crate::module::{FuncId, GlobalId, Module};
use crate::shader::{NodeId, NodeIo, NodeProperties};
use crate::types::addrspace;

/// Adds a node; the place of its record.
pub(super) fn add_node(builder: &mut Builder, node: &NodeProperties, groupshared_bytes: u32) -> u32 {
    let mut attributes = Vec::new();
    let mut add = |builder: &mut Builder, attribute: NodeAttribute| {
        attributes.push(builder.shared(NodeAttributeRecord { attribute }));
    };
    if !node.id.name.is_empty() {
        let id = add_id(builder, &node.id);
        add(builder, NodeAttribute::Id(id));
    }
    if let Some(threads) = given(node.num_threads) {
        let threads = builder.list(&threads);
        add(builder, NodeAttribute::NumThreads(threads));
    }
    if let Some(index) = node.local_root_arguments {
        add(builder, NodeAttribute::LocalRootArgumentsIndex(index));
    }
    if let Some(other) = &node.shares_input_of {
        let id = add_id(builder, other);
        add(builder, NodeAttribute::ShareInputOf(id));
    }
    if let Some(grid) = given(node.dispatch_grid) {
        let grid = builder.list(&grid);
        add(builder, NodeAttribute::DispatchGrid(grid));
    }
    if node.max_recursion_depth != 0 {
        add(builder, NodeAttribute::MaxRecursionDepth(node.max_recursion_depth));
    }
    if let Some(grid) = given(node.max_dispatch_grid) {
        let grid = builder.list(&grid);
        add(builder, NodeAttribute::MaxDispatchGrid(grid));
    }
    let attributes = builder.refs(&attributes);
    let inputs = add_ios(builder, &node.inputs);
    let outputs = add_ios(builder, &node.outputs);
    builder.shared(NodeRecord { launch: node.launch, groupshared_bytes, attributes, outputs, inputs })
}

/// Numbers that are not all zero.
fn given(numbers: Option<[u32; 3]>) -> Option<[u32; 3]> {
    numbers.filter(|numbers| *numbers != [0; 3])
}

fn add_id(builder: &mut Builder, id: &NodeId) -> Ref<NodeIdRecord> {
    let name = builder.string(&id.name);
    Ref::new(builder.shared(NodeIdRecord { name, index: id.index }))
}

fn add_ios(builder: &mut Builder, ios: &[NodeIo]) -> Refs<NodeIoRecord> {
    let places: Vec<_> = ios.iter().map(|io| add_io(builder, io)).collect();
    builder.refs(&places)
}

/// Adds an input or output; the place of its record.
fn add_io(builder: &mut Builder, io: &NodeIo) -> u32 {
    let mut list = Vec::new();
    if io.is_output() {
        let id = add_id(builder, &io.output_id.clone().unwrap_or_default());
        list.extend([NodeIoAttribute::OutputId(id), NodeIoAttribute::ArraySize(io.array_size)]);
    }
    match io.shared_with {
        _ if io.max_records != 0 => list.push(NodeIoAttribute::MaxRecords(io.max_records)),
        Some(output) if io.is_output() => list.push(NodeIoAttribute::MaxRecordsSharedWith(output)),
        _ => {}
    }
    if io.allow_sparse && io.is_output() {
        list.push(NodeIoAttribute::AllowSparse(1));
    }
    if let Some(record) = io.record.as_ref().filter(|record| record.size != 0) {
        list.push(NodeIoAttribute::RecordBytes(record.size));
        if let Some([byte, component, count]) = record.dispatch_grid.filter(|grid| grid[1] != 0) {
            list.push(NodeIoAttribute::DispatchGrid(byte & 0xFFFF | (count & 3) << 16 | component << 18));
        }
        if record.alignment != 0 {
            list.push(NodeIoAttribute::RecordAlignment(record.alignment));
        }
    }
    let places: Vec<_> =
        list.into_iter().map(|attribute| builder.shared(NodeIoAttributeRecord { attribute })).collect();
    let attributes = builder.refs(&places);
    builder.shared(NodeIoRecord { flags: io.flags, attributes })
}

/// The bytes of group-shared memory that each function uses, itself or through what it calls.
pub(super) fn groupshared_by_function(module: &Module) -> SecondaryMap<FuncId, u32> {
    if !module.globals.values().any(|global| global.addrspace == addrspace::GROUPSHARED) {
        return SecondaryMap::new();
    }
    let mut own = SecondaryMap::<FuncId, Vec<GlobalId>>::new();
    let mut callers = SecondaryMap::<FuncId, Vec<FuncId>>::new();
    for (id, function) in &module.functions {
        let Some(body) = &function.body else { continue };
        let mut seen = rustc_hash::FxHashSet::default();
        let operands = body.layout().flat_map(|(_, inst)| body.insts[inst].kind.operands());
        let mut work: Vec<_> =
            operands.filter_map(|operand| if let Value::Const(id) = operand { Some(id) } else { None }).collect();
        while let Some(next) = work.pop() {
            if !seen.insert(next) {
                continue;
            }
            match module.constants.get(next).kind {
                ConstKind::Global(global) if module.globals[global].addrspace == addrspace::GROUPSHARED => {
                    own[id].push(global);
                }
                ConstKind::Function(callee) => callers[callee].push(id),
                ref other @ (ConstKind::Null
                | ConstKind::Undef
                | ConstKind::Int(_)
                | ConstKind::Float(_)
                | ConstKind::Aggregate(_)
                | ConstKind::Global(_)
                | ConstKind::Cast { .. }
                | ConstKind::Gep { .. }
                | ConstKind::Binary { .. }
                | ConstKind::Cmp { .. }
                | ConstKind::Select { .. }) => work.extend(other.operands()),
            }
        }
    }
    let mut bytes = SecondaryMap::<FuncId, u32>::new();
    let mut users = SecondaryMap::<GlobalId, Vec<FuncId>>::new();
    for id in module.functions.keys() {
        for &global in &own[id] {
            users[global].push(id);
        }
    }
    for (global, data) in &module.globals {
        let size = module.alloc_size(data.ty).unwrap_or(0) as u32;
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = users[global].clone();
        while let Some(user) = work.pop() {
            if seen.insert(user) {
                bytes[user] = bytes[user].saturating_add(size);
                work.extend(&callers[user]);
            }
        }
    }
    bytes
}
