//! Lists the diagnostics of passes and checks: errors of the user that are found in the IR only.

use hlslc_semantics::limits::MESH_GRANULE;

hlslc_base::diagnostics! {
    /// Inlining all calls makes a function too large.
    E0701 error inlined_too_large(function: &str, limit: u32) => "`{function}` has more than {limit} instructions once its calls are inlined";
    /// Inlining all calls makes a module too large, although no function is.
    E0751 error module_too_large(function: &str, limit: u32) => "all functions together have more than {limit} instructions once the calls in `{function}` are inlined: export less of what calls others";
    /// A call that cannot be inlined, because it is recursive.
    E0702 error recursive_call(function: &str) => "`{function}` calls itself: recursion is not allowed";
    /// `[unroll]` on a loop whose iterations cannot be counted.
    E0703 error cannot_unroll(limit: u32) => "this loop cannot be unrolled: its iterations cannot be counted, or are more than {limit}; `[unroll(n)]` gives a bound, `[loop]` keeps it a loop";
    /// Unrolling makes a function too large.
    E0704 error unrolled_too_large(limit: u32) => "unrolled, this loop has more than {limit} instructions";
    /// A resource variable that may hold different resources at a use.
    E0705 error open_resource() => "it is not known at compile time which resource this is";
    /// Raw handles of several resources reach a use, or one of no resource that is known. The first words are those of DXC's linker, which
    /// programs look for.
    E0754 error local_resource() => "local resource not guaranteed to map to unique global resource: after linking, what is selected or returned here must be known at compile time";
    /// An operand that the target requires to be constant.
    E0706 error not_constant(what: &str, target: &str) => "{what} is not a constant, as {target} needs it: write one, or let it depend only on the counters of loops that can be unrolled";
    /// A constant operand out of its range.
    E0707 error constant_range(what: &str, found: i32, least: i32, most: i32) => "{what} is {found}, but it must lie between {least} and {most}";
    /// An operand of an attribute evaluation that is not an input.
    E0708 error not_an_input() => "the value that is evaluated elsewhere in the pixel must be an unmodified input of the entry point: this one is computed or selected";
    /// An access to an input or output that no target supports.
    E0726 error interface_access(what: &str) => "{what}";
    /// A property of the entry point that is out of the range of its stage.
    E0730 error stage_range(what: &str, value: &str, least: u32, most: u32) => "{what} is {value}, but must lie between {least} and {most}";
    /// A geometry shader writes more scalars than Direct3D allows.
    E0731 error too_much_geometry(vertices: u32, each: u64, total: u64, most: u32) => "{vertices} vertices of {each} scalars are {total}, a geometry shader writes {most} at most: lower `maxvertexcount` or write less of each vertex";
    /// The output control points of a hull shader have more scalars than Direct3D allows.
    E0732 error too_many_control_point_numbers(total: u64, most: u32) => "the output control points hold {total} scalars, the limit is {most}";
    /// An output topology that the tessellator cannot produce from the domain.
    E0733 error tessellator_output(domain: &str, output: &str) => "`outputtopology(\"{output}\")` does not go with `domain(\"{domain}\")`: isolines give points or lines, the others points or triangles";
    /// Tessellation factors that are missing.
    E0734 error no_tess_factors(name: &str, domain: &str, rows: u32) => "the patch-constant function does not return `{name}`: `domain(\"{domain}\")` needs an array of {rows}";
    /// Tessellation factors whose number does not fit the domain.
    E0735 error tess_factors(name: &str, domain: &str, rows: u32) => "`{name}` of `domain(\"{domain}\")` must be an array of {rows} floats";
    /// Tessellation factors that fit no domain, in a shader that does not state its domain.
    E0749 error tess_factors_of_any(name: &str, rows: u32) => "`{name}` must be an array of floats, {rows} at most";
    /// A component of the domain location that a domain does not have.
    E0736 error domain_location(domain: &str, known: u32) => "the location in `domain(\"{domain}\")` has {known} components, this is another one";
    /// A mesh shader that writes outputs without setting their counts.
    E0737 error no_mesh_counts() => "`SetMeshOutputCounts` must be called before anything is written";
    /// A second call of `SetMeshOutputCounts`.
    E0738 error second_mesh_counts() => "`SetMeshOutputCounts` can be called once only: call it in one place, with the counts as they have become";
    /// An output of a mesh shader that may be written before `SetMeshOutputCounts`.
    E0739 error early_mesh_output() => "this is written where `SetMeshOutputCounts` may not have been called: call it on every path to here";
    /// A mesh shader whose outputs are too large.
    E0740 error mesh_too_large(what: &str, bytes: u64, most: u32) => "{what} of the mesh shader takes {bytes} bytes, the limit is {most}: counts are rounded up to multiples of {MESH_GRANULE}";
    /// A payload that is too large.
    E0741 error payload_too_large(bytes: u32, most: u32) => "the payload has {bytes} bytes, the limit is {most}";
    /// An amplification shader without `DispatchMesh`.
    E0742 error no_dispatch() => "an amplification shader must call `DispatchMesh`";
    /// A second call of `DispatchMesh`.
    E0743 error second_dispatch() => "`DispatchMesh` can be called once only: call it in one place, with the counts as they have become";
    /// A call of `DispatchMesh` that does not lie on every path.
    E0744 error dispatch_not_always() => "`DispatchMesh` must be called on every path through the shader: call it once outside of branches and loops, if necessary with counts of 0";
    /// Records that are used after `OutputComplete`.
    E0745 error records_handed_on() => "these records were handed on by `OutputComplete`, so they cannot be used any more";
    /// Different resources that reach a join or a select.
    E0746 error chosen_resource() => "the resource is selected here at run time, and must be known at compile time: select an index into one array, or use the resource in each branch";
    /// An index into an array of resources, or a heap, that the lanes of a wave do not share.
    W0703 warning["non-uniform-resource-index"] index_diverges(name: &str) => "the index into `{name}` differs between the lanes of a wave, which is undefined unless it is marked: write `NonUniformResourceIndex(…)` around it";
    /// An index that may differ between the lanes, depending on the draw call.
    W0704 warning["non-uniform-resource-index", all] index_may_diverge(name: &str) => "the index into `{name}` may differ between the lanes of a wave, which is undefined unless it is marked: write `NonUniformResourceIndex(…)` around it";
    /// A render target that remains undefined in part. The group is the one that DXC uses for warnings without one.
    W0702 warning["inline-asm"] output_not_written(name: &str) => "not all components of output `{name}` are written: the others are undefined";
    /// `[unroll(n)]` ends a loop that could continue, which is usually intended.
    W0701 warning["unroll-count", all] loop_is_cut(count: u32) => "`[unroll({count})]` ends this loop after {count} iterations, though it may have more: raise the count, or write `[unroll]` or `[loop]`";
    /// Copies of aggregates beyond the budget.
    E0709 error copies_too_large(limit: u32) => "copies of structs and arrays have more than {limit} scalars in all with this one: access the members and elements in place";
    /// A constant buffer that is too large for Direct3D.
    E0720 error buffer_too_large(name: &str, size: u32, most: u32) => "constant buffer `{name}` has {size} bytes, the limit is {most}: a `tbuffer` or structured buffer may be larger";
    /// Elements of a structured buffer that are too large for Direct3D.
    E0721 error element_too_large(name: &str, size: u32, most: u32) => "the elements of structured buffer `{name}` have {size} bytes, the limit is {most}";
    /// An array of resources that has none, which is accessed.
    E0752 error no_registers(name: &str) => "`{name}` is an array of no elements, so no resource of it can be used";
    /// A buffer that holds an array of no elements, and which is accessed.
    E0753 error empty_array_in_buffer(name: &str) => "`{name}` holds an array of no elements, which has no place in this buffer: remove it, or give it a size";
    /// Group-shared memory in a stage without thread groups.
    E0722 error shared_without_groups(name: &str, stage: &str) => "`{name}` is groupshared, but {stage} shaders do not run in groups";
    /// An operation on an undefined value.
    E0750 error nothing_is_read() => "an undefined value is read here: initialise the variable, or all of its components";
    /// A loop without an exit.
    E0723 error endless_loop() => "this loop has no exit: nothing leaves it";
    /// A counter that is incremented and decremented.
    E0725 error counter_up_and_down(name: &str) => "the counter of `{name}` is both incremented and decremented, a shader may do one of them";
    /// The same from shader model 6.6 on, where DXC accepts it.
    W0705 warning["counter-direction"] counter_turns(name: &str) => "the counter of `{name}` is both incremented and decremented, which Direct3D does not define: use two buffers";
    /// An atomic operation on a local or `static` variable.
    E0748 error not_shared() => "an atomic operation needs memory that other threads see: a `groupshared` variable or an element of a writable resource";
    /// Two resources in use have the same register.
    E0710 error registers_overlap(name: &str, register: &str, other: &str) => "`{name}` at {register} overlaps with `{other}`";
    /// An array without a size, if unused resources keep their registers.
    E0747 error unbounded_reserved(name: &str) => "`-flegacy-resource-reservation` cannot reserve registers for `{name}`, which is an array without a size: give it a size";
    /// No range of registers is left for a resource without explicit registers.
    E0711 error no_register_left(name: &str, wanted: &str, letter: char, space: u32) => "`{name}` needs {wanted}, but no such {letter} registers are left in space {space}";
}
