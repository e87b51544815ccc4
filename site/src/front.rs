//! Makes the first page: what hlslc is, in one screen.
//!
//! Input: listings of one shader as the compiler printed them, so that the page shows something before the module has been loaded.
//! Output: `index.html`. Each figure has its source, and a test looks it up there.

use std::fmt::Write as _;

use hlslc_prose::escaped;

use crate::book::{FIGURES, Part, frame};
use crate::colour::{HLSL_TYPES, HLSL_WORDS, coloured};
use crate::search::literal;
use crate::template::{FRONT, fill};
use crate::{Files, Inputs};

/// The shader of the first page, with what comes out of it.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// HLSL.
    pub source: String,
    /// The name of a tab, the options that ask for it, and the listing.
    pub shown: Vec<(String, String, String)>,
}

/// A number, what it is about, and the heading of the page of measurements where it stands.
pub(crate) struct Figure {
    pub(crate) number: &'static str,
    about: &'static str,
    pub(crate) heading: &'static str,
}

/// The figures of the first page.
pub(crate) const SHOWN: [Figure; 4] = [
    Figure {
        number: "0.16",
        about: "of DXC's compile time, over the shaders of DirectX-Graphics-Samples",
        heading: "Time",
    },
    Figure {
        number: "0.97",
        about: "of its instructions, over the development corpus",
        heading: "The development corpus",
    },
    Figure {
        number: "4 959",
        about: "shaders of others compiled, all clean for DXC's own validator",
        heading: "The development corpus",
    },
    Figure {
        number: "97.9 %",
        about: "of compute shaders run with equal results on every route",
        heading: "Execution",
    },
];

/// The command that installs from a checkout.
const INSTALL: &str = "cargo install --locked --path hlslc";

/// Where to go: title, address, text.
const CARDS: [(&str, &str, &str); 6] = [
    (
        "The lab",
        "lab/index.html",
        "Type HLSL, look at every stage, run it, and step through it backwards, in this browser.",
    ),
    ("The book", "book/index.html", "One shader through all stages, with listings that a test keeps true."),
    ("Ten lessons", "lessons/index.html", "Tokens to bitcode, with exercises that the compiler judges."),
    (
        "The reference",
        "reference/index.html",
        "Each intrinsic, operation, option and pass, written out of the compiler's own tables.",
    ),
    ("Messages", "errors/index.html", "Each code with its reason, a shader that is wrong and one that is right."),
    (
        "In your editor",
        "book/29-in-the-editor.html",
        "Diagnostics, completion, hover and rename in every editor that speaks LSP.",
    ),
];

/// The code of a listing, without the tables that DXC prints before it.
fn code(listing: &str) -> &str {
    listing.find("\ndefine ").map_or(listing, |at| &listing[at + 1..])
}

/// Writes the page.
pub(crate) fn write(inputs: &Inputs, files: &mut Files) -> Result<(), String> {
    let mut values = frame(inputs, "index.html", "A shader compiler for HLSL", Part::None);
    let has_lab = inputs.lab.is_some();
    let mut go = String::new();
    if has_lab {
        go.push_str("<a class=\"button\" href=\"lab/index.html\">Open the lab</a>");
    }
    go.push_str("<a href=\"book/index.html\">Read the book</a>");
    let mut figures = String::new();
    for Figure { number, about, heading } in SHOWN {
        let anchor = hlslc_prose::slug(heading);
        let _ = writeln!(figures, "<a href=\"{FIGURES}#{anchor}\"><b>{number}</b><span>{about}</span></a>");
    }
    let mut cards = String::new();
    for (title, to, text) in CARDS.iter().filter(|card| has_lab || !card.1.starts_with("lab/")) {
        let _ = writeln!(cards, "<a href=\"{to}\"><h3>{title}</h3><p>{text}</p></a>");
    }
    let (mut tabs, mut panels) = (String::new(), String::new());
    for (at, (name, options, text)) in inputs.example.shown.iter().enumerate() {
        let (selected, order) = if at == 0 { ("true", "0") } else { ("false", "-1") };
        let _ = write!(
            tabs,
            "<button type=\"button\" role=\"tab\" id=\"tab-{at}\" aria-controls=\"panel-{at}\" aria-selected=\"{selected}\" \
             tabindex=\"{order}\" data-options=\"{}\">{}</button>",
            escaped(options),
            escaped(name)
        );
        let hidden = if at == 0 { "" } else { " hidden" };
        let _ = writeln!(
            panels,
            "<pre role=\"tabpanel\" id=\"panel-{at}\" aria-labelledby=\"tab-{at}\" tabindex=\"0\"{hidden}>{}</pre>",
            coloured("llvm", code(text))
        );
    }
    let state = if has_lab {
        "Edit the shader: the compiler is loaded into this page and compiles as you type."
    } else {
        "This is what the compiler prints for the shader."
    };
    let live = if has_lab { " data-src=\"lab/engine.js\" data-module=\"lab/module.js\"" } else { "" };
    let list = |words: &[&str]| words.iter().map(|word| literal(word)).collect::<Vec<_>>().join(",");
    values.extend([
        ("install", escaped(INSTALL)),
        ("go", go),
        ("live", live.to_owned()),
        ("source", escaped(&inputs.example.source)),
        ("source-coloured", coloured("hlsl", &inputs.example.source)),
        ("tabs", tabs),
        ("panels", panels),
        ("state", state.to_owned()),
        ("figures", figures),
        ("cards", cards),
        ("pipeline", include_str!("../assets/pipeline.svg").to_owned()),
        ("words", format!("{{\"words\":[{}],\"types\":[{}]}}", list(HLSL_WORDS), list(HLSL_TYPES))),
    ]);
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    files.insert("index.html".to_owned(), fill(FRONT, &values)?.into_bytes());
    Ok(())
}
