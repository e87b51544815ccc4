//! Represents the target of a compilation: stage, shader model, and the properties that follow from them.

use hlslc_semantics::SigPoint;
pub use hlslc_semantics::validator::ValidatorVersion;
use std::fmt;
use std::str::FromStr;

/// The treatment of 32-bit denormals.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Denormals {
    /// Whatever the device does.
    Any,
    /// They stay.
    Preserve,
    /// They become zeros.
    Flush,
}

impl Denormals {
    /// (what becomes of them, word of `-denorm` and of DXIL).
    pub const ALL: [(Self, &'static str); 3] = [(Self::Any, "any"), (Self::Preserve, "preserve"), (Self::Flush, "ftz")];

    /// The word for it.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    /// The value with this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1.eq_ignore_ascii_case(name)).map(|row| row.0)
    }
}

/// A shader stage. The discriminants are the shader kinds of DXIL containers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Stage {
    /// Pixel shader.
    Pixel = 0,
    /// Vertex shader.
    Vertex = 1,
    /// Geometry shader.
    Geometry = 2,
    /// Hull shader.
    Hull = 3,
    /// Domain shader.
    Domain = 4,
    /// Compute shader.
    Compute = 5,
    /// Library of functions and ray tracing shaders.
    Library = 6,
    /// Ray generation shader of a library.
    RayGeneration = 7,
    /// Intersection shader of a library.
    Intersection = 8,
    /// Any-hit shader of a library.
    AnyHit = 9,
    /// Closest-hit shader of a library.
    ClosestHit = 10,
    /// Miss shader of a library.
    Miss = 11,
    /// Callable shader of a library.
    Callable = 12,
    /// Mesh shader.
    Mesh = 13,
    /// Amplification shader.
    Amplification = 14,
    /// Node of a work graph, in a library.
    Node = 15,
}

/// (stage, prefix in profiles, name in `[shader("…")]`, word for messages).
const STAGES: [(Stage, &str, &str, &str); 16] = [
    (Stage::Pixel, "ps", "pixel", "pixel"),
    (Stage::Vertex, "vs", "vertex", "vertex"),
    (Stage::Geometry, "gs", "geometry", "geometry"),
    (Stage::Hull, "hs", "hull", "hull"),
    (Stage::Domain, "ds", "domain", "domain"),
    (Stage::Compute, "cs", "compute", "compute"),
    (Stage::Library, "lib", "", "library"),
    (Stage::RayGeneration, "", "raygeneration", "ray generation"),
    (Stage::Intersection, "", "intersection", "intersection"),
    (Stage::AnyHit, "", "anyhit", "any-hit"),
    (Stage::ClosestHit, "", "closesthit", "closest-hit"),
    (Stage::Miss, "", "miss", "miss"),
    (Stage::Callable, "", "callable", "callable"),
    (Stage::Mesh, "ms", "mesh", "mesh"),
    (Stage::Amplification, "as", "amplification", "amplification"),
    (Stage::Node, "", "node", "node"),
];

impl Stage {
    /// All stages, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        STAGES.iter().map(|row| row.0)
    }

    fn row(self) -> &'static (Self, &'static str, &'static str, &'static str) {
        &STAGES[self as usize]
    }

    /// The prefix in a target profile (`cs`), empty for stages that only libraries hold.
    pub fn profile_prefix(self) -> &'static str {
        self.row().1
    }

    /// Whether it is one of ray tracing, which only libraries hold.
    pub fn is_ray(self) -> bool {
        matches!(
            self,
            Self::RayGeneration | Self::Intersection | Self::AnyHit | Self::ClosestHit | Self::Miss | Self::Callable
        )
    }

    /// The name that `[shader("…")]` takes, empty for a library.
    pub fn attribute_name(self) -> &'static str {
        self.row().2
    }

    /// The signature point where the values of a function of this stage enter or, with `output`, leave: those that are its
    /// own parameters and results, neither vertices of another stage nor patch constants. `None` where there are none.
    pub fn point(self, output: bool) -> Option<SigPoint> {
        let points = match self {
            Self::Vertex => (SigPoint::VsIn, Some(SigPoint::VsOut)),
            Self::Hull => (SigPoint::HsIn, Some(SigPoint::HscpOut)),
            Self::Domain => (SigPoint::DsIn, Some(SigPoint::DsOut)),
            Self::Geometry => (SigPoint::GsIn, Some(SigPoint::GsOut)),
            Self::Pixel => (SigPoint::PsIn, Some(SigPoint::PsOut)),
            Self::Mesh => (SigPoint::MsIn, Some(SigPoint::MsOut)),
            Self::Compute | Self::Node => (SigPoint::CsIn, None),
            Self::Amplification => (SigPoint::AsIn, None),
            Self::Library
            | Self::RayGeneration
            | Self::Intersection
            | Self::AnyHit
            | Self::ClosestHit
            | Self::Miss
            | Self::Callable => return None,
        };
        if output { points.1 } else { Some(points.0) }
    }

    /// The stage that `[shader("name")]` asks for.
    pub fn from_attribute_name(name: &str) -> Option<Self> {
        STAGES.iter().find(|row| !row.2.is_empty() && row.2.eq_ignore_ascii_case(name)).map(|row| row.0)
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().3)
    }
}

/// A shader model, such as 6.6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ShaderModel {
    /// Major version: 6 for everything DXIL can say.
    pub major: u8,
    /// Minor version.
    pub minor: u8,
}

impl ShaderModel {
    /// `6_x`: of a library that is linked later and may use everything.
    pub const OFFLINE: Self = Self::new(6, 15);
    /// The first model whose libraries a validator knows.
    pub const FIRST_OF_LIBRARIES: Self = Self::new(6, 3);

    /// Shader model `major.minor`.
    pub const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }

    /// Whether textures of integers can be sampled (6.7 and later).
    pub const fn samples_integers(self) -> bool {
        self.major > 6 || (self.major == 6 && self.minor >= 7)
    }

    /// Whether resource handles are made from bindings and annotated (6.6 and later).
    pub const fn has_annotated_handles(self) -> bool {
        self.major > 6 || (self.major == 6 && self.minor >= 6)
    }
}

impl Default for ShaderModel {
    /// 6.0, the first.
    fn default() -> Self {
        Self::new(6, 0)
    }
}

impl fmt::Display for ShaderModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The shader models that there are.
pub const MODELS: std::ops::RangeInclusive<ShaderModel> = ShaderModel::new(6, 0)..=ShaderModel::new(6, 10);

/// A target profile such as `cs_6_6`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The stage.
    pub stage: Stage,
    /// The shader model.
    pub model: ShaderModel,
}

/// Why a text is no target profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetError {
    /// It does not have the form `stage_major_minor`, or the stage is unknown.
    Malformed,
    /// The shader model is none that DXIL has.
    UnsupportedModel,
}

impl FromStr for Target {
    type Err = TargetError;

    /// Reads `stage_major_minor`. Shader models up to 6.10 are known; `6_x` is for libraries that are linked later.
    /// Models 4 and 5 are taken as 6.0, as dxc does.
    fn from_str(text: &str) -> Result<Self, TargetError> {
        let mut parts = text.split('_');
        let (Some(prefix), Some(major), Some(minor), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(TargetError::Malformed);
        };
        let stage = STAGES
            .iter()
            .find(|row| !row.1.is_empty() && row.1 == prefix)
            .map(|row| row.0)
            .ok_or(TargetError::Malformed)?;
        let model = match (major, minor) {
            ("4" | "5", "0" | "1") => ShaderModel::new(6, 0),
            ("6", "x") if stage == Stage::Library => ShaderModel::OFFLINE,
            ("6", digit) => {
                let minor: u8 = digit.parse().map_err(|_| TargetError::Malformed)?;
                if minor > MODELS.end().minor {
                    return Err(TargetError::UnsupportedModel);
                }
                ShaderModel::new(6, minor)
            }
            (major, minor) if major.parse::<u8>().is_ok() && minor.parse::<u8>().is_ok() => {
                return Err(TargetError::UnsupportedModel);
            }
            _ => return Err(TargetError::Malformed),
        };
        let least = match stage {
            Stage::Mesh | Stage::Amplification => 5,
            // Those of before 6.3 are not for any validator.
            Stage::Library => 1,
            Stage::Pixel
            | Stage::Vertex
            | Stage::Geometry
            | Stage::Hull
            | Stage::Domain
            | Stage::Compute
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable
            | Stage::Node => 0,
        };
        if model.minor < least {
            return Err(TargetError::UnsupportedModel);
        }
        Ok(Self { stage, model })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_{}", self.stage.profile_prefix(), self.model.major, self.model.minor)
    }
}

/// How hard to optimise. `-O1`, `-O2` and `-O3` run the same passes: in DXC, too, they make nearly the same code, and no
/// pass here is worth leaving out for the time it takes. So do `-Od` and `-O0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub enum OptLevel {
    /// `-Od`: for debugging.
    Disabled,
    /// `-O0`: only what the target needs.
    O0,
    /// `-O1`.
    O1,
    /// `-O2`.
    O2,
    /// `-O3`, the default.
    #[default]
    O3,
}
