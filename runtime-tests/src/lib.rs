//! hlslc-runtime-tests.
