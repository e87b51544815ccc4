//! Lists the diagnostics of the lowering to DXIL: errors of the user that only this stage can find, and errors of the
//! compiler.

use hlslc_base::{Diagnostic, Span, internal_in};
use hlslc_semantics::limits::{REGISTER_COMPONENTS, SIGNATURE_REGISTERS};

/// An error of the compiler: a function contains something that DXIL cannot express.
pub(crate) fn not_dxil(span: Span, function: &str, what: &str) -> Diagnostic {
    internal_in(span, "lower to DXIL", function, &format!("{what} has no form in DXIL"))
}

hlslc_base::diagnostics! {
    /// An operation of a later shader model.
    E0802 error op_needs_model(op: &str, needs: &str, has: &str) => "{op} needs shader model {needs}; the target is {has}";
    /// An operation that is not available in the stage.
    E0803 error op_not_in_stage(op: &str, stage: &str) => "{op} is not available in {stage} shaders";
    /// An operation on a type that is not available in this shader model.
    E0804 error op_overload(op: &str, ty: &str, model: &str) => "{op} does not support {ty} in shader model {model}";
    /// Group-shared variables need more memory than a thread group has.
    E0806 error groupshared_too_large(bytes: u64, limit: u64) => "group-shared variables take {bytes} bytes, more than the {limit} that a thread group has";
    /// More signature elements than registers.
    E0807 error no_register(name: &str) => "no register is left for `{name}`: signatures have {SIGNATURE_REGISTERS} rows of {REGISTER_COMPONENTS} components";
    /// Vertices and primitives of a mesh shader that exceed the rows of a signature together.
    E0809 error mesh_registers(vertex: u32, primitive: u32, most: u32) => "vertices take {vertex} rows and primitives {primitive}, together a mesh shader has {most}";
    /// A property that DXIL requires the hull shader to state.
    E0810 error open_tessellation() => "a hull shader for DXIL must state its domain, its partitioning and its patch-constant function";
    /// Group-shared variables need more memory than `[GroupSharedLimit(…)]` states.
    E0811 error groupshared_over_limit(bytes: u64, limit: u64) => "group-shared variables take {bytes} bytes, more than the {limit} that `GroupSharedLimit` states";
    /// A function of a library that something runs takes or returns a resource.
    E0812 error resource_at_border(name: &str) => "`{name}` takes or returns a resource, as only functions of a library for linking (`lib_6_x`) may: link it to a shader, or let a variable name the resource";
    /// A variable of an output or of its records that holds several, by what runs.
    E0813 error selected_output() => "which output of the node this is, or whose records these are, is selected at run time and must be known at compile time: use each in its branch, or allocate none of an output by a count of 0";
    /// Records that were declared and never allocated.
    E0763 error open_records() => "these records were never allocated: a variable of records has none until some are assigned";
    /// An undefined value that is stored to visible memory, which DXIL does not allow.
    E0808 error undefined_store() => "the value stored to this resource is partly undefined: give all its components a value";
}
