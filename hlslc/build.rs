//! How the command is linked.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let configured = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    // The program is full of tables of pointers. Where it may be loaded anywhere, each of some 20 000 places is mended when it
    // starts: a sixth of the time that a small shader takes, and half a megabyte. Other systems are told of it in other ways, and
    // a program that brings its C library along has its own start (`.cargo/config.toml`).
    let is_static = configured("FEATURE").split(',').any(|feature| feature == "crt-static");
    if configured("OS") == "linux" && configured("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
