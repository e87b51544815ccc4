//! Containers whose constants were chosen after the compilation compute what the same values in the source do.
//!
//! A seeded generator writes shaders with specialization constants of every type in every place of a program: arithmetic,
//! conditions, bounds of loops, indices, arguments, wave operations. Each is compiled once and specialised to several sets of
//! values, and each set is also compiled as literals; both run on the interpreter. DXC's validator is asked about every container.

use std::fmt::Write as _;

use dxil::container::specialize::{Specializer, Value};
use dxil::shader::ResourceClass;
use hlslc::{Compiler, NoIncludes, Options, ValidatorVersion};
use hlslc_interp::{Binding, BufferView, Machine, Options as RunOptions, Program, View};
use hlslc_runtime_tests::random::Random;
use hlslc_runtime_tests::shaders::validator_of;

/// A type of constants: its name, values of it as HLSL writes them, and the least that options must allow.
struct Kind {
    name: &'static str,
    values: &'static [(&'static str, Value)],
    /// A `uint` expression of a constant `@` of this type.
    bits: &'static str,
}

const KINDS: &[Kind] = &[
    Kind {
        name: "bool",
        values: &[("true", Value::Bool(true)), ("false", Value::Bool(false))],
        bits: "(@ ? 0x55u : 0xAAu)",
    },
    Kind {
        name: "int",
        values: &[
            ("0", Value::Int(0)),
            ("1", Value::Int(1)),
            ("-1", Value::Int(-1)),
            ("-13", Value::Int(-13)),
            ("1000003", Value::Int(1_000_003)),
            ("2147483647", Value::Int(2_147_483_647)),
            ("(-2147483647 - 1)", Value::Int(-2_147_483_648)),
        ],
        bits: "asuint(@ * 3 - (@ >> 2))",
    },
    Kind {
        name: "uint",
        values: &[
            ("0u", Value::Uint(0)),
            ("1u", Value::Uint(1)),
            ("31u", Value::Uint(31)),
            ("65536u", Value::Uint(65536)),
            ("0xFFFFFFFFu", Value::Uint(0xFFFF_FFFF)),
        ],
        bits: "(@ * 7u ^ (@ >> 3))",
    },
    Kind {
        name: "float",
        values: &[
            ("0.0", Value::Float(0.0)),
            ("-0.0", Value::Float(-0.0)),
            ("1.5", Value::Float(1.5)),
            ("-2.25", Value::Float(-2.25)),
            ("0.1", Value::Float(0.1)),
            ("16777216.0", Value::Float(16_777_216.0)),
        ],
        bits: "asuint(@ * 0.5 + float(thread))",
    },
    Kind {
        name: "double",
        values: &[
            ("0.0L", Value::Float(0.0)),
            ("0.1L", Value::Float(0.1)),
            ("-3.0L", Value::Float(-3.0)),
            ("1048576.5L", Value::Float(1_048_576.5)),
        ],
        bits: "asuint((float)(@ * 3.0L))",
    },
    Kind {
        name: "int64_t",
        values: &[
            ("0ll", Value::Int(0)),
            ("-1ll", Value::Int(-1)),
            ("1311768467463790320ll", Value::Int(1_311_768_467_463_790_320)),
            ("-5000000000ll", Value::Int(-5_000_000_000)),
        ],
        bits: "((uint)(@ >> 32) + (uint)@)",
    },
    Kind {
        name: "uint64_t",
        values: &[
            ("0ull", Value::Uint(0)),
            ("0xFFFFFFFFFFFFFFFFull", Value::Uint(u64::MAX)),
            ("81985529216486895ull", Value::Uint(81_985_529_216_486_895)),
        ],
        bits: "((uint)(@ >> 7) ^ (uint)@)",
    },
    Kind {
        name: "float16_t",
        values: &[
            ("(float16_t)0.5", Value::Float(0.5)),
            ("(float16_t)-3.0", Value::Float(-3.0)),
            ("(float16_t)1024.0", Value::Float(1024.0)),
        ],
        bits: "asuint((float)@ * 2.0)",
    },
    Kind {
        name: "int16_t",
        values: &[
            ("(int16_t)-1", Value::Int(-1)),
            ("(int16_t)32767", Value::Int(32767)),
            ("(int16_t)12", Value::Int(12)),
        ],
        bits: "(uint)(int)@",
    },
    Kind {
        name: "uint16_t",
        values: &[("(uint16_t)65535", Value::Uint(65535)), ("(uint16_t)7", Value::Uint(7))],
        bits: "(uint)@",
    },
];

/// Statements: `@` is a `uint` expression of a constant, `$` another, `#` a number of its own. They change `sum`.
const STATEMENTS: &[&str] = &[
    "sum = sum * 31u + @;",
    "sum ^= (@ << (thread & 7u)) + $;",
    "sum += @ / ($ | 1u) + @ % ($ | 3u);",
    "sum += @ > $ ? thread : sum & 0xFFu;",
    "if ((@ & 1u) != 0u) { sum += In.Load((thread & 15u) * 4u); } else { sum ^= 0x1234u + $; }",
    "if ((@ & 3u) == 2u && thread > 2u) { sum += 5u; if ($ > 100u) sum *= 3u; }",
    "for (uint i# = 0; i# < (@ & 7u); ++i#) sum = sum * 5u + i#;",
    "for (uint j# = 0; j# < 6u; ++j#) { if (j# > (@ & 7u)) break; sum += j# ^ $; }",
    "[loop] while (sum > (@ & 0xFFFFu) + 70000u) sum /= 3u;",
    "switch (@ & 3u) { case 0: sum += 1u; break; case 1: sum ^= $; break; case 2: sum *= 7u; default: sum -= thread; }",
    "{ uint a#[4] = { 3u, thread, sum, 11u }; sum += a#[@ & 3u]; a#[$ & 3u] = 9u; sum ^= a#[1]; }",
    "sum += In.Load((@ & 15u) * 4u);",
    "shared_[thread] = sum; GroupMemoryBarrierWithGroupSync(); sum += shared_[(thread + @) & 7u]; GroupMemoryBarrierWithGroupSync();",
    "sum += WaveActiveSum(@ + thread);",
    "sum += WaveReadLaneAt(sum, @ & 3u);",
    "sum = mix_(sum, @, $);",
    "{ Pair p# = make_(@, sum); sum = p#.a - p#.b; }",
    "{ uint3 v# = uint3(@, sum, $); sum = dot(v#, uint3(1u, 2u, 3u)) + v#.zxy.x; }",
    "sum += countbits(@) + firstbithigh($ | 1u) + reversebits(@);",
    "sum += min(@, max($, thread));",
    "Out.Store(256u + (@ & 15u) * 4u * 0u + thread * 4u, sum);",
];

/// A shader with constants, without their declarations.
struct Generated {
    constants: Vec<(String, &'static Kind, u32)>,
    body: String,
}

fn generate(seed: u64) -> Generated {
    let mut random = Random::new(seed);
    let count = 2 + random.below(4) as usize;
    let constants: Vec<_> = (0..count)
        .map(|index| (format!("c{index}"), random.pick(KINDS), 3 * index as u32 + random.below(3) as u32))
        .collect();
    let mut body = String::from(
        "ByteAddressBuffer In : register(t0); RWByteAddressBuffer Out : register(u0);\n\
         groupshared uint shared_[8];\n\
         struct Pair { uint a; uint b; };\n\
         Pair make_(uint a, uint b) { Pair p; p.a = a + b; p.b = a ^ b; return p; }\n\
         uint mix_(uint x, uint y, uint z) { if (y == z) return x; return x * y + z; }\n\
         [numthreads(8, 1, 1)] void main(uint thread : SV_GroupIndex) {\n    uint sum = In.Load(thread * 4u);\n",
    );
    for number in 0..3 + random.below(6) {
        let mut constant = || {
            let (name, kind, _) = random.pick(&constants);
            kind.bits.replace('@', name)
        };
        let (one, other) = (constant(), constant());
        let statement = random.pick(STATEMENTS).replace('@', &one).replace('$', &other);
        let _ = writeln!(body, "    {}", statement.replace('#', &number.to_string()));
    }
    body.push_str("    Out.Store(thread * 4u, sum);\n}\n");
    Generated { constants, body }
}

/// The values of the constants, by place in their kinds.
fn values(generated: &Generated, seed: u64) -> Vec<&'static (&'static str, Value)> {
    let mut random = Random::new(seed);
    generated.constants.iter().map(|(_, kind, _)| random.pick(kind.values)).collect()
}

fn compile(source: &str, validator: Option<ValidatorVersion>) -> Vec<u8> {
    let mut options = Options::new("cs_6_2".parse().expect("a profile"));
    options.native_16bit = true;
    options.validator = validator;
    // What the optimiser may do with floats depends on which are constants.
    options.ieee_strict = true;
    let output = Compiler::new(options).compile("s.hlsl", source.as_bytes(), &NoIncludes);
    let said = output.render(hlslc::Style::Clang, false);
    output.object.unwrap_or_else(|| panic!("{said}\n{source}"))
}

fn run(container: &[u8]) -> Result<Vec<u8>, String> {
    let program = Program::decode(container).map_err(|error| error.to_string())?;
    let mut machine = Machine::default();
    let input: Vec<u8> = (0..16u32).flat_map(|word| (word.wrapping_mul(0x9E37_79B9) >> 8).to_le_bytes()).collect();
    let mut buffer = |data: Vec<u8>, class| {
        let bytes = data.len() as u32;
        let memory = machine.add_memory(data);
        let view = machine.add_view(View::Buffer(BufferView { memory, start: 0, bytes, format: None, counter: None }));
        machine.bind(Binding { class, space: 0, register: 0, view });
        memory
    };
    buffer(input, ResourceClass::Srv);
    let out = buffer(vec![0; 512], ResourceClass::Uav);
    let options = RunOptions { wave_size: 8, ..RunOptions::default() };
    let outcome = program.dispatch(&mut machine, [1, 1, 1], &options).map_err(|error| error.to_string())?;
    match outcome.findings.first() {
        Some(finding) => Err(finding.to_string()),
        None => Ok(machine.memory(out).to_vec()),
    }
}

/// Judges generated shaders on five sets of values each.
fn judge(
    seeds: std::ops::Range<u64>,
    validator: Option<ValidatorVersion>,
    mut accepts: impl FnMut(&[u8]) -> Result<(), String>,
) {
    for seed in seeds {
        let generated = generate(seed);
        let mut source = String::new();
        for ((name, kind, id), (literal, _)) in generated.constants.iter().zip(values(&generated, seed)) {
            let _ = writeln!(source, "[[vk::constant_id({id})]] const {} {name} = {literal};", kind.name);
        }
        source.push_str(&generated.body);
        let container = compile(&source, validator);
        // Without a constant that is read there is nothing to choose.
        let Ok(read) = Specializer::new(&container) else { continue };
        for turn in 0..5 {
            let chosen = values(&generated, seed * 5 + turn + 1000);
            let known = |id: u32| read.constants().iter().any(|constant| constant.id == id);
            let choices: Vec<(u32, Value)> = generated
                .constants
                .iter()
                .zip(&chosen)
                .map(|((_, _, id), (_, value))| (*id, *value))
                .filter(|(id, _)| known(*id))
                .collect();
            let specialised =
                read.specialize(&choices).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{source}"));
            let mut literal = String::new();
            for ((name, kind, _), (value, _)) in generated.constants.iter().zip(&chosen) {
                let _ = writeln!(literal, "static const {} {name} = {value};", kind.name);
            }
            literal.push_str(&generated.body);
            let (ours, expected) = (run(&specialised), run(&compile(&literal, validator)));
            assert!(expected.is_ok(), "seed {seed}, values {turn}: {expected:?}\n{literal}");
            assert_eq!(ours, expected, "seed {seed}, values {turn}\n{source}\n{literal}");
            // Compiled again with these values it is another program with the same results.
            if seed % 20 == 0 && turn == 0 {
                let optimized =
                    hlslc::specialize::optimize(&specialised).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
                assert_eq!(run(&optimized), expected, "seed {seed}, optimized\n{source}");
                accepts(&optimized).unwrap_or_else(|why| panic!("seed {seed}, optimized: {why}\n{source}"));
            }
            accepts(&specialised).unwrap_or_else(|why| panic!("seed {seed}, values {turn}: {why}\n{source}"));
        }
    }
}

fn judged_by_us(container: &[u8]) -> Result<(), String> {
    let found = hlslc::validation::validate(container, None);
    if found.accepts { Ok(()) } else { Err(found.text("shader")) }
}

#[test]
fn a_chosen_value_is_as_good_as_one_in_the_source() {
    judge(0..100, None, judged_by_us);
}

#[test]
fn a_chosen_value_is_as_good_as_one_in_the_source_of_the_other_half() {
    judge(100..200, None, judged_by_us);
}

#[test]
#[ignore = "needs DXC 1.9 and a minute"]
fn the_latest_dxc_accepts_a_thousand_choices() {
    let dxc = dxc_oracle::newer_oracle();
    let mut count = 0;
    judge(0..200, Some(ValidatorVersion::minor(validator_of(&dxc).1 as u8)), |container| {
        count += 1;
        dxc.validate(container)
    });
    println!("{count} containers accepted");
    assert!(count > 900, "only {count} containers were judged");
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn dxc_accepts_every_choice() {
    let dxc = dxc_oracle::oracle();
    judge(200..220, Some(ValidatorVersion::minor(validator_of(&dxc).1 as u8)), |container| dxc.validate(container));
}
