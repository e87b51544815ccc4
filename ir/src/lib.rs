//! hlslc-ir.
