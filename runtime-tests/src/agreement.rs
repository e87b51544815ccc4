//! Checks that containers of one shader compute the same: they are interpreted on the same generated inputs, and the
//! results are compared.
//!
//! Input: containers of one shader, of any compilers and options. Output: whether all leave the same in every buffer they write, and
//! at every output. What lies in a register follows from a seed and from the register alone, so that a container that dropped a
//! resource sees the rest as the others do.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use dxil::ShaderKind;
use dxil::shader::{ResourceClass, ResourceKind};
use dxil::signature::ComponentType;
use half::f16;
use hlslc_interp::{
    Address, Binding, BoundRange, BufferView, Checks, Comparison, Counter, FindingKind, Format, FormatKind, Machine,
    MemoryId, Options, Outcome, Program, RunError, Sampler, Schedule, TextureView, View,
};

use crate::drawn::{self, Drawn};
use crate::inputs::{Inputs, MOST as MOST_REGISTERS, Register, Word};

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
pub const ELEMENTS: u32 = 256;

/// What hidden counters hold: enough to be taken.
pub const COUNT: u32 = 64;

/// Bytes in made-up constants, and where a shader does not say.
pub const BYTES: u32 = 16384;

/// Groups of a made-up run.
pub const GROUPS: [u32; 3] = [2, 2, 1];

/// Instructions a made-up run may take.
const BUDGET: u64 = 30_000_000;

/// How far apart floats may be, of the greater, to be close: what compilers may reorder adds up.
const CLOSE: f32 = 2e-3;

/// Floats that are smaller come of sums of what is about one, of which this is still a part.
const SMALL: f64 = 0.25;

/// How often a program is run with floats that are blurred.
const BLURRED_RUNS: u64 = 8;

/// How many times as far as a blurred run a float may be moved by another order of its sums: about as often as a sum of as many terms as
/// passes reorder is rounded.
const ORDERS_OF_A_SUM: f64 = 16.0;

/// How much farther apart floats of 16 bits may be.
pub(crate) const HALVES: f32 = 4.0;

/// What the programs leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// In the registers they may write.
    pub memory: BTreeMap<Register, Vec<u8>>,
    /// At the outputs of a stage that is drawn.
    pub drawn: Drawn,
}

impl FromIterator<(Register, Vec<u8>)> for Left {
    fn from_iter<I: IntoIterator<Item = (Register, Vec<u8>)>>(memory: I) -> Self {
        Self { memory: memory.into_iter().collect(), drawn: Drawn::default() }
    }
}

/// Places of which it is unknown what they hold after a run.
pub type Open = BTreeSet<At>;

/// Orders in which a program is run to see whether it agrees with itself, and to find all words in which it does not.
const ORDERS: [u64; 2] = [3, 8];

/// What undefined values are, and what fills variables that nothing was written to, beside zeros. Group-shared memory is zero
/// at the start.
const UNDEFINED: [(u64, u8); 2] = [(0x3F81_2345, 0x3F), (7, 0x01)];

/// What is left open of how a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Freedom {
    /// Which threads come first.
    Order,
    /// What is read where nothing was written.
    Undefined,
    /// What is accessed at an address that is not aligned.
    Misaligned,
}

impl fmt::Display for Freedom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Order => "order",
            Self::Undefined => "undefined values",
            Self::Misaligned => "addresses that are not aligned",
        })
    }
}

/// Runs containers on the inputs of a seed and compares what they leave with what the first leaves.
pub fn compare(containers: &[Vec<u8>], seed: u64, options: &Options) -> Result<Agreement, NoAnswer> {
    counted(containers, seed, options).map(|(agreement, _)| agreement)
}

/// The same, and how many instructions the lanes of each container executed, as far as they were run.
pub fn counted(containers: &[Vec<u8>], seed: u64, options: &Options) -> Result<(Agreement, Vec<u64>), NoAnswer> {
    let decode = |container: &Vec<u8>| Program::decode(container).map_err(|error| NoAnswer::Decode(error.to_string()));
    let programs: Vec<Program> = containers.iter().map(decode).collect::<Result<_, _>>()?;
    let setting = Setting::new(programs.iter(), Inputs::untyped(seed), *options);
    let mut first: Option<Left> = None;
    let mut farthest = (0, 0f32);
    let mut executed = Vec::with_capacity(programs.len());
    for (which, program) in programs.iter().enumerate() {
        let (left, outcome) = setting.run(program)?;
        executed.push(outcome.steps);
        match &first {
            None => first = Some(left),
            Some(first) => match difference(first, &left) {
                Ok(distance) if distance > farthest.1 => farthest = (which, distance),
                Ok(_) => {}
                Err(what) => {
                    for (which, program) in [(0, &programs[0]), (which, program)] {
                        setting.agrees_with_itself(program)?.map_err(|what| NoAnswer::Undefined { which, what })?;
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

/// Whether two containers leave the same on the inputs of a seed but for what rounding decides: where they differ, the first
/// leaves something else if its floats are blurred. Compilers may reorder and contract what is not precise.
pub fn is_same_but_for_rounding(containers: [&[u8]; 2], seed: u64, options: &Options) -> Result<bool, NoAnswer> {
    let decode = |container| Program::decode(container).map_err(|error| NoAnswer::Decode(error.to_string()));
    let programs = [decode(containers[0])?, decode(containers[1])?];
    let blurred = Program::decode_blurred(containers[0]).map_err(|error| NoAnswer::Decode(error.to_string()))?;
    let setting = Setting::new(programs.iter(), Inputs::untyped(seed), *options);
    let [(first, _), (other, _)] = [setting.run(&programs[0])?, setting.run(&programs[1])?];
    Ok(setting.difference_but_for_rounding(&first, &other, &blurred).is_ok())
}

/// Whether two containers leave the same on the inputs of a seed but for what is undefined in the first: arithmetic that promised to meet
/// no NaN and no infinity, and meets one, and what follows from its result.
pub fn is_same_but_for_poison(containers: [&[u8]; 2], seed: u64, options: &Options) -> Result<bool, NoAnswer> {
    let decode = |container| Program::decode(container).map_err(|error| NoAnswer::Decode(error.to_string()));
    let programs = [decode(containers[0])?, decode(containers[1])?];
    let poisoning = Program::decode_poisoning(containers[0]).map_err(|error| NoAnswer::Decode(error.to_string()))?;
    let setting = Setting::new(programs.iter(), Inputs::untyped(seed), *options);
    let open = setting.unsettled(&poisoning)?;
    let setting = setting.except(open);
    let [(first, _), (other, _)] = [setting.run(&programs[0])?, setting.run(&programs[1])?];
    Ok(setting.difference(&first, &other).is_ok())
}

/// What a container leaves on the inputs of a seed.
pub fn left_by(container: &[u8], seed: u64, options: &Options) -> Result<Left, NoAnswer> {
    let program = Program::decode(container).map_err(|error| NoAnswer::Decode(error.to_string()))?;
    let setting = Setting::new(std::iter::once(&program), Inputs::untyped(seed), *options);
    setting.run(&program).map(|(left, _)| left)
}

/// What a container does that is undefined, on the inputs of a seed.
pub fn undefined_in(container: &[u8], seed: u64, options: &Options) -> Option<String> {
    let program = Program::decode(container).ok()?;
    Setting::new(std::iter::once(&program), Inputs::untyped(seed), *options).undefined_in(&program)
}

/// What lies in a register before a run on the inputs of a seed.
pub fn content(class: ResourceClass, space: u32, register: u32, seed: u64, bytes: u32) -> Vec<u8> {
    Inputs::untyped(seed).content(class, space, register, bytes)
}

/// What programs of one shader are run on.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The registers that any of them uses.
    ranges: BTreeMap<Register, BoundRange>,
    inputs: Inputs,
    groups: [u32; 3],
    options: Options,
    /// What is not compared.
    open: Open,
}

impl Setting {
    /// The same registers and inputs for all.
    pub fn new<'a>(programs: impl Iterator<Item = &'a Program>, inputs: Inputs, options: Options) -> Self {
        let mut ranges: BTreeMap<Register, BoundRange> = BTreeMap::new();
        for range in programs.flat_map(Program::ranges) {
            for register in range.first..range.first.saturating_add(range.count.min(MOST_REGISTERS)) {
                let known = ranges.entry((range.class as u32, range.space, register)).or_insert(*range);
                if known.kind == ResourceKind::Invalid {
                    *known = *range;
                }
            }
        }
        Self { ranges, inputs, groups: GROUPS, options, open: Open::new() }
    }

    /// The same with one group alone, or one quad or primitive.
    pub fn with_one_group(self) -> Self {
        Self { groups: [1; 3], ..self }
    }

    /// The groups of a run.
    pub fn groups(&self) -> [u32; 3] {
        self.groups
    }

    /// The same with other things looked for.
    pub fn with_checks(self, checks: Checks) -> Self {
        Self { options: Options { checks, ..self.options }, ..self }
    }

    /// The same without words that are open.
    pub fn except(self, open: Open) -> Self {
        Self { open, ..self }
    }

    /// The words that are not compared.
    pub fn open(&self) -> &Open {
        &self.open
    }

    /// The registers that any of the programs uses.
    pub fn ranges(&self) -> &BTreeMap<Register, BoundRange> {
        &self.ranges
    }

    /// What lies in a register.
    pub fn content(&self, class: ResourceClass, space: u32, register: u32, bytes: u32) -> Vec<u8> {
        self.inputs.content(class, space, register, bytes)
    }

    /// Runs a program: what it leaves.
    pub fn run(&self, program: &Program) -> Result<(Left, Outcome), NoAnswer> {
        self.run_with(program, &self.options)
    }

    /// What a program does that is undefined: the first that was seen.
    pub fn undefined_in(&self, program: &Program) -> Option<String> {
        let (_, outcome) = self.run(program).ok()?;
        outcome.findings.first().map(ToString::to_string)
    }

    /// Runs a program in other orders and with other undefined values. What differs then, if anything does.
    pub fn agrees_with_itself(&self, program: &Program) -> Result<Result<(), String>, NoAnswer> {
        let (first, others) = self.otherwise(program, ORDERS[0])?;
        for (options, why) in others {
            if let Err(what) = self.difference(&first, &self.run_with(program, &options)?.0) {
                return Ok(Err(format!("{why}: {what}")));
            }
        }
        Ok(Ok(()))
    }

    /// The words in which a program does not agree with itself.
    pub fn unsettled(&self, program: &Program) -> Result<Open, NoAnswer> {
        let (first, others) = self.otherwise(program, ORDERS[1])?;
        let mut open = Open::new();
        for (options, _) in others {
            let (left, _) = self.run_with(program, &options)?;
            let differing = self.differences(&first, &left).into_iter().filter(|it| it.distance > CLOSE);
            open.extend(differing.map(|it| it.at));
        }
        Ok(open)
    }

    /// Whether the results of a program depend on the order of threads: two access the same group-shared memory without a barrier between
    /// them, or another order gives other results.
    pub fn depends_on_order(&self, program: &Program) -> Result<bool, NoAnswer> {
        let races = Options { checks: Checks { races: true, ..Checks::NONE }, ..self.options };
        let (_, outcome) = self.run_with(program, &races)?;
        if outcome.findings.iter().any(|found| found.kind == FindingKind::Race) {
            return Ok(true);
        }
        let (first, others) = self.otherwise(program, ORDERS[1])?;
        for (options, _) in others.filter(|(_, freedom)| *freedom == Freedom::Order) {
            if self.difference(&first, &self.run_with(program, &options)?.0).is_err() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What a program leaves, and how else it may be run: in other orders, with other values of what is undefined.
    fn otherwise(
        &self,
        program: &Program,
        orders: u64,
    ) -> Result<(Left, impl Iterator<Item = (Options, Freedom)>), NoAnswer> {
        let plain = self.options;
        let (left, outcome) = self.run(program)?;
        let is_misaligned = outcome.findings.iter().any(|found| found.kind == FindingKind::Misaligned);
        let in_order = move |order| (Options { schedule: Schedule::Seeded(order), ..plain }, Freedom::Order);
        let with = move |(undefined, fill)| (Options { undefined, fill, ..plain }, Freedom::Undefined);
        let aligned = is_misaligned.then_some((Options { aligns: true, ..plain }, Freedom::Misaligned));
        // In smaller waves lanes that meet at one place in memory come in sequence.
        let is_smaller = program.wave_size(4).is_ok() && !program.asks_waves();
        let smaller = is_smaller.then_some((Options { wave_size: 4, ..plain }, Freedom::Order));
        let in_orders = (1..=orders).map(in_order).chain(smaller);
        Ok((left, in_orders.chain(UNDEFINED.map(with)).chain(aligned)))
    }

    /// How many numbers of what a run left are other than before it, and not open; outputs are always.
    pub fn changed(&self, left: &Left) -> usize {
        let of_register = |(&(class, space, register), found): (&Register, &Vec<u8>)| {
            let place = (class, space, register);
            let range = self.ranges.get(&place);
            let before = range.map_or(Vec::new(), |range| {
                self.settled(place, self.content(range.class, space, register, bytes_of(range)))
            });
            let pairs = words(&before).into_iter().zip(words(found)).enumerate();
            pairs.filter(|(at, (a, b))| a != b && !self.open.contains(&At::Word(place, *at))).count()
        };
        let drawn = drawn_differences(left, &Left::default()).filter(|it| !self.open.contains(&it.at)).count();
        left.memory.iter().map(of_register).sum::<usize>() + drawn
    }

    fn run_with(&self, program: &Program, options: &Options) -> Result<(Left, Outcome), NoAnswer> {
        let mut machine = Machine::default();
        let mut written: Vec<(Register, MemoryId)> = Vec::new();
        for (&place, range) in &self.ranges {
            let (_, space, register) = place;
            if range.kind == ResourceKind::Sampler {
                let view = machine.add_view(View::Sampler(SAMPLER));
                machine.bind(Binding { class: range.class, space, register, view });
                continue;
            }
            let memory = machine.add_memory(self.content(range.class, space, register, bytes_of(range)));
            let counter = (range.class == ResourceClass::Uav)
                .then(|| Counter { memory: machine.add_memory(COUNT.to_le_bytes().to_vec()), offset: 0 });
            let format = plain_format(range);
            let view = match extent(range.kind) {
                Some(Extent { size, layers, levels, samples }) => {
                    View::Texture(TextureView { memory, start: 0, format, size, layers, levels, samples })
                }
                None => View::Buffer(BufferView { memory, start: 0, bytes: bytes_of(range), format, counter }),
            };
            let view = machine.add_view(view);
            machine.bind(Binding { class: range.class, space, register, view });
            if range.class == ResourceClass::Uav {
                written.push((place, memory));
            }
        }
        let options = Options { budget: BUDGET, ..*options };
        let run = if program.stage() == ShaderKind::Compute {
            program.dispatch(&mut machine, self.groups, &options).map(|outcome| (Drawn::default(), outcome))
        } else {
            let quads: u32 = self.groups.iter().product();
            drawn::run(program, &mut machine, quads * 4, &self.inputs, &options)
        };
        let (drawn, outcome) = run.map_err(|error| match error {
            RunError::Budget { .. } => NoAnswer::Run("it runs for too long".to_owned()),
            other => NoAnswer::Run(other.to_string()),
        })?;
        let memory =
            written.into_iter().map(|(place, memory)| (place, self.settled(place, machine.memory(memory).to_vec())));
        Ok((Left { memory: memory.collect(), drawn }, outcome))
    }

    /// The greatest distance of two floats, of the greater or of [`SMALL`]; or where words differ that are no close floats.
    pub fn difference(&self, first: &Left, other: &Left) -> Result<f32, String> {
        farthest(self.differences(first, other))
    }

    /// Where a program that left the first leaves something else if its floats are blurred.
    pub fn moved(&self, first: &Left, blurred: &Program) -> Open {
        let mut moved = Open::new();
        for blur in 0..BLURRED_RUNS {
            let options = Options { blur, ..self.options };
            if let Ok((left, _)) = self.run_with(blurred, &options) {
                let apart = self.differences(first, &left).into_iter().filter(|it| it.distance > CLOSE / 4.0);
                moved.extend(apart.map(|it| it.at));
            }
        }
        moved
    }

    /// The same without what rounding decides in a program that leaves the first: what it leaves otherwise when its floats are
    /// blurred.
    pub fn difference_but_for_rounding(&self, first: &Left, other: &Left, blurred: &Program) -> Result<f32, String> {
        let unsure = self.moved(first, blurred);
        farthest(self.differences(first, other).into_iter().filter(|it| !unsure.contains(&it.at)))
    }

    /// The same without what rounding explains in a program that leaves the first: a float may be as far from it as another order of sums
    /// moves it. Runs with blurred terms ([`Program::decode_with_blurred_terms`]) sample how far that is, in proportion to
    /// the terms that went into the float and not to what is left of them. Where rounding decides a branch or an integer, nothing is compared.
    pub fn difference_beyond_rounding(&self, first: &Left, other: &Left, blurred: &Program) -> Result<f32, String> {
        let mut moved: BTreeMap<At, f64> = BTreeMap::new();
        for blur in 0..BLURRED_RUNS {
            let options = Options { blur, ..self.options };
            if let Ok((left, _)) = self.run_with(blurred, &options) {
                for it in self.differences(first, &left) {
                    let most = moved.entry(it.at).or_default();
                    *most = most.max(it.absolute);
                }
            }
        }
        let bound = |it: &Difference| ORDERS_OF_A_SUM * moved.get(&it.at).copied().unwrap_or_default();
        farthest(self.differences(first, other).into_iter().filter(|it| it.absolute > bound(it)))
    }

    /// Where numbers differ that two programs left, and how far.
    fn differences(&self, first: &Left, other: &Left) -> Vec<Difference> {
        let mut found = Vec::new();
        for (&register, expected) in &first.memory {
            let (expected, words_found) =
                (words(expected), words(other.memory.get(&register).map_or(&[][..], Vec::as_slice)));
            for (at, (&a, &b)) in expected.iter().zip(&words_found).enumerate().filter(|(_, (a, b))| a != b) {
                let of_word = self.inputs.word(register, at);
                let float = |bits: u32| f64::from(f32::from_bits(bits));
                let half = |word: u32, shift: u32| f64::from(f16::from_bits((word >> shift) as u16));
                let mut absolute = (float(a) - float(b)).abs();
                let distance = match of_word {
                    Word::Raw => distance(a, b),
                    Word::Float => apart(float(a), float(b)),
                    Word::Halves => {
                        absolute = [0, 16]
                            .map(|shift| (half(a, shift) - half(b, shift)).abs())
                            .into_iter()
                            .fold(0.0, f64::max);
                        apart(half(a, 0), half(b, 0)).max(apart(half(a, 16), half(b, 16))) / HALVES
                    }
                    Word::DoubleLow | Word::DoubleHigh => {
                        let low = at - usize::from(of_word == Word::DoubleHigh);
                        let double = |words: &[u32]| {
                            let high = words.get(low + 1).copied().unwrap_or_default();
                            f64::from_bits(u64::from(high) << 32 | u64::from(words[low]))
                        };
                        absolute = (double(&expected) - double(&words_found)).abs();
                        apart(double(&expected), double(&words_found))
                    }
                    Word::Int | Word::Uint | Word::Bool | Word::Shorts | Word::LongHigh => f32::INFINITY,
                };
                let at = At::Word(register, at);
                found.push(Difference {
                    at,
                    distance,
                    absolute: of_floats(distance, absolute),
                    pair: [Some(a), Some(b)],
                });
            }
        }
        found.extend(drawn_differences(first, other));
        found.retain(|it| !self.open.contains(&it.at));
        found
    }

    /// What counts of what lies in a register after a run: of elements of three numbers that lie in four, the fourth is unused.
    pub fn settled(&self, place: Register, mut bytes: Vec<u8>) -> Vec<u8> {
        let is_padded = |range: &BoundRange| range.components == 3 && plain_format(range).is_some();
        if self.ranges.get(&place).is_some_and(is_padded) {
            bytes.chunks_exact_mut(16).for_each(|element| element[12..].fill(0));
        }
        bytes
    }
}

/// The bytes of what is put at a register.
pub fn bytes_of(range: &BoundRange) -> u32 {
    if range.kind == ResourceKind::StructuredBuffer { range.stride.max(4) * ELEMENTS } else { BYTES }
}

/// The sampler that stands at every register: texels are mixed, levels are not.
const SAMPLER: Sampler = Sampler {
    linear: [true, true, false],
    address: [Address::Clamp; 3],
    border: [0.0; 4],
    comparison: Comparison::LessEqual,
    min_lod: 0.0,
    max_lod: f32::MAX,
    bias: 0.0,
};

/// The format of typed elements where it is not as the shader declares it: devices have none for three numbers of 32 bits in
/// textures, and what is declared as a part of one is a float here.
fn plain_format(range: &BoundRange) -> Option<Format> {
    use ComponentType as C;
    let (kind, is_norm) = match range.element? {
        C::F32 => (FormatKind::Float, false),
        C::SNormF16 | C::UNormF16 | C::SNormF32 | C::UNormF32 => (FormatKind::Float, true),
        C::I32 => (FormatKind::Sint, false),
        C::U32 => (FormatKind::Uint, false),
        _ => return None,
    };
    let components = if range.components == 3 { 4 } else { range.components };
    (is_norm || components != range.components).then_some(Format { kind, bits: 32, components })
}

/// How large a texture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Texels in each direction.
    pub size: [u32; 3],
    /// Layers; six for each cube.
    pub layers: u32,
    /// Levels.
    pub levels: u32,
    /// Samples of a texel.
    pub samples: u32,
}

/// The size of a small texture of a kind, of which made-up bytes hold every texel; nothing for what is no texture.
pub fn extent(kind: ResourceKind) -> Option<Extent> {
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
    Some(Extent { size, layers, levels, samples })
}

/// The greatest distance of two words as floats, of the greater; or where words differ that are no close floats.
pub fn difference(first: &Left, other: &Left) -> Result<f32, String> {
    let mut all = Vec::new();
    for (&register, expected) in &first.memory {
        let found = other.memory.get(&register).map_or(&[][..], Vec::as_slice);
        for (at, (a, b)) in words(expected).into_iter().zip(words(found)).enumerate().filter(|(_, (a, b))| a != b) {
            let (distance, pair) = (distance(a, b), [Some(a), Some(b)]);
            let absolute = f64::from((f32::from_bits(a) - f32::from_bits(b)).abs());
            all.push(Difference {
                at: At::Word(register, at),
                distance,
                absolute: of_floats(distance, absolute),
                pair,
            });
        }
    }
    all.extend(drawn_differences(first, other));
    farthest(all)
}

/// Where a number lies that a program left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// A word of a register.
    Word(Register, usize),
    /// An output of a lane.
    Output(drawn::Place, drawn::Who),
}

/// Two numbers that are not the same bits; nothing where a lane left none.
#[derive(Clone, Debug)]
struct Difference {
    at: At,
    /// How far apart they are, of the greater; infinite if they are no close floats.
    distance: f32,
    /// How far apart they are as numbers; infinite if they are no floats.
    absolute: f64,
    pair: [Option<u32>; 2],
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.at {
            At::Word((_, space, number), at) => write!(f, "u{number} space{space} word {at}: ")?,
            At::Output(place, who) => write!(f, "{place} of {who}: ")?,
        }
        let [a, b] = self.pair.map(|value| match value {
            Some(value) => format!("{value:#x} ({:e})", f32::from_bits(value)),
            None => "nothing".to_owned(),
        });
        write!(f, "{a} and {b}")
    }
}

/// The greatest of all distances, or the first that is too great.
fn farthest(differences: impl IntoIterator<Item = Difference>) -> Result<f32, String> {
    differences.into_iter().try_fold(0f32, |farthest, it| {
        if it.distance > CLOSE { Err(it.to_string()) } else { Ok(farthest.max(it.distance)) }
    })
}

fn drawn_differences(first: &Left, other: &Left) -> impl Iterator<Item = Difference> {
    let differences = first.drawn.differences(&other.drawn).into_iter();
    differences.map(|((place, who), distance, pair)| {
        let [a, b] = pair.map(|number| f32::from_bits(number.unwrap_or_default()));
        let absolute = of_floats(distance, f64::from((a - b).abs()));
        Difference { at: At::Output(place, who), distance, absolute, pair }
    })
}

/// How far two numbers are apart if their distance says that they are floats.
fn of_floats(distance: f32, absolute: f64) -> f64 {
    if distance.is_infinite() || absolute.is_nan() { f64::INFINITY } else { absolute }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// The distance of two words of which it is unknown what they are.
fn distance(a: u32, b: u32) -> f32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    if x.is_nan() && y.is_nan() {
        return 0.0;
    }
    let distance = (x - y).abs() / x.abs().max(y.abs()).max(1e-3);
    // What looks like a tiny float is an integer.
    if x.is_subnormal() || y.is_subnormal() || distance.is_nan() { f32::INFINITY } else { distance }
}

/// The distance of two floats.
pub(crate) fn apart(x: f64, y: f64) -> f32 {
    if x == y || x.is_nan() && y.is_nan() {
        return 0.0;
    }
    let distance = (x - y).abs() / x.abs().max(y.abs()).max(SMALL);
    if distance.is_nan() { f32::INFINITY } else { distance as f32 }
}
