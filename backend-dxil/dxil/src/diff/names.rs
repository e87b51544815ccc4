//! Makes two copies of a module for a comparison.
//!
//! In the masked copy all values have one name, variables the name that they have in the source, the range of `createHandle` is
//! replaced by its binding, and attachments are moved to text, so that equal instructions print as equal text. In the shown copy,
//! values and blocks have the names that the comparison gives them.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::bytestr::ByteStr;
use crate::inst::{BlockId, InstId, InstKind, Value};
use crate::metadata::{MdId, Metadata};
use crate::module::{FuncId, Module};
use crate::optable::Op;
use crate::shader::Shader;
use crate::types::Type;

/// The argument of a call of `CreateHandle` that is its `rangeId`, which is numbered by the compiler and so differs between compilers.
const RANGE_ID: usize = 2;

/// The name of every value of the first copy.
const NAMELESS: &str = "_";

/// A module of a comparison.
pub(super) struct Named<'m> {
    pub(super) module: &'m Module,
    pub(super) shader: Option<&'m Shader>,
    /// The copy without names.
    pub(super) masked: Module,
    /// The attachments of instructions as text; `masked` has none.
    pub(super) attached: FxHashMap<(FuncId, InstId), String>,
}

impl<'m> Named<'m> {
    pub(super) fn new(module: &'m Module, shader: Option<&'m Shader>) -> Self {
        let mut masked = module.clone();
        let mut attached = FxHashMap::default();
        for global in masked.globals.values_mut() {
            global.name = source_name(&global.name);
        }
        let ids: Vec<FuncId> = masked.functions.keys().collect();
        for id in ids {
            let Some(mut body) = masked.functions[id].body.take() else { continue };
            for (&inst, attachments) in &body.attachments {
                let mut texts: Vec<String> =
                    attachments.iter().map(|&(kind, node)| attachment(module, kind, node)).collect();
                texts.sort();
                attached.insert((id, inst), texts.join(", "));
            }
            body.attachments.clear();
            body.debug_locs.clear();
            body.use_lists.clear();
            body.arg_names.clear();
            body.inst_names = values(module, id).map(|inst| (inst, NAMELESS.into())).collect();
            body.block_names = body.blocks.keys().map(|block| (block, NAMELESS.into())).collect();
            for inst in body.insts.keys().collect::<Vec<_>>() {
                if let Some((at, range)) = shader.and_then(|shader| range_of(module, shader, &body.insts[inst].kind)) {
                    let ty = masked.types.i32();
                    let constant = masked.int_const(ty, range);
                    if let InstKind::Call { args, .. } = &mut body.insts[inst].kind {
                        args[at] = Value::Const(constant);
                    }
                }
            }
            masked.functions[id].body = Some(body);
        }
        Self { module, shader, masked, attached }
    }

    /// A copy in which the values and blocks of a function have these names.
    pub(super) fn shown(&self, names: &Names) -> Module {
        let mut shown = self.module.clone();
        for (id, function) in &mut shown.functions {
            let Some(body) = &mut function.body else { continue };
            body.attachments.clear();
            body.debug_locs.clear();
            let Some((insts, blocks)) = names.get(&id) else { continue };
            body.inst_names.clone_from(insts);
            body.block_names.clone_from(blocks);
        }
        shown
    }
}

/// The names of the values and blocks of functions.
pub(super) type Names = FxHashMap<FuncId, (FxHashMap<InstId, ByteStr>, FxHashMap<BlockId, ByteStr>)>;

/// The instructions of a function that have results.
pub(super) fn values(module: &Module, id: FuncId) -> impl Iterator<Item = InstId> {
    let body = module.functions[id].body.iter();
    let insts = body.flat_map(|body| body.insts.iter());
    insts.filter(|(_, inst)| *module.types.get(inst.ty) != Type::Void).map(|(id, _)| id)
}

/// The name that a variable has in the source, of one that C++ decorates: `s` of `\x01?s@@3PAMA`, and `s.0` of a part of it.
fn source_name(name: &ByteStr) -> ByteStr {
    let Some(rest) = name.strip_prefix(b"\x01?") else { return name.clone() };
    let Some(end) = rest.windows(2).position(|two| two == b"@@") else { return name.clone() };
    let part = rest.iter().rposition(|&byte| byte == b'.').filter(|&dot| dot > end).map_or(&[][..], |dot| &rest[dot..]);
    [&rest[..end], part].concat().into()
}

/// The index of the `rangeId` operand of a `createHandle` call, and a value derived from the binding of the range.
fn range_of(module: &Module, shader: &Shader, kind: &InstKind) -> Option<(usize, u64)> {
    let call = module.op_call(kind).filter(|call| call.op == Op::CreateHandle)?;
    let number = |name: &str| module.constant_int(call.arg(name)?);
    let class = *shader.resources.classes().get(number("resourceClass")? as usize)?;
    let resource = class.get(number("rangeId")? as usize)?;
    Some((RANGE_ID, u64::from(resource.space.wrapping_mul(0x1_0001) ^ resource.lower_bound)))
}

/// An attachment as text: its kind, and the strings and numbers of its node.
fn attachment(module: &Module, kind: crate::metadata::MdKind, node: MdId) -> String {
    let name = module
        .metadata
        .kinds()
        .find(|row| row.0 == kind)
        .map(|row| row.1.escape_ascii().to_string())
        .unwrap_or_default();
    let mut text = format!("!{name}");
    if let Metadata::Node { operands, .. } = module.metadata.get(node) {
        for operand in operands.iter().flatten() {
            match module.metadata.get(*operand) {
                Metadata::String(words) => drop(write!(text, " \"{words}\"")),
                Metadata::Value(value) => {
                    text += &module.constants.as_int(*value).map_or(String::new(), |value| format!(" {value}"));
                }
                Metadata::Node { .. } | Metadata::Debug(_) => {}
            }
        }
    }
    text
}
