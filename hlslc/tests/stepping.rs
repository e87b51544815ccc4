//! Shows that what a debugger shows of variables is what happened, wherever it stands and whichever path led there.
//!
//! The comparison has its own model: the lines of a trace, as `hlslc run --trace` prints them, say what is stored where and what
//! debug information says of variables; the test keeps that, and knows nothing of how the debugger finds a value.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes};
use hlslc_debug::place::Source;
use hlslc_debug::types::Scalar;
use hlslc_debug::{
    Barrier, Command, Debugger, Direction, Exceptions, FindingKind, Number, Place, Scene, Standing, Stop, Thread,
};

/// Compiles a shader with debug information.
fn container(name: &str, source: &str, options: &str) -> Result<Vec<u8>, String> {
    let words: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    let words = [words, ["-Zi", "-Qembed_debug"].map(str::to_owned).to_vec()].concat();
    let line = CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    let output = Compiler::new(line.options).compile(name, source.as_bytes(), &NoIncludes);
    let said = output.render(hlslc::Style::Clang, false);
    output.object.ok_or(said)
}

fn debugger(source: &str, options: &str, scene: &str) -> Debugger {
    let container = container("a.hlsl", source, options).expect("a shader that compiles");
    Debugger::new(&container, &Scene::parse(scene).expect("a scene")).expect("a run")
}

/// What a trace says so far: bits of variables, and what lies in memory of the thread.
#[derive(Default)]
struct Model {
    /// Of a variable by its first bit a value in words, nothing where it is undefined, or where in memory it is.
    variables: BTreeMap<(u32, u32), Bits>,
    memory: BTreeMap<(String, i64), String>,
}

#[derive(Clone)]
enum Bits {
    Value(String),
    Undefined,
    /// Where in memory, and the bit after the last.
    Memory(String, i64, u32),
}

/// `local 3 byte 8`.
fn pointer(text: &str) -> Option<(String, i64)> {
    let (object, byte) = text.split_once(" byte ")?;
    Some((object.to_owned(), byte.parse().ok()?))
}

impl Model {
    /// A line about a variable.
    fn record(&mut self, variable: u32, text: &str, leaves: &[(String, Scalar, u32)]) {
        let (name, what) = text.split_once(" = ").or_else(|| text.split_once(" in ")).expect("a record");
        let piece = name.split_once('[').map(|(_, piece)| piece.trim_end_matches(']'));
        let piece = piece.and_then(|piece| piece.split_once(", "));
        let [first, count] = piece
            .map_or([0, u32::MAX], |(first, count)| [first, count].map(|it| it.parse().expect("a number of bits")));
        let within = |bit: u32| bit >= first && bit - first < count;
        let mut bits: Vec<u32> = leaves.iter().map(|(.., bit)| *bit).filter(|&bit| within(bit)).collect();
        if bits.is_empty() {
            bits.push(first);
        }
        self.variables.retain(|&(of, bit), _| of != variable || bit < first || bit - first >= count);
        if let Some((object, byte)) = pointer(what).filter(|_| text.contains(" in ")) {
            self.variables.insert((variable, first), Bits::Memory(object, byte, first.saturating_add(count)));
            return;
        }
        if what == "undef" {
            for bit in bits {
                self.variables.insert((variable, bit), Bits::Undefined);
            }
            return;
        }
        let values = what.trim_matches(['{', '}']).split(", ");
        for (value, bit) in values.zip(bits) {
            self.variables.insert((variable, bit), Bits::Value(value.to_owned()));
        }
    }

    /// An instruction: a store is noted.
    fn instruction(&mut self, text: &str) {
        let Some((value, place)) = text.strip_prefix("store ").and_then(|text| text.rsplit_once(", ")) else { return };
        let Some((object, byte)) = pointer(place) else { return };
        // Scalars of a vector are words: the shaders here have no others in memory.
        for (value, at) in value.trim_matches(['{', '}']).split(", ").zip(0..) {
            self.memory.insert((object.clone(), byte + 4 * at), value.to_owned());
        }
    }

    /// What a scalar of a variable is expected to be: its value in words, or that there is none; nothing if the trace does not say.
    #[expect(clippy::option_option, reason = "that there is no value is something that the trace says")]
    fn expected(&self, variable: u32, bit: u32) -> Option<Option<String>> {
        let (&(_, first), bits) = self.variables.range((variable, 0)..=(variable, bit)).next_back()?;
        match bits {
            Bits::Value(value) if first == bit => Some(Some(value.clone())),
            Bits::Value(_) => None,
            Bits::Undefined => Some(None),
            Bits::Memory(_, _, end) if bit >= *end => None,
            Bits::Memory(object, byte, _) => {
                // Nothing is known of what is there from the start, or of what other threads store.
                let at = byte + i64::from((bit - first) / 8);
                let stored = self.memory.get(&(object.clone(), at)).filter(|_| object.starts_with("local "));
                stored.cloned().map(Some)
            }
        }
    }
}

/// Whether a number is what a trace printed.
fn is_same(number: &Number, expected: Option<&str>) -> bool {
    match (number, expected) {
        (Number::Known(scalar, bits), Some(text)) => match scalar {
            Scalar::Bool => (*bits != 0) == (text == "true" || text.parse::<i64>().is_ok_and(|number| number != 0)),
            Scalar::Int { bits: width, .. } => {
                let number = text.parse::<i64>().unwrap_or(i64::from(text == "true"));
                let mask = u64::MAX >> (64 - width);
                number.cast_unsigned() & mask == bits & mask
            }
            // The trace knows the type of the value, not that of the variable.
            Scalar::Float { .. } => {
                number.text() == text || text.parse::<i64>().is_ok_and(|number| number as u32 == *bits as u32)
            }
        },
        (Number::Handle(register), Some(text)) => register == text,
        (Number::Pointer(_), Some(_)) => true,
        (Number::Removed | Number::Unset | Number::Unwritten, None) => true,
        _ => false,
    }
}

/// Compares every scalar of every variable at every instruction of the thread with the trace. How many were compared.
fn compare(container: &[u8], scene: &Scene) -> Result<usize, String> {
    let mut debugger = Debugger::new(container, scene)?;
    let leaves: Vec<Vec<(String, Scalar, u32)>> =
        debugger.info().variables.iter().map(|variable| debugger.info().types.leaves(variable.ty)).collect();
    let mut lines: Vec<(Option<u32>, String)> = Vec::new();
    hlslc_debug::trace(container, scene, &mut |step| {
        lines.push((step.record, step.text.to_owned()));
        lines.len() < 20_000
    })?;
    let (mut model, mut compared, mut is_of_patch) = (Model::default(), 0, false);
    let mut lines = lines.into_iter().peekable();
    // To the first instruction of the thread, if it has a line or not.
    let mut stop = debugger.enter();
    debugger.go(0);
    let focus = debugger.focus();
    if debugger.session().standing(focus) != Standing::Active {
        stop = debugger.step(Command::Instruction, Direction::Forwards);
    }
    while !matches!(stop, Stop::End | Stop::Failure(_)) {
        // What is said before the instruction that comes next.
        while let Some((record, text)) = lines.peek().cloned() {
            match record {
                Some(variable) => model.record(variable, &text, &leaves[variable as usize]),
                None if text.starts_with("phi ") || text == "phi" || text.starts_with("back from ") => {}
                None => break,
            }
            lines.next();
        }
        let Some((_, text)) = lines.next() else { break };
        // The patch-constant function of a hull shader begins with nothing.
        if debugger.session().is_of_patch() && !std::mem::replace(&mut is_of_patch, true) {
            model = Model::default();
        }
        for (number, leaves) in (0..).zip(&leaves) {
            let variable = &debugger.info().variables[number as usize];
            for (path, _, bit) in leaves {
                let Some(expected) = model.expected(number, *bit) else { continue };
                let place = Place { source: Source::Variable(number), ty: variable.ty, bit: 0, row: None };
                let shown = debugger.here().look().leaves(&place).into_iter().find(|(of, _)| of == path);
                let (_, shown) = shown.expect("a scalar of the variable");
                compared += 1;
                if !is_same(&shown, expected.as_deref()) {
                    let name = &variable.name;
                    return Err(format!(
                        "before `{text}`: {name}{path} is {expected:?} in the trace, shown: {shown:?}"
                    ));
                }
            }
        }
        model.instruction(&text);
        stop = debugger.step(Command::Instruction, Direction::Forwards);
    }
    match (lines.next(), &stop) {
        (Some((_, text)), Stop::End) => Err(format!("`{text}` is in the trace, and the debugger did not stop there")),
        _ => Ok(compared),
    }
}

/// Everything that is shown at a position, in words.
fn shown(debugger: &Debugger) -> String {
    let frames = debugger.here().frames();
    let calls =
        frames.iter().map(|frame| format!("{}:{}", frame.function, frame.spot.as_ref().map_or(0, |it| it.line)));
    let mut text = format!("{} {}", debugger.time(), calls.collect::<Vec<_>>().join(" < "));
    for (name, place) in debugger.here().locals(0).into_iter().chain(debugger.here().globals()) {
        let _ = write!(text, ", {name} = {}", debugger.here().look().text(&place));
    }
    for register in debugger.here().registers() {
        text = text + ", " + &register.name;
        for number in register.numbers {
            text = text + " " + &number.text();
        }
    }
    text
}

/// Steps to the end and back, with checkpoints far apart and close to each other, and compares what is shown.
fn there_and_back(container: &[u8], scene: &Scene, command: Command) -> Result<usize, String> {
    let mut all = Vec::new();
    for interval in [1 << 20, 7] {
        let mut debugger = Debugger::new(container, scene)?;
        debugger.set_interval(interval);
        debugger.enter();
        let mut there = vec![shown(&debugger)];
        while there.len() < 300 && debugger.step(command, Direction::Forwards) == Stop::Step {
            there.push(shown(&debugger));
        }
        let mut back = Vec::new();
        if there.len() < 300 {
            // At the end, nothing is shown.
            debugger.step(command, Direction::Backwards);
        }
        back.push(shown(&debugger));
        while debugger.step(command, Direction::Backwards) == Stop::Step {
            back.push(shown(&debugger));
        }
        back.reverse();
        // Going back past the first line stays there.
        if back.len() > 1 && back[0] == back[1] {
            back.remove(0);
        }
        if there.last() != back.last() || there.len() != back.len() {
            let at = there.iter().zip(&back).take_while(|(a, b)| a == b).count();
            return Err(format!("{} there, {} back: {:?}, {:?}", there.len(), back.len(), there.get(at), back.get(at)));
        }
        if let Some((there, back)) = there.iter().zip(&back).find(|(there, back)| there != back) {
            return Err(format!("there: {there}\nback: {back}"));
        }
        all.push(there);
    }
    if all[0] == all[1] { Ok(all[0].len()) } else { Err("checkpoints change what is shown".to_owned()) }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The examples, each with its options and a scene.
const EXAMPLES: [(&str, &str, &str); 6] = [
    (
        "saxpy",
        "-T cs_6_0",
        r#"{"resources": {"Parameters": [2.0, 100], "X": {"fill": [3, 4]}, "Y": {"fill": [1]}}, "thread": 5}"#,
    ),
    ("mandelbrot", "-T cs_6_0", r#"{"thread": [3, 2]}"#),
    ("histogram", "-T cs_6_0", r#"{"thread": 1}"#),
    ("reduction", "-T cs_6_0", r#"{"resources": {"Numbers": {"fill": [1, 2, 3]}}, "thread": 2}"#),
    ("lambert_pixel", "-T ps_6_0", r#"{"pixels": [4, 4], "pixel": [1, 2]}"#),
    (
        "wave_vertex",
        "-T vs_6_0",
        r#"{"inputs": {"POSITION": [[0.5, 1], [2, 3]], "SV_InstanceID": 2}, "lane": 1,
            "resources": {"Sea": [0.25, 2, 1, 1], "Camera": {"fill": [1, 0.5]}}}"#,
    ),
];

#[test]
fn variables_of_examples_are_those_of_the_trace() {
    for (name, options, scene) in EXAMPLES {
        let source = std::fs::read_to_string(root().join(format!("examples/{name}.hlsl"))).expect("an example");
        let scene = Scene::parse(scene).expect("a scene");
        for level in ["-Od", "-O3"] {
            let container = container(name, &source, &format!("{options} {level}")).expect("an example that compiles");
            let compared = compare(&container, &scene).unwrap_or_else(|what| panic!("{name} {level}: {what}"));
            assert!(compared > 40, "{name} {level}: {compared}");
            for command in [Command::Into, Command::Instruction] {
                let steps = there_and_back(&container, &scene, command);
                let steps = steps.unwrap_or_else(|what| panic!("{name} {level} {command:?}: {what}"));
                assert!(steps > 3, "{name} {level}: {steps}");
            }
        }
    }
}

/// The shaders of the suite that are of a stage, with their options. Those for libraries have no entry point.
fn suite() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let folders = std::fs::read_dir(root().join("runtime-tests/cases")).expect("the suite");
    for folder in folders.flatten() {
        let Ok(files) = std::fs::read_dir(folder.path()) else { continue };
        for file in files.flatten() {
            let Ok(text) = std::fs::read_to_string(file.path()) else { continue };
            let of = |key: &str| text.lines().find_map(|line| line.strip_prefix("//: ")?.strip_prefix(key));
            let Some(target) = of("target ").filter(|target| !target.starts_with("lib")) else { continue };
            let (args, entry) = (of("args ").unwrap_or(""), of("entry ").unwrap_or("main"));
            found.push((file.path(), format!("-T {target} -E {entry} {args}")));
        }
    }
    found.sort();
    found
}

/// Compares the shaders of the suite, every this many from one on: how many ran, how many scalars were compared, and what is wrong.
fn compare_suite(first: usize, each: usize) -> (usize, usize, Vec<String>) {
    let (mut ran, mut compared, mut wrong) = (0, 0, Vec::new());
    for (path, options) in suite().iter().skip(first).step_by(each) {
        let source = std::fs::read_to_string(path).expect("a shader");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        for level in ["-Od", "-O3"] {
            let Ok(container) = container(&name, &source, &format!("{options} {level}")) else { continue };
            let scene = Scene::parse(r#"{"budget": 300000}"#).expect("a scene");
            match Debugger::new(&container, &scene) {
                // What the interpreter cannot do, and textures of several samples.
                Err(_) => continue,
                Ok(_) => ran += 1,
            }
            match compare(&container, &scene) {
                Ok(count) => compared += count,
                Err(what) if what.contains("budget") => {}
                Err(what) => wrong.push(format!("{name} {level}: {what}")),
            }
            if let Err(what) = there_and_back(&container, &scene, Command::Into) {
                wrong.push(format!("{name} {level}: {what}"));
            }
        }
    }
    (ran, compared, wrong)
}

#[test]
fn variables_of_the_suite_are_those_of_the_trace() {
    let each = std::env::var("EACH").map_or(25, |each| each.parse().expect("a number"));
    let (ran, compared, wrong) = compare_suite(0, each);
    println!("{ran} ran, {compared} compared");
    assert!(wrong.is_empty(), "{} of {ran}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(ran > 0 && compared > ran, "{ran} ran, {compared} compared");
}

/// The line of the thread in focus.
fn line(debugger: &Debugger) -> u32 {
    debugger.here().frames().first().and_then(|frame| frame.spot.as_ref()).map_or(0, |spot| spot.line)
}

fn value(debugger: &Debugger, expression: &str) -> String {
    debugger.here().evaluate(expression, 0).map_or_else(|why| why, |value| debugger.here().describe(&value).0)
}

const LOOP: &str = "\
RWStructuredBuffer<uint> Out : register(u0);
cbuffer Settings { row_major float2x3 M; uint Count; };
struct Pair { uint2 a; float b[2]; };
static uint Total = 3;
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Pair pair = { uint2(i, 7), { 1.5, -2 } };
    uint sum = 0;
    for (uint k = 0; k < Count; k++) {
        sum += k * i;
        Total += 1;
    }
    Out[i] = sum + Total + pair.a.x + pair.b[i & 1];
}
";

const LOOP_SCENE: &str = r#"{"resources": {"Settings": [1, 2, 3, 4, 5, 6, 4]}, "thread": 2}"#;

#[test]
fn breakpoints_stop_where_their_condition_is_true_in_both_directions() {
    let mut debugger = debugger(LOOP, "-T cs_6_0 -Od", LOOP_SCENE);
    assert_eq!(debugger.enter(), Stop::Start);
    let lines = debugger.set_breakpoints(&[
        (7, "elsewhere/a.hlsl".to_owned(), 10, Some("k == 2 && sum > 0".to_owned())),
        (8, "a.hlsl".to_owned(), 12, None),
        (9, "a.hlsl".to_owned(), 99, None),
        (10, "b.hlsl".to_owned(), 1, None),
    ]);
    assert_eq!(lines, [Some(10), Some(13), None, None], "a line without code is the next that has some");
    let go = |debugger: &mut Debugger, direction| {
        let stop = debugger.step(Command::Continue, direction);
        (stop, line(debugger), value(debugger, "sum"))
    };
    assert_eq!(go(&mut debugger, Direction::Forwards), (Stop::Breakpoint(7), 10, "2".to_owned()));
    let time = debugger.time();
    assert_eq!(go(&mut debugger, Direction::Forwards), (Stop::Breakpoint(8), 13, "12".to_owned()));
    assert_eq!(go(&mut debugger, Direction::Forwards).0, Stop::End);
    assert_eq!(go(&mut debugger, Direction::Backwards), (Stop::Breakpoint(8), 13, "12".to_owned()));
    assert_eq!(go(&mut debugger, Direction::Backwards), (Stop::Breakpoint(7), 10, "2".to_owned()));
    assert_eq!(debugger.time(), time);
    assert_eq!(go(&mut debugger, Direction::Backwards).0, Stop::Start);
    assert_eq!(line(&debugger), 6);
}

#[test]
fn expressions_are_evaluated_as_in_hlsl() {
    let mut debugger = debugger(LOOP, "-T cs_6_0 -Od", LOOP_SCENE);
    debugger.enter();
    debugger.set_breakpoints(&[(1, "a.hlsl".to_owned(), 13, None)]);
    assert_eq!(debugger.step(Command::Continue, Direction::Forwards), Stop::Breakpoint(1));
    for (expression, expected) in [
        ("i", "2"),
        ("pair", "{a: (2, 7), b: [1.5, -2.0]}"),
        ("pair.a.yx", "(7, 2)"),
        ("pair.b[1] * 2", "-4.0"),
        ("pair.b[i - 1]", "-2.0"),
        ("pair.b[5]", "there is no element 5 in float[2]"),
        ("pair.c", "`Pair` has no member `c`"),
        ("M[1][2] + M._11", "7.0"),
        ("M[0]", "(1.0, 2.0, 3.0)"),
        ("dot(M[0], M[1])", "32.0"),
        ("Settings.Count == 4 ? Total : 0", "7"),
        ("Total % 4", "3"),
        ("-i", "4294967294"),
        ("-1 < 0", "true"),
        ("-1 < i", "false"),
        ("1 / 0", "a division by zero"),
        ("7 / 2 + 7.0 / 2", "6.5"),
        ("float3(i, 0, 1) * 2", "(4.0, 0.0, 2.0)"),
        ("asuint(1.0)", "1065353216"),
        ("any(pair.a > 6) && !all(pair.a > 6)", "true"),
        ("~0u >> 28", "15"),
        ("1 + 2 * 3 << 1", "14"),
        ("Out[2]", "0"),
        ("Out[999]", "out of bounds"),
        ("nothing", "there is no `nothing` here"),
        ("(i", "`)` is missing"),
        ("i i", "`i` is not expected here"),
        ("", "the expression ends too soon"),
        ("#", "`#` means nothing here"),
    ] {
        assert_eq!(value(&debugger, expression), expected, "{expression}");
    }
    let deep = "(".repeat(100_000);
    assert_eq!(value(&debugger, &deep), "the expression is nested too deeply");
    let signs = "-".repeat(100_000) + "1";
    assert_eq!(value(&debugger, &signs), "1");
}

#[test]
fn undefined_behaviour_stops_before_the_instruction_that_has_it() {
    let source = "\
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint Shared[8];
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Shared[i] = i;
    uint x = Shared[7 - i];
    uint y = i + 1;
    Out[i] = x + Shared[y];
}
";
    let mut debugger = debugger(source, "-T cs_6_0 -Od", "{\"thread\": 7}");
    debugger.enter();
    debugger.set_exceptions(Exceptions::ALL);
    let kind = |stop: Stop| match stop {
        Stop::Finding(finding) => Some((finding.kind, finding.thread)),
        _ => None,
    };
    assert_eq!(kind(debugger.step(Command::Continue, Direction::Forwards)), Some((FindingKind::Race, 0)));
    assert_eq!(line(&debugger), 6);
    let time = debugger.time();
    // It is reported once, and a step leads on.
    assert_eq!(debugger.step(Command::Over, Direction::Forwards), Stop::Step);
    debugger.set_exceptions(Exceptions { bounds: true, ..Exceptions::NONE });
    assert_eq!(kind(debugger.step(Command::Continue, Direction::Forwards)), Some((FindingKind::OutOfBounds, 7)));
    assert_eq!((line(&debugger), value(&debugger, "y")), (8, "8".to_owned()));
    // And again, for one who has gone back.
    debugger.go(time);
    debugger.set_exceptions(Exceptions::ALL);
    assert_eq!(kind(debugger.step(Command::Continue, Direction::Forwards)), Some((FindingKind::Race, 0)));
    assert_eq!(debugger.time(), time);
}

#[test]
fn a_run_without_end_can_be_left_and_ends_with_its_budget() {
    let source = "RWStructuredBuffer<uint> Out : register(u0);\n\
        [numthreads(1, 1, 1)]\n\
        void main() {\n\
        uint x = 0;\n\
        while (Out[0] == 0) {\n\
        x += 3;\n\
        Out[1] = x;\n\
        }\n\
        }\n";
    let scene = Scene::parse("{\"budget\": 60000}").expect("a scene");
    let container = container("a.hlsl", source, "-T cs_6_0 -Od").expect("a shader");
    // Room for a few checkpoints.
    let mut debugger = Debugger::with_limit(&container, &scene, 40_000).expect("a run");
    debugger.set_interval(16);
    debugger.enter();
    debugger.begin(Command::Continue, Direction::Forwards);
    assert_eq!(debugger.work(1000), None);
    let time = debugger.time();
    assert!((900..=1100).contains(&time), "{time}");
    assert_eq!(debugger.pause(), Stop::Paused);
    assert!(!debugger.is_busy());
    let before = value(&debugger, "x");
    assert_eq!(debugger.step(Command::Instruction, Direction::Forwards), Stop::Step);
    assert_eq!(debugger.step(Command::Instruction, Direction::Backwards), Stop::Step);
    assert_eq!((debugger.time(), value(&debugger, "x")), (time, before));
    let stop = debugger.step(Command::Continue, Direction::Forwards);
    let Stop::Failure(what) = stop else { panic!("{stop:?}") };
    assert!(what.contains("the budget of instructions is used up"), "{what}");
    assert!((5..=8).contains(&line(&debugger)), "{}", line(&debugger));
    let (count, bytes) = debugger.engine().checkpoints();
    assert!(count > 2 && bytes <= 50_000, "{count} checkpoints, {bytes} bytes");
    assert_eq!(debugger.step(Command::Over, Direction::Backwards), Stop::Step);
    assert_eq!(debugger.step(Command::Continue, Direction::Backwards), Stop::Start);
}

#[test]
fn lanes_and_barriers_are_shown() {
    let source = "\
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint Shared[16];
[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint x = 1;
    if (i < 2)
        x = Out[i] + 5;
    Shared[i] = x;
    GroupMemoryBarrierWithGroupSync();
    Out[i] = Shared[15 - i];
}
";
    let mut debugger = debugger(source, "-T cs_6_0 -Od", "{\"thread\": 1, \"wave_size\": 4}");
    debugger.enter();
    debugger.set_breakpoints(&[(1, "a.hlsl".to_owned(), 7, None)]);
    assert_eq!(debugger.step(Command::Continue, Direction::Forwards), Stop::Breakpoint(1));
    let standing: Vec<_> = debugger.lanes().iter().map(|lane| (lane.standing, lane.line)).collect();
    let (active, diverged) = ((Standing::Active, 7), (Standing::Diverged, 8));
    assert_eq!(standing, [active, active, diverged, diverged]);
    // Another thread, of the last wave, on its line before the barrier.
    debugger.set_focus(Thread { group: [0; 3], number: 13 });
    debugger.set_breakpoints(&[(1, "a.hlsl".to_owned(), 8, None)]);
    assert_eq!(debugger.step(Command::Continue, Direction::Forwards), Stop::Breakpoint(1));
    let Some(Barrier { line: at, arrived, missing }) = debugger.barrier() else { panic!("no barrier") };
    assert_eq!((at, arrived), (9, 12));
    let missing: Vec<_> = missing.iter().map(|lane| (lane.thread.number, lane.line)).collect();
    assert_eq!(missing, [(12, 8), (13, 8), (14, 8), (15, 8)]);
    let waiting = debugger.at(Thread { group: [0; 3], number: 0 }).frames();
    assert_eq!(waiting.first().and_then(|frame| frame.spot.as_ref()).map(|spot| spot.line), Some(9));
    assert_eq!(value(&debugger, "x"), "1");
}

#[test]
fn scenes_that_make_no_sense_say_so() {
    let container = container("a.hlsl", LOOP, "-T cs_6_0").expect("a shader");
    for (scene, expected) in [
        ("[]", "the scene is no object of JSON"),
        ("{", "the scene is no JSON: EOF while parsing an object at line 1 column 1"),
        (r#"{"threads": 1}"#, "a scene has no `threads`; it has "),
        (r#"{"thread": 8}"#, "a group has 8 threads, so there is no thread 8"),
        (r#"{"group": [1, 0, 0]}"#, "`group` is none of those of `dispatch`"),
        (r#"{"resources": {"Out": {"values": [1], "size": 2}}}"#, "`Out`: there is no `size` here"),
        (r#"{"resources": {"Out": ["x"]}}"#, "`Out`: \"x\" is no number of this kind"),
        (r#"{"resources": {"Out": {"fill": 1, "count": 99999999999}}}"#, "`Out`: it has more than 268435456 bytes"),
        (r#"{"wave_size": 5}"#, "5 is no wave size"),
        (r#"{"checks": ["all"]}"#, "`checks` knows races, bounds, uninit, arithmetic, portable"),
    ] {
        let said = Scene::parse(scene).and_then(|scene| Debugger::new(&container, &scene).map(|_| String::new()));
        let said = said.unwrap_or_else(|why| why);
        assert!(said.starts_with(expected), "{scene}: {said}");
    }
    let bare = Compiler::new(CommandLine::parse(&["-T", "cs_6_0"].map(str::to_owned), &|_| Err(String::new())).options)
        .compile("a.hlsl", LOOP.as_bytes(), &NoIncludes);
    let said = Debugger::new(&bare.object.expect("a container"), &Scene::default()).err();
    assert_eq!(said.as_deref(), Some("the container has no debug information: compile it with -Zi -Qembed_debug"));
}
