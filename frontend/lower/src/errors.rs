//! Lists the errors of the lowering: constructs that no back end supports yet, and limits.
//!
//! Everything else was decided by the checker; lowering never asks a semantic question again.

hlslc_base::diagnostics! {
    /// A part of the language that is checked but not lowered yet.
    E0601 error not_supported(what: &str) => "{what} is not supported yet";
    /// A built-in function or method that is checked but not lowered yet.
    E0602 error intrinsic_not_supported(name: &str) => "`{name}` is not supported yet";
    /// An expression or statement that nests deeper than lowering follows.
    E0603 error too_deep(limit: u32) => "code nests deeper than {limit} levels";
    /// A resource of a struct in an array of structs, picked by an index that is not constant.
    E0604 error resource_index_not_constant(name: &str) => "index into `{name}`, an array of structs with resources, must be a constant";
    /// An operand that has to be known when compiling.
    E0606 error operand_not_constant(what: &str) => "{what} must be a constant";
    /// An input or output of an entry point without a semantic.
    E0607 error missing_semantic(name: &str) => "`{name}` of the entry point needs a semantic";
    /// A value of a control point that the hull shader's own function does not take or give.
    E0609 error no_such_control_point_value(name: &str, side: &str) => "Signature element {name}, referred to by patch constant function, is not found in corresponding hull shader {side}.";
    /// `vk::RawBufferLoad(address, n)` with an `n` that is not known.
    E0610 error alignment_unknown() => "the alignment must be a constant power of two";
    /// `vk::ext_execution_mode(x)` with an `x` that is not known.
    E0611 error mode_unknown() => "an execution mode and its operands must be constants";
    /// `printf(x)` with an `x` that is not known.
    E0612 error format_unknown() => "the format of `printf` must be a text";
    /// Arrays of ray queries, each of which is begun by itself.
    E0613 error too_many_queries(limit: u32) => "the variables of this function hold more than {limit} ray queries and hit objects with this one; `-budget queries=N` takes another number";
    /// `out S c[2] : SV_Target`, where the struct has several members.
    E0614 error targets_in_array(name: &str) => "`{name}` is an array of structs of several render targets: outputs of pixel shaders are not indexable, so give each struct a semantic of its own";
    /// Arrays of structs that hold resources in arrays of structs, and so on.
    E0784 error too_many_resource_parts(limit: u32) => "the structs that hold resources have more than {limit} members in all; `-budget resource-parts=N` takes another number";
    /// A constant index beyond the end of a resource array.
    E0608 error resource_index_out_of_range(index: u64, count: u32) => "index {index} is out of the range of {count} resources";
}
