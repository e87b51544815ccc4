//! Checks metadata at instructions and attributes of functions: the form that each kind requires.

use crate::attributes::{Attribute, DENORMAL_MODES, DENORMALS, FUNCTION_INDEX, HELPER_LANES};
use crate::flags::ShaderFlags;
use crate::inst::{InstId, InstKind};
use crate::metadata::MdId;
use crate::module::{Body, Function};

use super::{Checker, Demand};

/// The hints for control flow.
const BRANCH: u64 = 1;
const FLATTEN: u64 = 2;
const FORCE_CASE: u64 = 5;
/// Where the hints of a node begin.
const FIRST_HINT: usize = 2;

impl Checker<'_> {
    /// What is attached to an instruction.
    pub(super) fn attachments(&mut self, body: &Body, inst: InstId, kind: &InstKind) {
        let Some(attached) = body.attachments.get(&inst) else { return };
        for &(attachment, node) in attached {
            let name = self.module.metadata.kind_name(attachment).unwrap_or_default();
            match name {
                b"dx.controlflow.hints" if !kind.is_terminator() => self.demand(Demand::HintPlace),
                b"dx.controlflow.hints" => self.hints(node, kind),
                b"dx.precise" => self.precise(node),
                b"llvm.loop" => self.loop_node(node),
                b"tbaa" => self.alias_node(node),
                b"range" | b"noalias" | b"alias.scope" | b"dbg" => {}
                b"dx.nonuniform" => {
                    let is_one = matches!(self.tuple(node), Some([Some(one)]) if self.module.md_int(*one) == Some(1));
                    if !self.is_library() {
                        self.demand(Demand::NodeUnknown);
                    } else if !is_one || !matches!(kind, InstKind::Gep { .. }) {
                        self.demand(Demand::NodeShape);
                    }
                }
                _ => self.demand(Demand::NodeUnknown),
            }
        }
    }

    fn tuple(&self, node: MdId) -> Option<&[Option<MdId>]> {
        self.module.metadata.operands(node)
    }

    fn precise(&mut self, node: MdId) {
        let has_min_precision = self.shader.as_ref().and_then(|shader| shader.entries.first());
        if has_min_precision.is_none_or(|entry| !entry.flags.contains(ShaderFlags::LOW_PRECISION)) {
            return;
        }
        match self.tuple(node) {
            Some([Some(value)]) => match self.module.md_int(*value) {
                Some(0 | 1) => {}
                Some(_) => self.demand(Demand::NodeValue),
                None => self.demand(Demand::NodeShape),
            },
            _ => self.demand(Demand::NodeShape),
        }
    }

    fn hints(&mut self, node: MdId, kind: &InstKind) {
        let hints = self.tuple(node).and_then(|operands| operands.get(FIRST_HINT..)).unwrap_or_default().to_vec();
        let values: Vec<Option<u64>> = hints.into_iter().map(|hint| self.module.md_int(hint?)).collect();
        let has = |hint: u64| values.contains(&Some(hint));
        if values.contains(&None) {
            self.demand(Demand::NodeShape);
        }
        if values.iter().flatten().any(|hint| ![BRANCH, FLATTEN, FORCE_CASE].contains(hint)) {
            self.demand(Demand::HintUnknown);
        }
        if has(BRANCH) && has(FLATTEN) {
            self.demand(Demand::HintBoth);
        }
        if has(FORCE_CASE) && !matches!(kind, InstKind::Switch { .. }) {
            self.demand(Demand::HintForceCase);
        }
    }

    /// A loop names itself, and then at most one hint.
    fn loop_node(&mut self, node: MdId) {
        let mut at = node;
        for _ in 0..self.module.metadata.len() {
            let (hint, is_chain) = match self.tuple(at) {
                Some([Some(own)]) if *own == at => return,
                Some([Some(own), Some(hint)]) if *own == at => match self.tuple(*hint) {
                    Some([Some(first), ..]) => (*hint, first == hint),
                    _ => break,
                },
                _ => break,
            };
            if is_chain {
                at = hint;
                continue;
            }
            let is_known = match self.tuple(hint) {
                Some([Some(name)]) => self.is_text(*name, &[b"llvm.loop.unroll.full", b"llvm.loop.unroll.disable"]),
                Some([Some(name), Some(count)]) => {
                    let counts =
                        self.is_text(*name, &[b"llvm.loop.unroll.count"]) && self.module.md_int(*count).is_some();
                    counts || self.is_text(*name, &[b"llvm.loop.unroll.full", b"llvm.loop.unroll.disable"])
                }
                _ => false,
            };
            if is_known {
                return;
            }
            break;
        }
        self.demand(Demand::NodeShape);
    }

    fn is_text(&self, id: MdId, known: &[&[u8]]) -> bool {
        self.module.metadata.as_string(id).is_some_and(|text| known.contains(&text.as_bytes()))
    }

    /// A type of type-based alias analysis: its name or the first type, then what it is part of.
    fn alias_node(&mut self, node: MdId) {
        let mut at = node;
        for _ in 0..=self.module.metadata.len() {
            at = match self.tuple(at) {
                Some([Some(name)]) if self.module.metadata.as_string(*name).is_some() => return,
                Some([_, Some(parent)]) => *parent,
                Some([_, Some(parent), Some(offset)]) if matches!(self.module.md_int(*offset), Some(0 | 1)) => *parent,
                _ => break,
            };
        }
        self.demand(Demand::NodeShape);
    }

    /// The attributes of a function with a body; libraries may have any.
    pub(super) fn function_attributes(&mut self, function: &Function) {
        if self.is_library() {
            return;
        }
        let list = function.attributes.and_then(|list| self.module.attributes.get(list));
        let groups = list.into_iter().flat_map(|list| &list.groups).filter(|group| group.0 == FUNCTION_INDEX);
        for attribute in groups.flat_map(|group| &group.1) {
            let Attribute::Text(name, value) = attribute else { continue };
            let is_known = if *name == DENORMALS {
                value.as_ref().is_some_and(|value| DENORMAL_MODES.iter().any(|mode| *value == *mode))
            } else {
                *name == HELPER_LANES
            };
            if !is_known {
                self.demand_of(Demand::FunctionAttribute, &name.to_string());
            }
        }
    }
}
