//! Writes a package for NuGet: native libraries by runtime identifiers, and the C header.
//!
//! The layout is that of native packages: `runtimes/RID/native`, which .NET searches, and `build/native/include`. A run that builds for one
//! system alone makes a package of that system, so that machines which each build for one do not make different files of one name.

use std::fmt::Write as _;

use super::Facts;
use super::facts::{NAME, SUMMARY};
use super::pack::{Tree, zip};
use super::products::{Built, Kind};
use super::targets::TARGETS;

/// The package, if there is a library for it.
pub fn nuget(facts: &Facts, built: &Built, header: &str) -> Result<Option<(String, Vec<u8>)>, String> {
    let mut tree = Tree::default();
    let mut identifiers: Vec<&str> = Vec::new();
    for (target, rid) in TARGETS.iter().filter_map(|target| Some((target, target.nuget?))) {
        for (kind, files) in built.for_target(target.triple) {
            if kind != Kind::DropIn && kind != Kind::CInterface {
                continue;
            }
            let is_shared = |name: &str| {
                ["so", "dll", "dylib"].iter().any(|end| name.rsplit_once('.').is_some_and(|at| at.1 == *end))
            };
            for (name, bytes) in files.iter().filter(|file| is_shared(&file.0)) {
                tree = tree.file(&format!("runtimes/{rid}/native/{name}"), bytes.as_slice());
                identifiers.push(rid);
            }
        }
    }
    identifiers.dedup();
    let id = match identifiers[..] {
        [] => return Ok(None),
        [one] => format!("{NAME}.runtime.{one}"),
        _ => NAME.to_owned(),
    };
    let spec = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<package xmlns=\"http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd\">\n  <metadata>\n    \
         <id>{id}</id>\n    <version>{}</version>\n    <authors>The hlslc authors</authors>\n    <license type=\"expression\">MIT OR Apache-2.0</license>\n    \
         <projectUrl>{}</projectUrl>\n    <description>{SUMMARY}: the C interface and the library in the place of dxcompiler.</description>\n    \
         <tags>native hlsl dxil spirv shader compiler</tags>\n  </metadata>\n</package>\n",
        facts.version, facts.repository
    );
    let relations = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\n  \
         <Relationship Type=\"http://schemas.microsoft.com/packaging/2010/07/manifest\" Target=\"/{id}.nuspec\" Id=\"R1\"/>\n</Relationships>\n"
    );
    let mut types = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\n  \
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\n",
    );
    for extension in ["nuspec", "so", "dll", "dylib", "h", "txt"] {
        let _ = writeln!(types, "  <Default Extension=\"{extension}\" ContentType=\"application/octet-stream\"/>");
    }
    types += "</Types>\n";
    for (name, text) in &facts.licences {
        tree = tree.file(&format!("{name}.txt"), text.as_str());
    }
    let tree = tree
        .file(&format!("{id}.nuspec"), spec)
        .file("_rels/.rels", relations)
        .file("[Content_Types].xml", types)
        .file("THIRD-PARTY.txt", facts.third_party.as_str())
        .file("build/native/include/hlslc.h", header);
    Ok(Some((format!("{id}.{}.nupkg", facts.version), zip(&tree, facts.time)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::products::PRODUCTS;

    #[test]
    fn a_package_of_one_system_has_a_name_of_its_own() {
        let facts = crate::release::artefacts::tests::facts();
        let library = PRODUCTS.iter().find(|product| product.kind == Kind::DropIn).unwrap();
        let name = |triples: &[&str]| {
            let mut built = Built::default();
            for target in TARGETS.iter().filter(|target| triples.contains(&target.triple)) {
                built.add(target, library, vec![("library.so".to_owned(), Vec::new())]);
            }
            nuget(&facts, &built, "header").unwrap().map(|made| made.0)
        };
        assert_eq!(name(&[]), None);
        assert_eq!(name(&["x86_64-unknown-linux-gnu"]).unwrap(), "hlslc.runtime.linux-x64.0.0.1.nupkg");
        assert_eq!(name(&["x86_64-unknown-linux-gnu", "x86_64-pc-windows-gnu"]).unwrap(), "hlslc.0.0.1.nupkg");
    }
}
