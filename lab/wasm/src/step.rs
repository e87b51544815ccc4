//! Steps through a shader: `step-start` compiles it and goes to the first line of a thread, `step-go` moves, `step-more` works on
//! what takes long, `step-focus` looks at another thread, and `step-pause` leaves a command where it is. Each gives what is to be shown.
//!
//! A command is worked on in slices, one a request, so that the page can pause it.

use hlslc::options::Backend;
use hlslc_debug::{At, Command, Debugger, Direction, Exceptions, Number, Place, Scene, Standing, Stop, Thread};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::compile::{Asked, SOURCE};
use crate::{Answer, Request, Session};

/// What is stepped through.
#[derive(Default)]
pub struct State {
    debugger: Option<Debugger>,
    watches: Vec<String>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("is_running", &self.debugger.is_some()).finish_non_exhaustive()
    }
}

impl State {
    fn debugger(&mut self) -> Result<&mut Debugger, String> {
        self.debugger.as_mut().ok_or_else(|| "nothing is stepped through".to_owned())
    }
}

/// The bytes that checkpoints take in a page.
const MOST_BYTES: usize = 64 << 20;

/// The instructions of a slice: some milliseconds.
const SLICE: u64 = 1 << 13;

/// Slices of a request.
const SLICES: u32 = 4;

/// Parts of a value that are shown, and how deep.
const MOST_PARTS: u32 = 64;
const DEPTH: u32 = 3;

/// Instructions around the next one that are listed.
const AROUND: usize = 12;

/// What to step through.
#[derive(Deserialize)]
struct Start {
    #[serde(flatten)]
    asked: Asked,
    /// The scene, as JSON.
    scene: String,
}

/// Where to stop.
#[derive(Deserialize)]
struct Breakpoint {
    line: u32,
    condition: Option<String>,
}

/// A command.
#[derive(Deserialize)]
struct Go {
    /// `into`, `over`, `out`, `instruction`, `continue` or `start`.
    command: String,
    #[serde(default)]
    back: bool,
    #[serde(default)]
    breakpoints: Vec<Breakpoint>,
    #[serde(default)]
    watches: Vec<String>,
    /// Whether undefined behaviour stops it.
    #[serde(default)]
    stops: bool,
}

/// Compiles a shader and goes to the first line of the thread.
pub fn start(session: &mut Session, request: &Request) -> Result<Answer, String> {
    let Start { mut asked, scene } = request.args()?;
    asked.args.extend(["-Zi", "-Qembed_debug"].map(str::to_owned));
    let mut options = asked.options()?;
    options.backend = Backend::Dxil;
    let output = asked.compile(options);
    let container = output.object.ok_or("the shader has errors")?;
    let mut debugger = Debugger::with_limit(&container, &Scene::parse(&scene)?, MOST_BYTES)?;
    debugger.begin_entry();
    session.step = State { debugger: Some(debugger), watches: Vec::new() };
    work(session)
}

/// Moves.
pub fn go(session: &mut Session, request: &Request) -> Result<Answer, String> {
    let go: Go = request.args()?;
    let state = &mut session.step;
    state.watches = go.watches;
    let debugger = state.debugger()?;
    let command = match &*go.command {
        "into" => Some(Command::Into),
        "over" => Some(Command::Over),
        "out" => Some(Command::Out),
        "instruction" => Some(Command::Instruction),
        "continue" => Some(Command::Continue),
        "start" => None,
        other => return Err(format!("there is no command `{other}`")),
    };
    let wanted: Vec<_> =
        (0..).zip(go.breakpoints).map(|(id, it)| (id, SOURCE.to_owned(), it.line, it.condition)).collect();
    debugger.set_breakpoints(&wanted);
    debugger.set_exceptions(if go.stops { Exceptions::ALL } else { Exceptions::NONE });
    let direction = if go.back { Direction::Backwards } else { Direction::Forwards };
    match command {
        Some(command) => debugger.begin(command, direction),
        None => debugger.begin_entry(),
    }
    work(session)
}

/// Works on what has not come to its end.
pub fn more(session: &mut Session, _: &Request) -> Result<Answer, String> {
    work(session)
}

/// Leaves a command where it is.
pub fn pause(session: &mut Session, _: &Request) -> Result<Answer, String> {
    let stop = session.step.debugger()?.pause();
    let state = &session.step;
    let debugger = state.debugger.as_ref().ok_or("nothing is stepped through")?;
    Ok(Answer::of(view(debugger, &stop, &state.watches)))
}

/// The thread to look at, and what is watched.
#[derive(Deserialize)]
struct Focus {
    thread: u32,
    #[serde(default)]
    watches: Vec<String>,
}

/// Looks at another thread, or at the same with other watches.
pub fn focus(session: &mut Session, request: &Request) -> Result<Answer, String> {
    let Focus { thread, watches } = request.args()?;
    session.step.watches = watches;
    let debugger = session.step.debugger()?;
    if thread >= debugger.session().threads() {
        return Err(format!("there is no thread {thread}"));
    }
    let thread = Thread { number: thread, ..debugger.focus() };
    debugger.begin_focus(thread);
    work(session)
}

/// Works for a slice: what is shown when the command is done, or that it is not.
fn work(session: &mut Session) -> Result<Answer, String> {
    let State { debugger, watches } = &mut session.step;
    let debugger = debugger.as_mut().ok_or("nothing is stepped through")?;
    // A step back searches first, and then goes to what it found.
    for _ in 0..SLICES {
        let stop = debugger.work(SLICE);
        if stop.is_some() || !debugger.is_busy() {
            return Ok(Answer::of(view(debugger, &stop.unwrap_or(Stop::Paused), watches)));
        }
    }
    Ok(Answer::of(json!({ "busy": true, "time": debugger.time() })))
}

/// Everything that is shown at a position.
fn view(debugger: &Debugger, stop: &Stop, watches: &[String]) -> Value {
    let here = debugger.here();
    let frames = here.frames();
    let line = |at: &hlslc_debug::Frame| at.spot.as_ref().map_or(0, |spot| spot.line);
    let (reason, text) = match stop {
        Stop::Step => ("step", String::new()),
        Stop::Breakpoint(_) => ("breakpoint", "a breakpoint".to_owned()),
        Stop::Finding(finding) => ("finding", format!("{finding}")),
        Stop::End => ("end", "the end of the run".to_owned()),
        Stop::Start => ("start", "the first line".to_owned()),
        Stop::Failure(what) => ("failure", what.clone()),
        Stop::Paused => ("pause", String::new()),
    };
    let places = |places: Vec<(String, Place)>| {
        places.into_iter().map(|(name, place)| shown(here, name, place, DEPTH)).collect::<Vec<_>>()
    };
    let registers = here.registers().into_iter().map(|register| {
        let numbers: Vec<String> = register.numbers.iter().map(Number::text).collect();
        json!({ "name": register.name, "text": numbers.join(", ") })
    });
    let lanes = debugger.lanes().into_iter().map(|lane| {
        let standing = match lane.standing {
            Standing::Absent => "absent",
            Standing::Ended => "ended",
            Standing::Active => "active",
            Standing::Diverged => "diverged",
            Standing::AtBarrier => "barrier",
            Standing::Ready => "ready",
        };
        json!({ "thread": lane.thread.number, "standing": standing, "line": lane.line })
    });
    let barrier = debugger.barrier().map(|barrier| {
        let missing = barrier.missing.iter().map(|lane| json!({ "thread": lane.thread.number, "line": lane.line }));
        json!({ "line": barrier.line, "arrived": barrier.arrived, "missing": missing.collect::<Vec<_>>() })
    });
    let watched = watches.iter().map(|expression| match here.evaluate(expression, 0) {
        Ok(value) => {
            let (text, ty) = here.describe(&value);
            json!({ "name": expression, "text": text, "type": ty })
        }
        Err(fault) => json!({ "name": expression, "fault": fault }),
    });
    let resources = (0..debugger.resources().len()).map(|at| resource(debugger, at));
    let outputs = here.outputs().into_iter().map(|(name, number)| json!({ "name": name, "text": number.text() }));
    let findings = debugger.findings().into_iter().map(
        |finding| json!({ "line": finding.place.as_ref().map_or(0, |place| place.line), "text": finding.to_string() }),
    );
    let focus = debugger.focus();
    json!({
        "busy": false,
        "time": debugger.time(),
        "reason": reason,
        "text": text,
        "is_over": debugger.session().is_over(),
        "group": focus.group,
        "thread": focus.number,
        "threads": debugger.session().threads(),
        "line": frames.first().map_or(0, line),
        "frames": frames.iter().map(|at| json!({ "name": at.function, "line": line(at) })).collect::<Vec<_>>(),
        "locals": places(here.locals(0)),
        "globals": places(here.globals()),
        "resources": resources.collect::<Vec<_>>(),
        "outputs": outputs.collect::<Vec<_>>(),
        "registers": registers.collect::<Vec<_>>(),
        "lanes": lanes.collect::<Vec<_>>(),
        "barrier": barrier,
        "watches": watched.collect::<Vec<_>>(),
        "findings": findings.collect::<Vec<_>>(),
        "listing": frames.first().map_or_else(Vec::new, |at| listing(debugger, at.unit)),
    })
}

/// The instructions around one.
fn listing(debugger: &Debugger, unit: u32) -> Vec<Value> {
    let units = &debugger.info().units;
    let first = (unit as usize).saturating_sub(AROUND);
    let around = units.iter().enumerate().skip(first).take(2 * AROUND + 1);
    let listed = around.map(|(at, info)| {
        let line = info.spot.as_ref().map_or(0, |spot| spot.line);
        json!({ "text": info.text, "line": line, "here": at == unit as usize })
    });
    listed.collect()
}

/// A value with its parts.
fn shown(here: At<'_>, name: String, place: Place, depth: u32) -> Value {
    let look = here.look();
    let mut row = json!({ "name": name, "text": look.text(&place), "type": look.type_name(&place) });
    if let Some(depth) = depth.checked_sub(1) {
        let parts = (0..look.count(&place).min(MOST_PARTS)).filter_map(|at| look.part(&place, at));
        let parts: Vec<Value> = parts.map(|(name, part)| shown(here, name, part, depth)).collect();
        if !parts.is_empty() {
            row["parts"] = Value::Array(parts);
        }
    }
    row
}

/// A resource with its first elements.
fn resource(debugger: &Debugger, at: usize) -> Value {
    let here = debugger.here();
    let resource = &debugger.resources()[at];
    if let Some(place) = debugger.constants(at) {
        let mut row = shown(here, resource.name.clone(), place, DEPTH);
        row["type"] = json!(resource.register());
        return row;
    }
    let count = debugger.elements(at);
    let elements = (0..count.min(u64::from(MOST_PARTS))).filter_map(|index| debugger.element(at, index));
    let parts: Vec<Value> = elements.map(|(name, place)| shown(here, name, place, 2)).collect();
    json!({ "name": resource.name, "type": resource.register(), "text": format!("{count} elements"), "parts": parts })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHADER: &str = "RWStructuredBuffer<uint> Out : register(u0);\n\
        [numthreads(8, 1, 1)]\n\
        void main(uint i : SV_GroupIndex) {\n\
        uint x = i * 3;\n\
        x += 1;\n\
        Out[i] = x;\n\
        }\n";

    fn ask(session: &mut Session, method: &str, args: Value) -> Value {
        let answer = crate::respond(session, &Request::new(method, args).write());
        let (json, _) = Request::read_parts(&answer).expect("an answer");
        json
    }

    #[test]
    fn a_page_steps_forwards_and_back() {
        let mut session = Session::default();
        let args = ["-T", "cs_6_0", "-E", "main", "-Od"];
        let start = json!({ "args": args, "source": SHADER, "scene": "{\"thread\": 2}" });
        let first = ask(&mut session, "step-start", start);
        assert_eq!(
            (&first["reason"], &first["line"], &first["thread"]),
            (&json!("start"), &json!(3), &json!(2)),
            "{first}"
        );
        let go = |session: &mut Session, command: &str, back: bool| {
            ask(session, "step-go", json!({ "command": command, "back": back, "watches": ["x * 2", "Out[2]", "y"] }))
        };
        go(&mut session, "over", false);
        let at = go(&mut session, "over", false);
        assert_eq!((&at["line"], &at["locals"][1]["text"]), (&json!(5), &json!("6")), "{at}");
        assert_eq!(at["watches"][0], json!({ "name": "x * 2", "text": "12", "type": "uint" }));
        assert_eq!(at["watches"][2], json!({ "name": "y", "fault": "there is no `y` here" }));
        assert_eq!(at["lanes"].as_array().map(Vec::len), Some(8));
        go(&mut session, "over", false);
        let at = go(&mut session, "over", false);
        assert_eq!((&at["line"], &at["watches"][1]["text"]), (&json!(7), &json!("7")), "{at}");
        let mut back = at;
        for _ in 0..2 {
            back = go(&mut session, "over", true);
        }
        assert_eq!((&back["line"], &back["watches"][1]["text"]), (&json!(5), &json!("0")), "{back}");
        let end = go(&mut session, "continue", false);
        assert_eq!((&end["reason"], &end["is_over"]), (&json!("end"), &json!(true)), "{end}");
        let other = ask(&mut session, "step-focus", json!({ "thread": 5 }));
        assert_eq!(other["thread"], 5, "{other}");
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        let mut session = Session::default();
        assert_eq!(ask(&mut session, "step-go", json!({ "command": "over" }))["fault"], "nothing is stepped through");
        let start = |source: &str, scene: &str| json!({ "args": ["-T", "cs_6_0"], "source": source, "scene": scene });
        assert_eq!(ask(&mut session, "step-start", start("void", ""))["fault"], "the shader has errors");
        let fault = ask(&mut session, "step-start", start(SHADER, "{\"resources\": {\"In\": [1]}}"));
        assert_eq!(fault["fault"], "the shader has no resource `In`; it has Out");
    }
}
