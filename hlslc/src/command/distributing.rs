//! Has variants compiled elsewhere: `hlslc variants --remote`.
//!
//! Variants whose macros agree in what the source asks are one result before any server is asked; a server is asked about each of
//! those, with the macros that decide it alone, so that the question does not depend on which of them came first. What a server does not
//! have is compiled here, where programs that are equal are found as always, and is given to a server that only keeps results.

use crate::building::{Program, borrowed};
use crate::cache;
use crate::console::{Console, Effects};
use crate::elsewhere::{Elsewhere, Texts, Turn};
use crate::job::{self, Shared};
use crate::portable::Portable;
use crate::requested;
use hlslc::args::CommandLine;
use hlslc::variants::{Foreign, Found, Values, VariantSet};
use std::cell::RefCell;

/// The name of the object on the command line of a worker.
const OBJECT: &str = "object";

/// What was asked in vain, and a turn to compile it here.
struct Unknown<'t> {
    line: CommandLine,
    described: Option<(Portable, Texts)>,
    _turn: Turn<'t>,
}

/// Compiles a variant of a program, or finds what came of one that is the same.
pub fn compile(elsewhere: &Elsewhere, program: &Program<'_>, set: &VariantSet<'_>, values: &[Option<String>]) -> Found {
    let unknown: RefCell<Option<Unknown<'_>>> = RefCell::new(None);
    let ask = |values: &Values<'_>| {
        let line = line(program, set.names(), values);
        let name = &program.name;
        let can_ask = line.errors.is_empty() && cache::is_for(&line);
        let described =
            can_ask.then(|| job::describe(&line, name, name, &program.text, &program.includes, &Shared::default()));
        let described = described.flatten();
        let found = described.as_ref().and_then(|(portable, texts)| {
            let effects = elsewhere.ask(portable, texts, &requested::places(&line, name), &mut Console::default())?;
            Some(foreign(effects, portable))
        });
        if found.is_none() {
            unknown.replace(Some(Unknown { line, described, _turn: elsewhere.turns().take() }));
        }
        found
    };
    let found = set.compile_or(&borrowed(values), Some(&ask));
    if let (Some(Unknown { line, described: Some((portable, texts)), .. }), Found::New(_, output)) =
        (unknown.into_inner(), &found)
        && !output.diagnostics.iter().any(hlslc::Diagnostic::is_internal)
    {
        let effects = Effects {
            is_ok: output.is_ok(),
            messages: output.render(program.line.style, false),
            printed: String::new(),
            files: output.object.iter().map(|object| (OBJECT.to_owned(), object.clone())).collect(),
        };
        let places = requested::places(&line, &program.name);
        elsewhere.keep(&portable, &texts, &places, &effects, &mut Console::default());
    }
    found
}

/// The command line of a variant by itself.
fn line(program: &Program<'_>, names: &[String], values: &Values<'_>) -> CommandLine {
    let mut words = program.line.words.clone();
    for (name, value) in names.iter().zip(values) {
        words.extend(value.iter().flat_map(|value| ["-D".to_owned(), format!("{name}={value}")]));
    }
    words.extend(["-Fo", OBJECT].map(str::to_owned));
    let mut line = CommandLine::of_words(words, &crate::files::response_file);
    // Messages are kept as text.
    line.colour = Some(false);
    line
}

/// What a worker has made.
fn foreign(effects: Effects, portable: &Portable) -> Foreign {
    let mut dependencies: Vec<String> = Vec::new();
    for (name, _) in portable.questions.iter().filter_map(|question| question.answer.as_ref()) {
        if !dependencies.contains(name) {
            dependencies.push(name.clone());
        }
    }
    let object = effects.files.into_iter().find(|file| file.0 == OBJECT).map(|file| file.1);
    Foreign { object: object.filter(|_| effects.is_ok), messages: effects.messages, dependencies }
}
