//! Calls of operations, against the table.

use crate::inst::{InstKind, Value};
use crate::module::FuncId;
use crate::ops::Overload;
use crate::optable::{Op, OpInfo, ParamType, Stages};
use crate::shader::EntryPoint;
use crate::signature::SignatureElement;
use crate::target::ShaderKind;
use crate::types::TypeId;

use super::{Checker, Rule};

impl Checker<'_> {
    /// Checks a call whose operands are all there; anything but a call of an operation passes.
    pub(super) fn call(&mut self, kind: &InstKind) {
        let InstKind::Call { callee, args, .. } = kind else { return };
        let Some(callee) = self.callee(*callee) else { return };
        let module = self.module;
        let name = &module.functions[callee].name;
        if !name.starts_with(b"dx.op.") {
            return;
        }
        let Some(op) = module.called_op(callee, args) else {
            self.report(Rule::OpNumber);
            return;
        };
        let info = op.info();
        let (version, op_name) = (module.version, info.name);
        let stages = info.stages(version);
        if stages.is_empty() {
            self.report(Rule::OpVersion { op: op_name });
            return;
        }
        // A function of a library may be called from any stage.
        let kind = self.shader.as_ref().map_or(ShaderKind::Library, |shader| shader.shader_model.kind);
        if kind != ShaderKind::Library && !stages.contains(Stages::of(kind)) {
            self.report(Rule::OpStage { op: op_name });
        }
        let overload = self.overload(callee, info);
        let known = info.overloads(version);
        match overload {
            Some(Overload::None) if info.is_overloaded() => self.report(Rule::OpOverload { op: op_name }),
            Some(Overload::None) => {}
            Some(overload) if known.intersects(overload.set()) => {}
            Some(_) => self.report(Rule::OpOverload { op: op_name }),
            None => self.report(Rule::OpFunction { op: op_name, name: name.to_string() }),
        }
        if let Some(overload) = overload
            && !self.is_declared_as(callee, info, overload)
        {
            self.report(Rule::OpFunction { op: op_name, name: name.to_string() });
        }
        for (param, arg) in info.params.iter().zip(args.iter().skip(1)) {
            if param.immediate && !matches!(arg, Value::Const(_)) {
                self.report(Rule::OpImmediate { op: op_name, argument: param.name });
            }
        }
        self.signature_access(op, args);
    }

    /// The overload a function name ends in; `None` if the name is not that of the operation's class.
    fn overload(&self, callee: FuncId, info: &OpInfo) -> Option<Overload> {
        let name = &self.module.functions[callee].name;
        let rest = name.strip_prefix(b"dx.op.")?.strip_prefix(info.class.as_bytes())?;
        match rest {
            [] => Some(Overload::None),
            [b'.', suffix @ ..] => {
                let scalar = std::str::from_utf8(suffix).ok().and_then(Overload::from_suffix);
                scalar.or_else(|| self.module.types.by_name(suffix).map(Overload::Type))
            }
            _ => None,
        }
    }

    /// Whether a function has the type the table gives the operation.
    fn is_declared_as(&self, callee: FuncId, info: &OpInfo, overload: Overload) -> bool {
        let module = self.module;
        let Some((ret, params)) = module.types.signature(module.functions[callee].ty) else { return false };
        let Some((number, params)) = params.split_first() else { return false };
        module.types.int_bits(*number) == Some(32)
            && self.is_param(ret, info.result, overload)
            && params.len() == info.params.len()
            && params.iter().zip(info.params).all(|(&ty, param)| self.is_param(ty, param.ty, overload))
    }

    fn is_param(&self, ty: TypeId, expected: ParamType, overload: Overload) -> bool {
        // The types of a module are looked up, never added to, by comparing with those it has.
        self.module.is_param_type(ty, expected, overload)
    }

    /// Checks that an element, row and component of a signature exist.
    fn signature_access(&mut self, op: Op, args: &[Value]) {
        let Some(entry) = self.shader.as_ref().and_then(|shader| shader.entry()) else { return };
        let Some(elements) = signature_of(op, entry) else { return };
        let number = |index: usize| match args.get(index) {
            Some(Value::Const(id)) => self.module.constants.as_int(*id),
            _ => None,
        };
        let element = number(1).and_then(|id| elements.get(usize::try_from(id).ok()?));
        let is_inside = element.is_some_and(|element| {
            number(2).is_none_or(|row| row < u64::from(element.rows))
                && number(3).is_none_or(|column| column < u64::from(element.columns))
        });
        if !is_inside {
            self.report(Rule::SignatureAccess { op: op.info().name });
        }
    }
}

/// The signature an operation's first argument counts in.
fn signature_of(op: Op, entry: &EntryPoint) -> Option<&[SignatureElement]> {
    match op {
        Op::LoadInput | Op::EvalSnapped | Op::EvalSampleIndex | Op::EvalCentroid | Op::AttributeAtVertex => {
            Some(&entry.inputs)
        }
        Op::StoreOutput | Op::StoreVertexOutput | Op::LoadOutputControlPoint => Some(&entry.outputs),
        Op::LoadPatchConstant | Op::StorePatchConstant | Op::StorePrimitiveOutput => Some(&entry.patch),
        _ => None,
    }
}
