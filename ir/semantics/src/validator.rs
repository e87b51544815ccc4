//! Lists the differences between validator versions: one table.
//!
//! A module states the validator it is written for (`dx.valver`). A validator builds signatures, `PSV0` and flags again and
//! compares, so everything that a version changed has to be written as that version expects. Each change is a row here: a
//! name, and the version that introduced it. No other code compares validator versions.

use crate::version::Version;
use std::fmt;

/// The version of a validator.
///
/// 0.0 says that the module is not meant to be validated; such a module has all that any version brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValidatorVersion(pub Version);

/// A change: the method that asks for it, and the minor version that brought it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The name of the method of [`ValidatorVersion`].
    pub name: &'static str,
    /// The first minor version.
    pub since: u8,
}

macro_rules! changes {
    ($($(#[doc = $doc:literal])* $name:ident since $minor:literal;)*) => {
        impl ValidatorVersion {
            /// The table.
            pub const CHANGES: &[Change] = &[$(Change { name: stringify!($name), since: $minor }),*];

            $($(#[doc = $doc])*
            pub const fn $name(self) -> bool {
                self.has($minor)
            })*
        }
    };
}

changes! {
    /// `PSV0` holds signatures and dependencies (its version 1), and metadata the same dependencies.
    states_dependencies since 1;
    /// The flag for loads of several components from a UAV looks at the components. Before, any typed or raw load of a
    /// UAV set it.
    counts_loaded_components since 1;
    /// Inputs of hull and domain shaders count among those that set the flag for array indices.
    checks_array_index_inputs since 4;
    /// Libraries have subobjects.
    has_subobjects since 4;
    /// Mesh and amplification shaders are among the kinds of shaders that a function may be for, and what an operation needs
    /// beyond its kinds is looked at.
    knows_mesh_shaders since 5;
    /// Metadata says which components of a signature element are used, and signatures repeat it.
    states_component_use since 5;
    /// Components of one bit are unsigned in signatures. Before, they had no type.
    types_bools since 5;
    /// There is a part for the hash of the program.
    has_hash_part since 5;
    /// Annotations say which members of constant buffers are used.
    annotates_use since 5;
    /// The program of a shader has no annotations of functions. Before, they stayed when reflection was taken out.
    drops_function_annotations since 5;
    /// `PSV0` holds the thread group's size and the kinds of resources (its version 2).
    states_thread_group since 6;
    /// The flag for many UAVs counts registers. Before, it counted declarations.
    counts_uav_registers since 6;
    /// Barycentrics have a flag.
    flags_barycentrics since 6;
    /// UAVs that 64-bit atomics use are marked in metadata.
    marks_atomic64 since 6;
    /// Annotations name bit-fields.
    annotates_bit_fields since 7;
    /// Equal names in a signature part are stored once, and the part is padded to four bytes.
    shares_names since 7;
    /// `PSV0` holds the dependencies of all output streams of a geometry shader. Before, the tables of all, but those of
    /// the last stream alone filled: validators of that time compare so, today's reject it even in a container for them.
    fills_all_streams since 7;
    /// Entry points of libraries have their root signatures.
    states_root_signatures since 7;
    /// Libraries say which compiler made them, in a part.
    has_version_part since 8;
    /// `RDAT` holds the nodes of work graphs, and what runs a function.
    states_nodes since 8;
    /// What a function of a library calls counts as what itself needs, and derivatives and thread groups as needs. Before, its
    /// own body alone.
    joins_callees since 8;
    /// Annotations distinguish vectors, and what resources are that stand in structs.
    annotates_vectors since 8;
    /// `PSV0` holds the name of the entry point (its version 3).
    states_entry_name since 8;
    /// The flag for UAVs in every stage is one of vertex to geometry shaders. Before, of all but pixel and compute.
    limits_uav_stages since 8;
    /// Flags of UAVs follow the handles that are made. Before, the declarations.
    flags_used_uavs since 8;
    /// A sample with a least level sets the flag for tiled resources.
    flags_least_level since 8;
    /// Compute shaders may take derivatives, in thread groups of whole quads. Before, today's validators reject them.
    allows_compute_derivatives since 8;
    /// Sampler feedback has a flag.
    flags_feedback since 9;
    /// UAVs that are coherent when threads are reordered are marked in metadata.
    marks_reorder_coherence since 9;
    /// `PSV0` holds the bytes of group-shared memory (its version 4).
    states_group_memory since 10;
}

impl ValidatorVersion {
    /// The first version there was.
    pub const FIRST: Self = Self::minor(0);
    /// The version modules are written for unless another is asked for.
    pub const DEFAULT: Self = Self::minor(8);
    /// The latest version that modules can be written for.
    pub const LATEST: Self = Self::minor(10);
    /// Not to be validated.
    pub const NONE: Self = Self(Version::new(0, 0));

    /// The version 1.n.
    pub const fn minor(minor: u8) -> Self {
        Self(Version::new(1, minor))
    }

    /// The version written as `1.8`: one that modules can be written for.
    pub fn parse(text: &str) -> Option<Self> {
        let (major, minor) = text.split_once('.')?;
        let version = Self(Version::new(major.parse().ok()?, minor.parse().ok()?));
        (version == Self::NONE || Self::FIRST <= version && version <= Self::LATEST).then_some(version)
    }

    /// Whether the module is meant to be validated at all.
    pub const fn validates(self) -> bool {
        self.0.major != 0
    }

    /// This version, or the least that knows a DXIL version. A module that is not to be validated stays one.
    pub fn at_least(self, dxil: Version) -> Self {
        if self.validates() { self.max(Self(dxil)) } else { self }
    }

    /// This version, or the least that knows subobjects, for a library that has some.
    pub fn for_subobjects(self) -> Self {
        const FIRST: Version = Version::new(1, 4);
        if self.has_subobjects() { self } else { self.at_least(FIRST) }
    }

    /// Whether subobjects of ray tracing tier 1.1 set its flag in every function of a library: from 1.5 on, and not any more
    /// since 1.8.
    pub const fn flags_subobjects(self) -> bool {
        self.knows_mesh_shaders() && !self.joins_callees()
    }

    /// Whether handles with properties need the shader model that brought them; 1.6 alone says so, though they have an earlier
    /// form.
    pub const fn keeps_handle_versions(self) -> bool {
        self.0.major == 1 && self.0.minor == 6
    }

    const fn has(self, minor: u8) -> bool {
        self.0.major != 1 || self.0.minor >= minor
    }
}

impl Default for ValidatorVersion {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for ValidatorVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_listed_by_version_and_once() {
        assert!(ValidatorVersion::CHANGES.is_sorted_by_key(|change| change.since));
        let mut names: Vec<_> = ValidatorVersion::CHANGES.iter().map(|change| change.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ValidatorVersion::CHANGES.len());
    }

    #[test]
    fn a_change_stays_and_no_version_has_all() {
        let (before, after) = (ValidatorVersion::minor(6), ValidatorVersion::minor(7));
        assert!(!before.shares_names() && after.shares_names() && ValidatorVersion::LATEST.shares_names());
        assert!(
            !ValidatorVersion::minor(9).states_group_memory()
                && ValidatorVersion::LATEST.states_group_memory()
                && ValidatorVersion::NONE.states_group_memory()
        );
    }

    #[test]
    fn a_shader_model_raises_the_version_unless_nothing_validates() {
        let dxil = Version::new(1, 6);
        assert_eq!(ValidatorVersion::FIRST.at_least(dxil), ValidatorVersion::minor(6));
        assert_eq!(ValidatorVersion::DEFAULT.at_least(dxil), ValidatorVersion::DEFAULT);
        assert_eq!(ValidatorVersion::NONE.at_least(dxil), ValidatorVersion::NONE);
    }

    #[test]
    fn subobjects_raise_the_version() {
        let [old, new] = [3, 5].map(ValidatorVersion::minor);
        assert!(old.for_subobjects().has_subobjects() && !old.has_subobjects());
        assert_eq!(new.for_subobjects(), new);
        assert_eq!(ValidatorVersion::NONE.for_subobjects(), ValidatorVersion::NONE);
    }

    #[test]
    fn versions_are_written_with_a_point() {
        assert_eq!(ValidatorVersion::parse("1.6"), Some(ValidatorVersion::minor(6)));
        assert_eq!(ValidatorVersion::parse("0.0"), Some(ValidatorVersion::NONE));
        for wrong in ["", "1", "1.11", "2.0", "0.1", "1.x", "1.6.0"] {
            assert_eq!(ValidatorVersion::parse(wrong), None, "{wrong}");
        }
    }
}
