//! Messages as data: each document is what its format says it is.

use hlslc::{Compiler, IncludeResolver, IncludedFile, Options, Output, Style};
use serde_json::Value;

struct Part;

impl IncludeResolver for Part {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        let text = "#define BAD colour.z\nfloat bad(float2 colour) { /* é */ return BAD; }\n";
        Ok((path == "part.hlsli").then(|| IncludedFile { name: path.to_owned(), bytes: text.into() }))
    }
}

/// An error in a macro of an included file, an error with a fix and related places, and a warning.
fn output() -> Output {
    let source = "#include \"part.hlsli\"\nfloat3 direction;\nfloat f(float a);\nfloat f(float2 a) { return direction; }\n\
                  float4 main() : SV_Target { return diretion.x; }\n";
    let output = Compiler::new(Options::new("ps_6_0".parse().unwrap())).compile("a b.hlsl", source.as_bytes(), &Part);
    assert!(output.diagnostics.len() >= 3, "{}", output.render(Style::Clang, false));
    output
}

/// What must be in each object of a document of SARIF 2.1.0 that we write, by the name of the member that holds it.
fn check_sarif(document: &Value) {
    assert_eq!(document["version"], "2.1.0");
    let run = &document["runs"][0];
    assert_eq!((&run["columnKind"], &run["tool"]["driver"]["name"]), (&"unicodeCodePoints".into(), &"hlslc".into()));
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for rule in rules {
        assert!(rule["id"].is_string() && rule["shortDescription"]["text"].is_string(), "{rule}");
    }
    let check_place = |place: &Value| {
        assert!(place["artifactLocation"]["uri"].as_str().is_some_and(|uri| !uri.contains(' ')), "{place}");
        let region = &place["region"];
        let number = |name: &str| region[name].as_u64().unwrap_or_else(|| panic!("{name} of {region}"));
        assert!(number("startLine") >= 1 && number("startColumn") >= 1, "{region}");
        assert!((number("endLine"), number("endColumn")) >= (number("startLine"), number("startColumn")), "{region}");
    };
    for result in run["results"].as_array().expect("results") {
        let rule = &rules[result["ruleIndex"].as_u64().expect("the index of a rule") as usize];
        assert_eq!(result["ruleId"], rule["id"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().expect("a level")));
        assert!(result["message"]["text"].is_string());
        check_place(&result["locations"][0]["physicalLocation"]);
        for related in result["relatedLocations"].as_array().into_iter().flatten() {
            assert!(related["message"]["text"].is_string());
            if let Some(place) = related.get("physicalLocation") {
                check_place(place);
            }
        }
        for fix in result["fixes"].as_array().into_iter().flatten() {
            let change = &fix["artifactChanges"][0];
            assert!(change["artifactLocation"]["uri"].is_string() && fix["description"]["text"].is_string());
            let replacement = &change["replacements"][0];
            assert!(replacement["deletedRegion"]["startLine"].is_u64(), "{replacement}");
            assert!(replacement["insertedContent"]["text"].is_string(), "{replacement}");
        }
    }
}

#[test]
fn sarif_has_rules_related_places_and_fixes() {
    let output = output();
    let text = output.render(Style::Sarif, false);
    let document: Value = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
    check_sarif(&document);
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), output.diagnostics.len());
    assert!(results.iter().any(|result| result.get("fixes").is_some()), "{text}");
    let in_macro =
        results.iter().find(|result| result.to_string().contains("expanded from macro")).expect("one in a macro");
    assert!(in_macro.to_string().contains("included from here"), "{in_macro}");
    // `é` is one code point.
    assert_eq!(in_macro["locations"][0]["physicalLocation"]["region"]["startColumn"], 43);
    let clean = Compiler::new(Options::new("ps_6_0".parse().unwrap()));
    let clean = clean.compile("a.hlsl", b"float4 main() : SV_Target { return 1; }", &hlslc::NoIncludes);
    check_sarif(&serde_json::from_str(&clean.render(Style::Sarif, false)).unwrap());
    if let Some(path) = std::env::var_os("HLSLC_WRITE_SARIF") {
        std::fs::write(path, text).expect("the document is written");
    }
}

#[test]
fn json_has_ends_and_the_chain_of_macros_and_includes() {
    let text = output().render(Style::Json, false);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let in_macro = lines.iter().find(|line| line["expanded_from"][0]["macro"] == "BAD").expect("one in a macro");
    assert_eq!((&in_macro["line"], &in_macro["end_line"]), (&2.into(), &2.into()));
    assert_eq!(
        (&in_macro["column"], &in_macro["end_column"], &in_macro["length"]),
        (&44.into(), &47.into(), &3.into())
    );
    assert_eq!((&in_macro["character"], &in_macro["end_character"]), (&43.into(), &46.into()));
    let (expanded, included) = (&in_macro["expanded_from"][0], &in_macro["included_from"][0]);
    assert_eq!((&expanded["file"], &expanded["line"]), (&"part.hlsli".into(), &1.into()));
    assert_eq!((&included["file"], &included["line"]), (&"a b.hlsl".into(), &1.into()));
}

#[test]
fn commands_of_github_name_file_line_and_column() {
    let text = output().render(Style::Github, false);
    for line in text.lines() {
        assert!(line.starts_with("::error file=") || line.starts_with("::warning file="), "{line}");
    }
    let in_macro = text.lines().find(|line| line.contains("BAD")).expect("one in a macro");
    let head = "::error file=part.hlsli,line=2,endLine=2,col=44,endColumn=47,title=E0323::";
    assert!(in_macro.starts_with(head), "{in_macro}");
    assert!(in_macro.contains("%0Apart.hlsli:1:20: expanded from macro `BAD`"), "{in_macro}");
    assert!(in_macro.contains("%0Aa b.hlsl:1:10: included from here"), "{in_macro}");
}
