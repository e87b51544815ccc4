//! What an intrinsic becomes in the IR: the last column of the table.

use super::{bits, buffers, geometry, lanes, math, nodes, raytracing, sync, textures, vulkan};
use hlslc_ir::Op;

/// What an intrinsic becomes.
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

/// How the factors of a patch become one.
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
    /// Of [`vulkan`](super::vulkan).
    Vulkan(vulkan::Expansion),
}
