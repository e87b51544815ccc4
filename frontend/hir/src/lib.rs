//! hlslc-hir.
