//! Compile time beside DXC's: both in this process, taking turns over the same shaders.
//!
//! `cargo bench -p hlslc` prints for each shader the median time of each compiler and the ratio, then the geometric mean
//! and the worst. Nothing is asserted: times are compared, not promised. Without DXC only ours are shown.

use dxc_oracle::{CompileRequest, Dxc};
use hlslc::{Compiler, NoIncludes, Options};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Turns each compiler takes on a shader.
const TURNS: usize = 15;

struct Shader {
    name: String,
    source: String,
    target: String,
}

fn main() {
    // `cargo test --benches` only wants to know that this builds.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let dxc = Dxc::load();
    if let Err(why) = &dxc {
        eprintln!("no DXC to compare with: {why}");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut shaders = Vec::new();
    for folder in
        ["examples", "runtime-tests/cases/compute", "runtime-tests/cases/graphics", "runtime-tests/cases/exec"]
    {
        collect(&root.join(folder), &mut shaders);
    }
    println!("{:<40} {:>10} {:>10} {:>8}", "shader", "hlslc ms", "dxc ms", "ratio");
    let mut ratios: Vec<(f64, String)> = Vec::new();
    for shader in &shaders {
        let (ours, theirs) = measure(shader, dxc.as_ref().ok());
        let theirs_text = theirs.map_or_else(|| "-".to_owned(), |time| format!("{:.3}", millis(time)));
        let ratio = theirs.map(|theirs| ours.as_secs_f64() / theirs.as_secs_f64());
        let ratio_text = ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"));
        println!("{:<40} {:>10.3} {theirs_text:>10} {ratio_text:>8}", shader.name, millis(ours));
        ratios.extend(ratio.map(|ratio| (ratio, shader.name.clone())));
    }
    summarise(&ratios);
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Every shader of a folder whose comments name its profile: `// target: cs_6_0`, or compute otherwise.
fn collect(folder: &Path, out: &mut Vec<Shader>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths.into_iter().filter(|path| path.extension().is_some_and(|e| e == "hlsl")) {
        let Ok(source) = std::fs::read_to_string(&path) else { continue };
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        out.push(Shader { target: target_of(&source), name, source });
    }
}

/// The first word of the comments that is a profile.
fn target_of(source: &str) -> String {
    let comments = source.lines().take_while(|line| line.trim().is_empty() || line.starts_with("//"));
    let mut words = comments.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    words.find(|word| word.parse::<hlslc::Target>().is_ok()).unwrap_or("cs_6_0").to_owned()
}

/// Median times of both compilers.
fn measure(shader: &Shader, dxc: Option<&Dxc>) -> (Duration, Option<Duration>) {
    let options = Options { target: shader.target.parse().ok(), verify_each: false, ..Options::default() };
    let compiler = Compiler::new(options);
    let request = CompileRequest {
        source: &shader.source,
        name: "shader.hlsl",
        entry: "main",
        target: &shader.target,
        args: vec!["-HV".to_owned(), "2021".to_owned()],
        ..CompileRequest::default()
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let start = Instant::now();
        let output = compiler.compile("shader.hlsl", shader.source.as_bytes(), &NoIncludes);
        ours.push(start.elapsed());
        assert!(output.is_ok(), "{}: {}", shader.name, output.render(hlslc::Style::Clang, false));
        if let Some(dxc) = dxc {
            let start = Instant::now();
            let output = dxc.compile(&request);
            theirs.push(start.elapsed());
            assert!(output.ok, "{}: {}", shader.name, output.diagnostics);
        }
    }
    (median(ours).unwrap_or_default(), median(theirs))
}

fn median(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

fn summarise(ratios: &[(f64, String)]) {
    let Some((worst, name)) = ratios.iter().max_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    let mean = (ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    println!("\n{} shaders: geometric mean {mean:.3} of DXC's time, worst {worst:.3} ({name})", ratios.len());
}
