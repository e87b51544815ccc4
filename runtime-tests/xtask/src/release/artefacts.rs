//! Makes the files of a release, a row each.

use std::fmt::Write as _;
use std::fs;

use super::facts::NAME;
use super::pack::{Tree, tar_gz, zip};
use super::products::{Built, Kind};
use super::targets::Target;
use super::{Facts, deb, npm, nuget, sbom, wheel};
use crate::install;

/// A file that was made.
#[derive(Debug)]
pub struct Made {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

impl From<(String, Vec<u8>)> for Made {
    fn from((name, bytes): (String, Vec<u8>)) -> Self {
        Self { name, bytes }
    }
}

/// An artefact.
#[derive(Debug)]
pub struct Artefact {
    /// What it is.
    pub name: &'static str,
    /// What it needs, for the report of what was not made.
    pub needs: &'static str,
    /// Makes it for every system that it can be made for.
    pub make: fn(&Facts, &Built) -> Result<Vec<Made>, String>,
    /// What `packaging/test.sh` does with it.
    pub test: &'static str,
}

/// All of them.
pub const ARTEFACTS: &[Artefact] = &[
    Artefact {
        name: "the command",
        needs: "the command",
        make: programs,
        test: "unpacked into an empty root (chroot), alone",
    },
    Artefact {
        name: "the library in the place of dxcompiler",
        needs: "the library for a system",
        make: drop_in,
        test: "loaded by a program that calls DxcCreateInstance",
    },
    Artefact {
        name: "the C interface",
        needs: "the C interface for a system",
        make: c_interface,
        test: "a program in C, built with pkg-config, against the shared and the static library",
    },
    Artefact {
        name: "package of Debian",
        needs: "the command for Linux",
        make: debs,
        test: "installed by dpkg into a root of its own",
    },
    Artefact {
        name: "wheel of Python",
        needs: "the command for a system",
        make: wheels,
        test: "installed by pip into a fresh environment",
    },
    Artefact {
        name: "package of npm",
        needs: "the module of WebAssembly",
        make: npm_main,
        test: "installed by npm; the module in node and in Chromium, the command through its package",
    },
    Artefact {
        name: "packages of npm with programs",
        needs: "the command for a system",
        make: npm_platforms,
        test: "installed by npm beside the main package",
    },
    Artefact {
        name: "package of NuGet",
        needs: "a library for a system",
        make: nugets,
        test: "its libraries are loaded",
    },
    Artefact { name: "manual page", needs: "nothing", make: |facts, _| Ok(manual(facts)), test: "read by man" },
    Artefact { name: "completions", needs: "nothing", make: completions, test: "read by bash" },
    Artefact {
        name: "bill of materials",
        needs: "nothing",
        make: |facts, _| Ok(bill(facts)),
        test: "every package of it is in the lock file",
    },
    Artefact {
        name: "licences of what is linked",
        needs: "nothing",
        make: |facts, _| Ok(licences(facts)),
        test: "names every package of the bill",
    },
    Artefact {
        name: "counts of the profile",
        needs: "the option --counts",
        make: |facts, _| Ok(counts(facts)),
        test: "an input of the next run",
    },
];

/// The table as text.
pub fn table() -> String {
    ARTEFACTS.iter().fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "{}\n    needs {}\n    tested: {}", row.name, row.needs, row.test);
        text
    })
}

/// The files with their sizes, sizes beside their goals, and what is not there.
pub fn report(files: &[Made], not_built: &[String], sizes: &str) -> String {
    let mut text = String::from("| file | bytes |\n| --- | --- |\n");
    for file in files {
        let _ = writeln!(text, "| {} | {} |", file.name, file.bytes.len());
    }
    text += sizes;
    if !not_built.is_empty() {
        text += "\nNot built:\n\n";
    }
    for line in not_built {
        let _ = writeln!(text, "* {}", line.replace('\n', " "));
    }
    text
}

/// A folder as an archive of the kind that is usual on a system.
fn archived(facts: &Facts, name: &str, target: &Target, tree: Tree) -> Result<Made, String> {
    let folder = format!("{name}-{}-{}", facts.version, target.triple);
    let tree = licensed(facts, tree).under(&folder);
    if target.os() == "windows" {
        Ok(Made { name: format!("{folder}.zip"), bytes: zip(&tree, facts.time)? })
    } else {
        Ok(Made { name: format!("{folder}.tar.gz"), bytes: tar_gz(&tree, facts.time)? })
    }
}

fn licensed(facts: &Facts, tree: Tree) -> Tree {
    let tree = facts.licences.iter().fold(tree, |tree, (name, text)| tree.file(name, text.as_str()));
    tree.file("THIRD-PARTY.txt", facts.third_party.as_str())
}

/// Files of shells by the names that the shells look for.
fn completion_files(facts: &Facts) -> impl Iterator<Item = (&'static str, &str)> {
    const NAMES: [(&str, &str); 4] =
        [("bash", "hlslc.bash"), ("zsh", "_hlslc"), ("fish", "hlslc.fish"), ("powershell", "_hlslc.ps1")];
    NAMES.into_iter().map(|(shell, name)| (name, facts.completion(shell)))
}

fn programs(facts: &Facts, built: &Built) -> Result<Vec<Made>, String> {
    let program = |(target, files): (&'static Target, &super::products::Files)| {
        let (name, bytes) = &files[0];
        let mut tree = Tree::default()
            .program(name, bytes.as_slice())
            .file("README.md", facts.readme.as_str())
            .file("CHANGELOG.md", facts.changelog.as_str())
            .file("man/hlslc.1", facts.manual.as_str());
        for (name, text) in completion_files(facts) {
            tree = tree.file(&format!("completions/{name}"), text);
        }
        archived(facts, NAME, target, tree)
    };
    built.of(Kind::Program).map(program).collect()
}

fn drop_in(facts: &Facts, built: &Built) -> Result<Vec<Made>, String> {
    let library = |(target, files): (&'static Target, &super::products::Files)| {
        let (name, bytes) = &files[0];
        let tree = Tree::default().program(name, bytes.as_slice());
        // The same file is the validator, which some programs load by its own name. Windows has no links for all users.
        let validator = name.replace("dxcompiler", "dxil");
        let tree = if target.os() == "windows" {
            tree.program(&validator, bytes.as_slice())
        } else {
            tree.link(&validator, name)
        };
        archived(facts, "hlslc-dxcompiler", target, tree)
    };
    built.of(Kind::DropIn).map(library).collect()
}

fn c_interface(facts: &Facts, built: &Built) -> Result<Vec<Made>, String> {
    let installed = |(target, files): (&'static Target, &super::products::Files)| {
        let tree = install::tree(target.os(), &facts.version, &|name| {
            files.iter().find(|file| file.0 == name).map(|file| file.1.clone())
        })?;
        archived(facts, "hlslc-c", target, tree)
    };
    built.of(Kind::CInterface).map(installed).collect()
}

fn debs(facts: &Facts, built: &Built) -> Result<Vec<Made>, String> {
    let rows = built.of(Kind::Program).filter_map(|(target, files)| Some((target.debian?, &files[0].1)));
    rows.map(|(architecture, program)| {
        let bytes = deb::deb(facts, architecture, program)?;
        Ok(Made { name: format!("{NAME}_{}_{architecture}.deb", deb::version(&facts.version)), bytes })
    })
    .collect()
}

fn wheels(facts: &Facts, built: &Built) -> Result<Vec<Made>, String> {
    let rows = built.of(Kind::Program).filter_map(|(target, files)| Some((target.wheel?, &files[0])));
    rows.map(|(tag, (name, bytes))| wheel::wheel(facts, tag, (name, bytes)).map(Made::from)).collect()
}

fn npm_main(facts: &Facts, built: &Built) -> Result<Vec<Made>, String> {
    built.of(Kind::Module).map(|(_, files)| npm::main(facts, &files[0].1).map(Made::from)).collect()
}

fn npm_platforms(facts: &Facts, built: &Built) -> Result<Vec<Made>, String> {
    let rows = built.of(Kind::Program).filter_map(|(target, files)| Some((target.npm?, &files[0])));
    rows.map(|(npm, (name, bytes))| npm::platform(facts, npm, (name, bytes)).map(Made::from)).collect()
}

fn nugets(facts: &Facts, built: &Built) -> Result<Vec<Made>, String> {
    let path = facts.root.join(crate::made::HEADER.file);
    let header = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(nuget::nuget(facts, built, &header)?.map(Made::from).into_iter().collect())
}

fn manual(facts: &Facts) -> Vec<Made> {
    vec![Made { name: "hlslc.1".to_owned(), bytes: facts.manual.clone().into_bytes() }]
}

fn completions(facts: &Facts, _: &Built) -> Result<Vec<Made>, String> {
    let tree = completion_files(facts).fold(Tree::default(), |tree, (name, text)| tree.file(name, text));
    let folder = format!("{NAME}-completions-{}", facts.version);
    Ok(vec![Made { name: format!("{folder}.tar.gz"), bytes: tar_gz(&tree.under(&folder), facts.time)? }])
}

fn bill(facts: &Facts) -> Vec<Made> {
    vec![Made { name: format!("{NAME}-{}.cdx.json", facts.version), bytes: sbom::sbom(facts) }]
}

fn licences(facts: &Facts) -> Vec<Made> {
    vec![Made { name: "THIRD-PARTY.txt".to_owned(), bytes: facts.third_party.clone().into_bytes() }]
}

fn counts(facts: &Facts) -> Vec<Made> {
    let made = |bytes: &Vec<u8>| Made { name: format!("{NAME}-{}.profdata", facts.version), bytes: bytes.clone() };
    facts.counts.iter().map(made).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::products::PRODUCTS;
    use super::super::targets::TARGETS;
    use super::*;

    /// Facts of no release, for tests.
    pub fn facts() -> Facts {
        Facts {
            version: "0.0.1".to_owned(),
            time: 1_000_000_000,
            repository: "https://localhost/hlslc".to_owned(),
            licences: vec![("LICENSE-APACHE", "Apache".to_owned()), ("LICENSE-MIT", "MIT\n\nno warranty".to_owned())],
            third_party: "licences".to_owned(),
            metadata: serde_json::json!({}),
            lock: String::new(),
            readme: "read me".to_owned(),
            changelog: "changes".to_owned(),
            manual: ".TH HLSLC 1".to_owned(),
            completions: ["bash", "zsh", "fish", "powershell"].map(|shell| (shell, format!("for {shell}"))).into(),
            root: crate::workspace(),
            counts: Some(b"counts".to_vec()),
        }
    }

    /// Every product for every system, each a few bytes.
    fn built() -> Built {
        let mut built = Built::default();
        for target in TARGETS {
            for product in PRODUCTS.iter().filter(|product| target.products.contains(&product.kind)) {
                let files = product
                    .files(target)
                    .iter()
                    .map(|name| ((*name).to_owned(), format!("{name} {}", target.triple).into_bytes()));
                built.add(target, product, files.collect());
            }
        }
        built
    }

    #[test]
    fn every_row_makes_files_that_no_other_row_makes() {
        let (facts, built) = (facts(), built());
        let mut names = Vec::new();
        for row in ARTEFACTS {
            let made = (row.make)(&facts, &built).unwrap();
            assert!(!made.is_empty(), "{}", row.name);
            names.extend(made.into_iter().map(|file| file.name));
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        for name in [
            "hlslc-0.0.1-x86_64-unknown-linux-gnu.tar.gz",
            "hlslc_0.0.1-1_arm64.deb",
            "hlslc-0.0.1.tgz",
            "hlslc.0.0.1.nupkg",
        ] {
            assert!(names.iter().any(|made| made == name), "{name}: {names:?}");
        }
    }

    #[test]
    fn two_runs_give_the_same_bytes_and_list_what_they_give() {
        let (facts, built) = (facts(), built());
        let folder = std::env::temp_dir().join(format!("hlslc-release-test-{}", std::process::id()));
        let run = |name: &str| {
            let out = folder.join(name);
            super::super::make(&facts, &built, vec!["it: why".to_owned()], &out).unwrap();
            let mut files: Vec<_> = fs::read_dir(&out).unwrap().map(|file| file.unwrap().path()).collect();
            files.sort();
            files
                .into_iter()
                .map(|path| (path.file_name().unwrap().to_owned(), fs::read(&path).unwrap()))
                .collect::<Vec<_>>()
        };
        let (first, second) = (run("first"), run("second"));
        assert!(first == second);
        let sums = first.iter().find(|file| file.0 == "SHA256SUMS").unwrap();
        let sums = String::from_utf8(sums.1.clone()).unwrap();
        assert_eq!(sums.lines().count(), first.len() - 1);
        let report = first.iter().find(|file| file.0 == "REPORT.md").unwrap();
        assert!(String::from_utf8_lossy(&report.1).ends_with("* it: why\n"));
        fs::remove_dir_all(&folder).unwrap();
    }

    /// `cargo binstall` looks for the archives by the names that the manifest of the command gives.
    #[test]
    fn the_manifest_says_where_the_archives_are() {
        let metadata = crate::release::registry::metadata().unwrap();
        let package = crate::release::registry::packages(&metadata).find(|package| package["name"] == NAME).unwrap();
        let rows = &package["metadata"]["binstall"];
        let made: Vec<String> = programs(&facts(), &built()).unwrap().into_iter().map(|made| made.name).collect();
        let triples =
            TARGETS.iter().filter(|target| target.products.contains(&Kind::Program)).map(|target| target.triple);
        for triple in
            triples.chain(["x86_64-unknown-linux-musl", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-msvc"])
        {
            let own = &rows["overrides"][triple];
            let get = |key: &str| own[key].as_str().or_else(|| rows[key].as_str()).unwrap().to_owned();
            let filled = |text: String| {
                let words = [("{ name }", NAME), ("{ version }", "0.0.1"), ("{ target }", triple)];
                words.into_iter().fold(text, |text, (word, value)| text.replace(word, value))
            };
            let (url, folder) = (filled(get("pkg-url")), filled(get("bin-dir")));
            let archive = url.rsplit_once('/').unwrap().1;
            assert!(made.iter().any(|name| name == archive), "{triple}: {archive}");
            assert_eq!(
                archive.strip_suffix(".zip").or_else(|| archive.strip_suffix(".tar.gz")),
                folder.split('/').next()
            );
            let end = if get("pkg-fmt") == "zip" { ".zip" } else { ".tar.gz" };
            assert!(archive.ends_with(end), "{triple}");
        }
    }

    #[test]
    fn what_cannot_be_made_is_reported() {
        let folder = std::env::temp_dir().join(format!("hlslc-release-none-{}", std::process::id()));
        super::super::make(&Facts { counts: None, ..facts() }, &Built::default(), Vec::new(), &folder).unwrap();
        let report = fs::read_to_string(folder.join("REPORT.md")).unwrap();
        assert!(report.contains("* package of npm: the module of WebAssembly\n"), "{report}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
