//! Collects what passes say about their decisions, on request: which rule rewrote an instruction, which value it was merged
//! with, why a loop stays a loop.
//!
//! A new remark is a row of [`Reason`] and a call of [`Remarks::note`] where the decision is made. Without a request, a call
//! costs one test: what a remark is made of is computed only if it is wanted.

use hlslc_ir::{Block, Func, Inst, Resource, Value};

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// An instruction of the function.
    Inst(Inst),
    /// A block of the function: the header of a loop.
    Block(Block),
    /// A resource of the module.
    Resource(Resource),
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// Why a pass did something, or did not.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Reason {
            $($(#[$doc])* $name,)*
        }

        impl Reason {
            /// All reasons and their texts, in which `{}` stands for the detail of a remark.
            pub const ALL: &'static [(Self, &'static str)] = &[$((Self::$name, $text)),*];
        }
    };
}

reasons! {
    /// An algebraic rule applies.
    Rule "rewritten by the rule `{}`",
    /// The operands are constants.
    Folded "folded: its operands are constants",
    /// An element of a constant table is loaded.
    TableElement "replaced by the constant in the table that it loads from",
    /// An equal value is available.
    Equal "merged with an equal value that dominates it",
    /// A stored value is available.
    Forwarded "replaced by the value that was stored there",
    /// A loop is copied for each iteration.
    Unrolled "unrolled: {} iterations, {}",
    /// A loop stays a loop.
    Rolled "not unrolled: {}",
    /// No code that is reached uses a resource.
    Unused "dropped: nothing that is reached uses it",
    /// A resource without a register gets one.
    Bound "given register {}, the first free range that fits",
}

/// A decision of a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The reason.
    pub reason: Reason,
    /// The function; none for a remark about the module.
    pub func: Option<Func>,
    /// What it is about, before the pass.
    pub about: About,
    /// The value that takes the place of its result.
    pub value: Option<Value>,
    /// The parts of the text that stand for `{}`, in order.
    pub detail: Vec<String>,
}

impl Remark {
    /// A remark about an instruction.
    pub(crate) fn inst(func: Func, inst: Inst, reason: Reason) -> Self {
        Self { reason, func: Some(func), about: About::Inst(inst), value: None, detail: Vec::new() }
    }

    /// A remark about a loop, by its header.
    pub(crate) fn header(func: Func, block: Block, reason: Reason) -> Self {
        Self { reason, func: Some(func), about: About::Block(block), value: None, detail: Vec::new() }
    }

    /// A remark about a resource.
    pub(crate) fn resource(resource: Resource, reason: Reason) -> Self {
        Self { reason, func: None, about: About::Resource(resource), value: None, detail: Vec::new() }
    }

    /// The same with the value in its place.
    pub(crate) fn with_value(self, value: Value) -> Self {
        Self { value: Some(value), ..self }
    }

    /// The same with one more part of the text.
    pub(crate) fn with(mut self, detail: impl Into<String>) -> Self {
        self.detail.push(detail.into());
        self
    }

    /// The text.
    pub fn text(&self) -> String {
        let row = Reason::ALL.iter().find(|row| row.0 == self.reason);
        let mut pieces = row.map_or("", |row| row.1).split("{}");
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for (piece, detail) in pieces.zip(self.detail.iter().map(String::as_str).chain(std::iter::repeat(""))) {
            text.push_str(detail);
            text.push_str(piece);
        }
        text
    }
}

/// The remarks of a run; empty unless they are asked for.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    is_on: bool,
    list: Vec<Remark>,
}

impl Remarks {
    /// A list that keeps what is noted, if `is_on`.
    pub(crate) fn new(is_on: bool) -> Self {
        Self { is_on, list: Vec::new() }
    }

    /// Whether decisions are wanted, for what has to be searched for.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Notes a decision.
    pub(crate) fn note(&mut self, remark: impl FnOnce() -> Remark) {
        if self.is_on {
            self.list.push(remark());
        }
    }

    /// The remarks since the last call.
    pub(crate) fn take(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_made_unless_it_is_wanted() {
        let mut off = Remarks::default();
        off.note(|| unreachable!("nobody asked"));
        let mut on = Remarks::new(true);
        let remark = || Remark::inst(Func::from_u32(0), Inst::from_u32(3), Reason::Rule).with("x + 0");
        on.note(remark);
        assert_eq!(on.take(), [remark()]);
        assert!(on.take().is_empty());
        assert_eq!(remark().text(), "rewritten by the rule `x + 0`");
    }
}
