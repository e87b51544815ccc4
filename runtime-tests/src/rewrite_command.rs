//! Runs the command `rewrite`, which rewrites shaders and compares what they compile to.
//!
//! Input: paths ([`shaders`]). Output: a line for each shader that compiles to other code when it is rewritten, or no longer; counts
//! for each list of [`LISTS`]. Code is the same if its bytes are, or if only names differ.

use std::path::PathBuf;

use dxc_oracle::AGREED_VALIDATOR;
use hlslc::args::CommandLine;
use hlslc::rewrite::Rewriting;
use hlslc_runtime_tests::progress::Progress;
use hlslc_runtime_tests::shaders::files::Includes;
use hlslc_runtime_tests::shaders::{self, Loaded, Shader};

/// Options of rewriting, each list by itself.
const LISTS: [&[&str]; 5] = [
    &["-unchanged"],
    &["-remove-unused-globals", "-remove-unused-functions"],
    &["-minify"],
    &["-remove-unused-globals", "-remove-unused-functions", "-minify-names"],
    &["-decl-global-cb"],
];

/// The comparison of one shader.
enum Found {
    Same,
    Names,
    /// The rewriter rejects it and says why.
    Rejected(String),
    Different(String),
}

/// Runs the command; gives how many comparisons failed.
pub fn run(args: impl Iterator<Item = String>) -> Result<usize, String> {
    let (mut paths, mut parts) = (Vec::new(), Vec::new());
    for arg in args {
        if PathBuf::from(&arg).exists() { paths.push(PathBuf::from(arg)) } else { parts.push(arg) }
    }
    let mut found = shaders::find(&paths)?;
    found.shaders.retain(|shader| parts.is_empty() || parts.iter().any(|part| shader.name.contains(part.as_str())));
    let (mut compiled, mut bad) = (0, 0);
    let mut counts = [[0usize; 4]; LISTS.len()];
    let (mut before_bytes, mut after_bytes) = (0, [0usize; LISTS.len()]);
    let mut progress = Progress::new(found.shaders.len());
    for shader in &found.shaders {
        progress.step(&shader.name);
        let Ok(loaded) = shader.read() else { continue };
        let Ok(before) = loaded.ours(AGREED_VALIDATOR, &[]) else { continue };
        compiled += 1;
        for (n, list) in LISTS.iter().enumerate() {
            let (found, length) = compare(shader, &loaded, &before, list);
            after_bytes[n] += length;
            if n == 0 {
                before_bytes += length;
            }
            let which = match &found {
                Found::Same => 0,
                Found::Names => 1,
                Found::Rejected(_) => 2,
                Found::Different(_) => 3,
            };
            counts[n][which] += 1;
            if let Found::Rejected(why) | Found::Different(why) = found {
                bad += usize::from(which == 3);
                let word = if which == 3 { "DIFFERENT" } else { "rejected" };
                println!("{} {}: {word}: {}", shader.name, list.join(" "), why.lines().next().unwrap_or_default());
            }
        }
    }
    drop(progress);
    println!("{compiled} of {} shaders compile", found.shaders.len());
    for (n, list) in LISTS.iter().enumerate() {
        let [same, names, rejected, different] = counts[n];
        let share = after_bytes[n] as f64 / (before_bytes as f64).max(1.0);
        println!(
            "{}: {same} with the same bytes, {names} but for names, {rejected} rejected, {different} different; {:.0} % of the preprocessed text",
            list.join(" "),
            share * 100.0
        );
    }
    Ok(bad)
}

fn compare(shader: &Shader, loaded: &Loaded, before: &[u8], list: &[&str]) -> (Found, usize) {
    let list: Vec<String> = list.iter().map(|&word| word.to_owned()).collect();
    let line = CommandLine::parse(&shader.options, &|path| Err(format!("no file {path}")));
    let folders = line.include_dirs.iter().map(PathBuf::from).collect();
    let rewritten = Rewriting::take(&list).and_then(|(list, _)| {
        list.run(&line.options, loaded.path(), loaded.text().as_bytes(), &Includes::new(folders))
    });
    let text = match rewritten {
        Ok(text) => text,
        Err(why) => return (Found::Rejected(why), 0),
    };
    let length = text.len();
    let after = Loaded::new(loaded.path().to_owned(), text, shader.options.clone());
    let after = match after.ours(AGREED_VALIDATOR, &[]) {
        Ok(after) => after,
        Err(why) => return (Found::Different(why), length),
    };
    if after == before {
        return (Found::Same, length);
    }
    match dxil::diff::diff(before, &after) {
        Ok(found) if found.is_same() || is_renamed(&found) => (Found::Names, length),
        Ok(_) => (Found::Different("another program".to_owned()), length),
        Err(why) => (Found::Different(why.to_string()), length),
    }
}

/// Whether programs differ in the name of the buffer that constants are moved to, and in nothing else.
fn is_renamed(found: &dxil::diff::Diff) -> bool {
    let named = |text: &str| text.replace("$Globals", "GlobalCB");
    let of = |side: fn(&dxil::diff::FactDiff) -> Option<&String>| {
        let mut facts: Vec<_> =
            found.facts.iter().filter_map(|fact| Some((fact.section, named(&fact.key), named(side(fact)?)))).collect();
        facts.sort();
        facts
    };
    let is_same = found.functions.iter().all(dxil::diff::FunctionDiff::is_same);
    let have_same = found.functions_only_in_a.is_empty() && found.functions_only_in_b.is_empty();
    let parts_are_same = found.only_in_a.is_empty() && found.only_in_b.is_empty();
    is_same && have_same && parts_are_same && of(|fact| fact.a.as_ref()) == of(|fact| fact.b.as_ref())
}
