//! Answers requests, and turns the ends of commands into events.

use hlslc_debug::{Command, Debugger, Direction, Exceptions, FindingKind, Scene, Standing, Stop, Thread};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::Host;
use crate::protocol::{
    Breakpoint, Capabilities, DisassembleArguments, DisassembledInstruction, EvaluateArguments, Event, ExceptionFilter,
    Granularity, InitializeArguments, LaunchArguments, Request, Response, ScopesArguments, SetBreakpointsArguments,
    SetExceptionBreakpointsArguments, Source, SourceArguments, StackFrame, StackTraceArguments, StepArguments, Stopped,
    Thread as ThreadOfClient, VariablesArguments,
};
use crate::show::{Shown, Tree};

/// The instructions of a slice: some milliseconds.
const SLICE: u64 = 1 << 14;

/// Frames of a thread that have numbers of their own.
pub(crate) const MOST_FRAMES: i64 = 1 << 10;

/// Instructions that are listed at once.
const MOST_LISTED: u32 = 1 << 12;

/// A breakpoint that the client set.
#[derive(Clone, Debug)]
struct Wanted {
    id: u32,
    file: String,
    line: u32,
    condition: Option<String>,
}

/// What runs, once it is launched.
struct Run {
    debugger: Debugger,
    launch: LaunchArguments,
    is_container: bool,
    wanted: Vec<Wanted>,
    next_id: u32,
    shown: Shown,
    /// Whether the first command goes on after the first line.
    goes_on: bool,
    /// The last undefined behaviour that stopped it.
    finding: Option<(FindingKind, String, Thread)>,
}

/// The adapter.
pub struct Adapter<'h> {
    host: &'h dyn Host,
    seq: i64,
    first_line: i64,
    first_column: i64,
    run: Option<Run>,
    is_over: bool,
}

type Answer = Result<Value, String>;

impl<'h> Adapter<'h> {
    /// For a host.
    pub fn new(host: &'h dyn Host) -> Self {
        Self { host, seq: 0, first_line: 1, first_column: 1, run: None, is_over: false }
    }

    /// Whether the session is at its end.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether there is something to work on.
    pub fn is_busy(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.debugger.is_busy())
    }

    /// Answers a message.
    pub fn message(&mut self, content: &[u8]) -> Vec<Value> {
        match serde_json::from_slice::<Request>(content) {
            Ok(request) => self.request(&request),
            // It has no number that an answer could name.
            Err(error) => vec![self.output("stderr", &format!("no request: {error}\n"))],
        }
    }

    /// Answers a request: the answer, and the events that come with it.
    pub fn request(&mut self, request: &Request) -> Vec<Value> {
        let mut events = Vec::new();
        let answer = self.answer(request, &mut events);
        let (body, message) = match answer {
            Ok(body) => (body, None),
            Err(message) => (Value::Null, Some(message)),
        };
        self.seq += 1;
        let response = Response {
            seq: self.seq,
            r#type: "response",
            request_seq: request.seq,
            success: message.is_none(),
            command: request.command.clone(),
            message,
            body,
        };
        let mut all = vec![json!(response)];
        for (event, body) in events {
            all.push(self.event(event, body));
        }
        all
    }

    fn event(&mut self, event: &'static str, body: Value) -> Value {
        self.seq += 1;
        json!(Event { seq: self.seq, r#type: "event", event, body })
    }

    fn output(&mut self, category: &str, text: &str) -> Value {
        self.event("output", json!({"category": category, "output": text}))
    }

    fn answer(&mut self, request: &Request, events: &mut Vec<(&'static str, Value)>) -> Answer {
        match &*request.command {
            "initialize" => Ok(self.initialize(&read::<Option<InitializeArguments>>(request)?.unwrap_or_default())),
            "launch" => {
                self.launch(read(request)?)?;
                events.push(("initialized", Value::Null));
                Ok(Value::Null)
            }
            "attach" => Err("there is nothing to attach to: launch a shader".to_owned()),
            "cancel" => Ok(Value::Null),
            // There are none, and none were announced; some clients ask all the same.
            "setFunctionBreakpoints" => Ok(json!({"breakpoints": []})),
            "disconnect" | "terminate" => {
                self.is_over = request.command == "disconnect";
                self.run = None;
                if !self.is_over {
                    events.push(("terminated", Value::Null));
                }
                Ok(Value::Null)
            }
            _ => self.answer_of_run(request, events),
        }
    }

    fn initialize(&mut self, args: &InitializeArguments) -> Value {
        self.first_line = i64::from(args.lines_start_at_1);
        self.first_column = i64::from(args.columns_start_at_1);
        let filter = |filter, label, description, default| ExceptionFilter { filter, label, description, default };
        json!(Capabilities {
            supports_configuration_done_request: true,
            supports_conditional_breakpoints: true,
            supports_evaluate_for_hovers: true,
            supports_step_back: true,
            supports_stepping_granularity: true,
            supports_disassemble_request: true,
            supports_terminate_request: true,
            supports_restart_request: true,
            supports_exception_info_request: true,
            supports_delayed_stack_trace_loading: true,
            supports_loaded_sources_request: true,
            exception_breakpoint_filters: vec![
                filter("race", "Races", "Threads meet at group-shared memory with no barrier between them.", true),
                filter("bounds", "Out of bounds", "An access outside of a variable.", true),
                filter("undefined", "Undefined behaviour", "Anything else that Direct3D leaves undefined.", false),
            ],
        })
    }

    fn launch(&mut self, launch: LaunchArguments) -> Result<(), String> {
        let mut options = launch.args.clone();
        if let Some(profile) = &launch.profile {
            options.extend(["-T".to_owned(), profile.clone()]);
        }
        if let Some(entry) = &launch.entry {
            options.extend(["-E".to_owned(), entry.clone()]);
        }
        let container = self.host.compile(&launch.program, &options)?;
        let scene = match (launch.scene.is_null(), launch.scene.as_str()) {
            (true, _) => Scene::default(),
            (false, Some(path)) => Scene::parse(&self.host.read(path)?)?,
            (false, None) => Scene::of(launch.scene.clone())?,
        };
        let debugger = Debugger::new(&container, &scene)?;
        let is_container = self.host.read(&launch.program).is_err();
        self.run = Some(Run {
            debugger,
            is_container,
            wanted: Vec::new(),
            next_id: 1,
            shown: Shown::default(),
            goes_on: !launch.stop_on_entry || launch.no_debug,
            finding: None,
            launch,
        });
        Ok(())
    }

    fn answer_of_run(&mut self, request: &Request, events: &mut Vec<(&'static str, Value)>) -> Answer {
        let (first_line, first_column) = (self.first_line, self.first_column);
        let run = self.run.as_mut().ok_or("nothing has been launched")?;
        // While it runs there is nothing to look at.
        let looks = ["stackTrace", "scopes", "variables", "evaluate"].contains(&&*request.command);
        if looks && run.debugger.is_busy() {
            return Err("the shader runs".to_owned());
        }
        match &*request.command {
            "setBreakpoints" => Ok(run.set_breakpoints(read(request)?, first_line)),
            "setExceptionBreakpoints" => {
                let args: SetExceptionBreakpointsArguments = read(request)?;
                let has = |name: &str| args.filters.iter().any(|filter| filter == name);
                run.debugger.set_exceptions(Exceptions {
                    races: has("race"),
                    bounds: has("bounds"),
                    undefined: has("undefined"),
                });
                Ok(Value::Null)
            }
            "configurationDone" => {
                run.debugger.begin_entry();
                Ok(Value::Null)
            }
            "restart" => {
                run.goes_on = !run.launch.stop_on_entry;
                run.debugger.begin_entry();
                Ok(Value::Null)
            }
            "threads" => Ok(json!({"threads": run.threads()})),
            "stackTrace" => run.stack(&read(request)?, first_line, first_column),
            "scopes" => {
                let ScopesArguments { frame_id } = read(request)?;
                let scopes = run.shown.scopes(&run.debugger, run.frame(frame_id)?);
                Ok(json!({"scopes": scopes}))
            }
            "variables" => {
                let args: VariablesArguments = read(request)?;
                let variables = run.shown.variables(&run.debugger, &args)?;
                Ok(json!({"variables": variables}))
            }
            "evaluate" => {
                let args: EvaluateArguments = read(request)?;
                let at = match args.frame_id {
                    Some(id) => run.frame(id)?,
                    None => Tree { thread: run.debugger.focus(), frame: 0 },
                };
                Ok(json!(run.shown.evaluate(&run.debugger, at, &args.expression)?))
            }
            "continue" | "next" | "stepIn" | "stepOut" | "stepBack" | "reverseContinue" => {
                run.step(&request.command, &read(request)?, events)
            }
            "pause" => {
                if run.debugger.is_busy() {
                    let stop = run.debugger.pause();
                    events.extend(run.stopped(stop));
                }
                Ok(Value::Null)
            }
            "exceptionInfo" => {
                let (kind, text, _) = run.finding.as_ref().ok_or("nothing undefined stopped it")?;
                Ok(json!({"exceptionId": filter_of(*kind), "description": text, "breakMode": "always"}))
            }
            "disassemble" => run.disassemble(&read(request)?, first_line),
            "loadedSources" => {
                let files = 0..run.debugger.info().files.len() as u32;
                Ok(json!({"sources": files.map(|file| run.source(file)).collect::<Vec<_>>()}))
            }
            "source" => run.text(&read(request)?),
            other => Err(format!("there is no `{other}` here")),
        }
    }

    /// Works on a command for a slice: the events that come of it.
    pub fn work(&mut self) -> Vec<Value> {
        let Some(run) = &mut self.run else { return Vec::new() };
        let Some(stop) = run.debugger.work(SLICE) else { return Vec::new() };
        let is_first = stop == Stop::Start && std::mem::take(&mut run.goes_on);
        if is_first && !run.stands_at_breakpoint() {
            run.debugger.begin(Command::Continue, Direction::Forwards);
            return Vec::new();
        }
        let events = run.stopped(stop);
        events.into_iter().map(|(event, body)| self.event(event, body)).collect()
    }
}

/// The arguments of a request.
fn read<T: DeserializeOwned>(request: &Request) -> Result<T, String> {
    T::deserialize(&request.arguments).map_err(|error| format!("`{}`: {error}", request.command))
}

/// The filter of exceptions that a kind is of.
fn filter_of(kind: FindingKind) -> &'static str {
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other kind is of the last filter")]
    match kind {
        FindingKind::Race => "race",
        FindingKind::OutOfBounds => "bounds",
        _ => "undefined",
    }
}

fn id_of(thread: Thread) -> i64 {
    i64::from(thread.number) + 1
}

impl Run {
    /// A thread of the group in focus by the number that the client knows.
    fn thread(&self, id: i64) -> Result<Thread, String> {
        let number = u32::try_from(id - 1).ok().filter(|&number| number < self.debugger.session().threads());
        let number = number.ok_or_else(|| format!("there is no thread {id}"))?;
        Ok(Thread { number, ..self.debugger.focus() })
    }

    fn frame(&self, id: i64) -> Result<Tree, String> {
        let thread = self.thread(id / MOST_FRAMES)?;
        Ok(Tree { thread, frame: (id % MOST_FRAMES) as usize })
    }

    fn source(&self, file: u32) -> Source {
        let path = self.debugger.info().files.get(file as usize).cloned().unwrap_or_default();
        let name = path.rsplit(['/', '\\']).next().map(str::to_owned);
        // A client opens the file itself; only what is in a container it has to ask for.
        let source_reference = self.is_container.then_some(i64::from(file) + 1);
        Source { name, path: Some(path), source_reference }
    }

    fn text(&self, args: &SourceArguments) -> Answer {
        let reference =
            args.source.as_ref().and_then(|source| source.source_reference).unwrap_or(args.source_reference);
        let file = usize::try_from(reference - 1).ok().and_then(|at| self.debugger.info().files.get(at));
        let text = file.and_then(|file| self.debugger.info().source(file));
        let text = text.ok_or("the container has not the text of this file")?;
        Ok(json!({"content": text, "mimeType": "text/x-hlsl"}))
    }

    fn set_breakpoints(&mut self, args: SetBreakpointsArguments, first_line: i64) -> Value {
        let file = args.source.path.or(args.source.name).unwrap_or_default();
        let number = self.debugger.file(&file);
        let debugger = &self.debugger;
        self.wanted.retain(|it| debugger.file(&it.file) != number);
        let mut answers = Vec::new();
        for breakpoint in args.breakpoints {
            let id = self.next_id;
            self.next_id += 1;
            let line = u32::try_from(breakpoint.line + 1 - first_line).unwrap_or(0);
            let condition = breakpoint.condition.filter(|condition| !condition.trim().is_empty());
            self.wanted.push(Wanted { id, file: file.clone(), line, condition });
            answers.push(id);
        }
        let wanted: Vec<_> =
            self.wanted.iter().map(|it| (it.id, it.file.clone(), it.line, it.condition.clone())).collect();
        let lines = self.debugger.set_breakpoints(&wanted);
        let of = |id: u32| {
            let at = self.wanted.iter().position(|it| it.id == id);
            let line = at.and_then(|at| lines[at]);
            let message = line.is_none().then(|| "there is no code from this line on".to_owned());
            let line = line.map(|line| i64::from(line) - 1 + first_line);
            Breakpoint { id, verified: line.is_some(), line, message }
        };
        json!({"breakpoints": answers.into_iter().map(of).collect::<Vec<_>>()})
    }

    fn threads(&self) -> Vec<ThreadOfClient> {
        let debugger = &self.debugger;
        let size = debugger.session().program().group_size();
        let mut threads: Vec<Thread> = debugger.lanes().into_iter().map(|lane| lane.thread).collect();
        // What stopped it may be a thread of another wave.
        threads.extend(self.finding.as_ref().map(|(.., thread)| *thread).filter(|thread| !threads.contains(thread)));
        let named = threads.into_iter().map(|thread| {
            let number = thread.number;
            let place = if size.iter().product::<u32>() > 1 {
                format!(" ({}, {}, {})", number % size[0], number / size[0] % size[1], number / (size[0] * size[1]))
            } else {
                String::new()
            };
            let standing = match debugger.session().standing(thread) {
                Standing::Absent => ": not in the group that runs",
                Standing::Ended => ": ended",
                Standing::Active => "",
                Standing::Diverged => ": waits for lanes of its wave",
                Standing::AtBarrier => ": waits at a barrier",
                Standing::Ready => ": its wave has not its turn",
            };
            ThreadOfClient { id: id_of(thread), name: format!("thread {number}{place}{standing}") }
        });
        named.collect()
    }

    fn stack(&self, args: &StackTraceArguments, first_line: i64, first_column: i64) -> Answer {
        let thread = self.thread(args.thread_id)?;
        let frames = self.debugger.at(thread).frames();
        let (first, most) = (args.start_frame.unwrap_or(0), args.levels.filter(|&levels| levels > 0));
        let total = frames.len();
        let listed = frames.into_iter().enumerate().skip(first).take(most.unwrap_or(usize::MAX));
        let listed = listed.map(|(at, frame)| StackFrame {
            id: id_of(thread) * MOST_FRAMES + at as i64,
            name: frame.function,
            source: frame.spot.as_ref().map(|spot| self.source(spot.file)),
            line: frame.spot.as_ref().map_or(0, |spot| i64::from(spot.line) - 1 + first_line),
            column: frame.spot.as_ref().map_or(0, |spot| (i64::from(spot.column) - 1 + first_column).max(0)),
            instruction_pointer_reference: format!("{:#x}", frame.unit),
        });
        Ok(json!({"stackFrames": listed.collect::<Vec<_>>(), "totalFrames": total}))
    }

    fn step(&mut self, command: &str, args: &StepArguments, events: &mut Vec<(&'static str, Value)>) -> Answer {
        if self.debugger.is_busy() {
            return Err("the shader runs".to_owned());
        }
        let is_by_instruction = args.granularity == Granularity::Instruction;
        let by = |command| if is_by_instruction { Command::Instruction } else { command };
        let (what, direction) = match command {
            "continue" => (Command::Continue, Direction::Forwards),
            "reverseContinue" => (Command::Continue, Direction::Backwards),
            "stepBack" => (by(Command::Over), Direction::Backwards),
            "stepIn" => (by(Command::Into), Direction::Forwards),
            "stepOut" => (Command::Out, Direction::Forwards),
            _ => (by(Command::Over), Direction::Forwards),
        };
        if direction == Direction::Forwards && self.debugger.session().is_over() {
            events.extend(self.ended());
        } else {
            let thread = self.thread(args.thread_id)?;
            self.shown.forget();
            self.finding = None;
            self.debugger.begin_focus(thread);
            self.debugger.begin(what, direction);
        }
        let is_continue = what == Command::Continue;
        Ok(if is_continue && direction == Direction::Forwards {
            json!({"allThreadsContinued": true})
        } else {
            Value::Null
        })
    }

    /// Whether the first line has a breakpoint that stops there.
    fn stands_at_breakpoint(&self) -> bool {
        let frames = self.debugger.here().frames();
        let spot = frames.first().and_then(|frame| frame.spot.as_ref());
        spot.is_some_and(|spot| {
            let breakpoints = self.debugger.engine().breakpoints().iter();
            let mut here = breakpoints.filter(|it| (it.file, it.line) == (spot.file, spot.line));
            !self.launch.no_debug && here.any(|it| it.condition.is_none())
        })
    }

    /// The events of the end of the run.
    fn ended(&self) -> Vec<(&'static str, Value)> {
        let findings = self.debugger.findings();
        let mut events = Vec::new();
        for finding in &findings {
            events.push(("output", json!({"category": "stderr", "output": format!("{finding}\n")})));
        }
        events.push(("exited", json!({"exitCode": i32::from(!findings.is_empty())})));
        events.push(("terminated", Value::Null));
        events
    }

    /// The events of a command that has ended.
    fn stopped(&mut self, stop: Stop) -> Vec<(&'static str, Value)> {
        self.shown.forget();
        let mut stopped = Stopped {
            reason: "step",
            description: String::new(),
            thread_id: id_of(self.debugger.focus()),
            all_threads_stopped: true,
            text: None,
            hit_breakpoint_ids: Vec::new(),
        };
        match stop {
            Stop::Step => {}
            Stop::Start => (stopped.reason, stopped.description) = ("entry", "the first line of the thread".to_owned()),
            Stop::Paused => stopped.reason = "pause",
            Stop::Breakpoint(id) => (stopped.reason, stopped.hit_breakpoint_ids) = ("breakpoint", vec![id]),
            Stop::Finding(finding) => {
                let text = format!("{} {}", finding.kind.text(), finding.detail).trim().to_owned();
                stopped.reason = "exception";
                stopped.description.clone_from(&text);
                stopped.text = Some(text.clone());
                let thread = Thread { group: finding.group, number: finding.thread };
                if thread.group == self.debugger.focus().group {
                    stopped.thread_id = id_of(thread);
                }
                self.finding = Some((finding.kind, text, thread));
            }
            Stop::Failure(what) => {
                stopped.reason = "exception";
                stopped.description.clone_from(&what);
                stopped.text = Some(what);
            }
            Stop::End if self.launch.stop_at_end => {
                stopped.reason = "pause";
                stopped.description.push_str("the end of the run");
            }
            Stop::End => return self.ended(),
        }
        vec![("stopped", json!(stopped))]
    }

    fn disassemble(&self, args: &DisassembleArguments, first_line: i64) -> Answer {
        let digits = args.memory_reference.trim_start_matches("0x");
        let at = i64::from_str_radix(digits, 16).map_err(|_| format!("`{}` is no address", args.memory_reference))?;
        let first = at.saturating_add(args.offset).saturating_add(args.instruction_offset);
        let units = &self.debugger.info().units;
        let listed = (0..i64::from(args.instruction_count.min(MOST_LISTED))).map(|further| {
            let at = first.saturating_add(further);
            let unit = usize::try_from(at).ok().and_then(|at| units.get(at));
            let spot = unit.and_then(|unit| unit.spot.as_ref());
            DisassembledInstruction {
                address: if at < 0 { format!("-{:#x}", at.unsigned_abs()) } else { format!("{at:#x}") },
                instruction: unit.map_or_else(String::new, |unit| unit.text.clone()),
                location: spot.map(|spot| self.source(spot.file)),
                line: spot.map(|spot| i64::from(spot.line) - 1 + first_line),
                presentation_hint: unit.is_none().then_some("invalid"),
            }
        });
        Ok(json!({"instructions": listed.collect::<Vec<_>>()}))
    }
}
