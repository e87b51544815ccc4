//! Defines the meaning of HLSL for a family of targets as named capabilities: DXC accepts and reports different things
//! for DXIL and for SPIR-V.
//!
//! One row a family. The checker asks for a capability by its name, never which family it checks for, so each difference between the
//! two is stated once, here.

/// The capabilities of one family of targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The namespace `vk` has its types, functions and attributes.
    pub has_vk: bool,
    /// A function of the language is there from the shader model on that introduced it.
    pub by_shader_model: bool,
    /// A vector may have more than four components where the shader model has such vectors.
    pub long_vectors: bool,
    /// A derivative in a stage without neighbours is an error only where its result is needed.
    pub unused_derivatives: bool,
    /// A literal that other lanes read has 64 bits until its type is settled.
    pub wide_lane_literals: bool,
    /// Meshes of points.
    pub point_meshes: bool,
    /// A mesh shader may lack the parameters for its vertices or indices.
    pub optional_mesh_outputs: bool,
    /// An entry point may be a function that other modules cannot see.
    pub hidden_entries: bool,
    /// Attributes of other stages on the entry point of a program are reported.
    pub own_attributes_only: bool,
    /// Domain and partitioning of a patch may be stated by the domain shader instead of the hull shader.
    pub patch_of_domain: bool,
    /// A geometry shader may read vertices that hold nothing, of any number.
    pub empty_vertices: bool,
    /// Only pixel shaders discard.
    pub discards_in_pixel: bool,
    /// Distances to the planes of `clipplanes` are written.
    pub clip_planes: bool,
    /// A position that is never written is an error.
    pub needs_position: bool,
    /// A pixel shader that limits the depth it writes may read the position at the centre of the pixel.
    pub limited_depth_at_centre: bool,
    /// Elements of signatures take registers, and system values that exist once have no number.
    pub signatures: bool,
    /// Inputs and outputs that are no system values may have components of 64 bits.
    pub wide_elements: bool,
    /// Integers may be interpolated as the source says: they are flat in any case.
    pub flat_integers: bool,
    /// The numbers of system values may be of more types than Direct3D's: any integer, any number of barycentrics.
    pub loose_system_values: bool,
    /// Of several registers written on one declaration, the first counts; else that of the stage and the letter.
    pub first_register: bool,
    /// A register may place a constant of a `cbuffer`, and those outside may name a space.
    pub constant_registers: bool,
    /// Functions of libraries that are linked before anything runs them take and return resources.
    pub linked_resources: bool,
}

impl Dialect {
    /// HLSL for DXIL.
    pub const DXIL: Self = Self {
        has_vk: false,
        by_shader_model: true,
        long_vectors: true,
        unused_derivatives: true,
        wide_lane_literals: true,
        point_meshes: false,
        optional_mesh_outputs: true,
        hidden_entries: false,
        own_attributes_only: true,
        patch_of_domain: false,
        empty_vertices: false,
        discards_in_pixel: true,
        clip_planes: true,
        needs_position: true,
        limited_depth_at_centre: false,
        signatures: true,
        wide_elements: false,
        flat_integers: false,
        loose_system_values: false,
        first_register: false,
        constant_registers: false,
        linked_resources: true,
    };

    /// HLSL for SPIR-V.
    pub const SPIRV: Self = Self {
        has_vk: true,
        by_shader_model: false,
        long_vectors: false,
        unused_derivatives: false,
        wide_lane_literals: false,
        point_meshes: true,
        optional_mesh_outputs: false,
        hidden_entries: true,
        own_attributes_only: false,
        patch_of_domain: true,
        empty_vertices: true,
        discards_in_pixel: false,
        clip_planes: false,
        needs_position: false,
        limited_depth_at_centre: true,
        signatures: false,
        wide_elements: true,
        flat_integers: true,
        loose_system_values: true,
        first_register: true,
        constant_registers: true,
        linked_resources: false,
    };
}

impl Default for Dialect {
    fn default() -> Self {
        Self::DXIL
    }
}
