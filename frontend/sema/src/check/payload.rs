//! Checks payload access qualifiers: the stages that read and write the members of a ray payload.
//!
//! A payload is a struct marked `[raypayload]`; each of its members names by `read(…)` and `write(…)` the stages that
//! access it, unless it is a payload itself. A member that one stage writes must be read by another, and
//! vice versa. In shader models without such rules, or where they are switched off, the qualifiers are parsed and have no
//! effect.

use super::payload_flow::{Event, Flow, Members, What};
use crate::cx::Checker;
use crate::errors;
use hlslc_base::{ShaderModel, Span, Stage};
use hlslc_hir::flow::EXIT;
use hlslc_hir::hir::{Arg, ExprKind, FuncId, Function, LocalId, ParamMode, PlaceBase, Projection};
use hlslc_hir::types::{FieldData, PayloadAccess, PayloadStage, StructId, Ty};
use hlslc_syntax::ast::{self, AnnotationKind, DeclId, PayloadAccess as Word};
use rustc_hash::{FxHashMap, FxHashSet};

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
        Stage::Pixel
        | Stage::Vertex
        | Stage::Geometry
        | Stage::Hull
        | Stage::Domain
        | Stage::Compute
        | Stage::Library
        | Stage::RayGeneration
        | Stage::Intersection
        | Stage::Callable
        | Stage::Mesh
        | Stage::Amplification
        | Stage::Node => None,
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

    /// Checks the qualifiers of struct templates that nothing makes a struct of: they do not depend on any type.
    pub fn check_payload_templates(&mut self) {
        let ast = self.ast;
        let unused = self.record_templates.iter().filter(|(id, _)| self.record_instances[*id].is_empty());
        for decl in unused.map(|(_, template)| template.decl).collect::<Vec<_>>() {
            let ast::DeclKind::Record(record) = &ast.decls[decl].kind else { continue };
            for &member in record.members.as_deref().unwrap_or(&[]) {
                if let ast::DeclKind::Variable(variable) = &ast.decls[member].kind {
                    self.payload_access(variable);
                }
            }
        }
    }

    /// The access that the qualifiers of a member declare.
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

    /// Checks that each write of a member has a reader, and each read a writer.
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
            let mark = attributes.iter().find(|a| self.names.text(a.name.node).eq_ignore_ascii_case("raypayload"));
            let first = fields.iter().find(|field| field.payload.is_some()).map(|field| field.span);
            if let Some(span) = mark
                .map(|attribute| attribute.span)
                .or(first)
                .filter(|_| self.options.target.stage == Stage::Library && !self.reported_payloads)
            {
                self.reported_payloads = true;
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

    /// Checks what a ray shader does with its payload, and with those that its rays take along.
    pub fn check_payload_use(&mut self, func: FuncId, stage: Stage) {
        if stage == Stage::RayGeneration {
            self.check_traces(func);
        }
        let (Some(stage), Some(param)) = (payload_stage(stage), self.program.funcs[func].params.first()) else {
            return;
        };
        let local = &self.program.funcs[func].locals[param.local];
        let (payload, ty, span) = (param.local, local.ty, local.span);
        if let Some(name) = self.unmarked_payload(ty) {
            self.report(errors::payload_not_marked(span, &name));
            return;
        }
        let members = self.payload_members(ty);
        if members.is_empty() {
            return;
        }
        let shader = Shader { stage, ty, members: &members };
        let none = Members::default();
        let always = self.check_touches(&shader, (func, payload), (&none, &none), &mut FxHashSet::from_iter([func]));
        for (at, member) in members.iter().enumerate() {
            let bits = member.access;
            let earlier = (bits.writes & (PayloadStage::Caller.bit() | PayloadStage::AnyHit.bit())) != 0;
            let only_writes = bits.writes & stage.bit() != 0 && bits.reads & stage.bit() == 0;
            if earlier && only_writes && !always.contains(&at) {
                self.report(errors::payload_data_lost(span, &member.name, stage.name()));
            }
        }
        self.check_traces(func);
    }

    /// The members of a payload that have qualifiers, those of payloads within among them; none where qualifiers do not count.
    fn payload_members(&self, ty: Ty) -> Vec<Member> {
        let mut found = Vec::new();
        let Some(id) = self.struct_of(ty).filter(|_| self.payload_qualifiers()) else { return found };
        let mut work = vec![(id, Vec::new())];
        while let Some((id, path)) = work.pop() {
            for (at, field) in (0..).zip(&self.types().structs[id].fields) {
                let path: Vec<u32> = path.iter().copied().chain([at]).collect();
                let inner = self.struct_of(field.ty).filter(|&inner| self.records[inner].is_payload);
                match (inner, field.payload) {
                    (Some(inner), _) => work.push((inner, path)),
                    (None, Some(access)) => found.push(Member { path, name: self.text(field.name), access }),
                    (None, None) => {}
                }
            }
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        found
    }

    /// Checks what a function does with the payload that it is given, and what those do that it hands it to. `before` are the
    /// members that have been written by then, `after` those that will be written. Gives the members that it always writes.
    fn check_touches(
        &mut self,
        shader: &Shader<'_>,
        (func, payload): (FuncId, LocalId),
        (before, after): (&Members, &Members),
        seen: &mut FxHashSet<FuncId>,
    ) -> Members {
        let Shader { stage, members, .. } = *shader;
        let data = self.program.funcs[func].clone();
        let mode = data.params.iter().find(|param| param.local == payload).map(|param| param.mode);
        let flow = Flow::of(&data, payload, &|path| places(members, path));
        // What those do that get all of it, first: what they always write counts here.
        let mut written_by: FxHashMap<FuncId, Members> = FxHashMap::default();
        let definite = |event: &Event, written_by: &FxHashMap<FuncId, Members>| match &event.what {
            What::Write(members) if !event.is_maybe => members.clone(),
            What::Call(callee, _) if !event.is_maybe => {
                written_by.get(callee).into_iter().flatten().copied().collect::<Vec<usize>>()
            }
            What::Read(_) | What::Copy | What::Write(_) | What::Call(..) | What::Trace => Vec::new(),
        };
        let written = flow.on_all_paths(None, before, &|event| definite(event, &written_by));
        for (at, block) in flow.blocks().iter().enumerate() {
            let Some(mut so_far) = written[at].clone() else { continue };
            for (index, event) in block.events.iter().enumerate() {
                if let What::Call(callee, position) = event.what {
                    let target = &self.program.funcs[callee];
                    if target.body.is_none() {
                        let name = target.name.clone();
                        self.report(errors::payload_passed_on(event.span, &name));
                        continue;
                    }
                    let Some(param) = target.params.get(position).map(|param| param.local) else { continue };
                    if target.locals[param].ty == shader.ty && seen.insert(callee) {
                        let mut later = after.clone();
                        let rest = flow.reached_from(at).into_iter().flat_map(|at| &flow.blocks()[at].events);
                        for event in block.events[index + 1..].iter().chain(rest) {
                            if let What::Write(members) = &event.what {
                                later.extend(members);
                            }
                        }
                        let always = self.check_touches(shader, (callee, param), (&so_far, &later), seen);
                        written_by.insert(callee, always);
                    }
                }
                so_far.extend(definite(event, &written_by));
            }
        }
        if mode != Some(ParamMode::Out) {
            let seen_or_written = |event: &Event| {
                if let What::Read(members) = &event.what { members.clone() } else { definite(event, &written_by) }
            };
            let known = flow.on_all_paths(None, before, &seen_or_written);
            for (block, known) in flow.blocks().iter().zip(known) {
                let Some(mut known) = known else { continue };
                for event in &block.events {
                    if let What::Read(read) = &event.what {
                        for &at in read.iter().filter(|at| !known.contains(at)) {
                            if members[at].access.reads & stage.bit() == 0 {
                                let (name, stage) = (&members[at].name, stage.name());
                                self.report(errors::payload_read_undefined(event.span, name, stage));
                            }
                        }
                    }
                    known.extend(seen_or_written(event));
                }
            }
        }
        if mode != Some(ParamMode::In) {
            let own = |event: &Event| definite(event, &FxHashMap::default());
            let known = flow.until_exit(after, &own);
            for (block, known) in flow.blocks().iter().zip(known) {
                let Some(mut known) = known else { continue };
                for event in block.events.iter().rev() {
                    if let What::Write(written) = &event.what {
                        for &at in written.iter().filter(|at| !known.contains(at)) {
                            if members[at].access.writes & stage.bit() == 0 {
                                let (name, stage) = (&members[at].name, stage.name());
                                self.report(errors::payload_write_lost(event.span, name, stage));
                            }
                        }
                    }
                    known.extend(own(event));
                }
            }
        }
        let none = Members::default();
        if mode == Some(ParamMode::In) {
            return none;
        }
        let at_exit = flow.on_all_paths(None, &none, &|event| definite(event, &written_by)).swap_remove(EXIT);
        at_exit.unwrap_or_default()
    }

    /// Checks what a function does with the payloads that its rays take along, before and after.
    fn check_traces(&mut self, func: FuncId) {
        if !self.payload_qualifiers() {
            return;
        }
        let data = self.program.funcs[func].clone();
        for payload in traced(&data) {
            let members = self.payload_members(data.locals[payload].ty);
            let flow = Flow::of(&data, payload, &|path| places(&members, path));
            for (at, block) in flow.blocks().iter().enumerate() {
                for (index, event) in block.events.iter().enumerate() {
                    if matches!(event.what, What::Trace) {
                        self.check_trace(&flow, (at, index), &members);
                    }
                }
            }
        }
    }

    fn check_trace(&mut self, flow: &Flow, (block, index): (usize, usize), members: &[Member]) {
        let caller = PayloadStage::Caller.bit();
        let own = &flow.blocks()[block].events;
        let (trace, mut written, mut read) = (own[index].span, Members::default(), Members::default());
        let earlier = flow.leading_to(block).into_iter().flat_map(|at| &flow.blocks()[at].events);
        for event in earlier.chain(&own[..index]) {
            if let What::Write(members) = &event.what {
                written.extend(members);
            }
        }
        let later = flow.reached_from(block).into_iter().flat_map(|at| &flow.blocks()[at].events);
        for event in later.chain(&own[index + 1..]) {
            match &event.what {
                What::Read(members) => read.extend(members),
                What::Call(..) | What::Copy => read.extend(0..members.len()),
                What::Write(_) | What::Trace => {}
            }
        }
        for (at, member) in members.iter().enumerate() {
            match (member.access.writes & caller != 0, written.contains(&at)) {
                (true, false) => self.report(errors::payload_not_written(trace, &member.name)),
                (false, true) => self.report(errors::payload_undefined_inside(trace, &member.name)),
                (true, true) | (false, false) => {}
            }
            if member.access.reads & caller != 0 && !read.contains(&at) {
                self.report(errors::payload_not_read(trace, &member.name));
            }
        }
        // What comes back undefined must not be read before it is written again.
        let adds = |event: &Event| match &event.what {
            What::Read(members) => members.clone(),
            What::Write(members) if !event.is_maybe => members.clone(),
            What::Write(_) | What::Call(..) | What::Copy | What::Trace => Vec::new(),
        };
        let known = flow.on_all_paths(Some((block, index)), &Members::default(), &adds);
        let here = Some((&own[index + 1..], Members::default()));
        let others =
            flow.blocks().iter().zip(known).filter_map(|(block, known)| Some((block.events.as_slice(), known?)));
        let mut reported = FxHashSet::default();
        for (events, mut known) in here.into_iter().chain(others) {
            for event in events {
                if let What::Read(read) = &event.what {
                    for &at in read.iter().filter(|at| !known.contains(at)) {
                        if members[at].access.reads & caller == 0 && reported.insert((event.span, at)) {
                            self.report(errors::payload_read_after_trace(event.span, &members[at].name));
                        }
                    }
                }
                known.extend(adds(event));
            }
        }
    }
}

/// A member of a payload that has qualifiers.
#[derive(Clone, Debug)]
struct Member {
    /// The path to it, through payloads.
    path: Vec<u32>,
    name: String,
    access: PayloadAccess,
}

/// The shader that a payload came to.
#[derive(Clone, Copy)]
struct Shader<'m> {
    stage: PayloadStage,
    /// The type of the payload.
    ty: Ty,
    members: &'m [Member],
}

/// The members that a place in a payload stands for.
fn places(members: &[Member], projections: &[Projection]) -> Vec<usize> {
    let fields = projections.iter().map_while(|step| match step {
        Projection::Field(field) => Some(*field),
        Projection::Index(_) | Projection::Swizzle(_) | Projection::MatrixSwizzle(_) => None,
    });
    let fields: Vec<u32> = fields.collect();
    let overlaps = |member: &Member| member.path.iter().zip(&fields).all(|(a, b)| a == b);
    members.iter().enumerate().filter(|(_, member)| overlaps(member)).map(|(at, _)| at).collect()
}

/// The variables of a function that its rays take along.
fn traced(data: &Function) -> Vec<LocalId> {
    let mut found = Vec::new();
    for expr in data.exprs.values() {
        let ExprKind::Intrinsic { id, args, .. } = &expr.kind else { continue };
        if !id.carries_payload() {
            continue;
        }
        if let Some(Arg::Out { place, .. } | Arg::InOut { place, .. } | Arg::Ref(place)) = args.last()
            && let (PlaceBase::Local(local), []) = (&place.base, place.projections.as_slice())
            && !found.contains(local)
        {
            found.push(*local);
        }
    }
    found
}
