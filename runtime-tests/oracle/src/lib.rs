//! dxc-oracle.
