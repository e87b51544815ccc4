//! Answers requests and makes diagnostics, one at a time, from the latest state.
//!
//! Input: requests and changes of texts, from the reader of messages. Output: answers, and the diagnostics of texts once nothing was typed for
//! a while. An answer is about the texts as they are: one about a text that has changed since is not sent.

use crate::answer;
use crate::compiling::{Compile, Linted};
use crate::diagnose::Depth;
use crate::programs::Programs;
use crate::serve::Client;
use hlslc_analysis::host::Host;
use hlslc_analysis::{Context, Diagnostic, Session, Snapshot};
use hlslc_base::guard;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// The code of an answer that would be about a text which has changed.
const CONTENT_MODIFIED: i32 = -32801;
/// So long nothing has to be asked or typed before whole programs are checked, so that the next key does not wait for that.
const PAUSE: Duration = Duration::from_millis(120);
/// Programs that are kept checked.
const KEPT: usize = 12;
/// Requests that were cancelled before they came, or after they were answered, are remembered up to this number.
const MOST_CANCELLED: usize = 1024;

/// What the reader of messages and the workers share.
#[derive(Debug, Default)]
pub struct Shared {
    /// The revision of the texts.
    pub revision: AtomicU64,
    cancelled: Mutex<HashSet<RequestId>>,
}

impl Shared {
    pub fn cancel(&self, id: RequestId) {
        let mut cancelled = self.cancelled.lock().unwrap_or_else(PoisonError::into_inner);
        if cancelled.len() >= MOST_CANCELLED {
            cancelled.clear();
        }
        cancelled.insert(id);
    }

    fn take_cancelled(&self, id: &RequestId) -> bool {
        self.cancelled.lock().unwrap_or_else(PoisonError::into_inner).remove(id)
    }
}

/// Something to do.
pub enum Task {
    /// Answers a request.
    Answer { request: Request, host: Host, revision: u64 },
    /// Makes diagnostics, those of a file first.
    Diagnose { host: Host, file: Option<String> },
    /// Forgets which programs there are; with `disk` what was read from the disk too.
    Forget { disk: bool },
    /// What linting a program has found in the texts of a revision.
    Linted { host: Host, context: Context, linted: Linted },
}

/// Something for the thread of the compiler.
pub enum Work {
    /// A request that it answers.
    Answer(Job),
    /// Lints a program, if its texts have not changed when it comes to that.
    Lint { host: Host, context: Context },
}

/// Something for the compiler.
pub struct Job {
    pub id: RequestId,
    pub host: Host,
    pub context: Context,
    pub wants_listing: bool,
    pub revision: u64,
    /// Makes the answer of what came of it.
    pub finish: Box<dyn FnOnce(crate::Compiled) -> Value + Send>,
}

/// A checked program and what it was checked from.
struct Kept {
    snapshot: Arc<Snapshot>,
    /// The texts that were open: another text makes it old.
    read: Vec<(String, Option<Arc<str>>)>,
    reported: Arc<Vec<Diagnostic>>,
    last_used: u64,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The parameters make no sense.
    Params(String),
    /// What is asked for cannot be done, for this reason.
    Refused(String),
    /// The answer comes from the compiler, later.
    Later,
}

/// The thread of queries.
pub struct Worker {
    pub client: Client,
    pub programs: Programs,
    pub compiler: Sender<Work>,
    sender: Sending,
    shared: Arc<Shared>,
    kept: Vec<Kept>,
    /// What linting has found in programs, with the revision of the texts.
    linted: Vec<(Context, u64, Linted)>,
    pub session: Arc<Session>,
    uses: u64,
    /// What was sent last about each file.
    published: BTreeMap<String, Value>,
    /// Programs that were sent to the client as the one of a file.
    shown: std::collections::HashMap<String, String>,
    pub id: RequestId,
    pub revision: u64,
}

/// Sends a message to the client; one that is gone is no error here, as reading ends then.
pub type Sending = Arc<dyn Fn(Message) + Send + Sync>;

impl Worker {
    /// The queue is that of the worker: what linting has found comes back by it, as long as the reader of messages has it.
    pub fn new(
        client: Client,
        shared: Arc<Shared>,
        sender: Sending,
        compiler: Arc<dyn Compile>,
        queue: Weak<Sender<Task>>,
    ) -> Self {
        let (jobs, waiting) = channel::<Work>();
        let (answers, state) = (sender.clone(), shared.clone());
        let thread = std::thread::Builder::new().name("compiler".to_owned()).stack_size(64 << 20);
        // Without the thread a request for the compiler is never answered; the client may cancel it.
        let _ = thread.spawn(move || {
            let mut lints: Vec<(Host, Context)> = Vec::new();
            loop {
                // Requests come first: lints wait until nothing is asked.
                let work = if lints.is_empty() {
                    waiting.recv().map_err(|_| TryRecvError::Disconnected)
                } else {
                    waiting.try_recv()
                };
                match work {
                    Ok(Work::Answer(job)) => compile(job, &*compiler, &answers, &state),
                    Ok(Work::Lint { host, context }) => {
                        lints.retain(|(_, known)| *known != context);
                        lints.push((host, context));
                    }
                    Err(TryRecvError::Empty) => {
                        if let Some((host, context)) = lints.pop() {
                            lint(host, context, &*compiler, &queue, &state);
                        }
                    }
                    Err(TryRecvError::Disconnected) => return,
                }
            }
        });
        Self {
            client,
            programs: Programs::default(),
            compiler: jobs,
            sender,
            shared,
            kept: Vec::new(),
            linted: Vec::new(),
            session: Arc::default(),
            uses: 0,
            published: BTreeMap::new(),
            shown: std::collections::HashMap::new(),
            id: RequestId::from(0),
            revision: 0,
        }
    }

    /// Works until the reader of messages is gone.
    pub fn run(mut self, tasks: &Receiver<Task>) {
        let mut requests: VecDeque<(Request, Host, u64)> = VecDeque::new();
        // The latest state that diagnostics are due of, with the files that changed.
        let mut due: Option<(Host, Vec<String>)> = None;
        // What is left to look at: all of the programs that are shown, then the other programs of the files.
        let mut more: Option<(Host, Depth)> = None;
        loop {
            loop {
                let idle = requests.is_empty() && due.is_none() && more.is_none();
                let task = if idle {
                    match tasks.recv() {
                        Ok(task) => task,
                        Err(_) => return,
                    }
                } else {
                    let waits = requests.is_empty() && due.is_none() && matches!(more, Some((_, Depth::Shown)));
                    let next = if waits {
                        tasks.recv_timeout(PAUSE).map_err(|why| match why {
                            RecvTimeoutError::Timeout => TryRecvError::Empty,
                            RecvTimeoutError::Disconnected => TryRecvError::Disconnected,
                        })
                    } else {
                        tasks.try_recv()
                    };
                    match next {
                        Ok(task) => task,
                        Err(TryRecvError::Empty) => break,
                        Err(TryRecvError::Disconnected) => {
                            requests.drain(..).for_each(|(request, host, revision)| {
                                self.answer(request, &host, revision);
                            });
                            return;
                        }
                    }
                };
                match task {
                    Task::Answer { request, host, revision } => requests.push_back((request, host, revision)),
                    Task::Diagnose { host, file } => {
                        let mut files = due.take().map_or_else(Vec::new, |(_, files)| files);
                        files.retain(|known| Some(known) != file.as_ref());
                        files.extend(file);
                        due = Some((host, files));
                        more = None;
                    }
                    Task::Forget { disk } => {
                        self.programs.forget();
                        if disk {
                            self.kept.clear();
                        }
                    }
                    Task::Linted { host, context, linted } => {
                        let is_current = host.revision() == self.shared.revision.load(Ordering::SeqCst);
                        self.linted.retain(|(known, revision, _)| *known != context && *revision == host.revision());
                        self.linted.push((context, host.revision(), linted));
                        if is_current && due.is_none() && more.is_none() {
                            more = Some((host, Depth::Linted));
                        }
                    }
                }
            }
            if let Some((request, host, revision)) = requests.pop_front() {
                self.answer(request, &host, revision);
            } else if let Some((host, files)) = due.take() {
                drop(guard(|| self.diagnose(&host, &files, Depth::Changes)));
                more = Some((host, Depth::Shown));
            } else if let Some((host, depth)) = more.take() {
                drop(guard(|| self.diagnose(&host, &[], depth)));
                if depth == Depth::All {
                    self.lint(&host);
                }
                more = (depth == Depth::Shown).then_some((host, Depth::All));
            }
        }
    }

    fn send(&self, message: Message) {
        (self.sender)(message);
    }

    fn answer(&mut self, request: Request, host: &Host, revision: u64) {
        let id = request.id.clone();
        if self.shared.take_cancelled(&id) {
            let code = ErrorCode::RequestCanceled as i32;
            return self.send(Response::new_err(id, code, "cancelled".to_owned()).into());
        }
        if self.shared.revision.load(Ordering::SeqCst) != revision {
            return self.send(modified(id));
        }
        (self.id, self.revision) = (id.clone(), revision);
        let done = guard(|| answer::answer(self, &request.method, request.params, host));
        let response = match done {
            _ if self.shared.take_cancelled(&id) => {
                Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".to_owned())
            }
            // An edit came while the answer was made.
            Ok(Ok(_)) if self.shared.revision.load(Ordering::SeqCst) != revision => return self.send(modified(id)),
            Ok(Ok(value)) => Response::new_ok(id, value),
            Ok(Err(Failure::Later)) => return,
            Ok(Err(Failure::Params(why))) => Response::new_err(id, ErrorCode::InvalidParams as i32, why),
            Ok(Err(Failure::Refused(why))) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
            Err(why) => Response::new_err(id, ErrorCode::InternalError as i32, format!("internal error: {why}")),
        };
        self.send(response.into());
    }

    /// The program of a file that the editor shows, checked.
    pub fn snapshot(&mut self, host: &Host, file: &str) -> Option<Arc<Snapshot>> {
        let context = self.programs.of(host, file).into_iter().next()?;
        Some(self.checked(host, &context)?.0)
    }

    /// A program, checked, and what is wrong in it. It is checked again if a text of it has changed.
    pub fn checked(&mut self, host: &Host, context: &Context) -> Option<(Arc<Snapshot>, Arc<Vec<Diagnostic>>)> {
        self.uses += 1;
        let is_current = |kept: &Kept| {
            kept.read.iter().all(|(name, text)| match (host.open(name), text) {
                (Some(open), Some(text)) => Arc::ptr_eq(&open.text, text) || open.text == *text,
                (None, None) => true,
                _ => false,
            })
        };
        if let Some(kept) = self.kept.iter_mut().find(|kept| kept.snapshot.context == *context)
            && is_current(kept)
        {
            kept.last_used = self.uses;
            return Some((kept.snapshot.clone(), kept.reported.clone()));
        }
        self.kept.retain(|kept| kept.snapshot.context != *context);
        self.add_checked(host, context)
    }

    /// The diagnostics of a program after an edit, by what the edit has changed; the whole program if it was not checked before.
    pub fn changed(&mut self, host: &Host, context: &Context) -> Option<(Arc<Snapshot>, Arc<Vec<Diagnostic>>)> {
        if !self.kept.iter().any(|kept| kept.snapshot.context == *context) {
            return self.checked(host, context);
        }
        let snapshot = Arc::new(Snapshot::changes(host, context, &self.session)?);
        let reported = Arc::new(snapshot.diagnostics());
        Some((snapshot, reported))
    }

    fn add_checked(&mut self, host: &Host, context: &Context) -> Option<(Arc<Snapshot>, Arc<Vec<Diagnostic>>)> {
        let snapshot = Arc::new(Snapshot::in_session(host, context, &self.session)?);
        let reported = Arc::new(snapshot.diagnostics());
        let names = snapshot.files().into_iter().map(|name| name.to_string());
        let read = names.map(|name| (name.clone(), host.open(&name).map(|open| open.text.clone()))).collect();
        if self.kept.len() >= KEPT {
            let oldest = self.kept.iter().enumerate().min_by_key(|(_, kept)| kept.last_used).map(|(at, _)| at);
            oldest.map(|at| self.kept.swap_remove(at));
        }
        self.kept.push(Kept { snapshot: snapshot.clone(), read, reported: reported.clone(), last_used: self.uses });
        Some((snapshot, reported))
    }

    /// Has the programs linted that the editor shows.
    fn lint(&mut self, host: &Host) {
        let mut contexts: Vec<Context> = Vec::new();
        for file in host.open_files() {
            let shown = self.programs.of(host, file).into_iter().next();
            contexts.extend(shown.filter(|context| !contexts.contains(context)));
        }
        for context in contexts {
            let _ = self.compiler.send(Work::Lint { host: host.clone(), context });
        }
    }

    /// What linting has found in a program as it is now.
    pub fn linted(&self, host: &Host, context: &Context) -> Option<&Linted> {
        let is_it = |row: &&(Context, u64, Linted)| row.0 == *context && row.1 == host.revision();
        self.linted.iter().find(is_it).map(|row| &row.2)
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: Value) {
        self.send(Notification { method: method.to_owned(), params }.into());
    }

    /// What was sent last about each file.
    pub fn published(&mut self) -> &mut BTreeMap<String, Value> {
        &mut self.published
    }

    /// Informs the client which program a file is shown in, unless it knows.
    pub fn show_program(&mut self, file: &str, uri: &lsp_types::Uri, programs: &[Context]) {
        let labels: Vec<&str> = programs.iter().map(|context| context.label.as_str()).collect();
        let text = labels.join("\n");
        if self.shown.get(file) != Some(&text) {
            self.notify("hlslc/program", json!({ "uri": uri, "active": labels.first(), "all": labels }));
            self.shown.insert(file.to_owned(), text);
        }
    }
}

fn modified(id: RequestId) -> Message {
    Response::new_err(id, CONTENT_MODIFIED, "the text has changed".to_owned()).into()
}

fn compile(job: Job, compiler: &dyn Compile, sender: &Sending, shared: &Shared) {
    let id = job.id.clone();
    let is_stale = || shared.revision.load(Ordering::SeqCst) != job.revision;
    let message = if shared.take_cancelled(&id) {
        Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".to_owned()).into()
    } else if is_stale() {
        modified(id)
    } else {
        match guard(|| compiler.compile(&job.host, &job.context, job.wants_listing)) {
            Ok(_) if is_stale() => modified(id),
            Ok(compiled) => Response::new_ok(id, (job.finish)(compiled)).into(),
            Err(why) => Response::new_err(id, ErrorCode::InternalError as i32, format!("internal error: {why}")).into(),
        }
    };
    sender(message);
}

fn lint(host: Host, context: Context, compiler: &dyn Compile, queue: &Weak<Sender<Task>>, shared: &Shared) {
    let is_stale = || shared.revision.load(Ordering::SeqCst) != host.revision();
    if is_stale() {
        return;
    }
    // A mistake of the compiler is no reason to disturb one who writes.
    let Ok(linted) = guard(|| compiler.lint(&host, &context)) else { return };
    if let Some(queue) = queue.upgrade().filter(|_| !is_stale() && linted != Linted::default()) {
        let _ = queue.send(Task::Linted { host, context, linted });
    }
}
