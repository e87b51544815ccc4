//! Runs the command `variants`: measures `hlslc variants` over projects, and writes a report with plots.
//!
//! Input: files of projects, or `--synthetic` for a shader of ten features, a count of lights and two macros that it never asks about:
//! 102 400 variants, 10 240 of them different. Output: a table on standard output and, with `--html FILE`, a page: variants per second, how
//! many are unique, cold with one thread and with more, taken over from the build before, and memory over time.

use hlslc_runtime_tests::page::{Cell, Page, Row};
use hlslc_runtime_tests::svg::{Axis, Mark, Plot, Series};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const USAGE: &str = "variants [--hlslc PROGRAM] [--synthetic] [--html FILE] [FILE.toml…]";
/// How often memory is looked at.
const PAUSE: Duration = Duration::from_millis(50);
/// Clock ticks of a second in the files of Linux.
const TICKS: f64 = 100.0;

/// One run of the command.
struct Run {
    name: String,
    seconds: f64,
    processor: f64,
    /// Seconds since the start, and megabytes.
    memory: Vec<(f64, f64)>,
    /// What the command reports: variants, objects, compiled, by questions, by tokens, by program, taken over.
    counts: [u64; 7],
}

/// Runs the command; the number of projects that failed.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut program, mut html, mut files, mut is_synthetic) =
        (PathBuf::from("target/release/hlslc"), None, Vec::new(), false);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("`{arg}` needs a value"));
        match arg.as_str() {
            "--hlslc" => program = PathBuf::from(value()?),
            "--html" => html = Some(value()?),
            "--synthetic" => is_synthetic = true,
            option if option.starts_with('-') => return Err(format!("there is no option `{option}`: {USAGE}")),
            file => files.push(PathBuf::from(file)),
        }
    }
    let folder = std::env::temp_dir().join(format!("hlslc-variants-{}", std::process::id()));
    if is_synthetic {
        std::fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        let (project, source) = synthetic();
        let file = folder.join("synthetic.toml");
        std::fs::write(folder.join("uber.hlsl"), source).map_err(|why| format!("{}: {why}", folder.display()))?;
        std::fs::write(&file, project).map_err(|why| format!("{}: {why}", folder.display()))?;
        files.push(file);
    }
    let processors = std::thread::available_parallelism().map_or(1, Into::into);
    let mut page = Page::new("Variants");
    let (mut rows, mut plots, mut failed) = (Vec::new(), Vec::new(), 0);
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut runs = Vec::new();
        for threads in 1..=processors {
            let words = ["--cold".to_owned(), "--jobs".to_owned(), threads.to_string()];
            runs.push(measure(&program, file, &words, format!("{name}, cold, {threads} threads"))?);
        }
        runs.push(measure(&program, file, &[], format!("{name}, again"))?);
        let one = runs[0].seconds;
        for run in &runs {
            let [variants, objects, compiled, questions, tokens, by_program, taken] = run.counts;
            failed += usize::from(variants == 0);
            let rate = variants as f64 / run.seconds;
            println!(
                "{}: {variants} variants, {objects} objects, {compiled} compiled, {questions} by questions, {tokens} by tokens, \
                 {by_program} by program, {taken} taken over; {:.2} s, {:.2} s of processors, {rate:.0}/s, {:.2} times one thread, \
                 {:.0} MB at most",
                run.name,
                run.seconds,
                run.processor,
                one / run.seconds,
                run.memory.iter().map(|at| at.1).fold(0.0, f64::max),
            );
            let numbers = [variants, objects, compiled, taken].map(|count| Cell::number(count as f64, 0));
            let times = [run.seconds, run.processor].map(|time| Cell::number(time, 2));
            let mut cells = vec![Cell::text(run.name.clone())];
            cells.extend(numbers.into_iter().chain(times));
            cells.extend([Cell::number(rate, 0), Cell::number(one / run.seconds, 2)]);
            rows.push(Row { cells, ..Row::default() });
        }
        plots.push(Plot {
            title: format!("{name}: memory"),
            x: Axis { title: "seconds", is_logarithmic: false },
            y: Axis { title: "MB", is_logarithmic: false },
            level: None,
            series: runs.iter().map(|run| line(run.name.clone(), &run.memory)).collect(),
        });
        let speed: Vec<(f64, f64)> = (1..=processors)
            .zip(&runs)
            .map(|(threads, run)| (threads as f64, run.counts[0] as f64 / run.seconds))
            .collect();
        plots.push(Plot {
            title: format!("{name}: speed"),
            x: Axis { title: "threads", is_logarithmic: false },
            y: Axis { title: "variants/s", is_logarithmic: false },
            level: None,
            series: vec![line(String::new(), &speed)],
        });
    }
    if is_synthetic {
        // It is in a temporary folder; nothing depends on it.
        let _ = std::fs::remove_dir_all(&folder);
    }
    if let Some(path) = html {
        let header = [
            "run",
            "variants",
            "objects",
            "compiled",
            "taken over",
            "s",
            "s of processors",
            "variants/s",
            "times one thread",
        ];
        page.table("runs", &header, &rows, &[]);
        page.plots(&plots);
        std::fs::write(&path, page.finish()).map_err(|why| format!("{path}: {why}"))?;
    }
    Ok(failed)
}

fn line(name: String, points: &[(f64, f64)]) -> Series {
    let points = points.iter().map(|(x, y)| (*x, *y, String::new())).collect();
    Series { name, mark: Mark::Line, points }
}

/// Runs the command once.
fn measure(program: &Path, file: &Path, words: &[String], name: String) -> Result<Run, String> {
    let before = children();
    let start = Instant::now();
    let mut command = Command::new(program);
    let command = command.arg("variants").arg(file).args(words).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|why| format!("{}: {why}", program.display()))?;
    // What it says is short, so it does not wait for a reader.
    let errors = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        if let Some(mut errors) = errors {
            let _ = std::io::Read::read_to_string(&mut errors, &mut text);
        }
        text
    });
    let mut memory = Vec::new();
    while child.try_wait().map_err(|why| why.to_string())?.is_none() {
        memory.extend(megabytes(child.id()).map(|size| (start.elapsed().as_secs_f64(), size)));
        std::thread::sleep(PAUSE);
    }
    let seconds = start.elapsed().as_secs_f64();
    let processor = children() - before;
    let text = reader.join().unwrap_or_default();
    let words = ["variants,", "objects,", "compiled,", "by questions,", "by tokens,", "by program,", "taken over,"];
    let mut counts = [0; 7];
    for line in text.lines() {
        for (count, word) in counts.iter_mut().zip(words) {
            let number =
                line.split_once(&format!(" {word}")).and_then(|(before, _)| before.rsplit(' ').next()?.parse().ok());
            *count = number.unwrap_or(*count);
        }
    }
    if counts[0] == 0 {
        print!("{text}");
    }
    Ok(Run { name, seconds, processor, memory, counts })
}

/// The processor time of the children that ended, in seconds; zero where the system does not say it.
fn children() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<&str> = after.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or_default();
    (ticks(13) + ticks(14)) / TICKS
}

/// The memory of a process.
fn megabytes(process: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}

const FEATURES: u32 = 10;

/// A project and a shader with many variants.
fn synthetic() -> (String, String) {
    let mut project = String::from(
        "[project]\noutput = 'out'\n[variants]\nlimit = 200000\n[[entry]]\nfile = 'uber.hlsl'\nprofile = 'ps_6_0'\n",
    );
    let mut source = String::from(
        "Texture2D<float4> T[12] : register(t0);\nSamplerState S;\ncbuffer C { float4 parameters[12]; };\n",
    );
    let mut body = String::new();
    for at in 0..FEATURES {
        let _ = write!(project, "[[axis]]\nmacro = 'FEATURE_{at}'\nvalues = [0, 1]\n");
        let _ = write!(
            source,
            "float4 feature_{at}(float4 c, float2 uv) {{\n    float4 t = T[{at}].Sample(S, uv * parameters[{at}].xy);\n    \
             return lerp(c, t * t.wzyx, saturate(dot(t, parameters[{at}])));\n}}\n"
        );
        let _ = write!(body, "#if FEATURE_{at}\n    c = feature_{at}(c, uv);\n#endif\n");
    }
    project += "[[axis]]\nmacro = 'LIGHTS'\nrange = [1, 10]\n[[axis]]\nmacro = 'PLATFORM'\nrange = [1, 10]\n";
    let _ = write!(
        source,
        "float4 main(float2 uv : UV) : SV_Target {{\n    float4 c = parameters[0];\n{body}    \
         for (int i = 0; i < LIGHTS; i++) c += T[11].SampleLevel(S, uv, i) * parameters[11];\n    return c;\n}}\n"
    );
    (project, source)
}
