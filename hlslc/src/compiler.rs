//! Holds a compiler: options, and what the caller lends to its compilations. It begins and ends their sessions.
//!
//! Input: options, a source, and a function that runs stages in a session. Output: the [`Output`] of the session. Nothing here does
//! I/O.

use crate::memory::{self, Memory};
use crate::options::Options;
use crate::output::Output;
use crate::recording::Recording;
use crate::reporting::Reporting;
use crate::session::{Clock, OwnPass, Session, Sharing, Step};
use hlslc_base::Interner;
use hlslc_base::diag::Diagnostics;
use hlslc_base::source::{FileId, IncludeResolver, SourceMap};
use hlslc_base::threads::Threads;
use hlslc_syntax::known::Sum;
use hlslc_syntax::preprocess::WarningControl;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A compiler with its options. Use one from several threads, for any number of sources.
#[derive(Clone, Debug, Default)]
pub struct Compiler {
    options: Options,
    clock: Option<Clock>,
    threads: Option<Threads>,
    own_pass: Option<OwnPass>,
    memory: Option<Arc<Memory>>,
    cancellation: Option<Arc<AtomicBool>>,
}

impl Compiler {
    /// A compiler with these options.
    pub fn new(options: Options) -> Self {
        Self { options, clock: None, threads: None, own_pass: None, memory: None, cancellation: None }
    }

    /// The same with a clock, by which the time of each stage is taken.
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// The same with threads on which a large library may be worked on. What comes out does not depend on them.
    pub fn with_threads(self, threads: Threads) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// The same with a pass of the caller's own among those of the compiler.
    pub fn with_pass(self, pass: OwnPass) -> Self {
        Self { own_pass: Some(pass), ..self }
    }

    /// The same with a memory that other compilers may share: permutations of one source are done faster, to the same bytes.
    pub fn with_memory(self, memory: Arc<Memory>) -> Self {
        Self { memory: Some(memory), ..self }
    }

    /// The same with a flag that ends a compilation: once it is set, the next stage or pass does not begin, and one error says so.
    pub fn with_cancellation(self, flag: Arc<AtomicBool>) -> Self {
        Self { cancellation: Some(flag), ..self }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The same compiler with other options.
    #[cfg(feature = "dxil")]
    pub(crate) fn with_options(&self, options: Options) -> Self {
        Self { options, memory: None, ..self.clone() }
    }

    /// The memory with the sum of the options, if there is one that serves these options.
    pub(crate) fn remembered(&self) -> Option<(&Memory, Sum)> {
        let memory = self.memory.as_deref()?;
        Some((memory, memory::sum(&self.options)?))
    }

    /// A session with the memory, if there is one.
    pub(crate) fn session(
        &self,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
        run: impl Fn(&mut Session, FileId) -> Step<()>,
    ) -> Output {
        let memory = self.remembered().filter(|_| self.own_pass.is_none());
        self.session_or_again(memory, None, name, source, includes, &run)
    }

    /// A session that sees everything.
    #[cfg(feature = "lint")]
    pub(crate) fn session_alone(
        &self,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
        run: &dyn Fn(&mut Session, FileId) -> Step<()>,
    ) -> Output {
        self.session_with(None, None, name, source, includes, run).0
    }

    /// A session that may leave functions out. What is wrong is reported as by one that sees everything.
    pub(crate) fn session_or_again(
        &self,
        memory: Option<(&Memory, Sum)>,
        sharing: Option<&dyn Sharing>,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
        run: &dyn Fn(&mut Session, FileId) -> Step<()>,
    ) -> Output {
        let (output, leaves_out) = self.session_with(memory, sharing, name, source, includes, run);
        if output.is_ok() || !leaves_out {
            return output;
        }
        self.session_with(None, sharing, name, source, includes, run).0
    }

    /// The same compiler with other options, and the same memory.
    pub(crate) fn with_other_options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// A session, and whether it left functions out.
    fn session_with(
        &self,
        memory: Option<(&Memory, Sum)>,
        sharing: Option<&dyn Sharing>,
        name: &str,
        source: &[u8],
        includes: &dyn IncludeResolver,
        run: &dyn Fn(&mut Session, FileId) -> Step<()>,
    ) -> (Output, bool) {
        let mut session = self.begin(memory, includes);
        session.sharing = sharing;
        if let Ok(file) = session.add_source(name, source) {
            session.guarded(|session| run(session, file));
        }
        session.finish()
    }

    /// A session without a source.
    pub(crate) fn begin<'a>(
        &'a self,
        memory: Option<(&'a Memory, Sum)>,
        includes: &'a dyn IncludeResolver,
    ) -> Session<'a> {
        Session {
            options: &self.options,
            includes,
            sources: SourceMap::new(),
            interner: Interner::default(),
            found: Diagnostics::default(),
            output: Output::default(),
            recording: Recording::new(&self.options),
            reporting: self.options.report.then(Reporting::default),
            stage: "start",
            warning_control: WarningControl::default(),
            expansions: Vec::new(),
            clock: self.clock,
            threads: self.threads,
            started: self.clock.map(|clock| clock()).unwrap_or_default(),
            own_pass: self.own_pass,
            cancellation: self.cancellation.as_deref(),
            memory,
            outline: None,
            unit: None,
            twin_unit: None,
            ends_when_checked: false,
            leaves_out: false,
            sharing: None,
            said_when_checked: None,
            said_when_lowered: None,
            links: false,
            #[cfg(feature = "lint")]
            looks: None,
        }
    }
}
