//! Generates the header of the C interface from its source with cbindgen.
//!
//! It is committed, so that building and using the library does not need the tool. A test holds the two together.

use crate::workspace;

/// The header, as a path from the root of the workspace.
pub const HEADER: &str = "capi/c/include/hlslc.h";

/// Where cbindgen finds what it declares, in the order of the header.
const SOURCES: [&str; 3] = ["capi/c/src/abi.rs", "capi/c/src/result.rs", "capi/c/src/lib.rs"];

/// The text of the header.
pub fn header() -> Result<String, String> {
    let config = workspace().join("capi/c/cbindgen.toml");
    let config = cbindgen::Config::from_file(&config).map_err(|error| format!("{}: {error}", config.display()))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(workspace().join(source));
    }
    let mut text = Vec::new();
    builder.generate().map_err(|error| format!("{HEADER}: {error}"))?.write(&mut text);
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    // A heading of Rust's documentation; what stands below it is a sentence by itself.
    Ok(text.replace("// # Safety\n//\n", ""))
}
