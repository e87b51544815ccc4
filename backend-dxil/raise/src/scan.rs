//! Finds out what the code says about resources before it is raised: how handles are annotated, and which accesses show that
//! an element has 64 bits, of which metadata speaks as of two words.

use dxil::Module as DxModule;
use dxil::constants::{ConstId, ConstKind};
use dxil::inst::{CastOp, InstId, InstKind, Value as Dv};
use dxil::module::{Body, GlobalId};
use dxil::optable::Op as Dx;
use dxil::shader::{ResourceClass, ResourceProperties, Shader};
use dxil::types::Type as DxType;
use rustc_hash::FxHashMap;

/// How many arrays of resources may lie in each other within the outermost one.
const MOST_INNER: usize = 3;

/// Which resource a handle is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    /// One of the metadata's, by class and number.
    Listed(ResourceClass, u32),
    /// An element of a heap, with these properties.
    Heap(ResourceProperties),
    /// One that a value stands for, with these properties.
    Raw(ResourceProperties),
}

/// How the handle of a resource is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Origin {
    /// Which.
    pub(crate) key: Key,
    /// The number of the element, if it is no constant of the resource's variable.
    pub(crate) index: Option<Dv>,
    /// How many elements a step of it is.
    pub(crate) stride: u32,
    /// The indices into inner arrays, in the same way.
    pub(crate) inner: [Option<(Dv, u32)>; MOST_INNER],
    /// What must be taken off the index so that it counts from the start of the resource.
    pub(crate) base: u32,
    /// Whether the index may differ between lanes.
    pub(crate) non_uniform: bool,
}

impl Origin {
    /// The handle of a value that stands for a resource with these properties.
    fn of_raw(value: Dv, properties: ResourceProperties) -> Self {
        let (key, index) = (Key::Raw(properties), Some(value));
        Self { key, index, stride: 1, inner: [None; MOST_INNER], base: 0, non_uniform: false }
    }
}

/// What accesses say of a resource.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// How a handle of it is annotated.
    pub(crate) properties: Option<ResourceProperties>,
    /// An atomic on 64 bits.
    pub(crate) atomic64: bool,
    /// The last part that is taken out of what a load gives.
    pub(crate) last_part: u32,
}

/// What all accesses say.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// By resource.
    pub(crate) seen: FxHashMap<Key, Seen>,
    /// Heap elements in the order of their first handle.
    pub(crate) heaps: Vec<ResourceProperties>,
    /// What values stand for, in the same order.
    pub(crate) raws: Vec<ResourceProperties>,
    variables: FxHashMap<GlobalId, (ResourceClass, u32)>,
    bindings: FxHashMap<(ResourceClass, [u32; 3]), u32>,
}

impl Scan {
    /// Looks at the code of a module.
    pub(crate) fn new(dx: &DxModule, shader: &Shader) -> Self {
        let mut scan = Self::default();
        for list in shader.resources.classes() {
            for (number, resource) in (0u32..).zip(list) {
                let class = resource.class();
                if let Some(global) = global_of(dx, resource.variable) {
                    scan.variables.entry(global).or_insert((class, number));
                }
                let registers = [resource.lower_bound, resource.upper_bound(), resource.space];
                scan.bindings.entry((class, registers)).or_insert(number);
            }
        }
        let bodies: Vec<&Body> = dx.functions.values().filter_map(|function| function.body.as_ref()).collect();
        for body in &bodies {
            for (_, inst) in body.layout() {
                scan.look(dx, shader, body, inst);
            }
        }
        for parameter in shader.annotations.functions.iter().flat_map(|function| &function.parameters) {
            let of = parameter.field.properties.and_then(|words| properties(dx, Some(Dv::Const(words))));
            if let Some(of) = of.filter(|of| !scan.raws.contains(of)) {
                scan.raws.push(of);
            }
        }
        scan
    }

    fn look(&mut self, dx: &DxModule, shader: &Shader, body: &Body, inst: InstId) {
        let Some(data) = body.insts.get(inst) else { return };
        if let InstKind::ExtractValue { aggregate: Dv::Inst(load), indices } = &data.kind {
            let Some(call) = body.insts.get(*load).and_then(|load| dx.op_call(&load.kind)) else { return };
            #[expect(clippy::wildcard_enum_match_arm, reason = "these loads give words")]
            let handle = match call.op {
                Dx::BufferLoad | Dx::TextureLoad | Dx::RawBufferLoad => call.arg("srv"),
                _ => None,
            };
            let Some(origin) = handle.and_then(|handle| self.origin(dx, shader, body, handle)) else { return };
            let Some(&part) = indices.first() else { return };
            let seen = self.seen.entry(origin.key).or_default();
            if part < 4 {
                seen.last_part = seen.last_part.max(part);
            }
            return;
        }
        let Some(call) = dx.op_call(&data.kind) else { return };
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "no other operation says more of a resource than its record"
        )]
        match call.op {
            Dx::AnnotateHandle => {
                let Some(origin) = self.origin(dx, shader, body, Dv::Inst(inst)) else { return };
                let seen = self.seen.entry(origin.key).or_default();
                let found = properties(dx, call.arg("props"));
                // A handle that counts says so, whatever others do.
                let counts = |known: ResourceProperties| known.compares_or_counts();
                if seen.properties.is_none_or(|known| !counts(known)) {
                    seen.properties = found.or(seen.properties);
                }
                let (of, known) = match origin.key {
                    Key::Listed(..) => return,
                    Key::Heap(of) => (of, &mut self.heaps),
                    Key::Raw(of) => (of, &mut self.raws),
                };
                if !known.contains(&of) {
                    known.push(of);
                }
            }
            Dx::AtomicBinOp | Dx::AtomicCompareExchange => {
                let origin = call.arg("handle").and_then(|handle| self.origin(dx, shader, body, handle));
                if let Some(origin) = origin.filter(|_| dx.types.int_bits(data.ty) == Some(64)) {
                    self.seen.entry(origin.key).or_default().atomic64 = true;
                }
            }
            _ => {}
        }
    }

    /// Whether a value is a resource that is read out of its variable.
    pub(crate) fn is_resource(&self, dx: &DxModule, body: &Body, value: Dv) -> bool {
        let Dv::Inst(inst) = value else { return false };
        let Some(&InstKind::Load { ptr, .. }) = body.insts.get(inst).map(|data| &data.kind) else { return false };
        element_of_variable(dx, body, ptr).is_some_and(|(global, ..)| self.variables.contains_key(&global))
    }

    /// Where a handle comes from.
    pub(crate) fn origin(&self, dx: &DxModule, shader: &Shader, body: &Body, handle: Dv) -> Option<Origin> {
        let Dv::Inst(inst) = handle else { return None };
        let call = dx.op_call(&body.insts.get(inst)?.kind)?;
        if call.op != Dx::AnnotateHandle {
            return self.made(dx, shader, body, inst, None);
        }
        let (res, properties) = (call.arg("res")?, properties(dx, call.arg("props")));
        let Dv::Inst(made) = res else { return None };
        if dx.op_call(&body.insts.get(made)?.kind).is_some() {
            return self.made(dx, shader, body, made, properties);
        }
        Some(Origin::of_raw(res, properties?))
    }

    fn made(
        &self,
        dx: &DxModule,
        shader: &Shader,
        body: &Body,
        inst: InstId,
        annotated: Option<ResourceProperties>,
    ) -> Option<Origin> {
        let call = dx.op_call(&body.insts.get(inst)?.kind)?;
        let number = |name: &str| call.arg(name).and_then(|value| dx.constant_int(value));
        let is_set = |name: &str| number(name) == Some(1);
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other operation makes a handle")]
        match call.op {
            Dx::CreateHandle => {
                let class = ResourceClass::from_number(number("resourceClass")? as u32)?;
                let id = u32::try_from(number("rangeId")?).ok()?;
                let resource = shader.resources.class(class).get(id as usize)?;
                Some(Origin {
                    key: Key::Listed(class, id),
                    index: call.arg("index"),
                    stride: 1,
                    inner: [None; MOST_INNER],
                    base: resource.lower_bound,
                    non_uniform: is_set("nonUniformIndex"),
                })
            }
            Dx::CreateHandleFromBinding => {
                let Dv::Const(bind) = call.arg("bind")? else { return None };
                let [lower, upper, space, class] = dx.fields(bind)?[..] else { return None };
                let class = ResourceClass::from_number(class)?;
                let id = *self.bindings.get(&(class, [lower, upper, space]))?;
                Some(Origin {
                    key: Key::Listed(class, id),
                    index: call.arg("index"),
                    stride: 1,
                    inner: [None; MOST_INNER],
                    base: lower,
                    non_uniform: is_set("nonUniformIndex"),
                })
            }
            Dx::CreateHandleFromHeap => Some(Origin {
                key: Key::Heap(annotated?),
                index: call.arg("index"),
                stride: 1,
                inner: [None; MOST_INNER],
                base: 0,
                non_uniform: is_set("nonUniformIndex"),
            }),
            Dx::CreateHandleForLib => {
                let resource = call.arg("Resource")?;
                if self.is_resource(dx, body, resource) {
                    return self.variable(dx, body, resource);
                }
                Some(Origin::of_raw(resource, annotated?))
            }
            _ => None,
        }
    }
}

impl Scan {
    /// Which resource a value is that is read out of its variable.
    pub(crate) fn variable(&self, dx: &DxModule, body: &Body, value: Dv) -> Option<Origin> {
        let Dv::Inst(load) = value else { return None };
        let InstKind::Load { ptr, .. } = body.insts.get(load)?.kind else { return None };
        self.element(dx, body, ptr)
    }

    /// Which resource has its variable, or an element of it, at an address.
    pub(crate) fn element(&self, dx: &DxModule, body: &Body, ptr: Dv) -> Option<Origin> {
        let (global, indices, non_uniform) = element_of_variable(dx, body, ptr)?;
        let (class, id) = *self.variables.get(&global)?;
        let mut steps = strides(dx, global, &indices)?.into_iter();
        let (index, stride) = steps.next().map_or((None, 1), |(index, stride)| (Some(index), stride));
        let inner = std::array::from_fn(|_| steps.next());
        let key = Key::Listed(class, id);
        steps.next().is_none().then_some(Origin { key, index, stride, inner, base: 0, non_uniform })
    }
}

/// The indices into an array of arrays, each with the elements that a step of it is.
fn strides(dx: &DxModule, global: GlobalId, indices: &[Dv]) -> Option<Vec<(Dv, u32)>> {
    let (mut lengths, mut ty) = (Vec::new(), dx.globals[global].ty);
    while let DxType::Array { elem, len } = *dx.types.get(ty) {
        lengths.push(u32::try_from(len).ok()?);
        ty = elem;
    }
    let stride = |at: usize| lengths.get(at + 1..)?.iter().try_fold(1u32, |all, &length| all.checked_mul(length));
    (indices.len() == lengths.len()).then_some(())?;
    indices.iter().enumerate().map(|(at, &index)| Some((index, stride(at)?))).collect()
}

/// The variable that a pointer leads into, and the indices into it.
fn element_of_variable(dx: &DxModule, body: &Body, ptr: Dv) -> Option<(GlobalId, Vec<Dv>, bool)> {
    match ptr {
        Dv::Const(id) => {
            if let ConstKind::Gep { operands, .. } = &dx.constants.get(id).kind {
                let (base, indices) = operands.split_first()?;
                let indices = indices.iter().skip(1).map(|&index| Dv::Const(index)).collect();
                return Some((global_of(dx, *base)?, indices, false));
            }
            Some((global_of(dx, id)?, Vec::new(), false))
        }
        Dv::Inst(inst) => {
            let InstKind::Gep { base: Dv::Const(base), indices, .. } = &body.insts.get(inst)?.kind else {
                return None;
            };
            let kind = dx.metadata.find_kind(b"dx.nonuniform");
            let non_uniform = kind.is_some_and(|kind| body.attachment(inst, kind).is_some());
            Some((global_of(dx, *base)?, indices.get(1..).unwrap_or_default().to_vec(), non_uniform))
        }
        Dv::Arg(_) | Dv::Metadata(_) | Dv::MetadataArg(_) | Dv::MetadataInst(_) => None,
    }
}

/// The global that a constant is the address of, seen through casts.
pub(crate) fn global_of(dx: &DxModule, mut id: ConstId) -> Option<GlobalId> {
    for _ in 0..8 {
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other constant is the address of a variable")]
        match dx.constants.is_valid(id).then(|| &dx.constants.get(id).kind)? {
            ConstKind::Global(global) => return Some(*global),
            ConstKind::Cast { op: CastOp::Bitcast, value } => id = *value,
            _ => return None,
        }
    }
    None
}

/// The properties that a handle is annotated with.
pub(crate) fn properties(dx: &DxModule, words: Option<Dv>) -> Option<ResourceProperties> {
    let Some(Dv::Const(words)) = words else { return None };
    let [first, second] = dx.fields(words)?[..] else { return None };
    Some(ResourceProperties(first, second))
}
