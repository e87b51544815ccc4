//! Guesses the entry points of a source and their stages, where no list says them.
//!
//! Input: a source's text and the texts it includes. Output: the functions that look like entry points. What shows a stage, surest
//! first: the attribute `shader`; attributes that only one stage takes (`numthreads`, `domain`, `maxvertexcount` …); a system
//! value that only one stage writes (`SV_Target`, `SV_Position`), at the function or in a struct that it returns; the names of
//! function and file. Sources whose attributes name stages of ray tracing or of work graphs are libraries.
//!
//! This looks at tokens, not at a parse: it must say something of sources that neither compiler takes.

use std::collections::{BTreeMap, BTreeSet};

/// The shader model of guesses: the newest that all releases of DXC know whole.
const MODEL: &str = "6_6";

/// That of libraries with nodes.
const MODEL_OF_NODES: &str = "6_8";

/// A guess.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Guess {
    /// The function; empty for a library.
    pub entry: String,
    /// The profile.
    pub profile: String,
}

impl Guess {
    /// The options that say so.
    pub fn options(&self) -> Vec<String> {
        let mut options = vec!["-T".to_owned(), self.profile.clone(), "-HV".to_owned(), "2021".to_owned()];
        if !self.entry.is_empty() {
            options.extend(["-E".to_owned(), self.entry.clone()]);
        }
        options
    }
}

/// Stages as `shader` names them, and the start of their profiles.
const STAGES: [(&str, &str); 8] = [
    ("compute", "cs"),
    ("vertex", "vs"),
    ("pixel", "ps"),
    ("geometry", "gs"),
    ("hull", "hs"),
    ("domain", "ds"),
    ("mesh", "ms"),
    ("amplification", "as"),
];

/// More files than this are not looked at for structs.
const MOST_INCLUDES: usize = 64;

/// A function as far as it matters.
struct Function {
    name: String,
    /// Its attributes with what they are given, in lower case.
    attributes: Vec<(String, String)>,
    result: String,
    /// Semantics of what it gives: of itself, and of parameters that are `out`.
    given: BTreeSet<String>,
    /// The types of parameters that are `out`.
    out_types: Vec<String>,
    /// Whether a parameter has a semantic.
    takes_semantics: bool,
    /// Names in its body.
    dispatches_mesh: bool,
}

/// The entry points of a source. `include` gives the text of what it includes by name.
pub fn entries(file: &str, text: &str, include: &dyn Fn(&str) -> Option<String>) -> Vec<Guess> {
    let mut structs = BTreeMap::new();
    let (mut waiting, mut seen) = (includes(text), BTreeSet::new());
    let mut included = Vec::new();
    while let Some(name) = waiting.pop() {
        if seen.len() < MOST_INCLUDES
            && seen.insert(name.clone())
            && let Some(text) = include(&name)
        {
            waiting.extend(includes(&text));
            included.extend(scan(&tokens(&text), &mut structs));
        }
    }
    let mut functions = scan(&tokens(text), &mut structs);
    // Some sources only set macros for what they include.
    if functions.is_empty() {
        functions = included;
    }
    let named = |function: &Function| attribute(function, "shader").map(str::to_owned);
    let kinds: BTreeSet<String> = functions.iter().filter_map(named).collect();
    let is_of_library = |kind: &String| !STAGES.iter().any(|(name, _)| name == kind);
    if kinds.iter().any(is_of_library) {
        let model = if kinds.contains("node") { MODEL_OF_NODES } else { MODEL };
        return vec![Guess { entry: String::new(), profile: format!("lib_{model}") }];
    }
    let mut found: Vec<Guess> = Vec::new();
    for function in &functions {
        let stage = stage(file, function, &structs, functions.len() == 1);
        let guess = stage.map(|stage| Guess { entry: function.name.clone(), profile: format!("{stage}_{MODEL}") });
        if let Some(guess) = guess.filter(|guess| !found.contains(guess)) {
            found.push(guess);
        }
    }
    found
}

fn attribute<'a>(function: &'a Function, name: &str) -> Option<&'a str> {
    function.attributes.iter().find(|(attribute, _)| attribute == name).map(|(_, value)| value.as_str())
}

/// The start of a function's profile, if it looks like an entry point.
fn stage(
    file: &str,
    function: &Function,
    structs: &BTreeMap<String, BTreeSet<String>>,
    is_alone: bool,
) -> Option<&'static str> {
    if let Some(kind) = attribute(function, "shader") {
        return STAGES.iter().find(|(name, _)| *name == kind).map(|(_, stage)| *stage);
    }
    let has = |name| attribute(function, name).is_some();
    if has("outputtopology") && has("numthreads") {
        return Some("ms");
    }
    if has("patchconstantfunc") {
        return Some("hs");
    }
    if has("domain") {
        return Some("ds");
    }
    if has("maxvertexcount") {
        return Some("gs");
    }
    if has("numthreads") {
        return Some(if function.dispatches_mesh { "as" } else { "cs" });
    }
    let types = function.out_types.iter().chain([&function.result]);
    let mut given = function.given.clone();
    given.extend(types.filter_map(|name| structs.get(name)).flatten().cloned());
    let starts = |start: &str| given.iter().any(|semantic| semantic.starts_with(start));
    let by_name = stage_of_name(&function.name).or_else(|| {
        let is_main = function.name.eq_ignore_ascii_case("main") || is_alone;
        is_main.then(|| stage_of_name(stem(file))).flatten()
    });
    // Only then may it be what no system value shows: a function that others call has semantics seldom.
    let is_entry = function.takes_semantics || !given.is_empty() || function.name.eq_ignore_ascii_case("main");
    if starts("SV_TARGET") || starts("SV_DEPTH") || starts("SV_COVERAGE") {
        return Some("ps");
    }
    match by_name {
        // Patch constants and vertices on their way have no profile of their own.
        _ if starts("SV_TESSFACTOR") || starts("SV_INSIDETESSFACTOR") => None,
        Some("vs" | "ps") if is_entry => by_name,
        _ if starts("SV_POSITION") => Some("vs"),
        _ => None,
    }
}

fn stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.split('.').next().unwrap_or(name)
}

/// The stage in a name: `LightPS`, `vs_main`, `mainVS`, `PSMain`.
fn stage_of_name(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let lower = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    let long = [("vertexshader", "vs"), ("pixelshader", "ps"), ("vertex", "vs"), ("pixel", "ps")];
    if let Some((_, stage)) = long.iter().find(|(word, _)| lower.contains(word)) {
        return Some(stage);
    }
    ["vs", "ps"].into_iter().find(|stage| {
        let begins = lower.strip_prefix(stage).is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', 'm']));
        begins || lower.ends_with(stage) || lower.contains(&format!("_{stage}_"))
    })
}

/// The names that a text includes.
fn includes(text: &str) -> Vec<String> {
    let lines =
        text.lines().filter_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include"));
    lines.filter_map(|rest| rest.split(['"', '<', '>']).nth(1).map(str::to_owned)).collect()
}

/// Words and signs of a text without comments, strings in quotes and lines of the preprocessor.
fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let (mut at, mut line_starts, mut tokens) = (0, true, Vec::new());
    let end_of = |from: usize, pattern: &str| text[from..].find(pattern).map_or(text.len(), |to| from + to);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let start = at;
        match bytes[at] {
            b'\n' => (at, line_starts) = (at + 1, true),
            byte if byte.is_ascii_whitespace() => at += 1,
            _ if rest.starts_with(b"//") => at = end_of(at, "\n"),
            _ if rest.starts_with(b"/*") => at = (end_of(at + 2, "*/") + 2).min(text.len()),
            b'#' if line_starts => {
                at = end_of(at, "\n");
                while text[..at].trim_end_matches('\r').ends_with('\\') && at < text.len() {
                    at = end_of(at + 1, "\n");
                }
            }
            b'"' => {
                at = end_of(at + 1, "\"").saturating_add(1).min(text.len());
                tokens.push(&text[start..at]);
                line_starts = false;
            }
            byte if is_word(byte) => {
                at += rest.iter().take_while(|&&byte| is_word(byte)).count();
                tokens.push(&text[start..at]);
                line_starts = false;
            }
            _ => {
                at += 1;
                tokens.push(&text[start..at]);
                line_starts = false;
            }
        }
    }
    tokens
}

/// The functions with a body at the top of a text; the semantics of its structs go into a map.
fn scan(tokens: &[&str], structs: &mut BTreeMap<String, BTreeSet<String>>) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut attributes = Vec::new();
    // Where what stands before a brace begins.
    let (mut at, mut from) = (0, 0);
    while at < tokens.len() {
        match tokens[at] {
            ";" | "}" => {
                at += 1;
                (from, attributes) = (at, Vec::new());
            }
            "[" if at == from => {
                let end = closing(tokens, at, "[", "]");
                attributes.extend(attributes_of(&tokens[at + 1..end]));
                at = (end + 1).min(tokens.len());
                from = at;
            }
            // Declarations in it are as those outside.
            "{" if tokens[from] == "namespace" => {
                at += 1;
                (from, attributes) = (at, Vec::new());
            }
            "{" => {
                let end = closing(tokens, at, "{", "}");
                let (head, body) = (&tokens[from..at], &tokens[at + 1..end]);
                if let ["struct" | "class", name, ..] = head {
                    structs.insert((*name).to_owned(), semantics(body));
                } else if let Some(function) = function(head, body, std::mem::take(&mut attributes)) {
                    functions.push(function);
                }
                at = (end + 1).min(tokens.len());
                (from, attributes) = (at, Vec::new());
            }
            _ => at += 1,
        }
    }
    functions
}

/// Where what opens at a place closes; the end of all, if nowhere.
fn closing(tokens: &[&str], open: usize, opens: &str, closes: &str) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        depth += i32::from(*token == opens) - i32::from(*token == closes);
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// `name(value)`, several with commas between or one; a name alone has no value.
fn attributes_of(tokens: &[&str]) -> Vec<(String, String)> {
    // `[[name]]` is the same.
    let tokens = match tokens {
        ["[", inner @ .., "]"] => inner,
        ["[", inner @ ..] => inner,
        all => all,
    };
    let Some(name) = tokens.first() else { return Vec::new() };
    let value = tokens.get(2).map_or(String::new(), |value| value.trim_matches('"').to_ascii_lowercase());
    vec![(name.to_ascii_lowercase(), value)]
}

/// The words after colons, in capitals.
fn semantics(tokens: &[&str]) -> BTreeSet<String> {
    let pairs = tokens.windows(2).filter(|pair| pair[0] == ":" && pair[1] != ":");
    pairs.map(|pair| pair[1].to_ascii_uppercase()).collect()
}

/// A function from what stands before its body.
fn function(head: &[&str], body: &[&str], attributes: Vec<(String, String)>) -> Option<Function> {
    let open = head.iter().position(|token| *token == "(")?;
    let close = closing(head, open, "(", ")");
    let [.., result, name] = head[..open] else { return None };
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_declared = ["cbuffer", "tbuffer", "if", "for", "while", "switch", "operator"]
        .iter()
        .all(|word| !head[..open].contains(word));
    if !is_name || !is_declared || head.contains(&"=") || head.contains(&"template") {
        return None;
    }
    let parameters = head.get(open + 1..close)?;
    let mut given = semantics(head.get(close..)?);
    let (mut out_types, mut takes_semantics) = (Vec::new(), false);
    for parameter in parameters.split(|token| *token == ",") {
        let of_it = semantics(parameter);
        takes_semantics |= !of_it.is_empty();
        if let Some(at) = parameter.iter().position(|word| ["out", "inout"].contains(word)) {
            given.extend(of_it);
            out_types.extend(parameter.get(at + 1).map(|&word| word.to_owned()));
        }
    }
    Some(Function {
        name: name.to_owned(),
        attributes,
        result: result.to_owned(),
        given,
        out_types,
        takes_semantics,
        dispatches_mesh: body.contains(&"DispatchMesh"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(file: &str, text: &str) -> String {
        let include = |name: &str| (name == "io.h").then(|| "struct Out { float4 p : SV_Position; };".to_owned());
        let guesses = entries(file, text, &include);
        let shown: Vec<String> = guesses.iter().map(|guess| format!("{} {}", guess.entry, guess.profile)).collect();
        shown.join(", ")
    }

    #[test]
    fn attributes_tell_the_stage() {
        assert_eq!(
            guessed("a", "float f(float x) { return x; } [numthreads(8, 8, 1)] void go(uint i : SV_GroupIndex) {}"),
            "go cs_6_6"
        );
        assert_eq!(guessed("a", "[numthreads(1,1,1)] void a() { DispatchMesh(1, 1, 1, p); }"), "a as_6_6");
        let mesh = "[outputtopology(\"triangle\")]\n[numthreads(1,1,1)] void m(out vertices V v[3]) {}";
        assert_eq!(guessed("a", mesh), "m ms_6_6");
        let hull = "P pc(InputPatch<V, 3> p) {} [domain(\"tri\")] [patchconstantfunc(\"pc\")] V h() {} [domain(\"tri\")] V d() {}";
        assert_eq!(guessed("a", hull), "h hs_6_6, d ds_6_6");
        assert_eq!(guessed("a", "[shader(\"Pixel\")] float4 p() : SV_Target { return 0; }"), "p ps_6_6");
    }

    #[test]
    fn kinds_that_only_libraries_have_make_one() {
        assert_eq!(
            guessed("a", "[shader(\"miss\")] void m(inout P p) {} [shader(\"raygeneration\")] void r() {}"),
            " lib_6_6"
        );
        assert_eq!(guessed("a", "[Shader(\"node\")] [NodeLaunch(\"thread\")] void n() {}"), " lib_6_8");
    }

    #[test]
    fn system_values_tell_it_through_structs_and_includes() {
        assert_eq!(
            guessed("a", "#include \"io.h\"\nOut shade(float4 p : POSITION) { return (Out)0; }"),
            "shade vs_6_6"
        );
        assert_eq!(
            guessed("a", "void p(out float4 c : SV_Target0) { c = 0; } void q(out float d : sv_depth) { d = 0; }"),
            "p ps_6_6, q ps_6_6"
        );
        // A parameter that is read shows nothing.
        assert_eq!(guessed("a", "#include \"io.h\"\nfloat f(Out o) { return o.p.x; }"), "");
    }

    #[test]
    fn a_source_may_be_nothing_but_what_it_includes() {
        let include = |_: &str| Some("[numthreads(64, 1, 1)] void main() {}".to_owned());
        let guesses = entries("a", "#define WIDE 1\n#include \"work.hlsli\"\n", &include);
        assert_eq!(guesses.len(), 1);
        assert_eq!(guesses[0].options().join(" "), "-T cs_6_6 -HV 2021 -E main");
    }

    #[test]
    fn names_tell_the_rest() {
        assert_eq!(guessed("x/BlurPS.hlsl", "// void other() {}\nvoid main() {}"), "main ps_6_6");
        assert_eq!(
            guessed("a", "float4 VSMain(float4 p : POSITION) : P { return p; } float helperps(float x) { return x; }"),
            "VSMain vs_6_6"
        );
        assert_eq!(guessed("a", "namespace n { float f() { return 1; } } cbuffer C { int a; }"), "");
    }
}
