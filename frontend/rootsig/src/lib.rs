//! hlslc-rootsig-syntax.
