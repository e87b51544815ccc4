//! hlslc-syntax.
