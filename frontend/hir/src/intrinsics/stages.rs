//! Defines the sets of stages in which an intrinsic is available.

use hlslc_base::Stage;

/// A set of stages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StageSet(u16);

/// All stages.
pub const ANY: StageSet = StageSet(0xffff);
/// Pixel shaders.
pub const PIXEL: StageSet = StageSet::of(&[Stage::Pixel]);
/// Geometry shaders.
pub const GEOMETRY: StageSet = StageSet::of(&[Stage::Geometry]);
/// Hull shaders.
pub const HULL: StageSet = StageSet::of(&[Stage::Hull]);
/// Mesh shaders.
pub const MESH: StageSet = StageSet::of(&[Stage::Mesh]);
/// Amplification shaders.
pub const AMPLIFICATION: StageSet = StageSet::of(&[Stage::Amplification]);
/// Shaders that run in groups.
pub const COMPUTE_LIKE: StageSet = StageSet::of(&[Stage::Compute, Stage::Mesh, Stage::Amplification, Stage::Node]);
/// Shaders with groupshared memory.
pub const GROUPED: StageSet = COMPUTE_LIKE;
/// Shaders whose lanes form quads.
pub const QUADS: StageSet =
    StageSet::of(&[Stage::Pixel, Stage::Compute, Stage::Mesh, Stage::Amplification, Stage::Node]);
/// Shaders that can write sampler feedback with an implicit level.
pub const FEEDBACK: StageSet = PIXEL;
/// Shaders with wave operations: all.
pub const WAVES: StageSet = ANY;
/// Ray tracing shaders.
pub const RAYS: StageSet = StageSet::of(&[
    Stage::RayGeneration,
    Stage::Intersection,
    Stage::AnyHit,
    Stage::ClosestHit,
    Stage::Miss,
    Stage::Callable,
]);
/// The stages with a ray.
pub const RAY_INFO: StageSet = StageSet::of(&[Stage::Intersection, Stage::AnyHit, Stage::ClosestHit, Stage::Miss]);
/// The stages with a hit.
pub const HITS: StageSet = StageSet::of(&[Stage::Intersection, Stage::AnyHit, Stage::ClosestHit]);
/// The stages that look at one hit of a triangle.
pub const TRIANGLE_HITS: StageSet = StageSet::of(&[Stage::AnyHit, Stage::ClosestHit]);
/// Shaders whose lanes hold matrices of linear algebra together.
pub const MATRICES: StageSet = StageSet::of(&[Stage::Compute, Stage::Mesh, Stage::Amplification]);
/// The stages that may trace rays.
pub const TRACERS: StageSet = StageSet::of(&[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss]);
/// The stages that may call callable shaders.
pub const CALLERS: StageSet = StageSet::of(&[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss, Stage::Callable]);
/// Intersection shaders.
pub const INTERSECTION: StageSet = StageSet::of(&[Stage::Intersection]);
/// Ray generation shaders.
pub const RAY_GENERATION: StageSet = StageSet::of(&[Stage::RayGeneration]);
/// Nodes of work graphs.
pub const NODE: StageSet = StageSet::of(&[Stage::Node]);
/// Any-hit shaders.
pub const ANY_HIT: StageSet = StageSet::of(&[Stage::AnyHit]);

impl StageSet {
    /// The set of these stages.
    pub const fn of(stages: &[Stage]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < stages.len() {
            bits |= 1 << stages[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// Whether the stage is in the set, or a library whose shaders may be.
    pub fn contains(self, stage: Stage) -> bool {
        stage == Stage::Library || self.contains_exactly(stage)
    }

    /// Whether the stage itself is in the set.
    pub fn contains_exactly(self, stage: Stage) -> bool {
        self.0 & (1 << stage as u16) != 0
    }

    /// The stages of the set.
    pub fn iter(self) -> impl Iterator<Item = Stage> {
        Stage::all().filter(move |&stage| self.contains_exactly(stage))
    }
}
