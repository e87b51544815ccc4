//! Lists the functions of Direct3D 9 that read textures through combined samplers and textures. No shader model from
//! 6.0 on has them, but old effect files hold shaders of then beside shaders of today: a call that no entry point
//! reaches is no mistake.

use super::{Intrinsic, Lowering};

macro_rules! rows {
    ($($kind:literal of $coord:literal;)*) => {
        &[$(
            gone($kind, concat!("s: sampler, x: float_like", $coord, " -> float<4>"), SAMPLE),
            gone($kind, concat!("s: sampler, x: float_like", $coord, ", ddx: =x, ddy: =x -> float<4>"), GRAD),
            gone(concat!($kind, "grad"), concat!("s: sampler, x: float_like", $coord, ", ddx: =x, ddy: =x -> float<4>"), GRAD),
            gone(concat!($kind, "bias"), "s: sampler, x: float_like<4> -> float<4>", BIAS),
            gone(concat!($kind, "lod"), "s: sampler, x: float_like<4> -> float<4>", LEVEL),
            gone(concat!($kind, "proj"), "s: sampler, x: float_like<4> -> float<4>", PROJECTED),
        )*]
    };
}

const SAMPLE: &str = "texture.Sample(sampler, coordinates)";
const GRAD: &str = "texture.SampleGrad(sampler, coordinates, ddx, ddy)";
const BIAS: &str = "texture.SampleBias(sampler, coordinates, bias)";
const LEVEL: &str = "texture.SampleLevel(sampler, coordinates, level)";
const PROJECTED: &str = "texture.Sample(sampler, coordinates.xy / coordinates.w)";

pub(super) const ROWS: &[Intrinsic] = rows! {
    "tex1D" of "";
    "tex2D" of "<2>";
    "tex3D" of "<3>";
    "texCUBE" of "<3>";
};

const fn gone(name: &'static str, signature: &'static str, today: &'static str) -> Intrinsic {
    Intrinsic::new(name, signature, Lowering::Gone { today })
}
