//! Do containers of one shader compute the same? They are interpreted on the same made-up inputs and what they leave is compared.
//!
//! In: containers of one compute shader, of any compilers and options. Out: whether all leave the same in every buffer they write. What lies in a
//! register follows from a seed and from the register alone, so that a container that dropped a resource sees the rest as the others do.

use std::collections::BTreeMap;

use dxil::shader::{ResourceClass, ResourceKind};
use hlslc_interp::{
    Binding, BoundRange, BufferView, Counter, Machine, MemoryId, Options, Outcome, Program, RunError, Sampler,
    Schedule, TextureView, View,
};

use crate::random::Random;

/// A register: class, space, number.
pub type Register = (u32, u32, u32);

/// How alike two runs are.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// Every word is the same, or both are no number.
    Same,
    /// Words that differ are floats that are close.
    Close {
        /// Which of the containers is farthest from the first.
        which: usize,
        /// The greatest distance of two, of the greater.
        distance: f32,
    },
    /// They are not.
    Different {
        /// Which of the containers, by its place in the list, differs from the first.
        which: usize,
        /// Where, and what was found.
        what: String,
    },
}

/// Why nothing can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// A container cannot be interpreted.
    Decode(String),
    /// A run ended early.
    Run(String),
    /// A container does not agree with itself: threads race, or something undefined is read.
    Undefined {
        /// Which of the containers; the first is asked first.
        which: usize,
        /// What is seen.
        what: String,
    },
}

/// Elements in a made-up buffer.
const ELEMENTS: u32 = 256;

/// Bytes in made-up constants, and where a shader does not say.
pub const BYTES: u32 = 16384;

/// Groups of a made-up run.
pub const GROUPS: [u32; 3] = [2, 2, 1];

/// The registers of an array without an end that something is bound to.
const MOST_REGISTERS: u32 = 8;

/// Instructions a made-up run may take.
const BUDGET: u64 = 30_000_000;

/// How far apart floats may be, of the greater, to be close: what compilers may reorder adds up.
const CLOSE: f32 = 2e-3;

/// What the programs leave in the registers they may write.
pub type Left = BTreeMap<Register, Vec<u8>>;

/// Runs containers on the inputs of a seed and compares what they leave with what the first leaves.
pub fn compare(containers: &[Vec<u8>], seed: u64, options: &Options) -> Result<Agreement, NoAnswer> {
    counted(containers, seed, options).map(|(agreement, _)| agreement)
}

/// The same, and how many instructions the lanes of each container executed, as far as they were run.
pub fn counted(containers: &[Vec<u8>], seed: u64, options: &Options) -> Result<(Agreement, Vec<u64>), NoAnswer> {
    let decode = |container: &Vec<u8>| Program::decode(container).map_err(|error| NoAnswer::Decode(error.to_string()));
    let programs: Vec<Program> = containers.iter().map(decode).collect::<Result<_, _>>()?;
    let ranges = registers(&programs);
    let mut first: Option<Left> = None;
    let mut farthest = (0, 0f32);
    let mut executed = Vec::with_capacity(programs.len());
    for (which, program) in programs.iter().enumerate() {
        let (left, outcome) = run_to_the_end(program, &ranges, seed, options)?;
        executed.push(outcome.steps);
        match &first {
            None => first = Some(left),
            Some(first) => match difference(first, &left) {
                Ok(distance) if distance > farthest.1 => farthest = (which, distance),
                Ok(_) => {}
                Err(what) => {
                    for (which, program) in [(0, &programs[0]), (which, program)] {
                        agrees_with_itself(program, &ranges, seed, options)?
                            .map_err(|what| NoAnswer::Undefined { which, what })?;
                    }
                    return Ok((Agreement::Different { which, what }, executed));
                }
            },
        }
    }
    let (which, distance) = farthest;
    let agreement = if distance == 0.0 { Agreement::Same } else { Agreement::Close { which, distance } };
    Ok((agreement, executed))
}

/// What a container leaves on the inputs of a seed.
pub fn left_by(container: &[u8], seed: u64, options: &Options) -> Result<Left, NoAnswer> {
    let program = Program::decode(container).map_err(|error| NoAnswer::Decode(error.to_string()))?;
    let ranges = registers(std::slice::from_ref(&program));
    run(&program, &ranges, seed, options)
}

/// What a container does that is undefined, on the inputs of a seed.
pub fn undefined_in(container: &[u8], seed: u64, options: &Options) -> Option<String> {
    let program = Program::decode(container).ok()?;
    let ranges = registers(std::slice::from_ref(&program));
    let (_, outcome) = run_to_the_end(&program, &ranges, seed, options).ok()?;
    outcome.findings.first().map(ToString::to_string)
}

/// The registers that any of the programs uses.
fn registers(programs: &[Program]) -> BTreeMap<Register, BoundRange> {
    let mut ranges: BTreeMap<Register, BoundRange> = BTreeMap::new();
    for range in programs.iter().flat_map(Program::ranges) {
        for register in range.first..range.first.saturating_add(range.count.min(MOST_REGISTERS)) {
            let known = ranges.entry((range.class as u32, range.space, register)).or_insert(*range);
            if known.kind == ResourceKind::Invalid {
                *known = *range;
            }
        }
    }
    ranges
}

/// Runs a program in other orders and with other undefined values. What differs then, if anything does.
fn agrees_with_itself(
    program: &Program,
    ranges: &BTreeMap<Register, BoundRange>,
    seed: u64,
    options: &Options,
) -> Result<Result<(), String>, NoAnswer> {
    let first = run(program, ranges, seed, options)?;
    let undefined = Options { undefined: 0x3F81_2345, fill: 0x3F, ..*options };
    let others = (1..4).map(|order| Options { schedule: Schedule::Seeded(order), ..*options });
    for (options, why) in others.map(|order| (order, "order")).chain([(undefined, "undefined values")]) {
        if let Err(what) = difference(&first, &run(program, ranges, seed, &options)?) {
            return Ok(Err(format!("{why}: {what}")));
        }
    }
    Ok(Ok(()))
}

fn run(
    program: &Program,
    ranges: &BTreeMap<Register, BoundRange>,
    seed: u64,
    options: &Options,
) -> Result<Left, NoAnswer> {
    run_to_the_end(program, ranges, seed, options).map(|(left, _)| left)
}

fn run_to_the_end(
    program: &Program,
    ranges: &BTreeMap<Register, BoundRange>,
    seed: u64,
    options: &Options,
) -> Result<(Left, Outcome), NoAnswer> {
    let mut machine = Machine::default();
    let mut written: Vec<(Register, MemoryId)> = Vec::new();
    for (&place, range) in ranges {
        let (_, space, register) = place;
        let bytes = match range.kind {
            ResourceKind::StructuredBuffer => range.stride.max(4) * ELEMENTS,
            _ => BYTES,
        };
        if range.kind == ResourceKind::Sampler {
            let view = machine.add_view(View::Sampler(Sampler::default()));
            machine.bind(Binding { class: range.class, space, register, view });
            continue;
        }
        let memory = machine.add_memory(content(range.class, space, register, seed, bytes));
        let counter =
            (range.class == ResourceClass::Uav).then(|| Counter { memory: machine.add_memory(vec![0; 4]), offset: 0 });
        let view = match texture(range.kind, memory) {
            Some(texture) => View::Texture(texture),
            None => View::Buffer(BufferView { memory, start: 0, bytes, format: None, counter }),
        };
        let view = machine.add_view(view);
        machine.bind(Binding { class: range.class, space, register, view });
        if range.class == ResourceClass::Uav {
            written.push((place, memory));
        }
    }
    let options = Options { budget: BUDGET, ..*options };
    let outcome = program.dispatch(&mut machine, GROUPS, &options).map_err(|error| match error {
        RunError::Budget { .. } => NoAnswer::Run("it runs for too long".to_owned()),
        other => NoAnswer::Run(other.to_string()),
    })?;
    let left = written.into_iter().map(|(place, memory)| (place, machine.memory(memory).to_vec())).collect();
    Ok((left, outcome))
}

/// A small texture of a kind, of which made-up bytes hold every texel.
fn texture(kind: ResourceKind, memory: MemoryId) -> Option<TextureView> {
    let (size, layers) = match kind {
        ResourceKind::Texture1D => ([8, 1, 1], 1),
        ResourceKind::Texture1DArray => ([8, 1, 1], 2),
        ResourceKind::Texture2D | ResourceKind::Texture2DMS => ([8, 8, 1], 1),
        ResourceKind::Texture2DArray | ResourceKind::Texture2DMSArray => ([8, 8, 1], 2),
        ResourceKind::Texture3D => ([4, 4, 4], 1),
        ResourceKind::TextureCube => ([4, 4, 1], 6),
        ResourceKind::TextureCubeArray => ([4, 4, 1], 12),
        _ => return None,
    };
    let (levels, samples) = if kind.is_multisampled() { (1, 4) } else { (3, 1) };
    Some(TextureView { memory, start: 0, format: None, size, layers, levels, samples })
}

/// What lies in a register before a run.
pub fn content(class: ResourceClass, space: u32, register: u32, seed: u64, bytes: u32) -> Vec<u8> {
    let mixed = seed ^ u64::from(class as u32) << 56 ^ u64::from(space) << 32 ^ u64::from(register) << 8;
    made_up(&mut Random::new(mixed), seed, bytes)
}

/// Words of a kind that the seed chooses: small numbers, floats, or all sorts.
fn made_up(random: &mut Random, seed: u64, bytes: u32) -> Vec<u8> {
    let word = |random: &mut Random| -> u32 {
        let style = match seed % 4 {
            3 => random.below(4),
            style => style,
        };
        match style {
            0 => random.below(24) as u32,
            1 => (random.below(4001) as f32 / 1000.0 - 2.0).to_bits(),
            2 => (random.below(64) as f32 / 4.0).to_bits(),
            _ => random.next() as u32,
        }
    };
    (0..bytes / 4).flat_map(|_| word(random).to_le_bytes()).collect()
}

/// The greatest distance of two words as floats, of the greater; or where words differ that are no close floats.
pub fn difference(first: &Left, other: &Left) -> Result<f32, String> {
    let mut farthest = 0f32;
    for (register, expected) in first {
        let found = other.get(register).map_or(&[][..], Vec::as_slice);
        for (at, (a, b)) in expected.chunks_exact(4).zip(found.chunks_exact(4)).enumerate() {
            let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            let (a, b) = (word(a), word(b));
            if a == b {
                continue;
            }
            let (x, y) = (f32::from_bits(a), f32::from_bits(b));
            if x.is_nan() && y.is_nan() {
                continue;
            }
            let distance = (x - y).abs() / x.abs().max(y.abs()).max(1e-3);
            // What looks like a tiny float is an integer.
            if x.is_subnormal() || y.is_subnormal() || distance.is_nan() || distance > CLOSE {
                let (_, space, number) = register;
                return Err(format!("u{number} space{space} word {at}: {a:#x} ({x}) and {b:#x} ({y})"));
            }
            farthest = farthest.max(distance);
        }
    }
    Ok(farthest)
}
