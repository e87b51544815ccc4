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
fn what_a_shader_leaves_is_saved_as_bytes() {
    let path = std::env::temp_dir().join(format!("hlslc_run_saved_{}.bin", std::process::id()));
    let save = format!("Out={}", path.display());
    let args = ["--set", "In=1.0,2.0,3.0,4.0", "--set", "Scale=0.5", "--fill", "Out=0*4", "--save", &save];
    let output = run("saved", SHADER, &args);
    assert_eq!((text(&output.stderr), text(&output.stdout)), (String::new(), String::new()));
    let saved = fs::read(&path).expect("the bytes are written");
    fs::remove_file(&path).expect("can be removed");
    assert_eq!(saved, [2.0f32, 1.5, 1.0, 0.5].map(f32::to_le_bytes).concat());
    let output = run("saved_not", SHADER, &["--save", "Outside=x"]);
    assert!(text(&output.stderr).contains("no resource `Outside`"), "{}", text(&output.stderr));
}

#[test]
fn what_is_undefined_is_reported() {
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
fn the_steps_of_a_thread_are_reported() {
    let output = run("trace", SHADER, &[&INPUTS[..], &["--trace", "2"]].concat());
    assert_eq!(text(&output.stderr), "");
    let reported = text(&output.stdout);
    insta::assert_snapshot!(without_file(&reported).join("\n"));
    // The second group, by its number and by its place: beyond the end of the buffer are zeros.
    let second = |thread: &str| {
        let more = ["--dispatch", "2", "--trace", thread];
        text(&run("trace_second", SHADER, &[&INPUTS[..], &more].concat()).stdout)
    };
    let reported = second("1:0");
    assert!(without_file(&reported).contains(&"8:22: fmul 0.0, 0.5 = 0.0"), "{reported}");
    assert_eq!(without_file(&second("1,0,0:0")), without_file(&reported));
}

#[test]
fn paths_are_reported() {
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
    let reported = text(&output.stdout);
    insta::assert_snapshot!(without_file(&reported).join("\n"));
}

#[test]
fn a_trace_ends() {
    let output = run("trace_ends", SHADER, &[&INPUTS[..], &["--trace", "0", "--trace-lines", "3"]].concat());
    // What is said of variables is no instruction.
    let instructions = |text: &str| text.lines().filter(|line| !line.contains(": variable ")).count();
    assert_eq!(instructions(&text(&output.stdout)), 3);
    let message = "hlslc run: the trace ends after 3 instructions (`--trace-lines N` for more)\n";
    assert_eq!(text(&output.stderr), message);
    // A shader that runs for ever shows what it did until the budget was used up.
    let source = "RWStructuredBuffer<uint> Out;\n[numthreads(1, 1, 1)] void main() { while (Out[0] < 9) Out[1]++; }\n";
    let output = run("trace_budget", source, &["--trace", "0", "--trace-lines", "50", "--budget", "1000"]);
    assert_eq!(instructions(&text(&output.stdout)), 50);
    assert!(text(&output.stderr).contains("the trace ends after 50 instructions"), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the budget of instructions is used up"), "{}", text(&output.stderr));
}

#[test]
fn work_without_an_end_reaches_its_budget() {
    let source = "RWStructuredBuffer<uint> Out;\n[numthreads(1, 1, 1)] void main() {}\n";
    let output = run("empty_budget", source, &["--dispatch", "65535,65535,65535"]);
    let reported = text(&output.stderr);
    assert!(!output.status.success() && reported.contains("the budget of instructions is used up"), "{reported}");
    assert!(reported.contains("`--budget N` takes another number"), "{reported}");
    let usage = run("usage_budget", source, &["--help"]);
    let least = text(&usage.stdout)
        .lines()
        .find_map(|line| line.trim().strip_prefix("--budget N")?.split(' ').rev().nth(3)?.parse().ok());
    assert!(least.is_some_and(|least: u64| least <= 1 << 28), "{}", text(&usage.stdout));
}

const TEXTURES: &str = "
struct Pair { float a; float b; };
Texture2D<float4> In;
SamplerState Sampler;
RWTexture2D<float4> Out;
RWTexture2D<uint> Numbers;
RWTexture2DArray<unorm float2> Layers;
RWStructuredBuffer<Pair> Pairs;
[numthreads(2, 2, 1)]
void main(uint2 id : SV_DispatchThreadID, uint thread : SV_GroupIndex) {
    Out[id] = In.SampleLevel(Sampler, float2(id) / 2 + 0.5, 0);
    Numbers[id] += id.x + 10 * id.y;
    Layers[uint3(id, 1)] = float2(id) / 3;
    Pairs[thread].a = thread;
    Pairs[thread].b = -0.5 * thread;
}
";

const SIZES: [&str; 12] = [
    "--size",
    "In=2x2",
    "--size",
    "Out=2x2",
    "--size",
    "Numbers=2x2",
    "--size",
    "Layers=2x2x2",
    "--fill",
    "Pairs=0*8",
    "--set",
    "In=0.25,0,0,1,0.5,0,0,1,0.75,0,0,1,1.0,0,0,0.5",
];

#[test]
fn textures_are_read_written_and_shown() {
    let show = ["Out", "Numbers", "Numbers:hex", "Layers", "Out:csv", "Pairs:float:csv"];
    let show: Vec<&str> = show.into_iter().flat_map(|what| ["--show", what]).collect();
    let more = ["--fill", "Numbers=100", "--sampler", "Sampler=point,wrap"];
    let output = run("textures", TEXTURES, &[&SIZES[..], &more, &show].concat());
    assert_eq!(text(&output.stderr), "");
    insta::assert_snapshot!(text(&output.stdout));
    // The file of a texture is its texels; a sampler of which nothing is said mixes them.
    let file = std::env::temp_dir().join(format!("hlslc_run_texels_{}", std::process::id()));
    fs::write(&file, [0.0f32, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0].map(f32::to_le_bytes).concat())
        .expect("can be written");
    let given = format!("In={}", file.display());
    let more = ["--size", "In=2x1", "--file", &given, "--show", "Out"];
    let output = run("texels", TEXTURES, &[&SIZES[2..10], &more].concat());
    fs::remove_file(&file).expect("can be removed");
    assert_eq!(text(&output.stderr), "");
    let row = "row 0: (0.5, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 1.0)";
    assert_eq!(text(&output.stdout), format!("Out {row}\nOut {}\n", row.replace("row 0", "row 1")));
}

#[test]
fn a_texture_is_a_picture() {
    let file = std::env::temp_dir().join(format!("hlslc_run_picture_{}.png", std::process::id()));
    let picture = |name: &str| {
        let show = format!("{name}:png={}", file.display());
        let output = run("picture", TEXTURES, &[&SIZES[..], &["--fill", "Numbers=250", "--show", &show]].concat());
        assert_eq!((text(&output.stderr), text(&output.stdout)), (String::new(), String::new()));
        let bytes = fs::read(&file).expect("it was written");
        fs::remove_file(&file).expect("can be removed");
        assert_eq!(&bytes[..16], b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR");
        let length = u32::from_be_bytes([bytes[33], bytes[34], bytes[35], bytes[36]]) as usize;
        let rows = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes[41..41 + length]).expect("it is whole");
        (bytes[16..24].to_vec(), rows)
    };
    // Grey, and no more than 255; a zero before each row.
    let grey = [0, 250, 250, 250, 255, 251, 251, 251, 255, 0, 255, 255, 255, 255, 255, 255, 255, 255];
    assert_eq!(picture("Numbers"), (vec![0, 0, 0, 2, 0, 0, 0, 2], grey.to_vec()));
    // Layers stand below one another.
    let (size, rows) = picture("Layers");
    assert_eq!(size, [0, 0, 0, 2, 0, 0, 0, 4]);
    assert_eq!(rows[27..36], [0, 0, 85, 0, 255, 85, 85, 0, 255]);
}

#[test]
fn what_does_not_fit_is_reported() {
    let fault = |args: &[&str]| {
        let reported = text(&run("unfit", TEXTURES, args).stderr);
        reported.lines().next().unwrap_or_default().replace("hlslc run: error: ", "")
    };
    let fault_beside = |args: &[&str]| fault(&[&SIZES[..], args].concat());
    assert_eq!(fault(&[]), "say how large the texture `In` is: `--size In=64x32`");
    assert_eq!(fault_beside(&["--size", "In=4"]), "say how large the texture `In` is: `--size In=64x32`");
    assert_eq!(fault_beside(&["--size", "In=0x4"]), "`0x4` is no size such as 64x32");
    assert_eq!(
        fault_beside(&["--size", "Pairs=4x4"]),
        "`Pairs` is no texture: `--set`, `--fill` or `--file` say how large it is"
    );
    let too_many = "`In` has room for 4 numbers, not for 16: say its size with `--size`";
    assert_eq!(fault_beside(&["--size", "In=1x1"]), too_many);
    assert_eq!(fault_beside(&["--size", "In=70000x70000"]), "the texture `In` is larger than 268435456 bytes");
    let no_whole = "`-1` is no whole number from 0 to 4294967295, as `Numbers` holds them";
    assert_eq!(fault_beside(&["--fill", "Numbers=-1"]), no_whole);
    assert_eq!(fault_beside(&["--set", "Sampler=1"]), "`Sampler` is a sampler: `--sampler Sampler=point,wrap`");
    assert_eq!(fault_beside(&["--sampler", "In=point"]), "`In` is no sampler");
    let unknown = "`--sampler` knows point, linear, wrap, mirror, clamp and border, not `soft`";
    assert_eq!(fault_beside(&["--sampler", "Sampler=soft"]), unknown);
    let no_picture = "`Pairs` is no texture, and pictures are of those: `--show Pairs:csv`";
    assert_eq!(fault_beside(&["--show", "Pairs:png=x.png"]), no_picture);
    assert_eq!(fault_beside(&["--show", "In:png"]), "say which file the picture is: `--show In:png=FILE`");
}

#[test]
fn faults_of_the_command_line_are_reported() {
    let fault = |args: &[&str]| {
        let reported = text(&run("fault", SHADER, args).stderr);
        reported.lines().next().unwrap_or_default().replace("hlslc run: error: ", "")
    };
    assert_eq!(fault(&["--set", "Other=1"]), "the shader has no resource `Other`; it has In, Out, Scale");
    assert_eq!(fault(&["--set", "In=x"]), "`x` is no number of 32 bits");
    assert_eq!(fault(&["--dispatch", "1,2,3,4"]), "`--dispatch` takes one to three counts");
    assert_eq!(fault(&["--check", "all"]), "`--check` knows races, bounds, uninit, arithmetic, portable, not `all`");
    assert_eq!(
        fault(&["--show", "Out:double"]),
        "`--show` knows int, uint, float, hex, csv and png=FILE, not `double`"
    );
    assert_eq!(fault(&["--trace", "x"]), "`x` is no thread such as 5, 2:5 or 1,0,0:5");
    assert_eq!(fault(&["--trace", "1,0:5"]), "`1,0:5` is no thread such as 5, 2:5 or 1,0,0:5");
    assert_eq!(fault(&["--trace", "4"]), "`--trace`: a group has 4 threads, so there is no thread 4");
    let no_group = "`--trace`: 1x1x1 groups are run, so there is no group 0,0,1";
    assert_eq!(fault(&["--trace", "1:0"]), no_group);
    assert_eq!(fault(&["--nonsense", "1"]), "unknown option `--nonsense`");
}
