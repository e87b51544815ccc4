//! Runs `hlslc serve`: one process that compiles what clients ask for, over standard input and output or a Unix socket.
//!
//! Input: requests as `docs/32-serving.md` describes them, in lines of JSON or in binary frames. Output: one answer for each. A reader for
//! each connection puts requests into one queue, from which threads take them by priority and then by age; an answer is written by
//! the thread that made it. Compilations share a [`Memory`], which is given up when the process grows over its ceiling. Bad input is
//! answered, and a client that is gone takes its requests with it.

use crate::files::{FileIncludes, Reader, say};
use hlslc::args::{Action, CommandLine};
use hlslc::options::Emit;
use hlslc::{Compiler, IncludeResolver, IncludedFile, Memory, guard};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

pub const USAGE: &str = "\
hlslc serve [--socket PATH] [--jobs N] [--memory MIB] [--queue N]
    compile on request, over standard input and output or a socket; docs/32-serving.md describes the protocol
";

/// The version of the protocol.
pub const VERSION: u64 = 1;
/// What a connection with binary frames begins with.
const MAGIC: &[u8; 8] = b"HLSLSRV\x01";
/// The longest request.
const LONGEST: u64 = 256 << 20;
/// As much as the main thread of a process has.
const STACK: usize = 8 << 20;
/// So long a client may leave an answer unread.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);
/// Requests that wait at most, unless asked otherwise.
const QUEUE: usize = 100_000;

/// The codes of errors, one place for each.
mod code {
    pub const BAD_REQUEST: &str = "bad-request";
    pub const UNKNOWN_METHOD: &str = "unknown-method";
    pub const CANCELLED: &str = "cancelled";
    pub const QUEUE_FULL: &str = "queue-full";
    pub const TOO_LONG: &str = "too-long";
    pub const INTERNAL: &str = "internal";
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is in it is whole between any two steps.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How requests and answers are framed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Framing {
    /// JSON, a line each; bytes are in base64.
    Lines,
    /// The length of JSON and of bytes as 4 bytes each, then both.
    Frames,
}

/// A connection: where answers go.
struct Client {
    out: Mutex<Box<dyn Write + Send>>,
    framing: Framing,
    is_gone: AtomicBool,
    /// Requests that are not answered yet, by their ids as JSON.
    open: Mutex<HashMap<String, Arc<AtomicBool>>>,
    /// Signals that a request was answered.
    answered: Condvar,
}

impl Client {
    fn send(&self, id: &Value, mut answer: Map<String, Value>, bytes: &[u8]) {
        answer.insert("id".to_owned(), id.clone());
        let mut frame = Vec::new();
        match self.framing {
            Framing::Lines => {
                if !bytes.is_empty() {
                    answer.insert("object".to_owned(), Value::String(base64(bytes)));
                }
                frame.extend_from_slice(Value::Object(answer).to_string().as_bytes());
                frame.push(b'\n');
            }
            Framing::Frames => {
                let text = Value::Object(answer).to_string();
                frame.extend_from_slice(&(text.len() as u32).to_le_bytes());
                frame.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
                frame.extend_from_slice(text.as_bytes());
                frame.extend_from_slice(bytes);
            }
        }
        let mut out = lock(&self.out);
        if out.write_all(&frame).and_then(|()| out.flush()).is_err() {
            self.leave();
        }
    }

    fn fail(&self, id: &Value, code: &str, message: &str) {
        self.send(id, object(json!({ "error": { "code": code, "message": message } })), &[]);
    }

    /// The client is gone: what it asked for is of no use.
    fn leave(&self) {
        self.is_gone.store(true, Ordering::Relaxed);
        lock(&self.open).values().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }

    fn close(&self, id: &Value) {
        lock(&self.open).remove(&id.to_string());
        self.answered.notify_all();
    }

    /// Waits until everything is answered.
    fn wait(&self) {
        let mut open = lock(&self.open);
        while !open.is_empty() {
            open = self.answered.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The JSON of an answer, and its bytes.
type Answer = (Map<String, Value>, Vec<u8>);

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

/// A compilation that waits.
struct Job {
    client: Arc<Client>,
    id: Value,
    line: CommandLine,
    name: String,
    source: Option<Vec<u8>>,
    files: HashMap<String, Vec<u8>>,
    uses_disk: bool,
    flag: Arc<AtomicBool>,
}

/// Jobs by priority, the highest first, and age.
#[derive(Default)]
struct Queue {
    jobs: BTreeMap<(i64, u64), Job>,
    next: u64,
    is_closed: bool,
}

struct Server {
    queue: Mutex<Queue>,
    filled: Condvar,
    memory: Mutex<Arc<Memory>>,
    most_waiting: usize,
    /// Bytes that the process may have before the memory is given up.
    ceiling: Option<u64>,
    started: Instant,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    requests: AtomicU64,
    compiled: AtomicU64,
    failed: AtomicU64,
    cancelled: AtomicU64,
    rejected: AtomicU64,
    connections: AtomicU64,
    /// Times that the memory was given up.
    given_up: AtomicU64,
    microseconds: AtomicU64,
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// `hlslc serve`.
pub fn command(args: &[String]) -> Result<bool, String> {
    let (mut socket, mut jobs, mut ceiling, mut most_waiting) = (None, None, None, QUEUE);
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("`{arg}` needs a value"));
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
        match arg {
            "--socket" => socket = Some(value()?.to_owned()),
            "--jobs" | "-jobs" | "-j" => jobs = Some(hlslc::flags::job_count(value()?)?),
            "--memory" => ceiling = Some(number(value()?)?.saturating_mul(1 << 20)),
            "--queue" => most_waiting = number(value()?)? as usize,
            other => return Err(format!("unknown option `{other}`\n{USAGE}")),
        }
    }
    let server = Arc::new(Server {
        queue: Mutex::default(),
        filled: Condvar::new(),
        memory: Mutex::default(),
        most_waiting,
        ceiling,
        started: Instant::now(),
        counts: Counts::default(),
    });
    let threads =
        jobs.filter(|&jobs| jobs > 0).unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
    let mut workers = Vec::new();
    for _ in 0..threads {
        let server = server.clone();
        let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || server.work());
        workers.push(worker.map_err(|why| format!("cannot start a thread: {why}"))?);
    }
    match socket {
        Some(path) => listen(&server, &path)?,
        None => {
            count(&server.counts.connections);
            server.serve(std::io::stdin(), Box::new(std::io::stdout()));
        }
    }
    lock(&server.queue).is_closed = true;
    server.filled.notify_all();
    for worker in workers {
        let _ = worker.join();
    }
    Ok(true)
}

#[cfg(unix)]
fn listen(server: &Arc<Server>, path: &str) -> Result<(), String> {
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
    use std::os::unix::net::{UnixListener, UnixStream};
    let failed = |why: std::io::Error| format!("cannot listen at `{path}`: {why}");
    // One that no process listens at was left by a server that was killed.
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.file_type().is_socket());
    if is_socket && UnixStream::connect(path).is_err() {
        std::fs::remove_file(path).map_err(failed)?;
    }
    let listener = UnixListener::bind(path).map_err(failed)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).map_err(failed)?;
    say(&format!("hlslc serve: listens at `{path}`\n"));
    for stream in listener.incoming() {
        // A client that was gone before it was accepted.
        let Ok(stream) = stream else { continue };
        let (server, Ok(out)) = (server.clone(), stream.try_clone()) else { continue };
        // A client that reads nothing holds no thread for long.
        let _ = out.set_write_timeout(Some(PATIENCE));
        count(&server.counts.connections);
        let served = std::thread::Builder::new().spawn(move || {
            if server.serve(stream, Box::new(out)) {
                // The listener waits for connections alone, so the process ends here.
                std::process::exit(0);
            }
        });
        if let Err(why) = served {
            say(&format!("hlslc serve: note: a connection is rejected: {why}\n"));
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn listen(_: &Arc<Server>, _: &str) -> Result<(), String> {
    Err("--socket: this system has no Unix sockets; use standard input and output".to_owned())
}

/// What was read from a connection.
enum Incoming {
    Request(Value, Vec<u8>),
    /// It is no request; the connection goes on.
    Bad(&'static str, String),
    /// It is no request, and what follows cannot be found.
    Lost(&'static str, String),
    End,
}

fn read_line(input: &mut impl BufRead) -> Incoming {
    let mut line = Vec::new();
    match input.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line) {
        Err(_) | Ok(0) => return Incoming::End,
        Ok(_) if line.len() as u64 > LONGEST => {
            return Incoming::Lost(code::TOO_LONG, format!("a request has at most {LONGEST} bytes"));
        }
        Ok(_) => {}
    }
    if line.iter().all(u8::is_ascii_whitespace) {
        return Incoming::Bad("", String::new());
    }
    match serde_json::from_slice(&line) {
        Ok(value) => Incoming::Request(value, Vec::new()),
        Err(why) => Incoming::Bad(code::BAD_REQUEST, format!("this is no JSON: {why}")),
    }
}

fn read_frame(input: &mut impl BufRead) -> Incoming {
    let mut lengths = [0; 8];
    if input.read_exact(&mut lengths).is_err() {
        return Incoming::End;
    }
    let length =
        |at: usize| u64::from(u32::from_le_bytes([lengths[at], lengths[at + 1], lengths[at + 2], lengths[at + 3]]));
    let (text, bytes) = (length(0), length(4));
    if text + bytes > LONGEST {
        return Incoming::Lost(code::TOO_LONG, format!("a request has at most {LONGEST} bytes"));
    }
    // What is announced takes memory when it comes, not before.
    let mut both = Vec::new();
    match input.by_ref().take(text + bytes).read_to_end(&mut both) {
        Ok(count) if count as u64 == text + bytes => {}
        Ok(_) | Err(_) => return Incoming::End,
    }
    let bytes = both.split_off(text as usize);
    match serde_json::from_slice(&both) {
        Ok(value) => Incoming::Request(value, bytes),
        Err(why) => Incoming::Bad(code::BAD_REQUEST, format!("this is no JSON: {why}")),
    }
}

impl Server {
    /// Serves one connection to its end. Returns whether it asked the server to end.
    fn serve(self: &Arc<Self>, input: impl Read, out: Box<dyn Write + Send>) -> bool {
        let mut input = BufReader::new(input);
        let framing = match input.fill_buf() {
            Ok(start) if start.first() == Some(&MAGIC[0]) => Framing::Frames,
            Ok(_) | Err(_) => Framing::Lines,
        };
        let client = Arc::new(Client {
            out: Mutex::new(out),
            framing,
            is_gone: AtomicBool::new(false),
            open: Mutex::default(),
            answered: Condvar::new(),
        });
        if framing == Framing::Frames {
            let mut magic = [0; 8];
            if input.read_exact(&mut magic).is_err() || magic != *MAGIC {
                client.fail(&Value::Null, code::BAD_REQUEST, "this is no framing of this version");
                return false;
            }
        }
        let mut ends = false;
        while !ends && !client.is_gone.load(Ordering::Relaxed) {
            let incoming = match framing {
                Framing::Lines => read_line(&mut input),
                Framing::Frames => read_frame(&mut input),
            };
            match incoming {
                Incoming::Request(request, bytes) => ends = self.request(&client, request, bytes),
                Incoming::Bad("", _) => {}
                Incoming::Bad(code, why) => {
                    count(&self.counts.rejected);
                    client.fail(&Value::Null, code, &why);
                }
                Incoming::Lost(code, why) => {
                    count(&self.counts.rejected);
                    client.fail(&Value::Null, code, &why);
                    break;
                }
                Incoming::End => break,
            }
        }
        // A client may close its side and wait for the answers.
        client.wait();
        ends
    }

    /// Takes a request. Returns whether it asks the server to end.
    fn request(self: &Arc<Self>, client: &Arc<Client>, request: Value, bytes: Vec<u8>) -> bool {
        count(&self.counts.requests);
        let id = request.get("id").cloned().unwrap_or(Value::Null);
        let empty = Value::Object(Map::new());
        let params = request.get("params").unwrap_or(&empty);
        match request.get("method").and_then(Value::as_str) {
            Some("hello") => {
                let answer = json!({ "result": { "protocol": VERSION, "compiler": hlslc::flags::version() } });
                client.send(&id, object(answer), &[]);
            }
            Some("compile") => {
                if let Err((code, why)) = self.accept(client, &id, params, bytes) {
                    count(&self.counts.rejected);
                    client.fail(&id, code, &why);
                }
            }
            Some("cancel") => {
                let of = params.get("id").unwrap_or(&Value::Null).to_string();
                let found = lock(&client.open).get(&of).map(|flag| flag.store(true, Ordering::Relaxed));
                client.send(&id, object(json!({ "result": { "found": found.is_some() } })), &[]);
            }
            Some("statistics") => client.send(&id, object(json!({ "result": self.statistics() })), &[]),
            Some("forget") => {
                *lock(&self.memory) = Arc::default();
                client.send(&id, object(json!({ "result": {} })), &[]);
            }
            Some("shutdown") => {
                client.wait();
                client.send(&id, object(json!({ "result": {} })), &[]);
                return true;
            }
            Some(other) => {
                count(&self.counts.rejected);
                let known = ["hello", "compile", "cancel", "statistics", "forget", "shutdown"];
                let hint = hlslc_base::suggest::nearest(other, known).map(|near| format!(": did you mean `{near}`?"));
                let why = format!("there is no method `{other}`{}", hint.unwrap_or_default());
                client.fail(&id, code::UNKNOWN_METHOD, &why);
            }
            None => {
                count(&self.counts.rejected);
                client.fail(&id, code::BAD_REQUEST, "a request has a `method`");
            }
        }
        false
    }

    /// Puts a compilation into the queue.
    fn accept(
        self: &Arc<Self>,
        client: &Arc<Client>,
        id: &Value,
        params: &Value,
        bytes: Vec<u8>,
    ) -> Result<(), (&'static str, String)> {
        let bad = |why: &str| (code::BAD_REQUEST, why.to_owned());
        let is_id = id.is_string() || id.is_number();
        if !is_id {
            return Err(bad("a compilation has an `id`, a string or a number"));
        }
        let words =
            params.get("arguments").and_then(Value::as_array).ok_or_else(|| bad("`arguments` is a list of strings"))?;
        let words: Option<Vec<String>> = words.iter().map(|word| word.as_str().map(str::to_owned)).collect();
        let words = words.ok_or_else(|| bad("`arguments` is a list of strings"))?;
        let mut line = CommandLine::parse(&words, &|_| Err("response files are not read here".to_owned()));
        if !line.errors.is_empty() {
            return Err((code::BAD_REQUEST, line.errors.join("\n")));
        }
        let makes_object =
            line.options.emit == Emit::Object && !line.options.preprocess_only && !line.options.syntax_only;
        if line.action != Action::Compile || !makes_object || hlslc::many::outputs(&line).next().is_some() {
            return Err(bad("the arguments ask for something else than an object, which is in the answer"));
        }
        let name = match (params.get("name").and_then(Value::as_str), &line.inputs[..]) {
            (Some(name), []) => name.to_owned(),
            (None, [name]) if name != "-" => name.clone(),
            _ => return Err(bad("the source is named once: by `name` or among the arguments")),
        };
        let source = match params.get("source") {
            Some(Value::String(text)) => Some(text.clone().into_bytes()),
            Some(_) => return Err(bad("`source` is a string")),
            None if !bytes.is_empty() => Some(bytes),
            None => None,
        };
        let mut files = HashMap::new();
        match params.get("files") {
            None => {}
            Some(Value::Object(given)) => {
                for (name, text) in given {
                    let text = text.as_str().ok_or_else(|| bad("`files` is an object of strings"))?;
                    files.insert(name.clone(), text.as_bytes().to_vec());
                }
            }
            Some(_) => return Err(bad("`files` is an object of strings")),
        }
        let uses_disk = params.get("disk").is_none_or(|value| value.as_bool() == Some(true));
        if !uses_disk && source.is_none() {
            return Err(bad("without the disk a request has its `source`"));
        }
        let priority =
            params.get("priority").map_or(Some(0), Value::as_i64).ok_or_else(|| bad("`priority` is a number"))?;
        line.options.input = line.kind_of(&name);
        line.options.reflect |= match params.get("reflection") {
            None => false,
            Some(Value::Bool(is_wanted)) => *is_wanted,
            Some(_) => return Err(bad("`reflection` is true or false")),
        };
        let flag = Arc::new(AtomicBool::new(false));
        let mut queue = lock(&self.queue);
        if queue.jobs.len() >= self.most_waiting {
            return Err((code::QUEUE_FULL, format!("{} requests wait already", self.most_waiting)));
        }
        let is_new = lock(&client.open).insert(id.to_string(), flag.clone()).is_none();
        if !is_new {
            return Err(bad("a request with this `id` is not answered yet"));
        }
        queue.next += 1;
        let place = (priority.saturating_neg(), queue.next);
        queue
            .jobs
            .insert(place, Job { client: client.clone(), id: id.clone(), line, name, source, files, uses_disk, flag });
        drop(queue);
        self.filled.notify_one();
        Ok(())
    }

    /// Does jobs until the queue is closed.
    fn work(&self) {
        loop {
            let mut queue = lock(&self.queue);
            let job = loop {
                if let Some((_, job)) = queue.jobs.pop_first() {
                    break job;
                }
                if queue.is_closed {
                    return;
                }
                queue = self.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
            };
            drop(queue);
            self.run(&job);
            job.client.close(&job.id);
        }
    }

    fn run(&self, job: &Job) {
        if job.flag.load(Ordering::Relaxed) {
            count(&self.counts.cancelled);
            return job.client.fail(&job.id, code::CANCELLED, "the request was cancelled");
        }
        let start = Instant::now();
        let done = guard(|| self.compile(job));
        self.counts.microseconds.fetch_add(start.elapsed().as_micros() as u64, Ordering::Relaxed);
        match done {
            Ok(Ok((answer, bytes))) => {
                count(&self.counts.compiled);
                job.client.send(&job.id, answer, &bytes);
            }
            Ok(Err((code, why))) => {
                count(if code == code::CANCELLED { &self.counts.cancelled } else { &self.counts.rejected });
                job.client.fail(&job.id, code, &why);
            }
            Err(why) => job.client.fail(&job.id, code::INTERNAL, &why),
        }
        self.keep_under_ceiling();
    }

    fn compile(&self, job: &Job) -> Result<Answer, (&'static str, String)> {
        let reader = Arc::new(Reader::default());
        let read;
        let source = match &job.source {
            Some(source) => &source[..],
            None => {
                read = reader.input(&job.name).map_err(|why| (code::BAD_REQUEST, why))?;
                &read.bytes
            }
        };
        let disk = FileIncludes::new(&job.line.include_dirs, reader.clone());
        let includes =
            Includes { files: &job.files, folders: &job.line.include_dirs, disk: job.uses_disk.then_some(&disk) };
        let memory = lock(&self.memory).clone();
        let compiler = Compiler::new(job.line.options.clone()).with_memory(memory).with_cancellation(job.flag.clone());
        let mut output = compiler.compile(&job.name, source, &includes);
        if job.flag.load(Ordering::Relaxed) {
            return Err((code::CANCELLED, "the request was cancelled".to_owned()));
        }
        let is_ok = output.is_ok();
        if !is_ok {
            count(&self.counts.failed);
        }
        let object_bytes = output.object.take().filter(|_| is_ok).unwrap_or_default();
        let mut result = object(json!({
            "ok": is_ok,
            "messages": output.render(job.line.style, false),
            "dependencies": output.dependencies,
            "bytes": object_bytes.len(),
        }));
        if let Some(found) = output.reflection.as_ref().filter(|_| is_ok) {
            result.insert("reflection".to_owned(), serde_json::from_str(&found.json()).unwrap_or(Value::Null));
        }
        Ok((object(json!({ "result": result })), object_bytes))
    }

    /// Gives up what is remembered if the process is larger than it may be.
    fn keep_under_ceiling(&self) {
        if let (Some(ceiling), Some(size)) = (self.ceiling, size_of_process())
            && size > ceiling
        {
            count(&self.counts.given_up);
            *lock(&self.memory) = Arc::default();
        }
    }

    fn statistics(&self) -> Value {
        let counts = &self.counts;
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        json!({
            "requests": of(&counts.requests),
            "compiled": of(&counts.compiled),
            "failed": of(&counts.failed),
            "cancelled": of(&counts.cancelled),
            "rejected": of(&counts.rejected),
            "connections": of(&counts.connections),
            "waiting": lock(&self.queue).jobs.len(),
            "memory_given_up": of(&counts.given_up),
            "compile_seconds": of(&counts.microseconds) as f64 / 1e6,
            "uptime_seconds": self.started.elapsed().as_secs_f64(),
            "process_bytes": size_of_process(),
        })
    }
}

/// The bytes of memory that this process has, where the system says it.
fn size_of_process() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// Files of the request, then the disk.
struct Includes<'a> {
    files: &'a HashMap<String, Vec<u8>>,
    folders: &'a [String],
    disk: Option<&'a FileIncludes>,
}

impl IncludeResolver for Includes<'_> {
    fn resolve(&self, path: &str, from: &str, is_angled: bool) -> Result<Option<IncludedFile>, String> {
        let names = hlslc::request::candidates(path, from, is_angled, self.folders);
        for name in names {
            let plain = name.strip_prefix("./").unwrap_or(&name);
            if let Some(bytes) = self.files.get(plain).or_else(|| self.files.get(&name)) {
                return Ok(Some(IncludedFile { name: plain.to_owned(), bytes: bytes.clone() }));
            }
        }
        match self.disk {
            Some(disk) => disk.resolve(path, from, is_angled),
            None => Ok(None),
        }
    }

    fn searched(&self, from: &str, is_angled: bool) -> Option<Vec<String>> {
        self.disk?.searched(from, is_angled)
    }
}

/// Bytes as text of JSON can hold them (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            if digit <= three.len() {
                out.push(char::from(DIGITS[(word >> (18 - 6 * digit)) as usize & 63]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_standard() {
        let pairs =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (bytes, text) in pairs {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
