//! hlslc accepts and rejects what DXC does: each line of `data/verdicts.txt` is a program, with `+` if both accept it and
//! `-` if both reject it. Programs without a `main` get one.

use dxc_oracle::{CompileRequest, newer_oracle, oracle};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

struct Line {
    group: String,
    target: String,
    options: Vec<String>,
    is_taken: bool,
    source: String,
}

fn lines() -> Vec<Line> {
    let (mut group, mut target, mut options, mut lines) = (String::new(), String::new(), Vec::new(), Vec::new());
    for line in include_str!("data/verdicts.txt").lines() {
        if let Some(head) = line.strip_prefix("== ") {
            let (name, words) = head.trim_end_matches(')').rsplit_once(" (").expect(head);
            let mut words = words.split(' ').map(str::to_owned);
            name.clone_into(&mut group);
            target = words.next().expect(head);
            options = words.collect();
            continue;
        }
        let (verdict, program) = line.split_once(' ').expect(line);
        let end = match (program.contains(" main("), &target[..2]) {
            (true, _) | (false, "li") => "",
            (false, "cs") => "\n[numthreads(1, 1, 1)] void main() {}",
            _ => "\nfloat4 main() : SV_Target { return 1; }",
        };
        lines.push(Line {
            group: group.clone(),
            target: target.clone(),
            options: options.clone(),
            is_taken: verdict == "+",
            source: format!("{program}{end}\n"),
        });
    }
    lines
}

#[test]
fn what_dxc_takes_is_taken_and_what_it_rejects_is_rejected() {
    let lines = lines();
    assert!(lines.len() > 500, "{} programs", lines.len());
    let mut wrong = Vec::new();
    for line in &lines {
        let words = ["-T", &line.target, "-E", "main"].map(str::to_owned);
        let args: Vec<String> = words.into_iter().chain(line.options.iter().cloned()).collect();
        let command = CommandLine::parse(&args, &|path| Err(format!("no file {path}")));
        let output = Compiler::new(command.options).compile("verdict.hlsl", line.source.as_bytes(), &NoIncludes);
        if output.object.is_some() != line.is_taken {
            let reported = output.render(Style::Clang, false);
            wrong.push(format!("{}: {}{}", line.group, line.source, reported.lines().next().unwrap_or_default()));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn the_verdicts_are_those_of_dxc() {
    let dxc = newer_oracle();
    let mut wrong = Vec::new();
    for line in lines() {
        let (source, target, args) = (line.source.as_str(), line.target.as_str(), line.options.clone());
        let name = "verdict.hlsl";
        let request = CompileRequest { source, name, entry: "main", target, args, ..Default::default() };
        if dxc.compile(&request).ok != line.is_taken {
            wrong.push(format!("{}: {}", line.group, line.source));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// `$Globals` and buffers of matrices whose type is spelled before and after pragmas that say how they lie.
const MATRICES: &str = "\
typedef float2x3 Pair[2];
typedef float2x3 One;
struct Held { float2x3 m; };
template<typename T> struct Both { T m; float2x3 n; };
#pragma pack_matrix(row_major)
typedef float2x3 RowPair[2];
typedef float2x3 RowOne;
#define COLUMN column_major
#pragma pack_matrix(COLUMN)
typedef float2x3 ColumnOne;
#define ROWS (row_major)
#pragma pack_matrix ROWS
cbuffer C0 { Pair a; float pa; }
cbuffer C1 { One b; float pb; }
cbuffer C2 { Held c; float pc; }
cbuffer C3 { RowPair d; float pd; }
cbuffer C4 { RowOne e; float pe; }
cbuffer C5 { ColumnOne f; float pf; }
cbuffer C6 { Both<float2x3> g; float pg; }
cbuffer C7 { Both<One> h; float ph; }
cbuffer C8 { float2x3 i[2]; float pi; }
cbuffer C9 { matrix<float, 2, 3> j; float pj; }
float4 main() : SV_Target {
    return a[1]._m12 + b._m12 + c.m._m12 + d[1]._m12 + e._m12 + f._m12 + g.m._m12 + g.n._m12 + h.m._m12 + h.n._m12 + i[1]._m12 + j._m12
        + pa + pb + pc + pd + pe + pf + pg + ph + pi + pj;
}
";

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_pragma_says_how_matrices_lie_where_their_type_is_spelled() {
    let dxc = oracle();
    let words = ["-T", "ps_6_2", "-HV", "2021"].map(str::to_owned);
    let command = CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
    let output = Compiler::new(command.options).compile("matrices.hlsl", MATRICES.as_bytes(), &NoIncludes);
    let reported = output.render(Style::Clang, false);
    let ours = output.object.expect(&reported);
    let args = ["-HV", "2021"].map(str::to_owned).to_vec();
    let (source, name) = (MATRICES, "matrices.hlsl");
    let request = CompileRequest { source, name, entry: "main", target: "ps_6_2", args, ..Default::default() };
    let theirs = dxc.compile(&request);
    assert!(theirs.ok, "{}", theirs.diagnostics);
    let offsets = |container: &[u8]| {
        let text = dxc.disassemble(container).expect("it is a container");
        text.lines().filter(|line| line.contains("; Offset:")).map(str::to_owned).collect::<Vec<_>>()
    };
    let (ours, theirs) = (offsets(&ours), offsets(&theirs.object));
    assert!(theirs.len() >= 30, "{theirs:#?}");
    assert_eq!(ours, theirs);
}
