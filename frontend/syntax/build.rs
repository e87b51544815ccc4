//! Makes the parser from the grammar in `src/hlsl.lalrpop`.

fn main() {
    println!("cargo::rerun-if-changed=src/hlsl.lalrpop");
    let result = lalrpop::Configuration::new().use_cargo_dir_conventions().emit_rerun_directives(false).process();
    if let Err(error) = result {
        panic!("the grammar is wrong: {error}");
    }
}
