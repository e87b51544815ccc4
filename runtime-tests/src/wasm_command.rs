//! Runs the command `wasm`, which compares the output of the library as a module of WebAssembly with that of the native
//! one.
//!
//! Input: the module that `cargo build -p hlslc-lab-wasm --target wasm32-unknown-unknown` makes. Output: for each request whose answers
//! differ what does, and a line that counts them. The requests are all shaders of the suite, to each target that they have.
//! `lab/wasm/driver.mjs` runs the module in node.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::checks::Stage;
use hlslc_runtime_tests::suite;

/// A request with a name.
struct Request {
    name: String,
    bytes: Vec<u8>,
}

/// Runs the command; gives how many answers differ.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    let module = args.next().ok_or("usage: hlslc-runtime-tests wasm FILE.wasm")?;
    let requests = requests()?;
    let answers = in_node(&module, &requests)?;
    let (mut different, mut objects, mut bytes) = (0, 0, 0);
    let mut session = hlslc_lab_wasm::Session::default();
    for (index, request) in requests.iter().enumerate() {
        let native = hlslc_lab_wasm::respond(&mut session, &request.bytes);
        let (_, parts) = hlslc_lab_wasm::Request::read_parts(&native)?;
        objects += usize::from(!parts.is_empty());
        bytes += native.len();
        if answers.get(index) != Some(&native) {
            different += 1;
            let there = answers.get(index).map_or("nothing".to_owned(), |answer| format!("{} bytes", answer.len()));
            println!("{}: {there} in node, {} bytes natively", request.name, native.len());
        }
    }
    println!("{} compilations, {objects} with an object, {bytes} bytes: {different} differ", requests.len());
    Ok(different)
}

fn requests() -> Result<Vec<Request>, String> {
    let mut requests = Vec::new();
    for entry in suite::all()? {
        let case = &entry.case?;
        for (stage, target) in [(Stage::Container, "dxil"), (Stage::Spirv, "spirv")] {
            if stage.applies_to(case) {
                let name = format!("{}/{} to {target}", entry.folder, entry.name);
                requests.push(Request { name, bytes: request(case, stage) });
            }
        }
    }
    Ok(requests)
}

/// A case as a request for its object.
fn request(case: &Case, stage: Stage) -> Vec<u8> {
    let target: &[&str] = if stage == Stage::Spirv { &["-spirv", "-fspv-target-env=vulkan1.1"] } else { &[] };
    let named = ["-T", &case.target, "-E", &case.entry];
    let words = named.iter().chain(target).copied().chain(case.args.iter().map(String::as_str));
    let words: Vec<&str> = words.collect();
    hlslc_lab_wasm::Request::new("compile", serde_json::json!({ "args": words, "source": case.source })).write()
}

/// What the module answers.
fn in_node(module: &str, requests: &[Request]) -> Result<Vec<Vec<u8>>, String> {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/wasm/driver.mjs");
    let mut node = Command::new("node");
    node.arg(driver).arg(module).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = node.spawn().map_err(|error| format!("cannot run node: {error}"))?;
    let mut input = node.stdin.take().expect("it is piped");
    let all: Vec<u8> =
        requests.iter().flat_map(|request| [&length(&request.bytes), request.bytes.as_slice()].concat()).collect();
    // The driver reads to the end before it answers.
    input.write_all(&all).map_err(|error| format!("node does not read: {error}"))?;
    drop(input);
    let done = node.wait_with_output().map_err(|error| format!("node: {error}"))?;
    if !done.status.success() {
        return Err(format!("node ended with {}", done.status));
    }
    Ok(taken_apart(&done.stdout))
}

fn length(bytes: &[u8]) -> [u8; 4] {
    (bytes.len() as u32).to_le_bytes()
}

/// The answers, each after its length.
fn taken_apart(mut all: &[u8]) -> Vec<Vec<u8>> {
    let mut answers = Vec::new();
    while let Some((length, rest)) = all.split_first_chunk::<4>() {
        let (answer, rest) = rest.split_at((u32::from_le_bytes(*length) as usize).min(rest.len()));
        answers.push(answer.to_vec());
        all = rest;
    }
    answers
}
