//! Ends a compilation early where another one has its result, and leaves out functions about which nothing is left to say.
//!
//! Input: the tokens of a unit, or its module before any pass. Output: in the session, the object of an earlier compilation of the
//! same unit ([`Memory`]); or the tokens without functions that are known and not needed. Bytes and messages are those of a
//! compilation without a memory.

use crate::leaves::OutlinedProgram;
use crate::memory::{self, Memory};
use crate::session::{Done, Session, Step};
use hlslc_ir::Module;
use hlslc_ir::text::{PrintOptions, print};
use hlslc_syntax::Preprocessed;
use hlslc_syntax::known::{Outline, Sum};

impl Session<'_> {
    /// Gives what came of the same program before, if that is known, or leaves out the functions that are known and not needed.
    pub(crate) fn remember(&mut self, preprocessed: &mut Preprocessed) -> Step<()> {
        let Some((memory, sum)) = self.memory else { return Ok(()) };
        // Which warnings are on at a token decides what is said.
        preprocessed.warnings = std::mem::take(&mut self.warning_control);
        let done = self.remember_with(preprocessed, memory, sum);
        self.warning_control = std::mem::take(&mut preprocessed.warnings);
        done
    }

    fn remember_with(&mut self, preprocessed: &mut Preprocessed, memory: &Memory, sum: Sum) -> Step<()> {
        let nesting = self.options.budgets.nesting;
        let Some(mut outline) = Outline::new(preprocessed, sum, nesting, &self.interner) else { return Ok(()) };
        outline.choose(&self.options.entry, &memory.known, &self.interner);
        self.unit = memory::unit(self.options, sum, || self.content(&outline));
        if let Some(sharing) = self.sharing {
            sharing.note_leaf(&OutlinedProgram {
                outline: &outline,
                tokens: preprocessed,
                unit: self.unit,
                sources: &self.sources,
                names: &self.interner,
            });
        }
        let name = self.unit.filter(|_| outline.is_all_known());
        if let Some(made) = name.and_then(|name| memory.made(name)) {
            self.unit = None;
            if let Some(sharing) = self.sharing {
                sharing.found_by_tokens();
            }
            self.output.object.clone_from(&made.object);
            self.output.root_signature.clone_from(&made.root_signature);
            return Err(Done);
        }
        if let (Some(sharing), Some(unit)) = (self.sharing, name)
            && sharing.knows_unit(unit)
        {
            self.unit = None;
            return Err(Done);
        }
        if let (Some(sharing), Some(unit)) = (self.sharing, self.unit) {
            self.ends_when_checked = sharing.is_as_before(unit);
        }
        self.leaves_out = outline.leave_out(preprocessed);
        self.outline = Some(outline);
        Ok(())
    }

    /// Ends a program that was checked if its object is that of a build before: it is made of what it was made of, and there is no error.
    pub(crate) fn end_as_before(&mut self) -> Step<()> {
        let Some(sharing) = self.sharing.filter(|_| self.ends_when_checked) else { return Ok(()) };
        self.unit = None;
        sharing.ended_when_checked();
        Err(Done)
    }

    /// The sum of all in the source that decides about the program: what the entry point reaches, and the macros that options name.
    fn content(&self, outline: &Outline) -> Sum {
        let reached = outline.content();
        if self.expansions.is_empty() {
            return reached;
        }
        let mut text = String::new();
        for (_, tokens) in &self.expansions {
            for token in tokens {
                let space = if token.space_before { " " } else { "" };
                // No token has a line end.
                text.extend(["\n", space, token.text(&self.interner)]);
            }
            text.push_str("\n\n");
        }
        Sum::of_bytes(&[reached.bytes(), Sum::of(&text).bytes()].concat())
    }

    /// Ends if another variant has the same program: passes and back end run for that one.
    pub(crate) fn share(&mut self, module: &Module) -> Step<()> {
        let (Some(sharing), Some((_, sum))) = (self.sharing, self.memory) else { return Ok(()) };
        self.said_when_lowered = Some(self.found.len());
        let name = format!("{:?} {}", sum.bytes(), print(module, PrintOptions::default()));
        if sharing.lowered(Sum::of(&name)) {
            return Ok(());
        }
        self.twin_unit = self.unit.take();
        Err(Done)
    }
}
