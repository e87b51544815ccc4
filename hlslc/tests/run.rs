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
    assert_eq!(fault(&["--nonsense", "1"]), "unknown option `--nonsense`");
}
