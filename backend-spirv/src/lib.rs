//! hlslc-spirv.
