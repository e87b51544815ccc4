//! hlslc-passes.
