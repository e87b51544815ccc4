//! hlslc-lower.
