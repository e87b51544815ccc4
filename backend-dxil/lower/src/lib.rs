//! hlslc-dxil-lower.
