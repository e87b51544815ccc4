//! Tests the library as an engine in Rust uses it: by file name, through the published crate hassle-rs, which knows DXC
//! alone.

use crate::support::Library;
use hassle_rs::{Dxc, DxcIncludeHandler, Dxil};

const SHADER: &str = "#include \"k.h\"\n\
                      RWBuffer<float> o; [numthreads(8, 4, 1)] void main(uint3 i : SV_DispatchThreadID) { o[i.x] = K * N; }\n";

/// Gives `k.h` alone.
struct Files;

impl DxcIncludeHandler for Files {
    fn load_source(&mut self, name: String) -> Option<String> {
        name.ends_with("k.h").then(|| "#define K 3\n".to_owned())
    }
}

fn load() -> Dxc {
    Dxc::new(Some(Library::ours().path)).expect("it can be loaded")
}

/// The object, or the messages.
fn compile(dxc: &Dxc, source: &str, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let compiler = dxc.create_compiler().expect("there is a compiler");
    let library = dxc.create_library().expect("there is a library");
    let blob = library.create_blob_with_encoding_from_str(source).expect("a text becomes a blob");
    let defines = [("N", Some("2")), ("UNUSED", None)];
    match compiler.compile(&blob, "a.hlsl", "main", "cs_6_0", arguments, Some(&mut Files), &defines) {
        Ok(result) => Ok(result.get_result().expect("it has an object").to_vec()),
        Err((result, _)) => {
            let messages = result.get_error_buffer().expect("it has messages");
            Err(library.get_blob_as_string(&messages.into()).expect("they are text"))
        }
    }
}

#[test]
fn an_engine_compiles_to_both_targets_with_its_own_include_handler() {
    let dxc = load();
    assert!(compile(&dxc, SHADER, &[]).expect("it compiles").starts_with(b"DXBC"));
    assert!(compile(&dxc, SHADER, &["-spirv"]).expect("it compiles").starts_with(&[3, 2, 0x23, 7]));
}

#[test]
fn an_engine_finds_file_line_and_column_in_the_messages() {
    let messages = compile(&load(), "void main() { nope; }", &[]).expect_err("`nope` is not declared");
    assert!(messages.starts_with("a.hlsl:1:15: error:") && messages.contains("nope"), "{messages}");
}

#[test]
fn an_engine_preprocesses_disassembles_and_reflects() {
    let dxc = load();
    let (compiler, library) = (dxc.create_compiler().expect("made"), dxc.create_library().expect("made"));
    let source = library.create_blob_with_encoding_from_str(SHADER).expect("made");
    let defines = [("N", Some("2"))];
    let text = compiler.preprocess(&source, "a.hlsl", &[], Some(&mut Files), &defines).map_err(|(_, why)| why);
    let text = text.expect("it is preprocessed").get_result().expect("it has a text");
    assert!(library.get_blob_as_string(&text).expect("it is text").contains("3 * 2"));
    let result = compiler.compile(&source, "a.hlsl", "main", "cs_6_0", &[], Some(&mut Files), &defines);
    let object = || result.as_ref().map_err(|(_, why)| why).expect("it compiles").get_result().expect("an object");
    let listing = compiler.disassemble(&object()).expect("it is disassembled");
    assert!(library.get_blob_as_string(&listing.into()).expect("it is text").contains("define void @main()"));
    let reflector = dxc.create_reflector().expect("there is one");
    assert_eq!(reflector.reflect(object()).expect("it is reflected").thread_group_size(), [8, 4, 1]);
}

#[test]
fn an_engine_validates_what_was_compiled() {
    let dxc = load();
    let object = compile(&dxc, SHADER, &[]).expect("it compiles");
    let dxil = Dxil::new(Some(Library::ours().path)).expect("it can be loaded as the validator");
    let validator = dxil.create_validator().expect("there is a validator");
    assert_eq!(validator.version().expect("it has a version"), (1, 9));
    let blob = dxc.create_library().expect("made").create_blob_with_encoding(&object).expect("made");
    assert!(validator.validate(blob.into()).is_ok());
}

#[test]
#[cfg(unix)]
fn the_library_serves_as_the_validator_by_its_name() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("validator");
    std::fs::create_dir_all(&folder).expect("it can be made");
    let link = folder.join("libdxil.so");
    // There is none the first time.
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(Library::ours().path, &link).expect("it can be made");
    // Objects do not keep a library loaded.
    let (dxc, dxil) = (load(), Dxil::new(Some(link)).expect("it can be loaded"));
    let object = compile(&dxc, SHADER, &["-Vd"]).expect("it compiles");
    let validator = dxil.create_validator().expect("there is a validator");
    let blob = dxc.create_library().expect("made").create_blob_with_encoding(&object).expect("made");
    assert!(validator.validate(blob.into()).is_ok());
}

#[test]
fn an_editor_parses_a_file_and_gets_no_syntax_tree() {
    let dxc = load();
    let editing = dxc.create_intellisense().expect("there is an object");
    let file = editing.create_unsaved_file("a.hlsl", "float f() { return 1; }").expect("made");
    let options = editing.get_default_editing_tu_options().expect("there are some");
    let index = editing.create_index().expect("made");
    let unit = index.parse_translation_unit("a.hlsl", &["-HV", "2018"], &[&file], options).expect("parsed");
    assert!(unit.get_cursor().is_err());
    assert!(index.parse_translation_unit("absent.hlsl", &[], &[], options).is_err());
}
