//! Defines the lowering of an intrinsic: the last column of the table.

pub use super::direct3d9::Today;
use super::{bits, buffers, geometry, lanes, linalg, math, nodes, raytracing, sync, textures, vulkan};
use hlslc_ir::Op;

/// The lowering of an intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lowering {
    /// One operation, on the arguments in order.
    Op(Op),
    /// One operation chosen by the class of the (first) argument's element: float, signed, unsigned.
    ByClass(Op, Op, Op),
    /// A small function of the lowering builds it.
    Expand(Expansion),
    /// Checked, but no back end has it yet: the lowering reports "not supported yet".
    NotYet,
    /// Checked, as old sources hold it, but no back end will ever have it; what has taken its place.
    Gone(Today),
}

impl Lowering {
    /// Whether there is nothing that it becomes.
    pub fn is_missing(self) -> bool {
        matches!(self, Self::NotYet | Self::Gone(_))
    }
}

/// Which lane of its quad a lane reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the variants are the directions in a quad")]
pub enum QuadDirection {
    X,
    Y,
    Diagonal,
}

/// Which level of a texture is sampled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SampleLevel {
    /// By the derivatives of the coordinate.
    Implicit,
    /// By the derivatives and the argument `bias`.
    Bias,
    /// By the arguments `ddx` and `ddy`.
    Grad,
    /// By the argument `level`.
    Level,
    /// Level 0.
    Zero,
}

/// The combination of the factors of a patch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the variants say what they do")]
pub enum TessReduction {
    Avg,
    Max,
    Min,
}

/// Names of the small functions, one for each intrinsic that is not a single operation. Each topic lists its own beside
/// its rows, and the lowering has a module for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// Of [`math`](super::math).
    Math(math::Expansion),
    /// Of [`bits`](super::bits).
    Bits(bits::Expansion),
    /// Of [`sync`](super::sync).
    Sync(sync::Expansion),
    /// Of [`lanes`](super::lanes).
    Lanes(lanes::Expansion),
    /// Of [`buffers`](super::buffers).
    Buffers(buffers::Expansion),
    /// Of [`textures`](super::textures).
    Textures(textures::Expansion),
    /// Of [`geometry`](super::geometry).
    Geometry(geometry::Expansion),
    /// Of [`raytracing`](super::raytracing).
    Rays(raytracing::Expansion),
    /// Of [`nodes`](super::nodes).
    Nodes(nodes::Expansion),
    /// Of [`linalg`](super::linalg).
    LinAlg(linalg::Expansion),
    /// Of [`vulkan`](super::vulkan).
    Vulkan(vulkan::Expansion),
}

impl super::Intrinsic {
    /// Whether a call does nothing but give a value, which other lanes have no part in: who does not use it has no reason
    /// for the call. What has parameters that it writes does more.
    pub fn only_answers(&self) -> bool {
        let answers = |op: Op| {
            let effects = op.info().effects;
            op.is_removable() && (self.derivatives || !effects.convergent)
        };
        match self.lowering {
            Lowering::Op(op) => answers(op),
            Lowering::ByClass(float, signed, unsigned) => [float, signed, unsigned].into_iter().all(answers),
            Lowering::NotYet | Lowering::Gone(_) => false,
            Lowering::Expand(expansion) => match expansion {
                Expansion::Math(_) | Expansion::Bits(_) => true,
                Expansion::Textures(of) => !matches!(of, textures::Expansion::WriteSamplerFeedback(_)),
                Expansion::Buffers(of) => matches!(
                    of,
                    buffers::Expansion::LoadTyped | buffers::Expansion::LoadStructured | buffers::Expansion::LoadRaw
                ),
                Expansion::Lanes(of) => matches!(
                    of,
                    lanes::Expansion::FWidth
                        | lanes::Expansion::EvaluateAtSample
                        | lanes::Expansion::EvaluateCentroid
                        | lanes::Expansion::EvaluateSnapped
                        | lanes::Expansion::GetAttributeAtVertex
                        | lanes::Expansion::IsHelperLane
                        | lanes::Expansion::RenderTargetSampleCount
                        | lanes::Expansion::RenderTargetSamplePosition
                        | lanes::Expansion::CheckAccessFullyMapped
                ),
                Expansion::Rays(of) => match of {
                    raytracing::Expansion::Plain(op) => answers(op),
                    raytracing::Expansion::Components(_)
                    | raytracing::Expansion::Corners(_)
                    | raytracing::Expansion::Transform(_)
                    | raytracing::Expansion::Transposed(_) => true,
                    raytracing::Expansion::Trace
                    | raytracing::Expansion::TraceRay
                    | raytracing::Expansion::CallShader
                    | raytracing::Expansion::ReportHit
                    | raytracing::Expansion::End(_)
                    | raytracing::Expansion::HitTraceRay
                    | raytracing::Expansion::HitMiss
                    | raytracing::Expansion::HitInvoke
                    | raytracing::Expansion::HitOfQueryWith
                    | raytracing::Expansion::HitAttributes
                    | raytracing::Expansion::HitSetRecord
                    | raytracing::Expansion::Reorder { .. } => false,
                },
                Expansion::Sync(_)
                | Expansion::Geometry(_)
                | Expansion::LinAlg(_)
                | Expansion::Nodes(_)
                | Expansion::Vulkan(_) => false,
            },
        }
    }
}
