//! Tests switches and counters of optimisations: `-opt-disable`, `-opt-enable`, `-opt-bisect-limit`, `--stats`.

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Output};

const SHADER: &[u8] = b"RWBuffer<float> Out;
[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) { Out[i] = sin(i * 3.5) + sin(i * 3.5) * cos(i * 3.5); }";

fn parse(args: &[&str]) -> CommandLine {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    CommandLine::parse(&args, &|_| Err("none".to_owned()))
}

fn compile(args: &[&str]) -> Output {
    let line = parse(&[&["-T", "cs_6_0"], args].concat());
    assert_eq!(line.errors, Vec::<String>::new());
    let output = Compiler::new(line.options).compile("a.hlsl", SHADER, &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(hlslc::Style::Excerpt, false));
    output
}

/// How many sines a shader takes.
fn sines(args: &[&str]) -> usize {
    let output = compile(args);
    let listing = hlslc::disassemble(&output.object.expect("it compiles")).expect("it can be read");
    listing.matches("; Sin(value)").count()
}

#[test]
fn an_optimisation_can_be_left_out_or_asked_for() {
    assert_eq!(sines(&[]), 1);
    assert_eq!(sines(&["-opt-disable", "cse"]), 2);
    assert_eq!(sines(&["-Od"]), 2);
    assert_eq!(sines(&["-Od", "-opt-enable", "cse"]), 1);
    assert!(!hlslc::list_passes(&parse(&["-opt-disable", "cse"]).options).contains("cse"));
    assert!(hlslc::list_passes(&parse(&["-Od", "-opt-enable", "cse"]).options).contains("cse"));
}

#[test]
fn what_makes_code_legal_is_no_choice() {
    let line = parse(&["-opt-disable", "scalarise", "-opt-enable", "css"]);
    assert_eq!(line.errors, ["option `-opt-disable`: `scalarise` makes code legal for the target: it always runs"]);
    assert_eq!(line.notes, ["option `-opt-enable`: there is no optimisation `css` here; did you mean `cse`?"]);
    assert_eq!(parse(&["-opt-bisect-limit", "x"]).errors, ["option `-opt-bisect-limit`: `x` is no number"]);
}

#[test]
fn optimisations_are_counted_up_to_a_limit() {
    let all = compile(&["-opt-bisect-limit", "100000"]);
    assert_eq!(all.object, compile(&[]).object);
    assert!(all.pass_runs.len() > 3 && all.pass_runs.iter().all(|run| run.has_run && run.function == "main"));
    for limit in 0..=all.pass_runs.len() {
        let output = compile(&[&format!("-opt-bisect-limit={limit}")]);
        assert_eq!(output.pass_runs.iter().filter(|run| run.has_run).count(), limit);
        assert!(output.pass_runs.iter().skip(limit).all(|run| !run.has_run));
    }
    assert_eq!(compile(&["-opt-bisect-limit=0", "-validator-version", "1.6"]).pass_runs[0].pass, "split-params");
}

#[test]
fn rules_and_passes_are_counted() {
    assert_eq!(compile(&[]).stats, hlslc::Stats::default(), "nothing is counted unless it is asked for");
    let stats = compile(&["--stats"]).stats;
    let cse = stats.passes().iter().find(|pass| pass.name == "cse").expect("it runs");
    assert!(cse.changes >= 1 && cse.runs >= cse.changes);
    let line = parse(&["-T", "cs_6_0", "--stats"]);
    let source =
        b"RWBuffer<uint> Out; [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = i / 4; }";
    let stats = Compiler::new(line.options).compile("a.hlsl", source, &NoIncludes).stats;
    let count = |rule: &str| stats.rules().iter().find(|(name, _)| *name == rule).map(|(_, count)| *count);
    assert_eq!(count("x / 2^n = x >> n"), Some(1));
    assert_eq!(count("x % 2^n = x & (2^n - 1)"), Some(0), "those that never fire are there");
}
