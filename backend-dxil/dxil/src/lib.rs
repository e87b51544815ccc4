//! dxil.
