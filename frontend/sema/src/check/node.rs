//! Checks work graphs: attributes of nodes and of their parameters, the rules of each launch, and record types.
//!
//! Attributes are stored with the function and its parameters; their consistency is checked once the function is known to
//! be a node.

use crate::cx::{Access, Checker, Operand, OperandKind};
use crate::errors;
use crate::facts::WrittenNode;
use hlslc_base::{Span, Symbol};
use hlslc_hir::hir::{ExprKind, FuncId, Function, NodeId, NodeLaunch, NodePortAttributes, ParamMode, PlaceBase};
use hlslc_hir::intrinsics::{nodes, rows_named};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ObjectArg, ScalarKind, StructId, Ty, TyData, Types};
use hlslc_ir::node::NodeKind;
use hlslc_semantics::{SigPoint, SystemValue, limits};
use hlslc_syntax::ast::{self, Attribute};
use smallvec::SmallVec;

/// The semantic of a record's grid.
const GRID: &str = "SV_DispatchGrid";

/// Attributes of nodes, in lower case.
pub const NODE_ATTRIBUTES: [&str; 8] = [
    "nodelaunch",
    "nodeisprogramentry",
    "nodeid",
    "nodelocalrootargumentstableindex",
    "nodeshareinputof",
    "nodedispatchgrid",
    "nodemaxdispatchgrid",
    "nodemaxrecursiondepth",
];

/// Attributes of the inputs and outputs of nodes, in lower case.
const PORT_ATTRIBUTES: &[&str] =
    &["maxrecords", "maxrecordssharedwith", "nodearraysize", "allowsparsenodes", "unboundedsparsenodes", "nodeid"];

impl Checker<'_> {
    // ------------------------------------------------------------------------------------------ what is written

    /// Reads an attribute of a node; false if it is none.
    pub fn node_attribute(&mut self, into: &mut WrittenNode, attribute: &Attribute, name: &str) -> bool {
        let Some(&name) = NODE_ATTRIBUTES.iter().find(|known| **known == name) else { return false };
        let span = attribute.span;
        match name {
            "nodelaunch" => {
                // Unlike other words, these are not read in any case.
                if let Some((text, at)) = self.string_argument(attribute) {
                    match NodeLaunch::ALL.iter().find(|row| row.1 == text) {
                        Some(row) => into.attributes.launch = Some(row.0),
                        None => {
                            let words = NodeLaunch::ALL.map(|row| row.1).join(", ");
                            self.report(errors::attribute_word(at, "NodeLaunch", &text, &words));
                        }
                    }
                }
            }
            "nodeisprogramentry" => into.attributes.is_program_entry = true,
            "nodeid" => into.attributes.id = self.node_id(attribute),
            "nodeshareinputof" => into.attributes.shares_input_of = self.node_id(attribute),
            "nodelocalrootargumentstableindex" => {
                into.attributes.local_root_arguments = self.up_to_numbers(attribute, 1, 1).map(|n| n[0]);
            }
            "nodedispatchgrid" => into.attributes.dispatch_grid = self.grid(attribute),
            "nodemaxdispatchgrid" => into.attributes.max_dispatch_grid = self.grid(attribute),
            _ => {
                let depth = self.up_to_numbers(attribute, 1, 1).map(|n| n[0]);
                if let Some(depth) = depth
                    && depth > limits::NODE_RECURSION
                {
                    self.report(errors::node_recursion(span, depth, limits::NODE_RECURSION));
                }
                into.attributes.max_recursion_depth = depth;
            }
        }
        into.spans.push((name, span));
        true
    }

    /// `("name")` or `("name", index)`.
    fn node_id(&mut self, attribute: &Attribute) -> Option<NodeId> {
        let args = attribute.args.clone().unwrap_or_default();
        let ast = self.ast;
        let text = self.text(attribute.name.node);
        if args.is_empty() || args.len() > 2 {
            self.report(errors::attribute_argument_range(attribute.span, &text, 1, 2, args.len()));
            return None;
        }
        let ast::ExprKind::Literal(ast::Literal::String(pieces)) = &ast.exprs[args[0]].kind else {
            self.report(errors::attribute_string(ast.exprs[args[0]].span, &text));
            return None;
        };
        let name = self.string_value(pieces);
        let index = match args.get(1) {
            Some(&index) => self.in_const_context(|this| this.attribute_number(attribute, index))?,
            None => 0,
        };
        Some(NodeId { name, index })
    }

    fn grid(&mut self, attribute: &Attribute) -> Option<[u32; 3]> {
        let numbers = self.up_to_numbers(attribute, 3, 3)?;
        let grid = [numbers[0], numbers[1], numbers[2]];
        let name = self.text(attribute.name.node);
        if grid.iter().any(|number| !(1..=limits::GRID_SIDE).contains(number)) {
            self.report(errors::attribute_range(attribute.span, &name, 1, limits::GRID_SIDE));
            return None;
        }
        let groups: u64 = grid.iter().map(|&number| u64::from(number)).product();
        if groups > u64::from(limits::GRID_GROUPS) {
            self.report(errors::node_grid_groups(attribute.span, groups, limits::GRID_GROUPS));
        }
        Some(grid)
    }

    /// The node attributes of a parameter; `None` if there are none.
    pub fn node_port_attributes(&mut self, attributes: &[Attribute]) -> Option<Box<NodePortAttributes>> {
        let mut found = NodePortAttributes::default();
        let mut any = false;
        for attribute in attributes.iter().filter(|attribute| attribute.scope.is_none()) {
            let name = self.names.text(attribute.name.node).to_ascii_lowercase();
            let span = attribute.span;
            let number =
                |this: &mut Self| this.in_const_context(|this| this.up_to_numbers(attribute, 1, 1)).map(|n| n[0]);
            match name.as_str() {
                "maxrecords" | "maxrecordssharedwith" => {
                    let before = (found.max_records.map(|row| row.0), found.shared_with.map(|row| row.0));
                    if name == "maxrecords" {
                        found.max_records = number(self).map(|count| (count, span));
                    } else {
                        found.shared_with = self.parameter_named(attribute).map(|name| (name, span));
                    }
                    // Twice the same says nothing new.
                    let now = (found.max_records.map(|row| row.0), found.shared_with.map(|row| row.0));
                    if before != (None, None) && before != now {
                        self.report(errors::node_max_records_twice(span));
                    }
                }
                "nodearraysize" => {
                    let size = self.in_const_context(|this| this.signed_number(attribute));
                    found.array_size = size.map(|size| (size, span));
                }
                "allowsparsenodes" => found.allow_sparse = Some(span),
                "unboundedsparsenodes" => found.unbounded = Some(span),
                "nodeid" => found.id = self.node_id(attribute),
                "maybe_unused" => continue,
                _ => {
                    self.unknown_attribute(attribute, &name, PORT_ATTRIBUTES);
                    continue;
                }
            }
            any = true;
        }
        any.then(|| Box::new(found))
    }

    fn signed_number(&mut self, attribute: &Attribute) -> Option<i64> {
        let args = attribute.args.clone().unwrap_or_default();
        let &[arg] = args.as_slice() else {
            let text = self.text(attribute.name.node);
            self.report(errors::attribute_arguments(attribute.span, &text, 1, args.len()));
            return None;
        };
        self.const_integer(arg).map(|found| found.0)
    }

    fn parameter_named(&mut self, attribute: &Attribute) -> Option<Symbol> {
        let args = attribute.args.clone().unwrap_or_default();
        let name = match args.as_slice() {
            &[arg] => {
                if let ast::ExprKind::Name(path) = &self.ast.exprs[arg].kind {
                    path.as_name().map(|name| name.node)
                } else {
                    None
                }
            }
            _ => None,
        };
        if name.is_none() {
            self.report(errors::node_shared_with(attribute.span));
        }
        name
    }

    // ------------------------------------------------------------------------------------------ nodes

    /// Checks an entry point that is a node.
    pub fn check_node(&mut self, func: FuncId) {
        let data = self.program.funcs[func].declaration();
        let attributes = self.function_attrs[func].clone();
        let written = &attributes.node;
        let launch = written.attributes.launch.unwrap_or(NodeLaunch::Broadcasting);
        if data.ret != Types::VOID {
            self.report_unless_error(&[data.ret], errors::entry_result(data.span, "node"));
        }
        match (launch, attributes.entry.num_threads) {
            (NodeLaunch::Thread, Some(threads)) if threads != [1; 3] => {
                self.report(errors::node_thread_group(data.span));
            }
            (NodeLaunch::Broadcasting | NodeLaunch::Coalescing, None) => {
                self.report(errors::missing_attribute(data.span, "node", "numthreads"));
            }
            _ => {}
        }
        self.check_node_grids(&data, launch, written);
        self.check_node_params(&data, launch);
        // System values are those of a group; a node that runs by threads has none.
        for param in &data.params {
            let Some(semantic) = &param.semantic else { continue };
            let system = SystemValue::from_name(&semantic.name);
            let fits = match launch {
                NodeLaunch::Broadcasting => true,
                NodeLaunch::Coalescing => {
                    matches!(system, Some(SystemValue::GroupIndex | SystemValue::GroupThreadId))
                }
                NodeLaunch::Thread => system.is_none(),
            };
            if !fits {
                self.report(errors::node_semantic(semantic.span, &semantic.name, launch.name()));
                return;
            }
        }
        self.check_signature(func, SigPoint::CsIn, SigPoint::CsIn);
    }

    fn check_node_grids(&mut self, data: &Function, launch: NodeLaunch, written: &WrittenNode) {
        let (fixed, most) = (written.span("nodedispatchgrid"), written.span("nodemaxdispatchgrid"));
        if launch != NodeLaunch::Broadcasting {
            for (span, name) in [(fixed, "NodeDispatchGrid"), (most, "NodeMaxDispatchGrid")] {
                if let Some(span) = span {
                    self.report(errors::node_attribute_launch(span, name, "broadcasting"));
                }
            }
            return;
        }
        match (fixed, most) {
            (None, None) => self.report(errors::node_grid_missing(data.span, &data.name)),
            (Some(fixed), Some(most)) => self.report(
                errors::conflicting_attributes(most, "NodeMaxDispatchGrid", "NodeDispatchGrid")
                    .label(fixed, "the other"),
            ),
            _ => {}
        }
        let records = data.params.iter().filter_map(|param| self.record_of(data.locals[param.local].ty));
        let inputs: Vec<Ty> = records.filter(|(kind, _)| is_input(*kind)).map(|(_, record)| record).collect();
        let has_grid = inputs.iter().any(|&record| self.struct_of(record).is_some_and(|id| self.has_grid(id)));
        if most.is_some() && !has_grid {
            self.report(errors::node_grid_semantic(data.span, &data.name));
        }
    }

    /// The kind of a node's object, and the record that it holds.
    fn record_of(&self, ty: Ty) -> Option<(ObjectKind, Ty)> {
        let TyData::Object(kind, args) = self.types().data(ty) else { return None };
        match args.first() {
            Some(&ObjectArg::Type(record)) if kind.node().is_some() => Some((*kind, record)),
            _ => None,
        }
    }

    fn check_node_params(&mut self, data: &Function, launch: NodeLaunch) {
        let mut inputs = 0;
        for param in &data.params {
            let local = &data.locals[param.local];
            let base = self.array_base(local.ty);
            let kind = self.object_kind(base).filter(|kind| kind.node().is_some());
            if kind.is_some() && base != local.ty {
                let shown = self.show(local.ty);
                self.report(errors::node_param_array(local.span, &shown));
                continue;
            }
            let node = kind.and_then(ObjectKind::node);
            if let Some(node) = node
                && node.is_input()
            {
                inputs += 1;
                let fits = node.launch() == Some(launch);
                if !fits {
                    let shown = self.show(local.ty);
                    self.report(errors::node_input_launch(local.span, &shown, launch.name()));
                }
                if inputs > 1 {
                    self.report(errors::node_inputs(local.span));
                }
            }
            if let Some((kind, record)) = self.record_of(base) {
                let tracked = self.struct_of(record).is_some_and(|id| self.types().structs[id].tracks_sharing);
                if tracked && is_input(kind) && kind != ObjectKind::RwDispatchNodeInputRecord {
                    self.report(errors::node_tracked(local.span));
                }
                self.check_record_grid(record, local.span);
            }
            if param.mode != ParamMode::In && node.is_some() {
                let shown = self.show(local.ty);
                self.report(errors::entry_object(local.span, &shown));
            }
            let Some(port) = &param.node else { continue };
            let (is_output, is_array) = (node.is_some_and(NodeKind::is_output), node.is_some_and(NodeKind::is_array));
            if let Some((_, span)) = port.max_records {
                let coalesced = node.is_some_and(NodeKind::is_input) && launch == NodeLaunch::Coalescing;
                if !is_output && !coalesced {
                    self.report(errors::node_port_attribute(
                        span,
                        "MaxRecords",
                        "outputs and inputs of coalescing nodes",
                    ));
                }
            }
            let on_outputs = [
                (port.shared_with.map(|row| row.1), "MaxRecordsSharedWith", is_output, "outputs"),
                (port.allow_sparse, "AllowSparseNodes", is_output, "outputs"),
                (port.array_size.map(|row| row.1), "NodeArraySize", is_array, "arrays of outputs"),
                (port.unbounded, "UnboundedSparseNodes", is_array, "arrays of outputs"),
            ];
            for (span, name, fits, wanted) in on_outputs {
                if let Some(span) = span
                    && !fits
                {
                    self.report(errors::node_port_attribute(span, name, wanted));
                }
            }
            if let (Some((size, span)), Some(_)) = (port.array_size, port.unbounded)
                && size != -1
            {
                self.report(errors::conflicting_attributes(span, "NodeArraySize", "UnboundedSparseNodes"));
            }
            if let Some((name, span)) = port.shared_with {
                let other = data.params.iter().find(|other| data.locals[other.local].name == name);
                let is_output =
                    |ty: Ty| self.object_kind(ty).and_then(ObjectKind::node).is_some_and(NodeKind::is_output);
                let fits =
                    other.is_some_and(|other| other.local != param.local && is_output(data.locals[other.local].ty));
                if !fits {
                    self.report(errors::node_shared_with(span));
                }
            }
        }
    }

    // ------------------------------------------------------------------------------------------ records

    /// Whether a record can be that of a node; reports if not.
    pub fn check_node_record(&mut self, kind: ObjectKind, ty: Ty, span: Span) -> bool {
        let shown = self.show(ty);
        let TyData::Struct(id) = *self.types().data(ty) else {
            self.report_unless_error(&[ty], errors::node_record_type(span, &shown));
            return false;
        };
        if !self.types().structs[id].is_complete {
            self.report(errors::incomplete_type(span, &shown));
            return false;
        }
        if self.holds_object(ty) {
            self.report(errors::element_holds_object(span, &shown, kind.name()));
            return false;
        }
        if self.scalar_count(ty) == 0 {
            self.report(errors::node_record_empty(span, &shown));
            return false;
        }
        true
    }

    fn has_grid(&self, id: StructId) -> bool {
        let fields = &self.types().structs[id].fields;
        fields.iter().any(|field| {
            field.semantic.as_ref().is_some_and(|semantic| semantic.written.eq_ignore_ascii_case(GRID))
                || self.struct_of(field.ty).is_some_and(|inner| self.has_grid(inner))
        })
    }

    /// Checks the grid of a record: it says it once, in three numbers at most.
    fn check_record_grid(&mut self, record: Ty, at: Span) {
        let mut open: Vec<Ty> = vec![record];
        let mut found: Option<Span> = None;
        while let Some(ty) = open.pop() {
            let Some(id) = self.struct_of(ty) else { continue };
            let fields = self.types().structs[id].fields.clone();
            open.extend(fields.iter().rev().map(|field| field.ty));
            for field in &fields {
                let is_grid =
                    field.semantic.as_ref().is_some_and(|semantic| semantic.written.eq_ignore_ascii_case(GRID));
                if !is_grid {
                    continue;
                }
                if let Some(first) = found {
                    self.report(
                        errors::node_grid_twice(field.span).label(first, "here already").label(at, "used here"),
                    );
                    return;
                }
                found = Some(field.span);
                let element = if let TyData::Array(element, Some(1..=3)) = *self.types().data(field.ty) {
                    element
                } else {
                    field.ty
                };
                let fits = match *self.types().data(element) {
                    TyData::Scalar(kind) => is_grid_number(kind),
                    TyData::Vector(kind, 1..=3) if element == field.ty => is_grid_number(kind),
                    TyData::Error
                    | TyData::Void
                    | TyData::Vector(..)
                    | TyData::Matrix { .. }
                    | TyData::Array(..)
                    | TyData::Struct(_)
                    | TyData::Enum(_)
                    | TyData::Object(..)
                    | TyData::String => false,
                };
                if !fits {
                    let shown = self.show(field.ty);
                    self.report(errors::node_grid_type(field.span, &shown));
                    return;
                }
            }
        }
    }

    /// `records.Get(index)` and `records[index]`: the record itself, which is written where it is.
    pub fn node_record(&mut self, records: &Operand, index: Option<&Operand>, span: Span) -> Operand {
        let Some((kind, record)) = self.record_of(records.ty) else { return self.error_operand(span) };
        let index = match index {
            Some(index) => self.convert_implicitly(index, Types::scalar(ScalarKind::Uint)),
            None => {
                let zero = hlslc_hir::value::ConstValue::int(0);
                self.emit(Types::scalar(ScalarKind::Uint), ExprKind::Const(zero), span)
            }
        };
        let object = self.value(records);
        let writable = kind.node().is_some_and(NodeKind::is_writable);
        let access = if writable { Access::Mutable } else { Access::ReadOnly };
        let base = PlaceBase::Element { object, index, mip: None.into(), sample: None.into() };
        self.place_operand(base, Vec::new(), record, access, span)
    }

    /// `outputs[index]` of an array of outputs.
    pub fn node_of_array(&mut self, outputs: &Operand, index: &Operand, span: Span) -> Option<Operand> {
        let TyData::Object(kind, args) = self.data(outputs.ty) else { return None };
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other object is an array of outputs")]
        let element = match kind {
            ObjectKind::NodeOutputArray => ObjectKind::NodeOutput,
            ObjectKind::EmptyNodeOutputArray => ObjectKind::EmptyNodeOutput,
            _ => return None,
        };
        let id = rows_named(Some(kind), nodes::INDEXED).next()?;
        let index = self.convert_implicitly(index, Types::scalar(ScalarKind::Uint));
        let args: SmallVec<[ObjectArg; 2]> = args;
        let ty = self.types_mut().intern(TyData::Object(element, args));
        let object = self.value(outputs);
        let kind = ExprKind::Intrinsic { id, object: Some(object), args: vec![hlslc_hir::hir::Arg::In(index)] };
        let expr = self.emit(ty, kind, span);
        Some(Operand { ty, span, kind: OperandKind::Value(expr) })
    }
}

fn is_input(kind: ObjectKind) -> bool {
    kind.node().is_some_and(NodeKind::is_input)
}

/// Whether a kind of number is allowed in a grid.
fn is_grid_number(kind: ScalarKind) -> bool {
    matches!(kind, ScalarKind::Uint | ScalarKind::Uint16 | ScalarKind::Min16Uint)
}
