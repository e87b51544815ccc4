//! Compares what a driver's compiler makes of two modules, in another process for each GPU.
//!
//! Input: SPIR-V of a compute, vertex or pixel shader by two compilers. Output: the driver's figures for each ([`Statistics`]) and, on
//! request, its machine code. The driver is Mesa's RADV with a device that does not exist, so no GPU is needed, and the figures do
//! not depend on the load of the machine. A driver may crash or hang, so it lives in a process that is started again
//! ([`Client`]); that process answers one question a line ([`serve`]).

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{fs, thread};

use hlslc::args::CommandLine;
use hlslc::{Compiler, Style};
use rspirv::dr::{Module, Operand};
use rspirv::spirv::{Decoration, Dim, Op, StorageClass};
use serde_json::{Value, json};

use crate::vulkan::{Descriptors, Judge, Judged, JudgedStage, Statistics};

/// Where Debian's Mesa says that it has RADV; `VK_ICD_FILENAMES` overrides it.
const DRIVER: &str = "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json";

/// How long one question may take.
const TIME_LIMIT: Duration = Duration::from_secs(90);

/// The number of descriptors in an array without a size.
const UNBOUNDED: u32 = 64;

/// A figure that is compared.
pub struct Figure {
    /// Its name in the driver.
    pub name: &'static str,
    /// Whether a larger number is better.
    pub more_is_better: bool,
    /// Added to both sides, for figures that may be zero.
    pub plus: u64,
}

/// The figures that are compared, the most telling first.
pub const FIGURES: [Figure; 7] = [
    Figure { name: "Instructions", more_is_better: false, plus: 0 },
    Figure { name: "Latency", more_is_better: false, plus: 0 },
    Figure { name: "Inverse Throughput", more_is_better: false, plus: 0 },
    Figure { name: "VGPRs", more_is_better: false, plus: 0 },
    Figure { name: "Pre-Sched VGPRs", more_is_better: false, plus: 0 },
    Figure { name: "Branches", more_is_better: false, plus: 1 },
    Figure { name: "Subgroups per SIMD", more_is_better: true, plus: 0 },
];

impl Figure {
    /// The figure of one shader over that of another; none where the driver does not have it.
    pub fn ratio(&self, ours: &Statistics, theirs: &Statistics) -> Option<f64> {
        let of = |side: &Statistics| side.figures.get(self.name).map(|number| (number + self.plus) as f64);
        let (ours, theirs) = (of(ours)?, of(theirs)?);
        (ours > 0.0 && theirs > 0.0).then_some(ours / theirs)
    }
}

/// The geometric mean of ratios; 1 of none.
pub fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.into_iter().fold((0.0, 0_u32), |(sum, count), ratio| (sum + ratio.ln(), count + 1));
    if count == 0 { 1.0 } else { (sum / f64::from(count)).exp() }
}

/// What a pipeline has to know of a module: the name of its entry point, and its descriptors.
pub fn face(module: &Module) -> Result<(String, Descriptors), String> {
    let entry = module.entry_points.first().and_then(|entry| match entry.operands.get(2) {
        Some(Operand::LiteralString(name)) => Some(name.clone()),
        _ => None,
    });
    let mut places: BTreeMap<u32, (Option<u32>, Option<u32>)> = BTreeMap::new();
    let mut old_storage = Vec::new();
    for annotation in module.annotations.iter().filter(|row| row.class.opcode == Op::Decorate) {
        let [Operand::IdRef(id), Operand::Decoration(decoration), rest @ ..] = &annotation.operands[..] else {
            continue;
        };
        match (decoration, rest) {
            (Decoration::DescriptorSet, [Operand::LiteralBit32(set)]) => places.entry(*id).or_default().0 = Some(*set),
            (Decoration::Binding, [Operand::LiteralBit32(at)]) => places.entry(*id).or_default().1 = Some(*at),
            (Decoration::BufferBlock, _) => old_storage.push(*id),
            _ => {}
        }
    }
    let globals: BTreeMap<u32, _> =
        module.types_global_values.iter().filter_map(|row| Some((row.result_id?, row))).collect();
    let operand = |id: u32, at: usize| match globals.get(&id)?.operands.get(at) {
        Some(Operand::IdRef(id) | Operand::LiteralBit32(id)) => Some(*id),
        _ => None,
    };
    let mut layout = Descriptors::new();
    for row in module.types_global_values.iter().filter(|row| row.class.opcode == Op::Variable) {
        let (Some(id), Some(pointer)) = (row.result_id, row.result_type) else { continue };
        let (Some(&(set, Some(binding))), Some(mut ty)) = (places.get(&id), operand(pointer, 1)) else { continue };
        let mut count = 1;
        while let Some(array) = globals.get(&ty) {
            let of = match array.class.opcode {
                Op::TypeArray => operand(ty, 1).and_then(|length| operand(length, 0)).unwrap_or(1),
                Op::TypeRuntimeArray => UNBOUNDED,
                _ => break,
            };
            (count, ty) = (count * of, operand(ty, 0).ok_or("an array of nothing")?);
        }
        let class = match row.operands.first() {
            Some(Operand::StorageClass(class)) => *class,
            _ => continue,
        };
        let is_storage = class == StorageClass::StorageBuffer || old_storage.contains(&ty);
        let kind = globals.get(&ty).ok_or("a variable of no type")?;
        layout.insert((set.unwrap_or(0), binding), (descriptor_type(kind, is_storage), count));
    }
    Ok((entry.ok_or("a module without an entry point")?, layout))
}

/// The descriptor type of a variable's type, as Vulkan numbers it.
fn descriptor_type(kind: &rspirv::dr::Instruction, is_storage: bool) -> i32 {
    use ash::vk::DescriptorType as Type;
    let ty = match kind.class.opcode {
        Op::TypeSampler => Type::SAMPLER,
        Op::TypeSampledImage => Type::COMBINED_IMAGE_SAMPLER,
        Op::TypeAccelerationStructureKHR => Type::ACCELERATION_STRUCTURE_KHR,
        Op::TypeImage => {
            let is_buffer = matches!(kind.operands.get(1), Some(Operand::Dim(Dim::DimBuffer)));
            let is_written = matches!(kind.operands.get(5), Some(Operand::LiteralBit32(2)));
            match (is_buffer, is_written) {
                (true, true) => Type::STORAGE_TEXEL_BUFFER,
                (true, false) => Type::UNIFORM_TEXEL_BUFFER,
                (false, true) => Type::STORAGE_IMAGE,
                (false, false) => Type::SAMPLED_IMAGE,
            }
        }
        _ if is_storage => Type::STORAGE_BUFFER,
        _ => Type::UNIFORM_BUFFER,
    };
    ty.as_raw()
}

/// The layout that both modules of a shader get; each its own where they disagree about a descriptor.
fn common(own: Descriptors, other: &Descriptors) -> Descriptors {
    if own.iter().any(|(place, row)| other.get(place).is_some_and(|there| there.0 != row.0)) {
        return own;
    }
    let mut all = other.clone();
    for (place, (ty, count)) in own {
        let row = all.entry(place).or_insert((ty, count));
        row.1 = row.1.max(count);
    }
    all
}

/// The other stage of each draw: a vertex shader that passes on 31 attributes, and a pixel shader that reads as many.
pub fn partners() -> Result<[Vec<u8>; 2], String> {
    const VERTEX: &str =
        "struct V { float4 v[31] : V; float4 p : SV_Position; }; struct A { float4 v[31] : V; float4 p : P; };
V main(A a) { V o; o.v = a.v; o.p = a.p; return o; }";
    const PIXEL: &str = "float4 main(float4 v[31] : V) : SV_Target {
float4 sum = 0; [unroll] for (uint i = 0; i < 31; i++) sum += v[i]; return sum; }";
    Ok([compiled(VERTEX, "vs_6_0")?, compiled(PIXEL, "ps_6_0")?])
}

fn compiled(source: &str, profile: &str) -> Result<Vec<u8>, String> {
    let words = ["-T", profile, "-E", "main", "-spirv"].map(str::to_owned);
    let line = CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
    let output = Compiler::new(line.options).compile("partner.hlsl", source.as_bytes(), &hlslc::NoIncludes);
    output.object.clone().ok_or_else(|| output.render(Style::Clang, false))
}

/// Answers questions, one a line, until there are no more: `STAGE<tab>MODULE<tab>OTHER MODULE<tab>whether listings are wanted`. Says
/// first which device it has, or why none.
pub fn serve() -> Result<usize, String> {
    let mut out = std::io::stdout();
    let mut say = |value: Value| writeln!(out, "{value}").and_then(|()| out.flush()).map_err(|error| error.to_string());
    let judge = match Judge::new() {
        Ok(judge) => judge,
        Err(why) => return say(json!({ "error": why })).map(|()| 0),
    };
    let partners = partners()?;
    say(json!({ "name": judge.name() }))?;
    for line in std::io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let words: Vec<&str> = line.split('\t').collect();
        say(match answer(&judge, &partners, &words) {
            Ok(answer) => json!({ "figures": answer.figures, "listings": answer.listings }),
            Err(why) => json!({ "error": why }),
        })?;
    }
    Ok(0)
}

fn answer(judge: &Judge, partners: &[Vec<u8>; 2], words: &[&str]) -> Result<Statistics, String> {
    let &[stage, module, other, listings] = words else { return Err("no question".to_owned()) };
    let stage = JudgedStage::of_profile(stage).ok_or("a stage that is not judged")?;
    let read = |path: &str| fs::read(path).map_err(|error| format!("{path}: {error}"));
    let (module, other) = (read(module)?, read(other)?);
    let parsed = |bytes: &[u8]| rspirv::dr::load_bytes(bytes).map_err(|error| error.to_string());
    let ((entry, own), (_, theirs)) = (face(&parsed(&module)?)?, face(&parsed(&other)?)?);
    let judged = Judged {
        stage,
        spirv: &module,
        entry: &entry,
        partner: if stage == JudgedStage::Pixel { &partners[0] } else { &partners[1] },
        layout: &common(own, &theirs),
    };
    judge.ask(&judged, listings == "listings").map_err(|error| error.to_string())
}

/// A driver in another process.
pub struct Client {
    gpu: String,
    running: Option<(Child, Receiver<String>)>,
}

impl Client {
    /// A driver for a GPU, such as `navi21`; the name of the device, or why there is none.
    pub fn new(gpu: &str) -> Result<(Self, String), String> {
        let mut client = Self { gpu: gpu.to_owned(), running: None };
        let name = client.start()?;
        Ok((client, name))
    }

    fn start(&mut self) -> Result<String, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let driver = std::env::var("VK_ICD_FILENAMES").unwrap_or_else(|_| DRIVER.to_owned());
        if !Path::new(&driver).exists() {
            return Err(format!("{driver} is not there (RADV is in Debian's package mesa-vulkan-drivers)"));
        }
        let mut child = Command::new(program)
            .arg("isa-driver")
            .env("VK_ICD_FILENAMES", driver)
            .env("RADV_FORCE_FAMILY", &self.gpu)
            .env("RADV_DEBUG", "nocache")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (to, lines) = channel();
        let answers = BufReader::new(child.stdout.take().ok_or("no answers")?);
        thread::spawn(move || answers.lines().map_while(Result::ok).try_for_each(|line| to.send(line)));
        self.running = Some((child, lines));
        let first = self.read()?;
        let name = first.get("name").and_then(Value::as_str).map(str::to_owned);
        name.ok_or_else(|| format!("no driver for {}: {}", self.gpu, said(&first)))
    }

    fn read(&mut self) -> Result<Value, String> {
        let (_, lines) = self.running.as_ref().ok_or("the driver does not run")?;
        let Ok(line) = lines.recv_timeout(TIME_LIMIT) else {
            self.stop();
            return Err("the driver died, or took too long".to_owned());
        };
        serde_json::from_str(&line).map_err(|error| error.to_string())
    }

    fn stop(&mut self) {
        if let Some((mut child, _)) = self.running.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Asks about a module; `other` is what the other compiler made of the same shader.
    pub fn ask(&mut self, profile: &str, module: &Path, other: &Path, listings: bool) -> Result<Statistics, String> {
        if self.running.is_none() {
            self.start()?;
        }
        let (module, other) = (module.display(), other.display());
        let question = format!("{profile}\t{module}\t{other}\t{}\n", if listings { "listings" } else { "" });
        let (child, _) = self.running.as_mut().ok_or("the driver does not run")?;
        let input = child.stdin.as_mut().ok_or("the driver listens no more")?;
        if input.write_all(question.as_bytes()).and_then(|()| input.flush()).is_err() {
            self.stop();
            return Err("the driver died".to_owned());
        }
        let answer = self.read()?;
        let figures = answer.get("figures").and_then(Value::as_object).ok_or_else(|| said(&answer))?;
        let listings = answer.get("listings").and_then(Value::as_array).into_iter().flatten();
        let word = |row: &Value, at: usize| row.get(at).and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(Statistics {
            figures: figures.iter().filter_map(|(name, number)| Some((name.clone(), number.as_u64()?))).collect(),
            listings: listings.map(|row| (word(row, 0), word(row, 1))).collect(),
        })
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What an answer says went wrong.
fn said(answer: &Value) -> String {
    answer.get("error").and_then(Value::as_str).unwrap_or("it gives no figures").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_read_from_a_module() {
        let source = "Texture2D<float4> t[3] : register(t1, space2); SamplerState s; RWStructuredBuffer<float> o;
RWTexture2D<float4> w; Buffer<float> b;
[numthreads(1, 1, 1)] void first() { o[0] = t[2].SampleLevel(s, 0, 0).x + b[1]; w[uint2(0, 0)] = 1; }";
        let words = ["-T", "cs_6_0", "-E", "first", "-spirv"].map(str::to_owned);
        let line = CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
        let output = Compiler::new(line.options).compile("a.hlsl", source.as_bytes(), &hlslc::NoIncludes);
        let module = rspirv::dr::load_bytes(output.object.expect("it compiles")).expect("it is SPIR-V");
        let (entry, layout) = face(&module).expect("it has an entry point");
        assert_eq!(entry, "first");
        let types: Vec<_> = layout.iter().map(|(place, row)| (place.0, row.0, row.1)).collect();
        // A sampler, a storage buffer, a storage image, a texel buffer; three sampled images in another set.
        assert!(
            [(0, 0, 1), (0, 7, 1), (0, 3, 1), (0, 4, 1), (2, 2, 3)].iter().all(|row| types.contains(row)),
            "{types:?}"
        );
    }

    #[test]
    fn descriptors_on_which_modules_agree_are_shared() {
        let own = Descriptors::from([((0, 0), (6, 1)), ((0, 1), (7, 2))]);
        let other = Descriptors::from([((0, 1), (7, 3)), ((1, 0), (0, 1))]);
        let all = Descriptors::from([((0, 0), (6, 1)), ((0, 1), (7, 3)), ((1, 0), (0, 1))]);
        assert_eq!(common(own.clone(), &other), all);
        assert_eq!(common(own.clone(), &Descriptors::from([((0, 0), (7, 1))])), own);
    }

    #[test]
    fn the_partners_of_draws_compile() {
        partners().expect("both compile");
    }

    #[test]
    fn means_are_geometric() {
        assert!((geometric_mean([0.5, 2.0]) - 1.0).abs() < 1e-9);
        assert!((geometric_mean([]) - 1.0).abs() < 1e-9);
    }
}
