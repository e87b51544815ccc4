//! Moves a run, and shows what is around the thread in focus: resources, lanes, what a barrier waits for, findings.

use std::sync::Arc;

use dxil::container::program::Program as Part;
use dxil::container::{Container, FourCc};
use dxil::{bitcode, reflect};
use hlslc_interp::{Finding, Program, Session, Standing, Step, Thread, View};

use crate::at::At;
use crate::engine::{Breakpoint, Command, Direction, Engine, Exceptions, MOST_BYTES, Stop};
use crate::info::{Info, Spot};
use crate::layout::{self, ResourceInfo};
use crate::place::{Number, Place};
use crate::scene::Scene;
use crate::types::{Scalar, TypeId};

/// A call of a function, or the entry point.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// The place, if it is known.
    pub spot: Option<Spot>,
    /// The instruction.
    pub unit: u32,
}

/// A lane of the wave of the thread in focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The thread.
    pub thread: Thread,
    /// Whether it goes on, or why not.
    pub standing: Standing,
    /// The line where it stands; 0 if it stands nowhere.
    pub line: u32,
}

/// A barrier that waves wait at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// The line.
    pub line: u32,
    /// The threads that have come there.
    pub arrived: u32,
    /// The threads that it waits for, each with the line where it stands.
    pub missing: Vec<Lane>,
}

/// A register of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// Its name in the listing.
    pub name: String,
    /// The scalars it holds.
    pub numbers: Vec<Number>,
    /// The instruction that gives it.
    pub unit: u32,
}

/// A run of a shader.
pub struct Debugger {
    engine: Engine,
    resources: Vec<ResourceInfo>,
    uint: TypeId,
}

impl Debugger {
    /// For a container and a scene. It stands before everything; [`enter`](Self::enter) goes to the first line.
    pub fn new(container: &[u8], scene: &Scene) -> Result<Self, String> {
        Self::with_limit(container, scene, MOST_BYTES)
    }

    /// The same with this many bytes for checkpoints.
    pub fn with_limit(container: &[u8], scene: &Scene, limit: usize) -> Result<Self, String> {
        let Loaded { program, info, resources, uint } = Loaded::new(container)?;
        let (session, focus) = scene.session(program, &resources, &info.types)?;
        Ok(Self { engine: Engine::new(session, Arc::new(info), focus, limit), resources, uint })
    }
}

/// Runs a scene to its end, and reports each instruction that the thread in focus executes.
pub fn trace(container: &[u8], scene: &Scene, tell: &mut dyn FnMut(Step<'_>) -> bool) -> Result<Vec<Finding>, String> {
    let Loaded { program, info, resources, .. } = Loaded::new(container)?;
    let (mut session, focus) = scene.session(program, &resources, &info.types)?;
    let outcome = session.trace(focus, tell).map_err(|error| error.to_string())?;
    Ok(outcome.findings)
}

/// What a container says, before it runs.
struct Loaded {
    program: Arc<Program>,
    info: Info,
    resources: Vec<ResourceInfo>,
    uint: TypeId,
}

impl Loaded {
    fn new(container: &[u8]) -> Result<Self, String> {
        let program = Program::decode_for_trace(container).map_err(|error| error.to_string())?;
        let read = Container::read(container).map_err(|error| error.to_string())?;
        let part = read.part(FourCc::ILDB).map(|data| Part::read(FourCc::ILDB, data));
        let part = part.ok_or("the container has no debug information: compile it with -Zi -Qembed_debug")?;
        let part = part.map_err(|error| error.to_string())?;
        let module = bitcode::read(&part.bitcode).map_err(|error| error.to_string())?;
        let mut info = Info::new(&module, &program);
        let reflection = reflect::reflect(container).map_err(|error| error.to_string())?;
        let resources = layout::resources(&program, &reflection, &mut info.types);
        let uint = info.types.scalar(Scalar::UINT);
        Ok(Self { program: Arc::new(program), info, resources, uint })
    }
}

impl Debugger {
    /// Sets the number of instructions between checkpoints, which grows where they would take too much.
    pub fn set_interval(&mut self, instructions: u64) {
        self.engine.set_interval(instructions);
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The session.
    pub fn session(&self) -> &Session {
        self.engine.session()
    }

    /// The debug information.
    pub fn info(&self) -> &Info {
        self.engine.info()
    }

    /// The position.
    pub fn time(&self) -> u64 {
        self.engine.time()
    }

    /// The thread in focus.
    pub fn focus(&self) -> Thread {
        self.engine.focus()
    }

    /// Begins to look at another thread. A command that is begun meanwhile comes after that.
    pub fn begin_focus(&mut self, thread: Thread) {
        self.engine.begin_focus(thread);
    }

    /// Looks at another thread.
    pub fn set_focus(&mut self, thread: Thread) {
        self.begin_focus(thread);
        self.finish();
    }

    /// Sets breakpoints, each at a line of a file; the lines that they were moved to, if there is one with code.
    pub fn set_breakpoints(&mut self, wanted: &[(u32, String, u32, Option<String>)]) -> Vec<Option<u32>> {
        let mut lines = Vec::new();
        let mut set = Vec::new();
        for (id, file, line, condition) in wanted {
            let file = self.file(file);
            let line = file.and_then(|file| self.engine.line_with_code(file, *line));
            lines.push(line);
            if let Some((file, line)) = file.zip(line) {
                set.push(Breakpoint { id: *id, file, line, condition: condition.clone() });
            }
        }
        self.engine.set_breakpoints(set);
        lines
    }

    /// The number of a file by its name: the same, or the only one that ends alike.
    pub fn file(&self, name: &str) -> Option<u32> {
        let files = &self.info().files;
        let exact = files.iter().position(|file| file == name);
        let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
        exact.or_else(|| files.iter().position(|file| last(file) == last(name))).map(|at| at as u32)
    }

    /// Sets what stops a run.
    pub fn set_exceptions(&mut self, exceptions: Exceptions) {
        self.engine.set_exceptions(exceptions);
    }

    /// Begins a command.
    pub fn begin(&mut self, command: Command, direction: Direction) {
        self.engine.begin(command, direction);
    }

    /// Begins to go to the first line of the thread in focus.
    pub fn begin_entry(&mut self) {
        self.engine.begin_entry();
    }

    /// Begins to go to a time.
    pub fn begin_go(&mut self, time: u64) {
        self.engine.begin_go(time);
    }

    /// Works on a command for this many instructions; how it ended, if it did.
    pub fn work(&mut self, slice: u64) -> Option<Stop> {
        let (resources, uint) = (&self.resources, self.uint);
        let info = self.engine.info().clone();
        self.engine.work(slice, &mut |session, thread, condition| {
            At { session, info: &info, resources, uint, thread }.holds(condition)
        })
    }

    /// Does what was begun to its end.
    pub fn finish(&mut self) -> Stop {
        loop {
            if let Some(stop) = self.work(u64::MAX) {
                return stop;
            }
            if !self.engine.is_busy() {
                return Stop::Paused;
            }
        }
    }

    /// Does a command to its end.
    pub fn step(&mut self, command: Command, direction: Direction) -> Stop {
        self.begin(command, direction);
        self.finish()
    }

    /// Goes to the first line of the thread in focus.
    pub fn enter(&mut self) -> Stop {
        self.begin_entry();
        self.finish()
    }

    /// Goes to a time.
    pub fn go(&mut self, time: u64) -> Stop {
        self.begin_go(time);
        self.finish()
    }

    /// Leaves a command where it is.
    pub fn pause(&mut self) -> Stop {
        self.engine.pause()
    }

    /// Whether a command is worked on.
    pub fn is_busy(&self) -> bool {
        self.engine.is_busy()
    }

    /// A thread of the group that runs.
    pub fn at(&self, thread: Thread) -> At<'_> {
        At { session: self.session(), info: self.info(), resources: &self.resources, uint: self.uint, thread }
    }

    /// The thread in focus.
    pub fn here(&self) -> At<'_> {
        self.at(self.focus())
    }

    /// The resources.
    pub fn resources(&self) -> &[ResourceInfo] {
        &self.resources
    }

    /// The contents of a constant buffer.
    pub fn constants(&self, resource: usize) -> Option<Place> {
        let resource = self.resources.get(resource)?;
        matches!(resource.range.class, dxil::shader::ResourceClass::Cbv).then(|| self.here().element(resource, 0))?
    }

    /// The number of elements of a buffer, or of texels.
    pub fn elements(&self, resource: usize) -> u64 {
        self.resources.get(resource).map_or(0, |resource| self.here().elements(resource))
    }

    /// An element of a buffer, or a texel: its index as text, and its place.
    pub fn element(&self, resource: usize, index: u64) -> Option<(String, Place)> {
        let resource = self.resources.get(resource)?;
        let place = self.here().element(resource, index)?;
        let name = match self.here().view(resource)? {
            View::Texture(texture) => {
                let [width, height, depth] = texture.size.map(u64::from);
                let (x, rest) = (index % width, index / width);
                let (y, z) = (rest % height, rest / height);
                match (height, depth.max(u64::from(texture.layers))) {
                    (1, 1) => format!("[{x}]"),
                    (_, 1) => format!("[{x}, {y}]"),
                    _ => format!("[{x}, {y}, {z}]"),
                }
            }
            View::Buffer(_) | View::Sampler(_) => format!("[{index}]"),
        };
        Some((name, place))
    }

    /// The lanes of the wave of the thread in focus.
    pub fn lanes(&self) -> Vec<Lane> {
        let (size, threads) = (self.session().wave_size(), self.session().threads());
        let first = self.focus().number / size * size;
        (first..first.saturating_add(size).min(threads)).map(|number| self.lane(number)).collect()
    }

    fn lane(&self, number: u32) -> Lane {
        let thread = Thread { group: self.focus().group, number };
        let standing = self.session().standing(thread);
        let line = match standing {
            Standing::Absent | Standing::Ended => 0,
            Standing::Active | Standing::Diverged | Standing::AtBarrier | Standing::Ready => {
                let frames = self.at(thread).frames();
                frames.first().and_then(|frame| frame.spot.as_ref()).map_or(0, |spot| spot.line)
            }
        };
        Lane { thread, standing, line }
    }

    /// The barrier that waves of the group wait at, if any does.
    pub fn barrier(&self) -> Option<Barrier> {
        let lanes: Vec<Lane> = (0..self.session().threads()).map(|number| self.lane(number)).collect();
        let is_there = |lane: &&Lane| lane.standing == Standing::AtBarrier;
        let first = lanes.iter().find(is_there)?;
        let is_missing =
            |lane: &&Lane| matches!(lane.standing, Standing::Active | Standing::Diverged | Standing::Ready);
        Some(Barrier {
            line: first.line,
            arrived: lanes.iter().filter(is_there).count() as u32,
            missing: lanes.iter().filter(is_missing).copied().collect(),
        })
    }

    /// The undefined behaviour that was found so far.
    pub fn findings(&self) -> Vec<Finding> {
        self.session().outcome().findings
    }

    /// The number of a resource by its name.
    pub fn resource(&self, name: &str) -> Option<usize> {
        self.resources.iter().position(|resource| resource.name == name)
    }
}
