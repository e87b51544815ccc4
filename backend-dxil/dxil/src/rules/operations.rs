//! Calls of operations, against the table.

use crate::features::takes_derivatives;
use crate::inst::{InstKind, Value};
use crate::module::{Body, FuncId};
use crate::ops::Overload;
use crate::optable::{Op, OpInfo, ParamType, Stages};
use crate::shader::EntryPoint;
use crate::signature::SignatureElement;
use crate::target::{ShaderKind, Version};
use crate::types::TypeId;

use super::{Checker, Demand, Rule};

/// The numbers of operations that previews of shader models have.
const PREVIEW: std::ops::Range<u32> = 0x8000_0000..0x8000_0023;
/// The first DXIL version where raw buffers are accessed by 64 bits.
const WIDE_RAW: Version = Version::new(1, 3);

impl Checker<'_> {
    /// Checks a call whose operands are all there; anything but a call of an operation passes.
    pub(super) fn call(&mut self, body: &Body, kind_of_call: &InstKind) {
        let InstKind::Call { callee, args, .. } = kind_of_call else { return };
        let Some(callee) = self.callee(*callee) else { return };
        let module = self.module;
        let name = &module.functions[callee].name;
        if !name.starts_with(b"dx.op.") {
            return;
        }
        let Some(op) = module.called_op(callee, args) else {
            match args.first().map(|&number| module.constant_int(number)) {
                Some(None) => self.demand(Demand::OpcodeConstant),
                Some(Some(number)) if PREVIEW.contains(&(number as u32)) => self.demand(Demand::PreviewOperation),
                Some(Some(_)) | None => self.report(Rule::OpNumber),
            }
            return;
        };
        let info = op.info();
        let version = module.version;
        let op_name = || info.name();
        let stages = info.stages(version);
        if stages.is_empty() {
            self.report(Rule::OpVersion { op: op_name() });
            if self.overload(callee, info).is_none() {
                self.report(Rule::OpFunction { op: op_name(), name: name.to_string() });
            }
            return;
        }
        let kind = self.shader.as_ref().map_or(ShaderKind::Library, |shader| self.kind_here(shader));
        if self.shader.is_some() && !stages.contains(Stages::of(kind)) {
            self.report(Rule::OpStage { op: op_name() });
        }
        let (overload, is_declared) = match self.declared.get(&(callee, op)) {
            Some(&found) => found,
            None => {
                let overload = self.overload(callee, info);
                let found = (overload, overload.is_none_or(|overload| self.is_declared_as(callee, info, overload)));
                self.declared.insert((callee, op), found);
                found
            }
        };
        let known = info.overloads(version);
        match overload {
            Some(Overload::None) if info.is_overloaded() => self.report(Rule::OpOverload { op: op_name() }),
            Some(Overload::None) => {}
            Some(overload) if module.is_among(overload, known) => {}
            Some(_) => self.report(Rule::OpOverload { op: op_name() }),
            None => {
                self.report(Rule::OpFunction { op: op_name(), name: name.to_string() });
                // The function of another operation may still have the type of an overload.
                let has_overload = self.overload_by_type(callee, info);
                if has_overload.is_some_and(|overload| !module.is_among(overload, known)) {
                    self.report(Rule::OpOverload { op: op_name() });
                }
            }
        }
        if !is_declared {
            self.demand_of(Demand::CallOverload, &name.to_string());
        }
        for (param, arg) in info.params().iter().zip(args.iter().skip(1)) {
            if param.immediate && !matches!(arg, Value::Const(_)) {
                match (op, param.name.as_str()) {
                    (Op::RawBufferLoad | Op::RawBufferStore, "alignment") => self.demand(Demand::RawAlignment),
                    (Op::AllocateRayQuery, _) => self.demand(Demand::RayQueryFlags),
                    (Op::AllocateRayQuery2, _) => self.demand(Demand::RayQueryTwoFlags),
                    (_, "SemanticFlags" | "MemoryTypeFlags") => self.demand(Demand::BarrierConstant),
                    (_, argument) => self.report(Rule::OpImmediate { op: op_name(), argument }),
                }
            }
        }
        let is_raw = matches!(op, Op::RawBufferLoad | Op::RawBufferStore);
        if is_raw && version < WIDE_RAW && matches!(overload, Some(Overload::I64 | Overload::F64)) {
            self.demand(Demand::WideRawAccess);
        }
        let half = matches!(overload, Some(Overload::F16));
        self.float_class(op, half);
        let Some(shader) = self.shader.clone() else { return };
        self.signature_access(&shader, op, args);
        if let Some(call) = module.op_call(kind_of_call) {
            self.signature_call(&shader, call);
            self.stage_call(&shader, call);
            self.launch(&shader, call);
            self.flags_of_call(&shader, body, call);
            if let Some(seen) = self.here.and_then(|at| self.seen.get_mut(at)) {
                seen.derives |= takes_derivatives(op);
            }
            self.access(&shader, body, call);
            self.reordering(call);
            self.linear_algebra(&shader, body, call);
        }
    }

    /// The overload a function name ends in; `None` if the name is not that of the operation's class.
    fn overload(&self, callee: FuncId, info: &OpInfo) -> Option<Overload> {
        let name = &self.module.functions[callee].name;
        if info.open_types().next().is_some() {
            let each = Overload::Each(self.module.functions[callee].ty);
            return (**name == *self.module.op_function_name(info.op, each)).then_some(each);
        }
        let rest = name.strip_prefix(b"dx.op.")?.strip_prefix(info.class().as_bytes())?;
        match rest {
            [] => Some(Overload::None),
            [b'.', suffix @ ..] => self.module.overload_of_suffix(suffix),
            _ => None,
        }
    }

    /// The overload that an operation would have by the type of a function: what this has where the operation takes or gives it.
    fn overload_by_type(&self, callee: FuncId, info: &OpInfo) -> Option<Overload> {
        let module = self.module;
        let (ret, params) = module.types.signature(module.functions[callee].ty)?;
        if info.result == ParamType::Overload {
            return Some(module.overload_of(ret));
        }
        // The number of the operation comes first.
        let at = info.params().iter().position(|param| param.ty == ParamType::Overload)? + 1;
        params.get(at).map(|&ty| module.overload_of(ty))
    }

    /// Whether a function has the type the table gives the operation.
    fn is_declared_as(&self, callee: FuncId, info: &OpInfo, overload: Overload) -> bool {
        let module = self.module;
        let Some((ret, params)) = module.types.signature(module.functions[callee].ty) else { return false };
        let Some((number, params)) = params.split_first() else { return false };
        module.types.int_bits(*number) == Some(32)
            && self.is_param(ret, info.result, overload)
            && params.len() == info.params().len()
            && params.iter().zip(info.params()).all(|(&ty, param)| self.is_param(ty, param.ty, overload))
    }

    fn is_param(&self, ty: TypeId, expected: ParamType, overload: Overload) -> bool {
        // The types of a module are looked up, never added to, by comparing with those it has.
        self.module.is_param_type(ty, expected, overload)
    }
}

/// The signature an operation's first argument counts in.
pub(super) fn signature_of(op: Op, entry: &EntryPoint) -> Option<&[SignatureElement]> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations name no signature")]
    match op {
        Op::LoadInput | Op::EvalSnapped | Op::EvalSampleIndex | Op::EvalCentroid | Op::AttributeAtVertex => {
            Some(&entry.inputs)
        }
        Op::StoreOutput | Op::StoreVertexOutput | Op::LoadOutputControlPoint => Some(&entry.outputs),
        Op::StorePatchConstant | Op::StorePrimitiveOutput => Some(&entry.patch),
        _ => None,
    }
}
