//! Gives the library the name that its clients link against.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        // Without a version: a program that links against the library finds it by its file name.
        Ok("linux" | "android" | "freebsd") => println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libdxcompiler.so"),
        Ok("macos") => println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libdxcompiler.dylib"),
        _ => {}
    }
}
