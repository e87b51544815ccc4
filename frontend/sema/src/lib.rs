//! hlslc-sema.

pub mod intrinsic_match;
