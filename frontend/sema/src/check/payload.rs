//! Ray payloads: who reads and writes their members.
//!
//! A payload is a struct marked `[raypayload]`; each of its members says by `read(…)` and `write(…)` which shaders touch it, unless
//! it is a payload itself. What one writes another has to read, and the other way round. In shader models without such rules, or
//! where they are switched off, the qualifiers are read and count for nothing.

use crate::cx::Checker;
use crate::errors;
use hlslc_base::{ShaderModel, Span, Stage};
use hlslc_hir::hir::{Arg, ExprKind, FuncId, Function, LocalId, Place, PlaceBase, Projection};
use hlslc_hir::types::{FieldData, PayloadAccess, PayloadStage, StructId, Ty};
use hlslc_syntax::ast::{self, AnnotationKind, DeclId, PayloadAccess as Word};
use rustc_hash::FxHashSet;

/// The first shader model with payload qualifiers.
const FIRST: ShaderModel = ShaderModel::new(6, 6);
/// The first in which they count without being asked for.
const STANDARD: ShaderModel = ShaderModel::new(6, 7);

/// The shaders that a ray carries its payload to.
fn payload_stage(stage: Stage) -> Option<PayloadStage> {
    match stage {
        Stage::ClosestHit => Some(PayloadStage::ClosestHit),
        Stage::Miss => Some(PayloadStage::Miss),
        Stage::AnyHit => Some(PayloadStage::AnyHit),
        _ => None,
    }
}

impl Checker<'_> {
    /// Whether payload qualifiers count.
    fn payload_qualifiers(&self) -> bool {
        let model = self.options.target.model;
        self.options.target.stage == Stage::Library
            && model >= FIRST
            && self.options.library.payload_qualifiers.unwrap_or(model >= STANDARD)
    }

    /// Reports the option for payload qualifiers where there are none.
    pub fn check_payload_option(&mut self) {
        if self.options.library.payload_qualifiers == Some(true) && self.options.target.model < FIRST {
            self.report(errors::payload_qualifiers_model(Span::NONE));
        }
    }

    /// What the qualifiers of a member say.
    pub fn payload_access(&mut self, variable: &ast::Variable) -> Option<PayloadAccess> {
        let mut given: [Option<(u8, Span)>; 2] = [None; 2];
        for annotation in &variable.annotations {
            let AnnotationKind::PayloadAccess { access, stages } = &annotation.kind else { continue };
            let (slot, word) = if *access == Word::Read { (0, "read") } else { (1, "write") };
            let mut bits = 0;
            for stage in stages {
                let name = self.text(stage.node);
                match PayloadStage::ALL.iter().find(|row| row.1 == name) {
                    Some(row) => bits |= row.0.bit(),
                    None => self.report(errors::payload_stage(stage.span, &name)),
                }
            }
            if given[slot].is_some() {
                self.report(errors::payload_access_twice(annotation.span, word));
            }
            given[slot] = Some((bits, annotation.span));
        }
        if given == [None; 2] {
            return None;
        }
        if self.payload_qualifiers() {
            let name = variable.name.as_ref().and_then(ast::Path::as_name).map_or(String::new(), |n| self.text(n.node));
            self.check_payload_flow(&name, given);
        }
        let bits = |slot: usize| given[slot].map_or(0, |row: (u8, Span)| row.0);
        Some(PayloadAccess { reads: bits(0), writes: bits(1) })
    }

    /// Each write of a member needs somebody who reads it, each read somebody who wrote it.
    fn check_payload_flow(&mut self, field: &str, [reads, writes]: [Option<(u8, Span)>; 2]) {
        use PayloadStage::{AnyHit, Caller, ClosestHit, Miss};
        let has = |given: Option<(u8, Span)>, stage: PayloadStage| given.is_some_and(|row| row.0 & stage.bit() != 0);
        let from_before = has(writes, AnyHit) || has(writes, Caller);
        let rules = [
            (writes, Miss, has(reads, Caller)),
            (writes, ClosestHit, has(reads, Caller)),
            (writes, AnyHit, reads.is_some()),
            (writes, Caller, reads.is_some()),
            (reads, Miss, from_before),
            (reads, ClosestHit, from_before),
            (reads, AnyHit, from_before),
            (reads, Caller, writes.is_some()),
        ];
        for (index, (given, stage, fits)) in rules.into_iter().enumerate() {
            let Some((_, span)) = given.filter(|_| has(given, stage) && !fits) else { continue };
            let (word, lacks) = if index < 4 { ("write", "consumer") } else { ("read", "producer") };
            self.report(errors::payload_access_alone(span, field, word, stage.name(), lacks));
        }
    }

    /// Checks the members of a struct that is marked as a payload.
    pub fn check_payload_struct(&mut self, id: StructId, decl: DeclId, fields: &mut [FieldData]) {
        let attributes = &self.ast.decls[decl].attributes;
        let is_payload = attributes.iter().any(|a| self.names.text(a.name.node).eq_ignore_ascii_case("raypayload"));
        self.records[id].is_payload = is_payload;
        if !self.payload_qualifiers() {
            let first = fields.iter().find(|field| field.payload.is_some()).map(|field| field.span);
            if let Some(span) = first.filter(|_| self.options.target.stage == Stage::Library && !self.told_of_payloads)
            {
                self.told_of_payloads = true;
                self.report(errors::payload_qualifiers_ignored(span));
            }
            for field in fields {
                field.payload = None;
            }
            return;
        }
        for field in fields.iter_mut().filter(|_| is_payload) {
            let name = self.text(field.name);
            let inner = self.struct_of(self.array_base(field.ty)).is_some_and(|inner| self.records[inner].is_payload);
            match (inner, field.payload) {
                (true, Some(_)) => self.report(errors::payload_field_overqualified(field.span, &name)),
                (false, None) => self.report(errors::payload_field_unqualified(field.span, &name)),
                (true, None) => field.payload = Some(PayloadAccess::default()),
                (false, Some(_)) => {}
            }
        }
    }

    /// Whether a struct that a ray carries lacks the mark of a payload: its name.
    pub fn unmarked_payload(&self, ty: Ty) -> Option<String> {
        let id = self.struct_of(ty).filter(|_| self.payload_qualifiers())?;
        (!self.records[id].is_payload).then(|| self.show(ty))
    }

    /// Checks what a ray shader does with its payload.
    pub fn check_payload_use(&mut self, func: FuncId, stage: Stage) {
        let data = self.program.funcs[func].clone();
        let (Some(stage), Some(param)) = (payload_stage(stage), data.params.first()) else { return };
        let local = &data.locals[param.local];
        if let Some(name) = self.unmarked_payload(local.ty) {
            self.report(errors::payload_not_marked(local.span, &name));
            return;
        }
        let Some(id) = self.struct_of(local.ty).filter(|_| self.payload_qualifiers()) else { return };
        let fields = self.types().structs[id].fields.clone();
        let mut written: FxHashSet<u32> = FxHashSet::default();
        for use_ in uses(&data, param.local) {
            let (Some(field), span) = (use_.field, use_.span) else {
                if let Some(callee) = use_.passed_to.filter(|&callee| self.program.funcs[callee].body.is_none()) {
                    let name = self.program.funcs[callee].name.clone();
                    self.report(errors::payload_passed_on(use_.span, &name));
                }
                continue;
            };
            let Some(data) = fields.get(field as usize) else { continue };
            // Those that are payloads have qualifiers inside.
            let Some(access) = data.payload.filter(|access| *access != PayloadAccess::default()) else { continue };
            let name = self.text(data.name);
            if use_.reads && access.reads & stage.bit() == 0 && !written.contains(&field) {
                self.report(errors::payload_read_undefined(span, &name, stage.name()));
            }
            if use_.writes {
                written.insert(field);
                if access.writes & stage.bit() == 0 {
                    self.report(errors::payload_write_lost(span, &name, stage.name()));
                }
            }
        }
    }
}

/// Where a function touches its payload.
struct Use {
    /// The member; none for all of it.
    field: Option<u32>,
    reads: bool,
    writes: bool,
    /// The function that gets it.
    passed_to: Option<FuncId>,
    span: Span,
}

/// Each place where a function touches a parameter, in the order of the source.
fn uses(data: &Function, payload: LocalId) -> Vec<Use> {
    let mut found = Vec::new();
    let mut note = |place: &Place, reads: bool, writes: bool, passed_to: Option<FuncId>, span: Span| {
        if matches!(place.base, PlaceBase::Local(local) if local == payload) {
            let field = match place.projections.first() {
                Some(Projection::Field(field)) => Some(*field),
                _ => None,
            };
            found.push(Use { field, reads, writes, passed_to, span });
        }
    };
    for expr in data.exprs.values() {
        match &expr.kind {
            ExprKind::Load(place) => note(place, true, false, None, expr.span),
            ExprKind::Assign { place, .. } => note(place, false, true, None, expr.span),
            ExprKind::Update { place, .. } | ExprKind::Step { place, .. } => note(place, true, true, None, expr.span),
            ExprKind::Call { func, args, .. } => {
                for arg in args {
                    match arg {
                        Arg::Out { place, .. } => note(place, false, true, Some(*func), place.span),
                        Arg::InOut { place, .. } | Arg::Ref(place) => note(place, true, true, Some(*func), place.span),
                        Arg::In(_) => {}
                    }
                }
            }
            _ => {}
        }
    }
    found
}
