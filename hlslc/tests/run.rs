//! `hlslc run`: a shader is compiled and run, and what it leaves is shown.

use std::fs;
use std::process::{Command, Output};

const SHADER: &str = "
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
cbuffer Scale { float Factor; };
groupshared float Shared[4];
[numthreads(4, 1, 1)]
void main(uint id : SV_DispatchThreadID, uint thread : SV_GroupIndex) {
    Shared[thread] = In[id] * Factor;
    GroupMemoryBarrierWithGroupSync();
    Out[id] = Shared[3 - thread];
}
";

/// Runs the command on a shader of a name.
fn run(name: &str, source: &str, args: &[&str]) -> Output {
    let path = std::env::temp_dir().join(format!("hlslc_run_{name}_{}.hlsl", std::process::id()));
    fs::write(&path, source).expect("can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hlslc"));
    let output = command.arg("run").arg(&path).args(["-T", "cs_6_6"]).args(args).output().expect("the command runs");
    fs::remove_file(&path).expect("can be removed");
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn what_a_shader_leaves_is_shown() {
    let args = ["--dispatch", "2", "--set", "In=1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0", "--set", "Scale=0.5", "--fill"];
    let output = run("shown", SHADER, &[&args[..], &["Out=0*8", "--show", "Out:float", "--show", "Out:hex"]].concat());
    assert_eq!(text(&output.stderr), "");
    let shown = text(&output.stdout);
    let mut lines = shown.lines();
    assert_eq!(lines.next(), Some("Out: 2.0, 1.5, 1.0, 0.5, 4.0, 3.5, 3.0, 2.5"));
    assert_eq!(lines.next().and_then(|line| line.split(", ").next()), Some("Out: 0x40000000"));
    assert!(output.status.success());
}

#[test]
fn what_is_undefined_is_told() {
    let source = SHADER.replace("    GroupMemoryBarrierWithGroupSync();\n", "");
    let output = run("race", &source, &["-Zi", "-Qembed_debug", "--check", "races,bounds,uninit"]);
    assert!(text(&output.stderr).contains(":9:15: two threads meet"), "{}", text(&output.stderr));
    assert!(!output.status.success());
}

/// What lines say without the folder of the file that they begin with.
fn without_file(text: &str) -> Vec<&str> {
    text.lines().map(|line| line.split_once(".hlsl:").map_or(line, |(_, rest)| rest)).collect()
}

const INPUTS: [&str; 6] = ["--set", "In=1.0,2.0,3.0,4.0", "--set", "Scale=0.5", "--fill", "Out=0*8"];

#[test]
fn the_steps_of_a_thread_are_told() {
    let output = run("trace", SHADER, &[&INPUTS[..], &["--trace", "2"]].concat());
    assert_eq!(text(&output.stderr), "");
    let told = text(&output.stdout);
    insta::assert_snapshot!(without_file(&told).join("\n"));
    // The second group, by its number and by its place: beyond the end of the buffer are zeros.
    let second = |thread: &str| {
        let more = ["--dispatch", "2", "--trace", thread];
        text(&run("trace_second", SHADER, &[&INPUTS[..], &more].concat()).stdout)
    };
    let told = second("1:0");
    assert!(without_file(&told).contains(&"8:22: fmul 0.0, 0.5 = 0.0"), "{told}");
    assert_eq!(without_file(&second("1,0,0:0")), without_file(&told));
}

#[test]
fn ways_are_told() {
    let source = "
RWStructuredBuffer<uint> Out;
uint twice(uint x) { return x * 2; }
[numthreads(8, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    uint sum = 0;
    [loop] for (uint i = 0; i < id; i++)
        sum += twice(i);
    Out[id] = sum;
}
";
    let output = run("ways", source, &["--fill", "Out=0*8", "--trace", "2", "--seed", "3"]);
    assert_eq!(text(&output.stderr), "");
    let told = text(&output.stdout);
    insta::assert_snapshot!(without_file(&told).join("\n"));
}

#[test]
fn a_trace_ends() {
    let output = run("trace_ends", SHADER, &[&INPUTS[..], &["--trace", "0", "--trace-lines", "3"]].concat());
    assert_eq!(text(&output.stdout).lines().count(), 3);
    let message = "hlslc run: the trace ends after 3 instructions (`--trace-lines N` for more)\n";
    assert_eq!(text(&output.stderr), message);
    // A shader that runs for ever tells what it did until the budget was used up.
    let source = "RWStructuredBuffer<uint> Out;\n[numthreads(1, 1, 1)] void main() { while (Out[0] < 9) Out[1]++; }\n";
    let output = run("trace_budget", source, &["--trace", "0", "--trace-lines", "50", "--budget", "1000"]);
    assert_eq!(text(&output.stdout).lines().count(), 50);
    assert!(text(&output.stderr).contains("the trace ends after 50 instructions"), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the budget of instructions is used up"), "{}", text(&output.stderr));
}

#[test]
fn faults_of_the_command_line_are_told() {
    let fault = |args: &[&str]| {
        let told = text(&run("fault", SHADER, args).stderr);
        told.lines().next().unwrap_or_default().replace("hlslc run: error: ", "")
    };
    assert_eq!(fault(&["--set", "Other=1"]), "the shader has no resource `Other`; it has In, Out, Scale");
    assert_eq!(fault(&["--set", "In=x"]), "`x` is no number of 32 bits");
    assert_eq!(fault(&["--dispatch", "1,2,3,4"]), "`--dispatch` takes one to three counts");
    assert_eq!(fault(&["--check", "all"]), "`--check` knows races, bounds, uninit, arithmetic, portable, not `all`");
    assert_eq!(fault(&["--show", "Out:double"]), "`--show` knows int, uint, float and hex, not `double`");
    assert_eq!(fault(&["--trace", "x"]), "`x` is no thread such as 5, 2:5 or 1,0,0:5");
    assert_eq!(fault(&["--trace", "1,0:5"]), "`1,0:5` is no thread such as 5, 2:5 or 1,0,0:5");
    assert_eq!(fault(&["--trace", "4"]), "`--trace`: a group has 4 threads, so there is no thread 4");
    let no_group = "`--trace`: 1x1x1 groups are run, so there is no group 0,0,1";
    assert_eq!(fault(&["--trace", "1:0"]), no_group);
    assert_eq!(fault(&["--nonsense", "1"]), "unknown option `--nonsense`");
}
