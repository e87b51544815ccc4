//! Shows values as the client's tree of variables, each part when it is asked for.
//!
//! A number stands for what has parts, until the run goes on; then all are forgotten.

use hlslc_debug::types::Kind;
use hlslc_debug::{Debugger, Number, Place, Standing, Thread, Value};

use crate::protocol::{Evaluated, Scope, Variable, VariablesArguments};

/// Parts that are listed at once, if the client does not say how many.
const MOST_PARTS: u64 = 256;

/// A frame of a thread.
#[derive(Clone, Copy, Debug)]
pub struct Tree {
    pub thread: Thread,
    pub frame: usize,
}

/// What has parts.
#[derive(Clone, Debug)]
enum Holder {
    Locals(Tree),
    Globals(Thread),
    Registers(Thread),
    Outputs(Thread),
    Resources(Thread),
    Lanes,
    Resource(Thread, usize),
    /// A value, and the expression that names it.
    Place(Thread, Place, String),
    /// Scalars of a register, each with its name.
    Numbers(Vec<(String, Number)>),
}

/// What the client has numbers for.
#[derive(Clone, Debug, Default)]
pub struct Shown(Vec<Holder>);

impl Shown {
    /// The run goes on.
    pub fn forget(&mut self) {
        self.0.clear();
    }

    fn number(&mut self, holder: Holder) -> i64 {
        self.0.push(holder);
        self.0.len() as i64
    }

    /// The scopes of a frame.
    pub fn scopes(&mut self, debugger: &Debugger, tree: Tree) -> Vec<Scope> {
        let mut scopes = Vec::new();
        let mut add = |shown: &mut Self, name, hint, expensive, holder| {
            let variables_reference = shown.number(holder);
            scopes.push(Scope { name, presentation_hint: hint, variables_reference, expensive });
        };
        let thread = tree.thread;
        add(self, "Locals", Some("locals"), false, Holder::Locals(tree));
        if !debugger.at(thread).globals().is_empty() {
            add(self, "Globals", None, false, Holder::Globals(thread));
        }
        if !debugger.resources().is_empty() {
            add(self, "Resources", None, true, Holder::Resources(thread));
        }
        if !debugger.at(thread).outputs().is_empty() {
            add(self, "Outputs", None, false, Holder::Outputs(thread));
        }
        add(self, "Registers", Some("registers"), true, Holder::Registers(thread));
        add(self, "Lanes", None, true, Holder::Lanes);
        scopes
    }

    /// The parts of what a number stands for.
    pub fn variables(&mut self, debugger: &Debugger, args: &VariablesArguments) -> Result<Vec<Variable>, String> {
        let holder = usize::try_from(args.variables_reference - 1).ok().and_then(|at| self.0.get(at)).cloned();
        let holder = holder.ok_or("what this number stood for is gone: the run went on")?;
        let start = args.start.unwrap_or(0);
        let end = start.saturating_add(args.count.filter(|&count| count > 0).unwrap_or(MOST_PARTS).min(1 << 16));
        // What has indices has nothing else, and the other way round.
        let is_indexed = match &holder {
            Holder::Resource(_, at) => debugger.constants(*at).is_none(),
            Holder::Place(thread, place, _) => is_indexed(debugger, *thread, place),
            Holder::Locals(_)
            | Holder::Globals(_)
            | Holder::Registers(_)
            | Holder::Outputs(_)
            | Holder::Resources(_)
            | Holder::Lanes
            | Holder::Numbers(_) => false,
        };
        match args.filter.as_deref() {
            Some("indexed") if !is_indexed => return Ok(Vec::new()),
            Some("named") if is_indexed => return Ok(Vec::new()),
            _ => {}
        }
        let range = start as usize..end as usize;
        Ok(match holder {
            Holder::Locals(Tree { thread, frame }) => {
                let locals = debugger.at(thread).locals(frame);
                self.places(debugger, thread, locals, range)
            }
            Holder::Globals(thread) => self.places(debugger, thread, debugger.at(thread).globals(), range),
            Holder::Registers(thread) => {
                let registers = debugger.at(thread).registers();
                within(registers, range).map(|register| self.register(register.name, &register.numbers)).collect()
            }
            Holder::Outputs(thread) => {
                let outputs = debugger.at(thread).outputs();
                within(outputs, range).map(|(name, number)| plain(name, number.text())).collect()
            }
            Holder::Numbers(numbers) => {
                within(numbers, range).map(|(name, number)| plain(name, number.text())).collect()
            }
            Holder::Resources(thread) => {
                let all = 0..debugger.resources().len();
                all.map(|at| self.resource(debugger, thread, at)).collect()
            }
            Holder::Lanes => lanes(debugger),
            Holder::Resource(thread, at) => match debugger.constants(at) {
                Some(place) => self.parts(debugger, thread, &place, "", start..end),
                None => {
                    let name = debugger.resources().get(at).map_or("", |resource| resource.name.as_str()).to_owned();
                    let elements = (start..end.min(debugger.elements(at))).filter_map(|index| {
                        let (of, place) = debugger.element(at, index)?;
                        Some((of, place, format!("{name}[{index}]")))
                    });
                    let elements: Vec<_> = elements.collect();
                    elements
                        .into_iter()
                        .map(|(of, place, path)| self.place(debugger, thread, of, place, path))
                        .collect()
                }
            },
            Holder::Place(thread, place, path) => self.parts(debugger, thread, &place, &path, start..end),
        })
    }

    fn places(
        &mut self,
        debugger: &Debugger,
        thread: Thread,
        places: Vec<(String, Place)>,
        range: std::ops::Range<usize>,
    ) -> Vec<Variable> {
        within(places, range).map(|(name, place)| self.place(debugger, thread, name.clone(), place, name)).collect()
    }

    fn parts(
        &mut self,
        debugger: &Debugger,
        thread: Thread,
        place: &Place,
        path: &str,
        range: std::ops::Range<u64>,
    ) -> Vec<Variable> {
        let look = debugger.at(thread).look();
        let end = range.end.min(u64::from(look.count(place)));
        let parts = (range.start..end).filter_map(|at| look.part(place, at as u32));
        let parts: Vec<(String, Place)> = parts.collect();
        let named = parts.into_iter().map(|(name, part)| {
            let joint = if path.is_empty() || name.starts_with('[') { "" } else { "." };
            let path = format!("{path}{joint}{name}");
            self.place(debugger, thread, name, part, path)
        });
        named.collect()
    }

    fn place(&mut self, debugger: &Debugger, thread: Thread, name: String, place: Place, path: String) -> Variable {
        let look = debugger.at(thread).look();
        let count = u64::from(look.count(&place));
        let (value, ty) = (look.text(&place), look.type_name(&place));
        let indexed = is_indexed(debugger, thread, &place);
        let variables_reference = if count > 0 { self.number(Holder::Place(thread, place, path.clone())) } else { 0 };
        Variable {
            name,
            value,
            r#type: ty,
            variables_reference,
            named_variables: (count > 0 && !indexed).then_some(count),
            indexed_variables: (count > 0 && indexed).then_some(count),
            evaluate_name: Some(path),
        }
    }

    fn register(&mut self, name: String, numbers: &[Number]) -> Variable {
        if let [number] = numbers {
            return Variable { evaluate_name: Some(name.clone()), ..plain(name, number.text()) };
        }
        let texts: Vec<String> = numbers.iter().map(Number::text).collect();
        let parts = numbers.iter().enumerate().map(|(at, number)| (at.to_string(), number.clone())).collect();
        let variables_reference = self.number(Holder::Numbers(parts));
        let named_variables = Some(numbers.len() as u64);
        Variable { variables_reference, named_variables, ..plain(name, format!("{{{}}}", texts.join(", "))) }
    }

    fn resource(&mut self, debugger: &Debugger, thread: Thread, at: usize) -> Variable {
        let resource = &debugger.resources()[at];
        let elements = debugger.elements(at);
        let (name, register) = (resource.name.clone(), resource.register());
        if let Some(place) = debugger.constants(at) {
            let count = u64::from(debugger.at(thread).look().count(&place));
            let variables_reference = self.number(Holder::Resource(thread, at));
            return Variable { variables_reference, named_variables: Some(count), ..plain(name, register) };
        }
        if elements == 0 {
            return plain(name, register);
        }
        let variables_reference = self.number(Holder::Resource(thread, at));
        let value = format!("{register}, {elements} elements");
        Variable { variables_reference, indexed_variables: Some(elements), ..plain(name, value) }
    }

    /// The value of an expression.
    pub fn evaluate(&mut self, debugger: &Debugger, tree: Tree, expression: &str) -> Result<Evaluated, String> {
        let at = debugger.at(tree.thread);
        // A resource by itself is no value, but has parts.
        if let Some(number) = debugger.resource(expression.trim()) {
            let Variable { value, r#type, variables_reference, indexed_variables, .. } =
                self.resource(debugger, tree.thread, number);
            return Ok(Evaluated { result: value, r#type, variables_reference, indexed_variables });
        }
        let value = at.evaluate(expression, tree.frame)?;
        let (result, ty) = at.describe(&value);
        match value {
            Value::Place(place) => {
                let path = expression.trim().to_owned();
                let shown = self.place(debugger, tree.thread, path.clone(), place, path);
                let Variable { variables_reference, indexed_variables, .. } = shown;
                Ok(Evaluated { result, r#type: ty, variables_reference, indexed_variables })
            }
            Value::Numbers(..) => Ok(Evaluated { result, r#type: ty, variables_reference: 0, indexed_variables: None }),
        }
    }
}

/// Some of a list.
fn within<T>(list: Vec<T>, range: std::ops::Range<usize>) -> impl Iterator<Item = T> {
    list.into_iter().skip(range.start).take(range.len())
}

/// A variable without parts.
fn plain(name: String, value: String) -> Variable {
    Variable {
        name,
        value,
        r#type: String::new(),
        variables_reference: 0,
        named_variables: None,
        indexed_variables: None,
        evaluate_name: None,
    }
}

/// Whether the parts of a place have indices.
fn is_indexed(debugger: &Debugger, thread: Thread, place: &Place) -> bool {
    let look = debugger.at(thread).look();
    matches!(look.types.get(place.ty).kind, Kind::Array { .. } | Kind::Matrix { .. })
}

/// The lanes of the wave, and what a barrier waits for.
fn lanes(debugger: &Debugger) -> Vec<Variable> {
    let mut found = Vec::new();
    let lanes = debugger.lanes();
    let active = lanes.iter().map(|lane| if lane.standing == Standing::Active { 'x' } else { '.' });
    found.push(plain("active".to_owned(), active.collect()));
    if let Some(barrier) = debugger.barrier() {
        let missing = barrier.missing.len();
        let text = format!("line {}: {} have come, {missing} are missing", barrier.line, barrier.arrived);
        found.push(plain("barrier".to_owned(), text));
    }
    for lane in lanes {
        let text = match lane.standing {
            Standing::Absent => "not in the group that runs".to_owned(),
            Standing::Ended => "ended".to_owned(),
            Standing::Active => format!("at line {}", lane.line),
            Standing::Diverged => format!("waits at line {} for lanes of its wave", lane.line),
            Standing::AtBarrier => format!("waits at the barrier of line {}", lane.line),
            Standing::Ready => format!("at line {}, its wave has not its turn", lane.line),
        };
        found.push(plain(format!("thread {}", lane.thread.number), text));
    }
    found
}
