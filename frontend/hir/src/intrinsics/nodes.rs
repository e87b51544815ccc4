//! Lists the functions of work graphs: methods of inputs, outputs and records of nodes.

use super::stages::NODE;
use super::{Row, op};
use crate::objects::ObjectKind::{self, *};
use Expansion::*;
use hlslc_ir::Op;

/// Names of the small functions for nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// One record: no value but a place, which the checker makes of it.
    Record,
    /// An output of an array, which the checker asks for with `[]`.
    Indexed,
    /// New records of an output.
    Records {
        /// Whether each thread gets its own.
        per_thread: bool,
    },
    /// More empty records of an output.
    Increment {
        /// Whether each thread gives its own.
        per_thread: bool,
    },
    /// The operation on the object.
    Plain(Op),
    /// A barrier for records.
    Barrier,
}

const fn method(
    name: &'static str,
    signature: &'static str,
    expansion: Expansion,
    objects: &'static [ObjectKind],
) -> Row {
    super::expand(name, signature, super::Expansion::Nodes(expansion)).on(objects).since(8)
}

/// The objects with one record.
const SINGLE: &[ObjectKind] =
    &[DispatchNodeInputRecord, RwDispatchNodeInputRecord, ThreadNodeInputRecord, RwThreadNodeInputRecord];
/// The objects with several.
const SEVERAL: &[ObjectKind] =
    &[GroupNodeInputRecords, RwGroupNodeInputRecords, GroupNodeOutputRecords, ThreadNodeOutputRecords];
const COUNTED: &[ObjectKind] = &[GroupNodeInputRecords, RwGroupNodeInputRecords, EmptyNodeInput];
const OUTPUT_RECORDS: &[ObjectKind] = &[GroupNodeOutputRecords, ThreadNodeOutputRecords];
const OUTPUTS: &[ObjectKind] = &[NodeOutput, EmptyNodeOutput];
/// Arrays of outputs.
pub const ARRAYS: &[ObjectKind] = &[NodeOutputArray, EmptyNodeOutputArray];

/// The name of what gives one output of an array. Nothing can write it.
pub const INDEXED: &str = "[]";

pub(super) const ROWS: &[Row] = &[
    method("Get", "-> T", Record, SINGLE),
    method("Get", "?index: uint -> T", Record, SEVERAL),
    method(INDEXED, "index: uint -> void", Indexed, ARRAYS),
    method("Count", "-> uint", Plain(Op::NodeCount), COUNTED),
    method("FinishedCrossGroupSharing", "-> bool", Plain(Op::NodeFinished), &[RwDispatchNodeInputRecord]),
    method("OutputComplete", "-> void", Plain(Op::NodeComplete), OUTPUT_RECORDS),
    method("GetThreadNodeOutputRecords", "count: uint -> thread_records", Records { per_thread: true }, &[NodeOutput]),
    method("GetGroupNodeOutputRecords", "count: uint -> group_records", Records { per_thread: false }, &[NodeOutput]),
    method("IsValid", "-> bool", Plain(Op::NodeIsValid), OUTPUTS),
    method("ThreadIncrementOutputCount", "count: uint -> void", Increment { per_thread: true }, &[EmptyNodeOutput]),
    method("GroupIncrementOutputCount", "count: uint -> void", Increment { per_thread: false }, &[EmptyNodeOutput]),
    op("GetRemainingRecursionLevels", "-> uint", Op::NodeRecursionsLeft).since(8).stages(NODE),
    super::expand("Barrier", "records: node_records, meaning: uint -> void", super::Expansion::Nodes(Barrier)).since(8),
];
