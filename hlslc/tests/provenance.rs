//! Tests what `--emit=provenance` says: which items of other stages an item lights up, how much of the output is explained, and
//! the form of the JSON.

use crate::reflection_schema::check;
use hlslc::args::CommandLine;
use hlslc::provenance::{ItemId, Provenance};
use hlslc::{Compiler, NoIncludes, Style};
use std::path::Path;

fn record_text(name: &str, source: &str, options: &[&str]) -> Provenance {
    let args: Vec<String> = ["--emit=provenance"].iter().chain(options).map(|&arg| arg.to_owned()).collect();
    let line = CommandLine::parse(&args, &|_| Err(String::new()));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let output = Compiler::new(line.options).compile(name, source.as_bytes(), &NoIncludes);
    let said = output.render(Style::default(), false);
    *output.provenance.unwrap_or_else(|| panic!("{name} is recorded: {said}"))
}

fn record(example: &str, options: &[&str]) -> Provenance {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(example);
    record_text(example, &std::fs::read_to_string(path).expect("the example"), options)
}

/// The examples with the options that their comments name.
const EXAMPLES: [(&str, &str); 6] = [
    ("histogram.hlsl", "cs_6_0"),
    ("lambert_pixel.hlsl", "ps_6_0"),
    ("mandelbrot.hlsl", "cs_6_0"),
    ("reduction.hlsl", "cs_6_0"),
    ("saxpy.hlsl", "cs_6_0"),
    ("wave_vertex.hlsl", "vs_6_0"),
];

/// The stage of an item and its text.
fn shown(found: &Provenance, item: ItemId) -> String {
    let part = |text: &str, start: u32, end: u32| text[start as usize..end as usize].trim().to_owned();
    if let Some((_, item)) = found.source.numbered().find(|row| row.0 == item) {
        return format!("source: {}", part(&found.files[item.file as usize].text, item.start, item.end));
    }
    if let Some((_, token)) = found.tokens.numbered().find(|row| row.0 == item) {
        return format!("token: {}", token.text);
    }
    for (name, stage) in [("ast", &found.ast), ("hir", &found.hir)] {
        if let Some((_, item)) = stage.numbered().find(|row| row.0 == item) {
            return format!("{name}: {}", part(&stage.text, item.start, item.end));
        }
    }
    if let Some(line) = item.checked_sub(found.ir.first).and_then(|at| found.ir.items.get(at as usize)) {
        return format!("ir: {}", line.text.trim());
    }
    if let Some((_, item)) = found.dxil.numbered().find(|row| row.0 == item) {
        return format!("dxil: {}", part(&found.dxil.text, item.start, item.end));
    }
    if let Some(field) = item.checked_sub(found.container.first).and_then(|at| found.container.items.get(at as usize)) {
        return format!("bytes: {} {}", field.name, field.value);
    }
    let spirv = item.checked_sub(found.spirv.first).and_then(|at| found.spirv.items.get(at as usize));
    spirv.map_or_else(String::new, |item| format!("spirv: {}", part(&found.spirv.text, item.start, item.end)))
}

fn lit(found: &Provenance, items: &[ItemId]) -> Vec<String> {
    items.iter().map(|&item| shown(found, item)).collect()
}

/// The range of the source that is this word, and only once.
fn word(found: &Provenance, word: &str) -> ItemId {
    let is_it = |row: &(ItemId, &_)| shown(found, row.0) == format!("source: {word}");
    let places: Vec<ItemId> = found.source.numbered().filter(is_it).map(|row| row.0).collect();
    assert_eq!(places.len(), 1, "{word} is there once");
    places[0]
}

#[test]
fn a_call_lights_up_its_node_its_operation_its_instruction_and_its_record() {
    let found = record("lambert_pixel.hlsl", &["-T", "ps_6_0"]);
    let became = lit(&found, &found.descendants(&[word(&found, "saturate")]));
    assert_eq!(
        became,
        [
            "source: saturate",
            "token: saturate",
            "ast: saturate",
            "hir: saturate(dot(load normal, load ToLight))",
            "ir: %v28 = saturate float %v27",
            "ir: %v30 = saturate float %v29",
            "dxil: %18 = call float @dx.op.unary.f32(i32 7, float %17)  ; Saturate(value)",
            "bytes: FUNCTION INST_CALL instruction 17 [0, 32768, 10, 56, 45, 1]",
        ]
    );
}

#[test]
fn a_record_lights_up_everything_back_to_the_words_that_made_it() {
    let found = record("lambert_pixel.hlsl", &["-T", "ps_6_0"]);
    let record = found.container.items.iter().position(|field| field.value.starts_with("instruction 17 [0, 32768, 10"));
    let record = found.container.first + record.expect("the call of saturate") as ItemId;
    let came = lit(&found, &found.ancestors(&[record]));
    let of = |stage: &str| -> Vec<&str> { came.iter().filter_map(|text| text.strip_prefix(stage)).collect() };
    assert_eq!(of("source: "), ["saturate", "(", ")"], "what is between the parentheses made other instructions");
    assert_eq!(of("ast: "), ["saturate(dot(normal, ToLight))", "saturate"]);
    assert_eq!(of("hir: "), ["saturate(dot(load normal, load ToLight))"]);
    assert_eq!(of("ir: "), ["%v28 = saturate float %v27", "%v30 = saturate float %v29"]);
    assert_eq!(of("dxil: "), ["%18 = call float @dx.op.unary.f32(i32 7, float %17)  ; Saturate(value)"]);
    assert_eq!(of("bytes: ").len(), 1);
}

#[test]
fn a_resource_lights_up_what_the_pipeline_checks() {
    let found = record("lambert_pixel.hlsl", &["-T", "ps_6_0"]);
    let became = lit(&found, &found.descendants(&[word(&found, "Light")]));
    assert!(became.iter().any(|text| text.starts_with("ir: @Light = resource")), "{became:#?}");
    assert!(became.contains(&"bytes: bound as 2: constant buffer".to_owned()), "{became:#?}");
}

#[test]
fn an_instruction_of_spirv_is_tied_both_ways() {
    let found = record("lambert_pixel.hlsl", &["-T", "ps_6_0", "-spirv"]);
    let became = found.descendants(&[word(&found, "saturate")]);
    let last = lit(&found, &became).pop().expect("something");
    assert!(last.starts_with("spirv: ") && last.contains("FClamp"), "{last}");
    let came = lit(&found, &found.ancestors(&became[became.len() - 1..]));
    assert!(came.contains(&"source: saturate".to_owned()) && !came.contains(&"source: dot".to_owned()), "{came:?}");
    let listed = found.spirv.text.lines().filter(|line| !line.is_empty() && !line.starts_with(';')).count();
    assert_eq!(found.spirv.items.len(), listed, "each line of the listing is an instruction");
}

#[test]
fn a_token_of_a_macro_comes_from_its_use_and_its_definition() {
    let source = "#define TWICE(x) ((x) + (x))\nfloat main(float a : A) : SV_Target { return TWICE(sin(a)); }\n";
    let found = record_text("a.hlsl", source, &["-T", "ps_6_0"]);
    let plus = found.tokens.numbered().find(|(_, token)| token.text == "+").expect("the sum");
    let came = lit(&found, &found.ancestors(&[plus.0]));
    assert_eq!(came, ["source: TWICE(sin(a))", "source: +", "token: +"]);
    assert_eq!(plus.1.macros[0].name, "TWICE");
    let sine = found.descendants(&[word(&found, "sin")]);
    assert!(lit(&found, &sine).iter().any(|text| text.starts_with("dxil: ") && text.contains("Sin(value)")));
}

#[test]
fn passes_say_why() {
    let source = "Texture2D Unread; RWBuffer<float> Out;
        [numthreads(1, 1, 1)] void main(uint id : SV_DispatchThreadID) {
            float sum = 0;
            [unroll] for (uint i = 0; i < 3; i++) sum += Out[id] * Out[id];
            for (uint k = 0; k < id; k++) sum = sin(sum);
            Out[id] = sum + 0 * id;
        }";
    let found = record_text("a.hlsl", source, &["-T", "cs_6_0"]);
    let remarks = found.ir.steps.iter().flat_map(|step| step.remarks.iter().map(|said| (step.pass.as_str(), said)));
    let remarks: Vec<_> = remarks.collect();
    let says = |pass: &str, text: &str| remarks.iter().any(|(by, said)| *by == pass && said.text.contains(text));
    assert!(says("simplify", "rewritten by the rule `"), "{remarks:#?}");
    assert!(says("cse", "merged with an equal value that dominates it"), "{remarks:#?}");
    assert!(says("unroll", "unrolled: 3 iterations, as its attribute demands"), "{remarks:#?}");
    assert!(says("unroll", "not unrolled: "), "{remarks:#?}");
    assert!(says("implicit-binding", "`Unread`: dropped: nothing that is reached uses it"), "{remarks:#?}");
    let merged = remarks.iter().find(|(pass, said)| *pass == "cse" && said.value.is_some()).expect("one").1;
    assert!(found.links.contains(&(merged.item.expect("its line"), merged.value.expect("the other"))));
}

#[test]
fn every_instruction_and_nearly_every_byte_of_the_examples_is_explained() {
    for (example, target) in EXAMPLES {
        let found = record(example, &["-T", target]);
        for (item, _) in found.dxil.numbered() {
            let came = found.ancestors(&[item]);
            assert!(came.len() > 1, "{example}: {} comes from nowhere", shown(&found, item));
        }
        let bits = found.container.bytes.len() * 4;
        let mut known = vec![false; bits];
        for field in found.container.items.iter().filter(|field| !field.name.contains("unknown")) {
            known[field.start as usize..field.end as usize].fill(true);
        }
        let share = 100 * known.iter().filter(|known| **known).count() / bits;
        assert!(share >= 95, "{example}: {share} % of the bytes are explained");
    }
}

#[test]
fn what_takes_the_parameters_of_a_function_comes_from_its_start() {
    let source = "export float2x2 turned(float2x2 m) { return transpose(m); }";
    let found = record_text("a.hlsl", source, &["-T", "lib_6_3"]);
    for (item, _) in found.dxil.numbered() {
        let came = lit(&found, &found.ancestors(&[item]));
        assert!(came.len() > 1, "{came:?}");
    }
    let became = lit(&found, &found.descendants(&[word(&found, "turned")]));
    assert!(became.iter().any(|text| text.starts_with("dxil: ") && text.contains("alloca")), "{became:#?}");
}

#[test]
fn recording_changes_nothing_and_gives_the_same_each_time() {
    for (example, target) in EXAMPLES {
        let found = record(example, &["-T", target]);
        assert_eq!(found.json(), record(example, &["-T", target]).json(), "{example}");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(example);
        let line = CommandLine::parse(&["-T".to_owned(), target.to_owned()], &|_| Err(String::new()));
        let source = std::fs::read(path).expect("the example");
        let plain = Compiler::new(line.options).compile(example, &source, &NoIncludes).object.expect("it compiles");
        let digits = found.container.bytes.as_bytes().chunks(2);
        let number = |digits: &[u8]| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok();
        let recorded: Option<Vec<u8>> = digits.map(number).collect();
        assert_eq!(recorded, Some(plain), "{example}");
    }
}

#[test]
fn an_error_leaves_what_was_recorded_before_it() {
    let found = record_text("a.hlsl", "float4 main() : SV_Target { return nothing; }", &["-T", "ps_6_0"]);
    assert!(!found.ast.items.is_empty() && found.hir.items.is_empty());
    let reported = &found.diagnostics[0];
    assert_eq!(
        (reported.severity.as_str(), reported.place.map(|place| (place.start, place.end))),
        ("error", Some((35, 42)))
    );
}

#[test]
fn the_json_is_as_its_schema_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/schemas/provenance.json");
    let schema = serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("JSON");
    let mut wrong = Vec::new();
    for options in [&["-T", "ps_6_0"][..], &["-T", "ps_6_0", "-spirv"]] {
        let value = serde_json::from_str(&record("lambert_pixel.hlsl", options).json()).expect("JSON");
        check(&schema, &schema, &value, "$", &mut wrong);
    }
    wrong.truncate(10);
    assert!(wrong.is_empty(), "{wrong:#?}");
}
