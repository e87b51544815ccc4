//! Calls of DXIL operations and the handles they take, as the rules and the flags examine them.
//!
//! Input: a module, the resources that its metadata lists, a body. Output: the operation that an instruction calls, with
//! its arguments by the names of the operation table, and the known properties of the resource of a handle.

use crate::constants::{ConstId, ConstKind};
use crate::inst::{InstKind, Value};
use crate::module::{Body, FuncId, GlobalId, Module};
use crate::optable::{Op, Param};
use crate::shader::{Held, Resource, ResourceClass, ResourceDetail, ResourceProperties, Resources};
use crate::types::{Type, TypeId};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// More choices in a row than handles come from.
const MAX_CHOICES: u32 = 64;
/// The most resources that are searched linearly.
const FEW_RESOURCES: usize = 16;

/// A call of an operation.
#[derive(Clone, Copy, Debug)]
pub struct OpCall<'a> {
    /// The operation.
    pub op: Op,
    /// The arguments after the operation's number.
    args: &'a [Value],
}

impl<'a> OpCall<'a> {
    /// The arguments with their parameters.
    pub fn params(&self) -> impl Iterator<Item = (&'static Param, Value)> + use<'a> {
        self.op.info().params().iter().zip(self.args.iter().copied())
    }

    /// The arguments whose parameter starts with a name, in order: `coord` gives `coord0`, `coord1` and so on.
    pub fn args(&self, name: &'static str) -> impl Iterator<Item = Value> + use<'a> {
        self.params().filter(|(param, _)| param.name.as_bytes().starts_with(name.as_bytes())).map(|(_, arg)| arg)
    }

    /// The argument of that name.
    pub fn arg(&self, name: &str) -> Option<Value> {
        self.params().find(|(param, _)| param.name == name).map(|(_, arg)| arg)
    }
}

impl Module {
    /// The function that a call names.
    pub fn direct_callee(&self, kind: &InstKind) -> Option<FuncId> {
        let InstKind::Call { callee: Value::Const(callee), .. } = kind else { return None };
        if let ConstKind::Function(function) =
            self.constants.is_valid(*callee).then(|| &self.constants.get(*callee).kind)?
        {
            Some(*function)
        } else {
            None
        }
    }

    /// The operation that an instruction calls.
    pub fn op_call<'a>(&self, kind: &'a InstKind) -> Option<OpCall<'a>> {
        let InstKind::Call { args, .. } = kind else { return None };
        let op = self.called_op(self.direct_callee(kind)?, args)?;
        Some(OpCall { op, args: &args[1..] })
    }

    /// The number a value is known to be.
    pub fn constant_int(&self, value: Value) -> Option<u64> {
        if let Value::Const(id) = value { self.constants.as_int(id) } else { None }
    }

    /// The number a value is known to be, with its sign.
    pub fn constant_signed(&self, value: Value) -> Option<i64> {
        let Value::Const(id) = value else { return None };
        let unused = 64 - self.types.int_bits(self.constants.ty(id))?.min(64);
        Some((self.constants.as_int(id)? << unused).cast_signed() >> unused)
    }

    /// The float a value is known to be.
    pub fn constant_float(&self, value: Value) -> Option<f64> {
        let Value::Const(id) = value else { return None };
        let constant = self.constants.get(id);
        let ConstKind::Float(bits) = constant.kind else { return None };
        match self.types.float_bits(constant.ty)? {
            16 => Some(half::f16::from_bits(bits as u16).to_f64()),
            32 => Some(f64::from(f32::from_bits(bits as u32))),
            _ => Some(f64::from_bits(bits)),
        }
    }

    /// The numbers of a struct of integers.
    pub fn fields(&self, id: ConstId) -> Option<SmallVec<[u32; 4]>> {
        let constant = self.constants.get(id);
        match &constant.kind {
            ConstKind::Aggregate(parts) => {
                parts.iter().map(|&part| Some(self.constants.as_int(part)? as u32)).collect()
            }
            ConstKind::Null => Some(smallvec![0; self.types.struct_fields(constant.ty)?.len()]),
            ConstKind::Undef
            | ConstKind::Int(_)
            | ConstKind::Float(_)
            | ConstKind::Global(_)
            | ConstKind::Function(_)
            | ConstKind::Cast { .. }
            | ConstKind::Gep { .. }
            | ConstKind::Binary { .. }
            | ConstKind::Cmp { .. }
            | ConstKind::Select { .. } => None,
        }
    }

    /// The variable that a constant is the address of, seen through conversions.
    pub fn global_of(&self, mut constant: ConstId) -> Option<GlobalId> {
        loop {
            match self.constants.get(constant).kind {
                ConstKind::Global(global) => return Some(global),
                ConstKind::Cast { value, .. } => constant = value,
                ConstKind::Null
                | ConstKind::Undef
                | ConstKind::Int(_)
                | ConstKind::Float(_)
                | ConstKind::Aggregate(_)
                | ConstKind::Function(_)
                | ConstKind::Gep { .. }
                | ConstKind::Binary { .. }
                | ConstKind::Cmp { .. }
                | ConstKind::Select { .. } => return None,
            }
        }
    }

    /// Whether a value is undefined.
    pub fn is_undef(&self, value: Value) -> bool {
        matches!(value, Value::Const(id) if self.constants.is_undef(id))
    }
}

/// The facts about a handle.
#[derive(Clone, Copy, Debug)]
pub struct Handle<'a> {
    /// The properties of the resource.
    pub properties: ResourceProperties,
    /// The entry of the resource table, and its number in its class; none for an element of a heap.
    pub entry: Option<(&'a Resource, u32)>,
    /// Whether the properties are those of an annotation, as handles have from shader model 6.6 on.
    pub is_annotated: bool,
}

/// The resources of a module by the operands from which handles are created.
#[derive(Clone, Debug, Default)]
pub struct ResourceIndex {
    /// By class, first and last register, and space; the first of several.
    bindings: FxHashMap<(ResourceClass, [u32; 3]), u32>,
    /// By the variable of a library.
    variables: FxHashMap<GlobalId, (ResourceClass, u32)>,
}

impl ResourceIndex {
    /// The places of all resources. Few are found without it, and none is listed then.
    pub fn new(module: &Module, resources: &Resources) -> Self {
        let mut this = Self::default();
        if resources.classes().into_iter().map(<[_]>::len).sum::<usize>() <= FEW_RESOURCES {
            return this;
        }
        for &class in ResourceClass::ALL {
            for (at, resource) in (0..).zip(resources.class(class)) {
                this.bindings.entry((class, registers(resource))).or_insert(at);
                if let Some(global) = module.global_of(resource.variable) {
                    this.variables.entry(global).or_insert((class, at));
                }
            }
        }
        this
    }
}

/// First and last register, and the space.
fn registers(resource: &Resource) -> [u32; 3] {
    [resource.lower_bound, resource.upper_bound(), resource.space]
}

/// Finds out about the handles of a body.
#[derive(Clone, Copy, Debug)]
pub struct Handles<'a> {
    module: &'a Module,
    resources: &'a Resources,
    index: &'a ResourceIndex,
}

impl<'a> Handles<'a> {
    /// The handles of a module with these resources.
    pub fn new(module: &'a Module, resources: &'a Resources, index: &'a ResourceIndex) -> Self {
        Self { module, resources, index }
    }

    /// The handle that a value is; `None` for a value that no operation created a usable handle of. Of several possible
    /// ones, the first represents all.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other instruction makes no handle, unless it is a call")]
    pub fn get(&self, body: &Body, mut value: Value) -> Option<Handle<'a>> {
        for _ in 0..MAX_CHOICES {
            let Value::Inst(inst) = value else { return None };
            value = match &body.insts.get(inst)?.kind {
                InstKind::Phi { incoming } => incoming.first()?.0,
                InstKind::Select { on_true, .. } => *on_true,
                call => return self.of_call(body, self.module.op_call(call)?),
            };
        }
        None
    }

    /// The handle that an operation creates.
    pub fn of_call(&self, body: &Body, call: OpCall<'_>) -> Option<Handle<'a>> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other operation makes a handle")]
        match call.op {
            Op::CreateHandle => {
                let class = ResourceClass::from_number(self.number(call.arg("resourceClass")?)?)?;
                let number = self.number(call.arg("rangeId")?)?;
                let resource = self.resources.class(class).get(number as usize)?;
                let properties = resource.properties(self.module);
                Some(Handle { properties, entry: Some((resource, number)), is_annotated: false })
            }
            Op::CreateHandleForLib => {
                let (resource, number) = self.of_variable(body, call)?;
                let properties = resource.properties(self.module);
                Some(Handle { properties, entry: Some((resource, number)), is_annotated: false })
            }
            Op::AnnotateHandle => {
                let words = self.module.fields(constant(call.arg("props")?)?)?;
                let [first, second] = words[..] else { return None };
                let entry = call.arg("res").and_then(|made| self.bound(body, made));
                Some(Handle { properties: ResourceProperties(first, second), entry, is_annotated: true })
            }
            _ => None,
        }
    }

    /// The resource of a handle that is made from a binding.
    fn bound(&self, body: &Body, value: Value) -> Option<(&'a Resource, u32)> {
        let Value::Inst(inst) = value else { return None };
        let call = self.module.op_call(&body.insts.get(inst)?.kind)?;
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other operation binds a resource")]
        match call.op {
            Op::CreateHandleForLib => return self.of_variable(body, call),
            Op::CreateHandleFromBinding => {}
            _ => return None,
        }
        let [lower, upper, space, class] = self.module.fields(constant(call.arg("bind")?)?)?[..] else { return None };
        let (class, wanted) = (ResourceClass::from_number(class)?, [lower, upper, space]);
        let list = self.resources.class(class);
        let at = if self.index.bindings.is_empty() {
            list.iter().position(|resource| registers(resource) == wanted)? as u32
        } else {
            *self.index.bindings.get(&(class, wanted))?
        };
        Some((list.get(at as usize)?, at))
    }

    /// The resource whose variable a handle of a library is made from; none for one of an array.
    fn of_variable(&self, body: &Body, call: OpCall<'_>) -> Option<(&'a Resource, u32)> {
        let Value::Inst(load) = call.arg("Resource")? else { return None };
        let InstKind::Load { ptr, .. } = body.insts.get(load)?.kind else { return None };
        let global = self.module.global_of(constant(ptr)?)?;
        if !self.index.bindings.is_empty() {
            let &(class, at) = self.index.variables.get(&global)?;
            return Some((self.resources.class(class).get(at as usize)?, at));
        }
        self.resources.classes().into_iter().find_map(|class| {
            let at = class.iter().position(|resource| self.module.global_of(resource.variable) == Some(global))?;
            Some((&class[at], at as u32))
        })
    }

    fn number(&self, value: Value) -> Option<u32> {
        u32::try_from(self.module.constant_int(value)?).ok()
    }
}

fn constant(value: Value) -> Option<ConstId> {
    if let Value::Const(id) = value { Some(id) } else { None }
}

impl Resource {
    /// What a handle to it would be annotated with. Below shader model 6.6 nothing else shows, and the number of
    /// components of a typed resource is that of the first member of the type its variable points to.
    pub fn properties(&self, module: &Module) -> ResourceProperties {
        let samples = if let ResourceDetail::Srv { sample_count, .. } = self.detail { sample_count } else { 0 };
        self.detail.properties(Held { components: u32::from(self.components(module)), samples, ..Held::default() })
    }

    /// Whether it is an array of resources.
    pub fn is_array(&self, module: &Module) -> bool {
        let ty = module.types.pointee(module.constants.ty(self.variable));
        ty.is_some_and(|ty| matches!(module.types.get(ty), Type::Array { .. }))
    }

    /// The type that stands for one such resource.
    pub fn object_type(&self, module: &Module) -> Option<TypeId> {
        let mut ty = module.types.pointee(module.constants.ty(self.variable))?;
        while let Type::Array { elem, .. } = module.types.get(ty) {
            ty = *elem;
        }
        Some(ty)
    }

    /// The components of the elements of a typed resource.
    pub fn components(&self, module: &Module) -> u8 {
        let member = self.object_type(module).and_then(|ty| module.types.struct_fields(ty)?.first().copied());
        match member.map(|member| module.types.get(member)) {
            Some(Type::Vector { len, .. }) => u8::try_from(*len).unwrap_or(u8::MAX),
            _ => 1,
        }
    }
}
