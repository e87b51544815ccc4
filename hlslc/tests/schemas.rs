//! Tests that all JSON which the command writes is as the schemas of `docs/schemas` say.
//!
//! `hlslc --version --json` lists the schemas; that list, the files of the folder and the numbers in them are the same. What reflection and
//! provenance hold has tests of its own, with shaders of every stage.

use crate::reflection_schema::check;
use crate::support::Folder;
use serde_json::Value;
use std::path::Path;

fn folder_of_schemas() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/schemas"))
}

fn schema(name: &str) -> Value {
    let text = std::fs::read_to_string(folder_of_schemas().join(format!("{name}.json"))).expect(name);
    serde_json::from_str(&text).expect(name)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

/// What is wrong with a text of JSON by a schema.
fn wrong(name: &str, text: &str) -> Vec<String> {
    let (schema, mut wrong) = (schema(name), Vec::new());
    check(&schema, &schema, &json(text), "", &mut wrong);
    wrong
}

#[track_caller]
fn fits(name: &str, text: &str) {
    assert_eq!(wrong(name, text), Vec::<String>::new(), "{name}: {text}");
}

const GOOD: &str = "float4 main(float4 p : P) : SV_Target { return p; }";

#[test]
fn the_version_is_data_and_lists_every_schema() {
    let folder = Folder::new("version-json");
    let ran = folder.run(&["--version", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    fits("version", &ran.out);
    let said = json(&ran.out);
    assert_eq!(said["version"], env!("CARGO_PKG_VERSION"));
    let text = folder.run(&["--version"]).out;
    let last =
        said["targets"]["dxil"]["shader_models"].as_array().and_then(|all| all.last()?.as_str()).expect("a model");
    assert!(text.contains(&format!("to {last}, validators")), "{text}");
    let features: Vec<&str> = said["features"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(["cli", "dxil", "rootsig-yaml", "spirv"].iter().all(|name| features.contains(name)), "{features:?}");
    let mut listed = Vec::new();
    for row in said["schemas"].as_array().expect("a list") {
        let name = row["name"].as_str().expect("a name");
        assert_eq!(schema(name)["$id"], format!("urn:hlslc:{name}:{}", row["version"]), "{name}");
        listed.push(format!("{name}.json"));
    }
    let mut there: Vec<String> = std::fs::read_dir(folder_of_schemas())
        .expect("the schemas")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a plain name"))
        .collect();
    there.sort();
    assert_eq!(listed, there, "left what the command lists, right docs/schemas");
}

#[test]
fn messages_are_as_their_schema_says() {
    let folder = Folder::new("schema-messages");
    folder.file("inc.hlsli", b"float broken(int a, int b) { return undeclared; }\n");
    let source = "#define HALF(x) (x * halff)\n#include \"inc.hlsli\"\nfloat4 main(float4 p : P) : SV_Target { float4 p = 1; return HALF(satrate(p)) + broken(1); }\n";
    folder.file("a.hlsl", source.as_bytes());
    let ran = folder.run(&["a.hlsl", "-T", "ps_6_0", "-fdiagnostics-format=json"]);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(lines.len(), 5, "{}", ran.stderr);
    for line in &lines {
        fits("diagnostic", line);
    }
    // Each list of the schema is filled in one of them, and what the schema lacks is found.
    for list in ["notes", "expanded_from", "included_from"] {
        assert!(lines.iter().any(|line| json(line)[list].as_array().is_some_and(|all| !all.is_empty())), "{list}");
    }
    assert_ne!(
        wrong("diagnostic", &lines[0].replace("\"severity\":\"error\"", "\"severity\":\"fatal\"")),
        Vec::<String>::new()
    );
}

#[test]
fn lints_are_messages_of_the_same_schema() {
    let folder = Folder::new("schema-lints");
    folder.file(
        "a.hlsl",
        b"float4 main(float x : X) : SV_Target { float unread = x; return saturate(saturate(x)) + pow(x, 4); }",
    );
    let ran = folder.run(&["lint", "a.hlsl", "-T", "ps_6_0", "-fdiagnostics-format=json"]);
    let both = format!("{}{}", ran.out, ran.stderr);
    let lines: Vec<&str> = both.lines().filter(|line| line.starts_with('{')).collect();
    assert!(lines.len() >= 3, "{both}");
    for line in lines {
        fits("diagnostic", line);
        assert!(json(line)["code"].as_str().is_some_and(|code| code.starts_with('L')), "{line}");
    }
}

#[test]
fn comparisons_and_verdicts_are_as_their_schemas_say() {
    let folder = Folder::new("schema-containers");
    folder.file("a.hlsl", GOOD.as_bytes());
    folder.file(
        "b.hlsl",
        b"float4 main(float4 p : P, float4 q : Q) : SV_Target { if (p.x > 0) discard; return p.x > 0 ? p * 2 : q; }",
    );
    for name in ["a", "b"] {
        let ran = folder.run(&[&format!("{name}.hlsl"), "-T", "ps_6_0", "-Fo", &format!("{name}.dxo")]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    fits("diff", &folder.run(&["dxil", "diff", "a.dxo", "b.dxo", "--json"]).out);
    let mut damaged = folder.read("a.dxo");
    let part = damaged.windows(4).position(|bytes| bytes == b"PSV0").expect("the part");
    damaged[part + 12] ^= 3;
    folder.file("c.dxo", &damaged);
    let ran = folder.run(&["-validate", "a.dxo", "c.dxo", "-fdiagnostics-format=json"]);
    let both = format!("{}{}", ran.out, ran.stderr);
    let verdicts: Vec<&str> = both.lines().filter(|line| line.starts_with('{')).collect();
    assert_eq!(verdicts.iter().map(|line| json(line)["valid"] == true).collect::<Vec<_>>(), [true, false], "{both}");
    for line in verdicts {
        fits("validation", line);
    }
}

#[test]
fn the_manifest_of_variants_is_as_its_schema_says() {
    let folder = Folder::new("schema-variants");
    folder.file("a.hlsl", b"RWBuffer<float> Out; [numthreads(1, 1, 1)] void main() { Out[0] = 1 / BIAS; }");
    let project = "[[entry]]\nfile = 'a.hlsl'\ntargets = ['dxil']\nprofile = 'cs_6_0'\n[[axis]]\nmacro = 'BIAS'\nvalues = [1, 2, false]\n";
    folder.file("hlslc.toml", project.as_bytes());
    let ran = folder.run(&["variants"]);
    assert!(folder.has("variants.json"), "{}{}", ran.out, ran.stderr);
    fits("variants", &String::from_utf8(folder.read("variants.json")).expect("text"));
}

#[test]
fn answers_of_the_server_are_as_their_schema_says() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let source = GOOD.replace('"', "\\\"");
    let compile = |id: &str, source: &str, more: &str| {
        format!(
            "{{\"id\":{id},\"method\":\"compile\",\"params\":{{\"arguments\":[\"-T\",\"ps_6_0\"{more}],\"name\":\"a.hlsl\",\"source\":\"{source}\"}}}}"
        )
    };
    let requests = [
        "{\"id\":1,\"method\":\"hello\"}".to_owned(),
        compile("\"a\"", &source, ""),
        compile("3", "float4 main() : SV_Target { return x; }", ""),
        compile("4", &source, ",\"-Fo\",\"x\""),
        "{\"id\":5,\"method\":\"nothing\"}".to_owned(),
        "{\"id\":6,\"method\":\"statistics\"}".to_owned(),
        "{\"id\":7,\"method\":\"cancel\",\"params\":{\"id\":99}}".to_owned(),
        "{\"id\":8,\"method\":\"shutdown\"}".to_owned(),
    ];
    let mut server = Command::new(env!("CARGO_BIN_EXE_hlslc"));
    let mut server = server.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = server.stdin.take().expect("its input");
    writeln!(input, "{}", requests.join("\n")).expect("it reads");
    drop(input);
    let output = server.wait_with_output().expect("it ends");
    let answers = String::from_utf8(output.stdout).expect("text");
    assert_eq!(answers.lines().count(), requests.len(), "{answers}");
    for line in answers.lines() {
        fits("serve", line);
    }
}

#[test]
fn a_report_fits() {
    let folder = Folder::new("report-schema");
    folder.file("a.hlsl", GOOD.as_bytes());
    let ran = folder.run(&["report", "a.hlsl", "-T", "ps_6_0", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    fits("report", &ran.out);
}
