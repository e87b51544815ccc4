//! Runs the tests that are files: `ir/link/tests/ir/NAME.ir`.
//!
//! A file states in comments what it shows and what is linked, then has the libraries, each under its name, and last the module that
//! comes of them or what is wrong. `UPDATE_IR=1` writes the result anew; read the difference before you commit it.
//!
//! ```text
//! ; link: entry main pixel       the shader of an entry point
//! ; link: library                a library
//! ; link: library exports a=b    the same, of listed functions
//! ; link: library shaders        the same, of its entry points alone
//! ```

use hlslc_base::Stage;
use hlslc_ir::text::{PrintOptions, parse, print};
use hlslc_ir::verify::{Form, verify};
use hlslc_link::{Library, LinkOptions, link};
use std::path::{Path, PathBuf};
use std::{env, fs};

const RESULT: &str = "---- result";

fn options(words: &str) -> LinkOptions {
    let mut options = LinkOptions::default();
    let words: Vec<&str> = words.split(' ').collect();
    match words[..] {
        ["entry", entry, stage] => {
            entry.clone_into(&mut options.entry);
            options.stage = Some(match stage {
                "pixel" => Stage::Pixel,
                "compute" => Stage::Compute,
                _ => panic!("`{stage}` is no stage here"),
            });
        }
        ["library"] => {}
        ["library", "shaders"] => options.shaders_only = true,
        ["library", "exports", list] => {
            for part in list.split(';') {
                let (names, own) = part.split_once('=').unwrap_or((part, part));
                let under = options.exports.entry(own.to_owned()).or_default();
                under.extend(names.split(',').map(str::to_owned));
            }
        }
        _ => panic!("`{}` is nothing to link", words.join(" ")),
    }
    options
}

fn result(text: &str) -> String {
    let words = text.lines().find_map(|line| line.strip_prefix("; link: ")).expect("it says what is linked");
    let parts = text.split("\n---- library ").skip(1).map(|part| part.split_once('\n').expect("it has a name"));
    let libraries = parts.map(|(name, text)| {
        let module = parse(text).unwrap_or_else(|why| panic!("{name}: {why}"));
        verify(&module, Form::Any).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        Library { name: name.to_owned(), module }
    });
    match link(libraries.collect(), &options(words)) {
        Ok(module) => {
            verify(&module, Form::Any).unwrap_or_else(|why| panic!("the result is not well formed: {why:?}"));
            print(&module, PrintOptions::default())
        }
        Err(errors) => {
            let text = |error: &hlslc_link::LinkError| {
                let diagnostic = error.diagnostic();
                let notes: Vec<String> =
                    diagnostic.notes.iter().map(|note| format!("\n  note: {}", note.text)).collect();
                let notes = notes.concat();
                format!("{}: {}{notes}\n  DXC: {}\n", diagnostic.info.code, diagnostic.message, error.dxc_text())
            };
            errors.iter().map(text).collect()
        }
    }
}

#[test]
fn libraries_become_one_module() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ir");
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    let mut faults = Vec::new();
    for path in &paths {
        let text = fs::read_to_string(path).expect("it can be read");
        let input = text.split_once(RESULT).map_or(text.as_str(), |(input, _)| input);
        let now = format!("{}\n\n{RESULT}\n\n{}\n", input.trim_end(), result(input).trim());
        if env::var_os("UPDATE_IR").is_some() {
            fs::write(path, &now).expect("it can be written");
        } else if now != text {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            faults.push(format!("{name} gives now:\n{}", now.split_once(RESULT).map_or("", |(_, result)| result)));
        }
    }
    assert!(paths.len() > 10, "the files were not found");
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
