//! Lowers the properties of an entry point that is a node of a work graph, in the terms of DXIL.

use dxil::shader::{NodeId, NodeIo, NodeProperties, NodeRecordType, WaveSize};
use dxil::signature::ComponentType;
use hlslc_ir::layout::{Extent, LayoutRules, Layouts};
use hlslc_ir::node::{NodeId as IrNodeId, NodePort, NodeProperties as IrNode};
use hlslc_ir::stage::WaveSize as IrWaveSize;
use hlslc_ir::{Context, Module, Type};

/// Bytes and alignment of a record.
pub(crate) fn record_extent(ctx: &Context, record: Type) -> Extent {
    let extent = Layouts::new(LayoutRules::STRUCTURED).extent(ctx, record, None);
    Extent { size: extent.size.next_multiple_of(extent.align.max(1)), ..extent }
}

/// The properties of a node.
pub(crate) fn properties(module: &Module, node: &IrNode) -> NodeProperties {
    let port = |port: &NodePort| NodeIo {
        flags: port.flags(),
        record: port.ty.record.map(|record| {
            let extent = record_extent(&module.ctx, record);
            NodeRecordType {
                size: extent.size,
                dispatch_grid: port.dispatch_grid.map(|grid| {
                    let component = if grid.is_16bit { ComponentType::U16 } else { ComponentType::U32 };
                    [grid.byte, component as u32, grid.components]
                }),
                alignment: extent.align,
            }
        }),
        max_records: port.max_records,
        shared_with: port.shared_with,
        array_size: port.array_size,
        allow_sparse: port.allow_sparse,
        output_id: port.output_id.as_ref().map(id),
    };
    NodeProperties {
        launch: node.launch.number(),
        is_program_entry: node.is_program_entry,
        id: id(&node.id),
        local_root_arguments: node.local_root_arguments,
        shares_input_of: node.shares_input_of.as_ref().map(id),
        dispatch_grid: node.dispatch_grid,
        max_dispatch_grid: node.max_dispatch_grid,
        max_recursion_depth: node.max_recursion_depth,
        inputs: node.inputs.iter().map(port).collect(),
        outputs: node.outputs.iter().map(port).collect(),
        num_threads: Some(node.num_threads),
        wave_size: node.wave_size.map(wave_size),
    }
}

fn id(id: &IrNodeId) -> NodeId {
    NodeId { name: id.name.as_str().into(), index: id.index }
}

/// The numbers of lanes that a shader can do with.
pub(crate) fn wave_size(size: IrWaveSize) -> WaveSize {
    WaveSize { min: size.min, max: size.max, preferred: size.preferred }
}
