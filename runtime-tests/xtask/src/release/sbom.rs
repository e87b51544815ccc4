//! Writes the bill of materials: CycloneDX 1.6 as JSON, of all that is linked.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Facts;
use super::facts::{NAME, SUMMARY};
use super::pack::{civil, sha256};
use super::registry::{Linked, linked};

/// The text.
pub fn sbom(facts: &Facts) -> Vec<u8> {
    let sums = checksums(&facts.lock);
    let linked = linked(&facts.metadata);
    let reference = |id: &str| linked.get(id).map(|row| purl(row.package));
    let is_main = |row: &&Linked<'_>| row.package["name"] == NAME;
    let components: Vec<Value> =
        linked.values().filter(|row| !is_main(row)).map(|row| component(row.package, &sums)).collect();
    let mut dependencies: Vec<(String, Vec<String>)> = linked
        .values()
        .map(|row| (purl(row.package), row.needs.iter().filter_map(|id| reference(id)).collect()))
        .collect();
    dependencies.sort();
    let mut components = components;
    components.sort_by_key(|component| component["bom-ref"].to_string());
    let main = linked.values().find(is_main).map(|row| {
        let mut main = component(row.package, &sums);
        main["type"] = json!("application");
        main["description"] = json!(SUMMARY);
        main
    });
    let (year, month, day) = civil(facts.time / 86400);
    let (hour, minute, second) = (facts.time / 3600 % 24, facts.time / 60 % 60, facts.time % 60);
    let mut bom = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"),
            "component": main,
        },
        "components": components,
        "dependencies": dependencies
            .into_iter()
            .map(|(of, mut on)| { on.sort(); json!({ "ref": of, "dependsOn": on }) })
            .collect::<Vec<_>>(),
    });
    // The number follows from the contents, so that it is the same for the same release.
    let sum = sha256(bom.to_string().as_bytes());
    let uuid = format!("{}-{}-4{}-8{}-{}", &sum[..8], &sum[8..12], &sum[13..16], &sum[17..20], &sum[20..32]);
    bom["serialNumber"] = json!(format!("urn:uuid:{uuid}"));
    let mut text = serde_json::to_vec_pretty(&bom).unwrap_or_default();
    text.push(b'\n');
    text
}

fn component(package: &Value, sums: &BTreeMap<(&str, &str), &str>) -> Value {
    let text = |key: &str| package[key].as_str().unwrap_or("");
    let mut component = json!({
        "type": "library",
        "bom-ref": purl(package),
        "name": text("name"),
        "version": text("version"),
        "purl": purl(package),
        "licenses": [{ "expression": text("license").replace('/', " OR ") }],
    });
    if let Some(sum) = sums.get(&(text("name"), text("version"))) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    component
}

/// The address of a package, as package-url has it.
fn purl(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().unwrap_or("");
    format!("pkg:cargo/{}@{}", text("name"), text("version").replace('+', "%2B"))
}

/// The checksums of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(&str, &str), &str> {
    let field = |entry: &'_ str, key: &str| -> Option<(usize, usize)> {
        let start = entry.find(&format!("\n{key} = \""))? + key.len() + 5;
        Some((start, start + entry[start..].find('"')?))
    };
    lock.split("[[package]]")
        .filter_map(|entry| {
            let get = |key: &str| field(entry, key).map(|(from, to)| &entry[from..to]);
            Some(((get("name")?, get("version")?), get("checksum")?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_read_from_the_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"00ff\"\n\n[[package]]\nname = \"b\"\nversion = \"2.0.0\"\n";
        assert_eq!(checksums(lock).into_iter().collect::<Vec<_>>(), [(("a", "1.0.0"), "00ff")]);
    }

    #[test]
    fn a_bill_has_what_is_linked_and_follows_from_it_alone() {
        let metadata = serde_json::json!({
            "packages": [
                { "id": "h", "name": "hlslc", "version": "1.0.0", "license": "MIT", "source": null },
                { "id": "u", "name": "used", "version": "2.0.0+x", "license": "MIT/Apache-2.0", "source": "registry" },
            ],
            "resolve": { "nodes": [{ "id": "h", "deps": [{ "pkg": "u", "dep_kinds": [{ "kind": null }] }] }, { "id": "u", "deps": [] }] },
        });
        let facts = Facts { metadata, time: 86400 + 61, ..crate::release::artefacts::tests::facts() };
        let made = sbom(&facts);
        assert_eq!(made, sbom(&facts));
        let bom: Value = serde_json::from_slice(&made).unwrap();
        assert_eq!(bom["metadata"]["timestamp"], "1970-01-02T00:01:01Z");
        assert_eq!(bom["metadata"]["component"]["purl"], "pkg:cargo/hlslc@1.0.0");
        assert_eq!(bom["components"][0]["purl"], "pkg:cargo/used@2.0.0%2Bx");
        assert_eq!(bom["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bom["dependencies"][0]["dependsOn"], serde_json::json!(["pkg:cargo/used@2.0.0%2Bx"]));
        assert_eq!(bom["serialNumber"].as_str().unwrap().len(), "urn:uuid:".len() + 36);
    }
}
