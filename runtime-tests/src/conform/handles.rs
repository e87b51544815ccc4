//! Compares the handles of two containers: every operand of every operation that creates or annotates one, and every bit of
//! the properties.
//!
//! Input: containers of one shader. Output: the lines that only one of them has. So that two optimisers that keep the same accesses have the
//! same lines, some things do not count: how often and in which order handles are made; which number an index is that is no constant
//! (`*`); the place of a resource in its list, for which its registers stand; and which of several handles that are made
//! alike is the one whose counter is used, as DXC makes one for each access. A handle that depends on the path taken is described by
//! the handles that it may be.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use dxil::calls::OpCall;
use dxil::inst::{InstId, InstKind, Value};
use dxil::module::{Body, Module};
use dxil::shader::{Resource, ResourceClass, ResourceProperties, Resources, Shader};
use dxil::{ConstId, ConstKind, Op};

use crate::measured::module;

/// Operands that lead back to how a handle is made, at most: an annotation, a load, the address of an element, the elements of it.
const MOST_STEPS: u32 = 8;

/// What stands for an index that is no constant.
const ANY: &str = "*";

/// The handles of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handles {
    lines: BTreeSet<String>,
}

impl Handles {
    /// Reads the program of a container.
    pub fn of_container(bytes: &[u8]) -> Result<Self, String> {
        let module = module(bytes)?;
        let shader = Shader::read(&module).map_err(|error| error.to_string())?;
        let mut lines: BTreeSet<String> =
            shader.resources.classes().into_iter().flatten().map(|resource| declared(&module, resource)).collect();
        // How handles are annotated that are made alike: what of the properties does not say that a counter is used, and whether one is.
        let mut annotated: BTreeMap<(String, [u32; 2]), bool> = BTreeMap::new();
        for body in module.functions.values().filter_map(|function| function.body.as_ref()) {
            let reader = Reader { module: &module, resources: &shader.resources, body };
            for (_, inst) in body.layout() {
                if let Some((handle, properties)) = reader.annotated(inst) {
                    let plain = properties.with_counter(false);
                    *annotated.entry((handle, [plain.0, plain.1])).or_default() |= plain != properties;
                } else {
                    lines.extend(reader.made(inst, MOST_STEPS));
                }
            }
        }
        let line = |((handle, [first, second]), counts): ((String, [u32; 2]), bool)| {
            format!("annotateHandle({handle}, {})", shown(ResourceProperties(first, second).with_counter(counts)))
        };
        lines.extend(annotated.into_iter().map(line));
        Ok(Self { lines })
    }

    /// The lines that only one of two has, if they differ.
    pub fn differences(&self, ours: &Self) -> Option<String> {
        let mut text = String::new();
        for line in self.lines.difference(&ours.lines) {
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(text, "expected {line}");
        }
        for line in ours.lines.difference(&self.lines) {
            let _ = writeln!(text, "found    {line}");
        }
        (!text.is_empty()).then_some(text)
    }
}

/// A resource as the metadata lists it: below shader model 6.6 nothing else has its properties.
fn declared(module: &Module, resource: &Resource) -> String {
    format!("{}: {:?}, {} components", place(resource), resource.detail, resource.components(module))
}

/// Where a resource stands.
fn place(resource: &Resource) -> String {
    let size = resource.range_size.cast_signed();
    format!(
        "{}{}+{size}, space {}",
        letter(resource.class()),
        resource.lower_bound.cast_signed(),
        resource.space.cast_signed()
    )
}

fn letter(class: ResourceClass) -> &'static str {
    match class {
        ResourceClass::Srv => "t",
        ResourceClass::Uav => "u",
        ResourceClass::Cbv => "b",
        ResourceClass::Sampler => "s",
    }
}

/// Reads the operands of the instructions of a body.
struct Reader<'a> {
    module: &'a Module,
    resources: &'a Resources,
    body: &'a Body,
}

impl Reader<'_> {
    /// The line of an instruction, if it makes or annotates a handle.
    fn made(&self, inst: InstId, steps: u32) -> Option<String> {
        let kind = &self.body.insts[inst].kind;
        let call = self.module.op_call(kind)?;
        let number = |name| self.number(call.arg(name));
        let index = || number("index");
        let flag = || number("nonUniformIndex");
        Some(match call.op {
            Op::CreateHandle => {
                let named = self.listed(call).unwrap_or_else(|| "no resource".to_owned());
                format!("createHandle({named}, index {}, non-uniform {})", index(), flag())
            }
            Op::CreateHandleFromBinding => {
                let bind = self.words(call.arg("bind"));
                format!("createHandleFromBinding({bind}, index {}, non-uniform {})", index(), flag())
            }
            Op::CreateHandleFromHeap => {
                let samplers = number("samplerHeap");
                format!("createHandleFromHeap(index {}, samplers {samplers}, non-uniform {})", index(), flag())
            }
            Op::CreateHandleForLib => {
                let called =
                    self.module.direct_callee(kind).map(|callee| self.module.functions[callee].name.to_string());
                let object = self.object(call.arg("Resource"), steps);
                format!("{}({object})", called.unwrap_or_default().trim_start_matches("dx.op."))
            }
            _ => return None,
        })
    }

    /// What an instruction annotates, and how.
    fn annotated(&self, inst: InstId) -> Option<(String, ResourceProperties)> {
        let call = self.module.op_call(&self.body.insts[inst].kind).filter(|call| call.op == Op::AnnotateHandle)?;
        let Some(Value::Const(properties)) = call.arg("props") else { return None };
        let &[first, second] = self.module.fields(properties)?.as_slice() else { return None };
        Some((self.handle(call.arg("res"), MOST_STEPS), ResourceProperties(first, second)))
    }

    /// How a handle is made.
    fn handle(&self, value: Option<Value>, steps: u32) -> String {
        let (Some(Value::Inst(inst)), Some(steps)) = (value, steps.checked_sub(1)) else { return "?".to_owned() };
        let one = |value: Value| self.handle(Some(value), steps);
        match &self.body.insts[inst].kind {
            InstKind::Phi { incoming } => one_of(incoming.iter().map(|(value, _)| one(*value))),
            InstKind::Select { on_true, on_false, .. } => one_of([one(*on_true), one(*on_false)].into_iter()),
            _ => self.made(inst, steps).unwrap_or_else(|| "?".to_owned()),
        }
    }

    /// What the variable of a resource of a library is loaded from.
    fn object(&self, value: Option<Value>, steps: u32) -> String {
        let (Some(Value::Inst(inst)), Some(steps)) = (value, steps.checked_sub(1)) else { return "?".to_owned() };
        let one = |value: Value| self.object(Some(value), steps);
        match &self.body.insts[inst].kind {
            InstKind::Phi { incoming } => one_of(incoming.iter().map(|(value, _)| one(*value))),
            InstKind::Select { on_true, on_false, .. } => one_of([one(*on_true), one(*on_false)].into_iter()),
            InstKind::Load { ptr, .. } => self.address(*ptr, steps),
            _ => "?".to_owned(),
        }
    }

    /// The address of a resource's variable, or of an element of it.
    fn address(&self, value: Value, steps: u32) -> String {
        let Some(steps) = steps.checked_sub(1) else { return "?".to_owned() };
        match value {
            Value::Const(id) => self.constant_address(id, steps),
            Value::Inst(inst) => match &self.body.insts[inst].kind {
                InstKind::Gep { base, indices, .. } => {
                    let kind = self.module.metadata.find_kind(b"dx.nonuniform");
                    let is_marked = kind.is_some_and(|kind| self.body.attachment(inst, kind).is_some());
                    let indices = self.steps(indices.iter().copied());
                    let mark = if is_marked { " non-uniform" } else { "" };
                    format!("{}{indices}{mark}", self.address(*base, steps))
                }
                InstKind::Phi { incoming } => one_of(incoming.iter().map(|(value, _)| self.address(*value, steps))),
                InstKind::Select { on_true, on_false, .. } => {
                    one_of([*on_true, *on_false].map(|value| self.address(value, steps)).into_iter())
                }
                _ => "?".to_owned(),
            },
            _ => "?".to_owned(),
        }
    }

    fn constant_address(&self, id: ConstId, steps: u32) -> String {
        let Some(steps) = steps.checked_sub(1) else { return "?".to_owned() };
        match &self.module.constants.get(id).kind {
            ConstKind::Global(global) => self.module.globals[*global].name.to_string(),
            ConstKind::Cast { value, .. } => self.constant_address(*value, steps),
            ConstKind::Gep { operands, .. } => {
                let Some((&base, indices)) = operands.split_first() else { return "?".to_owned() };
                let indices = self.steps(indices.iter().map(|&at| at.into()));
                format!("{}{indices}", self.constant_address(base, steps))
            }
            _ => "?".to_owned(),
        }
    }

    /// The resource that `createHandle` names by its class and its number there.
    fn listed(&self, call: OpCall<'_>) -> Option<String> {
        let number = |name| self.module.constant_int(call.arg(name)?);
        let class = ResourceClass::from_number(u32::try_from(number("resourceClass")?).ok()?)?;
        let resource = self.resources.class(class).get(usize::try_from(number("rangeId")?).ok()?)?;
        Some(place(resource))
    }

    /// The steps of an address after the first, which is over whole variables.
    fn steps(&self, indices: impl Iterator<Item = Value>) -> String {
        let mut text = String::new();
        for at in indices.skip(1) {
            let _ = write!(text, "[{}]", self.number(Some(at)));
        }
        text
    }

    fn number(&self, value: Option<Value>) -> String {
        let number = value.and_then(|value| self.module.constant_int(value));
        number.map_or_else(|| ANY.to_owned(), |number| number.to_string())
    }

    fn words(&self, value: Option<Value>) -> String {
        let words = match value {
            Some(Value::Const(id)) => self.module.fields(id),
            _ => None,
        };
        let Some(words) = words else { return "?".to_owned() };
        words.iter().map(|&word| word.cast_signed().to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// Properties as bits, with the kind of resource.
fn shown(properties: ResourceProperties) -> String {
    let kind = properties.kind().map_or("?", |kind| kind.text());
    format!("{:#x} {:#x} {kind}", properties.0, properties.1)
}

/// Those of several that differ; the same for all orders.
fn one_of(parts: impl Iterator<Item = String>) -> String {
    let parts: BTreeSet<String> = parts.collect();
    match Vec::from_iter(parts).as_slice() {
        [one] => one.clone(),
        parts => format!("one of {}", parts.join(" or ")),
    }
}
