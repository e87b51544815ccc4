//! Lists the spellings, numbers and versions of every enum value and flag of root signatures: one row each.
//!
//! Parser, validator, printer, `RTS0`, metadata and YAML are all driven by these rows; adding a value or a flag is
//! adding a row. Columns of a value: name = number, spelling in the language, spelling in YAML, first version.
//! Columns of a flag: name (which is its spelling in the language) = bits, spelling in YAML, first version.

use crate::Version;
use bitflags::bitflags;

/// The names of the clauses of the root signature language other than descriptors, which are also those of metadata nodes.
pub mod clause {
    /// The flags of a root signature.
    pub const FLAGS: &str = "RootFlags";
    /// Constants of 32 bits.
    pub const CONSTANTS: &str = "RootConstants";
    /// A table of ranges of descriptors.
    pub const TABLE: &str = "DescriptorTable";
    /// A static sampler.
    pub const STATIC_SAMPLER: &str = "StaticSampler";
    /// All of them.
    pub const ALL: [&str; 4] = [FLAGS, CONSTANTS, TABLE, STATIC_SAMPLER];
}

/// One value of an enum.
#[derive(Clone, Copy, Debug)]
pub struct ValueRow<T> {
    /// The value.
    pub value: T,
    /// Its number in binaries and metadata.
    pub raw: u32,
    /// The spelling in the language (in any case).
    pub keyword: &'static str,
    /// The spelling in YAML.
    pub yaml: &'static str,
}

/// One flag of a flag set.
#[derive(Clone, Copy, Debug)]
pub struct FlagRow<T> {
    /// The flag.
    pub flag: T,
    /// The spelling in the language (in any case).
    pub keyword: &'static str,
    /// The spelling in YAML.
    pub yaml: &'static str,
    /// The first version that has it.
    pub since: Version,
}

/// An enum of the tables.
pub trait Value: Copy + PartialEq + Sized + 'static {
    /// The name of such a value in messages: "filter".
    const WHAT: &'static str;
    /// The rows, in the order of their numbers.
    const ROWS: &'static [ValueRow<Self>];

    /// This value's row.
    fn row(self) -> &'static ValueRow<Self>;

    /// The number in binaries and metadata.
    fn raw(self) -> u32 {
        self.row().raw
    }

    /// The spelling in the language.
    fn keyword(self) -> &'static str {
        self.row().keyword
    }

    /// The value with this number.
    fn from_raw(raw: u32) -> Option<Self> {
        Self::ROWS.iter().find(|row| row.raw == raw).map(|row| row.value)
    }

    /// The value with this spelling in the language, in any case.
    fn from_keyword(word: &str) -> Option<Self> {
        Self::ROWS.iter().find(|row| row.keyword.eq_ignore_ascii_case(word)).map(|row| row.value)
    }

    /// The value with this spelling in YAML.
    fn from_yaml(word: &str) -> Option<Self> {
        Self::ROWS.iter().find(|row| row.yaml == word).map(|row| row.value)
    }
}

/// A flag set of the tables. Bits that no row has are kept, so that what was read can be validated.
pub trait FlagSet: Copy + PartialEq + Sized + 'static {
    /// The name of such flags in messages: "root flag".
    const WHAT: &'static str;
    /// The rows, lowest bit first.
    const ROWS: &'static [FlagRow<Self>];

    /// The bits.
    fn raw(self) -> u32;

    /// The set with these bits, known or not.
    fn from_raw(raw: u32) -> Self;

    /// The flag with this spelling in the language, in any case.
    fn from_keyword(word: &str) -> Option<Self> {
        Self::ROWS.iter().find(|row| row.keyword.eq_ignore_ascii_case(word)).map(|row| row.flag)
    }

    /// The rows whose flags are set.
    fn rows(self) -> impl Iterator<Item = &'static FlagRow<Self>> {
        Self::ROWS.iter().filter(move |row| self.raw() & row.flag.raw() != 0)
    }

    /// The bits that no row of the version has.
    fn unknown_bits(self, version: Version) -> u32 {
        let known = Self::ROWS.iter().filter(|row| row.since <= version).fold(0, |bits, row| bits | row.flag.raw());
        self.raw() & !known
    }
}

macro_rules! values {
    ($(#[$doc:meta])* $name:ident, $what:literal {
        $($(#[$row_doc:meta])* $value:ident = $raw:literal, $keyword:literal, $yaml:literal;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$row_doc])* $value,)*
        }

        impl Value for $name {
            const WHAT: &'static str = $what;
            const ROWS: &'static [ValueRow<Self>] = &[
                $(ValueRow { value: $name::$value, raw: $raw, keyword: $keyword, yaml: $yaml },)*
            ];

            fn row(self) -> &'static ValueRow<Self> {
                &Self::ROWS[self as usize]
            }
        }
    };
}

macro_rules! flags {
    ($(#[$doc:meta])* $name:ident, $what:literal {
        $($(#[doc = $row_doc:literal])* $flag:ident = $bits:literal, $yaml:literal, $since:ident;)*
    }) => {
        bitflags! {
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
            pub struct $name: u32 {
                $($(#[doc = $row_doc])* const $flag = $bits;)*
            }
        }

        impl FlagSet for $name {
            const WHAT: &'static str = $what;
            const ROWS: &'static [FlagRow<Self>] = &[
                $(FlagRow {
                    flag: $name::$flag,
                    keyword: stringify!($flag),
                    yaml: $yaml,
                    since: Version::$since,
                },)*
            ];

            fn raw(self) -> u32 {
                self.bits()
            }

            fn from_raw(raw: u32) -> Self {
                $name::from_bits_retain(raw)
            }
        }
    };
}

values! {
    /// The stages that see a root parameter or a static sampler.
    Visibility, "shader visibility" {
        /// Every stage.
        All = 0, "SHADER_VISIBILITY_ALL", "All";
        /// The vertex shader.
        Vertex = 1, "SHADER_VISIBILITY_VERTEX", "Vertex";
        /// The hull shader.
        Hull = 2, "SHADER_VISIBILITY_HULL", "Hull";
        /// The domain shader.
        Domain = 3, "SHADER_VISIBILITY_DOMAIN", "Domain";
        /// The geometry shader.
        Geometry = 4, "SHADER_VISIBILITY_GEOMETRY", "Geometry";
        /// The pixel shader.
        Pixel = 5, "SHADER_VISIBILITY_PIXEL", "Pixel";
        /// The amplification shader.
        Amplification = 6, "SHADER_VISIBILITY_AMPLIFICATION", "Amplification";
        /// The mesh shader.
        Mesh = 7, "SHADER_VISIBILITY_MESH", "Mesh";
    }
}

values! {
    /// The contents of a descriptor range, which determine the class of its registers.
    Class, "descriptor range type" {
        /// Shader resource views, `t` registers.
        Srv = 0, "SRV", "SRV";
        /// Unordered access views, `u` registers.
        Uav = 1, "UAV", "UAV";
        /// Constant buffer views, `b` registers.
        Cbv = 2, "CBV", "CBV";
        /// Samplers, `s` registers.
        Sampler = 3, "Sampler", "Sampler";
    }
}

impl Class {
    /// The letter before the number of a register of this class.
    pub fn letter(self) -> char {
        match self {
            Class::Srv => 't',
            Class::Uav => 'u',
            Class::Cbv => 'b',
            Class::Sampler => 's',
        }
    }

    /// The class of registers with this letter.
    pub fn from_letter(letter: char) -> Option<Class> {
        Class::ROWS.iter().map(|row| row.value).find(|class| class.letter() == letter)
    }
}

values! {
    /// The kind of a root parameter.
    ParameterType, "root parameter type" {
        /// A table of descriptor ranges.
        DescriptorTable = 0, "DescriptorTable", "DescriptorTable";
        /// Constants in the root signature itself.
        Constants32Bit = 1, "RootConstants", "Constants32Bit";
        /// A constant buffer view in the root signature itself.
        Cbv = 2, "CBV", "CBV";
        /// A shader resource view in the root signature itself.
        Srv = 3, "SRV", "SRV";
        /// An unordered access view in the root signature itself.
        Uav = 4, "UAV", "UAV";
    }
}

values! {
    /// How a static sampler filters. Bits: 0x1 linear mip, 0x4 linear magnification, 0x10 linear minification,
    /// 0x55 anisotropic; 0x80 comparison, 0x100 minimum, 0x180 maximum.
    Filter, "filter" {
        /// Nearest everywhere.
        MinMagMipPoint = 0x0, "FILTER_MIN_MAG_MIP_POINT", "MinMagMipPoint";
        /// Linear between mips.
        MinMagPointMipLinear = 0x1, "FILTER_MIN_MAG_POINT_MIP_LINEAR", "MinMagPointMipLinear";
        /// Linear when magnified.
        MinPointMagLinearMipPoint = 0x4, "FILTER_MIN_POINT_MAG_LINEAR_MIP_POINT", "MinPointMagLinearMipPoint";
        /// Linear when magnified and between mips.
        MinPointMagMipLinear = 0x5, "FILTER_MIN_POINT_MAG_MIP_LINEAR", "MinPointMagMipLinear";
        /// Linear when minified.
        MinLinearMagMipPoint = 0x10, "FILTER_MIN_LINEAR_MAG_MIP_POINT", "MinLinearMagMipPoint";
        /// Linear when minified and between mips.
        MinLinearMagPointMipLinear = 0x11, "FILTER_MIN_LINEAR_MAG_POINT_MIP_LINEAR", "MinLinearMagPointMipLinear";
        /// Linear, nearest mip.
        MinMagLinearMipPoint = 0x14, "FILTER_MIN_MAG_LINEAR_MIP_POINT", "MinMagLinearMipPoint";
        /// Linear everywhere.
        MinMagMipLinear = 0x15, "FILTER_MIN_MAG_MIP_LINEAR", "MinMagMipLinear";
        /// Anisotropic.
        Anisotropic = 0x55, "FILTER_ANISOTROPIC", "Anisotropic";
        /// Comparison, nearest everywhere.
        ComparisonMinMagMipPoint = 0x80, "FILTER_COMPARISON_MIN_MAG_MIP_POINT", "ComparisonMinMagMipPoint";
        /// Comparison, linear between mips.
        ComparisonMinMagPointMipLinear = 0x81, "FILTER_COMPARISON_MIN_MAG_POINT_MIP_LINEAR", "ComparisonMinMagPointMipLinear";
        /// Comparison, linear when magnified.
        ComparisonMinPointMagLinearMipPoint = 0x84, "FILTER_COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT", "ComparisonMinPointMagLinearMipPoint";
        /// Comparison, linear when magnified and between mips.
        ComparisonMinPointMagMipLinear = 0x85, "FILTER_COMPARISON_MIN_POINT_MAG_MIP_LINEAR", "ComparisonMinPointMagMipLinear";
        /// Comparison, linear when minified.
        ComparisonMinLinearMagMipPoint = 0x90, "FILTER_COMPARISON_MIN_LINEAR_MAG_MIP_POINT", "ComparisonMinLinearMagMipPoint";
        /// Comparison, linear when minified and between mips.
        ComparisonMinLinearMagPointMipLinear = 0x91, "FILTER_COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR", "ComparisonMinLinearMagPointMipLinear";
        /// Comparison, linear, nearest mip.
        ComparisonMinMagLinearMipPoint = 0x94, "FILTER_COMPARISON_MIN_MAG_LINEAR_MIP_POINT", "ComparisonMinMagLinearMipPoint";
        /// Comparison, linear everywhere.
        ComparisonMinMagMipLinear = 0x95, "FILTER_COMPARISON_MIN_MAG_MIP_LINEAR", "ComparisonMinMagMipLinear";
        /// Comparison, anisotropic.
        ComparisonAnisotropic = 0xd5, "FILTER_COMPARISON_ANISOTROPIC", "ComparisonAnisotropic";
        /// Minimum of nearest texels.
        MinimumMinMagMipPoint = 0x100, "FILTER_MINIMUM_MIN_MAG_MIP_POINT", "MinimumMinMagMipPoint";
        /// Minimum, both mips.
        MinimumMinMagPointMipLinear = 0x101, "FILTER_MINIMUM_MIN_MAG_POINT_MIP_LINEAR", "MinimumMinMagPointMipLinear";
        /// Minimum, linear footprint when magnified.
        MinimumMinPointMagLinearMipPoint = 0x104, "FILTER_MINIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT", "MinimumMinPointMagLinearMipPoint";
        /// Minimum, linear footprint when magnified, both mips.
        MinimumMinPointMagMipLinear = 0x105, "FILTER_MINIMUM_MIN_POINT_MAG_MIP_LINEAR", "MinimumMinPointMagMipLinear";
        /// Minimum, linear footprint when minified.
        MinimumMinLinearMagMipPoint = 0x110, "FILTER_MINIMUM_MIN_LINEAR_MAG_MIP_POINT", "MinimumMinLinearMagMipPoint";
        /// Minimum, linear footprint when minified, both mips.
        MinimumMinLinearMagPointMipLinear = 0x111, "FILTER_MINIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR", "MinimumMinLinearMagPointMipLinear";
        /// Minimum, linear footprint, nearest mip.
        MinimumMinMagLinearMipPoint = 0x114, "FILTER_MINIMUM_MIN_MAG_LINEAR_MIP_POINT", "MinimumMinMagLinearMipPoint";
        /// Minimum, linear footprint everywhere.
        MinimumMinMagMipLinear = 0x115, "FILTER_MINIMUM_MIN_MAG_MIP_LINEAR", "MinimumMinMagMipLinear";
        /// Minimum, anisotropic footprint.
        MinimumAnisotropic = 0x155, "FILTER_MINIMUM_ANISOTROPIC", "MinimumAnisotropic";
        /// Maximum of nearest texels.
        MaximumMinMagMipPoint = 0x180, "FILTER_MAXIMUM_MIN_MAG_MIP_POINT", "MaximumMinMagMipPoint";
        /// Maximum, both mips.
        MaximumMinMagPointMipLinear = 0x181, "FILTER_MAXIMUM_MIN_MAG_POINT_MIP_LINEAR", "MaximumMinMagPointMipLinear";
        /// Maximum, linear footprint when magnified.
        MaximumMinPointMagLinearMipPoint = 0x184, "FILTER_MAXIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT", "MaximumMinPointMagLinearMipPoint";
        /// Maximum, linear footprint when magnified, both mips.
        MaximumMinPointMagMipLinear = 0x185, "FILTER_MAXIMUM_MIN_POINT_MAG_MIP_LINEAR", "MaximumMinPointMagMipLinear";
        /// Maximum, linear footprint when minified.
        MaximumMinLinearMagMipPoint = 0x190, "FILTER_MAXIMUM_MIN_LINEAR_MAG_MIP_POINT", "MaximumMinLinearMagMipPoint";
        /// Maximum, linear footprint when minified, both mips.
        MaximumMinLinearMagPointMipLinear = 0x191, "FILTER_MAXIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR", "MaximumMinLinearMagPointMipLinear";
        /// Maximum, linear footprint, nearest mip.
        MaximumMinMagLinearMipPoint = 0x194, "FILTER_MAXIMUM_MIN_MAG_LINEAR_MIP_POINT", "MaximumMinMagLinearMipPoint";
        /// Maximum, linear footprint everywhere.
        MaximumMinMagMipLinear = 0x195, "FILTER_MAXIMUM_MIN_MAG_MIP_LINEAR", "MaximumMinMagMipLinear";
        /// Maximum, anisotropic footprint.
        MaximumAnisotropic = 0x1d5, "FILTER_MAXIMUM_ANISOTROPIC", "MaximumAnisotropic";
    }
}

impl Filter {
    /// Whether the filter compares, and so needs a comparison function.
    pub fn is_comparison(self) -> bool {
        self.raw() & 0x180 == 0x80
    }

    /// Whether version 1.2 allows the filter together with non-normalised coordinates: minification and magnification
    /// alike, nearest mip, no comparison, not anisotropic.
    pub fn allows_non_normalized(self) -> bool {
        !self.is_comparison() && matches!(self.raw() & 0x7f, 0x0 | 0x14)
    }
}

values! {
    /// The addressing mode for coordinates outside of the texture.
    TextureAddress, "texture address mode" {
        /// Repeats.
        Wrap = 1, "TEXTURE_ADDRESS_WRAP", "Wrap";
        /// Repeats, every second time mirrored.
        Mirror = 2, "TEXTURE_ADDRESS_MIRROR", "Mirror";
        /// Takes the nearest edge.
        Clamp = 3, "TEXTURE_ADDRESS_CLAMP", "Clamp";
        /// Takes the border colour.
        Border = 4, "TEXTURE_ADDRESS_BORDER", "Border";
        /// Mirrors once, then takes the edge.
        MirrorOnce = 5, "TEXTURE_ADDRESS_MIRROR_ONCE", "MirrorOnce";
    }
}

values! {
    /// The function of a comparison sampler.
    ComparisonFunc, "comparison function" {
        /// No function: for samplers that do not compare. Not in the specification's grammar; later DXC has the word.
        None = 0, "COMPARISON_NONE", "None";
        /// False.
        Never = 1, "COMPARISON_NEVER", "Never";
        /// Less.
        Less = 2, "COMPARISON_LESS", "Less";
        /// Equal.
        Equal = 3, "COMPARISON_EQUAL", "Equal";
        /// Less or equal.
        LessEqual = 4, "COMPARISON_LESS_EQUAL", "LessEqual";
        /// Greater.
        Greater = 5, "COMPARISON_GREATER", "Greater";
        /// Not equal.
        NotEqual = 6, "COMPARISON_NOT_EQUAL", "NotEqual";
        /// Greater or equal.
        GreaterEqual = 7, "COMPARISON_GREATER_EQUAL", "GreaterEqual";
        /// True.
        Always = 8, "COMPARISON_ALWAYS", "Always";
    }
}

values! {
    /// The border colour of a static sampler.
    BorderColor, "border colour" {
        /// 0, 0, 0, 0.
        TransparentBlack = 0, "STATIC_BORDER_COLOR_TRANSPARENT_BLACK", "TransparentBlack";
        /// 0, 0, 0, 1.
        OpaqueBlack = 1, "STATIC_BORDER_COLOR_OPAQUE_BLACK", "OpaqueBlack";
        /// 1, 1, 1, 1.
        OpaqueWhite = 2, "STATIC_BORDER_COLOR_OPAQUE_WHITE", "OpaqueWhite";
        /// Integers 0, 0, 0, 1.
        OpaqueBlackUint = 3, "STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT", "OpaqueBlackUint";
        /// Integers 1, 1, 1, 1.
        OpaqueWhiteUint = 4, "STATIC_BORDER_COLOR_OPAQUE_WHITE_UINT", "OpaqueWhiteUint";
    }
}

flags! {
    /// Flags of the whole root signature.
    RootFlags, "root flag" {
        /// The input assembler takes vertex buffers through an input layout.
        ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT = 0x1, "AllowInputAssemblerInputLayout", V1_0;
        /// The vertex shader sees nothing of the root signature.
        DENY_VERTEX_SHADER_ROOT_ACCESS = 0x2, "DenyVertexShaderRootAccess", V1_0;
        /// The hull shader sees nothing of the root signature.
        DENY_HULL_SHADER_ROOT_ACCESS = 0x4, "DenyHullShaderRootAccess", V1_0;
        /// The domain shader sees nothing of the root signature.
        DENY_DOMAIN_SHADER_ROOT_ACCESS = 0x8, "DenyDomainShaderRootAccess", V1_0;
        /// The geometry shader sees nothing of the root signature.
        DENY_GEOMETRY_SHADER_ROOT_ACCESS = 0x10, "DenyGeometryShaderRootAccess", V1_0;
        /// The pixel shader sees nothing of the root signature.
        DENY_PIXEL_SHADER_ROOT_ACCESS = 0x20, "DenyPixelShaderRootAccess", V1_0;
        /// Stream output is used.
        ALLOW_STREAM_OUTPUT = 0x40, "AllowStreamOutput", V1_0;
        /// A local root signature of a ray tracing pipeline.
        LOCAL_ROOT_SIGNATURE = 0x80, "LocalRootSignature", V1_0;
        /// The amplification shader sees nothing of the root signature.
        DENY_AMPLIFICATION_SHADER_ROOT_ACCESS = 0x100, "DenyAmplificationShaderRootAccess", V1_0;
        /// The mesh shader sees nothing of the root signature.
        DENY_MESH_SHADER_ROOT_ACCESS = 0x200, "DenyMeshShaderRootAccess", V1_0;
        /// Shaders index the resource heap directly.
        CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED = 0x400, "CBVSRVUAVHeapDirectlyIndexed", V1_0;
        /// Shaders index the sampler heap directly.
        SAMPLER_HEAP_DIRECTLY_INDEXED = 0x800, "SamplerHeapDirectlyIndexed", V1_0;
    }
}

impl RootFlags {
    /// A bit that drivers of the lowest tier reserve. Valid in a binary, but no word of the language sets it.
    pub const LOW_TIER_RESERVED: u32 = 0x8000_0000;

    /// The flag that keeps this stage away from the root signature; none for [`Visibility::All`], which stands for
    /// stages (compute) that cannot be denied.
    pub fn deny(stage: Visibility) -> RootFlags {
        match stage {
            Visibility::All => RootFlags::empty(),
            Visibility::Vertex => RootFlags::DENY_VERTEX_SHADER_ROOT_ACCESS,
            Visibility::Hull => RootFlags::DENY_HULL_SHADER_ROOT_ACCESS,
            Visibility::Domain => RootFlags::DENY_DOMAIN_SHADER_ROOT_ACCESS,
            Visibility::Geometry => RootFlags::DENY_GEOMETRY_SHADER_ROOT_ACCESS,
            Visibility::Pixel => RootFlags::DENY_PIXEL_SHADER_ROOT_ACCESS,
            Visibility::Amplification => RootFlags::DENY_AMPLIFICATION_SHADER_ROOT_ACCESS,
            Visibility::Mesh => RootFlags::DENY_MESH_SHADER_ROOT_ACCESS,
        }
    }
}

flags! {
    /// Flags of a root descriptor: what is promised about the data it points to.
    DescriptorFlags, "root descriptor flag" {
        /// The data may change at any time.
        DATA_VOLATILE = 0x2, "DATA_VOLATILE", V1_0;
        /// The data does not change from the draw's recording to its execution's end.
        DATA_STATIC_WHILE_SET_AT_EXECUTE = 0x4, "DATA_STATIC_WHILE_SET_AT_EXECUTE", V1_0;
        /// The data does not change once the descriptor is set.
        DATA_STATIC = 0x8, "DATA_STATIC", V1_0;
    }
}

impl DescriptorFlags {
    /// The default flags of a root descriptor of this class.
    pub fn of_unwritten(class: Class, version: Version) -> DescriptorFlags {
        match (version, class) {
            (Version::V1_0, _) | (_, Class::Uav | Class::Sampler) => DescriptorFlags::DATA_VOLATILE,
            (Version::V1_1 | Version::V1_2, Class::Cbv | Class::Srv) => {
                DescriptorFlags::DATA_STATIC_WHILE_SET_AT_EXECUTE
            }
        }
    }
}

flags! {
    /// Flags of a descriptor range: what is promised about its descriptors and the data they point to.
    RangeFlags, "descriptor range flag" {
        /// The descriptors may change until the command list executes.
        DESCRIPTORS_VOLATILE = 0x1, "DESCRIPTORS_VOLATILE", V1_0;
        /// The data may change at any time.
        DATA_VOLATILE = 0x2, "DATA_VOLATILE", V1_0;
        /// The data does not change from the draw's recording to its execution's end.
        DATA_STATIC_WHILE_SET_AT_EXECUTE = 0x4, "DATA_STATIC_WHILE_SET_AT_EXECUTE", V1_0;
        /// The data does not change once the descriptor is set.
        DATA_STATIC = 0x8, "DATA_STATIC", V1_0;
        /// Static descriptors, but accesses to buffers stay checked against their bounds.
        DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS = 0x10000, "DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS", V1_0;
    }
}

impl RangeFlags {
    /// The flags that speak of data, of which at most one may be set.
    pub const DATA: RangeFlags =
        RangeFlags::DATA_VOLATILE.union(RangeFlags::DATA_STATIC_WHILE_SET_AT_EXECUTE).union(RangeFlags::DATA_STATIC);

    /// The default flags of a range of this class.
    pub fn of_unwritten(class: Class, version: Version) -> RangeFlags {
        match (version, class) {
            (Version::V1_0, Class::Sampler) => RangeFlags::DESCRIPTORS_VOLATILE,
            (Version::V1_0, Class::Cbv | Class::Srv | Class::Uav) => {
                RangeFlags::DESCRIPTORS_VOLATILE.union(RangeFlags::DATA_VOLATILE)
            }
            (Version::V1_1 | Version::V1_2, Class::Sampler) => RangeFlags::empty(),
            (Version::V1_1 | Version::V1_2, Class::Uav) => RangeFlags::DATA_VOLATILE,
            (Version::V1_1 | Version::V1_2, Class::Cbv | Class::Srv) => RangeFlags::DATA_STATIC_WHILE_SET_AT_EXECUTE,
        }
    }
}

flags! {
    /// Flags of a static sampler.
    SamplerFlags, "static sampler flag" {
        /// The border colour is an integer colour.
        SAMPLER_FLAG_UINT_BORDER_COLOR = 0x1, "SAMPLER_FLAG_UINT_BORDER_COLOR", V1_2;
        /// Coordinates count texels.
        SAMPLER_FLAG_NON_NORMALIZED_COORDINATES = 0x2, "SAMPLER_FLAG_NON_NORMALIZED_COORDINATES", V1_2;
    }
}
