//! Damages the inputs of all readers: sources, IR text, containers and their parts, texts of root signatures, command
//! lines.
//!
//! Input: valid seeds, and a random number. Output: an input that may be invalid, and the result of its reader. A
//! reader may reject any input; it must not panic, take longer than [`PATIENCE`], or produce output that it does not
//! read itself.

use std::time::{Duration, Instant};

use dxil::container::{Container, FourCc, Signing, pdb};
use hlslc::args::CommandLine;
use hlslc::options::{Emit, Input};
use hlslc::rootsig::Files;
use hlslc::{Compiler, IncludeResolver, NoIncludes, Options, Style, guard};

use crate::case::Case;
use crate::random::Random;
use crate::spirv::{self, Verdict};

/// The most time for one input.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The text by which internal errors are recognised.
const OUR_FAULT: &str = "internal compiler error";

/// A reader of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// `-P`.
    Preprocessor,
    /// The grammar.
    Parser,
    /// `-fsyntax-only`.
    Checker,
    /// The compilation to DXIL; our verifier reads the container.
    Dxil,
    /// The compilation to SPIR-V; `spirv-val` reads the module, where there is one.
    Spirv,
    /// IR text, to DXIL.
    IrText,
    /// Listing, disassembly and reflection of containers.
    Containers,
    /// The program of a container that is valid otherwise.
    Bitcode,
    /// The other parts of a container that is valid otherwise: signatures, and the parts for the runtime and for
    /// reflection.
    Reflection,
    /// Files with debug information.
    DebugFiles,
    /// The root signature language.
    RootSignatures,
    /// Root signatures as YAML.
    Yaml,
    /// Options of the command.
    Options,
}

impl Reader {
    /// All readers with their names.
    pub const ALL: [(Self, &'static str); 13] = [
        (Self::Preprocessor, "preprocessor"),
        (Self::Parser, "parser"),
        (Self::Checker, "checker"),
        (Self::Dxil, "dxil"),
        (Self::Spirv, "spirv"),
        (Self::IrText, "ir-text"),
        (Self::Containers, "containers"),
        (Self::Bitcode, "bitcode"),
        (Self::Reflection, "reflection"),
        (Self::DebugFiles, "debug-files"),
        (Self::RootSignatures, "root-signatures"),
        (Self::Yaml, "yaml"),
        (Self::Options, "options"),
    ];
}

/// An input: bytes and the options with which they are read.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Options of the command line.
    pub options: Vec<String>,
}

/// Seeds for texts of root signatures.
const SIGNATURES: [&str; 3] = [
    "CBV(b0), DescriptorTable(SRV(t2), UAV(u1, numDescriptors=4)), RootConstants(num32BitConstants=3, b4)",
    "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), StaticSampler(s0, filter = FILTER_MIN_MAG_MIP_LINEAR, borderColor = STATIC_BORDER_COLOR_OPAQUE_WHITE)",
    "DescriptorTable(Sampler(s0, space=1, numDescriptors=unbounded), visibility=SHADER_VISIBILITY_PIXEL)",
];

/// Seeds for lines of options.
const LINES: [&str; 4] = [
    "-T ps_6_6 -E main -O3 -Zi -Qembed_debug -HV 2021 -D A=1 -I include -Fo out.dxo",
    "-spirv -fspv-target-env=vulkan1.3 -fvk-use-dx-layout -fvk-b-shift 3 all -T cs_6_0",
    "-Wno-conversion -WX -ferror-limit=3 -validator-version 1.6 -enable-16bit-types -T vs_6_2",
    "-exports a,b=c -default-linkage external -auto-binding-space 3 -T lib_6_3 -Fd x.pdb",
];

/// The valid inputs that are damaged.
pub struct Seeds {
    cases: Vec<Sample>,
    texts: Vec<Sample>,
    containers: Vec<Sample>,
    debug_files: Vec<Sample>,
    yaml: Vec<Sample>,
}

/// A file that is found by any name.
struct OneFile<'a>(&'a [u8]);

impl Files for OneFile<'_> {
    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Ok(self.0.to_vec())
    }

    fn write(&self, _: &str, _: &[u8]) -> Result<(), String> {
        Ok(())
    }

    fn includes(&self, _: &[String]) -> Box<dyn IncludeResolver> {
        Box::new(NoIncludes)
    }
}

/// The parts that describe a shader.
const SAID: [FourCc; 6] = [FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0, FourCc::RDAT, FourCc::STAT];

impl Seeds {
    /// Creates the seeds from cases.
    pub fn of(cases: &[Case]) -> Self {
        let [debug_files, yaml] = [Vec::new(), Vec::new()];
        let mut seeds = Self { cases: Vec::new(), texts: Vec::new(), containers: Vec::new(), debug_files, yaml };
        for text in SIGNATURES {
            let words = ["dump", "signature"].map(str::to_owned);
            let container = signature(text).object.unwrap_or_default();
            if let Ok(reported) = hlslc::rootsig::command(&words, &OneFile(&container)) {
                seeds.yaml.push(Sample { bytes: reported.text.into_bytes(), options: Vec::new() });
            }
        }
        for case in cases {
            let named = ["-E", &case.entry, "-T", &case.target].map(str::to_owned);
            let options: Vec<String> = named.into_iter().chain(case.args.iter().cloned()).collect();
            let sample = Sample { bytes: case.source.clone().into_bytes(), options };
            let Some(read) = parsed(&sample.options) else { continue };
            let ir = read.clone().with(|options| options.emit = Emit::Ir);
            if let Some(text) = Compiler::new(ir).compile("seed.hlsl", &sample.bytes, &NoIncludes).text {
                seeds.texts.push(Sample { bytes: text.into_bytes(), options: sample.options.clone() });
            }
            if let Some(bytes) = Compiler::new(read).compile("seed.hlsl", &sample.bytes, &NoIncludes).object {
                let file = pdb::write(&bytes, [7; 16]);
                seeds.debug_files.push(Sample { bytes: file, options: Vec::new() });
                seeds.containers.push(Sample { bytes, options: Vec::new() });
            }
            seeds.cases.push(sample);
        }
        seeds
    }

    /// A damaged input for a reader.
    pub fn sample(&self, reader: Reader, random: &mut Random) -> Option<Sample> {
        let plain = |text: &str| Sample { bytes: text.as_bytes().to_vec(), options: Vec::new() };
        let list: Vec<Sample>;
        let from: &[Sample] = match reader {
            Reader::Preprocessor | Reader::Parser | Reader::Checker | Reader::Dxil | Reader::Spirv => &self.cases,
            Reader::IrText => &self.texts,
            Reader::Containers | Reader::Bitcode | Reader::Reflection => &self.containers,
            Reader::DebugFiles => &self.debug_files,
            Reader::Yaml => &self.yaml,
            Reader::RootSignatures => {
                list = SIGNATURES.iter().map(|text| plain(text)).collect();
                &list
            }
            Reader::Options => {
                list = LINES.iter().map(|text| plain(text)).collect();
                &list
            }
        };
        if from.is_empty() {
            return None;
        }
        let mut sample = random.pick(from).clone();
        match reader {
            Reader::Containers | Reader::DebugFiles => flip(&mut sample.bytes, random),
            Reader::Bitcode => sample.bytes = flip_within(&sample.bytes, &[FourCc::DXIL, FourCc::ILDB], random),
            Reader::Reflection => sample.bytes = flip_within(&sample.bytes, &SAID, random),
            _ => {
                let other = random.pick(from);
                sample.bytes = cross(&sample.bytes, &other.bytes, random);
            }
        }
        Some(sample)
    }
}

/// Changes some bytes, or truncates the input.
fn flip(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            return;
        }
        let at = random.below(bytes.len() as u64) as usize;
        match random.below(4) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.next() as u8,
            2 => bytes.truncate(at),
            _ => {
                let end = (at + 4).min(bytes.len());
                let value = random.pick(&[0u32, 1, 0x7FFF_FFFF, 0x8000_0000, u32::MAX]).to_le_bytes();
                bytes[at..end].copy_from_slice(&value[..end - at]);
            }
        }
    }
}

/// Changes one of the given parts of a container.
fn flip_within(bytes: &[u8], names: &[FourCc], random: &mut Random) -> Vec<u8> {
    let Ok(mut container) = Container::read(bytes) else { return bytes.to_vec() };
    let mut parts: Vec<_> = container.parts.iter_mut().filter(|part| names.contains(&part.name)).collect();
    if !parts.is_empty() {
        let at = random.below(parts.len() as u64) as usize;
        flip(&mut parts[at].data, random);
    }
    container.write(Signing::Unsigned)
}

/// The output for the text of a root signature.
fn signature(text: &str) -> hlslc::Output {
    let source = format!("#define RS \"{text}\"\n");
    let options = Options::default().with(|options| "RS".clone_into(&mut options.entry));
    Compiler::new(options).compile_root_signature(
        "r.hlsl",
        source.as_bytes(),
        hlslc::RootSignatureVersion::V1_1,
        &NoIncludes,
    )
}

/// Splits a text into words, numbers and punctuation, each with the blanks after it.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let mut list = Vec::new();
    let mut start = 0;
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    for at in 1..=text.len() {
        let ends = at == text.len() || {
            let (before, after) = (text[at - 1], text[at]);
            !(after.is_ascii_whitespace() || is_word(before) && is_word(after))
        };
        if ends {
            list.push(&text[start..at]);
            start = at;
        }
    }
    list
}

/// Numbers at limits: of components, registers, bits, counts, budgets, words, with a trailing blank.
const ENDS: [&[u8]; 16] = [
    b"0 ",
    b"1 ",
    b"3 ",
    b"5 ",
    b"16 ",
    b"17 ",
    b"31 ",
    b"33 ",
    b"255 ",
    b"257 ",
    b"4097 ",
    b"65535 ",
    b"65537 ",
    b"16000000 ",
    b"2147483648 ",
    b"4294967295 ",
];

/// Drops, duplicates and swaps words of a text, inserts words of another one, and makes numbers large or small.
fn cross(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let (mut own, theirs) = (words(text), words(other));
    for _ in 0..=random.below(3) {
        if own.is_empty() || theirs.is_empty() {
            break;
        }
        let at = random.below(own.len() as u64) as usize;
        let length = 1 + random.below(8) as usize;
        let end = (at + length).min(own.len());
        match random.below(8) {
            0 => drop(own.drain(at..end)),
            1 => {
                let part: Vec<&[u8]> = own[at..end].to_vec();
                drop(own.splice(at..at, part));
            }
            2 => {
                let with = random.below(own.len() as u64) as usize;
                own.swap(at, with);
            }
            3 => own[at] = *random.pick(&theirs),
            4 | 5 => {
                let is_number = |at: &usize| own[*at][0].is_ascii_digit();
                let numbers: Vec<usize> = (0..own.len()).filter(is_number).collect();
                if !numbers.is_empty() {
                    own[*random.pick(&numbers)] = *random.pick(&ENDS);
                }
            }
            _ => {
                let from = random.below(theirs.len() as u64) as usize;
                let until = (from + 1 + random.below(12) as usize).min(theirs.len());
                drop(own.splice(at..end, theirs[from..until].iter().copied()));
            }
        }
    }
    own.concat()
}

fn parsed(options: &[String]) -> Option<Options> {
    let line = CommandLine::parse(options, &|path| Err(format!("no file {path}")));
    line.errors.is_empty().then_some(line.options)
}

/// Runs a reader; the error describes a fault of the reader.
pub fn read(reader: Reader, sample: &Sample) -> Result<(), String> {
    let start = Instant::now();
    let done = guard(|| attempt(reader, sample)).map_err(|why| format!("panic: {why}"))?;
    let taken = start.elapsed();
    if taken > PATIENCE { Err(format!("it takes {} s", taken.as_secs())) } else { done }
}

fn attempt(reader: Reader, sample: &Sample) -> Result<(), String> {
    let compile = |options: Options| {
        let output = Compiler::new(options).compile("damaged.hlsl", &sample.bytes, &NoIncludes);
        let text = output.render(Style::Clang, false);
        match text.lines().find(|line| line.contains(OUR_FAULT)) {
            Some(line) => Err(line.to_owned()),
            None => Ok(output.object),
        }
    };
    let options = || parsed(&sample.options).unwrap_or_default();
    match reader {
        Reader::Preprocessor => compile(options().with(|options| options.preprocess_only = true)).map(drop),
        Reader::Parser => compile(options().with(|options| options.emit = Emit::Ast)).map(drop),
        Reader::Checker => compile(options().with(|options| options.syntax_only = true)).map(drop),
        Reader::Dxil => match compile(options())? {
            Some(container) if container.starts_with(b"DXBC") => hlslc::check_container(&container),
            _ => Ok(()),
        },
        Reader::Spirv => {
            let more = ["-spirv", "-fspv-target-env=vulkan1.3"].map(str::to_owned);
            let line: Vec<String> = sample.options.iter().cloned().chain(more).collect();
            let Some(options) = parsed(&line) else { return Ok(()) };
            match compile(options)?.map(|module| spirv::validate(&module, "vulkan1.3")) {
                Some(Verdict::Invalid(why)) => Err(why),
                _ => Ok(()),
            }
        }
        Reader::IrText => compile(options().with(|options| options.input = Input::Ir)).map(drop),
        Reader::Containers | Reader::Bitcode | Reader::Reflection | Reader::DebugFiles => {
            read_container(&sample.bytes);
            Ok(())
        }
        Reader::RootSignatures => {
            let text: String = String::from_utf8_lossy(&sample.bytes).replace(['"', '\n', '\\'], " ");
            let output = signature(&text);
            let text = output.render(Style::Clang, false);
            text.lines().find(|line| line.contains(OUR_FAULT)).map_or(Ok(()), |line| Err(line.to_owned()))
        }
        Reader::Yaml => {
            let words = ["build", "signature.yaml", "-Fo", "signature"].map(str::to_owned);
            drop(hlslc::rootsig::command(&words, &OneFile(&sample.bytes)));
            Ok(())
        }
        Reader::Options => {
            let text = String::from_utf8_lossy(&sample.bytes).into_owned();
            let options: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            drop(CommandLine::parse(&options, &|path| Err(format!("no file {path}"))));
            Ok(())
        }
    }
}

/// Runs all readers of containers and files with debug information.
fn read_container(bytes: &[u8]) {
    let file = OneFile(bytes);
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    drop((hlslc::list_container(bytes), hlslc::disassemble(bytes), hlslc::check_container(bytes)));
    drop((dxil::reflect::reflect(bytes).is_ok(), hlslc::reflection_part(bytes), hlslc::shader_hash(bytes)));
    drop(hlslc::Reflection::of(bytes).map(|reported| reported.json()));
    drop(hlslc::parts::command(&words(&["show", "damaged"]), &file));
    drop(hlslc::rootsig::command(&words(&["dump", "damaged"]), &file));
    drop(hlslc::rootsig::command(&words(&["suggest", "damaged"]), &file));
    drop(hlslc::recompile::recompilation(bytes));
}
