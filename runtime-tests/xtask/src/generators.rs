//! Runs the generators: LALRPOP for the parsers, cbindgen for the header of the C interface.
//!
//! In: a row of [`made`](crate::made). Out: the text that its file has. Only the feature `generators` builds them.

use std::fs;

use crate::made::{HEADER, Made};
use crate::workspace;

/// The text of a parser.
pub fn parser(made: &Made) -> Result<String, String> {
    let source = workspace().join(made.sources[0]);
    let name = source.file_stem().ok_or("a grammar has a name")?.to_owned();
    // LALRPOP writes files; a folder of its own for each process keeps two runs apart.
    let folder = std::env::temp_dir().join(format!("hlslc-grammar-{}-{}", std::process::id(), name.display()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let text = lalrpop::Configuration::new()
        .set_in_dir(source.parent().ok_or("a grammar lies in a folder")?)
        .set_out_dir(&folder)
        .force_build(true)
        .emit_comments(false)
        .emit_whitespace(false)
        .emit_rerun_directives(false)
        .process()
        .map_err(|error| format!("{}: {error}", made.sources[0]))
        .and_then(|()| {
            let path = folder.join(&name).with_extension("rs");
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        });
    // What cannot be removed stays in the system's folder for such files.
    let _ = fs::remove_dir_all(&folder);
    Ok(made.first_line()? + &text?)
}

/// The text of the header.
pub fn header() -> Result<String, String> {
    let config = workspace().join(HEADER.sources[0]);
    let config = cbindgen::Config::from_file(&config).map_err(|error| format!("{}: {error}", config.display()))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in &HEADER.sources[1..] {
        builder = builder.with_src(workspace().join(source));
    }
    let mut text = Vec::new();
    builder.generate().map_err(|error| format!("{}: {error}", HEADER.file))?.write(&mut text);
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    // A heading of Rust's documentation; the text after it is a sentence by itself.
    Ok(HEADER.first_line()? + &text.replace("// # Safety\n//\n", ""))
}
