//! Runs the command `isa`, which compares what a driver's compiler makes of both compilers' SPIR-V.
//!
//! Input: paths ([`shaders`]); the GPU (`--gpu gfx1100`, navi21 if not given; more than one with commas); options that both get
//! besides (`--with -Gis`). Output: for each GPU the geometric mean and the worst of each figure, and the shaders in which ours is worse
//! by more than a tenth; with `--html DIR` a page with the worst, both machine codes side by side. Says so where there is no RADV.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dxc_oracle::Dxc;
use hlslc_runtime_tests::isa::{Client, FIGURES, Figure, geometric_mean};
use hlslc_runtime_tests::page::{Cell, Page, Row};
use hlslc_runtime_tests::progress::Progress;
use hlslc_runtime_tests::shaders::{self, Shader, validator_of};
use hlslc_runtime_tests::vulkan::{JudgedStage, Statistics};

/// The GPU that is asked about if none is named.
const GPU: &str = "navi21";

/// How much worse a figure may be before its shader is listed.
const TOLERATED: f64 = 1.10;

/// How many shaders of a page have their code shown.
const SHOWN: usize = 20;

/// What both compilers get: registers of different kinds have bindings of their own.
const OPTIONS: [&str; 14] = [
    "-spirv",
    "-fspv-target-env=vulkan1.3",
    "-fvk-b-shift",
    "0",
    "all",
    "-fvk-t-shift",
    "1000",
    "all",
    "-fvk-u-shift",
    "2000",
    "all",
    "-fvk-s-shift",
    "3000",
    "all",
];

/// What one GPU's driver makes of both modules of a shader.
struct Pair {
    name: String,
    ours: Statistics,
    theirs: Statistics,
}

impl Pair {
    /// How many times as bad as DXC's a figure of ours is.
    fn badness(&self, figure: &Figure) -> Option<f64> {
        let ratio = figure.ratio(&self.ours, &self.theirs)?;
        Some(if figure.more_is_better { 1.0 / ratio } else { ratio })
    }

    /// The worst of its figures.
    fn worst(&self) -> f64 {
        FIGURES.iter().filter_map(|figure| self.badness(figure)).fold(1.0, f64::max)
    }
}

/// Runs the command; gives 0, as a comparison is no verdict.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut paths, mut with, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut gpus, mut html) = (GPU.to_owned(), None);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--gpu" => gpus = args.next().ok_or("--gpu needs a name")?,
            "--html" => html = Some(PathBuf::from(args.next().ok_or("--html needs a folder")?)),
            "--with" => with.push(args.next().ok_or("--with needs an option")?),
            word if Path::new(word).exists() => paths.push(PathBuf::from(word)),
            _ => parts.push(arg),
        }
    }
    let mut clients = Vec::new();
    for gpu in gpus.split(',') {
        match Client::new(gpu) {
            Ok((client, name)) => clients.push((gpu.to_owned(), name, client)),
            Err(why) => eprintln!("!!! nothing is compared for {gpu}: {why}"),
        }
    }
    if clients.is_empty() {
        return Err("SKIPPED: there is no driver to ask".to_owned());
    }
    let dxc = Dxc::load().map_err(|error| error.to_string())?;
    let mut found = shaders::find(&paths)?;
    found.shaders.retain(|shader| parts.is_empty() || parts.iter().any(|part| shader.name.contains(part.as_str())));
    let folder = std::env::temp_dir().join(format!("hlslc-isa.{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let files = [folder.join("ours.spv"), folder.join("theirs.spv")];
    let mut pairs: Vec<Vec<Pair>> = clients.iter().map(|_| Vec::new()).collect();
    let mut left_out: BTreeMap<String, String> = found.left_out.iter().cloned().collect();
    let mut progress = Progress::new(found.shaders.len());
    for shader in &found.shaders {
        progress.step(&shader.name);
        let compared = compile(&dxc, shader, &with, &files).and_then(|profile| {
            for ((_, _, client), pairs) in clients.iter_mut().zip(&mut pairs) {
                let [ours, theirs] = &files;
                let statistics = client.ask(&profile, ours, theirs, html.is_some())?;
                let theirs = client.ask(&profile, theirs, ours, html.is_some())?;
                pairs.push(Pair { name: shader.name.clone(), ours: statistics, theirs });
            }
            Ok(())
        });
        if let Err(why) = compared {
            left_out.insert(shader.name.clone(), why);
        }
    }
    drop(progress);
    let _ = fs::remove_dir_all(&folder);
    for (name, why) in &left_out {
        println!("{name}: not compared: {}", why.lines().next().unwrap_or_default());
    }
    for ((gpu, name, _), pairs) in clients.iter().zip(&mut pairs) {
        pairs.sort_by(|a, b| b.worst().total_cmp(&a.worst()).then_with(|| a.name.cmp(&b.name)));
        print!(
            "\n{gpu} ({name}), DXC {}: {} compared, {} not\n{}",
            dxc.version().map_or_else(|| "of unknown version".to_owned(), |(major, minor)| format!("{major}.{minor}")),
            pairs.len(),
            left_out.len(),
            table(pairs)
        );
        if let Some(html) = &html {
            fs::create_dir_all(html).map_err(|error| format!("{}: {error}", html.display()))?;
            let file = html.join(format!("{gpu}.html"));
            fs::write(&file, page(gpu, name, pairs)).map_err(|error| format!("{}: {error}", file.display()))?;
            println!("{} has both machine codes of the worst", file.display());
        }
    }
    Ok(0)
}

/// Writes what both compilers make of a shader; its profile.
fn compile(dxc: &Dxc, shader: &Shader, with: &[String], files: &[PathBuf; 2]) -> Result<String, String> {
    let loaded = shader.read()?;
    let profile = loaded.option("-T").ok_or("it has no profile")?.to_owned();
    JudgedStage::of_profile(&profile).ok_or("its stage is not judged")?;
    let more: Vec<&str> = OPTIONS.iter().copied().chain(with.iter().map(String::as_str)).collect();
    let validator = validator_of(dxc);
    for (file, object) in files.iter().zip([loaded.ours(validator, &more)?, loaded.theirs(dxc, validator, &more)?]) {
        fs::write(file, object).map_err(|error| error.to_string())?;
    }
    Ok(profile)
}

/// A line for each figure, and the shaders in which ours is worse than tolerated.
fn table(pairs: &[Pair]) -> String {
    let mut lines = vec![format!("{:20} {:>8} {:>8} {:>7}", "", "mean", "worst", "> 1.10")];
    for figure in &FIGURES {
        let ratios: Vec<f64> = pairs.iter().filter_map(|pair| figure.ratio(&pair.ours, &pair.theirs)).collect();
        let worst = pairs.iter().filter_map(|pair| pair.badness(figure)).fold(0.0, f64::max);
        let many = pairs.iter().filter(|pair| pair.badness(figure).is_some_and(|bad| bad > TOLERATED)).count();
        let mean = geometric_mean(ratios);
        lines.push(format!("{:20} {mean:>8.3} {worst:>8.2} {many:>7}", figure.name));
    }
    for pair in pairs.iter().filter(|pair| pair.worst() > TOLERATED) {
        let bad = FIGURES.iter().filter(|figure| pair.badness(figure).is_some_and(|bad| bad > TOLERATED));
        let number = |side: &Statistics, figure: &Figure| side.figures.get(figure.name).copied().unwrap_or_default();
        let shown: Vec<String> = bad
            .map(|figure| {
                format!("{} {} against {}", figure.name, number(&pair.ours, figure), number(&pair.theirs, figure))
            })
            .collect();
        lines.push(format!("  {}: {}", pair.name, shown.join(", ")));
    }
    lines.join("\n") + "\n"
}

/// The page: all shaders, and the code of the worst.
fn page(gpu: &str, device: &str, pairs: &[Pair]) -> String {
    let mut page = Page::new(format!("Machine code: {gpu}"));
    page.paragraph(&format!(
        "What {device} makes of hlslc's SPIR-V beside DXC's, as ratios; latency and inverse throughput are the driver's own estimates."
    ));
    let header: Vec<&str> = std::iter::once("shader").chain(FIGURES.iter().map(|figure| figure.name)).collect();
    let rows: Vec<Row> = pairs
        .iter()
        .map(|pair| {
            let ratio = |figure: &Figure| {
                let bad = pair.badness(figure).unwrap_or(1.0);
                let mark = if bad > TOLERATED { "bad" } else { "number" };
                Cell::number(figure.ratio(&pair.ours, &pair.theirs).unwrap_or(f64::NAN), 3).marked(mark)
            };
            let cells = std::iter::once(Cell::text(&pair.name)).chain(FIGURES.iter().map(ratio)).collect();
            let tags = if pair.worst() > TOLERATED { vec!["worse"] } else { vec!["fine"] };
            Row { cells, tags }
        })
        .collect();
    page.table("all", &header, &rows, &[("worse", "worse"), ("as good", "fine")]);
    for pair in pairs.iter().take(SHOWN).filter(|pair| pair.worst() > 1.0) {
        let last = |side: &Statistics| side.listings.last().map(|row| row.1.clone()).unwrap_or_default();
        page.heading(&pair.name);
        page.side_by_side(["hlslc", "DXC"], [&last(&pair.ours), &last(&pair.theirs)]);
    }
    page.finish()
}
