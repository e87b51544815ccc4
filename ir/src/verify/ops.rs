//! Verifies operand count, immediate, operand and result types by the operation's row. What the language of the rows
//! cannot say is a function in [`rules`](super::rules) that the row names.
//!
//! In DXIL form the vectors that an operation takes may be split ([`Scalars::Rows`](crate::ops::Scalars)); then the row
//! says only that all that is left are scalars and handles.

use crate::context::Context;
use crate::entity::{Inst, Type, Value};
use crate::function::{Function, Imm, Linkage};
use crate::module::Module;
use crate::ops::types::{Class, ResultRule};
use crate::ops::{Op, OpInfo};
use crate::text::print_type;
use crate::types::{AddressSpace, OpaqueType, ResourceType, Scalar, TypeData};
use crate::typing;

/// Checks an instruction, and returns a message.
pub(super) fn check(module: &Module, func: &Function, inst: Inst) -> Result<(), String> {
    let data = &func.insts[inst];
    let args = func.args(inst);
    if let Some(value) = args.iter().find(|&&value| !func.values.is_valid(value)) {
        return Err(format!("operand %{value} does not exist"));
    }
    let info = data.op.info();
    let mut is_flat = false;
    if let Some(count) = info.args() {
        is_flat = args.len() > count && data.op.takes_rows_of_scalars();
        require(args.len() == count || is_flat, || format!("takes {count} operands, has {}", args.len()))?;
    }
    let rule = Rule { module, ctx: &module.ctx, func, op: data.op, imm: data.imm, args, ty: data.ty };
    rule.immediate(info)?;
    if is_flat {
        return rule.flat_operands();
    }
    let fixed = info.operands.iter().filter(|class| !matches!(class, Class::Rest(_))).count();
    for index in 0..args.len().max(fixed) {
        let (ty, class) = (rule.arg(index)?, info.operand(index).unwrap_or(Class::Any));
        require(rule.fits(ty, class)?, || format!("operand {index} is {}", rule.wanted(class)))?;
    }
    if let Some(check) = info.check {
        check(&rule)?;
    }
    rule.result(info)
}

pub(super) fn require(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

/// An instruction that is checked.
#[derive(Debug)]
pub(crate) struct Rule<'a> {
    pub(super) module: &'a Module,
    pub(super) ctx: &'a Context,
    pub(super) func: &'a Function,
    pub(super) op: Op,
    pub(super) imm: Imm,
    pub(super) args: &'a [Value],
    pub(super) ty: Type,
}

impl Rule<'_> {
    pub(super) fn arg(&self, index: usize) -> Result<Type, String> {
        self.args.get(index).map(|&v| self.func.ty(v)).ok_or_else(|| format!("operand {index} is missing"))
    }

    pub(super) fn data(&self, index: usize) -> Result<&TypeData, String> {
        Ok(self.ctx.type_data(self.arg(index)?))
    }

    pub(super) fn pointer(&self, index: usize) -> Result<(Type, AddressSpace), String> {
        self.ctx.pointee(self.arg(index)?).ok_or_else(|| format!("operand {index} is no pointer"))
    }

    /// The resource type of operand 0.
    pub(super) fn resource(&self) -> Result<&ResourceType, String> {
        self.ctx.resource_type(self.arg(0)?).ok_or_else(|| "operand 0 is no handle".into())
    }

    /// Checks that the immediate is of the operation's kind and names something that exists.
    fn immediate(&self, info: &OpInfo) -> Result<(), String> {
        let module = self.module;
        let exists = match self.imm {
            Imm::Global(id) => module.globals.is_valid(id),
            Imm::Func(id) => {
                module.funcs.get(id).is_some_and(|f| !f.layout.is_empty() || f.linkage == Linkage::External)
            }
            Imm::Handle { resource, .. } => module.resources.is_valid(resource),
            Imm::Foreign(id) => module.ctx.foreign_data(id).is_some(),
            Imm::None
            | Imm::Index(_)
            | Imm::Mask { .. }
            | Imm::Element { .. }
            | Imm::Atomic(_)
            | Imm::Barrier(_)
            | Imm::Reduce(_) => true,
        };
        let is_left_out = info.imm_is_optional && self.imm == Imm::None;
        require(exists && (is_left_out || self.imm.kind() == info.imm), || {
            "immediate of another kind, or it names nothing".into()
        })
    }

    /// Vectors written as their components: no operand is a vector any more.
    fn flat_operands(&self) -> Result<(), String> {
        let legal = |value: &Value| {
            matches!(
                self.ctx.type_data(self.func.ty(*value)),
                TypeData::Scalar(_)
                    | TypeData::Resource(_)
                    | TypeData::Node(_)
                    | TypeData::Opaque(_)
                    | TypeData::Foreign(_)
            )
        };
        require(self.args.iter().all(legal), || "a vector among components".into())
    }

    /// Whether a type is of a class.
    fn fits(&self, ty: Type, class: Class) -> Result<bool, String> {
        let scalar = self.ctx.scalar_of(ty);
        let data = self.ctx.type_data(ty);
        Ok(match class {
            Class::Any | Class::Rest(_) => true,
            Class::Number => scalar.is_some(),
            Class::Bits => scalar.is_some_and(|scalar| !scalar.is_float()),
            Class::Ints => scalar.is_some_and(Scalar::is_int),
            Class::Floats => scalar.is_some_and(Scalar::is_float),
            Class::Of(kind) => scalar == Some(kind),
            Class::One(kind) => *data == TypeData::Scalar(kind),
            Class::HitObject => matches!(data, TypeData::Opaque(OpaqueType::HitObject)),
            Class::RawHandle => matches!(data, TypeData::Opaque(OpaqueType::RawHandle)),
            Class::CooperativeMatrix => matches!(data, TypeData::Opaque(OpaqueType::CooperativeMatrix(_))),
            Class::Vector => matches!(data, TypeData::Vector(..)),
            Class::FloatVector => matches!(data, TypeData::Vector(scalar, _) if scalar.is_float()),
            Class::Same(index) => self.arg(usize::from(index))? == ty,
            Class::ComponentOf(index) => {
                matches!(
                    *self.data(usize::from(index))?,
                    TypeData::Vector(scalar, _) if *data == TypeData::Scalar(scalar)
                )
            }
            Class::OwnType => ty == self.ty,
            Class::Handle(handles) => self.ctx.resource_type(ty).is_some_and(|resource| handles.contain(resource)),
            Class::Pointer => self.ctx.pointee(ty).is_some(),
            Class::Node => self.ctx.node_type(ty).is_some(),
            Class::NodeOutput => self.ctx.node_type(ty).is_some_and(|node| node.kind.is_output()),
            Class::NodeRecord => self.ctx.node_type(ty).is_some_and(|node| node.kind.is_record()),
            Class::PointeeOf(index) => self.pointer(usize::from(index))?.0 == ty,
        })
    }

    /// The message for a type that is not of a class.
    fn wanted(&self, class: Class) -> String {
        match class {
            Class::Any | Class::Rest(_) => "nothing".into(),
            Class::Number => "neither number nor vector".into(),
            Class::Bits => "neither integer nor truth value".into(),
            Class::Ints => "no integer".into(),
            Class::Floats => "no float".into(),
            Class::Of(kind) | Class::One(kind) => format!("not of type {}", kind.name()),
            Class::Vector | Class::FloatVector => "no vector of the right kind".into(),
            Class::Same(index) => format!("not of the type of operand {index}"),
            Class::ComponentOf(index) => format!("no component of operand {index}"),
            Class::OwnType => "not of the type of the result".into(),
            Class::Handle(_) => format!("no handle that `{}` takes", self.op.name()),
            Class::Pointer => "no pointer".into(),
            Class::HitObject => "no hit object".into(),
            Class::RawHandle => "no raw handle".into(),
            Class::CooperativeMatrix => "no matrix of linear algebra".into(),
            Class::Node => "nothing of a node".into(),
            Class::NodeOutput => "no output of a node".into(),
            Class::NodeRecord => "no records of a node".into(),
            Class::PointeeOf(index) => format!("of another type than operand {index} points to"),
        }
    }

    fn result(&self, info: &OpInfo) -> Result<(), String> {
        let shown = || print_type(self.module, self.ty);
        match info.result {
            ResultRule::Stated(class) => {
                require(self.fits(self.ty, class)?, || format!("result of type `{}`", shown()))
            }
            ResultRule::Converted(class) => {
                let from = self.arg(0)?;
                require(self.ctx.lanes(from).is_some() && self.ctx.lanes(from) == self.ctx.lanes(self.ty), || {
                    "the shape changes".into()
                })?;
                let changes = self.ctx.scalar_of(from) != self.ctx.scalar_of(self.ty);
                require(changes && self.fits(self.ty, class)?, || format!("no conversion to `{}`", shown()))
            }
            ResultRule::Void
            | ResultRule::Like(_)
            | ResultRule::Shaped(..)
            | ResultRule::ScalarOf(_)
            | ResultRule::Pointee(_)
            | ResultRule::Is(_)
            | ResultRule::Tuple(_)
            | ResultRule::By(_) => {
                let implied = typing::result_type(self.module, self.func, self.op, self.imm, self.args);
                require(implied.is_some_and(|implied| self.ctx.find(&implied) == Some(self.ty)), || {
                    format!("the operands imply another type than `{}`", shown())
                })
            }
        }
    }
}
