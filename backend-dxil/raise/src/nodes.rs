//! Raises what an entry point is as a node of a work graph: how it is launched, its input and its outputs.
//!
//! The metadata has no types of records, only their sizes. The type is that which code reads and writes a record as; a record
//! that no code looks into is numbers of the size and alignment that the metadata says.

use crate::RaiseError;
use crate::entry::{numbered, wave_size};
use crate::types::Types;
use dxil::Module as DxModule;
use dxil::constants::ConstKind;
use dxil::inst::Value as Dv;
use dxil::module::Body;
use dxil::optable::Op as Dx;
use dxil::shader::{EntryPoint as DxEntry, NodeId as DxNodeId, NodeIo, NodeProperties as DxNode, NodeRecordType};
use dxil::signature::ComponentType;
use dxil::types::TypeId;
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::node::{DispatchGridPlace, NodeId, NodeLaunch, NodePort, NodeProperties, NodeType};
use hlslc_ir::types::Field;
use hlslc_ir::{Context, Scalar, Type};
use rustc_hash::FxHashMap;

/// The most operations from the handle of an input or output to the handle of a record of it.
const STEPS: u32 = 8;

/// An input or output of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Port {
    Input(u32),
    Output(u32),
}

/// The properties of a node.
pub(crate) fn properties(
    dx: &DxModule,
    types: &mut Types,
    ctx: &mut Context,
    entry: &DxEntry,
    node: &DxNode,
) -> Result<NodeProperties, RaiseError> {
    let fail = |what: &str| RaiseError::new(format!("the node `{}` {what}", entry.name));
    let body = entry.function.and_then(|id| dx.functions[id].body.as_ref());
    let records = body.map(|body| records(dx, body)).unwrap_or_default();
    let mut ports = |all: &[NodeIo], of: fn(u32) -> Port| -> Result<Vec<NodePort>, RaiseError> {
        let numbered = (0u32..).zip(all);
        let raised = numbered.map(|(number, io)| port(dx, types, ctx, io, records.get(&of(number)).copied()));
        raised.map(|port| port.map_err(|why| fail(&why))).collect()
    };
    Ok(NodeProperties {
        launch: numbered(&NodeLaunch::ALL, node.launch, NodeLaunch::number, "launch of a node")?,
        num_threads: node.num_threads.ok_or_else(|| fail("states no size of its groups"))?,
        wave_size: node.wave_size.map(wave_size),
        is_program_entry: node.is_program_entry,
        id: id(&node.id),
        local_root_arguments: node.local_root_arguments,
        shares_input_of: node.shares_input_of.as_ref().map(id),
        dispatch_grid: node.dispatch_grid,
        max_dispatch_grid: node.max_dispatch_grid,
        max_recursion_depth: node.max_recursion_depth,
        inputs: ports(&node.inputs, Port::Input)?,
        outputs: ports(&node.outputs, Port::Output)?,
    })
}

fn id(id: &DxNodeId) -> NodeId {
    NodeId { name: id.name.to_string(), index: id.index }
}

/// The types that code has for the records of each input and output.
fn records(dx: &DxModule, body: &Body) -> FxHashMap<Port, TypeId> {
    let mut found = FxHashMap::default();
    for (_, inst) in body.layout() {
        let Some(data) = body.insts.get(inst) else { continue };
        let Some(call) = dx.op_call(&data.kind).filter(|call| call.op == Dx::GetNodeRecordPtr) else { continue };
        let port = call.arg("recordhandle").and_then(|handle| port_of(dx, body, handle));
        if let (Some(port), Some(record)) = (port, dx.types.pointee(data.ty)) {
            found.entry(port).or_insert(record);
        }
    }
    found
}

/// The input or output that the handle of a record, a node or an array of nodes is of.
fn port_of(dx: &DxModule, body: &Body, handle: Dv) -> Option<Port> {
    let mut at = handle;
    for _ in 0..STEPS {
        let Dv::Inst(inst) = at else { return None };
        let call = dx.op_call(&body.insts.get(inst)?.kind)?;
        let number = || number(dx, call.arg("MetadataIdx")?);
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other operation gives a handle of a node")]
        match call.op {
            Dx::CreateNodeInputRecordHandle => return number().map(Port::Input),
            Dx::CreateNodeOutputHandle => return number().map(Port::Output),
            Dx::AnnotateNodeRecordHandle => at = call.arg("noderecord")?,
            Dx::AnnotateNodeHandle => at = call.arg("node")?,
            Dx::IndexNodeHandle => at = call.arg("NodeOutputHandle")?,
            Dx::AllocateNodeOutputRecords => at = call.arg("output")?,
            _ => return None,
        }
    }
    None
}

/// The number that a constant is.
fn number(dx: &DxModule, value: Dv) -> Option<u32> {
    let Dv::Const(id) = value else { return None };
    let known = dx.constants.is_valid(id).then(|| &dx.constants.get(id).kind)?;
    if *known == ConstKind::Null { Some(0) } else { u32::try_from(dx.constants.as_int(id)?).ok() }
}

/// An input or output whose records code has as `seen`.
fn port(
    dx: &DxModule,
    types: &mut Types,
    ctx: &mut Context,
    io: &NodeIo,
    seen: Option<TypeId>,
) -> Result<NodePort, String> {
    let record = match (&io.record, seen) {
        (None, None) => None,
        (None, Some(_)) => return Err("has records of which the metadata says nothing".to_owned()),
        (Some(record), seen) => Some(record_type(dx, types, ctx, record, seen)?),
    };
    let ty = NodeType::from_flags(io.flags, record);
    let grid = io.record.as_ref().and_then(|record| record.dispatch_grid).map(grid).transpose()?;
    Ok(NodePort {
        ty: ty.ok_or_else(|| format!("has an input or output of no kind: {:#x}", io.flags))?,
        globally_coherent: NodePort::is_coherent(io.flags),
        dispatch_grid: grid,
        max_records: io.max_records,
        shared_with: io.shared_with,
        array_size: io.array_size,
        allow_sparse: io.allow_sparse,
        output_id: io.output_id.as_ref().map(id),
    })
}

fn grid([byte, component, components]: [u32; 3]) -> Result<DispatchGridPlace, String> {
    let is_16bit = match component {
        _ if component == ComponentType::U16 as u32 => true,
        _ if component == ComponentType::U32 as u32 => false,
        _ => return Err(format!("has a grid of numbers of no kind: {component}")),
    };
    Ok(DispatchGridPlace { byte, is_16bit, components })
}

/// The type of a record, which has the size and the alignment that the metadata says.
fn record_type(
    dx: &DxModule,
    types: &mut Types,
    ctx: &mut Context,
    record: &NodeRecordType,
    seen: Option<TypeId>,
) -> Result<Type, String> {
    let ty = match seen {
        Some(seen) => types.memory(dx, ctx, seen).ok_or("has records that are no memory")?,
        None => unseen(ctx, record)?,
    };
    let extent = Layouts::new(LayoutRules::STRUCTURED).extent(ctx, ty, None);
    let size = extent.size.next_multiple_of(extent.align.max(1));
    if size != record.size || record.alignment != 0 && record.alignment != extent.align {
        return Err(format!(
            "has records of {} bytes aligned to {}, and code has them as {size} aligned to {}",
            record.size, record.alignment, extent.align
        ));
    }
    Ok(ty)
}

/// A record that no code looks into.
fn unseen(ctx: &mut Context, record: &NodeRecordType) -> Result<Type, String> {
    let scalar = match record.alignment {
        8 => Scalar::I64,
        2 => Scalar::I16,
        _ => Scalar::I32,
    };
    let count = record.size / scalar.bytes();
    if count == 0 {
        return Err(format!("has records of {} bytes", record.size));
    }
    let number = ctx.scalar(scalar);
    let numbers = ctx.array(number, count);
    Ok(ctx.add_struct("record", vec![Field::new("numbers", numbers)]))
}
