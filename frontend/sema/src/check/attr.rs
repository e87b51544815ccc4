//! Checks attributes of functions, variables and statements: their arguments and their places.

use super::node::NODE_ATTRIBUTES;
use crate::cx::{Checker, FnId};
use crate::errors;
use crate::facts::{Elsewhere, EntryAttribute, FunctionAttributes, RootSignature};
use hlslc_base::suggest::nearest;
use hlslc_base::{Span, Stage};
use hlslc_hir::entries::OutputTopology;
use hlslc_hir::hir::{FuncId, LoopAttributes, SelectionAttributes, WaveSize};
use hlslc_hir::types::{ScalarKind, TyData};
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_ir::stage::{Domain, Partitioning};
use hlslc_semantics::limits;
use hlslc_syntax::ast::{self, Attribute, DeclId, Literal};
use std::borrow::Cow;

/// Attributes of functions, in lower case.
const FUNCTION_ATTRIBUTES: &[&str] = &[
    "numthreads",
    "wavesize",
    "groupsharedlimit",
    "shader",
    "rootsignature",
    "earlydepthstencil",
    "waveopsincludehelperlanes",
    "maxvertexcount",
    "instance",
    "outputcontrolpoints",
    "domain",
    "partitioning",
    "outputtopology",
    "maxtessfactor",
    "patchconstantfunc",
    "clipplanes",
    "noinline",
    "experimental",
    "extern",
];

const fn of_entry(name: &'static str, stages: &'static [Stage], elsewhere: Elsewhere) -> EntryAttribute {
    EntryAttribute { name, stages, elsewhere }
}

/// The attributes that only an entry point has.
const ENTRY_ATTRIBUTES: [EntryAttribute; 14] = [
    of_entry("numthreads", &[Stage::Compute, Stage::Mesh, Stage::Amplification], Elsewhere::RejectedInDxil),
    of_entry("wavesize", &[Stage::Compute, Stage::Node], Elsewhere::Rejected),
    of_entry(
        "groupsharedlimit",
        &[Stage::Compute, Stage::Mesh, Stage::Amplification, Stage::Node],
        Elsewhere::Rejected,
    ),
    of_entry("rootsignature", &[], Elsewhere::Fine),
    of_entry("earlydepthstencil", &[Stage::Pixel], Elsewhere::RejectedInDxil),
    of_entry("maxvertexcount", &[Stage::Geometry], Elsewhere::RejectedInDxil),
    of_entry("instance", &[Stage::Geometry], Elsewhere::RejectedInDxil),
    of_entry("outputcontrolpoints", &[Stage::Hull], Elsewhere::RejectedInDxil),
    of_entry("domain", &[Stage::Hull, Stage::Domain], Elsewhere::RejectedInDxil),
    of_entry("partitioning", &[Stage::Hull], Elsewhere::Ignored),
    of_entry("outputtopology", &[Stage::Hull, Stage::Mesh], Elsewhere::Ignored),
    of_entry("maxtessfactor", &[Stage::Hull], Elsewhere::RejectedInDxil),
    of_entry("patchconstantfunc", &[Stage::Hull], Elsewhere::RejectedInDxil),
    of_entry("clipplanes", &[Stage::Vertex], Elsewhere::Rejected),
];

/// Attributes of statements, in lower case.
const STATEMENT_ATTRIBUTES: &[&str] =
    &["unroll", "loop", "fastopt", "allow_uav_condition", "branch", "flatten", "forcecase", "call"];

/// Attributes as sources write them, and whether they take arguments. Their rules are rows by the names in lower case.
pub const WRITTEN: &[(&str, bool)] = &[
    ("numthreads", true),
    ("WaveSize", true),
    ("GroupSharedLimit", true),
    ("shader", true),
    ("RootSignature", true),
    ("earlydepthstencil", false),
    ("WaveOpsIncludeHelperLanes", false),
    ("maxvertexcount", true),
    ("instance", true),
    ("outputcontrolpoints", true),
    ("domain", true),
    ("partitioning", true),
    ("outputtopology", true),
    ("maxtessfactor", true),
    ("patchconstantfunc", true),
    ("clipplanes", true),
    ("noinline", false),
    ("unroll", false),
    ("loop", false),
    ("fastopt", false),
    ("allow_uav_condition", false),
    ("branch", false),
    ("flatten", false),
    ("forcecase", false),
    ("call", false),
    ("NodeLaunch", true),
    ("NodeIsProgramEntry", false),
    ("NodeID", true),
    ("NodeDispatchGrid", true),
    ("NodeMaxDispatchGrid", true),
    ("NodeMaxRecursionDepth", true),
    ("MaxRecords", true),
    ("NodeArraySize", true),
    ("AllowSparseNodes", false),
    ("raypayload", false),
];

const LOOPS: &str = "`for`, `while` and `do`";
const CHOICES: &str = "`if` and `switch`";
const SWITCHES: &str = "`switch`";

/// The statements that each of those takes.
const OF_STATEMENTS: [(&str, &str); 8] = [
    ("unroll", LOOPS),
    ("loop", LOOPS),
    ("fastopt", LOOPS),
    ("allow_uav_condition", LOOPS),
    ("branch", CHOICES),
    ("flatten", CHOICES),
    ("forcecase", SWITCHES),
    ("call", SWITCHES),
];

impl<'a> Checker<'a> {
    pub(super) fn attribute_name(&self, attribute: &Attribute) -> String {
        self.names.text(attribute.name.node).to_ascii_lowercase()
    }

    /// Reads the attributes of a function that has a body.
    pub fn function_attributes(&mut self, id: FnId, func: FuncId, decl: DeclId) {
        let attributes = &*self.attributes_of_all(id, decl);
        if attributes.is_empty() {
            return;
        }
        let mut result = FunctionAttributes::default();
        for attribute in attributes.iter().filter(|attribute| attribute.scope.is_none()) {
            self.function_attribute(&mut result, attribute);
            let name = self.attribute_name(attribute);
            let row = ENTRY_ATTRIBUTES.iter().find(|row| row.name == name);
            result.of_entry.extend(row.map(|&row| (row, attribute.span)));
        }
        if self.options.target.stage == Stage::Library && result.stage.is_none() {
            for attribute in attributes.iter().filter(|attribute| attribute.scope.is_none()) {
                let name = self.attribute_name(attribute);
                if ENTRY_ATTRIBUTES.iter().any(|row| row.name == name) || NODE_ATTRIBUTES.contains(&name.as_str()) {
                    let text = self.text(attribute.name.node);
                    self.report(errors::attribute_without_shader(attribute.span, &text));
                }
            }
        }
        result.entry.vk_modes = self.vk_modes(attributes);
        result.entry.foreign_modes = self.foreign_modes(attributes);
        self.body.func.no_inline = result.no_inline;
        self.function_attrs[func] = result;
    }

    /// The attributes of a function's definition, after those that only declarations before it have.
    fn attributes_of_all(&self, id: FnId, decl: DeclId) -> Cow<'a, [Attribute]> {
        let ast = self.ast;
        let own = ast.decls[decl].attributes.as_slice();
        let Some(before) = self.forward_decls.get(&id) else { return Cow::Borrowed(own) };
        let mut all = own.to_vec();
        for &decl in before.iter().rev() {
            let more: Vec<Attribute> = ast.decls[decl].attributes.clone();
            let new = |attribute: &Attribute| all.iter().all(|known| known.name.node != attribute.name.node);
            let mut more: Vec<Attribute> = more.into_iter().filter(new).collect();
            more.append(&mut all);
            all = more;
        }
        Cow::Owned(all)
    }

    fn function_attribute(&mut self, result: &mut FunctionAttributes, attribute: &Attribute) {
        let name = self.attribute_name(attribute);
        let span = attribute.span;
        if self.node_attribute(&mut result.node, attribute, &name) {
            result.entry.node = result.node.attributes.clone();
            return;
        }
        match name.as_str() {
            "numthreads" => {
                if let Some([x, y, z]) = self.numbers::<3>(attribute) {
                    if [x, y, z].contains(&0) {
                        self.report(errors::attribute_range(span, &name, 1, limits::GROUP_THREADS));
                    }
                    result.entry.num_threads = Some([x, y, z]);
                }
            }
            "wavesize" => {
                if let Some(numbers) = self.up_to_numbers(attribute, 1, 3) {
                    let size = self.wave_size(span, &numbers);
                    // Said twice, it must be the same.
                    if result.wave_size.is_some() && result.entry.wave_size != size {
                        let first = result.wave_size.map_or(span, |row| row.1);
                        self.report(errors::attribute_twice(first, &name).label(span, "and here, with other sizes"));
                    }
                    result.entry.wave_size = size;
                    result.wave_size = Some((numbers.len(), span));
                }
            }
            "groupsharedlimit" => result.entry.group_memory_limit = self.numbers::<1>(attribute).map(|n| n[0]),
            "maxvertexcount" => result.entry.max_vertex_count = self.numbers::<1>(attribute).map(|n| n[0]),
            "instance" => result.entry.instance = self.numbers::<1>(attribute).map(|n| n[0]),
            "outputcontrolpoints" => {
                result.entry.output_control_points = self.numbers::<1>(attribute).map(|n| n[0]);
                if result
                    .entry
                    .output_control_points
                    .is_some_and(|points| !(1..=limits::CONTROL_POINTS).contains(&points))
                {
                    self.report(errors::attribute_range(span, &name, 1, limits::CONTROL_POINTS));
                }
            }
            "maxtessfactor" => result.entry.max_tess_factor = self.float_argument(attribute),
            "earlydepthstencil" => result.entry.early_depth_stencil = true,
            "waveopsincludehelperlanes" => result.entry.waves_include_helpers = true,
            "domain" => {
                let domains = [Domain::Tri, Domain::Quad, Domain::Isoline];
                result.entry.domain = self.word(attribute, &domains, Domain::name);
            }
            "partitioning" => {
                use Partitioning::{FractionalEven, FractionalOdd, Integer, Pow2};
                let kinds = [Integer, FractionalEven, FractionalOdd, Pow2];
                result.entry.partitioning = self.word(attribute, &kinds, Partitioning::name);
            }
            "outputtopology" => {
                result.entry.output_topology = self.word(attribute, &OutputTopology::ALL, OutputTopology::name);
            }
            "patchconstantfunc" => result.patch_constant = self.string_argument(attribute),
            "shader" => {
                if let Some((text, at)) = self.string_argument(attribute) {
                    match Stage::from_attribute_name(&text) {
                        Some(stage) => {
                            if let Some((other, first)) = result.stage.filter(|row| row.0 != stage) {
                                let (one, other) = (stage.attribute_name(), other.attribute_name());
                                let error = errors::conflicting_attributes(first, other, one);
                                self.report(error.label(span, "the other"));
                            }
                            result.stage = Some((stage, span));
                        }
                        None => self.report(errors::unknown_stage(at, &text)),
                    }
                }
            }
            "rootsignature" => result.root_signature = self.root_signature_argument(attribute),
            "noinline" => result.no_inline = true,
            "clipplanes" => {
                result.clip_planes = Some(span);
                result.entry.clip_planes = self.clip_planes(attribute);
            }
            "experimental" | "extern" => {}
            _ => self.unknown_attribute(attribute, &name, FUNCTION_ATTRIBUTES),
        }
    }

    /// The sizes of waves that an attribute names.
    fn wave_size(&mut self, span: Span, numbers: &[u32]) -> Option<WaveSize> {
        if let Some(&wrong) = numbers.iter().find(|&&size| !limits::is_wave_size(size)) {
            self.report(errors::wave_size(span, wrong));
            return None;
        }
        let number = |at: usize| numbers.get(at).copied().unwrap_or(0);
        let size = WaveSize { min: number(0), max: number(1), preferred: number(2) };
        if size.max != 0 && size.max <= size.min {
            self.report(errors::wave_size_range(span, size.min, size.max));
        } else if size.preferred != 0 && !(size.min..=size.max).contains(&size.preferred) {
            self.report(errors::wave_size_preferred(span, size.preferred, size.min, size.max));
        }
        Some(size)
    }

    /// Whether the attributes of a parameter say that it need not be written.
    pub fn may_be_unused(&self, attributes: &[Attribute]) -> bool {
        attributes.iter().any(|attribute| {
            attribute.scope.is_none() && self.names.text(attribute.name.node).eq_ignore_ascii_case("maybe_unused")
        })
    }

    /// Warns about an attribute that nothing knows; dxc ignores it.
    pub(super) fn unknown_attribute(&mut self, attribute: &Attribute, name: &str, known: &[&'static str]) {
        let text = self.text(attribute.name.node);
        let mut elsewhere = FUNCTION_ATTRIBUTES.iter().chain(STATEMENT_ATTRIBUTES).chain(&NODE_ATTRIBUTES);
        let elsewhere = name == "maybe_unused" || elsewhere.any(|a| *a == name);
        if let Some((_, statements)) = OF_STATEMENTS.iter().find(|row| row.0 == name)
            && std::ptr::eq(known, STATEMENT_ATTRIBUTES)
        {
            self.report(errors::attribute_other_statement(attribute.span, &text, statements));
            return;
        }
        if elsewhere {
            self.report(errors::attribute_not_here(attribute.span, &text));
            return;
        }
        let mut warning = errors::unknown_attribute(attribute.span, &text);
        if let Some(word) = nearest(name, known.iter().copied()) {
            warning = warning.suggest(attribute.name.span, word, format!("did you mean `{word}`?"));
        }
        self.report(warning);
    }

    // ------------------------------------------------------------------------------------------ arguments

    /// The arguments of an attribute, which must be this many. Reports if they are not.
    fn arguments(&mut self, attribute: &Attribute, count: usize) -> Option<ast::ExprList> {
        let args = attribute.args.clone().unwrap_or_default();
        if args.len() != count {
            let text = self.text(attribute.name.node);
            self.report(errors::attribute_arguments(attribute.span, &text, count, args.len()));
            return None;
        }
        Some(args)
    }

    /// Arguments that are unsigned numbers.
    fn numbers<const N: usize>(&mut self, attribute: &Attribute) -> Option<[u32; N]> {
        let args = self.arguments(attribute, N)?;
        let mut values = [0; N];
        for (value, arg) in values.iter_mut().zip(args) {
            *value = self.attribute_number(attribute, arg)?;
        }
        Some(values)
    }

    /// Between `least` and `most` arguments that are unsigned numbers.
    pub(super) fn up_to_numbers(&mut self, attribute: &Attribute, least: usize, most: usize) -> Option<Vec<u32>> {
        let args = attribute.args.clone().unwrap_or_default();
        if args.len() < least || args.len() > most {
            let text = self.text(attribute.name.node);
            self.report(errors::attribute_argument_range(attribute.span, &text, least, most, args.len()));
            return None;
        }
        args.into_iter().map(|arg| self.attribute_number(attribute, arg)).collect()
    }

    pub(super) fn attribute_number(&mut self, attribute: &Attribute, arg: ast::ExprId) -> Option<u32> {
        let text = self.text(attribute.name.node);
        let span = self.ast.exprs[arg].span;
        let operand = self.check_expr(arg);
        if self.types().is_error(operand.ty) {
            return None;
        }
        let value = self.value(&operand);
        let number = match self.eval_integral(value) {
            Some(ScalarValue::Int(bits)) => Some(bits as i64),
            // Booleans, fractions and vectors are no size of a group.
            Some(number)
                if text.eq_ignore_ascii_case("numthreads")
                    && (!matches!(number, ScalarValue::Int(_))
                        || !matches!(self.types().data(operand.ty), TyData::Scalar(_) | TyData::Enum(_))) =>
            {
                self.report_unless_error(&[operand.ty], errors::attribute_integer(span, &text));
                return None;
            }
            Some(ScalarValue::Bool(b)) => Some(i64::from(b)),
            Some(ScalarValue::Float(f)) if self.types().element_kind(operand.ty).is_some() => {
                // dxc takes the whole part and says so.
                self.report(errors::attribute_fraction(span, &text));
                Some(f as i64)
            }
            _ => None,
        };
        match number {
            Some(n) if n < 0 => {
                self.report(errors::attribute_negative(span, &text));
                None
            }
            Some(n) => Some(u32::try_from(n).unwrap_or(u32::MAX)),
            None => {
                self.report(errors::attribute_not_constant(span, &text));
                None
            }
        }
    }

    fn float_argument(&mut self, attribute: &Attribute) -> Option<f32> {
        let arg = *self.arguments(attribute, 1)?.first()?;
        let operand = self.check_expr(arg);
        let value = self.convert_implicitly(&operand, hlslc_hir::types::Types::scalar(ScalarKind::Float));
        match self.eval(value) {
            Some(ConstValue::Scalar(ScalarValue::Float(f))) => Some(f as f32),
            _ => {
                let text = self.text(attribute.name.node);
                self.report_unless_error(&[operand.ty], errors::attribute_not_constant(operand.span, &text));
                None
            }
        }
    }

    pub(super) fn string_argument(&mut self, attribute: &Attribute) -> Option<(String, Span)> {
        let arg = *self.arguments(attribute, 1)?.first()?;
        let ast = self.ast;
        if let ast::ExprKind::Literal(Literal::String(pieces)) = &ast.exprs[arg].kind {
            Some((self.string_value(pieces), ast.exprs[arg].span))
        } else {
            let text = self.text(attribute.name.node);
            self.report(errors::attribute_string(ast.exprs[arg].span, &text));
            None
        }
    }

    /// One of some values by its word, whatever its case.
    fn word<T: Copy>(&mut self, attribute: &Attribute, values: &[T], word: fn(T) -> &'static str) -> Option<T> {
        let (text, span) = self.string_argument(attribute)?;
        let found = values.iter().copied().find(|&value| word(value).eq_ignore_ascii_case(&text));
        if found.is_none() {
            let words: Vec<&str> = values.iter().map(|&value| word(value)).collect();
            let name = self.text(attribute.name.node);
            let mut error = errors::attribute_word(span, &name, &text, &words.join(", "));
            if let Some(word) = nearest(&text, words) {
                error = error.suggest(span, format!("\"{word}\""), format!("did you mean `{word}`?"));
            }
            self.report(error);
        }
        found
    }

    fn root_signature_argument(&mut self, attribute: &Attribute) -> Option<RootSignature> {
        let arg = *self.arguments(attribute, 1)?.first()?;
        let span = self.ast.exprs[arg].span;
        if let Some(syntax) = attribute.root_signature.clone() {
            return Some(RootSignature { syntax, span });
        }
        let text = self.text(attribute.name.node);
        self.report(errors::attribute_string(span, &text));
        None
    }

    // ------------------------------------------------------------------------------------------ statements

    /// The attributes of a loop.
    pub fn loop_attributes(&mut self, attributes: &[Attribute]) -> LoopAttributes {
        let mut result = LoopAttributes::default();
        for attribute in attributes {
            let name = self.attribute_name(attribute);
            match name.as_str() {
                "unroll" => {
                    let count = match attribute.args.as_deref() {
                        None | Some([]) => Some(0),
                        Some(&[arg]) if self.is_fraction(arg) => {
                            self.report(errors::unroll_without_count(self.ast.exprs[arg].span));
                            Some(0)
                        }
                        Some(_) => self.numbers::<1>(attribute).map(|n| n[0]),
                    };
                    if let Some(count) = count
                        && count > self.budgets.unroll
                    {
                        self.report(errors::unroll_count(attribute.span, count, self.budgets.unroll));
                    }
                    result.unroll = count;
                }
                "loop" => result.keep = true,
                "fastopt" => result.fast_opt = true,
                "allow_uav_condition" => result.allow_uav_condition = true,
                _ => self.unknown_attribute(attribute, &name, STATEMENT_ATTRIBUTES),
            }
            if result.fast_opt && result.unroll.is_some() {
                self.report(errors::conflicting_attributes(attribute.span, "fastopt", "unroll"));
                result.fast_opt = false;
            }
            if result.keep && result.unroll.is_some() {
                self.report(errors::conflicting_attributes(attribute.span, "loop", "unroll"));
                result.unroll = None;
            }
        }
        result
    }

    /// Whether a number is written with a fraction.
    fn is_fraction(&self, expr: ast::ExprId) -> bool {
        matches!(self.ast.exprs[expr].kind, ast::ExprKind::Literal(Literal::Float { .. }))
    }

    /// The attributes of an `if` or a `switch`.
    pub fn selection_attributes(&mut self, attributes: &[Attribute], switch: bool) -> SelectionAttributes {
        let mut result = SelectionAttributes::default();
        for attribute in attributes {
            let name = self.attribute_name(attribute);
            match name.as_str() {
                "branch" => result.branch = true,
                "flatten" => result.flatten = true,
                "forcecase" if switch => result.force_case = true,
                "call" if switch => result.call = true,
                _ => self.unknown_attribute(attribute, &name, STATEMENT_ATTRIBUTES),
            }
            if result.branch && result.flatten {
                self.report(errors::conflicting_attributes(attribute.span, "branch", "flatten"));
                result.flatten = false;
            }
        }
        result
    }

    /// Reports attributes on a statement that takes none.
    pub fn no_stmt_attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes.iter().filter(|attribute| attribute.scope.is_none()) {
            let name = self.attribute_name(attribute);
            self.unknown_attribute(attribute, &name, STATEMENT_ATTRIBUTES);
        }
        self.foreign_statement(attributes);
    }
}
