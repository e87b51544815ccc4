//! Writes packages for npm: the module of WebAssembly with its types, and the command in a package for each system.
//!
//! The main package names the others as optional dependencies, of which npm installs the one whose `os` and `cpu` are those of the
//! machine; its `bin` starts the program of that one.

use std::fs;

use serde_json::{Value, json};

use super::Facts;
use super::facts::{NAME, SUMMARY};
use super::pack::{Tree, tar_gz};
use super::targets::TARGETS;

/// The scope of the packages with programs.
const SCOPE: &str = "@hlslc";

/// The files of the main package, in `packaging/npm`.
const FILES: [&str; 7] =
    ["README.md", "api.js", "browser.js", "index.d.ts", "node.js", "bin/hlslc.js", "bin/programs.js"];

/// What the main package gives to others. The first condition that holds counts, and `default` always holds: the order is that of this
/// text, which a map would sort.
const EXPORTS: &str = r#"{
    ".": { "types": "./index.d.ts", "node": "./node.js", "default": "./browser.js" },
    "./hlslc.wasm": "./hlslc.wasm",
    "./package.json": "./package.json"
  }"#;

/// The main package.
pub fn main(facts: &Facts, module: &[u8]) -> Result<(String, Vec<u8>), String> {
    let mut tree = Tree::default();
    for name in FILES {
        let path = facts.root.join("packaging/npm").join(name);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        tree = if name == "bin/hlslc.js" { tree.program(name, text) } else { tree.file(name, text) };
    }
    let platforms: serde_json::Map<String, Value> = TARGETS
        .iter()
        .filter_map(|target| Some((format!("{SCOPE}/{}", target.npm?.0), json!(facts.version))))
        .collect();
    let mut manifest = manifest(facts, NAME, SUMMARY);
    manifest["type"] = json!("module");
    manifest["keywords"] = json!(["hlsl", "dxil", "spirv", "shader", "compiler", "wasm", "vulkan", "direct3d"]);
    manifest["exports"] = json!(EXPORTS);
    manifest["types"] = json!("./index.d.ts");
    manifest["bin"] = json!({ "hlslc": "bin/hlslc.js" });
    manifest["engines"] = json!({ "node": ">=18" });
    manifest["sideEffects"] = json!(false);
    manifest["optionalDependencies"] = Value::Object(platforms);
    let tree = licensed(facts, tree.file("hlslc.wasm", module));
    packed(facts, &format!("{NAME}-{}.tgz", facts.version), &manifest, tree)
}

/// The package with the program of a system.
pub fn platform(facts: &Facts, npm: (&str, &str, &str), program: (&str, &[u8])) -> Result<(String, Vec<u8>), String> {
    let (name, os, cpu) = npm;
    let mut manifest = manifest(facts, &format!("{SCOPE}/{name}"), &format!("The program hlslc for {name}"));
    manifest["os"] = json!([os]);
    manifest["cpu"] = json!([cpu]);
    manifest["preferUnplugged"] = json!(true);
    let readme = format!("The program hlslc for {name}. Install the package `{NAME}`, which depends on this one.\n");
    let tree = Tree::default().program(&format!("bin/{}", program.0), program.1).file("README.md", readme);
    packed(facts, &format!("{NAME}-{name}-{}.tgz", facts.version), &manifest, licensed(facts, tree))
}

fn manifest(facts: &Facts, name: &str, summary: &str) -> Value {
    json!({
        "name": name,
        "version": facts.version,
        "description": summary,
        "license": "MIT OR Apache-2.0",
        "repository": { "type": "git", "url": format!("git+{}.git", facts.repository) },
    })
}

fn licensed(facts: &Facts, tree: Tree) -> Tree {
    let tree = facts.licences.iter().fold(tree, |tree, (name, text)| tree.file(name, text.as_str()));
    tree.file("THIRD-PARTY.txt", facts.third_party.as_str())
}

fn packed(facts: &Facts, name: &str, manifest: &Value, tree: Tree) -> Result<(String, Vec<u8>), String> {
    Ok((name.to_owned(), tar_gz(&tree.file("package.json", text(manifest)?).under("package"), facts.time)?))
}

/// A manifest as text, with [`EXPORTS`] in their order.
fn text(manifest: &Value) -> Result<String, String> {
    let text = serde_json::to_string_pretty(manifest).map_err(|error| error.to_string())? + "\n";
    Ok(text.replace(&json!(EXPORTS).to_string(), EXPORTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Node takes the first condition that holds, which `default` does in browsers and in node.
    #[test]
    fn node_is_given_the_door_for_node() {
        let manifest = text(&json!({ "exports": EXPORTS, "name": NAME })).unwrap();
        let places = ["\"types\"", "\"node\"", "\"default\""].map(|key| manifest.find(key).unwrap());
        assert!(places.is_sorted(), "{manifest}");
        let read: Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!(read["exports"]["."]["node"], "./node.js");
        assert_eq!(read["name"], NAME);
    }

    /// The script that looks for the program has a list of its own, as it runs where this source is not.
    #[test]
    fn the_script_knows_every_package_with_a_program() {
        let script = fs::read_to_string(crate::workspace().join("packaging/npm/bin/programs.js")).unwrap();
        for (name, os, cpu) in TARGETS.iter().filter_map(|target| target.npm) {
            assert!(script.contains(&format!("\"{os} {cpu}\": \"{SCOPE}/{name}\"")), "{name}");
        }
        assert_eq!(script.matches(SCOPE).count(), TARGETS.iter().filter(|target| target.npm.is_some()).count());
    }
}
