//! DXC, the table and hlslc agree on which root signature matches which shader.
//!
//! Twice: on the check alone, with what DXC says in `PSV0` that the shader uses, and on the whole compiler.

use dxc_oracle::{CompileRequest, Dxc, oracle};
use hlslc::rootsig::{container_of, extract};
use hlslc::{Compiler, NoIncludes, Options, Output, Style};
use hlslc_base::Span;
use hlslc_rootsig::shader::{Shader, Use, UseKind, check};
use hlslc_rootsig::{Severity, UNBOUNDED, Version, Visibility};

/// A shader of the table with the root signatures it is tried with.
struct Case {
    name: String,
    profile: String,
    text: String,
    /// Verdict and root signature.
    tries: Vec<(bool, String)>,
}

fn table() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_shader = false;
    for line in include_str!("data/rootsig-pairs.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix("== ") {
            let (name, profile) = head.split_once(' ').expect("a profile");
            in_shader = true;
            cases.push(Case { name: name.to_owned(), profile: profile.to_owned(), text: String::new(), tries: vec![] });
        } else if line == "--" {
            in_shader = false;
        } else if let Some(case) = cases.last_mut() {
            if in_shader {
                case.text.push_str(line);
                case.text.push('\n');
            } else if let Some((verdict, signature)) = line.split_once(' ') {
                case.tries.push((verdict == "yes", signature.to_owned()));
            }
        }
    }
    cases
}

fn compile(dxc: &Dxc, case: &Case, attribute: &str) -> Result<Vec<u8>, String> {
    let source = case.text.replace("ROOT", attribute);
    let args = vec!["-HV".to_owned(), "2021".to_owned()];
    let request = CompileRequest { source: &source, entry: "main", target: &case.profile, args, ..Default::default() };
    let output = dxc.compile(&request);
    if output.ok { Ok(output.object) } else { Err(output.diagnostics) }
}

/// The words of a part of a container, looked up by hand.
fn words_of(container: &[u8], name: [u8; 4]) -> Vec<u32> {
    let word = |at: usize| u32::from_le_bytes(container[at..at + 4].try_into().expect("four bytes"));
    let parts = (0..word(28) as usize).map(|part| word(32 + 4 * part) as usize);
    let at = parts.into_iter().find(|at| container[*at..at + 4] == name).expect("the part is there");
    let data = &container[at + 8..at + 8 + word(at + 4) as usize];
    data.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
}

/// What DXC says that a shader uses.
fn uses_of(case: &Case, container: &[u8]) -> Shader {
    let psv = words_of(container, *b"PSV0");
    let resources = 1 + psv[0] as usize / 4;
    let (count, mut uses) = (psv[resources] as usize, Vec::new());
    for index in 0..count {
        let record = &psv[resources + 2 + index * psv[resources + 1] as usize / 4..];
        let kind = match record[0] {
            1 => UseKind::Sampler,
            2 => UseKind::ConstantBuffer { bytes_read: 0 },
            3 => UseKind::TypedSrv,
            4 | 5 => UseKind::BufferSrv,
            6 => UseKind::TypedUav,
            7 | 8 => UseKind::BufferUav,
            9 => UseKind::CounterUav,
            other => panic!("resource type {other}"),
        };
        let (first, last) = (record[2], record[3]);
        let registers = if last == u32::MAX { UNBOUNDED } else { last - first + 1 };
        uses.push(Use { kind, space: record[1], first, count: registers, tag: index as u32 });
    }
    let stage = match &case.profile[..2] {
        "cs" => None,
        "vs" => Some(Visibility::Vertex),
        "ps" => Some(Visibility::Pixel),
        other => panic!("stage {other}"),
    };
    Shader { stage, uses, ..Shader::default() }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn dxc_and_the_check_agree() {
    let dxc = oracle();
    let (mut pairs, mut wrong) = (0, Vec::new());
    for case in table() {
        let plain = compile(&dxc, &case, "").unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let shader = uses_of(&case, &plain);
        for (serves, signature) in &case.tries {
            let theirs = compile(&dxc, &case, &format!("[RootSignature(\"{signature}\")]"));
            let parsed = hlslc_rootsig_syntax::parse(signature, Version::V1_1, &|_| Span::NONE);
            let parsed = parsed.signature.unwrap_or_else(|| panic!("{signature} is not valid"));
            let findings = check(&parsed, &shader);
            let ours = findings.iter().all(|finding| finding.severity() == Severity::Warning);
            if theirs.is_ok() != *serves || ours != *serves {
                wrong.push(format!("{}: {signature}\n  table {serves}, dxc {theirs:?}, ours {findings:?}", case.name));
            }
            if let Ok(container) = theirs {
                assert_eq!(extract(&container), Ok(container_of(&parsed)), "{signature}: not the bytes of DXC");
            }
            pairs += 1;
        }
    }
    println!("{pairs} pairs");
    assert!(pairs >= 60, "only {pairs} pairs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn hlslc(case: &Case, attribute: &str) -> Output {
    let source = case.text.replace("ROOT", attribute);
    let options = Options::default().with(|options| options.target = case.profile.parse().ok());
    Compiler::new(options).compile(&case.name, source.as_bytes(), &NoIncludes)
}

#[test]
fn the_compiler_agrees_with_the_table() {
    let (mut pairs, mut wrong) = (0, Vec::new());
    for case in table() {
        let plain = hlslc(&case, "");
        assert!(plain.is_ok(), "{}: {}", case.name, plain.render(Style::Clang, false));
        for (serves, signature) in &case.tries {
            let output = hlslc(&case, &format!("[RootSignature(\"{signature}\")]"));
            let reported = output.render(Style::Clang, false);
            // What does not serve is rejected by the check, and by nothing else.
            let only_the_check =
                output.diagnostics.iter().all(|d| d.info.code.starts_with("E114") || d.info.code.starts_with("W1"));
            let object = output.object.as_deref().map(extract);
            let parsed = hlslc_rootsig_syntax::parse(signature, Version::V1_1, &|_| Span::NONE).signature;
            let holds_it = object.is_none() || object == parsed.map(|signature| Ok(container_of(&signature)));
            if output.is_ok() != *serves || !only_the_check || !holds_it {
                wrong.push(format!("{}: {signature}\n  table {serves}, hlslc says\n{reported}", case.name));
            }
            pairs += 1;
        }
    }
    println!("{pairs} pairs");
    assert!(pairs >= 60, "only {pairs} pairs");
    assert!(wrong.is_empty(), "{} of {pairs}\n{}", wrong.len(), wrong.join("\n"));
}
