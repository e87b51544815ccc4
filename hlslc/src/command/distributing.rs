//! Has variants compiled elsewhere: `hlslc variants --remote`.
//!
//! Variants whose macros agree in what the source asks are one result before any server is asked; a server is asked about each of
//! those, with the macros that decide it alone, so that the question does not depend on which of them came first. What a server does not
//! have is compiled here, where programs that are equal are found as always, and is given to a server that only keeps results: of programs
//! that are equal each variant, as others ask about variants and not about programs.

use crate::building::{Program, borrowed};
use crate::cache;
use crate::console::{Console, Effects};
use crate::elsewhere::{Elsewhere, Texts, Turn};
use crate::job::{self, Shared};
use crate::portable::Portable;
use crate::requested::{self, Place};
use hlslc::Output;
use hlslc::args::CommandLine;
use hlslc::variants::{Foreign, Found, Values, VariantSet};
use std::cell::RefCell;

/// The name of the object on the command line of a worker.
const OBJECT: &str = "object";

/// What was asked in vain, and a turn to compile it here.
struct Unknown<'t> {
    question: Option<Question>,
    _turn: Turn<'t>,
}

/// A variant as a server is asked about it.
struct Question {
    portable: Portable,
    texts: Texts,
    places: Vec<Place>,
}

/// A result whose object is that of another one: the server gets it once that is known.
pub struct Waiting {
    question: Question,
    messages: String,
}

impl Question {
    /// Gives the server what came of it here.
    fn keep(&self, elsewhere: &Elsewhere, is_ok: bool, messages: String, object: Option<Vec<u8>>) {
        let files = object.into_iter().map(|object| (OBJECT.to_owned(), object)).collect();
        let effects = Effects { is_ok, messages, printed: String::new(), files };
        elsewhere.keep(&self.portable, &self.texts, &self.places, &effects, &mut Console::default());
    }
}

impl Waiting {
    /// Gives the server the result, now that its object is known.
    pub fn keep(self, elsewhere: &Elsewhere, object: Vec<u8>) {
        self.question.keep(elsewhere, true, self.messages, Some(object));
    }
}

/// Compiles a variant of a program, or finds what came of one that is the same.
pub fn compile(
    elsewhere: &Elsewhere,
    program: &Program<'_>,
    set: &VariantSet<'_>,
    values: &[Option<String>],
) -> (Found, Option<Waiting>) {
    let unknown: RefCell<Option<Unknown<'_>>> = RefCell::new(None);
    let ask = |values: &Values<'_>| {
        let line = line(program, set.names(), values);
        let name = &program.name;
        let can_ask = line.errors.is_empty() && cache::is_for(&line);
        let described =
            can_ask.then(|| job::describe(&line, name, name, &program.text, &program.includes, &Shared::default()));
        let question = described.flatten().map(|(portable, texts)| Question {
            portable,
            texts,
            places: requested::places(&line, name),
        });
        let found = question.as_ref().and_then(|question| {
            let Question { portable, texts, places } = question;
            let effects = elsewhere.ask(portable, texts, places, &mut Console::default())?;
            Some(foreign(effects, portable))
        });
        if found.is_none() {
            unknown.replace(Some(Unknown { question, _turn: elsewhere.turns().take() }));
        }
        found
    };
    let found = set.compile_or(&borrowed(values), Some(&ask));
    let question = unknown.into_inner().and_then(|unknown| unknown.question);
    let waiting = question.filter(|_| elsewhere.keeps_results()).and_then(|question| match &found {
        Found::New(_, output) if !has_internal(output) => {
            let messages = output.render(program.line.style, false);
            question.keep(elsewhere, output.is_ok(), messages, output.object.clone());
            None
        }
        Found::Twin { output, .. } if output.is_ok() => {
            Some(Waiting { question, messages: output.render(program.line.style, false) })
        }
        Found::New(..) | Found::Twin { .. } | Found::Known(_) | Found::Foreign(..) | Found::Before(_) => None,
    });
    (found, waiting)
}

fn has_internal(output: &Output) -> bool {
    output.diagnostics.iter().any(hlslc::Diagnostic::is_internal)
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
