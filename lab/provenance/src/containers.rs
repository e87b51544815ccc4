//! Ties the instructions of DXIL and the fields of the container to the IR that they were lowered from.
//!
//! An instruction of DXIL states the instruction or terminator that it was written for; one without an origin, such as a phi, is
//! linked by its source location, or else to the first line of its function. A record of the bitcode is of the instruction at its position, and a
//! record of the pipeline state of the resource with its registers.

use crate::model::{ContainerStage, DxilItem, FieldItem, ItemId, PartItem, Stage};
use crate::passes::Follower;
use crate::recorder::Recorder;
use dxil::bitcode::map::{Defines, Piece};
use dxil::container::dump::{self, Field};
use dxil::container::psv0::Psv0;
use dxil::container::{Container, FourCc, Signing};
use hlslc_dxil_lower::{Lowered, Origin};
use hlslc_ir::text::lines::Subject;
use hlslc_ir::types::ResourceClass;
use hlslc_ir::{Func, Loc, Module};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// The most operands of a record that are shown.
const OPERANDS: usize = 48;

impl Recorder {
    /// Records the DXIL module and its container; `module` is the IR that they were lowered from.
    pub fn dxil(&mut self, lowered: &Lowered, module: &Module, object: &[u8]) {
        self.settle_passes();
        // Damaged output is reported by others.
        let Ok(mut container) = Container::read(object) else { return };
        container.parts.retain(|part| part.name != FourCc::ILDB);
        let Ok(listing) = dxil::disasm::list_container(&container.write(Signing::Keep)) else { return };
        let first = self.found.items;
        let items = listing.instructions.iter().map(|listed| DxilItem {
            start: listed.text.start as u32,
            end: listed.text.end as u32,
            body: listed.body,
            index: listed.index,
        });
        self.found.dxil = Stage { first, text: listing.text.clone(), items: items.collect() };
        self.found.items += self.found.dxil.items.len() as u32;
        self.link_instructions(lowered);
        self.container(object, module);
    }

    fn link_instructions(&mut self, lowered: &Lowered) {
        let mut by_subject: FxHashMap<(Func, Subject), ItemId> = FxHashMap::default();
        let mut by_loc: FxHashMap<(Func, Loc), Vec<ItemId>> = FxHashMap::default();
        for (func, subject, loc, span, item) in self.follower.iter().flat_map(Follower::lines) {
            by_subject.insert((func, subject), item);
            if !span.is_none() {
                by_loc.entry((func, loc)).or_default().push(item);
            }
        }
        let of: FxHashMap<_, Func> = lowered.functions.iter().map(|&(func, id)| (id, func)).collect();
        let mut ids = self.found.dxil.first..;
        for (id, function) in &lowered.module.functions {
            let Some(body) = &function.body else { continue };
            for (_, inst) in body.layout() {
                let Some(item) = ids.next() else { return };
                let Some(&func) = of.get(&id) else { continue };
                let subject = Origin::from_number(body.origins[inst]).map(|origin| match origin {
                    Origin::Inst(inst) => Subject::Inst(inst),
                    Origin::End(block) => Subject::End(block),
                });
                let exact = subject.and_then(|subject| by_subject.get(&(func, subject)));
                let by_loc = || by_loc.get(&(func, Loc::from_u32(body.tags[inst]))).map_or(&[][..], Vec::as_slice);
                let from = exact.map_or_else(by_loc, std::slice::from_ref);
                // An instruction without an origin, such as one for a parameter, is linked to the start of its function.
                let start = self.follower.as_ref().and_then(|follower| follower.first_line(func));
                let start = start.filter(|_| from.is_empty());
                self.found.links.extend(from.iter().copied().chain(start).map(|from| (from, item)));
            }
        }
    }

    /// The items of the instructions of DXIL, by body and position.
    fn instructions(&self) -> FxHashMap<(u32, u32), ItemId> {
        let dxil = &self.found.dxil;
        dxil.items.iter().zip(dxil.first..).map(|(known, item)| ((known.body, known.index), item)).collect()
    }

    fn container(&mut self, object: &[u8], module: &Module) {
        let Ok(map) = dump::map(object) else { return };
        let mut bytes = String::with_capacity(2 * object.len());
        for byte in object {
            let _ = write!(bytes, "{byte:02x}");
        }
        let mut stage = ContainerStage { first: self.found.items, bytes, ..ContainerStage::default() };
        stage.items.extend(map.header.iter().map(|field| row(field, -1)));
        let mut links = Vec::new();
        let instructions = self.instructions();
        for (index, part) in map.parts.iter().enumerate() {
            stage.parts.push(PartItem {
                name: part.name.to_string(),
                title: part.title.to_owned(),
                start: part.data.start as u32,
                end: part.data.end as u32,
            });
            let starts = stage.first + stage.items.len() as u32;
            for field in &part.fields {
                stage.items.push(row(field, index as i32));
                let bitcode = object.get(field.bytes.clone()).filter(|_| field.name == dump::BITCODE);
                let Some(Ok(pieces)) = bitcode.map(dxil::bitcode::map::map) else { continue };
                let instructions = (part.name == FourCc::DXIL).then_some(&instructions);
                for piece in &pieces {
                    let item = stage.first + stage.items.len() as u32;
                    stage.items.push(piece_row(piece, 8 * field.bytes.start as u32, index as i32));
                    if let (Defines::Instruction { body, index }, Some(known)) = (piece.defines, instructions) {
                        links.extend(known.get(&(body, index)).map(|&instruction| (instruction, item)));
                    }
                }
            }
            if part.name == FourCc::PSV0 {
                let rows = stage.items[(starts - stage.first) as usize..].iter();
                links.extend(self.resources(&object[part.data.clone()], module, starts, rows));
            }
        }
        self.found.items += stage.items.len() as u32;
        self.found.links.extend(links);
        self.found.container = stage;
    }

    /// Ties the resources of the IR to the records that the pipeline checks.
    fn resources<'f>(
        &self,
        part: &[u8],
        module: &Module,
        first: ItemId,
        rows: impl Iterator<Item = &'f FieldItem>,
    ) -> Vec<(ItemId, ItemId)> {
        let (Ok(psv), Some(follower)) = (Psv0::read(part), &self.follower) else { return Vec::new() };
        let mut current = None;
        let mut links = Vec::new();
        for (at, row) in rows.enumerate() {
            if row.depth == 0 {
                let number = row.name.strip_prefix("resource ").and_then(|number| number.parse::<usize>().ok());
                current = number.and_then(|number| psv.resources.get(number)).and_then(|stated| {
                    let bound = stated.bound_as()?;
                    // Classes of the IR are in the order of DXIL's numbers.
                    let stated_class = ResourceClass::ALL[bound.class() as usize];
                    let is_it = |data: &hlslc_ir::module::ResourceData| {
                        let hlslc_ir::module::Binding::Explicit { space, lower } = data.binding else { return false };
                        let class = module.ctx.resource_type(data.ty).map(hlslc_ir::ResourceType::class);
                        (space, lower) == (stated.space, stated.lower_bound) && class == Some(stated_class)
                    };
                    let data = module.resources.values().find(|data| is_it(data))?;
                    follower.declared().find(|row| row.0 == data.span).map(|row| row.1)
                });
            }
            links.extend(current.map(|from| (from, first + at as u32)));
        }
        links
    }
}

fn row(field: &Field, part: i32) -> FieldItem {
    FieldItem {
        start: 8 * field.bytes.start as u32,
        end: 8 * field.bytes.end as u32,
        depth: field.depth as u32,
        part,
        name: field.name.clone(),
        value: field.value.clone(),
    }
}

fn piece_row(piece: &Piece, base: u32, part: i32) -> FieldItem {
    let mut value = match piece.defines {
        Defines::Nothing => String::new(),
        Defines::Type(number) => format!("type {number} "),
        Defines::Value(number) => format!("value {number} "),
        Defines::Constant => "constant of the function ".to_owned(),
        Defines::Metadata(number) => format!("metadata {number} "),
        Defines::Instruction { index, .. } => format!("instruction {index} "),
        Defines::LocationOf { index, .. } => format!("location of instruction {index} "),
    };
    if !piece.operands.is_empty() {
        let shown = &piece.operands[..piece.operands.len().min(OPERANDS)];
        let is_text = shown.len() > 2 && shown.iter().all(|&operand| (0x20..0x7f).contains(&operand));
        if is_text {
            let text: String = shown.iter().map(|&operand| char::from(operand as u8)).collect();
            let _ = write!(value, "{text:?}");
        } else {
            let numbers: Vec<String> = shown.iter().map(u64::to_string).collect();
            let _ = write!(value, "[{}]", numbers.join(", "));
        }
        if shown.len() < piece.operands.len() {
            let _ = write!(value, " and {} more", piece.operands.len() - shown.len());
        }
    }
    FieldItem {
        start: base + piece.bits.start as u32,
        end: base + piece.bits.end as u32,
        depth: 1 + piece.depth as u32,
        part,
        name: format!("{} {}", piece.block, piece.name),
        value: value.trim_end().to_owned(),
    }
}
