//! Generates cases for attributes with wrong arguments: one too few and one too many, a string in place of a number and
//! vice versa, with a negative number, and with a value that is not known.

use hlslc::vulkan::{ANY, ATTRIBUTES};

use super::{Case, places};

/// Arguments with one mistake each.
fn wrong(usual: &str, (least, most): (usize, usize)) -> Vec<(&'static str, String)> {
    let inner = usual.trim_start_matches('(').trim_end_matches(')');
    let args: Vec<&str> = if inner.is_empty() { Vec::new() } else { inner.split(", ").collect() };
    let listed = |args: &[&str]| if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
    let mut list = Vec::new();
    if least > 0 {
        list.push(("too few", listed(&args[..least - 1])));
    }
    if most != ANY {
        let more: Vec<&str> = args.iter().copied().chain(std::iter::repeat("1")).take(most + 1).collect();
        list.push(("too many", listed(&more)));
    }
    if let Some((first, rest)) = args.split_first() {
        let with = |word: &'static str| listed(&[&[word], rest].concat());
        if first.starts_with('"') {
            list.push(("a number", with("7")));
            list.push(("an unknown word", with("\"nothing\"")));
        } else {
            list.push(("a string", with("\"word\"")));
            list.push(("a negative number", with("-1")));
            list.push(("what is not known", with("unknown")));
        }
    }
    list
}

/// The cases.
pub fn cases() -> Vec<Case> {
    let mut list = Vec::new();
    for attribute in ATTRIBUTES {
        let Some(&on) = attribute.on.first() else { continue };
        let Some((usual, source, options)) = places::source(attribute.name, on) else { continue };
        for (how, arguments) in wrong(usual, attribute.args) {
            list.push(Case {
                name: format!("{} with {how}", attribute.name),
                word: attribute.name,
                on: Some(on),
                target: source.0,
                options,
                text: source.1.replace('@', &format!("[[vk::{}{arguments}]]", attribute.name)),
            });
        }
    }
    list
}
