//! Lists the limits of Direct3D: one row each, read by the checker, the passes, the rules of DXIL and every message
//! that names one.
//!
//! Input: nothing. Output: a constant for each limit, and [`ALL`], which names them for tests. A number that is a limit stands
//! here and nowhere else in the source; a test of the workspace searches for the others.

macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident: $ty:ident = $value:expr;)*) => {
        $($(#[doc = $doc])+ pub const $name: $ty = $value;)*

        /// Every limit by its name.
        pub const ALL: &[(&str, f64)] = &[$((stringify!($name), $value as f64)),*];
    };
}

limits! {
    // Resources.
    /// The most bytes of a constant buffer: 4096 rows.
    CONSTANT_BUFFER_BYTES: u32 = 4096 * CONSTANT_ROW_BYTES;
    /// The bytes of a row of a constant buffer, which no vector crosses.
    CONSTANT_ROW_BYTES: u32 = 16;
    /// The most bytes from one element of a structured buffer to the next.
    STRUCTURE_BYTES: u32 = 2048;
    /// The most bytes of an element of a typed buffer or texture.
    TYPED_ELEMENT_BYTES: u32 = 16;
    /// The least level bias of a sample.
    LEVEL_BIAS_LEAST: f32 = -16.0;
    /// The greatest level bias of a sample.
    LEVEL_BIAS_MOST: f32 = 15.99;
    /// The greatest anisotropy of a sampler.
    ANISOTROPY: u32 = 16;
    /// The least offset that is added to the texels of an access.
    TEXEL_OFFSET_LEAST: i32 = -8;
    /// The greatest offset that is added to the texels of an access.
    TEXEL_OFFSET_MOST: i32 = 7;

    // Thread groups.
    /// The most threads of a group of a compute shader, in all and in the first two directions.
    GROUP_THREADS: u32 = 1024;
    /// The most threads of a group in the third direction.
    GROUP_DEPTH: u32 = 64;
    /// The most threads of a group of a mesh or amplification shader, in all and in each direction.
    MESH_GROUP_THREADS: u32 = 128;
    /// The most bytes of group-shared memory.
    GROUP_MEMORY_BYTES: u32 = 32 * 1024;
    /// The most bytes of group-shared memory of a mesh shader.
    MESH_GROUP_MEMORY_BYTES: u32 = 28 * 1024;
    /// The fewest lanes that a wave has.
    WAVE_LANES_LEAST: u32 = 4;
    /// The most lanes that a wave has.
    WAVE_LANES_MOST: u32 = 128;

    // Signatures.
    /// The registers of a signature.
    SIGNATURE_REGISTERS: u32 = 32;
    /// The components of a register.
    REGISTER_COMPONENTS: u32 = 4;
    /// The render targets that there are.
    RENDER_TARGETS: u32 = 8;
    /// The registers that clip and cull distances share.
    CLIP_CULL_REGISTERS: u32 = 2;
    /// The most clip and cull distances.
    CLIP_CULL_DISTANCES: u32 = CLIP_CULL_REGISTERS * REGISTER_COMPONENTS;
    /// The most planes of `[clipplanes(…)]`.
    CLIP_PLANES: u32 = 6;
    /// The most characters of a semantic name.
    SEMANTIC_NAME_LENGTH: u32 = 64;

    // Geometry and tessellation.
    /// The most vertices that a geometry shader writes.
    GEOMETRY_VERTICES: u32 = 1024;
    /// The most components of all the vertices that a geometry shader writes.
    GEOMETRY_COMPONENTS: u32 = 1024;
    /// The most instances of a geometry shader.
    GEOMETRY_INSTANCES: u32 = 32;
    /// The output streams of a geometry shader.
    GEOMETRY_STREAMS: u32 = 4;
    /// The most control points of a patch, read or written.
    CONTROL_POINTS: u32 = 32;
    /// The most components of all the control points that a hull shader writes.
    CONTROL_POINT_COMPONENTS: u32 = 3968;
    /// The least dimension that two factors of linear algebra share.
    MATRIX_INNER_LEAST: u32 = 4;
    /// The greatest of them.
    MATRIX_INNER_MOST: u32 = 128;
    /// The least such dimension of matrices of a thread group.
    GROUP_MATRIX_INNER_LEAST: u32 = 1;
    /// The greatest of them.
    GROUP_MATRIX_INNER_MOST: u32 = 1024;
    /// What the alignment of a matrix in a buffer is a multiple of.
    MATRIX_ALIGNMENT: u32 = 128;
    /// The least tessellation factor that may be the largest.
    TESS_FACTOR_LEAST: u32 = 1;
    /// The largest tessellation factor.
    TESS_FACTOR_MOST: u32 = 64;

    // Meshes.
    /// The most vertices that a mesh shader writes, and the most primitives.
    MESH_ELEMENTS: u32 = 256;
    /// Room is kept for vertices and primitives of a mesh in multiples of this many.
    MESH_GRANULE: u32 = 32;
    /// The registers of the vertices and primitives of a mesh together.
    MESH_REGISTERS: u32 = SIGNATURE_REGISTERS;
    /// The most bytes that a group of a mesh shader writes.
    MESH_OUTPUT_BYTES: u32 = 32 * 1024;
    /// The most bytes that a group of a mesh shader writes and reads as its payload.
    MESH_BYTES: u32 = 47 * 1024;
    /// The most bytes of the payload of a mesh shader.
    PAYLOAD_BYTES: u32 = 16 * 1024;

    // Ray tracing.
    /// The most bytes of the attributes of a hit.
    RAY_ATTRIBUTE_BYTES: u32 = 32;

    // Work graphs.
    /// The greatest number of groups in one direction of a grid.
    GRID_SIDE: u32 = 65_535;
    /// The most groups of a grid.
    GRID_GROUPS: u32 = 16_777_215;
    /// The maximum recursion depth of a node.
    NODE_RECURSION: u32 = 32;
}

/// The most threads of a group in each direction.
pub const GROUP_SIDES: [u32; 3] = [GROUP_THREADS, GROUP_THREADS, GROUP_DEPTH];

/// A level bias that is known, within the range that there is. What is no number stays.
pub const fn clamped_level_bias(bias: f32) -> f32 {
    bias.clamp(LEVEL_BIAS_LEAST, LEVEL_BIAS_MOST)
}

/// Whether a level bias is within its range.
pub fn is_level_bias(bias: f32) -> bool {
    (LEVEL_BIAS_LEAST..=LEVEL_BIAS_MOST).contains(&bias)
}

/// Whether a tessellation factor can be the largest.
pub fn is_tess_factor(factor: f32) -> bool {
    (TESS_FACTOR_LEAST as f32..=TESS_FACTOR_MOST as f32).contains(&factor)
}

/// Whether a wave can have this many lanes.
pub const fn is_wave_size(lanes: u32) -> bool {
    lanes.is_power_of_two() && WAVE_LANES_LEAST <= lanes && lanes <= WAVE_LANES_MOST
}

/// The most bytes of group-shared memory, of a mesh shader or of any other with thread groups.
pub const fn group_memory_bytes(is_mesh: bool) -> u32 {
    if is_mesh { MESH_GROUP_MEMORY_BYTES } else { GROUP_MEMORY_BYTES }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bias_is_clamped_to_what_is_a_bias() {
        for bias in [f32::NEG_INFINITY, -20.0, -16.0, 0.5, 15.99, 16.0] {
            assert!(is_level_bias(clamped_level_bias(bias)), "{bias}");
        }
        assert!(clamped_level_bias(f32::NAN).is_nan());
    }

    #[test]
    fn names_of_limits_differ() {
        let mut names: Vec<_> = ALL.iter().map(|row| row.0).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
    }
}
