//! Lists the functions of Direct3D 9 that read textures through combined samplers and textures. No shader model from
//! 6.0 on has them, but old effect files hold shaders of then beside shaders of today: a call that no entry point
//! reaches is no mistake.

use super::{Lowering, Row};

macro_rules! rows {
    ($($kind:literal of $coord:literal;)*) => {
        &[$(
            gone($kind, concat!("s: sampler, x: float_like", $coord, " -> float<4>"), Today::Sample),
            gone($kind, concat!("s: sampler, x: float_like", $coord, ", ddx: =x, ddy: =x -> float<4>"), Today::Grad),
            gone(concat!($kind, "grad"), concat!("s: sampler, x: float_like", $coord, ", ddx: =x, ddy: =x -> float<4>"), Today::Grad),
            gone(concat!($kind, "bias"), "s: sampler, x: float_like<4> -> float<4>", Today::Bias),
            gone(concat!($kind, "lod"), "s: sampler, x: float_like<4> -> float<4>", Today::Level),
            gone(concat!($kind, "proj"), "s: sampler, x: float_like<4> -> float<4>", Today::Projected),
        )*]
    };
}

/// What has taken the place of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each has a text")]
pub enum Today {
    Sample,
    Grad,
    Bias,
    Level,
    Projected,
}

impl Today {
    /// As it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Sample => "texture.Sample(sampler, coordinates)",
            Self::Grad => "texture.SampleGrad(sampler, coordinates, ddx, ddy)",
            Self::Bias => "texture.SampleBias(sampler, coordinates, bias)",
            Self::Level => "texture.SampleLevel(sampler, coordinates, level)",
            Self::Projected => "texture.Sample(sampler, coordinates.xy / coordinates.w)",
        }
    }
}

pub(super) const ROWS: &[Row] = rows! {
    "tex1D" of "";
    "tex2D" of "<2>";
    "tex3D" of "<3>";
    "texCUBE" of "<3>";
};

const fn gone(name: &'static str, signature: &'static str, today: Today) -> Row {
    Row::new(name, signature, Lowering::Gone(today))
}
