//! Gives the shared library the name by which programs that are linked to it ask for it: with the version of the interface, so that a
//! later one that breaks it can lie beside it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    // The number is `HLSLC_ABI_VERSION`, which a test compares.
    match system.as_str() {
        "windows" => {}
        "macos" | "ios" => println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libhlslc_c.1.dylib"),
        _ => println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libhlslc_c.so.1"),
    }
}
