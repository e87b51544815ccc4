//! Lists the diagnostics of the SPIR-V back end: errors of the user that only this stage can find, and errors of the
//! compiler.

use hlslc_base::{Diagnostic, Span, Stage, internal_in};

/// A mistake of the compiler: a function holds something SPIR-V has no form for.
pub(crate) fn not_spirv(span: Span, function: &str, what: &str) -> Diagnostic {
    internal_in(span, "lower to SPIR-V", function, &format!("{what} has no form in SPIR-V"))
}

hlslc_base::diagnostics! {
    /// Something known to the language that this back end cannot write yet.
    E0901 error not_supported_yet(what: &str) => "{what} is not supported yet in SPIR-V";
    /// Something that only a later version has: lanes that talk to each other, matrices that they hold together.
    E0904 error needs_later_environment(env: &str, major: u8, minor: u8) => "the shader needs SPIR-V {major}.{minor}, which {env} does not have: choose another with -fspv-target-env";
    /// Nothing in SPIR-V records what a sampler touches.
    E0905 error no_sampler_feedback(name: &str) => "`{name}` is a feedback texture, which SPIR-V does not have";
    /// Factors that are rounded to powers of two, which Vulkan's tessellator does not do.
    E0906 error no_powers_of_two() => "`partitioning(\"pow2\")` has no equivalent in Vulkan; take \"integer\" or a fractional one";
    /// A mesh shader of the older extension culls no single primitives.
    E0907 error no_culled_primitives() => "`SV_CullPrimitive` needs an environment with SPIR-V 1.4, such as -fspv-target-env=vulkan1.1spirv1.4";
    /// The size of points goes to the rasteriser and no further.
    E0929 error no_size_of_points() => "a pixel shader of Vulkan cannot read the built-in `PointSize`: hand the size on in an output of its own";
    /// The rasteriser makes built-ins for each pixel: vertices have none.
    E0930 error built_in_at_vertex(name: &str) => "`GetAttributeAtVertex` cannot be given `{name}`, which is a built-in of the pixel in Vulkan: pass it under another semantic";
    /// An array of positions, say, which HLSL takes for several semantics in a row.
    E0931 error built_in_shape(name: &str, what: &str) => "`{name}` is {what} in Vulkan";
    /// A geometry shader that reads nothing, or a patch.
    E0908 error no_input_primitive() => "a geometry shader of Vulkan takes `point`, `line`, `triangle`, `lineadj` or `triangleadj`, and neither a patch nor no input";
    /// Derivatives between the threads of a group, which are not for mesh shaders of the older extension.
    E0911 error no_derivatives_of_groups() => "derivatives in mesh and amplification shaders need an environment with SPIR-V 1.4, such as -fspv-target-env=vulkan1.1spirv1.4";
    /// Ray shaders need one of two extensions, and the later one a later version.
    E0912 error no_ray_tracing() => "ray shaders need an environment with SPIR-V 1.4, such as -fspv-target-env=vulkan1.1spirv1.4, or -fspv-extension=SPV_NV_ray_tracing";
    /// Positions are turned in the stage before the rasteriser.
    E0910 error no_position_to_turn(stage: Stage) => "{stage} shaders write no position: -fvk-invert-y is for vertex, domain, geometry and mesh shaders";
    /// Options give registers their bindings, and this one none.
    E0913 error register_without_binding(name: &str) => "`{name}` has no row of -fvk-bind-register: where there is one, every resource needs a register and a row";
    /// A counter has no row.
    E0914 error counter_without_binding(name: &str) => "the counter of `{name}` has no row of -fvk-bind-register, such as `u1.counter 0 2 0`";
    /// Something that only an extension has.
    E0915 error extension_not_allowed(name: &str) => "the shader needs {name}, which -fspv-extension does not allow";
    /// Each element is a variable, so something must know which.
    E0917 error index_into_flat_array() => "with -fspv-flatten-resource-arrays the index into an array of resources must be known when compiling";
    /// Two inputs or outputs at one place.
    E0918 error overlapping_locations(location: u32) => "location {location} is already used by another of the same direction";
    /// What `packoffset` and `vk::offset` may do for Direct3D, or nowhere.
    E0933 error members_overlap(buffer: &str, name: &str, other: &str) => "in `{buffer}`, `{name}` begins where `{other}` has not ended: members of Vulkan's buffers share no bytes, so give it another `packoffset` or `vk::offset`";
    /// More ids than an option allows.
    E0916 error too_many_ids(most: u32, have: u32) => "the module has {have} ids, more than the {most} of -fspv-max-id";
    /// A number that the source takes for an instruction or a type.
    E0919 error unknown_opcode(number: u32) => "{number} is not an instruction of SPIR-V";
    /// A number that the source takes for a capability.
    E0920 error unknown_capability(number: u32) => "{number} is not a capability of SPIR-V";
    /// What SPIR-V has for others than Vulkan.
    E0926 error not_of_vulkan(what: &str) => "Vulkan has no {what}: no device could run the module";
    /// A number that the source takes for a decoration.
    E0921 error unknown_decoration(number: u32) => "{number} is not a decoration of SPIR-V";
    /// A number that the source takes for a built-in.
    E0922 error unknown_built_in(number: u32) => "{number} is not a built-in of SPIR-V";
    /// A number that the source takes for a storage class.
    E0923 error unknown_storage_class(number: u32) => "{number} is not a storage class of SPIR-V";
    /// A number that the source takes for an execution mode.
    E0924 error unknown_execution_mode(number: u32) => "{number} is not an execution mode of SPIR-V";
    /// An execution mode of other stages.
    E0934 error mode_of_others(mode: &str, stages: &str, stage: &str) => "{mode} is of {stages} shaders, and this is a {stage} shader";
    /// A built-in that another stage has.
    E0937 error built_in_of_others(name: &str, what: &str, stage: &str) => "in Vulkan, built-in {name} cannot be a separate variable for the {what} of a {stage} shader";
    /// A built-in that is there by its semantic too.
    E0938 error built_in_twice(name: &str) => "built-in {name} already exists by a semantic or another variable: keep one of them";
    /// A decoration of something else.
    E0939 error misplaced_decoration(name: &str, place: &str) => "decoration {name} is not allowed at {place}";
    /// A decoration that the compiler has said.
    E0940 error decorated_twice(name: &str) => "decoration {name} already exists with other operands";
    /// A mesh with more vertices or primitives than its outputs have room for.
    E0941 error too_large_mesh(count: u64, what: &str, most: u32) => "the mesh has {count} {what} here, and its outputs have room for {most}";
    /// A mesh that has no room for a primitive, as IR text may say.
    E0960 error mesh_without_primitives() => "a mesh shader for SPIR-V must have room for at least one primitive: its indices are an array";
    /// A variable of a storage class that it cannot have.
    E0942 error misplaced_variable(class: &str, problem: &str) => "a variable of storage class {class} {problem}";
    /// More of something than SPIR-V lets a module have.
    E0943 error beyond_limit(most: usize, what: &str, have: usize, advice: &str) => "SPIR-V allows {most} {what}, and here are {have}: {advice}";
    /// A buffer of structs without members.
    E0944 error elements_without_room(name: &str) => "the elements of `{name}` have no bytes, which Vulkan does not allow in a buffer: give their struct a member";
    /// An access through an address that promises too little.
    E0945 error alignment_of_scalars(align: u32, least: u32) => "the address is a multiple of {align} here, and its largest scalar has {least} bytes, whose alignment Vulkan requires: give an alignment of at least {least}";
    /// A type made by its opcode that is said to lie tighter than it does.
    E0946 error room_of_made(takes: u32, at: u32, said: u32, said_at: u32) => "this type has {takes} bytes at multiples of {at} in memory, and `vk::SpirvType` states {said} at multiples of {said_at}";
    /// A call of what another module would have to give.
    E0947 error undefined_function(name: &str) => "`{name}` has no body, and modules of Vulkan are not linked with others: define it, or choose `-fspv-target-env=universal1.5` for a library";
    /// Two execution modes that no shader has both.
    E0935 error execution_modes_exclude(mode: &str, other: &str) => "execution mode {mode} contradicts {other}, which the shader has already";
    /// Derivatives in a group whose threads do not fall into fours.
    E0936 error group_without_quads(x: u32, y: u32, z: u32) => "derivatives need quads of threads, and a group of {x}x{y}x{z} is not made of quads: use a multiple of four in `[numthreads]`";
    /// `ext_decorate_id` on a member.
    E0925 error decorated_member() => "members of structs cannot be decorated with constants by `vk::ext_decorate_id`: SPIR-V has no such decoration";
    /// What the source takes by its number is given other operands than it has.
    E0927 error foreign_operands(what: &str, problem: &str) => "{what} {problem}";
    /// What reads or writes memory by its number is given no pointer.
    E0928 error foreign_pointer(name: &str) => "the first operand of {name} is a pointer: write `[[vk::ext_reference]]` at the parameter";
    /// What SPIR-V loads has a size.
    E0932 error foreign_buffer(name: &str) => "`{name}` has no size, so it cannot be an operand: pass one of its elements";
    /// There is nothing to start.
    E0903 error no_entry() => "the module has no entry point, and modules of Vulkan are not linked with others: mark a function as one, such as with `[shader(\"compute\")]`, or choose `-fspv-target-env=universal1.5`";
}
