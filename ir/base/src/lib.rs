//! hlslc-base.
