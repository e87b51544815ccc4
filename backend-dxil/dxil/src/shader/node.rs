//! Reads and writes the metadata of nodes of work graphs.

use crate::bytestr::ByteStr;
use crate::metadata::MdId;
use crate::module::Module;

use super::read::{Node, Read};
use super::write::{Tags, numbers, write_wave_size};
use super::{StageProperties, WaveSize};

/// A node of a work graph.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeProperties {
    /// The launch mode: 1 broadcasting, 2 coalescing, 3 by thread.
    pub launch: u32,
    /// Whether a work graph may start with it.
    pub is_program_entry: bool,
    /// Its name.
    pub id: NodeId,
    /// The index of its local root arguments, if it is given.
    pub local_root_arguments: Option<u32>,
    /// The node whose input it shares.
    pub shares_input_of: Option<NodeId>,
    /// The groups that are launched.
    pub dispatch_grid: Option<[u32; 3]>,
    /// The most groups that are launched.
    pub max_dispatch_grid: Option<[u32; 3]>,
    /// The maximum recursion depth.
    pub max_recursion_depth: u32,
    /// The inputs.
    pub inputs: Vec<NodeIo>,
    /// The outputs.
    pub outputs: Vec<NodeIo>,
    /// Threads in a group.
    pub num_threads: Option<[u32; 3]>,
    /// The lanes of a wave, if stated.
    pub wave_size: Option<WaveSize>,
}

/// The name of a node.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeId {
    /// The name.
    pub name: ByteStr,
    /// The index, for an array of nodes.
    pub index: u32,
}

/// An input or output of a node.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeIo {
    /// The kind, and flags.
    pub flags: u32,
    /// Its records; none if they are empty.
    pub record: Option<NodeRecordType>,
    /// The most records, 0 if it is not said.
    pub max_records: u32,
    /// The output with which it shares the most records.
    pub shared_with: Option<u32>,
    /// The number of outputs in an array, 0 for no array.
    pub array_size: u32,
    /// Whether nodes of an array may be missing.
    pub allow_sparse: bool,
    /// The node that an output goes to.
    pub output_id: Option<NodeId>,
}

/// The records of an input or output.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NodeRecordType {
    /// Bytes of a record.
    pub size: u32,
    /// The dispatch grid in a record: its byte, component type and number of components.
    pub dispatch_grid: Option<[u32; 3]>,
    /// Its alignment, 0 if it is not said.
    pub alignment: u32,
}

/// The bit of [`NodeIo::flags`] for outputs.
const OUTPUT: u32 = 2;
/// The bits of [`NodeIo::flags`] for records, as opposed to nodes.
const RECORDS: u32 = 0x60;

impl NodeIo {
    /// Whether it is a node that is written to.
    pub fn is_output(&self) -> bool {
        self.flags & (OUTPUT | RECORDS) == OUTPUT
    }
}

/// The tags of a node's entry point.
mod tag {
    pub const LAUNCH: u32 = 13;
    pub const PROGRAM_ENTRY: u32 = 14;
    pub const ID: u32 = 15;
    pub const LOCAL_ROOT_ARGUMENTS: u32 = 16;
    pub const SHARES_INPUT_OF: u32 = 17;
    pub const DISPATCH_GRID: u32 = 18;
    pub const MAX_RECURSION_DEPTH: u32 = 19;
    pub const INPUTS: u32 = 20;
    pub const OUTPUTS: u32 = 21;
    pub const MAX_DISPATCH_GRID: u32 = 22;
}

/// The tags of an input or output.
mod io_tag {
    pub const OUTPUT_ID: u32 = 0;
    pub const FLAGS: u32 = 1;
    pub const RECORD: u32 = 2;
    pub const MAX_RECORDS: u32 = 3;
    pub const SHARED_WITH: u32 = 4;
    pub const ARRAY_SIZE: u32 = 5;
    pub const ALLOW_SPARSE: u32 = 6;
}

/// The tags of a record type.
mod record_tag {
    pub const SIZE: u32 = 0;
    pub const DISPATCH_GRID: u32 = 1;
    pub const ALIGNMENT: u32 = 2;
}

/// The number for no index.
const NO_INDEX: u32 = u32::MAX;

impl StageProperties {
    /// The node, if it is one.
    pub fn as_node(&self) -> Option<&NodeProperties> {
        if let Self::Node(properties) = self { Some(properties) } else { None }
    }
}

fn read_id(node: &Node<'_>) -> Read<NodeId> {
    Ok(NodeId { name: node.text(0)?, index: node.u32(1)? })
}

/// Reads a tag of a node's entry point. Returns whether it is one.
pub(super) fn read_property(into: &mut NodeProperties, node: &Node<'_>, tag: u32, value: usize) -> Read<bool> {
    match tag {
        tag::LAUNCH => into.launch = node.u32(value)?,
        tag::PROGRAM_ENTRY => into.is_program_entry = node.bool(value)?,
        tag::ID => into.id = read_id(&node.node(value, "node id")?)?,
        tag::LOCAL_ROOT_ARGUMENTS => {
            into.local_root_arguments = Some(node.u32(value)?).filter(|&index| index != NO_INDEX);
        }
        tag::SHARES_INPUT_OF => into.shares_input_of = Some(read_id(&node.node(value, "node id")?)?),
        tag::DISPATCH_GRID => into.dispatch_grid = Some(node.node(value, "dispatch grid")?.numbers()?),
        tag::MAX_DISPATCH_GRID => into.max_dispatch_grid = Some(node.node(value, "dispatch grid")?.numbers()?),
        tag::MAX_RECURSION_DEPTH => into.max_recursion_depth = node.u32(value)?,
        tag::INPUTS => into.inputs = read_ios(&node.node(value, "node inputs")?)?,
        tag::OUTPUTS => into.outputs = read_ios(&node.node(value, "node outputs")?)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn read_ios(list: &Node<'_>) -> Read<Vec<NodeIo>> {
    (0..list.len()).map(|index| read_io(&list.node(index, "node input or output")?)).collect()
}

fn read_io(node: &Node<'_>) -> Read<NodeIo> {
    let mut io = NodeIo::default();
    for (tag, value) in node.tags()? {
        match tag {
            io_tag::FLAGS => io.flags = node.u32(value)?,
            io_tag::RECORD => io.record = Some(read_record(&node.node(value, "node record")?)?),
            io_tag::MAX_RECORDS => io.max_records = node.u32(value)?,
            io_tag::SHARED_WITH => io.shared_with = Some(node.u32(value)?).filter(|&index| index != NO_INDEX),
            io_tag::ARRAY_SIZE => io.array_size = node.u32(value)?,
            io_tag::ALLOW_SPARSE => io.allow_sparse = node.bool(value)?,
            io_tag::OUTPUT_ID => io.output_id = Some(read_id(&node.node(value, "node id")?)?),
            _ => return Err(node.error()),
        }
    }
    Ok(io)
}

fn read_record(node: &Node<'_>) -> Read<NodeRecordType> {
    let mut record = NodeRecordType::default();
    for (tag, value) in node.tags()? {
        match tag {
            record_tag::SIZE => record.size = node.u32(value)?,
            record_tag::DISPATCH_GRID => record.dispatch_grid = Some(node.node(value, "dispatch grid")?.numbers()?),
            record_tag::ALIGNMENT => record.alignment = node.u32(value)?,
            _ => return Err(node.error()),
        }
    }
    Ok(record)
}

fn write_id(module: &mut Module, id: &NodeId) -> MdId {
    let fields = [module.metadata.string(id.name.clone()), module.md_u32(id.index)];
    module.metadata.tuple(&fields)
}

/// Appends the tags of a node.
pub(super) fn write(module: &mut Module, tags: &mut Tags, node: &NodeProperties) {
    tags.push(module, tag::LAUNCH, |module| module.md_u32(node.launch));
    if let Some(size) = node.wave_size {
        write_wave_size(module, tags, size);
    }
    if node.is_program_entry {
        tags.push(module, tag::PROGRAM_ENTRY, |module| module.md_i1(true));
    }
    if !node.id.name.is_empty() {
        tags.push(module, tag::ID, |module| write_id(module, &node.id));
    }
    let arguments = node.local_root_arguments.unwrap_or(NO_INDEX);
    tags.push(module, tag::LOCAL_ROOT_ARGUMENTS, |module| module.md_u32(arguments));
    if let Some(other) = &node.shares_input_of {
        tags.push(module, tag::SHARES_INPUT_OF, |module| write_id(module, other));
    }
    for (tag, grid) in [(tag::DISPATCH_GRID, node.dispatch_grid), (tag::MAX_DISPATCH_GRID, node.max_dispatch_grid)] {
        if let Some(grid) = grid {
            tags.push(module, tag, |module| numbers(module, &grid));
        }
    }
    if node.max_recursion_depth != 0 {
        tags.push(module, tag::MAX_RECURSION_DEPTH, |module| module.md_u32(node.max_recursion_depth));
    }
    for (tag, ios) in [(tag::INPUTS, &node.inputs), (tag::OUTPUTS, &node.outputs)] {
        if !ios.is_empty() {
            tags.push(module, tag, |module| {
                let ios: Vec<_> = ios.iter().map(|io| write_io(module, io)).collect();
                module.metadata.tuple(&ios)
            });
        }
    }
}

fn write_io(module: &mut Module, io: &NodeIo) -> MdId {
    let mut tags = Tags::default();
    tags.push(module, io_tag::FLAGS, |module| module.md_u32(io.flags));
    if let Some(record) = &io.record {
        tags.push(module, io_tag::RECORD, |module| write_record(module, record));
    }
    if io.max_records != 0 || io.is_output() {
        tags.push(module, io_tag::MAX_RECORDS, |module| module.md_u32(io.max_records));
    }
    if io.array_size != 0 {
        tags.push(module, io_tag::ARRAY_SIZE, |module| module.md_u32(io.array_size));
    }
    if let Some(output) = io.shared_with {
        tags.push(module, io_tag::SHARED_WITH, |module| module.md_u32(output));
    }
    if io.allow_sparse {
        tags.push(module, io_tag::ALLOW_SPARSE, |module| module.md_i1(true));
    }
    if let Some(id) = &io.output_id {
        tags.push(module, io_tag::OUTPUT_ID, |module| write_id(module, id));
    }
    tags.list(module)
}

fn write_record(module: &mut Module, record: &NodeRecordType) -> MdId {
    let mut tags = Tags::default();
    tags.push(module, record_tag::SIZE, |module| module.md_u32(record.size));
    if let Some(grid) = record.dispatch_grid {
        tags.push(module, record_tag::DISPATCH_GRID, |module| numbers(module, &grid));
    }
    if record.alignment != 0 {
        tags.push(module, record_tag::ALIGNMENT, |module| module.md_u32(record.alignment));
    }
    tags.list(module)
}
