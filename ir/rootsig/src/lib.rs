//! hlslc-rootsig.
