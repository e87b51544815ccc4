//! Asks Cargo about the packages: the graph of what is linked, and the order in which a registry takes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::Command;

use serde_json::Value;

use crate::workspace;

use super::facts::output;

/// The packages whose dependencies are linked into what is given out.
const GIVEN_OUT: [&str; 4] = ["hlslc", "hlslc-c", "hlslc-dxcompiler", "hlslc-lab-wasm"];

/// What `cargo metadata` says, of all systems.
pub fn metadata() -> Result<Value, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let text =
        output(Command::new(cargo).args(["metadata", "--format-version", "1", "--locked"]).current_dir(workspace()))?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))
}

/// All packages.
pub fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

/// A package that is linked, and the ids of those that it needs.
#[derive(Debug)]
pub struct Linked<'a> {
    /// The package.
    pub package: &'a Value,
    /// The ids of what it needs.
    pub needs: BTreeSet<&'a str>,
}

/// What is linked into what is given out, by id: what is reached without dependencies of tests and of build scripts.
pub fn linked(metadata: &Value) -> BTreeMap<&str, Linked<'_>> {
    let by_id: BTreeMap<&str, &Value> = packages(metadata).filter_map(|one| Some((one["id"].as_str()?, one))).collect();
    let nodes = metadata["resolve"]["nodes"].as_array().into_iter().flatten();
    let needs: BTreeMap<&str, BTreeSet<&str>> = nodes
        .filter_map(|node| {
            let is_normal = |dep: &&Value| {
                dep["dep_kinds"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
            };
            let deps = node["deps"].as_array().into_iter().flatten().filter(is_normal);
            Some((node["id"].as_str()?, deps.filter_map(|dep| dep["pkg"].as_str()).collect()))
        })
        .collect();
    let is_root =
        |package: &Value| GIVEN_OUT.iter().any(|name| package["name"] == *name) && package["source"].is_null();
    let mut open: Vec<&str> = by_id.iter().filter(|row| is_root(row.1)).map(|row| *row.0).collect();
    let mut found = BTreeMap::new();
    while let Some(id) = open.pop() {
        let Some(package) = by_id.get(id).filter(|_| !found.contains_key(id)) else { continue };
        let needs = needs.get(id).cloned().unwrap_or_default();
        open.extend(&needs);
        found.insert(id, Linked { package, needs });
    }
    found
}

/// The packages that a registry takes, each after those that it needs (Kahn's algorithm, the first by name of those that are free).
pub fn order(metadata: &Value) -> Result<Vec<&str>, String> {
    // An empty list of registries is `publish = false`.
    let is_published = |one: &&Value| one["source"].is_null() && !one["publish"].as_array().is_some_and(Vec::is_empty);
    let ours: BTreeMap<&str, &Value> =
        packages(metadata).filter(is_published).filter_map(|one| Some((one["name"].as_str()?, one))).collect();
    let mut left: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (&name, package) in &ours {
        let needs = package["dependencies"].as_array().into_iter().flatten();
        // Those of tests that have a version are asked of the registry, too; those with a path alone are not.
        let needs = needs.filter(|need| need["path"].is_string() && (need["kind"] != "dev" || need["req"] != "*"));
        let needs: BTreeSet<&str> =
            needs.filter_map(|need| need["name"].as_str()).filter(|need| *need != name).collect();
        if let Some(absent) = needs.iter().find(|need| !ours.contains_key(*need)) {
            return Err(format!("`{name}` is published and needs `{absent}`, which is not"));
        }
        left.insert(name, needs);
    }
    let mut order = Vec::new();
    while !left.is_empty() {
        let free = left.iter().find(|row| row.1.is_empty()).map(|row| *row.0);
        let free = free
            .ok_or_else(|| format!("these need each other: {}", left.keys().copied().collect::<Vec<_>>().join(", ")))?;
        left.remove(free);
        for needs in left.values_mut() {
            needs.remove(free);
        }
        order.push(free);
    }
    Ok(order)
}

/// The order as commands. The registry is asked about the names that do not begin with the project's: who has `hlslc` is expected to
/// have those that begin with it.
pub fn report(metadata: &Value) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut text = String::new();
    for name in order(metadata)? {
        let _ = write!(text, "cargo publish --locked --package {name}");
        if !name.starts_with("hlslc-") {
            // Outside of the workspace, in which the name would be that of the package itself.
            let mut command = Command::new(&cargo);
            command.args(["info", "--registry", "crates-io", "--quiet", name]).current_dir(std::env::temp_dir());
            let said = match command.output() {
                Ok(done) if done.status.success() => "taken: the registry has a package of this name",
                Ok(done) if String::from_utf8_lossy(&done.stderr).contains("could not find") => "free",
                _ => "unknown: the registry was not reached",
            };
            let _ = write!(text, " # the name is {said}");
        }
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package(name: &str, needs: &[&str]) -> Value {
        let needs: Vec<Value> =
            needs.iter().map(|need| json!({ "name": need, "path": "x", "kind": null, "req": "^0.1" })).collect();
        json!({ "name": name, "id": name, "source": null, "publish": null, "dependencies": needs })
    }

    #[test]
    fn a_package_is_published_after_what_it_needs() {
        let metadata = json!({ "packages": [package("a", &["c"]), package("b", &["a"]), package("c", &[])] });
        assert_eq!(order(&metadata), Ok(vec!["c", "a", "b"]));
        let circle = json!({ "packages": [package("a", &["b"]), package("b", &["a"])] });
        assert_eq!(order(&circle), Err("these need each other: a, b".to_owned()));
        let absent = json!({ "packages": [package("a", &["z"])] });
        assert_eq!(order(&absent), Err("`a` is published and needs `z`, which is not".to_owned()));
    }

    #[test]
    fn what_tests_need_is_not_linked() {
        let dep = |id: &str, kind: Value| json!({ "pkg": id, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [package("hlslc", &[]), package("used", &[]), package("tested", &[]), package("outside", &[])],
            "resolve": { "nodes": [
                { "id": "hlslc", "deps": [dep("used", Value::Null), dep("tested", json!("dev"))] },
                { "id": "used", "deps": [] },
            ] },
        });
        assert_eq!(linked(&metadata).into_keys().collect::<Vec<_>>(), ["hlslc", "used"]);
    }

    /// The packages of this workspace can be published: none needs one that is not.
    #[test]
    fn the_workspace_has_an_order() {
        let metadata = metadata().unwrap();
        let order = order(&metadata).unwrap();
        let place = |name: &str| order.iter().position(|one| *one == name);
        assert!(place("hlslc-base") < place("hlslc") && place("hlslc") < place("hlslc-c"), "{order:?}");
        assert_eq!(place("xtask"), None);
    }
}
