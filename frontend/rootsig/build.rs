//! Generates the parser from `src/rootsig.lalrpop`.

fn main() {
    println!("cargo::rerun-if-changed=src/rootsig.lalrpop");
    if let Err(error) = lalrpop::Configuration::new().emit_rerun_directives(true).process_dir("src") {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
