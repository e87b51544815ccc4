//! Holds items, links, and the stages that items are of. `docs/schemas/provenance.json` describes the JSON.

use serde::Serialize;

/// The number of an item, among those of all stages.
pub type ItemId = u32;

/// The version of the form of the data; it rises when a reader has to change.
pub const VERSION: u32 = 1;

/// Everything known about where the output of a compilation came from.
///
/// Ranges of texts are in bytes of UTF-8.
#[non_exhaustive]
#[derive(Clone, Debug, Default, Serialize)]
pub struct Provenance {
    /// [`VERSION`].
    pub version: u32,
    /// The profile: `ps_6_0`.
    pub target: String,
    /// The entry point.
    pub entry: String,
    /// The number of items.
    pub items: u32,
    /// The texts that were read, the main file first.
    pub files: Vec<SourceText>,
    /// The ranges of the files that tokens are written at.
    pub source: Stage<SourceItem>,
    /// The tokens after preprocessing.
    pub tokens: Stage<TokenItem>,
    /// The syntax tree as `--emit=ast` prints it.
    pub ast: Stage<TextItem>,
    /// The typed tree as `--emit=hir` prints it.
    pub hir: Stage<TextItem>,
    /// The IR and what each pass did to it.
    pub ir: IrStage,
    /// The listing of DXIL, as DXC prints it.
    pub dxil: Stage<DxilItem>,
    /// The container.
    pub container: ContainerStage,
    /// The listing of SPIR-V.
    pub spirv: SpirvStage,
    /// What was said about the source.
    pub diagnostics: Vec<DiagnosticItem>,
    /// Pairs of items: the second came from the first.
    pub links: Vec<(ItemId, ItemId)>,
}

/// A file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SourceText {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The items of a stage: consecutive ones.
#[derive(Clone, Debug, Serialize)]
pub struct Stage<T> {
    /// The number of the first item.
    pub first: ItemId,
    /// The text that items are parts of; empty for stages without one.
    pub text: String,
    /// The items.
    pub items: Vec<T>,
}

impl<T> Default for Stage<T> {
    fn default() -> Self {
        Self { first: 0, text: String::new(), items: Vec::new() }
    }
}

impl<T> Stage<T> {
    /// The items with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (ItemId, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (self.first + index as u32, item))
    }
}

/// A range of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct SourceItem {
    /// The file, by its place in the list.
    pub file: u32,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// A token.
#[derive(Clone, Debug, Serialize)]
pub struct TokenItem {
    /// As the parser sees it.
    pub text: String,
    /// Its kind in words.
    pub kind: &'static str,
    /// Where it stands in the text, or where the macro is named that it came from.
    pub source: ItemId,
    /// The macros that it came through, outermost first, each with where the token is written in it.
    pub macros: Vec<MacroStep>,
}

/// A macro that a token came through.
#[derive(Clone, Debug, Serialize)]
pub struct MacroStep {
    /// Its name.
    pub name: String,
    /// Where the token is written: in the definition, or in an argument.
    pub source: ItemId,
}

/// A part of the text of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct TextItem {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// The stages of the IR.
#[derive(Clone, Debug, Default, Serialize)]
pub struct IrStage {
    /// The number of the first item.
    pub first: ItemId,
    /// Lines of functions. A line that a pass does not change is one item before and after it.
    pub items: Vec<IrItem>,
    /// Functions at some time; one that a pass does not change is one body before and after it.
    pub bodies: Vec<IrBody>,
    /// The module before the passes and after each.
    pub steps: Vec<IrStep>,
}

/// A line of a function, or a declaration.
#[derive(Clone, Debug, Serialize)]
pub struct IrItem {
    /// The line.
    pub text: String,
    /// What it is.
    pub kind: IrKind,
}

/// What a line of the IR is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum IrKind {
    /// A resource, a global or an entry point.
    Declaration,
    /// The start of a block with its parameters.
    Block,
    /// An instruction.
    Inst,
    /// A terminator.
    End,
}

/// A function at some time.
#[derive(Clone, Debug, Serialize)]
pub struct IrBody {
    /// Its name.
    pub name: String,
    /// The line before its blocks.
    pub head: String,
    /// Its lines.
    pub lines: Vec<ItemId>,
}

/// The module after a run of a pass.
#[derive(Clone, Debug, Default, Serialize)]
pub struct IrStep {
    /// The name of the run; `lower` for the module before the passes.
    pub run: String,
    /// The name of the pass.
    pub pass: String,
    /// Whether it changed anything that is shown.
    pub changed: bool,
    /// The functions afterwards, by their places in the list of bodies.
    pub bodies: Vec<u32>,
    /// The resources, globals and entry points afterwards.
    pub declarations: Vec<ItemId>,
    /// Why it did what it did.
    pub remarks: Vec<RemarkItem>,
}

/// A decision of a pass.
#[derive(Clone, Debug, Serialize)]
pub struct RemarkItem {
    /// The item that it is about, before the pass.
    pub item: Option<ItemId>,
    /// The item whose value took its place, after the pass.
    pub value: Option<ItemId>,
    /// The reason.
    pub text: String,
}

/// An instruction of DXIL.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DxilItem {
    /// The first byte of its line in the listing.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// Its function, among those with a body.
    pub body: u32,
    /// Its position in the order of the blocks.
    pub index: u32,
}

/// The container.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ContainerStage {
    /// The number of the first item.
    pub first: ItemId,
    /// The bytes, in hexadecimal.
    pub bytes: String,
    /// Its parts.
    pub parts: Vec<PartItem>,
    /// The fields, in the order of reading.
    pub items: Vec<FieldItem>,
}

/// A part of the container.
#[derive(Clone, Debug, Serialize)]
pub struct PartItem {
    /// The name.
    pub name: String,
    /// What it holds.
    pub title: String,
    /// The first byte of its contents.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// A field of the container, or a record of the bitcode in it.
#[derive(Clone, Debug, Serialize)]
pub struct FieldItem {
    /// The first bit, from the start of the container.
    pub start: u32,
    /// The bit after the last; the same for a line about several fields.
    pub end: u32,
    /// The number of groups that it is in.
    pub depth: u32,
    /// The part, by its place in the list; -1 for the header.
    pub part: i32,
    /// Its name.
    pub name: String,
    /// Its value and what that means.
    pub value: String,
}

/// The module of SPIR-V.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SpirvStage {
    /// The number of the first item.
    pub first: ItemId,
    /// The listing.
    pub text: String,
    /// The words, eight hexadecimal digits each.
    pub words: String,
    /// The instructions.
    pub items: Vec<SpirvItem>,
}

/// An instruction of SPIR-V.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SpirvItem {
    /// The first byte of its line in the listing.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// Its first word.
    pub word: u32,
    /// The word after its last.
    pub word_end: u32,
}

/// A diagnostic.
#[derive(Clone, Debug, Serialize)]
pub struct DiagnosticItem {
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// The code: `E0703`.
    pub code: String,
    /// The message.
    pub message: String,
    /// Where, if it has a place.
    pub place: Option<SourceItem>,
}

impl Provenance {
    /// The data as JSON, in one line.
    pub fn json(&self) -> String {
        // There is no map with other keys than texts in it, which is all that could fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What the items came from, themselves included; ascending.
    pub fn ancestors(&self, of: &[ItemId]) -> Vec<ItemId> {
        self.reached(of, |&(from, to)| (to, from))
    }

    /// What the items became, themselves included; ascending.
    pub fn descendants(&self, of: &[ItemId]) -> Vec<ItemId> {
        self.reached(of, |&pair| pair)
    }

    fn reached(&self, of: &[ItemId], turned: impl Fn(&(ItemId, ItemId)) -> (ItemId, ItemId)) -> Vec<ItemId> {
        let mut next: Vec<Vec<ItemId>> = vec![Vec::new(); self.items as usize];
        for (from, to) in self.links.iter().map(turned) {
            next[from as usize].push(to);
        }
        let mut seen = vec![false; self.items as usize];
        let mut work: Vec<ItemId> = of.iter().copied().filter(|&item| item < self.items).collect();
        while let Some(item) = work.pop() {
            if !std::mem::replace(&mut seen[item as usize], true) {
                work.extend(&next[item as usize]);
            }
        }
        (0..self.items).filter(|&item| seen[item as usize]).collect()
    }
}
