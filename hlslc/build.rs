//! States how the command is linked and which features it has, and embeds its texts.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let configured = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    // The program is full of tables of pointers. Where it may be loaded anywhere, each of some 20 000 places is relocated when it
    // starts: a sixth of the time that a small shader takes, and half a megabyte. Other systems have other means, and
    // a program that brings its C library along has its own start (`.cargo/config.toml`).
    let is_static = configured("FEATURE").split(',').any(|feature| feature == "crt-static");
    if configured("OS") == "linux" && configured("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    println!("cargo::rustc-env=HLSLC_FEATURES={}", features());
    #[cfg(feature = "command")]
    pack_explanations();
}

/// The features of the build as `Cargo.toml` spells them, but the one that stands for the others.
fn features() -> String {
    let names = env::vars().filter_map(|(name, _)| Some(name.strip_prefix("CARGO_FEATURE_")?.to_lowercase()));
    let mut names: Vec<String> = names.map(|name| name.replace('_', "-")).filter(|name| name != "default").collect();
    names.sort();
    names.join(",")
}

/// What the codes of messages mean, all files of `errors` in sequence: 400 kilobytes of text, a third of that as it is kept.
#[cfg(feature = "command")]
fn pack_explanations() {
    use std::fs;
    use std::path::{Path, PathBuf};
    println!("cargo::rerun-if-changed=errors");
    let files = fs::read_dir("errors").expect("the folder `errors` of the package");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file of `errors`").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).expect("a text of `errors`").replace("\r\n", "\n"));
    let text = texts.collect::<Vec<_>>().join("\n");
    let folder = env::var("OUT_DIR").expect("a folder for what is made");
    let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9);
    fs::write(Path::new(&folder).join("explanations.deflate"), packed).expect("the texts are written");
}
