//! hlslc, the library: HLSL to DXIL containers and SPIR-V.

pub mod args;
pub mod flags;
pub mod options;
pub mod rootsig;
