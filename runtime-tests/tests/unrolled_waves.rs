//! In loops with wave operations, lanes that continue early and lanes that stay reconverge at the end of an iteration: in unrolled ones
//! also on a machine that reconverges only at post-dominators, in others on one that does so as early as it can.
//!
//! Random loops with `continue`, `break` and wave operations are compiled, run by the interpreter, and compared with what HLSL
//! says: the reference executes the statements themselves, for all lanes at once, with a mask of those that are active.

use dxil::shader::ResourceClass;
use hlslc::{Compiler, NoIncludes, Options, Style};
use hlslc_interp::{Binding, Machine, Options as Run, Program, Reconvergence};
use hlslc_runtime_tests::random::Random;
use std::fmt::Write as _;

const PROGRAMS: u64 = 410;
const LANES: usize = 32;

/// A condition on what a lane knows: its bits, the counters of the loops.
#[derive(Clone, Copy, Debug)]
enum Cond {
    /// A bit that depends on the iteration.
    BitOfRound(u32),
    /// A bit that does not.
    Bit(u32),
    /// Two bits are the number of the iteration.
    IsRound(u32),
}

#[derive(Clone, Debug)]
enum Stmt {
    Count,
    Sum(u32),
    First,
    Step,
    Continue,
    Break,
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    Loop(u32, Vec<Stmt>),
}

impl Cond {
    fn text(self, counter: &str) -> String {
        match self {
            Self::BitOfRound(at) => format!("((h >> ({counter} + {at})) & 1) == 0"),
            Self::Bit(at) => format!("(h & {}u) != 0", 1u32 << at),
            Self::IsRound(at) => format!("((h >> {at}) & 3) == {counter}"),
        }
    }

    fn holds(self, h: u32, counter: u32) -> bool {
        match self {
            Self::BitOfRound(at) => (h >> (counter + at)) & 1 == 0,
            Self::Bit(at) => h & (1 << at) != 0,
            Self::IsRound(at) => (h >> at) & 3 == counter,
        }
    }
}

fn condition(random: &mut Random) -> Cond {
    let at = random.below(20) as u32;
    match random.below(3) {
        0 => Cond::BitOfRound(at),
        1 => Cond::Bit(at),
        _ => Cond::IsRound(at),
    }
}

/// The statements of a block; where lanes may leave, it ends with that.
fn block(random: &mut Random, depth: u32, loops: u32, leaves: bool) -> Vec<Stmt> {
    let mut list = Vec::new();
    for _ in 0..=random.below(3) {
        list.push(match random.below(10) {
            0..=2 => Stmt::Count,
            3 => Stmt::Sum(random.below(8) as u32),
            4 => Stmt::First,
            5 => Stmt::Step,
            6 if loops < 2 => Stmt::Loop(2 + random.below(2) as u32, round(random, depth + 1, loops + 1)),
            _ if depth < 3 => {
                let exit = |random: &mut Random| random.percent(35);
                let (then, otherwise) = (exit(random), exit(random));
                let then = block(random, depth + 1, loops, then);
                let otherwise =
                    if random.percent(50) { block(random, depth + 1, loops, otherwise) } else { Vec::new() };
                Stmt::If(condition(random), then, otherwise)
            }
            _ => Stmt::Count,
        });
    }
    if leaves {
        list.push(if random.percent(50) { Stmt::Continue } else { Stmt::Break });
    }
    list
}

/// An iteration: statements with `continue` and `break` among them.
fn round(random: &mut Random, depth: u32, loops: u32) -> Vec<Stmt> {
    let mut list = block(random, depth, loops, false);
    for leave in [Stmt::Continue, Stmt::Break] {
        let mut then = if random.percent(40) { vec![Stmt::Count] } else { Vec::new() };
        then.push(leave);
        let at = random.below(list.len() as u64 + 1) as usize;
        list.insert(at, Stmt::If(condition(random), then, Vec::new()));
    }
    list.push(Stmt::Count);
    list
}

fn write(out: &mut String, list: &[Stmt], word: &str, counter: usize, depth: usize) {
    let k = format!("k{counter}");
    let pad = "    ".repeat(depth);
    for stmt in list {
        let _ = match stmt {
            Stmt::Count => writeln!(out, "{pad}s = s * 31 + WaveActiveCountBits(true);"),
            Stmt::Sum(at) => writeln!(out, "{pad}s = s * 33 + WaveActiveSum((h >> {at}) & 15);"),
            Stmt::First => writeln!(out, "{pad}s = s * 35 + WaveReadLaneFirst(t);"),
            Stmt::Step => writeln!(out, "{pad}s += {k} + 7;"),
            Stmt::Continue => writeln!(out, "{pad}continue;"),
            Stmt::Break => writeln!(out, "{pad}break;"),
            Stmt::If(cond, then, otherwise) => {
                let _ = writeln!(out, "{pad}if ({}) {{", cond.text(&k));
                write(out, then, word, counter, depth + 1);
                if !otherwise.is_empty() {
                    let _ = writeln!(out, "{pad}}} else {{");
                    write(out, otherwise, word, counter, depth + 1);
                }
                writeln!(out, "{pad}}}")
            }
            Stmt::Loop(rounds, body) => {
                let k = format!("k{}", counter + 1);
                let _ = writeln!(out, "{pad}[{word}] for (uint {k} = 0; {k} < {rounds}; {k}++) {{");
                write(out, body, word, counter + 1, depth + 1);
                writeln!(out, "{pad}}}")
            }
        };
    }
}

fn source(list: &[Stmt], seed: u64, word: &str) -> String {
    let mut body = String::new();
    write(&mut body, list, word, 0, 1);
    format!(
        "RWByteAddressBuffer Out : register(u0);\n[numthreads({LANES}, 1, 1)] void main(uint t : SV_GroupIndex) {{\n    \
         uint h = (t + {seed}) * 2654435761u;\n    h ^= h >> 15;\n    uint s = 0;\n{body}    Out.Store(t * 4, s);\n}}\n"
    )
}

/// The lanes, and what they compute.
struct Lanes {
    h: [u32; LANES],
    s: [u32; LANES],
}

/// Masks of the lanes that left the block: for the next iteration, and the loop.
#[derive(Default)]
struct Left {
    continued: u32,
    broken: u32,
}

impl Lanes {
    fn active(mask: u32) -> impl Iterator<Item = usize> {
        (0..LANES).filter(move |lane| mask >> lane & 1 == 1)
    }

    /// Executes statements; the lanes that come to their end.
    fn run(&mut self, list: &[Stmt], mut mask: u32, counter: u32, left: &mut Left) -> u32 {
        for stmt in list {
            let each = |this: &mut Self, factor: u32, term: &dyn Fn(usize) -> u32| {
                Self::active(mask)
                    .for_each(|lane| this.s[lane] = this.s[lane].wrapping_mul(factor).wrapping_add(term(lane)));
            };
            match stmt {
                Stmt::Count => each(self, 31, &|_| mask.count_ones()),
                Stmt::Sum(at) => {
                    let sum = Self::active(mask).map(|lane| (self.h[lane] >> at) & 15).sum::<u32>();
                    each(self, 33, &|_| sum);
                }
                Stmt::First => each(self, 35, &|_| mask.trailing_zeros()),
                Stmt::Step => each(self, 1, &|_| counter + 7),
                Stmt::Continue => {
                    left.continued |= mask;
                    mask = 0;
                }
                Stmt::Break => {
                    left.broken |= mask;
                    mask = 0;
                }
                Stmt::If(cond, then, otherwise) => {
                    let taken = Self::active(mask)
                        .filter(|&lane| cond.holds(self.h[lane], counter))
                        .fold(0, |taken, lane| taken | 1 << lane);
                    let ends = self.run(then, taken, counter, left);
                    mask = ends | self.run(otherwise, mask & !taken, counter, left);
                }
                Stmt::Loop(rounds, body) => {
                    let mut inside = mask;
                    for counter in 0..*rounds {
                        let mut left = Left::default();
                        let ends = self.run(body, inside, counter, &mut left);
                        inside = ends | left.continued;
                    }
                }
            }
            if mask == 0 {
                break;
            }
        }
        mask
    }
}

fn expected(list: &[Stmt], seed: u64) -> [u32; LANES] {
    let h = std::array::from_fn(|t| {
        let h = (t as u32).wrapping_add(seed as u32).wrapping_mul(2_654_435_761);
        h ^ h >> 15
    });
    let mut lanes = Lanes { h, s: [0; LANES] };
    lanes.run(list, u32::MAX, 0, &mut Left::default());
    lanes.s
}

/// Runs a program. Where loops are unrolled, a simple machine must do.
fn run(source: &str, level: &str) -> Vec<u32> {
    let is_unrolled = source.contains("[unroll]");
    let reconvergence = if is_unrolled { Reconvergence::PostDominators } else { Reconvergence::Earliest };
    let options = Options::from_args(["-T", "cs_6_0", "-E", "main", "-Vd", level]).expect("the words are right");
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    let messages = output.render(Style::Located, false);
    let container = output.object.unwrap_or_else(|| panic!("{messages}\n{source}"));
    let program = Program::decode(&container).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut machine = Machine::default();
    let out = machine.add_memory(vec![0; 4 * LANES]);
    let view = machine.add_buffer(out);
    machine.bind(Binding { class: ResourceClass::Uav, space: 0, register: 0, view });
    let options = Run { wave_size: LANES as u32, reconvergence, ..Run::default() };
    program.dispatch(&mut machine, [1; 3], &options).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let words = machine.memory(out).chunks_exact(4);
    words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// Statements with one less somewhere, or with what an `if` holds in its place.
fn smaller(list: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut found = Vec::new();
    for (at, stmt) in list.iter().enumerate() {
        let with = |new: Vec<Stmt>| [&list[..at], &new[..], &list[at + 1..]].concat();
        found.push(with(Vec::new()));
        match stmt {
            Stmt::If(cond, then, otherwise) => {
                found.extend([with(then.clone()), with(otherwise.clone())]);
                found
                    .extend(smaller(then).into_iter().map(|then| with(vec![Stmt::If(*cond, then, otherwise.clone())])));
                let less = smaller(otherwise);
                found.extend(less.into_iter().map(|otherwise| with(vec![Stmt::If(*cond, then.clone(), otherwise)])));
            }
            Stmt::Loop(rounds, body) => {
                found.extend(smaller(body).into_iter().map(|body| with(vec![Stmt::Loop(*rounds, body)])));
                found.extend((*rounds > 2).then(|| with(vec![Stmt::Loop(rounds - 1, body.clone())])));
            }
            _ => {}
        }
    }
    found
}

/// The smallest program that is still wrong.
fn reduced(list: &[Stmt], seed: u64, word: &str, level: &str) -> String {
    let is_wrong = |list: &[Stmt]| {
        matches!(list, [Stmt::Loop(..)]) && run(&source(list, seed, word), level) != expected(list, seed)
    };
    let mut list = list.to_vec();
    while let Some(less) = smaller(&list).into_iter().find(|less| is_wrong(less)) {
        list = less;
    }
    source(&list, seed, word)
}

/// The form in which lanes were first seen to be lost.
#[test]
fn lanes_that_continue_meet_those_that_stay() {
    let list = [Stmt::Loop(
        2,
        vec![
            Stmt::If(Cond::BitOfRound(0), vec![Stmt::Continue], Vec::new()),
            Stmt::Count,
            Stmt::If(Cond::Bit(3), vec![Stmt::Break], Vec::new()),
        ],
    )];
    for word in ["unroll", "loop"] {
        let source = source(&list, 1, word);
        for level in ["-Od", "-O3"] {
            assert_eq!(run(&source, level), expected(&list, 1), "{level}\n{source}");
        }
    }
}

/// Runs random programs whose loops have this attribute.
fn assert_lanes_come_together(word: &str) {
    let mut wrong = Vec::new();
    for seed in 0..PROGRAMS {
        let mut random = Random::new(seed);
        let rounds = 2 + random.below(3) as u32;
        let list = [Stmt::Loop(rounds, round(&mut random, 0, 1))];
        let (source, expected) = (source(&list, seed, word), expected(&list, seed));
        for level in ["-Od", "-O3"] {
            if run(&source, level) != expected {
                wrong.push(format!("seed {seed} {level}"));
                if wrong.len() == 1 {
                    println!("seed {seed} {level}\n{}", reduced(&list, seed, word, level));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:?}", wrong.len(), 2 * PROGRAMS);
}

#[test]
fn lanes_come_together_in_unrolled_loops() {
    assert_lanes_come_together("unroll");
}

#[test]
fn lanes_come_together_in_rolled_loops() {
    assert_lanes_come_together("loop");
}
