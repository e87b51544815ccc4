//! Implements compilation: the method `compile` for the object and what is said of the source, `explore` for the page that shows every stage.

use std::collections::BTreeMap;

#[cfg(feature = "page")]
use hlslc::options::{Backend, Emit};
use hlslc::request::candidates;
use hlslc::{
    Compiler, Diagnostic, FileId, IncludeResolver, IncludedFile, Label, Options, Output, Severity, Span, Style,
};
#[cfg(feature = "page")]
use hlslc_explore::{Shown, page};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{Answer, Request, Session};

/// The name of the source.
pub const SOURCE: &str = "shader.hlsl";

/// A source and how it is compiled.
#[derive(Clone, Debug, Deserialize)]
pub struct Asked {
    /// The words of a command line.
    pub args: Vec<String>,
    /// The source.
    pub source: String,
    /// Texts of includes by their names.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Whether the answer has the reflection.
    #[serde(default)]
    pub reflect: bool,
}

/// The files of a request.
struct Includes<'a>(&'a BTreeMap<String, String>);

impl IncludeResolver for Includes<'_> {
    fn resolve(&self, path: &str, from: &str, is_angled: bool) -> Result<Option<IncludedFile>, String> {
        let names = candidates(path, from, is_angled, &[]);
        let plain = |name: &str| name.strip_prefix("./").unwrap_or(name).to_owned();
        let found = names.iter().map(|name| plain(name)).find_map(|name| Some((self.0.get(&name)?, name)));
        Ok(found.map(|(text, name)| IncludedFile { name, bytes: text.clone().into_bytes() }))
    }
}

impl Asked {
    /// The options of the words.
    pub fn options(&self) -> Result<Options, String> {
        Options::from_args(self.args.iter().map(String::as_str)).map_err(|faults| faults.join("\n"))
    }

    /// Compiles it.
    pub fn compile(&self, options: Options) -> Output {
        Compiler::new(options).compile(SOURCE, self.source.as_bytes(), &Includes(&self.files))
    }
}

/// A place of the source, in UTF-16 as JavaScript counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// The first letter.
    pub from: usize,
    /// The one after the last.
    pub to: usize,
    /// The line, from 1.
    pub line: u32,
}

/// A remark with its place, if that is in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// The place.
    pub at: Option<Range>,
    /// The text.
    pub text: String,
}

/// A repair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What it replaces.
    pub at: Range,
    /// The replacement.
    pub with: String,
    /// Its description.
    pub text: String,
}

/// What is said of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reported {
    /// The code.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// The name of the warning.
    pub group: &'static str,
    /// The message.
    pub message: String,
    /// Its place.
    pub at: Option<Range>,
    /// The remark at that place, other places, and remarks.
    pub remarks: Vec<Remark>,
    /// A repair.
    pub fix: Option<Fix>,
}

/// What a compilation says, as data.
pub fn reported(output: &Output, source: &str) -> Vec<Reported> {
    let range = |span: Span| range(output, source, span);
    let remark = |label: &Label| Remark { at: range(label.span), text: label.text.clone() };
    let reported = |diagnostic: &Diagnostic| {
        let own = Some(&diagnostic.primary).filter(|label| !label.text.is_empty());
        Reported {
            code: diagnostic.info.code,
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            group: diagnostic.info.group,
            message: diagnostic.message.clone(),
            at: range(diagnostic.primary.span),
            remarks: own.into_iter().chain(&diagnostic.labels).chain(&diagnostic.notes).map(remark).collect(),
            fix: diagnostic.suggestion.as_ref().and_then(|fix| {
                Some(Fix { at: range(fix.span)?, with: fix.replacement.clone(), text: fix.text.clone() })
            }),
        }
    };
    output.diagnostics.iter().map(reported).collect()
}

/// The place of a span that is in the source itself.
fn range(output: &Output, source: &str, span: Span) -> Option<Range> {
    let place = output.sources.resolve(span).filter(|place| place.file == FileId::default())?;
    let letters = |end: usize| source.get(..end).map(|text| text.encode_utf16().count());
    let line = output.sources.file(place.file).line_col(place.range.start as u32).0 + 1;
    Some(Range { from: letters(place.range.start)?, to: letters(place.range.end)?, line })
}

/// `about`: the version, and what the methods are called.
pub fn about(_: &mut Session, _: &Request) -> Result<Answer, String> {
    let methods: Vec<&str> = crate::METHODS.iter().map(|row| row.0).collect();
    Ok(Answer::of(json!({ "version": env!("CARGO_PKG_VERSION"), "methods": methods })))
}

/// `compile`: whether it was accepted, what is said of it, and apart from that the object, if there is one.
pub fn compile(_: &mut Session, request: &Request) -> Result<Answer, String> {
    let asked: Asked = request.args()?;
    let mut options = asked.options()?;
    options.reflect |= asked.reflect;
    let output = asked.compile(options);
    let said = json!({
        "ok": output.is_ok(),
        "reported": reported(&output, &asked.source),
        "rendered": output.render(Style::Excerpt, false),
        "text": output.text,
        "reflection": output.reflection.as_ref().filter(|_| asked.reflect).map(hlslc::Reflection::json),
    });
    Ok(output.object.into_iter().fold(Answer::of(said), Answer::with))
}

/// `reflect`: the reflection as `hlslc reflect` writes it, or nothing if the source is wrong.
pub fn reflect(_: &mut Session, request: &Request) -> Result<Answer, String> {
    let asked: Asked = request.args()?;
    let mut options = asked.options()?;
    options.reflect = true;
    let reflection = asked.compile(options).reflection;
    Ok(Answer::of(json!({ "reflection": reflection.map(|found| found.json()) })))
}

/// `explore`: the page of `hlslc explore`.
#[cfg(feature = "page")]
pub fn explore(_: &mut Session, request: &Request) -> Result<Answer, String> {
    let asked: Asked = request.args()?;
    let compile = |backend: Backend| -> Result<Output, String> {
        let mut options = asked.options()?;
        (options.backend, options.emit) = (backend, Emit::Provenance);
        Ok(asked.compile(options))
    };
    let (dxil, spirv) = (compile(Backend::Dxil)?, compile(Backend::Spirv)?);
    let command = ["hlslc", SOURCE].into_iter().chain(asked.args.iter().map(String::as_str)).collect::<Vec<_>>();
    let shown = Shown {
        title: SOURCE,
        command: &command.join(" "),
        dxil: dxil.provenance.as_deref(),
        spirv: spirv.provenance.as_deref().filter(|_| spirv.is_ok()),
    };
    Ok(Answer::of(json!({ "ok": dxil.is_ok() })).with(page(shown).into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::respond;

    fn asked(method: &str, args: &[&str], source: &str) -> (serde_json::Value, Vec<Vec<u8>>) {
        let request = Request::new(method, json!({ "args": args, "source": source }));
        Request::read_parts(&respond(&mut Session::default(), &request.write())).unwrap()
    }

    const GREY: &str = "float4 main(float x : X) : SV_Target { return x; }";

    #[test]
    fn an_object_comes_apart_from_what_is_said() {
        let (said, blobs) = asked("compile", &["-T", "ps_6_0"], GREY);
        assert_eq!(said["ok"], true, "{said}");
        assert_eq!(&blobs[0][..4], b"DXBC");
        let (_, blobs) = asked("compile", &["-T", "ps_6_0", "-spirv"], GREY);
        assert_eq!(&blobs[0][..4], &0x0723_0203_u32.to_le_bytes());
    }

    #[test]
    fn places_count_as_javascript_counts() {
        // The letter before the name has two bytes, and the one before that two units of UTF-16.
        let (said, blobs) =
            asked("compile", &["-T", "ps_6_0"], "/* 𝄞é */ float4 main() : SV_Target { return satrate(1); }");
        assert!(blobs.is_empty());
        let reported = &said["reported"][0];
        assert_eq!(
            (&reported["severity"], &reported["at"]["from"], &reported["at"]["line"]),
            (&json!("error"), &json!(45), &json!(1))
        );
        assert_eq!(
            (&reported["fix"]["with"], &reported["fix"]["at"]["to"]),
            (&json!("saturate"), &json!(52)),
            "{reported}"
        );
    }

    #[test]
    fn includes_are_files_of_the_request() {
        let source = "#include \"parts/scale.h\"\nfloat4 main() : SV_Target { return SCALE; }";
        let files = json!({ "parts/scale.h": "#include \"one.h\"\n#define SCALE ONE", "parts/one.h": "#define ONE 1" });
        let args = json!({ "args": ["-T", "ps_6_0"], "source": source, "files": files, "reflect": true });
        let answer = respond(&mut Session::default(), &Request::new("compile", args).write());
        let (said, blobs) = Request::read_parts(&answer).unwrap();
        assert_eq!((&said["ok"], blobs.len()), (&json!(true), 1), "{said}");
        assert!(said["reflection"].as_str().unwrap().starts_with('{'), "{said}");
        let (said, _) = asked("compile", &["-T", "ps_6_0"], source);
        assert!(said["reported"][0]["message"].as_str().unwrap().contains("parts/scale.h"), "{said}");
    }

    #[cfg(feature = "page")]
    #[test]
    fn the_page_of_every_stage_is_there_for_a_wrong_source_too() {
        for source in [GREY, "float4 main() : SV_Target { return nothing; }", ""] {
            let (_, blobs) = asked("explore", &["-T", "ps_6_0"], source);
            assert!(blobs[0].starts_with(b"<!DOCTYPE html>"));
        }
    }

    #[test]
    fn wrong_options_are_said() {
        let (said, _) = asked("compile", &["-T", "xs_6_0"], GREY);
        assert!(said["fault"].as_str().unwrap().contains("xs_6_0"), "{said}");
    }
}
