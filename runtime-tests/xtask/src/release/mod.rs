//! Makes what users install: `cargo xtask release`.
//!
//! In: a checkout, and the standard libraries of Rust that are installed. Out: a folder with archives, packages, checksums, a bill of
//! materials and the licences of all that is linked. Four tables describe it: [`targets::TARGETS`], the systems; [`products::PRODUCTS`],
//! what Cargo builds; [`artefacts::ARTEFACTS`], the files; [`sizes`], their sizes. What cannot be built here is a line of the report with its reason.
//!
//! The same source and the same tools give the same bytes: archives are sorted and have the time of the commit, paths of the
//! machine are mapped away, and counts of a profile are an input that can be kept (`--counts`).

pub mod artefacts;
mod deb;
mod facts;
mod licences;
mod npm;
mod nuget;
pub mod pack;
pub mod plan;
pub mod products;
mod registry;
mod sbom;
mod sizes;
pub mod targets;
mod wheel;

pub use facts::Facts;
pub use plan::Plan;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use artefacts::{ARTEFACTS, Made};
use pack::sha256;
use products::Built;

/// Runs the command.
pub fn run(args: &[String]) -> Result<(), String> {
    let plan = Plan::parse(args)?;
    if plan.is_list {
        print!("{}", artefacts::table());
        return Ok(());
    }
    if plan.is_publishing_order {
        print!("{}", registry::report(&registry::metadata()?)?);
        return Ok(());
    }
    let mut facts = Facts::of_checkout(&plan)?;
    let mut built = Built::default();
    let mut not_built = Vec::new();
    for target in plan.targets() {
        for product in products::PRODUCTS.iter().filter(|product| target.products.contains(&product.kind)) {
            println!("building {} for {}", product.name, target.triple);
            match products::build(product, target, &plan) {
                Ok(files) => built.add(target, product, files),
                Err(why) => {
                    println!("  not built: {}", why.lines().next().unwrap_or_default());
                    not_built.push(format!("{} for {}: {why}", product.name, target.triple));
                }
            }
        }
    }
    facts.ask_program(&built)?;
    if let Some(counts) = plan.counts.as_ref().filter(|path| path.is_file()) {
        facts.counts = Some(fs::read(counts).map_err(|error| format!("{}: {error}", counts.display()))?);
    }
    let excess = make(&facts, &built, not_built, &plan.out)?;
    // A rehearsal without optimisation across crates is larger.
    if plan.profile == sizes::PROFILE && !excess.is_empty() {
        return Err(format!("too large (release/sizes.rs): {}", excess.join("; ")));
    }
    Ok(())
}

/// Makes every artefact of what was built, and the lists of them. The result is what is larger than it may be in a release.
pub fn make(facts: &Facts, built: &Built, mut not_built: Vec<String>, out: &Path) -> Result<Vec<String>, String> {
    if out.exists() {
        fs::remove_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let mut files: Vec<Made> = Vec::new();
    for row in ARTEFACTS {
        match (row.make)(facts, built) {
            Ok(made) if made.is_empty() => not_built.push(format!("{}: {}", row.name, row.needs)),
            Ok(made) => files.extend(made),
            Err(why) => return Err(format!("{}: {why}", row.name)),
        }
    }
    files.sort_by(|left, right| left.name.cmp(&right.name));
    let (sizes, excess) = sizes::compare(built, &files);
    let report = artefacts::report(&files, &not_built, &sizes);
    files.push(Made { name: "REPORT.md".to_owned(), bytes: report.clone().into_bytes() });
    let sums = files.iter().fold(String::new(), |mut text, file| {
        let _ = writeln!(text, "{}  {}", sha256(&file.bytes), file.name);
        text
    });
    files.push(Made { name: "SHA256SUMS".to_owned(), bytes: sums.into_bytes() });
    for file in &files {
        let path = out.join(&file.name);
        fs::write(&path, &file.bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    print!("{report}");
    Ok(excess)
}
