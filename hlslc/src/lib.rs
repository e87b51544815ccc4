//! hlslc.
