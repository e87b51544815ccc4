//! Numbers what has no name: metadata nodes, attribute groups, structs, values and blocks, as LLVM counts them.

use rustc_hash::FxHashMap;

use crate::attributes::{Attribute, FUNCTION_INDEX, in_llvm_order};
use crate::debug_info::{DebugField, FieldKind};
use crate::inst::{BlockId, InstId, InstKind, Value};
use crate::metadata::{MdId, MdKind, Metadata};
use crate::module::{Body, DebugLoc, FuncId, GlobalId, Module};
use crate::types::{Type, TypeId};

use super::type_finder;

/// A metadata node with a number: an entry of the table, or the location of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum NodeRef {
    /// An entry.
    Entry(MdId),
    /// A location that only instructions have.
    Location(DebugLoc),
}

/// The numbers of a module; those of functions are added as functions are printed.
pub(super) struct Slots<'m> {
    module: &'m Module,
    /// Structs without a name, by number.
    pub(super) numbered_structs: Vec<TypeId>,
    /// Globals without a name, by number.
    pub(super) unnamed_globals: Vec<GlobalId>,
    /// Functions without a name, which are counted on from the globals.
    pub(super) unnamed_functions: Vec<FuncId>,
    /// Attribute groups, by number.
    pub(super) attributes: Vec<Vec<Attribute>>,
    /// Metadata nodes, by number.
    pub(super) nodes: Vec<NodeRef>,
    node_numbers: FxHashMap<NodeRef, u32>,
    /// The locations the module holds as entries.
    locations: FxHashMap<DebugLoc, MdId>,
}

/// The numbers of a function.
#[derive(Default)]
pub(super) struct LocalSlots {
    pub(super) args: FxHashMap<u32, u32>,
    pub(super) blocks: FxHashMap<BlockId, u32>,
    pub(super) insts: FxHashMap<InstId, u32>,
}

impl<'m> Slots<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        let unnamed = |ty: &TypeId| module.types.struct_name(*ty).is_some_and(|name| name.is_empty());
        let mut slots = Self {
            module,
            numbered_structs: type_finder::structs(module).into_iter().filter(unnamed).collect(),
            unnamed_globals: module.globals.iter().filter(|(_, g)| g.name.is_empty()).map(|(id, _)| id).collect(),
            unnamed_functions: module.functions.iter().filter(|(_, f)| f.name.is_empty()).map(|(id, _)| id).collect(),
            attributes: Vec::new(),
            nodes: Vec::new(),
            node_numbers: FxHashMap::default(),
            locations: locations(module),
        };
        for &node in module.named_metadata.values().flatten() {
            slots.add_node(NodeRef::Entry(node));
        }
        for function in module.functions.values() {
            if let Some(list) = function.attributes.and_then(|id| module.attributes.get(id)) {
                slots.add_attributes(list.at(FUNCTION_INDEX));
            }
        }
        slots
    }

    /// Without numbers, to print what needs none.
    pub(super) fn empty(module: &'m Module) -> Self {
        Self {
            module,
            numbered_structs: Vec::new(),
            unnamed_globals: Vec::new(),
            unnamed_functions: Vec::new(),
            attributes: Vec::new(),
            nodes: Vec::new(),
            node_numbers: FxHashMap::default(),
            locations: FxHashMap::default(),
        }
    }

    /// The number of a metadata node.
    pub(super) fn node(&self, node: NodeRef) -> Option<u32> {
        self.node_numbers.get(&node).copied()
    }

    /// The node of a location: an entry if the module has it as one.
    pub(super) fn location(&self, loc: DebugLoc) -> NodeRef {
        self.locations.get(&loc).map_or(NodeRef::Location(loc), |&id| NodeRef::Entry(id))
    }

    /// The number of the attributes of a function or call.
    pub(super) fn attribute_group(&self, attributes: &[Attribute]) -> Option<usize> {
        let sorted = in_llvm_order(attributes);
        self.attributes.iter().position(|known| *known == sorted)
    }

    fn add_attributes(&mut self, attributes: &[Attribute]) {
        if !attributes.is_empty() && self.attribute_group(attributes).is_none() {
            self.attributes.push(in_llvm_order(attributes));
        }
    }

    fn add_node(&mut self, node: NodeRef) {
        let module = self.module;
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            let is_node = match node {
                NodeRef::Entry(id) => matches!(module.metadata.get(id), Metadata::Node { .. } | Metadata::Debug(_)),
                NodeRef::Location(_) => true,
            };
            if !is_node || self.node_numbers.contains_key(&node) {
                continue;
            }
            self.node_numbers.insert(node, self.nodes.len() as u32);
            self.nodes.push(node);
            let operands: Vec<MdId> = match node {
                NodeRef::Location(loc) => loc.scope.into_iter().chain(loc.inlined_at).collect(),
                NodeRef::Entry(id) => match module.metadata.get(id) {
                    Metadata::Node { operands, .. } => operands.iter().flatten().copied().collect(),
                    Metadata::Debug(record) => record.operands_in_llvm_order(),
                    Metadata::String(_) | Metadata::Value(_) => Vec::new(),
                },
            };
            work.extend(operands.into_iter().rev().map(NodeRef::Entry));
        }
    }

    /// Counts what a function brings: its metadata and attributes, then its values and blocks.
    pub(super) fn enter_function(&mut self, function: FuncId, body: &Body) -> LocalSlots {
        for (_, inst) in body.layout() {
            for operand in body.insts[inst].kind.operands() {
                if let Value::Metadata(id) = operand {
                    self.add_node(NodeRef::Entry(id));
                }
            }
            for (_, node) in self.attachments(body, inst) {
                self.add_node(node);
            }
        }
        let mut local = LocalSlots::default();
        let mut next = 0..;
        let mut number = || next.next().unwrap_or(u32::MAX);
        let params = self.module.types.signature(self.module.functions[function].ty).map_or(0, |(_, p)| p.len());
        for arg in (0..params as u32).filter(|arg| !body.arg_names.contains_key(arg)) {
            local.args.insert(arg, number());
        }
        for (block, data) in &body.blocks {
            if !body.block_names.contains_key(&block) {
                local.blocks.insert(block, number());
            }
            for &id in &data.insts {
                let inst = &body.insts[id];
                if *self.module.types.get(inst.ty) != Type::Void && !body.inst_names.contains_key(&id) {
                    local.insts.insert(id, number());
                }
                if let InstKind::Call { info, .. } = &inst.kind
                    && let Some(list) = info.attributes.and_then(|id| self.module.attributes.get(id))
                {
                    self.add_attributes(list.at(FUNCTION_INDEX));
                }
            }
        }
        local
    }

    /// The attachments of an instruction, its location among them, by kind.
    pub(super) fn attachments(&self, body: &Body, inst: InstId) -> Vec<(MdKind, NodeRef)> {
        let loc = body.debug_locs.get(&inst).map(|&loc| (MdKind::DBG, self.location(loc)));
        let others = body.attachments.get(&inst).into_iter().flatten();
        let others = others.map(|&(kind, node)| (kind, NodeRef::Entry(node)));
        let mut all: Vec<_> = loc.into_iter().chain(others).collect();
        all.sort_by_key(|&(kind, _)| kind);
        all
    }
}

/// The locations that are entries of the module's metadata and equal only by what they say.
fn locations(module: &Module) -> FxHashMap<DebugLoc, MdId> {
    let mut locations = FxHashMap::default();
    for (id, entry) in module.metadata.iter() {
        let Metadata::Debug(record) = entry else { continue };
        let is_location = record.kind.fields().iter().any(|&(_, kind)| kind == FieldKind::RequiredRef);
        if let (true, false, [line, column, scope, inlined_at]) = (is_location, record.distinct, &*record.fields)
            && let (DebugField::Int(line), DebugField::Int(column)) = (line, column)
            && let (DebugField::Ref(scope), DebugField::Ref(inlined_at)) = (scope, inlined_at)
        {
            let loc = DebugLoc { line: *line as u32, column: *column as u32, scope: *scope, inlined_at: *inlined_at };
            locations.entry(loc).or_insert(id);
        }
    }
    locations
}
