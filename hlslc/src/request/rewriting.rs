//! Rewrites as DXC's library does: the input is a list of arguments and a source, the output a text and messages.
//!
//! What is rewritten is checked first, since the declarations of a text with errors are not known.

use super::{Answer, Candidates, Files, Kind, Status, fault_of, wants_wide};
use crate::Compiler;
use crate::args::{CommandLine, pairs};
use crate::options::Emit;
use crate::rewrite::Rewriting;
use hlslc_base::render::Style;
use std::cell::RefCell;

/// A request.
pub struct RewriteRequest<'a> {
    /// Options of `dxr` and of the language.
    pub arguments: &'a [String],
    /// The name of the source.
    pub name: &'a str,
    /// The source.
    pub source: &'a [u8],
    /// The files that there are, if any.
    pub files: Option<&'a dyn Files>,
}

/// The options of a compilation that `dxr` has too.
const KNOWN: [&str; 12] = [
    "D",
    "I",
    "HV",
    "E",
    "Fo",
    "encoding",
    "enable-16bit-types",
    "no-warnings",
    "flegacy-macro-expansion",
    "enable-payload-qualifiers",
    "disable-payload-qualifiers",
    "spirv",
];

/// The target of the check: a file that is rewritten may have functions of every stage.
const TARGET: [&str; 3] = ["-T", "lib_6_9", "-Wno-misplaced-attributes"];

/// DXC writes this line before a text that it prints as a whole; programs take it away.
const HEADING: &str = "// Rewrite unchanged result:\n";

/// The words of options that compilations have, without the names of files, which name nothing here.
fn options_of(words: &[String]) -> Result<Vec<String>, String> {
    if let Some(fault) = fault_of(words) {
        return Err(fault);
    }
    let mut kept = Vec::new();
    for (name, value) in pairs(words) {
        if name.is_empty() {
            continue;
        }
        if !KNOWN.contains(&name.as_str()) {
            return Err(format!("Unknown argument: '-{name}'"));
        }
        // What is for FXC alone is read as the oldest version that is compiled.
        if !(name == "HV" && value == "2015") {
            kept.push(format!("-{name}"));
            kept.extend(Some(value).filter(|value| !value.is_empty()));
        }
    }
    Ok(kept)
}

/// Rewrites.
pub fn rewrite(request: &RewriteRequest<'_>) -> Answer {
    let words: Vec<String> = request.arguments.iter().filter(|word| !word.is_empty()).cloned().collect();
    Answer { wide_text: wants_wide(&words), ..rewrite_words(&words, request) }
}

fn rewrite_words(words: &[String], request: &RewriteRequest<'_>) -> Answer {
    let rejected = |why| Answer::message(Status::Rejected, why);
    let (rewriting, others) = match Rewriting::take(words) {
        Ok(taken) => taken,
        Err(why) => return rejected(why),
    };
    let mut options = match options_of(&others) {
        Ok(options) => options,
        Err(why) => return rejected(why),
    };
    let has_entry = options.iter().any(|word| word == "-E");
    if rewriting.removes() && !has_entry {
        return rejected("`-remove-unused-globals` and `-remove-unused-functions` need an entry point (-E)".to_owned());
    }
    options.extend(TARGET.map(str::to_owned));
    let line = CommandLine::parse(&options, &|_| Err("there are no files here".to_owned()));
    if !line.errors.is_empty() {
        return rejected(line.errors.join("\n"));
    }
    let includes = Candidates { dirs: &line.include_dirs, files: request.files, known: RefCell::default() };
    let mut checked = line.options.clone();
    checked.emit = Emit::Hir;
    let output = Compiler::new(checked).compile(request.name, request.source, &includes);
    let messages = output.render(Style::Caret, false);
    let heading = if rewriting.writes_heading() { HEADING } else { "" };
    let answer = |status, messages: String, text: String| {
        let mut answer = Answer::new(status, Some(Kind::Hlsl));
        answer.add(Kind::Errors, None, messages);
        answer.add(Kind::Hlsl, line.object_file.as_ref(), text);
        answer
    };
    if !output.is_ok() {
        return answer(Status::Failed, messages, heading.to_owned());
    }
    // A target that is a library would keep all functions.
    let mut wanted = line.options.clone();
    if has_entry {
        wanted.target = None;
    }
    match rewriting.run(&wanted, request.name, request.source, &includes) {
        Ok(text) if heading.is_empty() => answer(Status::Done, messages, text),
        Ok(text) => {
            // Lines where there were directives and comments are no part of a text that is written anew.
            let lines = text.lines().filter(|line| !line.trim().is_empty()).flat_map(|line| [line, "\n"]);
            answer(Status::Done, messages, heading.to_owned() + &lines.collect::<String>())
        }
        Err(why) => answer(Status::Failed, messages + &why, heading.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(source: &str, words: &[&str]) -> (Status, String, String) {
        let arguments: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let request = RewriteRequest { arguments: &arguments, name: "a.hlsl", source: source.as_bytes(), files: None };
        let answer = rewrite(&request);
        let of = |kind| {
            let found = answer.outputs.iter().find(|made| made.kind == kind);
            found.map(|made| String::from_utf8(made.bytes.clone()).expect("a text")).unwrap_or_default()
        };
        (answer.status, of(Kind::Hlsl), of(Kind::Errors))
    }

    const SOURCE: &str = "static float unused = 1;\nRWBuffer<float> o;\nfloat f() { return unused; }\n\
                          [numthreads(1, 1, 1)] void main() { o[0] = 2; }\n";

    #[test]
    fn a_text_that_stays_whole_begins_with_dxcs_line() {
        assert_eq!(rewritten("float a;\n", &[]), (Status::Done, format!("{HEADING}float a;\n"), String::new()));
    }

    #[test]
    fn what_an_entry_does_not_need_is_left_out_without_that_line() {
        let (status, text, messages) = rewritten(SOURCE, &["-E", "main", "-remove-unused-globals"]);
        let expected = "RWBuffer<float> o;\n\n[numthreads(1, 1, 1)] void main() { o[0] = 2; }\n";
        assert_eq!((status, text.as_str(), messages.as_str()), (Status::Done, expected, ""));
    }

    #[test]
    fn an_entry_that_is_not_there_is_an_error() {
        let (status, text, messages) = rewritten(SOURCE, &["-E", "other", "-remove-unused-globals"]);
        assert_eq!(
            (status, text.as_str(), messages.as_str()),
            (Status::Failed, "", "error: there is no function `other`\n")
        );
    }

    #[test]
    fn errors_of_the_source_are_those_of_a_compilation() {
        let (status, text, messages) = rewritten("float f() { return nothing; }\n", &[]);
        assert_eq!((status, text.as_str()), (Status::Failed, HEADING));
        assert!(messages.starts_with("a.hlsl:1:20: error: "), "{messages}");
    }

    #[test]
    fn options_of_compilations_alone_are_unknown() {
        for (words, why) in [
            (&["-T", "cs_6_0"][..], "Unknown argument: '-T'"),
            (&["-bogus"], "Unknown argument: '-bogus'"),
            (&["-E"], "Argument to '-E' is missing."),
        ] {
            assert_eq!(rewritten("float a;", words), (Status::Rejected, String::new(), why.to_owned()), "{words:?}");
        }
        let (status, _, why) = rewritten("float a;", &["-remove-unused-globals"]);
        assert!(status == Status::Rejected && why.contains("entry point"), "{why}");
    }
}
