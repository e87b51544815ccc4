//! Represents the target of a module: shader kind, shader model, DXIL and validator version.

pub use hlslc_semantics::version::Version;
use std::fmt;

macro_rules! shader_kinds {
    ($($(#[$doc:meta])* $variant:ident = $number:literal $prefix:literal $title:literal,)*) => {
        /// A kind of shader; the numbers are those of the container.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        pub enum ShaderKind { $($(#[$doc])* $variant = $number,)* }

        impl ShaderKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The prefix of a profile, as in `cs_6_0`; ray tracing and node shaders live in `lib` profiles.
            pub const fn prefix(self) -> &'static str {
                match self { $(Self::$variant => $prefix,)* }
            }

            /// A name for messages and listings.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// The kind with that number.
            pub fn from_number(number: u32) -> Option<Self> {
                Self::ALL.iter().copied().find(|&kind| kind as u32 == number)
            }
        }
    };
}

shader_kinds! {
    /// Pixel shader.
    Pixel = 0 "ps" "Pixel Shader",
    /// Vertex shader.
    Vertex = 1 "vs" "Vertex Shader",
    /// Geometry shader.
    Geometry = 2 "gs" "Geometry Shader",
    /// Hull shader.
    Hull = 3 "hs" "Hull Shader",
    /// Domain shader.
    Domain = 4 "ds" "Domain Shader",
    /// Compute shader.
    Compute = 5 "cs" "Compute Shader",
    /// Library of shaders.
    Library = 6 "lib" "Library",
    /// Ray generation shader.
    RayGeneration = 7 "lib" "Ray Generation Shader",
    /// Intersection shader.
    Intersection = 8 "lib" "Intersection Shader",
    /// Any-hit shader.
    AnyHit = 9 "lib" "Any Hit Shader",
    /// Closest-hit shader.
    ClosestHit = 10 "lib" "Closest Hit Shader",
    /// Miss shader.
    Miss = 11 "lib" "Miss Shader",
    /// Callable shader.
    Callable = 12 "lib" "Callable Shader",
    /// Mesh shader.
    Mesh = 13 "ms" "Mesh Shader",
    /// Amplification shader.
    Amplification = 14 "as" "Amplification Shader",
    /// Work graph node.
    Node = 15 "lib" "Node Shader",
}

impl ShaderKind {
    /// The kind of a profile prefix; `lib` is the library itself.
    pub fn from_prefix(prefix: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.prefix() == prefix)
    }

    /// Whether it is one of the ray tracing pipeline.
    pub fn is_ray(self) -> bool {
        (Self::RayGeneration..=Self::Callable).contains(&self)
    }
}

/// A shader kind and shader model version, such as `cs_6_6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShaderModel {
    /// The kind.
    pub kind: ShaderKind,
    /// The version of the shader model.
    pub version: Version,
}

impl ShaderModel {
    /// A shader model.
    pub const fn new(kind: ShaderKind, major: u8, minor: u8) -> Self {
        Self { kind, version: Version::new(major, minor) }
    }

    /// The minor version of the shader model of libraries that are linked before anything runs them: `lib_6_x`.
    const OFFLINE: u8 = 15;

    /// Whether what is compiled for it is only ever linked, and so not validated.
    pub const fn is_offline(self) -> bool {
        self.version.minor == Self::OFFLINE
    }

    /// The version of libraries that are linked later: the newest that linkers of today know.
    const LINKED: Version = Version::new(1, 9);

    /// The DXIL version that goes with it: 1.n for 6.n, and the latest that is released for what is linked later.
    pub const fn dxil_version(self) -> Version {
        if self.is_offline() { Self::LINKED } else { Version::new(1, self.version.minor) }
    }
}

impl fmt::Display for ShaderModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_{}", self.kind.prefix(), self.version.major, self.version.minor)
    }
}
