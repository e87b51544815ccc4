//! Compiles variants of one program: the same source and options, and macros that vary.
//!
//! Input: a program, the names of the macros that vary, and for each variant their values. Output: for each variant the number of a
//! result; a result is compiled once, however many variants have it. Every byte and every message are those of a compilation by
//! itself. Three levels share work, each exact:
//!
//! * **Questions.** The preprocessor notes which of the macros the source asks about. Variants whose macros agree in the answers read
//!   the same tokens, so they are one result, which is found in a decision tree without reading anything
//!   (`frontend/syntax/src/preprocess/asked.rs`).
//! * **Tokens.** What the entry point can reach, as tokens, names what comes of it ([`Memory`]).
//! * **Programs.** The lowered program, in which nothing is left of what the entry does not reach, names the object: passes
//!   and back end run once for all variants that have it. Their diagnostics up to there are their own.
//!
//! Threads may compile at once; none waits for another. What another thread is compiling counts as known, by its tokens and by its program.
//! Should there be something to report about it, which depends on places (by its program: in its passes), the variants that
//! counted on it are compiled again by themselves.

use crate::compiler::Compiler;
use crate::leaves::{Leaf, Leaves, OutlinedProgram};
use crate::memory::Memory;
use crate::options::{DebugOptions, Options};
use crate::output::Output;
use crate::session::Sharing;
use hlslc_base::diag::Diagnostics;
use hlslc_base::render::Style;
use hlslc_base::source::{IncludeResolver, NoIncludes, SourceMap};
use hlslc_base::{Interner, Span};
use hlslc_syntax::known::Sum;
use hlslc_syntax::preprocess::Asked;
use hlslc_syntax::{Define, PreprocessOptions};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The values of the macros that vary, in the order of their names; none where the macro is not defined.
pub type Values<'v> = [Option<&'v str>];

/// A program of which variants are compiled. While it is there, its source and includes must not change: what was read for one
/// variant is taken as read for the next.
#[derive(Debug)]
pub struct VariantSet<'a> {
    compiler: Compiler,
    name: &'a str,
    source: &'a [u8],
    includes: Includes<'a>,
    names: Vec<String>,
    leaves: Option<Arc<Leaves>>,
    state: Mutex<State>,
}

struct Includes<'a>(&'a (dyn IncludeResolver + Sync));

impl std::fmt::Debug for Includes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Includes")
    }
}

/// The number of a result of a [`VariantSet`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ResultId(pub u32);

/// What came of a variant.
#[derive(Debug)]
pub enum Found {
    /// The result of a variant before, which may still be compiled by another thread.
    Known(ResultId),
    /// A result that is new.
    New(ResultId, Box<Output>),
    /// A result that is new, with messages of its own. Its object is that of another result.
    Twin {
        /// The result.
        id: ResultId,
        /// Its messages.
        output: Box<Output>,
        /// The result that has the object.
        of: ResultId,
    },
    /// A result that is new and was made elsewhere.
    Foreign(ResultId, Box<Foreign>),
    /// A result that is new here, and what the build before had: object and messages.
    Before(ResultId),
}

/// What a build before made of a variant.
pub struct Before<'b> {
    /// What it was made of.
    pub leaf: &'b Leaf,
    /// Whether these are the messages that it had.
    pub says_the_same: &'b dyn Fn(&Output) -> bool,
}

/// What came of a variant that something else has compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foreign {
    /// The object; none if there were errors.
    pub object: Option<Vec<u8>>,
    /// The messages as text.
    pub messages: String,
    /// Names of the files that were included, each once.
    pub dependencies: Vec<String>,
}

/// Compiles a variant elsewhere, if that can be done. Macros that the source does not ask about are not defined: they decide nothing.
pub type Elsewhere<'e> = &'e dyn Fn(&Values<'_>) -> Option<Foreign>;

impl Found {
    /// The number of the result.
    pub fn id(&self) -> ResultId {
        match self {
            Self::Known(id) | Self::New(id, _) | Self::Twin { id, .. } | Self::Foreign(id, _) | Self::Before(id) => *id,
        }
    }
}

/// How many variants came to which end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Variants that were asked for.
    pub variants: u64,
    /// Those that were found in the decision tree.
    pub by_questions: u64,
    /// Those whose object was found by the tokens that the entry point reaches.
    pub by_tokens: u64,
    /// Those whose program was known after it was lowered.
    pub by_program: u64,
    /// Those that were compiled to the end.
    pub compiled: u64,
    /// Those that were compiled elsewhere.
    pub elsewhere: u64,
    /// Those that were checked, and have what the build before made.
    pub checked: u64,
}

#[derive(Debug, Default)]
struct State {
    nodes: Vec<Node>,
    results: Vec<Known>,
    /// The first result with a program.
    programs: FxHashMap<Sum, ResultId>,
    /// The first result of a unit, as it is named by its tokens.
    units: FxHashMap<Sum, ResultId>,
    /// Results that are being compiled, and that others with their tokens count on.
    awaited: FxHashSet<ResultId>,
    /// The results that have the objects of twins; they may be twins themselves.
    origins: FxHashMap<ResultId, ResultId>,
    /// For each macro, the values that can stand in its definition without a message.
    plain: Vec<FxHashSet<String>>,
    leaves: FxHashMap<ResultId, Arc<Leaf>>,
    shares: Shares,
}

/// A node of the decision tree.
#[derive(Debug)]
enum Node {
    /// The next question, and what follows each answer.
    Asks { at: u32, defined: FxHashMap<String, usize>, undefined: Option<usize> },
    /// There are no more questions.
    Ends(ResultId),
}

/// What is known of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It is being compiled.
    Pending,
    /// Its messages say where macros of the command line stand, which may differ between variants that have everything else in common.
    Own,
    /// It is done.
    Done {
        /// Whether nothing was reported about the program once it was lowered.
        is_quiet: bool,
        /// Whether nothing was reported at all.
        is_silent: bool,
    },
}

/// The compilation of one variant.
struct Attempt<'s, 'a> {
    set: &'s VariantSet<'a>,
    values: &'s Values<'s>,
    id: Cell<Option<ResultId>>,
    is_known: Cell<bool>,
    twin_of: Cell<Option<ResultId>>,
    is_quiet: Cell<bool>,
    is_silent: Cell<bool>,
    is_by_tokens: Cell<bool>,
    elsewhere: Option<Elsewhere<'s>>,
    foreign: Cell<Option<Foreign>>,
    /// What the build before made of this variant, or of one that is the same but for a function that the entry does not reach.
    before: Option<&'s Leaf>,
    ended_when_checked: Cell<bool>,
}

impl<'a> VariantSet<'a> {
    /// A program: options without the macros that vary, whose names these are, and a source as [`Compiler::compile`] takes one.
    pub fn new(
        options: Options,
        name: &'a str,
        source: &'a [u8],
        includes: &'a (dyn IncludeResolver + Sync),
        names: &[String],
        memory: Arc<Memory>,
    ) -> Self {
        let mut options = options;
        options.defines.retain(|(name, _)| !names.contains(name));
        let compiler = Compiler::new(options).with_memory(memory);
        Self {
            compiler,
            name,
            source,
            includes: Includes(includes),
            names: names.to_vec(),
            leaves: None,
            state: Mutex::default(),
        }
    }

    /// The same; what results are made of is remembered, for [edits](Leaves::edits).
    pub fn noting(self, leaves: Arc<Leaves>) -> Self {
        Self { leaves: Some(leaves), ..self }
    }

    /// What a result is made of, if that is remembered.
    pub fn leaf(&self, id: ResultId) -> Option<Arc<Leaf>> {
        self.state().leaves.get(&id).cloned()
    }

    /// The names of the macros that vary.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many variants came to which end.
    pub fn shares(&self) -> Shares {
        self.state().shares
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // What is in it is whole between any two steps.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The options of a variant.
    pub fn options(&self, values: &Values<'_>) -> Options {
        let mut options = self.compiler.options().clone();
        let given = self.names.iter().zip(values);
        options.defines.extend(given.filter_map(|(name, value)| Some((name.clone(), (*value)?.to_owned()))));
        options
    }

    /// Compiles a variant by itself.
    pub fn compile_alone(&self, values: &Values<'_>) -> Output {
        Compiler::new(self.options(values)).compile(self.name, self.source, self.includes.0)
    }

    /// Compiles a variant, or finds what came of one that is the same program.
    pub fn compile(&self, values: &Values<'_>) -> Found {
        self.compile_or(values, None)
    }

    /// The same; what is new is compiled elsewhere if that can be done.
    pub fn compile_or(&self, values: &Values<'_>, elsewhere: Option<Elsewhere<'_>>) -> Found {
        self.compile_with(values, elsewhere, None)
    }

    /// Compiles a variant of which a build before is known. If the entry point reaches what it did, it is checked and nothing else.
    pub fn compile_after(&self, values: &Values<'_>, before: &Before<'_>) -> Found {
        self.compile_with(values, None, Some(before))
    }

    fn compile_with(
        &self,
        values: &Values<'_>,
        elsewhere: Option<Elsewhere<'_>>,
        before: Option<&Before<'_>>,
    ) -> Found {
        let is_shared = self.is_shared(values);
        let known = {
            let mut state = self.state();
            state.shares.variants += 1;
            let known = if is_shared { state.find(values) } else { None };
            state.shares.by_questions += u64::from(known.is_some());
            known
        };
        if let Some(id) = known {
            return Found::Known(id);
        }
        let attempt = Attempt {
            set: self,
            values,
            id: Cell::new(None),
            is_known: Cell::new(false),
            twin_of: Cell::new(None),
            is_quiet: Cell::new(false),
            is_silent: Cell::new(false),
            is_by_tokens: Cell::new(false),
            elsewhere,
            foreign: Cell::new(None),
            before: before.map(|before| before.leaf),
            ended_when_checked: Cell::new(false),
        };
        if !is_shared {
            let id = self.state().new_result();
            attempt.id.set(Some(id));
            if let Some(foreign) = elsewhere.and_then(|elsewhere| elsewhere(values)) {
                let mut state = self.state();
                state.results[id.0 as usize] = Known::Own;
                state.shares.elsewhere += 1;
                return Found::Foreign(id, Box::new(foreign));
            }
        }
        let compiler = self.compiler.clone().with_other_options(self.options(values));
        let sharing: Option<&dyn Sharing> = if is_shared { Some(&attempt) } else { None };
        let mut output = compiler.compile_shared(self.name, self.source, self.includes.0, sharing);
        let is_checked = attempt.ended_when_checked.get() && output.is_ok();
        let is_as_before = is_checked && before.is_some_and(|before| (before.says_the_same)(&output));
        if attempt.ended_when_checked.get() && !is_as_before {
            // It says something else, so it is compiled to the end.
            output = self.compile_alone(values);
        }
        let mut state = self.state();
        let Some(id) = attempt.id.get() else {
            // It ended before the preprocessor did: nothing is known of what it depends on.
            let id = state.new_result();
            state.results[id.0 as usize] = Known::Own;
            return Found::New(id, Box::new(output));
        };
        if attempt.is_known.get() {
            state.shares.by_questions += 1;
            return Found::Known(id);
        }
        if let Some(foreign) = attempt.foreign.take() {
            let is_own = foreign.messages.contains(COMMAND_LINE);
            let done = Known::Done { is_quiet: false, is_silent: false };
            state.results[id.0 as usize] = if is_own { Known::Own } else { done };
            state.shares.elsewhere += 1;
            return Found::Foreign(id, Box::new(foreign));
        }
        let is_own = !is_shared || !output.diagnostics.is_empty() && mentions_command_line(&output);
        let twin = attempt.twin_of.get();
        let (is_quiet, is_silent) = (attempt.is_quiet.get(), attempt.is_silent.get());
        // What there is to report about it, those that counted on it would have to report as well, each at its places.
        let is_awaited = state.awaited.remove(&id);
        let is_quiet = is_quiet && (is_silent || !is_awaited);
        state.results[id.0 as usize] = if is_own { Known::Own } else { Known::Done { is_quiet, is_silent } };
        if is_as_before {
            state.shares.checked += 1;
            return Found::Before(id);
        }
        match twin {
            Some(of) => {
                let is_by_tokens = attempt.is_by_tokens.get();
                state.origins.insert(id, of);
                state.shares.by_tokens += u64::from(is_by_tokens);
                state.shares.by_program += u64::from(!is_by_tokens);
                Found::Twin { id, output: Box::new(output), of }
            }
            None => {
                let is_by_tokens = attempt.is_by_tokens.get();
                state.shares.by_tokens += u64::from(is_by_tokens);
                state.shares.compiled += u64::from(!is_by_tokens);
                Found::New(id, Box::new(output))
            }
        }
    }

    /// Whether what came of other variants as [`Found::Known`] is theirs, once everything is compiled. If not, only the variant that it
    /// was new to has it, and the others are to be [compiled alone](Self::compile_alone).
    pub fn is_shared_result(&self, id: ResultId) -> bool {
        self.state().results[id.0 as usize] != Known::Own
    }

    /// The result that has the object of a twin of this one, once everything is compiled. If there is none, the twin is to be
    /// [compiled alone](Self::compile_alone).
    pub fn shared_object(&self, of: ResultId) -> Option<ResultId> {
        let state = self.state();
        let mut of = of;
        loop {
            // One whose messages are its own is quiet after it was lowered or not, which is not kept; it is rare.
            let Known::Done { is_quiet: true, .. } = state.results[of.0 as usize] else { return None };
            // A twin has one that was there before it.
            match state.origins.get(&of) {
                Some(&origin) => of = origin,
                None => return Some(of),
            }
        }
    }

    /// Whether the macros of this variant may be looked at one by one: whether each is defined without a message.
    fn is_shared(&self, values: &Values<'_>) -> bool {
        let options = self.compiler.options();
        // With debug information the command line is part of the output.
        let debug = DebugOptions { arguments: Vec::new(), ..options.debug.clone() };
        if debug != DebugOptions::default() {
            return false;
        }
        let given =
            || self.names.iter().zip(values).enumerate().filter_map(|(at, (name, value))| Some((at, name, (*value)?)));
        let state = self.state();
        let is_known = |at: usize, value: &str| state.plain.get(at).is_some_and(|known| known.contains(value));
        let unknown: Vec<_> = given().filter(|(at, _, value)| !is_known(*at, value)).collect();
        drop(state);
        unknown.into_iter().all(|(at, name, value)| self.is_plain(at, name, value))
    }

    fn is_plain(&self, at: usize, name: &str, value: &str) -> bool {
        let (mut map, mut interner, mut found) = (SourceMap::new(), Interner::default(), Diagnostics::default());
        let Ok(file) = map.add_file("", String::new(), Span::NONE) else { return false };
        let wanted = PreprocessOptions {
            defines: vec![Define { name: name.to_owned(), value: value.to_owned() }],
            ..PreprocessOptions::default()
        };
        hlslc_syntax::preprocess::preprocess(&mut map, &mut interner, &NoIncludes, file, &wanted, &mut found);
        let is_plain = found.is_empty();
        if is_plain {
            let mut state = self.state();
            state.plain.resize(self.names.len(), FxHashSet::default());
            state.plain[at].insert(value.to_owned());
        }
        is_plain
    }
}

/// The sum of what is left of a text without comments and empty lines, if nothing else of it can matter: two texts of one sum mean the
/// same where no place is shown. None if it asks for its lines, or is no sequence of tokens.
pub fn code_sum(text: &str) -> Option<[u8; 16]> {
    hlslc_syntax::code_sum(text).map(Sum::bytes)
}

/// Whether messages show the text of definitions on the command line, whose lines depend on the other definitions.
fn mentions_command_line(output: &Output) -> bool {
    output.render(Style::Excerpt, false).contains(COMMAND_LINE)
}

/// What the definitions of the command line are called as a file.
const COMMAND_LINE: &str = "<command line>";

impl State {
    fn new_result(&mut self) -> ResultId {
        self.results.push(Known::Pending);
        ResultId(self.results.len() as u32 - 1)
    }

    /// The result that these answers lead to.
    fn find(&self, values: &Values<'_>) -> Option<ResultId> {
        let mut node = 0;
        loop {
            node = match self.nodes.get(node)? {
                Node::Ends(id) => return Some(*id),
                Node::Asks { at, defined, undefined } => match values.get(*at as usize).copied().flatten() {
                    Some(value) => *defined.get(value)?,
                    None => (*undefined)?,
                },
            };
        }
    }

    /// Adds the path of a variant with these questions, which is not there yet.
    fn add(&mut self, order: &[u32], values: &Values<'_>, id: ResultId) {
        let mut node = 0;
        for at in order {
            if node == self.nodes.len() {
                self.nodes.push(Node::Asks { at: *at, defined: FxHashMap::default(), undefined: None });
            }
            let next = self.nodes.len();
            let Node::Asks { defined, undefined, .. } = &mut self.nodes[node] else { return };
            node = match values.get(*at as usize).copied().flatten() {
                Some(value) => match defined.get(value) {
                    Some(known) => *known,
                    None => {
                        defined.insert(value.to_owned(), next);
                        next
                    }
                },
                None => *undefined.get_or_insert(next),
            };
        }
        if node == self.nodes.len() {
            self.nodes.push(Node::Ends(id));
        }
    }
}

impl Sharing for Attempt<'_, '_> {
    fn watched(&self) -> &[String] {
        &self.set.names
    }

    fn asked(&self, asked: &Asked) -> bool {
        // A compilation that is made again with everything that was left out comes here a second time.
        if self.id.get().is_some() {
            return true;
        }
        let mut state = self.set.state();
        // Another thread may have come here meanwhile.
        if let Some(id) = state.find(self.values) {
            self.id.set(Some(id));
            self.is_known.set(true);
            return false;
        }
        let id = state.new_result();
        self.id.set(Some(id));
        if !asked.is_all {
            state.add(&asked.order, self.values, id);
        }
        drop(state);
        let Some(elsewhere) = self.elsewhere else { return true };
        // Variants that are one result are one question to others, too, whichever of them comes first.
        let decides = |at: usize| asked.is_all || asked.order.contains(&(at as u32));
        let values = self.values.iter().enumerate().map(|(at, value)| value.filter(|_| decides(at)));
        let foreign = elsewhere(&values.collect::<Vec<_>>());
        let goes_on = foreign.is_none();
        self.foreign.set(foreign);
        goes_on
    }

    fn is_as_before(&self, unit: Sum) -> bool {
        self.before.is_some_and(|leaf| leaf.is_of(unit))
    }

    fn ended_when_checked(&self) {
        self.ended_when_checked.set(true);
    }

    fn note_leaf(&self, program: &OutlinedProgram<'_>) {
        if let (Some(leaves), Some(id)) = (&self.set.leaves, self.id.get())
            && let Some(leaf) = leaves.note(program)
        {
            self.set.state().leaves.insert(id, Arc::new(leaf));
        }
    }

    fn found_by_tokens(&self) {
        self.is_by_tokens.set(true);
    }

    fn knows_unit(&self, unit: Sum) -> bool {
        let (mut state, Some(id)) = (self.set.state(), self.id.get()) else { return false };
        let of = *state.units.entry(unit).or_insert(id);
        let is_good = match state.results[of.0 as usize] {
            _ if of == id => false,
            Known::Pending => {
                state.awaited.insert(of);
                true
            }
            Known::Done { is_quiet, is_silent } => is_quiet && is_silent,
            Known::Own => false,
        };
        self.twin_of.set(is_good.then_some(of));
        self.is_by_tokens.set(is_good);
        is_good
    }

    fn keep_unit(&self, unit: Sum) {
        if let Some(id) = self.id.get() {
            self.set.state().units.insert(unit, id);
        }
    }

    fn lowered(&self, program: Sum) -> bool {
        let (mut state, Some(id)) = (self.set.state(), self.id.get()) else { return true };
        let of = *state.programs.entry(program).or_insert(id);
        let goes_on = match state.results[of.0 as usize] {
            _ if of == id => true,
            Known::Pending | Known::Done { is_quiet: true, .. } => false,
            Known::Own | Known::Done { is_quiet: false, .. } => true,
        };
        self.twin_of.set((!goes_on).then_some(of));
        goes_on
    }

    fn ended(&self, is_quiet: bool, is_silent: bool) {
        self.is_quiet.set(is_quiet);
        self.is_silent.set(is_silent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_ended_is_awaited_no_longer() {
        let options = Options::new("cs_6_0".parse().expect("a profile"));
        let source = b"RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = A; }";
        let names = ["A".to_owned()];
        let set = VariantSet::new(options, "a.hlsl", source, &NoIncludes, &names, Arc::default());
        // As if another thread had met its tokens.
        set.state().awaited.insert(ResultId(0));
        let found = set.compile(&[Some("1")]);
        assert!(matches!(&found, Found::New(ResultId(0), output) if output.diagnostics.is_empty()), "{found:?}");
        assert!(set.state().awaited.is_empty());
    }
}
