//! hlslc-sema.
