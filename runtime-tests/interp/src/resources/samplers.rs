//! Implements samplers: the texels of a row that a coordinate selects, and comparisons.

/// The addressing mode outside of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Address {
    /// The texture again.
    Wrap,
    /// The texture in a mirror, and again.
    Mirror,
    /// Its edge.
    #[default]
    Clamp,
    /// A colour.
    Border,
    /// The texture in a mirror once, then the edge.
    MirrorOnce,
}

/// The comparison of a reference with the contents of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Comparison {
    /// Never.
    #[default]
    Never,
    /// `<`.
    Less,
    /// `==`.
    Equal,
    /// `<=`.
    LessEqual,
    /// `>`.
    Greater,
    /// `!=`.
    NotEqual,
    /// `>=`.
    GreaterEqual,
    /// Always.
    Always,
}

impl Comparison {
    pub(crate) fn holds(self, reference: f32, texel: f32) -> bool {
        match self {
            Self::Never => false,
            Self::Less => reference < texel,
            Self::Equal => reference == texel,
            Self::LessEqual => reference <= texel,
            Self::Greater => reference > texel,
            Self::NotEqual => reference != texel,
            Self::GreaterEqual => reference >= texel,
            Self::Always => true,
        }
    }
}

/// A sampler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// Whether texels are mixed where the texture is made smaller, larger, and between levels.
    pub linear: [bool; 3],
    /// The addressing mode of each coordinate.
    pub address: [Address; 3],
    /// The colour that may lie there.
    pub border: [f32; 4],
    /// The comparison.
    pub comparison: Comparison,
    /// The finest level.
    pub min_lod: f32,
    /// The coarsest.
    pub max_lod: f32,
    /// The bias of the level.
    pub bias: f32,
}

impl Default for Sampler {
    fn default() -> Self {
        Self {
            linear: [true; 3],
            address: [Address::Clamp; 3],
            border: [0.0; 4],
            comparison: Comparison::LessEqual,
            min_lod: 0.0,
            max_lod: f32::MAX,
            bias: 0.0,
        }
    }
}

impl Address {
    /// The texel of a row of `size` that a number means; `None` for the border.
    pub(crate) fn texel(self, at: i64, size: u32) -> Option<u32> {
        let size = i64::from(size.max(1));
        let mirrored = |at: i64| if at < 0 { !at } else { at };
        Some(match self {
            Self::Wrap => at.rem_euclid(size),
            Self::Mirror => {
                let within = at.rem_euclid(2 * size);
                if within < size { within } else { 2 * size - 1 - within }
            }
            Self::Clamp => at.clamp(0, size - 1),
            Self::Border if (0..size).contains(&at) => at,
            Self::Border => return None,
            Self::MirrorOnce => mirrored(at).min(size - 1),
        } as u32)
    }
}
